/* moved_clock.c: days that pass in a moment, for a whole server as it is: loaded before it (LD_PRELOAD), it adds to every clock what stands in
 * a file of eight bytes, milliseconds as an int64_t. A test writes there (moved.py); nobody waits, and nothing in the server knows.
 *
 *     SPK_MOVED_CLOCK=FILE LD_PRELOAD=.../libmoved_clock.so speakeasy serve
 *
 * Wall clock and monotonic clock move alike, as if the machine had been left alone for that long. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *moved_ms;

__attribute__((constructor)) static void open_file(void)
{
    const char *name = getenv("SPK_MOVED_CLOCK");
    int fd = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    void *at = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof *moved_ms, PROT_READ, MAP_SHARED, fd, 0);
    if (at != MAP_FAILED)
        moved_ms = at;
    if (fd >= 0)
        close(fd);
}

static void add(struct timespec *at)
{
    int64_t ms = moved_ms ? *moved_ms : 0, ns = at->tv_nsec + ms % 1000 * 1000000;
    at->tv_sec += ms / 1000 + ns / 1000000000;
    at->tv_nsec = ns % 1000000000;
}

/* Time that a process or a thread has used is left alone. */
static int is_moved(clockid_t clock)
{
    return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_MONOTONIC ||
           clock == CLOCK_MONOTONIC_COARSE || clock == CLOCK_MONOTONIC_RAW ||
           clock == CLOCK_BOOTTIME;
}

int clock_gettime(clockid_t clock, struct timespec *at)
{
    int bad = (int)syscall(SYS_clock_gettime, clock, at);
    if (!bad && is_moved(clock))
        add(at);
    return bad;
}

time_t time(time_t *out)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out)
        *out = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone)
{
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    *at = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
    return 0;
}
