/* draw.c: the whole screen: the bar, the board, the log, what can be done, and the keys. See screen.h for the picture. */
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "hosts/tui/inside.h"

enum { FOOT = 3, SIDE_LEAST = 28, SIDE_MOST = 56, BOARD_COLS = 80, BOARD_ROWS = 20 };

/* -- The bar ------------------------------------------------------------------------------------------ */

static void put_waiting_for(const tui_table *t, spk_buf *out)
{
    spk_buf names = {0};
    for (spk_seat seat = 0; seat < t->box->n_seats; seat++)
        if (spk_actors_has(t->actors, seat) && seat != t->me)
            spk_buf_printf(&names, "%s%s", names.n ? ", " : "", tui_seat_name(t, seat));
    if (names.n)
        tui_say(t, out, N_("Waiting for {names}"), SPK_TEXT("names", spk_buf_text(&names)));
    spk_buf_release(&names);
}

static void put_winners(const tui_table *t, spk_buf *out)
{
    spk_buf names = {0};
    for (spk_seat seat = 0; seat < t->box->n_seats; seat++)
        if (t->result.winners >> seat & 1)
            spk_buf_printf(&names, "%s%s", names.n ? ", " : "", tui_seat_name(t, seat));
    tui_say(t, out, N_("The game is over. First: {names}"),
            SPK_TEXT("names", spk_buf_text(&names)));
    spk_buf_release(&names);
}

static void put_headline(const tui_screen *s, spk_buf *out)
{
    const tui_table *t = s->t;
    if (t->over)
        put_winners(t, out);
    else if (t->status == ROOM_CLOSED)
        spk_buf_puts(out, tui_tr(t, N_("This table is closed.")));
    else if (t->status == ROOM_WAITING)
        spk_buf_puts(out, tui_tr(t, N_("Waiting for players")));
    else if (t->status == ROOM_PAUSED && t->paused_by >= 0)
        tui_say(t, out, N_("Paused by {name}"), SPK_WHO("name", t->paused_by));
    else if (t->status == ROOM_PAUSED)
        spk_buf_puts(out, tui_tr(t, N_("Paused")));
    else if (tui_my_turn(t))
        s->board->headline(t, out);
    else if (tui_may_speak(t))
        spk_buf_puts(out, tui_tr(t, N_("You may speak before the others move.")));
    else
        put_waiting_for(t, out);
}

static void put_clock(const tui_table *t, int64_t now_ms, spk_buf *out)
{
    for (spk_seat seat = 0; t->has_clocks && seat < t->box->n_seats; seat++) {
        int64_t left = tui_clock_left(t, seat, now_ms) / 1000;
        if (!t->running[seat] || t->left_ms[seat] < 0)
            continue;
        spk_buf_printf(out, "%s%s ", out->n ? "  " : "", tui_seat_name(t, seat));
        if (left >= 3600)
            spk_buf_printf(out, "%d:%02d:%02d", (int)(left / 3600), (int)(left / 60 % 60),
                           (int)(left % 60));
        else
            spk_buf_printf(out, "%d:%02d", (int)(left / 60), (int)(left % 60));
    }
}

/* The headline is an instruction: it is never cut for the game's name, which everybody knows. */
static void draw_bar(tui_screen *s, int64_t now_ms)
{
    spk_buf line = {0}, clock = {0};
    tui_area bar = {0, 0, 1, s->grid.cols};
    spk_buf_printf(&line, " %s · ", s->t->box->game->name);
    put_headline(s, &line);
    put_clock(s->t, now_ms, &clock);
    int free_cols = s->grid.cols - (clock.n ? tui_width(spk_buf_text(&clock)) + 2 : 0);
    if (tui_width(spk_buf_text(&line)) > free_cols) {
        spk_buf_clear(&line);
        spk_buf_putc(&line, ' ');
        put_headline(s, &line);
    }
    tui_fill(&s->grid, bar, ' ', TUI_REVERSE);
    tui_put(&s->grid, (tui_area){0, 0, 1, free_cols}, spk_buf_text(&line), TUI_REVERSE | TUI_BOLD);
    if (clock.n)
        tui_put(&s->grid, (tui_area){0, free_cols + 1, 1, s->grid.cols - free_cols - 1},
                spk_buf_text(&clock), TUI_REVERSE);
    spk_buf_release(&line);
    spk_buf_release(&clock);
}

/* -- The log ------------------------------------------------------------------------------------------ */

static tui_style style_of(const tui_line *line, bool newest)
{
    if (line->kind == TUI_LINE_NOTE)
        return TUI_YELLOW;
    return line->kind != TUI_LINE_EVENT ? TUI_CYAN : newest ? TUI_PLAIN : TUI_DIM;
}

/* The newest lines, the last one at the bottom. */
static void draw_log(tui_screen *s, tui_area area)
{
    const tui_table *t = s->t;
    int row = area.rows;
    for (int i = t->n_lines - 1; i >= 0 && i > t->n_lines - TUI_LINES && row > 0; i--) {
        const tui_line *line = &t->log[i % TUI_LINES];
        int n = tui_count_lines(line->text, area.cols);
        row -= n;
        tui_put_lines(&s->grid, (tui_area){area.row, area.col, area.rows, area.cols}, row,
                      line->text, style_of(line, i == t->n_lines - 1));
    }
}

/* -- What can be done --------------------------------------------------------------------------------- */

/* A button's words: the board's own, else the description of the move it makes, else of the first one it leads to. */
static void put_label(const tui_screen *s, const char *part, spk_buf *out)
{
    static tui_choice then; /* large, and one at a time */
    int moves[2];
    bool whole;
    then = s->choice;
    tui_choice_pick(&then, part);
    int n = tui_choice_found(&then, true, moves, 2, &whole);
    bool one = n == 1 && whole;
    if (!one && s->board->label && s->board->label(s->t, part, out))
        return;
    if (n > 0)
        tui_describe(s->t, moves[0], out);
}

static void add_button(tui_screen *s, tui_pane *p, int *col, const char *thing, const char *label,
                       int most)
{
    char text[200];
    int n = s->n_buttons + 1;
    snprintf(text, sizeof text, "%d %s", n, label);
    int wide = tui_width(text) + 2;
    wide = wide < most ? wide : most;
    if (*col + wide > p->area.cols)
        return;
    tui_fill(&s->grid, tui_inside(p->area, 0, *col, 1, wide), ' ', TUI_PLAIN);
    tui_pane_put(p, 0, *col + 1, wide - 2, text, TUI_BOLD);
    tui_pane_spot(p, 0, *col, 1, wide, thing);
    *col += wide + 1;
    s->n_buttons++;
}

static void draw_buttons(tui_screen *s, tui_pane *p, int col)
{
    enum { MOST = 9 };
    const char *parts[MOST];
    spk_buf label[MOST] = {0};
    int n = tui_choice_buttons(&s->choice, parts, MOST), wide = 0;
    for (int i = 0; i < n; i++) {
        put_label(s, parts[i], &label[i]);
        wide += tui_width(spk_buf_text(&label[i])) + 5;
    }
    int free_cols = wide > p->area.cols - col ? (p->area.cols - col) / n - 1 : p->area.cols;
    for (int i = 0; i < n; i++) {
        add_button(s, p, &col, parts[i], spk_buf_text(&label[i]), free_cols);
        spk_buf_release(&label[i]);
    }
    if (tui_may_speak(s->t)) {
        add_button(s, p, &col, "=!listen", tui_tr(s->t, N_("Nothing to say")), p->area.cols);
        add_button(s, p, &col, "=!talk", tui_tr(s->t, N_("Speak (t)")), p->area.cols);
    }
    if (s->t->away)
        add_button(s, p, &col, "=!back", tui_tr(s->t, N_("I am back")), p->area.cols);
}

static void put_picked(const tui_screen *s, spk_buf *out)
{
    for (int i = 0; i < s->choice.picked.n; i++) {
        const char *part = s->choice.picked.part[i];
        if (*part == '=')
            continue;
        spk_buf_puts(out, out->n ? " + " : "");
        if (s->board->name)
            s->board->name(s->t, part + (*part == '>'), out);
        else
            tui_name_thing(s->t, part + (*part == '>'), out);
    }
}

/* The move that wants a second Enter, and that it does: in one line if there is room for both. Else the line is the
 * question's, which is never cut, and the move is told in the next one (*below). */
static void put_confirm(const tui_screen *s, spk_buf *line, spk_buf *below)
{
    const tui_table *t = s->t;
    spk_buf move = {0};
    const char *ask = t->ends[s->confirm]
                          ? tui_tr(t, N_("This ends your turn. Enter: do it, Esc: back"))
                          : tui_tr(t, N_("Enter: do it, Esc: back"));
    tui_describe(t, s->confirm, &move);
    bool fits = tui_width(spk_buf_text(&move)) + 3 + tui_width(ask) <= s->grid.cols - 2;
    if (fits)
        spk_buf_printf(line, "%s.  ", spk_buf_text(&move));
    else
        spk_buf_printf(below, "%s.", spk_buf_text(&move));
    spk_buf_puts(line, ask);
    spk_buf_release(&move);
}

static void draw_confirm(tui_screen *s, tui_pane *p)
{
    spk_buf line = {0}, below = {0};
    put_confirm(s, &line, &below);
    tui_fill(&s->grid, p->area, ' ', TUI_REVERSE);
    tui_pane_put(p, 0, 1, p->area.cols - 2, spk_buf_text(&line), TUI_BOLD | TUI_REVERSE);
    spk_buf_release(&line);
    spk_buf_release(&below);
}

static void draw_doing(tui_screen *s, tui_pane *p)
{
    spk_buf text = {0};
    int col = 1;
    if (s->confirm >= 0) {
        draw_confirm(s, p);
        return;
    }
    put_picked(s, &text);
    if (text.n) {
        tui_pane_put(p, 0, col, 2, "▸", TUI_BOLD);
        col += 2 + tui_pane_put(p, 0, col + 2, p->area.cols / 2, spk_buf_text(&text), TUI_BOLD) + 1;
    }
    draw_buttons(s, p, col);
    spk_buf_release(&text);
}

/* What there is too little room for elsewhere: a move to be confirmed, or the chosen line of a menu. */
static void put_overlong(const tui_screen *s, spk_buf *out)
{
    spk_buf line = {0};
    const tui_item *item = &s->item[s->chosen];
    bool is_cut = s->panel == TUI_MENU && s->n_items && !tui_menu_fits(s, item->label);
    if (is_cut && item->kind == TUI_ITEM_MOVE)
        tui_describe(s->t, item->move, out); /* without the figures of a hint */
    else if (is_cut)
        spk_buf_puts(out, item->label);
    else if (s->panel == TUI_NO_PANEL && s->confirm >= 0)
        put_confirm(s, &line, out);
    spk_buf_release(&line);
}

/* What is pointed at, and what happened last; or what there is to say. */
static void draw_saying(tui_screen *s, tui_area line, bool log_elsewhere)
{
    const tui_table *t = s->t;
    spk_buf text = {0};
    bool trouble = false;
    const char *state = s->port->state ? s->port->state(s->port->ctx, &trouble) : NULL;
    tui_style style = TUI_PLAIN;
    put_overlong(s, &text);
    if (text.n) {
        style = TUI_BOLD;
    } else if (*s->message && !trouble) {
        spk_buf_puts(&text, s->message);
        style = s->trouble ? TUI_YELLOW | TUI_BOLD : TUI_BOLD;
    } else if (state) {
        spk_buf_puts(&text, state);
        style = TUI_YELLOW;
    } else {
        if (s->cursor_at >= 0 && s->cursor_at < s->first_button) {
            if (s->board->name)
                s->board->name(t, s->spots[s->cursor_at].thing, &text);
            else
                tui_name_thing(t, s->spots[s->cursor_at].thing, &text);
        }
        if (!log_elsewhere && t->n_lines)
            spk_buf_printf(&text, "%s%s", text.n ? " · " : "",
                           t->log[(t->n_lines - 1) % TUI_LINES].text);
    }
    tui_put(&s->grid, line, spk_buf_text(&text), style);
    spk_buf_release(&text);
}

static void draw_keys(tui_screen *s)
{
    static const struct {
        const char *key, *what;
    } keys[] = {{"?", N_("help")}, {"q", N_("quit")}, {"Enter", N_("choose")}, {"Tab", N_("next")},
                {"u", N_("undo")}, {"h", N_("hint")}, {"m", N_("moves")},      {"l", N_("log")},
                {"t", N_("talk")}, {"w", N_("why")},  {"r", N_("rules")},      {"o", N_("table")}};
    int row = s->grid.rows - 1, col = 1;
    tui_fill(&s->grid, (tui_area){row, 0, 1, s->grid.cols}, ' ', TUI_REVERSE);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *what = tui_tr(s->t, keys[i].what);
        int wide = (int)strlen(keys[i].key) + 1 + tui_width(what);
        if (col + wide >= s->grid.cols)
            break;
        col +=
            tui_put(&s->grid, (tui_area){row, col, 1, wide}, keys[i].key, TUI_REVERSE | TUI_BOLD) +
            1;
        col += tui_put(&s->grid, (tui_area){row, col, 1, wide}, what, TUI_REVERSE) + 2;
    }
}

/* -- Before the deal ---------------------------------------------------------------------------------- */

static void draw_lobby(const tui_screen *screen, tui_pane *p)
{
    const tui_table *t = p->table;
    for (spk_seat seat = 0; seat < t->box->n_seats; seat++) {
        const tui_sitter *s = &t->sitter[seat];
        const char *state = s->kind == ROOM_OPEN  ? tui_tr(t, N_("free"))
                            : s->kind == ROOM_BOT ? s->bot
                            : s->here             ? tui_tr(t, N_("here"))
                                                  : tui_tr(t, N_("not here"));
        tui_pane_printf(p, 2 + seat, 4, p->area.cols - 8, TUI_PLAIN, "%d  %s%s – %s", seat + 1,
                        s->kind == ROOM_OPEN ? "" : s->name, seat == t->me ? " *" : "", state);
    }
    if (!*t->id || !screen->port->house)
        return;
    tui_pane_put(p, 3 + t->box->n_seats, 4, p->area.cols - 8,
                 tui_tr(t, N_("Whoever has this link can sit down here:")), TUI_PLAIN);
    tui_pane_printf(p, 4 + t->box->n_seats, 4, p->area.cols - 4, TUI_BOLD, "%s/t/%s",
                    screen->port->house, t->id);
}

/* -- All of it ---------------------------------------------------------------------------------------- */

static void draw_too_small(tui_screen *s)
{
    char text[160];
    snprintf(text, sizeof text,
             tui_tr(s->t, N_("This window has %d x %d cells. Please make it at least %d x %d.")),
             s->grid.cols, s->grid.rows, TUI_MIN_COLS, TUI_MIN_ROWS);
    tui_put_lines(&s->grid, (tui_area){0, 0, s->grid.rows, s->grid.cols}, 0, text, TUI_BOLD);
}

static void draw_board(tui_screen *s, tui_area area)
{
    tui_pane pane = {.grid = &s->grid,
                     .area = area,
                     .table = s->t,
                     .choice = &s->choice,
                     .spots = s->spots,
                     .cursor = *s->cursor.thing ? &s->cursor : NULL,
                     .cursor_at = -1};
    if (s->t->dealt)
        s->board->draw(&pane);
    else
        draw_lobby(s, &pane);
    s->first_button = pane.n_spots;
    s->n_buttons = 0;
    pane.area = (tui_area){s->grid.rows - 3, 0, 1, s->grid.cols};
    draw_doing(s, &pane);
    s->n_spots = pane.n_spots;
    s->cursor_at = pane.cursor_at;
    if (s->cursor_at >= 0)
        s->cursor = s->spots[s->cursor_at];
}

const tui_grid *tui_screen_draw(tui_screen *s, int rows, int cols, int64_t now_ms)
{
    tui_grid_resize(&s->grid, rows, cols);
    if (rows < TUI_MIN_ROWS || cols < TUI_MIN_COLS) {
        draw_too_small(s);
        return &s->grid;
    }
    int side = cols - BOARD_COLS >= SIDE_LEAST ? cols - BOARD_COLS - 1 : 0;
    side = side > SIDE_MOST ? SIDE_MOST : side;
    int spare = rows - 1 - FOOT - BOARD_ROWS;
    int below = !side && spare >= 2 ? (spare > 12 ? 12 : spare) : 0;
    draw_bar(s, now_ms);
    draw_board(s, (tui_area){1, 0, rows - 1 - FOOT - below, cols - (side ? side + 1 : 0)});
    if (side) {
        tui_fill(&s->grid, (tui_area){1, cols - side - 1, rows - 1 - FOOT, 1}, 0x2502, TUI_DIM);
        draw_log(s, (tui_area){1, cols - side, rows - 1 - FOOT, side});
    }
    if (below)
        draw_log(s, (tui_area){rows - FOOT - below + 1, 1, below - 1, cols - 2});
    draw_saying(s, (tui_area){rows - 2, 1, 1, cols - 2}, side || below);
    draw_keys(s);
    tui_panel_draw(s);
    return &s->grid;
}
