/* view.c: what each seat may see. Every secret of Chicago would be kept in this file; there is none.
 * All material lies openly, cash included (CH-2.7, CH-R30), and no die is thrown before it is due:
 * a view is the state, and the only world that fits it is the true one. */
#include "games/chicago/state.h"

void chicago_redact(const spk_box *box, void *state, spk_seat seat)
{
    (void)box, (void)state, (void)seat;
}

void chicago_resample(const spk_box *box, void *view, spk_seat seat, spk_rng *rng)
{
    (void)box, (void)view, (void)seat, (void)rng;
}
