/* blocks.h: the features of a game in blocks, numbered one behind the other (game.h, spk_features and spk_move_features).
 *
 * A file that reads features lists its blocks and then includes this, once:
 *
 *     #define BLOCKS(X)                            name, slots in a row, features
 *         X(street, 6, 6 * CARDS)
 *         X(turn, 1, PHASES)
 *     #include "engine/blocks.h"
 *
 *     PUT(row, street, i, 6 * card + place);       slot i of that block holds this feature of it
 *     out[n++] = MEANS(street, i, 6 * card + place);       the same, as what a word means
 *
 * 'blocks' is the list as the game's features have it; 'struct slots' and 'struct features' are as large as there are
 * slots and features. No guard: the list is the file's own. */
#ifndef BLOCKS
#error "blocks.h comes behind the list of blocks"
#endif

#include <stddef.h>

#include "engine/game.h"

#define FEATURES(name, n, size) char name[size];
#define SLOTS(name, n, size)    char name[n];
struct features {
    BLOCKS(FEATURES)
};
struct slots {
    BLOCKS(SLOTS)
};
#define LISTED(name, n, size) {#name, n, size},
static const spk_block blocks[] = {BLOCKS(LISTED){0}};

_Static_assert(sizeof(struct features) < SPK_NO_FEATURE, "they can be numbered");

#define FEATURE(block) offsetof(struct features, block)
#define SLOT(block)    offsetof(struct slots, block)
#define MEANS(block, i, value)                                                                     \
    ((spk_meaning){(uint16_t)(SLOT(block) + (size_t)(i)),                                          \
                   (uint16_t)(FEATURE(block) + (size_t)(value))})
#define PUT(row, block, i, value)                                                                  \
    ((row)[SLOT(block) + (size_t)(i)] = (uint16_t)(FEATURE(block) + (size_t)(value)))

static inline int within(int x, int least, int most)
{
    return x < least ? least : x > most ? most : x;
}
