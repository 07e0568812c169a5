/* scripts_test.c: whether Gangster's script counts. */
#include "games/gangster/tests/test_table.h"
#include "table_scripts.h"

enum { GAMES = 20 };

TEST(the_line_counter_beats_those_who_do_not_count)
{
    int none;
    CHECK_INT(open_box(2, NULL, NULL), SPK_OK);
    CHECK(script_wins("line_counter", GAMES, "", &none) >= GAMES - 1);
    CHECK_INT(open_box(4, NULL, NULL), SPK_OK);
    CHECK(script_wins("line_counter", GAMES, "", &none) >= GAMES * 3 / 4);
}

static int n_wins_seen;

/* Whether this move ends the game with seat 0 as the winner. */
static bool wins(spk_move move)
{
    spk_state after = now;
    spk_result result;
    box.game->apply(&box, &after, 0, move);
    box.game->result(&box, &after, &result);
    return result.reason && result.winners == SPK_ACTOR(0);
}

static void a_win_is_taken(spk_move move)
{
    static spk_move moves[SPK_MAX_MOVES];
    int n = box.game->moves(&box, &now, 0, moves);
    bool can = false;
    for (int i = 0; i < n && !can; i++)
        can = wins(moves[i]);
    CHECK(!can || wins(move));
    n_wins_seen += can;
}

TEST(it_never_overlooks_a_win)
{
    CHECK_INT(open_box(2, NULL, NULL), SPK_OK);
    for (uint64_t game = 0; game < GAMES; game++)
        play_script("line_counter", game, a_win_is_taken);
    CHECK(n_wins_seen > GAMES / 2);
}

TEST_MAIN()
