/* members.c: a gang's members on the board. Their list stays in order and 'on' says the same the
 * other way round, whatever comes, goes or moves; nobody else writes to either. */
#include <string.h>

#include "games/chicago/rules.h"

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

void chicago_drop_member(chicago_state *s, int gang, int i)
{
    chicago_gang *g = &s->gang[gang];
    leave(s, g, i);
    g->n_members--;
    for (; i < g->n_members; i++)
        g->member[i] = g->member[i + 1];
    g->member[i] = 0;
}

/* The same member, on another node: only what lies between its two places in the list moves. */
void chicago_shift_member(chicago_state *s, int gang, int i, int node)
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
