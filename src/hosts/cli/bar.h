/* bar.h: a progress bar for whoever waits at a terminal: one line on stderr, drawn over itself.
 *
 *     [####............]  40 %  16 of 40 sets, 12 s left
 *
 * Where stderr is no terminal nothing is drawn. */
#ifndef CLI_BAR_H
#define CLI_BAR_H

#include "base/buf.h"

bool cli_bar_is_seen(void);

/* 'part' from 0 to 1, and what stands behind the percentage; cut to the line. */
void cli_bar_draw(double part, const char *words);
void cli_bar_clear(void);

/* "12 s", "3 min", "1.5 h" */
void cli_bar_put_time(spk_buf *out, double seconds);

#endif
