/* rules_test.c: one test for each rule of Dice. */
#include "table.h"

extern const spk_game spk_game_dice;

static void at(const char *position)
{
    CHECK_INT(open_table(&spk_game_dice, 2, NULL, NULL), SPK_OK);
    lay_out(position, __FILE__, __LINE__);
}

TEST(di_1_1_two_to_four_players)
{
    CHECK_INT(open_table(&spk_game_dice, 1, NULL, NULL), SPK_EREFUSED);
    CHECK_INT(open_table(&spk_game_dice, 5, NULL, NULL), SPK_EREFUSED);
}

TEST(di_2_1_rolls_add_up)
{
    at("turn 0; dice 0; score 0 0");
    PLAY("roll", "dice 4", "roll", "dice 6");
    check_fields(&now, "turn 0; score 10 0", __FILE__, __LINE__);
}

TEST(di_2_2_stop)
{
    at("turn 0; dice 0; score 0 0");
    REFUSED("stop", "DI-2.2");
    PLAY("roll", "dice 4", "stop");
    check_fields(&now, "turn 1; score 4 0", __FILE__, __LINE__);
}

TEST(di_2_3_more_than_21)
{
    at("turn 0; dice 1; score 17 0");
    PLAY("dice 5");
    check_fields(&now, "turn 1; score 0 0", __FILE__, __LINE__);
    at("turn 0; dice 1; score 17 0");
    PLAY("dice 4");
    check_fields(&now, "turn 1; score 21 0", __FILE__, __LINE__);
}

TEST(di_3_1_di_3_2_the_highest_total_wins)
{
    at("turn 1; dice 0; score 17 18");
    PLAY("stop");
    CHECK_OVER("all_played");
    CHECK_INT(result().winners, 2);
}

TEST_MAIN()
