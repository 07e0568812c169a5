/* house.c: what is on the shelf: games with their options, and bots. See wasm.h. */
#include "ai/bot.h"
#include "base/str.h"
#include "engine/box.h"
#include "games/registry.h"
#include "hosts/wasm/wasm.h"

/* -- Games ------------------------------------------------------------------------------------- */

static void print_values(spk_json *j, const char *values)
{
    spk_words words = spk_words_of(values);
    char word[32];
    spk_json_key(j, "values"), spk_json_open(j, '[');
    while (spk_words_next(&words, word, sizeof word))
        spk_json_str(j, word);
    spk_json_close(j, ']');
    words = spk_words_of(values);
    SPK_BUG_IF(!spk_words_next(&words, word, sizeof word));
    spk_json_key(j, "default"), spk_json_str(j, word);
}

static void print_option(spk_json *j, const spk_option *o)
{
    spk_json_open(j, '{');
    spk_json_key(j, "name"), spk_json_str(j, o->name);
    if (o->values) {
        print_values(j, o->values);
    } else {
        spk_json_key(j, "min"), spk_json_int(j, o->lo);
        spk_json_key(j, "max"), spk_json_int(j, o->hi);
        spk_json_key(j, "default"), spk_json_int(j, o->fallback);
        spk_json_key(j, "per_seat"), spk_json_bool(j, o->per_seat);
    }
    spk_json_key(j, "rule"), spk_json_str(j, o->rule);
    spk_json_key(j, "help"), spk_json_str(j, o->help);
    spk_json_close(j, '}');
}

static void print_game(spk_json *j, const spk_game *game)
{
    spk_box box;
    SPK_BUG_IF(spk_box_open(&box, game, &(spk_choice){0}, NULL) != SPK_OK);
    spk_json_open(j, '{');
    spk_json_key(j, "game"), spk_json_str(j, game->key);
    spk_json_key(j, "name"), spk_json_str(j, game->name);
    spk_json_key(j, "about"), spk_json_str(j, game->about);
    spk_json_key(j, "min_players"), spk_json_int(j, game->min_seats);
    spk_json_key(j, "max_players"), spk_json_int(j, game->max_seats);
    spk_json_key(j, "secrets"), spk_json_bool(j, game->hints->doubt > 0);
    spk_json_key(j, "editions"), spk_json_open(j, '[');
    spk_json_str(j, box.edition_name);
    spk_json_close(j, ']');
    spk_json_key(j, "options"), spk_json_open(j, '[');
    for (int i = 0; i < game->n_options; i++)
        print_option(j, &game->options[i]);
    spk_json_close(j, ']');
    spk_json_close(j, '}');
    spk_box_close(&box);
}

/* -- Bots -------------------------------------------------------------------------------------- */

/* A level is another character in each game. */
static void print_bot(spk_json *j, const spk_bot_kind *kind)
{
    spk_json_open(j, '{');
    spk_json_key(j, "bot"), spk_json_str(j, kind->name);
    spk_json_key(j, "about"), spk_json_str(j, kind->about);
    spk_json_key(j, "level"), spk_json_bool(j, kind->is_level);
    spk_json_key(j, "games"), spk_json_open(j, '{');
    for (int i = 0; kind->is_level && i < spk_n_games; i++) {
        const spk_level *level = &spk_games[i]->hints->level[kind->grade];
        spk_json_key(j, spk_games[i]->key), spk_json_open(j, '{');
        spk_json_key(j, "name"), spk_json_str(j, level->name);
        spk_json_key(j, "about"), spk_json_str(j, level->about);
        spk_json_close(j, '}');
    }
    spk_json_close(j, '}');
    spk_json_close(j, '}');
}

void wasm_games(void)
{
    spk_json j = {.out = wasm_out_start()};
    spk_json_open(&j, '{');
    spk_json_key(&j, "protocol"), spk_json_int(&j, 1);
    spk_json_key(&j, "version"), spk_json_str(&j, SPK_VERSION);
    spk_json_key(&j, "games"), spk_json_open(&j, '[');
    for (int i = 0; i < spk_n_games; i++)
        print_game(&j, spk_games[i]);
    spk_json_close(&j, ']');
    spk_json_key(&j, "bots"), spk_json_open(&j, '[');
    for (int i = 0; i < spk_n_bot_kinds; i++)
        print_bot(&j, spk_bot_kinds[i]);
    spk_json_close(&j, ']');
    spk_json_close(&j, '}');
}
