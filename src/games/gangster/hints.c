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

/* Points, what the map promises, and a little for what a seat still has in store: tiles to lay when
 * others have none, and bullets. */
static void values(const spk_box *box, const void *state, int value[SPK_MAX_SEATS])
{
    const gangster_state *s = state;
    int standing[SPK_MAX_SEATS];
    if (spk_is_over(box, state)) {
        spk_share_end(box, state, value);
        return;
    }
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        standing[seat] = 16 * s->points[seat] + prospects(box, s, seat) +
                         2 * (2 * s->bullets[seat] + gangster_size(s->supply[seat]));
    spk_share_wins(box, standing, 48, value);
}

const spk_hints gangster_hints = {
    .values = values,
    .horizon = 4,
    .level =
        {
            [SPK_EASY] = {"Greenhorn", "takes what it fancies", 50, 50},
            [SPK_NORMAL] = {"Regular", "thinks a little", 500, 10},
            [SPK_HARD] = {"Boss", "thinks for as long as it may", 0, 0},
        },
};
