/* edition_test.c: edition files of Gangster. The default is the README's table of tiles; a valid
 * other edition plays and scores by its own numbers; whatever breaks a rule is refused with its
 * line. */
#include "games/gangster/tests/test_table.h"

#define LINE_1 "game gangster\n"
#define LINE_2 "edition own\n"
#define LINE_3 "gang red    1 2 3 9 9 9 9 9 9\n"
#define LINE_4 "gang blue   1 2 3 4 5 6 7 8 9\n"
#define LINE_5 "gang yellow 1 1 1 1 1 1 1 2 3\n"
#define LINE_6 "gang grey   3 3 3 2 2 2 1 1 1\n"

#define HOUSE LINE_1 LINE_2 LINE_3 LINE_4 LINE_5 LINE_6

/* A table with tiles of our own. */
static void at_own(int n_seats, const char *position)
{
    CHECK_INT(open_box(n_seats, NULL, HOUSE), SPK_OK);
    spk_err err = spk_state_read(&box, position, &now, &why);
    if (err != SPK_OK)
        fail_msg("'%s': %s", position, why.text);
}

/* -- What is shipped --------------------------------------------------------------------------- */

TEST(gb_r1_default_edition_is_the_readmes_table)
{
    new_game(2, NULL);
    const gangster_config *c = box.config;
    CHECK_STR(box.edition_name, "reconstruction");
    for (int gang = 0; gang < 4; gang++)
        for (int power = 1; power <= 9; power++)
            CHECK_INT(gangster_count(c->tiles[gang], power), power <= 3 ? 3 : 0);
}

/* -- Another edition --------------------------------------------------------------------------- */

TEST(another_edition_deals_its_own_tiles)
{
    CHECK_INT(open_box(2, "start_player=seat_1", HOUSE), SPK_OK);
    CHECK_STR(box.edition_name, "own");
    box.game->setup(&box, &now);
    HOLDS("supplies 123 123; piles 15 15"); /* the own supplies are 1, 2, 3 all the same */
    CHECK_CHANCE("6 reveal R9; 1 reveal B4; 1 reveal B5; 1 reveal B6; 1 reveal B7; 1 reveal B8; "
                 "1 reveal B9; 7 reveal Y1; 1 reveal Y2; 1 reveal Y3; 3 reveal G1; 3 reveal G2; "
                 "3 reveal G3");
    PLAY("reveal R9", "reveal Y1", "lay_open 1 a1", "reveal R9", "lay_own 3 b1");
    CHECK_STR(on("a1"), "R9");
    CHECK_STR(on("b1"), "B3");
}

TEST(another_edition_scores_its_own_powers)
{
    at_own(2, "open R9 Y1; board . B8 B7 Y1 G2 G3" ROWS(5));
    PLAY("lay_open 1 a1"); /* 9, 15, 1, 5 */
    HOLDS("points 0 6");
    at_own(2, "open R9 Y1; board . R9 R9 R9 R9 R9" ROWS(5));
    PLAY("lay_open 1 a1"); /* 54: more than the ranking is long */
    HOLDS("points 17 0");
    CHECK_OVER("al_capone");
}

TEST(another_edition_ties_and_shots_at_power_9)
{
    at_own(2, "open R9 Y1; board . B9 Y1 Y1 Y1 G2" ROWS(5));
    PLAY("lay_open 1 a1", "reveal R9"); /* 9, 9, 3, 2: yellow's 1 is nobody's */
    HOLDS("points 0 0; scored 1");
    PLAY("shoot a1");
    CHECK_STR(on("a1"), "xR9");
    int power[GANGSTER_GANGS];
    gangster_powers((gangster_state *)&now, gangster_line(6), power);
    CHECK_INT(power[0], 0);
}

/* Whole games with the loudest and the quietest gangs there can be. */
TEST(another_edition_plays_to_the_end)
{
    spk_rng rng;
    for (int n = 2; n <= 4; n++)
        for (uint64_t game = 0; game < 30; game++) {
            CHECK_INT(open_box(n, NULL, HOUSE), SPK_OK);
            box.game->setup(&box, &now);
            spk_rng_init(&rng, 9, game);
            while (!is_over()) {
                char room[2000];
                spk_state again;
                spk_buf out = SPK_BUF_OVER(room);
                step(&rng, game % 2);
                CHECK_STR(broken_law(), "");
                spk_buf_clear(&out);
                box.game->print_state(&box, &now, &out);
                CHECK_INT(spk_state_read(&box, room, &again, &why), SPK_OK);
                assert_memory_equal(&again, &now, box.game->state_size);
            }
        }
}

TEST(an_edition_may_be_spaced_ordered_and_commented_freely)
{
    CHECK_INT(open_box(2, NULL, HOUSE), SPK_OK);
    uint64_t hash = box.edition_hash;
    CHECK_INT(open_box(2, NULL,
                       "# an edition of ours\n\n" LINE_1 "\n" LINE_2
                       "# tiles\n" LINE_3 LINE_4 LINE_5
                       "   gang   grey 3 3 3 2 2 2 1 1 1   # the last"),
              SPK_OK);
    CHECK(box.edition_hash == hash);
    CHECK_INT(open_box(2, NULL, LINE_1 LINE_2 LINE_6 LINE_5 LINE_4 LINE_3), SPK_OK);
    const gangster_config *c = box.config;
    CHECK_INT(gangster_count(c->tiles[0], 9), 6);
    CHECK_INT(gangster_count(c->tiles[3], 3), 3);
    CHECK_INT(open_box(2, NULL, LINE_1 LINE_2 LINE_3 LINE_4 LINE_5 "gang grey 3 3 3 2 2 2 1 1 2\n"),
              SPK_OK);
    CHECK(box.edition_hash != hash);
}

/* A position of one edition is none of another. */
TEST(a_position_fits_its_edition_only)
{
    at_own(2, "open R9 Y1; board . B8 B7 Y1 G2 G3" ROWS(5));
    new_game(2, NULL);
    spk_err err = spk_state_read(&box, "open R9 Y1; board . B8 B7 Y1 G2 G3" ROWS(5), &now, &why);
    CHECK_INT(err, SPK_EMALFORMED);
}

/* -- Refused ----------------------------------------------------------------------------------- */

static void bad(const char *text, int line, const char *says, const char *file, int at)
{
    spk_err err = open_box(2, NULL, text);
    if (err != SPK_EMALFORMED || why.line != line || !strstr(why.text, says)) {
        print_error("'%s': %s, line %d: %s\n", text, spk_err_name(err), why.line, why.text);
        _fail(file, at);
    }
}

#define BAD(text, line, says) bad(text, line, says, __FILE__, __LINE__)

TEST(bad_edition_first_lines)
{
    BAD("", 1, "game");
    BAD("game famiglia\n" LINE_2 LINE_3, 1, "famiglia");
    BAD(LINE_2 LINE_1 LINE_3, 1, "game");
    BAD(LINE_1 LINE_3, 2, "edition");
}

TEST(bad_edition_wrong_number_of_tiles)
{
    BAD(LINE_1 LINE_2 "gang red\n", 3, "0 powers");
    BAD(LINE_1 LINE_2 "gang red 1 2 3 1 2 3 1 2\n", 3, "8 powers");
    BAD(LINE_1 LINE_2 LINE_3 "gang blue 1 2 3 1 2 3 1 2 3 1\n", 4, "10 powers");
    BAD(LINE_1 LINE_2 LINE_3 LINE_4 LINE_5, 5, "gang grey"); /* the last line there is */
    BAD(LINE_1 LINE_2 LINE_4 LINE_5 LINE_6, 5, "gang red");
    BAD(LINE_1 LINE_2, 2, "gang red");
    BAD(LINE_1 LINE_2 LINE_3 LINE_4 LINE_3, 5, "on line 3");
}

TEST(bad_edition_powers)
{
    static const char *const powers[] = {"0",     "10", "-1",  "+1",  "1.5",
                                         "three", "01", "1,2", "255", "99999999999999999999"};
    for (size_t i = 0; i < sizeof powers / sizeof *powers; i++) {
        char text[200];
        snprintf(text, sizeof text, LINE_1 LINE_2 LINE_3 "gang blue 1 2 3 1 2 3 1 2 %s\n",
                 powers[i]);
        BAD(text, 4, powers[i]);
        BAD(text, 4, "not a power");
    }
}

TEST(bad_edition_without_a_1_a_2_or_a_3)
{
    BAD(LINE_1 LINE_2 "gang red 2 2 2 2 2 2 3 3 3\n", 3, "red has no 1");
    BAD(LINE_1 LINE_2 LINE_3 "gang blue 1 1 1 1 1 1 3 3 3\n", 4, "blue has no 2");
    BAD(LINE_1 LINE_2 LINE_3 LINE_4 "gang yellow 1 1 1 2 2 2 4 5 6\n", 5, "yellow has no 3");
    BAD(LINE_1 LINE_2 LINE_3 LINE_4 LINE_5 "gang grey 9 9 9 9 9 9 9 9 9\n", 6, "GB-1.4");
}

TEST(bad_edition_words)
{
    BAD(LINE_1 LINE_2 "gang\n", 3, "red blue yellow grey");
    BAD(LINE_1 LINE_2 "gang gray 1 1 1 2 2 2 3 3 3\n", 3, "red blue yellow grey");
    BAD(LINE_1 LINE_2 "gang Red 1 1 1 2 2 2 3 3 3\n", 3, "red blue yellow grey");
    BAD(LINE_1 LINE_2 "Gang red 1 1 1 2 2 2 3 3 3\n", 3, "'Gang'");
    BAD(HOUSE "board 6 6\n", 7, "'board'");
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
}

TEST(bad_edition_cut_anywhere) { check_no_half_edition(spk_game_find("gangster"), HOUSE); }

TEST_MAIN()
