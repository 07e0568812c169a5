/* hints.c: what a bot may know of Gangster before it thinks: a rough value of a position. */
#include "games/gangster/state.h"

/* What the open lines would pay the seat as they stand, against what they would pay the others: the
 * fuller a line, the surer. In sixteenths of a point. */
static int prospects(const spk_box *box, const gangster_state *s, spk_seat seat)
{
    const gangster_config *c = box->config;
    gangster_cells occupied = gangster_occupied(s);
    int value = 0;
    for (int line = 0; line < GANGSTER_LINES; line++) {
        int n = gangster_size(occupied & gangster_line(line)), power[GANGSTER_GANGS];
        if (n == 0 || n == GANGSTER_SIDE)
            continue;
        gangster_powers(s, gangster_line(line), power);
        gangster_award award = gangster_judge_line(power, c->all_equal);
        if (award.gang >= 0 && c->owner_of[award.gang] >= 0)
            value += (c->owner_of[award.gang] == seat ? 2 : -1) * n * award.points;
    }
    return value;
}

/* How far ahead of the best rival the seat is, what the map promises, and a little for what it
 * still has in store: tiles to lay when others have none, and bullets. */
int gangster_value(const spk_box *box, const void *state, spk_seat seat)
{
    const gangster_state *s = state;
    int rival = 0;
    for (int other = 0; other < box->n_seats; other++)
        if (other != seat && s->points[other] > rival)
            rival = s->points[other];
    int in_store = 2 * s->bullets[seat] + gangster_size(s->supply[seat]);
    return 16 * (s->points[seat] - rival) + prospects(box, s, seat) + 2 * in_store;
}
