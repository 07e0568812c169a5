/* edition.h: reading edition files.
 *
 * What a rulebook does not print - points on cards, loot, the map - is data that owners of the box
 * can replace. An edition file is plain text: one fact per line, space-separated. A '#' that is a
 * word by itself starts a comment ("# like this"; a map may still draw with ##). The first two lines
 * that are not blank or comments are
 *
 *     game famiglia
 *     edition default
 *
 * and a third line, 'reconstruction', says that the edition fills in what the print leaves out. It
 * is shown beside the name but, like a comment, is not part of the hash, because it does not affect
 * play.
 *
 * The reader passes the other lines to the game one by one, split into words, with their numbers,
 * so every refusal names the line:
 *
 *     spk_edition_line line;
 *     while ((err = spk_edition_next(edition, &line, why)) == SPK_OK && line.n_words > 0)
 *         ... line.word[0] ... return spk_malformed(why, line.number, "'%s' is not a family.", ...);
 *
 * It refuses what no edition may contain: bytes that are not UTF-8, control characters, lines over 400
 * characters, files over 1 MiB or 5,000 lines, another game's name. The text is borrowed; nothing
 * is allocated. */
#ifndef SPK_ENGINE_EDITION_H
#define SPK_ENGINE_EDITION_H

#include "base/err.h"
#include "engine/game.h"

enum {
    SPK_EDITION_LINE = 400,
    SPK_EDITION_WORDS = 100,
    SPK_EDITION_LINES = 5000,
    SPK_EDITION_BYTES = 1 << 20,
};

typedef struct spk_edition_line {
    int number; /* in the file, from 1 */
    int n_words;
    const char *word[SPK_EDITION_WORDS]; /* into 'text'; valid until the next line is read */
    char text[SPK_EDITION_LINE + 1];
} spk_edition_line;

struct spk_edition {
    const char *at, *end;
    int line;      /* of the last line read */
    uint64_t hash; /* of the words read so far; of the whole edition at its end */
    char name[32];
    bool reconstruction;
};

/* Start reading: checks the bytes and the first lines, up to 'reconstruction'. */
spk_err spk_edition_open(spk_edition *edition, const char *game_key, const char *text,
                         size_t length, spk_why *why);

/* The next line that is not blank or a comment; n_words is 0 at the end of the file. */
spk_err spk_edition_next(spk_edition *edition, spk_edition_line *line, spk_why *why);

/* The hash of a whole edition. Whether the game takes it is not asked. */
spk_err spk_edition_hash(const char *game_key, const char *text, size_t length, uint64_t *hash,
                         spk_why *why);

#endif
