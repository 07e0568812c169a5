/* hints_plans.c: whole walks, for a search that chooses among purposes instead of steps (spk_plans).
 *
 *     take     M goes to that empty building and in
 *     guard    M goes to an own bar or casino of a race and stands in it
 *     attack   M goes to that man and fights
 *     go       M goes towards something too far for this turn, as far as the points reach
 *     stay     M steps out of the door and in again, until nothing is left to be spent
 *
 * A plan is a member, where it is now, and where it goes. The member walks by the shortest free way
 * and stops where it arrives, where it is in the way of its own people, or where the points end; who is
 * beaten on the way stops for good. A duel that is won does not end a walk.
 *
 * Plans are weighed by what they bring for the way, counted in steps: one that brings HALF steps less than the best is half
 * as likely. So the weights mean the same in every phase, though a step costs 9 in the first and 2 in the last.
 *
 * They are weighed twice, with what the races are worth and for their money alone: while a race is on, nothing
 * else would be looked at otherwise, and rivals who hunt meanwhile grow rich. */
#include "games/chicago/hints.h"

enum {
    TAKES = 3,   /* per member: the best buildings, ... */
    ATTACKS = 2, /* ... and the best men to fight */
    HALF = 2,
    FOR_MONEY = 4, /* so many times less likely than the best of all is the best for money alone */
    FULL = 4096,   /* the weight of the best */
    LEAST = -8192, /* worse than any score */
    POST = 10,     /* steps: what it costs to leave a post, ... */
    HELD = 20,     /* ... and to leave a building of a goal that is reached */
};

/* Behind the bits of a step: where it goes, 1 + node (9 bits), and whether it stays. */
enum { GOAL_BIT = 33, STAY_BIT = 43 };

static spk_move plan_of(int at, int goal, int rings, bool stays)
{
    return chicago_move(CHICAGO_OP_STEP, at, 0, rings) | (spk_move)(goal + 1) << GOAL_BIT |
           (spk_move)stays << STAY_BIT;
}

static int goal_of(spk_move plan) { return (int)(plan >> GOAL_BIT & 511) - 1; }
static bool is_stay(spk_move plan) { return plan >> STAY_BIT & 1; }

/* -- The next step ----------------------------------------------------------------------------- */

static bool may_enter(const chicago_config *c, const chicago_state *s, int gang, int rings, int to,
                      int goal)
{
    int there = s->on[to] - 1;
    if (there < 0)
        return true;
    if (there == gang || there == c->ally[gang])
        return false;
    return to == goal || chicago_duel_wins[rings][chicago_rings_at(s, to)] >= 75;
}

/* The neighbour nearest to the goal that is nearer than here; -1: there is none. Nobody picks a fight on the
 * way that is not as good as won. */
static int next_node(const chicago_config *c, const chicago_state *s, int at, int rings, int goal)
{
    int gang = chicago_on_turn(c, s);
    const uint8_t *distance = c->distance[goal];
    for (int j = c->adj_start[at]; j < c->adj_start[at + 1]; j++) {
        int to = c->adj[j];
        if (distance[to] < distance[at] && may_enter(c, s, gang, rings, to, goal))
            return to;
    }
    return -1;
}

/* Out of the door, if it is free. */
static int way_out(const chicago_config *c, const chicago_state *s, int at)
{
    for (int j = c->adj_start[at]; j < c->adj_start[at + 1]; j++)
        if (!s->on[c->adj[j]])
            return c->adj[j];
    return -1;
}

static bool is_there(const chicago_config *c, const chicago_state *s, int at, int rings)
{
    const chicago_gang *g = &s->gang[chicago_on_turn(c, s)];
    if (!chicago_stands(s, chicago_on_turn(c, s), at))
        return false;
    for (int i = 0; i < g->n_members && c->stacking; i++)
        if (g->member[i] == (at << 3 | rings))
            return true;
    return !c->stacking;
}

static int rings_now(const chicago_config *c, const chicago_state *s, int at, int rings)
{
    return c->stacking ? rings : chicago_rings_at(s, at);
}

/* Where the walk goes on; -1: it is over. */
static int next_of(const chicago_config *c, const chicago_state *s, spk_move plan)
{
    int at = chicago_move_a(plan), goal = goal_of(plan);
    if (!is_there(c, s, at, chicago_move_c(plan)))
        return -1; /* beaten, or stronger now and another in its stack */
    if (at == goal)
        return is_stay(plan) && s->points >= 2 ? way_out(c, s, at) : -1;
    return next_node(c, s, at, rings_now(c, s, at, chicago_move_c(plan)), goal);
}

static bool next(const spk_box *box, const void *state, spk_seat seat, spk_move *plan,
                 spk_move *move)
{
    const chicago_config *c = box->config;
    const chicago_state *s = state;
    (void)seat;
    if (s->stage != CHICAGO_STEP || chicago_is_short_of_chips(c, s, chicago_on_turn(c, s)))
        return false;
    int to = next_of(c, s, *plan), at = chicago_move_a(*plan), rings = chicago_move_c(*plan);
    if (to < 0)
        return false;
    *move = chicago_move(CHICAGO_OP_STEP, at, to, c->stacking ? rings : 0);
    *plan = plan_of(to, goal_of(*plan), rings, is_stay(*plan));
    return true;
}

/* -- What there is to do ----------------------------------------------------------------------- */

typedef struct catalogue {
    const chicago_scene *v;
    spk_move *plans;
    int score[CHICAGO_MAX_MOVES]; /* in the units of worths */
    int money[CHICAGO_MAX_MOVES]; /* the same, races apart */
    int n, best, most;            /* the highest score, and for money */
} catalogue;

/* A guard may be sent where somebody is to take something anyway: both are plans of one member, and the
 * last ones. */
static bool is_listed(const catalogue *k, spk_move plan)
{
    for (int i = k->n; i > 0 && chicago_move_a(k->plans[i - 1]) == chicago_move_a(plan); i--)
        if (k->plans[i - 1] == plan)
            return true;
    return false;
}

static bool is_held(const chicago_scene *v, int node)
{
    for (int i = 0; i < CHICAGO_RACES && node < CHICAGO_BUILDINGS; i++)
        if (v->race[i].is_held && chicago_has(v->race[i].set, node))
            return true;
    return false;
}

/* No money makes up for a goal that is lost: points that must be spent are spent by others. */
static void add(catalogue *k, uint16_t member, int goal, bool stays, int score, int money)
{
    const chicago_scene *v = k->v;
    int price = !stays && is_held(v, chicago_node_of(member)) ? HELD * v->cost : 0;
    spk_move plan = plan_of(chicago_node_of(member), goal, chicago_rings_of(member), stays);
    if (k->n == CHICAGO_MAX_MOVES || is_listed(k, plan) || next_of(v->c, v->s, plan) < 0)
        return;
    k->plans[k->n] = plan;
    score -= price, money -= money > LEAST ? price : 0;
    k->money[k->n] = money;
    k->score[k->n++] = score;
    k->best = score > k->best ? score : k->best;
    k->most = money > k->most ? money : k->most;
}

/* The best few of what was offered, in order. */
typedef struct shortlist {
    int n, room;
    int goal[4], score[4];
} shortlist;

static void offer(shortlist *l, int goal, int score)
{
    int at = l->n < l->room ? l->n++ : l->room;
    if (at == l->room && l->score[--at] >= score)
        return;
    for (; at > 0 && l->score[at - 1] < score; at--)
        l->goal[at] = l->goal[at - 1], l->score[at] = l->score[at - 1];
    l->goal[at] = goal, l->score[at] = score;
}

/* What leaving costs: a strong one at its post, or whoever keeps a casino. */
static int price_of_leaving(const chicago_scene *v, uint16_t member)
{
    int from = chicago_node_of(member);
    if (from >= CHICAGO_BUILDINGS)
        return 0;
    if (chicago_rings_of(member) >= CHICAGO_STRONG && chicago_is_post(v, from))
        return POST * v->cost;
    return chicago_has(v->c->casinos, from) ? 3 * v->cost : 0;
}

/* What every building brings after the way to it, LEAST if nothing: in masks, so that compilers do eight at a
 * time. */
static void score_takes(const chicago_scene *v, const uint8_t *restrict distance,
                        const uint8_t *restrict worths, int16_t *restrict score)
{
    const uint8_t *plain = v->plain.at;
    int16_t cost = (int16_t)v->cost, reach = (int16_t)v->reach;
    for (int b = 0; b < CHICAGO_ROW; b++) {
        int16_t far = (int16_t) - (distance[b] > reach);
        int16_t worth = (int16_t)((worths[b] & ~far) | (plain[b] & far));
        int16_t nothing = (int16_t) - (worth == 0);
        int16_t brings = (int16_t)(worth - cost * distance[b]);
        score[b] = (int16_t)((brings & ~nothing) | (LEAST & nothing));
    }
}

static void add_takes(catalogue *k, uint16_t member, int price)
{
    const chicago_scene *v = k->v;
    int from = chicago_node_of(member);
    const chicago_row *worths = from == v->guard ? &v->posts : &v->empty;
    shortlist best = {.room = TAKES};
    int16_t score[CHICAGO_ROW];
    score_takes(v, v->c->distance[from], worths->at, score);
    for (int b = 0; b < CHICAGO_BUILDINGS; b++)
        if (score[b] > (best.n < TAKES ? LEAST : best.score[TAKES - 1]))
            offer(&best, b, score[b]);
    for (int i = 0; i < best.n; i++)
        add(k, member, best.goal[i], false, best.score[i] - price,
            v->plain.at[best.goal[i]] - v->cost * v->c->distance[from][best.goal[i]]);
}

/* What it brings after the way to attack so many rings there. */
static int attack_score(const chicago_scene *v, const chicago_row *worth, uint16_t member, int node,
                        int foe_rings)
{
    int rings = chicago_rings_of(member), way = v->c->distance[chicago_node_of(member)][node];
    return chicago_attack_worth(v, worth, rings, node, foe_rings) - v->cost * way;
}

/* Foes within reach, and one who is farther away if he is worth the way. */
static void add_attacks(catalogue *k, uint16_t member, int price)
{
    const chicago_scene *v = k->v;
    const uint8_t *distance = v->c->distance[chicago_node_of(member)];
    shortlist best = {.room = ATTACKS};
    for (int foe = 0; foe < CHICAGO_GANGS; foe++) {
        const chicago_gang *f = &v->s->gang[foe];
        if (foe == v->gang || foe == v->c->ally[v->gang])
            continue;
        for (int i = 0; i < f->n_members; i++) {
            int node = chicago_node_of(f->member[i]);
            int brings = attack_score(v, &v->worth, member, node, chicago_rings_of(f->member[i]));
            if (distance[node] <= v->s->points || (brings > 0 && chicago_rings_of(member) > 2))
                offer(&best, node, brings);
        }
    }
    for (int i = 0; i < best.n; i++) {
        int node = best.goal[i], foe_rings = chicago_rings_at(v->s, node);
        add(k, member, node, false, best.score[i] - price,
            attack_score(v, &v->bare, member, node, foe_rings));
    }
}

/* The nearest of the player's own buildings of a race, for somebody strong to stand in. */
static void add_guard(catalogue *k, uint16_t member, int price)
{
    const chicago_scene *v = k->v;
    const uint8_t *distance = v->c->distance[chicago_node_of(member)];
    const uint64_t *own = v->s->gang[v->gang].owned, *ally = v->s->gang[v->c->ally[v->gang]].owned;
    int best = -1;
    for (int i = 0; i < CHICAGO_RACES; i++)
        for (int word = 0; word < 2; word++)
            for (uint64_t left = v->race[i].set[word] & (own[word] | ally[word]); left;
                 left &= left - 1) {
                int b = 64 * word + __builtin_ctzll(left);
                if (!v->s->on[b] && (best < 0 || distance[b] < distance[best]))
                    best = b;
            }
    if (best >= 0 && distance[best] <= v->s->points)
        add(k, member, best, false, -v->cost * (1 + distance[best]) - price, LEAST);
}

static bool is_of_a_race(const chicago_scene *v, int node)
{
    return node < CHICAGO_BUILDINGS &&
           (chicago_has(v->race[0].set, node) || chicago_has(v->race[1].set, node));
}

static void add_member(catalogue *k, uint16_t member)
{
    const chicago_scene *v = k->v;
    int node = chicago_node_of(member), price = price_of_leaving(v, member);
    add_takes(k, member, price);
    add_attacks(k, member, price);
    if (is_of_a_race(v, node))
        add(k, member, node, true, -2 * v->cost, -2 * v->cost);
    else if (chicago_rings_of(member) > 2)
        add_guard(k, member, price);
}

/* Half for every HALF steps, in straight lines between. */
static uint32_t weight_of(int behind, int half)
{
    int halvings = behind / half, rest = behind % half;
    uint32_t weight = halvings < 12 ? (uint32_t)FULL >> halvings : 1;
    return 1 + weight - weight * (uint32_t)rest / (2 * (uint32_t)half);
}

static int list(const spk_box *box, const void *state, spk_seat seat, spk_move *plans,
                uint32_t *weight)
{
    const chicago_config *c = box->config;
    const chicago_state *s = state;
    chicago_scene v;
    (void)seat;
    if (s->stage != CHICAGO_STEP || chicago_is_short_of_chips(c, s, chicago_on_turn(c, s)))
        return 0;
    chicago_look(&v, box, s);
    catalogue k = {.v = &v, .plans = plans, .best = LEAST, .most = LEAST};
    const chicago_gang *g = &s->gang[v.gang];
    for (int i = 0; i < g->n_members; i++)
        if (i == 0 || g->member[i] != g->member[i - 1])
            add_member(&k, g->member[i]);
    for (int i = 0; i < k.n; i++) {
        uint32_t for_money = weight_of(k.most - k.money[i], HALF * v.cost) / FOR_MONEY;
        weight[i] = weight_of(k.best - k.score[i], HALF * v.cost);
        weight[i] = for_money > weight[i] ? for_money : weight[i];
    }
    return k.n;
}

/* What a turn brings differs little from plan to plan, so what was found must count more than the weights. */
const spk_plans chicago_plans = {.list = list, .next = next, .explore = 30, .by_values = true};
