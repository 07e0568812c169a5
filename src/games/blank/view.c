/* view.c: what each seat may see. No rule is decided here (rules.c), but every secret of Blank is kept
 * in this file and no other: hands, and sealed cards until the last one is in (BL-1.3, BL-R2). */
#include "games/blank/state.h"

bool blank_shows_hand(spk_seat viewer, spk_seat owner)
{
    return viewer == owner || viewer == SPK_SEAT_ALL_SEEING;
}

/* Other hands and sealed cards go to the cards that the viewer cannot place. That a card was sealed
 * stays to be seen; how many cards a hand has follows from what stays (blank_hand_size). */
void blank_redact(const spk_box *box, void *state, spk_seat seat)
{
    blank_state *s = state;
    for (spk_seat other = 0; other < box->n_seats; other++) {
        if (blank_shows_hand(seat, other))
            continue;
        s->unseen |= s->hand[other];
        s->hand[other] = 0;
        if (s->sealed[other] && s->sealed[other] != BLANK_HIDDEN)
            s->unseen |= BLANK_ONE(s->sealed[other]);
        if (s->sealed[other])
            s->sealed[other] = BLANK_HIDDEN;
    }
}

/* -- A fair guess at the rest, for bots --------------------------------------------------------- */

/* One of the unseen cards, each with the same probability. */
static int draw(blank_state *s, spk_rng *rng)
{
    blank_set left = s->unseen;
    for (uint32_t skip = spk_rng_below(rng, (uint32_t)blank_size(left)); skip > 0; skip--)
        left &= left - 1;
    int card = blank_lowest(left);
    s->unseen -= BLANK_ONE(card);
    return card;
}

/* Exact: the deal makes all ways to spread the unseen cards over the hands equally likely. All cards
 * differ, so a player who seals any card of a hand of k does so with 1/k whatever the hand is: no
 * sealed or shown card makes one hand likelier than another, and a hidden card is any unseen one. */
void blank_resample(const spk_box *box, void *view, spk_seat seat, spk_rng *rng)
{
    blank_state *s = view;
    for (spk_seat other = 0; other < box->n_seats; other++) {
        if (blank_shows_hand(seat, other))
            continue;
        for (int n = blank_hand_size(s, box->n_seats, other); n > 0; n--)
            s->hand[other] |= BLANK_ONE(draw(s, rng));
        if (s->sealed[other] == BLANK_HIDDEN)
            s->sealed[other] = (uint8_t)draw(s, rng);
    }
}

/* -- What is heard and shown --------------------------------------------------------------------- */

/* Others hear that a card was dealt or sealed, not which. */
bool blank_heard(const spk_box *box, const void *before, spk_seat actor, spk_move move,
                 spk_seat viewer, spk_buf *out)
{
    (void)before;
    blank_op op = blank_move_op(move);
    if (op == BLANK_DEAL_CARD && !blank_shows_hand(viewer, blank_move_seat(move)))
        spk_buf_printf(out, "deal %d ?", blank_move_seat(move));
    else if (op == BLANK_SEAL_CARD && !blank_shows_hand(viewer, actor))
        spk_buf_puts(out, "seal ?");
    else
        blank_print_move(box, move, out);
    return true;
}

/* The last card sealed shows them all: it cannot be taken back. */
bool blank_reveals(const spk_box *box, const void *before, spk_seat seat, spk_move move)
{
    return blank_move_op(move) == BLANK_SEAL_CARD && blank_actors(box, before) == SPK_ACTOR(seat);
}
