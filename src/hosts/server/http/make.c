/* make.c: POST /api/tables: a new table as its maker wants it. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "games/registry.h"
#include "hosts/nearest.h"
#include "hosts/player/player.h"
#include "hosts/server/http/inside.h"

/* -- Bots -------------------------------------------------------------------------------------- */

/* Bots of the house alone, and none that would think longer than a house may take to close. */
spk_err srv_bot_check(const char *word, char clean[ROOM_WORD], spk_why *why)
{
    enum { MOST_ITERATIONS = 2000 };
    host_spec spec;
    if (strncmp(word, "exec", 4) == 0 || strchr(word, '*'))
        return spk_fail(why, SPK_EREFUSED, "Only built-in bots can play here.");
    spk_err err = host_spec_read(word, &spec, why);
    if (err != SPK_OK)
        return err;
    if (!spec.kind) /* scripts are for measuring, not for guests */
        return spk_fail(why, SPK_EREFUSED, "Only built-in bots can play here.");
    if (spec.budget.ms > SRV_BOT_MS || spec.budget.iterations > MOST_ITERATIONS)
        return spk_fail(why, SPK_ERANGE,
                        "A bot may think for at most 2 s or 2000 iterations here.");
    word += strncmp(word, "bot:", 4) == 0 ? 4 : 0;
    if (strlen(word) >= ROOM_WORD)
        return spk_fail(why, SPK_ERANGE, "That is too long for a bot's name.");
    memcpy(clean, word, strlen(word) + 1);
    return SPK_OK;
}

/* The character's name, if it is a level of this game. */
void srv_bot_name(const srv_table *table, const char *word, char name[ROOM_NAME])
{
    const spk_game *game = srv_box_of(table->box)->game;
    host_spec spec;
    const spk_level *level = NULL;
    if (host_spec_read(word, &spec, NULL) == SPK_OK && spec.kind && spec.kind->is_level)
        level = spk_level_of(game, spec.kind->grade);
    snprintf(name, ROOM_NAME, "%s", level ? level->name : word);
}

/* -- What people are called --------------------------------------------------------------------- */

static bool looks_like(const char *name, const char *other)
{
    char a[SRV_NAME_ROOM], b[SRV_NAME_ROOM];
    srv_name_look(name, a);
    srv_name_look(other, b);
    return spk_str_eq(a, b);
}

bool srv_name_is_reserved(const char *name) { return looks_like(name, SRV_NAME_GONE); }

static bool is_name_taken(const srv_table *table, spk_seat seat, const char *name)
{
    for (spk_seat other = 0; other < table->n_seats; other++)
        if (other != seat && looks_like(name, room_sitter_of(table->room, other)->name))
            return true;
    return false;
}

/* "Guest", "Guest 2", "Guest 3" */
static void name_somehow(const srv_table *table, spk_seat seat, const char *otherwise,
                         char name[ROOM_NAME])
{
    snprintf(name, ROOM_NAME, "%s", otherwise);
    for (int n = 2; is_name_taken(table, seat, name); n++)
        snprintf(name, ROOM_NAME, "%s %d", otherwise, n);
}

spk_err srv_seat_name_read(const srv_table *table, spk_seat seat, const json_t *body,
                           const char *otherwise, char name[ROOM_NAME], spk_why *why)
{
    const char *text = NULL;
    if (!srv_field_text(body, "name", 4 * ROOM_NAME, &text, why))
        return SPK_EMALFORMED;
    if (!text) {
        name_somehow(table, seat, otherwise, name);
        return SPK_OK;
    }
    spk_err err = room_name_read(text, strlen(text), name, why);
    if (err == SPK_OK && srv_name_is_reserved(name))
        err = spk_refuse(why, "", "Nobody can have that name. Choose another one.");
    if (err == SPK_OK && is_name_taken(table, seat, name))
        err = spk_refuse(
            why, "",
            "Somebody at this table has that name, or one that looks like it. Choose another one.");
    return err;
}

/* -- What the maker wants ---------------------------------------------------------------------- */

typedef struct wish {
    const spk_game *game;
    int players;
    spk_preset preset;
    const char *edition, *language;
    room_plan plan;
    bool listed, rated;
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
    const char *clock = "none", *absence = "10m";
    w->plan = (room_plan){.undo = true, .chat = true, .pause = true, .onlookers = true};
    w->edition = "default";
    if (!srv_field_bool(o, "rated", &w->rated, why))
        return SPK_EMALFORMED;
    w->plan.undo = !w->rated;
    w->language = "en";
    if (!srv_field_text(o, "edition", 31, &w->edition, why) ||
        !srv_field_text(o, "language", SRV_LANGUAGE - 1, &w->language, why) ||
        !srv_field_text(o, "clock", SPK_CLOCK_RULE - 1, &clock, why) ||
        !srv_field_text(o, "absence", 10, &absence, why) ||
        !srv_field_bool(o, "undo", &w->plan.undo, why) ||
        !srv_field_bool(o, "chat", &w->plan.chat, why) ||
        !srv_field_bool(o, "hints", &w->plan.hints, why) ||
        !srv_field_bool(o, "pause", &w->plan.pause, why) ||
        !srv_field_bool(o, "onlookers", &w->plan.onlookers, why) ||
        !srv_field_bool(o, "listed", &w->listed, why))
        return SPK_EMALFORMED;
    if (!spk_duration_parse(absence, ROOM_ABSENCE_LEAST_S, &w->plan.absence_s))
        return spk_fail(why, SPK_EMALFORMED,
                        "'absence' is how long a player is waited for: 1m to 90d.");
    return spk_clock_rule_parse(clock, &w->plan.clock, why);
}

static spk_err read_preset(const json_t *o, wish *w, spk_why *why)
{
    const char *word = spk_preset_words[SPK_PRESET_OURS];
    if (!srv_field_text(o, "preset", 10, &word, why))
        return SPK_EMALFORMED;
    int place = spk_str_find(word, spk_preset_words, SPK_PRESET_COUNT);
    if (place < 0)
        return spk_fail(why, SPK_EUNKNOWN, "'preset' is ours or letter.");
    w->preset = (spk_preset)place;
    return SPK_OK;
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
        box = srv_boxes_open(
            srv_tables_boxes(h), w->game, w->edition,
            &(spk_choice){
                .n_seats = w->players, .preset = w->preset, .options = options, .n_options = n},
            why);
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
    srv_made *made;                       /* who else is told; NULL: nobody */
    void *context;
} making;

static spk_err read_person(srv_table *table, spk_seat seat, const json_t *o, room_sitter *who,
                           making *m, spk_why *why)
{
    const char *nonce = NULL;
    srv_place *place = &table->places[seat];
    if (!srv_field_text(o, "nonce", SRV_NONCE, &nonce, why))
        return SPK_EMALFORMED;
    spk_err err = srv_seat_name_read(table, seat, o, who->kind == ROOM_HOTSEAT ? "Guest" : "Host",
                                     who->name, why);
    if (err == SPK_OK && nonce)
        err = srv_nonce_check(nonce, why);
    if (err != SPK_OK)
        return err;
    srv_table_set_text(&place->nonce, nonce);
    srv_table_set_text(&place->account, who->kind == ROOM_PERSON ? m->account : NULL);
    srv_token_new(m->token[seat], place->token);
    place->has_token = true;
    place->joined = srv_house_wall(table->house);
    return SPK_OK;
}

static spk_err read_seat(srv_table *table, spk_seat seat, const json_t *o, making *m, spk_why *why)
{
    static const char *const kinds[ROOM_KIND_COUNT] = {
        [ROOM_OPEN] = "open", [ROOM_PERSON] = "me", [ROOM_BOT] = "bot", [ROOM_HOTSEAT] = "hotseat"};
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
        srv_bot_name(table, who.bot, who.name);
    if (err == SPK_OK && (who.kind == ROOM_PERSON || who.kind == ROOM_HOTSEAT))
        err = read_person(table, seat, o, &who, m, why);
    if (who.kind == ROOM_PERSON && table->maker < 0)
        table->maker = (int8_t)seat;
    who.here = who.kind == ROOM_BOT;
    room_sit(table->room, seat, &who);
    return err;
}

/* The first is the maker's, all others open, unless something else is said. */
static spk_err read_seats(srv_table *table, const json_t *seats, making *m, spk_why *why)
{
    json_t *me = json_pack("{s:s}", "kind", "me"), *open = json_pack("{s:s}", "kind", "open");
    spk_err err = SPK_OK;
    if (seats && !json_is_null(seats) &&
        (!json_is_array(seats) || json_array_size(seats) != (size_t)table->n_seats))
        err = spk_fail(why, SPK_EMALFORMED, "'seats' has one object for each of the %d seats.",
                       table->n_seats);
    for (spk_seat seat = 0; seat < table->n_seats && err == SPK_OK; seat++) {
        const json_t *o = json_array_get(seats, (size_t)seat);
        err = read_seat(table, seat, o ? o : seat == 0 ? me : open, m, why);
    }
    json_decref(me);
    json_decref(open);
    return err;
}

/* -- Making ------------------------------------------------------------------------------------ */

static void print_made(srv_house *h, const srv_table *table, const making *m, spk_buf *out)
{
    srv_fair fair;
    char hex[SRV_FAIR_HEX];
    spk_json j = {.out = out};
    srv_table_fair(table, &fair);
    srv_fair_commitment(&fair, hex);
    spk_json_open(&j, '{');
    spk_json_key(&j, "id"), spk_json_str(&j, table->id);
    srv_json_link(h, table->id, &j);
    spk_json_key(&j, "host"), spk_json_str(&j, m->host);
    spk_json_key(&j, "seats"), spk_json_open(&j, '[');
    for (spk_seat seat = 0; seat < table->n_seats; seat++) {
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

static void after_made(void *context, srv_table *table, const spk_why *why)
{
    making *m = context;
    spk_buf out = {0};
    if (why->err == SPK_OK) {
        print_made(m->house, table, m, &out);
        srv_reply_buf(m->house, m->ask, 201, &out);
        m->house->figures.tables_made++;
    } else if (!m->made)
        srv_refuse_why(m->house, m->ask, why);
    if (m->made)
        m->made(m->context, why->err == SPK_OK ? table : NULL, why);
    spk_buf_release(&out);
    spk_free(m);
}

static spk_err furnish(srv_table *table, const json_t *o, const wish *w, making *m, spk_why *why)
{
    srv_fair fair;
    srv_fair_init(&fair, table->id, table->n_seats);
    memcpy(table->seed, fair.seed, SRV_HASH);
    memcpy(table->language, w->language, strlen(w->language) + 1);
    table->listed = w->listed;
    table->rated = w->rated;
    table->created = srv_house_wall(table->house);
    if (!spk_str_eq(w->edition, "default"))
        srv_table_set_text(&table->edition, w->edition);
    spk_err err = read_seats(table, json_object_get(o, "seats"), m, why);
    if (err == SPK_OK)
        err = srv_rated_check(table, why);
    if (err == SPK_OK && room_is_full(table->room))
        err = srv_table_deal(table, why);
    return err;
}

/* It was refused. */
static void not_made(srv_house *h, srv_ask ask, const spk_why *why, const srv_dealing *d)
{
    if (d)
        d->made(d->context, NULL, why);
    else
        srv_refuse_why(h, ask, why);
}

void srv_make_table(srv_house *h, srv_ask ask, const char *peer, const char *account,
                    const json_t *o, const srv_dealing *d)
{
    char id[SRV_ID + 1];
    uint8_t host[SRV_HASH];
    wish w = {0};
    spk_why why = {0};
    srv_box *box = NULL;
    if (read_game(o, &w, &why) != SPK_OK || read_plan(o, &w, &why) != SPK_OK ||
        read_preset(o, &w, &why) != SPK_OK || !(box = open_box(h, o, &w, &why))) {
        not_made(h, ask, &why, d);
        return;
    }
    making *m = spk_alloc(sizeof *m);
    *m = (making){.house = h, .ask = ask, .account = account};
    if (d)
        m->made = d->made, m->context = d->context;
    srv_id_new(id);
    srv_table *table = srv_table_new(h, id);
    snprintf(table->crew, sizeof table->crew, "%s", d ? d->crew : "");
    table->payer = srv_network_of(peer);
    srv_table_equip(table, box, &w.plan);
    if (furnish(table, o, &w, m, &why) != SPK_OK) {
        srv_table_drop(table);
        not_made(h, ask, &why, d);
        spk_free(m);
        return;
    }
    srv_log_event(h->log, SRV_EVENT_TABLE_MADE, SRV_KEY("table", id), SRV_KEY("game", w.game->key),
                  SRV_NUM("players", table->n_seats), SRV_PEER("from", peer));
    srv_token_new(m->host, host);
    srv_table_create_noted(table, host, d ? d->note : NULL, d ? 1 : 0, after_made, m);
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
        srv_make_table(m->house, m->ask, m->peer, why->err == SPK_OK ? opened->account : NULL,
                       m->body, NULL);
    json_decref(m->body);
    spk_free(m);
}

/* Takes the body. */
static void find_maker(srv_house *h, const srv_request *r, json_t *body)
{
    uint8_t hash[SRV_HASH];
    const char *text;
    if (!srv_request_token(r, hash, &text)) {
        srv_make_table(h, r->ask, r->peer, NULL, body, NULL);
        json_decref(body);
        return;
    }
    maker *m = spk_alloc(sizeof *m);
    *m = (maker){.house = h, .ask = r->ask, .body = body};
    snprintf(m->peer, sizeof m->peer, "%s", r->peer);
    srv_token_open(h, hash, on_maker, m);
}

bool srv_make_may(srv_house *h, const srv_request *r)
{
    const srv_house_limits *limits = &h->config->house;
    if (h->closing)
        srv_refuse(h, r->ask, SRV_BUSY, "The house is closing.");
    else if (srv_tables_are_full(h))
        srv_refuse(h, r->ask, SRV_BUSY, "Too many tables are in use. Try again later.");
    else if (!srv_rates_take(h->http->made, r->peer, limits->tables_per_hour,
                             limits->tables_per_hour / 3600.0, srv_house_ms(h)))
        srv_refuse(h, r->ask, SRV_TOO_MANY, "You have made many tables. Wait a while.");
    else
        return true;
    return false;
}

void srv_api_make(srv_house *h, const srv_request *r, char *const *word)
{
    json_t *o;
    (void)word;
    if (srv_make_may(h, r) && (o = srv_body(h, r)))
        find_maker(h, r, o);
}
