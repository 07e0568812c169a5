/* scripts_test.c: whether the plans of Famiglia's scripts can be seen in what they do. */
#include "games/famiglia/state.h"
#include "games/famiglia/tests/test_table.h"
#include "table_scripts.h"

enum { GAMES = 20 };

static int n_spent, n_high;

static void count_cards(spk_move move)
{
    famiglia_op op = famiglia_move_op(move);
    n_spent += op == FAMIGLIA_PLAY_BRUTE || op == FAMIGLIA_PLAY_ACCOUNTANT;
    n_high += op == FAMIGLIA_RECRUIT_CARD && famiglia_rank(famiglia_move_card(move)) >= 3;
}

static void play_all(const char *name)
{
    n_spent = n_high = 0;
    for (uint64_t game = 0; game < GAMES; game++)
        play_script(name, game, count_cards);
}

TEST(the_hoarder_lays_nobody_down)
{
    int none;
    CHECK_INT(open_table(spk_game_find("famiglia"), 2, NULL, NULL), SPK_OK);
    CHECK(script_wins("hoarder", GAMES, "", &none) >= GAMES - 2);
    play_all("hoarder");
    CHECK_INT(n_spent, 0);
}

TEST(the_rusher_spends_and_climbs)
{
    int none;
    CHECK_INT(open_table(spk_game_find("famiglia"), 2, NULL, NULL), SPK_OK);
    CHECK(script_wins("rusher", GAMES, "", &none) >= GAMES - 1);
    play_all("rusher");
    CHECK(n_spent > 2 * GAMES);
    CHECK(n_high > GAMES / 2);
}

TEST_MAIN()
