/* join.c: POST /api/crews: a new crew; POST /api/crews/ID/members: joining one with its link. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "hosts/server/http/crews/inside.h"

typedef struct joining {
    crew_errand e;
    bool looks; /* with the link, before joining */
} joining;

static bool is_in_many(crew_errand *e, const srv_answer *a)
{
    uint32_t most = e->caller.house->config->house.crews_per_account;
    if (a->err != SPK_OK)
        srv_caller_fail(&e->caller, a->err, a->why);
    else if (most && a->n_notes >= (int)most)
        srv_caller_refuse(&e->caller, SRV_REFUSED, N_("You are in many crews. Leave one first."));
    else
        return false;
    return true;
}

void crew_on_written(void *context, const srv_answer *a)
{
    crew_errand *e = context;
    if (crew_failed(e, a))
        return;
    e->opened = crew_show;
    crew_open(e);
}

static void write_member(crew_errand *e, bool owner)
{
    crew_member *m = &e->members[e->n_members];
    char key[SRV_TIE_KEY];
    spk_buf crew = {0}, text = {0};
    *m = (crew_member){.owner = owner, .at = srv_house_wall(e->caller.house)};
    snprintf(m->account, sizeof m->account, "%s", e->caller.id);
    snprintf(m->name, sizeof m->name, "%s", e->caller.name);
    srv_id_new(m->id);
    srv_note notes[2] = {crew_note(e, &crew), crew_member_note(e, m, key, &text)};
    srv_caller_write(&e->caller, &(srv_change){.n_notes = 2, .notes = notes}, crew_on_written);
    spk_buf_release(&crew), spk_buf_release(&text);
}

/* -- A new one --------------------------------------------------------------------------------- */

bool crew_read_name(crew_errand *e, spk_why *why)
{
    const char *text = NULL;
    char name[ROOM_NAME];
    if (!srv_field_text(e->caller.body, "name", CREW_NAME - 1, &text, why))
        return false;
    if (!text || room_name_read(text, strlen(text), name, why) != SPK_OK)
        return !text ? (spk_fail(why, SPK_EMALFORMED, "'name' is missing."), false) : false;
    snprintf(e->name, sizeof e->name, "%.60s", name);
    return true;
}

static void on_may_make(void *context, const srv_answer *a)
{
    crew_errand *e = context;
    spk_why why = {0};
    if (is_in_many(e, a))
        return;
    if (!crew_read_name(e, &why)) {
        srv_caller_fail_why(&e->caller, &why);
        return;
    }
    srv_id_new(e->crew);
    crew_new_secret(e);
    e->made = srv_house_wall(e->caller.house);
    e->members = spk_alloc(sizeof *e->members);
    e->caller.house->figures.crews_made++;
    write_member(e, true);
}

static void make_crew(srv_caller *c)
{
    if (srv_caller_may(c, c->house->config->house.people_per_minute))
        crew_ask_mine(c, on_may_make);
}

void crew_post(srv_house *h, const srv_request *r, char *const *word)
{
    (void)word;
    if (!crew_is_off(h, r))
        srv_caller_begin(h, r, sizeof(crew_errand), make_crew, crew_release);
}

/* -- Joining ----------------------------------------------------------------------------------- */

static void on_may_join(void *context, const srv_answer *a)
{
    crew_errand *e = context;
    int most = (int)e->caller.house->config->house.members_per_crew;
    most = most && most < CREW_MOST_MEMBERS ? most : CREW_MOST_MEMBERS;
    if (is_in_many(e, a))
        return;
    if (e->n_members >= most)
        srv_caller_refuse(&e->caller, SRV_REFUSED, N_("This crew is full."));
    else
        write_member(e, false);
}

static void join(crew_errand *e)
{
    if (e->me >= 0 || ((joining *)e)->looks)
        crew_show(e); /* joining twice is joining once */
    else
        crew_ask_mine(&e->caller, on_may_join);
}

/* Guessing is hopeless (128 bits), but nobody need try for free. */
static bool guesses_too_often(srv_house *h, const srv_request *r)
{
    const srv_house_limits *limits = &h->config->house;
    if (srv_rates_take(h->http->joined, r->peer, limits->seats_per_minute,
                       limits->seats_per_minute / 60.0, srv_house_ms(h)))
        return false;
    srv_refuse(h, r->ask, SRV_TOO_MANY, "That was too fast. Wait a moment.");
    return true;
}

/* The secret is always in the body: an address may be kept in somebody's log. */
void crew_post_member(srv_house *h, const srv_request *r, char *const *word)
{
    spk_why why = {0};
    const char *link = "";
    if (guesses_too_often(h, r))
        return;
    joining *j = crew_begin(h, r, sizeof *j, word[0], join);
    if (!j)
        return;
    crew_errand *e = &j->e;
    j->looks = json_is_true(json_object_get(e->caller.body, "look"));
    e->strangers = true;
    if (!srv_field_text(e->caller.body, "link", CREW_LINK - 1, &link, &why))
        link = "?";
    snprintf(e->link, sizeof e->link, "%s", *link ? link : "?");
}
