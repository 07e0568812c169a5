/* api_make.c: POST /api/tables: a new table as its maker wants it. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "games/registry.h"
#include "hosts/nearest.h"
#include "hosts/player/player.h"
#include "hosts/server/api.h"

/* -- Bots -------------------------------------------------------------------------------------- */

/* Bots of the house alone, and none that would think longer than a house may take to close. */
spk_err srv_bot_check(const char *word, char clean[ROOM_WORD], spk_why *why)
{
    enum { MOST_ITERATIONS = 2000 };
    host_spec spec;
    if (strncmp(word, "exec", 4) == 0 || strchr(word, '*'))
        return spk_fail(why, SPK_EREFUSED, "Only the house's own bots play here.");
    spk_err err = host_spec_read(word, &spec, why);
    if (err != SPK_OK)
        return err;
    if (spec.budget.ms > SRV_BOT_MS || spec.budget.iterations > MOST_ITERATIONS)
        return spk_fail(why, SPK_ERANGE, "A bot thinks 2 s or 2000 iterations here, at most.");
    word += strncmp(word, "bot:", 4) == 0 ? 4 : 0;
    if (strlen(word) >= ROOM_WORD)
        return spk_fail(why, SPK_ERANGE, "That is too long for a bot's name.");
    memcpy(clean, word, strlen(word) + 1);
    return SPK_OK;
}

/* The character's name, if it is a level of this game. */
void srv_bot_name(const srv_live *live, const char *word, char name[ROOM_NAME])
{
    const spk_game *game = srv_box_of(live->box)->game;
    host_spec spec;
    const char *found = NULL;
    if (host_spec_read(word, &spec, NULL) == SPK_OK && spec.kind && spec.kind->is_level &&
        game->hints)
        found = game->hints->level[spec.kind->grade].name;
    snprintf(name, ROOM_NAME, "%s", found ? found : word);
}

/* -- What the maker wants ---------------------------------------------------------------------- */

typedef struct wish {
    const spk_game *game;
    int players;
    const char *edition, *language;
    room_plan plan;
    bool listed;
    const json_t *seats;
} wish;

static spk_err read_game(const json_t *o, wish *w, spk_why *why)
{
    const char *key = json_string_value(json_object_get(o, "game"));
    if (!key)
        return spk_fail(why, SPK_EMALFORMED, "'game' is missing: GET /api/games lists them.");
    w->game = spk_game_find(key);
    if (!w->game)
        return spk_fail(why, SPK_EUNKNOWN, "There is no such game: GET /api/games lists them.");
    w->players = 0;
    return srv_field_int(o, "players", 1, SPK_MAX_SEATS, &w->players, why) ? SPK_OK
                                                                           : SPK_EMALFORMED;
}

static spk_err read_plan(const json_t *o, wish *w, spk_why *why)
{
    const char *clock = "none";
    w->plan = (room_plan){.undo = true, .chat = true, .pause = true, .onlookers = true};
    w->edition = "default";
    w->language = "en";
    if (!srv_field_text(o, "edition", 31, &w->edition, why) ||
        !srv_field_text(o, "language", SRV_LANGUAGE - 1, &w->language, why) ||
        !srv_field_text(o, "clock", SPK_CLOCK_RULE - 1, &clock, why) ||
        !srv_field_bool(o, "undo", &w->plan.undo, why) ||
        !srv_field_bool(o, "chat", &w->plan.chat, why) ||
        !srv_field_bool(o, "hints", &w->plan.hints, why) ||
        !srv_field_bool(o, "pause", &w->plan.pause, why) ||
        !srv_field_bool(o, "onlookers", &w->plan.onlookers, why) ||
        !srv_field_bool(o, "listed", &w->listed, why))
        return SPK_EMALFORMED;
    return spk_clock_rule_parse(clock, &w->plan.clock, why);
}

/* {"show_hands": "off"} as the box wants it: "show_hands=off". Values may be numbers. */
static spk_err read_options(const json_t *o, spk_buf *texts, const char **options, int *n,
                            spk_why *why)
{
    json_t *list = json_object_get(o, "options");
    const char *name;
    json_t *value;
    size_t at[SPK_MAX_OPTIONS];
    *n = 0;
    if (!list || json_is_null(list))
        return SPK_OK;
    if (!json_is_object(list) || json_object_size(list) > SPK_MAX_OPTIONS)
        return spk_fail(why, SPK_EMALFORMED, "'options' is an object of the game's options.");
    json_object_foreach(list, name, value)
    {
        at[(*n)++] = texts->n;
        if (json_is_string(value))
            spk_buf_printf(texts, "%.40s=%.40s", name, json_string_value(value));
        else if (json_is_integer(value))
            spk_buf_printf(texts, "%.40s=%lld", name, (long long)json_integer_value(value));
        else
            return spk_fail(why, SPK_EMALFORMED, "An option is a word or a number.");
        spk_buf_putc(texts, '\0');
    }
    for (int i = 0; i < *n; i++)
        options[i] = texts->bytes + at[i];
    return SPK_OK;
}

static srv_box *open_box(srv_house *h, const json_t *o, const wish *w, spk_why *why)
{
    spk_buf texts = {0};
    const char *options[SPK_MAX_OPTIONS];
    int n;
    srv_box *box = NULL;
    if (read_options(o, &texts, options, &n, why) == SPK_OK)
        box = srv_shelf_open(
            h->shelf, w->game, w->edition,
            &(spk_choice){.n_seats = w->players, .options = options, .n_options = n}, why);
    spk_buf_release(&texts);
    return box;
}

/* -- Seats ------------------------------------------------------------------------------------- */

/* A table that is being made, until the store has it. */
typedef struct making {
    srv_house *house;
    srv_ask ask;
    const char *account; /* the maker's, or NULL; borrowed while seats are read */
    char host[SRV_TOKEN];
    char token[SPK_MAX_SEATS][SRV_TOKEN]; /* "": none for the maker */
} making;

static spk_err read_person(srv_live *live, spk_seat seat, const json_t *o, room_sitter *who,
                           making *m, spk_why *why)
{
    const char *name = who->kind == ROOM_HOTSEAT ? "Guest" : "Host", *nonce = NULL;
    srv_place *place = &live->places[seat];
    if (!srv_field_text(o, "name", 4 * ROOM_NAME, &name, why) ||
        !srv_field_text(o, "nonce", SRV_NONCE, &nonce, why))
        return SPK_EMALFORMED;
    spk_err err = room_name_read(name, strlen(name), who->name, why);
    if (err == SPK_OK && nonce)
        err = srv_nonce_check(nonce, why);
    if (err != SPK_OK)
        return err;
    srv_live_set_text(&place->nonce, nonce);
    srv_live_set_text(&place->account, who->kind == ROOM_PERSON ? m->account : NULL);
    srv_token_new(m->token[seat], place->token);
    place->has_token = true;
    place->joined = srv_house_wall(live->house);
    return SPK_OK;
}

static spk_err read_seat(srv_live *live, spk_seat seat, const json_t *o, making *m, spk_why *why)
{
    static const char *const kinds[] = {"open", "me", "bot", "hotseat"}; /* as room_kind */
    const char *kind = "open", *bot = NULL;
    room_sitter who = {0};
    if (!json_is_object(o))
        return spk_fail(why, SPK_EMALFORMED, "A seat is an object with a 'kind'.");
    if (!srv_field_text(o, "kind", 10, &kind, why) ||
        !srv_field_text(o, "bot", ROOM_WORD + 4, &bot, why))
        return SPK_EMALFORMED;
    int place = spk_str_find(kind, kinds, ROOM_KIND_COUNT);
    if (place < 0)
        return spk_fail(why, SPK_EMALFORMED, "A seat's kind is me, open, bot or hotseat.");
    who.kind = (room_kind)place;
    if (who.kind == ROOM_BOT && !bot)
        bot = "normal";
    spk_err err = bot ? srv_bot_check(bot, who.bot, why) : SPK_OK;
    if (err == SPK_OK && who.kind == ROOM_BOT)
        srv_bot_name(live, who.bot, who.name);
    if (err == SPK_OK && (who.kind == ROOM_PERSON || who.kind == ROOM_HOTSEAT))
        err = read_person(live, seat, o, &who, m, why);
    if (who.kind == ROOM_PERSON && live->maker < 0)
        live->maker = (int8_t)seat;
    who.here = who.kind == ROOM_BOT;
    room_sit(live->room, seat, &who);
    return err;
}

/* The first is the maker's, all others open, unless something else is said. */
static spk_err read_seats(srv_live *live, const json_t *seats, making *m, spk_why *why)
{
    json_t *me = json_pack("{s:s}", "kind", "me"), *open = json_pack("{s:s}", "kind", "open");
    spk_err err = SPK_OK;
    if (seats && !json_is_null(seats) &&
        (!json_is_array(seats) || json_array_size(seats) != (size_t)live->n_seats))
        err = spk_fail(why, SPK_EMALFORMED, "'seats' has one object for each of the %d seats.",
                       live->n_seats);
    for (spk_seat seat = 0; seat < live->n_seats && err == SPK_OK; seat++) {
        const json_t *o = json_array_get(seats, (size_t)seat);
        err = read_seat(live, seat, o ? o : seat == 0 ? me : open, m, why);
    }
    json_decref(me);
    json_decref(open);
    return err;
}

/* -- Making ------------------------------------------------------------------------------------ */

static void print_made(srv_house *h, const srv_live *live, const making *m, spk_buf *out)
{
    srv_fair fair;
    char hex[SRV_FAIR_HEX];
    spk_json j = {.out = out};
    srv_live_fair(live, &fair);
    srv_fair_commitment(&fair, hex);
    spk_json_open(&j, '{');
    spk_json_key(&j, "id"), spk_json_str(&j, live->id);
    srv_json_link(h, live->id, &j);
    spk_json_key(&j, "host"), spk_json_str(&j, m->host);
    spk_json_key(&j, "seats"), spk_json_open(&j, '[');
    for (spk_seat seat = 0; seat < live->n_seats; seat++) {
        if (!*m->token[seat])
            continue;
        spk_json_open(&j, '{');
        spk_json_key(&j, "seat"), spk_json_int(&j, seat);
        spk_json_key(&j, "token"), spk_json_str(&j, m->token[seat]);
        spk_json_close(&j, '}');
    }
    spk_json_close(&j, ']');
    spk_json_key(&j, "commitment"), spk_json_str(&j, hex);
    spk_json_close(&j, '}');
}

static void after_made(void *context, srv_live *live, const spk_why *why)
{
    making *m = context;
    spk_buf out = {0};
    if (why->err == SPK_OK) {
        print_made(m->house, live, m, &out);
        srv_reply_buf(m->house, m->ask, 201, &out);
        m->house->figures.tables_made++;
    } else
        srv_refuse_why(m->house, m->ask, why);
    spk_buf_release(&out);
    spk_free(m);
}

/* A table that only memory knows, with its first change. */
void srv_live_create(srv_live *live, const uint8_t host[SRV_HASH], srv_after *after, void *context)
{
    srv_seat seats[SPK_MAX_SEATS];
    srv_fair fair;
    char hex[SRV_FAIR_HEX];
    uint8_t commitment[SRV_HASH];
    spk_buf settings = {0};
    srv_mark mark = {0, ROOM_WAITING};
    srv_live_fair(live, &fair);
    srv_fair_commitment(&fair, hex);
    srv_hex_read(hex, commitment, sizeof commitment);
    srv_live_settings(live, &settings);
    for (spk_seat seat = 0; seat < live->n_seats; seat++)
        seats[seat] = srv_live_seat(live, seat);
    srv_table row = {.game = srv_box_of(live->box)->game->key,
                     .players = live->n_seats,
                     .header = srv_box_header(live->box),
                     .settings = spk_buf_text(&settings),
                     .listed = live->listed,
                     .rematch_of = *live->before ? live->before : NULL,
                     .seed = live->seed,
                     .commitment = commitment};
    srv_change change = {
        .create = &row, .n_seats = live->n_seats, .seats = seats, .host_token = host};
    live->is_new = true;
    srv_live_commit(live, &mark, NULL, &change, after, context);
    spk_buf_release(&settings);
}

static spk_err furnish(srv_live *live, const json_t *o, const wish *w, making *m, spk_why *why)
{
    srv_fair fair;
    srv_fair_init(&fair, live->id, live->n_seats);
    memcpy(live->seed, fair.seed, SRV_HASH);
    memcpy(live->language, w->language, strlen(w->language) + 1);
    live->listed = w->listed;
    live->created = srv_house_wall(live->house);
    if (!spk_str_eq(w->edition, "default"))
        srv_live_set_text(&live->edition, w->edition);
    spk_err err = read_seats(live, json_object_get(o, "seats"), m, why);
    if (err == SPK_OK && room_is_full(live->room))
        err = srv_live_deal(live, why);
    return err;
}

static void make(srv_house *h, srv_ask ask, const char *peer, const char *account, const json_t *o)
{
    char id[SRV_ID + 1];
    uint8_t host[SRV_HASH];
    wish w = {0};
    spk_why why = {0};
    srv_box *box = NULL;
    if (read_game(o, &w, &why) != SPK_OK || read_plan(o, &w, &why) != SPK_OK ||
        !(box = open_box(h, o, &w, &why))) {
        srv_refuse_why(h, ask, &why);
        return;
    }
    making *m = spk_alloc(sizeof *m);
    *m = (making){.house = h, .ask = ask, .account = account};
    srv_id_new(id);
    srv_live *live = srv_live_new(h, id);
    srv_live_equip(live, box, &w.plan);
    if (furnish(live, o, &w, m, &why) != SPK_OK) {
        srv_live_drop(live);
        srv_refuse_why(h, ask, &why);
        spk_free(m);
        return;
    }
    srv_log_event(h->log, SRV_EVENT_TABLE_MADE, SRV_KEY("table", id), SRV_KEY("game", w.game->key),
                  SRV_NUM("players", live->n_seats), SRV_PEER("from", peer));
    srv_token_new(m->host, host);
    srv_live_create(live, host, after_made, m);
}

/* A maker with an account: whose session this is has to be asked first. */
typedef struct maker {
    srv_house *house;
    srv_ask ask;
    char peer[64];
    json_t *body;
} maker;

static void on_maker(void *context, const srv_opened *opened, const spk_why *why)
{
    maker *m = context;
    if (why->err == SPK_EBUSY)
        srv_refuse_why(m->house, m->ask, why);
    else
        make(m->house, m->ask, m->peer, why->err == SPK_OK ? opened->account : NULL, m->body);
    json_decref(m->body);
    spk_free(m);
}

/* Takes the body. */
static void find_maker(srv_house *h, const srv_request *r, json_t *body)
{
    uint8_t hash[SRV_HASH];
    const char *text;
    if (!srv_request_token(r, hash, &text)) {
        make(h, r->ask, r->peer, NULL, body);
        json_decref(body);
        return;
    }
    maker *m = spk_alloc(sizeof *m);
    *m = (maker){.house = h, .ask = r->ask, .body = body};
    snprintf(m->peer, sizeof m->peer, "%s", r->peer);
    srv_house_open_token(h, hash, on_maker, m);
}

void srv_api_make(srv_house *h, const srv_request *r, char *const *word)
{
    const srv_house_limits *limits = &h->config->house;
    json_t *o;
    (void)word;
    if (h->closing)
        srv_refuse(h, r->ask, SRV_BUSY, "The house is closing.");
    else if (h->n_live >= h->config->max_tables)
        srv_refuse(h, r->ask, SRV_BUSY, "Too many tables are in use: come again.");
    else if (!srv_rates_take(h->made, r->peer, limits->tables_per_hour,
                             limits->tables_per_hour / 3600.0, (int64_t)uv_now(h->loop)))
        srv_refuse(h, r->ask, SRV_TOO_MANY, "You have made many tables: wait a while.");
    else if ((o = srv_body(h, r)))
        find_maker(h, r, o);
}
