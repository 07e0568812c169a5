/* hints.c: what a bot may know before it thinks: alcohol counts, and what will become alcohol. */
#include "games/chicago_gangsters/state.h"

/* In tenths of a bottle: bottles, cards in hand, persons by what they add to later fights. */
int cg_value(const spk_box *box, const void *state, spk_seat seat)
{
    const cg_state *s = state;
    bool over = s->phase == CG_OVER;
    int value = 10 * s->alcohol[seat];
    (void)box;
    if (over)
        return value;
    value += cg_points(s->hand[seat] + s->laid[seat]) + 2 * s->unseen[seat];
    for (uint32_t left = s->persons[seat]; left; left &= left - 1)
        value += 4 + 2 * cg_person_value[__builtin_ctz(left)];
    return value + 3 * s->godfather_points[seat];
}
