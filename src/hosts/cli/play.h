/* play.h: a table in the terminal, shared by play.c (who sits where, whose turn it is) and person.c
 * (what a person sees and types). */
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

/* Show a person the table and take one move from them. */
cli_ending cli_person_move(cli_table *t, spk_seat seat);

#endif
