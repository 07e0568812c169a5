/* budget.c: see budget.h. */
#include "hosts/budget.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/str.h"

bool host_budget_parse(const char *text, host_budget *budget)
{
    char *unit;
    double number = strtod(text, &unit);
    bool is_ms = spk_str_eq(unit, "ms"), is_s = spk_str_eq(unit, "s");
    bool is_cpu = spk_str_eq(unit, "cpu");
    double ms = is_s ? 1000 * number : number;
    if (unit == text || !(*text >= '0' && *text <= '9'))
        return false;
    if (is_ms || is_s || is_cpu)
        *budget = (host_budget){.ms = ms >= 1 && ms <= 600e3 ? (int)ms : 0, .cpu = is_cpu};
    else if (spk_str_eq(unit, "it"))
        *budget = (host_budget){.iterations = number >= 1 && number <= 1e7 ? (int)number : 0};
    else
        return false;
    return budget->ms || budget->iterations;
}

const char *host_budget_print(const host_budget *budget, char room[16])
{
    int n = budget->ms ? budget->ms : budget->iterations;
    snprintf(room, 16, "%d%s", n, budget->cpu ? "cpu" : budget->ms ? "ms" : "it");
    return room;
}

host_budget host_budget_share(const host_budget *budget, int percent)
{
    host_budget part = {.cpu = budget->cpu};
    if (percent >= 100)
        return *budget;
    if (percent > 0 && budget->ms)
        part.ms = 1 + (int)((int64_t)budget->ms * percent / 100);
    if (percent > 0 && budget->iterations)
        part.iterations = 1 + (int)((int64_t)budget->iterations * percent / 100);
    return part;
}

static double now_of(const host_budget *budget)
{
    return budget->cpu ? host_thread_ms() : host_now_ms();
}

/* Portions grow until one takes about a fiftieth of the time, and the last one ends before the time
 * does. */
static bool think_until(host_some *some, void *self, const host_budget *budget)
{
    int portion = 4;
    double begin = now_of(budget), ms = budget->ms;
    for (double last = begin, now; some(self, portion) > 0; last = now) {
        now = now_of(budget);
        double took = now - last, left = begin + ms - now;
        if (left < took)
            return true;
        if (took < ms / 50 && portion < 4096)
            portion *= 2;
        else if (took > ms / 10 && portion > 1)
            portion /= 2;
    }
    return false;
}

bool host_think_with(host_some *some, void *self, const host_budget *budget)
{
    int n = 1;
    if (budget->ms)
        return think_until(some, self, budget);
    for (int left = budget->iterations; left > 0 && n > 0; left -= n)
        n = some(self, left);
    return n > 0;
}

static int bot_some(void *self, int iterations) { return spk_bot_think(self, iterations); }

bool host_think(spk_bot *bot, const host_budget *budget)
{
    return host_think_with(bot_some, bot, budget);
}
