/* state.h: a position of Blank Open, its moves, and what the files of this folder share.
 *
 *     turn 5   dice 2 (in the air)   score 12 0 21
 *
 * A state is flat and has no padding: equal positions are equal bytes. */
#ifndef BLANK_OPEN_STATE_H
#define BLANK_OPEN_STATE_H

#include "engine/game.h"

enum { BLANK_OPEN_SEATS = 4, BLANK_OPEN_TURNS = 10, BLANK_OPEN_MOST = BLANK_OPEN_TURNS * 12 };

typedef struct blank_open_state {
    uint8_t score[BLANK_OPEN_SEATS];
    uint8_t turn; /* of all players together, from 0 */
    uint8_t dice; /* in the air: then chance acts; else 0 */
} blank_open_state;

/* A move is a number. Those above 10 are chance's: the dice show 1 to 12. */
enum { BLANK_OPEN_ONE = 1, BLANK_OPEN_TWO = 2, BLANK_OPEN_DICE = 10 };

/* rules.c */
void blank_open_setup(const spk_box *box, void *state);
spk_actors blank_open_actors(const spk_box *box, const void *state);
int blank_open_moves(const spk_box *box, const void *state, spk_seat seat, spk_move *out);
int blank_open_chance(const spk_box *box, const void *state, spk_outcome *out);
void blank_open_apply(const spk_box *box, void *state, spk_seat seat, spk_move move);
uint32_t blank_open_turn(const spk_box *box, const void *state);
void blank_open_result(const spk_box *box, const void *state, spk_result *result);

/* text.c */
void blank_open_print_move(const spk_box *box, spk_move move, spk_buf *out);
spk_err blank_open_parse_move(const spk_box *box, const char *text, spk_move *move, spk_why *why);
void blank_open_print_state(const spk_box *box, const void *state, spk_buf *out);
spk_err blank_open_parse_state(const spk_box *box, const char *text, void *state, spk_why *why);
void blank_open_json(const spk_box *box, const void *view, spk_seat viewer, spk_json *out);
void blank_open_board(const spk_box *box, const void *view, spk_seat viewer, spk_buf *out);

#endif
