/* board.c: the table as people see it: the city in three characters a field, and what each gang has.
 *
 *     " . " " : "  street, square        "5y "  a bar of 5000, yellow's       "C- "  nobody's casino
 *     " ^ "        street with a door    "5Y3"  ... with a 3-ring member      "HY+"  several members
 *     " Y4"        a member in the street, with 4 rings; "^Y4" on a door      "!Y4"  a duel there
 *
 * The whole fits 80 columns and 40 lines, and means the same without colours. */
#include <string.h>

#include "games/chicago/rules.h"

/* -- The map ----------------------------------------------------------------------------------- */

static int gang_at(const chicago_state *s, int node) { return s->on[node] - 1; }

/* The rings of the one who stands there, or '+' for several. */
static char rings_at(const chicago_gang *g, int node)
{
    char mark = 0;
    for (int i = 0; i < g->n_members; i++)
        if (chicago_node_of(g->member[i]) == node)
            mark = mark ? '+' : (char)('0' + chicago_rings_of(g->member[i]));
    return mark;
}

/* The arrow on a door field, towards its building. */
static char arrow(const chicago_config *c, int street)
{
    if (!c->door_of[street])
        return 0;
    int b = c->door_of[street] - 1;
    if (c->row[b] != c->row[street])
        return c->row[b] < c->row[street] ? '^' : 'v';
    return c->col[b] < c->col[street] ? '<' : '>';
}

static void draw_street(const chicago_config *c, const chicago_state *s, int node, char cell[3])
{
    char drawn = c->grid[c->row[node]][c->col[node]], door = arrow(c, node);
    int gang = gang_at(s, node);
    if (gang < 0) {
        cell[1] = door ? door : drawn == 'E' ? 'E' : drawn == ':' ? ':' : '.';
        return;
    }
    cell[0] = door ? door : drawn == 'E' ? 'E' : ' ';
    cell[1] = chicago_letters[gang];
    cell[2] = rings_at(&s->gang[gang], node);
}

static void draw_building(const chicago_config *c, const chicago_state *s, int node, char cell[3])
{
    int owner = chicago_owner_of(s, node);
    cell[0] = c->grid[c->row[node]][c->col[node]];
    cell[1] = owner < 0 ? '-' : (char)(chicago_letters[owner] + 'a' - 'A');
    if (owner < 0 || !chicago_stands(s, owner, node))
        return;
    cell[1] = chicago_letters[owner];
    cell[2] = rings_at(&s->gang[owner], node);
}

static void draw_field(const chicago_config *c, const chicago_state *s, int row, int col,
                       spk_buf *out)
{
    char cell[4] = "   ";
    int node = c->node_at[row][col];
    if (c->grid[row][col] == 'o')
        memcpy(cell, "(o)", sizeof cell);
    else if (node >= CHICAGO_BUILDINGS)
        draw_street(c, s, node, cell);
    else if (node >= 0)
        draw_building(c, s, node, cell);
    if (chicago_in_battle(s) && node == s->battle_at)
        memcpy(cell, "!!!", sizeof cell);
    spk_buf_puts(out, cell);
}

/* What stands beside the map, line by line. */
static const char *const legend[] = {
    "",
    " . : street",
    " ^>v< door",
    " E off-board",
    " (o) island",
    "",
    " 5-  bar,",
    "     unowned",
    " 5y  yellow's",
    " 5Y3 with a",
    "     3-ring man",
    " C casino 20k",
    " H home bar",
    "  Y4 4-ring man",
    " !!! battle",
    " Y+ several men",
};

static void draw_columns(const chicago_config *c, spk_buf *out)
{
    spk_buf_puts(out, "  ");
    for (int col = 0; col < c->cols; col++)
        spk_buf_printf(out, " %2d", col);
    spk_buf_putc(out, '\n');
}

/* Blanks at the end of a line are nobody's pleasure. */
static void end_line(spk_buf *out)
{
    while (out->n > 0 && out->bytes[out->n - 1] == ' ')
        out->bytes[--out->n] = '\0';
    spk_buf_putc(out, '\n');
}

static void draw_map(const chicago_config *c, const chicago_state *s, spk_buf *out)
{
    bool roomy = c->cols <= 20;
    draw_columns(c, out);
    for (int row = 0; row < c->rows; row++) {
        spk_buf_printf(out, "%2d ", row);
        for (int col = 0; col < c->cols; col++)
            draw_field(c, s, row, col, out);
        if (roomy && row < (int)(sizeof legend / sizeof *legend))
            spk_buf_printf(out, " %s", legend[row]);
        end_line(out);
    }
}

/* -- Words around it --------------------------------------------------------------------------- */

static void head(const spk_box *box, const chicago_state *s, spk_buf *out)
{
    static const char *const doing[CHICAGO_STAGE_COUNT] = {
        [CHICAGO_HIRE] = "hire members",
        [CHICAGO_PLACE] = "place the strongest who waits",
        [CHICAGO_ENTER] = "bring a member in, or none",
        [CHICAGO_ROLL] = "rolls",
        [CHICAGO_STEP] = "move",
        [CHICAGO_DUEL] = "duel",
        [CHICAGO_REINFORCE] = "reinforce, or fight",
        [CHICAGO_PAIR] = "who fights whom",
        [CHICAGO_OVER] = "the game is over",
    };
    const chicago_config *c = box->config;
    int gang = chicago_on_turn(c, s);
    spk_buf_printf(out, "Phase %c, round %d of 6", 'A' + s->phase, s->round);
    if (s->stage == CHICAGO_OVER) {
        spk_buf_printf(out, ": %s.\n", doing[s->stage]);
        return;
    }
    spk_buf_printf(out, ". %s (P%d): %s", chicago_gang_names[gang], c->seat_of[gang] + 1,
                   doing[s->stage]);
    if (s->stage == CHICAGO_STEP || chicago_in_battle(s))
        spk_buf_printf(out, ", %d point%s left", s->points, s->points == 1 ? "" : "s");
    spk_buf_puts(out, ".\n");
}

static void strengths(spk_buf *out, const uint8_t counts[CHICAGO_STRENGTHS])
{
    if (!(counts[0] | counts[1] | counts[2] | counts[3]))
        spk_buf_putc(out, '-');
    for (int rings = CHICAGO_STRENGTHS; rings > 0; rings--)
        for (int i = 0; i < counts[rings - 1]; i++)
            spk_buf_printf(out, "%d", rings);
}

static void battle(const chicago_config *c, const chicago_state *s, spk_buf *out)
{
    int gang = chicago_on_turn(c, s), counts[CHICAGO_STRENGTHS];
    uint8_t defenders[CHICAGO_STRENGTHS];
    if (!chicago_in_battle(s))
        return;
    spk_buf_puts(out, "Battle in ");
    chicago_print_node(c, s->battle_at, out);
    spk_buf_printf(out, ": %s attacks %s.", chicago_gang_names[gang],
                   chicago_gang_names[s->defender]);
    if (s->stage == CHICAGO_DUEL)
        spk_buf_printf(out, " Now %d rings against %d.", s->rings[0], s->rings[1]);
    if (s->stage == CHICAGO_PAIR)
        spk_buf_printf(out, " %s chooses.", chicago_gang_names[s->right ? s->defender : gang]);
    spk_buf_putc(out, '\n');
    if (!s->assault)
        return;
    chicago_count_at(&s->gang[s->defender], s->battle_at, counts);
    for (int i = 0; i < CHICAGO_STRENGTHS; i++)
        defenders[i] = (uint8_t)counts[i];
    spk_buf_puts(out, "  Attackers that wait inside: ");
    strengths(out, s->attackers);
    spk_buf_puts(out, "; defenders: ");
    strengths(out, defenders);
    spk_buf_puts(out, ".\n");
}

/* "Y05 Y431" */
static void stack(const chicago_config *c, const chicago_state *s, int building, spk_buf *out)
{
    const chicago_gang *g = &s->gang[gang_at(s, building)];
    spk_buf_puts(out, "  ");
    chicago_print_node(c, building, out);
    spk_buf_printf(out, " %c", chicago_letters[gang_at(s, building)]);
    for (int i = g->n_members; i-- > 0;)
        if (chicago_node_of(g->member[i]) == building)
            spk_buf_printf(out, "%d", chicago_rings_of(g->member[i]));
}

/* The members of all stacks, since the map has room for one digit only. */
static void stacks(const chicago_config *c, const chicago_state *s, spk_buf *out)
{
    size_t start = 0;
    for (int b = 0; b < CHICAGO_BUILDINGS; b++) {
        int gang = gang_at(s, b);
        if (gang < 0 || rings_at(&s->gang[gang], b) != '+')
            continue;
        if (start == 0 || out->n - start > 52) {
            spk_buf_puts(out, start ? "\n       " : "Stacks:");
            start = out->n;
        }
        stack(c, s, b, out);
    }
    if (start)
        spk_buf_putc(out, '\n');
}

static void members_on_board(const chicago_gang *g, uint8_t counts[CHICAGO_STRENGTHS])
{
    memset(counts, 0, CHICAGO_STRENGTHS);
    for (int i = 0; i < g->n_members; i++)
        counts[chicago_rings_of(g->member[i]) - 1]++;
}

/* "Y yellow 1*  1 125k  ..." */
static void gang_line(const spk_box *box, const chicago_state *s, int gang, spk_seat viewer,
                      spk_buf *out)
{
    const chicago_config *c = box->config;
    const chicago_gang *g = &s->gang[gang];
    uint8_t board[CHICAGO_STRENGTHS];
    char room[2][24];
    spk_buf texts[2] = {SPK_BUF_OVER(room[0]), SPK_BUF_OVER(room[1])};
    members_on_board(g, board);
    for (int i = 0; i < 2; i++) {
        spk_buf_clear(&texts[i]);
        strengths(&texts[i], i ? g->waiting : board);
    }
    bool turn = s->stage != CHICAGO_OVER && gang == chicago_on_turn(c, s);
    spk_buf_printf(out, "%c%c %-6s P%d%s %5dk  %-20s %-6s %4d %4d %6d %4dk", turn ? '>' : ' ',
                   chicago_letters[gang], chicago_gang_names[gang], c->seat_of[gang] + 1,
                   c->seat_of[gang] == viewer ? "*" : " ", g->cash_k, room[0], room[1], g->reserve,
                   g->dead, chicago_count(g->owned, g->owned), chicago_payout_k(c, s, gang));
    spk_buf_putc(out, '\n');
}

static void player_line(const spk_box *box, const chicago_state *s, spk_seat seat, int wealth,
                        spk_buf *out)
{
    static const char *const words[] = {"casinos", "square", "fours"};
    spk_buf_printf(out, "P%d wealth %dk;", seat + 1, wealth / 1000);
    for (int goal = 0; goal < CHICAGO_GOAL_COUNT; goal++)
        spk_buf_printf(out, " %s %d of %d%s", words[goal],
                       chicago_goal_count(box, s, seat, (chicago_goal)goal),
                       chicago_goal_need(box, (chicago_goal)goal),
                       s->since[seat][goal] ? " HELD" : "");
    spk_buf_putc(out, '\n');
}

/* While members are placed: where the buildings are that can take one. */
static void places(const chicago_config *c, const chicago_state *s, spk_buf *out)
{
    if (s->stage != CHICAGO_PLACE)
        return;
    int gang = chicago_on_turn(c, s), n = 0;
    for (int b = 0; b < CHICAGO_BUILDINGS; b++) {
        if (!chicago_can_place(c, s, gang, b))
            continue;
        spk_buf_puts(out, n++ % 7 ? "  " : n > 1 ? "\n  " : "Free buildings at row,column:\n  ");
        chicago_print_node(c, b, out);
        spk_buf_printf(out, " %d,%d", c->row[b], c->col[b]);
    }
    spk_buf_putc(out, '\n');
}

void chicago_board(const spk_box *box, const void *view, spk_seat viewer, spk_buf *out)
{
    const chicago_config *c = box->config;
    const chicago_state *s = view;
    spk_result result;
    chicago_result(box, s, &result);
    head(box, s, out);
    draw_map(c, s, out);
    battle(c, s, out);
    stacks(c, s, out);
    places(c, s, out);
    spk_buf_printf(out,
                   "   gang        cash  members on board     waits  left dead  owned  pays\n");
    for (int gang = 0; gang < CHICAGO_GANGS; gang++)
        if (c->present[gang])
            gang_line(box, s, gang, viewer, out);
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        player_line(box, s, seat, result.score[seat], out);
    spk_buf_printf(out, "Rings in the bank: %d.\n", s->bank);
}
