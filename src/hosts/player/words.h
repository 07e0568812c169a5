/* words.h: what a program is told (docs/bot-protocol.md). All of it is made here, from one seat's
 * view and history and from nothing else: two tables that differ in what the seat may not know get
 * the same bytes. */
#ifndef HOST_PLAYER_WORDS_H
#define HOST_PLAYER_WORDS_H

#include "engine/match.h"

#define HOST_BOT_VERSION "speakeasy-bot 1"

/* From the version to `start`. */
void host_words_greet(const spk_box *box, spk_seat seat, spk_buf *out);

/* For a program that contains this engine (the wish `engine`), once: which version of the rules is
 * played, a seed for its own random numbers, and the edition as it was given. */
void host_words_engine(const spk_box *box, uint64_t seed, spk_buf *out);

/* The same program: what was said since the last public move, then the seat's view as the game
 * prints a state. */
void host_words_state(const spk_match *m, spk_seat seat, spk_buf *out);

/* What the seat has heard from number 'first' (counted from 1) on, and what it sees. */
void host_words_table(const spk_match *m, spk_seat seat, int first, spk_buf *out);

/* The same as people see it, in lines of text. */
void host_words_board(const spk_match *m, spk_seat seat, spk_buf *out);

void host_words_legal(const spk_match *m, spk_seat seat, spk_buf *out);

void host_words_result(const spk_match *m, spk_buf *out);

/* `refused RULE REASON`, with '-' where no rule decided. */
void host_words_refused(const spk_why *why, spk_buf *out);

#endif
