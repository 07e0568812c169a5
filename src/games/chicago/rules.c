/* rules.c: which moves there are and what they do. Why a move is not there is worded in refusals.c;
 * payouts, goals and the result are counted in score.c.
 *
 * The way through a phase (CH-4.5), with what chance does in between:
 *
 *     HIRE ... PLACE ...   each gang in order; then six rounds, in each of them each gang:
 *
 *     ENTER --> ROLL --> STEP <-----------------------------+
 *              (chance)   |  |                              |
 *                         |  +--> DUEL (chance, again on ties) <--+
 *                         |                                 |     |
 *                         +--> REINFORCE --> PAIR ----------+-----+     variant I, in buildings
 *
 * A stage in which there is nothing to choose is passed over where the ledger says so (PLACE,
 * ENTER, PAIR); all others are asked even if only one move is legal. */
#include "games/chicago/state.h"

#include <string.h>

/* -- Members on the board ---------------------------------------------------------------------- */

int chicago_find_member(const chicago_gang *g, int node, int rings)
{
    int i = 0;
    while (chicago_node_of(g->member[i]) != node ||
           (rings && chicago_rings_of(g->member[i]) != rings))
        i++;
    return i;
}

void chicago_add_member(chicago_state *s, int gang, int node, int rings)
{
    chicago_gang *g = &s->gang[gang];
    uint16_t member = (uint16_t)(node << 3 | rings);
    int i = g->n_members++;
    for (; i > 0 && g->member[i - 1] > member; i--)
        g->member[i] = g->member[i - 1];
    g->member[i] = member;
    s->on[node] = (uint8_t)(gang + 1);
}

/* Member i has left its node: nobody is there now, unless others of a stack are. The list is in
 * order, so they would stand beside it. */
static void leave(chicago_state *s, const chicago_gang *g, int i)
{
    int node = chicago_node_of(g->member[i]);
    bool before = i > 0 && chicago_node_of(g->member[i - 1]) == node;
    bool behind = i + 1 < g->n_members && chicago_node_of(g->member[i + 1]) == node;
    if (!before && !behind)
        s->on[node] = 0;
}

static void drop_member(chicago_state *s, int gang, int i)
{
    chicago_gang *g = &s->gang[gang];
    leave(s, g, i);
    g->n_members--;
    for (; i < g->n_members; i++)
        g->member[i] = g->member[i + 1];
    g->member[i] = 0;
}

/* The same member, on another node: only what lies between its two places in the list moves. */
static void shift_member(chicago_state *s, int gang, int i, int node)
{
    chicago_gang *g = &s->gang[gang];
    uint16_t member = (uint16_t)(node << 3 | chicago_rings_of(g->member[i]));
    leave(s, g, i);
    for (; i > 0 && g->member[i - 1] > member; i--)
        g->member[i] = g->member[i - 1];
    for (; i + 1 < g->n_members && g->member[i + 1] < member; i++)
        g->member[i] = g->member[i + 1];
    g->member[i] = member;
    s->on[node] = (uint8_t)(gang + 1);
}

void chicago_count_at(const chicago_gang *g, int node, int counts[CHICAGO_STRENGTHS])
{
    memset(counts, 0, CHICAGO_STRENGTHS * sizeof *counts);
    for (int i = 0; i < g->n_members; i++)
        if (chicago_node_of(g->member[i]) == node)
            counts[chicago_rings_of(g->member[i]) - 1]++;
}

int chicago_foe_at(const chicago_config *c, const chicago_state *s, int gang, int node)
{
    int there = s->on[node] - 1;
    return there == gang || there == c->ally[gang] ? -1 : there;
}

/* -- Hiring (CH-6) ----------------------------------------------------------------------------- */

/* CH-6.6: with the option, what was bought before counts too. */
static bool is_even(const chicago_gang *g, int n1, int n2)
{
    int more = g->bought[0] + n1 - g->bought[1] - n2;
    return more >= -1 && more <= 1;
}

bool chicago_can_hire(const chicago_config *c, const chicago_state *s, int n1, int n2, int n3)
{
    const chicago_gang *g = &s->gang[chicago_on_turn(c, s)];
    return n3 <= 1 && n1 + n2 + n3 <= g->reserve && n1 + 2 * n2 + 3 * n3 <= s->bank &&
           10 * n1 + 25 * n2 + 40 * n3 <= g->cash_k && is_even(g, n1, n2);
}

/* Every purchase that the evenness leaves: three values of n2 for each n1. */
static spk_move *list_hires(const chicago_config *c, const chicago_state *s, spk_move *out)
{
    const chicago_gang *g = &s->gang[chicago_on_turn(c, s)];
    int before = g->bought[0] - g->bought[1];
    for (int n3 = 0; n3 <= 1; n3++)
        for (int n1 = 0; n1 <= g->reserve && 10 * n1 <= g->cash_k; n1++) {
            int n2 = n1 + before - 1;
            for (n2 = n2 < 0 ? 0 : n2; n2 <= n1 + before + 1; n2++)
                if (n1 + n2 + n3 > 0 && chicago_can_hire(c, s, n1, n2, n3))
                    *out++ = chicago_hire_move(n1, n2, n3);
        }
    *out++ = chicago_hire_move(0, 0, 0);
    return out;
}

static void note_purchase(const chicago_config *c, chicago_gang *g, int n1, int n2)
{
    bool counts = c->balance_scope != CHICAGO_SCOPE_PURCHASE;
    g->bought[0] = (uint8_t)(g->bought[0] + (counts ? n1 : 0));
    g->bought[1] = (uint8_t)(g->bought[1] + (counts ? n2 : 0));
}

/* -- Placing and entering (CH-7) --------------------------------------------------------------- */

/* CH-7.2, CH-R34. An own building never holds anybody else. */
bool chicago_can_place(const chicago_config *c, const chicago_state *s, int gang, int building)
{
    return chicago_has(s->gang[gang].owned, building) && (c->stacking || !s->on[building]);
}

static spk_move *list_places(const chicago_config *c, const chicago_state *s, int gang,
                             spk_move *out)
{
    for (int word = 0; word < 2; word++)
        for (uint64_t left = s->gang[gang].owned[word]; left; left &= left - 1) {
            int building = 64 * word + __builtin_ctzll(left);
            *out = chicago_move(CHICAGO_OP_PLACE, building, 0, 0);
            out += c->stacking || !s->on[building];
        }
    return out;
}

bool chicago_has_place(const chicago_config *c, const chicago_state *s, int gang)
{
    for (int word = 0; word < 2; word++)
        for (uint64_t left = s->gang[gang].owned[word]; left; left &= left - 1)
            if (c->stacking || !s->on[64 * word + __builtin_ctzll(left)])
                return true;
    return false;
}

/* CH-7.5, CH-R10 */
bool chicago_home_is_open(const chicago_config *c, const chicago_state *s, int gang)
{
    return chicago_can_place(c, s, gang, chicago_home(gang));
}

bool chicago_can_buy(const chicago_config *c, const chicago_state *s, int gang, int rings)
{
    const chicago_gang *g = &s->gang[gang];
    return chicago_home_is_open(c, s, gang) && rings <= 2 && g->reserve > 0 && s->bank >= rings &&
           g->cash_k >= chicago_price_k[rings] && is_even(g, rings == 1, rings == 2);
}

bool chicago_can_enter(const chicago_config *c, const chicago_state *s, int gang)
{
    const chicago_gang *g = &s->gang[gang];
    return chicago_home_is_open(c, s, gang) &&
           (chicago_n_waiting(g) || chicago_can_buy(c, s, gang, 1) ||
            chicago_can_buy(c, s, gang, 2));
}

static spk_move *list_enters(const chicago_config *c, const chicago_state *s, spk_move *out)
{
    int gang = chicago_on_turn(c, s);
    for (int rings = 1; rings <= 2; rings++)
        if (chicago_can_buy(c, s, gang, rings))
            *out++ = chicago_enter_move(CHICAGO_WAY_BUY, rings);
    for (int rings = 1; rings <= CHICAGO_STRENGTHS; rings++)
        if (s->gang[gang].waiting[rings - 1])
            *out++ = chicago_enter_move(CHICAGO_WAY_WAIT, rings);
    *out++ = chicago_enter_move(CHICAGO_WAY_NONE, 0);
    return out;
}

/* -- Steps (CH-8) ------------------------------------------------------------------------------ */

/* CH-R16: with the limit on and all chips out, buildings that would need one stay closed. */
static bool is_out_of_chips(const chicago_config *c, const chicago_gang *g, int gang)
{
    uint64_t chips[2] = {g->owned[0] & ~c->printed[gang][0], g->owned[1] & ~c->printed[gang][1]};
    return c->chip_limit && chicago_count(chips, chips) >= CHICAGO_CHIPS;
}

static bool needs_chip(const chicago_config *c, const chicago_gang *g, int gang, int node)
{
    return node < CHICAGO_BUILDINGS && !chicago_has(g->owned, node) &&
           !chicago_has(c->printed[gang], node);
}

/* Whether a gang's members may step on a node beside them: not on own or allied members (CH-R14,
 * CH-R27), but with variant I own members in buildings are no obstacle (CH-R34). */
static bool is_open(const chicago_config *c, const chicago_state *s, int gang, int node,
                    bool out_of_chips)
{
    int there = s->on[node] - 1;
    bool joins = c->stacking && node < CHICAGO_BUILDINGS && there == gang;
    if (there == c->ally[gang] || (there == gang && !joins))
        return joins; /* without an ally a gang is its own */
    return !out_of_chips || !needs_chip(c, &s->gang[gang], gang, node);
}

/* The usual game, where most of the time is spent: the moves are in the map already. */
static spk_move *list_plain_steps(const chicago_config *c, const chicago_state *s, int gang,
                                  spk_move *out)
{
    const chicago_gang *g = &s->gang[gang];
    uint8_t open[CHICAGO_GANGS + 1] = {1, 1, 1, 1, 1};
    open[gang + 1] = open[c->ally[gang] + 1] = 0;
    for (int i = 0; i < g->n_members; i++) {
        int from = chicago_node_of(g->member[i]);
        const uint32_t *link = c->link + c->adj_start[from],
                       *end = c->link + c->adj_start[from + 1];
        for (; link < end; link++) {
            *out = *link;
            out += open[s->on[chicago_move_b(*link)]];
        }
    }
    return out;
}

static spk_move *list_steps(const chicago_config *c, const chicago_state *s, spk_move *out)
{
    int gang = chicago_on_turn(c, s);
    const chicago_gang *g = &s->gang[gang];
    bool out_of_chips = is_out_of_chips(c, g, gang);
    if (!c->stacking && !out_of_chips)
        return list_plain_steps(c, s, gang, out);
    for (int i = 0; i < g->n_members; i++) {
        if (i > 0 && g->member[i] == g->member[i - 1])
            continue; /* its twin in the stack */
        int from = chicago_node_of(g->member[i]);
        int rings = c->stacking ? chicago_rings_of(g->member[i]) : 0;
        for (int j = c->adj_start[from]; j < c->adj_start[from + 1]; j++)
            if (is_open(c, s, gang, c->adj[j], out_of_chips))
                *out++ = chicago_move(CHICAGO_OP_STEP, from, c->adj[j], rings);
    }
    return out;
}

bool chicago_has_step(const chicago_config *c, const chicago_state *s)
{
    int gang = chicago_on_turn(c, s);
    const chicago_gang *g = &s->gang[gang];
    bool out_of_chips = is_out_of_chips(c, g, gang);
    for (int i = 0; i < g->n_members; i++) {
        int from = chicago_node_of(g->member[i]);
        for (int j = c->adj_start[from]; j < c->adj_start[from + 1]; j++)
            if (is_open(c, s, gang, c->adj[j], out_of_chips))
                return true;
    }
    return false;
}

/* -- An assault (variant I) -------------------------------------------------------------------- */

/* From the building outwards over empty street fields, as far as the points reach. reach[n]: the
 * fields to enter from street n on, the building among them; 0: too far or no way. */
static void spread(const chicago_config *c, const chicago_state *s, uint8_t reach[CHICAGO_NODES])
{
    uint16_t queue[CHICAGO_NODES];
    int n = 0;
    memset(reach, 0, CHICAGO_NODES);
    queue[n++] = s->battle_at;
    for (int i = 0; i < n; i++) {
        int node = queue[i], next = reach[node] + 1;
        for (int j = c->adj_start[node]; next < s->points && j < c->adj_start[node + 1]; j++) {
            int to = c->adj[j];
            if (to < CHICAGO_BUILDINGS || reach[to] || s->on[to])
                continue;
            reach[to] = (uint8_t)next;
            queue[n++] = (uint16_t)to;
        }
    }
}

void chicago_ways(const chicago_config *c, const chicago_state *s, uint8_t length[CHICAGO_NODES])
{
    uint8_t reach[CHICAGO_NODES];
    const chicago_gang *g = &s->gang[chicago_on_turn(c, s)];
    spread(c, s, reach);
    memset(length, 0, CHICAGO_NODES);
    for (int i = 0; s->points > 0 && i < g->n_members; i++) {
        int from = chicago_node_of(g->member[i]), best = 0;
        for (int j = c->adj_start[from]; j < c->adj_start[from + 1]; j++) {
            int to = c->adj[j];
            int way = to == s->battle_at ? 1 : reach[to] ? reach[to] + 1 : 0;
            if (way && (!best || way < best))
                best = way;
        }
        length[from] = (uint8_t)best;
    }
}

static spk_move *list_reinforcements(const chicago_config *c, const chicago_state *s, spk_move *out)
{
    const chicago_gang *g = &s->gang[chicago_on_turn(c, s)];
    uint8_t length[CHICAGO_NODES];
    chicago_ways(c, s, length);
    for (int i = 0; i < g->n_members; i++) {
        int from = chicago_node_of(g->member[i]);
        if (length[from] && (i == 0 || g->member[i] != g->member[i - 1]))
            *out++ = chicago_move(CHICAGO_OP_REINFORCE, from, 0, chicago_rings_of(g->member[i]));
    }
    *out++ = chicago_move(CHICAGO_OP_FIGHT, 0, 0, 0);
    return out;
}

static spk_move *list_pairs(const chicago_state *s, spk_move *out)
{
    int defenders[CHICAGO_STRENGTHS];
    chicago_count_at(&s->gang[s->defender], s->battle_at, defenders);
    for (int a = 0; a < CHICAGO_STRENGTHS; a++)
        for (int d = 0; d < CHICAGO_STRENGTHS; d++)
            if (s->attackers[a] && defenders[d])
                *out++ = chicago_move(CHICAGO_OP_PAIR, a + 1, d + 1, 0);
    return out;
}

/* -- What there is to do ----------------------------------------------------------------------- */

spk_actors chicago_actors(const spk_box *box, const void *state)
{
    const chicago_config *c = box->config;
    const chicago_state *s = state;
    if (s->stage == CHICAGO_ROLL || s->stage == CHICAGO_DUEL)
        return SPK_CHANCE_ACTS;
    if (s->stage == CHICAGO_OVER)
        return 0;
    if (s->stage == CHICAGO_PAIR && s->right)
        return SPK_ACTOR(c->seat_of[s->defender]); /* CH-15.3 */
    return SPK_ACTOR(c->seat_of[chicago_on_turn(c, s)]);
}

int chicago_moves(const spk_box *box, const void *state, spk_seat seat, spk_move *out)
{
    const chicago_config *c = box->config;
    const chicago_state *s = state;
    spk_move *end = out;
    (void)seat;
    switch ((chicago_stage)s->stage) {
    case CHICAGO_HIRE: end = list_hires(c, s, out); break;
    case CHICAGO_PLACE: end = list_places(c, s, chicago_on_turn(c, s), out); break;
    case CHICAGO_ENTER: end = list_enters(c, s, out); break;
    case CHICAGO_STEP: end = list_steps(c, s, out); break;
    case CHICAGO_REINFORCE: end = list_reinforcements(c, s, out); break;
    case CHICAGO_PAIR: end = list_pairs(s, out); break;
    case CHICAGO_ROLL:
    case CHICAGO_DUEL:
    case CHICAGO_OVER:
    case CHICAGO_STAGE_COUNT: break;
    }
    return (int)(end - out);
}

/* How many of a die's faces are like face i, which is the first of its kind; 0: it is not. */
static uint32_t alike(const uint8_t die[6], int i)
{
    uint32_t n = 0;
    for (int j = 0; j < 6; j++)
        if (die[j] == die[i]) {
            if (j < i)
                return 0;
            n++;
        }
    return n;
}

/* The movement die (CH-8.1), or the two dice of a throw (CH-10.2): 36 pairs, equal ones together.
 */
int chicago_chance(const spk_box *box, const void *state, spk_outcome *out)
{
    const chicago_config *c = box->config;
    const chicago_state *s = state;
    spk_outcome *end = out;
    for (int i = 0; s->stage == CHICAGO_ROLL && i < c->n_faces; i++)
        *end++ = (spk_outcome){chicago_move(CHICAGO_OP_ROLL, c->face[i], 0, 0), c->weight[i]};
    if (s->stage != CHICAGO_DUEL)
        return (int)(end - out);
    const uint8_t *attack = c->die[s->rings[0] - 1], *defence = c->die[s->rings[1] - 1];
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++)
            if (alike(attack, i) && alike(defence, j))
                *end++ = (spk_outcome){chicago_move(CHICAGO_OP_THROW, attack[i], defence[j], 0),
                                       alike(attack, i) * alike(defence, j)};
    return (int)(end - out);
}

/* The list above has, for each of the attacker's numbers, a run of six times its faces, and in it
 * the defender's six faces, each as long as the attacker's number has faces. */
spk_move chicago_draw(const spk_box *box, const void *state, spk_rng *rng)
{
    const chicago_config *c = box->config;
    const chicago_state *s = state;
    int i = 0;
    if (s->stage == CHICAGO_ROLL) {
        for (uint32_t left = spk_rng_below(rng, c->tickets); left >= c->weight[i]; i++)
            left -= c->weight[i];
        return chicago_move(CHICAGO_OP_ROLL, c->face[i], 0, 0);
    }
    const uint8_t *attack = c->die[s->rings[0] - 1], *defence = c->die[s->rings[1] - 1];
    uint32_t left = spk_rng_below(rng, 36), n;
    for (; left >= 6 * (n = alike(attack, i)); i++)
        left -= 6 * n;
    return chicago_move(CHICAGO_OP_THROW, attack[i], defence[left / n], 0);
}

/* -- The course of a phase --------------------------------------------------------------------- */

static void begin_turn(const spk_box *box, chicago_state *s);
static void begin_hiring(const spk_box *box, chicago_state *s);

bool chicago_any_goal(const spk_box *box, const chicago_state *s)
{
    bool held = false;
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        for (int goal = 0; goal < CHICAGO_GOAL_COUNT; goal++)
            held |= s->since[seat][goal] != 0;
    return held;
}

/* CH-12, CH-13: goals, then money, then the next phase (CH-R20). */
static void end_phase(const spk_box *box, chicago_state *s)
{
    const chicago_config *c = box->config;
    s->stage = CHICAGO_OVER;
    s->turn = (uint8_t)(c->n_gangs - 1);
    if (chicago_any_goal(box, s))
        return; /* CH-12.2: without a payout */
    for (int gang = 0; gang < CHICAGO_GANGS; gang++) {
        chicago_gang *g = &s->gang[gang];
        g->cash_k = (uint16_t)(g->cash_k + chicago_payout_k(c, s, gang));
        if (c->balance_scope == CHICAGO_SCOPE_PHASE && s->phase < CHICAGO_PHASES - 1)
            g->bought[0] = g->bought[1] = 0;
    }
    if (s->phase == CHICAGO_PHASES - 1)
        return; /* CH-13.2 */
    s->phase++;
    s->round = 1;
    s->turn = 0;
    begin_hiring(box, s);
}

/* The turn of the gang at s->turn, or of the next one that has anything to do (CH-R19). */
static void begin_turn(const spk_box *box, chicago_state *s)
{
    const chicago_config *c = box->config;
    for (;; s->turn++) {
        if (s->turn == c->n_gangs) {
            if (s->round == CHICAGO_ROUNDS) {
                end_phase(box, s);
                return;
            }
            s->round++;
            s->turn = 0;
        }
        int gang = chicago_on_turn(c, s);
        if (chicago_can_enter(c, s, gang)) {
            s->stage = CHICAGO_ENTER;
            return;
        }
        if (s->gang[gang].n_members) {
            s->stage = CHICAGO_ROLL;
            return;
        }
    }
}

static void end_turn(const spk_box *box, chicago_state *s)
{
    s->points = 0;
    s->turn++;
    begin_turn(box, s);
}

static void begin_placing(const spk_box *box, chicago_state *s)
{
    const chicago_config *c = box->config;
    for (; s->turn < c->n_gangs; s->turn++) {
        int gang = chicago_on_turn(c, s);
        if (chicago_n_waiting(&s->gang[gang]) && chicago_has_place(c, s, gang)) {
            s->stage = CHICAGO_PLACE;
            return;
        }
    }
    s->turn = 0;
    begin_turn(box, s);
}

static void begin_hiring(const spk_box *box, chicago_state *s)
{
    const chicago_config *c = box->config;
    for (; s->turn < c->n_gangs; s->turn++)
        if (!chicago_is_out(&s->gang[chicago_on_turn(c, s)])) {
            s->stage = CHICAGO_HIRE;
            return;
        }
    s->turn = 0;
    begin_placing(box, s);
}

/* After a step or a battle: the same gang goes on while it can (CH-8.4, CH-R12). */
static void go_on(const spk_box *box, chicago_state *s)
{
    if (s->points > 0 && chicago_has_step(box->config, s))
        s->stage = CHICAGO_STEP;
    else
        end_turn(box, s);
}

/* -- Events: what can start or end a hold of a goal -------------------------------------------- */

static void update_goal(const spk_box *box, chicago_state *s, chicago_goal goal)
{
    for (spk_seat seat = 0; seat < box->n_seats; seat++) {
        if (!chicago_holds(box, s, seat, goal))
            s->since[seat][goal] = 0;
        else if (!s->since[seat][goal])
            s->since[seat][goal] = (uint16_t)(s->events + 1);
    }
}

/* CH-9.1: at once, whatever the building was before. */
static void take_over(const spk_box *box, chicago_state *s, int gang, int building)
{
    const chicago_config *c = box->config;
    for (int other = 0; other < CHICAGO_GANGS; other++)
        chicago_cut(s->gang[other].owned, building);
    chicago_put(s->gang[gang].owned, building);
    if (chicago_has(c->casinos, building))
        update_goal(box, s, CHICAGO_GOAL_CASINOS);
    if (chicago_has(c->square, building))
        update_goal(box, s, CHICAGO_GOAL_SQUARE);
}

static void arrive(const spk_box *box, chicago_state *s, int gang, int node, int rings)
{
    chicago_add_member(s, gang, node, rings);
    if (node < CHICAGO_BUILDINGS && !chicago_has(s->gang[gang].owned, node))
        take_over(box, s, gang, node);
}

/* -- Duels (CH-10, CH-11) ---------------------------------------------------------------------- */

static void begin_duel(chicago_state *s, int attacker_rings, int defender_rings)
{
    s->rings[0] = s->rings_before[0] = (uint8_t)attacker_rings;
    s->rings[1] = s->rings_before[1] = (uint8_t)defender_rings;
    s->stage = CHICAGO_DUEL;
}

/* Two of an assault step forward, and the right to choose passes (CH-15.3). */
static void pair(chicago_state *s, int attacker_rings, int defender_rings)
{
    int i = chicago_find_member(&s->gang[s->defender], s->battle_at, defender_rings);
    s->attackers[attacker_rings - 1]--;
    drop_member(s, s->defender, i);
    s->right ^= 1;
    begin_duel(s, attacker_rings, defender_rings);
}

/* The next duel of an assault: asked, or the only one there can be (D6). */
static void next_duel(chicago_state *s)
{
    spk_move pairs[CHICAGO_STRENGTHS * CHICAGO_STRENGTHS];
    if (list_pairs(s, pairs) - pairs > 1)
        s->stage = CHICAGO_PAIR;
    else
        pair(s, chicago_move_a(pairs[0]), chicago_move_b(pairs[0]));
}

static void clear_battle(chicago_state *s)
{
    s->battle_at = 0;
    s->assault = s->defender = s->right = 0;
    memset(s->rings, 0, sizeof s->rings);
    memset(s->rings_before, 0, sizeof s->rings_before);
    memset(s->attackers, 0, sizeof s->attackers);
}

static bool has_attackers(const chicago_state *s)
{
    return s->attackers[0] | s->attackers[1] | s->attackers[2] | s->attackers[3];
}

/* CH-15.5, CH-R32: the attackers that are left stand in the building, and own it. */
static void settle_assault(const spk_box *box, chicago_state *s)
{
    int gang = chicago_on_turn(box->config, s);
    for (int i = 0; i < CHICAGO_STRENGTHS; i++)
        for (; s->attackers[i]; s->attackers[i]--)
            arrive(box, s, gang, s->battle_at, i + 1);
}

/* A duel is over: those with rings stand. rings[0], rings[1] are what attacker and defender have
 * left. One event: survivors, owner, goals, counter. */
static void end_duel(const spk_box *box, chicago_state *s)
{
    int gang = chicago_on_turn(box->config, s);
    if (s->rings[1])
        chicago_add_member(s, s->defender, s->battle_at, s->rings[1]);
    if (s->rings[0] && s->assault)
        s->attackers[s->rings[0] - 1]++;
    else if (s->rings[0])
        arrive(box, s, gang, s->battle_at, s->rings[0]);
    memset(s->rings, 0, sizeof s->rings);
    memset(s->rings_before, 0, sizeof s->rings_before);
    bool on = s->assault && has_attackers(s) && s->on[s->battle_at];
    if (!on)
        settle_assault(box, s);
    update_goal(box, s, CHICAGO_GOAL_FOURS);
    s->events++;
    if (on) {
        next_duel(s);
        return;
    }
    clear_battle(s);
    go_on(box, s);
}

/* Side 0 is the attacker's, 1 the defender's. The loser's rings go back to the bank before the prize
 * ring is taken (CH-R5), so there always is one. */
chicago_throw chicago_judge_throw(const chicago_config *c, const chicago_state *s, int attack,
                                  int defence)
{
    bool even = attack == defence;
    chicago_throw t = {.rings = {s->rings[0] - even, s->rings[1] - even}, .winner = -1};
    t.over = !even || t.rings[0] == 0 || t.rings[1] == 0; /* else again, with weaker dice */
    if (!t.over || (t.rings[0] == 0 && t.rings[1] == 0))
        return t; /* CH-R18: both are dead */
    t.winner = even ? t.rings[0] == 0 : attack < defence;
    t.rings[!t.winner] = 0;
    if (even && !c->survivor_prize)
        return t; /* CH-R17, off */
    t.prize_k = chicago_price_k[s->rings_before[!t.winner]];
    t.rings[t.winner] += t.rings[t.winner] < CHICAGO_STRENGTHS;
    return t;
}

/* One throw of each (CH-10.2 to CH-10.6, CH-11). */
static void throw_dice(const spk_box *box, chicago_state *s, int attack, int defence)
{
    const chicago_config *c = box->config;
    chicago_throw t = chicago_judge_throw(c, s, attack, defence);
    int gangs[2] = {chicago_on_turn(c, s), s->defender};
    for (int side = 0; side < 2; side++) {
        chicago_gang *g = &s->gang[gangs[side]];
        s->bank = (uint8_t)(s->bank + s->rings[side] - t.rings[side]);
        s->rings[side] = (uint8_t)t.rings[side];
        g->dead = (uint8_t)(g->dead + (t.rings[side] == 0));
        g->cash_k = (uint16_t)(g->cash_k + (t.winner == side ? t.prize_k : 0));
    }
    if (t.over)
        end_duel(box, s);
}

/* -- What moves do ----------------------------------------------------------------------------- */

/* Take a figure from the reserve and rings from the bank, for money. */
static void buy(chicago_state *s, chicago_gang *g, int rings, int n)
{
    g->reserve = (uint8_t)(g->reserve - n);
    s->bank = (uint8_t)(s->bank - n * rings);
    g->cash_k = (uint16_t)(g->cash_k - n * chicago_price_k[rings]);
}

static void hire(const spk_box *box, chicago_state *s, const int n[3])
{
    const chicago_config *c = box->config;
    chicago_gang *g = &s->gang[chicago_on_turn(c, s)];
    for (int rings = 1; rings <= 3; rings++) {
        buy(s, g, rings, n[rings - 1]);
        g->waiting[rings - 1] = (uint8_t)(g->waiting[rings - 1] + n[rings - 1]);
    }
    note_purchase(c, g, n[0], n[1]);
    s->turn++;
    begin_hiring(box, s);
}

int chicago_next_waiting(const chicago_gang *g)
{
    int rings = CHICAGO_STRENGTHS;
    while (!g->waiting[rings - 1])
        rings--;
    return rings;
}

static void place(const spk_box *box, chicago_state *s, int building)
{
    int gang = chicago_on_turn(box->config, s);
    chicago_gang *g = &s->gang[gang];
    int rings = chicago_next_waiting(g);
    g->waiting[rings - 1]--;
    chicago_add_member(s, gang, building, rings);
    begin_placing(box, s);
}

/* With variant I a purchase is all of one turn (D3), so it is counted until the turn's last one. */
static void finish_entering(const chicago_config *c, chicago_state *s, chicago_gang *g)
{
    if (c->balance_scope == CHICAGO_SCOPE_PURCHASE)
        g->bought[0] = g->bought[1] = 0;
    s->stage = CHICAGO_ROLL;
}

static void enter(const spk_box *box, chicago_state *s, chicago_way way, int rings)
{
    const chicago_config *c = box->config;
    int gang = chicago_on_turn(c, s);
    chicago_gang *g = &s->gang[gang];
    if (way == CHICAGO_WAY_BUY) {
        buy(s, g, rings, 1);
        g->bought[rings - 1]++;
    }
    if (way == CHICAGO_WAY_WAIT)
        g->waiting[rings - 1]--;
    if (way != CHICAGO_WAY_NONE)
        chicago_add_member(s, gang, chicago_home(gang), rings);
    if (way != CHICAGO_WAY_NONE && chicago_can_enter(c, s, gang))
        return; /* variant I: once more */
    finish_entering(c, s, g);
    if (g->n_members == 0)
        end_turn(box, s);
}

static void roll(const spk_box *box, chicago_state *s, int points)
{
    s->points = (uint8_t)points;
    go_on(box, s);
}

/* Member i of the gang on turn meets a foe. */
static void attack(const chicago_config *c, chicago_state *s, int i, int to, int foe)
{
    int gang = chicago_on_turn(c, s), rings = chicago_rings_of(s->gang[gang].member[i]);
    drop_member(s, gang, i);
    s->battle_at = (uint16_t)to;
    s->defender = (uint8_t)foe;
    if (c->stacking && to < CHICAGO_BUILDINGS) {
        s->assault = 1;
        s->attackers[rings - 1] = 1;
        s->stage = CHICAGO_REINFORCE;
        return;
    }
    int at = chicago_find_member(&s->gang[foe], to, 0);
    int foe_rings = chicago_rings_of(s->gang[foe].member[at]);
    drop_member(s, foe, at);
    begin_duel(s, rings, foe_rings);
}

static void step(const spk_box *box, chicago_state *s, int from, int to, int rings)
{
    const chicago_config *c = box->config;
    int gang = chicago_on_turn(c, s), foe = chicago_foe_at(c, s, gang, to);
    int i = chicago_find_member(&s->gang[gang], from, rings);
    s->points--;
    if (foe >= 0) {
        attack(c, s, i, to, foe);
        return;
    }
    shift_member(s, gang, i, to);
    if (to < CHICAGO_BUILDINGS && !chicago_has(s->gang[gang].owned, to))
        take_over(box, s, gang, to);
    s->events++;
    go_on(box, s);
}

static void reinforce(const chicago_config *c, chicago_state *s, int from, int rings)
{
    int gang = chicago_on_turn(c, s);
    uint8_t length[CHICAGO_NODES];
    chicago_ways(c, s, length);
    s->points = (uint8_t)(s->points - length[from]);
    drop_member(s, gang, chicago_find_member(&s->gang[gang], from, rings));
    s->attackers[rings - 1]++;
}

void chicago_apply(const spk_box *box, void *state, spk_seat seat, spk_move move)
{
    chicago_state *s = state;
    int a = chicago_move_a(move), b = chicago_move_b(move), c = chicago_move_c(move);
    (void)seat;
    switch (chicago_move_op(move)) {
    case CHICAGO_OP_HIRE: hire(box, s, (const int[3]){a, b, c}); break;
    case CHICAGO_OP_PLACE: place(box, s, a); break;
    case CHICAGO_OP_ENTER: enter(box, s, (chicago_way)a, c); break;
    case CHICAGO_OP_ROLL: roll(box, s, a); break;
    case CHICAGO_OP_STEP: step(box, s, a, b, c); break;
    case CHICAGO_OP_THROW: throw_dice(box, s, a, b); break;
    case CHICAGO_OP_REINFORCE: reinforce(box->config, s, a, c); break;
    case CHICAGO_OP_FIGHT: next_duel(s); break;
    case CHICAGO_OP_PAIR: pair(s, a, b); break;
    case CHICAGO_OP_COUNT: break;
    }
}

/* Hirings, placings and the turns of the six rounds all count as turns of their own. */
uint32_t chicago_turn(const spk_box *box, const void *state)
{
    const chicago_state *s = state;
    (void)box;
    uint32_t part = s->stage == CHICAGO_HIRE ? 0 : s->stage == CHICAGO_PLACE ? 1 : 1u + s->round;
    return s->phase * 32u + part * 4u + s->turn + (s->stage == CHICAGO_OVER);
}

/* Nothing is bought and nobody attacked as long as that can be avoided. */
spk_move chicago_safe(const spk_box *box, const void *state, spk_seat seat)
{
    const chicago_config *c = box->config;
    const chicago_state *s = state;
    spk_move moves[CHICAGO_MAX_MOVES];
    int n = chicago_moves(box, state, seat, moves);
    if (moves[n - 1] & SPK_MOVE_IDLE || s->stage == CHICAGO_REINFORCE)
        return moves[n - 1];
    for (int i = 0; s->stage == CHICAGO_STEP && i < n; i++)
        if (chicago_foe_at(c, s, chicago_on_turn(c, s), chicago_move_b(moves[i])) < 0)
            return moves[i];
    return moves[0];
}
