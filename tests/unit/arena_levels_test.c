/* arena_levels_test.c: the levels of every game are in order, and as strong as they are called: small
 * matches in iterations, the same on every machine. docs/strength.md has the large ones. */
#include "test.h"

#include "engine/box.h"
#include "games/registry.h"
#include "hosts/arena/figures.h"

static bool go_on(void *self, const arena *a)
{
    (void)self, (void)a;
    return true;
}

/* The match of these bots, played; the caller frees it and closes the box. */
static arena *play(spk_box *box, const char *game, int seats, const char *const *bots, int n_bots,
                   int n_sets)
{
    spk_choice choice = {.n_seats = seats};
    host_budget budget = {.iterations = 100};
    arena_plan plan = {.box = box, .n_sets = n_sets, .seed = 3, .n_threads = 1, .n_bots = n_bots};
    assert_int_equal(spk_box_open(box, spk_game_find(game), &choice, NULL), SPK_OK);
    for (int i = 0; i < n_bots; i++)
        assert_int_equal(arena_entrant_parse(bots[i], &budget, &plan.bot[i], NULL), SPK_OK);
    plan.lone = arena_has_lone(&plan);
    arena *a = arena_new(&plan);
    assert_int_equal(arena_play(a, go_on, NULL, NULL), SPK_OK);
    return a;
}

/* Wins in 100 of the first bot, alone at a table of the second. */
static double percent(const char *game, int seats, const char *first, const char *second,
                      int n_sets)
{
    spk_box box;
    arena *a = play(&box, game, seats, (const char *const[]){first, second}, 2, n_sets);
    double share = 100 * arena_win_share(a, 0);
    arena_free(a);
    spk_box_close(&box);
    print_message("# %s, %d players: %s wins %.1f %% against %s\n", game, seats, first, share,
                  second);
    return share;
}

static void check_order(const char *game, int seats, int n_sets)
{
    double fair = 100.0 / seats;
    CHECK(percent(game, seats, "easy", "random", n_sets) > fair);
    CHECK(percent(game, seats, "normal", "easy", n_sets) > fair);
    CHECK(percent(game, seats, "hard", "normal", n_sets) > fair);
}

/* Who looks only a move ahead is no match for 'normal'. */
static void check_greedy(const char *game, int seats, int n_sets)
{
    CHECK(percent(game, seats, "normal", "greedy", n_sets) > 50);
}

TEST(levels_of_famiglia)
{
    check_order("famiglia", 2, 20);
    check_greedy("famiglia", 2, 20);
}

TEST(levels_of_gangster)
{
    check_order("gangster", 2, 10);
    check_greedy("gangster", 2, 20);
}

/* Its games are long, and few would not tell 'normal' from 'greedy'. */
TEST(levels_of_chicago) { check_order("chicago", 2, 10); }

/* 'greedy' is no measure here: it cannot guess what others hold. Luck leaves so little between two levels that a small
 * match only tells those apart that are not next to each other (docs/strength.md). */
TEST(levels_of_chicago_gangsters)
{
    CHECK(percent("chicago_gangsters", 4, "easy", "random", 15) > 25);
    CHECK(percent("chicago_gangsters", 4, "hard", "easy", 15) > 25);
    CHECK(percent("chicago_gangsters", 4, "boss", "normal", 40) > 25);
}

/* Two who talk win more together than two who play as well and say nothing; who means nothing of what it says wins less. */
TEST(talk_pays_and_lies_do_not)
{
    static const char *const bots[] = {"boss", "boss", "silent", "silent"};
    spk_box box;
    arena *a = play(&box, "chicago_gangsters", 4, bots, 4, 40);
    double talkers = 100 * (arena_win_share(a, 0) + arena_win_share(a, 1));
    arena_free(a);
    spk_box_close(&box);
    print_message("# two talkers win %.1f %% against two silent ones\n", talkers);
    CHECK(talkers > 52);
    CHECK(percent("chicago_gangsters", 4, "liar", "boss", 20) < 25);
}

TEST_MAIN()
