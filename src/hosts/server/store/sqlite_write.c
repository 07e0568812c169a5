/* sqlite_write.c: a change becomes rows. Whether it may be made is judged before
 * (change.c); the keys of the schema judge again, in case another process was faster. */
#include <string.h>

#include "hosts/server/store/sqlite.h"

#include "base/hash.h"
#include "base/mem.h"

enum {
    FRESH_ROWS = 4096, /* more than these are moved over to the settled ones ... */
    SETTLE_ROWS = 512, /* ... so many at once */
};

#define STATEMENTS(S)                                                                              \
    S(BEGIN, "BEGIN IMMEDIATE")                                                                    \
    S(COMMIT, "COMMIT")                                                                            \
    S(COUNT_GROUP, "UPDATE tally SET n = n + 1, at = ?1 RETURNING n")                              \
    S(DATA_VERSION, "PRAGMA data_version")                                                         \
    S(COUNT_FRESH, "SELECT count(*) FROM fresh")                                                   \
    S(SETTLE_END, "SELECT max(place) FROM"                                                         \
                  " (SELECT place FROM fresh WHERE place > ?1 ORDER BY place LIMIT ?2)")           \
    S(SETTLE, "INSERT INTO settled SELECT * FROM fresh WHERE place > ?1 AND place <= ?2"           \
              " ORDER BY place")                                                                   \
    S(SETTLED, "DELETE FROM fresh WHERE place > ?1 AND place <= ?2")                               \
    S(FACTS, "SELECT key, status, players, coalesce("                                              \
             "(SELECT max(place) FROM fresh WHERE place " SRV_SQL_PLACES "), "                     \
             "(SELECT max(place) FROM settled WHERE place " SRV_SQL_PLACES "), 0)"                 \
             " FROM tables t WHERE id = ?1")                                                       \
    S(LAST_CHAT, "SELECT max(n) FROM chat WHERE table_id = ?1")                                    \
    S(FIND_SEAT, "SELECT table_id, seat FROM seats WHERE token = ?1")                              \
    S(FIND_HOST, "SELECT table_id FROM hosts WHERE token = ?1")                                    \
    S(FIND_ACCOUNT, "SELECT 1 FROM accounts WHERE id = ?1")                                        \
    S(FIND_FOLD, "SELECT 1 FROM accounts WHERE fold = ?1")                                         \
    S(FIND_LOOK, "SELECT 1 FROM accounts WHERE look(name) = ?1 LIMIT 1")                           \
    S(FIND_SESSION, "SELECT 1 FROM sessions WHERE token = ?1")                                     \
    S(FIND_NOTE, "SELECT version FROM notes WHERE kind = ?1 AND key = ?2")                         \
    S(SET_NOTE, "INSERT INTO notes (kind, key, account, list, rank, text, version)"                \
                " VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1) ON CONFLICT (kind, key) DO UPDATE"            \
                " SET account = excluded.account, list = excluded.list, rank = excluded.rank,"     \
                " text = excluded.text, version = version + 1")                                    \
    S(DROP_NOTE, "DELETE FROM notes WHERE kind = ?1 AND key = ?2")                                 \
    S(FORGET_NOTES, "DELETE FROM notes WHERE kind = ?1 AND list = ?2")                             \
    S(ADD_TABLE, "INSERT INTO tables (id, game, players, status, listed, created, updated,"        \
                 " rematch_of, seed, commitment, settings, header)"                                \
                 " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7, ?8, ?9, ?10, ?11)")                     \
    S(SET_ROW, "UPDATE tables SET updated = ?2, header = coalesce(?3, header),"                    \
               " listed = CASE WHEN ?4 IS NULL THEN listed ELSE ?5 END,"                           \
               " settings = coalesce(?4, settings), status = coalesce(?6, status),"                \
               " result = coalesce(?7, result),"                                                   \
               " finished = CASE WHEN ?6 = 'finished' THEN ?2 ELSE finished END"                   \
               " WHERE id = ?1")                                                                   \
    S(SET_CLOCK, "INSERT INTO clocks (table_id, due, text) VALUES (?1, nullif(?2, 0), ?3)"         \
                 " ON CONFLICT (table_id) DO UPDATE SET due = excluded.due, text = excluded.text") \
    S(DROP_CLOCK, "DELETE FROM clocks WHERE table_id = ?1")                                        \
    S(ADD_ENTRY, "INSERT INTO fresh (place, at, line, ref) VALUES (?1, ?2, ?3, ?4)")               \
    S(ADD_CHAT, "INSERT INTO chat (table_id, n, at, seat, text, ref)"                              \
                " VALUES (?1, ?2, ?3, ?4, ?5, ?6)")                                                \
    S(DROP_SEAT, "DELETE FROM seats WHERE table_id = ?1 AND seat = ?2")                            \
    S(ADD_SEAT, "INSERT INTO seats (table_id, seat, kind, takeover, name, bot, token, account,"    \
                " nonce, joined) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, nullif(?10, 0))")     \
    S(ADD_HOST, "INSERT INTO hosts (token, table_id) VALUES (?1, ?2)")                             \
    S(ADD_ACCOUNT, "INSERT INTO accounts (id, name, fold, password, created)"                      \
                   " VALUES (?1, ?2, ?3, ?4, ?5)")                                                 \
    S(SET_PASSWORD, "UPDATE accounts SET password = ?2 WHERE id = ?1")                             \
    S(ADD_SESSION, "INSERT INTO sessions (token, account, expires) VALUES (?1, ?2, ?3)")           \
    S(END_SESSION, "DELETE FROM sessions WHERE token = ?1")                                        \
    S(END_SESSIONS_OF, "DELETE FROM sessions WHERE account = ?1")                                  \
    S(END_OLDEST_SESSIONS, "DELETE FROM sessions WHERE token IN (SELECT token FROM sessions"       \
                           " WHERE account = ?1 ORDER BY expires DESC LIMIT -1 OFFSET ?2)")        \
    S(END_SESSIONS_BEFORE, "DELETE FROM sessions WHERE expires < ?1")                              \
    S(FORGET_CHAT, "DELETE FROM chat WHERE table_id = ?1 AND seat = ?2")                           \
    S(FORGET_SEAT, "UPDATE seats SET name = '" SRV_NAME_GONE "', token = NULL, account = NULL"     \
                   " WHERE table_id = ?1 AND seat = ?2")                                           \
    S(FORGET_CHAT_OF, "DELETE FROM chat WHERE (table_id, seat) IN"                                 \
                      " (SELECT table_id, seat FROM seats WHERE account = ?1)")                    \
    S(FORGET_SEATS_OF, "UPDATE seats SET name = '" SRV_NAME_GONE "', token = NULL, account = NULL" \
                       " WHERE account = ?1")                                                      \
    S(DROP_ACCOUNT, "DELETE FROM accounts WHERE id = ?1")                                          \
    S(DROP_TABLE, "DELETE FROM tables WHERE id = ?1")

#define NAME(name, text) name,
enum { STATEMENTS(NAME) N_STATEMENTS };
#undef NAME

_Static_assert((int)N_STATEMENTS <= (int)SRV_SQL_STATEMENTS, "make room");

spk_err srv_sql_prepare_writer(srv_sql *sql, spk_why *why)
{
#define TEXT_OF(name, text) text,
    static const char *const texts[] = {STATEMENTS(TEXT_OF)};
#undef TEXT_OF
    sql->known = spk_alloc(SRV_SQL_KNOWN * sizeof *sql->known);
    sql->n_fresh = -1;
    return srv_sql_prepare(sql, texts, N_STATEMENTS, why);
}

/* -- What the writer remembers ------------------------------------------------------------------- */

/* A move is judged by what the last one left behind, which need not be read again, as long as nobody
 * else has written: another process, of which SQLite tells, or ourselves in a transaction that went
 * back. */
static srv_known *slot_of(srv_sql *sql, const char *id)
{
    return &sql->known[spk_hash(SPK_HASH_START, id, strlen(id)) % SRV_SQL_KNOWN];
}

static srv_known *known_of(srv_sql *sql, const char *id)
{
    srv_known *k = slot_of(sql, id);
    return strcmp(k->id, id) == 0 && *id ? k : NULL;
}

static srv_known *learn(srv_sql *sql, const char *id, int64_t key, const srv_facts *facts)
{
    srv_known *k = slot_of(sql, id);
    *k = (srv_known){.key = key, .facts = *facts};
    sqlite3_snprintf(sizeof k->id, k->id, "%s", id);
    sql->knows = true;
    return k;
}

void srv_sql_unlearn(srv_sql *sql)
{
    if (sql->knows)
        memset(sql->known, 0, SRV_SQL_KNOWN * sizeof *sql->known);
    sql->knows = false;
    sql->n_fresh = -1;
}

/* What a change that was written has made of its table. */
static void learn_from(srv_sql *sql, const srv_change *c)
{
    srv_known *k = c->table ? known_of(sql, c->table) : NULL;
    if (!k)
        return;
    if (c->status != ROOM_STATUS_UNCHANGED)
        k->facts.status = c->status;
    k->facts.n_entries += c->n_entries;
    if (c->forget_table) {
        *k = (srv_known){0};
        sql->n_fresh = -1;
    }
}

static spk_err ask_int(srv_sql *sql, int which, const srv_sql_arg *args, int n, int64_t *number,
                       spk_why *why)
{
    sqlite3_stmt *row;
    spk_err err = srv_sql_first(sql, which, args, n, &row, why);
    *number = err == SPK_OK ? sqlite3_column_int64(row, 0) : 0;
    srv_sql_end(row);
    return err;
}

/* -- Groups -------------------------------------------------------------------------------------- */

spk_err srv_sql_begin(srv_sql *sql, spk_why *why)
{
    int64_t version;
    sql->broken = false;
    spk_err err = srv_sql_run(sql, BEGIN, NO_ARGS, why);
    if (err == SPK_OK)
        err = ask_int(sql, DATA_VERSION, NO_ARGS, &version, why);
    if (err == SPK_OK && version != sql->data_version) {
        srv_sql_unlearn(sql);
        sql->data_version = version;
    }
    return err;
}

/* Some fresh entries settle, table by table in rounds, so that no group has to wait for many. */
static spk_err settle(srv_sql *sql, spk_why *why)
{
    int64_t end;
    spk_err err = ask_int(sql, SETTLE_END, ARGS(INT(sql->settled_to), INT(SETTLE_ROWS)), &end, why);
    if (err == SPK_OK && end == 0) { /* the round is over; if it was a whole one, so is the work */
        sql->n_fresh = sql->settled_to == 0 ? 0 : sql->n_fresh;
        sql->settled_to = 0;
        return SPK_OK;
    }
    if (err == SPK_OK)
        err = srv_sql_run(sql, SETTLE, ARGS(INT(sql->settled_to), INT(end)), why);
    if (err == SPK_OK)
        err = srv_sql_run(sql, SETTLED, ARGS(INT(sql->settled_to), INT(end)), why);
    sql->n_fresh -= sqlite3_changes(sql->db);
    sql->settled_to = end;
    return err;
}

spk_err srv_sql_commit(srv_sql *sql, spk_why *why)
{
    spk_err err = SPK_OK;
    if (sql->n_fresh < 0)
        err = ask_int(sql, COUNT_FRESH, NO_ARGS, &sql->n_fresh, why);
    while (err == SPK_OK && sql->n_fresh > FRESH_ROWS)
        err = settle(sql, why);
    if (err == SPK_OK)
        err = ask_int(sql, COUNT_GROUP, ARGS(INT(sql->at)), &sql->n_groups, why);
    return err == SPK_OK ? srv_sql_run(sql, COMMIT, NO_ARGS, why) : err;
}

/* -- What the judge asks ------------------------------------------------------------------------- */

static spk_err last_chat(srv_sql *sql, const char *table, int *n, spk_why *why)
{
    sqlite3_stmt *row;
    spk_err err = srv_sql_first(sql, LAST_CHAT, ARGS(TEXT(table)), &row, why);
    if (err == SPK_OK)
        *n = sqlite3_column_int(row, 0);
    srv_sql_end(row);
    return err;
}

static spk_err read_facts(srv_sql *sql, const char *table, srv_known **known, spk_why *why)
{
    sqlite3_stmt *row;
    spk_err err = srv_sql_first(sql, FACTS, ARGS(TEXT(table)), &row, why);
    if (err == SPK_OK) {
        srv_facts facts = {.players = sqlite3_column_int(row, 2)};
        facts.status = (room_status)srv_sql_word(row, 1, room_status_words, ROOM_STATUS_COUNT);
        facts.n_entries = (int)(sqlite3_column_int64(row, 3) & SRV_MOST_ENTRIES);
        *known = learn(sql, table, sqlite3_column_int64(row, 0), &facts);
    }
    srv_sql_end(row);
    return err;
}

static spk_err find_table(void *self, const srv_change *c, srv_facts *facts, spk_why *why)
{
    srv_sql *sql = self;
    srv_known *k = known_of(sql, c->table);
    if (strlen(c->table) >= SRV_ID_ROOM)
        return SPK_EUNKNOWN;
    spk_err err = k ? SPK_OK : read_facts(sql, c->table, &k, why);
    if (err != SPK_OK)
        return err;
    *facts = k->facts;
    return c->n_chats > 0 ? last_chat(sql, c->table, &facts->last_chat, why) : SPK_OK;
}

static spk_err find_token(void *self, const uint8_t *token, char table[SRV_ID_ROOM], int *seat,
                          spk_why *why)
{
    sqlite3_stmt *row;
    spk_err err = srv_sql_first(self, FIND_SEAT, ARGS(HASH(token)), &row, why);
    bool is_seat = err == SPK_OK;
    if (err == SPK_EUNKNOWN) {
        srv_sql_end(row);
        err = srv_sql_first(self, FIND_HOST, ARGS(HASH(token)), &row, why);
    }
    if (err == SPK_OK) {
        *seat = is_seat ? sqlite3_column_int(row, 1) : SRV_HOST;
        sqlite3_snprintf(SRV_ID_ROOM, table, "%s", sqlite3_column_text(row, 0));
    }
    srv_sql_end(row);
    return err;
}

static spk_err find(srv_sql *sql, int which, const srv_sql_arg *args, int n, spk_why *why)
{
    sqlite3_stmt *row;
    spk_err err = srv_sql_first(sql, which, args, n, &row, why);
    srv_sql_end(row);
    return err;
}

static spk_err find_account(void *self, const char *id, spk_why *why)
{
    return find(self, FIND_ACCOUNT, ARGS(TEXT(id)), why);
}

static spk_err find_fold(void *self, const char *fold, spk_why *why)
{
    return find(self, FIND_FOLD, ARGS(TEXT(fold)), why);
}

static spk_err find_look(void *self, const char *look, spk_why *why)
{
    return find(self, FIND_LOOK, ARGS(TEXT(look)), why);
}

static spk_err find_session(void *self, const uint8_t *token, spk_why *why)
{
    return find(self, FIND_SESSION, ARGS(HASH(token)), why);
}

static spk_err find_note(void *self, const srv_note *note, int64_t *version, spk_why *why)
{
    return ask_int(self, FIND_NOTE, ARGS(TEXT(note->kind), TEXT(note->key)), version, why);
}

/* -- The parts of a change ----------------------------------------------------------------------- */

static spk_err add_table(srv_sql *sql, const srv_change *c, spk_why *why)
{
    const srv_row *t = c->create;
    room_status status = t->status == ROOM_STATUS_UNCHANGED ? ROOM_WAITING : t->status;
    spk_err err = srv_sql_run(sql, ADD_TABLE,
                              ARGS(TEXT(c->table), TEXT(t->game), INT(t->players),
                                   TEXT(room_status_words[status]), INT(t->listed), INT(c->at),
                                   TEXT(t->rematch_of), HASH(t->seed), HASH(t->commitment),
                                   TEXT(t->settings), TEXT(t->header)),
                              why);
    if (err == SPK_OK)
        learn(sql, c->table, sqlite3_last_insert_rowid(sql->db),
              &(srv_facts){.status = status, .players = t->players});
    return err;
}

static spk_err set_row(srv_sql *sql, const srv_change *c, spk_why *why)
{
    const char *status = c->status == ROOM_STATUS_UNCHANGED ? NULL : room_status_words[c->status];
    return srv_sql_run(sql, SET_ROW,
                       ARGS(TEXT(c->table), INT(c->at), TEXT(c->header), TEXT(c->settings),
                            INT(c->listed), TEXT(status), TEXT(c->result)),
                       why);
}

static spk_err set_clock(srv_sql *sql, const srv_change *c, spk_why *why)
{
    if (!*c->clock)
        return srv_sql_run(sql, DROP_CLOCK, ARGS(TEXT(c->table)), why);
    return srv_sql_run(sql, SET_CLOCK, ARGS(TEXT(c->table), INT(c->due), TEXT(c->clock)), why);
}

/* An entry that is there although the judge did not see it is another writer's. */
static spk_err add_entries(srv_sql *sql, const srv_change *c, spk_why *why)
{
    spk_err err = SPK_OK;
    if (c->n_entries == 0)
        return err;
    int64_t first = known_of(sql, c->table)->key << 20 | c->first_entry;
    for (int i = 0; err == SPK_OK && i < c->n_entries; i++)
        err = srv_sql_run(
            sql, ADD_ENTRY,
            ARGS(INT(first + i), INT(c->at), TEXT(c->entries[i].line), TEXT(c->entries[i].ref)),
            why);
    if (sql->n_fresh >= 0)
        sql->n_fresh += c->n_entries;
    return err == SPK_ETAKEN ? spk_fail(why, SPK_ESTALE, "The table has moved on.") : err;
}

static spk_err add_chats(srv_sql *sql, const srv_change *c, spk_why *why)
{
    spk_err err = SPK_OK;
    for (int i = 0; err == SPK_OK && i < c->n_chats; i++)
        err =
            srv_sql_run(sql, ADD_CHAT,
                        ARGS(TEXT(c->table), INT(c->first_chat + i), INT(c->at),
                             INT(c->chats[i].seat), TEXT(c->chats[i].text), TEXT(c->chats[i].ref)),
                        why);
    return err;
}

static spk_err add_seat(srv_sql *sql, const char *table, const srv_seat *s, spk_why *why)
{
    return srv_sql_run(sql, ADD_SEAT,
                       ARGS(TEXT(table), INT(s->seat), TEXT(room_kind_words[s->kind]),
                            INT(s->takeover), TEXT(s->name), TEXT(s->bot), HASH(s->token),
                            TEXT(s->account), TEXT(s->nonce), INT(s->joined)),
                       why);
}

/* All out first, so that tokens can be handed round; a new table has none. */
static spk_err set_seats(srv_sql *sql, const srv_change *c, spk_why *why)
{
    spk_err err = SPK_OK;
    for (int i = 0; !c->create && err == SPK_OK && i < c->n_seats; i++)
        err = srv_sql_run(sql, DROP_SEAT, ARGS(TEXT(c->table), INT(c->seats[i].seat)), why);
    for (int i = 0; err == SPK_OK && i < c->n_seats; i++)
        err = add_seat(sql, c->table, &c->seats[i], why);
    return err;
}

/* Their versions are as the judge saw them: nobody else writes inside our transaction. */
static spk_err set_notes(srv_sql *sql, const srv_change *c, spk_why *why)
{
    spk_err err = SPK_OK;
    for (int i = 0; err == SPK_OK && i < c->n_notes; i++) {
        const srv_note *n = &c->notes[i];
        if (n->text)
            err = srv_sql_run(sql, SET_NOTE,
                              ARGS(TEXT(n->kind), TEXT(n->key), TEXT(n->account), TEXT(n->list),
                                   INT(n->rank), TEXT(n->text)),
                              why);
        else
            err = srv_sql_run(sql, DROP_NOTE, ARGS(TEXT(n->kind), TEXT(n->key)), why);
    }
    return err;
}

static spk_err add_account(srv_sql *sql, const srv_change *c, spk_why *why)
{
    const srv_account *a = c->new_account;
    char fold[SRV_NAME_ROOM];
    SPK_BUG_IF(!srv_name_fold(a->name, fold));
    return srv_sql_run(sql, ADD_ACCOUNT,
                       ARGS(TEXT(a->id), TEXT(a->name), TEXT(fold), TEXT(a->password), INT(c->at)),
                       why);
}

static spk_err set_sessions(srv_sql *sql, const srv_change *c, spk_why *why)
{
    spk_err err = SPK_OK;
    const srv_session *s = c->new_session;
    if (c->end_session)
        err = srv_sql_run(sql, END_SESSION, ARGS(HASH(c->end_session)), why);
    if (err == SPK_OK && c->end_sessions_of)
        err = srv_sql_run(sql, END_SESSIONS_OF, ARGS(TEXT(c->end_sessions_of)), why);
    if (err == SPK_OK && c->end_sessions_before)
        err = srv_sql_run(sql, END_SESSIONS_BEFORE, ARGS(INT(c->end_sessions_before)), why);
    if (err == SPK_OK && s && c->most_sessions)
        err = srv_sql_run(sql, END_OLDEST_SESSIONS,
                          ARGS(TEXT(s->account), INT(c->most_sessions - 1)), why);
    if (err == SPK_OK && s)
        err = srv_sql_run(sql, ADD_SESSION, ARGS(HASH(s->token), TEXT(s->account), INT(s->expires)),
                          why);
    return err;
}

static spk_err forget_seats(srv_sql *sql, const srv_change *c, spk_why *why)
{
    spk_err err = SPK_OK;
    for (int seat = 0; err == SPK_OK && seat < SRV_MAX_SEATS; seat++) {
        if (!(c->forget_seats >> seat & 1))
            continue;
        err = srv_sql_run(sql, FORGET_CHAT, ARGS(TEXT(c->table), INT(seat)), why);
        if (err == SPK_OK)
            err = srv_sql_run(sql, FORGET_SEAT, ARGS(TEXT(c->table), INT(seat)), why);
    }
    return err;
}

static spk_err forget_account(srv_sql *sql, const char *id, spk_why *why)
{
    static const int steps[] = {FORGET_CHAT_OF, FORGET_SEATS_OF, DROP_ACCOUNT};
    spk_err err = SPK_OK;
    for (int i = 0; err == SPK_OK && i < 3; i++)
        err = srv_sql_run(sql, steps[i], ARGS(TEXT(id)), why);
    for (int i = 0; err == SPK_OK && srv_kinds_about_people[i]; i++)
        err = srv_sql_run(sql, FORGET_NOTES, ARGS(TEXT(srv_kinds_about_people[i]), TEXT(id)), why);
    return err;
}

static spk_err write_people(srv_sql *sql, const srv_change *c, spk_why *why)
{
    spk_err err = SPK_OK;
    if (c->password)
        err = srv_sql_run(sql, SET_PASSWORD,
                          ARGS(TEXT(c->password->id), TEXT(c->password->password)), why);
    if (err == SPK_OK)
        err = set_sessions(sql, c, why);
    if (err == SPK_OK && c->forget_seats)
        err = forget_seats(sql, c, why);
    if (err == SPK_OK && c->forget_account)
        err = forget_account(sql, c->forget_account, why);
    if (err == SPK_OK && c->forget_table)
        err = srv_sql_run(sql, DROP_TABLE, ARGS(TEXT(c->table)), why);
    return err;
}

/* Accounts first: seats and notes name them. */
static spk_err write_change(srv_sql *sql, const srv_change *c, spk_why *why)
{
    spk_err err = c->new_account ? add_account(sql, c, why) : SPK_OK;
    if (err == SPK_OK && c->create)
        err = add_table(sql, c, why);
    if (err == SPK_OK && c->table && srv_change_touches_row(c))
        err = set_row(sql, c, why);
    if (err == SPK_OK && c->clock)
        err = set_clock(sql, c, why);
    if (err == SPK_OK)
        err = add_entries(sql, c, why);
    if (err == SPK_OK)
        err = add_chats(sql, c, why);
    if (err == SPK_OK)
        err = set_seats(sql, c, why);
    if (err == SPK_OK && c->host_token)
        err = srv_sql_run(sql, ADD_HOST, ARGS(HASH(c->host_token), TEXT(c->table)), why);
    if (err == SPK_OK)
        err = set_notes(sql, c, why);
    return err == SPK_OK ? write_people(sql, c, why) : err;
}

/* What may be refused is refused by the judge, before anything is written: nobody else writes inside our
 * transaction. So a change needs no savepoint of its own, which would cost a fifth of it; if writing
 * fails all the same, the disk is to blame, and the group is given up and tried again one by one. */
spk_err srv_sql_apply(srv_sql *sql, const srv_change *c, spk_why *why)
{
    srv_lookup lookup = {sql,       find_table, find_token,   find_account,
                         find_fold, find_look,  find_session, find_note};
    spk_err err = srv_change_judge(c, &lookup, why);
    if (err != SPK_OK)
        return err;
    err = write_change(sql, c, why);
    learn_from(sql, c);
    sql->at = c->at;
    sql->broken = sql->broken || err != SPK_OK;
    return err;
}
