/* wasm.h: what the page may call: the engine, the games and the bots as a WebAssembly module that calls
 * nobody. web/src/engine/engine.js is the other side.
 *
 * Only numbers cross the border. Text goes through two rooms in the module's memory:
 *
 *     in    the page asks for room (wasm_in), writes UTF-8 into it, and calls;
 *     out   whatever the call has to say stands where wasm_out says, wasm_out_length bytes long, until
 *           the next call.
 *
 *     page                                       module
 *     at = in(8)           "famiglia" -> at
 *     digest()                                   reads in, prints to out
 *     out(), out_length()  -> text
 *
 * Addresses hold until the next call: memory may have grown since, and then the page's window on it is
 * an old one.
 *
 * The functions are compiled into the other hosts' library too, so that the sanitizers and cmocka look at
 * them (tests/unit/wasm_test.c); only there is no page. One module is one house: what is kept between two
 * calls is kept in this folder's files and nowhere below. */
#ifndef WASM_H
#define WASM_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"

#ifdef __wasm__
#define WASM_EXPORT(name) __attribute__((export_name(#name)))
#else
#define WASM_EXPORT(name)
#endif

/* -- Text in and out --------------------------------------------------------------------------- */

/* Room for n bytes, and a terminator behind them. NULL: more than WASM_IN_BYTES. */
WASM_EXPORT(in) char *wasm_in(uint32_t n_bytes);
WASM_EXPORT(out) const char *wasm_out(void);
WASM_EXPORT(out_length) uint32_t wasm_out_length(void);

/* The last words of a module that found one of its own promises broken and stopped (SPK_BUG_IF): to be
 * read after a trap. The module is not to be called again then. */
WASM_EXPORT(last_words) const char *wasm_last_words(void);
WASM_EXPORT(last_words_length) uint32_t wasm_last_words_length(void);

/* -- The house --------------------------------------------------------------------------------- */

/* {"protocol", "version", "games", "bots"}: games as `speakeasy games --json`, and "secrets": whether seats
 * hide anything from each other. */
WASM_EXPORT(games) void wasm_games(void);

/* -- A table ------------------------------------------------------------------------------------
 * One at a time. It speaks the messages of docs/protocol.md; web/src/engine/house.js is the house around it.
 * Calls that can be refused return false and print {"error", "rule", "text", "line"}. A seat is a number
 * from 0, a viewer a seat, 30 (an onlooker) or 29 (the house: everything). Times are house time in
 * milliseconds: any clock that only goes forward. */

/* in: what the table is to be, in lines. It is dealt at once, or goes on where the record stops; whatever
 * table there was is gone.
 *
 *     game famiglia                  players 2                    option tie_break=descending
 *     seat person Ann                seat hotseat Bea             seat bot hard Lucky
 *     seed 64 hex digits             chance, and what bots leave to it
 *     record                         instead of game, players and options: the rest is a .play file */
WASM_EXPORT(table_open) bool wasm_table_open(double now_ms);
WASM_EXPORT(table_close) void wasm_table_close(void);

/* One deed of a seat (room.h); in: its text. n: the newest event that the seat has seen, or -1. */
typedef enum wasm_deed {
    WASM_MOVE,
    WASM_UNDO,
    WASM_SAY,
    WASM_PAUSE,
    WASM_RESUME,
    WASM_LEAVE,
    WASM_BACK,
    WASM_SAFE, /* by the house, for a seat that nobody answers for and that has no bot ... */
    WASM_PASS, /* ... or that has the word, and nobody there */
    WASM_DEED_COUNT
} wasm_deed;
WASM_EXPORT(table_act) bool wasm_table_act(uint32_t kind, int32_t seat, int32_t n, double now_ms);

/* in: a move. Whether it could be made now; if not, why. */
WASM_EXPORT(table_why) bool wasm_table_why(int32_t seat);

/* Sets of seats, a bit each: who is asked (the truth), whom a bot or the house answers for, who has the
 * word of the game's talk. */
WASM_EXPORT(table_asked) uint32_t wasm_table_asked(void);
WASM_EXPORT(table_deputed) uint32_t wasm_table_deputed(void);
WASM_EXPORT(table_speakers) uint32_t wasm_table_speakers(void);

/* The newest event that the viewer heard of; and numbers that are others when a view or the facts are. */
WASM_EXPORT(table_n) int32_t wasm_table_n(int32_t viewer);
WASM_EXPORT(table_stamp) uint64_t wasm_table_stamp(int32_t viewer);
WASM_EXPORT(table_facts_stamp) uint64_t wasm_table_facts_stamp(void);

/* Messages: {"t": "facts", ...}, {"t": "view", ...}. */
WASM_EXPORT(table_facts) bool wasm_table_facts(void);
WASM_EXPORT(table_view) bool wasm_table_view(int32_t viewer, int32_t seen, double now_ms);

WASM_EXPORT(table_save) bool wasm_table_save(void); /* as a .play file */

/* A game that is over, as lines of JSON: the facts, each step as the viewer saw it, {"result"}. */
WASM_EXPORT(table_replay) bool wasm_table_replay(int32_t viewer);

/* -- Bots at the table: they think in portions, and in between the page may hear somebody ----------
 * begin, think as often as there is time, move. A table that has changed for the seat meanwhile makes the
 * bot forget: think does nothing and move is refused. */

/* False: that seat is not to be moved for, or has no bot (then WASM_SAFE is played). */
WASM_EXPORT(bot_begin) bool wasm_bot_begin(int32_t seat);
/* How many iterations it did; 0: more thinking would change nothing. */
WASM_EXPORT(bot_think) uint32_t wasm_bot_think(int32_t seat, uint32_t iterations);
WASM_EXPORT(bot_move) bool wasm_bot_move(int32_t seat, double now_ms); /* out: the move */

/* The same for the words of a bot that has the word. True: there is something to think about first. */
WASM_EXPORT(bot_rehearse) bool wasm_bot_rehearse(int32_t seat);
WASM_EXPORT(bot_say) bool wasm_bot_say(int32_t seat, double now_ms); /* out: what it said */

/* What the house would do in a seat's place, by what that seat sees: begin, think, print
 * [{"text", "share", "value"}], best first: its share of the thinking, of 10,000, and of 10,000 games how
 * many this seat would win (null: there is only this move). */
WASM_EXPORT(hint_begin) bool wasm_hint_begin(int32_t seat);
WASM_EXPORT(hint_think) uint32_t wasm_hint_think(uint32_t iterations);
WASM_EXPORT(hint_print) bool wasm_hint_print(void);

/* -- Proof ------------------------------------------------------------------------------------- */

/* in: a game. Some matches at each of its tables, and a number for all that was seen and heard there;
 * see digest.h. False: there is no such game. */
WASM_EXPORT(digest) bool wasm_digest(void);

/* in: a game. So many random games of one thread; the figures of `speakeasy simulate --json` that need
 * no clock. False: there is no such game, or not for so many players. */
WASM_EXPORT(simulate)
bool wasm_simulate(uint32_t players, uint32_t games, bool busy, uint32_t seed);

/* -- For this folder --------------------------------------------------------------------------- */

enum { WASM_IN_BYTES = 8 << 20 };

const char *wasm_in_text(void);        /* what was written, terminated */
uint32_t wasm_in_length(void);         /* without the terminator */
spk_buf *wasm_out_start(void);         /* empty */
spk_buf *wasm_out_more(void);          /* as it is, to print more */
void wasm_out_why(const spk_why *why); /* {"error", "rule", "text", "line"} */

#endif
