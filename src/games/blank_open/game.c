/* game.c: Blank Open as the rest of the program sees it, and nothing else. What is left out here
 * (secrets, refusals, hints, talk, options, an edition) is described in engine/game.h. */
#include "blank_open_texts.h" /* made from rules.md */
#include "games/blank_open/state.h"

const spk_game spk_game_blank_open = {
    .key = "blank_open",
    .name = "Blank Open",
    .about = "the small template: one die or two",
    .prefix = "OB",
    .is_new = true, /* until it is translated and has a drawn board */
    .min_seats = 2,
    .max_seats = BLANK_OPEN_SEATS,
    .state_size = sizeof(blank_open_state),
    .max_moves = 2,
    .max_outcomes = 11,
    .max_steps = BLANK_OPEN_SEATS * BLANK_OPEN_TURNS * 2,

    .rules_text = blank_open_rules_text,
    .notes_text = blank_open_notes_text,
    .seats_rule = "OB-1.1",
    .turn_rule = "OB-2.1",
    .over_rule = "OB-3.1",
    .setup = blank_open_setup,

    .actors = blank_open_actors,
    .moves = blank_open_moves,
    .chance = blank_open_chance,
    .apply = blank_open_apply,
    .turn = blank_open_turn,
    .result = blank_open_result,

    .print_move = blank_open_print_move,
    .parse_move = blank_open_parse_move,
    .print_state = blank_open_print_state,
    .parse_state = blank_open_parse_state,
    .json = blank_open_json,
    .board = blank_open_board,
};
