/* wasm.h: what the page may call: the engine, the games and the bots as a WebAssembly module
 * without imports. web/src/engine/engine.js is the other side.
 *
 * Only numbers cross the boundary. Text goes through two buffers in the module's memory:
 *
 *     in    the page asks for a buffer (wasm_in), writes UTF-8 into it, and calls;
 *     out   the result is at wasm_out, wasm_out_length bytes long, until the next call.
 *
 *     page                                       module
 *     at = in(8)           "famiglia" -> at
 *     digest()                                   reads in, prints to out
 *     out(), out_length()  -> text
 *
 * Addresses are valid until the next call: memory may grow, and then the page's view of it is
 * stale.
 *
 * The functions are compiled into the other hosts' library too, so that they are tested under
 * cmocka and the sanitizers (tests/unit/wasm_test.c). One module has one table: all state between
 * calls is in this folder's files and nowhere below. */
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

/* A buffer for n bytes and a terminator. NULL: more than WASM_IN_BYTES. */
WASM_EXPORT(in) char *wasm_in(uint32_t n_bytes);
WASM_EXPORT(out) const char *wasm_out(void);
WASM_EXPORT(out_length) uint32_t wasm_out_length(void);

/* The last message of a module that found a bug of its own and stopped (SPK_BUG_IF): read it after
 * a trap. Do not call the module again after that. */
WASM_EXPORT(last_words) const char *wasm_last_words(void);
WASM_EXPORT(last_words_length) uint32_t wasm_last_words_length(void);

/* -- Games ------------------------------------------------------------------------------------- */

/* {"protocol", "version", "games", "bots"}: games as `speakeasy games --json`, and "secrets": whether seats
 * hide anything from each other. */
WASM_EXPORT(games) void wasm_games(void);

/* -- A table ------------------------------------------------------------------------------------
 * One at a time. It speaks the messages of docs/protocol.md; web/src/engine/local_game.js drives
 * it. Calls that can be refused return false and print {"error", "rule", "text", "line"}. A seat is
 * a number from 0, a viewer a seat, 30 (an onlooker) or 29 (everything). Times are milliseconds of
 * any monotonic clock. */

/* in: a description of the table, in lines. It is dealt at once, or continues where the record
 * stops; it replaces any earlier table.
 *
 *     game famiglia                  players 2                    option tie_break=descending
 *     seat person Ann                seat hotseat Bea             seat bot hard Lucky
 *     seed 64 hex digits             chance, and what bots leave to it
 *     edition 9                      the next 9 lines are the edition's; without it: the default
 *     record                         instead of game, players and options: the rest is a .play file */
WASM_EXPORT(table_open) bool wasm_table_open(double now_ms);
WASM_EXPORT(table_close) void wasm_table_close(void);

/* in: the bytes of a net (ai/net.h): what the bots of this table have learned. The module has none of its own; without
 * one bots play by the game's hand-made values. Bots that sit there already begin anew. */
WASM_EXPORT(table_net) bool wasm_table_net(void);

/* One deed of a seat; in: its word (hosts/room/deeds.def) and its text, "move recruit F0". n: the
 * latest event the seat has seen, or -1. */
WASM_EXPORT(table_act) bool wasm_table_act(int32_t seat, int32_t n, double now_ms);

/* in: a move. Whether it could be made now; if not, why. */
WASM_EXPORT(table_why) bool wasm_table_why(int32_t seat);

/* The seats that are asked for a move (the truth), a bit each. */
WASM_EXPORT(table_asked) uint32_t wasm_table_asked(void);

/* What bots have to do now, by the page's patience (room.h, "Bots' turns"): {"kind", "seat", "seats", "until"}. */
WASM_EXPORT(table_due)
bool wasm_table_due(uint32_t people, double talk_ms, double move_ms, double now_ms);

/* The latest event the viewer heard; and fingerprints that change whenever the view or the facts
 * do. */
WASM_EXPORT(table_n) int32_t wasm_table_n(int32_t viewer);
WASM_EXPORT(table_stamp) uint64_t wasm_table_stamp(int32_t viewer);
WASM_EXPORT(table_facts_stamp) uint64_t wasm_table_facts_stamp(void);

/* Messages: {"t": "facts", ...}, {"t": "view", ...}. */
WASM_EXPORT(table_facts) bool wasm_table_facts(void);
WASM_EXPORT(table_view) bool wasm_table_view(int32_t viewer, int32_t seen, double now_ms);

/* What the table is drawn from, which never changes (spk_box_print): {"game", "players", "options",
 * "edition", "data"}. */
WASM_EXPORT(table_box) bool wasm_table_box(void);

WASM_EXPORT(table_save) bool wasm_table_save(void); /* as a .play file */

/* A finished game, as lines of JSON: the facts, each step as the viewer saw it, {"result"}. */
WASM_EXPORT(table_replay) bool wasm_table_replay(int32_t viewer);

/* -- Wording a game, at this table or at a server's: phrases (base/phrase.h) as JSON ----------------
 * One game at a time; it needs no table. */

/* in: lines "game famiglia", "players 2", "option tie_break=descending", and finally, unless it is
 * the default one, "edition" and the edition's text. */
WASM_EXPORT(look_open) bool wasm_look_open(void);
/* in: an event's text, as somebody heard it; actor: a seat, or -1 for chance. out: phrases. */
WASM_EXPORT(look_explain) void wasm_look_explain(int32_t actor);
/* in: a thing's code, or why a game ended. out: phrases; []: it has no other name. */
WASM_EXPORT(look_name) void wasm_look_name(void);
/* in: "position" of the seat's view. out: {"recruit F0": phrases, ...}, its legal moves. */
WASM_EXPORT(look_moves) void wasm_look_moves(int32_t seat);
/* in: "position" of the seat's view, and in lines of their own what was said since the last move that everybody heard
 * of: "0 aim win". out: [{"text": "accept 1", "phrase": phrases, "apt": 0}, ...], what the seat is offered to say now. */
WASM_EXPORT(look_talk) void wasm_look_talk(int32_t seat);
/* in: "position" of the seat's view, and in a line of its own a move of the seat. out: the view as JSON as the move would
 * leave it, null if it is not legal. What the seat cannot know is a guess in it, always the same one. */
WASM_EXPORT(look_after) void wasm_look_after(int32_t seat);

/* -- Bots at the table: they think in slices, so that the page stays responsive -------------------
 * Ask, think as often as there is time, answer. If the table has changed for the seat meanwhile,
 * the bot drops its thought: think does nothing and answer is refused (stale). */

/* in: what it is asked for, "move" or "words". Returns the percentage of a decision's time it may
 * think; 0: there is nothing to think about. -1: it is not to be asked now, or the seat has no bot
 * ("safe" is due). */
WASM_EXPORT(bot_ask) int32_t wasm_bot_ask(int32_t seat);
/* How many iterations it did; 0: more thinking would change nothing. */
WASM_EXPORT(bot_think) uint32_t wasm_bot_think(int32_t seat, uint32_t iterations);
/* It moves, speaks, or listens. out: the move, the words, or nothing. */
WASM_EXPORT(bot_answer) bool wasm_bot_answer(int32_t seat, double now_ms);

/* What a strong bot would do in this seat, judging by what the seat sees: begin, think, print
 * (once) [{"text", "share", "value"}], best first. 'share' is the part of the search spent on the
 * move, out of 10,000; 'value' is how many of 10,000 games the seat would win (null: there is only
 * one move). */
WASM_EXPORT(hint_begin) bool wasm_hint_begin(int32_t seat);
WASM_EXPORT(hint_think) uint32_t wasm_hint_think(uint32_t iterations);
WASM_EXPORT(hint_print) bool wasm_hint_print(void);

/* -- Looking back at the table's game, once it is over: ai/analysis.h -------------------------------
 * Open; then question by question begin, think as often as there is time, end; print at any time. Whatever
 * changes the table ends it. */

/* in: the bot that judges, "hard". */
WASM_EXPORT(analysis_open) bool wasm_analysis_open(uint32_t seed);
/* The percentage of a decision's budget that the next question may take; 0: all is done. */
WASM_EXPORT(analysis_begin) int32_t wasm_analysis_begin(void);
/* How many iterations it did; 0: more thinking would change nothing. */
WASM_EXPORT(analysis_think) uint32_t wasm_analysis_think(uint32_t iterations);
WASM_EXPORT(analysis_end) void wasm_analysis_end(void);
/* Decisions with a choice: looked at, and in all. */
WASM_EXPORT(analysis_done) uint32_t wasm_analysis_done(void);
WASM_EXPORT(analysis_decisions) uint32_t wasm_analysis_decisions(void);
/* What docs/analysis.md describes, without budget and rollouts. */
WASM_EXPORT(analysis_print) bool wasm_analysis_print(void);

/* -- Proof ------------------------------------------------------------------------------------- */

/* in: a game. Plays some matches at each of its tables and hashes everything seen and heard there;
 * see digest.h. False: there is no such game. */
WASM_EXPORT(digest) bool wasm_digest(void);

/* in: a game. Plays random games on one thread and prints the figures of
 * `speakeasy simulate --json` that need no clock. False: there is no such game, or not for this
 * many players. */
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
