/* house.c: the house's own result of a deal: played when somebody asks for the first time (play.c), then kept in a note. */
#include <stdio.h>

#include "hosts/server/http/daily/inside.h"

static void on_kept(void *context, const srv_answer *a)
{
    (void)a; /* another node may have been faster: its result is the same */
    srv_caller_end(context);
}

static void keep(srv_house *h, int64_t day, const spk_game *game, const spk_result *result)
{
    char key[SRV_KEY_ROOM], text[DAILY_RESULT];
    spk_seat seat = srv_daily_seat(game, day);
    daily_errand *e = daily_begin(h, NULL, sizeof *e, daily_release);
    e->game = game;
    e->day = day;
    daily_key(e, NULL, key);
    snprintf(text, sizeof text, "{\"place\":%d,\"score\":%d}", result->rank[seat],
             result->score[seat]);
    srv_note note = {.kind = SRV_DAILY_HOUSES,
                     .key = key,
                     .list = game->key,
                     .rank = day,
                     .text = text,
                     .version = SRV_ANY_VERSION};
    srv_caller_write(&e->caller, &(srv_change){.n_notes = 1, .notes = &note}, on_kept);
}

static void on_played(srv_house *h, int64_t day, const spk_game *game, const spk_result *result)
{
    if (!h->http)
        return;
    h->http->daily->is_playing = false;
    if (result)
        keep(h, day, game, result);
}

static void let_play(const daily_errand *e)
{
    srv_house *h = e->caller.house;
    spk_why why;
    if (h->http->daily->is_playing || e->day > e->today)
        return;
    srv_box *box = daily_open_box(h, e->game, &why);
    if (!box)
        return;
    h->http->daily->is_playing = true;
    daily_play(h, box, e->day, daily_seed_of(e, e->day, e->game), on_played);
}

static void on_result(void *context, const srv_answer *a)
{
    daily_errand *e = context;
    if (a->err == SPK_OK)
        snprintf(e->house_result, sizeof e->house_result, "%s", a->notes[0].text);
    else
        let_play(e);
    e->next(e);
}

void daily_want_house(daily_errand *e, void (*next)(daily_errand *e))
{
    char key[SRV_KEY_ROOM];
    e->next = next;
    daily_key(e, NULL, key);
    srv_caller_ask(&e->caller,
                   &(srv_query){.what = SRV_ASK_NOTE, .kind = SRV_DAILY_HOUSES, .key = key},
                   on_result);
}
