/* tie.c: doing something about somebody.
 *
 *     request -> about whom? -> both ties -> how many have they? -> srv_tie_do -> both written -> answer
 *                                   ^---------- somebody else was faster ----------+                        */
#include <stdio.h>

#include "base/str.h"
#include "hosts/server/http/people/inside.h"

enum { MOST_AGAIN = 5 };

typedef struct errand {
    people_walker w;
    srv_tie_act act;
    char id[SRV_ID_ROOM]; /* a tie's, from the path */
    int seat;             /* of the table where they were met; -1: none */
    char other[SRV_ID_ROOM], other_name[SRV_NAME_ROOM];
    bool is_found;
    srv_tie mine, theirs;
    srv_tie_is before; /* what 'mine' was */
    int n_friends, n_asked, n_blocked;
    int n_again;
} errand;

/* -- Judging ----------------------------------------------------------------------------------- */

static void count(people_walker *w, const srv_note *note, const srv_tie *tie)
{
    errand *e = (errand *)w;
    bool is_this = spk_str_eq(note->list, e->other);
    e->n_friends += tie->is == SRV_TIE_FRIEND && !is_this;
    e->n_asked += tie->is == SRV_TIE_ASKED && !is_this;
    e->n_blocked += tie->is == SRV_TIE_BLOCKED && !is_this;
}

/* A request keeps a place for the friend it may become. */
static spk_err judge_number(const errand *e, spk_why *why)
{
    const srv_house_limits *most = &e->w.caller.house->config->house;
    bool adds = e->act == SRV_TIE_ASK || e->act == SRV_TIE_ACCEPT;
    if (adds && most->friends_per_account &&
        e->n_friends + e->n_asked >= (int)most->friends_per_account)
        return spk_refuse(why, "", "Your list of friends is full.");
    if (e->act == SRV_TIE_ASK && most->asks_per_account &&
        e->n_asked >= (int)most->asks_per_account)
        return spk_refuse(why, "", "You have asked many people. Wait for their answers.");
    if (e->act == SRV_TIE_BLOCK && e->n_blocked >= SRV_MOST_BLOCKS)
        return spk_refuse(why, "", "You have blocked many people. Unblock somebody first.");
    return SPK_OK;
}

/* Names and ids of what was made. Friends know each other by their accounts' names; of somebody who was met at a table, only
 * the name there is known. */
static void name_ties(errand *e)
{
    srv_tie *mine = &e->mine, *theirs = &e->theirs;
    if (!*mine->id)
        srv_id_new(mine->id);
    snprintf(mine->from_name, sizeof mine->from_name, "%s", e->w.caller.name);
    if (!*mine->to_name)
        snprintf(mine->to_name, sizeof mine->to_name, "%s", e->other_name);
    if (mine->is != SRV_TIE_FRIEND)
        return;
    snprintf(mine->to_name, sizeof mine->to_name, "%s", theirs->from_name);
    snprintf(theirs->to_name, sizeof theirs->to_name, "%s", e->w.caller.name);
}

/* -- Writing ----------------------------------------------------------------------------------- */

static void load(errand *e);

static void count_figures(errand *e)
{
    srv_house_figures *f = &e->w.caller.house->figures;
    if (e->mine.is == e->before)
        return;
    f->friends_asked += e->act == SRV_TIE_ASK && e->mine.is == SRV_TIE_ASKED;
    f->friends_made += e->mine.is == SRV_TIE_FRIEND;
    f->people_blocked += e->act == SRV_TIE_BLOCK;
}

static void on_written(void *context, const srv_answer *a)
{
    errand *e = context;
    spk_buf out = {0};
    spk_json j = {.out = &out};
    if (a->err == SPK_ESTALE && ++e->n_again < MOST_AGAIN) {
        load(e);
        return;
    }
    if (a->err != SPK_OK) {
        srv_caller_fail(&e->w.caller, a->err,
                        a->err == SPK_EUNKNOWN ? "There is nobody of that name." : a->why);
        return;
    }
    count_figures(e);
    if (e->act == SRV_TIE_BLOCK || e->act == SRV_TIE_DROP) {
        srv_guests_hear_anew(e->w.caller.house, e->w.caller.id);
        srv_house_tell(e->w.caller.house, SRV_TELL_BLOCKS, e->w.caller.id);
    }
    spk_json_open(&j, '{');
    srv_json_text(&j, "is", srv_tie_words[e->mine.is]);
    if (e->mine.is != SRV_TIE_NONE && e->mine.is != SRV_TIE_REFUSED)
        people_print_tie(&e->mine, e->mine.to_name, &j);
    spk_json_close(&j, '}');
    srv_caller_answer(&e->w.caller, 200, &out);
}

static void counted(people_walker *w)
{
    errand *e = (errand *)w;
    spk_why why = {0};
    srv_tie_note rooms[2] = {0};
    e->before = e->mine.is;
    if ((e->mine.is != SRV_TIE_ASKED && e->mine.is != SRV_TIE_FRIEND &&
         judge_number(e, &why) != SPK_OK) ||
        srv_tie_do(&e->mine, &e->theirs, e->act, srv_house_wall(e->w.caller.house), &why) !=
            SPK_OK) {
        srv_caller_fail_why(&e->w.caller, &why);
        return;
    }
    if (e->mine.is != SRV_TIE_NONE)
        name_ties(e);
    srv_note notes[2] = {srv_tie_write(&e->mine, e->w.caller.id, e->other, &rooms[0]),
                         srv_tie_write(&e->theirs, e->other, e->w.caller.id, &rooms[1])};
    srv_caller_write(&e->w.caller, &(srv_change){.n_notes = 2, .notes = notes}, on_written);
    spk_buf_release(&rooms[0].text), spk_buf_release(&rooms[1].text);
}

/* -- Reading both ties ------------------------------------------------------------------------- */

/* True: it is read, or there is none. */
static bool take_tie(errand *e, const srv_answer *a, srv_tie *tie)
{
    *tie = (srv_tie){0};
    if (a->err == SPK_OK && !srv_tie_read(a->notes, tie))
        tie->version = a->notes->version; /* damaged: it is written anew */
    if (a->err == SPK_OK || a->err == SPK_EUNKNOWN)
        return true;
    srv_caller_fail(&e->w.caller, a->err, a->why);
    return false;
}

static void on_theirs(void *context, const srv_answer *a)
{
    errand *e = context;
    if (!take_tie(e, a, &e->theirs))
        return;
    if (!*e->other_name) /* they asked, and that is how the caller knows them */
        snprintf(e->other_name, sizeof e->other_name, "%s", e->theirs.from_name);
    e->n_friends = e->n_asked = e->n_blocked = 0;
    people_walk(&e->w, PEOPLE_OWN, count, counted);
}

static void on_mine(void *context, const srv_answer *a)
{
    errand *e = context;
    char key[SRV_TIE_KEY];
    if (!take_tie(e, a, &e->mine))
        return;
    srv_tie_key(e->other, e->w.caller.id, key);
    srv_caller_ask(&e->w.caller,
                   &(srv_query){.what = SRV_ASK_NOTE, .kind = SRV_KIND_TIE, .key = key}, on_theirs);
}

static void load(errand *e)
{
    char key[SRV_TIE_KEY];
    if (spk_str_eq(e->other, e->w.caller.id)) {
        srv_caller_refuse(&e->w.caller, SRV_REFUSED, N_("That is you."));
        return;
    }
    srv_tie_key(e->w.caller.id, e->other, key);
    srv_caller_ask(&e->w.caller,
                   &(srv_query){.what = SRV_ASK_NOTE, .kind = SRV_KIND_TIE, .key = key}, on_mine);
}

/* -- About whom -------------------------------------------------------------------------------- */

static void on_named(void *context, const srv_answer *a)
{
    errand *e = context;
    if (a->err != SPK_OK) {
        srv_caller_fail(&e->w.caller, a->err,
                        a->err == SPK_EUNKNOWN ? N_("There is nobody of that name.") : a->why);
        return;
    }
    snprintf(e->other, sizeof e->other, "%s", a->account->id);
    snprintf(e->other_name, sizeof e->other_name, "%s", a->account->name);
    load(e);
}

/* Whoever sits there, under the name they have there. */
static void on_table(void *context, const srv_answer *a)
{
    errand *e = context;
    const srv_seat *seat =
        a->err == SPK_OK ? srv_row_seat_seen(a->tables, e->w.caller.id, e->seat) : NULL;
    if (a->err != SPK_OK && a->err != SPK_EUNKNOWN) {
        srv_caller_fail(&e->w.caller, a->err, a->why);
        return;
    }
    if (!seat) {
        srv_caller_fail(&e->w.caller, SPK_EUNKNOWN, N_("Nobody with an account sits there."));
        return;
    }
    snprintf(e->other, sizeof e->other, "%s", seat->account);
    snprintf(e->other_name, sizeof e->other_name, "%s", seat->name ? seat->name : "?");
    load(e);
}

static bool read_act(errand *e, const char *const words[], int n, spk_why *why)
{
    const char *word = NULL;
    if (!srv_field_text(e->w.caller.body, "do", 10, &word, why))
        return false;
    int act = word ? spk_str_find(word, words, n) : -1;
    if (act < 0)
        return spk_fail(why, SPK_EMALFORMED,
                        "'do' is ask or block; about a request, accept, refuse or block."),
               false;
    e->act = (srv_tie_act)spk_str_find(words[act], srv_tie_act_words, SRV_TIE_ACT_COUNT);
    return true;
}

static void about_somebody(srv_caller *c)
{
    static const char *const acts[] = {"ask", "block"};
    errand *e = (errand *)c;
    const char *name = NULL, *table = NULL;
    spk_why why = {0};
    e->seat = -1;
    if (!srv_caller_may(c, c->house->config->house.people_per_minute))
        return;
    if (!read_act(e, acts, 2, &why) ||
        !srv_field_text(c->body, "name", SRV_NAME_ROOM - 1, &name, &why) ||
        !srv_field_text(c->body, "table", SRV_ID, &table, &why) ||
        !srv_field_int(c->body, "seat", 0, SPK_MAX_SEATS - 1, &e->seat, &why)) {
        srv_caller_fail_why(c, &why);
        return;
    }
    if (e->act == SRV_TIE_ASK && people_friends_are_off(c))
        return;
    if (name && *name && !table)
        srv_caller_ask(c, &(srv_query){.what = SRV_ASK_ACCOUNT, .name = name}, on_named);
    else if (table && srv_is_id(table) && e->seat >= 0 && !name)
        srv_caller_ask(c, &(srv_query){.what = SRV_ASK_TABLE, .id = table}, on_table);
    else
        srv_caller_fail(c, SPK_EMALFORMED, "'name' is missing, or 'table' and 'seat'.");
}

void people_post(srv_house *h, const srv_request *r, char *const *word)
{
    (void)word;
    srv_caller_begin(h, r, sizeof(errand), about_somebody, NULL);
}

/* -- By a tie's id ----------------------------------------------------------------------------- */

static void look_for(people_walker *w, const srv_note *note, const srv_tie *tie)
{
    errand *e = (errand *)w;
    if (!spk_str_eq(tie->id, e->id))
        return;
    e->is_found = true;
    snprintf(e->other, sizeof e->other, "%s", w->ties == PEOPLE_OWN ? note->list : note->account);
}

static void looked(people_walker *w)
{
    errand *e = (errand *)w;
    if (e->is_found)
        load(e);
    else
        srv_caller_fail(&e->w.caller, SPK_EUNKNOWN,
                        w->ties == PEOPLE_OWN
                            ? N_("There is nobody like that on your list any more.")
                            : N_("There is no such request any more."));
}

static void begin_by_id(srv_house *h, const srv_request *r, const char *id,
                        void (*known)(srv_caller *c))
{
    errand *e = srv_caller_begin(h, r, sizeof *e, known, NULL);
    if (e)
        snprintf(e->id, sizeof e->id, "%s", id);
}

static void about_request(srv_caller *c)
{
    static const char *const acts[] = {"accept", "refuse", "block"};
    errand *e = (errand *)c;
    spk_why why = {0};
    if (!srv_caller_may(c, c->house->config->house.people_per_minute))
        return;
    if (!read_act(e, acts, 3, &why))
        srv_caller_fail_why(c, &why);
    else if (e->act != SRV_TIE_ACCEPT || !people_friends_are_off(c))
        people_walk(&e->w, PEOPLE_ASKS, look_for, looked);
}

void people_post_request(srv_house *h, const srv_request *r, char *const *word)
{
    begin_by_id(h, r, word[0], about_request);
}

static void about_own(srv_caller *c)
{
    errand *e = (errand *)c;
    e->act = SRV_TIE_DROP;
    if (srv_caller_may(c, c->house->config->house.people_per_minute))
        people_walk(&e->w, PEOPLE_OWN, look_for, looked);
}

void people_delete(srv_house *h, const srv_request *r, char *const *word)
{
    begin_by_id(h, r, word[0], about_own);
}
