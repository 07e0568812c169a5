/* hints.c: what a bot may know of Blank before it thinks: how the seats stand. */
#include "games/blank/state.h"

/* Whoever is three points ahead wins twice as often. */
static void values(const spk_box *box, const void *state, int value[SPK_MAX_SEATS])
{
    const blank_state *s = state;
    int standing[SPK_MAX_SEATS];
    if (spk_is_over(box, state)) {
        spk_share_end(box, state, value);
        return;
    }
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        standing[seat] = s->score[seat];
    spk_share_wins(box, standing, 3, value);
}

const spk_hints blank_hints = {
    .values = values,
    .rival_worlds = 2,
    .level =
        {
            [SPK_EASY] = {"Greenhorn",
                          "looks at a few cards and takes what it fancies",
                          {50, 700, 2500},
                          {50, 700, 1250},
                          SPK_MERRY,
                          SPK_EVEN,
                          NULL},
            [SPK_NORMAL] = {"Regular",
                            "thinks a little",
                            {300, 400, 1500},
                            {300, 400, 750},
                            SPK_DRY,
                            SPK_EVEN,
                            NULL},
            [SPK_HARD] = {"Old Hand",
                          "thinks for as long as it may",
                          {0, 200, 1000},
                          {0, 200, 500},
                          SPK_COLD,
                          SPK_EVEN,
                          NULL},
        },
};
