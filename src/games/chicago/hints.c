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

/* How far the seat is ahead of the best of the others. */
int chicago_value(const spk_box *box, const void *state, spk_seat seat)
{
    int best = 0;
    for (spk_seat other = 0; other < box->n_seats; other++) {
        int value = other == seat ? 0 : standing(box, state, other);
        best = value > best ? value : best;
    }
    return standing(box, state, seat) - best;
}
