/* hints.c: what a bot may know of Blank before it thinks: a rough value of a position. */
#include "games/blank/state.h"

/* How far ahead of the best other seat. */
int blank_value(const spk_box *box, const void *state, spk_seat seat)
{
    const blank_state *s = state;
    int best = 0;
    for (spk_seat other = 0; other < box->n_seats; other++)
        if (other != seat && s->score[other] > best)
            best = s->score[other];
    return s->score[seat] - best;
}
