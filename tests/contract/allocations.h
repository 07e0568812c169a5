/* allocations.h: counting what is allocated, for tests that promise nothing is. Include it in one
 * file of a program; n_allocations counts up. */
#ifndef SPK_CONTRACT_ALLOCATIONS_H
#define SPK_CONTRACT_ALLOCATIONS_H

#include <stddef.h>

#include "test.h"

static long n_allocations;

/* glibc lets a program put its own doors before the allocator. Under a sanitizer they are taken. */
#if defined(__GLIBC__) && !HAS_SANITIZER
void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t n);
void *malloc(size_t n) { return n_allocations++, __libc_malloc(n); }
void *calloc(size_t n, size_t size) { return n_allocations++, __libc_calloc(n, size); }
void *realloc(void *old, size_t n) { return n_allocations++, __libc_realloc(old, n); }
#define CONTRACT_COUNTS 1
#endif

#endif
