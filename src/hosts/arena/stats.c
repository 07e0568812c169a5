/* stats.c: see stats.h. */
#include "hosts/arena/stats.h"

#include <math.h>
#include <string.h>

/* -- Shares ------------------------------------------------------------------------------------ */

double arena_mean(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i];
    return n ? sum / n : 0;
}

double arena_variance(const double *x, int n)
{
    double mean = arena_mean(x, n), sum = 0;
    for (int i = 0; i < n; i++)
        sum += (x[i] - mean) * (x[i] - mean);
    return n > 1 ? sum / (n - 1) : 0;
}

double arena_t95(int freedom)
{
    static const double few[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306};
    const double z = 1.959964;
    if (freedom < 1)
        return few[0];
    if (freedom <= 8)
        return few[freedom - 1];
    /* Fisher's expansion: right to the third decimal from 9 on. */
    double v = freedom, z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
    return z + (z3 + z) / (4 * v) + (5 * z5 + 16 * z3 + 3 * z) / (96 * v * v) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * v * v * v);
}

/* A sample that hardly varies says little about how much it could: two sets' worth of the most that
 * values with this mean can vary is mixed in. */
static double cautious(double variance, double most, int n)
{
    const double worth = 2;
    double mixed = ((n - 1) * variance + worth * most) / (n - 1 + worth);
    return mixed < most ? mixed : most;
}

arena_estimate arena_interval(double mean, double variance, int n, int lost)
{
    if (n < 1)
        return (arena_estimate){mean, 0, 1};
    double p = fmin(fmax(mean, 0), 1), most = p * (1 - p);
    double worth = most > 0 ? n * most / cautious(variance, most, n) : n;
    double z = arena_t95(n - 1 - lost), zz = z * z / worth;
    double middle = (p + zz / 2) / (1 + zz);
    double reach = sqrt(zz * most + zz * zz / 4) / (1 + zz);
    return (arena_estimate){mean, fmin(fmax(middle - reach, 0), p),
                            fmax(fmin(middle + reach, 1), p)};
}

arena_adjusted arena_adjust(const double *y, const double *x, int n)
{
    double my = arena_mean(y, n), mx = arena_mean(x, n), vy = arena_variance(y, n);
    double xx = 0, xy = 0, rest = 0;
    for (int i = 0; i < n; i++) {
        xx += (x[i] - mx) * (x[i] - mx);
        xy += (x[i] - mx) * (y[i] - my);
    }
    double b = n > 2 && xx > 0 ? xy / xx : 0;
    for (int i = 0; i < n; i++) {
        double left = y[i] - my - b * (x[i] - mx);
        rest += left * left;
    }
    double variance = n > 2 ? rest / (n - 2) : vy;
    double mean = fmin(fmax(my - b * mx, 0), 1);
    return (arena_adjusted){.share = arena_interval(mean, variance, n, 1),
                            .coefficient = b,
                            .reduction = vy > 0 ? fmax(1 - variance / vy, 0) : 0};
}

/* -- Elo --------------------------------------------------------------------------------------- */

enum { FAR = 4000 }; /* no Elo is further from the mean: one point in ten thousand million */

double arena_elo_of_score(double score)
{
    double p = fmin(fmax(score, 1e-10), 1 - 1e-10);
    return -400 * log10(1 / p - 1);
}

double arena_score_of_elo(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

static double bounded(double x, double far) { return fmin(fmax(x, -far), far); }

/* One step of Newton's for one bot while the others stand still; returns how far it went. The
 * likelihood has a single summit, so climbing bot by bot arrives. */
static double climb(int n, arena_points points, double *r, int i)
{
    double slope = 0, bend = 0;
    for (int j = 0; j < n; j++) {
        double games = points[i][j] + points[j][i], p = 1 / (1 + exp(r[j] - r[i]));
        if (j == i || games <= 0)
            continue;
        slope += points[i][j] - games * p;
        bend += games * p * (1 - p);
    }
    double step = bend > 0 ? bounded(slope / bend, 1) : 0;
    r[i] += step;
    return fabs(step);
}

void arena_elo_fit(int n, arena_points points, double elo[ARENA_MAX_BOTS])
{
    const double unit = 400 / log(10);
    double r[ARENA_MAX_BOTS] = {0}, moved = 1, mean = 0;
    for (int round = 0; round < 2000 && moved > 1e-7; round++) {
        moved = 0;
        for (int i = 0; i < n; i++) {
            moved = fmax(moved, climb(n, points, r, i));
            r[i] = bounded(r[i], FAR / unit);
        }
    }
    for (int i = 0; i < n; i++)
        mean += r[i] / n;
    for (int i = 0; i < n; i++)
        elo[i] = unit * (r[i] - mean);
}

bool arena_elo_linked(int n, arena_points points)
{
    bool reached[ARENA_MAX_BOTS] = {true};
    for (int round = 0; round < n; round++)
        for (int i = 0; i < n; i++)
            for (int j = 0; reached[i] && j < n; j++)
                if (points[i][j] + points[j][i] > 0)
                    reached[j] = true;
    for (int i = 0; i < n; i++)
        if (!reached[i])
            return false;
    return true;
}

/* -- Is it better? ----------------------------------------------------------------------------- */

double arena_sprt_low(const arena_sprt *t) { return log(t->beta / (1 - t->alpha)); }
double arena_sprt_high(const arena_sprt *t) { return log((1 - t->beta) / t->alpha); }

/* Both hypotheses as normal distributions of the mean. */
static double llr_of_points(const arena_sprt *t, double mean, double variance, int n)
{
    double s0 = arena_score_of_elo(t->h0), s1 = arena_score_of_elo(t->h1);
    return n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance);
}

/* Both as coins that fall so often: near 100 % nothing is normally distributed. There are as many
 * throws as the sets are worth (see arena_interval), but no more than games. */
static double llr_of_wins(const arena_sprt *t, double mean, double worth)
{
    return worth * (mean * log(t->h1 / t->h0) + (1 - mean) * log((1 - t->h1) / (1 - t->h0)));
}

/* The first sets may all end alike: then the variance is not 0 but unknown, and 'cautious' keeps the
 * test from jumping. */
double arena_sprt_llr_of(const arena_sprt *t, double mean, double variance, int n, int games)
{
    double p = (n * mean + 1) / (n + 2), most = p * (1 - p), likely = cautious(variance, most, n);
    if (n < 2)
        return 0;
    return t->of_wins ? llr_of_wins(t, mean, n * fmin(most / likely, games))
                      : llr_of_points(t, mean, likely, n);
}

double arena_sprt_llr(const arena_sprt *t, const double *scores, int n, int games)
{
    return arena_sprt_llr_of(t, arena_mean(scores, n), arena_variance(scores, n), n, games);
}

arena_verdict arena_sprt_judge(const arena_sprt *t, double llr)
{
    return llr >= arena_sprt_high(t) ? ARENA_H1 : llr <= arena_sprt_low(t) ? ARENA_H0 : ARENA_OPEN;
}

/* -- Chance for resampling --------------------------------------------------------------------- */

double arena_uniform(spk_rng *rng) { return (spk_rng_next(rng) + 0.5) / 4294967296.0; }
double arena_exponential(spk_rng *rng) { return -log(arena_uniform(rng)); }

/* Half the square of a normal number (Box and Muller's). */
double arena_half_gamma(spk_rng *rng)
{
    double turn = cos(6.283185307179586 * arena_uniform(rng));
    return arena_exponential(rng) * turn * turn;
}
