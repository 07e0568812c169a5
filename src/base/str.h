/* str.h: taking a line of text apart, without allocating and without trusting it.
 *
 * An spk_words cuts a line at single or repeated spaces and tabs and remembers where it is:
 *
 *     spk_words w = spk_words_of("recruit F3 exhaust F2");
 *     char word[32];
 *     while (spk_words_next(&w, word, sizeof word)) ...
 */
#ifndef SPK_BASE_STR_H
#define SPK_BASE_STR_H

#include <stdbool.h>
#include <stddef.h>

/* Marks a sentence for the catalogues (tools/words) where it does not stand in a call. */
#define N_(text) text

typedef struct spk_words {
    const char *at;
} spk_words;

static inline spk_words spk_words_of(const char *text) { return (spk_words){text}; }

/* The next word into 'word'. False at the end of the text. A word longer than the room is cut, so
 * it will match nothing; give room for one more character than the longest word you know. */
bool spk_words_next(spk_words *w, char *word, size_t cap);

bool spk_words_end(const spk_words *w); /* nothing but blanks left */

bool spk_str_eq(const char *a, const char *b);

/* A whole word as a decimal number between lo and hi, no sign but '-', no blanks, no leading zeros
 * but "0" itself. False, and *value untouched, for anything else. */
bool spk_str_int(const char *word, int lo, int hi, int *value);

/* Where, in a list of n names, 'word' stands; -1 if it does not. */
int spk_str_find(const char *word, const char *const *names, int n);

/* Whether n bytes are UTF-8 without NUL; control characters other than tab and line end count as
 * wrong too. On false *bad_at is the place of the first bad byte. */
bool spk_str_is_clean(const char *bytes, size_t n, size_t *bad_at);

#endif
