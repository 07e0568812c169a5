/* tree.h: the memory of a search: nodes found by a key, each with a row of edges.
 *
 * Both are taken once and used up from the front. A node that finds no room is simply not there, and
 * the search plays on from its parent. Between two decisions ai_tree_tidy empties a tree that is more
 * than half full; emptying is counting up a number, not wiping memory. */
#ifndef AI_TREE_H
#define AI_TREE_H

#include "engine/game.h"

typedef struct ai_edge {
    spk_move move;
    int64_t sum; /* of what the node's seat won behind it, in SPK_WINs */
    uint32_t visits;
    float prior;    /* its share of the weights */
    float regret;   /* of sealed decisions */
    uint16_t place; /* in the game's list */
    bool ranked;    /* it stands where its weight wants it */
} ai_edge;

typedef struct ai_node {
    uint64_t key;
    int64_t sum;
    uint32_t visits;
    uint32_t first; /* its edges' place */
    uint32_t age;   /* a node of an older age than the tree is free */
    uint16_t n_edges;
    uint8_t seat;
    uint8_t sealed : 1; /* several seats answer at once */
    uint8_t met : 1;    /* somebody came by before: now it gets its edges */
} ai_node;

typedef struct ai_tree {
    ai_node *nodes; /* max_nodes, a power of two: open addressing */
    ai_edge *edges;
    uint32_t n_nodes, max_nodes, n_edges, max_edges, age;
    size_t bytes;
} ai_tree;

void ai_tree_init(ai_tree *t, size_t bytes);
void ai_tree_release(ai_tree *t);
void ai_tree_tidy(ai_tree *t);
void ai_tree_forget(ai_tree *t); /* empty it */

/* The node of that key, a new one if there is none; NULL if there is no room for one. */
ai_node *ai_tree_find(ai_tree *t, uint64_t key, spk_seat seat);

/* Give a node its edges: the moves with the largest weights, at most 'limit'. False: no room. */
bool ai_tree_open(ai_tree *t, ai_node *node, const spk_move *moves, const uint32_t *weights, int n,
                  int limit);

/* Bring the heaviest of n edges to the front, of equals the first in the game's list. A node's edges
 * are ranked one by one as they are wanted: most nodes are left long before their last move. */
void ai_tree_rank(ai_edge *edge, int n);

static inline ai_edge *ai_tree_edges(const ai_tree *t, const ai_node *node)
{
    return t->edges + node->first;
}

#endif
