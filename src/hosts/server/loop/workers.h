/* workers.h: worker threads for the loop. A job's 'work' runs on one of them, then its 'done' on
 * the loop's thread. Jobs run in the order given; table/share.h decides whose turn it is.
 *
 *     srv_workers *w = srv_workers_new(loop, 2);          threads start with the first job
 *     srv_workers_give(w, &job->job);                     embedded in a struct of the caller
 *     srv_workers_stop(w);                                from now on 'done' only runs with 'stopped' set
 *     ... uv_run returns ...
 *     srv_workers_free(w); */
#ifndef SRV_WORKERS_H
#define SRV_WORKERS_H

#include <uv.h>

#include "hosts/server/world.h"

typedef struct srv_workers srv_workers;

srv_workers *srv_workers_new(uv_loop_t *loop, int n); /* 0: one fewer than there are cores */
void srv_workers_give(srv_workers *w, srv_job *job);
int srv_workers_n(const srv_workers *w); /* threads, at most */

/* Wait for running jobs (which should be short), discard the rest. */
void srv_workers_stop(srv_workers *w);
void srv_workers_free(srv_workers *w);

int srv_workers_n_waiting(srv_workers *w);

#endif
