/* hash.h: FNV-1a, 64 bits. For telling editions and positions apart, never for secrets.
 *     uint64_t h = spk_hash(SPK_HASH_START, bytes, n);     feed more by passing h again */
#ifndef SPK_BASE_HASH_H
#define SPK_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define SPK_HASH_START 0xcbf29ce484222325u

static inline uint64_t spk_hash(uint64_t h, const void *bytes, size_t n)
{
    const uint8_t *p = bytes;
    for (size_t i = 0; i < n; i++)
        h = (h ^ p[i]) * 0x100000001b3u;
    return h;
}

#endif
