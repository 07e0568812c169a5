/* registry.c: games.def as an array. See registry.h. */
#include "games/registry.h"

#include "base/str.h"

#define GAME(key) extern const spk_game spk_game_##key;
#include "games/games.def"
#undef GAME

const spk_game *const spk_games[] = {
#define GAME(key) &spk_game_##key,
#include "games/games.def"
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
