/* game.c: Chicago as the rest of the program sees it, and nothing else. */
#include "chicago_texts.h" /* made from README.md and editions/chicago/default.edition */
#include "games/chicago/state.h"

const spk_game spk_game_chicago = {
    .key = "chicago",
    .name = "Chicago",
    .about =
        "Jean Claude Solier, Ravensburger 1991: four gangs fight for a city's bars and casinos",
    .prefix = "CH",
    .tints = "YyyyRrrrGgggBbbb",
    .min_seats = 2,
    .max_seats = 4,

    .state_size = sizeof(chicago_state),
    .config_size = sizeof(chicago_config),
    .max_moves = CHICAGO_MAX_MOVES,
    .max_outcomes = 36,
    /* 16 hirings, 80 placings, 96 turns of an 'enter none', a roll and 22 points, and what 80
     * figures allow: 80 entries, 80 duels of 4 throws, each with its 'fight' and its 'pair'. */
    .max_steps = 16 + 80 + 96 * (1 + 1 + 22) + 80 + 80 * (4 + 1 + 1),

    .options = chicago_options,
    .n_options = CHICAGO_OPT_COUNT,
    .edition_text = chicago_edition_text,
    .rules_text = chicago_rules_text,
    .seats_rule = "CH-14.1",
    .turn_rule = "CH-4.2",
    .over_rule = "CH-13.1",
    .configure = chicago_configure,
    .setup = chicago_setup,

    .actors = chicago_actors,
    .moves = chicago_moves,
    .chance = chicago_chance,
    .draw = chicago_draw,
    .refuse = chicago_refuse,
    .apply = chicago_apply,
    .safe = chicago_safe,

    .result = chicago_result,
    .unsound = chicago_unsound,

    .redact = chicago_redact,
    .resample = chicago_resample,
    .tell = chicago_tell,
    .turn = chicago_turn,

    .print_move = chicago_print_move,
    .parse_move = chicago_parse_move,
    .print_state = chicago_print_state,
    .parse_state = chicago_parse_state,
    .json = chicago_json,
    .board = chicago_board,

    .hints = &chicago_hints,
};
