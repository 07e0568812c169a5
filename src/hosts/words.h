/* words.h: the texts of all hosts in the languages we speak. A text is its own key, the English one; the
 * catalogue is made from po/ (tools/words) when the program is built. */
#ifndef HOST_WORDS_H
#define HOST_WORDS_H

typedef enum host_language { HOST_ENGLISH, HOST_GERMAN, HOST_DUTCH, HOST_LANGUAGES } host_language;

extern const char *const host_language_codes[HOST_LANGUAGES]; /* "en" "de" "nl" */

/* "de", "de_AT.UTF-8" and "de-CH,de;q=0.9" are German. What we do not speak is English. */
host_language host_language_of(const char *tag);

/* The text in that language; one that nobody has translated stays as it is. Borrowed, for ever. */
const char *host_tr(host_language language, const char *english);

#endif
