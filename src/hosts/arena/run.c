/* run.c: all games of a plan, on threads. A worker takes the next game that nobody has taken, plays
 * it by itself and adds it under the lock; the caller's thread waits and ticks. */
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

#include "base/mem.h"
#include "hosts/arena/arena.h"

typedef struct job {
    arena *arena;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int64_t next; /* game that was not looked at yet, over all sets */
    int n_working;
    atomic_bool stop;
} job;

/* -- The life of an arena ---------------------------------------------------------------------- */

arena *arena_new(const arena_plan *plan)
{
    arena *a = spk_alloc(sizeof *a);
    size_t n_sets = (size_t)plan->n_sets;
    a->plan = *plan;
    a->n_seats = plan->box->n_seats;
    a->games_per_set = arena_games_per_set(plan);
    a->n_counted = plan->n_sets;
    a->tables = spk_alloc(n_sets * (size_t)a->n_seats);
    a->games = spk_alloc(n_sets * (size_t)a->games_per_set * sizeof *a->games);
    a->done = spk_alloc(n_sets);
    arena_schedule(plan, a->tables);
    for (int set = 0; set < plan->n_sets; set++)
        for (int game = 0; game < a->games_per_set; game++)
            arena_seat_bots(plan, a->tables + (size_t)set * (size_t)a->n_seats, set, game,
                            arena_game_of(a, set, game)->bot);
    return a;
}

void arena_free(arena *a)
{
    if (!a)
        return;
    spk_free(a->tables);
    spk_free(a->games);
    spk_free(a->done);
    spk_free(a);
}

/* -- Adding up --------------------------------------------------------------------------------- */

/* Sets are judged in their order, not in that of their ends: so the verdict, and the sets it rests
 * on, do not depend on the threads. */
static void judge(arena *a)
{
    while (a->verdict == ARENA_OPEN && a->n_judged < a->plan.n_sets &&
           arena_is_complete(a, a->n_judged)) {
        double score = arena_set_score(a, a->n_judged);
        a->n_judged++;
        a->judged_sums[0] += score;
        a->judged_sums[1] += score * score;
        a->verdict = arena_sprt_judge(&a->plan.sprt, arena_llr(a));
    }
    if (a->verdict != ARENA_OPEN)
        a->n_counted = a->n_judged;
}

static void add_effort(arena *a, const arena_effort *more)
{
    for (int i = 0; i < a->plan.n_bots; i++) {
        arena_effort *e = &a->effort[i];
        arena_times_merge(&e->times, &more[i].times);
        e->over += more[i].over;
        e->faults += more[i].faults;
        if (!*e->first_fault)
            memcpy(e->first_fault, more[i].first_fault, sizeof e->first_fault);
        e->thinking_ms += more[i].thinking_ms;
        e->iterations += more[i].iterations;
        e->transitions += more[i].transitions;
    }
}

static void add_game(job *j, int set, int game, const arena_game *played,
                     const arena_effort *effort)
{
    arena *a = j->arena;
    *arena_game_of(a, set, game) = *played;
    add_effort(a, effort);
    a->n_done += ++a->done[set] == a->games_per_set;
    if (a->plan.has_sprt)
        judge(a);
    if (a->verdict != ARENA_OPEN)
        j->stop = true;
}

/* -- Working ----------------------------------------------------------------------------------- */

/* The next game to play, under the lock. Sets that were complete before (a resumed run) are left. */
static bool take_game(job *j, int *set, int *game)
{
    const arena *a = j->arena;
    while (!j->stop && j->next < (int64_t)a->plan.n_sets * a->games_per_set) {
        *set = (int)(j->next / a->games_per_set);
        *game = (int)(j->next++ % a->games_per_set);
        if (!arena_is_complete(a, *set))
            return true;
    }
    return false;
}

static bool play(const arena_plan *plan, int set, int game, const atomic_bool *stop,
                 arena_game *out, arena_effort *effort)
{
    if (plan->play)
        return plan->play(plan->playground, plan, set, game, stop, out, effort);
    return arena_game_play(plan, set, game, stop, out, effort);
}

static void *work(void *arg)
{
    job *j = arg;
    int set = 0, game = 0;
    arena_effort *effort = spk_alloc(ARENA_MAX_BOTS * sizeof *effort);
    pthread_mutex_lock(&j->lock);
    while (take_game(j, &set, &game)) {
        arena_game played = {0};
        memcpy(played.bot, arena_game_of(j->arena, set, game)->bot, sizeof played.bot);
        pthread_mutex_unlock(&j->lock);
        memset(effort, 0, ARENA_MAX_BOTS * sizeof *effort);
        bool whole = play(&j->arena->plan, set, game, &j->stop, &played, effort);
        pthread_mutex_lock(&j->lock);
        if (whole)
            add_game(j, set, game, &played, effort);
    }
    j->n_working--;
    pthread_cond_signal(&j->changed);
    pthread_mutex_unlock(&j->lock);
    spk_free(effort);
    return NULL;
}

/* -- Waiting ----------------------------------------------------------------------------------- */

static void wait_a_little(job *j)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 100000000;
    if (until.tv_nsec >= 1000000000)
        until.tv_sec++, until.tv_nsec -= 1000000000;
    pthread_cond_timedwait(&j->changed, &j->lock, &until);
}

/* Games of sets that were not finished are forgotten: half a set is no measurement. */
static void drop_halves(arena *a)
{
    for (int set = 0; set < a->plan.n_sets; set++)
        if (!arena_is_complete(a, set))
            a->done[set] = 0;
}

static void attend(job *j, arena_tick *tick, void *self)
{
    arena *a = j->arena;
    double begin = host_now_ms();
    pthread_mutex_lock(&j->lock);
    while (j->n_working > 0) {
        a->seconds = (host_now_ms() - begin) / 1000;
        if (!j->stop && !tick(self, a)) {
            a->interrupted = true;
            j->stop = true;
        }
        wait_a_little(j);
    }
    a->seconds = (host_now_ms() - begin) / 1000;
    pthread_mutex_unlock(&j->lock);
}

spk_err arena_play(arena *a, arena_tick *tick, void *self, spk_why *why)
{
    int n = 0, wanted = a->plan.n_threads;
    pthread_t *threads = spk_alloc((size_t)wanted * sizeof *threads);
    job j = {.arena = a, .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
    if (a->plan.has_sprt)
        judge(a); /* a resumed run may be decided */
    j.stop = a->verdict != ARENA_OPEN;
    j.n_working = wanted;
    while (n < wanted && pthread_create(&threads[n], NULL, work, &j) == 0)
        n++;
    if (n < wanted) {
        pthread_mutex_lock(&j.lock);
        j.stop = true;
        j.n_working -= wanted - n;
        pthread_mutex_unlock(&j.lock);
    }
    attend(&j, tick, self);
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    spk_free(threads);
    drop_halves(a);
    a->interrupted = a->interrupted && a->n_done < a->n_counted;
    tick(self, a);
    return n == wanted
               ? SPK_OK
               : spk_fail(why, SPK_ERANGE, "only %d of %d threads could be started", n, wanted);
}
