/* hints_play.c: what a sensible player of Famiglia does without thinking: a move at once for playing
 * a position on (rollout), and which moves to think about first (weigh). */
#include "games/famiglia/hints.h"

/* What a card in hand is worth to the middle game, in hundredths of a logit as in hints.c ... */
static const int worth[FAMIGLIA_TYPES] = {
    18, 44, 87,  112, 150, /* La Famiglia */
    18, 47, 81,  112, 150, /* Accountants */
    28, 57, 105, 140, 160, /* Brutes */
    32, 65, 105, 145, 180, /* Mercenaries */
};

/* ... and how much of it is gone once the card is exhausted: it scores, but no longer pays or acts. */
static const int loss[FAMIGLIA_TYPES] = {
    8,  14, 16, 10, 0,  /* La Famiglia */
    15, 35, 45, 40, 25, /* Accountants */
    25, 45, 65, 70, 40, /* Brutes */
    20, 50, 60, 70, 60, /* Mercenaries */
};

/* What is left of a card's worth once the natural card for it is exhausted. */
static const int net[FAMIGLIA_TYPES] = {
    18, 36, 73, 96, 140, /* La Famiglia */
    18, 32, 46, 67, 110, /* Accountants */
    28, 32, 60, 75, 90,  /* Brutes */
    32, 45, 55, 85, 110, /* Mercenaries */
};

/* -- Rollouts ---------------------------------------------------------------------------------- */

static famiglia_card dearest(famiglia_bag types)
{
    famiglia_card best = FAMIGLIA_NONE;
    int most = 0;
    for (; types; types &= types - 1) {
        famiglia_card t = famiglia_lowest(types);
        if (net[t] > most)
            most = net[t], best = t;
    }
    return best;
}

/* Any of the types in a bag of single cards. */
static famiglia_card any_of(famiglia_bag types, spk_rng *rng)
{
    for (uint32_t nth = spk_rng_below(rng, (uint32_t)famiglia_size(types)); nth > 0; nth--)
        types &= types - 1;
    return famiglia_lowest(types);
}

/* Of the hand's types the one that is missed least, or (most) of the display's the one missed most. */
static famiglia_card by_loss(famiglia_bag types, bool most)
{
    famiglia_card best = FAMIGLIA_NONE;
    int at = 0;
    for (; types; types &= types - 1) {
        famiglia_card t = famiglia_lowest(types);
        if (best == FAMIGLIA_NONE || (most ? loss[t] > at : loss[t] < at))
            at = loss[t], best = t;
    }
    return best;
}

/* Whether to leave the street as it is: for a card that can be paid nearly always, for one that needs
 * a Brute now and then; with nothing at all it is laid out anew. */
static bool content(const famiglia_state *s, famiglia_bag payable, spk_rng *rng)
{
    famiglia_bag hand = s->hand[s->active], offer = famiglia_present(famiglia_on_offer(s));
    uint32_t die = spk_rng_below(rng, 8);
    if (offer & payable)
        return die != 0;
    if (offer & famiglia_forced(payable, famiglia_top(hand, FAMIGLIA_BRUTES)))
        return die < (s->second_pass ? 4 : 2);
    return s->second_pass && die < 2;
}

/* What is put away is best of a high rank, for more new cards, and nothing one could have. */
static spk_move rollout_refresh(const famiglia_state *s, spk_rng *rng)
{
    famiglia_bag payable = famiglia_payable(s->hand[s->active]);
    if (content(s, payable, rng))
        return famiglia_idle(FAMIGLIA_END_REFRESH);
    famiglia_bag old = famiglia_present(s->street_old), fresh = famiglia_present(s->street_new);
    bool is_new = !old || (fresh && spk_rng_below(rng, 2));
    famiglia_bag lying = is_new ? fresh : old, others = lying & ~payable;
    famiglia_bag high = others & (FAMIGLIA_ZEROS << 9 | FAMIGLIA_ZEROS << 12);
    if (high && spk_rng_below(rng, 4))
        lying = high;
    else if (others)
        lying = others;
    return famiglia_move(FAMIGLIA_REFRESH_CARD, any_of(lying, rng), is_new, 0, 0);
}

/* An exchange costs the Accountant: it is for getting back much better cards than are given. */
static spk_move rollout_exchange(const spk_box *box, const famiglia_state *s, spk_rng *rng)
{
    spk_move moves[FAMIGLIA_RANKS + 1];
    int n = famiglia_moves(box, s, s->active, moves);
    spk_move play = moves[n == 2 ? 0 : spk_rng_below(rng, (uint32_t)n - 1)];
    famiglia_card accountant = famiglia_move_card(play);
    famiglia_bag rest = famiglia_present(s->hand[s->active] - FAMIGLIA_ONE(accountant));
    famiglia_card back = by_loss(famiglia_present(s->display[s->active]), true);
    if (loss[back] <= loss[accountant] + loss[by_loss(rest, false)])
        return moves[n - 1];
    return play;
}

static spk_move rollout_take(const spk_box *box, const famiglia_state *s)
{
    spk_move moves[FAMIGLIA_TYPES + 1];
    int n = famiglia_moves(box, s, s->active, moves), best = 0;
    for (int i = 1; i < n; i++)
        if (famiglia_move_op(moves[i]) == FAMIGLIA_TAKE_CARD &&
            loss[famiglia_move_card(moves[i])] > loss[famiglia_move_card(moves[best])])
            best = i;
    bool may_stop = famiglia_move_op(moves[n - 1]) == FAMIGLIA_STOP;
    return may_stop && loss[famiglia_move_card(moves[best])] < 26 ? moves[n - 1] : moves[best];
}

static spk_move rollout_give(const spk_box *box, const famiglia_state *s)
{
    spk_move moves[FAMIGLIA_TYPES + 1];
    int n = famiglia_moves(box, s, s->active, moves), best = 0;
    for (int i = 1; i < n; i++)
        if (loss[famiglia_move_card(moves[i])] < loss[famiglia_move_card(moves[best])])
            best = i;
    return moves[best];
}

/* The lowest Brute that brings the best card within reach, if that is worth him. */
static spk_move rollout_brute(const famiglia_state *s)
{
    famiglia_bag hand = s->hand[s->active], payable = famiglia_payable(hand);
    famiglia_bag offer = famiglia_present(famiglia_on_offer(s)), reach = payable;
    famiglia_card now = dearest(offer & payable);
    int top = famiglia_top(hand, FAMIGLIA_BRUTES), most = now == FAMIGLIA_NONE ? 0 : net[now];
    spk_move best = famiglia_idle(FAMIGLIA_SKIP_INTIMIDATE);
    for (int by = 1; by <= top; by++) {
        famiglia_bag before = reach;
        reach |= reach << 3 & FAMIGLIA_EACH & ~FAMIGLIA_ZEROS;
        famiglia_card card = dearest(offer & reach & ~before);
        int rank = by;
        while (!famiglia_count(hand, famiglia_card_of(FAMIGLIA_BRUTES, rank)))
            rank++;
        famiglia_card brute = famiglia_card_of(FAMIGLIA_BRUTES, rank);
        if (card == FAMIGLIA_NONE || net[card] - loss[brute] / 2 <= most)
            continue;
        most = net[card] - loss[brute] / 2;
        best = famiglia_move(FAMIGLIA_PLAY_BRUTE, card, s->street_new != 0, by, brute);
    }
    return best;
}

/* Take a card and exhaust the natural one: whoever can pay at all can pay so. */
static spk_move take_for(famiglia_card card, bool is_new, int amount)
{
    bool free = famiglia_rank(card) == amount;
    return famiglia_move(FAMIGLIA_RECRUIT_CARD, card, is_new, amount,
                         free ? FAMIGLIA_NONE : card - amount - 1);
}

/* What a Brute was played for; else the best that can be paid, and now and then any. */
static spk_move rollout_recruit(const famiglia_state *s, spk_rng *rng)
{
    bool is_new = s->street_new != 0;
    famiglia_bag payable = famiglia_payable(s->hand[s->active]);
    famiglia_bag offer = famiglia_present(famiglia_on_offer(s)) & payable;
    if (s->lowered_by && s->lowered_new == is_new) {
        if (payable & FAMIGLIA_ONE(s->lowered - s->lowered_by))
            return take_for(s->lowered, is_new, s->lowered_by);
        offer &= ~FAMIGLIA_ONE(s->lowered);
    }
    if (!offer)
        return famiglia_idle(FAMIGLIA_PASS);
    bool any = spk_rng_below(rng, 8) == 0;
    return take_for(any ? any_of(offer, rng) : dearest(offer), is_new, 0);
}

static spk_move skip(famiglia_phase phase)
{
    return famiglia_idle(phase == FAMIGLIA_REFRESH      ? FAMIGLIA_END_REFRESH
                         : phase == FAMIGLIA_EXCHANGE   ? FAMIGLIA_SKIP_EXCHANGE
                         : phase == FAMIGLIA_INTIMIDATE ? FAMIGLIA_SKIP_INTIMIDATE
                                                        : FAMIGLIA_PASS);
}

spk_move famiglia_rollout(const spk_box *box, const void *state, spk_seat seat, spk_rng *rng)
{
    const famiglia_state *s = state;
    (void)seat;
    famiglia_phase phase = (famiglia_phase)s->phase;
    if (phase == FAMIGLIA_TAKE)
        return rollout_take(box, s);
    if (phase == FAMIGLIA_GIVE)
        return rollout_give(box, s);
    if (famiglia_wins_by_passing(box->config, s))
        return skip(phase);
    if (phase == FAMIGLIA_REFRESH)
        return rollout_refresh(s, rng);
    if (phase == FAMIGLIA_EXCHANGE)
        return rollout_exchange(box, s, rng);
    if (phase == FAMIGLIA_INTIMIDATE)
        return rollout_brute(s);
    return rollout_recruit(s, rng);
}

/* -- Weighing ---------------------------------------------------------------------------------- */

/* The numbers of this part follow how often a search of 1,500 iterations, playing itself, chose such
 * a move where it could. An exchange is weighed card by card: back come those that are missed most,
 * away go those missed least, and the many others wait until these are understood. */

static int gain(spk_move m)
{
    famiglia_card exhausted = famiglia_move_other(m);
    return worth[famiglia_move_card(m)] - (exhausted == FAMIGLIA_NONE ? 0 : loss[exhausted]);
}

/* What the weights of one decision depend on. */
typedef struct sight {
    const famiglia_state *s;
    famiglia_bag payable, theirs; /* what the seat and its rival can pay for */
    bool has_card, has_forced;    /* something on offer can be had, or with a Brute */
    bool wins;                    /* by passing */
} sight;

static int weigh_refresh(const sight *v, famiglia_card card)
{
    static const int by_rank[FAMIGLIA_RANKS] = {1, 10, 10, 20, 30};
    int weight = by_rank[famiglia_rank(card)];
    if (v->payable & FAMIGLIA_ONE(card))
        return weight / 4;
    return v->theirs & FAMIGLIA_ONE(card) ? 2 * weight : weight;
}

static int weigh_brute(const sight *v, spk_move m)
{
    static const int by_rank[FAMIGLIA_RANKS] = {1, 12, 20, 30, 50};
    famiglia_card card = famiglia_move_card(m), as = card - famiglia_move_amount(m);
    if (!(v->payable & FAMIGLIA_ONE(as)) || famiglia_move_new(m) != (v->s->street_new != 0))
        return 1;
    bool too_much = v->payable & FAMIGLIA_ONE(as + 1);
    return too_much ? 2 : by_rank[famiglia_rank(card)];
}

static int weigh_idle(const sight *v, famiglia_op op)
{
    bool second = v->s->second_pass;
    if (v->wins)
        return 10000;
    switch (op) {
    case FAMIGLIA_END_REFRESH:
        return v->has_card     ? (second ? 250 : 110)
               : v->has_forced ? (second ? 60 : 15)
               : second        ? 20
                               : 1;
    case FAMIGLIA_SKIP_EXCHANGE: return 40;
    case FAMIGLIA_SKIP_INTIMIDATE: return v->has_card ? 100 : 4;
    default: return 5; /* passing */
    }
}

static int weigh_move(const sight *v, spk_move m)
{
    famiglia_card card = famiglia_move_card(m);
    famiglia_op op = famiglia_move_op(m);
    switch (op) {
    case FAMIGLIA_REFRESH_CARD: return weigh_refresh(v, card);
    case FAMIGLIA_PLAY_ACCOUNTANT: return 8;
    case FAMIGLIA_TAKE_CARD: return 2 + loss[card] / 2;
    case FAMIGLIA_STOP: return 8;
    case FAMIGLIA_GIVE_CARD: return 400 / (5 + loss[card]);
    case FAMIGLIA_PLAY_BRUTE: return weigh_brute(v, m);
    case FAMIGLIA_RECRUIT_CARD: return 20 + gain(m);
    default: return weigh_idle(v, op);
    }
}

void famiglia_weigh(const spk_box *box, const void *state, spk_seat seat, const spk_move *moves,
                    int n, uint32_t *weight)
{
    const famiglia_state *s = state;
    famiglia_bag hand = s->hand[seat], offer = famiglia_present(famiglia_on_offer(s));
    sight v = {
        .s = s, .payable = famiglia_payable(hand), .theirs = famiglia_payable(s->hand[!seat])};
    v.has_card = offer & v.payable;
    v.has_forced = offer & famiglia_forced(v.payable, famiglia_top(hand, FAMIGLIA_BRUTES));
    v.wins = famiglia_wins_by_passing(box->config, s);
    for (int i = 0; i < n; i++) {
        int w = weigh_move(&v, moves[i]);
        weight[i] = (uint32_t)(w < 1 ? 1 : w);
    }
}

/* A Brute was laid down for the card that he lowered. */
bool famiglia_follows(const spk_box *box, const void *state, spk_seat seat, spk_move move)
{
    (void)box, (void)state, (void)seat;
    return famiglia_move_op(move) == FAMIGLIA_RECRUIT_CARD && famiglia_move_amount(move) > 0;
}
