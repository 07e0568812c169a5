/* overview.c: GET /api/daily: today's deals, tomorrow's commitments, my tries and my streak. */
#include "games/registry.h"
#include "hosts/server/http/daily/inside.h"

typedef struct overview {
    daily_errand e;
    spk_buf list; /* of games, while it is collected */
    int n_games;  /* that are in it */
} overview;

static void release(srv_caller *c)
{
    spk_buf_release(&((overview *)c)->list);
    daily_release(c);
}

/* One game of the list, with what became of my try. */
static void list_game(overview *o)
{
    const daily_errand *e = &o->e;
    const spk_game *game = spk_games[o->n_games];
    spk_json j = {.out = &o->list};
    if (o->n_games++)
        spk_buf_puts(&o->list, ",");
    spk_json_open(&j, '{');
    daily_put_deal(&j, game, e->today);
    daily_put_commitment(&j, "commitment", e, e->today, game);
    daily_put_commitment(&j, "next_commitment", e, e->today + 1, game);
    srv_json_raw(&j, "mine", spk_buf_text(&e->mine));
    spk_json_close(&j, '}');
}

static void reply(daily_errand *e)
{
    char day[SRV_DAY];
    spk_buf out = {0};
    spk_json j = {.out = &out};
    srv_day_print(e->today, day);
    spk_json_open(&j, '{');
    srv_json_text(&j, "day", day);
    srv_json_int(&j, "ends", srv_day_begins(e->today + 1));
    srv_json_int(&j, "committed", daily_committed(e, e->today));
    srv_json_int(&j, "begins", srv_day_begins(e->today));
    if (!daily_is_guest(e))
        srv_json_int(&j, "streak", e->streak);
    spk_buf_printf(&out, ",\"games\":[%s]}", spk_buf_text(&((overview *)e)->list));
    srv_caller_answer(&e->caller, 200, &out);
}

static void with_try(daily_errand *e);

static void next_game(daily_errand *e)
{
    overview *o = (overview *)e;
    while (o->n_games < spk_n_games && daily_is_guest(e))
        list_game(o);
    if (o->n_games < spk_n_games) {
        e->game = spk_games[o->n_games];
        daily_want_try(e, with_try);
    } else if (!daily_is_guest(e))
        daily_want_streak(e, reply);
    else
        reply(e);
}

static void with_try(daily_errand *e)
{
    list_game((overview *)e);
    next_game(e);
}

static void with_today(daily_errand *e) { daily_want_deals(e, e->today + 1, next_game); }

static void known(srv_caller *c)
{
    daily_errand *e = (daily_errand *)c;
    daily_want_deals(e, e->today, with_today);
}

void daily_get_overview(srv_house *h, const srv_request *r, char *const *word)
{
    (void)word;
    if (!daily_is_off(h, r))
        srv_caller_find(daily_begin(h, r, sizeof(overview), release), r, known);
}
