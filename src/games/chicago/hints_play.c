/* hints_play.c: the moves a good player would think of first (weigh), and a quick sensible one to
 * play a position on with (rollout).
 *
 * Both know one idea: every member has a target, the building or the foe that brings most when the
 * way is paid, and a turn is spent on walking there. As the way gets shorter with every step, the
 * next step finds the same target again: a turn becomes a walk, though nothing remembers it. What the
 * races for casinos and square are worth is in the targets (hints_city.c), and one strong member may be
 * sent to stand in such a building and stay. */
#include "games/chicago/hints.h"

/* -- Targets ----------------------------------------------------------------------------------- */

typedef struct plan {
    int score; /* 0: nothing is worth the way */
    int target;
} plan;

static bool is_strong(int rings) { return rings >= CHICAGO_STRONG; }

bool chicago_is_post(const chicago_scene *v, int node)
{
    if (node >= CHICAGO_BUILDINGS)
        return false;
    for (int i = 0; i < CHICAGO_RACES; i++)
        if (v->race[i].guard && chicago_has(v->race[i].set, node))
            return true;
    return false;
}

/* Buildings of a goal that somebody strong had better stand in. */
static bool look_for_posts(chicago_scene *v)
{
    bool any = false;
    for (int i = 0; i < CHICAGO_RACES; i++) {
        const chicago_race *r = &v->race[i];
        for (int word = 0; word < 2 && r->guard && !r->is_guarded; word++)
            for (uint64_t left = r->set[word]; left; left &= left - 1) {
                int b = 64 * word + __builtin_ctzll(left);
                if (!v->s->on[b] && v->posts.at[b] < r->guard)
                    v->posts.at[b] = (uint8_t)r->guard;
                any = true;
            }
    }
    return any;
}

/* Who goes there: the strong member with the best way. */
static void send_guard(chicago_scene *v)
{
    const chicago_gang *g = &v->s->gang[v->gang];
    int best = 0, target;
    v->guard = -1;
    v->posts = v->empty;
    if (!look_for_posts(v))
        return;
    for (int i = 0; i < g->n_members; i++) {
        int node = chicago_node_of(g->member[i]), rings = chicago_rings_of(g->member[i]);
        if (!is_strong(rings) || chicago_is_post(v, node))
            continue;
        int score = chicago_best_target(&v->posts, v->c->distance[node], v->cost, &target);
        if (score > best && v->c->distance[node][target] <= v->reach)
            best = score, v->guard = node;
    }
}

void chicago_look(chicago_scene *v, const spk_box *box, const chicago_state *s)
{
    v->c = box->config;
    v->s = s;
    v->gang = chicago_on_turn(v->c, s);
    v->cost = chicago_step_cost(s);
    v->edge = chicago_edges_of(box);
    v->reach = s->round == CHICAGO_ROUNDS && s->stage == CHICAGO_STEP ? s->points : 255;
    chicago_worth(v->c, s, v->gang, &v->bare);
    chicago_worth_empty(s, &v->bare, &v->plain);
    v->worth = v->bare;
    chicago_survey_races(box, s, v->gang, v->race);
    chicago_add_races(v->race, &v->worth);
    chicago_worth_empty(s, &v->worth, &v->empty);
    send_guard(v);
}

int chicago_rings_at(const chicago_state *s, int node)
{
    const chicago_gang *g = &s->gang[s->on[node] - 1];
    int i = g->n_members - 1;
    while (i > 0 && chicago_node_of(g->member[i]) != node)
        i--;
    return chicago_rings_of(g->member[i]);
}

int chicago_attack_worth(const chicago_scene *v, const chicago_row *worth, int rings, int node,
                         int foe_rings)
{
    int brings = (*v->edge)[rings][foe_rings];
    if (node < CHICAGO_BUILDINGS)
        brings += worth->at[node] * chicago_duel_wins[rings][foe_rings] / 100;
    return brings;
}

/* The same plan, or a foe who brings more. */
static void plan_hunt(const chicago_scene *v, int from, int rings, plan *p)
{
    const uint8_t *distance = v->c->distance[from];
    for (int foe = 0; foe < CHICAGO_GANGS; foe++) {
        const chicago_gang *f = &v->s->gang[foe];
        if (foe == v->gang || foe == v->c->ally[v->gang])
            continue;
        for (int i = 0; i < f->n_members; i++) {
            int node = chicago_node_of(f->member[i]);
            int foe_rings = chicago_rings_of(f->member[i]);
            int score = chicago_attack_worth(v, &v->worth, rings, node, foe_rings) -
                        v->cost * distance[node];
            if (from == v->guard && node < CHICAGO_BUILDINGS)
                for (int k = 0; k < CHICAGO_RACES; k++)
                    if (!v->race[k].is_guarded && chicago_has(v->race[k].set, node))
                        score += v->race[k].guard * chicago_duel_wins[rings][foe_rings] / 100;
            if (score > p->score)
                *p = (plan){score, node};
        }
    }
}

/* The empty building that brings most; a race is over for whoever gets there after the phase. */
static plan plan_walk(const chicago_scene *v, int from)
{
    const uint8_t *distance = v->c->distance[from];
    plan p = {0, 0};
    p.score =
        chicago_best_target(from == v->guard ? &v->posts : &v->empty, distance, v->cost, &p.target);
    if (p.score && distance[p.target] > v->reach)
        p.score = chicago_best_target(&v->plain, distance, v->cost, &p.target);
    return p;
}

/* Whether the points are just enough for a building that a race is about. */
static bool is_pressed(const chicago_scene *v, int from, plan p)
{
    int way = v->c->distance[from][p.target];
    return p.score && way <= v->reach && way + 2 > v->reach &&
           v->empty.at[p.target] > v->plain.at[p.target];
}

/* A door on the way that pays for the step in and the step out comes first, whatever the plan. */
static plan plan_for(const chicago_scene *v, int from, int rings, bool hunts)
{
    plan p = plan_walk(v, from);
    int door = v->c->door_of[from] - 1;
    if (door >= 0 && v->empty.at[door] > 2 * v->cost && !is_pressed(v, from, p))
        return (plan){v->empty.at[door], door};
    if (hunts)
        plan_hunt(v, from, rings, &p);
    if (!p.score && chicago_best_target(&v->empty, v->c->distance[from], 1, &p.target))
        p.score = 1; /* too far, but a direction */
    return p;
}

bool chicago_is_shut(const chicago_scene *v, int node)
{
    int there = v->s->on[node] - 1;
    return there == v->gang || there == v->c->ally[v->gang];
}

/* -- Rollouts ---------------------------------------------------------------------------------- */

static spk_move any_move(const spk_box *box, const void *state, spk_seat seat, spk_rng *rng)
{
    spk_move moves[CHICAGO_MAX_MOVES];
    int n = chicago_moves(box, state, seat, moves);
    return moves[n == 1 ? 0 : spk_rng_below(rng, (uint32_t)n)];
}

bool chicago_is_short_of_chips(const chicago_config *c, const chicago_state *s, int gang)
{
    const uint64_t *owned = s->gang[gang].owned;
    uint64_t chips[2] = {owned[0] & ~c->printed[gang][0], owned[1] & ~c->printed[gang][1]};
    return c->chip_limit && chicago_count(chips, chips) >= CHICAGO_CHIPS;
}

/* Who walks: whoever is in the street already, for that one is on its way; else the better of two
 * draws. The list is in order, so those in the streets stand last. */
static plan pick_walker(const chicago_scene *v, uint32_t dice, uint16_t *walker)
{
    const chicago_gang *g = &v->s->gang[v->gang];
    uint16_t last = g->member[g->n_members - 1];
    bool walks = chicago_node_of(last) >= CHICAGO_BUILDINGS;
    plan best = {0, 0};
    for (int t = 0; t < (walks ? 1 : 2); t++, dice >>= 8) {
        uint16_t member = walks ? last : g->member[(dice & 0xff) % g->n_members];
        int rings = chicago_rings_of(member);
        plan p = plan_for(v, chicago_node_of(member), rings, rings >= 3);
        if (p.score > best.score) {
            best = p;
            *walker = member;
        }
    }
    return best;
}

/* A step nearer to the target that leads into no bad duel; 0: there is none. */
static spk_move step_towards(const chicago_scene *v, uint16_t walker, int target)
{
    int from = chicago_node_of(walker), rings = chicago_rings_of(walker);
    const uint8_t *distance = v->c->distance[target];
    for (int j = v->c->adj_start[from]; j < v->c->adj_start[from + 1]; j++) {
        int to = v->c->adj[j];
        if (distance[to] >= distance[from] || chicago_is_shut(v, to))
            continue;
        if (!v->s->on[to] ||
            chicago_attack_worth(v, &v->worth, rings, to, chicago_rings_at(v->s, to)) > 0)
            return chicago_move(CHICAGO_OP_STEP, from, to, v->c->stacking ? rings : 0);
    }
    return 0;
}

/* One step of sixteen is anything, so that no two walks are the same. */
static spk_move rollout_step(const spk_box *box, const chicago_state *s, spk_seat seat,
                             spk_rng *rng)
{
    const chicago_config *c = box->config;
    uint32_t dice = (uint32_t)spk_rng_next(rng);
    uint16_t walker = 0;
    chicago_scene v;
    if (dice % 16 == 0 || chicago_is_short_of_chips(c, s, chicago_on_turn(c, s)))
        return any_move(box, s, seat, rng);
    chicago_look(&v, box, s);
    plan p = pick_walker(&v, dice >> 8, &walker);
    spk_move move = p.score ? step_towards(&v, walker, p.target) : 0;
    return move ? move : any_move(box, s, seat, rng);
}

spk_move chicago_rollout(const spk_box *box, const void *state, spk_seat seat, spk_rng *rng)
{
    const chicago_state *s = state;
    if (s->stage == CHICAGO_STEP)
        return rollout_step(box, s, seat, rng);
    if (s->stage == CHICAGO_REINFORCE)
        return chicago_move(CHICAGO_OP_FIGHT, 0, 0, 0);
    return any_move(box, state, seat, rng);
}

/* -- Weights ----------------------------------------------------------------------------------- */

/* Money does nothing; members hold buildings, walk and count as much as they cost. So the likeliest
 * purchase is the dearest, and one with the three rings that are on sale only now. */
static uint32_t weigh_hire(spk_move move)
{
    uint32_t cost = (uint32_t)(10 * chicago_move_a(move) + 25 * chicago_move_b(move) +
                               40 * chicago_move_c(move));
    return (chicago_move_c(move) ? 4 : 1) * (1 + cost * cost / 4 * cost / 256);
}

static int way_to_square(const chicago_scene *v, int from)
{
    const uint8_t *distance = v->c->distance[from];
    int best = 255;
    for (int word = 0; word < 2; word++)
        for (uint64_t left = v->c->square[word]; left; left &= left - 1) {
            int way = distance[64 * word + __builtin_ctzll(left)];
            best = way < best ? way : best;
        }
    return best;
}

/* A good start for a walk, or a casino's guard; the strongest begin near the square. */
static uint32_t weigh_place(const chicago_scene *v, int building)
{
    enum { FAR = 25 };
    if (is_strong(chicago_next_waiting(&v->s->gang[v->gang]))) {
        int way = way_to_square(v, building);
        return 8 + (way < FAR ? 10 * (uint32_t)(FAR - way) : 0);
    }
    plan p = plan_for(v, building, 0, false);
    bool casino = chicago_has(v->c->casinos, building);
    return 8 + (uint32_t)p.score / 2 + (casino ? 40 : 0);
}

static uint32_t weigh_attack(const chicago_scene *v, int rings, int node, int foe_rings)
{
    int brings = chicago_attack_worth(v, &v->worth, rings, node, foe_rings);
    return brings > 0 ? 4 + 2 * (uint32_t)brings : 1;
}

static uint32_t weigh_step(const chicago_scene *v, spk_move move, int rings, plan p)
{
    int from = chicago_move_a(move), to = chicago_move_b(move);
    const uint8_t *distance = v->c->distance[p.target];
    uint32_t weight = 4;
    if (v->s->on[to] && !chicago_is_shut(v, to))
        return weigh_attack(v, rings, to, chicago_rings_at(v->s, to));
    if (p.score && distance[to] < distance[from])
        weight += 2 * (uint32_t)p.score;
    if (to < CHICAGO_BUILDINGS)
        weight += 3u * v->worth.at[to];
    if (chicago_is_post(v, from) && is_strong(rings))
        weight = 1;
    else if (from < CHICAGO_BUILDINGS && chicago_has(v->c->casinos, from))
        weight = weight * 2 / 5; /* a guard had better stay */
    return weight;
}

/* Steps are listed member by member, and each has one plan. */
static void weigh_steps(const chicago_scene *v, const spk_move *moves, int n, uint32_t *weight)
{
    int from = -1, stacked = -1, rings = 0;
    plan p = {0, 0};
    for (int i = 0; i < n; i++) {
        if (chicago_move_a(moves[i]) != from || chicago_move_c(moves[i]) != stacked) {
            from = chicago_move_a(moves[i]);
            stacked = chicago_move_c(moves[i]);
            rings = stacked ? stacked : chicago_rings_at(v->s, from);
            p = plan_for(v, from, rings, true);
        }
        weight[i] = weigh_step(v, moves[i], rings, p);
    }
}

/* The side that chooses wants the best pair for itself. */
static uint32_t weigh_pair(const chicago_scene *v, spk_move move)
{
    int edge = (*v->edge)[chicago_move_a(move)][chicago_move_b(move)];
    edge = v->s->right ? -edge : edge;
    return edge > 0 ? 4 + (uint32_t)edge : 4;
}

static uint32_t weigh_other(const chicago_scene *v, spk_move move)
{
    switch (chicago_move_op(move)) {
    case CHICAGO_OP_HIRE: return weigh_hire(move);
    case CHICAGO_OP_PLACE: return weigh_place(v, chicago_move_a(move));
    case CHICAGO_OP_PAIR: return weigh_pair(v, move);
    case CHICAGO_OP_ENTER:
    case CHICAGO_OP_STEP:
    case CHICAGO_OP_REINFORCE:
    case CHICAGO_OP_FIGHT:
    case CHICAGO_OP_ROLL:
    case CHICAGO_OP_THROW:
    case CHICAGO_OP_PASS:
    case CHICAGO_OP_END:
    case CHICAGO_OP_STOP:
    case CHICAGO_OP_COUNT: break;
    }
    return 1;
}

void chicago_weigh(const spk_box *box, const void *state, spk_seat seat, const spk_move *moves,
                   int n, uint32_t *weight)
{
    const chicago_state *s = state;
    chicago_scene v;
    (void)seat;
    chicago_look(&v, box, s);
    if (s->stage == CHICAGO_STEP) {
        weigh_steps(&v, moves, n, weight);
        return;
    }
    for (int i = 0; i < n; i++)
        weight[i] = weigh_other(&v, moves[i]);
}
