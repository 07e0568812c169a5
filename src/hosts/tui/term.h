/* term.h: a grid on a real terminal, and its keys. The only file of the screen that knows ncurses.
 *
 *     if (tui_term_open(&why) != SPK_OK) ...            no library, or a terminal that can do nothing
 *     tui_term_size(&rows, &cols);
 *     tui_term_show(grid);                              only what has changed is sent
 *     while (tui_term_read(&key)) ...                   does not wait; poll stdin for that
 *     tui_term_close();                                 as it was before; also by a signal that ends us
 *
 * NO_COLOR, and a terminal without colours, leave bold, underlined and reversed. Where the codeset is not UTF-8, what we
 * draw is drawn in ASCII. */
#ifndef TUI_TERM_H
#define TUI_TERM_H

#include "base/err.h"
#include "hosts/tui/screen.h"

spk_err tui_term_open(spk_why *why);
void tui_term_close(void);
void tui_term_size(int *rows, int *cols);
void tui_term_show(const tui_grid *g);
bool tui_term_read(tui_key *key);

#endif
