/* random.c: the two bots that do not think. They are the first anchors of every ladder, and the
 * example to copy for a bot that answers at once. */
#include "ai/bot.h"

static spk_move choose(const spk_box *box, const void *view, spk_seat seat, bool busy, spk_rng *rng)
{
    spk_move moves[SPK_MAX_MOVES];
    int n = box->game->moves(box, view, seat, moves);
    return spk_bot_pick(moves, n, busy, rng);
}

static spk_move choose_random(const spk_box *box, const void *view, spk_seat seat, spk_rng *rng)
{
    return choose(box, view, seat, false, rng);
}

static spk_move choose_busy(const spk_box *box, const void *view, spk_seat seat, spk_rng *rng)
{
    return choose(box, view, seat, true, rng);
}

extern const spk_bot_kind spk_bot_kind_random, spk_bot_kind_busy; /* bot.c lists them */

const spk_bot_kind spk_bot_kind_random = {
    .name = "random",
    .about = N_("plays at random; all legal moves are equally likely"),
    .choose = choose_random,
};

const spk_bot_kind spk_bot_kind_busy = {
    .name = "busy",
    .about = N_("plays at random, but passes or skips only if it must"),
    .choose = choose_busy,
};
