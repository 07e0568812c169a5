/* clock.h: the time and a way to wait, as a thing that is given: whoever measures or waits asks the clock
 * it was opened with, so that a test can let an hour pass in a moment.
 *
 *     double until_ms = host_clock_ms(clock) + 500;
 *     while (!is_there() && host_clock_ms(clock) < until_ms)
 *         host_clock_wait(clock, 50);
 *
 * It tells durations, not the date; and it has nothing to do with players' clocks (engine/clock.h). */
#ifndef HOST_CLOCK_H
#define HOST_CLOCK_H

#include <stdint.h>

typedef struct host_clock {
    void *self;
    uint64_t (*now_ns)(void *self);   /* since some fixed moment; never goes back */
    void (*wait)(void *self, int ms); /* the calling thread does nothing else meanwhile */
} host_clock;

/* The machine's own. Both functions may be called from any thread, as those of every clock. */
extern const host_clock host_clock_real;

static inline double host_clock_ms(const host_clock *clock)
{
    return (double)clock->now_ns(clock->self) / 1e6;
}

static inline void host_clock_wait(const host_clock *clock, int ms)
{
    clock->wait(clock->self, ms);
}

/* Milliseconds of the real one, for hosts that have no other. */
double host_now_ms(void);

/* Milliseconds for which the calling thread has had a processor: no neighbour can shorten them. */
double host_thread_ms(void);

#endif
