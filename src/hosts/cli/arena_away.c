/* arena_away.c: see arena_away.h.
 *
 *     an arena's thread    wants a game -> [wanted] -> waits -> GIVEN -> DONE: takes the result in
 *                                              \-> HERE: there is room on this machine, it plays itself
 *     the bus's thread     gives wanted games to workers; hears of them
 *
 * The lock guards the list and everything in it. The staff belongs to the bus's thread. */
#include "hosts/cli/arena_away.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "engine/record.h"
#include "games/registry.h"
#include "hosts/arena/errand.h"
#include "hosts/server/work/work.h"

enum { BEAT_MS = 100, HELLO_MS = 600, MOST_LOST = 3 };

typedef enum state {
    WANTED,
    GIVEN,
    DONE,
    HERE, /* nobody else plays it */
} state;

typedef struct game {
    struct game *next;
    struct cli_away *away;
    state state;
    bool is_dropped; /* its thread leaves */
    int n_lost;
    spk_buf text;       /* the question, then the answer */
    srv_errand *errand; /* of the bus's thread */
} game;

struct cli_away {
    srv_bus *bus;
    srv_staff *staff;
    pthread_t thread;
    bool has_thread;
    int bell[2];

    pthread_mutex_t lock;
    pthread_cond_t changed;
    game *games;
    int n_here, most_here, n_away, n_lost, n_cores;
    bool ends;
};

static void ring(void *context)
{
    const cli_away *a = context;
    ssize_t n = write(a->bell[1], "", 1);
    (void)n;
}

/* -- The bus's thread ------------------------------------------------------------------------------- */

/* A game that workers lose again and again is played here, where one can see why. */
static bool on_errand(void *context, srv_fate fate, const char *text, double took_ms)
{
    game *g = context;
    cli_away *a = g->away;
    (void)took_ms;
    pthread_mutex_lock(&a->lock);
    g->errand = NULL;
    g->state = WANTED;
    if (fate == SRV_FATE_DONE) {
        g->state = DONE;
        spk_buf_clear(&g->text);
        spk_buf_puts(&g->text, text);
    } else if (fate != SRV_FATE_BUSY) {
        a->n_lost++;
        if (++g->n_lost == MOST_LOST || fate == SRV_FATE_BAD)
            g->state = HERE;
    }
    pthread_cond_broadcast(&a->changed);
    pthread_mutex_unlock(&a->lock);
    return true; /* whether it is an answer, its own thread finds out */
}

/* The next that is wanted, or one that is dropped and still with a worker. */
static game *find(cli_away *a, bool dropped)
{
    game *g = a->games;
    while (g &&
           (dropped ? !(g->is_dropped && g->state == GIVEN) : g->is_dropped || g->state != WANTED))
        g = g->next;
    return g;
}

static void drop_all(cli_away *a)
{
    for (game *g; (g = find(a, true));) {
        srv_staff_drop(g->errand);
        g->errand = NULL;
        g->state = HERE;
        pthread_cond_broadcast(&a->changed);
    }
}

static void give_all(cli_away *a)
{
    game *g = NULL;
    while (srv_staff_n_free(a->staff, true) > 0 && (g = find(a, false))) {
        g->errand = srv_staff_give(a->staff, ARENA_ERRAND, true, spk_buf_text(&g->text), g->text.n,
                                   on_errand, g);
        g->state = g->errand ? GIVEN : HERE;
        if (!g->errand)
            pthread_cond_broadcast(&a->changed);
    }
    if (find(a, false))
        srv_staff_want(a->staff, true);
}

static void wait_for_bell(cli_away *a)
{
    char bytes[64];
    struct pollfd bell = {.fd = a->bell[0], .events = POLLIN};
    poll(&bell, 1, BEAT_MS);
    while (read(a->bell[0], bytes, sizeof bytes) > 0)
        ;
}

static void *attend(void *arg)
{
    cli_away *a = arg;
    srv_staff_figures figures;
    bool ends = false;
    while (!ends) {
        wait_for_bell(a);
        srv_bus_poll(a->bus);
        srv_staff_tick(a->staff);
        srv_staff_look(a->staff, &figures);
        pthread_mutex_lock(&a->lock);
        drop_all(a);
        give_all(a);
        a->n_cores = (int)figures.n_cores;
        ends = a->ends;
        pthread_mutex_unlock(&a->lock);
    }
    return NULL;
}

/* -- The arena's threads ----------------------------------------------------------------------------- */

static void add(cli_away *a, game *g)
{
    game **at = &a->games;
    while (*at) /* in order: games of one set belong together */
        at = &(*at)->next;
    *at = g;
    ring(a);
}

static void leave(cli_away *a, game *g)
{
    game **at = &a->games;
    while (*at != g)
        at = &(*at)->next;
    *at = g->next;
}

static void wait_a_little(cli_away *a)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += BEAT_MS * 1000000;
    if (until.tv_nsec >= 1000000000)
        until.tv_sec++, until.tv_nsec -= 1000000000;
    pthread_cond_timedwait(&a->changed, &a->lock, &until);
}

/* Until it is done elsewhere, can be played here, or nobody wants it any more. True: play it here. */
static bool await(cli_away *a, game *g, const atomic_bool *stop)
{
    while (g->state != DONE) {
        g->is_dropped = g->is_dropped || *stop;
        if (g->is_dropped && g->state != GIVEN)
            return false;
        if ((g->state == WANTED || g->state == HERE) && a->n_here < a->most_here) {
            g->state = HERE;
            return true;
        }
        if (g->is_dropped)
            ring(a);
        wait_a_little(a);
    }
    return false;
}

/* Whoever keeps the games gets this one as if it had been played here. */
static spk_err keep(const arena_plan *plan, int set, int number, const arena_game *played,
                    const spk_buf *record, spk_why *why)
{
    spk_record loaded;
    spk_choice edition = {.edition_text = plan->box->edition_text};
    if (!plan->keep)
        return SPK_OK;
    if (edition.edition_text)
        edition.edition_length = strlen(edition.edition_text);
    spk_err err = spk_record_load(&loaded, spk_buf_text(record), record->n, spk_game_find,
                                  edition.edition_text ? &edition : NULL, why);
    if (err != SPK_OK)
        return err;
    plan->keep(plan->keeper, set, number, played, loaded.match);
    spk_record_release(&loaded);
    return SPK_OK;
}

static bool take_in(const arena_plan *plan, int set, int number, const game *g, arena_game *out,
                    arena_effort *effort)
{
    spk_buf record = {0};
    spk_why why = {0};
    bool fine =
        arena_errand_take(plan, spk_buf_text(&g->text), out, effort, &record, &why) == SPK_OK &&
        keep(plan, set, number, out, &record, &why) == SPK_OK;
    spk_buf_release(&record);
    return fine;
}

static bool play_here(cli_away *a, const arena_plan *plan, int set, int number,
                      const atomic_bool *stop, arena_game *out, arena_effort *effort)
{
    bool whole = arena_game_play(plan, set, number, stop, out, effort);
    pthread_mutex_lock(&a->lock);
    a->n_here--;
    pthread_cond_broadcast(&a->changed);
    pthread_mutex_unlock(&a->lock);
    return whole;
}

bool cli_away_play(void *self, const arena_plan *plan, int set, int number, const atomic_bool *stop,
                   arena_game *out, arena_effort *effort)
{
    cli_away *a = self;
    game g = {.away = a};
    arena_errand_print(plan, set, number, out, &g.text);
    pthread_mutex_lock(&a->lock);
    add(a, &g);
    bool here = await(a, &g, stop), whole = g.state == DONE;
    leave(a, &g);
    a->n_here += here;
    pthread_mutex_unlock(&a->lock);
    if (whole && !take_in(plan, set, number, &g, out,
                          effort)) { /* a worker's nonsense: it is played again, here */
        whole = false;
        here = true;
        pthread_mutex_lock(&a->lock);
        a->n_lost++;
        a->n_here++; /* one more than there is room for, for once */
        pthread_mutex_unlock(&a->lock);
    } else if (whole) {
        pthread_mutex_lock(&a->lock);
        a->n_away++;
        pthread_mutex_unlock(&a->lock);
    }
    spk_buf_release(&g.text);
    return here ? play_here(a, plan, set, number, stop, out, effort) : whole;
}

int cli_away_cores(cli_away *a)
{
    pthread_mutex_lock(&a->lock);
    int n = a->n_cores;
    pthread_mutex_unlock(&a->lock);
    return n;
}

void cli_away_look(cli_away *a, int *n_away, int *n_lost)
{
    pthread_mutex_lock(&a->lock);
    *n_away = a->n_away;
    *n_lost = a->n_lost;
    pthread_mutex_unlock(&a->lock);
}

/* -- Opening and closing ------------------------------------------------------------------------------ */

static void on_news(void *context, srv_staff_news news, const char *worker, const char *detail)
{
    (void)context;
    if (news == SRV_STAFF_OTHER)
        fprintf(stderr,
                "speakeasy: worker %s is of version %s, or has other games or nets than this %s: "
                "it is not asked\n",
                worker, detail, SPK_VERSION);
    if (news == SRV_STAFF_NONSENSE)
        fprintf(stderr, "speakeasy: worker %s answers nonsense (%s): it is not asked\n", worker,
                detail);
}

/* Workers answer at once who is there; then they are counted. */
static void hear_who_is_there(cli_away *a)
{
    srv_staff_figures figures = {0};
    double until = host_now_ms() + HELLO_MS;
    while (host_now_ms() < until) {
        wait_for_bell(a);
        srv_bus_poll(a->bus);
    }
    srv_staff_look(a->staff, &figures);
    a->n_cores = (int)figures.n_cores;
}

cli_away *cli_away_open(const srv_bus_options *options, int n_here, spk_why *why)
{
    cli_away *a = spk_alloc(sizeof *a);
    srv_bus_options bus = *options;
    *a = (cli_away){.most_here = n_here,
                    .bell = {-1, -1},
                    .lock = PTHREAD_MUTEX_INITIALIZER,
                    .changed = PTHREAD_COND_INITIALIZER};
    bus.wake = ring;
    bus.wake_context = a;
    bus.clock = host_clock_real;
    bus.name = "speakeasy arena";
    if (pipe2(a->bell, O_CLOEXEC | O_NONBLOCK) != 0)
        spk_fail(why, SPK_EIO, "no pipe could be made");
    else if ((a->bus = srv_bus_open(&bus, why)) &&
             (a->staff = srv_staff_open(&(srv_staff_options){.bus = a->bus,
                                                             .version = SPK_VERSION,
                                                             .fingerprint = srv_work_fingerprint(),
                                                             .clock = host_clock_real,
                                                             .on_news = on_news},
                                        why))) {
        hear_who_is_there(a);
        a->has_thread = pthread_create(&a->thread, NULL, attend, a) == 0;
        if (a->has_thread)
            return a;
        spk_fail(why, SPK_ERANGE, "no thread could be started");
    }
    cli_away_close(a);
    return NULL;
}

void cli_away_close(cli_away *a)
{
    if (!a)
        return;
    if (a->has_thread) {
        pthread_mutex_lock(&a->lock);
        a->ends = true;
        pthread_mutex_unlock(&a->lock);
        ring(a);
        pthread_join(a->thread, NULL);
    }
    srv_staff_close(a->staff);
    srv_bus_close(a->bus);
    if (a->bell[0] >= 0) {
        close(a->bell[0]);
        close(a->bell[1]);
    }
    spk_free(a);
}
