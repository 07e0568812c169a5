/* json.c: a writer of JSON. See json.h. */
#include "base/json.h"

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

static void quoted(spk_buf *out, const char *text)
{
    spk_buf_putc(out, '"');
    for (const char *p = text; *p; p++) {
        if (*p == '"' || *p == '\\') {
            spk_buf_putc(out, '\\');
            spk_buf_putc(out, *p);
        } else if ((unsigned char)*p < 0x20) {
            spk_buf_printf(out, "\\u%04x", (unsigned)*p);
        } else {
            spk_buf_putc(out, *p);
        }
    }
    spk_buf_putc(out, '"');
}

void spk_json_key(spk_json *j, const char *key)
{
    before_value(j);
    quoted(j->out, key);
    spk_buf_putc(j->out, ':');
    j->comma = false;
}

void spk_json_int(spk_json *j, int64_t value)
{
    before_value(j);
    spk_buf_printf(j->out, "%lld", (long long)value);
}

void spk_json_bool(spk_json *j, bool value)
{
    before_value(j);
    spk_buf_puts(j->out, value ? "true" : "false");
}

void spk_json_str(spk_json *j, const char *text)
{
    before_value(j);
    quoted(j->out, text);
}

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
