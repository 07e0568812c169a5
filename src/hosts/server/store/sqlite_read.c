/* sqlite_read.c: rows become the answer to a query. One query is one read transaction, so that
 * a table and its entries are of the same moment. */
#include <string.h>

#include "hosts/server/store/sqlite.h"

/* Of a table's last entry: fresh ones come after all that have settled. */
#define LAST(what)                                                                                 \
    " coalesce((SELECT " what " FROM fresh WHERE place " SRV_SQL_PLACES                            \
    " ORDER BY place DESC LIMIT 1), (SELECT " what " FROM settled WHERE place " SRV_SQL_PLACES     \
    " ORDER BY place DESC LIMIT 1))"

/* A table's row with its clock, and how far its match has come. One column list for all. */
#define COLUMNS                                                                                    \
    "SELECT t.id, t.game, t.players, t.status, t.listed, t.created, t.updated, t.finished,"        \
    " t.rematch_of, t.result, t.settings, t.header, t.commitment, c.text, c.due," LAST(            \
        "place & 1048575") "," LAST("at")
#define TABLES " FROM tables t LEFT JOIN clocks c ON c.table_id = t.id "
#define PAGE   " AND (t.created, t.id) < (?2, ?3) ORDER BY t.created DESC, t.id DESC LIMIT ?4"

/* Notes, by rank one way or the other. */
#define NOTE_COLUMNS "SELECT kind, key, account, list, rank, text, version FROM notes"
#define RISING       " AND rank BETWEEN ?2 AND ?3 AND (rank, key) > (?4, ?5) ORDER BY rank, key LIMIT ?6"
#define FALLING                                                                                    \
    " AND rank BETWEEN ?2 AND ?3 AND (rank, key) < (?4, ?5) ORDER BY rank DESC, key DESC LIMIT ?6"
#define OF_KIND    NOTE_COLUMNS " WHERE kind = ?1"
#define OF_LIST    NOTE_COLUMNS " WHERE kind = ?1 AND list = ?7"
#define OF_ACCOUNT NOTE_COLUMNS " WHERE kind = ?1 AND account = ?8 AND (?7 IS NULL OR list = ?7)"

#define STATEMENTS(S)                                                                              \
    S(BEGIN, "BEGIN")                                                                              \
    S(COMMIT, "COMMIT")                                                                            \
    S(TABLE, COLUMNS ", t.seed" TABLES "WHERE t.id = ?1")                                          \
    S(SEATS, "SELECT seat, kind, takeover, name, bot, token, account, nonce, joined"               \
             " FROM seats WHERE table_id = ?1 ORDER BY seat")                                      \
    S(ENTRIES, "SELECT seq, at, line, ref FROM entries WHERE table_id = ?1 ORDER BY seq")          \
    S(N_CHATS, "SELECT count(*) FROM chat WHERE table_id = ?1")                                    \
    S(CHATS, "SELECT n, at, seat, text, ref FROM chat WHERE table_id = ?1 ORDER BY n")             \
    S(SEAT_TOKEN, "SELECT table_id, seat FROM seats WHERE token = ?1")                             \
    S(HOST_TOKEN, "SELECT table_id FROM hosts WHERE token = ?1")                                   \
    S(LISTED, COLUMNS TABLES "WHERE t.listed = 1 AND t.status = ?1" PAGE)                          \
    S(ALL, COLUMNS TABLES "WHERE (?1 = '' OR t.status = ?1)" PAGE)                                 \
    S(MINE, COLUMNS " FROM (SELECT DISTINCT table_id FROM seats WHERE account = ?5) s"             \
                    " CROSS JOIN tables t ON t.id = s.table_id"                                    \
                    " LEFT JOIN clocks c ON c.table_id = t.id"                                     \
                    " WHERE (?1 = '' OR t.status = ?1)" PAGE)                                      \
    S(DUE, COLUMNS " FROM clocks c CROSS JOIN tables t ON t.id = c.table_id"                       \
                   " WHERE c.due <= ?1 AND (c.due, c.table_id) > (?2, ?3)"                         \
                   " ORDER BY c.due, c.table_id LIMIT ?4")                                         \
    S(ACCOUNT_ID, "SELECT id, name, password, created FROM accounts WHERE id = ?1")                \
    S(ACCOUNT_FOLD, "SELECT id, name, password, created FROM accounts WHERE fold = ?1")            \
    S(SESSION, "SELECT a.id, a.name, a.password, a.created, s.expires"                             \
               " FROM sessions s JOIN accounts a ON a.id = s.account"                              \
               " WHERE s.token = ?1 AND s.expires > ?2")                                           \
    S(NOTE, NOTE_COLUMNS " WHERE kind = ?1 AND key = ?2")                                          \
    S(NOTES, OF_KIND RISING)                                                                       \
    S(NOTES_FALLING, OF_KIND FALLING)                                                              \
    S(NOTES_LISTED, OF_LIST RISING)                                                                \
    S(NOTES_LISTED_FALLING, OF_LIST FALLING)                                                       \
    S(NOTES_OF, OF_ACCOUNT RISING)                                                                 \
    S(NOTES_OF_FALLING, OF_ACCOUNT FALLING)                                                        \
    S(COUNT_TABLES, "SELECT status, count(*) FROM tables GROUP BY listed, status")                 \
    S(COUNT_OTHERS, "SELECT (SELECT count(*) FROM accounts), (SELECT count(*) FROM sessions),"     \
                    " (SELECT page_count FROM pragma_page_count)"                                  \
                    " * (SELECT page_size FROM pragma_page_size)")

#define NAME(name, text) name,
enum { STATEMENTS(NAME) N_STATEMENTS };
#undef NAME

_Static_assert((int)N_STATEMENTS <= (int)SRV_SQL_STATEMENTS, "make room");

spk_err srv_sql_prepare_reader(srv_sql *sql, spk_why *why)
{
#define TEXT_OF(name, text) text,
    static const char *const texts[] = {STATEMENTS(TEXT_OF)};
#undef TEXT_OF
    return srv_sql_prepare(sql, texts, N_STATEMENTS, why);
}

/* -- Columns ------------------------------------------------------------------------------------- */

static const char *text_of(srv_pool *pool, sqlite3_stmt *row, int column)
{
    return srv_pool_text(pool, (const char *)sqlite3_column_text(row, column));
}

/* Texts that are never NULL in a sound file; a damaged one must not bring the server down. */
static const char *sure_text(srv_pool *pool, sqlite3_stmt *row, int column)
{
    const char *text = text_of(pool, row, column);
    return text ? text : "";
}

static const uint8_t *hash_of(srv_pool *pool, sqlite3_stmt *row, int column)
{
    const void *bytes = sqlite3_column_blob(row, column);
    return sqlite3_column_bytes(row, column) == SRV_HASH ? srv_pool_copy(pool, bytes, SRV_HASH)
                                                         : NULL;
}

static void fill_table(srv_pool *pool, sqlite3_stmt *row, srv_row *t)
{
    int64_t moved = sqlite3_column_int64(row, 16);
    t->id = sure_text(pool, row, 0);
    t->game = sure_text(pool, row, 1);
    t->players = sqlite3_column_int(row, 2);
    t->status = (room_status)srv_sql_word(row, 3, room_status_words, ROOM_STATUS_COUNT);
    t->listed = sqlite3_column_int(row, 4) != 0;
    t->created = sqlite3_column_int64(row, 5);
    t->updated = sqlite3_column_int64(row, 6);
    if (t->updated < moved)
        t->updated = moved;
    t->finished = sqlite3_column_int64(row, 7);
    t->rematch_of = text_of(pool, row, 8);
    t->result = text_of(pool, row, 9);
    t->settings = sure_text(pool, row, 10);
    t->header = sure_text(pool, row, 11);
    t->commitment = hash_of(pool, row, 12);
    t->clock = text_of(pool, row, 13);
    t->due = sqlite3_column_int64(row, 14);
    t->n_entries = sqlite3_column_int(row, 15);
}

static void fill_seat(srv_pool *pool, sqlite3_stmt *row, srv_seat *s)
{
    s->seat = sqlite3_column_int(row, 0);
    s->kind = (room_kind)srv_sql_word(row, 1, room_kind_words, ROOM_KIND_COUNT);
    s->takeover = sqlite3_column_int(row, 2) != 0;
    s->name = text_of(pool, row, 3);
    s->bot = text_of(pool, row, 4);
    s->token = hash_of(pool, row, 5);
    s->account = text_of(pool, row, 6);
    s->nonce = text_of(pool, row, 7);
    s->joined = sqlite3_column_int64(row, 8);
}

/* -- A table's parts ------------------------------------------------------------------------------ */

static spk_err end_of_rows(spk_err err, sqlite3_stmt *row)
{
    srv_sql_end(row);
    return err == SPK_EUNKNOWN ? SPK_OK : err;
}

static spk_err read_seats(srv_sql *sql, srv_pool *pool, srv_row *t, spk_why *why)
{
    sqlite3_stmt *row;
    srv_seat *seats = srv_pool_get(pool, SRV_MAX_SEATS * sizeof *seats);
    spk_err err = srv_sql_first(sql, SEATS, ARGS(TEXT(t->id)), &row, why);
    for (; err == SPK_OK && t->n_seats < SRV_MAX_SEATS; err = srv_sql_next(sql, row, why))
        fill_seat(pool, row, &seats[t->n_seats++]);
    t->seats = seats;
    return end_of_rows(err, row);
}

/* n_entries is the number of the last; one that is missing before it is damage. */
static spk_err read_entries(srv_sql *sql, srv_pool *pool, srv_row *t, spk_why *why)
{
    sqlite3_stmt *row;
    int n = 0;
    if (t->n_entries < 0 || t->n_entries > SRV_MOST_ENTRIES)
        return spk_fail(why, SPK_EIO, "The store is damaged: entry %d.", t->n_entries);
    srv_entry *entries = srv_pool_get(pool, (size_t)t->n_entries * sizeof *entries);
    spk_err err = srv_sql_first(sql, ENTRIES, ARGS(TEXT(t->id)), &row, why);
    for (; err == SPK_OK && n < t->n_entries; err = srv_sql_next(sql, row, why)) {
        if (sqlite3_column_int(row, 0) != n + 1) {
            err = spk_fail(why, SPK_EIO, "The store is damaged: entry %d is missing.", n + 1);
            break;
        }
        entries[n++] = (srv_entry){.at = sqlite3_column_int64(row, 1),
                                   .line = sure_text(pool, row, 2),
                                   .ref = text_of(pool, row, 3)};
    }
    t->entries = entries;
    return end_of_rows(err, row);
}

static spk_err read_chats(srv_sql *sql, srv_pool *pool, srv_row *t, spk_why *why)
{
    sqlite3_stmt *row;
    spk_err err = srv_sql_first(sql, N_CHATS, ARGS(TEXT(t->id)), &row, why);
    int n = err == SPK_OK ? sqlite3_column_int(row, 0) : 0;
    srv_sql_end(row);
    if (err != SPK_OK || n == 0)
        return err;
    srv_chat *chats = srv_pool_get(pool, (size_t)n * sizeof *chats);
    err = srv_sql_first(sql, CHATS, ARGS(TEXT(t->id)), &row, why);
    for (; err == SPK_OK && t->n_chats < n; err = srv_sql_next(sql, row, why))
        chats[t->n_chats++] = (srv_chat){.n = sqlite3_column_int(row, 0),
                                         .at = sqlite3_column_int64(row, 1),
                                         .seat = sqlite3_column_int(row, 2),
                                         .text = sure_text(pool, row, 3),
                                         .ref = text_of(pool, row, 4)};
    t->chats = chats;
    return end_of_rows(err, row);
}

/* -- Queries -------------------------------------------------------------------------------------- */

static spk_err read_row(srv_sql *sql, const char *id, bool with_seed, srv_pool *pool,
                        srv_answer *answer, spk_why *why)
{
    sqlite3_stmt *row;
    srv_row *t = srv_pool_get(pool, sizeof *t);
    spk_err err = srv_sql_first(sql, TABLE, ARGS(TEXT(id)), &row, why);
    if (err == SPK_OK) {
        fill_table(pool, row, t);
        t->seed = with_seed ? hash_of(pool, row, 17) : NULL;
    }
    srv_sql_end(row);
    if (err == SPK_EUNKNOWN)
        return spk_fail(why, err, "There is no such table.");
    if (err == SPK_OK)
        err = read_seats(sql, pool, t, why);
    answer->tables = t;
    answer->n_tables = err == SPK_OK;
    return err;
}

static spk_err ask_table(srv_sql *sql, const srv_query *q, srv_pool *pool, srv_answer *answer,
                         spk_why *why)
{
    spk_err err = read_row(sql, q->id, true, pool, answer, why);
    srv_row *t = (srv_row *)answer->tables; /* made just now, and ours */
    if (err == SPK_OK)
        err = read_entries(sql, pool, t, why);
    return err == SPK_OK ? read_chats(sql, pool, t, why) : err;
}

static spk_err ask_token(srv_sql *sql, const srv_query *q, srv_pool *pool, srv_answer *answer,
                         spk_why *why)
{
    sqlite3_stmt *row;
    const char *id = NULL;
    spk_err err = srv_sql_first(sql, SEAT_TOKEN, ARGS(HASH(q->token)), &row, why);
    bool is_seat = err == SPK_OK;
    if (err == SPK_EUNKNOWN) {
        srv_sql_end(row);
        err = srv_sql_first(sql, HOST_TOKEN, ARGS(HASH(q->token)), &row, why);
    }
    if (err == SPK_OK) {
        id = sure_text(pool, row, 0);
        answer->seat = is_seat ? sqlite3_column_int(row, 1) : SRV_HOST;
    }
    srv_sql_end(row);
    if (err == SPK_EUNKNOWN)
        return spk_fail(why, err, "Nobody has that token.");
    return err == SPK_OK ? read_row(sql, id, false, pool, answer, why) : err;
}

/* One more than asked for tells whether the list goes on. */
static spk_err read_page(srv_sql *sql, const srv_query *q, sqlite3_stmt *row, spk_err err,
                         srv_pool *pool, srv_answer *answer, spk_why *why)
{
    int limit = srv_query_limit(q), n = 0;
    srv_row *tables = srv_pool_get(pool, (size_t)limit * sizeof *tables);
    for (; err == SPK_OK && n < limit; err = srv_sql_next(sql, row, why))
        fill_table(pool, row, &tables[n++]);
    answer->more = err == SPK_OK;
    err = end_of_rows(err, row);
    for (int i = 0; err == SPK_OK && i < n; i++)
        err = read_seats(sql, pool, &tables[i], why);
    answer->tables = tables;
    answer->n_tables = err == SPK_OK ? n : 0;
    return err;
}

static spk_err ask_list(srv_sql *sql, const srv_query *q, srv_pool *pool, srv_answer *answer,
                        spk_why *why)
{
    int which = q->what == SRV_ASK_LISTED ? LISTED : q->what == SRV_ASK_ALL ? ALL : MINE;
    int64_t at = q->after_id ? q->after_at : INT64_MAX;
    const char *id = q->after_id ? q->after_id : "";
    sqlite3_stmt *row;
    spk_err err = srv_sql_first(sql, which,
                                ARGS(TEXT(room_status_words[q->status]), INT(at), TEXT(id),
                                     INT(srv_query_limit(q) + 1), TEXT(q->id)),
                                &row, why);
    return read_page(sql, q, row, err, pool, answer, why);
}

static spk_err ask_due(srv_sql *sql, const srv_query *q, srv_pool *pool, srv_answer *answer,
                       spk_why *why)
{
    sqlite3_stmt *row;
    spk_err err =
        srv_sql_first(sql, DUE,
                      ARGS(INT(q->at), INT(q->after_id ? q->after_at : INT64_MIN),
                           TEXT(q->after_id ? q->after_id : ""), INT(srv_query_limit(q) + 1)),
                      &row, why);
    return read_page(sql, q, row, err, pool, answer, why);
}

static spk_err take_account(sqlite3_stmt *row, spk_err err, srv_pool *pool, srv_answer *answer,
                            spk_why *why)
{
    if (err == SPK_OK) {
        srv_account *a = srv_pool_get(pool, sizeof *a);
        a->id = sure_text(pool, row, 0);
        a->name = sure_text(pool, row, 1);
        a->password = sure_text(pool, row, 2);
        a->created = sqlite3_column_int64(row, 3);
        answer->account = a;
        answer->expires = sqlite3_column_count(row) > 4 ? sqlite3_column_int64(row, 4) : 0;
    }
    srv_sql_end(row);
    return err == SPK_EUNKNOWN ? spk_fail(why, err, "There is no such account.") : err;
}

static spk_err ask_account(srv_sql *sql, const srv_query *q, srv_pool *pool, srv_answer *answer,
                           spk_why *why)
{
    sqlite3_stmt *row;
    char fold[SRV_NAME_ROOM];
    if (q->name && !srv_name_fold(q->name, fold))
        return spk_fail(why, SPK_EUNKNOWN, "There is no such account.");
    spk_err err = q->name ? srv_sql_first(sql, ACCOUNT_FOLD, ARGS(TEXT(fold)), &row, why)
                          : srv_sql_first(sql, ACCOUNT_ID, ARGS(TEXT(q->id)), &row, why);
    return take_account(row, err, pool, answer, why);
}

static spk_err ask_session(srv_sql *sql, const srv_query *q, srv_pool *pool, srv_answer *answer,
                           spk_why *why)
{
    sqlite3_stmt *row;
    spk_err err = srv_sql_first(sql, SESSION, ARGS(HASH(q->token), INT(q->at)), &row, why);
    return take_account(row, err, pool, answer, why);
}

static void fill_note(srv_pool *pool, sqlite3_stmt *row, srv_note *n)
{
    n->kind = sure_text(pool, row, 0);
    n->key = sure_text(pool, row, 1);
    n->account = text_of(pool, row, 2);
    n->list = text_of(pool, row, 3);
    n->rank = sqlite3_column_int64(row, 4);
    n->text = sure_text(pool, row, 5);
    n->version = sqlite3_column_int64(row, 6);
}

static spk_err ask_note(srv_sql *sql, const srv_query *q, srv_pool *pool, srv_answer *answer,
                        spk_why *why)
{
    sqlite3_stmt *row;
    srv_note *n = srv_pool_get(pool, sizeof *n);
    spk_err err = srv_sql_first(sql, NOTE, ARGS(TEXT(q->kind), TEXT(q->key)), &row, why);
    if (err == SPK_OK)
        fill_note(pool, row, n);
    srv_sql_end(row);
    answer->notes = n;
    answer->n_notes = err == SPK_OK;
    return err == SPK_EUNKNOWN ? spk_fail(why, err, "There is no such note.") : err;
}

/* One more than asked for tells whether the list goes on. */
static spk_err ask_notes(srv_sql *sql, const srv_query *q, srv_pool *pool, srv_answer *answer,
                         spk_why *why)
{
    int limit = srv_query_limit(q), n = 0;
    int which = (q->account ? NOTES_OF : q->list ? NOTES_LISTED : NOTES) + q->falling;
    int64_t at = q->after_id ? q->after_at : q->falling ? INT64_MAX : INT64_MIN;
    const char *key = q->after_id ? q->after_id : q->falling ? SRV_LAST_KEY : "";
    const srv_sql_arg args[] = {TEXT(q->kind),
                                INT(q->within ? q->low_rank : INT64_MIN),
                                INT(q->within ? q->high_rank : INT64_MAX),
                                INT(at),
                                TEXT(key),
                                INT(limit + 1),
                                TEXT(q->list),
                                TEXT(q->account)};
    sqlite3_stmt *row;
    srv_note *notes = srv_pool_get(pool, (size_t)limit * sizeof *notes);
    spk_err err = srv_sql_first(sql, which, args, q->account ? 8 : q->list ? 7 : 6, &row, why);
    for (; err == SPK_OK && n < limit; err = srv_sql_next(sql, row, why))
        fill_note(pool, row, &notes[n++]);
    answer->more = err == SPK_OK;
    answer->notes = notes;
    answer->n_notes = n;
    return end_of_rows(err, row);
}

static spk_err ask_counts(srv_sql *sql, srv_pool *pool, srv_answer *answer, spk_why *why)
{
    sqlite3_stmt *row;
    srv_counts *counts = srv_pool_get(pool, sizeof *counts);
    spk_err err = srv_sql_first(sql, COUNT_TABLES, NO_ARGS, &row, why);
    for (; err == SPK_OK; err = srv_sql_next(sql, row, why)) {
        int64_t n = sqlite3_column_int64(row, 1);
        counts->tables[srv_sql_word(row, 0, room_status_words, ROOM_STATUS_COUNT)] += n;
        counts->tables[ROOM_STATUS_ANY] += n;
    }
    err = end_of_rows(err, row);
    if (err != SPK_OK)
        return err;
    err = srv_sql_first(sql, COUNT_OTHERS, NO_ARGS, &row, why);
    if (err == SPK_OK) {
        counts->accounts = sqlite3_column_int64(row, 0);
        counts->sessions = sqlite3_column_int64(row, 1);
        counts->file_bytes = sqlite3_column_int64(row, 2);
    }
    answer->counts = counts;
    return end_of_rows(err, row);
}

static spk_err answer_query(srv_sql *sql, const srv_query *q, srv_pool *pool, srv_answer *answer,
                            spk_why *why)
{
    switch (q->what) {
    case SRV_ASK_TABLE: return ask_table(sql, q, pool, answer, why);
    case SRV_ASK_TOKEN: return ask_token(sql, q, pool, answer, why);
    case SRV_ASK_LISTED:
    case SRV_ASK_ALL:
    case SRV_ASK_MINE: return ask_list(sql, q, pool, answer, why);
    case SRV_ASK_DUE: return ask_due(sql, q, pool, answer, why);
    case SRV_ASK_ACCOUNT: return ask_account(sql, q, pool, answer, why);
    case SRV_ASK_SESSION: return ask_session(sql, q, pool, answer, why);
    case SRV_ASK_COUNTS: return ask_counts(sql, pool, answer, why);
    case SRV_ASK_NOTE: return ask_note(sql, q, pool, answer, why);
    case SRV_ASK_NOTES: return ask_notes(sql, q, pool, answer, why);
    case SRV_ASK_OWNER:
        return spk_fail(why, SPK_EREFUSED, "A store in a file has one server and no leases.");
    case SRV_ASK_COUNT: break;
    }
    return spk_fail(why, SPK_EUNKNOWN, "There is no such query.");
}

spk_err srv_sql_ask(srv_sql *sql, const srv_query *q, srv_pool *pool, srv_answer *answer,
                    spk_why *why)
{
    spk_err err = srv_sql_run(sql, BEGIN, NO_ARGS, why);
    if (err != SPK_OK)
        return err;
    err = answer_query(sql, q, pool, answer, why);
    srv_sql_run(sql, COMMIT, NO_ARGS, NULL);
    return err;
}
