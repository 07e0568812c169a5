/* poster.h: the picture that a messenger shows beside a link to a table: a poster for each game, drawn from a few
 * shapes (poster.c). It is the same for every table of a game, so it tells nothing about any of them. */
#ifndef SRV_POSTER_H
#define SRV_POSTER_H

#include "base/buf.h"

enum { SRV_POSTER_WIDTH = 1200, SRV_POSTER_HEIGHT = 630 };

/* Append the poster of that game as PNG; of a game that has none, and of "", the poster of the house. */
void srv_poster(const char *game, spk_buf *out);

#endif
