/* rulings_test.c: the rulings, CG-R1 to CG-R77, one by one: where the rulebook leaves a
 * question open, this is how we play. */
#include "engine/match.h"
#include "games/chicago_gangsters/tests/test_play.h"

#define ON "godfather=on"
#define G1                                                                                         \
    "phase claim; coalition C01; district uptown; loot L01; offer senator; hand0 B4 B5; "          \
    "hand1 B4 B5; hand2 W2 E5; hand3 W2 B4; "
#define FIVE_ENDS                                                                                  \
    "phase round_end; stage round_end; active 4; starter 4; winner challenger; mr_x_side "         \
    "defender; coalition C01; district uptown; loot L01; has_laid 0 1 2 3; "
#define X_LOOT                                                                                     \
    "phase choose_package; stage loot_share; coalition C01; district uptown; loot L03; "           \
    "offer senator; has_laid 0 1 2 3; "
#define PAYING                                                                                     \
    "phase compensation; stage loot_share; active 0; starter 0; winner challenger; sharing "       \
    "challenger; coalition C01; district uptown; loot L01; godfather 0; new_godfather 0; "         \
    "ousted 1; contested 1; points 5 0 0 0; strength 5 0; has_laid 0 2 3; "

static void window(const char *more, const char *who_claims)
{
    char at[400];
    snprintf(at, sizeof at, G1 "%s", more);
    put(4, ON, at, __FILE__, __LINE__);
    while (s->phase == CG_CLAIM) {
        int seat = actor();
        BY(seat, strchr(who_claims, '0' + seat) ? "claim" : "pass");
    }
}

TEST(cg_r1_clans_go_by_seat)
{
    new_game(3, NULL);
    HOLDS("holders 0 1 2 - -");
    new_game(4, NULL);
    HOLDS("holders 0 1 2 3 -");
    new_game(5, "first_mr_x=seat_2");
    HOLDS("holders 0 1 3 4 2");
}

/* The first to lay is the marker of the first card, whoever sits where. */
TEST(cg_r2_there_is_no_start_player)
{
    AT(4, "phase reveal_person; coalition C12; district uptown; loot L01; hand2 B1");
    PLAY("person senator");
    HOLDS("active 2");
}

TEST(cg_r3_nobody_must_lay)
{
    AT(4, C01 "district uptown; hand0 B1; hand1 B1; hand2 B1; hand3 B1");
    for (int i = 0; i < 4; i++)
        PLAY("lay -");
    HOLDS("strength 0 0; winner challenger; hand0 B1; hand3 B1");
}

TEST(cg_r4_persons_count_even_if_nothing_is_laid)
{
    FIGHT(4, NULL, C01 "district the_loop; persons2 judge; persons0 thug", .of = {0});
    HOLDS("strength 1 4; winner defender");
}

TEST(cg_r5_the_hidden_card_is_chosen_after_all_have_laid_and_after_the_thug)
{
    AT(4, C01 "district uptown; hand0 B3; hand1 B3; persons0 thug");
    LAY("B3");
    LAY("B3");
    HOLDS("phase use_thug");
    PLAY("use_thug no");
    HOLDS("phase keep_hidden; active 0; strength 0 0");
    SEES(0, "laid1 -; down 0 1 0 0"); /* without seeing what the partner laid */
}

TEST(cg_r6_a_shown_card_cannot_be_hidden)
{
    AT(4, C01 "district uptown; hand0 B3 B5; hand1 B3");
    LAY("-");
    PLAY("lay B3 B5", "show B3", "done");
    CHECK_MOVES("keep_hidden B5; keep_hidden none");
    REFUSED("keep_hidden B3", "CG-R6");
    AT(4, C01 "district uptown; hand0 B3; hand1 B3; hand2 B1");
    LAY("-");
    PLAY("lay B3", "show B3");
    HOLDS("stage defender_turn; keeper -"); /* nothing could be hidden: not asked */
}

/* CG-R7: one "?" on each card, on a challenger: the default edition, and CG-E4 refuses others. */
TEST(cg_r7_one_hidden_mark_on_each_card)
{
    new_game(4, NULL);
    const cg_config *c = box.config;
    for (int i = 0; i < CG_COALITIONS; i++) {
        const cg_coalition *card = &c->coalition[i];
        CHECK(card->hidden == card->member[0][0] || card->hidden == card->member[0][1]);
    }
}

TEST(cg_r8_played_cards_are_discarded_before_the_loot_is_drawn)
{
    AT(4, C01 "district uptown; hand0 B3 E5; hand2 B1; pile B2; discard -");
    LAY("- cover");
    PLAY("lay B3 E5", "done", "keep_hidden E5");
    LAY("B1");
    HOLDS("phase choose_package; discard B1 B3 E5; laid0 -");
    PLAY("choose_package 1", "deal 0 B2"); /* the last of the pile: the played ones come back in */
    HOLDS("pile B1 B3 E5; discard -");
}

TEST(cg_r9_nothing_against_nothing)
{
    FIGHT(4, NULL, C01 "district uptown", .of = {0});
    HOLDS("strength 0 0; winner challenger; active 1");
    PLAY("choose_package 1");
    deals();
    HOLDS("sharing defender; active 2");
}

TEST(cg_r10_half_of_the_final_strengths)
{
    /* 4 announced and 5 hidden: 9 against 4 is not half */
    FIGHT(4, NULL, C01 "district uptown; hand0 B4 B5; hand2 B4", .hide = "B5",
          .of = {[0] = "B4 B5", [2] = "B4"});
    HOLDS("strength 9 4");
    PLAY("choose_package 2", "deal 1 W2");
    HOLDS("stage round_end; sharing -");
}

TEST(cg_r11_a_tie_of_two_clans_below_mr_x)
{
    AT(5,
       X_LOOT "winner challenger; sharing challenger; starter 4; active 4; mr_x_side challenger; "
              "points 3 3 0 0 5; strength 11 0");
    PLAY("choose_package 2");
    HOLDS("persons4 senator; alcohol 0 2 0 0 0"); /* the marker is seat 1's */
    deals();
    HOLDS("holders 4 1 2 3 0");
    /* and Mr. X ranks above a clan equal to him, marker or not */
    AT(5,
       X_LOOT "winner challenger; sharing challenger; starter 0; active 0; mr_x_side challenger; "
              "points 5 3 0 0 3; strength 11 0");
    PLAY("choose_package 2");
    HOLDS("persons0 senator; alcohol 0 0 0 0 2");
}

/* L12: winners 2A 1M | 1A 2M, losers P 1M | 1A. */
TEST(cg_r12_winners_draw_first_then_losers)
{
    AT(4, "phase choose_package; stage loot_share; active 0; starter 0; winner challenger; sharing "
          "challenger; coalition C01; district uptown; loot L12; offer senator; points 5 1 0 4; "
          "strength 6 4; has_laid 0 1 2 3");
    PLAY("choose_package 2", "deal 0 W2", "deal 0 W2", "deal 1 W2");
    HOLDS("sharing defender; active 3; phase choose_package");
    PLAY("choose_package 2", "deal 2 W2");
    HOLDS("stage round_end; persons2 senator; alcohol 1 2 0 1");
}

TEST(cg_r13_clockwise_at_round_end)
{
    AT(5, X_LOOT "winner defender; sharing defender; starter 3; active 3; mr_x_side defender; "
                 "points 0 0 1 5 2; strength 0 8");
    PLAY("choose_package 1", "deal 3 W2");
    HOLDS("stage round_end; phase draw; drawers 3 -; holders 0 1 4 3 2");
    PLAY("deal 3 W2", "deal 4 W2", "deal 0 W2", "deal 1 W2");
    HOLDS("active 2; phase round_end"); /* the new Mr. X has something to decide */
}

TEST(cg_r14_the_draw_is_compulsory)
{
    AT(4, ENDING "hand0 W2; persons0 fence");
    REFUSED("end_turn", "CG-R14");
    PLAY("draw", "deal 0 W4");
    CHECK(is_legal("end_turn"));
}

TEST(cg_r15_a_full_hand_may_still_draw_later)
{
    AT(4, ENDING "hand0 W2 W2 W2 W2 W2 W2 W2 W2 B5 E1; persons0 informer fence");
    CHECK(is_legal("end_turn") && !is_legal("draw"));
    PLAY("convert informer B5 E1");
    CHECK(is_legal("draw"));
    REFUSED("end_turn", "CG-R14");
}

TEST(cg_r16_fence_and_poker_player_once_a_round)
{
    AT(4, ENDING "hand0 W2 B5; persons0 fence poker_player");
    PLAY("swap_one fence W2", "deal 0 E1");
    REFUSED("swap_one fence E1", "CG-R16");
    AT(4, ENDING "hand0 W2 B5; persons0 fence poker_player");
    PLAY("poker_swap W2 B5 for W2 B5");
    REFUSED("poker_swap W2 B5 for W2 B5", "CG-R16");
}

TEST(cg_r17_the_pile_is_shuffled_when_it_is_emptied_or_needed)
{
    AT(4, ENDING "hand0 W2; persons0 fence; pile B5; discard E1 E3"); /* (a) */
    PLAY("swap_one fence W2", "deal 0 B5");
    HOLDS("pile W2 E1 E3; discard -; phase draw");
    AT(4, ENDING "hand0 W2; persons0 fence; pile -; discard E1"); /* (b) */
    PLAY("draw");
    HOLDS("pile E1; discard -; shuffled E1");
    /* never by a poker_swap, though it leaves cards beside an empty pile */
    AT(5, FIVE_ENDS "hand4 W2 W4 B1; persons4 poker_player; pile -; discard E1");
    PLAY("poker_swap W2 W4 for W2 E1");
    HOLDS("pile -; discard W4; hand4 W2 B1 E1; active 4");
}

TEST(cg_r18_both_piles_are_empty)
{
    AT(5, FIVE_ENDS "hand4 W2 B5; persons4 informer; pile -; discard -");
    REFUSED("draw", "CG-R18");
    CHECK(is_legal("end_turn"));
    PLAY("swap_one mr_x W2", "deal 4 W2"); /* it comes back; the draw stays open and lapses */
    HOLDS("hand4 W2 B5; pile -; discard -");
    PLAY("end_turn");
    HOLDS("rounds 1");
}

TEST(cg_r19_the_discard_pile_is_open)
{
    AT(4, ENDING "hand0 W2 B5; persons0 fence; discard E1 E3");
    for (int viewer = 0; viewer < 4; viewer++)
        SEES(viewer, "discard E1 E3");
    PLAY("swap_one fence W2");
    SEES(3, "discard W2 E1 E3");
}

TEST(cg_r20_a_convert_may_overpay)
{
    AT(4, ENDING "hand0 B1 B5 E1 E5; persons0 informer; persons1 fence");
    PLAY("convert informer B1 B5 E1 E5");
    HOLDS("alcohol 1 0 0 0; discard B1 B5 E1 E5");
}

TEST(cg_r21_discard_first_then_take_two)
{
    AT(4, ENDING "hand0 W2; persons0 poker_player fence; discard E1 E3");
    REFUSED("poker_swap W2 W2 for E1 E1", "CG-13.8"); /* two cards are needed */
    AT(4, ENDING "hand0 W2 W4; persons0 poker_player fence; discard E1 E3");
    PLAY("poker_swap W2 W4 for W2 E3");
    HOLDS("hand0 W2 E3; discard W4 E1");
    AT(4, ENDING "hand0 W2 W4; persons0 poker_player fence; discard E1 E3");
    REFUSED("poker_swap W2 W4 for E1 E5", "CG-R21");
    PLAY("poker_swap W2 W4 for W2 W4");
    HOLDS("hand0 W2 W4; discard E1 E3");
}

TEST(cg_r22_the_swapped_card_may_come_back)
{
    AT(4, ENDING "hand0 W2; persons0 fence; pile -; discard -");
    PLAY("swap_one fence W2");
    HOLDS("pile W2; discard -");
    CHECK_CHANCE("1 deal 0 W2");
}

TEST(cg_r23_the_thug_doubles_the_hidden_card)
{
    AT(4, C01 "district uptown; hand0 B2 B3; persons0 thug");
    LAY("- cover");
    PLAY("lay B2 B3", "done", "use_thug yes", "keep_hidden B3");
    HOLDS("strength 4 0");
    LAY("- cover");
    HOLDS("strength 10 0");
}

TEST(cg_r24_lone_doubling_comes_first)
{
    const char *at = LONE "district uptown; hand2 B3 B4; persons2 thug";
    FIGHT(3, NULL, at, .of = {[2] = "B3 B4"}, .thug = true);
    HOLDS("points 0 0 24"); /* 14 + 10 */
    FIGHT(3, "thug_lone_order=thug_first", at, .of = {[2] = "B3 B4"}, .thug = true);
    HOLDS("points 0 0 28"); /* (7 + 7) * 2 */
    FIGHT(3, "thug_lone_order=thug_first", LONE "district uptown; hand2 B5 B5 B4; persons2 thug",
          .of = {[2] = "B4 B5 B5"}, .thug = true);
    HOLDS("points 0 0 48"); /* (14 + 10) * 2 */
}

TEST(cg_r25_the_thug_where_persons_are_barred)
{
    const char *at = C01 "district uptown; hand0 B3; persons0 thug";
    FIGHT(4, NULL, at, .of = {[0] = "B3"}, .thug = true);
    HOLDS("points 6 0 0 0");
    AT_WITH(4, "thug_in_barred=no", at);
    LAY("- cover");
    LAY("B3");
    CHECK_MOVES("use_thug no"); /* asked all the same: CG-R70 */
    REFUSED("use_thug yes", "CG-R25");
    AT_WITH(4, "thug_in_barred=no", C01 "district the_loop; hand0 B3; persons0 thug");
    LAY("- cover");
    LAY("B3");
    CHECK_MOVES("use_thug yes; use_thug no");
}

TEST(cg_r26_the_thug_and_persons_that_act)
{
    const char *at = C01 "district uptown; hand0 B3; persons0 thug customs_officer";
    const char *alone = LONE "district uptown; hand2 B3; persons2 thug customs_officer";
    FIGHT(4, NULL, at, .of = {[0] = "B3"}, .thug = true);
    HOLDS("points 10 0 0 0"); /* 5 + 5 */
    FIGHT(4, "thug_doubles_persons=no", at, .of = {[0] = "B3"}, .thug = true);
    HOLDS("points 8 0 0 0"); /* 5 + 3 */
    FIGHT(3, "thug_doubles_persons=no", alone, .of = {[2] = "B3"}, .thug = true);
    HOLDS("points 0 0 16"); /* 10 + min(6, 10) */
    FIGHT(3, "thug_doubles_persons=no thug_lone_order=thug_first", alone, .of = {[2] = "B3"},
          .thug = true);
    HOLDS("points 0 0 16"); /* 10 + 2 * min(3, 10) */
}

TEST(cg_r27_the_thug_needs_a_laid_card)
{
    AT(4, C01 "district uptown; hand0 E5; persons0 thug");
    LAY("- cover");
    LAY("- cover");
    CHECK_MOVES("use_thug no");
    REFUSED("use_thug yes", "CG-R27");
    /* of no use will do; he is gone all the same */
    FIGHT(4, NULL, C01 "district uptown; hand0 E5; persons0 thug; hand2 B1", .of = {[0] = "E5"},
          .thug = true);
    HOLDS("points 0 0 0 0; persons0 -; hand0 E5");
    /* he leaves after the evaluation, not before */
    AT(4, C01 "district the_loop; hand0 E5; persons0 thug; hand2 B1");
    LAY("- cover");
    LAY("E5");
    PLAY("use_thug yes", "keep_hidden none");
    HOLDS("persons0 thug; thug_used 1; strength 11 0");
}

TEST(cg_r28_only_the_role_cards_change_hands)
{
    AT(5,
       X_LOOT "winner challenger; sharing challenger; starter 0; active 0; mr_x_side challenger; "
              "points 9 3 0 0 5; strength 17 0; hand1 W2; hand4 B5; alcohol 0 7 0 0 3; "
              "persons1 thug; persons4 thief; known1 W2");
    PLAY("choose_package 2", "deal 4 B1");
    HOLDS("holders 0 4 2 3 1; hand1 W2; hand4 B1 B5; alcohol 0 7 0 0 5; persons1 thug; "
          "persons4 thief; known1 W2");
}

TEST(cg_r29_mr_xs_thug_is_declared_with_his_side)
{
    const char *at = "phase mr_x_lay; active 4; coalition C01; district uptown; loot L03; "
                     "offer senator; hand1 B1; hand2 B1; hand4 B3; persons4 thug";
    AT(5, at);
    PLAY("lay B3 challenger");
    LAY("B1");
    HOLDS("phase use_thug; active 4; stage challenger_turn; strength 0 0");
    AT(5, at);
    PLAY("lay B3 defender");
    LAY("B1");
    HOLDS("phase lay; active 2; stage defender_turn");
    LAY("B1");
    HOLDS("phase use_thug; active 4; stage defender_turn");
    PLAY("use_thug yes");
    HOLDS("points 0 1 1 0 6; strength 1 7; persons4 -");
}

TEST(cg_r30_the_first_mr_x)
{
    new_game(5, NULL);
    CHECK_CHANCE("1 mr_x 0; 1 mr_x 1; 1 mr_x 2; 1 mr_x 3; 1 mr_x 4");
    new_game(5, "first_mr_x=seat_3");
    HOLDS("phase deal_persons; holders 0 1 2 4 3");
}

/* Seat 1 has become Mr. X in this round, seat 4 was. */
TEST(cg_r31_the_bonus_is_the_holders)
{
    const char *at =
        X_LOOT "winner challenger; sharing challenger; starter 1; active 1; mr_x_side challenger; "
               "points 5 9 0 0 3; strength 17 0; hand4 W2; hand0 W2; hand1 W2";
    AT(5, at);
    PLAY("choose_package 1", "deal 1 B1"); /* 2A 1M, P for seat 0; seat 4 has nothing and stays */
    HOLDS("exchanged 0; holders 0 1 2 3 4");
    PLAY("deal 1 B1", "deal 2 B1", "deal 3 B2");
    HOLDS("phase round_end; active 4");
    CHECK(is_legal("bonus_draw") && is_legal("swap_one mr_x W2"));

    const char *changes =
        X_LOOT "winner challenger; sharing challenger; starter 1; active 1; mr_x_side challenger; "
               "points 3 9 0 0 5; strength 17 0; hand4 W2; hand0 W2; hand1 W2";
    AT(5, changes);
    PLAY("choose_package 1", "deal 1 B1");
    HOLDS("holders 4 1 2 3 0");
    PLAY("deal 1 B1", "deal 2 B1", "deal 3 B2", "deal 4 B2");
    HOLDS("phase round_end; active 0"); /* the new one */
    CHECK(is_legal("bonus_draw") && is_legal("swap_one mr_x W2"));

    AT_WITH(5, "mr_x_bonus=staying_only", changes);
    PLAY("choose_package 1", "deal 1 B1", "deal 1 B1", "deal 2 B1", "deal 3 B2", "deal 4 B2",
         "deal 0 B2");
    HOLDS("rounds 1"); /* nobody was asked */
    AT_WITH(5, "mr_x_bonus=staying_only",
            FIVE_ENDS "hand4 W2"); /* his side got no loot: he stays */
    CHECK(is_legal("bonus_draw") && is_legal("swap_one mr_x W2"));
}

TEST(cg_r32_mr_x_stays_if_his_side_gets_nothing)
{
    AT(5, X_LOOT "winner challenger; sharing challenger; starter 0; active 0; mr_x_side defender; "
                 "points 9 3 1 0 3; strength 12 4");
    PLAY("choose_package 2");
    deals();
    HOLDS("stage round_end; holders 0 1 2 3 4; exchanged 0");
}

TEST(cg_r33_only_the_three_of_his_side_are_looked_at)
{
    AT(5,
       X_LOOT "winner challenger; sharing challenger; starter 0; active 0; mr_x_side challenger; "
              "points 9 3 1 0 4; strength 16 1");
    PLAY("choose_package 2", "deal 4 W2");
    HOLDS("stage round_end; holders 0 4 2 3 1"); /* seats 2 and 3 got nothing either */
}

TEST(cg_r34_mr_x_may_lay_nothing_but_joins_a_side)
{
    AT(5, "phase mr_x_lay; active 4; coalition C01; district the_loop; loot L03; offer senator; "
          "hand4 B3; persons4 mayor");
    REFUSED("lay -", "CG-10.5");
    PLAY("lay - defender");
    FIGHT_ON(.of = {0});
    HOLDS("points 0 0 0 0 3; strength 0 3");
}

TEST(cg_r35_hidden_card_and_mr_x_are_turned_up_together)
{
    AT(5, "phase mr_x_lay; active 4; coalition C01; district uptown; loot L03; offer senator; "
          "hand0 B5; hand4 B3");
    PLAY("lay B3 defender");
    LAY("- cover");
    LAY("B5");
    PLAY("keep_hidden B5");
    LAY("- cover");
    HOLDS("phase choose_package; strength 5 3"); /* nothing is asked in between */
}

TEST(cg_r36_mr_x_takes_part_in_the_showdown)
{
    AT(5, "phase reveal_coalition; rounds 12; hand4 W4 B5; persons4 mayor; hand0 W2");
    PLAY("coalition C13");
    HOLDS("alcohol 0 0 0 0 6");
}

TEST(cg_r37_what_mr_x_may_say)
{
    AT(5, "phase mr_x_lay; active 4; coalition C01; district uptown; loot L03; offer senator; "
          "hand4 B3");
    spk_said said[] = {{0, "my_cards 1"}, {1, "aim half"}, {2, "join_us defender"}, {3, "pass"}};
    static const char *const fine[] = {
        "pass",     "aim win", "ask_points 4", "ask_cards 2", "want_package winner 1",
        "accept 2", "reject 3"};
    static const char *const not [] = {"my_points 2 4",
                                       "my_cards 1",
                                       "my_hand bribe weak",
                                       "stay_below no",
                                       "thug_intent no",
                                       "hidden_claim bluff",
                                       "godfather_intent no",
                                       "join_us defender",
                                       "accept 1",
                                       "reject 1"};
    for (int i = 0; i < 7; i++)
        CHECK_INT(cg_talk.judge(&box, &now, said, 4, 4, fine[i], &why), SPK_OK);
    for (int i = 0; i < 10; i++) {
        CHECK_INT(cg_talk.judge(&box, &now, said, 4, 4, not [i], &why), SPK_EREFUSED);
        CHECK_STR(why.rule, "CG-R37");
    }
}

TEST(cg_r38_acting_persons_act_by_themselves)
{
    AT(4, C01 "district uptown; hand1 W2; persons1 customs_officer");
    PLAY("lay -");
    HOLDS("stage defender_turn; strength 2 0");
}

TEST(cg_r39_an_unlocked_kind_will_do)
{
    FIGHT(4, NULL, C01 "district uptown; persons0 thief reporter; persons1 taxi_driver", .of = {0});
    HOLDS("points 2 0 0 0");
    FIGHT(4, NULL, C01 "district uptown; persons0 thief; persons1 reporter", .of = {0});
    HOLDS("points 0 0 0 0"); /* not across the table */
}

TEST(cg_r40_the_kinds_of_six_persons)
{
    new_game(4, NULL);
    const cg_config *c = box.config;
    CHECK_INT(c->means_of[CG_EXPLOSIVES_EXPERT], CG_WEAPONS);
    CHECK_INT(c->means_of[CG_DEALER], CG_BRIBE);
    CHECK_INT(c->means_of[CG_THIEF], CG_BLACKMAIL);
    CHECK_INT(c->means_of[CG_REPORTER], CG_BLACKMAIL);
    CHECK_INT(c->means_of[CG_CUSTOMS_OFFICER], CG_BRIBE);
    CHECK_INT(c->means_of[CG_TAXI_DRIVER], CG_WEAPONS);
}

TEST(cg_r41_half_of_the_doubled_points)
{
    FIGHT(3, NULL, LONE "district uptown; hand2 B5; hand0 B5", .of = {[0] = "B5", [2] = "B5"});
    HOLDS("strength 10 5");
    PLAY("choose_package 1");
    HOLDS("sharing defender"); /* 5 is half of 10 */
    FIGHT(3, NULL, LONE "district uptown; hand2 B5; hand0 B4", .of = {[0] = "B4", [2] = "B5"});
    PLAY("choose_package 1");
    HOLDS("stage round_end"); /* 4 is not, though it is more than half of a printed 5 */
}

/* C10: clan_d? clan_a* against clan_c* clan_b. */
TEST(cg_r42_nobody_hides_for_another_clan)
{
    AT(3, "phase lay; active 0; coalition C10; district uptown; loot L01; offer senator; hand0 B3; "
          "hand2 B1");
    LAY("B3");
    HOLDS("stage defender_turn; keeper -");
    window("asked 0 1 2 3", "1"); /* the "?" is with the ousted seat 0 */
    PLAY("lay B5");
    REFUSED("keep_hidden B5", "CG-R42");
    PLAY("done");
    HOLDS("stage defender_turn");
    window("asked 0 1 2 3", "0"); /* the godfather's own "?" */
    LAY("B5");
    HOLDS("phase keep_hidden; active 0");
}

TEST(cg_r43_claims_are_sealed_in_two_windows)
{
    put(4, ON, G1 "asked 0 1 2 3", __FILE__, __LINE__);
    CHECK_INT(box.game->actors(&box, &now), 15);
    BY(2, "claim");
    BY(0, "pass");
    SEES(1, "claimed -; answered 0 2");
    SEES(SPK_SEAT_ONLOOKER, "claimed -");
    BY(3, "pass");
    BY(1, "claim");
    HOLDS("phase duel; claimed 1 2");
    SEES(0, "claimed 1 2");
    window("asked 0 1 2 3", "");
    LAY("-");
    LAY("-");
    HOLDS("phase claim; asked 2 3; stage defender_turn");
}

/* Whatever the order of the answers, the tie goes clockwise from the last godfather. */
TEST(cg_r44_nobody_announced_first)
{
    for (int order = 0; order < 2; order++) {
        put(4, ON, G1 "asked 0 2 3; godfather 1; rounds 1; godfather_points 0 1 0 0", __FILE__,
            __LINE__);
        BY(order ? 3 : 0, "claim");
        BY(order ? 0 : 3, "claim");
        BY(2, "pass");
        BY(order ? 3 : 0, "duel B4");
        BY(order ? 0 : 3, "duel B4");
        HOLDS("godfather 3");
    }
}

TEST(cg_r45_a_duellist_without_cards_counts_0)
{
    AT_WITH(4, ON,
            "phase claim; asked 0 1 2 3; coalition C01; district uptown; loot L01; offer senator; "
            "hand3 W2 W2");
    BY(0, "claim");
    BY(1, "pass");
    BY(2, "pass");
    BY(3, "claim");
    HOLDS("phase duel; asked 3; claimed 0 3");
    BY(3, "duel W2");
    HOLDS("godfather 3");
    /* a tie at 0: nothing is discarded, nothing drawn */
    AT_WITH(4, ON,
            "phase claim; asked 0 2 3; coalition C01; district uptown; loot L01; offer senator; "
            "rounds 1; godfather 1; godfather_points 0 1 0 0");
    BY(0, "claim");
    BY(2, "pass");
    BY(3, "claim");
    HOLDS("godfather 3; discard -; hand3 -; phase lay");
}

TEST(cg_r46_a_failed_duel_closes_the_matter)
{
    window("asked 0 1 2 3", "01");
    BY(0, "duel B4");
    BY(1, "duel B4");
    LAY("-");
    LAY("-");
    HOLDS("phase lay; stage defender_turn; godfather -");
    REFUSED("claim", "CG-R75");
}

TEST(cg_r47_a_defender_may_claim_in_the_first_window)
{
    window("asked 0 1 2 3", "3");
    HOLDS("godfather 3; members 1 0 - 3; stage challenger_turn");
}

TEST(cg_r48_general_talk_comes_before_the_claims)
{
    put(4, ON, G1 "asked 0 1 2 3", __FILE__, __LINE__);
    CHECK_INT(cg_talk.speakers(&box, &now, NULL, 0), SPK_ACTOR(0)); /* T1, and claims are open */
    spk_said said[] = {{0, "aim win"}};
    CHECK_INT(cg_talk.speakers(&box, &now, said, 1), SPK_ACTOR(1));
    CHECK(is_legal_for(0, "claim") && is_legal_for(1, "claim"));
}

#define OUSTED_ENDS                                                                                \
    "phase draw; stage round_end; active 0; starter 0; winner challenger; coalition C01; "         \
    "district uptown; loot L01; has_laid 0 2 3; drawers 0 -; due 1 0; used 64; godfather 0; "      \
    "new_godfather 0; ousted 1; contested 1; hand1 W2; persons1 fence"

TEST(cg_r49_the_ousted_partners_round_end)
{
    AT_WITH(4, ON, OUSTED_ENDS);
    PLAY("deal 0 B1");
    HOLDS("phase round_end; active 1");
    CHECK_MOVES("draw; swap_one fence W2");
    AT_WITH(4, "godfather=on ousted_round_end=none", OUSTED_ENDS);
    PLAY("deal 0 B1");
    HOLDS("phase draw; active 2"); /* passed over */
    PLAY("deal 2 B1", "deal 3 B1");
    HOLDS("rounds 1; hand1 W2");
}

TEST(cg_r50_the_ousted_partner_helps_with_nothing)
{
    AT_WITH(4, ON,
            "phase claim; asked 0 1 2 3; coalition C01; district the_loop; loot L01; "
            "offer senator; hand0 B5; hand1 B4; hand2 B1; persons0 thug mayor");
    BY(0, "pass");
    BY(1, "claim");
    BY(2, "pass");
    BY(3, "pass");
    LAY("B4");
    HOLDS("points 0 4 0 0; stage defender_turn; persons0 thug mayor");
    CHECK_INT(cg_side_of(s, 0), CG_NOBODY);
}

TEST(cg_r51_a_card_for_a_full_hand_lapses)
{
    AT_WITH(4, ON, PAYING "offer senator; hand1 W2 W2 W2 W2 W2 W2 W2 W2 W4 W4; hand0 B5");
    PLAY("compensation means");
    HOLDS("alcohol 2 0 0 0; persons0 senator; hand0 B5; hand1 W2 W2 W2 W2 W2 W2 W2 W2 W4 W4; "
          "stage round_end"); /* and the godfather does not draw it instead */
}

/* L08: 2A | P 2M. */
TEST(cg_r52_the_partner_draws_first)
{
    AT_WITH(4, ON,
            "phase compensation; stage loot_share; active 0; starter 0; winner challenger; sharing "
            "challenger; coalition C01; district uptown; loot L08; offer senator; godfather 0; "
            "new_godfather 0; ousted 1; contested 1; points 5 0 0 0; strength 5 0; has_laid 0 2 3");
    PLAY("compensation means");
    HOLDS("drawers 1 0; due 1 1");
    PLAY("deal 1 W2", "deal 0 W4");
    HOLDS("hand1 W2; hand0 W4");
}

/* Winners and losers of every loot card of the default edition. */
TEST(cg_r53_something_can_always_be_paid)
{
    for (int i = 0; i < 24; i++) {
        char at[400];
        snprintf(at, sizeof at,
                 "phase compensation; stage loot_share; active 0; starter 0; winner %s; sharing "
                 "challenger; coalition C01; district uptown; loot L%02d; offer senator; godfather "
                 "0; new_godfather 0; ousted 1; contested 1",
                 i % 2 ? "challenger" : "defender", i / 2 + 1);
        AT_WITH(4, ON, at);
        CHECK(n_moves() >= 1);
    }
}

TEST(cg_r54_no_points_no_bonus)
{
    AT_WITH(4, ON, "phase reveal_coalition; rounds 12");
    PLAY("coalition C13");
    HOLDS("alcohol 0 0 0 0");
}

TEST(cg_r55_no_award_for_nothing)
{
    AT(4, "phase reveal_coalition; rounds 12; hand1 W2");
    PLAY("coalition C13");
    HOLDS("alcohol 0 2 0 0"); /* bribe, blackmail and persons: nobody has any */
}

TEST(cg_r56_equal_alcohol_shares_the_victory)
{
    spk_result r;
    AT(4, "phase reveal_coalition; rounds 12; alcohol 7 4 7 0");
    PLAY("coalition C13");
    box.game->result(&box, &now, &r);
    CHECK_INT(r.winners, 5);
    CHECK_INT(r.rank[0], 1);
    CHECK_INT(r.rank[2], 1);
    CHECK_INT(r.rank[1], 3);
}

TEST(cg_r57_no_other_card_is_turned_with_the_end)
{
    AT(4, "phase reveal_coalition; rounds 10; coalition_deck C01 C02");
    uint32_t persons = s->person_deck;
    uint16_t districts = s->district_deck, loots = s->loot_deck;
    PLAY("coalition C13");
    CHECK_INT(s->person_deck, persons);
    CHECK_INT(s->district_deck, districts);
    CHECK_INT(s->loot_deck, loots);
}

TEST(cg_r58_hand_sizes_are_public_covered_cards_among_them)
{
    AT(4, C01 "district uptown; hand0 B1 B2; hand1 W2 W4 B5; hand2 E1");
    SEES(3, "unseen 2 3 1 0");
    PLAY("lay W2 W4 cover");
    SEES(3, "unseen 2 3 1 0; down 0 0 0 0; phase lay; active 1");
    PLAY("done");
    SEES(3, "unseen 2 3 1 0; down 0 0 0 0; covered 1");
    PLAY("lay B1");
    SEES(3, "unseen 2 3 1 0; down 0 0 0 0");
    PLAY("done");
    SEES(3, "unseen 1 3 1 0; down 1 0 0 0");
}

/* No move of any phase gives anything to another player: the lists hold the decisions of 8.3 alone. */
TEST(cg_r59_nothing_changes_hands_by_agreement)
{
    AT(4, ENDING "hand0 W2; persons0 fence thief; alcohol 3 0 0 0");
    CHECK_MOVES("draw; swap_one fence W2");
    REFUSED("give 1 W2", "");
    REFUSED("compensation alcohol", "CG-11.15");
}

/* (a), (c), (f) and (g) are about the texts. (b) is CG-R31. (d): a lone player's person adds by 2, 4,
 * 6, 8. (e): one bottle for each of the two converting persons. */
TEST(cg_r60_the_german_text_rules)
{
    FIGHT(3, NULL, LONE "district bridgeport; hand2 W4; persons2 reporter mayor",
          .of = {[2] = "W4"});
    HOLDS("points 0 0 18");
    AT(4, ENDING "hand0 B1 B5 E1 E5; persons0 informer whiskey_smuggler");
    PLAY("convert informer B1 B5", "convert whiskey_smuggler E1 E5");
    HOLDS("alcohol 2 0 0 0");
}

TEST(cg_r61_the_marker_clan_lays_first_and_may_defer_once)
{
    AT(4, C01 "district uptown; hand0 B1; hand1 B5; hand2 B1; hand3 B1");
    PLAY("defer");
    HOLDS("active 0; deferred 1");
    REFUSED("defer", "CG-R61");
    LAY("B1");
    HOLDS("active 1; phase lay");
    CHECK_MOVES("lay B5; lay B5 cover; lay -; lay - cover");
    REFUSED("defer", "CG-R61");
    LAY("-");
    PLAY("keep_hidden none");
    HOLDS("active 2; deferred 0");
    CHECK(is_legal("defer"));
    LAY("-");
    REFUSED("defer", "CG-R61"); /* not the second one */
}

/* Both talk windows tell the same to everybody. */
TEST(cg_r62_there_is_no_secret_talk)
{
    AT(4, C01 "district uptown; hand0 B1; hand1 B5");
    spk_match *m = spk_match_new(&box);
    spk_rng rng;
    spk_rng_init(&rng, 3, 3);
    spk_match_deal(m, &rng);
    spk_seat speaker = spk_actors_first(spk_match_speakers(m));
    CHECK_INT(spk_match_talk(m, speaker, "my_points 2 4", NULL), SPK_OK);
    for (int viewer = 0; viewer < 5; viewer++) {
        spk_buf heard = {0};
        spk_seat seat = viewer < 4 ? viewer : SPK_SEAT_ONLOOKER;
        spk_match_history(m, seat, spk_match_seq(m, seat), &heard);
        CHECK(strstr(spk_buf_text(&heard), "say my_points 2 4") != NULL);
        spk_buf_release(&heard);
    }
    spk_match_free(m);
}

TEST(cg_r63_a_lay_is_final)
{
    AT(4, C01 "district uptown; hand0 B1; hand1 B4 B5");
    PLAY("lay B4");
    REFUSED("lay B5", "CG-R63");
    REFUSED("defer", "CG-R63");
    PLAY("show B4");
    REFUSED_TO(1, "lay B5", "CG-2.1");
    HOLDS("laid1 B4; hand1 B5; active 0");
}

TEST(cg_r64_no_godfather_with_five)
{
    CHECK_INT(open_box(5, ON, NULL), SPK_EREFUSED);
    CHECK_STR(why.rule, "CG-R64");
    CHECK_INT(open_box(5, "godfather=off", NULL), SPK_OK);
}

TEST(cg_r65_only_laid_cards_can_be_shown)
{
    AT(4, C01 "district uptown; hand0 B1; hand1 B3 B4 B5");
    PLAY("lay B4");
    REFUSED("show B5", "CG-R65");
    CHECK_MOVES("show B4; done");
}

TEST(cg_r66_first_persons_in_seat_order)
{
    new_game(4, NULL);
    for (int seat = 0; seat < 4; seat++) {
        spk_outcome out[SPK_MAX_OUTCOMES];
        CHECK_INT(box.game->chance(&box, &now, out), 14 - seat); /* every one that is left, alike */
        CHECK_INT(spk_outcome_total(out, 14 - seat), 14 - seat);
        CHECK_INT(cg_move_b(out[0].move), seat);
        box.game->apply(&box, &now, SPK_SEAT_CHANCE, out[0].move);
    }
    HOLDS("phase deal_means");
}

TEST(cg_r67_returning_cards_never_break_the_limit)
{
    FIGHT(4, NULL, C01 "district uptown; hand1 W2 W2 W2 W2 W2 W2 W2 W2 W4 E1",
          .of = {[1] = "W2 W2 W2 W2 W4"});
    CHECK_INT(cg_size(s->hand[1]), 10);
}

/* The safe defaults of 8.8. */
static void safe_is(spk_seat seat, const char *want)
{
    char text[SPK_MOVE_TEXT];
    CHECK_STR(spk_move_text(&box, box.game->safe(&box, &now, seat), text), want);
    CHECK(is_legal_for(seat, want));
}

TEST(cg_r68_safe_defaults)
{
    put(4, ON, G1 "asked 0 1 2 3", __FILE__, __LINE__);
    safe_is(2, "pass");
    window("asked 0 1 2 3", "03");
    safe_is(0, "duel B4");
    safe_is(3, "duel W2");
    AT(4, C01 "district uptown; hand0 B1; hand1 B4 B5; persons0 thug; hand2 B1");
    safe_is(1, "lay - cover");
    PLAY("lay B4");
    safe_is(1, "done");
    PLAY("done", "lay B1", "done");
    safe_is(0, "use_thug no");
    PLAY("use_thug no");
    safe_is(0, "keep_hidden none");
    AT(4, SHARING "hand0 -");
    safe_is(0, "choose_package 1");
    AT_WITH(4, ON, PAYING "offer senator");
    safe_is(0, "compensation means");
    AT(4, ENDING "hand0 B5 E5; persons0 informer");
    safe_is(0, "draw");
    PLAY("draw", "deal 0 W2");
    safe_is(0, "end_turn");
    AT(5, "phase mr_x_lay; active 4; coalition C01; district uptown; loot L03; hand4 B3");
    safe_is(4, "lay - defender");
}

TEST(cg_r68_the_lowest_duel_card_in_kind_order)
{
    AT_WITH(4, ON,
            "phase duel; asked 0 1; claimed 0 1; coalition C01; district uptown; loot L01; "
            "hand0 W2 B1 E1; hand1 W4 B2 B5");
    safe_is(0, "duel B1");
    safe_is(1, "duel B2");
    AT_WITH(4, ON,
            "phase duel; asked 0 1; claimed 0 1; coalition C01; district uptown; loot L01; "
            "hand0 W2 B2 E5; hand1 B5 E1");
    safe_is(0, "duel W2");
    safe_is(1, "duel E1");
}

/* Loot L05 for winners has 2A | 1A P: first payable of means, alcohol, person. */
TEST(cg_r68_the_first_payable_compensation)
{
    AT_WITH(4, ON,
            "phase compensation; stage loot_share; active 0; starter 0; winner challenger; sharing "
            "challenger; coalition C01; district uptown; loot L05; offer senator; godfather 0; "
            "new_godfather 0; ousted 1; contested 1; points 5 0 0 0; strength 5 0; has_laid 0 2 3");
    safe_is(0, "compensation alcohol");
}

TEST(cg_r69_a_drawn_card_can_be_used_at_once)
{
    AT(4, ENDING "hand0 B1 W2; persons0 informer");
    CHECK_MOVES("draw");
    PLAY("draw", "deal 0 B5");
    SEES(0, "hand0 W2 B1 B5");
    CHECK(is_legal("convert informer B1 B5"));
}

TEST(cg_r70_the_thugs_player_is_always_asked)
{
    AT(4, C01 "district uptown; hand0 B1; hand1 B5; persons1 thug");
    PLAY("lay - cover", "lay - cover");
    HOLDS("phase use_thug; active 1");
    CHECK_MOVES("use_thug no");
    AT(4, C01 "district uptown; hand0 B1; persons0 thug");
    PLAY("lay - cover", "lay -");
    HOLDS("phase use_thug; active 0");
    /* Mr. X too, with nothing laid */
    AT(5, "phase mr_x_lay; active 4; coalition C01; district uptown; loot L03; offer senator; "
          "hand1 B1; persons4 thug");
    PLAY("lay - challenger", "lay - cover");
    HOLDS("phase use_thug; active 4");
    CHECK_MOVES("use_thug no");
}

TEST(cg_r71_a_marker_on_each_side)
{
    new_game(4, NULL);
    const cg_config *c = box.config;
    int first[2][CG_CLANS] = {{0}};
    for (int i = 0; i < CG_COALITIONS; i++)
        for (int side = 0; side < 2; side++)
            first[side][c->coalition[i].member[side][0]]++;
    for (int clan = 0; clan < CG_CLANS; clan++) {
        CHECK_INT(first[CG_CHALLENGER][clan], 3);
        CHECK_INT(first[CG_DEFENDER][clan], 3);
    }
}

TEST(cg_r72_the_person_on_offer_does_not_fight)
{
    FIGHT(4, NULL, C01 "district the_loop; hand0 W2", .of = {[0] = "W2"});
    HOLDS("strength 2 0; offer senator");
    PLAY("choose_package 2");
    HOLDS("persons0 senator; strength 2 0");
}

/* Whatever was said, what is announced is what lies there. */
TEST(cg_r73_strengths_are_announced_truthfully)
{
    AT(4, C01 "district uptown; hand0 B1; hand1 B5; hand2 B2");
    spk_said lie[] = {{0, "my_points 30 40"}};
    CHECK_INT(cg_talk.judge(&box, &now, lie, 0, 0, "my_points 30 40", &why), SPK_OK);
    LAY("B5");
    LAY("-");
    SEES(2, "strength 5 0; points 0 5 0 0");
}

TEST(cg_r74_nothing_is_doubled_in_the_showdown)
{
    AT(3, "phase reveal_coalition; rounds 12; hand0 W2 W2; hand1 W4; hand2 W2; persons0 priest; "
          "persons1 mayor judge; persons2 thief");
    PLAY("coalition C13");
    HOLDS("alcohol 4 4 0");
}

TEST(cg_r75_one_new_godfather_a_round)
{
    window("asked 0 1 2 3", "0");
    HOLDS("godfather 0; contested 1");
    LAY("-");
    HOLDS("phase lay; stage defender_turn"); /* the defenders are not asked again */
    REFUSED("claim", "CG-R75");
}

TEST(cg_r76_keeping_the_card_is_worth_a_point_only)
{
    window("asked 0 2 3; rounds 1; godfather 1; godfather_points 0 1 0 0", "");
    LAY("B5");
    LAY("B4");
    PLAY("keep_hidden none");
    HOLDS("phase claim; asked 2 3; points 4 5 0 0");
    BY(2, "pass");
    BY(3, "pass");
    FIGHT_ON(.of = {0});
    HOLDS("phase choose_package; active 1"); /* a share like anybody's */
    PLAY("choose_package 1");
    HOLDS("alcohol 0 2 0 0; persons0 senator");
}

TEST(cg_r77_a_person_paid_works_at_once)
{
    AT_WITH(4, ON, PAYING "offer fence; hand1 W2");
    PLAY("compensation person", "deal 0 W4", "deal 0 B1");
    HOLDS("phase round_end; active 1; persons1 fence");
    CHECK_MOVES("draw; swap_one fence W2");
}

TEST_MAIN()
