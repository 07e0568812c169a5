/* pg_kit.h: places for tests in a PostgreSQL database: each a schema of its own. Part of store_kit.h; run by
 * tests/with_postgres. */
#ifndef PG_KIT_H
#define PG_KIT_H

#include <libpq-fe.h>

static inline const char *pg_kit_url(void)
{
    const char *url = getenv("SPK_TEST_PG");
    if (!url)
        fail_msg("there is no database: run this with tests/with_postgres");
    return url;
}

/* One statement on a connection of its own; the first number it answers, or 0. */
static inline long long pg_kit_sql(const char *text)
{
    PGconn *conn = PQconnectdb(pg_kit_url());
    PGresult *rows = PQexec(conn, text);
    ExecStatusType status = PQresultStatus(rows);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        fail_msg("%s: %s", text, PQerrorMessage(conn));
    long long number = PQntuples(rows) > 0 ? atoll(PQgetvalue(rows, 0, 0)) : 0;
    PQclear(rows);
    PQfinish(conn);
    return number;
}

static inline void kit_place(stage *s)
{
    static int n_places;
    char text[160];
    snprintf(s->dir, sizeof s->dir, "p%d_%d", (int)getpid(), ++n_places);
    snprintf(text, sizeof text, "CREATE SCHEMA %s", s->dir);
    pg_kit_sql(text);
    snprintf(s->path, sizeof s->path, "%s&options=-csearch_path%%3D%s", pg_kit_url(), s->dir);
}

static inline void kit_unplace(stage *s)
{
    char text[160];
    snprintf(text, sizeof text, "SET client_min_messages = warning; DROP SCHEMA %s CASCADE",
             s->dir);
    pg_kit_sql(text);
}

#endif
