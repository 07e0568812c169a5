/* table_scripts.h: a game's scripts at a table of random players, on top of table.h: whether a plan can be
 * seen in what its player does. (That its moves are legal, the contract test sees.) Include it after the
 * game's test_table.h.
 *
 *     play_script("rusher", seed, watch);     seat 0 follows it; 'watch' sees each of its moves first */
#ifndef SPK_TABLE_SCRIPTS_H
#define SPK_TABLE_SCRIPTS_H

#include "table.h"

typedef void script_watch(spk_move move);

static inline void watch_nothing(spk_move move) { (void)move; }

static inline spk_move random_move(spk_seat seat, spk_rng *rng)
{
    static spk_move moves[SPK_MAX_MOVES];
    if (seat == SPK_SEAT_CHANCE)
        return spk_chance_draw(&box, &now, rng);
    int n = box.game->moves(&box, &now, seat, moves);
    while (n > 1 && moves[n - 1] & SPK_MOVE_IDLE)
        n--;
    return moves[spk_rng_below(rng, (uint32_t)n)];
}

/* At the table that is open: one game to its end. */
static inline void play_script(const char *name, uint64_t seed, script_watch *watch)
{
    const spk_script *script = spk_script_find(box.game, name);
    spk_rng rng;
    spk_actors who;
    CHECK(script != NULL);
    spk_rng_init(&rng, seed, 3);
    box.game->setup(&box, &now);
    while ((who = box.game->actors(&box, &now)) != 0) {
        spk_seat seat = spk_actors_first(who);
        spk_state view = now;
        spk_redact(&box, &view, seat);
        spk_move move = seat == 0 ? script->choose(&box, &view, 0, &rng) : random_move(seat, &rng);
        if (seat == 0)
            watch(move);
        box.game->apply(&box, &now, seat, move);
    }
}

/* Of so many games, those that the script wins; 'reason' counts how many of these for that reason. */
static inline int script_wins(const char *name, int n_games, const char *reason, int *n_reason)
{
    int n = 0;
    *n_reason = 0;
    for (int game = 0; game < n_games; game++) {
        spk_result result;
        play_script(name, (uint64_t)game, watch_nothing);
        box.game->result(&box, &now, &result);
        bool won = result.winners == SPK_ACTOR(0);
        n += won;
        *n_reason += won && spk_str_eq(result.reason, reason);
    }
    return n;
}

#endif
