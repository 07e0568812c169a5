/* hints_test.c: what bots are told about Chicago Gangsters: prospects that add up and grow with what
 * is good, rollouts that are legal and see nothing secret, and moves that a good player finds. */
#include "games/chicago_gangsters/hints.h"
#include "games/chicago_gangsters/tests/test_play.h"

static int value[SPK_MAX_SEATS];

static const int *values_now(void)
{
    box.game->hints->values(&box, &now, value);
    return value;
}

/* -- Every position of random games ------------------------------------------------------------ */

static void look_at_values(const cg_state *before, step made)
{
    int sum = 0, end[SPK_MAX_SEATS];
    (void)before, (void)made;
    values_now();
    for (spk_seat seat = 0; seat < box.n_seats; seat++) {
        CHECK(value[seat] >= 0);
        sum += value[seat];
    }
    CHECK_INT(sum, SPK_WIN);
    if (!spk_is_over(&box, &now))
        return;
    spk_share_end(&box, &now, end);
    assert_memory_equal(value, end, (size_t)box.n_seats * sizeof *value);
}

TEST(values_add_up_and_are_exact_at_the_end) { watch_games(3, look_at_values); }

/* A world that looks the same to this seat. */
static spk_state another_world(spk_seat seat, spk_rng *rng)
{
    spk_state world = now;
    box.game->redact(&box, &world, seat);
    box.game->resample(&box, &world, seat, rng);
    return world;
}

/* Legal in this world, and the same in any other that its player cannot tell from it. */
static void look_at_rollout(const cg_state *before, step made)
{
    static spk_rng rng;
    static uint64_t n_looked;
    (void)before, (void)made;
    spk_rng_init(&rng, 5, n_looked++);
    for (spk_seat seat = 0; seat < box.n_seats; seat++) {
        if (!spk_actors_has(box.game->actors(&box, &now), seat))
            continue;
        spk_state world = another_world(seat, &rng);
        spk_rng again = rng;
        spk_move move = box.game->hints->rollout(&box, &now, seat, &rng);
        CHECK_INT(spk_judge(&box, &now, seat, move, &why), SPK_OK);
        CHECK(box.game->hints->rollout(&box, &world, seat, &again) == move);
    }
}

TEST(rollouts_are_legal_and_see_nothing_secret) { watch_games(3, look_at_rollout); }

static void rollout_game(int n_seats, const char *options, uint64_t seed)
{
    spk_rng rng;
    spk_actors who;
    spk_rng_init(&rng, seed, 8);
    new_game(n_seats, options);
    while ((who = box.game->actors(&box, &now)) != 0) {
        spk_seat seat = spk_actors_first(who);
        spk_move move = who == SPK_CHANCE_ACTS ? spk_chance_draw(&box, &now, &rng)
                                               : box.game->hints->rollout(&box, &now, seat, &rng);
        CHECK_INT(spk_apply(&box, &now, seat, move, &why), SPK_OK);
    }
}

TEST(rollouts_lead_to_the_end)
{
    for (uint64_t seed = 0; seed < 4; seed++) {
        rollout_game(3, "godfather=on", seed);
        rollout_game(4, "thug_in_barred=no", seed);
        rollout_game(4, "godfather=on", seed);
        rollout_game(5, NULL, seed);
    }
}

/* At least 1 each, 32 bits in all, and no more than the view tells: a search weighs its own first
 * move by that. */
static void look_at_weights(const cg_state *before, step made)
{
    static spk_move moves[SPK_MAX_MOVES];
    static uint32_t whole[SPK_MAX_MOVES], seen[SPK_MAX_MOVES];
    (void)before, (void)made;
    for (spk_seat seat = 0; seat < box.n_seats; seat++) {
        if (!spk_actors_has(box.game->actors(&box, &now), seat))
            continue;
        int n = box.game->moves(&box, &now, seat, moves);
        uint64_t sum = 0;
        spk_state view = now;
        box.game->redact(&box, &view, seat);
        box.game->hints->weigh(&box, &now, seat, moves, n, whole);
        box.game->hints->weigh(&box, &view, seat, moves, n, seen);
        assert_memory_equal(whole, seen, (size_t)n * sizeof *whole);
        for (int i = 0; i < n; i++) {
            CHECK(whole[i] >= 1);
            sum += whole[i];
        }
        CHECK(sum <= UINT32_MAX);
    }
}

TEST(weights_are_in_range_and_see_nothing_secret) { watch_games(3, look_at_weights); }

/* -- What is better ---------------------------------------------------------------------------- */

TEST(nobody_is_ahead_before_the_deal)
{
    new_game(4, NULL);
    for (spk_seat seat = 0; seat < 4; seat++)
        CHECK_INT(values_now()[seat], SPK_WIN / 4);
}

#define ROUND "phase reveal_coalition; rounds %d; "

/* Seat 0 has this, seat 1 that, and nobody anything else: who is better off? */
static int compare(int rounds, const char *have)
{
    char text[512];
    snprintf(text, sizeof text, ROUND "%s", rounds, have);
    AT(4, text);
    return values_now()[0] - value[1];
}

TEST(more_is_better)
{
    CHECK(compare(3, "alcohol 3 2 2 2") > 0);
    CHECK(compare(3, "hand0 W4 B5; hand1 W2 B1") > 0);
    CHECK(compare(3, "persons0 mayor; persons1 thug") > 0);
    CHECK(compare(11, "hand0 W4 W4; hand1 W4 W2; hand2 B1; hand3 B1") > 0);
    CHECK(compare(11, "persons0 priest; persons1 senator; persons2 mayor; persons3 judge") > 0);
    CHECK(abs(compare(3, "hand0 E1; hand1 E1")) < 4); /* what cannot be divided goes to seat 0 */
}

/* A bottle counts for more the later it is; a person for less. */
TEST(bottles_count_late_and_persons_early)
{
    CHECK(compare(11, "alcohol 5 4 4 4") > compare(0, "alcohol 5 4 4 4"));
    CHECK(compare(0, "alcohol 0 1 0 0; persons0 senator; persons1 thug") > 0);
    CHECK(compare(12, "alcohol 0 1 0 0; persons0 senator; persons1 thug") < 0);
}

/* -- What a good player finds ------------------------------------------------------------------ */

enum { TRIES = 200 };

/* What this move brings its player, by playing on to the next round with hints alone. */
static int64_t try_move(spk_seat seat, spk_move move, spk_rng *rng)
{
    int64_t sum = 0;
    for (int i = 0; i < TRIES; i++) {
        spk_state world = another_world(seat, rng);
        const cg_state *w = (const cg_state *)&world;
        int rounds = w->rounds;
        box.game->apply(&box, &world, seat, move);
        for (spk_actors who; w->rounds == rounds && (who = box.game->actors(&box, &world)) != 0;) {
            spk_seat next = spk_actors_first(who);
            spk_move on = who == SPK_CHANCE_ACTS
                              ? spk_chance_draw(&box, &world, rng)
                              : box.game->hints->rollout(&box, &world, next, rng);
            box.game->apply(&box, &world, next, on);
        }
        box.game->hints->values(&box, &world, value);
        sum += value[seat];
    }
    return sum;
}

/* The best of the moves that are likely enough to be looked at. */
static spk_move best_move(void)
{
    static spk_move moves[SPK_MAX_MOVES];
    static uint32_t weight[SPK_MAX_MOVES];
    spk_seat seat = actor();
    spk_rng rng;
    int n = box.game->moves(&box, &now, seat, moves), at = 0;
    int64_t most = -1;
    spk_rng_init(&rng, 1, 9);
    box.game->hints->weigh(&box, &now, seat, moves, n, weight);
    for (int i = 0; i < n; i++) {
        int64_t sum = weight[i] >= 8 ? try_move(seat, moves[i], &rng) : -1;
        if (sum > most)
            most = sum, at = i;
    }
    return moves[at];
}

/* Seat 3 lays last and knows that 6 points of bribe win the senator and two bottles. */
TEST(the_last_to_lay_wins_if_it_pays)
{
    AT(4, "phase lay; stage defender_turn; active 3; rounds 2; coalition C01; district uptown; "
          "loot L10; offer senator; has_laid 0 1 2; strength 5 0; points 5 0 0 0; "
          "hand3 B5 B1 W4 E3; hand0 W2; hand1 W2; hand2 W2");
    spk_move move = best_move();
    CHECK_INT(cg_move_op(move), CG_OP_LAY);
    CHECK(cg_points(cg_move_cards(move) & CG_BRIBE_BITS) == 6);
    CHECK(!(cg_move_cards(move) & ~CG_BRIBE_BITS));
}

/* Twenty points against one card of bribe: it stays in hand. */
TEST(nothing_is_laid_where_nothing_can_be_won)
{
    AT(4, "phase lay; stage defender_turn; active 3; rounds 2; coalition C01; district uptown; "
          "loot L10; offer senator; has_laid 0 1 2; strength 30 0; points 15 15 0 0; "
          "hand3 B5 W4 E3; hand0 W2; hand1 W2; hand2 W2");
    CHECK_INT(cg_move_cards(best_move()), 0);
}

/* L01: 2A | P 1M. The senator early in the game, the bottles at its end. */
TEST(persons_are_taken_early_and_bottles_late)
{
    AT(4, SHARING "rounds 0");
    CHECK(best_move() == cg_move(CG_OP_PACKAGE, 1, 0, 0));
    AT(4, SHARING "rounds 11; persons2 mayor judge");
    CHECK(best_move() == cg_move(CG_OP_PACKAGE, 0, 0, 0));
}

/* A hand that is full anyhow is worth less than a bottle. */
TEST(a_full_hand_becomes_a_bottle)
{
    AT(4, ENDING "rounds 4; persons0 informer; hand0 W2 W2 W2 W2 W4 B1 B2 B3 E1 E1");
    CHECK_INT(cg_move_op(best_move()), CG_OP_CONVERT);
}

TEST_MAIN()
