/* inside.h: what the files of the bus share.
 *
 *     bus.c            the calls of bus.h: subjects, what has arrived, requests and their time
 *     local.c          a bus in the process
 *     nats.c           a bus on NATS
 *     nats_library.c   NATS' library, loaded when it is needed (libnats.h)
 *     nats_none.c      in place of both where there was no libnats when Speakeasy was built
 *
 * A backend carries messages and knows nothing of requests: an answer is a message to a subject of the asker's own. */
#ifndef SRV_BUS_INSIDE_H
#define SRV_BUS_INSIDE_H

#include "hosts/server/bus/bus.h"

typedef struct srv_bus_backend {
    /* NULL: see 'why'. From here on srv_bus_arrive may be called. */
    void *(*open)(srv_bus *bus, const srv_bus_options *options, spk_why *why);
    void (*close)(void *self); /* srv_bus_arrive is not called any more */

    spk_err (*publish)(void *self, const char *subject, const char *reply, const void *bytes,
                       size_t n);
    spk_err (*subscribe)(void *self, int id, const char *pattern, const char *group, spk_why *why);
    void (*unsubscribe)(void *self, int id);
    spk_err (*health)(void *self, spk_why *why);

    /* Of a bus whose owner watches it; NULL: there is nothing to watch. */
    int (*fd)(void *self);
    void (*read)(void *self);
    void (*flush)(void *self);
} srv_bus_backend;

extern const srv_bus_backend srv_bus_local, srv_bus_nats;

void *srv_bus_self(const srv_bus *bus); /* what its backend has opened */
void srv_bus_wake(const srv_bus *bus);  /* the owner; from any thread */

/* A message for subscription 'id', from any thread; copied. 'nobody': in place of an answer. */
void srv_bus_arrive(srv_bus *bus, int id, const srv_bus_message *message, bool nobody);

/* Messages may have been lost; from any thread. */
void srv_bus_mind_the_gap(srv_bus *bus);

#endif
