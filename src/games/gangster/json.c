/* json.c: a position and the box for pages and programs; docs/games/gangster.md lists the fields. The
 * table for people is in board.c, positions as text are in text.c. Nothing is decided here. */
#include "games/gangster/state.h"

/* -- The position ------------------------------------------------------------------------------ */

SPK_JSON_HELPER json_number(spk_json *out, const char *key, int64_t value)
{
    spk_json_key(out, key);
    spk_json_int(out, value);
}

/* "R3", "xR3" or null. */
static void json_tile(spk_json *out, gangster_tile tile, bool dead)
{
    char room[8];
    spk_buf text = SPK_BUF_OVER(room);
    if (!tile) {
        spk_json_null(out);
        return;
    }
    spk_buf_puts(&text, dead ? "x" : "");
    gangster_print_tile(&text, tile);
    spk_json_str(out, spk_buf_text(&text));
}

static void json_lines(spk_json *out, const char *key, unsigned lines)
{
    spk_json_key(out, key), spk_json_open(out, '[');
    for (int line = 0; line < GANGSTER_LINES; line++)
        if (lines >> line & 1)
            spk_json_str(out, (char[]){gangster_line_name(line), '\0'});
    spk_json_close(out, ']');
}

static void json_turn(const spk_box *box, const gangster_state *s, spk_json *out)
{
    char room[8];
    spk_buf cell = SPK_BUF_OVER(room);
    spk_json_key(out, "phase"), spk_json_str(out, gangster_phase_names[s->phase]);
    json_number(out, "turns", s->turns);
    json_number(out, "active", s->active);
    spk_json_key(out, "skipped"), spk_json_open(out, '[');
    for (int seat = 0; seat < box->n_seats; seat++)
        if (s->skipped >> seat & 1)
            spk_json_int(out, seat);
    spk_json_close(out, ']');
    spk_json_key(out, "locked");
    if (s->locked) {
        gangster_print_cell(&cell, s->locked - 1);
        spk_json_str(out, spk_buf_text(&cell));
    } else {
        spk_json_null(out);
    }
    json_number(out, "quiet_turns", s->quiet_turns);
}

static void json_player(const spk_box *box, const gangster_state *s, spk_seat seat, spk_json *out)
{
    const gangster_config *c = box->config;
    int gang = c->gang_of[seat];
    spk_json_open(out, '{');
    spk_json_key(out, "gang"), spk_json_str(out, gangster_colours[gang]);
    spk_json_key(out, "own_supply"), spk_json_open(out, '[');
    for (int power = 1; power <= GANGSTER_SUPPLY; power++)
        if (s->supply[seat] >> (power - 1) & 1)
            json_tile(out, gangster_tile_of(gang, power), false);
    spk_json_close(out, ']');
    json_number(out, "bullets", s->bullets[seat]);
    json_number(out, "points", s->points[seat]);
    json_number(out, "mark", s->mark[seat]);
    spk_json_close(out, '}');
}

static void json_supply(const gangster_state *s, spk_json *out)
{
    spk_json_key(out, "open_supply"), spk_json_open(out, '[');
    json_tile(out, s->open[0], false), json_tile(out, s->open[1], false);
    spk_json_close(out, ']');
    spk_json_key(out, "piles"), spk_json_open(out, '[');
    spk_json_int(out, s->pile[0]), spk_json_int(out, s->pile[1]);
    spk_json_close(out, ']');
    spk_json_key(out, "unseen"), spk_json_open(out, '[');
    for (gangster_tile t = 1; t <= GANGSTER_KINDS; t++)
        for (int n = gangster_count(s->unseen[gangster_gang(t)], gangster_power(t)); n > 0; n--)
            json_tile(out, t, false);
    spk_json_close(out, ']');
    spk_json_key(out, "drawn_tile"), json_tile(out, s->drawn, false);
}

/* What each line would pay as it lies now, rows first. */
static void json_pays(const spk_box *box, const gangster_state *s, spk_json *out)
{
    const gangster_config *c = box->config;
    int power[GANGSTER_GANGS];
    spk_json_key(out, "line_pays"), spk_json_open(out, '[');
    for (int line = 0; line < GANGSTER_LINES; line++) {
        gangster_powers(s, gangster_line(line), power);
        gangster_award award = gangster_judge_line(power, c->all_equal);
        if (award.gang < 0) {
            spk_json_null(out);
            continue;
        }
        spk_json_open(out, '{');
        spk_json_key(out, "gang"), spk_json_str(out, gangster_colours[award.gang]);
        json_number(out, "points", award.points);
        spk_json_close(out, '}');
    }
    spk_json_close(out, ']');
}

void gangster_json(const spk_box *box, const void *view, spk_seat viewer, spk_json *out)
{
    const gangster_state *s = view;
    (void)viewer;
    spk_json_open(out, '{');
    json_turn(box, s, out);
    spk_json_key(out, "players"), spk_json_open(out, '[');
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        json_player(box, s, seat, out);
    spk_json_close(out, ']');
    json_supply(s, out);
    json_lines(out, "scored_lines", s->scored);
    json_lines(out, "pending_lines",
               s->phase == GANGSTER_CHOOSE_ORDER
                   ? gangster_full_set(gangster_occupied(s)) & ~(unsigned)s->scored
                   : 0);
    json_pays(box, s, out);
    spk_json_key(out, "board"), spk_json_open(out, '[');
    for (int cell = 0; cell < GANGSTER_CELLS; cell++)
        json_tile(out, gangster_at(s, cell), s->dead >> cell & 1);
    spk_json_close(out, ']');
    spk_json_close(out, '}');
}

/* -- The box ----------------------------------------------------------------------------------- */

/* The powers of each gang, in rising order, and how large city and ranking are:
 * {"gangs": {"red": [1, 1, 1, 2, ...], ...}, "side": 6, "goal": 17}. */
void gangster_json_box(const spk_box *box, spk_json *out)
{
    const gangster_config *c = box->config;
    spk_json_key(out, "gangs"), spk_json_open(out, '{');
    for (int gang = 0; gang < GANGSTER_GANGS; gang++) {
        spk_json_key(out, gangster_colours[gang]), spk_json_open(out, '[');
        for (int power = 1; power <= GANGSTER_POWERS; power++)
            for (int n = gangster_count(c->tiles[gang], power); n > 0; n--)
                spk_json_int(out, power);
        spk_json_close(out, ']');
    }
    spk_json_close(out, '}');
    spk_json_key(out, "side"), spk_json_int(out, GANGSTER_SIDE);
    spk_json_key(out, "goal"), spk_json_int(out, GANGSTER_TOP);
}
