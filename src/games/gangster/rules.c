/* rules.c: which moves there are and what they do. Why one is not there is told by refusals.c, what
 * a line is worth by score.c. */
#include "games/gangster/state.h"

/* -- Who could do what ------------------------------------------------------------------------- */

static gangster_cells empty_cells(const gangster_state *s)
{
    return GANGSTER_ALL & ~gangster_occupied(s);
}

/* The gangsters that may be moved, if there is room beside them: alive (GB-4.6), not laid or moved
 * by the seat before (GB-4.2), out of no complete line (GB-4.5); none at all once the table has
 * only moved for too long (GB-R36). */
gangster_cells gangster_movable(const spk_box *box, const gangster_state *s)
{
    const gangster_config *c = box->config;
    gangster_cells occupied = gangster_occupied(s);
    if (c->stall_limit && s->quiet_turns >= c->stall_limit)
        return 0;
    return occupied & ~s->dead & ~gangster_full_lines(occupied) & ~gangster_locked_cell(s);
}

/* Living gangsters that touch a living one of the active player's colour (GB-5.2, GB-5.3), if that
 * player has a bullet. A gangster does not touch itself. */
gangster_cells gangster_victims(const spk_box *box, const gangster_state *s)
{
    const gangster_config *c = box->config;
    gangster_cells own = s->gang[c->gang_of[s->active]];
    if (!s->bullets[s->active])
        return 0;
    gangster_cells reach = gangster_adjacent(own & ~s->dead) & gangster_occupied(s) & ~s->dead;
    return c->shoot_own ? reach : reach & ~own; /* GB-R20 */
}

/* Whether the active seat has any action (GB-2.4, GB-2.5). A tile to lay always finds a cell: there
 * are as many empty ones as tiles not on the map. */
bool gangster_can_act(const spk_box *box, const gangster_state *s)
{
    if (s->supply[s->active] | s->open[0] | s->open[1] | s->pile[0] | s->pile[1])
        return true;
    return gangster_adjacent(gangster_movable(box, s)) & empty_cells(s) || gangster_victims(box, s);
}

/* -- Lists ------------------------------------------------------------------------------------- */

/* One move for every cell; 'first' is the one for cell 0, 'step' lies between neighbours. */
static inline spk_move *list_each(spk_move *out, gangster_cells cells, spk_move first,
                                  spk_move step)
{
    for (; cells; cells &= cells - 1)
        *out++ = first + step * (spk_move)gangster_lowest(cells);
    return out;
}

static spk_move *list_cells(spk_move *out, gangster_op op, int arg, gangster_cells cells)
{
    return list_each(out, cells, gangster_move(op, 0, arg), gangster_move(0, 1, 0));
}

/* The n moves at 'from' again, with another op or argument: cheaper than to walk the cells anew,
 * and most moves of this game are lays of one tile or another on the same empty cells. */
static spk_move *list_again(spk_move *out, const spk_move *from, int n, spk_move change)
{
    for (int i = 0; i < n; i++)
        out[i] = from[i] + change;
    return out + n;
}

static spk_move *list_lays(const gangster_state *s, spk_move *out)
{
    spk_move sources[GANGSTER_SUPPLY + 2], *cells = out;
    int n_sources = 0;
    for (int power = 1; power <= GANGSTER_SUPPLY; power++)
        if (s->supply[s->active] >> (power - 1) & 1)
            sources[n_sources++] = gangster_move(GANGSTER_LAY_OWN, 0, power);
    for (int slot = 1; slot <= 2; slot++)
        if (s->open[slot - 1])
            sources[n_sources++] = gangster_move(GANGSTER_LAY_OPEN, 0, slot);
    if (n_sources == 0)
        return out;
    out = list_each(out, empty_cells(s), sources[0], gangster_move(0, 1, 0));
    int n_empty = (int)(out - cells);
    for (int i = 1; i < n_sources; i++)
        out = list_again(out, cells, n_empty, sources[i] - sources[0]);
    return out;
}

static spk_move *list_draws(const gangster_state *s, spk_move *out)
{
    for (int pile = 1; pile <= 2; pile++)
        if (s->pile[pile - 1])
            *out++ = gangster_move(GANGSTER_DRAW, 0, pile);
    return out;
}

/* All steps in one direction: 'from' are the cells they start on, the target is 'delta' further. */
static spk_move *list_steps(spk_move *out, gangster_cells from, int delta)
{
    spk_move first = (spk_move)GANGSTER_MOVE + gangster_move(0, 0, 1) * (spk_move)delta;
    return list_each(out, from, first, gangster_move(0, 1, 1));
}

static spk_move *list_moves(const spk_box *box, const gangster_state *s, spk_move *out)
{
    gangster_cells movable = gangster_movable(box, s), empty = empty_cells(s);
    out = list_steps(out, movable & gangster_south(empty), -6);
    out = list_steps(out, movable & gangster_east(empty), -1);
    out = list_steps(out, movable & gangster_west(empty), 1);
    return list_steps(out, movable & gangster_north(empty), 6);
}

static spk_move *list_actions(const spk_box *box, const gangster_state *s, spk_move *out)
{
    out = list_lays(s, out);
    out = list_draws(s, out);
    out = list_moves(box, s, out);
    return list_cells(out, GANGSTER_SHOOT, 0, gangster_victims(box, s));
}

int gangster_moves(const spk_box *box, const void *state, spk_seat seat, spk_move *out)
{
    const gangster_state *s = state;
    spk_move *end = out;
    (void)seat;
    switch ((gangster_phase)s->phase) {
    case GANGSTER_ACTION: end = list_actions(box, s, out); break;
    case GANGSTER_PLACE_DRAWN: end = list_cells(out, GANGSTER_LAY_DRAWN, 0, empty_cells(s)); break;
    case GANGSTER_CHOOSE_ORDER: /* always both, GB-R28 */
        *end++ = gangster_move(GANGSTER_ORDER, 0, 0);
        *end++ = gangster_move(GANGSTER_ORDER, 0, 1);
        break;
    case GANGSTER_SETUP:
    case GANGSTER_REFILL:
    case GANGSTER_REVEAL:
    case GANGSTER_OVER:
    case GANGSTER_PHASE_COUNT: break;
    }
    return (int)(end - out);
}

spk_actors gangster_actors(const spk_box *box, const void *state)
{
    static const spk_actors kind[GANGSTER_PHASE_COUNT] = {
        [GANGSTER_SETUP] = SPK_CHANCE_ACTS,  [GANGSTER_REFILL] = SPK_CHANCE_ACTS,
        [GANGSTER_REVEAL] = SPK_CHANCE_ACTS, [GANGSTER_ACTION] = 1,
        [GANGSTER_PLACE_DRAWN] = 1,          [GANGSTER_CHOOSE_ORDER] = 1,
    };
    const gangster_state *s = state;
    (void)box;
    return kind[s->phase] == 1 ? SPK_ACTOR(s->active) : kind[s->phase];
}

/* -- Chance ------------------------------------------------------------------------------------ */

/* Every tile nobody has seen is equally likely to be the one turned over, whichever pile it comes
 * from (GB-R5, GB-R9). */
int gangster_chance(const spk_box *box, const void *state, spk_outcome *out)
{
    const gangster_state *s = state;
    spk_outcome *end = out;
    if (s->phase == GANGSTER_SETUP) {
        for (int seat = 0; seat < box->n_seats; seat++)
            *end++ = (spk_outcome){gangster_move(GANGSTER_START_SEAT, 0, seat), 1};
        return (int)(end - out);
    }
    for (gangster_tile t = 1; t <= GANGSTER_KINDS; t++) {
        int n = gangster_count(s->unseen[gangster_gang(t)], gangster_power(t));
        if (n)
            *end++ = (spk_outcome){gangster_move(GANGSTER_REVEAL_TILE, 0, t), (uint32_t)n};
    }
    return (int)(end - out);
}

/* The same without the list: a third of all steps of a random game are tiles turned over. */
spk_move gangster_draw(const spk_box *box, const void *state, spk_rng *rng)
{
    const gangster_state *s = state;
    if (s->phase == GANGSTER_SETUP)
        return gangster_move(GANGSTER_START_SEAT, 0,
                             (int)spk_rng_below(rng, (uint32_t)box->n_seats));
    int n_unseen = s->pile[0] + s->pile[1] + (s->phase == GANGSTER_REVEAL);
    uint32_t nth = spk_rng_below(rng, (uint32_t)n_unseen);
    for (int gang = 0;; gang++) {
        SPK_BUG_IF(gang == GANGSTER_GANGS); /* the piles and the unseen tiles differ in number */
        gangster_bag left = s->unseen[gang];
        for (int power = 1; left; power++, left >>= 3) {
            if (nth < (left & 7))
                return gangster_move(GANGSTER_REVEAL_TILE, 0, gangster_tile_of(gang, power));
            nth -= left & 7;
        }
    }
}

/* -- The course of a turn ---------------------------------------------------------------------- */

static uint8_t seat_after(const spk_box *box, int seat)
{
    return (uint8_t)(seat + 1 == box->n_seats ? 0 : seat + 1); /* GB-2.2 */
}

/* The active seat's turn; seats that can do nothing are passed over, and a lock lapses with the
 * first of them (GB-2.5, GB-R14). Somebody can always act: a tile that is not on the map can be
 * laid by everybody or by its holder. */
static void begin_turn(const spk_box *box, gangster_state *s)
{
    s->phase = GANGSTER_ACTION;
    while (!gangster_can_act(box, s)) {
        s->skipped |= (uint8_t)(1 << s->active);
        s->locked = 0;
        s->active = seat_after(box, s->active);
    }
}

/* The first empty slot, if a pile can fill it; else -1. At the deal both are empty. */
static int slot_to_fill(const gangster_state *s)
{
    if (!(s->pile[0] | s->pile[1]))
        return -1;
    return !s->open[0] ? 0 : !s->open[1] ? 1 : -1;
}

static void go_on(const spk_box *box, gangster_state *s)
{
    if (slot_to_fill(s) >= 0)
        s->phase = GANGSTER_REFILL;
    else
        begin_turn(box, s);
}

/* Lock and quiet_turns are set by then. The open supply is refilled last, and not after the end
 * (GB-3.8, GB-R8). */
static void end_turn(const spk_box *box, gangster_state *s, bool at_top)
{
    s->turns++;
    s->skipped = 0;
    if (at_top || gangster_occupied(s) == GANGSTER_ALL) { /* GB-7.1, GB-7.4 */
        s->phase = GANGSTER_OVER;
        return;
    }
    s->active = seat_after(box, s->active);
    go_on(box, s);
}

static int row_of(int cell) { return (int)((unsigned)cell / GANGSTER_SIDE); }
static int column_of(int cell) { return (int)((unsigned)cell % GANGSTER_SIDE); }

static bool is_full(gangster_cells occupied, int line)
{
    return (occupied & gangster_line(line)) == gangster_line(line);
}

/* A tile has come to this cell: it is locked for the next seat, and the lines it completes are
 * scored at once (GB-6.1). A move leaves its own line open, so only a lay can complete two. */
static void arrive(const spk_box *box, gangster_state *s, int cell)
{
    gangster_cells occupied = gangster_occupied(s);
    int row = row_of(cell), column = GANGSTER_SIDE + column_of(cell);
    bool row_is_full = is_full(occupied, row), column_is_full = is_full(occupied, column);
    bool at_top = false;
    s->locked = (uint8_t)(cell + 1);
    if (row_is_full && column_is_full) {
        s->phase = GANGSTER_CHOOSE_ORDER; /* GB-6.10 */
        return;
    }
    if (row_is_full)
        at_top = gangster_score_line(box, s, row);
    if (column_is_full)
        at_top = gangster_score_line(box, s, column);
    end_turn(box, s, at_top);
}

/* -- What moves do ----------------------------------------------------------------------------- */

static void lay(const spk_box *box, gangster_state *s, gangster_tile tile, int cell)
{
    gangster_cells power = (gangster_cells)gangster_power(tile);
    s->gang[gangster_gang(tile)] |= GANGSTER_CELL(cell);
    for (int k = 0; k < GANGSTER_PLANES; k++)
        s->power[k] |= (power >> k & 1) << cell;
    s->quiet_turns = 0;
    arrive(box, s, cell);
}

static void lay_own(const spk_box *box, gangster_state *s, int power, int cell)
{
    const gangster_config *c = box->config;
    s->supply[s->active] &= (uint8_t) ~(1u << (power - 1));
    lay(box, s, gangster_tile_of(c->gang_of[s->active], power), cell);
}

static void lay_open(const spk_box *box, gangster_state *s, int slot, int cell)
{
    gangster_tile tile = s->open[slot - 1];
    s->open[slot - 1] = 0;
    lay(box, s, tile, cell);
}

static void lay_drawn(const spk_box *box, gangster_state *s, int cell)
{
    gangster_tile tile = s->drawn;
    s->drawn = 0;
    lay(box, s, tile, cell);
}

/* The bit goes from one cell, if it is set there, to another that is empty. */
static void carry(gangster_cells *set, int from, int to)
{
    gangster_cells there = *set >> from & 1;
    *set ^= there << from | there << to;
}

static void step(const spk_box *box, gangster_state *s, int from, int to)
{
    const gangster_config *c = box->config;
    for (int gang = 0; gang < GANGSTER_GANGS; gang++)
        carry(&s->gang[gang], from, to);
    for (int k = 0; k < GANGSTER_PLANES; k++)
        carry(&s->power[k], from, to);
    if (c->stall_limit)
        s->quiet_turns++;
    arrive(box, s, to);
}

/* No line is scored by a shot, nor anything taken back (GB-5.7); nothing is locked (GB-R13). */
static void shoot(const spk_box *box, gangster_state *s, int cell)
{
    s->bullets[s->active]--;
    s->dead |= GANGSTER_CELL(cell);
    s->quiet_turns = 0;
    s->locked = 0;
    end_turn(box, s, false);
}

/* The locked cell is the one just laid: its row and its column wait. A 17 in the first scoring ends
 * the game before the second (GB-7.3). */
static void choose_order(const spk_box *box, gangster_state *s, bool column_first)
{
    int row = row_of(s->locked - 1), column = GANGSTER_SIDE + column_of(s->locked - 1);
    bool at_top = gangster_score_line(box, s, column_first ? column : row);
    if (!at_top)
        at_top = gangster_score_line(box, s, column_first ? row : column);
    end_turn(box, s, at_top);
}

/* The tile drawn, or the next one for the open supply: from the pile with the slot's number, else
 * from the other one (GB-3.5). */
static void reveal(const spk_box *box, gangster_state *s, gangster_tile tile)
{
    s->unseen[gangster_gang(tile)] -= gangster_one(gangster_power(tile));
    if (s->phase == GANGSTER_REVEAL) {
        s->drawn = (uint8_t)tile;
        s->phase = GANGSTER_PLACE_DRAWN;
        return;
    }
    int slot = slot_to_fill(s);
    s->open[slot] = (uint8_t)tile;
    s->pile[s->pile[slot] ? slot : 1 - slot]--;
    go_on(box, s);
}

void gangster_apply(const spk_box *box, void *state, spk_seat seat, spk_move move)
{
    gangster_state *s = state;
    int cell = gangster_move_cell(move), arg = gangster_move_arg(move);
    (void)seat;
    switch (gangster_move_op(move)) {
    case GANGSTER_START_SEAT:
        s->active = (uint8_t)arg;
        s->phase = GANGSTER_REFILL;
        break;
    case GANGSTER_REVEAL_TILE: reveal(box, s, arg); break;
    case GANGSTER_LAY_OWN: lay_own(box, s, arg, cell); break;
    case GANGSTER_LAY_OPEN: lay_open(box, s, arg, cell); break;
    case GANGSTER_DRAW:
        s->pile[arg - 1]--;
        s->phase = GANGSTER_REVEAL;
        break;
    case GANGSTER_LAY_DRAWN: lay_drawn(box, s, cell); break;
    case GANGSTER_MOVE: step(box, s, cell, arg); break;
    case GANGSTER_SHOOT: shoot(box, s, cell); break;
    case GANGSTER_ORDER: choose_order(box, s, arg == 1); break;
    case GANGSTER_PASS:
    case GANGSTER_SKIP:
    case GANGSTER_OP_COUNT: break;
    }
}

uint32_t gangster_turn(const spk_box *box, const void *state)
{
    const gangster_state *s = state;
    (void)box;
    return s->turns;
}

/* -- For a player who is away ------------------------------------------------------------------ */

/* How much the absent player would give away by this move: a blind tile nothing, an open one
 * little, an own tile or a bullet most; and no line is completed if another cell is to be had. */
static int cost(const gangster_state *s, spk_move move)
{
    static const int price[GANGSTER_OP_COUNT] = {
        [GANGSTER_DRAW] = 0,    [GANGSTER_LAY_OPEN] = 2, [GANGSTER_MOVE] = 4,
        [GANGSTER_LAY_OWN] = 6, [GANGSTER_SHOOT] = 8,
    };
    gangster_op op = gangster_move_op(move);
    if (op == GANGSTER_DRAW || op == GANGSTER_ORDER || op == GANGSTER_SHOOT)
        return price[op];
    gangster_cells occupied = gangster_occupied(s);
    int cell = gangster_move_cell(move);
    if (op == GANGSTER_MOVE) {
        occupied &= ~GANGSTER_CELL(cell);
        cell = gangster_move_arg(move);
    }
    occupied |= GANGSTER_CELL(cell);
    bool completes =
        is_full(occupied, row_of(cell)) || is_full(occupied, GANGSTER_SIDE + column_of(cell));
    return price[op] + completes;
}

spk_move gangster_safe(const spk_box *box, const void *state, spk_seat seat)
{
    spk_move moves[GANGSTER_MOVES];
    int n = gangster_moves(box, state, seat, moves), best = 0;
    SPK_BUG_IF(n == 0); /* a seat that is asked can always do something */
    for (int i = 1; i < n; i++)
        if (cost(state, moves[i]) < cost(state, moves[best]))
            best = i;
    return moves[best];
}
