/* chart.h: an arena as a picture: every bot's win share and Elo with intervals, as one
 * self-contained SVG for light and dark pages, with its content also as text. */
#ifndef ARENA_CHART_H
#define ARENA_CHART_H

#include "hosts/arena/figures.h"

void arena_chart(const arena *a, const arena_figures *f, spk_buf *out);

#endif
