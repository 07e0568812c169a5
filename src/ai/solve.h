/* solve.h: exact prospects: every move and every outcome of chance to the end of the game.
 *
 * Every seat does what is best for itself (max^n; of moves that are equally good, the first in the game's list), and
 * chance what its weights say. That is possible only near the end of a game without secrets, and only where it
 * must end: a position from which too many others can be reached is given up.
 *
 *     spk_solver *solver = spk_solver_new(&box, 1 << 20);
 *     if (spk_solve(solver, &state, value)) ...                  value[seat]: 0 to 1
 *     spk_solver_free(solver);
 *
 * Positions that were solved are remembered, so whoever walks a game backwards pays for each only once.
 * Prospects are sums of products of fractions in double precision: compare them with SPK_SOLVE_EQUAL. */
#ifndef SPK_AI_SOLVE_H
#define SPK_AI_SOLVE_H

#include "engine/game.h"

#define SPK_SOLVE_EQUAL 1e-9 /* a smaller difference is none */

typedef struct spk_solver spk_solver;

/* With room for so many positions. The box is borrowed; its game has no secrets. */
spk_solver *spk_solver_new(const spk_box *box, long most);
void spk_solver_free(spk_solver *s);

/* Every seat's prospects, a shared win counting in part; they add up to 1. False: there are more positions than
 * there is room for, also after forgetting all others. */
bool spk_solve(spk_solver *s, const void *state, double value[SPK_MAX_SEATS]);

/* What each of a decision's moves leads to, for the seat, in the order of the game's list. Returns how many moves
 * there are; 0: given up. */
int spk_solve_moves(spk_solver *s, const void *state, spk_seat seat, spk_move *moves,
                    double *value);

#endif
