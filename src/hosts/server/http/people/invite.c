/* invite.c: invitations to a table that waits: to a friend, who finds it in their list and, if they are not here, is told. */
#include <stdio.h>

#include "base/str.h"
#include "hosts/server/alert/alert.h"
#include "hosts/server/http/people/inside.h"

typedef struct errand {
    people_walker w;
    char table[SRV_ID_ROOM], game[32];
    bool is_found; /* the friend */
    char other[SRV_ID_ROOM];
} errand;

void srv_invite_text(const char *from, const char *table, const char *game, const char *crew,
                     int64_t now, spk_buf *out)
{
    spk_json j = {.out = out};
    spk_json_open(&j, '{');
    srv_json_text(&j, "from", from);
    srv_json_text(&j, "table", table);
    srv_json_text(&j, "game", game);
    srv_json_text_or_null(&j, "crew", crew);
    srv_json_int(&j, "at", now);
    spk_json_close(&j, '}');
}

/* -- Inviting ---------------------------------------------------------------------------------- */

/* Twice is once: then nobody is told again. */
static void on_invited(void *context, const srv_answer *a)
{
    errand *e = context;
    spk_buf out = {0};
    if (a->err != SPK_OK && a->err != SPK_ESTALE) {
        srv_caller_fail(&e->w.caller, a->err, a->why);
        return;
    }
    e->w.caller.house->figures.people_invited += a->err == SPK_OK;
    srv_alerts_hurry(e->w.caller.house);
    spk_buf_puts(&out, "{\"invited\":true}");
    srv_caller_answer(&e->w.caller, 200, &out);
}

static void write_invite(errand *e)
{
    srv_house *h = e->w.caller.house;
    int64_t now = srv_house_wall(h);
    char key[SRV_TIE_KEY];
    spk_buf text = {0};
    srv_bulletin news = {0};
    srv_note notes[2];
    srv_tie_key(e->other, e->table, key);
    srv_invite_text(e->w.caller.name, e->table, e->game, NULL, now, &text);
    notes[0] = (srv_note){.kind = SRV_KIND_INVITE,
                          .key = key,
                          .account = e->other,
                          .list = e->w.caller.id,
                          .rank = now,
                          .text = spk_buf_text(&text)};
    bool tells = srv_alerts_are_on(h) && !srv_is_here(h, e->other);
    if (tells) {
        srv_bulletin_add(&news, e->other, SRV_NEWS_INVITE, e->table, e->game, now);
        notes[1] = news.notes[0];
    }
    h->figures.alerts_queued += tells;
    srv_caller_write(&e->w.caller, &(srv_change){.n_notes = 1 + tells, .notes = notes}, on_invited);
    spk_buf_release(&text);
}

static void look_for_friend(people_walker *w, const srv_note *note, const srv_tie *tie)
{
    errand *e = (errand *)w;
    const char *to = json_string_value(json_object_get(e->w.caller.body, "to"));
    if (tie->is != SRV_TIE_FRIEND || !spk_str_eq(tie->id, to))
        return;
    e->is_found = true;
    snprintf(e->other, sizeof e->other, "%s", note->list);
}

static void looked_for_friend(people_walker *w)
{
    errand *e = (errand *)w;
    if (e->is_found)
        write_invite(e);
    else
        srv_caller_fail(&e->w.caller, SPK_EUNKNOWN,
                        N_("There is nobody like that on your list any more."));
}

/* The table waits, and the caller sits there. */
static void on_invite_table(void *context, const srv_answer *a)
{
    errand *e = context;
    bool sits = false;
    if (a->err != SPK_OK) {
        srv_caller_fail(&e->w.caller, a->err,
                        a->err == SPK_EUNKNOWN ? "There is no such table." : a->why);
        return;
    }
    const srv_row *t = a->tables;
    for (int i = 0; i < t->n_seats; i++)
        sits |= t->seats[i].account && spk_str_eq(t->seats[i].account, e->w.caller.id);
    if (!sits || t->status != ROOM_WAITING) {
        srv_caller_refuse(&e->w.caller, SRV_REFUSED,
                          N_("You can invite people to a table that waits and where you sit."));
        return;
    }
    snprintf(e->game, sizeof e->game, "%s", t->game);
    people_walk(&e->w, PEOPLE_OWN, look_for_friend, looked_for_friend);
}

static void invite(srv_caller *c)
{
    errand *e = (errand *)c;
    const char *table = "", *to = "";
    spk_why why = {0};
    if (!srv_caller_may(c, c->house->config->house.people_per_minute) || people_friends_are_off(c))
        return;
    if (!srv_field_text(c->body, "table", SRV_ID, &table, &why) ||
        !srv_field_text(c->body, "to", SRV_ID, &to, &why))
        srv_caller_fail_why(c, &why);
    else if (!srv_is_id(table) || !srv_is_id(to))
        srv_caller_fail(c, SPK_EMALFORMED,
                        "'table' is a table's id, 'to' that of a friend in your list.");
    else {
        snprintf(e->table, sizeof e->table, "%s", table);
        srv_caller_ask(c, &(srv_query){.what = SRV_ASK_TABLE, .id = table}, on_invite_table);
    }
}

void people_post_invite(srv_house *h, const srv_request *r, char *const *word)
{
    (void)word;
    srv_caller_begin(h, r, sizeof(errand), invite, NULL);
}

/* -- Dismissing -------------------------------------------------------------------------------- */

static void on_uninvited(void *context, const srv_answer *a)
{
    errand *e = context;
    spk_buf out = {0};
    if (a->err != SPK_OK) {
        srv_caller_fail(&e->w.caller, a->err, a->why);
        return;
    }
    spk_buf_puts(&out, "{\"invited\":false}");
    srv_caller_answer(&e->w.caller, 200, &out);
}

static void dismiss(srv_caller *c)
{
    errand *e = (errand *)c;
    char key[SRV_TIE_KEY];
    srv_tie_key(c->id, e->table, key);
    srv_note note = {.kind = SRV_KIND_INVITE, .key = key, .version = SRV_ANY_VERSION};
    srv_caller_write(c, &(srv_change){.n_notes = 1, .notes = &note}, on_uninvited);
}

void people_delete_invite(srv_house *h, const srv_request *r, char *const *word)
{
    if (!srv_is_id(word[0])) {
        srv_refuse(h, r->ask, SRV_UNKNOWN, "There is no such table.");
        return;
    }
    errand *e = srv_caller_begin(h, r, sizeof *e, dismiss, NULL);
    if (e)
        snprintf(e->table, sizeof e->table, "%s", word[0]);
}
