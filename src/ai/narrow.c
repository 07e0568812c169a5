/* narrow.c: see narrow.h. A game is a table of functions, so a copy of the table with some of them
 * replaced is the narrow game. */
#include "ai/narrow.h"

#include <string.h>

#include "base/hash.h"

static const spk_narrow *narrow_of(const spk_box *box) { return (const spk_narrow *)box; }

static bool is_the_decision(const spk_narrow *w, const void *state, spk_seat seat)
{
    return seat == w->seat && memcmp(state, &w->view, w->game.state_size) == 0;
}

static bool is_offered(const spk_narrow *w, spk_move move)
{
    for (int i = 0; i < w->n; i++)
        if (w->moves[i] == move)
            return true;
    return false;
}

uint64_t spk_narrow_key(const spk_narrow *w, const void *state)
{
    spk_state seen;
    memcpy(seen.bytes, state, w->game.state_size);
    spk_redact(&w->box, &seen, w->seat);
    return spk_hash_words(0, &seen, w->game.state_size);
}

/* The one move that is made here; NULL: it is not pinned down. */
static const spk_move *pinned(const spk_narrow *w, const void *state, spk_seat seat)
{
    if (!w->n_pins || seat != w->seat)
        return NULL;
    uint64_t key = spk_narrow_key(w, state);
    for (int i = 0; i < w->n_pins; i++)
        if (w->pins[i].key == key)
            return &w->pins[i].move;
    return NULL;
}

/* In the order in which the game lists them. */
static int moves(const spk_box *box, const void *state, spk_seat seat, spk_move *out)
{
    const spk_narrow *w = narrow_of(box);
    const spk_move *only = pinned(w, state, seat);
    int all = w->whole->moves(box, state, seat, out), n = 0;
    if (only) {
        out[0] = *only;
        return 1;
    }
    if (!is_the_decision(w, state, seat))
        return all;
    for (int i = 0; i < all; i++)
        if (is_offered(w, out[i]))
            out[n++] = out[i];
    return n;
}

/* The game's own weights may expect the whole list. */
static void weigh(const spk_box *box, const void *state, spk_seat seat, const spk_move *list, int n,
                  uint32_t *weight)
{
    const spk_narrow *w = narrow_of(box);
    if (n > 1 && !is_the_decision(w, state, seat)) {
        w->whole->hints->weigh(box, state, seat, list, n, weight);
        return;
    }
    for (int i = 0; i < n; i++)
        weight[i] = 1;
}

/* What a net likes about moves would make of two that are equally likely one that is never tried. */
static void taste_rows(const spk_box *box, const void *state, spk_seat seat, const spk_move *list,
                       int n, uint16_t *rows)
{
    const spk_narrow *w = narrow_of(box);
    if (is_the_decision(w, state, seat))
        for (int i = 0; i < n * w->taste.n_slots; i++)
            rows[i] = SPK_NO_FEATURE;
    else
        w->whole->hints->features->moves->read(box, state, seat, list, n, rows);
}

static void add_taste(const spk_box *box, const void *state, spk_seat seat, const spk_move *list,
                      int n, const int16_t *worth, int32_t *sum)
{
    const spk_narrow *w = narrow_of(box);
    if (is_the_decision(w, state, seat))
        memset(sum, 0, (size_t)n * sizeof *sum);
    else
        w->whole->hints->features->moves->add(box, state, seat, list, n, worth, sum);
}

static void have_no_taste(spk_narrow *w)
{
    if (!w->hints.features || !w->hints.features->moves)
        return;
    w->features = *w->hints.features;
    w->taste = *w->features.moves;
    w->taste.read = taste_rows;
    if (w->taste.add)
        w->taste.add = add_taste;
    w->features.moves = &w->taste;
    w->hints.features = &w->features;
}

static spk_move rollout(const spk_box *box, const void *state, spk_seat seat, spk_rng *rng)
{
    const spk_narrow *w = narrow_of(box);
    const spk_move *only = pinned(w, state, seat);
    return only ? *only : w->whole->hints->rollout(box, state, seat, rng);
}

void spk_narrow_make(spk_narrow *w, const spk_box *box, const void *view, spk_seat seat,
                     const spk_move *list, int n)
{
    SPK_BUG_IF(n < 1 || n > SPK_NARROW_MOVES);
    *w = (spk_narrow){.box = *box, .game = *box->game, .whole = box->game, .seat = seat, .n = n};
    w->box.game = &w->game;
    w->game.moves = moves;
    if (box->game->hints) {
        w->hints = *box->game->hints;
        w->game.hints = &w->hints;
    }
    if (w->hints.weigh)
        w->hints.weigh = weigh;
    have_no_taste(w);
    memcpy(w->view.bytes, view, box->game->state_size);
    memcpy(w->moves, list, (size_t)n * sizeof *list);
}

void spk_narrow_pin(spk_narrow *w, const void *view, spk_move move)
{
    if (w->n_pins == SPK_NARROW_PINS)
        return;
    w->pins[w->n_pins++] = (spk_pin){spk_narrow_key(w, view), move};
    if (w->hints.rollout)
        w->hints.rollout = rollout;
}
