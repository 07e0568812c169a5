/* text.c: moves and positions to text and back. Nothing is decided here. JSON is in
 * json.c, the table as people see it in board.c. The spelling of every move:
 *
 *     start 1               chance: the seat that begins
 *     reveal Y3             chance: the tile that was drawn, or fills the open supply
 *     lay_own 3 c4          the 3 of the own supply
 *     lay_open 1 c4         what lies in slot 1
 *     draw 2                from pile 2 ...
 *     lay_drawn c4          ... and lay it
 *     move c3-c4
 *     shoot c4
 *     choose_order row      or column: what is scored first
 *     pass, skip            can be said, and are refused (GB-2.4, GB-2.5)                       */
#include <string.h>

#include "base/str.h"
#include "games/gangster/state.h"

/* -- Cells, lines and tiles -------------------------------------------------------------------- */

/* Any letter with any digit can be said; those off the map have the codes from 36 on, so that the
 * rules and not the reader refuse them. */
static int cell_code(int letter, int digit)
{
    if (letter < GANGSTER_SIDE && digit >= 1 && digit <= GANGSTER_SIDE)
        return GANGSTER_SIDE * (digit - 1) + letter;
    return GANGSTER_CELLS + 10 * letter + digit;
}

void gangster_print_cell(spk_buf *out, int cell)
{
    int off = cell - GANGSTER_CELLS;
    if (off >= 260)
        spk_buf_putc(out, '?');
    else if (off >= 0)
        spk_buf_printf(out, "%c%d", 'a' + off / 10, off % 10);
    else
        spk_buf_printf(out, "%c%d", 'a' + cell % GANGSTER_SIDE, 1 + cell / GANGSTER_SIDE);
}

/* The cell at the start of 'text'; what follows it is in *rest. */
static bool cell_at(const char *text, int *cell, const char **rest)
{
    if (text[0] < 'a' || text[0] > 'z' || text[1] < '0' || text[1] > '9')
        return false;
    *cell = cell_code(text[0] - 'a', text[1] - '0');
    *rest = text + 2;
    return true;
}

static bool parse_cell(const char *word, int *cell)
{
    const char *rest;
    return cell_at(word, cell, &rest) && !*rest;
}

/* A row by its digit, a column by its letter. */
char gangster_line_name(int line)
{
    return (char)(line < GANGSTER_SIDE ? '1' + line : 'a' + line - GANGSTER_SIDE);
}

void gangster_print_tile(spk_buf *out, gangster_tile tile)
{
    if (tile < 1 || tile > GANGSTER_KINDS)
        spk_buf_putc(out, tile == 0 ? '-' : '?');
    else
        spk_buf_printf(out, "%c%d", gangster_letters[gangster_gang(tile)], gangster_power(tile));
}

static bool parse_tile(const char *word, gangster_tile *tile)
{
    const char *letter = *word ? strchr(gangster_letters, *word) : NULL;
    if (!letter || word[1] < '1' || word[1] > '9' || word[2])
        return false;
    *tile = gangster_tile_of((int)(letter - gangster_letters), word[1] - '0');
    return true;
}

/* -- Moves ------------------------------------------------------------------------------------- */

enum { MAX_NUMBER = 99 }; /* that a player may say for a power, a slot or a pile */

static const struct {
    const char *word;
    enum { PLAIN, SEAT, TILE, NUMBER, NUMBER_CELL, CELL, STEP, ORDER } form;
} spelling[GANGSTER_OP_COUNT] = {
    [GANGSTER_START_SEAT] = {"start", SEAT},
    [GANGSTER_REVEAL_TILE] = {"reveal", TILE},
    [GANGSTER_LAY_OWN] = {"lay_own", NUMBER_CELL},
    [GANGSTER_LAY_OPEN] = {"lay_open", NUMBER_CELL},
    [GANGSTER_DRAW] = {"draw", NUMBER},
    [GANGSTER_LAY_DRAWN] = {"lay_drawn", CELL},
    [GANGSTER_MOVE] = {"move", STEP},
    [GANGSTER_SHOOT] = {"shoot", CELL},
    [GANGSTER_ORDER] = {"choose_order", ORDER},
    [GANGSTER_PASS] = {"pass", PLAIN},
    [GANGSTER_SKIP] = {"skip", PLAIN},
};

static const char *const orders[] = {"row", "column"};

static void print_operands(spk_move move, spk_buf *out)
{
    int cell = gangster_move_cell(move), arg = gangster_move_arg(move);
    switch (spelling[gangster_move_op(move)].form) {
    case PLAIN: break;
    case SEAT:
    case NUMBER: spk_buf_printf(out, " %d", arg); break;
    case TILE: spk_buf_putc(out, ' '), gangster_print_tile(out, arg); break;
    case NUMBER_CELL: spk_buf_printf(out, " %d ", arg), gangster_print_cell(out, cell); break;
    case CELL: spk_buf_putc(out, ' '), gangster_print_cell(out, cell); break;
    case STEP:
        spk_buf_putc(out, ' '), gangster_print_cell(out, cell);
        spk_buf_putc(out, '-'), gangster_print_cell(out, arg);
        break;
    case ORDER: spk_buf_printf(out, " %s", arg < 2 ? orders[arg] : "?"); break;
    }
}

/* A number that is no move at all still prints: as something that will not parse. */
void gangster_print_move(const spk_box *box, spk_move move, spk_buf *out)
{
    (void)box;
    if (gangster_move_op(move) >= GANGSTER_OP_COUNT || move >> GANGSTER_MOVE_BITS) {
        spk_buf_putc(out, '?');
        return;
    }
    spk_buf_puts(out, spelling[gangster_move_op(move)].word);
    print_operands(move, out);
}

/* A move being read: its words one after the other. */
typedef struct reader {
    spk_words words;
    char word[16];
    int cell, arg;
    spk_why *why;
} reader;

static bool next(reader *l) { return spk_words_next(&l->words, l->word, sizeof l->word); }

static spk_err want_number(reader *l, int most)
{
    if (!next(l) || !spk_str_int(l->word, 0, most, &l->arg))
        return spk_refuse_as(l->why, SPK_EMALFORMED, "A number from 0 to {n} is missing.",
                             SPK_NUM("n", most));
    return SPK_OK;
}

static spk_err want_cell(reader *l)
{
    if (!next(l) || !parse_cell(l->word, &l->cell))
        return spk_refuse_as(l->why, SPK_EMALFORMED,
                             "A cell is a letter a to f and a digit 1 to 6: c4.");
    return SPK_OK;
}

static spk_err want_step(reader *l)
{
    const char *rest;
    if (!next(l) || !cell_at(l->word, &l->cell, &rest) || *rest != '-' ||
        !parse_cell(rest + 1, &l->arg))
        return spk_refuse_as(l->why, SPK_EMALFORMED, "A move names two cells: move c3-c4.");
    return SPK_OK;
}

static spk_err want_tile(reader *l)
{
    if (!next(l) || !parse_tile(l->word, &l->arg))
        return spk_refuse_as(l->why, SPK_EMALFORMED,
                             "A tile is a letter R B Y G and a power 1 to 9: Y3.");
    return SPK_OK;
}

static spk_err want_order(reader *l)
{
    if (!next(l))
        return spk_refuse_as(l->why, SPK_EMALFORMED, "What is scored first, row or column?");
    l->arg = spk_str_find(l->word, orders, 2);
    if (l->arg < 0)
        return spk_refuse(l->why, "GB-6.10", "The row or the column is scored first.");
    return SPK_OK;
}

static spk_err want_operands(reader *l, gangster_op op)
{
    spk_err err;
    switch (spelling[op].form) {
    case PLAIN: return SPK_OK;
    case SEAT: return want_number(l, GANGSTER_SEATS - 1);
    case NUMBER: return want_number(l, MAX_NUMBER);
    case NUMBER_CELL: return (err = want_number(l, MAX_NUMBER)) != SPK_OK ? err : want_cell(l);
    case TILE: return want_tile(l);
    case CELL: return want_cell(l);
    case STEP: return want_step(l);
    case ORDER: return want_order(l);
    }
    return SPK_EMALFORMED;
}

static int op_called(const char *verb)
{
    for (int op = 0; op < GANGSTER_OP_COUNT; op++)
        if (spk_str_eq(verb, spelling[op].word))
            return op;
    return -1;
}

spk_err gangster_parse_move(const spk_box *box, const char *text, spk_move *move, spk_why *why)
{
    reader l = {.words = spk_words_of(text), .why = why};
    char spelled[SPK_MOVE_TEXT];
    next(&l);
    int op = op_called(l.word);
    if (op < 0)
        return spk_refuse_as(why, SPK_EMALFORMED, "'{word}' is not a move in {game}.",
                             SPK_TEXT("word", l.word), SPK_TEXT("game", "Gangster"));
    spk_err err = want_operands(&l, (gangster_op)op);
    if (err != SPK_OK)
        return err;
    if (!spk_words_end(&l.words))
        return spk_refuse_as(why, SPK_EMALFORMED, "There are too many words after '{word}'.",
                             SPK_TEXT("word", spelling[op].word));
    spk_move read = gangster_move((gangster_op)op, l.cell, l.arg);
    if (!spk_str_eq(text, spk_move_text(box, read, spelled)))
        return spk_refuse_as(why, SPK_EMALFORMED, "That is spelled '{move}'.",
                             SPK_TEXT("move", spelled));
    *move = read;
    return SPK_OK;
}

/* -- A position as one line: "field values; field values; ..." --------------------------------- */

/* A field being read. */
typedef struct values {
    const char *name;
    int n;
    char word[GANGSTER_CELLS + 8][16];
    spk_why *why;
} values;

static spk_err wrong(const values *f, const char *what)
{
    return spk_malformed(f->why, 0, "Field '%s' wants %s.", f->name, what);
}

static spk_err read_number(const values *f, int i, int most, int *value)
{
    if (i >= f->n || !spk_str_int(f->word[i], 0, most, value))
        return wrong(f, "numbers, one or one for each seat");
    return SPK_OK;
}

/* One number for each seat. */
static spk_err read_seats(const spk_box *box, const values *f, uint8_t seats[GANGSTER_SEATS])
{
    if (f->n != box->n_seats)
        return wrong(f, "one value for each seat");
    for (int seat = 0; seat < f->n; seat++) {
        int value;
        if (read_number(f, seat, 255, &value) != SPK_OK)
            return SPK_EMALFORMED;
        seats[seat] = (uint8_t)value;
    }
    return SPK_OK;
}

static void print_seats(const spk_box *box, const uint8_t seats[GANGSTER_SEATS], spk_buf *out)
{
    for (int seat = 0; seat < box->n_seats; seat++)
        spk_buf_printf(out, " %d", seats[seat]);
}

static bool is_none(const values *f) { return f->n == 1 && spk_str_eq(f->word[0], "-"); }

/* Each field: how it is printed, with a blank in front of every value, and how it is read. */

static void print_phase(const spk_box *box, const gangster_state *s, spk_buf *out)
{
    (void)box;
    spk_buf_printf(out, " %s", gangster_phase_names[s->phase]);
}
static spk_err read_phase(const spk_box *box, gangster_state *s, const values *f)
{
    (void)box;
    int phase =
        f->n == 1 ? spk_str_find(f->word[0], gangster_phase_names, GANGSTER_PHASE_COUNT) : -1;
    if (phase < 0)
        return wrong(f, "the name of a phase");
    s->phase = (uint8_t)phase;
    return SPK_OK;
}

static void print_turns(const spk_box *box, const gangster_state *s, spk_buf *out)
{
    (void)box;
    spk_buf_printf(out, " %u", (unsigned)s->turns);
}
static spk_err read_turns(const spk_box *box, gangster_state *s, const values *f)
{
    (void)box;
    int turns;
    if (f->n != 1 || !spk_str_int(f->word[0], 0, INT32_MAX, &turns))
        return wrong(f, "a number");
    s->turns = (uint32_t)turns;
    return SPK_OK;
}

static void print_active(const spk_box *box, const gangster_state *s, spk_buf *out)
{
    (void)box;
    spk_buf_printf(out, " %d", s->active);
}
static spk_err read_active(const spk_box *box, gangster_state *s, const values *f)
{
    int seat;
    if (f->n != 1 || !spk_str_int(f->word[0], 0, box->n_seats - 1, &seat))
        return wrong(f, "a seat");
    s->active = (uint8_t)seat;
    return SPK_OK;
}

static void print_skipped(const spk_box *box, const gangster_state *s, spk_buf *out)
{
    if (!s->skipped)
        spk_buf_puts(out, " -");
    for (int seat = 0; seat < box->n_seats; seat++)
        if (s->skipped >> seat & 1)
            spk_buf_printf(out, " %d", seat);
}
static spk_err read_skipped(const spk_box *box, gangster_state *s, const values *f)
{
    for (int i = 0, seat; i < f->n && !is_none(f); i++) {
        if (!spk_str_int(f->word[i], 0, box->n_seats - 1, &seat))
            return wrong(f, "seats, or -");
        s->skipped |= (uint8_t)(1 << seat);
    }
    return SPK_OK;
}

static void print_locked(const spk_box *box, const gangster_state *s, spk_buf *out)
{
    (void)box;
    spk_buf_putc(out, ' ');
    if (s->locked)
        gangster_print_cell(out, s->locked - 1);
    else
        spk_buf_putc(out, '-');
}
static spk_err read_locked(const spk_box *box, gangster_state *s, const values *f)
{
    (void)box;
    int cell;
    if (is_none(f))
        return SPK_OK;
    if (f->n != 1 || !parse_cell(f->word[0], &cell) || cell >= GANGSTER_CELLS)
        return wrong(f, "a cell, or -");
    s->locked = (uint8_t)(cell + 1);
    return SPK_OK;
}

static void print_quiet(const spk_box *box, const gangster_state *s, spk_buf *out)
{
    (void)box;
    spk_buf_printf(out, " %d", s->quiet_turns);
}
static spk_err read_quiet(const spk_box *box, gangster_state *s, const values *f)
{
    (void)box;
    int turns;
    if (f->n != 1 || !spk_str_int(f->word[0], 0, 1000, &turns))
        return wrong(f, "a number from 0 to 1000");
    s->quiet_turns = (uint16_t)turns;
    return SPK_OK;
}

static void print_open(const spk_box *box, const gangster_state *s, spk_buf *out)
{
    (void)box;
    for (int slot = 0; slot < 2; slot++)
        spk_buf_putc(out, ' '), gangster_print_tile(out, s->open[slot]);
}
static spk_err read_open(const spk_box *box, gangster_state *s, const values *f)
{
    (void)box;
    if (f->n != 2)
        return wrong(f, "two tiles, or - for an empty slot");
    for (int slot = 0; slot < 2; slot++) {
        gangster_tile tile = 0;
        if (!spk_str_eq(f->word[slot], "-") && !parse_tile(f->word[slot], &tile))
            return wrong(f, "two tiles, or - for an empty slot");
        s->open[slot] = (uint8_t)tile;
    }
    return SPK_OK;
}

static void print_piles(const spk_box *box, const gangster_state *s, spk_buf *out)
{
    (void)box;
    spk_buf_printf(out, " %d %d", s->pile[0], s->pile[1]);
}
static spk_err read_piles(const spk_box *box, gangster_state *s, const values *f)
{
    (void)box;
    int n[2];
    if (f->n != 2 || !spk_str_int(f->word[0], 0, GANGSTER_CELLS, &n[0]) ||
        !spk_str_int(f->word[1], 0, GANGSTER_CELLS, &n[1]))
        return wrong(f, "two numbers");
    s->pile[0] = (uint8_t)n[0], s->pile[1] = (uint8_t)n[1];
    return SPK_OK;
}

static void print_drawn(const spk_box *box, const gangster_state *s, spk_buf *out)
{
    (void)box;
    spk_buf_putc(out, ' '), gangster_print_tile(out, s->drawn);
}
static spk_err read_drawn(const spk_box *box, gangster_state *s, const values *f)
{
    (void)box;
    gangster_tile tile;
    if (is_none(f))
        return SPK_OK;
    if (f->n != 1 || !parse_tile(f->word[0], &tile))
        return wrong(f, "a tile, or -");
    s->drawn = (uint8_t)tile;
    return SPK_OK;
}

/* "123 2 -": the powers left, a word for each seat. */
static void print_supplies(const spk_box *box, const gangster_state *s, spk_buf *out)
{
    for (int seat = 0; seat < box->n_seats; seat++) {
        spk_buf_puts(out, s->supply[seat] ? " " : " -");
        for (int power = 1; power <= GANGSTER_SUPPLY; power++)
            if (s->supply[seat] >> (power - 1) & 1)
                spk_buf_putc(out, (char)('0' + power));
    }
}
static spk_err read_supplies(const spk_box *box, gangster_state *s, const values *f)
{
    if (f->n != box->n_seats)
        return wrong(f, "the powers left for each seat, such as 123 or -");
    for (int seat = 0; seat < f->n; seat++) {
        s->supply[seat] = 0;
        for (const char *at = f->word[seat]; *at && !spk_str_eq(f->word[seat], "-"); at++) {
            if (*at < '1' || *at > '3' || s->supply[seat] >> (*at - '1'))
                return wrong(f, "the powers left for each seat, such as 123 or -");
            s->supply[seat] |= (uint8_t)(1 << (*at - '1'));
        }
    }
    return SPK_OK;
}

static void print_bullets(const spk_box *box, const gangster_state *s, spk_buf *out)
{
    print_seats(box, s->bullets, out);
}
static spk_err read_bullets(const spk_box *box, gangster_state *s, const values *f)
{
    return read_seats(box, f, s->bullets);
}

static void print_points(const spk_box *box, const gangster_state *s, spk_buf *out)
{
    print_seats(box, s->points, out);
}
static spk_err read_points(const spk_box *box, gangster_state *s, const values *f)
{
    return read_seats(box, f, s->points);
}

static void print_marks(const spk_box *box, const gangster_state *s, spk_buf *out)
{
    print_seats(box, s->mark, out);
}
static spk_err read_marks(const spk_box *box, gangster_state *s, const values *f)
{
    return read_seats(box, f, s->mark);
}

static void print_scored(const spk_box *box, const gangster_state *s, spk_buf *out)
{
    (void)box;
    if (!s->scored)
        spk_buf_puts(out, " -");
    for (int line = 0; line < GANGSTER_LINES; line++)
        if (s->scored >> line & 1)
            spk_buf_printf(out, " %c", gangster_line_name(line));
}
static spk_err read_scored(const spk_box *box, gangster_state *s, const values *f)
{
    (void)box;
    s->scored = 0;
    for (int i = 0; i < f->n && !is_none(f); i++) {
        int line = 0;
        while (line < GANGSTER_LINES && f->word[i][0] != gangster_line_name(line))
            line++;
        if (line == GANGSTER_LINES || f->word[i][1])
            return wrong(f, "lines, 1 to 6 and a to f, or -");
        s->scored |= (uint16_t)(1 << line);
    }
    return SPK_OK;
}

/* Row by row, a '/' between rows, a '.' for an empty cell. */
static void print_map(const spk_box *box, const gangster_state *s, spk_buf *out)
{
    (void)box;
    for (int cell = 0; cell < GANGSTER_CELLS; cell++) {
        gangster_tile tile = gangster_at(s, cell);
        spk_buf_puts(out, cell && cell % GANGSTER_SIDE == 0 ? " / " : " ");
        if (s->dead >> cell & 1)
            spk_buf_putc(out, 'x');
        if (tile)
            gangster_print_tile(out, tile);
        else
            spk_buf_putc(out, '.');
    }
}

static bool put(gangster_state *s, int cell, const char *word)
{
    gangster_tile tile;
    bool dead = *word == 'x';
    if (spk_str_eq(word, "."))
        return true;
    if (!parse_tile(word + dead, &tile))
        return false;
    s->gang[gangster_gang(tile)] |= GANGSTER_CELL(cell);
    for (int k = 0; k < GANGSTER_PLANES; k++)
        s->power[k] |= (gangster_cells)(gangster_power(tile) >> k & 1) << cell;
    s->dead |= (gangster_cells)dead << cell;
    return true;
}

static spk_err read_map(const spk_box *box, gangster_state *s, const values *f)
{
    (void)box;
    int cell = 0;
    for (int i = 0; i < f->n; i++) {
        if (spk_str_eq(f->word[i], "/") && cell % GANGSTER_SIDE == 0)
            continue;
        if (cell == GANGSTER_CELLS || !put(s, cell++, f->word[i]))
            return wrong(f, "36 cells, each . or a tile such as R3, a dead one as xR3");
    }
    return cell == GANGSTER_CELLS ? SPK_OK : wrong(f, "six rows of six cells");
}

/* The fields, in the order they are printed. */
static const struct {
    const char *name;
    void (*print)(const spk_box *box, const gangster_state *s, spk_buf *out);
    spk_err (*read)(const spk_box *box, gangster_state *s, const values *f);
} fields[] = {
    {"phase", print_phase, read_phase},       {"turns", print_turns, read_turns},
    {"active", print_active, read_active},    {"skipped", print_skipped, read_skipped},
    {"locked", print_locked, read_locked},    {"quiet_turns", print_quiet, read_quiet},
    {"open", print_open, read_open},          {"piles", print_piles, read_piles},
    {"drawn", print_drawn, read_drawn},       {"supplies", print_supplies, read_supplies},
    {"bullets", print_bullets, read_bullets}, {"points", print_points, read_points},
    {"marks", print_marks, read_marks},       {"scored", print_scored, read_scored},
    {"board", print_map, read_map},
};
enum { N_FIELDS = sizeof fields / sizeof *fields };

void gangster_print_state(const spk_box *box, const void *state, spk_buf *out)
{
    for (int i = 0; i < N_FIELDS; i++) {
        spk_buf_printf(out, "%s%s", i ? "; " : "", fields[i].name);
        fields[i].print(box, state, out);
    }
}

static int field_called(const char *name)
{
    int i = 0;
    while (i < N_FIELDS && !spk_str_eq(fields[i].name, name))
        i++;
    return i;
}

/* One field, from its name to the ';' behind it. */
static spk_err read_field(const spk_box *box, gangster_state *s, const char *text, uint32_t *seen,
                          spk_why *why)
{
    values f = {.why = why};
    spk_words words = spk_words_of(text);
    char name[16] = "";
    spk_words_next(&words, name, sizeof name);
    int i = field_called(name);
    if (i == N_FIELDS)
        return spk_malformed(why, 0, "'%s' is not a field of a position.", name);
    f.name = fields[i].name;
    if (*seen >> i & 1)
        return spk_malformed(why, 0, "Field '%s' is given twice.", f.name);
    *seen |= 1u << i;
    int room = sizeof f.word / sizeof *f.word;
    while (f.n < room && spk_words_next(&words, f.word[f.n], sizeof f.word[f.n]))
        f.n++;
    if (f.n == 0 || !spk_words_end(&words))
        return wrong(&f, f.n ? "fewer values" : "a value");
    return fields[i].read(box, s, &f);
}

/* -- What a position leaves unsaid ------------------------------------------------------------- */

static bool take(gangster_bag unseen[GANGSTER_GANGS], gangster_tile tile)
{
    if (!tile)
        return true;
    if (!gangster_count(unseen[gangster_gang(tile)], gangster_power(tile)))
        return false;
    unseen[gangster_gang(tile)] -= gangster_one(gangster_power(tile));
    return true;
}

/* Whatever is not in sight lies in the piles. */
static spk_err find_unseen(const spk_box *box, gangster_state *s, spk_why *why)
{
    const gangster_config *c = box->config;
    memcpy(s->unseen, c->tiles, sizeof s->unseen);
    bool fits =
        take(s->unseen, s->open[0]) && take(s->unseen, s->open[1]) && take(s->unseen, s->drawn);
    for (int cell = 0; cell < GANGSTER_CELLS; cell++)
        fits = fits && take(s->unseen, gangster_at(s, cell));
    for (int seat = 0; seat < box->n_seats; seat++)
        for (int power = 1; power <= GANGSTER_SUPPLY; power++)
            if (s->supply[seat] >> (power - 1) & 1)
                fits = fits && take(s->unseen, gangster_tile_of(c->gang_of[seat], power));
    if (!fits)
        return spk_malformed(why, 0, "GB-I1: there are more tiles of a kind than in the box.");
    return SPK_OK;
}

static void split_piles(gangster_state *s)
{
    int n = -(s->phase == GANGSTER_REVEAL);
    for (gangster_tile t = 1; t <= GANGSTER_KINDS; t++)
        n += gangster_count(s->unseen[gangster_gang(t)], gangster_power(t));
    if (n > 0) {
        s->pile[0] = (uint8_t)(n - n / 2);
        s->pile[1] = (uint8_t)(n / 2);
    }
}

/* A test or a person names only what matters: the piles are as equal as they can be, complete lines
 * were scored, the seats gained their points one after the other, and nobody moved. */
static void fill_in(gangster_state *s, uint32_t seen)
{
    gangster_cells occupied = gangster_occupied(s);
    if (!(seen >> field_called("piles") & 1))
        split_piles(s);
    if (!(seen >> field_called("scored") & 1))
        s->scored = (uint16_t)gangster_full_set(occupied);
    if (!(seen >> field_called("turns") & 1))
        s->turns = (uint32_t)(gangster_size(occupied) + gangster_size(s->dead) + s->quiet_turns -
                              (s->phase == GANGSTER_CHOOSE_ORDER));
    if (!(seen >> field_called("marks") & 1))
        for (int seat = 0, n = 0; seat < GANGSTER_SEATS; seat++)
            s->mark[seat] = (uint8_t)(s->points[seat] ? ++n : 0);
}

/* Supplies and bullets that are left out are those of the start; other fields see fill_in. */
spk_err gangster_parse_state(const spk_box *box, const char *text, void *state, spk_why *why)
{
    const gangster_config *c = box->config;
    gangster_state s = {.phase = GANGSTER_ACTION};
    uint32_t seen = 0;
    for (int seat = 0; seat < box->n_seats; seat++) {
        s.supply[seat] = 7;
        s.bullets[seat] = (uint8_t)c->n_bullets;
    }
    for (const char *at = text;; at++) {
        char one[320];
        size_t n = strcspn(at, ";");
        if (n >= sizeof one)
            return spk_malformed(why, 0, "A field is longer than any position needs.");
        memcpy(one, at, n);
        one[n] = '\0';
        spk_err err = read_field(box, &s, one, &seen, why);
        if (err != SPK_OK)
            return err;
        at += n;
        if (!*at)
            break;
    }
    spk_err err = find_unseen(box, &s, why);
    if (err != SPK_OK)
        return err;
    fill_in(&s, seen);
    memcpy(state, &s, sizeof s);
    return SPK_OK;
}
