/* view.c: what each seat is shown. Famiglia has no secrets (game.c), only courtesy. */
#include "games/famiglia/state.h"

/* Whether a hand is printed for a viewer. With show_hands=off a table leaves the other hand to the
 * players' memory: that is courtesy, not secrecy, since all takings were seen. */
bool famiglia_shows_hand(const spk_box *box, spk_seat viewer, spk_seat owner)
{
    bool hidden = box->option[FAMIGLIA_OPT_SHOW_HANDS] == 1;
    return !hidden || viewer == owner || viewer == SPK_SEAT_ALL_SEEING;
}
