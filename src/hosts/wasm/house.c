/* house.c: what is on the shelf. See wasm.h. */
#include "hosts/room/room.h"
#include "hosts/wasm/wasm.h"

void wasm_games(void) { room_print_shelf(&(spk_json){.out = wasm_out_start()}); }
