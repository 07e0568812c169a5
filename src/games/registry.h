/* registry.h: all games there are, in the order of games.def.
 *
 *     for (int i = 0; i < spk_n_games; i++) ... spk_games[i]->name
 *     const spk_game *game = spk_game_find("famiglia");      NULL: there is none of that name */
#ifndef SPK_GAMES_REGISTRY_H
#define SPK_GAMES_REGISTRY_H

#include "engine/game.h"

extern const spk_game *const spk_games[];
extern const int spk_n_games;

const spk_game *spk_game_find(const char *key);

#endif
