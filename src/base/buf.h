/* buf.h: a growable text buffer.
 *
 * Everything the project prints (moves, boards, JSON, records) is appended to an spk_buf. There are
 * two kinds, and the code that prints cannot tell them apart:
 *
 *     spk_buf out = {0};                 grows on the heap; call spk_buf_release() when done
 *     char room[80];
 *     spk_buf out = SPK_BUF_OVER(room);  lives in 'room', never allocates; text that does not
 *                                        fit is cut, and 'overflow' is set
 *
 * The text is always terminated: spk_buf_text(&out) is a C string, even when the buffer is empty. */
#ifndef SPK_BASE_BUF_H
#define SPK_BASE_BUF_H

#include <stdbool.h>
#include <stddef.h>

typedef struct spk_buf {
    char *bytes;
    size_t n;   /* used, without the terminator */
    size_t cap; /* available, with the terminator */
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
void spk_buf_clear(spk_buf *buf);             /* empty it, keep its memory */
void spk_buf_release(spk_buf *buf);           /* free its memory and reset it to {0} */

#endif
