/* arena.h: memory that is given back all at once. For things that are put together piece by piece,
 * handed on as a whole and then forgotten, like a queued change or the answer to a query.
 *
 *     srv_arena arena = {0};
 *     srv_seat *seats = srv_arena_get(&arena, n * sizeof *seats);      zeroed
 *     seats[0].name = srv_arena_text(&arena, name);                    copied; NULL stays NULL
 *     srv_arena_release(&arena);                                       {0} again
 *
 * An arena may live in its own memory: copy it there, and release a copy of it. */
#ifndef SRV_ARENA_H
#define SRV_ARENA_H

#include <stddef.h>

typedef struct srv_arena {
    struct srv_arena_block *block; /* the newest; it knows the one before */
    size_t n_bytes;                /* in all blocks: what it costs */
} srv_arena;

void *srv_arena_get(srv_arena *arena, size_t n);
void *srv_arena_copy(srv_arena *arena, const void *bytes, size_t n); /* NULL stays NULL */
char *srv_arena_text(srv_arena *arena, const char *text);            /* so does this */
void srv_arena_release(srv_arena *arena);

#endif
