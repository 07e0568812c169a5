/* world.h: everything a house gets from outside: the time, timers, work on other threads, and a way
 * to send. Tables, routes and the store know the world only as this struct of functions. So a house
 * can run on libuv and sockets (loop/, net/) or, in a test, on a simulated clock and network, one
 * event after the other.
 *
 *     srv_world world = {.loop = &mine, .wall_ms = my_wall, .now_ns = my_now, .later = my_later, ...};
 *     srv_house *house = srv_server_open(&world, &config, log, &why);     (server.h)
 *
 *      what comes in                                      what goes out
 *      srv_server_request, _upgrade, _message, _closed    reply, accept, send, offer, close
 *      srv_server_poll (the store has answers)            wake
 *      a timer's 'run', a job's 'done'                    later, give
 *
 * Promises of a world:
 *   - All calls into the house come from one thread, and none is made from inside a function of
 *     this struct: not even 'later' with 0 ms or a job that is done at once. Only 'wake' may be
 *     called from any thread.
 *   - A ticket (srv_ask, srv_ws) is a number. It may be kept and used even after the connection has
 *     gone: then the call does nothing and returns false. {0} is never a valid ticket.
 *   - What is sent on a connection arrives in the order of the calls.
 *   - now_ns never goes back.
 *
 * Random bytes (tokens, ids, seeds) always come from libsodium; a simulator installs its own
 * generator with randombytes_set_implementation. */
#ifndef SRV_WORLD_H
#define SRV_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/* -- Tickets ------------------------------------------------------------------------------------ */

typedef struct srv_ask { /* a request that waits for its answer */
    uint64_t n;
} srv_ask;

typedef struct srv_ws { /* a WebSocket connection */
    uint64_t n;
} srv_ws;

/* -- Requests ---------------------------------------------------------------------------------- */

typedef enum srv_method {
    SRV_GET, /* HEAD too: answer it like GET, the network leaves out the body */
    SRV_POST,
    SRV_PUT,
    SRV_PATCH,
    SRV_DELETE,
    SRV_OPTIONS,
    SRV_METHOD_COUNT
} srv_method;

typedef struct srv_pair {
    const char *name, *value;
} srv_pair;

/* All of it is borrowed until the handler returns. Texts are terminated and have no NUL inside; the body may. */
typedef struct srv_request {
    srv_ask ask;
    srv_method method;
    bool is_head;
    bool is_tls;            /* to us, or to a trusted proxy in front of us */
    const char *path;       /* decoded: "/a/b c"; UTF-8, no "..", no "//", no control characters */
    const char *query;      /* as received, without the '?'; "" if there is none */
    const srv_pair *params; /* the query, split and decoded */
    int n_params;
    const srv_pair *headers; /* names in lower case, in the order received */
    int n_headers;
    const char *host; /* "play.example:1925" */
    const char *peer; /* the client's address, behind any trusted proxies: "192.0.2.7" */
    const char *body;
    size_t n_body;
} srv_request;

/* The first of that name, or NULL. A header's name is given in lower case. */
const char *srv_request_header(const srv_request *r, const char *name);
const char *srv_request_param(const srv_request *r, const char *name);

/* -- Answers ----------------------------------------------------------------------------------- */

typedef struct srv_blob { /* bytes that several replies share */
    size_t n;
    int n_owners;
    char bytes[];
} srv_blob;

srv_blob *srv_blob_new(const void *bytes, size_t n); /* one owner: the caller */
void srv_blob_drop(srv_blob *blob); /* one owner less; the last one frees it. NULL is fine */

typedef struct srv_response {
    int status;       /* 200 ... 599 */
    const char *type; /* Content-Type; NULL: text/plain; charset=utf-8 */
    const char *body; /* copied; n_body 0: its strlen; NULL: none */
    size_t n_body;
    srv_blob *blob;          /* instead of 'body': not copied, has one more owner until sent */
    const char *cache;       /* Cache-Control; NULL: no-store */
    const char *etag;        /* with its quotes; a matching If-None-Match makes it a 304 */
    const char *location;    /* for 201 and 3xx */
    const char *allow;       /* for 405 and OPTIONS: "GET, HEAD, POST" */
    int retry_after_s;       /* 0: none */
    const srv_pair *headers; /* more of them: Set-Cookie ... */
    int n_headers;
    bool last; /* close the connection after it */
} srv_response;

/* -- Work on other threads ----------------------------------------------------------------------- */

typedef enum srv_rank {
    SRV_RANK_WORKER, /* on a worker thread, in the order given: bots, replays */
    /* On a thread of its own: passwords. The caller limits how many. */
    SRV_RANK_ASIDE,
    SRV_RANK_COUNT
} srv_rank;

/* Put it first in a struct of your own. 'done' gets it back and must at least free it. */
typedef struct srv_job srv_job;
struct srv_job {
    void (*work)(srv_job *job); /* on some thread; may touch only the job */
    /* On the house's thread; stopped: 'work' did not run. */
    void (*done)(srv_job *job, bool stopped);
    srv_job *next; /* for the world */
};

/* -- The world ----------------------------------------------------------------------------------- */

enum { SRV_SLOTS = 8 };

typedef struct srv_world {
    /* The clock and the threads. */
    void *loop;                     /* for the functions of this part */
    int64_t (*wall_ms)(void *loop); /* since 1970: for people and the store's 'at' */
    uint64_t (*now_ns)(void *loop); /* since some fixed moment: for durations; from any thread */
    void (*wait)(void *loop,
                 int ms); /* the calling thread, which is the store's own or opens the house */
    void (*later)(void *loop, int ms, void (*run)(void *context), void *context); /* once */
    void (*give)(void *loop, srv_job *job, srv_rank rank);
    void (*wake)(void *loop); /* call srv_server_poll soon; from any thread */
    /* Whenever 'fd' can be read, run(context) and then srv_server_poll, until the house has closed. One at most. NULL: this world
     * has no descriptors. */
    void (*watch)(void *loop, int fd, void (*run)(void *context), void *context);
    void (*print_metrics)(void *loop, spk_buf *out); /* of network and process; NULL: none */
    /* The house has released everything: stop timers, free it when you can. */
    void (*closed)(void *loop);
    /* Worker threads. The house gives no more bots than that at a time, each for a slice of its
     * time. 0: any number of bots, each for all its time. */
    int n_workers;
    bool threads;        /* of the store; else it writes in srv_server_turn */
    const char *program; /* path of the executable, to find the page beside it; NULL: unknown */
    /* Of a simulator: what its nodes share in place of a database and NATS. NULL: nothing. */
    struct srv_store *store_beside;
    struct srv_bus *bus_beside;

    /* The network. */
    void *net;
    bool (*reply)(void *net, srv_ask ask, const srv_response *answer);
    srv_ws (*accept)(void *net, srv_ask ask, void *user);
    bool (*send)(void *net, srv_ws ws, const char *text, size_t n);
    bool (*offer)(void *net, srv_ws ws, int slot, const char *text, size_t n);
    bool (*close)(void *net, srv_ws ws, int code, const char *reason);
    void *(*user)(void *net, srv_ws ws);
    void (*drain)(void *net, const char *text, int ms);
} srv_world;

/* Answer a request, once, now or later. False: already answered, or the client has gone. */
static inline bool srv_reply(const srv_world *w, srv_ask ask, const srv_response *answer)
{
    return w->reply(w->net, ask, answer);
}

/* In the upgrade handler or later: accept the WebSocket. 'user' is passed back with every message.
 * To refuse it, call srv_reply instead. {0}: the client has gone. */
static inline srv_ws srv_ws_accept(const srv_world *w, srv_ask ask, void *user)
{
    return w->accept(w->net, ask, user);
}

/* A text message in UTF-8. False: the connection is closed or closing, or is now being closed
 * because the client reads too slowly. */
static inline bool srv_ws_send(const srv_world *w, srv_ws ws, const char *text, size_t n)
{
    return w->send(w->net, ws, text, n);
}

/* The same, but the newest wins: an older message in the same slot of which nothing has been sent
 * yet is dropped, and this one goes to the end of the queue. So a slow reader gets the newest view,
 * never a backlog. */
static inline bool srv_ws_offer(const srv_world *w, srv_ws ws, int slot, const char *text, size_t n)
{
    return w->offer(w->net, ws, slot, text, n);
}

/* Close with a code (1000, 1001, 1008, 1011, 3000 ... 4999) and a reason of at most 123 bytes,
 * after everything that is queued. No more messages come in; srv_server_closed follows. */
static inline bool srv_ws_close(const srv_world *w, srv_ws ws, int code, const char *reason)
{
    return w->close(w->net, ws, code, reason);
}

/* The 'user' of an open connection; NULL: gone. */
static inline void *srv_ws_user(const srv_world *w, srv_ws ws) { return w->user(w->net, ws); }

static inline int64_t srv_world_ms(const srv_world *w)
{
    return (int64_t)(w->now_ns(w->loop) / 1000000);
}

#endif
