/* refusals.c: why a move is not there, in the rules' numbers and in words for the player. Whether it
 * is there is decided by the lists of rules.c alone; this file only has to find the best reason, the
 * nearest to what the player meant. */
#include <stdlib.h>

#include "base/str.h"
#include "games/chicago/rules.h"

/* -- The right move at the wrong time ---------------------------------------------------------- */

static spk_err wrong_stage(const chicago_state *s, spk_why *why)
{
    static const struct {
        const char *rule, *words;
    } now[CHICAGO_STAGE_COUNT] = {
        [CHICAGO_HIRE] = {"CH-6.1", N_("Hire members now: 'hire N1 N2 N3', or 'hire 0 0 0'.")},
        [CHICAGO_PLACE] = {"CH-7.1", N_("Place a member now: 'place' and one of your buildings.")},
        [CHICAGO_ENTER] = {"CH-R9", N_("Before the roll: enter buy, enter wait or enter none.")},
        [CHICAGO_STEP] = {"CH-8.4",
                          N_("Move your members now: 'step FROM TO', until no point is left.")},
        [CHICAGO_REINFORCE] = {"CH-R32", N_("The assault waits: reinforce FROM RINGS, or fight.")},
        [CHICAGO_PAIR] = {"CH-15.2", N_("Say who fights whom: pair and two strengths.")},
    };
    return spk_refuse(why, now[s->stage].rule, now[s->stage].words);
}

/* -- Hiring ------------------------------------------------------------------------------------ */

static spk_err uneven(const chicago_config *c, const chicago_gang *g, spk_why *why)
{
    if (c->balance_scope == CHICAGO_SCOPE_PURCHASE)
        return spk_refuse(why, "CH-6.6",
                          "1-ring and 2-ring members must be bought evenly: at most one apart.");
    return spk_refuse(why, "CH-R2",
                      "1-ring and 2-ring members must stay at most one apart; so far {n} and {m}.",
                      SPK_NUM("n", g->bought[0]), SPK_NUM("m", g->bought[1]));
}

static spk_err why_no_hire(const chicago_config *c, const chicago_state *s, const int n[3],
                           spk_why *why)
{
    const chicago_gang *g = &s->gang[chicago_on_turn(c, s)];
    int price = 10 * n[0] + 25 * n[1] + 40 * n[2];
    if (s->stage != CHICAGO_HIRE)
        return wrong_stage(s, why);
    if (n[2] > 1)
        return spk_refuse(why, "CH-6.5", "Only one 3-ring member may be bought in a phase.");
    if (abs(g->bought[0] + n[0] - g->bought[1] - n[1]) > 1)
        return uneven(c, g, why);
    if (price > g->cash_k)
        return spk_refuse(why, "CH-6.4", "That costs {n} 000 FT; you have {m} 000.",
                          SPK_NUM("n", price), SPK_NUM("m", g->cash_k));
    if (n[0] + n[1] + n[2] > g->reserve)
        return spk_refuse(why, "CH-R5", "You have only {n} figures in reserve.",
                          SPK_NUM("n", g->reserve));
    return spk_refuse(why, "CH-R5", "The bank has only {n} rings.", SPK_NUM("n", s->bank));
}

/* -- Placing and entering ---------------------------------------------------------------------- */

static spk_err why_no_place(const chicago_config *c, const chicago_state *s, int node, spk_why *why)
{
    const chicago_gang *g = &s->gang[chicago_on_turn(c, s)];
    if (s->stage != CHICAGO_PLACE)
        return wrong_stage(s, why);
    if (node >= CHICAGO_BUILDINGS)
        return spk_refuse(why, "CH-7.2", "Members are placed in buildings, not in the street.");
    if (!chicago_has(g->owned, node))
        return spk_refuse(why, "CH-7.2", "{place} is not yours.",
                          SPK_THING("place", chicago_code_of(c, node).text));
    return spk_refuse(why, "CH-7.2", "{place} holds a member already.",
                      SPK_THING("place", chicago_code_of(c, node).text));
}

static spk_err why_no_purchase(const chicago_config *c, const chicago_state *s, int rings,
                               spk_why *why)
{
    const chicago_gang *g = &s->gang[chicago_on_turn(c, s)];
    if (g->cash_k < chicago_price_k[rings])
        return spk_refuse(why, "CH-6.2", "That costs {n} 000 FT; you have {m} 000.",
                          SPK_NUM("n", chicago_price_k[rings]), SPK_NUM("m", g->cash_k));
    if (!g->reserve)
        return spk_refuse(why, "CH-R5", "You have no figure in reserve.");
    if (s->bank < rings)
        return spk_refuse(why, "CH-R5", "The bank has only {n} rings.", SPK_NUM("n", s->bank));
    return uneven(c, g, why);
}

static spk_err why_no_enter(const chicago_config *c, const chicago_state *s, chicago_way way,
                            int rings, spk_why *why)
{
    int gang = chicago_on_turn(c, s);
    const chicago_gang *g = &s->gang[gang];
    chicago_code home = chicago_code_of(c, chicago_home(gang));
    if (way == CHICAGO_WAY_BUY && rings == 4)
        return spk_refuse(why, "CH-6.3", "A 4-ring member cannot be bought.");
    if (way == CHICAGO_WAY_BUY && rings == 3)
        return spk_refuse(why, "CH-6.8", "In a turn only 1-ring and 2-ring members are for sale.");
    if (s->stage == CHICAGO_STEP && way != CHICAGO_WAY_NONE)
        return spk_refuse(why, "CH-R9", "Members enter before the roll only.");
    if (s->stage != CHICAGO_ENTER && s->stage != CHICAGO_STEP)
        return wrong_stage(s, why);
    if (!chicago_has(g->owned, chicago_home(gang)))
        return spk_refuse(why, "CH-7.5", "Your {place} belongs to somebody else.",
                          SPK_THING("place", home.text));
    if (!chicago_home_is_open(c, s, gang))
        return spk_refuse(why, "CH-R10", "Your {place} is occupied.",
                          SPK_THING("place", home.text));
    if (way == CHICAGO_WAY_WAIT)
        return spk_refuse(why, "CH-R7", "No {n}-ring member of yours is waiting.",
                          SPK_NUM("n", rings));
    if (way == CHICAGO_WAY_BUY)
        return why_no_purchase(c, s, rings, why);
    return wrong_stage(s, why);
}

/* -- Steps ------------------------------------------------------------------------------------- */

static bool are_neighbours(const chicago_config *c, int a, int b)
{
    for (int i = c->adj_start[a]; i < c->adj_start[a + 1]; i++)
        if (c->adj[i] == b)
            return true;
    return false;
}

static bool at_the_edge(const chicago_config *c, int node)
{
    return c->row[node] == 0 || c->row[node] == c->rows - 1 || c->col[node] == 0 ||
           c->col[node] == c->cols - 1;
}

/* The two fields are not linked: which of the reasons is it? */
static spk_err why_not_linked(const chicago_config *c, int from, int to, spk_why *why)
{
    chicago_code f = chicago_code_of(c, from), t = chicago_code_of(c, to);
    if (from == to)
        return spk_refuse(why, "CH-8.5", "A step leads to another field.");
    if (from < CHICAGO_BUILDINGS && to < CHICAGO_BUILDINGS)
        return spk_refuse(why, "CH-3.7", "From {from} you step into the street, not into {to}.",
                          SPK_THING("from", f.text), SPK_THING("to", t.text));
    if (to < CHICAGO_BUILDINGS)
        return spk_refuse(
            why, "CH-3.7", "{to} is entered only from the field with its arrow: {door}.",
            SPK_THING("to", t.text), SPK_THING("door", chicago_code_of(c, c->door[to][0]).text));
    if (from < CHICAGO_BUILDINGS)
        return spk_refuse(why, c->door[from][0] == c->door[from][1] ? "CH-3.8" : "CH-3.9",
                          "{from} is left only by its door: {door}.", SPK_THING("from", f.text),
                          SPK_THING("door", chicago_code_of(c, c->door[from][0]).text));
    if (at_the_edge(c, from) && at_the_edge(c, to))
        return spk_refuse(why, "CH-3.12",
                          "Only fields with two arrows lead off the board and back.");
    if (c->row[from] != c->row[to] && c->col[from] != c->col[to])
        return spk_refuse(why, "CH-R14",
                          "There are no diagonal steps: {from} and {to} share no side.",
                          SPK_THING("from", f.text), SPK_THING("to", t.text));
    return spk_refuse(why, "CH-8.5", "{to} is not beside {from}: a step enters one field.",
                      SPK_THING("to", t.text), SPK_THING("from", f.text));
}

static spk_err why_no_member(const chicago_config *c, const chicago_state *s, int from, int rings,
                             spk_why *why)
{
    int gang = chicago_on_turn(c, s);
    chicago_code f = chicago_code_of(c, from);
    if (chicago_stands(s, gang, from))
        return spk_refuse(why, "CH-8.3", "No {n}-ring member of yours stands on {place}.",
                          SPK_NUM("n", rings), SPK_THING("place", f.text));
    if (c->ally[gang] != gang && chicago_stands(s, c->ally[gang], from))
        return spk_refuse(
            why, "CH-14.2", "The member on {place} belongs to your other gang, {gang}.",
            SPK_THING("place", f.text), SPK_WORD("gang", chicago_gang_names[c->ally[gang]]));
    return spk_refuse(why, "CH-8.3", "No member of {gang} stands on {place}.",
                      SPK_WORD("gang", chicago_gang_names[gang]), SPK_THING("place", f.text));
}

static bool stands_there(const chicago_state *s, int gang, int node, int rings)
{
    int counts[CHICAGO_STRENGTHS];
    chicago_count_at(&s->gang[gang], node, counts);
    return rings ? counts[rings - 1] > 0 : chicago_stands(s, gang, node);
}

static spk_err why_no_step(const chicago_config *c, const chicago_state *s, spk_move move,
                           spk_why *why)
{
    int from = chicago_move_a(move), to = chicago_move_b(move), rings = chicago_move_c(move);
    int gang = chicago_on_turn(c, s);
    if (s->stage == CHICAGO_ENTER)
        return spk_refuse(why, "CH-8.1",
                          "The movement die is not rolled yet: enter first, or "
                          "'enter none'.");
    if (s->stage != CHICAGO_STEP)
        return wrong_stage(s, why);
    if (!stands_there(s, gang, from, rings))
        return why_no_member(c, s, from, rings, why);
    if (!are_neighbours(c, from, to))
        return why_not_linked(c, from, to, why);
    if (chicago_stands(s, gang, to))
        return spk_refuse(why, "CH-8.9", "Your own member stands on {place}.",
                          SPK_THING("place", chicago_code_of(c, to).text));
    if (chicago_stands(s, c->ally[gang], to))
        return spk_refuse(why, "CH-R27", "A member of your other gang stands on {place}.",
                          SPK_THING("place", chicago_code_of(c, to).text));
    return spk_refuse(why, "CH-R16", "You have no chip left for {place}.",
                      SPK_THING("place", chicago_code_of(c, to).text));
}

/* -- Variant I --------------------------------------------------------------------------------- */

static spk_err why_no_reinforcement(const chicago_config *c, const chicago_state *s, int from,
                                    int rings, spk_why *why)
{
    if (s->stage != CHICAGO_REINFORCE)
        return wrong_stage(s, why);
    if (from == s->battle_at || !stands_there(s, chicago_on_turn(c, s), from, rings))
        return why_no_member(c, s, from, rings, why);
    return spk_refuse(why, "CH-R32", "From {from} no free way to {to} is left with {n} points.",
                      SPK_THING("from", chicago_code_of(c, from).text),
                      SPK_THING("to", chicago_code_of(c, s->battle_at).text),
                      SPK_NUM("n", s->points));
}

static spk_err why_no_pair(const chicago_state *s, int attacker, spk_why *why)
{
    if (s->stage != CHICAGO_PAIR)
        return wrong_stage(s, why);
    bool there = s->attackers[attacker - 1] > 0;
    return spk_refuse(why, "CH-15.2",
                      there ? N_("No defender of that strength is in the building.")
                            : N_("No attacker of that strength is in the building."));
}

/* -- Words of other games ----------------------------------------------------------------------- */

/* Elsewhere the stage says how to want nothing (hire 0 0 0, enter none); points cannot be left. */
static spk_err why_no_pass(const chicago_state *s, chicago_op op, spk_why *why)
{
    if (s->stage != CHICAGO_STEP)
        return wrong_stage(s, why);
    return op == CHICAGO_OP_PASS
               ? spk_refuse(why, "CH-8.4", "Nobody may pass: all movement points must be used.")
               : spk_refuse(why, "CH-8.4",
                            "A turn ends automatically when all movement points are used.");
}

/* -- The door ---------------------------------------------------------------------------------- */

/* Whether the number is a move at all: the spelling that print_move and parse_move know. */
static bool is_a_move(const spk_box *box, spk_move move)
{
    char text[SPK_MOVE_TEXT];
    spk_move again;
    return chicago_parse_move(box, spk_move_text(box, move, text), &again, NULL) == SPK_OK &&
           again == move;
}

spk_err chicago_refuse(const spk_box *box, const void *state, spk_seat seat, spk_move move,
                       spk_why *why)
{
    const chicago_config *config = box->config;
    const chicago_state *s = state;
    chicago_op op = chicago_move_op(move);
    int a = chicago_move_a(move), b = chicago_move_b(move), c = chicago_move_c(move);
    (void)seat;
    if (!is_a_move(box, move))
        return spk_malformed(why, 0, "That is not a move in Chicago.");
    if (!config->stacking &&
        (op == CHICAGO_OP_REINFORCE || op == CHICAGO_OP_FIGHT || op == CHICAGO_OP_PAIR))
        return spk_refuse(why, "CH-15.1", "Variant I is not played at this table.");
    switch (op) {
    case CHICAGO_OP_HIRE: return why_no_hire(config, s, (const int[3]){a, b, c}, why);
    case CHICAGO_OP_PLACE: return why_no_place(config, s, a, why);
    case CHICAGO_OP_ENTER: return why_no_enter(config, s, (chicago_way)a, c, why);
    case CHICAGO_OP_ROLL:
        return spk_refuse(why, "CH-8.1", "The movement die is rolled automatically.");
    case CHICAGO_OP_THROW:
        return spk_refuse(why, "CH-10.2", "The combat dice are rolled automatically.");
    case CHICAGO_OP_STEP: return why_no_step(config, s, move, why);
    case CHICAGO_OP_REINFORCE: return why_no_reinforcement(config, s, a, c, why);
    case CHICAGO_OP_PAIR: return why_no_pair(s, a, why);
    case CHICAGO_OP_PASS:
    case CHICAGO_OP_END:
    case CHICAGO_OP_STOP: return why_no_pass(s, op, why);
    case CHICAGO_OP_FIGHT:
    case CHICAGO_OP_COUNT: break;
    }
    return wrong_stage(s, why);
}
