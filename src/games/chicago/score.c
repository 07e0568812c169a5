/* score.c: payouts, wealth, goals and the result. Whether a position can be true at all is asked in
 * sound.c. */
#include "games/chicago/rules.h"

/* -- Money ------------------------------------------------------------------------------------- */

int chicago_count(const uint64_t a[2], const uint64_t b[2])
{
    return __builtin_popcountll(a[0] & b[0]) + __builtin_popcountll(a[1] & b[1]);
}

/* Whether a gang owns all of a set. */
static bool owns_all(const chicago_gang *g, const uint64_t set[2])
{
    return !(set[0] & ~g->owned[0]) && !(set[1] & ~g->owned[1]);
}

/* What the bank pays a gang at the end of a phase: values, sets threefold (CH-12.3 to CH-12.5); an
 * empty casino pays nothing in variant II (CH-15.6). */
int chicago_payout_k(const chicago_config *c, const chicago_state *s, int gang)
{
    const chicago_gang *g = &s->gang[gang];
    int sum = 0;
    for (int b = 0; b < CHICAGO_BUILDINGS; b++) {
        bool idle = c->casino_presence && chicago_has(c->casinos, b) && !chicago_stands(s, gang, b);
        if (chicago_has(g->owned, b) && !idle)
            sum += c->value_k[b];
    }
    if (owns_all(g, c->set[gang][0]))
        sum += 2 * 8 * 1;
    if (owns_all(g, c->set[gang][1]))
        sum += 2 * 6 * 2;
    return sum;
}

/* The values of a gang's members on the board, waiting and fighting (CH-13.3, CH-R7). */
int chicago_members_k(const chicago_state *s, const chicago_config *c, int gang)
{
    const chicago_gang *g = &s->gang[gang];
    bool attacks = chicago_on_turn(c, s) == gang, defends = s->defender == gang;
    int sum = 0;
    for (int i = 0; i < g->n_members; i++)
        sum += chicago_price_k[chicago_rings_of(g->member[i])];
    for (int i = 0; i < CHICAGO_STRENGTHS; i++)
        sum += (g->waiting[i] + (attacks ? s->attackers[i] : 0)) * chicago_price_k[i + 1];
    if (s->stage == CHICAGO_DUEL)
        sum += attacks ? chicago_price_k[s->rings[0]] : defends ? chicago_price_k[s->rings[1]] : 0;
    return sum;
}

int chicago_wealth_k(const chicago_config *c, const chicago_state *s, spk_seat seat)
{
    int sum = 0;
    for (int gang = 0; gang < CHICAGO_GANGS; gang++)
        if (c->present[gang] && c->seat_of[gang] == seat)
            sum += s->gang[gang].cash_k + chicago_members_k(s, c, gang);
    return sum;
}

/* -- Goals (CH-1) ------------------------------------------------------------------------------ */

/* A gang's 4-ring members. One that is in a duel counts as it went in: what the duel makes of it is
 * known when the duel is over. */
int chicago_fours(const chicago_state *s, const chicago_config *c, int gang)
{
    const chicago_gang *g = &s->gang[gang];
    int n = g->waiting[CHICAGO_STRENGTHS - 1];
    for (int i = 0; i < g->n_members; i++)
        n += chicago_rings_of(g->member[i]) == CHICAGO_STRENGTHS;
    if (chicago_on_turn(c, s) == gang)
        n += s->attackers[CHICAGO_STRENGTHS - 1] + (s->rings_before[0] == CHICAGO_STRENGTHS);
    else if (s->defender == gang)
        n += s->rings_before[1] == CHICAGO_STRENGTHS;
    return n;
}

static int gang_count(const chicago_config *c, const chicago_state *s, int gang, chicago_goal goal)
{
    switch (goal) {
    case CHICAGO_GOAL_CASINOS: return chicago_count(s->gang[gang].owned, c->casinos);
    case CHICAGO_GOAL_SQUARE: return chicago_count(s->gang[gang].owned, c->square);
    case CHICAGO_GOAL_FOURS: return chicago_fours(s, c, gang);
    case CHICAGO_GOAL_COUNT: break;
    }
    return 0;
}

/* A player's gangs count together, but for an option (CH-R28). */
int chicago_goal_count(const spk_box *box, const chicago_state *s, spk_seat seat, chicago_goal goal)
{
    const chicago_config *c = box->config;
    int sum = 0, best = 0;
    for (int gang = 0; gang < CHICAGO_GANGS; gang++) {
        if (!c->present[gang] || c->seat_of[gang] != seat)
            continue;
        int n = gang_count(c, s, gang, goal);
        sum += n;
        best = n > best ? n : best;
    }
    return goal == CHICAGO_GOAL_FOURS && c->fours_by_gang ? best : sum;
}

int chicago_goal_need(const spk_box *box, chicago_goal goal)
{
    switch (goal) {
    case CHICAGO_GOAL_CASINOS: return box->n_seats == 2 ? 4 : 3; /* CH-1.2, CH-1.3 */
    case CHICAGO_GOAL_SQUARE: return 8;
    case CHICAGO_GOAL_FOURS: return 5;
    case CHICAGO_GOAL_COUNT: break;
    }
    return 0;
}

/* The goal that a seat has held longest; false: it holds none. */
static bool first_goal(const chicago_state *s, spk_seat seat, chicago_goal *first)
{
    bool found = false;
    for (int goal = 0; goal < CHICAGO_GOAL_COUNT; goal++)
        if (s->since[seat][goal] && (!found || s->since[seat][goal] < s->since[seat][*first])) {
            *first = (chicago_goal)goal;
            found = true;
        }
    return found;
}

/* The clocks of the goals: since which event each is held without a break (CH-1.1). */
void chicago_update_goal(const spk_box *box, chicago_state *s, chicago_goal goal)
{
    for (spk_seat seat = 0; seat < box->n_seats; seat++) {
        if (!chicago_holds(box, s, seat, goal))
            s->since[seat][goal] = 0;
        else if (!s->since[seat][goal])
            s->since[seat][goal] = (uint16_t)(s->events + 1);
    }
}

bool chicago_any_goal(const spk_box *box, const chicago_state *s)
{
    bool held = false;
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        for (int goal = 0; goal < CHICAGO_GOAL_COUNT; goal++)
            held |= s->since[seat][goal] != 0;
    return held;
}

/* -- The result -------------------------------------------------------------------------------- */

/* Of the seats in 'among', those that have most. */
static uint32_t richest(const spk_result *r, uint32_t among)
{
    uint32_t best = 0;
    int most = -1;
    for (spk_seat seat = 0; seat < r->n_seats; seat++) {
        if (!(among >> seat & 1) || r->score[seat] < most)
            continue;
        best = r->score[seat] > most ? 0 : best;
        best |= 1u << seat;
        most = r->score[seat];
    }
    return best;
}

/* Who wins by a goal: the longest hold, or the richest holder (CH-R21). 0: nobody holds one. */
static uint32_t goal_winners(const spk_box *box, const chicago_state *s, spk_result *r)
{
    const chicago_config *c = box->config;
    uint32_t holders = 0;
    spk_seat first = -1;
    chicago_goal goal[CHICAGO_GANGS];
    for (spk_seat seat = 0; seat < box->n_seats; seat++) {
        if (!first_goal(s, seat, &goal[seat]))
            continue;
        holders |= 1u << seat;
        if (first < 0 || s->since[seat][goal[seat]] < s->since[first][goal[first]])
            first = seat;
    }
    if (!holders)
        return 0;
    uint32_t winners = c->goal_tie_wealth ? richest(r, holders) : 1u << first;
    r->reason = chicago_goal_names[goal[__builtin_ctz(winners)]];
    return winners;
}

/* Places: the winners, and behind them the others by wealth (CH-R36). */
static void set_ranks(spk_result *r)
{
    for (spk_seat seat = 0; seat < r->n_seats; seat++) {
        r->rank[seat] = 1;
        if (r->winners >> seat & 1)
            continue;
        for (spk_seat other = 0; other < r->n_seats; other++)
            if (r->winners >> other & 1 || r->score[other] > r->score[seat])
                r->rank[seat]++;
    }
}

void chicago_result(const spk_box *box, const void *state, spk_result *result)
{
    const chicago_state *s = state;
    *result = (spk_result){.n_seats = box->n_seats};
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        result->score[seat] = 1000 * chicago_wealth_k(box->config, s, seat);
    if (s->stage == CHICAGO_OVER) {
        result->reason = "wealth";
        result->winners = goal_winners(box, s, result);
    }
    if (!result->winners)
        result->winners = richest(result, (1u << box->n_seats) - 1); /* CH-13.3, CH-R23 */
    set_ranks(result);
}
