/* list.c: the caller's list of friends, requests, blocks and invitations; what they let others see; and "I am here". */
#include <stdio.h>

#include "base/str.h"
#include "hosts/server/http/people/inside.h"

enum {
    MOST_INVITES = 50,
    INVITE_MS = 12 * 3600 * 1000, /* how long an invitation is shown */
};

/* The lists of the answer. */
enum { FRIENDS, ASKED, BLOCKED, ASKS, LISTS };
static const char *const list_words[LISTS] = {"friends", "asked", "blocked", "asks"};

typedef struct errand {
    people_walker w;
    srv_wishes wishes;
    spk_buf lists[LISTS];
    spk_json j[LISTS];
    int n_asks, n_blocked;
    uint64_t blocks[SRV_MOST_BLOCKS]; /* hashes of accounts */
} errand;

static void release(srv_caller *c)
{
    errand *e = (errand *)c;
    for (int i = 0; i < LISTS; i++)
        spk_buf_release(&e->lists[i]);
}

/* -- What they let others see ------------------------------------------------------------------ */

static void ask_wishes(srv_caller *c, srv_done *done)
{
    srv_caller_ask(c, &(srv_query){.what = SRV_ASK_NOTE, .kind = SRV_KIND_PERSON, .key = c->id},
                   done);
}

/* False: it was refused. */
static bool take_wishes(errand *e, const srv_answer *a)
{
    srv_wishes_read(a->err == SPK_OK ? a->notes : NULL, &e->wishes);
    if (a->err == SPK_OK || a->err == SPK_EUNKNOWN)
        return true;
    srv_caller_fail(&e->w.caller, a->err, a->why);
    return false;
}

static void print_wishes(const errand *e, spk_buf *out)
{
    spk_json j = {.out = out};
    spk_json_open(&j, '{');
    srv_wishes_print(&e->wishes, &j);
    spk_json_close(&j, '}');
}

static void on_wished(void *context, const srv_answer *a)
{
    errand *e = context;
    spk_buf out = {0};
    if (a->err != SPK_OK) {
        srv_caller_fail(&e->w.caller, a->err, a->why);
        return;
    }
    if (!e->wishes.presence)
        srv_here_forget(e->w.caller.house, e->w.caller.id, true);
    print_wishes(e, &out);
    srv_caller_answer(&e->w.caller, 200, &out);
}

static bool change_wishes(srv_wishes *wishes, const json_t *body, spk_why *why)
{
    const char *profile = NULL;
    if (!srv_field_bool(body, "presence", &wishes->presence, why) ||
        !srv_field_text(body, "profile", 10, &profile, why))
        return false;
    int n = profile ? spk_str_find(profile, srv_profile_words, SRV_PROFILE_COUNT)
                    : (int)wishes->profile;
    if (n < 0)
        return spk_fail(why, SPK_EMALFORMED, "'profile' is everybody, friends or nobody."), false;
    wishes->profile = (srv_profile)n;
    return true;
}

static void on_old_wishes(void *context, const srv_answer *a)
{
    errand *e = context;
    srv_caller *c = &e->w.caller;
    spk_why why = {0};
    spk_buf text = {0};
    if (!take_wishes(e, a))
        return;
    if (!change_wishes(&e->wishes, c->body, &why)) {
        srv_caller_fail_why(c, &why);
        return;
    }
    print_wishes(e, &text);
    srv_note note = {.kind = SRV_KIND_PERSON,
                     .key = c->id,
                     .account = c->id,
                     .text = spk_buf_text(&text),
                     .version = SRV_ANY_VERSION};
    srv_caller_write(c, &(srv_change){.n_notes = 1, .notes = &note}, on_wished);
    spk_buf_release(&text);
}

static void wish(srv_caller *c)
{
    if (srv_caller_may(c, c->house->config->house.people_per_minute))
        ask_wishes(c, on_old_wishes);
}

void people_patch(srv_house *h, const srv_request *r, char *const *word)
{
    (void)word;
    srv_caller_begin(h, r, sizeof(errand), wish, release);
}

/* -- Invitations ------------------------------------------------------------------------------- */

static void ask_invites(srv_caller *c, srv_done *done)
{
    srv_caller_ask(c,
                   &(srv_query){.what = SRV_ASK_NOTES,
                                .kind = SRV_KIND_INVITE,
                                .account = c->id,
                                .falling = true,
                                .limit = MOST_INVITES},
                   done);
}

static void print_invites(errand *e, const srv_answer *a, spk_json *j)
{
    int64_t now = srv_house_wall(e->w.caller.house);
    spk_json_key(j, "invites"), spk_json_open(j, '[');
    for (int i = 0; i < a->n_notes; i++) {
        if (now - a->notes[i].rank > INVITE_MS)
            continue;
        spk_buf_printf(j->out, "%s%s", j->comma ? "," : "", a->notes[i].text);
        j->comma = true;
    }
    spk_json_close(j, ']');
}

/* -- The list ---------------------------------------------------------------------------------- */

static spk_json *list_of(errand *e, srv_tie_is is)
{
    return &e->j[is == SRV_TIE_FRIEND ? FRIENDS : is == SRV_TIE_ASKED ? ASKED : BLOCKED];
}

static void show_own(people_walker *w, const srv_note *note, const srv_tie *tie)
{
    errand *e = (errand *)w;
    srv_house *h = e->w.caller.house;
    spk_json *j = list_of(e, tie->is);
    if (tie->is == SRV_TIE_BLOCKED && e->n_blocked < SRV_MOST_BLOCKS)
        e->blocks[e->n_blocked++] = srv_account_hash(note->list);
    spk_json_open(j, '{');
    people_print_tie(tie, tie->to_name, j);
    if (tie->is == SRV_TIE_FRIEND && h->config->presence == SRV_PRESENCE_ON)
        srv_json_bool(j, "here", srv_is_here(h, note->list));
    spk_json_close(j, '}');
}

static void show_asks(people_walker *w, const srv_note *note, const srv_tie *tie)
{
    errand *e = (errand *)w;
    for (int i = 0; i < e->n_blocked; i++) /* two nodes may have written at once */
        if (e->blocks[i] == srv_account_hash(note->account))
            return;
    e->n_asks++;
    spk_json_open(&e->j[ASKS], '{');
    people_print_tie(tie, tie->from_name, &e->j[ASKS]);
    spk_json_close(&e->j[ASKS], '}');
}

static void on_invites(void *context, const srv_answer *a)
{
    errand *e = context;
    spk_buf out = {0};
    spk_json j = {.out = &out};
    if (a->err != SPK_OK) {
        srv_caller_fail(&e->w.caller, a->err, a->why);
        return;
    }
    spk_json_open(&j, '{');
    srv_json_text(&j, "name", e->w.caller.name);
    srv_wishes_print(&e->wishes, &j);
    for (int i = 0; i < LISTS; i++) {
        spk_json_close(&e->j[i], ']');
        srv_json_raw(&j, list_words[i], spk_buf_text(&e->lists[i]));
    }
    print_invites(e, a, &j);
    spk_json_close(&j, '}');
    srv_caller_answer(&e->w.caller, 200, &out);
}

static void shown_asks(people_walker *w) { ask_invites(&w->caller, on_invites); }

static void shown_own(people_walker *w) { people_walk(w, PEOPLE_NEWEST, show_asks, shown_asks); }

static void on_wishes(void *context, const srv_answer *a)
{
    errand *e = context;
    if (!take_wishes(e, a))
        return;
    for (int i = 0; i < LISTS; i++) {
        e->j[i] = (spk_json){.out = &e->lists[i]};
        spk_json_open(&e->j[i], '[');
    }
    people_walk(&e->w, PEOPLE_OWN, show_own, shown_own);
}

static void list_people(srv_caller *c) { ask_wishes(c, on_wishes); }

void people_get(srv_house *h, const srv_request *r, char *const *word)
{
    (void)word;
    srv_caller_begin(h, r, sizeof(errand), list_people, release);
}

/* -- I am here --------------------------------------------------------------------------------- */

static void on_here_invites(void *context, const srv_answer *a)
{
    errand *e = context;
    spk_buf out = {0};
    spk_json j = {.out = &out};
    if (a->err != SPK_OK) {
        srv_caller_fail(&e->w.caller, a->err, a->why);
        return;
    }
    spk_json_open(&j, '{');
    srv_json_int(&j, "asks", e->n_asks);
    print_invites(e, a, &j);
    spk_json_close(&j, '}');
    srv_caller_answer(&e->w.caller, 200, &out);
}

static void count_ask(people_walker *w, const srv_note *note, const srv_tie *tie)
{
    (void)note, (void)tie;
    ((errand *)w)->n_asks++;
}

static void counted_asks(people_walker *w) { ask_invites(&w->caller, on_here_invites); }

static void on_here_wishes(void *context, const srv_answer *a)
{
    errand *e = context;
    if (!take_wishes(e, a))
        return;
    if (e->wishes.presence && e->w.caller.house->config->presence == SRV_PRESENCE_ON)
        srv_here_say(e->w.caller.house, e->w.caller.id);
    people_walk(&e->w, PEOPLE_NEWEST, count_ask, counted_asks);
}

static void say_here(srv_caller *c) { ask_wishes(c, on_here_wishes); }

void people_post_here(srv_house *h, const srv_request *r, char *const *word)
{
    (void)word;
    srv_caller_begin(h, r, sizeof(errand), say_here, release);
}
