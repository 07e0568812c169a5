/* nats_library.c: loads NATS' library. See libnats.h. */
#define SRV_LIBNATS_ITSELF
#include "hosts/server/bus/libnats.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

srv_libnats_functions srv_libnats;

static const struct place {
    const char *name;
    size_t offset;
} places[] = {
#define F(name) {#name, offsetof(srv_libnats_functions, name)},
    SRV_LIBNATS_FUNCTIONS(F)
#undef F
};

/* The one we were built with, whose structs and numbers we know; its name has two numbers in it. */
#define STRING(x)          #x
#define NAME(major, minor) "libnats.so." STRING(major) "." STRING(minor)

spk_err srv_libnats_load(spk_why *why)
{
    static const char file[] = NAME(NATS_VERSION_MAJOR, NATS_VERSION_MINOR);
    static bool loaded;
    if (loaded)
        return SPK_OK;
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return spk_fail(why, SPK_EREFUSED,
                        "NATS' library is not there: install %s (Debian: libnats%d.%d).", file,
                        NATS_VERSION_MAJOR, NATS_VERSION_MINOR);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        void *found = dlsym(library, places[i].name);
        if (!found)
            return spk_fail(why, SPK_EREFUSED, "NATS' library is too old: it has no %s.",
                            places[i].name);
        memcpy((char *)&srv_libnats + places[i].offset, &found, sizeof found);
    }
    loaded = true;
    return SPK_OK;
}
