/* screen.h: a table on a grid, and what keys and the mouse do there. It knows neither the terminal (term.h) nor where
 * the table is (tui_port): given the same messages and keys it draws the same cells.
 *
 *     tui_screen *s = tui_screen_new(&table, &port);
 *     tui_table_hear(&table, ...);  tui_screen_heard(s, kind);          after every message
 *     tui_screen_draw(s, rows, cols, now_ms);                            s->grid is what is to be seen
 *     tui_screen_key(s, key);                                            may call the port
 *     while (!tui_screen_wants_out(s)) ...
 *     tui_screen_free(s);
 *
 * The screen, from 80 x 24 upwards; wider ones have the log at the right, higher ones above the last three lines:
 *
 *     Famiglia · Action 4: recruit somebody from the street.               12:30
 *     the board, 80 x 20 or more
 *     > 1 Recruit nobody ...                                      what can be done
 *     Brute 2, 3 points · Ann recruits Mercenary 0.               what is pointed at, and what happened
 *     Enter choose  Tab next  u undo  h hint  ...                 keys */
#ifndef TUI_SCREEN_H
#define TUI_SCREEN_H

#include "hosts/tui/board.h"

enum { TUI_MIN_ROWS = 24, TUI_MIN_COLS = 80 };

/* Where the table is. */
typedef struct tui_port {
    void *ctx;

    /* An act of the guest, in the words of docs/protocol.md: "move", "undo", "say", "chat", "why", "hint", "pause",
     * "resume", "leave", "back", "close", "start", "rematch"; and "hand_over" with a seat's number. The answer comes as a
     * message, at once or later. */
    void (*act)(void *ctx, const char *word, const char *text);

    /* What the rules say under an ID, or in a minute (""), in lines of at most 'cols' columns. */
    void (*rules)(void *ctx, const char *id, int cols, spk_buf *out);

    /* Write the game to a file; the answer is for the reader. NULL: it cannot be saved here. */
    void (*save)(void *ctx, const char *file, spk_buf *answer);

    /* What goes on meanwhile ("Ann is thinking"), or NULL; *trouble: it is more important than anything else there is to
     * say ("the line is lost"). */
    const char *(*state)(void *ctx, bool *trouble);

    /* What stands before /t/ID in a link that others are invited by; NULL: nobody can come. */
    const char *house;
} tui_port;

typedef enum tui_key_kind {
    TUI_KEY_CHAR, /* code */
    TUI_KEY_UP,
    TUI_KEY_DOWN,
    TUI_KEY_LEFT,
    TUI_KEY_RIGHT,
    TUI_KEY_HOME,
    TUI_KEY_END,
    TUI_KEY_PAGE_UP,
    TUI_KEY_PAGE_DOWN,
    TUI_KEY_TAB,
    TUI_KEY_BACK_TAB,
    TUI_KEY_ENTER,
    TUI_KEY_ESCAPE,
    TUI_KEY_BACKSPACE,
    TUI_KEY_CLICK, /* row, col; so the next two */
    TUI_KEY_WHEEL_UP,
    TUI_KEY_WHEEL_DOWN,
    TUI_KEY_RESIZE,
} tui_key_kind;

typedef struct tui_key {
    tui_key_kind kind;
    uint32_t code;
    int row, col;
} tui_key;

typedef struct tui_screen tui_screen;

tui_screen *tui_screen_new(tui_table *table, const tui_port *port); /* both borrowed */
void tui_screen_free(tui_screen *s);

/* The table has changed by a message of this kind. */
void tui_screen_heard(tui_screen *s, tui_heard kind);

/* Draw all of it. The grid is the screen's, until the next call. */
const tui_grid *tui_screen_draw(tui_screen *s, int rows, int cols, int64_t now_ms);

void tui_screen_key(tui_screen *s, tui_key key);
bool tui_screen_wants_out(const tui_screen *s);
void tui_screen_leave(tui_screen *s); /* as if the reader wanted out */

/* Hide everything until somebody presses Enter: at a shared screen the next player looks now. */
void tui_screen_curtain(tui_screen *s, const char *text);
bool tui_screen_is_hidden(const tui_screen *s);

/* A line for the reader, until something happens; of trouble it is set apart. */
void tui_screen_say(tui_screen *s, const char *text, bool trouble);

/* For tests and for whoever points: the things on the screen as last drawn. */
const tui_spot *tui_screen_spots(const tui_screen *s, int *n);

#endif
