/* sound.c: whether a position is possible: the invariants BL-I1 to BL-I4 of README.md. Legal moves are in
 * rules.c, who has won is in score.c. */
#include "games/blank/state.h"

/* Put a set of cards on the heap; false if they are not free cards. */
static bool collect(blank_set *heap, blank_set cards, blank_set all)
{
    bool fits = !(*heap & cards) && !(cards & ~all);
    *heap |= cards;
    return fits;
}

static bool collect_one(blank_set *heap, int card, blank_set all)
{
    return card <= BLANK_CARDS && collect(heap, BLANK_ONE(card), all);
}

static const char *broken_cards(const spk_box *box, const blank_state *s)
{
    blank_set all = ((const blank_config *)box->config)->cards, heap = 0;
    bool sound = collect(&heap, s->unseen, all);
    for (spk_seat seat = 0; seat < BLANK_SEATS; seat++) {
        bool plays = seat < box->n_seats;
        sound = sound && collect(&heap, s->hand[seat], all);
        if (s->sealed[seat])
            sound = sound && s->phase == BLANK_SEAL && collect_one(&heap, s->sealed[seat], all);
        if (s->shown[seat])
            sound = sound && collect_one(&heap, s->shown[seat], all);
        if ((s->shown[seat] != 0) != (plays && s->round > 0))
            return "BL-I1: a card is shown before the first round, or none after it.";
        if (!plays && (s->hand[seat] || s->sealed[seat] || s->score[seat]))
            return "BL-I1: a seat that nobody has taken owns something.";
    }
    return sound ? NULL : "BL-I1: a card is in two places, or is none of this box.";
}

static const char *broken_hands(const spk_box *box, const blank_state *s)
{
    int n_cards = blank_size(((const blank_config *)box->config)->cards);
    bool dealing = s->dealt < box->n_seats * BLANK_HAND;
    bool all_sealed = s->phase == BLANK_SEAL;
    if (s->dealt > box->n_seats * BLANK_HAND || dealing != (s->phase == BLANK_DEAL) ||
        (dealing && s->round))
        return "BL-I2: not all cards are dealt, or too many.";
    for (spk_seat seat = 0; seat < box->n_seats; seat++) {
        if (blank_size(s->hand[seat]) != blank_hand_size(s, box->n_seats, seat))
            return "BL-I2: a hand is too large or too small.";
        all_sealed = all_sealed && s->sealed[seat];
    }
    if (blank_size(s->unseen) != n_cards - s->dealt)
        return "BL-I2: the rest of the deck is too large or too small.";
    return all_sealed ? "BL-I2: all cards are sealed and none is shown." : NULL;
}

static const char *broken_prizes(const spk_box *box, const blank_state *s)
{
    const blank_config *c = box->config;
    int n_drawn = 0, points = -s->pot;
    for (int i = 0; i < BLANK_PRIZES; i++) {
        if (s->bag[i] > c->prizes[i])
            return "BL-I3: there are not that many prizes.";
        n_drawn += c->prizes[i] - s->bag[i];
        points += (i + 1) * (c->prizes[i] - s->bag[i]);
    }
    for (spk_seat seat = 0; seat < BLANK_SEATS; seat++)
        points -= s->score[seat];
    if (n_drawn != s->round + (s->phase == BLANK_SEAL))
        return "BL-I3: a prize too many or too few was drawn.";
    return points ? "BL-I3: scores and pot are not the prizes drawn." : NULL;
}

/* The card that wins among those shown is the winner's; how it is found is told in rules.c. */
static const char *broken_course(const spk_box *box, const blank_state *s)
{
    bool goal = blank_goal_reached(box, s);
    bool may_be_over = goal || s->round == BLANK_HAND;
    if (s->phase == BLANK_TAKE && (s->winner >= box->n_seats || s->round == 0))
        return "BL-I4: nobody can have won a round.";
    if (s->phase != BLANK_TAKE && s->winner)
        return "BL-I4: a winner of no round.";
    if (s->phase == BLANK_OVER ? !may_be_over : goal)
        return "BL-I4: over for no reason, or not over although the goal is reached.";
    if (s->round == BLANK_HAND && s->phase != BLANK_TAKE && s->phase != BLANK_OVER)
        return "BL-I4: a fourth round.";
    return NULL;
}

const char *blank_unsound(const spk_box *box, const void *state)
{
    const blank_state *s = state;
    if (s->phase >= BLANK_PHASE_COUNT || s->round > BLANK_HAND)
        return "BL-I4: a number is out of its range.";
    const char *broken = broken_cards(box, s);
    if (!broken)
        broken = broken_hands(box, s);
    if (!broken)
        broken = broken_prizes(box, s);
    if (!broken)
        broken = broken_course(box, s);
    return broken;
}
