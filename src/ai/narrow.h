/* narrow.h: the same game with fewer moves at one decision: how a bot is asked what certain moves
 * are worth.
 *
 * A search spends its time on moves that look good; of a move that somebody made all the same it
 * may know next to nothing. In a narrow box the decision offers only the moves in question, all
 * equally likely, and every other decision is as it was. So each of them is searched in earnest,
 * by any bot:
 *
 *     spk_narrow narrow;
 *     spk_narrow_make(&narrow, box, &view, seat, (const spk_move[]){played, best}, 2);
 *     bot = spk_bot_new(kind, &narrow.box, seat, &rng);
 *     spk_bot_begin(bot, &view);
 *
 * A move may be the first of a whole walk: spk_narrow_pin adds decisions that come later, each with the
 * one move that is made there, and then the first move is worth what the walk is worth:
 *
 *     spk_narrow_pin(&narrow, &view_after, next);
 *
 * The narrow box borrows from the other and stays where it was made; it is not closed. It narrows
 * the decision as the seat sees it, in 'view': a bot begins with that. */
#ifndef SPK_AI_NARROW_H
#define SPK_AI_NARROW_H

#include "engine/game.h"

enum { SPK_NARROW_MOVES = 8, SPK_NARROW_PINS = 64 };

typedef struct spk_pin {
    uint64_t key; /* of what the seat sees there */
    spk_move move;
} spk_pin;

typedef struct spk_narrow {
    spk_box box; /* first: a game's function is given this, and so finds the rest */
    spk_game game;
    spk_hints hints;
    spk_features
        features; /* in which the moves in question look alike: what a net likes has no say there */
    spk_move_features taste;
    const spk_game *whole;
    spk_seat seat;
    spk_state view;
    spk_move moves[SPK_NARROW_MOVES];
    int n;
    spk_pin pins[SPK_NARROW_PINS];
    int n_pins;
} spk_narrow;

/* The moves are legal in the decision, no two the same; at most SPK_NARROW_MOVES. */
void spk_narrow_make(spk_narrow *w, const spk_box *box, const void *view, spk_seat seat,
                     const spk_move *moves, int n);

/* Before a bot is made: in this later decision of the seat only this move is made. Beyond SPK_NARROW_PINS
 * nothing is added. */
void spk_narrow_pin(spk_narrow *w, const void *view, spk_move move);

/* What tells the decisions of the seat apart: a hash of what it sees. */
uint64_t spk_narrow_key(const spk_narrow *w, const void *state);

#endif
