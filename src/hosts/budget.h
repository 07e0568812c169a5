/* budget.h: how long a bot may think, and the clock that holds it to that. Bots know no clock: a host
 * lets them think in small portions and looks at the time in between.
 *
 *     host_budget budget;
 *     if (!host_budget_parse("20ms", &budget)) ...
 *     spk_bot_begin(bot, &view);
 *     host_think(bot, &budget);
 *     move = spk_bot_move(bot); */
#ifndef HOST_BUDGET_H
#define HOST_BUDGET_H

#include "ai/bot.h"

/* One of the two is 0. */
typedef struct host_budget {
    int ms;         /* milliseconds a decision: what a person waits for */
    int iterations; /* of a search: the same move every time */
} host_budget;

/* "20ms", "1.5s", "1000it". False: none of these, or out of range (1 ms to 10 minutes, 1 to 10
 * million iterations). */
bool host_budget_parse(const char *text, host_budget *budget);

/* "20ms", "1000it", into room for 16 characters; returns that room. */
const char *host_budget_print(const host_budget *budget, char room[16]);

/* Let a bot think about the decision it was given. */
void host_think(spk_bot *bot, const host_budget *budget);

/* Milliseconds of a clock that only goes forward. */
double host_now_ms(void);

#endif
