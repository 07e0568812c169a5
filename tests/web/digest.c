/* digest.c: the digests of src/hosts/wasm/digest.h as this machine makes them, for tests/web/wasm_test.mjs.
 *
 *     digest [GAME ...]                 those games, or all
 *     digest --net GAME PLAYERS FILE    a game of bots that have learned what is in the file, as the page would play it: its
 *                                       record */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "games/registry.h"
#include "hosts/wasm/digest.h"
#include "hosts/wasm/wasm.h"

enum { THOUGHTS = 30, MOST_MOVES = 400, MOST_BYTES = 1 << 20 };

static void put(const char *bytes, size_t n) { memcpy(wasm_in((uint32_t)n), bytes, n); }

static bool load_net(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *bytes = spk_alloc(MOST_BYTES);
    size_t n = file ? fread(bytes, 1, MOST_BYTES, file) : 0;
    if (file)
        fclose(file);
    put(bytes, n);
    spk_free(bytes);
    return wasm_table_net();
}

/* tests/web/wasm_test.mjs does the same, call by call. */
static bool play(const char *game, int players, const char *net)
{
    spk_buf plan = {0};
    spk_buf_printf(&plan, "seed %064d\ngame %s\nplayers %d\n", 7, game, players);
    for (int i = 0; i < players; i++)
        spk_buf_printf(&plan, "seat bot boss B%d\n", i);
    put(plan.bytes, plan.n);
    spk_buf_release(&plan);
    if (!wasm_table_open(0) || !load_net(net))
        return false;
    for (int i = 0; i < MOST_MOVES && wasm_table_asked(); i++) {
        int32_t seat = __builtin_ctz(wasm_table_asked());
        put("move", 4);
        if (wasm_bot_ask(seat) < 0)
            return false;
        wasm_bot_think(seat, THOUGHTS);
        if (!wasm_bot_answer(seat, 0))
            return false;
    }
    return wasm_table_save();
}

static void print_game(const spk_game *game)
{
    spk_buf out = {0};
    wasm_digest_game(game, &out);
    fputs(spk_buf_text(&out), stdout);
    spk_buf_release(&out);
}

int main(int n_words, char **words)
{
    if (n_words == 5 && strcmp(words[1], "--net") == 0) {
        bool played = play(words[2], atoi(words[3]), words[4]);
        fputs(wasm_out(), stdout);
        return played ? 0 : 1;
    }
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
