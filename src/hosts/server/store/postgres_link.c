/* postgres_link.c: one connection to PostgreSQL: making it, making it again, sending statements, waiting for
 * answers, and PostgreSQL's errors in our words. Nothing here knows what is stored.
 *
 * The socket does not block: while answers are awaited, what is still to be sent goes out, so that a long
 * pipeline cannot get stuck with both ends waiting for the other to read. A server that says nothing for
 * WAIT_MS counts as lost. */
#include "hosts/server/store/postgres.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

enum {
    WAIT_MS = 20000, /* for one answer */
    LOCK_MS = 2500,  /* for the lock of a server that was killed a moment ago */
    LOCK_PAUSE_MS = 50,
    LEAST_DELAY_MS = 250, /* between attempts to connect again ... */
    MOST_DELAY_MS = 1000, /* ... and when many have failed */
    MOST_ARGS = 16,       /* of a statement */
    NUMBER_ROOM = 24,     /* for a number in decimal */
    NAME_ROOM = 16        /* for a statement's name */
};

/* -- Errors ---------------------------------------------------------------------------------------- */

/* libpq's messages have line breaks and tabs in them; ours are one line. */
static void in_one_line(const char *text, char *room, size_t cap)
{
    size_t n = 0;
    for (; *text && n + 1 < cap; text++) {
        bool blank = strchr(" \t\r\n", *text) != NULL;
        if (!blank)
            room[n++] = *text;
        else if (n && room[n - 1] != ' ')
            room[n++] = ' ';
    }
    while (n && (room[n - 1] == ' ' || room[n - 1] == '.'))
        n--;
    room[n] = '\0';
}

static bool is_class(const char *state, const char *class)
{
    return strncmp(state, class, strlen(class)) == 0;
}

static spk_err error_of(const char *state, const char *text, const char *constraint, spk_why *why)
{
    if (is_class(state, "23505") && spk_str_eq(constraint, "entries_pkey"))
        return spk_fail(why, SPK_ESTALE, "The table has moved on.");
    if (is_class(state, "23"))
        return spk_fail(why, SPK_ETAKEN, "The store refused it: %s.", text);
    if (is_class(state, "SK"))
        return spk_fail(why, SPK_ELOST, "%s.", text);
    if (is_class(state, "SN"))
        return spk_fail(why, SPK_ESTALE, "%s.", text);
    if (is_class(state, "22021"))
        return spk_fail(why, SPK_EMALFORMED, "The text is not UTF-8.");
    if (is_class(state, "53100"))
        return spk_fail(why, SPK_EIO, "The disk is full.");
    if (is_class(state, "55P03") || is_class(state, "40"))
        return spk_fail(why, SPK_EBUSY, "Another program is busy with the store.");
    if (is_class(state, "25006"))
        return spk_fail(why, SPK_EIO, "The database is read-only: is it a standby?");
    return spk_fail(why, SPK_EIO, "The store cannot be read or written: %s.", text);
}

/* What went wrong with a statement. SK001: see lease_runs in migrations_pg/0002.sql; SN001:
 * note_is_stale in 0004.sql. */
static spk_err statement_error(srv_pg *pg, const PGresult *result, spk_why *why)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE),
               *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY),
               *constraint = PQresultErrorField(result, PG_DIAG_CONSTRAINT_NAME);
    char text[160];
    in_one_line(message ? message : PQresultErrorMessage(result), text, sizeof text);
    if (state && spk_str_eq(state, "SK001"))
        pg->lease.over = true;
    return error_of(state ? state : "", text, constraint ? constraint : "", why);
}

static spk_err lose(srv_pg *pg, spk_why *why)
{
    char text[160];
    in_one_line(pg->conn ? PQerrorMessage(pg->conn) : "", text, sizeof text);
    srv_pg_close(pg);
    pg->lost = true;
    return spk_fail(why, SPK_EIO, "The connection to PostgreSQL was lost%s%s.", *text ? ": " : "",
                    text);
}

/* -- Waiting --------------------------------------------------------------------------------------- */

/* Send what is left to be sent, and read what has come. False: the connection is lost. */
static bool pump(srv_pg *pg, double until_ms)
{
    int unsent = PQflush(pg->conn);
    struct pollfd fd = {.fd = PQsocket(pg->conn), .events = POLLIN};
    if (unsent > 0)
        fd.events |= POLLOUT;
    double left = until_ms - host_clock_ms(&pg->clock);
    if (pg->wait_ms && left <= 0)
        return false;
    int n = poll(&fd, 1, pg->wait_ms ? (int)left + 1 : -1);
    if (n < 0)
        return errno == EINTR;
    return n == 0 || PQconsumeInput(pg->conn) == 1;
}

/* The next piece of an answer. False: the connection is lost. NULL ends a statement's answer. */
static bool next_piece(srv_pg *pg, PGresult **result)
{
    double until_ms = host_clock_ms(&pg->clock) + pg->wait_ms;
    *result = NULL;
    while (pg->conn && PQisBusy(pg->conn))
        if (!pump(pg, until_ms))
            return false;
    if (!pg->conn)
        return false;
    *result = PQgetResult(pg->conn);
    if (PQstatus(pg->conn) != CONNECTION_BAD)
        return true;
    PQclear(*result);
    *result = NULL;
    return false;
}

/* -- Answers ---------------------------------------------------------------------------------------- */

static bool is_good(const PGresult *result)
{
    ExecStatusType status = PQresultStatus(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

/* With a FATAL error the other end hangs up, even if we have not noticed yet; and a database that has become
 * read-only is no longer the one to talk to. */
static bool is_last_word(const PGresult *piece)
{
    const char *severity = PQresultErrorField(piece, PG_DIAG_SEVERITY_NONLOCALIZED),
               *state = PQresultErrorField(piece, PG_DIAG_SQLSTATE);
    return (severity && (spk_str_eq(severity, "FATAL") || spk_str_eq(severity, "PANIC"))) ||
           (state && spk_str_eq(state, "25006"));
}

/* Sort one piece: rows, an error, or something that was skipped after one. */
static spk_err take_piece(srv_pg *pg, PGresult *piece, PGresult **rows, spk_why *why)
{
    spk_err err = SPK_OK;
    if (is_good(piece) && rows) {
        PQclear(*rows);
        *rows = piece;
        return SPK_OK;
    }
    if (is_last_word(piece))
        err = lose(pg, why);
    else if (PQresultStatus(piece) == PGRES_PIPELINE_ABORTED)
        err = spk_fail(why, SPK_EIO, "The group was given up.");
    else if (!is_good(piece))
        err = statement_error(pg, piece, why);
    pg->failed = pg->failed || err != SPK_OK;
    PQclear(piece);
    return err;
}

spk_err srv_pg_take(srv_pg *pg, PGresult **rows, spk_why *why)
{
    spk_err err = SPK_OK;
    PGresult *piece;
    if (rows)
        *rows = NULL;
    if (!pg->conn)
        return lose(pg, why);
    for (;;) {
        if (!next_piece(pg, &piece)) {
            err = lose(pg, why);
            break;
        }
        if (!piece)
            break;
        spk_err one = take_piece(pg, piece, rows, why);
        err = err == SPK_OK ? one : err;
        if (!pg->conn)
            break;
    }
    pg->n_sent -= pg->n_sent > 0;
    if (err == SPK_OK && rows && !*rows)
        err = lose(pg, why); /* an answer without an answer: we are out of step */
    if (err != SPK_OK && rows) {
        PQclear(*rows);
        *rows = NULL;
    }
    return err;
}

/* Up to n answers are left; the first error is kept. */
static spk_err take_down_to(srv_pg *pg, int n, spk_why *why)
{
    spk_err err = SPK_OK;
    while (pg->conn && pg->n_sent > n) {
        spk_err one = srv_pg_take(pg, NULL, err == SPK_OK ? why : NULL);
        err = err == SPK_OK ? one : err;
    }
    return err == SPK_OK && !pg->conn ? lose(pg, why) : err;
}

void srv_pg_mark(srv_pg *pg)
{
    if (pg->conn && PQpipelineSync(pg->conn) != 1)
        lose(pg, NULL);
}

spk_err srv_pg_finish(srv_pg *pg, spk_why *why)
{
    PGresult *mark = NULL;
    spk_err err = take_down_to(pg, 0, why);
    if (!pg->conn)
        return err;
    if (!next_piece(pg, &mark) || PQresultStatus(mark) != PGRES_PIPELINE_SYNC) {
        PQclear(mark);
        return lose(pg, err == SPK_OK ? why : NULL);
    }
    PQclear(mark);
    pg->failed = false;
    return err;
}

spk_err srv_pg_sync(srv_pg *pg, spk_why *why)
{
    srv_pg_mark(pg);
    return srv_pg_finish(pg, why);
}

/* -- Sending ---------------------------------------------------------------------------------------- */

/* A statement's values as libpq wants them. */
typedef struct values {
    const char *value[MOST_ARGS];
    int length[MOST_ARGS], format[MOST_ARGS];
    char number[MOST_ARGS][NUMBER_ROOM];
} values;

static void put_values(values *v, const srv_pg_arg *args, int n)
{
    SPK_BUG_IF(n > MOST_ARGS);
    for (int i = 0; i < n; i++) {
        const srv_pg_arg *a = &args[i];
        v->format[i] = a->kind == SRV_PG_HASH;
        v->length[i] = SRV_HASH; /* texts are terminated: ignored for them */
        v->value[i] = a->bytes;
        if (a->kind == SRV_PG_INT) {
            snprintf(v->number[i], NUMBER_ROOM, "%" PRId64, a->number);
            v->value[i] = v->number[i];
        }
    }
}

static void name_of(int which, char room[NAME_ROOM]) { snprintf(room, NAME_ROOM, "s%d", which); }

/* If libpq cannot take it, the connection is lost or there is no memory: the answer is missing, and who
 * waits for it is told. */
void srv_pg_send(srv_pg *pg, int which, const srv_pg_arg *args, int n)
{
    char name[NAME_ROOM];
    values v;
    put_values(&v, args, n);
    name_of(which, name);
    if (pg->conn && PQsendQueryPrepared(pg->conn, name, n, v.value, v.length, v.format, 0) == 1)
        pg->n_sent++;
    else
        lose(pg, NULL);
}

void srv_pg_send_text(srv_pg *pg, const char *text, const srv_pg_arg *args, int n)
{
    values v;
    put_values(&v, args, n);
    if (pg->conn && PQsendQueryParams(pg->conn, text, n, NULL, v.value, v.length, v.format, 0) == 1)
        pg->n_sent++;
    else
        lose(pg, NULL);
}

/* Take everything up to the answer to the statement that was sent last. */
static spk_err take_last(srv_pg *pg, PGresult **rows, spk_why *why)
{
    *rows = NULL;
    if (!pg->conn || PQsendFlushRequest(pg->conn) != 1)
        return lose(pg, why);
    spk_err err = take_down_to(pg, 1, why);
    if (err != SPK_OK)
        return err;
    return srv_pg_take(pg, rows, why);
}

spk_err srv_pg_ask(srv_pg *pg, int which, const srv_pg_arg *args, int n, PGresult **rows,
                   spk_why *why)
{
    srv_pg_send(pg, which, args, n);
    return take_last(pg, rows, why);
}

spk_err srv_pg_ask_text(srv_pg *pg, const char *text, const srv_pg_arg *args, int n,
                        PGresult **rows, spk_why *why)
{
    srv_pg_send_text(pg, text, args, n);
    return take_last(pg, rows, why);
}

spk_err srv_pg_catch_up(srv_pg *pg, spk_why *why)
{
    if (!pg->conn || PQsendFlushRequest(pg->conn) != 1)
        return lose(pg, why);
    return take_down_to(pg, 0, why);
}

/* -- Without a pipeline ----------------------------------------------------------------------------- */

spk_err srv_pg_run(srv_pg *pg, const char *text, PGresult **rows, spk_why *why)
{
    bool piped = pg->conn && PQpipelineStatus(pg->conn) != PQ_PIPELINE_OFF;
    if (rows)
        *rows = NULL;
    if (!pg->conn || (piped && PQexitPipelineMode(pg->conn) != 1) ||
        PQsendQuery(pg->conn, text) != 1)
        return lose(pg, why);
    pg->n_sent++;
    spk_err err = srv_pg_take(pg, rows, why);
    pg->failed = false;
    if (pg->conn && piped && PQenterPipelineMode(pg->conn) != 1)
        return lose(pg, why);
    return err;
}

/* Rows come as pieces of one. After an error of ours the rest is read and dropped. */
static spk_err take_each(srv_pg *pg, srv_pg_row *each, void *context, spk_why *why)
{
    PGresult *piece;
    spk_err err = SPK_OK;
    for (;;) {
        if (!next_piece(pg, &piece))
            return lose(pg, err == SPK_OK ? why : NULL);
        if (!piece)
            return err;
        if (PQresultStatus(piece) == PGRES_SINGLE_TUPLE) {
            if (err == SPK_OK)
                err = each(context, piece, why);
            PQclear(piece);
            continue;
        }
        spk_err one = take_piece(pg, piece, NULL, err == SPK_OK ? why : NULL);
        err = err == SPK_OK ? one : err;
    }
}

spk_err srv_pg_each(srv_pg *pg, const char *text, srv_pg_row *each, void *context, spk_why *why)
{
    if (!pg->conn || PQexitPipelineMode(pg->conn) != 1 || PQsendQuery(pg->conn, text) != 1 ||
        PQsetSingleRowMode(pg->conn) != 1)
        return lose(pg, why);
    spk_err err = take_each(pg, each, context, why);
    pg->failed = false;
    if (pg->conn && PQenterPipelineMode(pg->conn) != 1)
        return lose(pg, why);
    return err;
}

/* -- Connecting -------------------------------------------------------------------------------------- */

static void say_nothing(void *context, const char *notice) { (void)context, (void)notice; }

/* What the URL says of these counts more. With several hosts the one that takes changes is meant. */
static PGconn *dial(const char *url)
{
    const char *const keys[] = {"connect_timeout",      "keepalives_idle",
                                "keepalives_count",     "keepalives_interval",
                                "tcp_user_timeout",     "fallback_application_name",
                                "target_session_attrs", "dbname",
                                "client_encoding",      NULL};
    const char *const words[] = {
        "10", "10",   "3", "3", "15000", "speakeasy", strchr(url, ',') ? "read-write" : "any",
        url,  "UTF8", NULL};
    return PQconnectdbParams(keys, words, 1);
}

/* The other end, too, must notice when we are gone: it holds our locks. Everything we ask often is found by a key; a
 * plan made while a table was empty must not read all of it for ever after. */
static const char session_text[] =
    "SET lock_timeout = '10s'; SET idle_in_transaction_session_timeout = '60s';"
    "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 3; SET tcp_keepalives_count = 3;"
    "SET tcp_user_timeout = 15000; SET bytea_output = 'hex'; SET jit = off; SET enable_seqscan = "
    "off;"
    "SET standard_conforming_strings = on; SET default_transaction_isolation = 'read committed';";

/* Nothing else is asked of a database before this. */
static spk_err check_server(srv_pg *pg, spk_why *why)
{
    PGresult *rows;
    int version = PQserverVersion(pg->conn);
    if (version < SRV_PG_OLDEST)
        return spk_fail(why, SPK_EREFUSED, "PostgreSQL %s is too old: Speakeasy needs %d or newer.",
                        PQparameterStatus(pg->conn, "server_version"), SRV_PG_OLDEST / 10000);
    spk_err err = srv_pg_run(pg, session_text, NULL, why);
    if (err == SPK_OK)
        err = srv_pg_run(pg,
                         pg->relaxed ? "SET synchronous_commit = off"
                                     : "SELECT set_config('synchronous_commit', 'on', false)"
                                       " WHERE current_setting('synchronous_commit') = 'off'",
                         NULL, why);
    if (err == SPK_OK)
        err = srv_pg_run(pg,
                         "SELECT current_setting('server_encoding'), current_schema(),"
                         " current_setting('transaction_read_only')",
                         &rows, why);
    if (err != SPK_OK)
        return err;
    if (!spk_str_eq(PQgetvalue(rows, 0, 0), "UTF8"))
        err = spk_fail(why, SPK_EREFUSED, "The database's encoding is %.20s; it must be UTF8.",
                       PQgetvalue(rows, 0, 0));
    else if (PQgetisnull(rows, 0, 1))
        err = spk_fail(why, SPK_EREFUSED, "Its search_path names no schema that exists.");
    else if (spk_str_eq(PQgetvalue(rows, 0, 2), "on"))
        err = spk_fail(why, SPK_EIO, "The database is read-only: is it a standby?");
    PQclear(rows);
    return err;
}

/* The lock belongs to the connection and goes with it. PostgreSQL may need a moment to notice that a server
 * was killed. Nodes share it. */
static spk_err lock_out(srv_pg *pg, spk_why *why)
{
    char text[100];
    double until_ms = host_clock_ms(&pg->clock) + LOCK_MS;
    snprintf(text, sizeof text, "SELECT pg_try_advisory_lock%s(%d, hashtext(current_schema()))",
             srv_pg_is_node(pg) ? "_shared" : "", SRV_PG_LOCK);
    for (;;) {
        PGresult *rows;
        spk_err err = srv_pg_run(pg, text, &rows, why);
        if (err != SPK_OK)
            return err;
        bool mine = spk_str_eq(PQgetvalue(rows, 0, 0), "t");
        PQclear(rows);
        if (mine)
            return SPK_OK;
        if (host_clock_ms(&pg->clock) > until_ms)
            return spk_fail(why, SPK_EBUSY, "Another server is using it.");
        host_clock_wait(&pg->clock, LOCK_PAUSE_MS);
    }
}

/* Longer and longer pauses: a database that comes back is not met by everybody at once. */
static void put_off(srv_pg *pg)
{
    int delay = pg->delay_ms ? 2 * pg->delay_ms : LEAST_DELAY_MS;
    pg->delay_ms = delay < MOST_DELAY_MS ? delay : MOST_DELAY_MS;
    pg->next_try_ms = host_clock_ms(&pg->clock) + pg->delay_ms;
}

/* By which others find the connection of a node whose lease is over (lease_end in migrations_pg/0002.sql). */
static spk_err wear_name(srv_pg *pg, spk_why *why)
{
    srv_pg_send_text(pg,
                     "SELECT set_config('application_name', 'speakeasy node ' || $1::text || ' ' "
                     "|| $2::text, false)",
                     ARGS(TEXT(pg->lease.node), INT(pg->lease.epoch)));
    return srv_pg_take(pg, NULL, why);
}

static spk_err connect_now(srv_pg *pg, spk_why *why)
{
    char text[200];
    pg->conn = dial(pg->url);
    pg->n_sent = 0;
    pg->failed = pg->lost = false;
    pg->wait_ms = WAIT_MS;
    if (PQstatus(pg->conn) != CONNECTION_OK) {
        in_one_line(PQerrorMessage(pg->conn), text, sizeof text);
        return spk_fail(why, SPK_EIO, "%s.", text);
    }
    PQsetNoticeProcessor(pg->conn, say_nothing, NULL);
    if (PQsetnonblocking(pg->conn, 1) != 0)
        return lose(pg, why);
    spk_err err = check_server(pg, why);
    if (err == SPK_OK && (pg->alone || srv_pg_is_node(pg)))
        err = lock_out(pg, why);
    return err == SPK_OK && pg->lease.epoch ? wear_name(pg, why) : err;
}

spk_err srv_pg_connect(srv_pg *pg, spk_why *why)
{
    if (pg->conn)
        return SPK_OK;
    if (host_clock_ms(&pg->clock) < pg->next_try_ms)
        return spk_fail(why, SPK_EIO, "There is no connection to PostgreSQL.");
    spk_err err = connect_now(pg, why);
    if (err != SPK_OK) {
        srv_pg_close(pg);
        put_off(pg);
        return err;
    }
    return SPK_OK;
}

/* All of them in one round trip. */
spk_err srv_pg_prepare(srv_pg *pg, spk_why *why)
{
    char name[NAME_ROOM];
    if (PQenterPipelineMode(pg->conn) != 1)
        return lose(pg, why);
    for (int i = 0; i < pg->n_texts; i++) {
        name_of(i, name);
        if (PQsendPrepare(pg->conn, name, pg->texts[i], 0, NULL) != 1)
            return lose(pg, why);
        pg->n_sent++;
    }
    spk_err err = srv_pg_sync(pg, why);
    if (err != SPK_OK) {
        srv_pg_close(pg);
        put_off(pg);
        return err;
    }
    pg->delay_ms = 0;
    pg->next_try_ms = 0;
    return SPK_OK;
}

void srv_pg_close(srv_pg *pg)
{
    PQfinish(pg->conn);
    pg->conn = NULL;
    pg->n_sent = 0;
}

void srv_pg_name(const char *url, char *room, size_t cap)
{
    PQconninfoOption *parts = srv_libpq_load(NULL) == SPK_OK ? PQconninfoParse(url, NULL) : NULL;
    const char *user = NULL, *host = NULL, *port = NULL, *base = NULL;
    for (PQconninfoOption *p = parts; p && p->keyword; p++) {
        if (spk_str_eq(p->keyword, "user"))
            user = p->val;
        else if (spk_str_eq(p->keyword, "host"))
            host = p->val;
        else if (spk_str_eq(p->keyword, "port"))
            port = p->val;
        else if (spk_str_eq(p->keyword, "dbname"))
            base = p->val;
    }
    snprintf(room, cap, "postgresql://%s%s%s%s%s/%s", user ? user : "", user ? "@" : "",
             host ? host : "", port ? ":" : "", port ? port : "", base ? base : "");
    if (parts)
        PQconninfoFree(parts);
}

/* -- Columns ------------------------------------------------------------------------------------- */

int64_t srv_pg_int(const PGresult *rows, int row, int column)
{
    return strtoll(PQgetvalue(rows, row, column), NULL, 10); /* NULL's text is "" */
}

const char *srv_pg_text(const PGresult *rows, int row, int column)
{
    return PQgetisnull(rows, row, column) ? NULL : PQgetvalue(rows, row, column);
}

static int hex_digit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

/* "\x00ff...": as bytea_output says. */
bool srv_pg_hash(const PGresult *rows, int row, int column, uint8_t hash[SRV_HASH])
{
    const char *text = PQgetvalue(rows, row, column);
    if (PQgetlength(rows, row, column) != 2 + 2 * SRV_HASH)
        return false;
    for (int i = 0; i < SRV_HASH; i++)
        hash[i] = (uint8_t)(hex_digit(text[2 + 2 * i]) << 4 | hex_digit(text[3 + 2 * i]));
    return true;
}

int srv_pg_word(const PGresult *rows, int row, int column, const char *const *words, int n)
{
    int at = spk_str_find(PQgetvalue(rows, row, column), words, n);
    return at < 0 ? 0 : at;
}
