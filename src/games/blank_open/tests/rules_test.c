/* rules_test.c: one test for each rule of Blank Open, named after its number. What every game
 * promises is tested in tests/contract. */
#include "table.h"

extern const spk_game spk_game_blank_open;

static void at(const char *position)
{
    CHECK_INT(open_table(&spk_game_blank_open, 2, NULL, NULL), SPK_OK);
    lay_out(position, __FILE__, __LINE__);
}

TEST(ob_1_1_two_to_four_players)
{
    CHECK_INT(open_table(&spk_game_blank_open, 1, NULL, NULL), SPK_EREFUSED);
    CHECK_INT(open_table(&spk_game_blank_open, 5, NULL, NULL), SPK_EREFUSED);
}

TEST(ob_2_1_players_take_turns)
{
    at("turn 0; dice 0; score 0 0");
    REFUSED_TO(1, "one", "OB-2.1");
    PLAY("one", "dice 4");
    REFUSED_TO(0, "two", "OB-2.1");
}

TEST(ob_2_2_one_die)
{
    at("turn 0; dice 1; score 0 0");
    CHECK_CHANCE("1 dice 1; 1 dice 2; 1 dice 3; 1 dice 4; 1 dice 5; 1 dice 6");
    PLAY("dice 4");
    check_fields(&now, "turn 1; dice 0; score 4 0", __FILE__, __LINE__);
}

TEST(ob_2_3_two_dice)
{
    at("turn 0; dice 0; score 0 0");
    PLAY("two", "dice 11", "two", "dice 7");
    check_fields(&now, "turn 2; dice 0; score 11 0", __FILE__, __LINE__);
}

TEST(ob_3_1_ob_3_2_most_points_win_after_ten_turns_each)
{
    at("turn 19; dice 1; score 20 0");
    PLAY("dice 1");
    CHECK_OVER("last_turn");
    CHECK_INT(result().winners, 1);
}

TEST_MAIN()
