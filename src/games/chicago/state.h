/* state.h: a position of Chicago, and the city it is played in.
 *
 *      the city (config, shared)                      the position (state, copied)
 *
 *      node 0..91    buildings, by number             per gang   member: Y02:4 4,7:1 ...  sorted
 *      node 92..     street fields, row by row                   owned:  a bit per building
 *      adj, link     who is whose neighbour                      cash, figures, waiting members
 *      distance      in movement points               on         per node: which gang stands there
 *      masks         casinos, square bars, sets       the clock  phase, round, turn, stage, points
 *                                                     a battle   in progress, if any
 *
 * A member on the board is one number, node * 8 + rings, and a gang's members are sorted in rising
 * order: so a stack in a building (variant I) is represented like single members, and equal
 * positions are equal bytes. 'on' holds the same information the other way round, because
 * "who is there" is asked many times per move. A member that is fighting is in no list: it is in
 * the battle's own fields until the dice have decided.
 *
 * Nothing is hidden (CH-R30): a view is the state. No generator and no order of dice is in it. */
#ifndef CHICAGO_STATE_H
#define CHICAGO_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/game.h"

/* -- Numbers ----------------------------------------------------------------------------------- */

enum {
    CHICAGO_GANGS = 4, /* yellow red green blue, clockwise; a quarter has its gang's number */
    CHICAGO_FIGURES = 20,
    CHICAGO_RINGS = 150,
    CHICAGO_CHIPS = 20,
    CHICAGO_STRENGTHS = 4,
    CHICAGO_START_CASH_K = 125,
    CHICAGO_PHASES = 4,
    CHICAGO_ROUNDS = 6,
    CHICAGO_TRACK = 22, /* the movement track's last number */

    CHICAGO_PER_QUARTER = 23,
    CHICAGO_BUILDINGS = 92,
    CHICAGO_NODES = 320, /* at most; the reconstructed city has 292 */
    CHICAGO_WORDS = CHICAGO_NODES / 64,
    CHICAGO_STREETS = CHICAGO_NODES - CHICAGO_BUILDINGS,
    CHICAGO_SIDE = 24, /* rows and columns a map may have */
    CHICAGO_EDGES = 8,
    CHICAGO_LINKS = CHICAGO_STREETS * 5 + CHICAGO_EDGES * 7 + 2 * CHICAGO_BUILDINGS,

    CHICAGO_MAX_MOVES = 160, /* 8 members on edge fields, 12 at crossings with a door: 140 */
    CHICAGO_MAX_CASH_K = 5000,
    CHICAGO_MAX_EVENTS = 5000,
};

enum { CHICAGO_CASINO_K = 0, CHICAGO_HOME_K = 1 }; /* indexes among a quarter's 23 buildings */

typedef enum chicago_goal {
    CHICAGO_GOAL_CASINOS,
    CHICAGO_GOAL_SQUARE,
    CHICAGO_GOAL_FOURS,
    CHICAGO_GOAL_COUNT
} chicago_goal;

typedef enum chicago_stage {
    CHICAGO_HIRE,      /* D1 */
    CHICAGO_PLACE,     /* D2 */
    CHICAGO_ENTER,     /* D3 */
    CHICAGO_ROLL,      /* C1: chance, the movement die */
    CHICAGO_STEP,      /* D4 */
    CHICAGO_DUEL,      /* C2: chance, the combat dice */
    CHICAGO_REINFORCE, /* D5, variant I */
    CHICAGO_PAIR,      /* D6, variant I */
    CHICAGO_OVER,
    CHICAGO_STAGE_COUNT
} chicago_stage;

/* -- The position ------------------------------------------------------------------------------ */

typedef struct chicago_gang {
    uint64_t owned[2];                /* a bit per building */
    uint16_t member[CHICAGO_FIGURES]; /* node << 3 | rings, rising; 0 behind the last */
    uint16_t cash_k;                  /* in thousands of FT */
    uint8_t n_members;
    uint8_t reserve; /* figures */
    uint8_t dead;
    uint8_t waiting[CHICAGO_STRENGTHS]; /* hired but not on the board: how many with 1, 2, 3, 4
                                         * rings */
    uint8_t bought[2];                  /* 1-ring, 2-ring members so far in 'balance_scope' */
    uint8_t spare[5];                   /* always 0 */
} chicago_gang;

typedef struct chicago_state {
    chicago_gang gang[CHICAGO_GANGS]; /* a gang that is not in the game is all zeros */
    uint8_t on[CHICAGO_NODES];        /* gang + 1 of the members that stand there; 0: nobody */

    /* Since which event a seat has held a goal without a break: the event's number + 1; 0: it does
     * not hold it. */
    uint16_t since[CHICAGO_GANGS][CHICAGO_GOAL_COUNT];
    uint16_t events; /* finished so far */

    uint8_t stage; /* chicago_stage */
    uint8_t phase; /* 0..3: A..D */
    uint8_t round; /* 1..6; 1 while hiring and placing */
    uint8_t turn;  /* index in the phase's order of gangs */
    uint8_t points;
    uint8_t bank; /* rings */

    /* A battle: DUEL, REINFORCE, PAIR; all 0 otherwise. The two who fight and the attackers of an
     * assault are in no gang's list; the other defenders still are. */
    uint16_t battle_at;                   /* node */
    uint8_t assault;                      /* 1: variant I, in a building */
    uint8_t defender;                     /* gang */
    uint8_t right;                        /* assault: who pairs next; 0 attacker, 1 defender */
    uint8_t attackers[CHICAGO_STRENGTHS]; /* assault: how many of 1, 2, 3, 4 rings wait inside */
    uint8_t rings[2];                     /* DUEL: attacker's, defender's, now ... */
    uint8_t rings_before[2];              /* ... and when the duel began (CH-11.2) */
    uint8_t spare[3]; /* always 0: no padding, equal positions are equal bytes */
} chicago_state;

_Static_assert(sizeof(chicago_gang) == 72, "no padding: equal positions, equal bytes");
_Static_assert(sizeof(chicago_state) == 4 * 72 + 320 + 48,
               "no padding: equal positions, equal bytes");

/* -- What the box keeps: the city and the table's choices -------------------------------------- */

typedef struct chicago_config {
    /* the map */
    int rows, cols;
    int n_nodes, n_streets;
    char grid[CHICAGO_SIDE][CHICAGO_SIDE + 1];      /* as in the edition */
    int16_t node_at[CHICAGO_SIDE][CHICAGO_SIDE];    /* -1: a block or an island */
    uint8_t row[CHICAGO_NODES], col[CHICAGO_NODES]; /* of a node */
    uint16_t door[CHICAGO_BUILDINGS][2];            /* street nodes; one door: twice the same */
    uint8_t door_of[CHICAGO_NODES];                 /* street: building + 1 it leads into, or 0 */
    uint16_t adj_start[CHICAGO_NODES + 1];          /* neighbours of n: adj[adj_start[n]] up to */
    uint16_t adj[CHICAGO_LINKS];                    /* ... adj_start[n + 1], rising */
    uint32_t link[CHICAGO_LINKS];                   /* the step along each of them, as a move */
    uint8_t distance[CHICAGO_NODES][CHICAGO_NODES]; /* points on an empty board */

    /* buildings */
    uint8_t value_k[CHICAGO_BUILDINGS];
    uint64_t printed[CHICAGO_GANGS][2]; /* marks of gangs that are in the game (CH-R24) */
    uint64_t casinos[2], square[2];
    uint64_t set[CHICAGO_GANGS][2][2]; /* home quarter's bars of 1000, of 2000 (CH-12.4, 12.5) */

    /* dice, faces rising */
    uint8_t die[CHICAGO_STRENGTHS][6];
    int n_faces;                   /* different sums of the movement die ... */
    uint8_t face[CHICAGO_TRACK];   /* ... rising ... */
    uint8_t weight[CHICAGO_TRACK]; /* ... and how often each comes in 'tickets' */
    uint32_t tickets;

    /* who plays */
    int n_gangs;
    uint8_t present[CHICAGO_GANGS];               /* 1: this colour is in the game */
    uint8_t seat_of[CHICAGO_GANGS];               /* of a gang that is present */
    uint8_t ally[CHICAGO_GANGS];                  /* the other gang of the player, or itself */
    uint8_t order[CHICAGO_PHASES][CHICAGO_GANGS]; /* of the gangs, in each phase */

    /* table options as the rules ask for them */
    bool stacking, casino_presence, chip_limit, survivor_prize, fours_by_gang, goal_tie_wealth;
    int balance_scope; /* chicago_scope */
} chicago_config;

typedef enum chicago_scope {
    CHICAGO_SCOPE_PURCHASE,
    CHICAGO_SCOPE_PHASE,
    CHICAGO_SCOPE_GAME
} chicago_scope;

enum {
    CHICAGO_OPT_STACKING,
    CHICAGO_OPT_CASINO_PRESENCE,
    CHICAGO_OPT_MOVEMENT_DIE,
    CHICAGO_OPT_BALANCE_SCOPE,
    CHICAGO_OPT_CHIP_LIMIT,
    CHICAGO_OPT_SURVIVOR_PRIZE,
    CHICAGO_OPT_GOAL_TIE,
    CHICAGO_OPT_COLOURS,
    CHICAGO_OPT_PAIRING,
    CHICAGO_OPT_FOURS_SCOPE,
    CHICAGO_OPT_COUNT
};

/* -- Small questions --------------------------------------------------------------------------- */

static inline bool chicago_has(const uint64_t *bits, int n) { return bits[n >> 6] >> (n & 63) & 1; }
static inline void chicago_put(uint64_t *bits, int n) { bits[n >> 6] |= (uint64_t)1 << (n & 63); }
static inline void chicago_cut(uint64_t *bits, int n)
{
    bits[n >> 6] &= ~((uint64_t)1 << (n & 63));
}

static inline int chicago_node_of(uint16_t member) { return member >> 3; }
static inline int chicago_rings_of(uint16_t member) { return member & 7; }

static inline int chicago_quarter(int building) { return building / CHICAGO_PER_QUARTER; }
static inline int chicago_home(int gang) { return gang * CHICAGO_PER_QUARTER + CHICAGO_HOME_K; }

static inline bool chicago_stands(const chicago_state *s, int gang, int node)
{
    return s->on[node] == gang + 1;
}

/* -1: nobody. */
static inline int chicago_owner_of(const chicago_state *s, int building)
{
    int gang = CHICAGO_GANGS - 1;
    while (gang >= 0 && !chicago_has(s->gang[gang].owned, building))
        gang--;
    return gang;
}

static inline bool chicago_in_battle(const chicago_state *s)
{
    return s->stage == CHICAGO_DUEL || s->stage == CHICAGO_REINFORCE || s->stage == CHICAGO_PAIR;
}

/* The gang whose turn it is; while the game is on. */
static inline int chicago_on_turn(const chicago_config *c, const chicago_state *s)
{
    return c->order[s->phase][s->turn];
}

static inline int chicago_n_waiting(const chicago_gang *g)
{
    return g->waiting[0] + g->waiting[1] + g->waiting[2] + g->waiting[3];
}

/* CH-13.4; outside a battle. */
static inline bool chicago_is_out(const chicago_gang *g)
{
    return g->n_members == 0 && g->reserve == 0 && chicago_n_waiting(g) == 0;
}

/* -- Moves ------------------------------------------------------------------------------------- */

typedef enum chicago_op {
    CHICAGO_OP_HIRE,      /* a, b, c: how many of 1, 2, 3 rings */
    CHICAGO_OP_PLACE,     /* a: node */
    CHICAGO_OP_ENTER,     /* a: chicago_way; c: rings */
    CHICAGO_OP_ROLL,      /* chance; a: points */
    CHICAGO_OP_STEP,      /* a: from, b: to; variant I: c: rings */
    CHICAGO_OP_THROW,     /* chance; a: attacker's, b: defender's number */
    CHICAGO_OP_REINFORCE, /* a: from; c: rings */
    CHICAGO_OP_FIGHT,
    CHICAGO_OP_PAIR, /* a: attacker's, b: defender's rings */
    CHICAGO_OP_PASS, /* players try it: never legal, but the reason depends on the stage */
    CHICAGO_OP_END,
    CHICAGO_OP_STOP,
    CHICAGO_OP_COUNT
} chicago_op;

typedef enum chicago_way { CHICAGO_WAY_NONE, CHICAGO_WAY_BUY, CHICAGO_WAY_WAIT } chicago_way;

/*  bit 63   ...  32   26 25   17 16    8 7    0
 *   idle      |    c    |   b   |   a   |  op   */
static inline spk_move chicago_move(chicago_op op, int a, int b, int c)
{
    return (spk_move)op | (spk_move)a << 8 | (spk_move)b << 17 | (spk_move)c << 26;
}
static inline spk_move chicago_hire_move(int n1, int n2, int n3)
{
    return chicago_move(CHICAGO_OP_HIRE, n1, n2, n3) | (n1 + n2 + n3 ? 0 : SPK_MOVE_IDLE);
}
static inline spk_move chicago_enter_move(chicago_way way, int rings)
{
    return chicago_move(CHICAGO_OP_ENTER, (int)way, 0, rings) |
           (way == CHICAGO_WAY_NONE ? SPK_MOVE_IDLE : 0);
}

static inline chicago_op chicago_move_op(spk_move m) { return (chicago_op)(m & 0xff); }
static inline int chicago_move_a(spk_move m) { return (int)(m >> 8 & 511); }
static inline int chicago_move_b(spk_move m) { return (int)(m >> 17 & 511); }
static inline int chicago_move_c(spk_move m) { return (int)(m >> 26 & 127); }

/* -- The folder's functions -------------------------------------------------------------------- */

/* edition.c */
spk_err chicago_edition_read(spk_box *box, spk_edition *edition, spk_why *why);

/* setup.c */
spk_err chicago_configure(spk_box *box, spk_edition *edition, spk_why *why);
void chicago_setup(const spk_box *box, void *state);

/* rules.c: what there is to do; what the other files of the rules share stands in rules.h */
spk_actors chicago_actors(const spk_box *box, const void *state);
int chicago_moves(const spk_box *box, const void *state, spk_seat seat, spk_move *out);
int chicago_chance(const spk_box *box, const void *state, spk_outcome *out);
spk_move chicago_draw(const spk_box *box, const void *state, spk_rng *rng);
void chicago_apply(const spk_box *box, void *state, spk_seat seat, spk_move move);
spk_move chicago_safe(const spk_box *box, const void *state, spk_seat seat);
uint32_t chicago_turn(const spk_box *box, const void *state);

/* refusals.c */
spk_err chicago_refuse(const spk_box *box, const void *state, spk_seat seat, spk_move move,
                       spk_why *why);

/* score.c */
void chicago_result(const spk_box *box, const void *state, spk_result *result);

/* sound.c */
const char *chicago_unsound(const spk_box *box, const void *state);

/* tell.c */
void chicago_effects(const spk_box *box, const void *before, spk_seat actor, spk_move move,
                     spk_buf *out);

/* text.c */
void chicago_print_node(const chicago_config *c, int node, spk_buf *out);
/* The same by value, so that several may be used in one sentence. */
typedef struct chicago_code {
    char text[12];
} chicago_code;
chicago_code chicago_code_of(const chicago_config *c, int node);
bool chicago_parse_node(const chicago_config *c, const char *word, int *node);
void chicago_print_move(const spk_box *box, spk_move move, spk_buf *out);
spk_err chicago_parse_move(const spk_box *box, const char *text, spk_move *move, spk_why *why);

/* position.c */
void chicago_print_state(const spk_box *box, const void *state, spk_buf *out);
spk_err chicago_parse_state(const spk_box *box, const char *text, void *state, spk_why *why);

/* json.c */
void chicago_json(const spk_box *box, const void *view, spk_seat viewer, spk_json *out);
void chicago_json_box(const spk_box *box, spk_json *out);

/* phrases.c */
void chicago_explain(const spk_box *box, spk_seat actor, const char *text, spk_buf *out);
void chicago_describe(const spk_box *box, const void *view, spk_seat seat, spk_move move,
                      spk_buf *out);
void chicago_name_thing(const spk_box *box, const char *code, spk_buf *out);

/* deeds.c */
void chicago_deeds(const spk_box *box, const void *before, const void *after, spk_seat seat,
                   spk_buf *out);

/* board.c */
void chicago_board(const spk_box *box, const void *view, spk_seat viewer, spk_buf *out);

/* hints.c */
extern const spk_hints chicago_hints;

/* scripts.c */
enum { CHICAGO_SCRIPTS = 3 };
extern const spk_script chicago_scripts[CHICAGO_SCRIPTS];

/* data.c */
extern const char *const chicago_gang_names[CHICAGO_GANGS]; /* "yellow" ... */
extern const char chicago_letters[CHICAGO_GANGS + 1];       /* "YRGB" */
extern const char *const chicago_goal_names[CHICAGO_GOAL_COUNT];
extern const char *const chicago_stage_names[CHICAGO_STAGE_COUNT];
extern const int chicago_price_k[CHICAGO_STRENGTHS + 1]; /* by rings; also a member's value */
extern const uint8_t chicago_dice[CHICAGO_STRENGTHS][6];
extern const spk_option chicago_options[CHICAGO_OPT_COUNT];

#endif
