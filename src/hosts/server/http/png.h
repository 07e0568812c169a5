/* png.h: a picture as PNG, without a library. It packs runs of equal bytes and nothing else, which is enough
 * for flat drawings: 1200 by 630 pixels come to some 50 KB. */
#ifndef SRV_PNG_H
#define SRV_PNG_H

#include <stdint.h>

#include "base/buf.h"

/* Three bytes a pixel, row by row from the top. Appends to 'out'. */
void srv_png(const uint8_t *rgb, int width, int height, spk_buf *out);

#endif
