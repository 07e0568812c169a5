/* data.c: the names of things and the table options. No code. What an edition may change (coalition,
 * district and loot cards, the kinds of six persons) is in editions/chicago_gangsters. */
#include "games/chicago_gangsters/state.h"

const char *const cg_kind_names[] = {"W2", "W4", "B1", "B2", "B3", "B4", "B5", "E1", "E3", "E5"};
const uint8_t cg_kind_value[] = {2, 4, 1, 2, 3, 4, 5, 1, 3, 5};
const uint8_t cg_kind_means[] = {CG_WEAPONS, CG_WEAPONS, CG_BRIBE,     CG_BRIBE,     CG_BRIBE,
                                 CG_BRIBE,   CG_BRIBE,   CG_BLACKMAIL, CG_BLACKMAIL, CG_BLACKMAIL};

const char *const cg_means_names[] = {"weapons", "bribe", "blackmail"};
const cg_bag cg_means_bits[] = {CG_WEAPON_BITS, CG_BRIBE_BITS, CG_BLACKMAIL_BITS};

const char *const cg_person_names[] = {
    [CG_INFORMER] = "informer",
    [CG_WHISKEY_SMUGGLER] = "whiskey_smuggler",
    [CG_DEALER] = "dealer",
    [CG_THIEF] = "thief",
    [CG_EXPLOSIVES_EXPERT] = "explosives_expert",
    [CG_FENCE] = "fence",
    [CG_POKER_PLAYER] = "poker_player",
    [CG_PRIEST] = "priest",
    [CG_THUG] = "thug",
    [CG_REPORTER] = "reporter",
    [CG_TAXI_DRIVER] = "taxi_driver",
    [CG_CUSTOMS_OFFICER] = "customs_officer",
    [CG_BANK_DIRECTOR] = "bank_director",
    [CG_MAYOR] = "mayor",
    [CG_POLICE_CHIEF] = "police_chief",
    [CG_PROSECUTOR] = "prosecutor",
    [CG_JUDGE] = "judge",
    [CG_SENATOR] = "senator",
};
const uint8_t cg_person_value[] = {0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4};

const char *const cg_clan_ids[] = {"clan_a", "clan_b", "clan_c", "clan_d", "mr_x"};
const char *const cg_side_names[] = {"challenger", "defender"};
const char *const cg_item_names[] = {"alcohol", "means", "person"};

const char *const cg_phase_names[] = {
    [CG_FIRST_MR_X] = "first_mr_x",
    [CG_DEAL_PERSONS] = "deal_persons",
    [CG_DEAL_MEANS] = "deal_means",
    [CG_COALITION] = "reveal_coalition",
    [CG_DISTRICT] = "reveal_district",
    [CG_LOOT] = "reveal_loot",
    [CG_PERSON] = "reveal_person",
    [CG_X_LAY] = "mr_x_lay",
    [CG_CLAIM] = "claim",
    [CG_DUEL] = "duel",
    [CG_LAY] = "lay",
    [CG_SHOW] = "show",
    [CG_USE_THUG] = "use_thug",
    [CG_KEEP_HIDDEN] = "keep_hidden",
    [CG_PACKAGE] = "choose_package",
    [CG_COMPENSATION] = "compensation",
    [CG_ROUND_END] = "round_end",
    [CG_DRAW] = "draw",
    [CG_OVER] = "over",
};

const char *const cg_stage_names[] = {
    [CG_CHALLENGER_TURN] = "challenger_turn",
    [CG_DEFENDER_TURN] = "defender_turn",
    [CG_LOOT_SHARE] = "loot_share",
    [CG_ENDING] = "round_end",
};

const spk_option cg_options[] = {
    [CG_OPT_GODFATHER] = {.name = "godfather",
                          .values = "off on",
                          .most = 4,
                          .rule = "CG-11",
                          .help = "The Godfather (expert rule for three and four players)"},
    [CG_OPT_THUG_LONE_ORDER] = {.name = "thug_lone_order",
                                .values = "lone_first thug_first",
                                .least = 3,
                                .most = 3,
                                .ours = true,
                                .rule = "CG-R24",
                                .help = "Thug of the lone player: what doubles first"},
    [CG_OPT_THUG_IN_BARRED] = {.name = "thug_in_barred",
                               .values = "yes no",
                               .letter = "no",
                               .ours = true,
                               .rule = "CG-R25",
                               .help = "Thug works where persons are forbidden"},
    [CG_OPT_THUG_DOUBLES_PERSONS] = {.name = "thug_doubles_persons",
                                     .values = "yes no",
                                     .letter = "no",
                                     .ours = true,
                                     .rule = "CG-R26",
                                     .help = "Thug also doubles persons who act as means"},
    [CG_OPT_FIRST_MR_X] = {.name = "first_mr_x",
                           .values = "random seat_0 seat_1 seat_2 seat_3 seat_4",
                           .least = 5,
                           .ours = true,
                           .rule = "CG-R30",
                           .help = "First Mr. X, with five players"},
    [CG_OPT_MR_X_BONUS] = {.name = "mr_x_bonus",
                           .values = "holder staying_only",
                           .letter = "staying_only",
                           .least = 5,
                           .ours = true,
                           .rule = "CG-R31",
                           .help = "Who gets Mr. X's extra draw and swap"},
    [CG_OPT_OUSTED_ROUND_END] = {.name = "ousted_round_end",
                                 .values = "full none",
                                 .most = 4,
                                 .with = "godfather=on",
                                 .ours = true,
                                 .rule = "CG-R49",
                                 .help = "Turn of an ousted partner at the end of a round"},
    [CG_OPT_TALK_LIMIT] = {.name = "talk_limit",
                           .lo = 0,
                           .hi = 8,
                           .fallback = 3,
                           .rule = "CG-3.3",
                           .help = "Messages of each speaker in one talk (0: no talk)"},
    [CG_OPT_BOT_TALK] = {.name = "bot_talk",
                         .values = "own honest silent",
                         .rule = "CG-3.3",
                         .help = "How bots talk"},
    [CG_OPT_CLAIMS] = {.name = "claims",
                       .values = "sealed spoken",
                       .letter = "spoken",
                       .most = 4,
                       .with = "godfather=on",
                       .ours = true,
                       .rule = "CG-R43",
                       .help = "How players claim to be the Godfather"},
};
