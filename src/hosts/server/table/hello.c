/* hello.c: letting somebody in at a table: the first message on a WebSocket, and whom its token opens a seat
 * for. Whoever shows none is an onlooker, where the table allows it. */
#include <sodium.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/table/guest.h"

/* Somebody at the door. The connection may be gone before the table is found. */
typedef struct comer {
    srv_task task;
    srv_house *house;
    srv_ws ws;
    char table[SRV_ID + 1];
    bool has_token, opened;
    bool unsealed;                           /* whether the deal is public was asked */
    uint8_t bytes[SRV_HASH], hash[SRV_HASH]; /* the token and its hash */
    int seen, heard, wish;
    bool is_host;
    char account[SRV_ID_ROOM]; /* of a session; "": none */
    bool knows_blocks;         /* whom they do not hear was asked for */
    srv_blocks *blocks;
} comer;

static void end(comer *c)
{
    spk_free(c->blocks);
    spk_free(c);
}

static void turn_away(comer *c, int code, const char *reason)
{
    srv_log_event(c->house->log, SRV_EVENT_GUEST_REFUSED, SRV_KEY("table", c->table),
                  SRV_NUM("code", code));
    srv_ws_close(c->house->world, c->ws, code, reason);
    end(c);
}

static void greet(srv_guest *guest)
{
    srv_house *h = guest->house;
    spk_json j = {.out = &h->tables->out};
    spk_buf_clear(&h->tables->out);
    spk_json_open(&j, '{');
    spk_json_key(&j, "t"), spk_json_str(&j, "hello");
    spk_json_key(&j, "protocol"), spk_json_int(&j, 1);
    spk_json_key(&j, "version"), spk_json_str(&j, SPK_VERSION);
    spk_json_key(&j, "table"), spk_json_str(&j, guest->table->id);
    spk_json_key(&j, "you");
    if (guest->seat == SPK_SEAT_ONLOOKER)
        spk_json_null(&j);
    else
        spk_json_int(&j, guest->seat);
    spk_json_key(&j, "host"), spk_json_bool(&j, guest->host);
    spk_json_key(&j, "talk_ms"), spk_json_int(&j, h->config->house.talk_ms);
    spk_json_close(&j, '}');
    srv_ws_send(h->world, guest->ws, h->tables->out.bytes, h->tables->out.n);
}

static void let_in(comer *c, srv_guest *guest, srv_table *table, spk_seat seat)
{
    guest->host = c->is_host || (seat == table->maker && seat >= 0);
    guest->has_token = c->has_token && seat >= 0 && !*c->account;
    if (guest->has_token)
        memcpy(guest->token, c->bytes, SRV_HASH);
    memcpy(guest->account, c->account, sizeof guest->account);
    memcpy(guest->session, c->hash, SRV_HASH);
    spk_free(guest->blocks);
    guest->blocks = c->blocks;
    c->blocks = NULL;
    srv_guest_sit(guest, table, seat < 0 ? SPK_SEAT_ONLOOKER : seat);
    greet(guest);
    srv_show_guest(guest, c->seen, c->heard);
    srv_log_event(c->house->log, SRV_EVENT_GUEST_CAME, SRV_KEY("table", table->id),
                  SRV_NUM("seat", seat));
    srv_table_show_soon(table); /* the others hear that somebody is here */
    end(c);
    if (*guest->account)
        srv_guest_check_session(guest); /* it may have ended while the table was fetched */
    srv_guest_catch_up(guest);
    if (table->state == SRV_READY) { /* the table may have slept until now */
        srv_beat_due(table);
        srv_bot_turns_call(table);
    }
}

/* A player is never kept out: not by onlookers, nor by connections left open on other devices. The oldest goes. */
static void make_room(srv_table *table, spk_seat seat)
{
    srv_guest *oldest = NULL;
    if (seat < 0 || srv_table_viewer(table, seat)->n_guests < SRV_GUESTS_PER_SEAT)
        return;
    for (srv_guest *g = table->guests; g; g = g->next) /* the newest first */
        if (g->seat == seat)
            oldest = g;
    SPK_BUG_IF(!oldest);
    srv_guest_rise(oldest);
    srv_ws_close(table->house->world, oldest->ws, 1013, "this seat is open in too many places");
}

static void at_table(srv_task *task, srv_table *table, const spk_why *why);

static void on_opened(void *context, const srv_opened *opened, const spk_why *why)
{
    comer *c = context;
    c->opened = true;
    if (why->err != SPK_OK && why->err != SPK_EUNKNOWN) {
        turn_away(c, 1013, "the house is busy: come again");
        return;
    }
    if (why->err == SPK_OK && opened->is_host && spk_str_eq(opened->table, c->table))
        c->is_host = true;
    if (why->err == SPK_OK && opened->account && strlen(opened->account) < sizeof c->account)
        memcpy(c->account, opened->account, strlen(opened->account) + 1);
    if (!c->is_host && !*c->account)
        turn_away(c, 4403, "the token opens nothing here");
    else
        srv_table_visit(c->house, c->table, &c->task);
}

/* The seat that the comer may sit at; -1: none. */
static spk_seat seat_of(const comer *c, const srv_table *table)
{
    if (*c->account)
        return srv_table_seat_of_account(table, c->account, c->wish);
    return c->has_token ? srv_table_seat_of(table, c->hash) : -1;
}

/* -- Whom they do not hear ---------------------------------------------------------------------------- */

static void on_blocks(void *context, const srv_answer *a)
{
    comer *c = context;
    srv_house_end(c->house);
    if (a->err != SPK_OK) {
        turn_away(c, 1013, "the house is busy: come again");
        return;
    }
    c->knows_blocks = true;
    c->blocks = srv_blocks_read(a);
    srv_table_visit(c->house, c->table, &c->task);
}

/* Before somebody is let in, since the chat is the first thing they are shown. True: it was asked for, and the table is visited
 * again. */
static bool asks_blocks(comer *c, const srv_table *table, spk_seat seat)
{
    const char *account = srv_guest_account(table, seat, c->account);
    if (c->knows_blocks || !account)
        return false;
    srv_query query = srv_blocks_query(account);
    if (srv_store_ask(c->house->store, &query, on_blocks, c) == SPK_OK)
        srv_house_begin(c->house);
    else
        turn_away(c, 1013, "the house is busy: come again");
    return true;
}

static void come_again(void *comer_)
{
    comer *c = comer_;
    srv_table_visit(c->house, c->table, &c->task);
}

static void at_table(srv_task *task, srv_table *table, const spk_why *why)
{
    comer *c = (comer *)task;
    srv_house *h = c->house;
    srv_guest *guest = srv_ws_user(h->world, c->ws);
    int most = (int)h->config->house.guests_per_table;
    if (!guest) {
        end(c);
        return;
    }
    if (!table) {
        bool unknown = why->err == SPK_EUNKNOWN;
        turn_away(c, unknown ? 4404 : 1013,
                  unknown ? "there is no such table" : "the house is busy: come again");
        return;
    }
    spk_seat seat = seat_of(c, table);
    if (!c->unsealed && (c->unsealed = srv_table_unseal(table, come_again, c)))
        return;
    if (seat < 0 && c->has_token && !c->opened)
        srv_token_open(h, c->hash, on_opened, c);
    else if (seat < 0 && c->has_token && !c->is_host)
        turn_away(c, 4403, "the token opens nothing here");
    else if (seat < 0 && !c->is_host && !srv_table_may_look(table, seat))
        turn_away(c, 4403, "this table takes no onlookers");
    else if (seat < 0 && most && srv_table_viewer(table, SPK_SEAT_ONLOOKER)->n_guests >= most)
        turn_away(c, 1013, "too many people are at this table");
    else if (!asks_blocks(c, table, seat)) {
        make_room(table, seat);
        let_in(c, guest, table, seat);
    }
}

static void misspoken(srv_guest *guest, const char *reason)
{
    srv_ws_close(guest->house->world, guest->ws, 4400, reason);
}

/* A bad token is no onlooker: whoever shows one wants a seat, and should learn that it is none. */
void srv_hello(srv_guest *guest, const json_t *o)
{
    const char *t = json_string_value(json_object_get(o, "t"));
    const char *table = json_string_value(json_object_get(o, "table"));
    const json_t *token = json_object_get(o, "token");
    comer c = {.task = {.run = at_table}, .house = guest->house, .ws = guest->ws, .wish = -1};
    guest->hello = true;
    guest->position = json_is_true(json_object_get(o, "position"));
    guest->patient = json_is_true(json_object_get(o, "patient"));
    if (!t || !spk_str_eq(t, "hello"))
        misspoken(guest, "the first message is hello");
    else if (json_integer_value(json_object_get(o, "protocol")) != 1)
        misspoken(guest, "this house speaks protocol 1");
    else if (!srv_field_int(o, "seen", 0, 1 << 30, &c.seen, NULL) ||
             !srv_field_int(o, "heard", 0, 1 << 30, &c.heard, NULL) ||
             !srv_field_int(o, "seat", 0, SPK_MAX_SEATS - 1, &c.wish, NULL))
        misspoken(guest, "'seen', 'heard' and 'seat' are numbers");
    else if (!table || !srv_is_id(table))
        srv_ws_close(guest->house->world, guest->ws, 4404, "there is no such table");
    else if (token && !json_is_null(token) &&
             !(json_is_string(token) && srv_token_bytes(json_string_value(token), c.bytes)))
        srv_ws_close(guest->house->world, guest->ws, 4403, "the token opens nothing here");
    else {
        comer *own = spk_alloc(sizeof *own);
        memcpy(c.table, table, sizeof c.table);
        c.has_token = token && !json_is_null(token);
        crypto_hash_sha256(c.hash, c.bytes, SRV_HASH);
        *own = c;
        srv_table_visit(c.house, c.table, &own->task);
    }
}
