/* clauses_test.c: the rules clause by clause, CG-1.1 to CG-11.23. The persons (CG-12,
 * CG-13) have their own file. */
#include "games/chicago_gangsters/tests/test_play.h"

/* -- CG-1 Setup -------------------------------------------------------------------------------- */

TEST(cg_1_1_three_to_five_players)
{
    for (int n = 0; n < 8; n++)
        CHECK_INT(open_box(n, NULL, NULL), n == 0 || (n >= 3 && n <= 5) ? SPK_OK : SPK_EREFUSED);
    CHECK_INT(open_box(2, NULL, NULL), SPK_EREFUSED);
    CHECK_STR(why.rule, "CG-1.1");
}

TEST(cg_1_2_alcohol_starts_at_none)
{
    for (int n = 3; n <= 5; n++) {
        new_game(n, NULL);
        for (int seat = 0; seat < n; seat++)
            CHECK_INT(s->alcohol[seat], 0);
    }
}

TEST(cg_1_3_four_play_without_mr_x_and_without_godfather)
{
    new_game(4, NULL);
    HOLDS("holders 0 1 2 3 -; godfather -");
    AT(4, C01 "district uptown; hand1 B1");
    REFUSED("claim", "CG-11");
    REFUSED("lay B1 defender", "CG-2.3");
}

TEST(cg_1_4_each_player_has_a_clan)
{
    new_game(4, NULL);
    HOLDS("holders 0 1 2 3 -");
    SEES(SPK_SEAT_ONLOOKER, "holders 0 1 2 3 -");
}

TEST(cg_1_5_five_decks_and_the_game_end_card_apart)
{
    AT(4, "phase reveal_coalition");
    CHECK_CHANCE("1 coalition C01; 1 coalition C02; 1 coalition C03; 1 coalition C04; "
                 "1 coalition C05; 1 coalition C06; 1 coalition C07; 1 coalition C08; "
                 "1 coalition C09; 1 coalition C10; 1 coalition C11; 1 coalition C12");
    PLAY("coalition C07", "district uptown", "loot L02", "person senator");
    HOLDS("coalition_deck C01 C02 C03 C04 C05 C06 C08 C09 C10 C11 C12; "
          "loot_deck L01 L03 L04 L05 L06 L07 L08 L09 L10 L11 L12");
    CHECK_INT(__builtin_popcount(s->district_deck), 12);
}

/* The chances of the game-end card are 1/3, then 1/2 of 2/3, then the rest. */
TEST(cg_1_6_the_game_end_card_is_among_the_last_three)
{
    static const char *const decks[] = {"C01 C02 C03", "C02 C03", "C03", "-"};
    for (int rounds = 9; rounds <= 12; rounds++) {
        char at[80];
        spk_outcome out[SPK_MAX_OUTCOMES];
        snprintf(at, sizeof at, "phase reveal_coalition; rounds %d; coalition_deck %s", rounds,
                 decks[rounds - 9]);
        AT(4, at);
        int n = box.game->chance(&box, &now, out);
        CHECK_INT(n, rounds == 9 ? 3 : 13 - rounds);
        CHECK_INT(spk_outcome_total(out, n), n);
        CHECK_INT(cg_move_a(out[n - 1].move) == CG_GAME_END, rounds >= 10);
    }
}

TEST(cg_1_7_four_cards_each_in_secret)
{
    AT(4, "phase deal_means; drawers 0 -; due 4 0");
    CHECK_CHANCE("8 deal 0 W2; 8 deal 0 W4; 3 deal 0 B1; 3 deal 0 B2; 4 deal 0 B3; 3 deal 0 B4; "
                 "3 deal 0 B5; 5 deal 0 E1; 6 deal 0 E3; 5 deal 0 E5");
    for (int i = 0; i < 16; i++) {
        char text[20];
        snprintf(text, sizeof text, "deal %d %s", i / 4, i < 8 ? "W2" : "W4");
        PLAY(text);
    }
    HOLDS("hand0 W2 W2 W2 W2; hand3 W4 W4 W4 W4; phase reveal_coalition");
    SEES(1, "hand0 -; hand1 W2 W2 W2 W2; hand2 -; unseen 4 0 4 4; pile -; pile_unseen 32");
}

TEST(cg_1_8_the_first_persons_are_worth_1_to_3)
{
    new_game(4, NULL);
    CHECK_CHANCE(
        "1 deal_person 0 dealer; 1 deal_person 0 thief; 1 deal_person 0 explosives_expert; "
        "1 deal_person 0 fence; 1 deal_person 0 poker_player; 1 deal_person 0 priest; "
        "1 deal_person 0 thug; 1 deal_person 0 reporter; 1 deal_person 0 taxi_driver; "
        "1 deal_person 0 customs_officer; 1 deal_person 0 bank_director; 1 deal_person 0 mayor; "
        "1 deal_person 0 police_chief; 1 deal_person 0 prosecutor");
    PLAY("deal_person 0 thug");
    REFUSED_TO(SPK_SEAT_CHANCE, "deal_person 1 thug", "CG-2.1");
    REFUSED_TO(SPK_SEAT_CHANCE, "deal_person 1 judge", "CG-2.1");
    SEES(SPK_SEAT_ONLOOKER, "persons0 thug");
}

TEST(cg_1_9_the_others_are_shuffled_back)
{
    new_game(3, NULL);
    PLAY("deal_person 0 thug", "deal_person 1 thief", "deal_person 2 mayor");
    HOLDS("phase deal_means; person_deck informer whiskey_smuggler dealer explosives_expert fence "
          "poker_player priest reporter taxi_driver customs_officer bank_director police_chief "
          "prosecutor judge senator");
}

/* -- CG-2 Reveal ------------------------------------------------------------------------------- */

TEST(cg_2_1_six_phases_in_this_order)
{
    AT(4, "phase reveal_coalition; hand0 B5; hand1 B5; hand2 B5; hand3 B1; persons0 fence");
    PLAY("coalition C01", "district uptown", "loot L03", "person judge");
    HOLDS("phase lay; stage challenger_turn; active 1");
    LAY("B5");
    LAY("-");
    HOLDS("phase lay; stage defender_turn; active 2; strength 5 0");
    LAY("B5");
    LAY("-");
    HOLDS("phase choose_package; stage loot_share; strength 5 5; winner challenger");
    PLAY("choose_package 2");
    deals();
    PLAY("choose_package 1");
    deals();
    HOLDS(
        "stage round_end; phase round_end; active 0"); /* seat 1 has drawn; seat 0 has the fence */
}

TEST(cg_2_2_four_cards_are_turned_up)
{
    AT(4, "phase reveal_coalition; hand1 B5");
    PLAY("coalition C12");
    HOLDS("phase reveal_district");
    PLAY("district the_loop");
    HOLDS("phase reveal_loot");
    PLAY("loot L07");
    HOLDS("phase reveal_person");
    PLAY("person senator");
    SEES(SPK_SEAT_ONLOOKER, "coalition C12; district the_loop; loot L07; offer senator");
    CHECK(!(s->person_deck & CG_BIT(CG_SENATOR)));
}

/* The table of 7.2: "?" and marker of the challengers, marker and plain of the defenders. */
static const char *const cards[12] = {"abcd", "acdb", "adbc", "badc", "bcad", "bdca",
                                      "cabd", "cbda", "cdab", "dacb", "dbac", "dcba"};

static void turn_card(int card)
{
    char at[80];
    snprintf(at, sizeof at, "phase reveal_person; coalition C%02d; district the_loop; loot L01",
             card + 1);
    AT(4, at);
    PLAY("person senator");
}

TEST(cg_2_3_two_challengers_against_two_defenders)
{
    for (int card = 0; card < 12; card++) {
        turn_card(card);
        for (int i = 0; i < 4; i++)
            CHECK_INT(cg_side_of(s, cards[card][i] - 'a'), i < 2 ? CG_CHALLENGER : CG_DEFENDER);
    }
}

TEST(cg_2_4_the_hidden_mark_is_at_one_challenger)
{
    for (int card = 0; card < 12; card++) {
        turn_card(card);
        for (int seat = 0; seat < 4; seat++)
            ((cg_state *)&now)->hand[seat] = CG_ONE(0);
        LAY("W2");
        LAY("W2");
        HOLDS("phase keep_hidden");
        CHECK_INT(s->active, cards[card][0] - 'a');
    }
}

TEST(cg_2_5_one_marker_on_each_side)
{
    for (int card = 0; card < 12; card++) {
        turn_card(card);
        CHECK_INT(s->member[CG_CHALLENGER][0], cards[card][1] - 'a');
        CHECK_INT(s->member[CG_DEFENDER][0], cards[card][2] - 'a');
        CHECK_INT(s->active, cards[card][1] - 'a'); /* and lays first: CG-R61 */
    }
}

/* The table of 7.3: weapons 2, bribe 1, blackmail 5, persons 3. */
TEST(cg_2_6_the_district_says_what_counts)
{
    static const struct {
        const char *id;
        int strength;
    } districts[] = {{"the_loop", 11},     {"bridgeport", 5}, {"back_of_the_yards", 2},
                     {"gold_coast", 4},    {"uptown", 1},     {"hyde_park", 8},
                     {"lincoln_park", 5},  {"near_north", 6}, {"maxwell_street", 3},
                     {"little_italy", 10}, {"pilsen", 7},     {"bronzeville", 9},
                     {"pullman", 6}};
    for (int i = 0; i < 13; i++) {
        char at[160];
        snprintf(at, sizeof at, C01 "district %s; hand1 W2 B1 E5; persons1 mayor", districts[i].id);
        FIGHT(4, NULL, at, .of = {[1] = "W2 B1 E5"});
        CHECK_INT(s->strength[CG_CHALLENGER], districts[i].strength);
    }
}

/* The table of 7.4, each package as alcohol, person, means. */
TEST(cg_2_7_two_packages_for_the_winners_two_for_the_losers)
{
    static const char *const loots[12] = {"200 011 100 002", "200 102 010 100", "201 010 100 001",
                                          "110 101 002 001", "200 110 100 001", "200 003 010 100",
                                          "202 100 010 002", "200 012 100 002", "110 003 101 001",
                                          "210 002 100 002", "101 012 100 001", "201 102 011 100"};
    for (int card = 0; card < 12; card++)
        for (int i = 0; i < 4; i++) {
            const char *want = loots[card] + 4 * i;
            char at[400], move[20] = "choose_package 1";
            snprintf(at, sizeof at,
                     "phase choose_package; stage loot_share; active %d; starter 0; winner "
                     "challenger; sharing %s; coalition C01; district uptown; loot L%02d; offer "
                     "senator; points 5 0 5 0; strength 5 5; has_laid 0 1 2 3",
                     i < 2 ? 0 : 2, i < 2 ? "challenger" : "defender", card + 1);
            move[15] = (char)('1' + i % 2);
            AT(4, at);
            int seat = actor();
            PLAY(move);
            CHECK_INT(s->alcohol[seat], want[0] - '0');
            CHECK_INT(cg_controls(s, seat, CG_SENATOR), want[1] - '0');
            int due = s->phase == CG_DRAW && s->drawer[0] == seat ? s->due[0] : 0;
            if (i < 2)
                CHECK_INT(due, want[2] - '0');
        }
}

TEST(cg_2_8_the_person_is_part_of_the_loot)
{
    AT(4, SHARING "hand0 -");
    PLAY("choose_package 2");
    HOLDS("persons0 senator; offer -");
}

TEST(cg_2_9_no_round_with_the_game_end_card)
{
    AT(4, "phase reveal_coalition; rounds 10; coalition_deck C01 C02; hand0 W4");
    PLAY("coalition C13");
    HOLDS("phase over; rounds 10; alcohol 2 0 0 0");
}

/* -- CG-3 Laying ------------------------------------------------------------------------------- */

TEST(cg_3_1_any_number_of_cards_none_included)
{
    AT(4, C01 "district uptown; hand1 W2 W2 B5");
    CHECK_MOVES("lay W2; lay W2 W2; lay B5; lay W2 B5; lay W2 W2 B5; lay W2 cover; "
                "lay W2 W2 cover; lay B5 cover; lay W2 B5 cover; lay W2 W2 B5 cover; defer; "
                "lay -; lay - cover");
    PLAY("lay W2 W2 B5");
    HOLDS("hand1 -; laid1 W2 W2 B5; shown1 -");
}

TEST(cg_3_2_only_usable_cards_count)
{
    FIGHT(4, NULL, C01 "district uptown; hand1 W4 B2 E5", .of = {[1] = "W4 B2 E5"});
    HOLDS("strength 2 0");
}

TEST(cg_3_3_partners_may_talk_or_not)
{
    AT(4, C01 "district uptown; hand0 B1; hand1 B5");
    spk_said said[] = {{0, "pass"}, {1, "pass"}, {2, "pass"}, {3, "pass"}};
    CHECK_INT(cg_talk.judge(&box, &now, said, 4, 1, "my_points 4 6", &why), SPK_OK);
    CHECK_INT(cg_talk.judge(&box, &now, said, 4, 1, "my_hand bribe strong", &why), SPK_OK);
    LAY("B5"); /* without a word */
}

TEST(cg_3_4_openly_or_concealed_even_in_number)
{
    AT(4, C01 "district uptown; hand0 B1; hand1 B4 B5 E1");
    PLAY("lay B4 B5", "show B5");
    SEES(0, "laid1 B5; shown1 B5; down 0 1 0 0; unseen 0 1 0 0");
    AT(4, C01 "district uptown; hand0 B1; hand1 B4 B5 E1");
    PLAY("lay B4 B5 cover", "done");
    SEES(0, "laid1 -; shown1 -; down 0 0 0 0; unseen 0 3 0 0; covered 1");
}

TEST(cg_3_5_cards_of_no_use_may_be_laid)
{
    AT(4, C01 "district uptown; hand0 B1; hand1 W2 W4 E1");
    CHECK(is_legal("lay W2 W4 E1"));
    LAY("W2 W4 E1");
    SEES(0, "down 0 3 0 0; laid1 -");
}

TEST(cg_3_6_no_word_binds)
{
    AT(4, C01 "district uptown; hand0 B1; hand1 B4 B5 E1");
    int before = n_moves();
    spk_said said[] = {{0, "pass"}, {1, "my_cards 0"}};
    CHECK_INT(cg_talk.judge(&box, &now, said, 1, 1, "my_cards 0", &why), SPK_OK);
    CHECK_INT(n_moves(), before);
    CHECK(is_legal("lay B4 B5"));
}

TEST(cg_3_7_partners_reveal_at_the_same_time)
{
    AT(4, C01 "district uptown; hand0 B1; hand1 B5; hand2 B1");
    LAY("B5");
    HOLDS("strength 0 0");
    SEES(0, "laid1 -; points 0 0 0 0");
    LAY("B1");
    PLAY("keep_hidden none");
    SEES(2, "laid1 B5; laid0 B1; strength 6 0");
}

TEST(cg_3_8_one_card_may_stay_face_down)
{
    AT(4, C01 "district uptown; hand0 B1 B5; hand1 B5; hand2 B1");
    LAY("-");
    LAY("B1 B5");
    CHECK_MOVES("keep_hidden B1; keep_hidden B5; keep_hidden none");
    PLAY("keep_hidden B5");
    SEES(2, "laid0 B1; down 1 0 0 0; strength 1 0; keeper 0");
    AT(4, C01 "district uptown; hand0 B5; hand1 B5; hand2 B1");
    LAY("-");
    LAY("B5");
    CHECK_MOVES("keep_hidden B5; keep_hidden none"); /* though it is the only one */
}

TEST(cg_3_9_unusable_cards_come_back_and_were_seen)
{
    FIGHT(4, NULL, C01 "district uptown; hand1 W4 B2 E5; hand2 B1", .of = {[1] = "W4 B2 E5"});
    HOLDS("hand1 W4 E5; known1 W4 E5; discard B2");
}

TEST(cg_3_10_unlocked_cards_do_not_come_back)
{
    FIGHT(4, NULL, C01 "district uptown; hand1 W4 E5; persons1 thief", .of = {[1] = "W4 E5"});
    HOLDS("hand1 W4; discard E5; strength 5 0");
}

TEST(cg_3_11_the_challengers_strength_is_announced)
{
    AT(4, C01 "district gold_coast; hand0 B1; hand1 B5; hand2 B1; persons0 mayor; persons1 thief");
    LAY("B5");
    LAY("B1");
    PLAY("keep_hidden B1");
    SEES(SPK_SEAT_ONLOOKER, "strength 9 0; points 3 6 0 0"); /* the hidden 1 is still to come */
}

TEST(cg_3_12_defenders_lay_alike_but_hide_nothing)
{
    AT(4, C01 "district uptown; hand0 B1; hand1 B5; hand2 B1 W2; hand3 B5");
    FIGHT_ON(.of = {0});
    AT(4, C01 "district uptown; hand0 B1; hand1 B5; hand2 W2 B1; hand3 B5");
    LAY("-");
    LAY("-");
    HOLDS("stage defender_turn; active 2");
    CHECK(is_legal("defer") && is_legal("lay W2 B1 cover") && is_legal("lay -"));
    PLAY("lay W2 B1", "show B1");
    REFUSED("keep_hidden W2", "CG-3.12");
    SEES(0, "laid2 B1; down 0 0 1 0");
    LAY("B5");
    HOLDS("phase choose_package; strength 0 6; hand2 W2"); /* nobody was asked for a hidden card */
}

TEST(cg_3_13_the_defenders_strength_is_announced)
{
    FIGHT(4, NULL, C01 "district uptown; hand2 B3; hand3 B5", .of = {[2] = "B3", [3] = "B5"});
    SEES(SPK_SEAT_ONLOOKER, "strength 0 8; points 0 0 3 5");
}

/* -- CG-4 Strength ----------------------------------------------------------------------------- */

TEST(cg_4_1_a_side_is_the_sum_of_its_members)
{
    FIGHT(4, NULL, C01 "district the_loop; hand0 W4; hand1 E5; hand2 B3; hand3 E1; persons3 judge",
          .of = {[0] = "W4", [1] = "E5", [2] = "B3", [3] = "E1"});
    HOLDS("points 4 5 3 5; strength 9 8");
}

/* Cards 9, thug 9 more, persons 1 + 3. */
TEST(cg_4_2_cards_thug_and_persons)
{
    FIGHT(4, NULL, C01 "district the_loop; hand0 W4 E5; persons0 thug mayor", .of = {[0] = "W4 E5"},
          .thug = true);
    HOLDS("points 22 0 0 0");
    /* alone: 2 * 9, thug 10, persons 2 * 4 */
    FIGHT(3, NULL, LONE "district the_loop; hand2 W4 E5; persons2 thug mayor",
          .of = {[2] = "W4 E5"}, .thug = true);
    HOLDS("points 0 0 36");
    /* barred: cards 4, the taxi driver 2 for weapons, thug 6 */
    FIGHT(4, NULL,
          C01 "district back_of_the_yards; hand0 W4 E5; persons0 thug taxi_driver reporter",
          .of = {[0] = "W4 E5"}, .thug = true);
    HOLDS("points 12 0 0 0");
}

TEST(cg_4_3_persons_count_by_themselves)
{
    FIGHT(4, NULL, C01 "district the_loop; persons0 judge priest; persons3 reporter", .of = {0});
    HOLDS("points 5 0 0 2");
}

TEST(cg_4_4_where_persons_are_barred_their_values_do_not_count)
{
    FIGHT(4, NULL, C01 "district uptown; persons0 judge priest; persons3 reporter mayor",
          .of = {0});
    HOLDS("points 0 0 0 0");
}

/* -- CG-5 Evaluation --------------------------------------------------------------------------- */

static void hidden_b5(const char *position)
{
    AT(4, position);
    LAY("-");
    LAY("B5");
    PLAY("keep_hidden B5");
}

TEST(cg_5_1_the_hidden_card_is_turned_up_last)
{
    hidden_b5(C01 "district uptown; hand0 B5; hand1 B1; hand2 B1; hand3 B1");
    LAY("B1");
    SEES(3, "strength 0 0; laid0 -; down 1 0 1 0");
    LAY("B1");
    HOLDS("strength 5 2; keeper -");
}

TEST(cg_5_2_a_usable_hidden_card_counts)
{
    hidden_b5(C01 "district uptown; hand0 B5; hand1 B1; hand2 B1");
    LAY("-");
    HOLDS("points 5 0 0 0; discard B5");
}

TEST(cg_5_3_an_unusable_hidden_card_is_lost)
{
    hidden_b5(C01 "district pilsen; hand0 B5; hand1 B1; hand2 B1");
    LAY("-");
    HOLDS("points 0 0 0 0; discard B5; hand0 -; known0 -");
}

TEST(cg_5_4_the_stronger_side_wins)
{
    FIGHT(4, NULL, C01 "district uptown; hand0 B3; hand2 B4", .of = {[0] = "B3", [2] = "B4"});
    HOLDS("winner defender; sharing defender; starter 2");
    FIGHT(4, NULL, C01 "district uptown; hand0 B4; hand2 B3", .of = {[0] = "B4", [2] = "B3"});
    HOLDS("winner challenger");
}

TEST(cg_5_5_challengers_win_a_tie)
{
    FIGHT(4, NULL, C01 "district uptown; hand0 B4; hand2 B4", .of = {[0] = "B4", [2] = "B4"});
    HOLDS("winner challenger");
}

TEST(cg_5_6_played_cards_are_discarded_before_the_loot)
{
    FIGHT(4, NULL, C01 "district uptown; hand0 B4; hand2 B1 E1", .of = {[0] = "B4", [2] = "B1 E1"});
    HOLDS("phase choose_package; discard B1 B4; laid0 -; laid2 -; hand2 E1");
}

/* -- CG-6 Loot --------------------------------------------------------------------------------- */

TEST(cg_6_1_each_winner_gets_a_package)
{
    AT(4, SHARING "hand0 -");
    PLAY("choose_package 1");
    HOLDS("alcohol 2 0 0 0; persons1 senator; drawers 1 -; due 1 0");
}

TEST(cg_6_2_the_larger_contribution_chooses)
{
    FIGHT(4, NULL, C01 "district uptown; hand0 B3; hand1 B4", .of = {[0] = "B3", [1] = "B4"});
    HOLDS("phase choose_package; active 1");
    FIGHT(4, NULL, C01 "district uptown; hand0 B4; hand1 B3", .of = {[0] = "B4", [1] = "B3"});
    HOLDS("phase choose_package; active 0");
    PLAY("choose_package 2");
    HOLDS("persons0 senator; alcohol 0 2 0 0"); /* L03: the partner gets the rest */
}

TEST(cg_6_3_the_marker_decides_a_tie)
{
    FIGHT(4, NULL, C01 "district uptown; hand0 B3; hand1 B3", .of = {[0] = "B3", [1] = "B3"});
    HOLDS("active 1; starter 1");
    FIGHT(4, NULL, C01 "district uptown; hand2 B3; hand3 B3", .of = {[2] = "B3", [3] = "B3"});
    HOLDS("active 2; starter 2");
}

TEST(cg_6_4_a_package_is_taken_whole)
{
    AT(4, SHARING "hand0 -");
    CHECK_MOVES("choose_package 1; choose_package 2");
    PLAY("choose_package 2");
    HOLDS("persons0 senator; drawers 0 -; due 1 0; alcohol 0 2 0 0");
}

static void shares(const char *strength, const char *holds)
{
    char at[400];
    snprintf(at, sizeof at,
             "phase choose_package; stage loot_share; active 0; starter 0; winner challenger; "
             "sharing challenger; coalition C01; district uptown; loot L05; offer senator; "
             "has_laid 0 1 2 3; %s",
             strength);
    AT(4, at);
    PLAY("choose_package 1");
    HOLDS(holds);
}

TEST(cg_6_5_losers_need_half_the_strength)
{
    shares("points 9 0 5 0; strength 9 5", "sharing defender; phase choose_package; active 2");
    shares("points 8 0 4 0; strength 8 4", "sharing defender; phase choose_package; active 2");
    shares("points 9 0 4 0; strength 9 4", "sharing -; stage round_end");
}

TEST(cg_6_6_losers_share_alike)
{
    shares("points 9 0 3 4; strength 9 7", "sharing defender; active 3");
    PLAY("choose_package 1"); /* 1A, and 1M for the other */
    HOLDS("alcohol 2 1 0 1; drawers 2 -; due 1 0");
    shares("points 9 0 3 3; strength 9 6", "sharing defender; active 2");
}

TEST(cg_6_7_else_they_get_nothing)
{
    shares("points 9 0 0 4; strength 9 4",
           "alcohol 2 1 0 0; stage round_end; phase draw; drawers 0 -");
}

TEST(cg_6_8_alcohol_is_added_to_the_score)
{
    AT(4, SHARING "alcohol 3 1 0 0");
    PLAY("choose_package 1");
    HOLDS("alcohol 5 1 0 0");
    spk_result r;
    box.game->result(&box, &now, &r);
    CHECK_INT(r.score[0], 5);
}

TEST(cg_6_9_one_package_has_the_person)
{
    AT(4, SHARING "persons1 thief");
    PLAY("choose_package 1");
    HOLDS("persons1 thief senator; offer -");
    SEES(3, "persons1 thief senator");
}

TEST(cg_6_10_a_person_stays)
{
    AT(4, SHARING "persons0 thief");
    PLAY("choose_package 2");
    deals();
    while (s->rounds == 0)
        PLAY(s->phase == CG_PACKAGE ? "choose_package 1" : "end_turn"), deals();
    HOLDS("persons0 thief senator; rounds 1");
}

TEST(cg_6_11_means_are_drawn_at_once_up_to_the_limit)
{
    AT(4, "phase choose_package; stage loot_share; active 0; starter 0; winner challenger; sharing "
          "challenger; coalition C01; district uptown; loot L06; offer senator; points 5 0 0 0; "
          "strength 5 0; has_laid 0 1 2 3; hand0 W2 W2 W2 W2 W2 W2 W2 W2");
    PLAY("choose_package 2");
    HOLDS("phase draw; drawers 0 -; due 3 0");
    PLAY("deal 0 W4", "deal 0 W4");
    CHECK_INT(cg_size(s->hand[0]), 10);
    HOLDS("stage round_end; active 1"); /* the third lapsed, and 0 draws nothing at round end */
}

TEST(cg_6_12_never_more_than_ten_cards)
{
    AT(4, ENDING "hand0 W2 W2 W2 W2 W2 W2 W2 W2 W4 W4; persons0 fence");
    CHECK_MOVES("swap_one fence W2; swap_one fence W4; end_turn");
    REFUSED("draw", "CG-6.12");
}

/* -- CG-7 Round end ---------------------------------------------------------------------------- */

TEST(cg_7_1_clockwise_from_the_first_chooser)
{
    AT(4, "phase choose_package; stage loot_share; active 2; starter 2; winner defender; sharing "
          "defender; coalition C01; district uptown; loot L05; offer senator; points 0 0 5 0; "
          "strength 0 5; has_laid 0 1 2 3");
    PLAY("choose_package 1", "deal 2 W2", "deal 3 W2", "deal 0 W2", "deal 1 W2");
    HOLDS("rounds 1; hand0 W2; hand1 W2; hand2 W2; hand3 W2");
}

TEST(cg_7_2_each_draws_one_unless_ten)
{
    AT(4, "phase choose_package; stage loot_share; active 0; starter 0; winner challenger; sharing "
          "challenger; coalition C01; district uptown; loot L05; offer senator; points 5 0 0 0; "
          "strength 5 0; has_laid 0 1 2 3; hand1 W2 W2 W2 W2 W2 W2 W2 W2 W4 W4");
    PLAY("choose_package 1", "deal 0 B1", "deal 2 B1", "deal 3 B1");
    HOLDS("rounds 1; hand0 B1; hand1 W2 W2 W2 W2 W2 W2 W2 W2 W4 W4");
}

TEST(cg_7_3_each_ability_once)
{
    AT(4, ENDING "hand0 W4 B4 B5 E5 E5; persons0 informer fence poker_player");
    PLAY("convert informer B4 E5", "swap_one fence B5", "deal 0 B1");
    REFUSED("convert informer W4 E5", "CG-13.1");
    REFUSED("swap_one fence W4", "CG-R16");
    AT(4, ENDING "hand0 W4 B1; persons0 fence poker_player");
    PLAY("poker_swap W4 B1 for W4 B1");
    REFUSED("poker_swap W4 B1 for W4 B1", "CG-R16");
    CHECK_MOVES("draw; swap_one fence W4; swap_one fence B1");
}

TEST(cg_7_4_in_any_order)
{
    AT(4, ENDING "hand0 W4 B4; persons0 informer fence");
    CHECK(is_legal("draw") && is_legal("convert informer W4 B4") && is_legal("swap_one fence W4"));
    PLAY("draw", "deal 0 B5", "swap_one fence W4", "deal 0 B3", "convert informer B3 B5");
    HOLDS("alcohol 1 0 0 0; hand0 B4; active 1");
    AT(4, ENDING "hand0 W4 B4; persons0 informer fence");
    PLAY("convert informer W4 B4", "deal 0 B3", "swap_one fence B3", "deal 0 B1");
    HOLDS("hand0 B1; active 1"); /* nothing to decide in the end: drawn and ended without asking */
}

TEST(cg_7_5_an_empty_pile_is_made_new_at_once)
{
    AT(4, ENDING "hand0 W4 E1; persons0 fence; pile B5; discard B1 B2");
    PLAY("draw", "deal 0 B5");
    HOLDS("pile B1 B2; discard -; shuffled B1 B2");
}

static void last_turn(const char *position)
{
    char at[500];
    snprintf(at, sizeof at,
             "phase draw; stage round_end; active 3; starter 0; turns_ended 3; winner challenger; "
             "coalition C01; district uptown; loot L01; has_laid 0 1 2 3; drawers 3 -; due 1 0; "
             "used 64; %s",
             position);
    AT(4, at);
    PLAY("deal 3 B1");
}

TEST(cg_7_6_the_rounds_cards_leave_the_game)
{
    last_turn("offer senator");
    HOLDS("coalition -; district -; loot -");
    CHECK(!(s->coalition_deck & 1) && !(s->loot_deck & 1));
    CHECK(!(s->district_deck & 1u << 4));
}

TEST(cg_7_7_an_untaken_person_leaves_the_game)
{
    last_turn("offer senator");
    HOLDS("offer -");
    CHECK(!(s->person_deck & CG_BIT(CG_SENATOR)));
}

TEST(cg_7_8_then_the_next_round_begins)
{
    last_turn("offer senator");
    HOLDS("phase reveal_coalition; rounds 1; stage challenger_turn");
    PLAY("coalition C02", "district pullman", "loot L02", "person judge");
    HOLDS("phase lay; active 2");
}

/* -- CG-8 The end ------------------------------------------------------------------------------ */

#define LAST "phase reveal_coalition; rounds 12; "

static void showdown(int n, const char *options, const char *position, const char *holds)
{
    put(n, options, position, __FILE__, __LINE__);
    PLAY("coalition C13");
    HOLDS(holds);
}

TEST(cg_8_1_the_game_ends_at_once)
{
    AT(4, "phase reveal_coalition; rounds 11; coalition_deck C05");
    PLAY("coalition C13");
    CHECK_INT(box.game->actors(&box, &now), 0);
    HOLDS("rounds 11; district -; loot -; offer -");
    REFUSED_TO(0, "draw", "CG-8.1");
    REFUSED_TO(SPK_SEAT_CHANCE, "district uptown", "CG-8.1");
}

TEST(cg_8_2_everybody_scores_alone)
{
    showdown(4, NULL, LAST "hand0 W4; hand1 B5; hand2 E5; persons3 mayor", "alcohol 2 2 2 2");
}

TEST(cg_8_3_all_hands_are_open)
{
    AT(4, LAST "hand0 W4; hand1 B5 E5");
    SEES(0, "hand1 -");
    PLAY("coalition C13");
    SEES(0, "hand1 B5 E5; unseen 0 0 0 0");
    SEES(SPK_SEAT_ONLOOKER, "hand0 W4; hand1 B5 E5");
}

TEST(cg_8_4_the_best_of_each_kind)
{
    showdown(4, NULL, LAST "hand0 W4; hand1 W2 W2; hand2 W2; hand3 B1", "alcohol 2 2 0 2");
    showdown(4, NULL, LAST "hand0 E5; hand1 E3 E3; hand2 B2 B2; hand3 B5", "alcohol 0 2 0 2");
}

TEST(cg_8_5_persons_add_nothing_to_the_kinds)
{
    showdown(4, NULL, LAST "hand0 W2; hand1 E1; persons1 taxi_driver explosives_expert",
             "alcohol 2 4 0 0");
}

TEST(cg_8_6_the_most_persons)
{
    showdown(4, NULL, LAST "persons0 judge senator; persons1 thug thief fence", "alcohol 0 2 0 0");
    showdown(4, NULL, LAST "persons0 judge; persons1 thug; persons3 mayor", "alcohol 2 2 0 2");
}

TEST(cg_8_7_the_priest_is_two)
{
    showdown(4, NULL, LAST "persons0 priest; persons1 thug thief; persons2 informer",
             "alcohol 2 2 0 0");
    showdown(4, NULL, LAST "persons0 priest informer; persons1 thug thief", "alcohol 2 0 0 0");
}

TEST(cg_8_8_and_the_godfathers_bonus)
{
    showdown(4, "godfather=on", LAST "godfather 2; godfather_points 1 0 2 0; hand0 W2",
             "alcohol 2 0 1 0");
}

TEST(cg_8_9_the_most_alcohol_wins)
{
    spk_result r;
    showdown(4, NULL, LAST "alcohol 3 9 8 8; hand0 W2", "alcohol 5 9 8 8");
    box.game->result(&box, &now, &r);
    CHECK_INT(r.winners, 1u << 1);
    CHECK_INT(r.rank[0], 4);
    CHECK_INT(r.rank[2], 2);
    CHECK_INT(r.rank[3], 2);
    CHECK_STR(r.reason, "game_end");
}

/* -- CG-9 Three players ------------------------------------------------------------------------ */

TEST(cg_9_1_the_rest_is_as_with_four)
{
    FIGHT(3, NULL, C01 "district uptown; hand0 B4 W2; hand1 B1; hand2 B1",
          .of = {[0] = "W2 B4", [1] = "B1", [2] = "B1"});
    HOLDS("strength 5 2; winner challenger; active 0; hand0 W2; known0 W2");
}

TEST(cg_9_2_the_missing_clan_is_ignored)
{
    new_game(3, NULL);
    HOLDS("holders 0 1 2 - -");
    AT(3, C01 "district uptown");
    HOLDS("members 1 0 2 -");
}

TEST(cg_9_3_one_clan_stands_alone)
{
    for (int card = 0; card < 12; card++) {
        char at[100];
        snprintf(at, sizeof at, "phase lay; active 0; coalition C%02d; district uptown", card + 1);
        AT(3, at);
        const char *d = strchr(cards[card], 'd');
        int partner = cards[card][(d - cards[card]) ^ 1] - 'a';
        CHECK_INT(cg_lone(&box, s), partner);
    }
    AT(4, C01 "district uptown");
    CHECK_INT(cg_lone(&box, s), CG_NOBODY);
}

TEST(cg_9_4_all_of_the_lone_players_counts_double)
{
    FIGHT(3, NULL, LONE "district gold_coast; hand2 B3; hand0 B3; persons2 mayor; persons0 thief",
          .of = {[0] = "B3", [2] = "B3"});
    HOLDS("points 4 0 12; strength 12 4");
}

TEST(cg_9_5_a_lone_challenger_hides_only_by_the_own_mark)
{
    AT(3, LONE "district uptown; hand2 B3");
    LAY("B3");
    HOLDS("phase keep_hidden; active 2");
    /* C03: clan_a? clan_d* against clan_b* clan_c: alone with the "?"; C10: clan_d? clan_a*: not */
    AT(3, "phase lay; active 0; coalition C03; district uptown; loot L01; offer senator; hand0 B3");
    LAY("B3");
    HOLDS("phase keep_hidden; active 0");
    AT(3, "phase lay; active 0; coalition C10; district uptown; loot L01; offer senator; hand0 B3");
    PLAY("lay B3");
    REFUSED("keep_hidden B3", "CG-R42");
    PLAY("done");
    HOLDS("stage defender_turn; strength 6 0; keeper -");
}

TEST(cg_9_6_the_lone_player_takes_one_of_two)
{
    FIGHT(3, NULL, LONE "district uptown; hand2 B3; hand0 B3", .of = {[0] = "B3", [2] = "B3"});
    CHECK_MOVES("choose_package 1; choose_package 2");
    PLAY("choose_package 1");
    HOLDS("alcohol 0 0 2; sharing defender; active 0"); /* straight on to the losers */
    FIGHT(3, NULL, LONE "district uptown; hand2 B1; hand0 B3", .of = {[0] = "B3", [2] = "B1"});
    HOLDS("winner defender; active 0");
    PLAY("choose_package 1");
    deals();
    HOLDS("sharing challenger; active 2; phase choose_package");
    PLAY("choose_package 1");
    HOLDS("alcohol 2 0 1; stage round_end");
}

TEST(cg_9_7_a_lapsed_person_leaves_the_game)
{
    FIGHT(3, NULL, LONE "district uptown; hand2 B3", .of = {[2] = "B3"});
    PLAY("choose_package 1");
    HOLDS("offer senator");
    deals();
    HOLDS("rounds 1; offer -; persons0 -; persons1 -; persons2 -");
}

TEST(cg_9_8_each_person_counts_twice_its_value)
{
    static const char *const of[] = {"informer", "fence", "reporter", "mayor", "judge"};
    for (int value = 0; value <= 4; value++) {
        char at[160];
        snprintf(at, sizeof at, LONE "district bridgeport; persons2 %s; persons0 %s", of[value],
                 value ? "informer" : "thief");
        FIGHT(3, NULL, at, .of = {0});
        CHECK_INT(s->points[2], 2 * value);
    }
}

/* -- CG-10 Mr. X ------------------------------------------------------------------------------- */

#define X_LAY                                                                                      \
    "phase mr_x_lay; active 4; coalition C01; district the_loop; loot L03; offer senator; "
#define X_LOOT                                                                                     \
    "phase choose_package; stage loot_share; coalition C01; district uptown; loot L03; "           \
    "offer senator; has_laid 0 1 2 3; "

TEST(cg_10_1_five_play_without_the_godfather)
{
    CHECK_INT(open_box(5, "godfather=on", NULL), SPK_EREFUSED);
    CHECK_STR(why.rule, "CG-R64");
}

TEST(cg_10_2_one_becomes_mr_x_by_lot)
{
    new_game(5, NULL);
    CHECK_CHANCE("1 mr_x 0; 1 mr_x 1; 1 mr_x 2; 1 mr_x 3; 1 mr_x 4");
    PLAY("mr_x 1");
    CHECK_INT(s->holder[CG_MR_X], 1);
}

TEST(cg_10_3_the_others_have_clans)
{
    new_game(5, NULL);
    PLAY("mr_x 1");
    HOLDS("holders 0 2 3 4 1");
}

TEST(cg_10_4_all_five_are_dealt_alike)
{
    spk_rng rng;
    spk_rng_init(&rng, 1, 1);
    new_game(5, NULL);
    while (s->phase != CG_X_LAY)
        random_step(&rng);
    for (int seat = 0; seat < 5; seat++) {
        CHECK_INT(cg_size(s->hand[seat]), 4);
        CHECK_INT(__builtin_popcount(s->persons[seat]), 1);
    }
}

TEST(cg_10_5_mr_x_lays_first_and_joins_a_side)
{
    AT(5, "phase reveal_person; coalition C01; district uptown; loot L01; hand4 W2 B5");
    PLAY("person senator");
    HOLDS("phase mr_x_lay; active 4");
    CHECK_MOVES("lay - challenger; lay W2 challenger; lay B5 challenger; lay W2 B5 challenger; "
                "lay - defender; lay W2 defender; lay B5 defender; lay W2 B5 defender");
    PLAY("lay B5 defender");
    HOLDS("mr_x_side defender; laid4 B5; phase lay; active 1");
    SEES(0, "mr_x_side defender; laid4 -");
}

TEST(cg_10_6_everybody_sees_how_many_he_laid)
{
    AT(5, X_LAY "hand4 W2 B5 E5");
    PLAY("lay W2 E5 defender");
    SEES(2, "down 0 0 0 0 2; unseen 0 0 0 0 1; covered -");
    AT(5, X_LAY "hand4 W2");
    REFUSED("lay W2 cover", "CG-10.5");
}

TEST(cg_10_7_mr_x_must_not_hint)
{
    static const char *const hints[] = {"my_points 0 4", "my_cards 1", "stay_below yes",
                                        "thug_intent yes", "my_hand bribe none"};
    AT(5, X_LAY "hand4 W2");
    spk_said said[] = {{0, "pass"}, {1, "pass"}, {2, "pass"}, {3, "pass"}};
    for (int i = 0; i < 5; i++) {
        CHECK_INT(cg_talk.judge(&box, &now, said, 4, 4, hints[i], &why), SPK_EREFUSED);
        CHECK_STR(why.rule, "CG-R37");
    }
    CHECK_INT(cg_talk.judge(&box, &now, said, 4, 4, "aim win", &why), SPK_OK);
}

TEST(cg_10_8_strengths_are_announced_without_mr_x)
{
    AT(5, X_LAY "hand4 W4; hand1 W2; hand2 W2; hand3 W2; persons4 mayor");
    PLAY("lay W4 challenger");
    LAY("W2");
    HOLDS("stage defender_turn; strength 2 0");
    SEES(0, "laid4 -; strength 2 0");
}

TEST(cg_10_9_his_cards_are_turned_up_in_the_evaluation)
{
    AT(5, "phase mr_x_lay; active 4; coalition C01; district uptown; loot L03; offer senator; "
          "hand4 W4 B2");
    PLAY("lay W4 B2 defender");
    FIGHT_ON(.of = {0});
    HOLDS("hand4 W4; known4 W4; discard B2; strength 0 2");
}

TEST(cg_10_10_his_contribution_joins_before_the_comparison)
{
    AT(5, X_LAY "hand0 W4 E5; hand2 W2; hand4 B3; persons4 mayor; persons2 thief");
    PLAY("lay B3 defender");
    FIGHT_ON(.of = {[0] = "W4 E5", [2] = "W2"});
    HOLDS("points 9 0 3 0 6; strength 9 9; winner challenger");
}

TEST(cg_10_11_only_two_of_three_get_a_package)
{
    AT(5,
       X_LOOT "winner challenger; sharing challenger; starter 0; active 0; mr_x_side challenger; "
              "points 9 3 0 0 5; strength 17 0");
    PLAY("choose_package 2");
    HOLDS("persons0 senator; alcohol 0 0 0 0 2; drawers 4 -; due 1 0");
}

TEST(cg_10_12_mr_x_wins_his_ties)
{
    AT(5, X_LAY "hand0 W4; hand1 W4; hand4 W4");
    PLAY("lay W4 challenger");
    FIGHT_ON(.of = {[0] = "W4", [1] = "W4"});
    HOLDS("active 4; starter 4; points 4 4 0 0 4");
}

TEST(cg_10_13_the_third_becomes_mr_x)
{
    AT(5,
       X_LOOT "winner challenger; sharing challenger; starter 0; active 0; mr_x_side challenger; "
              "points 9 3 0 0 5; strength 17 0; hand1 W2; alcohol 0 1 0 0 3");
    PLAY("choose_package 2");
    deals();
    HOLDS("holders 0 4 2 3 1");
}

TEST(cg_10_14_an_empty_handed_mr_x_stays)
{
    AT(5,
       X_LOOT "winner challenger; sharing challenger; starter 0; active 0; mr_x_side challenger; "
              "points 9 3 0 0 2; strength 14 0");
    PLAY("choose_package 2", "deal 1 B1");
    HOLDS("holders 0 1 2 3 4; exchanged 0; alcohol 0 2 0 0 0");
}

TEST(cg_10_15_mr_x_may_draw_once_more)
{
    AT(5, "phase round_end; stage round_end; active 4; starter 4; winner challenger; mr_x_side "
          "defender; coalition C01; district uptown; loot L01; has_laid 0 1 2 3; hand4 W2");
    PLAY("draw", "deal 4 W4", "bonus_draw", "deal 4 B1");
    HOLDS("hand4 W2 W4 B1; active 4");
    REFUSED("bonus_draw", "CG-10.15");
    CHECK(is_legal("end_turn"));
    AT(5, "phase round_end; stage round_end; active 4; starter 4; winner challenger; mr_x_side "
          "defender; coalition C01; district uptown; loot L01; has_laid 0 1 2 3; "
          "hand4 W2 W2 W2 W2 W2 W2 W2 W2 W4 W4");
    REFUSED("bonus_draw", "CG-6.12");
}

TEST(cg_10_16_mr_x_may_swap_one)
{
    AT(5, "phase round_end; stage round_end; active 4; starter 4; winner challenger; mr_x_side "
          "defender; coalition C01; district uptown; loot L01; has_laid 0 1 2 3; hand4 W2");
    PLAY("swap_one mr_x W2", "deal 4 B5");
    HOLDS("hand4 B5; discard W2");
    REFUSED("swap_one mr_x B5", "CG-10.16");
}

TEST(cg_10_17_only_the_role_cards_change_hands)
{
    AT(5,
       X_LOOT "winner challenger; sharing challenger; starter 0; active 0; mr_x_side challenger; "
              "points 9 3 0 0 5; strength 17 0; hand1 W2 E3; hand4 B5; alcohol 0 7 0 0 3; "
              "persons1 thug mayor; persons4 thief");
    PLAY("choose_package 2", "deal 4 B1");
    HOLDS("holders 0 4 2 3 1; hand1 W2 E3; hand4 B1 B5; alcohol 0 7 0 0 5; persons1 thug mayor; "
          "persons4 thief");
}

/* -- CG-11 The Godfather ----------------------------------------------------------------------- */

#define G1                                                                                         \
    "phase claim; coalition C01; district uptown; loot L01; offer senator; hand0 B4 B5; "          \
    "hand1 B4 B5; hand2 W2 E5; hand3 W2 B4; "

static void answers(const char *who_claims)
{
    while (s->phase == CG_CLAIM) {
        int seat = actor();
        BY(seat, strchr(who_claims, '0' + seat) ? "claim" : "pass");
    }
}

static void window(const char *more, const char *who_claims)
{
    char at[400];
    snprintf(at, sizeof at, G1 "%s", more);
    put(4, "godfather=on", at, __FILE__, __LINE__);
    answers(who_claims);
}

TEST(cg_11_1_nobody_is_godfather_at_the_start)
{
    new_game(4, "godfather=on");
    HOLDS("godfather -; godfather_points 0 0 0 0");
}

TEST(cg_11_2_who_wants_the_card_takes_it)
{
    window("asked 0 1 2 3", "2");
    HOLDS("godfather 2; new_godfather 2");
    SEES(SPK_SEAT_ONLOOKER, "godfather 2");
}

TEST(cg_11_3_the_partner_is_ousted)
{
    window("asked 0 1 2 3", "1");
    HOLDS("ousted 0; members 1 - 2 3; active 1");
    CHECK(!is_legal("defer"));
    LAY("B5");
    HOLDS("stage defender_turn; active 2; strength 5 0"); /* seat 0 was not asked */
    LAY("-");
    LAY("-");
    HOLDS("phase compensation; points 0 5 0 0");
}

TEST(cg_11_4_until_the_own_side_begins)
{
    window("asked 0 1 2 3", "");
    HOLDS("phase lay; active 1; godfather -");
    REFUSED("claim", "CG-11.4");
    LAY("-");
    LAY("-");
    HOLDS("phase claim; asked 2 3"); /* the defenders once more, knowing the strength */
    REFUSED_TO(0, "claim", "CG-2.1");
    answers("3");
    HOLDS("godfather 3; ousted 2; members 1 0 - 3; phase lay; active 3");
    REFUSED("claim", "CG-11.11");
}

TEST(cg_11_5_the_highest_card_becomes_godfather)
{
    window("asked 0 1 2 3", "03");
    BY(0, "duel B5");
    BY(3, "duel B4");
    HOLDS("godfather 0; ousted 1");
}

TEST(cg_11_6_cg_11_7_a_tie_goes_clockwise_from_the_last_godfather)
{
    /* nobody can say who announced first: CG-R44 */
    window("asked 0 1 3; godfather 2; godfather_points 0 0 1 0", "01");
    BY(0, "duel B5");
    BY(1, "duel B5");
    HOLDS("godfather 0");
    window("asked 0 2 3; godfather 1; godfather_points 0 1 0 0", "03");
    BY(0, "duel B4");
    BY(3, "duel B4");
    HOLDS("godfather 3");
    window("asked 1 2 3; godfather 0; godfather_points 1 0 0 0", "13");
    BY(1, "duel B4");
    BY(3, "duel B4");
    HOLDS("godfather 1");
}

TEST(cg_11_8_without_a_last_godfather_nobody)
{
    window("asked 0 1 2 3", "01");
    BY(0, "duel B4");
    BY(1, "duel B4");
    HOLDS("godfather -; new_godfather -; ousted -; contested 1; members 1 0 2 3");
}

TEST(cg_11_9_the_winners_card_is_replaced_the_others_come_back)
{
    window("asked 0 1 2 3", "013");
    BY(3, "duel W2");
    BY(0, "duel B4");
    BY(1, "duel B5");
    HOLDS("hand1 B4; discard B5; hand0 B4 B5; hand3 W2 B4; known0 B4; known3 W2; known1 -; "
          "phase draw; drawers 1 -; due 1 0");
    PLAY("deal 1 E1");
    HOLDS("hand1 B4 E1; phase lay; active 1");
}

TEST(cg_11_10_at_most_one_change_a_round)
{
    window("asked 0 1 2 3", "1");
    LAY("-");
    HOLDS("phase lay; stage defender_turn; active 2"); /* no second window */
    REFUSED("claim", "CG-R75");
}

TEST(cg_11_11_the_godfather_cannot_claim)
{
    AT_WITH(4, "godfather=on",
            "phase reveal_person; coalition C01; district uptown; loot L01; godfather 1; rounds 1; "
            "godfather_points 0 1 0 0");
    PLAY("person senator");
    HOLDS("phase claim; asked 0 2 3");
    REFUSED_TO(1, "claim", "CG-2.1");
}

TEST(cg_11_12_a_godfather_who_stays_plays_with_the_partner)
{
    window("asked 0 2 3; godfather 1; godfather_points 0 1 0 0", "");
    HOLDS("godfather 1; new_godfather -; ousted -; members 1 0 2 3");
}

TEST(cg_11_13_nothing_is_doubled_for_the_godfather)
{
    window("asked 0 1 2 3", "1");
    LAY("B5");
    HOLDS("points 0 5 0 0");
}

TEST(cg_11_14_the_godfather_takes_both_packages)
{
    window("asked 0 1 2 3", "1");
    FIGHT_ON(.of = {[1] = "B5"});
    PLAY("compensation means", "deal 0 W2"); /* L01: 2A | P 1M */
    HOLDS("alcohol 0 2 0 0; persons1 senator");
    /* as loser too: 4 against 5, and loser packages 1A | 2M */
    window("asked 0 1 2 3", "3");
    FIGHT_ON(.of = {[1] = "B5", [3] = "B4"});
    HOLDS("phase choose_package; strength 5 4");
    PLAY("choose_package 1");
    deals();
    HOLDS("phase compensation; active 3; sharing defender");
    PLAY("compensation alcohol");
    HOLDS("alcohol 0 2 1 0; drawers 3 -; due 2 0");
}

TEST(cg_11_15_one_compensation_is_due)
{
    window("asked 0 1 2 3", "1");
    FIGHT_ON(.of = {[1] = "B5"});
    CHECK_MOVES("compensation alcohol; compensation means; compensation person");
    PLAY("compensation person");
    HOLDS("persons0 senator; alcohol 0 2 0 0; drawers 1 -; due 1 0");
}

/* L02: winners 2A | 1A 2M, no person; L04's losers have 2M | 1M and nothing else. */
TEST(cg_11_16_only_what_the_packages_contain)
{
    AT_WITH(4, "godfather=on",
            "phase compensation; stage loot_share; active 0; starter 0; winner challenger; sharing "
            "challenger; coalition C01; district uptown; loot L02; offer senator; godfather 0; "
            "new_godfather 0; ousted 1; contested 1; points 5 0 0 0; strength 5 0; has_laid 0 2 3");
    CHECK_MOVES("compensation alcohol; compensation means");
    REFUSED("compensation person", "CG-11.16");
    AT_WITH(
        4, "godfather=on",
        "phase choose_package; stage loot_share; active 0; starter 0; winner challenger; sharing "
        "challenger; coalition C01; district uptown; loot L04; offer senator; godfather 3; "
        "new_godfather 3; ousted 2; contested 1; points 5 0 0 5; strength 5 5; has_laid 0 1 3");
    PLAY("choose_package 1", "deal 1 W2");
    HOLDS("phase draw; drawers 2 3; due 1 2"); /* nothing to choose, so the engine has paid */
}

TEST(cg_11_17_the_partner_draws_the_card)
{
    window("asked 0 1 2 3", "1");
    FIGHT_ON(.of = {[1] = "B5"});
    PLAY("compensation means");
    HOLDS("drawers 0 -; due 1 0");
    PLAY("deal 0 E5");
    HOLDS("hand0 B4 B5 E5");
    SEES(1, "hand0 -; unseen 3 0 2 2");
}

TEST(cg_11_18_the_share_shrinks_by_what_was_paid)
{
    window("asked 0 1 2 3", "1");
    FIGHT_ON(.of = {[1] = "B5"});
    PLAY("compensation alcohol");
    HOLDS("alcohol 1 1 0 0; persons1 senator; drawers 1 -; due 1 0");
}

TEST(cg_11_19_the_choice_is_the_godfathers)
{
    window("asked 0 1 2 3", "1");
    FIGHT_ON(.of = {[1] = "B5"});
    HOLDS("phase compensation; active 1");
    REFUSED_TO(0, "compensation person", "CG-2.1");
}

TEST(cg_11_20_no_loot_no_compensation)
{
    window("asked 0 1 2 3", "2");
    FIGHT_ON(.of = {[0] = "B4 B5"});
    HOLDS("phase choose_package; strength 9 0");
    PLAY("choose_package 1", "deal 1 W2");
    HOLDS("stage round_end; alcohol 2 0 0 0; persons1 senator"); /* seats 2 and 3 get nothing */
}

TEST(cg_11_21_a_point_at_each_round_end)
{
    for (int is_new = 0; is_new < 2; is_new++) {
        AT_WITH(4, "godfather=on",
                is_new ? "phase draw; stage round_end; active 3; starter 0; turns_ended 3; winner "
                         "challenger; coalition C01; district uptown; loot L01; has_laid 0 2 3; "
                         "drawers 3 -; due 1 0; used 64; godfather 0; new_godfather 0; ousted 1; "
                         "contested 1; godfather_points 0 2 0 0; rounds 2"
                       : "phase draw; stage round_end; active 3; starter 0; turns_ended 3; winner "
                         "challenger; coalition C01; district uptown; loot L01; has_laid 0 1 2 3; "
                         "drawers 3 -; due 1 0; used 64; godfather 0; godfather_points 0 2 0 0; "
                         "rounds 2");
        PLAY("deal 3 B1");
        HOLDS("godfather_points 1 2 0 0; godfather 0; rounds 3; new_godfather -; ousted -");
    }
}

TEST(cg_11_22_the_most_points_give_a_bottle)
{
    showdown(4, "godfather=on", LAST "godfather 0; godfather_points 3 5 2 0", "alcohol 0 1 0 0");
    showdown(3, "godfather=on", LAST "godfather 0; godfather_points 3 1 3", "alcohol 1 0 1");
}

TEST(cg_11_23_the_lone_player_cannot_become_but_stay)
{
    AT_WITH(3, "godfather=on",
            "phase reveal_person; coalition C09; district uptown; loot L01; hand2 B1");
    PLAY("person senator");
    HOLDS("phase claim; asked 0 1");
    REFUSED_TO(2, "claim", "CG-2.1");
    AT_WITH(3, "godfather=on",
            "phase claim; asked 0 1; coalition C09; district uptown; loot L01; hand2 B1; rounds 1; "
            "godfather 2; godfather_points 0 0 1");
    BY(0, "pass");
    BY(1, "pass");
    HOLDS("godfather 2; phase lay; active 2");
    LAY("B1");
    HOLDS("phase keep_hidden");
}

TEST_MAIN()
