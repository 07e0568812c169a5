/* fuzz.h: what the fuzz targets share. A target takes bytes from outside and must come back: a
 * crash, a leak, a broken promise (SPK_BUG_IF) or an endless loop is a find. Old finds and a few good
 * inputs lie in corpus/<name>/. */
#ifndef SPK_FUZZ_H
#define SPK_FUZZ_H

#include <stdint.h>
#include <stdlib.h>

#include "base/mem.h"
#include "engine/box.h"
#include "games/registry.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

/* The bytes as a C string of their own, so that reading past their end is noticed. Yours to free. */
static inline char *fuzz_text(const uint8_t *bytes, size_t n)
{
    char *text = spk_alloc(n + 1);
    if (n)
        memcpy(text, bytes, n);
    return text;
}

/* One random step of a game that is not over; the position before and after it must be sound. */
static inline void fuzz_step(const spk_box *box, void *state, spk_rng *rng)
{
    spk_outcome outcomes[SPK_MAX_OUTCOMES];
    spk_move moves[SPK_MAX_MOVES], move;
    spk_actors who = box->game->actors(box, state);
    spk_seat seat = spk_actors_first(who);
    int n;
    if (who == SPK_CHANCE_ACTS) {
        n = box->game->chance(box, state, outcomes);
        SPK_BUG_IF(n < 1 || n > box->game->max_outcomes);
        move = spk_outcome_draw(outcomes, n, rng);
    } else {
        n = box->game->moves(box, state, seat, moves);
        SPK_BUG_IF(n < 1 || n > box->game->max_moves);
        move = moves[spk_rng_below(rng, (uint32_t)n)];
    }
    SPK_BUG_IF(spk_apply(box, state, seat, move, NULL) != SPK_OK);
    SPK_BUG_IF(spk_unsound(box, state) != NULL);
}

/* Random play to the end, which must come within the game's own bound. */
static inline void fuzz_play_out(const spk_box *box, void *state, uint64_t seed)
{
    spk_rng rng;
    spk_result result;
    spk_rng_init(&rng, seed, 0);
    for (int steps = 0; !spk_is_over(box, state); steps++) {
        SPK_BUG_IF(steps >= box->game->max_steps);
        fuzz_step(box, state, &rng);
    }
    box->game->result(box, state, &result);
    SPK_BUG_IF(!result.reason);
}

#endif
