/* options_test.c: the table options of 8.9, value by value, and which decisions are asked and which the
 * engine makes by itself (8.3). */
#include "games/chicago_gangsters/tests/test_play.h"

/* -- Options (8.9) ----------------------------------------------------------------------------- */

TEST(options_and_their_defaults)
{
    static const struct {
        const char *name, *words;
    } table[] = {{"godfather", "off on"},
                 {"thug_lone_order", "lone_first thug_first"},
                 {"thug_in_barred", "yes no"},
                 {"thug_doubles_persons", "yes no"},
                 {"first_mr_x", "random seat_0 seat_1 seat_2 seat_3 seat_4"},
                 {"mr_x_bonus", "holder staying_only"},
                 {"ousted_round_end", "full none"},
                 {"talk_limit", NULL},
                 {"bot_talk", "own honest silent"},
                 {"claims", "sealed spoken"}};
    const spk_game *game = &spk_game_chicago_gangsters;
    CHECK_INT(game->n_options, 10);
    for (int i = 0; i < 10; i++) {
        CHECK_STR(game->options[i].name, table[i].name);
        if (table[i].words)
            CHECK_STR(game->options[i].values, table[i].words);
    }
    CHECK_INT(open_box(4, NULL, NULL), SPK_OK);
    for (int i = 0; i < 10; i++)
        CHECK_INT(box.option[i], i == CG_OPT_TALK_LIMIT ? 3 : 0);
}

/* The thug doubles cards that were laid and is a person where persons are barred; Mr. X's bonus stands in
 * the bracket about staying; who announced first can be told. The expert rule stays a choice. */
TEST(cg_r24_cg_r25_cg_r26_cg_r31_cg_r43_to_the_letter)
{
    char room[32];
    spk_choice choice = {.n_seats = 4, .preset = SPK_PRESET_LETTER};
    static const char *const want[] = {"off",          "lone_first", "no", "no",  "random",
                                       "staying_only", "full",       "3",  "own", "spoken"};
    spk_box_close(&box);
    CHECK_INT(spk_box_open(&box, &spk_game_chicago_gangsters, &choice, &why), SPK_OK);
    for (int i = 0; i < CG_OPT_COUNT; i++)
        CHECK_STR(spk_box_option_text(&box, i, room), want[i]);
}

TEST(option_godfather)
{
    for (int n = 3; n <= 4; n++) {
        AT_WITH(n, "godfather=on",
                "phase reveal_person; coalition C01; district uptown; loot L01; hand1 B1");
        PLAY("person senator");
        HOLDS("phase claim");
        AT_WITH(n, "godfather=off",
                "phase reveal_person; coalition C01; district uptown; loot L01; hand1 B1");
        PLAY("person senator");
        HOLDS("phase lay");
    }
}

TEST(option_first_mr_x)
{
    for (int seat = 0; seat < 5; seat++) {
        char option[30];
        snprintf(option, sizeof option, "first_mr_x=seat_%d", seat);
        new_game(5, option);
        CHECK_INT(s->holder[CG_MR_X], seat);
        HOLDS("phase deal_persons");
    }
    new_game(5, "first_mr_x=random");
    HOLDS("phase first_mr_x");
    new_game(4, "first_mr_x=seat_2"); /* without five it says nothing */
    HOLDS("phase deal_persons; holders 0 1 2 3 -");
}

TEST(option_talk_limit)
{
    for (int limit = 0; limit <= 8; limit++) {
        char option[30];
        spk_said said[64];
        int n = 0;
        snprintf(option, sizeof option, "talk_limit=%d", limit);
        AT_WITH(4, option, C01 "district uptown; hand0 B1; hand1 B1");
        for (spk_actors who; (who = cg_talk.speakers(&box, &now, said, n)) != 0; n++)
            said[n] = (spk_said){spk_actors_first(who), "aim win"};
        CHECK_INT(n, limit * 4 + limit * 2); /* T1 with four speakers, T2 with two */
    }
}

/* -- Who is asked (8.3) ------------------------------------------------------------------------ */

TEST(d2_mr_x_is_asked_even_with_an_empty_hand)
{
    AT(5, "phase reveal_person; coalition C01; district uptown; loot L01; hand1 B1");
    PLAY("person senator");
    HOLDS("phase mr_x_lay; active 4");
    CHECK_MOVES("lay - challenger; lay - defender");
}

TEST(d3_asks_all_but_godfather_and_lone_player)
{
    AT_WITH(3, "godfather=on",
            "phase reveal_person; coalition C01; district uptown; loot L01; hand1 B1; rounds 1; "
            "godfather 0; godfather_points 1 0 0");
    PLAY("person senator");
    HOLDS("phase claim; asked 1"); /* seat 0 holds the card, seat 2 is alone */
    BY(1, "pass");
    HOLDS("phase lay; active 1");
    LAY("-");
    HOLDS("phase choose_package; stage loot_share"); /* nobody to ask in G2, nothing to lay */
}

TEST(d3_asks_nobody_in_the_second_window_if_there_is_nobody)
{
    AT_WITH(3, "godfather=on", C01 "district uptown; hand1 B1; hand2 B1");
    PLAY("lay -");
    HOLDS("phase lay; active 2; stage defender_turn");
}

TEST(d4_asks_only_where_there_is_a_choice_or_might_be)
{
    AT_WITH(4, "godfather=on",
            "phase claim; asked 0 1 2 3; answered 0 1 2; claimed 0 1 2; coalition C01; district "
            "uptown; loot L01; hand0 W2; hand2 W4 W4; hand3 B5 B1");
    BY(3, "claim");
    HOLDS("phase duel; asked 2 3; duel 1 0 0 0"); /* one card plays itself, none counts 0 */
    CHECK_INT(box.game->actors(&box, &now), 12);
    BY(2, "duel W4");
    BY(3, "duel B5");
    HOLDS("godfather 3; known0 W2; known2 W4; discard B5");
}

TEST(d5_an_empty_hand_is_not_asked_unless_it_may_defer)
{
    AT(4, C01 "district uptown; hand2 W2; hand3 W2");
    CHECK_MOVES("defer; lay - cover");
    PLAY("defer");
    HOLDS("stage defender_turn; active 2; has_laid 0 1"); /* seat 0 and then seat 1 had no choice */
    AT(4, C01 "district uptown; hand2 W2; hand3 W2");
    PLAY("lay - cover");
    HOLDS("stage defender_turn; covered -");
}

TEST(d5_done_comes_by_itself_when_nothing_more_can_be_shown)
{
    AT(4, C01 "district uptown; hand0 B1; hand1 W2 W4 B5");
    PLAY("lay W2 B5", "show B5"); /* W2 stands before B5 in kind order */
    HOLDS("active 0; has_laid 1; shown1 B5; laid1 W2 B5");
    AT(4, C01 "district uptown; hand0 B1; hand1 W2 W4 B5");
    PLAY("lay W2", "show W2");
    HOLDS("active 0; has_laid 1");
    AT(4, C01 "district uptown; hand0 B1; hand1 W2 W4 B5");
    PLAY("lay -");
    HOLDS("active 0; has_laid 1; covered -");
}

TEST(d6_is_always_asked_of_an_active_thugs_player)
{
    AT(4, C01 "district uptown; hand1 B1; persons3 thug");
    PLAY("lay -");
    PLAY("lay - cover");
    HOLDS("phase use_thug; active 3");
    CHECK_MOVES("use_thug no");
}

TEST(d7_is_asked_if_a_card_lies_face_down)
{
    AT(4, C01 "district uptown; hand0 B1; hand1 B1; hand2 B1");
    PLAY("lay -", "lay - cover");
    HOLDS("stage defender_turn; phase lay");
}

TEST(d9_a_single_item_is_paid_without_asking)
{
    /* L04's losers: 2M | 1M */
    AT_WITH(
        4, "godfather=on",
        "phase choose_package; stage loot_share; active 0; starter 0; winner challenger; sharing "
        "challenger; coalition C01; district uptown; loot L04; offer senator; godfather 3; "
        "new_godfather 3; ousted 2; contested 1; points 5 0 0 5; strength 5 5; has_laid 0 1 3");
    PLAY("choose_package 1", "deal 1 W2");
    HOLDS("phase draw; drawers 2 3; due 1 2");
}

/* Seat 3 draws, then seat 0 is at its round end. */
static void next_is(const char *seat_0, const char *want)
{
    char at[500];
    snprintf(at, sizeof at,
             "phase draw; stage round_end; active 3; starter 3; winner challenger; coalition C01; "
             "district uptown; loot L01; drawers 3 -; due 1 0; used 64; %s",
             seat_0);
    AT(4, at);
    PLAY("deal 3 B1");
    HOLDS(want);
}

TEST(d10_is_asked_only_where_there_is_something_to_decide)
{
    next_is("hand0 W2 B5; persons0 thief", "phase draw; active 0");
    next_is("hand0 W2 B5; persons0 fence", "phase round_end; active 0");
    next_is("persons0 fence", "phase draw; active 0"); /* nothing to swap yet ... */
    PLAY("deal 0 W2");
    HOLDS("phase round_end; active 0"); /* ... but then */
    CHECK_MOVES("swap_one fence W2; end_turn");
    next_is("hand0 W2; persons0 poker_player", "phase draw; active 0");
    next_is("hand0 W2 W2; persons0 poker_player", "phase round_end; active 0");
    next_is("hand0 B5; persons0 informer", "phase draw; active 0"); /* one card is never 6 */
    next_is("hand0 B1 E1; persons0 informer", "phase round_end; active 0");
    next_is("hand0 B1 E1; persons0 whiskey_smuggler", "phase round_end; active 0");
    next_is("hand0 W2 W2 W2 W2 W2 W2 W2 W2 W4 W4; persons0 thief", "active 1; phase draw");
    next_is("hand0 W2 W2 W2 W2 W2 W2 W2 W2 W4 W4; persons0 informer", "active 0; phase round_end");
}

/* -- Sizes (8.7) ------------------------------------------------------------------------------- */

#define ONE_OF_EACH "W2 W4 B1 B2 B3 B4 B5 E1 E3 E5"

TEST(the_longest_lists)
{
    AT(4, C01 "district uptown; hand1 " ONE_OF_EACH);
    CHECK_INT(n_moves(), 2049);
    AT(5, "phase mr_x_lay; active 4; coalition C01; district uptown; loot L01; hand4 " ONE_OF_EACH);
    CHECK_INT(n_moves(), 2048);
    AT(4, C01 "district uptown; hand1 " ONE_OF_EACH);
    PLAY("lay " ONE_OF_EACH);
    CHECK_INT(n_moves(), 11);
    AT(4, ENDING "persons0 informer; hand0 " ONE_OF_EACH);
    CHECK_INT(n_moves(), 989 + 1); /* a full hand: no draw, but end_turn */
    AT(4, ENDING "persons0 informer whiskey_smuggler fence poker_player; hand0 " ONE_OF_EACH
                 "; discard " ONE_OF_EACH " " ONE_OF_EACH);
    CHECK_INT(n_moves(), 2 * 989 + 1405 + 10 + 1);
    AT(5, "phase round_end; stage round_end; active 4; starter 4; winner challenger; mr_x_side "
          "defender; coalition C01; district uptown; loot L01; has_laid 0 1 2 3; persons4 informer "
          "whiskey_smuggler fence poker_player; hand4 " ONE_OF_EACH "; discard " ONE_OF_EACH
          " " ONE_OF_EACH);
    CHECK_INT(n_moves(), 3404);
    CHECK_INT(box.game->max_moves, 3404);
}

TEST(kinds_not_copies)
{
    AT(4, C01 "district uptown; hand1 W2 W2 W2 W2 W2 W2 W2 W2 W4 W4");
    CHECK_INT(n_moves(), 2 * 9 * 3 + 1);
}

TEST_MAIN()
