/* change.c: leaving a crew and removing somebody, deleting it, and what else an owner may change. */
#include <stdio.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/http/crews/inside.h"

typedef struct leaving {
    crew_errand e;
    char who[SRV_ID_ROOM]; /* a member's id */
    bool is_last;          /* nobody is in the crew then */
} leaving;

/* -- Leaving, removing, deleting --------------------------------------------------------------- */

static void on_left(void *context, const srv_answer *a)
{
    leaving *l = context;
    spk_buf out = {0};
    if (crew_failed(&l->e, a))
        return;
    if (l->is_last)
        crew_wipe_rounds(l->e.caller.house, l->e.crew);
    spk_buf_puts(&out, "{}");
    srv_caller_answer(&l->e.caller, 200, &out);
}

/* Of these members, and of the crew if it is empty then. Whoever is thrown out has the old link: there is a new one. */
static void remove_members(leaving *l, int first, int n)
{
    crew_errand *e = &l->e;
    char(*keys)[SRV_TIE_KEY] = spk_alloc((size_t)n * sizeof *keys);
    srv_note notes[CREW_MOST_MEMBERS + 1];
    spk_buf text = {0};
    l->is_last = n == e->n_members;
    if (first != e->me)
        crew_new_secret(e);
    notes[0] = crew_note(e, &text);
    if (l->is_last)
        notes[0].text = NULL;
    for (int i = 0; i < n; i++) {
        const crew_member *m = &e->members[first + i];
        srv_tie_key(e->crew, m->account, keys[i]);
        notes[i + 1] = (srv_note){.kind = SRV_KIND_MEMBER, .key = keys[i], .version = m->version};
    }
    srv_caller_write(&e->caller, &(srv_change){.n_notes = n + 1, .notes = notes}, on_left);
    spk_buf_release(&text);
    spk_free(keys);
}

static void leave(crew_errand *e)
{
    leaving *l = (leaving *)e;
    int who = -1;
    for (int i = 0; i < e->n_members; i++)
        if (spk_str_eq(e->members[i].id, l->who))
            who = i;
    if (who < 0)
        srv_caller_fail(&e->caller, SPK_EUNKNOWN,
                        N_("There is nobody like that in the crew any more."));
    else if (who == e->me || crew_owns(e))
        remove_members(l, who, 1);
}

void crew_delete_member(srv_house *h, const srv_request *r, char *const *word)
{
    leaving *l = crew_begin(h, r, sizeof *l, word[0], leave);
    if (!l)
        return;
    l->e.is_removal = true;
    snprintf(l->who, sizeof l->who, "%s", word[1]);
}

static void disband(crew_errand *e)
{
    if (crew_owns(e))
        remove_members((leaving *)e, 0,
                       e->n_members < CREW_MOST_MEMBERS ? e->n_members : CREW_MOST_MEMBERS);
}

void crew_delete(srv_house *h, const srv_request *r, char *const *word)
{
    crew_errand *e = crew_begin(h, r, sizeof(leaving), word[0], disband);
    if (e)
        e->is_removal = true;
}

/* -- What an owner may change ------------------------------------------------------------------ */

/* {MEMBER: true}; NULL: nobody's part changes. The last owner stays one. */
static spk_err change_owner(crew_errand *e, const json_t *owner, const crew_member **changed,
                            spk_why *why)
{
    const char *key;
    json_t *value;
    int n_owners = 0;
    if (owner && (!json_is_object(owner) || json_object_size(owner) != 1))
        return spk_fail(why, SPK_EMALFORMED, "'owner' is an object: {MEMBER: true}.");
    json_object_foreach((json_t *)owner, key, value)
    {
        for (int i = 0; i < e->n_members; i++)
            if (spk_str_eq(e->members[i].id, key)) {
                e->members[i].owner = json_is_true(value);
                *changed = &e->members[i];
            }
    }
    for (int i = 0; i < e->n_members; i++)
        n_owners += e->members[i].owner;
    if (owner && !*changed)
        return spk_fail(why, SPK_EUNKNOWN, "There is nobody like that in the crew any more.");
    return n_owners ? SPK_OK : spk_refuse(why, "", "A crew has at least one owner.");
}

/* {"name": ..., "link": "new", "owner": {MEMBER: true}} */
static spk_err change_crew(crew_errand *e, const crew_member **changed, spk_why *why)
{
    const json_t *body = e->caller.body;
    const char *link = NULL;
    if (json_object_get(body, "name") && !crew_read_name(e, why))
        return why->err;
    if (!srv_field_text(body, "link", 3, &link, why))
        return why->err;
    if (link)
        crew_new_secret(e);
    return change_owner(e, json_object_get(body, "owner"), changed, why);
}

static void edit(crew_errand *e)
{
    const crew_member *changed = NULL;
    spk_why why = {0};
    char keys[2][SRV_TIE_KEY];
    spk_buf texts[3] = {0};
    if (!crew_owns(e))
        return;
    if (change_crew(e, &changed, &why) != SPK_OK) {
        srv_caller_fail_why(&e->caller, &why);
        return;
    }
    srv_note notes[3] = {crew_note(e, &texts[0])};
    int n = 1;
    if (changed)
        notes[n++] = crew_member_note(e, changed, keys[0], &texts[1]);
    /* Who was one only by having been there longest is one now. */
    if (changed && changed != &e->members[e->me])
        notes[n++] = crew_member_note(e, &e->members[e->me], keys[1], &texts[2]);
    srv_caller_write(&e->caller, &(srv_change){.n_notes = n, .notes = notes}, crew_on_written);
    for (int i = 0; i < 3; i++)
        spk_buf_release(&texts[i]);
}

void crew_patch(srv_house *h, const srv_request *r, char *const *word)
{
    crew_begin(h, r, sizeof(crew_errand), word[0], edit);
}
