/* pool.c: see pool.h. */
#include "hosts/server/store/pool.h"

#include <stdalign.h>
#include <string.h>

#include "base/mem.h"

/* The first block has room for a queued move; each further one is twice as large, up to a point. */
enum { FIRST_BLOCK = 640, LARGEST_BLOCK = 64 << 10 };

typedef struct srv_pool_block {
    struct srv_pool_block *before;
    size_t used, cap;
    alignas(max_align_t) char bytes[];
} block;

static block *add_block(srv_pool *pool, size_t n)
{
    size_t cap = pool->block ? 2 * pool->block->cap : FIRST_BLOCK - sizeof(block);
    if (cap > LARGEST_BLOCK)
        cap = LARGEST_BLOCK;
    if (cap < n)
        cap = n;
    block *b = spk_alloc(sizeof *b + cap);
    b->before = pool->block;
    b->cap = cap;
    pool->block = b;
    pool->n_bytes += sizeof *b + cap;
    return b;
}

/* Blocks are zeroed when they are made, and a piece is given once. */
void *srv_pool_get(srv_pool *pool, size_t n)
{
    n = (n + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
    block *b = pool->block;
    if (!b || b->cap - b->used < n)
        b = add_block(pool, n);
    void *piece = b->bytes + b->used;
    b->used += n;
    return piece;
}

void *srv_pool_copy(srv_pool *pool, const void *bytes, size_t n)
{
    return bytes ? memcpy(srv_pool_get(pool, n), bytes, n) : NULL;
}

char *srv_pool_text(srv_pool *pool, const char *text)
{
    return text ? srv_pool_copy(pool, text, strlen(text) + 1) : NULL;
}

void srv_pool_release(srv_pool *pool)
{
    block *b = pool->block;
    *pool = (srv_pool){0};
    while (b) {
        block *before = b->before;
        spk_free(b);
        b = before;
    }
}
