/* qr.c: QR codes as SVG. See qr.h; the code itself is libqrencode's. */
#include "hosts/server/http/qr.h"

#include <qrencode.h>
#include <string.h>

enum { QUIET = 4, LONGEST = 2300 }; /* modules of white around it; bytes that fit at level M */

/* One path for all dark modules: a row's neighbours become one stroke "M4 4h7v1h-7z". */
static void print_row(const unsigned char *row, int width, int y, spk_buf *out)
{
    for (int x = 0; x < width; x++) {
        int from = x;
        while (x < width && row[x] & 1)
            x++;
        if (x > from)
            spk_buf_printf(out, "M%d %dh%dv1h-%dz", from + QUIET, y + QUIET, x - from, x - from);
    }
}

static void print_code(const QRcode *code, spk_buf *out)
{
    int side = code->width + 2 * QUIET;
    spk_buf_printf(out,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                   "shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h%dv%dH0z\"/>"
                   "<path d=\"",
                   side, side, side, side);
    for (int y = 0; y < code->width; y++)
        print_row(code->data + (size_t)y * code->width, code->width, y, out);
    spk_buf_puts(out, "\"/></svg>\n");
}

spk_err srv_qr_svg(const char *text, spk_buf *out)
{
    if (!*text || strlen(text) > LONGEST)
        return SPK_ERANGE;
    QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M);
    if (!code)
        return SPK_ERANGE;
    print_code(code, out);
    QRcode_free(code);
    return SPK_OK;
}
