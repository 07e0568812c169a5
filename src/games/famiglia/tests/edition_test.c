/* edition_test.c: edition files of Famiglia. The default is the README's data table; a valid other
 * edition plays and scores by its own numbers; whatever breaks a rule is refused with its line. */
#include "games/famiglia/tests/test_table.h"

#define LINE_1  "game famiglia\n"
#define LINE_2  "edition own\n"
#define LINE_3  "copies 5 4 3 2 1\n"
#define LINE_4  "points la_famiglia 2 4 8 16 32\n"
#define LINE_5  "points accountants 1 2 3 4 5\n"
#define LINE_6  "points brutes 0 3 6 9 12\n"
#define LINE_7  "points mercenaries 1 3 5 7 9\n"
#define LINE_8  "starter 1 la_famiglia_0 la_famiglia_0 brute_0 brute_0\n"
#define LINE_9  "starter 2 accountant_0 accountant_0 accountant_0 mercenary_0\n"
#define LINE_10 "street_size 6\n"

#define HOUSE LINE_1 LINE_2 LINE_3 LINE_4 LINE_5 LINE_6 LINE_7 LINE_8 LINE_9 LINE_10

/* -- What is shipped --------------------------------------------------------------------------- */

TEST(default_edition_is_the_readmes_table)
{
    static const struct {
        const char *card;
        int copies, starters, common, points;
    } table[TYPES] = {
        {"F0", 5, 2, 3, 1},  {"F1", 4, 0, 4, 3},  {"F2", 3, 0, 3, 6},  {"F3", 2, 0, 2, 10},
        {"F4", 1, 0, 1, 15}, {"A0", 5, 2, 3, 0},  {"A1", 4, 0, 4, 1},  {"A2", 3, 0, 3, 3},
        {"A3", 2, 0, 2, 6},  {"A4", 1, 0, 1, 10}, {"B0", 5, 2, 3, 0},  {"B1", 4, 0, 4, 1},
        {"B2", 3, 0, 3, 3},  {"B3", 2, 0, 2, 6},  {"B4", 1, 0, 1, 10}, {"M0", 5, 2, 3, 0},
        {"M1", 4, 0, 4, 1},  {"M2", 3, 0, 3, 3},  {"M3", 2, 0, 2, 6},  {"M4", 1, 0, 1, 10}};
    new_game(NULL);
    plain p = plain_now();
    CHECK_STR(box.edition_name, "default");
    for (int t = 0; t < TYPES; t++) {
        char position[40];
        CHECK_INT(p.hand[0][t] + p.hand[1][t], table[t].starters);
        CHECK_INT(p.pile[t], table[t].common);
        CHECK_INT(table[t].starters + table[t].common, table[t].copies);
        snprintf(position, sizeof position, "phase over; hand0 %s", table[t].card);
        AT(position);
        CHECK_INT(result().score[0], table[t].points);
    }
}

/* -- Another edition --------------------------------------------------------------------------- */

TEST(another_edition_deals_its_own_starter_sets)
{
    CHECK_INT(open_box(2, NULL, HOUSE), SPK_OK);
    CHECK_STR(box.edition_name, "own");
    box.game->setup(&box, &now);
    HOLDS("hand0 F0 F0 B0 B0; hand1 A0 A0 A0 M0");
    plain p = plain_now();
    CHECK_INT(p.pile[0], 3);
    CHECK_INT(p.pile[5], 2);
    CHECK_INT(p.pile[10], 3);
    CHECK_INT(p.pile[15], 4);
    CHECK_INT(sum(p.pile), 52);
    CHECK_SCORE(4, 4);
}

TEST(another_edition_scores_by_its_own_points)
{
    CHECK_INT(open_box(2, NULL, HOUSE), SPK_OK);
    CHECK_INT(box.game->parse_state(&box, "phase over; hand0 F4 A4; display0 M1; hand1 B4 M2", &now,
                                    &why),
              SPK_OK);
    CHECK_SCORE(32 + 5 + 3, 12 + 5);
}

TEST(another_edition_plays_soundly_to_the_end)
{
    spk_rng rng;
    for (uint64_t game = 0; game < 30; game++) {
        CHECK_INT(open_box(2, NULL, HOUSE), SPK_OK);
        box.game->setup(&box, &now);
        spk_rng_init(&rng, 7, game);
        for (; !is_over(); step(&rng))
            CHECK(!box.game->unsound(&box, &now));
        CHECK(!box.game->unsound(&box, &now));
    }
}

/* Comments, blanks and the order of facts change nothing, not even the hash of the words. */
TEST(comments_and_blanks_do_not_matter)
{
    CHECK_INT(open_box(2, NULL, HOUSE), SPK_OK);
    uint64_t hash = box.edition_hash;
    CHECK_INT(open_box(2, NULL,
                       "# ours\n\n" LINE_1 "\tedition   own # a name\r\n" LINE_3 LINE_4 LINE_5
                           LINE_6 LINE_7 LINE_8 LINE_9 "street_size 6"),
              SPK_OK);
    CHECK(box.edition_hash == hash);
    CHECK_INT(
        open_box(2, NULL, LINE_1 LINE_2 LINE_10 LINE_9 LINE_8 LINE_7 LINE_6 LINE_5 LINE_4 LINE_3),
        SPK_OK);
}

/* -- What is refused, and where ---------------------------------------------------------------- */

static void bad_edition(const char *text, int bad_line, const char *words, const char *file,
                        int line)
{
    spk_err err = open_box(2, NULL, text);
    if (err != SPK_EMALFORMED || why.line != bad_line || !strstr(why.text, words) || box.config) {
        print_error("%s, line %d: %s\n", spk_err_name(err), why.line, why.text);
        _fail(file, line);
    }
}

#define BAD(text, line, words) bad_edition(text, line, words, __FILE__, __LINE__)

TEST(bad_edition_head)
{
    BAD("", 1, "game");
    BAD("edition own\n", 1, "game");
    BAD("game chicago\n" LINE_2, 1, "chicago");
    BAD("game famiglia famiglia\n" LINE_2, 1, "game");
    BAD(LINE_1, 1, "edition");
    BAD(LINE_1 "\n# nothing\nedition a b\n", 4, "edition");
    BAD(LINE_1 "edition a_name_that_is_longer_than_thirty_one_letters\n", 2, "31");
}

TEST(bad_edition_missing_facts)
{
    BAD(LINE_1 LINE_2, 2, "copies");
    BAD(LINE_1 LINE_2 LINE_4 LINE_5 LINE_6 LINE_7 LINE_8 LINE_9 LINE_10, 9, "copies");
    BAD(LINE_1 LINE_2 LINE_3 LINE_5 LINE_6 LINE_7 LINE_8 LINE_9 LINE_10, 9, "la_famiglia");
    BAD(LINE_1 LINE_2 LINE_3 LINE_4 LINE_6 LINE_7 LINE_8 LINE_9 LINE_10, 9, "accountants");
    BAD(LINE_1 LINE_2 LINE_3 LINE_4 LINE_5 LINE_7 LINE_8 LINE_9 LINE_10, 9, "brutes");
    BAD(LINE_1 LINE_2 LINE_3 LINE_4 LINE_5 LINE_6 LINE_8 LINE_9 LINE_10, 9, "mercenaries");
    BAD(LINE_1 LINE_2 LINE_3 LINE_4 LINE_5 LINE_6 LINE_7 LINE_9 LINE_10, 9, "starter 1");
    BAD(LINE_1 LINE_2 LINE_3 LINE_4 LINE_5 LINE_6 LINE_7 LINE_8 LINE_10, 9, "starter 2");
    BAD(LINE_1 LINE_2 LINE_3 LINE_4 LINE_5 LINE_6 LINE_7 LINE_8 LINE_9, 9, "street_size");
}

TEST(bad_edition_facts_said_twice)
{
    BAD(HOUSE LINE_3, 11, "line 3");
    BAD(HOUSE LINE_4, 11, "line 4");
    BAD(HOUSE LINE_7, 11, "line 7");
    BAD(HOUSE LINE_9, 11, "line 9");
    BAD(HOUSE LINE_10, 11, "line 10");
    BAD(HOUSE LINE_1, 11, "game");
}

TEST(bad_edition_copies)
{
    BAD(LINE_1 LINE_2 "copies 5 4 3 2 2\n", 3, "5 4 3 2 1");
    BAD(LINE_1 LINE_2 "copies 5 4 3 2\n", 3, "each rank");
    BAD(LINE_1 LINE_2 "copies 5 4 3 2 1 0\n", 3, "each rank");
    BAD(LINE_1 LINE_2 "copies five 4 3 2 1\n", 3, "five");
}

TEST(bad_edition_points)
{
    BAD(LINE_1 LINE_2 "points\n", 3, "la_famiglia");
    BAD(LINE_1 LINE_2 "points yakuza 1 2 3 4 5\n", 3, "la_famiglia");
    BAD(LINE_1 LINE_2 "points brutes 1 2 3 4\n", 3, "each rank");
    BAD(LINE_1 LINE_2 "points brutes -1 2 3 4 5\n", 3, "-1");
    BAD(LINE_1 LINE_2 "points brutes 1 2 3 4 99999999999999999999\n", 3, "9999");
    BAD(LINE_1 LINE_2 "points brutes 1 2 3 4 1001\n", 3, "1001");
    BAD(LINE_1 LINE_2 "points brutes 1 2 3.5 4 5\n", 3, "3.5");
    BAD(LINE_1 LINE_2 "points brutes 0 1 1 2 3\n", 3, "FA-12.5");
    BAD(LINE_1 LINE_2 "points brutes 0 2 1 3 4\n", 3, "FA-12.5");
    /* equal to La Famiglia's is not below it */
    BAD(LINE_1 LINE_2 LINE_3 LINE_4 LINE_5
        "points brutes 0 3 6 9 32\n" LINE_7 LINE_8 LINE_9 LINE_10,
        6, "FA-12.4");
    BAD(LINE_1 LINE_2 LINE_3
        "points mercenaries 2 3 5 7 9\n" LINE_4 LINE_5 LINE_6 LINE_8 LINE_9 LINE_10,
        4, "FA-12.4");
}

TEST(bad_edition_starters)
{
    BAD(LINE_1 LINE_2 "starter 1 brute_0 brute_0 brute_0\n", 3, "four cards");
    BAD(LINE_1 LINE_2 "starter 1 brute_0 brute_0 brute_0 brute_0 brute_0\n", 3, "four cards");
    BAD(LINE_1 LINE_2 "starter 3 brute_0 brute_0 brute_0 brute_0\n", 3, "1 or 2");
    BAD(LINE_1 LINE_2 "starter 1 brute_0 brute_1 brute_0 brute_0\n", 3, "FA-1.2");
    BAD(LINE_1 LINE_2 "starter 1 brute_0 brute_5 brute_0 brute_0\n", 3, "brute_5");
    BAD(LINE_1 LINE_2 "starter 1 brute_0 brutes_0 brute_0 brute_0\n", 3, "brutes_0");
    BAD(LINE_1 LINE_2 LINE_3 LINE_4 LINE_5 LINE_6 LINE_7
        "starter 1 brute_0 brute_0 brute_0 brute_0\nstarter 2 brute_0 brute_0 accountant_0 "
        "accountant_0\n" LINE_10,
        9, "only 5");
}

TEST(bad_edition_street_and_words)
{
    BAD(LINE_1 LINE_2 "street_size 5\n", 3, "FA-1.7");
    BAD(LINE_1 LINE_2 "street_size\n", 3, "FA-1.7");
    BAD(LINE_1 LINE_2 "street_size 6 6\n", 3, "FA-1.7");
    BAD(LINE_1 LINE_2 "colour red\n", 3, "colour");
    BAD(LINE_1 LINE_2 "Points brutes 0 1 2 3 4\n", 3, "Points");
}

TEST(bad_edition_bytes)
{
    BAD(LINE_1 LINE_2 "# caf\xe9\n", 3, "UTF-8");
    BAD(LINE_1 LINE_2 "# bell \a\n", 3, "control");
    static char long_line[1000] = LINE_1 LINE_2;
    memset(long_line + strlen(long_line), 'x', 500);
    BAD(long_line, 3, "characters");
    static char many_words[1000] = LINE_1 LINE_2;
    for (int i = 0; i < 120; i++)
        strcat(many_words, "a ");
    BAD(many_words, 3, "words");
    static char many_lines[6100] = LINE_1 LINE_2;
    memset(many_lines + strlen(many_lines), '\n', 6000);
    BAD(many_lines, 5001, "lines");
}

TEST(bad_edition_cut_anywhere) { check_no_half_edition(spk_game_find("famiglia"), HOUSE); }

TEST_MAIN()
