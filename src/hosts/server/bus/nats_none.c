/* nats_none.c: in place of nats.c where libnats was not there when Speakeasy was built. */
#include "hosts/server/bus/inside.h"

static void *open_none(srv_bus *bus, const srv_bus_options *options, spk_why *why)
{
    (void)bus, (void)options;
    spk_fail(why, SPK_EREFUSED,
             "This Speakeasy was built without NATS: install libnats (Debian: libnats-dev) and "
             "build it again.");
    return NULL;
}

const srv_bus_backend srv_bus_nats = {.open = open_none};
