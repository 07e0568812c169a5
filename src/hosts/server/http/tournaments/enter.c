/* enter.c: joining a tournament, coming back to it, and leaving. */
#include <stdio.h>
#include <string.h>

#include "hosts/server/http/tournaments/inside.h"
#include "hosts/server/league/league.h"

/* -- Joining ----------------------------------------------------------------------------------- */

static void after_joined(void *context, srv_tournament *t, const spk_why *why)
{
    tournaments_errand *e = context;
    spk_buf out = {0};
    spk_json j = {.out = &out};
    (void)t;
    if (!tournaments_is_done(e, why))
        return;
    spk_json_open(&j, '{');
    srv_json_int(&j, "entrant", e->number);
    srv_json_text_or_null(&j, "token", e->token);
    spk_json_close(&j, '}');
    srv_caller_answer(&e->caller, 200, &out);
}

/* An account has its own name; a guest says one, which nobody else here has. */
static spk_err read_name(const tournaments_errand *e, const srv_tournament *t, char name[ROOM_NAME],
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

static spk_err check_join(const tournaments_errand *e, const srv_tournament *t, spk_why *why)
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

static void come_back(tournaments_errand *e, srv_tournament *t, int me)
{
    char line[32];
    spk_why why = {0};
    e->number = me;
    if (!tournament_has_left(t->t, me)) {
        after_joined(e, t, &why); /* asked again, because the answer was lost */
        return;
    }
    snprintf(line, sizeof line, "back %d\n", me);
    tournaments_write(e, t, &(srv_edit){.lines = line}, after_joined);
}

/* Who has a rating at this game is paired by it in the first round. */
static void on_rating(void *context, const srv_answer *a)
{
    tournaments_errand *e = context;
    srv_standing s;
    e->strength = 0;
    if (a->err == SPK_OK && srv_standing_read(&a->notes[0], &s))
        e->strength = rating_points(&s.rating) > 0 ? rating_points(&s.rating) : 0;
    tournaments_visit(e);
}

static bool asks_rating(tournaments_errand *e, const srv_tournament *t)
{
    char list[SRV_LIST_ROOM], key[SRV_KEY_ROOM];
    if (e->strength >= 0 || !*e->caller.id || !srv_league_is_open(e->caller.house))
        return false;
    srv_league_list(t->setup.game->key, t->setup.players, list);
    snprintf(key, sizeof key, "%s/a:%s", list, e->caller.id);
    e->strength = 0;
    return srv_store_ask(e->caller.house->store,
                         &(srv_query){.what = SRV_ASK_NOTE, .kind = "rating", .key = key},
                         on_rating, e) == SPK_OK;
}

static void join(tournaments_errand *e, srv_tournament *t)
{
    char line[32];
    srv_entrant who = {0};
    spk_why why = {0};
    int me = srv_tournament_entrant(t, e->caller.id, tournaments_token(e));
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
    if (who.has_token && tournaments_is_maker(e, t))
        memcpy(who.token, e->hash, SRV_HASH); /* one token for both */
    else if (who.has_token)
        srv_token_new(e->token, who.token);
    snprintf(line, sizeof line, e->strength > 0 ? "join %d\n" : "join\n", e->strength);
    tournaments_write(e, t, &(srv_edit){.lines = line, .entrants = &who, .n_entrants = 1},
                      after_joined);
}

static bool may_enter(srv_house *h, const srv_request *r)
{
    uint32_t most = h->config->house.joins_per_minute;
    if (tournaments_are_off(h, r))
        return false;
    if (srv_rates_take(h->http->entered, r->peer, most, most / 60.0, srv_house_ms(h)))
        return true;
    srv_refuse(h, r->ask, SRV_TOO_MANY, "You have joined and left often. Wait a while.");
    return false;
}

void tournaments_post_entrant(srv_house *h, const srv_request *r, char *const *word)
{
    if (!may_enter(h, r))
        return;
    tournaments_errand *e = tournaments_begin(h, r, word[0]);
    e->at = join;
    if (srv_caller_read(&e->caller, r))
        srv_caller_find(&e->caller, r, tournaments_known);
}

/* -- Leaving ----------------------------------------------------------------------------------- */

static void leave(tournaments_errand *e, srv_tournament *t)
{
    char line[32];
    int me = srv_tournament_entrant(t, e->caller.id, tournaments_token(e));
    if (!me) {
        srv_caller_refuse(&e->caller, e->has_token ? SRV_FORBIDDEN : SRV_UNAUTHORIZED,
                          "You are not in this tournament.");
        return;
    }
    snprintf(line, sizeof line, "leave %d\n", me);
    tournaments_write(e, t, &(srv_edit){.lines = line}, tournaments_after_done);
}

void tournaments_delete_entrant(srv_house *h, const srv_request *r, char *const *word)
{
    if (may_enter(h, r))
        tournaments_start(h, r, word[0], leave);
}
