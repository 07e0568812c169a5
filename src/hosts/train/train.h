/* train.h: learned values (ai/net.h) from games that the search plays against itself, or against a bot that
 * learns nothing: then a best response is learned, which says what can be won from that bot.
 *
 * Training goes by generations. Each plays games with the net of the one before (the first with the
 * game's hand-made values), keeps what every decision looked like, what the search thought of it and how
 * the game ended, and fits the net to the samples of the last few generations:
 *
 *     train_plan plan = {.box = &box, .n_games = 6000, ...};
 *     train_run *run = train_new(&plan);
 *     for (int g = 0; g < n; g++)
 *         train_generation(run, tick, self);          plays, fits; box->net is the new net now
 *     train_free(run);
 *
 * Game k of generation g depends on seed, g, k and the net, so the number of threads changes nothing. The
 * fitting is one thread, in single precision, always in the same order: the same seed on the same
 * machine gives the same net. */
#ifndef TRAIN_H
#define TRAIN_H

#include <stdatomic.h>

#include "ai/net.h"
#include "ai/search.h"
#include "base/buf.h"
#include "engine/game.h"

typedef struct train_plan {
    spk_box *box;   /* its net is replaced by what was learned; close it after the run is freed */
    int n_games;    /* a generation */
    int iterations; /* of the search, a decision */
    int n_keep;     /* generations whose samples are fitted together */
    int n_epochs;   /* passes over the samples */
    int result; /* percentage of the game's result in what a net is to predict; the rest is what the
                    * search thought */
    int pace; /* percentage of the usual steps of learning: a net that begins well needs small ones; 0: 100 */
    int one_in;  /* decisions is kept: positions of a long game are much alike; 0: all are */
    int scripts; /* percentage of games in which one seat follows one of the game's scripts */
    int n_quick; /* so many first generations play without a search, by weights and scripts, ... */
    int quick_games; /* ... so many games each: a first idea of every position for next to nothing */
    int n_sums, n_hidden;
    int n_threads;
    uint64_t seed;
    bool only_moves; /* learn about moves; what positions are worth stays as it is */
    bool
        only_values; /* the other way round: a taste that follows few iterations grows ever more sure of itself */
    spk_net_file from; /* a net to begin with, of the same width; no bytes: with nothing learned */
    /* The same table with the net of a bot that learns nothing: in every game one seat learns, and this bot
     * has the others. It makes no moves for variety's sake and thinks for as many iterations. NULL: all
     * seats learn. */
    const spk_box *against;
} train_plan;

/* What a generation came to. Losses are per sample, on games kept apart from the fitting; 'before' is the
 * loss of the net it played with (or of a net that knows nothing). */
typedef struct train_report {
    int generation, n_games;
    long n_samples, n_fitted;
    double play_seconds, fit_seconds;
    double loss_before, loss_fitted, loss;
    double taste_before,
        taste;  /* the same of the moves' weights; 0: the game has no features of moves */
    double won; /* share of the games played against another bot; a shared win counts in part */
} train_report;

typedef struct train_run train_run;

train_run *train_new(const train_plan *plan);
void train_free(train_run *run);

/* How far a generation is; false: stop soon. */
typedef struct train_progress {
    int generation;
    const char *what; /* "playing", "fitting" */
    long done, of;
} train_progress;
typedef bool train_tick(void *self, const train_progress *progress);

/* One generation more. False: it was stopped, and the run stands as before it. */
bool train_generation(train_run *run, train_tick *tick, void *self, train_report *report);

/* The net's file as it stands; no bytes before the first generation. Borrowed until the next one. */
spk_net_file train_net_file(const train_run *run);

/* How surprised the net is by these samples, per sample, before rounding. */
struct train_samples;
double train_loss(const train_run *run, const struct train_samples *samples);

/* Everything a later run needs to go on from here, and back. The plan must be the same but for its threads;
 * SPK_EMALFORMED names what is not. */
void train_save(const train_run *run, spk_buf *out);
spk_err train_load(train_run *run, const char *bytes, size_t n, spk_why *why);

/* -- Inside the folder ------------------------------------------------------------------------- */

/* taste.c: decisions with all their moves. */
typedef struct train_choices {
    int n_slots; /* a move; 0: nothing is kept */
    long n, room, room_moves;
    long *first;    /* move of each decision; one more than decisions */
    uint16_t *rows; /* of every move: its features, ... */
    float *weight;  /* ... the logarithm of the weight that the hints give it, ... */
    float *share;   /* ... and its share of the visits */
} train_choices;

void train_choices_release(train_choices *c);
void train_choices_add(train_choices *c, const train_choices *more);

/* The decision that the search has just thought about. */
void train_choices_keep(train_choices *c, const spk_box *box, const void *state, spk_seat seat,
                        const spk_search *search);
double train_taste_loss(const train_choices *c, const float *taste);
void train_taste_fit(const train_choices *c, float *taste, int n_features, int n_epochs);

/* Decisions as nets see them. With two seats a sample has one view, that of the seat to act; with more, one
 * for each seat. */
typedef struct train_samples train_samples;
struct train_samples {
    int n_views, n_slots;
    long n, room;
    uint16_t *rows;        /* n_views * n_slots a sample */
    float *wanted;         /* n_views a sample: prospects of the seat behind the view, 0 to 1 */
    train_choices choices; /* some of them */
    double won;            /* of so many games against another bot, by the seat that learns */
    long n_against;
};

void train_samples_init(train_samples *s, const spk_box *box);
void train_samples_release(train_samples *s);
void train_samples_add(train_samples *s, const train_samples *more);

/* selfplay.c: one game; its samples are added. */
void train_play(const train_plan *plan, int generation, int game, train_samples *out);

/* fit.c: the net in single precision. */
typedef struct train_net train_net;
train_net *train_net_new(const spk_box *box, int n_sums, int n_hidden, uint64_t seed);
void train_net_free(train_net *net);
size_t train_net_floats(const train_net *net,
                        float **weights); /* all weights, one after the other */

/* A new fit: the pace of the last one is forgotten, its weights are not. */
void train_net_begin(train_net *net);

/* Fit to n samples, taken in an order that the seed decides, for one epoch, with steps of one rate that
 * become those of another. Returns the mean loss. */
double train_net_fit(train_net *net, const train_samples *const *sets, int n_sets, double from,
                     double to, uint64_t seed);
double train_net_loss(const train_net *net, const train_samples *samples);

/* What it has learned about moves: as many numbers as moves have features. */
float *train_net_taste(train_net *net);

/* Its weights as whole numbers: the bytes of a file; and back, but for what was rounded. */
void train_net_print(const train_net *net, spk_buf *out);
void train_net_read(train_net *net, const spk_net *file);

#endif
