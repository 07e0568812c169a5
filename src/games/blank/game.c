/* game.c: Blank as the rest of the program sees it, and nothing else. */
#include "blank_texts.h" /* made from rules.md, README.md and editions/blank/default.edition */
#include "games/blank/state.h"

const spk_game spk_game_blank = {
    .key = "blank",
    .name = "Blank",
    .about = "the template: sealed cards for a growing pot",
    .prefix = "BL",
    .is_new = true, /* until it is translated and has a drawn board */
    .min_seats = 2,
    .max_seats = BLANK_SEATS,

    .state_size = sizeof(blank_state),
    .config_size = sizeof(blank_config),
    .max_moves = BLANK_HAND,
    .max_outcomes = BLANK_CARDS,
    .max_steps = BLANK_SEATS * BLANK_HAND + BLANK_HAND * (1 + BLANK_SEATS + 1),

    .options = blank_options,
    .n_options = BLANK_OPT_COUNT,
    .edition_text = blank_edition_text,
    .former_editions = blank_former_editions,
    .rules_version = 1,
    .rules_text = blank_rules_text,
    .notes_text = blank_notes_text,
    .seats_rule = "BL-1.1",
    .turn_rule = "BL-2.2",
    .over_rule = "BL-3.2",
    .configure = blank_configure,
    .setup = blank_setup,

    .actors = blank_actors,
    .moves = blank_moves,
    .chance = blank_chance,
    .refuse = blank_refuse,
    .apply = blank_apply,
    .safe = blank_safe,

    .result = blank_result,
    .unsound = blank_unsound,

    .redact = blank_redact,
    .resample = blank_resample,
    .heard = blank_heard,
    .turn = blank_turn,
    .reveals = blank_reveals,

    .print_move = blank_print_move,
    .parse_move = blank_parse_move,
    .print_state = blank_print_state,
    .parse_state = blank_parse_state,
    .json = blank_json,
    .board = blank_board,

    .hints = &blank_hints,
    .talk = &blank_talk,
};
