/* str.h: parsing a line of untrusted text without allocating.
 *
 * An spk_words splits a line at runs of spaces and tabs:
 *
 *     spk_words w = spk_words_of("recruit F3 exhaust F2");
 *     char word[32];
 *     while (spk_words_next(&w, word, sizeof word)) ...
 */
#ifndef SPK_BASE_STR_H
#define SPK_BASE_STR_H

#include <stdbool.h>
#include <stddef.h>

typedef struct spk_words {
    const char *at;
} spk_words;

static inline spk_words spk_words_of(const char *text) { return (spk_words){text}; }

/* The next word into 'word'. False at the end of the text. A word longer than 'cap' is cut; make
 * the buffer one character larger than the longest word you know, so that a cut word matches none. */
bool spk_words_next(spk_words *w, char *word, size_t cap);

bool spk_words_end(const spk_words *w); /* only whitespace left */

bool spk_str_eq(const char *a, const char *b);

/* A whole word as a decimal number from lo to hi: no '+', no whitespace, no leading zeros except
 * "0" itself. False, and *value unchanged, for anything else. */
bool spk_str_int(const char *word, int lo, int hi, int *value);

/* The index of 'word' in a list of n names; -1 if it is not there. */
int spk_str_find(const char *word, const char *const *names, int n);

/* Whether n bytes are UTF-8 without NUL; control characters other than tab and line end are
 * rejected too. On false *bad_at is the offset of the first bad byte. */
bool spk_str_is_clean(const char *bytes, size_t n, size_t *bad_at);

#endif
