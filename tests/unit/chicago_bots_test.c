/* chicago_bots_test.c: what bots must not overlook at the end of a phase. How strong they are is measured, not
 * tested (docs/strength.md). */
#include "ai/bot.h"
#include "games/chicago/tests/test_table.h"

/* Both of a player's gangs hold the goal together (CH-R28), and it is the last turn of the game (CH-4.3). */
#define LAST_TURN                                                                                  \
    "stage step; phase D; round 6; turn 3; events 9; "                                             \
    "yellow cash 90 at YC:4; red cash 20 at RC:4 R19:2 owns RC RH R02 R19 R22 Y19 Y22; "           \
    "blue cash 20 at BC:4 B19:4 owns BC BH B02 B19 B22 G19 G22; "

/* The rest of the game, with a bot for one seat; the other has nothing to decide. Returns the winners. */
static uint32_t play_out(const char *name, spk_seat seat, int iterations, uint64_t seed)
{
    spk_rng rng;
    spk_result result;
    spk_rng_init(&rng, seed, 1);
    spk_bot *bot = spk_bot_new(spk_bot_find(name), &box, seat, &rng);
    while (!is_over()) {
        spk_actors who = box.game->actors(&box, &now);
        spk_move move = who == SPK_CHANCE_ACTS ? spk_chance_draw(&box, &now, &rng)
                                               : spk_bot_choose(bot, &now, iterations);
        CHECK(who == SPK_CHANCE_ACTS || spk_actors_has(who, seat));
        box.game->apply(&box, &now, spk_actors_first(who), move);
    }
    spk_bot_free(bot);
    box.game->result(&box, &now, &result);
    return result.winners;
}

static void check_wins(const char *position)
{
    for (uint64_t seed = 0; seed < 6; seed++) {
        AT(position);
        CHECK_INT(play_out("hard", 0, 300, seed), 1);
        AT(position);
        CHECK_INT(play_out("boss", 0, 300, seed), 1);
    }
}

/* CH-1.4: the rival has eight of eight, one empty bar is three steps away, others pay as well. */
TEST(the_bar_that_breaks_a_goal_is_retaken_in_the_last_round)
{
    TABLE(2, "");
    check_wins(LAST_TURN "holds 1 goal_square 1; points 4; green cash 90 at 12,10:2 GC:4 G08:3");
}

/* The same with the way through the whole square, and nothing to spare. */
TEST(a_walk_to_the_only_bar_in_reach_is_not_left_for_nearer_ones)
{
    TABLE(2, "");
    check_wins(LAST_TURN "holds 1 goal_square 1; points 8; green cash 90 at 16,9:2 GC:4 G08:3");
}

/* One's own eighth bar wins, though all the money is on the other side. */
TEST(the_bar_that_completes_a_goal_is_taken_in_the_last_round)
{
    TABLE(2, "");
    check_wins("stage step; phase D; round 6; turn 3; events 9; points 5; "
               "yellow at YC:4 owns YC YH Y02 Y19 Y22 R19 R22 B19; red cash 200 at RC:4; "
               "blue cash 200 at BC:4 owns BC BH B02 G22; "
               "green at 12,10:2 GC:4 G08:3 owns GC GH G19 B22");
}

TEST_MAIN()
