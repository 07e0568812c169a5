/* view.c: what each seat may see. Every secret of Gangster would be kept in this file; there is
 * none. The order of the piles is unknown to all and exists nowhere in a state; what they hold
 * together anybody can count (GB-R9). So a view is the state, and the only world that fits it is
 * the true one. */
#include "games/gangster/state.h"

void gangster_redact(const spk_box *box, void *state, spk_seat seat)
{
    (void)box, (void)state, (void)seat;
}

void gangster_resample(const spk_box *box, void *view, spk_seat seat, spk_rng *rng)
{
    (void)box, (void)view, (void)seat, (void)rng;
}
