/* tally.c: counts and percentiles (load.h). Every time is kept, so percentiles are exact. */
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "load.h"

enum { TOO_MANY = 2000 }; /* errors after which a run is not worth going on with */

void load_times_add(load_times *t, uint64_t ns)
{
    if (t->n == t->cap) {
        t->cap = t->cap ? 2 * t->cap : 4096;
        t->us = spk_realloc(t->us, t->cap * sizeof *t->us);
    }
    t->us[t->n++] = (uint32_t)(ns / 1000);
    t->sorted = false;
}

static int by_size(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

double load_times_ms(load_times *t, double part)
{
    if (t->n == 0)
        return 0;
    if (!t->sorted)
        qsort(t->us, t->n, sizeof *t->us, by_size);
    t->sorted = true;
    size_t place = (size_t)(part * (double)t->n);
    return t->us[place < t->n ? place : t->n - 1] / 1e3;
}

void load_times_release(load_times *t)
{
    spk_free(t->us);
    *t = (load_times){0};
}

void load_error(load *l, const char *what, load_span detail)
{
    int n = detail.n > 160 ? 160 : (int)detail.n;
    if (l->tally.errors++ == 0)
        snprintf(l->tally.first_error, sizeof l->tally.first_error, "%s: %.*s", what, n,
                 detail.at ? detail.at : "");
    if (l->tally.errors == TOO_MANY) {
        fprintf(stderr, "load: %d errors, the first one: %s\n", TOO_MANY, l->tally.first_error);
        load_server_stop(l);
        exit(1);
    }
}
