/* rng.c: ChaCha20 as a generator, four blocks side by side. See rng.h. */
#include "base/rng.h"

#include <string.h>

/* One lane per block: gcc and clang turn these into SSE, NEON or wasm SIMD, or into plain words. */
typedef uint32_t lanes __attribute__((vector_size(16)));

static inline lanes rotate(lanes x, int n) { return x << n | x >> (32 - n); }

static inline void quarter_round(lanes x[16], int a, int b, int c, int d)
{
    x[a] += x[b], x[d] = rotate(x[d] ^ x[a], 16);
    x[c] += x[d], x[b] = rotate(x[b] ^ x[c], 12);
    x[a] += x[b], x[d] = rotate(x[d] ^ x[a], 8);
    x[c] += x[d], x[b] = rotate(x[b] ^ x[c], 7);
}

static void twenty_rounds(lanes x[16])
{
    for (int i = 0; i < 10; i++) {
        quarter_round(x, 0, 4, 8, 12);
        quarter_round(x, 1, 5, 9, 13);
        quarter_round(x, 2, 6, 10, 14);
        quarter_round(x, 3, 7, 11, 15);
        quarter_round(x, 0, 5, 10, 15);
        quarter_round(x, 1, 6, 11, 12);
        quarter_round(x, 2, 7, 8, 13);
        quarter_round(x, 3, 4, 9, 14);
    }
}

static lanes same(uint32_t v) { return (lanes){v, v, v, v}; }

/* The input matrix of four consecutive blocks:  constants / key / key / counter, nonce. */
static void first_matrix(const spk_rng *rng, lanes x[16])
{
    static const uint32_t constant[4] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    for (int i = 0; i < 4; i++)
        x[i] = same(constant[i]);
    for (int i = 0; i < 8; i++)
        x[4 + i] = same(rng->key[i]);
    for (int block = 0; block < 4; block++) {
        uint64_t counter = rng->counter + (uint64_t)block;
        x[12][block] = (uint32_t)counter;
        x[13][block] = (uint32_t)(counter >> 32);
    }
    x[14] = same((uint32_t)rng->stream);
    x[15] = same((uint32_t)(rng->stream >> 32));
}

void spk_rng_fill(spk_rng *rng)
{
    lanes first[16], x[16];
    first_matrix(rng, first);
    memcpy(x, first, sizeof x);
    twenty_rounds(x);
    for (int i = 0; i < 16; i++) {
        x[i] += first[i];
        for (int block = 0; block < 4; block++)
            rng->word[16 * block + i] = x[i][block];
    }
    rng->counter += 4;
    rng->next = rng->used;
    rng->used = 0;
}

void spk_rng_init(spk_rng *rng, uint64_t seed, uint64_t stream)
{
    *rng = (spk_rng){.stream = stream, .next = SPK_RNG_WORDS};
    rng->key[0] = (uint32_t)seed;
    rng->key[1] = (uint32_t)(seed >> 32);
}

void spk_rng_init_key(spk_rng *rng, const uint8_t key[32], uint64_t stream)
{
    *rng = (spk_rng){.stream = stream, .next = SPK_RNG_WORDS};
    for (int i = 0; i < 8; i++)
        rng->key[i] = (uint32_t)key[4 * i] | (uint32_t)key[4 * i + 1] << 8 |
                      (uint32_t)key[4 * i + 2] << 16 | (uint32_t)key[4 * i + 3] << 24;
}
