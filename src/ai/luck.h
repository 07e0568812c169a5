/* luck.h: what chance did for whom.
 *
 * A chance event is worth to a seat the game's value (hints.c) of what was drawn less the mean
 * value of all that could have been drawn. So luck is 0 on average whatever the values are, and
 * the better they are the more it explains: a result less its luck is as good an estimate of skill
 * as the result, with less noise. The arena (hosts/arena) adjusts its figures like that, and the
 * analysis of a single game (analysis.h) tells skill and luck apart. */
#ifndef SPK_AI_LUCK_H
#define SPK_AI_LUCK_H

#include "engine/game.h"

enum { SPK_LUCK_UNIT = 1000 * SPK_WIN }; /* a win; sums of many small parts need the digits */

/* Whether the game can tell (hints->values). Without it nobody may ask the rest. */
static inline bool spk_has_luck(const spk_game *game) { return spk_has_values(game); }

/* Adds to 'luck' what the drawn outcome does for every seat compared with the average outcome, in
 * SPK_LUCK_UNIT. 'rng' NULL: the average is exact, over all outcomes; else many outcomes are
 * sampled with it, for callers in a hurry. */
void spk_luck_add(const spk_box *box, const void *before, spk_move drawn, spk_rng *rng,
                  int64_t luck[SPK_MAX_SEATS]);

#endif
