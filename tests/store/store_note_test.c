/* store_note_test.c: notes (store.h, srv_note), on every backend alike; store_postgres_note_test.c is the same on
 * PostgreSQL. Random changes of everything at once are in store_test.c. */
#include "store_kit.h"

#include <pthread.h>

#include "base/str.h"
#include "lease_kit.h"

static spk_err put(stage *s, srv_note n)
{
    return kit_write(s, (srv_change){.at = 1, .notes = &n, .n_notes = 1});
}

static spk_err put_text(stage *s, const char *key, int64_t rank, int64_t version)
{
    return put(
        s, (srv_note){.kind = "alert", .key = key, .rank = rank, .text = "{}", .version = version});
}

/* "key:rank/version ..." of an answer, and "+" if the list goes on. */
static const char *print_notes(const srv_answer *a, spk_buf *out)
{
    spk_buf_clear(out);
    for (int i = 0; i < a->n_notes; i++)
        spk_buf_printf(out, "%s%s:%lld/%lld", i ? " " : "", a->notes[i].key,
                       (long long)a->notes[i].rank, (long long)a->notes[i].version);
    spk_buf_puts(out, a->more ? " +" : "");
    return spk_buf_text(out);
}

static void check_notes(stage *s, srv_query q, const char *want)
{
    spk_buf got = {0};
    q.what = SRV_ASK_NOTES;
    q.kind = q.kind ? q.kind : "alert";
    srv_found f = kit_ask(s, q);
    CHECK_INT(f.answer.err, SPK_OK);
    CHECK_STR(print_notes(&f.answer, &got), want);
    srv_found_release(&f);
    spk_buf_release(&got);
}

/* 0: there is none. */
static int64_t version_of(stage *s, const char *key)
{
    srv_found f = kit_ask(s, (srv_query){.what = SRV_ASK_NOTE, .kind = "alert", .key = key});
    int64_t version = f.answer.err == SPK_OK ? f.answer.notes->version : 0;
    srv_found_release(&f);
    return version;
}

/* -- One note --------------------------------------------------------------------------------------- */

STORE_TEST(a_note_comes_back_as_it_was_written)
{
    srv_note n = {.kind = "rating",
                  .key = "famiglia/2/Zoë",
                  .account = "u1",
                  .list = "famiglia/2",
                  .rank = -5,
                  .text = "{\"mu\":25.0,\"name\":\"Zoë 'the' \\\"Cat\\\"\"}"};
    CHECK_INT(kit_account(s, "u1", "Zoë"), SPK_OK);
    CHECK_INT(put(s, n), SPK_OK);
    srv_found f =
        kit_ask(s, (srv_query){.what = SRV_ASK_NOTE, .kind = "rating", .key = "famiglia/2/Zoë"});
    CHECK_INT(f.answer.n_notes, 1);
    const srv_note *got = f.answer.notes;
    CHECK_STR(got->kind, n.kind);
    CHECK_STR(got->key, n.key);
    CHECK_STR(got->account, n.account);
    CHECK_STR(got->list, n.list);
    CHECK_STR(got->text, n.text);
    CHECK_INT(got->rank, -5);
    CHECK_INT(got->version, 1);
    srv_found_release(&f);
    f = kit_ask(s, (srv_query){.what = SRV_ASK_NOTE, .kind = "alert", .key = "famiglia/2/Zoë"});
    CHECK_INT(f.answer.err, SPK_EUNKNOWN);
    CHECK_STR(f.answer.why, "There is no such note.");
    CHECK_INT(f.answer.n_notes, 0);
    srv_found_release(&f);
}

STORE_TEST(a_note_is_written_only_over_the_version_that_was_read)
{
    CHECK_INT(put_text(s, "a", 1, 1), SPK_ESTALE);
    CHECK_INT(put_text(s, "a", 1, 0), SPK_OK);
    CHECK_INT(put_text(s, "a", 2, 0), SPK_ESTALE);
    CHECK_INT(put_text(s, "a", 2, 1), SPK_OK);
    CHECK_INT(put_text(s, "a", 3, 1), SPK_ESTALE);
    CHECK_INT(put_text(s, "a", 3, SRV_ANY_VERSION), SPK_OK);
    check_notes(s, (srv_query){0}, "a:3/3");
    CHECK_INT(put_text(s, "b", 9, SRV_ANY_VERSION), SPK_OK);
    check_notes(s, (srv_query){0}, "a:3/3 b:9/1");
}

STORE_TEST(a_note_is_removed_only_in_the_version_that_was_read)
{
    srv_note gone = {.kind = "alert", .key = "a"};
    put_text(s, "a", 1, 0), put_text(s, "a", 1, 1);
    CHECK_INT(put(s, gone), SPK_ESTALE); /* 0: it must not be there */
    gone.version = 1;
    CHECK_INT(put(s, gone), SPK_ESTALE);
    gone.version = 2;
    CHECK_INT(put(s, gone), SPK_OK);
    CHECK_INT(version_of(s, "a"), 0);
    CHECK_INT(put(s, gone), SPK_ESTALE);
    gone.version = 0;
    CHECK_INT(put(s, gone), SPK_OK);
    gone.version = SRV_ANY_VERSION;
    CHECK_INT(put(s, gone), SPK_OK);
    CHECK_INT(put_text(s, "a", 1, 0), SPK_OK);
    CHECK_INT(version_of(s, "a"), 1);
}

/* -- With others ------------------------------------------------------------------------------------- */

/* Moves and notes are one act: a note that is refused takes the move with it, and the other way round. */
STORE_TEST(a_change_is_written_with_its_notes_or_not_at_all)
{
    srv_note notes[2] = {{.kind = "alert", .key = "a", .text = "{}"},
                         {.kind = "alert", .key = "b", .text = "{}", .version = 7}};
    srv_entry pass = {.line = "0 pass"};
    srv_change c = {.table = "t",
                    .at = 1,
                    .first_entry = 1,
                    .entries = &pass,
                    .n_entries = 1,
                    .notes = notes,
                    .n_notes = 2};
    CHECK_INT(kit_make(s, "t", 1), SPK_OK);
    CHECK_INT(kit_write(s, c), SPK_ESTALE);
    CHECK_INT(kit_count(s, "t"), 0);
    check_notes(s, (srv_query){0}, "");
    notes[1].version = 0;
    c.first_entry = 2;
    CHECK_INT(kit_write(s, c), SPK_ESTALE);
    check_notes(s, (srv_query){0}, "");
    c.first_entry = 1;
    CHECK_INT(kit_write(s, c), SPK_OK);
    CHECK_INT(kit_count(s, "t"), 1);
    check_notes(s, (srv_query){0}, "a:0/1 b:0/1");
}

STORE_TEST(a_closed_table_refuses_no_notes)
{
    srv_note n = {.kind = "alert", .key = "a", .text = "{}"};
    kit_make(s, "t", 1);
    CHECK_INT(kit_write(s, (srv_change){.table = "t", .status = ROOM_CLOSED}), SPK_OK);
    CHECK_INT(kit_write(s, (srv_change){.table = "t", .notes = &n, .n_notes = 1}), SPK_OK);
    CHECK_INT(version_of(s, "a"), 1);
}

STORE_TEST(a_note_belongs_to_an_account_that_is_there)
{
    srv_account zoe = {.id = "u1", .name = "Zoë", .password = "$argon2id$..."};
    srv_note n = {.kind = "alert", .key = "a", .account = "u1", .text = "{}"};
    spk_why why = {0};
    srv_change c = {.at = 1, .notes = &n, .n_notes = 1};
    CHECK_INT(srv_store_write_now(s->store, &c, &why), SPK_EUNKNOWN);
    CHECK_STR(why.text, "There is no such account.");
    c.new_account = &zoe;
    CHECK_INT(kit_write(s, c), SPK_OK);
    CHECK_INT(version_of(s, "a"), 1);
}

STORE_TEST(a_forgotten_account_takes_its_notes_along)
{
    kit_account(s, "u1", "Ann"), kit_account(s, "u2", "Bob");
    put(s, (srv_note){.kind = "alert", .key = "a", .account = "u1", .text = "{}"});
    put(s, (srv_note){.kind = "rating", .key = "a", .account = "u1", .text = "{}"});
    put(s, (srv_note){.kind = "alert", .key = "b", .account = "u2", .text = "{}"});
    put_text(s, "c", 0, 0);
    CHECK_INT(kit_write(s, (srv_change){.forget_account = "u1"}), SPK_OK);
    check_notes(s, (srv_query){0}, "b:0/1 c:0/1");
    check_notes(s, (srv_query){.kind = "rating"}, "");
    CHECK_INT(srv_store_check(s->store, NULL), SPK_OK);
}

/* A note about two people is gone when either is; one that only happens to be listed under such a word is not. */
STORE_TEST(a_forgotten_account_takes_notes_about_it_along)
{
    spk_why why = {0};
    kit_account(s, "u1", "Ann"), kit_account(s, "u2", "Bob");
    put(s, (srv_note){.kind = "tie", .key = "a", .account = "u2", .list = "u1", .text = "{}"});
    put(s, (srv_note){.kind = "tie", .key = "b", .account = "u1", .list = "u2", .text = "{}"});
    put(s, (srv_note){.kind = "tie", .key = "c", .account = "u2", .list = "u2", .text = "{}"});
    put(s, (srv_note){.kind = "alert", .key = "d", .list = "u1", .text = "{}"});
    put(s, (srv_note){.kind = "rating", .key = "e", .list = "u1", .text = "{}"});
    CHECK_INT(kit_write(s, (srv_change){.forget_account = "u1"}), SPK_OK);
    check_notes(s, (srv_query){.kind = "tie"}, "c:0/1");
    check_notes(s, (srv_query){0}, "");
    check_notes(s, (srv_query){.kind = "rating"}, "e:0/1");
    srv_note late = {.kind = "tie", .key = "f", .account = "u2", .list = "u1", .text = "{}"};
    srv_change c = {.at = 1, .notes = &late, .n_notes = 1};
    CHECK_INT(srv_store_write_now(s->store, &c, &why), SPK_EUNKNOWN);
    CHECK_INT(srv_store_check(s->store, NULL), SPK_OK);
}

/* -- Limits ------------------------------------------------------------------------------------------- */

static void check_refused(stage *s, srv_note n, const char *reason)
{
    spk_why why = {0};
    srv_change c = {.at = 1, .notes = &n, .n_notes = 1};
    CHECK_INT(srv_store_write_now(s->store, &c, &why), SPK_ERANGE);
    CHECK_STR(why.text, reason);
}

STORE_TEST(what_is_too_long_is_refused_with_a_reason)
{
    static const char names[] = "A note has a kind of 1 to 31 bytes and a key of 1 to 127.";
    static const char lists[] = "A list of notes has a name of 1 to 127 bytes.";
    char kind[SRV_KIND_ROOM + 1], key[SRV_KEY_ROOM + 1];
    char *text = spk_alloc(SRV_NOTE_TEXT + 2);
    memset(kind, 'k', sizeof kind), memset(key, 'k', sizeof key);
    memset(text, ' ', SRV_NOTE_TEXT + 1);
    kind[SRV_KIND_ROOM] = key[SRV_KEY_ROOM] = '\0';
    check_refused(s, (srv_note){.kind = kind, .key = "a", .text = "{}"}, names);
    check_refused(s, (srv_note){.kind = "", .key = "a", .text = "{}"}, names);
    check_refused(s, (srv_note){.kind = "alert", .key = key, .text = "{}"}, names);
    check_refused(s, (srv_note){.kind = "alert", .key = "", .text = "{}"}, names);
    check_refused(s, (srv_note){.kind = "alert", .text = "{}"}, names);
    check_refused(s, (srv_note){.kind = "alert", .key = "a", .list = key, .text = "{}"}, lists);
    check_refused(s, (srv_note){.kind = "alert", .key = "a", .list = "", .text = "{}"}, lists);
    check_refused(s, (srv_note){.kind = "alert", .key = "a", .text = text},
                  "The text of a note has at most 65536 bytes.");
    text[SRV_NOTE_TEXT] = kind[SRV_KIND_ROOM - 1] = key[SRV_KEY_ROOM - 1] = '\0';
    CHECK_INT(put(s, (srv_note){.kind = kind, .key = key, .list = key, .text = text}), SPK_OK);
    srv_found f = kit_ask(s, (srv_query){.what = SRV_ASK_NOTE, .kind = kind, .key = key});
    CHECK_INT(strlen(f.answer.notes->text), SRV_NOTE_TEXT);
    srv_found_release(&f);
    CHECK_INT(srv_store_check(s->store, NULL), SPK_OK);
    spk_free(text);
}

STORE_TEST(a_change_has_each_note_once_and_not_too_many)
{
    static srv_note notes[SRV_MOST_NOTES + 1];
    static char keys[SRV_MOST_NOTES + 1][8];
    spk_why why = {0};
    for (int i = 0; i <= SRV_MOST_NOTES; i++) {
        snprintf(keys[i], sizeof keys[i], "n%d", i);
        notes[i] = (srv_note){.kind = "alert", .key = keys[i], .text = "{}"};
    }
    srv_change c = {.at = 1, .notes = notes, .n_notes = SRV_MOST_NOTES + 1};
    CHECK_INT(srv_store_write_now(s->store, &c, &why), SPK_ERANGE);
    CHECK_STR(why.text, "A change has at most 256 notes.");
    c.n_notes--;
    CHECK_INT(srv_store_write_now(s->store, &c, &why), SPK_OK);
    c.n_notes = 2;
    notes[0].version = notes[1].version = 1;
    notes[1].key = "n0";
    CHECK_INT(srv_store_write_now(s->store, &c, &why), SPK_ERANGE);
    CHECK_STR(why.text, "The note alert/n0 comes twice.");
    notes[1].kind = "other", notes[1].version = 0;
    CHECK_INT(srv_store_write_now(s->store, &c, &why), SPK_OK);
}

/* -- Lists --------------------------------------------------------------------------------------------- */

static void put_listed(stage *s, const char *key, const char *list, const char *account, int rank)
{
    CHECK_INT(put(s, (srv_note){.kind = "alert",
                                .key = key,
                                .list = list,
                                .account = account,
                                .rank = rank,
                                .text = "{}"}),
              SPK_OK);
}

static void put_six(stage *s)
{
    kit_account(s, "u1", "Ann");
    put_listed(s, "a", "x", NULL, 30);
    put_listed(s, "b", "x", "u1", -10);
    put_listed(s, "c", "y", "u1", 30);
    put_listed(s, "d", "x", NULL, 20);
    put_listed(s, "e", NULL, NULL, 20);
    put_listed(s, "f", "x", "u1", 20);
    CHECK_INT(put(s, (srv_note){.kind = "other", .key = "g", .list = "x", .text = "{}"}), SPK_OK);
}

STORE_TEST(notes_are_listed_by_rank_and_key)
{
    put_six(s);
    check_notes(s, (srv_query){0}, "b:-10/1 d:20/1 e:20/1 f:20/1 a:30/1 c:30/1");
    check_notes(s, (srv_query){.falling = true}, "c:30/1 a:30/1 f:20/1 e:20/1 d:20/1 b:-10/1");
    check_notes(s, (srv_query){.list = "x"}, "b:-10/1 d:20/1 f:20/1 a:30/1");
    check_notes(s, (srv_query){.list = "x", .falling = true}, "a:30/1 f:20/1 d:20/1 b:-10/1");
    check_notes(s, (srv_query){.account = "u1"}, "b:-10/1 f:20/1 c:30/1");
    check_notes(s, (srv_query){.account = "u1", .falling = true}, "c:30/1 f:20/1 b:-10/1");
    check_notes(s, (srv_query){.account = "u1", .list = "x"}, "b:-10/1 f:20/1");
    check_notes(s, (srv_query){.list = "nobody's"}, "");
    check_notes(s, (srv_query){.kind = "nothing"}, "");
}

STORE_TEST(notes_are_listed_from_a_rank_to_another)
{
    put_six(s);
    check_notes(s, (srv_query){.within = true, .low_rank = INT64_MIN, .high_rank = 20},
                "b:-10/1 d:20/1 e:20/1 f:20/1");
    check_notes(s, (srv_query){.within = true, .low_rank = 20, .high_rank = 29},
                "d:20/1 e:20/1 f:20/1");
    check_notes(
        s,
        (srv_query){
            .within = true, .low_rank = 20, .high_rank = INT64_MAX, .list = "x", .falling = true},
        "a:30/1 f:20/1 d:20/1");
    check_notes(s, (srv_query){.within = true, .low_rank = 1, .high_rank = 0}, "");
}

STORE_TEST(notes_come_in_pages)
{
    put_six(s);
    check_notes(s, (srv_query){.limit = 2}, "b:-10/1 d:20/1 +");
    check_notes(s, (srv_query){.limit = 2, .after_at = 20, .after_id = "d"}, "e:20/1 f:20/1 +");
    check_notes(s, (srv_query){.limit = 2, .after_at = 20, .after_id = "f"}, "a:30/1 c:30/1");
    check_notes(s, (srv_query){.limit = 3, .falling = true, .after_at = 30, .after_id = "a"},
                "f:20/1 e:20/1 d:20/1 +");
    check_notes(s, (srv_query){.limit = 1, .list = "x", .after_at = 20, .after_id = "d"},
                "f:20/1 +");
    check_notes(
        s,
        (srv_query){.limit = 9, .account = "u1", .falling = true, .after_at = 30, .after_id = "c"},
        "f:20/1 b:-10/1");
}

STORE_TEST(ranks_may_be_as_large_as_numbers_go)
{
    put_text(s, "low", INT64_MIN, 0), put_text(s, "high", INT64_MAX, 0);
    check_notes(s, (srv_query){0}, "low:-9223372036854775808/1 high:9223372036854775807/1");
    check_notes(s, (srv_query){.falling = true, .limit = 1}, "high:9223372036854775807/1 +");
}

/* -- The queue ------------------------------------------------------------------------------------------ */

static void count_done(void *context, const srv_answer *answer)
{
    CHECK_INT(answer->err, SPK_OK);
    ++*(int *)context;
}

/* What the change pointed to is the caller's again at once. */
TEST(a_queued_note_is_a_copy)
{
    stage s;
    int n_done = 0;
    kit_set(&s, true, true);
    char kind[] = "alert", key[] = "a", list[] = "x", text[] = "{\"n\":1}";
    srv_note n = {.kind = kind, .key = key, .list = list, .text = text};
    CHECK_INT(srv_store_write(s.store, &(srv_change){.at = 1, .notes = &n, .n_notes = 1},
                              count_done, &n_done),
              SPK_OK);
    kind[0] = key[0] = list[0] = text[0] = '?';
    n = (srv_note){0};
    kit_settle(&s, &n_done, 1);
    check_notes(&s, (srv_query){.list = "x"}, "a:0/1");
    kit_clear(&s);
}

TEST(notes_are_there_after_the_next_start)
{
    stage s;
    kit_set(&s, true, false);
    put_six(&s);
    srv_store_close(s.store);
    kit_open(&s, false);
    check_notes(&s, (srv_query){.list = "x"}, "b:-10/1 d:20/1 f:20/1 a:30/1");
    kit_clear(&s);
}

/* -- Several nodes ---------------------------------------------------------------------------------------- */

typedef struct racer {
    stage *node;
    int n_won, n_lost;
} racer;

enum { ROUNDS = 60 };

/* Whoever reads a note tries to be the one who changes it. */
static void *race(void *arg)
{
    racer *r = arg;
    for (int i = 0; i < ROUNDS; i++) {
        int64_t version = version_of(r->node, "prize");
        srv_note n = {.kind = "alert", .key = "prize", .text = "{}", .version = version};
        spk_err err = kit_write(r->node, (srv_change){.at = 1, .notes = &n, .n_notes = 1});
        r->n_won += err == SPK_OK;
        r->n_lost += err == SPK_ESTALE;
    }
    return NULL;
}

#ifdef KIT_POSTGRES
enum { SHARED_IN_FILE = true };
#else
enum { SHARED_IN_FILE = false };
#endif

TEST(of_several_nodes_one_changes_a_note)
{
    stage tool;
    kit_set_shared(&tool, SHARED_IN_FILE);
    stage a = kit_node(&tool, "a"), b = kit_node(&tool, "b");
    racer racers[2] = {{.node = &a}, {.node = &b}};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        CHECK_INT(pthread_create(&threads[i], NULL, race, &racers[i]), 0);
    for (int i = 0; i < 2; i++) {
        CHECK_INT(pthread_join(threads[i], NULL), 0);
        CHECK_INT(racers[i].n_won + racers[i].n_lost, ROUNDS);
    }
    CHECK(racers[0].n_won + racers[1].n_won >= ROUNDS); /* in each round at least one does */
    CHECK_INT(version_of(&tool, "prize"), racers[0].n_won + racers[1].n_won);
    srv_store_close(a.store);
    srv_store_close(b.store);
    kit_clear(&tool);
}

TEST(a_node_needs_its_lease_to_change_a_note)
{
    stage tool;
    kit_set_shared(&tool, SHARED_IN_FILE);
    stage a = kit_node(&tool, "a");
    CHECK_INT(put_text(&a, "n", 1, 0), SPK_OK);
    kit_expire(&tool, "a", NULL, 0);
    CHECK_INT(put_text(&a, "n", 2, 1), SPK_ELOST);
    CHECK_INT(put_text(&a, "n", 2, 9), SPK_ELOST); /* which is the reason, whatever else is wrong */
    CHECK_INT(version_of(&tool, "n"), 1);
    CHECK_INT(put_text(&tool, "n", 2, 1), SPK_OK); /* tools need none */
    srv_store_close(a.store);
    kit_clear(&tool);
}

/* -- Moving ------------------------------------------------------------------------------------------------ */

#ifdef KIT_POSTGRES
TEST(notes_move_with_the_house)
{
    stage s, file = {.in_file = true};
    srv_moved moved;
    spk_why why = {0};
    char dir[] = "/tmp/spk_store_XXXXXX";
    CHECK(mkdtemp(dir) != NULL);
    snprintf(file.path, sizeof file.path, "%s/t.db", dir);
    kit_set(&s, true, false);
    kit_open(&file, false);
    put_six(&s);
    if (srv_store_move(s.store, file.store, &moved, &why) != SPK_OK)
        fail_msg("%s", why.text);
    CHECK_STR(moved.part[SRV_PARTS - 1].name, "notes");
    CHECK_INT(moved.part[SRV_PARTS - 1].n, 7);
    check_notes(&file, (srv_query){.list = "x"}, "b:-10/1 d:20/1 f:20/1 a:30/1");
    check_notes(&file, (srv_query){.account = "u1"}, "b:-10/1 f:20/1 c:30/1");
    CHECK_INT(srv_store_check(file.store, NULL), SPK_OK);
    srv_store_close(file.store);
    kit_clear(&s);
    kit_rmdir(dir);
}
#endif

TEST_MAIN()
