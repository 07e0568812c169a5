/* refusals.c: why a move is not there, in the rules' numbers and in words for the player. Whether
 * it is there is decided by the lists of rules.c alone; this file only has to find the best reason.
 * The reasons come in the order of the ledger's table of bad input. */
#include "games/gangster/state.h"

/* "c4": two calls' answers may be used in one sentence. */
typedef struct name {
    char text[4];
} name;

static name name_of(int cell)
{
    name n = {""};
    spk_buf out = SPK_BUF_OVER(n.text);
    gangster_print_cell(&out, cell);
    return n;
}

/* -- What is asked for does not exist ---------------------------------------------------------- */

static bool on_map(int cell) { return cell < GANGSTER_CELLS; }

static spk_err why_no_cell(int cell, spk_why *why)
{
    return spk_refuse(why, "GB-1.1", "There is no cell {cell}: columns are a to f, rows 1 to 6.",
                      SPK_TEXT("cell", name_of(cell).text));
}

static bool has_cell(gangster_cells cells, int cell) { return cells >> cell & 1; }

static bool is_taken(const gangster_state *s, int cell)
{
    return has_cell(gangster_occupied(s), cell);
}

/* -- Laying ------------------------------------------------------------------------------------ */

static spk_err why_not_there(const gangster_state *s, int cell, spk_why *why)
{
    return spk_refuse(
        why, "GB-3.1",
        has_cell(s->dead, cell)
            ? N_("A gangster is laid on an empty cell; {cell} is taken, by a dead one.")
            : N_("A gangster is laid on an empty cell; {cell} is taken."),
        SPK_THING("cell", name_of(cell).text));
}

static spk_err why_no_lay_own(const spk_box *box, const gangster_state *s, spk_move move,
                              spk_why *why)
{
    int power = gangster_move_arg(move), cell = gangster_move_cell(move);
    if (!on_map(cell))
        return why_no_cell(cell, why);
    if (power < 1 || power > GANGSTER_SUPPLY)
        return spk_refuse(why, "GB-1.4", "Your own supply holds powers 1, 2 and 3, but no {n}.",
                          SPK_NUM("n", power));
    if (s->supply[s->active] >> (power - 1) & 1)
        return why_not_there(s, cell, why);
    for (int seat = 0; seat < box->n_seats; seat++)
        if (s->supply[seat] >> (power - 1) & 1)
            return spk_refuse(
                why, "GB-3.7",
                "You have already laid your {n}, and you cannot use another player's supply.",
                SPK_NUM("n", power));
    return spk_refuse(why, "GB-3.2",
                      "You have already laid your {n}; your own supply is never refilled.",
                      SPK_NUM("n", power));
}

static spk_err why_no_lay_open(const gangster_state *s, spk_move move, spk_why *why)
{
    int slot = gangster_move_arg(move), cell = gangster_move_cell(move);
    if (!on_map(cell))
        return why_no_cell(cell, why);
    if (slot < 1 || slot > 2)
        return spk_refuse(why, "GB-1.8", "The open supply has slots 1 and 2, but no slot {n}.",
                          SPK_NUM("n", slot));
    if (!s->open[slot - 1])
        return spk_refuse(why, "GB-3.5", "Slot {n} is empty, and so are the piles.",
                          SPK_NUM("n", slot));
    return why_not_there(s, cell, why);
}

static spk_err why_no_draw(spk_move move, spk_why *why)
{
    int pile = gangster_move_arg(move);
    if (pile < 1 || pile > 2)
        return spk_refuse(why, "GB-1.6", "There are piles 1 and 2, but no pile {n}.",
                          SPK_NUM("n", pile));
    return spk_refuse(why, "GB-3.6", "Pile {n} is empty.", SPK_NUM("n", pile));
}

static spk_err why_no_lay_drawn(const gangster_state *s, spk_move move, spk_why *why)
{
    int cell = gangster_move_cell(move);
    return on_map(cell) ? why_not_there(s, cell, why) : why_no_cell(cell, why);
}

/* -- Moving ------------------------------------------------------------------------------------ */

static bool are_adjacent(int a, int b) { return has_cell(gangster_adjacent(GANGSTER_CELL(a)), b); }

static spk_err why_not_that_step(const gangster_state *s, int from, int to, spk_why *why)
{
    if (is_taken(s, to))
        return spk_refuse(why, "GB-4.1", "A gangster moves to an empty cell; {cell} is taken.",
                          SPK_THING("cell", name_of(to).text));
    if (!is_taken(s, from))
        return spk_refuse(why, "GB-4.1", "Nobody is on {cell}.",
                          SPK_THING("cell", name_of(from).text));
    if (!are_adjacent(from, to))
        return spk_refuse(why, "GB-4.1",
                          "A gangster moves one cell across or down; {to} does not touch {from}.",
                          SPK_THING("to", name_of(to).text), SPK_THING("from", name_of(from).text));
    return SPK_OK;
}

static spk_err why_no_move(const gangster_state *s, spk_move move, spk_why *why)
{
    int from = gangster_move_cell(move), to = gangster_move_arg(move);
    if (!on_map(from) || !on_map(to))
        return why_no_cell(on_map(from) ? to : from, why);
    spk_err err = why_not_that_step(s, from, to, why);
    if (err != SPK_OK)
        return err;
    if (has_cell(s->dead, from))
        return spk_refuse(why, "GB-4.6", "The gangster on {cell} is dead and stays where he is.",
                          SPK_THING("cell", name_of(from).text));
    if (has_cell(gangster_locked_cell(s), from))
        return spk_refuse(why, "GB-4.2",
                          "The gangster on {cell} was laid or moved just before; the player after "
                          "you may move him.",
                          SPK_THING("cell", name_of(from).text));
    if (has_cell(gangster_full_lines(gangster_occupied(s)), from))
        return spk_refuse(why, "GB-4.5", "{cell} is in a complete line, which nobody leaves.",
                          SPK_THING("cell", name_of(from).text));
    return spk_refuse(why, "GB-R36",
                      "The last {n} turns were moves: nobody moves until somebody lays or shoots.",
                      SPK_NUM("n", s->quiet_turns));
}

/* -- Shooting ---------------------------------------------------------------------------------- */

static spk_err why_no_shot(const spk_box *box, const gangster_state *s, spk_move move, spk_why *why)
{
    const gangster_config *c = box->config;
    int cell = gangster_move_cell(move), gang = c->gang_of[s->active];
    if (!on_map(cell))
        return why_no_cell(cell, why);
    if (!is_taken(s, cell))
        return spk_refuse(why, "GB-5.3", "Nobody is on {cell}.",
                          SPK_THING("cell", name_of(cell).text));
    if (!s->bullets[s->active])
        return spk_refuse(why, "GB-5.1", "You have no bullet left.");
    if (has_cell(s->dead, cell))
        return spk_refuse(why, "GB-R22", "The gangster on {cell} is dead already.",
                          SPK_THING("cell", name_of(cell).text));
    if (!c->shoot_own && has_cell(s->gang[gang], cell))
        return spk_refuse(why, "GB-R20", "At this table nobody may shoot their own gangsters.");
    return spk_refuse(why, "GB-5.2", "No living {gang} gangster touches {cell}.",
                      SPK_THING("gang", gangster_colours[gang]),
                      SPK_THING("cell", name_of(cell).text));
}

/* -- The door ---------------------------------------------------------------------------------- */

/* The right move at the wrong time. */
static spk_err wrong_phase(const gangster_state *s, gangster_op op, spk_why *why)
{
    if (s->phase == GANGSTER_PLACE_DRAWN)
        return spk_refuse(why, "GB-3.6", "Lay the tile you have drawn: lay_drawn and a cell.");
    if (s->phase == GANGSTER_CHOOSE_ORDER)
        return spk_refuse(why, "GB-6.10",
                          "Two lines are complete: choose_order row or choose_order column.");
    if (op == GANGSTER_ORDER)
        return spk_refuse(why, "GB-6.10", "There are no two lines to be scored.");
    return spk_refuse(why, "GB-3.6", "You have drawn no tile.");
}

/* In which phase a seat's move belongs. */
static gangster_phase phase_of(gangster_op op)
{
    return op == GANGSTER_LAY_DRAWN ? GANGSTER_PLACE_DRAWN
           : op == GANGSTER_ORDER   ? GANGSTER_CHOOSE_ORDER
                                    : GANGSTER_ACTION;
}

/* Whether the number is a move at all: the spelling that print_move and parse_move know. */
static bool is_a_move(const spk_box *box, spk_move move)
{
    char text[SPK_MOVE_TEXT];
    spk_move again;
    return gangster_parse_move(box, spk_move_text(box, move, text), &again, NULL) == SPK_OK &&
           again == move;
}

spk_err gangster_refuse(const spk_box *box, const void *state, spk_seat seat, spk_move move,
                        spk_why *why)
{
    const gangster_state *s = state;
    gangster_op op = gangster_move_op(move);
    (void)seat;
    if (!is_a_move(box, move))
        return spk_malformed(why, 0, "That is not a move in Gangster.");
    bool of_a_seat = op >= GANGSTER_LAY_OWN && op <= GANGSTER_ORDER;
    if (of_a_seat && phase_of(op) != s->phase)
        return wrong_phase(s, op, why);
    switch (op) {
    case GANGSTER_START_SEAT:
        return spk_refuse(why, "GB-2.1", "Who begins is settled before the first turn.");
    case GANGSTER_REVEAL_TILE:
        return spk_refuse(why, "GB-3.6", "Which tile is turned over is up to the pile.");
    case GANGSTER_LAY_OWN: return why_no_lay_own(box, s, move, why);
    case GANGSTER_LAY_OPEN: return why_no_lay_open(s, move, why);
    case GANGSTER_DRAW: return why_no_draw(move, why);
    case GANGSTER_LAY_DRAWN: return why_no_lay_drawn(s, move, why);
    case GANGSTER_MOVE: return why_no_move(s, move, why);
    case GANGSTER_SHOOT: return why_no_shot(box, s, move, why);
    case GANGSTER_PASS: return spk_refuse(why, "GB-2.4", "Nobody may pass: lay, move or shoot.");
    case GANGSTER_SKIP:
        return spk_refuse(why, "GB-2.5",
                          "A turn is skipped automatically when nothing is possible.");
    case GANGSTER_ORDER:
    case GANGSTER_OP_COUNT: break;
    }
    return spk_malformed(why, 0, "That is not a move in Gangster.");
}
