/* board.c: the table as people see it in a terminal, made from a view. Nothing is decided here; pages
 * and programs read json.c, sentences about moves are in phrases.c.
 *
 *          a     b    [c]    d     e     f      > player 1, red, you        12 points
 *       +-----+-----+-----+-----+-----+-----+       supply R1 -- R3         bullets 2
 *     1 | R3  |     | xB1 |     |     |     |     player 2, blue             4 points
 *       +-----+-----+-----+-----+-----+-----+
 *    [2]|     | Y2* |   ...                       open supply   1: Y3   2: G1              */
#include "games/gangster/state.h"

enum { MAP_LINES = 2 * GANGSTER_SIDE + 2, SIDE_WIDTH = 48 };

/* What is written beside the map, line by line. */
typedef struct margin {
    int n;
    char line[MAP_LINES][SIDE_WIDTH];
} margin;

/* The next free line as a text to add to. */
static spk_buf side_line(margin *side)
{
    SPK_BUG_IF(side->n == MAP_LINES);
    spk_buf out = {.bytes = side->line[side->n++], .cap = SIDE_WIDTH, .fixed = true};
    return out;
}

static void side_player(const spk_box *box, const gangster_state *s, spk_seat seat, spk_seat viewer,
                        margin *side)
{
    const gangster_config *c = box->config;
    int gang = c->gang_of[seat];
    bool acts = seat == s->active && s->phase != GANGSTER_OVER && s->phase != GANGSTER_SETUP;
    char who[32];
    spk_buf name = SPK_BUF_OVER(who), out = side_line(side);
    spk_buf_printf(&name, "player %d, %s%s", seat + 1, gangster_colours[gang],
                   seat == viewer ? ", you" : "");
    spk_buf_printf(&out, "%c %-23s %2d points", acts ? '>' : ' ', who, s->points[seat]);
    out = side_line(side);
    spk_buf_puts(&out, "    supply");
    for (int power = 1; power <= GANGSTER_SUPPLY; power++) {
        bool held = s->supply[seat] >> (power - 1) & 1;
        spk_buf_printf(&out, " %c%c", held ? gangster_letters[gang] : '-',
                       held ? (char)('0' + power) : '-');
    }
    spk_buf_printf(&out, "      bullets %d", s->bullets[seat]);
}

static void side_supply(const spk_box *box, const gangster_state *s, margin *side)
{
    const gangster_config *c = box->config;
    spk_buf out = side_line(side);
    out = side_line(side);
    spk_buf_puts(&out, "  open supply    1: ");
    gangster_print_tile(&out, s->open[0]);
    spk_buf_puts(&out, "    2: ");
    gangster_print_tile(&out, s->open[1]);
    out = side_line(side);
    spk_buf_printf(&out, "  face down      1: %-2d    2: %d", s->pile[0], s->pile[1]);
    if (box->n_seats == GANGSTER_GANGS)
        return;
    out = side_line(side);
    spk_buf_puts(&out, "  nobody's gang ");
    for (int gang = 0; gang < GANGSTER_GANGS; gang++)
        if (c->owner_of[gang] < 0)
            spk_buf_printf(&out, " %s", gangster_colours[gang]);
}

static void put_side(margin *side, int line, spk_buf *out)
{
    if (line < side->n && side->line[line][0])
        spk_buf_printf(out, "   %s", side->line[line]);
    spk_buf_putc(out, '\n');
}

static void map_cell(const gangster_state *s, int cell, spk_buf *out)
{
    gangster_tile tile = gangster_at(s, cell);
    if (!tile) {
        spk_buf_puts(out, "     |");
        return;
    }
    spk_buf_putc(out, s->dead >> cell & 1 ? 'x' : ' ');
    gangster_print_tile(out, tile);
    spk_buf_puts(out, s->locked == cell + 1 ? "* |" : "  |");
}

/* The map with the side text beside it; complete lines have their names in brackets. */
static void put_map(const gangster_state *s, margin *side, spk_buf *out)
{
    static const char rule[] = "    +-----+-----+-----+-----+-----+-----+";
    unsigned full = gangster_full_set(gangster_occupied(s));
    spk_buf_puts(out, "    ");
    for (int line = GANGSTER_SIDE; line < GANGSTER_LINES; line++)
        spk_buf_printf(out, full >> line & 1 ? "  [%c] " : "   %c  ", gangster_line_name(line));
    spk_buf_putc(out, ' ');
    put_side(side, 0, out);
    spk_buf_puts(out, rule), put_side(side, 1, out);
    for (int row = 0; row < GANGSTER_SIDE; row++) {
        spk_buf_printf(out, full >> row & 1 ? "[%c] |" : " %c  |", gangster_line_name(row));
        for (int column = 0; column < GANGSTER_SIDE; column++)
            map_cell(s, GANGSTER_SIDE * row + column, out);
        put_side(side, 2 * row + 2, out);
        spk_buf_puts(out, rule), put_side(side, 2 * row + 3, out);
    }
}

static void put_end(const spk_box *box, const gangster_state *s, spk_buf *out)
{
    const gangster_config *c = box->config;
    spk_result result;
    gangster_result(box, s, &result);
    spk_buf_printf(out, "The game is over after %u turns.", (unsigned)s->turns);
    for (spk_seat seat = 0; seat < box->n_seats; seat++) {
        if (!(result.winners >> seat & 1))
            continue;
        spk_buf_printf(out, " Player %d (%s) %s", seat + 1, gangster_colours[c->gang_of[seat]],
                       s->points[seat] == GANGSTER_TOP ? "is Al Capone!"
                       : s->points[seat]               ? "wins."
                                                       : "shares the victory.");
    }
    spk_buf_putc(out, '\n');
}

static void put_task(const spk_box *box, const gangster_state *s, spk_buf *out)
{
    const gangster_config *c = box->config;
    if (s->phase >= GANGSTER_ACTION)
        spk_buf_printf(out, "Turn %u, player %d (%s): ", (unsigned)s->turns + 1, s->active + 1,
                       gangster_colours[c->gang_of[s->active]]);
    switch ((gangster_phase)s->phase) {
    case GANGSTER_SETUP: spk_buf_puts(out, "Lots are drawn for who begins."); break;
    case GANGSTER_REFILL: spk_buf_puts(out, "The open supply is filled up."); break;
    case GANGSTER_ACTION: spk_buf_puts(out, "lay, move or shoot."); break;
    case GANGSTER_REVEAL: spk_buf_puts(out, "a tile is turned over."); break;
    case GANGSTER_PLACE_DRAWN:
        spk_buf_puts(out, "lay the drawn ");
        gangster_print_tile(out, s->drawn);
        spk_buf_putc(out, '.');
        break;
    case GANGSTER_CHOOSE_ORDER:
        spk_buf_printf(out, "row %d or column %c, which is scored first?",
                       1 + (s->locked - 1) / GANGSTER_SIDE, 'a' + (s->locked - 1) % GANGSTER_SIDE);
        break;
    case GANGSTER_OVER:
    case GANGSTER_PHASE_COUNT: break;
    }
    spk_buf_putc(out, '\n');
}

/* What players would otherwise wonder about: skipped turns and the stall limit. */
static void put_notes(const spk_box *box, const gangster_state *s, spk_buf *out)
{
    const gangster_config *c = box->config;
    for (int i = box->n_seats - 1; i > 0; i--) {
        int seat = (s->active - i + box->n_seats) % box->n_seats;
        if (s->skipped >> seat & 1)
            spk_buf_printf(out, "  Player %d (%s) could do nothing and was skipped.\n", seat + 1,
                           gangster_colours[c->gang_of[seat]]);
    }
    if (c->stall_limit && s->quiet_turns >= c->stall_limit)
        spk_buf_printf(out, "  %d moves in a row: nobody moves until somebody lays or shoots.\n",
                       s->quiet_turns);
    else if (s->quiet_turns > 1)
        spk_buf_printf(out, "  %d moves in a row; after %d somebody must lay or shoot.\n",
                       s->quiet_turns, c->stall_limit);
}

static void put_legend(const gangster_state *s, spk_buf *out)
{
    bool full = gangster_full_set(gangster_occupied(s)) != 0;
    if (!full && !s->locked && !s->dead)
        return;
    spk_buf_puts(out, "   ");
    spk_buf_puts(out, full ? "  [ ] complete line" : "");
    spk_buf_puts(out, s->locked ? "  * just came, locked for now" : "");
    spk_buf_puts(out, s->dead ? "  x dead" : "");
    spk_buf_putc(out, '\n');
}

void gangster_board(const spk_box *box, const void *view, spk_seat viewer, spk_buf *out)
{
    const gangster_state *s = view;
    margin side = {0};
    if (s->phase == GANGSTER_OVER)
        put_end(box, s, out);
    else
        put_task(box, s, out);
    put_notes(box, s, out);
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        side_player(box, s, seat, viewer, &side);
    side_supply(box, s, &side);
    put_map(s, &side, out);
    put_legend(s, out);
}
