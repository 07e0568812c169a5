/* json.c: a position and the box for pages and programs; docs/games/chicago.md lists the fields. */
#include <stdio.h>

#include "games/chicago/rules.h"

SPK_JSON_HELPER json_number(spk_json *out, const char *key, int value)
{
    spk_json_key(out, key), spk_json_int(out, value);
}

static void json_node(const chicago_config *c, spk_json *out, int node)
{
    char room[16];
    spk_buf text = SPK_BUF_OVER(room);
    spk_buf_clear(&text);
    chicago_print_node(c, node, &text);
    spk_json_str(out, room);
}

static void json_strengths(spk_json *out, const char *key, const uint8_t counts[CHICAGO_STRENGTHS])
{
    spk_json_key(out, key), spk_json_open(out, '[');
    for (int rings = CHICAGO_STRENGTHS; rings > 0; rings--)
        for (int i = 0; i < counts[rings - 1]; i++)
            spk_json_int(out, rings);
    spk_json_close(out, ']');
}

static void json_members(const chicago_config *c, const chicago_gang *g, spk_json *out)
{
    spk_json_key(out, "members"), spk_json_open(out, '[');
    for (int i = 0; i < g->n_members; i++) {
        spk_json_open(out, '{');
        spk_json_key(out, "field"), json_node(c, out, chicago_node_of(g->member[i]));
        json_number(out, "rings", chicago_rings_of(g->member[i]));
        spk_json_close(out, '}');
    }
    spk_json_close(out, ']');
    spk_json_key(out, "buildings"), spk_json_open(out, '[');
    for (int b = 0; b < CHICAGO_BUILDINGS; b++)
        if (chicago_has(g->owned, b))
            json_node(c, out, b);
    spk_json_close(out, ']');
}

static void json_gang(const spk_box *box, const chicago_state *s, int gang, spk_json *out)
{
    const chicago_config *c = box->config;
    const chicago_gang *g = &s->gang[gang];
    spk_json_open(out, '{');
    spk_json_key(out, "gang"), spk_json_str(out, chicago_gang_names[gang]);
    json_number(out, "seat", c->seat_of[gang]);
    json_number(out, "cash", 1000 * g->cash_k);
    json_number(out, "reserve", g->reserve);
    json_number(out, "dead", g->dead);
    json_strengths(out, "waiting", g->waiting);
    json_number(out, "bought_1", g->bought[0]);
    json_number(out, "bought_2", g->bought[1]);
    json_members(c, g, out);
    json_number(out, "payout", 1000 * chicago_payout_k(c, s, gang));
    spk_json_close(out, '}');
}

static void json_battle(const chicago_config *c, const chicago_state *s, spk_json *out)
{
    static const char *const sides[] = {"attacker", "defender"};
    spk_json_key(out, "battle");
    if (!chicago_in_battle(s)) {
        spk_json_null(out);
        return;
    }
    spk_json_open(out, '{');
    spk_json_key(out, "field"), json_node(c, out, s->battle_at);
    spk_json_key(out, "attacker"), spk_json_str(out, chicago_gang_names[chicago_on_turn(c, s)]);
    spk_json_key(out, "defender"), spk_json_str(out, chicago_gang_names[s->defender]);
    spk_json_key(out, "assault"), spk_json_bool(out, s->assault);
    spk_json_key(out, "right"), spk_json_str(out, sides[s->right]);
    json_strengths(out, "attackers", s->attackers);
    for (int side = 0; side < 2; side++) {
        char key[32];
        snprintf(key, sizeof key, "%s_rings", sides[side]);
        json_number(out, key, s->rings[side]);
        snprintf(key, sizeof key, "%s_rings_before", sides[side]);
        json_number(out, key, s->rings_before[side]);
    }
    spk_json_close(out, '}');
}

static void json_player(const spk_box *box, const chicago_state *s, spk_seat seat, int wealth,
                        spk_json *out)
{
    spk_json_open(out, '{');
    json_number(out, "wealth", wealth);
    for (int goal = 0; goal < CHICAGO_GOAL_COUNT; goal++) {
        spk_json_key(out, chicago_goal_names[goal]), spk_json_open(out, '{');
        json_number(out, "has", chicago_goal_count(box, s, seat, (chicago_goal)goal));
        json_number(out, "needs", chicago_goal_need(box, (chicago_goal)goal));
        spk_json_key(out, "since");
        if (s->since[seat][goal])
            spk_json_int(out, s->since[seat][goal] - 1);
        else
            spk_json_null(out);
        spk_json_close(out, '}');
    }
    spk_json_close(out, '}');
}

static void json_clock(const chicago_config *c, const chicago_state *s, spk_json *out)
{
    char phase[2] = {(char)('A' + s->phase), '\0'};
    spk_json_key(out, "stage"), spk_json_str(out, chicago_stage_names[s->stage]);
    spk_json_key(out, "phase"), spk_json_str(out, phase);
    json_number(out, "round", s->round);
    json_number(out, "turn", s->turn);
    spk_json_key(out, "order"), spk_json_open(out, '[');
    for (int i = 0; i < c->n_gangs; i++)
        spk_json_str(out, chicago_gang_names[c->order[s->phase][i]]);
    spk_json_close(out, ']');
    spk_json_key(out, "gang_on_turn"), spk_json_str(out, chicago_gang_names[chicago_on_turn(c, s)]);
    json_number(out, "points", s->points);
    json_number(out, "bank_rings", s->bank);
    json_number(out, "events", s->events);
}

void chicago_json(const spk_box *box, const void *view, spk_seat viewer, spk_json *out)
{
    const chicago_config *c = box->config;
    const chicago_state *s = view;
    spk_result result;
    (void)viewer;
    chicago_result(box, s, &result);
    spk_json_open(out, '{');
    json_clock(c, s, out);
    json_battle(c, s, out);
    spk_json_key(out, "players"), spk_json_open(out, '[');
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        json_player(box, s, seat, result.score[seat], out);
    spk_json_close(out, ']');
    spk_json_key(out, "gangs"), spk_json_open(out, '[');
    for (int gang = 0; gang < CHICAGO_GANGS; gang++)
        if (c->present[gang])
            json_gang(box, s, gang, out);
    spk_json_close(out, ']');
    spk_json_close(out, '}');
}

/* -- The box: what no move changes --------------------------------------------------------------- */

static void json_numbers(spk_json *out, const char *key, const uint8_t *number, int n)
{
    spk_json_key(out, key), spk_json_open(out, '[');
    for (int i = 0; i < n; i++)
        spk_json_int(out, number[i]);
    spk_json_close(out, ']');
}

/* What stands on the map there; of a building also whose mark it bears, if that gang plays. */
static void json_building(const chicago_config *c, int b, spk_json *out)
{
    static const char *const kinds[] = {[CHICAGO_CASINO_K] = "casino", [CHICAGO_HOME_K] = "home"};
    int k = b % CHICAGO_PER_QUARTER, quarter = chicago_quarter(b);
    spk_json_key(out, "kind"), spk_json_str(out, k <= CHICAGO_HOME_K ? kinds[k] : "bar");
    spk_json_key(out, "quarter"), spk_json_str(out, chicago_gang_names[quarter]);
    json_number(out, "value", 1000 * c->value_k[b]);
    spk_json_key(out, "square"), spk_json_bool(out, chicago_has(c->square, b));
    spk_json_key(out, "owner");
    if (chicago_has(c->printed[quarter], b))
        spk_json_str(out, chicago_gang_names[quarter]);
    else
        spk_json_null(out);
}

static void json_field(const chicago_config *c, int node, spk_json *out)
{
    spk_json_open(out, '{');
    spk_json_key(out, "id"), json_node(c, out, node);
    json_number(out, "row", c->row[node]);
    json_number(out, "col", c->col[node]);
    if (node < CHICAGO_BUILDINGS)
        json_building(c, node, out);
    spk_json_key(out, "near"), spk_json_open(out, '[');
    for (int i = c->adj_start[node]; i < c->adj_start[node + 1]; i++)
        json_node(c, out, c->adj[i]);
    spk_json_close(out, ']');
    spk_json_close(out, '}');
}

static void json_map(const chicago_config *c, spk_json *out)
{
    spk_json_key(out, "ground"), spk_json_open(out, '[');
    for (int row = 0; row < c->rows; row++)
        spk_json_str(out, c->grid[row]);
    spk_json_close(out, ']');
    spk_json_key(out, "fields"), spk_json_open(out, '[');
    for (int node = 0; node < c->n_nodes; node++)
        json_field(c, node, out);
    spk_json_close(out, ']');
}

static void json_dice(const chicago_config *c, spk_json *out)
{
    json_numbers(out, "movement_die", c->face, c->n_faces);
    json_numbers(out, "movement_weights", c->weight, c->n_faces);
    for (int i = 0; i < CHICAGO_STRENGTHS; i++) {
        char key[16];
        snprintf(key, sizeof key, "combat_die_%d", i + 1);
        json_numbers(out, key, c->die[i], 6);
    }
}

void chicago_json_box(const spk_box *box, spk_json *out)
{
    const chicago_config *c = box->config;
    json_number(out, "phases", CHICAGO_PHASES);
    json_number(out, "rounds", CHICAGO_ROUNDS);
    spk_json_key(out, "values"), spk_json_open(out, '[');
    for (int rings = 1; rings <= CHICAGO_STRENGTHS; rings++)
        spk_json_int(out, 1000 * chicago_price_k[rings]);
    spk_json_close(out, ']');
    for (int goal = 0; goal < CHICAGO_GOAL_COUNT; goal++)
        json_number(out, chicago_goal_names[goal], chicago_goal_need(box, (chicago_goal)goal));
    json_dice(c, out);
    json_map(c, out);
}
