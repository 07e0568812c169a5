/* score.c: points and the result. When the game ends is decided in rules.c; whether a position can be
 * true is asked in sound.c. */
#include "games/famiglia/state.h"

/* Two digits at a time, by a table. */
int famiglia_points(const famiglia_config *config, famiglia_bag bag)
{
    int points = 0;
    for (int i = 0; i < FAMIGLIA_TYPES / 2; i++)
        points += config->pair_points[i][bag >> 6 * i & 63];
    return points;
}

/* The points of a seat's cards, highest first; returns how many. */
static int points_descending(const famiglia_config *c, famiglia_bag bag, int out[64])
{
    int n = 0;
    for (famiglia_card t = 0; t < FAMIGLIA_TYPES; t++)
        for (int copy = 0; copy < famiglia_count(bag, t); copy++) {
            int at = n++;
            for (; at > 0 && out[at - 1] < c->points[t]; at--)
                out[at] = out[at - 1];
            out[at] = c->points[t];
        }
    return n;
}

/* On equal totals: above 0 if seat 0 is ahead, below if seat 1 is. FA-11.4 compares the best card;
 * the option 'descending' goes on to the next ones, a missing card counting 0 (FA-R50). */
static int break_tie(const spk_box *box, const famiglia_state *s)
{
    int best[2][64] = {{0}};
    points_descending(box->config, famiglia_owned(s, 0), best[0]);
    points_descending(box->config, famiglia_owned(s, 1), best[1]);
    int n = box->option[FAMIGLIA_OPT_TIE_BREAK] ? 64 : 1;
    for (int i = 0; i < n; i++)
        if (best[0][i] != best[1][i])
            return best[0][i] - best[1][i];
    return 0;
}

void famiglia_result(const spk_box *box, const void *state, spk_result *result)
{
    const famiglia_state *s = state;
    *result = (spk_result){.n_seats = 2, .rank = {1, 1}};
    for (spk_seat seat = 0; seat < 2; seat++)
        result->score[seat] = famiglia_points(box->config, famiglia_owned(s, seat));
    int ahead = result->score[0] - result->score[1];
    if (ahead == 0)
        ahead = break_tie(box, s);
    result->rank[0] += ahead < 0;
    result->rank[1] += ahead > 0;
    result->winners = (result->rank[0] == 1 ? 1u : 0) | (result->rank[1] == 1 ? 2u : 0);
    if (s->phase == FAMIGLIA_OVER)
        result->reason = s->double_pass ? "double_pass" : "end_trigger";
}
