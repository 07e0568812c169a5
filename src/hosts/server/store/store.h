/* store.h: what the server writes down: tables, seats, the entries of every match, chat, clocks,
 * accounts and sessions, and notes, which are other parts' own. The store knows no rules, sockets or event loop. What it keeps is enough
 * to restore every table as it stood.
 *
 * There are two calls. A **change** is everything that one act does (a move and the chance events
 * that follow it, a person taking a seat) and is written completely or not at all. A **query**
 * reads.
 *
 *     srv_store *store = srv_store_open(&(srv_store_options){.path = file, .threads = true,
 *                                       .alone = true, .wake = wake_loop, .wake_context = &async,
 *                                       .clock = host_clock_real}, &why);  NULL: why.text
 *     srv_change move = {.table = "k7Rq0ZbT1xYv", .at = now_ms, .first_entry = 42,
 *                        .entries = &(srv_entry){.line = "0 recruit F0", .ref = "c17"},
 *                        .n_entries = 1};
 *     err = srv_store_write(store, &move, on_written, table);    copied; 'move' is yours again
 *     ...
 *     srv_store_poll(store);         in the loop's thread, when woken: on_written(table, answer)
 *     srv_store_close(store);        writes what is queued, answers it, closes
 *
 * Threads. Changes go to one writer thread, which puts whatever has queued up into one transaction
 * (group commit); queries go to one reader thread. When there are answers, the store calls 'wake'
 * from one of its threads; the owner's thread then calls srv_store_poll, which runs the 'done'
 * functions there. Changes are answered in the order in which they were given, and so are queries.
 * There is no order between the two, except that a query asked after a change was answered sees
 * that change. All calls below belong to the owner's thread, which never waits for the disk (except
 * in calls ending in _now and those under "Tools").
 *
 * Promises.
 *   - An answered change survives kill -9 of the process. With SRV_FULL it also survives a power
 *     failure. With SRV_NORMAL a power failure may lose the most recent changes, but never one from
 *     the middle, and the file stays sound.
 *   - A refused or failed change has no effect, neither on the store nor on others in its group.
 *   - Two writers cannot both add entry 42 to a table: the second is refused (SPK_ESTALE).
 *   - Of several servers only the one that has a table can change it (see "Leases").
 *   - Nothing is lost silently: 'done' runs exactly once for every change and query that was
 *     accepted.
 *
 * All times that are kept are milliseconds since 1970, UTC, and come from the caller; so do ids and tokens.
 * The store asks no clock but the one it is opened with. The
 * store never sees a token or a password: a token is given as its 32-byte hash, a password as
 * argon2id's encoded hash. Texts are UTF-8; NULL stands for "none". */
#ifndef SRV_STORE_H
#define SRV_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "hosts/clock.h"
#include "hosts/room/status.h"

typedef struct srv_store srv_store;

enum {
    SRV_HASH = 32,       /* bytes of a token's hash, a seed, a commitment */
    SRV_ID = 12,         /* characters of an id made by the server */
    SRV_ID_ROOM = 24,    /* for an id and its terminator: longer ones are refused */
    SRV_NAME_ROOM = 100, /* for an account's name and its terminator: longer ones are refused */
    SRV_MAX_SEATS = 16,  /* of one table */
    SRV_PAGE = 200,      /* tables in one answer, at most */
    SRV_HOST = -1,       /* a token's "seat" if it is the host's */
    SRV_MOST_ENTRIES = (1 << 20) - 1, /* of one table: more are refused */
    SRV_LATE_BUCKETS = 12,            /* see srv_store_figures */
    SRV_LEASE_MS = 5000,              /* how long a node is waited for */
    SRV_FIRST_EPOCH = 1,              /* of a new table, which belongs to the node that made it */
    SRV_KIND_ROOM = 32, /* for a note's kind and its terminator: longer ones are refused; ... */
    SRV_KEY_ROOM = 128, /* ... for its key, and for the list it is on */
    SRV_NOTE_TEXT = 1 << 16, /* bytes of a note's text, at most */
    SRV_MOST_NOTES = 256,    /* of one change */
    SRV_ANY_VERSION = -1
};

/* Replaces the name of a person who asked to be forgotten. */
#define SRV_NAME_GONE "(deleted)"

/* -- What is kept ------------------------------------------------------------------------------ */

typedef struct srv_seat {
    int seat; /* from 0 */
    room_kind kind;
    bool takeover;        /* a bot plays while the person is away */
    const char *name;     /* what others read */
    const char *bot;      /* of a bot or a takeover: "hard@50ms" */
    const uint8_t *token; /* SRV_HASH bytes, unique in the whole store; NULL: none */
    const char *account;  /* of the person, if they have one */
    const char *nonce;    /* the person's share in the seed; kept when the person is forgotten */
    int64_t joined;       /* 0: not yet */
} srv_seat;

/* One line of the match's log, as spk_match_entry_print gives it. */
typedef struct srv_entry {
    const char *line;
    const char *ref; /* the client's own id of a move, so that one sent twice counts once. The store
                      * only keeps it; the table compares */
    int64_t at;      /* in answers; a change has its own 'at' */
} srv_entry;

typedef struct srv_chat {
    int seat; /* or the server's number for onlookers */
    const char *text;
    const char *ref; /* the client's own id of it, as for an entry */
    int n;           /* in answers: its number */
    int64_t at;      /* in answers */
} srv_chat;

typedef struct srv_row {
    const char *id, *game;
    int players;
    const char *header;   /* of the record (record.h), up to the line "log" */
    const char *settings; /* JSON, opaque to the store; contains no names of people */
    room_status status;
    bool listed;
    int64_t created, updated, finished; /* 0: not finished. 'updated' counts entries too */
    const char *rematch_of;             /* the table before */
    const char *result;                 /* a summary, by seat and without names */
    const char *clock;                  /* as of the last change; NULL: none */
    int64_t due;                        /* when the clock must be checked; 0: never */
    const uint8_t *seed, *commitment; /* SRV_HASH bytes. The seed is secret until the end and given
                                         * by SRV_ASK_TABLE only */

    /* In answers: */
    const srv_seat *seats; /* those written so far, by number */
    int n_seats;
    int n_entries;
    const srv_entry *entries; /* number 1 first; only SRV_ASK_TABLE gives entries and chat */
    const srv_chat *chats;
    int n_chats;
} srv_row;

typedef struct srv_account {
    const char *id;
    const char *name;     /* as its owner spells it; unique after srv_name_fold and srv_name_look */
    const char *password; /* argon2id's encoded hash */
    int64_t created;      /* in answers */
} srv_account;

typedef struct srv_session {
    const uint8_t *token; /* SRV_HASH bytes */
    const char *account;
    int64_t expires;
} srv_session;

/* A note: what the house remembers beside its tables. Parts of the server that keep something of their own
 * (alerts, ratings, tournaments ...) do so in notes, each under kinds of its own, and need no table of the schema.
 *
 *     srv_note n = {.kind = "rating", .key = "famiglia/2/k7Rq0ZbT1xYv", .account = "k7Rq0ZbT1xYv",
 *                   .list = "famiglia/2", .rank = 1612, .text = "{...}", .version = seen->version};
 *
 * A note is read, changed and written back: if somebody else was faster, its version is another and the whole change
 * is refused. So whoever must do something once (send an alert) claims it by writing it first. A note that was removed
 * and made again starts from 1: what is claimed is better changed than removed. */
typedef struct srv_note {
    const char *kind;    /* "alert", "rating" ... */
    const char *key;     /* unique among those of its kind */
    const char *account; /* whose it is: it goes when the account is forgotten. NULL: nobody's */
    const char
        *list;    /* what it is listed under among those of its kind; NULL: nothing. Of the kinds in
                          * srv_kinds_about_people it is an account: such a note is about two people, and
                          * goes when either is forgotten */
    int64_t rank; /* its place in lists: a time, a rating ... */
    const char *text; /* JSON, opaque to the store. In a change, NULL: remove the note */
    int64_t version;  /* counts its changes, from 1. In a change: the version that it must have;
                          * 0: it must not be there; SRV_ANY_VERSION: whatever is there */
} srv_note;

/* Ends with NULL. */
extern const char *const srv_kinds_about_people[];

/* -- Changing ---------------------------------------------------------------------------------- */

/* Everything one act does. Fields left 0 change nothing. */
typedef struct srv_change {
    const char *table; /* NULL: a change of accounts and notes alone */
    int64_t at;        /* now */
    int64_t epoch;     /* of a node: in which it has the table (see "Leases"); SPK_ELOST: no more */

    /* A new table: its game, players, header, settings, listed, status (0: open), rematch_of, seed
     * and commitment; the rest comes from the fields below. SPK_ETAKEN: the id is in use. Without
     * 'create', SPK_EUNKNOWN: there is no such table. */
    const srv_row *create;

    /* The table itself. A closed table refuses these and everything below up to 'host_token'
     * (SPK_EREFUSED). */
    const char *header;   /* options may change until the deal */
    const char *settings; /* 'listed' is written with it */
    bool listed;
    room_status status; /* ROOM_FINISHED records the time as well */
    const char *result;
    const char *clock; /* 'due' is written with it; "": remove the clock */
    int64_t due;

    /* Entries from number first_entry on. SPK_ESTALE: they do not follow the last one; SPK_ERANGE:
     * they go past SRV_MOST_ENTRIES. */
    int first_entry, n_entries;
    const srv_entry *entries;

    /* Chat from number first_chat on, which must be above the last number (else SPK_ESTALE); gaps
     * are allowed. */
    int first_chat, n_chats;
    const srv_chat *chats;

    /* Seats, each replacing what was stored for it. Tokens may be swapped among them. SPK_ETAKEN: a
     * token is in use elsewhere. SPK_EUNKNOWN: there is no such account. SPK_ERANGE: the table has
     * no such seat. */
    int n_seats;
    int n_notes; /* see below */
    const srv_seat *seats;

    const uint8_t *host_token; /* one more token with the host's rights */

    /* Notes, each replacing what was stored, or removing it. They are nobody's table's: a closed one
     * refuses none, and a node needs no more than its lease. SPK_ESTALE: one has another version.
     * SPK_EUNKNOWN: there is no such account. SPK_ERANGE: a name or text is too long, a note comes
     * twice, or there are more than SRV_MOST_NOTES. */
    const srv_note *notes;

    /* Accounts. SPK_ETAKEN: the name or id is in use; SPK_EUNKNOWN: there is no such account. */
    const srv_account *new_account;
    const srv_account *password; /* sets the password of the account 'id' */
    const srv_session *new_session;
    int most_sessions;          /* of its account, with the new one; the oldest go. 0: any number */
    const uint8_t *end_session; /* one, by its token; it need not exist */
    const char *end_sessions_of; /* all of an account */
    int64_t end_sessions_before; /* all that expire before */

    /* Forgetting. A person's names become SRV_NAME_GONE, their tokens, account and sessions are
     * dropped and their chat is removed, with an account its notes and those about it too, also from the file's unused pages. The entries stay,
     * because the game is the others' too. A seat's kind, nonce and time stay. */
    unsigned forget_seats;      /* of 'table', one bit per seat */
    const char *forget_account; /* by id, with all its seats at all tables */
    bool forget_table;          /* the table with everything that belongs to it */
} srv_change;

/* The outcome of a change or a query. Everything in it is borrowed until 'done' returns. */
typedef struct srv_answer {
    spk_err err;
    const char
        *why; /* a sentence for the log and, in most cases, for the person; "": all is well */

    /* Of queries: */
    int n_tables, n_notes;
    const srv_row *tables;
    const srv_note *notes;      /* SRV_ASK_NOTE, SRV_ASK_NOTES */
    bool more;                  /* the list continues after the last one here */
    int seat;                   /* SRV_ASK_TOKEN: whose it is, or SRV_HOST */
    const srv_account *account; /* SRV_ASK_ACCOUNT, SRV_ASK_SESSION */
    int64_t expires;            /* SRV_ASK_SESSION */
    const struct srv_counts *counts;
    const struct srv_owner *owner; /* SRV_ASK_OWNER, SRV_CLAIM */
} srv_answer;

typedef void srv_done(void *context, const srv_answer *answer);

/* Accept a change, to be written as soon as possible. SPK_EBUSY: too much is queued; the change was
 * not accepted and 'done' will not run. 'done' may be NULL. The change is copied (about 600 bytes
 * for a move). */
spk_err srv_store_write(srv_store *store, const srv_change *change, srv_done *done, void *context);

/* With options.held: pass what has been given to the writer. Cheap if there is nothing. */
void srv_store_go(srv_store *store);

/* -- Asking ------------------------------------------------------------------------------------ */

typedef enum srv_asked {
    SRV_ASK_TABLE,  /* by 'id': one table with everything. SPK_EUNKNOWN if there is none */
    SRV_ASK_TOKEN,  /* by 'token', a seat's or a host's: its table without entries, and the seat */
    SRV_ASK_LISTED, /* the listed tables of one 'status' */
    SRV_ASK_ALL,    /* every table, or all of one 'status': for the operator */
    SRV_ASK_MINE,   /* the tables of the account 'id', or those of one 'status' */
    SRV_ASK_DUE, /* tables whose clock is due by 'at', earliest first; for a node ('id'): none that
                      * another one has */
    SRV_ASK_ACCOUNT, /* by 'name' or, if that is NULL, by 'id' */
    SRV_ASK_SESSION, /* by 'token', unless expired at 'at': its account */
    SRV_ASK_COUNTS,
    SRV_ASK_NOTE,  /* by 'kind' and 'key'. SPK_EUNKNOWN if there is none */
    SRV_ASK_NOTES, /* those of a 'kind', or of one 'list' or 'account' among them */
    SRV_ASK_OWNER, /* by 'id': which node has that table. SPK_EUNKNOWN if there is no such table */
    SRV_ASK_COUNT
} srv_asked;

/* Lists of tables come newest first (by 'created', then id; SRV_ASK_DUE by 'due', then id), at most 'limit'
 * at once (0, or more than SRV_PAGE: SRV_PAGE). Ask for the next page with the last table of
 * this one:
 *     query.after_at = last->created (SRV_ASK_DUE: last->due), query.after_id = last->id
 * Tables may come and go in between; no table that stays is skipped or listed twice.
 *
 * Notes come by rank, then by key, the lowest first, or with 'falling' the highest; with 'within' only those from
 * 'low_rank' to 'high_rank'. The next page is after_at = last->rank, after_id = last->key; a note whose rank changes in
 * between may be missed or come twice. */
typedef struct srv_query {
    srv_asked what;
    room_status status;
    int limit;
    const char *id, *name;
    const uint8_t *token;
    int64_t at;
    int64_t after_at;
    const char *after_id; /* NULL: the first page */

    const char *kind, *key, *list, *account; /* of notes */
    bool falling, within;
    int64_t low_rank, high_rank;
} srv_query;

typedef struct srv_counts {
    int64_t tables[ROOM_STATUS_COUNT]; /* by status; [ROOM_STATUS_ANY]: all of them */
    int64_t accounts, sessions;
    int64_t file_bytes;
} srv_counts;

/* As srv_store_write, for a query. */
spk_err srv_store_ask(srv_store *store, const srv_query *query, srv_done *done, void *context);

/* Run 'done' for everything that has been answered; returns how many. These may write and ask
 * again; that is answered in a later call. */
int srv_store_poll(srv_store *store);

/* The same for at most so many. 'wake' is called once for all that were answered together, so go on until it returns 0. */
int srv_store_poll_some(srv_store *store, int most);

/* -- Leases: several servers on one store ------------------------------------------------------- */

/* A server that is opened with options.node is one of several, a node. Each table belongs to one node at a time, and only
 * that node can change it:
 *
 *     srv_store_lease(store, &(srv_lease){.what = SRV_CLAIM, .table = id}, on_claimed, table);
 *         SPK_OK: answer->owner->epoch; give it with every change of the table
 *         SPK_ETAKEN: answer->owner says which node has it
 *     srv_store_lease(store, &(srv_lease){.what = SRV_RENEW}, on_renewed, house);
 *         every third of lease_ms. SPK_ELOST: another node has taken over. Every table is lost; the
 *         next step is SRV_HELLO, and a claim for each table that is wanted again
 *
 * One lease covers the node and all its tables. It is over when its time has passed by the clock of the store, the
 * database's, whatever the clocks of the nodes say; or when the node says goodbye. Then any node that claims one
 * of its tables ends it for good. Until that happens, it can still be renewed, though nothing can be written meanwhile.
 *
 * Whether a change is its node's to make is checked in the transaction that makes it: SPK_ELOST if the lease is
 * over, or if the table is not the node's in the change's 'epoch'. A table's epoch grows with every change of
 * hands, so that what is left over from an earlier lease cannot pass for a later one. A new table belongs to the
 * node that makes it, in epoch 1. Changes without a table need a running lease and no more.
 *
 * A store without leases (SQLite) has one server, and the server of a store without options.node has every
 * table; it needs none of this. Tools (neither 'alone' nor a node) may change any table at any time. */
typedef enum srv_lease_act {
    SRV_HELLO, /* begin a lease, after SPK_ELOST; opening a store begins the first. SPK_ETAKEN: there is a
                    * node of that name */
    SRV_RENEW, /* overtakes what is queued */
    SRV_CLAIM, /* 'table'. If the node has it already, nothing changes */
    SRV_RELEASE, /* 'table', which the node has in 'epoch': let others have it. SPK_ELOST: they have */
    SRV_GOODBYE, /* release all at once; closing does that too */
    SRV_LEASE_ACT_COUNT
} srv_lease_act;

typedef struct srv_lease {
    srv_lease_act what;
    const char *table;
    int64_t epoch;
    int64_t
        house_ms; /* RENEW, RELEASE, GOODBYE: the node's house time (clock.h) now; 0: not told */
} srv_lease;

typedef struct srv_owner {
    const char *node; /* NULL: nobody */
    int64_t epoch;    /* how often the table has been claimed from others */
    int64_t left_ms;  /* of the node's lease, unless it is renewed */
    bool taken;       /* SRV_CLAIM: it changed hands just now ... */
    int64_t
        left_at; /* ... and was last somebody's then, by the house time of that node: the time since
                       * is nobody's. 0: not known */
} srv_owner;

/* As srv_store_write, and in order with changes (but see SRV_RENEW). SPK_EREFUSED: this store was not opened
 * as a node. */
spk_err srv_store_lease(srv_store *store, const srv_lease *lease, srv_done *done, void *context);

/* -- Opening and closing ----------------------------------------------------------------------- */

typedef enum srv_durability {
    SRV_NORMAL, /* syncs to disk now and then */
    SRV_FULL    /* syncs before every answer */
} srv_durability;

typedef struct srv_store_options {
    const char
        *path; /* of the SQLite file, created if missing; or the URL of a PostgreSQL database,
                      * postgresql://..., which must be there; NULL: in memory */
    srv_durability durability;
    bool threads;     /* false: changes and queries are done at once (with 'held', changes in
                      * srv_store_go), but still answered by poll. For tools and tests */
    bool alone;       /* refuse if another process has opened it so; for the server itself */
    bool must_exist;  /* create no new file */
    bool accept_loss; /* open although acknowledged changes are missing (srv_store_loss) */
    int max_queued;   /* changes, and queries, that may wait; 0: 50,000 */
    bool held; /* changes wait for srv_store_go, so that everything from one turn of the owner's
                      * loop becomes one group */

    const char
        *node; /* the name of this server among several on one store, at most SRV_ID_ROOM - 1 bytes;
                      * NULL: it is not one of several */
    int lease_ms; /* of a node; 0: SRV_LEASE_MS */
    srv_store
        *beside; /* in memory: the store whose tables this one shares; it must be closed last */

    void (*wake)(void *context); /* called from any thread; may be NULL */
    void *wake_context;
    host_clock clock; /* copied: how late answers are, and when a lost database is tried again */
} srv_store_options;

/* NULL, with the reason: the file is missing, not an SQLite file, another program's, from a newer
 * Speakeasy, damaged, in use, or lacks what was acknowledged. A file from an older Speakeasy is
 * migrated, completely or not at all. A refused file is left as it was. */
srv_store *srv_store_open(const srv_store_options *options, spk_why *why);

/* Whether a path is the URL of a database; and what a log may say of either: a URL without its password. */
bool srv_store_is_url(const char *path);
void srv_store_name(const char *path, char *room, size_t cap);

/* What was found missing when the store was opened, as a sentence; "": nothing. A store that lacks
 * acknowledged changes is refused, unless the loss is accepted or is one that SRV_NORMAL allows: the
 * latest changes before a power failure. See tally.h. */
const char *srv_store_loss(const srv_store *store);

/* Whether that could not be told: the file that counts what was acknowledged was not there, though something was. */
bool srv_store_is_uncounted(const srv_store *store);

/* Whether changes can be written now, as far as is known: SPK_EIO if the last one failed at the disk,
 * the disk is full, or the files are no longer where they were opened. Cheap. */
spk_err srv_store_health(srv_store *store, spk_why *why);

/* Write what is queued, run every 'done' that is due, and close. NULL is fine. */
void srv_store_close(srv_store *store);

/* -- Figures, for /metrics ---------------------------------------------------------------------- */

/* Since the store was opened. late[i] counts changes answered within srv_late_ms[i] milliseconds of
 * being given and not within srv_late_ms[i - 1]; the last bucket counts all that took longer. */
typedef struct srv_store_figures {
    int64_t n_written, n_refused, n_failed; /* changes: stored; refused; failed at the disk */
    int64_t n_groups, largest_group;        /* transactions, and changes in one */
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

/* Pass *found to srv_found_release, whatever is returned. */
typedef struct srv_found {
    srv_answer answer;
    void *memory;
} srv_found;
spk_err srv_store_ask_now(srv_store *store, const srv_query *query, srv_found *found);
spk_err srv_store_lease_now(srv_store *store, const srv_lease *lease, srv_found *found);
void srv_found_release(srv_found *found);

/* A quick look at a SQLite file, whoever else uses it; changes nothing, so an old file is not migrated. SPK_EUNKNOWN: there
 * is none. Otherwise an error is what is wrong: another program's file, a newer Speakeasy's, a damaged one, or one that
 * lacks what was acknowledged. */
typedef struct srv_glance {
    int64_t bytes;       /* of the file */
    int version, newest; /* of its schema, and as this program would have it */
    bool is_checked;     /* its pages were looked at too; very large files are not */
    int64_t last;        /* when it was last written to, UTC ms; 0: unknown */
} srv_glance;
spk_err srv_store_glance(const char *path, srv_glance *glance, spk_why *why);

/* Copy the store as of now to a new file, while others go on writing. The file appears under its
 * name only when it is complete and on disk. */
spk_err srv_store_backup(srv_store *store, const char *path, spk_why *why);

/* Copy a whole house into an empty store, and compare what arrived with what was sent: how many rows of each
 * part there are, and a digest of each. Nobody else may write to either in the meantime: open both with 'alone'.
 * SPK_ETAKEN: the target is not empty. */
enum { SRV_PARTS = 9 };
typedef struct srv_part_sum {
    const char *name;
    int64_t n;
    uint64_t digest;
} srv_part_sum;
typedef struct srv_moved {
    srv_part_sum part[SRV_PARTS];
} srv_moved;
spk_err srv_store_move(srv_store *from, srv_store *to, srv_moved *moved, spk_why *why);

/* Return deleted space to the file system. Nobody can write in the meantime. */
spk_err srv_store_vacuum(srv_store *store, spk_why *why);

/* Read everything and check that it is consistent. SPK_EIO: it is not; 'why' says where. */
spk_err srv_store_check(srv_store *store, spk_why *why);

/* A loaded table as a .play file (record.h). */
void srv_row_print(const srv_row *table, spk_buf *out);

/* A name as it is compared: upper-case Latin, Greek and Cyrillic letters become lower case.
 * Composed and decomposed accents stay different. False: empty or too long. */
bool srv_name_fold(const char *name, char fold[SRV_NAME_ROOM]);

/* What a name looks like: letters of other scripts that look like Latin ones become those, a capital I and
 * a 1 become an l, all accents are equal, and invisible characters are left out. Two new accounts cannot
 * look the same. */
void srv_name_look(const char *name, char look[SRV_NAME_ROOM]);

#endif
