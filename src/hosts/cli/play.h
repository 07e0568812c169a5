/* play.h: a table in the terminal, shared by play.c (who sits where, whose turn it is), person.c
 * (what a person sees and is answered) and typed.c (which move a person meant). */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include "ai/bot.h"
#include "hosts/cli/cli.h"

typedef struct cli_seat {
    const spk_bot_kind *kind; /* NULL: a person */
    spk_bot *bot;
    int heard; /* how much of its history (spk_match_seq) this seat has been shown */
} cli_seat;

typedef struct cli_table {
    spk_match *match;
    const spk_box *box;
    spk_rng chance;
    cli_seat seats[SPK_MAX_SEATS];
    int n_people;
    spk_seat shown;  /* whose side is on the screen; -1: nobody's */
    spk_why refused; /* why the last input was refused; err is SPK_OK if it was not */
    spk_buf file;    /* where the game was loaded from or saved to: may be written again */
    spk_buf line;    /* what was typed last */
} cli_table;

typedef enum cli_ending { CLI_GOES_ON, CLI_QUIT, CLI_END_OF_INPUT } cli_ending;

/* -- person.c ---------------------------------------------------------------------------------- */

/* Show a person the table and take one move from them. */
cli_ending cli_person_move(cli_table *t, spk_seat seat);

/* -- talk.c: for games in which talk is part of the game ---------------------------------------- */

/* Say who may speak now; nothing where nobody may. */
void cli_talk_show(const cli_table *t, spk_seat seat);

/* What stands behind 'say': words of the seat at the keyboard, or "2: words" for another person.
 * False: refused, and t->refused says why. */
bool cli_talk_say(cli_table *t, spk_seat seat, const char *rest);

/* -- typed.c ----------------------------------------------------------------------------------- */

/* The same words, whatever the case and the blanks. */
bool cli_same_words(const char *a, const char *b);

/* The legal move that was typed, as its number or as its words; false: none was. */
bool cli_typed_move(const cli_table *t, spk_seat seat, const char *line, spk_move *move);

/* For a move that is not legal: the line as the game's own reader can read it, or as typed if it
 * cannot. Into 'room'; returns it. */
const char *cli_typed_spelling(const cli_table *t, const char *line, char *room, size_t cap);

#endif
