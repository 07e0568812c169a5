/* load.h: a house full of guests. The load generator starts a server, makes tables of two over HTTP, sits
 * down at every seat over a WebSocket of its own and plays legal moves, and measures how long it takes
 * from sending a move until both seats have the view that shows it. bench/README.md is its manual.
 *
 *     main.c      the words of the command, and the course of a run
 *     process.c   the server: starting it on its core, its CPU time and memory
 *     wire.c      a TCP connection of libuv     web.c  HTTP requests over a few of them
 *     socket.c    a WebSocket, hand-rolled, so that client and server share no code that could be wrong
 *     table.c     the life of a table: made, connected, playing, over, made again
 *     pace.c      which table moves when
 *     house.c     what Speakeasy's server is told and tells (docs/protocol.md)
 *     boardgameio.c   the same for boardgame.io's
 *     tally.c     counts and percentiles        report.c  what is printed
 *
 * All of it runs in one thread, on one loop, with one load. It knows Speakeasy only as docs/protocol.md. */
#ifndef LOAD_H
#define LOAD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <uv.h>

#include "base/buf.h"
#include "base/rng.h"
#include "span.h"

enum {
    LOAD_SEATS = 2,
    LOAD_TOKEN = 64,     /* room for a seat's secret */
    LOAD_ID = 40,        /* ... a table's id */
    LOAD_MOVE = 96,      /* ... a move */
    LOAD_ASKING = 128,   /* HTTP connections */
    LOAD_DIALLING = 128, /* WebSocket handshakes under way at once */
};

typedef struct load load;
typedef struct load_table load_table;
typedef struct load_seat load_seat;
typedef struct load_wire load_wire;
typedef struct load_ws load_ws;

/* -- Wires: bytes in and out -------------------------------------------------------------------- */

struct load_wire {
    uv_tcp_t tcp;
    uv_connect_t connecting;
    load *l;
    void *user;
    void (*on_open)(load_wire *w);
    /* What has come and was not used yet. Returns how much is used now. */
    size_t (*on_bytes)(load_wire *w, const char *bytes, size_t n);
    void (*on_end)(load_wire *w, const char *why); /* the peer's doing; the wire is to be closed */
    void (*on_closed)(load_wire *w);               /* after load_wire_close: may be freed */
    spk_buf rest;
    int port; /* 0: the server's */
    bool closing;
};

void load_wire_connect(load_wire *w);
void load_wire_send(load_wire *w, const char *bytes, size_t n);
void load_wire_close(load_wire *w);

/* -- HTTP: requests in a queue, over LOAD_ASKING connections ------------------------------------- */

/* 'status' 0: the connection broke. 'body' is borrowed. */
typedef void load_answered(void *context, int status, load_span body);

typedef struct load_web load_web;
load_web *load_web_new(load *l);
void load_web_free(load_web *web); /* after the loop has ended */
void load_web_ask(load_web *web, const char *method, const char *path, const char *body,
                  load_answered *done, void *context);
void load_web_close(load_web *web);

/* -- WebSockets: they belong to a seat; table.c hears of them ------------------------------------ */

load_ws *load_ws_open(load_seat *seat, const char *path, const char *subprotocol);
void load_ws_send(load_ws *ws, const char *text, size_t n);
void load_ws_leave(load_ws *ws); /* say goodbye; the seat hears no more of it */
void load_ws_drop(load_ws *ws);  /* hang up */

/* -- Tables ------------------------------------------------------------------------------------- */

struct load_seat {
    load_table *table;
    int number;
    load_ws *ws;
    char token[LOAD_TOKEN];
    int n;        /* the newest event it has heard of; -1: nothing yet */
    bool waiting; /* in the queue of those who want to connect */
    load_seat *next;
};

struct load_table {
    load *l;
    int number;
    char id[LOAD_ID];
    load_seat seats[LOAD_SEATS];
    bool made, seated, ready, moving, over;
    int mover;                /* the seat that has the move; -1: nobody has said so */
    char move[LOAD_MOVE];     /* what it will do */
    int n_before[LOAD_SEATS]; /* while moving: what the seats had heard of */
    uint64_t sent;            /* ... and when it was sent, ns */
    bool counts;              /* ... inside the time that is measured */
    int n_moves;              /* of this game */
};

void load_table_make(load_table *t);
void load_table_connect(load_table *t);
void load_table_move(load_table *t);
void load_connect_more(load *l);

/* What a dialect says of its table: */
void load_table_made(load_table *t);
void load_table_failed(load_table *t, const char *what, load_span detail);
void load_seat_view(load_seat *s, int n, bool over, load_span move); /* empty: it has no move */
void load_seat_ok(load_seat *s);

/* What a WebSocket says of its seat: */
void load_seat_opened(load_seat *s);
void load_seat_message(load_seat *s, load_span message);
void load_seat_ended(load_seat *s, const char *why);

/* -- Dialects: a kind of server ------------------------------------------------------------------ */

typedef struct load_dialect {
    const char *name, *ws_path, *subprotocol;
    void (*make)(load_table *t);  /* over HTTP: ends in load_table_made or load_table_failed */
    void (*opened)(load_seat *s); /* the WebSocket is open: say hello */
    void (*message)(load_seat *s, load_span message);
    void (*move)(load_seat *s, const char *text);
} load_dialect;

extern const load_dialect load_house, load_boardgameio;

/* -- Pace ---------------------------------------------------------------------------------------- */

void load_pace_start(load *l);
void load_pace_stop(load *l);
void load_pace_ready(load_table *t); /* a table that can move again */

/* -- Counting ------------------------------------------------------------------------------------ */

typedef struct load_times { /* microseconds */
    uint32_t *us;
    size_t n, cap;
    bool sorted;
} load_times;

void load_times_add(load_times *t, uint64_t ns);
double load_times_ms(load_times *t, double part); /* 0.99: the percentile; 1: the largest */
void load_times_release(load_times *t);

typedef struct load_tally {
    load_times late;   /* from sending a move to both seats having its view */
    load_times behind; /* how far behind its plan the generator sent */
    uint64_t committed, delivered;
    uint64_t missed; /* times to move when no table was ready */
    uint64_t games;  /* that ended */
    uint64_t errors;
    char first_error[240];
} load_tally;

void load_error(load *l, const char *what, load_span detail);

/* -- The server ---------------------------------------------------------------------------------- */

typedef struct load_usage {
    double cpu_s; /* user and system */
    uint64_t rss_bytes;
} load_usage;

typedef struct load_server {
    pid_t pid;
    bool ours;     /* started by us */
    char dir[256]; /* its data and log */
    char host[64];
    int port;
    double start_ms;
} load_server;

bool load_server_start(load *l);
void load_server_stop(load *l);
load_usage load_server_usage(const load *l);
void load_pin(pid_t pid, int core);
double load_own_cpu_s(void);

/* -- The whole ----------------------------------------------------------------------------------- */

/* Several servers of one house; used in turn. */
typedef struct load_ports {
    int port[8];
    int n, turn;
} load_ports;

int load_port_next(load_ports *ports); /* 0: there are none */

typedef struct load_options {
    const char *serve; /* the tool `speakeasy`, or boardgame.io's server.js */
    const char *at;    /* HOST:PORT of a server that runs already ... */
    int pid;           /* ... and its process */
    const char *durability;
    const char *json; /* a file for the figures; "-": instead of the report */
    const char
        *data; /* the server's data folder, to be kept; NULL: one of our own, removed after */
    const char *words[16]; /* more words for the server */
    int n_words;
    int tables;
    double every_s, rate; /* both 0: flat out */
    double warm_s, seconds;
    uint64_t seed;
    int core_server, core_self; /* -1: wherever */
    load_ports makers, doors;   /* other ports of the server's host: for requests, and for guests */
    bool spin;                  /* never sleep: then the server need not wake us with every word */
} load_options;

typedef enum load_phase {
    LOAD_BEFORE,
    LOAD_MAKING,
    LOAD_CONNECTING,
    LOAD_WARMING,
    LOAD_MEASURING,
    LOAD_ENDING
} load_phase;

struct load {
    load_options options;
    const load_dialect *dialect;
    uv_loop_t loop;
    struct sockaddr_storage address;
    load_server server;
    load_web *web;
    load_table *tables;
    spk_rng rng;
    load_phase phase;
    uv_timer_t clock; /* of the phases */
    uv_idle_t spin;
    int n_made, n_connected, n_dialling, n_moving;
    load_seat *dial_first, *dial_last; /* who waits to connect */

    uv_timer_t beat; /* of the pace */
    uint64_t pace_start, n_planned;
    int turn;

    char room[1 << 18]; /* what is read, before it is looked at */
    load_tally tally;
    load_usage before, with_tables, with_guests, at_start, at_end;
    uint64_t mark; /* when this phase began, ns */
    double make_s, connect_s, measured_s, own_cpu_s;
};

void load_progress(load *l); /* a phase may be over: look */
void load_report(load *l);

#endif
