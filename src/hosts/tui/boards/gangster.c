/* gangster.c: Gangster on a screen: the city, what every line would pay, the gangs and what can be laid. Things are cells
 * ("c4"), own tiles ("own2"), open ones ("open1") and piles ("pile1"). */
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "hosts/tui/boards/boards.h"

enum { SIDE = 6, CELL = 6, MAP_COL = 3, RIGHT = 47 };

static const char letters[] = "RBYG";

static tui_style colour_of(char letter)
{
    static const tui_style colours[] = {TUI_RED, TUI_BLUE, TUI_YELLOW, TUI_GREY};
    const char *at = letter ? strchr(letters, letter) : NULL;
    return at ? colours[at - letters] : TUI_PLAIN;
}

/* "red" is R. */
static char letter_of(const char *gang)
{
    return (char)(gang[0] >= 'a' && gang[0] <= 'z' ? gang[0] - 'a' + 'A' : ' ');
}

static bool is_scored(const tui_table *t, const char *line)
{
    const json_t *scored = tui_get(t->json, "scored_lines");
    for (int i = 0; i < tui_len(scored); i++)
        if (spk_str_eq(tui_text_at(scored, i), line))
            return true;
    return false;
}

/* -- The city ----------------------------------------------------------------------------------------- */

static void draw_frame(tui_pane *p, int row)
{
    static const char *const corners[3][3] = {{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}};
    for (int i = 0; i <= SIDE; i++) {
        const char *const *kind = corners[i == 0 ? 0 : i == SIDE ? 2 : 1];
        int at = row + 2 * i;
        for (int k = 0; k < SIDE; k++)
            tui_pane_printf(p, at, MAP_COL + CELL * k, CELL + 1, TUI_DIM, "%s─────",
                            kind[k ? 1 : 0]);
        tui_pane_put(p, at, MAP_COL + CELL * SIDE, 1, kind[2], TUI_DIM);
        for (int k = 0; i < SIDE && k <= SIDE; k++)
            tui_pane_put(p, at + 1, MAP_COL + CELL * k, 1, "│", TUI_DIM);
    }
}

/* What a line would pay as it lies: "+5R"; in brackets what it has paid. */
static void draw_pay(tui_pane *p, int row, int col, int line)
{
    const json_t *pay = tui_nth(tui_get(p->table->json, "line_pays"), line);
    char name[2] = {(char)(line < SIDE ? '1' + line : 'a' + line - SIDE), '\0'};
    char gang = letter_of(tui_str(pay, "gang"));
    bool scored = is_scored(p->table, name);
    if (!pay || json_is_null(pay))
        tui_pane_put(p, row, col, 5, scored ? "✓" : "·", TUI_DIM);
    else
        tui_pane_printf(p, row, col, 6, scored ? TUI_DIM : colour_of(gang), "%s%c+%d",
                        scored ? "✓" : "", gang, tui_int(pay, "points"));
}

static void draw_cell(tui_pane *p, int row, int col, int cell)
{
    const char *tile = tui_text_at(tui_get(p->table->json, "board"), cell);
    char name[3] = {(char)('a' + cell % SIDE), (char)('1' + cell / SIDE), '\0'}, text[8];
    bool dead = tile[0] == 'x', locked = spk_str_eq(tui_str(p->table->json, "locked"), name);
    snprintf(text, sizeof text, "%s%s%s", *tile && !dead ? " " : "", *tile ? tile : " · ",
             locked  ? "*"
             : *tile ? " "
                     : "");
    if (*tile && strlen(text) > 3)
        memmove(text, text + (text[0] == ' '), strlen(text));
    tui_pane_thing(p, row, col, CELL - 1, name, text,
                   dead    ? TUI_DIM
                   : *tile ? colour_of(tile[0]) | TUI_BOLD
                           : TUI_DIM);
}

static void draw_city(tui_pane *p, int row)
{
    draw_frame(p, row + 1);
    for (int i = 0; i < SIDE; i++) {
        tui_pane_printf(p, row, MAP_COL + CELL * i + 3, 2, TUI_BOLD, "%c", 'a' + i);
        tui_pane_printf(p, row + 2 + 2 * i, 1, 2, TUI_BOLD, "%d", i + 1);
        draw_pay(p, row + 2 + 2 * i, MAP_COL + CELL * SIDE + 2, i);
        draw_pay(p, row + 2 + 2 * SIDE, MAP_COL + CELL * i + 1, SIDE + i);
    }
    for (int cell = 0; cell < SIDE * SIDE; cell++)
        draw_cell(p, row + 2 + 2 * (cell / SIDE), MAP_COL + 1 + CELL * (cell % SIDE), cell);
}

/* -- The gangs ---------------------------------------------------------------------------------------- */

static void draw_player(tui_pane *p, int row, spk_seat seat)
{
    const tui_table *t = p->table;
    const json_t *player = tui_nth(tui_get(t->json, "players"), seat),
                 *own = tui_get(player, "own_supply");
    const char *gang = tui_str(player, "gang");
    tui_style style = colour_of(letter_of(gang));
    spk_buf text = {0};
    tui_put_player(t, seat, &text);
    spk_buf_printf(&text, " · %c %s", letter_of(gang), tui_tr(t, gang));
    tui_pane_put(p, row, RIGHT, p->area.cols - RIGHT, spk_buf_text(&text), style | TUI_BOLD);
    spk_buf_clear(&text);
    spk_buf_printf(&text, "%d/%d  ", tui_int(player, "points"), tui_int(t->data, "goal"));
    for (int i = 0; i < tui_int(player, "bullets") && i < 8; i++)
        spk_buf_puts(&text, "●");
    tui_pane_put(p, row + 1, RIGHT + 17, p->area.cols - RIGHT - 17, spk_buf_text(&text), TUI_PLAIN);
    spk_buf_release(&text);
    for (int i = 0; i < tui_len(own); i++) {
        const char *tile = tui_text_at(own, i);
        char thing[8];
        snprintf(thing, sizeof thing, "own%.1s", tile[0] ? tile + 1 : "");
        if (seat == t->me)
            tui_pane_thing(p, row + 1, RIGHT + 1 + 5 * i, 5, thing, tile, style);
        else
            tui_pane_put(p, row + 1, RIGHT + 2 + 5 * i, 3, tile, style);
    }
}

static void draw_supply(tui_pane *p, int row)
{
    const tui_table *t = p->table;
    const json_t *open = tui_get(t->json, "open_supply"), *piles = tui_get(t->json, "piles");
    const char *drawn = tui_str(t->json, "drawn_tile");
    tui_pane_label(p, row, RIGHT + 1, 16, tui_tr(t, N_("Open")));
    tui_pane_label(p, row, RIGHT + 17, 16, tui_tr(t, N_("Piles")));
    for (int i = 0; i < 2; i++) {
        char thing[8], text[12];
        const char *tile = tui_text_at(open, i);
        snprintf(thing, sizeof thing, "open%d", i + 1);
        tui_pane_thing(p, row + 1, RIGHT + 1 + 6 * i, 5, thing, *tile ? tile : "–",
                       colour_of(tile[0]) | TUI_BOLD);
        snprintf(thing, sizeof thing, "pile%d", i + 1);
        snprintf(text, sizeof text, "░ %d", (int)json_integer_value(tui_nth(piles, i)) % 100);
        tui_pane_thing(p, row + 1, RIGHT + 17 + 8 * i, 7, thing, text, TUI_PLAIN);
    }
    if (*drawn)
        tui_pane_printf(p, row + 2, RIGHT + 1, 30, colour_of(drawn[0]) | TUI_BOLD, "%s: %s",
                        tui_tr(t, N_("Drawn")), drawn);
}

static void draw(tui_pane *p)
{
    const tui_table *t = p->table;
    spk_buf text = {0};
    int side = p->area.rows;
    draw_city(p, 0);
    for (int i = 0; i < t->box->n_seats; i++)
        draw_player(p, 3 * i, tui_seat_from_me(t, i));
    draw_supply(p, 3 * t->box->n_seats + (t->box->n_seats < 4));
    tui_say(t, &text,
            N_("{n} points win at once. Otherwise the most points win when the city is full."),
            SPK_NUM("n", tui_int(t->data, "goal")));
    tui_put_lines(p->grid, tui_inside(p->area, side - 3, 1, 3, RIGHT - 4), 0, spk_buf_text(&text),
                  TUI_DIM);
    spk_buf_clear(&text);
    spk_buf_printf(&text, "● %s  x %s  * %s", tui_tr(t, N_("bullet")), tui_tr(t, N_("dead")),
                   tui_tr(t, N_("locked")));
    tui_pane_put(p, side - 2, RIGHT, p->area.cols - RIGHT, spk_buf_text(&text), TUI_DIM);
    tui_pane_put(p, side - 1, RIGHT, p->area.cols - RIGHT,
                 tui_tr(t, N_("R+5: what a line pays; ✓ scored")), TUI_DIM);
    spk_buf_release(&text);
}

/* -- Choosing ----------------------------------------------------------------------------------------- */

static void parts(const tui_table *t, const char *move, tui_parts *out)
{
    char word[24], first[16] = "", second[16] = "";
    spk_words w = spk_words_of(move);
    (void)t;
    spk_words_next(&w, word, sizeof word);
    spk_words_next(&w, first, sizeof first);
    spk_words_next(&w, second, sizeof second);
    if (spk_str_eq(word, "lay_own") || spk_str_eq(word, "lay_open")) {
        tui_part(out, spk_str_eq(word, "lay_own") ? "own" : "open", first);
        tui_part(out, ">", second);
    } else if (spk_str_eq(word, "draw")) {
        tui_part(out, "pile", first);
    } else if (spk_str_eq(word, "lay_drawn")) {
        tui_part(out, "", first);
    } else if (spk_str_eq(word, "move") && strlen(first) == 5) {
        tui_part(out, ">", first + 3);
        first[2] = '\0';
        tui_part(out, "", first);
    } else if (spk_str_eq(word, "shoot")) {
        tui_part(out, "", first);
        tui_part(out, "=", "shoot");
    } else {
        tui_part(out, "=", *first ? first : word);
    }
}

static bool meant(const tui_table *t, const tui_choice *c, const char *thing, spk_buf *out)
{
    const char *picked = c->picked.n == 1 ? c->picked.part[0] : "";
    const char *phase = tui_str(t->json, "phase");
    bool cell = strlen(thing) == 2;
    if (cell && spk_str_eq(phase, "place_drawn"))
        spk_buf_printf(out, "lay_drawn %s", thing);
    else if (cell && strncmp(picked, "own", 3) == 0)
        spk_buf_printf(out, "lay_own %s %s", picked + 3, thing);
    else if (cell && strncmp(picked, "open", 4) == 0)
        spk_buf_printf(out, "lay_open %s %s", picked + 4, thing);
    else if (cell && strlen(picked) == 2)
        spk_buf_printf(out, "move %s-%s", picked, thing);
    else if (cell)
        spk_buf_printf(out, "shoot %s", thing);
    else if (strncmp(thing, "pile", 4) == 0)
        spk_buf_printf(out, "draw %s", thing + 4);
    return out->n > 0;
}

static void name(const tui_table *t, const char *thing, spk_buf *out)
{
    bool cell = strlen(thing) == 2;
    const char *tile =
        cell ? tui_text_at(tui_get(t->json, "board"), thing[0] - 'a' + SIDE * (thing[1] - '1'))
             : "";
    if (strncmp(thing, "open", 4) == 0)
        tile = tui_text_at(tui_get(t->json, "open_supply"), thing[4] - '1');
    if (strncmp(thing, "own", 3) == 0) {
        char own[3] = {letter_of(tui_str(tui_nth(tui_get(t->json, "players"), t->me), "gang")),
                       thing[3], '\0'};
        tui_name_thing(t, own, out);
    } else if (strncmp(thing, "pile", 4) == 0) {
        int pile = thing[4] - '0',
            n = (int)json_integer_value(tui_nth(tui_get(t->json, "piles"), pile - 1));
        if (n == 1)
            tui_say(t, out, N_("pile {pile}, one tile"), SPK_NUM("pile", pile));
        else
            tui_say(t, out, N_("pile {pile}, {n} tiles"), SPK_NUM("pile", pile), SPK_NUM("n", n));
    } else {
        if (*tile) {
            tui_name_thing(t, tile, out);
            spk_buf_puts(out, cell ? ", " : "");
        }
        spk_buf_puts(out, cell ? thing : "");
    }
}

static bool label(const tui_table *t, const char *part, spk_buf *out)
{
    if (!spk_str_eq(part, "=shoot"))
        return false;
    spk_buf_puts(out, tui_tr(t, N_("Shoot")));
    return true;
}

static void headline(const tui_table *t, spk_buf *out)
{
    const char *phase = tui_str(t->json, "phase");
    if (spk_str_eq(phase, "place_drawn"))
        tui_say(t, out, N_("Lay {tile} on an empty field."),
                SPK_THING("tile", tui_str(t->json, "drawn_tile")));
    else if (spk_str_eq(phase, "choose_order"))
        spk_buf_puts(out, tui_tr(t, N_("Two lines are full: which is scored first?")));
    else
        spk_buf_puts(out,
                     tui_tr(t, N_("Your turn: lay a tile, move a gangster by a field, or shoot.")));
}

const tui_board tui_board_gangster = {.game = "gangster",
                                      .headline = headline,
                                      .draw = draw,
                                      .parts = parts,
                                      .meant = meant,
                                      .name = name,
                                      .label = label};
