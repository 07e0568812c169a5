/* test_table.h: what Gangster's tests are written with, so that they look like the table.
 *
 *     AT(2, "board R3 . . . . . / . B1 ...; open Y3 G1");   2 players, and what matters of a position
 *     CHECK_MOVES("move", "move c3-c2; move c3-b3");        all legal moves that begin so
 *     REFUSED("move a1-a2", "GB-4.2");                      and not a byte has changed
 *     PLAY("lay_own 3 c4", "choose_order row");             whoever's turn it is; chance: "reveal R3"
 *     HOLDS("points 2 0; locked c4");                       these fields, whatever the others say
 *
 * What a position leaves out is as at the start or follows from the rest (gangster_parse_state). AT
 * wants a sound one; ANY takes what no game leads to, for tests of one thing alone. AT_WITH and
 * ANY_WITH take an option. ROWS(n) are n rows of nobody, to end a board with.
 *
 * For counting there is the plain table: plain_now() is the printed position read back into arrays,
 * one number a cell, without a bit of the state's representation in it. step() plays on at random,
 * and last_move says what was played. */
#ifndef GANGSTER_TEST_TABLE_H
#define GANGSTER_TEST_TABLE_H

#include <stdlib.h>

#include "games/gangster/state.h"
#include "games/registry.h"

#include "table.h"

#define NOBODY  " / . . . . . ."
#define ROWS_1  NOBODY
#define ROWS_2  NOBODY NOBODY
#define ROWS_3  NOBODY ROWS_2
#define ROWS_4  NOBODY ROWS_3
#define ROWS_5  NOBODY ROWS_4
#define ROWS(n) ROWS_##n

/* All 36 on the map, three of each kind: tests leave out a few. */
#define ROW_ODD  "R1 B1 Y1 G1 R2 B2"
#define ROW_EVEN "Y2 G2 R3 B3 Y3 G3"

/* -- Boxes and positions ----------------------------------------------------------------------- */

static inline spk_err open_box(int n_seats, const char *options, const char *edition)
{
    return open_table(spk_game_find("gangster"), n_seats, options, edition);
}

/* A new game: nothing drawn, nobody chosen. */
static inline void new_game(int n_seats, const char *option)
{
    CHECK_INT(open_box(n_seats, option, NULL), SPK_OK);
    box.game->setup(&box, &now);
}

static inline void put(int n_seats, const char *option, bool sound, const char *position,
                       const char *file, int line)
{
    new_game(n_seats, option);
    lay_out(position, file, line);
    if (sound)
        must_be_sound(file, line);
}

#define AT(n_seats, position)              put(n_seats, NULL, true, position, __FILE__, __LINE__)
#define AT_WITH(n_seats, option, position) put(n_seats, option, true, position, __FILE__, __LINE__)
#define ANY(n_seats, position)             put(n_seats, NULL, false, position, __FILE__, __LINE__)
#define ANY_WITH(n_seats, option, position)                                                        \
    put(n_seats, option, false, position, __FILE__, __LINE__)

/* The law that a position breaks, "" for none. */
static inline const char *broken_law(void)
{
    const char *law = box.game->unsound(&box, &now);
    return law ? law : "";
}

/* -- Moves ------------------------------------------------------------------------------------- */

static inline bool is_legal(const char *text)
{
    spk_move move;
    return spk_move_read(&box, &now, actor(), text, &move, NULL) == SPK_OK;
}

#define CHECK_MOVES(verb, want) check_moves(verb, want, __FILE__, __LINE__)
#define CHECK_N_MOVES(verb, n)  CHECK_INT(list_moves(verb, NULL), n)

/* -- Looking ----------------------------------------------------------------------------------- */

#define HOLDS(fields) check_fields(&now, fields, __FILE__, __LINE__)

/* The tile on a cell: "R3", "xR3", "-" for none. */
static inline const char *on(const char *cell)
{
    static char room[8];
    const gangster_state *s = (const gangster_state *)&now;
    int at = (cell[1] - '1') * GANGSTER_SIDE + cell[0] - 'a';
    spk_buf out = SPK_BUF_OVER(room);
    spk_buf_clear(&out);
    spk_buf_puts(&out, s->dead >> at & 1 ? "x" : "");
    gangster_print_tile(&out, gangster_at(s, at));
    return room;
}

/* -- A table that several tests sit down at ---------------------------------------------------- */

/* Four players. Everything is laid but B2 and B3, which Blue holds; a1 and f6 are empty, and nobody
 * can move there. Grey has the turn and a bullet, so that Red's turn is yet to begin. */
static inline void blue_alone(const char *e5, const char *bullets)
{
    char position[400];
    snprintf(position, sizeof position,
             "active 3; supplies - 23 - -; open - -; board . B1 Y1 G1 R2 R1 / " ROW_EVEN
             " / R1 B1 Y1 G1 R2 B2 / Y2 G2 xR3 xB3 Y3 G3 / R1 B1 Y1 G1 %s B2 / Y2 G2 R3 G3 Y3 .; "
             "bullets %s",
             e5, bullets);
    AT(4, position);
}

/* -- Random play ------------------------------------------------------------------------------- */

static char last_move[SPK_MOVE_TEXT];

/* The move that gains a seat most at once; random play alone hardly ever gets to 17. */
static inline spk_move keenest(spk_seat seat, const spk_move *moves, int n, spk_rng *rng)
{
    spk_move best = moves[spk_rng_below(rng, (uint32_t)n)];
    spk_result r;
    box.game->result(&box, &now, &r);
    for (int i = 0, most = r.score[seat]; i < n; i++) {
        spk_state copy = now;
        box.game->apply(&box, &copy, seat, moves[i]);
        box.game->result(&box, &copy, &r);
        if (r.score[seat] > most) {
            most = r.score[seat];
            best = moves[i];
        }
    }
    return best;
}

/* Chance by its weights, a seat at random or keenly. */
static inline spk_move some_move(spk_rng *rng, bool keen)
{
    spk_outcome outcomes[SPK_MAX_OUTCOMES];
    spk_move moves[SPK_MAX_MOVES];
    spk_seat seat = actor();
    if (seat == SPK_SEAT_CHANCE)
        return spk_outcome_draw(outcomes, box.game->chance(&box, &now, outcomes), rng);
    int n = box.game->moves(&box, &now, seat, moves);
    return keen ? keenest(seat, moves, n, rng) : moves[spk_rng_below(rng, (uint32_t)n)];
}

/* One step of a game. */
static inline void step(spk_rng *rng, bool keen)
{
    spk_move move = some_move(rng, keen);
    spk_move_text(&box, move, last_move);
    box.game->apply(&box, &now, actor(), move);
}

/* -- The plain table --------------------------------------------------------------------------- */

/* Numbers only, so that equal tables are equal bytes. A tile is 10 * gang + power + 10, 0 is none:
 * R1 is 11, B3 is 23, G9 is 49. */
typedef struct plain {
    char phase[16];
    int turns, active, quiet_turns;
    int locked; /* a cell; -1: none */
    int skipped[4];
    int open[2], pile[2], drawn;
    int supply[4][4]; /* by seat and power */
    int bullets[4], points[4], marks[4];
    int scored[12];
    int tile[36], dead[36];
} plain;

static inline int plain_tile(const char *word)
{
    return word[0] == '-' || word[0] == '.'
               ? 0
               : 10 * (int)(strchr("RBYG", word[0]) - "RBYG") + word[1] - '0' + 10;
}

static inline int tile_gang(int tile) { return tile / 10 - 1; }
static inline int tile_power(int tile) { return tile % 10; }

/* The i-th value of a field. */
static inline void plain_value(plain *p, const char *field, int i, const char *value)
{
    static const char lines[] = "123456abcdef";
    struct {
        const char *name;
        int *numbers;
    } numbers[] = {{"turns", &p->turns},    {"active", &p->active},
                   {"piles", p->pile},      {"quiet_turns", &p->quiet_turns},
                   {"bullets", p->bullets}, {"points", p->points},
                   {"marks", p->marks}};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        if (spk_str_eq(field, numbers[k].name))
            numbers[k].numbers[i] = atoi(value);
    if (spk_str_eq(field, "phase"))
        snprintf(p->phase, sizeof p->phase, "%.15s", value);
    else if (spk_str_eq(field, "open"))
        p->open[i] = plain_tile(value);
    else if (spk_str_eq(field, "drawn"))
        p->drawn = plain_tile(value);
    else if (spk_str_eq(field, "board")) {
        p->dead[i] = value[0] == 'x';
        p->tile[i] = plain_tile(value + p->dead[i]);
    }
    if (value[0] == '-')
        return;
    if (spk_str_eq(field, "skipped"))
        p->skipped[atoi(value)] = 1;
    else if (spk_str_eq(field, "locked"))
        p->locked = 6 * (value[1] - '1') + value[0] - 'a';
    else if (spk_str_eq(field, "scored"))
        p->scored[strchr(lines, value[0]) - lines] = 1;
    else if (spk_str_eq(field, "supplies"))
        for (const char *power = value; *power; power++)
            p->supply[i][*power - '0'] = 1;
}

/* A position, by way of its text. */
static inline plain plain_of(const spk_box *b, const spk_state *state)
{
    char room[2000], field[16] = "", word[16];
    plain p;
    memset(&p, 0, sizeof p);
    p.locked = -1;
    spk_buf printed = SPK_BUF_OVER(room);
    spk_buf_clear(&printed);
    b->game->print_state(b, state, &printed);
    spk_words words = spk_words_of(room);
    int i = -1;
    while (spk_words_next(&words, word, sizeof word)) {
        size_t n = strlen(word);
        bool last = word[n - 1] == ';';
        if (last)
            word[n - 1] = '\0';
        if (i < 0)
            snprintf(field, sizeof field, "%.15s", word);
        else if (word[0] == '/')
            i--;
        else
            plain_value(&p, field, i, word);
        i = last ? -1 : i + 1;
    }
    return p;
}

static inline plain plain_now(void) { return plain_of(&box, &now); }
static inline bool plain_is(const plain *p, const char *phase)
{
    return spk_str_eq(p->phase, phase);
}

/* A seat is asked: it is nobody's and not chance's turn otherwise. */
static inline bool is_decision(const plain *p)
{
    return plain_is(p, "action") || plain_is(p, "place_drawn") || plain_is(p, "choose_order");
}

static inline int plain_placed(const plain *p)
{
    int n = 0;
    for (int cell = 0; cell < 36; cell++)
        n += p->tile[cell] != 0;
    return n;
}

/* The i-th cell of a line: rows 1 to 6 are lines 0 to 5, columns a to f are lines 6 to 11. */
static inline int line_cell(int line, int i) { return line < 6 ? 6 * line + i : 6 * i + line - 6; }

static inline int plain_line_size(const plain *p, int line)
{
    int n = 0;
    for (int i = 0; i < 6; i++)
        n += p->tile[line_cell(line, i)] != 0;
    return n;
}

static inline bool plain_full(const plain *p, int line) { return plain_line_size(p, line) == 6; }

/* "c4" as a number, in the ledger's order. */
static inline int cell_of(const char *name) { return 6 * (name[1] - '1') + name[0] - 'a'; }

#endif
