/* worker.c: see worker.h.
 *
 *     main thread    on_do: a core is taken at the desk -> [todo]
 *     a thread       takes it, works for a slice        -> [finished], and rings
 *     main thread    the core goes back; the answer leaves; whoever wants one is offered the core
 *
 * All but the two lists belongs to the main thread, which sleeps in poll() until somebody rings: the bus, a thread, a
 * signal. */
#include "hosts/server/work/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/work/desk.h"
#include "hosts/server/work/head.h"

enum { RANKS = 2, PIECES_A_CORE = 16, BODY_STACK = 2 << 20 };

/* A piece of work. 'next' and what a thread does to it are guarded by the lock while it is todo or finished. */
typedef struct piece {
    struct piece *next;     /* todo or finished */
    struct piece *next_all; /* of the main thread */
    char asker[SRV_WORK_ID];
    uint64_t job;
    const srv_work_kind *kind;
    spk_buf text;
    void *self; /* once it has begun */
    bool is_working, is_done, is_bad;
    atomic_bool stop;
    char reply[SRV_BUS_SUBJECT];
    spk_buf out;
    spk_why why;
    double took_ms;
    double kept_until_ms; /* while it waits */
} piece;

struct srv_worker {
    srv_worker_options options;
    srv_bus *bus;
    char id[SRV_WORK_ID];
    srv_desk desk[RANKS]; /* by kind->is_background */
    piece *pieces;
    int n_pieces;
    double beat_ms, leave_ms; /* the next sign of life; when it has to be gone */
    bool leaves, is_refused;
    atomic_int n_stops;
    int bell[2]; /* a pipe */
    srv_worker_figures figures;

    pthread_mutex_t lock;
    pthread_cond_t more[RANKS];
    piece *todo[RANKS], *last_todo[RANKS], *finished, *last_finished;
    bool ends;
    pthread_t thread[RANKS][SRV_WORK_CORES];
    int n_threads[RANKS];
};

typedef struct seat_of_thread { /* what a thread is told when it starts */
    srv_worker *worker;
    int rank;
} seat_of_thread;

static double now_of(const srv_worker *w) { return host_clock_ms(&w->options.clock); }

static void say(const srv_worker *w, const char *line)
{
    if (w->options.say)
        w->options.say(w->options.context, line);
}

/* One byte in the pipe is enough; if it is full, somebody rang already. */
static void ring(void *context)
{
    const srv_worker *w = context;
    int kept = errno;
    ssize_t n = write(w->bell[1], "", 1);
    (void)n;
    errno = kept;
}

/* -- The threads ------------------------------------------------------------------------------------ */

static void append(piece **first, piece **last, piece *p)
{
    p->next = NULL;
    *(*first ? &(*last)->next : first) = p;
    *last = p;
}

static piece *take(srv_worker *w, int rank)
{
    piece *p = NULL;
    pthread_mutex_lock(&w->lock);
    while (!w->ends && !(p = w->todo[rank]))
        pthread_cond_wait(&w->more[rank], &w->lock);
    if (w->ends)
        p = NULL;
    if (p)
        w->todo[rank] = p->next;
    pthread_mutex_unlock(&w->lock);
    return p;
}

static void work_on(srv_worker *w, piece *p)
{
    double since_ms = now_of(w);
    if (!p->self)
        p->self = p->kind->begin(spk_buf_text(&p->text), p->text.n, &p->why);
    spk_buf_release(&p->text);
    p->is_bad = !p->self;
    p->is_done = p->self && p->kind->work(p->self, &p->stop, &p->out);
    p->took_ms = now_of(w) - since_ms;
}

static void *run_thread(void *arg)
{
    seat_of_thread seat = *(seat_of_thread *)arg;
    srv_worker *w = seat.worker;
    spk_free(arg);
    if (seat.rank) /* Linux: of this thread alone */
        setpriority(PRIO_PROCESS, (id_t)gettid(), 19);
    for (piece *p; (p = take(w, seat.rank));) {
        work_on(w, p);
        pthread_mutex_lock(&w->lock);
        append(&w->finished, &w->last_finished, p);
        pthread_mutex_unlock(&w->lock);
        ring(w);
    }
    return NULL;
}

static bool start_thread(srv_worker *w, int rank)
{
    pthread_attr_t attr;
    seat_of_thread *seat = spk_alloc(sizeof *seat);
    *seat = (seat_of_thread){w, rank};
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, BODY_STACK);
    int failed = pthread_create(&w->thread[rank][w->n_threads[rank]], &attr, run_thread, seat);
    pthread_attr_destroy(&attr);
    if (failed)
        spk_free(seat);
    else
        w->n_threads[rank]++;
    return !failed;
}

/* -- Answers ---------------------------------------------------------------------------------------- */

static srv_head head_of(const srv_worker *w)
{
    double now_ms = now_of(w);
    srv_head h = {.fingerprint = w->options.fingerprint,
                  .n_cores = w->leaves ? 0 : w->options.n_cores,
                  .n_free = w->leaves ? 0 : srv_desk_n_free(&w->desk[0], now_ms),
                  .n_spare = w->leaves ? 0 : srv_desk_n_free(&w->desk[1], now_ms)};
    memcpy(h.id, w->id, sizeof h.id);
    snprintf(h.version, sizeof h.version, "%s", w->options.version);
    return h;
}

static void send_head(srv_worker *w, const char *subject, const srv_head *h)
{
    spk_buf out = {0};
    srv_head_print(h, &out);
    srv_bus_publish(w->bus, subject, spk_buf_text(&out), out.n);
    spk_buf_release(&out);
}

static void answer(srv_worker *w, const char *reply, uint64_t job, srv_work_what what,
                   const char *body, double took_ms)
{
    srv_head h = head_of(w);
    h.job = job;
    h.what = what;
    h.body = body;
    h.n_body = strlen(body);
    h.took_us = (uint32_t)(took_ms * 1000);
    if (*reply)
        send_head(w, reply, &h);
}

static void beat(srv_worker *w)
{
    srv_head h = head_of(w);
    send_head(w, "work.here", &h);
    w->beat_ms = now_of(w) + SRV_WORK_BEAT_MS;
}

/* -- Pieces of work ----------------------------------------------------------------------------------- */

static piece *find(srv_worker *w, const char *asker, uint64_t job)
{
    piece *p = w->pieces;
    while (p && (p->job != job || !spk_str_eq(p->asker, asker)))
        p = p->next_all;
    return p;
}

/* Not while a thread has it. */
static void free_piece(srv_worker *w, piece *p)
{
    piece **at = &w->pieces;
    while (*at != p)
        at = &(*at)->next_all;
    *at = p->next_all;
    w->n_pieces--;
    if (p->self)
        p->kind->end(p->self);
    spk_buf_release(&p->text);
    spk_buf_release(&p->out);
    spk_free(p);
}

static const srv_work_kind *kind_of(const srv_worker *w, const char *name)
{
    for (int i = 0; w->options.kinds[i]; i++)
        if (spk_str_eq(w->options.kinds[i]->name, name))
            return w->options.kinds[i];
    return NULL;
}

static piece *new_piece(srv_worker *w, const srv_head *h, const srv_work_kind *kind)
{
    piece *p = spk_alloc(sizeof *p);
    *p = (piece){.next_all = w->pieces, .job = h->job, .kind = kind};
    memcpy(p->asker, h->id, sizeof p->asker);
    spk_buf_add(&p->text, h->body, h->n_body);
    w->pieces = p;
    w->n_pieces++;
    return p;
}

/* Hand it to a thread; one more is started if there are too few. */
static void start(srv_worker *w, piece *p, const char *reply)
{
    int rank = p->kind->is_background;
    snprintf(p->reply, sizeof p->reply, "%s", reply);
    p->is_working = true;
    if (w->n_threads[rank] < w->desk[rank].n_taken)
        start_thread(w, rank);
    pthread_mutex_lock(&w->lock);
    append(&w->todo[rank], &w->last_todo[rank], p);
    pthread_mutex_unlock(&w->lock);
    pthread_cond_signal(&w->more[rank]);
}

/* NULL: this can be done. */
static const char *find_fault(srv_worker *w, const srv_head *h, const srv_work_kind *kind)
{
    piece *p = find(w, h->id, h->job);
    if (!spk_str_eq(h->version, w->options.version) || h->fingerprint != w->options.fingerprint)
        return "this worker is of another version";
    if (!kind || !h->job)
        return "this worker does no such work";
    if (h->goes_on ? !p || p->is_working || p->kind != kind : p != NULL)
        return "this worker does not know that job";
    return NULL;
}

static void on_do(void *context, const srv_bus_message *message)
{
    srv_worker *w = context;
    srv_head h;
    spk_why why = {0};
    if (!*message->reply || strlen(message->reply) >= SRV_BUS_SUBJECT)
        return;
    if (srv_head_parse(message->bytes, message->n, &h, &why) != SPK_OK || !*h.id) {
        answer(w, message->reply, 0, SRV_WORK_BAD, why.text, 0);
        return;
    }
    if (spk_str_eq(h.kind, "probe")) {
        answer(w, message->reply, 0, SRV_WORK_DONE, "", 0);
        return;
    }
    const srv_work_kind *kind = kind_of(w, h.kind);
    const char *fault = find_fault(w, &h, kind);
    if (fault) {
        w->figures.n_refused++;
        answer(w, message->reply, h.job, SRV_WORK_BAD, fault, 0);
        return;
    }
    bool full = !h.goes_on && w->n_pieces >= PIECES_A_CORE * w->options.n_cores;
    srv_desk *desk = &w->desk[kind->is_background];
    if (w->leaves || full || !srv_desk_take(desk, h.id, now_of(w))) {
        srv_desk_want(desk, h.id, now_of(w));
        answer(w, message->reply, h.job, SRV_WORK_BUSY, "", 0);
        return;
    }
    start(w, h.goes_on ? find(w, h.id, h.job) : new_piece(w, &h, kind), message->reply);
}

static void on_drop(void *context, const srv_bus_message *message)
{
    srv_worker *w = context;
    srv_head h;
    if (srv_head_parse(message->bytes, message->n, &h, NULL) != SPK_OK)
        return;
    piece *p = find(w, h.id, h.job);
    if (!p)
        return;
    w->figures.n_dropped++;
    if (p->is_working)
        p->stop = true;
    else
        free_piece(w, p);
}

static void make_offers(srv_worker *w)
{
    char asker[SRV_WORK_ID], subject[SRV_BUS_SUBJECT];
    for (int rank = 0; rank < RANKS && !w->leaves; rank++)
        while (srv_desk_offer(&w->desk[rank], now_of(w), asker)) {
            srv_head h = head_of(w);
            *(rank ? &h.n_spare : &h.n_free) += 1; /* the one that is kept for it */
            snprintf(subject, sizeof subject, "work.offer.%s", asker);
            send_head(w, subject, &h);
        }
}

static void on_want(void *context, const srv_bus_message *message)
{
    srv_worker *w = context;
    srv_head h;
    if (srv_head_parse(message->bytes, message->n, &h, NULL) != SPK_OK || !*h.id)
        return;
    if (h.n_free)
        srv_desk_want(&w->desk[0], h.id, now_of(w));
    if (h.n_spare)
        srv_desk_want(&w->desk[1], h.id, now_of(w));
    make_offers(w);
}

static void on_who(void *context, const srv_bus_message *message)
{
    (void)message;
    beat(context);
}

static void on_refuse(void *context, const srv_bus_message *message)
{
    srv_worker *w = context;
    srv_head h;
    char line[200];
    if (w->is_refused || srv_head_parse(message->bytes, message->n, &h, NULL) != SPK_OK)
        return;
    w->is_refused = true; /* once is enough */
    snprintf(line, sizeof line,
             "a server of version %s has no work for this worker of version %s: install the same "
             "version",
             h.version, w->options.version);
    say(w, line);
}

/* -- Slices that are over ------------------------------------------------------------------------------ */

static void finish(srv_worker *w, piece *p)
{
    bool stopped = p->stop;
    srv_work_what what = p->is_bad ? SRV_WORK_BAD : p->is_done ? SRV_WORK_DONE : SRV_WORK_MORE;
    p->is_working = false;
    srv_desk_back(&w->desk[p->kind->is_background], p->asker, p->took_ms);
    w->figures.busy_ms += p->took_ms;
    make_offers(w); /* before the answer, which says what is free for its asker */
    if (!stopped)
        answer(w, p->reply, p->job, what, p->is_bad ? p->why.text : spk_buf_text(&p->out),
               p->took_ms);
    w->figures.n_done += !stopped && what == SRV_WORK_DONE;
    w->figures.n_refused += !stopped && what == SRV_WORK_BAD;
    p->kept_until_ms = now_of(w) + SRV_WORK_KEPT_MS;
    if (stopped || what != SRV_WORK_MORE)
        free_piece(w, p);
}

static void finish_all(srv_worker *w)
{
    pthread_mutex_lock(&w->lock);
    piece *p = w->finished;
    w->finished = NULL;
    pthread_mutex_unlock(&w->lock);
    for (piece *next; p; p = next) {
        next = p->next;
        finish(w, p);
    }
}

/* Whoever had it begun is gone. */
static void drop_forgotten(srv_worker *w)
{
    double now_ms = now_of(w);
    for (piece *p = w->pieces, *next; p; p = next) {
        next = p->next_all;
        if (!p->is_working && p->kept_until_ms < now_ms)
            free_piece(w, p);
    }
}

/* -- Running --------------------------------------------------------------------------------------------- */

static void wait_for_bell(srv_worker *w)
{
    char bytes[64];
    struct pollfd bell = {.fd = w->bell[0], .events = POLLIN};
    double left_ms = w->beat_ms - now_of(w);
    poll(&bell, 1, left_ms > 0 ? (int)left_ms + 1 : 0);
    while (read(w->bell[0], bytes, sizeof bytes) > 0)
        ;
}

static bool is_working(const srv_worker *w)
{
    for (const piece *p = w->pieces; p; p = p->next_all)
        if (p->is_working)
            return true;
    return false;
}

/* Stopped once: those who ask are told, and what is under way is answered. */
static bool is_over(srv_worker *w)
{
    int n = w->n_stops;
    if (n == 1 && !w->leaves) {
        w->leaves = true;
        w->leave_ms = now_of(w) + SRV_WORK_LEAVE_MS;
        beat(w);
    }
    return n > 1 || (w->leaves && (!is_working(w) || now_of(w) > w->leave_ms));
}

void srv_worker_run(srv_worker *w)
{
    beat(w);
    while (!is_over(w)) {
        wait_for_bell(w);
        srv_bus_poll(w->bus);
        finish_all(w);
        drop_forgotten(w);
        make_offers(w);
        if (now_of(w) >= w->beat_ms)
            beat(w);
    }
    w->leaves = true;
    beat(w);
}

void srv_worker_stop(srv_worker *w)
{
    w->n_stops++;
    ring(w);
}

void srv_worker_look(const srv_worker *w, srv_worker_figures *figures) { *figures = w->figures; }

/* -- Opening and closing ---------------------------------------------------------------------------------- */

static bool listen(srv_worker *w, const char *subject, bool own, srv_bus_on_message *on,
                   spk_why *why)
{
    char full[SRV_BUS_SUBJECT];
    snprintf(full, sizeof full, "%s%s%s", subject, own ? "." : "", own ? w->id : "");
    return srv_bus_subscribe(w->bus, full, NULL, on, w, why) != 0;
}

static spk_err open_bell(srv_worker *w, spk_why *why)
{
    if (pipe2(w->bell, O_CLOEXEC | O_NONBLOCK) == 0)
        return SPK_OK;
    w->bell[0] = w->bell[1] = -1;
    return spk_fail(why, SPK_EIO, "pipe: %s", strerror(errno));
}

srv_worker *srv_worker_open(const srv_worker_options *options, spk_why *why)
{
    srv_worker *w = spk_alloc(sizeof *w);
    *w = (srv_worker){.options = *options,
                      .desk = {{.n_cores = options->n_cores}, {.n_cores = options->n_cores}},
                      .lock = PTHREAD_MUTEX_INITIALIZER,
                      .more = {PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER}};
    srv_work_make_id(w->id);
    srv_bus_options bus = options->bus;
    bus.wake = ring;
    bus.wake_context = w;
    bus.clock = options->clock;
    if (open_bell(w, why) == SPK_OK && (w->bus = srv_bus_open(&bus, why)) && start_thread(w, 0) &&
        listen(w, "work.do", true, on_do, why) && listen(w, "work.drop", true, on_drop, why) &&
        listen(w, "work.refuse", true, on_refuse, why) &&
        listen(w, "work.who", false, on_who, why) && listen(w, "work.want", false, on_want, why))
        return w;
    srv_worker_close(w);
    return NULL;
}

void srv_worker_close(srv_worker *w)
{
    if (!w)
        return;
    for (piece *p = w->pieces; p; p = p->next_all)
        p->stop = true;
    pthread_mutex_lock(&w->lock);
    w->ends = true;
    for (int rank = 0; rank < RANKS; rank++)
        pthread_cond_broadcast(&w->more[rank]);
    pthread_mutex_unlock(&w->lock);
    for (int rank = 0; rank < RANKS; rank++)
        for (int i = 0; i < w->n_threads[rank]; i++)
            pthread_join(w->thread[rank][i], NULL);
    while (w->pieces)
        free_piece(w, w->pieces);
    srv_bus_close(w->bus);
    if (w->bell[0] >= 0) {
        close(w->bell[0]);
        close(w->bell[1]);
    }
    spk_free(w);
}
