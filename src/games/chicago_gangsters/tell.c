/* tell.c: what a move brings to light for everybody, the actor too: sealed answers that are in, cards
 * that were turned up, strengths, loot. What of the move itself may be heard is view.c's, and nothing
 * here may say more than lies on the table then.
 *
 *     done; cards 0 W4; cards 1 W4 B5; back 1 E3; challengers 9 defenders 17
 *
 * The words are listed in docs/games/chicago_gangsters.md. */
#include <string.h>

#include "games/chicago_gangsters/state.h"

typedef struct telling {
    const spk_box *box;
    const cg_state *before, *after;
    spk_seat actor;
    spk_move move;
    spk_buf *out;
} telling;

static void begin_part(telling *t, const char *word) { spk_buf_puts(spk_effect(t->out), word); }

/* -- Sealed answers ---------------------------------------------------------------------------- */

/* The last claim is in: who claimed. */
static void tell_claims(telling *t, unsigned claimed)
{
    begin_part(t, "claims");
    if (!claimed)
        spk_buf_puts(t->out, " -");
    for (; claimed; claimed &= claimed - 1)
        spk_buf_printf(t->out, " %d", __builtin_ctz(claimed));
}

/* The last duel card is in: all of them, and who is the godfather now. */
static void tell_duel(telling *t, unsigned claimed, const uint8_t duel[CG_SEATS])
{
    spk_seat winner = t->after->new_godfather;
    begin_part(t, "duels");
    for (unsigned left = claimed; left; left &= left - 1) {
        spk_seat seat = __builtin_ctz(left);
        spk_buf_printf(t->out, " %d:", seat);
        if (duel[seat])
            cg_print_kind(t->out, duel[seat] - 1);
        else
            spk_buf_puts(t->out, "none");
    }
    begin_part(t, "godfather");
    if (winner == CG_NOBODY)
        spk_buf_puts(t->out, " -");
    else
        spk_buf_printf(t->out, " %d", winner);
}

static void tell_answered_duel(telling *t)
{
    uint8_t duel[CG_SEATS];
    for (spk_seat seat = 0; seat < CG_SEATS; seat++)
        duel[seat] = (uint8_t)cg_bid_card(t->before, seat);
    duel[t->actor] = (uint8_t)(1 + cg_move_a(t->move));
    tell_duel(t, t->before->claimed, duel);
}

/* Claimants with one card or none have no choice: their duel is over as soon as it begins. */
static void tell_forced_duel(telling *t, unsigned claimed)
{
    uint8_t duel[CG_SEATS] = {0};
    for (unsigned left = claimed; left; left &= left - 1) {
        spk_seat seat = __builtin_ctz(left);
        cg_bag hand = t->before->hand[seat];
        if (cg_size(hand) > 1)
            return;
        if (cg_size(hand) == 1)
            duel[seat] = (uint8_t)(1 + cg_lowest(cg_present(hand)));
    }
    if (claimed & (claimed - 1))
        tell_duel(t, claimed, duel);
}

/* The last answer shows all that are sealed; of spoken claims it says how they ended. */
static void tell_answers(telling *t)
{
    const cg_state *s = t->before;
    cg_op op = cg_move_op(t->move);
    bool claims = op == CG_OP_CLAIM || op == CG_OP_PASS;
    unsigned claimed = s->claimed | (op == CG_OP_CLAIM ? CG_BIT(t->actor) : 0);
    if (!(claims || op == CG_OP_DUEL) || !cg_is_last_answer(s, t->actor, op == CG_OP_CLAIM))
        return;
    if (claims) {
        tell_claims(t, claimed);
        tell_forced_duel(t, claimed);
    } else {
        tell_answered_duel(t);
    }
}

/* -- The fight --------------------------------------------------------------------------------- */

static void tell_cards(telling *t, const char *word, spk_seat seat, cg_bag cards)
{
    if (!cards)
        return;
    begin_part(t, word);
    spk_buf_printf(t->out, " %d ", seat);
    cg_print_bag(t->out, cards);
}

/* What a player has taken back, because it does not count here (CG-3.9): everybody saw it. */
static cg_bag taken_back(const telling *t, spk_seat seat)
{
    cg_op op = cg_move_op(t->move);
    bool lays = seat == t->actor && (op == CG_OP_LAY || op == CG_OP_X_LAY);
    return t->after->hand[seat] - (t->before->hand[seat] - (lays ? cg_move_cards(t->move) : 0));
}

/* The cards that a player fought with: as they lie there, or, once the fight is over, all that went
 * to the discard pile. Nobody draws in between. */
static cg_bag fought_with(const telling *t, spk_seat seat)
{
    if (t->after->stage == CG_DEFENDER_TURN)
        return seat == t->after->member[CG_CHALLENGER][0] ||
                       seat == t->after->member[CG_CHALLENGER][1]
                   ? t->after->shown[seat]
                   : 0;
    return t->before->hand[seat] + t->before->laid[seat] - t->after->hand[seat];
}

/* A reveal shows cards and announces a strength, the second one how the fight ended (CG-3.11,
 * CG-3.13, CG-5.4). */
static void tell_fight(telling *t)
{
    const cg_state *s = t->before, *after = t->after;
    if (s->phase < CG_X_LAY || s->stage >= CG_LOOT_SHARE || after->stage <= s->stage)
        return;
    for (spk_seat seat = 0; seat < t->box->n_seats; seat++) {
        tell_cards(t, "cards", seat, fought_with(t, seat));
        tell_cards(t, "back", seat, taken_back(t, seat));
    }
    begin_part(t, "challengers");
    spk_buf_printf(t->out, " %d", after->strength[CG_CHALLENGER]);
    if (after->stage > CG_DEFENDER_TURN)
        spk_buf_printf(t->out, " defenders %d", after->strength[CG_DEFENDER]);
}

/* -- Loot -------------------------------------------------------------------------------------- */

/* How many cards of the loot a player draws from now on. At the round end draws are another matter. */
static int cards_due(const cg_state *s, spk_seat seat)
{
    int n = 0;
    for (int i = 0; s->stage == CG_LOOT_SHARE && i < 2; i++)
        n += s->drawer[i] == seat ? s->due[i] : 0;
    return n;
}

/* Who gets what: bottles, cards to draw, the person. (CG-6, CG-11.14) */
static void tell_loot(telling *t)
{
    const cg_state *s = t->before, *after = t->after;
    cg_op op = cg_move_op(t->move);
    if (op != CG_OP_PACKAGE && op != CG_OP_PAY && s->sharing == after->sharing)
        return;
    for (spk_seat seat = 0; seat < t->box->n_seats; seat++) {
        int bottles = after->alcohol[seat] - s->alcohol[seat], cards = cards_due(after, seat);
        uint32_t person = after->persons[seat] & ~s->persons[seat];
        if (!bottles && !cards && !person)
            continue;
        begin_part(t, "gets");
        spk_buf_printf(t->out, " %d %d %d %s", seat, bottles, cards,
                       person ? cg_person_names[__builtin_ctz(person)] : "-");
    }
    if (after->exchanged && !s->exchanged) {
        begin_part(t, "mr_x"); /* CG-10.14 */
        spk_buf_printf(t->out, " %d", after->holder[CG_MR_X]);
    }
}

void cg_effects(const spk_box *box, const void *before, spk_seat actor, spk_move move, spk_buf *out)
{
    cg_state after = *(const cg_state *)before;
    telling t = {box, before, &after, actor, move, out};
    cg_apply(box, &after, actor, move);
    tell_answers(&t);
    tell_fight(&t);
    tell_loot(&t);
}
