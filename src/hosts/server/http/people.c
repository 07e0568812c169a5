/* people.c: friends, blocks and who is here (docs/protocol.md, "People"). What may be done, and what it makes of two people's
 * ties, is decided in people/; here they are read, changed and written back.
 *
 *     request -> who asks? -> about whom? -> both ties -> how many have they? -> srv_tie_do -> both written -> answer
 *                                                ^---------- somebody else was faster ----------+
 *
 * Nothing that one person is told may depend on whether another has blocked them: an answer is made from the caller's own tie. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/alert/alert.h"
#include "hosts/server/http/caller.h"
#include "hosts/server/people/people.h"

enum {
    MOST_AGAIN = 5,
    MOST_ASKS = 100, /* requests of others that are shown, the newest */
    MOST_INVITES = 50,
    INVITE_MS = 12 * 3600 * 1000, /* how long an invitation is shown */
};

typedef struct errand errand;
struct errand {
    srv_caller caller;
    srv_tie_act act;
    char word[SRV_ID_ROOM]; /* from the path: a tie's id, or a table's */
    char other[SRV_ID_ROOM], other_name[SRV_NAME_ROOM];
    srv_tie mine, theirs;
    srv_tie_is before; /* what 'mine' was */
    int n_again, seat;
    bool is_found;
    void (*each)(errand *e, const srv_note *note, const srv_tie *tie); /* of a walk ... */
    void (*walked)(errand *e);                                         /* ... and after it */
    bool of_others; /* ... through requests of others, and not through the caller's own ties */
    char after_id[SRV_KEY_ROOM];
    int64_t after_at;
    int n_friends, n_asked, n_blocked, n_asks;
    srv_wishes wishes;
    spk_buf friends, asked, blocked, asks, invites;
    spk_json j[4]; /* of the first four */
    uint64_t blocks[SRV_MOST_BLOCKS];
};

static void release(srv_caller *c)
{
    errand *e = (errand *)c;
    spk_buf_release(&e->friends), spk_buf_release(&e->asked), spk_buf_release(&e->blocked);
    spk_buf_release(&e->asks), spk_buf_release(&e->invites);
}

static srv_house *house_of(const errand *e) { return e->caller.house; }

static errand *begin(srv_house *h, const srv_request *r, const char *word,
                     void (*known)(srv_caller *c))
{
    errand *e = srv_caller_begin(h, r, sizeof *e, known, release);
    if (e && word)
        snprintf(e->word, sizeof e->word, "%s", word);
    return e;
}

static bool friends_are_off(errand *e)
{
    if (house_of(e)->config->friends == SRV_FRIENDS_ON)
        return false;
    srv_caller_refuse(&e->caller, SRV_FORBIDDEN, N_("This house keeps no lists of friends."));
    return true;
}

/* -- A walk through somebody's ties ------------------------------------------------------------------ */

static void walk_on(errand *e);

static void on_page(void *context, const srv_answer *a)
{
    errand *e = context;
    srv_tie tie;
    if (a->err != SPK_OK) {
        srv_caller_fail(&e->caller, a->err, a->why);
        return;
    }
    for (int i = 0; i < a->n_notes; i++) {
        const srv_note *n = &a->notes[i];
        e->after_at = n->rank;
        snprintf(e->after_id, sizeof e->after_id, "%s", n->key);
        if (n->account && n->list && srv_tie_read(n, &tie))
            e->each(e, n, &tie);
    }
    if (a->more && !(e->of_others && !*e->word)) /* of those who ask, a list shows the newest */
        walk_on(e);
    else
        e->walked(e);
}

static void walk_on(errand *e)
{
    srv_query query = {.what = SRV_ASK_NOTES,
                       .kind = SRV_KIND_TIE,
                       .account = e->of_others ? NULL : e->caller.id,
                       .list = e->of_others ? e->caller.id : NULL,
                       .within = true,
                       .low_rank = e->of_others ? 1 : SRV_RANK_BLOCKED,
                       .high_rank = INT64_MAX,
                       .falling = true,
                       .limit = e->of_others && !*e->word ? MOST_ASKS : 0,
                       .after_at = e->after_at,
                       .after_id = *e->after_id ? e->after_id : NULL};
    srv_caller_ask(&e->caller, &query, on_page);
}

static void walk(errand *e, bool of_others,
                 void (*each)(errand *e, const srv_note *note, const srv_tie *tie),
                 void (*walked)(errand *e))
{
    e->of_others = of_others;
    e->each = each;
    e->walked = walked;
    *e->after_id = '\0';
    walk_on(e);
}

/* -- Doing something about somebody ------------------------------------------------------------------ */

static void count(errand *e, const srv_note *note, const srv_tie *tie)
{
    bool is_this = spk_str_eq(note->list, e->other);
    e->n_friends += tie->is == SRV_TIE_FRIEND && !is_this;
    e->n_asked += tie->is == SRV_TIE_ASKED && !is_this;
    e->n_blocked += tie->is == SRV_TIE_BLOCKED && !is_this;
}

/* A request keeps a place for the friend it may become. */
static spk_err judge_number(const errand *e, spk_why *why)
{
    const srv_house_limits *most = &house_of(e)->config->house;
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
    snprintf(mine->from_name, sizeof mine->from_name, "%s", e->caller.name);
    if (!*mine->to_name)
        snprintf(mine->to_name, sizeof mine->to_name, "%s", e->other_name);
    if (mine->is != SRV_TIE_FRIEND)
        return;
    snprintf(mine->to_name, sizeof mine->to_name, "%s", theirs->from_name);
    snprintf(theirs->to_name, sizeof theirs->to_name, "%s", e->caller.name);
}

static void load(errand *e);

static void print_tie(const srv_tie *tie, const char *name, spk_json *j)
{
    spk_json_key(j, "id"), spk_json_str(j, tie->id);
    spk_json_key(j, "name"), spk_json_str(j, name);
    spk_json_key(j, "at"), spk_json_int(j, tie->at);
}

static void count_figures(errand *e)
{
    srv_house_figures *f = &house_of(e)->figures;
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
        srv_caller_fail(&e->caller, a->err,
                        a->err == SPK_EUNKNOWN ? "There is nobody of that name." : a->why);
        return;
    }
    count_figures(e);
    if (e->act == SRV_TIE_BLOCK || e->act == SRV_TIE_DROP) {
        srv_guests_hear_anew(house_of(e), e->caller.id);
        srv_house_tell(house_of(e), SRV_TELL_BLOCKS, e->caller.id);
    }
    spk_json_open(&j, '{');
    spk_json_key(&j, "is"), spk_json_str(&j, srv_tie_words[e->mine.is]);
    if (e->mine.is != SRV_TIE_NONE && e->mine.is != SRV_TIE_REFUSED)
        print_tie(&e->mine, e->mine.to_name, &j);
    spk_json_close(&j, '}');
    srv_caller_answer(&e->caller, 200, &out);
}

static void counted(errand *e)
{
    spk_why why = {0};
    srv_tie_note rooms[2] = {0};
    e->before = e->mine.is;
    if ((e->mine.is != SRV_TIE_ASKED && e->mine.is != SRV_TIE_FRIEND &&
         judge_number(e, &why) != SPK_OK) ||
        srv_tie_do(&e->mine, &e->theirs, e->act, srv_house_wall(house_of(e)), &why) != SPK_OK) {
        srv_caller_fail_why(&e->caller, &why);
        return;
    }
    if (e->mine.is != SRV_TIE_NONE)
        name_ties(e);
    srv_note notes[2] = {srv_tie_write(&e->mine, e->caller.id, e->other, &rooms[0]),
                         srv_tie_write(&e->theirs, e->other, e->caller.id, &rooms[1])};
    srv_caller_write(&e->caller, &(srv_change){.n_notes = 2, .notes = notes}, on_written);
    spk_buf_release(&rooms[0].text), spk_buf_release(&rooms[1].text);
}

/* True: it is read, or there is none. */
static bool take_tie(errand *e, const srv_answer *a, srv_tie *tie)
{
    *tie = (srv_tie){0};
    if (a->err == SPK_OK && !srv_tie_read(a->notes, tie))
        tie->version = a->notes->version; /* damaged: it is written anew */
    if (a->err == SPK_OK || a->err == SPK_EUNKNOWN)
        return true;
    srv_caller_fail(&e->caller, a->err, a->why);
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
    walk(e, false, count, counted);
}

static void on_mine(void *context, const srv_answer *a)
{
    errand *e = context;
    char key[SRV_TIE_KEY];
    if (!take_tie(e, a, &e->mine))
        return;
    srv_tie_key(e->other, e->caller.id, key);
    srv_caller_ask(&e->caller, &(srv_query){.what = SRV_ASK_NOTE, .kind = SRV_KIND_TIE, .key = key},
                   on_theirs);
}

static void load(errand *e)
{
    char key[SRV_TIE_KEY];
    if (spk_str_eq(e->other, e->caller.id)) {
        srv_caller_refuse(&e->caller, SRV_REFUSED, N_("That is you."));
        return;
    }
    srv_tie_key(e->caller.id, e->other, key);
    srv_caller_ask(&e->caller, &(srv_query){.what = SRV_ASK_NOTE, .kind = SRV_KIND_TIE, .key = key},
                   on_mine);
}

/* -- About whom ---------------------------------------------------------------------------------------- */

static void on_named(void *context, const srv_answer *a)
{
    errand *e = context;
    if (a->err != SPK_OK) {
        srv_caller_fail(&e->caller, a->err,
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
        a->err == SPK_OK ? srv_row_seat_seen(a->tables, e->caller.id, e->seat) : NULL;
    if (a->err != SPK_OK && a->err != SPK_EUNKNOWN) {
        srv_caller_fail(&e->caller, a->err, a->why);
        return;
    }
    if (!seat) {
        srv_caller_fail(&e->caller, SPK_EUNKNOWN, N_("Nobody with an account sits there."));
        return;
    }
    snprintf(e->other, sizeof e->other, "%s", seat->account);
    snprintf(e->other_name, sizeof e->other_name, "%s", seat->name ? seat->name : "?");
    load(e);
}

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

static bool read_act(errand *e, const char *const words[], int n, spk_why *why)
{
    const char *word = NULL;
    if (!srv_field_text(e->caller.body, "do", 10, &word, why))
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
    if (e->act == SRV_TIE_ASK && friends_are_off(e))
        return;
    if (name && *name && !table)
        srv_caller_ask(c, &(srv_query){.what = SRV_ASK_ACCOUNT, .name = name}, on_named);
    else if (table && srv_is_id(table) && e->seat >= 0 && !name)
        srv_caller_ask(c, &(srv_query){.what = SRV_ASK_TABLE, .id = table}, on_table);
    else
        srv_caller_fail(c, SPK_EMALFORMED, "'name' is missing, or 'table' and 'seat'.");
}

static void post_people(srv_house *h, const srv_request *r, char *const *word)
{
    (void)word;
    begin(h, r, NULL, about_somebody);
}

/* -- By a tie's id ------------------------------------------------------------------------------------- */

static void look_for(errand *e, const srv_note *note, const srv_tie *tie)
{
    if (!spk_str_eq(tie->id, e->word))
        return;
    e->is_found = true;
    snprintf(e->other, sizeof e->other, "%s", e->of_others ? note->account : note->list);
}

static void looked(errand *e)
{
    if (e->is_found)
        load(e);
    else
        srv_caller_fail(&e->caller, SPK_EUNKNOWN,
                        e->of_others ? N_("There is no such request any more.")
                                     : N_("There is nobody like that on your list any more."));
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
    else if (e->act != SRV_TIE_ACCEPT || !friends_are_off(e))
        walk(e, true, look_for, looked);
}

static void post_person(srv_house *h, const srv_request *r, char *const *word)
{
    begin(h, r, word[0], about_request);
}

static void about_own(srv_caller *c)
{
    errand *e = (errand *)c;
    e->act = SRV_TIE_DROP;
    if (srv_caller_may(c, c->house->config->house.people_per_minute))
        walk(e, false, look_for, looked);
}

static void delete_person(srv_house *h, const srv_request *r, char *const *word)
{
    begin(h, r, word[0], about_own);
}

/* -- The list ------------------------------------------------------------------------------------------- */

static spk_json *list_of(errand *e, srv_tie_is is)
{
    return is == SRV_TIE_FRIEND ? &e->j[0] : is == SRV_TIE_ASKED ? &e->j[1] : &e->j[2];
}

static void show_own(errand *e, const srv_note *note, const srv_tie *tie)
{
    srv_house *h = house_of(e);
    spk_json *j = list_of(e, tie->is);
    if (tie->is == SRV_TIE_BLOCKED && e->n_blocked < SRV_MOST_BLOCKS)
        e->blocks[e->n_blocked++] = srv_account_hash(note->list);
    spk_json_open(j, '{');
    print_tie(tie, tie->to_name, j);
    if (tie->is == SRV_TIE_FRIEND && h->config->presence == SRV_PRESENCE_ON)
        spk_json_key(j, "here"), spk_json_bool(j, srv_is_here(h, note->list));
    spk_json_close(j, '}');
}

static void show_asks(errand *e, const srv_note *note, const srv_tie *tie)
{
    for (int i = 0; i < e->n_blocked; i++) /* two nodes may have written at once */
        if (e->blocks[i] == srv_account_hash(note->account))
            return;
    e->n_asks++;
    spk_json_open(&e->j[3], '{');
    print_tie(tie, tie->from_name, &e->j[3]);
    spk_json_close(&e->j[3], '}');
}

static void print_list(spk_json *j, const char *key, spk_json *list)
{
    spk_json_close(list, ']');
    spk_json_key(j, key);
    spk_buf_puts(j->out, spk_buf_text(list->out));
    j->comma = true;
}

static void print_invites(errand *e, const srv_answer *a, spk_json *j)
{
    int64_t now = srv_house_wall(house_of(e));
    spk_json_key(j, "invites"), spk_json_open(j, '[');
    for (int i = 0; i < a->n_notes; i++) {
        if (now - a->notes[i].rank > INVITE_MS)
            continue;
        spk_buf_printf(j->out, "%s%s", j->comma ? "," : "", a->notes[i].text);
        j->comma = true;
    }
    spk_json_close(j, ']');
}

static void on_invites(void *context, const srv_answer *a)
{
    errand *e = context;
    spk_buf out = {0};
    spk_json j = {.out = &out};
    if (a->err != SPK_OK) {
        srv_caller_fail(&e->caller, a->err, a->why);
        return;
    }
    spk_json_open(&j, '{');
    spk_json_key(&j, "name"), spk_json_str(&j, e->caller.name);
    srv_wishes_print(&e->wishes, &j);
    print_list(&j, "friends", &e->j[0]), print_list(&j, "asked", &e->j[1]);
    print_list(&j, "blocked", &e->j[2]), print_list(&j, "asks", &e->j[3]);
    print_invites(e, a, &j);
    spk_json_close(&j, '}');
    srv_caller_answer(&e->caller, 200, &out);
}

static void ask_invites(errand *e, srv_done *done)
{
    srv_caller_ask(&e->caller,
                   &(srv_query){.what = SRV_ASK_NOTES,
                                .kind = SRV_KIND_INVITE,
                                .account = e->caller.id,
                                .falling = true,
                                .limit = MOST_INVITES},
                   done);
}

static void shown_asks(errand *e) { ask_invites(e, on_invites); }
static void shown_own(errand *e) { walk(e, true, show_asks, shown_asks); }

static void ask_wishes(errand *e, srv_done *done)
{
    srv_caller_ask(&e->caller,
                   &(srv_query){.what = SRV_ASK_NOTE, .kind = SRV_KIND_PERSON, .key = e->caller.id},
                   done);
}

/* False: it was refused. */
static bool take_wishes(errand *e, const srv_answer *a)
{
    srv_wishes_read(a->err == SPK_OK ? a->notes : NULL, &e->wishes);
    if (a->err == SPK_OK || a->err == SPK_EUNKNOWN)
        return true;
    srv_caller_fail(&e->caller, a->err, a->why);
    return false;
}

static void on_wishes(void *context, const srv_answer *a)
{
    errand *e = context;
    if (!take_wishes(e, a))
        return;
    spk_buf *lists[] = {&e->friends, &e->asked, &e->blocked, &e->asks};
    for (int i = 0; i < 4; i++) {
        e->j[i] = (spk_json){.out = lists[i]};
        spk_json_open(&e->j[i], '[');
    }
    walk(e, false, show_own, shown_own);
}

static void list_people(srv_caller *c) { ask_wishes((errand *)c, on_wishes); }

static void get_people(srv_house *h, const srv_request *r, char *const *word)
{
    (void)word;
    begin(h, r, NULL, list_people);
}

/* -- What they let others see --------------------------------------------------------------------------- */

static void on_wished(void *context, const srv_answer *a)
{
    errand *e = context;
    spk_buf out = {0};
    spk_json j = {.out = &out};
    if (a->err != SPK_OK) {
        srv_caller_fail(&e->caller, a->err, a->why);
        return;
    }
    if (!e->wishes.presence)
        srv_here_forget(house_of(e), e->caller.id, true);
    spk_json_open(&j, '{');
    srv_wishes_print(&e->wishes, &j);
    spk_json_close(&j, '}');
    srv_caller_answer(&e->caller, 200, &out);
}

static void on_old_wishes(void *context, const srv_answer *a)
{
    errand *e = context;
    const char *profile = NULL;
    spk_why why = {0};
    spk_buf text = {0};
    spk_json j = {.out = &text};
    if (!take_wishes(e, a))
        return;
    bool well = srv_field_bool(e->caller.body, "presence", &e->wishes.presence, &why) &&
                srv_field_text(e->caller.body, "profile", 10, &profile, &why);
    int n = profile ? spk_str_find(profile, srv_profile_words, SRV_PROFILE_COUNT)
                    : (int)e->wishes.profile;
    if (well && n < 0)
        well = false, spk_fail(&why, SPK_EMALFORMED, "'profile' is everybody, friends or nobody.");
    if (!well) {
        srv_caller_fail_why(&e->caller, &why);
        return;
    }
    e->wishes.profile = (srv_profile)n;
    spk_json_open(&j, '{');
    srv_wishes_print(&e->wishes, &j);
    spk_json_close(&j, '}');
    srv_note note = {.kind = SRV_KIND_PERSON,
                     .key = e->caller.id,
                     .account = e->caller.id,
                     .text = spk_buf_text(&text),
                     .version = SRV_ANY_VERSION};
    srv_caller_write(&e->caller, &(srv_change){.n_notes = 1, .notes = &note}, on_wished);
    spk_buf_release(&text);
}

static void wish(srv_caller *c)
{
    if (srv_caller_may(c, c->house->config->house.people_per_minute))
        ask_wishes((errand *)c, on_old_wishes);
}

static void patch_people(srv_house *h, const srv_request *r, char *const *word)
{
    (void)word;
    begin(h, r, NULL, wish);
}

/* -- I am here -------------------------------------------------------------------------------------------- */

static void on_here_invites(void *context, const srv_answer *a)
{
    errand *e = context;
    spk_buf out = {0};
    spk_json j = {.out = &out};
    if (a->err != SPK_OK) {
        srv_caller_fail(&e->caller, a->err, a->why);
        return;
    }
    spk_json_open(&j, '{');
    spk_json_key(&j, "asks"), spk_json_int(&j, e->n_asks);
    print_invites(e, a, &j);
    spk_json_close(&j, '}');
    srv_caller_answer(&e->caller, 200, &out);
}

static void count_ask(errand *e, const srv_note *note, const srv_tie *tie)
{
    (void)note, (void)tie;
    e->n_asks++;
}

static void counted_asks(errand *e) { ask_invites(e, on_here_invites); }

static void on_here_wishes(void *context, const srv_answer *a)
{
    errand *e = context;
    if (!take_wishes(e, a))
        return;
    if (e->wishes.presence && house_of(e)->config->presence == SRV_PRESENCE_ON)
        srv_here_say(house_of(e), e->caller.id);
    walk(e, true, count_ask, counted_asks);
}

static void say_here(srv_caller *c) { ask_wishes((errand *)c, on_here_wishes); }

static void post_here(srv_house *h, const srv_request *r, char *const *word)
{
    (void)word;
    begin(h, r, NULL, say_here);
}

/* -- Invitations ------------------------------------------------------------------------------------------ */

void srv_invite_text(const char *from, const char *table, const char *game, const char *crew,
                     int64_t now, spk_buf *out)
{
    spk_json j = {.out = out};
    spk_json_open(&j, '{');
    spk_json_key(&j, "from"), spk_json_str(&j, from);
    spk_json_key(&j, "table"), spk_json_str(&j, table);
    spk_json_key(&j, "game"), spk_json_str(&j, game);
    spk_json_key(&j, "crew"), crew ? spk_json_str(&j, crew) : spk_json_null(&j);
    spk_json_key(&j, "at"), spk_json_int(&j, now);
    spk_json_close(&j, '}');
}

/* Twice is once: then nobody is told again. */
static void on_invited(void *context, const srv_answer *a)
{
    errand *e = context;
    spk_buf out = {0};
    if (a->err != SPK_OK && a->err != SPK_ESTALE) {
        srv_caller_fail(&e->caller, a->err, a->why);
        return;
    }
    house_of(e)->figures.people_invited += a->err == SPK_OK;
    srv_alerts_hurry(house_of(e));
    spk_buf_puts(&out, "{\"invited\":true}");
    srv_caller_answer(&e->caller, 200, &out);
}

static void write_invite(errand *e)
{
    srv_house *h = house_of(e);
    int64_t now = srv_house_wall(h);
    char key[SRV_TIE_KEY];
    spk_buf text = {0};
    srv_bulletin news = {0};
    srv_note notes[2];
    srv_tie_key(e->other, e->word, key);
    srv_invite_text(e->caller.name, e->word, spk_buf_text(&e->invites), NULL, now, &text);
    notes[0] = (srv_note){.kind = SRV_KIND_INVITE,
                          .key = key,
                          .account = e->other,
                          .list = e->caller.id,
                          .rank = now,
                          .text = spk_buf_text(&text)};
    bool tells = srv_alerts_are_on(h) && !srv_is_here(h, e->other);
    if (tells) {
        srv_bulletin_add(&news, e->other, SRV_NEWS_INVITE, e->word, spk_buf_text(&e->invites), now);
        notes[1] = news.notes[0];
    }
    h->figures.alerts_queued += tells;
    srv_caller_write(&e->caller, &(srv_change){.n_notes = 1 + tells, .notes = notes}, on_invited);
    spk_buf_release(&text);
}

static void look_for_friend(errand *e, const srv_note *note, const srv_tie *tie)
{
    const char *to = json_string_value(json_object_get(e->caller.body, "to"));
    if (tie->is != SRV_TIE_FRIEND || !spk_str_eq(tie->id, to))
        return;
    e->is_found = true;
    snprintf(e->other, sizeof e->other, "%s", note->list);
}

static void looked_for_friend(errand *e)
{
    if (e->is_found)
        write_invite(e);
    else
        srv_caller_fail(&e->caller, SPK_EUNKNOWN,
                        N_("There is nobody like that on your list any more."));
}

/* The table waits, and the caller sits there. */
static void on_invite_table(void *context, const srv_answer *a)
{
    errand *e = context;
    bool sits = false;
    if (a->err != SPK_OK) {
        srv_caller_fail(&e->caller, a->err,
                        a->err == SPK_EUNKNOWN ? "There is no such table." : a->why);
        return;
    }
    const srv_row *t = a->tables;
    for (int i = 0; i < t->n_seats; i++)
        sits |= t->seats[i].account && spk_str_eq(t->seats[i].account, e->caller.id);
    if (!sits || t->status != ROOM_WAITING) {
        srv_caller_refuse(&e->caller, SRV_REFUSED,
                          N_("You can invite people to a table that waits and where you sit."));
        return;
    }
    spk_buf_puts(&e->invites, t->game);
    walk(e, false, look_for_friend, looked_for_friend);
}

static void invite(srv_caller *c)
{
    errand *e = (errand *)c;
    const char *table = "", *to = "";
    spk_why why = {0};
    if (!srv_caller_may(c, c->house->config->house.people_per_minute) || friends_are_off(e))
        return;
    if (!srv_field_text(c->body, "table", SRV_ID, &table, &why) ||
        !srv_field_text(c->body, "to", SRV_ID, &to, &why))
        srv_caller_fail_why(c, &why);
    else if (!srv_is_id(table) || !srv_is_id(to))
        srv_caller_fail(c, SPK_EMALFORMED,
                        "'table' is a table's id, 'to' that of a friend in your list.");
    else {
        snprintf(e->word, sizeof e->word, "%s", table);
        srv_caller_ask(c, &(srv_query){.what = SRV_ASK_TABLE, .id = table}, on_invite_table);
    }
}

static void post_invite(srv_house *h, const srv_request *r, char *const *word)
{
    (void)word;
    begin(h, r, NULL, invite);
}

static void on_uninvited(void *context, const srv_answer *a)
{
    errand *e = context;
    spk_buf out = {0};
    if (a->err != SPK_OK) {
        srv_caller_fail(&e->caller, a->err, a->why);
        return;
    }
    spk_buf_puts(&out, "{\"invited\":false}");
    srv_caller_answer(&e->caller, 200, &out);
}

static void dismiss(srv_caller *c)
{
    errand *e = (errand *)c;
    char key[SRV_TIE_KEY];
    srv_tie_key(c->id, e->word, key);
    srv_note note = {.kind = SRV_KIND_INVITE, .key = key, .version = SRV_ANY_VERSION};
    srv_caller_write(c, &(srv_change){.n_notes = 1, .notes = &note}, on_uninvited);
}

static void delete_invite(srv_house *h, const srv_request *r, char *const *word)
{
    if (srv_is_id(word[0]))
        begin(h, r, word[0], dismiss);
    else
        srv_refuse(h, r->ask, SRV_UNKNOWN, "There is no such table.");
}

extern const srv_route srv_people_routes[];
const srv_route srv_people_routes[] = {
    {SRV_GET, "/api/me/people", get_people},
    {SRV_POST, "/api/me/people", post_people},
    {SRV_PATCH, "/api/me/people", patch_people},
    {SRV_POST, "/api/me/people/*", post_person},
    {SRV_DELETE, "/api/me/people/*", delete_person},
    {SRV_POST, "/api/me/here", post_here},
    {SRV_POST, "/api/me/invites", post_invite},
    {SRV_DELETE, "/api/me/invites/*", delete_invite},
    {0},
};
