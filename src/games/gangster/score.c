/* score.c: what a line pays and to whom, and the result. Which lines are complete is found in rules.c;
 * whether a position can be true is asked in sound.c. */
#include "games/gangster/state.h"

/* -- Scoring a line (GB-6) --------------------------------------------------------------------- */

/* The power of each gang's living tiles on some cells (GB-6.3). */
void gangster_powers(const gangster_state *s, gangster_cells cells, int power[GANGSTER_GANGS])
{
    cells &= ~s->dead;
    for (int gang = 0; gang < GANGSTER_GANGS; gang++) {
        power[gang] = 0;
        for (int k = 0; k < GANGSTER_PLANES; k++)
            power[gang] += gangster_size(s->gang[gang] & cells & s->power[k]) << k;
    }
}

/* The greatest power below 'limit', and how many gangs have it. 0: no gang is left. */
static int greatest_below(const int power[GANGSTER_GANGS], int limit, int *n_holders, int *holder)
{
    int best = 0;
    *n_holders = 0;
    for (int gang = 0; gang < GANGSTER_GANGS; gang++) {
        if (power[gang] == 0 || power[gang] >= limit || power[gang] < best)
            continue;
        *n_holders = power[gang] > best ? 1 : *n_holders + 1;
        *holder = gang;
        best = power[gang];
    }
    return best;
}

/* The strongest gang that is alone with its power scores what it is ahead of the next lower one.
 * Gangs tied above it cancel each other (GB-6.5, GB-6.6). A tie below it does not, and is what is
 * subtracted (GB-6.7), unless the table plays all_equal: then it is struck out too (GB-R31). */
gangster_award gangster_judge_line(const int power[GANGSTER_GANGS], bool all_equal)
{
    gangster_award award = {-1, 0};
    int n, holder = -1, other, value = greatest_below(power, 100, &n, &holder);
    while (value && n > 1)
        value = greatest_below(power, value, &n, &holder);
    if (!value)
        return award;
    int below = greatest_below(power, value, &n, &other);
    while (all_equal && below && n > 1)
        below = greatest_below(power, below, &n, &other);
    award.gang = holder;
    award.points = value - below;
    return award;
}

int gangster_last_award(const gangster_state *s)
{
    int last = 0;
    for (int seat = 0; seat < GANGSTER_SEATS; seat++)
        if (s->mark[seat] > last)
            last = s->mark[seat];
    return last;
}

int gangster_raised(int points, int by)
{
    return points + by < GANGSTER_TOP ? points + by : GANGSTER_TOP; /* GB-7.2 */
}

/* Score a line that is complete. True: a player has reached the top, and the game is over. */
bool gangster_score_line(const spk_box *box, gangster_state *s, int line)
{
    const gangster_config *c = box->config;
    int power[GANGSTER_GANGS];
    gangster_powers(s, gangster_line(line), power);
    gangster_award award = gangster_judge_line(power, c->all_equal);
    int owner = award.gang < 0 ? -1 : c->owner_of[award.gang];
    s->scored |= (uint16_t)(1u << line);
    if (owner < 0)
        return false; /* nobody, or an unowned gang: the points are lost (GB-6.8) */
    s->points[owner] = (uint8_t)gangster_raised(s->points[owner], award.points);
    s->mark[owner] = (uint8_t)(gangster_last_award(s) + 1);
    return s->points[owner] == GANGSTER_TOP;
}

/* -- The result (GB-7) ------------------------------------------------------------------------- */

/* More points, or the same reached earlier (GB-7.6); two players on 0 are equal (GB-R39, R40). */
static bool is_ahead(const gangster_state *s, int a, int b)
{
    if (s->points[a] != s->points[b])
        return s->points[a] > s->points[b];
    return s->mark[a] < s->mark[b];
}

void gangster_result(const spk_box *box, const void *state, spk_result *result)
{
    const gangster_state *s = state;
    *result = (spk_result){.n_seats = box->n_seats};
    bool at_top = false;
    for (int seat = 0; seat < box->n_seats; seat++) {
        result->score[seat] = s->points[seat];
        result->rank[seat] = 1;
        for (int other = 0; other < box->n_seats; other++)
            result->rank[seat] += is_ahead(s, other, seat);
        if (result->rank[seat] == 1)
            result->winners |= 1u << seat;
        at_top |= s->points[seat] == GANGSTER_TOP;
    }
    if (s->phase == GANGSTER_OVER)
        result->reason = at_top ? "al_capone" : "board_full";
}
