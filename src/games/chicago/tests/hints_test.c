/* hints_test.c: what bots are told of Chicago before they think: values that add up and turn with the
 * board, weights that put the right move first, rollouts that keep to the rules. How strong the bots
 * are that use it is measured, not tested. */
#include "games/chicago/hints.h"

#include <stdlib.h>

#include "games/chicago/tests/test_table.h"
#include "table_hints.h"

/* -- Whole games ------------------------------------------------------------------------------- */

static void look_at_games(int n_seats, const char *options, uint64_t n_games)
{
    spk_rng rng;
    for (uint64_t game = 0; game < n_games; game++) {
        TABLE(n_seats, options);
        spk_rng_init(&rng, 6, game);
        while (!is_over())
            look_and_step(&rng, game % 2, random_step);
        check_values();
    }
}

TEST(values_weights_and_rollouts_at_every_table)
{
    for (int n = 2; n <= 4; n++) {
        look_at_games(n, "", 4);
        look_at_games(n, "variant_stacking=on variant_casino_presence=on", 4);
        look_at_games(n, "chip_limit=on balance_scope=phase survivor_prize=off", 2);
        look_at_games(n, "movement_die=scale22 colours=RGBY pairing=adjacent", 2);
        look_at_games(n, "movement_die=3d6 goal_tie=wealth fours_scope=gang", 2);
    }
}

/* -- Plans ------------------------------------------------------------------------------------- */

/* Carried out as a search does: to its end, or to that of the turn. */
static void check_plan(spk_move plan, spk_rng *rng)
{
    spk_state before = now;
    spk_seat seat = actor();
    spk_move moves[SPK_MAX_MOVES], move;
    uint32_t turn = box.game->turn(&box, &now);
    int n_steps = 0;
    while (!is_over() && box.game->turn(&box, &now) == turn) {
        if (actor() == SPK_SEAT_CHANCE) {
            box.game->apply(&box, &now, SPK_SEAT_CHANCE, spk_chance_draw(&box, &now, rng));
            continue;
        }
        if (!hints()->plans->next(&box, &now, seat, &plan, &move))
            break;
        int n = legal_moves(moves), at = 0;
        while (at < n && moves[at] != move)
            at++;
        if (at == n)
            fail_msg("a plan leads off the list");
        box.game->apply(&box, &now, seat, move);
        n_steps++;
    }
    CHECK(n_steps > 0);
    now = before;
}

static int check_plans(spk_rng *rng)
{
    spk_move plans[SPK_MAX_MOVES];
    uint32_t weight[SPK_MAX_MOVES];
    int n =
        actor() == SPK_SEAT_CHANCE ? 0 : hints()->plans->list(&box, &now, actor(), plans, weight);
    CHECK(n <= box.game->max_moves);
    for (int i = 0; i < n; i++) {
        CHECK(weight[i] >= 1);
        for (int k = 0; k < i; k++)
            CHECK(plans[k] != plans[i]);
        check_plan(plans[i], rng);
    }
    return n;
}

static void plan_games(int n_seats, const char *options, uint64_t n_games)
{
    spk_rng rng;
    long n = 0;
    for (uint64_t game = 0; game < n_games; game++) {
        TABLE(n_seats, options);
        spk_rng_init(&rng, 8, game);
        while (!is_over()) {
            n += check_plans(&rng);
            look_and_step(&rng, game % 2, random_step);
        }
    }
    CHECK(n > 0);
}

TEST(every_move_of_a_plan_is_legal)
{
    for (int n = 2; n <= 4; n++) {
        plan_games(n, "", 2);
        plan_games(n, "variant_stacking=on movement_die=3d6", 2);
        plan_games(n, "chip_limit=on", 2);
    }
}

/* The plan a good player thinks of first, as steps up to where it ends or the dice speak. */
static const char *first_walk(void)
{
    static char text[512];
    char room[SPK_MOVE_TEXT];
    spk_move plans[SPK_MAX_MOVES], move;
    uint32_t weight[SPK_MAX_MOVES];
    int n = hints()->plans->list(&box, &now, actor(), plans, weight), best = 0;
    for (int i = 1; i < n; i++)
        best = weight[i] > weight[best] ? i : best;
    uint32_t turn = box.game->turn(&box, &now);
    size_t used = 0;
    text[0] = 0;
    while (n && actor() != SPK_SEAT_CHANCE && box.game->turn(&box, &now) == turn &&
           hints()->plans->next(&box, &now, actor(), &plans[best], &move)) {
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used ? "; " : "",
                                 spk_move_text(&box, move, room));
        box.game->apply(&box, &now, actor(), move);
    }
    return text;
}

/* -- Rows -------------------------------------------------------------------------------------- */

TEST(a_row_says_what_the_bits_say)
{
    spk_rng rng;
    spk_rng_init(&rng, 1, 1);
    for (int i = 0; i < 100; i++) {
        uint64_t bits[2] = {spk_rng_next(&rng) * 0x100000001ull,
                            (uint64_t)spk_rng_next(&rng) & ((1u << (CHICAGO_BUILDINGS - 64)) - 1)};
        chicago_row row;
        chicago_spread(bits, &row);
        for (int b = 0; b < CHICAGO_BUILDINGS; b++)
            CHECK_INT(row.at[b], chicago_has(bits, b) ? 0xff : 0);
        for (int b = CHICAGO_BUILDINGS; b < CHICAGO_ROW; b++)
            CHECK_INT(row.at[b], 0);
    }
}

TEST(the_best_target_is_the_one_that_pays_most)
{
    chicago_row worth = {{[10] = 40, [20] = 60, [91] = 60}};
    uint8_t distance[CHICAGO_ROW] = {[10] = 1, [20] = 5, [91] = 4};
    int target = -1;
    CHECK_INT(chicago_best_target(&worth, distance, 7, &target), 33);
    CHECK_INT(target, 10);
    CHECK_INT(chicago_best_target(&worth, distance, 2, &target), 52);
    CHECK_INT(target, 91);
    memset(distance, 255, sizeof distance);
    CHECK_INT(chicago_best_target(&worth, distance, 9, &target), 0);
}

/* -- Symmetry ---------------------------------------------------------------------------------- */

/* A quarter turn of the map: a building is the same of the next quarter, a field goes round. */
static int turned_node(int node)
{
    int r = city()->row[node], c = city()->col[node];
    return city()->node_at[c][city()->cols - 1 - r];
}

/* Every gang becomes the next one. Hiring, so that it matters to nobody whose turn it is. */
static void turn_the_board(chicago_state *s)
{
    chicago_state old = *s;
    memset(s->on, 0, sizeof s->on);
    for (int gang = 0; gang < CHICAGO_GANGS; gang++) {
        const chicago_gang *from = &old.gang[gang];
        int next = (gang + 1) % CHICAGO_GANGS;
        chicago_gang *to = &s->gang[next];
        *to = *from;
        to->n_members = 0;
        memset(to->member, 0, sizeof to->member);
        for (int i = 0; i < from->n_members; i++)
            chicago_add_member(s, next, turned_node(chicago_node_of(from->member[i])),
                               chicago_rings_of(from->member[i]));
        to->owned[0] = to->owned[1] = 0;
        for (int b = 0; b < CHICAGO_BUILDINGS; b++)
            if (chicago_has(from->owned, b))
                chicago_put(to->owned, turned_node(b));
    }
}

/* Shares are whole numbers, and seat 0 gets what is left over. */
TEST(no_colour_is_better_than_another)
{
    spk_rng rng;
    spk_rng_init(&rng, 8, 1);
    TABLE(4, "");
    for (; !is_over(); random_step(&rng)) {
        spk_state turned = now;
        int value[SPK_MAX_SEATS], after[SPK_MAX_SEATS];
        chicago_state *s = (chicago_state *)&turned;
        if (s->stage != CHICAGO_STEP)
            continue;
        s->stage = CHICAGO_HIRE;
        hints()->values(&box, &turned, value);
        turn_the_board(s);
        hints()->values(&box, &turned, after);
        for (int seat = 0; seat < 4; seat++)
            CHECK(abs(value[seat] - after[(seat + 1) % 4]) <= 6);
    }
}

TEST(a_new_game_is_even)
{
    for (int n = 2; n <= 4; n++) {
        TABLE(n, "");
        for (int seat = 0; seat < n; seat++)
            CHECK(abs(value_of(seat) - SPK_WIN / n) <= (n == 3 ? 60 : 3));
    }
}

/* -- Better is worth more ---------------------------------------------------------------------- */

static int value_at(const char *position)
{
    AT(position);
    return value_of(0);
}

TEST(money_members_and_buildings_are_worth_something)
{
    TABLE(4, "");
    int plain = value_at("stage roll; phase B; turn 3; yellow cash 50 at YC:1");
    CHECK(value_at("stage roll; phase B; turn 3; yellow cash 60 at YC:1") > plain);
    CHECK(value_at("stage roll; phase B; turn 3; yellow cash 50 at YC:2") > plain);
    CHECK(value_at("stage roll; phase B; turn 3; yellow cash 50 at YC:1 Y20:1") > plain);
}

/* Buying is no loss: a member is worth more than the money, but at the very end just as much. */
TEST(a_member_is_worth_its_price)
{
    TABLE(4, "");
    int money = value_at("stage roll; phase B; turn 3; yellow cash 125 at YC:4");
    CHECK(value_at("stage roll; phase B; turn 3; yellow cash 85 at YC:4 Y08:3") > money);
}

/* The same lead is surer the later it is. */
TEST(a_lead_grows_with_time)
{
    TABLE(4, "");
    int early = value_at("stage roll; phase B; turn 3; yellow cash 90 at YC:1; red at RC:1");
    CHECK(early > SPK_WIN / 4);
    CHECK(value_at("stage roll; phase D; round 6; turn 1; yellow cash 90 at YC:1; red at RC:1") >
          early);
}

#define THREE_CASINOS "yellow at YC:4 owns YC YH RC BC"

/* CH-1.2: held, with nobody near and the phase almost over, it is as good as won. */
TEST(a_goal_is_worth_what_the_foes_leave_of_it)
{
    TABLE(4, "");
    int far = value_at("stage roll; round 6; turn 2; events 9; holds 0 goal_casinos 1; "
                       "green at GH:4; blue at B22:1; " THREE_CASINOS);
    int near = value_at("stage roll; round 6; turn 2; events 9; holds 0 goal_casinos 1; "
                        "green at GH:4; blue at 16,4:1; " THREE_CASINOS);
    int early = value_at("stage roll; round 2; turn 2; events 9; holds 0 goal_casinos 1; "
                         "green at GH:4; blue at 16,4:1; " THREE_CASINOS);
    CHECK(far > 8500);
    CHECK(near < far && early < near);
}

/* -- The move a good player thinks of first ---------------------------------------------------- */

static uint32_t weight_of(const char *text)
{
    spk_move moves[SPK_MAX_MOVES], move;
    uint32_t weight[SPK_MAX_MOVES];
    int n = legal_moves(moves), at = 0;
    CHECK_INT(spk_move_read(&box, &now, actor(), text, &move, NULL), SPK_OK);
    hints()->weigh(&box, &now, actor(), moves, n, weight);
    while (moves[at] != move)
        at++;
    return weight[at];
}

TEST(it_spends_its_money)
{
    TABLE(4, "");
    CHECK_STR(first_thought(), "hire 3 2 1");
}

TEST(it_walks_through_the_door_it_stands_at)
{
    TABLE(4, "");
    AT("stage step; points 1; yellow at 1,5:1 YC:4");
    CHECK_STR(first_thought(), "step 1,5 Y11");
    AT("stage step; phase D; turn 1; points 3; yellow at 9,3:1 YC:4");
    CHECK_STR(first_thought(), "step 9,3 Y17");
}

/* The two bars that are missing in the home set, one after the other. */
TEST(it_walks_on_to_the_next_door)
{
    TABLE(4, "");
    AT("stage step; points 7; yellow at 4,5:1 YC:4 owns YC YH Y02 Y03 Y04 Y05 Y06 Y07 Y08 Y16");
    CHECK_STR(first_thought(), "step 4,5 4,6");
    PLAY("step 4,5 4,6");
    CHECK_STR(first_thought(), "step 4,6 Y12");
    PLAY("step 4,6 Y12", "step Y12 4,6");
    CHECK_STR(first_thought(), "step 4,6 4,7");
    PLAY("step 4,6 4,7");
    CHECK_STR(first_thought(), "step 4,7 Y10");
}

/* The same as whole walks: one plan to a door, and the next from there. */
TEST(a_plan_is_a_walk_to_a_door)
{
    TABLE(4, "");
    AT("stage step; points 7; yellow at 4,5:1 YC:4 owns YC YH Y02 Y03 Y04 Y05 Y06 Y07 Y08 Y16");
    CHECK_STR(first_walk(), "step 4,5 4,6; step 4,6 Y12");
    CHECK_STR(first_walk(), "step Y12 4,6; step 4,6 4,7; step 4,7 Y10");
}

TEST(a_plan_ends_with_the_points)
{
    TABLE(4, "");
    AT("stage step; points 2; yellow at Y12:1 YC:4 owns YC YH Y02 Y03 Y04 Y05 Y06 Y07 Y08 Y12 "
       "Y16; red at R02:1");
    CHECK_STR(first_walk(), "step Y12 4,6; step 4,6 4,7");
    CHECK(here->stage != CHICAGO_STEP); /* the next turn */
}

TEST(a_plan_is_a_fight_with_the_weak)
{
    TABLE(4, "");
    AT("stage step; phase D; turn 1; points 3; yellow at 1,1:4; red at 1,3:3");
    CHECK_STR(first_walk(), "step 1,1 1,2; step 1,2 1,3");
}

TEST(it_fights_the_weak_and_not_the_strong)
{
    TABLE(4, "");
    AT("stage step; phase D; turn 1; points 3; yellow at 1,1:4; red at 1,2:3");
    CHECK_STR(first_thought(), "step 1,1 1,2");
    AT("stage step; phase D; turn 1; points 3; yellow at 1,1:3; red at 1,2:4");
    CHECK_INT(weight_of("step 1,1 1,2"), 1);
}

TEST(the_side_that_pairs_takes_the_best_duel_for_itself)
{
    TABLE(2, "variant_stacking=on");
    AT("stage pair; points 3; battle Y17 defender red right attacker attackers 4 1; red at Y17:3 "
       "Y17:1");
    CHECK_STR(first_thought(), "pair 4 3");
}

/* Nothing on the way makes a rollout turn round: seven points, four bars. */
TEST(a_rollout_is_a_walk)
{
    spk_rng rng;
    int taken = 0;
    for (uint64_t game = 0; game < 50; game++) {
        TABLE(4, "");
        AT("stage step; points 7; yellow at 1,4:1; red at R02:1");
        spk_rng_init(&rng, 3, game);
        while (here->stage == CHICAGO_STEP && here->turn == 0)
            check_rollout(&rng);
        taken += chicago_count(here->gang[YELLOW].owned, here->gang[YELLOW].owned) - 9;
    }
    CHECK(taken > 50 * 3 / 2);
}

TEST_MAIN()
