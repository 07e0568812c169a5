/* make.c: a new tournament, and what its maker may do: begin it at once, or call it off. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "hosts/server/http/tournaments/inside.h"

/* -- A new one --------------------------------------------------------------------------------- */

static void on_made(void *context, const char *id, const spk_why *why)
{
    tournaments_errand *e = context;
    spk_buf out = {0}, link = {0};
    spk_json j = {.out = &out};
    char path[SRV_ID + 24];
    if (why->err != SPK_OK) {
        srv_caller_fail_why(&e->caller, why);
        return;
    }
    srv_log_event(e->caller.house->log, SRV_EVENT_TOURNAMENT_MADE, SRV_KEY("tournament", id),
                  SRV_PEER("from", e->caller.peer));
    snprintf(path, sizeof path, "/tournament.html?id=%s", id);
    srv_house_link(e->caller.house, path, &link);
    spk_json_open(&j, '{');
    srv_json_text(&j, "id", id);
    srv_json_text(&j, "link", spk_buf_text(&link));
    srv_json_text_or_null(&j, "token", e->token);
    spk_json_close(&j, '}');
    spk_buf_release(&link);
    srv_caller_answer(&e->caller, 201, &out);
}

static spk_err check_start(const tournaments_errand *e, const srv_setup *s, spk_why *why)
{
    int64_t now = srv_house_wall(e->caller.house), day = 86400000;
    if (s->start && s->start < now)
        return spk_refuse(why, "", "That time has passed: choose a later one.");
    if (s->start > now + SRV_TOURNAMENT_AHEAD_DAYS * day)
        return spk_refuse(why, "", "A tournament begins within {n} days.",
                          SPK_NUM("n", SRV_TOURNAMENT_AHEAD_DAYS));
    return SPK_OK;
}

/* A box of the game must open with these, and the bot must be one of the house's. */
static spk_err check_setup(tournaments_errand *e, srv_setup *s, spk_why *why)
{
    enum { MOST = 1000 };
    char bot[ROOM_WORD];
    uint32_t limit = e->caller.house->config->house.entrants;
    int most = limit && limit < MOST ? (int)limit : MOST;
    if (s->most > most)
        return spk_refuse_as(why, SPK_ERANGE, "A tournament here has at most {n} players.",
                             SPK_NUM("n", most));
    if (srv_bot_check(s->bot, bot, why) != SPK_OK || check_start(e, s, why) != SPK_OK)
        return why->err;
    memcpy(s->bot, bot, sizeof bot);
    const char *plays = s->bots || s->fill ? bot : NULL;
    if (s->rated && srv_rated_check_house(e->caller.house, plays, why) != SPK_OK)
        return why->err;
    srv_box *box = srv_boxes_open(srv_tables_boxes(e->caller.house), s->game, "default",
                                  &(spk_choice){.n_seats = s->players, .preset = s->preset}, why);
    if (!box)
        return why->err;
    srv_boxes_give_back(srv_tables_boxes(e->caller.house), box);
    return SPK_OK;
}

static void make(srv_caller *c)
{
    tournaments_errand *e = (tournaments_errand *)c;
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

void tournaments_post(srv_house *h, const srv_request *r, char *const *word)
{
    uint32_t most = h->config->house.tournaments_per_hour;
    (void)word;
    if (tournaments_are_off(h, r))
        return;
    if (!srv_rates_take(h->http->contests, r->peer, most, most / 3600.0, srv_house_ms(h))) {
        srv_refuse(h, r->ask, SRV_TOO_MANY, "You have made many tournaments. Wait a while.");
        return;
    }
    tournaments_errand *e = tournaments_begin(h, r, NULL);
    if (srv_caller_read(&e->caller, r))
        srv_caller_find(&e->caller, r, make);
}

/* -- What its maker may do --------------------------------------------------------------------- */

static bool check_maker(tournaments_errand *e, const srv_tournament *t)
{
    if (tournaments_is_maker(e, t))
        return true;
    srv_caller_refuse(&e->caller, e->has_token ? SRV_FORBIDDEN : SRV_UNAUTHORIZED,
                      "Only whoever made the tournament may do that.");
    return false;
}

static void start_now(tournaments_errand *e, srv_tournament *t)
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
    tournaments_write(e, t,
                      &(srv_edit){.lines = spk_buf_text(&lines), .entrants = more, .n_entrants = n},
                      tournaments_after_done);
    spk_buf_release(&lines);
    spk_free(more);
}

void tournaments_post_start(srv_house *h, const srv_request *r, char *const *word)
{
    if (!tournaments_are_off(h, r))
        tournaments_start(h, r, word[0], start_now);
}

static void cancel(tournaments_errand *e, srv_tournament *t)
{
    if (!check_maker(e, t))
        return;
    if (tournament_state(t->t) != TOURNAMENT_OPEN) {
        srv_caller_refuse(&e->caller, SRV_REFUSED, "It has begun: now it is played to its end.");
        return;
    }
    tournaments_write(e, t, &(srv_edit){.lines = "end\n", .why = N_("Its maker called it off.")},
                      tournaments_after_done);
}

void tournaments_delete(srv_house *h, const srv_request *r, char *const *word)
{
    if (!tournaments_are_off(h, r))
        tournaments_start(h, r, word[0], cancel);
}
