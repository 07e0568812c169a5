/* refusals_test.c: the README's table Bad input, row by row. Every request is refused with the rule it
 * breaks, and the position keeps every byte (REFUSED compares them). A text that is no move has no
 * rule: "". Sealed and private matters are judged by the seat's own view: secrets_test.c. */
#include "engine/match.h"
#include "games/chicago_gangsters/tests/test_play.h"

#define ON "godfather=on"
#define G1                                                                                         \
    "phase claim; asked 0 1 2 3; coalition C01; district uptown; loot L01; offer senator; "        \
    "hand0 B4 B5; hand1 B4 B5; hand2 W2 E5; hand3 W2 B4"

TEST(bad_player_count)
{
    static const int wrong[] = {-1, 1, 2, 6, 7, 100};
    for (int i = 0; i < 6; i++) {
        CHECK_INT(open_box(wrong[i], NULL, NULL), SPK_EREFUSED);
        CHECK_STR(why.rule, "CG-1.1");
    }
}

TEST(bad_option)
{
    static const char *const wrong[] = {
        "godfather=maybe",      "godfather=",        "godfather",
        "talk_limit=9",         "talk_limit=-1",     "talk_limit=many",
        "first_mr_x=seat_5",    "first_mr_x=seat",   "colour=red",
        "thug_in_barred=maybe", "mr_x_bonus=nobody", "ousted_round_end=half",
        "thug_lone_order=",     "players=4",         "thug_doubles_persons"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (open_box(4, wrong[i], NULL) == SPK_OK)
            fail_msg("'%s' was taken", wrong[i]);
    CHECK_INT(open_box(5, ON, NULL), SPK_EREFUSED);
    CHECK_STR(why.rule, "CG-R64");
}

TEST(malformed)
{
    static const char *const wrong[] = {"",
                                        " ",
                                        "lay",
                                        "lay W2 ",
                                        " lay W2",
                                        "lay  W2",
                                        "lay W3",
                                        "lay w2",
                                        "lay B5 W2",
                                        "lay W2 - cover",
                                        "lay - W2",
                                        "lay cover",
                                        "lay W2 cover cover",
                                        "lay W2 hidden",
                                        "Lay W2",
                                        "lay W2 W2 W2 W2 W2 W2 W2 W2 W4 W4 W4",
                                        "show",
                                        "show W2 W4",
                                        "done now",
                                        "defer 1",
                                        "use_thug",
                                        "use_thug 1",
                                        "keep_hidden",
                                        "keep_hidden W2 W4",
                                        "keep_hidden -",
                                        "choose_package",
                                        "choose_package 0",
                                        "choose_package 3",
                                        "choose_package -1",
                                        "choose_package 01",
                                        "choose_package 99999999999",
                                        "compensation",
                                        "compensation gold",
                                        "draw 1",
                                        "bonus_draw x",
                                        "convert informer",
                                        "convert nobody W2",
                                        "swap_one W2",
                                        "swap_one thief W2",
                                        "swap_one fence",
                                        "poker_swap W2 W4",
                                        "poker_swap W2 W4 for",
                                        "poker_swap W2 W4 for B1",
                                        "poker_swap W2 W4 for B1 B1 B1",
                                        "poker_swap W4 W2 for B1 B1",
                                        "poker_swap W2 for B1",
                                        "end_turn now",
                                        "claim yes",
                                        "duel",
                                        "duel W2 W4",
                                        "duel none",
                                        "pass pass",
                                        "\xff\xfe",
                                        "lay W2\n",
                                        "lay W2\tB5"};
    AT(4, C01 "district uptown; hand1 W2 W4 B5");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        REFUSED(wrong[i], "");
}

TEST(bad_seat)
{
    AT(4, C01 "district uptown; hand0 W2; hand1 W2");
    REFUSED_TO(0, "lay W2", "CG-2.1");
    REFUSED_TO(4, "lay W2", "CG-2.1");
    REFUSED_TO(-1, "lay W2", "CG-2.1");
    REFUSED_TO(100, "lay W2", "CG-2.1");
    REFUSED_TO(SPK_SEAT_ONLOOKER, "lay W2", "CG-2.1");
    REFUSED_TO(SPK_SEAT_CHANCE, "lay W2", "CG-2.1");
    REFUSED_TO(1, "deal 1 W2", "CG-1.5");
    REFUSED_TO(1, "coalition C02", "CG-1.5");
}

/* A host compares the seat's own count: it rises with what the seat hears, and refused requests and
 * the secrets of others do not count. (8.5) */
TEST(stale)
{
    spk_rng rng;
    CHECK_INT(open_box(4, NULL, NULL), SPK_OK);
    spk_match *m = spk_match_new(&box);
    spk_rng_init(&rng, 1, 1);
    spk_match_deal(m, &rng);
    spk_seat first = spk_actors_first(spk_match_actors(m));
    int own = spk_match_seq(m, first), other = spk_match_seq(m, (first + 1) % 4);
    CHECK(spk_match_play(m, first, "draw", NULL) != SPK_OK);
    CHECK_INT(spk_match_seq(m, first), own);
    const cg_state *t = spk_match_state(m);
    spk_move lay = cg_move(CG_OP_LAY, 0, 0, t->hand[first]);
    CHECK_INT(spk_match_move(m, first, lay, NULL), SPK_OK);
    CHECK_INT(spk_match_seq(m, first), own + 1);
    CHECK_INT(spk_match_seq(m, (first + 1) % 4), other);
    CHECK_INT(spk_match_play(m, first, "done", NULL), SPK_OK);
    CHECK_INT(spk_match_seq(m, (first + 1) % 4), other + 1);
    spk_match_free(m);
}

TEST(game_over)
{
    AT(4, "phase over; coalition C13; rounds 10");
    REFUSED_TO(0, "draw", "CG-8.1");
    REFUSED_TO(3, "lay - cover", "CG-8.1");
    REFUSED_TO(SPK_SEAT_CHANCE, "coalition C01", "CG-8.1");
}

TEST(not_your_turn)
{
    AT(4, C01 "district uptown; hand0 W2; hand1 W2; hand2 W2");
    REFUSED_TO(2, "lay W2", "CG-2.1"); /* as defender in P2 */
    PLAY("lay W2");
    REFUSED_TO(0, "show W2", "CG-2.1");
    REFUSED_TO(0, "done", "CG-2.1");
    AT(4, SHARING "hand0 -");
    REFUSED_TO(1, "choose_package 1", "CG-2.1"); /* as second-ranked */
    AT(4, ENDING "hand0 W2 B5; hand1 W2 B5; persons0 fence; persons1 informer");
    REFUSED_TO(1, "draw", "CG-2.1");
    REFUSED_TO(1, "convert informer W2 B5", "CG-2.1");
}

TEST(wrong_phase)
{
    AT_WITH(4, ON, C01 "district uptown; hand0 W2; hand1 W2 B5; persons1 informer");
    REFUSED("claim", "CG-11.4"); /* after the own window */
    REFUSED("show W2", "CG-R61");
    REFUSED("done", "CG-R61");
    REFUSED("draw", "CG-3.1");
    REFUSED("convert informer W2 B5", "CG-3.1");
    REFUSED("choose_package 1", "CG-3.1");
    REFUSED("end_turn", "CG-3.1");
    REFUSED("duel W2", "CG-3.1");
    PLAY("lay W2");
    REFUSED("draw", "CG-3.4");
    AT(4, C01 "district uptown; hand0 W2; hand1 W2 B5; hand2 W2; hand3 W2");
    LAY("-");
    LAY("-");
    REFUSED("keep_hidden W2", "CG-3.12"); /* in P3 */
    AT(4, SHARING "hand0 W2");
    REFUSED("lay W2", "CG-6.2");
    AT(4, ENDING "hand0 W2; persons0 fence");
    REFUSED("lay W2", "CG-7.2");
    REFUSED("choose_package 1", "CG-7.2");
}

TEST(not_in_hand)
{
    AT(4, C01 "district uptown; hand1 W2");
    REFUSED("lay B5", "CG-3.1");
    REFUSED("lay W2 W2", "CG-3.1");
    REFUSED("lay W2 W2 cover", "CG-3.1");
    AT_WITH(4, ON, G1);
    BY(0, "claim");
    BY(1, "claim");
    BY(2, "pass");
    BY(3, "pass");
    REFUSED_TO(0, "duel E5", "CG-11.5");
    AT(4, ENDING "hand0 W2 B5; persons0 informer fence poker_player; discard E1 E1");
    REFUSED("convert informer B5 E1", "CG-13.1");
    REFUSED("convert informer B5 B5", "CG-13.1");
    REFUSED("swap_one fence E5", "CG-13.7");
    REFUSED("poker_swap W2 W2 for E1 E1", "CG-13.8");
    AT(5, "phase mr_x_lay; active 4; coalition C01; district uptown; loot L01; hand4 W2");
    REFUSED("lay W2 W2 defender", "CG-10.5");
    REFUSED("lay E5 challenger", "CG-10.5");
}

TEST(already_done)
{
    AT(4, C01 "district uptown; hand0 W2; hand1 W2 B5; hand2 W2; hand3 W2");
    PLAY("lay W2");
    REFUSED("lay B5", "CG-R63"); /* lay or defer in D5b */
    REFUSED("defer", "CG-R63");
    PLAY("done");
    REFUSED_TO(1, "lay B5", "CG-2.1"); /* laying twice */
    REFUSED_TO(1, "show W2", "CG-2.1");
    REFUSED_TO(1, "done", "CG-2.1");
    AT(4, C01 "district uptown; hand0 W2; hand1 W2 B5");
    PLAY("defer", "lay -");
    REFUSED("defer", "CG-R61"); /* a second time */
    AT_WITH(4, ON, G1);
    BY(2, "claim");
    REFUSED_TO(2, "claim", "CG-2.1"); /* a second answer */
    REFUSED_TO(2, "pass", "CG-2.1");
    AT(4, ENDING "hand0 W2 W4 B5 E1; persons0 informer fence poker_player");
    PLAY("draw", "deal 0 E5");
    REFUSED("draw", "CG-7.2");
    PLAY("convert informer B5 E1");
    REFUSED("convert informer W4 E5", "CG-13.1");
    PLAY("swap_one fence W2", "deal 0 B1");
    REFUSED("swap_one fence B1", "CG-R16");
    AT(4, ENDING "hand0 W2 W4; persons0 fence poker_player");
    PLAY("poker_swap W2 W4 for W2 W4");
    REFUSED("poker_swap W2 W4 for W2 W4", "CG-R16");
    AT(5, "phase round_end; stage round_end; active 4; starter 4; winner challenger; mr_x_side "
          "defender; coalition C01; district uptown; loot L01; has_laid 0 1 2 3; hand4 W2");
    PLAY("bonus_draw", "deal 4 W4");
    REFUSED("bonus_draw", "CG-10.15");
    PLAY("swap_one mr_x W2", "deal 4 W4");
    REFUSED_TO(4, "swap_one mr_x W4", "CG-2.1"); /* nothing left to ask: the draw comes by itself */
    HOLDS("phase draw; drawers 4 -");
}

TEST(not_active)
{
    AT_WITH(4, ON,
            C01 "district uptown; hand0 W2; hand1 W2; persons0 thug; godfather 1; new_godfather 1; "
                "ousted 0; contested 1");
    REFUSED_TO(0, "lay W2", "CG-2.1");
    PLAY("lay W2", "done");
    REFUSED_TO(0, "use_thug yes", "CG-2.1");
    HOLDS("stage defender_turn"); /* nor was he asked */
    AT(3, C01 "district uptown; hand1 W2");
    REFUSED_TO(3, "lay - cover", "CG-2.1"); /* the missing clan */
}

/* C10: clan_d? clan_a* against clan_c* clan_b. */
TEST(no_hidden_right)
{
    AT(4, C01 "district uptown; hand0 W2; hand1 W2; hand2 W2; hand3 W2");
    PLAY("lay W2");
    REFUSED("keep_hidden W2", "CG-R42"); /* without the "?" */
    PLAY("done", "lay -", "lay W2");
    REFUSED("keep_hidden W2", "CG-3.12"); /* a defender */
    AT(3, "phase lay; active 0; coalition C10; district uptown; loot L01; hand0 W2");
    PLAY("lay W2");
    REFUSED("keep_hidden W2", "CG-R42"); /* alone, and the "?" is the missing clan's */
    AT_WITH(4, ON,
            C01 "district uptown; hand0 W2; hand1 W2; godfather 1; new_godfather 1; ousted 0; "
                "contested 1");
    PLAY("lay W2");
    REFUSED("keep_hidden W2", "CG-R42"); /* godfather, and the "?" is the ousted partner's */
}

TEST(bad_hidden_card)
{
    AT(4, C01 "district uptown; hand0 W2 W4 B5; hand1 W2");
    LAY("-");
    PLAY("lay W4 B5", "show W4", "done");
    REFUSED("keep_hidden W2", "CG-3.8"); /* not laid */
    REFUSED("keep_hidden W4", "CG-R6");  /* laid openly */
    REFUSED("keep_hidden W4 B5", "");    /* two */
}

TEST(bad_shown)
{
    AT(4, C01 "district uptown; hand1 W2 W2 W4 B1 B5");
    PLAY("lay W2 W4 B5");
    REFUSED("show B1", "CG-R65"); /* not laid */
    PLAY("show W4");
    REFUSED("show W4", "CG-R65"); /* more copies than were laid */
    REFUSED("show W2", "CG-R61"); /* against the kind order */
    CHECK_MOVES("show B5; done");
}

TEST(bad_cover)
{
    AT(4, C01 "district uptown");
    REFUSED("lay -", "CG-V45");
    CHECK_MOVES("defer; lay - cover");
}

TEST(no_thug)
{
    AT(4, C01 "district uptown; hand0 W2; hand1 W2; persons0 thug");
    PLAY("lay W2");
    REFUSED("use_thug yes", "CG-13.10"); /* the partner's */
    PLAY("done", "lay -");
    REFUSED("use_thug yes", "CG-R27"); /* nothing laid */
    AT_WITH(4, "thug_in_barred=no", C01 "district uptown; hand0 W2; hand1 W2; persons0 thug");
    PLAY("lay -", "lay W2", "done");
    REFUSED("use_thug yes", "CG-R25");
    FIGHT(4, NULL, C01 "district uptown; hand0 B2 B3; persons0 thug", .of = {[0] = "B2"},
          .thug = true);
    REFUSED("use_thug yes", "CG-13.10"); /* already used */
}

TEST(cannot_claim)
{
    AT_WITH(4, ON,
            "phase claim; asked 0 2 3; godfather 1; rounds 1; godfather_points 0 1 0 0; coalition "
            "C01; district uptown; loot L01; hand1 B5");
    REFUSED_TO(1, "claim", "CG-2.1"); /* the godfather is not asked ... */
    BY(0, "pass");
    BY(2, "pass");
    BY(3, "pass");
    REFUSED_TO(1, "claim", "CG-11.11"); /* ... nor may claim when asked something else */
    AT_WITH(3, ON, LONE "district uptown; hand2 B1");
    REFUSED_TO(2, "claim", "CG-11.23"); /* the lone player */
    AT_WITH(4, ON,
            "phase claim; stage defender_turn; asked 2 3; has_laid 0 1; coalition C01; district "
            "uptown; loot L01");
    REFUSED_TO(0, "claim", "CG-2.1");                             /* a challenger in G2 */
    AT_WITH(4, ON, C01 "district uptown; hand1 B1; contested 1"); /* a duel has failed this round */
    REFUSED("claim", "CG-R75");
    AT(4, C01 "district uptown; hand1 B1");
    REFUSED("claim", "CG-11"); /* the expert rule is off */
}

TEST(bad_duel)
{
    AT_WITH(4, ON, G1);
    BY(0, "claim");
    BY(1, "claim");
    BY(2, "pass");
    REFUSED_TO(3, "duel W2", "CG-11.4"); /* not yet */
    BY(3, "pass");
    REFUSED_TO(0, "duel B4 B5", ""); /* more than one */
    REFUSED_TO(0, "duel", "");       /* none, though there are cards */
    REFUSED_TO(0, "pass", "CG-11.4");
    REFUSED_TO(2, "duel W2", "CG-2.1"); /* no claimant */
}

TEST(bad_side)
{
    AT(5, "phase mr_x_lay; active 4; coalition C01; district uptown; loot L01; hand4 W2");
    REFUSED("lay W2", "CG-10.5");
    REFUSED("lay W2 cover", "CG-10.5");
    REFUSED("lay W2 winner", "");
    REFUSED("lay W2 challenger defender", "");
    AT(4, C01 "district uptown; hand1 W2");
    REFUSED("lay W2 defender", "CG-2.3");
}

TEST(bad_package)
{
    AT(4, SHARING "hand0 -");
    REFUSED("choose_package 3", "");
    REFUSED("choose_package 0", "");
    AT(4, SHARING "hand0 -");
    PLAY("choose_package 1", "deal 1 W2");
    HOLDS("stage round_end");
    REFUSED_TO(2, "choose_package 1", "CG-2.1"); /* not entitled */
}

TEST(bad_compensation)
{
    AT_WITH(4, ON,
            "phase compensation; stage loot_share; active 0; starter 0; winner challenger; sharing "
            "challenger; coalition C01; district uptown; loot L02; offer senator; godfather 0; "
            "new_godfather 0; ousted 1; contested 1; points 5 0 0 0; strength 5 0; has_laid 0 2 3");
    REFUSED("compensation person", "CG-11.16");
    REFUSED("compensation alcohol means", "");
    REFUSED("choose_package 1", "CG-11.14");
    AT(4, SHARING "hand0 -");
    REFUSED("compensation means", "CG-11.15"); /* no new godfather */
}

TEST(too_little)
{
    AT(4, ENDING "hand0 B2 B3 E1; persons0 informer whiskey_smuggler");
    REFUSED("convert informer B2 B3", "CG-13.1");
    REFUSED("convert whiskey_smuggler B3 E1", "CG-13.1");
    REFUSED("convert informer -", "CG-13.1");
    CHECK(is_legal("convert informer B2 B3 E1"));
}

TEST(no_person)
{
    AT(4, ENDING "hand0 W2 B5; persons0 thief fence; discard E1 E1; persons1 informer");
    REFUSED("convert informer W2 B5", "CG-13.1");
    REFUSED("convert whiskey_smuggler W2 B5", "CG-13.2");
    REFUSED("convert thief W2 B5", "CG-13.1"); /* has no such ability */
    REFUSED("poker_swap W2 B5 for E1 E1", "CG-13.8");
    REFUSED("bonus_draw", "CG-10.15");
    REFUSED("swap_one mr_x W2", "CG-10.16");
    AT(4, ENDING "hand0 W2 B5; persons0 informer");
    REFUSED("swap_one fence W2", "CG-13.7");
    AT_WITH(5, "mr_x_bonus=staying_only",
            "phase round_end; stage round_end; active 4; starter 4; winner challenger; mr_x_side "
            "challenger; exchanged 1; coalition C01; district uptown; loot L01; members 1 0 2 3; "
            "hand4 W2; persons4 fence");
    REFUSED("bonus_draw", "CG-R31");
    REFUSED("swap_one mr_x W2", "CG-R31");
}

TEST(bad_poker)
{
    AT(4, ENDING "hand0 W2 W4 B5; persons0 poker_player; discard E1 E3 E5");
    REFUSED("poker_swap W2 for E1", "");
    REFUSED("poker_swap W2 W4 B5 for E1 E3", "");
    REFUSED("poker_swap W2 W4 for E1", "");
    REFUSED("poker_swap W2 W4 for B1 E1", "CG-R21");
    REFUSED("poker_swap W2 W4 for E1 E1", "CG-R21");
    REFUSED("poker_swap W2 W4 for B5 E1", "CG-R21"); /* in hand, but not discarded */
    REFUSED("poker_swap W2 W4 for E3 E5", "CG-13.8");
    CHECK(is_legal("poker_swap W2 W4 for E1 E5"));
}

TEST(hand_full)
{
    AT(4, ENDING "hand0 W2 W2 W2 W2 W2 W2 W2 W2 W4 W4; persons0 fence");
    REFUSED("draw", "CG-6.12");
    AT(5, "phase round_end; stage round_end; active 4; starter 4; winner challenger; mr_x_side "
          "defender; coalition C01; district uptown; loot L01; has_laid 0 1 2 3; "
          "hand4 W2 W2 W2 W2 W2 W2 W2 W2 W4 W4");
    REFUSED("bonus_draw", "CG-6.12");
}

TEST(no_card)
{
    AT(5, "phase round_end; stage round_end; active 4; starter 4; winner challenger; mr_x_side "
          "defender; coalition C01; district uptown; loot L01; has_laid 0 1 2 3; hand4 W2; pile -");
    REFUSED("draw", "CG-R18");
    REFUSED("bonus_draw", "CG-R18");
}

TEST(draw_first)
{
    AT(4, ENDING "hand0 W2; persons0 fence");
    REFUSED("end_turn", "CG-R14");
}

/* -- Talk -------------------------------------------------------------------------------------- */

static spk_err say(const spk_said *said, int n, spk_seat seat, const char *text)
{
    why = (spk_why){0};
    spk_state before = now;
    spk_err err = cg_talk.judge(&box, &now, said, n, seat, text, &why);
    assert_memory_equal(&before, &now, box.game->state_size);
    CHECK((err == SPK_OK) == !why.text[0]);
    return err;
}

TEST(talk_closed)
{
    AT(4, SHARING "hand0 W2");
    CHECK_INT(say(NULL, 0, 0, "aim win"), SPK_EREFUSED); /* outside a window */
    AT(4, C01 "district uptown; hand1 W2");
    spk_said passes[] = {{0, "pass"}, {1, "pass"}, {2, "pass"}, {3, "pass"}};
    CHECK_INT(say(passes, 0, 2, "aim win"), SPK_EREFUSED); /* not the turn */
    CHECK_INT(say(passes, 4, 2, "aim win"), SPK_EREFUSED); /* T2: a defender is no speaker */
    AT_WITH(4, "talk_limit=1", C01 "district uptown; hand1 W2");
    spk_said used[] = {{0, "aim win"}, {1, "aim win"}, {2, "aim win"},
                       {3, "aim win"}, {1, "aim win"}, {0, "aim win"}};
    CHECK_INT(say(used, 6, 0, "aim win"), SPK_EREFUSED); /* beyond the limit */
    CHECK_INT(say(used, 6, 1, "pass"), SPK_EREFUSED);
}

TEST(talk_forbidden)
{
    AT(5, "phase mr_x_lay; active 0; holders 1 2 3 4 0; coalition C01; district uptown; loot L01; "
          "hand0 W2");
    spk_said said[] = {{1, "pass"}, {2, "pass"}, {3, "pass"}, {4, "my_cards 3"}};
    CHECK_INT(say(said, 4, 0, "my_hand weapons strong"), SPK_EREFUSED);
    CHECK_STR(why.rule, "CG-R37");
    CHECK_INT(say(said, 4, 0, "reject 1"), SPK_EREFUSED);
    CHECK_STR(why.rule, "CG-R37");
}

TEST(bad_message)
{
    static const char *const wrong[] = {"hello",
                                        "aim",
                                        "aim loose",
                                        "my_points 4",
                                        "my_points 6 4",
                                        "my_points 5 10",
                                        "my_points 0 41",
                                        "my_cards 11",
                                        "my_cards -1",
                                        "my_cards",
                                        "my_hand gold weak",
                                        "my_hand bribe rich",
                                        "ask_points 3",
                                        "ask_points 50",
                                        "ask_cards 11",
                                        "want_package winner",
                                        "want_package winner 0",
                                        "want_package win 1",
                                        "stay_below maybe",
                                        "thug_intent",
                                        "hidden_claim",
                                        "hidden_claim bribe 0",
                                        "hidden_claim bribe",
                                        "godfather_intent 1",
                                        "join_us",
                                        "join_us winner",
                                        "accept",
                                        "accept 1",
                                        "accept 0",
                                        "reject 7",
                                        "pass 1",
                                        "15",
                                        "aim win now"};
    AT(4, C01 "district uptown; hand1 W2");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (say(NULL, 0, 0, wrong[i]) != SPK_EMALFORMED)
            fail_msg("'%s' was taken", wrong[i]);
    spk_said passes[] = {{0, "pass"}, {1, "pass"}, {2, "pass"}, {3, "pass"}};
    CHECK_INT(say(NULL, 0, 0, "hidden_claim bluff"), SPK_EREFUSED);   /* no hidden card, and T1 */
    CHECK_INT(say(passes, 4, 1, "join_us challenger"), SPK_EREFUSED); /* T2 */
    CHECK_INT(say(passes, 0, 0, "join_us challenger"), SPK_OK);       /* T1, whoever plays */
}

/* Free chat is the host's; a message of the game is one line of at most 200 bytes. */
TEST(chat_too_long)
{
    char text[300];
    spk_rng rng;
    CHECK_INT(open_box(4, NULL, NULL), SPK_OK);
    spk_match *m = spk_match_new(&box);
    spk_rng_init(&rng, 1, 1);
    spk_match_deal(m, &rng);
    spk_seat speaker = spk_actors_first(spk_match_speakers(m));
    memset(text, 'a', sizeof text);
    text[201] = '\0';
    CHECK_INT(spk_match_talk(m, speaker, text, &why), SPK_EMALFORMED);
    CHECK_INT(spk_match_talk(m, speaker, "aim\nwin", &why), SPK_EMALFORMED);
    CHECK_INT(spk_match_talk(m, speaker, "aim\x01win", &why), SPK_EMALFORMED);
    CHECK_INT(spk_match_talk(m, speaker, "aim \xffwin", &why), SPK_EMALFORMED);
    CHECK_INT(spk_match_talk(m, speaker, "", &why), SPK_EMALFORMED);
    CHECK_INT(spk_match_talk(m, SPK_SEAT_ONLOOKER, "aim win", &why), SPK_EREFUSED);
    CHECK_INT(spk_match_talk(m, speaker, "aim win", &why), SPK_OK);
    spk_match_free(m);
}

TEST_MAIN()
