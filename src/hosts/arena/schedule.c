/* schedule.c: who meets whom, and who sits where. See arena.h for the cases. */
#include <string.h>

#include "hosts/arena/arena.h"

/* -- Who meets whom ---------------------------------------------------------------------------- */

typedef struct ledger {
    int seats[ARENA_MAX_BOTS];               /* held so far */
    int met[ARENA_MAX_BOTS][ARENA_MAX_BOTS]; /* sets in which both were */
} ledger;

static int meetings(const ledger *l, const int8_t *table, int n, int bot)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += l->met[bot][table[i]];
    return sum;
}

/* The next bot at a table of n so far: somebody new before anybody twice, whoever has met those
 * there least, then whoever has played least, then the first of the list. */
static int8_t next_bot(const ledger *l, const int8_t *table, int n, int n_bots)
{
    int best = -1, best_cost[3] = {0};
    for (int b = 0; b < n_bots; b++) {
        int cost[3] = {memchr(table, b, (size_t)n) != NULL, meetings(l, table, n, b), l->seats[b]};
        if (cost[0])
            cost[1] = 0; /* all are here: the free seats go round */
        int i = 0;
        while (i < 2 && cost[i] == best_cost[i])
            i++;
        if (best < 0 || cost[i] < best_cost[i]) {
            best = b;
            memcpy(best_cost, cost, sizeof cost);
        }
    }
    return (int8_t)best;
}

static void note_table(ledger *l, const int8_t *table, int n)
{
    for (int i = 0; i < n; i++) {
        l->seats[table[i]]++;
        for (int j = 0; j < n; j++)
            l->met[table[i]][table[j]] += table[i] != table[j];
    }
}

void arena_schedule(const arena_plan *plan, int8_t *tables)
{
    int n = plan->box->n_seats;
    ledger l = {0};
    for (int set = 0; set < plan->n_sets; set++) {
        int8_t *table = tables + (size_t)set * (size_t)n;
        for (int i = 0; i < n; i++)
            table[i] = next_bot(&l, table, i, plan->n_bots);
        note_table(&l, table, n);
    }
}

/* -- Who sits where ---------------------------------------------------------------------------- */

int arena_games_per_set(const arena_plan *plan)
{
    return plan->box->n_seats << (arena_has_lone(plan) && !plan->lone);
}

/* Rotating keeps everybody's neighbours, so they are drawn anew for every set. */
static void draw_order(const arena_plan *plan, const int8_t *table, int set, int8_t *order)
{
    int n = plan->box->n_seats;
    spk_rng rng;
    arena_dice_init(&rng, plan->seed, set, 0, ARENA_SEATING, 0);
    memcpy(order, table, (size_t)n);
    for (int i = n - 1; i > 0; i--) {
        uint32_t j = spk_rng_below(&rng, (uint32_t)i + 1);
        int8_t swap = order[i];
        order[i] = order[j];
        order[j] = swap;
    }
}

void arena_seat_bots(const arena_plan *plan, const int8_t *table, int set, int game,
                     int8_t bot[SPK_MAX_SEATS])
{
    int n = plan->box->n_seats;
    int8_t order[SPK_MAX_SEATS];
    draw_order(plan, table, set, order);
    for (int i = 0; i < n; i++)
        bot[i] = order[(i + game) % n];
    if (!arena_has_lone(plan))
        return;
    int lone = game / n;
    for (int i = 0; i < n; i++)
        bot[i] = (int8_t)(i == game % n ? lone : 1 - lone);
}

/* Every stream of the seed belongs to one purpose: 24 bits of the set, 8 of the game, 8 of the
 * purpose and the seat. Chance's is the same in all games of a set. */
void arena_dice_init(spk_rng *rng, uint64_t seed, int set, int game, arena_dice what, spk_seat seat)
{
    uint64_t own = what == ARENA_CHANCE || what == ARENA_SEATING ? 0 : (uint64_t)game;
    spk_rng_init(rng, seed, (uint64_t)set << 16 | own << 8 | (uint64_t)what << 4 | (uint64_t)seat);
}
