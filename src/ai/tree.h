/* tree.h: the memory of a search: nodes found by a key, each with a row of edges.
 *
 * Both arrays begin small and double as the tree fills (ai_tree_grow, between two iterations), up to a
 * limit: a bot that thinks for a moment needs a few hundred kilobytes, one that thinks for seconds
 * still finds room. At the limit no node is made and the search ends its iterations earlier. Between
 * two decisions ai_tree_tidy empties a tree that is more than half full; emptying increments a counter
 * and does not clear memory. */
#ifndef AI_TREE_H
#define AI_TREE_H

#include "engine/game.h"

typedef struct ai_edge {
    spk_move move;
    int64_t sum; /* of what the node's seat won after it, in SPK_WINs */
    uint32_t visits;
    float prior; /* its share of the weights */
    union {
        float regret; /* of sealed decisions */
        uint32_t
            behind; /* of others: 1 + the index of the node it leads to; 0: not known (ai_tree_link) */
    };
    uint16_t place; /* index in the game's list */
    bool ranked;    /* it is in its place by weight */
    uint8_t winner; /* 1 + the seat that wins after it, whatever anybody does; 0: open */
} ai_edge;

typedef struct ai_node {
    uint64_t key;
    int64_t sum;
    uint32_t visits;
    uint32_t first; /* index of its edges */
    uint32_t age;   /* a node of an older age than the tree is free */
    uint16_t n_edges;
    uint8_t seat;
    uint8_t sealed : 1;  /* several seats answer at once */
    uint8_t met : 1;     /* visited before: now it gets its edges */
    uint8_t more : 1;    /* only its likeliest moves have edges so far */
    uint8_t planned : 1; /* its edges are plans (spk_plans), not moves */
    uint8_t winner : 4;  /* 1 + the seat that wins from here, whatever the others do; 0: open */
} ai_node;

typedef struct ai_tree {
    ai_node *nodes; /* max_nodes, a power of two: open addressing */
    ai_edge *edges;
    uint32_t n_nodes, max_nodes, n_edges, max_edges, age;
    size_t bytes, limit;
} ai_tree;

void ai_tree_init(ai_tree *t, size_t limit);
void ai_tree_release(ai_tree *t);
void ai_tree_tidy(ai_tree *t);
void ai_tree_forget(ai_tree *t); /* empty it */

/* Twice the room, if half of it is used and the limit allows. True: it grew, and every node lies
 * elsewhere now. */
bool ai_tree_grow(ai_tree *t);

/* The node with that key, created if there is none; NULL if the tree is full. */
ai_node *ai_tree_find(ai_tree *t, uint64_t key, spk_seat seat);

/* Give a node its edges: the moves with the largest weights, at most 'limit'; node->more says whether
 * there are others. A node that has edges gets a longer row, and what they have learned moves there. False: no
 * room, and it stays as it is. */
bool ai_tree_open(ai_tree *t, ai_node *node, const spk_move *moves, const uint32_t *weights, int n,
                  int limit);

/* Where an edge leads need be looked up only once if nothing else has a say in it. Who knows that links the
 * edge, not of a sealed decision, to the node behind it; NULL: nobody has. */
static inline ai_node *ai_tree_behind(const ai_tree *t, const ai_edge *edge)
{
    return edge->behind ? &t->nodes[edge->behind - 1] : NULL;
}

static inline void ai_tree_link(const ai_tree *t, ai_edge *edge, const ai_node *behind)
{
    edge->behind = 1 + (uint32_t)(behind - t->nodes);
}

/* After this edge the game is won by 1 + a seat. Then the node is decided too if that seat moves there, or
 * if all its moves lead to the same. Returns the node's winner, 0 while it is open. */
int ai_tree_decide(ai_tree *t, ai_node *node, int at, int winner);

/* Bring the heaviest of n edges to the front; of equals, the first in the game's list. A node's
 * edges are ranked one by one as needed, because most nodes never get to their last move. */
void ai_tree_rank(ai_edge *edge, int n);

static inline ai_edge *ai_tree_edges(const ai_tree *t, const ai_node *node)
{
    return t->edges + node->first;
}

#endif
