/* house.h: the running server as its parts know it: the world it runs on, its settings, log and
 * store, its times, and how it refuses. Tables (table/) and routes (http/) build on this; server.c
 * puts them together.
 *
 *     server.c  ->  http/      a request, by the table of routes
 *               ->  table/     a message on a WebSocket; the beat
 *                     |
 *                   house.h    what both share
 *
 * All of it belongs to one thread. */
#ifndef SRV_HOUSE_H
#define SRV_HOUSE_H

#include <jansson.h>

#include "base/json.h"
#include "engine/clock.h"
#include "hosts/server/bus/bus.h"
#include "hosts/server/ops/ops.h"
#include "hosts/server/store/store.h"
#include "hosts/server/world.h"

/* Counted since the house was opened, for /metrics. */
typedef struct srv_house_figures {
    int64_t tables_live; /* in memory now */
    int64_t guests;      /* at a table now, onlookers included */
    int64_t onlookers;
    int64_t bots_thinking;                               /* now */
    int64_t bots_waiting;                                /* for their turn to think, now */
    int64_t workers, worker_cores;                       /* bot workers that can be asked, now */
    int64_t thoughts_here, thoughts_away, thoughts_lost; /* by whom; lost: a worker died with it */
    int64_t tables_made, tables_finished, tables_loaded;
    int64_t acts, acts_refused; /* of people */
    int64_t moves;              /* entries written: moves of seats, bots' too */
    int64_t bot_moves, safe_moves, time_outs, chats;
    int64_t games_rated;
    int64_t people_here; /* now, at any node */
    int64_t crews_made, crews_dealt, reports_made;
    int64_t friends_asked, friends_made, people_blocked, people_invited;
    int64_t tournaments_live, tournaments_made, tournaments_ended; /* the first: now */
    int64_t tournament_rounds, tournament_tables;                  /* begun, made by this server */
    int64_t alerts_queued, alerts_sent, alerts_failed, alerts_lost;
    int64_t writes_failed;
    int64_t guests_away,
        guests_foreign; /* of a node: here and at another's tables; the reverse; now */
    int64_t relinks, leases_lost;
    int64_t late[SRV_LATE_BUCKETS]; /* from receiving an act to showing it; buckets: srv_late_ms */
    double late_ms_sum;
} srv_house_figures;

/* What one node of a house tells the others, since they may have it in memory. */
typedef enum srv_told_of {
    SRV_TELL_ACCOUNT,  /* this account is gone */
    SRV_TELL_SESSIONS, /* some of its sessions have ended */
    SRV_TELL_TABLE,    /* the operator changed this table */
    SRV_TELL_HERE,     /* this account is here now (people/) ... */
    SRV_TELL_NOT_HERE, /* ... and does not want to be seen any more */
    SRV_TELL_BLOCKS,   /* it hears other people than before */
    SRV_TELL_COUNT
} srv_told_of;

/* How one of several servers is (node/), for whoever watches it. */
typedef struct srv_node_state {
    bool is_sure;     /* its lease runs: guests are heard and shown something */
    int64_t lease_ms; /* ... for so long, as far as it knows; 0: it is over */
    int n_nodes;      /* that are there, this one included */
} srv_node_state;

typedef struct srv_house {
    const srv_world *world;
    const srv_config *config;
    srv_log *log;
    srv_store *store;
    srv_bus *bus;              /* to other nodes and to bot workers; NULL: a house of its own */
    struct srv_alerts *alerts; /* private to alert/ (alert/inside.h); NULL: there are none */
    struct srv_tables *tables; /* private to table/ (table/inside.h) */
    struct srv_http *http;     /* private to http/ (http/inside.h) */
    struct srv_league *league; /* private to league/; NULL: this house keeps no ratings */
    struct srv_here *here;     /* private to people/: who is here now; NULL: nobody yet */
    /* Private to node/ (node/inside.h); NULL: this house has one server. */
    struct srv_node *node;
    void (*lost)(struct srv_house *h); /* its own (srv_house_lost) */
    void (*tell)(struct srv_house *h, srv_told_of what, const char *id);
    void (*send_after)(struct srv_house *h, const char *table, const char *other);
    void (*look)(const struct srv_house *h, srv_node_state *state); /* srv_house_look */
    struct srv_tournaments *tournaments; /* private to tournament/; NULL: this house has none */
    void (*table_over)(struct srv_house *h, const char *tournament); /* its own */

    spk_time time;
    int time_file; /* where house time is kept; -1: nowhere */
    uint64_t opened_ns;
    char *link;      /* how links begin: "https://play.example" */
    bool closing;    /* srv_server_close was called ... */
    bool drained;    /* ... every connection has gone ... */
    bool closed;     /* ... and everything is written: the world was told */
    int n_asks;      /* queries and jobs in progress that the store must outlive: srv_house_begin */
    bool store_down; /* as of the last beat: nothing can be written */
    bool bus_down;   /* as of the last beat */
    int64_t
        told_day; /* up to this day seeds of deals of the day may have been told, even if the clock goes back (daily.h) */
    bool store_tried; /* an empty change is being written, to see whether it works again */
    srv_house_figures figures;
} srv_house;

/* -- Time ---------------------------------------------------------------------------------------- */

/* The three times, in milliseconds. srv_house_wall: the wall clock, since 1970, for people and for
 * whatever the store calls 'at'. srv_house_now: house time (clock.h), only for players' clocks and
 * 'due'; it stands still while the house is closed, so it is kept in a file beside the store (NULL:
 * not kept). srv_house_ms: monotonic, for rates. */
int64_t srv_house_wall(const srv_house *h);
int64_t srv_house_now(srv_house *h);
int64_t srv_house_ms(const srv_house *h);

void srv_house_open_time(srv_house *h, const char *store_path);
void srv_house_keep_time(srv_house *h);
void srv_house_close_time(srv_house *h);

/* -- The store's health: asked for with every beat ---------------------------------------------------- */

/* Logs when the store can no longer write, and when it can again. */
void srv_house_watch_store(srv_house *h);

/* -- Closing waits for what is under way ------------------------------------------------------------ */

void srv_house_begin(srv_house *h);
void srv_house_end(srv_house *h);

/* -- One of several servers (node/) ---------------------------------------------------------------- */

/* The store has refused something because this node's lease is over, or a table is another's. */
static inline void srv_house_lost(srv_house *h)
{
    if (h->lost)
        h->lost(h);
}

/* Tell the others. Alone, there is nobody to tell. */
static inline void srv_house_tell(srv_house *h, srv_told_of what, const char *id)
{
    if (h->tell)
        h->tell(h, what, id);
}

/* Let a table of ours go to whichever node has the other one. True: its guests move there, and ask again. */
static inline bool srv_house_send_after(srv_house *h, const char *table, const char *other)
{
    if (h->send_after)
        h->send_after(h, table, other);
    return h->send_after != NULL;
}

/* A table of this tournament is over, and that is written down. */
static inline void srv_house_table_over(srv_house *h, const char *tournament)
{
    if (h->table_over)
        h->table_over(h, tournament);
}

/* How the node is. False: this house has one server. */
static inline bool srv_house_look(const srv_house *h, srv_node_state *state)
{
    if (h->look)
        h->look(h, state);
    return h->look != NULL;
}

/* -- Refusing ---------------------------------------------------------------------------------- */

typedef enum srv_code {
    SRV_WELL,
#define CODE(name, word, status) SRV_##name,
#include "hosts/server/codes.def"
#undef CODE
    SRV_CODE_COUNT
} srv_code;

extern const char *const srv_code_words[SRV_CODE_COUNT]; /* "", "malformed", ... */
extern const int srv_code_status[SRV_CODE_COUNT];        /* 200, 400, ... */
srv_code srv_code_of(spk_err err);

/* {"error": CODE, "text": SENTENCE}, with "rule" and "phrase" where they are not "". Into an object that is open;
 * the whole answer. */
void srv_print_refusal(spk_json *j, srv_code code, const char *rule, const char *text,
                       const char *phrase);
void srv_refuse(srv_house *h, srv_ask ask, srv_code code, const char *text);
void srv_refuse_why(srv_house *h, srv_ask ask, const spk_why *why);

/* -- Replying, and reading requests --------------------------------------------------------------- */

void srv_reply_buf(srv_house *h, srv_ask ask, int status, const spk_buf *json); /* the whole body */

/* Links begin with the configured public URL or, without one, with this address. srv_house_link
 * prints a link to a path, srv_json_link the field "link" of a table. */
void srv_house_set_link(srv_house *h, const char *address);
void srv_house_link(const srv_house *h, const char *path, spk_buf *out);
void srv_json_link(const srv_house *h, const char *table, spk_json *j);

/* A field of an object that is being printed. */
SPK_JSON_HELPER srv_json_text(spk_json *j, const char *key, const char *text)
{
    spk_json_key(j, key);
    spk_json_str(j, text);
}

SPK_JSON_HELPER srv_json_text_or_null(spk_json *j, const char *key, const char *text)
{
    spk_json_key(j, key);
    if (text && *text)
        spk_json_str(j, text);
    else
        spk_json_null(j);
}

SPK_JSON_HELPER srv_json_int(spk_json *j, const char *key, int64_t n)
{
    spk_json_key(j, key);
    spk_json_int(j, n);
}

SPK_JSON_HELPER srv_json_bool(spk_json *j, const char *key, bool is)
{
    spk_json_key(j, key);
    spk_json_bool(j, is);
}

/* What is JSON already; "" or NULL: null. */
SPK_JSON_HELPER srv_json_raw(spk_json *j, const char *key, const char *json)
{
    spk_json_key(j, key);
    spk_buf_puts(j->out, json && *json ? json : "null");
    j->comma = true;
}

/* Fields of an object that was sent. False: the field has the wrong type, is too long or is not clean UTF-8;
 * 'why' says which. A missing field is fine: true, and *value stays. Texts are borrowed from the
 * object. */
bool srv_field_text(const json_t *o, const char *name, size_t max, const char **value,
                    spk_why *why);
bool srv_field_bool(const json_t *o, const char *name, bool *value, spk_why *why);
bool srv_field_int(const json_t *o, const char *name, int lo, int hi, int *value, spk_why *why);

#endif
