/* hints.h: what the hints' files share: what things are worth, and what a lay is for.
 *
 *     hints.c         prospects of a position, and the table of hints
 *     hints_play.c    a quick, sensible move, for rollouts
 *     hints_moves.c   which moves a good player considers first
 *
 * Values are in thousandths of the effect a bottle has on the odds in the last round; a bottle is
 * about 1,600. Most values shrink as fewer rounds remain. */
#ifndef CHICAGO_GANGSTERS_HINTS_H
#define CHICAGO_GANGSTERS_HINTS_H

#include "games/chicago_gangsters/state.h"

enum { CG_ROUNDS = 12, CG_BOTTLE = 1600 }; /* no game has more rounds */

/* Rounds still to come; a round whose fight is over does not count. */
static inline int cg_rounds_left(const cg_state *s)
{
    int played = s->rounds + (s->stage >= CG_LOOT_SHARE);
    return played < CG_ROUNDS ? CG_ROUNDS - played : 0;
}

/* What a lay can decide, in points of cards the player would have to lay; and what the packages are
 * worth to the first and second member of a side. */
typedef struct cg_plan {
    cg_bag usable;   /* cards in hand that count here */
    int points;      /* what they are worth together */
    int win, half;   /* needed to win, and to get loot as losers; 0: nothing */
    int first;       /* needed to be first on the side ... */
    int second;      /* ... and to avoid being third, who gets nothing */
    int prize[2][2]; /* [winners, losers][first, second] */
} cg_plan;

/* hints.c */
int cg_person_worth(cg_person person, int left);

/* hints_play.c */
extern const uint8_t cg_falling[CG_KINDS]; /* card kinds, largest value first */
cg_bag cg_fit(cg_bag from, int points);
int cg_package_worth(const cg_state *s, const cg_package *package, int left);
cg_plan cg_plan_lay(const spk_box *box, const cg_state *s, spk_seat seat, int side, int tenths);
/* How likely the lays of this round are in a world that 'seat' has guessed, in hundredths of the
 * likeliest (spk_hints.likely). */
int cg_likely(const spk_box *box, const void *world, spk_seat seat);
spk_move cg_rollout(const spk_box *box, const void *state, spk_seat seat, spk_rng *rng);

/* hints_moves.c */
void cg_weigh(const spk_box *box, const void *state, spk_seat seat, const spk_move *moves, int n,
              uint32_t *weight);

#endif
