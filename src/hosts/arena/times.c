/* times.c: see times.h. */
#include "hosts/arena/times.h"

#include <math.h>

static const double LEAST_MS = 0.001, RATIO = 1.02;

void arena_times_add(arena_times *t, double ms)
{
    int i = ms > LEAST_MS ? (int)(log(ms / LEAST_MS) / log(RATIO)) : 0;
    t->bucket[i < ARENA_TIME_BUCKETS ? i : ARENA_TIME_BUCKETS - 1]++;
    t->n++;
    t->total_ms += ms;
    t->max_ms = ms > t->max_ms ? ms : t->max_ms;
}

void arena_times_merge(arena_times *t, const arena_times *more)
{
    for (int i = 0; i < ARENA_TIME_BUCKETS; i++)
        t->bucket[i] += more->bucket[i];
    t->n += more->n;
    t->total_ms += more->total_ms;
    t->max_ms = more->max_ms > t->max_ms ? more->max_ms : t->max_ms;
}

double arena_times_mean(const arena_times *t) { return t->n ? t->total_ms / (double)t->n : 0; }

double arena_times_percentile(const arena_times *t, double part)
{
    double wanted = part * (double)t->n, seen = 0;
    if (t->n == 0)
        return 0;
    for (int i = 0; i < ARENA_TIME_BUCKETS; i++) {
        seen += t->bucket[i];
        if (seen >= wanted && t->bucket[i]) /* the middle of the bucket, by its ratio */
            return fmin(LEAST_MS * pow(RATIO, i + 0.5), t->max_ms);
    }
    return t->max_ms;
}
