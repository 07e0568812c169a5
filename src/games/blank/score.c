/* score.c: when it ends, and who has won. Whether a position is possible is in sound.c. */
#include "games/blank/state.h"

bool blank_goal_reached(const spk_box *box, const blank_state *s) /* BL-3.1 */
{
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        if (s->score[seat] >= box->option[BLANK_OPT_GOAL])
            return true;
    return false;
}

/* A place is one more than the number of seats that are better. (BL-3.3) */
void blank_result(const spk_box *box, const void *state, spk_result *result)
{
    const blank_state *s = state;
    *result = (spk_result){.n_seats = box->n_seats};
    for (spk_seat seat = 0; seat < box->n_seats; seat++) {
        result->score[seat] = s->score[seat];
        result->rank[seat] = 1;
        for (spk_seat other = 0; other < box->n_seats; other++)
            result->rank[seat] += s->score[other] > s->score[seat];
        if (result->rank[seat] == 1)
            result->winners |= SPK_ACTOR(seat);
    }
    if (s->phase == BLANK_OVER)
        result->reason = blank_goal_reached(box, s) ? "goal" : "hands_empty";
}
