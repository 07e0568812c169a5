/* tell.c: what came of an event, for logs and screens. Nothing in Chicago is hidden, so everybody
 * hears the same: the move as it is spelled, then what it did that its words do not say. Most steps
 * do nothing else, and a long game has a thousand of them, so no word is spent on those.
 *
 *     step 4,7 R05; man 2; meets red 3
 *     throw 5 4; gang yellow; duel yellow 2 red 3; dead red; won yellow 3 40000; took R05 from red
 *
 * The words are listed in docs/games/chicago.md. */
#include "games/chicago/rules.h"

/* Whose event it is: of the gang on turn, but a defender may choose the pair (CH-15.3). */
static int gang_of(const chicago_config *c, const chicago_state *s)
{
    return s->stage == CHICAGO_PAIR && s->right ? s->defender : chicago_on_turn(c, s);
}

static void put_gang(spk_buf *out, const char *word, int gang)
{
    spk_buf_printf(out, "%s %s", word, chicago_gang_names[gang]);
}

/* Who steps, and whom he meets, the strongest first. */
static void tell_meeting(const chicago_config *c, const chicago_state *s, spk_move move,
                         spk_buf *out)
{
    int from = chicago_move_a(move), to = chicago_move_b(move), counts[CHICAGO_STRENGTHS];
    int gang = chicago_on_turn(c, s), foe = chicago_foe_at(c, s, gang, to);
    const chicago_gang *g = &s->gang[gang];
    if (foe < 0)
        return;
    int man = chicago_find_member(g, from, chicago_move_c(move));
    spk_buf_printf(spk_effect(out), "man %d", chicago_rings_of(g->member[man]));
    put_gang(spk_effect(out), "meets", foe);
    chicago_count_at(&s->gang[foe], to, counts);
    for (int rings = CHICAGO_STRENGTHS; rings > 0; rings--)
        for (int i = 0; i < counts[rings - 1]; i++)
            spk_buf_printf(out, " %d", rings);
}

static void tell_throw(const chicago_config *c, const chicago_state *s, spk_move move, spk_buf *out)
{
    int x = chicago_move_a(move), y = chicago_move_b(move);
    int gangs[2] = {chicago_on_turn(c, s), s->defender};
    chicago_throw t = chicago_judge_throw(c, s, x, y);
    spk_buf_printf(spk_effect(out), "duel %s %d %s %d", chicago_gang_names[gangs[0]], s->rings[0],
                   chicago_gang_names[gangs[1]], s->rings[1]);
    if (x == y)
        spk_buf_puts(spk_effect(out), "even");
    for (int side = 0; side < 2; side++)
        if (t.over && t.rings[side] == 0)
            put_gang(spk_effect(out), "dead", gangs[side]);
    if (t.winner < 0)
        return;
    put_gang(spk_effect(out), "won", gangs[t.winner]);
    spk_buf_printf(out, " %d %d", t.rings[t.winner], 1000 * t.prize_k);
}

/* A building that has another owner now: where the step or the fight was. */
static void tell_house(const chicago_config *c, const chicago_state *before,
                       const chicago_state *after, spk_move move, spk_buf *out)
{
    bool step = chicago_move_op(move) == CHICAGO_OP_STEP;
    int at = step ? chicago_move_b(move) : before->battle_at;
    if (at >= CHICAGO_BUILDINGS || chicago_owner_of(before, at) == chicago_owner_of(after, at))
        return;
    spk_buf_puts(spk_effect(out), "took ");
    chicago_print_node(c, at, out);
    if (chicago_owner_of(before, at) >= 0)
        put_gang(out, " from", chicago_owner_of(before, at));
}

/* Goals that are held since now, or no longer. */
static void tell_goals(const spk_box *box, const chicago_state *before, const chicago_state *after,
                       spk_buf *out)
{
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        for (int goal = 0; goal < CHICAGO_GOAL_COUNT; goal++) {
            bool held = before->since[seat][goal] != 0, holds = after->since[seat][goal] != 0;
            if (held != holds)
                spk_buf_printf(spk_effect(out), "%s %d %s", holds ? "holds" : "lost", seat,
                               chicago_goal_names[goal]);
        }
}

/* The phases that ended with a payout (CH-12.3), and what the bank paid each gang. Several end at
 * once when nobody is left to act: then no house changes hands in between, and each pays the same.
 */
static void tell_pay(const spk_box *box, const chicago_state *before, const chicago_state *after,
                     spk_buf *out)
{
    const chicago_config *c = box->config;
    int n = after->phase - before->phase +
            (after->stage == CHICAGO_OVER && !chicago_any_goal(box, after));
    if (n == 0)
        return;
    spk_buf_puts(spk_effect(out), "paid ");
    for (int i = 0; i < n; i++)
        spk_buf_putc(out, (char)('A' + before->phase + i));
    for (int i = 0; i < c->n_gangs; i++) {
        int gang = c->order[before->phase][i];
        put_gang(out, "", gang);
        spk_buf_printf(out, " %d", 1000 * n * chicago_payout_k(c, after, gang));
    }
}

void chicago_effects(const spk_box *box, const void *before, spk_seat actor, spk_move move,
                     spk_buf *out)
{
    const chicago_config *c = box->config;
    const chicago_state *s = before;
    chicago_state after = *s;
    chicago_op op = chicago_move_op(move);
    chicago_apply(box, &after, actor, move);
    if (actor == SPK_SEAT_CHANCE || box->n_seats == 2)
        put_gang(spk_effect(out), "gang", gang_of(c, s));
    if (op == CHICAGO_OP_PLACE)
        spk_buf_printf(spk_effect(out), "man %d",
                       chicago_next_waiting(&s->gang[chicago_on_turn(c, s)]));
    if (op == CHICAGO_OP_STEP)
        tell_meeting(c, s, move, out);
    if (op == CHICAGO_OP_THROW)
        tell_throw(c, s, move, out);
    if (op == CHICAGO_OP_STEP || op == CHICAGO_OP_THROW)
        tell_house(c, s, &after, move, out);
    tell_goals(box, s, &after, out);
    tell_pay(box, s, &after, out);
}
