/* inside.h: what the files of this folder share (node.h is the manual):
 *
 *     node.c     opening, the lease, the beat, closing
 *     find.c     which node has a table
 *     door.c     guests: those who came here, and those who came elsewhere to a table of ours
 *     ask.c      requests, the same way
 *     follow.c   a table that goes where another one is
 *     wire.c     messages between nodes */
#ifndef SRV_NODE_INSIDE_H
#define SRV_NODE_INSIDE_H

#include "hosts/server/http/http.h"
#include "hosts/server/node/node.h"
#include "hosts/server/table/table.h"

enum {
    NODE_TICK_MS = 100,
    NODE_BEAT_MS = 500,
    NODE_DEAD_MS = 2000,  /* without a word: then the store is asked who has its tables */
    NODE_COUNT_MS = 1000, /* how often messages are counted once more ... */
    NODE_COUNTS = 4, /* ... after the last one so many times, since counts can be lost too ... */
    NODE_ALL_COUNTS = 16, /* ... and of all guests with every so many-th count */
    NODE_FIND_MS = 15000, /* how long a guest waits for a table that nobody has yet */
    NODE_ASK_MS = 20000,  /* ... and a request for its answer */
    NODE_HELLO_MS = 10000,
    NODE_MOST_WAITING = 16, /* messages of one guest */
    NODE_OWNERS = 4096,     /* tables of which is remembered who has them */
    NODE_LIFE = 17, /* room for the number that tells a node from one of the same name before */
    NODE_WORDS = 10,
};

/* Tickets of guests and requests that came to another door. A network's own never have this bit. */
#define NODE_FOREIGN (UINT64_C(1) << 63)

typedef struct srv_node srv_node;

/* Another node, by name. Never freed: there are a few. */
typedef struct node_peer {
    struct node_peer *next;
    char name[SRV_ID_ROOM];
    char life[NODE_LIFE]; /* "": not heard of yet */
    int64_t heard_ms;     /* srv_house_ms; 0: never, or it said goodbye */
    bool is_silent, has_left;
    spk_buf out;    /* to be sent with the end of this turn */
    spk_buf counts; /* to be sent with the next count */
} node_peer;

/* A message of another node has come: its words, the first of which says what it is, then bytes (wire.c). */
typedef void node_on_word(srv_node *n, node_peer *p, char **word, const char *text, size_t n_text);

typedef struct node_text {
    struct node_text *next;
    size_t n;
    char ref[SRV_REF]; /* "": none */
    char text[];
} node_text;

/* -- Finding a table (find.c) --------------------------------------------------------------------- */

/* Embed it. 'then' runs once, at once or later, with the node that has the table (NULL: this one; then the house can
 * be asked), or why it cannot be had. */
typedef struct node_find node_find;
struct node_find {
    node_find *next;
    srv_node *node;
    char table[SRV_ID + 1];
    int64_t again_ms, until_ms;
    bool asked; /* the store was */
    void (*then)(node_find *f, node_peer *owner, const spk_why *why);
};

void node_find_start(srv_node *n, node_find *f, const char *table);
void node_find_tick(srv_node *n);
void node_finds_end(srv_node *n); /* those for whom the store has no question */
void node_forget_owner(srv_node *n, const char *table);

/* -- Guests (door.c) ------------------------------------------------------------------------------- */

typedef enum node_place { NODE_NEW, NODE_FINDING, NODE_HOME, NODE_AWAY } node_place;

typedef struct node_guest {
    struct node_guest *next, *prev;
    srv_node *node;
    srv_ws ws; /* of the network; or a ticket of ours, of a guest at another door */
    node_place place;
    void *user; /* HOME: the house's guest */
    char peer[64];
    char table[SRV_ID + 1];
    int64_t came_ms;
    node_text *hello;
    node_text *waiting; /* said and not passed on yet, in order */
    int n_waiting;
    bool missed; /* HOME: something was not sent, since we were not sure */
    bool closing;

    /* Between two nodes: AWAY, or at another door. */
    node_peer *other;
    char life[NODE_LIFE]; /* of the other node; "": it has not answered yet */
    uint64_t link;        /* the door's number of it */
    uint64_t sent, got;   /* messages */
    int uncounted;        /* how often they are still to be counted */
    node_text *open;      /* AWAY: acts that were not answered */
    int n_open, seen, heard;
    uint64_t offered;             /* in which turn it was last offered a view */
    bool again;                   /* it was let in before: the new owner's hello is not passed on */
    struct node_guest *next_link; /* of one from elsewhere: in its bucket */
} node_guest;

void node_guests_tick(srv_node *n);
void node_guests_sure(srv_node *n);                /* what waited for that goes on */
void node_guests_leave(srv_node *n, node_peer *p); /* that node is gone, or began anew */
void node_guests_close_foreign(srv_node *n);
void node_guests_count(srv_node *n, bool all);
void node_guests_free(srv_node *n);

node_on_word node_on_come, node_on_said, node_on_gone, node_on_tell, node_on_shut, node_on_moved,
    node_on_count;

/* The house's world: its guests. */
srv_ws node_accept(void *net, srv_ask ask, void *user);
bool node_send(void *net, srv_ws ws, const char *text, size_t n);
bool node_offer(void *net, srv_ws ws, int slot, const char *text, size_t n);
bool node_close(void *net, srv_ws ws, int code, const char *reason);
void *node_user(void *net, srv_ws ws);

/* -- Requests (ask.c) ------------------------------------------------------------------------------ */

bool node_reply(void *net, srv_ask ask, const srv_response *answer);
void node_asks_tick(srv_node *n);
void node_asks_leave(srv_node *n, node_peer *p);
void node_asks_free(srv_node *n);
node_on_word node_on_ask, node_on_answer, node_on_astray;

/* -- Tables that belong together (follow.c) ----------------------------------------------------------- */

void node_send_after(srv_house *h, const char *table, const char *other);
node_on_word node_on_take;

/* -- Messages (wire.c) ----------------------------------------------------------------------------- */

/* "WORD NAME LIFE ...\n" and the text: WORD and our own name and life come first. */
void node_wire_send(srv_node *n, node_peer *to, const char *word, const char *text, size_t n_text,
                    const char *format, ...) __attribute__((format(printf, 6, 7)));
void node_wire_flush(srv_node *n); /* with the end of the turn */
void node_wire_tell_all(srv_node *n, const char *word, const char *rest);
spk_err node_wire_open(srv_node *n, spk_why *why);

/* A request as bytes, and back: the result points into 'bytes', which is changed, and is to be released. False: that is
 * none. */
typedef struct node_packed {
    srv_request r;
    srv_pair pairs[128];
} node_packed;
void node_pack_request(const srv_request *r, spk_buf *out);
bool node_unpack_request(spk_buf *bytes, node_packed *out);
typedef struct node_packed_response {
    srv_response a;
    srv_pair pairs[32];
} node_packed_response;
void node_pack_response(const srv_response *a, spk_buf *out);
bool node_unpack_response(spk_buf *bytes, node_packed_response *out);

/* -- The node (node.c) ----------------------------------------------------------------------------- */

struct srv_node {
    srv_house *house;
    const srv_world *real; /* the network and the loop; 'world' is what the house sees */
    srv_world world;
    char life[NODE_LIFE];
    int64_t opened_ms;
    node_peer *peers;

    int64_t lease_ms;
    uint64_t sure_until_ns, asked_ns; /* the lease runs until then, at least; asked for it then */
    bool asking;                      /* to renew it, or to begin another one */
    bool is_lost;                     /* ... begin */
    bool was_sure;                    /* as of the last tick */
    int64_t renewed_ms, beaten_ms, counted_ms;
    unsigned n_counts;
    bool leaving, left; /* closing */
    int sub[2];

    node_guest *guests;
    node_guest *accepting; /* the house is being told of this one */
    int n_again;           /* guests at home whose hello is not passed on */
    uint64_t n_links, n_turns;
    node_guest **bucket; /* guests from elsewhere, by door and link */
    int n_buckets, n_foreign;
    struct {
        node_guest *guest;
        uint64_t turn;
    } * slots; /* ... and by ticket */
    int n_slots, next_slot, n_tickets;

    node_find *finds;
    struct {
        char table[SRV_ID + 1];
        node_peer *owner;
    } * owners;

    struct node_ask *asks; /* from here and from elsewhere */
    uint64_t n_asks;
};

/* Whether the lease runs, as far as this moment is concerned. */
bool node_is_sure(const srv_node *n);
bool node_is_alive(const srv_node *n, const node_peer *p);
node_peer *node_peer_of(srv_node *n, const char *name);
void node_hear(srv_node *n, node_peer *p, const char *life); /* any word of it */
void node_hear_bye(srv_node *n, node_peer *p);
void node_lost(srv_house *h);

#endif
