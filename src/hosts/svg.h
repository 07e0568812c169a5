/* svg.h: what our drawings share. */
#ifndef HOST_SVG_H
#define HOST_SVG_H

#include "base/buf.h"

/* Text that XML cannot take for anything else. */
void host_svg_text(spk_buf *out, const char *text);

#endif
