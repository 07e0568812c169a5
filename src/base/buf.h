/* buf.h: a text that grows.
 *
 * Everything the project prints (moves, boards, JSON, records) is added to an spk_buf. There are
 * two kinds, and the code that prints cannot tell them apart:
 *
 *     spk_buf out = {0};                 grows on the heap; give it to spk_buf_release() at the end
 *     char room[80];
 *     spk_buf out = SPK_BUF_OVER(room);  lives in 'room', never allocates; what does not fit is
 *                                        cut, and 'overflow' says so
 *
 * The text is always terminated: spk_buf_text(&out) is a C string, also when nothing was added. */
#ifndef SPK_BASE_BUF_H
#define SPK_BASE_BUF_H

#include <stdbool.h>
#include <stddef.h>

typedef struct spk_buf {
    char *bytes;
    size_t n;   /* used, without the terminator */
    size_t cap; /* room, with the terminator */
    bool fixed; /* lives in the caller's array */
    bool overflow;
} spk_buf;

#define SPK_BUF_OVER(array)                                                                        \
    {                                                                                              \
        .bytes = (array), .cap = sizeof(array), .fixed = true                                      \
    }

void spk_buf_add(spk_buf *buf, const char *bytes, size_t n);
void spk_buf_puts(spk_buf *buf, const char *text);
void spk_buf_putc(spk_buf *buf, char c);
void spk_buf_printf(spk_buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));

const char *spk_buf_text(const spk_buf *buf); /* borrowed until the next change */
void spk_buf_clear(spk_buf *buf);             /* empty again, room kept */
void spk_buf_release(spk_buf *buf);           /* frees what was allocated; {0} again */

#endif
