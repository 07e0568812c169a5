/* features_moves.c: what a net sees of a move in Gangster: the tile, how the one or two lines it changes
 * stand, and how full they are. docs/games/gangster.md lists the blocks. */
#include <string.h>

#include "games/gangster/hints.h"

enum {
    FAR = 5, /* a lead beyond this makes no difference */
    LEADS = 2 * FAR + 1,
    TILES = 3 * GANGSTER_SUPPLY, /* own, a rival's, nobody's; power 1, 2, 3 or more */
    EFFECTS = 3,                 /* a tile comes in, goes, is shot */
    LINE = GANGSTER_SIDE * LEADS * LEADS * TILES,
    OPS = 5, /* own supply, open, drawn, step, shot */
    STAGES = 7,
    FULLNESS = GANGSTER_SIDE + 1,
};

#define BLOCKS(X)                                                                                  \
    X(line, 2, EFFECTS *LINE)                                                                      \
    X(tile, 1, OPS *TILES *STAGES)                                                                 \
    X(crossing, 1, EFFECTS *TILES *FULLNESS *FULLNESS)                                             \
    X(other, 1, 3 * STAGES)

#include "engine/blocks.h"

_Static_assert(sizeof(struct slots) <= SPK_MAX_MOVE_SLOTS, "a row has room for them");

/* A decision: how every line stands, for the seat and for the rival who stands best. */
typedef struct sight {
    const gangster_config *c;
    const gangster_state *s;
    spk_seat seat;
    gangster_survey map;
    int standing[GANGSTER_LINES]; /* empty cells, the seat's lead, the best rival's */
    int stage;
    int own[GANGSTER_SUPPLY], open[2], drawn; /* kinds of the tiles that can be laid */
} sight;

/* How every line stands that is not full. */
static void look_at_lines(sight *v)
{
    gangster_tops tops;
    uint8_t own[GANGSTER_LANES], rival[GANGSTER_LANES] = {0}, other[GANGSTER_LANES];
    gangster_find_tops(v->map.power, &tops);
    gangster_find_leads(&tops, v->map.power[v->c->gang_of[v->seat]], FAR, own);
    for (int gang = 0; gang < GANGSTER_GANGS; gang++)
        if (v->c->owner_of[gang] >= 0 && v->c->owner_of[gang] != v->seat) {
            gangster_find_leads(&tops, v->map.power[gang], FAR, other);
            for (int i = 0; i < GANGSTER_LANES; i++)
                rival[i] = other[i] > rival[i] ? other[i] : rival[i];
        }
    for (int i = 0; i < GANGSTER_LINES; i++)
        v->standing[i] = ((v->map.n_empty[i] - 1) * LEADS + own[i]) * LEADS + rival[i];
}

static int kind_of(const sight *v, gangster_tile tile)
{
    int owner = v->c->owner_of[gangster_gang(tile)];
    int whose = owner == v->seat ? 0 : owner >= 0 ? 1 : 2;
    return whose * GANGSTER_SUPPLY + within(gangster_power(tile), 1, GANGSTER_SUPPLY) - 1;
}

static void look_at_tiles(sight *v)
{
    for (int power = 1; power <= GANGSTER_SUPPLY; power++)
        v->own[power - 1] = kind_of(v, gangster_tile_of(v->c->gang_of[v->seat], power));
    for (int slot = 0; slot < 2; slot++)
        v->open[slot] = v->s->open[slot] ? kind_of(v, v->s->open[slot]) : 0;
    v->drawn = v->s->drawn ? kind_of(v, v->s->drawn) : 0;
}

static void look(sight *v, const spk_box *box, const gangster_state *s, spk_seat seat)
{
    *v = (sight){.c = box->config, .s = s, .seat = seat};
    gangster_survey_map(s, &v->map);
    v->stage = gangster_size(v->map.empty) / GANGSTER_SIDE;
    look_at_lines(v);
    look_at_tiles(v);
}

static int row_of(int cell) { return (int)((unsigned)cell / GANGSTER_SIDE); }
static int column_of(int cell) { return GANGSTER_SIDE + (int)((unsigned)cell % GANGSTER_SIDE); }

/* What happens to a tile in two lines: 0 it comes in, 1 it goes, 2 it is shot. */
static void read_lines(const sight *v, int kind, const int line[2], const int effect[2],
                       uint16_t *row)
{
    for (int i = 0; i < 2; i++)
        if (v->map.n_empty[line[i]])
            PUT(row, line, i, effect[i] * LINE + v->standing[line[i]] * TILES + kind);
    int a = v->map.n_empty[line[0]], b = v->map.n_empty[line[1]];
    PUT(row, crossing, 0, ((effect[0] * TILES + kind) * FULLNESS + a) * FULLNESS + b);
}

/* As read_lines does for what comes in; there is room in both lines, and most moves are lays. */
static void read_lay(const sight *v, int op, int kind, int cell, uint16_t *row)
{
    int across = row_of(cell), down = column_of(cell);
    int a = v->map.n_empty[across], b = v->map.n_empty[down];
    PUT(row, tile, 0, (op * TILES + kind) * STAGES + v->stage);
    PUT(row, line, 0, v->standing[across] * TILES + kind);
    PUT(row, line, 1, v->standing[down] * TILES + kind);
    PUT(row, crossing, 0, (kind * FULLNESS + a) * FULLNESS + b);
}

/* A step changes only the two lines across its way. */
static void read_step(const sight *v, int from, int to, uint16_t *row)
{
    int kind = kind_of(v, gangster_at(v->s, from));
    bool sideways = row_of(from) == row_of(to);
    PUT(row, tile, 0, (3 * TILES + kind) * STAGES + v->stage);
    read_lines(v, kind,
               (const int[]){sideways ? column_of(from) : row_of(from),
                             sideways ? column_of(to) : row_of(to)},
               (const int[]){1, 0}, row);
}

static void read_shot(const sight *v, int cell, uint16_t *row)
{
    int kind = kind_of(v, gangster_at(v->s, cell));
    PUT(row, tile, 0, (4 * TILES + kind) * STAGES + v->stage);
    read_lines(v, kind, (const int[]){row_of(cell), column_of(cell)}, (const int[]){2, 2}, row);
}

static void read_move(const sight *v, spk_move move, uint16_t *row)
{
    int cell = gangster_move_cell(move), arg = gangster_move_arg(move);
    switch (gangster_move_op(move)) {
    case GANGSTER_LAY_OWN: read_lay(v, 0, v->own[arg - 1], cell, row); break;
    case GANGSTER_LAY_OPEN: read_lay(v, 1, v->open[arg - 1], cell, row); break;
    case GANGSTER_LAY_DRAWN: read_lay(v, 2, v->drawn, cell, row); break;
    case GANGSTER_MOVE: read_step(v, cell, arg, row); break;
    case GANGSTER_SHOOT: read_shot(v, cell, row); break;
    case GANGSTER_DRAW: PUT(row, other, 0, v->stage); break;
    case GANGSTER_ORDER: PUT(row, other, 0, (1 + arg) * STAGES + v->stage); break;
    case GANGSTER_START_SEAT:
    case GANGSTER_REVEAL_TILE:
    case GANGSTER_PASS:
    case GANGSTER_SKIP:
    case GANGSTER_OP_COUNT: break;
    }
}

static void read_moves(const spk_box *box, const void *state, spk_seat seat, const spk_move *moves,
                       int n, uint16_t *rows)
{
    sight v;
    look(&v, box, state, seat);
    memset(rows, 0xff, (size_t)n * sizeof(struct slots) * sizeof *rows);
    for (int i = 0; i < n; i++)
        read_move(&v, moves[i], rows + (size_t)i * sizeof(struct slots));
}

/* -- Added up ---------------------------------------------------------------------------------- */

/* What lays are worth from one source: in rows and columns, and by how full these are where they cross. */
typedef struct till {
    int32_t line[GANGSTER_LINES];
    const int16_t *crossing;
} till;

enum { FROM_OPEN = GANGSTER_SUPPLY, FROM_DRAWN = FROM_OPEN + 2, N_SOURCES };

/* The features of read_lay. What is worth the same wherever the tile is laid is counted with the rows. */
static void open_till(const sight *v, int op, int kind, const int16_t *worth, till *t)
{
    const int16_t *tile = worth + FEATURE(tile), *line = worth + FEATURE(line);
    int32_t anywhere = tile[(op * TILES + kind) * STAGES + v->stage];
    t->crossing = worth + FEATURE(crossing) + kind * FULLNESS * FULLNESS;
    for (int i = 0; i < GANGSTER_LINES; i++)
        if (v->map.n_empty[i])
            t->line[i] = line[v->standing[i] * TILES + kind] + (i < GANGSTER_SIDE ? anywhere : 0);
}

static void open_tills(const sight *v, const int16_t *worth, till tills[N_SOURCES])
{
    for (int i = 0; i < GANGSTER_SUPPLY; i++)
        if (v->s->supply[v->seat] >> i & 1)
            open_till(v, 0, v->own[i], worth, &tills[i]);
    for (int slot = 0; slot < 2; slot++)
        if (v->s->open[slot])
            open_till(v, 1, v->open[slot], worth, &tills[FROM_OPEN + slot]);
    if (v->s->drawn)
        open_till(v, 2, v->drawn, worth, &tills[FROM_DRAWN]);
}

static int32_t add_lay(const sight *v, const till *t, int cell)
{
    int across = row_of(cell), down = column_of(cell);
    return t->line[across] + t->line[down] +
           t->crossing[v->map.n_empty[across] * FULLNESS + v->map.n_empty[down]];
}

static int32_t add_any(const sight *v, spk_move move, const int16_t *worth)
{
    uint16_t row[sizeof(struct slots)];
    int32_t sum = 0;
    memset(row, 0xff, sizeof row);
    read_move(v, move, row);
    for (size_t k = 0; k < sizeof(struct slots); k++)
        sum += row[k] == SPK_NO_FEATURE ? 0 : worth[row[k]];
    return sum;
}

static void add_moves(const spk_box *box, const void *state, spk_seat seat, const spk_move *moves,
                      int n, const int16_t *worth, int32_t *sum)
{
    sight v;
    till tills[N_SOURCES];
    look(&v, box, state, seat);
    open_tills(&v, worth, tills);
    for (int i = 0; i < n; i++) {
        int cell = gangster_move_cell(moves[i]), arg = gangster_move_arg(moves[i]);
        gangster_op op = gangster_move_op(moves[i]);
        if (op == GANGSTER_LAY_OWN)
            sum[i] = add_lay(&v, &tills[arg - 1], cell);
        else if (op == GANGSTER_LAY_OPEN)
            sum[i] = add_lay(&v, &tills[FROM_OPEN + arg - 1], cell);
        else if (op == GANGSTER_LAY_DRAWN)
            sum[i] = add_lay(&v, &tills[FROM_DRAWN], cell);
        else
            sum[i] = add_any(&v, moves[i], worth);
    }
}

const spk_move_features gangster_move_features = {
    .blocks = blocks,
    .n_slots = sizeof(struct slots),
    .n_features = sizeof(struct features),
    .read = read_moves,
    .add = add_moves,
};
