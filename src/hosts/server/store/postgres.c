/* postgres.c: the store in a PostgreSQL database: what database it is, its connections, groups, checking. What
 * a change or a query is in SQL lives in postgres_write.c and postgres_read.c, and what a connection is in
 * postgres_link.c.
 *
 * There are two connections, the writer's and the reader's. Each is made again by its own thread when it was lost,
 * with growing pauses; until then changes and queries fail at once, and nobody waits for the network but
 * these two threads. One server may use a database at a time: the writer's connection holds an advisory lock,
 * which PostgreSQL drops together with the connection, so that a server that lost it can write no more. Or
 * several: nodes share that lock, and each writes to its own tables only (postgres_lease.c). */
#include "hosts/server/store/postgres.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"

#include "migrations_pg_texts.h" /* made by tools/embed */

static const char *const migrations[] = {
#define MIGRATION(n) migration_##n,
#include "hosts/server/store/migrations_pg/migrations.def"
#undef MIGRATION
};

/* Every table of ours, for a vacuum. */
#define OUR_TABLES                                                                                 \
    "speakeasy, tables, accounts, sessions, seats, hosts, entries, chat, clocks, nodes, leases,"   \
    " departed, notes"

typedef struct pg_store {
    char *url;
    srv_pg writer, reader;
    pthread_mutex_t lock; /* of the one below: the owner's thread looks at it too */
    char trouble[240];    /* "": both were connected when last used */
} pg_store;

/* -- Which database it is -------------------------------------------------------------------------- */

static spk_err ask_number(srv_pg *pg, const char *text, int64_t *number, spk_why *why)
{
    PGresult *rows;
    *number = 0;
    spk_err err = srv_pg_run(pg, text, &rows, why);
    if (err == SPK_OK && PQntuples(rows) > 0)
        *number = srv_pg_int(rows, 0, 0);
    PQclear(rows);
    return err;
}

/* Tables of the schema that ours go to; an extension's do not count. */
#define IN_SCHEMA                                                                                  \
    " FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"                               \
    " WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p') AND NOT EXISTS"               \
    " (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')"

/* The schema's version; 0: an empty schema. Reads only. */
static spk_err identify(srv_pg *pg, int newest, bool must_exist, int *version, spk_why *why)
{
    int64_t n_tables, n_marks, number = 0;
    spk_err err = ask_number(pg, "SELECT count(*)" IN_SCHEMA, &n_tables, why);
    if (err == SPK_OK)
        err = ask_number(pg, "SELECT count(*)" IN_SCHEMA " AND c.relname = 'speakeasy'", &n_marks,
                         why);
    if (err != SPK_OK)
        return err;
    if (n_tables > 0 && n_marks == 0)
        return spk_fail(why, SPK_EREFUSED, "It is the database of another program.");
    if (n_tables == 0 && must_exist)
        return spk_fail(why, SPK_EREFUSED, "There is no house in it yet.");
    if (n_tables > 0)
        err = ask_number(pg, "SELECT version FROM speakeasy", &number, why);
    if (err == SPK_OK && (number < 0 || number > newest))
        return spk_fail(why, SPK_EREFUSED,
                        "It was written by a newer Speakeasy: its schema is %d, and this one knows "
                        "those up to %d.",
                        (int)number, newest);
    *version = (int)number;
    return err;
}

static spk_err migrate_one(srv_pg *pg, const char *migration, int version, spk_why *why)
{
    char mark[80];
    snprintf(mark, sizeof mark, "UPDATE speakeasy SET version = %d", version);
    spk_err err = srv_pg_run(pg, migration, NULL, why);
    return err == SPK_OK ? srv_pg_run(pg, mark, NULL, why) : err;
}

/* The version is read again inside the transaction: another process may have been faster. */
spk_err srv_pg_migrate(srv_pg *pg, const char *const *steps, int n, bool must_exist, spk_why *why)
{
    int version;
    char lock[120];
    spk_err err = identify(pg, n, must_exist, &version, why);
    if (err != SPK_OK || version == n)
        return err;
    snprintf(lock, sizeof lock,
             "BEGIN; SELECT pg_advisory_xact_lock(%d, hashtext(current_schema()))",
             SRV_PG_LOCK_MIGRATION);
    err = srv_pg_run(pg, lock, NULL, why);
    if (err == SPK_OK)
        err = identify(pg, n, must_exist, &version, why);
    for (; err == SPK_OK && version < n; version++)
        err = migrate_one(pg, steps[version], version + 1, why);
    if (err == SPK_OK)
        return srv_pg_run(pg, "COMMIT", NULL, why);
    if (pg->conn)
        srv_pg_run(pg, "ROLLBACK", NULL, NULL);
    return err;
}

/* -- Opening ---------------------------------------------------------------------------------------- */

/* One act of a node in a group of its own. */
static spk_err act_alone(pg_store *s, srv_lease_act what, spk_why *why)
{
    spk_err err = srv_pg_begin(&s->writer, why);
    if (err == SPK_OK)
        err = srv_pg_act(&s->writer, &(srv_lease){.what = what}, NULL, &(srv_answer){0}, why);
    if (err == SPK_OK)
        err = srv_pg_commit(&s->writer, why);
    if (err != SPK_OK)
        srv_pg_rollback(&s->writer);
    return err;
}

static void close_postgres(void *self)
{
    pg_store *s = self;
    if (s->writer.conn && s->writer.lease.epoch)
        act_alone(s, SRV_GOODBYE, NULL);
    srv_pg_close(&s->writer);
    srv_pg_close(&s->reader);
    spk_free(s->writer.known);
    spk_buf_release(&s->writer.lease.ids);
    spk_buf_release(&s->writer.lease.epochs);
    pthread_mutex_destroy(&s->lock);
    spk_free(s->url);
    spk_free(s);
}

static spk_err open_both(pg_store *s, const srv_store_options *o, spk_why *why)
{
    int n = sizeof migrations / sizeof *migrations;
    spk_err err = srv_pg_connect(&s->writer, why);
    if (err == SPK_OK)
        err = srv_pg_migrate(&s->writer, migrations, n, o->must_exist, why);
    if (err == SPK_OK)
        err = srv_pg_prepare(&s->writer, why);
    if (err == SPK_OK)
        err = srv_pg_connect(&s->reader, why);
    if (err == SPK_OK)
        err = srv_pg_prepare(&s->reader, why);
    return err == SPK_OK && o->node ? act_alone(s, SRV_HELLO, why) : err;
}

static void *open_postgres(const srv_store_options *options, spk_why *why)
{
    if (srv_libpq_load(why) != SPK_OK)
        return NULL;
    pg_store *s = spk_alloc(sizeof *s);
    spk_why reason = {0};
    char name[80];
    size_t n = strlen(options->path) + 1;
    s->url = memcpy(spk_alloc(n), options->path, n);
    pthread_mutex_init(&s->lock, NULL);
    s->writer.url = s->reader.url = s->url;
    s->writer.clock = s->reader.clock = options->clock;
    s->writer.alone = options->alone;
    s->writer.relaxed = options->durability == SRV_NORMAL;
    s->writer.lease.ms = options->lease_ms > 0 ? options->lease_ms : SRV_LEASE_MS;
    snprintf(s->writer.lease.node, sizeof s->writer.lease.node, "%s",
             options->node ? options->node : "");
    srv_pg_init_writer(&s->writer);
    srv_pg_init_reader(&s->reader);
    spk_err err = open_both(s, options, &reason);
    if (err == SPK_OK)
        return s;
    srv_pg_name(s->url, name, sizeof name);
    spk_fail(why, err, "The store %s cannot be opened. %s", name, reason.text);
    close_postgres(s);
    return NULL;
}

/* -- Groups ----------------------------------------------------------------------------------------- */

/* What the owner's thread is told when it asks whether all is well. */
static spk_err note(pg_store *s, const srv_pg *side, spk_err err, const spk_why *why)
{
    pthread_mutex_lock(&s->lock);
    if (side->conn)
        s->trouble[0] = '\0';
    else if (why)
        snprintf(s->trouble, sizeof s->trouble, "%s", why->text);
    pthread_mutex_unlock(&s->lock);
    return err;
}

static spk_err begin(void *self, spk_why *why)
{
    pg_store *s = self;
    return note(s, &s->writer, srv_pg_begin(&s->writer, why), why);
}

static spk_err apply(void *self, const srv_change *c, spk_why *why)
{
    return srv_pg_apply(&((pg_store *)self)->writer, c, why);
}

static spk_err lease(void *self, const srv_lease *l, srv_pool *pool, srv_answer *answer,
                     spk_why *why)
{
    return srv_pg_act(&((pg_store *)self)->writer, l, pool, answer, why);
}

static bool is_broken(void *self) { return ((pg_store *)self)->writer.broken; }

static spk_err commit(void *self, spk_why *why)
{
    pg_store *s = self;
    return note(s, &s->writer, srv_pg_commit(&s->writer, why), why);
}

static void rollback(void *self) { srv_pg_rollback(&((pg_store *)self)->writer); }

static spk_err ask(void *self, const srv_query *q, srv_pool *pool, srv_answer *answer, spk_why *why)
{
    pg_store *s = self;
    return note(s, &s->reader, srv_pg_answer(&s->reader, q, pool, answer, why), why);
}

/* -- Maintenance -------------------------------------------------------------------------------------- */

/* What may take minutes is waited for. */
static spk_err run_long(srv_pg *pg, const char *text, PGresult **rows, spk_why *why)
{
    spk_err err = srv_pg_connect(pg, why);
    if (err == SPK_OK && PQpipelineStatus(pg->conn) == PQ_PIPELINE_OFF)
        err = srv_pg_prepare(pg, why);
    if (err != SPK_OK)
        return err;
    int wait_ms = pg->wait_ms;
    pg->wait_ms = 0;
    err = srv_pg_run(pg, text, rows, why);
    pg->wait_ms = wait_ms;
    return err;
}

static spk_err vacuum(void *self, spk_why *why)
{
    return run_long(&((pg_store *)self)->writer, "VACUUM (FULL, ANALYZE) " OUR_TABLES, NULL, why);
}

/* PostgreSQL watches over keys; what it does not know of is checked here. */
static const struct check {
    const char *text, *complaint;
} checks[] = {
    {"SELECT table_id FROM entries GROUP BY table_id HAVING count(*) <> max(seq) LIMIT 1",
     "Table %s lacks an entry."},
    {"SELECT table_id FROM entries e WHERE NOT EXISTS"
     " (SELECT 1 FROM tables WHERE id = e.table_id) LIMIT 1",
     "An entry of table %s belongs to nothing."},
    {"SELECT s.table_id FROM seats s JOIN tables t ON t.id = s.table_id"
     " WHERE s.seat < 0 OR s.seat >= t.players LIMIT 1",
     "Table %s has a seat too many."},
    {SRV_UNSOUND_NOTE, "The note %s is damaged."},
};

static spk_err check(void *self, spk_why *why)
{
    srv_pg *pg = &((pg_store *)self)->reader;
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        PGresult *rows = NULL;
        char complaint[160];
        spk_err err = run_long(pg, checks[i].text, &rows, why);
        bool found = err == SPK_OK && PQntuples(rows) > 0;
        snprintf(complaint, sizeof complaint, checks[i].complaint,
                 found ? PQgetvalue(rows, 0, 0) : "");
        PQclear(rows);
        if (found)
            return spk_fail(why, SPK_EIO, "%s", complaint);
        if (err != SPK_OK)
            return err;
    }
    return SPK_OK;
}

static spk_err backup(void *self, const char *path, spk_why *why)
{
    (void)self, (void)path;
    return spk_fail(why, SPK_EREFUSED,
                    "A house in PostgreSQL is backed up with PostgreSQL's own tools: pg_dump, or "
                    "pg_basebackup and the WAL.");
}

static spk_err each_row(void *self, const srv_part *part, srv_each_row *each, void *context,
                        spk_why *why)
{
    return srv_pg_each_row(&((pg_store *)self)->reader, part, each, context, why);
}

static spk_err add_row(void *self, const srv_part *part, const srv_cell *cells, spk_why *why)
{
    return srv_pg_add_row(&((pg_store *)self)->writer, part, cells, why);
}

static spk_err health(const void *self, spk_why *why)
{
    pg_store *s = (pg_store *)(uintptr_t)self; /* a lock is no change */
    spk_err err = SPK_OK;
    pthread_mutex_lock(&s->lock);
    if (s->trouble[0])
        err = spk_fail(why, SPK_EIO, "%s", s->trouble);
    pthread_mutex_unlock(&s->lock);
    return err;
}

const srv_backend srv_backend_postgres = {
    .open = open_postgres,
    .close = close_postgres,
    .begin = begin,
    .apply = apply,
    .is_broken = is_broken,
    .commit = commit,
    .rollback = rollback,
    .lease = lease,
    .vacuum = vacuum,
    .ask = ask,
    .check = check,
    .backup = backup,
    .each_row = each_row,
    .add_row = add_row,
    .health = health,
};

void srv_store_name(const char *path, char *room, size_t cap)
{
    if (srv_store_is_url(path))
        srv_pg_name(path, room, cap);
    else
        snprintf(room, cap, "%s", path);
}
