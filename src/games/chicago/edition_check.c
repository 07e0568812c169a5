/* edition_check.c: a board file against all that the rulebook prints about the board (CH-3), and
 * against the symmetry it claims. Every refusal names the line that is to blame. */
#include <stdio.h>

#include "games/chicago/edition.h"

/* -- The grid ---------------------------------------------------------------------------------- */

static bool listed(chicago_field f, const chicago_field *list, int n)
{
    for (int i = 0; i < n; i++)
        if (chicago_same_field(f, list[i]))
            return true;
    return false;
}

/* The fields drawn with 'mark' are exactly the n listed ones. */
static spk_err check_list(const chicago_reading *r, char mark, const chicago_field *list, int n,
                          int line, spk_why *why)
{
    for (int i = 0; i < n; i++) {
        if (chicago_grid_at(r->c, list[i]) != mark)
            return spk_malformed(why, line, "Field %d,%d is not drawn as '%c'.", list[i].r,
                                 list[i].c, mark);
        if (listed(list[i], list, i))
            return spk_malformed(why, line, "Field %d,%d is listed twice.", list[i].r, list[i].c);
    }
    for (int row = 0; row < r->c->rows; row++)
        for (int col = 0; col < r->c->cols; col++)
            if (r->c->grid[row][col] == mark && !listed((chicago_field){row, col}, list, n))
                return spk_malformed(why, r->row_line[row], "Field %d,%d is a '%c' too many.", row,
                                     col, mark);
    return SPK_OK;
}

static bool touches(const chicago_config *c, chicago_field f, char mark)
{
    chicago_field sides[] = {{f.r - 1, f.c}, {f.r + 1, f.c}, {f.r, f.c - 1}, {f.r, f.c + 1}};
    for (int i = 0; i < 4; i++)
        if (chicago_grid_at(c, sides[i]) == mark)
            return true;
    return false;
}

/* Edge fields lie at the edge (CH-3.12), islands in the square (CH-3.2), and the streets are as
 * many as announced. */
static spk_err check_grid(const chicago_reading *r, spk_why *why)
{
    const chicago_config *c = r->c;
    int n_streets = 0;
    spk_err err = check_list(r, 'E', r->edge, CHICAGO_EDGES, r->edges_line, why);
    if (err == SPK_OK)
        err = check_list(r, 'o', r->island, 4, r->islands_line, why);
    if (err != SPK_OK)
        return err;
    for (int i = 0; i < CHICAGO_EDGES; i++) {
        chicago_field f = r->edge[i];
        if (f.r > 0 && f.r < c->rows - 1 && f.c > 0 && f.c < c->cols - 1)
            return spk_malformed(why, r->edges_line, "%d,%d is not at the edge of the board.", f.r,
                                 f.c);
    }
    for (int i = 0; i < 4; i++)
        if (!touches(c, r->island[i], ':'))
            return spk_malformed(why, r->islands_line, "Island %d,%d is not in the square.",
                                 r->island[i].r, r->island[i].c);
    for (int row = 0; row < c->rows; row++)
        for (int col = 0; col < c->cols; col++)
            n_streets += chicago_is_street(c->grid[row][col]);
    if (n_streets != r->streets)
        return spk_malformed(why, r->said[CHICAGO_FACT_STREETS],
                             "The map has %d street fields, not %d.", n_streets, r->streets);
    return SPK_OK;
}

/* The quarter a field lies in: 0 NW, 1 NE, 2 SE, 3 SW. */
static int quarter_at(const chicago_config *c, chicago_field f)
{
    bool south = f.r >= c->rows / 2, east = f.c >= c->cols / 2;
    return south ? (east ? 2 : 3) : east;
}

static chicago_field corner(const chicago_config *c, int quarter)
{
    return (chicago_field){quarter >= 2 ? c->rows - 1 : 0,
                           quarter == 1 || quarter == 2 ? c->cols - 1 : 0};
}

static spk_err check_place(const chicago_reading *r, int number, spk_why *why)
{
    const chicago_building *b = &r->building[number];
    char drawn = chicago_grid_at(r->c, b->at), should = (char)('0' + b->value_k);
    if (b->kind != CHICAGO_KIND_BAR)
        should = b->kind == CHICAGO_KIND_CASINO ? 'C' : 'H';
    if (drawn != should)
        return spk_malformed(why, b->line, "Field %d,%d is drawn as '%c', not as '%c'.", b->at.r,
                             b->at.c, drawn, should);
    for (int i = 0; i < number; i++)
        if (chicago_same_field(r->building[i].at, b->at))
            return spk_malformed(why, b->line, "Field %d,%d is building %d already (CH-3.3).",
                                 b->at.r, b->at.c, i);
    if (quarter_at(r->c, b->at) != chicago_quarter(number))
        return spk_malformed(why, b->line, "Field %d,%d does not lie in the %s quarter.", b->at.r,
                             b->at.c, chicago_gang_names[chicago_quarter(number)]);
    if (b->kind == CHICAGO_KIND_HOME &&
        !chicago_same_field(b->at, corner(r->c, chicago_quarter(number))))
        return spk_malformed(why, b->line, "A home bar lies in an outer corner (CH-2.1).");
    if (b->at_square != touches(r->c, b->at, ':'))
        return spk_malformed(why, b->line, "Field %d,%d %s the central square.", b->at.r, b->at.c,
                             b->at_square ? "does not touch" : "touches");
    return SPK_OK;
}

static spk_err check_doors(const chicago_reading *r, int number, spk_why *why)
{
    const chicago_building *b = &r->building[number];
    for (int d = 0; d < b->n_doors; d++) {
        chicago_field f = b->door[d];
        if (!chicago_is_street(chicago_grid_at(r->c, f)))
            return spk_malformed(why, b->line, "The door %d,%d is not a street field (CH-3.5).",
                                 f.r, f.c);
        if (!chicago_share_a_side(f, b->at))
            return spk_malformed(why, b->line, "The door %d,%d is not beside the building.", f.r,
                                 f.c);
        if (chicago_grid_at(r->c, f) == 'E')
            return spk_malformed(why, b->line, "The edge field %d,%d has its two arrows already.",
                                 f.r, f.c);
        for (int i = 0; i <= number; i++)
            for (int e = 0; e < (i == number ? d : r->building[i].n_doors); e++)
                if (chicago_same_field(r->building[i].door[e], f))
                    return spk_malformed(why, b->line,
                                         "%d,%d would carry two arrows but is not an edge field "
                                         "(CH-3.12); see building %d.",
                                         f.r, f.c, i);
    }
    return SPK_OK;
}

/* CH-3.4, CH-3.6 and the eight square bars, quarter by quarter. */
static spk_err check_quarter(const chicago_reading *r, int quarter, spk_why *why)
{
    static const int wanted[21] = {[1] = 8, [2] = 6, [3] = 3, [4] = 2, [5] = 3, [20] = 1};
    int n[21] = {0}, square = 0, crossed = 0, last = (quarter + 1) * CHICAGO_PER_QUARTER - 1;
    for (int i = last - CHICAGO_PER_QUARTER + 1; i <= last; i++) {
        const chicago_building *b = &r->building[i];
        bool two = b->n_doors == 2;
        if (++n[b->value_k] > wanted[b->value_k] ||
            (b->kind == CHICAGO_KIND_CASINO) != (b->value_k == 20))
            return spk_malformed(why, b->line,
                                 "Quarter %s may not have this one of %d000 FT (CH-3.4).",
                                 chicago_gang_names[quarter], b->value_k);
        if (two ? b->kind != CHICAGO_KIND_CASINO && !b->at_square : b->kind == CHICAGO_KIND_CASINO)
            return spk_malformed(why, b->line, "This building has %s (CH-3.6).",
                                 two ? "one door" : "two doors");
        square += b->at_square;
        crossed += b->at_square && two;
    }
    if (square != 2 || crossed != 1)
        return spk_malformed(why, r->building[last].line,
                             "Quarter %s needs two bars at the square, one of them with two doors "
                             "(CH-3.6), not %d and %d.",
                             chicago_gang_names[quarter], square, crossed);
    return SPK_OK;
}

static bool is_building(char mark) { return mark && strchr("12345HC", mark); }

static spk_err check_buildings(const chicago_reading *r, spk_why *why)
{
    spk_err err = SPK_OK;
    for (int i = 0; err == SPK_OK && i < CHICAGO_BUILDINGS; i++)
        if ((err = check_place(r, i, why)) == SPK_OK)
            err = check_doors(r, i, why);
    for (int quarter = 0; err == SPK_OK && quarter < CHICAGO_GANGS; quarter++)
        err = check_quarter(r, quarter, why);
    for (int row = 0; err == SPK_OK && row < r->c->rows; row++)
        for (int col = 0; err == SPK_OK && col < r->c->cols; col++) {
            bool known = !is_building(r->c->grid[row][col]);
            for (int i = 0; !known && i < CHICAGO_BUILDINGS; i++)
                known = chicago_same_field(r->building[i].at, (chicago_field){row, col});
            if (!known)
                err = spk_malformed(why, r->row_line[row], "No building line names field %d,%d.",
                                    row, col);
        }
    return err;
}

/* -- Symmetry, where it is claimed (CH-3.1) ---------------------------------------------------- */

static chicago_field turned(const chicago_config *c, chicago_field f)
{
    return (chicago_field){f.c, c->rows - 1 - f.r};
}

/* A quarter turn of one building is the same building of the next quarter. */
static spk_err check_turned(const chicago_reading *r, int number, spk_why *why)
{
    int next = (number + CHICAGO_PER_QUARTER) % CHICAGO_BUILDINGS;
    const chicago_building *b = &r->building[number], *n = &r->building[next];
    bool same = chicago_same_field(turned(r->c, b->at), n->at) && b->value_k == n->value_k &&
                (b->mark < 0) == (n->mark < 0) && b->at_square == n->at_square &&
                b->n_doors == n->n_doors;
    for (int d = 0; same && d < b->n_doors; d++)
        same = listed(turned(r->c, b->door[d]), n->door, n->n_doors);
    if (!same)
        return spk_malformed(why, n->line,
                             "The symmetry claimed on line %d is broken: building %d is not "
                             "building %d turned.",
                             r->said[CHICAGO_FACT_SYMMETRY], next, number);
    return SPK_OK;
}

static spk_err check_symmetry(const chicago_reading *r, spk_why *why)
{
    const chicago_config *c = r->c;
    if (c->rows != c->cols)
        return spk_malformed(why, r->said[CHICAGO_FACT_SYMMETRY],
                             "A map that can be turned is a square.");
    for (int row = 0; row < c->rows; row++)
        for (int col = 0; col < c->cols; col++) {
            chicago_field f = {row, col}, t = turned(c, f);
            if (chicago_grid_at(c, f) != chicago_grid_at(c, t))
                return spk_malformed(why, r->row_line[t.r],
                                     "The symmetry claimed on line %d is broken: %d,%d is '%c', "
                                     "but %d,%d is '%c'.",
                                     r->said[CHICAGO_FACT_SYMMETRY], f.r, f.c,
                                     chicago_grid_at(c, f), t.r, t.c, chicago_grid_at(c, t));
        }
    spk_err err = SPK_OK;
    for (int i = 0; err == SPK_OK && i < CHICAGO_BUILDINGS; i++)
        err = check_turned(r, i, why);
    return err;
}

/* Broken where it was claimed: refused. On an owner's own map: a word to the players. */
static spk_err judge_symmetry(const chicago_reading *r, spk_box *box, spk_why *why)
{
    if (r->symmetric)
        return check_symmetry(r, why);
    if (check_symmetry(r, NULL) != SPK_OK)
        snprintf(box->note, sizeof box->note, N_("the four quarters of this map are not alike"));
    return SPK_OK;
}

spk_err chicago_edition_check(const chicago_reading *r, spk_box *box, spk_why *why)
{
    spk_err err = check_grid(r, why);
    if (err == SPK_OK)
        err = check_buildings(r, why);
    return err != SPK_OK ? err : judge_symmetry(r, box, why);
}
