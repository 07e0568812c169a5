/* process.h: an external program and three pipes to it: starting it, reading lines with a deadline,
 * and getting rid of it. Knows nothing of games. No call blocks beyond its deadline or raises
 * SIGPIPE, and what the program writes never takes more memory than this struct.
 *
 *     host_process p;
 *     if (host_process_start(&p, argv, &why) != SPK_OK) ...
 *     host_process_send(&p, "go\n");
 *     if (host_process_wait(&p, host_now_ms() + 50, &line) == HOST_HEARD) ...
 *     host_process_end(&p, 500, 200);
 *
 * The program leads its own process group, so that its children end with it, and inherits no other
 * file of ours. */
#ifndef HOST_PLAYER_PROCESS_H
#define HOST_PLAYER_PROCESS_H

#include <sys/types.h>

#include "base/buf.h"
#include "base/err.h"
#include "hosts/player/line.h"

enum { HOST_LAST_WORDS = 120 };

typedef struct host_process {
    pid_t pid;
    int in, out, err; /* our ends; -1: closed */

    spk_buf unsent; /* for its stdin: the first n_sent bytes have been written */
    size_t n_sent;

    char bytes[4096]; /* from its stdout, not yet cut into lines */
    const char *at, *end;
    host_reader reader;
    size_t n_heard; /* bytes read from its stdout: the caller resets it ... */
    size_t most;    /* ... and sets the limit */

    host_reader murmur;                         /* its stderr */
    char last_words[HOST_LAST_WORDS];           /* its last line */
    void (*on_error)(void *, const char *line); /* receives all of it; or NULL */
    void *context;
} host_process;

/* Words as execvp takes them. Refused if the program cannot be started; then there is nothing to
 * end. */
spk_err host_process_start(host_process *p, char **argv, spk_why *why);

/* Text for its stdin. What the pipe does not accept at once is written during later waits. */
void host_process_send(host_process *p, const char *text);

typedef enum host_event {
    HOST_HEARD, /* a line */
    HOST_LATE,  /* the deadline has passed */
    HOST_FLOOD, /* more than 'most' bytes */
    HOST_DEAF,  /* it has closed its stdin, and we have something to send */
    HOST_GONE,  /* it has ended, or closed its stdout */
} host_event;

/* The next line from its stdout, waiting until host_now_ms reaches 'until'. A line that is already
 * there is delivered even after that time. */
host_event host_process_wait(host_process *p, double until, host_line *line);

/* How it ended, worded to follow its name: "exited with code 1", "was ended by signal 11
 * (Segmentation fault)". False: it is still running after a moment. */
bool host_process_fate(host_process *p, spk_buf *out);

/* Send what is unsent, close its stdin and wait quit_ms for it to exit; then send SIGTERM to the
 * whole group, and after term_ms SIGKILL. Reaps it, so that there is no zombie. */
void host_process_end(host_process *p, int quit_ms, int term_ms);

/* Kill every running program and its children. May be called from a signal handler. */
void host_process_kill_all(void);

#endif
