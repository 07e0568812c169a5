/* hints.c: what a bot may know of Chicago before it thinks: how often each player wins from here,
 * and how the levels play.
 *
 * There are two ways to win, and a position is judged by both: by a goal at the end of this phase,
 * which is a matter of ways and points, or by wealth in the end, which is what a player has, what
 * his buildings will pay and what his members are about to take. Moves are in hints_play.c. */
#include "games/chicago/hints.h"

#include <string.h>

#include "chicago_nets.h"

/* -- Gang by gang ------------------------------------------------------------------------------ */

typedef struct outlook {
    chicago_row own;  /* 0xff: its building */
    chicago_row near; /* points from its nearest member; 255: it has none on the board */
    int points;       /* that it can expect until the phase ends, twice */
} outlook;

/* Six and a half a turn; of the turn that is on, what is left. */
static int points_ahead(const chicago_config *c, const chicago_state *s, int gang)
{
    int turns = CHICAGO_ROUNDS - s->round, at = 0;
    bool is_preparing = s->stage == CHICAGO_HIRE || s->stage == CHICAGO_PLACE;
    bool has_rolled = s->stage >= CHICAGO_STEP;
    while (c->order[s->phase][at] != gang)
        at++;
    turns += is_preparing || at > s->turn || (at == s->turn && !has_rolled);
    return 13 * turns + (at == s->turn && has_rolled ? 2 * s->points : 0);
}

static void look(const chicago_config *c, const chicago_state *s, int gang, outlook *o)
{
    chicago_spread(s->gang[gang].owned, &o->own);
    chicago_measure_ways(c, &s->gang[gang], &o->near);
    o->points = points_ahead(c, s, gang);
}

/* -- Wealth, in thousands of FT ---------------------------------------------------------------- */

static bool owns_all(const chicago_gang *g, const uint64_t set[2])
{
    return !(set[0] & ~g->owned[0]) && !(set[1] & ~g->owned[1]);
}

/* chicago_payout_k, sixteen buildings at a time. A casino that variant II leaves unpaid for want of
 * a member counts half: one may still walk in. */
static int pay_k(const chicago_config *c, const chicago_state *s, int gang, const outlook *o)
{
    const chicago_gang *g = &s->gang[gang];
    int sum = 0;
    for (int b = 0; b < CHICAGO_BUILDINGS; b++)
        sum += c->value_k[b] & o->own.at[b];
    for (int quarter = 0; c->casino_presence && quarter < CHICAGO_GANGS; quarter++) {
        int casino = quarter * CHICAGO_PER_QUARTER + CHICAGO_CASINO_K;
        if (o->own.at[casino] && !chicago_stands(s, gang, casino))
            sum -= c->value_k[casino] / 2;
    }
    return sum + (owns_all(g, c->set[gang][0]) ? 16 : 0) + (owns_all(g, c->set[gang][1]) ? 24 : 0);
}

/* The best duel that a strong member can walk to. */
static int best_hunt(const spk_box *box, const chicago_state *s, int gang, uint16_t member)
{
    const chicago_config *c = box->config;
    const int8_t *edge = (*chicago_edges_of(box))[chicago_rings_of(member)];
    const uint8_t *distance = c->distance[chicago_node_of(member)];
    int best = 0, cost = chicago_step_cost(s);
    for (int foe = 0; foe < CHICAGO_GANGS; foe++) {
        const chicago_gang *f = &s->gang[foe];
        if (foe == gang || foe == c->ally[gang])
            continue;
        for (int i = 0; i < f->n_members; i++) {
            uint16_t prey = f->member[i];
            int score = edge[chicago_rings_of(prey)] - cost * distance[chicago_node_of(prey)];
            best = score > best ? score : best;
        }
    }
    return best;
}

/* How much counts of what a gang is about to take, in twelfths: nearly all if it moves next, hardly anything if
 * its turn is just over. Else it would be as good to be about to strike as to strike. */
static int soon_12(const chicago_config *c, const chicago_state *s, int gang)
{
    enum { BEFORE_THE_PHASE = 6 };
    static const int part[CHICAGO_GANGS] = {12, 9, 4, 1};
    int at = 0;
    if (s->stage == CHICAGO_HIRE || s->stage == CHICAGO_PLACE)
        return BEFORE_THE_PHASE;
    while (c->order[s->phase][at] != gang)
        at++;
    return part[(at - s->turn + c->n_gangs) % c->n_gangs];
}

/* What the gang is about to take, in halves of 1000 FT: points are few, so only the best target and
 * the best duel count. */
static int threat(const spk_box *box, const chicago_state *s, int gang, const outlook *o)
{
    const chicago_gang *g = &s->gang[gang];
    int target = 0, hunt = 0;
    chicago_row worth, empty;
    chicago_worth(box->config, s, gang, &worth);
    chicago_worth_empty(s, &worth, &empty);
    int take = chicago_best_target(&empty, o->near.at, chicago_step_cost(s), &target);
    for (int i = 0; i < g->n_members; i++)
        if (chicago_rings_of(g->member[i]) >= 3) {
            int best = best_hunt(box, s, gang, g->member[i]);
            hunt = best > hunt ? best : hunt;
        }
    return (take + hunt) * soon_12(box->config, s, gang) / 12;
}

static int rounds_left(const chicago_state *s)
{
    return (CHICAGO_PHASES - 1 - s->phase) * CHICAGO_ROUNDS + CHICAGO_ROUNDS - s->round;
}

/* In a duel, what it will bring. */
static int duel_k(const chicago_config *c, const chicago_state *s, int gang)
{
    if (s->stage != CHICAGO_DUEL)
        return 0;
    int attacker = s->rings_before[0], defender = s->rings_before[1];
    if (gang == chicago_on_turn(c, s))
        return chicago_duel_gain[attacker][defender] / 10;
    return gang == s->defender ? chicago_duel_gain[defender][attacker] / 10 : 0;
}

/* Buildings change hands before they pay, and money does nothing until the end: both count for less
 * than their face. How much less, and how far a lead can be trusted (values), was guided by logistic fits to 180 games
 * of the search against itself and others. */
static int prospects(const spk_box *box, const chicago_state *s, int gang, const outlook *o)
{
    static const int payouts_16[CHICAGO_PHASES] = {50, 44, 34, 15};
    const chicago_config *c = box->config;
    int cash_16 = rounds_left(s) < CHICAGO_ROUNDS ? 16 : 14;
    return s->gang[gang].cash_k * cash_16 / 16 + chicago_members_k(s, c, gang) +
           duel_k(c, s, gang) + pay_k(c, s, gang, o) * payouts_16[s->phase] / 16 +
           threat(box, s, gang, o) * 3 / 4;
}

/* -- Goals: chances of SPK_WIN ----------------------------------------------------------------- */

/* Points that somebody inside adds to the way into a building. */
static void survey_guards(const chicago_state *s, chicago_row *guard)
{
    static const uint8_t points[CHICAGO_STRENGTHS + 1] = {0, 4, 7, 14, 24};
    memset(guard, 0, sizeof *guard);
    for (int gang = 0; gang < CHICAGO_GANGS; gang++) {
        const chicago_gang *g = &s->gang[gang];
        for (int i = 0; i < g->n_members && chicago_node_of(g->member[i]) < CHICAGO_BUILDINGS; i++)
            guard->at[chicago_node_of(g->member[i])] = points[chicago_rings_of(g->member[i])];
    }
}

/* The way to a building for the nearest of a player's gangs; 0: it is the player's. */
static int way_to(const spk_box *box, const chicago_row *guard, spk_seat seat, const outlook *o,
                  int building)
{
    const chicago_config *c = box->config;
    int best = 255;
    for (int gang = 0; gang < CHICAGO_GANGS; gang++) {
        if (!c->present[gang] || c->seat_of[gang] != seat)
            continue;
        int way = o[gang].own.at[building] ? 0 : o[gang].near.at[building];
        best = way < best ? way : best;
    }
    return best == 0 ? 0 : best + guard->at[building];
}

/* The shortest n of the ways, one after the other. */
static int sum_of_shortest(int *way, int n_ways, int n)
{
    int sum = 0;
    for (int k = 0; k < n && k < n_ways; k++) {
        int best = k;
        for (int i = k + 1; i < n_ways; i++)
            best = way[i] < way[best] ? i : best;
        sum += way[best];
        way[best] = way[k];
    }
    return sum;
}

static bool is_of(const chicago_config *c, spk_seat seat, const outlook *o, int building)
{
    for (int gang = 0; gang < CHICAGO_GANGS; gang++)
        if (c->present[gang] && c->seat_of[gang] == seat && o[gang].own.at[building])
            return true;
    return false;
}

/* The player holds the goal. Whether he keeps it is up to the foe that can best afford the way into
 * one of its buildings. */
static int chance_to_keep(const spk_box *box, const chicago_row *guard, spk_seat seat,
                          const outlook *o, const uint64_t goal[2])
{
    const chicago_config *c = box->config;
    int spare = -255;
    for (int word = 0; word < 2; word++)
        for (uint64_t left = goal[word]; left; left &= left - 1) {
            int b = 64 * word + __builtin_ctzll(left);
            if (!is_of(c, seat, o, b))
                continue;
            for (int gang = 0; gang < CHICAGO_GANGS; gang++) {
                if (!c->present[gang] || c->seat_of[gang] == seat)
                    continue;
                int more = o[gang].points - 2 * (o[gang].near.at[b] + guard->at[b]);
                spare = more > spare ? more : spare;
            }
        }
    return spare < -10 ? 9700 : spare < 0 ? 9000 : spare < 40 ? 9000 - 140 * spare : 3400;
}

/* Casinos or square bars: at most so many wins in games of quick players of all kinds, by how many are
 * missing; more for casinos, or a rival who collects them is noticed too late. */
enum { MOST_MISSING = 4, OFTEN_KEPT = 5000 };
static const int most_casinos[MOST_MISSING + 1] = {0, 3500, 800, 100, 0};
static const int most_square[MOST_MISSING + 1] = {0, 5000, 2600, 1200, 500};

static int chance_of_buildings(const spk_box *box, const chicago_row *guard, spk_seat seat,
                               const outlook *o, const uint64_t goal[2], int need, const int *most)
{
    const chicago_config *c = box->config;
    int way[CHICAGO_BUILDINGS], n = 0, missing = need, points = 0;
    for (int word = 0; word < 2; word++)
        for (uint64_t left = goal[word]; left; left &= left - 1) {
            way[n] = way_to(box, guard, seat, o, 64 * word + __builtin_ctzll(left));
            missing -= way[n] == 0;
            n += way[n] > 0;
        }
    if (missing <= 0)
        return chance_to_keep(box, guard, seat, o, goal);
    if (missing > MOST_MISSING)
        return 0;
    for (int gang = 0; gang < CHICAGO_GANGS; gang++)
        if (c->present[gang] && c->seat_of[gang] == seat)
            points += o[gang].points;
    int spare = points / 2 - sum_of_shortest(way, n, missing) + 10;
    int chance = most[missing] * (spare < 2 ? 2 : spare > 50 ? 50 : spare) / 50;
    return chance * chance_to_keep(box, guard, seat, o, goal) / OFTEN_KEPT;
}

static int chance_of_fours(const spk_box *box, const chicago_state *s, spk_seat seat)
{
    static const int one_missing[CHICAGO_ROUNDS + 1] = {0, 2400, 1800, 1300, 1000, 600, 200};
    int missing = chicago_goal_need(box, CHICAGO_GOAL_FOURS) -
                  chicago_goal_count(box, s, seat, CHICAGO_GOAL_FOURS);
    if (missing <= 0)
        return 8200 - 400 * (CHICAGO_ROUNDS - s->round);
    if (missing == 1)
        return one_missing[s->round];
    return missing == 2 && s->round < 4 ? 100 : 0;
}

/* What is held of the square when a phase ends is a start for the next. */
static int chance_of_square_later(const spk_box *box, const chicago_state *s, spk_seat seat)
{
    static const int chance[] = {0, 75, 150, 225, 375, 525, 900, 1500, 1650};
    if (s->phase == CHICAGO_PHASES - 1)
        return 0;
    int later = chance[chicago_goal_count(box, s, seat, CHICAGO_GOAL_SQUARE)];
    return box->n_seats > 2 ? later / 3 : later;
}

static int chance_of_goals(const spk_box *box, const chicago_state *s, spk_seat seat,
                           const outlook *o, const chicago_row *guard)
{
    const chicago_config *c = box->config;
    int casinos = chance_of_buildings(box, guard, seat, o, c->casinos,
                                      chicago_goal_need(box, CHICAGO_GOAL_CASINOS), most_casinos);
    int square = chance_of_buildings(box, guard, seat, o, c->square,
                                     chicago_goal_need(box, CHICAGO_GOAL_SQUARE), most_square);
    int fours = chance_of_fours(box, s, seat);
    int best = casinos > square ? casinos : square;
    best = best > fours ? best : fours;
    return best + chance_of_square_later(box, s, seat) * (SPK_WIN - best) / SPK_WIN;
}

/* -- Both together ----------------------------------------------------------------------------- */

/* Goals first; what they leave is shared by wealth. */
static void add_goals(const spk_box *box, const chicago_state *s, const outlook *o,
                      int value[SPK_MAX_SEATS])
{
    enum { MOST = 9800 }; /* something is always left */
    int chance[SPK_MAX_SEATS], sum = 0, left = SPK_WIN;
    chicago_row guard;
    survey_guards(s, &guard);
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        sum += chance[seat] = chance_of_goals(box, s, seat, o, &guard);
    int rest = SPK_WIN - (sum > MOST ? MOST : sum);
    for (spk_seat seat = box->n_seats - 1; seat > 0; seat--) {
        int goal = sum > MOST ? chance[seat] * MOST / sum : chance[seat];
        value[seat] = goal + value[seat] * rest / SPK_WIN;
        left -= value[seat];
    }
    value[0] = left;
}

static void values(const spk_box *box, const void *state, int value[SPK_MAX_SEATS])
{
    const chicago_config *c = box->config;
    const chicago_state *s = state;
    int stands[SPK_MAX_SEATS] = {0};
    outlook o[CHICAGO_GANGS];
    if (s->stage == CHICAGO_OVER) {
        spk_share_end(box, state, value);
        return;
    }
    for (int gang = 0; gang < CHICAGO_GANGS; gang++) {
        if (!c->present[gang])
            continue;
        look(c, s, gang, &o[gang]);
        stands[c->seat_of[gang]] += prospects(box, s, gang, &o[gang]);
    }
    spk_share_wins(box, stands, 50 + 10 * rounds_left(s), value);
    add_goals(box, s, o, value);
}

/* What its characters say besides what their temper makes them say (spk_remark). */
static const spk_remark wrong_door[] = {
    {SPK_ON_WIN, N_("I only wanted to ask the way, and now it is all mine!")},
    {SPK_ON_LOSS, N_("Which door was it again?")},
    {0},
};

static const spk_remark ledger[] = {
    {SPK_ON_WIN, N_("The books close in black.")},
    {SPK_ON_LOSS, N_("I shall enter it as a loss.")},
    {0},
};

static const spk_remark four_rings[] = {
    {SPK_ON_WIN, N_("One ring for every street I took!")},
    {SPK_ON_LOSS, N_("I want a return match. Tonight!")},
    {0},
};

static const spk_remark the_alderman[] = {
    {SPK_ON_WIN, N_("The city has voted. You may go.")},
    {SPK_ON_LOSS, N_("Congratulations. I shall ask for a recount.")},
    {0},
};

const spk_hints chicago_hints = {
    .values = values,
    .weigh = chicago_weigh,
    .rollout = chicago_rollout,
    .horizon = 1,
    .explore = 100,
    .features = &chicago_features,
    .nets = chicago_nets,
    .learned_explore = 100,
    .plans = &chicago_plans,
    .blow = "fight",
    .level =
        {
            [SPK_EASY] = {"Wrong Door",
                          N_("sees every open door and forgets which one he came for"),
                          {45, 930, 6000},
                          {45, 940, 4000},
                          SPK_MERRY,
                          SPK_BOLD,
                          wrong_door},
            [SPK_NORMAL] = {"Ledger",
                            N_("hires all he can pay and takes bars street by street"),
                            {60, 780, 3000},
                            {60, 820, 1900},
                            SPK_DRY,
                            SPK_CAREFUL,
                            ledger},
            [SPK_HARD] = {"Four Rings",
                          N_("plans whole walks, hunts the weak, guards his casinos"),
                          {0, 600, 2000},
                          {0, 590, 1000},
                          SPK_HOT,
                          SPK_BOLD,
                          four_rings},
            [SPK_BOSS] = {"The Alderman",
                          N_("owns the street before you turn into it"),
                          {0},
                          {0},
                          SPK_COLD,
                          SPK_EVEN,
                          the_alderman},
        },
};
