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

/* All lines, and four places more that nobody looks at: what is the same for all is done for sixteen at once, which
 * compilers turn into SIMD. */
enum { GANGSTER_LANES = 16 };

typedef struct gangster_survey {
    uint8_t power[GANGSTER_GANGS][GANGSTER_LANES], n_empty[GANGSTER_LANES];
    gangster_cells empty;
} gangster_survey;

/* The two strongest powers in every line; equal ones, if two gangs have as much. */
typedef struct gangster_tops {
    uint8_t first[GANGSTER_LANES], second[GANGSTER_LANES];
} gangster_tops;

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

/* The same for every line. */
static inline void gangster_find_tops(const uint8_t p[GANGSTER_GANGS][GANGSTER_LANES],
                                      gangster_tops *restrict out)
{
    for (int i = 0; i < GANGSTER_LANES; i++) {
        uint8_t a = p[0][i] > p[1][i] ? p[0][i] : p[1][i];
        uint8_t less_a = p[0][i] > p[1][i] ? p[1][i] : p[0][i];
        uint8_t b = p[2][i] > p[3][i] ? p[2][i] : p[3][i];
        uint8_t less_b = p[2][i] > p[3][i] ? p[3][i] : p[2][i];
        uint8_t less = less_a > less_b ? less_a : less_b, other = a > b ? b : a;
        out->first[i] = a > b ? a : b;
        out->second[i] = other > less ? other : less;
    }
}

/* How far a gang of these powers is ahead in every line: 0 is so 'far' behind or more, 2 * far so far ahead. Bytes, and
 * nothing wider: sixteen fit into a register. */
static inline void gangster_find_leads(const gangster_tops *top, const uint8_t *power, uint8_t far,
                                       uint8_t *restrict out)
{
    const uint8_t most = (uint8_t)(2 * far);
    for (int i = 0; i < GANGSTER_LANES; i++) {
        uint8_t first = top->first[i], second = top->second[i], own = (uint8_t)(power[i] + far);
        uint8_t leads = power[i] == first ? 255 : 0; /* or is as strong as the strongest */
        uint8_t other = (uint8_t)((second & leads) | (first & ~leads));
        uint8_t more = own > other ? own : other, lead = (uint8_t)(more - other);
        out[i] = lead > most ? most : lead;
    }
}

/* So far ahead of the others, or behind: more makes no difference to a line's worth. */
enum {
    GANGSTER_FAR = 6,
    GANGSTER_LEADS = 2 * GANGSTER_FAR + 1,
    GANGSTER_WORTHS = (GANGSTER_SIDE + 1) * GANGSTER_LEADS
};

/* What an open line promises a gang: a row for each number of empty cells, in it how far the gang is ahead of the
 * strongest other. Row 0 is for a line that wants one gangster, and it is the turn of the gang's player. */
extern const int16_t gangster_worths[GANGSTER_WORTHS];

/* Where the row of every line begins; on turn is the player for whose gang it is asked. No row is beyond the table, not
 * even of a line that cannot be: one that was full and gets one more, one that was empty and loses one. */
static inline void gangster_find_rows(const uint8_t *n_empty, bool on_turn, uint8_t *restrict out)
{
    const uint8_t first = on_turn ? 1 : 0;
    for (int i = 0; i < GANGSTER_LANES; i++) {
        uint8_t open = n_empty[i] > GANGSTER_SIDE ? 0 : n_empty[i], n = open == first ? 0 : open;
        uint8_t two = (uint8_t)(n + n), four = (uint8_t)(two + two), eight = (uint8_t)(four + four);
        uint8_t twelve = (uint8_t)(eight + four);
        out[i] = (uint8_t)(twelve + n);
    }
}

_Static_assert(GANGSTER_LEADS == 13, "a row is twelve and one");

/* The place of every line's worth to a gang of these powers; of a full line it means nothing. */
static inline void gangster_find_worths(const gangster_tops *top, const uint8_t *power,
                                        const uint8_t *row, uint8_t *restrict out)
{
    uint8_t lead[GANGSTER_LANES];
    gangster_find_leads(top, power, GANGSTER_FAR, lead);
    for (int i = 0; i < GANGSTER_LANES; i++)
        out[i] = (uint8_t)(row[i] + lead[i]);
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
