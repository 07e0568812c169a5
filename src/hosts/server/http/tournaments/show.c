/* show.c: a tournament for those who look at it, its results, and the list of all. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/http/tournaments/inside.h"

enum { LISTED = 50 };

/* -- One --------------------------------------------------------------------------------------- */

static void print_my_table(const tournaments_errand *e, const srv_tournament *t, int me,
                           spk_json *j)
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
    srv_json_text(j, "table", t->pairings[number - 1].id);
    srv_json_int(j, "seat", seat);
    srv_json_bool(j, "played", t->pairings[number - 1].is_told);
    spk_json_key(j, "token");
    srv_tournament_seat_token(t, me, t->pairings[number - 1].id, token, hash);
    if (*t->entrants[me - 1].account || !e->has_token)
        spk_json_null(j); /* the session opens it */
    else
        spk_json_str(j, token);
}

/* A token of the tournament: a guest's, who is told it once, when joining. */
static void print_me(const tournaments_errand *e, const srv_tournament *t, spk_json *j)
{
    int me = srv_tournament_entrant(t, e->caller.id, tournaments_token(e));
    spk_json_key(j, "me"), spk_json_open(j, '{');
    srv_json_bool(j, "maker", tournaments_is_maker(e, t));
    spk_json_key(j, "entrant");
    if (me) {
        spk_json_int(j, me);
        srv_json_bool(j, "left", tournament_has_left(t->t, me));
        print_my_table(e, t, me, j);
    } else
        spk_json_null(j);
    spk_json_close(j, '}');
}

static void show(tournaments_errand *e, srv_tournament *t)
{
    spk_buf out = {0};
    spk_json j = {.out = &out};
    char path[SRV_ID + 24];
    spk_buf link = {0};
    snprintf(path, sizeof path, "/tournament.html?id=%s", t->id);
    srv_house_link(e->caller.house, path, &link);
    spk_json_open(&j, '{');
    srv_json_text(&j, "link", spk_buf_text(&link));
    srv_tournament_print(t, &j);
    print_me(e, t, &j);
    srv_json_int(&j, "now", srv_house_wall(e->caller.house));
    spk_json_close(&j, '}');
    spk_buf_release(&link);
    srv_caller_answer(&e->caller, 200, &out);
}

void tournaments_get(srv_house *h, const srv_request *r, char *const *word)
{
    if (!tournaments_are_off(h, r))
        tournaments_start(h, r, word[0], show);
}

/* -- Results ----------------------------------------------------------------------------------- */

static void send_json(tournaments_errand *e, srv_tournament *t)
{
    spk_buf out = {0};
    spk_json j = {.out = &out};
    spk_json_open(&j, '{');
    srv_tournament_print(t, &j);
    srv_tournament_print_log(t, &j);
    spk_json_close(&j, '}');
    srv_caller_answer(&e->caller, 200, &out);
}

static void send_csv(tournaments_errand *e, srv_tournament *t)
{
    char name[80];
    spk_buf out = {0};
    srv_tournament_csv(t, &out);
    snprintf(name, sizeof name, "attachment; filename=\"tournament-%s.csv\"", t->id);
    srv_reply(e->caller.house->world, e->caller.ask,
              &(srv_response){.status = 200,
                              .type = "text/csv; charset=utf-8",
                              .body = out.bytes,
                              .n_body = out.n,
                              .headers = &(srv_pair){"Content-Disposition", name},
                              .n_headers = 1});
    spk_buf_release(&out);
    srv_caller_end(&e->caller);
}

void tournaments_get_json(srv_house *h, const srv_request *r, char *const *word)
{
    if (!tournaments_are_off(h, r))
        tournaments_start(h, r, word[0], send_json);
}

void tournaments_get_csv(srv_house *h, const srv_request *r, char *const *word)
{
    if (!tournaments_are_off(h, r))
        tournaments_start(h, r, word[0], send_csv);
}

/* -- The list: heads from the store, each then asked for itself -------------------------------- */

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

void tournaments_get_list(srv_house *h, const srv_request *r, char *const *word)
{
    const char *status = srv_request_param(r, "status");
    bool over = status && spk_str_eq(status, "over");
    (void)word;
    if (tournaments_are_off(h, r))
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
