/* hints.h: what hints.c and hints_play.c share: the map as twelve lines, and the value of each. */
#ifndef GANGSTER_HINTS_H
#define GANGSTER_HINTS_H

#include "games/gangster/state.h"

/* Values are in 64ths of a point on the ranking. */
enum {
    GANGSTER_POINT = 64,
    GANGSTER_TO_COME = 37, /* a power of one's gang that is still in the piles or lies open ... */
    GANGSTER_IN_HAND = 52, /* ... or in one's own supply, where nobody else can use it */
    GANGSTER_BULLET = 28,
};

/* One line as a bot sees it. */
typedef struct gangster_look {
    uint8_t power[GANGSTER_GANGS]; /* of the living */
    uint8_t n_empty;
} gangster_look;

typedef struct gangster_survey {
    gangster_look line[GANGSTER_LINES];
    gangster_cells empty;
} gangster_survey;

/* Spread six adjacent bits over six bytes, 0 or 1 each: the multiplication makes copies seven bits
 * apart, so bit i of copy i lands on byte i, and no two copies overlap. */
static inline uint64_t gangster_spread(gangster_cells six)
{
    return six * UINT64_C(0x810204081) & UINT64_C(0x010101010101);
}

static inline uint8_t gangster_sum(uint64_t bytes)
{
    return (uint8_t)(bytes * UINT64_C(0x0101010101010101) >> 56);
}

/* hints.c */
void gangster_survey_map(const gangster_state *s, gangster_survey *out);

/* The two strongest powers in a line; equal ones, if two gangs have as much. */
typedef struct gangster_top {
    int first, second;
} gangster_top;

/* Two pairs, and then the stronger and the weaker of each against each other. */
static inline gangster_top gangster_top_of(const gangster_look *line)
{
    const uint8_t *p = line->power;
    int a = p[0] > p[1] ? p[0] : p[1], less_a = p[0] > p[1] ? p[1] : p[0];
    int b = p[2] > p[3] ? p[2] : p[3], less_b = p[2] > p[3] ? p[3] : p[2];
    int less = less_a > less_b ? less_a : less_b, other = a > b ? b : a;
    return (gangster_top){a > b ? a : b, other > less ? other : less};
}

/* How far a gang is ahead of the strongest other. */
static inline int gangster_lead(const gangster_look *line, gangster_top top, int gang)
{
    int power = line->power[gang];
    return power - (power == top.first ? top.second : top.first);
}

/* What a full line pays, as gangster_judge_line has it: nearly always one gang is ahead of all others. */
static inline gangster_award gangster_pays(const gangster_look *line, bool all_equal)
{
    gangster_top top = gangster_top_of(line);
    int gang = 0, power[GANGSTER_GANGS];
    if (top.first > top.second && !all_equal) {
        while (line->power[gang] != top.first)
            gang++;
        return (gangster_award){gang, top.first - top.second};
    }
    for (; gang < GANGSTER_GANGS; gang++)
        power[gang] = line->power[gang];
    return gangster_judge_line(power, all_equal);
}

/* So far ahead of the others, or behind: more makes no difference to a line's worth. */
enum { GANGSTER_FAR = 6, GANGSTER_LEADS = 2 * GANGSTER_FAR + 1 };

/* What an open line promises a gang, by empty cells and by how far the gang is ahead of the strongest other. Row 0
 * is for a line that wants one gangster, and it is the turn of the gang's player. */
extern const int16_t gangster_worths[GANGSTER_SIDE + 1][GANGSTER_LEADS];

static inline const int16_t *gangster_worths_of(const gangster_look *line, bool on_turn)
{
    return gangster_worths[line->n_empty == 1 && on_turn ? 0 : line->n_empty];
}

static inline int gangster_worth(const int16_t *worths, const gangster_look *line, gangster_top top,
                                 int gang)
{
    int ahead = gangster_lead(line, top, gang);
    ahead = ahead < -GANGSTER_FAR ? -GANGSTER_FAR : ahead > GANGSTER_FAR ? GANGSTER_FAR : ahead;
    return worths[GANGSTER_FAR + ahead];
}

/* features.c */
extern const spk_features gangster_features;

/* features_moves.c */
extern const spk_move_features gangster_move_features;

/* hints_play.c */
void gangster_weigh(const spk_box *box, const void *state, spk_seat seat, const spk_move *moves,
                    int n, uint32_t *weight);
spk_move gangster_rollout(const spk_box *box, const void *state, spk_seat seat, spk_rng *rng);

#endif
