/* data.c: the names of the things in Gangster and its table options. No code. What an edition may
 * change, the powers of the tiles, is not here but in editions/gangster/default.edition. */
#include "games/gangster/state.h"

const char *const gangster_colours[] = {"red", "blue", "yellow", "grey"};
const char gangster_letters[] = "RBYG";

const char *const gangster_phase_names[] = {
    [GANGSTER_SETUP] = "setup",
    [GANGSTER_REFILL] = "refill",
    [GANGSTER_ACTION] = "action",
    [GANGSTER_REVEAL] = "reveal",
    [GANGSTER_PLACE_DRAWN] = "place_drawn",
    [GANGSTER_CHOOSE_ORDER] = "choose_order",
    [GANGSTER_OVER] = "game_over",
};

const spk_option gangster_options[] = {
    [GANGSTER_OPT_COLOURS] = {.name = "colours",
                              .values = "rbyg rbgy rybg rygb rgby rgyb bryg brgy byrg bygr bgry "
                                        "bgyr yrbg yrgb ybrg ybgr ygrb ygbr grby gryb gbry gbyr "
                                        "gyrb gybr",
                              .rule = "GB-R4",
                              .help = "Colours of the seats, in order"},
    [GANGSTER_OPT_START_PLAYER] = {.name = "start_player",
                                   .values = "random seat_1 seat_2 seat_3 seat_4",
                                   .ours = true,
                                   .rule = "GB-R37",
                                   .help = "Who begins"},
    [GANGSTER_OPT_TIE_RULE] = {.name = "tie_rule",
                               .values = "top_only all_equal",
                               .ours = true,
                               .rule = "GB-R31",
                               .help = "Gangs of equal power cancel each other out"},
    [GANGSTER_OPT_SHOOT_OWN] = {.name = "shoot_own",
                                .values = "on off",
                                .ours = true,
                                .rule = "GB-R20",
                                .help = "Gangsters of one's own colour may be shot"},
    [GANGSTER_OPT_STALL_LIMIT] =
        {.name = "stall_limit",
         .lo = 0,
         .hi = 1000,
         .fallback = 6,
         .per_seat = true,
         .letter = "0",
         .ours = true,
         .rule = "GB-R36",
         .help = "Moves in a row until somebody must lay or shoot (0: no limit)"},
};
