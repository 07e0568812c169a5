/* house.c: a house on a world that is made up here: time passes when it is told to, jobs run when nothing else is to be
 * done, and all that leaves towards the viewer is kept as bytes. */
#include <stdio.h>
#include <string.h>

#include "interference.h"

enum { START_MS = 1000000000, STEP_MS = 100 };

/* -- The world ----------------------------------------------------------------------------------- */

static bool reply(void *net, srv_ask ask, const srv_response *r)
{
    side *s = net;
    const char *bytes = r->blob ? r->blob->bytes : r->body ? r->body : "";
    size_t n = r->blob ? r->blob->n : r->n_body ? r->n_body : strlen(bytes);
    (void)ask;
    spk_buf_clear(&s->body);
    spk_buf_add(&s->body, bytes, n);
    spk_buf_printf(&s->heard, "%d %s %s %s %s %s %d %zu\n", r->status, r->type ? r->type : "",
                   r->cache ? r->cache : "", r->etag ? r->etag : "", r->location ? r->location : "",
                   r->allow ? r->allow : "", r->retry_after_s, n);
    for (int i = 0; i < r->n_headers; i++)
        spk_buf_printf(&s->heard, "%s: %s\n", r->headers[i].name, r->headers[i].value);
    spk_buf_add(&s->heard, bytes, n);
    return true;
}

static srv_ws take_in(void *net, srv_ask ask, void *user)
{
    ((side *)net)->user = user;
    return (srv_ws){ask.n};
}

static bool send_on(void *net, srv_ws ws, const char *text, size_t n)
{
    (void)ws;
    spk_buf_printf(&((side *)net)->heard, "message %zu ", n);
    spk_buf_add(&((side *)net)->heard, text, n);
    return true;
}

static bool offer(void *net, srv_ws ws, int slot, const char *text, size_t n)
{
    (void)slot;
    return send_on(net, ws, text, n);
}

static bool hang_up(void *net, srv_ws ws, int code, const char *reason)
{
    (void)ws;
    spk_buf_printf(&((side *)net)->heard, "close %d %s", code, reason);
    return true;
}

static void *user_of(void *net, srv_ws ws) { return ws.n ? ((side *)net)->user : NULL; }
static void drain(void *net, const char *text, int ms) { (void)net, (void)text, (void)ms; }

static void settle(side *s)
{
    while (!s->held && fake_loop_is_busy(&s->loop))
        fake_loop_step(&s->loop, s->house);
}

static void pass_time(side *s, int64_t ms)
{
    int64_t until = s->loop.now_ms + ms;
    while (s->loop.calls && s->loop.calls->due_ms <= until) {
        fake_loop_call(&s->loop, s->house);
        settle(s);
    }
    s->loop.now_ms = until;
}

/* -- Asking -------------------------------------------------------------------------------------- */

void side_ask(side *s, srv_method method, const char *path, const char *param, const char *body,
              const char *token)
{
    char bearer[80], target[120];
    snprintf(bearer, sizeof bearer, "Bearer %s", token ? token : "");
    snprintf(target, sizeof target, path, s->table);
    srv_pair header = {"authorization", bearer}, params = {"status", param};
    srv_request r = {.ask = {1},
                     .method = method,
                     .path = target,
                     .query = "",
                     .host = "house.test",
                     .peer = "192.0.2.7",
                     .params = &params,
                     .n_params = param != NULL,
                     .headers = &header,
                     .n_headers = token != NULL,
                     .body = body ? body : "",
                     .n_body = body ? strlen(body) : 0};
    srv_server_request(s->house, &r);
    srv_server_turn(s->house);
    settle(s);
}

void side_say(side *s, const char *message)
{
    if (!s->user)
        return;
    srv_server_message(s->house, s->user, message, strlen(message));
    srv_server_turn(s->house);
    settle(s);
}

static void read_field(const side *s, const char *name, char *out, size_t cap)
{
    json_t *o = json_loadb(s->body.bytes, s->body.n, 0, NULL);
    const json_t *seats = json_object_get(o, "seats");
    const char *text = json_string_value(json_object_get(o, name));
    if (!text && json_array_size(seats))
        text = json_string_value(json_object_get(json_array_get(seats, 0), name));
    if (!text) {
        fprintf(stderr, "interference: no %s in %.*s\n", name, (int)s->body.n, s->body.bytes);
        SPK_BUG_IF(!text);
    }
    snprintf(out, cap, "%s", text);
    json_decref(o);
}

/* -- A house's life ------------------------------------------------------------------------------ */

static void set(srv_config *c, const char *name, const char *value)
{
    SPK_BUG_IF(srv_config_set(c, name, &value, 1, NULL) != SPK_OK);
}

void side_open(side *s)
{
    static const char *const limits[] = {"tables_per_hour=0",   "seats_per_minute=0",
                                         "acts_per_s=0",        "replays_per_minute=0",
                                         "accounts_per_hour=0", "logins_per_minute=0"};
    char *const nothing[] = {NULL};
    spk_why why = {0};
    fake_dice(1925); /* the same in both houses */
    s->loop.start_ms = START_MS;
    srv_config_init(&s->config);
    set(&s->config, "data", "memory");
    set(&s->config, "public-url", "http://house.test");
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        set(&s->config, "limit", limits[i]);
    SPK_BUG_IF(srv_config_finish(&s->config, nothing, &why) != SPK_OK);
    s->world = FAKE_LOOP(&s->loop, .net = s, .reply = reply, .accept = take_in, .send = send_on,
                         .offer = offer, .close = hang_up, .user = user_of, .drain = drain);
    s->house = srv_server_open(&s->world, &s->config, NULL, &why);
    SPK_BUG_IF(!s->house);
    side_ask(s, SRV_POST, "/api/accounts", NULL,
             "{\"name\":\"Eve\",\"password\":\"a phrase that is long\"}", NULL);
    read_field(s, "session", s->session, sizeof s->session);
}

void side_close(side *s)
{
    srv_server_close(s->house);
    srv_server_drained(s->house);
    for (int i = 0; i < 100 && !s->loop.closed; i++) {
        pass_time(s, STEP_MS);
        settle(s);
    }
    SPK_BUG_IF(!s->loop.closed);
    srv_server_free(s->house);
    fake_loop_free(&s->loop);
    srv_config_release(&s->config);
    spk_buf_release(&s->heard);
    spk_buf_release(&s->body);
}

/* -- A table ------------------------------------------------------------------------------------- */

static srv_table *table_of(const side *s)
{
    srv_table *table = srv_table_find(s->house, s->table);
    SPK_BUG_IF(!table || table->state != SRV_READY);
    return table;
}

const spk_match *side_match(const side *s) { return room_match(table_of(s)->room); }

static void make(side *s, const kind *k)
{
    spk_buf body = {0};
    char path[40];
    spk_buf_printf(
        &body,
        "{\"game\":\"%s\",\"players\":%d,\"options\":%s,\"clock\":\"%s\",\"listed\":true,"
        "\"seats\":[{\"kind\":\"me\"}",
        k->game, k->players, k->options, k->clock);
    for (int i = 1; i < k->players; i++)
        spk_buf_puts(&body, ",{\"kind\":\"open\"}");
    spk_buf_puts(&body, "]}");
    side_ask(s, SRV_POST, "/api/tables", NULL, spk_buf_text(&body), NULL);
    read_field(s, "id", s->table, sizeof s->table);
    read_field(s, "token", s->token[0], sizeof s->token[0]);
    for (int i = 1; i < k->players - 1; i++) {
        snprintf(path, sizeof path, "/api/tables/%%s/seats/%d", i);
        side_ask(s, SRV_POST, path, NULL, "{}", NULL);
        read_field(s, "token", s->token[i], sizeof s->token[i]);
    }
    spk_buf_release(&body);
}

/* The last one sits down without the house dealing: what is dealt is chosen by twin.c. */
static void fill(side *s)
{
    srv_table *table = table_of(s);
    spk_seat last = table->n_seats - 1;
    srv_place *place = &table->places[last];
    side_begin(s);
    srv_token_new(s->token[last], place->token);
    place->has_token = true;
    room_sit(table->room, last, &(room_sitter){.kind = ROOM_PERSON, .name = "Guest"});
    srv_seat seat = srv_table_seat(table, last);
    srv_table_commit(table, &s->mark, NULL, &(srv_change){.n_seats = 1, .seats = &seat}, NULL,
                     NULL);
    srv_server_turn(s->house);
    settle(s);
}

static void come(side *s, spk_seat viewer)
{
    char hello[200], claim[120];
    srv_request r = {.ask = {1}, .path = "/ws", .host = "house.test", .peer = "192.0.2.7"};
    bool seated = viewer != SPK_SEAT_ONLOOKER;
    if (seated) {
        snprintf(claim, sizeof claim, "{\"table\":\"%s\",\"token\":\"%s\"}", s->table,
                 s->token[viewer]);
        side_ask(s, SRV_POST, "/api/me/seats", NULL, claim, s->session);
    }
    srv_server_upgrade(s->house, &r);
    snprintf(hello, sizeof hello,
             "{\"t\":\"hello\",\"protocol\":1,\"table\":\"%s\",%s%s%s\"seen\":0}", s->table,
             seated ? "\"token\":\"" : "", seated ? s->token[viewer] : "", seated ? "\"," : "");
    side_say(s, hello);
}

void side_sit(side *s, const kind *k, spk_seat viewer, uint64_t seed)
{
    spk_rng_init(&fake_rng, seed, 0);
    make(s, k);
    fill(s);
    come(s, viewer);
    spk_buf_clear(&s->heard);
}

void side_leave(side *s)
{
    srv_server_closed(s->house, s->user, 1000);
    s->user = NULL;
    pass_time(s, STEP_MS);
    srv_table_drop(table_of(s));
    srv_change forget = {.table = s->table, .at = fake_wall(&s->loop), .forget_table = true};
    SPK_BUG_IF(srv_store_write_now(s->house->store, &forget, NULL) != SPK_OK);
}

/* -- Steps --------------------------------------------------------------------------------------- */

void side_begin(side *s) { s->mark = srv_table_mark(table_of(s)); }

void side_add(side *s, const char *line)
{
    SPK_BUG_IF(room_restore_entry(table_of(s)->room, line, NULL) != SPK_OK);
}

void side_commit(side *s)
{
    srv_table *table = table_of(s);
    spk_buf clock = {0};
    spk_why why = {0};
    bool over = spk_match_is_over(room_match(table->room));
    if (room_is_dealt(table->room))
        spk_clock_save(room_clock(table->room), &clock);
    spk_err err =
        room_restore(table->room, over ? ROOM_FINISHED : ROOM_PLAYING,
                     clock.n ? spk_buf_text(&clock) : NULL, srv_house_now(s->house), &why);
    if (err != SPK_OK)
        fprintf(stderr, "interference: %s\n", why.text);
    SPK_BUG_IF(err != SPK_OK);
    srv_table_commit(table, &s->mark, NULL, NULL, NULL, NULL);
    srv_server_turn(s->house);
    settle(s);
    spk_buf_release(&clock);
}

void side_let_go(side *s)
{
    s->held = false;
    settle(s);
}

void side_undo(side *s, spk_seat seat)
{
    srv_table *table = table_of(s);
    spk_rng rng;
    if (!spk_match_can_undo(room_match(table->room), seat, NULL))
        return;
    srv_table_rng(table, &rng);
    side_begin(s);
    if (room_act(table->room, seat, &(room_deed){.kind = ROOM_UNDO, .n = -1}, &rng,
                 srv_house_now(s->house), NULL) == SPK_OK)
        side_commit(s);
}

void side_pass_time(side *s) { pass_time(s, STEP_MS); }
