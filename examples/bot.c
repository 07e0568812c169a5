/* bot.c: a bot for Speakeasy in 40 lines of plain C (docs/bot-protocol.md). It plays any game: a
 * move at random, and one that only passes just when there is no other.
 *
 *     cc -o /tmp/bot examples/bot.c
 *     speakeasy play famiglia --seat human --seat exec:/tmp/bot */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* How much we like a move. Your ideas go here. */
static int like(const char *move)
{
    static const char *const idle[] = {"pass", "skip", "end_turn", "done", "defer", "lay -"};
    for (size_t i = 0; i < sizeof idle / sizeof *idle; i++)
        if (strncmp(move, idle[i], strlen(idle[i])) == 0)
            return 1;
    return 1000;
}

int main(void)
{
    static char line[1 << 16], best[1000]; /* a longer view comes in pieces, which we ignore */
    int total = 0;
    srand((unsigned)time(NULL));
    setvbuf(stdout, NULL, _IOLBF, 0); /* a line is sent when it ends */
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (strcmp(line, "start") == 0) {
            puts("ready");
        } else if (strncmp(line, "legal ", 6) == 0) {
            total += like(line + 6); /* each move is the one with its share of all so far */
            if (rand() % total < like(line + 6))
                snprintf(best, sizeof best, "%s", line + 6);
        } else if (strcmp(line, "go") == 0) {
            printf("move %s\n", best);
            total = 0;
        } else if (strcmp(line, "quit") == 0) {
            break;
        }
    }
    return 0;
}
