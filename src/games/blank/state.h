/* state.h: a position of Blank, and what the files of its folder share.
 *
 *     hand[0]  {2 9 14}   sealed[0] 9     score[0] 3         pot 2     bag  3 3 2
 *     hand[1]  {5 11}     sealed[1] 0     score[1] 0                  (prizes of 1, 2, 3 points)
 *                          no card yet
 *     unseen   {1 3 4 6 7 8 10 12 13 15}  in nobody's hand
 *
 * There is no order of the deck: a deal is a chance event over what is left. A hand is a set of
 * bits, so it has no slots that could reveal in which order its cards came or which one was played.
 * In a view 'unseen' is everything the viewer cannot place: the deck, other hands and other sealed
 * cards. */
#ifndef BLANK_STATE_H
#define BLANK_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/game.h"

enum {
    BLANK_SEATS = 4,
    BLANK_HAND = 3,   /* cards dealt to each player, hence the number of rounds (BL-1.3, BL-2.1) */
    BLANK_CARDS = 30, /* no edition has more */
    BLANK_PRIZES = 3, /* kinds: 1, 2 and 3 points */
    BLANK_HIDDEN = 255,
};

/* -- Sets of cards: bit c is card c, from 1 ---------------------------------------------------- */

typedef uint32_t blank_set;

#define BLANK_ONE(card) ((blank_set)1 << (card))

static inline int blank_size(blank_set set) { return __builtin_popcount(set); }
static inline int blank_lowest(blank_set set) { return __builtin_ctz(set); }

/* -- The position ------------------------------------------------------------------------------ */

typedef enum blank_phase {
    BLANK_DEAL,  /* chance deals the hands */
    BLANK_PRIZE, /* chance draws a prize */
    BLANK_SEAL,  /* all seats at once */
    BLANK_TAKE,  /* the winner of the round */
    BLANK_OVER,
    BLANK_PHASE_COUNT
} blank_phase;

typedef struct blank_state {
    blank_set hand[BLANK_SEATS];
    blank_set unseen;
    uint8_t sealed[BLANK_SEATS]; /* 0: not yet; in a view BLANK_HIDDEN: some card */
    uint8_t shown[BLANK_SEATS];  /* cards of the last round; 0 before the first */
    uint8_t score[BLANK_SEATS];
    uint8_t bag[BLANK_PRIZES];
    uint8_t pot;
    uint8_t phase;  /* blank_phase */
    uint8_t dealt;  /* cards, of all seats together */
    uint8_t round;  /* rounds whose cards were shown */
    uint8_t winner; /* TAKE: of the round; else 0 */
} blank_state;

_Static_assert(sizeof(blank_state) == 5 * 4 + 20, "no padding: equal positions, equal bytes");

/* What the box keeps: the edition, checked. */
typedef struct blank_config {
    blank_set cards;
    uint8_t prizes[BLANK_PRIZES];
} blank_config;

/* Indexes into the table of options. */
enum { BLANK_OPT_WINNER, BLANK_OPT_GOAL, BLANK_OPT_COUNT };

/* How many cards a seat holds. Everybody can count that, so it is computed from public fields. */
static inline int blank_hand_size(const blank_state *s, int n_seats, spk_seat seat)
{
    int dealt = (s->dealt + n_seats - 1 - seat) / n_seats;
    return dealt - s->round - (s->sealed[seat] != 0);
}

/* -- Moves ------------------------------------------------------------------------------------- */

typedef enum blank_op {
    BLANK_DEAL_CARD,  /* chance: seat, card */
    BLANK_DRAW_PRIZE, /* chance: card = its points */
    BLANK_SEAL_CARD,  /* card */
    BLANK_TAKE_POT,
    BLANK_PASS, /* idle */
    BLANK_OP_COUNT
} blank_op;

/*  bit 63   ...   23   16 15    8 7    0
 *   idle       |   seat  |  card |  op     */
static inline spk_move blank_move(blank_op op, int card, spk_seat seat)
{
    spk_move idle = op == BLANK_PASS ? SPK_MOVE_IDLE : 0;
    return (spk_move)op | (spk_move)card << 8 | (spk_move)seat << 16 | idle;
}
static inline blank_op blank_move_op(spk_move m) { return (blank_op)(m & 0xff); }
static inline int blank_move_card(spk_move m) { return (int)(m >> 8 & 0xff); }
static inline spk_seat blank_move_seat(spk_move m) { return (spk_seat)(m >> 16 & 0xff); }

/* -- The folder's functions -------------------------------------------------------------------- */

/* setup.c */
spk_err blank_configure(spk_box *box, spk_edition *edition, spk_why *why);
void blank_setup(const spk_box *box, void *state);

/* rules.c */
spk_actors blank_actors(const spk_box *box, const void *state);
int blank_moves(const spk_box *box, const void *state, spk_seat seat, spk_move *out);
int blank_chance(const spk_box *box, const void *state, spk_outcome *out);
void blank_apply(const spk_box *box, void *state, spk_seat seat, spk_move move);
spk_move blank_safe(const spk_box *box, const void *state, spk_seat seat);
uint32_t blank_turn(const spk_box *box, const void *state);

/* refusals.c */
spk_err blank_refuse(const spk_box *box, const void *state, spk_seat seat, spk_move move,
                     spk_why *why);
extern const spk_talk blank_talk;

/* score.c */
bool blank_goal_reached(const spk_box *box, const blank_state *s);
void blank_result(const spk_box *box, const void *state, spk_result *result);

/* sound.c */
const char *blank_unsound(const spk_box *box, const void *state);

/* view.c */
void blank_redact(const spk_box *box, void *state, spk_seat seat);
void blank_resample(const spk_box *box, void *view, spk_seat seat, spk_rng *rng);
bool blank_heard(const spk_box *box, const void *before, spk_seat actor, spk_move move,
                 spk_seat viewer, spk_buf *out);
bool blank_reveals(const spk_box *box, const void *before, spk_seat seat, spk_move move);
bool blank_shows_hand(spk_seat viewer, spk_seat owner);

/* text.c */
void blank_print_move(const spk_box *box, spk_move move, spk_buf *out);
spk_err blank_parse_move(const spk_box *box, const char *text, spk_move *move, spk_why *why);
void blank_print_state(const spk_box *box, const void *state, spk_buf *out);
spk_err blank_parse_state(const spk_box *box, const char *text, void *state, spk_why *why);
void blank_print_set(blank_set set, spk_buf *out);

/* json.c */
void blank_json(const spk_box *box, const void *view, spk_seat viewer, spk_json *out);

/* board.c */
void blank_board(const spk_box *box, const void *view, spk_seat viewer, spk_buf *out);

/* hints.c */
extern const spk_hints blank_hints;

/* data.c */
extern const spk_option blank_options[BLANK_OPT_COUNT];
extern const char *const blank_phase_names[BLANK_PHASE_COUNT];

#endif
