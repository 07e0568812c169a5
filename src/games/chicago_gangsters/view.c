/* view.c: what each seat may see and hear, and a fair guess at the rest for a bot. Every secret of
 * Chicago Gangsters is kept in this file and in no other (8.1, 8.5):
 *
 *     hands, face-down cards, the pile      until they are laid open
 *     how many cards a covered lay has      until its side reveals
 *     how far a player is inside a lay      until 'done': to all others the cards are still in hand
 *     what somebody answered to a claim     until the last answer is in; that somebody has answered
 *     or laid for a duel                    can be seen. Spoken claims (CG-R43) are no secret
 *
 * What everybody has seen stays in a view for good: known[] and shuffled, see state.h. */
#include <string.h>

#include "base/err.h"
#include "games/chicago_gangsters/state.h"

/* -- The view ---------------------------------------------------------------------------------- */

/* Another player's lay that is not published yet never happened. (D5, CG-R58) */
static void take_back_lay(cg_state *s, spk_seat seat)
{
    s->hand[seat] += s->laid[seat];
    s->laid[seat] = s->shown[seat] = 0;
    s->covered &= (uint8_t)~CG_BIT(seat);
    s->floor = 0;
    s->phase = CG_LAY;
}

/* Hand and face-down cards become numbers: one number if the lay is covered. */
static void hide_cards(cg_state *s, spk_seat seat)
{
    bool covered = s->covered >> seat & 1;
    int down = cg_size(s->laid[seat] - s->shown[seat]);
    s->unseen[seat] = (uint8_t)(s->unseen[seat] + cg_size(s->hand[seat]) + (covered ? down : 0));
    s->down[seat] = (uint8_t)(s->down[seat] + (covered ? 0 : down));
    s->hand[seat] = 0;
    s->laid[seat] = s->shown[seat];
}

static void hide_answers(cg_state *s, spk_seat seat)
{
    cg_bid(s, seat, 0, cg_bid_place(s, seat));
    if (s->phase == CG_CLAIM && !cg_is_spoken(s))
        s->claimed &= (uint8_t)~CG_BIT(seat);
}

void cg_redact(const spk_box *box, void *state, spk_seat seat)
{
    cg_state *s = state;
    if (s->phase == CG_OVER || seat == SPK_SEAT_ALL_SEEING)
        return; /* CG-8.3: all hands are open */
    for (spk_seat other = 0; other < box->n_seats && other < CG_SEATS; other++) {
        if (other == seat)
            continue;
        if (s->phase == CG_SHOW && s->active == other)
            take_back_lay(s, other);
        hide_cards(s, other);
        hide_answers(s, other);
    }
    s->pile_unseen = (uint8_t)(s->pile_unseen + cg_size(s->pile));
    s->pile = 0;
}

/* Whether a step of D5 ends the lay, and so is heard by all. */
static bool ends_lay(const cg_state *s, spk_seat seat, spk_move move)
{
    switch (cg_move_op(move)) {
    case CG_OP_LAY: return cg_move_cards(move) == 0;
    case CG_OP_DONE: return true;
    case CG_OP_SHOW: {
        cg_bag down = s->laid[seat] - s->shown[seat] - CG_ONE(cg_move_a(move));
        return !(down >> 4 * cg_move_a(move));
    }
    default: return false;
    }
}

/* -- A fair guess ------------------------------------------------------------------------------
 * A world is a placement of all 48 cards, each a card of its own. It fits a view if every place in
 * sight holds a card of the kind that is seen there, and every card in the pile is one of those that
 * were shuffled into it; nobody saw which copies these were, only their kinds. All worlds that fit
 * are equally likely. In sight are the discard pile, what lies open, the viewer's own cards, and
 * known[] of the others. So, with T copies of a kind in the game, H of them hidden, S shuffled,
 *
 *     the pile holds x of them in    C(S, x) * C(T - x, T - H)    ways:
 *
 * any x of the shuffled copies lie in it, and any of the rest may be the T - H that are in sight.
 * The odds of a pile are the product over the ten kinds. Before the first shuffle S is T, and that is
 * the deal itself. What is hidden and not in the pile lies in the others' free places, dealt.
 *
 * How a player then divided these cards into hand and face-down cards was a choice, not chance: every
 * part by card kinds that fits what is public (the number, if it is) is equally likely. So are sealed
 * answers, and the steps of a lay that is not published yet. */

/* n cards out of a bag, all cards alike. */
static cg_bag deal(cg_bag *from, int n, spk_rng *rng)
{
    cg_bag dealt = 0;
    for (int size = cg_size(*from); n > 0; n--, size--) {
        int skip = (int)spk_rng_below(rng, (uint32_t)size);
        cg_kind kind = 0;
        for (; skip >= cg_count(*from, kind); kind++)
            skip -= cg_count(*from, kind);
        dealt += CG_ONE(kind);
        *from -= CG_ONE(kind);
    }
    return dealt;
}

/* Worlds by what their pile holds. A kind has at most C(T, H) * 2^H ways in all: 1792 for eight copies,
 * 240 for six, 80 for five, 32 for four, 12 for three. So all numbers here fit 64 bits. */
_Static_assert(1792ull * 1792 * 240 * 80 * 80 * 32 * 12 * 12 * 12 * 12 < 1ull << 62, "by kinds");
enum { COPIES = 8 };
typedef struct pile_odds {
    uint32_t ways[CG_KINDS][COPIES + 1];         /* to have x cards of a kind */
    uint64_t worlds[CG_KINDS + 1][CG_CARDS + 1]; /* with n cards of this kind and the later ones */
} pile_odds;

/* The ways of one kind; how many of its cards the pile can hold. */
static int count_ways(pile_odds *odds, cg_kind kind, int shuffled, int hidden)
{
    static const uint8_t choose[COPIES + 1][COPIES + 1] = {
        {1},
        {1, 1},
        {1, 2, 1},
        {1, 3, 3, 1},
        {1, 4, 6, 4, 1},
        {1, 5, 10, 10, 5, 1},
        {1, 6, 15, 20, 15, 6, 1},
        {1, 7, 21, 35, 35, 21, 7, 1},
        {1, 8, 28, 56, 70, 56, 28, 8, 1},
    };
    int copies = cg_count(CG_ALL_CARDS, kind), most = shuffled < hidden ? shuffled : hidden;
    for (int x = 0; x <= most; x++)
        odds->ways[kind][x] = (uint32_t)choose[shuffled][x] * choose[copies - x][copies - hidden];
    return most;
}

/* From the last kind down, for piles of up to n cards. */
static void count_worlds(pile_odds *odds, cg_bag shuffled, cg_bag hidden, int n)
{
    int later = 0; /* the most cards that later kinds can have */
    odds->worlds[CG_KINDS][0] = 1;
    for (cg_kind kind = CG_KINDS - 1; kind >= 0; kind--) {
        int most = count_ways(odds, kind, cg_count(shuffled, kind), cg_count(hidden, kind));
        for (int size = 0; size <= n && size <= later + most; size++)
            for (int x = size > later ? size - later : 0; x <= most && x <= size; x++)
                odds->worlds[kind][size] += odds->ways[kind][x] * odds->worlds[kind + 1][size - x];
        later += most;
    }
}

/* The pile out of the hidden cards: one world of all is drawn, and found kind by kind from the first
 * up. */
static cg_bag guess_pile(const cg_state *s, cg_bag *hidden, spk_rng *rng)
{
    pile_odds odds = {0};
    cg_bag pile = 0;
    int n = s->pile_unseen;
    if (s->shuffled == CG_ALL_CARDS) /* not yet: the same odds, quicker */
        return deal(hidden, n, rng);
    count_worlds(&odds, s->shuffled, *hidden, n);
    SPK_BUG_IF(odds.worlds[0][n] == 0); /* no world fits: that was no view */
    uint64_t skip = spk_rng_below_wide(rng, odds.worlds[0][n]);
    for (cg_kind kind = 0; kind < CG_KINDS; kind++) {
        const uint64_t *rest = odds.worlds[kind + 1] + n;
        int x = 0;
        for (; skip >= odds.ways[kind][x] * rest[-x]; x++)
            skip -= odds.ways[kind][x] * rest[-x];
        skip /= odds.ways[kind][x];
        pile += (cg_bag)x << 4 * kind;
        n -= x;
    }
    *hidden -= pile;
    return pile;
}

/* A part of n cards, every one by kinds as likely. Counted from the last kind down, drawn from the
 * first up. */
static cg_bag guess_part(cg_bag bag, int n, spk_rng *rng)
{
    uint32_t parts[CG_KINDS + 1][CG_HAND + 1] = {
        {0}}; /* of this kind and the later ones, by size */
    cg_bag part = 0;
    parts[CG_KINDS][0] = 1;
    for (cg_kind kind = CG_KINDS - 1; kind >= 0; kind--)
        for (int size = 0; size <= n; size++)
            for (int x = 0; x <= size && x <= cg_count(bag, kind); x++)
                parts[kind][size] += parts[kind + 1][size - x];
    for (cg_kind kind = 0; kind < CG_KINDS; kind++) {
        uint32_t skip = spk_rng_below(rng, parts[kind][n]);
        int x = 0;
        for (; skip >= parts[kind + 1][n - x]; x++)
            skip -= parts[kind + 1][n - x];
        part += (cg_bag)x << 4 * kind;
        n -= x;
    }
    return part;
}

/* A covered part of any size; not an empty one if the thug was declared for it (CG-R27), or if its
 * owner is being asked which card stays face down. */
static cg_bag guess_covered(const cg_state *s, spk_seat seat, cg_bag bag, spk_rng *rng)
{
    bool thug = s->thug_used && cg_controls(s, seat, CG_THUG) && !s->shown[seat];
    bool some = thug || (s->phase == CG_KEEP_HIDDEN && s->active == seat);
    cg_bag part;
    do {
        part = 0;
        for (cg_bag left = cg_present(bag); left; left &= left - 1) {
            cg_kind kind = cg_lowest(left);
            uint32_t n = spk_rng_below(rng, (uint32_t)cg_count(bag, kind) + 1);
            part += (cg_bag)n << 4 * kind;
        }
    } while (some && !part);
    return part;
}

/* The player's free places are filled from 'hidden'; then hand and face-down cards are parted. */
static void guess_cards(cg_state *s, spk_seat seat, cg_bag *hidden, spk_rng *rng)
{
    int free = s->unseen[seat] + s->down[seat] - cg_size(s->known[seat]);
    cg_bag all = s->known[seat] + deal(hidden, free, rng), down = 0;
    if (s->covered >> seat & 1)
        down = guess_covered(s, seat, all, rng);
    else if (s->down[seat])
        down = guess_part(seat == s->keeper ? all - s->returned : all, s->down[seat], rng);
    s->hand[seat] = all - down;
    s->laid[seat] += down;
    s->unseen[seat] = s->down[seat] = 0;
}

/* Sealed answers that are in: a claim, a duel card; and the only card of one who was not asked. */
static void guess_answers(cg_state *s, spk_seat seat, spk_rng *rng)
{
    bool answered = s->answered >> seat & 1;
    if (s->phase == CG_CLAIM && !cg_is_spoken(s) && answered && spk_rng_below(rng, 2))
        s->claimed |= (uint8_t)CG_BIT(seat);
    bool in = answered || !(s->asked >> seat & 1);
    if (s->phase != CG_DUEL || !(s->claimed >> seat & 1) || !in || !s->hand[seat])
        return;
    cg_bag kinds = cg_present(s->hand[seat]);
    for (uint32_t skip = spk_rng_below(rng, (uint32_t)cg_size(kinds)); skip; skip--)
        kinds &= kinds - 1;
    cg_bid(s, seat, 1 + cg_lowest(kinds), cg_bid_place(s, seat));
}

static void guess_all(const spk_box *box, cg_state *s, spk_seat seat, spk_rng *rng)
{
    cg_bag hidden = CG_ALL_CARDS - s->discard;
    for (spk_seat other = 0; other < box->n_seats; other++)
        hidden -= s->hand[other] + s->laid[other] + (other == seat ? 0 : s->known[other]);
    s->pile = guess_pile(s, &hidden, rng);
    s->pile_unseen = 0;
    for (spk_seat other = 0; other < box->n_seats; other++) {
        if (other == seat)
            continue;
        guess_cards(s, other, &hidden, rng);
        guess_answers(s, other, rng);
    }
}

/* One step of any kind further into the active player's lay; false: that would publish it. */
static bool step_into_lay(const spk_box *box, cg_state *s, spk_rng *rng)
{
    spk_move moves[2 * 1024 + 1];
    spk_seat seat = s->active;
    int n = cg_moves(box, s, seat, moves);
    spk_move move = moves[spk_rng_below(rng, (uint32_t)n)];
    if (cg_move_op(move) == CG_OP_DEFER || ends_lay(s, seat, move))
        return false;
    if (cg_move_op(move) == CG_OP_SHOW) {
        s->shown[seat] += CG_ONE(cg_move_a(move));
        s->floor = (uint8_t)cg_move_a(move);
        return true;
    }
    s->hand[seat] -= cg_move_cards(move);
    s->laid[seat] = cg_move_cards(move);
    s->covered |= (uint8_t)(cg_move_a(move) << seat);
    s->phase = CG_SHOW;
    return true;
}

/* Nobody sees how far a lay is. A player of any kind is at its start once and at most once after each
 * card: one of these moments is chosen, and if that lay does not last so long, another world. So a
 * world is as likely as an onlooker is to meet it. */
void cg_resample(const spk_box *box, void *view, spk_seat seat, spk_rng *rng)
{
    cg_state *s = view;
    const cg_state seen = *s;
    if (s->phase == CG_OVER || seat == SPK_SEAT_ALL_SEEING)
        return;
    guess_all(box, s, seat, rng);
    if (s->phase != CG_LAY || s->active == seat)
        return;
    for (;;) {
        uint32_t step = spk_rng_below(rng, 1u + (uint32_t)cg_size(s->hand[s->active]));
        while (step > 0 && step_into_lay(box, s, rng))
            step--;
        if (step == 0)
            return;
        *s = seen;
        guess_all(box, s, seat, rng);
    }
}

/* -- What is heard ----------------------------------------------------------------------------- */

/* A lay as it is published: "laid W4 + 2 down", "laid - + covered". */
static void tell_lay(spk_buf *out, cg_bag laid, cg_bag shown, bool covered)
{
    spk_buf_puts(out, "laid ");
    cg_print_bag(out, shown);
    if (covered)
        spk_buf_puts(out, " + covered");
    else
        spk_buf_printf(out, " + %d down", cg_size(laid - shown));
}

static bool tell_step(const cg_state *s, spk_seat seat, spk_move move, spk_buf *out)
{
    if (!ends_lay(s, seat, move))
        return false;
    cg_bag last = cg_move_op(move) == CG_OP_SHOW ? CG_ONE(cg_move_a(move)) : 0;
    bool covered = cg_move_op(move) == CG_OP_LAY ? cg_move_a(move) : s->covered >> seat & 1;
    tell_lay(out, s->laid[seat], s->shown[seat] + last, covered);
    return true;
}

/* The move's words for everybody but the actor; false: none. */
static bool tell_others(const spk_box *box, const cg_state *s, spk_seat seat, spk_move move,
                        spk_buf *out)
{
    switch (cg_move_op(move)) {
    case CG_OP_DEAL: spk_buf_printf(out, "deal %d ?", cg_move_b(move)); return true;
    case CG_OP_X_LAY:
        spk_buf_printf(out, "laid %d down %s", cg_size(cg_move_cards(move)),
                       cg_side_names[cg_move_a(move)]);
        return true;
    case CG_OP_CLAIM:
    case CG_OP_PASS:
        if (cg_is_spoken(s))
            cg_print_move(box, move, out);
        return cg_is_spoken(s);
    case CG_OP_DUEL: return false;
    case CG_OP_LAY:
    case CG_OP_SHOW:
    case CG_OP_DONE: return tell_step(s, seat, move, out);
    case CG_OP_HIDE:
        spk_buf_puts(out, cg_move_a(move) < CG_KINDS ? "keep_hidden ?" : "keep_hidden none");
        return true;
    default: cg_print_move(box, move, out); return true;
    }
}

bool cg_heard(const spk_box *box, const void *before, spk_seat actor, spk_move move,
              spk_seat viewer, spk_buf *out)
{
    bool own = viewer == SPK_SEAT_ALL_SEEING || viewer == actor ||
               (cg_move_op(move) == CG_OP_DEAL && viewer == cg_move_b(move));
    if (!own)
        return tell_others(box, before, actor, move, out);
    cg_print_move(box, move, out);
    return true;
}

/* What is published cannot be taken back: the end of a lay, the last sealed answer, a spoken one, whatever
 * leads to a reveal, cards that are discarded openly. */
bool cg_reveals(const spk_box *box, const void *before, spk_seat seat, spk_move move)
{
    const cg_state *s = before;
    (void)box;
    switch (cg_move_op(move)) {
    case CG_OP_LAY:
    case CG_OP_SHOW:
    case CG_OP_DONE: return ends_lay(s, seat, move);
    case CG_OP_CLAIM:
    case CG_OP_PASS:
    case CG_OP_DUEL: return cg_is_spoken(s) || cg_is_last_answer(s, seat, false);
    case CG_OP_THUG:
    case CG_OP_HIDE:
    case CG_OP_CONVERT:
    case CG_OP_SWAP:
    case CG_OP_POKER: return true;
    default: return false;
    }
}
