/* run.c: generations: games on threads, then the fitting. See train.h. */
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/err.h"
#include "base/hash.h"
#include "base/mem.h"
#include "hosts/budget.h"
#include "hosts/train/train.h"

enum {
    HELD_ONE_IN = 20, /* games that are not fitted: what is learned must hold for them too */
    MAX_KEEP = 16,
    TICK_MS = 100,
};

/* Steps of a fit become smaller all the time, from epoch to epoch and within each; a plan's pace shortens all. */
static const double first_rate = 1e-3, last_rate = 1e-4;

static double rate_at(const train_plan *plan, double part)
{
    int pace = plan->pace ? plan->pace : 100;
    return (first_rate + (last_rate - first_rate) * part) * pace / 100;
}

struct train_run {
    train_plan plan;
    int n_generations;
    train_net *net;
    spk_buf file;                 /* the net's bytes */
    train_samples kept[MAX_KEEP]; /* of the last generations, newest last */
    int n_kept;
};

/* -- A run's life ------------------------------------------------------------------------------ */

/* From now on the table plays with what the net has learned. */
static void install(train_run *run)
{
    spk_buf_clear(&run->file);
    train_net_print(run->net, &run->file);
    run->plan.box->net = train_net_file(run);
}

/* The plan's net, if it has one; it is for this table and of the run's width. */
static void begin_with(train_run *run, spk_net_file from)
{
    spk_box *box = run->plan.box;
    spk_net net;
    box->net = from;
    if (!from.bytes)
        return;
    SPK_BUG_IF(spk_net_open(&net, box, NULL) != SPK_OK);
    SPK_BUG_IF(net.n_sums != run->plan.n_sums || net.n_hidden != run->plan.n_hidden);
    train_net_read(run->net, &net);
    install(run);
}

train_run *train_new(const train_plan *plan)
{
    train_run *run = spk_alloc(sizeof *run);
    SPK_BUG_IF(plan->n_keep < 1 || plan->n_keep > MAX_KEEP);
    run->plan = *plan;
    run->net = train_net_new(plan->box, plan->n_sums, plan->n_hidden, plan->seed);
    begin_with(run, plan->from);
    return run;
}

void train_free(train_run *run)
{
    if (!run)
        return;
    run->plan.box->net = (spk_net_file){0};
    for (int i = 0; i < run->n_kept; i++)
        train_samples_release(&run->kept[i]);
    train_net_free(run->net);
    spk_buf_release(&run->file);
    spk_free(run);
}

spk_net_file train_net_file(const train_run *run)
{
    return (spk_net_file){(const unsigned char *)run->file.bytes, run->file.n,
                          run->plan.box->n_seats};
}

double train_loss(const train_run *run, const train_samples *samples)
{
    return train_net_loss(run->net, samples);
}

/* -- Playing ----------------------------------------------------------------------------------- */

static int games_of(const train_plan *plan, int generation)
{
    return generation < plan->n_quick ? plan->quick_games : plan->n_games;
}

typedef struct job {
    const train_plan *plan;
    int generation, n_games;
    train_samples *game; /* one for each */
    atomic_int next, done;
    atomic_bool stop;
} job;

static void *work(void *arg)
{
    job *j = arg;
    for (int k; !j->stop && (k = atomic_fetch_add(&j->next, 1)) < j->n_games;) {
        train_play(j->plan, j->generation, k, &j->game[k]);
        atomic_fetch_add(&j->done, 1);
    }
    return NULL;
}

static void watch(job *j, train_tick *tick, void *self)
{
    while (j->done < j->n_games && !j->stop) {
        train_progress p = {j->generation, "playing", j->done, j->n_games};
        if (!tick(self, &p))
            j->stop = true;
        nanosleep(&(struct timespec){.tv_nsec = TICK_MS * 1000000}, NULL);
    }
}

/* Games one after the other, as if one thread had played them: first those that are fitted, then those
 * that are not. */
static void collect(job *j, train_samples *fitted, train_samples *held)
{
    for (int k = 0; k < j->n_games; k++) {
        train_samples_add(k % HELD_ONE_IN ? fitted : held, &j->game[k]);
        train_samples_release(&j->game[k]);
    }
}

static bool play(train_run *run, train_tick *tick, void *self, train_samples *fitted,
                 train_samples *held)
{
    enum { MOST = 256 };
    job j = {.plan = &run->plan,
             .generation = run->n_generations,
             .n_games = games_of(&run->plan, run->n_generations)};
    pthread_t thread[MOST];
    int n = 0;
    j.game = spk_alloc((size_t)j.n_games * sizeof *j.game);
    for (int k = 0; k < j.n_games; k++)
        train_samples_init(&j.game[k], run->plan.box);
    for (; n < run->plan.n_threads && n < MOST; n++)
        if (pthread_create(&thread[n], NULL, work, &j) != 0)
            break;
    if (n == 0)
        work(&j); /* no thread to be had: then without */
    watch(&j, tick, self);
    for (int i = 0; i < n; i++)
        pthread_join(thread[i], NULL);
    collect(&j, fitted, held);
    spk_free(j.game);
    return !j.stop;
}

/* -- Fitting ----------------------------------------------------------------------------------- */

static void keep(train_run *run, const train_samples *fitted)
{
    if (run->n_kept == run->plan.n_keep) {
        train_samples_release(&run->kept[0]);
        memmove(run->kept, run->kept + 1, (size_t)(run->n_kept - 1) * sizeof *run->kept);
        run->n_kept--;
    }
    run->kept[run->n_kept++] = *fitted;
    train_choices_release(&run->kept[run->n_kept - 1].choices);
}

/* Which moves the search came back to: only the newest games know that well. */
static void fit_taste(train_run *run, const train_choices *fitted, const train_choices *held,
                      train_report *report)
{
    const spk_move_features *moves = run->plan.box->game->hints->features->moves;
    float *taste = train_net_taste(run->net);
    if (!moves || run->plan.only_values)
        return;
    report->taste_before = train_taste_loss(held, taste);
    train_taste_fit(fitted, taste, moves->n_features, run->plan.n_epochs);
    report->taste = train_taste_loss(held, taste);
}

static void fit(train_run *run, train_tick *tick, void *self, train_report *report)
{
    const train_samples *sets[MAX_KEEP];
    report->n_fitted = 0;
    for (int i = 0; i < run->n_kept; i++) {
        sets[i] = &run->kept[i];
        report->n_fitted += sets[i]->n;
    }
    train_net_begin(run->net);
    for (int epoch = 0; !run->plan.only_moves && epoch < run->plan.n_epochs; epoch++) {
        double part = (double)epoch / run->plan.n_epochs, next = (epoch + 1.0) / run->plan.n_epochs;
        uint64_t seed = run->plan.seed + (uint64_t)(run->n_generations * 1000 + epoch);
        tick(self, &(train_progress){run->n_generations, "fitting", epoch, run->plan.n_epochs});
        report->loss_fitted = train_net_fit(run->net, sets, run->n_kept, rate_at(&run->plan, part),
                                            rate_at(&run->plan, next), seed);
    }
}

bool train_generation(train_run *run, train_tick *tick, void *self, train_report *report)
{
    train_samples fitted, held;
    double begin = host_now_ms();
    *report = (train_report){.generation = run->n_generations,
                             .n_games = games_of(&run->plan, run->n_generations)};
    train_samples_init(&fitted, run->plan.box);
    train_samples_init(&held, run->plan.box);
    if (!play(run, tick, self, &fitted, &held)) {
        train_samples_release(&fitted);
        train_samples_release(&held);
        return false;
    }
    report->n_samples = fitted.n + held.n;
    if (run->plan.against)
        report->won = (fitted.won + held.won) / (double)(fitted.n_against + held.n_against);
    report->play_seconds = (host_now_ms() - begin) / 1000;
    report->loss_before = train_net_loss(run->net, &held);
    begin = host_now_ms();
    fit_taste(run, &fitted.choices, &held.choices, report);
    keep(run, &fitted);
    fit(run, tick, self, report);
    report->fit_seconds = (host_now_ms() - begin) / 1000;
    report->loss = train_net_loss(run->net, &held);
    train_samples_release(&held);
    install(run);
    run->n_generations++;
    return true;
}

/* -- Going on later ---------------------------------------------------------------------------- */

/* What must be the same in a file and the run that goes on with it. */
typedef struct head {
    char magic[8];
    uint64_t features, seed, n_weights, against; /* the last: a hash of that net; 0: nobody */
    int32_t n_seats, n_generations, n_kept, n_games, iterations, n_keep, n_epochs, result, n_sums,
        n_hidden, one_in, scripts, n_quick, quick_games, pace, only; /* 1: moves, 2: values. */
    int64_t n_samples[MAX_KEEP];
} head;

_Static_assert(offsetof(head, n_samples) == 8 + 4 * sizeof(uint64_t) + 16 * sizeof(int32_t),
               "no gaps: they would be compared");

static uint64_t rival_of(const train_plan *p)
{
    return p->against ? spk_hash(SPK_HASH_START, p->against->net.bytes, p->against->net.size) : 0;
}

static head head_of(const train_run *run)
{
    const train_plan *p = &run->plan;
    float *weights;
    head h = {.magic = "spktrn4",
              .features = spk_features_hash(p->box->game->hints->features),
              .seed = p->seed,
              .n_weights = train_net_floats(run->net, &weights),
              .against = rival_of(p),
              .n_seats = p->box->n_seats,
              .n_generations = run->n_generations,
              .n_kept = run->n_kept,
              .n_games = p->n_games,
              .iterations = p->iterations,
              .n_keep = p->n_keep,
              .n_epochs = p->n_epochs,
              .result = p->result,
              .n_sums = p->n_sums,
              .n_hidden = p->n_hidden,
              .one_in = p->one_in,
              .scripts = p->scripts,
              .n_quick = p->n_quick,
              .quick_games = p->quick_games,
              .pace = p->pace,
              .only = p->only_moves + 2 * p->only_values};
    for (int i = 0; i < run->n_kept; i++)
        h.n_samples[i] = run->kept[i].n;
    return h;
}

static size_t row_bytes(const train_samples *s)
{
    return (size_t)s->n_views * (size_t)s->n_slots * sizeof *s->rows;
}

void train_save(const train_run *run, spk_buf *out)
{
    head h = head_of(run);
    float *weights;
    size_t n = train_net_floats(run->net, &weights);
    spk_buf_add(out, (const char *)&h, sizeof h);
    spk_buf_add(out, (const char *)weights, n * sizeof *weights);
    for (int i = 0; i < run->n_kept; i++) {
        const train_samples *s = &run->kept[i];
        spk_buf_add(out, (const char *)s->rows, (size_t)s->n * row_bytes(s));
        spk_buf_add(out, (const char *)s->wanted,
                    (size_t)s->n * (size_t)s->n_views * sizeof *s->wanted);
    }
}

/* Whether the file's head fits this run, and how long the file must be. */
static spk_err check_head(const train_run *run, const head *h, size_t *n_bytes, spk_why *why)
{
    head own = head_of(run);
    train_samples s;
    train_samples_init(&s, run->plan.box);
    own.n_generations = h->n_generations, own.n_kept = h->n_kept;
    memcpy(own.n_samples, h->n_samples, sizeof own.n_samples);
    if (memcmp(&own, h, sizeof own) != 0)
        return spk_malformed(why, 0, "This is not the work of a run with the same settings.");
    *n_bytes = sizeof *h + h->n_weights * sizeof(float);
    if (h->n_kept < 0 || h->n_kept > run->plan.n_keep || h->n_generations < h->n_kept)
        return spk_malformed(why, 0, "Its numbers make no sense.");
    for (int i = 0; i < h->n_kept; i++) {
        if (h->n_samples[i] < 0 || h->n_samples[i] > 1 << 28)
            return spk_malformed(why, 0, "Its numbers make no sense.");
        *n_bytes +=
            (size_t)h->n_samples[i] * (row_bytes(&s) + (size_t)s.n_views * sizeof *s.wanted);
    }
    return SPK_OK;
}

static const char *load_samples(train_samples *s, const char *at, long n)
{
    size_t rows = (size_t)n * row_bytes(s), wanted = (size_t)n * (size_t)s->n_views * sizeof(float);
    s->n = s->room = n;
    s->rows = spk_alloc(rows);
    s->wanted = spk_alloc(wanted);
    memcpy(s->rows, at, rows);
    memcpy(s->wanted, at + rows, wanted);
    return at + rows + wanted;
}

/* Only a run that has played nothing yet goes on from a file. */
spk_err train_load(train_run *run, const char *bytes, size_t n, spk_why *why)
{
    head h;
    float *weights;
    size_t n_bytes = 0;
    SPK_BUG_IF(run->n_generations > 0);
    if (n < sizeof h)
        return spk_malformed(why, 0, "It is too short.");
    memcpy(&h, bytes, sizeof h);
    spk_err err = check_head(run, &h, &n_bytes, why);
    if (err == SPK_OK && n != n_bytes)
        err = spk_malformed(why, 0, "It should have %zu bytes and has %zu.", n_bytes, n);
    if (err != SPK_OK)
        return err;
    size_t n_floats = train_net_floats(run->net, &weights);
    memcpy(weights, bytes + sizeof h, n_floats * sizeof *weights);
    const char *at = bytes + sizeof h + n_floats * sizeof *weights;
    for (; run->n_kept < h.n_kept; run->n_kept++) {
        train_samples_init(&run->kept[run->n_kept], run->plan.box);
        at = load_samples(&run->kept[run->n_kept], at, (long)h.n_samples[run->n_kept]);
    }
    run->n_generations = h.n_generations;
    if (run->n_generations)
        install(run);
    return SPK_OK;
}
