/* twin.c: what happens in two matches so that one viewer cannot tell them apart. See interference.h. No game is named
 * here: a move in one match goes with any move of the same seat in the other that the viewer hears and sees the same
 * of, and so does what chance does. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "interference.h"

typedef struct place { /* a match's position, and where the viewer stands */
    const spk_box *box;
    spk_state state;
    spk_seat viewer;
} place;

static place place_of(const spk_match *m, spk_seat viewer)
{
    place p = {.box = spk_match_box(m), .viewer = viewer};
    memcpy(&p.state, spk_match_state(m), p.box->game->state_size);
    return p;
}

/* What the viewer hears of a move, and sees after it. */
typedef struct sight {
    bool heard;
    char text[SPK_TOLD_TEXT];
    spk_state view;
} sight;

static void look(const place *p, spk_seat seat, spk_move move, sight *out)
{
    char effects[SPK_TOLD_TEXT];
    spk_buf text = SPK_BUF_OVER(out->text);
    out->text[0] = '\0';
    out->heard = spk_event_text(p->box, &p->state, seat, move, p->viewer,
                                spk_effects_text(p->box, &p->state, seat, move, effects), &text);
    out->view = p->state;
    p->box->game->apply(p->box, &out->view, seat, move);
    spk_redact(p->box, &out->view, p->viewer);
}

static bool are_alike(const place *p, const sight *x, const sight *y)
{
    return x->heard == y->heard && (!x->heard || spk_str_eq(x->text, y->text)) &&
           spk_state_eq(p->box, &x->view, &y->view);
}

/* All that can happen, chance's outcomes or a seat's moves. */
static int list(const place *p, spk_seat seat, spk_move *out)
{
    const spk_game *game = p->box->game;
    if (seat != SPK_SEAT_CHANCE)
        return game->moves(p->box, &p->state, seat, out);
    spk_outcome *outcomes = spk_alloc((size_t)game->max_outcomes * sizeof *outcomes);
    int n = game->chance(p->box, &p->state, outcomes);
    for (int i = 0; i < n; i++)
        out[i] = outcomes[i].move;
    spk_free(outcomes);
    return n;
}

static spk_move *room_for_list(const place *p)
{
    const spk_game *game = p->box->game;
    int most = game->max_moves > game->max_outcomes ? game->max_moves : game->max_outcomes;
    return spk_alloc((size_t)most * sizeof(spk_move));
}

static void write_act(const place *p, spk_seat seat, spk_move move, act *out)
{
    char text[SPK_MOVE_TEXT];
    out->seat = seat;
    snprintf(out->line, sizeof out->line, "%s %s", spk_seat_name(seat),
             spk_move_text(p->box, move, text));
}

/* Somebody who can act in both; the viewer's own moves must be the same in both, and are found like any other. */
static bool pick_seat(const place *a, const place *b, spk_rng *rng, spk_seat *seat)
{
    spk_actors both = a->box->game->actors(a->box, &a->state);
    spk_actors in_b = b->box->game->actors(b->box, &b->state);
    if (both == SPK_CHANCE_ACTS || in_b == SPK_CHANCE_ACTS) {
        *seat = SPK_SEAT_CHANCE;
        return both == in_b;
    }
    both &= in_b;
    int n = 0;
    for (spk_actors left = both; left; left &= left - 1)
        if (spk_rng_below(rng, (uint32_t)++n) == 0)
            *seat = spk_actors_first(left);
    return n > 0;
}

static bool match_move(const place *a, const place *b, spk_seat seat, spk_move move, spk_rng *rng,
                       spk_move *found)
{
    sight here, there;
    spk_move *moves = room_for_list(b);
    int n = list(b, seat, moves);
    uint32_t from = n ? spk_rng_below(rng, (uint32_t)n) : 0;
    bool well = false;
    look(a, seat, move, &here);
    for (int i = 0; i < n && !well; i++) {
        *found = moves[(from + (uint32_t)i) % (uint32_t)n];
        if (seat == b->viewer && *found != move)
            continue;
        look(b, seat, *found, &there);
        well = are_alike(b, &here, &there);
    }
    spk_free(moves);
    return well;
}

bool twin_next(const spk_match *a, const spk_match *b, spk_seat viewer, spk_rng *rng, act *in_a,
               act *in_b)
{
    enum { TRIES = 8 };
    place pa = place_of(a, viewer), pb = place_of(b, viewer);
    spk_move *moves = room_for_list(&pa), other;
    bool well = false;
    spk_seat seat = -1;
    for (int i = 0; i < TRIES && !well && pick_seat(&pa, &pb, rng, &seat); i++) {
        int n = list(&pa, seat, moves);
        spk_move move = moves[spk_rng_below(rng, (uint32_t)n)];
        well = match_move(&pa, &pb, seat, move, rng, &other);
        if (well)
            write_act(&pa, seat, move, in_a), write_act(&pb, seat, other, in_b);
    }
    spk_free(moves);
    return well;
}

static bool is_unnoticed(const place *p, spk_seat seat, spk_move move)
{
    sight after;
    spk_state now = p->state, next = p->state;
    p->box->game->apply(p->box, &next, seat, move);
    if (p->box->game->actors(p->box, &next) == SPK_CHANCE_ACTS)
        return false; /* whatever chance does then has to be chosen for both */
    look(p, seat, move, &after);
    spk_redact(p->box, &now, p->viewer);
    return !after.heard && spk_state_eq(p->box, &now, &after.view);
}

bool twin_secret(const spk_match *m, spk_seat viewer, spk_rng *rng, act *in)
{
    place p = place_of(m, viewer);
    spk_actors who = p.box->game->actors(p.box, &p.state);
    spk_move *moves = room_for_list(&p);
    bool found = false;
    for (spk_seat seat = 0; seat < p.box->n_seats && !found && who != SPK_CHANCE_ACTS; seat++) {
        if (seat == viewer || !spk_actors_has(who, seat))
            continue;
        int n = list(&p, seat, moves);
        spk_move move = n ? moves[spk_rng_below(rng, (uint32_t)n)] : 0;
        found = n && is_unnoticed(&p, seat, move);
        if (found)
            write_act(&p, seat, move, in);
    }
    spk_free(moves);
    return found;
}
