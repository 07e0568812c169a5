/* view.c: what each seat may see. Every secret of Famiglia would be kept in this file; there is
 * none. The order of the shuffled cards is unknown to all and exists nowhere in a state, so a view
 * is the state and the only world that fits it is the true one (FA-R51, the ledger's Information).
 */
#include "games/famiglia/state.h"

void famiglia_redact(const spk_box *box, void *state, spk_seat seat)
{
    (void)box, (void)state, (void)seat;
}

void famiglia_resample(const spk_box *box, void *view, spk_seat seat, spk_rng *rng)
{
    (void)box, (void)view, (void)seat, (void)rng;
}

/* Whether a hand is printed for a viewer. With show_hands=off a table leaves the other hand to the
 * players' memory: that is courtesy, not secrecy, since all takings were seen. */
bool famiglia_shows_hand(const spk_box *box, spk_seat viewer, spk_seat owner)
{
    bool hidden = box->option[FAMIGLIA_OPT_SHOW_HANDS] == 1;
    return !hidden || viewer == owner || viewer == SPK_SEAT_HOUSE;
}
