/* rules.h: what the files of the rules share, file by file. In each part questions come first, then
 * functions that change a state. Everything here trusts its caller: a move that is applied was in
 * the list. */
#ifndef CHICAGO_RULES_H
#define CHICAGO_RULES_H

#include "games/chicago/state.h"

/* -- members.c: who stands where ----------------------------------------------------------------- */

/* The index of the member that stands there. Rings 0: any. The caller knows that there is one. */
int chicago_find_member(const chicago_gang *g, int node, int rings);
/* The gang's members on a node by rings: counts[0] of 1 ring ... counts[3] of 4. */
void chicago_count_at(const chicago_gang *g, int node, int counts[CHICAGO_STRENGTHS]);
int chicago_foe_at(const chicago_config *c, const chicago_state *s, int gang, int node); /* or -1 */

/* Keeps the order; there must be room. */
void chicago_add_member(chicago_state *s, int gang, int node, int rings);
void chicago_drop_member(chicago_state *s, int gang, int i);
void chicago_shift_member(chicago_state *s, int gang, int i, int node);

/* -- hire.c: hiring, placing, entering ----------------------------------------------------------- */

bool chicago_can_hire(const chicago_config *c, const chicago_state *s, int n1, int n2, int n3);
bool chicago_can_place(const chicago_config *c, const chicago_state *s, int gang, int building);
bool chicago_has_place(const chicago_config *c, const chicago_state *s, int gang);
bool chicago_can_buy(const chicago_config *c, const chicago_state *s, int gang, int rings);
bool chicago_home_is_open(const chicago_config *c, const chicago_state *s, int gang);
bool chicago_can_enter(const chicago_config *c, const chicago_state *s, int gang);
/* The rings of the member to be placed next, strongest first (D2). Somebody must be waiting. */
int chicago_next_waiting(const chicago_gang *g);

/* Here and below, lists append at 'out' and return where they stopped. */
spk_move *chicago_list_hires(const chicago_config *c, const chicago_state *s, spk_move *out);
spk_move *chicago_list_places(const chicago_config *c, const chicago_state *s, int gang,
                              spk_move *out);
spk_move *chicago_list_enters(const chicago_config *c, const chicago_state *s, spk_move *out);

void chicago_hire(const spk_box *box, chicago_state *s, const int n[3]); /* of 1, 2, 3 rings */
void chicago_place(const spk_box *box, chicago_state *s, int building);
void chicago_enter(const spk_box *box, chicago_state *s, chicago_way way, int rings);

/* -- movement.c: the roll, steps, buildings taken ------------------------------------------------ */

bool chicago_has_step(const chicago_config *c, const chicago_state *s);
spk_move *chicago_list_steps(const chicago_config *c, const chicago_state *s, spk_move *out);

void chicago_roll(const spk_box *box, chicago_state *s, int points);
/* Rings 0: whoever stands there (without variant I). */
void chicago_step(const spk_box *box, chicago_state *s, int from, int to, int rings);
/* Puts a member that is in no list on the node; it takes the node if that is a building. */
void chicago_arrive(const spk_box *box, chicago_state *s, int gang, int node, int rings);

/* -- duel.c: two members and their dice ---------------------------------------------------------- */

/* The effect of a throw on the two who fight: index 0 is the attacker, 1 the defender. */
typedef struct chicago_throw {
    int rings[2]; /* each one's rings after it; 0: dead */
    int winner;   /* -1: nobody (yet) */
    int prize_k;  /* the winner's, in thousands of FT */
    bool over;    /* the duel */
} chicago_throw;

chicago_throw chicago_judge_throw(const chicago_config *c, const chicago_state *s, int attack,
                                  int defence);

void chicago_begin_duel(chicago_state *s, int attacker_rings, int defender_rings);
void chicago_throw_dice(const spk_box *box, chicago_state *s, int attack, int defence);

/* -- assault.c: variant I ------------------------------------------------------------------------ */

/* Movement points a member on each node needs to join the assault; 0: no free way (CH-R32). */
void chicago_ways(const chicago_config *c, const chicago_state *s, uint8_t length[CHICAGO_NODES]);
spk_move *chicago_list_reinforcements(const chicago_config *c, const chicago_state *s,
                                      spk_move *out);
spk_move *chicago_list_pairs(const chicago_state *s, spk_move *out);

void chicago_reinforce(const chicago_config *c, chicago_state *s, int from, int rings);
void chicago_pair(chicago_state *s, int attacker_rings, int defender_rings);
void chicago_next_duel(chicago_state *s);
void chicago_settle_assault(const spk_box *box, chicago_state *s);

/* -- phase.c: who is next ------------------------------------------------------------------------ */

/* The gang at s->turn, or the next one that has something to decide. */
void chicago_begin_hiring(const spk_box *box, chicago_state *s);
void chicago_begin_placing(const spk_box *box, chicago_state *s);
void chicago_end_turn(const spk_box *box, chicago_state *s);
/* After a step or a battle. */
void chicago_go_on(const spk_box *box, chicago_state *s);

/* -- score.c: counting --------------------------------------------------------------------------- */

int chicago_count(const uint64_t a[2], const uint64_t b[2]); /* buildings in both sets */
int chicago_payout_k(const chicago_config *c, const chicago_state *s, int gang);
int chicago_members_k(const chicago_state *s, const chicago_config *c, int gang);
int chicago_wealth_k(const chicago_config *c, const chicago_state *s, spk_seat seat);
int chicago_fours(const chicago_state *s, const chicago_config *c, int gang);
int chicago_goal_count(const spk_box *box, const chicago_state *s, spk_seat seat,
                       chicago_goal goal);
int chicago_goal_need(const spk_box *box, chicago_goal goal);
static inline bool chicago_holds(const spk_box *box, const chicago_state *s, spk_seat seat,
                                 chicago_goal goal)
{
    return chicago_goal_count(box, s, seat, goal) >= chicago_goal_need(box, goal);
}
/* Whether anybody holds a goal, by its clock. */
bool chicago_any_goal(const spk_box *box, const chicago_state *s);
/* Start and stop a goal's counts after anything that can change who holds it. */
void chicago_update_goal(const spk_box *box, chicago_state *s, chicago_goal goal);

#endif
