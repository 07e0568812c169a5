/* show.c: GET /api/crews/ID: a crew as its members see it, and as somebody with the link does; GET /api/me/crews: the caller's. */
#include <stdio.h>

#include "base/mem.h"
#include "hosts/server/http/crews/inside.h"

/* Told to owners: where people join. The secret stands behind a '#', which no server and no log ever sees. */
static void print_link(const crew_errand *e, spk_json *j)
{
    char path[SRV_ID_ROOM + CREW_LINK + 32];
    spk_buf link = {0};
    snprintf(path, sizeof path, "/people.html#crew=%s.%s", e->crew, e->secret);
    srv_house_link(e->caller.house, path, &link);
    srv_json_text(j, "link", spk_buf_text(&link));
    spk_buf_release(&link);
}

static void print_members(const crew_errand *e, spk_json *j)
{
    spk_json_key(j, "members"), spk_json_open(j, '[');
    for (int i = 0; i < e->n_members; i++) {
        const crew_member *m = &e->members[i];
        spk_json_open(j, '{');
        srv_json_text(j, "id", m->id);
        srv_json_text(j, "name", m->name);
        srv_json_bool(j, "owner", m->owner);
        srv_json_int(j, "since", m->at);
        srv_json_bool(j, "me", i == e->me);
        spk_json_close(j, '}');
    }
    spk_json_close(j, ']');
}

static void show(crew_errand *e)
{
    spk_buf out = {0};
    spk_json j = {.out = &out};
    spk_json_open(&j, '{');
    srv_json_text(&j, "id", e->crew);
    srv_json_text(&j, "name", e->name);
    srv_json_bool(&j, "owner", e->members[e->me].owner);
    if (e->members[e->me].owner)
        print_link(e, &j);
    print_members(e, &j);
    crew_print_standings(e, &j);
    spk_json_close(&j, '}');
    srv_caller_answer(&e->caller, 200, &out);
}

/* A stranger with the link reads what it leads to. */
void crew_show(crew_errand *e)
{
    spk_buf out = {0};
    spk_json j = {.out = &out};
    if (e->me >= 0) {
        crew_want_rounds(e, show);
        return;
    }
    spk_json_open(&j, '{');
    srv_json_text(&j, "id", e->crew);
    srv_json_text(&j, "name", e->name);
    srv_json_int(&j, "n_members", e->n_members);
    spk_json_close(&j, '}');
    srv_caller_answer(&e->caller, 200, &out);
}

void crew_get(srv_house *h, const srv_request *r, char *const *word)
{
    crew_begin(h, r, sizeof(crew_errand), word[0], crew_show);
}

/* -- The caller's crews ------------------------------------------------------------------------ */

typedef struct listing {
    srv_caller caller;
    char (*crews)[SRV_ID_ROOM];
    int n, next;
    spk_buf out;
    spk_json j;
} listing;

static void release(srv_caller *c)
{
    listing *l = (listing *)c;
    spk_free(l->crews);
    spk_buf_release(&l->out);
}

static void list_next(listing *l);

static void on_named(void *context, const srv_answer *a)
{
    listing *l = context;
    json_t *o = a->err == SPK_OK ? json_loads(a->notes->text, 0, NULL) : NULL;
    char name[CREW_NAME];
    if (a->err != SPK_OK && a->err != SPK_EUNKNOWN) {
        srv_caller_fail(&l->caller, a->err, a->why);
        return;
    }
    if (o) {
        crew_copy_field(o, "name", name, sizeof name);
        spk_json_open(&l->j, '{');
        srv_json_text(&l->j, "id", l->crews[l->next]);
        srv_json_text(&l->j, "name", name);
        spk_json_close(&l->j, '}');
    }
    json_decref(o);
    l->next++;
    list_next(l);
}

static void list_next(listing *l)
{
    if (l->next < l->n) {
        srv_query query = {.what = SRV_ASK_NOTE, .kind = SRV_KIND_CREW, .key = l->crews[l->next]};
        srv_caller_ask(&l->caller, &query, on_named);
        return;
    }
    spk_json_close(&l->j, ']');
    spk_json_close(&l->j, '}');
    srv_caller_answer(&l->caller, 200, &l->out);
}

static void on_mine(void *context, const srv_answer *a)
{
    listing *l = context;
    if (a->err != SPK_OK) {
        srv_caller_fail(&l->caller, a->err, a->why);
        return;
    }
    l->crews = spk_alloc((size_t)(a->n_notes + 1) * sizeof *l->crews);
    for (int i = 0; i < a->n_notes; i++)
        if (a->notes[i].list)
            snprintf(l->crews[l->n++], sizeof *l->crews, "%s", a->notes[i].list);
    l->j.out = &l->out;
    spk_json_open(&l->j, '{');
    spk_json_key(&l->j, "crews"), spk_json_open(&l->j, '[');
    list_next(l);
}

void crew_ask_mine(srv_caller *c, srv_done *done)
{
    srv_caller_ask(
        c, &(srv_query){.what = SRV_ASK_NOTES, .kind = SRV_KIND_MEMBER, .account = c->id}, done);
}

static void list_mine(srv_caller *c) { crew_ask_mine(c, on_mine); }

void crew_get_mine(srv_house *h, const srv_request *r, char *const *word)
{
    (void)word;
    if (!crew_is_off(h, r))
        srv_caller_begin(h, r, sizeof(listing), list_mine, release);
}
