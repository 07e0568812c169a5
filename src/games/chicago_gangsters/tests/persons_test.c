/* persons_test.c: the 18 persons, CG-12 and CG-13: what each is worth, what it can do, when, and what
 * it counts in the showdown. */
#include "games/chicago_gangsters/tests/test_play.h"

/* The README's table: value, showdown count. */
static const struct {
    const char *name;
    int value, counts;
} table[CG_PERSON_COUNT] = {
    {"informer", 0, 1},
    {"whiskey_smuggler", 0, 1},
    {"dealer", 1, 1},
    {"thief", 1, 1},
    {"explosives_expert", 1, 1},
    {"fence", 1, 1},
    {"poker_player", 1, 1},
    {"priest", 1, 2},
    {"thug", 1, 1},
    {"reporter", 2, 1},
    {"taxi_driver", 2, 1},
    {"customs_officer", 2, 1},
    {"bank_director", 3, 1},
    {"mayor", 3, 1},
    {"police_chief", 3, 1},
    {"prosecutor", 3, 1},
    {"judge", 4, 1},
    {"senator", 4, 1},
};

/* Seat 1 has this person and lays these cards there; seat 1 is a challenger with the marker. */
static int contributes(const char *person, const char *district, const char *cards)
{
    char at[300];
    snprintf(at, sizeof at,
             "phase lay; active 1; coalition C01; loot L03; offer %s; district %s; hand1 %s; "
             "hand0 W2; hand2 W2; hand3 W2; persons1 %s",
             spk_str_eq(person, "senator") ? "judge" : "senator", district,
             spk_str_eq(cards, "-") ? "W2" : cards, person);
    FIGHT(4, NULL, at, .of = {[1] = cards});
    return s->points[1];
}

/* -- CG-12 ------------------------------------------------------------------------------------- */

/* Recruited in phase 5, the fence works in phase 6 of the same round. */
TEST(cg_12_1_abilities_work_from_recruitment_on)
{
    AT(4, "phase choose_package; stage loot_share; active 0; starter 0; winner challenger; sharing "
          "challenger; coalition C01; district uptown; loot L05; offer fence; points 5 0 0 0; "
          "strength 5 0; has_laid 0 1 2 3; hand0 W2");
    PLAY("choose_package 2");
    HOLDS("phase round_end; active 0; persons0 fence");
    CHECK_MOVES("draw; swap_one fence W2");
}

/* The thief on offer unlocks nothing before he is recruited. */
TEST(cg_12_2_in_the_round_of_recruitment_only_round_end_abilities)
{
    FIGHT(4, NULL,
          "phase lay; active 1; coalition C01; loot L03; offer thief; district uptown; hand1 E5",
          .of = {[1] = "E5"});
    HOLDS("strength 0 0; hand1 E5");
}

TEST(cg_12_3_only_the_controller_benefits)
{
    FIGHT(4, NULL, C01 "district uptown; hand0 E5; hand1 E5; persons1 thief",
          .of = {[0] = "E5", [1] = "E5"});
    HOLDS("points 0 5 0 0; hand0 E5; discard E5");
    AT(4, ENDING "hand0 B5 E5; persons1 informer");
    HOLDS("phase round_end");
    REFUSED("convert informer B5 E5", "CG-13.1");
}

/* Nothing to ask at round end, nothing unlocked, nothing that acts. */
TEST(cg_12_4_values_3_and_4_have_no_ability)
{
    for (int p = CG_BANK_DIRECTOR; p <= CG_SENATOR; p++) {
        CHECK_INT(contributes(table[p].name, "uptown", "W4 E5"), 0);
        char at[400];
        snprintf(at, sizeof at,
                 "phase draw; stage round_end; active 3; starter 3; winner challenger; coalition "
                 "C01; district uptown; loot L01; drawers 3 -; due 1 0; used 64; hand0 W4 B5; "
                 "persons0 %s",
                 table[p].name);
        AT(4, at);
        PLAY("deal 3 B1");
        HOLDS("phase draw; active 0"); /* drawn without asking */
    }
}

/* -- CG-13 ------------------------------------------------------------------------------------- */

TEST(cg_13_1_the_informer_turns_six_points_into_a_bottle)
{
    AT(4, ENDING "hand0 B1 B5 E5; persons0 informer");
    CHECK_MOVES("draw; convert informer B1 B5; convert informer B1 E5; convert informer B5 E5; "
                "convert informer B1 B5 E5");
    PLAY("convert informer B1 B5");
    HOLDS(
        "alcohol 1 0 0 0; discard B1 B5; hand0 E5; phase draw"); /* once: nothing is left to ask */
}

/* A lone player's cards are not doubled here. */
TEST(cg_13_1_values_are_never_doubled_here)
{
    AT(3,
       "phase round_end; stage round_end; active 2; starter 2; winner challenger; coalition C09; "
       "district uptown; loot L01; has_laid 0 1 2; hand2 B2 B3; persons2 informer");
    CHECK_INT(cg_lone(&box, s), 2);
    REFUSED("convert informer B2 B3", "CG-13.1");
    CHECK_MOVES("draw");
}

TEST(cg_13_2_the_whiskey_smuggler_too_counted_apart)
{
    AT(4, ENDING "hand0 B1 B5 E1 E5; persons0 informer whiskey_smuggler");
    PLAY("convert whiskey_smuggler B1 B5");
    REFUSED("convert whiskey_smuggler E1 E5", "CG-13.2");
    PLAY("convert informer E1 E5");
    HOLDS("alcohol 2 0 0 0");
}

TEST(cg_13_3_value_0_adds_nothing_but_counts)
{
    CHECK_INT(contributes("informer", "the_loop", "W2"), 2);
    CHECK_INT(contributes("whiskey_smuggler", "the_loop", "W2"), 2);
    AT(4, "phase reveal_coalition; rounds 12; persons0 informer whiskey_smuggler; persons1 judge");
    PLAY("coalition C13");
    HOLDS("alcohol 2 0 0 0");
}

TEST(cg_13_4_dealer_thief_and_explosives_expert_unlock_a_kind)
{
    CHECK_INT(contributes("dealer", "pilsen", "B5"), 5);
    CHECK_INT(contributes("thief", "uptown", "E5"), 5);
    CHECK_INT(contributes("explosives_expert", "uptown", "W4"), 4);
    CHECK_INT(contributes("dealer", "back_of_the_yards", "E5"), 0); /* that kind only */
    CHECK_INT(contributes("thief", "uptown", "W4"), 0);
    CHECK_INT(contributes("explosives_expert", "uptown", "E5"), 0);
}

TEST(cg_13_5_unlocked_cards_cannot_be_taken_back)
{
    contributes("dealer", "pilsen", "B5");
    HOLDS("hand1 -; discard B5");
    contributes("dealer", "hyde_park", "B5");
    HOLDS("hand1 -; discard B5");
}

TEST(cg_13_6_unlocking_works_where_persons_are_barred)
{
    CHECK_INT(contributes("thief", "bridgeport", "E5"), 6); /* with the thief's own 1 */
    CHECK_INT(contributes("thief", "back_of_the_yards", "E5"), 5);
}

TEST(cg_13_7_the_fence_swaps_one)
{
    AT(4, ENDING "hand0 W2 B5; persons0 fence");
    CHECK_MOVES("draw; swap_one fence W2; swap_one fence B5");
    PLAY("swap_one fence B5");
    HOLDS("discard B5; phase draw; drawers 0 -; due 1 0");
    PLAY("deal 0 E5");
    HOLDS("hand0 W2 E5; discard B5; phase draw"); /* and then the round's own draw */
}

TEST(cg_13_8_the_poker_player_takes_two_from_the_discard_pile)
{
    AT(4, ENDING "hand0 W4 B1; persons0 poker_player; discard B2 B3 B5");
    CHECK_MOVES("draw; poker_swap W4 B1 for W4 B1; poker_swap W4 B1 for B1 B2; "
                "poker_swap W4 B1 for B1 B3; poker_swap W4 B1 for B2 B3");
    PLAY("poker_swap W4 B1 for B2 B3");
    HOLDS("hand0 B2 B3; discard W4 B1 B5; known0 B2 B3");
    AT(4, ENDING "hand0 W4 W4; persons0 poker_player; discard W4");
    CHECK_MOVES("draw; poker_swap W4 W4 for W4 W4");
}

TEST(cg_13_9_the_priest_counts_as_two)
{
    AT(4, "phase reveal_coalition; rounds 12; persons0 priest mayor; persons1 judge thug senator; "
          "persons2 thief fence");
    PLAY("coalition C13");
    HOLDS("alcohol 2 2 0 0");
}

TEST(cg_13_10_the_thug_doubles_once_and_leaves)
{
    FIGHT(4, NULL, C01 "district uptown; hand0 B3 E5; persons0 thug; hand1 W2", .of = {[0] = "B3"},
          .thug = true);
    HOLDS("points 6 0 0 0; persons0 -; thug_used 0");
    CHECK(!(s->person_deck & CG_BIT(CG_THUG)));
    FIGHT(4, NULL, C01 "district uptown; hand0 B5 B5 B1; persons0 thug", .of = {[0] = "B1 B5 B5"},
          .thug = true);
    HOLDS("points 21 0 0 0"); /* at most 10 more */
    FIGHT(4, NULL, C01 "district uptown; hand0 B3 E5; persons0 thug", .of = {[0] = "B3"});
    HOLDS("points 3 0 0 0; persons0 thug");
}

TEST(cg_13_11_declared_after_the_partner_and_before_the_reveal)
{
    AT(4, C01 "district uptown; hand0 B3; hand1 B3; persons1 thug");
    PLAY("lay B3");
    REFUSED("use_thug yes", "CG-13.11");
    PLAY("done", "lay B3", "done");
    HOLDS("phase use_thug; active 1; strength 0 0");
    SEES(1, "laid0 -");
    CHECK_MOVES("use_thug yes; use_thug no");
}

TEST(cg_13_12_his_own_value_still_counts)
{
    FIGHT(4, NULL, C01 "district the_loop; hand0 B3; persons0 thug mayor", .of = {[0] = "B3"},
          .thug = true);
    HOLDS("points 10 0 0 0"); /* 3 + 3 + 1 + 3 */
}

TEST(cg_13_13_reporter_taxi_driver_and_customs_officer_act_as_means)
{
    CHECK_INT(contributes("reporter", "lincoln_park", "-"), 2);
    CHECK_INT(contributes("taxi_driver", "back_of_the_yards", "-"), 2);
    CHECK_INT(contributes("customs_officer", "uptown", "-"), 2);
    FIGHT(3, NULL, LONE "district uptown; persons2 customs_officer; hand2 B1", .of = {[2] = "B1"});
    HOLDS("points 0 0 6");
}

TEST(cg_13_14_without_their_kind_they_do_nothing)
{
    CHECK_INT(contributes("reporter", "uptown", "-"), 0);
    CHECK_INT(contributes("reporter", "back_of_the_yards", "-"), 0);
    CHECK_INT(contributes("taxi_driver", "pullman", "-"), 0);
    CHECK_INT(contributes("customs_officer", "pilsen", "-"), 0);
}

TEST(cg_13_15_where_persons_count_they_are_just_persons)
{
    CHECK_INT(contributes("reporter", "hyde_park", "-"), 2);
    CHECK_INT(contributes("taxi_driver", "bridgeport", "-"), 2);
    CHECK_INT(contributes("customs_officer", "gold_coast", "-"), 2);
    CHECK_INT(contributes("customs_officer", "bridgeport", "-"), 2);
    /* nor does the thug double them there: 4 + 4 + 1 + 2 */
    FIGHT(4, NULL, C01 "district bridgeport; hand0 W4; persons0 thug taxi_driver",
          .of = {[0] = "W4"}, .thug = true);
    HOLDS("points 11 0 0 0");
}

TEST(cg_13_16_the_four_of_value_3)
{
    for (int p = CG_BANK_DIRECTOR; p <= CG_PROSECUTOR; p++)
        CHECK_INT(contributes(table[p].name, "the_loop", "W2"), 5);
}

TEST(cg_13_17_judge_and_senator_are_worth_4_and_never_dealt)
{
    CHECK_INT(contributes("judge", "the_loop", "W2"), 6);
    CHECK_INT(contributes("senator", "the_loop", "W2"), 6);
    new_game(5, "first_mr_x=seat_0");
    spk_outcome out[SPK_MAX_OUTCOMES];
    int n = box.game->chance(&box, &now, out);
    CHECK_INT(n, 14);
    for (int i = 0; i < n; i++)
        CHECK(table[cg_move_a(out[i].move)].value >= 1 && table[cg_move_a(out[i].move)].value <= 3);
}

TEST(cg_13_18_every_person_adds_its_value)
{
    int sum = 0;
    for (int p = 0; p < CG_PERSON_COUNT; p++) {
        CHECK_INT(contributes(table[p].name, "bridgeport", "-"), table[p].value);
        CHECK_INT(contributes(table[p].name, "bridgeport", "W4"), 4 + table[p].value);
        sum += table[p].value;
        char at[200];
        snprintf(at, sizeof at,
                 "phase lay; active 2; coalition C09; loot L01; district bridgeport; offer %s; "
                 "persons2 %s",
                 p == CG_SENATOR ? "judge" : "senator", table[p].name);
        FIGHT(3, NULL, at, .of = {0});
        CHECK_INT(s->points[2], 2 * table[p].value);
    }
    CHECK_INT(sum, 33);
}

/* The last column of the table: against a player with exactly so many. */
TEST(each_person_counts_in_the_showdown)
{
    for (int p = 0; p < CG_PERSON_COUNT; p++) {
        char at[200];
        snprintf(at, sizeof at, "phase reveal_coalition; rounds 12; persons0 %s; persons1 %s%s",
                 table[p].name, p == CG_MAYOR ? "judge" : "mayor",
                 table[p].counts == 2 ? " prosecutor" : "");
        AT(4, at);
        PLAY("coalition C13");
        HOLDS("alcohol 2 2 0 0");
    }
}

/* Who is asked at round end with two cards in hand: those with an ability then, and nobody else. */
TEST(only_four_persons_act_at_round_end)
{
    static const bool acts[CG_PERSON_COUNT] = {[CG_INFORMER] = true,
                                               [CG_WHISKEY_SMUGGLER] = true,
                                               [CG_FENCE] = true,
                                               [CG_POKER_PLAYER] = true};
    for (int p = 0; p < CG_PERSON_COUNT; p++) {
        char at[400];
        snprintf(at, sizeof at,
                 "phase draw; stage round_end; active 3; starter 3; winner challenger; coalition "
                 "C01; district uptown; loot L01; drawers 3 -; due 1 0; used 64; hand0 W4 B5; "
                 "persons0 %s",
                 table[p].name);
        AT(4, at);
        PLAY("deal 3 B1");
        CHECK_INT(s->phase == CG_ROUND_END, acts[p]);
    }
}

TEST_MAIN()
