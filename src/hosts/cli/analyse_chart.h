/* analyse_chart.h: the curve of a game's prospects as SVG. */
#ifndef CLI_ANALYSE_CHART_H
#define CLI_ANALYSE_CHART_H

#include "ai/analysis.h"

/* A line for every seat over the entries of the log, and a mark at every turning point; legible in
 * light and dark, and for readers who hear it. */
void cli_analyse_chart(const spk_analysis *a, spk_buf *out);

#endif
