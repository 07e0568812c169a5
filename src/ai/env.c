/* env.c: games in batches. See env.h. What a row of an observation is made of is in observe.c. */
#include "ai/env.h"

#include <string.h>

#include "ai/bot.h"
#include "base/mem.h"
#include "engine/box.h"

/* One game of a batch. Its state lies in b->states, all of them one behind the other. */
typedef struct batch_game {
    spk_rng rng;
    spk_seat seat; /* who decides */
    int n_legal;
    bool done;
} batch_game;

struct spk_batch {
    const spk_box *box;
    int n, width, n_slots, n_move_slots;
    bool asks_chance;
    size_t size; /* of a state, rounded up so that each is aligned */
    unsigned char *states;
    batch_game *games;
    spk_move *list;        /* room for one decision's moves ... */
    spk_outcome *outcomes; /* ... and outcomes */
    uint64_t transitions;
};

spk_batch *spk_batch_new(const spk_box *box, int n_games, uint64_t seed, int flags)
{
    SPK_BUG_IF(n_games < 1);
    const spk_game *game = box->game;
    spk_batch *b = spk_alloc(sizeof *b);
    *b = (spk_batch){.box = box, .n = n_games, .asks_chance = flags & SPK_BATCH_CHANCE};
    b->width = b->asks_chance && game->max_outcomes > game->max_moves ? game->max_outcomes
                                                                      : game->max_moves;
    b->n_slots = spk_observe_slots(box);
    b->n_move_slots = spk_observe_move_slots(box);
    b->size = (game->state_size + 15) / 16 * 16;
    b->states = spk_alloc(b->size * (size_t)n_games);
    b->games = spk_alloc(sizeof *b->games * (size_t)n_games);
    b->list = spk_alloc(sizeof *b->list * (size_t)b->width);
    b->outcomes = spk_alloc(sizeof *b->outcomes * SPK_MAX_OUTCOMES);
    for (int i = 0; i < n_games; i++)
        spk_rng_init(&b->games[i].rng, seed, (uint64_t)i);
    return b;
}

void spk_batch_free(spk_batch *b)
{
    if (!b)
        return;
    spk_free(b->outcomes);
    spk_free(b->list);
    spk_free(b->games);
    spk_free(b->states);
    spk_free(b);
}

int spk_batch_width(const spk_batch *b) { return b->width; }

uint64_t spk_batch_transitions(const spk_batch *b) { return b->transitions; }

static void *state_of(const spk_batch *b, int i) { return b->states + b->size * (size_t)i; }

const void *spk_batch_state(const spk_batch *b, int i)
{
    SPK_BUG_IF(i < 0 || i >= b->n);
    return state_of(b, i);
}

/* -- Playing ------------------------------------------------------------------------------------ */

static void deal(spk_batch *b, int i) { b->box->game->setup(b->box, state_of(b, i)); }

/* Who is to act; chance has acted already unless the caller plays it. 0: the game is over. */
static spk_actors come_to_decision(spk_batch *b, int i)
{
    const spk_game *game = b->box->game;
    void *state = state_of(b, i);
    spk_actors who;
    while ((who = game->actors(b->box, state)) == SPK_CHANCE_ACTS && !b->asks_chance) {
        spk_move drawn = spk_chance_draw(b->box, state, &b->games[i].rng);
        game->apply(b->box, state, SPK_SEAT_CHANCE, drawn);
        b->transitions++;
    }
    return who;
}

static void list_outcomes(spk_batch *b, int i)
{
    int n = b->box->game->chance(b->box, state_of(b, i), b->outcomes);
    for (int k = 0; k < n; k++)
        b->list[k] = b->outcomes[k].move;
    b->games[i].n_legal = n;
}

/* The moves of game i into b->list. */
static void list_moves(spk_batch *b, int i)
{
    batch_game *g = &b->games[i];
    if (g->seat == SPK_SEAT_CHANCE)
        list_outcomes(b, i);
    else
        g->n_legal = b->box->game->moves(b->box, state_of(b, i), g->seat, b->list);
}

static void pay(const spk_batch *b, int i, const spk_sheet *sheet)
{
    int n = b->box->n_seats;
    spk_result result;
    b->box->game->result(b->box, state_of(b, i), &result);
    float part = 1.0f / (float)__builtin_popcount(result.winners);
    for (int seat = 0; seat < n; seat++) {
        if (sheet->reward)
            sheet->reward[i * n + seat] = result.winners >> seat & 1 ? part : 0;
        if (sheet->score)
            sheet->score[i * n + seat] = result.score[seat];
    }
}

/* On to the next decision, in a new game if this one is over. */
static void go_on(spk_batch *b, int i, const spk_sheet *sheet)
{
    spk_actors who = come_to_decision(b, i);
    b->games[i].done = who == 0;
    if (sheet->reward && who)
        memset(sheet->reward + (size_t)i * (size_t)b->box->n_seats, 0,
               sizeof *sheet->reward * (size_t)b->box->n_seats);
    if (!who) {
        pay(b, i, sheet);
        deal(b, i);
        who = come_to_decision(b, i);
    }
    if (sheet->done)
        sheet->done[i] = b->games[i].done;
    b->games[i].seat = spk_actors_first(who);
}

/* -- Showing ------------------------------------------------------------------------------------ */

/* What the seat that decides may know. An open game needs no copy. */
static const void *view_of(const spk_batch *b, int i, spk_state *room)
{
    if (!spk_has_secrets(b->box->game))
        return state_of(b, i);
    spk_state_copy(b->box, room, state_of(b, i));
    spk_redact(b->box, room, b->games[i].seat);
    return room;
}

static void show_legal(const spk_batch *b, int i, int at, const spk_sheet *sheet)
{
    int n = b->games[i].n_legal;
    if (sheet->legal)
        memcpy(sheet->legal + at, b->list, sizeof *b->list * (size_t)n);
    if (sheet->weight)
        for (int k = 0; k < n; k++)
            sheet->weight[at + k] = b->games[i].seat == SPK_SEAT_CHANCE ? b->outcomes[k].weight : 1;
    if (sheet->mask) {
        uint8_t *mask = sheet->mask + (size_t)i * (size_t)b->width;
        memset(mask, 1, (size_t)n);
        memset(mask + n, 0, (size_t)(b->width - n));
    }
}

static void show_rows(const spk_batch *b, int i, int at, const spk_sheet *sheet)
{
    spk_seat seat = b->games[i].seat;
    uint16_t *row = sheet->observation ? sheet->observation + (size_t)i * (size_t)b->n_slots : NULL;
    uint16_t *rows =
        sheet->move_rows ? sheet->move_rows + (size_t)at * (size_t)b->n_move_slots : NULL;
    int n = b->games[i].n_legal;
    if (seat == SPK_SEAT_CHANCE) {
        if (row)
            memset(row, 0xff, sizeof *row * (size_t)b->n_slots);
        if (rows)
            memset(rows, 0xff, sizeof *rows * (size_t)(n * b->n_move_slots));
        return;
    }
    spk_state room;
    const void *view = row || rows ? view_of(b, i, &room) : NULL;
    if (row && b->n_slots)
        spk_observe(b->box, view, seat, row);
    if (rows && b->n_move_slots)
        spk_observe_moves(b->box, view, seat, b->list, n, rows);
}

/* What there is to decide in game i; returns where the next game's moves begin. */
static int show(spk_batch *b, int i, int at, const spk_sheet *sheet)
{
    list_moves(b, i);
    show_legal(b, i, at, sheet);
    show_rows(b, i, at, sheet);
    if (sheet->to_play)
        sheet->to_play[i] = b->games[i].seat;
    if (sheet->n_legal)
        sheet->n_legal[i] = b->games[i].n_legal;
    if (sheet->start)
        sheet->start[i] = at;
    return at + b->games[i].n_legal;
}

static void finish(const spk_sheet *sheet, int n, int at)
{
    if (sheet->start)
        sheet->start[n] = at;
}

void spk_batch_reset(spk_batch *b, const spk_sheet *sheet)
{
    int at = 0;
    for (int i = 0; i < b->n; i++) {
        deal(b, i);
        go_on(b, i, sheet);
        at = show(b, i, at, sheet);
    }
    finish(sheet, b->n, at);
}

static spk_err check(const spk_batch *b, const int32_t *action, spk_why *why)
{
    for (int i = 0; i < b->n; i++) {
        int n = b->games[i].n_legal;
        if (n == 0)
            return spk_fail(why, SPK_ERANGE, "The batch was not reset yet.");
        if (action[i] >= n || action[i] < SPK_ACTION_BUSY)
            return spk_fail(why, SPK_ERANGE, "Game %d has %d legal moves; %d is none of them.", i,
                            n, action[i]);
    }
    return SPK_OK;
}

static spk_move pick(spk_batch *b, int i, int action)
{
    batch_game *g = &b->games[i];
    if (action >= 0)
        return b->list[action];
    if (g->seat == SPK_SEAT_CHANCE)
        return spk_outcome_draw(b->outcomes, g->n_legal, &g->rng);
    return spk_bot_pick(b->list, g->n_legal, action == SPK_ACTION_BUSY, &g->rng);
}

/* The lists are made again instead of kept: that is cheaper than the memory they would travel through. */
spk_err spk_batch_step(spk_batch *b, const int32_t *action, const spk_sheet *sheet, spk_why *why)
{
    spk_err err = check(b, action, why);
    int at = 0;
    for (int i = 0; err == SPK_OK && i < b->n; i++) {
        list_moves(b, i);
        spk_move move = pick(b, i, action[i]);
        b->box->game->apply(b->box, state_of(b, i), b->games[i].seat, move);
        b->transitions++;
        go_on(b, i, sheet);
        at = show(b, i, at, sheet);
    }
    if (err == SPK_OK)
        finish(sheet, b->n, at);
    return err;
}
