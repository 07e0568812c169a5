/* talk_test.c: table talk, section 8.6 of the README: windows, turns, limits, and what Mr. X may say. */
#include "games/chicago_gangsters/test_table.h"

static spk_said said[64];
static int n_said;

static spk_err says(spk_seat seat, const char *text)
{
    spk_err err = cg_talk.judge(&box, &now, said, n_said, seat, text, &why);
    if (err == SPK_OK)
        said[n_said++] = (spk_said){seat, text};
    return err;
}

static int speaker(void)
{
    spk_actors who = cg_talk.speakers(&box, &now, said, n_said);
    return who ? spk_actors_first(who) : -1;
}

static void sit_down(int n_seats, const char *options, const char *position)
{
    put(n_seats, options, position, __FILE__, __LINE__);
    n_said = 0;
}

#define C01   "phase lay; active 1; coalition C01; district uptown; loot L03; offer senator; "
#define HANDS "hand0 W2 B5; hand1 W2 B5; hand2 W2; hand3 W2"

TEST(talk_goes_clockwise_from_the_hidden_mark_then_the_challengers_speak)
{
    sit_down(4, NULL, C01 HANDS);
    CHECK_INT(speaker(), 0);
    CHECK_INT(says(1, "aim win"), SPK_EREFUSED);
    CHECK_INT(says(0, "aim win"), SPK_OK);
    CHECK_INT(says(1, "accept 2"), SPK_EMALFORMED);
    CHECK_INT(says(1, "accept 1"), SPK_OK);
    for (int seat = 2; seat != 6; seat++)
        CHECK_INT(says(seat % 4, "pass"), SPK_OK);
    CHECK_INT(speaker(), 1); /* T2: marker clan first */
    CHECK_INT(says(1, "join_us defender"), SPK_EREFUSED);
    CHECK_INT(says(1, "my_points 4 10"), SPK_OK);
    CHECK_INT(says(0, "pass"), SPK_OK);
    CHECK_INT(says(1, "pass"), SPK_OK);
    CHECK_INT(speaker(), -1);
    CHECK_INT(says(1, "pass"), SPK_EREFUSED);
}

TEST(talk_has_a_limit)
{
    sit_down(4, "talk_limit=1", C01 HANDS);
    for (int seat = 0; seat < 4; seat++)
        CHECK_INT(says(seat, "ask_points 6"), SPK_OK);
    CHECK_INT(speaker(), 1); /* T1 is used up, T2 is open */
    sit_down(4, "talk_limit=0", C01 HANDS);
    CHECK_INT(speaker(), -1);
}

TEST(talk_has_one_spelling)
{
    static const char *const bad[] = {"",
                                      "hello",
                                      "aim",
                                      "aim lose",
                                      "my_points 4",
                                      "my_points 10 4",
                                      "my_points 3 4",
                                      "my_cards 11",
                                      "pass ",
                                      " pass",
                                      "pass pass",
                                      "want_package winner 3",
                                      "accept 0",
                                      "hidden_claim bribe 6"};
    sit_down(4, NULL, C01 HANDS);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_INT(says(0, bad[i]), SPK_EMALFORMED);
}

TEST(cg_10_7_mr_x_says_nothing_about_his_cards)
{
    sit_down(5, NULL,
             "phase mr_x_lay; active 4; coalition C01; district uptown; loot L03; "
             "offer senator; hand4 W2");
    CHECK_INT(says(0, "my_cards 2"), SPK_OK);
    CHECK_INT(says(1, "join_us challenger"), SPK_OK);
    CHECK_INT(says(2, "pass"), SPK_OK);
    CHECK_INT(says(3, "pass"), SPK_OK);
    CHECK_INT(says(4, "my_points 4 10"), SPK_EREFUSED);
    CHECK_STR(why.rule, "CG-R37");
    CHECK_INT(says(4, "accept 1"), SPK_EREFUSED);
    CHECK_INT(says(4, "accept 2"), SPK_OK);
}

TEST(talk_about_the_hidden_card_is_its_owners)
{
    sit_down(4, NULL, C01 HANDS);
    LAY("-");
    PLAY("lay B5", "done", "keep_hidden B5");
    n_said = 0;
    CHECK_INT(speaker(), 2);
    CHECK_INT(says(2, "hidden_claim bribe 5"), SPK_EREFUSED);
    CHECK_INT(says(2, "pass"), SPK_OK);
    CHECK_INT(says(3, "pass"), SPK_OK);
    CHECK_INT(says(0, "hidden_claim bluff"), SPK_OK);
}

TEST(talk_as_sentences_with_numbers_to_answer_by)
{
    static const struct {
        const char *text, *sentence;
    } table[] = {
        {"pass", "nothing to say"},
        {"aim half", "(1) let us have half their strength"},
        {"my_points 4 10", "(1) I bring 4 to 10 points"},
        {"my_points 20 40", "(1) I bring 20 points or more"},
        {"my_cards 2", "(1) I play 2 cards that count"},
        {"my_hand bribe weak", "(1) I hold weak bribe"},
        {"ask_points 6", "(1) please bring 6 points or more"},
        {"ask_cards 1", "(1) please play 1 cards that count"},
        {"want_package winner 2", "(1) if we win, package 2 is mine, the other yours"},
        {"want_package loser 1", "(1) if we lose, package 1 is mine, the other yours"},
        {"stay_below yes", "(1) the first choice will be yours"},
        {"thug_intent no", "(1) I will not use the thug"},
        {"godfather_intent yes", "(1) I will claim to be godfather"},
        {"join_us defender", "(1) Mr. X, join the defenders"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        spk_buf out = {0};
        sit_down(4, NULL, C01 HANDS);
        CHECK_INT(says(0, table[i].text), SPK_OK);
        cg_talk.sentence(&box, &now, said, n_said, &out);
        CHECK_STR(spk_buf_text(&out), table[i].sentence);
        spk_buf_release(&out);
    }
    spk_buf out = {0};
    CHECK_INT(says(1, "accept 1"), SPK_OK);
    cg_talk.sentence(&box, &now, said, n_said, &out);
    CHECK_STR(spk_buf_text(&out), "(2) agreed to (1)");
    spk_buf_release(&out);
}

TEST_MAIN()
