/* program.h: the dialogue with one program: getting ready, questions and answers, and what happens
 * to a program that violates the protocol (docs/bot-protocol.md, "Limits"). process.h moves the
 * bytes, words.h words them.
 *
 * A question is a text that ends with `go` or `speak`; the program owes one answer to each. While
 * it owes one it is asked nothing new, so a late answer can never be taken for the answer to
 * another question. */
#ifndef HOST_PLAYER_PROGRAM_H
#define HOST_PLAYER_PROGRAM_H

#include "hosts/player/player.h"
#include "hosts/player/process.h"

typedef struct host_program {
    host_process process;
    int start_ms;
    double start_until; /* host_now_ms by which it must be ready */
    bool is_ready, is_out;
    bool wants_board, wants_talk, wants_engine;
    bool owes;        /* an answer ... */
    room_asked asked; /* ... to this question: a move or words */
    int n_stalls;     /* in a row */
    char before[96];  /* nonsense since the question: perhaps meant as the answer */

    int n_says;
    char says[HOST_SAYS][HOST_SAY_ROOM];
    spk_buf refused; /* lines for the beginning of the next question */

    spk_seat seat;
    host_player_log *log; /* or NULL */
    void *log_context;
    size_t n_logged;
} host_program;

/* Start it and greet it. If refused, there is nothing to end. */
spk_err host_program_start(host_program *g, const host_spec *spec, const spk_box *box,
                           spk_seat seat, spk_why *why);

/* Wait until it is ready; false: it is out, and 'why' says why. This does not count as thinking
 * time. */
bool host_program_is_ready(host_program *g, spk_why *why);

/* Ask: it is sent 'table', the budget and the question. How long a processor worked for it nobody here sees: of processor time it is told
 * the milliseconds, and has HOST_UNTIMED_MS for them. True: *answer is a HOST_MOVE, or a HOST_SAY
 * or HOST_LISTEN. Messages before a move are in 'says'. False: no valid answer came in time, and
 * 'why' says what happened; *sent tells whether the question was sent at all. */
bool host_program_ask(host_program *g, room_asked what, const char *table,
                      const host_budget *budget, host_line *answer, bool *sent, spk_why *why);

/* Send a last text and `quit` (nothing if it is out), then end it. */
void host_program_end(host_program *g, const char *text);

#endif
