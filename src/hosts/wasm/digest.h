/* digest.h: one number for everything a table shows, so that two machines can be compared.
 *
 * At every table of a game - each number of players, each value of each option - some matches are
 * played by random players and one bot. Everything that leaves the engine goes into a hash: the
 * boards and the JSON of all viewers, legal moves in their order, outcomes of chance with their
 * weights, refusals with their rules, what everybody heard, what the bot does and says, and finally
 * the record. Each table gives one line:
 *
 *     famiglia 2 tie_break=descending 9c1185a5c42b1d47
 *     famiglia 3 - refused
 *
 * tests/web/wasm_test.mjs compares these lines: natively, in Node and in a browser. */
#ifndef WASM_DIGEST_H
#define WASM_DIGEST_H

#include "base/buf.h"
#include "engine/game.h"

void wasm_digest_game(const spk_game *game, spk_buf *out);

#endif
