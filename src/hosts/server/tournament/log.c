/* log.c: a tournament from its notes, and the notes of what is new. Nothing here asks the store; tools use it too. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/tournament/inside.h"

/* -- Life ---------------------------------------------------------------------------------------------- */

srv_tournament *srv_tournament_new(srv_house *h, const char *id)
{
    srv_tournament *t = spk_alloc(sizeof *t);
    t->house = h;
    memcpy(t->id, id, sizeof t->id);
    return t;
}

void srv_tournament_empty(srv_tournament *t)
{
    tournament_free(t->t);
    t->t = NULL;
    t->n_log = t->n_entrants = t->n_pairings = t->n_byes = t->n_counted = 0;
    t->began_at = t->paired_at = 0;
    t->is_fresh = false;
    t->why[0] = '\0';
    spk_buf_clear(&t->log);
}

void srv_tournament_free(srv_tournament *t)
{
    if (!t)
        return;
    srv_tournament_empty(t);
    spk_free(t->entrants);
    spk_free(t->pairings);
    spk_free(t->byes);
    spk_buf_release(&t->log);
    spk_free(t->counted);
    spk_free(t);
}

static void *room_for(void *list, int n, int *cap, size_t size)
{
    if (n < *cap)
        return list;
    *cap = *cap ? 2 * *cap : 16;
    return spk_realloc(list, (size_t)*cap * size);
}

/* -- What is written becomes what is known --------------------------------------------------------------- */

bool srv_tournament_read_head(srv_tournament *t, const srv_note *note, spk_why *why)
{
    tournament_plan plan;
    if (!srv_setup_restore(note->text, &t->setup, why))
        return false;
    srv_tournament_plan(&t->setup, &plan);
    t->t = tournament_new(&plan, why);
    return t->t != NULL;
}

static void note_table(srv_tournament *t, const char *id)
{
    t->pairings = room_for(t->pairings, t->n_pairings, &t->cap_pairings, sizeof *t->pairings);
    srv_pairing *p = &t->pairings[t->n_pairings++];
    *p = (srv_pairing){0};
    snprintf(p->id, sizeof p->id, "%s", id);
}

static void note_bye(srv_tournament *t, const char *line)
{
    int who = 0;
    if (sscanf(line, "bye %d", &who) != 1)
        return;
    t->byes = room_for(t->byes, t->n_byes, &t->cap_byes, sizeof *t->byes);
    t->byes[t->n_byes++] = (srv_bye){tournament_round(t->t), who};
}

spk_err srv_tournament_apply(srv_tournament *t, const char *line, const char *table, spk_why *why)
{
    spk_err err = tournament_apply(t->t, line, why);
    if (err != SPK_OK)
        return err;
    if (strncmp(line, "table", 5) == 0)
        note_table(t, table ? table : "");
    note_bye(t, line);
    spk_buf_printf(&t->log, "%s\n", line);
    return SPK_OK;
}

bool srv_tournament_read_log(srv_tournament *t, const srv_note *note)
{
    json_t *o = json_loads(note->text, 0, NULL), *lines = json_object_get(o, "lines"),
           *tables = json_object_get(o, "tables"), *line;
    const char *why = json_string_value(json_object_get(o, "why"));
    size_t i, n = 0;
    bool well = json_is_array(lines) && note->rank == t->n_log + 1;
    json_array_foreach(lines, i, line)
    {
        const char *text = json_string_value(line);
        bool is_table = text && strncmp(text, "table", 5) == 0;
        const char *id = is_table ? json_string_value(json_array_get(tables, n++)) : NULL;
        well = well && text && (!is_table || (id && srv_is_id(id))) &&
               srv_tournament_apply(t, text, id, NULL) == SPK_OK;
        if (well && spk_str_eq(text, "start"))
            t->began_at = json_integer_value(json_object_get(o, "at"));
        if (is_table)
            t->paired_at = json_integer_value(json_object_get(o, "at")), t->paired_here = false;
    }
    if (why)
        snprintf(t->why, sizeof t->why, "%s", why);
    t->n_log += well;
    json_decref(o);
    return well;
}

void srv_tournament_add_entrant(srv_tournament *t, const srv_entrant *e)
{
    t->entrants = room_for(t->entrants, t->n_entrants, &t->cap_entrants, sizeof *t->entrants);
    t->entrants[t->n_entrants++] = *e;
}

/* Those without a note were forgotten. */
static const srv_entrant NOBODY = {.name = SRV_NAME_GONE};

static bool read_token(const char *hex, uint8_t token[SRV_HASH])
{
    size_t n = 0;
    return hex && sodium_hex2bin(token, SRV_HASH, hex, strlen(hex), NULL, &n, NULL) == 0 &&
           n == SRV_HASH;
}

void srv_tournament_read_entrant(srv_tournament *t, const srv_note *note)
{
    json_t *o = json_loads(note->text, 0, NULL);
    const char *name = json_string_value(json_object_get(o, "name"));
    const char *bot = json_string_value(json_object_get(o, "bot"));
    srv_entrant e = NOBODY;
    if (note->rank > tournament_entrants(t->t) || note->rank <= t->n_entrants) {
        json_decref(o); /* they joined a moment ago: the line is read next time */
        return;
    }
    while (t->n_entrants < note->rank - 1)
        srv_tournament_add_entrant(t, &NOBODY);
    snprintf(e.name, sizeof e.name, "%s", name ? name : "");
    snprintf(e.bot, sizeof e.bot, "%s", bot ? bot : "");
    snprintf(e.account, sizeof e.account, "%s", note->account ? note->account : "");
    e.has_token = read_token(json_string_value(json_object_get(o, "token")), e.token);
    srv_tournament_add_entrant(t, &e);
    json_decref(o);
}

void srv_tournament_complete(srv_tournament *t)
{
    while (t->n_entrants < tournament_entrants(t->t))
        srv_tournament_add_entrant(t, &NOBODY);
}

static void read_result(srv_pairing *p, const json_t *result, const json_t *left)
{
    const json_t *one;
    size_t i, n = 0;
    json_array_foreach((json_t *)result, i, one) if (json_is_string(one) && n < sizeof p->result)
        n += (size_t)snprintf(p->result + n, sizeof p->result - n, " %s", json_string_value(one));
    json_array_foreach((json_t *)left, i, one) p->left |= 1u << (json_integer_value(one) & 31);
    p->is_told = true;
}

void srv_tournament_read_table(srv_tournament *t, const srv_note *note)
{
    json_t *o = json_loads(note->text, 0, NULL), *result = json_object_get(o, "result");
    if (note->rank >= 1 && note->rank <= t->n_pairings) {
        if (tournament_table_at(t->t, (int)note->rank)->is_over) {
            t->counted = room_for(t->counted, t->n_counted, &t->cap_counted, sizeof *t->counted);
            t->counted[t->n_counted++] = (int)note->rank;
        }
        srv_pairing *p = &t->pairings[note->rank - 1];
        p->is_made = true;
        if (!p->is_told && json_is_array(result))
            read_result(p, result, json_object_get(o, "left"));
        p->is_told |= json_is_true(json_object_get(o, "void"));
    }
    json_decref(o);
}

/* -- Deals ------------------------------------------------------------------------------------------------ */

void srv_tournament_seed(const srv_tournament *t, int round, uint8_t seed[SRV_HASH])
{
    char what[32];
    snprintf(what, sizeof what, "deal %d", round);
    srv_token_derive(t->setup.secret, what, t->id, seed);
}

int srv_tournament_rounds_over(const srv_tournament *t)
{
    int n = tournament_tables(t->t), round = tournament_round(t->t);
    for (int i = n; i >= 1 && tournament_table_at(t->t, i)->round == round; i--)
        if (!tournament_table_at(t->t, i)->is_over)
            return round - 1;
    return round;
}

void srv_tournament_seat_token(const srv_tournament *t, int entrant, const char *table,
                               char text[SRV_TOKEN], uint8_t hash[SRV_HASH])
{
    uint8_t bytes[SRV_HASH];
    char what[32];
    snprintf(what, sizeof what, "entrant %d", entrant);
    srv_token_derive(t->setup.secret, what, table, bytes);
    srv_token_print(bytes, text, hash);
}

/* -- Notes of what is new ------------------------------------------------------------------------------------ */

/* Texts are kept in one buffer that may move while it grows: notes point into it when all of them are there. */
typedef struct making {
    srv_written *w;
    size_t text[SRV_MOST_NOTES], key[SRV_MOST_NOTES];
} making;

static srv_note *add(making *m, const char *kind, const char *key)
{
    SPK_BUG_IF(m->w->n == SRV_MOST_NOTES);
    m->key[m->w->n] = m->w->keys.n;
    spk_buf_puts(&m->w->keys, key);
    spk_buf_putc(&m->w->keys, '\0');
    m->text[m->w->n] = m->w->texts.n;
    m->w->notes[m->w->n] = (srv_note){.kind = kind, .version = SRV_ANY_VERSION};
    return &m->w->notes[m->w->n++];
}

static void point(making *m)
{
    for (int i = 0; i < m->w->n; i++) {
        m->w->notes[i].key = m->w->keys.bytes + m->key[i];
        m->w->notes[i].text = m->w->texts.bytes + m->text[i];
    }
}

static void add_entrant(making *m, const srv_tournament *t, int number, const srv_entrant *e)
{
    char key[SRV_KEY_ROOM], hex[2 * SRV_HASH + 1];
    spk_json j = {.out = &m->w->texts};
    srv_tournament_key(t->id, number, key);
    srv_note *note = add(m, SRV_TOURNAMENT_ENTRANTS, key);
    note->list = t->id;
    note->rank = number;
    note->account = *e->account ? e->account : NULL;
    spk_json_open(&j, '{');
    spk_json_key(&j, "name"), spk_json_str(&j, e->name);
    if (*e->bot)
        spk_json_key(&j, "bot"), spk_json_str(&j, e->bot);
    if (e->has_token) {
        spk_json_key(&j, "token");
        spk_json_str(&j, sodium_bin2hex(hex, sizeof hex, e->token, SRV_HASH));
    }
    spk_json_close(&j, '}');
    spk_buf_putc(&m->w->texts, '\0');
}

static void add_head(making *m, const srv_tournament *t, bool is_new)
{
    srv_note *note = add(m, SRV_TOURNAMENTS, t->id);
    note->list = tournament_state(t->t) == TOURNAMENT_OVER ? SRV_TOURNAMENT_OVER_LIST
                                                           : SRV_TOURNAMENT_LIVE_LIST;
    note->rank = t->setup.created;
    note->version = is_new ? 0 : SRV_ANY_VERSION;
    srv_setup_keep(&t->setup, &m->w->texts);
    spk_buf_putc(&m->w->texts, '\0');
}

/* The seed of a duplicate's round is told with its results. */
static void add_deals(making *m, const srv_tournament *t, int from, int to)
{
    uint8_t seed[SRV_HASH];
    char hex[2 * SRV_HASH + 1], key[SRV_KEY_ROOM];
    for (int round = from + 1; t->setup.kind == TOURNAMENT_DUPLICATE && round <= to; round++) {
        srv_tournament_seed(t, round, seed);
        srv_tournament_key(t->id, round, key);
        add(m, SRV_TOURNAMENT_DEALS, key);
        spk_buf_printf(&m->w->texts, "{\"seed\":\"%s\"}",
                       sodium_bin2hex(hex, sizeof hex, seed, SRV_HASH));
        spk_buf_putc(&m->w->texts, '\0');
    }
}

/* Applies the lines, each table with a new id, and prints them. */
static spk_err add_lines(srv_tournament *t, const char *lines, spk_json *j, spk_buf *tables,
                         spk_why *why)
{
    char id[SRV_ID + 1];
    for (const char *line = lines, *end; (end = strchr(line, '\n')); line = end + 1) {
        spk_buf one = {0};
        bool is_table = strncmp(line, "table", 5) == 0;
        spk_buf_add(&one, line, (size_t)(end - line));
        srv_id_new(id);
        spk_err err = srv_tournament_apply(t, spk_buf_text(&one), is_table ? id : NULL, why);
        if (err == SPK_OK)
            spk_json_str(j, spk_buf_text(&one));
        if (err == SPK_OK && is_table)
            spk_buf_printf(tables, "%s\"%s\"", tables->n ? "," : "", id);
        spk_buf_release(&one);
        if (err != SPK_OK)
            return err;
    }
    return SPK_OK;
}

static spk_err add_log(making *m, srv_tournament *t, const srv_edit *edit, int64_t now,
                       spk_why *why)
{
    char key[SRV_KEY_ROOM];
    spk_buf tables = {0};
    spk_json j = {.out = &m->w->texts};
    srv_tournament_key(t->id, t->n_log + 1, key);
    srv_note *note = add(m, SRV_TOURNAMENT_LOG, key);
    note->list = t->id;
    note->rank = t->n_log + 1;
    note->version = 0; /* nobody else has written it */
    spk_json_open(&j, '{');
    spk_json_key(&j, "at"), spk_json_int(&j, now);
    if (edit->why)
        spk_json_key(&j, "why"), spk_json_str(&j, edit->why);
    spk_json_key(&j, "lines"), spk_json_open(&j, '[');
    spk_err err = add_lines(t, edit->lines, &j, &tables, why);
    spk_json_close(&j, ']');
    spk_buf_printf(&m->w->texts, ",\"tables\":[%s]}", spk_buf_text(&tables));
    spk_buf_putc(&m->w->texts, '\0');
    if (!t->began_at && tournament_state(t->t) != TOURNAMENT_OPEN)
        t->began_at = now;
    if (tables.n)
        t->paired_at = now, t->paired_here = true;
    spk_buf_release(&tables);
    return err;
}

spk_err srv_written_make(srv_tournament *t, const srv_edit *edit, int64_t now, srv_written *w,
                         spk_why *why)
{
    making m = {.w = w};
    int before = srv_tournament_rounds_over(t), first = t->n_entrants;
    bool is_new = t->n_log == 0;
    *w = (srv_written){.notes = spk_alloc(SRV_MOST_NOTES * sizeof *w->notes)};
    spk_err err = add_log(&m, t, edit, now, why);
    for (int i = 0; err == SPK_OK && i < edit->n_entrants; i++) {
        srv_tournament_add_entrant(t, &edit->entrants[i]);
        add_entrant(&m, t, first + i + 1, &edit->entrants[i]);
    }
    if (err == SPK_OK && (is_new || tournament_state(t->t) == TOURNAMENT_OVER))
        add_head(&m, t, is_new);
    if (err == SPK_OK)
        add_deals(&m, t, before, srv_tournament_rounds_over(t));
    if (edit->why)
        snprintf(t->why, sizeof t->why, "%s", edit->why);
    t->n_log += err == SPK_OK;
    point(&m);
    return err;
}

void srv_written_release(srv_written *w)
{
    spk_free(w->notes);
    spk_buf_release(&w->texts);
    spk_buf_release(&w->keys);
}

/* -- Tools ------------------------------------------------------------------------------------------------ */

/* All notes of a kind that are listed under the tournament, in order. */
static bool read_all(srv_store *store, srv_tournament *t, const char *kind,
                     bool (*read)(srv_tournament *t, const srv_note *note), spk_why *why)
{
    char after[SRV_KEY_ROOM] = "";
    srv_query query = {.what = SRV_ASK_NOTES, .kind = kind, .list = t->id};
    bool more = true, well = true;
    while (more && well) {
        srv_found found;
        well = srv_store_ask_now(store, &query, &found) == SPK_OK;
        more = found.answer.more;
        for (int i = 0; i < found.answer.n_notes && well; i++) {
            const srv_note *note = &found.answer.notes[i];
            well = read(t, note);
            query.after_at = note->rank;
            snprintf(after, sizeof after, "%s", note->key);
            query.after_id = after;
        }
        srv_found_release(&found);
    }
    if (!well)
        spk_fail(why, SPK_EIO, "This tournament cannot be read.");
    return well;
}

static bool read_entrant(srv_tournament *t, const srv_note *note)
{
    srv_tournament_read_entrant(t, note);
    return true;
}

static bool read_table(srv_tournament *t, const srv_note *note)
{
    srv_tournament_read_table(t, note);
    return true;
}

srv_tournament *srv_tournament_load_now(srv_store *store, const char *id, spk_why *why)
{
    srv_found found;
    srv_query query = {.what = SRV_ASK_NOTE, .kind = SRV_TOURNAMENTS, .key = id};
    if (!srv_is_id(id)) {
        spk_fail(why, SPK_EUNKNOWN, "There is no such tournament.");
        return NULL;
    }
    srv_tournament *t = srv_tournament_new(NULL, id);
    bool well = srv_store_ask_now(store, &query, &found) == SPK_OK;
    if (!well)
        spk_fail(why, found.answer.err,
                 found.answer.err == SPK_EUNKNOWN ? "There is no such tournament." : "%s",
                 found.answer.why);
    well = well && srv_tournament_read_head(t, &found.answer.notes[0], why);
    srv_found_release(&found);
    well = well && read_all(store, t, SRV_TOURNAMENT_LOG, srv_tournament_read_log, why) &&
           read_all(store, t, SRV_TOURNAMENT_ENTRANTS, read_entrant, why) &&
           read_all(store, t, SRV_TOURNAMENT_TABLES, read_table, why);
    if (well) {
        srv_tournament_complete(t);
        return t;
    }
    srv_tournament_free(t);
    return NULL;
}

spk_err srv_tournament_cancel_now(srv_store *store, srv_tournament *t, int64_t now,
                                  const char *reason, spk_why *why)
{
    spk_buf lines = {0};
    srv_written w = {0};
    for (int i = 1; i <= tournament_tables(t->t); i++)
        if (!tournament_table_at(t->t, i)->is_over)
            spk_buf_printf(&lines, "void %d\n", i);
    spk_buf_puts(&lines, "end\n");
    spk_err err = srv_written_make(t, &(srv_edit){.lines = spk_buf_text(&lines), .why = reason},
                                   now, &w, why);
    if (err == SPK_OK)
        err = srv_store_write_now(store, &(srv_change){.at = now, .n_notes = w.n, .notes = w.notes},
                                  why);
    srv_written_release(&w);
    spk_buf_release(&lines);
    return err;
}
