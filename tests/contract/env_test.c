/* env_test.c: batches of games and observations, in all games, at all tables (ai/env.h).
 *
 * The main promise: what a learner is given is made from the view of the seat that decides. At every
 * decision the row is compared with that of other worlds in which the seat would see the same. */
#include "contract/contract.h"

#include "ai/env.h"
#include "contract/allocations.h"

enum { GAMES = 3, STEPS = 120, WORLDS = 3 };

typedef struct sheets {
    spk_sheet sheet;
    uint16_t observation[GAMES][SPK_MAX_OBSERVED];
    int32_t to_play[GAMES], n_legal[GAMES], start[GAMES + 1], score[GAMES][SPK_MAX_SEATS];
    uint64_t legal[GAMES * SPK_MAX_MOVES];
    uint16_t move_rows[GAMES * SPK_MAX_MOVES * SPK_MAX_MOVE_SLOTS];
    uint32_t weight[GAMES * SPK_MAX_MOVES];
    uint8_t mask[GAMES * SPK_MAX_MOVES], done[GAMES];
    float reward[GAMES * SPK_MAX_SEATS];
} sheets;

static sheets full; /* everything is asked for */

static void lay_out(void)
{
    full.sheet = (spk_sheet){full.observation[0], full.to_play,   full.n_legal, full.start,
                             full.legal,          full.move_rows, full.weight,  full.mask,
                             full.reward,         full.done,      full.score[0]};
}

static const uint16_t *row_of(const contract_table *t, int i)
{
    return full.observation[0] + (size_t)i * (size_t)spk_observe_slots(&t->box);
}

/* Every slot names a feature of its block, or none. */
static void check_row(contract_table *t, const uint16_t *row)
{
    const spk_block *block;
    int slot = 0, feature = 0;
    for (int i = 0; (block = spk_observe_block(&t->box, i)) != NULL; i++) {
        for (int k = 0; k < block->n_slots; k++, slot++)
            PROMISE(t, row[slot] == SPK_NO_FEATURE ||
                           (row[slot] >= feature && row[slot] < feature + block->size));
        feature += block->size;
    }
    PROMISE(t, slot == spk_observe_slots(&t->box) && slot <= SPK_MAX_OBSERVED);
    PROMISE(t, feature == spk_observe_features(&t->box) && feature < SPK_NO_FEATURE);
}

/* The row of the view, and of every world that looks the same to the seat. */
static void check_no_secret(contract_table *t, const void *state, int i)
{
    uint16_t again[SPK_MAX_OBSERVED];
    size_t size = sizeof *again * (size_t)spk_observe_slots(&t->box);
    spk_seat seat = full.to_play[i];
    spk_state world;
    for (int k = 0; k < WORLDS; k++) {
        spk_state_copy(&t->box, &world, state);
        spk_redact(&t->box, &world, seat);
        if (k > 0) {
            spk_resample(&t->box, &world, seat, &t->rng);
            spk_redact(&t->box, &world, seat);
        }
        spk_observe(&t->box, &world, seat, again);
        PROMISE(t, memcmp(again, row_of(t, i), size) == 0);
    }
}

static void check_moves(contract_table *t, const void *state, int i)
{
    static spk_move list[SPK_MAX_MOVES];
    int at = full.start[i], width = t->box.game->max_moves;
    int n = t->box.game->moves(&t->box, state, full.to_play[i], list);
    PROMISE(t, n == full.n_legal[i] && at + n == full.start[i + 1]);
    PROMISE(t, memcmp(list, full.legal + at, sizeof *list * (size_t)n) == 0);
    for (int k = 0; k < width; k++)
        PROMISE(t, full.mask[i * width + k] == (k < n));
    for (int k = 0; k < n; k++)
        PROMISE(t, full.weight[at + k] == 1);
    const int slots = spk_observe_move_slots(&t->box);
    for (int k = at * slots; k < (at + n) * slots; k++)
        PROMISE(t, full.move_rows[k] == SPK_NO_FEATURE ||
                       full.move_rows[k] < spk_observe_move_features(&t->box));
}

static void check_end(contract_table *t, int i)
{
    float sum = 0;
    for (int k = 0; k < t->box.n_seats; k++)
        sum += full.reward[i * t->box.n_seats + k];
    PROMISE(t, full.done[i] ? sum > 0.999f && sum < 1.001f : sum == 0);
}

static void check_sheet(contract_table *t, const spk_batch *b)
{
    for (int i = 0; i < GAMES; i++) {
        const void *state = spk_batch_state(b, i);
        t->state = state;
        PROMISE(t, spk_actors_has(t->box.game->actors(&t->box, state), full.to_play[i]));
        PROMISE(t, full.to_play[i] < t->box.n_seats && full.n_legal[i] > 0);
        check_row(t, row_of(t, i));
        check_no_secret(t, state, i);
        check_moves(t, state, i);
        check_end(t, i);
    }
}

/* An action that is no place in the list is refused, and nothing has changed. */
static void check_refusal(contract_table *t, spk_batch *b)
{
    spk_state before;
    spk_why why = {0};
    int32_t action[GAMES] = {SPK_ACTION_RANDOM, SPK_ACTION_RANDOM, full.n_legal[GAMES - 1]};
    spk_state_copy(&t->box, &before, spk_batch_state(b, 0));
    PROMISE(t, spk_batch_step(b, action, &full.sheet, &why) == SPK_ERANGE && *why.text);
    action[GAMES - 1] = SPK_ACTION_BUSY - 1;
    PROMISE(t, spk_batch_step(b, action, &full.sheet, &why) == SPK_ERANGE);
    PROMISE(t, spk_state_eq(&t->box, &before, spk_batch_state(b, 0)));
}

static void play_batch(contract_table *t)
{
    spk_batch *b = spk_batch_new(&t->box, GAMES, t->seed, 0);
    spk_why why = {0};
    PROMISE(t, spk_batch_width(b) == t->box.game->max_moves);
    lay_out();
    spk_batch_reset(b, &full.sheet);
    for (t->step = 0; t->step < STEPS; t->step++) {
        int32_t action[GAMES];
        for (int i = 0; i < GAMES; i++)
            action[i] = t->busy ? SPK_ACTION_BUSY
                                : (int32_t)spk_rng_below(&t->rng, (uint32_t)full.n_legal[i]);
        if (t->step % t->thin == 0)
            check_sheet(t, b);
        long before = n_allocations;
        PROMISE(t, spk_batch_step(b, action, &full.sheet, &why) == SPK_OK);
        PROMISE(t, n_allocations == before);
    }
    check_refusal(t, b);
    PROMISE(t, spk_batch_transitions(b) >= (uint64_t)GAMES * STEPS);
    spk_batch_free(b);
}

TEST(a_batch_plays_every_game_and_shows_no_secret) { contract_for_each_table(play_batch, 2); }

/* -- Chance outside ----------------------------------------------------------------------------- */

static void check_chance(contract_table *t, const spk_batch *b, int i)
{
    static spk_outcome list[SPK_MAX_OUTCOMES];
    int n = t->box.game->chance(&t->box, spk_batch_state(b, i), list);
    PROMISE(t, n == full.n_legal[i]);
    for (int k = 0; k < n; k++) {
        PROMISE(t, list[k].move == full.legal[full.start[i] + k]);
        PROMISE(t, list[k].weight == full.weight[full.start[i] + k]);
    }
    for (int k = 0; k < spk_observe_slots(&t->box); k++)
        PROMISE(t, row_of(t, i)[k] == SPK_NO_FEATURE);
}

static void play_chance(contract_table *t)
{
    spk_batch *b = spk_batch_new(&t->box, GAMES, t->seed, SPK_BATCH_CHANCE);
    spk_why why = {0};
    int n_chance = 0;
    lay_out();
    spk_batch_reset(b, &full.sheet);
    for (t->step = 0; t->step < STEPS; t->step++) {
        int32_t action[GAMES];
        for (int i = 0; i < GAMES; i++) {
            bool is_chance = full.to_play[i] == SPK_SEAT_CHANCE;
            action[i] = t->busy ? SPK_ACTION_RANDOM
                                : (int32_t)spk_rng_below(&t->rng, (uint32_t)full.n_legal[i]);
            n_chance += is_chance;
            if (is_chance)
                check_chance(t, b, i);
        }
        PROMISE(t, spk_batch_step(b, action, &full.sheet, &why) == SPK_OK);
    }
    PROMISE(t, (n_chance > 0) == (t->box.game->chance != NULL));
    spk_batch_free(b);
}

TEST(chance_can_be_played_by_the_caller) { contract_for_each_table(play_chance, 2); }

/* -- Games do not depend on each other ---------------------------------------------------------- */

TEST(a_game_is_the_same_in_a_batch_of_any_size)
{
    contract_table t;
    spk_why why = {0};
    const int32_t action[GAMES] = {SPK_ACTION_RANDOM, SPK_ACTION_RANDOM, SPK_ACTION_RANDOM};
    contract_open(&t, contract_find("famiglia"), 2, "");
    spk_batch *one = spk_batch_new(&t.box, 1, 7, 0), *three = spk_batch_new(&t.box, GAMES, 7, 0);
    spk_batch_reset(one, &(spk_sheet){0});
    spk_batch_reset(three, &(spk_sheet){0});
    for (int i = 0; i < 500; i++) {
        CHECK(spk_state_eq(&t.box, spk_batch_state(one, 0), spk_batch_state(three, 0)));
        CHECK(!spk_state_eq(&t.box, spk_batch_state(one, 0), spk_batch_state(three, 1)));
        CHECK(spk_batch_step(one, action, &(spk_sheet){0}, &why) == SPK_OK);
        CHECK(spk_batch_step(three, action, &(spk_sheet){0}, &why) == SPK_OK);
    }
    spk_batch_free(one);
    spk_batch_free(three);
    spk_box_close(&t.box);
}

TEST(a_batch_that_was_not_reset_is_refused)
{
    contract_table t;
    spk_why why = {0};
    contract_open(&t, contract_find("famiglia"), 2, "");
    spk_batch *b = spk_batch_new(&t.box, 1, 1, 0);
    CHECK(spk_batch_step(b, (const int32_t[]){0}, &(spk_sheet){0}, &why) == SPK_ERANGE);
    spk_batch_free(b);
    spk_batch_free(NULL);
    spk_box_close(&t.box);
}

TEST_MAIN()
