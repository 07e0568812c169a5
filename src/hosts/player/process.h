/* process.h: another program, and three pipes to it. Knows no game: here are starting, hearing lines
 * with a deadline, and getting rid of it. No call blocks beyond its deadline, none raises SIGPIPE,
 * and what the program writes never takes more than the room in here.
 *
 *     host_process p;
 *     if (host_process_start(&p, argv, &why) != SPK_OK) ...
 *     host_process_send(&p, "go\n");
 *     if (host_process_wait(&p, host_now_ms() + 50, &line) == HOST_HEARD) ...
 *     host_process_end(&p, 500, 200);
 *
 * The program leads a process group of its own, so that its children end with it, and has no other
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

    spk_buf unsent; /* for its stdin: the first n_sent bytes are with it already */
    size_t n_sent;

    char bytes[4096]; /* from its stdout, not yet cut into lines */
    const char *at, *end;
    host_reader reader;
    size_t n_heard; /* bytes from its stdout: the caller sets it to 0 ... */
    size_t most;    /* ... and says how many are too many */

    host_reader murmur;                         /* its stderr */
    char last_words[HOST_LAST_WORDS];           /* the last line of it */
    void (*on_error)(void *, const char *line); /* NULL, or who hears all of it */
    void *context;
} host_process;

/* Words as execvp takes them. Refused if the program cannot be started; then there is nothing to
 * end. */
spk_err host_process_start(host_process *p, char **argv, spk_why *why);

/* Text for its stdin. What its pipe does not take at once leaves during the following waits. */
void host_process_send(host_process *p, const char *text);

typedef enum host_event {
    HOST_HEARD, /* a line */
    HOST_LATE,  /* the deadline has passed */
    HOST_FLOOD, /* more than 'most' bytes */
    HOST_DEAF,  /* it has closed its stdin, and we have something to say */
    HOST_GONE,  /* it has ended, or closed its stdout */
} host_event;

/* The next line of its stdout, until the clock (host_now_ms) shows 'until'. What was there before
 * is delivered even if that is past. */
host_event host_process_wait(host_process *p, double until, host_line *line);

/* How it ended, in words that follow its name: "exited with code 1", "was ended by signal 11
 * (Segmentation fault)". False: it is still there after a moment. */
bool host_process_fate(host_process *p, spk_buf *out);

/* Say what is unsaid, close its stdin and wait so long for it to go; then SIGTERM to the whole
 * group, and after the second time SIGKILL. Collects it, so that there is no zombie. */
void host_process_end(host_process *p, int quit_ms, int term_ms);

/* Kill every program that runs, children included. May be called from a signal handler. */
void host_process_kill_all(void);

#endif
