/* choose.h: a move is put together from things on the screen, in whatever order they are touched.
 *
 * A board says of every legal move what it is made of, its parts (board.h):
 *
 *     lay_own 2 c4      "own2" ">c4"         a tile of one's own, and where it goes
 *     shoot c4          "c4" "=shoot"        a gangster, and what is done to him
 *     pass              "=pass"
 *
 * "c4" is a thing to begin with; ">c4" the same place as the other end of a move, offered once something is chosen;
 * "=shoot" a button. A part may occur several times (two equal cards). Whatever is chosen leaves the moves that have
 * all of it; what else these have is what can be chosen next. So nobody chooses what leads nowhere, and the rules are
 * asked, not written again.
 *
 *     tui_choice c = {0};
 *     tui_choice_begin(&c, &table, board);           after every view
 *     if (tui_choice_offers(&c, "c4")) tui_choice_pick(&c, "c4");
 *     n = tui_choice_found(&c, moves, cap, &whole);  the moves that are meant
 *     tui_choice_release(&c); */
#ifndef TUI_CHOOSE_H
#define TUI_CHOOSE_H

#include "hosts/tui/table.h"

enum { TUI_PARTS = 14, TUI_PART = 24 };

typedef struct tui_parts {
    int n;
    char part[TUI_PARTS][TUI_PART];
} tui_parts;

struct tui_board;

typedef struct tui_choice {
    tui_parts *of; /* each of the table's moves */
    int n_moves;
    tui_parts picked;
} tui_choice;

/* For boards: one more part. */
void tui_part(tui_parts *parts, const char *prefix, const char *name);

void tui_choice_begin(tui_choice *c, const tui_table *t, const struct tui_board *board);
void tui_choice_release(tui_choice *c);

/* Whether some move has all that is picked and this as well; the part itself, or ">part": what would be picked. NULL:
 * it is not offered. */
const char *tui_choice_offers(const tui_choice *c, const char *thing);

/* How often a thing is picked, in either role. */
int tui_choice_times(const tui_choice *c, const char *thing);

void tui_choice_pick(tui_choice *c, const char *part);    /* one that is offered */
bool tui_choice_unpick(tui_choice *c, const char *thing); /* false: it was not picked */
bool tui_choice_back(tui_choice *c); /* the last pick; false: nothing was picked */
void tui_choice_clear(tui_choice *c);

/* The moves that have all that is picked, as indexes, up to 'cap'; returns how many there are. *whole: those listed
 * are exactly what was picked, with nothing left to choose. If some are exactly that and 'exact' is set, only these count. */
int tui_choice_found(const tui_choice *c, bool exact, int *moves, int cap, bool *whole);

/* The buttons that are offered now, each once, up to 'cap'. */
int tui_choice_buttons(const tui_choice *c, const char **parts, int cap);

#endif
