/* edition.c: a board file, read line by line into a chicago_reading. Each line is judged by itself and
 * against those before it; whether the whole is a city is asked in edition_check.c.
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

#include "base/str.h"
#include "engine/edition.h"
#include "games/chicago/edition.h"

static spk_err once(int *line_of_fact, const spk_edition_line *line, spk_why *why)
{
    if (*line_of_fact)
        return spk_malformed(why, line->number, "'%s' was said before, on line %d.", line->word[0],
                             *line_of_fact);
    *line_of_fact = line->number;
    return SPK_OK;
}

/* "3,14" */
static bool read_field(const char *word, chicago_field *f)
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
    [CHICAGO_FACT_ROWS] = {"rows", 8, CHICAGO_SIDE},
    [CHICAGO_FACT_COLS] = {"cols", 8, CHICAGO_SIDE},
    [CHICAGO_FACT_QUARTERS] = {"quarters", 4, 4},
    [CHICAGO_FACT_BUILDINGS] = {"buildings", CHICAGO_BUILDINGS, CHICAGO_BUILDINGS},
    [CHICAGO_FACT_STREETS] = {"streets", 1, CHICAGO_STREETS},
};

static spk_err read_number(chicago_reading *r, int i, const spk_edition_line *line, spk_why *why)
{
    int value;
    spk_err err = once(&r->said[i], line, why);
    if (err != SPK_OK)
        return err;
    if (line->n_words != 2 || !spk_str_int(line->word[1], numbers[i].lo, numbers[i].hi, &value))
        return spk_malformed(why, line->number, "'%s' needs one whole number from %d to %d.",
                             numbers[i].word, numbers[i].lo, numbers[i].hi);
    if ((i == CHICAGO_FACT_ROWS || i == CHICAGO_FACT_COLS) && value % 2)
        return spk_malformed(why, line->number, "Four equal quarters need an even number of %s.",
                             numbers[i].word);
    if (i == CHICAGO_FACT_ROWS)
        r->c->rows = value;
    if (i == CHICAGO_FACT_COLS)
        r->c->cols = value;
    if (i == CHICAGO_FACT_STREETS)
        r->streets = value;
    return SPK_OK;
}

static spk_err read_symmetry(chicago_reading *r, const spk_edition_line *line, spk_why *why)
{
    static const char *const words[] = {"none", "rotation"};
    int word = line->n_words == 2 ? spk_str_find(line->word[1], words, 2) : -1;
    spk_err err = once(&r->said[CHICAGO_FACT_SYMMETRY], line, why);
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
static spk_err read_faces(const spk_edition_line *line, int n, int least, int most, uint8_t *face,
                          spk_why *why)
{
    if (line->n_words != 1 + n)
        return spk_malformed(why, line->number, "'%s' has %d faces.", line->word[0], n);
    for (int i = 0; i < n; i++) {
        int value;
        if (!spk_str_int(line->word[1 + i], least, most, &value))
            return spk_malformed(why, line->number, "'%.40s' is not a face from %d to %d.",
                                 line->word[1 + i], least, most);
        face[i] = (uint8_t)value;
    }
    sort_faces(face, n);
    return SPK_OK;
}

/* Equal faces become one with a weight. A face may be 0 (CH-3.14: the track begins there): then nobody
 * moves; but a die of nothing else is no die. */
static spk_err read_movement_die(chicago_reading *r, const spk_edition_line *line, spk_why *why)
{
    chicago_config *c = r->c;
    uint8_t face[12];
    spk_err err = once(&r->said[CHICAGO_FACT_MOVEMENT], line, why);
    if (err == SPK_OK)
        err = read_faces(line, 12, 0, CHICAGO_TRACK, face, why);
    if (err == SPK_OK && face[11] == 0)
        err = spk_malformed(why, line->number, "With this die nobody would ever move.");
    for (int i = 0; err == SPK_OK && i < 12; i++) {
        if (c->n_faces == 0 || c->face[c->n_faces - 1] != face[i])
            c->face[c->n_faces++] = face[i];
        c->weight[c->n_faces - 1]++;
    }
    c->tickets = 12;
    return err;
}

static spk_err read_combat_die(chicago_reading *r, const spk_edition_line *line, spk_why *why)
{
    int die = line->word[0][strlen("combat_die_")] - '1';
    spk_err err = once(&r->die_line[die], line, why);
    if (err == SPK_OK)
        err = read_faces(line, 6, 1, 6, r->c->die[die], why);
    if (err == SPK_OK && memcmp(r->c->die[die], chicago_dice[die], 6) != 0)
        err = spk_malformed(why, line->number,
                            "The rulebook prints other faces for this die (CH-10.2).");
    return err;
}

static spk_err read_row(chicago_reading *r, const spk_edition_line *line, spk_why *why)
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

static spk_err read_fields(int *said, const spk_edition_line *line, int n, chicago_field *out,
                           spk_why *why)
{
    spk_err err = once(said, line, why);
    if (err != SPK_OK)
        return err;
    if (line->n_words != 1 + n)
        return spk_malformed(why, line->number, "'%s' lists %d fields, not %d.", line->word[0], n,
                             line->n_words - 1);
    for (int i = 0; i < n; i++)
        if (!read_field(line->word[1 + i], &out[i]))
            return spk_malformed(why, line->number, "'%.40s' is not a field; write row,column.",
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
        return spk_malformed(why, line->number, "'%.40s' is not a building number from 0 to %d.",
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

static spk_err read_kind(chicago_building *b, const spk_edition_line *line, int k, spk_why *why)
{
    static const char *const kinds[] = {"casino", "home", "bar"};
    int which = spk_str_find(line->word[6], kinds, 3), value;
    chicago_kind fits = k == CHICAGO_CASINO_K ? CHICAGO_KIND_CASINO
                        : k == CHICAGO_HOME_K ? CHICAGO_KIND_HOME
                                              : CHICAGO_KIND_BAR;
    if (which < 0 || which != (int)fits)
        return spk_malformed(why, line->number, "%s is a %s, not '%.40s'.", line->word[2],
                             kinds[fits], line->word[6]);
    if (!spk_str_int(line->word[7], 1000, 20000, &value) || value % 1000)
        return spk_malformed(why, line->number, "'%.40s' is not a value in whole thousands.",
                             line->word[7]);
    b->kind = fits;
    b->value_k = value / 1000;
    return SPK_OK;
}

static spk_err read_mark(chicago_building *b, const spk_edition_line *line, int quarter,
                         spk_why *why)
{
    static const char *const answers[] = {"no", "yes"};
    int square = spk_str_find(line->word[9], answers, 2);
    b->mark = spk_str_find(line->word[8], chicago_gang_names, CHICAGO_GANGS);
    if (b->mark < 0 && !spk_str_eq(line->word[8], "none"))
        return spk_malformed(why, line->number, "'%.40s' is not a start owner.", line->word[8]);
    if (b->mark >= 0 && b->mark != quarter)
        return spk_malformed(why, line->number, "A mark has the colour of its quarter, %s.",
                             chicago_gang_names[quarter]);
    if (b->mark < 0 && b->kind != CHICAGO_KIND_BAR)
        return spk_malformed(why, line->number, "Casinos and home bars bear a colour (CH-7.3).");
    if (square < 0)
        return spk_malformed(why, line->number, "At the square: 'yes' or 'no', not '%.40s'.",
                             line->word[9]);
    b->at_square = square;
    return SPK_OK;
}

static spk_err read_building(chicago_reading *r, const spk_edition_line *line, spk_why *why)
{
    int number;
    chicago_building b = {.line = line->number, .n_doors = line->n_words - 10};
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
        return spk_malformed(why, line->number, "'%.40s' is not a field; write row,column.",
                             line->word[5]);
    for (int i = 0; i < b.n_doors; i++)
        if (!read_field(line->word[10 + i], &b.door[i]))
            return spk_malformed(why, line->number, "'%.40s' is not a field; write row,column.",
                                 line->word[10 + i]);
    err = read_kind(&b, line, number % CHICAGO_PER_QUARTER, why);
    if (err == SPK_OK)
        err = read_mark(&b, line, chicago_quarter(number), why);
    r->building[number] = b;
    return err;
}

static spk_err read_fact(chicago_reading *r, const spk_edition_line *line, spk_why *why)
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

static spk_err check_complete(const chicago_reading *r, spk_why *why)
{
    for (int i = 0; i < (int)(sizeof numbers / sizeof *numbers); i++)
        if (!r->said[i])
            return spk_malformed(why, r->last_line, "The file ends without '%s'.", numbers[i].word);
    if (!r->said[CHICAGO_FACT_SYMMETRY] || !r->said[CHICAGO_FACT_MOVEMENT])
        return spk_malformed(why, r->last_line, "The file ends without '%s'.",
                             r->said[CHICAGO_FACT_SYMMETRY] ? "movement_die" : "symmetry");
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

spk_err chicago_edition_read(spk_box *box, spk_edition *edition, spk_why *why)
{
    chicago_reading r = {.c = box->config};
    spk_edition_line line;
    spk_err err;
    while ((err = spk_edition_next(edition, &line, why)) == SPK_OK && line.n_words > 0)
        if ((err = read_fact(&r, &line, why)) != SPK_OK)
            return err;
    r.last_line = line.number;
    if (err == SPK_OK)
        err = check_complete(&r, why);
    if (err == SPK_OK)
        err = chicago_edition_check(&r, box, why);
    return err != SPK_OK ? err : chicago_map_make(&r, why);
}
