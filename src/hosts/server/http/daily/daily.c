/* daily.c: the routes of the deal of the day, and what their errands have in common. See inside.h. */
#include <stdio.h>

#include "base/mem.h"
#include "games/registry.h"
#include "hosts/server/http/daily/inside.h"

enum { AHEAD_MS = 600 * 1000 }; /* how often seeds are drawn ahead of time */

/* -- Errands ------------------------------------------------------------------------------------- */

void daily_release(srv_caller *c)
{
    daily_errand *e = (daily_errand *)c;
    spk_buf_release(&e->mine);
    daily_board_let_go(e->board);
    daily_deals_let_go(e->deals[0]);
    daily_deals_let_go(e->deals[1]);
}

void *daily_begin(srv_house *h, const srv_request *r, size_t size, void (*release)(srv_caller *c))
{
    daily_errand *e = srv_caller_new(h, r, size, release);
    e->today = e->day = srv_day_of(srv_house_wall(h));
    if (h->told_day < e->today - 1)
        h->told_day = e->today - 1;
    return e;
}

bool daily_is_off(srv_house *h, const srv_request *r)
{
    if (h->config->daily != SRV_DAILY_OFF && !h->closing)
        return false;
    srv_refuse(h, r->ask, SRV_UNKNOWN, "There is no deal of the day here.");
    return true;
}

bool daily_read_deal(daily_errand *e, char *const *word)
{
    e->game = spk_game_find(word[0]);
    if (e->game && (!word[1] || (srv_day_parse(word[1], &e->day) && e->day <= e->today)))
        return true;
    srv_caller_refuse(&e->caller, SRV_UNKNOWN,
                      "There is no such game, or no deal of that day yet.");
    return false;
}

void daily_key(const daily_errand *e, const char *of, char key[SRV_KEY_ROOM])
{
    char day[SRV_DAY];
    srv_day_print(e->day, day);
    snprintf(key, SRV_KEY_ROOM, "%s/%s%s%s", day, e->game->key, of ? "/" : "", of ? of : "");
}

srv_box *daily_open_box(srv_house *h, const spk_game *game, spk_why *why)
{
    return srv_boxes_open(
        srv_tables_boxes(h), game, "default",
        &(spk_choice){.n_seats = srv_daily_players(game), .preset = SPK_PRESET_OURS}, why);
}

/* -- Answers --------------------------------------------------------------------------------------- */

void daily_put_deal(spk_json *j, const spk_game *game, int64_t day)
{
    srv_json_text(j, "game", game->key);
    srv_json_int(j, "players", srv_daily_players(game));
    srv_json_int(j, "seat", srv_daily_seat(game, day));
    srv_json_text(j, "bot", SRV_DAILY_BOT);
}

void daily_put_commitment(spk_json *j, const char *key, const daily_errand *e, int64_t day,
                          const spk_game *game)
{
    char hex[DAILY_HEX];
    daily_commitment_print(daily_seed_of(e, day, game), hex);
    srv_json_text(j, key, hex);
}

/* -- Now and then: seeds ahead of time; marks of devices that are of no use any more ------------------------- */

static void on_tidied(void *context, const srv_answer *a)
{
    (void)a;
    srv_caller_end(context);
}

static void on_old_devices(void *context, const srv_answer *a)
{
    srv_caller *c = context;
    srv_note gone[SRV_PAGE];
    for (int i = 0; i < a->n_notes; i++)
        gone[i] = (srv_note){
            .kind = SRV_DAILY_DEVICES, .key = a->notes[i].key, .version = SRV_ANY_VERSION};
    if (a->err == SPK_OK && a->n_notes)
        srv_caller_write(c, &(srv_change){.n_notes = a->n_notes, .notes = gone}, on_tidied);
    else
        srv_caller_end(c);
}

static void forget_devices(daily_errand *e)
{
    srv_caller_ask(&e->caller,
                   &(srv_query){.what = SRV_ASK_NOTES,
                                .kind = SRV_DAILY_DEVICES,
                                .within = true,
                                .low_rank = 0,
                                .high_rank = e->today - 2},
                   on_old_devices);
}

static void look_ahead(daily_errand *e)
{
    if (e->wanted < e->today + SRV_DAILY_AHEAD)
        daily_want_deals(e, e->wanted + 1, look_ahead);
    else
        forget_devices(e);
}

static void on_time(void *context)
{
    srv_house *h = context;
    if (!h->closing) {
        daily_errand *e = daily_begin(h, NULL, sizeof *e, daily_release);
        daily_want_deals(e, e->today, look_ahead);
    }
    h->world->later(h->world->loop, AHEAD_MS, on_time, h);
}

/* -- Life ------------------------------------------------------------------------------------------------ */

struct srv_daily *srv_daily_new(srv_house *h)
{
    srv_daily *daily = spk_alloc(sizeof *daily);
    *daily = (srv_daily){.seeds = daily_seeds_new(), .boards = daily_boards_new()};
    if (h->config->daily != SRV_DAILY_OFF)
        h->world->later(h->world->loop, 1000, on_time, h);
    return daily;
}

void srv_daily_free(struct srv_daily *daily)
{
    if (!daily)
        return;
    daily_seeds_free(daily->seeds);
    daily_boards_free(daily->boards);
    spk_free(daily);
}

extern const srv_route srv_daily_routes[];
const srv_route srv_daily_routes[] = {
    {SRV_GET, "/api/daily", daily_get_overview},  {SRV_GET, "/api/daily/*", daily_get_archive},
    {SRV_POST, "/api/daily/*", daily_post_try},   {SRV_GET, "/api/daily/*/*", daily_get_results},
    {SRV_POST, "/api/daily/*/*", daily_post_try}, {0},
};
