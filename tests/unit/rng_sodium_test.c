/* rng_sodium_test.c: our ChaCha20 against libsodium's, byte for byte. Our words are the keystream
 * read as little-endian numbers of 32 bits. */
#include "test.h"

#include <sodium.h>

#include "base/rng.h"

enum { KEYS = 100, BYTES = 1000 };

static uint64_t little_endian(const uint8_t bytes[8])
{
    uint64_t value = 0;
    for (int i = 7; i >= 0; i--)
        value = value << 8 | bytes[i];
    return value;
}

static void our_stream(const uint8_t key[32], const uint8_t nonce[8], uint8_t out[BYTES])
{
    spk_rng rng;
    spk_rng_init_key(&rng, key, little_endian(nonce));
    for (int i = 0; i < BYTES; i += 4) {
        uint32_t word = spk_rng_next(&rng);
        for (int byte = 0; byte < 4; byte++)
            out[i + byte] = (uint8_t)(word >> 8 * byte);
    }
}

TEST(the_same_bytes_as_libsodium)
{
    uint8_t key[crypto_stream_chacha20_KEYBYTES], nonce[crypto_stream_chacha20_NONCEBYTES];
    uint8_t ours[BYTES], theirs[BYTES];
    CHECK(sodium_init() >= 0);
    CHECK_INT(sizeof key, 32);
    CHECK_INT(sizeof nonce, 8);
    for (int i = 0; i < KEYS; i++) {
        randombytes_buf(key, sizeof key);
        randombytes_buf(nonce, sizeof nonce);
        our_stream(key, nonce, ours);
        CHECK_INT(crypto_stream_chacha20(theirs, sizeof theirs, nonce, key), 0);
        assert_memory_equal(ours, theirs, BYTES); /* prints where they differ */
    }
}

TEST_MAIN()
