/* bus_kit.h: what the tests of the bus share: two that are joined, and ears and mouths on them. */
#ifndef BUS_KIT_H
#define BUS_KIT_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "test.h"

#include <poll.h>
#include <stdlib.h>
#include <time.h>

#include "hosts/server/bus/bus.h"

typedef struct buses {
    srv_bus *bus[2];
    int last; /* which is to be closed last */
    int n_gaps;
    bool watched; /* by us, in place of a thread of NATS' library */
} buses;

static inline void kit_gap(void *context) { ((buses *)context)->n_gaps++; }

/* NULL: in the process. A server that a test has ended may need a moment to come back. */
static inline void open_buses_as(buses *b, const char *url, bool watched)
{
    *b = (buses){.watched = watched};
    for (int i = 1, n = 0; i >= 0; i--) {
        spk_why why = {0};
        b->bus[i] = srv_bus_open(&(srv_bus_options){.url = url,
                                                    .beside = url || i == 1 ? NULL : b->bus[1],
                                                    .gap = kit_gap,
                                                    .gap_context = b,
                                                    .watched = watched,
                                                    .clock = host_clock_real},
                                 &why);
        if (!b->bus[i] && n++ == 400)
            fail_msg("%s", why.text);
        if (!b->bus[i])
            nanosleep(&(struct timespec){0, 50000000}, NULL), i++;
    }
}

static inline void open_buses(buses *b, const char *url) { open_buses_as(b, url, false); }

static inline void close_buses(buses *b)
{
    srv_bus_close(b->bus[0]);
    srv_bus_close(b->bus[1]);
}

#ifdef KIT_NATS
static inline const char *kit_url(void)
{
    static char url[200];
    const char *where = getenv("SPK_TEST_NATS");
    if (!where)
        fail_msg("there is no NATS server: run this with tests/with_nats");
    snprintf(url, sizeof url, "nats://speakeasy:right@%s", where);
    return url;
}

#define ON_NATS(name)                                                                              \
    TEST(name##_on_nats)                                                                           \
    {                                                                                              \
        buses b;                                                                                   \
        open_buses(&b, kit_url());                                                                 \
        name##_body(&b);                                                                           \
        close_buses(&b);                                                                           \
    }                                                                                              \
    TEST(name##_on_nats_watched)                                                                   \
    {                                                                                              \
        buses b;                                                                                   \
        open_buses_as(&b, kit_url(), true);                                                        \
        name##_body(&b);                                                                           \
        close_buses(&b);                                                                           \
    }
#else
#define ON_NATS(name)
#endif

/* Runs in the process, and on NATS if there is one. */
#define BUS_TEST(name)                                                                             \
    static void name##_body(buses *b);                                                             \
    TEST(name##_in_the_process)                                                                    \
    {                                                                                              \
        buses b;                                                                                   \
        open_buses(&b, NULL);                                                                      \
        name##_body(&b);                                                                           \
        close_buses(&b);                                                                           \
    }                                                                                              \
    ON_NATS(name)                                                                                  \
    static void name##_body(buses *b)

/* -- Waiting ---------------------------------------------------------------------------------------- */

/* As the owner's loop does it: what was said is sent, and what can be read is read ... */
static inline void attend(const buses *b, srv_bus *bus)
{
    struct pollfd fd = {.fd = b->watched ? srv_bus_fd(bus) : -1, .events = POLLIN};
    srv_bus_flush(bus);
    for (int i = 0; i < 256 && poll(&fd, 1, 0) > 0; i++) /* some at a time */
        srv_bus_read(bus);
}

/* ... and heard. */
static inline int turn(const buses *b, srv_bus *bus)
{
    attend(b, bus);
    int n = srv_bus_poll(bus);
    srv_bus_flush(bus);
    return n;
}

static inline void pause_and_poll(buses *b)
{
    int n = 0;
    for (int i = 0; i < 2; i++)
        n += b->bus[i] ? turn(b, b->bus[i]) : 0;
    if (n == 0)
        nanosleep(&(struct timespec){0, 1000000}, NULL);
}

/* Until *n is as wanted, for twenty seconds at most. */
static inline void settle(buses *b, const int *n, int wanted)
{
    for (int i = 0; i < 20000 && *n < wanted; i++)
        pause_and_poll(b);
    CHECK_INT(*n, wanted);
}

/* -- Ears ---------------------------------------------------------------------------------------------- */

typedef struct ear {
    int n;
    char text[400]; /* "subject bytes\n" of the first few */
    char bytes[1000];
    size_t n_bytes; /* of the longest */
    bool in_order;  /* each was the number before it and one more */
} ear;

static inline void on_ear(void *context, const srv_bus_message *m)
{
    ear *e = context;
    size_t used = strlen(e->text);
    if (m->n < 100)
        snprintf(e->text + used, sizeof e->text - used, "%s %s\n", m->subject, m->bytes);
    if (m->n > e->n_bytes && m->n <= sizeof e->bytes)
        memcpy(e->bytes, m->bytes, m->n), e->n_bytes = m->n;
    e->in_order = (e->in_order || e->n == 0) && atoi(m->bytes) == e->n;
    e->n++;
}

typedef struct reply {
    int n;
    spk_err err;
    char text[100];
} reply;

static inline void on_answer(void *context, spk_err err, const srv_bus_message *m)
{
    reply *r = context;
    r->n++;
    r->err = err;
    CHECK((err == SPK_OK) == (m != NULL));
    snprintf(r->text, sizeof r->text, "%s", m ? m->bytes : "");
}

typedef struct mouth {
    srv_bus *bus;
    const char *says;
} mouth;

static inline void on_mouth(void *context, const srv_bus_message *m)
{
    const mouth *mo = context;
    char text[100];
    int n = snprintf(text, sizeof text, "%s %s", mo->says, m->bytes);
    CHECK_INT(srv_bus_answer(mo->bus, m, text, (size_t)n), SPK_OK);
}

/* What was sent to the server before this has arrived there: each hears the other. */
static inline void meet(buses *b)
{
    for (int i = 0; i < 2; i++) {
        ear e = {0};
        int id = srv_bus_subscribe(b->bus[i], "meet", NULL, on_ear, &e, NULL);
        for (int k = 0; k < 20000 && e.n == 0; k++) {
            if (k % 20 == 0)
                CHECK_INT(srv_bus_publish(b->bus[i], "meet", "", 0), SPK_OK);
            pause_and_poll(b);
        }
        CHECK(e.n > 0);
        srv_bus_unsubscribe(b->bus[i], id);
    }
}

static inline int hear(buses *b, int which, const char *pattern, const char *group, ear *e)
{
    spk_why why = {0};
    int id = srv_bus_subscribe(b->bus[which], pattern, group, on_ear, e, &why);
    if (!id)
        fail_msg("%s", why.text);
    meet(b);
    return id;
}

static inline void say(buses *b, int which, const char *subject, const char *text)
{
    CHECK_INT(srv_bus_publish(b->bus[which], subject, text, strlen(text)), SPK_OK);
}

#endif
