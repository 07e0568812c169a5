/* promises_test.c: the ledger of promises (engine/ledger.h) in Chicago Gangsters: what everybody sees kept, broken, open
 * or lapsed, never before it is public; and what a person is offered to say (talk_apt.c). What counts as a promise is
 * bot_talk_test.c's. */
#include "engine/ledger.h"
#include "games/chicago_gangsters/talk.h"
#include "games/chicago_gangsters/tests/test_play.h"

static spk_ledger book;
static spk_said said[64];
static int n_said, entry, talk_from;

#define NORTH C01 "district near_north; " /* weapons and bribe count, and persons */
#define HANDS                                                                                      \
    "hand0 W2 B5; hand1 W2 W4 B5; hand2 W2; hand3 W4; persons0 judge; persons1 mayor; "            \
    "persons2 senator; persons3 fence"

static void sit_down(const char *position)
{
    put(4, NULL, position, __FILE__, __LINE__);
    spk_ledger_release(&book);
    n_said = entry = talk_from = 0;
}

static void all_see(void)
{
    spk_state view = now;
    cg_redact(&box, &view, SPK_SEAT_ONLOOKER);
    spk_ledger_settle(&book, &box, &view, entry++);
}

static void says(spk_seat seat, const char *text)
{
    spk_state view = now;
    if (cg_talk.judge(&box, &now, said, n_said, seat, text, &why) != SPK_OK)
        fail_msg("'%s' by %d: %s", text, seat, why.text);
    said[n_said++] = (spk_said){seat, text};
    cg_redact(&box, &view, SPK_SEAT_ONLOOKER);
    spk_ledger_hear(&book, &box, &view, said, n_said, (spk_vow){.entry = entry}, talk_from);
    all_see();
}

static const char *vow(int i) { return spk_vow_names[book.vows[i].state]; }

TEST(points_are_open_while_covered_and_judged_at_the_reveal)
{
    sit_down(NORTH HANDS);
    says(0, "my_points 8 12");
    says(1, "my_points 4 8");
    CHECK_INT(book.n, 2);
    LAY("W2 W4 B5 cover"), all_see();
    CHECK_INT(cg_talk.kept(&box, &now, 1, book.vows[1].promise), SPK_BROKEN); /* the truth ... */
    CHECK_STR(vow(1), "open"); /* ... which nobody can see yet */
    FIGHT_ON(.of = {[0] = "B5"}), all_see();
    CHECK_STR(vow(0), "kept"); /* the judge brings 4, the card 5 */
    CHECK_STR(vow(1), "broken");
    CHECK_INT(book.n_open, 0);
    spk_ledger_release(&book);
}

TEST(who_asks_promises_nothing_and_twice_is_once)
{
    sit_down(NORTH HANDS);
    says(0, "ask_points 8");
    CHECK_INT(book.n, 0);
    says(1, "accept 1"), says(2, "pass"), says(3, "pass"), says(0, "pass");
    says(1, "accept 1");
    CHECK_INT(book.n, 1);
    CHECK_INT(book.vows[0].seat, 1);
    spk_ledger_release(&book);
}

TEST(packages_are_judged_when_taken_and_lapse_for_who_had_no_choice)
{
    sit_down(NORTH HANDS);
    says(0, "want_package winner 1");
    says(1, "accept 1");
    FIGHT_ON(.of = {[0] = "W2", [1] = "W2 W4 B5"}), all_see();
    HOLDS("phase choose_package; active 1");
    CHECK_STR(vow(0), "open");
    CHECK_STR(vow(1), "open");
    PLAY("choose_package 1"), all_see();
    CHECK_STR(vow(0), "open"); /* it was not theirs to choose */
    CHECK_STR(vow(1), "broken");
    spk_state next = now;
    ((cg_state *)&next)->rounds++;
    cg_redact(&box, &next, SPK_SEAT_ONLOOKER);
    spk_ledger_settle(&book, &box, &next, entry);
    CHECK_STR(vow(0), "lapsed");
    CHECK_STR(vow(1), "broken");
    spk_ledger_release(&book);
}

TEST(what_is_taken_back_is_open_again)
{
    sit_down(NORTH HANDS);
    says(0, "my_points 8 12");
    says(1, "my_points 4 8");
    int before = entry;
    spk_state then = now;
    FIGHT_ON(.of = {[0] = "B5", [1] = "W4"}), all_see();
    CHECK_STR(vow(1), "kept");
    spk_ledger_reopen(&book, before);
    CHECK_INT(book.n_open, 2);
    now = then;
    all_see();
    CHECK_STR(vow(0), "open");
    CHECK_STR(vow(1), "open");
    spk_ledger_release(&book);
}

/* Whoever thinks better of it before anybody moved is bound by the later words alone. */
TEST(a_later_word_replaces_an_earlier_one_of_the_same_conversation)
{
    sit_down(NORTH HANDS);
    says(0, "my_points 8 12");
    says(1, "my_points 4 8"), says(2, "pass"), says(3, "pass");
    says(0, "my_points 2 4");
    CHECK_STR(vow(0), "replaced");
    CHECK_STR(vow(1), "open"); /* another seat's */
    CHECK_STR(vow(2), "open");
    CHECK_INT(book.n_open, 2);
    spk_ledger_rewind(&book, book.vows[2].entry); /* the later word no longer counts */
    CHECK_INT(book.n, 2);
    CHECK_STR(vow(0), "open");
    n_said--;
    says(0, "my_points 2 4");
    spk_ledger_reopen(&book, 0); /* a move was taken back: words stay as they are */
    CHECK_STR(vow(0), "replaced");
    FIGHT_ON(.of = {[0] = "B5", [1] = "W4"}), all_see();
    CHECK_STR(vow(0), "replaced");
    CHECK_STR(vow(2), "broken"); /* the judge brings 4, the card 5 */
    spk_ledger_release(&book);
}

/* After a move of which everybody heard, somebody may have relied on it. */
TEST(a_word_given_before_a_move_is_not_replaced)
{
    sit_down(NORTH HANDS);
    says(0, "my_points 8 12");
    talk_from = entry;
    says(1, "pass"), says(2, "pass"), says(3, "pass"), says(0, "my_points 2 4");
    CHECK_STR(vow(0), "open");
    CHECK_STR(vow(1), "open");
    spk_ledger_release(&book);
}

TEST(promises_about_other_matters_stand_beside_each_other)
{
    const struct {
        spk_seat seat;
        const char *text;
        int n_open;
    } words[] = {{0, "my_points 8 12", 1}, {1, "my_cards 2", 2},
                 {2, "pass", 2},           {3, "pass", 2},
                 {0, "my_cards 1", 3},     {1, "want_package winner 1", 4},
                 {2, "pass", 4},           {3, "pass", 4},
                 {0, "my_cards 2", 4},     {1, "want_package loser 1", 5}};
    sit_down(NORTH HANDS);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        says(words[i].seat, words[i].text);
        CHECK_INT(book.n_open, words[i].n_open);
    }
    spk_ledger_release(&book);
}

/* -- What fits the moment ---------------------------------------------------------------------- */

static bool has_line(const char *list, const char *line, size_t n)
{
    for (; *list; list += strcspn(list, "\n") + 1)
        if (strcspn(list, "\n") == n && !memcmp(list, line, n))
            return true;
    return false;
}

/* All of it may be said, and none of it twice. */
static void check_apt(spk_seat seat)
{
    spk_buf menu = {0}, apt = {0};
    spk_state view = now;
    cg_redact(&box, &view, seat);
    cg_talk.menu(&box, &view, said, n_said, seat, &menu);
    cg_talk.apt(&box, &view, said, n_said, seat, &apt);
    CHECK(!menu.n == !apt.n);
    for (const char *at = spk_buf_text(&apt); *at; at += strcspn(at, "\n") + 1) {
        size_t n = strcspn(at, "\n");
        if (!has_line(spk_buf_text(&menu), at, n) || has_line(at + n + 1, at, n))
            fail_msg("'%.*s' of seat %d", (int)n, at, seat);
    }
    spk_buf_release(&menu);
    spk_buf_release(&apt);
}

static void check_all(const cg_state *before, step made)
{
    (void)before, (void)made;
    n_said = 0;
    for (spk_seat seat = 0; seat < box.n_seats; seat++)
        check_apt(seat);
}

TEST(all_that_fits_the_moment_may_be_said)
{
    for (int n_seats = 3; n_seats <= 5; n_seats++)
        watch_game(n_seats, n_seats < 5 ? "godfather=on" : NULL, (uint64_t)n_seats, check_all);
}

TEST(points_that_the_hand_can_make_are_offered)
{
    spk_buf apt = {0};
    sit_down(NORTH HANDS);
    cg_talk.apt(&box, &now, said, 0, 0, &apt); /* judge 4, W2 and B5: 11 */
    CHECK(has_line(spk_buf_text(&apt), "my_points 10 12", 15));
    CHECK(has_line(spk_buf_text(&apt), "ask_points 12", 13));
    spk_buf_clear(&apt);
    says(0, "ask_points 12"), says(1, "pass"), says(2, "pass"), says(3, "pass");
    cg_talk.apt(&box, &now, said, n_said, 0, &apt);
    CHECK(apt.n && !has_line(spk_buf_text(&apt), "ask_points 12", 13)); /* said already */
    spk_ledger_release(&book);
    spk_buf_release(&apt);
}

TEST_MAIN()
