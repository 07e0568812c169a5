/* process.c: see process.h. */
#include "hosts/player/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "hosts/budget.h"

enum { SLICE_MS = 20, MOMENT_MS = 100, LAST_READS = 16 };

/* -- Who runs ---------------------------------------------------------------------------------- */

/* For a signal handler, which can do little more than kill. Places are taken by whichever thread
 * comes first; a program that finds none is not ended by signals, only by its host. */
static _Atomic(pid_t) running[256];

static void add_running(pid_t pid)
{
    for (size_t i = 0; i < sizeof running / sizeof *running; i++) {
        pid_t nobody = 0;
        if (atomic_compare_exchange_strong(&running[i], &nobody, pid))
            return;
    }
}

static void remove_running(pid_t pid)
{
    for (size_t i = 0; i < sizeof running / sizeof *running; i++) {
        pid_t it = pid;
        if (atomic_compare_exchange_strong(&running[i], &it, 0))
            return;
    }
}

void host_process_kill_all(void)
{
    for (size_t i = 0; i < sizeof running / sizeof *running; i++) {
        pid_t pid = atomic_load(&running[i]);
        if (pid > 0)
            kill(-pid, SIGKILL);
    }
}

/* -- Starting ---------------------------------------------------------------------------------- */

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Above the three that every program has: else, where ours are closed, one pipe would be laid over
 * the other when they are put in their places. */
static int lifted(int fd)
{
    if (fd < 0 || fd > STDERR_FILENO)
        return fd;
    int higher = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close(fd);
    return higher;
}

/* Both ends closed on exec, for another thread may start a program right now. */
static bool make_pipe(int ends[2])
{
    if (pipe2(ends, O_CLOEXEC) != 0) {
        ends[0] = ends[1] = -1;
        return false;
    }
    ends[0] = lifted(ends[0]);
    ends[1] = lifted(ends[1]);
    return ends[0] >= 0 && ends[1] >= 0;
}

static int spawn(pid_t *pid, char **argv, const int theirs[3])
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&how);
    for (int fd = 0; fd < 3; fd++)
        posix_spawn_file_actions_adddup2(&files, theirs[fd], fd);
#if defined __GLIBC__ && __GLIBC_PREREQ(2, 34)
    posix_spawn_file_actions_addclosefrom_np(&files, 3);
#endif
    posix_spawnattr_setpgroup(&how, 0);
    posix_spawnattr_setsigmask(&how, &none);
    posix_spawnattr_setsigdefault(&how, &all);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                       POSIX_SPAWN_SETSIGDEF);
    int error = posix_spawnp(pid, argv[0], &files, &how, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&how);
    return error;
}

static const char *advice(int error, char **argv)
{
    if (error == EACCES)
        return " (is it executable? 'chmod +x', or name its interpreter)";
    if (error == ENOEXEC)
        return " (a script needs its interpreter in the first line: #!/bin/sh)";
    if (error == ENOENT && !strchr(argv[0], '/'))
        return " (in this folder: './' and its name)";
    if (error == ENOENT && argv[1])
        return " (quote a name with spaces)";
    return "";
}

spk_err host_process_start(host_process *p, char **argv, spk_why *why)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1}, err[2] = {-1, -1};
    *p = (host_process){.in = -1, .out = -1, .err = -1, .most = SIZE_MAX};
    p->at = p->end = p->bytes;
    int error = make_pipe(in) && make_pipe(out) && make_pipe(err) ? 0 : errno;
    if (!error)
        error = spawn(&p->pid, argv, (const int[]){in[0], out[1], err[1]});
    close_fd(&in[0]);
    close_fd(&out[1]);
    close_fd(&err[1]);
    p->in = in[1];
    p->out = out[0];
    p->err = err[0];
    if (error) {
        close_fd(&p->in);
        close_fd(&p->out);
        close_fd(&p->err);
        return spk_fail(why, SPK_EIO, "'%.80s' cannot be started: %s%s.", argv[0], strerror(error),
                        advice(error, argv));
    }
    add_running(p->pid);
    fcntl(p->in, F_SETFL, O_NONBLOCK);
    fcntl(p->out, F_SETFL, O_NONBLOCK);
    fcntl(p->err, F_SETFL, O_NONBLOCK);
    return SPK_OK;
}

/* -- Speaking ---------------------------------------------------------------------------------- */

/* Into a pipe that nobody reads comes SIGPIPE, which would end us. It is sent to the thread that
 * writes: so this thread holds it back and takes it away, and no other is concerned. */
static ssize_t write_quietly(int fd, const char *bytes, size_t n)
{
    sigset_t sigpipe, before, pending;
    sigemptyset(&sigpipe);
    sigaddset(&sigpipe, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &sigpipe, &before);
    ssize_t done = write(fd, bytes, n);
    int error = errno;
    if (done < 0 && error == EPIPE && !sigismember(&pending, SIGPIPE))
        while (sigtimedwait(&sigpipe, NULL, &(struct timespec){0}) < 0 && errno == EINTR)
            ;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return done;
}

static size_t n_unsent(const host_process *p) { return p->unsent.n - p->n_sent; }

static void say(host_process *p)
{
    ssize_t n = write_quietly(p->in, spk_buf_text(&p->unsent) + p->n_sent, n_unsent(p));
    if (n > 0)
        p->n_sent += (size_t)n;
    else if (n < 0 && errno != EAGAIN && errno != EINTR)
        close_fd(&p->in);
}

void host_process_send(host_process *p, const char *text)
{
    if (n_unsent(p) == 0) {
        spk_buf_clear(&p->unsent);
        p->n_sent = 0;
    }
    spk_buf_puts(&p->unsent, text);
    if (p->in >= 0 && n_unsent(p))
        say(p);
}

/* -- Hearing ----------------------------------------------------------------------------------- */

static void hear(host_process *p)
{
    ssize_t n = read(p->out, p->bytes, sizeof p->bytes);
    if (n > 0) {
        p->at = p->bytes;
        p->end = p->bytes + n;
        p->n_heard += (size_t)n;
    } else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
        close_fd(&p->out);
    }
}

/* Of stderr the last line is kept, as much of it as there is room for. */
static void hear_murmur(host_process *p)
{
    char bytes[4096];
    host_line line;
    ssize_t n = read(p->err, bytes, sizeof bytes);
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
        close_fd(&p->err);
    for (const char *at = bytes; n > 0 && host_reader_take(&p->murmur, &at, bytes + n, &line);) {
        spk_buf kept = SPK_BUF_OVER(p->last_words);
        spk_buf_puts(&kept, line.text);
        host_line_clean(p->last_words, strlen(p->last_words)); /* cut within a character */
        if (p->on_error)
            p->on_error(p->context, line.text);
    }
}

/* It has ended, but is not collected yet: until then its number, and that of its group, are its
 * own. */
static bool has_ended(const host_process *p, siginfo_t *info)
{
    siginfo_t here = {0};
    int failed = waitid(P_PID, (id_t)p->pid, &here, WEXITED | WNOHANG | WNOWAIT);
    if (info)
        *info = here;
    return failed || here.si_pid == p->pid;
}

/* Let bytes flow in all directions for a moment, or until 'until'. False: nothing did. */
static bool flow(host_process *p, double until)
{
    struct pollfd fds[] = {
        {.fd = p->out, .events = POLLIN},
        {.fd = p->err, .events = POLLIN},
        {.fd = p->in, .events = n_unsent(p) ? POLLOUT : 0},
    };
    double left = until - host_now_ms();
    int wait = left <= 0 ? 0 : left < SLICE_MS ? (int)left + 1 : SLICE_MS;
    if (poll(fds, 3, wait) <= 0)
        return false;
    if (fds[1].revents)
        hear_murmur(p);
    if (fds[2].revents & (POLLERR | POLLNVAL)) /* nobody reads */
        close_fd(&p->in);
    else if (fds[2].revents)
        say(p);
    if (fds[0].revents)
        hear(p);
    return true;
}

/* A child of the program may hold its stdout open: so silence is a reason to look whether the
 * program itself is there. */
host_event host_process_wait(host_process *p, double until, host_line *line)
{
    for (bool looked = false;; looked = true) {
        if (host_reader_take(&p->reader, &p->at, p->end, line))
            return HOST_HEARD;
        if (p->n_heard > p->most)
            return HOST_FLOOD;
        if (p->out < 0)
            return HOST_GONE;
        if (p->in < 0 && n_unsent(p))
            return has_ended(p, NULL) ? HOST_GONE : HOST_DEAF;
        if (looked && host_now_ms() >= until)
            return HOST_LATE;
        if (!flow(p, until) && has_ended(p, NULL) && !flow(p, 0))
            return HOST_GONE;
    }
}

/* -- Its end ----------------------------------------------------------------------------------- */

/* Listen to what nobody needs any more until it has ended: a program that writes must not be kept
 * from ending by a full pipe. */
static bool ends_before(host_process *p, double until)
{
    while (!has_ended(p, NULL)) {
        double now = host_now_ms();
        if (now >= until)
            return false;
        p->at = p->end;
        flow(p, now + 2 < until ? now + 2 : until);
    }
    return true;
}

bool host_process_fate(host_process *p, spk_buf *out)
{
    siginfo_t info = {0};
    if (!ends_before(p, host_now_ms() + MOMENT_MS))
        return false;
    has_ended(p, &info);
    for (int i = 0; i < LAST_READS && flow(p, 0); i++)
        p->at = p->end;
    if (info.si_code == CLD_EXITED)
        spk_buf_printf(out, "exited with code %d", info.si_status);
    else if (info.si_code == CLD_KILLED || info.si_code == CLD_DUMPED)
        spk_buf_printf(out, "was ended by signal %d (%s)", info.si_status,
                       strsignal(info.si_status));
    else
        spk_buf_puts(out, "has ended");
    return true;
}

/* What is still to be said leaves before stdin is closed, if the program reads it. */
static void close_mouth(host_process *p, double until)
{
    while (n_unsent(p) && p->in >= 0 && host_now_ms() < until && !has_ended(p, NULL)) {
        p->at = p->end;
        flow(p, until);
    }
    spk_buf_release(&p->unsent);
    p->n_sent = 0;
    close_fd(&p->in);
}

void host_process_end(host_process *p, int quit_ms, int term_ms)
{
    double until = host_now_ms() + quit_ms;
    close_mouth(p, until);
    if (!ends_before(p, until)) {
        kill(-p->pid, SIGTERM);
        ends_before(p, host_now_ms() + term_ms);
    }
    kill(-p->pid, SIGKILL); /* it, or the children that it left */
    close_fd(&p->out);
    close_fd(&p->err);
    remove_running(p->pid);
    if (ends_before(p, host_now_ms() + term_ms))
        waitpid(p->pid, NULL, WNOHANG);
}
