/* board.c: what all boards draw with, the one for games that have none, and which game has which. See board.h. */
#include "hosts/tui/board.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "hosts/tui/boards/boards.h"

/* -- Drawing ------------------------------------------------------------------------------------------ */

int tui_pane_put(tui_pane *p, int row, int col, int cols, const char *text, tui_style style)
{
    tui_area a = tui_inside(p->area, row, col, 1, cols);
    return a.rows && a.cols && col >= 0 ? tui_put(p->grid, a, text, style) : 0;
}

int tui_pane_printf(tui_pane *p, int row, int col, int cols, tui_style style, const char *format,
                    ...)
{
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return tui_pane_put(p, row, col, cols, text, style);
}

void tui_pane_label(tui_pane *p, int row, int col, int cols, const char *text)
{
    tui_pane_put(p, row, col, cols, text, TUI_BOLD);
}

/* Of equal things, which one this is: the first ones are picked first. */
static int nth_of(const tui_pane *p, const char *thing)
{
    int n = 0;
    for (int i = 0; i < p->n_spots; i++)
        n += spk_str_eq(p->spots[i].thing, thing);
    return n;
}

static tui_spot *add_spot(tui_pane *p, tui_area area, const char *thing)
{
    if (p->n_spots == TUI_SPOTS || area.rows == 0 || area.cols == 0)
        return NULL;
    int nth = nth_of(p, thing);
    tui_spot *spot = &p->spots[p->n_spots];
    snprintf(spot->thing, sizeof spot->thing, "%s", thing);
    spot->nth = nth;
    spot->area = area;
    if (p->cursor && p->cursor->nth == nth && spk_str_eq(p->cursor->thing, thing))
        p->cursor_at = p->n_spots;
    p->n_spots++;
    return spot;
}

typedef enum standing { NOTHING, OFFERED, PICKED } standing;

static standing standing_of(const tui_pane *p, const tui_spot *spot)
{
    if (!spot)
        return NOTHING;
    if (spot->nth < tui_choice_times(p->choice, spot->thing))
        return PICKED;
    return tui_choice_offers(p->choice, spot->thing) ? OFFERED : NOTHING;
}

static tui_style style_of(const tui_pane *p, const tui_spot *spot, standing stands)
{
    bool here = spot && p->cursor_at == (int)(spot - p->spots);
    tui_style style = stands == OFFERED  ? TUI_BOLD | TUI_UNDERLINE
                      : stands == PICKED ? TUI_BOLD | TUI_REVERSE
                                         : 0;
    if (here) {
        p->grid->cursor_row = spot->area.row + spot->area.rows / 2;
        p->grid->cursor_col = spot->area.col + (spot->area.cols - 1) / 2;
    }
    return here ? (style & (tui_style)~TUI_UNDERLINE) | TUI_REVERSE : style;
}

void tui_pane_spot(tui_pane *p, int row, int col, int rows, int cols, const char *thing)
{
    tui_area a = tui_inside(p->area, row, col, rows, cols);
    tui_spot *spot = add_spot(p, a, thing);
    tui_restyle(p->grid, a, style_of(p, spot, standing_of(p, spot)));
}

void tui_pane_thing(tui_pane *p, int row, int col, int cols, const char *thing, const char *text,
                    tui_style style)
{
    tui_area a = tui_inside(p->area, row, col, 1, cols);
    tui_spot *spot = add_spot(p, a, thing);
    standing stands = standing_of(p, spot);
    bool fits = tui_width(text) + 2 <= cols;
    tui_style extra = style_of(p, spot, stands);
    tui_style all = (extra ? style & (tui_style)~TUI_DIM : style) | extra;
    tui_fill(p->grid, a, ' ', all & (tui_style)~TUI_UNDERLINE);
    if (fits && stands != NOTHING) {
        tui_pane_put(p, row, col, 1, stands == PICKED ? "[" : "‹", all & (tui_style)~TUI_UNDERLINE);
        tui_pane_put(p, row, col + 1 + tui_width(text), 1, stands == PICKED ? "]" : "›",
                     all & (tui_style)~TUI_UNDERLINE);
    }
    tui_pane_put(p, row, col + fits, cols - fits, text, all);
}

void tui_pane_card(tui_pane *p, int row, int col, int cols, const char *thing, const char *text,
                   tui_style style)
{
    tui_area a = tui_inside(p->area, row, col, 3, cols);
    tui_spot *spot = add_spot(p, a, thing);
    standing stands = standing_of(p, spot);
    tui_style extra = style_of(p, spot, stands);
    bool loud = stands != NOTHING || extra;
    int inside = (cols - 2 - tui_width(text)) / 2;
    tui_frame(p->grid, a, loud ? style | TUI_BOLD : TUI_DIM);
    tui_fill(p->grid, tui_inside(p->area, row + 1, col + 1, 1, cols - 2), ' ',
             extra & (tui_style)~TUI_UNDERLINE);
    if (stands != NOTHING && cols - 2 >= tui_width(text) + 2) {
        tui_pane_put(p, row + 1, col + 1, 1, stands == PICKED ? "[" : "‹",
                     extra & (tui_style)~TUI_UNDERLINE);
        tui_pane_put(p, row + 1, col + cols - 2, 1, stands == PICKED ? "]" : "›",
                     extra & (tui_style)~TUI_UNDERLINE);
    }
    tui_pane_put(p, row + 1, col + 1 + (inside > 0 ? inside : 0), cols - 2, text,
                 style | extra | (loud ? TUI_BOLD : 0));
}

int tui_pane_cards(tui_pane *p, int row, int col, int cols, int lines, const tui_card *cards, int n)
{
    int per_line = (p->area.cols - col) / cols;
    if (per_line < 1)
        per_line = 1;
    bool framed = n <= per_line * lines;
    int high = framed ? 3 : 1;
    if (!framed) {
        cols = 7;
        per_line = (p->area.cols - col) / cols;
    }
    for (int i = 0; i < n; i++) {
        int at = row + high * (i / per_line), left = col + cols * (i % per_line);
        if (framed)
            tui_pane_card(p, at, left, cols, cards[i].thing, cards[i].text, cards[i].style);
        else
            tui_pane_thing(p, at, left, cols, cards[i].thing, cards[i].text, cards[i].style);
    }
    return n ? high * ((n - 1) / per_line + 1) : 0;
}

/* -- Reading ------------------------------------------------------------------------------------------ */

const char *tui_str(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

int tui_int(const json_t *object, const char *key)
{
    return (int)json_integer_value(json_object_get(object, key));
}

bool tui_flag(const json_t *object, const char *key)
{
    return json_is_true(json_object_get(object, key));
}

const char *tui_text_at(const json_t *array, int i)
{
    const char *text = json_string_value(tui_nth(array, i));
    return text ? text : "";
}

spk_seat tui_seat_from_me(const tui_table *t, int i)
{
    return ((tui_is_player(t) ? t->me : 0) + i) % t->box->n_seats;
}

void tui_put_player(const tui_table *t, spk_seat seat, spk_buf *out)
{
    const tui_sitter *s = &t->sitter[seat];
    spk_buf_puts(out, spk_actors_has(t->actors, seat) ? "▸" : " ");
    spk_buf_puts(out, tui_seat_name(t, seat));
    if (seat == t->me)
        spk_buf_printf(out, " (%s)", tui_tr(t, N_("you")));
    else if (s->away)
        spk_buf_printf(out, " (%s)", tui_tr(t, N_("away")));
    else if (s->kind == ROOM_PERSON && !s->here)
        spk_buf_printf(out, " (%s)", tui_tr(t, N_("not here")));
}

/* -- A game without a drawn board --------------------------------------------------------------------- */

static void draw_plain(tui_pane *p)
{
    spk_buf text = {0};
    p->table->box->game->board(p->table->box, &p->table->view, p->table->me, &text);
    int row = 0;
    for (const char *line = spk_buf_text(&text); *line && row < p->area.rows; row++) {
        char one[400];
        size_t n = strcspn(line, "\n");
        snprintf(one, sizeof one, "%.*s", (int)n, line);
        tui_pane_put(p, row, 0, p->area.cols, one, TUI_PLAIN);
        line += n + (line[n] == '\n');
    }
    spk_buf_release(&text);
}

static void plain_headline(const tui_table *t, spk_buf *out)
{
    spk_buf_puts(out, tui_tr(t, N_("Your turn.")));
}

const tui_board tui_board_plain = {.headline = plain_headline, .draw = draw_plain};

static const tui_board *const boards[] = {
#define BOARD(game) &tui_board_##game,
#include "hosts/tui/boards/boards.def"
#undef BOARD
};

const tui_board *tui_board_of(const spk_game *game)
{
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
        if (spk_str_eq(boards[i]->game, game->key))
            return boards[i];
    return &tui_board_plain;
}
