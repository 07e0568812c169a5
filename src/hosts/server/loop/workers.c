/* workers.c: see workers.h. */
#include "hosts/server/loop/workers.h"

#include "base/mem.h"

enum { MOST = 256 };

struct srv_workers {
    uv_async_t async;
    uv_mutex_t lock;
    uv_cond_t more;
    uv_thread_t thread[MOST];
    int n, n_started, n_waiting, n_working;
    bool stop;
    srv_job *todo, *last_todo;
    srv_job *finished, *last_finished;
};

static void append(srv_job **first, srv_job **last, srv_job *job)
{
    job->next = NULL;
    if (*first)
        (*last)->next = job;
    else
        *first = job;
    *last = job;
}

static srv_job *pop(srv_workers *w)
{
    srv_job *job = w->todo;
    if (job)
        w->todo = job->next;
    return job;
}

static srv_job *take(srv_workers *w)
{
    srv_job *job = NULL;
    uv_mutex_lock(&w->lock);
    while (!w->stop && !(job = pop(w)))
        uv_cond_wait(&w->more, &w->lock);
    if (job) {
        w->n_waiting--;
        w->n_working++;
    }
    uv_mutex_unlock(&w->lock);
    return job;
}

static void work(void *arg)
{
    srv_workers *w = arg;
    for (srv_job *job; (job = take(w));) {
        job->work(job);
        uv_mutex_lock(&w->lock);
        w->n_working--;
        append(&w->finished, &w->last_finished, job);
        uv_mutex_unlock(&w->lock);
        uv_async_send(&w->async);
    }
}

static srv_job *take_all(srv_workers *w, srv_job **list)
{
    uv_mutex_lock(&w->lock);
    srv_job *jobs = *list;
    *list = NULL;
    uv_mutex_unlock(&w->lock);
    return jobs;
}

static void finish(srv_job *jobs, bool stopped)
{
    for (srv_job *next; jobs; jobs = next) {
        next = jobs->next;
        jobs->done(jobs, stopped);
    }
}

static void on_finished(uv_async_t *async)
{
    srv_workers *w = async->data;
    finish(take_all(w, &w->finished), false);
}

srv_workers *srv_workers_new(uv_loop_t *loop, int n)
{
    srv_workers *w = spk_alloc(sizeof *w);
    int cores = (int)uv_available_parallelism();
    w->n = n ? n : cores > 1 ? cores - 1 : 1;
    w->n = w->n > MOST ? MOST : w->n;
    uv_async_init(loop, &w->async, on_finished);
    w->async.data = w;
    uv_mutex_init(&w->lock);
    uv_cond_init(&w->more);
    return w;
}

/* Search trees live on the heap; a stack needs room for some states and lists of moves. */
static void start_one(srv_workers *w)
{
    uv_thread_options_t options = {.flags = UV_THREAD_HAS_STACK_SIZE, .stack_size = 2 << 20};
    if (uv_thread_create_ex(&w->thread[w->n_started], &options, work, w) == 0)
        w->n_started++;
}

void srv_workers_give(srv_workers *w, srv_job *job)
{
    uv_mutex_lock(&w->lock);
    append(&w->todo, &w->last_todo, job);
    w->n_waiting++;
    bool idle = w->n_working + w->n_waiting <= w->n_started;
    uv_mutex_unlock(&w->lock);
    if (!idle && w->n_started < w->n)
        start_one(w);
    uv_cond_signal(&w->more);
}

void srv_workers_stop(srv_workers *w)
{
    if (!w || w->stop)
        return;
    uv_mutex_lock(&w->lock);
    w->stop = true;
    w->n_waiting = 0;
    uv_cond_broadcast(&w->more);
    uv_mutex_unlock(&w->lock);
    for (int i = 0; i < w->n_started; i++)
        uv_thread_join(&w->thread[i]);
    finish(take_all(w, &w->finished), true);
    finish(take_all(w, &w->todo), true);
    uv_close((uv_handle_t *)&w->async, NULL);
}

void srv_workers_free(srv_workers *w)
{
    if (!w)
        return;
    uv_mutex_destroy(&w->lock);
    uv_cond_destroy(&w->more);
    spk_free(w);
}

int srv_workers_n(const srv_workers *w) { return w->n; }

int srv_workers_n_waiting(srv_workers *w)
{
    uv_mutex_lock(&w->lock);
    int n = w->n_waiting;
    uv_mutex_unlock(&w->lock);
    return n;
}
