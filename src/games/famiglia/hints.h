/* hints.h: what the parts of Famiglia's hints share: what a hand can pay for, and who leads.
 * Nothing here is a rule (rules.c); it is what a player sees at a glance and may be wrong in rare
 * cases. */
#ifndef FAMIGLIA_HINTS_H
#define FAMIGLIA_HINTS_H

#include "games/famiglia/state.h"

/* hints.c */
void famiglia_values(const spk_box *box, const void *state, int value[SPK_MAX_SEATS]);

/* features.c */
extern const spk_features famiglia_features;

/* features_moves.c */
extern const spk_move_features famiglia_move_features;

/* hints_play.c */
void famiglia_weigh(const spk_box *box, const void *state, spk_seat seat, const spk_move *moves,
                    int n, uint32_t *weight);
bool famiglia_follows(const spk_box *box, const void *state, spk_seat seat, spk_move move);
spk_move famiglia_rollout(const spk_box *box, const void *state, spk_seat seat, spk_rng *rng);

static inline famiglia_bag famiglia_street(const famiglia_state *s)
{
    return s->street_old + s->street_new;
}

/* The cards that may be taken this turn: new ones, if there are any (FA-3.8). */
static inline famiglia_bag famiglia_on_offer(const famiglia_state *s)
{
    return s->street_new ? s->street_new : s->street_old;
}

/* The highest rank of a family's cards that can act; 0: none. */
static inline int famiglia_top(famiglia_bag hand, int family)
{
    unsigned ranks = (unsigned)(hand >> 15 * family) & 077770;
    return ranks ? (31 - __builtin_clz(ranks)) / 3 : 0;
}

/* The types that a hand can pay for at their printed rank: zeros, the rank above a pair, and the
 * rank above a single card if a Mercenary is high enough to substitute. */
static inline famiglia_bag famiglia_payable(famiglia_bag hand)
{
    static const famiglia_bag up_to[FAMIGLIA_RANKS] = {
        0, 000010000100001000010u, 000110001100011000110u, 001110011100111001110u,
        011110111101111011110u};
    famiglia_bag pairs = (hand >> 1 | hand >> 2) & FAMIGLIA_EACH;
    famiglia_bag joined =
        famiglia_present(hand) << 3 & up_to[famiglia_top(hand, FAMIGLIA_MERCENARIES)];
    return ((pairs << 3 | joined) & FAMIGLIA_EACH) | FAMIGLIA_ZEROS;
}

/* The types it can pay for with the help of a Brute of that rank. */
static inline famiglia_bag famiglia_forced(famiglia_bag payable, int brute)
{
    for (; brute > 0; brute--)
        payable |= payable << 3 & FAMIGLIA_EACH & ~FAMIGLIA_ZEROS;
    return payable;
}

/* A seat's points minus the other's. */
static inline int famiglia_lead(const famiglia_config *c, const famiglia_state *s, spk_seat seat)
{
    return famiglia_points(c, s->hand[seat] + s->display[seat]) -
           famiglia_points(c, s->hand[!seat] + s->display[!seat]);
}

/* The other seat has passed and this one leads: it can pass and win (FA-10.4). */
static inline bool famiglia_wins_by_passing(const famiglia_config *c, const famiglia_state *s)
{
    return s->passed && !famiglia_end_triggered(s) && famiglia_lead(c, s, s->active) > 0;
}

#endif
