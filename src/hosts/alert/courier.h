/* courier.h: carries alerts out of the house: requests to push services and webhooks, and mail. It has a thread of its own,
 * so whoever hands it something never waits.
 *
 *     courier *c = courier_new(&(courier_options){.wake = wake_loop, .wake_context = loop}, &why);    NULL: why
 *     err = courier_send(c, &(courier_parcel){.url = endpoint, .headers = h, .body = b, .n_body = n}, on_sent, mine);
 *     ...
 *     courier_poll(c);            in the owner's thread, when woken: on_sent(mine, fate, why)
 *     courier_stop(c);            tells the fate of everything that is under way; nothing is taken any more
 *     courier_free(c);
 *
 * Fates. The one that counts is COURIER_DOUBT: the bytes were on their way when the connection broke, and may have arrived. Who
 * must not send anything twice takes that as sent; everything that is COURIER_LATER has certainly not arrived.
 *
 * Where it goes. Addresses come from people, so a house could be made to ask its own network something (SSRF). Unless 'private' is
 * set, no connection is made to an address that is not public; that is decided when a socket is opened, by the address that
 * the name turned out to have, so a name that changes its address in between does not help. Redirections are not followed,
 * proxies of the environment not used, and answers not read beyond their status. The mail server is the operator's and may be
 * anywhere. */
#ifndef ALERT_COURIER_H
#define ALERT_COURIER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

typedef struct courier courier;

typedef enum courier_fate {
    COURIER_SENT,
    COURIER_LATER, /* not arrived, but another time it may */
    COURIER_NEVER, /* refused, and would be again */
    COURIER_GONE,  /* there is nobody at this address any more */
    COURIER_DOUBT, /* perhaps arrived, perhaps not */
    COURIER_FATES
} courier_fate;

typedef struct courier_options {
    const char *ca; /* trust these certificates (PEM) instead of the system's; NULL: no */
    bool private;   /* addresses that are not public are fine, and so is plain http */
    int wait_ms;    /* for one parcel, at most; 0: 15 s */
    int most;       /* that may wait or be under way; 0: 10,000 */
    void (*wake)(void *context); /* called from the courier's thread */
    void *wake_context;
} courier_options;

/* A request, or with 'to' a mail. All of it is copied. */
typedef struct courier_parcel {
    const char
        *url; /* https://..., or the mail server's: smtp://USER:PASSWORD@HOST:587, smtps://... */
    const char *const *headers; /* of a request: "Name: value", ends with NULL */
    const char *body;
    size_t n_body;
    const char *from, *to; /* of a mail: addresses without names. A mail goes only over TLS */
} courier_parcel;

typedef void courier_done(void *context, courier_fate fate, const char *why);

/* NULL, and why: libcurl is not there, or there are no more threads. */
courier *courier_new(const courier_options *options, spk_why *why);

/* SPK_EBUSY: too many are waiting, or it was stopped; 'done' will not run. */
spk_err courier_send(courier *c, const courier_parcel *parcel, courier_done *done, void *context);

int courier_poll(courier *c); /* how many fates were told */
void courier_stop(courier *c);
void courier_free(courier *c); /* NULL is fine */

#endif
