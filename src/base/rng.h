/* rng.h: the random number generator.
 *
 * ChaCha20 (Bernstein's original form: 256-bit key, 64-bit nonce, 64-bit block counter) used as a
 * generator. It is our own C because it must give the same bytes on a server, in a search and in a
 * browser; a test compares it with libsodium byte for byte. Four blocks are made at a time, which
 * costs about 25 instructions per number, so there is no need for a faster, weaker generator.
 *
 *     spk_rng rng;
 *     spk_rng_init(&rng, seed, stream);     the same pair always gives the same numbers
 *     card = spk_rng_below(&rng, n_cards);  exactly uniform
 *
 * Streams of one seed are independent: game number k of a simulation is stream k, so the figures do
 * not depend on which thread played it. An spk_rng is plain data: copy it to try something twice.
 */
#ifndef SPK_BASE_RNG_H
#define SPK_BASE_RNG_H

#include <stddef.h>
#include <stdint.h>

enum { SPK_RNG_WORDS = 64 }; /* four ChaCha blocks of sixteen words */

typedef struct spk_rng {
    uint32_t word[SPK_RNG_WORDS]; /* generated, in keystream order */
    uint32_t key[8];
    uint64_t stream;  /* ChaCha's nonce */
    uint64_t counter; /* of the next block to make */
    uint32_t next;    /* first unused word; SPK_RNG_WORDS: make more ... */
    uint32_t used;    /* ... of which so many were used before: for those who continue a stream */
} spk_rng;

/* From a 64-bit seed: the key is the seed and six words of zeros. For simulations and tests. */
void spk_rng_init(spk_rng *rng, uint64_t seed, uint64_t stream);

/* From a full 256-bit key: for tables where somebody might try to guess the seed. */
void spk_rng_init_key(spk_rng *rng, const uint8_t key[32], uint64_t stream);

/* Internal: make the next SPK_RNG_WORDS words. */
void spk_rng_fill(spk_rng *rng);

static inline uint32_t spk_rng_next(spk_rng *rng)
{
    if (rng->next == SPK_RNG_WORDS)
        spk_rng_fill(rng);
    return rng->word[rng->next++];
}

/* A number from 0 to n-1, each with the same probability; n > 0. (Lemire's method: the high half of
 * a product; the few values that would favour some numbers are rejected.) */
static inline uint32_t spk_rng_below(spk_rng *rng, uint32_t n)
{
    uint64_t product = (uint64_t)spk_rng_next(rng) * n;
    if ((uint32_t)product < n) {
        uint32_t unfair = -n % n;
        while ((uint32_t)product < unfair)
            product = (uint64_t)spk_rng_next(rng) * n;
    }
    return (uint32_t)(product >> 32);
}

/* The same for large n: draws as many bits as n - 1 has until they are below n, which takes fewer
 * than two tries on average. */
static inline uint64_t spk_rng_below_wide(spk_rng *rng, uint64_t n)
{
    uint64_t mask = UINT64_MAX >> __builtin_clzll((n - 1) | 1), x;
    do {
        x = spk_rng_next(rng);
        x = (x << 32 | spk_rng_next(rng)) & mask;
    } while (x >= n);
    return x;
}

#endif
