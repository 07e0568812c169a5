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

/* -- Races ------------------------------------------------------------------------------------- */

/* What a race adds to the worth of its buildings, by how many of them the nearest rival is missing (deny,
 * guard) or the player himself (finish, keep). The numbers are those with which the likeliest moves
 * alone won most against scripts and against the likeliest moves of old. With four of eight each, going
 * on is better than guarding. */
enum { MISSING = 9 };

typedef struct stakes {
    uint8_t deny[MISSING], guard[MISSING], finish[MISSING], keep[MISSING];
} stakes;

/* With two players, and with more: nobody gets eight bars past three rivals, but three casinos. */
static const stakes casino_stakes[2] = {
    {.deny = {210, 64}, .guard = {250, 250}, .finish = {0, 40}, .keep = {100, 40}},
    {.deny = {210, 64}, .guard = {60}, .finish = {0, 50}, .keep = {100, 100}},
};
static const stakes square_stakes[2] = {
    {.deny = {200, 60, 60, 40},
     .guard = {250, 250, 250, 250, 0, 250, 250},
     .finish = {0, 150, 120, 100, 60, 30},
     .keep = {100, 40}},
    {.deny = {200, 60}, .guard = {250, 100}, .finish = {0, 150, 60}, .keep = {100, 40}},
};

static int within(int x, int most) { return x < 0 ? 0 : x > most ? most : x; }

static int larger(int a, int b) { return a > b ? a : b; }

/* The strong members of a gang in buildings of the set; members are sorted, buildings first. */
static int guards_of(const chicago_gang *g, const uint64_t set[2])
{
    int n = 0;
    for (int i = 0; i < g->n_members && chicago_node_of(g->member[i]) < CHICAGO_BUILDINGS; i++)
        n += chicago_rings_of(g->member[i]) >= CHICAGO_STRONG &&
             chicago_has(set, chicago_node_of(g->member[i]));
    return n;
}

static int count_guards(const chicago_config *c, const chicago_state *s, int gang,
                        const uint64_t set[2])
{
    int ally = c->ally[gang], n = guards_of(&s->gang[gang], set);
    return ally == gang ? n : n + guards_of(&s->gang[ally], set);
}

static void survey(const spk_box *box, const chicago_state *s, int gang, chicago_goal goal,
                   chicago_race *r)
{
    const chicago_config *c = box->config;
    const stakes *at = goal == CHICAGO_GOAL_SQUARE ? square_stakes : casino_stakes;
    int need = chicago_goal_need(box, goal), rival = need, mine = need;
    at += box->n_seats > 2;
    for (spk_seat seat = 0; seat < box->n_seats; seat++) {
        int missing = within(need - chicago_goal_count(box, s, seat, goal), need);
        if (seat == c->seat_of[gang])
            mine = missing;
        else
            rival = missing < rival ? missing : rival;
    }
    int wanted = goal == CHICAGO_GOAL_SQUARE && rival <= 3 ? 2 : 1;
    r->take = larger(at->deny[rival], at->finish[mine]);
    r->guard = larger(at->guard[rival], at->keep[mine]);
    r->is_held = mine == 0;
    r->is_guarded = at->keep[mine] <= at->guard[rival] && mine > 0 &&
                    count_guards(c, s, gang, r->set) >= wanted;
}

void chicago_survey_races(const spk_box *box, const chicago_state *s, int gang,
                          chicago_race race[CHICAGO_RACES])
{
    const chicago_config *c = box->config;
    race[0].set = c->casinos;
    race[1].set = c->square;
    survey(box, s, gang, CHICAGO_GOAL_CASINOS, &race[0]);
    survey(box, s, gang, CHICAGO_GOAL_SQUARE, &race[1]);
}

void chicago_add_races(const chicago_race race[CHICAGO_RACES], chicago_row *worth)
{
    for (int i = 0; i < CHICAGO_RACES; i++)
        for (int word = 0; word < 2 && race[i].take; word++)
            for (uint64_t left = race[i].set[word]; left; left &= left - 1) {
                int b = 64 * word + __builtin_ctzll(left);
                if (worth->at[b])
                    worth->at[b] = (uint8_t)within(worth->at[b] + race[i].take, 255);
            }
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

/* 'best' is our own: what it is compared with cannot change meanwhile, so no compiler looks again. */
void chicago_measure_ways(const chicago_config *c, const chicago_gang *g, chicago_row *near)
{
    chicago_row best;
    memset(best.at, 255, sizeof best.at);
    for (int i = 0; i < g->n_members; i++) {
        const uint8_t *distance = c->distance[chicago_node_of(g->member[i])];
        for (int b = 0; b < CHICAGO_ROW; b++)
            best.at[b] = distance[b] < best.at[b] ? distance[b] : best.at[b];
    }
    *near = best;
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
