/* data.c: the names of Blank's things and its table options. No code. How many cards and prizes there
 * are is not here but in editions/blank/default.edition. */
#include "games/blank/state.h"

const char *const blank_phase_names[] = {
    [BLANK_DEAL] = "deal", [BLANK_PRIZE] = "prize", [BLANK_SEAL] = "seal",
    [BLANK_TAKE] = "take", [BLANK_OVER] = "over",
};

const spk_option blank_options[] = {
    [BLANK_OPT_WINNER] = {.name = "winner",
                          .values = "highest lowest",
                          .rule = "BL-2.3",
                          .help = "which card wins a round"},
    [BLANK_OPT_GOAL] = {.name = "goal",
                        .lo = 1,
                        .hi = 9,
                        .fallback = 2,
                        .per_seat = true,
                        .rule = "BL-3.1",
                        .help = "points that end the game at once"},
};
