/* sqlite.h: what the files of the SQLite backend share: a connection with its prepared statements
 * and how to run them. Only they and the store's tests include this.
 *
 *     sqlite.c         the file: opening, checking, migrating, groups, checkpoints, backup
 *     sqlite_write.c   a change becomes rows
 *     sqlite_read.c    rows become the answer to a query
 *     sqlite_move.c    all rows, out and in
 *     tally.c          what was acknowledged, counted twice: nothing is lost without a word */
#ifndef SRV_STORE_SQLITE_H
#define SRV_STORE_SQLITE_H

#include <sqlite3.h>

#include "hosts/server/store/backend.h"

enum {
    SRV_SQL_APPLICATION = 0x53504b59, /* "SPKY", in the header of every store */
    SRV_SQL_STATEMENTS = 64,          /* of one connection, at most */
    SRV_SQL_KNOWN = 8192              /* tables the writer remembers */
};

/* The range of places that holds table t's entries, in 'fresh' and 'settled'. */
#define SRV_SQL_PLACES "BETWEEN t.key << 20 AND t.key << 20 | 1048575"

/* What the writer remembers about a table. */
typedef struct srv_known {
    char id[SRV_ID_ROOM]; /* "": nothing */
    int64_t key;          /* tables.key */
    srv_facts facts;
} srv_known;

typedef struct srv_sql {
    sqlite3 *db;
    sqlite3_stmt *statement[SRV_SQL_STATEMENTS];
    int n_statements;
    bool broken; /* a change stopped half-way: the transaction must be rolled back */

    /* Used by the writer only. */
    srv_known *known;     /* SRV_SQL_KNOWN, by a hash of the id; newer ones evict older ones */
    bool knows;           /* at least one of them */
    int64_t data_version; /* SQLite's: changes when another connection has written */
    int64_t n_groups, at; /* in the tally with the group at hand; when its last change was */
    int64_t n_fresh;      /* rows of 'fresh'; -1: to be counted */
    int64_t settled_to;   /* the last place moved to 'settled' in this round */
    sqlite3_stmt *insert; /* while a house moves in */
    const srv_part *inserts_into;
} srv_sql;

/* Prepare the connection's statements. Refuses if the file lacks tables they need. */
spk_err srv_sql_prepare(srv_sql *sql, const char *const *texts, int n, spk_why *why);
void srv_sql_close(srv_sql *sql);

/* SQLite's last error as one of ours, with its reason. */
spk_err srv_sql_error(sqlite3 *db, spk_why *why);

/* One value for a statement. NULL pointers are SQL's NULL. */
typedef struct srv_sql_arg {
    enum { SRV_SQL_INT, SRV_SQL_TEXT, SRV_SQL_HASH } kind;
    int64_t number;
    const void *bytes;
} srv_sql_arg;

#define INT(x)                                                                                     \
    {                                                                                              \
        .kind = SRV_SQL_INT, .number = (x)                                                         \
    }
#define TEXT(x)                                                                                    \
    {                                                                                              \
        .kind = SRV_SQL_TEXT, .bytes = (x)                                                         \
    }
#define HASH(x)                                                                                    \
    {                                                                                              \
        .kind = SRV_SQL_HASH, .bytes = (x)                                                         \
    }
#define ARGS(...)                                                                                  \
    (const srv_sql_arg[]){__VA_ARGS__},                                                            \
        (int)(sizeof((const srv_sql_arg[]){__VA_ARGS__}) / sizeof(srv_sql_arg))
#define NO_ARGS NULL, 0

/* Run a statement that gives no rows. */
spk_err srv_sql_run(srv_sql *sql, int which, const srv_sql_arg *args, int n, spk_why *why);

/* The first row into *row; then the next. SPK_EUNKNOWN: there are no (more) rows. Whatever is
 * returned, call srv_sql_end to release the row and its columns. */
spk_err srv_sql_first(srv_sql *sql, int which, const srv_sql_arg *args, int n, sqlite3_stmt **row,
                      spk_why *why);
spk_err srv_sql_next(srv_sql *sql, sqlite3_stmt *row, spk_why *why);
void srv_sql_end(sqlite3_stmt *row);

/* A column's word as its index in 'words'; 0 if unknown. */
int srv_sql_word(sqlite3_stmt *row, int column, const char *const *words, int n);

/* -- The two sides ------------------------------------------------------------------------------ */

spk_err srv_sql_prepare_writer(srv_sql *sql, spk_why *why);
spk_err srv_sql_begin(srv_sql *sql, spk_why *why);
spk_err srv_sql_apply(srv_sql *sql, const srv_change *change, spk_why *why);
spk_err srv_sql_commit(srv_sql *sql, spk_why *why);
void srv_sql_unlearn(srv_sql *sql); /* after a rollback: forget everything remembered */

spk_err srv_sql_prepare_reader(srv_sql *sql, spk_why *why);
spk_err srv_sql_ask(srv_sql *sql, const srv_query *query, srv_pool *pool, srv_answer *answer,
                    spk_why *why);

spk_err srv_sql_each_row(srv_sql *sql, const srv_part *part, srv_each_row *each, void *context,
                         spk_why *why);
spk_err srv_sql_add_row(srv_sql *sql, const srv_part *part, const srv_cell *cells, spk_why *why);

/* -- Migrations --------------------------------------------------------------------------------- */

/* Bring a file up to date: migration i takes the schema from version i to i + 1. All of them or
 * none. Refuses another program's file and a newer schema without touching them. */
spk_err srv_sql_migrate(sqlite3 *db, const char *const *migrations, int n, spk_why *why);

#endif
