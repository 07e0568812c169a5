/* postgres_none.c: in place of postgres.c where libpq was not there when Speakeasy was built. */
#include <stdio.h>

#include "hosts/server/store/backend.h"

static void *open_none(const srv_store_options *options, spk_why *why)
{
    (void)options;
    spk_fail(why, SPK_EREFUSED,
             "This Speakeasy was built without PostgreSQL: install libpq (Debian: libpq-dev) and "
             "build it again.");
    return NULL;
}

const srv_backend srv_backend_postgres = {.open = open_none};

/* Of a URL nothing is told: there may be a password in it. */
void srv_store_name(const char *path, char *room, size_t cap)
{
    snprintf(room, cap, "%s", srv_store_is_url(path) ? "postgresql://..." : path);
}
