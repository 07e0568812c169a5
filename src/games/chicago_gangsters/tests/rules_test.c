/* rules_test.c: the worked examples of the README, one by one. */
#include "games/chicago_gangsters/tests/test_table.h"

/* C01: challengers seat 0 with the "?" and seat 1 with the marker, against seat 2 with the marker and
 * seat 3. So seat 1 lays first, then 0; seat 2 before 3. */
#define C01 "phase lay; active 1; coalition C01; loot L03; offer senator; "

/* -- The rulebook's own ------------------------------------------------------------------------ */

static void v1_up_to_the_loot(const char *last)
{
    AT(4, C01 "district pullman; hand0 B5 B5 E1 E5; hand1 B4 B4 E5; hand2 E5; hand3 B4 E3 E3");
    LAY("B4 B4 E5");
    LAY("B5 B5 E1 E5");
    PLAY("keep_hidden B5");
    HOLDS("strength 24 0; keeper 0");
    LAY("E5");
    LAY(last);
}

TEST(cg_v1_half_the_strength_is_enough)
{
    v1_up_to_the_loot("B4 E3 E3");
    HOLDS("strength 29 15; winner challenger; active 0; starter 0");
    PLAY("choose_package 2", "deal 1 W2");
    HOLDS("sharing defender; active 3; phase choose_package");
}

TEST(cg_v2_less_than_half_is_not)
{
    v1_up_to_the_loot("B4 E3");
    HOLDS("strength 29 12; winner challenger");
    PLAY("choose_package 2", "deal 1 W2");
    HOLDS("stage round_end");
}

/* One challenger lays these cards, everybody else nothing; the thug is used. */
static void announces(int n_seats, const char *options, const char *position, const char *cards,
                      const char *hide, const char *strength)
{
    put(n_seats, options, position, __FILE__, __LINE__);
    while (((cg_state *)&now)->phase == CG_LAY)
        LAY(actor() == 0 ? cards : "- cover");
    if (((cg_state *)&now)->phase == CG_USE_THUG)
        PLAY("use_thug yes");
    if (((cg_state *)&now)->phase == CG_KEEP_HIDDEN)
        BY(0, hide);
    HOLDS(strength);
}

TEST(cg_v3_the_thug_doubles_ten_points_at_most)
{
    const char *at = C01 "district maxwell_street; hand0 W4 W4 W4 B2 B4; hand2 W2; hand3 W2; "
                         "persons0 thug";
    announces(4, NULL, at, "W4 W4", "keep_hidden none", "strength 16 0");
    announces(4, NULL, at, "W4 B2 B4", "keep_hidden none", "strength 20 0");
    announces(4, NULL, at, "W4 W4 W4", "keep_hidden none", "strength 22 0");
}

/* Three players, C09: clan_c? clan_d* against clan_a* clan_b. clan_d is missing, so seat 2 is alone. */
#define LONE "phase lay; active 2; coalition C09; loot L01; offer senator; hand0 W2; hand1 W2; "

static void lone_lays(const char *options, const char *position, const char *cards)
{
    put(3, options, position, __FILE__, __LINE__);
    LAY(cards);
    if (((cg_state *)&now)->phase == CG_USE_THUG)
        PLAY("use_thug yes");
    if (((cg_state *)&now)->phase == CG_KEEP_HIDDEN)
        PLAY("keep_hidden none");
}

TEST(cg_v4_a_lone_players_persons_count_double)
{
    lone_lays(NULL, LONE "district bridgeport; hand2 B1; persons2 priest", "-");
    HOLDS("strength 2 0");
    lone_lays(NULL, LONE "district bridgeport; hand2 B1; persons2 reporter", "-");
    HOLDS("strength 4 0");
    lone_lays(NULL, LONE "district bridgeport; hand2 B1; persons2 mayor", "-");
    HOLDS("strength 6 0");
    lone_lays(NULL, LONE "district bridgeport; hand2 B1; persons2 judge", "-");
    HOLDS("strength 8 0");
    lone_lays(NULL, LONE "district back_of_the_yards; hand2 B1; persons2 taxi_driver", "-");
    HOLDS("strength 4 0");
}

/* The round end of seat 0, winners first, nothing drawn yet. */
#define ENDING                                                                                     \
    "phase round_end; stage round_end; active 0; starter 0; winner challenger; coalition C01; "    \
    "district uptown; loot L01; has_laid 0 1 2 3; "

TEST(cg_v5_six_points_make_a_bottle)
{
    AT(4, ENDING "hand0 B5 E1 W2 W2; persons0 informer");
    REFUSED("convert informer W2 W2 E1", "CG-13.1"); /* 5 */
    REFUSED("convert informer E1 B5", "");           /* kind order */
    REFUSED("convert whiskey_smuggler B5 E1", "CG-13.2");
    PLAY("convert informer B5 E1");
    HOLDS("alcohol 1 0 0 0; hand0 W2 W2; discard B5 E1");
}

TEST(cg_v6_the_poker_player_takes_back_what_was_just_discarded)
{
    AT(4, ENDING "hand0 W2 B5 E3; persons0 poker_player; discard B2 B3");
    REFUSED("poker_swap W2 B5 for B3 B5", "CG-13.8");
    PLAY("poker_swap W2 B5 for B2 B5");
    HOLDS("hand0 B2 B5 E3; discard W2 B3; known0 B2 B5");
}

TEST(cg_v7_the_game_ends_after_10_to_12_rounds)
{
    AT(4, "phase reveal_coalition; rounds 9; coalition_deck C02 C05 C12");
    CHECK_CHANCE("1 coalition C02; 1 coalition C05; 1 coalition C12");
    AT(4, "phase reveal_coalition; rounds 10; coalition_deck C02 C05");
    CHECK_CHANCE("1 coalition C02; 1 coalition C05; 1 coalition C13");
    AT(4, "phase reveal_coalition; rounds 11; coalition_deck C05");
    CHECK_CHANCE("1 coalition C05; 1 coalition C13");
}

TEST(cg_v8_a_single_card_may_stay_hidden)
{
    announces(4, NULL, C01 "district uptown; hand0 B5; hand2 W2; hand3 W2", "B5", "keep_hidden B5",
              "strength 0 0; keeper 0; laid0 B5; shown0 -");
    SEES(2, "laid0 -; down 1 0 0 0; unseen 0 0 0 1");
}

/* -- Derived ----------------------------------------------------------------------------------- */

TEST(cg_v9_an_unusable_hidden_card_is_lost)
{
    announces(4, NULL, C01 "district back_of_the_yards; hand0 W4 B5; hand2 E1; hand3 E1", "W4 B5",
              "keep_hidden B5", "strength 4 0");
    LAY("-");
    LAY("-");
    HOLDS("strength 4 0; hand0 -; discard W4 B5; keeper -");
}

TEST(cg_v10_turned_up_with_the_rest_it_comes_back)
{
    announces(4, NULL, C01 "district back_of_the_yards; hand0 W4 B5; hand2 E1; hand3 E1", "W4 B5",
              "keep_hidden none", "strength 4 0; hand0 B5; known0 B5; laid0 W4");
}

/* Challengers lay a (seat 0), defenders b (seat 2). */
static void fight(const char *a, const char *b)
{
    AT(4, C01 "district the_loop; hand0 W4 W4 B4 E1; hand1 W2; hand2 W4 W4 B2 B4 E1; "
              "hand3 W2");
    LAY("-");
    LAY(a);
    if (((cg_state *)&now)->phase == CG_KEEP_HIDDEN)
        PLAY("keep_hidden none");
    LAY(b);
    LAY("-");
}

TEST(cg_v11_the_challengers_win_a_tie)
{
    fight("W4 W4 B4", "W4 W4 B4");
    HOLDS("strength 12 12; winner challenger");
    PLAY("choose_package 1", "deal 0 B1");
    HOLDS("sharing defender; phase choose_package");
}

TEST(cg_v12_nothing_against_nothing)
{
    fight("-", "-");
    HOLDS("strength 0 0; winner challenger; active 1");
    PLAY("choose_package 2", "deal 0 B1");
    HOLDS("sharing defender; active 2");
}

TEST(cg_v13_half_is_counted_without_rounding)
{
    fight("W4 W4 B4 E1", "W4 B2 E1");
    HOLDS("strength 13 7");
    PLAY("choose_package 1", "deal 0 B1");
    HOLDS("stage loot_share; sharing defender");
    fight("W4 W4 B4 E1", "W4 B2");
    HOLDS("strength 13 6");
    PLAY("choose_package 1", "deal 0 B1");
    HOLDS("stage round_end");
    fight("E1", "-");
    HOLDS("strength 1 0");
    PLAY("choose_package 1", "deal 0 B1");
    HOLDS("stage round_end");
}

TEST(cg_v14_on_a_tie_the_marker_chooses_first)
{
    AT(4, C01 "district the_loop; hand0 W4 B2; hand1 E5 E1; hand2 W2; hand3 W2");
    LAY("E1 E5");
    LAY("W4 B2");
    PLAY("keep_hidden none");
    LAY("-");
    LAY("-");
    HOLDS("points 6 6 0 0; active 1; starter 1");
}

TEST(cg_v15_the_thug_doubles_the_hidden_card_too)
{
    announces(4, NULL, C01 "district pilsen; hand0 W2 W4 E5; hand2 B1; hand3 B1; persons0 thug",
              "W2 W4 E5", "keep_hidden E5", "strength 12 0");
    LAY("-");
    LAY("-");
    HOLDS("strength 21 0; persons0 -");
}

TEST(cg_v16_an_unusable_hidden_card_adds_nothing_to_the_thug)
{
    announces(4, NULL,
              C01 "district back_of_the_yards; hand0 W2 W4 B5; hand2 B1; hand3 B1; persons0 thug",
              "W2 W4 B5", "keep_hidden B5", "strength 12 0");
    LAY("-");
    LAY("-");
    HOLDS("strength 12 0; persons0 -; discard W2 W4 B5");
}

TEST(cg_v17_the_thug_has_his_ten_points_already)
{
    announces(4, NULL,
              C01 "district maxwell_street; hand0 W4 W4 W4 B4; hand2 E1; hand3 E1; persons0 thug",
              "W4 W4 W4 B4", "keep_hidden B4", "strength 22 0");
    LAY("-");
    LAY("-");
    HOLDS("strength 26 0");
}

#define V18 LONE "district near_north; hand2 W4 B4; persons2 mayor thug"

TEST(cg_v18_lone_first_then_the_thug)
{
    lone_lays(NULL, V18, "W4 B4");
    HOLDS("strength 34 0");
    LAY("-");
    LAY("-");
    HOLDS("persons2 mayor");
}

TEST(cg_v19_a_lone_players_thug_doubles_doubled_points)
{
    lone_lays(NULL, LONE "district uptown; hand2 B3; persons2 thug", "B3");
    HOLDS("strength 12 0");
}

TEST(cg_v20_thug_first_by_option)
{
    lone_lays("thug_lone_order=thug_first", V18, "W4 B4");
    HOLDS("strength 40 0");
}

TEST(cg_v21_the_thug_works_where_persons_are_barred)
{
    const char *at =
        C01 "district back_of_the_yards; hand0 W4 W4; hand2 B1; hand3 B1; persons0 thug";
    announces(4, NULL, at, "W4 W4", "keep_hidden none", "strength 16 0");
    AT_WITH(4, "thug_in_barred=no", C01 "district back_of_the_yards; hand0 W4 W4; persons0 thug");
    LAY("- cover");
    LAY("W4 W4");
    CHECK_MOVES("use_thug no");
    REFUSED("use_thug yes", "CG-R25");
}

TEST(cg_v22_unlocked_cards_count_and_stay)
{
    announces(4, NULL,
              C01 "district back_of_the_yards; hand0 B3 E1 E5; hand2 W2; hand3 W2; persons0 thief",
              "B3 E1 E5", "keep_hidden none", "strength 6 0; hand0 B3; laid0 E1 E5");
}

TEST(cg_v23_a_partner_has_nothing_of_the_thief)
{
    AT(4, C01 "district back_of_the_yards; hand0 E1; hand1 E5; hand2 W2; hand3 W2; persons0 thief");
    LAY("E5");
    LAY("-");
    HOLDS("strength 0 0; hand1 E5; known1 E5");
}

TEST(cg_v24_persons_act_as_means_of_usable_kinds)
{
    announces(4, NULL,
              C01 "district pilsen; hand0 W2; hand2 B1; hand3 B1; "
                  "persons0 reporter taxi_driver customs_officer",
              "W2", "keep_hidden none", "strength 6 0");
    lone_lays(NULL, LONE "district pilsen; hand2 W2; persons2 reporter taxi_driver customs_officer",
              "W2");
    HOLDS("strength 12 0");
}

TEST(cg_v25_an_unlocked_kind_lets_a_person_act)
{
    announces(4, NULL,
              C01 "district back_of_the_yards; hand0 E1; hand2 B1; hand3 B1; "
                  "persons0 dealer customs_officer",
              "-", "keep_hidden none", "strength 2 0");
}

TEST(cg_v26_where_persons_count_they_do_not_also_act)
{
    announces(4, NULL, C01 "district hyde_park; hand0 E3; hand2 B1; hand3 B1; persons0 reporter",
              "E3", "keep_hidden none", "strength 5 0");
}

/* C01 with three: seat 0 "?" and seat 1 marker against seat 2, alone. */
static void pair_17_against(const char *card)
{
    AT(3, C01 "district uptown; hand0 B4 B4; hand1 B4 B5; hand2 B3 B4 B5");
    LAY("B4 B5");
    LAY("B4 B4");
    PLAY("keep_hidden none");
    HOLDS("strength 17 0");
    LAY(card);
    PLAY("choose_package 2", "deal 0 W2");
}

TEST(cg_v27_the_lone_losers_half_is_doubled)
{
    pair_17_against("B5");
    HOLDS("strength 17 10; phase choose_package; active 2");
    pair_17_against("B4");
    HOLDS("strength 17 8; stage round_end");
}

TEST(cg_v28_the_lone_winners_other_package_lapses)
{
    lone_lays(NULL, LONE "district the_loop; hand2 W4", "W4");
    LAY("-");
    LAY("-");
    HOLDS("phase choose_package; active 2");
    PLAY("choose_package 1");
    HOLDS("alcohol 0 0 2; offer senator; stage round_end");
    PLAY("deal 2 W4", "deal 0 W4", "deal 1 W4");
    HOLDS("rounds 1; offer -; persons2 -");
}

TEST(cg_v29_cards_beyond_the_hand_limit_lapse)
{
    AT(4, "phase choose_package; stage loot_share; active 0; starter 0; winner challenger; sharing "
          "challenger; coalition C01; district uptown; loot L06; offer senator; points 5 0 0 0; "
          "strength 5 0; has_laid 0 1 2 3; hand0 W2 W2 W2 W2 W2 W2 W2 W2 B1");
    PLAY("choose_package 2", "deal 0 W4");
    HOLDS("hand0 W2 W2 W2 W2 W2 W2 W2 W2 W4 B1; alcohol 0 2 0 0; stage round_end; active 1");
}

TEST(cg_v30_an_ability_makes_room_for_the_draw)
{
    AT(4, ENDING "hand0 W2 W2 W2 W2 W2 W2 W2 W2 B5 E1; persons0 informer");
    REFUSED("draw", "CG-6.12");
    PLAY("convert informer B5 E1", "deal 0 W4");
    HOLDS("hand0 W2 W2 W2 W2 W2 W2 W2 W2 W4; alcohol 1 0 0 0");
}

TEST(cg_v31_two_separate_sets_of_six)
{
    AT(4, ENDING "hand0 W2 W4 B5 E1; persons0 informer whiskey_smuggler");
    PLAY("convert informer B5 E1", "convert whiskey_smuggler W2 W4");
    HOLDS("alcohol 2 0 0 0; hand0 -");
    AT(4, ENDING "hand0 W2 W4 B5; persons0 informer whiskey_smuggler");
    PLAY("convert informer W2 W4");
    REFUSED_TO(0, "convert whiskey_smuggler B5", "CG-2.1");
    HOLDS("alcohol 1 0 0 0; hand0 B5; phase draw");
}

TEST(cg_v32_the_pile_is_shuffled_at_once)
{
    AT(4, "phase draw; stage round_end; active 3; starter 3; winner challenger; coalition C01; "
          "district uptown; loot L01; drawers 3 -; due 1 0; used 64; hand3 E1; hand0 W4 B1 E3; "
          "persons0 poker_player; pile B5; discard W2 W2 W2 W2 W4 W4");
    PLAY("deal 3 B5");
    HOLDS("pile W2 W2 W2 W2 W4 W4; discard -; shuffled W2 W2 W2 W2 W4 W4; active 0");
    REFUSED("poker_swap W4 B1 for W2 B1", "CG-R21");
    PLAY("poker_swap W4 B1 for W4 B1");
    HOLDS("hand0 W4 B1 E3; discard -");
}

/* -- Five players ------------------------------------------------------------------------------ */

/* Seat 4 is Mr. X; clans by seat. */
#define FIVE                                                                                       \
    "phase choose_package; stage loot_share; coalition C01; district uptown; loot L03; "           \
    "offer senator; has_laid 0 1 2 3; "

TEST(cg_v33_mr_x_wins_every_tie)
{
    AT(5, "phase mr_x_lay; active 4; coalition C01; district the_loop; loot L03; offer senator; "
          "hand0 W4 B5; hand1 W4 E5; hand2 W2; hand3 W2; hand4 B4 E5");
    PLAY("lay B4 E5 challenger");
    SEES(0, "down 0 0 0 0 2; mr_x_side challenger");
    LAY("W4 E5");
    LAY("W4 B5");
    PLAY("keep_hidden none");
    LAY("-");
    LAY("-");
    HOLDS("points 9 9 0 0 9; strength 27 0; active 4");
    PLAY("choose_package 2", "deal 1 B1");
    HOLDS("persons4 senator; alcohol 0 2 0 0 0; holders 4 1 2 3 0; exchanged 1");
}

TEST(cg_v34_the_third_of_mr_xs_side_becomes_mr_x)
{
    AT(5, FIVE "winner defender; sharing defender; starter 2; active 2; mr_x_side defender; "
               "points 8 6 6 4 5; strength 14 15");
    PLAY("choose_package 2", "deal 4 W2");
    HOLDS("persons2 senator; alcohol 0 0 0 0 2; sharing challenger; active 0");
    PLAY("choose_package 1", "deal 1 W2");
    HOLDS("alcohol 1 0 0 0 2; holders 0 1 2 4 3");
}

TEST(cg_v35_a_side_without_loot_changes_no_mr_x)
{
    AT(5, FIVE "winner challenger; sharing challenger; starter 0; active 0; mr_x_side defender; "
               "points 12 8 4 3 2; strength 20 9");
    PLAY("choose_package 2", "deal 1 W2");
    HOLDS("stage round_end; holders 0 1 2 3 4; exchanged 0");
}

TEST(cg_v36_both_piles_are_empty)
{
    AT(5, "phase round_end; stage round_end; active 4; starter 4; winner challenger; mr_x_side "
          "defender; coalition C01; district uptown; loot L01; has_laid 0 1 2 3; "
          "hand0 W2 W2 W2 W2 W2 W2 W2 W2 W4 W4; hand1 W4 W4 W4 W4 W4 W4 B1 B1 B1 B2; "
          "hand2 B2 B2 B3 B3 B3 B3 B4 B4 B4 B5; hand3 B5 B5 E1 E1 E1 E1 E1 E3 E3 E3; "
          "hand4 E3 E3 E3 E5 E5 E5 E5 E5");
    CHECK_MOVES("swap_one mr_x E3; swap_one mr_x E5; end_turn");
    REFUSED("draw", "CG-R18");
    REFUSED("bonus_draw", "CG-R18");
}

/* -- The Godfather ----------------------------------------------------------------------------- */

static void v37(const char *item)
{
    AT_WITH(4, "godfather=on",
            "phase compensation; stage loot_share; active 0; starter 0; winner challenger; sharing "
            "challenger; coalition C01; district uptown; loot L01; offer senator; godfather 0; "
            "new_godfather 0; ousted 1; contested 1; points 5 0 0 0; strength 5 0; has_laid 0 2 3");
    CHECK_MOVES("compensation alcohol; compensation means; compensation person");
    PLAY(item);
}

TEST(cg_v37_compensation)
{
    v37("compensation means");
    HOLDS("alcohol 2 0 0 0; persons0 senator; drawers 1 -; due 1 0");
    v37("compensation alcohol");
    HOLDS("alcohol 1 1 0 0; persons0 senator; drawers 0 -; due 1 0");
    v37("compensation person");
    HOLDS("alcohol 2 0 0 0; persons1 senator; drawers 0 -; due 1 0");
}

/* Seats 0 and 3 claim and duel with W4 and B4. */
static void v38(const char *godfather)
{
    char at[300];
    snprintf(at, sizeof at,
             "phase claim; coalition C01; district uptown; loot L01; offer senator; hand0 W2 W4; "
             "hand1 W2; hand2 W2; hand3 B4 E1; %s",
             godfather);
    put(4, "godfather=on", at, __FILE__, __LINE__);
}

TEST(cg_v38_the_next_clockwise_from_the_last_godfather)
{
    v38("asked 0 2 3; godfather 1");
    BY(3, "claim");
    SEES(0, "claimed -; answered 3");
    BY(0, "claim");
    BY(2, "pass");
    HOLDS("phase duel; asked 0 3; claimed 0 3");
    BY(3, "duel B4");
    SEES(0, "duel 0 0 0 0");
    BY(0, "duel W4");
    HOLDS("godfather 3; new_godfather 3; ousted 2; discard B4; hand0 W2 W4; known0 W4; "
          "phase draw; drawers 3 -");
    PLAY("deal 3 W2");
    HOLDS("phase lay; active 1; members 1 0 - 3");
}

TEST(cg_v39_no_godfather_yet_no_godfather_now)
{
    v38("asked 0 1 2 3");
    BY(0, "claim");
    BY(1, "pass");
    BY(2, "pass");
    BY(3, "claim");
    BY(0, "duel W4");
    BY(3, "duel B4");
    HOLDS("godfather -; contested 1; known0 W4; known3 B4; phase lay; hand3 B4 E1");
    LAY("- cover");
    LAY("- cover");
    HOLDS("phase lay; stage defender_turn");
}

TEST(cg_v40_a_new_godfather_is_not_doubled)
{
    AT_WITH(3, "godfather=on",
            "phase claim; coalition C01; district back_of_the_yards; loot L01; offer senator; "
            "asked 0 1; hand0 W2; hand1 W4 W4; hand2 W4 E1");
    BY(0, "pass");
    BY(1, "claim");
    LAY("W4 W4");
    LAY("W4");
    HOLDS("strength 8 8; winner challenger; phase compensation; active 1");
    PLAY("compensation means", "deal 0 W2");
    HOLDS("phase choose_package; active 2; alcohol 0 2 0; persons1 senator");
}

/* -- The end ----------------------------------------------------------------------------------- */

TEST(cg_v41_the_showdown)
{
    AT(4, "phase reveal_coalition; rounds 12; hand0 W2 W4 E1; hand1 W4 B5; hand2 W2 W4 B2 B3; "
          "persons0 dealer thief fence; persons1 priest mayor; persons2 judge; "
          "persons3 senator reporter prosecutor");
    PLAY("coalition C13");
    HOLDS("alcohol 6 4 4 2; phase over");
}

TEST(cg_v42_the_godfathers_bonus_is_shared)
{
    AT_WITH(4, "godfather=on",
            "phase reveal_coalition; rounds 12; godfather 0; godfather_points 4 4 2 1");
    PLAY("coalition C13");
    HOLDS("alcohol 1 1 0 0");
}

TEST(cg_v43_the_thirteenth_coalition_card)
{
    AT(4, "phase reveal_coalition; rounds 12");
    CHECK_CHANCE("1 coalition C13");
    PLAY("coalition C13");
    HOLDS("phase over; loot_deck -; district -");
}

/* -- Laying in small steps --------------------------------------------------------------------- */

TEST(cg_v44_a_lay_is_private_until_done)
{
    AT(4, C01 "district uptown; hand0 W2; hand1 W2 W4 W4 B5");
    PLAY("lay W4 W4 B5 cover");
    CHECK_MOVES("show W4; show B5; done");
    SEES(0, "phase lay; unseen 0 4 0 0; laid1 -; shown1 -; covered -");
    PLAY("show W4");
    CHECK_MOVES("show W4; show B5; done");
    SEES(0, "phase lay; unseen 0 4 0 0; laid1 -; shown1 -; covered -");
    PLAY("done");
    SEES(0, "unseen 0 3 0 0; laid1 W4; shown1 W4; covered 1");
}

TEST(cg_v45_nothing_openly_or_covered)
{
    AT(4, C01 "district uptown; hand0 W2; hand1 W2 W4 W4 B5");
    PLAY("lay -");
    SEES(0, "unseen 0 4 0 0; down 0 0 0 0; covered -; has_laid 1");
    AT(4, C01 "district uptown; hand0 W2; hand1 W2 W4 W4 B5");
    PLAY("lay - cover");
    SEES(0, "unseen 0 4 0 0; down 0 0 0 0; covered 1; has_laid 1");
    AT(4, C01 "district uptown; hand0 W2");
    CHECK_MOVES("defer; lay - cover");
    REFUSED("lay -", "CG-V45");
    PLAY("defer", "lay W2", "done");
    HOLDS("covered 1; has_laid 0 1; phase keep_hidden");
}

TEST_MAIN()
