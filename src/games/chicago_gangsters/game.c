/* game.c: Chicago Gangsters as the rest of the program sees it, and nothing else. */
#include "chicago_gangsters_texts.h" /* made from rules.md, README.md and the default edition */
#include "games/chicago_gangsters/state.h"

const spk_game spk_game_chicago_gangsters = {
    .key = "chicago_gangsters",
    .name = "Chicago Gangsters",
    .about =
        N_("Juergen Kiedaisch, Kosmos 2009: changing coalitions fight over districts and alcohol"),
    .prefix = "CG",
    .min_seats = 3,
    .max_seats = 5,

    .state_size = sizeof(cg_state),
    .config_size = sizeof(cg_config),
    .max_moves = CG_MAX_MOVES,
    .max_outcomes = CG_PERSON_COUNT,
    .max_steps = 2400, /* 12 rounds of at most 190 steps, and the deal */

    .options = cg_options,
    .n_options = CG_OPT_COUNT,
    .edition_text = chicago_gangsters_edition_text,
    .former_editions = chicago_gangsters_former_editions,
    .rules_version = 1,
    .rules_text = chicago_gangsters_rules_text,
    .notes_text = chicago_gangsters_notes_text,
    .seats_rule = "CG-1.1",
    .turn_rule = "CG-2.1",
    .over_rule = "CG-8.1",
    .configure = cg_configure,
    .setup = cg_setup,

    .actors = cg_actors,
    .moves = cg_moves,
    .chance = cg_chance,
    .draw = cg_draw,
    .refuse = cg_refuse,
    .apply = cg_apply,
    .safe = cg_safe,

    .result = cg_result,
    .unsound = cg_unsound,
    .redact = cg_redact,
    .resample = cg_resample,
    .heard = cg_heard,
    .effects = cg_effects,
    .turn = cg_turn,
    .reveals = cg_reveals,

    .print_move = cg_print_move,
    .parse_move = cg_parse_move,
    .print_state = cg_print_state,
    .parse_state = cg_parse_state,
    .json = cg_json,
    .json_box = cg_json_box,
    .board = cg_board,
    .explain = cg_explain,
    .describe = cg_describe,
    .name_thing = cg_name_thing,
    .hints = &cg_hints,
    .scripts = cg_scripts,
    .n_scripts = CG_SCRIPTS,
    .talk = &cg_talk,
    .chat = cg_chat,
};
