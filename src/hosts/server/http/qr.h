/* qr.h: a text (a table's link) as a QR code, drawn as SVG.
 *
 *     if (srv_qr_svg("https://play.example/t/k7Rq0ZbT1xYv", &out) != SPK_OK) ...
 *
 * Black on white with the quiet zone scanners need, error correction level M, scalable. SPK_ERANGE:
 * the text is empty or too long (over about 2,300 bytes). */
#ifndef SRV_QR_H
#define SRV_QR_H

#include "base/buf.h"
#include "base/err.h"

spk_err srv_qr_svg(const char *text, spk_buf *out);

#endif
