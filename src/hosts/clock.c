/* clock.c: the machine's own clock. */
#include "hosts/clock.h"

#include <stddef.h>
#include <time.h>

static uint64_t ns_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint64_t real_now_ns(void *self)
{
    (void)self;
    return ns_of(CLOCK_MONOTONIC);
}

static void real_wait(void *self, int ms)
{
    (void)self;
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL);
}

const host_clock host_clock_real = {.now_ns = real_now_ns, .wait = real_wait};

double host_now_ms(void) { return host_clock_ms(&host_clock_real); }

double host_thread_ms(void) { return (double)ns_of(CLOCK_THREAD_CPUTIME_ID) / 1e6; }
