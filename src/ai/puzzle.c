/* puzzle.c: see puzzle.h. One decision is looked at here; games are played and files written by the
 * host (hosts/cli/puzzles.c). */
#include "ai/puzzle.h"

#include <limits.h>

#include "ai/narrow.h"

enum {
    FEWEST_MOVES = 3,
    GLANCE = 8,          /* a glance is this part of the judge's iterations */
    RATER_SEED = 100,    /* what the raters' random numbers begin with */
    RATER_BUDGET = 1000, /* iterations, for a level without a limit of its own */
    END_SEED = 1000,     /* what the worlds begin with in which moves are played on */
    END_BUDGET = 40,     /* iterations a decision there */
};

#define END_BOT "hard" /* who plays there */

const char *const spk_puzzle_raters[SPK_PUZZLE_RATERS] = {"easy", "normal", "hard"};

typedef struct question {
    const spk_puzzle_plan *plan;
    const spk_box *box;
    const spk_state *view;
    spk_seat seat;
} question;

/* What a bot thinks of the decision: its lines, most visited first. */
static int ask(const question *q, const spk_box *box, uint64_t stream, int iterations,
               spk_line *lines, int cap)
{
    spk_rng rng;
    spk_rng_init(&rng, q->plan->seed, stream);
    spk_bot *bot = spk_bot_new(q->plan->judge, box, q->seat, &rng);
    spk_bot_begin(bot, q->view);
    spk_bot_think(bot, iterations);
    int n = spk_bot_lines(bot, lines, cap);
    spk_bot_free(bot);
    return n;
}

/* The move that a bot of this name makes here. */
static spk_move choice_of(const question *q, const char *name, uint64_t stream)
{
    spk_rng rng;
    spk_rng_init(&rng, q->plan->seed, stream);
    spk_bot *bot = spk_bot_new(spk_bot_find(name), q->box, q->seat, &rng);
    spk_move move = spk_bot_choose(bot, q->view, RATER_BUDGET);
    spk_bot_free(bot);
    return move;
}

static bool wants(const spk_puzzle_plan *plan, spk_move move)
{
    return !plan->wants || plan->wants(plan->context, move);
}

static bool has_choice(const question *q)
{
    spk_move moves[SPK_MAX_MOVES];
    spk_actors who = q->box->game->actors(q->box, q->view);
    if (__builtin_popcount(who) != 1)
        return false;
    int n = q->box->game->moves(q->box, q->view, q->seat, moves);
    for (int i = 0; n >= FEWEST_MOVES && i < n; i++)
        if (wants(q->plan, moves[i]))
            return true;
    return false;
}

static bool is_among(spk_move move, const spk_line *lines, int n)
{
    for (int i = 0; i < n; i++)
        if (lines[i].move == move)
            return true;
    return false;
}

/* By value, best first. */
static void sort_lines(spk_line *lines, int n)
{
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && lines[k].value > lines[k - 1].value; k--) {
            spk_line line = lines[k];
            lines[k] = lines[k - 1];
            lines[k - 1] = line;
        }
}

/* The moves in question searched in earnest, best first; returns by how much the first is better. */
static int compare(const question *q, uint64_t stream, int iterations, spk_line *lines, int *n)
{
    spk_narrow narrow;
    spk_move moves[SPK_PUZZLE_LINES];
    for (int i = 0; i < *n; i++)
        moves[i] = lines[i].move;
    spk_narrow_make(&narrow, q->box, q->view, q->seat, moves, *n);
    *n = ask(q, &narrow.box, stream, iterations, lines, SPK_PUZZLE_LINES);
    sort_lines(lines, *n);
    return *n < 2 ? 0 : lines[0].value - lines[1].value;
}

/* One best move by a clear gap, and the same one when it is looked at for longer, with other random numbers. */
static bool stands_out(const question *q, spk_puzzle *p)
{
    int least = SPK_WIN / q->box->n_seats * SPK_PUZZLE_GAP / 100;
    spk_line again[SPK_PUZZLE_LINES];
    int n = p->n_lines, gap;
    for (int i = 0; i < n; i++)
        again[i] = p->lines[i];
    p->gap = compare(q, 2, q->plan->iterations, p->lines, &p->n_lines);
    p->best = p->lines[0].move;
    if (p->gap < least || p->best == p->looks_best ||
        !is_among(p->looks_best, p->lines, p->n_lines)) /* it begins none of the plans */
        return false;
    gap = compare(q, 3, q->plan->iterations * SPK_PUZZLE_LONGER, again, &n);
    if (gap < p->gap)
        p->gap = gap;
    return gap >= least && again[0].move == p->best;
}

/* -- Played on to the end ---------------------------------------------------------------------- */

static void play_on(const question *q, spk_state *world, uint64_t seed, spk_rng *dice)
{
    spk_bot *bots[SPK_MAX_SEATS];
    const spk_game *game = q->box->game;
    for (spk_seat seat = 0; seat < q->box->n_seats; seat++) {
        spk_rng own;
        spk_rng_init(&own, seed, (uint64_t)seat);
        bots[seat] = spk_bot_new(spk_bot_find(END_BOT), q->box, seat, &own);
    }
    for (spk_actors who; (who = game->actors(q->box, world)) != 0;) {
        spk_seat seat = spk_actors_first(who);
        spk_state view = *world;
        if (who != SPK_CHANCE_ACTS)
            spk_redact(q->box, &view, seat);
        game->apply(q->box, world, seat,
                    who == SPK_CHANCE_ACTS ? spk_chance_draw(q->box, world, dice)
                                           : spk_bot_choose(bots[seat], &view, END_BUDGET));
    }
    for (spk_seat seat = 0; seat < q->box->n_seats; seat++)
        spk_bot_free(bots[seat]);
}

static int best_rival(const question *q, const spk_result *result)
{
    int best = INT_MIN;
    for (spk_seat seat = 0; seat < q->box->n_seats; seat++)
        if (seat != q->seat && result->score[seat] > best)
            best = result->score[seat];
    return best;
}

static spk_puzzle_end ends_of(const question *q, spk_move move)
{
    int64_t wins = 0, own = 0, rival = 0;
    for (int i = 0; i < SPK_PUZZLE_ENDS; i++) {
        spk_state world = *q->view;
        spk_result result = {0};
        spk_rng dice;
        int value[SPK_MAX_SEATS];
        spk_rng_init(&dice, q->plan->seed, END_SEED + (uint64_t)i);
        spk_resample(q->box, &world, q->seat, &dice);
        q->box->game->apply(q->box, &world, q->seat, move);
        play_on(q, &world, q->plan->seed + END_SEED + (uint64_t)i, &dice);
        q->box->game->result(q->box, &world, &result);
        spk_share_end(q->box, &world, value);
        wins += value[q->seat];
        own += result.score[q->seat];
        rival += best_rival(q, &result);
    }
    return (spk_puzzle_end){(int)(wins / SPK_PUZZLE_ENDS), (int)(own / SPK_PUZZLE_ENDS),
                            (int)(rival / SPK_PUZZLE_ENDS)};
}

/* Whether the ends agree with the judge. */
static bool ends_well(const question *q, spk_puzzle *p)
{
    p->with_best = ends_of(q, p->best);
    p->with_look = ends_of(q, p->looks_best);
    return p->with_best.wins > p->with_look.wins;
}

static void rate(const question *q, spk_puzzle *p)
{
    p->difficulty = SPK_PUZZLE_HARDEST;
    for (int r = 0; r < SPK_PUZZLE_RATERS; r++) {
        int n_found = 0;
        for (int i = 0; i < SPK_PUZZLE_TRIES; i++)
            n_found += choice_of(q, spk_puzzle_raters[r], RATER_SEED + (uint64_t)i) == p->best;
        p->is_found[r] = 2 * n_found > SPK_PUZZLE_TRIES;
        p->difficulty -= p->is_found[r];
    }
}

bool spk_puzzle_look(const spk_puzzle_plan *plan, const spk_box *box, const spk_state *view,
                     spk_seat seat, spk_puzzle *out)
{
    question q = {plan, box, view, seat};
    *out = (spk_puzzle){0};
    if (!has_choice(&q))
        return false;
    out->looks_best = choice_of(&q, "greedy", 0);
    out->n_lines = ask(&q, box, 1, plan->iterations / GLANCE + 1, out->lines, SPK_PUZZLE_LINES);
    if (out->n_lines < 2 || out->lines[0].move == out->looks_best ||
        !wants(plan, out->lines[0].move))
        return false;
    if (!is_among(out->looks_best, out->lines, out->n_lines)) {
        if (out->n_lines == SPK_PUZZLE_LINES)
            out->n_lines--;
        out->lines[out->n_lines++] = (spk_line){.move = out->looks_best};
    }
    if (!stands_out(&q, out) || !wants(plan, out->best) || !ends_well(&q, out))
        return false;
    rate(&q, out);
    return true;
}
