/* record_test.c: matches as files. What is saved loads as the same match; everything else is
 * refused with its line and leaves nothing behind (the sanitizer build sees what would). Records
 * with talk are in match_test.c, beside a game that has it. */
#include "test.h"

#include "base/mem.h"
#include "base/str.h"
#include "engine/record.h"
#include "games/registry.h"

static spk_match *random_match(const spk_box *box, uint64_t seed)
{
    spk_move moves[SPK_MAX_MOVES];
    spk_rng rng;
    spk_rng_init(&rng, seed, 0);
    spk_match *m = spk_match_new(box);
    for (spk_match_deal(m, &rng); !spk_match_is_over(m); spk_match_deal(m, &rng)) {
        spk_seat seat = spk_actors_first(spk_match_actors(m));
        int n = spk_match_moves(m, seat, moves);
        int busy = n > 1 && moves[n - 1] & SPK_MOVE_IDLE ? n - 1 : n;
        spk_move move = moves[spk_rng_below(&rng, (uint32_t)busy)];
        CHECK(spk_match_move(m, seat, move, NULL) == SPK_OK);
        if (spk_rng_below(&rng, 4) == 0 && spk_match_undo(m, seat, NULL) == SPK_OK)
            CHECK(spk_match_play_safe(m, seat, NULL) == SPK_OK);
    }
    return m;
}

static void save_random(uint64_t seed, spk_buf *out)
{
    spk_box box;
    CHECK(spk_box_open(&box, spk_game_find("famiglia"), &(spk_choice){0}, NULL) == SPK_OK);
    spk_match *m = random_match(&box, seed);
    spk_record_save(m, out);
    spk_match_free(m);
    spk_box_close(&box);
}

static spk_err load(const char *text, size_t n, const spk_choice *edition, spk_why *why)
{
    /* A copy that ends exactly where the text does: the sanitizer sees one byte too far. */
    char *copy = memcpy(spk_alloc(n), text, n);
    spk_record record;
    memset(&record, 0xa5, sizeof record);
    *why = (spk_why){0};
    spk_err err = spk_record_load(&record, copy, n, spk_game_find, edition, why);
    if (err == SPK_OK)
        spk_record_release(&record);
    CHECK(record.match == NULL && record.box.game == NULL && record.box.config == NULL);
    spk_free(copy);
    return err;
}

/* -- What is saved loads ----------------------------------------------------------------------- */

static void check_same(const spk_match *a, const spk_match *b)
{
    CHECK(spk_state_eq(spk_match_box(a), spk_match_state(a), spk_match_state(b)));
    CHECK_INT(spk_match_n_entries(a), spk_match_n_entries(b));
    for (int i = 0; i < spk_match_n_entries(a); i++) {
        spk_entry x = spk_match_entry(a, i), y = spk_match_entry(b, i);
        CHECK(x.kind == y.kind && x.seat == y.seat);
        CHECK_STR(x.text, y.text);
    }
}

TEST(a_saved_match_loads_as_the_same_match)
{
    static const char *const options[] = {"tie_break=descending", "joker_only_if_needed=on",
                                          "start_player=seat_2"};
    spk_box box;
    for (int seed = 0; seed < 40; seed++) {
        spk_choice choice = {.options = options, .n_options = seed % 4};
        spk_buf first = {0}, second = {0};
        spk_record record;
        CHECK(spk_box_open(&box, spk_game_find("famiglia"), &choice, NULL) == SPK_OK);
        spk_match *m = random_match(&box, (uint64_t)seed);
        spk_record_save(m, &first);
        CHECK(spk_record_load(&record, first.bytes, first.n, spk_game_find, NULL, NULL) == SPK_OK);
        check_same(m, record.match);
        CHECK(memcmp(record.box.option, box.option, sizeof box.option) == 0);
        spk_record_save(record.match, &second);
        CHECK_STR(spk_buf_text(&second), spk_buf_text(&first));
        spk_record_release(&record);
        spk_buf_release(&first);
        spk_buf_release(&second);
        spk_match_free(m);
        spk_box_close(&box);
    }
}

TEST(a_match_that_has_not_begun_loads)
{
    spk_box box;
    spk_why why;
    spk_buf text = {0};
    CHECK(spk_box_open(&box, spk_game_find("famiglia"), &(spk_choice){0}, NULL) == SPK_OK);
    spk_match *m = spk_match_new(&box);
    spk_record_save(m, &text);
    CHECK(strstr(spk_buf_text(&text), "\nlog\nend 0\n"));
    CHECK(load(text.bytes, text.n, NULL, &why) == SPK_OK);
    spk_match_free(m);
    spk_box_close(&box);
    spk_buf_release(&text);
}

TEST(line_ends_of_the_other_kind_are_read)
{
    spk_why why;
    spk_buf text = {0}, other = {0};
    save_random(3, &text);
    for (size_t i = 0; i < text.n; i++) {
        if (text.bytes[i] == '\n')
            spk_buf_putc(&other, '\r');
        spk_buf_putc(&other, text.bytes[i]);
    }
    CHECK(load(other.bytes, other.n, NULL, &why) == SPK_OK);
    spk_buf_release(&text);
    spk_buf_release(&other);
}

/* -- Proof lines ------------------------------------------------------------------------------- */

TEST(the_lines_of_a_proof_are_kept_and_written_back)
{
    spk_buf text = {0}, proof = {0}, plain = {0}, again = {0};
    spk_record record;
    char value[SPK_PROOF_VALUE + 1];
    save_random(2, &plain);
    CHECK(spk_record_load(&record, plain.bytes, plain.n, spk_game_find, NULL, NULL) == SPK_OK);
    CHECK_INT(record.proof.n, 0); /* as all old records */
    CHECK(spk_proof_value(&record.proof, "seed", value) == NULL);
    CHECK(spk_proof_add(&proof, "table", "k7", NULL) == SPK_OK);
    CHECK(spk_proof_add(&proof, "seat_0", "00ff!~", NULL) == SPK_OK);
    spk_record_save_proved(record.match, &proof, &text);
    spk_record_release(&record);
    CHECK(strstr(spk_buf_text(&text), "\nproof table k7\nproof seat_0 00ff!~\nlog\n1 "));
    CHECK(spk_record_load(&record, text.bytes, text.n, spk_game_find, NULL, NULL) == SPK_OK);
    CHECK_STR(spk_buf_text(&record.proof), "table k7\nseat_0 00ff!~\n");
    CHECK_STR(spk_proof_value(&record.proof, "seat_0", value), "00ff!~");
    CHECK_STR(spk_proof_value(&record.proof, "table", value), "k7");
    CHECK(spk_proof_value(&record.proof, "seat", value) == NULL);
    spk_record_save_proved(record.match, &record.proof, &again);
    CHECK_STR(spk_buf_text(&again), spk_buf_text(&text));
    spk_buf_clear(&again);
    spk_record_save(record.match, &again); /* without it: the record as it was */
    CHECK_STR(spk_buf_text(&again), spk_buf_text(&plain));
    spk_record_release(&record);
    spk_buf_release(&text);
    spk_buf_release(&proof);
    spk_buf_release(&plain);
    spk_buf_release(&again);
}

TEST(what_is_no_line_of_a_proof_is_not_added)
{
    static const char *const keys[] = {
        "", "A", "1a", "_a", "a-b", "a b", "a\n", "k\xc3\xa4", "abcdefghijklmnopqrstuvwxy"};
    static const char *const values[] = {"", "a b", " a", "a\n", "\t", "\x7f", "\xc3\xa4"};
    char longest[SPK_PROOF_VALUE + 2], key[8];
    spk_buf proof = {0};
    spk_why why;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        CHECK(spk_proof_add(&proof, keys[i], "x", &why) == SPK_EMALFORMED && why.text[0]);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        CHECK(spk_proof_add(&proof, "x", values[i], &why) == SPK_EMALFORMED && why.text[0]);
    memset(longest, 'v', sizeof longest);
    longest[SPK_PROOF_VALUE + 1] = '\0';
    CHECK(spk_proof_add(&proof, "long", longest, NULL) == SPK_EMALFORMED);
    CHECK_INT(proof.n, 0);
    CHECK(spk_proof_add(&proof, "abcdefghijklmnopqrstuvwx", longest + 1, NULL) == SPK_OK);
    for (int i = 1; i < SPK_PROOF_LINES; i++) {
        snprintf(key, sizeof key, "k%d", i);
        CHECK(spk_proof_add(&proof, key, "v", NULL) == SPK_OK);
        CHECK(spk_proof_add(&proof, key, "w", NULL) == SPK_EMALFORMED); /* each once */
    }
    CHECK(spk_proof_add(&proof, "more", "v", &why) == SPK_EMALFORMED);
    CHECK(strstr(why.text, "32"));
    spk_buf_release(&proof);
}

/* -- A record cut anywhere --------------------------------------------------------------------- */

TEST(a_record_cut_at_any_byte_is_refused)
{
    spk_why why;
    for (uint64_t seed = 0; seed < 2; seed++) {
        spk_buf text = {0};
        save_random(seed, &text);
        CHECK(text.n > 1000);
        for (size_t n = 0; n + 1 < text.n; n++) {
            if (load(text.bytes, n, NULL, &why) == SPK_OK)
                fail_msg("cut after %zu of %zu bytes it still loads", n, text.n);
            CHECK(why.line > 0 && why.text[0]);
        }
        /* Without the last line end all is there. */
        CHECK(load(text.bytes, text.n - 1, NULL, &why) == SPK_OK);
        spk_buf_release(&text);
    }
}

/* -- A record that was changed ----------------------------------------------------------------- */

/* A whole short match, so that lines can be counted: 5 options, the log from line 11 on. */
static const char good[] = "speakeasy-play 1\n"
                           "game famiglia\n"
                           "seats 2\n"
                           "edition default HASH\n"
                           "option start_player seat_1\n"
                           "option end_on_refill_after_second extra_round\n"
                           "option joker_only_if_needed off\n"
                           "option tie_break draw\n"
                           "option show_hands on\n"
                           "log\n"
                           "1 chance draw A0\n"
                           "2 chance draw A1\n"
                           "3 chance draw F0\n"
                           "4 chance draw F1\n"
                           "5 chance draw B1\n"
                           "6 chance draw M1\n"
                           "7 0 recruit A0\n"
                           "8 1 recruit F0\n"
                           "9 0 end_refresh\n"
                           "10 0 undo\n"
                           "11 0 safe end_refresh\n"
                           "12 0 pass\n"
                           "end 12\n";

/* 'good' with the true hash of the default edition and the first 'from' turned into 'to'. */
static void changed(const char *from, const char *to, spk_buf *out)
{
    spk_box box;
    char hash[17];
    CHECK(spk_box_open(&box, spk_game_find("famiglia"), &(spk_choice){0}, NULL) == SPK_OK);
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)box.edition_hash);
    spk_box_close(&box);
    spk_buf whole = {0};
    const char *place = strstr(good, "HASH");
    spk_buf_add(&whole, good, (size_t)(place - good));
    spk_buf_puts(&whole, hash);
    spk_buf_puts(&whole, place + 4);
    const char *at = strstr(spk_buf_text(&whole), from);
    CHECK(at != NULL);
    spk_buf_add(out, whole.bytes, (size_t)(at - whole.bytes));
    spk_buf_puts(out, to);
    spk_buf_puts(out, at + strlen(from));
    spk_buf_release(&whole);
}

static void check_refused(const char *from, const char *to, spk_err err, int line, const char *word)
{
    spk_why why;
    spk_buf text = {0};
    changed(from, to, &text);
    spk_err got = load(spk_buf_text(&text), text.n, NULL, &why);
    if (got != err || why.line != line || !strstr(why.text, word))
        fail_msg("'%s' -> '%s': %s, line %d: %s (%s)", from, to, spk_err_name(got), why.line,
                 why.text, why.rule);
    CHECK(why.err == err);
    spk_buf_release(&text);
}

TEST(the_short_record_is_good)
{
    spk_why why;
    spk_buf text = {0};
    changed("end 12", "end 12", &text);
    CHECK(load(spk_buf_text(&text), text.n, NULL, &why) == SPK_OK);
    spk_record record; /* and without anybody to tell why */
    CHECK(spk_record_load(&record, text.bytes, text.n - 3, spk_game_find, NULL, NULL) != SPK_OK);
    spk_buf_release(&text);
}

TEST(a_wrong_header_is_refused_by_its_line)
{
    check_refused("speakeasy-play 1", "speakeasy-play 2", SPK_EMALFORMED, 1, "not a record");
    check_refused("speakeasy-play 1\n", "", SPK_EMALFORMED, 1, "not a record");
    check_refused("speakeasy-play 1\n", "\nspeakeasy-play 1\n", SPK_EMALFORMED, 1, "not a record");
    check_refused("game famiglia", "game famigli", SPK_EUNKNOWN, 2, "famigli");
    check_refused("game famiglia", "game  famiglia", SPK_EUNKNOWN, 2, "famiglia");
    check_refused("game famiglia", "gamefamiglia", SPK_EMALFORMED, 2, "game");
    check_refused("game famiglia", "GAME famiglia", SPK_EMALFORMED, 2, "game");
    check_refused("game famiglia\n", "", SPK_EMALFORMED, 2, "game");
    check_refused("game famiglia\nseats 2", "seats 2\ngame famiglia", SPK_EMALFORMED, 2, "game");
    check_refused("seats 2", "seats two", SPK_EMALFORMED, 3, "two");
    check_refused("seats 2", "seats 0", SPK_EMALFORMED, 3, "0");
    check_refused("seats 2", "seats 02", SPK_EMALFORMED, 3, "02");
    check_refused("seats 2", "seats 2 ", SPK_EMALFORMED, 3, "2 ");
    check_refused("seats 2", "seats 99999999999", SPK_EMALFORMED, 3, "9");
    check_refused("seats 2\n", "seats 2\nseats 2\n", SPK_EMALFORMED, 4, "edition");
    check_refused("edition default", "edition", SPK_EMALFORMED, 4, "hash");
    check_refused("edition default ", "edition default 0", SPK_EMALFORMED, 4, "hash");
    check_refused("edition default", "edition  default", SPK_EMALFORMED, 4, "hash");
    check_refused("log\n", "", SPK_EMALFORMED, 10, "log");
    check_refused("log\n", "log\nlog\n", SPK_EMALFORMED, 11, "entry 1");
    check_refused("log\n", "log \n", SPK_EMALFORMED, 10, "log");
}

TEST(a_wrong_proof_is_refused_by_its_line)
{
    check_refused("log\n", "proof\nlog\n", SPK_EMALFORMED, 10, "log");
    check_refused("log\n", "proof \nlog\n", SPK_EMALFORMED, 10, "key");
    check_refused("log\n", "proof seed\nlog\n", SPK_EMALFORMED, 10, "value");
    check_refused("log\n", "proof seed \nlog\n", SPK_EMALFORMED, 10, "value");
    check_refused("log\n", "proof seed  1\nlog\n", SPK_EMALFORMED, 10, "value");
    check_refused("log\n", "proof seed 1 2\nlog\n", SPK_EMALFORMED, 10, "value");
    check_refused("log\n", "proof seed 1 \nlog\n", SPK_EMALFORMED, 10, "value");
    check_refused("log\n", "proof  seed 1\nlog\n", SPK_EMALFORMED, 10, "key");
    check_refused("log\n", "proof Seed 1\nlog\n", SPK_EMALFORMED, 10, "'Seed'");
    check_refused("log\n", "proof seed \xc3\xa4\nlog\n", SPK_EMALFORMED, 10, "value");
    check_refused("log\n", "proof a 1\nproof a 1\nlog\n", SPK_EMALFORMED, 11, "already");
    check_refused("log\n", "log\nproof a 1\n", SPK_EMALFORMED, 11, "entry 1");
    check_refused("seats 2\n", "seats 2\nproof a 1\n", SPK_EMALFORMED, 4, "edition");
    check_refused("end 12\n", "proof a 1\nend 12\n", SPK_EMALFORMED, 23, "entry 13");
}

TEST(fa_1_1_a_wrong_number_of_seats_in_a_record)
{
    spk_why why;
    spk_buf text = {0};
    changed("seats 2", "seats 3", &text);
    CHECK(load(spk_buf_text(&text), text.n, NULL, &why) == SPK_EREFUSED);
    CHECK_INT(why.line, 3);
    CHECK_STR(why.rule, "FA-1.1");
    spk_buf_release(&text);
}

/* As a record from before the option was there, which is as good as one that has it. */
TEST(an_option_that_is_missing_has_its_default)
{
    static const char *const lines[] = {"option end_on_refill_after_second extra_round\n",
                                        "option joker_only_if_needed off\n",
                                        "option tie_break draw\n", "option show_hands on\n"};
    spk_buf whole = {0};
    changed("end 12", "end 12", &whole);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        spk_buf text = {0}, again = {0};
        spk_record record;
        changed(lines[i], "", &text);
        CHECK(spk_record_load(&record, text.bytes, text.n, spk_game_find, NULL, NULL) == SPK_OK);
        spk_record_save(record.match, &again);
        CHECK_STR(spk_buf_text(&again), spk_buf_text(&whole)); /* saved, it has all of them */
        spk_record_release(&record);
        spk_buf_release(&text);
        spk_buf_release(&again);
    }
    spk_buf_release(&whole);
}

/* The default of some options depends on the number of seats. */
TEST(a_default_by_seats_is_that_of_the_records_seats)
{
    for (int n_seats = 2; n_seats <= 4; n_seats++) {
        spk_box box;
        spk_buf text = {0}, old = {0};
        spk_record record;
        CHECK(spk_box_open(&box, spk_game_find("gangster"), &(spk_choice){.n_seats = n_seats},
                           NULL) == SPK_OK);
        spk_match *m = spk_match_new(&box);
        spk_record_save(m, &text);
        const char *line = strstr(spk_buf_text(&text), "option stall_limit");
        spk_buf_add(&old, text.bytes, (size_t)(line - text.bytes));
        spk_buf_puts(&old, strchr(line, '\n') + 1);
        CHECK(spk_record_load(&record, old.bytes, old.n, spk_game_find, NULL, NULL) == SPK_OK);
        CHECK(memcmp(record.box.option, box.option, sizeof box.option) == 0);
        spk_record_release(&record);
        spk_match_free(m);
        spk_box_close(&box);
        spk_buf_release(&text);
        spk_buf_release(&old);
    }
}

TEST(every_option_at_most_once_and_in_order)
{
    check_refused("option tie_break draw\n", "option tie_break draw\noption tie_break draw\n",
                  SPK_EMALFORMED, 9, "tie_break");
    check_refused("option tie_break draw\noption show_hands on\n",
                  "option show_hands on\noption tie_break draw\n", SPK_EMALFORMED, 9, "tie_break");
    check_refused("option show_hands on\n", "option show_hands on\noption luck on\n",
                  SPK_EMALFORMED, 10, "'luck'");
    check_refused("option show_hands on\n", "option show_hands on\noption \n", SPK_EMALFORMED, 10,
                  "''");
    check_refused("option tie_break draw\n", "tie_break draw\n", SPK_EMALFORMED, 8, "log");
    check_refused("log\n", "log\noption show_hands on\n", SPK_EMALFORMED, 11, "entry 1");
    check_refused("option show_hands on\n", "proof a b\noption show_hands on\n", SPK_EMALFORMED, 10,
                  "log");
    check_refused("option tie_break draw", "option tie_breaks draw", SPK_EMALFORMED, 8,
                  "tie_break");
    check_refused("option tie_break draw", "option tie_break", SPK_EMALFORMED, 8, "tie_break");
    check_refused("option tie_break draw", "option tie_break drawn", SPK_EUNKNOWN, 8, "drawn");
    check_refused("option tie_break draw", "option tie_break ", SPK_EUNKNOWN, 8, "tie_break");
    check_refused("start_player seat_1", "start_player seat_3", SPK_EUNKNOWN, 5, "seat_3");
    check_refused("show_hands on", "show_hands maybe", SPK_EUNKNOWN, 9, "maybe");
    check_refused("show_hands on",
                  "show_hands onononononononononononononononononononononononononononononononononon"
                  "onononononon",
                  SPK_EMALFORMED, 9, "long");
}

TEST(entries_are_judged_like_moves)
{
    check_refused("8 1 recruit F0", "8 0 recruit F0", SPK_EREFUSED, 18, "turn");
    check_refused("8 1 recruit F0", "8 1 recruit F2", SPK_EREFUSED, 18, "F2");
    check_refused("8 1 recruit F0", "8 1 recroot F0", SPK_EMALFORMED, 18, "");
    check_refused("8 1 recruit F0", "8 1  recruit F0", SPK_EMALFORMED, 18, "spelled");
    check_refused("8 1 recruit F0", "8 1 recruit F0 ", SPK_EMALFORMED, 18, "spelled");
    check_refused("8 1 recruit F0", "8 2 recruit F0", SPK_EMALFORMED, 18, "seat");
    check_refused("8 1 recruit F0", "8 house recruit F0", SPK_EMALFORMED, 18, "seat");
    check_refused("6 chance draw M1", "6 chance draw X1", SPK_EMALFORMED, 16, "");
    check_refused("6 chance draw M1", "6 chance start 0", SPK_EREFUSED, 16, "cannot be drawn");
    check_refused("6 chance draw M1", "6 0 draw M1", SPK_EREFUSED, 16, "still to come");
    check_refused("10 0 undo", "10 1 undo", SPK_EREFUSED, 20, "somebody");
    check_refused("9 0 end_refresh\n10 0 undo", "9 0 undo\n10 0 end_refresh", SPK_EREFUSED, 19,
                  "somebody");
    check_refused("safe end_refresh", "safe refresh M1", SPK_EREFUSED, 21, "safe");
    check_refused("7 0 recruit A0", "7 0 say hello", SPK_EREFUSED, 17, "talk");
}

TEST(an_impossible_draw_is_refused)
{
    /* Five F0 in the box, two of them in the starting hands: a fourth cannot be drawn. */
    check_refused("1 chance draw A0\n2 chance draw A1\n3 chance draw F0\n4 chance draw F1",
                  "1 chance draw F0\n2 chance draw F0\n3 chance draw F0\n4 chance draw F0",
                  SPK_EREFUSED, 14, "cannot be drawn");
}

TEST(the_numbers_of_the_entries_must_fit)
{
    check_refused("\n5 chance", "\n6 chance", SPK_EMALFORMED, 15, "entry 5");
    check_refused("\n5 chance", "\n05 chance", SPK_EMALFORMED, 15, "entry 5");
    check_refused("\n5 chance draw B1", "", SPK_EMALFORMED, 15, "entry 5");
    check_refused("\n5 chance draw B1", "\n", SPK_EMALFORMED, 15, "entry 5");
    check_refused("end 12", "end 13", SPK_EMALFORMED, 23, "12 entries");
    check_refused("end 12", "end 1", SPK_EMALFORMED, 23, "12 entries");
    check_refused("end 12", "end 012", SPK_EMALFORMED, 23, "12 entries");
    check_refused("end 12", "end -12", SPK_EMALFORMED, 23, "12 entries");
    check_refused("end 12", "end", SPK_EMALFORMED, 23, "entry 13");
    check_refused("end 12\n", "", SPK_EMALFORMED, 23, "truncated");
    check_refused("end 12\n", "end 12\n13 1 pass\n", SPK_EMALFORMED, 24, "after");
    check_refused("end 12\n", "end 12\n\n", SPK_EMALFORMED, 24, "after");
}

/* Whatever the byte becomes: seat_2 for seat_1 is a good header, but its log is out of turn. */
TEST(one_changed_byte_in_the_header_is_never_overlooked)
{
    spk_why why;
    spk_buf text = {0};
    changed("end 12", "end 12", &text);
    size_t n_header = (size_t)(strstr(spk_buf_text(&text), "log\n") - text.bytes) + 4;
    for (size_t i = 0; i < n_header; i++) {
        char was = text.bytes[i];
        for (int c = 1; c < 256; c++) {
            if (c == (unsigned char)was)
                continue;
            text.bytes[i] = (char)c;
            if (load(text.bytes, text.n, NULL, &why) == SPK_OK)
                fail_msg("byte %zu may be %d", i, c);
            CHECK(why.line > 0);
        }
        text.bytes[i] = was;
    }
    spk_buf_release(&text);
}

/* -- Other editions ---------------------------------------------------------------------------- */

static const char rich[] = "game famiglia\n"
                           "edition rich\n"
                           "copies 5 4 3 2 1\n"
                           "points la_famiglia 2 4 8 16 32\n"
                           "points accountants 0 1 3 6 10\n"
                           "points brutes 0 1 3 6 10\n"
                           "points mercenaries 0 1 3 6 10\n"
                           "starter 1 la_famiglia_0 accountant_0 brute_0 mercenary_0\n"
                           "starter 2 la_famiglia_0 accountant_0 brute_0 mercenary_0\n"
                           "street_size 6\n";

TEST(a_record_of_another_edition_is_refused_and_both_are_named)
{
    spk_choice choice = {.edition_text = rich, .edition_length = strlen(rich)};
    spk_box box;
    spk_why why;
    spk_buf text = {0}, of_rich = {0};
    save_random(5, &text);
    CHECK(load(text.bytes, text.n, &choice, &why) == SPK_EOTHER_EDITION);
    CHECK_INT(why.line, 4);
    CHECK(strstr(why.text, "default ") && strstr(why.text, "rich "));
    CHECK(strstr(why.text, "--edition"));

    CHECK(spk_box_open(&box, spk_game_find("famiglia"), &choice, NULL) == SPK_OK);
    spk_match *m = random_match(&box, 6);
    spk_record_save(m, &of_rich);
    CHECK(load(of_rich.bytes, of_rich.n, NULL, &why) == SPK_OK); /* it is in the record */
    CHECK(load(of_rich.bytes, of_rich.n, &choice, &why) == SPK_OK);
    spk_match_free(m);
    spk_box_close(&box);
    spk_buf_release(&text);
    spk_buf_release(&of_rich);
}

TEST(the_same_name_with_other_content_is_another_edition)
{
    spk_why why;
    spk_buf text = {0}, edition = {0};
    save_random(5, &text);
    const char *own = spk_game_find("famiglia")->edition_text;
    const char *at = strstr(own, "points la_famiglia 1 3 6 10 15");
    spk_buf_add(&edition, own, (size_t)(at - own));
    spk_buf_puts(&edition, "points la_famiglia 1 3 6 10 16");
    spk_buf_puts(&edition, at + strlen("points la_famiglia 1 3 6 10 15"));
    spk_choice choice = {.edition_text = edition.bytes, .edition_length = edition.n};
    CHECK(load(text.bytes, text.n, &choice, &why) == SPK_EOTHER_EDITION);
    choice = (spk_choice){.edition_text = own, .edition_length = strlen(own)};
    CHECK(load(text.bytes, text.n, &choice, &why) == SPK_OK);
    spk_buf_release(&text);
    spk_buf_release(&edition);
}

TEST(an_edition_that_cannot_be_read_is_named_with_its_own_line)
{
    spk_choice choice = {.edition_text = "game famiglia\nedition x\nwealth 1\n",
                         .edition_length = 33,
                         .edition_file = "my.edition"};
    spk_why why;
    spk_buf text = {0};
    save_random(5, &text);
    CHECK(load(text.bytes, text.n, &choice, &why) == SPK_EMALFORMED);
    CHECK_INT(why.line, 4);
    CHECK(strstr(why.text, "my.edition, line 3: 'wealth'"));
    spk_buf_release(&text);
}

/* -- Records outlive versions ------------------------------------------------------------------- */

static spk_game later; /* Famiglia as a later program might have it */

static const spk_game *find_later(const char *key)
{
    return spk_str_eq(key, "famiglia") ? &later : NULL;
}

static void save_edition(const char *edition, spk_buf *out)
{
    spk_choice choice = {.edition_text = edition, .edition_length = strlen(edition)};
    spk_box box;
    CHECK(spk_box_open(&box, spk_game_find("famiglia"), &choice, NULL) == SPK_OK);
    spk_match *m = random_match(&box, 6);
    spk_record_save(m, out);
    spk_match_free(m);
    spk_box_close(&box);
}

TEST(an_edition_that_is_not_built_in_goes_with_the_record)
{
    spk_buf text = {0}, again = {0}, spaced = {0};
    spk_record record;
    spk_why why;
    spk_buf_printf(&spaced, "# a comment\n\n  game   famiglia # which\n%s", strchr(rich, '\n') + 1);
    save_edition(spk_buf_text(&spaced), &text);
    CHECK(strstr(text.bytes, "\ntext game famiglia\ntext edition rich\ntext copies 5 4 3 2 1\n"));
    CHECK(spk_record_load(&record, text.bytes, text.n, spk_game_find, NULL, &why) == SPK_OK);
    CHECK_STR(record.box.edition_name, "rich");
    spk_record_save(record.match, &again);
    CHECK_STR(spk_buf_text(&again), spk_buf_text(&text));
    spk_record_release(&record);

    char *points = strstr(text.bytes, "2 4 8 16 32");
    points[0] = '1'; /* not what its hash says */
    CHECK(load(text.bytes, text.n, NULL, &why) == SPK_EOTHER_EDITION);
    CHECK_INT(why.line, 4);
    memcpy(points, "x 4 8", 5); /* no edition at all */
    CHECK(load(text.bytes, text.n, NULL, &why) == SPK_EMALFORMED);
    CHECK_INT(why.line, 4);
    spk_buf_release(&text);
    spk_buf_release(&again);
    spk_buf_release(&spaced);
}

TEST(a_default_edition_that_is_corrected_orphans_nothing)
{
    const char *former[] = {spk_game_find("famiglia")->edition_text, NULL};
    spk_buf text = {0}, again = {0};
    spk_record record;
    spk_why why = {0};
    save_random(5, &text);
    later = *spk_game_find("famiglia");
    later.edition_text = rich;
    CHECK(spk_record_load(&record, text.bytes, text.n, find_later, NULL, &why) ==
          SPK_EOTHER_EDITION);
    later.former_editions = former;
    CHECK(spk_record_load(&record, text.bytes, text.n, find_later, NULL, &why) == SPK_OK);
    CHECK_STR(record.box.edition_text, former[0]); /* for the page, which draws it from that */
    spk_record_save(record.match, &again);
    CHECK_STR(spk_buf_text(&again), spk_buf_text(&text));
    spk_record_release(&record);
    spk_buf_release(&text);
    spk_buf_release(&again);
}

/* A correction as docs/game-interface.md wants it: from version 2 on nobody is idle who can do more. */
static int later_moves(const spk_box *box, const void *state, spk_seat seat, spk_move *out)
{
    int n = spk_game_find("famiglia")->moves(box, state, seat, out);
    bool is_idle = n > 1 && out[n - 1] & SPK_MOVE_IDLE;
    return n - (box->rules_version >= 2 && is_idle);
}

/* As a corrected game has it. */
static void correct_rules(void)
{
    later = *spk_game_find("famiglia");
    later.moves = later_moves;
    later.safe = NULL; /* it would be idle */
    later.rules_version = 2;
}

TEST(a_move_that_a_later_correction_forbids_replays_as_it_was)
{
    spk_buf text = {0}, again = {0};
    spk_record record;
    spk_why why = {0};
    changed("speakeasy-play 1", "speakeasy-play 1", &text); /* entry 9 is such a move */
    correct_rules();
    CHECK(spk_record_load(&record, text.bytes, text.n, find_later, NULL, &why) == SPK_OK);
    CHECK_INT(record.box.rules_version, 1);
    spk_record_save(record.match, &again);
    CHECK_STR(spk_buf_text(&again), spk_buf_text(&text));
    spk_record_release(&record);

    spk_buf_release(&text);
    changed("seats 2\n", "seats 2\nrules 2\n", &text);
    CHECK(spk_record_load(&record, text.bytes, text.n, find_later, NULL, &why) == SPK_EREFUSED);
    CHECK_INT(why.line, 20);
    spk_buf_release(&text);
    spk_buf_release(&again);
}

TEST(new_matches_are_played_by_the_newest_rules_and_say_so)
{
    spk_buf text = {0};
    spk_record record;
    spk_box box;
    correct_rules();
    CHECK(spk_box_open(&box, &later, &(spk_choice){0}, NULL) == SPK_OK);
    CHECK_INT(box.rules_version, 2);
    spk_match *m = random_match(&box, 7);
    spk_record_save(m, &text);
    CHECK(strstr(text.bytes, "\nseats 2\nrules 2\nedition "));
    CHECK(spk_record_load(&record, text.bytes, text.n, find_later, NULL, NULL) == SPK_OK);
    check_same(record.match, m);
    spk_record_release(&record);
    spk_match_free(m);
    spk_box_close(&box);
    spk_buf_release(&text);
}

TEST(rules_of_a_newer_program_are_refused_in_a_clear_sentence)
{
    check_refused("seats 2\n", "seats 2\nrules 2\n", SPK_EUNKNOWN, 4,
                  "version 2 of the rules of Famiglia; this program knows them up to version 1");
    check_refused("seats 2\n", "seats 2\nrules 0\n", SPK_EMALFORMED, 4, "'0' is not a version");
    check_refused("seats 2\n", "seats 2\nrules x\n", SPK_EMALFORMED, 4, "'x' is not a version");
    check_refused("seats 2\n", "seats 2\nrules 1\nrules 1\n", SPK_EMALFORMED, 5, "'edition ...'");
}

/* -- No record at all -------------------------------------------------------------------------- */

TEST(five_megabytes_are_too_many)
{
    spk_why why;
    size_t n = 5 << 20;
    char *text = memset(spk_alloc(n), 'x', n);
    CHECK(load(text, n, NULL, &why) == SPK_EMALFORMED);
    CHECK(strstr(why.text, "bytes"));
    CHECK_INT(why.line, 1);
    spk_free(text);
}

TEST(bytes_that_are_no_text_are_refused_by_their_line)
{
    static const char *const bad[] = {"\xff", "\xc0\x80", "\xed\xa0\x80", "\x01", "\x7f", "\x1b"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        check_refused("A1", bad[i], SPK_EMALFORMED, 12, "UTF-8");
    spk_why why;
    spk_buf text = {0};
    changed("end 12", "end 12", &text);
    text.bytes[text.n - 3] = '\0';
    CHECK(load(text.bytes, text.n, NULL, &why) == SPK_EMALFORMED);
    CHECK_INT(why.line, 23);
    spk_buf_release(&text);
}

TEST(a_line_that_is_too_long_is_refused)
{
    char line[SPK_RECORD_LINE + 20];
    memset(line, 'x', sizeof line);
    line[sizeof line - 1] = '\0';
    check_refused("3 chance draw F0", line, SPK_EMALFORMED, 13, "more than 400");
    check_refused("game famiglia", line, SPK_EMALFORMED, 2, "more than 400");
}

TEST(nothing_and_noise_are_refused)
{
    spk_why why;
    CHECK(load("", 0, NULL, &why) == SPK_EMALFORMED);
    CHECK_INT(why.line, 1);
    CHECK(load("\n", 1, NULL, &why) == SPK_EMALFORMED);
    CHECK(load("hello, world\n", 13, NULL, &why) == SPK_EMALFORMED);
    CHECK_INT(why.line, 1);
}

TEST_MAIN()
