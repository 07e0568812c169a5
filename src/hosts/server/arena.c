/* arena.c: see arena.h. */
#include "hosts/server/arena.h"

#include <stdalign.h>
#include <string.h>

#include "base/mem.h"

/* The first block has room for a queued move; each further one is twice as large, up to a point. */
enum { FIRST_BLOCK = 640, LARGEST_BLOCK = 64 << 10 };

typedef struct srv_arena_block {
    struct srv_arena_block *before;
    size_t used, cap;
    alignas(max_align_t) char bytes[];
} block;

static block *add_block(srv_arena *arena, size_t n)
{
    size_t cap = arena->block ? 2 * arena->block->cap : FIRST_BLOCK - sizeof(block);
    if (cap > LARGEST_BLOCK)
        cap = LARGEST_BLOCK;
    if (cap < n)
        cap = n;
    block *b = spk_alloc(sizeof *b + cap);
    b->before = arena->block;
    b->cap = cap;
    arena->block = b;
    arena->n_bytes += sizeof *b + cap;
    return b;
}

/* Blocks are zeroed when they are made, and a piece is given once. */
void *srv_arena_get(srv_arena *arena, size_t n)
{
    n = (n + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
    block *b = arena->block;
    if (!b || b->cap - b->used < n)
        b = add_block(arena, n);
    void *piece = b->bytes + b->used;
    b->used += n;
    return piece;
}

void *srv_arena_copy(srv_arena *arena, const void *bytes, size_t n)
{
    return bytes ? memcpy(srv_arena_get(arena, n), bytes, n) : NULL;
}

char *srv_arena_text(srv_arena *arena, const char *text)
{
    return text ? srv_arena_copy(arena, text, strlen(text) + 1) : NULL;
}

void srv_arena_release(srv_arena *arena)
{
    block *b = arena->block;
    *arena = (srv_arena){0};
    while (b) {
        block *before = b->before;
        spk_free(b);
        b = before;
    }
}
