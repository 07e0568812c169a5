/* json.c: a writer of JSON. See json.h.
 *
 * A server prints views by the ten thousand a second, most of it short words and small numbers. So each
 * of these is put down in one go where there is room in the buffer ('ahead', 'behind'); the long way,
 * which makes room or finds that there is none, is for the rest. */
#include "base/json.h"

#include <string.h>

enum { SHORT = 40 }; /* bytes of a string that is put down in one go, quotes and colon with it */

static const unsigned char is_escaped[256] = {[0 ... 0x1f] = 1, ['"'] = 1, ['\\'] = 1};

/* Where n more bytes can go, behind the comma that is due. NULL: there is no room for them. */
static inline char *ahead(const spk_json *j, size_t n)
{
    const spk_buf *out = j->out;
    if (out->n + n + 2 >= out->cap)
        return NULL;
    char *p = out->bytes + out->n;
    *p = ',';
    return p + j->comma;
}

/* They went up to here. */
static inline void behind(spk_json *j, char *p, bool comma)
{
    *p = '\0';
    j->out->n = (size_t)(p - j->out->bytes);
    j->comma = comma;
}

/* A piece of text as it is. */
static void add_plain(spk_json *j, const char *text, size_t n, bool comma)
{
    char *p = ahead(j, n);
    if (p) {
        memcpy(p, text, n);
        behind(j, p + n, comma);
        return;
    }
    if (j->comma)
        spk_buf_putc(j->out, ',');
    spk_buf_add(j->out, text, n);
    j->comma = comma;
}

static inline void add_char(spk_json *j, char c, bool comma)
{
    char *p = ahead(j, 1);
    if (p) {
        *p = c;
        behind(j, p + 1, comma);
    } else
        add_plain(j, &c, 1, comma);
}

void spk_json_open(spk_json *j, char bracket) { add_char(j, bracket, false); }

void spk_json_close(spk_json *j, char bracket)
{
    j->comma = false; /* whatever stands before it */
    add_char(j, bracket, true);
}

/* -- Strings ------------------------------------------------------------------------------------- */

static void add_escaped(spk_buf *out, char c)
{
    if (c == '"' || c == '\\') {
        spk_buf_putc(out, '\\');
        spk_buf_putc(out, c);
    } else {
        spk_buf_printf(out, "\\u%04x", (unsigned)c);
    }
}

static void add_long(spk_json *j, const char *text, bool is_key)
{
    add_char(j, '"', false);
    while (*text) {
        size_t n = 0;
        while (!is_escaped[(unsigned char)text[n]])
            n++;
        spk_buf_add(j->out, text, n);
        text += n;
        if (*text)
            add_escaped(j->out, *text++);
    }
    spk_buf_puts(j->out, is_key ? "\":" : "\"");
    j->comma = !is_key;
}

/* A value, or a key with its colon. */
static inline void add_string(spk_json *j, const char *text, bool is_key)
{
    char *p = ahead(j, SHORT);
    if (!p) {
        add_long(j, text, is_key);
        return;
    }
    const char *at = text, *end = p + SHORT - 2;
    *p++ = '"';
    while (p < end && !is_escaped[(unsigned char)*at])
        *p++ = *at++;
    if (*at != '\0') {
        j->out->bytes[j->out->n] = '\0';
        add_long(j, text, is_key);
        return;
    }
    *p++ = '"';
    *p = ':';
    behind(j, p + is_key, !is_key);
}

/* The same of n bytes that need no escaping. */
static inline void add_word(spk_json *j, const char *text, size_t n, bool is_key)
{
    char *p = ahead(j, n + 3);
    if (!p) {
        add_long(j, text, is_key);
        return;
    }
    *p++ = '"';
    memcpy(p, text, n);
    p += n;
    *p++ = '"';
    *p = ':';
    behind(j, p + is_key, !is_key);
}

void spk_json_any_key(spk_json *j, const char *key) { add_string(j, key, true); }
void spk_json_plain_key(spk_json *j, const char *key, size_t n) { add_word(j, key, n, true); }
void spk_json_str(spk_json *j, const char *text) { add_string(j, text, false); }
void spk_json_word(spk_json *j, const char *word, size_t n) { add_word(j, word, n, false); }

/* -- The rest ------------------------------------------------------------------------------------ */

void spk_json_int(spk_json *j, int64_t value)
{
    char digits[24], *p = digits + sizeof digits;
    if (value >= 0 && value < 10) { /* as most often */
        add_char(j, (char)('0' + value), true);
        return;
    }
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do
        *--p = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    if (value < 0)
        *--p = '-';
    add_plain(j, p, (size_t)(digits + sizeof digits - p), true);
}

void spk_json_bool(spk_json *j, bool value)
{
    add_plain(j, value ? "true" : "false", value ? 4 : 5, true);
}

void spk_json_null(spk_json *j) { add_plain(j, "null", 4, true); }

void spk_json_real(spk_json *j, double value, int decimals)
{
    add_plain(j, "", 0, true); /* the comma */
    spk_buf_printf(j->out, "%.*f", decimals, value);
}
