/* digest.c: the digests of src/hosts/wasm/digest.h as this machine makes them, for tests/web/wasm_test.mjs.
 *
 *     digest [GAME ...]      those games, or all */
#include <stdio.h>

#include "games/registry.h"
#include "hosts/wasm/digest.h"

static void print_game(const spk_game *game)
{
    spk_buf out = {0};
    wasm_digest_game(game, &out);
    fputs(spk_buf_text(&out), stdout);
    spk_buf_release(&out);
}

int main(int n_words, char **words)
{
    for (int i = 1; i < n_words; i++) {
        const spk_game *game = spk_game_find(words[i]);
        if (!game)
            return 1;
        print_game(game);
    }
    for (int i = 0; n_words == 1 && i < spk_n_games; i++)
        print_game(spk_games[i]);
    return 0;
}
