/* bots_test.c: what every game's hints and every bot promise, in all games, at all tables.
 * How well they play is the arena's business (docs/strength.md). */
#include "contract/contract.h"

#include "ai/bot.h"
#include "contract/allocations.h"

enum { MATCHES = 1, THOUGHTS = 20 /* iterations a decision */ };

/* -- Hints ------------------------------------------------------------------------------------- */

static void check_values(contract_table *t, const void *state)
{
    int value[SPK_MAX_SEATS], end[SPK_MAX_SEATS], sum = 0;
    if (!spk_has_values(t->box.game))
        return;
    t->box.game->hints->values(&t->box, state, value);
    for (spk_seat seat = 0; seat < t->box.n_seats; seat++) {
        PROMISE(t, value[seat] >= 0);
        sum += value[seat];
    }
    PROMISE(t, sum == SPK_WIN);
    if (!spk_is_over(&t->box, state))
        return;
    spk_share_end(&t->box, state, end);
    for (spk_seat seat = 0; seat < t->box.n_seats; seat++)
        PROMISE(t, value[seat] == end[seat]);
}

static void check_weights(contract_table *t, const void *state, spk_seat seat)
{
    spk_move moves[SPK_MAX_MOVES];
    uint32_t weights[SPK_MAX_MOVES];
    uint64_t sum = 0;
    int n = t->box.game->moves(&t->box, state, seat, moves);
    t->box.game->hints->weigh(&t->box, state, seat, moves, n, weights);
    for (int i = 0; i < n; i++) {
        PROMISE(t, weights[i] >= 1);
        sum += weights[i];
    }
    PROMISE(t, sum <= UINT32_MAX);
}

static void check_rollout(contract_table *t, const void *state, spk_seat seat)
{
    spk_why why = {0};
    spk_move move = t->box.game->hints->rollout(&t->box, state, seat, &t->rng);
    PROMISE(t, spk_judge(&t->box, state, seat, move, &why) == SPK_OK);
}

/* A row names one feature of its block in every slot, or none, and nothing but the position decides which. */
static void check_row(contract_table *t, const void *state, spk_seat seat)
{
    const spk_features *f = t->box.game->hints->features;
    uint16_t row[SPK_MAX_SLOTS + 1], again[SPK_MAX_SLOTS];
    int slot = 0, feature = 0;
    memset(row, 0xab, sizeof row);
    f->read(&t->box, state, seat, row);
    PROMISE(t, row[f->n_slots] == 0xabab);
    f->read(&t->box, state, seat, again);
    PROMISE(t, memcmp(row, again, (size_t)f->n_slots * sizeof *row) == 0);
    for (const spk_block *b = f->blocks; b->name; feature += b->size, b++)
        for (int i = 0; i < b->n_slots; i++, slot++)
            PROMISE(t, row[slot] == SPK_NO_FEATURE ||
                           (row[slot] >= feature && row[slot] < feature + b->size));
    PROMISE(t, slot == f->n_slots && feature == f->n_features);
}

static void walk_with_hints(contract_table *t)
{
    const spk_game *game = t->box.game;
    spk_state state;
    spk_actors who;
    t->state = &state;
    game->setup(&t->box, &state);
    for (; (who = game->actors(&t->box, &state)) != 0; t->step++) {
        spk_seat seat = contract_actor(t, who);
        check_values(t, &state);
        for (spk_seat i = 0; seat != SPK_SEAT_CHANCE && i < t->box.n_seats; i++)
            if (game->hints && game->hints->features)
                check_row(t, &state, i);
        if (seat != SPK_SEAT_CHANCE && game->hints && game->hints->weigh)
            check_weights(t, &state, seat);
        if (seat != SPK_SEAT_CHANCE && game->hints && game->hints->rollout)
            check_rollout(t, &state, seat);
        game->apply(&t->box, &state, seat, contract_choose(t, &state, seat));
    }
    check_values(t, &state);
}

TEST(hints_value_weigh_and_rollout_as_promised) { contract_for_each_table(walk_with_hints, 6); }

/* Rollouts alone end every game: a search would hang in one that goes round in circles. */
static void rollout_to_the_end(contract_table *t)
{
    const spk_game *game = t->box.game;
    spk_state state;
    spk_actors who;
    if (!game->hints || !game->hints->rollout)
        return;
    t->state = &state;
    game->setup(&t->box, &state);
    for (; (who = game->actors(&t->box, &state)) != 0; t->step++) {
        spk_seat seat = spk_actors_first(who);
        PROMISE(t, t->step < game->max_steps);
        spk_move move = who == SPK_CHANCE_ACTS
                            ? spk_chance_draw(&t->box, &state, &t->rng)
                            : game->hints->rollout(&t->box, &state, seat, &t->rng);
        game->apply(&t->box, &state, seat, move);
    }
}

TEST(rollouts_end_every_game) { contract_for_each_table(rollout_to_the_end, 6); }

/* -- Bots -------------------------------------------------------------------------------------- */

static uint32_t first_thoughts; /* which bot sits in seat 0: every one has its turn */

static const spk_bot_kind *kind_of(const contract_table *t, spk_seat seat)
{
    return spk_bot_kinds[(first_thoughts + (uint32_t)seat + (uint32_t)t->seed) %
                         (uint32_t)spk_n_bot_kinds];
}

static void seat_bots(contract_table *t, spk_bot **bots)
{
    for (spk_seat seat = 0; seat < t->box.n_seats; seat++) {
        spk_rng rng;
        spk_rng_init(&rng, t->seed, 100 + (uint64_t)seat);
        bots[seat] = spk_bot_new(kind_of(t, seat), &t->box, seat, &rng);
    }
}

/* A few iterations whatever the bot would like: every line of a search is run in a few. */
static spk_move bot_move(contract_table *t, spk_bot *bot, const void *state, spk_seat seat)
{
    spk_state view;
    spk_state_copy(&t->box, &view, state);
    spk_redact(&t->box, &view, seat);
    long before = n_allocations;
    spk_bot_begin(bot, &view);
    PROMISE(t, spk_bot_think(bot, THOUGHTS) <= THOUGHTS);
    spk_move move = spk_bot_move(bot);
    PROMISE(t, n_allocations <= before + 2); /* a tree that doubles, and nothing per iteration */
    return move;
}

/* A match of bots; every move is legal. Returns a hash of the moves. */
static uint64_t bots_match(contract_table *t)
{
    spk_bot *bots[SPK_MAX_SEATS];
    spk_state state;
    spk_actors who;
    uint64_t hash = SPK_HASH_START;
    t->state = &state;
    t->box.game->setup(&t->box, &state);
    seat_bots(t, bots);
    for (t->step = 0; (who = t->box.game->actors(&t->box, &state)) != 0; t->step++) {
        spk_why why = {0};
        spk_seat seat = spk_actors_first(who);
        spk_move move = who == SPK_CHANCE_ACTS ? spk_chance_draw(&t->box, &state, &t->rng)
                                               : bot_move(t, bots[seat], &state, seat);
        hash = spk_hash(hash, &move, sizeof move);
        PROMISE(t, spk_apply(&t->box, &state, seat, move, &why) == SPK_OK);
        if (t->step > 2 * CONTRACT_STEPS)
            break; /* of a long game the first part */
    }
    for (spk_seat seat = 0; seat < t->box.n_seats; seat++)
        spk_bot_free(bots[seat]);
    return hash;
}

static void play_twice(contract_table *t)
{
    spk_rng start = t->rng;
    uint64_t once = bots_match(t);
    t->rng = start;
    PROMISE(t, bots_match(t) == once);
    first_thoughts++;
}

TEST(bots_make_legal_moves_and_the_same_ones_again)
{
    contract_for_each_table(play_twice, MATCHES);
}

/* -- The same on every machine ------------------------------------------------------------------ */

/* The anchors know no hints, so this number changes only with the rules, the generator or the
 * search itself; gcc, clang, sanitizers and other machines must agree on it. */
TEST(anchors_play_the_same_game_on_every_machine)
{
    contract_table t;
    uint64_t hash = SPK_HASH_START;
    const spk_bot_kind *kind = spk_bot_find("ismcts");
    contract_open(&t, &spk_game_blank, 3, "");
    spk_state state;
    spk_actors who;
    spk_bot *bots[SPK_MAX_SEATS];
    spk_rng_init(&t.rng, 11, 0);
    for (spk_seat seat = 0; seat < 3; seat++)
        bots[seat] = spk_bot_new(kind, &t.box, seat, &t.rng);
    t.box.game->setup(&t.box, &state);
    while ((who = t.box.game->actors(&t.box, &state)) != 0) {
        spk_seat seat = spk_actors_first(who);
        spk_move move = who == SPK_CHANCE_ACTS ? spk_chance_draw(&t.box, &state, &t.rng)
                                               : bot_move(&t, bots[seat], &state, seat);
        hash = spk_hash(hash, &move, sizeof move);
        t.box.game->apply(&t.box, &state, seat, move);
    }
    for (spk_seat seat = 0; seat < 3; seat++)
        spk_bot_free(bots[seat]);
    spk_box_close(&t.box);
    CHECK_INT((int)(hash >> 40), 5206103);
}

TEST_MAIN()
