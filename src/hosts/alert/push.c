/* push.c: Web Push with OpenSSL. See push.h; the numbers of sections are those of RFC 8291, if nothing else is said. */
#include "hosts/alert/push.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <openssl/rand.h>
#include <sodium.h>
#include <stdbool.h>
#include <string.h>

enum { KEY = 16, NONCE = 12, TAG = 16, SHARED = 32, RECORD = 4096, SIGNATURE = 64 };

/* -- Spelling ------------------------------------------------------------------------------------------------ */

enum { VARIANT = sodium_base64_VARIANT_URLSAFE_NO_PADDING, MOST_SPELLED = 1024 };

static void spell(const void *bytes, size_t n, spk_buf *out)
{
    char text[sodium_base64_ENCODED_LEN(MOST_SPELLED, VARIANT)];
    spk_buf_puts(out, sodium_bin2base64(text, sizeof text, bytes, n, VARIANT));
}

/* Exactly n bytes; browsers may pad them. */
static bool unspell(const char *text, uint8_t *bytes, size_t n)
{
    size_t length = strlen(text), found = 0;
    while (length && text[length - 1] == '=')
        length--;
    return sodium_base642bin(bytes, n, text, length, NULL, &found, NULL, VARIANT) == 0 &&
           found == n;
}

/* -- Keys ------------------------------------------------------------------------------------------------- */

/* An EVP_PKEY of the public key and, if there is one, the private one. NULL: they are none of this curve. */
static EVP_PKEY *import(const uint8_t *public, const uint8_t *private)
{
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    BIGNUM *number = private ? BN_secure_new() : NULL;
    if (number)
        BN_bin2bn(private, PUSH_PRIVATE, number);
    OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0);
    OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, public, PUSH_PUBLIC);
    if (number)
        OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, number);
    OSSL_PARAM *params = OSSL_PARAM_BLD_to_param(build);
    if (!params || EVP_PKEY_fromdata_init(context) != 1 ||
        EVP_PKEY_fromdata(context, &key, number ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, params) !=
            1)
        key = NULL;
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(build);
    BN_clear_free(number);
    EVP_PKEY_CTX_free(context);
    return key;
}

/* The public key is the private number times the curve's base point. */
spk_err push_key_from(const uint8_t private[PUSH_PRIVATE], push_key *key)
{
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *point = EC_POINT_new(group);
    BIGNUM *number = BN_secure_new();
    BN_bin2bn(private, PUSH_PRIVATE, number);
    bool is_key = !BN_is_zero(number) && BN_cmp(number, EC_GROUP_get0_order(group)) < 0 &&
                  EC_POINT_mul(group, point, number, NULL, NULL, NULL) == 1 &&
                  EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, key->public,
                                     PUSH_PUBLIC, NULL) == PUSH_PUBLIC;
    memcpy(key->private, private, PUSH_PRIVATE);
    BN_clear_free(number);
    EC_POINT_free(point);
    EC_GROUP_free(group);
    return is_key ? SPK_OK : SPK_EMALFORMED;
}

spk_err push_key_new(push_key *key)
{
    uint8_t private[PUSH_PRIVATE];
    for (int tries = 0; tries < 8; tries++) /* not every number is a key, but nearly every one */
        if (RAND_priv_bytes(private, sizeof private) != 1)
            return SPK_EIO;
        else if (push_key_from(private, key) == SPK_OK)
            return SPK_OK;
    return SPK_EIO;
}

spk_err push_target_read(const char *public, const char *secret, push_target *target, spk_why *why)
{
    if (!unspell(public, target->public, PUSH_PUBLIC))
        return spk_fail(why, SPK_EMALFORMED, "'p256dh' is a public key of 65 bytes in base64url.");
    if (!unspell(secret, target->secret, PUSH_SECRET))
        return spk_fail(why, SPK_EMALFORMED, "'auth' is a secret of 16 bytes in base64url.");
    EVP_PKEY *key = import(target->public, NULL);
    EVP_PKEY_free(key);
    if (!key)
        return spk_fail(why, SPK_EMALFORMED, "'p256dh' is not a point of the curve P-256.");
    return SPK_OK;
}

/* -- Encryption ----------------------------------------------------------------------------------------------- */

/* Section 3.1: what both sides can compute and nobody else. */
static bool agree(const push_key *once, const push_target *target, uint8_t shared[SHARED])
{
    size_t n = SHARED;
    EVP_PKEY *own = import(once->public, once->private), *other = import(target->public, NULL);
    EVP_PKEY_CTX *context = own ? EVP_PKEY_CTX_new(own, NULL) : NULL;
    bool agreed = context && other && EVP_PKEY_derive_init(context) == 1 &&
                  EVP_PKEY_derive_set_peer(context, other) == 1 &&
                  EVP_PKEY_derive(context, shared, &n) == 1 && n == SHARED;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(own), EVP_PKEY_free(other);
    return agreed;
}

/* HKDF with SHA-256 (RFC 5869): 'n' bytes from a salt, a key and what they are for. */
static bool derive(const uint8_t *salt, size_t n_salt, const uint8_t *key, size_t n_key,
                   const void *info, size_t n_info, uint8_t *out, size_t n)
{
    EVP_KDF *kind = EVP_KDF_fetch(NULL, "HKDF", NULL);
    EVP_KDF_CTX *context = EVP_KDF_CTX_new(kind);
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)"SHA256", 0),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)(uintptr_t)salt, n_salt),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)(uintptr_t)key, n_key),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)(uintptr_t)info, n_info),
        OSSL_PARAM_construct_end()};
    bool derived = context && EVP_KDF_derive(context, out, n, params) == 1;
    EVP_KDF_CTX_free(context);
    EVP_KDF_free(kind);
    return derived;
}

/* Sections 3.3 and 3.4: from the secret of the subscription, both public keys and the salt. */
static bool make_keys(const push_target *target, const push_key *once, const uint8_t *salt,
                      uint8_t key[KEY], uint8_t nonce[NONCE])
{
    static const char FOR_KEY[] = "Content-Encoding: aes128gcm",
                      FOR_NONCE[] = "Content-Encoding: nonce";
    uint8_t shared[SHARED], seed[SHARED],
        info[14 + 2 * PUSH_PUBLIC] = "WebPush: info"; /* with its NUL */
    memcpy(info + 14, target->public, PUSH_PUBLIC);
    memcpy(info + 14 + PUSH_PUBLIC, once->public, PUSH_PUBLIC);
    bool made =
        agree(once, target, shared) &&
        derive(target->secret, PUSH_SECRET, shared, SHARED, info, sizeof info, seed, SHARED) &&
        derive(salt, PUSH_SALT, seed, SHARED, FOR_KEY, sizeof FOR_KEY, key, KEY) &&
        derive(salt, PUSH_SALT, seed, SHARED, FOR_NONCE, sizeof FOR_NONCE, nonce, NONCE);
    OPENSSL_cleanse(shared, sizeof shared), OPENSSL_cleanse(seed, sizeof seed);
    return made;
}

/* The text, a 2 that says that this is the last record, and the tag. */
static bool seal(const uint8_t *key, const uint8_t *nonce, const char *text, size_t n, uint8_t *out)
{
    int n_out = 0, n_last = 0, n_rest = 0;
    EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();
    bool sealed = c && EVP_EncryptInit_ex(c, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
                  EVP_EncryptUpdate(c, out, &n_out, (const uint8_t *)text, (int)n) == 1 &&
                  EVP_EncryptUpdate(c, out + n_out, &n_last, (const uint8_t *)"\2", 1) == 1 &&
                  EVP_EncryptFinal_ex(c, out + n_out + n_last, &n_rest) == 1 &&
                  EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_GCM_GET_TAG, TAG, out + n + 1) == 1;
    EVP_CIPHER_CTX_free(c);
    return sealed;
}

spk_err push_encrypt_with(const push_target *target, const push_key *once,
                          const uint8_t salt[PUSH_SALT], const char *text, size_t n, spk_buf *body)
{
    uint8_t key[KEY], nonce[NONCE], sealed[PUSH_MOST_BYTES + 1 + TAG];
    if (n > PUSH_MOST_BYTES)
        return SPK_ERANGE;
    if (!make_keys(target, once, salt, key, nonce) || !seal(key, nonce, text, n, sealed))
        return SPK_EMALFORMED;
    OPENSSL_cleanse(key, sizeof key);
    /* RFC 8188, section 2.1: salt, size of a record, length of the key's name and that name, which is our public key. */
    static const char SIZE[] = {0, 0, RECORD >> 8, RECORD & 255, PUSH_PUBLIC};
    spk_buf_add(body, (const char *)salt, PUSH_SALT);
    spk_buf_add(body, SIZE, sizeof SIZE);
    spk_buf_add(body, (const char *)once->public, PUSH_PUBLIC);
    spk_buf_add(body, (const char *)sealed, n + 1 + TAG);
    return SPK_OK;
}

spk_err push_encrypt(const push_target *target, const char *text, size_t n, spk_buf *body)
{
    push_key once;
    uint8_t salt[PUSH_SALT];
    if (push_key_new(&once) != SPK_OK || RAND_bytes(salt, sizeof salt) != 1)
        return SPK_EIO;
    spk_err err = push_encrypt_with(target, &once, salt, text, n, body);
    OPENSSL_cleanse(&once, sizeof once);
    return err;
}

/* -- Who sends it (RFC 8292) --------------------------------------------------------------------------------- */

/* scheme://host[:port] of an address; 0: it is none that alerts go to. */
static size_t origin_of(const char *endpoint)
{
    static const char *const SCHEMES[] = {"https://", "http://127.0.0.1", "http://localhost",
                                          "http://[::1]"};
    for (size_t i = 0; i < sizeof SCHEMES / sizeof *SCHEMES; i++) {
        size_t n = strlen(SCHEMES[i]);
        if (strncmp(endpoint, SCHEMES[i], n) != 0)
            continue;
        size_t end = n + strcspn(endpoint + n, "/?#");
        bool is_host =
            i ? strchr(":/?#", endpoint[n]) != NULL : end > n; /* loopback has no more of a name */
        return is_host && strcspn(endpoint, "\"\\@ \t\r\n") >= end ? end : 0;
    }
    return 0;
}

/* ECDSA's two numbers, 32 bytes each, out of OpenSSL's DER. */
static bool raw_signature(const uint8_t *der, size_t n, uint8_t raw[SIGNATURE])
{
    ECDSA_SIG *pair = d2i_ECDSA_SIG(NULL, &der, (long)n);
    bool is_pair = pair && BN_bn2binpad(ECDSA_SIG_get0_r(pair), raw, 32) == 32 &&
                   BN_bn2binpad(ECDSA_SIG_get0_s(pair), raw + 32, 32) == 32;
    ECDSA_SIG_free(pair);
    return is_pair;
}

static bool sign(const push_key *house, const char *text, size_t n, uint8_t raw[SIGNATURE])
{
    uint8_t der[128];
    size_t n_der = sizeof der;
    EVP_PKEY *key = import(house->public, house->private);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool is_signed = key && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
                     EVP_DigestSign(context, der, &n_der, (const uint8_t *)text, n) == 1 &&
                     raw_signature(der, n_der, raw);
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    return is_signed;
}

spk_err push_authorize(const push_key *house, const char *endpoint, const char *contact,
                       int64_t expires, spk_buf *out)
{
    uint8_t raw[SIGNATURE];
    spk_buf claims = {0}, token = {0};
    size_t n = origin_of(endpoint);
    if (!n || n + strlen(contact) > MOST_SPELLED - 100 || strpbrk(contact, "\"\\\n"))
        return SPK_EMALFORMED;
    static const char HEADER[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    spk_buf_printf(&claims, "{\"aud\":\"%.*s\",\"exp\":%lld,\"sub\":\"%s\"}", (int)n, endpoint,
                   (long long)expires, contact);
    spell(HEADER, sizeof HEADER - 1, &token);
    spk_buf_putc(&token, '.');
    spell(claims.bytes, claims.n, &token);
    bool is_signed = sign(house, token.bytes, token.n, raw);
    if (is_signed) {
        spk_buf_printf(out, "vapid t=%s.", spk_buf_text(&token));
        spell(raw, sizeof raw, out);
        spk_buf_puts(out, ", k=");
        spell(house->public, PUSH_PUBLIC, out);
    }
    spk_buf_release(&claims);
    spk_buf_release(&token);
    return is_signed ? SPK_OK : SPK_EMALFORMED;
}
