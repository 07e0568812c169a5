/* sound.c: whether a position can be true: the ledger's invariants, by their numbers. What holds
 * after every move is asked here, and nothing else is. */
#include <string.h>

#include "games/chicago/rules.h"

static bool is_zero(const void *bytes, size_t n)
{
    static const uint8_t zero[sizeof(chicago_gang)];
    return memcmp(bytes, zero, n) == 0;
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
    if (!chicago_in_battle(s))
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
    bool moving = s->stage == CHICAGO_STEP || chicago_in_battle(s);
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
    bool moving = s->stage == CHICAGO_STEP || chicago_in_battle(s);
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
