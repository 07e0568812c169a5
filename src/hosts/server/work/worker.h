/* worker.h: a process that works for others: it says on the bus that it is there, takes as many pieces of work as it has
 * cores, and answers.
 *
 *     srv_worker *w = srv_worker_open(&(srv_worker_options){.bus = bus_options, .kinds = kinds, .n_cores = 4, ...}, &why);
 *     srv_worker_run(w);              until somebody calls srv_worker_stop, perhaps in a signal handler
 *     srv_worker_close(w);
 *
 * There are two ranks of work. Thoughts of tables, where people wait, come in slices; each core runs one. Work in the
 * background (games of the arena) runs to its end, one piece a core, on threads with the lowest priority: it takes what
 * the thoughts leave.
 *
 * A piece of work that waits for its next slice is kept for SRV_WORK_KEPT_MS; then its asker is gone. Stopping: it takes
 * nothing new and answers what it has begun, for at most SRV_WORK_LEAVE_MS; a second call ends it at once. */
#ifndef SRV_WORK_WORKER_H
#define SRV_WORK_WORKER_H

#include <stdatomic.h>

#include "base/buf.h"
#include "base/err.h"
#include "hosts/server/bus/bus.h"

enum {
    SRV_WORK_BEAT_MS = 500,    /* between two signs of life */
    SRV_WORK_SILENT_MS = 1500, /* who was not heard of for so long is dead */
    SRV_WORK_KEPT_MS = 10000,
    SRV_WORK_LEAVE_MS = 5000,
    SRV_WORK_CORES = 256,
    SRV_WORK_ID = 25, /* room for an id: hexadecimal digits */
};

/* A kind of work: text in, text out. */
typedef struct srv_work_kind {
    const char *name;
    bool is_background;
    /* A piece of work from its text (n bytes, terminated). NULL: it is none; 'why' goes back to the asker. */
    void *(*begin)(const char *text, size_t n, spk_why *why);
    /* Some of it, on a thread; all of it where it is in the background. True: the answer is in 'out'. Returns soon after
     * *stop: then nobody wants to know. */
    bool (*work)(void *self, const atomic_bool *stop, spk_buf *out);
    void (*end)(void *self);
} srv_work_kind;

typedef struct srv_worker_options {
    srv_bus_options bus;               /* without 'wake' and 'gap' */
    const srv_work_kind *const *kinds; /* ends with NULL */
    int n_cores;
    const char *version; /* with the fingerprint: who differs is refused */
    uint64_t fingerprint;
    host_clock clock;
    /* In srv_worker_run: something an operator should know. May be NULL. */
    void (*say)(void *context, const char *line);
    void *context;
} srv_worker_options;

typedef struct srv_worker srv_worker;

srv_worker *srv_worker_open(const srv_worker_options *options, spk_why *why);
void srv_worker_run(srv_worker *w);
void srv_worker_stop(srv_worker *w); /* from a signal handler or another thread */
void srv_worker_close(srv_worker *w);

typedef struct srv_worker_figures {
    int64_t n_done, n_refused, n_dropped; /* pieces of work */
    double busy_ms;
} srv_worker_figures;

void srv_worker_look(const srv_worker *w, srv_worker_figures *figures);

#endif
