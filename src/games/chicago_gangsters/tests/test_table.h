/* test_table.h: what the tests of Chicago Gangsters are written with, so that they look like the table.
 *
 *     AT(4, "phase lay; active 1; coalition C01; district uptown; loot L01; hand0 B5; hand1 W2 W4");
 *     CHECK_MOVES("lay W2; ...");                   of the first seat that is asked
 *     REFUSED("lay B5", "CG-3.1");                  and not a byte has changed
 *     PLAY("lay W2 cover", "show W2");              whoever is asked first; chance too: "deal 0 W4"
 *     BY(2, "claim");                               that seat
 *     LAY("W4 B5");                                 lay these and show none: "lay W4 B5", "done"
 *     HOLDS("hand0 B5; phase lay");                 these fields, whatever the others say
 *
 * Positions are partial, as the README's vectors are: they need not be sound. What is left out is
 * filled in as text_state.c says: by seat and card, all other means cards in the pile. */
#ifndef CHICAGO_GANGSTERS_TEST_TABLE_H
#define CHICAGO_GANGSTERS_TEST_TABLE_H

#include <stdlib.h>

#include "games/chicago_gangsters/state.h"
#include "games/registry.h"

#include "table.h"

extern const spk_game spk_game_chicago_gangsters;

/* -- Boxes and positions ----------------------------------------------------------------------- */

static inline spk_err open_box(int n_seats, const char *options, const char *edition)
{
    return open_table(&spk_game_chicago_gangsters, n_seats, options, edition);
}

static inline void new_game(int n_seats, const char *options)
{
    CHECK_INT(open_box(n_seats, options, NULL), SPK_OK);
    box.game->setup(&box, &now);
}

static inline void put(int n_seats, const char *options, const char *position, const char *file,
                       int line)
{
    new_game(n_seats, options);
    lay_out(position, file, line);
}

#define AT(n_seats, position)               put(n_seats, NULL, position, __FILE__, __LINE__)
#define AT_WITH(n_seats, options, position) put(n_seats, options, position, __FILE__, __LINE__)

/* -- Moves ------------------------------------------------------------------------------------- */

static inline void lay_down(const char *cards, const char *file, int line)
{
    char text[SPK_MOVE_TEXT];
    spk_seat seat = actor();
    snprintf(text, sizeof text, "lay %s", cards);
    play_one(seat, text, file, line);
    const cg_state *s = (const cg_state *)&now;
    if (s->phase == CG_SHOW && s->active == seat)
        play_one(seat, "done", file, line);
}

#define BY(seat, text) play_one(seat, text, __FILE__, __LINE__)
#define LAY(cards)     lay_down(cards, __FILE__, __LINE__)

#define CHECK_MOVES(want) check_moves("", want, __FILE__, __LINE__)

/* -- Looking ----------------------------------------------------------------------------------- */

static inline void check_view(spk_seat viewer, const char *want, const char *file, int line)
{
    spk_state view = now;
    box.game->redact(&box, &view, viewer);
    check_fields(&view, want, file, line);
}

#define HOLDS(fields)        check_fields(&now, fields, __FILE__, __LINE__)
#define SEES(viewer, fields) check_view(viewer, fields, __FILE__, __LINE__)

#endif
