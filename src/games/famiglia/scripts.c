/* scripts.c: players with one plan, to measure bots by (spk_script). They stay as they are and ask
 * nothing of hints.c. Nobody here searches: a turn is tried on a copy up to the card it takes, without
 * chance and without the rival, and the card that pays best decides. What pays is all that the plans
 * disagree about:
 *
 *     hoarder   keeps what he has: a card that is exhausted costs him most of its worth, so he takes
 *               what is free or cheap and never lays down a Brute or an Accountant
 *     rusher    up the ladder by all means: Brutes, Accountants and Mercenaries are there to be spent
 *               on the highest card in sight, and the street is laid out anew until there is one */
#include "games/famiglia/state.h"

typedef struct plan {
    int card, point, rank; /* what a card brings: as such, for each point, for each rank */
    int lost, point_lost;  /* what is gone of that when it is exhausted */
    bool spends;           /* Brutes and Accountants */
    int content;           /* in the first pass: what the street must offer to be left alone */
} plan;

static const plan hoards = {.card = 14, .point = 10, .rank = 0, .lost = 6, .point_lost = 3};
static const plan rushes = {
    .card = 6, .point = 10, .rank = 8, .lost = 3, .point_lost = 1, .spends = true, .content = 20};

/* What a turn is tried with. */
typedef struct sight {
    const spk_box *box;
    const plan *p;
    spk_seat seat;
} sight;

/* -- What cards are worth ----------------------------------------------------------------------- */

static int worth(const sight *v, famiglia_card card)
{
    const famiglia_config *c = v->box->config;
    return v->p->card + v->p->point * c->points[card] + v->p->rank * famiglia_rank(card);
}

static int loss(const sight *v, famiglia_card card)
{
    const famiglia_config *c = v->box->config;
    return v->p->lost + v->p->point_lost * c->points[card];
}

static int gain_of(const sight *v, spk_move move)
{
    if (famiglia_move_op(move) != FAMIGLIA_RECRUIT_CARD)
        return 0; /* a pass */
    famiglia_card exhausted = famiglia_move_other(move);
    return worth(v, famiglia_move_card(move)) -
           (exhausted == FAMIGLIA_NONE ? 0 : loss(v, exhausted));
}

/* -- Trying a turn ------------------------------------------------------------------------------ */

/* The move that does nothing in this step of a turn: the last of the list. */
static bool do_nothing(const sight *v, famiglia_state *s)
{
    spk_move moves[FAMIGLIA_MAX_MOVES];
    int n = famiglia_moves(v->box, s, v->seat, moves);
    famiglia_apply(v->box, s, v->seat, moves[n - 1]);
    return s->active == v->seat;
}

static int best_recruit(const sight *v, famiglia_state s, spk_move *best)
{
    spk_move moves[FAMIGLIA_MAX_MOVES];
    while (s.phase != FAMIGLIA_RECRUIT)
        if (s.active != v->seat || s.phase == FAMIGLIA_DRAW || s.phase == FAMIGLIA_OVER ||
            !do_nothing(v, &s))
            return 0;
    int n = famiglia_moves(v->box, &s, v->seat, moves), most = -1;
    for (int i = 0; i < n; i++)
        if (gain_of(v, moves[i]) > most)
            most = gain_of(v, moves[i]), *best = moves[i];
    return most;
}

/* The best of the rest of the turn, with a Brute if the plan spends them. */
static int best_turn(const sight *v, famiglia_state s, spk_move *brute)
{
    spk_move moves[FAMIGLIA_MAX_MOVES], recruit;
    int most = best_recruit(v, s, &recruit);
    *brute = famiglia_idle(FAMIGLIA_SKIP_INTIMIDATE);
    while (s.phase < FAMIGLIA_INTIMIDATE)
        if (s.phase == FAMIGLIA_DRAW || !do_nothing(v, &s))
            return most;
    if (s.phase != FAMIGLIA_INTIMIDATE || !v->p->spends)
        return most;
    int n = famiglia_moves(v->box, &s, v->seat, moves);
    for (int i = 0; i < n - 1; i++) {
        famiglia_state after = s;
        famiglia_apply(v->box, &after, v->seat, moves[i]);
        int gain = best_recruit(v, after, &recruit) - loss(v, famiglia_move_other(moves[i]));
        if (gain > most)
            most = gain, *brute = moves[i];
    }
    return most;
}

/* The move of a list after which the rest of the turn is best; equal ones: what is missed least. */
static spk_move best_of(const sight *v, const famiglia_state *s, const spk_move *moves, int n,
                        int sign, int *most)
{
    spk_move best = moves[0], brute;
    for (int i = 0; i < n; i++) {
        famiglia_state after = *s;
        famiglia_apply(v->box, &after, v->seat, moves[i]);
        int gain = best_turn(v, after, &brute) + sign * loss(v, famiglia_move_card(moves[i]));
        if (gain > *most)
            *most = gain, best = moves[i];
    }
    return best;
}

/* -- The steps of a turn ------------------------------------------------------------------------ */

/* What is put away: the highest rank, for the most new cards, but nothing that could be had. */
static spk_move refresh(const sight *v, const famiglia_state *s)
{
    spk_move moves[FAMIGLIA_MAX_MOVES], brute;
    int n = famiglia_moves(v->box, s, v->seat, moves), best = n - 1, top = -1;
    int content = s->second_pass || v->p->content == 0 ? 1 : v->p->content;
    if (best_turn(v, *s, &brute) >= content)
        return moves[n - 1];
    for (int i = 0; i < n - 1; i++)
        if (famiglia_rank(famiglia_move_card(moves[i])) > top)
            top = famiglia_rank(famiglia_move_card(moves[i])), best = i;
    return moves[best];
}

/* One card back is enough to try: that one which makes the rest of the turn better than the
 * Accountant and the card given for it cost. */
static spk_move exchange(const sight *v, const famiglia_state *s)
{
    spk_move moves[FAMIGLIA_MAX_MOVES], back[FAMIGLIA_MAX_MOVES], brute;
    int n = famiglia_moves(v->box, s, v->seat, moves), most = best_turn(v, *s, &brute);
    spk_move best = moves[n - 1];
    for (int i = 0; i < n - 1 && v->p->spends; i++) {
        famiglia_state after = *s;
        famiglia_apply(v->box, &after, v->seat, moves[i]);
        int n_back = famiglia_moves(v->box, &after, v->seat, back);
        int before = most, gain = most + 2 * loss(v, famiglia_move_card(moves[i]));
        best_of(v, &after, back, n_back, 0, &gain);
        most = gain - 2 * loss(v, famiglia_move_card(moves[i]));
        if (most > before)
            best = moves[i];
    }
    return best;
}

static spk_move choose(const plan *p, const spk_box *box, const void *view, spk_seat seat)
{
    const famiglia_state *s = view;
    const famiglia_config *c = box->config;
    const sight v = {box, p, seat};
    spk_move moves[FAMIGLIA_MAX_MOVES], best = 0;
    int n = famiglia_moves(box, s, seat, moves), most = -10000;
    int lead =
        famiglia_points(c, famiglia_owned(s, seat)) - famiglia_points(c, famiglia_owned(s, !seat));
    if (s->passed && lead > 0 && !famiglia_end_triggered(s) && s->phase != FAMIGLIA_TAKE &&
        s->phase != FAMIGLIA_GIVE)
        return moves[n - 1]; /* the rival has passed: passing wins (FA-10.4) */
    switch ((famiglia_phase)s->phase) {
    case FAMIGLIA_REFRESH: return refresh(&v, s);
    case FAMIGLIA_EXCHANGE: return exchange(&v, s);
    case FAMIGLIA_TAKE: return best_of(&v, s, moves, n, 1, &most);
    case FAMIGLIA_GIVE: return best_of(&v, s, moves, n, -1, &most);
    case FAMIGLIA_INTIMIDATE: best_turn(&v, *s, &best); return best;
    case FAMIGLIA_RECRUIT: best_recruit(&v, *s, &best); return best;
    case FAMIGLIA_START:
    case FAMIGLIA_DRAW:
    case FAMIGLIA_OVER:
    case FAMIGLIA_PHASE_COUNT: break;
    }
    return moves[0];
}

/* -- The list ----------------------------------------------------------------------------------- */

static spk_move hoard(const spk_box *box, const void *view, spk_seat seat, spk_rng *rng)
{
    (void)rng;
    return choose(&hoards, box, view, seat);
}

static spk_move rush(const spk_box *box, const void *view, spk_seat seat, spk_rng *rng)
{
    (void)rng;
    return choose(&rushes, box, view, seat);
}

const spk_script famiglia_scripts[FAMIGLIA_SCRIPTS] = {
    {"hoarder", N_("takes what costs little and never lays down a Brute or an Accountant"), hoard},
    {"rusher", N_("climbs to the highest card in sight and spends everything on it"), rush},
};
