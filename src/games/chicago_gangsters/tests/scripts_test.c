/* scripts_test.c: whether the plans of Chicago Gangsters' scripts can be seen in what they do. */
#include "games/chicago_gangsters/tests/test_table.h"
#include "table_scripts.h"

enum { GAMES = 12 };

static int n_lays, n_cards, n_wasted;

static const cg_state *at(void) { return (const cg_state *)&now; }

static void sit(int n_seats)
{
    CHECK_INT(open_table(spk_game_find("chicago_gangsters"), n_seats, NULL, NULL), SPK_OK);
}

static void watch_lay(spk_move move)
{
    if (cg_move_op(move) != CG_OP_LAY && cg_move_op(move) != CG_OP_X_LAY)
        return;
    n_lays++;
    n_cards += cg_size(cg_move_cards(move));
    n_wasted += cg_size(cg_move_cards(move) & ~cg_usable(&box, at(), 0));
}

TEST(the_free_rider_keeps_eight_cards)
{
    n_lays = n_cards = 0;
    for (int n_seats = 3; n_seats <= 5; n_seats++) {
        sit(n_seats);
        for (uint64_t game = 0; game < GAMES; game++)
            play_script("free_rider", game, watch_lay);
    }
    CHECK(n_lays > 300);
    CHECK(n_cards < n_lays);
}

/* It beats those who do not count far beyond its share, and lays no card that does not count. */
TEST(just_enough_is_more_than_a_share)
{
    int none;
    for (int n_seats = 3; n_seats <= 5; n_seats++) {
        sit(n_seats);
        CHECK(script_wins("just_enough", GAMES, "", &none) >= GAMES / 2);
    }
    n_lays = n_cards = n_wasted = 0;
    for (uint64_t game = 0; game < GAMES; game++)
        play_script("just_enough", game, watch_lay);
    CHECK(n_lays > 50 && n_cards > n_lays / 2);
    CHECK_INT(n_wasted, 0);
}

TEST_MAIN()
