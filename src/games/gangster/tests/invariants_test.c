/* invariants_test.c: the README's invariants, counted on the plain table (the printed position read
 * back into arrays) after every step of random and of keen games; saved positions that break one;
 * and texts that are no position. */
#include "games/gangster/tests/test_table.h"

enum { N_GAMES = 40 }; /* for each number of players */

/* Play games and look at every step: the table before it and after it; last_move lies between. */
typedef void look(const plain *before, const plain *after);

static void each_step_with(const char *option, look *visit)
{
    spk_rng rng;
    for (int n_seats = 2; n_seats <= 4; n_seats++)
        for (uint64_t game = 0; game < N_GAMES; game++) {
            new_game(n_seats, option);
            spk_rng_init(&rng, 36, 100 * (uint64_t)n_seats + game);
            plain before = plain_now();
            while (!is_over()) {
                step(&rng, game % 2);
                plain after = plain_now();
                visit(&before, &after);
                before = after;
            }
        }
}

static void each_step(look *visit) { each_step_with(NULL, visit); }

static bool did(const char *verb) { return strncmp(last_move, verb, strlen(verb)) == 0; }
static bool laid(void) { return did("lay_"); }
static bool turn_ended(const plain *a, const plain *b) { return a->turns != b->turns; }

static int n_dead(const plain *p)
{
    int n = 0;
    for (int cell = 0; cell < 36; cell++)
        n += p->dead[cell];
    return n;
}

static int in_supplies(const plain *p)
{
    int n = 0;
    for (int seat = 0; seat < 4; seat++)
        n += p->supply[seat][1] + p->supply[seat][2] + p->supply[seat][3];
    return n;
}

/* -- The laws ---------------------------------------------------------------------------------- */

/* How many tiles of a kind are in sight. */
static int in_sight(const plain *p, int tile)
{
    int n = (p->open[0] == tile) + (p->open[1] == tile) + (p->drawn == tile);
    int owner = tile_gang(tile) < box.n_seats ? tile_gang(tile) : -1;
    for (int cell = 0; cell < 36; cell++)
        n += p->tile[cell] == tile;
    return n + (owner >= 0 ? p->supply[owner][tile_power(tile)] : 0);
}

static void look_i1(const plain *a, const plain *b)
{
    int all = b->pile[0] + b->pile[1] + plain_is(b, "reveal"); /* one is between pile and table */
    (void)a;
    for (int gang = 0; gang < 4; gang++)
        for (int power = 1; power <= 3; power++) {
            int n = in_sight(b, 10 * gang + 10 + power);
            CHECK(n <= 3);
            all += n;
        }
    CHECK_INT(all, 36);
}

TEST(gb_i1_every_tile_is_in_one_place) { each_step(look_i1); }

static void look_i2(const plain *a, const plain *b)
{
    int elsewhere = in_supplies(b) + (b->open[0] > 0) + (b->open[1] > 0) + (b->drawn > 0) +
                    b->pile[0] + b->pile[1] + plain_is(b, "reveal");
    (void)a;
    CHECK_INT(36 - plain_placed(b), elsewhere);
}

TEST(gb_i2_as_many_empty_cells_as_tiles_elsewhere) { each_step(look_i2); }

static void look_i3(const plain *a, const plain *b)
{
    for (int seat = 0; seat < 4; seat++)
        for (int power = 1; power <= 3; power++) {
            CHECK(b->supply[seat][power] <= a->supply[seat][power]);
            bool gone = b->supply[seat][power] < a->supply[seat][power];
            CHECK(!gone || (did("lay_own") && a->active == seat));
        }
}

TEST(gb_i3_own_supplies_never_grow)
{
    each_step(look_i3);
    /* what leaves one is the owner's colour */
    AT(3, "active 2; open R2 G2; board . . . . . ." ROWS(5));
    PLAY("lay_own 2 c3");
    CHECK_STR(on("c3"), "Y2");
}

static void look_i4(const plain *a, const plain *b)
{
    int bullets = b->bullets[0] + b->bullets[1] + b->bullets[2] + b->bullets[3];
    CHECK_INT(bullets + n_dead(b), box.n_seats == 3 ? 3 : 4);
    for (int cell = 0; cell < 36; cell++) {
        CHECK(!b->dead[cell] || b->tile[cell]);
        if (a->dead[cell])
            CHECK(b->dead[cell] && b->tile[cell] == a->tile[cell]);
    }
}

TEST(gb_i4_bullets_and_the_dead) { each_step(look_i4); }

static void look_i5(const plain *a, const plain *b)
{
    (void)a;
    if (plain_is(b, "action"))
        CHECK((b->open[0] && b->open[1]) || b->pile[0] + b->pile[1] == 0);
    if (plain_is(b, "place_drawn")) /* there was a pile to draw from */
        CHECK(b->open[0] && b->open[1]);
}

TEST(gb_i5_an_empty_slot_means_empty_piles) { each_step(look_i5); }

static void look_i6(const plain *a, const plain *b)
{
    bool between = plain_is(b, "choose_order") || plain_is(b, "game_over");
    for (int line = 0; line < 12; line++) {
        if (!between)
            CHECK_INT(b->scored[line], plain_full(b, line));
        CHECK(!b->scored[line] || plain_full(b, line));
        CHECK(b->scored[line] >= a->scored[line]);
        for (int i = 0; plain_full(a, line) && i < 6; i++)
            CHECK_INT(b->tile[line_cell(line, i)], a->tile[line_cell(line, i)]);
    }
}

TEST(gb_i6_complete_lines_are_scored_and_stay) { each_step(look_i6); }

static int n_by_last_lay;

static void look_i7(const plain *a, const plain *b)
{
    int n = 0;
    for (int line = 0; line < 12; line++)
        n += plain_full(b, line) && !plain_full(a, line);
    CHECK(n <= (laid() ? 2 : did("move") ? 1 : 0));
    if (laid() && plain_placed(b) == 36) {
        CHECK_INT(n, 2);
        n_by_last_lay++;
    }
}

TEST(gb_i7_how_many_lines_an_action_completes)
{
    n_by_last_lay = 0;
    each_step(look_i7);
    CHECK(n_by_last_lay > 50);
}

static void look_i8(const plain *a, const plain *b)
{
    bool early = false;
    int n = 0, more = 0;
    for (int line = 0; line < 12; line++) {
        n += b->scored[line];
        more += b->scored[line] && !a->scored[line];
    }
    for (int seat = 0; seat < 4; seat++)
        early |= b->points[seat] == 17;
    if (plain_is(b, "game_over") && !early)
        CHECK_INT(n, 12);
    /* points move only with a line that had not been scored */
    if (memcmp(a->points, b->points, sizeof a->points) != 0)
        CHECK(more > 0);
}

TEST(gb_i8_every_line_is_scored_once) { each_step(look_i8); }

static int n_tops;

static void look_i9(const plain *a, const plain *b)
{
    int at_top = 0;
    for (int seat = 0; seat < 4; seat++) {
        CHECK(b->points[seat] >= a->points[seat] && b->points[seat] <= 17);
        at_top += b->points[seat] == 17;
    }
    CHECK(at_top <= 1);
    CHECK(at_top == 0 || plain_is(b, "game_over"));
    n_tops += at_top;
}

TEST(gb_i9_one_at_17_at_most_and_then_it_is_over)
{
    n_tops = 0;
    each_step(look_i9);
    CHECK(n_tops > 0); /* it was seen */
}

/* The living power of a line. */
static int living_power(const plain *p, int line)
{
    int power = 0;
    for (int i = 0; i < 6; i++) {
        int cell = line_cell(line, i);
        power += p->dead[cell] ? 0 : tile_power(p->tile[cell]);
    }
    return power;
}

static int awarded[2]; /* for rows, for columns */

static void look_i10(const plain *a, const plain *b)
{
    int n_lines = 0, line = 0, gain = 0, n_gainers = 0;
    if (b->turns == 0)
        awarded[0] = awarded[1] = 0;
    for (int i = 0; i < 12; i++)
        if (b->scored[i] && !a->scored[i])
            n_lines++, line = i;
    for (int seat = 0; seat < 4; seat++) {
        gain += b->points[seat] - a->points[seat];
        n_gainers += b->points[seat] > a->points[seat];
    }
    CHECK(n_gainers <= n_lines);
    if (n_lines == 1) {
        CHECK(gain <= 15 && gain <= living_power(b, line));
        awarded[line >= 6] += gain;
    }
    if (n_lines == 2)
        CHECK(gain <= living_power(b, a->locked / 6) + living_power(b, 6 + a->locked % 6));
    CHECK(awarded[0] <= 72 && awarded[1] <= 72);
}

TEST(gb_i10_a_line_pays_one_player_and_not_too_much) { each_step(look_i10); }

static void look_i11(const plain *a, const plain *b)
{
    (void)a;
    for (int seat = 0; seat < 4; seat++) {
        CHECK_INT(b->points[seat] > 0, b->marks[seat] > 0);
        for (int other = 0; other < seat; other++)
            CHECK(b->marks[seat] == 0 || b->marks[seat] != b->marks[other]);
    }
}

TEST(gb_i11_no_two_players_gained_at_once) { each_step(look_i11); }

static int n_skips;

static void look_i12(const plain *a, const plain *b)
{
    int n_skipped = b->skipped[0] + b->skipped[1] + b->skipped[2] + b->skipped[3];
    bool general = b->open[0] || b->open[1] || b->pile[0] || b->pile[1];
    if (!is_decision(b))
        return;
    CHECK(list_moves("", NULL) >= 1);
    CHECK(n_skipped < box.n_seats);
    if (plain_is(b, "action"))
        CHECK(general || in_supplies(b) > 0);
    if (turn_ended(a, b) && plain_is(b, "action")) {
        CHECK_INT(b->active, (a->active + 1 + n_skipped) % box.n_seats);
        n_skips += n_skipped;
        if (n_skipped)
            CHECK(!general);
    }
}

TEST(gb_i12_somebody_can_always_lay)
{
    n_skips = 0;
    each_step(look_i12);
    CHECK(n_skips > 0);
}

static void look_i13(const plain *a, const plain *b)
{
    const char *to =
        strrchr(last_move, '-') ? strrchr(last_move, '-') + 1 : last_move + strlen(last_move) - 2;
    if (b->locked >= 0)
        CHECK(b->tile[b->locked] && !b->dead[b->locked]);
    bool lapsed = turn_ended(a, b) && b->skipped[(a->active + 1) % box.n_seats];
    if (lapsed || did("shoot"))
        CHECK_INT(b->locked, -1);
    else if (laid() || did("move"))
        CHECK_INT(b->locked, cell_of(to));
    else
        CHECK_INT(b->locked, a->locked); /* drawing, revealing, choosing */
}

TEST(gb_i13_the_locked_gangster_lives_and_came_last) { each_step(look_i13); }

static void look_i14(const plain *a, const plain *b)
{
    int limit = 6 * box.n_seats, bullets = box.n_seats == 3 ? 3 : 4;
    CHECK(b->quiet_turns <= limit);
    CHECK(b->turns <= (36 + bullets) * (limit + 1));
    if (did("move"))
        CHECK_INT(b->quiet_turns, a->quiet_turns + 1);
    else if (laid() || did("shoot"))
        CHECK_INT(b->quiet_turns, 0);
    else
        CHECK_INT(b->quiet_turns, a->quiet_turns);
}

TEST(gb_i14_quiet_turns_are_counted) { each_step(look_i14); }

/* Players who only move, whenever they can, come to the bound and no further. */
TEST(gb_i14_every_game_ends)
{
    spk_rng rng;
    for (int n = 2; n <= 4; n++) {
        new_game(n, NULL);
        spk_rng_init(&rng, 14, 0);
        while (!is_over()) {
            spk_move moves[SPK_MAX_MOVES];
            int count =
                actor() == SPK_SEAT_CHANCE ? 0 : box.game->moves(&box, &now, actor(), moves);
            int at = 0;
            while (at < count && gangster_move_op(moves[at]) != GANGSTER_MOVE)
                at++;
            if (at < count)
                box.game->apply(&box, &now, actor(), moves[at]);
            else
                step(&rng, false);
        }
        plain p = plain_now();
        int bound = n == 2 ? 520 : n == 3 ? 741 : 1000;
        CHECK(p.turns <= bound && p.turns > bound / 3);
    }
}

static void look_i15(const plain *a, const plain *b)
{
    int n = list_moves("", NULL);
    (void)a;
    if (plain_is(b, "action"))
        CHECK(n >= 1 && n <= 182);
    else if (plain_is(b, "place_drawn"))
        CHECK_INT(n, 36 - plain_placed(b));
    else
        CHECK_INT(n, plain_is(b, "choose_order") ? 2 : 0);
}

TEST(gb_i15_how_many_moves_there_are) { each_step(look_i15); }

/* What a viewer is sent. */
static void seen_by(spk_seat viewer, spk_buf *out)
{
    spk_state view = now;
    spk_json json = {.out = out};
    spk_buf_clear(out);
    spk_redact(&box, &view, viewer);
    box.game->print_state(&box, &view, out);
    spk_buf_putc(out, '\n');
    box.game->json(&box, &view, viewer, &json);
}

static void look_i16(const plain *a, const plain *b)
{
    static char one[8000], other[8000];
    spk_rng rng;
    spk_buf first = SPK_BUF_OVER(one), next = SPK_BUF_OVER(other);
    (void)a, (void)b;
    seen_by(0, &first);
    for (spk_seat seat = 1; seat <= box.n_seats; seat++) {
        seen_by(seat < box.n_seats ? seat : SPK_SEAT_ONLOOKER, &next);
        CHECK_STR(one, other);
    }
    /* Another order of the piles is not another position: there is none in it. */
    spk_state again = now;
    spk_rng_init(&rng, 16, (uint64_t)b->turns);
    spk_resample(&box, &again, 0, &rng);
    assert_memory_equal(&again, &now, box.game->state_size);
}

TEST(gb_i16_all_views_are_the_same) { each_step(look_i16); }

TEST(gb_i17_the_same_moves_give_the_same_bytes)
{
    static char texts[3000][SPK_MOVE_TEXT];
    for (int n_seats = 2; n_seats <= 4; n_seats++) {
        spk_rng rng;
        int n = 0;
        new_game(n_seats, NULL);
        spk_rng_init(&rng, 17, (uint64_t)n_seats);
        for (; !is_over(); n++) {
            step(&rng, false);
            memcpy(texts[n], last_move, sizeof last_move);
        }
        spk_state end = now;
        memset(&now, 0xa5, sizeof now); /* what was there before does not shine through */
        new_game(n_seats, NULL);
        for (int i = 0; i < n; i++)
            PLAY(texts[i]);
        assert_memory_equal(&end, &now, box.game->state_size);
        new_game(n_seats, NULL); /* and the same seed makes the same moves */
        spk_rng_init(&rng, 17, (uint64_t)n_seats);
        while (!is_over())
            step(&rng, false);
        assert_memory_equal(&end, &now, box.game->state_size);
    }
}

/* -- GB-I18: eight ways to look at a square, twenty-four to name the gangs --------------------- */

/* Turned by a quarter 'way' times, and, from 4 on, mirrored at the diagonal before. */
static int turned(int cell, int way)
{
    int row = way < 4 ? cell / 6 : cell % 6, column = way < 4 ? cell % 6 : cell / 6;
    for (int i = 0; i < way % 4; i++) {
        int was = row;
        row = column;
        column = 5 - was;
    }
    return 6 * row + column;
}

/* Rows become columns. */
static bool swaps(int way) { return turned(0, way) / 6 != turned(1, way) / 6; }

static int turned_line(int line, int way)
{
    int first = turned(line_cell(line, 0), way), second = turned(line_cell(line, 1), way);
    return first / 6 == second / 6 ? first / 6 : 6 + first % 6;
}

static plain turned_table(const plain *p, int way)
{
    plain t = *p;
    for (int cell = 0; cell < 36; cell++) {
        t.tile[turned(cell, way)] = p->tile[cell];
        t.dead[turned(cell, way)] = p->dead[cell];
    }
    for (int line = 0; line < 12; line++)
        t.scored[turned_line(line, way)] = p->scored[line];
    if (p->locked >= 0)
        t.locked = turned(p->locked, way);
    return t;
}

/* "move c3-c4" as the neighbour at the corner of the table would say it. */
static void turn_text(const char *text, int way, char out[SPK_MOVE_TEXT])
{
    char copy[SPK_MOVE_TEXT];
    snprintf(copy, sizeof copy, "%s", text);
    for (char *at = copy; *at; at++)
        if (at > copy && (at[-1] == ' ' || at[-1] == '-') && *at >= 'a' && *at <= 'f' &&
            at[1] >= '1' && at[1] <= '6') {
            int cell = turned(cell_of(at), way);
            at[0] = (char)('a' + cell % 6);
            at[1] = (char)('1' + cell / 6);
        }
    bool order = strncmp(copy, "choose_order", 12) == 0;
    bool row = order && spk_str_eq(copy, "choose_order row");
    if (order && swaps(way))
        row = !row;
    snprintf(out, SPK_MOVE_TEXT, "%s",
             order ? (row ? "choose_order row" : "choose_order column") : copy);
}

static void same_tables(const plain *got, const plain *want)
{
    if (memcmp(got, want, sizeof *got) != 0)
        fail_msg("after '%s' the turned table is another one", last_move);
}

TEST(gb_i18_the_map_can_be_turned_and_mirrored)
{
    for (int way = 1; way < 8; way++)
        for (uint64_t game = 0; game < 12; game++) {
            spk_rng rng;
            spk_state other;
            new_game(2 + (int)(game % 3), NULL);
            other = now;
            spk_rng_init(&rng, 18, 10 * (uint64_t)way + game);
            while (!is_over()) {
                char text[SPK_MOVE_TEXT];
                spk_seat seat = actor();
                spk_move move;
                step(&rng, game % 2);
                turn_text(last_move, way, text);
                CHECK_INT(spk_move_read(&box, &other, seat, text, &move, &why), SPK_OK);
                CHECK_INT(spk_apply(&box, &other, seat, move, &why), SPK_OK);
                plain p = plain_now(), want = turned_table(&p, way), got = plain_of(&box, &other);
                same_tables(&got, &want);
            }
        }
}

/* Red is called yellow, blue grey and so on: the seats' colours go along. */
TEST(gb_i18_the_gangs_can_change_names)
{
    static const char *const names = "YGRB"; /* instead of RBYG */
    for (uint64_t game = 0; game < 60; game++) {
        spk_rng rng;
        spk_box other_box = {0};
        spk_state other;
        const char *option = "colours=ygrb";
        int n_seats = 2 + (int)(game % 3);
        spk_choice choice = {.n_seats = n_seats, .options = &option, .n_options = 1};
        CHECK_INT(spk_box_open(&other_box, spk_game_find("gangster"), &choice, &why), SPK_OK);
        new_game(n_seats, NULL);
        other_box.game->setup(&other_box, &other);
        spk_rng_init(&rng, 24, game);
        while (!is_over()) {
            spk_seat seat = actor();
            spk_move move;
            step(&rng, game % 2);
            char text[SPK_MOVE_TEXT];
            memcpy(text, last_move, sizeof text);
            if (strncmp(text, "reveal ", 7) == 0)
                text[7] = names[strchr("RBYG", text[7]) - "RBYG"];
            CHECK_INT(spk_move_read(&other_box, &other, seat, text, &move, &why), SPK_OK);
            CHECK_INT(spk_apply(&other_box, &other, seat, move, &why), SPK_OK);
            plain p = plain_now(), got = plain_of(&other_box, &other);
            int *tiles[] = {&p.open[0], &p.open[1], &p.drawn};
            for (int i = 0; i < 39; i++) {
                int *tile = i < 36 ? &p.tile[i] : tiles[i - 36];
                if (*tile)
                    *tile = 10 * ((tile_gang(*tile) + 2) % 4) + 10 + tile_power(*tile);
            }
            same_tables(&got, &p);
        }
        spk_box_close(&other_box);
    }
}

/* -- GB-I19 and GB-I20 ------------------------------------------------------------------------- */

static void look_i19(const plain *a, const plain *b)
{
    static const char *const texts[] = {
        "lay_own 1 a1", "lay_own 2 f6", "lay_open 1 c3", "lay_open 2 d4", "draw 1",
        "draw 2",       "lay_drawn b5", "move a1-a2",    "move f6-e6",    "shoot c3",
        "pass",         "skip",         "shoot d4",      "move c3-d3",    "choose_order row",
        "lay_own 9 z9", "start 1",      "reveal R1"};
    (void)a, (void)b;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (spk_seat seat = 0; seat < box.n_seats; seat++) {
            spk_state before = now;
            spk_move move;
            if (box.game->parse_move(&box, texts[i], &move, NULL) != SPK_OK ||
                spk_judge(&box, &now, seat, move, NULL) == SPK_OK)
                continue;
            why = (spk_why){0};
            CHECK(spk_apply(&box, &now, seat, move, &why) != SPK_OK);
            CHECK(why.rule[0] && why.text[0]);
            assert_memory_equal(&before, &now, box.game->state_size);
        }
}

TEST(gb_i19_a_refusal_changes_nothing) { each_step(look_i19); }

static void look_i20(const plain *a, const plain *b)
{
    (void)a;
    spk_state again = text_and_back();
    /* The same bytes have the same future; what matters most all the same: */
    if (is_decision(b)) {
        spk_move before[SPK_MAX_MOVES], after[SPK_MAX_MOVES];
        int n = box.game->moves(&box, &now, actor(), before);
        CHECK_INT(box.game->moves(&box, &again, actor(), after), n);
        assert_memory_equal(before, after, (size_t)n * sizeof *before);
    }
}

TEST(gb_i20_saved_and_loaded_under_every_option)
{
    static const char *const options[] = {NULL,
                                          "colours=gybr",
                                          "start_player=seat_2",
                                          "tie_rule=all_equal",
                                          "shoot_own=off",
                                          "stall_limit=0",
                                          "stall_limit=2"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        each_step_with(options[i], look_i20);
}

/* -- An absent player -------------------------------------------------------------------------- */

TEST(the_safe_default_is_legal_and_ends_the_game)
{
    spk_rng rng;
    for (int n = 2; n <= 4; n++) {
        new_game(n, NULL);
        spk_rng_init(&rng, 3, (uint64_t)n);
        while (!is_over()) {
            if (actor() == SPK_SEAT_CHANCE)
                step(&rng, false);
            else
                CHECK_INT(spk_apply(&box, &now, actor(), box.game->safe(&box, &now, actor()), &why),
                          SPK_OK);
        }
    }
    /* He gives nothing away: no bullet, no own tile, no line as long as there is another cell. */
    AT(2, "open Y2 G2; board R3 R2 B1 Y1 G1 . / Y1 . . . . ." ROWS(4));
    spk_move move = box.game->safe(&box, &now, 0);
    CHECK_INT(gangster_move_op(move), GANGSTER_DRAW);
    PLAY("draw 1", "reveal B3");
    move = box.game->safe(&box, &now, 0);
    CHECK(gangster_move_cell(move) != cell_of("f1"));
}

/* -- Saved positions that cannot be ------------------------------------------------------------ */

static void cannot_be(int n_seats, const char *option, const char *position, const char *law,
                      const char *file, int line)
{
    new_game(n_seats, option);
    check_impossible(position, law, file, line);
}

#define CANNOT_BE(n_seats, position, law)                                                          \
    cannot_be(n_seats, NULL, position, law, __FILE__, __LINE__)

#define A_FEW "open Y2 G2; board R1 Y1 . . . . / B1 . . . . ." ROWS(4)

TEST(gb_i1_to_i4_saved_tiles_that_cannot_be)
{
    AT(2, A_FEW);
    CANNOT_BE(2, "open Y2 G2; board R1 R1 R1 . . ." ROWS(5), "GB-I1"); /* a fourth R1 */
    CANNOT_BE(2, "open Y2 G2; board R4 . . . . ." ROWS(5), "GB-I1");   /* no such tile */
    CANNOT_BE(2, "piles 13 13; " A_FEW, "GB-I1");                      /* tiles are missing */
    CANNOT_BE(2, "piles 9 16; " A_FEW, "GB-I1");                       /* more than at the start */
    CANNOT_BE(2, "supplies 12 123; " A_FEW, "GB-I3");                  /* where is the R3? */
    CANNOT_BE(2, "bullets 1 2; " A_FEW, "GB-I4");                      /* who was shot? */
    CANNOT_BE(2, "bullets 3 1; " A_FEW, "GB-I1");                      /* bullets change hands */
    CANNOT_BE(2, "open Y2 G2; board xR1 . . . . ." ROWS(5), "GB-I4");  /* with what? */
    CANNOT_BE(3, "bullets 2 1 1; " A_FEW, "GB-I1");
    CANNOT_BE(2, "points 18 0; " A_FEW, "GB-I1");
    CANNOT_BE(2, "marks 13 0; points 1 0; " A_FEW, "GB-I1");
}

TEST(gb_i5_saved_supplies_that_cannot_be)
{
    CANNOT_BE(2, "open - G2; board R1 . . . . ." ROWS(5), "GB-I5");
    CANNOT_BE(2, "phase place_drawn; drawn Y1; open - G2; board R1 . . . . ." ROWS(5), "GB-I5");
    CANNOT_BE(2, "phase refill; open Y2 G2; board R1 . . . . ." ROWS(5), "GB-I5");
    CANNOT_BE(2, "phase refill; open - -; board R1 . . . . ." ROWS(5), "GB-I5");
    CANNOT_BE(2, "phase refill; open - G2; board . . . . . ." ROWS(5), "GB-I5");
    CANNOT_BE(2, "phase setup; open Y2 G2; board . . . . . ." ROWS(5), "GB-I5");
    CANNOT_BE(2, "phase game_over; points 17 0; open - -; board R3 R3 B3 B1 G1 G1" ROWS(5),
              "GB-I5");
}

/* Row 1 and column a are complete with a1, row 6 was before. */
#define TWO_LINES                                                                                  \
    "open R2 B3; board R1 B2 Y1 G1 B1 R1 / R3 . . . . . / Y1 . . . . . / Y1 . . . . . / "          \
    "G1 . . . . . / B1 G2 Y2 G2 Y2 G3"

TEST(gb_i6_to_i8_saved_lines_that_cannot_be)
{
    static const char *const row = "open Y2 G2; board R3 R3 B3 B1 G1 G1" ROWS(5);
    char position[300];
    snprintf(position, sizeof position, "scored -; %s", row);
    CANNOT_BE(2, position, "GB-I6"); /* complete and not scored */
    snprintf(position, sizeof position, "scored 1 2; %s", row);
    CANNOT_BE(2, position, "GB-I6"); /* scored and not complete */
    snprintf(position, sizeof position, "phase choose_order; locked a1; scored -; %s", row);
    CANNOT_BE(2, position, "GB-I7"); /* one line waits, not two */
    snprintf(position, sizeof position, "phase game_over; points 17 0; scored -; %s", row);
    CANNOT_BE(2, position, "GB-I8"); /* who gained 17 where nothing was scored? */
    /* A 17 can leave one of two lines unscored, not both. */
    AT(2, "phase game_over; points 17 0; locked a1; scored 6 a; " TWO_LINES);
    CANNOT_BE(2, "phase game_over; points 17 0; locked a1; scored 6; " TWO_LINES, "GB-I8");
    CANNOT_BE(2,
              "supplies - -; open - -; board " ROW_ODD " / " ROW_EVEN " / " ROW_ODD " / " ROW_EVEN
              " / " ROW_ODD " / " ROW_EVEN,
              "GB-I8"); /* full and still on */
}

TEST(gb_i9_to_i11_saved_rankings_that_cannot_be)
{
    static const char *const row = "open Y2 G2; board R3 R3 B3 B1 G1 G1" ROWS(5);
    static const char *const says[][2] = {
        {"points 2 0; marks 0 0", "GB-I11"}, {"points 0 0; marks 1 0", "GB-I11"},
        {"points 2 2; marks 1 1", "GB-I11"}, {"points 2 2; marks 1 2", "GB-I10"},
        {"points 1 0; marks 2 0", "GB-I10"}, {"points 17 0", "GB-I9"},
        {"phase game_over", "GB-I15"}};
    for (size_t i = 0; i < sizeof says / sizeof *says; i++) {
        char position[300];
        snprintf(position, sizeof position, "%s; %s", says[i][0], row);
        CANNOT_BE(2, position, says[i][1]);
    }
    CANNOT_BE(2,
              "phase game_over; points 17 17; open Y2 G2; board R3 R3 B3 B1 G1 G1 / "
              "Y1 Y1 Y2 B1 G2 Y3" ROWS(4),
              "GB-I9");
}

TEST(gb_i12_to_i15_saved_turns_that_cannot_be)
{
    CANNOT_BE(2, "locked f6; " A_FEW, "GB-I13");
    CANNOT_BE(2, "bullets 1 2; locked a1; open Y2 G2; board xR1 . . . . ." ROWS(5), "GB-I13");
    CANNOT_BE(2, "quiet_turns 13; locked a1; " A_FEW, "GB-I14");
    CANNOT_BE(2, "quiet_turns 2; " A_FEW, "GB-I14");
    CANNOT_BE(2, "turns 2; " A_FEW, "GB-I14");
    CANNOT_BE(2, "turns 40; " A_FEW, "GB-I14"); /* three tiles, at most 12 moves after each */
    CANNOT_BE(2, "skipped 1; " A_FEW, "GB-I12");
    CANNOT_BE(2, "drawn Y3; " A_FEW, "GB-I15");
    CANNOT_BE(2, "phase place_drawn; " A_FEW, "GB-I15");
    CANNOT_BE(2, "phase setup; open - -; turns 3; board R1 Y1 B1 . . ." ROWS(5), "GB-I15");
    cannot_be(2, "stall_limit=0", "quiet_turns 1; locked a1; " A_FEW, "GB-I14", __FILE__, __LINE__);
    cannot_be(2, "start_player=seat_1", "phase setup; open - -; board . . . . . ." ROWS(5),
              "GB-I15", __FILE__, __LINE__);
    /* A lock that should have lapsed with Blue's skipped turn; Red and Yellow skipped, Blue not. */
    CANNOT_BE(2,
              "supplies 123 -; skipped 1; locked b2; open - -; bullets 0 0; "
              "board . . Y1 G1 B1 B2 / . Y2 G2 B3 Y3 G3 / R1 xB1 xY1 G1 R2 B2 / " ROW_EVEN
              " / R1 xB1 xY1 G1 R2 B2 / " ROW_EVEN,
              "GB-I13");
    CANNOT_BE(4,
              "active 3; skipped 0 2; supplies - - - 23; open - -; bullets 0 0 0 0; "
              "board . B1 Y1 G1 R2 R1 / Y2 B2 R3 B3 Y3 B3 / R1 xB1 Y1 G1 R2 B2 / "
              "Y2 G2 xR3 xB3 Y3 G3 / R1 B1 Y1 G1 xR2 B2 / Y2 G2 R3 G3 Y3 .",
              "GB-I12");
    /* Red has nothing to do and would have been skipped. */
    CANNOT_BE(4,
              "active 0; supplies - 23 - -; open - -; bullets 0 0 0 0; "
              "board . B1 Y1 G1 R2 R1 / " ROW_EVEN " / R1 xB1 Y1 G1 R2 B2 / Y2 G2 xR3 xB3 Y3 G3 / "
              "R1 B1 Y1 G1 xR2 B2 / Y2 G2 R3 G3 Y3 .",
              "GB-I12");
}

TEST(saved_positions_that_do_not_parse)
{
    static const char *const texts[] = {
        "",
        ";",
        "phase",
        "phase action;",
        "phase nonsense",
        "phase action action",
        "turns x",
        "turns -1",
        "turns 4294967296",
        "turns 1 2",
        "active 2",
        "skipped 2",
        "locked g1",
        "locked a7",
        "locked a1 a2",
        "quiet_turns 1001",
        "open Y2",
        "open Y2 G2 R1",
        "open Y0 G2",
        "open Z1 G2",
        "piles 14",
        "piles 37 0",
        "drawn xR1",
        "supplies 123",
        "supplies 123 321",
        "supplies 123 11",
        "supplies 123 4",
        "bullets 2",
        "bullets 2 256",
        "points 1 2 3",
        "marks a b",
        "scored 7",
        "scored g",
        "scored 1a",
        "board . . . . . .",
        "board R1 . . . . . ." ROWS(5),
        "board r1 . . . . ." ROWS(5),
        "board x . . . . ." ROWS(5),
        "board xx1 . . . . ." ROWS(5),
        "board R1 / . . . . ." ROWS(5),
        "colour red",
        "open Y2 G2; open Y2 G2",
    };
    new_game(2, NULL);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_unreadable(texts[i]);
}

TEST_MAIN()
