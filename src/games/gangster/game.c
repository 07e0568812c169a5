/* game.c: Gangster as the rest of the program sees it, and nothing else. */
#include "games/gangster/state.h"
#include "gangster_texts.h" /* made from rules.md, README.md and editions/gangster/default.edition */

const spk_game spk_game_gangster = {
    .key = "gangster",
    .name = "Gangster - Die Bosse von Chicago",
    .about = N_("Czarne, LudoArt 2006: four gangs fight for the rows and columns of Chicago"),
    .prefix = "GB",
    .tints = "RrBbYyGw",
    .min_seats = 2,
    .max_seats = 4,

    .state_size = sizeof(gangster_state),
    .config_size = sizeof(gangster_config),
    .max_moves = GANGSTER_MOVES,
    .max_outcomes = GANGSTER_KINDS,
    /* 36 lays and 4 shots, each after at most 1000 moves (GB-R36); 30 tiles revealed, 30 of them
     * laid in a second step, 6 orders chosen, and who begins. With stall_limit=0 nothing but the
     * players' patience bounds a game. */
    .max_steps = 40 * 1001 + 30 + 30 + 6 + 1,

    .options = gangster_options,
    .n_options = GANGSTER_OPT_COUNT,
    .edition_text = gangster_edition_text,
    .former_editions = gangster_former_editions,
    .rules_version = 1,
    .rules_text = gangster_rules_text,
    .notes_text = gangster_notes_text,
    .seats_rule = "GB-1.2",
    .turn_rule = "GB-2.2",
    .over_rule = "GB-7.4",
    .configure = gangster_configure,
    .setup = gangster_setup,

    .actors = gangster_actors,
    .moves = gangster_moves,
    .chance = gangster_chance,
    .draw = gangster_draw,
    .refuse = gangster_refuse,
    .apply = gangster_apply,
    .safe = gangster_safe,

    .result = gangster_result,
    .unsound = gangster_unsound,

    /* An open game. The order of the piles is unknown to all and exists nowhere in a state (GB-R9). */
    .effects = gangster_effects,
    .turn = gangster_turn,

    .print_move = gangster_print_move,
    .parse_move = gangster_parse_move,
    .print_state = gangster_print_state,
    .parse_state = gangster_parse_state,
    .json = gangster_json,
    .json_box = gangster_json_box,
    .board = gangster_board,

    .explain = gangster_explain,
    .describe = gangster_describe,
    .name_thing = gangster_name_thing,

    .hints = &gangster_hints,
    .scripts = gangster_scripts,
    .n_scripts = GANGSTER_SCRIPTS,
};
