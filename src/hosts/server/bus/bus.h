/* bus.h: messages between the servers of one house, and its bot workers. The bus knows no tables, guests or event
 * loop; it carries bytes to whoever listens to a subject.
 *
 *     srv_bus *bus = srv_bus_open(&(srv_bus_options){.url = "nats://10.0.0.5", .name = "n1",
 *                                 .wake = wake_loop, .wake_context = &async, .clock = host_clock_real}, &why);
 *     id = srv_bus_subscribe(bus, "table.*.say", NULL, on_say, house);
 *     srv_bus_publish(bus, "table.k7.say", bytes, n);
 *     srv_bus_request(bus, "node.n2.load", NULL, 0, 2000, on_load, house);    one answer, or why there is none
 *     ...
 *     srv_bus_poll(bus);        in the owner's thread, when woken: on_say(house, message), on_load(...)
 *     srv_bus_close(bus);
 *
 * There are two kinds. In the process (url NULL) a bus is alone, or joins another one of the same process
 * (options.beside): for tests and the simulator. On NATS (a url) it joins everybody on that NATS server or cluster.
 * NATS' library is loaded when it is first needed.
 *
 * A **subject** is words with dots between them: "table.k7.say". In a subscription "*" stands for one word, and ">",
 * at the end, for one or more. A bus has dozens of subscriptions, not thousands: patterns are for the rest. Of the
 * subscriptions of one **group** only one gets each message: that is how workers share work. Other subscriptions get
 * all of them, also of what their own bus publishes.
 *
 * Promises.
 *   - Handlers run in the owner's thread, from srv_bus_poll, and nowhere else.
 *   - What one bus publishes on one subject arrives in that order, if it arrives.
 *   - A message arrives at most once. It may be lost: when a connection breaks or a reader is too slow. Then 'gap' is
 *     called; whoever counts on every message must number them and read again from the store.
 *   - 'done' of a request that was accepted runs exactly once, at the latest when its time is over or the bus is
 *     closed.
 *   - Publishing does not wait, except up to WRITE_MS (nats.c) for a NATS server that reads nothing, and not even that with
 *     options.watched. While there is no connection, messages are kept, up to KEPT_BYTES (there), and may arrive late; with
 *     options.watched they are refused (SPK_EIO).
 *
 * What is on the bus can be read by everybody who may use it. Nothing goes to a guest that was not made from that guest's
 * view. */
#ifndef SRV_BUS_H
#define SRV_BUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "hosts/clock.h"

typedef struct srv_bus srv_bus;

enum {
    SRV_BUS_SUBJECT = 120, /* for a subject and its terminator: longer ones are refused */
    SRV_BUS_MOST_BYTES = 1000 * 1000, /* of one message: NATS allows 1 MiB with its headers */
    SRV_BUS_MOST_WAITING = 64 << 20 /* bytes received and not yet polled; what comes then is lost */
};

/* -- Messages ----------------------------------------------------------------------------------- */

/* Borrowed until the handler returns. */
typedef struct srv_bus_message {
    const char *subject;
    const char *reply; /* the subject for an answer; "": nobody waits for one */
    const char *bytes; /* followed by a NUL, which does not count */
    size_t n;
} srv_bus_message;

typedef void srv_bus_on_message(void *context, const srv_bus_message *message);

/* SPK_ERANGE: the subject or the message is too long. SPK_EMALFORMED: that is not a subject. SPK_EIO: the
 * connection is broken and too much is kept already. */
spk_err srv_bus_publish(srv_bus *bus, const char *subject, const void *bytes, size_t n);

/* 'group' NULL: every message. The id, for srv_bus_unsubscribe; 0: see 'why'. What was published before may or may not
 * arrive. */
int srv_bus_subscribe(srv_bus *bus, const char *pattern, const char *group, srv_bus_on_message *on,
                      void *context, spk_why *why);
void srv_bus_unsubscribe(srv_bus *bus, int id); /* its handler does not run any more */

/* -- Requests ----------------------------------------------------------------------------------- */

/* SPK_OK: the first answer. Otherwise there is none: SPK_EUNKNOWN: nobody listens. SPK_EBUSY: the time is over, or the
 * bus was closed. */
typedef void srv_bus_on_reply(void *context, spk_err err, const srv_bus_message *reply);

/* Ask, and wait up to wait_ms for one answer. Refused as srv_bus_publish; then 'done' does not run. */
spk_err srv_bus_request(srv_bus *bus, const char *subject, const void *bytes, size_t n, int wait_ms,
                        srv_bus_on_reply *done, void *context);

/* Answer a message, in its handler. Nothing happens if nobody waits. */
spk_err srv_bus_answer(srv_bus *bus, const srv_bus_message *message, const void *bytes, size_t n);

/* -- The owner's thread -------------------------------------------------------------------------- */

/* Run the handlers of what has arrived and of requests whose time is over; returns how many. */
int srv_bus_poll(srv_bus *bus);

/* Milliseconds until a request's time is over; -1: there is none. Poll then, even if nothing woke you. */
int srv_bus_wait_ms(const srv_bus *bus);

/* With options.watched: read when srv_bus_fd (-1: there is none, 'wake' is all) can be read, then poll; flush at the end of a
 * turn, since what is published waits until then. Both are fine without. The descriptor stays the same, and is not to
 * be read or closed. */
int srv_bus_fd(const srv_bus *bus);
void srv_bus_read(srv_bus *bus);
void srv_bus_flush(srv_bus *bus);

/* -- Opening and closing ------------------------------------------------------------------------- */

typedef struct srv_bus_options {
    const char *
        url; /* nats://HOST:PORT or tls://..., several with commas between them; NULL: in the process */
    srv_bus *beside;  /* in the process: another one to join; it must be closed last */
    const char *name; /* what NATS' own tools show; NULL: speakeasy */

    /* NATS' users and TLS. A user may also be in the URL. */
    const char *user, *password;
    const char *credentials; /* a file: NATS' JWT and key */
    const char *ca;          /* a file of certificates (PEM) to trust, in place of the system's */
    const char *cert, *key;  /* files: our own certificate, for a server that wants one */

    /* The owner has a loop of its own, and watches srv_bus_fd with it. Then no thread of NATS' library stands between the
     * socket and srv_bus_poll: a message costs a third of what it costs otherwise. */
    bool watched;

    /* Called from any thread when srv_bus_poll has something to do. It may not call the bus. */
    void (*wake)(void *context);
    /* From srv_bus_poll, before the handlers: messages may have been lost. May be NULL. */
    void (*gap)(void *context);
    void *wake_context, *gap_context;
    host_clock clock; /* copied: for requests */
} srv_bus_options;

/* NULL, with the reason in one line: no such host, a wrong password, a certificate that is not trusted, no library.
 * Waits for the first connection. One that is lost later is made again, for ever. */
srv_bus *srv_bus_open(const srv_bus_options *options, spk_why *why);

/* Whether each of the addresses begins with nats:// or tls:// and goes on. */
bool srv_bus_is_url(const char *text);

/* What a log may say of a URL: without users and passwords. */
void srv_bus_name(const char *url, char *room, size_t cap);

/* SPK_EIO: there is no connection now. SPK_EREFUSED: the server did not allow something since it was made. */
spk_err srv_bus_health(srv_bus *bus, spk_why *why);

/* Answers what is open (SPK_EBUSY), runs no other handler, waits for NATS' threads. NULL is fine. */
void srv_bus_close(srv_bus *bus);

/* -- Figures, for /metrics ------------------------------------------------------------------------ */

typedef struct srv_bus_figures {
    int64_t n_published, n_received; /* messages; 'received' as polled */
    int64_t n_lost;                  /* because too many were waiting */
    int64_t n_gaps;                  /* times that messages may have been lost */
    int64_t n_requests, n_unanswered;
    int64_t n_waiting_bytes; /* now */
} srv_bus_figures;

void srv_bus_look(srv_bus *bus, srv_bus_figures *figures);

#endif
