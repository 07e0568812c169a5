/* postgres_lease.c: which node has which table, on PostgreSQL. What the rules are is in store.h ("Leases"); what locks what
 * is in migrations_pg/0002.sql, whose functions are called here.
 *
 * A group notes the tables it writes to, and sends one statement before COMMIT that fails unless the node still has all
 * of them:
 *
 *     BEGIN   rows of a, rows of b, rows of a   lease_holds(me, my epoch, {a,b}, {3,1})   COMMIT
 *
 * From that statement on the node's own row is locked until the transaction ends, and whoever takes over waits for it. If
 * it fails, the group is rolled back and tried again one by one, as after any other error, so that what is
 * not ours is refused and the rest is written. That costs a group one statement, however many tables are in it. */
#include "hosts/server/store/postgres.h"

#include <stdio.h>

#include "base/str.h"

/* -- The check -------------------------------------------------------------------------------------- */

static void start_anew(srv_pg_lease *l)
{
    spk_buf_clear(&l->ids);
    spk_buf_clear(&l->epochs);
    l->sent = l->unchecked = false;
    l->n_checks++;
}

void srv_pg_drop_checks(srv_pg *pg) { start_anew(&pg->lease); }

/* One more element of {"a","b"}. */
static void add_id(spk_buf *ids, const char *id)
{
    spk_buf_puts(ids, ids->n ? ",\"" : "{\"");
    for (; *id; id++) {
        if (*id == '"' || *id == '\\')
            spk_buf_putc(ids, '\\');
        spk_buf_putc(ids, *id);
    }
    spk_buf_putc(ids, '"');
}

static spk_err fail_over(const srv_pg *pg, spk_why *why)
{
    return spk_fail(why, SPK_ELOST, "The lease of node %s is over.", pg->lease.node);
}

static spk_err fail_lost(const srv_pg *pg, const char *table, spk_why *why)
{
    return spk_fail(why, SPK_ELOST, "Node %s does not have table %s.", pg->lease.node, table);
}

/* Refused here is what needs no question: without a lease, or with a change that names none, nothing can come of it. */
spk_err srv_pg_may_write(srv_pg *pg, const srv_change *c, spk_why *why)
{
    char text[120];
    if (pg->lease.over)
        return fail_over(pg, why);
    if (c->table && !c->create && c->epoch <= 0)
        return fail_lost(pg, c->table, why);
    if (c->new_account) { /* names that only look the same have no key in common */
        snprintf(text, sizeof text, "SELECT pg_advisory_xact_lock(%d, hashtext(current_schema()))",
                 SRV_PG_LOCK_NAMES);
        srv_pg_send_text(pg, text, NO_ARGS);
    }
    return SPK_OK;
}

/* Whoever reads that a table has moved on reads it again and goes on. Not if it is another's. That a table is
 * gone can be said to anybody. */
spk_err srv_pg_refuse(srv_pg *pg, const srv_change *c, spk_err err, spk_why *why)
{
    PGresult *rows;
    const char *table = c->create ? NULL : c->table;
    spk_err one = srv_pg_ask_text(
        pg,
        "SELECT lease_left($1, $2) > 0, NOT EXISTS (SELECT 1 FROM tables WHERE id = $3) OR EXISTS"
        " (SELECT 1 FROM leases l WHERE l.table_id = $3 AND l.epoch = $4 AND l.node = $1"
        " AND l.node_epoch = $2)",
        ARGS(TEXT(pg->lease.node), INT(pg->lease.epoch), TEXT(table), INT(c->epoch)), &rows, why);
    if (one != SPK_OK)
        return one;
    bool runs = spk_str_eq(PQgetvalue(rows, 0, 0), "t");
    bool has = spk_str_eq(PQgetvalue(rows, 0, 1), "t");
    PQclear(rows);
    if (!runs)
        return fail_over(pg, why);
    return table && !has ? fail_lost(pg, table, why) : err;
}

/* A table that goes takes its lease with it: that one is checked before. */
void srv_pg_note_table(srv_pg *pg, const srv_change *c, srv_pg_known *k)
{
    srv_pg_lease *l = &pg->lease;
    if (l->sent)
        start_anew(l);
    l->unchecked = true;
    if (!c->table || c->create || (k && k->checked == l->n_checks))
        return;
    add_id(&l->ids, c->table);
    spk_buf_printf(&l->epochs, "%c%lld", l->epochs.n ? ',' : '{', (long long)c->epoch);
    if (k)
        k->checked = l->n_checks;
    if (c->forget_table)
        srv_pg_check(pg);
}

void srv_pg_own_new(srv_pg *pg, const srv_change *c)
{
    if (!c->forget_table)
        srv_pg_send_text(pg,
                         "INSERT INTO leases (table_id, epoch, node, node_epoch)"
                         " VALUES ($1, $2, $3, $4)",
                         ARGS(TEXT(c->table), INT(SRV_PG_FIRST_EPOCH), TEXT(pg->lease.node),
                              INT(pg->lease.epoch)));
}

static void send_check(srv_pg *pg)
{
    const srv_pg_lease *l = &pg->lease;
    srv_pg_send_text(pg, "SELECT lease_holds($1, $2, $3, $4)",
                     ARGS(TEXT(l->node), INT(l->epoch), TEXT(spk_buf_text(&l->ids)),
                          TEXT(spk_buf_text(&l->epochs))));
}

void srv_pg_check(srv_pg *pg)
{
    srv_pg_lease *l = &pg->lease;
    if (!l->unchecked)
        return;
    spk_buf_puts(&l->ids, l->ids.n ? "}" : "{}");
    spk_buf_puts(&l->epochs, l->epochs.n ? "}" : "{}");
    send_check(pg);
    l->sent = true;
    l->unchecked = false;
}

spk_err srv_pg_check_again(srv_pg *pg, spk_err err, spk_why *why)
{
    spk_why reason = {0};
    srv_pg_rollback(pg);
    if (!pg->conn || !pg->lease.sent)
        return err;
    send_check(pg);
    if (srv_pg_sync(pg, &reason) != SPK_ELOST)
        return err;
    *why = reason;
    return SPK_ELOST;
}

bool srv_pg_lease_runs(srv_pg *pg)
{
    PGresult *rows;
    spk_err err = srv_pg_ask_text(pg, "SELECT lease_left($1, $2)",
                                  ARGS(TEXT(pg->lease.node), INT(pg->lease.epoch)), &rows, NULL);
    bool runs = err != SPK_OK || srv_pg_int(rows, 0, 0) > 0; /* in doubt it is said elsewhere */
    PQclear(rows);
    srv_pg_sync(pg, NULL);
    pg->lease.over = pg->lease.over || !runs;
    return runs;
}

/* -- Acts ---------------------------------------------------------------------------------------------- */

static spk_err hello(srv_pg *pg, spk_why *why)
{
    PGresult *rows;
    spk_err err = srv_pg_ask_text(
        pg, "SELECT lease_hello($1, $2, $3)",
        ARGS(TEXT(pg->lease.node), INT(pg->lease.epoch), INT(pg->lease.ms)), &rows, why);
    if (err != SPK_OK)
        return err;
    bool well = !PQgetisnull(rows, 0, 0);
    if (well) {
        pg->lease.epoch = srv_pg_int(rows, 0, 0);
        pg->lease.over = false;
    }
    PQclear(rows);
    return well ? SPK_OK
                : spk_fail(why, SPK_ETAKEN, "There is a node '%s' already.", pg->lease.node);
}

static spk_err lost(srv_pg *pg, spk_why *why)
{
    pg->lease.over = true;
    return spk_fail(why, SPK_ELOST, "Another node has ended the lease of node %s.", pg->lease.node);
}

/* A statement that changes one row of ours; 0: there is none. */
static spk_err change_row(srv_pg *pg, const char *text, const srv_pg_arg *args, int n, int *n_rows,
                          spk_why *why)
{
    PGresult *rows;
    spk_err err = srv_pg_ask_text(pg, text, args, n, &rows, why);
    *n_rows = err == SPK_OK ? PQntuples(rows) : 0;
    PQclear(rows);
    return err;
}

static spk_err renew(srv_pg *pg, const srv_lease *l, spk_why *why)
{
    int n = 0;
    spk_err err = change_row(
        pg,
        "UPDATE nodes SET expires = clock_timestamp() + $3::integer * interval '1 millisecond',"
        " house_ms = greatest(house_ms, nullif($4::bigint, 0)) WHERE id = $1 AND epoch = $2 "
        "RETURNING 1",
        ARGS(TEXT(pg->lease.node), INT(pg->lease.epoch), INT(pg->lease.ms), INT(l->house_ms)), &n,
        why);
    if (err == SPK_OK && n == 0)
        return lost(pg, why);
    if (err == SPK_OK)
        pg->lease.over = false;
    return err;
}

/* The row that goes is copied to 'departed', with when it was last there: the time of the goodbye, if that says. */
static spk_err goodbye(srv_pg *pg, const srv_lease *l, spk_why *why)
{
    int n = 0;
    srv_pg_check(pg);
    if (l->house_ms)
        srv_pg_send_text(pg, "UPDATE nodes SET house_ms = $3 WHERE id = $1 AND epoch = $2",
                         ARGS(TEXT(pg->lease.node), INT(pg->lease.epoch), INT(l->house_ms)));
    spk_err err = change_row(pg, "DELETE FROM nodes WHERE id = $1 AND epoch = $2 RETURNING 1",
                             ARGS(TEXT(pg->lease.node), INT(pg->lease.epoch)), &n, why);
    return err == SPK_OK && n == 0 ? lost(pg, why) : err;
}

static spk_err release(srv_pg *pg, const srv_lease *l, spk_why *why)
{
    int n = 0;
    srv_pg_check(pg);
    spk_err err = change_row(
        pg,
        "UPDATE leases SET node = NULL, node_epoch = NULL, left_at = nullif($5::bigint, 0)"
        " WHERE table_id = $1 AND epoch = $2 AND node = $3 AND node_epoch = $4 RETURNING 1",
        ARGS(TEXT(l->table), INT(l->epoch), TEXT(pg->lease.node), INT(pg->lease.epoch),
             INT(l->house_ms)),
        &n, why);
    return err == SPK_OK && n == 0 ? fail_lost(pg, l->table, why) : err;
}

static spk_err claim(srv_pg *pg, const srv_lease *l, srv_pool *pool, srv_answer *answer,
                     spk_why *why)
{
    PGresult *rows;
    spk_err err = srv_pg_ask_text(
        pg,
        "SELECT who, who_epoch, table_epoch, left_ms, taken, coalesce(left_at, 0)"
        " FROM lease_claim($1, $2, $3)",
        ARGS(TEXT(pg->lease.node), INT(pg->lease.epoch), TEXT(l->table)), &rows, why);
    if (err != SPK_OK)
        return err;
    if (PQntuples(rows) == 0) {
        PQclear(rows);
        return spk_fail(why, SPK_EUNKNOWN, "There is no such table.");
    }
    srv_owner *owner = srv_pool_get(pool, sizeof *owner);
    owner->node = srv_pool_text(pool, PQgetvalue(rows, 0, 0));
    owner->epoch = srv_pg_int(rows, 0, 2);
    owner->left_ms = srv_pg_int(rows, 0, 3);
    owner->taken = spk_str_eq(PQgetvalue(rows, 0, 4), "t");
    owner->left_at = owner->taken ? srv_pg_int(rows, 0, 5) : 0;
    bool mine =
        spk_str_eq(owner->node, pg->lease.node) && srv_pg_int(rows, 0, 1) == pg->lease.epoch;
    answer->owner = owner;
    PQclear(rows);
    return mine ? SPK_OK : spk_fail(why, SPK_ETAKEN, "Node %s has that table.", owner->node);
}

spk_err srv_pg_act(srv_pg *pg, const srv_lease *l, srv_pool *pool, srv_answer *answer, spk_why *why)
{
    spk_err err = SPK_OK;
    switch (l->what) {
    case SRV_HELLO: err = hello(pg, why); break;
    case SRV_RENEW: err = renew(pg, l, why); break;
    case SRV_CLAIM: err = claim(pg, l, pool, answer, why); break;
    case SRV_RELEASE: err = release(pg, l, why); break;
    case SRV_GOODBYE: err = goodbye(pg, l, why); break;
    case SRV_LEASE_ACT_COUNT: break;
    }
    pg->broken = pg->broken || pg->failed || !pg->conn;
    return err;
}
