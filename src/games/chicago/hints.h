/* hints.h: what hints.c (the worth of a position), hints_city.c (how a bot looks at the city) and
 * hints_play.c (likely moves and quick ones) share.
 *
 * The city is looked at in rows, a byte for each building: compilers turn loops over rows into
 * steps of sixteen buildings. Worths and costs are counted in halves of 1000 FT. */
#ifndef CHICAGO_HINTS_H
#define CHICAGO_HINTS_H

#include "games/chicago/state.h"

enum { CHICAGO_ROW = (CHICAGO_BUILDINGS + 15) / 16 * 16 }; /* those behind the last are 0 */

typedef struct chicago_row {
    uint8_t at[CHICAGO_ROW];
} chicago_row;

/* -- hints_city.c ------------------------------------------------------------------------------ */

/* 0xff where a bit is set. */
void chicago_spread(const uint64_t bits[2], chicago_row *row);

/* What owning each building is worth to a gang; 0 for those its player owns. */
void chicago_worth(const chicago_config *c, const chicago_state *s, int gang, chicago_row *worth);

/* The same without those that somebody stands in. */
void chicago_worth_empty(const chicago_state *s, const chicago_row *restrict worth,
                         chicago_row *restrict empty);

/* What a point is worth: the less, the fewer payouts are to come. */
static inline int chicago_step_cost(const chicago_state *s)
{
    static const uint8_t cost[CHICAGO_PHASES] = {9, 7, 5, 2};
    return cost[s->phase];
}

/* The most that any building brings, the way to it paid, if each is 'distance' away; *target is the
 * building. 0: none pays. */
int chicago_best_target(const chicago_row *worth, const uint8_t *distance, int cost, int *target);

/* A duel of so many rings against so many: what it changes on average, the foe's change counted
 * against it (by seats less 2), how often it is won (of 100), and what it changes in hundreds of FT
 * for the first alone. The usual dice; others are much alike. */
typedef int8_t chicago_edges[CHICAGO_STRENGTHS + 1][CHICAGO_STRENGTHS + 1];
extern const chicago_edges chicago_duel_edge[3];
extern const uint8_t chicago_duel_wins[CHICAGO_STRENGTHS + 1][CHICAGO_STRENGTHS + 1];
extern const int16_t chicago_duel_gain[CHICAGO_STRENGTHS + 1][CHICAGO_STRENGTHS + 1];

static inline const chicago_edges *chicago_edges_of(const spk_box *box)
{
    return &chicago_duel_edge[box->n_seats - 2];
}

/* -- hints_play.c ------------------------------------------------------------------------------ */

void chicago_weigh(const spk_box *box, const void *state, spk_seat seat, const spk_move *moves,
                   int n, uint32_t *weight);
spk_move chicago_stroll(const spk_box *box, const void *state, spk_seat seat, spk_rng *rng);

#endif
