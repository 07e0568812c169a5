/* rules.c: which moves there are and what they do. Why a move is not there is worded in refusals.c;
 * payouts, goals and the result are counted in score.c.
 *
 * The way through a phase (CH-4.5), with what chance does in between:
 *
 *     HIRE ... PLACE ...   each gang in order; then six rounds, in each of them each gang:
 *
 *     ENTER --> ROLL --> STEP <-----------------------------+
 *              (chance)   |  |                              |
 *                         |  +--> DUEL (chance, again on ties) <--+
 *                         |                                 |     |
 *                         +--> REINFORCE --> PAIR ----------+-----+     variant I, in buildings
 *
 * A stage in which there is nothing to choose is passed over where the ledger says so (PLACE,
 * ENTER, PAIR); all others are asked even if only one move is legal.
 *
 * The rules themselves are in hire.c, movement.c, duel.c, assault.c and phase.c, over the lists of
 * members.c: this file asks the right one. */
#include "games/chicago/rules.h"

spk_actors chicago_actors(const spk_box *box, const void *state)
{
    const chicago_config *c = box->config;
    const chicago_state *s = state;
    if (s->stage == CHICAGO_ROLL || s->stage == CHICAGO_DUEL)
        return SPK_CHANCE_ACTS;
    if (s->stage == CHICAGO_OVER)
        return 0;
    if (s->stage == CHICAGO_PAIR && s->right)
        return SPK_ACTOR(c->seat_of[s->defender]); /* CH-15.3 */
    return SPK_ACTOR(c->seat_of[chicago_on_turn(c, s)]);
}

int chicago_moves(const spk_box *box, const void *state, spk_seat seat, spk_move *out)
{
    const chicago_config *c = box->config;
    const chicago_state *s = state;
    spk_move *end = out;
    (void)seat;
    switch ((chicago_stage)s->stage) {
    case CHICAGO_HIRE: end = chicago_list_hires(c, s, out); break;
    case CHICAGO_PLACE: end = chicago_list_places(c, s, chicago_on_turn(c, s), out); break;
    case CHICAGO_ENTER: end = chicago_list_enters(c, s, out); break;
    case CHICAGO_STEP: end = chicago_list_steps(c, s, out); break;
    case CHICAGO_REINFORCE: end = chicago_list_reinforcements(c, s, out); break;
    case CHICAGO_PAIR: end = chicago_list_pairs(s, out); break;
    case CHICAGO_ROLL:
    case CHICAGO_DUEL:
    case CHICAGO_OVER:
    case CHICAGO_STAGE_COUNT: break;
    }
    return (int)(end - out);
}

/* How many of a die's faces are like face i, which is the first of its kind; 0: it is not. */
static uint32_t alike(const uint8_t die[6], int i)
{
    uint32_t n = 0;
    for (int j = 0; j < 6; j++)
        if (die[j] == die[i]) {
            if (j < i)
                return 0;
            n++;
        }
    return n;
}

/* The movement die (CH-8.1), or the two dice of a throw (CH-10.2): 36 pairs, equal ones together.
 */
int chicago_chance(const spk_box *box, const void *state, spk_outcome *out)
{
    const chicago_config *c = box->config;
    const chicago_state *s = state;
    spk_outcome *end = out;
    for (int i = 0; s->stage == CHICAGO_ROLL && i < c->n_faces; i++)
        *end++ = (spk_outcome){chicago_move(CHICAGO_OP_ROLL, c->face[i], 0, 0), c->weight[i]};
    if (s->stage != CHICAGO_DUEL)
        return (int)(end - out);
    const uint8_t *attack = c->die[s->rings[0] - 1], *defence = c->die[s->rings[1] - 1];
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++)
            if (alike(attack, i) && alike(defence, j))
                *end++ = (spk_outcome){chicago_move(CHICAGO_OP_THROW, attack[i], defence[j], 0),
                                       alike(attack, i) * alike(defence, j)};
    return (int)(end - out);
}

/* The list above has, for each of the attacker's numbers, a run of six times its faces, and in it
 * the defender's six faces, each as long as the attacker's number has faces. */
spk_move chicago_draw(const spk_box *box, const void *state, spk_rng *rng)
{
    const chicago_config *c = box->config;
    const chicago_state *s = state;
    int i = 0;
    if (s->stage == CHICAGO_ROLL) {
        for (uint32_t left = spk_rng_below(rng, c->tickets); left >= c->weight[i]; i++)
            left -= c->weight[i];
        return chicago_move(CHICAGO_OP_ROLL, c->face[i], 0, 0);
    }
    const uint8_t *attack = c->die[s->rings[0] - 1], *defence = c->die[s->rings[1] - 1];
    uint32_t left = spk_rng_below(rng, 36), n;
    for (; left >= 6 * (n = alike(attack, i)); i++)
        left -= 6 * n;
    return chicago_move(CHICAGO_OP_THROW, attack[i], defence[left / n], 0);
}

void chicago_apply(const spk_box *box, void *state, spk_seat seat, spk_move move)
{
    chicago_state *s = state;
    int a = chicago_move_a(move), b = chicago_move_b(move), c = chicago_move_c(move);
    (void)seat;
    switch (chicago_move_op(move)) {
    case CHICAGO_OP_HIRE: chicago_hire(box, s, (const int[3]){a, b, c}); break;
    case CHICAGO_OP_PLACE: chicago_place(box, s, a); break;
    case CHICAGO_OP_ENTER: chicago_enter(box, s, (chicago_way)a, c); break;
    case CHICAGO_OP_ROLL: chicago_roll(box, s, a); break;
    case CHICAGO_OP_STEP: chicago_step(box, s, a, b, c); break;
    case CHICAGO_OP_THROW: chicago_throw_dice(box, s, a, b); break;
    case CHICAGO_OP_REINFORCE: chicago_reinforce(box->config, s, a, c); break;
    case CHICAGO_OP_FIGHT: chicago_next_duel(s); break;
    case CHICAGO_OP_PAIR: chicago_pair(s, a, b); break;
    case CHICAGO_OP_PASS:
    case CHICAGO_OP_END:
    case CHICAGO_OP_STOP:
    case CHICAGO_OP_COUNT: break; /* in no list */
    }
}

/* Hirings, placings and the turns of the six rounds all count as turns of their own. */
uint32_t chicago_turn(const spk_box *box, const void *state)
{
    const chicago_state *s = state;
    (void)box;
    uint32_t part = s->stage == CHICAGO_HIRE ? 0 : s->stage == CHICAGO_PLACE ? 1 : 1u + s->round;
    return s->phase * 32u + part * 4u + s->turn + (s->stage == CHICAGO_OVER);
}

/* Nothing is bought and nobody attacked as long as that can be avoided. */
spk_move chicago_safe(const spk_box *box, const void *state, spk_seat seat)
{
    const chicago_config *c = box->config;
    const chicago_state *s = state;
    spk_move moves[CHICAGO_MAX_MOVES];
    int n = chicago_moves(box, state, seat, moves);
    if (moves[n - 1] & SPK_MOVE_IDLE || s->stage == CHICAGO_REINFORCE)
        return moves[n - 1];
    for (int i = 0; s->stage == CHICAGO_STEP && i < n; i++)
        if (chicago_foe_at(c, s, chicago_on_turn(c, s), chicago_move_b(moves[i])) < 0)
            return moves[i];
    return moves[0];
}
