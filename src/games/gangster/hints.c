/* hints.c: what a bot may know of Gangster before it thinks: what a position is worth, and to whom.
 * Which moves are worth a look is in hints_play.c.
 *
 * A seat stands as high as its points, what the open lines promise its gang, and what it has still
 * to bring: gangsters that are not on the map yet, and bullets. The weights come from logistic
 * regressions, one for each number of players, on who won from some 130,000 positions of games that
 * this bot and its forerunner played against themselves; blended by hand and rounded. */
#include "games/gangster/hints.h"

#include <string.h>

#include "gangster_nets.h"

/* -- The map as lines -------------------------------------------------------------------------- */

/* The sums of all twelve lines over numbers that are written in binary, a set of cells a digit. The
 * n-th byte of the sum of all rows is column n's. */
static void sum_lines(const gangster_cells *digit, int n_digits, uint8_t out[GANGSTER_LINES])
{
    uint64_t columns = 0;
    for (int row = 0; row < GANGSTER_SIDE; row++) {
        uint64_t cells = 0;
        for (int k = 0; k < n_digits; k++)
            cells += gangster_spread(digit[k] >> GANGSTER_SIDE * row & GANGSTER_ROW_1) << k;
        out[row] = gangster_sum(cells);
        columns += cells;
    }
    for (int column = 0; column < GANGSTER_SIDE; column++)
        out[GANGSTER_SIDE + column] = (uint8_t)(columns >> 8 * column);
}

void gangster_survey_map(const gangster_state *s, gangster_survey *out)
{
    int n_digits = s->power[2] | s->power[3] ? GANGSTER_PLANES : 2; /* powers above 3 are rare */
    memset(out, 0, sizeof *out);
    out->empty = GANGSTER_ALL & ~gangster_occupied(s);
    sum_lines(&out->empty, 1, out->n_empty);
    for (int gang = 0; gang < GANGSTER_GANGS; gang++) {
        gangster_cells living = s->gang[gang] & ~s->dead, digit[GANGSTER_PLANES];
        for (int k = 0; k < n_digits; k++)
            digit[k] = s->power[k] & living;
        sum_lines(digit, n_digits, out->power[gang]);
    }
}

/* -- Worths ------------------------------------------------------------------------------------ */

const int16_t gangster_worths[GANGSTER_WORTHS] = {
    -54, -51, -51, -46, -38, -27, -22, 10,  46,  93,  147, 186, 243, -61, -59, -54,
    -48, -42, -32, -32, -4,  29,  69,  125, 154, 224, -70, -52, -47, -34, -28, -13,
    -4,  6,   26,  56,  86,  122, 173, -70, -58, -42, -28, -19, 0,   8,   20,  26,
    47,  58,  66,  102, -70, -56, -35, -27, -17, 1,   6,   20,  20,  24,  34,  56,
    72,  -40, -36, -32, -29, -19, 0,   0,   0,   19,  29,  32,  36,  40,
};

static int power_in(gangster_bag bag)
{
    int sum = 0;
    for (int power = 1; bag; power++, bag >>= 3)
        sum += power * (int)(bag & 7);
    return sum;
}

/* What a seat can still bring to the map. */
static int reserve(const spk_box *box, const gangster_state *s, spk_seat seat)
{
    static const uint8_t in_hand[1 << GANGSTER_SUPPLY] = {0, 1, 2, 3, 3, 4, 5, 6};
    const gangster_config *c = box->config;
    int gang = c->gang_of[seat], to_come = power_in(s->unseen[gang]);
    for (int slot = 0; slot < 2; slot++)
        if (s->open[slot] && gangster_gang(s->open[slot]) == gang)
            to_come += gangster_power(s->open[slot]);
    return GANGSTER_TO_COME * to_come + GANGSTER_IN_HAND * in_hand[s->supply[seat]] +
           GANGSTER_BULLET * s->bullets[seat];
}

static int standing(const spk_box *box, const gangster_state *s, const gangster_survey *map,
                    const gangster_tops *tops, spk_seat seat)
{
    const gangster_config *c = box->config;
    int sum = GANGSTER_POINT * s->points[seat] + reserve(box, s, seat);
    uint8_t row[GANGSTER_LANES], worth[GANGSTER_LANES];
    gangster_find_rows(map->n_empty, seat == s->active, row);
    gangster_find_worths(tops, map->power[c->gang_of[seat]], row, worth);
    for (int i = 0; i < GANGSTER_LINES; i++)
        sum += map->n_empty[i] ? gangster_worths[worth[i]] : 0;
    return sum;
}

/* How far ahead a seat must be to win twice as often: less and less as the map fills, and with two
 * players, where nobody else can come in between, less than with more. */
static int doubling(const spk_box *box, int n_empty)
{
    static const int16_t two[] = {25, 34, 43, 55, 62, 73, 85, 100, 150, 200};
    static const int16_t more[] = {40, 58, 82, 110, 130, 155, 190, 230, 280, 300};
    return (box->n_seats == 2 ? two : more)[n_empty / 4];
}

static void values(const spk_box *box, const void *state, int value[SPK_MAX_SEATS])
{
    const gangster_state *s = state;
    gangster_survey map;
    gangster_tops tops;
    int at[SPK_MAX_SEATS];
    if (s->phase == GANGSTER_OVER) {
        spk_share_end(box, state, value);
        return;
    }
    gangster_survey_map(s, &map);
    gangster_find_tops(map.power, &tops);
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        at[seat] = standing(box, s, &map, &tops, seat);
    spk_share_wins(box, at, doubling(box, gangster_size(map.empty)), value);
}

/* What its characters say besides what their temper makes them say (spk_remark). */
static const spk_remark shoeshine[] = {
    {SPK_ON_WIN, N_("Shiny! Every line of it!")},
    {SPK_ON_LOSS, N_("Oh. I thought that line was mine.")},
    {0},
};

static const spk_remark doorman[] = {
    {SPK_ON_WIN, N_("The door is shut. Good night.")},
    {SPK_ON_LOSS, N_("You slipped past me once. Once!")},
    {0},
};

static const spk_remark the_cartographer[] = {
    {SPK_ON_WIN, N_("Exactly as I had drawn it.")},
    {SPK_ON_LOSS, N_("I shall have to draw that map again.")},
    {0},
};

static const spk_remark the_surveyor[] = {
    {SPK_ON_WIN, N_("Measured, and found to be mine.")},
    {SPK_ON_LOSS, N_("A line I had not measured. Remarkable.")},
    {0},
};

const spk_hints gangster_hints = {
    .values = values,
    .weigh = gangster_weigh,
    .rollout = gangster_rollout,
    .horizon = 5,
    .features = &gangster_features,
    .nets = gangster_nets,
    .learned_explore = 35,
    .blow = "shoot",
    .level =
        {
            [SPK_EASY] = {"Shoeshine",
                          N_("lays where it fancies, and leaves lines open for you"),
                          {55, 400, 4000},
                          {300, 990, SPK_WIN},
                          SPK_MERRY,
                          SPK_BOLD,
                          shoeshine},
            [SPK_NORMAL] = {"Doorman",
                            N_("counts every line, and mostly sees your answer"),
                            {120, 375, 1600},
                            {120, 960, 2500},
                            SPK_HOT,
                            SPK_BOLD,
                            doorman},
            [SPK_HARD] = {"The Cartographer",
                          N_("knows what each line will pay, and keeps its best men for it"),
                          {0, 325, 1000},
                          {0, 880, 1000},
                          SPK_DRY,
                          SPK_CAREFUL,
                          the_cartographer},
            [SPK_BOSS] = {"The Surveyor",
                          N_("has seen this map fill up a hundred thousand times"),
                          {0},
                          {0},
                          SPK_COLD,
                          SPK_EVEN,
                          the_surveyor},
        },
};
