/* token.c: secrets and names that nobody can guess. */
#include <sodium.h>
#include <string.h>
#include <strings.h>

#include "hosts/server/table/inside.h"

enum { VARIANT = sodium_base64_VARIANT_URLSAFE_NO_PADDING };

void srv_token_print(const uint8_t bytes[SRV_HASH], char text[SRV_TOKEN], uint8_t hash[SRV_HASH])
{
    sodium_bin2base64(text, SRV_TOKEN, bytes, SRV_HASH, VARIANT);
    crypto_hash_sha256(hash, bytes, SRV_HASH);
}

void srv_token_new(char text[SRV_TOKEN], uint8_t hash[SRV_HASH])
{
    uint8_t bytes[SRV_HASH];
    randombytes_buf(bytes, sizeof bytes);
    srv_token_print(bytes, text, hash);
    sodium_memzero(bytes, sizeof bytes);
}

bool srv_token_bytes(const char *text, uint8_t bytes[SRV_HASH])
{
    char again[SRV_TOKEN];
    size_t n = 0, length = strnlen(text, SRV_TOKEN);
    if (length != SRV_TOKEN - 1 ||
        sodium_base642bin(bytes, SRV_HASH, text, length, NULL, &n, NULL, VARIANT) != 0 ||
        n != SRV_HASH)
        return false;
    sodium_bin2base64(again, sizeof again, bytes, SRV_HASH, VARIANT); /* one spelling, no other */
    return memcmp(again, text, length) == 0;
}

bool srv_token_read(const char *text, uint8_t hash[SRV_HASH])
{
    uint8_t bytes[SRV_HASH];
    bool well = srv_token_bytes(text, bytes);
    if (well)
        crypto_hash_sha256(hash, bytes, sizeof bytes);
    sodium_memzero(bytes, sizeof bytes);
    return well;
}

bool srv_request_token(const srv_request *r, uint8_t hash[SRV_HASH], const char **text)
{
    static const char bearer[] = "Bearer ";
    const char *value = srv_request_header(r, "authorization");
    if (!value || strncasecmp(value, bearer, sizeof bearer - 1) != 0)
        return false;
    *text = value + sizeof bearer - 1;
    return srv_token_read(*text, hash);
}

bool srv_hash_eq(const uint8_t a[SRV_HASH], const uint8_t b[SRV_HASH])
{
    return sodium_memcmp(a, b, SRV_HASH) == 0;
}

/* A token that follows from another and a table's id: who shows the one again is told the other again,
 * and the house keeps neither. */
void srv_token_derive(const uint8_t from[SRV_HASH], const char *what, const char *table,
                      uint8_t bytes[SRV_HASH])
{
    crypto_auth_hmacsha256_state s;
    crypto_auth_hmacsha256_init(&s, from, SRV_HASH);
    crypto_auth_hmacsha256_update(&s, (const uint8_t *)what, strlen(what) + 1);
    crypto_auth_hmacsha256_update(&s, (const uint8_t *)table, strlen(table));
    crypto_auth_hmacsha256_final(&s, bytes);
}

void srv_id_print(const uint8_t bytes[9], char id[SRV_ID + 1])
{
    sodium_bin2base64(id, SRV_ID + 1, bytes, 9, VARIANT);
    if (id[0] == '-')
        id[0] = 'x'; /* or a command line would take it for an option */
}

void srv_id_new(char id[SRV_ID + 1])
{
    uint8_t bytes[9];
    randombytes_buf(bytes, sizeof bytes);
    srv_id_print(bytes, id);
}

bool srv_is_id(const char *text)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    return strlen(text) == SRV_ID && strspn(text, letters) == SRV_ID;
}
