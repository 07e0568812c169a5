/* mutate.h: a mutator that knows one thing: cards add up. For targets that take positions. */
#ifndef SPK_FUZZ_MUTATE_H
#define SPK_FUZZ_MUTATE_H

#include "base/rng.h"
#include "fuzz.h"

/* Changing letters at random almost never gives a sound position. Two words that change places
 * often do, and so does another small number. libFuzzer calls this by its name, and lends us its own
 * way of changing bytes for the rest; in builds without it the weak symbol is NULL and nobody calls. */
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t n, size_t cap, unsigned seed);
__attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t *bytes, size_t n, size_t cap);

/* The first letter of word number k, counting from 0 and round the text. */
static size_t word_at(const uint8_t *bytes, size_t n, uint32_t k)
{
    size_t starts[512], n_starts = 0;
    for (size_t i = 0; i < n && n_starts < 512; i++)
        if (bytes[i] != ' ' && (i == 0 || bytes[i - 1] == ' '))
            starts[n_starts++] = i;
    return n_starts ? starts[k % n_starts] : 0;
}

/* Two letters each, which is a card; longer words get mixed up, and are refused. */
static void swap_cards(uint8_t *bytes, size_t n, spk_rng *rng)
{
    size_t a = word_at(bytes, n, spk_rng_next(rng)), b = word_at(bytes, n, spk_rng_next(rng));
    for (size_t i = 0; i < 2 && a + i < n && b + i < n; i++) {
        uint8_t kept = bytes[a + i];
        bytes[a + i] = bytes[b + i];
        bytes[b + i] = kept;
    }
}

static void change_digit(uint8_t *bytes, size_t n, spk_rng *rng)
{
    size_t at = word_at(bytes, n, spk_rng_next(rng));
    if (at < n && bytes[at] >= '0' && bytes[at] <= '9')
        bytes[at] = (uint8_t)('0' + spk_rng_below(rng, 5));
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t n, size_t cap, unsigned seed)
{
    spk_rng rng;
    spk_rng_init(&rng, seed, 0);
    if (n == 0 || spk_rng_below(&rng, 3) == 0)
        return LLVMFuzzerMutate ? LLVMFuzzerMutate(bytes, n, cap) : n;
    for (uint32_t i = spk_rng_below(&rng, 4) + 1; i > 0; i--)
        if (spk_rng_below(&rng, 3) == 0)
            change_digit(bytes, n, &rng);
        else
            swap_cards(bytes, n, &rng);
    return n;
}

#endif
