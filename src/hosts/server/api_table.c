/* api_table.c: one table over HTTP: its facts, taking and leaving seats, and what its host may do. */
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/api.h"

/* -- Facts ------------------------------------------------------------------------------------- */

static void show_facts(srv_visit *v, srv_live *live)
{
    spk_buf out = {0};
    spk_json j = {.out = &out};
    if (!srv_visit_may_look(v, live))
        return;
    spk_json_open(&j, '{');
    srv_print_facts(live, &j);
    spk_json_close(&j, '}');
    srv_reply_buf(v->house, v->ask, 200, &out);
    spk_buf_release(&out);
}

static void get_table(srv_house *h, const srv_request *r, char *const *word)
{
    srv_visit_start(h, r, word[0], NULL, -1, show_facts);
}

/* -- Taking a seat ----------------------------------------------------------------------------- */

typedef struct joining {
    srv_house *house;
    srv_ask ask;
    spk_seat seat;
    char token[SRV_TOKEN];
} joining;

static void after_joined(void *context, srv_live *live, const spk_why *why)
{
    joining *join = context;
    srv_fair fair;
    char hex[SRV_FAIR_HEX];
    spk_buf out = {0};
    spk_json j = {.out = &out};
    if (why->err != SPK_OK)
        srv_refuse_why(join->house, join->ask, why);
    else {
        srv_live_fair(live, &fair);
        srv_fair_commitment(&fair, hex);
        spk_json_open(&j, '{');
        spk_json_key(&j, "seat"), spk_json_int(&j, join->seat);
        spk_json_key(&j, "token"), spk_json_str(&j, join->token);
        spk_json_key(&j, "commitment"), spk_json_str(&j, hex);
        spk_json_close(&j, '}');
        srv_reply_buf(join->house, join->ask, 200, &out);
    }
    spk_buf_release(&out);
    spk_free(join);
}

/* Whether the seat can be had; what the body says of the person goes into 'who' and the place. */
static spk_err take_seat(srv_visit *v, srv_live *live, room_sitter *who, spk_why *why)
{
    const char *name = "Guest", *nonce = NULL;
    if (v->n >= live->n_seats)
        return spk_fail(why, SPK_EUNKNOWN, "The table has no such seat.");
    *who = *room_sitter_of(live->room, v->n);
    if (who->kind != ROOM_OPEN)
        return spk_fail(why, SPK_ETAKEN, "This seat is taken.");
    if (*who->name)
        return spk_fail(why, SPK_ETAKEN, "This seat is kept for somebody.");
    if (room_status_of(live->room) != ROOM_WAITING)
        return spk_fail(why, SPK_EREFUSED, "This table is closed.");
    if (!srv_field_text(v->body, "name", 4 * ROOM_NAME, &name, why) ||
        !srv_field_text(v->body, "nonce", SRV_NONCE, &nonce, why))
        return SPK_EMALFORMED;
    spk_err err = room_name_read(name, strlen(name), who->name, why);
    if (err == SPK_OK && nonce)
        err = srv_nonce_check(nonce, why);
    if (err == SPK_OK)
        srv_live_set_text(&live->places[v->n].nonce, nonce);
    who->kind = ROOM_PERSON;
    return err;
}

static void join(srv_visit *v, srv_live *live)
{
    srv_house *h = v->house;
    srv_mark mark = srv_live_mark(live);
    spk_why why = {0};
    room_sitter who;
    if (take_seat(v, live, &who, &why) != SPK_OK) {
        srv_refuse_why(h, v->ask, &why);
        return;
    }
    joining *join = spk_alloc(sizeof *join);
    *join = (joining){.house = h, .ask = v->ask, .seat = v->n};
    srv_place *place = &live->places[v->n];
    srv_token_new(join->token, place->token);
    place->has_token = true;
    place->joined = srv_house_wall(h);
    srv_live_set_text(&place->account, v->account);
    room_sit(live->room, v->n, &who);
    srv_log_event(h->log, SRV_EVENT_SEAT_TAKEN, SRV_KEY("table", live->id), SRV_NUM("seat", v->n),
                  SRV_PEER("from", v->peer));
    if (room_is_full(live->room)) {
        SPK_BUG_IF(srv_live_deal(live, &why) != SPK_OK);
        srv_log_event(h->log, SRV_EVENT_TABLE_DEALT, SRV_KEY("table", live->id));
    }
    srv_seat seat = srv_live_seat(live, v->n);
    live->actor = (srv_actor){0};
    srv_live_commit(live, &mark, NULL, &(srv_change){.n_seats = 1, .seats = &seat}, after_joined,
                    join);
}

/* -1: no number of a seat. */
static int seat_number(const char *word)
{
    int n = -1;
    return spk_str_int(word, 0, SPK_MAX_SEATS - 1, &n) ? n : -1;
}

static void post_seat(srv_house *h, const srv_request *r, char *const *word)
{
    const srv_house_limits *limits = &h->config->house;
    int n = seat_number(word[1]);
    json_t *body;
    if (n < 0)
        srv_refuse(h, r->ask, SRV_UNKNOWN, "The table has no such seat.");
    else if (!srv_rates_take(h->joined, r->peer, limits->seats_per_minute,
                             limits->seats_per_minute / 60.0, (int64_t)uv_now(h->loop)))
        srv_refuse(h, r->ask, SRV_TOO_MANY, "You have taken many seats: wait a while.");
    else if ((body = srv_body(h, r)))
        srv_visit_start(h, r, word[0], body, n, join);
}

/* -- Contributing ------------------------------------------------------------------------------ */

/* Whoever made the table saw its commitment only afterwards: a contribution that is given now was not
 * known when the seed was drawn. */
static spk_err read_contribution(srv_visit *v, srv_live *live, const char **nonce, spk_why *why)
{
    if (room_status_of(live->room) != ROOM_WAITING)
        return spk_fail(why, SPK_EREFUSED, "Contributions are made before the deal.");
    if (!srv_field_text(v->body, "nonce", SRV_NONCE, nonce, why))
        return SPK_EMALFORMED;
    if (!*nonce)
        return spk_fail(why, SPK_EMALFORMED, "'nonce' is missing.");
    return srv_nonce_check(*nonce, why);
}

static void contribute(srv_visit *v, srv_live *live)
{
    srv_mark mark = srv_live_mark(live);
    const char *nonce = NULL;
    spk_why why = {0};
    if (v->seat != v->n) {
        srv_refuse(v->house, v->ask, v->has_token ? SRV_FORBIDDEN : SRV_UNAUTHORIZED,
                   "This seat is not yours.");
        return;
    }
    if (read_contribution(v, live, &nonce, &why) != SPK_OK) {
        srv_refuse_why(v->house, v->ask, &why);
        return;
    }
    srv_live_set_text(&live->places[v->n].nonce, nonce);
    srv_seat seat = srv_live_seat(live, v->n);
    srv_visit_commit(v, live, &mark, &(srv_change){.n_seats = 1, .seats = &seat});
}

static void patch_seat(srv_house *h, const srv_request *r, char *const *word)
{
    int n = seat_number(word[1]);
    json_t *body;
    if (n < 0)
        srv_refuse(h, r->ask, SRV_UNKNOWN, "The table has no such seat.");
    else if ((body = srv_body(h, r)))
        srv_visit_start(h, r, word[0], body, n, contribute);
}

/* -- Leaving a seat ---------------------------------------------------------------------------- */

/* Connections of a seat that is nobody's any more. */
static void send_away(srv_live *live, spk_seat seat)
{
    for (srv_guest *g = live->guests, *next; g; g = next) {
        next = g->next;
        if (g->seat != seat)
            continue;
        srv_guest_rise(g);
        srv_ws_close(live->house->net, g->ws, 4403, "this seat is open again");
    }
}

static void open_seat(srv_live *live, spk_seat seat)
{
    room_sitter who = *room_sitter_of(live->room, seat);
    srv_place *place = &live->places[seat];
    who.kind = ROOM_OPEN;
    who.here = false;
    who.name[0] = '\0';
    srv_live_set_text(&place->account, NULL);
    srv_live_set_text(&place->nonce, NULL);
    place->has_token = false;
    place->joined = 0;
    send_away(live, seat);
    room_sit(live->room, seat, &who);
}

static void leave(srv_visit *v, srv_live *live)
{
    srv_mark mark = srv_live_mark(live);
    srv_change change = {0};
    srv_seat seat;
    spk_why why = {0};
    spk_rng rng;
    if (v->n >= live->n_seats) {
        srv_refuse(v->house, v->ask, SRV_UNKNOWN, "The table has no such seat.");
        return;
    }
    if (v->seat != v->n && !v->is_host) {
        srv_refuse(v->house, v->ask, v->has_token ? SRV_FORBIDDEN : SRV_UNAUTHORIZED,
                   "This seat is not yours.");
        return;
    }
    if (mark.status == ROOM_WAITING) {
        open_seat(live, v->n);
        seat = srv_live_seat(live, v->n);
        change = (srv_change){.n_seats = 1, .seats = &seat};
    } else {
        srv_live_rng(live, &rng);
        if (room_act(live->room, v->n, &(room_deed){.kind = ROOM_LEAVE, .n = -1}, &rng,
                     srv_house_now(v->house), &why) != SPK_OK) {
            srv_refuse_why(v->house, v->ask, &why);
            return;
        }
    }
    srv_log_event(v->house->log, SRV_EVENT_SEAT_LEFT, SRV_KEY("table", live->id),
                  SRV_NUM("seat", v->n));
    srv_visit_commit(v, live, &mark, &change);
}

static void delete_seat(srv_house *h, const srv_request *r, char *const *word)
{
    int n = seat_number(word[1]);
    if (n < 0)
        srv_refuse(h, r->ask, SRV_UNKNOWN, "The table has no such seat.");
    else
        srv_visit_start(h, r, word[0], NULL, n, leave);
}

/* -- What the host may do ---------------------------------------------------------------------- */

/* {"1": "bot:hard", "2": "open"}. Nothing is changed before all of it was read. */
static spk_err read_sitters(const json_t *list, srv_live *live, room_sitter who[SPK_MAX_SEATS],
                            bool touched[SPK_MAX_SEATS], spk_why *why)
{
    const char *key;
    json_t *value;
    if (!list || json_is_null(list))
        return SPK_OK;
    if (!json_is_object(list))
        return spk_fail(why, SPK_EMALFORMED, "'seats' is an object: {\"1\": \"bot:hard\"}.");
    if (room_status_of(live->room) != ROOM_WAITING)
        return spk_fail(why, SPK_EREFUSED, "Seats are given before the deal.");
    json_object_foreach((json_t *)list, key, value)
    {
        int seat = seat_number(key);
        const char *word = json_string_value(value);
        if (seat < 0 || seat >= live->n_seats || !word)
            return spk_fail(why, SPK_EMALFORMED, "'seats' is an object: {\"1\": \"bot:hard\"}.");
        touched[seat] = true;
        who[seat] = (room_sitter){.kind = ROOM_OPEN};
        if (spk_str_eq(word, "open"))
            continue;
        who[seat].kind = ROOM_BOT;
        spk_err err = srv_bot_check(word, who[seat].bot, why);
        if (err != SPK_OK)
            return err;
        srv_bot_name(live, who[seat].bot, who[seat].name);
    }
    return SPK_OK;
}

static spk_err read_muted(const json_t *list, const srv_live *live, uint8_t *muted, spk_why *why)
{
    const char *key;
    json_t *value;
    if (!list || json_is_null(list))
        return SPK_OK;
    if (!json_is_object(list))
        return spk_fail(why, SPK_EMALFORMED, "'mute' is an object: {\"1\": true}.");
    json_object_foreach((json_t *)list, key, value)
    {
        int seat = seat_number(key);
        if (seat < 0 || seat >= live->n_seats || !json_is_boolean(value))
            return spk_fail(why, SPK_EMALFORMED, "'mute' is an object: {\"1\": true}.");
        uint8_t bit = (uint8_t)(1u << seat);
        *muted = json_is_true(value) ? *muted | bit : *muted & (uint8_t)~bit;
    }
    return SPK_OK;
}

typedef struct orders {
    room_sitter who[SPK_MAX_SEATS];
    bool touched[SPK_MAX_SEATS];
    bool listed, start, close;
    uint8_t muted;
} orders;

static spk_err read_orders(const json_t *o, srv_live *live, orders *x, spk_why *why)
{
    *x = (orders){.listed = live->listed, .muted = live->muted};
    if (!srv_field_bool(o, "listed", &x->listed, why) ||
        !srv_field_bool(o, "start", &x->start, why) || !srv_field_bool(o, "close", &x->close, why))
        return SPK_EMALFORMED;
    spk_err err = read_sitters(json_object_get(o, "seats"), live, x->who, x->touched, why);
    return err == SPK_OK ? read_muted(json_object_get(o, "mute"), live, &x->muted, why) : err;
}

/* Seats that were given are dealt to at once if they were the last; 'start' says so aloud. */
static spk_err obey(srv_live *live, const orders *x, srv_seat seats[SPK_MAX_SEATS], int *n,
                    spk_why *why)
{
    *n = 0;
    for (spk_seat seat = 0; seat < live->n_seats; seat++) {
        if (!x->touched[seat])
            continue;
        room_sitter who = x->who[seat];
        open_seat(live, seat);
        who.here = who.kind == ROOM_BOT;
        room_sit(live->room, seat, &who);
        seats[(*n)++] = srv_live_seat(live, seat);
    }
    live->listed = x->listed;
    live->muted = x->muted;
    bool waiting = room_status_of(live->room) == ROOM_WAITING;
    if (x->close)
        room_close(live->room, srv_house_now(live->house));
    else if (waiting && (room_is_full(live->room) || x->start))
        return srv_live_deal(live, why);
    return SPK_OK;
}

/* Whether the table can be dealt once the orders are carried out. */
static bool will_be_full(const srv_live *live, const orders *x)
{
    bool full = true;
    for (spk_seat seat = 0; seat < live->n_seats; seat++)
        full &= (x->touched[seat] ? &x->who[seat] : room_sitter_of(live->room, seat))->kind !=
                ROOM_OPEN;
    return full;
}

static spk_err judge_orders(srv_live *live, const json_t *body, orders *x, spk_why *why)
{
    room_status status = room_status_of(live->room);
    if (status == ROOM_CLOSED)
        return spk_fail(why, SPK_EREFUSED, "This table is closed.");
    spk_err err = read_orders(body, live, x, why);
    if (err == SPK_OK && x->start && !x->close && status == ROOM_WAITING && !will_be_full(live, x))
        return spk_fail(why, SPK_EREFUSED, "There are open seats.");
    return err;
}

static void patch(srv_visit *v, srv_live *live)
{
    srv_mark mark = srv_live_mark(live);
    srv_seat seats[SPK_MAX_SEATS];
    spk_buf settings = {0};
    spk_why why = {0};
    orders x;
    int n;
    if (!v->is_host) {
        srv_refuse(v->house, v->ask, v->has_token ? SRV_FORBIDDEN : SRV_UNAUTHORIZED,
                   "Only the host may do that.");
        return;
    }
    if (judge_orders(live, v->body, &x, &why) != SPK_OK) {
        srv_refuse_why(v->house, v->ask, &why);
        return;
    }
    SPK_BUG_IF(obey(live, &x, seats, &n, &why) != SPK_OK);
    if (x.close)
        srv_log_event(v->house->log, SRV_EVENT_TABLE_CLOSED, SRV_KEY("table", live->id));
    srv_live_settings(live, &settings);
    srv_visit_commit(v, live, &mark,
                     &(srv_change){.n_seats = n,
                                   .seats = seats,
                                   .settings = spk_buf_text(&settings),
                                   .listed = live->listed});
    spk_buf_release(&settings);
}

static void patch_table(srv_house *h, const srv_request *r, char *const *word)
{
    json_t *body = srv_body(h, r);
    if (body)
        srv_visit_start(h, r, word[0], body, -1, patch);
}

/* -- Rematch ----------------------------------------------------------------------------------- */

static void rematch(srv_visit *v, srv_live *live)
{
    const char *nonce = NULL;
    spk_why why = {0};
    if (v->seat < 0)
        srv_refuse(v->house, v->ask, v->has_token ? SRV_FORBIDDEN : SRV_UNAUTHORIZED,
                   "Those who played may play again.");
    else if (!srv_field_text(v->body, "nonce", SRV_NONCE, &nonce, &why) ||
             (nonce && srv_nonce_check(nonce, &why) != SPK_OK))
        srv_refuse_why(v->house, v->ask, &why);
    else
        srv_rematch(live, &(srv_actor){.seat = v->seat}, v->ask, *v->account ? NULL : v->bytes,
                    nonce);
}

static void post_rematch(srv_house *h, const srv_request *r, char *const *word)
{
    json_t *body = srv_body(h, r);
    if (body)
        srv_visit_start(h, r, word[0], body, -1, rematch);
}

extern const srv_route srv_table_routes[];
const srv_route srv_table_routes[] = {
    {SRV_GET, "/api/games", srv_api_games},
    {SRV_GET, "/house.json", srv_api_games}, /* a page without a house finds a file there */
    {SRV_POST, "/api/tables", srv_api_make},
    {SRV_GET, "/api/tables", srv_api_list},
    {SRV_GET, "/api/tables/*", get_table},
    {SRV_PATCH, "/api/tables/*", patch_table},
    {SRV_POST, "/api/tables/*/seats/*", post_seat},
    {SRV_PATCH, "/api/tables/*/seats/*", patch_seat},
    {SRV_DELETE, "/api/tables/*/seats/*", delete_seat},
    {SRV_POST, "/api/tables/*/rematch", post_rematch},
    {0},
};
