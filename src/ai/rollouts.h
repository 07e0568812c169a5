/* rollouts.h: a decision played on many times: a second opinion about a move, with an interval.
 *
 *     spk_rollouts made = {0}, best = {0};
 *     spk_rollouts_add(&made, box, &view, seat, played, 1000, seed);
 *     spk_rollouts_add(&best, box, &view, seat, better, 1000, seed);
 *     spk_rollouts_mean(&made, &low, &high)
 *
 * Every game begins in a world that fits the view (resample) and is played to its end by the game's
 * own quick moves (hints->rollout; at random where there are none). That is weaker play than a
 * search's, but it looks at ends and not at estimates. The same seed gives the same worlds and the
 * same dice for every move, so two moves are compared on equal terms. */
#ifndef SPK_AI_ROLLOUTS_H
#define SPK_AI_ROLLOUTS_H

#include "engine/game.h"

typedef struct spk_rollouts {
    int n;
    int64_t sum, squares; /* of the seat's part of the win, of SPK_WIN */
} spk_rollouts;

/* n more games from this move of the seat on. */
void spk_rollouts_add(spk_rollouts *r, const spk_box *box, const void *view, spk_seat seat,
                      spk_move move, int n, uint64_t seed);

/* The same n games; adds up what every seat scored in them, and how much of the wins each had (of SPK_WIN). */
void spk_rollouts_scores(const spk_box *box, const void *view, spk_seat seat, spk_move move, int n,
                         uint64_t seed, int64_t score[SPK_MAX_SEATS], int64_t share[SPK_MAX_SEATS]);

/* The mean, of SPK_WIN, and its 95 % interval. */
int spk_rollouts_mean(const spk_rollouts *r, int *low, int *high);

#endif
