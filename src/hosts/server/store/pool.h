/* pool.h: memory that is freed all at once, for things that are built piece by piece, passed on as
 * a whole and then dropped, such as a queued change or the answer to a query.
 *
 *     srv_pool pool = {0};
 *     srv_seat *seats = srv_pool_get(&pool, n * sizeof *seats);      zeroed
 *     seats[0].name = srv_pool_text(&pool, name);                    copied; NULL stays NULL
 *     srv_pool_release(&pool);                                       {0} again
 *
 * A pool may be kept in its own memory: copy the struct there, and copy it out again to release
 * it. */
#ifndef SRV_POOL_H
#define SRV_POOL_H

#include <stddef.h>

typedef struct srv_pool {
    struct srv_pool_block *block; /* the newest; links to the one before */
    size_t n_bytes;               /* in all blocks */
} srv_pool;

void *srv_pool_get(srv_pool *pool, size_t n);
void *srv_pool_copy(srv_pool *pool, const void *bytes, size_t n); /* NULL stays NULL */
char *srv_pool_text(srv_pool *pool, const char *text);            /* the same */
void srv_pool_release(srv_pool *pool);

#endif
