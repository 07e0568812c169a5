/* movement.c: a roll, and what members do with its points: step from field to field, take buildings,
 * meet a foe (CH-8, CH-9). The duel itself is in duel.c. */
#include "games/chicago/rules.h"

/* -- Where a member may go (CH-8) --------------------------------------------------------------- */

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

spk_move *chicago_list_steps(const chicago_config *c, const chicago_state *s, spk_move *out)
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

/* -- Going there ------------------------------------------------------------------------------- */

/* CH-9.1: at once, whatever the building was before. */
static void take_over(const spk_box *box, chicago_state *s, int gang, int building)
{
    const chicago_config *c = box->config;
    for (int other = 0; other < CHICAGO_GANGS; other++)
        chicago_cut(s->gang[other].owned, building);
    chicago_put(s->gang[gang].owned, building);
    if (chicago_has(c->casinos, building))
        chicago_update_goal(box, s, CHICAGO_GOAL_CASINOS);
    if (chicago_has(c->square, building))
        chicago_update_goal(box, s, CHICAGO_GOAL_SQUARE);
}

void chicago_arrive(const spk_box *box, chicago_state *s, int gang, int node, int rings)
{
    chicago_add_member(s, gang, node, rings);
    if (node < CHICAGO_BUILDINGS && !chicago_has(s->gang[gang].owned, node))
        take_over(box, s, gang, node);
}

void chicago_roll(const spk_box *box, chicago_state *s, int points)
{
    s->points = (uint8_t)points;
    chicago_go_on(box, s);
}

/* Member i of the gang on turn meets a foe. */
static void attack(const chicago_config *c, chicago_state *s, int i, int to, int foe)
{
    int gang = chicago_on_turn(c, s), rings = chicago_rings_of(s->gang[gang].member[i]);
    chicago_drop_member(s, gang, i);
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
    chicago_drop_member(s, foe, at);
    chicago_begin_duel(s, rings, foe_rings);
}

void chicago_step(const spk_box *box, chicago_state *s, int from, int to, int rings)
{
    const chicago_config *c = box->config;
    int gang = chicago_on_turn(c, s), foe = chicago_foe_at(c, s, gang, to);
    int i = chicago_find_member(&s->gang[gang], from, rings);
    s->points--;
    if (foe >= 0) {
        attack(c, s, i, to, foe);
        return;
    }
    chicago_shift_member(s, gang, i, to);
    if (to < CHICAGO_BUILDINGS && !chicago_has(s->gang[gang].owned, to))
        take_over(box, s, gang, to);
    s->events++;
    chicago_go_on(box, s);
}
