/* assault.c: variant I: several against several in a building (CH-15, CH-R32). Who joins, who fights
 * whom, and who stands there in the end; each single duel is fought in duel.c. */
#include <string.h>

#include "games/chicago/rules.h"

/* -- Who can join ------------------------------------------------------------------------------ */

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

spk_move *chicago_list_reinforcements(const chicago_config *c, const chicago_state *s,
                                      spk_move *out)
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

void chicago_reinforce(const chicago_config *c, chicago_state *s, int from, int rings)
{
    int gang = chicago_on_turn(c, s);
    uint8_t length[CHICAGO_NODES];
    chicago_ways(c, s, length);
    s->points = (uint8_t)(s->points - length[from]);
    chicago_drop_member(s, gang, chicago_find_member(&s->gang[gang], from, rings));
    s->attackers[rings - 1]++;
}

/* -- Who fights whom --------------------------------------------------------------------------- */

spk_move *chicago_list_pairs(const chicago_state *s, spk_move *out)
{
    int defenders[CHICAGO_STRENGTHS];
    chicago_count_at(&s->gang[s->defender], s->battle_at, defenders);
    for (int a = 0; a < CHICAGO_STRENGTHS; a++)
        for (int d = 0; d < CHICAGO_STRENGTHS; d++)
            if (s->attackers[a] && defenders[d])
                *out++ = chicago_move(CHICAGO_OP_PAIR, a + 1, d + 1, 0);
    return out;
}

/* Two of an assault step forward, and the right to choose passes (CH-15.3). */
void chicago_pair(chicago_state *s, int attacker_rings, int defender_rings)
{
    int i = chicago_find_member(&s->gang[s->defender], s->battle_at, defender_rings);
    s->attackers[attacker_rings - 1]--;
    chicago_drop_member(s, s->defender, i);
    s->right ^= 1;
    chicago_begin_duel(s, attacker_rings, defender_rings);
}

/* The next duel of an assault: asked, or the only one there can be (D6). */
void chicago_next_duel(chicago_state *s)
{
    spk_move pairs[CHICAGO_STRENGTHS * CHICAGO_STRENGTHS];
    if (chicago_list_pairs(s, pairs) - pairs > 1)
        s->stage = CHICAGO_PAIR;
    else
        chicago_pair(s, chicago_move_a(pairs[0]), chicago_move_b(pairs[0]));
}

/* CH-15.5, CH-R32: the attackers that are left stand in the building, and own it. */
void chicago_settle_assault(const spk_box *box, chicago_state *s)
{
    int gang = chicago_on_turn(box->config, s);
    for (int i = 0; i < CHICAGO_STRENGTHS; i++)
        for (; s->attackers[i]; s->attackers[i]--)
            chicago_arrive(box, s, gang, s->battle_at, i + 1);
}
