/* svg.c: see svg.h. */
#include "hosts/svg.h"

void host_svg_text(spk_buf *out, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '<': spk_buf_puts(out, "&lt;"); break;
        case '>': spk_buf_puts(out, "&gt;"); break;
        case '&': spk_buf_puts(out, "&amp;"); break;
        case '"': spk_buf_puts(out, "&quot;"); break;
        default: spk_buf_putc(out, *text);
        }
}
