/* str.c: taking a line of text apart. See str.h. */
#include "base/str.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

bool spk_words_next(spk_words *w, char *word, size_t cap)
{
    while (is_blank(*w->at))
        w->at++;
    if (!*w->at)
        return false;
    size_t n = 0;
    for (; *w->at && !is_blank(*w->at); w->at++)
        if (n + 1 < cap)
            word[n++] = *w->at;
    word[n] = '\0';
    return true;
}

bool spk_words_end(const spk_words *w)
{
    const char *p = w->at;
    while (is_blank(*p))
        p++;
    return !*p;
}

bool spk_str_eq(const char *a, const char *b) { return strcmp(a, b) == 0; }

bool spk_str_int(const char *word, int lo, int hi, int *value)
{
    const char *digits = word + (*word == '-');
    size_t n = strspn(digits, "0123456789");
    if (n == 0 || n > 9 || digits[n] || (digits[0] == '0' && (n > 1 || digits != word)))
        return false;
    int v = atoi(word);
    if (v < lo || v > hi)
        return false;
    *value = v;
    return true;
}

int spk_str_find(const char *word, const char *const *names, int n)
{
    for (int i = 0; i < n; i++)
        if (spk_str_eq(word, names[i]))
            return i;
    return -1;
}

/* How many bytes the well-formed character at p has (RFC 3629: no overlong forms, no surrogates,
 * nothing above U+10FFFF); 0 if it has none. */
static size_t utf8_length(const uint8_t *p, size_t left)
{
    static const struct {
        uint8_t lo, hi, second_lo, second_hi, length;
    } forms[] = {
        {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3}, {0xe1, 0xec, 0x80, 0xbf, 3},
        {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3}, {0xf0, 0xf0, 0x90, 0xbf, 4},
        {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
    };
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
        if (p[0] < forms[f].lo || p[0] > forms[f].hi)
            continue;
        if (left < forms[f].length || p[1] < forms[f].second_lo || p[1] > forms[f].second_hi)
            return 0;
        for (size_t i = 2; i < forms[f].length; i++)
            if ((p[i] & 0xc0) != 0x80)
                return 0;
        return forms[f].length;
    }
    return 0;
}

bool spk_str_is_clean(const char *bytes, size_t n, size_t *bad_at)
{
    const uint8_t *p = (const uint8_t *)bytes;
    for (size_t i = 0; i < n;) {
        bool plain = p[i] >= 0x20 && p[i] < 0x7f;
        bool layout = p[i] == '\n' || p[i] == '\t' || p[i] == '\r';
        size_t length = plain || layout ? 1 : p[i] >= 0x80 ? utf8_length(p + i, n - i) : 0;
        bool control = length == 2 && p[i] == 0xc2 && p[i + 1] < 0xa0; /* terminals obey U+009B */
        if (length == 0 || control) {
            *bad_at = i;
            return false;
        }
        i += length;
    }
    return true;
}
