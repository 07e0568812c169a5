/* sound.c: whether a position can be true: the ledger's invariants (number n of its list is GB-In
 * here). Nothing is mended and no move is judged here: legal moves are in rules.c. */
#include <string.h>

#include "games/gangster/state.h"

static int n_placed(const gangster_state *s) { return gangster_size(gangster_occupied(s)); }

static int seats_at_top(const gangster_state *s)
{
    int n = 0;
    for (int seat = 0; seat < GANGSTER_SEATS; seat++)
        n += s->points[seat] == GANGSTER_TOP;
    return n;
}

static bool general_supply_is_empty(const gangster_state *s)
{
    return !(s->open[0] | s->open[1] | s->pile[0] | s->pile[1] | s->drawn);
}

/* Every number is one that can be: what a hand-made position may get wrong first. */
static bool fields_fit(const spk_box *box, const gangster_state *s)
{
    static const uint8_t spare[sizeof s->spare];
    const gangster_config *c = box->config;
    for (int seat = 0; seat < GANGSTER_SEATS; seat++) {
        bool plays = seat < box->n_seats;
        if (!plays && (s->supply[seat] | s->bullets[seat] | s->points[seat] | s->mark[seat]))
            return false;
        if (s->supply[seat] > 7 || s->bullets[seat] > c->n_bullets ||
            s->points[seat] > GANGSTER_TOP || s->mark[seat] > GANGSTER_LINES)
            return false;
    }
    return s->phase < GANGSTER_PHASE_COUNT && s->active < box->n_seats &&
           s->locked <= GANGSTER_CELLS && s->skipped < 1 << box->n_seats &&
           s->open[0] <= GANGSTER_KINDS && s->open[1] <= GANGSTER_KINDS &&
           s->drawn <= GANGSTER_KINDS && s->scored < 1 << GANGSTER_LINES &&
           s->turns < UINT32_C(1) << 31 && memcmp(s->spare, spare, sizeof spare) == 0;
}

/* Each tile on the map has one colour and a power from 1 to 9, and lies on the map. */
static bool map_fits(const gangster_state *s)
{
    gangster_cells seen = 0, occupied = gangster_occupied(s), planes = 0;
    for (int gang = 0; gang < GANGSTER_GANGS; gang++) {
        if (s->gang[gang] & seen)
            return false;
        seen |= s->gang[gang];
    }
    for (int k = 0; k < GANGSTER_PLANES; k++)
        planes |= s->power[k];
    bool above_9 = s->power[3] & (s->power[2] | s->power[1]);
    return planes == occupied && !(occupied & ~GANGSTER_ALL) && !(s->dead & ~occupied) && !above_9;
}

/* How many of each kind there are in sight or unseen, against the edition's. */
static bool tiles_add_up(const spk_box *box, const gangster_state *s)
{
    const gangster_config *c = box->config;
    int n[GANGSTER_KINDS + 1] = {0};
    for (int cell = 0; cell < GANGSTER_CELLS; cell++)
        n[gangster_at(s, cell)]++;
    n[s->open[0]]++, n[s->open[1]]++, n[s->drawn]++;
    for (int seat = 0; seat < box->n_seats; seat++)
        for (int power = 1; power <= GANGSTER_SUPPLY; power++)
            n[gangster_tile_of(c->gang_of[seat], power)] += s->supply[seat] >> (power - 1) & 1;
    for (gangster_tile t = 1; t <= GANGSTER_KINDS; t++) {
        int gang = gangster_gang(t), power = gangster_power(t);
        if (n[t] + gangster_count(s->unseen[gang], power) != gangster_count(c->tiles[gang], power))
            return false;
    }
    return true;
}

/* What is gone from an own supply went to the map: a tile of that kind lies there. */
static bool supplies_are_laid(const spk_box *box, const gangster_state *s)
{
    const gangster_config *c = box->config;
    uint64_t there = 0; /* a bit for each kind */
    for (int cell = 0; cell < GANGSTER_CELLS; cell++)
        there |= (uint64_t)1 << gangster_at(s, cell);
    for (int seat = 0; seat < box->n_seats; seat++)
        for (int power = 1; power <= GANGSTER_SUPPLY; power++)
            if (!(s->supply[seat] >> (power - 1) & 1) &&
                !(there >> gangster_tile_of(c->gang_of[seat], power) & 1))
                return false;
    return true;
}

static int n_unseen(const gangster_state *s)
{
    int n = 0;
    for (gangster_tile t = 1; t <= GANGSTER_KINDS; t++)
        n += gangster_count(s->unseen[gangster_gang(t)], gangster_power(t));
    return n;
}

static const char *broken_tiles(const spk_box *box, const gangster_state *s)
{
    const gangster_config *c = box->config;
    int hidden = GANGSTER_CELLS - GANGSTER_SUPPLY * box->n_seats, n_bullets = 0;
    for (int gang = 0; gang < GANGSTER_GANGS; gang++)
        if (s->unseen[gang] >> 3 * GANGSTER_POWERS)
            return "GB-I1: an unseen tile of a power above 9.";
    if (!map_fits(s))
        return "GB-I1: a cell holds no proper tile.";
    if (!tiles_add_up(box, s))
        return "GB-I1: the tiles of some kind are not all there, or too many.";
    if (!supplies_are_laid(box, s))
        return "GB-I3: a tile has left an own supply and lies not on the map.";
    if (n_unseen(s) != s->pile[0] + s->pile[1] + (s->phase == GANGSTER_REVEAL))
        return "GB-I1: the piles hold more or fewer tiles than are unseen.";
    if (s->pile[0] > hidden - hidden / 2 || s->pile[1] > hidden / 2)
        return "GB-I1: a pile is larger than it was at the start.";
    for (int seat = 0; seat < box->n_seats; seat++)
        n_bullets += s->bullets[seat];
    if (n_bullets + gangster_size(s->dead) != c->n_bullets * box->n_seats)
        return "GB-I4: bullets and dead gangsters do not add up.";
    return NULL;
}

/* When may a slot of the open supply be empty? */
static const char *broken_supply(const gangster_state *s)
{
    int n_empty = !s->open[0] + !s->open[1];
    bool piles_empty = !(s->pile[0] | s->pile[1]), started = s->turns > 0;
    switch ((gangster_phase)s->phase) {
    case GANGSTER_SETUP: return n_empty == 2 ? NULL : "GB-I5: tiles lie open before the deal.";
    case GANGSTER_REFILL:
        if (n_empty == 0 || piles_empty || (started && n_empty == 2) || (!started && s->open[1]))
            return "GB-I5: a refill that cannot be due.";
        return NULL;
    case GANGSTER_ACTION:
        return n_empty == 0 || piles_empty ? NULL : "GB-I5: a slot was not refilled.";
    case GANGSTER_REVEAL:
    case GANGSTER_PLACE_DRAWN:
        return n_empty == 0 ? NULL : "GB-I5: a tile was drawn although a slot is empty.";
    case GANGSTER_CHOOSE_ORDER:
    case GANGSTER_OVER: return n_empty < 2 || piles_empty ? NULL : "GB-I5: both slots are empty.";
    case GANGSTER_PHASE_COUNT: break;
    }
    return NULL;
}

/* The row and the column of the tile laid last. */
static unsigned crossing(const gangster_state *s)
{
    unsigned cell = (unsigned)s->locked - 1;
    return s->locked ? 1u << cell / GANGSTER_SIDE | 1u << (GANGSTER_SIDE + cell % GANGSTER_SIDE)
                     : 0;
}

static const char *broken_lines(const gangster_state *s)
{
    unsigned full = gangster_full_set(gangster_occupied(s)), open = full & ~(unsigned)s->scored;
    if (s->scored & ~full)
        return "GB-I6: a line was scored that is not complete.";
    if (s->phase == GANGSTER_CHOOSE_ORDER)
        return s->locked && open == crossing(s)
                   ? NULL
                   : "GB-I7: the row and the column of the last tile are not what waits.";
    if (s->phase == GANGSTER_OVER && seats_at_top(s))
        return (open & ~crossing(s)) == 0 && (open & (open - 1)) == 0
                   ? NULL
                   : "GB-I8: a line was not scored, and the end came not in between.";
    return open == 0 ? NULL : "GB-I6: a complete line was not scored.";
}

static const char *broken_ranking(const gangster_state *s)
{
    int total = 0, last = gangster_last_award(s);
    for (int seat = 0; seat < GANGSTER_SEATS; seat++) {
        total += s->points[seat];
        if (!s->points[seat] != !s->mark[seat])
            return "GB-I11: points without an award, or an award without points.";
        for (int other = 0; other < seat; other++)
            if (s->mark[seat] && s->mark[seat] == s->mark[other])
                return "GB-I11: two players gained by the same award.";
    }
    if (last > gangster_size(s->scored) || last > total)
        return "GB-I10: more awards than scored lines, or than points.";
    if (seats_at_top(s) > 1 || (seats_at_top(s) && s->phase != GANGSTER_OVER))
        return "GB-I9: somebody is at 17 and the game goes on.";
    return NULL;
}

static const char *broken_lock(const spk_box *box, const gangster_state *s)
{
    const gangster_config *c = box->config;
    gangster_cells locked = gangster_locked_cell(s);
    if (locked && (!(locked & gangster_occupied(s) & ~s->dead)))
        return "GB-I13: the locked cell holds no living gangster.";
    if (locked && s->skipped && s->phase == GANGSTER_ACTION)
        return "GB-I13: a lock that a skipped turn should have ended.";
    if (s->quiet_turns > c->stall_limit)
        return "GB-I14: more moves in a row than the stall limit allows.";
    if (s->quiet_turns && !locked && !s->skipped)
        return "GB-I14: the last turn was a move and nothing is locked.";
    return NULL;
}

/* Only seats just before the active one are skipped, and only such as have nothing to lay. */
static const char *broken_skips(const spk_box *box, const gangster_state *s)
{
    int n = box->n_seats, seat = (s->active + n - 1) % n, left = s->skipped;
    for (; left >> seat & 1; seat = (seat + n - 1) % n) {
        left &= ~(1 << seat);
        if (seat == s->active || s->supply[seat] || !general_supply_is_empty(s))
            return "GB-I12: a seat was skipped that could act.";
    }
    bool in_turn = s->phase == GANGSTER_ACTION || s->phase == GANGSTER_CHOOSE_ORDER;
    if (left || (s->skipped && !in_turn))
        return "GB-I12: seats are skipped out of order.";
    return NULL;
}

/* Tiles and shots need a turn each; between two of them are as many moves as the limit allows. */
static const char *broken_count(const spk_box *box, const gangster_state *s)
{
    const gangster_config *c = box->config;
    uint32_t acts = (uint32_t)(n_placed(s) + gangster_size(s->dead));
    uint32_t limit = (uint32_t)c->stall_limit;
    if (s->phase == GANGSTER_CHOOSE_ORDER)
        acts--; /* that turn is not finished */
    if (s->turns < acts + s->quiet_turns)
        return "GB-I14: fewer turns than gangsters laid and shot.";
    if (limit && s->turns > acts * (limit + 1) +
                                (s->phase == GANGSTER_CHOOSE_ORDER ? limit : s->quiet_turns))
        return "GB-I14: more turns than the stall limit allows.";
    return NULL;
}

static const char *broken_phase(const spk_box *box, const gangster_state *s)
{
    bool full = gangster_occupied(s) == GANGSTER_ALL;
    bool fresh = !gangster_occupied(s) && !s->turns;
    for (int seat = 0; seat < box->n_seats; seat++)
        fresh = fresh && s->supply[seat] == 7;
    if ((s->phase == GANGSTER_PLACE_DRAWN) != (s->drawn != 0))
        return "GB-I15: a drawn tile at the wrong time.";
    if (s->phase == GANGSTER_SETUP &&
        (!fresh || s->active || box->option[GANGSTER_OPT_START_PLAYER]))
        return "GB-I15: who begins is settled already.";
    if (s->phase == GANGSTER_OVER && !full && !seats_at_top(s))
        return "GB-I15: the game is over for no reason.";
    if (full && s->phase != GANGSTER_OVER && s->phase != GANGSTER_CHOOSE_ORDER)
        return "GB-I8: the map is full and the game goes on.";
    if (s->phase == GANGSTER_ACTION && !gangster_can_act(box, s))
        return "GB-I12: the active player can do nothing and was not skipped.";
    return NULL;
}

const char *gangster_unsound(const spk_box *box, const void *state)
{
    const gangster_state *s = state;
    if (!fields_fit(box, s))
        return "GB-I1: a number is out of its range.";
    const char *broken = broken_tiles(box, s);
    if (!broken)
        broken = broken_supply(s);
    if (!broken)
        broken = broken_lines(s);
    if (!broken)
        broken = broken_ranking(s);
    if (!broken)
        broken = broken_lock(box, s);
    if (!broken)
        broken = broken_skips(box, s);
    if (!broken)
        broken = broken_count(box, s);
    return broken ? broken : broken_phase(box, s);
}
