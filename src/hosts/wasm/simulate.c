/* simulate.c: how fast the module plays, by the same games as `speakeasy simulate`: the page has the clock.
 * See wasm.h. */
#include "hosts/cli/simulate.h"
#include "games/registry.h"
#include "hosts/wasm/wasm.h"

static void put_number(spk_json *j, const char *key, uint64_t value)
{
    spk_json_key(j, key);
    spk_json_int(j, (int64_t)value);
}

static void print_tally(spk_json *j, const cli_tally *t, const spk_box *box)
{
    spk_json_open(j, '{');
    spk_json_key(j, "game"), spk_json_str(j, box->game->key);
    put_number(j, "players", (uint64_t)box->n_seats);
    put_number(j, "games", t->games);
    put_number(j, "decisions", t->decisions);
    put_number(j, "transitions", t->transitions);
    put_number(j, "legal_max", t->legal_max);
    put_number(j, "length_max", t->length_max);
    spk_json_key(j, "wins"), spk_json_open(j, '[');
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        spk_json_int(j, (int64_t)t->wins[seat]);
    spk_json_close(j, ']');
    put_number(j, "draws", t->draws);
    spk_json_close(j, '}');
}

bool wasm_simulate(uint32_t players, uint32_t games, bool busy, uint32_t seed)
{
    static cli_walk walk; /* too large for a stack that has to hold the search as well */
    const spk_game *game = spk_game_find(wasm_in_text());
    spk_box box;
    cli_tally tally = {0};
    spk_json j = {.out = wasm_out_start()};
    if (!game || spk_box_open(&box, game, &(spk_choice){.n_seats = (int)players}, NULL) != SPK_OK)
        return false;
    for (uint32_t k = 0; k < games; k++)
        cli_tally_play(&tally, &walk, &box, busy, seed, k);
    print_tally(&j, &tally, &box);
    spk_box_close(&box);
    return true;
}
