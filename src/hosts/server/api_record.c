/* api_record.c: looking back: records, replays; and a table's link as a picture. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/api.h"
#include "hosts/server/qr.h"
#include "hosts/server/workers.h"

/* -- The record -------------------------------------------------------------------------------- */

static bool is_over(srv_visit *v, const srv_live *live)
{
    if (!srv_visit_may_look(v, live))
        return false;
    if (room_status_of(live->room) == ROOM_FINISHED)
        return true;
    srv_refuse(v->house, v->ask, SRV_REFUSED, "The game is not over.");
    return false;
}

static void send_record(srv_visit *v, srv_live *live)
{
    char name[80];
    srv_fair fair;
    spk_buf proof = {0}, out = {0};
    if (!is_over(v, live))
        return;
    srv_live_fair(live, &fair);
    srv_fair_prove(&fair, true, &proof);
    spk_record_save_proved(room_match(live->room), &proof, &out);
    snprintf(name, sizeof name, "attachment; filename=\"%s-%s.play\"",
             srv_box_of(live->box)->game->key, live->id);
    srv_reply(v->house->net, v->ask,
              &(srv_response){.status = 200,
                              .body = out.bytes,
                              .n_body = out.n,
                              .headers = &(srv_pair){"Content-Disposition", name},
                              .n_headers = 1});
    spk_buf_release(&proof);
    spk_buf_release(&out);
}

static void get_record(srv_house *h, const srv_request *r, char *const *word)
{
    srv_visit_start(h, r, word[0], NULL, -1, send_record);
}

/* -- Step by step: on a worker, for a long game is megabytes -------------------------------------- */

typedef struct replay {
    srv_job job;
    srv_house *house;
    srv_ask ask;
    srv_box *box;
    room_plan plan;
    spk_seat viewer;
    spk_buf log; /* every entry, terminated */
    spk_buf out, end;
} replay;

static void line(spk_json *j)
{
    spk_json_close(j, '}');
    spk_buf_putc(j->out, '\n');
    j->comma = false;
}

/* The match once more, in a room where nobody sits. */
static room *set_up(const replay *p)
{
    room *r = room_new(&p->plan, srv_box_of(p->box));
    for (spk_seat seat = 0; seat < srv_box_of(p->box)->n_seats; seat++)
        room_sit(r, seat, &(room_sitter){.kind = ROOM_BOT});
    for (const char *at = p->log.bytes, *end = at + p->log.n; at < end; at += strlen(at) + 1)
        SPK_BUG_IF(room_restore_entry(r, at, NULL) != SPK_OK);
    SPK_BUG_IF(room_restore(r, ROOM_FINISHED, NULL, 0, NULL) != SPK_OK);
    return r;
}

static void print_steps(srv_job *job)
{
    replay *p = (replay *)job;
    spk_json j = {.out = &p->out};
    room *r = set_up(p);
    room_walk *walk = room_walk_new(r, p->viewer);
    for (;;) {
        size_t before = p->out.n;
        spk_json_open(&j, '{');
        if (!room_walk_next(walk, &j)) {
            p->out.n = before;
            break;
        }
        line(&j);
    }
    spk_buf_add(&p->out, p->end.bytes, p->end.n);
    room_walk_free(walk);
    room_free(r);
}

static void on_printed(srv_job *job, bool stopped)
{
    replay *p = (replay *)job;
    p->house->n_asks--;
    if (p->house->closing)
        uv_async_send(&p->house->woken);
    if (stopped)
        srv_refuse(p->house, p->ask, SRV_BUSY, "The house is closing.");
    else
        srv_reply(p->house->net, p->ask,
                  &(srv_response){.status = 200,
                                  .type = "application/x-ndjson",
                                  .body = p->out.bytes,
                                  .n_body = p->out.n});
    srv_shelf_give_back(p->house->shelf, p->box);
    spk_buf_release(&p->log);
    spk_buf_release(&p->out);
    spk_buf_release(&p->end);
    spk_free(p);
}

static void start_replay(srv_visit *v, srv_live *live)
{
    if (!is_over(v, live))
        return;
    if (v->n < SPK_SEAT_HOUSE && v->n >= live->n_seats) {
        srv_refuse(v->house, v->ask, SRV_UNKNOWN, "The table has no such seat.");
        return;
    }
    replay *p = spk_alloc(sizeof *p);
    *p = (replay){.job = {.work = print_steps, .done = on_printed},
                  .house = v->house,
                  .ask = v->ask,
                  .box = srv_shelf_take(live->box),
                  .plan = *room_plan_of(live->room),
                  .viewer = v->n};
    spk_json first = {.out = &p->out}, last = {.out = &p->end};
    spk_json_open(&first, '{'), srv_print_facts(live, &first), line(&first);
    spk_json_open(&last, '{');
    spk_json_key(&last, "result"), room_print_result(live->room, &last), line(&last);
    srv_live_print_log(live, &p->log);
    v->house->n_asks++; /* a house that closes waits for it */
    srv_workers_give(v->house->workers, &p->job, SRV_RANK_GUEST);
}

static void get_replay(srv_house *h, const srv_request *r, char *const *word)
{
    const char *viewer = srv_request_param(r, "viewer");
    int n = SPK_SEAT_HOUSE;
    if (viewer && spk_str_eq(viewer, "onlooker"))
        n = SPK_SEAT_ONLOOKER;
    else if (viewer && !spk_str_eq(viewer, "house") &&
             !spk_str_int(viewer, 0, SPK_MAX_SEATS - 1, &n)) {
        srv_refuse(h, r->ask, SRV_MALFORMED, "'viewer' is a seat, onlooker or house.");
        return;
    }
    uint32_t most = h->config->house.replays_per_minute;
    if (srv_rates_take(h->replayed, r->peer, most, most / 60.0, (int64_t)uv_now(h->loop)))
        srv_visit_start(h, r, word[0], NULL, n, start_replay);
    else
        srv_refuse(h, r->ask, SRV_TOO_MANY, "You have looked back at many games: wait a while.");
}

/* -- The link as a picture --------------------------------------------------------------------- */

/* The table's link; who shows a seat's secret gets the way to that seat, and it is nobody's to keep. */
static void get_qr(srv_house *h, const srv_request *r, char *const *word)
{
    char path[SRV_ID + 8];
    uint8_t hash[SRV_HASH];
    const char *token;
    bool secret = srv_request_token(r, hash, &token);
    spk_buf link = {0}, svg = {0};
    if (!srv_is_id(word[0])) {
        srv_refuse(h, r->ask, SRV_UNKNOWN, "There is no such table.");
        return;
    }
    snprintf(path, sizeof path, "/t/%s", word[0]);
    srv_house_link(h, path, &link);
    if (secret)
        spk_buf_printf(&link, "#%s", token);
    if (srv_qr_svg(spk_buf_text(&link), &svg) == SPK_OK)
        srv_reply(h->net, r->ask,
                  &(srv_response){.status = 200,
                                  .type = "image/svg+xml",
                                  .body = svg.bytes,
                                  .n_body = svg.n,
                                  .cache = secret ? NULL : "max-age=3600"});
    else
        srv_refuse(h, r->ask, SRV_BROKEN, "The link is too long for a picture.");
    spk_buf_release(&link);
    spk_buf_release(&svg);
}

extern const srv_route srv_record_routes[];
const srv_route srv_record_routes[] = {
    {SRV_GET, "/api/tables/*/record", get_record},
    {SRV_GET, "/api/tables/*/replay", get_replay},
    {SRV_GET, "/api/tables/*/qr.svg", get_qr},
    {0},
};
