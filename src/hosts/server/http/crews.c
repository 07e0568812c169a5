/* crews.c: crews: groups of people with a name, standings of their own, and "deal us in" (docs/people.md, "Crews"; the
 * notes are described in people.h).
 *
 *     request -> who asks? -> the crew's note -> its members -> is the caller one? -> what was asked for
 *
 * Whoever changes who is in a crew, or its link, also writes the crew's own note over the version that was read. So of two who join at
 * once one reads again, and nobody joins with a link that has just been renewed. A crew that nobody is in any more is
 * removed, by whoever leaves last or, if that one's account was deleted, by a sweep.
 *
 * Of a stranger a crew is as good as not there: an unknown id, a wrong link and an old one are all answered alike. */
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "games/registry.h"
#include "hosts/server/alert/alert.h"
#include "hosts/server/http/caller.h"
#include "hosts/server/league/league.h"
#include "hosts/server/people/people.h"

enum {
    MOST_AGAIN = 5,
    MOST_MEMBERS =
        100, /* whatever the settings say: a change has 256 notes, and some members have two */
    MOST_ROUNDS = 2000, /* that standings are made of, the newest */
    LINK = 24,          /* room for a link's secret: 16 bytes as base64url */
    CREW_NAME = 61,
    SWEEP_MS = 3600 * 1000,
};

typedef struct member {
    char account[SRV_ID_ROOM], name[SRV_NAME_ROOM], id[SRV_ID + 1];
    bool owner;
    int64_t at, version;
    rating rating; /* of the game whose standings are being printed ... */
    int games, wins;
} member;

/* A game among members: who of them was there, by number, and in which places. */
typedef struct round {
    const spk_game *game;
    int n;
    uint8_t who[RATING_MOST_PLAYERS];
    int place[RATING_MOST_PLAYERS];
} round;

typedef struct errand errand;
struct errand {
    srv_caller caller;
    char crew[SRV_ID_ROOM], word[SRV_ID_ROOM], link[LINK]; /* word: a member's id, from the path */
    void (*opened)(errand *e); /* the crew is known, and so are its members */
    bool strangers;            /* may ask too */
    bool looks;                /* with the link, before joining */
    char name[CREW_NAME], secret[LINK];
    int64_t made, dealt, version;
    member *members;
    int n_members, me; /* me: -1: not a member */
    int n_again;
    round *rounds;
    int n_rounds;
    int64_t after_at;
    char after_id[SRV_KEY_ROOM];
    int next; /* of a list of the caller's crews */
    spk_buf out;
    spk_json j;
    char table[SRV_ID + 1], game[32]; /* that was dealt */
    srv_blocks *hers, *others; /* whom the dealer has blocked, and who has blocked the dealer */
    bool is_removal, is_last;
};

static void release(srv_caller *c)
{
    errand *e = (errand *)c;
    spk_free(e->members), spk_free(e->rounds), spk_free(e->hers), spk_free(e->others);
    spk_buf_release(&e->out);
}

static srv_house *house_of(const errand *e) { return e->caller.house; }

static bool is_off(srv_house *h, const srv_request *r)
{
    if (h->config->crews == SRV_CREWS_ON)
        return false;
    srv_refuse(h, r->ask, SRV_FORBIDDEN, "This house has no crews.");
    return true;
}

static void no_crew(errand *e)
{
    srv_caller_fail(&e->caller, SPK_EUNKNOWN,
                    *e->link ? N_("This link is not valid.")
                             : N_("There is no such crew, or you are not in it."));
}

/* -- Notes ------------------------------------------------------------------------------------------------ */

static void print_crew(const errand *e, spk_buf *text)
{
    spk_json j = {.out = text};
    spk_json_open(&j, '{');
    spk_json_key(&j, "name"), spk_json_str(&j, e->name);
    spk_json_key(&j, "link"), spk_json_str(&j, e->secret);
    spk_json_key(&j, "dealt"), spk_json_int(&j, e->dealt);
    spk_json_close(&j, '}');
}

static srv_note crew_note(const errand *e, spk_buf *text)
{
    print_crew(e, text);
    return (srv_note){.kind = SRV_KIND_CREW,
                      .key = e->crew,
                      .rank = e->made,
                      .text = spk_buf_text(text),
                      .version = e->version};
}

static void member_key(const char *crew, const char *account, char key[SRV_TIE_KEY])
{
    srv_tie_key(crew, account, key);
}

static srv_note member_note(const errand *e, const member *m, char key[SRV_TIE_KEY], spk_buf *text)
{
    spk_json j = {.out = text};
    member_key(e->crew, m->account, key);
    spk_json_open(&j, '{');
    spk_json_key(&j, "name"), spk_json_str(&j, m->name);
    spk_json_key(&j, "id"), spk_json_str(&j, m->id);
    spk_json_key(&j, "owner"), spk_json_bool(&j, m->owner);
    spk_json_close(&j, '}');
    return (srv_note){.kind = SRV_KIND_MEMBER,
                      .key = key,
                      .account = m->account,
                      .list = e->crew,
                      .rank = m->at,
                      .text = spk_buf_text(text),
                      .version = m->version};
}

static void copy_field(const json_t *o, const char *name, char *to, size_t cap)
{
    const char *text = json_string_value(json_object_get(o, name));
    snprintf(to, cap, "%s", text ? text : "");
}

static void new_secret(errand *e)
{
    uint8_t bytes[16];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(e->secret, sizeof e->secret, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* -- Opening one -------------------------------------------------------------------------------------------- */

static void take_member(errand *e, const srv_note *n)
{
    json_t *o = json_loads(n->text, 0, NULL);
    member *m = &e->members[e->n_members];
    *m = (member){
        .owner = json_is_true(json_object_get(o, "owner")), .at = n->rank, .version = n->version};
    snprintf(m->account, sizeof m->account, "%s", n->account ? n->account : "");
    copy_field(o, "name", m->name, sizeof m->name);
    copy_field(o, "id", m->id, sizeof m->id);
    json_decref(o);
    if (spk_str_eq(m->account, e->caller.id))
        e->me = e->n_members;
    e->n_members++;
}

/* If every owner has gone, it is whoever has been there longest. */
static void find_owner(errand *e)
{
    bool any = false;
    for (int i = 0; i < e->n_members; i++)
        any |= e->members[i].owner;
    if (!any && e->n_members > 0)
        e->members[0].owner = true;
}

static bool has_link(const errand *e)
{
    return strlen(e->link) == strlen(e->secret) && *e->secret &&
           sodium_memcmp(e->link, e->secret, strlen(e->secret)) == 0;
}

static void on_members(void *context, const srv_answer *a)
{
    errand *e = context;
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
    errand *e = context;
    if (a->err != SPK_OK) {
        if (a->err == SPK_EUNKNOWN)
            no_crew(e);
        else
            srv_caller_fail(&e->caller, a->err, a->why);
        return;
    }
    json_t *o = json_loads(a->notes->text, 0, NULL);
    copy_field(o, "name", e->name, sizeof e->name);
    copy_field(o, "link", e->secret, sizeof e->secret);
    e->dealt = json_integer_value(json_object_get(o, "dealt"));
    e->made = a->notes->rank;
    e->version = a->notes->version;
    json_decref(o);
    srv_caller_ask(&e->caller,
                   &(srv_query){.what = SRV_ASK_NOTES, .kind = SRV_KIND_MEMBER, .list = e->crew},
                   on_members);
}

static void open_crew(errand *e)
{
    srv_caller_ask(&e->caller,
                   &(srv_query){.what = SRV_ASK_NOTE, .kind = SRV_KIND_CREW, .key = e->crew},
                   on_crew);
}

static void known(srv_caller *c)
{
    errand *e = (errand *)c;
    bool writes = e->is_removal || c->body;
    if (writes && !srv_caller_may(c, c->house->config->house.people_per_minute))
        return;
    open_crew(e);
}

static errand *begin(srv_house *h, const srv_request *r, const char *crew,
                     void (*opened)(errand *e))
{
    if (is_off(h, r))
        return NULL;
    errand *e = srv_caller_begin(h, r, sizeof *e, known, release);
    if (!e)
        return NULL;
    e->opened = opened;
    e->me = -1;
    snprintf(e->crew, sizeof e->crew, "%s", crew);
    return e;
}

/* True: it has been tried too often, or something else is wrong; then it was answered. */
static bool failed(errand *e, const srv_answer *a)
{
    if (a->err == SPK_OK)
        return false;
    if (a->err == SPK_ESTALE && ++e->n_again < MOST_AGAIN)
        open_crew(e);
    else
        srv_caller_fail(&e->caller, a->err, a->why);
    return true;
}

static bool owns(errand *e)
{
    if (e->me >= 0 && e->members[e->me].owner)
        return true;
    srv_caller_refuse(&e->caller, SRV_FORBIDDEN, N_("Only an owner of the crew may do that."));
    return false;
}

/* -- Standings ------------------------------------------------------------------------------------------------ */

static int member_of(const errand *e, const char *who)
{
    for (int i = 0; strncmp(who, "a:", 2) == 0 && i < e->n_members; i++)
        if (spk_str_eq(e->members[i].account, who + 2))
            return i;
    return -1;
}

/* Bots, guests and those who have left the crew do not count: a game is one between the members who were there. */
static void take_round(errand *e, const srv_note *n)
{
    srv_rated line;
    char game[SRV_LIST_ROOM];
    round *r = &e->rounds[e->n_rounds];
    if (!srv_rated_read(n, &line))
        return;
    *r = (round){0};
    snprintf(game, sizeof game, "%.*s", (int)strcspn(line.list, "/"), line.list);
    r->game = spk_game_find(game);
    for (int i = 0; i < line.n; i++) {
        int who = member_of(e, line.seat[i].who);
        bool twice = false;
        for (int k = 0; k < r->n; k++)
            twice |= r->who[k] == who;
        if (who < 0 || twice)
            continue;
        r->who[r->n] = (uint8_t)who;
        r->place[r->n++] = line.seat[i].place;
    }
    e->n_rounds += r->game && r->n >= 2;
}

static void count_round(errand *e, const round *r)
{
    rating ratings[RATING_MOST_PLAYERS];
    int best = r->place[0];
    for (int i = 0; i < r->n; i++) {
        ratings[i] = e->members[r->who[i]].rating;
        best = r->place[i] < best ? r->place[i] : best;
    }
    rating_update(ratings, r->place, r->n);
    for (int i = 0; i < r->n; i++) {
        member *m = &e->members[r->who[i]];
        m->rating = ratings[i];
        m->games++;
        m->wins += r->place[i] == best;
    }
}

/* More points first; of equals, who has been in the crew longer. */
static bool is_before(const member *a, const member *b)
{
    int x = rating_points(&a->rating), y = rating_points(&b->rating);
    return x != y ? x > y : a < b;
}

static void print_row(const errand *e, const member *m, spk_json *j)
{
    int place = 1;
    for (int i = 0; i < e->n_members; i++)
        place +=
            e->members[i].games && rating_points(&e->members[i].rating) > rating_points(&m->rating);
    spk_json_open(j, '{');
    spk_json_key(j, "place"), spk_json_int(j, place);
    spk_json_key(j, "name"), spk_json_str(j, m->name);
    spk_json_key(j, "points"), spk_json_int(j, rating_points(&m->rating));
    spk_json_key(j, "games"), spk_json_int(j, m->games);
    spk_json_key(j, "wins"), spk_json_int(j, m->wins);
    spk_json_close(j, '}');
}

static void print_rows(errand *e, spk_json *j)
{
    const member *last = NULL;
    for (int n = 0; n < e->n_members; n++) {
        const member *best = NULL;
        for (int i = 0; i < e->n_members; i++) {
            const member *m = &e->members[i];
            if (m->games && (!last || is_before(last, m)) && (!best || is_before(m, best)))
                best = m;
        }
        if (!best)
            return;
        print_row(e, best, j);
        last = best;
    }
}

/* The oldest first: the notes came newest first. */
static void print_game(errand *e, const spk_game *game, spk_json *j)
{
    int n = 0;
    for (int i = 0; i < e->n_members; i++) {
        e->members[i].rating = RATING_NEW;
        e->members[i].games = e->members[i].wins = 0;
    }
    for (int i = e->n_rounds; i-- > 0;)
        if (e->rounds[i].game == game) {
            count_round(e, &e->rounds[i]);
            n++;
        }
    if (!n)
        return;
    spk_json_key(j, game->key), spk_json_open(j, '[');
    print_rows(e, j);
    spk_json_close(j, ']');
}

/* -- Showing one ------------------------------------------------------------------------------------------------ */

/* Told to owners: where people join. The secret stands behind a '#', which no server and no log ever sees. */
static void print_link(const errand *e, spk_json *j)
{
    char path[SRV_ID_ROOM + LINK + 32];
    spk_buf link = {0};
    snprintf(path, sizeof path, "/people.html#crew=%s.%s", e->crew, e->secret);
    srv_house_link(house_of(e), path, &link);
    spk_json_key(j, "link"), spk_json_str(j, spk_buf_text(&link));
    spk_buf_release(&link);
}

static void print_members(const errand *e, spk_json *j)
{
    spk_json_key(j, "members"), spk_json_open(j, '[');
    for (int i = 0; i < e->n_members; i++) {
        const member *m = &e->members[i];
        spk_json_open(j, '{');
        spk_json_key(j, "id"), spk_json_str(j, m->id);
        spk_json_key(j, "name"), spk_json_str(j, m->name);
        spk_json_key(j, "owner"), spk_json_bool(j, m->owner);
        spk_json_key(j, "since"), spk_json_int(j, m->at);
        spk_json_key(j, "me"), spk_json_bool(j, i == e->me);
        spk_json_close(j, '}');
    }
    spk_json_close(j, ']');
}

static void show(errand *e)
{
    spk_buf out = {0};
    spk_json j = {.out = &out};
    spk_json_open(&j, '{');
    spk_json_key(&j, "id"), spk_json_str(&j, e->crew);
    spk_json_key(&j, "name"), spk_json_str(&j, e->name);
    spk_json_key(&j, "owner"), spk_json_bool(&j, e->members[e->me].owner);
    if (e->members[e->me].owner)
        print_link(e, &j);
    print_members(e, &j);
    spk_json_key(&j, "rounds"), spk_json_int(&j, e->n_rounds);
    spk_json_key(&j, "standings"), spk_json_open(&j, '{');
    for (int i = 0; i < spk_n_games; i++)
        print_game(e, spk_games[i], &j);
    spk_json_close(&j, '}');
    spk_json_close(&j, '}');
    srv_caller_answer(&e->caller, 200, &out);
}

static void ask_rounds(errand *e);

static void on_rounds(void *context, const srv_answer *a)
{
    errand *e = context;
    if (a->err != SPK_OK) {
        srv_caller_fail(&e->caller, a->err, a->why);
        return;
    }
    for (int i = 0; i < a->n_notes && e->n_rounds < MOST_ROUNDS; i++) {
        take_round(e, &a->notes[i]);
        e->after_at = a->notes[i].rank;
        snprintf(e->after_id, sizeof e->after_id, "%s", a->notes[i].key);
    }
    if (a->more && e->n_rounds < MOST_ROUNDS)
        ask_rounds(e);
    else
        show(e);
}

static void ask_rounds(errand *e)
{
    srv_caller_ask(&e->caller,
                   &(srv_query){.what = SRV_ASK_NOTES,
                                .kind = SRV_KIND_ROUND,
                                .list = e->crew,
                                .falling = true,
                                .after_at = e->after_at,
                                .after_id = *e->after_id ? e->after_id : NULL},
                   on_rounds);
}

/* A stranger with the link reads what it leads to. */
static void show_crew(errand *e)
{
    spk_buf out = {0};
    spk_json j = {.out = &out};
    if (e->me >= 0) {
        spk_free(e->rounds);
        e->rounds = spk_alloc((MOST_ROUNDS + 1) * sizeof *e->rounds);
        e->n_rounds = 0;
        *e->after_id = '\0';
        ask_rounds(e);
        return;
    }
    spk_json_open(&j, '{');
    spk_json_key(&j, "id"), spk_json_str(&j, e->crew);
    spk_json_key(&j, "name"), spk_json_str(&j, e->name);
    spk_json_key(&j, "n_members"), spk_json_int(&j, e->n_members);
    spk_json_close(&j, '}');
    srv_caller_answer(&e->caller, 200, &out);
}

static void get_crew(srv_house *h, const srv_request *r, char *const *word)
{
    begin(h, r, word[0], show_crew);
}

/* -- The caller's crews ------------------------------------------------------------------------------------------ */

static void list_next(errand *e);

static void on_named(void *context, const srv_answer *a)
{
    errand *e = context;
    json_t *o = a->err == SPK_OK ? json_loads(a->notes->text, 0, NULL) : NULL;
    if (a->err != SPK_OK && a->err != SPK_EUNKNOWN) {
        srv_caller_fail(&e->caller, a->err, a->why);
        return;
    }
    if (o) {
        copy_field(o, "name", e->name, sizeof e->name);
        spk_json_open(&e->j, '{');
        spk_json_key(&e->j, "id"), spk_json_str(&e->j, e->members[e->next].id);
        spk_json_key(&e->j, "name"), spk_json_str(&e->j, e->name);
        spk_json_close(&e->j, '}');
    }
    json_decref(o);
    e->next++;
    list_next(e);
}

static void list_next(errand *e)
{
    if (e->next < e->n_members) {
        srv_caller_ask(&e->caller,
                       &(srv_query){.what = SRV_ASK_NOTE,
                                    .kind = SRV_KIND_CREW,
                                    .key = e->members[e->next].id},
                       on_named);
        return;
    }
    spk_json_close(&e->j, ']');
    spk_json_close(&e->j, '}');
    srv_caller_answer(&e->caller, 200, &e->out);
}

/* Members here are the caller's own notes; their ids are the crews'. */
static void on_mine(void *context, const srv_answer *a)
{
    errand *e = context;
    if (a->err != SPK_OK) {
        srv_caller_fail(&e->caller, a->err, a->why);
        return;
    }
    e->members = spk_alloc((size_t)(a->n_notes + 1) * sizeof *e->members);
    for (int i = 0; i < a->n_notes; i++)
        if (a->notes[i].list)
            snprintf(e->members[e->n_members++].id, SRV_ID + 1, "%s", a->notes[i].list);
    e->j.out = &e->out;
    spk_json_open(&e->j, '{');
    spk_json_key(&e->j, "crews"), spk_json_open(&e->j, '[');
    list_next(e);
}

static void ask_mine(errand *e, srv_done *done)
{
    srv_caller_ask(
        &e->caller,
        &(srv_query){.what = SRV_ASK_NOTES, .kind = SRV_KIND_MEMBER, .account = e->caller.id},
        done);
}

static void list_mine(srv_caller *c) { ask_mine((errand *)c, on_mine); }

static void get_crews(srv_house *h, const srv_request *r, char *const *word)
{
    (void)word;
    if (!is_off(h, r))
        srv_caller_begin(h, r, sizeof(errand), list_mine, release);
}

/* -- Making one, and joining --------------------------------------------------------------------------------------- */

static bool is_in_many(errand *e, const srv_answer *a)
{
    uint32_t most = house_of(e)->config->house.crews_per_account;
    if (a->err != SPK_OK)
        srv_caller_fail(&e->caller, a->err, a->why);
    else if (most && a->n_notes >= (int)most)
        srv_caller_refuse(&e->caller, SRV_REFUSED, N_("You are in many crews. Leave one first."));
    else
        return false;
    return true;
}

static void on_joined(void *context, const srv_answer *a)
{
    errand *e = context;
    if (failed(e, a))
        return;
    e->opened = show_crew;
    open_crew(e);
}

static void write_member(errand *e, bool owner)
{
    member *m = &e->members[e->n_members];
    char key[SRV_TIE_KEY];
    spk_buf crew = {0}, text = {0};
    *m = (member){.owner = owner, .at = srv_house_wall(house_of(e))};
    snprintf(m->account, sizeof m->account, "%s", e->caller.id);
    snprintf(m->name, sizeof m->name, "%s", e->caller.name);
    srv_id_new(m->id);
    srv_note notes[2] = {crew_note(e, &crew), member_note(e, m, key, &text)};
    srv_caller_write(&e->caller, &(srv_change){.n_notes = 2, .notes = notes}, on_joined);
    spk_buf_release(&crew), spk_buf_release(&text);
}

static bool read_name(errand *e, spk_why *why)
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
    errand *e = context;
    spk_why why = {0};
    if (is_in_many(e, a))
        return;
    if (!read_name(e, &why)) {
        srv_caller_fail_why(&e->caller, &why);
        return;
    }
    srv_id_new(e->crew);
    new_secret(e);
    e->made = srv_house_wall(house_of(e));
    e->members = spk_alloc(sizeof *e->members);
    house_of(e)->figures.crews_made++;
    write_member(e, true);
}

static void make_crew(srv_caller *c)
{
    if (srv_caller_may(c, c->house->config->house.people_per_minute))
        ask_mine((errand *)c, on_may_make);
}

static void post_crews(srv_house *h, const srv_request *r, char *const *word)
{
    (void)word;
    if (!is_off(h, r))
        srv_caller_begin(h, r, sizeof(errand), make_crew, release);
}

static void on_may_join(void *context, const srv_answer *a)
{
    errand *e = context;
    int most = (int)house_of(e)->config->house.members_per_crew;
    most = most && most < MOST_MEMBERS ? most : MOST_MEMBERS;
    if (is_in_many(e, a))
        return;
    if (e->n_members >= most)
        srv_caller_refuse(&e->caller, SRV_REFUSED, N_("This crew is full."));
    else
        write_member(e, false);
}

static void join(errand *e)
{
    if (e->me >= 0 || e->looks)
        show_crew(e); /* joining twice is joining once */
    else
        ask_mine(e, on_may_join);
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
static void post_member(srv_house *h, const srv_request *r, char *const *word)
{
    spk_why why = {0};
    const char *link = "";
    if (guesses_too_often(h, r))
        return;
    errand *e = begin(h, r, word[0], join);
    if (!e)
        return;
    e->strangers = true;
    e->looks = json_is_true(json_object_get(e->caller.body, "look"));
    if (!srv_field_text(e->caller.body, "link", LINK - 1, &link, &why))
        link = "?";
    snprintf(e->link, sizeof e->link, "%s", *link ? link : "?");
}

/* -- Leaving, removing, deleting ------------------------------------------------------------------------------------- */

/* Its games, a page at a time: nobody can ask for them any more. */
typedef struct wiping {
    srv_house *house;
    char crew[SRV_ID_ROOM];
} wiping;

static void wipe(wiping *w);

static void end_wiping(wiping *w)
{
    srv_house_end(w->house);
    spk_free(w);
}

static void on_wiped(void *context, const srv_answer *a)
{
    if (a->err == SPK_OK && !((wiping *)context)->house->closing)
        wipe(context);
    else
        end_wiping(context);
}

static void on_to_wipe(void *context, const srv_answer *a)
{
    wiping *w = context;
    srv_note notes[SRV_PAGE];
    for (int i = 0; i < a->n_notes; i++)
        notes[i] =
            (srv_note){.kind = SRV_KIND_ROUND, .key = a->notes[i].key, .version = SRV_ANY_VERSION};
    srv_change change = {.at = srv_house_wall(w->house), .n_notes = a->n_notes, .notes = notes};
    if (a->err != SPK_OK || a->n_notes == 0 ||
        srv_store_write(w->house->store, &change, on_wiped, w) != SPK_OK)
        end_wiping(w);
}

static void wipe(wiping *w)
{
    srv_query query = {.what = SRV_ASK_NOTES, .kind = SRV_KIND_ROUND, .list = w->crew};
    if (srv_store_ask(w->house->store, &query, on_to_wipe, w) != SPK_OK)
        end_wiping(w);
}

static void wipe_rounds(srv_house *h, const char *crew)
{
    wiping *w = spk_alloc(sizeof *w);
    *w = (wiping){.house = h};
    snprintf(w->crew, sizeof w->crew, "%s", crew);
    srv_house_begin(h);
    wipe(w);
}

static void on_left(void *context, const srv_answer *a)
{
    errand *e = context;
    spk_buf out = {0};
    if (failed(e, a))
        return;
    if (e->is_last)
        wipe_rounds(house_of(e), e->crew);
    spk_buf_puts(&out, "{}");
    srv_caller_answer(&e->caller, 200, &out);
}

/* Of these members, and of the crew if it is empty then. Whoever is thrown out has the old link: there is a new one. */
static void remove_members(errand *e, int first, int n)
{
    char(*keys)[SRV_TIE_KEY] = spk_alloc((size_t)n * sizeof *keys);
    srv_note notes[MOST_MEMBERS + 1];
    spk_buf text = {0};
    e->is_last = n == e->n_members;
    if (first != e->me)
        new_secret(e);
    notes[0] = crew_note(e, &text);
    if (e->is_last)
        notes[0].text = NULL;
    for (int i = 0; i < n; i++) {
        const member *m = &e->members[first + i];
        member_key(e->crew, m->account, keys[i]);
        notes[i + 1] = (srv_note){.kind = SRV_KIND_MEMBER, .key = keys[i], .version = m->version};
    }
    srv_caller_write(&e->caller, &(srv_change){.n_notes = n + 1, .notes = notes}, on_left);
    spk_buf_release(&text);
    spk_free(keys);
}

static void leave(errand *e)
{
    int who = -1;
    for (int i = 0; i < e->n_members; i++)
        if (spk_str_eq(e->members[i].id, e->word))
            who = i;
    if (who < 0)
        srv_caller_fail(&e->caller, SPK_EUNKNOWN,
                        N_("There is nobody like that in the crew any more."));
    else if (who == e->me || owns(e))
        remove_members(e, who, 1);
}

static void delete_member(srv_house *h, const srv_request *r, char *const *word)
{
    errand *e = begin(h, r, word[0], leave);
    if (!e)
        return;
    e->is_removal = true;
    snprintf(e->word, sizeof e->word, "%s", word[1]);
}

static void disband(errand *e)
{
    if (owns(e))
        remove_members(e, 0, e->n_members < MOST_MEMBERS ? e->n_members : MOST_MEMBERS);
}

static void delete_crew(srv_house *h, const srv_request *r, char *const *word)
{
    errand *e = begin(h, r, word[0], disband);
    if (e)
        e->is_removal = true;
}

/* -- What an owner may change ------------------------------------------------------------------------------------------ */

/* {"name": ..., "link": "new", "owner": {MEMBER: true}}. The last owner stays one. */
static spk_err change_crew(errand *e, const member **changed, spk_why *why)
{
    const json_t *owner = json_object_get(e->caller.body, "owner");
    const char *link = NULL, *key;
    json_t *value;
    int n_owners = 0;
    if (json_object_get(e->caller.body, "name") && !read_name(e, why))
        return why->err;
    if (!srv_field_text(e->caller.body, "link", 3, &link, why))
        return why->err;
    if (link)
        new_secret(e);
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

static void edit(errand *e)
{
    const member *changed = NULL;
    spk_why why = {0};
    char keys[2][SRV_TIE_KEY];
    spk_buf texts[3] = {0};
    if (!owns(e))
        return;
    if (change_crew(e, &changed, &why) != SPK_OK) {
        srv_caller_fail_why(&e->caller, &why);
        return;
    }
    srv_note notes[3] = {crew_note(e, &texts[0])};
    int n = 1;
    if (changed)
        notes[n++] = member_note(e, changed, keys[0], &texts[1]);
    if (changed &&
        changed !=
            &e->members[e->me]) /* who was one only by having been there longest is one now */
        notes[n++] = member_note(e, &e->members[e->me], keys[1], &texts[2]);
    srv_caller_write(&e->caller, &(srv_change){.n_notes = n, .notes = notes}, on_joined);
    for (int i = 0; i < 3; i++)
        spk_buf_release(&texts[i]);
}

static void patch_crew(srv_house *h, const srv_request *r, char *const *word)
{
    begin(h, r, word[0], edit);
}

/* -- Deal us in ------------------------------------------------------------------------------------------------------------ */

static void tell_members(errand *e);

/* Somebody may have deleted their account in between: then the list is read again. The table is there in any case. */
static void on_told(void *context, const srv_answer *a)
{
    errand *e = context;
    bool again = a->err == SPK_EUNKNOWN && ++e->n_again < MOST_AGAIN && !house_of(e)->closing;
    if (again) {
        e->opened = tell_members;
        open_crew(e);
        return;
    }
    srv_alerts_hurry(house_of(e));
    srv_caller_end(&e->caller);
}

static bool is_told(const errand *e, int i)
{
    const char *account = e->members[i].account;
    return i != e->me && !srv_blocks_has(e->hers, account) && !srv_blocks_has(e->others, account);
}

static void tell_members(errand *e)
{
    enum { BULLETINS = MOST_MEMBERS / SRV_BULLETIN + 1 };
    srv_house *h = house_of(e);
    int64_t now = srv_house_wall(h);
    char(*keys)[SRV_TIE_KEY] = spk_alloc(MOST_MEMBERS * sizeof *keys);
    srv_bulletin *news = spk_alloc(BULLETINS * sizeof *news);
    srv_note notes[2 * MOST_MEMBERS];
    spk_buf text = {0};
    int n = 0, n_news = 0;
    srv_invite_text(e->caller.name, e->table, e->game, e->name, now, &text);
    for (int i = 0; i < e->n_members && i < MOST_MEMBERS; i++) {
        const char *account = e->members[i].account;
        if (!is_told(e, i))
            continue;
        srv_tie_key(account, e->table, keys[i]);
        notes[n++] = (srv_note){.kind = SRV_KIND_INVITE,
                                .key = keys[i],
                                .account = account,
                                .list = e->caller.id,
                                .rank = now,
                                .text = spk_buf_text(&text),
                                .version = SRV_ANY_VERSION};
        if (!srv_alerts_are_on(h) || srv_is_here(h, account))
            continue;
        srv_bulletin *b = &news[n_news++ / SRV_BULLETIN];
        srv_bulletin_add(b, account, SRV_NEWS_INVITE, e->table, e->game, now);
        notes[n++] = b->notes[b->n - 1];
    }
    h->figures.alerts_queued += n_news;
    srv_change change = {.at = now, .n_notes = n, .notes = notes};
    if (n == 0 || srv_store_write(h->store, &change, on_told, e) != SPK_OK)
        srv_caller_end(&e->caller);
    spk_buf_release(&text);
    spk_free(news), spk_free(keys);
}

/* The request was answered by the table that was made. If none was, nobody was told, and there is no pause. */
static void on_table(void *context, const srv_table *table, const spk_why *why)
{
    errand *e = context;
    if (!table) {
        if (why->err == SPK_ESTALE && ++e->n_again < MOST_AGAIN)
            open_crew(e); /* somebody else was faster */
        else
            srv_caller_fail_why(&e->caller, why);
        return;
    }
    house_of(e)->figures.crews_dealt++;
    snprintf(e->table, sizeof e->table, "%s", table->id);
    snprintf(e->game, sizeof e->game, "%s", srv_box_of(table->box)->game->key);
    tell_members(e);
}

/* The table and the pause until the next are written together: of two who deal at once one waits. */
static void on_blockers(void *context, const srv_answer *a)
{
    errand *e = context;
    spk_buf text = {0};
    if (a->err != SPK_OK) {
        srv_caller_fail(&e->caller, a->err, a->why);
        return;
    }
    spk_free(e->others);
    e->others = srv_blockers_read(a);
    e->dealt = srv_house_wall(house_of(e));
    srv_note note = crew_note(e, &text);
    srv_make_table(house_of(e), e->caller.ask, e->caller.peer, e->caller.id, e->caller.body,
                   &(srv_dealing){e->crew, &note, on_table, e});
    spk_buf_release(&text);
}

static void on_blocks(void *context, const srv_answer *a)
{
    errand *e = context;
    if (a->err != SPK_OK) {
        srv_caller_fail(&e->caller, a->err, a->why);
        return;
    }
    spk_free(e->hers);
    e->hers = srv_blocks_read(a);
    srv_query query = srv_blockers_query(e->caller.id);
    srv_caller_ask(&e->caller, &query, on_blockers);
}

static void deal(errand *e)
{
    srv_house *h = house_of(e);
    int64_t gap_ms = (int64_t)h->config->house.deal_gap_s * 1000;
    srv_query query = srv_blocks_query(e->caller.id);
    if (h->closing || srv_tables_are_full(h))
        srv_caller_refuse(&e->caller, SRV_BUSY, "Too many tables are in use. Try again later.");
    else if (srv_house_wall(h) - e->dealt < gap_ms)
        srv_caller_refuse(&e->caller, SRV_TOO_MANY,
                          N_("The crew was told of a table a moment ago. Wait a little."));
    else
        srv_caller_ask(&e->caller, &query, on_blocks);
}

static void post_deal(srv_house *h, const srv_request *r, char *const *word)
{
    if (srv_make_may(h, r))
        begin(h, r, word[0], deal);
}

/* -- Crews that nobody is in any more ------------------------------------------------------------------------------------------- */

typedef struct sweep {
    srv_house *house;
    char crew[SRV_ID_ROOM];
    char after_id[SRV_KEY_ROOM];
    int64_t after_at, version;
    char (*found)[SRV_ID_ROOM]; /* a page of crews, with their versions */
    int64_t *versions;
    int n, next;
    bool more;
} sweep;

static void sweep_page(sweep *s);
static void sweep_next(sweep *s);

static void end_sweep(sweep *s)
{
    srv_house_end(s->house);
    spk_free(s->found), spk_free(s->versions);
    spk_free(s);
}

static void on_swept(void *context, const srv_answer *a)
{
    sweep *s = context;
    if (a->err == SPK_OK)
        wipe_rounds(s->house, s->crew);
    sweep_next(s); /* or somebody has joined just now */
}

static void on_any(void *context, const srv_answer *a)
{
    sweep *s = context;
    srv_note note = {.kind = SRV_KIND_CREW, .key = s->crew, .version = s->version};
    srv_change change = {.at = srv_house_wall(s->house), .n_notes = 1, .notes = &note};
    if (a->err != SPK_OK || a->n_notes > 0)
        sweep_next(s);
    else if (srv_store_write(s->house->store, &change, on_swept, s) != SPK_OK)
        end_sweep(s);
}

static void sweep_next(sweep *s)
{
    if (s->next == s->n && s->more) {
        sweep_page(s);
        return;
    }
    if (s->next == s->n || s->house->closing) {
        end_sweep(s);
        return;
    }
    memcpy(s->crew, s->found[s->next], sizeof s->crew);
    s->version = s->versions[s->next++];
    srv_query query = {.what = SRV_ASK_NOTES, .kind = SRV_KIND_MEMBER, .list = s->crew, .limit = 1};
    if (srv_store_ask(s->house->store, &query, on_any, s) != SPK_OK)
        end_sweep(s);
}

static void on_crews(void *context, const srv_answer *a)
{
    sweep *s = context;
    s->n = s->next = 0;
    s->more = a->err == SPK_OK && a->more;
    for (int i = 0; i < a->n_notes; i++) {
        snprintf(s->found[s->n], SRV_ID_ROOM, "%s", a->notes[i].key);
        s->versions[s->n++] = a->notes[i].version;
        s->after_at = a->notes[i].rank;
        snprintf(s->after_id, sizeof s->after_id, "%s", a->notes[i].key);
    }
    sweep_next(s);
}

static void sweep_page(sweep *s)
{
    srv_query query = {.what = SRV_ASK_NOTES,
                       .kind = SRV_KIND_CREW,
                       .after_at = s->after_at,
                       .after_id = *s->after_id ? s->after_id : NULL};
    if (srv_store_ask(s->house->store, &query, on_crews, s) != SPK_OK)
        end_sweep(s);
}

void srv_crews_sweep(srv_house *h)
{
    if (h->closing)
        return;
    sweep *s = spk_alloc(sizeof *s);
    *s = (sweep){.house = h};
    s->found = spk_alloc(SRV_PAGE * sizeof *s->found);
    s->versions = spk_alloc(SRV_PAGE * sizeof *s->versions);
    srv_house_begin(h);
    sweep_page(s);
}

static void on_hour(void *context)
{
    srv_house *h = context;
    srv_crews_sweep(h);
    srv_reports_sweep(h);
    h->world->later(h->world->loop, SWEEP_MS, on_hour, h);
}

void srv_crews_start(srv_house *h) { h->world->later(h->world->loop, SWEEP_MS, on_hour, h); }

extern const srv_route srv_crew_routes[];
const srv_route srv_crew_routes[] = {
    {SRV_GET, "/api/me/crews", get_crews},
    {SRV_POST, "/api/crews", post_crews},
    {SRV_GET, "/api/crews/*", get_crew},
    {SRV_PATCH, "/api/crews/*", patch_crew},
    {SRV_DELETE, "/api/crews/*", delete_crew},
    {SRV_POST, "/api/crews/*/members", post_member},
    {SRV_DELETE, "/api/crews/*/members/*", delete_member},
    {SRV_POST, "/api/crews/*/deal", post_deal},
    {0},
};
