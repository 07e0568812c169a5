/* store.h: what the server writes down: tables, seats, the entries of every match, chat, clocks,
 * accounts and sessions. The store knows no rule, no socket and no event loop; whoever has what it
 * keeps can set up every table again as it stood.
 *
 * There are two calls. A **change** is everything that one act does - a move with what chance
 * answered, a person taking a seat - and is written whole or not at all. A **query** reads.
 *
 *     srv_store *store = srv_store_open(&(srv_store_options){.path = file, .threads = true,
 *                                       .alone = true, .wake = wake_loop, .wake_context = &async},
 *                                       &why);                             NULL: why.text
 *     srv_change move = {.table = "k7Rq0ZbT1xYv", .at = now_ms, .first_entry = 42,
 *                        .entries = &(srv_entry){.line = "0 recruit F0", .ref = "c17"},
 *                        .n_entries = 1};
 *     err = srv_store_write(store, &move, on_written, table);    copied; 'move' is yours again
 *     ...
 *     srv_store_poll(store);         in the loop's thread, when woken: on_written(table, answer)
 *     srv_store_close(store);        writes what has queued up, answers it, lets go
 *
 * Threads. Changes go to one writer thread, which puts whatever has queued up into one transaction
 * (group commit); queries go to one reader thread. When something is answered the store calls
 * 'wake', from one of its threads, and the owner's thread calls srv_store_poll, which runs the
 * 'done' functions there. Changes are answered in the order in which they were given, queries in
 * theirs; between the two there is no order, save that a query asked after a change was answered
 * sees that change. All calls below belong to the owner's thread, which never waits for the disk
 * (but in calls ending in _now and those under "Tools").
 *
 * Promises.
 *   - An answered change survives kill -9 of the process. With SRV_FULL it survives the loss of
 *     power too; with SRV_NORMAL the changes of the last moments before it may be gone then - the
 *     last ones, in order, never some from the middle, and the file is sound.
 *   - A refused or failed change has changed nothing, and did no harm to its neighbours in the
 *     group.
 *   - Two writers cannot both add entry 42 to a table: the second is refused (SPK_ESTALE).
 *   - Nothing is lost silently: 'done' runs exactly once for every change and query that was taken.
 *
 * All times are milliseconds since 1970, UTC, and come from the caller; so do ids and tokens. The
 * store never sees a token or a password: a token is given as its 32-byte hash, a password as the
 * text that argon2id makes of it. Texts are UTF-8; NULL stands for "none". */
#ifndef SRV_STORE_H
#define SRV_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

typedef struct srv_store srv_store;

enum {
    SRV_HASH = 32,       /* bytes of a token's hash, a seed, a commitment */
    SRV_ID = 12,         /* characters of an id that the server makes */
    SRV_ID_ROOM = 24,    /* for an id and its end: longer ones are refused */
    SRV_NAME_ROOM = 100, /* for an account's name and its end: longer ones are refused */
    SRV_MAX_SEATS = 16,  /* of one table */
    SRV_PAGE = 200,      /* tables that a query gives at most */
    SRV_HOST = -1,       /* a token's "seat": it is the host's */
    SRV_MOST_ENTRIES = (1 << 20) - 1, /* of one table: more are refused */
    SRV_LATE_BUCKETS = 12             /* see srv_store_figures */
};

/* What a seat or a message of somebody who asked to be forgotten says. */
#define SRV_NAME_GONE "(deleted)"

/* -- What is kept ------------------------------------------------------------------------------ */

/* The words are the database's and the wire's: srv_status_words. */
typedef enum srv_status {
    SRV_STATUS_NONE, /* in a change: as it was; in a query: any */
    SRV_STATUS_OPEN, /* waiting for people */
    SRV_STATUS_PLAYING,
    SRV_STATUS_PAUSED,
    SRV_STATUS_FINISHED,
    SRV_STATUS_CLOSED, /* for good: takes nothing but being forgotten */
    SRV_STATUS_COUNT
} srv_status;

typedef enum srv_sitter {
    SRV_SITTER_OPEN, /* nobody yet */
    SRV_SITTER_PERSON,
    SRV_SITTER_BOT,
    SRV_SITTER_HOTSEAT, /* shares the host's device */
    SRV_SITTER_COUNT
} srv_sitter;

extern const char *const srv_status_words[SRV_STATUS_COUNT]; /* "", "open", "playing", ... */
extern const char *const srv_sitter_words[SRV_SITTER_COUNT]; /* "open", "person", ... */

typedef struct srv_seat {
    int seat; /* from 0 */
    srv_sitter kind;
    bool takeover;        /* a bot plays while the person is away */
    const char *name;     /* what others read */
    const char *bot;      /* of a bot or a takeover: "hard@50ms" */
    const uint8_t *token; /* SRV_HASH bytes, no two alike in the whole store; NULL: none */
    const char *account;  /* whose seat it is, if somebody has an account */
    const char *nonce; /* what the person added to the deal; stays when the person is forgotten */
    int64_t joined;    /* 0: not yet */
} srv_seat;

/* One line of the match's log, as spk_match_entry_print gives it. */
typedef struct srv_entry {
    const char *line;
    const char *ref; /* the client's own id of a move, so that one sent twice counts once. Kept and
                      * given back, not compared: the table does that, over what it has loaded */
    int64_t at;      /* of an answer; in a change its 'at' counts */
} srv_entry;

typedef struct srv_chat {
    int seat; /* or whatever the server calls an onlooker */
    const char *text;
    const char *ref; /* the client's own id of it, as of an entry */
    int n;           /* of an answer: its number */
    int64_t at;      /* of an answer */
} srv_chat;

typedef struct srv_table {
    const char *id, *game;
    int players;
    const char *header;   /* of the record (record.h), up to its line "log" */
    const char *settings; /* JSON, the server's business; holds no names of people */
    srv_status status;
    bool listed;
    int64_t created, updated, finished; /* 0: not finished. 'updated' counts entries too */
    const char *rematch_of;             /* the table before */
    const char *result;                 /* a summary, by seat and without names */
    const char *clock;                  /* as of the last change; NULL: none */
    int64_t due;                        /* when somebody must look at the clock; 0: never */
    const uint8_t *seed, *commitment;   /* SRV_HASH bytes. The seed is secret until the end, and
                                         * given by SRV_ASK_TABLE alone */

    /* Of an answer. */
    const srv_seat *seats; /* those that were written, by number */
    int n_seats;
    int n_entries;
    const srv_entry *entries; /* number 1 first; SRV_ASK_TABLE alone gives them and the chat */
    const srv_chat *chats;
    int n_chats;
} srv_table;

typedef struct srv_account {
    const char *id;
    const char *name;     /* as its owner writes it; unique as srv_name_fold reads it */
    const char *password; /* argon2id's text */
    int64_t created;      /* of an answer */
} srv_account;

typedef struct srv_session {
    const uint8_t *token; /* SRV_HASH bytes */
    const char *account;
    int64_t expires;
} srv_session;

/* -- Changing ---------------------------------------------------------------------------------- */

/* Everything one act does. What is left 0 stays as it is. */
typedef struct srv_change {
    const char *table; /* NULL: a change of accounts alone */
    int64_t at;        /* now */

    /* A new table: its game, players, header, settings, listed, status (0: open), rematch_of, seed
     * and commitment; the rest comes from the fields below. SPK_ETAKEN: there is one of that id.
     * Without this, SPK_EUNKNOWN: there is none. */
    const srv_table *create;

    /* The table itself. A closed one takes none of this, nor what follows up to 'host_token'
     * (SPK_EREFUSED). */
    const char *header;   /* options may change until the deal */
    const char *settings; /* 'listed' is written with it */
    bool listed;
    srv_status status; /* SRV_STATUS_FINISHED notes the time as well */
    const char *result;
    const char *clock; /* 'due' is written with it; "": there is no clock any more */
    int64_t due;

    /* Entries number first_entry and on. They must follow the last one: SPK_ESTALE; past
     * SRV_MOST_ENTRIES: SPK_ERANGE. */
    int first_entry, n_entries;
    const srv_entry *entries;

    /* Chat number first_chat and on: above the last number, SPK_ESTALE, but gaps may be. */
    int first_chat, n_chats;
    const srv_chat *chats;

    /* Seats, each replacing what was written of it. Tokens may be handed round among them.
     * SPK_ETAKEN: a token is in use elsewhere. SPK_EUNKNOWN: an account is. SPK_ERANGE: the table
     * has no such seat. */
    int n_seats;
    const srv_seat *seats;

    const uint8_t *host_token; /* one more token that may do what the host may */

    /* Accounts. SPK_ETAKEN: the name or id is; SPK_EUNKNOWN: there is no such account. */
    const srv_account *new_account;
    const srv_account *password; /* its 'id' gets its 'password' */
    const srv_session *new_session;
    const uint8_t *end_session;  /* one, by its token; no harm if it is gone */
    const char *end_sessions_of; /* all of an account */
    int64_t end_sessions_before; /* all that expire before */

    /* Forgetting. A person's names become SRV_NAME_GONE, their tokens, account and sessions are
     * dropped and their chat is removed, also from the file's unused pages; the entries stay, for
     * they are the others' game too. A seat's kind, nonce and time stay. */
    unsigned forget_seats;      /* a bit each, of 'table' */
    const char *forget_account; /* by id, with all its seats at all tables */
    bool forget_table;          /* the table with everything that hangs on it */
} srv_change;

/* What a change or a query came to. Everything in it is borrowed until 'done' returns. */
typedef struct srv_answer {
    spk_err err;
    const char
        *why; /* a sentence for the log and, in most cases, for the person; "": all is well */

    /* Of queries: */
    int n_tables;
    const srv_table *tables;
    bool more;                  /* a list goes on after the last table here */
    int seat;                   /* SRV_ASK_TOKEN: whose it is, or SRV_HOST */
    const srv_account *account; /* SRV_ASK_ACCOUNT, SRV_ASK_SESSION */
    int64_t expires;            /* SRV_ASK_SESSION */
    const struct srv_counts *counts;
} srv_answer;

typedef void srv_done(void *context, const srv_answer *answer);

/* Take a change, to be written as soon as can be. SPK_EBUSY: too much is queued; nothing was taken
 * and 'done' will not run. 'done' may be NULL. The change is copied (some 600 bytes for a move). */
spk_err srv_store_write(srv_store *store, const srv_change *change, srv_done *done, void *context);

/* With options.held: let the writer have what was given. Cheap if nothing was. */
void srv_store_go(srv_store *store);

/* -- Asking ------------------------------------------------------------------------------------ */

typedef enum srv_asked {
    SRV_ASK_TABLE,   /* by 'id': one table with everything. SPK_EUNKNOWN if there is none */
    SRV_ASK_TOKEN,   /* by 'token', a seat's or a host's: its table without entries, and the seat */
    SRV_ASK_LISTED,  /* the listed tables of one 'status' */
    SRV_ASK_ALL,     /* every table, or all of one 'status': for the operator */
    SRV_ASK_MINE,    /* the tables of the account 'id', or those of one 'status' */
    SRV_ASK_DUE,     /* tables whose clock is due until 'at', the first first */
    SRV_ASK_ACCOUNT, /* by 'name' or, if that is NULL, by 'id' */
    SRV_ASK_SESSION, /* by 'token', unless expired at 'at': its account */
    SRV_ASK_COUNTS,
    SRV_ASK_COUNT
} srv_asked;

/* Lists come newest first (by 'created', then id; SRV_ASK_DUE by 'due', then id), at most 'limit'
 * at once (0 or more than that: SRV_PAGE). The page after a table is asked for by that table:
 *     query.after_at = last->created (SRV_ASK_DUE: last->due), query.after_id = last->id
 * Tables come and go meanwhile; no table that stays is skipped or seen twice. */
typedef struct srv_query {
    srv_asked what;
    srv_status status;
    int limit;
    const char *id, *name;
    const uint8_t *token;
    int64_t at;
    int64_t after_at;
    const char *after_id; /* NULL: the first page */
} srv_query;

typedef struct srv_counts {
    int64_t tables[SRV_STATUS_COUNT]; /* by status; at SRV_STATUS_NONE all of them */
    int64_t accounts, sessions;
    int64_t file_bytes;
} srv_counts;

/* As srv_store_write, for a query. */
spk_err srv_store_ask(srv_store *store, const srv_query *query, srv_done *done, void *context);

/* Run 'done' of everything that was answered; says how many. They may write and ask again; what that
 * brings is answered at another call. */
int srv_store_poll(srv_store *store);

/* -- Opening and closing ----------------------------------------------------------------------- */

typedef enum srv_durability {
    SRV_NORMAL, /* the disk is waited for now and then */
    SRV_FULL    /* ... before every answer */
} srv_durability;

typedef struct srv_store_options {
    const char *path; /* of the SQLite file, made if need be; NULL: in memory, gone at the close */
    srv_durability durability;
    bool threads;    /* false: changes and queries are done at once, and answered by poll all the
                      * same. For tools */
    bool alone;      /* refuse if another process has it open so: for the server itself */
    bool must_exist; /* make no new file */
    int max_queued;  /* changes, and queries, that may wait; 0: 50,000 */
    bool held;       /* changes wait for srv_store_go, so that what one turn of the owner's loop
                      * brings is one group, and not the first of it alone */

    void (*wake)(void *context); /* called from any thread; may be NULL */
    void *wake_context;
} srv_store_options;

/* NULL, with the reason: no such file, no SQLite file, another program's, of a newer Speakeasy,
 * damaged, or in use. A file of an older Speakeasy is brought up to date, in one step or not at all.
 * A file that is refused is left as it was. */
srv_store *srv_store_open(const srv_store_options *options, spk_why *why);

/* Write what has queued up, run every 'done' that is due, and let go. NULL is fine. */
void srv_store_close(srv_store *store);

/* -- Figures, for /metrics ---------------------------------------------------------------------- */

/* Since the store was opened. late[i] counts changes answered within srv_late_ms[i] milliseconds of
 * being given and not within srv_late_ms[i - 1]; the last bucket is for all that took longer. */
typedef struct srv_store_figures {
    int64_t n_written, n_refused,
        n_failed;                    /* changes: kept; against the rules above; by the disk */
    int64_t n_groups, largest_group; /* transactions, and changes in one */
    int64_t n_asked;
    int n_queued_changes, n_queued_queries; /* now */
    int64_t late[SRV_LATE_BUCKETS];
    double late_ms_sum;
} srv_store_figures;

extern const double srv_late_ms[SRV_LATE_BUCKETS - 1];

void srv_store_look(srv_store *store, srv_store_figures *figures);

/* -- Tools: these wait for the disk ------------------------------------------------------------- */

/* A change or a query at once, past the queues. */
spk_err srv_store_write_now(srv_store *store, const srv_change *change, spk_why *why);

/* *found is to be given to srv_found_release, whatever comes back. */
typedef struct srv_found {
    srv_answer answer;
    void *memory;
} srv_found;
spk_err srv_store_ask_now(srv_store *store, const srv_query *query, srv_found *found);
void srv_found_release(srv_found *found);

/* A copy as of this moment into a new file, while anybody goes on writing. It appears under its name
 * when it is whole and on the disk. */
spk_err srv_store_backup(srv_store *store, const char *path, spk_why *why);

/* Give the room of what was deleted back to the file system. Nobody can write meanwhile. */
spk_err srv_store_vacuum(srv_store *store, spk_why *why);

/* Read everything and see whether it fits together. SPK_EIO: it does not; 'why' says where. */
spk_err srv_store_check(srv_store *store, spk_why *why);

/* A loaded table as a .play file (record.h). */
void srv_table_print(const srv_table *table, spk_buf *out);

/* A name as it is compared: capitals of ASCII, Latin, Greek and Cyrillic letters become small ones.
 * Two spellings of one accented letter (composed or not) stay two. False: empty or too long. */
bool srv_name_fold(const char *name, char fold[SRV_NAME_ROOM]);

#endif
