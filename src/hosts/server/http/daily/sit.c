/* sit.c: POST /api/daily/GAME[/DAY]: sitting down at a table of a deal.
 *
 *     seeds -> my try: whoever has a game under way goes on with it -> what is known of this browser -> a table
 *
 * A try counts once per account, on the day itself, and only if the deal was not seen in the same browser before. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "hosts/server/http/daily/inside.h"

enum { DEVICE = 64 }; /* bytes of what a browser calls itself, at most */

typedef struct sitting {
    daily_errand e;
    bool seen_here, is_marked; /* this device */
    bool is_rated;
    char token[SRV_TOKEN], host[SRV_TOKEN];
} sitting;

/* -- The answer -------------------------------------------------------------------------------------- */

static void print_sat(const sitting *s, const srv_table *table, spk_buf *out)
{
    const daily_errand *e = &s->e;
    spk_json j = {.out = out};
    spk_json_open(&j, '{');
    srv_json_text(&j, "id", table->id);
    srv_json_link(e->caller.house, table->id, &j);
    srv_json_text(&j, "host", s->host);
    srv_json_int(&j, "seat", table->maker);
    srv_json_text(&j, "token", s->token);
    daily_put_commitment(&j, "commitment", e, e->day, e->game);
    srv_json_bool(&j, "rated", s->is_rated);
    srv_json_bool(&j, "seen_here", s->seen_here);
    spk_json_close(&j, '}');
}

static void after_sat(void *context, srv_table *table, const spk_why *why)
{
    sitting *s = context;
    srv_caller *c = &s->e.caller;
    spk_buf out = {0};
    if (why->err == SPK_OK) {
        print_sat(s, table, &out);
        c->house->figures.tables_made++;
        srv_caller_answer(c, 201, &out);
    } else if (why->err == SPK_ESTALE)
        srv_caller_refuse(c, SRV_BUSY, "You have just begun this deal elsewhere. Try again.");
    else
        srv_caller_fail_why(c, why);
}

/* -- The table ------------------------------------------------------------------------------------------ */

static void seat_bots(srv_table *table, spk_seat own)
{
    for (spk_seat seat = 0; seat < table->n_seats; seat++) {
        room_sitter bot = {.kind = ROOM_BOT, .here = true, .bot = SRV_DAILY_BOT};
        srv_bot_name(table, bot.bot, bot.name);
        if (seat != own)
            room_sit(table->room, seat, &bot);
    }
}

/* The person, and everywhere else the same bot. */
static spk_err furnish(srv_table *table, sitting *s, spk_why *why)
{
    const daily_errand *e = &s->e;
    const srv_caller *c = &e->caller;
    spk_seat own = srv_daily_seat(e->game, e->day);
    srv_place *place = &table->places[own];
    room_sitter who = {.kind = ROOM_PERSON};
    seat_bots(table, own);
    spk_err err = daily_is_guest(e)
                      ? srv_seat_name_read(table, own, c->body, "Guest", who.name, why)
                      : room_name_read(c->name, strlen(c->name), who.name, why);
    if (err != SPK_OK)
        return err;
    room_sit(table->room, own, &who);
    srv_token_new(s->token, place->token);
    place->has_token = true;
    place->joined = srv_house_wall(c->house);
    srv_table_set_text(&place->account, c->id);
    table->maker = (int8_t)own;
    return srv_table_deal(table, why);
}

static srv_table *new_table(sitting *s, srv_box *box)
{
    const daily_errand *e = &s->e;
    const srv_caller *c = &e->caller;
    char id[SRV_ID + 1];
    const char *language = "en";
    room_plan plan = {.pause = true, .absence_s = ROOM_ABSENCE_S};
    srv_id_new(id);
    srv_table *table = srv_table_new(c->house, id);
    srv_field_text(c->body, "language", SRV_LANGUAGE - 1, &language, NULL);
    snprintf(table->language, sizeof table->language, "%s", language);
    table->payer = srv_network_of(c->peer);
    table->created = srv_house_wall(c->house);
    memcpy(table->seed, daily_seed_of(e, e->day, e->game), SRV_HASH);
    srv_day_print(e->day, table->daily);
    table->try_of = s->is_rated ? srv_try_of(c->id) : 0;
    srv_table_equip(table, box, &plan);
    return table;
}

/* What a browser calls itself, so that nobody can tell from it who that was, nor find the same one on another day. */
static bool device_key(const daily_errand *e, char key[SRV_KEY_ROOM])
{
    const char *device = json_string_value(json_object_get(e->caller.body, "device"));
    uint8_t mark[16];
    char hex[33];
    if (!device || !*device || strlen(device) > DEVICE || e->day != e->today)
        return false;
    crypto_generichash(mark, sizeof mark, (const uint8_t *)device, strlen(device),
                       daily_seed_of(e, e->day, e->game), SRV_HASH);
    sodium_bin2hex(hex, sizeof hex, mark, sizeof mark);
    daily_key(e, hex, key);
    return true;
}

static void print_try(const srv_table *table, spk_buf *text)
{
    spk_json j = {.out = text};
    spk_json_open(&j, '{');
    srv_json_text(&j, "table", table->id);
    srv_json_int(&j, "begun", table->created);
    spk_json_close(&j, '}');
}

/* The try is written with the table: one of two at the same moment fails. */
static void create(sitting *s, srv_table *table)
{
    const daily_errand *e = &s->e;
    char key[SRV_KEY_ROOM], device[SRV_KEY_ROOM];
    uint8_t host[SRV_HASH];
    srv_note notes[2];
    int n = 0;
    spk_buf text = {0}, mark = {0};
    daily_key(e, e->caller.id, key);
    print_try(table, &text);
    spk_buf_printf(&mark, "{\"try\":\"%s\"}", key);
    if (s->is_rated)
        notes[n++] = (srv_note){.kind = SRV_DAILY_TRIES,
                                .key = key,
                                .account = e->caller.id,
                                .text = spk_buf_text(&text)};
    if (!s->is_marked && device_key(e, device))
        notes[n++] = (srv_note){.kind = SRV_DAILY_DEVICES,
                                .key = device,
                                .rank = e->day,
                                .text = s->is_rated ? spk_buf_text(&mark) : "{}",
                                .version = SRV_ANY_VERSION};
    srv_token_new(s->host, host);
    srv_table_create_noted(table, host, notes, n, after_sat, s);
    spk_buf_release(&text);
    spk_buf_release(&mark);
}

static bool counts(const sitting *s)
{
    const daily_errand *e = &s->e;
    return !daily_is_guest(e) && e->day == e->today && e->day > e->caller.house->told_day &&
           !e->has_try && !s->seen_here;
}

static void sit_down(sitting *s)
{
    srv_caller *c = &s->e.caller;
    const spk_game *game = s->e.game;
    spk_why why = {0};
    srv_box *box = daily_open_box(c->house, game, &why);
    if (!box) {
        srv_caller_fail_why(c, &why);
        return;
    }
    s->is_rated = counts(s);
    srv_table *table = new_table(s, box);
    if (furnish(table, s, &why) == SPK_OK) {
        srv_log_event(c->house->log, SRV_EVENT_TABLE_MADE, SRV_KEY("table", table->id),
                      SRV_KEY("game", game->key), SRV_NUM("players", table->n_seats),
                      SRV_PEER("from", c->peer));
        create(s, table);
        return;
    }
    srv_table_drop(table);
    srv_caller_fail_why(c, &why);
}

/* -- This browser ------------------------------------------------------------------------------------------ */

/* Somebody's rated try was begun in this browser: nobody tries the same deal out beside it. */
static void on_try_here(void *context, const srv_answer *a)
{
    sitting *s = context;
    json_t *o = a->err == SPK_OK ? json_loads(a->notes[0].text, 0, NULL) : NULL;
    bool is_open = o && !json_is_integer(json_object_get(o, "place"));
    json_decref(o);
    if (is_open)
        srv_caller_refuse(
            &s->e.caller, SRV_REFUSED,
            "A try of this deal that counts was begun in this browser. It comes first.");
    else
        sit_down(s);
}

static void on_device(void *context, const srv_answer *a)
{
    sitting *s = context;
    json_t *o = a->err == SPK_OK ? json_loads(a->notes[0].text, 0, NULL) : NULL;
    const char *key = json_string_value(json_object_get(o, "try"));
    s->is_marked = a->err == SPK_OK;
    s->seen_here = s->is_marked && !daily_is_guest(&s->e) && !s->e.has_try;
    if (key)
        srv_caller_ask(&s->e.caller,
                       &(srv_query){.what = SRV_ASK_NOTE, .kind = SRV_DAILY_TRIES, .key = key},
                       on_try_here);
    else
        sit_down(s);
    json_decref(o);
}

static void ask_device(daily_errand *e)
{
    char key[SRV_KEY_ROOM];
    if (device_key(e, key))
        srv_caller_ask(&e->caller,
                       &(srv_query){.what = SRV_ASK_NOTE, .kind = SRV_DAILY_DEVICES, .key = key},
                       on_device);
    else
        sit_down((sitting *)e);
}

/* -- The errand ---------------------------------------------------------------------------------------------- */

/* Whoever has a game under way goes on with it. */
static void with_try(daily_errand *e)
{
    spk_buf out = {0};
    spk_json j = {.out = &out};
    if (!e->has_try || e->is_finished) {
        ask_device(e);
        return;
    }
    spk_json_open(&j, '{');
    srv_json_text(&j, "id", e->table);
    srv_json_link(e->caller.house, e->table, &j);
    srv_json_bool(&j, "rated", true);
    spk_json_close(&j, '}');
    srv_caller_answer(&e->caller, 200, &out);
}

static void with_deal(daily_errand *e)
{
    if (!daily_is_guest(e) && e->day == e->today)
        daily_want_try(e, with_try);
    else
        ask_device(e); /* none of a day that is over */
}

static void known(srv_caller *c)
{
    daily_errand *e = (daily_errand *)c;
    daily_want_deals(e, e->day, with_deal);
}

void daily_post_try(srv_house *h, const srv_request *r, char *const *word)
{
    if (daily_is_off(h, r) || !srv_make_may(h, r))
        return;
    daily_errand *e = daily_begin(h, r, sizeof(sitting), daily_release);
    if (srv_caller_read(&e->caller, r) && daily_read_deal(e, word))
        srv_caller_find(&e->caller, r, known);
}
