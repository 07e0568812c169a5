/* games.c: what can be played. See wasm.h. */
#include "hosts/room/room.h"
#include "hosts/wasm/wasm.h"

void wasm_games(void) { room_print_games(&(spk_json){.out = wasm_out_start()}); }
