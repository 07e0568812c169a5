/* hints.c: what a bot may know of Famiglia before it thinks: a rough value of a position. */
#include "games/famiglia/state.h"

/* How far ahead the seat is in points, and a little for cards that are still in hand: they can pay
 * and act, exhausted ones cannot. */
int famiglia_value(const spk_box *box, const void *state, spk_seat seat)
{
    const famiglia_state *s = state;
    spk_result result;
    famiglia_result(box, state, &result);
    int in_hand = famiglia_size(s->hand[seat]) - famiglia_size(s->hand[1 - seat]);
    return 8 * (result.score[seat] - result.score[1 - seat]) + in_hand;
}
