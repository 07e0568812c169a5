/* Ratings from places: against known numbers, and the promises of rating.h. */
#include "test.h"

#include <math.h>

#include "base/rng.h"
#include "hosts/rating/rating.h"

static void play(rating *players, int n, ...)
{
    int places[RATING_MOST_PLAYERS];
    va_list list;
    va_start(list, n);
    for (int i = 0; i < n; i++)
        places[i] = va_arg(list, int);
    va_end(list);
    rating_update(players, places, n);
}

/* The numbers that other programs of this model publish for the simplest game. */
TEST(two_newcomers_one_wins)
{
    rating p[2] = {RATING_NEW, RATING_NEW};
    play(p, 2, 1, 2);
    CHECK_INT(p[0].mean, 27635231);
    CHECK_INT(p[1].mean, 22364769);
    CHECK_INT(p[0].deviation, 8065506);
    CHECK_INT(p[1].deviation, 8065506);
}

/* Computed beside this by a program of ten lines that follows the paper. */
TEST(a_table_of_five_and_players_who_differ)
{
    rating p[5] = {RATING_NEW, RATING_NEW, RATING_NEW, RATING_NEW, RATING_NEW};
    play(p, 5, 3, 1, 5, 1, 4);
    CHECK_INT(p[0].mean, 25000000);
    CHECK_INT(p[1].mean, 32905694);
    CHECK_INT(p[2].mean, 14459075);
    CHECK_INT(p[3].mean, 32905694);
    CHECK_INT(p[4].deviation, 7202516);
    rating q[3] = {
        {30 * RATING_ONE, 2 * RATING_ONE}, {20 * RATING_ONE, 5 * RATING_ONE}, RATING_NEW};
    play(q, 3, 2, 1, 3);
    CHECK_INT(q[0].mean, 29757215);
    CHECK_INT(q[1].deviation, 4840547);
    CHECK_INT(q[2].mean, 18732279);
}

TEST(a_shared_win_of_equals_moves_nobody)
{
    rating p[2] = {RATING_NEW, RATING_NEW};
    play(p, 2, 1, 1);
    CHECK_INT(p[0].mean, 25000000);
    CHECK_INT(p[0].deviation, p[1].deviation);
    CHECK(p[0].deviation < RATING_NEW.deviation);
}

TEST(a_surprise_moves_more_than_what_was_expected)
{
    rating strong = {35 * RATING_ONE, 3 * RATING_ONE}, weak = {15 * RATING_ONE, 3 * RATING_ONE};
    rating expected[2] = {strong, weak}, surprise[2] = {strong, weak};
    play(expected, 2, 1, 2);
    play(surprise, 2, 2, 1);
    CHECK(expected[0].mean - strong.mean < strong.mean - surprise[0].mean);
    CHECK(expected[0].mean > strong.mean && surprise[0].mean < strong.mean);
}

TEST(whoever_is_known_moves_less)
{
    rating p[2] = {RATING_NEW, {25 * RATING_ONE, RATING_ONE}};
    play(p, 2, 2, 1);
    CHECK(25 * RATING_ONE - p[0].mean > 10 * (p[1].mean - 25 * RATING_ONE));
}

TEST(places_are_an_order_and_no_numbers)
{
    rating a[4] = {RATING_NEW, RATING_NEW, RATING_NEW, RATING_NEW}, b[4], c[4];
    play(a, 4, 3, 1, 2, 4); /* so that they differ */
    memcpy(b, a, sizeof a), memcpy(c, a, sizeof a);
    play(b, 4, 1, 2, 2, 4);
    play(c, 4, 10, 30, 30, 99);
    CHECK(memcmp(b, c, sizeof b) == 0);
}

TEST(the_order_at_the_table_does_not_matter)
{
    rating a[3] = {
        RATING_NEW, {30 * RATING_ONE, 2 * RATING_ONE}, {20 * RATING_ONE, 5 * RATING_ONE}};
    rating b[3] = {a[2], a[0], a[1]};
    play(a, 3, 2, 1, 3);
    play(b, 3, 3, 2, 1);
    CHECK_INT(a[0].mean, b[1].mean);
    CHECK_INT(a[1].mean, b[2].mean);
    CHECK_INT(a[2].deviation, b[0].deviation);
}

TEST(one_player_alone_learns_nothing)
{
    rating p = RATING_NEW;
    play(&p, 1, 1);
    CHECK_INT(p.mean, 25000000);
    CHECK_INT(p.deviation, 8333333);
}

/* Players with strengths of their own meet at tables of 2 to 5: the ratings find the order, and deviations shrink. */
TEST(many_games_find_who_is_stronger)
{
    enum { N = 12 };
    rating r[N];
    for (int i = 0; i < N; i++)
        r[i] = RATING_NEW;
    spk_rng rng;
    spk_rng_init(&rng, 7, 0);
    for (int game = 0; game < 4000; game++) {
        int n = 2 + game % 4, who[5], places[5];
        rating table[5];
        double form[5];
        for (int i = 0; i < n; i++) {
            who[i] = (int)((game * 5 + i * 7 + game / 12) % N);
            form[i] = who[i] * 2 + (double)spk_rng_below(&rng, 1000) / 50;
            table[i] = r[who[i]];
        }
        for (int i = 0; i < n; i++) {
            places[i] = 1;
            for (int j = 0; j < n; j++)
                places[i] += form[j] > form[i];
        }
        rating_update(table, places, n);
        for (int i = 0; i < n; i++) {
            CHECK(table[i].deviation <= r[who[i]].deviation && table[i].deviation > 0);
            r[who[i]] = table[i];
        }
    }
    for (int i = 1; i < N; i++)
        CHECK(r[i].mean > r[i - 1].mean);
    CHECK(rating_points(&r[N - 1]) > rating_points(&r[0]) + 200);
    CHECK(rating_doubt(&r[0]) < 120);
}

TEST(points_are_on_elos_scale)
{
    rating sure = {25 * RATING_ONE, 1};
    CHECK_INT(rating_points(&sure), 1500);
    CHECK_INT(rating_doubt(&sure), 0);
    CHECK_INT(rating_doubt(&RATING_NEW), 482);
    rating better = {.mean = sure.mean + (int32_t)(100 / 29.481 * RATING_ONE), .deviation = 1};
    CHECK_INT(rating_points(&better), 1600);
    CHECK(fabs(rating_ahead(&better, &sure) - 0.64) < 0.001);
    CHECK(fabs(rating_ahead(&sure, &sure) - 0.5) < 1e-9);
}

TEST_MAIN()
