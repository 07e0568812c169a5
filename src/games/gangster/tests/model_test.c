/* model_test.c: the whole game a second time, slowly, on plain arrays, written from the README's
 * action sets, its scoring algorithm and its list of phases and from nothing else. At every step of
 * random games both must list the same moves, expect the same tiles and come to the same table. */
#include "games/gangster/tests/test_table.h"

/* What is fixed for a game, and the number of the last award. */
typedef struct rules {
    int n_seats, stall_limit, n_awards;
    bool all_equal, shoot_own;
    int gang_of[4];
} rules;

/* -- Scoring: the README's algorithm line by line ---------------------------------------------- */

typedef struct verdict {
    int gang, points;
} verdict;

static int holders(const int p[4], int value)
{
    return (p[0] == value) + (p[1] == value) + (p[2] == value) + (p[3] == value);
}

static int holder(const int p[4], int value)
{
    for (int gang = 0; gang < 4; gang++)
        if (p[gang] == value)
            return gang;
    return -1;
}

/* The different values of p that are > 0, descending. */
static int distinct_values(const int p[4], int values[4])
{
    int n = 0;
    for (int value = 60; value > 0; value--)
        if (holders(p, value))
            values[n++] = value;
    return n;
}

static verdict top_only(const int p[4])
{
    int distinct[4], n = distinct_values(p, distinct);
    for (int k = 0; k < n; k++)
        if (holders(p, distinct[k]) == 1)
            return (verdict){holder(p, distinct[k]),
                             distinct[k] - (k + 1 < n ? distinct[k + 1] : 0)};
    return (verdict){-1, 0};
}

static verdict all_equal(const int p[4])
{
    int distinct[4], alone[4], n = distinct_values(p, distinct), n_alone = 0;
    for (int k = 0; k < n; k++)
        if (holders(p, distinct[k]) == 1)
            alone[n_alone++] = distinct[k];
    if (n_alone == 0)
        return (verdict){-1, 0};
    return (verdict){holder(p, alone[0]), alone[0] - (n_alone > 1 ? alone[1] : 0)};
}

/* The strongest is alone, and two or three gangs share a positive second place. */
static bool shared_second(const int p[4])
{
    int distinct[4], n = distinct_values(p, distinct);
    return n > 1 && holders(p, distinct[0]) == 1 && holders(p, distinct[1]) > 1;
}

/* Every line there can be: six tiles of power 9 make 54; the reconstruction ends at 15. */
TEST(gb_6_4_gb_6_5_gb_6_6_gb_6_7_every_line_as_the_algorithm_says)
{
    int p[4];
    for (p[0] = 0; p[0] <= 15; p[0]++)
        for (p[1] = 0; p[1] <= 15; p[1]++)
            for (p[2] = 0; p[2] <= 15; p[2]++)
                for (p[3] = 0; p[3] <= 15; p[3]++) {
                    verdict top = top_only(p), all = all_equal(p);
                    gangster_award a = gangster_judge_line(p, false);
                    gangster_award b = gangster_judge_line(p, true);
                    CHECK(a.gang == top.gang && a.points == top.points);
                    CHECK(b.gang == all.gang && b.points == all.points);
                    CHECK(a.gang < 0 || a.points >= 1);
                    CHECK((a.gang != b.gang || a.points != b.points) == shared_second(p));
                }
}

/* Powers that only other editions have. */
TEST(gb_6_4_lines_of_stronger_gangsters)
{
    spk_rng rng;
    spk_rng_init(&rng, 6, 4);
    for (int i = 0; i < 20000; i++) {
        int p[4];
        for (int gang = 0; gang < 4; gang++)
            p[gang] = (int)spk_rng_below(&rng, 2) * (int)spk_rng_below(&rng, 55);
        verdict top = top_only(p), all = all_equal(p);
        gangster_award a = gangster_judge_line(p, false), b = gangster_judge_line(p, true);
        CHECK(a.gang == top.gang && a.points == top.points);
        CHECK(b.gang == all.gang && b.points == all.points);
    }
}

/* -- Which moves there are: the README's table of action sets ---------------------------------- */

enum { MOST = 200 };

typedef struct list {
    int n;
    char text[MOST][SPK_MOVE_TEXT];
} list;

__attribute__((format(printf, 2, 3))) static void add(list *l, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    CHECK(l->n < MOST);
    vsnprintf(l->text[l->n++], sizeof l->text[0], format, args);
    va_end(args);
}

static const char *cell_name(int cell)
{
    static const char columns[] = "abcdef";
    static char names[36][3];
    snprintf(names[cell], sizeof names[cell], "%c%c", columns[cell % 6], '1' + cell / 6);
    return names[cell];
}

static bool adjacent(int i, int j)
{
    int rows = abs(i / 6 - j / 6), columns = abs(i % 6 - j % 6);
    return (rows == 0 && columns == 1) || (columns == 0 && rows == 1);
}

static bool may_move(const rules *r, const plain *p, int from, int to)
{
    if (!p->tile[from] || p->dead[from] || p->locked == from)
        return false;
    if (plain_full(p, from / 6) || plain_full(p, 6 + from % 6))
        return false;
    return !p->tile[to] && adjacent(from, to) &&
           (r->stall_limit == 0 || p->quiet_turns < r->stall_limit);
}

static bool may_shoot(const rules *r, const plain *p, int victim)
{
    int own = r->gang_of[p->active];
    if (!p->bullets[p->active] || !p->tile[victim] || p->dead[victim])
        return false;
    if (!r->shoot_own && tile_gang(p->tile[victim]) == own)
        return false;
    for (int cell = 0; cell < 36; cell++)
        if (adjacent(cell, victim) && p->tile[cell] && !p->dead[cell] &&
            tile_gang(p->tile[cell]) == own)
            return true;
    return false;
}

static void add_actions(const rules *r, const plain *p, list *l)
{
    for (int cell = 0; cell < 36; cell++) {
        for (int power = 1; power <= 3; power++)
            if (p->supply[p->active][power] && !p->tile[cell])
                add(l, "lay_own %d %s", power, cell_name(cell));
        for (int slot = 0; slot < 2; slot++)
            if (p->open[slot] && !p->tile[cell])
                add(l, "lay_open %d %s", slot + 1, cell_name(cell));
        for (int to = 0; to < 36; to++)
            if (may_move(r, p, cell, to))
                add(l, "move %s-%s", cell_name(cell), cell_name(to));
        if (may_shoot(r, p, cell))
            add(l, "shoot %s", cell_name(cell));
    }
    for (int pile = 0; pile < 2; pile++)
        if (p->pile[pile])
            add(l, "draw %d", pile + 1);
}

static list moves_of(const rules *r, const plain *p)
{
    list l = {0};
    if (plain_is(p, "action"))
        add_actions(r, p, &l);
    for (int cell = 0; cell < 36 && plain_is(p, "place_drawn"); cell++)
        if (!p->tile[cell])
            add(&l, "lay_drawn %s", cell_name(cell));
    if (plain_is(p, "choose_order")) {
        add(&l, "choose_order row");
        add(&l, "choose_order column");
    }
    return l;
}

/* -- What they do: the README's phases --------------------------------------------------------- */

/* Whole, so that tables can be compared byte by byte. */
static void set_phase(plain *p, const char *phase)
{
    memset(p->phase, 0, sizeof p->phase);
    memcpy(p->phase, phase, strlen(phase));
}

static int line_power(const plain *p, int line, int gang)
{
    int power = 0;
    for (int i = 0; i < 6; i++) {
        int cell = line_cell(line, i);
        if (p->tile[cell] && !p->dead[cell] && tile_gang(p->tile[cell]) == gang)
            power += tile_power(p->tile[cell]);
    }
    return power;
}

static void score(rules *r, plain *p, int line)
{
    int power[4];
    for (int gang = 0; gang < 4; gang++)
        power[gang] = line_power(p, line, gang);
    verdict v = r->all_equal ? all_equal(power) : top_only(power);
    p->scored[line] = 1;
    for (int seat = 0; seat < r->n_seats; seat++) {
        if (v.gang < 0 || r->gang_of[seat] != v.gang)
            continue;
        p->points[seat] += v.points;
        if (p->points[seat] > 17)
            p->points[seat] = 17;
        p->marks[seat] = ++r->n_awards;
    }
}

static bool somebody_is_al_capone(const plain *p)
{
    return p->points[0] == 17 || p->points[1] == 17 || p->points[2] == 17 || p->points[3] == 17;
}

static void start_turn(const rules *r, plain *p)
{
    bool due = (!p->open[0] || !p->open[1]) && (p->pile[0] || p->pile[1]);
    set_phase(p, due ? "refill" : "action");
    while (!due && moves_of(r, p).n == 0) {
        p->skipped[p->active] = 1;
        p->locked = -1;
        p->active = (p->active + 1) % r->n_seats;
    }
}

static void end_turn(const rules *r, plain *p)
{
    p->turns++;
    memset(p->skipped, 0, sizeof p->skipped);
    if (somebody_is_al_capone(p) || plain_placed(p) == 36) {
        set_phase(p, "game_over");
        return;
    }
    p->active = (p->active + 1) % r->n_seats;
    start_turn(r, p);
}

/* A tile has come to a cell. */
static void check_lines(rules *r, plain *p, int cell)
{
    bool row = plain_full(p, cell / 6), column = plain_full(p, 6 + cell % 6);
    p->locked = cell;
    if (row && column) {
        set_phase(p, "choose_order");
        return;
    }
    if (row)
        score(r, p, cell / 6);
    if (column)
        score(r, p, 6 + cell % 6);
    end_turn(r, p);
}

static void put_tile(rules *r, plain *p, int tile, const char *cell)
{
    p->tile[cell_of(cell)] = tile;
    p->quiet_turns = 0;
    check_lines(r, p, cell_of(cell));
}

static void move_tile(rules *r, plain *p, int from, int to)
{
    p->tile[to] = p->tile[from];
    p->tile[from] = 0;
    p->quiet_turns += r->stall_limit > 0; /* nobody counts where there is no limit */
    check_lines(r, p, to);
}

static void shoot(rules *r, plain *p, int cell)
{
    p->bullets[p->active]--;
    p->dead[cell] = 1;
    p->quiet_turns = 0;
    p->locked = -1;
    end_turn(r, p);
}

static void choose(rules *r, plain *p, bool row_first)
{
    int row = p->locked / 6, column = 6 + p->locked % 6;
    score(r, p, row_first ? row : column);
    if (!somebody_is_al_capone(p))
        score(r, p, row_first ? column : row);
    end_turn(r, p);
}

static void reveal(rules *r, plain *p, int tile)
{
    if (plain_is(p, "reveal")) {
        p->drawn = tile;
        set_phase(p, "place_drawn");
        return;
    }
    int slot = p->open[0] ? 1 : 0, pile = p->pile[slot] ? slot : 1 - slot;
    p->open[slot] = tile;
    p->pile[pile]--;
    start_turn(r, p);
}

static void model_apply(rules *r, plain *p, const char *move)
{
    char verb[20] = "", first[12] = "", second[12] = "";
    int tile;
    sscanf(move, "%19s %11s %11s", verb, first, second);
    int n = atoi(first);
    if (spk_str_eq(verb, "start")) {
        p->active = n;
        set_phase(p, "refill");
    } else if (spk_str_eq(verb, "reveal")) {
        reveal(r, p, plain_tile(first));
    } else if (spk_str_eq(verb, "lay_own")) {
        p->supply[p->active][n] = 0;
        put_tile(r, p, 10 * r->gang_of[p->active] + 10 + n, second);
    } else if (spk_str_eq(verb, "lay_open")) {
        tile = p->open[n - 1];
        p->open[n - 1] = 0;
        put_tile(r, p, tile, second);
    } else if (spk_str_eq(verb, "draw")) {
        p->pile[n - 1]--;
        set_phase(p, "reveal");
    } else if (spk_str_eq(verb, "lay_drawn")) {
        tile = p->drawn;
        p->drawn = 0;
        put_tile(r, p, tile, first);
    } else if (spk_str_eq(verb, "move")) {
        move_tile(r, p, cell_of(first), cell_of(first + 3));
    } else if (spk_str_eq(verb, "shoot")) {
        shoot(r, p, cell_of(first));
    } else {
        choose(r, p, spk_str_eq(first, "row"));
    }
}

/* -- Both side by side ------------------------------------------------------------------------- */

static int by_text(const void *a, const void *b) { return strcmp(a, b); }

static void check_list(const rules *r, const plain *p)
{
    list want = moves_of(r, p), got = {0};
    spk_move moves[SPK_MAX_MOVES];
    got.n = box.game->moves(&box, &now, actor(), moves);
    CHECK(got.n <= MOST);
    for (int i = 0; i < got.n; i++)
        spk_move_text(&box, moves[i], got.text[i]);
    qsort(want.text, (size_t)want.n, sizeof want.text[0], by_text);
    qsort(got.text, (size_t)got.n, sizeof got.text[0], by_text);
    for (int i = 0; i < want.n && i < got.n; i++)
        CHECK_STR(got.text[i], want.text[i]);
    CHECK_INT(got.n, want.n);
}

/* What was not seen yet: three of each kind, without all that lies open. */
static int unseen(const rules *r, const plain *p, int tile)
{
    int n = 3 - (p->open[0] == tile) - (p->open[1] == tile) - (p->drawn == tile);
    for (int cell = 0; cell < 36; cell++)
        n -= p->tile[cell] == tile;
    for (int seat = 0; seat < r->n_seats; seat++)
        if (r->gang_of[seat] == tile_gang(tile))
            n -= p->supply[seat][tile_power(tile)];
    return n;
}

static void check_outcomes(const rules *r, const plain *p)
{
    spk_outcome outcomes[SPK_MAX_OUTCOMES];
    char text[SPK_MOVE_TEXT];
    int n = box.game->chance(&box, &now, outcomes), total = 0;
    for (int i = 0; i < n; i++) {
        spk_move_text(&box, outcomes[i].move, text);
        if (plain_is(p, "setup"))
            CHECK_INT(outcomes[i].weight, 1);
        else
            CHECK_INT(outcomes[i].weight, unseen(r, p, plain_tile(text + 7)));
        total += (int)outcomes[i].weight;
    }
    CHECK_INT(total,
              plain_is(p, "setup") ? r->n_seats : p->pile[0] + p->pile[1] + plain_is(p, "reveal"));
}

static void check_same(const plain *want, uint64_t game)
{
    plain got = plain_now();
    if (memcmp(&got, want, sizeof got) != 0) {
        char room[2000];
        spk_buf out = SPK_BUF_OVER(room);
        spk_buf_clear(&out);
        box.game->print_state(&box, &now, &out);
        print_error(
            "game %u: after '%s' the model is in phase %s with %d %d %d %d points, not\n%s\n",
            (unsigned)game, last_move, want->phase, want->points[0], want->points[1],
            want->points[2], want->points[3], room);
        fail();
    }
}

/* How often what was seen, so that nobody believes a comparison that met nothing. */
static struct {
    int decisions, skips, tops, full, orders, barred;
} seen;

static void count_seen(const rules *r, const plain *p)
{
    seen.decisions += is_decision(p);
    seen.orders += plain_is(p, "choose_order");
    seen.barred += r->stall_limit > 0 && p->quiet_turns == r->stall_limit;
    for (int seat = 0; seat < 4; seat++)
        seen.skips += p->skipped[seat] && plain_is(p, "action");
    if (plain_is(p, "game_over"))
        *(somebody_is_al_capone(p) ? &seen.tops : &seen.full) += 1;
}

static void compare_game(rules *r, spk_rng *rng, bool keen, uint64_t game)
{
    plain p = plain_now();
    r->n_awards = 0;
    while (!is_over()) {
        if (actor() == SPK_SEAT_CHANCE) {
            check_outcomes(r, &p);
        } else {
            CHECK_INT(actor(), p.active);
            check_list(r, &p);
        }
        step(rng, keen && spk_rng_below(rng, 4) > 0);
        model_apply(r, &p, last_move);
        check_same(&p, game);
        count_seen(r, &p);
    }
    CHECK(plain_is(&p, "game_over"));
}

static void compare_games(const char *option, rules r, uint64_t n_games)
{
    memset(&seen, 0, sizeof seen);
    for (uint64_t game = 0; game < n_games; game++) {
        spk_rng rng;
        r.n_seats = 2 + (int)(game % 3);
        int limit = r.stall_limit;
        if (limit < 0)
            r.stall_limit = 6 * r.n_seats;
        new_game(r.n_seats, option);
        spk_rng_init(&rng, 1925, game);
        compare_game(&r, &rng, game / 3 % 2 == 1, game);
        r.stall_limit = limit;
    }
}

#define DEFAULTS .stall_limit = -1, .shoot_own = true, .gang_of = {0, 1, 2, 3}

TEST(model_default_options)
{
    compare_games(NULL, (rules){DEFAULTS}, 300);
    CHECK(seen.decisions > 10000 && seen.skips > 10 && seen.orders > 100);
    CHECK(seen.tops > 5 && seen.full > 100);
}

TEST(model_tie_rule_all_equal)
{
    compare_games("tie_rule=all_equal", (rules){DEFAULTS, .all_equal = true}, 150);
    CHECK(seen.tops > 5 && seen.full > 50);
}

TEST(model_shoot_own_off)
{
    rules r = {DEFAULTS};
    r.shoot_own = false;
    compare_games("shoot_own=off", r, 100);
}

TEST(model_stall_limits)
{
    rules r = {DEFAULTS};
    r.stall_limit = 1;
    compare_games("stall_limit=1", r, 100);
    CHECK(seen.barred > 100);
    r.stall_limit = 0;
    compare_games("stall_limit=0", r, 60);
}

TEST(model_other_colours)
{
    rules r = {DEFAULTS};
    const int gybr[4] = {3, 2, 1, 0};
    memcpy(r.gang_of, gybr, sizeof gybr);
    compare_games("colours=gybr", r, 90);
}

/* -- Tables that random games seldom come to: half empty maps, many dead, odd locks ------------ */

static void random_table(spk_rng *rng, int n_seats, char *position, size_t room)
{
    int bullets[4] = {0}, copies[50] = {0}, fullness = 1 + (int)spk_rng_below(rng, 6);
    int locked = (int)spk_rng_below(rng, 60);
    int n = snprintf(position, room, "active %d; open - -; piles 0 0; quiet_turns %d; supplies",
                     (int)spk_rng_below(rng, (uint32_t)n_seats), (int)spk_rng_below(rng, 14));
    for (int seat = 0; seat < n_seats; seat++) {
        bullets[seat] = (int)spk_rng_below(rng, 2);
        n += snprintf(position + n, room - (size_t)n, " -");
    }
    n += snprintf(position + n, room - (size_t)n, "; bullets");
    for (int seat = 0; seat < n_seats; seat++)
        n += snprintf(position + n, room - (size_t)n, " %d", bullets[seat]);
    if (locked < 36)
        n += snprintf(position + n, room - (size_t)n, "; locked %s", cell_name(locked));
    n += snprintf(position + n, room - (size_t)n, "; board");
    for (int cell = 0; cell < 36; cell++) {
        int gang = (int)spk_rng_below(rng, 4), power = 1 + (int)spk_rng_below(rng, 3);
        bool put = (int)spk_rng_below(rng, 7) < fullness && copies[10 * gang + power]++ < 3;
        if (put)
            n += snprintf(position + n, room - (size_t)n, " %s%c%d",
                          spk_rng_below(rng, 5) == 0 ? "x" : "", "RBYG"[gang], power);
        else
            n += snprintf(position + n, room - (size_t)n, " .");
    }
}

TEST(model_lists_at_any_table)
{
    static const char *const options[] = {NULL, "shoot_own=off", "stall_limit=0", "stall_limit=7"};
    spk_rng rng;
    spk_rng_init(&rng, 17, 17);
    for (int i = 0; i < 1200; i++) {
        char position[800];
        rules r = {.n_seats = 2 + i % 3, .shoot_own = i % 4 != 1, .gang_of = {0, 1, 2, 3}};
        r.stall_limit = i % 4 == 2 ? 0 : i % 4 == 3 ? 7 : 6 * r.n_seats;
        random_table(&rng, r.n_seats, position, sizeof position);
        ANY_WITH(r.n_seats, options[i % 4], position);
        plain p = plain_now();
        check_list(&r, &p);
    }
}

TEST_MAIN()
