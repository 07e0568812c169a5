/* game.c: Chicago as the rest of the program sees it, and nothing else. */
#include "chicago_texts.h" /* made from rules.md, README.md and editions/chicago/default.edition */
#include "games/chicago/state.h"

const spk_game spk_game_chicago = {
    .key = "chicago",
    .name = "Chicago",
    .about =
        N_("Jean Claude Solier, Ravensburger 1991: four gangs fight for a city's bars and casinos"),
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
    .former_editions = chicago_former_editions,
    .rules_version = 1,
    .rules_text = chicago_rules_text,
    .notes_text = chicago_notes_text,
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

    /* An open game. All material lies openly, cash included (CH-2.7, CH-R30), and no die is thrown before it is due. */
    .effects = chicago_effects,
    .turn = chicago_turn,

    .print_move = chicago_print_move,
    .parse_move = chicago_parse_move,
    .print_state = chicago_print_state,
    .parse_state = chicago_parse_state,
    .json = chicago_json,
    .json_box = chicago_json_box,
    .board = chicago_board,

    .explain = chicago_explain,
    .describe = chicago_describe,
    .deeds = chicago_deeds,
    .name_thing = chicago_name_thing,

    .hints = &chicago_hints,
    .scripts = chicago_scripts,
    .n_scripts = CHICAGO_SCRIPTS,
};
