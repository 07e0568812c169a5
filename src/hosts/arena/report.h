/* report.h: an arena in words and tables for people, 80 columns wide where the bots' names allow. */
#ifndef ARENA_REPORT_H
#define ARENA_REPORT_H

#include "hosts/arena/figures.h"

void arena_report(const arena *a, const arena_figures *f, spk_buf *out);

/* One line while games are on: "hard 97.1 %, random 2.9 %", into room for n characters. */
void arena_report_briefly(const arena *a, char *room, size_t n);

#endif
