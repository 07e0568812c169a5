/* game.c: Famiglia as the rest of the program sees it, and nothing else. */
#include "famiglia_texts.h" /* made from rules.md, README.md and editions/famiglia/default.edition */
#include "games/famiglia/state.h"

const spk_game spk_game_famiglia = {
    .key = "famiglia",
    .name = "Famiglia",
    .about = N_("Friedemann Friese, 2F-Spiele 2010: two gangs recruit from one street"),
    .prefix = "FA",
    .tints = "FrAbByMg",
    .min_seats = 2,
    .max_seats = 2,

    .state_size = sizeof(famiglia_state),
    .config_size = sizeof(famiglia_config),
    .max_moves = FAMIGLIA_MAX_MOVES,
    .max_outcomes = FAMIGLIA_TYPES,
    .max_steps = 2200, /* 107 turns (FA-I17) of at most 20 steps */

    .options = famiglia_options,
    .n_options = FAMIGLIA_OPT_COUNT,
    .edition_text = famiglia_edition_text,
    .former_editions = famiglia_former_editions,
    .rules_version = 1,
    .rules_text = famiglia_rules_text,
    .notes_text = famiglia_notes_text,
    .seats_rule = "FA-1.1",
    .turn_rule = "FA-2.1",
    .over_rule = "FA-10",
    .configure = famiglia_configure,
    .setup = famiglia_setup,

    .actors = famiglia_actors,
    .moves = famiglia_moves,
    .chance = famiglia_chance,
    .draw = famiglia_draw,
    .refuse = famiglia_refuse,
    .apply = famiglia_apply,
    .safe = famiglia_safe,

    .result = famiglia_result,
    .unsound = famiglia_unsound,

    /* An open game. The order of the shuffled cards is unknown to all and exists nowhere in a state (FA-R51). */
    .turn = famiglia_turn,

    .print_move = famiglia_print_move,
    .parse_move = famiglia_parse_move,
    .print_state = famiglia_print_state,
    .parse_state = famiglia_parse_state,
    .json = famiglia_json,
    .json_box = famiglia_json_box,
    .board = famiglia_board,

    .explain = famiglia_explain,
    .describe = famiglia_describe,
    .name_thing = famiglia_name_thing,

    .hints = &famiglia_hints,
    .scripts = famiglia_scripts,
    .n_scripts = FAMIGLIA_SCRIPTS,
};
