/* phase.c: the course of a phase: whose turn it is to hire, to place and to move, and what ends a phase
 * (CH-4, CH-12). Stages in which a gang has nothing to decide are passed over here. */
#include "games/chicago/rules.h"

/* CH-12, CH-13: goals, then money, then the next phase (CH-R20). */
static void end_phase(const spk_box *box, chicago_state *s)
{
    const chicago_config *c = box->config;
    s->stage = CHICAGO_OVER;
    s->turn = (uint8_t)(c->n_gangs - 1);
    if (chicago_any_goal(box, s))
        return; /* CH-12.2: without a payout */
    for (int gang = 0; gang < CHICAGO_GANGS; gang++) {
        chicago_gang *g = &s->gang[gang];
        g->cash_k = (uint16_t)(g->cash_k + chicago_payout_k(c, s, gang));
        if (c->balance_scope == CHICAGO_SCOPE_PHASE && s->phase < CHICAGO_PHASES - 1)
            g->bought[0] = g->bought[1] = 0;
    }
    if (s->phase == CHICAGO_PHASES - 1)
        return; /* CH-13.2 */
    s->phase++;
    s->round = 1;
    s->turn = 0;
    chicago_begin_hiring(box, s);
}

/* The turn of the gang at s->turn, or of the next one that has anything to do (CH-R19). */
static void begin_turn(const spk_box *box, chicago_state *s)
{
    const chicago_config *c = box->config;
    for (;; s->turn++) {
        if (s->turn == c->n_gangs) {
            if (s->round == CHICAGO_ROUNDS) {
                end_phase(box, s);
                return;
            }
            s->round++;
            s->turn = 0;
        }
        int gang = chicago_on_turn(c, s);
        if (chicago_can_enter(c, s, gang)) {
            s->stage = CHICAGO_ENTER;
            return;
        }
        if (s->gang[gang].n_members) {
            s->stage = CHICAGO_ROLL;
            return;
        }
    }
}

void chicago_end_turn(const spk_box *box, chicago_state *s)
{
    s->points = 0;
    s->turn++;
    begin_turn(box, s);
}

void chicago_begin_placing(const spk_box *box, chicago_state *s)
{
    const chicago_config *c = box->config;
    for (; s->turn < c->n_gangs; s->turn++) {
        int gang = chicago_on_turn(c, s);
        if (chicago_n_waiting(&s->gang[gang]) && chicago_has_place(c, s, gang)) {
            s->stage = CHICAGO_PLACE;
            return;
        }
    }
    s->turn = 0;
    begin_turn(box, s);
}

void chicago_begin_hiring(const spk_box *box, chicago_state *s)
{
    const chicago_config *c = box->config;
    for (; s->turn < c->n_gangs; s->turn++)
        if (!chicago_is_out(&s->gang[chicago_on_turn(c, s)])) {
            s->stage = CHICAGO_HIRE;
            return;
        }
    s->turn = 0;
    chicago_begin_placing(box, s);
}

/* After a step or a battle: the same gang goes on while it can (CH-8.4, CH-R12). */
void chicago_go_on(const spk_box *box, chicago_state *s)
{
    if (s->points > 0 && chicago_has_step(box->config, s))
        s->stage = CHICAGO_STEP;
    else
        chicago_end_turn(box, s);
}
