/* state.h: a position of Famiglia, and the bag of cards that everything in it is made of.
 *
 *      seat 0                    the middle of the table                      seat 1
 *   hand    display     street_old  street_new   pile  under  discard     hand    display
 *  (A0 F1)  (F0 B1)     (F2 A1 B1)   (M3 A2)     (?)   F1,B2  (M1 M2)    (A0 M0)  (B0)
 *                           old         new*      |      |
 *                    lying since     laid out     |      put under it in the second pass,
 *                    earlier turns   this turn    |      first in, first out: order is public
 *                                                 what is left of the shuffle: a bag, no order
 *
 * No order of the shuffled cards exists anywhere: a draw is a chance event over what is left. So a
 * state of Famiglia holds no secret at all (FA-R51), and a view is the state.
 *
 * Cards of one family and rank are interchangeable (FA-R63), so a zone is a bag: how many of each
 * of the twenty types, three bits per type, in one 64-bit word. Adding a card is an addition,
 * "is there a zero in the street" is one AND, and a whole position fits into two cache lines. */
#ifndef FAMIGLIA_STATE_H
#define FAMIGLIA_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/game.h"

/* -- Cards: type t = 5 * family + rank --------------------------------------------------------- */

enum {
    FAMIGLIA_LA_FAMIGLIA,
    FAMIGLIA_ACCOUNTANTS,
    FAMIGLIA_BRUTES,
    FAMIGLIA_MERCENARIES,
    FAMIGLIA_FAMILY_COUNT
};

enum {
    FAMIGLIA_RANKS = 5,
    FAMIGLIA_TYPES = 20,
    FAMIGLIA_COMMON = 52,     /* cards outside the starter sets */
    FAMIGLIA_STREET = 6,      /* FA-1.7, FA-4.1 */
    FAMIGLIA_UNDER = 40,      /* cards of rank 1 to 4: at most this many lie under the pile */
    FAMIGLIA_MAX_MOVES = 201, /* reached at most by INTIMIDATE: see the ledger's Size */
};

typedef int famiglia_card; /* a type, 0 to 19 */

static inline famiglia_card famiglia_card_of(int family, int rank)
{
    return FAMIGLIA_RANKS * family + rank;
}
static inline int famiglia_family(famiglia_card t) { return t / FAMIGLIA_RANKS; }
static inline int famiglia_rank(famiglia_card t) { return t % FAMIGLIA_RANKS; }

/* -- Bags -------------------------------------------------------------------------------------- */

typedef uint64_t famiglia_bag;

#define FAMIGLIA_ONE(t)    ((famiglia_bag)1 << 3 * (t))
#define FAMIGLIA_EACH      011111111111111111111u /* one of each type: octal, a digit a type */
#define FAMIGLIA_ZEROS     000001000010000100001u /* one of each type of rank 0 */
#define FAMIGLIA_FAMILY(f) ((famiglia_bag)011111 << 15 * (f)) /* one of each type of a family */

static inline int famiglia_count(famiglia_bag bag, famiglia_card t)
{
    return (int)(bag >> 3 * t & 7);
}

/* One of each type that the bag holds. */
static inline famiglia_bag famiglia_present(famiglia_bag bag)
{
    return (bag | bag >> 1 | bag >> 2) & FAMIGLIA_EACH;
}

/* How many cards. Neighbouring digits are added in pairs, then a multiplication adds the ten pairs
 * up in its top digits: 60 cards fit into six bits, so nothing carries over. */
static inline int famiglia_size(famiglia_bag bag)
{
    const uint64_t low = 0007070707070707070707u, ones = 0001010101010101010101u;
    uint64_t pairs = (bag & low) + (bag >> 3 & low);
    return (int)(pairs * ones >> 54 & 63);
}

/* The bag without all cards of the types in 'types' (one of each). */
static inline famiglia_bag famiglia_without(famiglia_bag bag, famiglia_bag types)
{
    return bag & ~(7 * types);
}

/* Walk over the types in a bag of single cards, lowest first:
 *     for (famiglia_bag left = famiglia_present(bag); left; left &= left - 1)
 *         t = famiglia_lowest(left);                                                           */
static inline famiglia_card famiglia_lowest(famiglia_bag types)
{
    return (int)((unsigned)__builtin_ctzll(types) / 3); /* unsigned: a cheaper division */
}

/* -- The position ------------------------------------------------------------------------------ */

typedef enum famiglia_phase {
    FAMIGLIA_START,      /* chance chooses the start player */
    FAMIGLIA_DRAW,       /* chance turns up cards that are due */
    FAMIGLIA_REFRESH,    /* action 1 */
    FAMIGLIA_EXCHANGE,   /* action 2: play an Accountant? */
    FAMIGLIA_TAKE,       /*           cards back from the display ... */
    FAMIGLIA_GIVE,       /*           ... and as many from hand for them */
    FAMIGLIA_INTIMIDATE, /* action 3: play a Brute? */
    FAMIGLIA_RECRUIT,    /* action 4 */
    FAMIGLIA_OVER,
    FAMIGLIA_PHASE_COUNT
} famiglia_phase;

typedef struct famiglia_state {
    famiglia_bag hand[2];
    famiglia_bag display[2];
    famiglia_bag street_old;
    famiglia_bag street_new;
    famiglia_bag pile;    /* the shuffled part of the draw pile */
    famiglia_bag discard; /* empty during the second pass */
    famiglia_bag taken;   /* TAKE and GIVE: what this exchange took from the display */

    uint8_t under[FAMIGLIA_UNDER]; /* the rest of the draw pile, top first */
    uint8_t n_under;

    uint8_t phase;        /* famiglia_phase */
    uint8_t active;       /* seat whose turn it is */
    uint8_t start;        /* seat of the start player */
    uint8_t second_pass;  /* of the deck: 0 or 1 */
    uint8_t passed;       /* 1: the previous turn was a pass */
    uint8_t refreshed;    /* second-pass refreshes this turn: 0 or 1 */
    uint8_t due;          /* DRAW: cards still to be laid out */
    uint8_t due_new;      /* DRAW: 1: by a refresh, as new cards; 0: a fresh street */
    uint8_t accountant;   /* rank of the Accountant played this turn, 0: none */
    uint8_t floor;        /* TAKE, GIVE: types come in rising order, none below this one */
    uint8_t to_give;      /* GIVE: cards still to be given */
    uint8_t brute;        /* rank of the Brute played this turn, 0: none */
    uint8_t lowered;      /* type of the street card it lowered */
    uint8_t lowered_new;  /* 1: that card is a new one */
    uint8_t lowered_by;   /* 0: none is lowered */
    uint8_t turns;        /* finished turns */
    uint8_t recruited[2]; /* recruitments of each seat */
    uint8_t double_pass;  /* OVER: 1: ended by two passes in a row */
    uint8_t spare[4];     /* always 0: no padding, equal positions are equal bytes */
} famiglia_state;

_Static_assert(sizeof(famiglia_state) == 9 * 8 + 64, "no padding: equal positions, equal bytes");

/* What the box keeps: the edition and what follows from it. */
typedef struct famiglia_config {
    int points[FAMIGLIA_TYPES];
    int pair_points[FAMIGLIA_TYPES / 2][64]; /* of two neighbouring digits of a bag */
    famiglia_bag starter[2];
    famiglia_bag common; /* the 52 cards that are in no starter set */
    bool joker_only_if_needed;
} famiglia_config;

/* Indexes into the table of options. */
enum {
    FAMIGLIA_OPT_START_PLAYER,
    FAMIGLIA_OPT_END_ON_REFILL,
    FAMIGLIA_OPT_JOKER,
    FAMIGLIA_OPT_TIE_BREAK,
    FAMIGLIA_OPT_SHOW_HANDS,
    FAMIGLIA_OPT_COUNT
};

/* Hand and display: all that a seat owns (FA-11.1). */
static inline famiglia_bag famiglia_owned(const famiglia_state *s, spk_seat seat)
{
    return s->hand[seat] + s->display[seat];
}

static inline bool famiglia_pile_is_empty(const famiglia_state *s)
{
    return s->pile == 0 && s->n_under == 0;
}

/* FA-10.1: all cards are open. Holds between decisions (FA-I7), so it needs no flag of its own. */
static inline bool famiglia_end_triggered(const famiglia_state *s)
{
    return s->second_pass && famiglia_pile_is_empty(s);
}

/* -- Moves ------------------------------------------------------------------------------------- */

typedef enum famiglia_op {
    FAMIGLIA_START_SEAT,   /* chance: card = seat */
    FAMIGLIA_DRAW_CARD,    /* chance: card */
    FAMIGLIA_REFRESH_CARD, /* card, is_new */
    FAMIGLIA_END_REFRESH,
    FAMIGLIA_PLAY_ACCOUNTANT, /* card */
    FAMIGLIA_SKIP_EXCHANGE,
    FAMIGLIA_TAKE_CARD, /* card */
    FAMIGLIA_STOP,
    FAMIGLIA_GIVE_CARD,  /* card */
    FAMIGLIA_PLAY_BRUTE, /* other = the Brute; card, is_new = its target; amount */
    FAMIGLIA_SKIP_INTIMIDATE,
    FAMIGLIA_RECRUIT_CARD, /* card, is_new, amount = how far it is lowered; other = exhausted */
    FAMIGLIA_PASS,
    FAMIGLIA_OP_COUNT
} famiglia_op;

enum { FAMIGLIA_NONE = 31 }; /* RECRUIT_CARD: nothing is exhausted */

/*  bit 63    ...   20   16  15..13  12     8 7    0
 *   idle       |  other |  amount | new | card | op    */
static inline spk_move famiglia_move(famiglia_op op, famiglia_card card, bool is_new, int amount,
                                     int other)
{
    return (spk_move)op | (spk_move)card << 8 | (spk_move)is_new << 13 | (spk_move)amount << 14 |
           (spk_move)other << 17;
}
static inline spk_move famiglia_idle(famiglia_op op) { return (spk_move)op | SPK_MOVE_IDLE; }

static inline famiglia_op famiglia_move_op(spk_move m) { return (famiglia_op)(m & 0xff); }
static inline famiglia_card famiglia_move_card(spk_move m) { return (int)(m >> 8 & 31); }
static inline bool famiglia_move_new(spk_move m) { return m >> 13 & 1; }
static inline int famiglia_move_amount(spk_move m) { return (int)(m >> 14 & 7); }
static inline int famiglia_move_other(spk_move m) { return (int)(m >> 17 & 31); }

/* -- The folder's functions -------------------------------------------------------------------- */

/* setup.c */
spk_err famiglia_configure(spk_box *box, spk_edition *edition, spk_why *why);
void famiglia_setup(const spk_box *box, void *state);

/* rules.c */
spk_actors famiglia_actors(const spk_box *box, const void *state);
int famiglia_moves(const spk_box *box, const void *state, spk_seat seat, spk_move *out);
int famiglia_chance(const spk_box *box, const void *state, spk_outcome *out);
spk_move famiglia_draw(const spk_box *box, const void *state, spk_rng *rng);
void famiglia_apply(const spk_box *box, void *state, spk_seat seat, spk_move move);
spk_move famiglia_safe(const spk_box *box, const void *state, spk_seat seat);
uint32_t famiglia_turn(const spk_box *box, const void *state);

/* refusals.c */
spk_err famiglia_refuse(const spk_box *box, const void *state, spk_seat seat, spk_move move,
                        spk_why *why);

/* score.c */
int famiglia_points(const famiglia_config *config, famiglia_bag bag);
void famiglia_result(const spk_box *box, const void *state, spk_result *result);

/* sound.c */
const char *famiglia_unsound(const spk_box *box, const void *state);

/* view.c */
bool famiglia_shows_hand(const spk_box *box, spk_seat viewer, spk_seat owner);

/* text.c */
bool famiglia_card_parse(const char *word, famiglia_card *card);
/* The cards of a zone, each after a space; " -" if there are none. */
void famiglia_print_bag(spk_buf *out, famiglia_bag bag);
void famiglia_print_street(spk_buf *out, const famiglia_state *s);
void famiglia_print_under(spk_buf *out, const famiglia_state *s);
/* The street card by card: old ones, then new ones; a lowered card comes last of its type. */
typedef void famiglia_each_street_card(void *to, famiglia_card card, bool is_new, int amount);
void famiglia_walk_street(const famiglia_state *s, famiglia_each_street_card *visit, void *to);
void famiglia_print_move(const spk_box *box, spk_move move, spk_buf *out);
spk_err famiglia_parse_move(const spk_box *box, const char *text, spk_move *move, spk_why *why);
void famiglia_print_state(const spk_box *box, const void *state, spk_buf *out);
spk_err famiglia_parse_state(const spk_box *box, const char *text, void *state, spk_why *why);

/* json.c */
void famiglia_json(const spk_box *box, const void *view, spk_seat viewer, spk_json *out);
void famiglia_json_box(const spk_box *box, spk_json *out);

/* board.c */
void famiglia_board(const spk_box *box, const void *view, spk_seat viewer, spk_buf *out);

/* phrases.c */
void famiglia_explain(const spk_box *box, spk_seat actor, const char *text, spk_buf *out);
void famiglia_describe(const spk_box *box, const void *view, spk_seat seat, spk_move move,
                       spk_buf *out);
void famiglia_name_thing(const spk_box *box, const char *thing, spk_buf *out);

/* hints.c */
extern const spk_hints famiglia_hints;

/* scripts.c */
enum { FAMIGLIA_SCRIPTS = 2 };
extern const spk_script famiglia_scripts[FAMIGLIA_SCRIPTS];

/* data.c */
extern const char *const famiglia_families[FAMIGLIA_FAMILY_COUNT]; /* "la_famiglia" ... */
extern const char *const famiglia_members[FAMIGLIA_FAMILY_COUNT];  /* "accountant" ... */
extern const char famiglia_letters[FAMIGLIA_FAMILY_COUNT + 1];     /* "FABM" */
extern const int famiglia_copies[FAMIGLIA_RANKS];
extern const spk_option famiglia_options[FAMIGLIA_OPT_COUNT];
extern const char *const famiglia_phase_names[FAMIGLIA_PHASE_COUNT];

#endif
