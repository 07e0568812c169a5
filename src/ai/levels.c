/* levels.c: the bots that search. The anchors know nothing of a game but its rules: they play every
 * position on at random, to the end, and stay as they are for ever. The levels know what the game's hints.c
 * knows and what its net has learned; how long each thinks and how much it overlooks stands in hints.c too. How
 * they talk is a matter of character: 'easy' keeps its word, believes what it hears and does more for a partner than for itself, 'normal'
 * likes to bluff, 'hard' knows that trust pays and hardly ever does, and 'boss' does for a partner what comes back. */
#include "ai/bot.h"

extern const spk_bot_kind spk_bot_kind_mcts_1000, spk_bot_kind_ismcts_1000, spk_bot_kind_mcts,
    spk_bot_kind_ismcts, spk_bot_kind_easy, spk_bot_kind_normal, spk_bot_kind_silent,
    spk_bot_kind_hard, spk_bot_kind_boss, spk_bot_kind_liar;

const spk_bot_kind spk_bot_kind_mcts_1000 = {
    .name = "mcts-1000",
    .about = N_("plain tree search over positions, 1,000 random games a move"),
    .iterations = 1000,
};

const spk_bot_kind spk_bot_kind_ismcts_1000 = {
    .name = "ismcts-1000",
    .about = N_("plain tree search over what players can see, 1,000 random games a move"),
    .style = {.sets = true},
    .iterations = 1000,
};

const spk_bot_kind spk_bot_kind_mcts = {
    .name = "mcts",
    .about = N_("mcts-1000 with the table's budget"),
};

const spk_bot_kind spk_bot_kind_ismcts = {
    .name = "ismcts",
    .about = N_("ismcts-1000 with the table's budget"),
    .style = {.sets = true},
};

const spk_bot_kind spk_bot_kind_easy = {
    .name = "easy",
    .about = N_("for a first game"),
    .style =
        {.knows = true, .learned = true, .sets = true, .rival_worlds = true, .memory = 4 << 20},
    .is_level = true,
    .grade = SPK_EASY,
    .talks = true,
    .word = SPK_HONEST_WORD,
    .trust = 90,
    .cares = 250,
};

const spk_bot_kind spk_bot_kind_normal = {
    .name = "normal",
    .about = N_("for an even game"),
    .style =
        {.knows = true, .learned = true, .sets = true, .rival_worlds = true, .memory = 4 << 20},
    .is_level = true,
    .grade = SPK_NORMAL,
    .talks = true,
    .bluffs = 8,
    .word = SPK_WIN / 20,
    .trust = 70,
    .cares = 150,
};

const spk_bot_kind spk_bot_kind_hard = {
    .name = "hard",
    .about = N_("plays as well as it can"),
    .style = {.knows = true, .learned = true, .sets = true, .rival_worlds = true},
    .is_level = true,
    .grade = SPK_HARD,
    .talks = true,
    .bluffs = 1,
    .word = SPK_WIN / 25,
    .trust = 60,
    .cares = 60,
};

/* How the strongest thinks, and those that differ from it in words alone. */
#define AS_WELL_AS_IT_CAN                                                                          \
    {                                                                                              \
        .knows = true, .learned = true, .sets = true, .plans = true, .by_values = true,            \
        .rival_worlds = true                                                                       \
    }

/* The strongest: it overlooks nothing. */
const spk_bot_kind spk_bot_kind_boss = {
    .name = "boss",
    .about = N_("the strongest of all"),
    .style = AS_WELL_AS_IT_CAN,
    .is_level = true,
    .grade = SPK_BOSS,
    .talks = true,
    .bluffs = 1,
    .word = SPK_WIN / 25,
    .trust = 60,
    .cares = 20,
};

/* boss, but for the words. */
const spk_bot_kind spk_bot_kind_silent = {
    .name = "silent",
    .about = N_("plays as well as it can, but takes no part in table talk"),
    .style = AS_WELL_AS_IT_CAN,
    .is_level = true,
    .grade = SPK_BOSS,
    .talks = true,
    .silent = true,
};

/* boss, but no word of it is meant: to measure whether lies pay. */
const spk_bot_kind spk_bot_kind_liar = {
    .name = "liar",
    .about = N_("plays as well as it can, and means nothing of what it says"),
    .style = AS_WELL_AS_IT_CAN,
    .is_level = true,
    .grade = SPK_BOSS,
    .talks = true,
    .bluffs = 100,
    .trust = 60,
};
