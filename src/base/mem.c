/* mem.c: memory that is there. See mem.h. */
#include "base/mem.h"

#include <stdlib.h>

#include "base/err.h"

void *spk_alloc(size_t n_bytes)
{
    void *p = calloc(1, n_bytes ? n_bytes : 1);
    SPK_BUG_IF(p == NULL);
    return p;
}

void *spk_realloc(void *old, size_t n_bytes)
{
    void *p = realloc(old, n_bytes ? n_bytes : 1);
    SPK_BUG_IF(p == NULL);
    return p;
}

void spk_free(void *p) { free(p); }
