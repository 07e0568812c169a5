/* house_inside.h: what the files of the house share: a table in memory, its guests, the house itself.
 *
 * HOW A TABLE LIVES. srv_house_visit loads it from the store, if it is not there; it is let go when
 * nobody is connected, nothing is under way and a while has passed (beat.c). In between:
 *
 *     LOADING    the store was asked                        tasks wait in the queue
 *     READY      nothing is unwritten                       tasks run at once
 *     WRITING    the room is ahead of the store             tasks wait
 *
 * HOW IT CHANGES. In READY something changes the room (room_act), and srv_live_commit writes what is
 * new; then it is WRITING. The store answers: whoever asked is told, everybody whose view is another now
 * is shown it, bots are called, and the queue goes on. If the store fails, the room is thrown away and
 * loaded again: nobody has seen what was not written. */
#ifndef SRV_HOUSE_INSIDE_H
#define SRV_HOUSE_INSIDE_H

#include "hosts/budget.h"
#include "hosts/room/room.h"
#include "hosts/server/house.h"
#include "hosts/server/rate.h"
#include "hosts/server/shelf.h"

enum {
    SRV_REF = 41,         /* room for a guest's name of an act */
    SRV_REFS = 64,        /* acts of a table that are remembered */
    SRV_CHAT_BYTES = 500, /* of one message */
    SRV_CHATS = 100,      /* messages that a new guest hears */
    SRV_BOT_MS = 2000,    /* that a bot may think: closing the house waits for it */
    SRV_LANGUAGE = 8,
    SRV_NONCE = SRV_FAIR_HEX,
};

/* Slots of a connection (net.h): an older message of the same one that still waits is dropped. */
enum { SRV_SLOT_VIEW, SRV_SLOT_FACTS };

/* -- A guest ----------------------------------------------------------------------------------- */

typedef struct srv_guest {
    srv_house *house;
    srv_live *live;                /* NULL: has not said hello, or not yet found the table */
    struct srv_guest *next, *prev; /* at the table; or of those who have none yet */
    struct srv_early *early;       /* said before the table was found, in order */
    int n_early;
    int64_t came; /* the loop's time */
    srv_ws ws;
    spk_seat seat; /* or SPK_SEAT_ONLOOKER */
    bool hello;    /* was said */
    bool host;
    bool has_token;          /* of a seat: what a rematch's token is made of */
    uint8_t token[SRV_HASH]; /* itself */
    srv_rate acts, chats, hints;
} srv_guest;

/* -- A table in memory ------------------------------------------------------------------------- */

typedef enum srv_live_state { SRV_LOADING, SRV_READY, SRV_WRITING } srv_live_state;

/* What the store knows of a seat beside what the room does. */
typedef struct srv_place {
    bool has_token;
    uint8_t token[SRV_HASH]; /* its hash */
    char *account, *nonce;   /* NULL: none */
    int64_t joined;
} srv_place;

/* Those who see the same: a seat's connections, or all onlookers. */
typedef struct srv_viewer {
    uint64_t stamp; /* of what they were shown last */
    int told;       /* the newest event they heard of */
    int n_guests;
} srv_viewer;

/* An act that counted, so that it is not made twice. */
typedef struct srv_ref {
    uint64_t key; /* of seat and ref */
    int n;
} srv_ref;

typedef struct srv_line { /* of the chat */
    int n;
    spk_seat seat;
    int64_t at;
    char text[];
} srv_line;

/* Called when a change was written, before anybody is shown it, or could not be. */
typedef void srv_after(void *context, srv_live *live, const spk_why *why);

/* Who made the act that is being written. */
typedef struct srv_actor {
    srv_ws ws; /* {0}: nobody who waits */
    spk_seat seat;
    char ref[SRV_REF];
    uint64_t since; /* uv_hrtime when it came */
} srv_actor;

struct srv_live {
    srv_house *house;
    srv_live *next;       /* in its bucket */
    srv_live *next_dirty; /* of those to be shown soon */
    bool is_dirty;
    bool is_new; /* the store does not know it yet */
    uint8_t state;
    bool asked; /* LOADING: the store has the question */
    char id[SRV_ID + 1];
    char rematch[SRV_ID + 1], before[SRV_ID + 1]; /* ids or "" */
    char language[SRV_LANGUAGE];
    bool listed;
    int8_t maker;             /* the seat of the one who made it; -1: none */
    uint8_t pauser;           /* who paused it, from 1; 0: that was before a restart */
    uint8_t muted;            /* seats that may not chat */
    char *edition;            /* NULL: "default" */
    int64_t created, touched; /* wall clock */

    srv_box *box;
    room *room; /* NULL while it is loaded */
    int n_seats;
    srv_place *places;
    srv_viewer *viewers; /* n_seats + 1; the last: onlookers */
    uint64_t facts_stamp;

    uint8_t seed[SRV_HASH], key[SRV_HASH]; /* the key of chance, once dealt */
    uint64_t n_words;                      /* of chance, used */

    srv_guest *guests;
    int n_guests;
    srv_task *first_task, *last_task;
    bool in_queue; /* it is being worked off */

    srv_ref *refs; /* a ring */
    uint16_t n_refs, next_ref, cap_refs;
    srv_line **chats; /* the last SRV_CHATS, oldest first */
    int n_chats, last_chat;

    int64_t due;         /* house time: SPK_NEVER, or when its clocks want to be looked at */
    int64_t wake;        /* the same for bots that wait for people's words */
    int64_t written_due; /* as the store has it; 0: never */
    uint8_t written_away;
    bool written_stopped;

    uint8_t thinking;      /* seats whose bot thinks */
    uint8_t hinting;       /* seats that wait for a hint */
    struct srv_talk *talk; /* in games with talk that have bots (talk.c) */

    srv_actor actor; /* of the change that is being written */
    srv_after *after;
    void *after_context;
};

/* -- The house --------------------------------------------------------------------------------- */

typedef struct srv_pages srv_pages;
typedef struct srv_workers srv_workers;

struct srv_house {
    uv_loop_t *loop;
    const srv_config *config;
    srv_log *log;
    srv_net *net;
    srv_store *store;
    srv_shelf *shelf;
    srv_pages *pages;
    srv_workers *workers;
    struct srv_accounts *accounts; /* accounts.h */
    host_budget budget;            /* of a bot */

    uv_prepare_t turn_end;
    uv_async_t woken; /* the store has answers */
    uv_timer_t beat, soon;
    spk_time time;
    int time_file; /* where house time is kept; -1: nowhere */
    int64_t next_due;
    int64_t asked_due, looked; /* wall clock */
    bool asks_due;
    bool closing, net_gone;
    uint64_t opened; /* uv_hrtime */
    char *link;      /* how links begin: public_url, or the first address */

    srv_live **bucket;
    int n_buckets, n_live, n_busy; /* busy: the store has something of theirs */
    srv_live *dirty;
    srv_guest *strangers; /* guests without a table */
    int n_asks;           /* questions of handlers that the store has */

    uint8_t ref_key[16];                 /* of srv_ref */
    srv_rates *made, *joined, *replayed; /* by address */
    spk_buf out, lines, extra;           /* for printing; empty between calls */
    spk_buf shelf_text;                  /* GET /api/games, once somebody has asked */
    srv_entry *entries;
    int cap_entries;
    srv_house_figures figures;
};

/* -- Tables (live.c) --------------------------------------------------------------------------- */

srv_live *srv_live_find(srv_house *h, const char *id); /* in memory, or NULL */
srv_live *srv_live_new(srv_house *h, const char *id);  /* put into the map, LOADING */
void srv_live_drop(srv_live *live); /* out of the map and memory; nobody may be there */
void srv_live_equip(srv_live *live, srv_box *box, const room_plan *plan); /* takes the box */
void srv_live_empty(srv_live *live); /* forget room, seats, chat: before it is loaded again */
void srv_live_load(srv_live *live);  /* ask the store */

void srv_live_queue(srv_live *live, srv_task *task); /* run it now, if READY, or when it is */
void srv_live_settle(srv_live *live); /* READY now: show, call bots, work off the queue */
void srv_live_fail(srv_live *live,
                   const spk_why *why); /* it is not there: tasks and guests hear why */

/* From the store's row to a room. */
spk_err srv_live_restore(srv_live *live, const srv_table *row, spk_why *why);
void srv_live_settings(const srv_live *live, spk_buf *json);   /* for the store */
void srv_live_print_log(const srv_live *live, spk_buf *lines); /* every entry, each terminated */

srv_viewer *srv_live_viewer(srv_live *live, spk_seat seat);
spk_seat srv_live_seat_of(const srv_live *live, const uint8_t hash[SRV_HASH]); /* -1: none */
spk_seat srv_live_seat_of_account(const srv_live *live, const char *account, spk_seat wish);
bool srv_live_may_look(const srv_live *live, spk_seat seat);
void srv_live_set_text(char **field, const char *text); /* copied; NULL or "": none */

/* -- Changes (change.c) ------------------------------------------------------------------------ */

/* How it stood before: to be taken in READY, before the room is touched. */
typedef struct srv_mark {
    int n_entries;
    room_status status;
} srv_mark;

srv_mark srv_live_mark(const srv_live *live);

/* Write what is new since the mark, and whatever else stands in *change (may be NULL). The ref goes with
 * the first entry. READY becomes WRITING. */
void srv_live_commit(srv_live *live, const srv_mark *mark, const char *ref, srv_change *change,
                     srv_after *after, void *context);

/* A seat as the store wants it. */
srv_seat srv_live_seat(const srv_live *live, spk_seat seat);

/* The deal, if all seats are taken: in READY or before it is written for the first time. */
spk_err srv_live_deal(srv_live *live, spk_why *why);
void srv_live_fair(const srv_live *live, srv_fair *fair);
void srv_live_rng(const srv_live *live, spk_rng *rng);

/* An act of a seat, by a guest (ws) or the house ({0}). READY. Answers ok or no. */
void srv_live_act(srv_live *live, const srv_actor *actor, const room_deed *deed);
void srv_live_chat(srv_live *live, const srv_actor *actor, const char *text);

const srv_ref *srv_ref_find(const srv_live *live, spk_seat seat, const char *ref);
void srv_ref_add(srv_live *live, spk_seat seat, const char *ref, int n);

void srv_live_time_out(srv_live *live); /* if its clocks are due. READY */

/* -- Showing (show.c) -------------------------------------------------------------------------- */

void srv_live_show(srv_live *live);      /* whoever sees something else now is sent it */
void srv_live_show_soon(srv_live *live); /* the same in a moment: people come and go in crowds */
void srv_show_guest(srv_guest *guest,
                    int seen); /* facts, chat and view, for one who has just come */
void srv_show_view(srv_guest *guest, int seen);
void srv_show_chat(srv_live *live, const srv_line *line);
void srv_print_facts(const srv_live *live, spk_json *out); /* fields of an open object */

/* -- Guests (guest.c) -------------------------------------------------------------------------- */

void srv_guest_came(srv_house *h, const srv_request *r);
void srv_guest_catch_up(srv_guest *guest); /* now it has a table: hear what it said before */
void srv_guests_tire(srv_house *h);        /* those who say nothing are sent away */
void srv_guest_message(srv_house *h, srv_guest *guest, const char *text, size_t n);
void srv_guest_went(srv_house *h, srv_guest *guest);
void srv_guest_sit(srv_guest *guest, srv_live *live, spk_seat seat);
void srv_guest_rise(srv_guest *guest);

void srv_say_ok(srv_house *h, srv_ws ws, const char *ref, int n);
void srv_say_no(srv_house *h, srv_ws ws, const char *ref, srv_code code, const char *rule,
                const char *text);
void srv_say_why(srv_house *h, srv_ws ws, const char *ref, const spk_why *why);

/* -- The rest ---------------------------------------------------------------------------------- */

void srv_deputies_call(
    srv_live *live); /* deputy.c: bots and safe defaults, where somebody is asked */
void srv_hint_ask(srv_live *live, const srv_actor *actor);

void srv_talk_free(struct srv_talk *talk); /* talk.c */

void srv_beat_start(srv_house *h); /* beat.c */
void srv_beat_stop(srv_house *h);
void srv_beat_due(srv_live *live); /* its deadline is another now */

srv_pages *srv_pages_new(srv_house *h, spk_why *why); /* pages.c */
void srv_pages_free(srv_pages *pages);
bool srv_pages_reply(srv_pages *pages, const srv_request *r);

void srv_house_route(srv_house *h, const srv_request *r); /* api.c */

/* Who shows this token: 'then' runs once, with SPK_OK and what it opens, or why not. */
typedef struct srv_opened {
    bool is_host;
    spk_seat seat;       /* of a seat's token; else -1 */
    const char *table;   /* of a seat's or host's */
    const char *account; /* of a session's; else NULL */
} srv_opened;
typedef void srv_then(void *context, const srv_opened *opened, const spk_why *why);
void srv_house_open_token(srv_house *h, const uint8_t hash[SRV_HASH], srv_then *then,
                          void *context);

/* rematch.c: the next table for the seat; the token's bytes may be NULL. Answers on ws or ask. */
void srv_rematch(srv_live *live, const srv_actor *actor, srv_ask ask, const uint8_t *token,
                 const char *nonce);

/* Making (api_make.c): how a new table is written. */
void srv_live_create(srv_live *live, const uint8_t host[SRV_HASH], srv_after *after, void *context);
void srv_bot_name(const srv_live *live, const char *word, char name[ROOM_NAME]);
spk_err srv_bot_check(const char *word, char clean[ROOM_WORD], spk_why *why);

/* token.c: more of it. */
void srv_token_print(const uint8_t bytes[SRV_HASH], char text[SRV_TOKEN], uint8_t hash[SRV_HASH]);
bool srv_token_bytes(const char *text, uint8_t bytes[SRV_HASH]);
void srv_token_derive(const uint8_t from[SRV_HASH], const char *what, const char *table,
                      uint8_t bytes[SRV_HASH]);
void srv_id_print(const uint8_t bytes[9], char id[SRV_ID + 1]);

#endif
