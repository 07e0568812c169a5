/* ncurses_test.c: the numbers and sizes that hosts/tui/libncurses.h declares are ncurses' own, and the library that is here has
 * every function. Where its header is not installed only the second half is tested. */
#include "test.h"

#include "hosts/tui/libncurses.h"

#if __has_include(<ncurses.h>)
#define NCURSES_WIDECHAR 1
#include <ncurses.h>

#define SAME(ours, theirs) _Static_assert((unsigned long)(ours) == (unsigned long)(theirs), #ours)
SAME(TUI_NC_ERR, ERR);
SAME(TUI_NC_KEY_YES, KEY_CODE_YES);
SAME(TUI_NC_DOWN, KEY_DOWN);
SAME(TUI_NC_UP, KEY_UP);
SAME(TUI_NC_LEFT, KEY_LEFT);
SAME(TUI_NC_RIGHT, KEY_RIGHT);
SAME(TUI_NC_HOME, KEY_HOME);
SAME(TUI_NC_BACKSPACE, KEY_BACKSPACE);
SAME(TUI_NC_DELETE, KEY_DC);
SAME(TUI_NC_NPAGE, KEY_NPAGE);
SAME(TUI_NC_PPAGE, KEY_PPAGE);
SAME(TUI_NC_ENTER, KEY_ENTER);
SAME(TUI_NC_BTAB, KEY_BTAB);
SAME(TUI_NC_END, KEY_END);
SAME(TUI_NC_MOUSE, KEY_MOUSE);
SAME(TUI_NC_RESIZE, KEY_RESIZE);
SAME(TUI_NC_UNDERLINE, A_UNDERLINE);
SAME(TUI_NC_REVERSE, A_REVERSE);
SAME(TUI_NC_DIM, A_DIM);
SAME(TUI_NC_BOLD, A_BOLD);
SAME(TUI_NC_PRESSED, BUTTON1_PRESSED);
SAME(TUI_NC_CLICKED, BUTTON1_CLICKED);
SAME(TUI_NC_WHEEL_UP, BUTTON4_PRESSED);
SAME(TUI_NC_WHEEL_DOWN, BUTTON5_PRESSED);
SAME(TUI_NC_BLACK, COLOR_BLACK);
SAME(TUI_NC_RED, COLOR_RED);
SAME(TUI_NC_GREEN, COLOR_GREEN);
SAME(TUI_NC_YELLOW, COLOR_YELLOW);
SAME(TUI_NC_BLUE, COLOR_BLUE);
SAME(TUI_NC_CYAN, COLOR_CYAN);
SAME(TUI_NC_WHITE, COLOR_WHITE);
SAME(sizeof(tui_nc_attr), sizeof(attr_t));
SAME(sizeof(tui_nc_mouse_mask), sizeof(mmask_t));
SAME(sizeof(tui_nc_mouse), sizeof(MEVENT));
SAME(offsetof(tui_nc_mouse, x), offsetof(MEVENT, x));
SAME(offsetof(tui_nc_mouse, y), offsetof(MEVENT, y));
SAME(offsetof(tui_nc_mouse, bstate), offsetof(MEVENT, bstate));
SAME(sizeof(bool), sizeof(NCURSES_BOOL));
#endif

TEST(the_library_has_every_function)
{
    tui_nc_functions nc = {0};
    spk_why why = {0};
    if (tui_nc_load(&nc, &why) != SPK_OK)
        fail_msg("%s", why.text);
    CHECK(nc.newterm != NULL);
    CHECK(nc.getmouse != NULL);
    CHECK(nc.stdscr != NULL);
}

TEST_MAIN()
