/* record.c: looking back: records, replays; and a table's link as a picture. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/http/inside.h"
#include "hosts/server/http/qr.h"

/* -- The record -------------------------------------------------------------------------------- */

bool srv_visit_is_over(srv_visit *v, const srv_table *table)
{
    if (!srv_visit_may_look(v, table))
        return false;
    if (srv_table_is_over(table) && !srv_table_is_sealed(table))
        return true;
    srv_refuse(v->house, v->ask, SRV_REFUSED,
               srv_table_is_over(table)
                   ? "Others still play this deal: come again when the round is over."
                   : "The game is not over.");
    return false;
}

static void send_record(srv_visit *v, srv_table *table)
{
    char name[80];
    srv_fair fair;
    spk_buf proof = {0}, out = {0};
    if (!srv_visit_is_over(v, table))
        return;
    srv_table_fair(table, &fair);
    srv_fair_prove(&fair, srv_table_seed_is_public(table), &proof);
    spk_record_save_proved(room_match(table->room), &proof, &out);
    snprintf(name, sizeof name, "attachment; filename=\"%s-%s.play\"",
             srv_box_of(table->box)->game->key, table->id);
    srv_reply(v->house->world, v->ask,
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

room *srv_room_again(srv_box *box, const room_plan *plan, const spk_buf *log)
{
    room *r = room_new(plan, srv_box_of(box));
    for (spk_seat seat = 0; seat < srv_box_of(box)->n_seats; seat++)
        room_sit(r, seat, &(room_sitter){.kind = ROOM_BOT});
    for (const char *at = log->bytes, *end = at + log->n; at < end; at += strlen(at) + 1)
        SPK_BUG_IF(room_restore_entry(r, at, NULL) != SPK_OK);
    SPK_BUG_IF(room_restore(r, ROOM_CLOSED, NULL, 0, NULL) !=
               SPK_OK); /* it may have ended without a result */
    return r;
}

static void print_steps(srv_job *job)
{
    replay *p = (replay *)job;
    spk_json j = {.out = &p->out};
    room *r = srv_room_again(p->box, &p->plan, &p->log);
    room_walk *walk = room_walk_new(r, p->viewer);
    while (walk) { /* NULL: closed before the first move */
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
    srv_house_end(p->house);
    if (stopped)
        srv_refuse(p->house, p->ask, SRV_BUSY, "The house is closing.");
    else
        srv_reply(p->house->world, p->ask,
                  &(srv_response){.status = 200,
                                  .type = "application/x-ndjson",
                                  .body = p->out.bytes,
                                  .n_body = p->out.n});
    srv_boxes_give_back(srv_tables_boxes(p->house), p->box);
    spk_buf_release(&p->log);
    spk_buf_release(&p->out);
    spk_buf_release(&p->end);
    spk_free(p);
}

static void start_replay(srv_visit *v, srv_table *table)
{
    if (!srv_visit_is_over(v, table))
        return;
    if (v->n < SPK_SEAT_ALL_SEEING && v->n >= table->n_seats) {
        srv_refuse(v->house, v->ask, SRV_UNKNOWN, "The table has no such seat.");
        return;
    }
    replay *p = spk_alloc(sizeof *p);
    *p = (replay){.job = {.work = print_steps, .done = on_printed},
                  .house = v->house,
                  .ask = v->ask,
                  .box = srv_boxes_take(table->box),
                  .plan = *room_plan_of(table->room),
                  .viewer = v->n};
    spk_json first = {.out = &p->out}, last = {.out = &p->end};
    spk_json_open(&first, '{'), srv_print_facts(table, &first), line(&first);
    spk_json_open(&last, '{');
    spk_json_key(&last, "result"), room_print_result(table->room, &last), line(&last);
    srv_table_print_log(table, &p->log);
    srv_house_begin(v->house); /* a house that closes waits for it */
    v->house->world->give(v->house->world->loop, &p->job, SRV_RANK_WORKER);
}

static void get_replay(srv_house *h, const srv_request *r, char *const *word)
{
    const char *viewer = srv_request_param(r, "viewer");
    int n = SPK_SEAT_ALL_SEEING;
    if (viewer && spk_str_eq(viewer, "onlooker"))
        n = SPK_SEAT_ONLOOKER;
    else if (viewer && !spk_str_eq(viewer, "house") &&
             !spk_str_int(viewer, 0, SPK_MAX_SEATS - 1, &n)) {
        srv_refuse(h, r->ask, SRV_MALFORMED, "'viewer' is a seat, onlooker or house.");
        return;
    }
    uint32_t most = h->config->house.replays_per_minute;
    if (srv_rates_take(h->http->replayed, r->peer, most, most / 60.0, srv_house_ms(h)))
        srv_visit_start(h, r, word[0], NULL, n, start_replay);
    else
        srv_refuse(h, r->ask, SRV_TOO_MANY, "You have opened many replays. Wait a while.");
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
        srv_reply(h->world, r->ask,
                  &(srv_response){.status = 200,
                                  .type = "image/svg+xml",
                                  .body = svg.bytes,
                                  .n_body = svg.n,
                                  .cache = secret ? NULL : "max-age=3600"});
    else
        srv_refuse(h, r->ask, SRV_BROKEN, "The link is too long for a QR code.");
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
