/* points.c: points of moves that win and lose alike. */
#include "ai/points.h"

enum {
    NEXT_TO_NOTHING = SPK_WIN / 100,
    FEW = 4, /* positions that tell too little */
};

bool ai_points_matter(int64_t value)
{
    return value < NEXT_TO_NOTHING || value > SPK_WIN - NEXT_TO_NOTHING;
}

void ai_points_add(ai_points *p, const spk_box *box, const void *state, spk_seat seat, int move)
{
    spk_result result = {0};
    int rival = INT32_MIN;
    if (move >= AI_POINTS_MOVES)
        return;
    box->game->result(box, state, &result);
    for (spk_seat i = 0; i < box->n_seats; i++)
        rival = i != seat && result.score[i] > rival ? result.score[i] : rival;
    p->sum[move] += result.score[seat] - rival;
    p->n[move]++;
}

bool ai_points_is_more(const ai_points *p, int move, int other)
{
    if (move >= AI_POINTS_MOVES || other >= AI_POINTS_MOVES || p->n[move] < FEW ||
        p->n[other] < FEW)
        return false;
    int64_t both = (int64_t)p->n[move] * p->n[other];
    return 2 * (p->sum[move] * p->n[other] - p->sum[other] * p->n[move]) > both;
}
