/* rules.c: which moves there are and what they do. Why a move is not there is worded in refusals.c;
 * points and the end's result are counted in score.c.
 *
 * The actions of a turn (FA-2.2), with what may come in between:
 *
 *     REFRESH <--------+        EXCHANGE --> TAKE --> GIVE        INTIMIDATE       RECRUIT
 *        |             |            |                   |             |               |
 *        +--> DRAW ----+            +-------------------+             |            end_turn
 *           (chance)                                                               |      |
 *                                                            DRAW (a fresh street) +      over
 *
 * A phase in which nothing but skipping is legal is passed over; RECRUIT is always asked. */
#include "games/famiglia/state.h"

#include <string.h>

static famiglia_bag street(const famiglia_state *s) { return s->street_old + s->street_new; }

static bool zero_in_street(const famiglia_state *s) { return street(s) & 7 * FAMIGLIA_ZEROS; }

/* The types from 'floor' on. */
static famiglia_bag from(famiglia_bag types, famiglia_card floor)
{
    return types >> 3 * floor << 3 * floor;
}

/* -- What is possible -------------------------------------------------------------------------- */

/* FA-3.1, FA-5.1, FA-5.2, FA-R18. A straddled reshuffle leaves 'refreshed' at 0: one more (FA-4.6).
 */
static bool can_refresh(const famiglia_state *s)
{
    return street(s) && !zero_in_street(s) && !famiglia_pile_is_empty(s) &&
           !(s->second_pass && s->refreshed);
}

/* FA-R30, FA-R32: something of another type can be taken for something given. */
static bool can_exchange(const famiglia_state *s, famiglia_card accountant)
{
    famiglia_bag rest = famiglia_present(s->hand[s->active] - FAMIGLIA_ONE(accountant));
    famiglia_bag display = famiglia_present(s->display[s->active]);
    bool one_type = (rest & (rest - 1)) == 0;
    return rest && (one_type ? display & ~rest : display);
}

/* The cards of one family, rank 1 to 4, in the active hand: those that have an ability (FA-2.7). */
static famiglia_bag able(const famiglia_state *s, int family)
{
    return famiglia_present(s->hand[s->active]) & FAMIGLIA_FAMILY(family) & ~FAMIGLIA_ZEROS;
}

static famiglia_bag playable_accountants(const famiglia_state *s)
{
    famiglia_bag playable = 0;
    for (famiglia_bag left = able(s, FAMIGLIA_ACCOUNTANTS); left; left &= left - 1)
        if (can_exchange(s, famiglia_lowest(left)))
            playable |= left & -left;
    return playable;
}

static bool can_intimidate(const famiglia_state *s)
{
    return able(s, FAMIGLIA_BRUTES) && famiglia_present(street(s)) & ~FAMIGLIA_ZEROS;
}

static famiglia_card accountant_card(const famiglia_state *s)
{
    return famiglia_card_of(FAMIGLIA_ACCOUNTANTS, s->accountant);
}

/* What may be given once 'taken' is decided: hand cards of types that were not taken (FA-R32). What
 * was taken is in hand already, but its types are not. */
static famiglia_bag givable(const famiglia_state *s, famiglia_bag taken)
{
    return famiglia_without(s->hand[s->active], famiglia_present(taken));
}

/* The types that may be taken next: in the display before the play, in order, and leaving enough to
 * give. (FA-6.2 to FA-6.4, FA-R30 to FA-R32) */
static famiglia_bag takable(const famiglia_state *s)
{
    int n_after = famiglia_size(s->taken) + 1;
    famiglia_bag types = 0;
    if (n_after > s->accountant)
        return 0;
    famiglia_bag lying = s->display[s->active] - FAMIGLIA_ONE(accountant_card(s));
    for (famiglia_bag left = from(famiglia_present(lying), s->floor); left; left &= left - 1)
        if (famiglia_size(givable(s, s->taken | (left & -left))) >= n_after)
            types |= left & -left;
    return types;
}

/* The types that may be given next: in order, with enough behind them for the gives still due. */
static famiglia_bag givable_now(const famiglia_state *s)
{
    famiglia_bag all = from(givable(s, s->taken), s->floor), types = 0;
    for (famiglia_bag left = famiglia_present(all); left; left &= left - 1)
        if (famiglia_size(from(all, famiglia_lowest(left))) >= s->to_give)
            types |= left & -left;
    return types;
}

/* -- Recruiting: what a card costs (FA-8) ------------------------------------------------------ */

/* The natural card of a price: rank e - 1 of the family; e at least 1. */
static famiglia_card natural_for(famiglia_card card, int e)
{
    return famiglia_card_of(famiglia_family(card), e - 1);
}

/* The Mercenaries in hand that can stand for rank e - 1: those of rank e and more (FA-8.6). */
static famiglia_bag jokers(const famiglia_state *s, int e)
{
    return from(famiglia_present(s->hand[s->active]), famiglia_card_of(FAMIGLIA_MERCENARIES, e));
}

static bool may_exhaust_natural(const famiglia_state *s, int n_natural, int e)
{
    return n_natural >= 2 || (n_natural == 1 && jokers(s, e));
}

static bool may_exhaust_joker(const spk_box *box, int n_natural)
{
    const famiglia_config *c = box->config;
    return c->joker_only_if_needed ? n_natural == 1 : n_natural >= 1; /* FA-R43 */
}

/* How many street cards of this type and mark are not, or (amount > 0) are, lowered by 'amount'. */
static int in_street(const famiglia_state *s, famiglia_card card, bool is_new, int amount)
{
    int n = famiglia_count(is_new ? s->street_new : s->street_old, card);
    bool one_is_lowered = s->lowered_by && s->lowered == card && s->lowered_new == is_new;
    if (amount == 0)
        return n - one_is_lowered;
    return one_is_lowered && s->lowered_by == amount;
}

/* -- Lists ------------------------------------------------------------------------------------- */

static spk_move *list_each(spk_move *out, famiglia_op op, famiglia_bag types, bool is_new)
{
    for (famiglia_bag left = types; left; left &= left - 1)
        *out++ = famiglia_move(op, famiglia_lowest(left), is_new, 0, 0);
    return out;
}

static spk_move *list_refreshes(const famiglia_state *s, spk_move *out)
{
    out = list_each(out, FAMIGLIA_REFRESH_CARD, famiglia_present(s->street_old), false);
    out = list_each(out, FAMIGLIA_REFRESH_CARD, famiglia_present(s->street_new), true);
    *out++ = famiglia_idle(FAMIGLIA_END_REFRESH);
    return out;
}

static spk_move *list_targets(spk_move *out, famiglia_card brute, famiglia_bag cards, bool is_new)
{
    for (famiglia_bag left = famiglia_present(cards) & ~FAMIGLIA_ZEROS; left; left &= left - 1) {
        famiglia_card target = famiglia_lowest(left);
        int most = famiglia_rank(brute), rank = famiglia_rank(target);
        if (most > rank)
            most = rank; /* FA-7.3 */
        for (int amount = 1; amount <= most; amount++)
            *out++ = famiglia_move(FAMIGLIA_PLAY_BRUTE, target, is_new, amount, brute);
    }
    return out;
}

static spk_move *list_brutes(const famiglia_state *s, spk_move *out)
{
    for (famiglia_bag left = able(s, FAMIGLIA_BRUTES); left; left &= left - 1) {
        out = list_targets(out, famiglia_lowest(left), s->street_old, false);
        out = list_targets(out, famiglia_lowest(left), s->street_new, true);
    }
    *out++ = famiglia_idle(FAMIGLIA_SKIP_INTIMIDATE);
    return out;
}

/* The ways to take one card at effective rank e. */
static spk_move *list_payments(const spk_box *box, const famiglia_state *s, spk_move *out,
                               famiglia_card card, bool is_new, int amount)
{
    int e = famiglia_rank(card) - amount;
    if (e == 0) {
        *out++ = famiglia_move(FAMIGLIA_RECRUIT_CARD, card, is_new, amount, FAMIGLIA_NONE);
        return out;
    }
    famiglia_card natural = natural_for(card, e);
    int n = famiglia_count(s->hand[s->active], natural);
    if (may_exhaust_natural(s, n, e))
        *out++ = famiglia_move(FAMIGLIA_RECRUIT_CARD, card, is_new, amount, natural);
    if (may_exhaust_joker(box, n))
        for (famiglia_bag left = jokers(s, e); left; left &= left - 1)
            *out++ =
                famiglia_move(FAMIGLIA_RECRUIT_CARD, card, is_new, amount, famiglia_lowest(left));
    return out;
}

/* Cards at their printed rank: only zeros and those whose natural card is in hand need a look. */
static spk_move *list_recruits(const spk_box *box, const famiglia_state *s, spk_move *out)
{
    bool is_new = s->street_new != 0; /* FA-3.8 */
    famiglia_bag cards = is_new ? s->street_new : s->street_old;
    famiglia_bag in_hand = famiglia_present(s->hand[s->active]);
    famiglia_bag worth_a_look = FAMIGLIA_ZEROS | in_hand << 3;
    for (famiglia_bag left = famiglia_present(cards) & worth_a_look; left; left &= left - 1) {
        famiglia_card card = famiglia_lowest(left);
        if (s->lowered_by == 0 || in_street(s, card, is_new, 0) > 0)
            out = list_payments(box, s, out, card, is_new, 0);
    }
    if (s->lowered_by && s->lowered_new == is_new)
        out = list_payments(box, s, out, s->lowered, is_new, s->lowered_by);
    *out++ = famiglia_idle(FAMIGLIA_PASS);
    return out;
}

static spk_move *list_takes(const famiglia_state *s, spk_move *out)
{
    out = list_each(out, FAMIGLIA_TAKE_CARD, takable(s), false);
    if (s->taken)
        *out++ = famiglia_move(FAMIGLIA_STOP, 0, false, 0, 0);
    return out;
}

int famiglia_moves(const spk_box *box, const void *state, spk_seat seat, spk_move *out)
{
    const famiglia_state *s = state;
    spk_move *end = out;
    (void)seat;
    switch ((famiglia_phase)s->phase) {
    case FAMIGLIA_REFRESH: end = list_refreshes(s, out); break;
    case FAMIGLIA_EXCHANGE:
        end = list_each(out, FAMIGLIA_PLAY_ACCOUNTANT, playable_accountants(s), false);
        *end++ = famiglia_idle(FAMIGLIA_SKIP_EXCHANGE);
        break;
    case FAMIGLIA_TAKE: end = list_takes(s, out); break;
    case FAMIGLIA_GIVE: end = list_each(out, FAMIGLIA_GIVE_CARD, givable_now(s), false); break;
    case FAMIGLIA_INTIMIDATE: end = list_brutes(s, out); break;
    case FAMIGLIA_RECRUIT: end = list_recruits(box, s, out); break;
    case FAMIGLIA_START:
    case FAMIGLIA_DRAW:
    case FAMIGLIA_OVER:
    case FAMIGLIA_PHASE_COUNT: break;
    }
    return (int)(end - out);
}

spk_actors famiglia_actors(const spk_box *box, const void *state)
{
    const famiglia_state *s = state;
    (void)box;
    if (s->phase <= FAMIGLIA_DRAW)
        return SPK_CHANCE_ACTS;
    return s->phase == FAMIGLIA_OVER ? 0 : SPK_ACTOR(s->active);
}

/* Each card of the shuffled part is equally likely to be on top. */
int famiglia_chance(const spk_box *box, const void *state, spk_outcome *out)
{
    const famiglia_state *s = state;
    spk_outcome *end = out;
    (void)box;
    for (int seat = 0; s->phase == FAMIGLIA_START && seat < 2; seat++)
        *end++ = (spk_outcome){famiglia_move(FAMIGLIA_START_SEAT, seat, false, 0, 0), 1};
    for (famiglia_card t = 0; s->phase == FAMIGLIA_DRAW && t < FAMIGLIA_TYPES; t++)
        if (famiglia_count(s->pile, t))
            *end++ = (spk_outcome){famiglia_move(FAMIGLIA_DRAW_CARD, t, false, 0, 0),
                                   (uint32_t)famiglia_count(s->pile, t)};
    return (int)(end - out);
}

/* Half of all steps of a random game are draws: this one counts down to the card without a list. */
spk_move famiglia_draw(const spk_box *box, const void *state, spk_rng *rng)
{
    const famiglia_state *s = state;
    (void)box;
    if (s->phase == FAMIGLIA_START)
        return famiglia_move(FAMIGLIA_START_SEAT, (int)spk_rng_below(rng, 2), false, 0, 0);
    famiglia_bag left = s->pile;
    uint32_t nth = spk_rng_below(rng, (uint32_t)famiglia_size(left));
    famiglia_card t = 0;
    for (; nth >= (left & 7); t++, left >>= 3)
        nth -= left & 7;
    return famiglia_move(FAMIGLIA_DRAW_CARD, t, false, 0, 0);
}

/* -- What moves do ----------------------------------------------------------------------------- */

static void enter_intimidate(famiglia_state *s)
{
    s->phase = can_intimidate(s) ? FAMIGLIA_INTIMIDATE : FAMIGLIA_RECRUIT;
}

static void enter_exchange(famiglia_state *s)
{
    if (playable_accountants(s))
        s->phase = FAMIGLIA_EXCHANGE;
    else
        enter_intimidate(s);
}

static void enter_refresh(famiglia_state *s)
{
    if (can_refresh(s))
        s->phase = FAMIGLIA_REFRESH;
    else
        enter_exchange(s);
}

static void end_game(famiglia_state *s, bool double_pass)
{
    s->phase = FAMIGLIA_OVER;
    s->double_pass = double_pass;
}

/* One card from the draw pile into the street. The moment the first pile is empty, the discards are
 * shuffled and become the second (FA-4.3). */
static void lay_out(famiglia_state *s, famiglia_card card)
{
    *(s->due_new ? &s->street_new : &s->street_old) += FAMIGLIA_ONE(card);
    s->due--;
    if (famiglia_pile_is_empty(s) && !s->second_pass) {
        s->second_pass = 1;
        s->pile = s->discard;
        s->discard = 0;
    }
}

static famiglia_card take_from_under(famiglia_state *s)
{
    famiglia_card card = s->under[0];
    s->n_under--;
    memmove(s->under, s->under + 1, s->n_under);
    s->under[s->n_under] = 0;
    return card;
}

/* Go on laying out what is due. Cards put under the pile come in their known order once the
 * shuffled ones are used up; nothing is left: the rest lapses (FA-5.4, FA-R13, FA-R14). */
static void draw_on(const spk_box *box, famiglia_state *s)
{
    while (s->due && !s->pile && s->n_under)
        lay_out(s, take_from_under(s));
    if (s->due && s->pile) {
        s->phase = FAMIGLIA_DRAW;
        return;
    }
    bool refill = !s->due_new;
    s->due = s->due_new = 0;
    if (refill && box->option[FAMIGLIA_OPT_END_ON_REFILL] && famiglia_end_triggered(s) &&
        s->active == s->start)
        end_game(s, false); /* FA-R24: end_now */
    else
        enter_refresh(s);
}

static void clear_turn(famiglia_state *s)
{
    s->street_old += s->street_new; /* FA-R22 */
    s->street_new = 0;
    s->refreshed = s->accountant = s->brute = 0;
    s->lowered = s->lowered_new = s->lowered_by = 0; /* FA-R38 */
    s->turns++;
}

/* The order of the tests is the ledger's ("end_turn"). */
static void end_turn(const spk_box *box, famiglia_state *s, bool pass)
{
    clear_turn(s);
    bool last = famiglia_end_triggered(s) && s->active != s->start; /* FA-10.2 */
    if (pass && s->passed && !famiglia_end_triggered(s)) {
        end_game(s, true); /* FA-10.4 */
        return;
    }
    s->passed = pass;
    if (last) {
        end_game(s, false);
        return;
    }
    s->active ^= 1;
    if (street(s)) {
        enter_refresh(s); /* FA-4.2: no topping up */
        return;
    }
    s->due = FAMIGLIA_STREET; /* FA-4.1 */
    draw_on(box, s);
}

/* FA-3.3, FA-3.4 on the first pass; FA-5.3, FA-5.4 on the second. */
static void refresh(const spk_box *box, famiglia_state *s, famiglia_card card, bool is_new)
{
    *(is_new ? &s->street_new : &s->street_old) -= FAMIGLIA_ONE(card);
    if (s->second_pass) {
        s->refreshed++;
        s->under[s->n_under++] = (uint8_t)card;
    } else {
        s->discard += FAMIGLIA_ONE(card);
    }
    s->due = (uint8_t)famiglia_rank(card); /* printed: FA-R64 */
    s->due_new = 1;
    draw_on(box, s);
}

static void exhaust(famiglia_state *s, famiglia_card card)
{
    s->hand[s->active] -= FAMIGLIA_ONE(card);
    s->display[s->active] += FAMIGLIA_ONE(card);
}

static void play_accountant(famiglia_state *s, famiglia_card card)
{
    exhaust(s, card);
    s->accountant = (uint8_t)famiglia_rank(card);
    s->phase = FAMIGLIA_TAKE;
}

static void end_takes(famiglia_state *s)
{
    s->to_give = (uint8_t)famiglia_size(s->taken);
    s->floor = 0;
    s->phase = FAMIGLIA_GIVE;
}

static void take(famiglia_state *s, famiglia_card card)
{
    s->display[s->active] -= FAMIGLIA_ONE(card);
    s->hand[s->active] += FAMIGLIA_ONE(card);
    s->taken += FAMIGLIA_ONE(card);
    s->floor = (uint8_t)card;
    if (!takable(s))
        end_takes(s);
}

static void give(famiglia_state *s, famiglia_card card)
{
    exhaust(s, card);
    s->floor = (uint8_t)card;
    if (--s->to_give > 0)
        return;
    s->floor = 0;
    s->taken = 0;
    enter_intimidate(s);
}

static void play_brute(famiglia_state *s, famiglia_card brute, famiglia_card target, bool is_new,
                       int amount)
{
    exhaust(s, brute);
    s->brute = (uint8_t)famiglia_rank(brute);
    s->lowered = (uint8_t)target;
    s->lowered_new = is_new;
    s->lowered_by = (uint8_t)amount;
    s->phase = FAMIGLIA_RECRUIT;
}

static void recruit(const spk_box *box, famiglia_state *s, famiglia_card card, bool is_new,
                    famiglia_card exhausted)
{
    *(is_new ? &s->street_new : &s->street_old) -= FAMIGLIA_ONE(card);
    s->hand[s->active] += FAMIGLIA_ONE(card);
    s->recruited[s->active]++;
    if (exhausted != FAMIGLIA_NONE)
        exhaust(s, exhausted); /* FA-8.4, FA-8.8 */
    end_turn(box, s, false);
}

void famiglia_apply(const spk_box *box, void *state, spk_seat seat, spk_move move)
{
    famiglia_state *s = state;
    famiglia_card card = famiglia_move_card(move);
    bool is_new = famiglia_move_new(move);
    (void)seat;
    switch (famiglia_move_op(move)) {
    case FAMIGLIA_START_SEAT:
        s->start = s->active = (uint8_t)card;
        s->phase = FAMIGLIA_DRAW;
        break;
    case FAMIGLIA_DRAW_CARD:
        s->pile -= FAMIGLIA_ONE(card);
        lay_out(s, card);
        draw_on(box, s);
        break;
    case FAMIGLIA_REFRESH_CARD: refresh(box, s, card, is_new); break;
    case FAMIGLIA_END_REFRESH: enter_exchange(s); break;
    case FAMIGLIA_PLAY_ACCOUNTANT: play_accountant(s, card); break;
    case FAMIGLIA_SKIP_EXCHANGE: enter_intimidate(s); break;
    case FAMIGLIA_TAKE_CARD: take(s, card); break;
    case FAMIGLIA_STOP: end_takes(s); break;
    case FAMIGLIA_GIVE_CARD: give(s, card); break;
    case FAMIGLIA_PLAY_BRUTE:
        play_brute(s, famiglia_move_other(move), card, is_new, famiglia_move_amount(move));
        break;
    case FAMIGLIA_SKIP_INTIMIDATE: s->phase = FAMIGLIA_RECRUIT; break;
    case FAMIGLIA_RECRUIT_CARD: recruit(box, s, card, is_new, famiglia_move_other(move)); break;
    case FAMIGLIA_PASS: end_turn(box, s, true); break;
    case FAMIGLIA_OP_COUNT: break;
    }
}

uint32_t famiglia_turn(const spk_box *box, const void *state)
{
    const famiglia_state *s = state;
    (void)box;
    return s->turns;
}

/* Skip what can be skipped; an exchange once begun goes on with the lowest cards. */
spk_move famiglia_safe(const spk_box *box, const void *state, spk_seat seat)
{
    spk_move moves[FAMIGLIA_MAX_MOVES];
    int n = famiglia_moves(box, state, seat, moves);
    bool can_skip = moves[n - 1] & SPK_MOVE_IDLE || famiglia_move_op(moves[n - 1]) == FAMIGLIA_STOP;
    return moves[can_skip ? n - 1 : 0];
}
