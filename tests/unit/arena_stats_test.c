/* arena_stats_test.c: the arena's arithmetic against known values, and against what it promises:
 * intervals that hold the truth as often as they say, tests that err as rarely as they say. */
#include "test.h"

#include <math.h>

#include "hosts/arena/figures.h"
#include "hosts/arena/stats.h"
#include "hosts/arena/times.h"

static bool near(double got, double want, double within)
{
    if (fabs(got - want) <= within)
        return true;
    print_error("%g is not %g within %g\n", got, want, within);
    return false;
}

/* -- Shares ------------------------------------------------------------------------------------ */

TEST(mean_and_variance_of_a_sample)
{
    const double x[] = {2, 4, 4, 4, 5, 5, 7, 9};
    CHECK(near(arena_mean(x, 8), 5, 1e-12));
    CHECK(near(arena_variance(x, 8), 32.0 / 7, 1e-12));
    CHECK(near(arena_variance(x, 1), 0, 0));
    CHECK(near(arena_mean(x, 0), 0, 0));
}

TEST(student_s_quantiles)
{
    CHECK(near(arena_t95(1), 12.706, 1e-3));
    CHECK(near(arena_t95(8), 2.306, 1e-3));
    CHECK(near(arena_t95(9), 2.262, 2e-3)); /* the table of any textbook */
    CHECK(near(arena_t95(10), 2.228, 2e-3));
    CHECK(near(arena_t95(30), 2.042, 1e-3));
    CHECK(near(arena_t95(100), 1.984, 1e-3));
    CHECK(near(arena_t95(100000), 1.960, 1e-3));
}

TEST(all_won_is_not_certain)
{
    arena_estimate e = arena_interval(1, 0, 10, 0);
    CHECK(near(e.high, 1, 1e-9) && near(e.mean, 1, 0));
    CHECK(near(e.low, 0.661, 0.002)); /* Wilson with t = 2.262: 1 / (1 + t * t / 10) */
    e = arena_interval(0, 0, 10, 0);
    CHECK(near(e.low, 0, 1e-9) && near(e.high, 0.339, 0.002));
    e = arena_interval(1, 0, 400, 0);
    CHECK(near(e.low, 0.9904, 0.0005));
    e = arena_interval(0.7, 0, 0, 0); /* no sets at all */
    CHECK(e.low == 0 && e.high == 1);
    e = arena_interval(1, 0, 1, 0);
    CHECK(e.low < 0.01);
}

/* Half the games of every set won: the seat decides everything, and ten sets do not prove it. */
TEST(sets_that_all_end_alike_leave_doubt)
{
    arena_estimate few = arena_interval(0.5, 0, 10, 0), many = arena_interval(0.5, 0, 1000, 0);
    CHECK(few.high - few.low > 0.2 && few.high - few.low < 0.4);
    CHECK(many.high - many.low > 0 && many.high - many.low < 0.01);
}

TEST(an_ordinary_interval_is_the_ordinary_one)
{
    const double variance = 0.08;
    arena_estimate e = arena_interval(0.6, variance, 1000, 0);
    double reach = arena_t95(999) * sqrt(variance / 1000);
    CHECK(near(e.low, 0.6 - reach, 0.001) && near(e.high, 0.6 + reach, 0.001));
}

/* A set of two games of which each is won with probability p, both by the same luck every second
 * time: how often does the interval hold p? */
static double coverage(double p, int n_sets, uint64_t seed)
{
    enum { RUNS = 2000 };
    double x[200];
    int held = 0;
    spk_rng rng;
    spk_rng_init(&rng, seed, 0);
    for (int run = 0; run < RUNS; run++) {
        for (int i = 0; i < n_sets; i++) {
            double a = arena_uniform(&rng) < p, b = arena_uniform(&rng) < p;
            x[i] = arena_uniform(&rng) < 0.5 ? a : (a + b) / 2;
        }
        arena_estimate e =
            arena_interval(arena_mean(x, n_sets), arena_variance(x, n_sets), n_sets, 0);
        held += e.low <= p && p <= e.high;
    }
    return (double)held / RUNS;
}

TEST(intervals_hold_the_truth_as_often_as_they_say)
{
    static const double shares[] = {0.5, 0.75, 0.9, 0.97};
    static const int sets[] = {20, 50, 200};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++) {
            double held = coverage(shares[i], sets[j], (uint64_t)(10 * i + j));
            if (held < 0.92)
                print_error("p = %g, %d sets: %g\n", shares[i], sets[j], held);
            CHECK(held >= 0.92);
        }
}

/* -- Luck -------------------------------------------------------------------------------------- */

TEST(luck_is_taken_out)
{
    enum { N = 400 };
    double y[N], x[N];
    spk_rng rng;
    spk_rng_init(&rng, 5, 0);
    for (int i = 0; i < N; i++) {
        x[i] = arena_uniform(&rng) - 0.5 + 0.1; /* luckier than most: the truth is at x = 0 */
        y[i] = 0.5 + 0.8 * x[i] + 0.1 * (arena_uniform(&rng) - 0.5);
    }
    arena_adjusted a = arena_adjust(y, x, N);
    CHECK(near(a.coefficient, 0.8, 0.02));
    CHECK(near(a.share.mean, 0.5, 0.01));
    CHECK(a.share.low < 0.5 && 0.5 < a.share.high);
    CHECK(a.reduction > 0.95);
    arena_estimate raw = arena_interval(arena_mean(y, N), arena_variance(y, N), N, 0);
    CHECK(raw.mean > 0.55 && raw.high - raw.low > 3 * (a.share.high - a.share.low));
}

TEST(luck_that_explains_nothing_changes_nothing)
{
    const double y[] = {1, 0, 1, 1, 0, 1}, none[6] = {0};
    arena_adjusted a = arena_adjust(y, none, 6);
    CHECK(near(a.share.mean, 4.0 / 6, 1e-12) && a.coefficient == 0 && a.reduction == 0);
}

/* -- Elo --------------------------------------------------------------------------------------- */

TEST(elo_of_a_score)
{
    CHECK(near(arena_elo_of_score(0.75), 190.85, 0.01));
    CHECK(near(arena_elo_of_score(0.5), 0, 1e-9));
    CHECK(near(arena_elo_of_score(0.25), -190.85, 0.01));
    CHECK(near(arena_score_of_elo(400), 10.0 / 11, 1e-9));
    CHECK(near(arena_score_of_elo(arena_elo_of_score(0.97)), 0.97, 1e-9));
    CHECK(isfinite(arena_elo_of_score(1)) && isfinite(arena_elo_of_score(0)));
}

TEST(elo_of_two)
{
    arena_points points = {{0, 75}, {25, 0}};
    double elo[ARENA_MAX_BOTS];
    arena_elo_fit(2, points, elo);
    CHECK(near(elo[0] - elo[1], 190.85, 0.01));
    CHECK(near(elo[0] + elo[1], 0, 1e-6));
}

/* Exact expectations of known strengths are fitted exactly, whoever met whom how often. */
TEST(elo_of_a_pool_is_found_again)
{
    static const double truth[] = {-500, -120, 40, 210, 370};
    static const int games[5][5] = {
        {0, 10, 40, 0, 5}, {0, 0, 7, 30, 0}, {0, 0, 0, 9, 9}, {0, 0, 0, 0, 100}, {0}};
    arena_points points = {{0}};
    double elo[ARENA_MAX_BOTS];
    for (int i = 0; i < 5; i++)
        for (int j = i + 1; j < 5; j++) {
            double p = arena_score_of_elo(truth[i] - truth[j]);
            points[i][j] = games[i][j] * p;
            points[j][i] = games[i][j] * (1 - p);
        }
    CHECK(arena_elo_linked(5, points));
    arena_elo_fit(5, points, elo);
    for (int i = 0; i < 5; i++)
        CHECK(near(elo[i], truth[i], 0.05));
}

TEST(elo_stays_finite_when_somebody_never_lost)
{
    arena_points points = {{0, 10}, {0, 0}};
    double elo[ARENA_MAX_BOTS];
    arena_elo_fit(2, points, elo);
    CHECK(isfinite(elo[0]) && elo[0] > 1000);
}

TEST(strangers_are_not_linked)
{
    arena_points points = {{0, 1, 0, 0}, {1, 0, 0, 0}, {0, 0, 0, 1}, {0, 0, 1, 0}};
    CHECK(!arena_elo_linked(4, points));
    points[3][0] = 1;
    CHECK(arena_elo_linked(4, points));
    arena_points none = {{0}};
    CHECK(!arena_elo_linked(2, none));
}

/* -- SPRT -------------------------------------------------------------------------------------- */

enum { PAIR = 2 }; /* games of a set */

static const arena_sprt usual = {0, 20, 0.05, 0.05, .of_wins = false};
static const arena_sprt high = {0.97, 0.985, 0.05, 0.05, .of_wins = true};

TEST(sprt_bounds)
{
    CHECK(near(arena_sprt_high(&usual), 2.9444, 1e-4));
    CHECK(near(arena_sprt_low(&usual), -2.9444, 1e-4));
    CHECK(arena_sprt_judge(&usual, 2.95) == ARENA_H1);
    CHECK(arena_sprt_judge(&usual, -2.95) == ARENA_H0);
    CHECK(arena_sprt_judge(&usual, 0) == ARENA_OPEN);
}

TEST(sprt_knows_nothing_at_first)
{
    const double x[] = {1, 1, 1};
    CHECK(arena_sprt_llr(&usual, x, 0, PAIR) == 0 && arena_sprt_llr(&usual, x, 1, PAIR) == 0);
    CHECK(arena_sprt_judge(&usual, arena_sprt_llr(&usual, x, 3, PAIR)) == ARENA_OPEN);
}

/* Midway between the hypotheses the data speak for neither. */
TEST(sprt_is_fair_between_the_hypotheses)
{
    double s0 = arena_score_of_elo(0), s1 = arena_score_of_elo(20);
    CHECK(near(arena_sprt_llr_of(&usual, (s0 + s1) / 2, 0.1, 500, PAIR), 0, 1e-9));
    double llr = arena_sprt_llr_of(&usual, s1, 0.1, 1000, PAIR); /* n (s1 - s0)^2 / 2 v */
    CHECK(near(llr, 1000 * (s1 - s0) * (s1 - s0) / 0.2, 0.05));
}

/* One test from its first set to its verdict: of games that are won with probability p. In 'alike' of
 * the sets both games end alike, as games on one chance stream may. */
static arena_verdict decide_wins(const arena_sprt *t, double p, double alike, spk_rng *rng, int *n)
{
    double sums[2] = {0}, llr = 0;
    for (*n = 0; *n < 100000 && arena_sprt_judge(t, llr) == ARENA_OPEN;) {
        bool first = arena_uniform(rng) < p, second = arena_uniform(rng) < p;
        double x = (first + (arena_uniform(rng) < alike ? first : second)) / 2.0;
        ++*n, sums[0] += x, sums[1] += x * x;
        double mean = sums[0] / *n, variance = (sums[1] - *n * mean * mean) / (*n - 1);
        llr = arena_sprt_llr_of(t, mean, *n > 1 ? fmax(variance, 0) : 0, *n, PAIR);
    }
    return arena_sprt_judge(t, llr);
}

/* Between bots so many Elo apart. */
static arena_verdict decide(const arena_sprt *t, double elo, spk_rng *rng, int *n)
{
    return decide_wins(t, arena_score_of_elo(elo), 0, rng, n);
}

TEST(sprt_errs_as_rarely_as_it_says)
{
    enum { RUNS = 300 };
    int wrong[2] = {0}, n;
    spk_rng rng;
    spk_rng_init(&rng, 8, 0);
    for (int i = 0; i < RUNS; i++) {
        wrong[0] += decide(&usual, 0, &rng, &n) != ARENA_H0;
        wrong[1] += decide(&usual, 20, &rng, &n) != ARENA_H1;
    }
    CHECK(wrong[0] <= RUNS * 0.08 && wrong[1] <= RUNS * 0.08); /* 5 %, and some luck */
    CHECK(decide(&usual, 300, &rng, &n) == ARENA_H1 && n < 40);
    CHECK(decide(&usual, -300, &rng, &n) == ARENA_H0 && n < 40);
}

/* Nothing but wins: every game speaks for H1 as much as a coin would, no more. */
TEST(sprt_of_wins_is_not_rash_near_100_percent)
{
    double llr = arena_sprt_llr_of(&high, 1, 0, 50, PAIR);
    CHECK(near(llr, 100 * log(0.985 / 0.97), 1e-9));
    CHECK(arena_sprt_judge(&high, llr) == ARENA_OPEN);
    CHECK(arena_sprt_judge(&high, arena_sprt_llr_of(&high, 1, 0, 97, PAIR)) == ARENA_H1);
    CHECK(arena_sprt_llr_of(&high, 1, 0, 1, PAIR) == 0);
}

/* Games that always end alike are worth half as many. */
TEST(sprt_of_wins_counts_what_sets_are_worth)
{
    double apart = arena_sprt_llr_of(&high, 0.9, 0.09 / PAIR, 1000, PAIR);
    double alike = arena_sprt_llr_of(&high, 0.9, 0.09, 1000, PAIR);
    CHECK(apart < 0 && near(apart / alike, PAIR, 0.05));
}

/* Where games of a set hang together, few lost ones do not show it: the price of stopping early. */
TEST(sprt_of_wins_errs_as_rarely_as_it_says)
{
    enum { RUNS = 300 };
    static const double alikes[] = {0, 0.5}, most[] = {0.08, 0.15};
    int n;
    spk_rng rng;
    spk_rng_init(&rng, 9, 0);
    for (int k = 0; k < 2; k++) {
        int wrong[2] = {0};
        for (int i = 0; i < RUNS; i++) {
            wrong[0] += decide_wins(&high, 0.97, alikes[k], &rng, &n) != ARENA_H0;
            wrong[1] += decide_wins(&high, 0.985, alikes[k], &rng, &n) != ARENA_H1;
        }
        CHECK(wrong[0] <= RUNS * most[k] && wrong[1] <= RUNS * 0.08);
    }
    CHECK(decide_wins(&high, 0.8, 0, &rng, &n) == ARENA_H0 && n < 60);
}

/* -- Times ------------------------------------------------------------------------------------- */

TEST(times_have_percentiles)
{
    arena_times t = {0}, more = {0};
    CHECK(arena_times_percentile(&t, 0.5) == 0 && arena_times_mean(&t) == 0);
    for (int i = 1; i <= 500; i++) {
        arena_times_add(&t, i);
        arena_times_add(&more, 500 + i);
    }
    arena_times_merge(&t, &more);
    CHECK_INT(t.n, 1000);
    CHECK(near(arena_times_mean(&t), 500.5, 1e-9));
    CHECK(near(arena_times_percentile(&t, 0.5), 500, 10));
    CHECK(near(arena_times_percentile(&t, 0.99), 990, 20));
    CHECK(arena_times_percentile(&t, 1) <= 1000 && t.max_ms == 1000);
    arena_times_add(&t, 0);
    arena_times_add(&t, 1e12); /* no clock says that; no bucket is missing */
    CHECK_INT(t.n, 1002);
}

/* -- One seat ---------------------------------------------------------------------------------- */

TEST(shares_of_a_table)
{
    arena_game g = {.score = {10, 30, 30, 30}, .rank = {4, 1, 1, 3}};
    CHECK(near(arena_win_part(&g, 4, 1), 0.5, 0) && arena_win_part(&g, 4, 0) == 0);
    CHECK(near(arena_score_part(&g, 4, 0), 0.1, 1e-12));
    CHECK(near(arena_place(&g, 4, 1), 1.5, 0) && near(arena_place(&g, 4, 2), 1.5, 0));
    CHECK(near(arena_place(&g, 4, 3), 3, 0) && near(arena_place(&g, 4, 0), 4, 0));
}

TEST(scores_below_zero_and_nothing_at_all)
{
    arena_game g = {.score = {-10, 0, 20}, .rank = {3, 2, 1}};
    CHECK(near(arena_score_part(&g, 3, 0), 0, 0));
    CHECK(near(arena_score_part(&g, 3, 1), 0.25, 1e-12));
    CHECK(near(arena_score_part(&g, 3, 2), 0.75, 1e-12));
    arena_game nothing = {.rank = {1, 1, 1}};
    CHECK(near(arena_score_part(&nothing, 3, 0), 1.0 / 3, 1e-12));
    CHECK(near(arena_win_part(&nothing, 3, 2), 1.0 / 3, 1e-12));
    CHECK(near(arena_place(&nothing, 3, 0), 2, 0));
}

TEST_MAIN()
