/* phrases.c: Gangster in sentences for people: what happened and what came of it, what can be done, what
 * things are called. Formats and the things that fill them; a host translates and words them
 * (base/phrase.h). */
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "games/gangster/state.h"

/* "R3", "c4": several may be used in one sentence. */
typedef struct code {
    char text[8];
} code;

static code tile_code(gangster_tile tile)
{
    code c = {0};
    spk_buf out = SPK_BUF_OVER(c.text);
    gangster_print_tile(&out, tile);
    return c;
}

static code cell_code(int cell)
{
    code c = {0};
    spk_buf out = SPK_BUF_OVER(c.text);
    gangster_print_cell(&out, cell);
    return c;
}

/* -- What happened ----------------------------------------------------------------------------- */

/* Which tile the event was about; "-" if it does not say. */
static code told_tile(const char *text)
{
    code c = {"-"};
    char part[SPK_TOLD_TEXT];
    if (spk_part_find(text, "tile", part))
        snprintf(c.text, sizeof c.text, "%.2s", part);
    return c;
}

static void explain_chance(spk_move move, bool drawn, spk_buf *out)
{
    if (gangster_move_op(move) == GANGSTER_START_SEAT)
        spk_say(out, N_("{name} begins."), SPK_WHO("name", gangster_move_arg(move)));
    else if (gangster_move_op(move) == GANGSTER_REVEAL_TILE)
        spk_say(out, drawn ? N_("It is {tile}.") : N_("{tile} is turned over."),
                SPK_THING("tile", tile_code(gangster_move_arg(move)).text));
}

static void explain_deed(spk_seat actor, spk_move move, const char *tile, spk_buf *out)
{
    code cell = cell_code(gangster_move_cell(move));
    int arg = gangster_move_arg(move);
    switch (gangster_move_op(move)) {
    case GANGSTER_LAY_OWN:
    case GANGSTER_LAY_OPEN:
    case GANGSTER_LAY_DRAWN:
        spk_say(out, N_("{name} lays {tile} on {cell}."), SPK_WHO("name", actor),
                SPK_THING("tile", tile), SPK_THING("cell", cell.text));
        break;
    case GANGSTER_DRAW:
        spk_say(out, N_("{name} draws from pile {n}."), SPK_WHO("name", actor), SPK_NUM("n", arg));
        break;
    case GANGSTER_MOVE:
        spk_say(out, N_("{name} moves {tile} from {from} to {to}."), SPK_WHO("name", actor),
                SPK_THING("tile", tile), SPK_THING("from", cell.text),
                SPK_THING("to", cell_code(arg).text));
        break;
    case GANGSTER_SHOOT:
        spk_say(out, N_("{name} shoots {tile} on {cell}."), SPK_WHO("name", actor),
                SPK_THING("tile", tile), SPK_THING("cell", cell.text));
        break;
    case GANGSTER_ORDER:
        spk_say(out,
                arg ? N_("{name} scores the column first.") : N_("{name} scores the row first."),
                SPK_WHO("name", actor));
        break;
    case GANGSTER_START_SEAT:
    case GANGSTER_REVEAL_TILE:
    case GANGSTER_PASS:
    case GANGSTER_SKIP:
    case GANGSTER_OP_COUNT: break;
    }
}

/* What a full line paid: "c red 5 seat 0 now 12", "4 none", "2 grey 3". */
static void explain_line(const char *part, spk_buf *out)
{
    char line[8] = "", gang[16] = "", points[8] = "", skip[8], seat[8] = "", total[8] = "";
    int n, who, now;
    spk_words w = spk_words_of(part);
    spk_words_next(&w, line, sizeof line), spk_words_next(&w, gang, sizeof gang);
    spk_words_next(&w, points, sizeof points), spk_words_next(&w, skip, sizeof skip);
    spk_words_next(&w, seat, sizeof seat), spk_words_next(&w, skip, sizeof skip);
    spk_words_next(&w, total, sizeof total);
    if (spk_str_eq(gang, "none"))
        spk_say(out, N_("{line} is full: nobody earns anything."), SPK_THING("line", line));
    else if (!*seat)
        spk_say(out, N_("{line} is full: {gang} is ahead, whom nobody plays."),
                SPK_THING("line", line), SPK_THING("gang", gang));
    else if (spk_str_int(points, 0, 99, &n) && spk_str_int(seat, 0, SPK_MAX_SEATS - 1, &who) &&
             spk_str_int(total, 0, 99, &now))
        spk_say(out, N_("{line} is full: {name} +{n}, now {total}."), SPK_THING("line", line),
                SPK_WHO("name", who), SPK_NUM("n", n), SPK_NUM("total", now));
}

static void explain_passed(const char *part, spk_buf *out)
{
    char word[8];
    int seat;
    for (spk_words w = spk_words_of(part); spk_words_next(&w, word, sizeof word);)
        if (spk_str_int(word, 0, SPK_MAX_SEATS - 1, &seat))
            spk_say(out, N_("{name} can do nothing and is passed over."), SPK_WHO("name", seat));
}

void gangster_explain(const spk_box *box, spk_seat actor, const char *text, spk_buf *out)
{
    char part[SPK_TOLD_TEXT];
    spk_move move;
    const char *at = text;
    if (!spk_part_next(&at, part) || gangster_parse_move(box, part, &move, NULL) != SPK_OK)
        return;
    if (actor == SPK_SEAT_CHANCE)
        explain_chance(move, spk_part_find(text, "drawn", part), out);
    else
        explain_deed(actor, move, told_tile(text).text, out);
    while (spk_part_next(&at, part))
        if (strncmp(part, "line ", 5) == 0)
            explain_line(part + 5, out);
    if (spk_part_find(text, "passed", part))
        explain_passed(part, out);
}

/* -- What can be done -------------------------------------------------------------------------- */

static void describe_lay(const spk_box *box, const gangster_state *s, spk_seat seat, spk_move move,
                         spk_buf *out)
{
    const gangster_config *c = box->config;
    int arg = gangster_move_arg(move);
    code cell = cell_code(gangster_move_cell(move));
    if (gangster_move_op(move) == GANGSTER_LAY_OPEN) {
        spk_say(out, N_("Lay {tile} (open tile {n}) on {cell}"),
                SPK_THING("tile", tile_code(s->open[arg - 1]).text), SPK_NUM("n", arg),
                SPK_THING("cell", cell.text));
        return;
    }
    gangster_tile tile = gangster_move_op(move) == GANGSTER_LAY_DRAWN
                             ? s->drawn
                             : gangster_tile_of(c->gang_of[seat], arg);
    spk_say(out, N_("Lay {tile} on {cell}"), SPK_THING("tile", tile_code(tile).text),
            SPK_THING("cell", cell.text));
}

void gangster_describe(const spk_box *box, const void *view, spk_seat seat, spk_move move,
                       spk_buf *out)
{
    const gangster_state *s = view;
    int cell = gangster_move_cell(move), arg = gangster_move_arg(move);
    switch (gangster_move_op(move)) {
    case GANGSTER_LAY_OWN:
    case GANGSTER_LAY_OPEN:
    case GANGSTER_LAY_DRAWN: describe_lay(box, s, seat, move, out); break;
    case GANGSTER_DRAW: spk_say(out, N_("Draw from pile {n}"), SPK_NUM("n", arg)); break;
    case GANGSTER_MOVE:
        spk_say(out, N_("Move {tile} from {from} to {to}"),
                SPK_THING("tile", tile_code(gangster_at(s, cell)).text),
                SPK_THING("from", cell_code(cell).text), SPK_THING("to", cell_code(arg).text));
        break;
    case GANGSTER_SHOOT:
        spk_say(out, N_("Shoot {tile} on {cell}"),
                SPK_THING("tile", tile_code(gangster_at(s, cell)).text),
                SPK_THING("cell", cell_code(cell).text));
        break;
    case GANGSTER_ORDER:
        spk_say(out, arg ? N_("Score the column first") : N_("Score the row first"));
        break;
    case GANGSTER_START_SEAT:
    case GANGSTER_REVEAL_TILE:
    case GANGSTER_PASS:
    case GANGSTER_SKIP:
    case GANGSTER_OP_COUNT: break;
    }
}

/* -- What things are called -------------------------------------------------------------------- */

static const char *const colours[GANGSTER_GANGS] = {N_("red"), N_("blue"), N_("yellow"),
                                                    N_("grey")};

/* "c" and "4": lines of the city. */
static void name_line(char line, spk_buf *out)
{
    const char name[] = {line, '\0'};
    if (line >= '1' && line < '1' + GANGSTER_SIDE)
        spk_say(out, N_("row {line}"), SPK_TEXT("line", name));
    else if (line >= 'a' && line < 'a' + GANGSTER_SIDE)
        spk_say(out, N_("column {line}"), SPK_TEXT("line", name));
}

/* "R3": "red 3"; "xR3" is dead. */
static void name_tile(const char *thing, spk_buf *out)
{
    bool dead = thing[0] == 'x';
    const char *tile = thing + dead, *letter = *tile ? strchr(gangster_letters, *tile) : NULL;
    if (!letter || tile[1] < '1' || tile[1] > '9' || tile[2])
        return;
    if (dead)
        spk_say(out, N_("dead {tile}"), SPK_THING("tile", tile));
    else
        spk_say(out, "{gang} {n}", SPK_WORD("gang", colours[letter - gangster_letters]),
                SPK_NUM("n", tile[1] - '0'));
}

void gangster_name_thing(const spk_box *box, const char *thing, spk_buf *out)
{
    int gang = spk_str_find(thing, gangster_colours, GANGSTER_GANGS);
    (void)box;
    if (gang >= 0)
        spk_say(out, colours[gang]);
    else if (spk_str_eq(thing, "al_capone"))
        spk_say(out, N_("Somebody reached 17 points."));
    else if (spk_str_eq(thing, "board_full"))
        spk_say(out, N_("The city is full."));
    else if (thing[0] && !thing[1])
        name_line(thing[0], out);
    else
        name_tile(thing, out);
}
