/* simulate.h: many random games and what they add up to. Shared by simulate and bench.
 *
 * A tally holds only whole numbers, and tallies can be added, so it does not matter which thread
 * played which game. Means and rates are computed when it is printed. */
#ifndef CLI_SIMULATE_H
#define CLI_SIMULATE_H

#include "hosts/cli/walk.h"

typedef struct cli_tally {
    uint64_t games;
    uint64_t decisions;   /* moves of seats */
    uint64_t transitions; /* moves and outcomes of chance */
    uint64_t legal;       /* legal moves over all decisions */
    uint64_t legal_max;
    uint64_t length_max; /* decisions of the longest game */
    uint64_t draws;      /* games with more than one winner */
    uint64_t wins[SPK_MAX_SEATS];
    int64_t score[SPK_MAX_SEATS]; /* sums */
    uint64_t score_squared[SPK_MAX_SEATS];
    int score_min[SPK_MAX_SEATS], score_max[SPK_MAX_SEATS];
} cli_tally;

/* Play game number 'stream' of the seed to its end and add it. w->state is its last position. */
void cli_tally_play(cli_tally *t, cli_walk *w, const spk_box *box, bool busy, uint64_t seed,
                    uint64_t stream);
void cli_tally_add(cli_tally *t, const cli_tally *more);

double cli_seconds(void); /* of a monotonic clock */

#endif
