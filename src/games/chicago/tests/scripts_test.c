/* scripts_test.c: what the plans of Chicago's scripts come to against players without one. */
#include "games/chicago/rules.h"
#include "games/chicago/tests/test_table.h"
#include "table_scripts.h"

enum { GAMES = 10 };

TEST(the_square_rusher_wins_by_the_square)
{
    int by_goal;
    TABLE(2, "");
    CHECK(script_wins("square_rusher", GAMES, "goal_square", &by_goal) >= GAMES - 1);
    CHECK(by_goal >= GAMES - 2);
    TABLE(4, "");
    CHECK(script_wins("square_rusher", GAMES, "goal_square", &by_goal) >= GAMES / 2);
    CHECK(by_goal >= GAMES / 2);
}

TEST(the_casino_rusher_wins_by_casinos)
{
    int by_goal;
    TABLE(2, "");
    CHECK(script_wins("casino_rusher", GAMES, "goal_casinos", &by_goal) >= GAMES - 2);
    CHECK(by_goal >= GAMES / 2);
}

static int most_income_k;

static void note_income(spk_move move)
{
    (void)move;
    int income = 0;
    for (int gang = 0; gang < CHICAGO_GANGS; gang++)
        if (city()->present[gang] && city()->seat_of[gang] == 0)
            income += chicago_payout_k(city(), (const chicago_state *)&now, gang);
    most_income_k = income > most_income_k ? income : most_income_k;
}

/* All 92 buildings pay 288,000, two gangs begin with about 80,000; a game may end by a goal on the way. */
TEST(the_income_maximiser_owns_most_of_the_city)
{
    int sum_k = 0;
    TABLE(2, "");
    for (uint64_t game = 0; game < 4; game++) {
        most_income_k = 0;
        play_script("income_maximiser", game, note_income);
        sum_k += most_income_k;
    }
    CHECK(sum_k > 4 * 150);
}

TEST_MAIN()
