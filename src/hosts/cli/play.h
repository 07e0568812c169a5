/* play.h: a table in the terminal, shared by play.c (who sits where, whose turn it is), person.c
 * (what a person sees and is answered), typed.c (which move a person meant), talk.c and bots.c (who
 * else plays). */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include <stdio.h>

#include "hosts/cli/cli.h"
#include "hosts/conversation.h"
#include "hosts/player/player.h"

typedef struct cli_seat {
    bool is_bot; /* false: a person */
    host_spec spec;
    host_player *player; /* of a bot */
    int heard;           /* how much of its history (spk_match_seq) this seat has been shown */
} cli_seat;

typedef struct cli_table {
    spk_match *match;
    const spk_box *box;
    spk_rng chance;
    cli_seat seats[SPK_MAX_SEATS];
    int n_people;
    host_budget budget; /* of every bot that has none of its own */
    host_conversation talk;
    FILE *bot_log;   /* what programs log; NULL: nowhere */
    bool ask_talk;   /* people are asked for their words before a bot moves */
    spk_seat shown;  /* whose side is on the screen; -1: nobody's */
    spk_why refused; /* why the last input was refused; err is SPK_OK if it was not */
    spk_buf file;    /* where the game was loaded from or saved to: may be written again */
    spk_buf line;    /* what was typed last */
} cli_table;

typedef enum cli_ending { CLI_GOES_ON, CLI_QUIT, CLI_END_OF_INPUT } cli_ending;

/* -- person.c ---------------------------------------------------------------------------------- */

/* Show a person the table and take one move from them. */
cli_ending cli_person_move(cli_table *t, spk_seat seat);

/* Show a person the table and hear what they have to say, until they listen: no move is theirs. */
cli_ending cli_person_talk(cli_table *t, spk_seat seat);

/* -- talk.c: for games in which talk is part of the game ---------------------------------------- */

/* Whoever may speak - a person, or a bot that talks - and has not been asked since something was last
 * said or done; -1: there is none. */
spk_seat cli_talk_next(const cli_table *t);

/* What was said since the last move, under the board; nothing if nothing was. */
void cli_talk_said(const cli_table *t, spk_seat seat);

/* Tell a person at the prompt whether they may speak; nothing where nobody may. */
void cli_talk_show(const cli_table *t, spk_seat seat);

/* What stands behind 'say': words of the seat at the keyboard, or "2: words" for another person.
 * False: refused, and t->refused says why. */
bool cli_talk_say(cli_table *t, spk_seat seat, const char *rest);

/* -- bots.c ------------------------------------------------------------------------------------ */

/* --budget and --bot-log. 0, or CLI_WRONG after one line; so do the next two. */
int cli_bots_prepare(cli_table *t, const cli_args *args);

/* What stands behind --seat and is not a person; later, with the bot's own generator, it is opened.
 * A seat that is a person's is left alone. */
int cli_bot_take(cli_seat *seat, const char *text);
int cli_bot_open(cli_table *t, spk_seat seat, const spk_rng *rng);
void cli_bots_close(cli_table *t);

/* "bot:hard, ...", "exec:./mybot" */
void cli_bot_describe(const cli_table *t, spk_seat seat, spk_buf *out);

/* Wait for programs to get ready. */
void cli_bots_get_ready(cli_table *t);

/* Let a bot move; what it does wrong is told in a line. */
void cli_bot_move(cli_table *t, spk_seat seat);

/* Let bots that talk speak, until it is a person's word or nobody's. */
void cli_bots_talk(cli_table *t);

/* -- hint.c -------------------------------------------------------------------------------------- */

/* What bot:hard would do in this seat, and what it expects; with the reason, also what the move
 * changes for everybody. */
void cli_hint(const cli_table *t, spk_seat seat, bool reason);

/* -- typed.c ----------------------------------------------------------------------------------- */

/* The same words, whatever the case and the blanks. */
bool cli_same_words(const char *a, const char *b);

/* The legal move that was typed, as its number or as its words; false: none was. */
bool cli_typed_move(const cli_table *t, spk_seat seat, const char *line, spk_move *move);

/* For a move that is not legal: the line as the game's own reader can read it, or as typed if it
 * cannot. Into 'room'; returns it. */
const char *cli_typed_spelling(const cli_table *t, const char *line, char *room, size_t cap);

#endif
