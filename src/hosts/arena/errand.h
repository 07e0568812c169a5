/* errand.h: one game of an arena (arena.h) as a text, so that another process can play it: everything that decides its
 * course, and back everything that is kept of it. With budgets in iterations it is the same game as at home.
 *
 *     home                                            elsewhere
 *     arena_errand_print(plan, set, game, ...)  --->  e = arena_errand_read(text, n, &why)
 *                                                     arena_errand_play(e, stop, &answer)
 *     arena_errand_take(plan, answer, ...)      <---
 *
 * Both texts may come from anybody: every number is checked, and no text can make a process start a program. Players that
 * are programs (exec:...) and nets from files play at home. */
#ifndef ARENA_ERRAND_H
#define ARENA_ERRAND_H

#include "hosts/arena/arena.h"

#define ARENA_ERRAND "game" /* what such a text is called on the bus */

typedef struct arena_errand arena_errand;

/* Whether games of this plan can be played elsewhere. */
spk_err arena_errand_check(const arena_plan *plan, spk_why *why);

/* The game's bots are those of 'played'. With a record if somebody keeps the games. */
void arena_errand_print(const arena_plan *plan, int set, int game, const arena_game *played,
                        spk_buf *out);

/* The result of such a game. 'record' gets the lines of the game's record, if there are any. Refuses what cannot be one; then
 * nothing has changed. */
spk_err arena_errand_take(const arena_plan *plan, const char *text, arena_game *played,
                          arena_effort effort[ARENA_MAX_BOTS], spk_buf *record, spk_why *why);

/* n bytes, terminated. NULL: see 'why'. */
arena_errand *arena_errand_read(const char *text, size_t n, spk_why *why);
void arena_errand_free(arena_errand *e);

/* False: *stop became true. */
bool arena_errand_play(arena_errand *e, const atomic_bool *stop, spk_buf *out);

#endif
