/* data.c: the names and prices of Chicago's things and its table options. No code. The city itself
 * is edition data: editions/chicago/default.edition, read by edition.c. */
#include "games/chicago/state.h"

const char *const chicago_gang_names[] = {N_("yellow"), N_("red"), N_("green"), N_("blue")};
const char chicago_letters[] = "YRGB";
const char *const chicago_goal_names[] = {"goal_casinos", "goal_square", "goal_fours"};

const char *const chicago_stage_names[] = {
    [CHICAGO_HIRE] = "hire",           [CHICAGO_PLACE] = "place", [CHICAGO_ENTER] = "enter",
    [CHICAGO_ROLL] = "roll",           [CHICAGO_STEP] = "step",   [CHICAGO_DUEL] = "duel",
    [CHICAGO_REINFORCE] = "reinforce", [CHICAGO_PAIR] = "pair",   [CHICAGO_OVER] = "over",
};

/* CH-5.2; and CH-6.2, where the fourth is not for sale. */
const int chicago_price_k[] = {0, 10, 25, 40, 50};

/* The rulebook prints these, so an edition may not change them. */
const uint8_t chicago_dice[CHICAGO_STRENGTHS][6] = {
    {1, 2, 3, 4, 5, 6},
    {3, 3, 4, 4, 5, 6},
    {4, 4, 5, 5, 6, 6},
    {5, 5, 5, 6, 6, 6},
};

const spk_option chicago_options[] = {
    [CHICAGO_OPT_STACKING] = {.name = "variant_stacking",
                              .values = "off on",
                              .rule = "CH-15.1",
                              .help = "Variant I: several men of a gang in one building"},
    [CHICAGO_OPT_CASINO_PRESENCE] = {.name = "variant_casino_presence",
                                     .values = "off on",
                                     .rule = "CH-15.6",
                                     .help = "Variant II: a casino pays only with a man in it"},
    [CHICAGO_OPT_MOVEMENT_DIE] = {.name = "movement_die",
                                  .values = "d12 scale22 3d6",
                                  .ours = true,
                                  .rule = "CH-R1",
                                  .help = "Movement die: 1 to 12, 11 to 22, or three dice"},
    [CHICAGO_OPT_BALANCE_SCOPE] = {.name = "balance_scope",
                                   .values = "purchase phase game",
                                   .letter = "phase",
                                   .ours = true,
                                   .rule = "CH-R2",
                                   .help = "Men of one and of two rings are hired evenly"},
    [CHICAGO_OPT_CHIP_LIMIT] = {.name = "chip_limit",
                                .values = "off on",
                                .ours = true,
                                .rule = "CH-R16",
                                .help = "Chips limit how many buildings a gang can hold"},
    [CHICAGO_OPT_SURVIVOR_PRIZE] = {.name = "survivor_prize",
                                    .values = "on off",
                                    .letter = "off",
                                    .ours = true,
                                    .rule = "CH-R17",
                                    .help =
                                        "A prize for the survivor if the other fell to ties alone"},
    [CHICAGO_OPT_GOAL_TIE] = {.name = "goal_tie",
                              .values = "earliest wealth",
                              .ours = true,
                              .rule = "CH-R21",
                              .help = "Several players hold a goal: who wins"},
    [CHICAGO_OPT_COLOURS] = {.name = "colours",
                             .values = "YRGB RGBY GBYR BYRG",
                             .least = 3,
                             .rule = "CH-R25",
                             .help = "Colours of the seats, clockwise"},
    [CHICAGO_OPT_PAIRING] = {.name = "pairing",
                             .values = "opposite adjacent",
                             .most = 2,
                             .ours = true,
                             .rule = "CH-R26",
                             .help = "Two players: gangs that belong together"},
    [CHICAGO_OPT_FOURS_SCOPE] = {.name = "fours_scope",
                                 .values = "player gang",
                                 .most = 2,
                                 .ours = true,
                                 .rule = "CH-R28",
                                 .help = "Two players: whose men of four rings count together"},
};
