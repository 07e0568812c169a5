/* talk_test.c: table talk, 8.6 of README.md: windows, turns, limits, and what Mr. X may say. */
#include "games/chicago_gangsters/tests/test_table.h"

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

static bool may_chat(spk_seat seat)
{
    why = (spk_why){0};
    bool may = cg_chat(&box, &now, seat, &why) == SPK_OK;
    CHECK(may || spk_str_eq(why.rule, "CG-10.7"));
    return may;
}

/* Only Mr. X, and only from the reveal of the round until his cards are turned over. */
TEST(cg_10_7_mr_x_does_not_chat_while_his_cards_lie_face_down)
{
    sit_down(5, NULL,
             "phase mr_x_lay; active 4; coalition C01; district uptown; loot L03; "
             "offer senator; hand1 W2; hand4 W2");
    for (int seat = 0; seat < 5; seat++)
        CHECK(may_chat(seat) == (seat != 4));
    PLAY("lay W2 challenger");
    const cg_state *s = (const cg_state *)&now;
    CHECK(s->phase == CG_LAY && !may_chat(4) && may_chat(1));
    while (s->stage < CG_LOOT_SHARE) { /* challengers, then defenders lay */
        CHECK(!may_chat(4) && may_chat(0));
        cg_apply(&box, &now, s->active, cg_safe(&box, &now, s->active));
    }
    CHECK(may_chat(4)); /* they are revealed */
}

TEST(cg_10_7_nobody_else_is_ever_silenced)
{
    sit_down(4, NULL, C01 HANDS);
    for (int seat = 0; seat < 4; seat++)
        CHECK(may_chat(seat));
    sit_down(5, NULL, "phase deal_means"); /* before the first reveal */
    for (int seat = 0; seat < 5; seat++)
        CHECK(may_chat(seat));
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

/* The last message in English. */
static const char *words(void)
{
    static char text[200];
    char room[SPK_TOLD_TEXT] = "";
    spk_buf phrase = SPK_BUF_OVER(room), out = SPK_BUF_OVER(text);
    cg_talk.sentence(&box, &now, said, n_said, &phrase);
    spk_phrase_render(room, NULL, &out);
    return text;
}

TEST(talk_as_sentences)
{
    static const struct {
        const char *text, *sentence;
    } table[] = {
        {"pass", "Nothing to say."},
        {"aim half", "Half their strength is enough."},
        {"my_points 4 10", "I bring 4 to 10 points."},
        {"my_points 6 6", "I bring 6 points."},
        {"my_points 20 40", "I bring 20 points or more."},
        {"my_cards 2", "I play 2 cards that count."},
        {"my_hand bribe weak", "My bribe money is weak."},
        {"ask_points 6", "Please bring 6 points or more."},
        {"ask_cards 1", "Please play one card that counts."},
        {"want_package winner 2", "If we win, package 2 is mine, the other yours."},
        {"want_package loser 1", "If we lose, package 1 is mine, the other yours."},
        {"stay_below yes", "I leave you the first choice."},
        {"thug_intent no", "I will not use the thug."},
        {"godfather_intent yes", "I will be the Godfather."},
        {"join_us defender", "Mr. X, join the defenders!"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        sit_down(4, NULL, C01 HANDS);
        CHECK_INT(says(0, table[i].text), SPK_OK);
        CHECK_STR(words(), table[i].sentence);
        CHECK_INT(cg_talk.number(&box, &now, said, n_said), i > 0); /* a pass has none */
    }
}

/* Answers say what they answer, and have a number of their own. */
TEST(answers_as_sentences)
{
    sit_down(4, NULL, C01 HANDS);
    CHECK_INT(says(0, "ask_points 6"), SPK_OK);
    CHECK_INT(says(1, "accept 1"), SPK_OK);
    CHECK_STR(words(), "Agreed, player 1: ‘Please bring 6 points or more.’");
    CHECK_INT(cg_talk.number(&box, &now, said, n_said), 2);
    CHECK_INT(says(2, "reject 1"), SPK_OK);
    CHECK_STR(words(), "No, player 1: ‘Please bring 6 points or more.’");
    CHECK_INT(says(3, "accept 2"), SPK_OK);
    CHECK_STR(words(), "Agreed.");
}

/* -- What is offered --------------------------------------------------------------------------- */

/* Every offer may be said; how many there are, and whether this one is among them. */
static int offers(spk_seat seat, const char *text, bool *found)
{
    spk_buf out = {0};
    int n = 0;
    *found = false;
    cg_talk.menu(&box, &now, said, n_said, seat, &out);
    for (char *at = out.bytes; at && *at; n++) {
        char *end = strchr(at, '\n');
        *end = '\0';
        CHECK_INT(cg_talk.judge(&box, &now, said, n_said, seat, at, NULL), SPK_OK);
        *found |= strcmp(at, text) == 0;
        at = end + 1;
    }
    spk_buf_release(&out);
    return n;
}

static bool offered(const char *text)
{
    bool found;
    offers(speaker(), text, &found);
    return found;
}

TEST(only_the_speaker_is_offered_something)
{
    bool found;
    sit_down(4, NULL, C01 HANDS);
    CHECK(offers(0, "pass", &found) > 60 && found);
    CHECK_INT(offers(1, "pass", &found), 0);
    CHECK(offered("my_points 4 6") && offered("my_points 4 40") && offered("aim save"));
    CHECK(!offered("join_us defender") && !offered("godfather_intent yes"));
    CHECK(!offered("accept 1") && !offered("thug_intent yes") && !offered("hidden_claim bluff"));
}

TEST(answers_are_offered_until_they_are_given)
{
    sit_down(4, NULL, C01 HANDS);
    CHECK_INT(says(0, "ask_points 6"), SPK_OK);
    CHECK(offered("accept 1") && offered("reject 1"));
    CHECK_INT(says(1, "accept 1"), SPK_OK);
    CHECK(!offered("accept 1") && !offered("accept 2")); /* seat 2 is on the other side */
    CHECK_INT(says(2, "pass"), SPK_OK);
    CHECK_INT(says(3, "pass"), SPK_OK);
    CHECK(!offered("accept 1")); /* seat 0 asked itself */
    CHECK_INT(says(0, "pass"), SPK_OK);
    CHECK(!offered("accept 1") && offered("reject 1")); /* seat 1 may change its mind */
}

TEST(only_wishes_ask_for_an_answer)
{
    sit_down(4, NULL, C01 HANDS);
    CHECK_INT(says(0, "my_points 4 6"), SPK_OK);
    CHECK(!offered("accept 1") &&
          !offered("reject 1")); /* seat 1, the partner: it was told a plan */
    CHECK_INT(says(1, "want_package winner 1"), SPK_OK);
    CHECK_INT(says(2, "pass"), SPK_OK);
    CHECK_INT(says(3, "pass"), SPK_OK);
    CHECK(!offered("accept 1") && offered("accept 2") && offered("reject 2"));
}

TEST(cg_r37_mr_x_is_offered_nothing_about_his_cards)
{
    sit_down(5, "first_mr_x=seat_4",
             "phase mr_x_lay; active 4; coalition C01; district uptown; loot L01; "
             "offer senator; hand0 B1");
    CHECK(offered("join_us defender"));
    CHECK_INT(says(0, "join_us defender"), SPK_OK);
    CHECK_INT(says(1, "ask_points 6"), SPK_OK);
    CHECK_INT(says(2, "pass"), SPK_OK);
    CHECK_INT(says(3, "pass"), SPK_OK);
    CHECK(offered("accept 1") && !offered("accept 2") && offered("ask_points 6"));
    CHECK(!offered("my_cards 1") && !offered("my_hand bribe weak") && !offered("join_us defender"));
}

TEST_MAIN()
