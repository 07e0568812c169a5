/* ledger_test.c: the promises of a whole match (spk_match_promise): every one names a message that its viewer heard from that
 * seat, all viewers read the same, a match that is loaded again has the same, and what a room shows is that. What is
 * judged how is the game's (src/games/chicago_gangsters/tests/promises_test.c). */
#include "contract/contract.h"
#include "room_kit.h" /* after it: a room is no variable there */

#include "engine/record.h"
#include "games/registry.h"

static void load(spk_record *record)
{
    spk_buf text = {0};
    spk_why why = {0};
    read_file("src/games/chicago_gangsters/plays/five_talking.play", &text);
    if (spk_record_load(record, spk_buf_text(&text), text.n, spk_game_find, NULL, &why) != SPK_OK)
        fail_msg("%d: %s", why.line, why.text);
    spk_buf_release(&text);
}

/* The entry that is the viewer's number n. */
static int entry_of(const spk_match *m, spk_seat viewer, int n)
{
    int i = -1;
    while (n > 0)
        n -= spk_match_entry_heard(m, ++i, viewer);
    return i;
}

TEST(a_promise_names_its_message_for_every_viewer)
{
    spk_record record;
    load(&record);
    const spk_match *m = record.match;
    int count[SPK_VOW_COUNT] = {0};
    CHECK(spk_match_n_promises(m) > 10);
    for (int i = 0; i < spk_match_n_promises(m); i++) {
        spk_given all = spk_match_promise(m, i, SPK_SEAT_ALL_SEEING);
        count[all.state]++;
        for (spk_seat viewer = 0; viewer <= record.box.n_seats; viewer++) {
            spk_seat who = viewer < record.box.n_seats ? viewer : SPK_SEAT_ONLOOKER;
            spk_given given = spk_match_promise(m, i, who);
            CHECK_INT(entry_of(m, who, given.n), all.n - 1);
            CHECK_INT(given.state, all.state);
            CHECK_INT(given.seat, all.seat);
        }
        spk_entry e = spk_match_entry(m, all.n - 1);
        CHECK_INT(e.kind, SPK_ENTRY_TALK);
        CHECK_INT(e.seat, all.seat);
    }
    CHECK(count[SPK_VOW_KEPT] && count[SPK_VOW_BROKEN] && count[SPK_VOW_LAPSED]);
    CHECK_INT(count[SPK_VOW_OPEN], 0); /* the last round is over */
    spk_record_release(&record);
}

/* Step by step: a promise changes once, from open to what it is, and never while nothing was heard. */
TEST(a_promise_is_decided_once_and_in_public)
{
    spk_record record;
    char text[SPK_RECORD_LINE];
    spk_vow_state was[512] = {0};
    load(&record);
    spk_match *m = spk_match_new(&record.box);
    for (int i = 0; i < spk_match_n_entries(record.match); i++) {
        spk_buf line = SPK_BUF_OVER(text);
        int heard = spk_match_seq(m, SPK_SEAT_ONLOOKER);
        spk_match_entry_print(record.match, i, &line);
        CHECK_INT(spk_match_entry_add(m, text, NULL), SPK_OK);
        bool is_news = spk_match_seq(m, SPK_SEAT_ONLOOKER) != heard;
        for (int k = 0; k < spk_match_n_promises(m); k++) {
            spk_vow_state now = spk_match_promise(m, k, 0).state;
            CHECK(now == was[k] || (was[k] == SPK_VOW_OPEN && is_news));
            was[k] = now;
        }
    }
    CHECK_INT(spk_match_n_promises(m), spk_match_n_promises(record.match));
    for (int k = 0; k < spk_match_n_promises(m); k++)
        CHECK_INT(was[k], spk_match_promise(record.match, k, 0).state);
    spk_match_free(m);
    spk_record_release(&record);
}

TEST(a_room_shows_it_to_everybody)
{
    spk_record record;
    spk_rng rng;
    load(&record);
    spk_rng_init(&rng, 1, 0);
    room *r = room_new(&(room_plan){0}, &record.box);
    CHECK_INT(room_go_on_from(r, record.match, &rng, 0, NULL), SPK_OK);
    for (int i = 0; i <= record.box.n_seats; i++) {
        spk_given given = spk_match_promise(record.match, 3, kit_viewer(r, i));
        char words[80];
        snprintf(words, sizeof words, "{\"n\":%d,\"seat\":%d,\"state\":\"%s\"}", given.n,
                 given.seat, spk_vow_names[given.state]);
        CHECK(kit_shows(r, kit_viewer(r, i), 0, words));
    }
    room_free(r);
    spk_record_release(&record);
}

TEST_MAIN()
