/* rules.c: who acts, which moves there are and what they do. Why a move is not there is worded in
 * refusals.c; who has won is in score.c. */
#include <string.h>

#include "games/blank/state.h"

/* -- Who --------------------------------------------------------------------------------------- */

/* The seats that have not sealed a card yet. (BL-2.2) */
static spk_actors still_to_seal(const blank_state *s, int n_seats)
{
    spk_actors who = 0;
    for (spk_seat seat = 0; seat < n_seats; seat++)
        if (!s->sealed[seat])
            who |= SPK_ACTOR(seat);
    return who;
}

spk_actors blank_actors(const spk_box *box, const void *state)
{
    const blank_state *s = state;
    switch ((blank_phase)s->phase) {
    case BLANK_DEAL:
    case BLANK_PRIZE: return SPK_CHANCE_ACTS;
    case BLANK_SEAL: return still_to_seal(s, box->n_seats);
    case BLANK_TAKE: return SPK_ACTOR(s->winner);
    case BLANK_OVER:
    case BLANK_PHASE_COUNT: break;
    }
    return 0;
}

/* For undo: sealing is one turn of a round, the winner's choice the next. */
uint32_t blank_turn(const spk_box *box, const void *state)
{
    const blank_state *s = state;
    (void)box;
    return 2u * s->round + (s->phase == BLANK_TAKE);
}

/* -- Which ------------------------------------------------------------------------------------- */

int blank_moves(const spk_box *box, const void *state, spk_seat seat, spk_move *out)
{
    const blank_state *s = state;
    int n = 0;
    (void)box;
    if (s->phase == BLANK_TAKE) {
        out[n++] = blank_move(BLANK_TAKE_POT, 0, 0);
        out[n++] = blank_move(BLANK_PASS, 0, 0); /* idle moves come last */
        return n;
    }
    for (blank_set left = s->hand[seat]; left; left &= left - 1)
        out[n++] = blank_move(BLANK_SEAL_CARD, blank_lowest(left), 0);
    return n;
}

/* The deck is a set and the bag a multiset: a weight is how many of a kind are left. */
int blank_chance(const spk_box *box, const void *state, spk_outcome *out)
{
    const blank_state *s = state;
    int n = 0;
    if (s->phase == BLANK_DEAL) {
        spk_seat seat = s->dealt % box->n_seats;
        for (blank_set left = s->unseen; left; left &= left - 1)
            out[n++] = (spk_outcome){blank_move(BLANK_DEAL_CARD, blank_lowest(left), seat), 1};
        return n;
    }
    for (int i = 0; i < BLANK_PRIZES; i++)
        if (s->bag[i])
            out[n++] = (spk_outcome){blank_move(BLANK_DRAW_PRIZE, i + 1, 0), s->bag[i]};
    return n;
}

/* BL-R1 */
spk_move blank_safe(const spk_box *box, const void *state, spk_seat seat)
{
    const blank_state *s = state;
    (void)box;
    if (s->phase == BLANK_TAKE)
        return blank_move(BLANK_PASS, 0, 0);
    return blank_move(BLANK_SEAL_CARD, blank_lowest(s->hand[seat]), 0);
}

/* -- What they do ------------------------------------------------------------------------------ */

static void deal_card(const spk_box *box, blank_state *s, spk_seat seat, int card)
{
    s->unseen -= BLANK_ONE(card);
    s->hand[seat] += BLANK_ONE(card);
    if (++s->dealt == box->n_seats * BLANK_HAND)
        s->phase = BLANK_PRIZE;
}

static void draw_prize(blank_state *s, int points)
{
    s->bag[points - 1]--;
    s->pot = (uint8_t)(s->pot + points);
    s->phase = BLANK_SEAL;
}

static bool beats(const spk_box *box, int card, int other) /* BL-2.3 */
{
    return box->option[BLANK_OPT_WINNER] ? card < other : card > other;
}

/* The last card is in: all are shown, and the best one wins. */
static void show(const spk_box *box, blank_state *s)
{
    memcpy(s->shown, s->sealed, sizeof s->shown);
    memset(s->sealed, 0, sizeof s->sealed);
    s->winner = 0;
    for (spk_seat seat = 1; seat < box->n_seats; seat++)
        if (beats(box, s->shown[seat], s->shown[s->winner]))
            s->winner = (uint8_t)seat;
    s->round++;
    s->phase = BLANK_TAKE;
}

static void seal_card(const spk_box *box, blank_state *s, spk_seat seat, int card)
{
    s->hand[seat] -= BLANK_ONE(card);
    s->sealed[seat] = (uint8_t)card;
    if (!still_to_seal(s, box->n_seats))
        show(box, s);
}

/* BL-2.4, BL-3.1, BL-3.2 */
static void end_round(const spk_box *box, blank_state *s, bool takes)
{
    if (takes) {
        s->score[s->winner] = (uint8_t)(s->score[s->winner] + s->pot);
        s->pot = 0;
    }
    s->winner = 0;
    bool over = blank_goal_reached(box, s) || s->round == BLANK_HAND;
    s->phase = over ? BLANK_OVER : BLANK_PRIZE;
}

void blank_apply(const spk_box *box, void *state, spk_seat seat, spk_move move)
{
    blank_state *s = state;
    switch (blank_move_op(move)) {
    case BLANK_DEAL_CARD: deal_card(box, s, blank_move_seat(move), blank_move_card(move)); break;
    case BLANK_DRAW_PRIZE: draw_prize(s, blank_move_card(move)); break;
    case BLANK_SEAL_CARD: seal_card(box, s, seat, blank_move_card(move)); break;
    case BLANK_TAKE_POT: end_round(box, s, true); break;
    case BLANK_PASS: end_round(box, s, false); break;
    case BLANK_OP_COUNT: break;
    }
}
