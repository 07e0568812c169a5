/* box.h: setting up a game for one table.
 *
 * The choices before the deal - seats, options, edition - are checked here once, for every game
 * and every host, and never change afterwards:
 *
 *     spk_choice choice = {.n_seats = 2, .options = (const char *[]){"tie_break=descending"},
 *                          .n_options = 1};
 *     spk_box box;
 *     if (spk_box_open(&box, game, &choice, &why) != SPK_OK) ... why.text, why.line
 *     ...
 *     spk_box_close(&box);
 *
 * A preset chooses all options with one word; options given beside it override it. A match
 * keeps the options themselves, so a record does not depend on what a preset means.
 *
 * If spk_box_open refuses, there is nothing to close. An edition is a text file (edition.h); the
 * box keeps its name and a hash of its content, so that a record can tell whether it is replayed
 * with the edition it was played with. */
#ifndef SPK_ENGINE_BOX_H
#define SPK_ENGINE_BOX_H

#include <string.h>

#include "engine/game.h"

typedef enum spk_preset {
    SPK_PRESET_OURS,   /* every option's default */
    SPK_PRESET_LETTER, /* to the letter: every option's most literal value */
    SPK_PRESET_COUNT
} spk_preset;

extern const char *const spk_preset_words[SPK_PRESET_COUNT]; /* "ours", "letter" */

typedef struct spk_choice {
    int n_seats;       /* 0: the smallest number the game takes */
    int rules_version; /* 0: the newest */
    spk_preset preset;
    const char *const *options; /* "name=value", each name at most once */
    int n_options;
    const char *edition_text; /* NULL: the default edition */
    size_t edition_length;
    const char *edition_file; /* for messages; NULL: "edition" */
} spk_choice;

spk_err spk_box_open(spk_box *box, const spk_game *game, const spk_choice *choice, spk_why *why);
void spk_box_close(spk_box *box);

/* The newest version of a game's rules, from 1. */
int spk_game_rules_version(const spk_game *game);

/* The text of the built-in edition with this hash: the default one, or what the default once was.
 * NULL: there is none, so a record must carry the text itself. */
const char *spk_game_edition(const spk_game *game, uint64_t hash);

/* The value of option i as text ("descending", "12"), written into 'room', which is returned. */
const char *spk_box_option_text(const spk_box *box, int i, char room[32]);

/* The default of an option as text, before it is multiplied by the number of seats (per_seat), and
 * its most literal value. Both write into 'room' and return it. */
const char *spk_option_default(const spk_option *option, char room[32]);
const char *spk_option_letter(const spk_option *option, char room[32]);

/* Whether an option's default differs from its most literal value. */
bool spk_option_differs(const spk_option *option);

/* What was chosen before the deal, as fields of an open object: players rules_version options
 * edition. */
void spk_box_print_choice(const spk_box *box, spk_json *out);

/* What a table is drawn from, as one object that never changes: {"game", "players", "rules_version",
 * "options", "edition": {"name", "hash", "reconstruction"}, "text": the edition's text, unless it is
 * the default edition, "data": what the game says (json_box)}. */
void spk_box_print(const spk_box *box, spk_json *out);

/* A game's entry in a list of games, as fields of an open object: game name about min_players
 * max_players editions reconstruction options. */
void spk_game_print(const spk_game *game, spk_json *out);

/* A state is plain bytes. */
static inline void spk_state_copy(const spk_box *box, void *to, const void *from)
{
    memcpy(to, from, box->game->state_size);
}

static inline bool spk_state_eq(const spk_box *box, const void *a, const void *b)
{
    return memcmp(a, b, box->game->state_size) == 0;
}

#endif
