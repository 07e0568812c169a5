/* godfather.c: the expert rule (CG-11): who claims to be godfather, the duel of several claimants, and
 * what the winner of it changes. Whose turn follows is rules.c's.
 *
 * Claims come in one of two ways (CG-R43). Sealed: all who may claim answer at once, and the answers are
 * shown together; nobody was first. Spoken: one after the other, heard by all, and whoever has passed is
 * asked again when somebody claims; the window closes when all others have passed since the last claim:
 *
 *     0 passes   1 claims   2 passes   3 passes   0 claims   2 passes   3 passes     duel of 1 and 0 */
#include <string.h>

#include "games/chicago_gangsters/state.h"

static bool may_claim(const spk_box *box, const cg_state *s, spk_seat seat)
{
    return seat != CG_NOBODY && seat != s->godfather && seat != cg_lone(box, s);
}

static void close_window(cg_state *s)
{
    s->asked = s->answered = s->claimed = 0;
    memset(s->bid, 0, sizeof s->bid);
}

static void after_claims(const spk_box *box, cg_state *s)
{
    close_window(s);
    cg_enter_side(box, s, s->stage == CG_CHALLENGER_TURN ? CG_CHALLENGER : CG_DEFENDER);
}

/* Clockwise from this seat, the first who is still to answer. */
static spk_seat next_to_answer(const spk_box *box, const cg_state *s, spk_seat seat)
{
    while (!((s->asked & ~s->answered) >> seat & 1))
        seat = (seat + 1) % box->n_seats;
    return seat;
}

/* The first window asks everybody, the second the defenders. Spoken claims begin with the player who
 * would speak first in the talk of that turn. (CG-R43, 8.6) */
void cg_enter_claims(const spk_box *box, cg_state *s, cg_stage stage)
{
    unsigned asked = 0;
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        if (may_claim(box, s, seat) &&
            (stage == CG_CHALLENGER_TURN || cg_side_of(s, seat) == CG_DEFENDER))
            asked |= CG_BIT(seat);
    s->stage = (uint8_t)stage;
    s->asked = (uint8_t)asked;
    cg_ask(s, CG_CLAIM, CG_NOBODY);
    if (!asked)
        after_claims(box, s);
    else if (box->option[CG_OPT_CLAIMS])
        s->active = (uint8_t)next_to_answer(
            box, s,
            stage == CG_CHALLENGER_TURN ? cg_first_speaker(box, s) : s->member[CG_DEFENDER][0]);
}

/* Plays alone on that side; the partner is out of this round. (CG-11.3) */
static void crown(cg_state *s, spk_seat seat)
{
    int side = cg_side_of(s, seat);
    int place = s->member[side][0] == seat ? 0 : 1;
    s->ousted = s->member[side][1 - place];
    s->member[side][1 - place] = CG_NOBODY;
    s->godfather = s->new_godfather = (uint8_t)seat;
    s->contested = 1;
}

int cg_announced(const cg_state *s, spk_seat order[CG_CLANS])
{
    int n = 0;
    for (spk_seat seat = 0; seat < CG_SEATS; seat++)
        if (cg_bid_place(s, seat)) {
            order[cg_bid_place(s, seat) - 1] = seat;
            n++;
        }
    return n;
}

/* Of the tied ones, the first who said so (CG-11.6). If that cannot be told, the next clockwise from the
 * last godfather; if there was none, nobody. (CG-11.7, CG-11.8) */
static spk_seat break_tie(const spk_box *box, const cg_state *s, unsigned tied)
{
    spk_seat order[CG_CLANS];
    for (int i = 0, n = cg_announced(s, order); i < n; i++)
        if (tied >> order[i] & 1)
            return order[i];
    if (s->godfather == CG_NOBODY)
        return CG_NOBODY;
    spk_seat seat = s->godfather;
    do
        seat = (seat + 1) % box->n_seats;
    while (!(tied >> seat & 1));
    return seat;
}

/* The last duel card is in. A card is a value, none counts 0. (CG-11.5, CG-R45) */
static spk_seat duel_winner(const spk_box *box, const cg_state *s)
{
    int best = -1;
    unsigned tied = 0;
    for (unsigned left = s->claimed; left; left &= left - 1) {
        spk_seat seat = __builtin_ctz(left);
        int card = cg_bid_card(s, seat), value = card ? cg_kind_value[card - 1] : 0;
        if (value > best)
            best = value, tied = 0;
        if (value == best)
            tied |= CG_BIT(seat);
    }
    return tied & (tied - 1) ? break_tie(box, s, tied) : __builtin_ctz(tied);
}

/* The winner's card is discarded and replaced, the others go back and are known. (CG-11.9) */
static void end_duel(const spk_box *box, cg_state *s)
{
    spk_seat winner = duel_winner(box, s);
    int card = winner != CG_NOBODY ? cg_bid_card(s, winner) : 0;
    for (unsigned left = s->claimed; left; left &= left - 1) {
        spk_seat seat = __builtin_ctz(left);
        if (cg_bid_card(s, seat) && seat != winner)
            s->known[seat] = cg_most(s->known[seat], CG_ONE(cg_bid_card(s, seat) - 1));
    }
    s->contested = 1; /* CG-R46 */
    if (winner != CG_NOBODY)
        crown(s, winner);
    if (!card) {
        after_claims(box, s);
        return;
    }
    s->hand[winner] -= CG_ONE(card - 1);
    s->known[winner] = cg_less(s->known[winner], CG_ONE(card - 1));
    s->discard += CG_ONE(card - 1);
    close_window(s);
    cg_ask(s, CG_DRAW, CG_NOBODY);
    cg_start_draws(box, s, winner, 1, CG_NOBODY, 0);
}

static void lay_for_duel(cg_state *s, spk_seat seat, cg_kind kind)
{
    cg_bid(s, seat, 1 + kind, cg_bid_place(s, seat));
}

/* Whoever has one card or none has no choice, and everybody can see that. (8.3) */
static void enter_duel(const spk_box *box, cg_state *s)
{
    s->phase = CG_DUEL;
    s->asked = s->answered = 0;
    for (unsigned left = s->claimed; left; left &= left - 1) {
        spk_seat seat = __builtin_ctz(left);
        int size = cg_size(s->hand[seat]);
        if (size >= 2)
            s->asked |= (uint8_t)CG_BIT(seat);
        else if (size == 1)
            lay_for_duel(s, seat, cg_lowest(cg_present(s->hand[seat])));
    }
    if (!s->asked)
        end_duel(box, s);
}

/* A claim that all hear asks those again who have only passed. */
static void speak_claim(cg_state *s, spk_seat seat)
{
    cg_bid(s, seat, 0, __builtin_popcount(s->claimed));
    s->answered = s->claimed;
}

void cg_answer_claim(const spk_box *box, cg_state *s, spk_seat seat, bool claims)
{
    bool spoken = cg_is_spoken(s);
    s->answered |= (uint8_t)CG_BIT(seat);
    if (claims)
        s->claimed |= (uint8_t)CG_BIT(seat);
    if (claims && spoken)
        speak_claim(s, seat);
    if (s->asked != s->answered) {
        if (spoken)
            s->active = (uint8_t)next_to_answer(box, s, seat);
        return;
    }
    s->active = CG_NOBODY;
    if (s->claimed & (s->claimed - 1)) {
        enter_duel(box, s);
        return;
    }
    if (s->claimed)
        crown(s, __builtin_ctz(s->claimed));
    after_claims(box, s);
}

void cg_answer_duel(const spk_box *box, cg_state *s, spk_seat seat, cg_kind kind)
{
    s->answered |= (uint8_t)CG_BIT(seat);
    lay_for_duel(s, seat, kind);
    if (s->asked == s->answered)
        end_duel(box, s);
}
