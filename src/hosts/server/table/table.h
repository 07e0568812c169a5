/* table.h: tables in memory: how to find, read, change and store one. For http/ and server.c;
 * inside.h is private to this folder.
 *
 *     static void at_table(srv_task *task, srv_table *table, const spk_why *why)
 *     {
 *         srv_mark mark = srv_table_mark(table);            how it stands now
 *         room_sit(table->room, seat, &who);                change the room ...
 *         srv_table_commit(table, &mark, NULL, &change, after, mine);      ... and write what is new
 *     }
 *     srv_table_visit(house, "k7Rq0ZbT1xYv", &mine->task);
 *
 * LIFE CYCLE. srv_table_visit loads a table from the store if it is not in memory. It is dropped
 * from memory when nobody is connected, nothing is in progress and some time has passed (beat.c).
 * In between it is in one of four states:
 *
 *                 visit                loaded
 *      (the store) ----> LOADING ------------------> READY  <-----------------------+
 *                           ^                          | the room was changed:       |
 *                           |                          | srv_table_commit            | settle: shown, bots
 *                           |                          v                             | called, queue goes on
 *                           |  the store failed     WRITING ----> ANSWERED ----------+
 *                           +--------------------------------------- |   the store has answered: 'after' runs,
 *                                                                    v   nothing else may touch the room
 *
 *      LOADING    the store was asked for it           tasks wait in the queue; there is no room
 *      READY      room and store agree                 tasks run at once
 *      WRITING    the room is ahead of the store       tasks wait, nobody is shown anything
 *      ANSWERED   the change is written or has failed, tasks wait until 'after' has run
 *                 and whoever made it is being told
 *
 * WRITE, THEN SHOW. Nobody sees a room that is ahead of the store. If writing fails, the room is
 * discarded and loaded again, and nobody has seen what was not written.
 *
 * All of it belongs to the house's thread. Only bots think elsewhere (bot_turn.c), on copies. */
#ifndef SRV_TABLE_H
#define SRV_TABLE_H

#include "hosts/room/room.h"
#include "hosts/server/daily.h"
#include "hosts/server/house.h"
#include "hosts/server/rate.h"
#include "hosts/server/table/boxes.h"

enum {
    SRV_REF = 41,      /* room for a client's own id of an act */
    SRV_BOT_MS = 2000, /* a bot's thinking time, at most: closing the house waits for it */
    SRV_LANGUAGE = 8,
    SRV_MOVED = 1012, /* closes connections: the table has moved, come again */
    SRV_NONCE = SRV_FAIR_HEX,
};

typedef struct srv_table srv_table;

/* -- All of them --------------------------------------------------------------------------------- */

/* srv_tables_new returns NULL, and why. srv_tables_start starts the beat. Busy: the store still has
 * changes or queries of theirs. Call srv_tables_free after the store is closed. */
struct srv_tables *srv_tables_new(srv_house *h, spk_why *why);
void srv_tables_start(srv_house *h);
bool srv_tables_are_busy(const srv_house *h);
bool srv_tables_are_full(const srv_house *h); /* config.max_tables */

/* The node's lease is over: every table goes, its guests are told to come again (SRV_MOVED), and nothing that is
 * under way is acknowledged. */
void srv_tables_lose(srv_house *h);
void srv_tables_free(srv_house *h);
srv_boxes *srv_tables_boxes(const srv_house *h);

/* -- Guests: people and programs on a WebSocket ----------------------------------------------- */

void srv_guest_came(srv_house *h, const srv_request *r);
void srv_guest_message(srv_house *h, void *guest, const char *text, size_t n);
void srv_guest_went(srv_house *h, void *guest, int code);

/* Close the connections of one seat of a table; or of everybody at it, onlookers too. */
void srv_table_send_away(srv_table *table, spk_seat seat, int code, const char *reason);
void srv_table_send_all_away(srv_table *table, int code, const char *reason);

/* -- Something to do at a table ------------------------------------------------------------------ */

/* 'run' is called exactly once, in READY: within srv_table_visit or later. table NULL: 'why' says
 * why not (SPK_EUNKNOWN: there is no such table; SPK_EIO; SPK_EBUSY: the house is closing). Put it
 * first in a struct of your own, which must stay valid until 'run'; 'run' may free it. */
typedef struct srv_task srv_task;
struct srv_task {
    void (*run)(srv_task *task, srv_table *table, const spk_why *why);
    srv_task *next; /* for the queue */
};

void srv_table_visit(srv_house *h, const char *id, srv_task *task);

/* Load a table that this node has just claimed (SPK_OK), if it is not here already. */
void srv_table_open(srv_house *h, const char *id, const srv_owner *owner);

/* Give a table away, as soon as nothing is going on there: 'given' runs when others can claim it, and then its guests
 * are told that it has moved. */
void srv_table_give(srv_house *h, const char *id,
                    void (*given)(srv_house *h, const char *id, void *context), void *context);

/* The same as srv_table_visit for a task that only reads what everybody may know. It also runs while something is being written that changes
 * none of that: waiting would tell of a hidden step. */
void srv_table_look(srv_house *h, const char *id, srv_task *task);

/* -- A table ------------------------------------------------------------------------------------- */

typedef enum srv_table_state { SRV_LOADING, SRV_READY, SRV_WRITING, SRV_ANSWERED } srv_table_state;

/* What the store knows about a seat and the room does not. */
typedef struct srv_place {
    struct srv_refs *refs; /* acts of this seat that were accepted (change.c); NULL: none yet */
    bool has_token;
    uint8_t token[SRV_HASH]; /* its hash */
    char *account, *nonce;   /* NULL: none */
    int64_t joined;
} srv_place;

/* Everybody who sees the same: a seat's connections, or all onlookers. */
typedef struct srv_viewer {
    srv_rate acts, chats, hints; /* of a seat: from all its connections */
    uint64_t stamp;              /* of what they were last shown */
    int told;                    /* the latest event they were sent */
    int n_guests;
} srv_viewer;

/* A bot's decision, which may have several steps (bot_pace.c). */
typedef struct srv_pace {
    uint64_t seen;    /* what everybody could see when it began */
    int64_t since_ms; /* srv_house_ms; 0: none yet */
    int n_steps;
} srv_pace;

/* Who made the act that is being written. */
typedef struct srv_actor {
    srv_ws ws; /* {0}: nobody is waiting */
    spk_seat seat;
    char ref[SRV_REF];
    uint64_t since_ns; /* when it arrived; 0: not measured */
} srv_actor;

/* Called when a change has been written, before it is shown to anybody, or when writing failed. */
typedef void srv_after(void *context, srv_table *table, const spk_why *why);

/* Routes may read all of it. They may change the fields before 'viewers', between a mark and a
 * commit. */
struct srv_table {
    srv_house *house;
    char id[SRV_ID + 1];
    char rematch[SRV_ID + 1], before[SRV_ID + 1]; /* ids or "" */
    char next_id[SRV_ID + 1]; /* of its rematch: random, and secret until there is one */
    char language[SRV_LANGUAGE];
    bool listed;
    bool rated; /* its game counts for ratings (rated.c) */
    /* The network (rate.h) whose share its bots think on (share.h): the maker's or, after a restart, that of the
     * first to sit down. 0: nobody's. */
    uint64_t payer;
    int8_t maker;        /* the seat of the one who made it; -1: none */
    uint8_t muted;       /* seats that may not chat */
    char daily[SRV_DAY]; /* of a deal of the day: which day's; "": none (daily.h) */
    uint64_t
        try_of; /* ... and, of the maker's rated one, the account's hash: a seat may be claimed by another; 0: it is not rated */
    char crew[SRV_ID + 1]; /* among whose games it counts (people.h); "": nobody's */
    /* Of a tournament's table (table/tournament.c): which one's, its number there, and of a duplicate the round whose deal it has. */
    char tournament[SRV_ID + 1]; /* "": none's */
    int tournament_table, deal_round;
    char *edition;     /* NULL: "default" */
    int64_t created;   /* wall clock */
    int64_t public_at; /* wall clock: when everybody last could see a change */

    srv_box *box;
    room *room; /* NULL in LOADING */
    int n_seats;
    srv_place *places;
    uint8_t seed[SRV_HASH]; /* secret until the end */

    srv_viewer *viewers; /* n_seats + 1; the last: onlookers */
    uint64_t facts_stamp;
    bool deal_is_public; /* of a duplicate: the round is known to be over */

    /* Private to this folder from here on. */
    int64_t epoch;   /* of a node's: in which it has the table (store.h, "Leases"); 0: no node's */
    int64_t left_at; /* ... and from when on it was nobody's (srv_owner) */
    bool
        is_taken; /* from another node, and not written yet: what comes first is written whatever it is */
    bool is_lost;    /* to another node: it goes as soon as the store has answered */
    uint8_t state;   /* srv_table_state */
    bool asked;      /* LOADING: the query is with the store */
    bool is_new;     /* the store does not know it yet */
    bool is_hidden;  /* WRITING: nobody but the one who did it can notice the change */
    bool is_dirty;   /* in the list of tables to be shown soon */
    bool in_queue;   /* its tasks are being run */
    srv_table *next; /* in its bucket */
    srv_table *next_dirty;
    int64_t touched; /* srv_house_ms: when somebody last did something here */

    uint8_t key[SRV_HASH]; /* of the chance stream, once dealt */
    uint64_t n_words;      /* of the chance stream, used so far */

    struct srv_guest *guests;
    int n_guests;
    srv_task *first_task, *last_task;

    struct srv_line **chats; /* the last ROOM_CHATS, oldest first */
    int n_chats, last_chat;

    int64_t due;         /* house time: when its clocks must be checked, or SPK_NEVER */
    int64_t wake;        /* the same for bots that wait for people to speak */
    int64_t written_due; /* as the store has it; 0: never */
    uint8_t written_away, written_lent;
    bool written_stopped;
    int8_t written_pauser;
    uint8_t written_closers;

    srv_pace pace[SPK_MAX_SEATS];
    spk_actors turn;  /* whose turn it was for onlookers when the table was last written (news.c) */
    uint8_t alerted;  /* seats that may have news in the store */
    bool has_news;    /* WRITING: the change carries some */
    uint8_t thinking; /* seats whose bot is thinking */
    uint8_t hinting;  /* seats waiting for a hint */

    srv_actor actor; /* of the change being written */
    srv_after *after;
    void *after_context;
};

srv_table *srv_table_find(srv_house *h, const char *id); /* in memory, or NULL */

/* A new table: new, equip, seats, create. It is not in the store until 'after' has run. To give it
 * up, drop it. */
srv_table *srv_table_new(srv_house *h, const char *id);
void srv_table_equip(srv_table *table, srv_box *box, const room_plan *plan); /* takes the box */
void srv_table_create(srv_table *table, const uint8_t host[SRV_HASH], srv_after *after,
                      void *context);
uint64_t srv_try_of(const char *account); /* for table->try_of */
/* The same with notes, in the same change. */
void srv_table_create_noted(srv_table *table, const uint8_t host[SRV_HASH], const srv_note *notes,
                            int n_notes, srv_after *after, void *context);
void srv_table_drop(srv_table *table); /* remove it from memory; nobody may be there */

/* -- Looking ------------------------------------------------------------------------------------- */

spk_seat srv_table_seat_of(const srv_table *table, const uint8_t hash[SRV_HASH]); /* -1: none */
spk_seat srv_table_seat_of_account(const srv_table *table, const char *account, spk_seat wish);
bool srv_table_may_look(const srv_table *table, spk_seat seat);
/* Finished, or closed after the deal: nothing is secret any more. */
bool srv_table_is_over(const srv_table *table);
/* It is over, and so is its day, if it was a deal of the day, or its round, if others have the same deal. */
bool srv_table_seed_is_public(const srv_table *table);
/* Refuses to leave or close a table with a rated try of the deal of the day that can still count: nobody else plays it on, and
 * it is not given up. */
spk_err srv_daily_check_leave(const srv_table *table, spk_why *why);
void srv_print_facts(const srv_table *table, spk_json *out); /* fields of an open object */
/* room_print_turn for a list; table NULL: it is not in memory. Null if nobody is connected or something that everybody will see is being
 * written: whether a table is in memory is nobody's business, and GET /api/tables/ID tells of all of them. */
void srv_print_turn(const srv_table *table, spk_seat viewer, spk_json *out);
void srv_table_print_log(const srv_table *table, spk_buf *lines); /* every entry, each terminated */
void srv_table_settings(const srv_table *table, spk_buf *json);   /* for the store */
srv_seat srv_table_seat(const srv_table *table, spk_seat seat);   /* as the store wants it */
void srv_table_fair(const srv_table *table, srv_fair *fair);
void srv_table_rng(const srv_table *table, spk_rng *rng); /* the chance stream, at its current
                                                           * place */

/* -- Rated tables (rated.c) -------------------------------------------------------------------------- */

/* Whether this house rates games, with such a bot (NULL: none). */
spk_err srv_rated_check_house(const srv_house *h, const char *bot, spk_why *why);

/* Whether a table may be rated, with whoever sits there; and whether this one may sit down in a seat. Both are fine for tables
 * that are not rated. */
spk_err srv_rated_check(const srv_table *table, spk_why *why);
spk_err srv_rated_check_seat(const srv_table *table, spk_seat seat, const room_sitter *who,
                             const char *account, spk_why *why);

/* -- Tables of a tournament (tournament.c) ------------------------------------------------------------- */

/* Others still play this deal: nobody may look but its players, and nobody may look back. */
bool srv_table_is_sealed(const srv_table *table);

/* Whether that has changed since is asked of the store. False: there is nothing to ask. Else 'then' runs once, when the table
 * knows; it may be gone by then, so visit it again. */
bool srv_table_unseal(srv_table *table, void (*then)(void *context), void *context);

/* Notes (store.h) of a tournament's tables: how one stands, key TOURNAMENT/NUMBER, listed under its tournament until its result
 * counts; and the deal of a round that is over, key TOURNAMENT/ROUND. */
#define SRV_TOURNAMENT_TABLES "tournament_table"
#define SRV_TOURNAMENT_DEALS  "tournament_deal"
void srv_tournament_key(const char *tournament, int number, char key[SRV_KEY_ROOM]);

/* The name of a round's deal in fair.h's text. */
void srv_tournament_deal_name(const char *tournament, int round, char name[SRV_FAIR_TABLE + 1]);

/* -- Changing: in READY ---------------------------------------------------------------------------- */

/* The table before a change: take it before you touch the room. */
typedef struct srv_mark {
    int n_entries;
    int n_heard; /* of them by onlookers */
    room_status status;
    int8_t pauser;
    uint8_t closers, shown_away; /* seats */
} srv_mark;

srv_mark srv_table_mark(const srv_table *table);

/* Write what is new since the mark, and anything else in *change (may be NULL). The ref is stored
 * with the first entry. READY becomes WRITING. */
void srv_table_commit(srv_table *table, const srv_mark *mark, const char *ref, srv_change *change,
                      srv_after *after, void *context);

/* Deal, if all seats are taken: in READY, or before the table is written for the first time. */
spk_err srv_table_deal(srv_table *table, spk_why *why);
void srv_table_set_text(char **field, const char *text);  /* copied; NULL or "": none */
spk_err srv_nonce_check(const char *nonce, spk_why *why); /* a valid contribution (fair.h) */

/* A rematch: the next table, for a seat. The token's bytes may be NULL. Answers on actor->ws or, if
 * that is {0}, on 'ask'. */
void srv_rematch(srv_table *table, const srv_actor *actor, srv_ask ask, const uint8_t *token,
                 const char *nonce);

/* Another node of the house says that something was changed (house.h). */
void srv_tables_hear(srv_house *h, srv_told_of what, const char *id);

/* -- Accounts and seats ---------------------------------------------------------------------------- */

/* Give a seat of a table to an account, if the token (its hash) is that seat's. 'done' runs once,
 * with SPK_OK, SPK_EUNKNOWN (no such table or token) or the store's answer. */
typedef void srv_told(void *context, const spk_why *why);
void srv_table_claim(srv_house *h, const char *table, const uint8_t token[SRV_HASH],
                     const char *account, srv_told *done, void *context);

/* An account was deleted from the store: tables in memory forget its name and tokens, and its
 * guests are disconnected. */
void srv_tables_forget(srv_house *h, const char *account);

/* Some sessions of an account (NULL: of any) may have ended: close the connections they opened. */
void srv_guests_check_sessions(srv_house *h, const char *account);

/* An account has blocked somebody, or no longer does: its guests hear others now. */
void srv_guests_hear_anew(srv_house *h, const char *account);

/* -- Secrets ----------------------------------------------------------------------------------- */

enum { SRV_TOKEN = 44 }; /* room for a token's text: 43 characters of base64url */

/* A new one: 256 bits, the text for the person, the hash for the store. */
void srv_token_new(char text[SRV_TOKEN], uint8_t hash[SRV_HASH]);

/* A token's hash, and its bytes. False: the text is not a well-formed token. */
bool srv_token_read(const char *text, uint8_t hash[SRV_HASH]);
bool srv_token_bytes(const char *text, uint8_t bytes[SRV_HASH]);

/* Print bytes as a token, with its hash; and derive bytes from others for a purpose at a table, always the same. */
void srv_token_print(const uint8_t bytes[SRV_HASH], char text[SRV_TOKEN], uint8_t hash[SRV_HASH]);
void srv_token_derive(const uint8_t from[SRV_HASH], const char *what, const char *table,
                      uint8_t bytes[SRV_HASH]);

/* The token in 'Authorization: Bearer ...'; *text is borrowed from the request. False: missing or
 * malformed. */
bool srv_request_token(const srv_request *r, uint8_t hash[SRV_HASH], const char **text);

bool srv_hash_eq(const uint8_t a[SRV_HASH], const uint8_t b[SRV_HASH]); /* in constant time */

void srv_id_new(char id[SRV_ID + 1]); /* of a table or an account */
bool srv_is_id(const char *text);     /* 12 letters, digits, '-', '_' */

/* Look a token up. 'then' runs once, with SPK_OK and what the token opens, or why it opens
 * nothing. */
typedef struct srv_opened {
    bool is_host;
    spk_seat seat;       /* of a seat's token; else -1 */
    const char *table;   /* of a seat's or host's */
    const char *account; /* of a session's; else NULL */
} srv_opened;
typedef void srv_then(void *context, const srv_opened *opened, const spk_why *why);
void srv_token_open(srv_house *h, const uint8_t hash[SRV_HASH], srv_then *then, void *context);

#endif
