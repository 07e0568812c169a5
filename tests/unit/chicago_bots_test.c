/* chicago_bots_test.c: what bots must not overlook at the end of a phase. How strong they are is measured, not
 * tested (docs/strength.md). */
#include "ai/bot.h"
#include "ai/search.h"
#include "games/chicago/tests/test_table.h"

/* Both of a player's gangs hold the goal together (CH-R28), and it is the last turn of the game (CH-4.3). */
#define LAST_TURN                                                                                  \
    "stage step; phase D; round 6; turn 3; events 9; "                                             \
    "yellow cash 90 at YC:4; red cash 20 at RC:4 R19:2 owns RC RH R02 R19 R22 Y19 Y22; "           \
    "blue cash 20 at BC:4 B19:4 owns BC BH B02 B19 B22 G19 G22; "

/* The rest of the game, with a bot for one seat; the other has nothing to decide. Returns the winners. */
static uint32_t play_out(const char *name, spk_seat seat, int iterations, uint64_t seed)
{
    spk_rng rng;
    spk_result result;
    spk_rng_init(&rng, seed, 1);
    spk_bot *bot = spk_bot_new(spk_bot_find(name), &box, seat, &rng);
    while (!is_over()) {
        spk_actors who = box.game->actors(&box, &now);
        spk_move move = who == SPK_CHANCE_ACTS ? spk_chance_draw(&box, &now, &rng)
                                               : spk_bot_choose(bot, &now, iterations);
        CHECK(who == SPK_CHANCE_ACTS || spk_actors_has(who, seat));
        box.game->apply(&box, &now, spk_actors_first(who), move);
    }
    spk_bot_free(bot);
    box.game->result(&box, &now, &result);
    return result.winners;
}

static void check_wins(const char *position)
{
    for (uint64_t seed = 0; seed < 6; seed++) {
        AT(position);
        CHECK_INT(play_out("hard", 0, 300, seed), 1);
        AT(position);
        CHECK_INT(play_out("boss", 0, 300, seed), 1);
    }
}

/* CH-1.4: the rival has eight of eight, one empty bar is three steps away, others pay as well. */
TEST(the_bar_that_breaks_a_goal_is_retaken_in_the_last_round)
{
    TABLE(2, "");
    check_wins(LAST_TURN "holds 1 goal_square 1; points 4; green cash 90 at 12,10:2 GC:4 G08:3");
}

/* The same with the way through the whole square, and nothing to spare. */
TEST(a_walk_to_the_only_bar_in_reach_is_not_left_for_nearer_ones)
{
    TABLE(2, "");
    check_wins(LAST_TURN "holds 1 goal_square 1; points 8; green cash 90 at 16,9:2 GC:4 G08:3");
}

/* One's own eighth bar wins, though all the money is on the other side. */
TEST(the_bar_that_completes_a_goal_is_taken_in_the_last_round)
{
    TABLE(2, "");
    check_wins("stage step; phase D; round 6; turn 3; events 9; points 5; "
               "yellow at YC:4 owns YC YH Y02 Y19 Y22 R19 R22 B19; red cash 200 at RC:4; "
               "blue cash 200 at BC:4 owns BC BH B02 G22; "
               "green at 12,10:2 GC:4 G08:3 owns GC GH G19 B22");
}

/* -- A round earlier ---------------------------------------------------------------------------- */

/* The shortest way of the first player's members to a bar at the square where nobody stands. */
static int way_to_the_square(void)
{
    int best = 255;
    for (int gang = 0; gang < CHICAGO_GANGS; gang++)
        for (int i = 0; i < here->gang[gang].n_members && city()->seat_of[gang] == 0; i++)
            for (int b = 0; b < CHICAGO_BUILDINGS; b++) {
                int way = city()->distance[chicago_node_of(here->gang[gang].member[i])][b];
                if (chicago_has(city()->square, b) && !here->on[b] && way < best)
                    best = way;
            }
    return best;
}

/* The turn of a man in the street, in the round before the last, with the rival on eight of eight. Returns
 * whether he went as near as the points allow. */
static bool goes_near(int node, int points, uint64_t seed)
{
    char line[512];
    spk_rng rng;
    snprintf(line, sizeof line,
             "stage step; phase D; round 5; turn 3; events 9; "
             "yellow cash 90 at YC:4; red cash 20 at RC:4 R19:2 owns RC RH R02 R19 R22 Y19 Y22; "
             "blue cash 20 at BC:4 B19:4 owns BC BH B02 B19 B22 G19 G22; "
             "holds 1 goal_square 1; points %d; green cash 90 at %s:2 GC:4 G08:3",
             points, chicago_code_of(city(), node).text);
    AT(line);
    int nearest = way_to_the_square() - points;
    spk_rng_init(&rng, seed, 1);
    spk_bot *bot = spk_bot_new(spk_bot_find("boss"), &box, 0, &rng);
    while (here->stage == CHICAGO_STEP && here->round == 5)
        box.game->apply(&box, &now, 0, spk_bot_choose(bot, &now, 300));
    spk_bot_free(bot);
    return way_to_the_square() <= (nearest < 1 ? 1 : nearest);
}

/* From nearly everywhere in the city. Nothing can be retaken yet, and there are bars to take beside the way;
 * but who is not near in the last round has lost. Step by step (without plans) boss went near from 6 of
 * these 44. */
TEST(the_way_to_the_square_is_begun_in_the_round_before)
{
    int n = 0, n_near = 0;
    TABLE(2, "");
    for (int node = CHICAGO_BUILDINGS; node < city()->n_nodes; node += 5) {
        int way = 255;
        for (int b = 0; b < CHICAGO_BUILDINGS; b++)
            if (chicago_has(city()->square, b) && city()->distance[node][b] < way)
                way = city()->distance[node][b];
        if (way < 6 || way > 11)
            continue;
        for (uint64_t seed = 0; seed < 2; seed++)
            n_near += goes_near(node, 3 + n / 2 % 4, seed), n++;
    }
    CHECK_INT(n, 44);
    CHECK(n_near >= 36);
}

/* -- With the goal in hand ----------------------------------------------------------------------- */

/* All points must be used (CH-8.4), and the first player holds three casinos; only a man in the street and two in bars
 * have nothing to guard. */
static bool keeps_its_guards(int points, uint64_t seed)
{
    char line[512];
    spk_rng rng;
    snprintf(
        line, sizeof line,
        "stage step; phase D; round 5; turn 1; events 9; holds 0 goal_casinos 1; points %d; "
        "yellow cash 90 at YC:1 RC:1 GC:2 Y05:1 Y08:1 4,7:1 owns YC YH Y05 Y08 RC GC; "
        "red cash 200 at R05:1 2,15:2 owns RH R05; green cash 200 at G05:1 14,15:2 owns GH G05; "
        "blue cash 200 at BC:3 B05:1 owns BC BH B05",
        points);
    AT(line);
    spk_rng_init(&rng, seed, 1);
    spk_bot *bot = spk_bot_new(spk_bot_find("boss"), &box, 0, &rng);
    while (here->stage == CHICAGO_STEP && box.game->actors(&box, &now) == SPK_ACTOR(0))
        box.game->apply(&box, &now, 0, spk_bot_choose(bot, &now, 100));
    spk_bot_free(bot);
    int n = 0;
    for (int b = 0; b < CHICAGO_BUILDINGS; b++)
        n += chicago_has(city()->casinos, b) && chicago_stands(here, 0, b);
    return n >= 3;
}

/* Guards walked out of the door to use points up, with the casino empty behind them: in 23 of these 24 turns. */
TEST(the_guards_of_a_goal_stay_while_others_can_walk)
{
    int n = 0;
    TABLE(4, "");
    for (int points = 1; points <= 6; points++)
        for (uint64_t seed = 0; seed < 4; seed++)
            n += keeps_its_guards(points, seed);
    CHECK(n >= 22);
}

/* -- Plans -------------------------------------------------------------------------------------- */

static bool is_listed(spk_move move)
{
    spk_move moves[SPK_MAX_MOVES];
    int n = legal_moves(moves), at = 0;
    while (at < n && moves[at] != move)
        at++;
    return at < n;
}

/* A search that chooses among plans answers with moves: each once, and the first is the one it makes. */
static spk_move check_lines(spk_search *search)
{
    spk_line lines[SPK_SEARCH_WIDE];
    int n = spk_search_lines(search, lines, SPK_SEARCH_WIDE);
    CHECK(n > 1);
    for (int i = 0; i < n; i++) {
        CHECK(is_listed(lines[i].move));
        for (int k = 0; k < i; k++)
            CHECK(lines[k].move != lines[i].move && lines[k].visits >= lines[i].visits);
    }
    spk_move best = spk_search_best(search);
    CHECK(best == lines[0].move);
    return best;
}

TEST(a_plan_is_told_as_moves_and_can_be_gone_on_with)
{
    spk_style style = {.knows = true, .learned = true, .sets = true, .plans = true};
    spk_rng rng;
    int n_steps = 1;
    TABLE(2, "");
    AT(LAST_TURN "holds 1 goal_square 1; points 8; green cash 90 at 16,9:2 GC:4 G08:3");
    spk_rng_init(&rng, 1, 1);
    spk_search *search = spk_search_new(&box, 0, &style);
    spk_move move;
    CHECK(!spk_search_go_on(search, &now, &move));
    spk_search_begin(search, &now, &rng);
    spk_search_run(search, 60);
    box.game->apply(&box, &now, 0, check_lines(search));
    for (; spk_search_go_on(search, &now, &move); n_steps++) {
        CHECK(is_listed(move));
        box.game->apply(&box, &now, 0, move);
    }
    CHECK_INT(n_steps, 7); /* the bar is taken, and a point is left for something else */
    CHECK_INT(chicago_goal_count(&box, here, 1, CHICAGO_GOAL_SQUARE), 7);
    CHECK(!spk_search_go_on(search, &now, &move));
    spk_search_free(search);
}

TEST_MAIN()
