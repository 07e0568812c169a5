/* chicago.c: Chicago on a screen: the city, three columns a field, and the gangs beside it. Things are fields ("1,5",
 * "Y02").
 *
 *     " · " street      "5y "  a bar of 5000, yellow's      "C- "  nobody's casino
 *     " ^ " a door      "5Y3"  ... with a 3-ring man        "HY+"  several men
 *     " Y4" a man in the street, with 4 rings               "!!!"  a fight */
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "hosts/tui/boards/boards.h"

enum { FIELD_COLS = 3, SIDE_COLS = 19, GANGS = 4, MOST_SIDE = 64 };

static const char letters[] = "YRGB";
static const char *const gang_names[GANGS] = {"yellow", "red", "green", "blue"};

static tui_style colour_of(int gang)
{
    static const tui_style colours[GANGS] = {TUI_YELLOW, TUI_RED, TUI_GREEN, TUI_BLUE};
    return gang >= 0 ? colours[gang] : TUI_PLAIN;
}

static int gang_of(const char *name) { return spk_str_find(name, gang_names, GANGS); }

/* -- Who is where ------------------------------------------------------------------------------------- */

enum { MOST_FIELDS = 600 };

typedef struct place {
    const char *id;
    int row, col;
    bool building;
    char sign; /* on the map: 'C', 'H', '1' to '5' */
    char door; /* of a street field: the arrow towards a building; '\0': none */
    int owner; /* gang; -1: nobody */
    int gang;  /* that stands there; -1: nobody */
    int rings; /* of the one who stands there */
    int n_men;
} place;

/* All fields as they stand: made for each drawing, since the view may be another. */
typedef struct city {
    place place[MOST_FIELDS];
    int n, n_buildings;
    short at[MOST_SIDE][MOST_SIDE]; /* by row and column: 1 + its number; 0: no field */
} city;

static char ground_at(const tui_table *t, int row, int col)
{
    const char *line = tui_text_at(tui_get(t->data, "ground"), row);
    return col >= 0 && col < (int)strlen(line) ? line[col] : '#';
}

/* A field by its id: "1,5" is a street, which its numbers find; buildings come first and are few. */
static place *find(city *c, const char *id)
{
    int row, col;
    if (sscanf(id, "%d,%d", &row, &col) == 2) {
        bool there = row >= 0 && col >= 0 && row < MOST_SIDE && col < MOST_SIDE && c->at[row][col];
        return there ? &c->place[c->at[row][col] - 1] : NULL;
    }
    for (int i = 0; i < c->n_buildings; i++)
        if (spk_str_eq(c->place[i].id, id))
            return &c->place[i];
    return NULL;
}

static char arrow(city *c, const place *street, const json_t *near)
{
    const char *first = tui_text_at(near, 0); /* buildings come first in field order */
    const place *b = first[0] >= 'A' ? find(c, first) : NULL;
    if (!b)
        return '\0';
    if (b->row != street->row)
        return b->row < street->row ? '^' : 'v';
    return b->col < street->col ? '<' : '>';
}

static void read_fields(const tui_table *t, city *c)
{
    const json_t *fields = tui_get(t->data, "fields");
    int n = tui_len(fields) < MOST_FIELDS ? tui_len(fields) : MOST_FIELDS;
    for (int i = 0; i < n; i++) {
        const json_t *field = tui_nth(fields, i);
        place *p = &c->place[c->n++];
        *p = (place){.id = tui_str(field, "id"),
                     .row = tui_int(field, "row"),
                     .col = tui_int(field, "col"),
                     .building = tui_get(field, "kind") != NULL,
                     .owner = -1,
                     .gang = -1};
        p->sign = ground_at(t, p->row, p->col);
        c->n_buildings += p->building;
        if (p->row >= 0 && p->col >= 0 && p->row < MOST_SIDE && p->col < MOST_SIDE)
            c->at[p->row][p->col] = (short)(i + 1);
    }
    for (int i = c->n_buildings; i < c->n; i++)
        c->place[i].door = arrow(c, &c->place[i], tui_get(tui_nth(fields, i), "near"));
}

static city *read_city(const tui_table *t)
{
    static city c; /* one screen, one thread; too large for a stack */
    const json_t *gangs = tui_get(t->json, "gangs");
    memset(&c, 0, sizeof c);
    read_fields(t, &c);
    for (int g = 0; g < tui_len(gangs); g++) {
        const json_t *gang = tui_nth(gangs, g), *men = tui_get(gang, "members");
        const json_t *owned = tui_get(gang, "buildings");
        int which = gang_of(tui_str(gang, "gang"));
        for (int i = 0; i < tui_len(owned); i++) {
            place *p = find(&c, tui_text_at(owned, i));
            if (p)
                p->owner = which;
        }
        for (int i = 0; i < tui_len(men); i++) {
            place *p = find(&c, tui_str(tui_nth(men, i), "field"));
            if (p) {
                p->gang = which;
                p->rings = tui_int(tui_nth(men, i), "rings");
                p->n_men++;
            }
        }
    }
    return &c;
}

/* -- The map ------------------------------------------------------------------------------------------ */

static void put_sign(const place *at, char text[8])
{
    char rings = (char)(at->n_men > 1 ? '+' : '0' + at->rings);
    if (at->building && at->gang >= 0)
        snprintf(text, 8, "%c%c%c", at->sign, letters[at->gang], rings);
    else if (at->building)
        snprintf(text, 8, "%c%c ", at->sign, at->owner < 0 ? '-' : letters[at->owner] - 'A' + 'a');
    else if (at->gang >= 0)
        snprintf(text, 8, " %c%c", letters[at->gang], rings);
    else if (at->door)
        snprintf(text, 8, " %c ", at->door);
    else
        snprintf(text, 8, at->sign == 'E' ? " E " : at->sign == ':' ? " : " : " · ");
}

static void draw_field(tui_pane *p, const place *at, const char *battle, int top, int left)
{
    char text[8];
    put_sign(at, text);
    if (spk_str_eq(battle, at->id))
        snprintf(text, sizeof text, "!!!");
    tui_style style = at->gang >= 0  ? colour_of(at->gang) | TUI_BOLD
                      : at->building ? colour_of(at->owner)
                                     : TUI_DIM;
    tui_pane_thing(p, at->row - top, (at->col - left) * FIELD_COLS, FIELD_COLS, at->id, text,
                   style);
}

/* Where the map begins if it is larger than its area: what is pointed at stays in sight. */
static void find_corner(const tui_pane *p, int rows, int cols, int *top, int *left)
{
    const json_t *fields = tui_get(p->table->data, "fields");
    int high = p->area.rows, wide = (p->area.cols - SIDE_COLS) / FIELD_COLS;
    *top = *left = 0;
    for (int i = 0; p->cursor && i < tui_len(fields); i++)
        if (spk_str_eq(tui_str(tui_nth(fields, i), "id"), p->cursor->thing)) {
            *top = tui_int(tui_nth(fields, i), "row") - high / 2;
            *left = tui_int(tui_nth(fields, i), "col") - wide / 2;
        }
    *top = *top > rows - high ? rows - high : *top;
    *left = *left > cols - wide ? cols - wide : *left;
    *top = *top < 0 ? 0 : *top;
    *left = *left < 0 ? 0 : *left;
}

static void draw_map(tui_pane *p)
{
    const json_t *ground = tui_get(p->table->data, "ground");
    int rows = tui_len(ground), cols = (int)strlen(tui_text_at(ground, 0)), top, left;
    tui_area all = p->area;
    find_corner(p, rows, cols, &top, &left);
    p->area.cols -= SIDE_COLS;
    for (int row = 0; row < rows; row++)
        for (int col = 0; col < cols; col++)
            if (ground_at(p->table, row, col) == 'o')
                tui_pane_put(p, row - top, (col - left) * FIELD_COLS, FIELD_COLS, "(o)", TUI_DIM);
    const city *c = read_city(p->table);
    const char *battle = tui_str(tui_get(p->table->json, "battle"), "field");
    for (int i = 0; i < c->n; i++)
        if (c->place[i].row >= top && c->place[i].col >= left)
            draw_field(p, &c->place[i], battle, top, left);
    p->area = all;
}

/* -- The gangs ---------------------------------------------------------------------------------------- */

static void put_rings(const json_t *men, bool plain, spk_buf *out)
{
    for (int rings = 4; rings > 0; rings--)
        for (int i = 0; i < tui_len(men); i++) {
            int has = plain ? (int)json_integer_value(tui_nth(men, i))
                            : tui_int(tui_nth(men, i), "rings");
            if (has == rings)
                spk_buf_printf(out, "%d", rings);
        }
    if (tui_len(men) == 0)
        spk_buf_puts(out, "–");
}

static void put_goal(const json_t *player, const char *goal, const char *sign, spk_buf *out)
{
    const json_t *g = tui_get(player, goal);
    spk_buf_printf(out, "%s%d/%d%s ", sign, tui_int(g, "has"), tui_int(g, "needs"),
                   json_is_integer(tui_get(g, "since")) ? "!" : "");
}

static void draw_gang(tui_pane *p, int row, int col, const json_t *gang)
{
    const tui_table *t = p->table;
    int which = gang_of(tui_str(gang, "gang")), wide = SIDE_COLS - 1;
    spk_seat seat = tui_int(gang, "seat");
    bool turn = spk_str_eq(tui_str(t->json, "gang_on_turn"), tui_str(gang, "gang")) && !t->over;
    spk_buf text = {0};
    if (which < 0)
        return;
    tui_pane_printf(p, row, col, wide, colour_of(which) | TUI_BOLD | (turn ? TUI_UNDERLINE : 0),
                    "%s%c %s", turn ? "▸" : " ", letters[which],
                    seat == t->me ? tui_tr(t, N_("you")) : tui_seat_name(t, seat));
    tui_pane_printf(p, row + 1, col, wide, TUI_PLAIN, "%dk +%dk ⌂%d", tui_int(gang, "cash") / 1000,
                    tui_int(gang, "payout") / 1000, tui_len(tui_get(gang, "buildings")));
    put_rings(tui_get(gang, "members"), false, &text);
    if (tui_len(tui_get(gang, "waiting"))) {
        spk_buf_puts(&text, " (");
        put_rings(tui_get(gang, "waiting"), true, &text);
        spk_buf_puts(&text, ")");
    }
    tui_pane_put(p, row + 2, col, wide, spk_buf_text(&text), TUI_PLAIN);
    spk_buf_clear(&text);
    const json_t *player = tui_nth(tui_get(t->json, "players"), seat);
    put_goal(player, "goal_casinos", "C", &text);
    put_goal(player, "goal_square", ":", &text);
    put_goal(player, "goal_fours", "4×", &text);
    tui_pane_put(p, row + 3, col, wide, spk_buf_text(&text), TUI_DIM);
    spk_buf_release(&text);
}

static void draw_state(tui_pane *p, int row, int col)
{
    const tui_table *t = p->table;
    spk_buf text = {0};
    int points = tui_int(t->json, "points");
    spk_buf_printf(&text, "%s %s · %d/%d", tui_tr(t, N_("Phase")), tui_str(t->json, "phase"),
                   tui_int(t->json, "round"), tui_int(t->data, "rounds"));
    tui_pane_put(p, row, col, SIDE_COLS - 1, spk_buf_text(&text), TUI_BOLD);
    spk_buf_clear(&text);
    tui_count(t, &text, points, N_("one point left"), N_("{n} points left"));
    if (points)
        tui_pane_put(p, row + 1, col, SIDE_COLS - 1, spk_buf_text(&text), TUI_BOLD);
    spk_buf_release(&text);
}

static void draw(tui_pane *p)
{
    const tui_table *t = p->table;
    const json_t *gangs = tui_get(t->json, "gangs");
    int col = p->area.cols - SIDE_COLS + 1;
    draw_map(p);
    draw_state(p, 0, col);
    for (int g = 0; g < tui_len(gangs); g++)
        draw_gang(p, 2 + 4 * g, col, tui_nth(gangs, g));
    tui_pane_printf(p, 18, col, SIDE_COLS - 1, TUI_DIM, "C %s H %s", tui_tr(t, N_("casino")),
                    tui_tr(t, N_("home")));
    tui_pane_printf(p, 19, col, SIDE_COLS - 1, TUI_DIM, "5Y3 %s", tui_tr(t, N_("house, man")));
}

/* -- Choosing ----------------------------------------------------------------------------------------- */

/* Whoever enters comes to the gang's home bar: point there and choose who. Hiring and pairing are lists. */
static void parts(const tui_table *t, const char *move, tui_parts *out)
{
    char word[24], first[16] = "", second[16] = "";
    spk_words w = spk_words_of(move);
    int gang = gang_of(tui_str(t->json, "gang_on_turn"));
    spk_words_next(&w, word, sizeof word);
    spk_words_next(&w, first, sizeof first);
    spk_words_next(&w, second, sizeof second);
    if (spk_str_eq(word, "step")) {
        tui_part(out, "", first);
        tui_part(out, ">", second);
    } else if (spk_str_eq(word, "place") || spk_str_eq(word, "reinforce")) {
        tui_part(out, "", first);
    } else if (spk_str_eq(word, "enter") && !spk_str_eq(first, "none") && gang >= 0) {
        char home[3] = {letters[gang], 'H', '\0'};
        tui_part(out, "", home);
    } else if (spk_str_eq(word, "enter") || spk_str_eq(word, "fight")) {
        tui_part(out, "=", spk_str_eq(word, "fight") ? word : first);
    }
}

static bool meant(const tui_table *t, const tui_choice *c, const char *thing, spk_buf *out)
{
    const char *stage = tui_str(t->json, "stage");
    if (spk_str_eq(stage, "place"))
        spk_buf_printf(out, "place %s", thing);
    else if (spk_str_eq(stage, "step") && c->picked.n == 1)
        spk_buf_printf(out, "step %s %s", c->picked.part[0], thing);
    return out->n > 0;
}

static void name(const tui_table *t, const char *thing, spk_buf *out)
{
    const place *at = find(read_city(t), thing);
    tui_name_thing(t, thing, out);
    if (at && at->owner >= 0) {
        spk_buf_puts(out, ", ");
        tui_say(t, out, N_("owned by {gang}"), SPK_THING("gang", gang_names[at->owner]));
    }
    if (at && at->n_men > 0) {
        char man[3] = {'m', (char)('0' + at->rings), '\0'};
        spk_buf_puts(out, ": ");
        if (at->n_men > 1)
            spk_buf_printf(out, "%d × ", at->n_men);
        tui_name_thing(t, gang_names[at->gang], out);
        spk_buf_puts(out, ", ");
        tui_name_thing(t, man, out);
    }
}

static void headline(const tui_table *t, spk_buf *out)
{
    static const struct {
        const char *stage, *text;
    } lines[] = {{"hire", N_("Hire men for {gang}.")},
                 {"place", N_("{gang}: place the strongest man who waits in one of your houses.")},
                 {"enter", N_("{gang}: shall somebody enter your home bar?")},
                 {"reinforce", N_("{gang}: bring more men into the fight, or begin it.")},
                 {"pair", N_("{gang}: who fights whom?")}};
    const char *stage = tui_str(t->json, "stage");
    spk_arg gang = SPK_THING("gang", tui_str(t->json, "gang_on_turn"));
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (spk_str_eq(stage, lines[i].stage))
            tui_say_args(t, out, lines[i].text, &gang, 1);
    if (spk_str_eq(stage, "step"))
        tui_say(t, out, N_("{gang}: {n} to walk. Choose a man, then the field beside him."), gang,
                SPK_NUM("n", tui_int(t->json, "points")));
}

const tui_board tui_board_chicago = {.game = "chicago",
                                     .walks = true,
                                     .headline = headline,
                                     .draw = draw,
                                     .parts = parts,
                                     .meant = meant,
                                     .name = name};
