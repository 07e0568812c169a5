/* libncurses.h: those parts of ncursesw that term.c uses, declared here and loaded when a screen is first opened: as
 * server/bus/libnats.h does with NATS' library. So building needs no package, and a machine without the library plays
 * line by line. docs/decisions/0012 has the reasons; tests/unit/tui_ncurses_test.c compares every number here with
 * ncurses' own header. The ABI is that of libncursesw.so.6. */
#ifndef TUI_LIBNCURSES_H
#define TUI_LIBNCURSES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <wchar.h>

#include "base/err.h"

#define TUI_NC_LIBRARY "libncursesw.so.6"

typedef struct tui_nc_window tui_nc_window;
typedef struct tui_nc_screen tui_nc_screen;
typedef uint32_t tui_nc_attr;
typedef uint32_t tui_nc_mouse_mask;

typedef struct tui_nc_mouse {
    short id;
    int x, y, z;
    tui_nc_mouse_mask bstate;
} tui_nc_mouse;

enum {
    TUI_NC_ERR = -1,
    TUI_NC_KEY_YES = 0400, /* wget_wch returned a key, not a character */
    TUI_NC_DOWN = 0402,
    TUI_NC_UP = 0403,
    TUI_NC_LEFT = 0404,
    TUI_NC_RIGHT = 0405,
    TUI_NC_HOME = 0406,
    TUI_NC_BACKSPACE = 0407,
    TUI_NC_DELETE = 0512,
    TUI_NC_NPAGE = 0522,
    TUI_NC_PPAGE = 0523,
    TUI_NC_ENTER = 0527,
    TUI_NC_BTAB = 0541,
    TUI_NC_END = 0550,
    TUI_NC_MOUSE = 0631,
    TUI_NC_RESIZE = 0632,

    TUI_NC_UNDERLINE = 0x20000,
    TUI_NC_REVERSE = 0x40000,
    TUI_NC_DIM = 0x100000,
    TUI_NC_BOLD = 0x200000,

    TUI_NC_PRESSED = 0x2, /* the first button; so the next */
    TUI_NC_CLICKED = 0x4,
    TUI_NC_WHEEL_UP = 0x10000,    /* the fourth, pressed */
    TUI_NC_WHEEL_DOWN = 0x200000, /* the fifth */

    TUI_NC_BLACK = 0,
    TUI_NC_RED = 1,
    TUI_NC_GREEN = 2,
    TUI_NC_YELLOW = 3,
    TUI_NC_BLUE = 4,
    TUI_NC_CYAN = 6,
    TUI_NC_WHITE = 7,
};

/* F(result, name, arguments) */
#define TUI_NC_FUNCTIONS(F)                                                                        \
    F(tui_nc_screen *, newterm, (const char *, FILE *, FILE *))                                    \
    F(void, delscreen, (tui_nc_screen *))                                                          \
    F(int, endwin, (void))                                                                         \
    F(int, raw, (void))                                                                            \
    F(int, noecho, (void))                                                                         \
    F(int, nonl, (void))                                                                           \
    F(int, keypad, (tui_nc_window *, bool))                                                        \
    F(int, nodelay, (tui_nc_window *, bool))                                                       \
    F(int, set_escdelay, (int))                                                                    \
    F(bool, has_colors, (void))                                                                    \
    F(int, start_color, (void))                                                                    \
    F(int, use_default_colors, (void))                                                             \
    F(int, init_pair, (short, short, short))                                                       \
    F(int, curs_set, (int))                                                                        \
    F(int, wmove, (tui_nc_window *, int, int))                                                     \
    F(int, wattr_set, (tui_nc_window *, tui_nc_attr, short, void *))                               \
    F(int, waddnwstr, (tui_nc_window *, const wchar_t *, int))                                     \
    F(int, werase, (tui_nc_window *))                                                              \
    F(int, wrefresh, (tui_nc_window *))                                                            \
    F(int, wget_wch, (tui_nc_window *, wint_t *))                                                  \
    F(int, getmaxy, (const tui_nc_window *))                                                       \
    F(int, getmaxx, (const tui_nc_window *))                                                       \
    F(tui_nc_mouse_mask, mousemask, (tui_nc_mouse_mask, tui_nc_mouse_mask *))                      \
    F(int, mouseinterval, (int))                                                                   \
    F(int, getmouse, (tui_nc_mouse *))

typedef struct tui_nc_functions {
#define F(result, name, arguments) result(*name) arguments;
    TUI_NC_FUNCTIONS(F)
#undef F
    tui_nc_window **stdscr;
} tui_nc_functions;

/* Load it. Refused: it is not there, or too old. */
spk_err tui_nc_load(tui_nc_functions *nc, spk_why *why);

#endif
