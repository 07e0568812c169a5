/* words.c: the catalogue. See words.h. */
#include "hosts/words.h"

#include <stdlib.h>
#include <string.h>

/* A row is a text in every language; the rows are sorted by the English. */
typedef const char *row[HOST_LANGUAGES];

static const row table[] = {
#include "words_texts.h"
};

const char *const host_language_codes[HOST_LANGUAGES] = {"en", "de", "nl"};

host_language host_language_of(const char *tag)
{
    size_t n = strcspn(tag, "_.@-,; ");
    for (int i = 0; i < HOST_LANGUAGES; i++)
        if (strlen(host_language_codes[i]) == n && strncmp(tag, host_language_codes[i], n) == 0)
            return (host_language)i;
    return HOST_ENGLISH;
}

static int compare(const void *english, const void *entry)
{
    return strcmp(english, (*(const row *)entry)[HOST_ENGLISH]);
}

const char *host_tr(host_language language, const char *english)
{
    const row *found =
        language == HOST_ENGLISH
            ? NULL
            : bsearch(english, table, sizeof table / sizeof *table, sizeof *table, compare);
    return found ? (*found)[language] : english;
}
