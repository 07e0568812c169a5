/* courier_libcurl.c: loads libcurl. See libcurl.h. */
#include "hosts/alert/libcurl.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

alert_libcurl_functions alert_libcurl;

static const struct place {
    const char *name;
    size_t offset;
} places[] = {
#define F(name) {#name, offsetof(alert_libcurl_functions, name)},
    ALERT_LIBCURL_FUNCTIONS(F)
#undef F
};

spk_err alert_libcurl_load(spk_why *why)
{
    static bool loaded;
    if (loaded)
        return SPK_OK;
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return spk_fail(
            why, SPK_EREFUSED,
            "libcurl, which sends alerts, is not there: install libcurl.so.4 (Debian: libcurl4).");
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        void *found = dlsym(library, places[i].name);
        if (!found)
            return spk_fail(why, SPK_EREFUSED, "libcurl is too old: it has no %s.", places[i].name);
        memcpy((char *)&alert_libcurl + places[i].offset, &found, sizeof found);
    }
    loaded = alert_libcurl.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
    return loaded ? SPK_OK : spk_fail(why, SPK_EIO, "libcurl cannot be used.");
}
