/* mem.c: memory that is there. See mem.h. */
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"

static void *insist(void *p, size_t n_bytes)
{
    if (!p)
        spk_out_of_memory(n_bytes);
    return p;
}

/* glibc keeps small pieces that were freed at hand for malloc, but not for calloc. */
void *spk_alloc(size_t n_bytes)
{
    enum { SMALL = 1024 };
    if (n_bytes > SMALL)
        return insist(calloc(1, n_bytes), n_bytes);
    return memset(insist(malloc(n_bytes ? n_bytes : 1), n_bytes), 0, n_bytes);
}

void *spk_realloc(void *old, size_t n_bytes)
{
    return insist(realloc(old, n_bytes ? n_bytes : 1), n_bytes);
}

void spk_free(void *p) { free(p); }
