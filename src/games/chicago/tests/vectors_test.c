/* vectors_test.c: the README's worked examples, one test each, in its order. */
#include "games/chicago/tests/test_table.h"

/* -- Hiring ------------------------------------------------------------------------------------ */

TEST(ch_e1_four_and_three)
{
    TABLE(4, "");
    PLAY("hire 4 3 0");
    GANG("yellow", "cash 10 reserve 12");
}

TEST(ch_e2_two_and_three)
{
    TABLE(4, "");
    PLAY("hire 2 3 0");
    GANG("yellow", "cash 30 reserve 14");
}

TEST(ch_e3_two_single_rings_make_no_pair)
{
    TABLE(4, "");
    PLAY("hire 2 1 0");
    GANG("yellow", "cash 80"); /* 2 * 10k + 25k */
    GANG("yellow", "waiting 4 2 1 1 at");
}

static void nobody_hires(void) { PLAY("hire 0 0 0", "hire 0 0 0", "hire 0 0 0", "hire 0 0 0"); }

TEST(ch_e4_yellow_may_place_in_every_yellow_building)
{
    TABLE(4, "");
    nobody_hires();
    CHECK_MOVES("place YC; place YH; place Y02; place Y03; place Y04; place Y05; place Y06; "
                "place Y07; place Y08");
    PLAY("place YC");
    GANG("yellow", "at YC:4");
}

TEST(ch_e4a_a_gang_at_the_start)
{
    TABLE(4, "");
    PLAY("hire 3 2 1");
    GANG("yellow", "waiting 4 3 2 2 1 1 1 at");
}

TEST(ch_e11_nineteen_first_purchases)
{
    TABLE(4, "");
    spk_move moves[SPK_MAX_MOVES];
    int n = box.game->moves(&box, &now, 0, moves), with_three = 0;
    for (int i = 0; i < n; i++)
        with_three += chicago_move_c(moves[i]) == 1;
    CHECK_INT(n, 19);
    CHECK_INT(with_three, 8);
}

TEST(ch_e12_most_members_for_125k)
{
    TABLE(4, "");
    REFUSED("hire 5 3 0", "CH-6.6");
    REFUSED("hire 4 4 0", "CH-6.4");
    REFUSED("hire 2 3 1", "CH-6.4");
    CHECK(is_legal("hire 3 2 1"));
    CHECK(is_legal("hire 4 3 0"));
}

TEST(ch_e13_rings_after_four_purchases)
{
    TABLE(4, "");
    HOLDS("bank 134");
    PLAY("hire 3 2 1", "hire 3 2 1", "hire 3 2 1", "hire 3 2 1");
    HOLDS("bank 94");
    GANG("blue", "cash 5 reserve 13");
}

/* -- Duels ------------------------------------------------------------------------------------- */

TEST(ch_e5_the_dice_of_two_against_four)
{
    static const char *const want[] = {"throw 3 5", "throw 3 6", "throw 4 5", "throw 4 6",
                                       "throw 5 5", "throw 5 6", "throw 6 5", "throw 6 6"};
    static const unsigned weight[] = {6, 6, 6, 6, 3, 3, 3, 3};
    TABLE(4, "");
    AT("stage step; points 3; yellow at 1,3:2; red at 1,4:4");
    PLAY("step 1,3 1,4");
    spk_outcome outcomes[SPK_MAX_OUTCOMES];
    char text[SPK_MOVE_TEXT];
    CHECK_INT(box.game->chance(&box, &now, outcomes), 8);
    for (int i = 0; i < 8; i++) {
        CHECK_STR(spk_move_text(&box, outcomes[i].move, text), want[i]);
        CHECK_INT(outcomes[i].weight, weight[i]);
    }
}

TEST(ch_e6_equal_members_can_both_fall)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow cash 7 at 1,3:2; red cash 7 at 1,4:2; green at G02:1");
    PLAY("step 1,3 1,4", "throw 4 4", "throw 3 3");
    GANG("yellow", "cash 7 reserve 19 dead 1");
    GANG("red", "cash 7 reserve 19 dead 1");
    HOLDS("bank 149");
}

TEST(ch_e10_two_victories_two_rings)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow at 1,3:1; red at 1,4:1 1,5:1");
    PLAY("step 1,3 1,4", "throw 5 3");
    GANG("yellow", "at 1,4:2");
    PLAY("step 1,4 1,5", "throw 5 3");
    GANG("yellow", "cash 20");
    GANG("yellow", "at 1,5:3");
}

TEST(ch_e18_the_defender_wins_after_two_ties)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow at 1,3:4; red at 1,4:3");
    HOLDS("bank 143");
    PLAY("step 1,3 1,4", "throw 5 5");
    HOLDS("battle 1,4 defender red rings 3 2 before 4 3");
    PLAY("throw 4 4", "throw 3 5");
    HOLDS("bank 148");
    GANG("red", "cash 50");
    GANG("red", "at 1,4:2");
    GANG("yellow", "dead 1");
}

TEST(ch_e19_the_survivor_of_a_tie_is_the_winner)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow at 1,14:2; red at R05:1");
    PLAY("step 1,14 R05", "throw 4 4");
    GANG("yellow", "cash 10");
    GANG("yellow", "at R05:2");
    CHECK_STR(owner("R05"), "yellow");
}

TEST(ch_e20_both_fall_in_a_bar)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow at 1,14:1; red at R05:1 1,1:1");
    PLAY("step 1,14 R05", "throw 3 3");
    CHECK_STR(owner("R05"), "red");
    HOLDS("bank 149");
    GANG("yellow", "cash 0 reserve 19 dead 1");
    GANG("red", "cash 0 reserve 18 dead 1");
}

TEST(ch_e21_four_rings_are_the_most)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow at 1,3:4; red at 1,4:2");
    HOLDS("bank 144");
    PLAY("step 1,3 1,4", "throw 6 5");
    GANG("yellow", "cash 25");
    GANG("yellow", "at 1,4:4");
    HOLDS("bank 146");
}

TEST(ch_e22_the_value_at_the_beginning_is_paid)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow at 1,3:4; red at 1,4:2");
    PLAY("step 1,3 1,4", "throw 5 5", "throw 6 2");
    GANG("yellow", "cash 25");
    GANG("yellow", "at 1,4:4");
    HOLDS("bank 146");
}

TEST(ch_e23_the_last_point_buys_a_duel)
{
    TABLE(4, "");
    AT("stage step; points 1; yellow at 1,14:4; red at R05:1 1,1:1");
    PLAY("step 1,14 R05", "throw 6 1");
    CHECK_STR(owner("R05"), "yellow");
    HOLDS("stage roll; phase A; round 1; turn 1; points 0");
}

TEST(ch_e37_points_lapse_with_the_last_member)
{
    TABLE(4, "");
    AT("stage step; points 7; yellow at 1,3:1; red at 1,4:1");
    PLAY("step 1,3 1,4", "throw 1 6");
    HOLDS("stage enter; phase A; round 1; turn 1; points 0");
}

TEST(ch_e38_the_right_to_choose_alternates)
{
    TABLE(4, "variant_stacking=on");
    AT("stage step; points 5; yellow at 1,14:4 1,13:1; red at R05:3 R05:2");
    PLAY("step 1,14 R05 4");
    CHECK_MOVES("reinforce 1,13 1; fight");
    PLAY("reinforce 1,13 1");
    HOLDS("points 2");
    PLAY("fight", "pair 4 3", "throw 6 4");
    CHECK_INT(actor(), 1); /* red defends and chooses */
    CHECK_MOVES("pair 1 2; pair 4 2");
    PLAY("pair 1 2", "throw 3 5");
    HOLDS("battle R05 defender red right defender attackers rings 4 3 before 4 3");
    PLAY("throw 6 4");
    CHECK_STR(owner("R05"), "yellow");
    GANG("yellow", "cash 80"); /* 40k for the first 3-ring member, 40k for the second */
    GANG("yellow", "at R05:4");
    GANG("red", "cash 10 reserve 18 dead 2");
}

/* -- Movement ---------------------------------------------------------------------------------- */

TEST(ch_e14_eleven_points_three_bars)
{
    TABLE(4, "");
    AT("stage step; points 11; yellow at Y02:4");
    PLAY("step Y02 1,3", "step 1,3 1,4", "step 1,4 1,5", "step 1,5 Y11", "step Y11 1,5",
         "step 1,5 1,6", "step 1,6 Y09", "step Y09 1,6", "step 1,6 1,7", "step 1,7 Y15",
         "step Y15 1,7");
    CHECK_STR(owner("Y11"), "yellow");
    CHECK_STR(owner("Y09"), "yellow");
    CHECK_STR(owner("Y15"), "yellow");
    GANG("yellow", "at 1,7:4");
    HOLDS("round 2; turn 0; points 0"); /* nobody else has a member */
}

TEST(ch_e15_through_a_bar_with_two_doors)
{
    TABLE(4, "");
    AT("stage step; points 5; yellow at 4,7:4");
    PLAY("step 4,7 5,7", "step 5,7 Y22", "step Y22 7,7", "step 7,7 8,7", "step 8,7 Y19");
    CHECK_STR(owner("Y22"), "yellow");
    CHECK_STR(owner("Y19"), "yellow");
    GANG("yellow", "at Y19:4");
    HOLDS("points 0");
}

TEST(ch_e16_off_the_board_and_back)
{
    TABLE(4, "");
    AT("stage step; points 1; yellow at 0,9:1");
    CHECK_MOVES("step 0,9 0,10; step 0,9 1,9; step 0,9 9,0; step 0,9 9,19; step 0,9 10,0; "
                "step 0,9 10,19; step 0,9 19,9; step 0,9 19,10");
    PLAY("step 0,9 19,10");
    GANG("yellow", "at 19,10:1");
    HOLDS("points 0");
}

TEST(ch_e17_home_to_the_casino)
{
    TABLE(4, "");
    AT("stage step; points 8; yellow at YH:1");
    PLAY("step YH 1,0", "step 1,0 1,1", "step 1,1 1,2", "step 1,2 1,3", "step 1,3 1,4",
         "step 1,4 2,4", "step 2,4 3,4", "step 3,4 YC");
    HOLDS("points 0");
    CHECK_INT(city()->distance[node("YH")][node("YC")], 8);
}

TEST(ch_e24_an_own_member_bars_the_door)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow at 1,7:1 Y15:2");
    CHECK_MOVES("step 1,7 1,6");
    REFUSED("step Y15 1,7", "CH-8.9");
    PLAY("step 1,7 1,6");
    CHECK(is_legal("step Y15 1,7"));
}

TEST(ch_e35_retaking_a_printed_building_needs_no_chip)
{
    TABLE(4, "chip_limit=on");
    AT("stage step; points 5; red owns Y02; yellow at 1,3:1 1,6:1 owns R02 R03 R04 R05 R06 R07 R08 "
       "R09 R10 R11 R12 R13 R14 R15 R16 R17 R18 R19 R20 R21");
    REFUSED("step 1,6 Y09", "CH-R16");
    PLAY("step 1,3 Y02");
    CHECK_STR(owner("Y02"), "yellow");
}

TEST(ch_e36_a_turn_passes_without_members_and_money)
{
    TABLE(4, "");
    AT("stage step; points 1; yellow at 1,3:1; red cash 9; green at G02:1");
    PLAY("step 1,3 1,4");
    HOLDS("stage roll; phase A; round 1; turn 2"); /* green's */
    CHECK(!chicago_is_out(&here->gang[RED]));
}

/* -- Money ------------------------------------------------------------------------------------- */

#define ONES "YH Y02 Y03 Y04 Y05 Y06 Y09 Y10"
#define TWOS "Y07 Y08 Y11 Y12 Y13 Y14"
#define REST "YC Y15 Y16 Y17 Y18 Y19 Y20 Y21 Y22"

TEST(ch_e7_eight_bars_of_1000)
{
    TABLE(4, "");
    AT_ANY("yellow owns " ONES);
    CHECK_INT(payout(YELLOW), 24000);
}

TEST(ch_e8_six_bars_of_2000)
{
    TABLE(4, "");
    AT_ANY("yellow owns " TWOS);
    CHECK_INT(payout(YELLOW), 36000);
}

TEST(ch_e9_the_value_of_a_quarter)
{
    TABLE(4, "");
    for (int quarter = 0; quarter < CHICAGO_GANGS; quarter++) {
        int sum = 0;
        for (int k = 0; k < CHICAGO_PER_QUARTER; k++)
            sum += city()->value_k[quarter * CHICAGO_PER_QUARTER + k];
        CHECK_INT(sum, 72);
    }
}

TEST(ch_e25_a_whole_quarter)
{
    TABLE(4, "");
    AT_ANY("yellow owns " ONES " " TWOS " " REST);
    CHECK_INT(payout(YELLOW), 112000);
}

TEST(ch_e26_seven_and_two_others_make_no_set)
{
    TABLE(4, "");
    AT_ANY("yellow owns YH Y02 Y03 Y04 Y05 Y06 Y09 R02 R03");
    CHECK_INT(payout(YELLOW), 9000);
}

TEST(ch_e27_the_start_buildings)
{
    TABLE(4, "");
    for (int gang = 0; gang < CHICAGO_GANGS; gang++)
        CHECK_INT(payout(gang), 30000);
}

TEST(ch_e28_an_empty_casino_pays_nothing_in_variant_ii)
{
    TABLE(4, "variant_casino_presence=on");
    AT_ANY("yellow owns " ONES " " TWOS " " REST);
    CHECK_INT(payout(YELLOW), 92000);
    AT_ANY("yellow at YC:1 owns " ONES " " TWOS " " REST);
    CHECK_INT(payout(YELLOW), 112000);
}

/* -- The end ----------------------------------------------------------------------------------- */

/* The last step of phase B; yellow holds three casinos, red five 4-ring members. */
#define TWO_HOLDERS                                                                                \
    "stage step; phase B; round 6; turn 3; points 1; events 420; holds 0 goal_casinos 410; "       \
    "holds 1 goal_fours 395; yellow cash 400 at 1,3:1 owns YC RC GC; "                             \
    "red at R02:4 R03:4 R04:4 R05:4 R06:4"

TEST(ch_e29_the_earliest_hold_wins)
{
    TABLE(4, "");
    AT(TWO_HOLDERS);
    PLAY("step 1,3 1,4");
    CHECK_STR(result().reason, "goal_fours");
    CHECK_INT(result().winners, 1 << 1);
    CHECK_INT(result().rank[1], 1);
    CHECK_INT(result().rank[0], 2);
    TABLE(4, "goal_tie=wealth");
    AT(TWO_HOLDERS);
    PLAY("step 1,3 1,4");
    CHECK_STR(result().reason, "goal_casinos");
    CHECK_INT(result().winners, 1 << 0);
}

TEST(ch_e30_a_goal_lost_in_the_last_round)
{
    TABLE(4, "");
    AT("stage step; phase C; round 6; turn 3; points 1; events 420; holds 0 goal_casinos 100; "
       "yellow at 1,3:1 owns YC RC GC; red at 4,16:1");
    PLAY("step 4,16 RC");
    HOLDS("stage hire; phase D; round 1; turn 0");
    GANG("yellow", "cash 50"); /* two casinos and seven bars: 6 * 1k + 2 * 2k */
}

TEST(ch_e31_a_goal_reached_with_the_last_point)
{
    TABLE(4, "");
    AT("stage step; phase D; round 6; turn 3; points 1; yellow cash 5 at 1,3:1; "
       "green cash 5 at 4,16:1 owns GC BC; red at R02:1; blue at B02:1");
    PLAY("step 4,16 RC");
    CHECK_STR(result().reason, "goal_casinos");
    CHECK_INT(result().winners, 1 << 2);
    GANG("green", "cash 5"); /* nothing is paid any more */
}

TEST(ch_e32_wealth_after_the_last_round)
{
    TABLE(4, "");
    AT("stage step; phase D; round 6; turn 3; points 1; green at 18,13:1; "
       "yellow cash 61 at 1,0:4 1,1:2 1,2:2 1,3:1 1,4:1 1,5:1 "
       "owns YC RC Y15 Y16 Y17 Y18 Y19 Y20 Y21 Y22; red owns YH Y02 Y03 Y04 Y05 Y06 Y07 Y08");
    CHECK_INT(payout(YELLOW), 72000);
    PLAY("step 18,13 18,14");
    CHECK_STR(result().reason, "wealth");
    CHECK_INT(result().score[0], 263000);
    CHECK_INT(result().winners, 1 << 0);
}

TEST(ch_e33_two_players_need_all_casinos)
{
    TABLE(2, "");
    AT_ANY("yellow owns YC RC; green owns GC BC");
    CHECK(chicago_holds(&box, here, 0, CHICAGO_GOAL_CASINOS));
    AT_ANY("yellow owns YC RC; green owns GC; blue owns BC");
    CHECK(!chicago_holds(&box, here, 0, CHICAGO_GOAL_CASINOS));
}

TEST(ch_e34_three_players_without_blue)
{
    TABLE(3, "");
    int unowned = 0;
    for (int k = 0; k < CHICAGO_PER_QUARTER; k++) {
        int b = BLUE * CHICAGO_PER_QUARTER + k;
        bool owned = false;
        for (int gang = 0; gang < CHICAGO_GANGS; gang++)
            owned |= chicago_has(here->gang[gang].owned, b);
        unowned += !owned;
    }
    CHECK_INT(unowned, CHICAGO_PER_QUARTER);
    CHECK_STR(owner("BC"), "none");
    int starts[] = {YELLOW, RED, GREEN, YELLOW};
    for (int phase = 0; phase < CHICAGO_PHASES; phase++)
        CHECK_INT(city()->order[phase][0], starts[phase]);
}

TEST_MAIN()
