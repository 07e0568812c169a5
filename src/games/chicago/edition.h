/* edition.h: a board file being read: what it says and on which line, shared by the three files
 * that turn it into a city.
 *
 *      edition.c  -->  edition_check.c  -->  map.c
 *      lines read      against the print     numbered, linked, measured                          */
#ifndef CHICAGO_EDITION_H
#define CHICAGO_EDITION_H

#include <string.h>

#include "games/chicago/state.h"

typedef struct chicago_field {
    int r, c;
} chicago_field;

typedef enum chicago_kind {
    CHICAGO_KIND_CASINO,
    CHICAGO_KIND_HOME,
    CHICAGO_KIND_BAR,
    CHICAGO_KIND_COUNT
} chicago_kind;

typedef struct chicago_building {
    int line; /* 0: not given yet */
    chicago_field at;
    chicago_kind kind;
    int value_k;
    int mark; /* gang, or -1 */
    bool at_square;
    int n_doors;
    chicago_field door[2];
} chicago_building;

/* Facts that are given once and are not lists. */
typedef enum chicago_fact {
    CHICAGO_FACT_ROWS,
    CHICAGO_FACT_COLS,
    CHICAGO_FACT_QUARTERS,
    CHICAGO_FACT_BUILDINGS,
    CHICAGO_FACT_STREETS,
    CHICAGO_FACT_SYMMETRY,
    CHICAGO_FACT_MOVEMENT,
    CHICAGO_FACT_COUNT
} chicago_fact;

/* A reading in progress. Lines are counted from 1; 0: not given yet. */
typedef struct chicago_reading {
    chicago_config *c;
    int last_line;
    int said[CHICAGO_FACT_COUNT];
    int n_rows;
    int row_line[CHICAGO_SIDE];
    int streets;
    bool symmetric;
    int die_line[CHICAGO_STRENGTHS];
    int edges_line, islands_line;
    chicago_field edge[CHICAGO_EDGES];
    chicago_field island[4];
    chicago_building building[CHICAGO_BUILDINGS];
} chicago_reading;

/* edition_check.c: refuses a map that the rulebook rules out; a map whose four quarters differ gets
 * a note. The reading must be complete. */
spk_err chicago_edition_check(const chicago_reading *r, spk_box *box, spk_why *why);

/* map.c: fills the config's map. Refuses a map with unreachable places. The reading must have been
 * checked. */
spk_err chicago_map_make(const chicago_reading *r, spk_why *why);

/* -- Small questions --------------------------------------------------------------------------- */

static inline bool chicago_same_field(chicago_field a, chicago_field b)
{
    return a.r == b.r && a.c == b.c;
}

/* What the map shows there; beyond its edges, a block. */
static inline char chicago_grid_at(const chicago_config *c, chicago_field f)
{
    bool on_map = f.r >= 0 && f.r < c->rows && f.c >= 0 && f.c < c->cols;
    return on_map ? c->grid[f.r][f.c] : '#';
}

static inline bool chicago_is_street(char mark) { return mark && strchr(".,:E", mark); }

static inline bool chicago_share_a_side(chicago_field a, chicago_field b)
{
    int dr = a.r - b.r, dc = a.c - b.c;
    return dr * dr + dc * dc == 1;
}

#endif
