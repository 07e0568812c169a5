/* features.c: what a net sees of Famiglia: every zone card by card, what each seat can pay for, who leads
 * and how long there is to go. docs/games/famiglia.md lists the blocks. Nothing here is a rule, and
 * nothing is worth anything by itself: that is learned (nets/famiglia/).
 *
 * A position is told in words (spk_wording): the zones as the bags they are, what lies in the street and in
 * the piles with who can pay for it, and the race. */
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

/* -- Words ------------------------------------------------------------------------------------- */

/* Bags in the order of the list: zones, those of the seats first; then what is wanted: types of even and of
 * odd number apart, since a digit has to say more about them. After these the wholes, each its own kind. */
enum {
    HANDS,
    DISPLAYS = HANDS + 2,
    STREET = DISPLAYS + 2,
    STREET_NEW,
    PILE,
    DISCARD,
    ON_OFFER,
    TO_COME = ON_OFFER + 2,
    BAGS = TO_COME + 2,
    LEAD = BAGS,
    LEFT_TO_DRAW,
    LAST_TURN,
    PASSED,
    MOMENT,
    ACCOUNTANT,
    LOWERED,
    ESTIMATE,
    WORDS
};

_Static_assert((int)WORDS <= (int)SPK_MAX_WORDS, "a position has room for them");

static const uint8_t digit_bits[BAGS] = {3, 3, 3, 3, 3, 3, 3, 3, 6, 6, 6, 6};

static uint64_t word_of(int kind, uint64_t bits) { return (uint64_t)(kind + 1) << 56 | bits; }
static int byte_of(uint64_t word, int i) { return (int)(word >> 8 * i & 255); }
static uint64_t bytes(int a, int b) { return (uint64_t)a | (uint64_t)b << 8; }

/* What a hand can pay for: at its printed rank, or with a Brute's help too. */
typedef struct purse {
    famiglia_bag payable, forced;
} purse;

static purse purse_of(famiglia_bag hand)
{
    famiglia_bag payable = famiglia_payable(hand);
    return (purse){payable, famiglia_forced(payable, famiglia_top(hand, FAMIGLIA_BRUTES))};
}

/* Each type that lies there, with who can pay for it. A digit is six bits: it is there; seat 0 can pay, seat
 * 1 can; seat 0 can with a Brute only, seat 1. */
static void say_wanted(famiglia_bag lying, const purse purses[2], uint64_t words[2])
{
    const famiglia_bag even = 001010101010101010101u;
    famiglia_bag there = famiglia_present(lying);
    for (int odd = 0; odd < 2; odd++) {
        words[odd] = there >> 3 * odd & even;
        for (spk_seat seat = 0; seat < 2; seat++) {
            famiglia_bag pays = purses[seat].payable & there, forces = purses[seat].forced & there;
            words[odd] |= (pays >> 3 * odd & even) << (1 + seat);
            words[odd] |= ((forces & ~pays) >> 3 * odd & even) << (3 + seat);
        }
    }
}

static famiglia_bag cards_under(const famiglia_state *s)
{
    famiglia_bag under = 0;
    for (int i = 0; i < s->n_under; i++)
        under += FAMIGLIA_ONE(s->under[i]);
    return under;
}

static void say_zones(const famiglia_state *s, uint64_t *words)
{
    purse purses[2] = {purse_of(s->hand[0]), purse_of(s->hand[1])};
    famiglia_bag pile = s->pile + cards_under(s);
    for (spk_seat seat = 0; seat < 2; seat++) {
        words[HANDS + seat] = s->hand[seat];
        words[DISPLAYS + seat] = s->display[seat];
    }
    words[STREET] = s->street_old;
    words[STREET_NEW] = s->street_new;
    words[PILE] = pile;
    words[DISCARD] = s->discard;
    say_wanted(famiglia_on_offer(s), purses, words + ON_OFFER);
    say_wanted(pile + s->discard, purses, words + TO_COME);
}

/* How far the game is: six stages on the first pass, six on the second. */
static int stage_of(const famiglia_state *s, int n_left)
{
    return s->second_pass ? STAGES / 2 + within(n_left / 4, 0, 5) : within(n_left / 8, 0, 5);
}

/* Leads are those of seat 0. */
static void say_race(const spk_box *box, const famiglia_state *s, uint64_t *words)
{
    int n_left = famiglia_size(s->pile) + s->n_under, value[SPK_MAX_SEATS];
    int lead = FAR + within(famiglia_lead(box->config, s, 0), -FAR, FAR);
    words[LEAD] = word_of(LEAD, bytes(lead, stage_of(s, n_left)));
    words[LEFT_TO_DRAW] = word_of(LEFT_TO_DRAW, bytes(within(n_left, 0, LEFT - 1), s->second_pass));
    words[LAST_TURN] =
        famiglia_end_triggered(s) ? word_of(LAST_TURN, bytes(lead, s->active == s->start)) : 0;
    words[PASSED] = s->passed ? word_of(PASSED, bytes(lead, 0)) : 0;
    famiglia_values(box, s, value);
    words[ESTIMATE] =
        word_of(ESTIMATE, bytes(value[0] * (ODDS - 1) / SPK_WIN, value[1] * (ODDS - 1) / SPK_WIN));
}

static void say_turn(const famiglia_state *s, uint64_t *words)
{
    int moment = (s->phase * 2 + (s->active == s->start)) * 2 + (s->refreshed != 0);
    int accountant = within(s->accountant, 0, 4) * 5 + within(s->to_give, 0, 4);
    int lowered = s->lowered * FAMIGLIA_RANKS + within(s->lowered_by, 0, 4);
    words[MOMENT] = word_of(MOMENT, bytes(moment, s->active));
    words[ACCOUNTANT] = s->accountant ? word_of(ACCOUNTANT, bytes(accountant, 0)) : 0;
    words[LOWERED] = s->lowered_by ? word_of(LOWERED, bytes(lowered, 0)) : 0;
}

static void say(const spk_box *box, const void *state, const void *last, uint64_t *words)
{
    (void)last;
    say_zones(state, words);
    say_race(box, state, words);
    say_turn(state, words);
}

/* -- What a word means to a seat --------------------------------------------------------------- */

/* The slot and the feature at which a bag's block begins, as the seat calls it. */
static spk_meaning block_of(int bag, spk_seat seat)
{
    switch (bag) {
    case HANDS:
    case HANDS + 1: return bag - HANDS == seat ? MEANS(hand, 0, 0) : MEANS(rival_hand, 0, 0);
    case DISPLAYS:
    case DISPLAYS + 1:
        return bag - DISPLAYS == seat ? MEANS(display, 0, 0) : MEANS(rival_display, 0, 0);
    case STREET: return MEANS(street, 0, 0);
    case STREET_NEW: return MEANS(street_new, 0, 0);
    case PILE: return MEANS(pile, 0, 0);
    case DISCARD: return MEANS(discard, 0, 0);
    }
    return bag < TO_COME ? MEANS(on_offer, 0, 0) : MEANS(to_come, 0, 0);
}

static spk_meaning nth(spk_meaning block, int slot, int feature)
{
    return (spk_meaning){(uint16_t)(block.slot + slot), (uint16_t)(block.feature + feature)};
}

static int zone_means(int bag, uint64_t word, spk_seat seat, spk_meaning *out)
{
    int n = 0;
    for (famiglia_bag left = famiglia_present(word); left; left &= left - 1) {
        famiglia_card t = famiglia_lowest(left);
        int count = within(famiglia_count(word, t), 1, 5);
        out[n++] = nth(block_of(bag, seat), t, 5 * t + count - 1);
    }
    return n;
}

static int can_pay(uint64_t digit, spk_seat seat)
{
    return digit >> (1 + seat) & 1 ? 1 : digit >> (3 + seat) & 1 ? 2 : 0;
}

static int wanted_means(int bag, uint64_t word, spk_seat seat, spk_meaning *out)
{
    int n = 0;
    for (famiglia_card t = (bag - ON_OFFER) % 2; word; t += 2, word >>= 6)
        if (word & 1)
            out[n++] = nth(block_of(bag, seat), t,
                           PAYABLE * t + 3 * can_pay(word, seat) + can_pay(word, !seat));
    return n;
}

static spk_meaning race_means(int at, uint64_t word, spk_seat seat)
{
    int a = byte_of(word, 0), b = byte_of(word, 1), lead = seat == 0 ? a : 2 * FAR - a;
    switch (at) {
    case LEAD: return MEANS(lead, 0, b * LEADS + lead);
    case LEFT_TO_DRAW: return MEANS(left, 0, b * LEFT + a);
    case LAST_TURN: return MEANS(last_turn, 0, b * LEADS + lead);
    case PASSED: return MEANS(passed, 0, lead);
    case MOMENT: return MEANS(moment, 0, (b == seat) * MOMENTS + a);
    case ACCOUNTANT: return MEANS(accountant, 0, a);
    case LOWERED: return MEANS(lowered, 0, a);
    }
    return MEANS(estimate, 0, seat == 0 ? a : b);
}

static int mean(const spk_box *box, int i, uint64_t word, spk_seat seat, spk_meaning *out)
{
    (void)box;
    if (i < ON_OFFER)
        return zone_means(i, word, seat, out);
    if (i < BAGS)
        return wanted_means(i, word, seat, out);
    *out = race_means(i, word, seat);
    return 1;
}

static const spk_wording words = {
    .n_bags = BAGS, .n = WORDS, .digit_bits = digit_bits, .say = say, .mean = mean};

static void read_row(const spk_box *box, const void *state, spk_seat seat, uint16_t *row)
{
    spk_read_words(&famiglia_features, box, state, seat, row);
}

const spk_features famiglia_features = {
    .blocks = blocks,
    .n_slots = sizeof(struct slots),
    .n_features = sizeof(struct features),
    .moves = &famiglia_move_features,
    .read = read_row,
    .words = &words,
};
