/* postgres_read.c: rows become the answer to a query. A query of several statements is one read-only transaction,
 * so that a table and its entries are of the same moment; most take one round trip, lists take two. */
#include "hosts/server/store/postgres.h"

#include <string.h>

#include "base/str.h"

/* A table's row with its clock, and how far its match has come. One column list for all. */
#define COLUMNS                                                                                    \
    "SELECT t.id, t.game, t.players, t.status, t.listed, t.created, t.updated, t.finished,"        \
    " t.rematch_of, t.result, t.settings, t.header, t.commitment, c.text, c.due, e.seq, e.at"
#define LAST                                                                                       \
    " LEFT JOIN LATERAL (SELECT seq, at FROM entries WHERE table_id = t.id"                        \
    " ORDER BY seq DESC LIMIT 1) e ON true "
#define TABLES " FROM tables t LEFT JOIN clocks c ON c.table_id = t.id" LAST
#define PAGE                                                                                       \
    " AND (t.created, t.id) < ($2::bigint, $3::text) ORDER BY t.created DESC, t.id DESC LIMIT $4"
#define SEAT "s.seat, s.kind, s.takeover, s.name, s.bot, s.token, s.account, s.nonce, s.joined"

/* Notes, by rank one way or the other. */
#define NOTE_COLUMNS "SELECT kind, key, account, list, rank, text, version FROM notes"
#define RISING                                                                                     \
    " AND rank BETWEEN $2 AND $3 AND (rank, key) > ($4::bigint, $5::text)"                         \
    " ORDER BY rank, key LIMIT $6"
#define FALLING                                                                                    \
    " AND rank BETWEEN $2 AND $3 AND (rank, key) < ($4::bigint, $5::text)"                         \
    " ORDER BY rank DESC, key DESC LIMIT $6"
#define OF_KIND NOTE_COLUMNS " WHERE kind = $1"
#define OF_LIST NOTE_COLUMNS " WHERE kind = $1 AND list = $7"
#define OF_ACCOUNT                                                                                 \
    NOTE_COLUMNS " WHERE kind = $1 AND account = $8 AND ($7::text IS NULL OR list = $7)"

#define STATEMENTS(S)                                                                              \
    S(BEGIN, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")                                    \
    S(COMMIT, "COMMIT")                                                                            \
    S(ROLLBACK, "ROLLBACK")                                                                        \
    S(TABLE, COLUMNS ", t.seed" TABLES "WHERE t.id = $1")                                          \
    S(SEATS, "SELECT 0, " SEAT " FROM seats s WHERE s.table_id = $1 ORDER BY s.seat")              \
    S(SEATS_OF, "SELECT x.i - 1, " SEAT " FROM unnest($1::text[]) WITH ORDINALITY x (id, i)"       \
                " JOIN seats s ON s.table_id = x.id ORDER BY x.i, s.seat")                         \
    S(ENTRIES, "SELECT seq, at, line, ref FROM entries WHERE table_id = $1 ORDER BY seq")          \
    S(CHATS, "SELECT n, at, seat, text, ref FROM chat WHERE table_id = $1 ORDER BY n")             \
    S(TOKEN, "SELECT table_id, seat FROM seats WHERE token = $1 UNION ALL"                         \
             " SELECT table_id, -1 FROM hosts WHERE token = $1")                                   \
    S(LISTED, COLUMNS TABLES "WHERE t.listed = 1 AND t.status = $1" PAGE)                          \
    S(ALL, COLUMNS TABLES "WHERE ($1 = '' OR t.status = $1)" PAGE)                                 \
    S(MINE, COLUMNS TABLES "WHERE t.id IN (SELECT table_id FROM seats WHERE account = $5)"         \
                           " AND ($1 = '' OR t.status = $1)" PAGE)                                 \
    S(DUE, COLUMNS " FROM clocks c JOIN tables t ON t.id = c.table_id" LAST                        \
                   "WHERE c.due <= $1 AND (c.due, c.table_id) > ($2::bigint, $3::text)"            \
                   " AND ($5::text IS NULL OR NOT EXISTS (SELECT 1 FROM leases l JOIN nodes n"     \
                   " ON n.id = l.node AND n.epoch = l.node_epoch WHERE l.table_id = t.id"          \
                   " AND n.id <> $5 AND n.expires > clock_timestamp()))"                           \
                   " ORDER BY c.due, c.table_id LIMIT $4")                                         \
    S(ACCOUNT_ID, "SELECT id, name, password, created, 0 FROM accounts WHERE id = $1")             \
    S(ACCOUNT_FOLD, "SELECT id, name, password, created, 0 FROM accounts WHERE fold = $1")         \
    S(SESSION, "SELECT a.id, a.name, a.password, a.created, s.expires"                             \
               " FROM sessions s JOIN accounts a ON a.id = s.account"                              \
               " WHERE s.token = $1 AND s.expires > $2")                                           \
    S(NOTE, NOTE_COLUMNS " WHERE kind = $1 AND key = $2")                                          \
    S(NOTES, OF_KIND RISING)                                                                       \
    S(NOTES_FALLING, OF_KIND FALLING)                                                              \
    S(NOTES_LISTED, OF_LIST RISING)                                                                \
    S(NOTES_LISTED_FALLING, OF_LIST FALLING)                                                       \
    S(NOTES_OF, OF_ACCOUNT RISING)                                                                 \
    S(NOTES_OF_FALLING, OF_ACCOUNT FALLING)                                                        \
    S(COUNT_TABLES, "SELECT status, count(*) FROM tables GROUP BY status")                         \
    S(COUNT_OTHERS, "SELECT (SELECT count(*) FROM accounts), (SELECT count(*) FROM sessions),"     \
                    " pg_database_size(current_database())")                                       \
    S(OWNER, "SELECT l.node, l.epoch, lease_left(l.node, l.node_epoch)"                            \
             " FROM tables t LEFT JOIN leases l ON l.table_id = t.id WHERE t.id = $1")

#define NAME(name, text) name,
enum { STATEMENTS(NAME) N_STATEMENTS };
#undef NAME

void srv_pg_init_reader(srv_pg *pg)
{
#define TEXT_OF(name, text) text,
    static const char *const texts[] = {STATEMENTS(TEXT_OF)};
#undef TEXT_OF
    pg->texts = texts;
    pg->n_texts = N_STATEMENTS;
}

/* -- Columns ------------------------------------------------------------------------------------- */

static const char *text_of(srv_pool *pool, const PGresult *rows, int row, int column)
{
    return srv_pool_text(pool, srv_pg_text(rows, row, column));
}

static const uint8_t *hash_of(srv_pool *pool, const PGresult *rows, int row, int column)
{
    uint8_t hash[SRV_HASH];
    return srv_pg_hash(rows, row, column, hash) ? srv_pool_copy(pool, hash, SRV_HASH) : NULL;
}

static void fill_table(srv_pool *pool, const PGresult *rows, int row, srv_row *t)
{
    int64_t moved = srv_pg_int(rows, row, 16);
    t->id = text_of(pool, rows, row, 0);
    t->game = text_of(pool, rows, row, 1);
    t->players = (int)srv_pg_int(rows, row, 2);
    t->status = (room_status)srv_pg_word(rows, row, 3, room_status_words, ROOM_STATUS_COUNT);
    t->listed = srv_pg_int(rows, row, 4) != 0;
    t->created = srv_pg_int(rows, row, 5);
    t->updated = srv_pg_int(rows, row, 6);
    if (t->updated < moved)
        t->updated = moved;
    t->finished = srv_pg_int(rows, row, 7);
    t->rematch_of = text_of(pool, rows, row, 8);
    t->result = text_of(pool, rows, row, 9);
    t->settings = text_of(pool, rows, row, 10);
    t->header = text_of(pool, rows, row, 11);
    t->commitment = hash_of(pool, rows, row, 12);
    t->clock = text_of(pool, rows, row, 13);
    t->due = srv_pg_int(rows, row, 14);
    t->n_entries = (int)srv_pg_int(rows, row, 15);
}

static srv_seat seat_of(srv_pool *pool, const PGresult *rows, int row)
{
    return (srv_seat){
        .seat = (int)srv_pg_int(rows, row, 1),
        .kind = (room_kind)srv_pg_word(rows, row, 2, room_kind_words, ROOM_KIND_COUNT),
        .takeover = srv_pg_int(rows, row, 3) != 0,
        .name = text_of(pool, rows, row, 4),
        .bot = text_of(pool, rows, row, 5),
        .token = hash_of(pool, rows, row, 6),
        .account = text_of(pool, rows, row, 7),
        .nonce = text_of(pool, rows, row, 8),
        .joined = srv_pg_int(rows, row, 9),
    };
}

/* -- A table's parts ------------------------------------------------------------------------------ */

/* The first column says whose seat it is. */
static spk_err take_seats(srv_pg *pg, srv_pool *pool, srv_row *tables, int n_tables, spk_why *why)
{
    PGresult *rows;
    spk_err err = srv_pg_take(pg, &rows, why);
    if (err != SPK_OK)
        return err;
    int n = PQntuples(rows);
    srv_seat *seats = srv_pool_get(pool, (size_t)(n + 1) * sizeof *seats);
    for (int i = 0; i < n_tables; i++)
        tables[i].seats = seats;
    for (int i = 0; i < n; i++) {
        srv_row *t = &tables[srv_pg_int(rows, i, 0)];
        seats[i] = seat_of(pool, rows, i);
        if (t->n_seats++ == 0)
            t->seats = &seats[i];
    }
    PQclear(rows);
    return SPK_OK;
}

/* n_entries is the number of the last; one that is missing before it is damage. */
static spk_err take_entries(srv_pg *pg, srv_pool *pool, srv_row *t, spk_why *why)
{
    PGresult *rows;
    spk_err err = srv_pg_take(pg, &rows, why);
    if (err != SPK_OK)
        return err;
    int n = PQntuples(rows);
    srv_entry *entries = srv_pool_get(pool, (size_t)(n + 1) * sizeof *entries);
    for (int i = 0; i < n && err == SPK_OK; i++) {
        if (srv_pg_int(rows, i, 0) != i + 1)
            err = spk_fail(why, SPK_EIO, "The store is damaged: entry %d is missing.", i + 1);
        entries[i] = (srv_entry){.at = srv_pg_int(rows, i, 1),
                                 .line = text_of(pool, rows, i, 2),
                                 .ref = text_of(pool, rows, i, 3)};
    }
    t->entries = entries;
    PQclear(rows);
    return err;
}

static spk_err take_chats(srv_pg *pg, srv_pool *pool, srv_row *t, spk_why *why)
{
    PGresult *rows;
    spk_err err = srv_pg_take(pg, &rows, why);
    if (err != SPK_OK)
        return err;
    t->n_chats = PQntuples(rows);
    srv_chat *chats = srv_pool_get(pool, (size_t)(t->n_chats + 1) * sizeof *chats);
    for (int i = 0; i < t->n_chats; i++)
        chats[i] = (srv_chat){.n = (int)srv_pg_int(rows, i, 0),
                              .at = srv_pg_int(rows, i, 1),
                              .seat = (int)srv_pg_int(rows, i, 2),
                              .text = text_of(pool, rows, i, 3),
                              .ref = text_of(pool, rows, i, 4)};
    t->chats = t->n_chats ? chats : NULL;
    PQclear(rows);
    return SPK_OK;
}

/* -- Queries -------------------------------------------------------------------------------------- */

static spk_err take_row(srv_pg *pg, bool with_seed, srv_pool *pool, srv_answer *answer,
                        spk_why *why)
{
    PGresult *rows;
    srv_row *t = srv_pool_get(pool, sizeof *t);
    spk_err err = srv_pg_take(pg, &rows, why);
    if (err != SPK_OK)
        return err;
    if (PQntuples(rows) == 0) {
        err = spk_fail(why, SPK_EUNKNOWN, "There is no such table.");
    } else {
        fill_table(pool, rows, 0, t);
        t->seed = with_seed ? hash_of(pool, rows, 0, 17) : NULL;
    }
    PQclear(rows);
    answer->tables = t;
    if (err == SPK_OK)
        err = take_seats(pg, pool, t, 1, why);
    answer->n_tables = err == SPK_OK;
    return err;
}

static spk_err ask_table(srv_pg *pg, const srv_query *q, srv_pool *pool, srv_answer *answer,
                         spk_why *why)
{
    static const int steps[] = {TABLE, SEATS, ENTRIES, CHATS};
    srv_pg_send(pg, BEGIN, NO_ARGS);
    for (int i = 0; i < 4; i++)
        srv_pg_send(pg, steps[i], ARGS(TEXT(q->id)));
    srv_pg_send(pg, COMMIT, NO_ARGS);
    srv_pg_mark(pg);
    spk_err err = srv_pg_take(pg, NULL, why);
    if (err == SPK_OK)
        err = take_row(pg, true, pool, answer, why);
    srv_row *t = (srv_row *)answer->tables; /* made just now, and ours */
    if (err == SPK_OK)
        err = take_entries(pg, pool, t, why);
    return err == SPK_OK ? take_chats(pg, pool, t, why) : err;
}

static spk_err ask_token(srv_pg *pg, const srv_query *q, srv_pool *pool, srv_answer *answer,
                         spk_why *why)
{
    PGresult *rows;
    srv_pg_send(pg, BEGIN, NO_ARGS);
    spk_err err = srv_pg_ask(pg, TOKEN, ARGS(HASH(q->token)), &rows, why);
    bool found = err == SPK_OK && PQntuples(rows) > 0;
    const char *id = found ? text_of(pool, rows, 0, 0) : NULL;
    answer->seat = found ? (int)srv_pg_int(rows, 0, 1) : 0;
    PQclear(rows);
    if (found) {
        srv_pg_send(pg, TABLE, ARGS(TEXT(id)));
        srv_pg_send(pg, SEATS, ARGS(TEXT(id)));
    }
    srv_pg_send(pg, COMMIT, NO_ARGS);
    srv_pg_mark(pg);
    if (err == SPK_OK && !found)
        return spk_fail(why, SPK_EUNKNOWN, "Nobody has that token.");
    return err == SPK_OK ? take_row(pg, false, pool, answer, why) : err;
}

/* An array of their ids, in PostgreSQL's notation. */
static void print_ids(const srv_row *tables, int n, spk_buf *out)
{
    for (int i = 0; i < n; i++) {
        spk_buf_puts(out, i ? ",\"" : "{\"");
        for (const char *p = tables[i].id; *p; p++) {
            if (*p == '"' || *p == '\\')
                spk_buf_putc(out, '\\');
            spk_buf_putc(out, *p);
        }
        spk_buf_puts(out, "\"");
    }
    spk_buf_puts(out, n ? "}" : "{}");
}

/* One more than asked for tells whether the list goes on. */
static spk_err take_page(srv_pg *pg, const srv_query *q, spk_err err, PGresult *rows,
                         srv_pool *pool, srv_answer *answer, spk_why *why)
{
    spk_buf ids = {0};
    int limit = srv_query_limit(q), n = err == SPK_OK ? PQntuples(rows) : 0;
    answer->more = n > limit;
    n = n > limit ? limit : n;
    srv_row *tables = srv_pool_get(pool, (size_t)(n + 1) * sizeof *tables);
    for (int i = 0; i < n; i++)
        fill_table(pool, rows, i, &tables[i]);
    PQclear(rows);
    print_ids(tables, n, &ids);
    if (n > 0)
        srv_pg_send(pg, SEATS_OF, ARGS(TEXT(spk_buf_text(&ids))));
    srv_pg_send(pg, COMMIT, NO_ARGS);
    srv_pg_mark(pg);
    if (err == SPK_OK && n > 0)
        err = take_seats(pg, pool, tables, n, why);
    answer->tables = tables;
    answer->n_tables = err == SPK_OK ? n : 0;
    spk_buf_release(&ids);
    return err;
}

static spk_err ask_list(srv_pg *pg, const srv_query *q, srv_pool *pool, srv_answer *answer,
                        spk_why *why)
{
    int which = q->what == SRV_ASK_LISTED ? LISTED : q->what == SRV_ASK_ALL ? ALL : MINE;
    int64_t at = q->after_id ? q->after_at : INT64_MAX;
    const srv_pg_arg args[] = {TEXT(room_status_words[q->status]), INT(at),
                               TEXT(q->after_id ? q->after_id : ""), INT(srv_query_limit(q) + 1),
                               TEXT(q->id)};
    PGresult *rows;
    srv_pg_send(pg, BEGIN, NO_ARGS);
    spk_err err = srv_pg_ask(pg, which, args, which == MINE ? 5 : 4, &rows, why);
    return take_page(pg, q, err, rows, pool, answer, why);
}

static spk_err ask_due(srv_pg *pg, const srv_query *q, srv_pool *pool, srv_answer *answer,
                       spk_why *why)
{
    PGresult *rows;
    srv_pg_send(pg, BEGIN, NO_ARGS);
    spk_err err = srv_pg_ask(pg, DUE,
                             ARGS(INT(q->at), INT(q->after_id ? q->after_at : INT64_MIN),
                                  TEXT(q->after_id ? q->after_id : ""), INT(srv_query_limit(q) + 1),
                                  TEXT(q->id)),
                             &rows, why);
    return take_page(pg, q, err, rows, pool, answer, why);
}

static spk_err take_account(srv_pg *pg, srv_pool *pool, srv_answer *answer, spk_why *why)
{
    PGresult *rows;
    srv_pg_mark(pg);
    spk_err err = srv_pg_take(pg, &rows, why);
    if (err != SPK_OK)
        return err;
    if (PQntuples(rows) == 0) {
        err = spk_fail(why, SPK_EUNKNOWN, "There is no such account.");
    } else {
        srv_account *a = srv_pool_get(pool, sizeof *a);
        a->id = text_of(pool, rows, 0, 0);
        a->name = text_of(pool, rows, 0, 1);
        a->password = text_of(pool, rows, 0, 2);
        a->created = srv_pg_int(rows, 0, 3);
        answer->account = a;
        answer->expires = srv_pg_int(rows, 0, 4);
    }
    PQclear(rows);
    return err;
}

static spk_err ask_account(srv_pg *pg, const srv_query *q, srv_pool *pool, srv_answer *answer,
                           spk_why *why)
{
    char fold[SRV_NAME_ROOM];
    bool named = q->name && srv_name_fold(q->name, fold);
    if (named)
        srv_pg_send(pg, ACCOUNT_FOLD, ARGS(TEXT(fold)));
    else /* a name that nobody can have is nobody's */
        srv_pg_send(pg, ACCOUNT_ID, ARGS(TEXT(q->name ? NULL : q->id)));
    return take_account(pg, pool, answer, why);
}

static spk_err ask_session(srv_pg *pg, const srv_query *q, srv_pool *pool, srv_answer *answer,
                           spk_why *why)
{
    srv_pg_send(pg, SESSION, ARGS(HASH(q->token), INT(q->at)));
    return take_account(pg, pool, answer, why);
}

/* One more than asked for tells whether the list goes on. */
static spk_err take_notes(srv_pg *pg, int limit, srv_pool *pool, srv_answer *answer, spk_why *why)
{
    PGresult *rows;
    srv_pg_mark(pg);
    spk_err err = srv_pg_take(pg, &rows, why);
    if (err != SPK_OK)
        return err;
    int n = PQntuples(rows);
    answer->more = n > limit;
    answer->n_notes = n > limit ? limit : n;
    srv_note *notes = srv_pool_get(pool, (size_t)limit * sizeof *notes);
    for (int i = 0; i < answer->n_notes; i++)
        notes[i] = (srv_note){.kind = text_of(pool, rows, i, 0),
                              .key = text_of(pool, rows, i, 1),
                              .account = text_of(pool, rows, i, 2),
                              .list = text_of(pool, rows, i, 3),
                              .rank = srv_pg_int(rows, i, 4),
                              .text = text_of(pool, rows, i, 5),
                              .version = srv_pg_int(rows, i, 6)};
    answer->notes = notes;
    PQclear(rows);
    return SPK_OK;
}

static spk_err ask_note(srv_pg *pg, const srv_query *q, srv_pool *pool, srv_answer *answer,
                        spk_why *why)
{
    srv_pg_send(pg, NOTE, ARGS(TEXT(q->kind), TEXT(q->key)));
    spk_err err = take_notes(pg, 1, pool, answer, why);
    return err == SPK_OK && answer->n_notes == 0
               ? spk_fail(why, SPK_EUNKNOWN, "There is no such note.")
               : err;
}

static spk_err ask_notes(srv_pg *pg, const srv_query *q, srv_pool *pool, srv_answer *answer,
                         spk_why *why)
{
    int which = (q->account ? NOTES_OF : q->list ? NOTES_LISTED : NOTES) + q->falling;
    int64_t at = q->after_id ? q->after_at : q->falling ? INT64_MAX : INT64_MIN;
    const char *key = q->after_id ? q->after_id : q->falling ? SRV_LAST_KEY : "";
    const srv_pg_arg args[] = {TEXT(q->kind),
                               INT(q->within ? q->low_rank : INT64_MIN),
                               INT(q->within ? q->high_rank : INT64_MAX),
                               INT(at),
                               TEXT(key),
                               INT(srv_query_limit(q) + 1),
                               TEXT(q->list),
                               TEXT(q->account)};
    srv_pg_send(pg, which, args, q->account ? 8 : q->list ? 7 : 6);
    return take_notes(pg, srv_query_limit(q), pool, answer, why);
}

static spk_err ask_counts(srv_pg *pg, srv_pool *pool, srv_answer *answer, spk_why *why)
{
    PGresult *rows;
    srv_counts *counts = srv_pool_get(pool, sizeof *counts);
    srv_pg_send(pg, COUNT_TABLES, NO_ARGS);
    srv_pg_send(pg, COUNT_OTHERS, NO_ARGS);
    srv_pg_mark(pg);
    spk_err err = srv_pg_take(pg, &rows, why);
    for (int i = 0; err == SPK_OK && i < PQntuples(rows); i++) {
        int64_t n = srv_pg_int(rows, i, 1);
        counts->tables[srv_pg_word(rows, i, 0, room_status_words, ROOM_STATUS_COUNT)] += n;
        counts->tables[ROOM_STATUS_ANY] += n;
    }
    PQclear(rows);
    if (err == SPK_OK)
        err = srv_pg_take(pg, &rows, why);
    if (err != SPK_OK)
        return err;
    counts->accounts = srv_pg_int(rows, 0, 0);
    counts->sessions = srv_pg_int(rows, 0, 1);
    counts->file_bytes = srv_pg_int(rows, 0, 2);
    PQclear(rows);
    answer->counts = counts;
    return SPK_OK;
}

static spk_err ask_owner(srv_pg *pg, const srv_query *q, srv_pool *pool, srv_answer *answer,
                         spk_why *why)
{
    PGresult *rows;
    srv_pg_send(pg, OWNER, ARGS(TEXT(q->id)));
    srv_pg_mark(pg);
    spk_err err = srv_pg_take(pg, &rows, why);
    if (err != SPK_OK)
        return err;
    if (PQntuples(rows) == 0) {
        err = spk_fail(why, SPK_EUNKNOWN, "There is no such table.");
    } else {
        srv_owner *owner = srv_pool_get(pool, sizeof *owner);
        owner->epoch = srv_pg_int(rows, 0, 1);
        owner->left_ms = srv_pg_int(rows, 0, 2);
        owner->node = owner->left_ms > 0 ? text_of(pool, rows, 0, 0) : NULL;
        answer->owner = owner;
    }
    PQclear(rows);
    return err;
}

/* Each has sent a mark when it returns. */
static spk_err answer_query(srv_pg *pg, const srv_query *q, srv_pool *pool, srv_answer *answer,
                            spk_why *why)
{
    switch (q->what) {
    case SRV_ASK_TABLE: return ask_table(pg, q, pool, answer, why);
    case SRV_ASK_TOKEN: return ask_token(pg, q, pool, answer, why);
    case SRV_ASK_LISTED:
    case SRV_ASK_ALL:
    case SRV_ASK_MINE: return ask_list(pg, q, pool, answer, why);
    case SRV_ASK_DUE: return ask_due(pg, q, pool, answer, why);
    case SRV_ASK_ACCOUNT: return ask_account(pg, q, pool, answer, why);
    case SRV_ASK_SESSION: return ask_session(pg, q, pool, answer, why);
    case SRV_ASK_COUNTS: return ask_counts(pg, pool, answer, why);
    case SRV_ASK_NOTE: return ask_note(pg, q, pool, answer, why);
    case SRV_ASK_NOTES: return ask_notes(pg, q, pool, answer, why);
    case SRV_ASK_OWNER: return ask_owner(pg, q, pool, answer, why);
    case SRV_ASK_COUNT: break;
    }
    srv_pg_mark(pg);
    return spk_fail(why, SPK_EUNKNOWN, "There is no such query.");
}

static spk_err answer_once(srv_pg *pg, const srv_query *q, srv_pool *pool, srv_answer *answer,
                           spk_why *why)
{
    spk_err err = srv_pg_connect(pg, why);
    if (err == SPK_OK && PQpipelineStatus(pg->conn) == PQ_PIPELINE_OFF)
        err = srv_pg_prepare(pg, why);
    if (err != SPK_OK)
        return err;
    err = answer_query(pg, q, pool, answer, why);
    bool well = srv_pg_finish(pg, err == SPK_OK ? why : NULL) == SPK_OK;
    if (!well && pg->conn) { /* a statement failed: the transaction is still open */
        srv_pg_send(pg, ROLLBACK, NO_ARGS);
        srv_pg_sync(pg, NULL);
    }
    return err == SPK_OK && !well ? SPK_EIO : err;
}

/* Reading twice does no harm: a connection that was lost meanwhile, after a restart say, is made again. */
spk_err srv_pg_answer(srv_pg *pg, const srv_query *q, srv_pool *pool, srv_answer *answer,
                      spk_why *why)
{
    bool had = pg->conn != NULL;
    spk_err err = answer_once(pg, q, pool, answer, why);
    if (err == SPK_OK || !had || pg->conn)
        return err;
    *answer = (srv_answer){.why = ""};
    return answer_once(pg, q, pool, answer, why);
}
