/* hash.h: hashes that identify editions and positions; not for cryptography.
 *     uint64_t h = spk_hash(SPK_HASH_START, bytes, n);     FNV-1a; feed more by passing h again
 *     uint64_t h = spk_hash_words(seed, bytes, n);         five times as fast; the bytes need not be
 *                                                          aligned
 *     uint64_t h = spk_hash_state(seed, bytes, n);         faster still, for whole positions: what a
 *                                                          search finds its nodes by */
#ifndef SPK_BASE_HASH_H
#define SPK_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define SPK_HASH_START 0xcbf29ce484222325u

static inline uint64_t spk_hash(uint64_t h, const void *bytes, size_t n)
{
    const uint8_t *p = bytes;
    for (size_t i = 0; i < n; i++)
        h = (h ^ p[i]) * 0x100000001b3u;
    return h;
}

/* Eight bytes per step; each multiplication's high half is folded back into the low half. The last
 * step mixes in the remaining bytes. */
static inline uint64_t spk_hash_words(uint64_t seed, const void *bytes, size_t n)
{
    const uint8_t *p = bytes;
    uint64_t h = (seed + 1) * 0x9e3779b97f4a7c15u, word;
    for (; n >= 8; p += 8, n -= 8) {
        memcpy(&word, p, 8);
        h = (h ^ word) * 0xd6e8feb86659fd93u;
        h ^= h >> 32;
    }
    for (word = n; n > 0; n--)
        word = word << 8 | p[n - 1];
    h ^= word;
    h *= 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

/* In spk_hash_words every step waits for the one before. Here four words at a time go ways of their own;
 * at the end those come together, and so does what is left. */
static inline uint64_t spk_hash_state(uint64_t seed, const void *bytes, size_t n)
{
    const uint8_t *p = bytes;
    uint64_t way[4] = {1, 2, 3, 4}, words[4];
    for (; n >= sizeof words; p += sizeof words, n -= sizeof words) {
        memcpy(words, p, sizeof words);
        for (int i = 0; i < 4; i++) {
            way[i] = (way[i] ^ words[i]) * 0xd6e8feb86659fd93u;
            way[i] ^= way[i] >> 32;
        }
    }
    return spk_hash_words(spk_hash_words(seed, way, sizeof way), p, n);
}

#endif
