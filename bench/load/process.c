/* process.c: the server as a process: started on a core of its own with a data folder of its own, its CPU
 * time and memory read from /proc, stopped at the end (load.h). */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/str.h"
#include "load.h"

enum { MOST_WORDS = 64, PATIENCE_MS = 30000 };

/* One guest here is ten thousand, so what a single address or seat may do is not limited. */
static const char *const no_limits[] = {
    "connections=0",      "connections_per_address=0",
    "handshakes_per_s=0", "handshakes_burst=0",
    "requests_per_s=0",   "requests_burst=0",
    "messages_per_s=0",   "messages_burst=0",
    "bytes_per_s=0",      "bytes_burst=0",
    "tables_per_hour=0",  "seats_per_minute=0",
    "acts_per_s=0",       "acts_burst=0",
    "ping_ms=600000",
};

void load_pin(pid_t pid, int core)
{
    cpu_set_t set;
    if (core < 0)
        return;
    CPU_ZERO(&set);
    CPU_SET(core, &set);
    if (sched_setaffinity(pid, sizeof set, &set) != 0)
        fprintf(stderr, "load: cannot use core %d: %s\n", core, strerror(errno));
}

double load_own_cpu_s(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

/* -- /proc --------------------------------------------------------------------------------------- */

/* The first line of a file of the server's process; "" if it is gone. */
static void read_proc(pid_t pid, const char *name, char *room, size_t cap)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    FILE *f = fopen(path, "r");
    room[0] = '\0';
    if (!f)
        return;
    if (!fgets(room, (int)cap, f))
        room[0] = '\0';
    fclose(f);
}

load_usage load_server_usage(const load *l)
{
    load_usage usage = {0};
    char line[1024];
    unsigned long user = 0, kernel = 0, pages = 0;
    if (l->server.pid <= 0)
        return usage;
    read_proc(l->server.pid, "stat", line, sizeof line);
    const char *after = strrchr(line, ')'); /* the name may hold anything */
    if (after && sscanf(after + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
                        &kernel) == 2)
        usage.cpu_s = (double)(user + kernel) / (double)sysconf(_SC_CLK_TCK);
    read_proc(l->server.pid, "statm", line, sizeof line);
    if (sscanf(line, "%*u %lu", &pages) == 1)
        usage.rss_bytes = (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
    return usage;
}

/* -- Starting ------------------------------------------------------------------------------------ */

static int put_words(const load *l, const char *words[MOST_WORDS])
{
    const load_options *o = &l->options;
    int n = 0;
    if (l->dialect == &load_boardgameio) {
        words[n++] = "node";
        words[n++] = o->serve;
    } else {
        const char *const fixed[] = {o->serve,      "serve",       "--listen",     "127.0.0.1:0",
                                     "--data",      l->server.dir, "--durability", o->durability,
                                     "--log-level", "warn"};
        for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
            words[n++] = fixed[i];
        for (size_t i = 0; i < sizeof no_limits / sizeof *no_limits; i++)
            words[n++] = "--limit", words[n++] = no_limits[i];
    }
    for (int i = 0; i < o->n_words; i++)
        words[n++] = o->words[i];
    words[n] = NULL;
    return n;
}

static void log_path(const load *l, char *path, size_t cap)
{
    snprintf(path, cap, "%s/load.log", l->server.dir);
}

/* In the child: its core, its log, and an end when we end. */
static void become(load *l)
{
    const char *words[MOST_WORDS];
    char path[300];
    put_words(l, words);
    log_path(l, path, sizeof path);
    int log = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (log < 0 || dup2(log, 1) < 0 || dup2(log, 2) < 0)
        _exit(127);
    load_pin(0, l->options.core_server);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setenv("NODE_ENV", "production", 1);
    execvp(words[0], (char *const *)words);
    fprintf(stderr, "%s: %s\n", words[0], strerror(errno));
    _exit(127);
}

/* Where it says it listens: the number behind the first "127.0.0.1:" of its log. */
static int said_port(const load *l)
{
    char path[300], text[4096];
    log_path(l, path, sizeof path);
    FILE *f = fopen(path, "r");
    if (!f)
        return 0;
    size_t n = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    text[n] = '\0';
    const char *at = strstr(text, "127.0.0.1:");
    at = at ? at + strlen("127.0.0.1:") : NULL;
    return at && at[strspn(at, "0123456789")] != '\0' ? atoi(at) : 0; /* the number is whole */
}

static void show_log(const load *l)
{
    char path[300], text[4096];
    log_path(l, path, sizeof path);
    FILE *f = fopen(path, "r");
    size_t n = f ? fread(text, 1, sizeof text, f) : 0;
    fwrite(text, 1, n, stderr);
    if (f)
        fclose(f);
}

static bool wait_for_port(load *l)
{
    uint64_t start = uv_hrtime();
    for (int ms = 0; ms < PATIENCE_MS && l->server.port == 0; ms++) {
        if (waitpid(l->server.pid, NULL, WNOHANG) == l->server.pid) {
            l->server.pid = 0;
            break;
        }
        nanosleep(&(struct timespec){0, 1000000}, NULL);
        l->server.port = said_port(l);
    }
    l->server.start_ms = (double)(uv_hrtime() - start) / 1e6;
    if (l->server.port > 0)
        return true;
    fprintf(stderr, "load: the server did not say where it listens:\n");
    show_log(l);
    return false;
}

static bool make_dir(load *l)
{
    const char *temp = getenv("TMPDIR");
    if (l->options.data) {
        snprintf(l->server.dir, sizeof l->server.dir, "%s", l->options.data);
        return true;
    }
    snprintf(l->server.dir, sizeof l->server.dir, "%s/speakeasy-load-XXXXXX", temp ? temp : "/tmp");
    if (mkdtemp(l->server.dir))
        return true;
    fprintf(stderr, "load: %s: %s\n", l->server.dir, strerror(errno));
    return false;
}

static bool use_address(load *l, const char *at)
{
    const char *colon = strrchr(at, ':');
    if (!colon || !spk_str_int(colon + 1, 1, 65535, &l->server.port) ||
        (size_t)(colon - at) >= sizeof l->server.host) {
        fprintf(stderr, "load: --at HOST:PORT, not '%s'\n", at);
        return false;
    }
    snprintf(l->server.host, sizeof l->server.host, "%.*s", (int)(colon - at), at);
    l->server.pid = l->options.pid;
    return true;
}

bool load_server_start(load *l)
{
    snprintf(l->server.host, sizeof l->server.host, "127.0.0.1");
    if (l->options.at)
        return use_address(l, l->options.at);
    if (!make_dir(l))
        return false;
    l->server.pid = fork();
    if (l->server.pid == 0)
        become(l);
    l->server.ours = true;
    return wait_for_port(l);
}

/* -- Stopping ------------------------------------------------------------------------------------ */

static void remove_dir(const load *l)
{
    pid_t child = fork();
    if (child == 0) {
        execlp("rm", "rm", "-rf", "--", l->server.dir, (char *)NULL);
        _exit(127);
    }
    waitpid(child, NULL, 0);
}

void load_server_stop(load *l)
{
    int status = 0;
    if (!l->server.ours)
        return;
    if (l->server.pid > 0) {
        kill(l->server.pid, SIGTERM);
        if (waitpid(l->server.pid, &status, 0) == l->server.pid && status != 0) {
            fprintf(stderr, "load: the server ended badly (status %d):\n", status);
            show_log(l);
            l->tally.errors++;
        }
    }
    l->server.pid = 0;
    if (!l->options.data)
        remove_dir(l);
    l->server.ours = false;
}
