/* hints.c: what a bot may know of Famiglia before it thinks: a rough value of a position. */
#include "games/famiglia/state.h"

/* How far ahead a seat is in points, and a little for cards that are still in hand: they can pay
 * and act, exhausted ones cannot. */
static void values(const spk_box *box, const void *state, int value[SPK_MAX_SEATS])
{
    const famiglia_state *s = state;
    spk_result result;
    int standing[SPK_MAX_SEATS];
    if (spk_is_over(box, state)) {
        spk_share_end(box, state, value);
        return;
    }
    famiglia_result(box, state, &result);
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        standing[seat] = 8 * result.score[seat] + famiglia_size(s->hand[seat]);
    spk_share_wins(box, standing, 40, value);
}

const spk_hints famiglia_hints = {
    .values = values,
    .horizon = 4,
    .level =
        {
            [SPK_EASY] = {"Greenhorn", "takes what it fancies", 50, 50},
            [SPK_NORMAL] = {"Regular", "thinks a little", 500, 10},
            [SPK_HARD] = {"Boss", "thinks for as long as it may", 0, 0},
        },
};
