/* edition_test.c: reading edition files: what every game's may not hold, where that is said, and
 * that the hash knows editions apart by what they say. The full list of Famiglia's own refusals is
 * in its folder; here are some of each kind. */
#include "test.h"

#include "base/mem.h"
#include "engine/box.h"
#include "engine/edition.h"
#include "games/registry.h"

/* Line 1 to 10. */
static const char good[] = "game famiglia\n"
                           "edition mine\n"
                           "copies 5 4 3 2 1\n"
                           "points la_famiglia 1 3 6 10 15\n"
                           "points accountants 0 1 3 6 10\n"
                           "points brutes 0 1 3 6 10\n"
                           "points mercenaries 0 1 3 6 10\n"
                           "starter 1 la_famiglia_0 accountant_0 brute_0 mercenary_0\n"
                           "starter 2 la_famiglia_0 accountant_0 brute_0 mercenary_0\n"
                           "street_size 6\n";

static spk_err open_edition(const char *text, size_t n, spk_box *box, spk_why *why)
{
    spk_choice choice = {.edition_text = text, .edition_length = n};
    *why = (spk_why){0};
    return spk_box_open(box, spk_game_find("famiglia"), &choice, why);
}

/* 'good' with the first 'from' turned into 'to'. */
static void changed(const char *from, const char *to, spk_buf *out)
{
    const char *at = strstr(good, from);
    CHECK(at != NULL);
    spk_buf_add(out, good, (size_t)(at - good));
    spk_buf_puts(out, to);
    spk_buf_puts(out, at + strlen(from));
}

static void check_refused(const char *from, const char *to, int line, const char *word)
{
    spk_buf text = {0};
    spk_box box;
    spk_why why;
    changed(from, to, &text);
    /* A copy that ends where the text does, without a terminator: nothing may read on. */
    char *copy = memcpy(spk_alloc(text.n), text.bytes, text.n);
    spk_err err = open_edition(copy, text.n, &box, &why);
    if (err != SPK_EMALFORMED || why.line != line || !strstr(why.text, word))
        fail_msg("'%s' -> '%s': %s, line %d: %s", from, to, spk_err_name(err), why.line, why.text);
    CHECK(box.config == NULL);
    spk_free(copy);
    spk_buf_release(&text);
}

static uint64_t hash_of(const char *text)
{
    spk_box box;
    spk_why why;
    if (open_edition(text, strlen(text), &box, &why) != SPK_OK)
        fail_msg("line %d: %s", why.line, why.text);
    uint64_t hash = box.edition_hash;
    spk_box_close(&box);
    return hash;
}

static uint64_t hash_changed(const char *from, const char *to)
{
    spk_buf text = {0};
    changed(from, to, &text);
    uint64_t hash = hash_of(spk_buf_text(&text));
    spk_buf_release(&text);
    return hash;
}

/* -- Good ones --------------------------------------------------------------------------------- */

TEST(a_good_edition_is_read)
{
    spk_box box;
    spk_why why;
    CHECK(open_edition(good, strlen(good), &box, &why) == SPK_OK);
    CHECK_STR(box.edition_name, "mine");
    spk_box_close(&box);
    CHECK(open_edition(good, strlen(good) - 1, &box, &why) == SPK_OK); /* no last line end */
    spk_box_close(&box);
}

TEST(comments_blanks_and_line_ends_say_nothing)
{
    uint64_t hash = hash_of(good);
    CHECK(hash_changed("game", "# a comment\n\n   \t\n  game") == hash);
    CHECK(hash_changed("copies 5 4", "copies \t 5   4") == hash);
    CHECK(hash_changed("street_size 6", "street_size 6 # cards: \xc3\xa4\xe2\x82\xac") == hash);
    CHECK(hash_changed("street_size 6\n", "street_size 6") == hash);
    CHECK(hash_changed("street_size 6\n", "street_size 6\n\n\n# end") == hash);
}

TEST(carriage_returns_say_nothing)
{
    spk_buf text = {0};
    for (const char *p = good; *p; p++) {
        if (*p == '\n')
            spk_buf_putc(&text, '\r');
        spk_buf_putc(&text, *p);
    }
    CHECK(hash_of(spk_buf_text(&text)) == hash_of(good));
    spk_buf_release(&text);
}

TEST(the_hash_knows_what_an_edition_says)
{
    uint64_t hash = hash_of(good);
    CHECK(hash_changed("1 3 6 10 15", "1 3 6 10 16") != hash);
    CHECK(hash_changed("edition mine", "edition thine") != hash);
    CHECK(hash_changed("la_famiglia_0 accountant_0", "accountant_0 la_famiglia_0") != hash);
    CHECK(hash_of(spk_game_find("famiglia")->edition_text) != hash); /* another name */
    CHECK(hash_changed("edition mine", "edition default") ==
          hash_of(spk_game_find("famiglia")->edition_text));
}

TEST(a_reconstruction_says_so_and_stays_the_same_edition)
{
    spk_box box;
    spk_why why;
    spk_buf text = {0};
    CHECK(open_edition(good, strlen(good), &box, &why) == SPK_OK);
    CHECK(!box.reconstruction);
    uint64_t hash = box.edition_hash;
    spk_box_close(&box);
    changed("copies", "\n# ours\nreconstruction # of the cards\ncopies", &text);
    CHECK(open_edition(text.bytes, text.n, &box, &why) == SPK_OK);
    CHECK(box.reconstruction);
    CHECK(box.edition_hash == hash);
    CHECK_STR(box.edition_name, "mine");
    spk_box_close(&box);
    spk_buf_release(&text);
}

TEST(reconstruction_stands_third_and_alone)
{
    check_refused("game famiglia", "reconstruction\ngame famiglia", 1, "game");
    check_refused("game famiglia", "game famiglia\nreconstruction", 2, "edition");
    check_refused("copies", "reconstruction\nreconstruction\ncopies", 4, "reconstruction");
    check_refused("copies", "reconstruction yes\ncopies", 3, "reconstruction");
    check_refused("street_size 6\n", "street_size 6\nreconstruction\n", 11, "reconstruction");
}

TEST(every_edition_of_ours_is_marked)
{
    for (int i = 0; i < spk_n_games; i++) {
        spk_box box;
        CHECK(spk_box_open(&box, spk_games[i], &(spk_choice){0}, NULL) == SPK_OK);
        CHECK(box.reconstruction || strcmp(spk_games[i]->key, "blank") == 0); /* of nothing */
        spk_box_close(&box);
    }
}

/* -- What no edition may hold ------------------------------------------------------------------ */

TEST(the_first_two_lines_name_game_and_edition)
{
    check_refused("game famiglia\n", "", 1, "game");
    check_refused("game famiglia", "game", 1, "game");
    check_refused("game famiglia", "game famiglia two", 1, "game");
    check_refused("game famiglia", "# game famiglia", 2, "game");
    check_refused("game famiglia", "game chicago", 1, "'chicago', not for 'famiglia'");
    check_refused("edition mine\n", "", 2, "edition");
    check_refused("edition mine", "edition", 2, "edition");
    check_refused("edition mine", "edition my own", 2, "edition");
    check_refused("edition mine", "edition a_name_of_more_than_31_characters", 2, "31");
    check_refused("game famiglia\nedition mine\n", "edition mine\ngame famiglia\n", 1, "game");
}

TEST(an_empty_file_is_no_edition)
{
    spk_box box;
    spk_why why;
    CHECK(open_edition("", 0, &box, &why) == SPK_EMALFORMED);
    CHECK_INT(why.line, 1);
    CHECK(open_edition("\n\n# nothing\n", 12, &box, &why) == SPK_EMALFORMED);
    CHECK(why.line > 0);
}

TEST(bytes_that_are_no_text_are_refused_by_their_line)
{
    check_refused("brutes 0 1", "brutes \xff 1", 6, "UTF-8");
    check_refused("brutes 0 1", "brutes \xc3", 6, "UTF-8");
    check_refused("brutes 0 1", "brutes \xc0\xaf 1", 6, "UTF-8");
    check_refused("brutes 0 1", "brutes \xed\xa0\x80 1", 6, "UTF-8");
    check_refused("brutes 0 1", "brutes \x1b 1", 6, "control");
    check_refused("street_size 6\n", "street_size 6\xe2\x82", 10, "UTF-8"); /* cut at the end */
    check_refused("street_size 6", "street_size 6 # \xfe", 10, "UTF-8");    /* in a comment too */
    spk_box box;
    spk_why why;
    char text[sizeof good];
    memcpy(text, good, sizeof good);
    *strstr(text, "copies") = '\0';
    CHECK(open_edition(text, sizeof good - 1, &box, &why) == SPK_EMALFORMED);
    CHECK_INT(why.line, 3);
}

TEST(lines_and_files_have_a_size)
{
    char line[SPK_EDITION_LINE + 40];
    memset(line, 'x', sizeof line);
    memcpy(line, "# ", 2);
    line[sizeof line - 1] = '\0';
    check_refused("copies", line, 3, "more than 400");
    line[SPK_EDITION_LINE] = '\n';
    memcpy(line + SPK_EDITION_LINE + 1, "copies", 7);
    CHECK(hash_changed("copies", line) == hash_of(good)); /* 400 exactly */

    spk_buf words = {0};
    spk_buf_puts(&words, "copies");
    for (int i = 0; i < SPK_EDITION_WORDS; i++)
        spk_buf_puts(&words, " 5");
    check_refused("copies", spk_buf_text(&words), 3, "100 words");
    spk_buf_release(&words);
}

TEST(too_many_lines_are_refused)
{
    spk_buf text = {0};
    spk_box box;
    spk_why why;
    spk_buf_puts(&text, good); /* ten lines */
    for (int i = 10; i < SPK_EDITION_LINES; i++)
        spk_buf_putc(&text, '\n');
    CHECK(open_edition(text.bytes, text.n, &box, &why) == SPK_OK);
    spk_box_close(&box);
    spk_buf_puts(&text, "#\n");
    CHECK(open_edition(text.bytes, text.n, &box, &why) == SPK_EMALFORMED);
    CHECK_INT(why.line, SPK_EDITION_LINES + 1);
    CHECK(strstr(why.text, "5000 lines"));
    spk_buf_release(&text);
}

TEST(too_many_bytes_are_refused)
{
    spk_box box;
    spk_why why;
    size_t n = SPK_EDITION_BYTES + 1;
    char *text = memset(spk_alloc(n), '\n', n);
    CHECK(open_edition(text, n, &box, &why) == SPK_EMALFORMED);
    CHECK_INT(why.line, 1);
    CHECK(strstr(why.text, "bytes"));
    spk_free(text);
}

/* -- Some of Famiglia's ------------------------------------------------------------------------ */

TEST(famiglia_facts_missing_or_double)
{
    check_refused("copies 5 4 3 2 1\n", "", 9, "copies");
    check_refused("points brutes 0 1 3 6 10\n", "", 9, "points brutes");
    check_refused("street_size 6\n", "", 9, "street_size");
    check_refused("copies 5 4 3 2 1\n", "copies 5 4 3 2 1\ncopies 5 4 3 2 1\n", 4, "line 3");
    check_refused("points brutes", "points accountants", 6, "line 5");
    check_refused("starter 2", "starter 1", 9, "line 8");
}

TEST(famiglia_numbers_negative_huge_or_none)
{
    check_refused("brutes 0 1 3", "brutes -1 1 3", 6, "-1");
    check_refused("6 10 15", "6 10 1001", 4, "1001");
    check_refused("6 10 15", "6 10 99999999999999999999", 4, "99999999");
    check_refused("6 10 15", "6 10 15.5", 4, "15.5");
    check_refused("6 10 15", "6 10", 4, "each rank");
    check_refused("6 10 15", "6 10 15 20", 4, "each rank");
    check_refused("6 10 15", "6 10 10", 4, "FA-12.5");
    check_refused("points brutes 0 1 3 6 10", "points brutes 1 2 3 6 10", 6, "FA-12.4");
    check_refused("copies 5 4", "copies 5 5", 3, "5 4 3 2 1");
    check_refused("street_size 6", "street_size 7", 10, "FA-1.7");
    check_refused("brute_0 merc", "brute_1 merc", 8, "FA-1.2");
    check_refused("brute_0 merc", "brutus_0 merc", 8, "brutus_0");
    check_refused("copies", "copys", 3, "copys");
}

/* -- The reader by itself ---------------------------------------------------------------------- */

TEST(lines_come_one_by_one_cut_into_words)
{
    static const char text[] = "game g\nedition e\n\nroad a ## b # rest\n#\nroad #c\n";
    spk_edition edition;
    spk_edition_line line;
    CHECK(spk_edition_open(&edition, "g", text, strlen(text), NULL) == SPK_OK);
    CHECK_STR(edition.name, "e");
    CHECK(spk_edition_next(&edition, &line, NULL) == SPK_OK);
    CHECK_INT(line.number, 4);
    CHECK_INT(line.n_words, 4);
    CHECK_STR(line.word[2], "##"); /* only a '#' alone starts a comment */
    CHECK(spk_edition_next(&edition, &line, NULL) == SPK_OK);
    CHECK_INT(line.number, 6);
    CHECK_INT(line.n_words, 2);
    CHECK_STR(line.word[1], "#c");
    for (int i = 0; i < 2; i++) { /* the end stays the end */
        CHECK(spk_edition_next(&edition, &line, NULL) == SPK_OK);
        CHECK_INT(line.n_words, 0);
    }
}

TEST_MAIN()
