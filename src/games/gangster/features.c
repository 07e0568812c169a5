/* features.c: what a net sees of Gangster: every open line the same way, whichever it is, and what the
 * players still have. docs/games/gangster.md lists the blocks. Nothing here is a rule, and nothing is
 * worth anything by itself: that is learned (nets/gangster/). */
#include <string.h>

#include "games/gangster/hints.h"

enum {
    RIVALS = GANGSTER_SEATS - 1,
    FAR = 9, /* a lead or a gain beyond this makes no difference */
    LEADS = 2 * FAR + 1,
    STRONG = 13, /* powers from 12 on count as 12 */
    OUTCOMES = 2 + 2 * FAR,
    STAGES = 7,
    POINTS = GANGSTER_TOP + 1,
    BY_LINES = RIVALS * GANGSTER_LINES,
    TILES = 3 * GANGSTER_SUPPLY, /* own, a rival's, nobody's; power 1, 2, 3 or more */
    PILED = 28,                  /* power still face down */
};

/* The blocks in the order of their features, and of their slots in a row. */
#define BLOCKS(X)                                                                                  \
    X(own_lead, GANGSTER_LINES, GANGSTER_SIDE *LEADS)                                              \
    X(rival_lead, BY_LINES, GANGSTER_SIDE *LEADS)                                                  \
    X(neutral_lead, GANGSTER_LINES, GANGSTER_SIDE *LEADS)                                          \
    X(own_power, GANGSTER_LINES, GANGSTER_SIDE *STRONG)                                            \
    X(rival_power, BY_LINES, GANGSTER_SIDE *STRONG)                                                \
    X(outcome, GANGSTER_LINES, GANGSTER_SIDE *OUTCOMES)                                            \
    X(own_gap, GANGSTER_LINES, GANGSTER_SIDE *LEADS)                                               \
    X(rival_gap, BY_LINES, GANGSTER_SIDE *LEADS)                                                   \
    X(points, 1, POINTS)                                                                           \
    X(rival_points, RIVALS, POINTS)                                                                \
    X(ahead, RIVALS, STAGES *(2 * POINTS - 1))                                                     \
    X(empty, 1, GANGSTER_CELLS + 1)                                                                \
    X(bullets, 1, 3)                                                                               \
    X(rival_bullets, RIVALS, 3)                                                                    \
    X(supply, 1, 8)                                                                                \
    X(rival_supply, RIVALS, 8)                                                                     \
    X(open, 2, TILES)                                                                              \
    X(drawn, 1, TILES)                                                                             \
    X(piled, 1, PILED)                                                                             \
    X(rival_piled, RIVALS, PILED)                                                                  \
    X(neutral_piled, 2, PILED)                                                                     \
    X(turn, 1, GANGSTER_SEATS * 3)

#include "engine/blocks.h"

_Static_assert(sizeof(struct slots) <= SPK_MAX_SLOTS, "a row has room for them");

/* A position as one seat sees it: its rivals in the order of their turns. */
typedef struct sight {
    const spk_box *box;
    const gangster_config *c;
    const gangster_state *s;
    gangster_survey map;
    gangster_cells movable;
    int n_rivals;
    spk_seat seat, rival[RIVALS];
} sight;

static void look(sight *v, const spk_box *box, const gangster_state *s, spk_seat seat)
{
    *v = (sight){.box = box, .c = box->config, .s = s, .seat = seat, .n_rivals = box->n_seats - 1};
    for (int i = 0; i < v->n_rivals; i++)
        v->rival[i] = (seat + 1 + i) % box->n_seats;
    gangster_survey_map(s, &v->map);
    v->movable = gangster_movable(box, s);
}

/* -- Lines ------------------------------------------------------------------------------------- */

static int strongest_other(const gangster_look *line, int gang)
{
    int most = 0;
    for (int i = 0; i < GANGSTER_GANGS; i++)
        if (i != gang && line->power[i] > most)
            most = line->power[i];
    return most;
}

static int lead(const gangster_look *line, int gang)
{
    return FAR + within(line->power[gang] - strongest_other(line, gang), -FAR, FAR);
}

/* What the line would pay the seat with one more tile in it, or as it is (0); less what others get. */
static int pays(const sight *v, const gangster_look *line, gangster_tile more, spk_seat seat)
{
    int power[GANGSTER_GANGS];
    for (int gang = 0; gang < GANGSTER_GANGS; gang++)
        power[gang] = line->power[gang];
    if (more)
        power[gangster_gang(more)] += gangster_power(more);
    gangster_award award = gangster_judge_line(power, v->c->all_equal);
    int owner = award.gang < 0 ? -1 : v->c->owner_of[award.gang];
    return owner < 0 ? 0 : owner == seat ? award.points : -award.points;
}

static int outcome(const sight *v, const gangster_look *line)
{
    int own = pays(v, line, 0, v->seat);
    if (own)
        return own > 0 ? 1 + within(own, 1, FAR) : 1 + FAR + within(-own, 1, FAR);
    return strongest_other(line, -1) > 0; /* nobody's, or nobody there */
}

/* Tiles that the seat could put into the gap of a line: its own, the open ones, or the one it has
 * drawn; and gangsters that stand beside the gap, across the line. */
enum { GAP_TILES = GANGSTER_SUPPLY + 2 + 2 };

static int tiles_for_gap(const sight *v, spk_seat seat, int line, int cell,
                         gangster_tile tile[GAP_TILES])
{
    const gangster_state *s = v->s;
    int n = 0;
    if (s->phase == GANGSTER_PLACE_DRAWN && seat == s->active) {
        tile[n++] = s->drawn;
        return n;
    }
    for (int power = 1; power <= GANGSTER_SUPPLY; power++)
        if (s->supply[seat] >> (power - 1) & 1)
            tile[n++] = gangster_tile_of(v->c->gang_of[seat], power);
    for (int slot = 0; slot < 2; slot++)
        if (s->open[slot])
            tile[n++] = s->open[slot];
    gangster_cells gap = GANGSTER_CELL(cell);
    gangster_cells beside = line < GANGSTER_SIDE ? gangster_north(gap) | gangster_south(gap)
                                                 : gangster_west(gap) | gangster_east(gap);
    for (beside &= v->movable; beside; beside &= beside - 1)
        tile[n++] = gangster_at(s, gangster_lowest(beside));
    return n;
}

/* The most the seat could get out of a line that wants one tile, and how full the line across is. */
static int gap(const sight *v, spk_seat seat, int line, int cell)
{
    gangster_tile tile[GAP_TILES];
    int n = tiles_for_gap(v, seat, line, cell, tile), best = -FAR;
    int across = line < GANGSTER_SIDE ? GANGSTER_SIDE + cell % GANGSTER_SIDE : cell / GANGSTER_SIDE;
    for (int i = 0; i < n; i++) {
        int gain = pays(v, &v->map.line[line], tile[i], seat);
        best = gain > best ? gain : best;
    }
    return (v->map.line[across].n_empty - 1) * LEADS + FAR + within(best, -FAR, FAR);
}

static void read_gap(const sight *v, int line, uint16_t *row)
{
    int cell = gangster_lowest(v->map.empty & gangster_line(line));
    PUT(row, own_gap, line, gap(v, v->seat, line, cell));
    for (int i = 0; i < v->n_rivals; i++)
        PUT(row, rival_gap, i * GANGSTER_LINES + line, gap(v, v->rival[i], line, cell));
}

static void read_neutral(const sight *v, int line, int stage, uint16_t *row)
{
    int best = -1;
    for (int gang = 0; gang < GANGSTER_GANGS; gang++)
        if (v->c->owner_of[gang] < 0) {
            int ahead = lead(&v->map.line[line], gang);
            best = ahead > best ? ahead : best;
        }
    if (best >= 0)
        PUT(row, neutral_lead, line, stage * LEADS + best);
}

static void read_line(const sight *v, int line, uint16_t *row)
{
    const gangster_look *look = &v->map.line[line];
    int stage = look->n_empty - 1, own = v->c->gang_of[v->seat];
    PUT(row, own_lead, line, stage * LEADS + lead(look, own));
    PUT(row, own_power, line, stage * STRONG + within(look->power[own], 0, STRONG - 1));
    for (int i = 0; i < v->n_rivals; i++) {
        int gang = v->c->gang_of[v->rival[i]], at = i * GANGSTER_LINES + line;
        PUT(row, rival_lead, at, stage * LEADS + lead(look, gang));
        PUT(row, rival_power, at, stage * STRONG + within(look->power[gang], 0, STRONG - 1));
    }
    read_neutral(v, line, stage, row);
    PUT(row, outcome, line, stage * OUTCOMES + outcome(v, look));
    if (stage == 0)
        read_gap(v, line, row);
}

/* -- What is left to come ---------------------------------------------------------------------- */

static int piled(const sight *v, int gang)
{
    int sum = 0, power = 1;
    for (gangster_bag left = v->s->unseen[gang]; left; left >>= 3)
        sum += (int)(left & 7) * power++;
    return within(sum, 0, PILED - 1);
}

static int tile_feature(const sight *v, gangster_tile tile)
{
    int owner = v->c->owner_of[gangster_gang(tile)];
    int whose = owner == v->seat ? 0 : owner >= 0 ? 1 : 2;
    return whose * GANGSTER_SUPPLY + within(gangster_power(tile), 1, GANGSTER_SUPPLY) - 1;
}

static void read_rival(const sight *v, int i, int stage, uint16_t *row)
{
    const gangster_state *s = v->s;
    spk_seat rival = v->rival[i];
    int ahead = s->points[v->seat] - s->points[rival];
    PUT(row, rival_points, i, s->points[rival]);
    PUT(row, ahead, i, stage * (2 * POINTS - 1) + POINTS - 1 + ahead);
    PUT(row, rival_bullets, i, within(s->bullets[rival], 0, 2));
    PUT(row, rival_supply, i, s->supply[rival] & 7);
    PUT(row, rival_piled, i, piled(v, v->c->gang_of[rival]));
}

static void read_table(const sight *v, uint16_t *row)
{
    const gangster_state *s = v->s;
    int n_empty = gangster_size(v->map.empty), n_neutral = 0;
    PUT(row, points, 0, s->points[v->seat]);
    PUT(row, empty, 0, n_empty);
    PUT(row, bullets, 0, within(s->bullets[v->seat], 0, 2));
    PUT(row, supply, 0, s->supply[v->seat] & 7);
    PUT(row, piled, 0, piled(v, v->c->gang_of[v->seat]));
    for (int i = 0; i < v->n_rivals; i++)
        read_rival(v, i, n_empty / GANGSTER_SIDE, row);
    for (int slot = 0; slot < 2; slot++)
        if (s->open[slot])
            PUT(row, open, slot, tile_feature(v, s->open[slot]));
    if (s->drawn)
        PUT(row, drawn, 0, tile_feature(v, s->drawn));
    for (int gang = 0; gang < GANGSTER_GANGS; gang++)
        if (v->c->owner_of[gang] < 0)
            PUT(row, neutral_piled, n_neutral++, piled(v, gang));
    int phase = s->phase == GANGSTER_PLACE_DRAWN ? 1 : s->phase == GANGSTER_CHOOSE_ORDER ? 2 : 0;
    int away = (s->active - v->seat + v->box->n_seats) % v->box->n_seats;
    PUT(row, turn, 0, 3 * away + phase);
}

static void read_row(const spk_box *box, const void *state, spk_seat seat, uint16_t *row)
{
    sight v;
    look(&v, box, state, seat);
    memset(row, 0xff, sizeof(struct slots) * sizeof *row);
    for (int line = 0; line < GANGSTER_LINES; line++)
        if (v.map.line[line].n_empty)
            read_line(&v, line, row);
    read_table(&v, row);
}

const spk_features gangster_features = {
    .blocks = blocks,
    .n_slots = sizeof(struct slots),
    .n_features = sizeof(struct features),
    .moves = &gangster_move_features,
    .read = read_row,
};
