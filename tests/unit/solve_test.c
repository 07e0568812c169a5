/* solve_test.c: exact prospects: the same as by trying everything without remembering anything, and a bot that
 * searches agrees with them near the end. */
#include "ai/solve.h"

#include <math.h>

#include "ai/bot.h"
#include "engine/box.h"
#include "games/registry.h"
#include "test.h"

static void open_box(spk_box *box, int n_seats)
{
    static const char *const options[] = {"stall_limit=1"};
    spk_choice choice = {.n_seats = n_seats, .options = options, .n_options = 1};
    spk_why why;
    CHECK(spk_box_open(box, spk_game_find("gangster"), &choice, &why) == SPK_OK);
}

/* A random game up to the last decision but 'left'. */
static bool walk(const spk_box *box, uint64_t seed, int left, spk_state *state)
{
    spk_state at[512];
    spk_move moves[SPK_MAX_MOVES];
    spk_rng rng;
    spk_actors who;
    int n = 0;
    spk_rng_init(&rng, seed, 0);
    box->game->setup(box, state);
    while ((who = box->game->actors(box, state)) != 0 && n < 512) {
        spk_seat seat = spk_actors_first(who);
        if (who != SPK_CHANCE_ACTS)
            at[n++] = *state;
        spk_move move =
            who == SPK_CHANCE_ACTS
                ? spk_chance_draw(box, state, &rng)
                : spk_bot_pick(moves, box->game->moves(box, state, seat, moves), false, &rng);
        box->game->apply(box, state, seat, move);
    }
    if (n <= left || who)
        return false;
    *state = at[n - 1 - left];
    return true;
}

static void try_all(const spk_box *box, const spk_state *state, double *value);

static void try_outcomes(const spk_box *box, const spk_state *state, double *value)
{
    spk_outcome out[SPK_MAX_OUTCOMES];
    int n = box->game->chance(box, state, out);
    double total = spk_outcome_total(out, n), after[SPK_MAX_SEATS];
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        value[seat] = 0;
    for (int i = 0; i < n; i++) {
        spk_state next = *state;
        box->game->apply(box, &next, SPK_SEAT_CHANCE, out[i].move);
        try_all(box, &next, after);
        for (spk_seat seat = 0; seat < box->n_seats; seat++)
            value[seat] += out[i].weight / total * after[seat];
    }
}

static void try_moves(const spk_box *box, const spk_state *state, spk_seat seat, double *value)
{
    spk_move moves[SPK_MAX_MOVES];
    double after[SPK_MAX_SEATS];
    int n = box->game->moves(box, state, seat, moves);
    for (int i = 0; i < n; i++) {
        spk_state next = *state;
        box->game->apply(box, &next, seat, moves[i]);
        try_all(box, &next, after);
        for (spk_seat k = 0; (i == 0 || after[seat] > value[seat]) && k < box->n_seats; k++)
            if (k != seat)
                value[k] = after[k];
        value[seat] = i == 0 || after[seat] > value[seat] ? after[seat] : value[seat];
    }
}

/* The same without memory. */
static void try_all(const spk_box *box, const spk_state *state, double *value)
{
    spk_actors who = box->game->actors(box, state);
    int share[SPK_MAX_SEATS];
    if (who == SPK_CHANCE_ACTS)
        try_outcomes(box, state, value);
    else if (who)
        try_moves(box, state, spk_actors_first(who), value);
    else {
        spk_share_end(box, state, share);
        for (spk_seat seat = 0; seat < box->n_seats; seat++)
            value[seat] = share[seat] / (double)SPK_WIN;
    }
}

TEST(exact_prospects_are_those_of_trying_everything)
{
    spk_box box;
    spk_state state;
    double value[SPK_MAX_SEATS], plain[SPK_MAX_SEATS];
    int n_tried = 0;
    open_box(&box, 2);
    spk_solver *solver = spk_solver_new(&box, 100000);
    for (uint64_t seed = 1; seed <= 12; seed++) {
        if (!walk(&box, seed, 1, &state))
            continue;
        CHECK(spk_solve(solver, &state, value));
        try_all(&box, &state, plain);
        CHECK(fabs(value[0] - plain[0]) < 1e-6 && fabs(value[0] + value[1] - 1) < 1e-9);
        n_tried++;
    }
    CHECK(n_tried >= 6);
    spk_solver_free(solver);
    spk_box_close(&box);
}

TEST(a_decision_is_worth_its_best_move)
{
    spk_box box;
    spk_state state;
    spk_move moves[SPK_MAX_MOVES];
    double value[SPK_MAX_SEATS], each[SPK_MAX_MOVES];
    open_box(&box, 3);
    spk_solver *solver = spk_solver_new(&box, 100000);
    for (uint64_t seed = 1; seed <= 6; seed++) {
        if (!walk(&box, seed, 1, &state))
            continue;
        spk_seat seat = spk_actors_first(box.game->actors(&box, &state));
        double best = 0, sum = 0;
        CHECK(spk_solve(solver, &state, value));
        int n = spk_solve_moves(solver, &state, seat, moves, each);
        CHECK(n > 0);
        for (int i = 0; i < n; i++)
            best = each[i] > best ? each[i] : best;
        for (spk_seat k = 0; k < box.n_seats; k++)
            sum += value[k];
        CHECK(fabs(best - value[seat]) < 1e-6 && fabs(sum - 1) < 1e-6);
    }
    spk_solver_free(solver);
    spk_box_close(&box);
}

TEST(too_many_positions_are_given_up)
{
    spk_box box;
    spk_state state;
    double value[SPK_MAX_SEATS];
    open_box(&box, 2);
    spk_solver *solver = spk_solver_new(&box, 200);
    CHECK(walk(&box, 1, 20, &state));
    CHECK(!spk_solve(solver, &state, value));
    CHECK(walk(&box, 1, 0, &state));
    CHECK(spk_solve(solver, &state, value));
    spk_solver_free(solver);
    spk_box_close(&box);
}

/* -- Reduced games, solved from the first move ----------------------------------------------------- */

/* Two families, fourteen cards; nothing is refreshed or drawn that the rules would not allow. */
#define TWO_FAMILIES                                                                               \
    "phase refresh; hand0 F0 M0; hand1 F0 M0; street F1 F1 F2 M1 M1 M2; pile F0 F0 M0 F3"

/* 1: nothing better could have been done. -1: something could. 0: all moves were as good. */
static int judge(spk_solver *solver, const spk_state *state, spk_seat seat, spk_move move)
{
    static spk_move moves[SPK_MAX_MOVES];
    static double value[SPK_MAX_MOVES];
    double best = 0, least = 1, got = 0;
    int n = spk_solve_moves(solver, state, seat, moves, value);
    CHECK(n > 0);
    for (int i = 0; i < n; i++) {
        best = value[i] > best ? value[i] : best;
        least = value[i] < least ? value[i] : least;
        got = moves[i] == move ? value[i] : got;
    }
    return best - least <= SPK_SOLVE_EQUAL ? 0 : best - got <= SPK_SOLVE_EQUAL ? 1 : -1;
}

/* One game of boss against itself: how many of its decisions were right and how many wrong, where something was at stake. */
static void count_right(const spk_box *box, spk_solver *solver, spk_state state, uint64_t seed,
                        int n[2])
{
    spk_rng rng;
    spk_actors who;
    spk_rng_init(&rng, seed, 0);
    while ((who = box->game->actors(box, &state)) != 0) {
        spk_seat seat = spk_actors_first(who);
        spk_move move;
        if (who == SPK_CHANCE_ACTS) {
            move = spk_chance_draw(box, &state, &rng);
        } else {
            spk_bot *bot = spk_bot_new(spk_bot_find("boss"), box, seat, &rng);
            move = spk_bot_choose(bot, &state, 300);
            spk_bot_free(bot);
            int verdict = judge(solver, &state, seat, move);
            n[0] += verdict > 0, n[1] += verdict < 0;
        }
        box->game->apply(box, &state, seat, move);
    }
}

TEST(a_reduced_game_is_solved_from_its_first_move_and_boss_mostly_plays_it_right)
{
    spk_box box;
    spk_state start;
    spk_why why;
    spk_choice choice = {.n_seats = 2};
    double value[SPK_MAX_SEATS];
    int n[2] = {0}; /* right, wrong */
    CHECK(spk_box_open(&box, spk_game_find("famiglia"), &choice, &why) == SPK_OK);
    CHECK(box.game->parse_state(&box, TWO_FAMILIES, &start, &why) == SPK_OK);
    spk_solver *solver = spk_solver_new(&box, 200000);
    CHECK(spk_solve(solver, &start, value));
    CHECK(fabs(value[0] - 0.680556) < 1e-5 && fabs(value[0] + value[1] - 1) < 1e-9);
    for (uint64_t seed = 1; seed <= 8; seed++)
        count_right(&box, solver, start, seed, n);
    CHECK(n[0] + n[1] >= 40 && n[0] >= 4 * n[1]); /* 66 right, 12 wrong, when this was written */
    spk_solver_free(solver);
    spk_box_close(&box);
}

TEST_MAIN()
