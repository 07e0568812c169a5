/* features_moves.c: what a net sees of a move in Famiglia: the card it is about, what is exhausted for it,
 * who could pay for it, and when. docs/games/famiglia.md lists the blocks. */
#include <string.h>

#include "games/famiglia/hints.h"

enum {
    STAGES = 6, /* three on each pass of the deck */
    CARD_OPS = 6,
    IDLE_OPS = 5,
    OTHERS = FAMIGLIA_TYPES + 1, /* and nothing */
    COUNTS = 4,                  /* of a type in hand */
    PAYABLE = 9,                 /* by the seat and by its rival: no, yes, with a Brute */
    FAR = 12,                    /* a lead beyond this makes no difference */
    LEADS = 2 * FAR + 1,
    ENDS = 4,   /* nothing special, the rival has passed, one of the last two turns */
    OFFERS = 9, /* what is on offer: for the seat and for its rival, as above */
};

#define BLOCKS(X)                                                                                  \
    X(card, 1, CARD_OPS *FAMIGLIA_TYPES *STAGES)                                                   \
    X(held, 1, CARD_OPS *FAMIGLIA_TYPES *COUNTS)                                                   \
    X(wanted, 1, CARD_OPS *FAMIGLIA_RANKS *PAYABLE *STAGES)                                        \
    X(price, 1, 2 * OTHERS * COUNTS * STAGES)                                                      \
    X(bargain, 1, 2 * OTHERS * FAMIGLIA_TYPES)                                                     \
    X(lowered, 1, 2 * FAMIGLIA_RANKS * PAYABLE)                                                    \
    X(idle, 1, IDLE_OPS *LEADS *ENDS)                                                              \
    X(offer, 1, IDLE_OPS *OFFERS *STAGES)

#include "engine/blocks.h"

_Static_assert(sizeof(struct slots) <= SPK_MAX_MOVE_SLOTS, "a row has room for them");

/* What the moves of one decision have in common. */
typedef struct sight {
    const famiglia_state *s;
    famiglia_bag hand, payable[2], forced[2]; /* the seat's, its rival's */
    int stage, lead, end, offer;
} sight;

static int can_pay(const sight *v, int whose, famiglia_bag types)
{
    return types & v->payable[whose] ? 1 : types & v->forced[whose] ? 2 : 0;
}

static int payable_by(const sight *v, famiglia_bag types)
{
    return 3 * can_pay(v, 0, types) + can_pay(v, 1, types);
}

static void look(sight *v, const spk_box *box, const famiglia_state *s, spk_seat seat)
{
    int n_left = famiglia_size(s->pile) + s->n_under;
    *v = (sight){.s = s, .hand = s->hand[seat]};
    for (int i = 0; i < 2; i++) {
        famiglia_bag hand = s->hand[i ? !seat : seat];
        v->payable[i] = famiglia_payable(hand);
        v->forced[i] = famiglia_forced(v->payable[i], famiglia_top(hand, FAMIGLIA_BRUTES));
    }
    v->stage = s->second_pass ? STAGES / 2 + within(n_left / 8, 0, 2) : within(n_left / 16, 0, 2);
    v->lead = FAR + within(famiglia_lead(box->config, s, seat), -FAR, FAR);
    v->end = famiglia_end_triggered(s) ? 2 + (s->active == s->start) : s->passed;
    v->offer = payable_by(v, famiglia_present(famiglia_on_offer(s)));
}

static void read_card(const sight *v, int op, famiglia_card card, uint16_t *row)
{
    int n_held = within(famiglia_count(v->hand, card), 0, COUNTS - 1);
    int wanted = famiglia_rank(card) * PAYABLE + payable_by(v, FAMIGLIA_ONE(card));
    PUT(row, card, 0, (op * FAMIGLIA_TYPES + card) * STAGES + v->stage);
    PUT(row, held, 0, (op * FAMIGLIA_TYPES + card) * COUNTS + n_held);
    PUT(row, wanted, 0, (op * FAMIGLIA_RANKS * PAYABLE + wanted) * STAGES + v->stage);
}

/* A card that is exhausted for another: to pay for it (0), or a Brute to lower it (1). */
static void read_price(const sight *v, int op, spk_move m, uint16_t *row)
{
    famiglia_card card = famiglia_move_card(m), paid = famiglia_move_other(m);
    int other = paid == FAMIGLIA_NONE ? FAMIGLIA_TYPES : paid;
    int n_held = paid == FAMIGLIA_NONE ? 0 : within(famiglia_count(v->hand, paid), 0, COUNTS - 1);
    int amount = famiglia_move_amount(m);
    PUT(row, price, 0, ((op * OTHERS + other) * COUNTS + n_held) * STAGES + v->stage);
    PUT(row, bargain, 0, (op * OTHERS + other) * FAMIGLIA_TYPES + card);
    if (amount)
        PUT(row, lowered, 0,
            (op * FAMIGLIA_RANKS + within(amount, 0, 4)) * PAYABLE +
                payable_by(v, FAMIGLIA_ONE(card - amount)));
}

static void read_idle(const sight *v, int op, uint16_t *row)
{
    PUT(row, idle, 0, (op * LEADS + v->lead) * ENDS + v->end);
    PUT(row, offer, 0, (op * OFFERS + v->offer) * STAGES + v->stage);
}

static void read_move(const sight *v, spk_move m, uint16_t *row)
{
    famiglia_card card = famiglia_move_card(m);
    switch (famiglia_move_op(m)) {
    case FAMIGLIA_REFRESH_CARD: read_card(v, 0, card, row); break;
    case FAMIGLIA_PLAY_ACCOUNTANT: read_card(v, 1, card, row); break;
    case FAMIGLIA_TAKE_CARD: read_card(v, 2, card, row); break;
    case FAMIGLIA_GIVE_CARD: read_card(v, 3, card, row); break;
    case FAMIGLIA_PLAY_BRUTE: read_card(v, 4, card, row), read_price(v, 1, m, row); break;
    case FAMIGLIA_RECRUIT_CARD: read_card(v, 5, card, row), read_price(v, 0, m, row); break;
    case FAMIGLIA_END_REFRESH: read_idle(v, 0, row); break;
    case FAMIGLIA_SKIP_EXCHANGE: read_idle(v, 1, row); break;
    case FAMIGLIA_STOP: read_idle(v, 2, row); break;
    case FAMIGLIA_SKIP_INTIMIDATE: read_idle(v, 3, row); break;
    case FAMIGLIA_PASS: read_idle(v, 4, row); break;
    case FAMIGLIA_START_SEAT:
    case FAMIGLIA_DRAW_CARD:
    case FAMIGLIA_OP_COUNT: break;
    }
}

static void read_moves(const spk_box *box, const void *state, spk_seat seat, const spk_move *moves,
                       int n, uint16_t *rows)
{
    sight v;
    look(&v, box, state, seat);
    memset(rows, 0xff, (size_t)n * sizeof(struct slots) * sizeof *rows);
    for (int i = 0; i < n; i++)
        read_move(&v, moves[i], rows + (size_t)i * sizeof(struct slots));
}

const spk_move_features famiglia_move_features = {
    .blocks = blocks,
    .n_slots = sizeof(struct slots),
    .n_features = sizeof(struct features),
    .read = read_moves,
};
