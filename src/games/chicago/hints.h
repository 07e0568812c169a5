/* hints.h: what hints.c (the worth of a position), hints_city.c (how a bot looks at the city) and
 * hints_play.c (likely moves and quick ones) and hints_plans.c (whole walks) share.
 *
 * The city is kept in rows, one byte per building, so that compilers can process sixteen buildings
 * at a time. Values and costs are counted in units of 500 FT. */
#ifndef CHICAGO_HINTS_H
#define CHICAGO_HINTS_H

#include "games/chicago/rules.h"

enum { CHICAGO_ROW = (CHICAGO_BUILDINGS + 15) / 16 * 16 }; /* bytes after the last building are 0 */

typedef struct chicago_row {
    uint8_t at[CHICAGO_ROW];
} chicago_row;

/* -- hints_city.c ------------------------------------------------------------------------------ */

/* 0xff where a bit is set. */
void chicago_spread(const uint64_t bits[2], chicago_row *row);

/* What owning each building is worth to a gang; 0 for those its player already owns. */
void chicago_worth(const chicago_config *c, const chicago_state *s, int gang, chicago_row *worth);

/* How the race for one goal of buildings stands, as one gang sees it, in the units of worths. */
typedef struct chicago_race {
    const uint64_t *set; /* its buildings */
    int take;        /* what taking one more is worth beyond its payouts: on the way to the goal, or
                          * to keep a rival from it */
    int guard;       /* what it is worth that somebody strong stands in one of them */
    bool is_guarded; /* there are enough of those */
    bool is_held;    /* the player has reached it, and must keep it until the phase ends */
} chicago_race;

enum {
    CHICAGO_RACES = 2,  /* casinos, square */
    CHICAGO_STRONG = 4, /* rings of a guard */
};

void chicago_survey_races(const spk_box *box, const chicago_state *s, int gang,
                          chicago_race race[CHICAGO_RACES]);

/* Add what the races make of them to the worths of buildings that are not the player's. */
void chicago_add_races(const chicago_race race[CHICAGO_RACES], chicago_row *worth);

/* The same without buildings that somebody stands in. */
void chicago_worth_empty(const chicago_state *s, const chicago_row *restrict worth,
                         chicago_row *restrict empty);

/* What a movement point is worth: less as fewer payouts remain. */
static inline int chicago_step_cost(const chicago_state *s)
{
    static const uint8_t cost[CHICAGO_PHASES] = {9, 7, 5, 2};
    return cost[s->phase];
}

/* The best gain from any building after paying for the way to it, at the given distances; *target
 * is that building. 0: none pays off. */
int chicago_best_target(const chicago_row *worth, const uint8_t *distance, int cost, int *target);

/* A duel by rings of attacker and defender: its average gain minus the opponent's (by number of
 * seats less 2), how often it is won (out of 100), and the attacker's own gain in hundreds of FT.
 * For the printed dice; other dice differ little. */
typedef int8_t chicago_edges[CHICAGO_STRENGTHS + 1][CHICAGO_STRENGTHS + 1];
extern const chicago_edges chicago_duel_edge[3];
extern const uint8_t chicago_duel_wins[CHICAGO_STRENGTHS + 1][CHICAGO_STRENGTHS + 1];
extern const int16_t chicago_duel_gain[CHICAGO_STRENGTHS + 1][CHICAGO_STRENGTHS + 1];

static inline const chicago_edges *chicago_edges_of(const spk_box *box)
{
    return &chicago_duel_edge[box->n_seats - 2];
}

/* Points from a gang's nearest member to each building on an empty board; 255: it has none there. */
void chicago_measure_ways(const chicago_config *c, const chicago_gang *g, chicago_row *near);

/* -- features.c -------------------------------------------------------------------------------- */

extern const spk_features chicago_features;

/* -- hints_play.c ------------------------------------------------------------------------------ */

/* What one gang sees on its turn. */
typedef struct chicago_scene {
    const chicago_config *c;
    const chicago_state *s;
    int gang, cost;
    const chicago_edges *edge;
    chicago_row bare; /* worths of all buildings, races apart */
    chicago_row worth, empty;
    chicago_row plain; /* of empty buildings, races apart */
    int reach;         /* points until the phase ends, as far as they are known */
    chicago_race race[CHICAGO_RACES];
    chicago_row posts; /* worths of empty buildings, and of the player's own that want a guard */
    int guard;         /* node of the member who goes there; -1: nobody needs to */
} chicago_scene;

void chicago_look(chicago_scene *v, const spk_box *box, const chicago_state *s);

/* The rings of whoever stands there; of a stack, its strongest. */
int chicago_rings_at(const chicago_state *s, int node);
/* What it brings to attack so many rings there, given the worths of buildings. */
int chicago_attack_worth(const chicago_scene *v, const chicago_row *worth, int rings, int node,
                         int foe_rings);
/* Whether somebody who stands there keeps a goal from a rival, or one's own. */
bool chicago_is_post(const chicago_scene *v, int node);
/* Own and allied members are in the way; in variant I own ones in buildings are not, but there is
 * nothing to win there. */
bool chicago_is_shut(const chicago_scene *v, int node);
/* Where the chips may not reach, walks are not worth planning (CH-R16). */
bool chicago_is_short_of_chips(const chicago_config *c, const chicago_state *s, int gang);

void chicago_weigh(const spk_box *box, const void *state, spk_seat seat, const spk_move *moves,
                   int n, uint32_t *weight);
spk_move chicago_rollout(const spk_box *box, const void *state, spk_seat seat, spk_rng *rng);

/* -- hints_plans.c ----------------------------------------------------------------------------- */

extern const spk_plans chicago_plans;

#endif
