/* tournaments.c: tournaments over HTTP (server/tournament, docs/tournaments.md).
 *
 *     GET    /api/tournaments                     those that are open or running; ?status=over: those that were
 *     POST   /api/tournaments                     a new one
 *     GET    /api/tournaments/ID                  all of it, live; with a token also "me"
 *     POST   /api/tournaments/ID/start            its maker: now
 *     DELETE /api/tournaments/ID                  its maker, before it has begun: call it off
 *     POST   /api/tournaments/ID/entrants         join, or come back
 *     DELETE /api/tournaments/ID/entrants/me      leave
 *     GET    /api/tournaments/ID/results.json     plan, log and standings; results.csv: the standings
 *
 * A request is an errand: whose token it has is asked, then it waits for the tournament. A change that somebody else was faster
 * with is made again on what is there now. */
#include <sodium.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/http/caller.h"
#include "hosts/server/league/league.h"
#include "hosts/server/tournament/tournament.h"

enum { TRIES = 8, LISTED = 50 };

typedef struct errand errand;
struct errand {
    srv_caller caller;
    srv_tournament_task task;
    char id[SRV_ID + 1];
    bool has_token; /* a session's, or a guest's own, which only the tournament knows */
    uint8_t hash[SRV_HASH];
    char token[SRV_TOKEN]; /* a new one, for the answer */
    int n_tries, number;
    int strength; /* who joins: their rating, 0: none; -1: not asked yet */
    void (*at)(errand *e, srv_tournament *t);
};

static bool is_off(srv_house *h, const srv_request *r)
{
    if (h->tournaments && !h->closing)
        return false;
    srv_refuse(h, r->ask, h->closing ? SRV_BUSY : SRV_UNKNOWN,
               h->closing ? "The house is closing." : "There are no tournaments here.");
    return true;
}

static srv_house *house_of(const errand *e) { return e->caller.house; }

static errand *begin(srv_house *h, const srv_request *r, const char *id)
{
    const char *text;
    errand *e = srv_caller_new(h, r, sizeof *e, NULL);
    e->strength = -1;
    snprintf(e->id, sizeof e->id, "%s", id && srv_is_id(id) ? id : "");
    e->has_token = srv_request_token(r, e->hash, &text);
    return e;
}

/* -- At a tournament ---------------------------------------------------------------------------------------- */

static void at_tournament(srv_tournament_task *task, srv_tournament *t, const spk_why *why)
{
    errand *e = (errand *)((char *)task - offsetof(errand, task));
    if (t)
        e->at(e, t);
    else
        srv_caller_fail_why(&e->caller, why);
}

static void visit(errand *e)
{
    e->task.run = at_tournament;
    srv_tournament_visit(house_of(e), e->id, &e->task);
}

static void visit_as(srv_caller *c) { visit((errand *)c); }

static void start(srv_house *h, const srv_request *r, const char *id,
                  void (*at)(errand *e, srv_tournament *t))
{
    errand *e = begin(h, r, id);
    e->at = at;
    srv_caller_find(&e->caller, r, visit_as);
}

static const uint8_t *token_of(const errand *e) { return e->has_token ? e->hash : NULL; }

static bool is_maker(const errand *e, const srv_tournament *t)
{
    return srv_tournament_is_maker(t, e->caller.id, token_of(e));
}

/* Written, or to be tried again on what somebody else has written. */
static bool is_done(errand *e, const spk_why *why)
{
    if (why->err == SPK_OK)
        return true;
    if (why->err == SPK_ESTALE && e->n_tries++ < TRIES)
        visit(e);
    else
        srv_caller_fail_why(&e->caller, why);
    return false;
}

static void write_lines(errand *e, srv_tournament *t, const srv_edit *edit, srv_wrote *after)
{
    spk_why why = {0};
    if (srv_tournament_write(t, edit, after, e, &why) != SPK_OK)
        srv_caller_fail_why(&e->caller, &why);
}

/* -- GET one -------------------------------------------------------------------------------------------------- */

static void print_my_table(const errand *e, const srv_tournament *t, int me, spk_json *j)
{
    int number = tournament_table_of(t->t, me);
    char token[SRV_TOKEN];
    uint8_t hash[SRV_HASH];
    if (!number || !t->pairings[number - 1].is_made)
        return;
    const tournament_table *table = tournament_table_at(t->t, number);
    int seat = 0;
    while (table->who[seat] != me)
        seat++;
    spk_json_key(j, "table"), spk_json_str(j, t->pairings[number - 1].id);
    spk_json_key(j, "seat"), spk_json_int(j, seat);
    spk_json_key(j, "played"), spk_json_bool(j, t->pairings[number - 1].is_told);
    spk_json_key(j, "token");
    srv_tournament_seat_token(t, me, t->pairings[number - 1].id, token, hash);
    if (*t->entrants[me - 1].account || !e->has_token)
        spk_json_null(j); /* the session opens it */
    else
        spk_json_str(j, token);
}

/* A token of the tournament: a guest's, who is told it once, when joining. */
static void print_me(const errand *e, const srv_tournament *t, spk_json *j)
{
    int me = srv_tournament_entrant(t, e->caller.id, token_of(e));
    spk_json_key(j, "me"), spk_json_open(j, '{');
    spk_json_key(j, "maker"), spk_json_bool(j, is_maker(e, t));
    spk_json_key(j, "entrant");
    if (me) {
        spk_json_int(j, me);
        spk_json_key(j, "left"), spk_json_bool(j, tournament_has_left(t->t, me));
        print_my_table(e, t, me, j);
    } else
        spk_json_null(j);
    spk_json_close(j, '}');
}

static void show(errand *e, srv_tournament *t)
{
    spk_buf out = {0};
    spk_json j = {.out = &out};
    char path[SRV_ID + 24];
    spk_buf link = {0};
    snprintf(path, sizeof path, "/tournament.html?id=%s", t->id);
    srv_house_link(house_of(e), path, &link);
    spk_json_open(&j, '{');
    spk_json_key(&j, "link"), spk_json_str(&j, spk_buf_text(&link));
    srv_tournament_print(t, &j);
    print_me(e, t, &j);
    spk_json_key(&j, "now"), spk_json_int(&j, srv_house_wall(house_of(e)));
    spk_json_close(&j, '}');
    spk_buf_release(&link);
    srv_caller_answer(&e->caller, 200, &out);
}

static void get_one(srv_house *h, const srv_request *r, char *const *word)
{
    if (!is_off(h, r))
        start(h, r, word[0], show);
}

/* -- Results ------------------------------------------------------------------------------------------------------ */

static void send_json(errand *e, srv_tournament *t)
{
    spk_buf out = {0};
    spk_json j = {.out = &out};
    spk_json_open(&j, '{');
    srv_tournament_print(t, &j);
    srv_tournament_print_log(t, &j);
    spk_json_close(&j, '}');
    srv_caller_answer(&e->caller, 200, &out);
}

static void send_csv(errand *e, srv_tournament *t)
{
    char name[80];
    spk_buf out = {0};
    srv_tournament_csv(t, &out);
    snprintf(name, sizeof name, "attachment; filename=\"tournament-%s.csv\"", t->id);
    srv_reply(house_of(e)->world, e->caller.ask,
              &(srv_response){.status = 200,
                              .type = "text/csv; charset=utf-8",
                              .body = out.bytes,
                              .n_body = out.n,
                              .headers = &(srv_pair){"Content-Disposition", name},
                              .n_headers = 1});
    spk_buf_release(&out);
    srv_caller_end(&e->caller);
}

static void get_json(srv_house *h, const srv_request *r, char *const *word)
{
    if (!is_off(h, r))
        start(h, r, word[0], send_json);
}

static void get_csv(srv_house *h, const srv_request *r, char *const *word)
{
    if (!is_off(h, r))
        start(h, r, word[0], send_csv);
}

/* -- The list: heads from the store, each then asked for itself ------------------------------------------------------ */

typedef struct listing {
    srv_tournament_task task;
    srv_house *house;
    srv_ask ask;
    int n, at;
    char id[LISTED][SRV_ID + 1];
    spk_buf out;
    spk_json j;
} listing;

static void list_next(listing *l)
{
    if (l->at < l->n) {
        srv_tournament_visit(l->house, l->id[l->at++], &l->task);
        return;
    }
    spk_json_close(&l->j, ']');
    spk_json_close(&l->j, '}');
    srv_house *h = l->house;
    srv_reply_buf(h, l->ask, 200, &l->out);
    spk_buf_release(&l->out);
    spk_free(l);
    srv_house_end(h);
}

static void list_one(srv_tournament_task *task, srv_tournament *t, const spk_why *why)
{
    listing *l = (listing *)task;
    (void)why;
    if (t && t->setup.listed) {
        spk_json_open(&l->j, '{');
        srv_tournament_summary(t, &l->j);
        spk_json_close(&l->j, '}');
    }
    list_next(l);
}

static void on_list(void *context, const srv_answer *a)
{
    listing *l = context;
    for (int i = 0; a->err == SPK_OK && i < a->n_notes && l->n < LISTED; i++)
        if (srv_is_id(a->notes[i].key))
            memcpy(l->id[l->n++], a->notes[i].key, SRV_ID + 1);
    list_next(l);
}

static void get_list(srv_house *h, const srv_request *r, char *const *word)
{
    const char *status = srv_request_param(r, "status");
    bool over = status && spk_str_eq(status, "over");
    (void)word;
    if (is_off(h, r))
        return;
    listing *l = spk_alloc(sizeof *l);
    *l = (listing){.task = {.run = list_one}, .house = h, .ask = r->ask};
    l->j = (spk_json){.out = &l->out};
    spk_json_open(&l->j, '{');
    spk_json_key(&l->j, "may_make");
    spk_json_str(&l->j, h->config->tournaments == SRV_TOURNAMENTS_OPEN ? "anybody" : "accounts");
    spk_json_key(&l->j, "now"), spk_json_int(&l->j, srv_house_wall(h));
    spk_json_key(&l->j, "tournaments"), spk_json_open(&l->j, '[');
    srv_house_begin(h);
    if (srv_store_ask(
            h->store,
            &(srv_query){.what = SRV_ASK_NOTES,
                         .kind = SRV_TOURNAMENTS,
                         .list = over ? SRV_TOURNAMENT_OVER_LIST : SRV_TOURNAMENT_LIVE_LIST,
                         .falling = true,
                         .limit = LISTED},
            on_list, l) != SPK_OK)
        list_next(l);
}

/* -- A new one ----------------------------------------------------------------------------------------------------- */

static void on_made(void *context, const char *id, const spk_why *why)
{
    errand *e = context;
    spk_buf out = {0}, link = {0};
    spk_json j = {.out = &out};
    char path[SRV_ID + 24];
    if (why->err != SPK_OK) {
        srv_caller_fail_why(&e->caller, why);
        return;
    }
    srv_log_event(house_of(e)->log, SRV_EVENT_TOURNAMENT_MADE, SRV_KEY("tournament", id),
                  SRV_PEER("from", e->caller.peer));
    snprintf(path, sizeof path, "/tournament.html?id=%s", id);
    srv_house_link(house_of(e), path, &link);
    spk_json_open(&j, '{');
    spk_json_key(&j, "id"), spk_json_str(&j, id);
    spk_json_key(&j, "link"), spk_json_str(&j, spk_buf_text(&link));
    srv_json_text_or_null(&j, "token", e->token);
    spk_json_close(&j, '}');
    spk_buf_release(&link);
    srv_caller_answer(&e->caller, 201, &out);
}

static spk_err check_start(const errand *e, const srv_setup *s, spk_why *why)
{
    int64_t now = srv_house_wall(house_of(e)), day = 86400000;
    if (s->start && s->start < now)
        return spk_refuse(why, "", "That time has passed: choose a later one.");
    if (s->start > now + SRV_TOURNAMENT_AHEAD_DAYS * day)
        return spk_refuse(why, "", "A tournament begins within {n} days.",
                          SPK_NUM("n", SRV_TOURNAMENT_AHEAD_DAYS));
    return SPK_OK;
}

/* A box of the game must open with these, and the bot must be one of the house's. */
static spk_err check_setup(errand *e, srv_setup *s, spk_why *why)
{
    enum { MOST = 1000 };
    char bot[ROOM_WORD];
    uint32_t limit = house_of(e)->config->house.entrants;
    int most = limit && limit < MOST ? (int)limit : MOST;
    if (s->most > most)
        return spk_refuse_as(why, SPK_ERANGE, "A tournament here has at most {n} players.",
                             SPK_NUM("n", most));
    if (srv_bot_check(s->bot, bot, why) != SPK_OK || check_start(e, s, why) != SPK_OK)
        return why->err;
    memcpy(s->bot, bot, sizeof bot);
    const char *plays = s->bots || s->fill ? bot : NULL;
    if (s->rated && srv_rated_check_house(house_of(e), plays, why) != SPK_OK)
        return why->err;
    srv_box *box = srv_boxes_open(srv_tables_boxes(house_of(e)), s->game, "default",
                                  &(spk_choice){.n_seats = s->players, .preset = s->preset}, why);
    if (!box)
        return why->err;
    srv_boxes_give_back(srv_tables_boxes(house_of(e)), box);
    return SPK_OK;
}

static void make(srv_caller *c)
{
    errand *e = (errand *)c;
    srv_setup s;
    spk_why why = {0};
    srv_house *h = c->house;
    uint32_t most = h->config->house.tournaments_at_once,
             own = h->config->house.tournaments_per_account;
    if (!*e->caller.id && h->config->tournaments != SRV_TOURNAMENTS_OPEN) {
        srv_caller_refuse(&e->caller, SRV_UNAUTHORIZED, "Sign in to make a tournament.");
        return;
    }
    if (most && srv_tournaments_live(h, NULL) >= (int)most) {
        srv_caller_refuse(&e->caller, SRV_BUSY,
                          "There are many tournaments here already. Wait until some are over.");
        return;
    }
    if (own && *e->caller.id && srv_tournaments_live(h, e->caller.id) >= (int)own) {
        srv_caller_refuse(&e->caller, SRV_TOO_MANY,
                          "You have several tournaments that are not over. Wait for one.");
        return;
    }
    if (!srv_setup_read(e->caller.body, &s, &why) || check_setup(e, &s, &why) != SPK_OK) {
        srv_caller_fail_why(&e->caller, &why);
        return;
    }
    snprintf(s.maker, sizeof s.maker, "%s", e->caller.id);
    if (!*e->caller.id) {
        srv_token_new(e->token, s.token);
        s.has_token = true;
    }
    randombytes_buf(s.secret, sizeof s.secret);
    randombytes_buf(&s.lots, sizeof s.lots);
    s.created = srv_house_wall(h);
    srv_tournament_make(h, &s, on_made, e);
}

static void post_one(srv_house *h, const srv_request *r, char *const *word)
{
    uint32_t most = h->config->house.tournaments_per_hour;
    (void)word;
    if (is_off(h, r))
        return;
    if (!srv_rates_take(h->http->contests, r->peer, most, most / 3600.0, srv_house_ms(h))) {
        srv_refuse(h, r->ask, SRV_TOO_MANY, "You have made many tournaments. Wait a while.");
        return;
    }
    errand *e = begin(h, r, NULL);
    if (srv_caller_read(&e->caller, r))
        srv_caller_find(&e->caller, r, make);
}

/* -- Joining --------------------------------------------------------------------------------------------------------- */

static void after_joined(void *context, srv_tournament *t, const spk_why *why)
{
    errand *e = context;
    spk_buf out = {0};
    spk_json j = {.out = &out};
    (void)t;
    if (!is_done(e, why))
        return;
    spk_json_open(&j, '{');
    spk_json_key(&j, "entrant"), spk_json_int(&j, e->number);
    srv_json_text_or_null(&j, "token", e->token);
    spk_json_close(&j, '}');
    srv_caller_answer(&e->caller, 200, &out);
}

/* An account has its own name; a guest says one, which nobody else here has. */
static spk_err read_name(const errand *e, const srv_tournament *t, char name[ROOM_NAME],
                         spk_why *why)
{
    const char *text = *e->caller.id ? e->caller.name : NULL;
    if (!text && !srv_field_text(e->caller.body, "name", 4 * ROOM_NAME, &text, why))
        return SPK_EMALFORMED;
    if (!text)
        return spk_fail(why, SPK_EMALFORMED, "'name' is missing: what are you called?");
    spk_err err = room_name_read(text, strlen(text), name, why);
    if (err == SPK_OK && srv_name_is_reserved(name))
        err = spk_refuse(why, "", "Nobody can have that name. Choose another one.");
    if (err == SPK_OK && srv_tournament_has_name(t, name))
        err = spk_refuse(why, "",
                         "Somebody in this tournament has that name, or one that looks like it. "
                         "Choose another one.");
    return err;
}

static spk_err check_join(const errand *e, const srv_tournament *t, spk_why *why)
{
    if (t->setup.accounts && !*e->caller.id)
        return spk_refuse(why, "",
                          "This tournament is for people with an account. Sign in to join.");
    int n = 0;
    for (int i = 1; i <= tournament_entrants(t->t); i++)
        n += !tournament_has_left(t->t, i);
    if (n >= t->setup.most)
        return spk_refuse_as(why, SPK_ERANGE, "This tournament is full.");
    return SPK_OK;
}

static void come_back(errand *e, srv_tournament *t, int me)
{
    char line[32];
    spk_why why = {0};
    e->number = me;
    if (!tournament_has_left(t->t, me)) {
        after_joined(e, t, &why); /* asked again, because the answer was lost */
        return;
    }
    snprintf(line, sizeof line, "back %d\n", me);
    write_lines(e, t, &(srv_edit){.lines = line}, after_joined);
}

/* Who has a rating at this game is paired by it in the first round. */
static void on_rating(void *context, const srv_answer *a)
{
    errand *e = context;
    srv_standing s;
    e->strength = 0;
    if (a->err == SPK_OK && srv_standing_read(&a->notes[0], &s))
        e->strength = rating_points(&s.rating) > 0 ? rating_points(&s.rating) : 0;
    visit(e);
}

static bool asks_rating(errand *e, const srv_tournament *t)
{
    char list[SRV_LIST_ROOM], key[SRV_KEY_ROOM];
    if (e->strength >= 0 || !*e->caller.id || !srv_league_is_open(house_of(e)))
        return false;
    srv_league_list(t->setup.game->key, t->setup.players, list);
    snprintf(key, sizeof key, "%s/a:%s", list, e->caller.id);
    e->strength = 0;
    return srv_store_ask(house_of(e)->store,
                         &(srv_query){.what = SRV_ASK_NOTE, .kind = "rating", .key = key},
                         on_rating, e) == SPK_OK;
}

static void join(errand *e, srv_tournament *t)
{
    char line[32];
    srv_entrant who = {0};
    spk_why why = {0};
    int me = srv_tournament_entrant(t, e->caller.id, token_of(e));
    if (me) {
        come_back(e, t, me);
        return;
    }
    if (check_join(e, t, &why) != SPK_OK || read_name(e, t, who.name, &why) != SPK_OK) {
        srv_caller_fail_why(&e->caller, &why);
        return;
    }
    if (asks_rating(e, t))
        return;
    e->number = tournament_entrants(t->t) + 1;
    snprintf(who.account, sizeof who.account, "%s", e->caller.id);
    who.has_token = !*e->caller.id;
    if (who.has_token && is_maker(e, t))
        memcpy(who.token, e->hash, SRV_HASH); /* one token for both */
    else if (who.has_token)
        srv_token_new(e->token, who.token);
    snprintf(line, sizeof line, e->strength > 0 ? "join %d\n" : "join\n", e->strength);
    write_lines(e, t, &(srv_edit){.lines = line, .entrants = &who, .n_entrants = 1}, after_joined);
}

static bool may_enter(srv_house *h, const srv_request *r)
{
    uint32_t most = h->config->house.joins_per_minute;
    if (is_off(h, r))
        return false;
    if (srv_rates_take(h->http->entered, r->peer, most, most / 60.0, srv_house_ms(h)))
        return true;
    srv_refuse(h, r->ask, SRV_TOO_MANY, "You have joined and left often. Wait a while.");
    return false;
}

static void post_entrant(srv_house *h, const srv_request *r, char *const *word)
{
    if (!may_enter(h, r))
        return;
    errand *e = begin(h, r, word[0]);
    e->at = join;
    if (srv_caller_read(&e->caller, r))
        srv_caller_find(&e->caller, r, visit_as);
}

/* -- Leaving ------------------------------------------------------------------------------------------------------------ */

static void after_done(void *context, srv_tournament *t, const spk_why *why)
{
    errand *e = context;
    spk_buf out = {0};
    (void)t;
    if (!is_done(e, why))
        return;
    spk_buf_puts(&out, "{\"done\":true}");
    srv_caller_answer(&e->caller, 200, &out);
}

static void leave(errand *e, srv_tournament *t)
{
    char line[32];
    int me = srv_tournament_entrant(t, e->caller.id, token_of(e));
    if (!me) {
        srv_caller_refuse(&e->caller, e->has_token ? SRV_FORBIDDEN : SRV_UNAUTHORIZED,
                          "You are not in this tournament.");
        return;
    }
    snprintf(line, sizeof line, "leave %d\n", me);
    write_lines(e, t, &(srv_edit){.lines = line}, after_done);
}

static void delete_entrant(srv_house *h, const srv_request *r, char *const *word)
{
    if (may_enter(h, r))
        start(h, r, word[0], leave);
}

/* -- What its maker may do ------------------------------------------------------------------------------------------------ */

static bool check_maker(errand *e, const srv_tournament *t)
{
    if (is_maker(e, t))
        return true;
    srv_caller_refuse(&e->caller, e->has_token ? SRV_FORBIDDEN : SRV_UNAUTHORIZED,
                      "Only whoever made the tournament may do that.");
    return false;
}

static void start_now(errand *e, srv_tournament *t)
{
    enum { MOST_FILL = 32 };
    spk_buf lines = {0};
    int n = 0;
    if (!check_maker(e, t))
        return;
    if (tournament_state(t->t) != TOURNAMENT_OPEN) {
        srv_caller_refuse(&e->caller, SRV_REFUSED, "This tournament has begun already.");
        return;
    }
    srv_entrant *more = spk_alloc(MOST_FILL * sizeof *more);
    srv_tournament_begin(t, &lines, more, &n);
    write_lines(e, t, &(srv_edit){.lines = spk_buf_text(&lines), .entrants = more, .n_entrants = n},
                after_done);
    spk_buf_release(&lines);
    spk_free(more);
}

static void post_start(srv_house *h, const srv_request *r, char *const *word)
{
    if (!is_off(h, r))
        start(h, r, word[0], start_now);
}

static void cancel(errand *e, srv_tournament *t)
{
    if (!check_maker(e, t))
        return;
    if (tournament_state(t->t) != TOURNAMENT_OPEN) {
        srv_caller_refuse(&e->caller, SRV_REFUSED, "It has begun: now it is played to its end.");
        return;
    }
    write_lines(e, t, &(srv_edit){.lines = "end\n", .why = N_("Its maker called it off.")},
                after_done);
}

static void delete_one(srv_house *h, const srv_request *r, char *const *word)
{
    if (!is_off(h, r))
        start(h, r, word[0], cancel);
}

extern const srv_route srv_tournament_routes[];
const srv_route srv_tournament_routes[] = {
    {SRV_GET, "/api/tournaments", get_list},
    {SRV_POST, "/api/tournaments", post_one},
    {SRV_GET, "/api/tournaments/*", get_one},
    {SRV_DELETE, "/api/tournaments/*", delete_one},
    {SRV_POST, "/api/tournaments/*/start", post_start},
    {SRV_POST, "/api/tournaments/*/entrants", post_entrant},
    {SRV_DELETE, "/api/tournaments/*/entrants/me", delete_entrant},
    {SRV_GET, "/api/tournaments/*/results.json", get_json},
    {SRV_GET, "/api/tournaments/*/results.csv", get_csv},
    {0},
};
