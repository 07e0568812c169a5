/* results.c: GET /api/daily/GAME/DAY: everybody's results, the house's and mine; the seed, once the day is over. */
#include "hosts/server/http/daily/inside.h"

/* How many did better, as good or worse. */
static void put_standing(spk_json *j, const daily_errand *e, const daily_board *b)
{
    int better = 0, same = 0;
    for (int i = 0; i < b->n; i++) {
        better += b->worth[i] > e->worth;
        same += b->worth[i] == e->worth;
    }
    srv_json_int(j, "better", better);
    srv_json_int(j, "same", same);
    srv_json_int(j, "worse", b->n > better + same ? b->n - better - same : 0);
}

static void put_mine(spk_json *j, const daily_errand *e, const daily_board *b)
{
    srv_json_raw(j, "mine", e->has_try ? spk_buf_text(&e->mine) : NULL);
    if (!e->has_try || !e->is_finished)
        return;
    spk_json_key(j, "standing"), spk_json_open(j, '{');
    put_standing(j, e, b);
    spk_json_close(j, '}');
}

static void put_leaders(spk_json *j, const daily_board *b)
{
    spk_json_key(j, "best"), spk_json_open(j, '[');
    for (int i = 0; i < b->n_top; i++) {
        spk_json_open(j, '{');
        srv_json_text(j, "name", b->top[i].name);
        srv_json_int(j, "place", b->top[i].place);
        srv_json_int(j, "score", b->top[i].score);
        spk_json_close(j, '}');
    }
    spk_json_close(j, ']');
}

static void put_seed(spk_json *j, const daily_errand *e)
{
    char hex[DAILY_HEX];
    daily_seed_print(daily_seed_of(e, e->day, e->game), hex);
    srv_json_text_or_null(j, "seed", e->day < e->today ? hex : NULL);
}

static void reply(daily_errand *e)
{
    const daily_board *b = e->board;
    char day[SRV_DAY];
    spk_buf out = {0};
    spk_json j = {.out = &out};
    srv_day_print(e->day, day);
    spk_json_open(&j, '{');
    srv_json_text(&j, "day", day);
    daily_put_deal(&j, e->game, e->day);
    srv_json_int(&j, "committed", daily_committed(e, e->day));
    daily_put_commitment(&j, "commitment", e, e->day, e->game);
    put_seed(&j, e);
    srv_json_int(&j, "finished", b->n);
    put_leaders(&j, b);
    srv_json_raw(&j, "house", e->house_result);
    put_mine(&j, e, b);
    spk_json_close(&j, '}');
    srv_caller_answer(&e->caller, 200, &out);
}

/* -- The errand ---------------------------------------------------------------------------------------- */

static void with_board(daily_errand *e) { daily_want_house(e, reply); }
static void with_try(daily_errand *e) { daily_want_board(e, with_board); }

static void with_deal(daily_errand *e)
{
    if (daily_is_guest(e))
        with_try(e);
    else
        daily_want_try(e, with_try);
}

static void known(srv_caller *c)
{
    daily_errand *e = (daily_errand *)c;
    daily_want_deals(e, e->day, with_deal);
}

void daily_get_results(srv_house *h, const srv_request *r, char *const *word)
{
    if (daily_is_off(h, r))
        return;
    daily_errand *e = daily_begin(h, r, sizeof *e, daily_release);
    if (daily_read_deal(e, word))
        srv_caller_find(&e->caller, r, known);
}
