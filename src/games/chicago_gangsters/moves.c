/* moves.c: who acts, and which moves and outcomes there are: the lists that decide what is legal. What
 * a move does is in rules.c, why one is missing is worded in refusals.c.
 *
 * A lay is chosen by card kinds, never by copies: a list has as many entries as the hand has
 * different parts. */
#include <string.h>

#include "games/chicago_gangsters/state.h"

/* -- Who --------------------------------------------------------------------------------------- */

spk_actors cg_actors(const spk_box *box, const void *state)
{
    const cg_state *s = state;
    (void)box;
    switch ((cg_phase)s->phase) {
    case CG_FIRST_MR_X:
    case CG_DEAL_PERSONS:
    case CG_DEAL_MEANS:
    case CG_COALITION:
    case CG_DISTRICT:
    case CG_LOOT:
    case CG_PERSON:
    case CG_DRAW: return SPK_CHANCE_ACTS;
    case CG_CLAIM:
        if (cg_is_spoken(s))
            return SPK_ACTOR(s->active);
        return s->asked & ~s->answered;
    case CG_DUEL: return s->asked & ~s->answered;
    case CG_X_LAY:
    case CG_LAY:
    case CG_SHOW:
    case CG_USE_THUG:
    case CG_KEEP_HIDDEN:
    case CG_PACKAGE:
    case CG_COMPENSATION:
    case CG_ROUND_END: return SPK_ACTOR(s->active);
    case CG_OVER:
    case CG_PHASE_COUNT: break;
    }
    return 0;
}

/* -- Parts of a hand --------------------------------------------------------------------------- */

/* All parts of a bag but the empty one, added to 'base'; 'each' is added for every card on top, which
 * lets a caller count. Every kind doubles, or more, what the kinds below it have made. */
static int list_parts(cg_bag bag, spk_move base, const spk_move each[CG_KINDS], spk_move *out)
{
    int n = 0;
    for (cg_bag left = cg_present(bag); left; left &= left - 1) {
        cg_kind kind = cg_lowest(left);
        spk_move one = each[kind];
        int made = n; /* parts without this kind */
        out[n++] = base + one;
        for (int i = 0; i < made; i++)
            out[n + i] = out[i] + one;
        n += made;
        for (int copies = cg_count(bag, kind); copies > 1; copies--) {
            for (int i = 0; i <= made; i++, n++)
                out[n] = out[n - made - 1] + one;
        }
    }
    return n;
}

static const spk_move plain[CG_KINDS] = {CG_ONE(0), CG_ONE(1), CG_ONE(2), CG_ONE(3), CG_ONE(4),
                                         CG_ONE(5), CG_ONE(6), CG_ONE(7), CG_ONE(8), CG_ONE(9)};

/* -- Laying (D2, D5) --------------------------------------------------------------------------- */

/* The first of two members may let the other lay first, once. (CG-R61) */
bool cg_can_defer(const cg_state *s)
{
    const uint8_t *member = s->member[s->stage];
    return s->active == member[0] && member[1] != CG_NOBODY && !s->deferred;
}

/* The same again with another flag. */
static int twice(spk_move *out, int n, spk_move flag)
{
    for (int i = 0; i < n; i++)
        out[n + i] = out[i] + flag;
    return 2 * n;
}

static int list_lay(const cg_state *s, spk_seat seat, spk_move *out)
{
    int n = list_parts(s->hand[seat], CG_MOVE(CG_OP_LAY), plain, out);
    n = twice(out, n, cg_move(0, 1, 0, 0));
    if (cg_can_defer(s))
        out[n++] = CG_MOVE(CG_OP_DEFER);
    if (s->hand[seat])
        out[n++] = cg_idle(CG_OP_LAY, 0); /* shows that nothing was laid: 8.3 */
    out[n++] = cg_idle(CG_OP_LAY, 1);
    return n;
}

static int list_x_lay(const cg_state *s, spk_seat seat, spk_move *out)
{
    out[0] = CG_MOVE(CG_OP_X_LAY);
    int n = 1 + list_parts(s->hand[seat], CG_MOVE(CG_OP_X_LAY), plain, out + 1);
    return twice(out, n, cg_move(0, CG_DEFENDER, 0, 0));
}

/* One move for each kind in a bag. */
static int list_kinds(cg_bag bag, spk_move base, spk_move *out)
{
    int n = 0;
    for (cg_bag left = cg_present(bag); left; left &= left - 1)
        out[n++] = base + cg_move(0, cg_lowest(left), 0, 0);
    return n;
}

static int list_show(const cg_state *s, spk_seat seat, spk_move *out)
{
    cg_bag from = CG_BAG_BITS << 4 * s->floor & CG_BAG_BITS;
    int n = list_kinds((s->laid[seat] - s->shown[seat]) & from, CG_MOVE(CG_OP_SHOW), out);
    out[n++] = CG_MOVE(CG_OP_DONE);
    return n;
}

static int list_thug(const spk_box *box, const cg_state *s, spk_seat seat, spk_move *out)
{
    const cg_config *c = box->config;
    bool barred = box->option[CG_OPT_THUG_IN_BARRED] && !c->district[s->district].persons;
    int n = 0;
    if (s->laid[seat] && !barred) /* CG-R27, CG-R25 */
        out[n++] = cg_move(CG_OP_THUG, 1, 0, 0);
    out[n++] = cg_idle(CG_OP_THUG, 0);
    return n;
}

static int list_hide(const cg_state *s, spk_seat seat, spk_move *out)
{
    int n = list_kinds(s->laid[seat] - s->shown[seat], CG_MOVE(CG_OP_HIDE), out);
    out[n++] = cg_idle(CG_OP_HIDE, CG_KINDS);
    return n;
}

/* -- Loot (D8, D9) ----------------------------------------------------------------------------- */

/* Bits of cg_item: what the two packages contain. (CG-11.16) */
unsigned cg_payable(const spk_box *box, const cg_state *s)
{
    const cg_package *p = cg_packages(box, s);
    unsigned items = 0;
    if (p[0].alcohol || p[1].alcohol)
        items |= 1u << CG_ITEM_ALCOHOL;
    if (p[0].means || p[1].means)
        items |= 1u << CG_ITEM_MEANS;
    if (p[0].person || p[1].person)
        items |= 1u << CG_ITEM_PERSON;
    return items;
}

static int list_pay(const spk_box *box, const cg_state *s, spk_move *out)
{
    unsigned items = cg_payable(box, s);
    int n = 0;
    for (int item = 0; item < CG_ITEM_COUNT; item++)
        if (items >> item & 1)
            out[n++] = cg_move(CG_OP_PAY, item, 0, 0);
    return n;
}

/* -- Round end (D10) --------------------------------------------------------------------------- */

/* Mr. X's second draw and swap. (CG-10.15, CG-10.16, CG-R31) */
bool cg_has_bonus(const spk_box *box, const cg_state *s, spk_seat seat)
{
    return s->holder[CG_MR_X] == seat && !(box->option[CG_OPT_MR_X_BONUS] && s->exchanged);
}

/* What the active player could still use, as bits of 'used', judged by what everybody sees: persons,
 * roles and the number of cards. So nothing about a hand can be read off the engine's asking. */
unsigned cg_open_skills(const spk_box *box, const cg_state *s)
{
    spk_seat seat = s->active;
    uint32_t persons = s->persons[seat] & CG_ROUND_END_SKILLS;
    bool mr_x = cg_has_bonus(box, s, seat);
    if (!persons && !mr_x && s->used & CG_USED_DRAW)
        return 0;
    int size = cg_size(s->hand[seat]);
    bool can_draw = size < CG_HAND && cg_card_available(s);
    unsigned skills = can_draw ? CG_USED_DRAW : 0;
    if (size >= 2)
        skills |= (persons & 3) | (persons >> CG_POKER_PLAYER & 1 ? CG_USED_POKER : 0);
    if (size >= 1 && persons >> CG_FENCE & 1)
        skills |= CG_USED_FENCE;
    if (mr_x)
        skills |= (size >= 1 ? CG_USED_SWAP : 0) | (can_draw ? CG_USED_BONUS : 0);
    return skills & ~(unsigned)s->used;
}

#define WORTH(kind, value) (CG_ONE(kind) + ((spk_move)(value) << 48))
static const spk_move worth[CG_KINDS] = {WORTH(0, 2), WORTH(1, 4), WORTH(2, 1), WORTH(3, 2),
                                         WORTH(4, 3), WORTH(5, 4), WORTH(6, 5), WORTH(7, 1),
                                         WORTH(8, 3), WORTH(9, 5)};

/* All parts worth 6 or more. The points are counted where b stands, and then taken out. (CG-13.1) */
static int list_convert(cg_bag hand, cg_person person, spk_move *out)
{
    int n = list_parts(hand, cg_move(CG_OP_CONVERT, person, 0, 0), worth, out), kept = 0;
    for (int i = 0; i < n; i++) {
        spk_move move = out[i];
        out[kept] = move & ~((spk_move)0xff << 48);
        kept += cg_move_b(move) >= 6;
    }
    return kept;
}

/* Two kinds from hand for two kinds from the pile and those two, worth no more. (CG-13.8) */
static int list_takes(cg_bag pool, int most, spk_move base, spk_move *out)
{
    int n = 0;
    cg_bag present = cg_present(pool), pairs = present & pool >> 1;
    pairs |= present & (pool >> 2 | pool >> 3); /* kinds with two copies or more */
    for (cg_bag c = present; c; c &= c - 1) {
        cg_kind first = cg_lowest(c);
        cg_bag rest = c & (c - 1);
        spk_move with = base + ((spk_move)first << 8);
        if (pairs >> 4 * first & 1)
            rest |= CG_ONE(first);
        for (cg_bag d = rest; d; d &= d - 1) {
            cg_kind second = cg_lowest(d);
            out[n] = with + ((spk_move)second << 12);
            n += cg_kind_value[first] + cg_kind_value[second] <= most;
        }
    }
    return n;
}

static int list_poker(const cg_state *s, cg_bag hand, spk_move *out)
{
    int n = 0;
    for (cg_bag a = cg_present(hand); a; a &= a - 1) {
        cg_kind first = cg_lowest(a);
        cg_bag others = cg_present(hand - CG_ONE(first)) >> 4 * first << 4 * first;
        for (cg_bag b = others; b; b &= b - 1) {
            cg_kind second = cg_lowest(b);
            n += list_takes(s->discard + CG_ONE(first) + CG_ONE(second),
                            cg_kind_value[first] + cg_kind_value[second],
                            cg_poker(first, second, 0, 0), out + n);
        }
    }
    return n;
}

static int list_round_end(const spk_box *box, const cg_state *s, spk_seat seat, spk_move *out)
{
    unsigned skills = cg_open_skills(box, s);
    cg_bag hand = s->hand[seat];
    int n = 0;
    if (skills & CG_USED_DRAW)
        out[n++] = CG_MOVE(CG_OP_DRAW);
    if (skills & CG_USED_BONUS)
        out[n++] = CG_MOVE(CG_OP_BONUS);
    if (skills & CG_USED_INFORMER)
        n += list_convert(hand, CG_INFORMER, out + n);
    if (skills & CG_USED_SMUGGLER)
        n += list_convert(hand, CG_WHISKEY_SMUGGLER, out + n);
    if (skills & CG_USED_FENCE)
        n += list_kinds(hand, cg_move(CG_OP_SWAP, 0, 0, 0), out + n);
    if (skills & CG_USED_SWAP)
        n += list_kinds(hand, cg_move(CG_OP_SWAP, 0, 1, 0), out + n);
    if (skills & CG_USED_POKER)
        n += list_poker(s, hand, out + n);
    if (!(skills & CG_USED_DRAW)) /* the draw is compulsory while it is possible: CG-R14 */
        out[n++] = cg_idle(CG_OP_END, 0);
    return n;
}

/* -- All --------------------------------------------------------------------------------------- */

int cg_moves(const spk_box *box, const void *state, spk_seat seat, spk_move *out)
{
    const cg_state *s = state;
    switch ((cg_phase)s->phase) {
    case CG_X_LAY: return list_x_lay(s, seat, out);
    case CG_CLAIM:
        out[0] = CG_MOVE(CG_OP_CLAIM);
        out[1] = cg_idle(CG_OP_PASS, 0);
        return 2;
    case CG_DUEL: return list_kinds(s->hand[seat], CG_MOVE(CG_OP_DUEL), out);
    case CG_LAY: return list_lay(s, seat, out);
    case CG_SHOW: return list_show(s, seat, out);
    case CG_USE_THUG: return list_thug(box, s, seat, out);
    case CG_KEEP_HIDDEN: return list_hide(s, seat, out);
    case CG_PACKAGE:
        out[0] = cg_move(CG_OP_PACKAGE, 0, 0, 0);
        out[1] = cg_move(CG_OP_PACKAGE, 1, 0, 0);
        return 2;
    case CG_COMPENSATION: return list_pay(box, s, out);
    case CG_ROUND_END: return list_round_end(box, s, seat, out);
    case CG_FIRST_MR_X:
    case CG_DEAL_PERSONS:
    case CG_DEAL_MEANS:
    case CG_COALITION:
    case CG_DISTRICT:
    case CG_LOOT:
    case CG_PERSON:
    case CG_DRAW:
    case CG_OVER:
    case CG_PHASE_COUNT: break;
    }
    return 0;
}

/* -- Chance ------------------------------------------------------------------------------------ */

/* What chance chooses from now: cards of one mask, each once, under one move code; or means cards. */
typedef struct event {
    uint32_t mask; /* 0: a means card */
    spk_move base;
} event;

/* The game-end card joins the deck when ten rounds are over; from then on it is as likely as each
 * card that is left. (CG-1.6, 8.4) */
static uint32_t coalitions_left(const cg_state *s)
{
    return s->coalition_deck | (s->rounds >= CG_FIRST_ROUNDS ? CG_BIT(CG_GAME_END) : 0);
}

static event due_event(const cg_state *s)
{
    switch ((cg_phase)s->phase) {
    case CG_FIRST_MR_X: return (event){CG_BIT(CG_SEATS) - 1, CG_MOVE(CG_OP_MR_X)};
    case CG_DEAL_PERSONS:
        return (event){s->person_deck & CG_DEALT_PERSONS,
                       cg_move(CG_OP_DEAL_PERSON, 0, s->drawer[0], 0)};
    case CG_COALITION: return (event){coalitions_left(s), CG_MOVE(CG_OP_COALITION)};
    case CG_DISTRICT: return (event){s->district_deck, CG_MOVE(CG_OP_DISTRICT)};
    case CG_LOOT: return (event){s->loot_deck, CG_MOVE(CG_OP_LOOT)};
    case CG_PERSON: return (event){s->person_deck, CG_MOVE(CG_OP_PERSON)};
    default: return (event){0, cg_move(CG_OP_DEAL, 0, s->drawer[0], 0)};
    }
}

int cg_chance(const spk_box *box, const void *state, spk_outcome *out)
{
    const cg_state *s = state;
    event e = due_event(s);
    int n = 0;
    (void)box;
    for (uint32_t left = e.mask; left; left &= left - 1)
        out[n++] = (spk_outcome){e.base + cg_move(0, __builtin_ctz(left), 0, 0), 1};
    if (e.mask)
        return n;
    for (cg_bag left = cg_present(s->pile); left; left &= left - 1) {
        cg_kind kind = cg_lowest(left);
        out[n++] =
            (spk_outcome){e.base + cg_move(0, kind, 0, 0), (uint32_t)cg_count(s->pile, kind)};
    }
    return n;
}

/* The same, without the list. */
spk_move cg_draw(const spk_box *box, const void *state, spk_rng *rng)
{
    const cg_state *s = state;
    event e = due_event(s);
    (void)box;
    if (e.mask) {
        uint32_t left = e.mask;
        for (uint32_t skip = spk_rng_below(rng, (uint32_t)__builtin_popcount(left)); skip; skip--)
            left &= left - 1;
        return e.base + cg_move(0, __builtin_ctz(left), 0, 0);
    }
    int skip = (int)spk_rng_below(rng, (uint32_t)cg_size(s->pile));
    cg_kind kind = 0;
    for (cg_bag left = s->pile; skip >= (int)(left & 15); left >>= 4, kind++)
        skip -= (int)(left & 15);
    return e.base + cg_move(0, kind, 0, 0);
}

/* -- For an absent player (8.8) ---------------------------------------------------------------- */

/* The lowest value; weapons, bribe, blackmail on ties. */
static spk_move lowest_duel_card(const cg_state *s, spk_seat seat)
{
    cg_kind best = cg_lowest(cg_present(s->hand[seat]));
    for (cg_bag left = cg_present(s->hand[seat]); left; left &= left - 1)
        if (cg_kind_value[cg_lowest(left)] < cg_kind_value[best])
            best = cg_lowest(left);
    return cg_move(CG_OP_DUEL, best, 0, 0);
}

static spk_move safe_payment(const spk_box *box, const cg_state *s)
{
    unsigned items = cg_payable(box, s);
    int item = items >> CG_ITEM_MEANS & 1     ? CG_ITEM_MEANS
               : items >> CG_ITEM_ALCOHOL & 1 ? CG_ITEM_ALCOHOL
                                              : CG_ITEM_PERSON;
    return cg_move(CG_OP_PAY, item, 0, 0);
}

spk_move cg_safe(const spk_box *box, const void *state, spk_seat seat)
{
    const cg_state *s = state;
    switch ((cg_phase)s->phase) {
    case CG_X_LAY: return cg_move(CG_OP_X_LAY, CG_DEFENDER, 0, 0);
    case CG_CLAIM: return cg_idle(CG_OP_PASS, 0);
    case CG_DUEL: return lowest_duel_card(s, seat);
    case CG_LAY: return cg_idle(CG_OP_LAY, 1);
    case CG_SHOW: return CG_MOVE(CG_OP_DONE);
    case CG_USE_THUG: return cg_idle(CG_OP_THUG, 0);
    case CG_KEEP_HIDDEN: return cg_idle(CG_OP_HIDE, CG_KINDS);
    case CG_PACKAGE: return cg_move(CG_OP_PACKAGE, 0, 0, 0);
    case CG_COMPENSATION: return safe_payment(box, s);
    default: break;
    }
    bool draws = cg_open_skills(box, s) & CG_USED_DRAW;
    return draws ? CG_MOVE(CG_OP_DRAW) : cg_idle(CG_OP_END, 0);
}
