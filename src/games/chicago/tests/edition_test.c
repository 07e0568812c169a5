/* edition_test.c: the board file. The reconstructed city has the properties the README lists, and
 * every file that breaks a constraint is refused with the line that is to blame. */
#include "games/chicago/tests/test_table.h"

#include <stdlib.h>

/* -- The city ---------------------------------------------------------------------------------- */

TEST(ch_3_1_four_quarters_around_a_square)
{
    TABLE(4, "");
    CHECK_INT(city()->n_nodes, 292);
    CHECK_INT(city()->n_streets, 200);
    CHECK_INT(chicago_count(city()->casinos, city()->casinos), 4);
    CHECK_INT(chicago_count(city()->square, city()->square), 8);
}

/* CH-3.4, CH-3.6 */
TEST(ch_3_4_values_and_doors_of_every_quarter)
{
    TABLE(4, "");
    for (int quarter = 0; quarter < CHICAGO_GANGS; quarter++) {
        int n[21] = {0}, two_doors = 0;
        for (int k = 0; k < CHICAGO_PER_QUARTER; k++) {
            int b = quarter * CHICAGO_PER_QUARTER + k;
            n[city()->value_k[b]]++;
            two_doors += city()->door[b][0] != city()->door[b][1];
        }
        CHECK_INT(n[1], 8);
        CHECK_INT(n[2], 6);
        CHECK_INT(n[3], 3);
        CHECK_INT(n[4], 2);
        CHECK_INT(n[5], 3);
        CHECK_INT(n[20], 1);
        CHECK_INT(two_doors, 2);
    }
}

/* Every neighbour is one both ways, lists rise, distances are symmetric and one step apart. */
TEST(neighbours_and_distances_agree)
{
    TABLE(4, "");
    const chicago_config *c = city();
    for (int a = 0; a < c->n_nodes; a++)
        for (int j = c->adj_start[a]; j < c->adj_start[a + 1]; j++) {
            int b = c->adj[j];
            CHECK(j == c->adj_start[a] || c->adj[j - 1] < b);
            CHECK_INT(c->distance[a][b], 1);
            CHECK_INT(c->distance[b][a], 1);
            for (int to = 0; to < c->n_nodes; to++)
                CHECK(abs(c->distance[a][to] - c->distance[b][to]) <= 1);
        }
}

static int farthest(int from)
{
    int most = 0;
    for (int to = 0; to < city()->n_nodes; to++)
        if (city()->distance[from][to] > most)
            most = city()->distance[from][to];
    return most;
}

/* The README's "Checked properties of the map". */
TEST(the_distances_the_readme_names)
{
    TABLE(4, "");
    int most = 0;
    CHECK_INT(city()->distance[node("YH")][node("YC")], 8);
    CHECK_INT(city()->distance[node("YC")][node("7,7")], 8);
    CHECK_INT(city()->distance[node("YH")][node("7,7")], 14);
    for (const char *other = "RGB"; *other; other++) {
        char casino[3] = {*other, 'C', '\0'};
        CHECK_INT(city()->distance[node("YC")][node(casino)], 19);
        CHECK_INT(city()->distance[node("YH")][node(casino)], 21);
    }
    for (int b = 0; b < CHICAGO_BUILDINGS; b++)
        most = farthest(b) > most ? farthest(b) : most;
    CHECK_INT(most, 33);
}

/* -- Files that are accepted ------------------------------------------------------------------- */

static char *edited(const char *old, const char *new);

/* A whole game; every position is sound. */
static void play_out(uint64_t seed)
{
    spk_rng rng;
    spk_rng_init(&rng, seed, 0);
    box.game->setup(&box, &now);
    while (!is_over()) {
        random_step(&rng);
        assert_null(chicago_unsound(&box, &now));
    }
}

/* CH-3.14: the movement track begins with 0, so a face may be 0. Such a roll ends the turn. */
TEST(a_movement_die_with_a_face_0)
{
    char *text = edited("movement_die 1 2 3", "movement_die 0 2 0");
    CHECK_INT(open_box(4, "", text), SPK_OK);
    free(text);
    CHECK_INT(city()->face[0], 0);
    CHECK_INT(city()->weight[0], 2);
    AT("stage roll; phase A; round 2; turn 1; yellow at 4,7:4; red at R05:1; green at G05:1");
    spk_outcome outcomes[36];
    CHECK_INT(chicago_chance(&box, &now, outcomes), 11);
    PLAY("roll 0");
    HOLDS("turn 2; points 0");
    play_out(1991);
}

/* -- Files that are refused -------------------------------------------------------------------- */

/* The default edition with one text replaced, in a buffer that is the caller's to free. */
static char *edited(const char *old, const char *new)
{
    const char *text = spk_game_chicago.edition_text, *at = strstr(text, old);
    if (!at)
        fail_msg("'%s' is not in the edition", old);
    size_t n = strlen(text) + strlen(new) + 1;
    char *out = malloc(n);
    snprintf(out, n, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
    return out;
}

/* The same in place, for a second change: as long as what it replaces. */
static void overwrite(char *text, const char *old, const char *new)
{
    char *at = strstr(text, old);
    CHECK(at && strlen(old) == strlen(new));
    while (*new)
        *at++ = *new ++;
}

static int line_of(const char *what)
{
    const char *text = spk_game_chicago.edition_text, *at = strstr(text, what);
    int line = 1;
    for (const char *p = text; p < at; p++)
        line += *p == '\n';
    return line;
}

/* Replaced so, the file is refused on the line where 'blame' stands, with these words. */
static void refused_edition(const char *old, const char *new, const char *blame, const char *words,
                            const char *file, int line)
{
    char *text = edited(old, new);
    spk_err err = open_box(4, "", text);
    free(text);
    int want = line_of(blame);
    if (err != SPK_EMALFORMED || why.line != want || !strstr(why.text, words)) {
        print_error("%s, line %d: '%s'; expected line %d: '%s'\n", spk_err_name(err), why.line,
                    why.text, want, words);
        _fail(file, line);
    }
}

#define BAD_FILE(old, new, blame, words) refused_edition(old, new, blame, words, __FILE__, __LINE__)

TEST(bad_grid)
{
    BAD_FILE("rows 20", "rows 21", "rows 20", "even");
    BAD_FILE("rows 20", "rows 400", "rows 20", "8 to 24");
    BAD_FILE("cols 20", "cols 18", "row H##1", "18 characters");
    BAD_FILE("row E,,,,,,::::::,,,,,,E", "row E,,,,,,::::::,,,,,E", "row E,,,,,,::::::,,,,,,E",
             "20 characters");
    BAD_FILE("row ........#,,........#", "row ........#,x........#", "row ........#,,........#",
             "'x'");
    BAD_FILE("streets 200", "streets 201", "streets 200", "200 street fields");
}

TEST(bad_counts)
{
    BAD_FILE("buildings 92", "buildings 91", "buildings 92", "92");
    BAD_FILE("quarters 4", "quarters 5", "quarters 4", "4");
    BAD_FILE("edges 0,9 0,10", "edges 0,9", "edges 0,9", "8 fields");
    BAD_FILE("edges 0,9 0,10", "edges 0,9 0,9", "edges 0,9", "twice");
    BAD_FILE("edges 0,9 0,10", "edges 0,9 1,10", "edges 0,9", "'E'");
    BAD_FILE("islands 8,8", "islands 8,9", "islands 8,8", "'o'");
    BAD_FILE("symmetry rotation", "symmetry mirror", "symmetry rotation", "rotation");
}

TEST(bad_dice)
{
    BAD_FILE("combat_die_2 3 3 4 4 5 6", "combat_die_2 3 3 4 4 5 5", "combat_die_2", "CH-10.2");
    BAD_FILE("movement_die 1 2", "movement_die 1", "movement_die 1", "12 faces");
    BAD_FILE("movement_die 1 2", "movement_die 1 23", "movement_die 1", "0 to 22");
    BAD_FILE("movement_die 1 2 3 4 5 6 7 8 9 10 11 12", "movement_die 0 0 0 0 0 0 0 0 0 0 0 0",
             "movement_die 1", "nobody would ever move");
    BAD_FILE("combat_die_4 5", "combat_die_3 5", "combat_die_4", "before");
}

TEST(bad_buildings)
{
    BAD_FILE("building 2 Y02", "building 2 Y03", "building 2 Y02", "Y02");
    BAD_FILE("building 2 Y02", "building 92 Y02", "building 2 Y02", "0 to 91");
    BAD_FILE("building 2 Y02 yellow", "building 2 Y02 red", "building 2 Y02", "yellow");
    BAD_FILE("building 2 Y02 yellow 2", "building 2 Y02 yellow 3", "building 2 Y02", "number 2");
    BAD_FILE("0,3 bar 1000", "0,3 bar 2000", "0,3 bar 1000", "'1'");
    BAD_FILE("0,3 bar 1000", "0,3 bar 1500", "0,3 bar 1000", "thousands");
    BAD_FILE("0,3 bar 1000", "0,4 bar 1000", "0,3 bar 1000", "'#'");
    BAD_FILE("0,0 home 1000 yellow", "0,0 home 1000 none", "0,0 home", "CH-7.3");
    BAD_FILE("0,3 bar 1000 yellow", "0,3 bar 1000 blue", "0,3 bar", "yellow");
    BAD_FILE("8,6 bar 4000 none yes", "8,6 bar 4000 none no", "8,6 bar", "touches");
    BAD_FILE("8,6 bar 4000 none yes", "8,6 bar 4000 none perhaps", "8,6 bar", "perhaps");
    BAD_FILE("building 2 Y02 yellow 2 0,3 bar 1000 yellow no 1,3",
             "building 2 Y02 yellow 2 2,0 bar 1000 yellow no 2,1", "building 3 Y03",
             "building 2 already");
    BAD_FILE("building 5 ", "building 4 ", "building 5 ", "Y04");
}

/* CH-3.5 to CH-3.7, CH-3.12 */
TEST(bad_doors)
{
    BAD_FILE("yellow no 1,3\n", "yellow no 0,2\n", "building 2 Y02", "not a street field");
    BAD_FILE("yellow no 1,3\n", "yellow no 1,4\n", "building 2 Y02", "beside");
    BAD_FILE("yellow no 1,3\n", "yellow no\n", "building 2 Y02", "doors");
    BAD_FILE("none no 1,6\n", "none no 1,6 1,6\n", "building 9 Y09", "two arrows");
    BAD_FILE("none yes 5,7 7,7\n", "none yes 5,7\n", "building 22 Y22", "two doors");
    BAD_FILE("yellow no 3,4 4,3\n", "yellow no 3,4\n", "building 0 YC", "two doors");
}

TEST(bad_symmetry)
{
    BAD_FILE("0,3 bar 1000 yellow", "0,3 bar 1000 none", "building 25 R02", "symmetry");
    BAD_FILE("row ........#,,........#", "row .........,,........#", "streets 200", "201");
    char *text = edited("symmetry rotation", "symmetry none");
    CHECK_INT(open_box(4, "", text), SPK_OK);
    free(text);
}

/* The fields 7,4 and 6,4 walled off from 5,4, with Y13 and Y21 behind the wall. */
TEST(bad_unreachable)
{
    char *text = edited("row 1.1#.3#.5,,#5#3.#2.2", "row 1.1##3#.5,,#5#3.#2.2");
    overwrite(text, "streets 200", "streets 199");
    overwrite(text, "symmetry rotation", "symmetry none    ");
    CHECK_INT(open_box(4, "", text), SPK_EMALFORMED);
    CHECK_INT(why.line, line_of("building 13 Y13"));
    CHECK(strstr(why.text, "6,3 cannot be reached") != NULL);
    free(text);
}

TEST(bad_row_too_many)
{
    char *text = edited("row H.1##1#2#EE#3#2#1##H", "row H.1##1#2#EE#3#2#1##H\nrow ####");
    CHECK_INT(open_box(4, "", text), SPK_EMALFORMED);
    CHECK_INT(why.line, line_of("row H.1##1") + 1);
    free(text);
}

TEST(bad_files_that_end_too_early)
{
    const char *text = spk_game_chicago.edition_text;
    size_t n = strlen(text);
    for (size_t cut = 0; cut < n; cut += 37) {
        char *part = malloc(n + 1);
        memcpy(part, text, cut);
        part[cut] = '\0';
        CHECK(open_box(4, "", part) == SPK_EMALFORMED);
        CHECK(why.line > 0 && why.text[0]);
        free(part);
    }
}

TEST(bad_ten_thousand_rows)
{
    spk_buf text = {0};
    spk_buf_puts(&text, "game chicago\nedition huge\nrows 20\ncols 20\n");
    for (int i = 0; i < 10000; i++)
        spk_buf_puts(&text, "row ....................\n");
    CHECK_INT(open_box(4, "", spk_buf_text(&text)), SPK_EMALFORMED);
    CHECK_INT(why.line, 25);
    spk_buf_release(&text);
}

/* One byte changed at a time: refused or read, never worse; what is read can be played. */
TEST(files_with_a_changed_byte)
{
    spk_rng rng;
    spk_rng_init(&rng, 1991, 0);
    size_t n = strlen(spk_game_chicago.edition_text);
    char *text = malloc(n + 1);
    for (int i = 0; i < 400; i++) {
        memcpy(text, spk_game_chicago.edition_text, n + 1);
        text[spk_rng_below(&rng, (uint32_t)n)] = " ,.0123456789#EHCo:\nxY"[spk_rng_below(&rng, 21)];
        if (open_box(4, "", text) == SPK_OK)
            box.game->setup(&box, &now);
        else
            CHECK(why.text[0]);
    }
    free(text);
}

TEST_MAIN()
