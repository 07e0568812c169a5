/* screen_test.c: screens of every game, phase, number of players and language, without a terminal: as they were looked at (the
 * golden ones: GAME.screens beside this file), and what must hold for all of them. SPK_GOLDEN=write writes the golden ones anew: look at
 * them before you commit. */
#include "tui_kit.h"

#include <stdlib.h>

#include <time.h>

static const char *const sizes[] = {"80x24", "80x30", "120x40"};

static void read_size(const char *size, int *rows, int *cols)
{
    assert_int_equal(sscanf(size, "%dx%d", cols, rows), 2);
}

/* -- Golden screens ----------------------------------------------------------------------------------- */

static void read_file(const char *file, spk_buf *out)
{
    char bytes[4096];
    size_t n;
    FILE *f = fopen(file, "r");
    while (f && (n = fread(bytes, 1, sizeof bytes, f)) > 0)
        spk_buf_add(out, bytes, n);
    if (f)
        fclose(f);
}

static void check_golden(const char *key, const spk_buf *screens)
{
    char file[200];
    spk_buf golden = {0};
    const char *write = getenv("SPK_GOLDEN");
    snprintf(file, sizeof file, "tests/tui/%s.screens", key);
    if (write && spk_str_eq(write, "write")) {
        FILE *f = fopen(file, "w");
        assert_non_null(f);
        fwrite(spk_buf_text(screens), 1, screens->n, f);
        fclose(f);
    }
    read_file(file, &golden);
    const char *a = spk_buf_text(&golden), *b = spk_buf_text(screens);
    for (int line = 1; *a || *b; line++) {
        size_t n = strcspn(a, "\n"), m = strcspn(b, "\n");
        if (n != m || memcmp(a, b, n) != 0)
            fail_msg("%s:%d: looks otherwise now: %.*s", file, line, (int)m, b);
        a += n + (a[n] == '\n'), b += m + (b[m] == '\n');
    }
    spk_buf_release(&golden);
}

static void add_screen(kit *k, const char *what, const char *size, spk_buf *out)
{
    int rows, cols;
    read_size(size, &rows, &cols);
    spk_buf_printf(out, "== %s, %d players, %s, %s\n", what, k->box.n_seats,
                   host_language_codes[k->table->language], size);
    kit_print(k, rows, cols, out);
}

/* The first time that somebody is asked in each phase: one screen, in another language and size each time. */
static void play_and_look(const spk_game *game, int players, const char *option, uint64_t seed,
                          int *n, spk_buf *out)
{
    enum { PHASES = 24, STEPS = 900 };
    char seen[PHASES][24] = {{0}};
    int n_seen = 0;
    kit k;
    kit_open(&k, game, players, option, (host_language)(*n % HOST_LANGUAGES), seed);
    for (int step = 0; step < STEPS && kit_turn(&k); step++) {
        int i = 0;
        const char *phase = kit_phase(&k);
        while (i < n_seen && !spk_str_eq(seen[i], phase))
            i++;
        if (i == n_seen && n_seen < PHASES) {
            snprintf(seen[n_seen++], sizeof *seen, "%s", phase);
            kit_speak(&k, (host_language)(*n % HOST_LANGUAGES));
            kit_key(&k, TUI_KEY_TAB);
            add_screen(&k, seen[n_seen - 1], sizes[(*n)++ % 3], out);
        }
        kit_random_move(&k);
    }
    kit_close(&k);
}

static void panels(const spk_game *game, spk_buf *out)
{
    kit k;
    kit_open(&k, game, game->min_seats, NULL, HOST_ENGLISH, 5);
    for (int i = 0; i < 12; i++)
        kit_turn(&k), kit_random_move(&k);
    kit_turn(&k);
    for (const char *key = "?lmtoq"; *key; key++) {
        char what[16];
        kit_speak(&k, (host_language)(*key % HOST_LANGUAGES));
        snprintf(what, sizeof what, "key %c", *key);
        kit_char(&k, (uint32_t)*key);
        add_screen(&k, what, "80x24", out);
        kit_key(&k, TUI_KEY_ESCAPE);
    }
    kit_close(&k);
}

TEST(golden_screens)
{
    for (int g = 0; g < spk_n_games; g++) {
        const spk_game *game = spk_games[g];
        spk_buf out = {0};
        int n = g;
        for (int players = game->min_seats; players <= game->max_seats; players++)
            play_and_look(game, players, NULL, 7, &n, &out);
        if (spk_str_eq(game->key, "chicago_gangsters"))
            play_and_look(game, 4, "godfather=on", 8, &n, &out);
        if (spk_str_eq(game->key, "chicago"))
            play_and_look(game, 2, "variant_stacking=on", 8, &n, &out);
        panels(game, &out);
        check_golden(game->key, &out);
        spk_buf_release(&out);
    }
}

/* -- What holds for all screens ----------------------------------------------------------------------- */

static bool is_on_screen(kit *k, const char *part)
{
    int n;
    const tui_spot *spots = tui_screen_spots(k->screen, &n);
    for (int i = 0; i < n; i++)
        if (spk_str_eq(spots[i].thing, part + (*part == '>')))
            return true;
    return false;
}

/* Every move can be put together from what is offered, one thing after the other, and whatever it is made of can be pointed at. */
static void check_reachable(kit *k)
{
    const tui_board *board = tui_board_of(k->box.game);
    tui_choice c = {0};
    char text[SPK_MOVE_TEXT];
    tui_choice_begin(&c, k->table, board);
    for (int i = 0; i < k->table->n_moves; i++) {
        const tui_parts *of = &c.of[i];
        spk_move_text(&k->box, k->table->moves[i], text);
        tui_choice_clear(&c);
        for (int round = 0; round < 3; round++) /* things, then the other ends, then buttons */
            for (int p = 0; p < of->n; p++) {
                char kind = of->part[p][0];
                if ((kind == '>' ? 1 : kind == '=' ? 2 : 0) != round)
                    continue;
                const char *offered = tui_choice_offers(&c, of->part[p] + (kind == '>'));
                if (!offered)
                    fail_msg("'%s': %s is not offered", text, of->part[p]);
                tui_choice_pick(&c, offered);
                if (kind != '=' && !is_on_screen(k, of->part[p]))
                    fail_msg("'%s': %s is not on the screen", text, of->part[p]);
            }
        static int moves[SPK_MAX_MOVES];
        bool whole, found = false;
        int n = tui_choice_found(&c, true, moves, SPK_MAX_MOVES, &whole);
        for (int m = 0; m < n; m++)
            found = found || moves[m] == i;
        if (!found || !whole)
            fail_msg("'%s' is not found from its parts", text);
        if (of->n > 0 && n > 12)
            fail_msg("'%s' is one of %d that are chosen alike", text, n);
    }
    tui_choice_release(&c);
}

static int n_cut;

/* Nothing of the board or the headline is cut in any language; names may be, and what happened. */
static void check_uncut(kit *k)
{
    for (int lang = 0; lang < HOST_LANGUAGES; lang++) {
        k->table->language = (host_language)lang;
        const tui_grid *g = tui_screen_draw(k->screen, 24, 80, 0);
        for (int i = 0; i < 21 * 80; i++)
            if (g->cell[i].code == 0x2026) {
                spk_buf out = {0};
                for (int col = 0; col < 80; col++)
                    tui_put_utf8(&out, g->cell[i / 80 * 80 + col].code);
                print_message("# %s, %d players, %s: cut: %s\n", k->box.game->key, k->box.n_seats,
                              host_language_codes[lang], spk_buf_text(&out));
                spk_buf_release(&out);
                n_cut++;
            }
    }
    k->table->language = HOST_ENGLISH;
}

static void check_positions(const spk_game *game, int players, const char *option, uint64_t seed)
{
    kit k;
    kit_open(&k, game, players, option, HOST_ENGLISH, seed);
    for (int step = 0; step < 250 && kit_turn(&k); step++) {
        if (step % 3 == 0) {
            kit_key(&k, TUI_KEY_ESCAPE);
            tui_screen_draw(k.screen, 24, 80, 0);
            check_reachable(&k);
            check_uncut(&k);
        }
        kit_random_move(&k);
    }
    kit_close(&k);
}

TEST(every_move_can_be_made_on_the_board_and_nothing_is_cut)
{
    for (int g = 0; g < spk_n_games; g++)
        for (int players = spk_games[g]->min_seats; players <= spk_games[g]->max_seats; players++)
            for (uint64_t seed = 1; seed <= 2; seed++)
                check_positions(spk_games[g], players, NULL, seed);
    check_positions(spk_game_find("chicago"), 2, "variant_stacking=on", 3);
    check_positions(spk_game_find("chicago_gangsters"), 4, "godfather=on", 3);
    check_positions(spk_game_find("chicago_gangsters"), 3, "claims=spoken", 3);
    check_positions(spk_game_find("famiglia"), 2, "show_hands=off", 3);
    CHECK_INT(n_cut, 0);
}

/* -- By keys ------------------------------------------------------------------------------------------ */

/* A whole game by Tab, arrows, Enter and the mouse alone: whatever is asked is answered by what is on the screen. */
static void play_by_keys(const spk_game *game, int players, uint64_t seed)
{
    enum { MOST = 60000 };
    kit k;
    int keys = 0;
    kit_open(&k, game, players, NULL, HOST_DUTCH, seed);
    while (kit_turn(&k) && keys++ < MOST) {
        int n;
        tui_screen_draw(k.screen, 24, 80, 0);
        const tui_spot *spots = tui_screen_spots(k.screen, &n);
        switch (spk_rng_below(&k.dice, 8)) {
        case 0: kit_key(&k, TUI_KEY_TAB); break;
        case 1: kit_key(&k, TUI_KEY_DOWN); break;
        case 2: kit_key(&k, TUI_KEY_RIGHT); break;
        case 3: kit_key(&k, TUI_KEY_BACK_TAB); break;
        case 4:
            if (n > 0) {
                const tui_area *at = &spots[spk_rng_below(&k.dice, (uint32_t)n)].area;
                tui_screen_key(k.screen,
                               (tui_key){.kind = TUI_KEY_CLICK, .row = at->row, .col = at->col});
            }
            break;
        case 5: kit_char(&k, '1' + spk_rng_below(&k.dice, 3)); break;
        default: kit_key(&k, TUI_KEY_ENTER); break;
        }
    }
    if (!spk_match_is_over(room_match(k.room)))
        fail_msg("%s with %d: not over after %d keys", game->key, players, keys);
    kit_show(&k);
    CHECK(k.table->over);
    kit_close(&k);
}

TEST(whole_games_are_played_by_keys_and_mouse)
{
    for (int g = 0; g < spk_n_games; g++)
        if (!spk_str_eq(
                spk_games[g]->key,
                "chicago")) /* hundreds of steps a turn: the terminal's own tests play some of it */
            for (int players = spk_games[g]->min_seats; players <= spk_games[g]->max_seats;
                 players++)
                play_by_keys(spk_games[g], players, 3);
}

TEST(a_thing_that_is_not_offered_is_refused_with_its_rule)
{
    kit k;
    spk_buf out = {0};
    kit_open(&k, spk_game_find("gangster"), 2, "start_player=seat_1", HOST_ENGLISH, 1);
    kit_turn(&k);
    kit_print(&k, 24, 80, &out);
    int n;
    const tui_spot *spots = tui_screen_spots(k.screen, &n);
    for (int i = 0; i < n; i++)
        if (spk_str_eq(spots[i].thing, "c4")) {
            tui_area at = spots[i].area;
            tui_screen_key(k.screen,
                           (tui_key){.kind = TUI_KEY_CLICK, .row = at.row, .col = at.col});
            break;
        }
    CHECK_STR(k.last, "why shoot c4");
    CHECK_INT(k.n_refused, 1);
    spk_buf_clear(&out);
    kit_print(&k, 24, 80, &out);
    CHECK(strstr(spk_buf_text(&out), "[GB-5") != NULL);
    kit_char(&k, 'w');
    spk_buf_clear(&out);
    kit_print(&k, 24, 80, &out);
    CHECK(strstr(spk_buf_text(&out), "rule 'GB-5") != NULL);
    spk_buf_release(&out);
    kit_close(&k);
}

TEST(the_end_of_a_turn_wants_a_second_enter)
{
    kit k;
    kit_open(&k, spk_game_find("gangster"), 2, "start_player=seat_1", HOST_ENGLISH, 1);
    kit_turn(&k);
    tui_screen_draw(k.screen, 24, 80, 0);
    int n, own = -1, cell = -1;
    const tui_spot *spots = tui_screen_spots(k.screen, &n);
    for (int i = 0; i < n; i++) {
        own = spk_str_eq(spots[i].thing, "own2") ? i : own;
        cell = spk_str_eq(spots[i].thing, "c4") ? i : cell;
    }
    tui_key click = {.kind = TUI_KEY_CLICK, .row = spots[own].area.row, .col = spots[own].area.col};
    tui_screen_key(k.screen, click);
    tui_screen_draw(k.screen, 24, 80, 0);
    click.row = spots[cell].area.row, click.col = spots[cell].area.col;
    tui_screen_key(k.screen, click);
    CHECK_INT(k.n_acts, 0);
    kit_key(&k, TUI_KEY_ESCAPE);
    kit_key(&k, TUI_KEY_ENTER); /* where the cursor is: c4 again */
    CHECK_INT(k.n_acts, 0);
    kit_key(&k, TUI_KEY_ENTER);
    CHECK_STR(k.last, "move lay_own 2 c4");
    kit_close(&k);
}

/* The longest moves there are, in the languages with the longest words: neither they nor the question are cut. */
TEST(a_long_move_and_its_question_are_whole)
{
    for (int language = 0; language < HOST_LANGUAGES; language++) {
        kit k;
        kit_open(&k, spk_game_find("chicago"), 2, NULL, (host_language)language, 1);
        kit_turn(&k);
        for (int i = 0; i < k.table->n_moves; i++) {
            spk_buf move = {0}, menu = {0}, asked = {0};
            kit_char(&k, 'm');
            for (int down = 0; down < i; down++)
                kit_key(&k, TUI_KEY_DOWN);
            tui_describe(k.table, i, &move);
            kit_print(&k, 24, 80, &menu);
            CHECK(strstr(spk_buf_text(&menu), spk_buf_text(&move)) != NULL);
            kit_key(&k, TUI_KEY_ENTER);
            kit_print(&k, 24, 80, &asked);
            CHECK(strstr(spk_buf_text(&asked), spk_buf_text(&move)) != NULL);
            CHECK(strstr(spk_buf_text(&asked),
                         tui_tr(k.table, "This ends your turn. Enter: do it, Esc: back")) != NULL);
            kit_key(&k, TUI_KEY_ESCAPE);
            CHECK_INT(k.n_acts, 0);
            spk_buf_release(&move), spk_buf_release(&menu), spk_buf_release(&asked);
        }
        kit_close(&k);
    }
}

TEST(a_small_window_says_so)
{
    kit k;
    spk_buf out = {0};
    kit_open(&k, spk_game_find("famiglia"), 2, NULL, HOST_ENGLISH, 1);
    kit_turn(&k);
    kit_print(&k, 10, 40, &out);
    CHECK(strstr(spk_buf_text(&out), "40 x 10") != NULL);
    CHECK(strstr(spk_buf_text(&out), "80 x 24") != NULL);
    spk_buf_release(&out);
    kit_close(&k);
}

/* Printed, never judged: how much of a processor's time it takes to hear and draw a changed board. */
TEST(drawing_takes_little_time)
{
    for (int g = 0; g < spk_n_games; g++) {
        enum { TIMES = 50 };
        kit k;
        kit_open(&k, spk_games[g], spk_games[g]->max_seats, NULL, HOST_ENGLISH, 2);
        kit_turn(&k);
        clock_t before = clock();
        for (int i = 0; i < TIMES; i++) {
            kit_show(&k);
            tui_screen_draw(k.screen, 24, 80, 0);
        }
        print_message("# %s: %.2f ms of CPU a changed board, heard and drawn\n", spk_games[g]->key,
                      1000.0 * (double)(clock() - before) / CLOCKS_PER_SEC / TIMES);
        CHECK(k.table->dealt);
        kit_close(&k);
    }
}

TEST_MAIN()
