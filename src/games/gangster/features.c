/* features.c: what a net sees of Gangster: every open line the same way, whichever it is, and what the
 * players still have. docs/games/gangster.md lists the blocks. Nothing here is a rule, and nothing is
 * worth anything by itself: that is learned (nets/gangster/).
 *
 * A position is told in words (spk_wording), two for each line: how it stands, and if it wants one tile only,
 * what each seat could make of it. A word is bytes, with its kind in the highest. */
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

/* -- Words ------------------------------------------------------------------------------------- */

enum {
    LINE_WORD = 1,
    GAP_WORD,
    POINTS_WORD,
    EMPTY_WORD,
    STOCK_WORD,
    TILES_WORD,
    PILED_WORD,
    TURN_WORD
};

/* Where they stand in the list. */
enum {
    AT_GAPS = GANGSTER_LINES,
    AT_POINTS = AT_GAPS + GANGSTER_LINES,
    AT_EMPTY,
    AT_STOCK,
    AT_TILES,
    AT_PILED,
    AT_TURN,
    WORDS
};

_Static_assert((int)WORDS <= (int)SPK_MAX_WORDS, "a position has room for them");

static uint64_t word_of(int kind) { return (uint64_t)kind << 56; }
static uint64_t byte_at(int i, int value) { return (uint64_t)(value & 255) << 8 * i; }
static int byte_of(uint64_t word, int i) { return (int)(word >> 8 * i & 255); }

/* The map, ready to be added up: the empty cells, and the digits of every gang's living. */
typedef struct map {
    gangster_cells empty, digit[GANGSTER_GANGS][GANGSTER_PLANES];
    int n_digits;
} map;

static void read_map(const gangster_state *s, map *m)
{
    m->empty = GANGSTER_ALL & ~gangster_occupied(s);
    m->n_digits = s->power[2] | s->power[3] ? GANGSTER_PLANES : 2; /* powers above 3 are rare */
    for (int gang = 0; gang < GANGSTER_GANGS; gang++)
        for (int k = 0; k < m->n_digits; k++)
            m->digit[gang][k] = s->power[k] & s->gang[gang] & ~s->dead;
}

/* The sum of a line over numbers that are written in binary, a set of cells a digit: first of every cell, then a
 * multiplication adds up the six. No number is above nine, so no sum needs more than a column's six bits. */
static int sum_row(const gangster_cells *digit, int n_digits, int row)
{
    uint64_t cells = 0;
    for (int k = 0; k < n_digits; k++)
        cells += gangster_spread(digit[k] >> GANGSTER_SIDE * row & GANGSTER_ROW_1) << k;
    return gangster_sum(cells);
}

static int sum_column(const gangster_cells *digit, int n_digits, int column)
{
    uint64_t cells = 0;
    for (int k = 0; k < n_digits; k++)
        cells += (digit[k] >> column & GANGSTER_COLUMN_A) << k;
    return (int)(cells * GANGSTER_COLUMN_A >> 30 & GANGSTER_ROW_1);
}

static int sum_line(const gangster_cells *digit, int n_digits, int line)
{
    return line < GANGSTER_SIDE ? sum_row(digit, n_digits, line)
                                : sum_column(digit, n_digits, line - GANGSTER_SIDE);
}

/* A line: the four gangs' powers, as they lie in memory, and how many cells are empty; 0: it is full. */
static uint64_t line_word(const map *m, int line)
{
    int n_empty = sum_line(&m->empty, 1, line);
    uint8_t power[GANGSTER_GANGS];
    uint32_t powers;
    if (!n_empty)
        return 0;
    for (int gang = 0; gang < GANGSTER_GANGS; gang++)
        power[gang] = (uint8_t)(m->n_digits == 2 ? sum_line(m->digit[gang], 2, line)
                                                 : sum_line(m->digit[gang], GANGSTER_PLANES, line));
    memcpy(&powers, power, sizeof powers);
    return word_of(LINE_WORD) | byte_at(GANGSTER_GANGS, n_empty) | powers;
}

static int n_empty_in(uint64_t line) { return byte_of(line, GANGSTER_GANGS); }

static gangster_look look_of(uint64_t word)
{
    gangster_look line = {.n_empty = (uint8_t)n_empty_in(word)};
    uint32_t powers = (uint32_t)word;
    memcpy(line.power, &powers, sizeof powers);
    return line;
}

/* -- What a line would pay --------------------------------------------------------------------- */

/* Whom a line would pay, and what, with one more tile in it, or as it is (0). */
typedef struct payment {
    int owner, points; /* -1: nobody */
} payment;

static payment payment_of(const gangster_config *c, const gangster_look *line, gangster_tile more)
{
    gangster_look full = *line;
    if (more)
        full.power[gangster_gang(more)] =
            (uint8_t)(full.power[gangster_gang(more)] + gangster_power(more));
    gangster_award award = gangster_pays(&full, c->all_equal);
    return (payment){award.gang < 0 ? -1 : c->owner_of[award.gang], award.points};
}

/* To the seat; less what others get. */
static int gain_of(payment p, spk_seat seat)
{
    return p.owner < 0 ? 0 : p.owner == seat ? p.points : -p.points;
}

/* A line that wants one tile, for the word about its gap, and the most that each seat could get out of it. */
typedef struct gap {
    const gangster_config *c;
    const gangster_state *s;
    gangster_look look;
    int n_seats, best[GANGSTER_SEATS];
} gap;

static void try_tile(gap *g, gangster_tile tile, spk_seat from, spk_seat to)
{
    payment p = payment_of(g->c, &g->look, tile);
    for (spk_seat seat = from; seat < to; seat++) {
        int gain = gain_of(p, seat);
        g->best[seat] = gain > g->best[seat] ? gain : g->best[seat];
    }
}

/* Tiles that anybody could put there: the open ones, and gangsters that stand beside the gap, across the
 * line. */
static void try_common(gap *g, int line, int cell, gangster_cells movable)
{
    gangster_cells at = GANGSTER_CELL(cell);
    gangster_cells beside = line < GANGSTER_SIDE ? gangster_north(at) | gangster_south(at)
                                                 : gangster_west(at) | gangster_east(at);
    for (int slot = 0; slot < 2; slot++)
        if (g->s->open[slot])
            try_tile(g, g->s->open[slot], 0, g->n_seats);
    for (beside &= movable; beside; beside &= beside - 1)
        try_tile(g, gangster_at(g->s, gangster_lowest(beside)), 0, g->n_seats);
}

/* Its own; or the one it has drawn, and no other. */
static void try_own(gap *g, spk_seat seat)
{
    if (g->s->phase == GANGSTER_PLACE_DRAWN && seat == g->s->active) {
        g->best[seat] = -FAR;
        try_tile(g, g->s->drawn, seat, seat + 1);
        return;
    }
    for (int power = 1; power <= GANGSTER_SUPPLY; power++)
        if (g->s->supply[seat] >> (power - 1) & 1)
            try_tile(g, gangster_tile_of(g->c->gang_of[seat], power), seat, seat + 1);
}

_Static_assert(GANGSTER_SIDE *LEADS <= 256, "what a seat can make of a gap is a byte");

/* The most each seat could get, and how full the line across is. */
static uint64_t gap_word(const spk_box *box, const gangster_state *s, const uint64_t *words,
                         int line, int cell, gangster_cells movable)
{
    gap g = {box->config, s, look_of(words[line]), box->n_seats, {-FAR, -FAR, -FAR, -FAR}};
    int across = line < GANGSTER_SIDE ? GANGSTER_SIDE + cell % GANGSTER_SIDE : cell / GANGSTER_SIDE;
    int stage = (n_empty_in(words[across]) - 1) * LEADS + FAR;
    uint64_t word = word_of(GAP_WORD);
    try_common(&g, line, cell, movable);
    for (spk_seat seat = 0; seat < box->n_seats; seat++) {
        try_own(&g, seat);
        word |= byte_at(seat, stage + within(g.best[seat], -FAR, FAR));
    }
    return word;
}

/* Cells that are not the same in both. */
static gangster_cells changed_cells(const gangster_state *a, const gangster_state *b)
{
    gangster_cells changed = a->dead ^ b->dead;
    for (int gang = 0; gang < GANGSTER_GANGS; gang++)
        changed |= a->gang[gang] ^ b->gang[gang];
    for (int k = 0; k < GANGSTER_PLANES; k++)
        changed |= a->power[k] ^ b->power[k];
    return changed;
}

/* Lines with one empty cell. */
static unsigned find_gaps(gangster_cells empty)
{
    gangster_cells once = 0, twice = 0;
    unsigned gaps = 0;
    for (int row = 0; row < GANGSTER_SIDE; row++) {
        gangster_cells six = empty >> GANGSTER_SIDE * row & GANGSTER_ROW_1;
        gaps |= (unsigned)(six && !(six & (six - 1))) << row;
        twice |= once & six, once |= six;
    }
    return gaps | (unsigned)(once & ~twice) << GANGSTER_SIDE;
}

/* Lines that are as they were keep their words. */
static void say_lines(const spk_box *box, const gangster_state *s, const gangster_state *last,
                      const map *m, uint64_t *words)
{
    gangster_cells changed = last ? changed_cells(s, last) : GANGSTER_ALL;
    for (int line = 0; line < GANGSTER_LINES; line++)
        if (changed & gangster_line(line))
            words[line] = line_word(m, line);
    memset(words + AT_GAPS, 0, GANGSTER_LINES * sizeof *words);
    unsigned gaps = find_gaps(m->empty);
    gangster_cells movable = gaps ? gangster_movable(box, s) : 0;
    for (; gaps; gaps &= gaps - 1) {
        int line = __builtin_ctz(gaps), cell = gangster_lowest(m->empty & gangster_line(line));
        words[AT_GAPS + line] = gap_word(box, s, words, line, cell, movable);
    }
}

/* -- What is left to come ---------------------------------------------------------------------- */

static int piled(gangster_bag left)
{
    int sum = 0;
    for (int power = 1; left; left >>= 3)
        sum += (int)(left & 7) * power++;
    return within(sum, 0, PILED - 1);
}

static void say_table(const spk_box *box, const gangster_state *s, int n_empty, uint64_t *words)
{
    int phase = s->phase == GANGSTER_PLACE_DRAWN ? 1 : s->phase == GANGSTER_CHOOSE_ORDER ? 2 : 0;
    words[AT_POINTS] = word_of(POINTS_WORD) | byte_at(GANGSTER_SEATS, n_empty / GANGSTER_SIDE);
    words[AT_STOCK] = word_of(STOCK_WORD);
    for (spk_seat seat = 0; seat < box->n_seats; seat++) {
        words[AT_POINTS] |= byte_at(seat, s->points[seat]);
        words[AT_STOCK] |=
            byte_at(seat, within(s->bullets[seat], 0, 2) * 8 + (s->supply[seat] & 7));
    }
    words[AT_PILED] = word_of(PILED_WORD);
    for (int gang = 0; gang < GANGSTER_GANGS; gang++)
        words[AT_PILED] |= byte_at(gang, piled(s->unseen[gang]));
    words[AT_EMPTY] = word_of(EMPTY_WORD) | byte_at(0, n_empty);
    words[AT_TILES] = word_of(TILES_WORD) | byte_at(0, s->open[0]) | byte_at(1, s->open[1]) |
                      byte_at(2, s->drawn);
    words[AT_TURN] = word_of(TURN_WORD) | byte_at(0, s->active) | byte_at(1, phase);
}

static void say(const spk_box *box, const void *state, const void *last, uint64_t *words)
{
    map m;
    read_map(state, &m);
    say_lines(box, state, last, &m, words);
    say_table(box, state, gangster_size(m.empty), words);
}

/* -- What a word means to a seat --------------------------------------------------------------- */

typedef struct viewer {
    const gangster_config *c;
    int n_seats, n_rivals;
    spk_seat seat, rival[RIVALS]; /* in the order of their turns */
} viewer;

static viewer viewer_of(const spk_box *box, spk_seat seat)
{
    viewer v = {
        .c = box->config, .n_seats = box->n_seats, .n_rivals = box->n_seats - 1, .seat = seat};
    for (int i = 0; i < v.n_rivals; i++)
        v.rival[i] = seat + 1 + i < box->n_seats ? seat + 1 + i : seat + 1 + i - box->n_seats;
    return v;
}

static int lead(const gangster_look *line, gangster_top top, int gang)
{
    return FAR + within(gangster_lead(line, top, gang), -FAR, FAR);
}

static int outcome(const viewer *v, const gangster_look *line, gangster_top top)
{
    int own = gain_of(payment_of(v->c, line, 0), v->seat);
    if (own)
        return own > 0 ? 1 + within(own, 1, FAR) : 1 + FAR + within(-own, 1, FAR);
    return top.first > 0; /* nobody's, or nobody there */
}

/* How far the best of the gangs that nobody plays is ahead; -1: all are played. */
static int neutral_lead(const viewer *v, const gangster_look *line, gangster_top top)
{
    int best = -1;
    for (int gang = 0; gang < GANGSTER_GANGS; gang++)
        if (v->c->owner_of[gang] < 0) {
            int ahead = lead(line, top, gang);
            best = ahead > best ? ahead : best;
        }
    return best;
}

static int line_means(const viewer *v, int at, uint64_t word, spk_meaning *out)
{
    gangster_look look = look_of(word);
    int stage = look.n_empty - 1, own = v->c->gang_of[v->seat], n = 0;
    gangster_top top = gangster_top_of(&look);
    int neutral = neutral_lead(v, &look, top);
    out[n++] = MEANS(own_lead, at, stage * LEADS + lead(&look, top, own));
    out[n++] = MEANS(own_power, at, stage * STRONG + within(look.power[own], 0, STRONG - 1));
    for (int i = 0; i < v->n_rivals; i++) {
        int gang = v->c->gang_of[v->rival[i]], by = i * GANGSTER_LINES + at;
        out[n++] = MEANS(rival_lead, by, stage * LEADS + lead(&look, top, gang));
        out[n++] = MEANS(rival_power, by, stage * STRONG + within(look.power[gang], 0, STRONG - 1));
    }
    if (neutral >= 0)
        out[n++] = MEANS(neutral_lead, at, stage * LEADS + neutral);
    out[n++] = MEANS(outcome, at, stage * OUTCOMES + outcome(v, &look, top));
    return n;
}

static int gap_means(const viewer *v, int at, uint64_t word, spk_meaning *out)
{
    int n = 0;
    out[n++] = MEANS(own_gap, at, byte_of(word, v->seat));
    for (int i = 0; i < v->n_rivals; i++)
        out[n++] = MEANS(rival_gap, i * GANGSTER_LINES + at, byte_of(word, v->rival[i]));
    return n;
}

static int points_mean(const viewer *v, uint64_t word, spk_meaning *out)
{
    int n = 0, own = byte_of(word, v->seat), stage = byte_of(word, GANGSTER_SEATS);
    out[n++] = MEANS(points, 0, own);
    for (int i = 0; i < v->n_rivals; i++) {
        int points = byte_of(word, v->rival[i]);
        out[n++] = MEANS(rival_points, i, points);
        out[n++] = MEANS(ahead, i, stage * (2 * POINTS - 1) + POINTS - 1 + own - points);
    }
    return n;
}

static int stock_means(const viewer *v, uint64_t word, spk_meaning *out)
{
    int n = 0, own = byte_of(word, v->seat);
    out[n++] = MEANS(bullets, 0, own / 8);
    out[n++] = MEANS(supply, 0, own % 8);
    for (int i = 0; i < v->n_rivals; i++) {
        int stock = byte_of(word, v->rival[i]);
        out[n++] = MEANS(rival_bullets, i, stock / 8);
        out[n++] = MEANS(rival_supply, i, stock % 8);
    }
    return n;
}

static int tile_feature(const viewer *v, gangster_tile tile)
{
    int owner = v->c->owner_of[gangster_gang(tile)];
    int whose = owner == v->seat ? 0 : owner >= 0 ? 1 : 2;
    return whose * GANGSTER_SUPPLY + within(gangster_power(tile), 1, GANGSTER_SUPPLY) - 1;
}

static int tiles_mean(const viewer *v, uint64_t word, spk_meaning *out)
{
    int n = 0;
    for (int slot = 0; slot < 2; slot++)
        if (byte_of(word, slot))
            out[n++] = MEANS(open, slot, tile_feature(v, byte_of(word, slot)));
    if (byte_of(word, 2))
        out[n++] = MEANS(drawn, 0, tile_feature(v, byte_of(word, 2)));
    return n;
}

static int piled_means(const viewer *v, uint64_t word, spk_meaning *out)
{
    int n = 0, n_neutral = 0;
    out[n++] = MEANS(piled, 0, byte_of(word, v->c->gang_of[v->seat]));
    for (int i = 0; i < v->n_rivals; i++)
        out[n++] = MEANS(rival_piled, i, byte_of(word, v->c->gang_of[v->rival[i]]));
    for (int gang = 0; gang < GANGSTER_GANGS; gang++)
        if (v->c->owner_of[gang] < 0)
            out[n++] = MEANS(neutral_piled, n_neutral++, byte_of(word, gang));
    return n;
}

static int turn_means(const viewer *v, uint64_t word, spk_meaning *out)
{
    int away = (byte_of(word, 0) - v->seat + v->n_seats) % v->n_seats;
    *out = MEANS(turn, 0, 3 * away + byte_of(word, 1));
    return 1;
}

static int mean(const spk_box *box, int i, uint64_t word, spk_seat seat, spk_meaning *out)
{
    viewer v = viewer_of(box, seat);
    switch (word >> 56) {
    case LINE_WORD: return line_means(&v, i, word, out);
    case GAP_WORD: return gap_means(&v, i - AT_GAPS, word, out);
    case POINTS_WORD: return points_mean(&v, word, out);
    case EMPTY_WORD: *out = MEANS(empty, 0, byte_of(word, 0)); return 1;
    case STOCK_WORD: return stock_means(&v, word, out);
    case TILES_WORD: return tiles_mean(&v, word, out);
    case PILED_WORD: return piled_means(&v, word, out);
    case TURN_WORD: return turn_means(&v, word, out);
    }
    return 0;
}

static const spk_wording words = {.n = WORDS, .say = say, .mean = mean};

static void read_row(const spk_box *box, const void *state, spk_seat seat, uint16_t *row)
{
    spk_read_words(&gangster_features, box, state, seat, row);
}

const spk_features gangster_features = {
    .blocks = blocks,
    .n_slots = sizeof(struct slots),
    .n_features = sizeof(struct features),
    .moves = &gangster_move_features,
    .read = read_row,
    .words = &words,
};
