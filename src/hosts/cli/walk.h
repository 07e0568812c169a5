/* walk.h: random play over a bare state, without match, text or allocation. The hot loop of
 * simulate and bench, and the source of positions for trace and perft: with one seed, stream and
 * policy all of them walk the same games.
 *
 *     cli_walk *w = ...;                             about 35 kB: keep it on one function's stack
 *     cli_walk_start(w, &box, busy, seed, game_number);
 *     while (cli_walk_choose(w)) {                   w->seat, w->move; a seat: w->n, w->moves
 *         ...
 *         cli_walk_make(w);
 *     }
 *
 * Where several seats act at once, the lowest goes first; their answers are sealed, so the order
 * reveals nothing. */
#ifndef CLI_WALK_H
#define CLI_WALK_H

#include "ai/bot.h"
#include "engine/box.h"

typedef struct cli_walk {
    const spk_box *box;
    const spk_game *game;
    bool busy;
    int n; /* legal moves at the last decision of a seat, in 'moves' */
    spk_seat seat;
    spk_move move;
    spk_state state;
    spk_rng rng;
    spk_move moves[SPK_MAX_MOVES];
} cli_walk;

static inline void cli_walk_start(cli_walk *w, const spk_box *box, bool busy, uint64_t seed,
                                  uint64_t stream)
{
    w->box = box;
    w->game = box->game;
    w->busy = busy;
    spk_rng_init(&w->rng, seed, stream);
    w->game->setup(box, &w->state);
}

/* Who acts and with which move; false: the game is over. Changes nothing of the state. */
static inline bool cli_walk_choose(cli_walk *w)
{
    spk_actors who = w->game->actors(w->box, &w->state);
    if (who == 0)
        return false;
    w->seat = spk_actors_first(who);
    if (w->seat == SPK_SEAT_CHANCE) {
        w->move = spk_chance_draw(w->box, &w->state, &w->rng);
    } else {
        w->n = w->game->moves(w->box, &w->state, w->seat, w->moves);
        w->move = spk_bot_pick(w->moves, w->n, w->busy, &w->rng);
    }
    return true;
}

static inline void cli_walk_make(cli_walk *w)
{
    w->game->apply(w->box, &w->state, w->seat, w->move);
}

#endif
