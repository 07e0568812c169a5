/* store_sqlite_write.c: a change becomes rows. Whether it may be made is judged before
 * (store_change.c); the keys of the schema judge again, in case another process was faster. */
#include <string.h>

#include "hosts/server/store_sqlite.h"

#define STATEMENTS(S)                                                                              \
    S(BEGIN, "BEGIN IMMEDIATE")                                                                    \
    S(COMMIT, "COMMIT")                                                                            \
    S(FACTS, "SELECT status, players, (SELECT max(seq) FROM entries WHERE table_id = ?1)"          \
             " FROM tables WHERE id = ?1")                                                         \
    S(LAST_CHAT, "SELECT max(n) FROM chat WHERE table_id = ?1")                                    \
    S(FIND_SEAT, "SELECT table_id, seat FROM seats WHERE token = ?1")                              \
    S(FIND_HOST, "SELECT table_id FROM hosts WHERE token = ?1")                                    \
    S(FIND_ACCOUNT, "SELECT 1 FROM accounts WHERE id = ?1")                                        \
    S(FIND_FOLD, "SELECT 1 FROM accounts WHERE fold = ?1")                                         \
    S(FIND_SESSION, "SELECT 1 FROM sessions WHERE token = ?1")                                     \
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
    S(ADD_ENTRY, "INSERT INTO entries (table_id, seq, at, line, ref) VALUES (?1, ?2, ?3, ?4, ?5)") \
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
    return srv_sql_prepare(sql, texts, N_STATEMENTS, why);
}

spk_err srv_sql_begin(srv_sql *sql, spk_why *why)
{
    sql->broken = false;
    return srv_sql_run(sql, BEGIN, NO_ARGS, why);
}

spk_err srv_sql_commit(srv_sql *sql, spk_why *why)
{
    return srv_sql_run(sql, COMMIT, NO_ARGS, why);
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

static spk_err find_table(void *self, const srv_change *c, srv_facts *facts, spk_why *why)
{
    srv_sql *sql = self;
    sqlite3_stmt *row;
    spk_err err = srv_sql_first(sql, FACTS, ARGS(TEXT(c->table)), &row, why);
    if (err == SPK_OK) {
        facts->status = (srv_status)srv_sql_word(row, 0, srv_status_words, SRV_STATUS_COUNT);
        facts->players = sqlite3_column_int(row, 1);
        facts->n_entries = sqlite3_column_int(row, 2);
    }
    srv_sql_end(row);
    if (err == SPK_OK && c->n_chats > 0)
        err = last_chat(sql, c->table, &facts->last_chat, why);
    return err;
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

static spk_err find_session(void *self, const uint8_t *token, spk_why *why)
{
    return find(self, FIND_SESSION, ARGS(HASH(token)), why);
}

/* -- The parts of a change ----------------------------------------------------------------------- */

static spk_err add_table(srv_sql *sql, const srv_change *c, spk_why *why)
{
    const srv_table *t = c->create;
    srv_status status = t->status == SRV_STATUS_NONE ? SRV_STATUS_OPEN : t->status;
    return srv_sql_run(sql, ADD_TABLE,
                       ARGS(TEXT(c->table), TEXT(t->game), INT(t->players),
                            TEXT(srv_status_words[status]), INT(t->listed), INT(c->at),
                            TEXT(t->rematch_of), HASH(t->seed), HASH(t->commitment),
                            TEXT(t->settings), TEXT(t->header)),
                       why);
}

static spk_err set_row(srv_sql *sql, const srv_change *c, spk_why *why)
{
    const char *status = c->status == SRV_STATUS_NONE ? NULL : srv_status_words[c->status];
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
    for (int i = 0; err == SPK_OK && i < c->n_entries; i++)
        err = srv_sql_run(sql, ADD_ENTRY,
                          ARGS(TEXT(c->table), INT(c->first_entry + i), INT(c->at),
                               TEXT(c->entries[i].line), TEXT(c->entries[i].ref)),
                          why);
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
                       ARGS(TEXT(table), INT(s->seat), TEXT(srv_sitter_words[s->kind]),
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

/* Accounts first: seats name them. */
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
    return err == SPK_OK ? write_people(sql, c, why) : err;
}

/* What may be refused is refused by the judge, before anything is written: nobody else writes inside our
 * transaction. So a change needs no savepoint of its own, which would cost a fifth of it; if writing
 * fails all the same, the disk is to blame, and the group is given up and tried again one by one. */
spk_err srv_sql_apply(srv_sql *sql, const srv_change *c, spk_why *why)
{
    srv_lookup lookup = {sql, find_table, find_token, find_account, find_fold, find_session};
    spk_err err = srv_change_judge(c, &lookup, why);
    if (err != SPK_OK)
        return err;
    err = write_change(sql, c, why);
    sql->broken = sql->broken || err != SPK_OK;
    return err;
}
