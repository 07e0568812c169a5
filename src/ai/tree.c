/* tree.c: see tree.h. */
#include "ai/tree.h"

#include "base/mem.h"

enum { FIRST_NODES = 1024, FIRST_EDGES = 2 * SPK_MAX_MOVES }; /* a root must always find room */

static size_t bytes_for(uint32_t n_nodes, uint32_t n_edges)
{
    return n_nodes * sizeof(ai_node) + n_edges * sizeof(ai_edge);
}

void ai_tree_init(ai_tree *t, size_t limit)
{
    *t = (ai_tree){.max_nodes = FIRST_NODES, .max_edges = FIRST_EDGES, .age = 1, .limit = limit};
    t->nodes = spk_alloc(t->max_nodes * sizeof(ai_node));
    t->edges = spk_alloc(t->max_edges * sizeof(ai_edge));
    t->bytes = bytes_for(t->max_nodes, t->max_edges);
}

void ai_tree_release(ai_tree *t)
{
    spk_free(t->nodes);
    spk_free(t->edges);
}

void ai_tree_forget(ai_tree *t)
{
    t->n_nodes = t->n_edges = 0;
    t->age++;
}

void ai_tree_tidy(ai_tree *t)
{
    if (t->n_nodes >= t->max_nodes / 2 || t->n_edges >= t->max_edges / 2)
        ai_tree_forget(t);
}

ai_node *ai_tree_find(ai_tree *t, uint64_t key, spk_seat seat)
{
    uint32_t mask = t->max_nodes - 1, at = (uint32_t)(key >> 20) & mask;
    for (; t->nodes[at].age == t->age; at = (at + 1) & mask)
        if (t->nodes[at].key == key)
            return &t->nodes[at];
    if (t->n_nodes >= t->max_nodes - t->max_nodes / 4)
        return NULL;
    t->n_nodes++;
    t->nodes[at] = (ai_node){.key = key, .age = t->age, .seat = (uint8_t)seat};
    return &t->nodes[at];
}

/* Edges lead where they led; the old nodes know where they have gone. */
static void link_again(ai_tree *t, const ai_node *old)
{
    for (uint32_t i = 0; i < t->max_nodes; i++) {
        const ai_node *node = &t->nodes[i];
        ai_edge *edge = ai_tree_edges(t, node);
        for (int k = 0; node->age == t->age && !node->sealed && k < node->n_edges; k++)
            if (edge[k].behind)
                edge[k].behind = old[edge[k].behind - 1].first;
    }
}

/* Every living node into an array twice as long. */
static void grow_nodes(ai_tree *t)
{
    ai_node *old = t->nodes;
    uint32_t n = t->max_nodes, mask = 2 * n - 1;
    t->nodes = spk_alloc(2 * (size_t)n * sizeof(ai_node));
    t->max_nodes = 2 * n;
    for (uint32_t i = 0; i < n; i++) {
        if (old[i].age != t->age)
            continue;
        uint32_t at = (uint32_t)(old[i].key >> 20) & mask;
        while (t->nodes[at].age == t->age)
            at = (at + 1) & mask;
        t->nodes[at] = old[i];
        old[i].first = 1 + at;
    }
    link_again(t, old);
    spk_free(old);
}

bool ai_tree_grow(ai_tree *t)
{
    bool nodes = t->n_nodes > t->max_nodes / 2, edges = t->n_edges > t->max_edges / 2;
    size_t bytes = bytes_for(t->max_nodes << nodes, t->max_edges << edges);
    if ((!nodes && !edges) || bytes > t->limit)
        return false;
    if (nodes)
        grow_nodes(t);
    if (edges)
        t->edges = spk_realloc(t->edges, (t->max_edges *= 2) * sizeof(ai_edge));
    t->bytes = bytes;
    return nodes;
}

/* Weights and places in one number each, sorted upwards (Shell's way: rows are short, and no memory
 * is wanted): heaviest first, equal ones in their order. */
static void sort(uint64_t *keys, int n)
{
    static const int gaps[] = {701, 301, 132, 57, 23, 10, 4, 1};
    for (int g = 0; g < 8; g++)
        for (int gap = gaps[g], i = gap; i < n; i++) {
            uint64_t key = keys[i];
            int at = i;
            for (; at >= gap && keys[at - gap] > key; at -= gap)
                keys[at] = keys[at - gap];
            keys[at] = key;
        }
}

void ai_tree_rank(ai_edge *edge, int n)
{
    int best = 0;
    for (int i = 1; i < n; i++)
        if (edge[i].prior > edge[best].prior ||
            (edge[i].prior == edge[best].prior && edge[i].place < edge[best].place))
            best = i;
    ai_edge heaviest = edge[best];
    heaviest.ranked = true;
    edge[best] = edge[0];
    edge[0] = heaviest;
}

/* The heaviest of n, in order, by going through them once: each new one finds its place among those
 * kept. */
static void pick_heaviest(uint16_t *kept, const uint32_t *weights, int n, int limit)
{
    uint32_t least = 0; /* so much a new one must weigh more than, once all places are taken */
    for (int i = 0, n_kept = 0; i < n; i++) {
        if (n_kept == limit && weights[i] <= least)
            continue;
        int at = n_kept < limit ? n_kept++ : limit - 1;
        for (; at > 0 && weights[kept[at - 1]] < weights[i]; at--)
            kept[at] = kept[at - 1];
        kept[at] = (uint16_t)i;
        least = weights[kept[n_kept - 1]];
    }
}

/* The same for long rows. */
static void sort_heaviest(uint16_t *kept, const uint32_t *weights, int n, int limit)
{
    uint64_t keys[SPK_MAX_MOVES];
    for (int i = 0; i < n; i++)
        keys[i] = (uint64_t)(UINT32_MAX - weights[i]) << 32 | (uint32_t)i;
    sort(keys, n);
    for (int i = 0; i < limit; i++)
        kept[i] = (uint16_t)keys[i];
}

/* Which moves get edges; true: in the order of their weights already. */
static bool keep_heaviest(uint16_t *kept, const uint32_t *weights, int n, int limit)
{
    enum { SHORT = 32 };
    if (n > limit && limit <= SHORT)
        pick_heaviest(kept, weights, n, limit);
    else if (n > limit)
        sort_heaviest(kept, weights, n, limit);
    else
        for (int i = 0; i < n; i++)
            kept[i] = (uint16_t)i;
    return n > limit;
}

/* What the edges of a shorter row have learned. */
static void inherit(ai_edge *edge, int n, const ai_edge *old, int n_old)
{
    for (int i = 0; i < n_old; i++)
        for (int k = 0; k < n; k++)
            if (edge[k].move == old[i].move) {
                edge[k].sum = old[i].sum;
                edge[k].visits = old[i].visits;
                edge[k].behind = old[i].behind; /* or its regret */
                edge[k].winner = old[i].winner;
                break;
            }
}

bool ai_tree_open(ai_tree *t, ai_node *node, const spk_move *moves, const uint32_t *weights, int n,
                  int limit)
{
    uint16_t place[SPK_MAX_MOVES];
    int kept = n < limit ? n : limit;
    uint64_t total = 0;
    if (t->n_edges + (uint32_t)kept > t->max_edges)
        return false;
    bool ranked = keep_heaviest(place, weights, n, limit);
    for (int i = 0; i < n; i++)
        total += weights[i];
    ai_edge *edge = t->edges + t->n_edges;
    for (int i = 0; i < kept; i++)
        edge[i] = (ai_edge){.move = moves[place[i]],
                            .prior = (float)(weights[place[i]] / (double)total),
                            .place = place[i],
                            .ranked = ranked};
    inherit(edge, kept, ai_tree_edges(t, node), node->n_edges);
    if (!ranked)
        ai_tree_rank(edge, kept);
    node->first = t->n_edges;
    node->n_edges = (uint16_t)kept;
    node->more = n > kept;
    t->n_edges += (uint32_t)kept;
    return true;
}

int ai_tree_decide(ai_tree *t, ai_node *node, int at, int winner)
{
    ai_edge *edge = ai_tree_edges(t, node);
    bool decided = winner == 1 + node->seat || !(node->more || node->planned);
    edge[at].winner = (uint8_t)winner;
    for (int i = 0; winner != 1 + node->seat && i < node->n_edges; i++)
        decided = decided && edge[i].winner == winner;
    if (decided)
        node->winner = (unsigned)winner & 15u;
    return node->winner;
}
