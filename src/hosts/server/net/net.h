/* net.h: the network layer: HTTP/1.1, WebSocket and TLS on one libuv loop. It knows nothing of
 * games, tables or JSON; its users see requests, text messages and two kinds of ticket.
 *
 *     static void on_request(void *house, const srv_request *r)
 *     {
 *         if (spk_str_eq(r->path, "/healthz"))
 *             srv_net_reply_text(net, r->ask, 200, "well\n");
 *         else
 *             srv_net_reply_text(net, r->ask, 404, "There is no such page.\n");
 *     }
 *     static void on_upgrade(void *house, const srv_request *r)
 *     {
 *         session *s = session_of(srv_request_param(r, "seat"));
 *         if (s)
 *             s->ws = srv_net_accept(net, r->ask, s);
 *         else
 *             srv_net_reply_text(net, r->ask, 403, "No such seat.\n");
 *     }
 *
 *     srv_net_config config = srv_net_defaults();
 *     srv_net_handlers handlers = {.request = on_request, .upgrade = on_upgrade, ...};
 *     srv_net *net = srv_net_new(loop, &config, &handlers, house, &why);
 *     if (!net || srv_net_listen(net, "127.0.0.1:1925", &why) != SPK_OK) ...
 *     uv_run(loop, UV_RUN_DEFAULT);
 *
 * Promises:
 *   - A ticket (srv_ask, srv_ws) is a number. It may be kept, copied and used even after the
 *     connection has gone: then the call does nothing and returns false. {0} is never a valid
 *     ticket.
 *   - No handler is called from inside a function of this header, except from srv_net_tend. Replies
 *     and messages are put into a queue and leave then, or else before the loop waits for its next
 *     event, several in one system call.
 *   - Nothing is reordered: what is sent on a connection arrives in the order of the calls.
 *   - Everything a client can make grow has a limit (limits.def). Every refusal is answered with a
 *     reason (refusals.def) and counted by it.
 *   - Call all of this from the loop's thread only; results from other threads come in through the
 *     caller's own uv_async_t. There is no global state: a process may have several srv_net.
 *
 * Life cycle: new, listen (once or more), ..., drain, the handler 'drained', free. */
#ifndef SRV_NET_H
#define SRV_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "hosts/server/world.h"

struct uv_loop_s; /* uv_loop_t; including this header does not pull in libuv */

typedef struct srv_net srv_net;

/* -- Settings ---------------------------------------------------------------------------------- */

typedef struct srv_limits {
#define LIMIT(name, value, words) uint32_t name;
#include "hosts/server/net/limits.def"
#undef LIMIT
} srv_limits;

/* The same list, for reading config files and printing --help. */
typedef struct srv_limit_info {
    const char *name, *words;
    uint32_t value; /* the default */
    size_t offset;  /* in srv_limits */
} srv_limit_info;

extern const srv_limit_info srv_limit_list[];
extern const int srv_n_limits;

/* Lists end with NULL and may be NULL. Everything is copied. */
typedef struct srv_net_config {
    srv_limits limits;
    const char *tls_cert, *tls_key; /* PEM files: a chain and its key; both, or neither */
    const char *subprotocol;        /* what a WebSocket client must offer; NULL: nothing */
    const char *csp;                /* Content-Security-Policy of every reply */

    /* Origins whose pages may open a WebSocket or send anything but GET: "https://play.example".
     * Our own origin is accepted without being listed if its host is an IP address, localhost, a
     * name without a dot or a name in .local. Any other name must be listed; otherwise a stranger
     * could point a domain of their own at us. */
    const char *const *origins;

    /* Proxies whose X-Forwarded-For header is trusted: "127.0.0.1", "10.0.0.0/8", "::1". */
    const char *const *proxies;
} srv_net_config;

srv_net_config srv_net_defaults(void);

/* -- Answers ----------------------------------------------------------------------------------- */

/* Answer a request, now or later (within limits.reply_ms). Every reply carries the security
 * headers. False: already answered, or the client has gone. Line ends in header values become
 * spaces. */
bool srv_net_reply(srv_net *net, srv_ask ask, const srv_response *answer);
bool srv_net_reply_text(srv_net *net, srv_ask ask, int status, const char *text);

/* -- WebSocket --------------------------------------------------------------------------------- */

/* In the handler 'upgrade' or later: accept the WebSocket. 'user' is passed back with every
 * message. To refuse it, call srv_net_reply instead. Returns {0} if the client has gone. */
srv_ws srv_net_accept(srv_net *net, srv_ask ask, void *user);

/* Send a text message, which must be UTF-8. False: the connection is closed or closing. If more
 * than limits.queue_bytes are queued, it is closed with 1013. */
bool srv_net_send(srv_net *net, srv_ws ws, const char *text, size_t n);

/* The same, but the newest wins: if an older message in the same slot (0 to SRV_SLOTS - 1) is still
 * queued and none of it has been sent, it is dropped and this one goes to the end of the queue.
 * Send views through one slot, and a slow reader gets the newest one, never a backlog. */
bool srv_net_offer(srv_net *net, srv_ws ws, int slot, const char *text, size_t n);

/* Close with a code (1000, 1001, 1008, 1011, 3000 ... 4999) and a reason of at most 123 bytes,
 * after everything that is queued. No more messages come in; 'closed' is called when the client has
 * answered, or after limits.close_ms. */
bool srv_net_close(srv_net *net, srv_ws ws, int code, const char *reason);

bool srv_net_is_open(const srv_net *net, srv_ws ws);
void *srv_net_user(const srv_net *net, srv_ws ws); /* NULL: gone */

/* -- The net ----------------------------------------------------------------------------------- */

/* A handler that is NULL is not called; without 'upgrade' there are no WebSockets. */
typedef struct srv_net_handlers {
    /* Answer it with srv_net_reply, at once or later. */
    void (*request)(void *ctx, const srv_request *r);

    /* A valid WebSocket handshake: answer with srv_net_accept or srv_net_reply. */
    void (*upgrade)(void *ctx, const srv_request *r);

    /* A whole message: UTF-8, terminated, at most limits.message_bytes. Borrowed. */
    void (*message)(void *ctx, srv_ws ws, void *user, const char *text, size_t n);

    /* The last call about an accepted connection, made once. The code is the client's, or ours if
     * we closed, or 1006 if the connection broke. 'ws' is no longer valid and 'user' is
     * forgotten. */
    void (*closed)(void *ctx, srv_ws ws, void *user, int code, const char *reason);

    void (*drained)(void *ctx); /* everything is closed: call srv_net_free, here or later */
} srv_net_handlers;

/* NULL, and why: the certificate is unusable, or a list has a malformed entry. Raises the limit on
 * open files as far as the system allows; if that is still too low, limits.connections is lowered
 * to fit (srv_net_limits). Ignores SIGPIPE. */
srv_net *srv_net_new(struct uv_loop_s *loop, const srv_net_config *config,
                     const srv_net_handlers *handlers, void *ctx, spk_why *why);

/* "127.0.0.1:1925", "[::1]:0", "*:80" (all addresses), "localhost:1925". Port 0: the system
 * chooses. A refusal changes nothing. */
spk_err srv_net_listen(srv_net *net, const char *address, spk_why *why);

/* The addresses it actually listens on: "http://127.0.0.1:1925"; NULL after the last. */
const char *srv_net_address(const srv_net *net, int i);

const srv_limits *srv_net_limits(const srv_net *net);

/* Reload certificate and key, for new connections. On failure the old ones stay in use. */
spk_err srv_net_reload_tls(srv_net *net, spk_why *why);

/* Shut down: stop listening, send every WebSocket client this text (NULL: none) and close with
 * 1001, finish the replies under way, and after 'ms' milliseconds cut off whoever is left. Then
 * 'drained' is called. A second call can only shorten the time. */
void srv_net_drain(srv_net *net, const char *text, int ms);
void srv_net_free(srv_net *net); /* only after 'drained' */

/* Write what is queued now instead of before the loop waits. Connections may end, and 'closed' be called, so this is for
 * whoever runs the loop, and not for handlers. */
void srv_net_tend(srv_net *net);

/* Fill in the network's part of a world, so that a house can be opened on it. */
void srv_net_join(srv_net *net, srv_world *world);

/* -- Counters ---------------------------------------------------------------------------------- */

typedef enum srv_refusal {
    SRV_NO_REFUSAL,
#define REFUSAL(name, status, retry_s, words) SRV_REFUSED_##name,
#include "hosts/server/net/refusals.def"
#undef REFUSAL
    SRV_REFUSAL_COUNT
} srv_refusal;

typedef struct srv_net_figures {
#define COUNTER(name, kind, words) uint64_t name;
#include "hosts/server/net/counters.def"
#undef COUNTER
    uint64_t replies[6]; /* by class: [2] is 2xx */
    uint64_t refusals[SRV_REFUSAL_COUNT];
} srv_net_figures;

const srv_net_figures *srv_net_counts(const srv_net *net);

/* All of them in the Prometheus text format, as speakeasy_net_... */
void srv_net_print_metrics(const srv_net *net, spk_buf *out);

/* -- Addresses and ranges of them: plain data, for the log and the settings too ------------------- */

typedef struct srv_ip { /* IPv4 as ::ffff:a.b.c.d */
    uint8_t bytes[16];
} srv_ip;

typedef struct srv_range { /* addresses that begin with the same bits */
    srv_ip ip;
    int n_bits;
} srv_range;

enum { SRV_IP_ROOM = 46 }; /* for an address as text and its terminator */

bool srv_ip_parse(const char *text, srv_ip *ip);
void srv_ip_print(const srv_ip *ip, char room[SRV_IP_ROOM]);
bool srv_range_parse(const char *text, srv_range *range);
bool srv_range_has(const srv_range *range, const srv_ip *ip);

#endif
