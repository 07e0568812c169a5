/* duel.c: two members and their dice (CH-10, CH-11). An assault of variant I is a chain of such duels;
 * who fights next in it is settled in assault.c. */
#include <string.h>

#include "games/chicago/rules.h"

void chicago_begin_duel(chicago_state *s, int attacker_rings, int defender_rings)
{
    s->rings[0] = s->rings_before[0] = (uint8_t)attacker_rings;
    s->rings[1] = s->rings_before[1] = (uint8_t)defender_rings;
    s->stage = CHICAGO_DUEL;
}

static void clear_battle(chicago_state *s)
{
    s->battle_at = 0;
    s->assault = s->defender = s->right = 0;
    memset(s->rings, 0, sizeof s->rings);
    memset(s->rings_before, 0, sizeof s->rings_before);
    memset(s->attackers, 0, sizeof s->attackers);
}

static bool has_attackers(const chicago_state *s)
{
    return s->attackers[0] | s->attackers[1] | s->attackers[2] | s->attackers[3];
}

/* A duel is over: those with rings stand. rings[0], rings[1] are what attacker and defender have
 * left. One event: survivors, owner, goals, counter. */
static void end_duel(const spk_box *box, chicago_state *s)
{
    int gang = chicago_on_turn(box->config, s);
    if (s->rings[1])
        chicago_add_member(s, s->defender, s->battle_at, s->rings[1]);
    if (s->rings[0] && s->assault)
        s->attackers[s->rings[0] - 1]++;
    else if (s->rings[0])
        chicago_arrive(box, s, gang, s->battle_at, s->rings[0]);
    memset(s->rings, 0, sizeof s->rings);
    memset(s->rings_before, 0, sizeof s->rings_before);
    bool on = s->assault && has_attackers(s) && s->on[s->battle_at];
    if (!on)
        chicago_settle_assault(box, s);
    chicago_update_goal(box, s, CHICAGO_GOAL_FOURS);
    s->events++;
    if (on) {
        chicago_next_duel(s);
        return;
    }
    clear_battle(s);
    chicago_go_on(box, s);
}

/* Side 0 is the attacker's, 1 the defender's. The loser's rings go back to the bank before the prize
 * ring is taken (CH-R5), so there always is one. */
chicago_throw chicago_judge_throw(const chicago_config *c, const chicago_state *s, int attack,
                                  int defence)
{
    bool even = attack == defence;
    chicago_throw t = {.rings = {s->rings[0] - even, s->rings[1] - even}, .winner = -1};
    t.over = !even || t.rings[0] == 0 || t.rings[1] == 0; /* else again, with weaker dice */
    if (!t.over || (t.rings[0] == 0 && t.rings[1] == 0))
        return t; /* CH-R18: both are dead */
    t.winner = even ? t.rings[0] == 0 : attack < defence;
    t.rings[!t.winner] = 0;
    if (even && !c->survivor_prize)
        return t; /* CH-R17, off */
    t.prize_k = chicago_price_k[s->rings_before[!t.winner]];
    t.rings[t.winner] += t.rings[t.winner] < CHICAGO_STRENGTHS;
    return t;
}

/* One throw of each (CH-10.2 to CH-10.6, CH-11). */
void chicago_throw_dice(const spk_box *box, chicago_state *s, int attack, int defence)
{
    const chicago_config *c = box->config;
    chicago_throw t = chicago_judge_throw(c, s, attack, defence);
    int gangs[2] = {chicago_on_turn(c, s), s->defender};
    for (int side = 0; side < 2; side++) {
        chicago_gang *g = &s->gang[gangs[side]];
        s->bank = (uint8_t)(s->bank + s->rings[side] - t.rings[side]);
        s->rings[side] = (uint8_t)t.rings[side];
        g->dead = (uint8_t)(g->dead + (t.rings[side] == 0));
        g->cash_k = (uint16_t)(g->cash_k + (t.winner == side ? t.prize_k : 0));
    }
    if (t.over)
        end_duel(box, s);
}
