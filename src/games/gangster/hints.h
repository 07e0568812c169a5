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

static inline gangster_top gangster_top_of(const gangster_look *line)
{
    gangster_top top = {0, 0};
    for (int gang = 0; gang < GANGSTER_GANGS; gang++) {
        int power = line->power[gang], less = power < top.first ? power : top.first;
        top.second = less > top.second ? less : top.second;
        top.first = power > top.first ? power : top.first;
    }
    return top;
}

/* How far a gang is ahead of the strongest other. */
static inline int gangster_lead(const gangster_look *line, gangster_top top, int gang)
{
    int power = line->power[gang];
    return power - (power == top.first ? top.second : top.first);
}

/* What an open line promises a gang, given the others in it; more if it is its player's turn. */
int gangster_worth(const gangster_look *line, gangster_top top, int gang, bool on_turn);

/* features.c */
extern const spk_features gangster_features;

/* features_moves.c */
extern const spk_move_features gangster_move_features;

/* hints_play.c */
void gangster_weigh(const spk_box *box, const void *state, spk_seat seat, const spk_move *moves,
                    int n, uint32_t *weight);
spk_move gangster_rollout(const spk_box *box, const void *state, spk_seat seat, spk_rng *rng);

#endif
