/* postgres.h: what the files of the PostgreSQL backend share: a connection in pipeline mode with its
 * prepared statements. Only they and the store's tests include this.
 *
 *     postgres.c         the store: opening, migrating, groups, checking
 *     postgres_link.c    one connection: connecting again, sending, waiting, errors in our words
 *     postgres_write.c   a change becomes rows
 *     postgres_lease.c   which node has which table
 *     postgres_read.c    rows become the answer to a query
 *     postgres_move.c    all rows, out and in
 *     postgres_libpq.c   PostgreSQL's library, loaded when it is needed
 *     postgres_none.c    in their place where there is no libpq
 *
 * Statements are sent without waiting for the answers, which come in the same order:
 *
 *     srv_pg_send(pg, ADD_ENTRY, ARGS(...));      queued
 *     srv_pg_send(pg, SET_CLOCK, ARGS(...));
 *     err = srv_pg_ask(pg, FACTS, ARGS(TEXT(id)), &rows, why);    takes the answers to all three: one round trip
 *     err = srv_pg_sync(pg, why);                 the end: all is answered, and after an error all is well again
 *
 * After the first error PostgreSQL ignores everything up to the next srv_pg_sync. */
#ifndef SRV_STORE_POSTGRES_H
#define SRV_STORE_POSTGRES_H

#include "hosts/server/store/backend.h"
#include "hosts/server/store/libpq.h"

enum {
    SRV_PG_LOCK =
        0x53504b59, /* "SPKY": the first half of our advisory locks' key; and the next ones: */
    SRV_PG_LOCK_MIGRATION,
    SRV_PG_LOCK_GROUP,      /* nodes' groups share it, tools' exclude all others */
    SRV_PG_LOCK_NAMES,      /* accounts are made one at a time, whichever node makes them */
    SRV_PG_FIRST_EPOCH = 1, /* of a new table */
    SRV_PG_OLDEST =
        130000,           /* the first that can say what became of a transaction (pg_xact_status) */
    SRV_PG_KNOWN = 32768, /* tables the writer remembers, ... */
    SRV_PG_WAYS = 8       /* ... so many of each hash: what it has forgotten costs a round trip */
};

/* What the writer remembers about a table. */
typedef struct srv_pg_known {
    char id[SRV_ID_ROOM]; /* "": nothing */
    srv_facts facts;
    int64_t epoch; /* of a node: in which it learned this; in another one others may have written */
    unsigned checked; /* of a node: the last check (srv_pg_check) that includes this table */
} srv_pg_known;

/* What a writer that is a node knows of its lease. */
typedef struct srv_pg_lease {
    char node[SRV_ID_ROOM]; /* "": it is none */
    int ms;
    int64_t epoch; /* of the node, as the last hello gave it */
    bool over;     /* PostgreSQL has said so, since the last hello or renewal */
    spk_buf ids,
        epochs;     /* of the tables written to since the last check, as PostgreSQL spells arrays */
    bool sent;      /* they are those of the last check, and the next table starts anew */
    bool unchecked; /* something has been written since then */
    unsigned n_checks;
} srv_pg_lease;

typedef struct srv_pg {
    const char *url;  /* borrowed */
    host_clock clock; /* of the store */
    const char *const *texts;
    int n_texts;  /* the statements, prepared at every connection */
    bool alone;   /* holds the lock that only one server may have */
    bool relaxed; /* need not wait for the disk (SRV_NORMAL) */

    PGconn *conn;       /* NULL: there is no connection */
    int n_sent;         /* statements whose answer has not been taken */
    bool failed;        /* one of them: nothing more counts until the next sync */
    bool lost;          /* the connection, since the last srv_pg_connect */
    int wait_ms;        /* for one answer, at most; 0: for ever */
    double next_try_ms; /* not before: connecting again */
    int delay_ms;       /* then; grows with every failure */

    /* Used by the writer only. */
    srv_pg_known *known; /* SRV_PG_KNOWN, in sets of SRV_PG_WAYS by a hash of the id */
    unsigned evicts;     /* which of a full set is next to go */
    bool knows;          /* at least one of them */
    bool broken;         /* a change stopped half-way: the transaction must be rolled back */
    int64_t n_groups;    /* as of our last commit; another number: somebody else has written */
    int64_t n_now;       /* in the group at hand */
    char xact[24];       /* the group's transaction */
    srv_pg_lease lease;
} srv_pg;

/* -- One connection ----------------------------------------------------------------------------- */

/* Connect and check what is at the other end; then prepare the statements. Not before next_try_ms if an earlier
 * attempt failed: SPK_EIO at once. Does nothing if there is a connection. */
spk_err srv_pg_connect(srv_pg *pg, spk_why *why);
spk_err srv_pg_prepare(srv_pg *pg, spk_why *why);
void srv_pg_close(srv_pg *pg);

/* "postgresql://speakeasy@db.example.org/house": what a log may say. Never a password. */
void srv_pg_name(const char *url, char *room, size_t cap);

/* One value for a statement. NULL pointers are SQL's NULL. */
typedef struct srv_pg_arg {
    enum { SRV_PG_INT, SRV_PG_TEXT, SRV_PG_HASH } kind;
    int64_t number;
    const void *bytes;
} srv_pg_arg;

#define INT(x)                                                                                     \
    {                                                                                              \
        .kind = SRV_PG_INT, .number = (x)                                                          \
    }
#define TEXT(x)                                                                                    \
    {                                                                                              \
        .kind = SRV_PG_TEXT, .bytes = (x)                                                          \
    }
#define HASH(x)                                                                                    \
    {                                                                                              \
        .kind = SRV_PG_HASH, .bytes = (x)                                                          \
    }
#define ARGS(...)                                                                                  \
    (const srv_pg_arg[]){__VA_ARGS__},                                                             \
        (int)(sizeof((const srv_pg_arg[]){__VA_ARGS__}) / sizeof(srv_pg_arg))
#define NO_ARGS NULL, 0

/* Send a prepared statement; its values are copied. A failure shows when answers are taken. */
void srv_pg_send(srv_pg *pg, int which, const srv_pg_arg *args, int n);
void srv_pg_send_text(srv_pg *pg, const char *text, const srv_pg_arg *args, int n);

/* Take the answer to the oldest statement that was sent. PQclear *rows if SPK_OK; NULL: nobody wants them. */
spk_err srv_pg_take(srv_pg *pg, PGresult **rows, spk_why *why);

/* Send it, flush, and take everything up to its answer. */
spk_err srv_pg_ask(srv_pg *pg, int which, const srv_pg_arg *args, int n, PGresult **rows,
                   spk_why *why);

spk_err srv_pg_ask_text(srv_pg *pg, const char *text, const srv_pg_arg *args, int n,
                        PGresult **rows, spk_why *why);

/* The end of a pipeline: a mark is sent; everything up to it is taken. The first error, if there was one. Between
 * the two, answers can be taken one by one. */
void srv_pg_mark(srv_pg *pg);
spk_err srv_pg_finish(srv_pg *pg, spk_why *why);
spk_err srv_pg_sync(srv_pg *pg, spk_why *why); /* both */

/* Without a pipeline: one or more statements as text, the last one's rows (or NULL: nobody wants them). Only
 * when nothing is under way. */
spk_err srv_pg_run(srv_pg *pg, const char *text, PGresult **rows, spk_why *why);

/* Take every answer so far, without ending the pipeline. */
spk_err srv_pg_catch_up(srv_pg *pg, spk_why *why);

/* The rows of a query one by one, without a pipeline: there may be millions. */
typedef spk_err srv_pg_row(void *context, const PGresult *row, spk_why *why);
spk_err srv_pg_each(srv_pg *pg, const char *text, srv_pg_row *each, void *context, spk_why *why);

/* -- Columns ------------------------------------------------------------------------------------- */

int64_t srv_pg_int(const PGresult *rows, int row, int column);      /* NULL is 0 */
const char *srv_pg_text(const PGresult *rows, int row, int column); /* borrowed; NULL stays NULL */
bool srv_pg_hash(const PGresult *rows, int row, int column, uint8_t hash[SRV_HASH]);
int srv_pg_word(const PGresult *rows, int row, int column, const char *const *words, int n);

/* -- The two sides ------------------------------------------------------------------------------ */

void srv_pg_init_writer(srv_pg *pg);
spk_err srv_pg_begin(srv_pg *pg, spk_why *why);
spk_err srv_pg_apply(srv_pg *pg, const srv_change *change, spk_why *why);
spk_err srv_pg_commit(srv_pg *pg, spk_why *why);
void srv_pg_rollback(srv_pg *pg);

/* -- Leases --------------------------------------------------------------------------------------- */

static inline bool srv_pg_is_node(const srv_pg *pg) { return pg->lease.node[0] != '\0'; }

/* One act, between begin and commit. */
spk_err srv_pg_act(srv_pg *pg, const srv_lease *lease, srv_pool *pool, srv_answer *answer,
                   spk_why *why);

/* What the writer does for a node: ask before judging a change; say SPK_ELOST of a change that was refused for another
 * reason, if the node has lost its table, because then that is the reason; note which table it is about to write to; and send the
 * check of all tables noted so far. If that fails, so does the group. */
spk_err srv_pg_may_write(srv_pg *pg, const srv_change *change, spk_why *why);
spk_err srv_pg_refuse(srv_pg *pg, const srv_change *change, spk_err err, spk_why *why);
void srv_pg_note_table(srv_pg *pg, const srv_change *change, srv_pg_known *known);
void srv_pg_own_new(srv_pg *pg, const srv_change *change);
void srv_pg_check(srv_pg *pg);
void srv_pg_drop_checks(srv_pg *pg); /* the group is over */

/* After a key has refused a group, so that its check was never made: SPK_ELOST if that would have failed as well, because
 * then that is the reason. Rolls back. */
spk_err srv_pg_check_again(srv_pg *pg, spk_err err, spk_why *why);

/* On a connection that is idle. */
bool srv_pg_lease_runs(srv_pg *pg);

void srv_pg_init_reader(srv_pg *pg);
spk_err srv_pg_answer(srv_pg *pg, const srv_query *query, srv_pool *pool, srv_answer *answer,
                      spk_why *why);

spk_err srv_pg_each_row(srv_pg *pg, const srv_part *part, srv_each_row *each, void *context,
                        spk_why *why);
spk_err srv_pg_add_row(srv_pg *pg, const srv_part *part, const srv_cell *cells, spk_why *why);

/* -- Migrations --------------------------------------------------------------------------------- */

/* Bring a database up to date: migration i takes the schema from version i to i + 1. All of them or
 * none. Refuses another program's database and a newer schema without touching them. */
spk_err srv_pg_migrate(srv_pg *pg, const char *const *migrations, int n, bool must_exist,
                       spk_why *why);

#endif
