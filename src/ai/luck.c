/* luck.c: see luck.h. */
#include "ai/luck.h"

#include <string.h>

enum {
    MOST = 32,       /* outcomes that are all looked at; of more, so many are drawn, in a hurry */
    MOST_MOVES = 64, /* moves of a seat that are looked at; of more, so many evenly from the list */
};

typedef struct sums {
    int64_t value[SPK_MAX_SEATS], weight;
} sums;

/* What a drawn card is worth often shows only once somebody has taken it: so if a single seat is to
 * act, the values are those after the move that it would like best. */
static void look_ahead(const spk_box *box, const void *state, spk_seat seat,
                       int value[SPK_MAX_SEATS])
{
    spk_move moves[SPK_MAX_MOVES];
    int n = box->game->moves(box, state, seat, moves), after[SPK_MAX_SEATS];
    for (int i = 0; i < n && i < MOST_MOVES; i++) {
        spk_state next;
        memcpy(next.bytes, state, box->game->state_size);
        box->game->apply(box, &next, seat,
                         moves[i * (int64_t)n / (n < MOST_MOVES ? n : MOST_MOVES)]);
        box->game->hints->values(box, &next, after);
        if (i == 0 || after[seat] > value[seat])
            memcpy(value, after, sizeof after);
    }
}

static void values_after(const spk_box *box, const void *before, spk_move outcome,
                         int value[SPK_MAX_SEATS])
{
    spk_state next;
    memcpy(next.bytes, before, box->game->state_size);
    box->game->apply(box, &next, SPK_SEAT_CHANCE, outcome);
    spk_actors who = box->game->actors(box, &next);
    if (who && !(who & SPK_CHANCE_ACTS) && !(who & (who - 1)))
        look_ahead(box, &next, spk_actors_first(who), value);
    else
        box->game->hints->values(box, &next, value);
}

static void add_outcome(sums *s, const spk_box *box, const void *before, spk_move outcome,
                        uint32_t weight)
{
    int value[SPK_MAX_SEATS];
    values_after(box, before, outcome, value);
    for (spk_seat i = 0; i < box->n_seats; i++)
        s->value[i] += (int64_t)weight * value[i];
    s->weight += weight;
}

void spk_luck_add(const spk_box *box, const void *before, spk_move drawn, spk_rng *rng,
                  int64_t luck[SPK_MAX_SEATS])
{
    spk_outcome outcomes[SPK_MAX_OUTCOMES];
    int n = box->game->chance(box, before, outcomes), value[SPK_MAX_SEATS];
    bool all = n <= MOST || !rng;
    sums s = {0};
    if (n == 1)
        return;
    for (int i = 0; i < (all ? n : MOST); i++)
        if (all)
            add_outcome(&s, box, before, outcomes[i].move, outcomes[i].weight);
        else
            add_outcome(&s, box, before, spk_outcome_draw(outcomes, n, rng), 1);
    values_after(box, before, drawn, value);
    for (spk_seat i = 0; i < box->n_seats; i++)
        luck[i] += (value[i] * s.weight - s.value[i]) * (SPK_LUCK_UNIT / SPK_WIN) / s.weight;
}
