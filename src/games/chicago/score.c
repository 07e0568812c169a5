/* score.c: payouts, wealth, goals, the result, and whether a position can be true (the ledger's
 * invariants). */
#include <string.h>

#include "games/chicago/state.h"

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

/* -- Soundness: the numbers are the ledger's invariants ---------------------------------------- */

static bool is_zero(const void *bytes, size_t n)
{
    static const uint8_t zero[sizeof(chicago_gang)];
    return memcmp(bytes, zero, n) == 0;
}

static bool in_battle(const chicago_state *s)
{
    return s->stage == CHICAGO_DUEL || s->stage == CHICAGO_REINFORCE || s->stage == CHICAGO_PAIR;
}

/* Every number is one that can be: what a hand-made position may get wrong first. */
static bool fields_fit(const chicago_config *c, const chicago_state *s)
{
    return s->stage < CHICAGO_STAGE_COUNT && s->phase < CHICAGO_PHASES && s->round >= 1 &&
           s->round <= CHICAGO_ROUNDS && s->turn < c->n_gangs && s->bank <= CHICAGO_RINGS &&
           s->events <= CHICAGO_MAX_EVENTS && s->battle_at < c->n_nodes && s->assault < 2 &&
           s->defender < CHICAGO_GANGS && s->right < 2 && is_zero(s->spare, sizeof s->spare);
}

static bool list_fits(const chicago_config *c, const chicago_gang *g)
{
    for (int i = 0; i < CHICAGO_FIGURES; i++) {
        uint16_t member = g->member[i];
        if (i >= g->n_members ? member != 0 : chicago_node_of(member) >= c->n_nodes)
            return false;
        if (i > 0 && i < g->n_members && member < g->member[i - 1])
            return false;
    }
    return true;
}

static const char *broken_members(const chicago_config *c, const chicago_gang *g)
{
    if (g->n_members > CHICAGO_FIGURES || !list_fits(c, g))
        return "CH-I5: a member stands nowhere, or a list is out of order.";
    for (int i = 0; i < g->n_members; i++) {
        int node = chicago_node_of(g->member[i]), rings = chicago_rings_of(g->member[i]);
        bool twin = i > 0 && chicago_node_of(g->member[i - 1]) == node;
        if (rings < 1 || rings > CHICAGO_STRENGTHS)
            return "CH-I3: a member has no rings, or more than four.";
        if (twin && (!c->stacking || node >= CHICAGO_BUILDINGS))
            return "CH-I4: two members stand on one field.";
        if (node < CHICAGO_BUILDINGS && !chicago_has(g->owned, node))
            return "CH-I6: a member stands in a building that its gang does not own.";
    }
    return NULL;
}

static const char *broken_gang(const chicago_config *c, const chicago_state *s, int gang)
{
    const chicago_gang *g = &s->gang[gang];
    bool entering = s->stage == CHICAGO_ENTER && gang == chicago_on_turn(c, s);
    uint64_t chips[2] = {g->owned[0] & ~c->printed[gang][0], g->owned[1] & ~c->printed[gang][1]};
    if (!c->present[gang])
        return is_zero(g, sizeof *g) ? NULL
                                     : "CH-14.4: a gang that is not in the game has something.";
    if (g->owned[1] >> (CHICAGO_BUILDINGS - 64) || !is_zero(g->spare, sizeof g->spare))
        return "CH-I8: a building that does not exist is owned.";
    if (c->chip_limit && chicago_count(chips, chips) > CHICAGO_CHIPS)
        return "CH-I18: a gang has more chips out than it has.";
    int more = g->bought[0] - g->bought[1];
    if (g->bought[0] + g->bought[1] + g->reserve > CHICAGO_FIGURES || more < -1 || more > 1)
        return "CH-I14: 1-ring and 2-ring members were bought unevenly, or too many.";
    bool counting = c->balance_scope != CHICAGO_SCOPE_PURCHASE || (c->stacking && entering);
    if (!counting && (g->bought[0] || g->bought[1]))
        return "CH-I14: purchases are counted although each stands for itself.";
    return broken_members(c, g);
}

/* Nobody shares a node or a building with another gang, and 'on' says what the lists say. */
static const char *broken_fields(const chicago_state *s)
{
    uint8_t on[CHICAGO_NODES] = {0};
    for (int a = 0; a < CHICAGO_GANGS; a++) {
        for (int i = 0; i < s->gang[a].n_members; i++) {
            int node = chicago_node_of(s->gang[a].member[i]);
            if (on[node] && on[node] != a + 1)
                return "CH-I4: members of two gangs stand on one field.";
            on[node] = (uint8_t)(a + 1);
        }
        for (int b = a + 1; b < CHICAGO_GANGS; b++)
            if (chicago_count(s->gang[a].owned, s->gang[b].owned))
                return "CH-I8: a building has two owners.";
    }
    return memcmp(on, s->on, sizeof on) == 0 ? NULL
                                             : "CH-I5: a field shows a gang that is elsewhere.";
}

static const char *broken_supply(const chicago_config *c, const chicago_state *s)
{
    int rings = s->bank + s->rings[0] + s->rings[1];
    for (int i = 0; i < CHICAGO_STRENGTHS; i++)
        rings += s->attackers[i] * (i + 1);
    for (int gang = 0; gang < CHICAGO_GANGS; gang++) {
        const chicago_gang *g = &s->gang[gang];
        int figures = g->reserve + g->dead + chicago_n_waiting(g) + g->n_members;
        for (int i = 0; i < CHICAGO_STRENGTHS; i++) {
            rings += g->waiting[i] * (i + 1);
            figures += gang == chicago_on_turn(c, s) ? s->attackers[i] : 0;
        }
        for (int i = 0; i < g->n_members; i++)
            rings += chicago_rings_of(g->member[i]);
        if (s->stage == CHICAGO_DUEL)
            figures += gang == chicago_on_turn(c, s) || gang == s->defender;
        if (c->present[gang] && figures != CHICAGO_FIGURES)
            return "CH-I2: a gang has not twenty figures.";
    }
    return rings == CHICAGO_RINGS ? NULL : "CH-I1: there are not 150 rings.";
}

static const char *broken_duel(const chicago_state *s)
{
    for (int side = 0; side < 2; side++) {
        int now = s->rings[side], before = s->rings_before[side];
        if (s->stage != CHICAGO_DUEL && (now || before))
            return "CH-I15: the dice of a duel that is not going on.";
        if (s->stage == CHICAGO_DUEL && (now < 1 || now > before || before > CHICAGO_STRENGTHS))
            return "CH-I15: rings that no duel can have left.";
    }
    if (s->rings_before[0] - s->rings[0] != s->rings_before[1] - s->rings[1])
        return "CH-I15: a tie costs both sides a ring.";
    return NULL;
}

static int n_attackers(const chicago_state *s)
{
    return s->attackers[0] + s->attackers[1] + s->attackers[2] + s->attackers[3];
}

static const char *broken_assault(const chicago_config *c, const chicago_state *s)
{
    int defenders[CHICAGO_STRENGTHS], kinds[2] = {0, 0};
    chicago_count_at(&s->gang[s->defender], s->battle_at, defenders);
    for (int i = 0; i < CHICAGO_STRENGTHS; i++) {
        kinds[0] += s->attackers[i] > 0;
        kinds[1] += defenders[i] > 0;
    }
    if (!c->stacking || s->battle_at >= CHICAGO_BUILDINGS)
        return "CH-I4: an assault without variant I, or in the street.";
    if (s->stage != CHICAGO_DUEL && (!kinds[0] || !kinds[1]))
        return "CH-I4: an assault with only one side.";
    if (s->stage == CHICAGO_PAIR && kinds[0] * kinds[1] < 2)
        return "CH-I21: there is nothing to choose.";
    if (s->stage == CHICAGO_REINFORCE && s->right)
        return "CH-I21: the defender cannot choose before the first duel.";
    return NULL;
}

/* The battle in progress agrees with itself and with the board. */
static const char *broken_battle(const chicago_config *c, const chicago_state *s)
{
    int attacker = chicago_on_turn(c, s);
    const chicago_gang *defender = &s->gang[s->defender];
    const char *broken = broken_duel(s);
    if (broken)
        return broken;
    if (!in_battle(s))
        return s->battle_at || s->assault || s->defender || s->right || n_attackers(s)
                   ? "CH-I4: a battle that is not going on."
                   : NULL;
    if (s->defender == attacker || s->defender == c->ally[attacker] || !c->present[s->defender])
        return "CH-I17: a gang fights itself, its ally or nobody.";
    if (s->battle_at < CHICAGO_BUILDINGS && !chicago_has(defender->owned, s->battle_at))
        return "CH-I6: the defender does not own the building.";
    if (s->on[s->battle_at] && !(s->assault && chicago_stands(s, s->defender, s->battle_at)))
        return "CH-I4: somebody else stands where two fight.";
    if (s->assault)
        return broken_assault(c, s);
    if (s->stage != CHICAGO_DUEL || s->right || n_attackers(s))
        return "CH-I4: an assault that is not going on.";
    return c->stacking && s->battle_at < CHICAGO_BUILDINGS
               ? "CH-I4: with variant I a fight in a building is an assault."
               : NULL;
}

/* CH-I12, CH-I21: the stage has something to ask, and the clock fits it. */
static const char *broken_stage(const chicago_config *c, const chicago_state *s)
{
    const chicago_gang *g = &s->gang[chicago_on_turn(c, s)];
    bool moving = s->stage == CHICAGO_STEP || in_battle(s);
    if (s->points > c->face[c->n_faces - 1] || (!moving && s->points))
        return "CH-I11: movement points that nobody rolled.";
    switch ((chicago_stage)s->stage) {
    case CHICAGO_HIRE:
    case CHICAGO_PLACE:
        if (s->round != 1)
            return "CH-I19: hiring and placing come before round 1.";
        if (s->stage == CHICAGO_HIRE
                ? chicago_is_out(g)
                : !chicago_n_waiting(g) || !chicago_has_place(c, s, chicago_on_turn(c, s)))
            return "CH-I21: the gang has nothing to decide.";
        break;
    case CHICAGO_ENTER:
        if (!chicago_can_enter(c, s, chicago_on_turn(c, s)))
            return "CH-I21: nobody can enter.";
        break;
    case CHICAGO_ROLL:
        if (!g->n_members)
            return "CH-I12: a gang without members does not roll.";
        break;
    case CHICAGO_STEP:
        if (!s->points || !chicago_has_step(c, s))
            return "CH-I12: no step is possible.";
        break;
    case CHICAGO_OVER:
        if (s->round != CHICAGO_ROUNDS || s->turn != c->n_gangs - 1)
            return "CH-I19: a game ends after round 6 of a phase.";
        break;
    case CHICAGO_DUEL:
    case CHICAGO_REINFORCE:
    case CHICAGO_PAIR:
    case CHICAGO_STAGE_COUNT: break;
    }
    return NULL;
}

/* Turns that are over. */
static int turns_done(const chicago_config *c, const chicago_state *s)
{
    int rounds = s->phase * CHICAGO_ROUNDS + s->round - 1;
    if (s->stage == CHICAGO_OVER)
        return (rounds + 1) * c->n_gangs;
    bool before = s->stage == CHICAGO_HIRE || s->stage == CHICAGO_PLACE;
    return rounds * c->n_gangs + (before ? 0 : s->turn);
}

/* CH-I10: a gang has at most what it began with, a payout a phase and a prize for each foe that
 * died. And there are no more events than points were spent and members died. Both keep true by
 * themselves, so a sound position stays sound. */
static const char *broken_history(const chicago_config *c, const chicago_state *s)
{
    int most = c->face[c->n_faces - 1], events = turns_done(c, s) * most;
    bool moving = s->stage == CHICAGO_STEP || in_battle(s);
    int payouts = s->phase + (s->stage == CHICAGO_OVER);
    for (int gang = 0; gang < CHICAGO_GANGS; gang++) {
        int cash_k = CHICAGO_START_CASH_K + 328 * payouts; /* CH-I16 */
        events += s->gang[gang].dead;
        for (int foe = 0; foe < CHICAGO_GANGS; foe++)
            if (foe != gang && foe != c->ally[gang])
                cash_k += chicago_price_k[CHICAGO_STRENGTHS] * s->gang[foe].dead;
        if (s->gang[gang].cash_k > cash_k)
            return "CH-I10: more money than can have been earned.";
    }
    if (s->events > events + (moving ? most - s->points : 0))
        return "CH-I11: more has happened than there were movement points.";
    return NULL;
}

/* The goal clocks run exactly for the goals that are held. */
static const char *broken_goals(const spk_box *box, const chicago_state *s)
{
    bool any = false;
    for (spk_seat seat = 0; seat < CHICAGO_GANGS; seat++)
        for (int goal = 0; goal < CHICAGO_GOAL_COUNT; goal++) {
            bool runs = s->since[seat][goal] != 0;
            any |= runs;
            if (runs != (seat < box->n_seats && chicago_holds(box, s, seat, (chicago_goal)goal)))
                return "CH-1.1: a goal is held and its clock stands, or the other way round.";
            if (s->since[seat][goal] > s->events)
                return "CH-1.1: a goal is held since an event that is still to come.";
        }
    if (s->stage == CHICAGO_OVER && !any && s->phase != CHICAGO_PHASES - 1)
        return "CH-I19: the game is over for no reason.";
    return NULL;
}

const char *chicago_unsound(const spk_box *box, const void *state)
{
    const chicago_config *c = box->config;
    const chicago_state *s = state;
    if (!fields_fit(c, s))
        return "CH-I3: a number is out of its range.";
    const char *broken = NULL;
    for (int gang = 0; !broken && gang < CHICAGO_GANGS; gang++)
        broken = broken_gang(c, s, gang);
    if (!broken)
        broken = broken_fields(s);
    if (!broken)
        broken = broken_battle(c, s);
    if (!broken)
        broken = broken_supply(c, s);
    if (!broken)
        broken = broken_stage(c, s);
    if (!broken)
        broken = broken_history(c, s);
    if (!broken)
        broken = broken_goals(box, s);
    return broken;
}
