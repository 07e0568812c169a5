/* program.h: the conversation with one program: getting ready, questions and answers, and what
 * happens to a program that does not keep to the protocol (docs/bot-protocol.md, "Limits"). How the
 * bytes travel is process.h, what they say words.h.
 *
 * A question is a text that ends with `go` or `speak`; the program owes one answer to each. As long
 * as it owes one, it is asked nothing new: so a late answer can never be taken for another's. */
#ifndef HOST_PLAYER_PROGRAM_H
#define HOST_PLAYER_PROGRAM_H

#include "hosts/player/player.h"
#include "hosts/player/process.h"

typedef enum host_asked { HOST_NOTHING, HOST_ASKED_MOVE, HOST_ASKED_WORDS } host_asked;

typedef struct host_program {
    host_process process;
    int start_ms;
    double start_until; /* what the clock shows when it must be ready */
    bool is_ready, is_out;
    bool wants_board, wants_talk;
    host_asked owes;
    int n_stalls;    /* in a row */
    char before[96]; /* nonsense since the question: perhaps it was meant as the answer */

    int n_says;
    char says[HOST_SAYS][HOST_SAY_ROOM];
    spk_buf refused; /* lines for the beginning of the next question */

    spk_seat seat;
    host_player_log *log; /* or NULL */
    void *log_context;
    size_t n_logged;
} host_program;

/* Start it and greet it. Refused: there is nothing to end. */
spk_err host_program_start(host_program *g, const host_spec *spec, const spk_box *box,
                           spk_seat seat, spk_why *why);

/* Wait until it is ready; false: it is out, and why says so. The clock of its decisions does not
 * run meanwhile. */
bool host_program_is_ready(host_program *g, spk_why *why);

/* Ask: 'table' is what it is told, to which the budget is added and what is wanted of it. True:
 * *answer is a HOST_MOVE, or a HOST_SAY or HOST_LISTEN. Messages before a move are in 'says'. False:
 * none came in time, and why says what did; *sent tells whether it has been told at all. */
bool host_program_ask(host_program *g, host_asked what, const char *table, int budget_ms,
                      host_line *answer, bool *sent, spk_why *why);

/* A last text, and `quit`; or, if it is out, nothing. Then it is no more. */
void host_program_end(host_program *g, const char *text);

#endif
