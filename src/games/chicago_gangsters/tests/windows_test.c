/* windows_test.c: 8.6 of README.md in full: every message and its arguments, who speaks when,
 * the windows one after the other, and talk through a match. The first steps are in talk_test.c. */
#include "engine/match.h"
#include "games/chicago_gangsters/tests/test_play.h"

static spk_said said[64];
static int n_said;

static void open_window(int n_seats, const char *options, const char *position)
{
    put(n_seats, options, position, __FILE__, __LINE__);
    n_said = 0;
}

static int speaker(void)
{
    spk_actors who = cg_talk.speakers(&box, &now, said, n_said);
    CHECK(__builtin_popcount(who) <= 1);
    return who ? spk_actors_first(who) : -1;
}

static bool may_say(const char *text)
{
    return cg_talk.judge(&box, &now, said, n_said, speaker(), text, NULL) == SPK_OK;
}

static void says(const char *text)
{
    CHECK(may_say(text));
    said[n_said] = (spk_said){speaker(), text};
    n_said++;
}

/* The seats of a window, by letting everybody pass: "0123". */
static void check_order(const char *want)
{
    char order[16] = "";
    for (int i = 0; i < 15 && speaker() >= 0; i++) {
        order[i] = (char)('0' + speaker());
        says("pass");
    }
    CHECK_STR(order, want);
}

/* -- Messages ---------------------------------------------------------------------------------- */

/* The point grid, as both ends of my_points and as ask_points. */
TEST(points_are_on_the_grid)
{
    static const bool grid[46] = {
        [0] = true,  [2] = true,  [4] = true,  [6] = true,  [8] = true,  [10] = true,
        [12] = true, [15] = true, [20] = true, [25] = true, [30] = true, [40] = true};
    open_window(4, NULL, C01 "district uptown; hand1 B1");
    for (int i = 0; i <= 45; i++) {
        char text[40];
        snprintf(text, sizeof text, "ask_points %d", i);
        CHECK_INT(may_say(text), grid[i]);
        snprintf(text, sizeof text, "my_points %d 40", i);
        CHECK_INT(may_say(text), grid[i]);
        snprintf(text, sizeof text, "my_points 8 %d", i);
        CHECK_INT(may_say(text), grid[i] && i >= 8);
    }
}

TEST(every_message_with_every_argument)
{
    static const char *const fine[] = {"pass",
                                       "aim win",
                                       "aim half",
                                       "aim save",
                                       "my_cards 0",
                                       "my_cards 10",
                                       "ask_cards 0",
                                       "ask_cards 10",
                                       "my_hand weapons none",
                                       "my_hand bribe weak",
                                       "my_hand blackmail strong",
                                       "want_package winner 1",
                                       "want_package loser 2",
                                       "stay_below yes",
                                       "stay_below no",
                                       "thug_intent yes",
                                       "thug_intent no",
                                       "godfather_intent yes",
                                       "godfather_intent no",
                                       "join_us challenger",
                                       "join_us defender"};
    open_window(4, NULL,
                C01 "district uptown; hand1 B1"); /* no thug, no Mr. X, no godfather here */
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++)
        CHECK(may_say(fine[i]));
}

TEST(messages_are_numbered_without_the_passes)
{
    open_window(4, NULL, C01 "district uptown; hand1 B1");
    CHECK(!may_say("accept 1"));
    says("pass");
    says("aim win");
    CHECK(may_say("accept 1") && may_say("reject 1") && !may_say("accept 2"));
    says("accept 1"); /* which is number 2 */
    CHECK(may_say("reject 2") && !may_say("reject 3"));
    for (int i = 0; i < 4; i++)
        says("pass");
    CHECK_INT(speaker(), 1); /* T2 counts anew */
    CHECK(!may_say("accept 1"));
}

TEST(only_the_owner_talks_about_the_hidden_card)
{
    static const char *const fine[] = {"hidden_claim weapons 1", "hidden_claim bribe 5",
                                       "hidden_claim blackmail 3", "hidden_claim bluff"};
    open_window(4, NULL, C01 "district uptown; hand0 B5; hand1 B1; hand2 B1; hand3 B1");
    CHECK(!may_say("hidden_claim bluff"));
    PLAY("lay -", "lay B5", "done", "keep_hidden B5");
    says("pass");
    says("pass");
    CHECK_INT(speaker(), 0);
    for (int i = 0; i < 4; i++)
        CHECK(may_say(fine[i]));
    says("hidden_claim bribe 5");
    CHECK_INT(speaker(), 2);
    CHECK(may_say("accept 1") && !may_say("hidden_claim bribe 5"));
}

/* -- Who speaks -------------------------------------------------------------------------------- */

TEST(t1_goes_clockwise_from_the_hidden_mark)
{
    open_window(4, "godfather=on",
                "phase claim; asked 0 1 2 3; coalition C08; district uptown; loot L01");
    check_order("2301"); /* C08: the "?" is clan_c's */
    /* C11: clan_d? clan_b* against clan_a* clan_c: the first listed that is in play is clan_b */
    open_window(3, "godfather=on",
                "phase claim; asked 0 2; coalition C11; district uptown; loot L01");
    check_order("120");
    open_window(
        5, NULL,
        "phase mr_x_lay; active 0; holders 1 2 3 4 0; coalition C05; district uptown; loot L01");
    check_order("23401"); /* C05: clan_b is held by seat 2 */
}

TEST(t2_is_the_challengers_marker_first_and_mr_x_last)
{
    open_window(5, NULL,
                "phase mr_x_lay; active 4; coalition C01; district uptown; loot L01; hand1 B1");
    PLAY("lay - challenger");
    check_order("104");
    open_window(5, NULL,
                "phase mr_x_lay; active 4; coalition C01; district uptown; loot L01; hand1 B1");
    PLAY("lay - defender");
    check_order("10");
}

TEST(t3_is_the_defenders_then_mr_x_then_the_hidden_cards_owner)
{
    open_window(5, NULL,
                "phase mr_x_lay; active 4; coalition C01; district uptown; loot L01; hand0 B5; "
                "hand1 B1; hand2 B1; hand3 B1");
    PLAY("lay - defender", "lay -", "lay B5", "done", "keep_hidden B5");
    check_order("2340");
}

TEST(one_speaker_is_no_window)
{
    open_window(3, NULL, LONE "district uptown; hand0 B1; hand2 B1"); /* seat 2 alone */
    for (int i = 0; i < 3; i++)
        says("pass");
    CHECK_INT(speaker(), -1);
    /* a lone defender and the owner of a hidden card are two */
    open_window(3, NULL, C01 "district uptown; hand0 B5; hand1 B1; hand2 B1");
    PLAY("lay -", "lay B5", "done", "keep_hidden B5");
    check_order("20");
    open_window(3, NULL, C01 "district uptown; hand0 B5; hand1 B1; hand2 B1");
    PLAY("lay -", "lay -");
    CHECK_INT(speaker(), -1);
}

/* A window closes when all in a row have passed, not when all have passed once. */
TEST(a_message_opens_the_round_again)
{
    open_window(4, "godfather=on",
                "phase claim; asked 0 1 2 3; coalition C01; district uptown; loot L01");
    says("pass");
    says("pass");
    says("pass");
    says("aim half");
    check_order("0123");
}

TEST(who_has_used_up_the_limit_is_passed_over)
{
    open_window(4, "godfather=on talk_limit=2",
                "phase claim; asked 0 1 2 3; coalition C01; district uptown; loot L01");
    says("aim win");
    for (int i = 0; i < 3; i++)
        says("pass");
    says("aim win");
    says("pass");
    says("aim half");
    says("pass");
    CHECK_INT(speaker(), 1); /* seat 0 has no message left */
}

TEST(no_window_once_somebody_has_laid)
{
    open_window(4, NULL, C01 "district uptown; hand0 B5; hand1 B1; hand2 B1");
    CHECK_INT(speaker(), 0);
    PLAY("lay B1");
    CHECK_INT(speaker(), 0); /* in secret: 8.5 */
    PLAY("done");
    CHECK_INT(speaker(), -1);
    open_window(4, NULL, C01 "district uptown; hand0 B5; hand1 B1; hand2 B1");
    PLAY("defer");
    CHECK_INT(speaker(), -1);
}

/* -- In a match -------------------------------------------------------------------------------- */

TEST(talk_is_in_the_log_and_touches_nothing)
{
    spk_rng rng;
    spk_state before;
    CHECK_INT(open_box(4, NULL, NULL), SPK_OK);
    spk_match *m = spk_match_new(&box);
    spk_rng_init(&rng, 5, 5);
    spk_match_deal(m, &rng);
    memcpy(&before, spk_match_state(m), box.game->state_size);
    spk_seat seat = spk_actors_first(spk_match_speakers(m));
    int n = spk_match_n_entries(m);
    CHECK_INT(spk_match_talk(m, seat, "ask_points 6", NULL), SPK_OK);
    CHECK_INT(spk_match_talk(m, seat, "ask_points 6", NULL),
              SPK_EREFUSED); /* the next one's word */
    CHECK_INT(spk_match_n_entries(m), n + 1);
    CHECK_STR(spk_match_entry(m, n).text, "say ask_points 6");
    assert_memory_equal(&before, spk_match_state(m), box.game->state_size);
    spk_match_free(m);
}

TEST_MAIN()
