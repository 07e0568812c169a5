/* inside.h: what the files of the network layer share; for no other folder (net.h is the manual).
 *
 *     sockets -> conn.c -> tls.c -> request.c -> handshake.c -> ws.c -> handlers
 *     sockets <- conn.c <- tls.c <- the queue of chunks <- reply.c, ws.c
 *
 * An idle connection costs its srv_conn, plus an srv_websocket for a WebSocket: less than 1 KB.
 * What a request or a frame in progress needs beyond that is borrowed from the net and given back
 * at its end: the read buffer, srv_exchange (parser and text of a request), wslay's 4 KB frame
 * parser.
 *
 * Life cycle: whatever goes wrong, srv_conn_abort or srv_conn_linger is called, and the memory
 * stays valid until libuv has closed the handle. So check the state after any call that may end a
 * connection. */
#ifndef SRV_NET_INSIDE_H
#define SRV_NET_INSIDE_H

#include <llhttp.h>
#include <openssl/ssl.h>
#include <uv.h>
#include <wslay/wslay.h>

#include "base/mem.h"
#include "hosts/server/net/net.h"

enum {
    SRV_READ_BYTES = 65536,  /* one buffer for all reads of a net */
    SRV_PIECE_BYTES = 65536, /* how much of a large reply is handed to the kernel at a time */
    SRV_TICK_MS = 100,
    SRV_WHEEL = 256,
    SRV_MAX_HEADERS = 64,
    SRV_MAX_PARAMS = 32,
    SRV_LINGER_MS = 1000,
    SRV_LINGER_BYTES = 1 << 18,
    SRV_SPARES = 64, /* spare parsers kept, and spare chunks */
    SRV_SPARE_BYTES = 4096,
    SRV_REFUSED_MAX = 256, /* connections over the limit that are being sent a refusal */
    SRV_PONG_SLOT = SRV_SLOTS,
    SRV_NO_SLOT,
};

/* -- limits.c: rate limits by address ----------------------------------------------------------- */

typedef struct srv_bucket { /* a token bucket: full at first, refilled over time */
    double level;
    uint64_t at_ms; /* 0: never used, full */
} srv_bucket;

bool srv_bucket_take(srv_bucket *b, uint32_t per_s, uint32_t burst, double cost, uint64_t now_ms);

typedef struct srv_caller { /* an address that is connected, or was recently */
    struct srv_caller *next;
    srv_ip key;
    uint32_t n_connections;
    srv_bucket handshakes, requests;
} srv_caller;

typedef struct srv_callers {
    srv_caller **heads;
    uint32_t n_heads, n;
    uint64_t seed;
} srv_callers;

void srv_callers_init(srv_callers *g);
void srv_callers_release(srv_callers *g);
srv_caller *srv_caller_of(srv_callers *g, const srv_ip *ip);
void srv_callers_sweep(srv_callers *g, uint64_t now_ms); /* forget those gone for a while */

srv_ip srv_ip_of(const struct sockaddr *address);
uint64_t srv_raise_open_files(void);

/* -- url.c: names from outside ----------------------------------------------------------------- */

bool srv_utf8_is_valid(const uint8_t *bytes, size_t n);

/* Decode and normalise a path into 'room' (n + 2 bytes). False: it is malformed or unsafe. */
bool srv_path_decode(const char *raw, size_t n, char *room);

/* Decode a query into pairs whose text lies in 'room' (n + 1 bytes). -1: malformed or too many. */
int srv_query_decode(const char *raw, size_t n, char *room, srv_pair *pairs, int cap);

/* -- conn.c: a connection and its queue -------------------------------------------------------- */

typedef struct srv_chunk { /* one thing to send: a reply's head, a body, a frame */
    struct srv_chunk *prev, *next;
    srv_blob *blob; /* or NULL: the bytes follow */
    size_t n, at;   /* total, and sent so far */
    uint8_t slot;
    bool can_be_spare; /* SRV_SPARE_BYTES long: kept for the next frame when it is sent */
    char bytes[];
} srv_chunk;

/* The states of a connection:
 *
 *      accepted --> HTTP <--------------------+
 *                    | a request: exchange    | replied, kept alive
 *                    +------------------------+
 *                    | srv_net_accept                    | the last reply is queued, or a refusal
 *                    v                                   v
 *                    WS -- both closed, all written --> LINGERING -- the peer has read it, or 1 s --> CLOSED
 *
 * Anything may go to CLOSED at once (srv_conn_abort): a broken socket, a deadline, a peer that does not read. CLOSED is
 * not yet freed: libuv still has the handle ('gone' says when it has let go), and so may a function up the stack. */
typedef enum srv_state {
    SRV_IS_HTTP,
    SRV_IS_WS,
    SRV_IS_LINGERING, /* everything is sent; let the peer read it before we close */
    SRV_IS_CLOSED,
} srv_state;

typedef struct srv_tls srv_tls;
typedef struct srv_exchange srv_exchange;
typedef struct srv_websocket srv_websocket;
typedef struct srv_flight srv_flight;
typedef struct srv_parser srv_parser;

typedef struct srv_conn {
    uv_tcp_t tcp;
    srv_net *net;
    uint32_t index; /* in net->slots */
    uint8_t state, wheel_slot;
    bool dirty, reading, refused, saw_end, half_closed;
    bool last; /* nothing more will be queued */
    bool gone; /* libuv has let go of it */
    srv_ip ip;
    srv_caller *guest; /* NULL: a trusted proxy, or turned away */
    struct srv_conn *next_dirty;
    struct srv_conn *wheel_prev, *wheel_next;
    uint64_t wake_ms; /* checked then, or a little earlier; 0: never */

    uint64_t due_ms;       /* deadline of what it waits for; 0: none */
    uint64_t write_due_ms; /* deadline of the piece in flight */
    srv_chunk *first, *final;
    size_t n_queued; /* bytes from first to final */
    srv_flight *flight;
    spk_buf after;  /* ciphertext waiting for what is in flight */
    spk_buf rest;   /* bytes received while a request was being answered ... */
    size_t rest_at; /* ... and how many of them have been read since */
    size_t n_lingered;

    srv_tls *tls;
    srv_exchange *exchange;
    srv_websocket *websocket;
    spk_buf *sink; /* tests without sockets: what would have been written */
} srv_conn;

srv_conn *srv_conn_of(const srv_net *net, uint64_t ticket);
uint64_t srv_conn_ticket(const srv_conn *c);
void srv_conn_new_ticket(srv_conn *c); /* invalidates the old one */

void srv_conn_turn_wheel(srv_net *net); /* check the connections that are due */
void srv_conn_tend_all(srv_net *net);   /* all dirty connections */
void srv_conn_on_connection(uv_stream_t *listener, int status);
srv_conn *srv_conn_new(srv_net *net); /* not yet on any socket */
void srv_conn_free(srv_conn *c);

srv_chunk *srv_chunk_new(const void *bytes, size_t n);
srv_chunk *srv_chunk_for_frame(srv_net *net, size_t n); /* with room for n bytes, and none yet */
void srv_chunks_free(srv_net *net);                     /* the spare ones */
void srv_conn_queue(srv_conn *c, srv_chunk *chunk);
void srv_conn_unqueue(srv_conn *c, srv_chunk *chunk); /* and free it */
void srv_conn_consume(srv_conn *c, size_t n);         /* n bytes of the queue have been sent */
void srv_conn_mark(srv_conn *c); /* have srv_conn_tend called before the loop waits */
void srv_conn_tend(srv_conn *c); /* write, resume reading, or end it */
void srv_conn_read(srv_conn *c, const char *bytes, size_t n);  /* from the socket */
void srv_conn_plain(srv_conn *c, const char *bytes, size_t n); /* after TLS */
void srv_conn_wake_at(srv_conn *c, uint64_t ms);
void srv_conn_set_due(srv_conn *c, uint32_t in_ms);
bool srv_conn_has_unsent(const srv_conn *c);

/* Write to the socket; what it does not accept now is kept in flight. False: aborted. */
bool srv_conn_write(srv_conn *c, const char *bytes, size_t n);

void srv_conn_abort(srv_conn *c);  /* at once */
void srv_conn_linger(srv_conn *c); /* once the queue has been written */

/* -- tls.c ------------------------------------------------------------------------------------- */

SSL_CTX *srv_tls_context(const char *cert, const char *key, spk_why *why);
BIO_METHOD *srv_tls_bio(void);
void srv_tls_start(srv_conn *c);
void srv_tls_read(srv_conn *c, const char *bytes, size_t n);
void srv_tls_pump(srv_conn *c);
void srv_tls_bye(srv_conn *c);
void srv_tls_free(srv_conn *c);

/* -- request.c, reply.c, handshake.c -------------------------------------------------------------- */

typedef enum srv_phase {
    SRV_READING_HEADERS,
    SRV_READING_BODY,
    SRV_AWAITING_REPLY,
    SRV_WRITING_REPLY,
} srv_phase;

struct srv_exchange { /* a request under way */
    llhttp_t parser;
    srv_conn *c;
    srv_exchange *next_spare;
    srv_phase phase;
    srv_refusal refused;
    bool keep_alive, is_head, is_upgrade, in_name, at_line_start, seen_blank;
    srv_method method;
    spk_buf text; /* target, then names and values, each terminated */
    struct {
        uint32_t name, value; /* where in text */
    } headers[SRV_MAX_HEADERS];
    int n_headers;
    size_t n_target, n_raw; /* bytes of the target; of everything since the request began */
    spk_buf body;
    char peer[INET6_ADDRSTRLEN];
    srv_ip ip;       /* of the client, behind any trusted proxies */
    char accept[32]; /* Sec-WebSocket-Accept */
};

void srv_exchange_settings(llhttp_settings_t *settings);
void srv_exchange_read(srv_conn *c, const char *bytes, size_t n);
bool srv_exchange_go_on(
    srv_conn *c); /* the queue is empty: next request, or the end; true: more to write */
void srv_exchange_late(srv_conn *c); /* due_ms has passed */
void srv_exchange_end(srv_conn *c);  /* return the request's memory */
void srv_exchange_free(srv_exchange *h);

/* Send a refusal and end the connection; also before or instead of a request. */
void srv_refuse_http(srv_conn *c, srv_refusal reason);
void srv_refuse_count(srv_net *net, srv_refusal reason);
int srv_refusal_status(srv_refusal reason);
const char *srv_refusal_words(srv_refusal reason);
bool srv_conn_answer(srv_conn *c, const srv_response *answer);
const char *srv_exchange_header(const srv_exchange *h, const char *name);

srv_refusal srv_handshake_check(srv_exchange *h);
bool srv_origin_is_welcome(const srv_net *net, const char *origin, const char *host);

/* -- ws.c -------------------------------------------------------------------------------------- */

struct srv_websocket { /* a WebSocket conversation */
    srv_ws ticket;
    srv_conn *c;
    void *user;
    srv_parser *parser; /* borrowed while a frame is under way */
    const uint8_t *in;  /* input for wslay */
    size_t n_in;
    uint64_t n_begun;    /* bytes given to wslay that belong to no finished frame */
    uint64_t frame_left; /* payload of the current frame still to come */
    bool in_frame, in_message, sent_close, got_close, pinged, overfull;
    uint8_t opcode; /* of the current frame */
    uint8_t n_control;
    char control[125];
    spk_buf message;
    uint32_t n_fragments;
    srv_bucket frames, bytes;
    uint64_t heard_ms, message_due_ms;
    srv_chunk *slots[SRV_SLOTS + 1];
    uint16_t code; /* for 'closed'; 0: the connection broke */
    char *reason;
};

void srv_websocket_read(srv_conn *c, const uint8_t *bytes, size_t n);
void srv_websocket_tend(srv_conn *c);
void srv_websocket_look(srv_conn *c);                    /* it is due: ping, give up ... */
void srv_websocket_over(srv_conn *c);                    /* tell the handler, free it */
void srv_websocket_begun(srv_conn *c, srv_chunk *chunk); /* partly sent: not replaceable now */
srv_chunk *srv_frame_chunk(srv_net *net, int opcode, const void *bytes, size_t n);
void srv_framer_init(srv_net *net);
void srv_parser_free(srv_parser *parser);

/* -- net.c ------------------------------------------------------------------------------------- */

typedef struct srv_listener {
    uv_tcp_t tcp;
    srv_net *net;
    struct srv_listener *next;
    char address[80];
} srv_listener;

struct srv_net {
    uv_loop_t *loop;
    srv_net_handlers handlers;
    void *ctx;
    srv_limits limits;
    srv_net_figures counts;
    char *csp, *subprotocol, *tls_cert, *tls_key;
    char **origins;
    srv_range *proxies;
    int n_proxies;
    srv_callers guests;

    srv_listener *listeners;
    uv_prepare_t prepare;
    uv_idle_t idle; /* runs while a connection is dirty, so that the loop does not wait */
    uv_timer_t tick;
    int n_handles, n_listeners; /* not yet closed by libuv: the three above; the listeners */

    struct srv_slot {
        srv_conn *c;
        uint64_t turn; /* incremented with every ticket */
        uint32_t next_free;
    } * slots;
    uint32_t n_slots, free_slot; /* free_slot: index + 1 */
    uint32_t n_conns, n_refused;
    srv_conn *dirty;
    srv_conn *wheel[SRV_WHEEL];
    uint64_t wheel_at; /* the last tick processed */

    bool draining, done;
    uint64_t drain_due_ms;
    uint64_t sweep_ms; /* when srv_callers_sweep is due */

    llhttp_settings_t http_settings;
    srv_exchange *spare_exchanges;
    int n_spare_exchanges;
    srv_parser *spare_parsers[SRV_SPARES];
    int n_spare_parsers;
    srv_chunk *spare_chunks;
    int n_spare_chunks;
    wslay_frame_context_ptr framer;
    srv_chunk *framed; /* the framer's output */

    SSL_CTX *tls;
    BIO_METHOD *bio;
    spk_buf cipher; /* on its way from OpenSSL to a socket */
    char date[40];
    uint64_t date_s;
    char *read_room, *plain_room;
    spk_buf scratch; /* for a reply's head */
    spk_buf message; /* for the message being received just now */
};

void srv_net_remember(srv_net *net); /* a connection has gone: draining may be complete */
uint64_t srv_net_now(const srv_net *net);
bool srv_net_trusts(const srv_net *net, const srv_ip *ip);

#endif
