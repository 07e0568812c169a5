/* line.c: see line.h. */
#include "hosts/player/line.h"

#include <string.h>

#include "base/str.h"

static const char *const words[HOST_WORD_COUNT] = {"ready", "move", "say", "listen", "log", ""};

const char *host_word_name(host_word word) { return words[word]; }

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

/* ASCII and C1 control characters (U+0080 to U+009F, two bytes each); a tab is a blank. */
static bool is_control(const char *bytes, size_t i, size_t n)
{
    unsigned char c = (unsigned char)bytes[i];
    unsigned char next = i + 1 < n ? (unsigned char)bytes[i + 1] : 0;
    return (c < 0x20 && c != '\t') || c == 0x7f || (c == 0xc2 && next >= 0x80 && next < 0xa0);
}

void host_line_clean(char *bytes, size_t n)
{
    size_t from = 0, bad;
    for (size_t i = 0; i < n; i++)
        if (is_control(bytes, i, n))
            bytes[i] = '?';
    while (!spk_str_is_clean(bytes + from, n - from, &bad)) {
        from += bad;
        bytes[from++] = '?';
    }
}

/* Whether the line is text as it stands; if not, it is made printable, and nonsense. */
static bool make_clean(char *bytes, size_t n)
{
    char before[HOST_LINE_BYTES];
    memcpy(before, bytes, n);
    host_line_clean(bytes, n);
    return memcmp(before, bytes, n) == 0;
}

static host_word find_word(const char *bytes, size_t n, size_t *length)
{
    size_t i = 0;
    while (i < n && !is_blank(bytes[i]))
        i++;
    *length = i;
    for (int word = 0; word < HOST_NONSENSE; word++)
        if (strlen(words[word]) == i && memcmp(words[word], bytes, i) == 0)
            return (host_word)word;
    return HOST_NONSENSE;
}

/* n bytes without line end and without blanks around them, n > 0. */
static void read_line(char *bytes, size_t n, bool too_long, host_line *line)
{
    size_t skip = 0;
    bool text = make_clean(bytes, n);
    line->word = text && !too_long ? find_word(bytes, n, &skip) : HOST_NONSENSE;
    if (line->word == HOST_NONSENSE)
        skip = 0;
    while (skip < n && is_blank(bytes[skip]))
        skip++;
    memcpy(line->text, bytes + skip, n - skip);
    line->text[n - skip] = '\0';
}

/* A whole line is there. False: it is blank. */
static bool end_line(host_reader *r, host_line *line)
{
    size_t from = 0, n = r->n;
    bool too_long = r->too_long;
    r->n = 0;
    r->too_long = false;
    if (n > 0 && r->bytes[n - 1] == '\r' && !too_long)
        n--;
    while (n > 0 && is_blank(r->bytes[n - 1]))
        n--;
    while (from < n && is_blank(r->bytes[from]))
        from++;
    if (from < n)
        read_line(r->bytes + from, n - from, too_long, line);
    return from < n;
}

bool host_reader_take(host_reader *r, const char **at, const char *end, host_line *line)
{
    while (*at < end) {
        char c = *(*at)++;
        if (c == '\n') {
            if (end_line(r, line))
                return true;
        } else if (r->n < HOST_LINE_BYTES) {
            r->bytes[r->n++] = c;
        } else {
            r->too_long = true;
        }
    }
    return false;
}
