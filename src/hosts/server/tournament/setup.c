/* setup.c: what a tournament is to be: read from a request, kept, read again. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "games/registry.h"
#include "hosts/player/player.h"
#include "hosts/server/tournament/inside.h"

enum { MOST_TEXT = 20 };

/* -- From a request ----------------------------------------------------------------------------------- */

static bool fail(spk_why *why, spk_err err, const char *text)
{
    spk_fail(why, err, "%s", text);
    return false;
}

static bool read_game(const json_t *o, srv_setup *s, spk_why *why)
{
    const char *game = NULL;
    if (!srv_field_text(o, "game", 31, &game, why))
        return false;
    s->game = game ? spk_game_find(game) : NULL;
    if (!s->game)
        return fail(why, SPK_EUNKNOWN, "There is no such game: GET /api/games lists them.");
    int least = s->game->min_seats < 2 ? 2 : s->game->min_seats;
    int most =
        s->game->max_seats > TOURNAMENT_MOST_SEATS ? TOURNAMENT_MOST_SEATS : s->game->max_seats;
    s->players = least;
    return srv_field_int(o, "players", least, most, &s->players, why);
}

static bool read_kind(const json_t *o, srv_setup *s, spk_why *why)
{
    const char *word = tournament_kind_words[TOURNAMENT_SWISS];
    if (!srv_field_text(o, "kind", MOST_TEXT, &word, why))
        return false;
    int kind = spk_str_find(word, tournament_kind_words, TOURNAMENT_KIND_COUNT);
    if (kind < 0)
        return fail(why, SPK_EUNKNOWN,
                    "'kind' is round_robin, swiss, knockout, arena or duplicate.");
    s->kind = (tournament_kind)kind;
    s->minutes = 90;
    return srv_field_int(o, "rounds", 0, 50, &s->rounds, why) &&
           srv_field_int(o, "late_rounds", 0, 50, &s->late_rounds, why) &&
           srv_field_int(o, "minutes", SRV_ARENA_LEAST, SRV_ARENA_MOST, &s->minutes, why);
}

static bool read_clock(const json_t *o, srv_setup *s, spk_why *why)
{
    const char *clock = "move 60s", *preset = spk_preset_words[SPK_PRESET_OURS];
    if (!srv_field_text(o, "clock", SPK_CLOCK_RULE - 1, &clock, why) ||
        !srv_field_text(o, "preset", MOST_TEXT, &preset, why) ||
        spk_clock_rule_parse(clock, &s->clock, why) != SPK_OK)
        return false;
    if (s->clock.kind == SPK_CLOCK_NONE)
        return fail(why, SPK_EREFUSED,
                    "A tournament needs a clock: nobody should wait for somebody who is gone.");
    int place = spk_str_find(preset, spk_preset_words, SPK_PRESET_COUNT);
    if (place < 0)
        return fail(why, SPK_EUNKNOWN, "'preset' is ours or letter.");
    s->preset = (spk_preset)place;
    return true;
}

static bool read_people(const json_t *o, srv_setup *s, spk_why *why)
{
    const char *bot = "normal";
    s->most = 64;
    s->listed = true;
    if (!srv_field_int(o, "bots", 0, SRV_TOURNAMENT_BOTS, &s->bots, why) ||
        !srv_field_text(o, "bot", ROOM_WORD - 1, &bot, why) ||
        !srv_field_bool(o, "fill", &s->fill, why) ||
        !srv_field_bool(o, "accounts", &s->accounts, why) ||
        !srv_field_bool(o, "rated", &s->rated, why) ||
        !srv_field_bool(o, "listed", &s->listed, why) ||
        !srv_field_int(o, "most", 2, TOURNAMENT_MOST_ENTRANTS, &s->most, why))
        return false;
    snprintf(s->bot, sizeof s->bot, "%s", bot);
    s->accounts |= s->rated;
    return s->bots <= s->most || fail(why, SPK_ERANGE, "There are more bots than places.");
}

static bool read_name(const json_t *o, srv_setup *s, spk_why *why)
{
    const char *name = NULL, *language = "en";
    if (!srv_field_text(o, "name", SRV_TITLE - 1, &name, why) ||
        !srv_field_text(o, "language", SRV_LANGUAGE - 1, &language, why))
        return false;
    if (!name || !room_has_visible(name) || room_has_hidden(name))
        return fail(why, SPK_EMALFORMED, "A tournament needs a name of 1 to 80 bytes.");
    snprintf(s->name, sizeof s->name, "%s", name);
    snprintf(s->language, sizeof s->language, "%s", language);
    return true;
}

static bool read_start(const json_t *o, srv_setup *s, spk_why *why)
{
    const json_t *start = json_object_get(o, "start");
    if (start && !json_is_null(start) && !json_is_integer(start))
        return fail(why, SPK_EMALFORMED, "'start' is a time in milliseconds since 1970, or null.");
    s->start = json_integer_value(start);
    return s->start >= 0 || fail(why, SPK_ERANGE, "'start' is a time in milliseconds since 1970.");
}

/* In a duplicate one plays to be further ahead than others with the same cards, not to win; and a rating that changes would
 * tell how a table ended before the others have played its deal. */
static bool check_rated(const srv_setup *s, spk_why *why)
{
    return !s->rated || s->kind != TOURNAMENT_DUPLICATE ||
           fail(why, SPK_EREFUSED,
                N_("A duplicate is not rated: there it does not count who wins a table."));
}

/* The pure part checks the rest, so that both agree. */
static bool check(srv_setup *s, spk_why *why)
{
    tournament_plan plan;
    if (s->kind == TOURNAMENT_DUPLICATE && !s->rounds)
        s->rounds = 2 * s->players; /* their deals are committed to beforehand */
    srv_tournament_plan(s, &plan);
    tournament *t = tournament_new(&plan, why);
    bool well = t != NULL;
    tournament_free(t);
    return well;
}

bool srv_setup_read(const json_t *o, srv_setup *s, spk_why *why)
{
    *s = (srv_setup){0};
    return read_name(o, s, why) && read_game(o, s, why) && read_kind(o, s, why) &&
           read_clock(o, s, why) && read_people(o, s, why) && read_start(o, s, why) &&
           check_rated(s, why) && check(s, why);
}

void srv_tournament_plan(const srv_setup *s, tournament_plan *plan)
{
    int most =
        s->game->max_seats > TOURNAMENT_MOST_SEATS ? TOURNAMENT_MOST_SEATS : s->game->max_seats;
    *plan = (tournament_plan){.kind = s->kind,
                              .seats = s->players,
                              .least_seats = s->game->min_seats < 2 ? 2 : s->game->min_seats,
                              .most_seats = most,
                              .rounds = s->rounds,
                              .late_rounds = s->late_rounds,
                              .seed = s->lots};
}

/* -- Kept --------------------------------------------------------------------------------------------- */

void srv_setup_print(const srv_setup *s, spk_json *j)
{
    char clock[SPK_CLOCK_RULE];
    srv_json_text(j, "name", s->name);
    srv_json_text(j, "game", s->game->key);
    srv_json_int(j, "players", s->players);
    srv_json_text(j, "kind", tournament_kind_words[s->kind]);
    srv_json_int(j, "late_rounds", s->late_rounds);
    srv_json_int(j, "minutes", s->kind == TOURNAMENT_ARENA ? s->minutes : 0);
    spk_json_key(j, "start");
    if (s->start)
        spk_json_int(j, s->start);
    else
        spk_json_null(j);
    srv_json_text(j, "clock", spk_clock_rule_print(&s->clock, clock));
    srv_json_text(j, "preset", spk_preset_words[s->preset]);
    srv_json_int(j, "bots", s->bots);
    srv_json_text(j, "bot", s->bot);
    srv_json_bool(j, "fill", s->fill);
    srv_json_bool(j, "accounts", s->accounts);
    srv_json_bool(j, "rated", s->rated);
    srv_json_bool(j, "listed", s->listed);
    srv_json_int(j, "most", s->most);
    srv_json_text(j, "language", s->language);
    srv_json_int(j, "created", s->created);
}

static void put_hex(spk_json *j, const char *key, const uint8_t bytes[SRV_HASH])
{
    char hex[2 * SRV_HASH + 1];
    srv_json_text(j, key, sodium_bin2hex(hex, sizeof hex, bytes, SRV_HASH));
}

void srv_setup_keep(const srv_setup *s, spk_buf *json)
{
    spk_json j = {.out = json};
    spk_json_open(&j, '{');
    srv_setup_print(s, &j);
    srv_json_int(&j, "rounds", s->rounds);
    if (*s->maker)
        srv_json_text(&j, "maker", s->maker);
    if (s->has_token)
        put_hex(&j, "token", s->token);
    put_hex(&j, "secret", s->secret);
    srv_json_int(&j, "lots", (int64_t)s->lots);
    spk_json_close(&j, '}');
}

static bool read_hex(const json_t *o, const char *key, uint8_t bytes[SRV_HASH])
{
    const char *text = json_string_value(json_object_get(o, key));
    size_t n = 0;
    return text && sodium_hex2bin(bytes, SRV_HASH, text, strlen(text), NULL, &n, NULL) == 0 &&
           n == SRV_HASH;
}

bool srv_setup_restore(const char *text, srv_setup *s, spk_why *why)
{
    json_t *o = json_loads(text, 0, NULL);
    if (json_integer_value(json_object_get(o, "minutes")) == 0) /* no arena's */
        json_object_del(o, "minutes");
    bool well = json_is_object(o) && srv_setup_read(o, s, why);
    const char *maker = json_string_value(json_object_get(o, "maker"));
    snprintf(s->maker, sizeof s->maker, "%s", maker ? maker : "");
    s->has_token = read_hex(o, "token", s->token);
    well = read_hex(o, "secret", s->secret) && well;
    s->lots = (uint64_t)json_integer_value(json_object_get(o, "lots"));
    s->created = json_integer_value(json_object_get(o, "created"));
    json_decref(o);
    return well || fail(why, SPK_EIO, "This tournament cannot be read.");
}

/* -- Bots' names ---------------------------------------------------------------------------------------- */

/* The character's name and a number, since a level may enter many times. */
void srv_tournament_bot_name(const srv_tournament *t, int number, const char *word,
                             char name[ROOM_NAME])
{
    host_spec spec;
    const spk_level *level = NULL;
    if (host_spec_read(word, &spec, NULL) == SPK_OK && spec.kind && spec.kind->is_level)
        level = spk_level_of(t->setup.game, spec.kind->grade);
    snprintf(name, ROOM_NAME, "%.30s %d", level ? level->name : word, number);
}
