/* hints.c: what a bot may know of Chicago before it thinks: a rough value of a position. */
#include "games/chicago/state.h"

/* What a player has, what his buildings will still pay, and a bounty for each step towards a goal;
 * in thousands of FT. */
static int standing(const spk_box *box, const chicago_state *s, spk_seat seat)
{
    const chicago_config *c = box->config;
    int payouts = s->stage == CHICAGO_OVER ? 0 : CHICAGO_PHASES - s->phase;
    int sum = chicago_wealth_k(c, s, seat);
    for (int gang = 0; gang < CHICAGO_GANGS; gang++)
        if (c->present[gang] && c->seat_of[gang] == seat)
            sum += payouts * chicago_payout_k(c, s, gang);
    for (int goal = 0; goal < CHICAGO_GOAL_COUNT; goal++) {
        int n = chicago_goal_count(box, s, seat, (chicago_goal)goal);
        int need = chicago_goal_need(box, (chicago_goal)goal);
        sum += 200 * n * n / (need * need) + (n >= need ? 500 : 0);
    }
    return sum;
}

static void values(const spk_box *box, const void *state, int value[SPK_MAX_SEATS])
{
    int stands[SPK_MAX_SEATS];
    if (spk_is_over(box, state)) {
        spk_share_end(box, state, value);
        return;
    }
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        stands[seat] = standing(box, state, seat);
    spk_share_wins(box, stands, 60, value);
}

const spk_hints chicago_hints = {
    .values = values,
    .horizon = 2,
    .level =
        {
            [SPK_EASY] = {"Greenhorn", "takes what it fancies", 50, 50},
            [SPK_NORMAL] = {"Regular", "thinks a little", 500, 10},
            [SPK_HARD] = {"Boss", "thinks for as long as it may", 0, 0},
        },
};
