/* figures.c: see figures.h. */
#include "hosts/arena/figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"

/* -- One seat of one game ---------------------------------------------------------------------- */

double arena_win_part(const arena_game *g, int n_seats, spk_seat seat)
{
    int winners = 0;
    for (spk_seat i = 0; i < n_seats; i++)
        winners += g->rank[i] == 1;
    return g->rank[seat] == 1 ? 1.0 / winners : 0;
}

/* Where somebody is below 0, all scores are counted from the lowest; if nobody has anything, all
 * have the same part of it. */
double arena_score_part(const arena_game *g, int n_seats, spk_seat seat)
{
    int lowest = 0;
    double sum = 0;
    for (spk_seat i = 0; i < n_seats; i++)
        lowest = g->score[i] < lowest ? g->score[i] : lowest;
    for (spk_seat i = 0; i < n_seats; i++)
        sum += g->score[i] - lowest;
    return sum > 0 ? (g->score[seat] - lowest) / sum : 1.0 / n_seats;
}

double arena_place(const arena_game *g, int n_seats, spk_seat seat)
{
    double place = 1;
    for (spk_seat i = 0; i < n_seats; i++)
        place += g->rank[i] < g->rank[seat]                 ? 1
                 : i != seat && g->rank[i] == g->rank[seat] ? 0.5
                                                            : 0;
    return place;
}

/* -- One bot in one set ------------------------------------------------------------------------ */

static arena_role role_of(const arena_plan *p, int bot)
{
    if (!arena_has_lone(p))
        return ARENA_ANY;
    return bot == 0 || !p->lone ? ARENA_LONE : ARENA_REST;
}

/* In sets of one against many, the first n games have the first bot as the lone one. */
static bool is_counted(const arena *a, int bot, int game)
{
    return role_of(&a->plan, bot) != ARENA_LONE || game / a->n_seats == bot;
}

typedef struct set_sums {
    int n; /* seats it held */
    int n_wins, n_shared;
    double win, score, place, luck;
} set_sums;

static set_sums sum_set(const arena *a, int set, int bot)
{
    set_sums s = {0};
    for (int game = 0; game < a->games_per_set; game++) {
        const arena_game *g = arena_game_of(a, set, game);
        for (spk_seat i = 0; i < a->n_seats && is_counted(a, bot, game); i++) {
            if (g->bot[i] != bot)
                continue;
            double win = arena_win_part(g, a->n_seats, i);
            s.n++;
            s.n_wins += win == 1;
            s.n_shared += win > 0 && win < 1;
            s.win += win;
            s.score += arena_score_part(g, a->n_seats, i);
            s.place += arena_place(g, a->n_seats, i);
            s.luck += (double)g->luck[i] / SPK_LUCK_UNIT;
        }
    }
    return s;
}

static bool counts(const arena *a, int set)
{
    return set < a->n_counted && arena_is_complete(a, set);
}

double arena_win_share(const arena *a, int bot)
{
    double sum = 0, n = 0;
    for (int set = 0; set < a->n_counted; set++)
        if (counts(a, set)) {
            set_sums s = sum_set(a, set, bot);
            sum += s.win;
            n += s.n;
        }
    return n > 0 ? sum / n : 0;
}

/* -- One bot ----------------------------------------------------------------------------------- */

static arena_estimate estimate(const double *x, int n)
{
    return arena_interval(arena_mean(x, n), arena_variance(x, n), n, 0);
}

static void stand(const arena *a, int bot, arena_standing *s)
{
    size_t room = (size_t)a->plan.n_sets * sizeof(double);
    double *win = spk_alloc(room), *score = spk_alloc(room);
    double *place = spk_alloc(room), *luck = spk_alloc(room);
    int n = 0, last = a->n_seats - 1;
    for (int set = 0; set < a->n_counted; set++) {
        set_sums one = counts(a, set) ? sum_set(a, set, bot) : (set_sums){0};
        if (one.n == 0)
            continue;
        win[n] = one.win / one.n;
        score[n] = one.score / one.n;
        place[n] = (one.place / one.n - 1) / last; /* 0 to 1 */
        luck[n++] = one.luck / one.n;
        s->n_games += one.n;
        s->n_wins += one.n_wins;
        s->n_shared += one.n_shared;
    }
    s->n_sets = n;
    s->role = role_of(&a->plan, bot);
    s->win = estimate(win, n);
    s->score = estimate(score, n);
    s->rank = estimate(place, n);
    s->rank =
        (arena_estimate){1 + last * s->rank.mean, 1 + last * s->rank.low, 1 + last * s->rank.high};
    s->has_luck = spk_has_luck(a->plan.box->game) && n > 2;
    if (s->has_luck)
        s->adjusted = arena_adjust(win, luck, n);
    spk_free(win), spk_free(score), spk_free(place), spk_free(luck);
}

const char *arena_role_name(arena_role role)
{
    static const char *const names[] = {"any", "lone", "rest"};
    return names[role];
}

/* -- One against the other --------------------------------------------------------------------- */

static void add_points(const arena *a, int set, double weight, arena_points points)
{
    for (int game = 0; game < a->games_per_set; game++) {
        const arena_game *g = arena_game_of(a, set, game);
        for (spk_seat i = 0; i < a->n_seats; i++)
            for (spk_seat k = 0; k < a->n_seats; k++)
                if (g->bot[i] != g->bot[k] && g->rank[i] <= g->rank[k])
                    points[g->bot[i]][g->bot[k]] += g->rank[i] < g->rank[k] ? weight : weight / 2;
    }
}

double arena_set_score(const arena *a, int set)
{
    arena_points points = {{0}};
    if (a->plan.sprt.of_wins) {
        set_sums first = sum_set(a, set, 0);
        return first.win / first.n;
    }
    add_points(a, set, 1, points);
    return points[0][1] / (points[0][1] + points[1][0]);
}

/* The first bot's games in a set are as many as seats, whether it is the lone one or one of two. */
double arena_llr(const arena *a)
{
    int n = a->n_judged;
    double mean = n ? a->judged_sums[0] / n : 0;
    double variance = n > 1 ? (a->judged_sums[1] - n * mean * mean) / (n - 1) : 0;
    return arena_sprt_llr_of(&a->plan.sprt, mean, fmax(variance, 0), n, a->n_seats);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* 'random' is 0 where it takes part, else the mean. */
static double anchor(const arena_plan *p, const double *elo)
{
    for (int i = 0; i < p->n_bots; i++)
        if (spk_str_eq(p->bot[i].name, "random"))
            return elo[i];
    return 0;
}

/* Every bot is given one drawn set against those it met, so that nobody is infinitely strong. In a
 * resample the two halves of the draw have weights of their own, as the sets have: where nothing was
 * ever lost, all that is known about losing is this draw, and the interval shows it. */
static void add_prior(const arena_figures *f, arena_points points, spk_rng *rng)
{
    double sets = 0;
    for (int i = 0; i < f->n_bots; i++)
        sets += (double)f->bot[i].n_sets / f->n_bots;
    for (int i = 0; i < f->n_bots; i++)
        for (int j = 0; j < f->n_bots; j++) {
            double both = f->points[i][j] + f->points[j][i];
            points[i][j] += both / fmax(sets, 1) * (rng ? arena_half_gamma(rng) : 0.5);
        }
}

/* The bots' Elo in a world in which the sets came up with other weights (Rubin's bootstrap); without
 * a generator, as they did come up. */
static void fit(const arena *a, const arena_figures *f, spk_rng *rng, double *elo)
{
    arena_points points = {{0}};
    for (int set = 0; set < a->n_counted; set++)
        if (counts(a, set))
            add_points(a, set, rng ? arena_exponential(rng) : 1, points);
    add_prior(f, points, rng);
    arena_elo_fit(f->n_bots, points, elo);
    double zero = anchor(&a->plan, elo);
    for (int i = 0; i < f->n_bots; i++)
        elo[i] -= zero;
}

/* Some seconds of work are enough. */
static int affordable(const arena *a, int resamples)
{
    double work = (double)a->n_done * a->games_per_set * a->n_seats * a->n_seats;
    return (int)fmin(resamples, fmax(100, 1e9 / fmax(work, 1)));
}

static void rate(const arena *a, int resamples, arena_figures *f)
{
    int n = affordable(a, resamples);
    double elo[ARENA_MAX_BOTS], *tries = spk_alloc((size_t)n * ARENA_MAX_BOTS * sizeof *tries);
    spk_rng rng;
    spk_rng_init(&rng, a->plan.seed, UINT64_MAX);
    for (int k = 0; k < n; k++) {
        fit(a, f, &rng, elo);
        for (int i = 0; i < f->n_bots; i++)
            tries[i * n + k] = elo[i];
    }
    fit(a, f, NULL, elo);
    for (int i = 0; i < f->n_bots; i++) {
        double *own = tries + (size_t)i * (size_t)n;
        qsort(own, (size_t)n, sizeof *own, compare);
        f->bot[i].has_elo = true;
        f->bot[i].elo =
            (arena_estimate){elo[i], fmin(own[n / 40], elo[i]), fmax(own[n - 1 - n / 40], elo[i])};
    }
    spk_free(tries);
}

/* -- All of it --------------------------------------------------------------------------------- */

static void add_set(const arena *a, int set, arena_figures *f)
{
    f->n_sets++;
    add_points(a, set, 1, f->points);
    for (int game = 0; game < a->games_per_set; game++) {
        const arena_game *g = arena_game_of(a, set, game);
        f->n_games++;
        f->n_unfinished += g->unfinished;
        for (spk_seat i = 0; i < a->n_seats; i++)
            f->seat_win[i] += arena_win_part(g, a->n_seats, i);
    }
}

void arena_figures_make(const arena *a, int resamples, arena_figures *f)
{
    *f = (arena_figures){.n_bots = a->plan.n_bots};
    for (int set = 0; set < a->n_counted; set++)
        if (counts(a, set))
            add_set(a, set, f);
    for (spk_seat i = 0; i < a->n_seats; i++)
        f->seat_win[i] /= f->n_games ? f->n_games : 1;
    for (int i = 0; i < f->n_bots; i++)
        stand(a, i, &f->bot[i]);
    if (f->n_sets && arena_elo_linked(f->n_bots, f->points))
        rate(a, resamples, f);
    f->llr = arena_llr(a);
}
