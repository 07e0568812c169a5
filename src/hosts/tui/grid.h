/* grid.h: a screen as rows of cells, without a terminal. Whatever is drawn is drawn here; term.h shows it, and
 * tests read it as text.
 *
 *     tui_grid g = {0};
 *     tui_grid_resize(&g, 24, 80);                       empty cells
 *     tui_put(&g, (tui_area){2, 4, 1, 10}, "F2 Ann", TUI_BOLD | TUI_RED);
 *     tui_grid_print(&g, &text);                         24 lines, for a test
 *     tui_grid_release(&g);
 *
 * A cell is one character and its style. Nothing is ever drawn outside its area: what does not fit is cut, and the
 * last character that does fit becomes an ellipsis. Text may come from anybody: control characters, characters that
 * change the text's direction and broken UTF-8 become '?', combining ones are dropped, and wide ones (East Asian,
 * emoji) take two cells. */
#ifndef TUI_GRID_H
#define TUI_GRID_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

/* A style: one colour, and any of the marks. Nothing is said by colour alone, so a terminal without colours, or a
 * reader who does not see them, loses nothing. */
typedef enum tui_colour {
    TUI_NO_COLOUR,
    TUI_RED,
    TUI_GREEN,
    TUI_YELLOW,
    TUI_BLUE,
    TUI_CYAN,
    TUI_GREY,
    TUI_COLOUR_COUNT
} tui_colour;

typedef uint16_t tui_style;

enum {
    TUI_PLAIN = 0,
    TUI_COLOURS = 0x0f, /* the bits of the colour */
    TUI_BOLD = 0x10,
    TUI_DIM = 0x20,
    TUI_UNDERLINE = 0x40,
    TUI_REVERSE = 0x80,
};

typedef struct tui_cell {
    uint32_t code; /* a code point; 0: the right half of the wide character before it */
    tui_style style;
} tui_cell;

typedef struct tui_grid {
    int rows, cols;
    tui_cell *cell;             /* row by row */
    int cursor_row, cursor_col; /* where the terminal's own cursor waits; row -1: nowhere */
} tui_grid;

/* A rectangle of cells. */
typedef struct tui_area {
    int row, col, rows, cols;
} tui_area;

/* The part of 'inner', given from the upper left corner of 'outer', that lies inside it. */
tui_area tui_inside(tui_area outer, int row, int col, int rows, int cols);
bool tui_area_has(tui_area area, int row, int col);

/* Give it this size and empty it. */
void tui_grid_resize(tui_grid *g, int rows, int cols);
void tui_grid_release(tui_grid *g);

/* -- Drawing: all of it stays inside the area and the grid ---------------------------------------- */

/* One line of text at the area's upper left corner. Returns the columns used. */
int tui_put(tui_grid *g, tui_area area, const char *text, tui_style style);

/* Text in lines, broken between words; a '\n' begins a line. Returns the lines used. The first line begins 'from'
 * lines down (negative: the text is scrolled up), so a long text can be paged through. */
int tui_put_lines(tui_grid *g, tui_area area, int from, const char *text, tui_style style);

/* How many lines that would be, and how many columns one line would be. */
int tui_count_lines(const char *text, int cols);
int tui_width(const char *text);

/* The whole area: one character, or a style on what is there. */
void tui_fill(tui_grid *g, tui_area area, uint32_t code, tui_style style);
void tui_restyle(tui_grid *g, tui_area area, tui_style add);

/* A frame around the area, on its outermost cells. */
void tui_frame(tui_grid *g, tui_area area, tui_style style);

/* -- Reading ---------------------------------------------------------------------------------------- */

/* The next character of a text: its code point, or '?' for what must not reach a terminal, and how many cells it
 * takes (0: none). *text moves on; not to be called at its end. */
uint32_t tui_next(const char **text, int *width);

/* The lines as text, without blanks at their ends. */
void tui_grid_print(const tui_grid *g, spk_buf *out);

/* A mark for each cell, for tests: ' ' plain, 'b' bold, 'd' dim, 'u' underlined, '#' reverse; the last that applies. */
void tui_grid_print_marks(const tui_grid *g, spk_buf *out);

/* For a terminal that has no more than ASCII: the character that stands for this one. */
char tui_ascii(uint32_t code);

void tui_put_utf8(spk_buf *out, uint32_t code);

#endif
