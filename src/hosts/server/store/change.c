/* change.c: changes and queries as things: copying them, judging them, and the few texts that
 * are made of what is kept. What backends have in common lives here, so that they refuse the same
 * changes in the same words. */
#include <string.h>

#include "hosts/server/store/backend.h"

/* News for them, what others think of them, invitations and reports: people.h, alert.h. */
const char *const srv_kinds_about_people[] = {"alert", "tie", "invite", "report", NULL};

/* -- Copying ------------------------------------------------------------------------------------ */

static void keep_text(srv_pool *pool, const char **text) { *text = srv_pool_text(pool, *text); }

static void keep_hash(srv_pool *pool, const uint8_t **hash)
{
    *hash = srv_pool_copy(pool, *hash, SRV_HASH);
}

/* What a change may say of a new table. */
static const srv_row *copy_table(srv_pool *pool, const srv_row *from)
{
    srv_row *t = srv_pool_copy(pool, from, sizeof *from);
    if (!t)
        return NULL;
    keep_text(pool, &t->game), keep_text(pool, &t->rematch_of);
    keep_text(pool, &t->header), keep_text(pool, &t->settings);
    keep_hash(pool, &t->seed), keep_hash(pool, &t->commitment);
    return t;
}

static const srv_entry *copy_entries(srv_pool *pool, const srv_entry *from, int n)
{
    srv_entry *entries = srv_pool_copy(pool, from, (size_t)n * sizeof *from);
    for (int i = 0; i < n; i++)
        keep_text(pool, &entries[i].line), keep_text(pool, &entries[i].ref);
    return entries;
}

static const srv_chat *copy_chats(srv_pool *pool, const srv_chat *from, int n)
{
    srv_chat *chats = srv_pool_copy(pool, from, (size_t)n * sizeof *from);
    for (int i = 0; i < n; i++)
        keep_text(pool, &chats[i].text), keep_text(pool, &chats[i].ref);
    return chats;
}

static const srv_seat *copy_seats(srv_pool *pool, const srv_seat *from, int n)
{
    srv_seat *seats = srv_pool_copy(pool, from, (size_t)n * sizeof *from);
    for (int i = 0; i < n; i++) {
        srv_seat *s = &seats[i];
        keep_text(pool, &s->name), keep_text(pool, &s->bot);
        keep_text(pool, &s->account), keep_text(pool, &s->nonce);
        keep_hash(pool, &s->token);
    }
    return seats;
}

static const srv_account *copy_account(srv_pool *pool, const srv_account *from)
{
    srv_account *a = srv_pool_copy(pool, from, sizeof *from);
    if (a) {
        keep_text(pool, &a->id), keep_text(pool, &a->name);
        keep_text(pool, &a->password);
    }
    return a;
}

static const srv_session *copy_session(srv_pool *pool, const srv_session *from)
{
    srv_session *s = srv_pool_copy(pool, from, sizeof *from);
    if (s)
        keep_hash(pool, &s->token), keep_text(pool, &s->account);
    return s;
}

static const srv_note *copy_notes(srv_pool *pool, const srv_note *from, int n)
{
    srv_note *notes = srv_pool_copy(pool, from, (size_t)n * sizeof *from);
    for (int i = 0; i < n; i++) {
        srv_note *note = &notes[i];
        keep_text(pool, &note->kind), keep_text(pool, &note->key);
        keep_text(pool, &note->account), keep_text(pool, &note->list);
        keep_text(pool, &note->text);
    }
    return notes;
}

srv_change *srv_change_copy(const srv_change *change, srv_pool *pool)
{
    srv_change *c = srv_pool_copy(pool, change, sizeof *change);
    keep_text(pool, &c->table);
    c->create = copy_table(pool, c->create);
    keep_text(pool, &c->header), keep_text(pool, &c->settings);
    keep_text(pool, &c->result), keep_text(pool, &c->clock);
    c->entries = copy_entries(pool, c->entries, c->n_entries);
    c->chats = copy_chats(pool, c->chats, c->n_chats);
    c->seats = copy_seats(pool, c->seats, c->n_seats);
    c->notes = copy_notes(pool, c->notes, c->n_notes);
    keep_hash(pool, &c->host_token);
    c->new_account = copy_account(pool, c->new_account);
    c->password = copy_account(pool, c->password);
    c->new_session = copy_session(pool, c->new_session);
    keep_hash(pool, &c->end_session);
    keep_text(pool, &c->end_sessions_of), keep_text(pool, &c->forget_account);
    return c;
}

srv_query *srv_query_copy(const srv_query *query, srv_pool *pool)
{
    srv_query *q = srv_pool_copy(pool, query, sizeof *query);
    keep_text(pool, &q->id), keep_text(pool, &q->name), keep_text(pool, &q->after_id);
    keep_text(pool, &q->kind), keep_text(pool, &q->key);
    keep_text(pool, &q->list), keep_text(pool, &q->account);
    keep_hash(pool, &q->token);
    return q;
}

srv_lease *srv_lease_copy(const srv_lease *lease, srv_pool *pool)
{
    srv_lease *l = srv_pool_copy(pool, lease, sizeof *lease);
    keep_text(pool, &l->table);
    return l;
}

bool srv_change_touches_row(const srv_change *c)
{
    return c->header || c->settings || c->status != ROOM_STATUS_UNCHANGED || c->result ||
           c->n_seats > 0 || c->forget_seats;
}

int srv_query_limit(const srv_query *q)
{
    return q->limit > 0 && q->limit < SRV_PAGE ? q->limit : SRV_PAGE;
}

/* -- Judging ------------------------------------------------------------------------------------ */

static bool same_hash(const uint8_t *a, const uint8_t *b) { return memcmp(a, b, SRV_HASH) == 0; }

static bool only_forgets(const srv_change *c)
{
    return !c->create && !c->header && !c->settings && c->status == ROOM_STATUS_UNCHANGED &&
           !c->result && !c->clock && c->n_entries == 0 && c->n_chats == 0 && c->n_seats == 0 &&
           !c->host_token;
}

static spk_err judge_new_table(const srv_change *c, spk_why *why)
{
    const srv_row *t = c->create;
    size_t n = strlen(c->table);
    if (n == 0 || n >= SRV_ID_ROOM)
        return spk_fail(why, SPK_ERANGE, "A table's id has 1 to %d characters.", SRV_ID_ROOM - 1);
    if (t->players < 1 || t->players > SRV_MAX_SEATS)
        return spk_fail(why, SPK_ERANGE, "A table has 1 to %d seats.", SRV_MAX_SEATS);
    if (!t->game || !t->header || !t->settings || !t->seed || !t->commitment)
        return spk_fail(why, SPK_EMALFORMED,
                        "A new table has a game, a header, settings, a seed "
                        "and a commitment.");
    return SPK_OK;
}

static spk_err judge_entries(const srv_change *c, const srv_facts *facts, spk_why *why)
{
    int next = facts->n_entries + 1;
    if (c->n_entries > SRV_MOST_ENTRIES - facts->n_entries)
        return spk_fail(why, SPK_ERANGE, "A match has at most %d entries.", SRV_MOST_ENTRIES);
    if (c->n_entries == 0 || c->first_entry == next)
        return SPK_OK;
    if (c->first_entry < next)
        return spk_fail(why, SPK_ESTALE, "Entry %d is there already: the table stands at %d.",
                        c->first_entry, facts->n_entries);
    return spk_fail(why, SPK_ESTALE, "Entry %d cannot follow: the table stands at %d.",
                    c->first_entry, facts->n_entries);
}

static spk_err judge_table(const srv_change *c, const srv_lookup *lookup, srv_facts *facts,
                           spk_why *why)
{
    spk_err err = lookup->table(lookup->self, c, facts, why);
    if (c->create) {
        if (err == SPK_OK)
            return spk_fail(why, SPK_ETAKEN, "There is a table of that id already.");
        if (err != SPK_EUNKNOWN)
            return err;
        *facts = (srv_facts){.status = ROOM_WAITING, .players = c->create->players};
        err = judge_new_table(c, why);
    } else if (err == SPK_EUNKNOWN) {
        return spk_fail(why, SPK_EUNKNOWN, "There is no such table.");
    }
    if (err != SPK_OK)
        return err;
    if (facts->status == ROOM_CLOSED && !only_forgets(c))
        return spk_fail(why, SPK_EREFUSED, "The table is closed.");
    if (c->n_chats > 0 && c->first_chat <= facts->last_chat)
        return spk_fail(why, SPK_ESTALE, "Chat %d is there already.", c->first_chat);
    return judge_entries(c, facts, why);
}

static bool writes_seat(const srv_change *c, int seat)
{
    for (int i = 0; i < c->n_seats; i++)
        if (c->seats[i].seat == seat)
            return true;
    return false;
}

/* A token may be new, or in use at a seat that this change writes anew. */
static spk_err judge_token(const srv_change *c, const uint8_t *token, const srv_lookup *lookup,
                           spk_why *why)
{
    char table[SRV_ID_ROOM];
    int seat;
    spk_err err = lookup->token(lookup->self, token, table, &seat, why);
    if (err == SPK_EUNKNOWN)
        return SPK_OK;
    if (err == SPK_OK &&
        !(strcmp(table, c->table) == 0 && seat != SRV_HOST && writes_seat(c, seat)))
        return spk_fail(why, SPK_ETAKEN, "That token is in use already.");
    return err;
}

static spk_err judge_account(const srv_change *c, const char *id, const srv_lookup *lookup,
                             spk_why *why)
{
    if (!id || (c->new_account && c->new_account->id && strcmp(c->new_account->id, id) == 0))
        return SPK_OK;
    spk_err err = lookup->account(lookup->self, id, why);
    return err == SPK_EUNKNOWN ? spk_fail(why, err, "There is no such account.") : err;
}

static spk_err judge_seat(const srv_change *c, int i, const srv_facts *facts,
                          const srv_lookup *lookup, spk_why *why)
{
    const srv_seat *s = &c->seats[i];
    if (s->seat < 0 || s->seat >= facts->players)
        return spk_fail(why, SPK_ERANGE, "The table has no seat %d.", s->seat);
    for (int k = 0; k < i; k++) {
        if (c->seats[k].seat == s->seat)
            return spk_fail(why, SPK_ERANGE, "Seat %d comes twice.", s->seat);
        if (s->token && c->seats[k].token && same_hash(s->token, c->seats[k].token))
            return spk_fail(why, SPK_ETAKEN, "Two seats have the same token.");
    }
    spk_err err = s->token ? judge_token(c, s->token, lookup, why) : SPK_OK;
    return err == SPK_OK ? judge_account(c, s->account, lookup, why) : err;
}

static spk_err judge_host_token(const srv_change *c, const srv_lookup *lookup, spk_why *why)
{
    for (int i = 0; i < c->n_seats; i++)
        if (c->seats[i].token && same_hash(c->seats[i].token, c->host_token))
            return spk_fail(why, SPK_ETAKEN, "That token is in use already.");
    return judge_token(c, c->host_token, lookup, why);
}

static spk_err judge_new_account(const srv_account *a, const srv_lookup *lookup, spk_why *why)
{
    char fold[SRV_NAME_ROOM];
    if (!a->id || !*a->id || strlen(a->id) >= SRV_ID_ROOM || !a->password)
        return spk_fail(why, SPK_EMALFORMED, "A new account has an id and a password.");
    if (!a->name || !srv_name_fold(a->name, fold))
        return spk_fail(why, SPK_ERANGE, "A name has 1 to %d bytes.", SRV_NAME_ROOM - 1);
    spk_err err = lookup->fold(lookup->self, fold, why);
    srv_name_look(a->name, fold);
    if (err == SPK_EUNKNOWN)
        err = lookup->look(lookup->self, fold, why);
    if (err == SPK_OK)
        return spk_fail(why, SPK_ETAKEN, "That name is taken, or looks like one that is.");
    if (err == SPK_EUNKNOWN)
        err = lookup->account(lookup->self, a->id, why);
    if (err == SPK_OK)
        return spk_fail(why, SPK_ETAKEN, "There is an account of that id already.");
    return err == SPK_EUNKNOWN ? SPK_OK : err;
}

static spk_err judge_new_session(const srv_change *c, const srv_lookup *lookup, spk_why *why)
{
    if (!c->new_session->token || !c->new_session->account)
        return spk_fail(why, SPK_EMALFORMED, "A session has a token and an account.");
    spk_err err = lookup->session(lookup->self, c->new_session->token, why);
    if (err == SPK_OK)
        return spk_fail(why, SPK_ETAKEN, "That token is in use already.");
    return err == SPK_EUNKNOWN ? judge_account(c, c->new_session->account, lookup, why) : err;
}

static bool fits(const char *text, size_t room)
{
    size_t n = strnlen(text, room);
    return n > 0 && n < room;
}

static bool is_same_note(const srv_note *a, const srv_note *b)
{
    return strcmp(a->key, b->key) == 0 && strcmp(a->kind, b->kind) == 0;
}

/* What can be said of notes without looking at those that are there. */
static spk_err judge_note_forms(const srv_change *c, spk_why *why)
{
    if (c->n_notes > SRV_MOST_NOTES)
        return spk_fail(why, SPK_ERANGE, "A change has at most %d notes.", SRV_MOST_NOTES);
    for (int i = 0; i < c->n_notes; i++) {
        const srv_note *n = &c->notes[i];
        if (!n->kind || !n->key || !fits(n->kind, SRV_KIND_ROOM) || !fits(n->key, SRV_KEY_ROOM))
            return spk_fail(why, SPK_ERANGE,
                            "A note has a kind of 1 to %d bytes and a key of 1 to %d.",
                            SRV_KIND_ROOM - 1, SRV_KEY_ROOM - 1);
        if (n->list && !fits(n->list, SRV_KEY_ROOM))
            return spk_fail(why, SPK_ERANGE, "A list of notes has a name of 1 to %d bytes.",
                            SRV_KEY_ROOM - 1);
        if (n->text && strnlen(n->text, SRV_NOTE_TEXT + 1) > SRV_NOTE_TEXT)
            return spk_fail(why, SPK_ERANGE, "The text of a note has at most %d bytes.",
                            SRV_NOTE_TEXT);
        for (int k = 0; k < i; k++)
            if (is_same_note(n, &c->notes[k]))
                return spk_fail(why, SPK_ERANGE, "The note %s/%s comes twice.", n->kind, n->key);
    }
    return SPK_OK;
}

/* Both must be there. Only of news, the first kind, nothing is asked: they are written with moves, which must not fail because
 * somebody else deletes their account. */
static bool is_about_people(const char *kind)
{
    for (int i = 1; srv_kinds_about_people[i]; i++)
        if (strcmp(kind, srv_kinds_about_people[i]) == 0)
            return true;
    return false;
}

static spk_err judge_note(const srv_change *c, const srv_note *n, const srv_lookup *lookup,
                          spk_why *why)
{
    int64_t version = 0;
    spk_err err = n->text ? judge_account(c, n->account, lookup, why) : SPK_OK;
    if (err == SPK_OK && n->text && n->account && is_about_people(n->kind))
        err = judge_account(c, n->list, lookup, why);
    if (err != SPK_OK || n->version == SRV_ANY_VERSION)
        return err;
    err = lookup->note(lookup->self, n, &version, why);
    if (err != SPK_OK && err != SPK_EUNKNOWN)
        return err;
    if (version != n->version)
        return spk_fail(why, SPK_ESTALE, "The note %s/%s has changed meanwhile.", n->kind, n->key);
    return SPK_OK;
}

static spk_err judge_notes(const srv_change *c, const srv_lookup *lookup, spk_why *why)
{
    spk_err err = judge_note_forms(c, why);
    for (int i = 0; err == SPK_OK && i < c->n_notes; i++)
        err = judge_note(c, &c->notes[i], lookup, why);
    return err;
}

static spk_err judge_people(const srv_change *c, const srv_lookup *lookup, spk_why *why)
{
    spk_err err = SPK_OK;
    if (c->new_account)
        err = judge_new_account(c->new_account, lookup, why);
    if (err == SPK_OK && c->password)
        err = c->password->id && c->password->password
                  ? judge_account(c, c->password->id, lookup, why)
                  : spk_fail(why, SPK_EMALFORMED, "A password belongs to an account.");
    if (err == SPK_OK && c->new_session)
        err = judge_new_session(c, lookup, why);
    if (err == SPK_OK)
        err = judge_account(c, c->forget_account, lookup, why);
    return err;
}

spk_err srv_change_judge(const srv_change *c, const srv_lookup *lookup, spk_why *why)
{
    srv_facts facts = {0};
    spk_err err = SPK_OK;
    if (c->table)
        err = judge_table(c, lookup, &facts, why);
    else if (!only_forgets(c) || c->forget_seats || c->forget_table)
        return spk_fail(why, SPK_EMALFORMED, "The change names no table.");
    for (int i = 0; err == SPK_OK && i < c->n_seats; i++)
        err = judge_seat(c, i, &facts, lookup, why);
    if (err == SPK_OK && c->host_token)
        err = judge_host_token(c, lookup, why);
    if (err == SPK_OK)
        err = judge_people(c, lookup, why);
    return err == SPK_OK && c->n_notes > 0 ? judge_notes(c, lookup, why) : err;
}

/* -- Texts -------------------------------------------------------------------------------------- */

void srv_row_print(const srv_row *t, spk_buf *out)
{
    spk_buf_puts(out, t->header);
    spk_buf_puts(out, "log\n");
    for (int i = 0; i < t->n_entries; i++)
        spk_buf_printf(out, "%d %s\n", i + 1, t->entries[i].line);
    spk_buf_printf(out, "end %d\n", t->n_entries);
}

/* Letters of two bytes in UTF-8, U+0080 to U+07FF: the scripts whose capitals lie in simple rows. In
 * Latin Extended-A capitals and small letters alternate; where its three odd places shift them, even
 * and odd change roles. */
static int small_letter(int c)
{
    bool in_latin_pairs = c >= 0x100 && c <= 0x17e && c != 0x130 && c != 0x131 && c != 0x138 &&
                          c != 0x149 && c != 0x178;
    if (c == 0x178) /* Y with diaeresis: its small letter is in Latin-1 */
        return 0xff;
    if (in_latin_pairs) {
        bool odd_capitals = (c >= 0x139 && c <= 0x148) || c >= 0x179;
        return (c % 2 == 1) == odd_capitals ? c + 1 : c;
    }
    if ((c >= 0xc0 && c <= 0xde && c != 0xd7) || (c >= 0x391 && c <= 0x3a9) ||
        (c >= 0x410 && c <= 0x42f))
        return c + 32;
    return c >= 0x400 && c <= 0x40f ? c + 80 : c;
}

/* A small letter has as many bytes as its capital, so the fold is as long as the name. */
bool srv_name_fold(const char *name, char fold[SRV_NAME_ROOM])
{
    size_t n = strlen(name);
    if (n == 0 || n >= SRV_NAME_ROOM)
        return false;
    for (size_t i = 0; i <= n; i++) {
        unsigned char byte = (unsigned char)name[i], next = i < n ? (unsigned char)name[i + 1] : 0;
        if (byte >= 0xc2 && byte <= 0xdf && next >= 0x80 && next <= 0xbf) {
            int c = small_letter((byte & 0x1f) << 6 | (next & 0x3f));
            fold[i++] = (char)(0xc0 | c >> 6);
            fold[i] = (char)(0x80 | (c & 0x3f));
        } else {
            fold[i] = (char)(byte >= 'A' && byte <= 'Z' ? byte + 32 : byte);
        }
    }
    return true;
}
