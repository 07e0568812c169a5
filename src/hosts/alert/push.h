/* push.h: messages for a browser that is closed (Web Push), as bytes. Nothing is sent here: whoever has a connection
 * posts 'body' to the subscription's endpoint, with these headers:
 *
 *     Content-Encoding: aes128gcm
 *     TTL: 86400
 *     Authorization: vapid t=TOKEN, k=KEY
 *
 * A browser that wants to be alerted makes a key pair and a secret of its own and gives us the public half, the secret and
 * an endpoint: the address of its maker's push service. What we send there is encrypted for that browser (RFC 8291, one
 * record of RFC 8188), so the service carries it and cannot read it; and it is signed by the house (VAPID, RFC 8292), so that
 * nobody else can use the subscription.
 *
 * All keys are of the curve P-256; on the wire they are base64url without padding. */
#ifndef ALERT_PUSH_H
#define ALERT_PUSH_H

#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

enum {
    PUSH_PUBLIC = 65,  /* bytes of a public key: 4, x, y */
    PUSH_PRIVATE = 32, /* of a private one */
    PUSH_SECRET = 16,  /* of a subscription's secret */
    PUSH_SALT = 16,
    PUSH_MOST_BYTES = 3000 /* of a message: every push service carries that */
};

typedef struct push_key {
    uint8_t private[PUSH_PRIVATE], public[PUSH_PUBLIC];
} push_key;

/* What a browser gave us. */
typedef struct push_target {
    uint8_t public[PUSH_PUBLIC], secret[PUSH_SECRET];
} push_target;

/* A new key pair, or the one that belongs to 'private'. SPK_EMALFORMED: that is not a key; SPK_EIO: the machine has no
 * randomness. */
spk_err push_key_new(push_key *key);
spk_err push_key_from(const uint8_t private[PUSH_PRIVATE], push_key *key);

/* Read a subscription as browsers give it, both in base64url. SPK_EMALFORMED, with why: not a point of the curve, or of
 * the wrong length. */
spk_err push_target_read(const char *public, const char *secret, push_target *target, spk_why *why);

/* Append the body for this message, at most PUSH_MOST_BYTES (SPK_ERANGE). 'once' and 'salt' must be new for every message;
 * push_encrypt makes them. */
spk_err push_encrypt(const push_target *target, const char *text, size_t n, spk_buf *body);
spk_err push_encrypt_with(const push_target *target, const push_key *once,
                          const uint8_t salt[PUSH_SALT], const char *text, size_t n, spk_buf *body);

/* Append the value of the header Authorization: the house, whose key this is and whom a push service may write to
 * ('contact': mailto:... or https://...), speaks to the service at 'endpoint' until 'expires' (seconds since 1970, at most a day
 * ahead). SPK_EMALFORMED: the endpoint is no https address (http for loopback). */
spk_err push_authorize(const push_key *house, const char *endpoint, const char *contact,
                       int64_t expires, spk_buf *out);

#endif
