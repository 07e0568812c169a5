/* state.h: a position of Gangster, the map of Chicago as bits, and the moves.
 *
 *          a  b  c  d  e  f            a set of cells is a 64-bit word, one bit per cell:
 *      1   0  1  2  3  4  5
 *      2   6  7  8  9 10 11                one step north   >> 6       one step west   >> 1
 *      3  12 13 14 15 16 17                one step south   << 6       one step east   << 1
 *      4  18 19 20 21 22 23
 *      5  24 25 26 27 28 29            (east and west without the column that would wrap)
 *      6  30 31 32 33 34 35
 *
 * A tile on the map is a bit in its gang's set, its power written in binary across four sets, and,
 * once it is shot, a bit among the dead. So R3 on c1 with a bullet on it is
 *
 *      gang[red]  ..1...      power[0]  ..1...      power[1]  ..1...      dead  ..1...
 *
 * and "every living gangster that can step north" is three operations.
 *
 * No order of the face-down tiles exists anywhere: the two piles are two sizes and one bag of what
 * nobody has seen yet (GB-R5 to GB-R9), and turning one over is a chance event. So a state holds no
 * secret at all, and a view is the state. */
#ifndef GANGSTER_STATE_H
#define GANGSTER_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/game.h"

enum {
    GANGSTER_SIDE = 6,
    GANGSTER_CELLS = 36,
    GANGSTER_LINES = 12,  /* 0 to 5: rows 1 to 6; 6 to 11: columns a to f */
    GANGSTER_GANGS = 4,   /* red, blue, yellow, grey */
    GANGSTER_POWERS = 9,  /* the reconstruction has 1 to 3 only */
    GANGSTER_PLANES = 4,  /* binary digits of a power */
    GANGSTER_GANG = 9,    /* tiles of a gang */
    GANGSTER_SUPPLY = 3,  /* own supply: powers 1, 2, 3 (GB-1.4) */
    GANGSTER_TOP = 17,    /* the last position of the ranking */
    GANGSTER_KINDS = 36,  /* 9 * gang + power - 1 */
    GANGSTER_SEATS = 4,   /* at most */
    GANGSTER_MOVES = 182, /* on the empty board (GB-V23) */
};

/* -- Sets of cells ----------------------------------------------------------------------------- */

typedef uint64_t gangster_cells;

#define GANGSTER_ALL      (((gangster_cells)1 << GANGSTER_CELLS) - 1)
#define GANGSTER_CELL(c)  ((gangster_cells)1 << (c))
#define GANGSTER_COLUMN_A ((gangster_cells)0x041041041)
#define GANGSTER_COLUMN_F (GANGSTER_COLUMN_A << 5)
#define GANGSTER_ROW_1    ((gangster_cells)077)

static inline int gangster_lowest(gangster_cells cells) { return __builtin_ctzll(cells); }
static inline int gangster_size(gangster_cells cells) { return __builtin_popcountll(cells); }

static inline gangster_cells gangster_line(int line)
{
    return line < GANGSTER_SIDE ? GANGSTER_ROW_1 << GANGSTER_SIDE * line
                                : GANGSTER_COLUMN_A << (line - GANGSTER_SIDE);
}

static inline gangster_cells gangster_north(gangster_cells x) { return x >> 6; }
static inline gangster_cells gangster_south(gangster_cells x) { return x << 6 & GANGSTER_ALL; }
static inline gangster_cells gangster_west(gangster_cells x)
{
    return (x & ~GANGSTER_COLUMN_A) >> 1;
}
static inline gangster_cells gangster_east(gangster_cells x)
{
    return (x & ~GANGSTER_COLUMN_F) << 1;
}

/* All cells that touch one of x, horizontally or vertically. */
static inline gangster_cells gangster_adjacent(gangster_cells x)
{
    return gangster_north(x) | gangster_south(x) | gangster_west(x) | gangster_east(x);
}

/* The cells of full rows and full columns. A row's six bits are folded onto its first one, a
 * column's onto its top one; a multiplication spreads what is left over the whole line again. */
static inline gangster_cells gangster_full_lines(gangster_cells x)
{
    gangster_cells two = x & x >> 1, across = two & two >> 2 & two >> 4 & GANGSTER_COLUMN_A;
    gangster_cells tall = x & x >> 6, down = tall & tall >> 12 & tall >> 24 & GANGSTER_ROW_1;
    return across * GANGSTER_ROW_1 | down * GANGSTER_COLUMN_A;
}

/* The same as a bit for each of the twelve lines. */
static inline unsigned gangster_full_set(gangster_cells x)
{
    unsigned set = 0;
    for (int line = 0; line < GANGSTER_LINES; line++)
        set |= (unsigned)((x & gangster_line(line)) == gangster_line(line)) << line;
    return set;
}

/* -- Tiles ------------------------------------------------------------------------------------- */

/* A kind of tile plus 1, so that 0 means no tile: R1 is 1, R9 is 9, B1 is 10. Copies of one kind
 * are interchangeable. */
typedef int gangster_tile;

static inline gangster_tile gangster_tile_of(int gang, int power)
{
    return GANGSTER_POWERS * gang + power;
}
static inline int gangster_gang(gangster_tile t) { return (t - 1) / GANGSTER_POWERS; }
static inline int gangster_power(gangster_tile t) { return (t - 1) % GANGSTER_POWERS + 1; }

/* The tiles of one gang as a bag: how many of each power, three bits per power, 1 lowest. A gang of
 * nine that includes a 1, a 2 and a 3 has at most seven of a kind. */
typedef uint32_t gangster_bag;

static inline gangster_bag gangster_one(int power) { return (gangster_bag)1 << 3 * (power - 1); }
static inline int gangster_count(gangster_bag bag, int power)
{
    return (int)(bag >> 3 * (power - 1) & 7);
}

/* -- The position ------------------------------------------------------------------------------ */

typedef enum gangster_phase {
    GANGSTER_SETUP,        /* chance chooses who begins */
    GANGSTER_REFILL,       /* chance fills the first empty open slot */
    GANGSTER_ACTION,       /* lay, move or shoot */
    GANGSTER_REVEAL,       /* chance shows the tile that was drawn */
    GANGSTER_PLACE_DRAWN,  /* it must be laid */
    GANGSTER_CHOOSE_ORDER, /* two lines are complete: which is scored first? */
    GANGSTER_OVER,
    GANGSTER_PHASE_COUNT
} gangster_phase;

typedef struct gangster_state {
    gangster_cells gang[GANGSTER_GANGS];   /* tiles on the map by colour, dead ones too */
    gangster_cells power[GANGSTER_PLANES]; /* their powers, binary digit by binary digit */
    gangster_cells dead;
    gangster_bag unseen[GANGSTER_GANGS]; /* the contents of both piles, and a tile being revealed */

    uint32_t turns;       /* finished turns; skipped ones do not count */
    uint16_t quiet_turns; /* 'move' turns in a row; always 0 without a stall limit */
    uint16_t scored;      /* a bit for each line that was scored */

    uint8_t phase;   /* gangster_phase */
    uint8_t active;  /* seat whose turn it is; in REFILL and SETUP: is next */
    uint8_t locked;  /* 1 + the cell that the turn before laid or moved; 0: none */
    uint8_t skipped; /* a bit for each seat skipped just before this turn (GB-2.5) */
    uint8_t open[2]; /* open supply: a tile, 0: the slot is empty */
    uint8_t pile[2]; /* how many tiles are in it */
    uint8_t drawn;   /* PLACE_DRAWN: the tile; else 0 */

    uint8_t supply[GANGSTER_SEATS]; /* own supply: a bit for power 1, 2, 3 */
    uint8_t bullets[GANGSTER_SEATS];
    uint8_t points[GANGSTER_SEATS]; /* place on the ranking, 0 to 17 */
    uint8_t mark[GANGSTER_SEATS];   /* number of the award that last raised it; 0: none */
    uint8_t spare[7];               /* always 0: no padding, equal positions are equal bytes */
} gangster_state;

_Static_assert(sizeof(gangster_state) == 128, "no padding: equal positions, equal bytes");

/* What the box keeps: the edition and what follows from seats and options. */
typedef struct gangster_config {
    gangster_bag tiles[GANGSTER_GANGS]; /* all nine of each gang */
    uint8_t gang_of[GANGSTER_SEATS];    /* the colour of each seat */
    int8_t owner_of[GANGSTER_GANGS];    /* the seat of each colour; -1: nobody's (GB-8.2) */
    int n_bullets;                      /* of each player at the start (GB-1.9) */
    int stall_limit;                    /* 0: none (GB-R36) */
    bool all_equal;                     /* tie_rule (GB-R31) */
    bool shoot_own;                     /* GB-R20 */
} gangster_config;

/* Indexes into the table of options. */
enum {
    GANGSTER_OPT_COLOURS,
    GANGSTER_OPT_START_PLAYER,
    GANGSTER_OPT_TIE_RULE,
    GANGSTER_OPT_SHOOT_OWN,
    GANGSTER_OPT_STALL_LIMIT,
    GANGSTER_OPT_COUNT
};

static inline gangster_cells gangster_occupied(const gangster_state *s)
{
    return s->gang[0] | s->gang[1] | s->gang[2] | s->gang[3];
}

/* The tile on a cell, dead or alive; 0: none. */
static inline gangster_tile gangster_at(const gangster_state *s, int cell)
{
    int power = 0;
    for (int k = 0; k < GANGSTER_PLANES; k++)
        power |= (int)(s->power[k] >> cell & 1) << k;
    for (int gang = 0; gang < GANGSTER_GANGS; gang++)
        if (s->gang[gang] >> cell & 1)
            return gangster_tile_of(gang, power);
    return 0;
}

static inline gangster_cells gangster_locked_cell(const gangster_state *s)
{
    return s->locked ? GANGSTER_CELL(s->locked - 1) : 0;
}

/* -- Moves ------------------------------------------------------------------------------------- */

typedef enum gangster_op {
    GANGSTER_START_SEAT,  /* chance: arg = seat */
    GANGSTER_REVEAL_TILE, /* chance: arg = tile */
    GANGSTER_LAY_OWN,     /* arg = power, cell */
    GANGSTER_LAY_OPEN,    /* arg = slot, 1 or 2, cell */
    GANGSTER_DRAW,        /* arg = pile, 1 or 2 */
    GANGSTER_LAY_DRAWN,   /* cell */
    GANGSTER_MOVE,        /* cell = from, arg = to */
    GANGSTER_SHOOT,       /* cell */
    GANGSTER_ORDER,       /* arg = 0: row first, 1: column first */
    GANGSTER_PASS,        /* can be typed, is never legal (GB-2.4) */
    GANGSTER_SKIP,        /* the same: skips are automatic (GB-2.5) */
    GANGSTER_OP_COUNT
} gangster_op;

/*  bit 25    17 16     8 7    0
 *     |   arg  |  cell  |  op  |      A player may name a cell that is not on the map, such as g7:
 *                                     cell codes from 36 on are those, and no list holds them.   */
enum { GANGSTER_CELL_AT = 8, GANGSTER_ARG_AT = 17, GANGSTER_MOVE_BITS = 26 };

static inline spk_move gangster_move(gangster_op op, int cell, int arg)
{
    return (spk_move)op | (spk_move)cell << GANGSTER_CELL_AT | (spk_move)arg << GANGSTER_ARG_AT;
}
static inline gangster_op gangster_move_op(spk_move m) { return (gangster_op)(m & 0xff); }
static inline int gangster_move_cell(spk_move m) { return (int)(m >> GANGSTER_CELL_AT & 511); }
static inline int gangster_move_arg(spk_move m) { return (int)(m >> GANGSTER_ARG_AT & 511); }

/* -- The folder's functions -------------------------------------------------------------------- */

/* setup.c */
spk_err gangster_configure(spk_box *box, spk_edition *edition, spk_why *why);
void gangster_setup(const spk_box *box, void *state);

/* rules.c */
gangster_cells gangster_movable(const spk_box *box, const gangster_state *s);
gangster_cells gangster_victims(const spk_box *box, const gangster_state *s);
bool gangster_can_act(const spk_box *box, const gangster_state *s);
spk_actors gangster_actors(const spk_box *box, const void *state);
int gangster_moves(const spk_box *box, const void *state, spk_seat seat, spk_move *out);
int gangster_chance(const spk_box *box, const void *state, spk_outcome *out);
spk_move gangster_draw(const spk_box *box, const void *state, spk_rng *rng);
void gangster_apply(const spk_box *box, void *state, spk_seat seat, spk_move move);
spk_move gangster_safe(const spk_box *box, const void *state, spk_seat seat);
uint32_t gangster_turn(const spk_box *box, const void *state);

/* refusals.c */
spk_err gangster_refuse(const spk_box *box, const void *state, spk_seat seat, spk_move move,
                        spk_why *why);

/* score.c */
typedef struct gangster_award {
    int gang; /* -1: nobody scores */
    int points;
} gangster_award;

void gangster_powers(const gangster_state *s, gangster_cells cells, int power[GANGSTER_GANGS]);
gangster_award gangster_judge_line(const int power[GANGSTER_GANGS], bool all_equal);
int gangster_raised(int points, int by); /* no higher than the top */
/* Awards are numbered from 1; the number of the last one is always somebody's mark. 0: none yet. */
int gangster_last_award(const gangster_state *s);
bool gangster_score_line(const spk_box *box, gangster_state *s, int line);
void gangster_result(const spk_box *box, const void *state, spk_result *result);

/* sound.c */
const char *gangster_unsound(const spk_box *box, const void *state);

/* tell.c */
void gangster_effects(const spk_box *box, const void *before, spk_seat actor, spk_move move,
                      spk_buf *out);

/* text.c */
void gangster_print_cell(spk_buf *out, int cell);
void gangster_print_tile(spk_buf *out, gangster_tile tile);
char gangster_line_name(int line);
void gangster_print_move(const spk_box *box, spk_move move, spk_buf *out);
spk_err gangster_parse_move(const spk_box *box, const char *text, spk_move *move, spk_why *why);
void gangster_print_state(const spk_box *box, const void *state, spk_buf *out);
spk_err gangster_parse_state(const spk_box *box, const char *text, void *state, spk_why *why);

/* json.c */
void gangster_json(const spk_box *box, const void *view, spk_seat viewer, spk_json *out);
void gangster_json_box(const spk_box *box, spk_json *out);

/* board.c */
void gangster_board(const spk_box *box, const void *view, spk_seat viewer, spk_buf *out);

/* phrases.c */
void gangster_explain(const spk_box *box, spk_seat actor, const char *text, spk_buf *out);
void gangster_describe(const spk_box *box, const void *view, spk_seat seat, spk_move move,
                       spk_buf *out);
void gangster_name_thing(const spk_box *box, const char *thing, spk_buf *out);

/* hints.c */
extern const spk_hints gangster_hints;

/* scripts.c */
enum { GANGSTER_SCRIPTS = 1 };
extern const spk_script gangster_scripts[GANGSTER_SCRIPTS];

/* data.c */
extern const char *const gangster_colours[GANGSTER_GANGS]; /* "red" ... */
extern const char gangster_letters[GANGSTER_GANGS + 1];    /* "RBYG" */
extern const char *const gangster_phase_names[GANGSTER_PHASE_COUNT];
extern const spk_option gangster_options[GANGSTER_OPT_COUNT];

#endif
