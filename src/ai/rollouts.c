/* rollouts.c: see rollouts.h. */
#include "ai/rollouts.h"

#include <math.h>
#include <string.h>

#include "ai/bot.h"

static spk_move quick_move(const spk_box *box, const void *state, spk_seat seat, spk_rng *rng)
{
    spk_move moves[SPK_MAX_MOVES];
    if (box->game->hints && box->game->hints->rollout)
        return box->game->hints->rollout(box, state, seat, rng);
    int n = box->game->moves(box, state, seat, moves);
    return spk_bot_pick(moves, n, false, rng);
}

/* To the end: every game has one (max_steps). */
static void play_on(const spk_box *box, spk_state *state, spk_rng *rng)
{
    for (spk_actors who; (who = box->game->actors(box, state)) != 0;) {
        spk_seat seat = spk_actors_first(who);
        spk_move move = who == SPK_CHANCE_ACTS ? spk_chance_draw(box, state, rng)
                                               : quick_move(box, state, seat, rng);
        box->game->apply(box, state, seat, move);
    }
}

/* Game number i from this move on, to its end. */
static void play_one(const spk_box *box, const void *view, spk_seat seat, spk_move move,
                     uint64_t seed, int i, spk_state *world)
{
    spk_rng rng;
    spk_rng_init(&rng, seed, (uint64_t)i);
    memcpy(world->bytes, view, box->game->state_size);
    spk_resample(box, world, seat, &rng);
    box->game->apply(box, world, seat, move);
    play_on(box, world, &rng);
}

void spk_rollouts_scores(const spk_box *box, const void *view, spk_seat seat, spk_move move, int n,
                         uint64_t seed, int64_t score[SPK_MAX_SEATS], int64_t share[SPK_MAX_SEATS])
{
    for (int i = 0; i < n; i++) {
        spk_state world;
        spk_result result;
        int value[SPK_MAX_SEATS];
        play_one(box, view, seat, move, seed, i, &world);
        box->game->result(box, &world, &result);
        spk_share_end(box, &world, value);
        for (spk_seat k = 0; k < box->n_seats; k++)
            score[k] += result.score[k], share[k] += value[k];
    }
}

void spk_rollouts_add(spk_rollouts *r, const spk_box *box, const void *view, spk_seat seat,
                      spk_move move, int n, uint64_t seed)
{
    for (; n > 0; n--, r->n++) {
        spk_state world;
        int value[SPK_MAX_SEATS];
        play_one(box, view, seat, move, seed, r->n, &world);
        spk_share_end(box, &world, value);
        r->sum += value[seat];
        r->squares += (int64_t)value[seat] * value[seat];
    }
}

static int within(double value) { return value < 0 ? 0 : value > SPK_WIN ? SPK_WIN : (int)value; }

/* Adding two wins and two losses keeps the interval of a few unanimous games honest (Agresti and
 * Coull). */
int spk_rollouts_mean(const spk_rollouts *r, int *low, int *high)
{
    double n = r->n + 4.0, win = SPK_WIN;
    double mean = ((double)r->sum + 2 * win) / n;
    double variance = ((double)r->squares + 2 * win * win) / n - mean * mean;
    double reach = 1.96 * sqrt((variance > 0 ? variance : 0) / n);
    *low = within(mean - reach);
    *high = within(mean + reach);
    return r->n ? (int)(r->sum / r->n) : 0;
}
