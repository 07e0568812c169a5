/* mem.c: memory that is there. See mem.h. */
#include "base/mem.h"

#include <stdlib.h>

#include "base/err.h"

static void *insist(void *p, size_t n_bytes)
{
    if (!p)
        spk_out_of_memory(n_bytes);
    return p;
}

void *spk_alloc(size_t n_bytes) { return insist(calloc(1, n_bytes ? n_bytes : 1), n_bytes); }

void *spk_realloc(void *old, size_t n_bytes)
{
    return insist(realloc(old, n_bytes ? n_bytes : 1), n_bytes);
}

void spk_free(void *p) { free(p); }
