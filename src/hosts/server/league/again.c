/* again.c: every rating computed once more, from the lines alone, and compared with what is stored. See league.h.
 *
 * A list is read and computed whole, then what differs is written in handfuls, each of which also writes the list's ladder.
 * If a server counts a line meanwhile, the next handful is refused as stale and the list is begun again: what was
 * written is right either way. */
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/league/inside.h"

enum { TRIES = 20 };

typedef struct entry {
    srv_standing is;
    srv_curve curve;
    bool is_seen[2]; /* its rating's and its curve's note was there */
} entry;

/* The players of one list, by who they are. */
typedef struct players {
    entry **all;
    int n, cap;
    int *bucket; /* 1 + a place in 'all'; 0: free */
    int n_buckets;
} players;

typedef struct work {
    srv_store *store;
    int64_t now;
    bool write;
    srv_recount *found;
    spk_why *why;
    players players;
    char list[SRV_LIST_ROOM];
    int64_t lines, version; /* of the ladder */
    srv_note batch[SRV_MOST_NOTES];
    char *texts[SRV_MOST_NOTES], *keys[SRV_MOST_NOTES], *accounts[SRV_MOST_NOTES];
    int n_batch;
} work;

/* -- Players ----------------------------------------------------------------------------------------- */

static int *place_of(players *p, const char *who)
{
    uint64_t at = spk_hash(SPK_HASH_START, who, strlen(who));
    for (;; at++) {
        int *b = &p->bucket[at % (uint64_t)p->n_buckets];
        if (!*b || spk_str_eq(p->all[*b - 1]->is.who, who))
            return b;
    }
}

static void grow(players *p)
{
    p->cap = p->cap ? 2 * p->cap : 64;
    p->all = spk_realloc(p->all, (size_t)p->cap * sizeof *p->all);
    spk_free(p->bucket);
    p->n_buckets = 2 * p->cap;
    p->bucket = spk_alloc((size_t)p->n_buckets * sizeof *p->bucket);
    for (int i = 0; i < p->n; i++)
        *place_of(p, p->all[i]->is.who) = i + 1;
}

static entry *player(players *p, const char *who, bool make)
{
    if (p->n == p->cap)
        grow(p);
    int *b = place_of(p, who);
    if (!*b && make) {
        entry *e = p->all[p->n++] = spk_alloc(sizeof *e);
        srv_standing_init(&e->is, who);
        *b = p->n;
    }
    return *b ? p->all[*b - 1] : NULL;
}

static void release(players *p)
{
    for (int i = 0; i < p->n; i++)
        spk_free(p->all[i]);
    spk_free(p->all);
    spk_free(p->bucket);
    *p = (players){0};
}

/* -- Reading ----------------------------------------------------------------------------------------- */

/* All notes of a kind (and list), page by page. The lowest rank is said as well: a database then begins there. */
static spk_err walk(work *w, const char *kind, const char *list,
                    spk_err (*each)(work *w, const srv_note *note))
{
    char after[SRV_KEY_ROOM];
    srv_query query = {.what = SRV_ASK_NOTES, .kind = kind, .list = list};
    spk_err err = SPK_OK;
    for (bool more = true; more && err == SPK_OK;) {
        srv_found found;
        err = srv_store_ask_now(w->store, &query, &found);
        if (err != SPK_OK)
            spk_fail(w->why, err, "%s", found.answer.why);
        more = err == SPK_OK && found.answer.more;
        for (int i = 0; i < found.answer.n_notes && err == SPK_OK; i++) {
            const srv_note *note = &found.answer.notes[i];
            query.after_at = note->rank;
            snprintf(after, sizeof after, "%s", note->key);
            err = each(w, note);
        }
        query.after_id = after;
        query.within = true;
        query.low_rank = query.after_at;
        query.high_rank = INT64_MAX;
        srv_found_release(&found);
    }
    return err;
}

static spk_err play_line(work *w, const srv_note *note)
{
    srv_rated line;
    srv_standing *who[RATING_MOST_PLAYERS];
    srv_curve *curve[RATING_MOST_PLAYERS];
    if (note->rank > w->lines) /* counted since we began: the next handful will be refused */
        return SPK_OK;
    if (!srv_rated_read(note, &line) || !spk_str_eq(line.list, w->list))
        return spk_fail(w->why, SPK_EIO, "The line of table %s cannot be read.", note->key);
    for (int i = 0; i < line.n; i++) {
        entry *e = player(&w->players, line.seat[i].who, true);
        who[i] = &e->is;
        curve[i] = &e->curve;
    }
    srv_league_play(&line, who, curve);
    w->found->lines++;
    return SPK_OK;
}

/* -- Writing ----------------------------------------------------------------------------------------- */

static char *copy_of(const char *text)
{
    if (!text)
        return NULL;
    size_t n = strlen(text) + 1;
    return memcpy(spk_alloc(n), text, n);
}

static spk_err flush(work *w)
{
    spk_err err = SPK_OK;
    spk_buf ladder = {0};
    srv_ladder_print(w->lines, &ladder);
    w->batch[w->n_batch] = (srv_note){
        .kind = "ladder", .key = w->list, .text = spk_buf_text(&ladder), .version = w->version};
    if (w->n_batch && w->write)
        err = srv_store_write_now(
            w->store, &(srv_change){.at = w->now, .n_notes = w->n_batch + 1, .notes = w->batch},
            w->why);
    w->version += w->n_batch && w->write && err == SPK_OK;
    for (int i = 0; i < w->n_batch; i++) {
        spk_free(w->texts[i]);
        spk_free(w->keys[i]);
        spk_free(w->accounts[i]);
    }
    w->n_batch = 0;
    spk_buf_release(&ladder);
    return err;
}

static spk_err put(work *w, const srv_note *note)
{
    int i = w->n_batch++;
    w->found->changed++;
    w->texts[i] = copy_of(note->text);
    w->keys[i] = copy_of(note->key);
    w->accounts[i] = copy_of(note->account);
    w->batch[i] = *note;
    w->batch[i].text = w->texts[i];
    w->batch[i].key = w->keys[i];
    w->batch[i].account = w->accounts[i];
    w->batch[i].list = w->list;
    w->batch[i].version = SRV_ANY_VERSION;
    return w->n_batch == SRV_MOST_NOTES - 1 ? flush(w) : SPK_OK;
}

static const char *const kinds[2] = {"rating", "curve"};

static srv_note note_of(const work *w, const entry *e, int kind, char key[SRV_KEY_ROOM],
                        spk_buf *text)
{
    spk_buf_clear(text);
    if (kind == 0)
        srv_standing_print(&e->is, text);
    else
        srv_curve_print(&e->curve, text);
    return srv_league_note(kinds[kind], w->list, &e->is, key, spk_buf_text(text));
}

/* Who this note is about: its key without the list. */
static const char *who_of(const work *w, const srv_note *note)
{
    size_t n = strlen(w->list);
    return strncmp(note->key, w->list, n) == 0 && note->key[n] == '/' ? note->key + n + 1 : "";
}

static spk_err compare(work *w, const srv_note *note, int kind)
{
    char key[SRV_KEY_ROOM];
    spk_buf text = {0};
    srv_standing stored;
    spk_err err = SPK_OK;
    entry *e = player(&w->players, who_of(w, note), false);
    if (!e)
        return put(w, &(srv_note){.kind = kinds[kind], .key = note->key});
    if (kind == 0 && srv_standing_read(note, &stored)) /* lines have no names */
        memcpy(e->is.name, stored.name, sizeof e->is.name);
    e->is_seen[kind] = true;
    srv_note want = note_of(w, e, kind, key, &text);
    if (want.rank != note->rank || !spk_str_eq(want.text, note->text))
        err = put(w, &want);
    spk_buf_release(&text);
    return err;
}

static spk_err compare_rating(work *w, const srv_note *note) { return compare(w, note, 0); }
static spk_err compare_curve(work *w, const srv_note *note) { return compare(w, note, 1); }

/* The name of a player whose note is not there. False: the account was forgotten, and so it stays. */
static bool find_name(work *w, entry *e)
{
    srv_found found;
    const char *account = srv_who_account(e->is.who);
    if (!account || *e->is.name)
        return true;
    bool known = srv_store_ask_now(w->store, &(srv_query){.what = SRV_ASK_ACCOUNT, .id = account},
                                   &found) == SPK_OK;
    if (known)
        snprintf(e->is.name, sizeof e->is.name, "%s", found.answer.account->name);
    srv_found_release(&found);
    return known;
}

static spk_err add_missing(work *w)
{
    char key[SRV_KEY_ROOM];
    spk_buf text = {0};
    spk_err err = SPK_OK;
    for (int i = 0; i < w->players.n && err == SPK_OK; i++) {
        entry *e = w->players.all[i];
        for (int kind = 0; kind < 2 && err == SPK_OK; kind++)
            if (!e->is_seen[kind] && find_name(w, e)) {
                srv_note want = note_of(w, e, kind, key, &text);
                err = put(w, &want);
            }
    }
    spk_buf_release(&text);
    return err;
}

/* -- A list ------------------------------------------------------------------------------------------ */

static spk_err read_ladder(work *w)
{
    srv_found found;
    spk_err err = srv_store_ask_now(
        w->store, &(srv_query){.what = SRV_ASK_NOTE, .kind = "ladder", .key = w->list}, &found);
    if (err == SPK_OK) {
        w->lines = srv_ladder_read(found.answer.notes[0].text);
        w->version = found.answer.notes[0].version;
    } else
        spk_fail(w->why, err, "%s", found.answer.why);
    srv_found_release(&found);
    return err;
}

static spk_err recompute_list(work *w)
{
    srv_recount before = *w->found;
    spk_err err = read_ladder(w);
    if (err == SPK_OK)
        err = walk(w, "rated", w->list, play_line);
    if (err == SPK_OK)
        err = walk(w, "rating", w->list, compare_rating);
    if (err == SPK_OK)
        err = walk(w, "curve", w->list, compare_curve);
    if (err == SPK_OK)
        err = add_missing(w);
    spk_err written = flush(w);
    err = err == SPK_OK ? written : err;
    w->found->players += w->players.n;
    w->found->lists++;
    release(&w->players);
    if (err == SPK_ESTALE)
        *w->found = before;
    return err;
}

/* Writing while pages are read would move what is read next: all names of lists first. */
typedef struct names {
    char (*list)[SRV_LIST_ROOM];
    int n;
} names;

static spk_err find_lists(work *w, names *all)
{
    char after[SRV_KEY_ROOM];
    srv_query query = {.what = SRV_ASK_NOTES, .kind = "ladder"};
    for (bool more = true; more;) {
        srv_found found;
        spk_err err = srv_store_ask_now(w->store, &query, &found);
        if (err != SPK_OK)
            spk_fail(w->why, err, "%s", found.answer.why);
        more = err == SPK_OK && found.answer.more;
        for (int i = 0; i < found.answer.n_notes && err == SPK_OK; i++) {
            all->list = spk_realloc(all->list, (size_t)(all->n + 1) * sizeof *all->list);
            snprintf(all->list[all->n++], SRV_LIST_ROOM, "%s", found.answer.notes[i].key);
            snprintf(after, sizeof after, "%s", found.answer.notes[i].key);
            query.after_at = found.answer.notes[i].rank;
        }
        query.after_id = after;
        srv_found_release(&found);
        if (err != SPK_OK)
            return err;
    }
    return SPK_OK;
}

spk_err srv_league_recompute(srv_store *store, int64_t now, bool write, srv_recount *found,
                             spk_why *why)
{
    work *w = spk_alloc(sizeof *w);
    names all = {0};
    *found = (srv_recount){0};
    *w = (work){.store = store, .now = now, .write = write, .found = found, .why = why};
    spk_err err = find_lists(w, &all);
    for (int i = 0; i < all.n && err == SPK_OK; i++) {
        memcpy(w->list, all.list[i], sizeof w->list);
        err = SPK_ESTALE;
        for (int tries = 0; tries < TRIES && err == SPK_ESTALE; tries++)
            err = recompute_list(w);
    }
    spk_free(all.list);
    spk_free(w);
    return err;
}
