/* loop.c: see loop.h. */
#include "hosts/server/loop/loop.h"

#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <uv.h>

#include "base/mem.h"
#include "hosts/server/loop/workers.h"

typedef struct call { /* somebody who wants to be called later */
    struct call *next;
    uint64_t due_ms; /* uv_now */
    void (*run)(void *context);
    void *context;
} call;

struct srv_loop {
    uv_loop_t uv;
    uv_async_t woken;      /* the store has answers, or something has ended */
    uv_prepare_t turn_end; /* before the loop waits */
    uv_timer_t timer;      /* for the first of 'calls' */
    uv_poll_t watched;     /* a descriptor of the house's: the bus */
    bool has_watched;
    void (*on_watched)(void *context);
    void *watched_context;
    uv_signal_t term, interrupt, hup;
    bool has_signals, closing;
    uv_process_t browser;
    call *calls; /* the first first */
    char program[1024];
    srv_world world;
    srv_net *net;
    bool net_gone;
    srv_workers *workers;
    srv_house *house;
    const srv_config *config;
    srv_log *log;
};

srv_net *srv_loop_net(srv_loop *l) { return l->net; }
srv_house *srv_loop_house(srv_loop *l) { return l->house; }

/* -- Time ---------------------------------------------------------------------------------------- */

static int64_t wall_ms(void *loop)
{
    struct timespec now;
    (void)loop;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* It goes on while the machine sleeps: a node must know that its lease may be over. */
static uint64_t now_ns(void *loop)
{
    struct timespec now;
    (void)loop;
    clock_gettime(CLOCK_BOOTTIME, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void wait_ms(void *loop, int ms)
{
    (void)loop;
    host_clock_wait(&host_clock_real, ms);
}

static void on_timer(uv_timer_t *timer);

static void set_timer(srv_loop *l)
{
    uint64_t now = uv_now(&l->uv);
    if (l->calls)
        uv_timer_start(&l->timer, on_timer, l->calls->due_ms > now ? l->calls->due_ms - now : 0, 0);
}

/* Those that were asked for by now; what they ask for with 0 ms waits for another turn of the loop. */
static void on_timer(uv_timer_t *timer)
{
    srv_loop *l = timer->data;
    uint64_t now = uv_now(&l->uv);
    call *due = l->calls, **end = &due;
    while (*end && (*end)->due_ms <= now)
        end = &(*end)->next;
    l->calls = *end;
    *end = NULL;
    for (call *next; due; due = next) {
        next = due->next;
        due->run(due->context);
        spk_free(due);
    }
    set_timer(l);
}

static void later(void *loop, int ms, void (*run)(void *context), void *context)
{
    srv_loop *l = loop;
    call *c = spk_alloc(sizeof *c), **at = &l->calls;
    *c = (call){.due_ms = uv_now(&l->uv) + (uint64_t)ms, .run = run, .context = context};
    while (*at && (*at)->due_ms <= c->due_ms)
        at = &(*at)->next;
    c->next = *at;
    *at = c;
    set_timer(l);
}

/* -- Work ---------------------------------------------------------------------------------------- */

typedef struct aside {
    uv_work_t work;
    srv_job *job;
} aside;

static void work_aside(uv_work_t *work)
{
    srv_job *job = ((aside *)work->data)->job;
    job->work(job);
}

static void end_aside(uv_work_t *work, int status)
{
    aside *a = work->data;
    srv_job *job = a->job;
    spk_free(a);
    job->done(job, status != 0);
}

static void give(void *loop, srv_job *job, srv_rank rank)
{
    srv_loop *l = loop;
    if (rank == SRV_RANK_WORKER) {
        srv_workers_give(l->workers, job);
        return;
    }
    aside *a = spk_alloc(sizeof *a);
    a->job = job;
    a->work.data = a;
    SPK_BUG_IF(uv_queue_work(&l->uv, &a->work, work_aside, end_aside) != 0);
}

static void wake(void *loop) { uv_async_send(&((srv_loop *)loop)->woken); }

/* What an answer makes us send goes out before the next ones are told: it is still in the processor's cache, and the first of
 * a large group need not wait for the last. */
static void on_woken(uv_async_t *async)
{
    srv_loop *l = async->data;
    while (l->house && srv_server_poll_some(l->house))
        srv_net_tend(l->net);
}

static void on_readable(uv_poll_t *poll, int status, int events)
{
    srv_loop *l = poll->data;
    (void)status, (void)events; /* whatever it is: whoever reads finds out */
    l->on_watched(l->watched_context);
    on_woken(&l->woken);
}

static void watch(void *loop, int fd, void (*run)(void *context), void *context)
{
    srv_loop *l = loop;
    SPK_BUG_IF(l->has_watched || uv_poll_init(&l->uv, &l->watched, fd) != 0);
    l->has_watched = true;
    l->on_watched = run;
    l->watched_context = context;
    l->watched.data = l;
    uv_poll_start(&l->watched, UV_READABLE, on_readable);
}

static void on_turn_end(uv_prepare_t *prepare)
{
    srv_loop *l = prepare->data;
    if (l->house)
        srv_server_turn(l->house);
}

/* -- Figures ------------------------------------------------------------------------------------- */

static void print_number(spk_buf *out, const char *name, const char *kind, const char *help,
                         double value)
{
    spk_buf_printf(out, "# HELP %s %s\n# TYPE %s %s\n%s %.3f\n", name, help, name, kind, name,
                   value);
}

/* The names that Prometheus' own libraries use, and the heap. */
static void print_metrics(void *loop, spk_buf *out)
{
    srv_loop *l = loop;
    uv_rusage_t used;
    size_t resident = 0;
    struct mallinfo2 heap = mallinfo2();
    uv_resident_set_memory(&resident);
    srv_net_print_metrics(l->net, out);
    print_number(out, "process_resident_memory_bytes", "gauge", "Memory of the process.",
                 (double)resident);
    print_number(out, "speakeasy_heap_bytes", "gauge", "Bytes allocated.",
                 (double)(heap.uordblks + heap.hblkhd));
    if (uv_getrusage(&used) == 0)
        print_number(out, "process_cpu_seconds_total", "counter", "CPU time, of all threads.",
                     (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                         (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6);
}

/* -- The net's calls ------------------------------------------------------------------------------- */

static void on_request(void *ctx, const srv_request *r)
{
    srv_server_request(((srv_loop *)ctx)->house, r);
}

static void on_upgrade(void *ctx, const srv_request *r)
{
    srv_server_upgrade(((srv_loop *)ctx)->house, r);
}

static void on_message(void *ctx, srv_ws ws, void *user, const char *text, size_t n)
{
    (void)ws;
    srv_server_message(((srv_loop *)ctx)->house, user, text, n);
}

static void on_closed(void *ctx, srv_ws ws, void *user, int code, const char *reason)
{
    (void)ws, (void)reason;
    srv_server_closed(((srv_loop *)ctx)->house, user, code);
}

static void on_drained(void *ctx)
{
    srv_loop *l = ctx;
    l->net_gone = true;
    if (l->house)
        srv_server_drained(l->house);
}

/* -- Closing ------------------------------------------------------------------------------------- */

static void close_signals(srv_loop *l)
{
    if (!l->has_signals)
        return;
    l->has_signals = false;
    uv_close((uv_handle_t *)&l->term, NULL);
    uv_close((uv_handle_t *)&l->interrupt, NULL);
    uv_close((uv_handle_t *)&l->hup, NULL);
}

/* Nothing may call the house any more, and no handle keeps the loop. Without handles signals would kill: what is
 * left is to close the store. */
static void closed(void *loop)
{
    srv_loop *l = loop;
    srv_workers_stop(l->workers);
    for (call *c = l->calls, *next; c; c = next) {
        next = c->next;
        spk_free(c);
    }
    l->calls = NULL;
    if (l->has_signals) {
        close_signals(l);
        signal(SIGTERM, SIG_IGN);
        signal(SIGINT, SIG_IGN);
        signal(SIGHUP, SIG_IGN);
    }
    if (l->has_watched)
        uv_close((uv_handle_t *)&l->watched, NULL);
    uv_close((uv_handle_t *)&l->timer, NULL);
    uv_close((uv_handle_t *)&l->woken, NULL);
    uv_close((uv_handle_t *)&l->turn_end, NULL);
}

void srv_loop_close(srv_loop *l)
{
    if (l->closing)
        srv_log_event(l->log, SRV_EVENT_DRAIN, SRV_KEY("why", "already shutting down"));
    l->closing = true;
    srv_server_close(l->house);
}

void srv_loop_free(srv_loop *l)
{
    if (!l)
        return;
    srv_workers_free(l->workers);
    srv_server_free(l->house);
    if (l->net)
        srv_net_free(l->net);
    uv_loop_close(&l->uv);
    spk_free(l);
}

/* Back out of what could not be opened: the loop runs once more, so that handles can go. */
static srv_loop *give_up(srv_loop *l)
{
    srv_house *house = l->house;
    l->house = NULL; /* it is told nothing any more */
    if (l->net)
        srv_net_drain(l->net, NULL, 1);
    closed(l);
    uv_run(&l->uv, UV_RUN_DEFAULT);
    l->house = house;
    srv_loop_free(l);
    return NULL;
}

/* -- Opening ------------------------------------------------------------------------------------- */

static void start_uv(srv_loop *l)
{
    size_t n = sizeof l->program;
    uv_loop_init(&l->uv);
    uv_async_init(&l->uv, &l->woken, on_woken);
    uv_prepare_init(&l->uv, &l->turn_end);
    uv_timer_init(&l->uv, &l->timer);
    l->woken.data = l->turn_end.data = l->timer.data = l;
    uv_prepare_start(&l->turn_end, on_turn_end);
    l->workers = srv_workers_new(&l->uv, (int)l->config->workers);
    l->world = (srv_world){.loop = l,
                           .wall_ms = wall_ms,
                           .now_ns = now_ns,
                           .wait = wait_ms,
                           .later = later,
                           .give = give,
                           .wake = wake,
                           .watch = watch,
                           .print_metrics = print_metrics,
                           .closed = closed,
                           .n_workers = srv_workers_n(l->workers),
                           .threads = true,
                           .program = uv_exepath(l->program, &n) == 0 ? l->program : NULL};
}

static spk_err open_net(srv_loop *l, spk_why *why)
{
    static const srv_net_handlers handlers = {.request = on_request,
                                              .upgrade = on_upgrade,
                                              .message = on_message,
                                              .closed = on_closed,
                                              .drained = on_drained};
    srv_net_config net = srv_net_defaults();
    srv_net_lists lists;
    srv_config_to_net(l->config, &net, &lists);
    net.subprotocol = "speakeasy.1";
    l->net = srv_net_new(&l->uv, &net, &handlers, l, why);
    if (l->net)
        srv_net_join(l->net, &l->world);
    return l->net ? SPK_OK : SPK_EIO;
}

static spk_err start_listening(srv_loop *l, spk_why *why)
{
    for (const char *const *at = l->config->listen; *at; at++)
        if (srv_net_listen(l->net, *at, why) != SPK_OK)
            return SPK_EIO;
    if (!srv_net_address(l->net, 0))
        return spk_fail(why, SPK_EREFUSED, "There is no address to listen on.");
    srv_house_set_link(l->house, srv_net_address(l->net, 0));
    for (int i = 0; srv_net_address(l->net, i); i++)
        srv_log_event(l->log, SRV_EVENT_LISTEN, SRV_KEY("at", srv_net_address(l->net, i)));
    return SPK_OK;
}

srv_loop *srv_loop_open(const srv_config *config, srv_log *log, spk_why *why)
{
    srv_loop *l = spk_alloc(sizeof *l);
    *l = (srv_loop){.config = config, .log = log};
    uint64_t began = uv_hrtime();
    start_uv(l);
    if (open_net(l, why) != SPK_OK || !(l->house = srv_server_open(&l->world, config, log, why)) ||
        start_listening(l, why) != SPK_OK)
        return give_up(l);
    srv_log_event(log, SRV_EVENT_READY, SRV_NUM("ms", (int64_t)((uv_hrtime() - began) / 1000000)));
    return l;
}

/* -- Running ------------------------------------------------------------------------------------- */

void srv_loop_reload(srv_loop *l)
{
    spk_why why = {0};
    if (*l->config->tls[0] && srv_net_reload_tls(l->net, &why) != SPK_OK)
        srv_log_event(l->log, SRV_EVENT_TROUBLE, SRV_KEY("why", why.text));
    if (srv_log_reopen(l->log, &why) != SPK_OK)
        srv_log_event(l->log, SRV_EVENT_TROUBLE, SRV_KEY("why", why.text));
    srv_log_plain(l->log, SRV_EVENT_RELOAD);
}

static void on_end(uv_signal_t *handle, int number)
{
    (void)number;
    srv_loop_close(handle->data);
}

static void on_hup(uv_signal_t *handle, int number)
{
    srv_loop *l = handle->data;
    (void)number;
    if (!l->closing)
        srv_loop_reload(l);
}

static void listen_to(srv_loop *l, uv_signal_t *handle, int number, uv_signal_cb then)
{
    uv_signal_init(&l->uv, handle);
    handle->data = l;
    uv_signal_start(handle, then, number);
}

void srv_loop_heed_signals(srv_loop *l)
{
    l->has_signals = true;
    listen_to(l, &l->term, SIGTERM, on_end);
    listen_to(l, &l->interrupt, SIGINT, on_end);
    listen_to(l, &l->hup, SIGHUP, on_hup);
}

void srv_loop_run(srv_loop *l) { uv_run(&l->uv, UV_RUN_DEFAULT); }

void srv_loop_turn(srv_loop *l) { uv_run(&l->uv, UV_RUN_ONCE); }

void srv_loop_browse(srv_loop *l)
{
    const char *words[] = {"xdg-open", srv_net_address(l->net, 0), NULL};
    uv_process_options_t options = {
        .file = words[0], .args = (char **)words, .flags = UV_PROCESS_DETACHED};
    if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY"))
        return;
    uv_spawn(&l->uv, &l->browser, &options);
    uv_unref((uv_handle_t *)&l->browser);
}
