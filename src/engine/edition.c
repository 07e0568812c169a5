/* edition.c: reading edition files line by line. See edition.h. */
#include "engine/edition.h"

#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/str.h"

static int line_of(const char *text, size_t place)
{
    int line = 1;
    for (size_t i = 0; i < place; i++)
        line += text[i] == '\n';
    return line;
}

/* Cut line->text at blanks, in place; the rest of the line after a lone '#' is a comment. */
static spk_err cut(spk_edition_line *line, spk_why *why)
{
    line->n_words = 0;
    char *p = line->text;
    for (;;) {
        p += strspn(p, " \t\r");
        if (!*p)
            return SPK_OK;
        if (line->n_words == SPK_EDITION_WORDS)
            return spk_malformed(why, line->number, "More than %d words on one line.",
                                 SPK_EDITION_WORDS);
        char *word = p;
        p += strcspn(p, " \t\r");
        if (*p)
            *p++ = '\0';
        if (spk_str_eq(word, "#"))
            return SPK_OK;
        line->word[line->n_words++] = word;
    }
}

/* The next line of the file, said something or not. */
static spk_err read_line(spk_edition *e, spk_edition_line *line, spk_why *why)
{
    const char *stop = memchr(e->at, '\n', (size_t)(e->end - e->at));
    size_t n = (size_t)((stop ? stop : e->end) - e->at);
    line->number = ++e->line;
    if (n > SPK_EDITION_LINE)
        return spk_malformed(why, line->number, "A line of more than %d characters.",
                             SPK_EDITION_LINE);
    if (line->number > SPK_EDITION_LINES)
        return spk_malformed(why, line->number, "More than %d lines.", SPK_EDITION_LINES);
    memcpy(line->text, e->at, n);
    line->text[n] = '\0';
    e->at = stop ? stop + 1 : e->end;
    return cut(line, why);
}

spk_err spk_edition_next(spk_edition *e, spk_edition_line *line, spk_why *why)
{
    line->n_words = 0;
    line->number = e->line;
    while (e->at < e->end) {
        spk_err err = read_line(e, line, why);
        if (err != SPK_OK)
            return err;
        for (int i = 0; i < line->n_words; i++)
            e->hash = spk_hash(e->hash, line->word[i], strlen(line->word[i]) + 1);
        e->hash = spk_hash(e->hash, "\n", line->n_words > 0);
        if (line->n_words > 0)
            return SPK_OK;
    }
    return SPK_OK;
}

/* A line that must say "<word> <something>". */
static spk_err expect(spk_edition *e, const char *word, spk_edition_line *line, spk_why *why)
{
    spk_err err = spk_edition_next(e, line, why);
    if (err != SPK_OK)
        return err;
    if (line->n_words != 2 || !spk_str_eq(line->word[0], word))
        return spk_malformed(why, line->number ? line->number : 1,
                             "Expected a line '%s ...' with one word after it.", word);
    return SPK_OK;
}

/* The line 'reconstruction', if it comes next. Any other line, or one that cannot be read, is left for
 * the game to ask for. */
static void read_mark(spk_edition *e)
{
    spk_edition next = *e;
    spk_edition_line line;
    if (spk_edition_next(&next, &line, NULL) != SPK_OK || line.n_words != 1 ||
        !spk_str_eq(line.word[0], "reconstruction"))
        return;
    next.hash = e->hash;
    next.reconstruction = true;
    *e = next;
}

spk_err spk_edition_open(spk_edition *e, const char *game_key, const char *text, size_t length,
                         spk_why *why)
{
    size_t bad;
    spk_edition_line line;
    *e = (spk_edition){.at = text, .end = text + length, .hash = SPK_HASH_START};
    if (length > SPK_EDITION_BYTES)
        return spk_malformed(why, 1, "The file has more than %d bytes.", SPK_EDITION_BYTES);
    if (!spk_str_is_clean(text, length, &bad))
        return spk_malformed(why, line_of(text, bad),
                             "Byte %zu is not UTF-8 text or is a control character.", bad + 1);
    spk_err err = expect(e, "game", &line, why);
    if (err != SPK_OK)
        return err;
    if (!spk_str_eq(line.word[1], game_key))
        return spk_malformed(why, line.number, "This edition is for '%.40s', not for '%s'.",
                             line.word[1], game_key);
    err = expect(e, "edition", &line, why);
    if (err != SPK_OK)
        return err;
    if (strlen(line.word[1]) >= sizeof e->name)
        return spk_malformed(why, line.number, "An edition's name has at most %zu characters.",
                             sizeof e->name - 1);
    snprintf(e->name, sizeof e->name, "%s", line.word[1]);
    read_mark(e);
    return SPK_OK;
}

spk_err spk_edition_hash(const char *game_key, const char *text, size_t length, uint64_t *hash,
                         spk_why *why)
{
    spk_edition e;
    spk_edition_line line = {.n_words = 1};
    spk_err err = spk_edition_open(&e, game_key, text, length, why);
    while (err == SPK_OK && line.n_words > 0)
        err = spk_edition_next(&e, &line, why);
    *hash = e.hash;
    return err;
}
