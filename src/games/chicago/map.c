/* map.c: the city, read from an edition and checked against all that the rulebook says about it;
 * then numbered, linked and measured once, for every state to share.
 *
 * The lines of an edition, in any order but for 'rows' and 'cols', which come before the first row:
 *
 *     rows 20      cols 20      quarters 4      buildings 92      streets 200
 *     symmetry rotation                     or none: no symmetry is claimed and none is checked
 *     movement_die 1 2 3 4 5 6 7 8 9 10 11 12
 *     combat_die_1 1 2 3 4 5 6              to combat_die_4
 *     row H##1#2#3#EE#2#1##1.H              one for each row, from north to south
 *     edges 0,9 0,10 ...                    the eight fields with two arrows
 *     islands 8,8 ...
 *     building 0 YC yellow 0 3,3 casino 20000 yellow no 3,4 4,3
 *              number id quarter k field kind value start_owner at_square doors
 *
 * Every refusal names the line that is to blame. */
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "engine/edition.h"
#include "games/chicago/state.h"

typedef struct field {
    int r, c;
} field;

typedef enum kind { CASINO, HOME, BAR } kind;

typedef struct building {
    int line; /* 0: not said yet */
    field at;
    kind kind;
    int value_k;
    int mark; /* gang, or -1 */
    bool at_square;
    int n_doors;
    field door[2];
} building;

/* A reading in progress: what was said so far, and on which line. */
typedef struct reading {
    chicago_config *c;
    int last_line;
    int said[7]; /* lines of the single facts, by place in 'numbers' and after it */
    int n_rows;
    int row_line[CHICAGO_SIDE];
    int streets;
    bool symmetric;
    int die_line[CHICAGO_STRENGTHS];
    int edges_line, islands_line;
    field edge[CHICAGO_EDGES];
    field island[4];
    building building[CHICAGO_BUILDINGS];
} reading;

enum { ROWS, COLS, QUARTERS, BUILDINGS, STREETS, SYMMETRY, MOVEMENT };

static bool same_field(field a, field b) { return a.r == b.r && a.c == b.c; }

static bool on_map(const chicago_config *c, field f)
{
    return f.r >= 0 && f.r < c->rows && f.c >= 0 && f.c < c->cols;
}

static char grid_at(const chicago_config *c, field f)
{
    return on_map(c, f) ? c->grid[f.r][f.c] : '#';
}

static bool is_street(char mark) { return mark && strchr(".,:E", mark); }
static bool is_building(char mark) { return mark && strchr("12345HC", mark); }

static bool share_a_side(field a, field b)
{
    int dr = a.r - b.r, dc = a.c - b.c;
    return dr * dr + dc * dc == 1;
}

static field turned(const chicago_config *c, field f) { return (field){f.c, c->rows - 1 - f.r}; }

/* -- Reading ----------------------------------------------------------------------------------- */

static spk_err once(int *line_of_fact, const spk_edition_line *line, spk_why *why)
{
    if (*line_of_fact)
        return spk_malformed(why, line->number, "'%s' was said before, on line %d.", line->word[0],
                             *line_of_fact);
    *line_of_fact = line->number;
    return SPK_OK;
}

/* "3,14" */
static bool read_field(const char *word, field *f)
{
    char row[4];
    const char *comma = strchr(word, ',');
    if (!comma || comma == word || comma - word > 2)
        return false;
    memcpy(row, word, (size_t)(comma - word));
    row[comma - word] = '\0';
    return spk_str_int(row, 0, CHICAGO_SIDE - 1, &f->r) &&
           spk_str_int(comma + 1, 0, CHICAGO_SIDE - 1, &f->c);
}

/* The facts that are one number. */
static const struct {
    const char *word;
    int lo, hi;
} numbers[] = {
    [ROWS] = {"rows", 8, CHICAGO_SIDE},
    [COLS] = {"cols", 8, CHICAGO_SIDE},
    [QUARTERS] = {"quarters", 4, 4},
    [BUILDINGS] = {"buildings", CHICAGO_BUILDINGS, CHICAGO_BUILDINGS},
    [STREETS] = {"streets", 1, CHICAGO_STREETS},
};

static spk_err read_number(reading *r, int i, const spk_edition_line *line, spk_why *why)
{
    int value;
    spk_err err = once(&r->said[i], line, why);
    if (err != SPK_OK)
        return err;
    if (line->n_words != 2 || !spk_str_int(line->word[1], numbers[i].lo, numbers[i].hi, &value))
        return spk_malformed(why, line->number, "'%s' needs one whole number from %d to %d.",
                             numbers[i].word, numbers[i].lo, numbers[i].hi);
    if ((i == ROWS || i == COLS) && value % 2)
        return spk_malformed(why, line->number, "Four equal quarters need an even number of %s.",
                             numbers[i].word);
    if (i == ROWS)
        r->c->rows = value;
    if (i == COLS)
        r->c->cols = value;
    if (i == STREETS)
        r->streets = value;
    return SPK_OK;
}

static spk_err read_symmetry(reading *r, const spk_edition_line *line, spk_why *why)
{
    static const char *const words[] = {"none", "rotation"};
    int word = line->n_words == 2 ? spk_str_find(line->word[1], words, 2) : -1;
    spk_err err = once(&r->said[SYMMETRY], line, why);
    if (err == SPK_OK && word < 0)
        err = spk_malformed(why, line->number, "'symmetry' is 'rotation' or 'none'.");
    r->symmetric = word == 1;
    return err;
}

static void sort_faces(uint8_t *face, int n)
{
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && face[j] < face[j - 1]; j--) {
            uint8_t held = face[j];
            face[j] = face[j - 1];
            face[j - 1] = held;
        }
}

/* The words behind the first as faces of a die. */
static spk_err read_faces(const spk_edition_line *line, int n, int most, uint8_t *face,
                          spk_why *why)
{
    if (line->n_words != 1 + n)
        return spk_malformed(why, line->number, "'%s' has %d faces.", line->word[0], n);
    for (int i = 0; i < n; i++) {
        int value;
        if (!spk_str_int(line->word[1 + i], 1, most, &value))
            return spk_malformed(why, line->number, "'%.40s' is no face from 1 to %d.",
                                 line->word[1 + i], most);
        face[i] = (uint8_t)value;
    }
    sort_faces(face, n);
    return SPK_OK;
}

/* Equal faces become one with a weight. */
static spk_err read_movement_die(reading *r, const spk_edition_line *line, spk_why *why)
{
    chicago_config *c = r->c;
    uint8_t face[12];
    spk_err err = once(&r->said[MOVEMENT], line, why);
    if (err == SPK_OK)
        err = read_faces(line, 12, CHICAGO_TRACK, face, why);
    for (int i = 0; err == SPK_OK && i < 12; i++) {
        if (c->n_faces == 0 || c->face[c->n_faces - 1] != face[i])
            c->face[c->n_faces++] = face[i];
        c->weight[c->n_faces - 1]++;
    }
    c->tickets = 12;
    return err;
}

static spk_err read_combat_die(reading *r, const spk_edition_line *line, spk_why *why)
{
    int die = line->word[0][strlen("combat_die_")] - '1';
    spk_err err = once(&r->die_line[die], line, why);
    if (err == SPK_OK)
        err = read_faces(line, 6, 6, r->c->die[die], why);
    if (err == SPK_OK && memcmp(r->c->die[die], chicago_dice[die], 6) != 0)
        err = spk_malformed(why, line->number,
                            "The rulebook prints other faces for this die (CH-10.2).");
    return err;
}

static spk_err read_row(reading *r, const spk_edition_line *line, spk_why *why)
{
    chicago_config *c = r->c;
    if (!c->rows || !c->cols)
        return spk_malformed(why, line->number,
                             "'rows' and 'cols' must come before the first row.");
    if (r->n_rows == c->rows)
        return spk_malformed(why, line->number, "More rows than the %d that were announced.",
                             c->rows);
    if (line->n_words != 2 || strlen(line->word[1]) != (size_t)c->cols)
        return spk_malformed(why, line->number, "Row %d must be one word of %d characters.",
                             r->n_rows, c->cols);
    size_t known = strspn(line->word[1], ".,:Eo#12345HC");
    if (known < (size_t)c->cols)
        return spk_malformed(why, line->number, "Field %d,%zu: '%c' is none of .,:Eo#12345HC",
                             r->n_rows, known, line->word[1][known]);
    memcpy(c->grid[r->n_rows], line->word[1], (size_t)c->cols + 1);
    r->row_line[r->n_rows++] = line->number;
    return SPK_OK;
}

static spk_err read_fields(int *said, const spk_edition_line *line, int n, field *out, spk_why *why)
{
    spk_err err = once(said, line, why);
    if (err != SPK_OK)
        return err;
    if (line->n_words != 1 + n)
        return spk_malformed(why, line->number, "'%s' lists %d fields, not %d.", line->word[0], n,
                             line->n_words - 1);
    for (int i = 0; i < n; i++)
        if (!read_field(line->word[1 + i], &out[i]))
            return spk_malformed(why, line->number, "'%.40s' is no field; write row,column.",
                                 line->word[1 + i]);
    return SPK_OK;
}

static void building_id(int number, char id[8])
{
    int k = number % CHICAGO_PER_QUARTER;
    char letter = chicago_letters[chicago_quarter(number)];
    if (k == CHICAGO_CASINO_K || k == CHICAGO_HOME_K)
        snprintf(id, 8, "%c%c", letter, k == CHICAGO_CASINO_K ? 'C' : 'H');
    else
        snprintf(id, 8, "%c%02d", letter, k);
}

/* Number, id, quarter and k say the same four times: a slip in one of them is a slip. */
static spk_err read_identity(const spk_edition_line *line, int *number, spk_why *why)
{
    char id[8];
    int k, quarter = spk_str_find(line->word[3], chicago_gang_names, CHICAGO_GANGS);
    if (!spk_str_int(line->word[1], 0, CHICAGO_BUILDINGS - 1, number))
        return spk_malformed(why, line->number, "'%.40s' is no building number from 0 to %d.",
                             line->word[1], CHICAGO_BUILDINGS - 1);
    building_id(*number, id);
    if (!spk_str_eq(line->word[2], id))
        return spk_malformed(why, line->number, "Building %d is called %s, not '%.40s'.", *number,
                             id, line->word[2]);
    if (quarter != chicago_quarter(*number))
        return spk_malformed(why, line->number, "%s belongs to quarter %s, not '%.40s'.", id,
                             chicago_gang_names[chicago_quarter(*number)], line->word[3]);
    if (!spk_str_int(line->word[4], 0, CHICAGO_PER_QUARTER - 1, &k) ||
        k != *number % CHICAGO_PER_QUARTER)
        return spk_malformed(why, line->number, "%s has the number %d in its quarter, not '%.40s'.",
                             id, *number % CHICAGO_PER_QUARTER, line->word[4]);
    return SPK_OK;
}

static spk_err read_kind(building *b, const spk_edition_line *line, int k, spk_why *why)
{
    static const char *const kinds[] = {"casino", "home", "bar"};
    int which = spk_str_find(line->word[6], kinds, 3), value;
    kind fits = k == CHICAGO_CASINO_K ? CASINO : k == CHICAGO_HOME_K ? HOME : BAR;
    if (which < 0 || which != (int)fits)
        return spk_malformed(why, line->number, "%s is a %s, not '%.40s'.", line->word[2],
                             kinds[fits], line->word[6]);
    if (!spk_str_int(line->word[7], 1000, 20000, &value) || value % 1000)
        return spk_malformed(why, line->number, "'%.40s' is no value in whole thousands.",
                             line->word[7]);
    b->kind = fits;
    b->value_k = value / 1000;
    return SPK_OK;
}

static spk_err read_mark(building *b, const spk_edition_line *line, int quarter, spk_why *why)
{
    static const char *const answers[] = {"no", "yes"};
    int square = spk_str_find(line->word[9], answers, 2);
    b->mark = spk_str_find(line->word[8], chicago_gang_names, CHICAGO_GANGS);
    if (b->mark < 0 && !spk_str_eq(line->word[8], "none"))
        return spk_malformed(why, line->number, "'%.40s' is no start owner.", line->word[8]);
    if (b->mark >= 0 && b->mark != quarter)
        return spk_malformed(why, line->number, "A mark has the colour of its quarter, %s.",
                             chicago_gang_names[quarter]);
    if (b->mark < 0 && b->kind != BAR)
        return spk_malformed(why, line->number, "Casinos and home bars bear a colour (CH-7.3).");
    if (square < 0)
        return spk_malformed(why, line->number, "At the square: 'yes' or 'no', not '%.40s'.",
                             line->word[9]);
    b->at_square = square;
    return SPK_OK;
}

static spk_err read_building(reading *r, const spk_edition_line *line, spk_why *why)
{
    int number;
    building b = {.line = line->number, .n_doors = line->n_words - 10};
    if (b.n_doors < 1 || b.n_doors > 2)
        return spk_malformed(why, line->number,
                             "'building' needs number id quarter k field kind value start_owner "
                             "at_square and one or two doors.");
    spk_err err = read_identity(line, &number, why);
    if (err != SPK_OK)
        return err;
    if (r->building[number].line)
        return spk_malformed(why, line->number, "Building %d was said before, on line %d.", number,
                             r->building[number].line);
    if (!read_field(line->word[5], &b.at))
        return spk_malformed(why, line->number, "'%.40s' is no field; write row,column.",
                             line->word[5]);
    for (int i = 0; i < b.n_doors; i++)
        if (!read_field(line->word[10 + i], &b.door[i]))
            return spk_malformed(why, line->number, "'%.40s' is no field; write row,column.",
                                 line->word[10 + i]);
    err = read_kind(&b, line, number % CHICAGO_PER_QUARTER, why);
    if (err == SPK_OK)
        err = read_mark(&b, line, chicago_quarter(number), why);
    r->building[number] = b;
    return err;
}

static spk_err read_fact(reading *r, const spk_edition_line *line, spk_why *why)
{
    const char *word = line->word[0];
    for (int i = 0; i < (int)(sizeof numbers / sizeof *numbers); i++)
        if (spk_str_eq(word, numbers[i].word))
            return read_number(r, i, line, why);
    if (spk_str_eq(word, "row"))
        return read_row(r, line, why);
    if (spk_str_eq(word, "building"))
        return read_building(r, line, why);
    if (spk_str_eq(word, "symmetry"))
        return read_symmetry(r, line, why);
    if (spk_str_eq(word, "movement_die"))
        return read_movement_die(r, line, why);
    if (strlen(word) == 12 && strncmp(word, "combat_die_", 11) == 0 && word[11] >= '1' &&
        word[11] <= '4')
        return read_combat_die(r, line, why);
    if (spk_str_eq(word, "edges"))
        return read_fields(&r->edges_line, line, CHICAGO_EDGES, r->edge, why);
    if (spk_str_eq(word, "islands"))
        return read_fields(&r->islands_line, line, 4, r->island, why);
    return spk_malformed(why, line->number,
                         "'%.40s' is none of: rows cols quarters buildings streets symmetry "
                         "movement_die combat_die_1..4 row edges islands building.",
                         word);
}

/* -- Checking ---------------------------------------------------------------------------------- */

static spk_err check_complete(const reading *r, spk_why *why)
{
    for (int i = 0; i < (int)(sizeof numbers / sizeof *numbers); i++)
        if (!r->said[i])
            return spk_malformed(why, r->last_line, "The file ends without '%s'.", numbers[i].word);
    if (!r->said[SYMMETRY] || !r->said[MOVEMENT])
        return spk_malformed(why, r->last_line, "The file ends without '%s'.",
                             r->said[SYMMETRY] ? "movement_die" : "symmetry");
    for (int i = 0; i < CHICAGO_STRENGTHS; i++)
        if (!r->die_line[i])
            return spk_malformed(why, r->last_line, "The file ends without 'combat_die_%d'.",
                                 i + 1);
    if (r->n_rows < r->c->rows)
        return spk_malformed(why, r->last_line, "The map has %d rows, not the %d announced.",
                             r->n_rows, r->c->rows);
    if (!r->edges_line || !r->islands_line)
        return spk_malformed(why, r->last_line, "The file ends without '%s'.",
                             r->edges_line ? "islands" : "edges");
    for (int i = 0; i < CHICAGO_BUILDINGS; i++)
        if (!r->building[i].line)
            return spk_malformed(why, r->last_line, "The file ends without building %d.", i);
    return SPK_OK;
}

static bool listed(field f, const field *list, int n)
{
    for (int i = 0; i < n; i++)
        if (same_field(f, list[i]))
            return true;
    return false;
}

/* The fields drawn with 'mark' are exactly the n listed ones. */
static spk_err check_list(const reading *r, char mark, const field *list, int n, int line,
                          spk_why *why)
{
    for (int i = 0; i < n; i++) {
        if (grid_at(r->c, list[i]) != mark)
            return spk_malformed(why, line, "Field %d,%d is not drawn as '%c'.", list[i].r,
                                 list[i].c, mark);
        if (listed(list[i], list, i))
            return spk_malformed(why, line, "Field %d,%d is listed twice.", list[i].r, list[i].c);
    }
    for (int row = 0; row < r->c->rows; row++)
        for (int col = 0; col < r->c->cols; col++)
            if (r->c->grid[row][col] == mark && !listed((field){row, col}, list, n))
                return spk_malformed(why, r->row_line[row], "Field %d,%d is a '%c' too many.", row,
                                     col, mark);
    return SPK_OK;
}

static bool touches(const chicago_config *c, field f, char mark)
{
    field sides[] = {{f.r - 1, f.c}, {f.r + 1, f.c}, {f.r, f.c - 1}, {f.r, f.c + 1}};
    for (int i = 0; i < 4; i++)
        if (grid_at(c, sides[i]) == mark)
            return true;
    return false;
}

/* Edge fields lie at the edge (CH-3.12), islands in the square (CH-3.2), and the streets are as
 * many as announced. */
static spk_err check_grid(const reading *r, spk_why *why)
{
    const chicago_config *c = r->c;
    int n_streets = 0;
    spk_err err = check_list(r, 'E', r->edge, CHICAGO_EDGES, r->edges_line, why);
    if (err == SPK_OK)
        err = check_list(r, 'o', r->island, 4, r->islands_line, why);
    if (err != SPK_OK)
        return err;
    for (int i = 0; i < CHICAGO_EDGES; i++) {
        field f = r->edge[i];
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
            n_streets += is_street(c->grid[row][col]);
    if (n_streets != r->streets)
        return spk_malformed(why, r->said[STREETS], "The map has %d street fields, not %d.",
                             n_streets, r->streets);
    return SPK_OK;
}

/* The quarter a field lies in: 0 NW, 1 NE, 2 SE, 3 SW. */
static int quarter_at(const chicago_config *c, field f)
{
    bool south = f.r >= c->rows / 2, east = f.c >= c->cols / 2;
    return south ? (east ? 2 : 3) : east;
}

static field corner(const chicago_config *c, int quarter)
{
    return (field){quarter >= 2 ? c->rows - 1 : 0, quarter == 1 || quarter == 2 ? c->cols - 1 : 0};
}

static spk_err check_place(const reading *r, int number, spk_why *why)
{
    const building *b = &r->building[number];
    char drawn = grid_at(r->c, b->at), should = (char)('0' + b->value_k);
    if (b->kind != BAR)
        should = b->kind == CASINO ? 'C' : 'H';
    if (drawn != should)
        return spk_malformed(why, b->line, "Field %d,%d is drawn as '%c', not as '%c'.", b->at.r,
                             b->at.c, drawn, should);
    for (int i = 0; i < number; i++)
        if (same_field(r->building[i].at, b->at))
            return spk_malformed(why, b->line, "Field %d,%d is building %d already (CH-3.3).",
                                 b->at.r, b->at.c, i);
    if (quarter_at(r->c, b->at) != chicago_quarter(number))
        return spk_malformed(why, b->line, "Field %d,%d does not lie in the %s quarter.", b->at.r,
                             b->at.c, chicago_gang_names[chicago_quarter(number)]);
    if (b->kind == HOME && !same_field(b->at, corner(r->c, chicago_quarter(number))))
        return spk_malformed(why, b->line, "A home bar lies in an outer corner (CH-2.1).");
    if (b->at_square != touches(r->c, b->at, ':'))
        return spk_malformed(why, b->line, "Field %d,%d %s the central square.", b->at.r, b->at.c,
                             b->at_square ? "does not touch" : "touches");
    return SPK_OK;
}

static spk_err check_doors(const reading *r, int number, spk_why *why)
{
    const building *b = &r->building[number];
    for (int d = 0; d < b->n_doors; d++) {
        field f = b->door[d];
        if (!is_street(grid_at(r->c, f)))
            return spk_malformed(why, b->line, "The door %d,%d is no street field (CH-3.5).", f.r,
                                 f.c);
        if (!share_a_side(f, b->at))
            return spk_malformed(why, b->line, "The door %d,%d is not beside the building.", f.r,
                                 f.c);
        if (grid_at(r->c, f) == 'E')
            return spk_malformed(why, b->line, "The edge field %d,%d has its two arrows already.",
                                 f.r, f.c);
        for (int i = 0; i <= number; i++)
            for (int e = 0; e < (i == number ? d : r->building[i].n_doors); e++)
                if (same_field(r->building[i].door[e], f))
                    return spk_malformed(why, b->line,
                                         "%d,%d would carry two arrows and is no edge field "
                                         "(CH-3.12); see building %d.",
                                         f.r, f.c, i);
    }
    return SPK_OK;
}

/* CH-3.4, CH-3.6 and the eight square bars, quarter by quarter. */
static spk_err check_quarter(const reading *r, int quarter, spk_why *why)
{
    static const int wanted[21] = {[1] = 8, [2] = 6, [3] = 3, [4] = 2, [5] = 3, [20] = 1};
    int n[21] = {0}, square = 0, crossed = 0, last = (quarter + 1) * CHICAGO_PER_QUARTER - 1;
    for (int i = last - CHICAGO_PER_QUARTER + 1; i <= last; i++) {
        const building *b = &r->building[i];
        bool two = b->n_doors == 2;
        if (++n[b->value_k] > wanted[b->value_k] || (b->kind == CASINO) != (b->value_k == 20))
            return spk_malformed(why, b->line,
                                 "Quarter %s may not have this one of %d000 FT (CH-3.4).",
                                 chicago_gang_names[quarter], b->value_k);
        if (two ? b->kind != CASINO && !b->at_square : b->kind == CASINO)
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

static spk_err check_buildings(const reading *r, spk_why *why)
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
                known = same_field(r->building[i].at, (field){row, col});
            if (!known)
                err = spk_malformed(why, r->row_line[row], "No building line names field %d,%d.",
                                    row, col);
        }
    return err;
}

/* -- Symmetry, where it is claimed (CH-3.1) ---------------------------------------------------- */

/* A quarter turn of one building is the same building of the next quarter. */
static spk_err check_turned(const reading *r, int number, spk_why *why)
{
    int next = (number + CHICAGO_PER_QUARTER) % CHICAGO_BUILDINGS;
    const building *b = &r->building[number], *n = &r->building[next];
    bool same = same_field(turned(r->c, b->at), n->at) && b->value_k == n->value_k &&
                (b->mark < 0) == (n->mark < 0) && b->at_square == n->at_square &&
                b->n_doors == n->n_doors;
    for (int d = 0; same && d < b->n_doors; d++)
        same = listed(turned(r->c, b->door[d]), n->door, n->n_doors);
    if (!same)
        return spk_malformed(why, n->line,
                             "The symmetry claimed on line %d is broken: building %d is not "
                             "building %d turned.",
                             r->said[SYMMETRY], next, number);
    return SPK_OK;
}

static spk_err check_symmetry(const reading *r, spk_why *why)
{
    const chicago_config *c = r->c;
    if (c->rows != c->cols)
        return spk_malformed(why, r->said[SYMMETRY], "A map that can be turned is a square.");
    for (int row = 0; row < c->rows; row++)
        for (int col = 0; col < c->cols; col++) {
            field f = {row, col}, t = turned(c, f);
            if (grid_at(c, f) != grid_at(c, t))
                return spk_malformed(why, r->row_line[t.r],
                                     "The symmetry claimed on line %d is broken: %d,%d is '%c', "
                                     "but %d,%d is '%c'.",
                                     r->said[SYMMETRY], f.r, f.c, grid_at(c, f), t.r, t.c,
                                     grid_at(c, t));
        }
    spk_err err = SPK_OK;
    for (int i = 0; err == SPK_OK && i < CHICAGO_BUILDINGS; i++)
        err = check_turned(r, i, why);
    return err;
}

/* -- Numbering, linking, measuring ------------------------------------------------------------- */

static int node_of(const chicago_config *c, field f) { return c->node_at[f.r][f.c]; }

static void put_node(chicago_config *c, field f, int node)
{
    c->node_at[f.r][f.c] = (int16_t)node;
    c->row[node] = (uint8_t)f.r;
    c->col[node] = (uint8_t)f.c;
}

/* Buildings by their numbers, then the street fields row by row. */
static void number_nodes(const reading *r)
{
    chicago_config *c = r->c;
    memset(c->node_at, -1, sizeof c->node_at);
    c->n_nodes = CHICAGO_BUILDINGS;
    for (int i = 0; i < CHICAGO_BUILDINGS; i++)
        put_node(c, r->building[i].at, i);
    for (int row = 0; row < c->rows; row++)
        for (int col = 0; col < c->cols; col++)
            if (is_street(c->grid[row][col]))
                put_node(c, (field){row, col}, c->n_nodes++);
    c->n_streets = c->n_nodes - CHICAGO_BUILDINGS;
}

static void describe_buildings(const reading *r)
{
    chicago_config *c = r->c;
    for (int i = 0; i < CHICAGO_BUILDINGS; i++) {
        const building *b = &r->building[i];
        int quarter = chicago_quarter(i);
        c->value_k[i] = (uint8_t)b->value_k;
        for (int d = 0; d < 2; d++) {
            c->door[i][d] = (uint16_t)node_of(c, b->door[d < b->n_doors ? d : 0]);
            c->door_of[c->door[i][d]] = (uint8_t)(i + 1);
        }
        if (b->mark >= 0)
            chicago_put(c->printed[b->mark], i);
        if (b->kind == CASINO)
            chicago_put(c->casinos, i);
        if (b->at_square)
            chicago_put(c->square, i);
        if (b->value_k <= 2)
            chicago_put(c->set[quarter][b->value_k - 1], i);
    }
}

static field field_of(const chicago_config *c, int node)
{
    return (field){c->row[node], c->col[node]};
}

static bool are_neighbours(const chicago_config *c, int a, int b)
{
    if (a == b || (a < CHICAGO_BUILDINGS && b < CHICAGO_BUILDINGS))
        return false;
    if (a < CHICAGO_BUILDINGS)
        return c->door_of[b] == a + 1;
    if (b < CHICAGO_BUILDINGS)
        return c->door_of[a] == b + 1;
    field fa = field_of(c, a), fb = field_of(c, b);
    return share_a_side(fa, fb) || (grid_at(c, fa) == 'E' && grid_at(c, fb) == 'E'); /* CH-R13 */
}

static void link_nodes(chicago_config *c)
{
    int n = 0;
    for (int a = 0; a < c->n_nodes; a++) {
        c->adj_start[a] = (uint16_t)n;
        for (int b = 0; b < c->n_nodes; b++)
            if (are_neighbours(c, a, b)) {
                c->adj[n] = (uint16_t)b;
                c->link[n++] = (uint32_t)chicago_move(CHICAGO_OP_STEP, a, b, 0);
            }
    }
    for (int a = c->n_nodes; a <= CHICAGO_NODES; a++)
        c->adj_start[a] = (uint16_t)n;
}

/* How far everything is from one node; returns how many nodes can be reached. */
static int measure_from(chicago_config *c, int from)
{
    uint16_t queue[CHICAGO_NODES];
    uint64_t seen[CHICAGO_WORDS] = {0};
    int n = 0;
    queue[n++] = (uint16_t)from;
    chicago_put(seen, from);
    for (int i = 0; i < n; i++)
        for (int j = c->adj_start[queue[i]]; j < c->adj_start[queue[i] + 1]; j++) {
            int to = c->adj[j];
            if (chicago_has(seen, to))
                continue;
            chicago_put(seen, to);
            c->distance[from][to] = (uint8_t)(c->distance[from][queue[i]] + 1);
            queue[n++] = (uint16_t)to;
        }
    return n;
}

/* Everything can be reached from everywhere; else the first that cannot is named. */
static spk_err measure(const reading *r, spk_why *why)
{
    chicago_config *c = r->c;
    for (int a = 0; a < c->n_nodes; a++)
        if (measure_from(c, a) < c->n_nodes)
            for (int b = 0; b < c->n_nodes; b++)
                if (a != b && c->distance[a][b] == 0)
                    return spk_malformed(
                        why, b < CHICAGO_BUILDINGS ? r->building[b].line : r->row_line[c->row[b]],
                        "%s %d,%d cannot be reached.",
                        b < CHICAGO_BUILDINGS ? "Building" : "Street field", c->row[b], c->col[b]);
    return SPK_OK;
}

/* Broken where it was claimed: refused. On an owner's own map: a word to the players. */
static spk_err judge_symmetry(const reading *r, spk_box *box, spk_why *why)
{
    if (r->symmetric)
        return check_symmetry(r, why);
    if (check_symmetry(r, NULL) != SPK_OK)
        snprintf(box->note, sizeof box->note, "the four quarters of this map are not alike");
    return SPK_OK;
}

spk_err chicago_map_read(spk_box *box, spk_edition *edition, spk_why *why)
{
    chicago_config *c = box->config;
    reading r = {.c = c};
    spk_edition_line line;
    spk_err err;
    while ((err = spk_edition_next(edition, &line, why)) == SPK_OK && line.n_words > 0)
        if ((err = read_fact(&r, &line, why)) != SPK_OK)
            return err;
    r.last_line = line.number;
    if (err == SPK_OK)
        err = check_complete(&r, why);
    if (err == SPK_OK)
        err = check_grid(&r, why);
    if (err == SPK_OK)
        err = check_buildings(&r, why);
    if (err == SPK_OK)
        err = judge_symmetry(&r, box, why);
    if (err != SPK_OK)
        return err;
    number_nodes(&r);
    describe_buildings(&r);
    link_nodes(c);
    return measure(&r, why);
}
