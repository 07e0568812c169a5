/* budget.h: how long a bot may think, and the clock that enforces it. Bots know no clock: a host
 * lets them think in small slices and checks the time in between.
 *
 *     host_budget budget;
 *     if (!host_budget_parse("20ms", &budget)) ...
 *     spk_bot_begin(bot, &view);
 *     host_think(bot, &budget);
 *     move = spk_bot_move(bot); */
#ifndef HOST_BUDGET_H
#define HOST_BUDGET_H

#include "ai/bot.h"
#include "hosts/clock.h"

/* One of the two numbers is 0. */
typedef struct host_budget {
    int ms;         /* milliseconds per decision: what a person waits for ... */
    int iterations; /* of a search: the same move every time */
    bool cpu;       /* ... or of the thinking thread's processor time: fair on a busy machine */
} host_budget;

/* "20ms", "1.5s", "20cpu" (milliseconds of processor time), "1000it". False: malformed, or out of range (1 ms to 10 minutes,
 * 1 to 10 million iterations). */
bool host_budget_parse(const char *text, host_budget *budget);

/* "20ms", "20cpu", "1000it", written into 'room', which is returned. */
const char *host_budget_print(const host_budget *budget, char room[16]);

/* A percentage of it, but at least a moment; 0: no time at all. */
host_budget host_budget_share(const host_budget *budget, int percent);

/* Let a bot think about the decision it was given. False: more thinking would change nothing. */
bool host_think(spk_bot *bot, const host_budget *budget);

/* The same for anything that thinks in portions: 'some' does at most so many iterations and returns how
 * many it did; 0: more would change nothing. */
typedef int host_some(void *self, int iterations);
bool host_think_with(host_some *some, void *self, const host_budget *budget);

#endif
