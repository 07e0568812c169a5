/* postgres_libpq.c: loads PostgreSQL's library. See libpq.h. */
#define SRV_LIBPQ_ITSELF
#include "hosts/server/store/libpq.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

srv_libpq_functions srv_libpq;

static const struct place {
    const char *name;
    size_t offset;
} places[] = {
#define F(name) {#name, offsetof(srv_libpq_functions, name)},
    SRV_LIBPQ_FUNCTIONS(F)
#undef F
};

spk_err srv_libpq_load(spk_why *why)
{
    static bool loaded;
    if (loaded)
        return SPK_OK;
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return spk_fail(why, SPK_EREFUSED,
                        "PostgreSQL's library is not there: install libpq.so.5 (Debian: libpq5).");
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        void *found = dlsym(library, places[i].name);
        if (!found)
            return spk_fail(why, SPK_EREFUSED, "PostgreSQL's library is too old: it has no %s.",
                            places[i].name);
        memcpy((char *)&srv_libpq + places[i].offset, &found, sizeof found);
    }
    loaded = true;
    return SPK_OK;
}
