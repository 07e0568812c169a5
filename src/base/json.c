/* json.c: a writer of JSON. See json.h. */
#include "base/json.h"

#include <string.h>

static void before_value(spk_json *j)
{
    if (j->comma)
        spk_buf_putc(j->out, ',');
    j->comma = true;
}

void spk_json_open(spk_json *j, char bracket)
{
    before_value(j);
    spk_buf_putc(j->out, bracket);
    j->comma = false;
}

void spk_json_close(spk_json *j, char bracket)
{
    spk_buf_putc(j->out, bracket);
    j->comma = true;
}

/* How many bytes from here on need no escape. */
static size_t n_plain(const char *p)
{
    const char *end = p;
    while ((unsigned char)*end >= 0x20 && *end != '"' && *end != '\\')
        end++;
    return (size_t)(end - p);
}

static void add_escaped(spk_buf *out, char c)
{
    if (c == '"' || c == '\\') {
        spk_buf_putc(out, '\\');
        spk_buf_putc(out, c);
    } else {
        spk_buf_printf(out, "\\u%04x", (unsigned)c);
    }
}

/* A string as a value, or as a key with its colon. Views are made by the ten thousand a second and
 * are mostly this; so where nothing has to be escaped and there is room, it is put down in one go. */
static void add_string(spk_json *j, const char *text, bool is_key)
{
    spk_buf *out = j->out;
    size_t n = n_plain(text);
    if (text[n] == '\0' && out->n + n + 4 < out->cap) {
        char *p = out->bytes + out->n;
        *p = ',';
        p += j->comma;
        *p++ = '"';
        memcpy(p, text, n);
        p += n;
        *p++ = '"';
        *p = ':';
        p += is_key;
        *p = '\0';
        out->n = (size_t)(p - out->bytes);
    } else {
        before_value(j);
        spk_buf_putc(out, '"');
        for (; text[n]; text += n + 1, n = n_plain(text)) {
            spk_buf_add(out, text, n);
            add_escaped(out, text[n]);
        }
        spk_buf_add(out, text, n);
        spk_buf_puts(out, is_key ? "\":" : "\"");
    }
    j->comma = !is_key;
}

void spk_json_key(spk_json *j, const char *key) { add_string(j, key, true); }

void spk_json_int(spk_json *j, int64_t value)
{
    char digits[24], *p = digits + sizeof digits;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    before_value(j);
    do
        *--p = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    if (value < 0)
        *--p = '-';
    spk_buf_add(j->out, p, (size_t)(digits + sizeof digits - p));
}

void spk_json_bool(spk_json *j, bool value)
{
    before_value(j);
    spk_buf_puts(j->out, value ? "true" : "false");
}

void spk_json_str(spk_json *j, const char *text) { add_string(j, text, false); }

void spk_json_null(spk_json *j)
{
    before_value(j);
    spk_buf_puts(j->out, "null");
}

void spk_json_real(spk_json *j, double value, int decimals)
{
    before_value(j);
    spk_buf_printf(j->out, "%.*f", decimals, value);
}
