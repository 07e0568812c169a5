/* greedy.c: the anchor that looks one move ahead and no further: it guesses what it cannot see once,
 * and makes the move after which the game's own hints value its seat highest; where a game has none,
 * the one after which its score leads by most. */
#include <limits.h>
#include <string.h>

#include "ai/bot.h"

/* How far the seat is ahead of the best of the others. */
static int lead(const spk_box *box, const spk_state *state, spk_seat seat)
{
    spk_result result;
    int best = INT_MIN;
    box->game->result(box, state, &result);
    for (spk_seat s = 0; s < box->n_seats; s++)
        if (s != seat && result.score[s] > best)
            best = result.score[s];
    return result.score[seat] - best;
}

static int value_after(const spk_box *box, const spk_state *world, spk_seat seat, spk_move move)
{
    spk_state after;
    int value[SPK_MAX_SEATS];
    memcpy(after.bytes, world->bytes, box->game->state_size);
    box->game->apply(box, &after, seat, move);
    if (!spk_has_values(box->game))
        return lead(box, &after, seat);
    box->game->hints->values(box, &after, value);
    return value[seat];
}

/* Of equal moves the first that the game lists. */
static spk_move choose(const spk_box *box, const void *view, spk_seat seat, spk_rng *rng)
{
    spk_move moves[SPK_MAX_MOVES];
    spk_state world;
    int n = box->game->moves(box, view, seat, moves), best = 0, best_value = INT_MIN;
    memcpy(world.bytes, view, box->game->state_size);
    spk_resample(box, &world, seat, rng);
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
    .about = N_("takes whatever looks best right after its move"),
    .choose = choose,
};
