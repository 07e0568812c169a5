/* games.c: what can be played, and against whom: games with their options, and bots. */
#include "ai/bot.h"
#include "engine/box.h"
#include "games/registry.h"
#include "hosts/room/room.h"

/* -- Games ------------------------------------------------------------------------------------- */

static void print_game(spk_json *j, const spk_game *game)
{
    spk_json_open(j, '{');
    spk_game_print(game, j);
    spk_json_key(j, "talk"), spk_json_bool(j, game->talk != NULL);
    spk_json_key(j, "secrets"), spk_json_bool(j, spk_has_secrets(game));
    spk_json_close(j, '}');
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
        const spk_level *level = spk_level_of(spk_games[i], kind->grade);
        if (!level)
            continue;
        spk_json_key(j, spk_games[i]->key), spk_json_open(j, '{');
        spk_json_key(j, "name"), spk_json_str(j, level->name);
        spk_json_key(j, "about"), spk_json_str(j, level->about);
        const char *risk = spk_bot_risk(kind, spk_games[i]);
        if (risk)
            spk_json_key(j, "risk"), spk_json_str(j, risk);
        spk_json_close(j, '}');
    }
    spk_json_close(j, '}');
    spk_json_close(j, '}');
}

void room_print_games(spk_json *j)
{
    spk_json_open(j, '{');
    spk_json_key(j, "protocol"), spk_json_int(j, 1);
    spk_json_key(j, "version"), spk_json_str(j, SPK_VERSION);
    spk_json_key(j, "games"), spk_json_open(j, '[');
    for (int i = 0; i < spk_n_games; i++)
        print_game(j, spk_games[i]);
    spk_json_close(j, ']');
    spk_json_key(j, "bots"), spk_json_open(j, '[');
    for (int i = 0; i < spk_n_bot_kinds; i++)
        print_bot(j, spk_bot_kinds[i]);
    spk_json_close(j, ']');
    spk_json_close(j, '}');
}
