/* refusals_test.c: the README's table Bad input, row by row. Every request is refused with the
 * clause it breaks, and the position keeps every byte (REFUSED compares them). */
#include "games/famiglia/tests/test_table.h"

/* FA-1.1, FA-13.2: game with 1, 3 or more players; solo mode */
TEST(bad_number_of_players)
{
    static const int wrong[] = {-1, 1, 3, 4, 100};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK_INT(open_box(wrong[i], NULL, NULL), SPK_EREFUSED);
        CHECK_STR(why.rule, "FA-1.1");
    }
}

/* FA-2.1, FA-10: the player who is not active; after the game is over */
TEST(bad_turn)
{
    AT("phase recruit; active 0; street F0; pile A1");
    REFUSED_TO(1, "recruit F0", "FA-2.1");
    REFUSED_TO(SPK_SEAT_CHANCE, "draw A1", "FA-2.1");
    REFUSED_TO(7, "pass", "FA-2.1");
    REFUSED_TO(-1, "pass", "FA-2.1");
    AT("phase over; street F0; pile A1");
    REFUSED_TO(0, "recruit F0", "FA-10");
    REFUSED_TO(1, "pass", "FA-10");
    REFUSED_TO(SPK_SEAT_CHANCE, "draw A1", "FA-10");
    new_game(NULL);
    REFUSED_TO(0, "pass", "FA-2.1");
    REFUSED_TO(SPK_SEAT_CHANCE, "draw A1", "FA-2.1"); /* the start player comes first */
    PLAY("start 1");
    REFUSED_TO(1, "draw A1", "FA-2.1");
    REFUSED_TO(SPK_SEAT_CHANCE, "start 0", "FA-2.1");
    REFUSED_TO(SPK_SEAT_CHANCE, "pass", "FA-2.1");
}

/* FA-2.2: action of an earlier or later phase */
TEST(bad_phase)
{
    static const char *const phases[] = {"refresh", "exchange", "intimidate", "recruit"};
    static const char *const moves[] = {
        "refresh F1",         "end_refresh",     "play_accountant A1",    "skip_exchange",
        "play_brute B1 F1 1", "skip_intimidate", "recruit F1 exhaust F0", "pass"};
    for (int phase = 0; phase < 4; phase++)
        for (int i = 0; i < 8; i++) {
            char position[160];
            snprintf(position, sizeof position,
                     "phase %s; hand0 A1 B1 F0 F0; display0 M1; street F1 F2; pile M2",
                     phases[phase]);
            AT(position);
            if (i / 2 == phase)
                CHECK(is_legal(moves[i]));
            else
                REFUSED(moves[i], "FA-2.2");
        }
    AT("phase recruit; hand0 A1 F0; display0 M1; street F1 F2; pile M2");
    REFUSED("take M1", "FA-2.2");
    REFUSED("give F0", "FA-2.2");
    REFUSED("stop", "FA-2.2");
}

/* FA-3.1, FA-5.1: refresh while a printed 0 lies in the street */
TEST(bad_refresh_with_a_zero)
{
    AT("phase recruit; street F0 F1; pile A1");
    REFUSED("refresh F1", "FA-3.1");
    REFUSED("refresh F0", "FA-3.1");
    AT("phase recruit; street F1 M0*; pile A1");
    REFUSED("refresh F1", "FA-3.1");
    AT("phase recruit; second_pass 1; street F0 F1; pile A1");
    REFUSED("refresh F1", "FA-5.1");
}

/* FA-5.2, FA-4.6: second refresh on the second pass, or a third stage */
TEST(bad_second_refresh)
{
    AT("phase refresh; second_pass 1; street F1 F2; pile A1 A2 A3");
    PLAY("refresh F1", "draw A1");
    REFUSED("refresh F2", "FA-5.2");
    AT("phase refresh; street F2 F1 M1; pile A1; discard B1 B2 B3");
    PLAY("refresh F2", "draw A1", "draw B1", "refresh F1", "draw B2");
    REFUSED("refresh M1", "FA-5.2");
}

/* FA-R18: refresh with an empty pile or street */
TEST(bad_refresh_of_nothing)
{
    AT("phase recruit; second_pass 1; street F1");
    REFUSED("refresh F1", "FA-R18");
    AT("phase recruit; second_pass 1");
    REFUSED("refresh F1", "FA-R18");
}

/* FA-3.3: a card that is not in the street, or with the wrong mark */
TEST(bad_refresh_card)
{
    AT("phase refresh; hand0 M1; street F1 A1*; pile B1; discard B2");
    REFUSED("refresh F2", "FA-3.3");
    REFUSED("refresh F1*", "FA-3.3");
    REFUSED("refresh A1", "FA-3.3");
    REFUSED("refresh M1", "FA-3.3");
    REFUSED("refresh B1", "FA-3.3");
    REFUSED("refresh B2", "FA-3.3");
}

/* FA-3.4: fixing the drawn cards or their number */
TEST(bad_refresh_with_a_wish)
{
    AT("phase refresh; street F2; pile B1 B2 B3");
    REFUSED("refresh F2 1", "FA-3.4");
    REFUSED("refresh F2 B1 B2", "FA-3.4");
    REFUSED("draw B1", "FA-3.4");
}

/* FA-2.7, FA-6.1, FA-7.1, FA-R45: rank 0, not in hand, another family */
TEST(bad_ability_card)
{
    AT("phase exchange; hand0 A0 A1 M2 F2 B1 B0; hand1 A3; display0 A2 F0; street F1");
    REFUSED("play_accountant A0", "FA-2.7");
    REFUSED("play_accountant A2", "FA-6.1"); /* in the display */
    REFUSED("play_accountant A3", "FA-6.1"); /* in the other hand */
    REFUSED("play_accountant F2", "FA-6.1");
    REFUSED("play_accountant B1", "FA-6.1");
    REFUSED("play_accountant M2", "FA-R45");
    AT("phase intimidate; hand0 A1 M2 F2 B1 B0; hand1 B3; display0 B2; street F1");
    REFUSED("play_brute B0 F1 1", "FA-2.7");
    REFUSED("play_brute B2 F1 1", "FA-7.1");
    REFUSED("play_brute B3 F1 1", "FA-7.1");
    REFUSED("play_brute F2 F1 1", "FA-7.1");
    REFUSED("play_brute A1 F1 1", "FA-7.1");
    REFUSED("play_brute M2 F1 1", "FA-R45");
}

/* FA-2.5: second Accountant or second Brute in a turn */
TEST(bad_second_ability)
{
    AT("phase intimidate; accountant 1; hand0 A2 B1 B2 F0; display0 A1 M1; street F2");
    REFUSED("play_accountant A2", "FA-2.5");
    PLAY("play_brute B1 F2 1");
    REFUSED("play_brute B2 F2 1", "FA-2.5");
    REFUSED("play_accountant A2", "FA-2.5");
}

/* FA-6, FA-R30 to FA-R32: k = 0, k above the rank, unequal numbers, wrong cards */
TEST(bad_exchange)
{
    AT("phase exchange; hand0 A2 F0 F1 F2 M0; hand1 B4; display0 B0 B1 B2 M0; street F4");
    PLAY("play_accountant A2");
    REFUSED("stop", "FA-R30");
    REFUSED("skip_exchange", "FA-2.2");
    REFUSED("take F0", "FA-6.2"); /* in hand */
    REFUSED("take B4", "FA-6.2"); /* the opponent's */
    REFUSED("take A2", "FA-6.4");
    PLAY("take B1");
    REFUSED("take B0", "FA-R32"); /* out of order: one spelling for one exchange */
    PLAY("take M0");
    REFUSED("take B2", "FA-6.2"); /* a third with an A2 */
    REFUSED("stop", "FA-6.3");
    REFUSED("give M0", "FA-R32"); /* on both sides */
    REFUSED("give A4", "FA-6.3");
    PLAY("give F1");
    REFUSED("give F0", "FA-R32"); /* out of order */
    REFUSED("pass", "FA-2.2");    /* one given for two */
    PLAY("give F2");
    REFUSED("give F0", "FA-6.3"); /* three for two */
    AT("phase exchange; hand0 A2 F0 F0 F1; display0 F0 B1; street F4");
    PLAY("play_accountant A2", "take F0");
    REFUSED("take B1", "FA-2.2"); /* only F1 could be given: the takes are over */
    AT("phase exchange; hand0 A2 F0 F1 F2; display0 B0 B1; street F4");
    PLAY("play_accountant A2", "take B0", "take B1");
    REFUSED("give F2", "FA-6.3"); /* nothing at or above F2 would be left for the second */
}

/* FA-R30, FA-R32: an Accountant that can exchange nothing */
TEST(bad_accountant)
{
    AT("phase recruit; hand0 A1 F0; street F4");
    REFUSED("play_accountant A1", "FA-R30");
    AT("phase recruit; hand0 A1; display0 F0; street F4");
    REFUSED("play_accountant A1", "FA-R30");
    AT("phase recruit; hand0 A1 F0 F0; display0 F0 F0; street F4");
    REFUSED("play_accountant A1", "FA-R32");
}

/* FA-7, FA-R34, FA-R35: Brute on a wrong card or by a wrong amount */
TEST(bad_brute)
{
    AT("phase intimidate; hand0 B2 A3; street F0 F1 F4*");
    REFUSED("play_brute B2 A3 1", "FA-7.2");
    REFUSED("play_brute B2 F1* 1", "FA-7.2");
    REFUSED("play_brute B2 F4 1", "FA-7.2");
    REFUSED("play_brute B2 F0 1", "FA-R35");
    REFUSED("play_brute B2 F4* 0", "FA-R34");
    REFUSED("play_brute B2 F4* 3", "FA-R34");
    REFUSED("play_brute B2 F4* 7", "FA-R34");
    REFUSED("play_brute B2 F1 2", "FA-7.3");
}

/* FA-3.8: an old card when new cards were laid out */
TEST(bad_recruit_old)
{
    AT("phase recruit; hand0 F0 F0; street F1 A0 B1*");
    REFUSED("recruit F1 exhaust F0", "FA-3.8");
    REFUSED("recruit A0", "FA-3.8");
}

/* FA-2.4: cards of hands, piles and displays */
TEST(bad_recruit_card)
{
    AT("phase recruit; hand0 F0; hand1 A0; display1 B0; street F1; pile M0; discard M1");
    REFUSED("recruit F0", "FA-2.4");
    REFUSED("recruit A0", "FA-2.4");
    REFUSED("recruit B0", "FA-2.4");
    REFUSED("recruit M0", "FA-2.4");
    REFUSED("recruit M1", "FA-2.4");
    REFUSED("recruit F1*", "FA-2.4"); /* it is not new */
}

/* FA-8.2, FA-8.3: payment from the display; one card; different family or rank */
TEST(bad_payment)
{
    AT("phase recruit; hand0 A0; display0 F1 F1; street F2");
    REFUSED("recruit F2 exhaust F1", "FA-8.3");
    AT("phase recruit; hand0 F1; display0 F1; street F2");
    REFUSED("recruit F2 exhaust F1", "FA-8.2");
    AT("phase recruit; hand0 F1 A1; street F2");
    REFUSED("recruit F2 exhaust F1", "FA-8.2");
    REFUSED("recruit F2 exhaust A1", "FA-8.2");
    AT("phase recruit; hand0 F0 F0; street F2");
    REFUSED("recruit F2 exhaust F0", "FA-8.2");
}

/* FA-8.5 to FA-8.7, FA-2.7: wrong jokers */
TEST(bad_joker)
{
    AT("phase recruit; hand0 F2 M2; street F3");
    REFUSED("recruit F3 exhaust M2", "FA-8.6");
    AT("phase recruit; hand0 F2 M2 M3; street F3");
    REFUSED("recruit F3 exhaust M2", "FA-8.6");
    REFUSED("recruit F3 exhaust M4", "FA-8.5");
    AT("phase recruit; hand0 F0 M0; street F1");
    REFUSED("recruit F1 exhaust M0", "FA-2.7");
    AT("phase recruit; hand0 M3 M4; street F3");
    REFUSED("recruit F3 exhaust M3", "FA-8.7");
    AT("phase recruit; hand0 M4; street F3");
    REFUSED("recruit F3 exhaust M4", "FA-8.7");
}

/* FA-R43: joker with two natural cards when joker_only_if_needed is on */
TEST(bad_joker_not_needed)
{
    AT_WITH("joker_only_if_needed=on", "phase recruit; hand0 F2 F2 M3; street F3");
    REFUSED("recruit F3 exhaust M3", "FA-R43");
}

/* FA-8.1, FA-8.8: exhausting what is no part of the payment, or for nothing */
TEST(bad_exhaust)
{
    AT("phase recruit; hand0 F2 F2 A0 F1; street F3 B0");
    REFUSED("recruit F3 exhaust A0", "FA-8.8");
    REFUSED("recruit F3 exhaust F1", "FA-8.8");
    REFUSED("recruit F3 exhaust F3", "FA-8.8");
    REFUSED("recruit B0 exhaust A0", "FA-8.1");
    REFUSED("recruit F3", "FA-8.4");
}

/* FA-R38: the printed price of a lowered card, or a reduction that is not there */
TEST(bad_price_of_a_lowered_card)
{
    AT("phase recruit; brute 1; display0 B1; hand0 F2 F2 F1 F1; street F3-1 F2");
    REFUSED("recruit F3 exhaust F2", "FA-R38");
    REFUSED("recruit F3-2 exhaust F0", "FA-7.4");
    REFUSED("recruit F2-1 exhaust F0", "FA-7.4");
    CHECK(is_legal("recruit F3-1 exhaust F1"));
}

/* malformed: unknown names, ranks, numbers; missing, extra, double fields */
TEST(bad_text)
{
    static const char *const texts[] = {
        "",
        " ",
        "frobnicate",
        "PASS",
        "pass ",
        " pass",
        "pass pass",
        "recruit",
        "recruit F",
        "recruit F5",
        "recruit F-1",
        "recruit X1",
        "recruit f1",
        "recruit F1 exhaust",
        "recruit F1 exhaust F0 F0",
        "recruit F1 F0",
        "recruit  F1",
        "recruit F1-0",
        "recruit F1-2",
        "recruit F1**",
        "recruit F1*1",
        "recruit F1-1*",
        "recruit F01",
        "recruit F1\t",
        "refresh",
        "refresh F1-1",
        "refresh 1",
        "take",
        "take F1*",
        "give -",
        "stop 1",
        "play_brute",
        "play_brute B1",
        "play_brute B1 F1",
        "play_brute B1 F1 -1",
        "play_brute B1 F1 1.5",
        "play_brute B1 F1 01",
        "play_brute B1 F1 8",
        "play_brute B1 F1 x",
        "play_brute B1* F1 1",
        "play_accountant",
        "play_accountant A1*",
        "play_accountant accountant_1",
        "start",
        "start 2",
        "start -1",
        "draw",
        "draw F1*",
        "end_refresh F1",
        "recruit F1 exhaust F0*",
        "recruit la_famiglia_1",
        "recruit F1;pass",
        "recruit F1\nexhaust F0",
        "p\xc3\xa4ss",
        "recruit recruit recruit recruit recruit recruit recruit recruit recruit recruit recruit"};
    AT("phase recruit; hand0 F0 F0 B1; street F1; pile A1");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        REFUSED(texts[i], "");
        CHECK_INT(why.err, SPK_EMALFORMED);
    }
}

TEST(bad_move_number)
{
    AT("phase recruit; hand0 F0 F0; street F1; pile A1");
    spk_rng rng;
    spk_rng_init(&rng, 1, 2);
    for (int i = 0; i < 20000; i++) {
        spk_state before = now;
        spk_move move = (spk_move)spk_rng_next(&rng) << (spk_rng_next(&rng) % 40);
        spk_err err = spk_judge(&box, &now, 0, move, &why);
        CHECK(err == SPK_OK || why.text[0]);
        assert_memory_equal(&before, &now, box.game->state_size);
    }
}

TEST(bad_option)
{
    static const char *const options[] = {"colour=red",
                                          "tie_break",
                                          "tie_break=",
                                          "tie_break=Draw",
                                          "tie_break =draw",
                                          "=draw",
                                          "tie_break=draw descending"};
    spk_box_close(&box);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        spk_choice choice = {.options = &options[i], .n_options = 1}; /* blanks and all */
        why = (spk_why){0};
        CHECK(spk_box_open(&box, spk_game_find("famiglia"), &choice, &why) != SPK_OK);
        CHECK(why.text[0] && !box.config);
    }
    CHECK_INT(open_box(2, "tie_break=draw tie_break=draw", NULL), SPK_EMALFORMED);
}

TEST_MAIN()
