/* hints.c: what a bot may know before it thinks: alcohol counts, and what will become alcohol. */
#include "games/chicago_gangsters/state.h"

/* In tenths of a bottle: bottles, cards in hand, persons by what they add to later fights. */
static int standing(const cg_state *s, spk_seat seat)
{
    int sum = 10 * s->alcohol[seat] + 3 * s->godfather_points[seat];
    sum += cg_points(s->hand[seat] + s->laid[seat]) + 2 * s->unseen[seat];
    for (uint32_t left = s->persons[seat]; left; left &= left - 1)
        sum += 4 + 2 * cg_person_value[__builtin_ctz(left)];
    return sum;
}

static void values(const spk_box *box, const void *state, int value[SPK_MAX_SEATS])
{
    int stands[SPK_MAX_SEATS];
    if (spk_is_over(box, state)) {
        spk_share_end(box, state, value);
        return;
    }
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        stands[seat] = standing(state, seat);
    spk_share_wins(box, stands, 30, value);
}

const spk_hints cg_hints = {
    .values = values,
    .secrets = true,
    .horizon = 2,
    .level =
        {
            [SPK_EASY] = {"Greenhorn", "takes what it fancies", 50, 50},
            [SPK_NORMAL] = {"Regular", "thinks a little", 500, 10},
            [SPK_HARD] = {"Boss", "thinks for as long as it may", 0, 0},
        },
};
