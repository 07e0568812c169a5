/* points.h: what the moves of a decision brought in points, for when the game is as good as decided: then all moves are worth the same,
 * and a player takes what there is. */
#ifndef SPK_AI_POINTS_H
#define SPK_AI_POINTS_H

#include "engine/game.h"

enum { AI_POINTS_MOVES = 256 }; /* of a decision; of more, nothing is known */

typedef struct ai_points {
    int64_t sum[AI_POINTS_MOVES]; /* by how much the seat was ahead of its best rival, in all */
    uint32_t n[AI_POINTS_MOVES];  /* positions looked at */
} ai_points;

/* Whether so many parts of a win are as good as none, or as good as all. */
bool ai_points_matter(int64_t value);

/* One more position that the move has led to. */
void ai_points_add(ai_points *p, const spk_box *box, const void *state, spk_seat seat, int move);

/* Whether the one move is known to have brought more than the other, by half a point and more: less may be the search's noise. */
bool ai_points_is_more(const ai_points *p, int move, int other);

#endif
