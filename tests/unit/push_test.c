/* Web Push: the vectors of the RFCs, and what a push service and a browser would check. */
#include "test.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <sodium.h>

#include "hosts/alert/push.h"

enum { VARIANT = sodium_base64_VARIANT_URLSAFE_NO_PADDING };

static size_t bytes_of(const char *text, uint8_t *out, size_t cap)
{
    size_t n = 0;
    CHECK_INT(sodium_base642bin(out, cap, text, strcspn(text, ",."), NULL, &n, NULL, VARIANT), 0);
    return n;
}

static void key_of(const char *private, push_key *key)
{
    uint8_t bytes[PUSH_PRIVATE];
    CHECK_INT(bytes_of(private, bytes, sizeof bytes), PUSH_PRIVATE);
    CHECK_INT(push_key_from(bytes, key), SPK_OK);
}

static const char BROWSER_PUBLIC[] =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
static const char BROWSER_SECRET[] = "BTBZMqHH6r4Tts7J_aSIgg";

/* RFC 8291, section 5 and appendix A. */
TEST(rfc_8291_the_example_comes_out_byte_by_byte)
{
    push_key once;
    push_target target;
    spk_why why;
    uint8_t salt[PUSH_SALT];
    spk_buf body = {0};
    key_of("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", &once);
    bytes_of("DGv6ra1nlYgDCS1FRnbzlw", salt, sizeof salt);
    CHECK_INT(push_target_read(BROWSER_PUBLIC, BROWSER_SECRET, &target, &why), SPK_OK);
    static const char TEXT[] = "When I grow up, I want to be a watermelon";
    CHECK_INT(push_encrypt_with(&target, &once, salt, TEXT, strlen(TEXT), &body), SPK_OK);
    char text[400];
    sodium_bin2base64(text, sizeof text, (const uint8_t *)body.bytes, body.n, VARIANT);
    CHECK_STR(text, "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_"
                    "c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6T"
                    "lzAC8wEqKK6PBru3jl7A_"
                    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4"
                    "a-fN");
    spk_buf_release(&body);
}

TEST(a_key_pair_is_one)
{
    push_key key;
    key_of("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", &key);
    char text[100];
    sodium_bin2base64(text, sizeof text, key.public, PUSH_PUBLIC, VARIANT);
    CHECK_STR(text, BROWSER_PUBLIC);
    uint8_t zero[PUSH_PRIVATE] = {0}, high[PUSH_PRIVATE];
    memset(high, 255, sizeof high);
    CHECK_INT(push_key_from(zero, &key), SPK_EMALFORMED);
    CHECK_INT(push_key_from(high, &key), SPK_EMALFORMED);
}

TEST(no_two_messages_are_alike)
{
    push_target target;
    spk_why why;
    spk_buf a = {0}, b = {0};
    CHECK_INT(push_target_read(BROWSER_PUBLIC, BROWSER_SECRET, &target, &why), SPK_OK);
    CHECK_INT(push_encrypt(&target, "turn", 4, &a), SPK_OK);
    CHECK_INT(push_encrypt(&target, "turn", 4, &b), SPK_OK);
    CHECK_INT(a.n, 16 + 5 + 65 + 4 + 1 + 16);
    CHECK_INT(a.n, b.n);
    CHECK(memcmp(a.bytes, b.bytes, 16) != 0);           /* salt */
    CHECK(memcmp(a.bytes + 21, b.bytes + 21, 65) != 0); /* key */
    spk_buf_release(&a);
    spk_buf_release(&b);
}

TEST(a_message_that_is_too_long_is_refused)
{
    static char text[PUSH_MOST_BYTES + 1];
    push_target target;
    spk_why why;
    spk_buf body = {0};
    CHECK_INT(push_target_read(BROWSER_PUBLIC, BROWSER_SECRET, &target, &why), SPK_OK);
    CHECK_INT(push_encrypt(&target, text, PUSH_MOST_BYTES, &body), SPK_OK);
    size_t n = body.n;
    CHECK_INT(push_encrypt(&target, text, PUSH_MOST_BYTES + 1, &body), SPK_ERANGE);
    CHECK_INT(body.n, n);
    spk_buf_release(&body);
}

TEST(a_subscription_that_is_none_is_refused)
{
    push_target target;
    spk_why why;
    char off[sizeof BROWSER_PUBLIC];
    memcpy(off, BROWSER_PUBLIC, sizeof off);
    off[20] = off[20] == 'A' ? 'B' : 'A'; /* not on the curve any more */
    CHECK_INT(push_target_read(off, BROWSER_SECRET, &target, &why), SPK_EMALFORMED);
    CHECK_INT(push_target_read("", BROWSER_SECRET, &target, &why), SPK_EMALFORMED);
    CHECK_INT(push_target_read(BROWSER_SECRET, BROWSER_SECRET, &target, &why), SPK_EMALFORMED);
    CHECK_INT(push_target_read(BROWSER_PUBLIC, "short", &target, &why), SPK_EMALFORMED);
    CHECK_INT(push_target_read(BROWSER_PUBLIC, "BTBZMqHH6r4Tts7J_aSIgg==", &target, &why), SPK_OK);
}

/* A push service checks the signature with the key that stands beside it. */
static bool is_signed_by(const push_key *key, const char *token)
{
    uint8_t raw[64], der[80], *end = der;
    const char *dot = strrchr(token, '.');
    CHECK_INT(bytes_of(dot + 1, raw, sizeof raw), 64);
    ECDSA_SIG *pair = ECDSA_SIG_new();
    ECDSA_SIG_set0(pair, BN_bin2bn(raw, 32, NULL), BN_bin2bn(raw + 32, 32, NULL));
    int n = i2d_ECDSA_SIG(pair, &end);
    EVP_PKEY *public = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)"prime256v1", 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)(uintptr_t)key->public,
                                          PUSH_PUBLIC),
        OSSL_PARAM_construct_end()};
    CHECK(EVP_PKEY_fromdata_init(context) == 1 &&
          EVP_PKEY_fromdata(context, &public, EVP_PKEY_PUBLIC_KEY, params) == 1);
    EVP_MD_CTX *md = EVP_MD_CTX_new();
    CHECK(EVP_DigestVerifyInit(md, NULL, EVP_sha256(), NULL, public) == 1);
    int good = EVP_DigestVerify(md, der, (size_t)n, (const uint8_t *)token, (size_t)(dot - token));
    EVP_MD_CTX_free(md);
    EVP_PKEY_free(public);
    EVP_PKEY_CTX_free(context);
    ECDSA_SIG_free(pair);
    return good == 1;
}

TEST(rfc_8292_the_house_says_who_it_is)
{
    push_key key, other;
    spk_buf out = {0};
    uint8_t claims[300] = {0}, public[PUSH_PUBLIC];
    CHECK_INT(push_key_new(&key), SPK_OK);
    CHECK_INT(push_key_new(&other), SPK_OK);
    CHECK_INT(push_authorize(&key, "https://push.example.net:8443/p/abc?x",
                             "mailto:host@example.org", 1453523768, &out),
              SPK_OK);
    char text[600], *comma;
    snprintf(text, sizeof text, "%s", spk_buf_text(&out));
    comma = strstr(text, ", k=");
    CHECK(strncmp(text, "vapid t=", 8) == 0 && comma);
    CHECK_INT(bytes_of(comma + 4, public, sizeof public), PUSH_PUBLIC);
    CHECK(memcmp(public, key.public, PUSH_PUBLIC) == 0);
    *comma = '\0';
    bytes_of(strchr(text + 8, '.') + 1, claims, sizeof claims);
    CHECK_STR((char *)claims,
              "{\"aud\":\"https://"
              "push.example.net:8443\",\"exp\":1453523768,\"sub\":\"mailto:host@example.org\"}");
    CHECK(is_signed_by(&key, text + 8));
    CHECK(!is_signed_by(&other, text + 8));
    text[12] ^= 1;
    CHECK(!is_signed_by(&key, text + 8));
    spk_buf_release(&out);
}

TEST(alerts_go_to_https_or_to_this_machine)
{
    static const char *const bad[] = {"http://push.example.net/",
                                      "ftp://x/",
                                      "https://",
                                      "https:///x",
                                      "",
                                      "http://127.0.0.1.evil.net/",
                                      "https://a\"b/",
                                      "https://user@host/",
                                      "http://localhostess/"};
    static const char *const good[] = {"https://a.b/c", "http://127.0.0.1:4000/x",
                                       "http://localhost/x", "http://[::1]:9/", "https://h"};
    push_key key;
    spk_buf out = {0};
    CHECK_INT(push_key_new(&key), SPK_OK);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_INT(push_authorize(&key, bad[i], "mailto:a@b", 1, &out), SPK_EMALFORMED);
    CHECK_INT(out.n, 0);
    CHECK_INT(push_authorize(&key, good[0], "mailto:a\"@b", 1, &out), SPK_EMALFORMED);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        CHECK_INT(push_authorize(&key, good[i], "mailto:a@b", 1, &out), SPK_OK);
    spk_buf_release(&out);
}

TEST_MAIN()
