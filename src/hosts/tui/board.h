/* board.h: what a game looks like on a screen. A board draws a table from its JSON (docs/games/<key>.md), says where
 * its things are (spots), and of every move what it is made of (choose.h). It decides no rule and knows no price by
 * heart. A game without a board of its own has the plain one: its text board, and its moves as a list. */
#ifndef TUI_BOARD_H
#define TUI_BOARD_H

#include "hosts/tui/choose.h"
#include "hosts/tui/grid.h"

enum { TUI_SPOTS = 700 };

/* A thing on the screen that can be pointed at. */
typedef struct tui_spot {
    char thing[TUI_PART];
    int nth; /* of equal things: this is the nth, from 0 */
    tui_area area;
} tui_spot;

/* Where a board draws. */
typedef struct tui_pane {
    tui_grid *grid;
    tui_area area;
    const tui_table *table;
    const tui_choice *choice;
    const tui_spot *cursor; /* the spot that was under the cursor; NULL: none */
    tui_spot *spots;        /* TUI_SPOTS */
    int n_spots;
    int cursor_at; /* the spot that is under it now; -1: none */
} tui_pane;

typedef struct tui_board {
    const char *game; /* key; NULL: any */
    bool walks;       /* whoever has just come somewhere is chosen for the next step at once */

    /* What is to be done, as an instruction: "Recruit somebody from the street." Only if the table waits for us. */
    void (*headline)(const tui_table *t, spk_buf *out);

    /* The table. 80 x 20 cells are always there; a larger area may be used. */
    void (*draw)(tui_pane *pane);

    /* What a move, given as its text, is made of. NULL: moves are chosen from a list. */
    void (*parts)(const tui_table *t, const char *move, tui_parts *out);

    /* The move that somebody means who points at a thing that is not offered, as text, so that the rules can say
     * why not. False: nothing in particular. NULL: never. */
    bool (*meant)(const tui_table *t, const tui_choice *c, const char *thing, spk_buf *out);

    /* What a thing is called, with what a player wants to know of it, in a few words. NULL: its name. */
    void (*name)(const tui_table *t, const char *thing, spk_buf *out);

    /* What a button says, where the description of its moves is too long or there are several. False: the
     * description. NULL: always that. */
    bool (*label)(const tui_table *t, const char *part, spk_buf *out);
} tui_board;

const tui_board *tui_board_of(const spk_game *game);
extern const tui_board tui_board_plain;

/* -- For boards: drawing inside the pane; rows and columns count from its corner ------------------------ */

/* Text of at most 'cols' columns. Returns the columns used. */
int tui_pane_put(tui_pane *p, int row, int col, int cols, const char *text, tui_style style);
int tui_pane_printf(tui_pane *p, int row, int col, int cols, tui_style style, const char *format,
                    ...) __attribute__((format(printf, 6, 7)));

/* A thing in one row: what is offered is underlined and bold, what is picked or under the cursor is reversed. A thing
 * of at least two more columns than its text has also brackets: ‹F2› is offered, [F2] picked. */
void tui_pane_thing(tui_pane *p, int row, int col, int cols, const char *thing, const char *text,
                    tui_style style);

/* A card, three rows high and 'cols' wide, with a frame. */
void tui_pane_card(tui_pane *p, int row, int col, int cols, const char *thing, const char *text,
                   tui_style style);

/* A row of cards from column 'col' on, 'cols' wide each, wrapped at the pane's edge into at most 'lines' lines of three rows;
 * if they do not fit, in one row each without frames. 'things' has the prefix before each card's text. Returns the rows used. */
typedef struct tui_card {
    char thing[TUI_PART];
    char text[12];
    tui_style style;
} tui_card;
int tui_pane_cards(tui_pane *p, int row, int col, int cols, int lines, const tui_card *cards,
                   int n);

/* A place that can be pointed at and is drawn already. */
void tui_pane_spot(tui_pane *p, int row, int col, int rows, int cols, const char *thing);

/* A heading. */
void tui_pane_label(tui_pane *p, int row, int col, int cols, const char *text);

/* -- For boards: reading the view ------------------------------------------------------------------------- */

const char *tui_str(const json_t *object, const char *key); /* "": not there, or null */
int tui_int(const json_t *object, const char *key);         /* 0 */
bool tui_flag(const json_t *object, const char *key);
static inline json_t *tui_get(const json_t *object, const char *key)
{
    return json_object_get(object, key);
}
static inline json_t *tui_nth(const json_t *array, int i)
{
    return json_array_get(array, (size_t)i);
}
static inline int tui_len(const json_t *array) { return (int)json_array_size(array); }
const char *tui_text_at(const json_t *array, int i); /* a string of an array; "" */

/* The seats in the order in which one sits: oneself first. */
spk_seat tui_seat_from_me(const tui_table *t, int i);

/* "Ann", "you"; with a mark for who is to act, and for who is not there. */
void tui_put_player(const tui_table *t, spk_seat seat, spk_buf *out);

#endif
