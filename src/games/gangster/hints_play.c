/* hints_play.c: which moves a bot looks at first, and a sensible one at once. What a position is
 * worth is in hints.c. */
#include <string.h>

#include "games/gangster/hints.h"

_Static_assert(GANGSTER_SEATS == 4, "a seat has at most three rivals: see share");

enum {
    A_DRAW = 10,    /* what turning over a tile is worth beside the gains of other moves */
    HALF = 20,      /* a move that gains so much less is half as likely */
    OWN_ONE_IN = 8, /* in a rollout the own supply is thought of only so often */
};

/* -- Weights ----------------------------------------------------------------------------------- */

/* What happens to a gangster in a line. */
enum { COMES, GOES, IS_SHOT, EFFECTS };

enum { FROM_HAND = 0, FROM_OPEN = 3, FROM_DRAWN = 5, N_SOURCES = 6 };
enum {
    NOBODY = GANGSTER_WORTHS
}; /* what the rivals that a smaller table does not have hope for: nothing */
enum { TILES = GANGSTER_GANGS * GANGSTER_POWERS + 1 };

/* A position for looking at moves: every line now, what it gains with one more gangster from each source, and
 * if something happens to a tile in it, for all tiles that were asked about. */
typedef struct desk {
    const spk_box *box;
    const gangster_state *s;
    spk_seat seat;
    int n_rivals, rival_gang[GANGSTER_SEATS - 1]; /* in the order of their turns */
    int16_t rival_worths[GANGSTER_WORTHS +
                         1]; /* gangster_worths as they count for the seat; NOBODY's */
    gangster_survey map;
    int now[GANGSTER_LINES];
    int gain[N_SOURCES][GANGSTER_LINES];
    bool known[EFFECTS][TILES];
    int change[EFFECTS][TILES][GANGSTER_LINES];
} desk;

/* What is worth something to one of the others is everybody else's loss too, so it counts less the more they
 * are. */
static int divided(const desk *d, int worth)
{
    return d->n_rivals == 1   ? worth
           : d->n_rivals == 2 ? worth / 2
                              : worth / 3; /* cheap divisions */
}

/* For the seat, less what it is for one of the others. */
static int share(const desk *d, spk_seat owner, int worth)
{
    return owner < 0 ? 0 : owner == d->seat ? worth : -divided(d, worth);
}

/* What a line has paid that is full now. */
static int paid(const desk *d, const gangster_survey *map, int line)
{
    const gangster_config *c = d->box->config;
    gangster_look look = {{0}, 0};
    for (int gang = 0; gang < GANGSTER_GANGS; gang++)
        look.power[gang] = map->power[gang][line];
    gangster_award award = gangster_pays(&look, c->all_equal);
    return award.gang < 0 ? 0 : share(d, c->owner_of[award.gang], GANGSTER_POINT * award.points);
}

/* Every line after the seat's move: what it paid, or what it promises, with the next seat on turn; nothing, if it
 * was full. */
static void lines_after(const desk *d, const gangster_survey *map, int out[GANGSTER_LINES])
{
    const gangster_config *c = d->box->config;
    gangster_tops tops;
    uint8_t row[GANGSTER_LANES], next_row[GANGSTER_LANES];
    uint8_t own[GANGSTER_LANES], rival[GANGSTER_SEATS - 1][GANGSTER_LANES];
    gangster_find_tops(map->power, &tops);
    gangster_find_rows(map->n_empty, false, row);
    gangster_find_rows(map->n_empty, true, next_row);
    gangster_find_worths(&tops, map->power[c->gang_of[d->seat]], row, own);
    for (int i = 0; i < GANGSTER_SEATS - 1; i++)
        if (i < d->n_rivals)
            gangster_find_worths(&tops, map->power[d->rival_gang[i]], i == 0 ? next_row : row,
                                 rival[i]);
        else
            memset(rival[i], NOBODY, sizeof rival[i]);
    for (int line = 0; line < GANGSTER_LINES; line++) {
        int sum = gangster_worths[own[line]];
        for (int i = 0; i < GANGSTER_SEATS - 1; i++)
            sum += d->rival_worths[rival[i][line]];
        out[line] = d->map.n_empty[line] ? sum : 0;
        if (d->map.n_empty[line] && !map->n_empty[line])
            out[line] = paid(d, map, line);
    }
}

/* What changes in every line. */
static void find_changes(const desk *d, int effect, gangster_tile tile, int out[GANGSTER_LINES])
{
    gangster_survey map = d->map;
    int power = gangster_power(tile), gang = gangster_gang(tile);
    int more = effect == COMES ? power : -power, less = effect == COMES  ? 1
                                                        : effect == GOES ? -1
                                                                         : 0;
    for (int i = 0; i < GANGSTER_LANES; i++) {
        map.power[gang][i] = (uint8_t)(map.power[gang][i] + more);
        map.n_empty[i] = (uint8_t)(map.n_empty[i] - less);
    }
    lines_after(d, &map, out);
    for (int line = 0; line < GANGSTER_LINES; line++)
        out[line] -= d->now[line];
}

static const int *changes(desk *d, int effect, gangster_tile tile)
{
    if (!d->known[effect][tile])
        find_changes(d, effect, tile, d->change[effect][tile]);
    d->known[effect][tile] = true;
    return d->change[effect][tile];
}

/* Lay this tile in any line. That it is used up is counted once, in the rows. */
static void look_at_source(desk *d, int source, gangster_tile tile)
{
    const gangster_config *c = d->box->config;
    int price = source < FROM_OPEN ? GANGSTER_IN_HAND : GANGSTER_TO_COME;
    int used = share(d, c->owner_of[gangster_gang(tile)], price * gangster_power(tile));
    const int *change = changes(d, COMES, tile);
    for (int line = 0; line < GANGSTER_LINES; line++)
        d->gain[source][line] = change[line] - (line < GANGSTER_SIDE ? used : 0);
}

static void look_at_sources(desk *d)
{
    const gangster_config *c = d->box->config;
    const gangster_state *s = d->s;
    if (s->phase == GANGSTER_PLACE_DRAWN) {
        look_at_source(d, FROM_DRAWN, s->drawn);
        return;
    }
    for (int power = 1; power <= GANGSTER_SUPPLY; power++)
        if (s->supply[d->seat] >> (power - 1) & 1)
            look_at_source(d, FROM_HAND + power - 1, gangster_tile_of(c->gang_of[d->seat], power));
    for (int slot = 0; slot < 2; slot++)
        if (s->open[slot])
            look_at_source(d, FROM_OPEN + slot, s->open[slot]);
}

static int row_of(int cell) { return (int)((unsigned)cell / GANGSTER_SIDE); }
static int column_of(int cell) { return GANGSTER_SIDE + (int)((unsigned)cell % GANGSTER_SIDE); }

static int gain_of_lay(const desk *d, int source, int cell)
{
    return d->gain[source][row_of(cell)] + d->gain[source][column_of(cell)];
}

/* A step changes only the two lines across its way. */
static int gain_of_step(desk *d, int from, int to)
{
    gangster_tile tile = gangster_at(d->s, from);
    bool sideways = row_of(from) == row_of(to);
    int left = sideways ? column_of(from) : row_of(from);
    int entered = sideways ? column_of(to) : row_of(to);
    return changes(d, GOES, tile)[left] + changes(d, COMES, tile)[entered];
}

static int gain_of_shot(desk *d, int cell)
{
    gangster_tile tile = gangster_at(d->s, cell);
    const int *change = changes(d, IS_SHOT, tile);
    return change[row_of(cell)] + change[column_of(cell)] - GANGSTER_BULLET;
}

static int gain_of(desk *d, spk_move move)
{
    int cell = gangster_move_cell(move), arg = gangster_move_arg(move);
    switch (gangster_move_op(move)) {
    case GANGSTER_LAY_OWN: return gain_of_lay(d, FROM_HAND + arg - 1, cell);
    case GANGSTER_LAY_OPEN: return gain_of_lay(d, FROM_OPEN + arg - 1, cell);
    case GANGSTER_LAY_DRAWN: return gain_of_lay(d, FROM_DRAWN, cell);
    case GANGSTER_MOVE: return gain_of_step(d, cell, arg);
    case GANGSTER_SHOOT: return gain_of_shot(d, cell);
    case GANGSTER_DRAW: return A_DRAW;
    case GANGSTER_ORDER:
    case GANGSTER_START_SEAT:
    case GANGSTER_REVEAL_TILE:
    case GANGSTER_PASS:
    case GANGSTER_SKIP:
    case GANGSTER_OP_COUNT: break;
    }
    return 0;
}

/* The best move weighs 65,537; between two halvings runs a straight line. */
static uint32_t weight_of(int less)
{
    unsigned halvings = (unsigned)less / HALF, part = (unsigned)less % HALF;
    return halvings < 17 ? 1 + ((65536u - 32768u * part / HALF) >> halvings) : 1;
}

static void sit_down(desk *d, const spk_box *box, const gangster_state *s, spk_seat seat)
{
    const gangster_config *c = box->config;
    d->box = box, d->s = s, d->seat = seat;
    d->n_rivals = box->n_seats - 1;
    for (int i = 0; i < d->n_rivals; i++)
        d->rival_gang[i] = c->gang_of[(seat + 1 + i) % box->n_seats];
    for (int i = 0; i < GANGSTER_WORTHS; i++)
        d->rival_worths[i] = (int16_t)-divided(d, gangster_worths[i]);
    d->rival_worths[NOBODY] = 0;
    memset(d->known, 0, sizeof d->known);
    gangster_survey_map(s, &d->map);
    lines_after(d, &d->map, d->now);
}

void gangster_weigh(const spk_box *box, const void *state, spk_seat seat, const spk_move *moves,
                    int n, uint32_t *weight)
{
    desk d;
    int gain[GANGSTER_MOVES], best = INT32_MIN;
    sit_down(&d, box, state, seat);
    look_at_sources(&d);
    for (int i = 0; i < n; i++) {
        gain[i] = gain_of(&d, moves[i]);
        best = gain[i] > best ? gain[i] : best;
    }
    for (int i = 0; i < n; i++)
        weight[i] = weight_of(best - gain[i]);
}

/* -- Rollouts ---------------------------------------------------------------------------------- */

/* The empty cells that complete a line, and those after which it wants only one more. */
typedef struct nearly {
    gangster_cells gaps, doors;
} nearly;

static nearly near_full(gangster_cells empty)
{
    gangster_cells once = 0, twice = 0, thrice = 0;
    nearly found = {0, 0};
    for (int row = 0; row < GANGSTER_CELLS; row += GANGSTER_SIDE) {
        gangster_cells six = empty >> row & GANGSTER_ROW_1, two = six & (six - 1);
        if (!two)
            found.gaps |= six << row;
        else if (!(two & (two - 1)))
            found.doors |= six << row;
        thrice |= twice & six, twice |= once & six, once |= six;
    }
    found.gaps |= (once & ~twice) * GANGSTER_COLUMN_A & empty;
    found.doors |= (twice & ~thrice) * GANGSTER_COLUMN_A & empty & ~found.gaps;
    return found;
}

static int any_cell(gangster_cells cells, spk_rng *rng)
{
    for (uint32_t skip = spk_rng_below(rng, (uint32_t)gangster_size(cells)); skip; skip--)
        cells &= cells - 1;
    return gangster_lowest(cells);
}

/* Somewhere where the next player finds nothing ready. */
static int calm_cell(gangster_cells empty, const nearly *near, spk_rng *rng)
{
    gangster_cells calm = empty & ~near->gaps & ~near->doors;
    if (!calm)
        calm = empty & ~near->gaps ? empty & ~near->gaps : empty;
    return any_cell(calm, rng);
}

typedef struct offer {
    spk_move move; /* for cell 0 */
    gangster_tile tile;
} offer;

static int list_offers(const spk_box *box, const gangster_state *s, offer out[GANGSTER_SUPPLY + 2])
{
    const gangster_config *c = box->config;
    int n = 0;
    if (s->phase == GANGSTER_PLACE_DRAWN) {
        out[0] = (offer){gangster_move(GANGSTER_LAY_DRAWN, 0, 0), s->drawn};
        return 1;
    }
    for (int slot = 0; slot < 2; slot++)
        if (s->open[slot])
            out[n++] = (offer){gangster_move(GANGSTER_LAY_OPEN, 0, slot + 1), s->open[slot]};
    for (int power = 1; power <= GANGSTER_SUPPLY; power++)
        if (s->supply[s->active] >> (power - 1) & 1)
            out[n++] = (offer){gangster_move(GANGSTER_LAY_OWN, 0, power),
                               gangster_tile_of(c->gang_of[s->active], power)};
    return n;
}

/* The powers in a line as gangster_powers counts them, quicker. A column's cells lie six bits apart,
 * and no sum needs more: a multiplication adds them up. */
static void line_powers(const gangster_state *s, int line, int power[GANGSTER_GANGS])
{
    gangster_cells living = ~s->dead & gangster_line(line);
    for (int gang = 0; gang < GANGSTER_GANGS; gang++) {
        gangster_cells own = s->gang[gang] & living;
        uint64_t row = 0, column = 0;
        for (int k = 0; own && k < GANGSTER_PLANES; k++)
            if (line < GANGSTER_SIDE)
                row += gangster_spread((own & s->power[k]) >> GANGSTER_SIDE * line) << k;
            else
                column += (own & s->power[k]) >> (line - GANGSTER_SIDE) << k;
        power[gang] =
            line < GANGSTER_SIDE ? gangster_sum(row) : (int)(column * GANGSTER_COLUMN_A >> 30 & 63);
    }
}

/* What the active seat gains if this tile completes a line, its own points less the others'. */
static int gain_in_line(const spk_box *box, const gangster_state *s, const int before[],
                        gangster_tile tile)
{
    const gangster_config *c = box->config;
    int best = 0, second = 0, gang = -1;
    for (int i = 0; i < GANGSTER_GANGS; i++) {
        int power = before[i] + (i == gangster_gang(tile) ? gangster_power(tile) : 0);
        if (power > best)
            second = best, best = power, gang = i;
        else if (power > second)
            second = power;
    }
    int owner = gang < 0 ? -1 : c->owner_of[gang];
    return owner == s->active ? best - second : owner < 0 ? 0 : second - best;
}

/* The best of the offers on a cell that completes a line or two. */
static int best_offer(const spk_box *box, const gangster_state *s, int cell, const offer *offers,
                      int n, int *at)
{
    gangster_cells empty = GANGSTER_ALL & ~gangster_occupied(s);
    int power[2][GANGSTER_GANGS], n_lines = 0, best = 0;
    int line[2] = {row_of(cell), column_of(cell)};
    for (int i = 0; i < 2; i++)
        if ((empty & gangster_line(line[i])) == GANGSTER_CELL(cell))
            line_powers(s, line[i], power[n_lines++]);
    for (int i = 0; i < n; i++) {
        int gain = gain_in_line(box, s, power[0], offers[i].tile);
        if (n_lines == 2)
            gain += gain_in_line(box, s, power[1], offers[i].tile);
        if (gain > best)
            best = gain, *at = i;
    }
    return best;
}

/* The completion that pays best at once; false: none pays. */
static bool rollout_to_score(const spk_box *box, const gangster_state *s, gangster_cells gaps,
                             const offer *offers, int n, spk_move *move)
{
    int best = 0;
    for (; gaps; gaps &= gaps - 1) {
        int cell = gangster_lowest(gaps), at = 0;
        int gain = best_offer(box, s, cell, offers, n, &at);
        if (gain > best) {
            best = gain;
            *move = offers[at].move + gangster_move(0, cell, 0);
        }
    }
    return best > 0;
}

/* Any offer or draw; own tiles, which stand last, mostly stay where they are. */
static spk_move rollout_on(const gangster_state *s, gangster_cells empty, const nearly *near,
                           const offer *offers, int n, spk_rng *rng)
{
    bool at_start = s->phase == GANGSTER_ACTION;
    uint32_t n_piles = at_start ? (uint32_t)(!!s->pile[0] + !!s->pile[1]) : 0;
    uint32_t n_open = at_start ? (uint32_t)(!!s->open[0] + !!s->open[1]) : 1;
    if (n_open + n_piles == 0 || (at_start && spk_rng_below(rng, OWN_ONE_IN) == 0))
        n_open = (uint32_t)n;
    uint32_t at = spk_rng_below(rng, n_open + n_piles);
    if (at >= n_open)
        return gangster_move(GANGSTER_DRAW, 0, at > n_open || !s->pile[0] ? 2 : 1);
    return offers[at].move + gangster_move(0, calm_cell(empty, near, rng), 0);
}

/* Complete the line that pays best, else lay something where it does no harm. Steps and shots are
 * left to the search, unless there is nothing to lay. */
spk_move gangster_rollout(const spk_box *box, const void *state, spk_seat seat, spk_rng *rng)
{
    const gangster_state *s = state;
    gangster_cells empty = GANGSTER_ALL & ~gangster_occupied(s);
    offer offers[GANGSTER_SUPPLY + 2];
    spk_move moves[GANGSTER_MOVES];
    if (s->phase == GANGSTER_CHOOSE_ORDER)
        return gangster_move(GANGSTER_ORDER, 0, (int)spk_rng_below(rng, 2));
    int n = list_offers(box, s, offers);
    if (n) {
        nearly near = near_full(empty);
        return rollout_to_score(box, s, near.gaps, offers, n, moves)
                   ? moves[0]
                   : rollout_on(s, empty, &near, offers, n, rng);
    }
    n = gangster_moves(box, state, seat, moves);
    return moves[spk_rng_below(rng, (uint32_t)n)];
}
