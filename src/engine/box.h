/* box.h: taking a game from the shelf.
 *
 * What is chosen before the deal - seats, options, edition - is checked here once, for every game
 * and every host, and then never changes:
 *
 *     spk_choice choice = {.n_seats = 2, .options = (const char *[]){"tie_break=descending"},
 *                          .n_options = 1};
 *     spk_box box;
 *     if (spk_box_open(&box, game, &choice, &why) != SPK_OK) ... why.text, why.line
 *     ...
 *     spk_box_close(&box);
 *
 * A refused box is closed already. An edition is a text file (edition.h); the box keeps its name
 * and a hash of its content, by which a record knows whether it is replayed with the edition it was
 * played with. */
#ifndef SPK_ENGINE_BOX_H
#define SPK_ENGINE_BOX_H

#include <string.h>

#include "engine/game.h"

typedef struct spk_choice {
    int n_seats;                /* 0: the smallest number the game takes */
    const char *const *options; /* "name=value", each name at most once */
    int n_options;
    const char *edition_text; /* NULL: the default edition */
    size_t edition_length;
    const char *edition_file; /* for messages; NULL: "edition" */
} spk_choice;

spk_err spk_box_open(spk_box *box, const spk_game *game, const spk_choice *choice, spk_why *why);
void spk_box_close(spk_box *box);

/* The value of option i in words: "descending", "12". Into room for 32 characters; returns it. */
const char *spk_box_option_text(const spk_box *box, int i, char room[32]);

/* What a shelf says of a game, as fields of an open object: game name about min_players max_players
 * editions options. */
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
