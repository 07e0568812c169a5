/* tree.c: see tree.h. */
#include "ai/tree.h"

#include "base/mem.h"

/* A quarter of the memory is nodes, the rest edges. */
void ai_tree_init(ai_tree *t, size_t bytes)
{
    *t = (ai_tree){.max_nodes = 256, .age = 1};
    while (2 * t->max_nodes * sizeof(ai_node) <= bytes / 4)
        t->max_nodes *= 2;
    t->max_edges = (uint32_t)((bytes - bytes / 4) / sizeof(ai_edge));
    if (t->max_edges < 2 * SPK_MAX_MOVES)
        t->max_edges = 2 * SPK_MAX_MOVES; /* a root must always find room */
    t->nodes = spk_alloc(t->max_nodes * sizeof(ai_node));
    t->edges = spk_alloc(t->max_edges * sizeof(ai_edge));
    t->bytes = t->max_nodes * sizeof(ai_node) + t->max_edges * sizeof(ai_edge);
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

static int keep_heaviest(uint16_t *kept, const uint32_t *weights, int n, int limit)
{
    uint64_t keys[SPK_MAX_MOVES];
    int n_kept = n < limit ? n : limit;
    for (int i = 0; i < n; i++)
        keys[i] = (uint64_t)(UINT32_MAX - weights[i]) << 32 | (uint32_t)i;
    if (n > limit)
        sort(keys, n);
    for (int i = 0; i < n_kept; i++)
        kept[i] = (uint16_t)keys[i];
    return n_kept;
}

bool ai_tree_open(ai_tree *t, ai_node *node, const spk_move *moves, const uint32_t *weights, int n,
                  int limit)
{
    uint16_t place[SPK_MAX_MOVES];
    int kept = keep_heaviest(place, weights, n, limit);
    double total = 0;
    if (t->n_edges + (uint32_t)kept > t->max_edges)
        return false;
    for (int i = 0; i < kept; i++)
        total += weights[place[i]];
    ai_edge *edge = t->edges + t->n_edges;
    for (int i = 0; i < kept; i++)
        edge[i] = (ai_edge){.move = moves[place[i]],
                            .prior = (float)(weights[place[i]] / total),
                            .place = place[i]};
    ai_tree_rank(edge, kept);
    node->first = t->n_edges;
    node->n_edges = (uint16_t)kept;
    t->n_edges += (uint32_t)kept;
    return true;
}
