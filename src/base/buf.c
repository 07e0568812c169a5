/* buf.c: a text that grows. See buf.h. */
#include "base/buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/mem.h"

/* Make room for n more bytes and the terminator; answers how many of the n will fit. */
static size_t room_for(spk_buf *buf, size_t n)
{
    if (buf->n + n < buf->cap)
        return n;
    if (buf->fixed) {
        buf->overflow = true;
        return buf->cap ? buf->cap - buf->n - 1 : 0;
    }
    size_t cap = buf->cap ? buf->cap : 128;
    while (cap <= buf->n + n)
        cap *= 2;
    buf->bytes = spk_realloc(buf->bytes, cap);
    buf->cap = cap;
    return n;
}

void spk_buf_add(spk_buf *buf, const char *bytes, size_t n)
{
    n = room_for(buf, n);
    if (buf->cap == 0)
        return;
    memcpy(buf->bytes + buf->n, bytes, n);
    buf->n += n;
    buf->bytes[buf->n] = '\0';
}

void spk_buf_puts(spk_buf *buf, const char *text) { spk_buf_add(buf, text, strlen(text)); }

void spk_buf_putc(spk_buf *buf, char c)
{
    if (buf->n + 1 < buf->cap) { /* as most often */
        buf->bytes[buf->n++] = c;
        buf->bytes[buf->n] = '\0';
    } else {
        spk_buf_add(buf, &c, 1);
    }
}

void spk_buf_printf(spk_buf *buf, const char *format, ...)
{
    char small[512];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(small, sizeof small, format, args);
    va_end(args);
    SPK_BUG_IF(n < 0);
    if ((size_t)n < sizeof small) {
        spk_buf_add(buf, small, (size_t)n);
        return;
    }
    char *large = spk_alloc((size_t)n + 1);
    va_start(args, format);
    vsnprintf(large, (size_t)n + 1, format, args);
    va_end(args);
    spk_buf_add(buf, large, (size_t)n);
    spk_free(large);
}

const char *spk_buf_text(const spk_buf *buf) { return buf->n ? buf->bytes : ""; }

void spk_buf_clear(spk_buf *buf)
{
    buf->n = 0;
    buf->overflow = false;
    if (buf->cap)
        buf->bytes[0] = '\0';
}

void spk_buf_release(spk_buf *buf)
{
    if (!buf->fixed)
        spk_free(buf->bytes);
    *buf = (spk_buf){0};
}
