/* crews.c: the routes of crews, what is kept of one, and how an errand about one begins. See inside.h. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/http/crews/inside.h"

void crew_release(srv_caller *c)
{
    crew_errand *e = (crew_errand *)c;
    spk_free(e->members), spk_free(e->rounds);
}

bool crew_is_off(srv_house *h, const srv_request *r)
{
    if (h->config->crews == SRV_CREWS_ON)
        return false;
    srv_refuse(h, r->ask, SRV_FORBIDDEN, "This house has no crews.");
    return true;
}

static void no_crew(crew_errand *e)
{
    srv_caller_fail(&e->caller, SPK_EUNKNOWN,
                    *e->link ? N_("This link is not valid.")
                             : N_("There is no such crew, or you are not in it."));
}

/* -- Notes ------------------------------------------------------------------------------------- */

static void print_crew(const crew_errand *e, spk_buf *text)
{
    spk_json j = {.out = text};
    spk_json_open(&j, '{');
    srv_json_text(&j, "name", e->name);
    srv_json_text(&j, "link", e->secret);
    srv_json_int(&j, "dealt", e->dealt);
    spk_json_close(&j, '}');
}

srv_note crew_note(const crew_errand *e, spk_buf *text)
{
    print_crew(e, text);
    return (srv_note){.kind = SRV_KIND_CREW,
                      .key = e->crew,
                      .rank = e->made,
                      .text = spk_buf_text(text),
                      .version = e->version};
}

srv_note crew_member_note(const crew_errand *e, const crew_member *m, char key[SRV_TIE_KEY],
                          spk_buf *text)
{
    spk_json j = {.out = text};
    srv_tie_key(e->crew, m->account, key);
    spk_json_open(&j, '{');
    srv_json_text(&j, "name", m->name);
    srv_json_text(&j, "id", m->id);
    srv_json_bool(&j, "owner", m->owner);
    spk_json_close(&j, '}');
    return (srv_note){.kind = SRV_KIND_MEMBER,
                      .key = key,
                      .account = m->account,
                      .list = e->crew,
                      .rank = m->at,
                      .text = spk_buf_text(text),
                      .version = m->version};
}

void crew_copy_field(const json_t *o, const char *name, char *to, size_t cap)
{
    const char *text = json_string_value(json_object_get(o, name));
    snprintf(to, cap, "%s", text ? text : "");
}

void crew_new_secret(crew_errand *e)
{
    uint8_t bytes[16];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(e->secret, sizeof e->secret, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* -- Opening one ------------------------------------------------------------------------------- */

static void take_member(crew_errand *e, const srv_note *n)
{
    json_t *o = json_loads(n->text, 0, NULL);
    crew_member *m = &e->members[e->n_members];
    *m = (crew_member){
        .owner = json_is_true(json_object_get(o, "owner")), .at = n->rank, .version = n->version};
    snprintf(m->account, sizeof m->account, "%s", n->account ? n->account : "");
    crew_copy_field(o, "name", m->name, sizeof m->name);
    crew_copy_field(o, "id", m->id, sizeof m->id);
    json_decref(o);
    if (spk_str_eq(m->account, e->caller.id))
        e->me = e->n_members;
    e->n_members++;
}

/* If every owner has gone, it is whoever has been there longest. */
static void find_owner(crew_errand *e)
{
    bool any = false;
    for (int i = 0; i < e->n_members; i++)
        any |= e->members[i].owner;
    if (!any && e->n_members > 0)
        e->members[0].owner = true;
}

static bool has_link(const crew_errand *e)
{
    return strlen(e->link) == strlen(e->secret) && *e->secret &&
           sodium_memcmp(e->link, e->secret, strlen(e->secret)) == 0;
}

static void on_members(void *context, const srv_answer *a)
{
    crew_errand *e = context;
    if (a->err != SPK_OK) {
        srv_caller_fail(&e->caller, a->err, a->why);
        return;
    }
    spk_free(e->members);
    e->members = spk_alloc((size_t)(a->n_notes + 1) * sizeof *e->members); /* and one who joins */
    e->n_members = 0;
    e->me = -1;
    for (int i = 0; i < a->n_notes; i++)
        take_member(e, &a->notes[i]);
    find_owner(e);
    if (e->me < 0 && !(e->strangers && has_link(e)))
        no_crew(e);
    else
        e->opened(e);
}

static void on_crew(void *context, const srv_answer *a)
{
    crew_errand *e = context;
    if (a->err != SPK_OK) {
        if (a->err == SPK_EUNKNOWN)
            no_crew(e);
        else
            srv_caller_fail(&e->caller, a->err, a->why);
        return;
    }
    json_t *o = json_loads(a->notes->text, 0, NULL);
    crew_copy_field(o, "name", e->name, sizeof e->name);
    crew_copy_field(o, "link", e->secret, sizeof e->secret);
    e->dealt = json_integer_value(json_object_get(o, "dealt"));
    e->made = a->notes->rank;
    e->version = a->notes->version;
    json_decref(o);
    srv_caller_ask(&e->caller,
                   &(srv_query){.what = SRV_ASK_NOTES, .kind = SRV_KIND_MEMBER, .list = e->crew},
                   on_members);
}

void crew_open(crew_errand *e)
{
    srv_caller_ask(&e->caller,
                   &(srv_query){.what = SRV_ASK_NOTE, .kind = SRV_KIND_CREW, .key = e->crew},
                   on_crew);
}

static void known(srv_caller *c)
{
    crew_errand *e = (crew_errand *)c;
    bool writes = e->is_removal || c->body;
    if (writes && !srv_caller_may(c, c->house->config->house.people_per_minute))
        return;
    crew_open(e);
}

void *crew_begin(srv_house *h, const srv_request *r, size_t size, const char *crew,
                 void (*opened)(crew_errand *e))
{
    if (crew_is_off(h, r))
        return NULL;
    crew_errand *e = srv_caller_begin(h, r, size, known, crew_release);
    if (!e)
        return NULL;
    e->opened = opened;
    e->me = -1;
    snprintf(e->crew, sizeof e->crew, "%s", crew);
    return e;
}

bool crew_failed(crew_errand *e, const srv_answer *a)
{
    if (a->err == SPK_OK)
        return false;
    if (a->err == SPK_ESTALE && ++e->n_again < CREW_MOST_AGAIN)
        crew_open(e);
    else
        srv_caller_fail(&e->caller, a->err, a->why);
    return true;
}

bool crew_owns(crew_errand *e)
{
    if (e->me >= 0 && e->members[e->me].owner)
        return true;
    srv_caller_refuse(&e->caller, SRV_FORBIDDEN, N_("Only an owner of the crew may do that."));
    return false;
}

extern const srv_route srv_crew_routes[];

const srv_route srv_crew_routes[] = {
    {SRV_GET, "/api/me/crews", crew_get_mine},
    {SRV_POST, "/api/crews", crew_post},
    {SRV_GET, "/api/crews/*", crew_get},
    {SRV_PATCH, "/api/crews/*", crew_patch},
    {SRV_DELETE, "/api/crews/*", crew_delete},
    {SRV_POST, "/api/crews/*/members", crew_post_member},
    {SRV_DELETE, "/api/crews/*/members/*", crew_delete_member},
    {SRV_POST, "/api/crews/*/deal", crew_post_deal},
    {0},
};
