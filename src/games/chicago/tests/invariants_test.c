/* invariants_test.c: the README's invariants, CH-I1 to CH-I21, one test each: counted on the plain
 * table (test_plain.h), after every move of whole games with fights. */
#include "games/chicago/tests/test_plain.h"

/* -- The games that are looked at -------------------------------------------------------------- */

/* What was on the table, and the move that was made then. */
typedef struct moment {
    plain p;
    char move[32];
} moment;

enum { MOST_MOMENTS = 4000 };

static const struct {
    int players;
    const char *options;
} tables[] = {
    {4, ""},
    {4, "variant_stacking=on variant_casino_presence=on movement_die=scale22"},
    {3, "chip_limit=on movement_die=scale22 balance_scope=phase"},
    {2, "variant_stacking=on movement_die=3d6 survivor_prize=off"},
    {2, "balance_scope=game goal_tie=wealth"},
};

enum { N_TABLES = sizeof tables / sizeof *tables };

static moment *games[N_TABLES];
static int n_moments[N_TABLES];

static void record_game(int i)
{
    spk_rng rng;
    char text[SPK_MOVE_TEXT];
    TABLE(tables[i].players, tables[i].options);
    spk_rng_init(&rng, 1991, (uint64_t)i);
    games[i] = calloc(MOST_MOMENTS, sizeof **games);
    for (int n = 0; n < MOST_MOMENTS; n++) {
        games[i][n].p = plain_now();
        n_moments[i] = n + 1;
        if (is_over())
            return;
        spk_move move = hunting_move(&rng);
        snprintf(games[i][n].move, sizeof games[i][n].move, "%.31s",
                 spk_move_text(&box, move, text));
        box.game->apply(&box, &now, actor(), move);
    }
    fail_msg("a game that does not end");
}

static rules at_table;

/* Called for every move: the moment before it and the moment after it. */
typedef void look(const moment *a, const moment *b);

static void each_move(look *visit)
{
    for (int i = 0; i < N_TABLES; i++) {
        if (!games[i])
            record_game(i);
        at_table = rules_of(tables[i].players, tables[i].options);
        for (int n = 0; n + 1 < n_moments[i]; n++)
            visit(&games[i][n], &games[i][n + 1]);
    }
}

static bool is_move(const moment *m, const char *verb)
{
    return strncmp(m->move, verb, strlen(verb)) == 0;
}

/* -- Things are counted ------------------------------------------------------------------------ */

static int rings_on_members(const plain *p)
{
    int n = p->rings[0] + p->rings[1];
    for (int rings = 1; rings <= 4; rings++) {
        n += rings * p->attackers[rings];
        for (int g = 0; g < 4; g++)
            n += rings * p->waiting[g][rings];
    }
    for (int g = 0; g < 4; g++)
        for (int i = 0; i < p->n[g]; i++)
            n += p->strength[g][i];
    return n;
}

static void look_i1(const moment *a, const moment *b)
{
    (void)a;
    CHECK_INT(b->p.bank + rings_on_members(&b->p), 150);
}

TEST(ch_i1_150_rings) { each_move(look_i1); }

/* A gang's figures in a battle: those that stand in no list. */
static int n_fighting(const plain *p, int g)
{
    bool duel = plain_is(p, "duel");
    if (!is_fighting(p))
        return 0;
    if (g == on_turn(p, &at_table))
        return n_attackers(p) + duel;
    return g == p->defender ? duel : 0;
}

static void look_i2(const moment *a, const moment *b)
{
    for (int g = 0; g < 4; g++) {
        const plain *p = &b->p;
        int figures = p->reserve[g] + n_waiting(p, g) + p->n[g] + p->dead[g] + n_fighting(p, g);
        CHECK_INT(figures, at_table.present[g] ? 20 : 0);
        CHECK(p->dead[g] >= a->p.dead[g]);
    }
}

TEST(ch_i2_twenty_figures) { each_move(look_i2); }

static void look_i3(const moment *a, const moment *b)
{
    (void)a;
    for (int g = 0; g < 4; g++)
        for (int i = 0; i < b->p.n[g]; i++)
            CHECK(b->p.strength[g][i] >= 1 && b->p.strength[g][i] <= 4);
    for (int side = 0; plain_is(&b->p, "duel") && side < 2; side++)
        CHECK(b->p.rings[side] >= 1 && b->p.rings[side] <= b->p.before[side]);
}

TEST(ch_i3_one_to_four_rings) { each_move(look_i3); }

static void look_i4(const moment *a, const moment *b)
{
    (void)a;
    static int there[FIELDS];
    memset(there, 0, sizeof there);
    for (int g = 0; g < 4; g++)
        for (int i = 0; i < b->p.n[g]; i++) {
            int field = b->p.at[g][i];
            CHECK(!there[field] ||
                  (at_table.stacking && town.block[field] >= 0 && there[field] == g + 1));
            there[field] = g + 1;
        }
}

TEST(ch_i4_one_member_a_field) { each_move(look_i4); }

static void look_i5(const moment *a, const moment *b)
{
    (void)a;
    for (int g = 0; g < 4; g++)
        for (int i = 0; i < b->p.n[g]; i++)
            CHECK(is_street(b->p.at[g][i]) || town.block[b->p.at[g][i]] >= 0);
}

TEST(ch_i5_on_streets_and_in_buildings) { each_move(look_i5); }

static void look_i6(const moment *a, const moment *b)
{
    (void)a;
    for (int g = 0; g < 4; g++)
        for (int i = 0; i < b->p.n[g]; i++) {
            int block = town.block[b->p.at[g][i]];
            CHECK(block < 0 || b->p.owner[block] == g);
        }
}

TEST(ch_i6_who_is_in_it_owns_it) { each_move(look_i6); }

static void look_i7(const moment *a, const moment *b)
{
    for (int block = 0; block < BLOCKS; block++)
        CHECK(a->p.owner[block] < 0 || b->p.owner[block] >= 0);
}

TEST(ch_i7_owned_is_owned) { each_move(look_i7); }

/* Each building stands in one gang's list, or in none. */
TEST(ch_i8_92_buildings_of_288_000)
{
    spk_rng rng;
    int sum = 0;
    TABLE(4, "");
    for (int b = 0; b < CHICAGO_BUILDINGS; b++)
        sum += city()->value_k[b];
    CHECK_INT(sum, 288);
    spk_rng_init(&rng, 8, 8);
    while (!is_over()) {
        box.game->apply(&box, &now, actor(), hunting_move(&rng));
        for (int b = 0; b < CHICAGO_BUILDINGS; b++) {
            int owners = 0;
            for (int gang = 0; gang < CHICAGO_GANGS; gang++)
                owners += chicago_has(here->gang[gang].owned, b);
            CHECK(owners <= 1);
        }
    }
}

/* -- Money ------------------------------------------------------------------------------------- */

/* The text counts whole thousands, so a multiple of 1000 it is; the JSON says it in full. */
static void look_i9(const moment *a, const moment *b)
{
    (void)a;
    for (int g = 0; g < 4; g++)
        CHECK(b->p.cash[g] >= 0 && b->p.cash[g] < 5000);
}

TEST(ch_i9_cash_is_never_negative) { each_move(look_i9); }

static int cost_of(const moment *m)
{
    int n1, n2, n3, rings;
    if (sscanf(m->move, "hire %d %d %d", &n1, &n2, &n3) == 3)
        return 10 * n1 + 25 * n2 + 40 * n3;
    if (sscanf(m->move, "enter buy %d", &rings) == 1)
        return price[rings];
    return 0;
}

/* What a throw pays, to either side: the beaten one's value before the duel. */
static int prize_of(const moment *a, const moment *b)
{
    int attack, defence, dead = 0;
    for (int g = 0; g < 4; g++)
        dead += b->p.dead[g] - a->p.dead[g];
    if (sscanf(a->move, "throw %d %d", &attack, &defence) != 2 || dead != 1)
        return 0;
    if (attack == defence && at_table.no_prize)
        return 0;
    bool attacker_fell = attack < defence || (attack == defence && a->p.rings[0] == 1);
    return price[a->p.before[!attacker_fell]];
}

static int paid_out(const moment *a, const moment *b)
{
    int sum = 0;
    bool end = b->p.phase != a->p.phase || (plain_is(&b->p, "over") && !anybody_holds(&b->p));
    for (int g = 0; end && g < 4; g++)
        sum += plain_payout(&b->p, &at_table, g);
    return sum;
}

static void look_i10(const moment *a, const moment *b)
{
    int before = 0, after = 0;
    for (int g = 0; g < 4; g++) {
        before += a->p.cash[g];
        after += b->p.cash[g];
    }
    CHECK_INT(after, before - cost_of(a) + prize_of(a, b) + paid_out(a, b));
}

TEST(ch_i10_where_money_comes_from)
{
    TABLE(4, "");
    for (int gang = 0; gang < CHICAGO_GANGS; gang++)
        CHECK_INT(here->gang[gang].cash_k, 125);
    each_move(look_i10);
}

/* -- Movement points --------------------------------------------------------------------------- */

static void look_i11(const moment *a, const moment *b)
{
    CHECK(b->p.points >= 0 && b->p.points <= at_table.most);
    bool same_turn = is_fighting(&b->p) || plain_is(&b->p, "step");
    if (is_move(a, "step") && same_turn)
        CHECK_INT(b->p.points, a->p.points - 1);
    if (is_move(a, "reinforce")) {
        char from[8];
        CHECK_INT(sscanf(a->move, "reinforce %7s", from), 1);
        CHECK_INT(b->p.points, a->p.points - way_length(&a->p, field_named(from)));
    }
    if (is_move(a, "throw") && same_turn)
        CHECK_INT(b->p.points, a->p.points);
}

TEST(ch_i11_a_step_costs_a_point) { each_move(look_i11); }

/* The gang that moved is done: no point or no step is left. */
static void look_i12(const moment *a, const moment *b)
{
    bool moved = is_move(a, "step") || is_move(a, "throw") || is_move(a, "roll");
    if (!moved || is_fighting(&b->p) || plain_is(&b->p, "step"))
        return;
    int left = a->p.points - is_move(a, "step"), gang = on_turn(&a->p, &at_table);
    if (is_move(a, "roll") || left > 0) {
        plain p = b->p;
        list steps = {0};
        p.phase = a->p.phase, p.turn = a->p.turn;
        add_steps(&p, &at_table, &steps);
        CHECK_INT(steps.n, 0);
        if (!at_table.stacking && !at_table.chips && at_table.players > 2)
            CHECK_INT(p.n[gang], 0);
    }
}

TEST(ch_i12_a_turn_ends_when_nothing_is_left) { each_move(look_i12); }

/* -- Purchases --------------------------------------------------------------------------------- */

static int threes[4][4];

static void look_i13(const moment *a, const moment *b)
{
    int n1, n2, n3, rings;
    if (is_move(a, "hire") && a->p.phase == 0 && a->p.turn == 0)
        memset(threes, 0, sizeof threes);
    if (sscanf(a->move, "hire %d %d %d", &n1, &n2, &n3) == 3) {
        int gang = on_turn(&a->p, &at_table);
        CHECK((threes[gang][a->p.phase] += n3) <= 1);
        CHECK_INT(b->p.waiting[gang][3], a->p.waiting[gang][3] + n3);
        CHECK_INT(b->p.waiting[gang][4], a->p.waiting[gang][4]);
    }
    if (sscanf(a->move, "enter buy %d", &rings) == 1)
        CHECK(rings <= 2);
}

TEST(ch_i13_no_fours_and_one_three_a_phase) { each_move(look_i13); }

/* Totals of the purchase, the phase or the game, counted here. */
static int totals[4][2];

static void look_i14(const moment *a, const moment *b)
{
    int n[2] = {0}, n3, rings = 0, gang = on_turn(&a->p, &at_table);
    bool hire = sscanf(a->move, "hire %d %d %d", &n[0], &n[1], &n3) == 3;
    if (sscanf(a->move, "enter buy %d", &rings) == 1)
        n[rings - 1] = 1;
    bool first = a->p.phase == 0 && hire && a->p.turn == 0;
    bool turn_begins = at_table.scope == 0 && (hire || (a->p.turn != b->p.turn));
    if (first)
        memset(totals, 0, sizeof totals);
    if (turn_begins)
        memset(totals[gang], 0, sizeof totals[gang]);
    totals[gang][0] += n[0];
    totals[gang][1] += n[1];
    CHECK(abs(totals[gang][0] - totals[gang][1]) <= 1);
    if (at_table.scope == 0 && (hire || !plain_is(&b->p, "enter")))
        memset(totals[gang], 0, sizeof totals[gang]);
    if (at_table.scope == 1 && a->p.phase != b->p.phase)
        memset(totals, 0, sizeof totals);
    if (at_table.scope)
        CHECK_INT(memcmp(totals[gang], b->p.bought[gang], sizeof totals[gang]), 0);
}

TEST(ch_i14_evenly_within_the_scope) { each_move(look_i14); }

/* -- Duels ------------------------------------------------------------------------------------- */

static void look_i15(const moment *a, const moment *b)
{
    if (!is_move(a, "throw"))
        return;
    int dead = 0;
    for (int g = 0; g < 4; g++)
        dead += b->p.dead[g] - a->p.dead[g];
    CHECK(rings_on_members(&b->p) <= rings_on_members(&a->p));
    bool goes_on = plain_is(&b->p, "duel") && b->p.battle == a->p.battle &&
                   b->p.rings[0] == a->p.rings[0] - 1 && b->p.before[0] == a->p.before[0];
    CHECK(dead >= 1 || goes_on);
}

TEST(ch_i15_a_duel_removes_somebody) { each_move(look_i15); }

TEST(ch_i16_the_greatest_payout)
{
    char all[600] = "blue owns";
    TABLE(4, "");
    for (int b = 0; b < CHICAGO_BUILDINGS; b++)
        snprintf(all + strlen(all), sizeof all - strlen(all), " %s", name_of(town.field[b]).s);
    AT_ANY(all);
    CHECK_INT(payout(BLUE), 328000);
    CHECK_INT(payout(RED), 0);
}

static void look_i17(const moment *a, const moment *b)
{
    (void)a;
    if (!is_fighting(&b->p))
        return;
    int attacker = on_turn(&b->p, &at_table);
    CHECK(b->p.defender != attacker && b->p.defender != at_table.ally[attacker]);
}

TEST(ch_i17_only_foes_fight) { each_move(look_i17); }

static void look_i18(const moment *a, const moment *b)
{
    (void)a;
    for (int g = 0; at_table.chips && g < 4; g++)
        CHECK(chips_out(&b->p, g) <= 20);
}

TEST(ch_i18_twenty_chips)
{
    spk_rng rng;
    int most = 0;
    each_move(look_i18);
    TABLE(4, "chip_limit=on");
    AT(MANY_CHIPS);
    spk_rng_init(&rng, 18, 18);
    for (int i = 0; i < 300; i++) {
        box.game->apply(&box, &now, actor(), hunting_move(&rng));
        plain p = plain_now();
        for (int g = 0; g < 4; g++) {
            CHECK(chips_out(&p, g) <= 20);
            most = chips_out(&p, g) > most ? chips_out(&p, g) : most;
        }
    }
    CHECK_INT(most, 20); /* or the limit was never felt */
}

/* -- The course of a game ---------------------------------------------------------------------- */

static void look_i19(const moment *a, const moment *b)
{
    int before = 6 * a->p.phase + a->p.round, after = 6 * b->p.phase + b->p.round;
    CHECK(after >= before && after <= 24);
    if (plain_is(&b->p, "over"))
        CHECK(b->p.round == 6 && (b->p.phase == 3 || anybody_holds(&b->p)));
}

TEST(ch_i19_the_clock_goes_forwards) { each_move(look_i19); }

TEST(ch_i20_the_same_seed_the_same_game)
{
    spk_state first;
    for (int time = 0; time < 2; time++) {
        spk_rng rng;
        TABLE(4, "");
        spk_rng_init(&rng, 20, 20);
        for (int i = 0; i < 900 && !is_over(); i++)
            box.game->apply(&box, &now, actor(), hunting_move(&rng));
        if (time == 0)
            first = now;
    }
    assert_memory_equal(&first, &now, sizeof first);
}

/* A position turned by 90 degrees: yellow's things become red's, and so on round. */
static void print_turned(const plain *p, spk_buf *out)
{
    static const char *const names[] = {"yellow", "red", "green", "blue"};
    spk_buf_printf(out, "stage %s; phase %c; round %d; turn %d; points %d; bank %d", p->stage,
                   'A' + p->phase, p->round, (p->turn + 1) % 4, p->points, p->bank);
    for (int g = 0; g < 4; g++) {
        spk_buf_printf(out, "; %s cash %d reserve %d dead %d at", names[(g + 1) % 4], p->cash[g],
                       p->reserve[g], p->dead[g]);
        for (int i = 0; i < p->n[g]; i++)
            spk_buf_printf(out, " %s:%d", name_of(turned(p->at[g][i])).s, p->strength[g][i]);
        spk_buf_puts(out, " owns");
        for (int b = 0; b < BLOCKS; b++)
            if (p->owner[b] == g)
                spk_buf_printf(out, " %s", name_of(turned(town.field[b])).s);
    }
}

/* Every step of the first position is there in the turned one, turned. */
static void check_turned(const plain *p, const list *steps)
{
    spk_buf text = {0};
    print_turned(p, &text);
    AT_ANY(spk_buf_text(&text));
    spk_buf_release(&text);
    CHECK_INT(n_moves(), steps->n);
    for (int i = 0; i < steps->n; i++) {
        char from[8], to[8], move[40];
        CHECK_INT(sscanf(steps->text[i], "step %7s %7s", from, to), 2);
        snprintf(move, sizeof move, "step %s %s", name_of(turned(field_named(from))).s,
                 name_of(turned(field_named(to))).s);
        CHECK(is_legal(move));
    }
    for (int g = 0; g < 4; g++)
        CHECK_INT(payout((g + 1) % 4), 1000 * plain_payout(p, &at_table, g));
}

TEST(ch_i20_a_turned_board_is_the_same_game)
{
    each_move(look_i1); /* the games are there */
    TABLE(4, "");
    at_table = rules_of(4, "");
    for (int n = 0; n < n_moments[0]; n += 3) {
        list steps = {0};
        const plain *p = &games[0][n].p;
        if (!plain_is(p, "step"))
            continue;
        add_steps(p, &at_table, &steps);
        check_turned(p, &steps);
    }
}

TEST(ch_i21_there_is_always_a_move)
{
    for (int i = 0; i < N_TABLES; i++) {
        spk_rng rng;
        TABLE(tables[i].players, tables[i].options);
        spk_rng_init(&rng, 21, (uint64_t)i);
        for (; !is_over(); box.game->apply(&box, &now, actor(), hunting_move(&rng)))
            if (actor() != SPK_SEAT_CHANCE)
                CHECK(n_moves() > 0 && n_moves() <= box.game->max_moves);
    }
}

TEST_MAIN()
