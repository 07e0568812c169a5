/* talk_promises.c: what the messages of 8.6 bind their speakers to in a bot's eyes, and who kept it. The
 * rules know nothing of this (CG-3.6): no promise binds anyone, but bots remember (talk_bots.c is what
 * they say themselves).
 *
 * A promise is about one round. It is taken from a message, or from an answer: who accepts
 * `ask_points 6` promises 6 points or more, who rejects it fewer, and who accepts another's
 * `want_package winner 1` means to leave it lying.
 *
 *     bits  39 32  31 24  23 16  15  8   7  0
 *             d  |  c   |  b   |  a   | what                                                  */
#include "games/chicago_gangsters/hints.h"
#include "games/chicago_gangsters/talk.h"

typedef enum what {
    NOTHING,
    POINTS,  /* a to b */
    CARDS,   /* a to b, usable */
    HAND,    /* a: cg_means, b: none, weak, strong */
    PACKAGE, /* a: 0 as winner, 1 as loser; b: which; c: bottles before; d: the person on offer */
    BELOW,
    THUG,   /* a: yes */
    HIDDEN, /* a: cg_means, CG_MEANS_COUNT for a bluff; b: value; c: points without it */
    CLAIM,  /* a: yes */
    JOIN,   /* a: side */
} what;

enum { ANY = 255, STRONG = 6 /* points of a kind in hand, from which it is called strong */ };

static spk_promise pack(what w, int a, int b, int c, int d)
{
    return (spk_promise)w | (spk_promise)a << 8 | (spk_promise)b << 16 | (spk_promise)c << 24 |
           (spk_promise)d << 32;
}

static int part(spk_promise p, int i) { return (int)(p >> 8 * i & 0xff); }

/* -- From messages ----------------------------------------------------------------------------- */

static spk_promise package_of(const cg_state *s, spk_seat seat, int result, int which)
{
    return pack(PACKAGE, result, which, s->alcohol[seat], s->offer);
}

/* What an answer to somebody's message promises. */
static spk_promise answer_of(const cg_state *s, spk_seat seat, const cg_message *asked, bool yes)
{
    int n = asked->a;
    switch (asked->code) {
    case CG_SAY_ASK_POINTS:
        return yes ? pack(POINTS, n, ANY, 0, 0) : n ? pack(POINTS, 0, n - 1, 0, 0) : 0;
    case CG_SAY_ASK_CARDS:
        return yes ? pack(CARDS, n, ANY, 0, 0) : n ? pack(CARDS, 0, n - 1, 0, 0) : 0;
    case CG_SAY_WANT_PACKAGE: return yes ? package_of(s, seat, asked->a, 1 - asked->b) : 0;
    case CG_SAY_JOIN_US:
        return s->holder[CG_MR_X] == seat ? pack(JOIN, yes ? n : 1 - n, 0, 0, 0) : 0;
    default: return 0;
    }
}

static spk_promise promise_of(const cg_state *s, spk_seat seat, const cg_message *m)
{
    switch (m->code) {
    case CG_SAY_MY_POINTS:
        return pack(POINTS, m->a, m->b == cg_grid[CG_GRID - 1] ? ANY : m->b, 0, 0);
    case CG_SAY_MY_CARDS: return pack(CARDS, m->a, m->a, 0, 0);
    case CG_SAY_MY_HAND: return pack(HAND, m->a, m->b, 0, 0);
    case CG_SAY_WANT_PACKAGE: return package_of(s, seat, m->a, m->b);
    case CG_SAY_STAY_BELOW: return m->a ? pack(BELOW, 0, 0, 0, 0) : 0;
    case CG_SAY_THUG_INTENT: return cg_controls(s, seat, CG_THUG) ? pack(THUG, m->a, 0, 0, 0) : 0;
    case CG_SAY_HIDDEN_CLAIM: return pack(HIDDEN, m->a, m->b, s->points[seat], 0);
    case CG_SAY_GODFATHER_INTENT: return pack(CLAIM, m->a, 0, 0, 0);
    default: return 0;
    }
}

spk_promise cg_promise(const spk_box *box, const void *view, const spk_said *said, int n)
{
    cg_window w = cg_window_of_last(box, view, said, n);
    cg_message m;
    if (!w.which || !cg_message_read(said[n - 1].text, &m))
        return 0;
    bool answer = m.code == CG_SAY_ACCEPT || m.code == CG_SAY_REJECT;
    if (!answer)
        return promise_of(view, said[n - 1].seat, &m);
    return m.a < w.n_sent
               ? answer_of(view, said[n - 1].seat, &w.message[m.a - 1], m.code == CG_SAY_ACCEPT)
               : 0;
}

/* What is used as an index or as a shift below must be one; other parts are numbers that are only compared. */
bool cg_is_promise(const spk_box *box, spk_promise promise)
{
    int a = part(promise, 1), b = part(promise, 2), d = part(promise, 4);
    (void)box;
    if (promise >> 40)
        return false;
    switch ((what)part(promise, 0)) {
    case POINTS:
    case CARDS: return true;
    case HAND: return a < CG_MEANS_COUNT && b <= 2;
    case PACKAGE: return a <= 1 && b <= 1 && (d < CG_PERSON_COUNT || d == CG_NO_CARD);
    case HIDDEN: return a <= CG_MEANS_COUNT;
    case BELOW:
    case THUG:
    case CLAIM:
    case JOIN: return a <= 1;
    case NOTHING: break;
    }
    return false;
}

uint32_t cg_subject(const spk_box *box, const void *state)
{
    (void)box;
    return ((const cg_state *)state)->rounds;
}

/* Points, cards, the thug, the claim and the side of Mr. X are one matter each; a hand is one for each means, a package one for
 * winning and one for losing. */
bool cg_replaces(spk_promise later, spk_promise earlier)
{
    what about = (what)part(later, 0);
    bool same_part = part(later, 1) == part(earlier, 1);
    return about == (what)part(earlier, 0) && ((about != HAND && about != PACKAGE) || same_part);
}

/* -- What a seat will contribute --------------------------------------------------------------- */

typedef struct range {
    int lo, hi;
} range;

/* With these cards; 'hi' is with the thug, if he can still be used. */
static range points_with(const spk_box *box, const cg_state *s, spk_seat seat, cg_bag cards)
{
    range r;
    r.lo = r.hi = cg_contribution(box, s, seat, cards & cg_usable(box, s, seat));
    if (s->thug_used || !cg_controls(s, seat, CG_THUG))
        return r;
    cg_state used = *s;
    used.thug_used = 1;
    r.hi = cg_contribution(box, &used, seat, cards & cg_usable(box, s, seat));
    return r;
}

static range cards_with(const spk_box *box, const cg_state *s, spk_seat seat, cg_bag cards)
{
    int n = cg_size(cards & cg_usable(box, s, seat));
    return (range){n, n};
}

/* Whether this state shows all cards of a seat. */
static bool is_whole(const cg_state *s, spk_seat seat)
{
    return !s->unseen[seat] && !s->down[seat] && (s->hand[seat] || s->laid[seat]);
}

static bool has_begun(const cg_state *s, spk_seat seat)
{
    return s->has_laid >> seat & 1 || (s->phase == CG_SHOW && s->active == seat);
}

/* Promised a to b: kept, broken, or not to be told yet. */
static int compare(range r, spk_promise p)
{
    int a = part(p, 1), b = part(p, 2);
    if (r.hi < a || r.lo > b)
        return SPK_BROKEN;
    return r.lo >= a && r.hi <= b ? SPK_KEPT : SPK_OPEN;
}

/* Before the reveal of its side, where all cards of the seat are in sight: by what it laid, or by
 * what it could lay. */
static int foresee(const spk_box *box, const cg_state *s, spk_seat seat, spk_promise p)
{
    range (*with)(const spk_box *, const cg_state *, spk_seat, cg_bag) =
        part(p, 0) == POINTS ? points_with : cards_with;
    if (!is_whole(s, seat))
        return SPK_OPEN;
    if (has_begun(s, seat))
        return compare(with(box, s, seat, s->laid[seat]), p);
    range possible = {with(box, s, seat, 0).lo, with(box, s, seat, s->hand[seat]).hi};
    return compare(possible, p) == SPK_BROKEN ? SPK_BROKEN : SPK_OPEN;
}

/* -- Kept or not ------------------------------------------------------------------------------- */

/* Whether the cards of the seat are on the table for all to see; a hidden one is not. */
static bool is_revealed(const cg_state *s, spk_seat seat, int side)
{
    return s->stage >= CG_LOOT_SHARE ||
           (s->stage == CG_DEFENDER_TURN && side == CG_CHALLENGER && s->keeper != seat);
}

static int kept_points(const spk_box *box, const cg_state *s, spk_seat seat, spk_promise p)
{
    int side = cg_side_of(s, seat);
    if (side == CG_NOBODY)
        return SPK_OPEN;
    if (is_revealed(s, seat, side))
        return compare((range){s->points[seat], s->points[seat]}, p);
    return foresee(box, s, seat, p);
}

/* Cards are gone when the fight is over: then nobody can tell any more. */
static int kept_cards(const spk_box *box, const cg_state *s, spk_seat seat, spk_promise p)
{
    int side = cg_side_of(s, seat);
    if (side == CG_NOBODY || s->stage >= CG_LOOT_SHARE)
        return SPK_OPEN;
    if (is_revealed(s, seat, side))
        return compare(cards_with(box, s, seat, s->laid[seat]), p);
    return foresee(box, s, seat, p);
}

static int kept_hand(const cg_state *s, spk_seat seat, spk_promise p)
{
    if (!is_whole(s, seat) || s->stage >= CG_LOOT_SHARE)
        return SPK_OPEN;
    int points = cg_points((s->hand[seat] + s->laid[seat]) & cg_means_bits[part(p, 1)]);
    int holds = points == 0 ? 0 : points < STRONG ? 1 : 2;
    return holds == part(p, 2) ? SPK_OPEN : SPK_BROKEN;
}

/* The first to choose of the seat's side, once loot is shared; CG_NOBODY: it cannot be told. */
static spk_seat first_of(const cg_state *s, spk_seat seat)
{
    spk_seat order[3];
    int side = cg_side_of(s, seat);
    if (s->stage < CG_LOOT_SHARE || s->exchanged || side == CG_NOBODY || s->winner == CG_NOBODY)
        return CG_NOBODY;
    return cg_rank(s, side, order) > 1 ? order[0] : CG_NOBODY;
}

/* By what the seat has now and had when it spoke. */
static int kept_package(const spk_box *box, const cg_state *s, spk_seat seat, spk_promise p)
{
    const cg_config *c = box->config;
    int side = cg_side_of(s, seat), result = side != s->winner;
    if (first_of(s, seat) != seat || s->new_godfather == seat || result != part(p, 1) ||
        !cg_entitled(s, side))
        return SPK_OPEN;
    if (s->stage == CG_LOOT_SHARE && (s->phase == CG_PACKAGE || s->phase == CG_COMPENSATION) &&
        (s->sharing == side || result == 1))
        return SPK_OPEN; /* still to choose */
    if (s->stage == CG_LOOT_SHARE && s->phase == CG_DRAW && s->sharing != side && result == 1)
        return SPK_OPEN;
    const cg_package *want = &c->loot[s->loot].package[result][part(p, 2)],
                     *other = &c->loot[s->loot].package[result][1 - part(p, 2)];
    if (want->person != other->person && part(p, 4) < CG_PERSON_COUNT)
        return (s->persons[seat] >> part(p, 4) & 1) == want->person ? SPK_KEPT : SPK_BROKEN;
    int got = s->alcohol[seat] - part(p, 3);
    if (want->alcohol == other->alcohol || (got != want->alcohol && got != other->alcohol))
        return SPK_OPEN;
    return got == want->alcohol ? SPK_KEPT : SPK_BROKEN;
}

static int kept_below(const cg_state *s, spk_seat seat)
{
    spk_seat first = first_of(s, seat);
    return first == CG_NOBODY ? SPK_OPEN : first == seat ? SPK_BROKEN : SPK_KEPT;
}

/* A thug who was used is gone when the fight is over. */
static int kept_thug(const cg_state *s, spk_seat seat, spk_promise p)
{
    int side = cg_side_of(s, seat);
    bool there = cg_controls(s, seat, CG_THUG);
    if (side == CG_NOBODY || s->stage < CG_DEFENDER_TURN ||
        (s->stage == CG_DEFENDER_TURN && side == CG_DEFENDER))
        return SPK_OPEN;
    bool used = s->stage == CG_DEFENDER_TURN ? there && s->thug_used : !there;
    return used == part(p, 1) ? SPK_KEPT : SPK_BROKEN;
}

/* Where the card can be seen, by its face; when it has been turned up, by what it added. */
static int kept_hidden(const spk_box *box, const cg_state *s, spk_seat seat, spk_promise p)
{
    int means = part(p, 1), value = part(p, 2);
    cg_bag usable = cg_usable(box, s, seat);
    bool claims_use = means < CG_MEANS_COUNT && cg_means_bits[means] & usable;
    if (s->stage == CG_DEFENDER_TURN && s->keeper == seat && is_whole(s, seat)) {
        cg_kind kind = cg_lowest(cg_present(s->laid[seat] - s->shown[seat]));
        bool is_it = means == CG_MEANS_COUNT
                         ? !(CG_ONE(kind) & usable)
                         : cg_kind_means[kind] == means && cg_kind_value[kind] == value;
        return is_it ? SPK_KEPT : SPK_BROKEN;
    }
    if (s->stage < CG_LOOT_SHARE)
        return SPK_OPEN;
    int added = s->points[seat] - part(p, 3), f = cg_lone(box, s) == seat ? 2 : 1;
    bool is_it = claims_use ? added >= f * value && added <= 2 * f * value : added == 0;
    return is_it ? SPK_KEPT : SPK_BROKEN;
}

/* Sealed answers are known when the last is in. A spoken claim is one at once, but who passes may still
 * claim. What came of a failed duel cannot be told. */
static int kept_claim(const cg_state *s, spk_seat seat, spk_promise p)
{
    bool yes = part(p, 1), claimed;
    if (cg_is_spoken(s) && !(s->claimed >> seat & 1))
        return SPK_OPEN;
    if (s->phase == CG_DUEL || cg_is_spoken(s) ||
        (s->phase == CG_CLAIM && s->answered >> seat & 1 && is_whole(s, seat) &&
         s->stage == CG_CHALLENGER_TURN))
        claimed = s->claimed >> seat & 1;
    else if (s->new_godfather == seat)
        claimed = true;
    else if (s->stage >= CG_LOOT_SHARE && !s->contested)
        claimed = false;
    else
        return SPK_OPEN;
    return claimed == yes ? SPK_KEPT : SPK_BROKEN;
}

int cg_kept(const spk_box *box, const void *state, spk_seat seat, spk_promise promise)
{
    const cg_state *s = state;
    if (s->district == CG_NO_CARD || s->phase == CG_OVER)
        return SPK_OPEN;
    switch ((what)part(promise, 0)) {
    case NOTHING: break;
    case POINTS: return kept_points(box, s, seat, promise);
    case CARDS: return kept_cards(box, s, seat, promise);
    case HAND: return kept_hand(s, seat, promise);
    case PACKAGE: return kept_package(box, s, seat, promise);
    case BELOW: return kept_below(s, seat);
    case THUG: return kept_thug(s, seat, promise);
    case HIDDEN: return kept_hidden(box, s, seat, promise);
    case CLAIM: return kept_claim(s, seat, promise);
    case JOIN:
        if (s->mr_x_side == CG_NOBODY)
            break;
        return s->mr_x_side == part(promise, 1) ? SPK_KEPT : SPK_BROKEN;
    }
    return SPK_OPEN;
}

/* -- One move ---------------------------------------------------------------------------------- */

static int fits_thug(const spk_box *box, const cg_state *s, spk_seat seat, bool yes, spk_promise p)
{
    if (part(p, 0) == THUG)
        return yes == part(p, 1) ? SPK_KEPT : SPK_BROKEN;
    if (part(p, 0) != POINTS || !is_whole(s, seat))
        return SPK_OPEN;
    range r = points_with(box, s, seat, s->laid[seat]);
    int points = yes ? r.hi : r.lo;
    return compare((range){points, points}, p);
}

int cg_fits(const spk_box *box, const void *state, spk_seat seat, spk_move move,
            spk_promise promise)
{
    const cg_state *s = state;
    int a = cg_move_a(move);
    what about = (what)part(promise, 0);
    switch (cg_move_op(move)) {
    case CG_OP_LAY:
        if (about == POINTS)
            return compare(points_with(box, s, seat, cg_move_cards(move)), promise);
        if (about == CARDS)
            return compare(cards_with(box, s, seat, cg_move_cards(move)), promise);
        return SPK_OPEN;
    case CG_OP_THUG: return fits_thug(box, s, seat, a, promise);
    case CG_OP_X_LAY:
        return about != JOIN ? SPK_OPEN : a == part(promise, 1) ? SPK_KEPT : SPK_BROKEN;
    case CG_OP_CLAIM:
    case CG_OP_PASS:
        if (about != CLAIM)
            return SPK_OPEN;
        return (cg_move_op(move) == CG_OP_CLAIM) == part(promise, 1) ? SPK_KEPT : SPK_BROKEN;
    case CG_OP_PACKAGE:
        if (about != PACKAGE || (s->sharing != s->winner) != part(promise, 1))
            return SPK_OPEN;
        return a == part(promise, 2) ? SPK_KEPT : SPK_BROKEN;
    default: return SPK_OPEN;
    }
}

/* -- A lay that keeps it ----------------------------------------------------------------------- */

/* So many cards of a bag, any of them; it has enough. */
static cg_bag any_cards(cg_bag bag, int n, spk_rng *rng)
{
    cg_bag taken = 0;
    for (int left = cg_size(bag); n > 0; left--) {
        uint32_t skip = spk_rng_below(rng, (uint32_t)left);
        cg_kind kind = cg_lowest(cg_present(bag));
        while (skip >= (uint32_t)cg_count(bag, kind))
            skip -= (uint32_t)cg_count(bag, kind++);
        bag -= CG_ONE(kind);
        taken += CG_ONE(kind);
        n--;
    }
    return taken;
}

/* Cards that bring what was promised: any number of points between the two, as few cards as it takes; of a
 * promise without an upper end hardly more than was asked for. */
static cg_bag cards_for(const spk_box *box, const cg_state *s, spk_seat seat, cg_bag usable,
                        spk_promise p, spk_rng *rng)
{
    enum { SPARE = 2 };
    int a = part(p, 1), b = part(p, 2) == ANY ? a + SPARE : part(p, 2);
    int wanted = a + (int)spk_rng_below(rng, (uint32_t)(b > a ? b - a + 1 : 1));
    if (part(p, 0) == CARDS)
        return any_cards(usable, wanted < cg_size(usable) ? wanted : cg_size(usable), rng);
    int bare = cg_contribution(box, s, seat, 0), f = cg_lone(box, s) == seat ? 2 : 1;
    return wanted > bare ? cg_fit(usable, (wanted - bare + f - 1) / f) : 0;
}

/* Such cards out of a hand, if it has them. */
static bool find_lay(const spk_box *box, const cg_state *s, spk_seat seat, spk_promise p,
                     spk_rng *rng, cg_bag *cards)
{
    enum { TRIES = 3 };
    what about = (what)part(p, 0);
    if (about != POINTS && about != CARDS)
        return false;
    cg_bag usable = s->hand[seat] & cg_usable(box, s, seat);
    for (int i = 0; i < TRIES; i++) {
        *cards = cards_for(box, s, seat, usable, p, rng);
        spk_move move = cg_move(CG_OP_LAY, 1, 0, *cards);
        if (cg_fits(box, s, seat, move, p) != SPK_BROKEN)
            return true;
    }
    return false;
}

bool cg_keep(const spk_box *box, const void *state, spk_seat seat, spk_promise promise,
             spk_rng *rng, spk_move *move)
{
    const cg_state *s = state;
    cg_bag cards;
    if (s->phase != CG_LAY || !is_whole(s, seat) || !find_lay(box, s, seat, promise, rng, &cards))
        return false;
    *move = cards ? cg_move(CG_OP_LAY, 1, 0, cards) : cg_idle(CG_OP_LAY, 1);
    return true;
}

/* Covered cards may be any; where their number is public, or the thug doubles what lies there, worlds are
 * guessed again instead. */
bool cg_mend(const spk_box *box, void *world, spk_seat seat, spk_promise promise, spk_rng *rng)
{
    cg_state *s = world, before = *s;
    cg_bag cards;
    bool covered = s->has_laid >> seat & 1 && s->covered >> seat & 1 && !s->shown[seat];
    if (!covered || s->stage >= CG_LOOT_SHARE || (s->thug_used && cg_controls(s, seat, CG_THUG)))
        return false;
    before.hand[seat] += before.laid[seat];
    before.laid[seat] = 0;
    before.has_laid &= (uint8_t)~CG_BIT(seat);
    if (!is_whole(&before, seat) || !find_lay(box, &before, seat, promise, rng, &cards))
        return false;
    s->hand[seat] = before.hand[seat] - cards;
    s->laid[seat] = cards;
    return true;
}
