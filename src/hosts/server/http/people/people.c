/* people.c: the routes of friends, blocks and who is here, and what they share. See inside.h. */
#include <inttypes.h>
#include <stdio.h>

#include "base/str.h"
#include "hosts/server/http/people/inside.h"

enum { MOST_ASKS = 100 }; /* requests of others that are shown, the newest */

bool people_friends_are_off(srv_caller *c)
{
    if (c->house->config->friends == SRV_FRIENDS_ON)
        return false;
    srv_caller_refuse(c, SRV_FORBIDDEN, N_("This house keeps no lists of friends."));
    return true;
}

void people_print_tie(const srv_tie *tie, const char *name, spk_json *j)
{
    srv_json_text(j, "id", tie->id);
    srv_json_text(j, "name", name);
    srv_json_int(j, "at", tie->at);
}

/* -- A walk through somebody's ties ------------------------------------------------------------ */

static void walk_on(people_walker *w);

static void on_page(void *context, const srv_answer *a)
{
    people_walker *w = context;
    srv_tie tie;
    if (a->err != SPK_OK) {
        srv_caller_fail(&w->caller, a->err, a->why);
        return;
    }
    for (int i = 0; i < a->n_notes; i++) {
        const srv_note *n = &a->notes[i];
        w->after_at = n->rank;
        snprintf(w->after_id, sizeof w->after_id, "%s", n->key);
        if (n->account && n->list && srv_tie_read(n, &tie))
            w->each(w, n, &tie);
    }
    if (a->more && w->ties != PEOPLE_NEWEST)
        walk_on(w);
    else
        w->walked(w);
}

static void walk_on(people_walker *w)
{
    bool is_own = w->ties == PEOPLE_OWN;
    srv_query query = {.what = SRV_ASK_NOTES,
                       .kind = SRV_KIND_TIE,
                       .account = is_own ? w->caller.id : NULL,
                       .list = is_own ? NULL : w->caller.id,
                       .within = true,
                       .low_rank = is_own ? SRV_RANK_BLOCKED : 1,
                       .high_rank = INT64_MAX,
                       .falling = true,
                       .limit = w->ties == PEOPLE_NEWEST ? MOST_ASKS : 0,
                       .after_at = w->after_at,
                       .after_id = *w->after_id ? w->after_id : NULL};
    srv_caller_ask(&w->caller, &query, on_page);
}

void people_walk(people_walker *w, people_ties ties,
                 void (*each)(people_walker *w, const srv_note *note, const srv_tie *tie),
                 void (*walked)(people_walker *w))
{
    w->ties = ties;
    w->each = each;
    w->walked = walked;
    *w->after_id = '\0';
    walk_on(w);
}

/* -- Who sits at a table ----------------------------------------------------------------------- */

bool srv_row_may_look(const srv_row *t, const char *account)
{
    json_t *settings = json_loads(t->settings ? t->settings : "{}", 0, NULL);
    bool may_look = !json_is_false(json_object_get(settings, "onlookers"));
    json_decref(settings);
    for (int i = 0; i < t->n_seats; i++)
        may_look |= t->seats[i].account && spk_str_eq(t->seats[i].account, account);
    return may_look;
}

const srv_seat *srv_row_seat_seen(const srv_row *t, const char *account, int seat)
{
    for (int i = 0; i < t->n_seats && srv_row_may_look(t, account); i++)
        if (t->seats[i].seat == seat && t->seats[i].kind == ROOM_PERSON && t->seats[i].account)
            return &t->seats[i];
    return NULL;
}

extern const srv_route srv_people_routes[];

const srv_route srv_people_routes[] = {
    {SRV_GET, "/api/me/people", people_get},
    {SRV_POST, "/api/me/people", people_post},
    {SRV_PATCH, "/api/me/people", people_patch},
    {SRV_POST, "/api/me/people/*", people_post_request},
    {SRV_DELETE, "/api/me/people/*", people_delete},
    {SRV_POST, "/api/me/here", people_post_here},
    {SRV_POST, "/api/me/invites", people_post_invite},
    {SRV_DELETE, "/api/me/invites/*", people_delete_invite},
    {0},
};
