/* hints_moves.c: which moves a good player looks at first. A hand of ten has a thousand parts that
 * could be laid; few are worth a thought. */
#include "games/chicago_gangsters/hints.h"

static uint32_t weigh_lay(const cg_plan *p, cg_bag cards)
{
    int points = cg_points(cards);
    if (cards & ~p->usable)
        return 1;
    if (points == 0)
        return 48;
    if (points >= p->win)
        return points < p->win + 4 ? 64 : 8;
    if (points >= p->half)
        return points < p->half + 3 ? 48 : 12;
    return 12;
}

/* -- One lay for each number of points ---------------------------------------------------------- */

/* Many parts of a hand are worth the same here; what differs is what they leave in hand. The best two of
 * each number of points. */
enum { MOST_POINTS = 63 };

typedef struct pick {
    cg_bag best[MOST_POINTS + 1], second[MOST_POINTS + 1];
    int most[MOST_POINTS + 1], next[MOST_POINTS + 1];
} pick;

/* What is left should be few and large cards, because a hand is limited; towards the end, of one kind, for
 * the showdown. */
static int leaves(const cg_state *s, spk_seat seat, cg_bag cards)
{
    int worth = 8 * cg_size(cards) + 1;
    for (int means = 0; means < CG_MEANS_COUNT && cg_rounds_left(s) <= 5; means++) {
        int points = cg_points((s->hand[seat] - cards) & cg_means_bits[means]);
        worth += points * points / 4;
    }
    return worth;
}

static void consider(pick *p, cg_bag cards, int worth)
{
    int points = cg_points(cards);
    if (points > MOST_POINTS || (cards == p->best[points] && p->most[points]))
        return;
    if (worth > p->most[points]) {
        p->next[points] = p->most[points], p->second[points] = p->best[points];
        p->most[points] = worth, p->best[points] = cards;
    } else if (worth > p->next[points])
        p->next[points] = worth, p->second[points] = cards;
}

static uint32_t weigh_among(const cg_plan *plan, const pick *p, cg_bag cards)
{
    int points = cg_points(cards);
    uint32_t weight = weigh_lay(plan, cards);
    if (points > MOST_POINTS || cards == p->best[points])
        return 16 * weight;
    return cards == p->second[points] ? 3 * weight : weight / 4 + 1;
}

static void pick_lays(const cg_state *s, spk_seat seat, const cg_plan *plan, const spk_move *moves,
                      int n, pick *p)
{
    *p = (pick){0};
    for (int i = 0; i < n; i++) {
        cg_bag cards = cg_move_cards(moves[i]);
        if (cg_move_op(moves[i]) != CG_OP_DEFER && !(cards & ~plan->usable))
            consider(p, cards, leaves(s, seat, cards));
    }
}

static void weigh_lays(const spk_box *box, const cg_state *s, spk_seat seat, const spk_move *moves,
                       int n, uint32_t *weight)
{
    cg_plan plan = cg_plan_lay(box, s, seat, s->stage, 15);
    pick p;
    pick_lays(s, seat, &plan, moves, n, &p);
    for (int i = 0; i < n; i++) {
        if (cg_move_op(moves[i]) == CG_OP_DEFER)
            weight[i] = 96;
        else
            weight[i] =
                weigh_among(&plan, &p, cg_move_cards(moves[i])) >> (cg_move_a(moves[i]) ? 0 : 5);
        weight[i] += !weight[i];
    }
}

static void weigh_mr_x(const spk_box *box, const cg_state *s, spk_seat seat, const spk_move *moves,
                       int n, uint32_t *weight)
{
    cg_plan plan[CG_SIDES];
    pick p;
    for (int side = 0; side < CG_SIDES; side++)
        plan[side] = cg_plan_lay(box, s, seat, side, 15);
    pick_lays(s, seat, &plan[0], moves, n, &p);
    for (int i = 0; i < n; i++)
        weight[i] = weigh_among(&plan[cg_move_a(moves[i])], &p, cg_move_cards(moves[i]));
}

/* -- Everything else ---------------------------------------------------------------------------- */

static uint32_t weigh_convert(cg_bag cards)
{
    int over = cg_points(cards) - 6;
    return over == 0 ? 64 : over == 1 ? 24 : over == 2 ? 6 : 1;
}

/* To give two cards and take the same two is allowed, and only looks silly. */
static uint32_t weigh_poker(spk_move move)
{
    bool same = cg_poker_kind(move, 0) == cg_poker_kind(move, 2) &&
                cg_poker_kind(move, 1) == cg_poker_kind(move, 3);
    int gain = cg_kind_value[cg_poker_kind(move, 2)] + cg_kind_value[cg_poker_kind(move, 3)] -
               cg_kind_value[cg_poker_kind(move, 0)] - cg_kind_value[cg_poker_kind(move, 1)];
    return gain == 0 && !same ? 8 : 1;
}

static uint32_t weigh_move(const spk_box *box, const cg_state *s, spk_seat seat, spk_move move)
{
    int a = cg_move_a(move);
    switch (cg_move_op(move)) {
    case CG_OP_SHOW: return 8;
    case CG_OP_DONE: return 64;
    case CG_OP_HIDE: return a == CG_KINDS || CG_ONE(a) & cg_usable(box, s, seat) ? 32 : 4;
    case CG_OP_CONVERT: return weigh_convert(cg_move_cards(move));
    case CG_OP_SWAP: return 32u / (cg_kind_value[a] * cg_kind_value[a]) + 1;
    case CG_OP_POKER: return weigh_poker(move);
    case CG_OP_END: return cg_open_skills(box, s) & (CG_USED_DRAW | CG_USED_BONUS) ? 1 : 64;
    default: return 64;
    }
}

void cg_weigh(const spk_box *box, const void *state, spk_seat seat, const spk_move *moves, int n,
              uint32_t *weight)
{
    const cg_state *s = state;
    if (s->phase == CG_LAY)
        weigh_lays(box, s, seat, moves, n, weight);
    else if (s->phase == CG_X_LAY)
        weigh_mr_x(box, s, seat, moves, n, weight);
    else
        for (int i = 0; i < n; i++)
            weight[i] = weigh_move(box, s, seat, moves[i]);
}
