/* env.h: many games of one box, stepped together: for programs that learn.
 *
 *     spk_batch *b = spk_batch_new(&box, 4096, seed, 0);
 *     spk_sheet sheet = {.observation = ..., .n_legal = ..., .reward = ...};   the caller's arrays
 *     spk_batch_reset(b, &sheet);                        every game dealt, up to its first decision
 *     for (;;) {
 *         ... choose action[i] from 0 to n_legal[i] - 1 ...
 *         spk_batch_step(b, action, &sheet, &why);       one decision in each of the games
 *     }
 *     spk_batch_free(b);
 *
 * In each game somebody is always to decide: a game that ends begins anew at once (done[i] and reward say
 * what happened; the rest of the sheet is the new game's). An action is a place in the list of legal
 * moves, which every game gives in a fixed order.
 *
 * What a sheet says about a decision is made from the view of the seat that decides, and from nothing
 * else. Where several seats answer at once (sealed answers), they are asked one after the other and see
 * nothing of each other's answers.
 *
 * Chance is drawn inside, from a stream of its own for each game of the batch (stream i of the seed), so
 * that game i is the same whatever the size of the batch. With SPK_BATCH_CHANCE it is asked for like a
 * seat: to_play is SPK_SEAT_CHANCE, the list holds all outcomes, 'weight' how likely each of them is.
 *
 * An observation is a row of numbers, one for each slot: which of the features of its block holds there,
 * or SPK_NO_FEATURE (game.h, spk_features). All games share the meaning of a row; docs/games/<key>.md
 * lists the blocks. It says what the game's nets see, but of a view; where a game has secrets, the row
 * goes on with what is known about the hidden (spk_hints.known_features).
 *
 * A batch belongs to one thread; several batches may share a box. A step allocates nothing. */
#ifndef SPK_AI_ENV_H
#define SPK_AI_ENV_H

#include "engine/game.h"

/* -- Observations ------------------------------------------------------------------------------- */

enum { SPK_MAX_OBSERVED = 2 * SPK_MAX_SLOTS }; /* slots of a row, at most */

/* The size of a row, and how many features there are: each number in a row is below that, or
 * SPK_NO_FEATURE. 0: the game describes no features. */
int spk_observe_slots(const spk_box *box);
int spk_observe_features(const spk_box *box);

/* The blocks of a row, from 0, in the order of their slots and features; NULL: there are no more. */
const spk_block *spk_observe_block(const spk_box *box, int i);

/* The seat's row. 'view' must be the seat's own view of a position in which somebody is to act. */
void spk_observe(const spk_box *box, const void *view, spk_seat seat, uint16_t *row);

/* The same for moves: slots of a move's row and features (0: the game describes no moves), the blocks, and
 * the rows of n of the seat's moves. */
int spk_observe_move_slots(const spk_box *box);
int spk_observe_move_features(const spk_box *box);
const spk_block *spk_observe_move_block(const spk_box *box, int i);
void spk_observe_moves(const spk_box *box, const void *view, spk_seat seat, const spk_move *moves,
                       int n, uint16_t *rows);

/* -- Batches ------------------------------------------------------------------------------------ */

typedef struct spk_batch spk_batch;

enum { SPK_BATCH_CHANCE = 1 }; /* flags: the caller plays chance too */

/* In place of an action: a legal move at random, drawn from the game's stream; the second one passes only
 * if there is nothing else to do. For rivals to learn against. */
enum { SPK_ACTION_RANDOM = -1, SPK_ACTION_BUSY = -2 };

/* Where a step writes. What is NULL is left out, and costs nothing. With n games, s seats:
 *
 *     the decision each game has come to
 *         observation   n x spk_observe_slots       all SPK_NO_FEATURE when chance is to act
 *         to_play       n                           the seat, or SPK_SEAT_CHANCE
 *         n_legal       n                           how many moves it has
 *         start         n + 1                       where each game's moves begin in 'legal', and where the last ends
 *         legal         room for n x width          all games' moves, one behind the other
 *         move_rows     as 'legal', each x spk_observe_move_slots
 *         weight        as 'legal'                  of chance's outcomes; 1 for moves of seats
 *         mask          n x width                   1: there is a move at this place
 *     what the last step led to
 *         reward        n x s                       at the end: each seat's part of the win (they add up to 1);
 *                                                   before: 0
 *         done          n                           1: that game ended, and another has begun
 *         score         n x s                       points of the game that ended; else unchanged */
typedef struct spk_sheet {
    uint16_t *observation;
    int32_t *to_play;
    int32_t *n_legal;
    int32_t *start;
    uint64_t *legal;
    uint16_t *move_rows;
    uint32_t *weight;
    uint8_t *mask;
    float *reward;
    uint8_t *done;
    int32_t *score;
} spk_sheet;

/* The box is borrowed and must outlive the batch. */
spk_batch *spk_batch_new(const spk_box *box, int n_games, uint64_t seed, int flags);
void spk_batch_free(spk_batch *b);

/* The most moves (or outcomes) one decision can have: the 'width' above. */
int spk_batch_width(const spk_batch *b);

/* Begin all games anew. The streams go on: the second deal is another one. */
void spk_batch_reset(spk_batch *b, const spk_sheet *sheet);

/* One decision in each game. SPK_ERANGE: an action is no place in its list; then nothing has changed. */
spk_err spk_batch_step(spk_batch *b, const int32_t *action, const spk_sheet *sheet, spk_why *why);

/* The position of one game, whole: for those who look into it, not for the seat that decides. */
const void *spk_batch_state(const spk_batch *b, int i);

/* Decisions and chance events since spk_batch_new. */
uint64_t spk_batch_transitions(const spk_batch *b);

#endif
