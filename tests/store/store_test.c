/* store_test.c: what store.h promises, on every backend alike. What only a file can do is in
 * store_file_test.c, and what happens to it when the process is killed in store_crash_test.c. */
#include "store_kit.h"

#include "base/rng.h"
#include "base/str.h"
#include "engine/record.h"
#include "games/registry.h"

/* -- Tables --------------------------------------------------------------------------------------- */

STORE_TEST(a_table_comes_back_as_it_was_written)
{
    srv_row t = {.game = "chicago",
                 .players = 3,
                 .header = "speakeasy-play 1\ngame chicago\n",
                 .settings = "{\"talk\":true}",
                 .listed = true,
                 .status = ROOM_PAUSED,
                 .rematch_of = "before",
                 .seed = kit_hash(1),
                 .commitment = kit_hash(2)};
    srv_seat seats[2] = {{.seat = 2,
                          .kind = ROOM_PERSON,
                          .takeover = true,
                          .name = "Zoë \"the\" Cat",
                          .bot = "hard@50ms",
                          .token = kit_hash(3),
                          .nonce = "abc",
                          .joined = 77},
                         {.seat = 0, .kind = ROOM_BOT, .bot = "easy"}};
    srv_entry entries[2] = {{.line = "chance draw F2"}, {.line = "0 recruit F0", .ref = "c1"}};
    srv_chat chats[2] = {{.seat = 2, .text = "hello", .ref = "h1"},
                         {.seat = -3, .text = "an onlooker's"}};
    CHECK_INT(kit_write(s, (srv_change){.table = "k7Rq0ZbT1xYv",
                                        .at = 1234567890123,
                                        .create = &t,
                                        .seats = seats,
                                        .n_seats = 2,
                                        .first_entry = 1,
                                        .entries = entries,
                                        .n_entries = 2,
                                        .first_chat = 1,
                                        .chats = chats,
                                        .n_chats = 2,
                                        .clock = "bank 1 2",
                                        .due = 99}),
              SPK_OK);
    srv_found f = kit_load(s, "k7Rq0ZbT1xYv");
    CHECK_INT(f.answer.err, SPK_OK);
    CHECK_STR(f.answer.why, "");
    CHECK_INT(f.answer.n_tables, 1);
    const srv_row *got = f.answer.tables;
    CHECK_STR(got->id, "k7Rq0ZbT1xYv");
    CHECK_STR(got->game, "chicago");
    CHECK_INT(got->players, 3);
    CHECK_STR(got->header, t.header);
    CHECK_STR(got->settings, t.settings);
    CHECK_INT(got->status, ROOM_PAUSED);
    CHECK(got->listed);
    CHECK_INT(got->created, 1234567890123);
    CHECK_INT(got->updated, 1234567890123);
    CHECK_INT(got->finished, 0);
    CHECK_STR(got->rematch_of, "before");
    CHECK(got->result == NULL);
    CHECK_STR(got->clock, "bank 1 2");
    CHECK_INT(got->due, 99);
    CHECK(memcmp(got->seed, kit_hash(1), SRV_HASH) == 0);
    CHECK(memcmp(got->commitment, kit_hash(2), SRV_HASH) == 0);
    CHECK_INT(got->n_seats, 2);
    CHECK_INT(got->seats[0].seat, 0);
    CHECK_INT(got->seats[0].kind, ROOM_BOT);
    CHECK(got->seats[0].name == NULL && got->seats[0].token == NULL);
    CHECK_STR(got->seats[0].bot, "easy");
    CHECK_INT(got->seats[1].seat, 2);
    CHECK_INT(got->seats[1].kind, ROOM_PERSON);
    CHECK(got->seats[1].takeover);
    CHECK_STR(got->seats[1].name, "Zoë \"the\" Cat");
    CHECK_STR(got->seats[1].nonce, "abc");
    CHECK_INT(got->seats[1].joined, 77);
    CHECK(memcmp(got->seats[1].token, kit_hash(3), SRV_HASH) == 0);
    CHECK_INT(got->n_entries, 2);
    CHECK_STR(got->entries[0].line, "chance draw F2");
    CHECK(got->entries[0].ref == NULL);
    CHECK_STR(got->entries[1].line, "0 recruit F0");
    CHECK_STR(got->entries[1].ref, "c1");
    CHECK_INT(got->entries[1].at, 1234567890123);
    CHECK_INT(got->n_chats, 2);
    CHECK_STR(got->chats[0].ref, "h1");
    CHECK(got->chats[1].ref == NULL);
    CHECK_INT(got->chats[1].n, 2);
    CHECK_INT(got->chats[1].seat, -3);
    CHECK_STR(got->chats[1].text, "an onlooker's");
    srv_found_release(&f);
}

STORE_TEST(a_table_is_made_once)
{
    CHECK_INT(kit_make(s, "a", 1), SPK_OK);
    CHECK_INT(kit_make(s, "a", 2), SPK_ETAKEN);
    srv_found f = kit_load(s, "a");
    CHECK_INT(f.answer.tables->created, 1);
    srv_found_release(&f);
    CHECK_INT(kit_make(s, "", 2), SPK_ERANGE);
    CHECK_INT(kit_make(s, "an id that is far too long for a table", 2), SPK_ERANGE);
    srv_row bad = {.game = "famiglia", .players = 2, .header = "", .settings = "{}"};
    CHECK_INT(kit_write(s, (srv_change){.table = "b", .create = &bad}), SPK_EMALFORMED);
    bad.seed = bad.commitment = kit_hash(1);
    bad.players = SRV_MAX_SEATS + 1;
    CHECK_INT(kit_write(s, (srv_change){.table = "b", .create = &bad}), SPK_ERANGE);
    CHECK_INT(kit_count(s, "b"), -1);
}

STORE_TEST(what_is_not_there_is_unknown)
{
    srv_chat hello = {.text = "hello"};
    CHECK_INT(kit_move(s, "a", 1, "0 pass"), SPK_EUNKNOWN);
    CHECK_INT(kit_write(s, (srv_change){.table = "a", .chats = &hello, .n_chats = 1}),
              SPK_EUNKNOWN);
    CHECK_INT(kit_write(s, (srv_change){.table = "a", .forget_table = true}), SPK_EUNKNOWN);
    CHECK_INT(kit_write(s, (srv_change){.status = ROOM_WAITING}), SPK_EMALFORMED);
    CHECK_INT(kit_write(s, (srv_change){.forget_table = true}), SPK_EMALFORMED);
    srv_query queries[] = {{.what = SRV_ASK_TABLE, .id = "a"},
                           {.what = SRV_ASK_TOKEN, .token = kit_hash(1)},
                           {.what = SRV_ASK_ACCOUNT, .name = "ann"},
                           {.what = SRV_ASK_ACCOUNT, .name = ""},
                           {.what = SRV_ASK_ACCOUNT, .id = "u1"},
                           {.what = SRV_ASK_SESSION, .token = kit_hash(1)},
                           {.what = SRV_ASK_COUNT}};
    for (int i = 0; i < 7; i++) {
        srv_found f = kit_ask(s, queries[i]);
        CHECK_INT(f.answer.err, SPK_EUNKNOWN);
        CHECK(f.answer.why[0] != '\0');
        srv_found_release(&f);
    }
    srv_query lists[] = {{.what = SRV_ASK_ALL},
                         {.what = SRV_ASK_LISTED, .status = ROOM_WAITING},
                         {.what = SRV_ASK_MINE, .id = "u1"},
                         {.what = SRV_ASK_DUE, .at = INT64_MAX}};
    for (int i = 0; i < 4; i++) {
        srv_found f = kit_ask(s, lists[i]);
        CHECK_INT(f.answer.err, SPK_OK);
        CHECK_INT(f.answer.n_tables, 0);
        CHECK(!f.answer.more);
        srv_found_release(&f);
    }
}

/* -- Entries and chat ------------------------------------------------------------------------------ */

STORE_TEST(an_entry_is_written_once_and_in_order)
{
    spk_why why;
    srv_entry e = {.line = "1 pass"};
    kit_make(s, "a", 1);
    CHECK_INT(kit_move(s, "a", 1, "0 pass"), SPK_OK);
    CHECK_INT(kit_move(s, "a", 2, "1 pass"), SPK_OK);
    CHECK_INT(kit_move(s, "a", 2, "1 recruit F0"), SPK_ESTALE); /* the second writer of 2 */
    CHECK_INT(kit_move(s, "a", 4, "0 pass"), SPK_ESTALE);
    CHECK_INT(kit_move(s, "a", 0, "0 pass"), SPK_ESTALE);
    srv_change late = {.table = "a", .first_entry = 1, .entries = &e, .n_entries = 1};
    CHECK_INT(srv_store_write_now(s->store, &late, &why), SPK_ESTALE);
    CHECK_STR(why.text, "Entry 1 is there already: the table stands at 2.");
    srv_found f = kit_load(s, "a");
    CHECK_INT(f.answer.tables->n_entries, 2);
    CHECK_STR(f.answer.tables->entries[1].line, "1 pass");
    CHECK_INT(f.answer.tables->updated, 5002);
    srv_found_release(&f);
}

STORE_TEST(a_refused_change_leaves_nothing_behind)
{
    srv_entry e = {.line = "0 pass"};
    srv_chat hello = {.text = "hello"};
    srv_seat taken = {.seat = 0, .kind = ROOM_PERSON, .token = kit_hash(9)};
    srv_account ann = {.id = "u1", .name = "Ann", .password = "x"};
    kit_make(s, "a", 1);
    kit_make(s, "b", 1);
    CHECK_INT(kit_join(s, "b", taken), SPK_OK);
    CHECK_INT(kit_write(s, (srv_change){.table = "a",
                                        .at = 9,
                                        .settings = "{\"other\":1}",
                                        .status = ROOM_FINISHED,
                                        .clock = "tick",
                                        .first_entry = 1,
                                        .entries = &e,
                                        .n_entries = 1,
                                        .first_chat = 1,
                                        .chats = &hello,
                                        .n_chats = 1,
                                        .seats = &taken,
                                        .n_seats = 1,
                                        .host_token = kit_hash(10),
                                        .new_account = &ann}),
              SPK_ETAKEN);
    srv_found f = kit_load(s, "a");
    const srv_row *t = f.answer.tables;
    CHECK_STR(t->settings, "{}");
    CHECK_INT(t->status, ROOM_WAITING);
    CHECK_INT(t->updated, 1);
    CHECK(t->clock == NULL);
    CHECK_INT(t->n_entries + t->n_chats + t->n_seats, 0);
    srv_found_release(&f);
    f = kit_ask(s, (srv_query){.what = SRV_ASK_TOKEN, .token = kit_hash(10)});
    CHECK_INT(f.answer.err, SPK_EUNKNOWN);
    srv_found_release(&f);
    f = kit_ask(s, (srv_query){.what = SRV_ASK_ACCOUNT, .id = "u1"});
    CHECK_INT(f.answer.err, SPK_EUNKNOWN);
    srv_found_release(&f);
}

STORE_TEST(chat_numbers_rise_and_may_leave_gaps)
{
    srv_chat two[2] = {{.seat = 0, .text = "one"}, {.seat = 1, .text = "two"}};
    srv_change c = {.table = "a", .at = 3, .first_chat = 1, .chats = two, .n_chats = 2};
    kit_make(s, "a", 1);
    CHECK_INT(kit_write(s, c), SPK_OK);
    CHECK_INT(kit_write(s, c), SPK_ESTALE);
    c.first_chat = 2;
    CHECK_INT(kit_write(s, c), SPK_ESTALE);
    c.first_chat = 7;
    CHECK_INT(kit_write(s, c), SPK_OK);
    srv_found f = kit_load(s, "a");
    CHECK_INT(f.answer.tables->n_chats, 4);
    CHECK_INT(f.answer.tables->chats[2].n, 7);
    CHECK_STR(f.answer.tables->chats[3].text, "two");
    CHECK_INT(f.answer.tables->updated, 1); /* chatting does not bring a table up */
    srv_found_release(&f);
}

/* -- Seats and tokens -------------------------------------------------------------------------------- */

static int seat_of(stage *s, int token, char table[SRV_ID_ROOM])
{
    srv_found f = kit_ask(s, (srv_query){.what = SRV_ASK_TOKEN, .token = kit_hash(token)});
    int seat = f.answer.err == SPK_OK ? f.answer.seat : -9;
    snprintf(table, SRV_ID_ROOM, "%s", f.answer.n_tables ? f.answer.tables->id : "");
    CHECK(!f.answer.n_tables || f.answer.tables->seed == NULL);
    srv_found_release(&f);
    return seat;
}

STORE_TEST(a_token_finds_its_seat_or_its_table)
{
    char id[SRV_ID_ROOM];
    kit_make(s, "a", 1);
    kit_make(s, "b", 1);
    kit_join(s, "b", (srv_seat){.seat = 1, .kind = ROOM_PERSON, .token = kit_hash(5)});
    CHECK_INT(kit_write(s, (srv_change){.table = "a", .host_token = kit_hash(6)}), SPK_OK);
    CHECK_INT(kit_write(s, (srv_change){.table = "a", .host_token = kit_hash(7)}), SPK_OK);
    CHECK_INT(seat_of(s, 5, id), 1);
    CHECK_STR(id, "b");
    CHECK_INT(seat_of(s, 6, id), SRV_HOST);
    CHECK_STR(id, "a");
    CHECK_INT(seat_of(s, 7, id), SRV_HOST);
    CHECK_INT(seat_of(s, 8, id), -9);
    CHECK_INT(kit_write(s, (srv_change){.table = "b", .host_token = kit_hash(6)}), SPK_ETAKEN);
    CHECK_INT(kit_write(s, (srv_change){.table = "b", .host_token = kit_hash(5)}), SPK_ETAKEN);
    CHECK_INT(kit_join(s, "a", (srv_seat){.seat = 0, .token = kit_hash(6)}), SPK_ETAKEN);
}

STORE_TEST(a_seat_is_replaced_as_a_whole)
{
    char id[SRV_ID_ROOM];
    kit_make(s, "a", 1);
    CHECK_INT(kit_join(s, "a", (srv_seat){.seat = 0, .name = "Ann", .token = kit_hash(5)}), SPK_OK);
    CHECK_INT(kit_join(s, "a", (srv_seat){.seat = 0, .name = "Bob", .token = kit_hash(6)}), SPK_OK);
    CHECK_INT(seat_of(s, 5, id), -9);
    CHECK_INT(seat_of(s, 6, id), 0);
    CHECK_INT(kit_join(s, "a", (srv_seat){.seat = 0, .name = "Bo", .token = kit_hash(6)}), SPK_OK);
    CHECK_INT(kit_join(s, "a", (srv_seat){.seat = 1, .token = kit_hash(6)}), SPK_ETAKEN);
    CHECK_INT(kit_join(s, "a", (srv_seat){.seat = 2}), SPK_ERANGE);
    CHECK_INT(kit_join(s, "a", (srv_seat){.seat = -1}), SPK_ERANGE);
    CHECK_INT(kit_join(s, "a", (srv_seat){.seat = 1, .account = "nobody"}), SPK_EUNKNOWN);
    srv_found f = kit_load(s, "a");
    CHECK_INT(f.answer.tables->n_seats, 1);
    CHECK_STR(f.answer.tables->seats[0].name, "Bo");
    CHECK_INT(f.answer.tables->updated, 6000);
    srv_found_release(&f);
}

STORE_TEST(tokens_can_be_handed_round_but_not_doubled)
{
    char id[SRV_ID_ROOM];
    srv_seat seats[2] = {{.seat = 0, .token = kit_hash(5)}, {.seat = 1, .token = kit_hash(6)}};
    srv_seat swapped[2] = {{.seat = 0, .token = kit_hash(6)}, {.seat = 1, .token = kit_hash(5)}};
    srv_seat doubled[2] = {{.seat = 0, .token = kit_hash(7)}, {.seat = 1, .token = kit_hash(7)}};
    srv_seat twice[2] = {{.seat = 0}, {.seat = 0}};
    kit_make(s, "a", 1);
    CHECK_INT(kit_write(s, (srv_change){.table = "a", .seats = seats, .n_seats = 2}), SPK_OK);
    CHECK_INT(kit_write(s, (srv_change){.table = "a", .seats = swapped, .n_seats = 2}), SPK_OK);
    CHECK_INT(seat_of(s, 5, id), 1);
    CHECK_INT(seat_of(s, 6, id), 0);
    CHECK_INT(kit_write(s, (srv_change){.table = "a", .seats = doubled, .n_seats = 2}), SPK_ETAKEN);
    CHECK_INT(kit_write(s, (srv_change){.table = "a", .seats = twice, .n_seats = 2}), SPK_ERANGE);
    CHECK_INT(
        kit_write(
            s,
            (srv_change){.table = "a", .seats = doubled, .n_seats = 1, .host_token = kit_hash(7)}),
        SPK_ETAKEN);
    CHECK_INT(seat_of(s, 5, id), 1);
}

/* -- What becomes of a table --------------------------------------------------------------------------- */

STORE_TEST(only_what_a_change_names_changes)
{
    kit_make(s, "a", 1);
    CHECK_INT(kit_write(s, (srv_change){.table = "a", .at = 2, .header = "other\n"}), SPK_OK);
    CHECK_INT(kit_write(s, (srv_change){.table = "a", .at = 3, .status = ROOM_PLAYING}), SPK_OK);
    CHECK_INT(kit_write(s, (srv_change){.table = "a", .at = 4, .settings = "{\"a\":1}"}), SPK_OK);
    CHECK_INT(kit_write(s, (srv_change){.table = "a", .at = 5, .clock = "c", .due = 50}), SPK_OK);
    srv_found f = kit_load(s, "a");
    CHECK_STR(f.answer.tables->header, "other\n");
    CHECK_INT(f.answer.tables->status, ROOM_PLAYING);
    CHECK(!f.answer.tables->listed); /* goes with the settings */
    CHECK_STR(f.answer.tables->clock, "c");
    CHECK_INT(f.answer.tables->finished, 0);
    CHECK_INT(f.answer.tables->created, 1);
    CHECK_INT(f.answer.tables->updated, 4);
    srv_found_release(&f);
    CHECK_INT(kit_write(s, (srv_change){.table = "a",
                                        .at = 9,
                                        .status = ROOM_FINISHED,
                                        .result = "0 wins",
                                        .clock = ""}),
              SPK_OK);
    f = kit_load(s, "a");
    CHECK_INT(f.answer.tables->finished, 9);
    CHECK_STR(f.answer.tables->result, "0 wins");
    CHECK_STR(f.answer.tables->settings, "{\"a\":1}");
    CHECK(f.answer.tables->clock == NULL);
    CHECK_INT(f.answer.tables->due, 0);
    srv_found_release(&f);
}

STORE_TEST(a_closed_table_takes_nothing_but_being_forgotten)
{
    srv_chat hello = {.text = "hello"};
    kit_make(s, "a", 1);
    kit_move(s, "a", 1, "0 pass");
    CHECK_INT(kit_write(s, (srv_change){.table = "a", .status = ROOM_CLOSED}), SPK_OK);
    CHECK_INT(kit_move(s, "a", 2, "1 pass"), SPK_EREFUSED);
    CHECK_INT(kit_join(s, "a", (srv_seat){.seat = 0}), SPK_EREFUSED);
    CHECK_INT(kit_write(s, (srv_change){.table = "a", .status = ROOM_WAITING}), SPK_EREFUSED);
    CHECK_INT(kit_write(s, (srv_change){.table = "a", .clock = ""}), SPK_EREFUSED);
    CHECK_INT(
        kit_write(s, (srv_change){.table = "a", .first_chat = 1, .chats = &hello, .n_chats = 1}),
        SPK_EREFUSED);
    CHECK_INT(kit_count(s, "a"), 1);
    CHECK_INT(kit_write(s, (srv_change){.table = "a", .forget_seats = 1}), SPK_OK);
    CHECK_INT(kit_write(s, (srv_change){.table = "a", .forget_table = true}), SPK_OK);
    CHECK_INT(kit_count(s, "a"), -1);
}

/* -- Lists --------------------------------------------------------------------------------------------- */

/* All ids of a list, page by page, with blanks between. */
static void list_ids(stage *s, srv_query q, spk_buf *out)
{
    char id[SRV_ID_ROOM];
    for (bool more = true; more;) {
        srv_found f = kit_ask(s, q);
        CHECK_INT(f.answer.err, SPK_OK);
        for (int i = 0; i < f.answer.n_tables; i++) {
            const srv_row *t = &f.answer.tables[i];
            spk_buf_printf(out, "%s%s", out->n ? " " : "", t->id);
            CHECK(t->seed == NULL && t->entries == NULL && t->commitment != NULL);
            q.after_at = q.what == SRV_ASK_DUE ? t->due : t->created;
            snprintf(id, sizeof id, "%s", t->id);
            q.after_id = id;
        }
        more = f.answer.more;
        CHECK(!more || f.answer.n_tables == q.limit);
        srv_found_release(&f);
    }
}

static void check_list(stage *s, srv_query q, const char *want)
{
    for (q.limit = 1; q.limit < 9; q.limit++) {
        spk_buf got = {0};
        list_ids(s, q, &got);
        CHECK_STR(spk_buf_text(&got), want);
        spk_buf_release(&got);
    }
}

STORE_TEST(lists_come_newest_first_and_in_pages)
{
    static const char *const ids[] = {"c", "a", "e", "b", "d", "f"};
    static const int64_t at[] = {10, 20, 20, 20, 30, 5};
    for (int i = 0; i < 6; i++)
        kit_make(s, ids[i], at[i]);
    kit_write(s, (srv_change){.table = "b", .status = ROOM_PLAYING});
    kit_write(s, (srv_change){.table = "f", .settings = "{}", .listed = false});
    kit_move(s, "c", 1, "0 pass");
    kit_join(s, "c", (srv_seat){.seat = 1, .name = "Ann"});
    check_list(s, (srv_query){.what = SRV_ASK_ALL}, "d e b a c f");
    check_list(s, (srv_query){.what = SRV_ASK_ALL, .status = ROOM_PLAYING}, "b");
    check_list(s, (srv_query){.what = SRV_ASK_LISTED, .status = ROOM_WAITING}, "d e a c");
    check_list(s, (srv_query){.what = SRV_ASK_LISTED, .status = ROOM_PLAYING}, "b");
    check_list(s, (srv_query){.what = SRV_ASK_LISTED, .status = ROOM_CLOSED}, "");
    srv_found f = kit_ask(s, (srv_query){.what = SRV_ASK_ALL, .after_at = 20, .after_id = "a"});
    CHECK_STR(f.answer.tables[0].id, "c");
    CHECK_INT(f.answer.tables[0].n_entries, 1);
    CHECK_INT(f.answer.tables[0].n_seats, 1);
    CHECK_STR(f.answer.tables[0].seats[0].name, "Ann");
    srv_found_release(&f);
}

STORE_TEST(due_clocks_come_first_first)
{
    static const char *const ids[] = {"c", "a", "e", "b", "d"};
    static const int64_t due[] = {50, 20, 90, 20, 0};
    for (int i = 0; i < 5; i++) {
        kit_make(s, ids[i], 1);
        kit_write(s, (srv_change){.table = ids[i], .clock = "tick", .due = due[i]});
    }
    check_list(s, (srv_query){.what = SRV_ASK_DUE, .at = INT64_MAX}, "a b c e");
    check_list(s, (srv_query){.what = SRV_ASK_DUE, .at = 50}, "a b c");
    kit_write(s, (srv_change){.table = "a", .clock = ""});
    kit_write(s, (srv_change){.table = "b", .clock = "tick", .due = 60});
    check_list(s, (srv_query){.what = SRV_ASK_DUE, .at = 60}, "c b");
}

STORE_TEST(an_account_has_its_tables)
{
    kit_account(s, "u1", "Ann");
    kit_account(s, "u2", "Bob");
    for (int i = 0; i < 5; i++) {
        char id[2] = {(char)('a' + i), 0};
        kit_make(s, id, i);
        kit_join(s, id, (srv_seat){.seat = 0, .account = i % 2 ? "u1" : "u2"});
    }
    kit_join(s, "c", (srv_seat){.seat = 1, .account = "u2"}); /* both seats: one table */
    kit_write(s, (srv_change){.table = "c", .status = ROOM_FINISHED});
    check_list(s, (srv_query){.what = SRV_ASK_MINE, .id = "u1"}, "d b");
    check_list(s, (srv_query){.what = SRV_ASK_MINE, .id = "u2"}, "e c a");
    check_list(s, (srv_query){.what = SRV_ASK_MINE, .id = "u2", .status = ROOM_FINISHED}, "c");
    check_list(s, (srv_query){.what = SRV_ASK_MINE, .id = "u3"}, "");
}

STORE_TEST(counts_count)
{
    srv_session session = {.token = kit_hash(1), .account = "u1", .expires = 5};
    for (int i = 0; i < 5; i++) {
        char id[2] = {(char)('a' + i), 0};
        kit_make(s, id, i);
    }
    kit_write(s, (srv_change){.table = "a", .status = ROOM_PLAYING});
    kit_write(s, (srv_change){.table = "b", .settings = "{}", .listed = false});
    kit_account(s, "u1", "Ann");
    CHECK_INT(kit_write(s, (srv_change){.new_session = &session}), SPK_OK);
    srv_found f = kit_ask(s, (srv_query){.what = SRV_ASK_COUNTS});
    const srv_counts *n = f.answer.counts;
    CHECK_INT(n->tables[ROOM_STATUS_ANY], 5);
    CHECK_INT(n->tables[ROOM_WAITING], 4);
    CHECK_INT(n->tables[ROOM_PLAYING], 1);
    CHECK_INT(n->accounts, 1);
    CHECK_INT(n->sessions, 1);
    srv_found_release(&f);
}

/* -- People --------------------------------------------------------------------------------------------- */

STORE_TEST(a_name_belongs_to_one_account_however_it_is_written)
{
    CHECK_INT(kit_account(s, "u1", "Zoë Müller"), SPK_OK);
    CHECK_INT(kit_account(s, "u2", "ZOË MÜLLER"), SPK_ETAKEN);
    CHECK_INT(kit_account(s, "u1", "Other"), SPK_ETAKEN);
    CHECK_INT(kit_account(s, "u2", "Zoe Muller"), SPK_OK);
    CHECK_INT(kit_account(s, "u3", ""), SPK_ERANGE);
    CHECK_INT(kit_account(s, "", "Nobody"), SPK_EMALFORMED);
    srv_found f = kit_ask(s, (srv_query){.what = SRV_ASK_ACCOUNT, .name = "zoë müLLER"});
    CHECK_INT(f.answer.err, SPK_OK);
    CHECK_STR(f.answer.account->id, "u1");
    CHECK_STR(f.answer.account->name, "Zoë Müller");
    CHECK_INT(f.answer.account->created, 100);
    srv_found_release(&f);
    srv_account fresh = {.id = "u1", .password = "another"}, nobody = {.id = "u9", .password = "x"};
    CHECK_INT(kit_write(s, (srv_change){.password = &fresh}), SPK_OK);
    CHECK_INT(kit_write(s, (srv_change){.password = &nobody}), SPK_EUNKNOWN);
    f = kit_ask(s, (srv_query){.what = SRV_ASK_ACCOUNT, .id = "u1"});
    CHECK_STR(f.answer.account->password, "another");
    CHECK_STR(f.answer.account->name, "Zoë Müller");
    srv_found_release(&f);
}

STORE_TEST(a_name_that_looks_like_another_is_taken)
{
    static const char *const same[] = {"AIice",      "A1ice",      "\u0410lice",
                                       "Al\u0456ce", "\uff21lice", "ALICE"};
    static const char *const others[] = {"Alicia", "Malice", "Al\u00edce",
                                         "\u0418\u0432\u0430\u043d"};
    char id[8];
    CHECK_INT(kit_account(s, "u1", "Alice"), SPK_OK);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        CHECK_INT(kit_account(s, "u2", same[i]), SPK_ETAKEN);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        snprintf(id, sizeof id, "v%zu", i);
        CHECK_INT(kit_account(s, id, others[i]), SPK_OK);
    }
}

static bool is_in(stage *s, int token, int64_t at)
{
    srv_found f =
        kit_ask(s, (srv_query){.what = SRV_ASK_SESSION, .token = kit_hash(token), .at = at});
    bool in = f.answer.err == SPK_OK;
    CHECK(!in || f.answer.account != NULL);
    CHECK(!in || f.answer.expires > at);
    srv_found_release(&f);
    return in;
}

STORE_TEST(sessions_begin_expire_and_end)
{
    kit_account(s, "u1", "Ann");
    srv_account bob = {.id = "u2", .name = "Bob", .password = "x"};
    srv_session sessions[4] = {{kit_hash(1), "u1", 100},
                               {kit_hash(2), "u1", 200},
                               {kit_hash(3), "u1", 300},
                               {kit_hash(4), "u2", 300}};
    for (int i = 0; i < 3; i++)
        CHECK_INT(kit_write(s, (srv_change){.new_session = &sessions[i]}), SPK_OK);
    CHECK_INT(kit_write(s, (srv_change){.new_session = &sessions[3]}), SPK_EUNKNOWN);
    CHECK_INT(kit_write(s, (srv_change){.new_account = &bob, .new_session = &sessions[3]}), SPK_OK);
    CHECK_INT(kit_write(s, (srv_change){.new_session = &sessions[0]}), SPK_ETAKEN);
    CHECK(is_in(s, 1, 99) && !is_in(s, 1, 100) && is_in(s, 4, 299) && !is_in(s, 5, 0));
    CHECK_INT(kit_write(s, (srv_change){.end_session = kit_hash(2)}), SPK_OK);
    CHECK_INT(kit_write(s, (srv_change){.end_session = kit_hash(2)}), SPK_OK);
    CHECK(!is_in(s, 2, 0) && is_in(s, 3, 0));
    CHECK_INT(kit_write(s, (srv_change){.end_sessions_before = 101}), SPK_OK);
    CHECK(!is_in(s, 1, 0) && is_in(s, 3, 0));
    CHECK_INT(kit_write(s, (srv_change){.end_sessions_of = "u1"}), SPK_OK);
    CHECK(!is_in(s, 3, 0) && is_in(s, 4, 0));
}

STORE_TEST(the_oldest_sessions_make_room)
{
    kit_account(s, "u1", "Ann");
    kit_account(s, "u2", "Bob");
    srv_session bobs = {kit_hash(9), "u2", 1};
    CHECK_INT(kit_write(s, (srv_change){.new_session = &bobs}), SPK_OK);
    for (int i = 1; i <= 5; i++) {
        srv_session session = {kit_hash(i), "u1", 100 * i};
        CHECK_INT(kit_write(s, (srv_change){.new_session = &session, .most_sessions = 3}), SPK_OK);
    }
    CHECK(!is_in(s, 1, 0) && !is_in(s, 2, 0) && is_in(s, 3, 0) && is_in(s, 4, 0) && is_in(s, 5, 0));
    CHECK(is_in(s, 9, 0)); /* another's are not counted */
}

static void two_tables_with_people(stage *s)
{
    srv_session session = {kit_hash(20), "u1", 100};
    srv_chat chats[3] = {{.seat = 0, .text = "I am Ann"},
                         {.seat = 1, .text = "and I am Bob"},
                         {.seat = 0, .text = "bye"}};
    kit_account(s, "u1", "Ann");
    kit_write(s, (srv_change){.new_session = &session});
    kit_make(s, "a", 1);
    kit_make(s, "b", 2);
    kit_join(s, "a",
             (srv_seat){.seat = 0,
                        .kind = ROOM_PERSON,
                        .name = "Ann",
                        .nonce = "7f",
                        .account = "u1",
                        .token = kit_hash(5),
                        .joined = 3});
    kit_join(s, "a",
             (srv_seat){.seat = 1, .kind = ROOM_PERSON, .name = "Bob", .token = kit_hash(6)});
    kit_join(s, "b", (srv_seat){.seat = 1, .kind = ROOM_PERSON, .name = "Ann", .account = "u1"});
    kit_move(s, "a", 1, "0 pass");
    kit_write(s, (srv_change){.table = "a", .first_chat = 1, .chats = chats, .n_chats = 3});
    kit_write(s, (srv_change){.table = "b", .first_chat = 1, .chats = chats, .n_chats = 3});
}

STORE_TEST(a_forgotten_account_leaves_the_game_and_nothing_else)
{
    char id[SRV_ID_ROOM];
    two_tables_with_people(s);
    CHECK_INT(kit_write(s, (srv_change){.forget_account = "u1"}), SPK_OK);
    CHECK_INT(kit_write(s, (srv_change){.forget_account = "u1"}), SPK_EUNKNOWN);
    srv_found f = kit_load(s, "a");
    const srv_row *t = f.answer.tables;
    CHECK_INT(t->n_entries, 1);
    CHECK_STR(t->seats[0].name, SRV_NAME_GONE);
    CHECK(t->seats[0].account == NULL && t->seats[0].token == NULL);
    CHECK_STR(t->seats[0].nonce, "7f");
    CHECK_INT(t->seats[0].kind, ROOM_PERSON);
    CHECK_STR(t->seats[1].name, "Bob");
    CHECK_INT(t->n_chats, 1);
    CHECK_STR(t->chats[0].text, "and I am Bob");
    srv_found_release(&f);
    f = kit_load(s, "b");
    CHECK_STR(f.answer.tables->seats[0].name, SRV_NAME_GONE);
    CHECK_INT(f.answer.tables->n_chats, 2);
    srv_found_release(&f);
    CHECK(!is_in(s, 20, 0));
    CHECK_INT(seat_of(s, 5, id), -9);
    check_list(s, (srv_query){.what = SRV_ASK_MINE, .id = "u1"}, "");
    CHECK_INT(kit_account(s, "u1", "Ann"), SPK_OK); /* name and id are free again */
}

STORE_TEST(a_forgotten_seat_leaves_the_others_alone)
{
    char id[SRV_ID_ROOM];
    two_tables_with_people(s);
    CHECK_INT(kit_write(s, (srv_change){.table = "a", .forget_seats = 1u << 1}), SPK_OK);
    srv_found f = kit_load(s, "a");
    CHECK_STR(f.answer.tables->seats[0].name, "Ann");
    CHECK_STR(f.answer.tables->seats[1].name, SRV_NAME_GONE);
    CHECK_INT(f.answer.tables->n_chats, 2);
    srv_found_release(&f);
    CHECK_INT(seat_of(s, 6, id), -9);
    CHECK_INT(seat_of(s, 5, id), 0);
    CHECK_INT(kit_count(s, "a"), 1);
}

STORE_TEST(a_forgotten_table_is_gone_with_all_that_hangs_on_it)
{
    char id[SRV_ID_ROOM];
    two_tables_with_people(s);
    kit_write(s, (srv_change){.table = "a", .clock = "tick", .due = 4, .host_token = kit_hash(30)});
    CHECK_INT(kit_write(s, (srv_change){.table = "a", .forget_table = true}), SPK_OK);
    CHECK_INT(kit_count(s, "a"), -1);
    CHECK_INT(seat_of(s, 5, id), -9);
    CHECK_INT(seat_of(s, 30, id), -9);
    check_list(s, (srv_query){.what = SRV_ASK_DUE, .at = INT64_MAX}, "");
    check_list(s, (srv_query){.what = SRV_ASK_MINE, .id = "u1"}, "b");
    CHECK_INT(kit_make(s, "a", 9), SPK_OK); /* and comes back empty */
    srv_found f = kit_load(s, "a");
    CHECK_INT(f.answer.tables->n_entries + f.answer.tables->n_chats + f.answer.tables->n_seats, 0);
    srv_found_release(&f);
    CHECK_INT(srv_store_check(s->store, NULL), SPK_OK);
}

TEST(names_are_compared_without_capitals)
{
    static const char *const pairs[][2] = {{"Al CAPONE", "al capone"},
                                           {"ÄÖÜß×Þ", "äöüß×þ"},
                                           {"ĀĶŁŃŸŽ", "āķłńÿž"},
                                           {"ΑΩ", "αω"},
                                           {"ЁЖЯ", "ёжя"},
                                           {"日本 🎲", "日本 🎲"}};
    char fold[SRV_NAME_ROOM], again[SRV_NAME_ROOM], letter[8];
    for (int i = 0; i < 6; i++) {
        CHECK(srv_name_fold(pairs[i][0], fold));
        CHECK_STR(fold, pairs[i][1]);
    }
    for (int c = 0x80; c < 0x800; c++) { /* folding is done once and for all, and stays UTF-8 */
        size_t bad;
        snprintf(letter, sizeof letter, "%c%c", 0xc0 | c >> 6, 0x80 | (c & 0x3f));
        CHECK(srv_name_fold(letter, fold) && srv_name_fold(fold, again));
        CHECK_STR(fold, again);
        CHECK(c < 0xa0 || spk_str_is_clean(fold, strlen(fold), &bad));
    }
    CHECK(srv_name_fold("\xc3", fold)); /* cut in the middle: no harm */
    CHECK(!srv_name_fold("", fold));
    char many[SRV_NAME_ROOM + 1];
    memset(many, 'A', sizeof many);
    many[SRV_NAME_ROOM] = '\0';
    CHECK(!srv_name_fold(many, fold));
    CHECK(srv_name_fold(many + 1, fold));
}

/* -- Queues ---------------------------------------------------------------------------------------------- */

typedef struct log_of_answers {
    int n_done, n_ok, n_stale, last;
    bool in_order;
} answers;

typedef struct ticket {
    answers *log;
    int number;
    spk_err err;
} ticket;

static void note(void *context, const srv_answer *answer)
{
    ticket *t = context;
    t->err = answer->err;
    t->log->n_done++;
    t->log->n_ok += answer->err == SPK_OK;
    t->log->n_stale += answer->err == SPK_ESTALE;
    t->log->in_order &= t->number == t->log->last + 1;
    t->log->last = t->number;
    CHECK((answer->err == SPK_OK) == (answer->why[0] == '\0'));
}

/* 300 moves at 3 tables, each sent twice: one of the two counts, in whatever group they land. */
static void send_everything_twice(stage *s)
{
    enum { N = 300 };
    static ticket tickets[2 * N];
    answers log = {.in_order = true};
    static const char *const ids[] = {"a", "b", "c"};
    srv_entry e = {.line = "0 pass"};
    for (int i = 0; i < 3; i++)
        kit_make(s, ids[i], i);
    for (int i = 0; i < 2 * N; i++) {
        tickets[i] = (ticket){.log = &log, .number = i + 1};
        srv_change c = {
            .table = ids[i % 3], .at = i, .first_entry = i / 6 + 1, .entries = &e, .n_entries = 1};
        CHECK_INT(srv_store_write(s->store, &c, note, &tickets[i]), SPK_OK);
    }
    kit_settle(s, &log.n_done, 2 * N);
    CHECK(log.in_order);
    CHECK_INT(log.n_ok, N);
    CHECK_INT(log.n_stale, N);
    for (int i = 0; i < 2 * N; i++) /* the first of the two */
        CHECK_INT(tickets[i].err, i / 3 % 2 ? SPK_ESTALE : SPK_OK);
    for (int i = 0; i < 3; i++)
        CHECK_INT(kit_count(s, ids[i]), N / 3);
}

static void on_all_stages(void (*body)(stage *s))
{
    for (int i = 0; i < 4; i++) {
        stage s;
        kit_set(&s, i & 1, i & 2);
        body(&s);
        kit_clear(&s);
    }
}

TEST(a_refusal_harms_nobody_else_in_its_group) { on_all_stages(send_everything_twice); }

static void ask_behind_a_write(stage *s);

static void seen(void *context, const srv_answer *answer)
{
    ticket *t = context;
    t->log->n_done++;
    CHECK_INT(answer->err, SPK_OK);
    CHECK_INT(answer->tables->n_entries, t->number);
    CHECK_STR(answer->tables->entries[t->number - 1].line, "0 pass");
}

static stage *asking;

static void written(void *context, const srv_answer *answer)
{
    CHECK_INT(answer->err, SPK_OK);
    srv_query q = {.what = SRV_ASK_TABLE, .id = "a"};
    CHECK_INT(srv_store_ask(asking->store, &q, seen, context), SPK_OK);
}

/* What was answered is seen by whoever asks after that; callbacks may ask and write. */
static void ask_behind_a_write(stage *s)
{
    answers log = {0};
    srv_entry e = {.line = "0 pass"};
    asking = s;
    kit_make(s, "a", 1);
    for (int i = 1; i <= 50; i++) {
        ticket t = {.log = &log, .number = i};
        srv_change c = {.table = "a", .first_entry = i, .entries = &e, .n_entries = 1};
        CHECK_INT(srv_store_write(s->store, &c, written, &t), SPK_OK);
        kit_settle(s, &log.n_done, i);
    }
}

TEST(a_query_sees_every_change_answered_before_it) { on_all_stages(ask_behind_a_write); }

/* The change is copied: what it pointed to may go at once. */
static void scribble(stage *s)
{
    answers log = {.in_order = true};
    ticket t = {.log = &log, .number = 1};
    char line[] = "0 recruit F3", name[] = "Ann", id[] = "a";
    uint8_t token[SRV_HASH];
    memcpy(token, kit_hash(3), SRV_HASH);
    kit_make(s, "a", 1);
    srv_entry e = {.line = line};
    srv_seat seat = {.seat = 0, .name = name, .token = token};
    srv_change c = {
        .table = id, .first_entry = 1, .entries = &e, .n_entries = 1, .seats = &seat, .n_seats = 1};
    CHECK_INT(srv_store_write(s->store, &c, note, &t), SPK_OK);
    memset(line, '#', sizeof line - 1), memset(name, '#', 3), memset(token, 0, SRV_HASH);
    id[0] = '#';
    memset(&c, 0, sizeof c);
    kit_settle(s, &log.n_done, 1);
    srv_found f = kit_load(s, "a");
    CHECK_STR(f.answer.tables->entries[0].line, "0 recruit F3");
    CHECK_STR(f.answer.tables->seats[0].name, "Ann");
    CHECK(memcmp(f.answer.tables->seats[0].token, kit_hash(3), SRV_HASH) == 0);
    srv_found_release(&f);
}

TEST(a_queued_change_is_a_copy) { on_all_stages(scribble); }

/* Closing writes and answers all that was taken, and takes nothing more. */
static void close_with_a_full_queue(stage *s)
{
    enum { N = 500 };
    static ticket tickets[N];
    answers log = {.in_order = true};
    srv_entry e = {.line = "0 pass"};
    kit_make(s, "a", 1);
    for (int i = 0; i < N; i++) {
        tickets[i] = (ticket){.log = &log, .number = i + 1};
        srv_change c = {.table = "a", .first_entry = i + 1, .entries = &e, .n_entries = 1};
        CHECK_INT(srv_store_write(s->store, &c, note, &tickets[i]), SPK_OK);
    }
    srv_store_close(s->store);
    CHECK_INT(log.n_done, N);
    CHECK_INT(log.n_ok, N);
    CHECK(log.in_order);
    kit_open(s, false);
    CHECK_INT(kit_count(s, "a"), s->in_file ? N : -1);
}

TEST(closing_writes_what_has_queued_up) { on_all_stages(close_with_a_full_queue); }

static void count_wake(void *context) { __atomic_add_fetch((int *)context, 1, __ATOMIC_SEQ_CST); }

TEST(a_full_queue_says_so_and_answers_wake_the_owner)
{
    for (int in_file = 0; in_file < 2; in_file++) {
        stage s = {.in_file = in_file};
        int n_wakes = 0, n_taken = 0;
        answers log = {.in_order = true};
        static ticket tickets[2000];
        if (in_file)
            kit_place(&s);
        s.store = srv_store_open(&(srv_store_options){.clock = host_clock_real,
                                                      .path = in_file ? s.path : NULL,
                                                      .threads = true,
                                                      .max_queued = 10,
                                                      .wake = count_wake,
                                                      .wake_context = &n_wakes},
                                 NULL);
        CHECK(s.store != NULL);
        kit_make(&s, "a", 1);
        bool was_busy = false;
        for (int i = 0; i < 2000; i++) {
            char text[4000];
            memset(text, 'x', sizeof text);
            text[sizeof text - 1] = '\0';
            srv_chat chat = {.text = text};
            srv_change c = {.table = "a", .first_chat = n_taken + 1, .chats = &chat, .n_chats = 1};
            tickets[n_taken] = (ticket){.log = &log, .number = n_taken + 1};
            spk_err err = srv_store_write(s.store, &c, note, &tickets[n_taken]);
            was_busy |= err == SPK_EBUSY;
            n_taken += err == SPK_OK;
            CHECK(err == SPK_OK || err == SPK_EBUSY);
        }
        CHECK(was_busy);
        kit_settle(&s, &log.n_done, n_taken);
        CHECK_INT(log.n_ok, n_taken);
        CHECK(log.in_order);
        CHECK(__atomic_load_n(&n_wakes, __ATOMIC_SEQ_CST) > 0);
        srv_store_figures figures;
        srv_store_look(s.store, &figures);
        CHECK_INT(figures.n_written, n_taken);
        CHECK_INT(figures.n_refused + figures.n_failed, 0);
        CHECK_INT(figures.n_queued_changes, 0);
        int64_t n_late = 0;
        for (int i = 0; i < SRV_LATE_BUCKETS; i++)
            n_late += figures.late[i];
        CHECK_INT(n_late, n_taken);
        CHECK(figures.n_groups > 0 && figures.n_groups <= n_taken);
        kit_clear(&s);
    }
}

/* -- Records ------------------------------------------------------------------------------------------------ */

static char *read_play(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    CHECK(f != NULL);
    char *text = spk_alloc(1 << 20);
    *n = fread(text, 1, (1 << 20) - 1, f);
    fclose(f);
    return text;
}

STORE_TEST(a_stored_match_is_its_record_to_the_byte)
{
    size_t n_text;
    char *text = read_play("src/games/famiglia/plays/integration_script.play", &n_text);
    spk_record record;
    CHECK_INT(spk_record_load(&record, text, n_text, spk_game_find, NULL, NULL), SPK_OK);
    size_t n_header = (size_t)(strstr(text, "\nlog\n") + 1 - text);
    char header[2000];
    CHECK(n_header < sizeof header);
    memcpy(header, text, n_header);
    header[n_header] = '\0';
    srv_row t = {.game = "famiglia",
                 .players = 2,
                 .header = header,
                 .settings = "{}",
                 .seed = kit_hash(1),
                 .commitment = kit_hash(2)};
    CHECK_INT(kit_write(s, (srv_change){.table = "a", .create = &t}), SPK_OK);
    for (int i = 0; i < spk_match_n_entries(record.match); i++) {
        spk_buf line = {0};
        spk_match_entry_print(record.match, i, &line);
        CHECK_INT(kit_move(s, "a", i + 1, spk_buf_text(&line)), SPK_OK);
        spk_buf_release(&line);
    }
    srv_found f = kit_load(s, "a");
    spk_buf out = {0};
    srv_row_print(f.answer.tables, &out);
    CHECK_STR(spk_buf_text(&out), text);
    spk_buf_release(&out);
    srv_found_release(&f);
    spk_record_release(&record);
    spk_free(text);
}

/* -- Both backends, side by side ---------------------------------------------------------------------------- */

static void print_text(spk_buf *out, const char *text)
{
    spk_buf_printf(out, " %s", text ? text : "-");
}

static void print_table(spk_buf *out, const srv_row *t)
{
    spk_buf_printf(out, "%s %d %d %d %lld %lld %lld", t->id, t->players, t->status, t->listed,
                   (long long)t->created, (long long)t->updated, (long long)t->finished);
    print_text(out, t->settings), print_text(out, t->result), print_text(out, t->clock);
    spk_buf_printf(out, " due %lld, %d entries\n", (long long)t->due, t->n_entries);
    for (int i = 0; i < t->n_seats; i++) {
        const srv_seat *s = &t->seats[i];
        spk_buf_printf(out, "  seat %d %d %d %lld token %d", s->seat, s->kind, s->takeover,
                       (long long)s->joined, s->token ? s->token[0] : -1);
        print_text(out, s->name), print_text(out, s->account), print_text(out, s->nonce);
        spk_buf_puts(out, "\n");
    }
    for (int i = 0; t->entries && i < t->n_entries; i++)
        spk_buf_printf(out, "  %d %lld %s\n", i + 1, (long long)t->entries[i].at,
                       t->entries[i].line);
    for (int i = 0; i < t->n_chats; i++)
        spk_buf_printf(out, "  chat %d %lld %d %s\n", t->chats[i].n, (long long)t->chats[i].at,
                       t->chats[i].seat, t->chats[i].text);
}

static void print_answer(stage *s, srv_query q, spk_buf *out)
{
    srv_found f = kit_ask(s, q);
    const srv_answer *a = &f.answer;
    spk_buf_printf(out, "%d %s %d %d %d %lld\n", a->err, a->why, a->n_tables, a->more, a->seat,
                   (long long)a->expires);
    for (int i = 0; i < a->n_tables; i++)
        print_table(out, &a->tables[i]);
    for (int i = 0; i < a->n_notes; i++) {
        const srv_note *n = &a->notes[i];
        spk_buf_printf(out, "  note %s/%s %lld %lld", n->kind, n->key, (long long)n->rank,
                       (long long)n->version);
        print_text(out, n->account), print_text(out, n->list), print_text(out, n->text);
        spk_buf_puts(out, "\n");
    }
    if (a->account)
        spk_buf_printf(out, "%s %s %s %lld\n", a->account->id, a->account->name,
                       a->account->password, (long long)a->account->created);
    for (int i = 0; a->counts && i < ROOM_STATUS_COUNT; i++)
        spk_buf_printf(out, "%lld ", (long long)a->counts->tables[i]);
    srv_found_release(&f);
}

enum { IDS = 4, TOKENS = 12 };

static const char *const some_ids[IDS] = {"t0", "t1", "t2", "t3"};
static const char *const some_people[IDS] = {"u0", "u1", "u2", "u3"};
static const char *const some_names[IDS] = {"Ann", "ANN", "Bob", "Zoë"};

/* A change with a bit of everything, right as often as wrong; its parts are in 'p'. */
typedef struct parts {
    srv_row table;
    srv_seat seats[2];
    srv_entry entries[2];
    srv_chat chats[2];
    srv_account account, password;
    srv_session session;
    srv_note notes[2];
    uint8_t tokens[5][SRV_HASH];
} parts;

static bool now_and_then(spk_rng *rng, uint32_t n) { return spk_rng_below(rng, n) == 0; }

static const uint8_t *some_token(spk_rng *rng, parts *p, int i)
{
    memcpy(p->tokens[i], kit_hash((int)spk_rng_below(rng, TOKENS)), SRV_HASH);
    return p->tokens[i];
}

static const char *one_of(spk_rng *rng, const char *const *words)
{
    return words[spk_rng_below(rng, IDS)];
}

static void random_people(spk_rng *rng, srv_change *c, parts *p)
{
    if (now_and_then(rng, 10)) {
        p->account = (srv_account){one_of(rng, some_people), one_of(rng, some_names), "first", 0};
        c->new_account = &p->account;
    }
    if (now_and_then(rng, 20)) {
        p->password = (srv_account){.id = one_of(rng, some_people), .password = "second"};
        c->password = &p->password;
    }
    if (now_and_then(rng, 8)) {
        p->session = (srv_session){some_token(rng, p, 3), one_of(rng, some_people),
                                   spk_rng_below(rng, 1000)};
        c->new_session = &p->session;
    }
    if (now_and_then(rng, 20))
        c->end_sessions_of = one_of(rng, some_people);
    if (now_and_then(rng, 20))
        c->end_sessions_before = spk_rng_below(rng, 300);
    if (now_and_then(rng, 40))
        c->forget_account = one_of(rng, some_people);
}

static void random_seats(spk_rng *rng, srv_change *c, parts *p)
{
    c->seats = p->seats;
    c->n_seats = 1 + now_and_then(rng, 2);
    for (int i = 0; i < c->n_seats; i++)
        p->seats[i] = (srv_seat){.seat = (int)spk_rng_below(rng, 3),
                                 .kind = (room_kind)spk_rng_below(rng, ROOM_KIND_COUNT),
                                 .takeover = now_and_then(rng, 2),
                                 .name = now_and_then(rng, 2) ? one_of(rng, some_names) : NULL,
                                 .token = now_and_then(rng, 2) ? some_token(rng, p, i) : NULL,
                                 .account = now_and_then(rng, 3) ? one_of(rng, some_people) : NULL,
                                 .joined = spk_rng_below(rng, 2)};
}

static void random_notes(spk_rng *rng, srv_change *c, parts *p)
{
    static const char *const kinds[IDS] = {"alert", "alert", "rating", ""};
    c->notes = p->notes;
    c->n_notes = 1 + now_and_then(rng, 2);
    for (int i = 0; i < c->n_notes; i++)
        p->notes[i] =
            (srv_note){.kind = now_and_then(rng, 30) ? kinds[3] : kinds[spk_rng_below(rng, 3)],
                       .key = one_of(rng, some_ids),
                       .account = now_and_then(rng, 3) ? one_of(rng, some_people) : NULL,
                       .list = now_and_then(rng, 2) ? one_of(rng, some_names) : NULL,
                       .rank = spk_rng_below(rng, 5),
                       .text = now_and_then(rng, 5) ? NULL : "{\"n\":1}",
                       .version = (int64_t)spk_rng_below(rng, 4) - 1};
}

static void random_change(spk_rng *rng, srv_change *c, parts *p, const int *n_entries)
{
    int at = (int)spk_rng_below(rng, IDS);
    *c = (srv_change){.table = some_ids[at], .at = spk_rng_below(rng, 1000)};
    random_people(rng, c, p);
    if (now_and_then(rng, 6)) {
        p->table = (srv_row){.game = "famiglia",
                             .players = 2,
                             .header = kit_header,
                             .settings = "{}",
                             .seed = kit_hash(1),
                             .commitment = kit_hash(2),
                             .listed = now_and_then(rng, 2)};
        c->create = &p->table;
    }
    if (now_and_then(rng, 3)) {
        c->entries = p->entries;
        c->n_entries = 1 + now_and_then(rng, 2);
        c->first_entry = n_entries[at] + 1 - now_and_then(rng, 5) + now_and_then(rng, 5);
        p->entries[0] = (srv_entry){.line = "0 pass"};
        p->entries[1] = (srv_entry){.line = "chance draw F2", .ref = "r"};
    }
    if (now_and_then(rng, 5)) {
        c->chats = p->chats;
        c->n_chats = 1 + now_and_then(rng, 2);
        c->first_chat = (int)spk_rng_below(rng, 20);
        p->chats[0] = (srv_chat){.seat = 0, .text = "hello"};
        p->chats[1] = (srv_chat){.seat = 1, .text = "hi"};
    }
    if (now_and_then(rng, 4))
        random_seats(rng, c, p);
    if (now_and_then(rng, 3))
        random_notes(rng, c, p);
    if (now_and_then(rng, 10))
        c->host_token = some_token(rng, p, 2);
    if (now_and_then(rng, 6))
        c->status = (room_status)spk_rng_below(rng, ROOM_STATUS_COUNT - !now_and_then(rng, 10));
    if (now_and_then(rng, 8))
        c->settings = "{\"x\":1}", c->listed = now_and_then(rng, 2);
    if (now_and_then(rng, 6))
        c->clock = now_and_then(rng, 3) ? "" : "tick", c->due = spk_rng_below(rng, 100);
    if (now_and_then(rng, 15))
        c->forget_seats = spk_rng_below(rng, 4);
    c->forget_table = now_and_then(rng, 30);
}

static void look_everywhere(stage *s, spk_buf *out)
{
    for (int i = 0; i < IDS; i++) {
        print_answer(s, (srv_query){.what = SRV_ASK_TABLE, .id = some_ids[i]}, out);
        print_answer(s, (srv_query){.what = SRV_ASK_ACCOUNT, .name = some_names[i]}, out);
        print_answer(s, (srv_query){.what = SRV_ASK_MINE, .id = some_people[i]}, out);
    }
    for (int i = 0; i < TOKENS; i++) {
        print_answer(s, (srv_query){.what = SRV_ASK_TOKEN, .token = kit_hash(i)}, out);
        print_answer(s, (srv_query){.what = SRV_ASK_SESSION, .token = kit_hash(i), .at = 500}, out);
    }
    for (int i = ROOM_WAITING; i < ROOM_STATUS_COUNT; i++)
        print_answer(s, (srv_query){.what = SRV_ASK_LISTED, .status = (room_status)i}, out);
    print_answer(s, (srv_query){.what = SRV_ASK_ALL, .limit = 3}, out);
    print_answer(s, (srv_query){.what = SRV_ASK_DUE, .at = 50}, out);
    for (int i = 0; i < 2; i++) {
        srv_query q = {.what = SRV_ASK_NOTES, .kind = i ? "alert" : "rating", .falling = i};
        print_answer(s, q, out);
        q.account = some_people[i], q.limit = 2;
        print_answer(s, q, out);
        q.account = NULL, q.list = some_names[i];
        print_answer(s, q, out);
    }
    print_answer(s, (srv_query){.what = SRV_ASK_COUNTS}, out);
}

static void refresh_counts(stage *s, int *n_entries)
{
    for (int i = 0; i < IDS; i++) {
        int n = kit_count(s, some_ids[i]);
        n_entries[i] = n < 0 ? 0 : n;
    }
}

/* Says where two long texts part. */
static void check_same(const char *a, const char *b)
{
    size_t at = 0;
    while (a[at] && a[at] == b[at])
        at++;
    size_t from = at > 60 ? at - 60 : 0;
    if (a[at] != b[at])
        fail_msg("in the file '%.100s', in memory '%.100s'", a + from, b + from);
}

TEST(any_change_does_the_same_in_memory_and_in_a_file)
{
    int n_ok = 0, n_refused = 0;
    for (uint64_t seed = 0; seed < 4; seed++) {
        stage memory, file;
        spk_rng rng;
        int n_entries[IDS] = {0};
        spk_rng_init(&rng, seed, 0);
        kit_set(&memory, false, false);
        kit_set(&file, true, false);
        for (int i = 0; i < 400; i++) {
            srv_change c;
            static parts p;
            spk_why why_memory = {0}, why_file = {0};
            refresh_counts(&memory, n_entries);
            random_change(&rng, &c, &p, n_entries);
            spk_err err = srv_store_write_now(memory.store, &c, &why_memory);
            CHECK_INT(srv_store_write_now(file.store, &c, &why_file), err);
            CHECK_STR(why_file.text, why_memory.text);
            n_ok += err == SPK_OK;
            n_refused += err != SPK_OK;
            if (i % 20)
                continue;
            spk_buf in_memory = {0}, in_file = {0};
            look_everywhere(&memory, &in_memory);
            look_everywhere(&file, &in_file);
            check_same(spk_buf_text(&in_file), spk_buf_text(&in_memory));
            spk_buf_release(&in_memory);
            spk_buf_release(&in_file);
        }
        CHECK_INT(srv_store_check(file.store, NULL), SPK_OK);
        kit_clear(&memory);
        kit_clear(&file);
    }
    CHECK(n_ok > 200 && n_refused > 200); /* both were seen */
}

TEST_MAIN()
