/* inside.h: the screen's own struct, for the files that make it up: screen.c (acting), panel.c (menus, pages and questions
 * over the board), draw.c (cells). Nobody else includes this. */
#ifndef TUI_INSIDE_H
#define TUI_INSIDE_H

#include "hosts/tui/screen.h"

enum { TUI_ITEMS = 400, TUI_INPUT = 220 };

/* What lies over the board. */
typedef enum tui_panel {
    TUI_NO_PANEL,
    TUI_MENU,    /* one of several lines is chosen */
    TUI_PAGE,    /* a text to read */
    TUI_ASK,     /* a line to write */
    TUI_CURTAIN, /* nothing is to be seen */
} tui_panel;

typedef enum tui_item_kind {
    TUI_ITEM_MOVE, /* 'move': an index */
    TUI_ITEM_SAY,  /* 'text': a message of the game's talk */
    TUI_ITEM_ACT,  /* 'word', and its text */
    TUI_ITEM_KEY,  /* as if this key had been pressed */
} tui_item_kind;

typedef struct tui_item {
    tui_item_kind kind;
    char *label; /* owned */
    int move;
    uint32_t key;
    char word[16];
    char text[SPK_MOVE_TEXT];
} tui_item;

typedef enum tui_question { TUI_ASK_CHAT, TUI_ASK_SAVE, TUI_ASK_QUIT } tui_question;

struct tui_screen {
    tui_table *t;
    const tui_port *port;
    const tui_board *board;
    tui_grid grid;
    tui_choice choice;
    tui_spot spots[TUI_SPOTS], cursor;
    int n_spots, cursor_at;      /* -1: nothing is pointed at */
    int n_buttons, first_button; /* the last spots are the buttons */
    char walker[TUI_PART]; /* where somebody came by our last move (tui_board.walks); "": nobody */
    int confirm;           /* a move that waits for a second Enter; -1: none */
    bool quit, asked_why, asked_hint, told_end;

    char message[TUI_SENTENCE];
    bool trouble;
    int seen; /* events, when the table was last heard of */

    tui_panel panel;
    bool small; /* the menu leaves the upper part of the board in sight */
    spk_buf title, page;
    tui_item item[TUI_ITEMS];
    int n_items, chosen, scroll;
    tui_area panel_area; /* as drawn */
    int panel_lines;     /* of the page or the menu, in all */
    tui_question question;
    char input[TUI_INPUT];
};

/* -- panel.c ------------------------------------------------------------------------------------------ */

void tui_panel_close(tui_screen *s);
void tui_panel_page(tui_screen *s, const char *title); /* s->page is the text */
void tui_panel_menu(tui_screen *s, const char *title); /* empty: add items */
tui_item *tui_panel_item(tui_screen *s, tui_item_kind kind, const char *label);
void tui_panel_moves(tui_screen *s, const char *title, const int *moves, int n);
void tui_panel_ask(tui_screen *s, tui_question question);
bool tui_panel_key(tui_screen *s, tui_key key); /* false: it is none of the panel's business */
void tui_panel_draw(tui_screen *s);

/* Whether a menu can show that label whole. */
bool tui_menu_fits(const tui_screen *s, const char *label);

/* What a key opens. */
void tui_open_log(tui_screen *s);
void tui_open_help(tui_screen *s);
void tui_open_talk(tui_screen *s);
void tui_open_moves(tui_screen *s);
void tui_open_table(tui_screen *s);
void tui_open_rules(tui_screen *s);
void tui_open_why(tui_screen *s);
void tui_open_hint(tui_screen *s);
void tui_open_end(tui_screen *s);

/* -- screen.c ------------------------------------------------------------------------------------------ */

void tui_screen_take(tui_screen *s,
                     int move); /* one of the table's moves: made, or confirmed first */
void tui_screen_act(tui_screen *s, const char *word, const char *text);

#endif
