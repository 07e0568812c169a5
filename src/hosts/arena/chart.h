/* chart.h: an arena as a picture: every bot's win share and Elo with their intervals, as one SVG
 * that stands by itself, for light and dark pages, with its content in words. */
#ifndef ARENA_CHART_H
#define ARENA_CHART_H

#include "hosts/arena/figures.h"

void arena_chart(const arena *a, const arena_figures *f, spk_buf *out);

#endif
