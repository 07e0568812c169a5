/* hints.h: what the hints' files share: what things are worth, and what a lay is for.
 *
 *     hints.c         prospects of a position, and the table of hints
 *     hints_play.c    a sensible move at once, for playing on
 *     hints_moves.c   which moves a good player looks at first
 *
 * Worth is counted in thousandths of how a bottle moves the odds of the last round; a bottle is
 * about 1,600. What a thing is worth mostly shrinks with the rounds that are left. */
#ifndef CHICAGO_GANGSTERS_HINTS_H
#define CHICAGO_GANGSTERS_HINTS_H

#include "games/chicago_gangsters/state.h"

enum { CG_ROUNDS = 12, CG_BOTTLE = 1600 }; /* no game has more rounds */

/* Rounds that may still come; a round whose fight is over counts no more. */
static inline int cg_rounds_left(const cg_state *s)
{
    int played = s->rounds + (s->stage >= CG_LOOT_SHARE);
    return played < CG_ROUNDS ? CG_ROUNDS - played : 0;
}

/* What may be decided by a lay, in points of cards that the player would have to lay; and what the
 * packages are worth to the first and the second of a side. */
typedef struct cg_plan {
    cg_bag usable;   /* cards in hand that count here */
    int points;      /* what they are worth together */
    int win, half;   /* needed to win, and to be given loot as losers; 0: nothing */
    int first;       /* needed to be first of the side ... */
    int second;      /* ... and not to be the third, who gets nothing */
    int prize[2][2]; /* [winners, losers][first, second] */
} cg_plan;

/* hints.c */
int cg_person_worth(cg_person person, int left);

/* hints_play.c */
extern const uint8_t cg_falling[CG_KINDS]; /* card kinds, largest value first */
cg_bag cg_fit(cg_bag from, int points);
int cg_package_worth(const cg_state *s, const cg_package *package, int left);
cg_plan cg_plan_lay(const spk_box *box, const cg_state *s, spk_seat seat, int side, int tenths);
spk_move cg_stroll(const spk_box *box, const void *state, spk_seat seat, spk_rng *rng);

/* hints_moves.c */
void cg_weigh(const spk_box *box, const void *state, spk_seat seat, const spk_move *moves, int n,
              uint32_t *weight);

#endif
