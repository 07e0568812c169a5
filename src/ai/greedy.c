/* greedy.c: the anchor that looks one move ahead and no further: it guesses what it cannot see once,
 * and makes the move after which the game's own hints value its seat highest. */
#include <string.h>

#include "ai/bot.h"

static int value_after(const spk_box *box, const spk_state *world, spk_seat seat, spk_move move)
{
    spk_state after;
    int value[SPK_MAX_SEATS];
    memcpy(after.bytes, world->bytes, box->game->state_size);
    box->game->apply(box, &after, seat, move);
    box->game->hints->values(box, &after, value);
    return value[seat];
}

/* Of equal moves the first that the game lists. */
static spk_move choose(const spk_box *box, const void *view, spk_seat seat, spk_rng *rng)
{
    spk_move moves[SPK_MAX_MOVES];
    spk_state world;
    int n = box->game->moves(box, view, seat, moves), best = 0, best_value = -1;
    memcpy(world.bytes, view, box->game->state_size);
    box->game->resample(box, &world, seat, rng);
    for (int i = 0; i < n && n > 1; i++) {
        int value = value_after(box, &world, seat, moves[i]);
        if (value > best_value)
            best = i, best_value = value;
    }
    return moves[best];
}

extern const spk_bot_kind spk_bot_kind_greedy; /* bot.c lists it */

const spk_bot_kind spk_bot_kind_greedy = {
    .name = "greedy",
    .about = "takes whatever looks best right after its move",
    .choose = choose,
};
