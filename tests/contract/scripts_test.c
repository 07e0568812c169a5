/* scripts_test.c: what every script promises (spk_script): a name of its own, a line about itself, and
 * at every decision of every table one of the seat's legal moves, always the same for the same view and
 * generator, found without allocating or touching the view. */
#include "contract/contract.h"

#include "ai/bot.h"
#include "contract/allocations.h"

enum { MATCHES = 4 };

static bool is_legal(const contract_table *t, const void *view, spk_seat seat, spk_move move)
{
    static spk_move moves[SPK_MAX_MOVES];
    int n = t->box.game->moves(&t->box, view, seat, moves);
    for (int i = 0; i < n; i++)
        if (moves[i] == move)
            return true;
    return false;
}

static spk_move ask(contract_table *t, const spk_script *script, const void *state, spk_seat seat)
{
    spk_state view, before;
    spk_rng again = t->rng;
    spk_state_copy(&t->box, &view, state);
    spk_redact(&t->box, &view, seat);
    spk_state_copy(&t->box, &before, &view);
    long allocations = n_allocations;
    spk_move move = script->choose(&t->box, &view, seat, &t->rng);
    PROMISE(t, n_allocations == allocations);
    PROMISE(t, contract_same(t, &view, &before));
    PROMISE(t, is_legal(t, &view, seat, move));
    PROMISE(t, script->choose(&t->box, &view, seat, &again) == move);
    return move;
}

/* Every second seat follows a script, a different one each; the others play as the table does. */
static void play_match(contract_table *t)
{
    const spk_game *game = t->box.game;
    spk_state state;
    spk_actors who;
    t->state = &state;
    game->setup(&t->box, &state);
    for (; (who = game->actors(&t->box, &state)) != 0; t->step++) {
        PROMISE(t, t->step < game->max_steps);
        spk_seat seat = contract_actor(t, who);
        const spk_script *script =
            &game->scripts[((unsigned)seat + t->seed) % (unsigned)game->n_scripts];
        bool follows = seat != SPK_SEAT_CHANCE && (t->seed / 2 + (unsigned)seat) % 2 == 0;
        spk_move move = follows ? ask(t, script, &state, seat) : contract_choose(t, &state, seat);
        game->apply(&t->box, &state, seat, move);
    }
    t->state = NULL;
}

TEST(every_script_plays_every_table)
{
    for (int i = 0; i < contract_n_games(); i++)
        if (contract_game(i)->n_scripts && contract_is_wanted(contract_game(i)))
            contract_for_each_table_of(contract_game(i), play_match, contract_times(MATCHES));
}

TEST(every_script_has_a_name_of_its_own)
{
    for (int i = 0; i < contract_n_games(); i++)
        for (int k = 0; k < contract_game(i)->n_scripts; k++) {
            const spk_script *script = &contract_game(i)->scripts[k];
            CHECK(script->name && *script->about && script->choose);
            CHECK(!spk_bot_find(script->name));
            CHECK(spk_script_find(contract_game(i), script->name) == script);
            for (int other = 0; other < contract_n_games(); other++)
                CHECK(other == i || !spk_script_find(contract_game(other), script->name));
        }
}

TEST_MAIN()
