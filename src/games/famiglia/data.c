/* data.c: the names of Famiglia's things and its table options. No code. What an edition may change
 * (points, starter sets) is not here but in editions/famiglia/default.edition. */
#include "games/famiglia/state.h"

const char *const famiglia_families[] = {"la_famiglia", "accountants", "brutes", "mercenaries"};
const char *const famiglia_members[] = {"la_famiglia", "accountant", "brute", "mercenary"};
const char famiglia_letters[] = "FABM";
const int famiglia_copies[] = {5, 4, 3, 2, 1};

const char *const famiglia_phase_names[] = {
    [FAMIGLIA_START] = "start",
    [FAMIGLIA_DRAW] = "draw",
    [FAMIGLIA_REFRESH] = "refresh",
    [FAMIGLIA_EXCHANGE] = "exchange",
    [FAMIGLIA_TAKE] = "exchange_take",
    [FAMIGLIA_GIVE] = "exchange_give",
    [FAMIGLIA_INTIMIDATE] = "intimidate",
    [FAMIGLIA_RECRUIT] = "recruit",
    [FAMIGLIA_OVER] = "over",
};

const spk_option famiglia_options[] = {
    [FAMIGLIA_OPT_START_PLAYER] = {.name = "start_player",
                                   .values = "random seat_1 seat_2",
                                   .ours = true,
                                   .rule = "FA-R1",
                                   .help = "Who begins"},
    [FAMIGLIA_OPT_END_ON_REFILL] =
        {.name = "end_on_refill_after_second",
         .values = "extra_round end_now",
         .ours = true,
         .rule = "FA-R24",
         .help = "The refill after the second player's turn uses up the pile"},
    [FAMIGLIA_OPT_JOKER] = {.name = "joker_only_if_needed",
                            .values = "off on",
                            .letter = "on",
                            .ours = true,
                            .rule = "FA-R43",
                            .help = "A Mercenary may only replace a missing card"},
    [FAMIGLIA_OPT_TIE_BREAK] = {.name = "tie_break",
                                .values = "draw descending",
                                .ours = true,
                                .rule = "FA-R50",
                                .help = "Equal totals and equal best cards"},
    [FAMIGLIA_OPT_SHOW_HANDS] = {.name = "show_hands",
                                 .values = "on off",
                                 .ours = true,
                                 .rule = "FA-R51",
                                 .help = "The other hand is shown"},
};
