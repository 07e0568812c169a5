/* times.h: how long answers took. A histogram with buckets of two per cent, so that times from many
 * threads can be added, and percentiles are accurate to one per cent however many there are. */
#ifndef ARENA_TIMES_H
#define ARENA_TIMES_H

#include <stdint.h>

enum { ARENA_TIME_BUCKETS = 1200 }; /* from a microsecond to hours */

typedef struct arena_times {
    uint64_t n;
    double total_ms, max_ms;
    uint32_t bucket[ARENA_TIME_BUCKETS];
} arena_times;

void arena_times_add(arena_times *t, double ms);
void arena_times_merge(arena_times *t, const arena_times *more);
double arena_times_mean(const arena_times *t);

/* The time that 'part' (0 to 1) of the answers did not exceed; 0 if there are none. */
double arena_times_percentile(const arena_times *t, double part);

#endif
