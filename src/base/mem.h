/* mem.h: memory that is there. None of these returns NULL: a process that cannot get a few
 * kilobytes stops and says so, and no caller carries a branch that nobody ever tests.
 * What spk_alloc gives is zeroed. Nothing in a game's moves, apply or copy comes through here. */
#ifndef SPK_BASE_MEM_H
#define SPK_BASE_MEM_H

#include <stddef.h>

void *spk_alloc(size_t n_bytes);
void *spk_realloc(void *old, size_t n_bytes);
void spk_free(void *p);

#endif
