/* memory.c: the store in memory. For tests, for trying things out, and as the second backend that
 * keeps the first one honest: the same suite runs on both. Nothing survives the close, and searching
 * by token or account looks at every table.
 *
 * Several stores can share one memory (options.beside), each as a node with its own tables: for a
 * simulated house of several servers. The clock by which leases run is that of the first.
 *
 * A change is judged whole before anything is touched, and from then on nothing can fail; so there is
 * nothing to undo. One lock makes each change and each query one step. */
#include <pthread.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "hosts/server/store/backend.h"

typedef struct mem_table {
    srv_row row; /* its texts are our own, its lists unused */
    srv_seat seats[SRV_MAX_SEATS];
    bool has_seat[SRV_MAX_SEATS];
    srv_entry *entries;
    srv_chat *chats;
    int n_entries, n_chats;
    uint8_t (*hosts)[SRV_HASH];
    int n_hosts;
    size_t place;           /* in 'tables' */
    char node[SRV_ID_ROOM]; /* who has it; free if there is no such node in that epoch */
    int64_t node_epoch, epoch;
    int64_t left_at; /* released: when, by the house time of whoever did it */
} mem_table;

typedef struct mem_node {
    char id[SRV_ID_ROOM];
    int64_t epoch;
    bool ended;
    int64_t expires_ns;
    int64_t house_ms; /* when it was last heard of, by its own house time */
} mem_node;

typedef struct mem_account {
    srv_account row;
    char fold[SRV_NAME_ROOM];
} mem_account;

/* Its texts are our own. */
typedef struct mem_note {
    srv_note note;
    size_t place; /* in 'notes' */
} mem_note;

typedef struct mem_store {
    pthread_mutex_t lock;
    mem_table **tables;
    size_t n_tables;
    void *by_id; /* a tree of the same, for tfind */
    mem_note **notes;
    size_t n_notes;
    void *by_key; /* the same for these */
    mem_account *accounts;
    int n_accounts;
    srv_session *sessions;
    int n_sessions;
    mem_node *nodes; /* those that were ended too: when they were last there */
    int n_nodes;
    int64_t n_epochs; /* given to nodes */
    host_clock clock;
} mem_store;

/* One opened store. */
typedef struct mem_user {
    mem_store *m;
    bool shares;            /* another one frees it */
    char node[SRV_ID_ROOM]; /* "": it is none */
    int64_t epoch;
    int lease_ms;
} mem_user;

/* -- Memory ----------------------------------------------------------------------------------------- */

/* Room for one more at the end of a list of n. A list has room for at least the next power of two,
 * also after it has become shorter. */
static void *grow(void *list, size_t n, size_t size)
{
    return (n & (n - 1)) == 0 ? spk_realloc(list, (n ? 2 * n : 1) * size) : list;
}

static void *copy_bytes(const void *bytes, size_t n)
{
    return bytes ? memcpy(spk_alloc(n), bytes, n) : NULL;
}

static const char *own_text(const char *text)
{
    return copy_bytes(text, text ? strlen(text) + 1 : 0);
}

static const uint8_t *own_hash(const uint8_t *hash) { return copy_bytes(hash, SRV_HASH); }

static void drop(const void *p) { spk_free((void *)p); }

static void set_text(const char **slot, const char *text)
{
    const char *old = *slot;
    *slot = own_text(text);
    drop(old);
}

static void seat_release(srv_seat *s)
{
    drop(s->name), drop(s->bot), drop(s->token), drop(s->account), drop(s->nonce);
    *s = (srv_seat){0};
}

static void table_free(mem_table *t)
{
    srv_row *r = &t->row;
    drop(r->id), drop(r->game), drop(r->header), drop(r->settings), drop(r->rematch_of);
    drop(r->result), drop(r->clock), drop(r->seed), drop(r->commitment);
    for (int i = 0; i < SRV_MAX_SEATS; i++)
        seat_release(&t->seats[i]);
    for (int i = 0; i < t->n_entries; i++)
        drop(t->entries[i].line), drop(t->entries[i].ref);
    for (int i = 0; i < t->n_chats; i++)
        drop(t->chats[i].text), drop(t->chats[i].ref);
    spk_free(t->entries), spk_free(t->chats), spk_free(t->hosts);
    spk_free(t);
}

static void account_release(mem_account *a)
{
    drop(a->row.id), drop(a->row.name), drop(a->row.password);
}

static void note_free(mem_note *n)
{
    drop(n->note.kind), drop(n->note.key), drop(n->note.account);
    drop(n->note.list), drop(n->note.text);
    spk_free(n);
}

static void session_release(srv_session *s) { drop(s->token), drop(s->account); }

/* -- Finding ---------------------------------------------------------------------------------------- */

static int by_id(const void *a, const void *b)
{
    return strcmp(((const mem_table *)a)->row.id, ((const mem_table *)b)->row.id);
}

static mem_table *table_of(mem_store *m, const char *id)
{
    mem_table key = {.row.id = id};
    mem_table **found = tfind(&key, &m->by_id, by_id);
    return found ? *found : NULL;
}

static int by_key(const void *a, const void *b)
{
    const srv_note *x = &((const mem_note *)a)->note, *y = &((const mem_note *)b)->note;
    int order = strcmp(x->kind, y->kind);
    return order ? order : strcmp(x->key, y->key);
}

static mem_note *note_of(mem_store *m, const char *kind, const char *key)
{
    mem_note wanted = {.note = {.kind = kind, .key = key}};
    mem_note **found = tfind(&wanted, &m->by_key, by_key);
    return found ? *found : NULL;
}

static bool is_token(const uint8_t *a, const uint8_t *b)
{
    return a && memcmp(a, b, SRV_HASH) == 0;
}

static bool is_word(const char *a, const char *b) { return a && b && strcmp(a, b) == 0; }

/* Which of a table's tokens it is: a seat, SRV_HOST, or -2. */
static int token_at(const mem_table *t, const uint8_t *token)
{
    for (int i = 0; i < SRV_MAX_SEATS; i++)
        if (is_token(t->seats[i].token, token))
            return i;
    for (int i = 0; i < t->n_hosts; i++)
        if (is_token(t->hosts[i], token))
            return SRV_HOST;
    return -2;
}

static mem_table *table_of_token(mem_store *m, const uint8_t *token, int *seat)
{
    for (size_t i = 0; i < m->n_tables; i++) {
        *seat = token_at(m->tables[i], token);
        if (*seat != -2)
            return m->tables[i];
    }
    return NULL;
}

static mem_account *account_of(mem_store *m, const char *id, const char *fold)
{
    for (int i = 0; i < m->n_accounts; i++)
        if (is_word(m->accounts[i].row.id, id) || is_word(m->accounts[i].fold, fold))
            return &m->accounts[i];
    return NULL;
}

static int session_of(mem_store *m, const uint8_t *token)
{
    for (int i = 0; i < m->n_sessions; i++)
        if (is_token(m->sessions[i].token, token))
            return i;
    return -1;
}

/* -- What the judge asks ----------------------------------------------------------------------------- */

static spk_err find_table(void *self, const srv_change *c, srv_facts *facts, spk_why *why)
{
    (void)why;
    const mem_table *t = table_of(self, c->table);
    if (!t)
        return SPK_EUNKNOWN;
    *facts = (srv_facts){.status = t->row.status,
                         .players = t->row.players,
                         .n_entries = t->n_entries,
                         .last_chat = t->n_chats ? t->chats[t->n_chats - 1].n : 0};
    return SPK_OK;
}

static spk_err find_token(void *self, const uint8_t *token, char table[SRV_ID_ROOM], int *seat,
                          spk_why *why)
{
    (void)why;
    const mem_table *t = table_of_token(self, token, seat);
    if (!t)
        return SPK_EUNKNOWN;
    memcpy(table, t->row.id, strlen(t->row.id) + 1);
    return SPK_OK;
}

static spk_err find_account(void *self, const char *id, spk_why *why)
{
    (void)why;
    return account_of(self, id, NULL) ? SPK_OK : SPK_EUNKNOWN;
}

static spk_err find_fold(void *self, const char *fold, spk_why *why)
{
    (void)why;
    return account_of(self, NULL, fold) ? SPK_OK : SPK_EUNKNOWN;
}

static spk_err find_look(void *self, const char *look, spk_why *why)
{
    mem_store *m = self;
    char other[SRV_NAME_ROOM];
    (void)why;
    for (int i = 0; i < m->n_accounts; i++) {
        srv_name_look(m->accounts[i].row.name, other);
        if (strcmp(look, other) == 0)
            return SPK_OK;
    }
    return SPK_EUNKNOWN;
}

static spk_err find_session(void *self, const uint8_t *token, spk_why *why)
{
    (void)why;
    return session_of(self, token) >= 0 ? SPK_OK : SPK_EUNKNOWN;
}

static spk_err find_note(void *self, const srv_note *note, int64_t *version, spk_why *why)
{
    (void)why;
    const mem_note *n = note_of(self, note->kind, note->key);
    if (!n)
        return SPK_EUNKNOWN;
    *version = n->note.version;
    return SPK_OK;
}

/* -- The parts of a change --------------------------------------------------------------------------- */

static void add_table(mem_store *m, const srv_change *c)
{
    mem_table *t = spk_alloc(sizeof *t);
    const srv_row *from = c->create;
    t->row = (srv_row){.id = own_text(c->table),
                       .game = own_text(from->game),
                       .players = from->players,
                       .header = own_text(from->header),
                       .settings = own_text(from->settings),
                       .status = from->status ? from->status : ROOM_WAITING,
                       .listed = from->listed,
                       .created = c->at,
                       .updated = c->at,
                       .rematch_of = own_text(from->rematch_of),
                       .seed = own_hash(from->seed),
                       .commitment = own_hash(from->commitment)};
    t->place = m->n_tables;
    m->tables = grow(m->tables, m->n_tables, sizeof *m->tables);
    m->tables[m->n_tables++] = t;
    tsearch(t, &m->by_id, by_id);
}

static void set_row(mem_table *t, const srv_change *c)
{
    t->row.updated = c->at;
    if (c->header)
        set_text(&t->row.header, c->header);
    if (c->settings) {
        set_text(&t->row.settings, c->settings);
        t->row.listed = c->listed;
    }
    if (c->status != ROOM_STATUS_UNCHANGED)
        t->row.status = c->status;
    if (c->status == ROOM_FINISHED)
        t->row.finished = c->at;
    if (c->result)
        set_text(&t->row.result, c->result);
}

static void set_clock(mem_table *t, const srv_change *c)
{
    set_text(&t->row.clock, *c->clock ? c->clock : NULL);
    t->row.due = *c->clock ? c->due : 0;
}

static void add_entries(mem_table *t, const srv_change *c)
{
    for (int i = 0; i < c->n_entries; i++) {
        t->entries = grow(t->entries, (size_t)t->n_entries, sizeof *t->entries);
        t->entries[t->n_entries++] = (srv_entry){
            .line = own_text(c->entries[i].line), .ref = own_text(c->entries[i].ref), .at = c->at};
    }
}

static void add_chats(mem_table *t, const srv_change *c)
{
    for (int i = 0; i < c->n_chats; i++) {
        t->chats = grow(t->chats, (size_t)t->n_chats, sizeof *t->chats);
        t->chats[t->n_chats++] = (srv_chat){.seat = c->chats[i].seat,
                                            .text = own_text(c->chats[i].text),
                                            .ref = own_text(c->chats[i].ref),
                                            .n = c->first_chat + i,
                                            .at = c->at};
    }
}

static void set_seats(mem_table *t, const srv_change *c)
{
    for (int i = 0; i < c->n_seats; i++) {
        const srv_seat *from = &c->seats[i];
        srv_seat *s = &t->seats[from->seat];
        seat_release(s);
        *s = *from;
        s->name = own_text(from->name), s->bot = own_text(from->bot);
        s->account = own_text(from->account), s->nonce = own_text(from->nonce);
        s->token = own_hash(from->token);
        t->has_seat[from->seat] = true;
    }
}

static void add_host(mem_table *t, const uint8_t *token)
{
    t->hosts = grow(t->hosts, (size_t)t->n_hosts, sizeof *t->hosts);
    memcpy(t->hosts[t->n_hosts++], token, SRV_HASH);
}

static void add_account(mem_store *m, const srv_change *c)
{
    m->accounts = grow(m->accounts, (size_t)m->n_accounts, sizeof *m->accounts);
    mem_account *a = &m->accounts[m->n_accounts++];
    a->row = (srv_account){.id = own_text(c->new_account->id),
                           .name = own_text(c->new_account->name),
                           .password = own_text(c->new_account->password),
                           .created = c->at};
    SPK_BUG_IF(!srv_name_fold(a->row.name, a->fold));
}

static void end_session(mem_store *m, int i)
{
    session_release(&m->sessions[i]);
    m->sessions[i] = m->sessions[--m->n_sessions];
}

static void add_session(mem_store *m, const srv_session *s)
{
    m->sessions = grow(m->sessions, (size_t)m->n_sessions, sizeof *m->sessions);
    m->sessions[m->n_sessions++] = (srv_session){
        .token = own_hash(s->token), .account = own_text(s->account), .expires = s->expires};
}

static int count_sessions(const mem_store *m, const char *account)
{
    int n = 0;
    for (int i = 0; i < m->n_sessions; i++)
        n += is_word(m->sessions[i].account, account);
    return n;
}

static int oldest_session(const mem_store *m, const char *account)
{
    int oldest = -1;
    for (int i = 0; i < m->n_sessions; i++)
        if (is_word(m->sessions[i].account, account) &&
            (oldest < 0 || m->sessions[i].expires < m->sessions[oldest].expires))
            oldest = i;
    return oldest;
}

static void set_sessions(mem_store *m, const srv_change *c)
{
    for (int i = m->n_sessions - 1; i >= 0; i--) {
        const srv_session *s = &m->sessions[i];
        if ((c->end_session && is_token(s->token, c->end_session)) ||
            is_word(s->account, c->end_sessions_of) || is_word(s->account, c->forget_account) ||
            s->expires < c->end_sessions_before)
            end_session(m, i);
    }
    if (!c->new_session || is_word(c->new_session->account, c->forget_account))
        return;
    while (c->most_sessions && count_sessions(m, c->new_session->account) >= c->most_sessions)
        end_session(m, oldest_session(m, c->new_session->account));
    add_session(m, c->new_session);
}

static void forget_chat(mem_table *t, int seat)
{
    int n = 0;
    for (int i = 0; i < t->n_chats; i++) {
        if (t->chats[i].seat == seat)
            drop(t->chats[i].text), drop(t->chats[i].ref);
        else
            t->chats[n++] = t->chats[i];
    }
    t->n_chats = n;
}

static void forget_seat(mem_table *t, int seat)
{
    srv_seat *s = &t->seats[seat];
    forget_chat(t, seat);
    if (!t->has_seat[seat])
        return;
    set_text(&s->name, SRV_NAME_GONE);
    set_text(&s->account, NULL);
    drop(s->token);
    s->token = NULL;
}

static void drop_note(mem_store *m, mem_note *n)
{
    tdelete(n, &m->by_key, by_key);
    m->notes[n->place] = m->notes[--m->n_notes];
    m->notes[n->place]->place = n->place;
    note_free(n);
}

static mem_note *add_note(mem_store *m, const srv_note *from)
{
    mem_note *n = spk_alloc(sizeof *n);
    n->note = (srv_note){.kind = own_text(from->kind), .key = own_text(from->key)};
    n->place = m->n_notes;
    m->notes = grow(m->notes, m->n_notes, sizeof *m->notes);
    m->notes[m->n_notes++] = n;
    tsearch(n, &m->by_key, by_key);
    return n;
}

static void set_note(mem_store *m, const srv_note *from)
{
    mem_note *n = note_of(m, from->kind, from->key);
    if (!from->text) {
        if (n)
            drop_note(m, n);
        return;
    }
    if (!n)
        n = add_note(m, from);
    set_text(&n->note.account, from->account);
    set_text(&n->note.list, from->list);
    set_text(&n->note.text, from->text);
    n->note.rank = from->rank;
    n->note.version++;
}

static bool is_about(const srv_note *n, const char *account)
{
    bool is_kind = false;
    for (int i = 0; srv_kinds_about_people[i]; i++)
        is_kind |= is_word(n->kind, srv_kinds_about_people[i]);
    return is_kind && is_word(n->list, account);
}

static void forget_account(mem_store *m, const char *id)
{
    for (size_t i = m->n_notes; i-- > 0;)
        if (is_word(m->notes[i]->note.account, id) || is_about(&m->notes[i]->note, id))
            drop_note(m, m->notes[i]);
    for (size_t i = 0; i < m->n_tables; i++)
        for (int seat = 0; seat < SRV_MAX_SEATS; seat++)
            if (is_word(m->tables[i]->seats[seat].account, id))
                forget_seat(m->tables[i], seat);
    mem_account *a = account_of(m, id, NULL);
    account_release(a);
    *a = m->accounts[--m->n_accounts];
}

static void forget_table(mem_store *m, mem_table *t)
{
    tdelete(t, &m->by_id, by_id);
    m->tables[t->place] = m->tables[--m->n_tables];
    m->tables[t->place]->place = t->place;
    table_free(t);
}

static void write_table(mem_table *t, const srv_change *c)
{
    if (srv_change_touches_row(c))
        set_row(t, c);
    if (c->clock)
        set_clock(t, c);
    add_entries(t, c);
    add_chats(t, c);
    set_seats(t, c);
    if (c->host_token)
        add_host(t, c->host_token);
    for (int seat = 0; seat < SRV_MAX_SEATS; seat++)
        if (c->forget_seats >> seat & 1)
            forget_seat(t, seat);
}

static void write_change(mem_store *m, const srv_change *c)
{
    if (c->new_account)
        add_account(m, c);
    if (c->create)
        add_table(m, c);
    if (c->table)
        write_table(table_of(m, c->table), c);
    if (c->password)
        set_text(&account_of(m, c->password->id, NULL)->row.password, c->password->password);
    for (int i = 0; i < c->n_notes; i++)
        set_note(m, &c->notes[i]);
    set_sessions(m, c);
    if (c->forget_account)
        forget_account(m, c->forget_account);
    if (c->forget_table)
        forget_table(m, table_of(m, c->table));
}

/* -- Leases ------------------------------------------------------------------------------------------ */

static mem_node *any_node(const mem_store *m, const char *id, int64_t epoch)
{
    for (int i = 0; i < m->n_nodes; i++)
        if (m->nodes[i].epoch == epoch && is_word(m->nodes[i].id, id))
            return &m->nodes[i];
    return NULL;
}

/* One that is there. */
static mem_node *node_of(const mem_store *m, const char *id, int64_t epoch)
{
    mem_node *node = any_node(m, id, epoch);
    return node && !node->ended ? node : NULL;
}

static int64_t now_ns(const mem_store *m) { return (int64_t)m->clock.now_ns(m->clock.self); }

static int64_t left_ns(const mem_store *m, const mem_node *node)
{
    return node ? node->expires_ns - now_ns(m) : 0;
}

static int64_t end_of(const mem_user *u) { return now_ns(u->m) + u->lease_ms * INT64_C(1000000); }

static bool runs(const mem_user *u) { return left_ns(u->m, node_of(u->m, u->node, u->epoch)) > 0; }

static bool is_mine(const mem_user *u, const mem_table *t)
{
    return t->node_epoch == u->epoch && is_word(t->node, u->node);
}

/* If its time is over; true if it is no longer there. */
static bool end_node(mem_store *m, const char *id, int64_t epoch)
{
    mem_node *node = node_of(m, id, epoch);
    if (node && left_ns(m, node) > 0)
        return false;
    if (node)
        node->ended = true;
    return true;
}

static void own(const mem_user *u, mem_table *t)
{
    memcpy(t->node, u->node, sizeof t->node);
    t->node_epoch = u->epoch;
    t->epoch++;
}

static spk_err fail_over(const mem_user *u, spk_why *why)
{
    return spk_fail(why, SPK_ELOST, "The lease of node %s is over.", u->node);
}

static spk_err fail_lost(const mem_user *u, const char *table, spk_why *why)
{
    return spk_fail(why, SPK_ELOST, "Node %s does not have table %s.", u->node, table);
}

static spk_err hello(mem_user *u, spk_why *why)
{
    mem_store *m = u->m;
    mem_node *node = node_of(m, u->node, u->epoch);
    for (int i = 0; !node && i < m->n_nodes; i++)
        if (!m->nodes[i].ended && is_word(m->nodes[i].id, u->node) &&
            !end_node(m, u->node, m->nodes[i].epoch))
            return spk_fail(why, SPK_ETAKEN, "There is a node '%s' already.", u->node);
    if (!node) {
        m->nodes = grow(m->nodes, (size_t)m->n_nodes, sizeof *m->nodes);
        node = &m->nodes[m->n_nodes++];
        *node = (mem_node){.epoch = u->epoch = ++m->n_epochs};
        memcpy(node->id, u->node, sizeof node->id);
    }
    node->expires_ns = end_of(u);
    return SPK_OK;
}

static spk_err renew(mem_user *u, const srv_lease *l, spk_why *why)
{
    mem_node *node = node_of(u->m, u->node, u->epoch);
    if (!node)
        return spk_fail(why, SPK_ELOST, "Another node has ended the lease of node %s.", u->node);
    if (l->house_ms > node->house_ms)
        node->house_ms = l->house_ms;
    if (l->what == SRV_GOODBYE)
        node->ended = true;
    else
        node->expires_ns = end_of(u);
    return SPK_OK;
}

static srv_owner *owner_of(mem_store *m, const mem_table *t, srv_pool *pool)
{
    int64_t left = left_ns(m, node_of(m, t->node, t->node_epoch));
    srv_owner *owner = srv_pool_get(pool, sizeof *owner);
    owner->epoch = t->epoch;
    owner->left_ms = left > 0 ? (left + 999999) / 1000000 : 0;
    owner->node = left > 0 ? srv_pool_text(pool, t->node) : NULL;
    return owner;
}

static spk_err claim(mem_user *u, mem_table *t, srv_pool *pool, srv_answer *answer, spk_why *why)
{
    const mem_node *before = any_node(u->m, t->node, t->node_epoch);
    int64_t left_at = before ? before->house_ms : t->left_at;
    bool taken = !is_mine(u, t) && end_node(u->m, t->node, t->node_epoch);
    if (taken)
        own(u, t);
    srv_owner *owner = owner_of(u->m, t, pool);
    owner->taken = taken;
    owner->left_at = taken ? left_at : 0;
    answer->owner = owner;
    return is_mine(u, t)
               ? SPK_OK
               : spk_fail(why, SPK_ETAKEN, "Node %s has that table.", answer->owner->node);
}

static spk_err act_on_table(mem_user *u, const srv_lease *l, srv_pool *pool, srv_answer *answer,
                            spk_why *why)
{
    mem_table *t = table_of(u->m, l->table);
    if (l->what == SRV_RELEASE) {
        if (!t || !is_mine(u, t) || t->epoch != l->epoch)
            return fail_lost(u, l->table, why);
        t->node[0] = '\0';
        t->left_at = l->house_ms;
        return SPK_OK;
    }
    if (!runs(u))
        return fail_over(u, why);
    return t ? claim(u, t, pool, answer, why)
             : spk_fail(why, SPK_EUNKNOWN, "There is no such table.");
}

static spk_err act(mem_user *u, const srv_lease *l, srv_pool *pool, srv_answer *answer,
                   spk_why *why)
{
    switch (l->what) {
    case SRV_HELLO: return hello(u, why);
    case SRV_RENEW:
    case SRV_GOODBYE: return renew(u, l, why);
    case SRV_CLAIM:
    case SRV_RELEASE: return act_on_table(u, l, pool, answer, why);
    case SRV_LEASE_ACT_COUNT: break;
    }
    return SPK_OK;
}

static spk_err lease(void *self, const srv_lease *l, srv_pool *pool, srv_answer *answer,
                     spk_why *why)
{
    mem_user *u = self;
    pthread_mutex_lock(&u->m->lock);
    spk_err err = act(u, l, pool, answer, why);
    pthread_mutex_unlock(&u->m->lock);
    return err;
}

/* What the database checks before COMMIT. A table that is not there is the judge's business. */
static spk_err check_lease(mem_user *u, const srv_change *c, spk_why *why)
{
    const mem_table *t = c->table && !c->create ? table_of(u->m, c->table) : NULL;
    if (!runs(u))
        return fail_over(u, why);
    if (c->table && !c->create && c->epoch <= 0)
        return fail_lost(u, c->table, why);
    return t && (!is_mine(u, t) || t->epoch != c->epoch) ? fail_lost(u, c->table, why) : SPK_OK;
}

static spk_err apply(void *self, const srv_change *c, spk_why *why)
{
    mem_user *u = self;
    srv_lookup lookup = {u->m,      find_table, find_token,   find_account,
                         find_fold, find_look,  find_session, find_note};
    pthread_mutex_lock(&u->m->lock);
    spk_err err = u->node[0] ? check_lease(u, c, why) : SPK_OK;
    if (err == SPK_OK)
        err = srv_change_judge(c, &lookup, why);
    if (err == SPK_OK)
        write_change(u->m, c);
    if (err == SPK_OK && u->node[0] && c->create && !c->forget_table)
        own(u, table_of(u->m, c->table));
    pthread_mutex_unlock(&u->m->lock);
    return err;
}

/* -- Queries ------------------------------------------------------------------------------------------ */

/* Copies, because the answer is read while the writer goes on. */
static void copy_seats(const mem_table *t, srv_pool *pool, srv_row *out)
{
    srv_seat *seats = srv_pool_get(pool, SRV_MAX_SEATS * sizeof *seats);
    for (int i = 0; i < SRV_MAX_SEATS; i++) {
        if (!t->has_seat[i])
            continue;
        srv_seat *s = &seats[out->n_seats++];
        *s = t->seats[i];
        s->name = srv_pool_text(pool, s->name), s->bot = srv_pool_text(pool, s->bot);
        s->account = srv_pool_text(pool, s->account);
        s->nonce = srv_pool_text(pool, s->nonce);
        s->token = srv_pool_copy(pool, s->token, SRV_HASH);
    }
    out->seats = seats;
}

static void copy_table(const mem_table *t, srv_pool *pool, srv_row *out)
{
    *out = t->row;
    out->id = srv_pool_text(pool, out->id), out->game = srv_pool_text(pool, out->game);
    out->header = srv_pool_text(pool, out->header);
    out->settings = srv_pool_text(pool, out->settings);
    out->rematch_of = srv_pool_text(pool, out->rematch_of);
    out->result = srv_pool_text(pool, out->result);
    out->clock = srv_pool_text(pool, out->clock);
    out->commitment = srv_pool_copy(pool, out->commitment, SRV_HASH);
    out->seed = NULL;
    out->n_entries = t->n_entries;
    if (t->n_entries > 0 && out->updated < t->entries[t->n_entries - 1].at)
        out->updated = t->entries[t->n_entries - 1].at;
    copy_seats(t, pool, out);
}

static void copy_whole(const mem_table *t, srv_pool *pool, srv_row *out)
{
    srv_entry *entries = srv_pool_copy(pool, t->entries, (size_t)t->n_entries * sizeof *entries);
    srv_chat *chats = srv_pool_copy(pool, t->chats, (size_t)t->n_chats * sizeof *chats);
    copy_table(t, pool, out);
    out->seed = srv_pool_copy(pool, t->row.seed, SRV_HASH);
    for (int i = 0; i < t->n_entries; i++) {
        entries[i].line = srv_pool_text(pool, entries[i].line);
        entries[i].ref = srv_pool_text(pool, entries[i].ref);
    }
    for (int i = 0; i < t->n_chats; i++)
        chats[i].text = srv_pool_text(pool, chats[i].text),
        chats[i].ref = srv_pool_text(pool, chats[i].ref);
    out->entries = entries;
    out->chats = chats;
    out->n_chats = t->n_chats;
}

static spk_err ask_one(mem_store *m, const srv_query *q, srv_pool *pool, srv_answer *answer,
                       spk_why *why)
{
    bool by_token = q->what == SRV_ASK_TOKEN;
    int seat = 0;
    const mem_table *t = by_token ? table_of_token(m, q->token, &seat) : table_of(m, q->id);
    if (!t)
        return spk_fail(why, SPK_EUNKNOWN,
                        by_token ? "Nobody has that token." : "There is no such table.");
    srv_row *out = srv_pool_get(pool, sizeof *out);
    if (by_token)
        copy_table(t, pool, out);
    else
        copy_whole(t, pool, out);
    answer->tables = out;
    answer->n_tables = 1;
    answer->seat = seat;
    return SPK_OK;
}

static bool has_seat_of(const mem_table *t, const char *account)
{
    for (int i = 0; i < SRV_MAX_SEATS; i++)
        if (is_word(t->seats[i].account, account))
            return true;
    return false;
}

static int64_t key_of(const mem_table *t, srv_asked what)
{
    return what == SRV_ASK_DUE ? t->row.due : t->row.created;
}

/* Below 0: a comes before b in a list. */
static int compare(srv_asked what, int64_t at_a, const char *id_a, int64_t at_b, const char *id_b)
{
    int order = at_a != at_b ? (at_a < at_b ? -1 : 1) : strcmp(id_a, id_b);
    return what == SRV_ASK_DUE ? order : -order;
}

static bool is_asked_for(const mem_table *t, const srv_query *q)
{
    if (q->after_id &&
        compare(q->what, key_of(t, q->what), t->row.id, q->after_at, q->after_id) <= 0)
        return false;
    if (q->what == SRV_ASK_DUE)
        return t->row.due != 0 && t->row.due <= q->at;
    if (q->status != ROOM_STATUS_ANY ? t->row.status != q->status : q->what == SRV_ASK_LISTED)
        return false;
    return q->what == SRV_ASK_ALL || (q->what == SRV_ASK_LISTED && t->row.listed) ||
           (q->what == SRV_ASK_MINE && has_seat_of(t, q->id));
}

/* The first 'limit' in order, by looking for the next one again and again: pages are short. */
static bool is_anothers(const mem_store *m, const mem_table *t, const srv_query *q)
{
    return q->what == SRV_ASK_DUE && q->id && !is_word(t->node, q->id) &&
           left_ns(m, node_of(m, t->node, t->node_epoch)) > 0;
}

static const mem_table *next_in_list(mem_store *m, const srv_query *q)
{
    const mem_table *best = NULL;
    for (size_t i = 0; i < m->n_tables; i++) {
        const mem_table *t = m->tables[i];
        if (is_asked_for(t, q) && !is_anothers(m, t, q) &&
            (!best || compare(q->what, key_of(t, q->what), t->row.id, key_of(best, q->what),
                              best->row.id) < 0))
            best = t;
    }
    return best;
}

static void ask_list(mem_store *m, const srv_query *query, srv_pool *pool, srv_answer *answer)
{
    int limit = srv_query_limit(query);
    srv_row *tables = srv_pool_get(pool, (size_t)limit * sizeof *tables);
    srv_query q = *query;
    const mem_table *t;
    while ((t = next_in_list(m, &q)) && answer->n_tables < limit) {
        copy_table(t, pool, &tables[answer->n_tables++]);
        q.after_at = key_of(t, q.what);
        q.after_id = t->row.id;
    }
    answer->more = t != NULL;
    answer->tables = tables;
}

static spk_err give_account(const mem_account *a, srv_pool *pool, srv_answer *answer, spk_why *why)
{
    if (!a)
        return spk_fail(why, SPK_EUNKNOWN, "There is no such account.");
    srv_account *out = srv_pool_copy(pool, &a->row, sizeof a->row);
    out->id = srv_pool_text(pool, out->id), out->name = srv_pool_text(pool, out->name);
    out->password = srv_pool_text(pool, out->password);
    answer->account = out;
    return SPK_OK;
}

static spk_err ask_account(mem_store *m, const srv_query *q, srv_pool *pool, srv_answer *answer,
                           spk_why *why)
{
    char fold[SRV_NAME_ROOM];
    const mem_account *a = NULL;
    if (!q->name)
        a = account_of(m, q->id, NULL);
    else if (srv_name_fold(q->name, fold))
        a = account_of(m, NULL, fold);
    return give_account(a, pool, answer, why);
}

static spk_err ask_session(mem_store *m, const srv_query *q, srv_pool *pool, srv_answer *answer,
                           spk_why *why)
{
    int i = session_of(m, q->token);
    bool good = i >= 0 && m->sessions[i].expires > q->at;
    if (good)
        answer->expires = m->sessions[i].expires;
    return give_account(good ? account_of(m, m->sessions[i].account, NULL) : NULL, pool, answer,
                        why);
}

static spk_err ask_counts(mem_store *m, srv_pool *pool, srv_answer *answer)
{
    srv_counts *counts = srv_pool_get(pool, sizeof *counts);
    for (size_t i = 0; i < m->n_tables; i++)
        counts->tables[m->tables[i]->row.status]++;
    counts->tables[ROOM_STATUS_ANY] = (int64_t)m->n_tables;
    counts->accounts = m->n_accounts;
    counts->sessions = m->n_sessions;
    answer->counts = counts;
    return SPK_OK;
}

static spk_err ask_owner(mem_store *m, const srv_query *q, srv_pool *pool, srv_answer *answer,
                         spk_why *why)
{
    const mem_table *t = table_of(m, q->id);
    if (!t)
        return spk_fail(why, SPK_EUNKNOWN, "There is no such table.");
    answer->owner = owner_of(m, t, pool);
    return SPK_OK;
}

static void copy_note(const srv_note *from, srv_pool *pool, srv_note *out)
{
    *out = *from;
    out->kind = srv_pool_text(pool, from->kind), out->key = srv_pool_text(pool, from->key);
    out->account = srv_pool_text(pool, from->account);
    out->list = srv_pool_text(pool, from->list), out->text = srv_pool_text(pool, from->text);
}

static spk_err ask_note(mem_store *m, const srv_query *q, srv_pool *pool, srv_answer *answer,
                        spk_why *why)
{
    const mem_note *n = note_of(m, q->kind, q->key);
    if (!n)
        return spk_fail(why, SPK_EUNKNOWN, "There is no such note.");
    srv_note *out = srv_pool_get(pool, sizeof *out);
    copy_note(&n->note, pool, out);
    answer->notes = out;
    answer->n_notes = 1;
    return SPK_OK;
}

static int rising(const void *a, const void *b)
{
    const srv_note *x = &(*(mem_note *const *)a)->note, *y = &(*(mem_note *const *)b)->note;
    return x->rank != y->rank ? (x->rank < y->rank ? -1 : 1) : strcmp(x->key, y->key);
}

static int falling(const void *a, const void *b) { return rising(b, a); }

static bool is_wanted(const mem_note *n, const srv_query *q)
{
    const mem_note after = {.note = {.rank = q->after_at, .key = q->after_id}}, *last = &after;
    if (!is_word(n->note.kind, q->kind) || (q->list && !is_word(n->note.list, q->list)) ||
        (q->account && !is_word(n->note.account, q->account)) ||
        (q->within && (n->note.rank < q->low_rank || n->note.rank > q->high_rank)))
        return false;
    return !q->after_id || (q->falling ? falling : rising)(&n, &last) > 0;
}

static void ask_notes(mem_store *m, const srv_query *q, srv_pool *pool, srv_answer *answer)
{
    size_t n = 0, limit = (size_t)srv_query_limit(q);
    mem_note **found = spk_alloc((m->n_notes + 1) * sizeof(mem_note *));
    for (size_t i = 0; i < m->n_notes; i++)
        if (is_wanted(m->notes[i], q))
            found[n++] = m->notes[i];
    qsort(found, n, sizeof *found, q->falling ? falling : rising);
    answer->more = n > limit;
    answer->n_notes = (int)(n > limit ? limit : n);
    srv_note *notes = srv_pool_get(pool, limit * sizeof *notes);
    for (int i = 0; i < answer->n_notes; i++)
        copy_note(&found[i]->note, pool, &notes[i]);
    answer->notes = notes;
    spk_free(found);
}

static spk_err answer_query(mem_store *m, const srv_query *q, srv_pool *pool, srv_answer *answer,
                            spk_why *why)
{
    switch (q->what) {
    case SRV_ASK_TABLE:
    case SRV_ASK_TOKEN: return ask_one(m, q, pool, answer, why);
    case SRV_ASK_LISTED:
    case SRV_ASK_ALL:
    case SRV_ASK_MINE:
    case SRV_ASK_DUE: ask_list(m, q, pool, answer); return SPK_OK;
    case SRV_ASK_ACCOUNT: return ask_account(m, q, pool, answer, why);
    case SRV_ASK_SESSION: return ask_session(m, q, pool, answer, why);
    case SRV_ASK_COUNTS: return ask_counts(m, pool, answer);
    case SRV_ASK_NOTE: return ask_note(m, q, pool, answer, why);
    case SRV_ASK_NOTES: ask_notes(m, q, pool, answer); return SPK_OK;
    case SRV_ASK_OWNER: return ask_owner(m, q, pool, answer, why);
    case SRV_ASK_COUNT: break;
    }
    return spk_fail(why, SPK_EUNKNOWN, "There is no such query.");
}

static spk_err ask(void *self, const srv_query *q, srv_pool *pool, srv_answer *answer, spk_why *why)
{
    mem_store *m = ((mem_user *)self)->m;
    pthread_mutex_lock(&m->lock);
    spk_err err = answer_query(m, q, pool, answer, why);
    pthread_mutex_unlock(&m->lock);
    return err;
}

/* -- Life ---------------------------------------------------------------------------------------------- */

static mem_store *mem_new(const srv_store_options *options)
{
    mem_store *m = spk_alloc(sizeof *m);
    pthread_mutex_init(&m->lock, NULL);
    m->clock = options->clock;
    return m;
}

static void mem_free(mem_store *m)
{
    while (m->n_tables > 0)
        forget_table(m, m->tables[m->n_tables - 1]);
    while (m->n_notes > 0)
        drop_note(m, m->notes[m->n_notes - 1]);
    for (int i = 0; i < m->n_accounts; i++)
        account_release(&m->accounts[i]);
    for (int i = 0; i < m->n_sessions; i++)
        session_release(&m->sessions[i]);
    spk_free(m->tables), spk_free(m->notes), spk_free(m->accounts), spk_free(m->sessions),
        spk_free(m->nodes);
    pthread_mutex_destroy(&m->lock);
    spk_free(m);
}

static void close_mem(void *self)
{
    mem_user *u = self;
    if (u->node[0])
        lease(u, &(srv_lease){.what = SRV_GOODBYE}, NULL, NULL, NULL);
    if (!u->shares)
        mem_free(u->m);
    spk_free(u);
}

static void *open_mem(const srv_store_options *options, spk_why *why)
{
    mem_user *u = spk_alloc(sizeof *u);
    u->shares = options->beside != NULL;
    u->m = u->shares ? ((mem_user *)srv_store_self(options->beside))->m : mem_new(options);
    u->lease_ms = options->lease_ms > 0 ? options->lease_ms : SRV_LEASE_MS;
    if (!options->node)
        return u;
    snprintf(u->node, sizeof u->node, "%s", options->node);
    if (lease(u, &(srv_lease){.what = SRV_HELLO}, NULL, NULL, why) == SPK_OK)
        return u;
    u->node[0] = '\0';
    close_mem(u);
    return NULL;
}

static spk_err well(void *self, spk_why *why)
{
    (void)self, (void)why;
    return SPK_OK;
}

static bool never(void *self)
{
    (void)self;
    return false;
}

static void nothing(void *self) { (void)self; }

static spk_err no_backup(void *self, const char *path, spk_why *why)
{
    (void)self, (void)path;
    return spk_fail(why, SPK_EREFUSED, "A store in memory has no file to copy.");
}

const srv_backend srv_backend_mem = {
    .open = open_mem,
    .close = close_mem,
    .begin = well,
    .apply = apply,
    .lease = lease,
    .is_broken = never,
    .commit = well,
    .rollback = nothing,
    .vacuum = well,
    .ask = ask,
    .check = well,
    .backup = no_backup,
};
