/* hints_city.c: the city as a bot looks at it: rows of worths, and what duels bring. See hints.h. */
#include "games/chicago/hints.h"

#include <string.h>

/* -- Rows -------------------------------------------------------------------------------------- */

#define BYTE(n, bit) ((n) >> (bit)&1 ? 0xff : 0)
#define EIGHT(n)                                                                                   \
    {                                                                                              \
        BYTE(n, 0), BYTE(n, 1), BYTE(n, 2), BYTE(n, 3), BYTE(n, 4), BYTE(n, 5), BYTE(n, 6),        \
            BYTE(n, 7)                                                                             \
    }
#define FOUR(n)    EIGHT(n), EIGHT((n) + 1), EIGHT((n) + 2), EIGHT((n) + 3)
#define SIXTEEN(n) FOUR(n), FOUR((n) + 4), FOUR((n) + 8), FOUR((n) + 12)
#define QUARTER(n) SIXTEEN(n), SIXTEEN((n) + 16), SIXTEEN((n) + 32), SIXTEEN((n) + 48)

/* Eight bits as eight bytes. */
static const uint8_t eight[256][8] = {QUARTER(0), QUARTER(64), QUARTER(128), QUARTER(192)};

void chicago_spread(const uint64_t bits[2], chicago_row *row)
{
    for (int i = 0; i < CHICAGO_ROW / 8; i++)
        memcpy(row->at + 8 * i, eight[bits[i / 8] >> 8 * (i % 8) & 0xff], 8);
}

/* A building is worth its payouts to come. The bars of the two home sets, which pay threefold
 * together, are worth 5000 FT more a payout, their part of that; a casino is worth 14,000 of the
 * 20,000 that it pays, for everybody wants it back. These weights, and the cost of a step, are
 * those with which the likeliest moves alone won most of some hundreds of games against
 * themselves. */
void chicago_worth(const chicago_config *c, const chicago_state *s, int gang, chicago_row *worth)
{
    enum { SET_BAR_K = 5, MOST_K = 14 };
    uint8_t times = (uint8_t)(2 * (CHICAGO_PHASES - s->phase)), more = (uint8_t)(SET_BAR_K * times);
    const uint64_t *mine = s->gang[gang].owned, *ally = s->gang[c->ally[gang]].owned;
    const uint64_t(*set)[2] = c->set[gang];
    chicago_row own, home;
    chicago_spread((const uint64_t[2]){mine[0] | ally[0], mine[1] | ally[1]}, &own);
    chicago_spread((const uint64_t[2]){set[0][0] | set[1][0], set[0][1] | set[1][1]}, &home);
    memset(worth->at + CHICAGO_BUILDINGS, 0, CHICAGO_ROW - CHICAGO_BUILDINGS);
    for (int b = 0; b < CHICAGO_BUILDINGS; b++)
        worth->at[b] = (uint8_t)((c->value_k[b] < MOST_K ? c->value_k[b] : MOST_K) * times);
    for (int b = 0; b < CHICAGO_ROW; b++)
        worth->at[b] = (uint8_t)((worth->at[b] + (more & home.at[b])) & ~own.at[b]);
}

void chicago_worth_empty(const chicago_state *s, const chicago_row *restrict worth,
                         chicago_row *restrict empty)
{
    for (int b = 0; b < CHICAGO_ROW; b++)
        empty->at[b] = worth->at[b] & (s->on[b] ? 0 : 0xff);
}

int chicago_best_target(const chicago_row *worth, const uint8_t *distance, int cost, int *target)
{
    uint8_t score[CHICAGO_ROW], top = 0, step = (uint8_t)cost;
    uint8_t end = (uint8_t)(255 / cost); /* farther is as far: a price is a byte */
    for (int b = 0; b < CHICAGO_ROW; b++) {
        uint8_t far = distance[b] < end ? distance[b] : end;
        uint8_t price = (uint8_t)(far * step);
        uint8_t most = worth->at[b] > price ? worth->at[b] : price;
        score[b] = (uint8_t)(most - price);
        top = score[b] > top ? score[b] : top;
    }
    if (top)
        *target = (int)((const uint8_t *)memchr(score, top, sizeof score) - score);
    return top;
}

/* -- Duels: from the ledger's table of whole duels ---------------------------------------------- */

const int16_t chicago_duel_gain[CHICAGO_STRENGTHS + 1][CHICAGO_STRENGTHS + 1] = {
    {0},
    {0, 46, 53, 8, -38},
    {0, 72, 43, -73, -154},
    {0, 83, 153, 21, -166},
    {0, 50, 164, 173, -15},
};

/* (gain[a][d] - gain[d][a] / (seats - 1)) / 5 */
const chicago_edges chicago_duel_edge[3] = {
    {
        {0},
        {0, 0, -4, -15, -18},
        {0, 4, 0, -45, -64},
        {0, 15, 45, 0, -68},
        {0, 18, 64, 68, 0},
    },
    {
        {0},
        {0, 5, 3, -7, -13},
        {0, 9, 4, -30, -47},
        {0, 16, 38, 2, -50},
        {0, 14, 48, 51, -2},
    },
    {
        {0},
        {0, 6, 6, -4, -11},
        {0, 11, 6, -25, -42},
        {0, 16, 35, 3, -45},
        {0, 13, 43, 46, -2},
    },
};

const uint8_t chicago_duel_wins[CHICAGO_STRENGTHS + 1][CHICAGO_STRENGTHS + 1] = {
    {0}, {0, 42, 31, 17, 8}, {0, 69, 48, 23, 11}, {0, 83, 77, 49, 24}, {0, 92, 89, 76, 50},
};
