/* features.c: what a net sees of Famiglia: every zone card by card, what each seat can pay for, who leads
 * and how long there is to go. docs/games/famiglia.md lists the blocks. Nothing here is a rule, and
 * nothing is worth anything by itself: that is learned (nets/famiglia/). */
#include <string.h>

#include "games/famiglia/hints.h"

enum {
    COUNTS = FAMIGLIA_TYPES * 5, /* a type, and one to five of it */
    PAYABLE = 9,                 /* by the seat and by its rival: no, yes, with a Brute */
    FAR = 30,                    /* a lead beyond this makes no difference */
    LEADS = 2 * FAR + 1,
    STAGES = 12,
    LEFT = 53, /* cards to draw */
    ODDS = 33,
    MOMENTS = 4 * FAMIGLIA_PHASE_COUNT,
};

/* The blocks in the order of their features, and of their slots in a row. */
#define BLOCKS(X)                                                                                  \
    X(hand, FAMIGLIA_TYPES, COUNTS)                                                                \
    X(display, FAMIGLIA_TYPES, COUNTS)                                                             \
    X(rival_hand, FAMIGLIA_TYPES, COUNTS)                                                          \
    X(rival_display, FAMIGLIA_TYPES, COUNTS)                                                       \
    X(street, FAMIGLIA_TYPES, COUNTS)                                                              \
    X(street_new, FAMIGLIA_TYPES, COUNTS)                                                          \
    X(pile, FAMIGLIA_TYPES, COUNTS)                                                                \
    X(discard, FAMIGLIA_TYPES, COUNTS)                                                             \
    X(on_offer, FAMIGLIA_TYPES, FAMIGLIA_TYPES *PAYABLE)                                           \
    X(to_come, FAMIGLIA_TYPES, FAMIGLIA_TYPES *PAYABLE)                                            \
    X(lead, 1, STAGES *LEADS)                                                                      \
    X(left, 1, 2 * LEFT)                                                                           \
    X(last_turn, 1, 2 * LEADS)                                                                     \
    X(passed, 1, LEADS)                                                                            \
    X(moment, 1, 2 * MOMENTS)                                                                      \
    X(accountant, 1, FAMIGLIA_RANKS * 5)                                                           \
    X(lowered, 1, FAMIGLIA_TYPES *FAMIGLIA_RANKS)                                                  \
    X(estimate, 1, ODDS)

#include "engine/blocks.h"

_Static_assert(sizeof(struct slots) <= SPK_MAX_SLOTS, "a row has room for them");

/* The types of a bag, each in its slot with its number; slots and features begin at these. */
static void read_bag(famiglia_bag bag, size_t slot, size_t feature, uint16_t *row)
{
    for (famiglia_bag left = famiglia_present(bag); left; left &= left - 1) {
        famiglia_card t = famiglia_lowest(left);
        int n = within(famiglia_count(bag, t), 1, 5);
        row[slot + (size_t)t] = (uint16_t)(feature + (size_t)(5 * t + n - 1));
    }
}

#define READ_BAG(row, block, bag) read_bag(bag, SLOT(block), FEATURE(block), row)

/* What a hand can pay for: at its printed rank, or with a Brute's help too. */
typedef struct purse {
    famiglia_bag payable, forced;
} purse;

static purse purse_of(famiglia_bag hand)
{
    famiglia_bag payable = famiglia_payable(hand);
    return (purse){payable, famiglia_forced(payable, famiglia_top(hand, FAMIGLIA_BRUTES))};
}

static int can_pay(const purse *p, famiglia_card t)
{
    return p->payable & FAMIGLIA_ONE(t) ? 1 : p->forced & FAMIGLIA_ONE(t) ? 2 : 0;
}

/* Each type that lies there, and who can pay for it. */
static void read_wanted(famiglia_bag lying, const purse *own, const purse *rival, size_t slot,
                        size_t feature, uint16_t *row)
{
    for (famiglia_bag left = famiglia_present(lying); left; left &= left - 1) {
        famiglia_card t = famiglia_lowest(left);
        int who = 3 * can_pay(own, t) + can_pay(rival, t);
        row[slot + (size_t)t] = (uint16_t)(feature + (size_t)(PAYABLE * t + who));
    }
}

static famiglia_bag cards_under(const famiglia_state *s)
{
    famiglia_bag under = 0;
    for (int i = 0; i < s->n_under; i++)
        under += FAMIGLIA_ONE(s->under[i]);
    return under;
}

static void read_zones(const famiglia_state *s, spk_seat seat, uint16_t *row)
{
    purse own = purse_of(s->hand[seat]), rival = purse_of(s->hand[!seat]);
    famiglia_bag pile = s->pile + cards_under(s);
    READ_BAG(row, hand, s->hand[seat]);
    READ_BAG(row, display, s->display[seat]);
    READ_BAG(row, rival_hand, s->hand[!seat]);
    READ_BAG(row, rival_display, s->display[!seat]);
    READ_BAG(row, street, s->street_old);
    READ_BAG(row, street_new, s->street_new);
    READ_BAG(row, pile, pile);
    READ_BAG(row, discard, s->discard);
    read_wanted(famiglia_on_offer(s), &own, &rival, SLOT(on_offer), FEATURE(on_offer), row);
    read_wanted(pile + s->discard, &own, &rival, SLOT(to_come), FEATURE(to_come), row);
}

/* How far the game is: six stages on the first pass, six on the second. */
static int stage_of(const famiglia_state *s, int n_left)
{
    return s->second_pass ? STAGES / 2 + within(n_left / 4, 0, 5) : within(n_left / 8, 0, 5);
}

static void read_race(const spk_box *box, const famiglia_state *s, spk_seat seat, uint16_t *row)
{
    int n_left = famiglia_size(s->pile) + s->n_under, value[SPK_MAX_SEATS];
    int lead = FAR + within(famiglia_lead(box->config, s, seat), -FAR, FAR);
    PUT(row, lead, 0, stage_of(s, n_left) * LEADS + lead);
    PUT(row, left, 0, s->second_pass * LEFT + within(n_left, 0, LEFT - 1));
    if (famiglia_end_triggered(s))
        PUT(row, last_turn, 0, (s->active == s->start) * LEADS + lead);
    if (s->passed)
        PUT(row, passed, 0, lead);
    famiglia_values(box, s, value);
    PUT(row, estimate, 0, value[seat] * (ODDS - 1) / SPK_WIN);
}

static void read_turn(const famiglia_state *s, spk_seat seat, uint16_t *row)
{
    int moment = (s->phase * 2 + (s->active == s->start)) * 2 + (s->refreshed != 0);
    PUT(row, moment, 0, (s->active == seat) * MOMENTS + moment);
    if (s->accountant)
        PUT(row, accountant, 0, within(s->accountant, 0, 4) * 5 + within(s->to_give, 0, 4));
    if (s->lowered_by)
        PUT(row, lowered, 0, s->lowered * FAMIGLIA_RANKS + within(s->lowered_by, 0, 4));
}

static void read_row(const spk_box *box, const void *state, spk_seat seat, uint16_t *row)
{
    memset(row, 0xff, sizeof(struct slots) * sizeof *row);
    read_zones(state, seat, row);
    read_race(box, state, seat, row);
    read_turn(state, seat, row);
}

const spk_features famiglia_features = {
    .blocks = blocks,
    .n_slots = sizeof(struct slots),
    .n_features = sizeof(struct features),
    .moves = &famiglia_move_features,
    .read = read_row,
};
