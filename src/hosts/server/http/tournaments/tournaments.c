/* tournaments.c: the routes of tournaments, and how their errands come to one. See inside.h. */
#include <stddef.h>
#include <stdio.h>

#include "hosts/server/http/tournaments/inside.h"

enum { TRIES = 8 };

bool tournaments_are_off(srv_house *h, const srv_request *r)
{
    if (h->tournaments && !h->closing)
        return false;
    srv_refuse(h, r->ask, h->closing ? SRV_BUSY : SRV_UNKNOWN,
               h->closing ? "The house is closing." : "There are no tournaments here.");
    return true;
}

tournaments_errand *tournaments_begin(srv_house *h, const srv_request *r, const char *id)
{
    const char *text;
    tournaments_errand *e = srv_caller_new(h, r, sizeof *e, NULL);
    e->strength = -1;
    snprintf(e->id, sizeof e->id, "%s", id && srv_is_id(id) ? id : "");
    e->has_token = srv_request_token(r, e->hash, &text);
    return e;
}

/* -- At a tournament --------------------------------------------------------------------------- */

static void at_tournament(srv_tournament_task *task, srv_tournament *t, const spk_why *why)
{
    tournaments_errand *e =
        (tournaments_errand *)((char *)task - offsetof(tournaments_errand, task));
    if (t)
        e->at(e, t);
    else
        srv_caller_fail_why(&e->caller, why);
}

void tournaments_visit(tournaments_errand *e)
{
    e->task.run = at_tournament;
    srv_tournament_visit(e->caller.house, e->id, &e->task);
}

void tournaments_known(srv_caller *c) { tournaments_visit((tournaments_errand *)c); }

void tournaments_start(srv_house *h, const srv_request *r, const char *id,
                       void (*at)(tournaments_errand *e, srv_tournament *t))
{
    tournaments_errand *e = tournaments_begin(h, r, id);
    e->at = at;
    srv_caller_find(&e->caller, r, tournaments_known);
}

const uint8_t *tournaments_token(const tournaments_errand *e)
{
    return e->has_token ? e->hash : NULL;
}

bool tournaments_is_maker(const tournaments_errand *e, const srv_tournament *t)
{
    return srv_tournament_is_maker(t, e->caller.id, tournaments_token(e));
}

/* -- Writing to it ----------------------------------------------------------------------------- */

/* Written, or to be tried again on what somebody else has written. */
bool tournaments_is_done(tournaments_errand *e, const spk_why *why)
{
    if (why->err == SPK_OK)
        return true;
    if (why->err == SPK_ESTALE && e->n_tries++ < TRIES)
        tournaments_visit(e);
    else
        srv_caller_fail_why(&e->caller, why);
    return false;
}

void tournaments_write(tournaments_errand *e, srv_tournament *t, const srv_edit *edit,
                       srv_wrote *after)
{
    spk_why why = {0};
    if (srv_tournament_write(t, edit, after, e, &why) != SPK_OK)
        srv_caller_fail_why(&e->caller, &why);
}

void tournaments_after_done(void *context, srv_tournament *t, const spk_why *why)
{
    tournaments_errand *e = context;
    spk_buf out = {0};
    (void)t;
    if (!tournaments_is_done(e, why))
        return;
    spk_buf_puts(&out, "{\"done\":true}");
    srv_caller_answer(&e->caller, 200, &out);
}

extern const srv_route srv_tournament_routes[];

const srv_route srv_tournament_routes[] = {
    {SRV_GET, "/api/tournaments", tournaments_get_list},
    {SRV_POST, "/api/tournaments", tournaments_post},
    {SRV_GET, "/api/tournaments/*", tournaments_get},
    {SRV_DELETE, "/api/tournaments/*", tournaments_delete},
    {SRV_POST, "/api/tournaments/*/start", tournaments_post_start},
    {SRV_POST, "/api/tournaments/*/entrants", tournaments_post_entrant},
    {SRV_DELETE, "/api/tournaments/*/entrants/me", tournaments_delete_entrant},
    {SRV_GET, "/api/tournaments/*/results.json", tournaments_get_json},
    {SRV_GET, "/api/tournaments/*/results.csv", tournaments_get_csv},
    {0},
};
