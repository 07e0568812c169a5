/* api_record.c: looking back: records, replays; and a table's link as a picture. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/api.h"
#include "hosts/server/qr.h"

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

/* -- Step by step ------------------------------------------------------------------------------ */

static void line(spk_buf *out, spk_json *j)
{
    spk_json_close(j, '}');
    spk_buf_putc(out, '\n');
    j->comma = false;
}

static void print_replay(const srv_live *live, spk_seat viewer, spk_buf *out)
{
    spk_json j = {.out = out};
    room_walk *walk = room_walk_new(live->room, viewer);
    spk_json_open(&j, '{');
    srv_print_facts(live, &j);
    line(out, &j);
    for (;;) {
        size_t before = out->n;
        spk_json_open(&j, '{');
        if (!room_walk_next(walk, &j)) {
            out->n = before;
            j.comma = false;
            break;
        }
        line(out, &j);
    }
    room_walk_free(walk);
    spk_json_open(&j, '{');
    spk_json_key(&j, "result"), room_print_result(live->room, &j);
    line(out, &j);
}

static void send_replay(srv_visit *v, srv_live *live)
{
    spk_buf out = {0};
    if (!is_over(v, live))
        return;
    if (v->n < SPK_SEAT_HOUSE && v->n >= live->n_seats) {
        srv_refuse(v->house, v->ask, SRV_UNKNOWN, "The table has no such seat.");
        return;
    }
    print_replay(live, v->n, &out);
    srv_reply(
        v->house->net, v->ask,
        &(srv_response){
            .status = 200, .type = "application/x-ndjson", .body = out.bytes, .n_body = out.n});
    spk_buf_release(&out);
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
    srv_visit_start(h, r, word[0], NULL, n, send_replay);
}

/* -- The link as a picture --------------------------------------------------------------------- */

static void get_qr(srv_house *h, const srv_request *r, char *const *word)
{
    char path[SRV_ID + 8];
    spk_buf link = {0}, svg = {0};
    if (!srv_is_id(word[0])) {
        srv_refuse(h, r->ask, SRV_UNKNOWN, "There is no such table.");
        return;
    }
    snprintf(path, sizeof path, "/t/%s", word[0]);
    srv_house_link(h, path, &link);
    if (srv_qr_svg(spk_buf_text(&link), &svg) == SPK_OK)
        srv_reply(h->net, r->ask,
                  &(srv_response){.status = 200,
                                  .type = "image/svg+xml",
                                  .body = svg.bytes,
                                  .n_body = svg.n,
                                  .cache = "max-age=3600"});
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
