/* mem.h: allocation that never fails. None of these returns NULL: a process that cannot get a few
 * kilobytes stops with a message, so no caller needs an error branch that nobody ever tests.
 * spk_alloc returns zeroed memory. A game's moves, apply and copy never allocate. */
#ifndef SPK_BASE_MEM_H
#define SPK_BASE_MEM_H

#include <stddef.h>

void *spk_alloc(size_t n_bytes);
void *spk_realloc(void *old, size_t n_bytes);
void spk_free(void *p);

#endif
