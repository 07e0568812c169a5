/* stats.h: the arithmetic of the arena: intervals, luck adjustment, Elo, SPRT. Numbers in, numbers
 * out; figures.c decides what is counted, and docs/arena.md explains how to read the results.
 *
 * The unit is always the set: games on one chance stream with rotated seats are not independent, so
 * error bars count sets, never games. */
#ifndef ARENA_STATS_H
#define ARENA_STATS_H

#include <stdbool.h>

#include "base/rng.h"

enum { ARENA_MAX_BOTS = 16 };

typedef struct arena_estimate {
    double mean, low, high; /* the 95 % interval */
} arena_estimate;

/* -- Shares: means over sets of something between 0 and 1 -------------------------------------- */

/* Of n numbers; the variance is the sample variance (divided by n - 1), 0 for a single number. */
double arena_mean(const double *x, int n);
double arena_variance(const double *x, int n);

/* How many standard errors a 95 % interval extends either way (Student's t). */
double arena_t95(int freedom);

/* A mean of n values between 0 and 1 with that sample variance. Wilson's interval with as many
 * trials as the variance says the sets are worth, so it never leaves 0 to 1 and never has zero
 * width: 10 sets won out of 10 give 66 to 100 %, not 100 +- 0. 'lost' degrees of freedom beyond the
 * first were spent on fitting. n = 0: the whole range. */
arena_estimate arena_interval(double mean, double variance, int n, int lost);

/* The mean of y after removing what x explains, where x (luck) is known to be 0 on average. The
 * coefficient is fitted to the sets themselves. */
typedef struct arena_adjusted {
    arena_estimate share;
    double coefficient;
    double reduction; /* of the variance, 0 to 1 */
} arena_adjusted;
arena_adjusted arena_adjust(const double *y, const double *x, int n);

/* -- Elo --------------------------------------------------------------------------------------- */

double arena_elo_of_score(double score); /* 0.75: 190.8 */
double arena_score_of_elo(double elo);

/* Points of i against j: 1 for a better place, a half for the same. */
typedef double arena_points[ARENA_MAX_BOTS][ARENA_MAX_BOTS];

/* The most likely Elo of n bots (Bradley and Terry's model), their mean at 0. Every bot must have
 * won and lost something, or its Elo is unbounded: figures.c makes sure of that. */
void arena_elo_fit(int n, arena_points points, double elo[ARENA_MAX_BOTS]);

/* Whether the games link all n bots; if not, their Elo cannot be compared. */
bool arena_elo_linked(int n, arena_points points);

/* -- Is it better? ----------------------------------------------------------------------------- */

/* Which of two hypotheses holds? They are about Elo, judged by the points of a set, or about win
 * shares (0 to 1), judged by the share of a set's games that was won. */
typedef struct arena_sprt {
    double h0, h1, alpha, beta;
    bool of_wins;
} arena_sprt;

typedef enum arena_verdict { ARENA_OPEN, ARENA_H0, ARENA_H1 } arena_verdict;

double arena_sprt_low(const arena_sprt *t);  /* at or below: H0, it is not h1 ... */
double arena_sprt_high(const arena_sprt *t); /* ... at or above: H1, it is better than h0 */

/* The log-likelihood ratio after n sets of 'games' games with these scores (0 to 1 each): a
 * generalized test, in which a set's variance is estimated from the sets. */
double arena_sprt_llr(const arena_sprt *t, const double *scores, int n, int games);
double arena_sprt_llr_of(const arena_sprt *t, double mean, double variance, int n, int games);
arena_verdict arena_sprt_judge(const arena_sprt *t, double llr);

/* -- Chance for resampling --------------------------------------------------------------------- */

double arena_uniform(spk_rng *rng);     /* above 0, below 1 */
double arena_exponential(spk_rng *rng); /* mean 1 */
double arena_half_gamma(spk_rng *rng);  /* shape and mean a half */

#endif
