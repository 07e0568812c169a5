/* table.c: one table over HTTP: its facts, taking and leaving seats, and what its host may do. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/http/inside.h"
#include "hosts/server/people/people.h"

/* -- Facts ------------------------------------------------------------------------------------- */

static void show_facts(srv_visit *v, srv_table *table)
{
    spk_buf out = {0};
    spk_json j = {.out = &out};
    if (!srv_visit_may_look(v, table))
        return;
    spk_json_open(&j, '{');
    srv_print_facts(table, &j);
    spk_json_key(&j, "updated"), spk_json_int(&j, table->public_at);
    room_print_turn(table->room, v->seat < 0 ? SPK_SEAT_ONLOOKER : v->seat, &j);
    spk_json_key(&j, "result"), room_print_result(table->room, &j);
    spk_json_close(&j, '}');
    srv_reply_buf(v->house, v->ask, 200, &out);
    spk_buf_release(&out);
}

static void get_table(srv_house *h, const srv_request *r, char *const *word)
{
    srv_visit_start(h, r, word[0], NULL, -1, show_facts);
}

/* What it is drawn from. No move changes it, so a browser keeps it and asks only whether it is still the same
 * (a newer house may print more). */
static void show_box(srv_visit *v, srv_table *table)
{
    char etag[19];
    spk_buf out = {0};
    if (!srv_visit_may_look(v, table))
        return;
    spk_box_print(srv_box_of(table->box), &(spk_json){.out = &out});
    snprintf(etag, sizeof etag, "\"%016" PRIx64 "\"", spk_hash(SPK_HASH_START, out.bytes, out.n));
    srv_reply(v->house->world, v->ask,
              &(srv_response){.status = 200,
                              .type = "application/json",
                              .body = out.bytes,
                              .n_body = out.n,
                              .cache = "private, no-cache",
                              .etag = etag});
    spk_buf_release(&out);
}

static void get_box(srv_house *h, const srv_request *r, char *const *word)
{
    srv_visit_start(h, r, word[0], NULL, -1, show_box);
}

/* -- Taking a seat ----------------------------------------------------------------------------- */

typedef struct joining {
    srv_house *house;
    srv_ask ask;
    spk_seat seat;
    char token[SRV_TOKEN];
    uint8_t hash[SRV_HASH]; /* of the token */
} joining;

static void after_joined(void *context, srv_table *table, const spk_why *why)
{
    joining *join = context;
    srv_fair fair;
    char hex[SRV_FAIR_HEX];
    spk_buf out = {0};
    spk_json j = {.out = &out};
    if (why->err != SPK_OK)
        srv_refuse_why(join->house, join->ask, why);
    else {
        srv_table_fair(table, &fair);
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

/* The token of the seat: a new one or, if the guest chose a key, the one that follows from it. So whoever asks again with
 * the same key, because the answer was lost, is told the same token. */
static spk_err make_token(const srv_visit *v, joining *join, spk_why *why)
{
    uint8_t key[SRV_HASH], bytes[SRV_HASH];
    char what[16];
    const char *text = NULL;
    if (!srv_field_text(v->body, "key", SRV_TOKEN, &text, why))
        return SPK_EMALFORMED;
    if (!text) {
        srv_token_new(join->token, join->hash);
        return SPK_OK;
    }
    if (!srv_token_bytes(text, key))
        return spk_fail(why, SPK_EMALFORMED,
                        "'key' is 256 random bits as 43 characters of base64url.");
    snprintf(what, sizeof what, "seat %d", v->n);
    srv_token_derive(key, what, v->table, bytes);
    srv_token_print(bytes, join->token, join->hash);
    return SPK_OK;
}

/* It was taken by this same request before. */
static bool was_taken_so(const srv_table *table, const joining *join)
{
    return join->seat < table->n_seats && table->places[join->seat].has_token &&
           srv_hash_eq(table->places[join->seat].token, join->hash);
}

/* Whether the seat can be had; what the body says of the person goes into 'who' and the place. */
static spk_err take_seat(srv_visit *v, srv_table *table, room_sitter *who, spk_why *why)
{
    const char *nonce = NULL;
    if (v->n >= table->n_seats)
        return spk_fail(why, SPK_EUNKNOWN, "The table has no such seat.");
    *who = *room_sitter_of(table->room, v->n);
    if (who->kind != ROOM_OPEN)
        return spk_fail(why, SPK_ETAKEN, "This seat is taken.");
    if (*who->name)
        return spk_fail(why, SPK_ETAKEN, "This seat is reserved.");
    if (room_status_of(table->room) != ROOM_WAITING)
        return spk_fail(why, SPK_EREFUSED, "This table is closed.");
    if (!srv_field_text(v->body, "nonce", SRV_NONCE, &nonce, why))
        return SPK_EMALFORMED;
    spk_err err = srv_seat_name_read(table, v->n, v->body, "Guest", who->name, why);
    who->kind = ROOM_PERSON;
    if (err == SPK_OK && nonce)
        err = srv_nonce_check(nonce, why);
    if (err == SPK_OK)
        err = srv_rated_check_seat(table, v->n, who, v->account, why);
    if (err == SPK_OK)
        srv_table_set_text(&table->places[v->n].nonce, nonce);
    return err;
}

/* Whoever made the table may have blocked the one who asks. They read what they would read if somebody had been faster. */
static void on_block(void *context, const srv_answer *a)
{
    srv_visit *v = context;
    srv_tie tie = {0};
    srv_house_end(v->house);
    bool is_known = a->err == SPK_OK || a->err == SPK_EUNKNOWN;
    if (is_known &&
        !(a->err == SPK_OK && srv_tie_read(a->notes, &tie) && tie.is == SRV_TIE_BLOCKED)) {
        v->is_welcome = true;
        srv_table_visit(v->house, v->table, &v->task);
        return;
    }
    if (is_known)
        srv_refuse(v->house, v->ask, SRV_TAKEN, "This seat is taken.");
    else
        srv_refuse(v->house, v->ask, srv_code_of(a->err), a->why);
    json_decref(v->body);
    spk_free(v);
}

/* True: it was asked for, and the table is visited again. */
static bool asks_if_welcome(const srv_visit *v, const srv_table *table)
{
    const char *maker = table->maker >= 0 ? table->places[table->maker].account : NULL;
    char key[SRV_TIE_KEY];
    if (v->is_welcome || !maker || !*v->account || spk_str_eq(maker, v->account))
        return false;
    srv_visit *again = spk_alloc(sizeof *again);
    *again = *v;
    json_incref(again->body);
    srv_tie_key(maker, v->account, key);
    srv_query query = {.what = SRV_ASK_NOTE, .kind = SRV_KIND_TIE, .key = key};
    srv_house_begin(v->house);
    spk_err err = srv_store_ask(v->house->store, &query, on_block, again);
    if (err != SPK_OK)
        on_block(again, &(srv_answer){.err = err, .why = spk_err_words(err)});
    return true;
}

/* The seat of whoever made the table has the host's rights. They have left it: whoever comes now has none of them. */
static void forget_maker(srv_table *table, spk_buf *settings, srv_change *change)
{
    table->maker = -1;
    srv_table_settings(table, settings);
    change->settings = spk_buf_text(settings);
    change->listed = table->listed;
}

static void join(srv_visit *v, srv_table *table)
{
    if (asks_if_welcome(v, table))
        return;
    spk_buf settings = {0};
    srv_house *h = v->house;
    srv_mark mark = srv_table_mark(table);
    spk_why why = {0};
    room_sitter who;
    joining *join = spk_alloc(sizeof *join);
    *join = (joining){.house = h, .ask = v->ask, .seat = v->n};
    spk_err err = make_token(v, join, &why);
    if (err == SPK_OK && was_taken_so(table, join)) {
        after_joined(join, table, &why);
        return;
    }
    if (err != SPK_OK || take_seat(v, table, &who, &why) != SPK_OK) {
        srv_refuse_why(h, v->ask, &why);
        spk_free(join);
        return;
    }
    srv_place *place = &table->places[v->n];
    memcpy(place->token, join->hash, SRV_HASH);
    place->has_token = true;
    place->joined = srv_house_wall(h);
    srv_table_set_text(&place->account, v->account);
    room_sit(table->room, v->n, &who);
    srv_log_event(h->log, SRV_EVENT_SEAT_TAKEN, SRV_KEY("table", table->id), SRV_NUM("seat", v->n),
                  SRV_PEER("from", v->peer));
    if (room_is_full(table->room)) {
        SPK_BUG_IF(srv_table_deal(table, &why) != SPK_OK);
        srv_log_event(h->log, SRV_EVENT_TABLE_DEALT, SRV_KEY("table", table->id));
    }
    srv_seat seat = srv_table_seat(table, v->n);
    srv_change change = {.n_seats = 1, .seats = &seat};
    if (v->n == table->maker && !v->is_host)
        forget_maker(table, &settings, &change);
    table->actor = (srv_actor){0};
    srv_table_commit(table, &mark, NULL, &change, after_joined, join);
    spk_buf_release(&settings);
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
    else if (!srv_rates_take(h->http->joined, r->peer, limits->seats_per_minute,
                             limits->seats_per_minute / 60.0, srv_house_ms(h)))
        srv_refuse(h, r->ask, SRV_TOO_MANY, "You have taken many seats. Wait a while.");
    else if ((body = srv_body(h, r)))
        srv_visit_start(h, r, word[0], body, n, join);
}

/* -- Contributing ------------------------------------------------------------------------------ */

/* Whoever made the table saw its commitment only afterwards: a contribution that is given now was not
 * known when the seed was drawn. */
static spk_err read_contribution(srv_visit *v, srv_table *table, const char **nonce, spk_why *why)
{
    if (room_status_of(table->room) != ROOM_WAITING)
        return spk_fail(why, SPK_EREFUSED, "Contributions can only be made before the deal.");
    if (!srv_field_text(v->body, "nonce", SRV_NONCE, nonce, why))
        return SPK_EMALFORMED;
    if (!*nonce)
        return spk_fail(why, SPK_EMALFORMED, "'nonce' is missing.");
    return srv_nonce_check(*nonce, why);
}

static void contribute(srv_visit *v, srv_table *table)
{
    srv_mark mark = srv_table_mark(table);
    const char *nonce = NULL;
    spk_why why = {0};
    if (v->seat != v->n) {
        srv_refuse(v->house, v->ask, v->has_token ? SRV_FORBIDDEN : SRV_UNAUTHORIZED,
                   "This seat is not yours.");
        return;
    }
    if (read_contribution(v, table, &nonce, &why) != SPK_OK) {
        srv_refuse_why(v->house, v->ask, &why);
        return;
    }
    srv_table_set_text(&table->places[v->n].nonce, nonce);
    srv_seat seat = srv_table_seat(table, v->n);
    srv_visit_commit(v, table, &mark, &(srv_change){.n_seats = 1, .seats = &seat});
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
static void send_away(srv_table *table, spk_seat seat)
{
    srv_table_send_away(table, seat, 4403, "this seat is open again");
}

static void open_seat(srv_table *table, spk_seat seat)
{
    room_sitter who = *room_sitter_of(table->room, seat);
    srv_place *place = &table->places[seat];
    who.kind = ROOM_OPEN;
    who.here = false;
    who.name[0] = '\0';
    srv_table_set_text(&place->account, NULL);
    srv_table_set_text(&place->nonce, NULL);
    place->has_token = false;
    place->joined = 0;
    send_away(table, seat);
    room_sit(table->room, seat, &who);
}

/* During a game: one's own seat at any time, another's when its player has been waited for long enough. Whoever plays
 * may say so, not the host alone, who may be the one that is missing. */
static spk_err leave_game(srv_visit *v, srv_table *table, spk_why *why)
{
    int64_t now = srv_house_now(v->house);
    spk_rng rng;
    if (v->seat != v->n)
        return room_hand_over(table->room, v->n, now, why);
    if (srv_daily_check_leave(table, why) != SPK_OK)
        return why->err;
    srv_table_rng(table, &rng);
    return room_act(table->room, v->n, &(room_deed){.kind = ROOM_LEAVE, .n = -1}, &rng, now, why);
}

static bool may_empty(const srv_visit *v, const srv_table *table)
{
    bool waiting = room_status_of(table->room) == ROOM_WAITING;
    return v->seat == v->n || v->is_host || (!waiting && v->seat >= 0);
}

static void leave(srv_visit *v, srv_table *table)
{
    srv_mark mark = srv_table_mark(table);
    srv_change change = {0};
    srv_seat seat;
    spk_why why = {0};
    if (v->n >= table->n_seats) {
        srv_refuse(v->house, v->ask, SRV_UNKNOWN, "The table has no such seat.");
        return;
    }
    if (!may_empty(v, table)) {
        srv_refuse(v->house, v->ask, v->has_token ? SRV_FORBIDDEN : SRV_UNAUTHORIZED,
                   "This seat is not yours.");
        return;
    }
    if (mark.status == ROOM_WAITING) {
        open_seat(table, v->n);
        seat = srv_table_seat(table, v->n);
        change = (srv_change){.n_seats = 1, .seats = &seat};
    } else if (leave_game(v, table, &why) != SPK_OK) {
        srv_refuse_why(v->house, v->ask, &why);
        return;
    }
    srv_log_event(v->house->log, SRV_EVENT_SEAT_LEFT, SRV_KEY("table", table->id),
                  SRV_NUM("seat", v->n));
    srv_visit_commit(v, table, &mark, &change);
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
static spk_err read_sitters(const json_t *list, srv_table *table, room_sitter who[SPK_MAX_SEATS],
                            bool touched[SPK_MAX_SEATS], spk_why *why)
{
    const char *key;
    json_t *value;
    if (!list || json_is_null(list))
        return SPK_OK;
    if (!json_is_object(list))
        return spk_fail(why, SPK_EMALFORMED, "'seats' is an object: {\"1\": \"bot:hard\"}.");
    if (room_status_of(table->room) != ROOM_WAITING)
        return spk_fail(why, SPK_EREFUSED, "Seats can only be taken before the deal.");
    json_object_foreach((json_t *)list, key, value)
    {
        int seat = seat_number(key);
        const char *word = json_string_value(value);
        if (seat < 0 || seat >= table->n_seats || !word)
            return spk_fail(why, SPK_EMALFORMED, "'seats' is an object: {\"1\": \"bot:hard\"}.");
        touched[seat] = true;
        who[seat] = (room_sitter){.kind = ROOM_OPEN};
        if (spk_str_eq(word, "open"))
            continue;
        who[seat].kind = ROOM_BOT;
        spk_err err = srv_bot_check(word, who[seat].bot, why);
        if (err != SPK_OK)
            return err;
        srv_bot_name(table, who[seat].bot, who[seat].name);
    }
    return SPK_OK;
}

static spk_err read_muted(const json_t *list, const srv_table *table, uint8_t *muted, spk_why *why)
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
        if (seat < 0 || seat >= table->n_seats || !json_is_boolean(value))
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

static spk_err read_orders(const json_t *o, srv_table *table, orders *x, spk_why *why)
{
    *x = (orders){.listed = table->listed, .muted = table->muted};
    if (!srv_field_bool(o, "listed", &x->listed, why) ||
        !srv_field_bool(o, "start", &x->start, why) || !srv_field_bool(o, "close", &x->close, why))
        return SPK_EMALFORMED;
    spk_err err = read_sitters(json_object_get(o, "seats"), table, x->who, x->touched, why);
    return err == SPK_OK ? read_muted(json_object_get(o, "mute"), table, &x->muted, why) : err;
}

/* Seats that were given are dealt to at once if they were the last; 'start' says so aloud. */
static spk_err obey(srv_table *table, const orders *x, srv_seat seats[SPK_MAX_SEATS], int *n,
                    spk_why *why)
{
    *n = 0;
    for (spk_seat seat = 0; seat < table->n_seats; seat++) {
        if (!x->touched[seat])
            continue;
        room_sitter who = x->who[seat];
        open_seat(table, seat);
        who.here = who.kind == ROOM_BOT;
        room_sit(table->room, seat, &who);
        seats[(*n)++] = srv_table_seat(table, seat);
    }
    table->listed = x->listed;
    table->muted = x->muted;
    bool waiting = room_status_of(table->room) == ROOM_WAITING;
    if (x->close)
        room_close(table->room, srv_house_now(table->house));
    else if (waiting && (room_is_full(table->room) || x->start))
        return srv_table_deal(table, why);
    return SPK_OK;
}

/* Whether the table can be dealt once the orders are carried out. */
static bool will_be_full(const srv_table *table, const orders *x)
{
    bool full = true;
    for (spk_seat seat = 0; seat < table->n_seats; seat++)
        full &= (x->touched[seat] ? &x->who[seat] : room_sitter_of(table->room, seat))->kind !=
                ROOM_OPEN;
    return full;
}

/* Anybody who might be winning, beside the host. */
static bool has_other_people(const srv_table *table)
{
    for (spk_seat seat = 0; seat < table->n_seats; seat++) {
        room_kind kind = room_sitter_of(table->room, seat)->kind;
        if (seat != table->maker && (kind == ROOM_PERSON || kind == ROOM_HOTSEAT))
            return true;
    }
    return false;
}

/* Bots at a rated table, each against the others as the orders will have them. */
static spk_err judge_bots(const srv_table *table, const orders *x, spk_why *why)
{
    spk_err err = SPK_OK;
    for (spk_seat seat = 0; seat < table->n_seats && err == SPK_OK && table->rated; seat++) {
        if (!x->touched[seat])
            continue;
        err = srv_rated_check_seat(table, seat, &x->who[seat], NULL, why);
        for (spk_seat other = 0; other < seat && err == SPK_OK; other++)
            if (x->touched[other] && x->who[seat].kind == ROOM_BOT &&
                spk_str_eq(x->who[seat].bot, x->who[other].bot))
                err = spk_refuse(why, "", "At a rated table nobody sits twice, and no bot does.");
    }
    return err;
}

static spk_err judge_orders(srv_table *table, const json_t *body, orders *x, spk_why *why)
{
    room_status status = room_status_of(table->room);
    if (status == ROOM_CLOSED)
        return spk_fail(why, SPK_EREFUSED, "This table is closed.");
    spk_err err = read_orders(body, table, x, why);
    if (err == SPK_OK)
        err = judge_bots(table, x, why);
    if (err == SPK_OK && x->close && status == ROOM_FINISHED)
        return spk_refuse(why, "", "The game is over: its result and its record stay.");
    if (err == SPK_OK && x->close)
        err = srv_daily_check_leave(table, why);
    if (err == SPK_OK && x->close && (status == ROOM_PLAYING || status == ROOM_PAUSED) &&
        has_other_people(table))
        return spk_refuse(
            why, "",
            "During a game only all players together can close the table: each has to agree.");
    if (err == SPK_OK && x->start && !x->close && status == ROOM_WAITING && !will_be_full(table, x))
        return spk_fail(why, SPK_EREFUSED, "Some seats are still open.");
    return err;
}

static void patch(srv_visit *v, srv_table *table)
{
    srv_mark mark = srv_table_mark(table);
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
    if (judge_orders(table, v->body, &x, &why) != SPK_OK) {
        srv_refuse_why(v->house, v->ask, &why);
        return;
    }
    SPK_BUG_IF(obey(table, &x, seats, &n, &why) != SPK_OK);
    srv_table_settings(table, &settings);
    srv_visit_commit(v, table, &mark,
                     &(srv_change){.n_seats = n,
                                   .seats = seats,
                                   .settings = spk_buf_text(&settings),
                                   .listed = table->listed});
    spk_buf_release(&settings);
}

static void patch_table(srv_house *h, const srv_request *r, char *const *word)
{
    json_t *body = srv_body(h, r);
    if (body)
        srv_visit_start(h, r, word[0], body, -1, patch);
}

/* -- Rematch ----------------------------------------------------------------------------------- */

static void rematch(srv_visit *v, srv_table *table)
{
    const char *nonce = NULL;
    spk_why why = {0};
    if (v->seat < 0)
        srv_refuse(v->house, v->ask, v->has_token ? SRV_FORBIDDEN : SRV_UNAUTHORIZED,
                   "Only those who played can ask for a rematch.");
    else if (!srv_field_text(v->body, "nonce", SRV_NONCE, &nonce, &why) ||
             (nonce && srv_nonce_check(nonce, &why) != SPK_OK))
        srv_refuse_why(v->house, v->ask, &why);
    else
        srv_rematch(table, &(srv_actor){.seat = v->seat}, v->ask, *v->account ? NULL : v->bytes,
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
    {SRV_GET, "/api/tables/*/box", get_box},
    {SRV_PATCH, "/api/tables/*", patch_table},
    {SRV_POST, "/api/tables/*/seats/*", post_seat},
    {SRV_PATCH, "/api/tables/*/seats/*", patch_seat},
    {SRV_DELETE, "/api/tables/*/seats/*", delete_seat},
    {SRV_POST, "/api/tables/*/rematch", post_rematch},
    {0},
};
