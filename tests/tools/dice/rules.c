/* rules.c: the rules of Dice as rules.md numbers them. tests/tools/new_game.sh puts this file over the
 * one that tools/new_game --open made. The state is the template's: 'score' holds the totals, 'turn'
 * whose turn it is, 'dice' whether the die is in the air. */
#include <string.h>

#include "games/dice/state.h"

enum { ROLL = DICE_ONE, STOP = DICE_TWO, LIMIT = 21 };

void dice_setup(const spk_box *box, void *state)
{
    (void)box;
    memset(state, 0, sizeof(dice_state));
}

spk_actors dice_actors(const spk_box *box, const void *state)
{
    const dice_state *s = state;
    if (s->turn >= box->n_seats)
        return 0; /* DI-3.1 */
    return s->dice ? SPK_CHANCE_ACTS : SPK_ACTOR(s->turn);
}

int dice_moves(const spk_box *box, const void *state, spk_seat seat, spk_move *out)
{
    const dice_state *s = state;
    (void)box;
    out[0] = ROLL;
    out[1] = STOP;
    return s->score[seat] ? 2 : 1; /* DI-2.2 */
}

spk_err dice_refuse(const spk_box *box, const void *state, spk_seat seat, spk_move move,
                    spk_why *why)
{
    (void)box, (void)state, (void)seat, (void)move;
    return spk_refuse(why, "DI-2.2", "Roll at least once before you stop.");
}

int dice_chance(const spk_box *box, const void *state, spk_outcome *out)
{
    (void)box, (void)state;
    for (unsigned i = 0; i < 6; i++)
        out[i] = (spk_outcome){DICE_DICE + 1 + i, 1};
    return 6;
}

void dice_apply(const spk_box *box, void *state, spk_seat seat, spk_move move)
{
    dice_state *s = state;
    (void)box;
    if (seat != SPK_SEAT_CHANCE) {
        s->dice = move == ROLL;
        if (move == STOP)
            s->turn++;
        return;
    }
    int total = s->score[s->turn] + (int)(move - DICE_DICE);
    s->dice = 0;
    s->score[s->turn] = (uint8_t)(total > LIMIT ? 0 : total); /* DI-2.3 */
    if (total >= LIMIT)
        s->turn++;
}

uint32_t dice_turn(const spk_box *box, const void *state)
{
    (void)box;
    return ((const dice_state *)state)->turn;
}

void dice_result(const spk_box *box, const void *state, spk_result *result)
{
    const dice_state *s = state;
    *result = (spk_result){.n_seats = box->n_seats};
    for (int i = 0; i < box->n_seats; i++)
        result->score[i] = s->score[i];
    spk_rank_by_score(result); /* DI-3.2 */
    result->reason = s->turn >= box->n_seats ? "all_played" : NULL;
}
