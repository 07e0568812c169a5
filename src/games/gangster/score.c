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

/* The gangs by power, the strongest first: a power in the higher bits, its gang in the lowest two. */
static void sort_two(int *a, int *b)
{
    int more = *a > *b ? *a : *b, less = *a > *b ? *b : *a;
    *a = more, *b = less;
}

static void sort_gangs(const int power[GANGSTER_GANGS], int by[GANGSTER_GANGS])
{
    for (int gang = 0; gang < GANGSTER_GANGS; gang++)
        by[gang] = power[gang] << 2 | gang;
    sort_two(&by[0], &by[1]), sort_two(&by[2], &by[3]);
    sort_two(&by[0], &by[2]), sort_two(&by[1], &by[3]);
    sort_two(&by[1], &by[2]);
}

/* The place after all gangs that are as strong as the one at 'at'. */
static int below(const int by[GANGSTER_GANGS], int at)
{
    int next = at + 1;
    while (next < GANGSTER_GANGS && by[next] >> 2 == by[at] >> 2)
        next++;
    return next;
}

/* The strongest gang that is alone with its power scores what it is ahead of the next lower one.
 * Gangs tied above it cancel each other (GB-6.5, GB-6.6). A tie below it does not, and is what is
 * subtracted (GB-6.7), unless the table plays all_equal: then it is struck out too (GB-R31). */
gangster_award gangster_judge_line(const int power[GANGSTER_GANGS], bool all_equal)
{
    int by[GANGSTER_GANGS], at = 0, next;
    sort_gangs(power, by);
    while ((next = below(by, at)) < GANGSTER_GANGS && next > at + 1)
        at = next;
    if (next > at + 1 || by[at] >> 2 == 0)
        return (gangster_award){-1, 0};
    int other = next;
    while (all_equal && other < GANGSTER_GANGS && below(by, other) > other + 1)
        other = below(by, other);
    int less = other < GANGSTER_GANGS ? by[other] >> 2 : 0;
    return (gangster_award){by[at] & 3, (by[at] >> 2) - less};
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
