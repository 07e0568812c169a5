/* rules.c: the whole game: who acts, which moves there are, what they do, and who has won. How
 * moves and positions are spelled is in text.c. */
#include <string.h>

#include "games/blank_open/state.h"

void blank_open_setup(const spk_box *box, void *state)
{
    (void)box;
    memset(state, 0, sizeof(blank_open_state));
}

static bool is_over(const spk_box *box, const blank_open_state *s) /* OB-3.1 */
{
    return s->turn == BLANK_OPEN_TURNS * box->n_seats;
}

spk_actors blank_open_actors(const spk_box *box, const void *state)
{
    const blank_open_state *s = state;
    if (is_over(box, s))
        return 0;
    return s->dice ? SPK_CHANCE_ACTS : SPK_ACTOR(s->turn % box->n_seats); /* OB-2.1 */
}

int blank_open_moves(const spk_box *box, const void *state, spk_seat seat, spk_move *out)
{
    (void)box, (void)state, (void)seat;
    out[0] = BLANK_OPEN_ONE;
    out[1] = BLANK_OPEN_TWO;
    return 2;
}

/* Every outcome has an exact weight: of the 36 throws of two dice six make a 7, and one a 12. */
int blank_open_chance(const spk_box *box, const void *state, spk_outcome *out)
{
    const blank_open_state *s = state;
    int n = 0;
    (void)box;
    for (unsigned sum = s->dice; sum <= 6u * s->dice; sum++) {
        unsigned ways = sum <= 7 ? sum - 1 : 13 - sum;
        out[n++] = (spk_outcome){BLANK_OPEN_DICE + sum, s->dice == 1 ? 1 : ways};
    }
    return n;
}

void blank_open_apply(const spk_box *box, void *state, spk_seat seat, spk_move move)
{
    blank_open_state *s = state;
    if (seat != SPK_SEAT_CHANCE) {
        s->dice = move == BLANK_OPEN_TWO ? 2 : 1;
        return;
    }
    int sum = (int)(move - BLANK_OPEN_DICE);
    if (sum != 7) /* OB-2.3 */
        s->score[s->turn % box->n_seats] += (uint8_t)sum;
    s->dice = 0;
    s->turn++;
}

/* For undo: another number after every turn. */
uint32_t blank_open_turn(const spk_box *box, const void *state)
{
    (void)box;
    return ((const blank_open_state *)state)->turn;
}

void blank_open_result(const spk_box *box, const void *state, spk_result *result)
{
    const blank_open_state *s = state;
    *result = (spk_result){.n_seats = box->n_seats};
    for (int i = 0; i < box->n_seats; i++)
        result->score[i] = s->score[i];
    spk_rank_by_score(result); /* OB-3.2 */
    result->reason = is_over(box, s) ? "last_turn" : NULL;
}
