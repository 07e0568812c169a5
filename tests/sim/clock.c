/* clock.c: simulated time: a heap of events, the earliest first, of those at the same moment the oldest. The clock
 * moves only from one event to the next. And what is told of it all. */
#include <stdio.h>

#include "base/hash.h"
#include "base/mem.h"
#include "sim.h"

typedef struct sim_event {
    int64_t at_ms;
    uint64_t number, n;
    sim_run_event *run;
    void *what;
} event;

static bool is_before(const event *a, const event *b)
{
    return a->at_ms != b->at_ms ? a->at_ms < b->at_ms : a->number < b->number;
}

void sim_at(sim *s, int64_t in_ms, sim_run_event *run, void *what, uint64_t n)
{
    event e = {s->now_ms + (in_ms > 0 ? in_ms : 0), s->n_made++, n, run, what};
    if (s->n_events == s->cap_events) {
        s->cap_events = s->cap_events ? 2 * s->cap_events : 256;
        s->heap = spk_realloc(s->heap, (size_t)s->cap_events * sizeof *s->heap);
    }
    int i = s->n_events++;
    for (; i > 0 && is_before(&e, &s->heap[(i - 1) / 2]); i = (i - 1) / 2)
        s->heap[i] = s->heap[(i - 1) / 2];
    s->heap[i] = e;
}

static event pop(sim *s)
{
    event first = s->heap[0], last = s->heap[--s->n_events];
    int i = 0;
    for (;;) {
        int child = 2 * i + 1;
        if (child + 1 < s->n_events && is_before(&s->heap[child + 1], &s->heap[child]))
            child++;
        if (child >= s->n_events || !is_before(&s->heap[child], &last))
            break;
        s->heap[i] = s->heap[child];
        i = child;
    }
    s->heap[i] = last;
    return first;
}

bool sim_step(sim *s)
{
    if (!s->n_events)
        return false;
    event e = pop(s);
    if (e.at_ms > s->now_ms) {
        s->up_ms += s->house ? e.at_ms - s->now_ms : 0;
        s->now_ms = e.at_ms;
    }
    s->figures->steps++;
    e.run(s, e.what, e.n);
    if (s->struck)
        sim_house_bury(s);
    return true;
}

void sim_forget_events(sim *s)
{
    spk_free(s->heap);
    s->heap = NULL;
    s->n_events = s->cap_events = 0;
}

int64_t sim_around(sim *s, int stream, int64_t ms)
{
    int64_t part = sim_below(s, stream, 10);
    int64_t most = part < 7 ? ms : part < 9 ? 2 * ms : 4 * ms;
    return 1 + sim_below(s, stream, most);
}

/* -- Telling ---------------------------------------------------------------------------------------------- */

static void print_time(const sim *s, char room[32])
{
    long long t = s->now_ms;
    snprintf(room, 32, "%lldd %02lld:%02lld:%02lld.%03lld", t / 86400000, t / 3600000 % 24,
             t / 60000 % 60, t / 1000 % 60, t % 1000);
}

void sim_tell(sim *s, const char *format, ...)
{
    char time[32];
    va_list args;
    if (!s->trace || s->dead)
        return;
    print_time(s, time);
    printf("%s  ", time);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
}

void sim_fail(sim *s, const char *format, ...)
{
    char text[900], time[32];
    va_list args;
    if (s->failed || s->dead)
        return;
    s->failed = true;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    print_time(s, time);
    spk_buf_printf(&s->why, "%s", text);
    if (s->trace)
        printf("%s  VIOLATION: %s\n", time, text);
}

void sim_digest(sim *s, const void *bytes, size_t n)
{
    s->digest = spk_hash_words(s->digest ^ (uint64_t)s->now_ms, bytes, n);
}

void sim_count_fault(sim *s, sim_fault fault) { s->figures->faults[fault]++; }
