/* postgres_write.c: a change becomes rows. Whether it may be made is judged before (change.c), mostly by what the
 * writer remembers; the keys of the schema judge again.
 *
 * A group costs two round trips, however many moves are in it:
 *
 *     begin    BEGIN, lock the row 'speakeasy' -> its number, the transaction's id        one round trip
 *     apply    entries, clocks ...: sent, not awaited; a judge who must look something up waits
 *     commit   COMMIT -> all answers                                                      one round trip
 *
 * The lock makes groups exclude each other, and the number says whether the memory is still good. A node's groups
 * exclude those of tools, but not those of other nodes, and do not change the number; what a node remembers is good as
 * long as it has the table. Before COMMIT it sends the check that it still does (postgres_lease.c).
 *
 * If the connection is lost while COMMIT is under way, nobody knows whether it was done. Then the writer
 * connects again and asks PostgreSQL what became of that transaction, before anybody is told anything. */
#include "hosts/server/store/postgres.h"

#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/str.h"

enum { DOUBT_MS = 10000, DOUBT_PAUSE_MS = 100 };

#define STATEMENTS(S)                                                                              \
    S(BEGIN, "BEGIN")                                                                              \
    S(COMMIT, "COMMIT")                                                                            \
    S(ROLLBACK, "ROLLBACK")                                                                        \
    S(LOCK, "UPDATE speakeasy SET n = n + 1"                                                       \
            " RETURNING n, pg_current_xact_id(), EXISTS (SELECT 1 FROM nodes)")                    \
    S(LOOK, "SELECT n, pg_current_xact_id() FROM speakeasy")                                       \
    S(FACTS, "SELECT status, players,"                                                             \
             " coalesce((SELECT max(seq) FROM entries WHERE table_id = t.id), 0),"                 \
             " coalesce((SELECT max(n) FROM chat WHERE table_id = t.id), 0)"                       \
             " FROM tables t WHERE id = $1")                                                       \
    S(FIND_TOKEN, "SELECT table_id, seat FROM seats WHERE token = $1 UNION ALL"                    \
                  " SELECT table_id, -1 FROM hosts WHERE token = $1")                              \
    S(FIND_ACCOUNT, "SELECT 1 FROM accounts WHERE id = $1")                                        \
    S(FIND_FOLD, "SELECT 1 FROM accounts WHERE fold = $1")                                         \
    S(FIND_LOOK, "SELECT 1 FROM accounts WHERE look = $1 LIMIT 1")                                 \
    S(FIND_SESSION, "SELECT 1 FROM sessions WHERE token = $1")                                     \
    S(FIND_NOTE, "SELECT version FROM notes WHERE kind = $1 AND key = $2")                         \
    S(SET_NOTE, "SELECT note_set($1, $2, $3, $4, $5, $6, $7)")                                     \
    S(DROP_NOTE, "SELECT note_drop($1, $2, $3)")                                                   \
    S(FORGET_NOTES, "DELETE FROM notes WHERE kind = $1 AND list = $2")                             \
    S(ADD_TABLE, "INSERT INTO tables (id, game, players, status, listed, created, updated,"        \
                 " rematch_of, seed, commitment, settings, header)"                                \
                 " VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9, $10, $11)")                     \
    S(SET_ROW, "UPDATE tables SET updated = $2, header = coalesce($3, header),"                    \
               " listed = CASE WHEN $4::text IS NULL THEN listed ELSE $5 END,"                     \
               " settings = coalesce($4, settings), status = coalesce($6, status),"                \
               " result = coalesce($7, result),"                                                   \
               " finished = CASE WHEN $6 = 'finished' THEN $2 ELSE finished END"                   \
               " WHERE id = $1")                                                                   \
    S(SET_CLOCK, "INSERT INTO clocks (table_id, due, text) VALUES ($1, nullif($2::bigint, 0), $3)" \
                 " ON CONFLICT (table_id) DO UPDATE SET due = excluded.due, text = excluded.text") \
    S(DROP_CLOCK, "DELETE FROM clocks WHERE table_id = $1")                                        \
    S(ADD_ENTRY, "INSERT INTO entries (table_id, seq, at, line, ref) VALUES ($1, $2, $3, $4, $5)") \
    S(ADD_CHAT, "INSERT INTO chat (table_id, n, at, seat, text, ref)"                              \
                " VALUES ($1, $2, $3, $4, $5, $6)")                                                \
    S(DROP_SEAT, "DELETE FROM seats WHERE table_id = $1 AND seat = $2")                            \
    S(ADD_SEAT,                                                                                    \
      "INSERT INTO seats (table_id, seat, kind, takeover, name, bot, token, account,"              \
      " nonce, joined) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, nullif($10::bigint, 0))")       \
    S(ADD_HOST, "INSERT INTO hosts (token, table_id) VALUES ($1, $2)")                             \
    S(ADD_ACCOUNT, "INSERT INTO accounts (id, name, fold, look, password, created)"                \
                   " VALUES ($1, $2, $3, $4, $5, $6)")                                             \
    S(SET_PASSWORD, "UPDATE accounts SET password = $2 WHERE id = $1")                             \
    S(ADD_SESSION, "INSERT INTO sessions (token, account, expires) VALUES ($1, $2, $3)")           \
    S(END_SESSION, "DELETE FROM sessions WHERE token = $1")                                        \
    S(END_SESSIONS_OF, "DELETE FROM sessions WHERE account = $1")                                  \
    S(END_OLDEST_SESSIONS, "DELETE FROM sessions WHERE token IN (SELECT token FROM sessions"       \
                           " WHERE account = $1 ORDER BY expires DESC, token OFFSET $2)")          \
    S(END_SESSIONS_BEFORE, "DELETE FROM sessions WHERE expires < $1")                              \
    S(FORGET_CHAT, "DELETE FROM chat WHERE table_id = $1 AND seat = $2")                           \
    S(FORGET_SEAT, "UPDATE seats SET name = '" SRV_NAME_GONE "', token = NULL, account = NULL"     \
                   " WHERE table_id = $1 AND seat = $2")                                           \
    S(FORGET_CHAT_OF, "DELETE FROM chat WHERE (table_id, seat) IN"                                 \
                      " (SELECT table_id, seat FROM seats WHERE account = $1)")                    \
    S(FORGET_SEATS_OF, "UPDATE seats SET name = '" SRV_NAME_GONE "', token = NULL, account = NULL" \
                       " WHERE account = $1")                                                      \
    S(DROP_ACCOUNT, "DELETE FROM accounts WHERE id = $1")                                          \
    S(DROP_ENTRIES, "DELETE FROM entries WHERE table_id = $1")                                     \
    S(DROP_TABLE, "DELETE FROM tables WHERE id = $1")

#define NAME(name, text) name,
enum { STATEMENTS(NAME) N_STATEMENTS };
#undef NAME

void srv_pg_init_writer(srv_pg *pg)
{
#define TEXT_OF(name, text) text,
    static const char *const texts[] = {STATEMENTS(TEXT_OF)};
#undef TEXT_OF
    pg->texts = texts;
    pg->n_texts = N_STATEMENTS;
    pg->known = spk_alloc(SRV_PG_KNOWN * sizeof *pg->known);
}

/* -- What the writer remembers ------------------------------------------------------------------- */

/* A move is judged by what the last one left behind, which need not be read again, as long as nobody else has
 * written and none of our own groups went back. */
static srv_pg_known *set_of(srv_pg *pg, const char *id)
{
    uint64_t hash = spk_hash(SPK_HASH_START, id, strlen(id));
    return &pg->known[hash % (SRV_PG_KNOWN / SRV_PG_WAYS) * SRV_PG_WAYS];
}

static srv_pg_known *known_of(srv_pg *pg, const char *id)
{
    srv_pg_known *set = set_of(pg, id);
    for (int i = 0; *id && i < SRV_PG_WAYS; i++)
        if (spk_str_eq(set[i].id, id))
            return &set[i];
    return NULL;
}

static srv_pg_known *learn(srv_pg *pg, const char *id, int64_t epoch, const srv_facts *facts)
{
    srv_pg_known *set = set_of(pg, id), *k = known_of(pg, id);
    for (int i = 0; !k && i < SRV_PG_WAYS; i++)
        if (!set[i].id[0])
            k = &set[i];
    if (!k)
        k = &set[pg->evicts++ % SRV_PG_WAYS];
    *k = (srv_pg_known){.facts = *facts, .epoch = epoch};
    snprintf(k->id, sizeof k->id, "%s", id);
    pg->knows = true;
    return k;
}

static void unlearn(srv_pg *pg)
{
    if (pg->knows)
        memset(pg->known, 0, SRV_PG_KNOWN * sizeof *pg->known);
    pg->knows = false;
}

/* What a change that was written has made of its table. Forgetting removes chat: the last number may be
 * another then. */
static void learn_from(srv_pg *pg, const srv_change *c)
{
    srv_pg_known *k = c->table ? known_of(pg, c->table) : NULL;
    if (k && c->status != ROOM_STATUS_UNCHANGED)
        k->facts.status = c->status;
    if (k)
        k->facts.n_entries += c->n_entries;
    if (k && c->n_chats > 0)
        k->facts.last_chat = c->first_chat + c->n_chats - 1;
    if (k && (c->forget_table || c->forget_seats))
        *k = (srv_pg_known){0};
    if (c->forget_account)
        unlearn(pg);
}

/* -- Groups -------------------------------------------------------------------------------------- */

/* Connect anew if need be. Whatever was remembered belongs to the time before. */
static spk_err be_connected(srv_pg *pg, spk_why *why)
{
    if (pg->conn)
        return SPK_OK;
    unlearn(pg);
    spk_err err = srv_pg_connect(pg, why);
    return err == SPK_OK ? srv_pg_prepare(pg, why) : err;
}

/* Before anything is read: a statement sees what was committed before it began. A server that is alone need not
 * ask, because there are no nodes. */
static void send_group_lock(srv_pg *pg)
{
    char text[120];
    if (pg->alone)
        return;
    snprintf(text, sizeof text, "SELECT pg_advisory_xact_lock%s(%d, hashtext(current_schema()))",
             srv_pg_is_node(pg) ? "_shared" : "", SRV_PG_LOCK_GROUP);
    srv_pg_send_text(pg, text, NO_ARGS);
}

/* Whether anybody may have written to a table that we remember. */
static bool is_news(const srv_pg *pg, const PGresult *rows)
{
    if (srv_pg_is_node(pg))
        return pg->n_now != pg->n_groups;
    return pg->n_now != pg->n_groups + 1 || spk_str_eq(PQgetvalue(rows, 0, 2), "t");
}

static spk_err begin_once(srv_pg *pg, spk_why *why)
{
    PGresult *rows;
    spk_err err = be_connected(pg, why);
    if (err != SPK_OK)
        return err;
    srv_pg_send(pg, BEGIN, NO_ARGS);
    send_group_lock(pg);
    err = srv_pg_ask(pg, srv_pg_is_node(pg) ? LOOK : LOCK, NO_ARGS, &rows, why);
    if (err != SPK_OK)
        return err;
    pg->n_now = srv_pg_int(rows, 0, 0);
    snprintf(pg->xact, sizeof pg->xact, "%s", PQgetvalue(rows, 0, 1));
    if (is_news(pg, rows))
        unlearn(pg);
    PQclear(rows);
    return SPK_OK;
}

/* A connection that was lost since the last group shows only now. Nothing was written on it: connect again, and
 * nobody need know. */
spk_err srv_pg_begin(srv_pg *pg, spk_why *why)
{
    bool had = pg->conn != NULL;
    pg->broken = false;
    pg->xact[0] = '\0';
    srv_pg_drop_checks(pg);
    spk_err err = begin_once(pg, why);
    return err != SPK_OK && had && !pg->conn ? begin_once(pg, why) : err;
}

typedef enum outcome { UNDONE, DONE, UNKNOWN } outcome;

/* Needs a connection of its own making: the old one is gone. */
static outcome ask_outcome(srv_pg *pg)
{
    PGresult *rows = NULL;
    outcome found = UNKNOWN;
    pg->next_try_ms = 0;
    if (be_connected(pg, NULL) != SPK_OK)
        return UNKNOWN;
    srv_pg_send_text(pg, "SELECT pg_xact_status($1::xid8)", ARGS(TEXT(pg->xact)));
    if (pg->conn && PQsendFlushRequest(pg->conn) == 1 && srv_pg_take(pg, &rows, NULL) == SPK_OK) {
        const char *word = srv_pg_text(rows, 0, 0);
        found = word && spk_str_eq(word, "committed")     ? DONE
                : word && spk_str_eq(word, "in progress") ? UNKNOWN
                                                          : UNDONE;
    }
    PQclear(rows);
    srv_pg_sync(pg, NULL);
    return found;
}

/* A database that was restarted is back in a second or two. One that stays away longer leaves the group in doubt: it
 * is reported as failed, and its tables are read again when they are next needed. */
static spk_err settle_doubt(srv_pg *pg, spk_why *why)
{
    double until_ms = host_clock_ms(&pg->clock) + DOUBT_MS;
    for (;;) {
        outcome found = ask_outcome(pg);
        if (found == DONE)
            return SPK_OK;
        if (found == UNDONE && srv_pg_is_node(pg) && !srv_pg_lease_runs(pg))
            return spk_fail(why, SPK_ELOST, "The lease of node %s is over.", pg->lease.node);
        if (found == UNDONE)
            return why->err;
        if (host_clock_ms(&pg->clock) > until_ms)
            return spk_fail(why, SPK_EIO,
                            "The connection to PostgreSQL was lost during a commit, and it is not "
                            "known whether it was done.");
        host_clock_wait(&pg->clock, DOUBT_PAUSE_MS);
    }
}

spk_err srv_pg_commit(srv_pg *pg, spk_why *why)
{
    spk_why reason = {0};
    srv_pg_check(pg);
    srv_pg_send(pg, COMMIT, NO_ARGS);
    bool sent = pg->conn != NULL;
    spk_err err = sent ? srv_pg_sync(pg, &reason)
                       : spk_fail(&reason, SPK_EIO, "The connection to PostgreSQL was lost.");
    if (err != SPK_OK && sent && pg->lost)
        err = settle_doubt(pg, &reason);
    else if (srv_pg_is_node(pg) && (err == SPK_ESTALE || err == SPK_ETAKEN))
        err = srv_pg_check_again(pg, err, &reason);
    if (err == SPK_OK)
        pg->n_groups = pg->n_now;
    else if (why)
        *why = reason;
    return err;
}

/* In one round trip, whatever is under way. */
void srv_pg_rollback(srv_pg *pg)
{
    unlearn(pg);
    if (!pg->conn)
        return;
    srv_pg_sync(pg, NULL);
    srv_pg_send(pg, ROLLBACK, NO_ARGS);
    if (srv_pg_sync(pg, NULL) != SPK_OK)
        srv_pg_close(pg);
}

/* -- What the judge asks ------------------------------------------------------------------------- */

static spk_err read_facts(srv_pg *pg, const srv_change *c, srv_pg_known **known, spk_why *why)
{
    PGresult *rows;
    spk_err err = srv_pg_ask(pg, FACTS, ARGS(TEXT(c->table)), &rows, why);
    if (err != SPK_OK)
        return err;
    if (PQntuples(rows) == 0)
        err = SPK_EUNKNOWN;
    else
        *known = learn(pg, c->table, c->epoch,
                       &(srv_facts){.status = (room_status)srv_pg_word(
                                        rows, 0, 0, room_status_words, ROOM_STATUS_COUNT),
                                    .players = (int)srv_pg_int(rows, 0, 1),
                                    .n_entries = (int)srv_pg_int(rows, 0, 2),
                                    .last_chat = (int)srv_pg_int(rows, 0, 3)});
    PQclear(rows);
    return err;
}

static spk_err find_table(void *self, const srv_change *c, srv_facts *facts, spk_why *why)
{
    srv_pg *pg = self;
    if (strlen(c->table) >= SRV_ID_ROOM)
        return SPK_EUNKNOWN;
    srv_pg_known *k = known_of(pg, c->table);
    if (k && srv_pg_is_node(pg) && k->epoch != c->epoch)
        k = NULL;
    spk_err err = k ? SPK_OK : read_facts(pg, c, &k, why);
    if (err == SPK_OK)
        *facts = k->facts;
    return err;
}

static spk_err find_token(void *self, const uint8_t *token, char table[SRV_ID_ROOM], int *seat,
                          spk_why *why)
{
    PGresult *rows;
    spk_err err = srv_pg_ask(self, FIND_TOKEN, ARGS(HASH(token)), &rows, why);
    if (err != SPK_OK)
        return err;
    if (PQntuples(rows) == 0) {
        err = SPK_EUNKNOWN;
    } else {
        snprintf(table, SRV_ID_ROOM, "%s", PQgetvalue(rows, 0, 0));
        *seat = (int)srv_pg_int(rows, 0, 1);
    }
    PQclear(rows);
    return err;
}

static spk_err find(srv_pg *pg, int which, const srv_pg_arg *args, int n, spk_why *why)
{
    PGresult *rows;
    spk_err err = srv_pg_ask(pg, which, args, n, &rows, why);
    if (err == SPK_OK && PQntuples(rows) == 0)
        err = SPK_EUNKNOWN;
    PQclear(rows);
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

/* Another node may still change it before we do; then the statement that writes it fails (0004.sql). */
static spk_err find_note(void *self, const srv_note *note, int64_t *version, spk_why *why)
{
    PGresult *rows;
    spk_err err = srv_pg_ask(self, FIND_NOTE, ARGS(TEXT(note->kind), TEXT(note->key)), &rows, why);
    if (err == SPK_OK && PQntuples(rows) == 0)
        err = SPK_EUNKNOWN;
    if (err == SPK_OK)
        *version = srv_pg_int(rows, 0, 0);
    PQclear(rows);
    return err;
}

/* -- The parts of a change ----------------------------------------------------------------------- */

static void add_table(srv_pg *pg, const srv_change *c)
{
    const srv_row *t = c->create;
    SPK_BUG_IF(!c->table); /* the judge has read it */
    room_status status = t->status == ROOM_STATUS_UNCHANGED ? ROOM_WAITING : t->status;
    srv_pg_send(pg, ADD_TABLE,
                ARGS(TEXT(c->table), TEXT(t->game), INT(t->players),
                     TEXT(room_status_words[status]), INT(t->listed), INT(c->at),
                     TEXT(t->rematch_of), HASH(t->seed), HASH(t->commitment), TEXT(t->settings),
                     TEXT(t->header)));
    learn(pg, c->table, SRV_PG_FIRST_EPOCH, &(srv_facts){.status = status, .players = t->players});
}

static void set_row(srv_pg *pg, const srv_change *c)
{
    const char *status = c->status == ROOM_STATUS_UNCHANGED ? NULL : room_status_words[c->status];
    srv_pg_send(pg, SET_ROW,
                ARGS(TEXT(c->table), INT(c->at), TEXT(c->header), TEXT(c->settings), INT(c->listed),
                     TEXT(status), TEXT(c->result)));
}

static void set_clock(srv_pg *pg, const srv_change *c)
{
    if (*c->clock)
        srv_pg_send(pg, SET_CLOCK, ARGS(TEXT(c->table), INT(c->due), TEXT(c->clock)));
    else
        srv_pg_send(pg, DROP_CLOCK, ARGS(TEXT(c->table)));
}

static void add_lines(srv_pg *pg, const srv_change *c)
{
    for (int i = 0; i < c->n_entries; i++)
        srv_pg_send(pg, ADD_ENTRY,
                    ARGS(TEXT(c->table), INT(c->first_entry + i), INT(c->at),
                         TEXT(c->entries[i].line), TEXT(c->entries[i].ref)));
    for (int i = 0; i < c->n_chats; i++)
        srv_pg_send(pg, ADD_CHAT,
                    ARGS(TEXT(c->table), INT(c->first_chat + i), INT(c->at), INT(c->chats[i].seat),
                         TEXT(c->chats[i].text), TEXT(c->chats[i].ref)));
}

static void add_seat(srv_pg *pg, const char *table, const srv_seat *s)
{
    srv_pg_send(pg, ADD_SEAT,
                ARGS(TEXT(table), INT(s->seat), TEXT(room_kind_words[s->kind]), INT(s->takeover),
                     TEXT(s->name), TEXT(s->bot), HASH(s->token), TEXT(s->account), TEXT(s->nonce),
                     INT(s->joined)));
}

/* All out first, so that tokens can be handed round; a new table has none. */
static void set_seats(srv_pg *pg, const srv_change *c)
{
    for (int i = 0; !c->create && i < c->n_seats; i++)
        srv_pg_send(pg, DROP_SEAT, ARGS(TEXT(c->table), INT(c->seats[i].seat)));
    for (int i = 0; i < c->n_seats; i++)
        add_seat(pg, c->table, &c->seats[i]);
}

static void set_notes(srv_pg *pg, const srv_change *c)
{
    for (int i = 0; i < c->n_notes; i++) {
        const srv_note *n = &c->notes[i];
        if (n->text)
            srv_pg_send(pg, SET_NOTE,
                        ARGS(TEXT(n->kind), TEXT(n->key), TEXT(n->account), TEXT(n->list),
                             INT(n->rank), TEXT(n->text), INT(n->version)));
        else
            srv_pg_send(pg, DROP_NOTE, ARGS(TEXT(n->kind), TEXT(n->key), INT(n->version)));
    }
}

static void add_account(srv_pg *pg, const srv_change *c)
{
    const srv_account *a = c->new_account;
    char fold[SRV_NAME_ROOM], look[SRV_NAME_ROOM];
    SPK_BUG_IF(!srv_name_fold(a->name, fold));
    srv_name_look(a->name, look);
    srv_pg_send(
        pg, ADD_ACCOUNT,
        ARGS(TEXT(a->id), TEXT(a->name), TEXT(fold), TEXT(look), TEXT(a->password), INT(c->at)));
}

static void set_sessions(srv_pg *pg, const srv_change *c)
{
    const srv_session *s = c->new_session;
    if (c->end_session)
        srv_pg_send(pg, END_SESSION, ARGS(HASH(c->end_session)));
    if (c->end_sessions_of)
        srv_pg_send(pg, END_SESSIONS_OF, ARGS(TEXT(c->end_sessions_of)));
    if (c->end_sessions_before)
        srv_pg_send(pg, END_SESSIONS_BEFORE, ARGS(INT(c->end_sessions_before)));
    if (s && c->most_sessions)
        srv_pg_send(pg, END_OLDEST_SESSIONS, ARGS(TEXT(s->account), INT(c->most_sessions - 1)));
    if (s)
        srv_pg_send(pg, ADD_SESSION, ARGS(HASH(s->token), TEXT(s->account), INT(s->expires)));
}

static void forget_seats(srv_pg *pg, const srv_change *c)
{
    for (int seat = 0; seat < SRV_MAX_SEATS; seat++) {
        if (!(c->forget_seats >> seat & 1))
            continue;
        srv_pg_send(pg, FORGET_CHAT, ARGS(TEXT(c->table), INT(seat)));
        srv_pg_send(pg, FORGET_SEAT, ARGS(TEXT(c->table), INT(seat)));
    }
}

static void write_people(srv_pg *pg, const srv_change *c)
{
    static const int account_steps[] = {FORGET_CHAT_OF, FORGET_SEATS_OF, DROP_ACCOUNT};
    static const int table_steps[] = {DROP_ENTRIES, DROP_TABLE};
    if (c->password)
        srv_pg_send(pg, SET_PASSWORD, ARGS(TEXT(c->password->id), TEXT(c->password->password)));
    set_sessions(pg, c);
    if (c->forget_seats)
        forget_seats(pg, c);
    for (int i = 0; c->forget_account && i < 3; i++)
        srv_pg_send(pg, account_steps[i], ARGS(TEXT(c->forget_account)));
    for (int i = 0; c->forget_account && srv_kinds_about_people[i]; i++)
        srv_pg_send(pg, FORGET_NOTES,
                    ARGS(TEXT(srv_kinds_about_people[i]), TEXT(c->forget_account)));
    for (int i = 0; c->forget_table && i < 2; i++)
        srv_pg_send(pg, table_steps[i], ARGS(TEXT(c->table)));
}

/* Accounts first: seats and notes name them. */
static void write_change(srv_pg *pg, const srv_change *c)
{
    if (c->new_account)
        add_account(pg, c);
    if (c->create)
        add_table(pg, c);
    if (c->table && srv_change_touches_row(c))
        set_row(pg, c);
    if (c->clock)
        set_clock(pg, c);
    add_lines(pg, c);
    set_seats(pg, c);
    if (c->host_token)
        srv_pg_send(pg, ADD_HOST, ARGS(HASH(c->host_token), TEXT(c->table)));
    set_notes(pg, c);
    write_people(pg, c);
}

/* What may be refused is refused by the judge, before anything is sent. A look-up that fails (rather than
 * finds nothing) has met an earlier statement's error or a lost connection: the group is given up and tried
 * again one by one. */
spk_err srv_pg_apply(srv_pg *pg, const srv_change *c, spk_why *why)
{
    srv_lookup lookup = {pg,        find_table, find_token,   find_account,
                         find_fold, find_look,  find_session, find_note};
    bool is_node = srv_pg_is_node(pg);
    spk_err err = is_node ? srv_pg_may_write(pg, c, why) : SPK_OK;
    if (err == SPK_OK)
        err = srv_change_judge(c, &lookup, why);
    if (err != SPK_OK && is_node && pg->conn && !pg->failed && !pg->lease.over)
        err = srv_pg_refuse(pg, c, err, why);
    pg->broken = pg->broken || pg->failed || !pg->conn;
    if (err != SPK_OK)
        return err;
    if (is_node)
        srv_pg_note_table(pg, c, c->table ? known_of(pg, c->table) : NULL);
    write_change(pg, c);
    if (is_node && c->create)
        srv_pg_own_new(pg, c);
    learn_from(pg, c);
    pg->broken = pg->broken || !pg->conn;
    return pg->broken ? spk_fail(why, SPK_EIO, "The connection to PostgreSQL was lost.") : SPK_OK;
}
