/* scripts.c: players with one plan, to measure bots by (spk_script). Nobody here searches, rolls
 * dice in mind or asks hints.c; each step looks at the whole board once:
 *
 *     every member of the gang on turn  x  every place that is worth going to
 *
 * and the pair that brings most for its way is taken one step further. The next step finds the same
 * pair again, nearer by one, so a turn becomes a walk though nothing remembers it. What a place
 * brings is all that the plans disagree about:
 *
 *     square_rusher     the bars at the square; then to stand in them
 *     casino_rusher     the casinos; then to stand in them
 *     income_maximiser  what pays most until the end, and weak men for their price
 *
 * These players are anchors: they stay as they are (game.h, spk_script). */
#include "games/chicago/rules.h"

/* -- One look at the board ---------------------------------------------------------------------- */

typedef struct scene scene;

/* What it brings to go to a node: in tenths of a step, so that a way can be weighed against it. 0: nothing. */
typedef int worth_of(const scene *v, uint16_t walker, int node);

struct scene {
    const spk_box *box;
    const chicago_config *c;
    const chicago_state *s;
    int gang;
    uint64_t mine[2]; /* the player's buildings, of both gangs */
    const uint64_t *goal;
    worth_of *worth;
};

static void look(scene *v, const spk_box *box, const chicago_state *s)
{
    v->box = box;
    v->c = box->config;
    v->s = s;
    v->gang = chicago_on_turn(v->c, s);
    const uint64_t *own = s->gang[v->gang].owned, *ally = s->gang[v->c->ally[v->gang]].owned;
    v->mine[0] = own[0] | ally[0];
    v->mine[1] = own[1] | ally[1];
}

static bool is_foe(const scene *v, int node)
{
    int there = v->s->on[node] - 1;
    return there >= 0 && there != v->gang && there != v->c->ally[v->gang];
}

/* The strongest who stands there. */
static int rings_at(const chicago_state *s, int node)
{
    const chicago_gang *g = &s->gang[s->on[node] - 1];
    int most = 0;
    for (int i = 0; i < g->n_members; i++)
        if (chicago_node_of(g->member[i]) == node && chicago_rings_of(g->member[i]) > most)
            most = chicago_rings_of(g->member[i]);
    return most;
}

/* How often so many rings beat so many, out of 100: the printed dice, whole duels. */
static int wins(int attacker, int defender)
{
    static const uint8_t of_100[CHICAGO_STRENGTHS + 1][CHICAGO_STRENGTHS + 1] = {
        {0}, {0, 42, 31, 17, 8}, {0, 69, 48, 23, 11}, {0, 83, 77, 49, 24}, {0, 92, 89, 76, 50},
    };
    return of_100[attacker][defender];
}

/* -- Walks -------------------------------------------------------------------------------------- */

enum { STEP = 10 }; /* what a step costs, in the units of worth_of */

typedef struct walk {
    int score; /* 0: there is nothing to do */
    uint16_t walker;
    int next; /* the first node of the way */
} walk;

/* Everything a member can reach, nearest first: ways lead through free nodes and end at foes. */
static void try_walks(const scene *v, uint16_t walker, walk *best)
{
    uint16_t queue[CHICAGO_NODES], first[CHICAGO_NODES] = {0}; /* the first step + 1 of a way */
    uint8_t far[CHICAGO_NODES] = {0};
    int from = chicago_node_of(walker), n = 0;
    queue[n++] = (uint16_t)from;
    for (int i = 0; i < n; i++) {
        int at = queue[i];
        for (int j = v->c->adj_start[at]; j < v->c->adj_start[at + 1]; j++) {
            int to = v->c->adj[j];
            bool shut = v->s->on[to] && !is_foe(v, to);
            if (first[to] || to == from || shut || (at != from && v->s->on[at]))
                continue;
            first[to] = at == from ? (uint16_t)(to + 1) : first[at];
            far[to] = (uint8_t)(far[at] + 1);
            queue[n++] = (uint16_t)to;
            int score = v->worth(v, walker, to);
            score = score > 0 ? score - STEP * far[to] : 0;
            if (score > best->score)
                *best = (walk){score, walker, first[to] - 1};
        }
    }
}

/* The move, if it is in the list (the chips may have run out), else none. */
static spk_move listed(const spk_box *box, const chicago_state *s, spk_seat seat, spk_move move,
                       spk_rng *rng)
{
    spk_move moves[CHICAGO_MAX_MOVES];
    int n = chicago_moves(box, s, seat, moves);
    for (int i = 0; i < n; i++)
        if (moves[i] == move)
            return move;
    return moves[spk_rng_below(rng, (uint32_t)n)];
}

/* Points that nothing is worth spending on must still be spent: in the street, away from foes and, if
 * possible, by nobody who stands in a goal. */
static spk_move idle_step(const scene *v, spk_seat seat, spk_rng *rng)
{
    spk_move moves[CHICAGO_MAX_MOVES], best = 0;
    int n = chicago_moves(v->box, v->s, seat, moves), top = -1;
    for (int i = 0; i < n; i++) {
        int from = chicago_move_a(moves[i]), to = chicago_move_b(moves[i]);
        bool guard = from < CHICAGO_BUILDINGS && chicago_has(v->goal, from);
        int score = 8 * !is_foe(v, to) + 4 * !guard + 2 * (from >= CHICAGO_BUILDINGS) +
                    (int)spk_rng_below(rng, 2);
        if (score > top)
            top = score, best = moves[i];
    }
    return best;
}

static spk_move step(const scene *v, spk_seat seat, spk_rng *rng)
{
    const chicago_gang *g = &v->s->gang[v->gang];
    walk best = {0};
    for (int i = 0; i < g->n_members; i++)
        try_walks(v, g->member[i], &best);
    if (!best.score)
        return idle_step(v, seat, rng);
    int rings = v->c->stacking ? chicago_rings_of(best.walker) : 0;
    spk_move move = chicago_move(CHICAGO_OP_STEP, chicago_node_of(best.walker), best.next, rings);
    return listed(v->box, v->s, seat, move, rng);
}

/* -- Hiring and placing ------------------------------------------------------------------------- */

/* All the money: it does nothing in the till, and a man is worth what he cost. Many men before strong
 * ones; the three rings, on sale only now, before either. */
static int hire_score(spk_move move)
{
    int n1 = chicago_move_a(move), n2 = chicago_move_b(move), n3 = chicago_move_c(move);
    return 10 * n1 + 25 * n2 + 45 * n3;
}

/* Where the way to something is shortest, on an empty board; a goal that is ours is a place to guard. */
static int place_score(const scene *v, int building)
{
    int best = 0;
    uint16_t man = (uint16_t)(building << 3 | chicago_next_waiting(&v->s->gang[v->gang]));
    if (chicago_has(v->goal, building))
        return 10000;
    for (int node = 0; node < CHICAGO_BUILDINGS; node++) {
        int worth = node != building ? v->worth(v, man, node) : 0;
        int score = worth > 0 ? worth - STEP * v->c->distance[building][node] : 0;
        best = score > best ? score : best;
    }
    return best;
}

/* The strongest who can come in at the home bar, as long as there is money. */
static int enter_score(spk_move move)
{
    return chicago_move_a(move) == CHICAGO_WAY_NONE ? 0 : chicago_move_c(move);
}

/* Variant I: the attacker sends his strongest against their weakest, the defender the same. */
static int pair_score(const scene *v, spk_move move)
{
    int attacker = chicago_move_a(move), defender = chicago_move_b(move);
    return v->s->right ? 100 - wins(attacker, defender) : wins(attacker, defender);
}

static int score_of(const scene *v, spk_move move)
{
    switch (chicago_move_op(move)) {
    case CHICAGO_OP_HIRE: return hire_score(move);
    case CHICAGO_OP_PLACE: return place_score(v, chicago_move_a(move));
    case CHICAGO_OP_ENTER: return enter_score(move);
    case CHICAGO_OP_PAIR: return pair_score(v, move);
    case CHICAGO_OP_FIGHT: return 1; /* alone is enough: the rest of the points are for walking */
    case CHICAGO_OP_STEP:
    case CHICAGO_OP_REINFORCE:
    case CHICAGO_OP_ROLL:
    case CHICAGO_OP_THROW:
    case CHICAGO_OP_PASS:
    case CHICAGO_OP_END:
    case CHICAGO_OP_STOP:
    case CHICAGO_OP_COUNT: break;
    }
    return 0;
}

/* -- A decision --------------------------------------------------------------------------------- */

static spk_move choose(scene *v, const spk_box *box, const void *view, spk_seat seat, spk_rng *rng)
{
    const chicago_state *s = view;
    spk_move moves[CHICAGO_MAX_MOVES];
    look(v, box, s);
    if (s->stage == CHICAGO_STEP)
        return step(v, seat, rng);
    int n = chicago_moves(box, s, seat, moves), best = 0, top = -1;
    for (int i = 0; i < n; i++) {
        int score = score_of(v, moves[i]);
        if (score > top)
            top = score, best = i;
    }
    return moves[best];
}

/* -- The rushers -------------------------------------------------------------------------------- */

/* First the goals that are not held, the easier ones if foes stand inside; then to stand in those that
 * are empty; then whatever else is near. Who stands in a goal leaves it only for another. */
static int rush(const scene *v, uint16_t walker, int node)
{
    enum { TAKE = 1000, GUARD = 600, BAR = 300, LEAVE = 30 };
    int from = chicago_node_of(walker), rings = chicago_rings_of(walker);
    bool guards = from < CHICAGO_BUILDINGS && chicago_has(v->goal, from);
    if (node >= CHICAGO_BUILDINGS)
        return 0;
    bool goal = chicago_has(v->goal, node), mine = chicago_has(v->mine, node);
    int risk = is_foe(v, node) ? 3 * (100 - wins(rings, rings_at(v->s, node))) : 0;
    if (goal && !mine)
        return TAKE - risk - (guards ? LEAVE : 0);
    if (guards || risk)
        return 0;
    return goal ? GUARD : mine ? 0 : BAR;
}

static spk_move rush_square(const spk_box *box, const void *view, spk_seat seat, spk_rng *rng)
{
    const chicago_config *c = box->config;
    scene v = {.goal = c->square, .worth = rush};
    return choose(&v, box, view, seat, rng);
}

static spk_move rush_casinos(const spk_box *box, const void *view, spk_seat seat, spk_rng *rng)
{
    const chicago_config *c = box->config;
    scene v = {.goal = c->casinos, .worth = rush};
    return choose(&v, box, view, seat, rng);
}

/* -- The income maximiser ----------------------------------------------------------------------- */

/* What a building pays in the payouts to come; the bars of the two home sets pay threefold together. A
 * man in it has to be beaten first, and then pays his price once. */
static int earn(const scene *v, uint16_t walker, int node)
{
    int rings = chicago_rings_of(walker), from = chicago_node_of(walker), pays = 0, odds = 100;
    const uint64_t(*set)[2] = v->c->set[v->gang];
    if (node < CHICAGO_BUILDINGS && !chicago_has(v->mine, node)) {
        bool home = chicago_has(set[0], node) || chicago_has(set[1], node);
        pays = v->c->value_k[node] * (home ? 3 : 1) * (CHICAGO_PHASES - v->s->phase);
    }
    if (is_foe(v, node)) {
        int foe = rings_at(v->s, node);
        odds = wins(rings, foe);
        pays = (pays + chicago_price_k[foe]) * odds / 100 -
               chicago_price_k[rings] * (100 - odds) / 100;
    }
    if (from < CHICAGO_BUILDINGS && chicago_has(v->c->casinos, from))
        pays -= 20;
    return pays > 0 ? 200 + 12 * pays : 0;
}

static spk_move maximise_income(const spk_box *box, const void *view, spk_seat seat, spk_rng *rng)
{
    const chicago_config *c = box->config;
    scene v = {.goal = c->casinos, .worth = earn};
    return choose(&v, box, view, seat, rng);
}

/* -- The list ----------------------------------------------------------------------------------- */

const spk_script chicago_scripts[CHICAGO_SCRIPTS] = {
    {"square_rusher", N_("rushes the eight bars at the square and stands in them"), rush_square},
    {"casino_rusher", N_("rushes the casinos and stands in them"), rush_casinos},
    {"income_maximiser", N_("takes what pays most for the way, and beats weak men for their price"),
     maximise_income},
};
