/* features.c: what a net sees of Chicago: every building, who owns it, who stands in it and how far
 * both sides are from it; how the seats stand in money and in each race for a goal, and who can still
 * finish or break one before the phase ends. docs/games/chicago.md lists the blocks. Nothing here is a
 * rule, and nothing is worth anything by itself: that is learned (nets/chicago/). */
#include <string.h>

#include "games/chicago/hints.h"

enum {
    SIDES = 2, /* own, a rival's */
    RIVALS = CHICAGO_GANGS - 1,
    KINDS = 9,     /* of buildings: casino, bars of 1 to 5 thousand, home bar, two at the square */
    OWNERS = 4,    /* nobody, the quarter's gang, the seat, somebody else */
    OCCUPANTS = 4, /* nobody, own, a rival's weak or strong one */
    FAR = 15,      /* a lead beyond this many classes makes no difference */
    LEADS = 2 * FAR + 1,
    STAGES = 8,                                     /* three rounds each */
    CLOCKS = 4,                                     /* of a phase: rounds 1 and 2, 3 and 4, 5, 6 */
    WAYS = 6,                                       /* classes of distances */
    MISSING = 3,                                    /* buildings: none, one, two */
    TURNS = 4,                                      /* left in the phase: none, 1, 2, more */
    REACH = 8,                                      /* chances to get somewhere in time */
    CHASES = CHICAGO_RACES * SIDES * TURNS * REACH, /* for each number of missing buildings */
    SQUARE = 9,
    FOURS = 7,
    CROWD = 10,
};

/* The blocks in the order of their features, and of their slots in a row. */
#define BLOCKS(X)                                                                                  \
    X(building, CHICAGO_BUILDINGS, SIDES *KINDS *OWNERS *OCCUPANTS)                                \
    X(way, CHICAGO_BUILDINGS, SIDES *KINDS *WAYS *WAYS)                                            \
    X(lead, RIVALS, STAGES *LEADS)                                                                 \
    X(wealth, RIVALS, CHICAGO_PHASES *LEADS)                                                       \
    X(payout, RIVALS, CHICAGO_PHASES *LEADS)                                                       \
    X(square, RIVALS, CLOCKS *SQUARE *SQUARE)                                                      \
    X(casinos, RIVALS, CLOCKS * 5 * 5)                                                             \
    X(fours, RIVALS, 2 * FOURS * FOURS)                                                            \
    X(finish, CHICAGO_RACES *CHICAGO_GANGS, (MISSING - 1) * CHASES)                                \
    X(spoil, CHICAGO_RACES *CHICAGO_GANGS, MISSING *CHASES)                                        \
    X(guards, CHICAGO_GANGS, SIDES *CLOCKS *SQUARE * 3)                                            \
    X(members, CHICAGO_STRENGTHS *CHICAGO_GANGS, SIDES *CHICAGO_STRENGTHS *CROWD)                  \
    X(turn, 1, CHICAGO_STAGE_COUNT *CHICAGO_GANGS)                                                 \
    X(points, 1, SIDES *(CHICAGO_TRACK + 1))                                                       \
    X(clock, 1, CHICAGO_PHASES *CHICAGO_ROUNDS *CHICAGO_GANGS)

#include "engine/blocks.h"

_Static_assert(sizeof(struct slots) <= SPK_MAX_SLOTS, "a row has room for them");

/* What gangs can still do before the phase ends: points of the turn that is on, and turns. */
typedef struct means {
    int points, turns;
} means;

/* A position as one seat sees it: its rivals in the order of their seats. */
typedef struct sight {
    const spk_box *box;
    const chicago_config *c;
    const chicago_state *s;
    spk_seat seat, rival[RIVALS];
    int n_rivals, clock;
    chicago_row near[CHICAGO_GANGS]; /* of gangs that are in the game */
    chicago_row way[SIDES];          /* the shortest of each side */
    means means[CHICAGO_GANGS];
    int count[CHICAGO_GANGS][CHICAGO_GOAL_COUNT]; /* by seats */
    int payout_k[CHICAGO_GANGS];
    /* Rows of buildings, sixteen of which a compiler handles at a time: most of the work is here. */
    chicago_row owner; /* gang + 1 */
    chicago_row whose; /* to the seat: 0 to OWNERS - 1 */
    chicago_row mine;  /* 1: the seat's */
    chicago_row rings; /* of whoever stands in a building */
} sight;

static means means_of(const sight *v, int gang)
{
    const chicago_state *s = v->s;
    int at = 0;
    bool is_preparing = s->stage == CHICAGO_HIRE || s->stage == CHICAGO_PLACE;
    bool has_rolled = s->stage >= CHICAGO_STEP;
    while (v->c->order[s->phase][at] != gang)
        at++;
    bool is_on = at == s->turn && !is_preparing;
    return (means){is_on && has_rolled ? s->points : 0,
                   CHICAGO_ROUNDS - s->round +
                       (is_preparing || at > s->turn || (is_on && !has_rolled))};
}

static bool is_own(const sight *v, int gang) { return v->c->seat_of[gang] == v->seat; }

/* What a gang owns. At home a building is the quarter's, whoever looks. */
static void look_at_buildings(sight *v, int gang)
{
    chicago_row owned;
    uint8_t mine = is_own(v, gang), whose = mine ? 2 : 3;
    uint16_t payout_k = 0;
    int first = gang * CHICAGO_PER_QUARTER;
    chicago_spread(v->s->gang[gang].owned, &owned);
    for (int b = 0; b < CHICAGO_ROW; b++) {
        v->owner.at[b] |= owned.at[b] & (uint8_t)(gang + 1);
        v->whose.at[b] |= owned.at[b] & whose;
        v->mine.at[b] |= owned.at[b] & mine;
    }
    for (int b = first; b < first + CHICAGO_PER_QUARTER; b++)
        v->whose.at[b] = owned.at[b] ? 1 : v->whose.at[b];
    for (int b = 0; b < CHICAGO_BUILDINGS; b++)
        payout_k = (uint16_t)(payout_k + (v->c->value_k[b] & owned.at[b]));
    v->payout_k[gang] = payout_k;
}

static void look_at_gang(sight *v, int gang)
{
    const chicago_gang *g = &v->s->gang[gang];
    chicago_row *side = &v->way[!is_own(v, gang)];
    chicago_measure_ways(v->c, g, &v->near[gang]);
    v->means[gang] = means_of(v, gang);
    for (int b = 0; b < CHICAGO_ROW; b++)
        side->at[b] = v->near[gang].at[b] < side->at[b] ? v->near[gang].at[b] : side->at[b];
    look_at_buildings(v, gang);
    for (int i = 0; i < g->n_members && chicago_node_of(g->member[i]) < CHICAGO_BUILDINGS; i++)
        v->rings.at[chicago_node_of(g->member[i])] = (uint8_t)chicago_rings_of(g->member[i]);
}

static void look(sight *v, const spk_box *box, const chicago_state *s, spk_seat seat)
{
    v->box = box;
    v->c = box->config;
    v->s = s;
    v->seat = seat;
    v->n_rivals = box->n_seats - 1;
    v->clock = s->round < 5 ? (s->round - 1) / 2 : s->round - 3;
    for (int i = 0; i < v->n_rivals; i++)
        v->rival[i] = (seat + 1 + i) % box->n_seats;
    memset(v->way, 0xff, sizeof v->way);
    v->owner = v->whose = v->mine = v->rings = (chicago_row){0};
    for (int gang = 0; gang < CHICAGO_GANGS; gang++)
        if (v->c->present[gang])
            look_at_gang(v, gang);
    for (spk_seat one = 0; one < box->n_seats; one++)
        for (int goal = 0; goal < CHICAGO_GOAL_COUNT; goal++)
            v->count[one][goal] = chicago_goal_count(box, s, one, (chicago_goal)goal);
}

/* -- Buildings --------------------------------------------------------------------------------- */

/* Casinos are 0 and bars their thousands, but home bars 6, and those at the square 7 or, if they pay 5, 8. */
static void read_kinds(const chicago_config *c, chicago_row *kind)
{
    for (int b = 0; b < CHICAGO_BUILDINGS; b++)
        kind->at[b] = c->value_k[b] > 5 ? 0 : c->value_k[b];
    for (int quarter = 0; quarter < CHICAGO_GANGS; quarter++) {
        int home = quarter * CHICAGO_PER_QUARTER + CHICAGO_HOME_K;
        kind->at[home] = c->value_k[home] > 5 ? 0 : 6;
    }
    for (int word = 0; word < 2; word++)
        for (uint64_t left = c->square[word]; left; left &= left - 1) {
            int b = 64 * word + __builtin_ctzll(left);
            kind->at[b] = c->value_k[b] >= 5 ? 8 : 7;
        }
}

/* Who stands there: 0 to OCCUPANTS - 1. */
static void read_occupants(const sight *v, chicago_row *who)
{
    uint8_t own[2] = {0xff, 0xff}; /* no gang's number */
    for (int gang = 0, n = 0; gang < CHICAGO_GANGS; gang++)
        if (v->c->present[gang] && is_own(v, gang))
            own[n++] = (uint8_t)(gang + 1);
    const uint8_t *on = v->s->on, first = own[0], second = own[1];
    for (int b = 0; b < CHICAGO_ROW; b++)
        who->at[b] = (uint8_t)(2 + (v->rings.at[b] > 2));
    for (int b = 0; b < CHICAGO_ROW; b++)
        who->at[b] = on[b] == first || on[b] == second ? 1 : who->at[b];
    for (int b = 0; b < CHICAGO_ROW; b++)
        who->at[b] &= on[b] ? 0xff : 0;
}

/* 0 to WAYS - 1: up to 2 points, up to 4, 6, 9, 12, and more. */
static void class_ways(const chicago_row *way, chicago_row *class_of)
{
    for (int b = 0; b < CHICAGO_ROW; b++) {
        uint8_t at = way->at[b];
        class_of->at[b] = (uint8_t)((at > 2) + (at > 4) + (at > 6) + (at > 9) + (at > 12));
    }
}

static void read_buildings(const sight *v, uint16_t *row)
{
    chicago_row kind, who, near, far, foreign;
    uint16_t *building = row + SLOT(building), *way = row + SLOT(way);
    read_kinds(v->c, &kind);
    read_occupants(v, &who);
    class_ways(&v->way[0], &near);
    class_ways(&v->way[1], &far);
    for (int quarter = 0; quarter < CHICAGO_GANGS; quarter++)
        memset(foreign.at + quarter * CHICAGO_PER_QUARTER,
               !v->c->present[quarter] || !is_own(v, quarter), CHICAGO_PER_QUARTER);
    for (int b = 0; b < CHICAGO_BUILDINGS; b++) {
        uint16_t place = (uint16_t)(foreign.at[b] * KINDS + kind.at[b]);
        building[b] = (uint16_t)(FEATURE(building) +
                                 ((place * OWNERS + v->whose.at[b]) * OCCUPANTS + who.at[b]));
    }
    for (int b = 0; b < CHICAGO_BUILDINGS; b++) {
        uint16_t place = (uint16_t)(v->mine.at[b] * KINDS + kind.at[b]);
        uint16_t seen = (uint16_t)(FEATURE(way) + ((place * WAYS + near.at[b]) * WAYS + far.at[b]));
        way[b] = who.at[b] ? SPK_NO_FEATURE : seen;
    }
}

/* -- Money ------------------------------------------------------------------------------------- */

/* Fine near 0, coarse beyond. */
static int lead_class(int lead, int unit)
{
    int size = (lead < 0 ? -lead : lead) / unit;
    size = size < 8 ? size : within(8 + (size - 8) / 3, 8, FAR);
    return lead < 0 ? FAR - size : FAR + size;
}

typedef struct purse {
    int wealth, payout, hope;
} purse;

/* What the two sets of the home quarter pay on top (CH-12.4, CH-12.5). */
static int set_bonus_k(const sight *v, int gang)
{
    const uint64_t *own = v->s->gang[gang].owned, (*set)[2] = v->c->set[gang];
    bool ones = !(set[0][0] & ~own[0]) && !(set[0][1] & ~own[1]);
    bool twos = !(set[1][0] & ~own[0]) && !(set[1][1] & ~own[1]);
    return 16 * ones + 24 * twos;
}

static purse purse_of(const sight *v, spk_seat seat)
{
    purse p = {0, 0, 0};
    for (int gang = 0; gang < CHICAGO_GANGS; gang++)
        if (v->c->present[gang] && v->c->seat_of[gang] == seat) {
            p.wealth += v->s->gang[gang].cash_k + chicago_members_k(v->s, v->c, gang);
            p.payout += v->payout_k[gang] + set_bonus_k(v, gang);
        }
    p.hope = p.wealth + p.payout * (CHICAGO_PHASES - v->s->phase);
    return p;
}

static void read_money(const sight *v, uint16_t *row)
{
    purse own = purse_of(v, v->seat);
    int stage = v->s->phase * 2 + (v->s->round - 1) / 3;
    for (int i = 0; i < v->n_rivals; i++) {
        purse p = purse_of(v, v->rival[i]);
        PUT(row, lead, i, stage * LEADS + lead_class(own.hope - p.hope, 12));
        PUT(row, wealth, i, v->s->phase * LEADS + lead_class(own.wealth - p.wealth, 8));
        PUT(row, payout, i, v->s->phase * LEADS + lead_class(own.payout - p.payout, 4));
    }
}

/* -- Races for the casinos and the square ------------------------------------------------------- */

static const uint64_t *set_of(const chicago_config *c, int race)
{
    return race ? c->square : c->casinos;
}

/* How likely the points are enough for a way, in eight classes: a turn brings 6.5 on average, give
 * or take 3.5. */
static int reach(means m, int way)
{
    static const uint8_t spread[] = {0, 7, 10, 12, 14, 16, 17, 19, 20, 21, 22, 23, 24};
    if (m.points >= way)
        return REACH - 1;
    if (m.turns == 0)
        return 0;
    int spare = 13 * m.turns - 2 * (way - m.points), wide = spread[within(m.turns, 1, 12)];
    return within(3 + (spare >= 0 ? spare * 2 / wide : -1 + spare * 2 / wide), 1, REACH - 2);
}

static int chase(int race, int side, means m, int way)
{
    int turns = within(m.turns, 0, TURNS - 1);
    return ((race * SIDES + side) * TURNS + turns) * REACH + reach(m, way);
}

enum { GUARDED = 8 }; /* points that somebody inside adds to the way into a building */

/* The shortest way of one gang into a building of the set that the seat owns. */
static int way_in(const sight *v, int race, spk_seat holder, int gang)
{
    const uint64_t *set = set_of(v->c, race);
    int best = 255;
    for (int word = 0; word < 2; word++)
        for (uint64_t left = set[word]; left; left &= left - 1) {
            int b = 64 * word + __builtin_ctzll(left), owner = v->owner.at[b] - 1;
            if (owner < 0 || v->c->seat_of[owner] != holder)
                continue;
            int way = v->near[gang].at[b] + (v->s->on[b] ? GUARDED : 0);
            best = way < best ? way : best;
        }
    return best;
}

/* Who could best spoil it, in time. */
static void read_spoil(const sight *v, int race, spk_seat holder, int missing, int slot,
                       uint16_t *row)
{
    int best = -1, feature = 0;
    for (int gang = 0; gang < CHICAGO_GANGS; gang++) {
        if (!v->c->present[gang] || v->c->seat_of[gang] == holder)
            continue;
        means m = v->means[gang];
        int way = way_in(v, race, holder, gang), chance = reach(m, way);
        if (chance > best) {
            best = chance;
            feature = chase(race, holder != v->seat, m, way);
        }
    }
    PUT(row, spoil, slot, missing * CHASES + feature);
}

/* The ways into the nearest 'missing' buildings that the seat does not own, and all its points. */
static void read_finish(const sight *v, int race, spk_seat holder, int missing, int slot,
                        uint16_t *row)
{
    const uint64_t *set = set_of(v->c, race);
    int first = 255, second = 255;
    means all = {0, 0};
    for (int gang = 0; gang < CHICAGO_GANGS; gang++)
        if (v->c->present[gang] && v->c->seat_of[gang] == holder) {
            means m = v->means[gang];
            all.points += m.points, all.turns += m.turns;
        }
    for (int word = 0; word < 2; word++)
        for (uint64_t left = set[word]; left; left &= left - 1) {
            int b = 64 * word + __builtin_ctzll(left), owner = v->owner.at[b] - 1, way = 255;
            if (owner >= 0 && v->c->seat_of[owner] == holder)
                continue;
            for (int gang = 0; gang < CHICAGO_GANGS; gang++)
                if (v->c->present[gang] && v->c->seat_of[gang] == holder &&
                    v->near[gang].at[b] < way)
                    way = v->near[gang].at[b];
            way += v->s->on[b] ? GUARDED : 0;
            second = way < first ? first : way < second ? way : second;
            first = way < first ? way : first;
        }
    int way = missing == 1 ? first : first + second;
    PUT(row, finish, slot, (missing - 1) * CHASES + chase(race, holder != v->seat, all, way));
}

static void read_race(const sight *v, int race, int i, uint16_t *row)
{
    chicago_goal goal = race ? CHICAGO_GOAL_SQUARE : CHICAGO_GOAL_CASINOS;
    spk_seat holder = i ? v->rival[i - 1] : v->seat;
    int missing = chicago_goal_need(v->box, goal) - v->count[holder][goal];
    missing = missing < 0 ? 0 : missing;
    if (missing >= MISSING)
        return;
    if (missing)
        read_finish(v, race, holder, missing, race * CHICAGO_GANGS + i, row);
    read_spoil(v, race, holder, missing, race * CHICAGO_GANGS + i, row);
}

/* Members with three or four rings in own bars at the square. */
static int guards_of(const sight *v, spk_seat seat)
{
    int n = 0;
    for (int word = 0; word < 2; word++)
        for (uint64_t left = v->c->square[word]; left; left &= left - 1) {
            int b = 64 * word + __builtin_ctzll(left), there = v->s->on[b] - 1;
            n += there >= 0 && v->c->seat_of[there] == seat && v->rings.at[b] >= 3;
        }
    return within(n, 0, 2);
}

static void read_goals(const sight *v, uint16_t *row)
{
    int square = v->count[v->seat][CHICAGO_GOAL_SQUARE], most = 0;
    int casinos = v->count[v->seat][CHICAGO_GOAL_CASINOS];
    int fours = within(v->count[v->seat][CHICAGO_GOAL_FOURS], 0, FOURS - 1);
    for (int i = 0; i < v->n_rivals; i++) {
        int theirs = v->count[v->rival[i]][CHICAGO_GOAL_SQUARE];
        most = theirs > most ? theirs : most;
        PUT(row, square, i, (v->clock * SQUARE + square) * SQUARE + theirs);
        PUT(row, casinos, i,
            (v->clock * 5 + casinos) * 5 + v->count[v->rival[i]][CHICAGO_GOAL_CASINOS]);
        PUT(row, fours, i,
            ((v->clock > 1) * FOURS + fours) * FOURS +
                within(v->count[v->rival[i]][CHICAGO_GOAL_FOURS], 0, FOURS - 1));
        PUT(row, guards, 1 + i,
            ((CLOCKS + v->clock) * SQUARE + square) * 3 + guards_of(v, v->rival[i]));
    }
    PUT(row, guards, 0, (v->clock * SQUARE + most) * 3 + guards_of(v, v->seat));
    for (int race = 0; race < CHICAGO_RACES; race++)
        for (int i = 0; i <= v->n_rivals; i++)
            read_race(v, race, i, row);
}

/* -- Members ----------------------------------------------------------------------------------- */

static void read_crowd(const sight *v, int i, uint16_t *row)
{
    spk_seat seat = i ? v->rival[i - 1] : v->seat;
    int n[CHICAGO_STRENGTHS] = {0};
    for (int gang = 0; gang < CHICAGO_GANGS; gang++) {
        const chicago_gang *g = &v->s->gang[gang];
        if (!v->c->present[gang] || v->c->seat_of[gang] != seat)
            continue;
        for (int k = 0; k < g->n_members; k++)
            n[chicago_rings_of(g->member[k]) - 1]++;
        for (int k = 0; k < CHICAGO_STRENGTHS; k++)
            n[k] += g->waiting[k];
    }
    for (int k = 0; k < CHICAGO_STRENGTHS; k++)
        PUT(row, members, i * CHICAGO_STRENGTHS + k,
            ((i > 0) * CHICAGO_STRENGTHS + k) * CROWD + within(n[k], 0, CROWD - 1));
}

/* -- The moment -------------------------------------------------------------------------------- */

static void read_moment(const sight *v, uint16_t *row)
{
    const chicago_state *s = v->s;
    int gang = chicago_on_turn(v->c, s), last = 0;
    int away = (v->c->seat_of[gang] - v->seat + v->box->n_seats) % v->box->n_seats;
    for (int at = 0; at < v->c->n_gangs; at++)
        if (is_own(v, v->c->order[s->phase][at]))
            last = at;
    PUT(row, turn, 0, s->stage * CHICAGO_GANGS + away);
    if (s->stage == CHICAGO_STEP)
        PUT(row, points, 0, (away > 0) * (CHICAGO_TRACK + 1) + s->points);
    PUT(row, clock, 0, (s->phase * CHICAGO_ROUNDS + s->round - 1) * CHICAGO_GANGS + last);
}

static void read_row(const spk_box *box, const void *state, spk_seat seat, uint16_t *row)
{
    sight v;
    look(&v, box, state, seat);
    memset(row, 0xff, sizeof(struct slots) * sizeof *row);
    read_buildings(&v, row);
    read_money(&v, row);
    read_goals(&v, row);
    for (int i = 0; i <= v.n_rivals; i++)
        read_crowd(&v, i, row);
    read_moment(&v, row);
}

/* A turn is a walk of many steps, and half of it is worth nothing by itself. */
static bool is_settled(const spk_box *box, const void *state)
{
    const chicago_state *s = state;
    (void)box;
    return s->stage < CHICAGO_STEP;
}

static spk_seat on_turn(const spk_box *box, const void *state)
{
    const chicago_config *c = box->config;
    return c->seat_of[chicago_on_turn(c, state)];
}

const spk_features chicago_features = {
    .blocks = blocks,
    .n_slots = sizeof(struct slots),
    .n_features = sizeof(struct features),
    .read = read_row,
    .is_settled = is_settled,
    .on_turn = on_turn,
};
