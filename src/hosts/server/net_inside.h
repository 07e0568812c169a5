/* net_inside.h: what the files of the network layer share, and nobody else needs (net.h is the manual).
 *
 *     sockets -> conn.c -> tls.c -> http.c -> handshake.c -> ws.c -> handlers
 *     sockets <- conn.c <- tls.c <- the queue of chunks <- reply.c, ws.c
 *
 * A connection that waits costs its srv_conn, and for WebSocket an srv_talk: under 1 KB. What a request
 * or a frame under way needs besides is borrowed from the net and given back at its end:
 * the buffer for reading, srv_http (parser and text of a request), wslay's 4 KB frame parser.
 *
 * Life: whatever goes wrong, srv_conn_abort or srv_conn_linger is called, the memory stays until
 * libuv has closed the handle. So after any call that may end a connection, look at its state. */
#ifndef SRV_NET_INSIDE_H
#define SRV_NET_INSIDE_H

#include <llhttp.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <wslay/wslay.h>

#include "base/mem.h"
#include "hosts/server/net.h"

enum {
    SRV_READ_BYTES = 65536,  /* one buffer for all reads of a net */
    SRV_PIECE_BYTES = 65536, /* of a large reply, as much is with the kernel at once */
    SRV_TICK_MS = 100,
    SRV_WHEEL = 256,
    SRV_MAX_HEADERS = 64,
    SRV_MAX_PARAMS = 32,
    SRV_LINGER_MS = 1000,
    SRV_LINGER_BYTES = 1 << 18,
    SRV_POOL = 64,         /* spare parsers kept */
    SRV_REFUSED_MAX = 256, /* turned away at the door, and still being told so */
    SRV_PONG_SLOT = SRV_SLOTS,
    SRV_NO_SLOT,
};

/* -- limits.c: who has had enough -------------------------------------------------------------- */

typedef struct srv_bucket { /* of tokens: full at first, refilled by the clock */
    double level;
    uint64_t at_ms; /* 0: never used, full */
} srv_bucket;

bool srv_bucket_take(srv_bucket *b, uint32_t per_s, uint32_t burst, double cost, uint64_t now_ms);

typedef struct srv_ip { /* IPv4 as ::ffff:a.b.c.d */
    uint8_t bytes[16];
} srv_ip;

typedef struct srv_caller { /* an address that is here, or was a moment ago */
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
void srv_callers_sweep(srv_callers *g, uint64_t now_ms); /* forget who is gone and calm */

typedef struct srv_range { /* addresses that begin with the same bits */
    srv_ip ip;
    int n_bits;
} srv_range;

bool srv_ip_parse(const char *text, srv_ip *ip);
void srv_ip_print(const srv_ip *ip, char room[INET6_ADDRSTRLEN]);
srv_ip srv_ip_of(const struct sockaddr *address);
bool srv_range_parse(const char *text, srv_range *range);
bool srv_range_has(const srv_range *range, const srv_ip *ip);
uint64_t srv_raise_open_files(void);

/* -- url.c: names from outside ----------------------------------------------------------------- */

bool srv_utf8_is_valid(const uint8_t *bytes, size_t n);

/* A path into room for n + 2 bytes: decoded and made plain, or false: it cannot be trusted. */
bool srv_path_decode(const char *raw, size_t n, char *room);

/* A query into pairs whose text lies in room (n + 1 bytes); -1: unreadable or too many. */
int srv_query_decode(const char *raw, size_t n, char *room, srv_pair *pairs, int cap);

/* -- conn.c: a connection and its queue -------------------------------------------------------- */

typedef struct srv_blob { /* bytes that several replies share */
    size_t n;
    int n_owners;
    char bytes[];
} srv_blob;

srv_blob *srv_blob_new(const void *bytes, size_t n);
void srv_blob_drop(srv_blob *blob);

typedef struct srv_chunk { /* one thing to send: a reply's head, a body, a frame */
    struct srv_chunk *prev, *next;
    srv_blob *blob; /* or NULL: the bytes follow */
    size_t n, at;   /* how many there are, and how many have gone */
    uint8_t slot;
    char bytes[];
} srv_chunk;

typedef enum srv_state {
    SRV_IS_HTTP,
    SRV_IS_WS,
    SRV_IS_LINGERING, /* we have said all; let the peer read it before the socket goes */
    SRV_IS_CLOSED,
} srv_state;

typedef struct srv_tls srv_tls;
typedef struct srv_http srv_http;
typedef struct srv_talk srv_talk;
typedef struct srv_flight srv_flight;
typedef struct srv_parser srv_parser;

typedef struct srv_conn {
    uv_tcp_t tcp;
    srv_net *net;
    uint32_t index; /* in net->slots */
    uint8_t state, wheel_slot;
    bool dirty, reading, refused, saw_end, half_closed;
    bool last; /* when the queue is empty, that was all */
    bool gone; /* libuv has let go of it */
    srv_ip ip;
    srv_caller *guest; /* NULL: a trusted proxy, or turned away */
    struct srv_conn *next_dirty;
    struct srv_conn *wheel_prev, *wheel_next;
    uint64_t wake_ms; /* looked at then, or a little earlier; 0: never */

    uint64_t due_ms;       /* of what it waits for; 0: nothing */
    uint64_t write_due_ms; /* of the piece in flight */
    srv_chunk *first, *final;
    size_t n_queued; /* bytes from first to final */
    srv_flight *flight;
    spk_buf after;  /* ciphertext that has to wait for what is in flight */
    spk_buf rest;   /* bytes that came while a request was being answered ... */
    size_t rest_at; /* ... and how many of them have been read since */
    size_t n_lingered;

    srv_tls *tls;
    srv_http *http;
    srv_talk *talk;
    spk_buf *sink; /* tests without sockets: what would have been written */
} srv_conn;

srv_conn *srv_conn_of(const srv_net *net, uint64_t ticket);
uint64_t srv_conn_ticket(const srv_conn *c);
void srv_conn_new_ticket(srv_conn *c); /* the old one is void from now on */

void srv_conn_turn_wheel(srv_net *net); /* look at those whose time has come */
void srv_conn_tend_all(srv_net *net);   /* that are dirty */
void srv_conn_on_connection(uv_stream_t *listener, int status);
srv_conn *srv_conn_new(srv_net *net); /* not yet on any socket */
void srv_conn_free(srv_conn *c);

srv_chunk *srv_chunk_new(const void *bytes, size_t n);
void srv_conn_queue(srv_conn *c, srv_chunk *chunk);
void srv_conn_unqueue(srv_conn *c, srv_chunk *chunk); /* and free it */
void srv_conn_consume(srv_conn *c, size_t n);         /* so many bytes of the queue have gone */
void srv_conn_mark(srv_conn *c);                      /* look after it before the loop waits */
void srv_conn_tend(srv_conn *c);                      /* now: write, go on reading, or end */
void srv_conn_read(srv_conn *c, const char *bytes, size_t n);  /* from the socket */
void srv_conn_plain(srv_conn *c, const char *bytes, size_t n); /* after TLS */
void srv_conn_wake_at(srv_conn *c, uint64_t ms);
void srv_conn_set_due(srv_conn *c, uint32_t in_ms);
bool srv_conn_has_unsent(const srv_conn *c);

/* Hand bytes to the socket; those it does not take now are kept and in flight. False: aborted. */
bool srv_conn_write(srv_conn *c, const char *bytes, size_t n);

void srv_conn_abort(srv_conn *c);  /* at once */
void srv_conn_linger(srv_conn *c); /* when the queue has been written and is empty */

/* -- tls.c ------------------------------------------------------------------------------------- */

SSL_CTX *srv_tls_context(const char *cert, const char *key, spk_why *why);
BIO_METHOD *srv_tls_bio(void);
void srv_tls_start(srv_conn *c);
void srv_tls_read(srv_conn *c, const char *bytes, size_t n);
void srv_tls_pump(srv_conn *c);
void srv_tls_bye(srv_conn *c);
void srv_tls_free(srv_conn *c);

/* -- http.c, reply.c, handshake.c -------------------------------------------------------------- */

typedef enum srv_phase {
    SRV_READING_HEADERS,
    SRV_READING_BODY,
    SRV_AWAITING_REPLY,
    SRV_WRITING_REPLY,
} srv_phase;

struct srv_http { /* a request under way */
    llhttp_t parser;
    srv_conn *c;
    srv_http *next_spare;
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
    srv_ip ip;       /* whose request it is, proxies looked through */
    char accept[32]; /* answer to a WebSocket key */
};

void srv_http_settings(llhttp_settings_t *settings);
void srv_http_read(srv_conn *c, const char *bytes, size_t n);
bool srv_http_go_on(
    srv_conn *c); /* the queue is empty: next request, or the end; true: more to write */
void srv_http_late(srv_conn *c); /* due_ms has passed */
void srv_http_end(srv_conn *c);  /* give the request's memory back */
void srv_http_free(srv_http *h);

/* Refuse whatever goes on and end the connection after it; before or instead of a request too. */
void srv_refuse_http(srv_conn *c, srv_refusal reason);
void srv_refuse_count(srv_net *net, srv_refusal reason);
int srv_refusal_status(srv_refusal reason);
const char *srv_refusal_words(srv_refusal reason);
bool srv_conn_answer(srv_conn *c, const srv_response *answer, srv_blob *blob);
const char *srv_http_header(const srv_http *h, const char *name);

srv_refusal srv_handshake_check(srv_http *h);
bool srv_origin_is_welcome(const srv_net *net, const char *origin, const char *host);

/* -- ws.c -------------------------------------------------------------------------------------- */

struct srv_talk { /* a WebSocket conversation */
    srv_ws ticket;
    srv_conn *c;
    void *user;
    srv_parser *parser; /* borrowed while a frame is under way */
    const uint8_t *in;  /* what wslay may take now */
    size_t n_in;
    uint64_t n_begun;    /* bytes given to wslay that belong to no finished frame */
    uint64_t frame_left; /* payload of the current frame to come */
    bool in_frame, in_message, sent_close, got_close, pinged, overfull;
    uint8_t opcode; /* of the current frame */
    uint8_t n_control;
    char control[125];
    spk_buf message;
    uint32_t n_fragments;
    srv_bucket frames, bytes;
    uint64_t heard_ms, message_due_ms;
    srv_chunk *slots[SRV_SLOTS + 1];
    uint16_t code; /* what 'closed' will say; 0: it broke */
    char *reason;
};

void srv_talk_read(srv_conn *c, const uint8_t *bytes, size_t n);
void srv_talk_tend(srv_conn *c);
void srv_talk_look(srv_conn *c);                    /* its time has come: ping, give up ... */
void srv_talk_over(srv_conn *c);                    /* tell the handler, free it */
void srv_talk_begun(srv_conn *c, srv_chunk *chunk); /* it can no longer be replaced */
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
    uint64_t n_open_files;
    char *csp, *subprotocol, *tls_cert, *tls_key;
    char **origins;
    srv_range *proxies;
    int n_proxies;
    srv_callers guests;

    srv_listener *listeners;
    uv_prepare_t prepare;
    uv_idle_t idle; /* runs while somebody is dirty, so that the loop does not wait */
    uv_timer_t tick;
    int n_handles, n_listeners; /* that libuv still has: the three above; the listeners */

    struct srv_slot {
        srv_conn *c;
        uint64_t turn; /* raised with every ticket */
        uint32_t next_free;
    } * slots;
    uint32_t n_slots, free_slot; /* free_slot: index + 1 */
    uint32_t n_conns, n_refused;
    srv_conn *dirty;
    srv_conn *wheel[SRV_WHEEL];
    uint64_t wheel_at; /* the tick that was done last */

    bool draining, done;
    uint64_t drain_due_ms;
    uint64_t sweep_ms; /* when calm guests are forgotten next */

    llhttp_settings_t http_settings;
    srv_http *spare_http;
    int n_spare_http;
    srv_parser *spare_parsers[SRV_POOL];
    int n_spare_parsers;
    wslay_frame_context_ptr framer;
    srv_chunk *framed; /* what the framer fills */

    SSL_CTX *tls;
    BIO_METHOD *bio;
    spk_buf cipher; /* on its way from OpenSSL to a socket */
    char date[40];
    uint64_t date_s;
    char *read_room, *plain_room;
    spk_buf scratch; /* for a reply's head */
    spk_buf message; /* for whoever has a message under way just now */
};

void srv_net_remember(srv_net *net); /* a connection has gone: is draining done? */
uint64_t srv_net_now(const srv_net *net);
bool srv_net_trusts(const srv_net *net, const srv_ip *ip);

#endif
