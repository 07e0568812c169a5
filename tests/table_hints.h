/* table_hints.h: what every game's hints promise, looked at from the game's own test of them, on top of
 * table.h. (The contract test looks at all games from outside; a game's own test goes to the editions
 * and positions that are awkward for it.) Include it after the game's test_table.h. */
#ifndef SPK_TABLE_HINTS_H
#define SPK_TABLE_HINTS_H

#include "table.h"

static inline const spk_hints *hints(void) { return box.game->hints; }

static inline int value_of(spk_seat seat)
{
    int value[SPK_MAX_SEATS];
    hints()->values(&box, &now, value);
    return value[seat];
}

static inline void check_values(void)
{
    int value[SPK_MAX_SEATS], ending[SPK_MAX_SEATS], sum = 0;
    hints()->values(&box, &now, value);
    for (int seat = 0; seat < box.n_seats; seat++) {
        CHECK(value[seat] >= 0);
        sum += value[seat];
    }
    CHECK_INT(sum, SPK_WIN);
    if (!is_over())
        return;
    spk_share_end(&box, &now, ending);
    for (int seat = 0; seat < box.n_seats; seat++)
        CHECK_INT(value[seat], ending[seat]);
}

static inline void check_weights(void)
{
    spk_move moves[SPK_MAX_MOVES];
    uint32_t weight[SPK_MAX_MOVES];
    uint64_t sum = 0;
    int n = legal_moves(moves);
    hints()->weigh(&box, &now, actor(), moves, n, weight);
    for (int i = 0; i < n; i++) {
        CHECK(weight[i] >= 1);
        sum += weight[i];
    }
    CHECK(sum <= UINT32_MAX);
}

static inline void check_rollout(spk_rng *rng)
{
    spk_move moves[SPK_MAX_MOVES], move = hints()->rollout(&box, &now, actor(), rng);
    int n = legal_moves(moves), at = 0;
    while (at < n && moves[at] != move)
        at++;
    if (at == n)
        fail_msg("a rollout leads off the list");
    box.game->apply(&box, &now, actor(), move);
}

/* Every look at a step of the game; seats rollout, or play 'any' so that rollouts start anywhere. */
static inline void look_and_step(spk_rng *rng, bool rollouts, void (*any)(spk_rng *))
{
    check_values();
    if (actor() == SPK_SEAT_CHANCE) {
        any(rng);
        return;
    }
    check_weights();
    if (rollouts || spk_rng_below(rng, 2))
        check_rollout(rng);
    else
        any(rng);
}

/* The move a good player thinks of first: the heaviest. */
static inline const char *first_thought(void)
{
    static char text[SPK_MOVE_TEXT];
    spk_move moves[SPK_MAX_MOVES];
    uint32_t weight[SPK_MAX_MOVES];
    int n = legal_moves(moves), best = 0;
    hints()->weigh(&box, &now, actor(), moves, n, weight);
    for (int i = 1; i < n; i++)
        if (weight[i] > weight[best])
            best = i;
    return spk_move_text(&box, moves[best], text);
}

#endif
