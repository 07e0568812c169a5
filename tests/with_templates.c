/* with_templates.c: the list of games with the templates at its end, in place of games/registry.c, for
 * a tool that plays them like any other game. Never shipped. */
#include "base/str.h"
#include "games/registry.h"

#define GAME(key) extern const spk_game spk_game_##key;
#include "games/games.def"
GAME(blank)
GAME(blank_open)
#undef GAME

const spk_game *const spk_games[] = {
#define GAME(key) &spk_game_##key,
#include "games/games.def"
    GAME(blank) GAME(blank_open)
#undef GAME
};

const int spk_n_games = sizeof spk_games / sizeof *spk_games;

const spk_game *spk_game_find(const char *key)
{
    for (int i = 0; i < spk_n_games; i++)
        if (spk_str_eq(spk_games[i]->key, key))
            return spk_games[i];
    return NULL;
}
