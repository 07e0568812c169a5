/* staff.h: the workers that a house or an arena can ask (work.h), and what they are doing for it.
 *
 *     srv_staff *staff = srv_staff_open(&(srv_staff_options){.bus = bus, .version = v, .fingerprint = f, ...}, &why);
 *     if (srv_staff_places(staff, false))
 *         errand = srv_staff_give(staff, "thought", text, n, on_errand, job);
 *     ...
 *     srv_staff_tick(staff);        about ten times a second: who has gone silent?
 *     srv_staff_close(staff);       before the bus
 *
 * An errand is a piece of work somewhere else. Its handler hears what becomes of it:
 *
 *     MORE    a slice is over. It waits at its worker until srv_staff_go_on; drop it if nobody wants it any more
 *     BUSY    its worker has no core free now. One that was just given is over: give it again. One that waits goes on
 *             waiting
 *     DONE    'text' is the answer, and the errand is over. The handler returns whether it was one: a worker that
 *             answers nonsense is asked nothing for a minute
 *     LOST    the worker died, forgot it or answered nonsense, and the errand is over: give it again, or do it yourself
 *     BAD     the worker cannot do it, and 'text' says why: do it yourself
 *
 * LOST may also come while the errand waits at its worker. All handlers run from srv_bus_poll, srv_staff_tick and
 * srv_staff_close. A worker that was silent for SRV_WORK_SILENT_MS is dead; one that has left the message server, as one
 * that was killed, is found out sooner: after half of that it is asked. */
#ifndef SRV_WORK_STAFF_H
#define SRV_WORK_STAFF_H

#include "hosts/server/bus/bus.h"
#include "hosts/server/work/worker.h"

typedef struct srv_staff srv_staff;
typedef struct srv_errand srv_errand;

typedef enum srv_fate {
    SRV_FATE_MORE,
    SRV_FATE_BUSY,
    SRV_FATE_DONE,
    SRV_FATE_LOST,
    SRV_FATE_BAD,
    SRV_FATE_COUNT
} srv_fate;

/* 'text' is terminated; "" where there is none. 'took_ms': of a core, by this slice. */
typedef bool srv_on_errand(void *context, srv_fate fate, const char *text, double took_ms);

/* What an operator should know, once for each worker. */
typedef enum srv_staff_news {
    SRV_STAFF_CAME,
    SRV_STAFF_LEFT,
    SRV_STAFF_DIED,
    SRV_STAFF_OTHER,    /* of another version: it is asked nothing */
    SRV_STAFF_NONSENSE, /* it answered what is no answer */
    SRV_STAFF_NEWS_COUNT
} srv_staff_news;

typedef struct srv_staff_options {
    srv_bus *bus; /* must outlive the staff */
    const char *version;
    uint64_t fingerprint;
    host_clock clock;
    void (*on_free)(void *context); /* a core may be free. May be NULL */
    void (*on_news)(void *context, srv_staff_news news, const char *worker, const char *detail);
    void *context;
} srv_staff_options;

/* NULL: the bus did not let us listen. */
srv_staff *srv_staff_open(const srv_staff_options *options, spk_why *why);
void srv_staff_close(srv_staff *c); /* NULL is fine. Every errand is LOST */
void srv_staff_tick(srv_staff *c);

/* A bit for every worker that has a core free, for thoughts or for work in the background; 0: nobody has. */
uint64_t srv_staff_places(const srv_staff *c, bool background);
int srv_staff_n_free(const srv_staff *c, bool background); /* cores for something new, of all */
uint64_t srv_errand_place(const srv_errand *e); /* the bit of the worker at which it waits */

/* Give it to a free worker. NULL: there is none, or the text is too long for the bus. */
srv_errand *srv_staff_give(srv_staff *c, const char *kind, bool background, const char *text,
                           size_t n, srv_on_errand *on, void *context);
bool srv_staff_go_on(srv_errand *e); /* false: not now; it waits on */
void srv_staff_drop(srv_errand *e);  /* its handler does not run any more */

/* Something waits here that nobody had room for: workers are asked for an offer. Cheap: call it as often as you like. */
void srv_staff_want(srv_staff *c, bool background);

typedef struct srv_staff_figures {
    int64_t n_workers, n_cores, n_errands;          /* now */
    int64_t n_given, n_done, n_lost, n_busy, n_bad; /* ever; given: not counting slices */
} srv_staff_figures;

void srv_staff_look(const srv_staff *c, srv_staff_figures *figures);

#endif
