/* rng_test.c: the stream of chance: the published numbers of ChaCha20, independent streams, numbers
 * below n. The comparison with libsodium is in rng_sodium_test.c. */
#include "test.h"

#include <stdlib.h>

#include "base/rng.h"

static void check_stream(spk_rng *rng, const uint8_t *want, size_t n)
{
    for (size_t i = 0; i < n; i += 4) {
        uint32_t word = spk_rng_next(rng);
        for (int byte = 0; byte < 4; byte++)
            CHECK_INT(word >> 8 * byte & 255, want[i + (size_t)byte]);
    }
}

/* Key and nonce zero, the first two blocks (RFC 8439, A.1, vectors 1 and 2). */
TEST(the_published_keystream_of_the_zero_key)
{
    static const uint8_t want[128] = {
        0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90, 0x40, 0x5d, 0x6a, 0xe5, 0x53, 0x86, 0xbd,
        0x28, 0xbd, 0xd2, 0x19, 0xb8, 0xa0, 0x8d, 0xed, 0x1a, 0xa8, 0x36, 0xef, 0xcc, 0x8b, 0x77,
        0x0d, 0xc7, 0xda, 0x41, 0x59, 0x7c, 0x51, 0x57, 0x48, 0x8d, 0x77, 0x24, 0xe0, 0x3f, 0xb8,
        0xd8, 0x4a, 0x37, 0x6a, 0x43, 0xb8, 0xf4, 0x15, 0x18, 0xa1, 0x1c, 0xc3, 0x87, 0xb6, 0x69,
        0xb2, 0xee, 0x65, 0x86, 0x9f, 0x07, 0xe7, 0xbe, 0x55, 0x51, 0x38, 0x7a, 0x98, 0xba, 0x97,
        0x7c, 0x73, 0x2d, 0x08, 0x0d, 0xcb, 0x0f, 0x29, 0xa0, 0x48, 0xe3, 0x65, 0x69, 0x12, 0xc6,
        0x53, 0x3e, 0x32, 0xee, 0x7a, 0xed, 0x29, 0xb7, 0x21, 0x76, 0x9c, 0xe6, 0x4e, 0x43, 0xd5,
        0x71, 0x33, 0xb0, 0x74, 0xd8, 0x39, 0xd5, 0x31, 0xed, 0x1f, 0x28, 0x51, 0x0a, 0xfb, 0x45,
        0xac, 0xe1, 0x0a, 0x1f, 0x4b, 0x79, 0x4d, 0x6f,
    };
    static const uint8_t zero[32];
    spk_rng rng;
    spk_rng_init(&rng, 0, 0);
    check_stream(&rng, want, sizeof want);
    spk_rng_init_key(&rng, zero, 0);
    check_stream(&rng, want, sizeof want);
}

TEST(a_seed_is_the_first_words_of_the_key)
{
    uint8_t key[32] = {0xef, 0xcd, 0xab, 0x89, 0x67, 0x45, 0x23, 0x01};
    spk_rng seeded, keyed;
    spk_rng_init(&seeded, 0x0123456789abcdef, 77);
    spk_rng_init_key(&keyed, key, 77);
    for (int i = 0; i < 1000; i++)
        CHECK_INT(spk_rng_next(&seeded), spk_rng_next(&keyed));
}

/* The block counter carries into its high word. */
TEST(the_counter_is_64_bits_wide)
{
    spk_rng low, high;
    spk_rng_init(&low, 5, 0);
    low.counter = 0xfffffffe; /* the third of four blocks is number 2^32 */
    spk_rng_init(&high, 5, 0);
    high.counter = (uint64_t)1 << 32;
    for (int i = 0; i < 32; i++)
        spk_rng_next(&low);
    for (int i = 0; i < 100; i++)
        CHECK_INT(spk_rng_next(&low), spk_rng_next(&high));
}

static int count_equal(uint64_t seed_a, uint64_t stream_a, uint64_t seed_b, uint64_t stream_b)
{
    spk_rng a, b;
    int equal = 0;
    spk_rng_init(&a, seed_a, stream_a);
    spk_rng_init(&b, seed_b, stream_b);
    for (int i = 0; i < 1000; i++)
        equal += spk_rng_next(&a) == spk_rng_next(&b);
    return equal;
}

TEST(seeds_and_streams_differ_and_repeat)
{
    CHECK_INT(count_equal(1, 0, 1, 0), 1000);
    CHECK_INT(count_equal(1, 0, 2, 0), 0);
    CHECK_INT(count_equal(1, 0, 1, 1), 0);
    CHECK_INT(count_equal(1, 0, 1, (uint64_t)1 << 32), 0); /* the high word counts too */
    CHECK_INT(count_equal(1, 0, 1 + ((uint64_t)1 << 32), 0), 0);
    CHECK_INT(count_equal(1, 2, 2, 1), 0);
}

TEST(a_copy_goes_on_alike)
{
    spk_rng rng, copy;
    spk_rng_init(&rng, 9, 9);
    for (int used = 0; used < 200; used++) {
        copy = rng;
        spk_rng probe = rng;
        for (int i = 0; i < 70; i++)
            CHECK_INT(spk_rng_next(&probe), spk_rng_next(&copy));
        spk_rng_next(&rng);
    }
}

TEST(below_stays_below)
{
    static const uint32_t limits[] = {1, 2, 3, 6, 52, 1000, 0x7fffffff, 0x80000001, 0xffffffff};
    spk_rng rng;
    spk_rng_init(&rng, 3, 0);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        for (int k = 0; k < 10000; k++)
            CHECK(spk_rng_below(&rng, limits[i]) < limits[i]);
}

/* Chi-square against the uniform; 'bound' is the value that chance passes once in 10,000. The seed
 * is fixed, so this cannot fail on a bad day. */
static void check_uniform(uint32_t n, uint32_t parts, double bound)
{
    enum { DRAWS = 520000 };
    int count[64] = {0};
    spk_rng rng;
    spk_rng_init(&rng, 2024, n);
    for (int i = 0; i < DRAWS; i++)
        count[(uint64_t)spk_rng_below(&rng, n) * parts / n]++;
    double want = (double)DRAWS / parts, sum = 0;
    for (uint32_t i = 0; i < parts; i++)
        sum += (count[i] - want) * (count[i] - want) / want;
    if (sum > bound)
        fail_msg("below(%u): chi-square %.1f in %u parts", n, sum, parts);
}

TEST(below_is_uniform)
{
    check_uniform(2, 2, 15.2);
    check_uniform(6, 6, 25.8);
    check_uniform(52, 52, 94.7);
    /* Three quarters of 2^32: a plain product would favour every third number by half. */
    check_uniform(0xc0000000, 3, 18.5);
    check_uniform(0xc0000000, 48, 89.4);
}

/* The same, number by number: each of three consecutive values equally often. */
TEST(below_favours_no_remainder)
{
    int count[3] = {0};
    spk_rng rng;
    spk_rng_init(&rng, 11, 0);
    for (int i = 0; i < 300000; i++)
        count[spk_rng_below(&rng, 0xc0000000) % 3]++;
    for (int i = 0; i < 3; i++)
        CHECK(count[i] > 99000 && count[i] < 101000);
}

/* Large numbers: below n, every bit used, and no remainder favoured (the last n is three quarters of
 * 2^64). */
TEST(below_wide_is_uniform)
{
    static const uint64_t limits[] = {
        1, 2, 3, 48, 0x100000001, 3272971237949276160, 0xc000000000000000};
    spk_rng rng;
    spk_rng_init(&rng, 5, 0);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        uint64_t n = limits[i], parts = n < 3 ? n : 3;
        int part[3] = {0}, remainder[3] = {0};
        for (int k = 0; k < 300000; k++) {
            uint64_t x = spk_rng_below_wide(&rng, n);
            CHECK(x < n);
            part[x / (n / parts) < parts ? x / (n / parts) : parts - 1]++;
            remainder[x % parts]++;
        }
        for (uint64_t k = 0; k < parts; k++) { /* four standard errors */
            CHECK(abs(part[k] - 300000 / (int)parts) < 1100);
            CHECK(abs(remainder[k] - 300000 / (int)parts) < 1100);
        }
    }
}

TEST_MAIN()
