/* workers.h: threads that do one thing at a time for the loop: a job's 'work' runs on one of them, and
 * then its 'done' in the loop's thread. Jobs of one rank are taken in the order in which they were given, and
 * those that somebody waits for before those that nobody does.
 *
 *     srv_workers *w = srv_workers_new(loop, 2);          threads start with the first job
 *     srv_workers_give(w, &job->job);                     embedded in a struct of the caller's
 *     srv_workers_stop(w);                                no 'done' runs any more but with 'stopped' set
 *     ... uv_run returns ...
 *     srv_workers_free(w); */
#ifndef SRV_WORKERS_H
#define SRV_WORKERS_H

#include <stdbool.h>
#include <uv.h>

typedef enum srv_rank {
    SRV_RANK_TABLE,  /* people at a table wait for it */
    SRV_RANK_GUEST,  /* one person does, who asked for something extra */
    SRV_RANK_NOBODY, /* nobody looks */
    SRV_RANK_COUNT
} srv_rank;

typedef struct srv_job srv_job;
struct srv_job {
    void (*work)(srv_job *job);
    void (*done)(srv_job *job, bool stopped); /* to free it, if nothing else */
    srv_job *next;
};

typedef struct srv_workers srv_workers;

srv_workers *srv_workers_new(uv_loop_t *loop, int n); /* 0: one less than there are cores */
void srv_workers_give(srv_workers *w, srv_job *job, srv_rank rank);

/* Wait for those at work (jobs should be short), throw away what waits. */
void srv_workers_stop(srv_workers *w);
void srv_workers_free(srv_workers *w);

int srv_workers_n_waiting(srv_workers *w);
int srv_workers_n_working(srv_workers *w);

#endif
