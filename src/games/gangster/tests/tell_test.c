/* tell_test.c: what came of an event, in words; and through whole games that points, lines and tiles
 * are told as they are. */
#include <stdlib.h>

#include "games/gangster/tests/test_table.h"

static const gangster_state *here(void) { return (const gangster_state *)&now; }

TEST(which_tile_it_was)
{
    AT(2, "open Y3 G1; board . . . . . . / . B1 . . . . / . R2 . . . ." ROWS(3));
    TELLS("lay_open 1 c4", "lay_open 1 c4; tile Y3");
    TELLS("reveal G2", "reveal G2");
    TELLS("move b2-b1", "move b2-b1; tile B1");
    TELLS("lay_own 3 a3", "lay_own 3 a3; tile R3");
    TELLS("draw 2", "draw 2");
    TELLS("reveal Y2", "reveal Y2; drawn");
    TELLS("lay_drawn b4", "lay_drawn b4; tile Y2");
    TELLS("shoot b4", "shoot b4; tile Y2");
}

TEST(who_begins)
{
    new_game(3, NULL);
    TELLS("start 2", "start 2");
    TELLS("reveal R1", "reveal R1");
}

TEST(what_a_full_line_pays)
{
    ANY(2, "open Y1 G1; points 4 0; board . B1 Y2 G1 R2 B2" ROWS(5));
    TELLS("lay_own 3 a1", "lay_own 3 a1; tile R3; line 1 red 2 seat 0 now 6");
}

TEST(gb_6_8_a_gang_that_nobody_plays)
{
    AT(2, "open Y3 G1; board . B1 Y2 G1 R2 B2" ROWS(5));
    TELLS("lay_open 1 a1", "lay_open 1 a1; tile Y3; line 1 yellow 2");
}

TEST(gb_6_6_nobody_is_ahead)
{
    AT(2, "open Y1 G1; board . B2 Y2 G2 R2 B1" ROWS(5));
    TELLS("lay_own 1 a1", "lay_own 1 a1; tile R1; line 1 none");
}

TEST(gb_7_2_no_more_than_seventeen)
{
    ANY(2, "open Y1 G1; points 15 0; board . B1 Y1 G1 R3 R2" ROWS(5));
    TELLS("lay_own 3 a1", "lay_own 3 a1; tile R3; line 1 red 2 seat 0 now 17");
    CHECK_OVER("al_capone");
}

/* a1 fills row 1 and column a. */
#define BOTH                                                                                       \
    "open Y1 G1; board . B1 Y1 G1 R3 R2 / B2 . . . . . / B3 . . . . . / G1 . . . . . / Y1 . . . "  \
    ". . / G2 . . . . ."

TEST(gb_6_10_two_lines_in_the_order_that_was_chosen)
{
    AT(2, BOTH);
    TELLS("lay_own 1 a1", "lay_own 1 a1; tile R1");
    TELLS("choose_order column",
          "choose_order column; line a blue 2 seat 1 now 2; line 1 red 5 seat 0 now 5");
    AT(2, BOTH);
    PLAY("lay_own 1 a1");
    TELLS("choose_order row",
          "choose_order row; line 1 red 5 seat 0 now 5; line a blue 2 seat 1 now 2");
}

TEST(gb_7_3_the_second_line_is_not_scored_after_the_end)
{
    ANY(2, "points 13 0; " BOTH);
    PLAY("lay_own 1 a1");
    TELLS("choose_order row", "choose_order row; line 1 red 4 seat 0 now 17");
}

/* Blue is barred from the only free tile. */
TEST(gb_2_5_who_is_passed_over)
{
    AT(3, "supplies 123 - -; open - -; bullets 0 0 0; board . . Y1 G1 B1 B2 / Y2 . G2 B3 Y3 G3 / "
          "R1 xB1 xY1 G1 R2 B2 / " ROW_EVEN " / R1 xB1 Y1 G1 R2 B2 / " ROW_EVEN);
    TELLS("move a2-b2", "move a2-b2; tile Y2; passed 1");
}

/* The points as they are told, and how many lines. */
static int hear(const char *told, int points[GANGSTER_SEATS])
{
    int n_lines = 0;
    for (const char *at = told; (at = strstr(at, "; line ")); at++, n_lines++) {
        const char *seat = strstr(at, " seat "), *next = strstr(at + 1, "; ");
        if (seat && (!next || seat < next))
            points[atoi(seat + 6)] = atoi(strstr(seat, " now ") + 5);
    }
    return n_lines;
}

/* How many lines and passed seats a whole game tells of. */
static int follow(uint64_t seed, int n_seats, const char *option)
{
    int points[GANGSTER_SEATS] = {0}, n_lines = 0, n_passed = 0;
    spk_rng rng;
    spk_rng_init(&rng, seed, 0);
    new_game(n_seats, option);
    while (!is_over()) {
        spk_buf told = {0};
        spk_move move = some_move(&rng, seed % 3 == 0);
        CHECK(hears_event(&box, &now, actor(), move, SPK_SEAT_ONLOOKER, &told));
        box.game->apply(&box, &now, actor(), move);
        n_lines += hear(spk_buf_text(&told), points);
        bool passed = strstr(spk_buf_text(&told), "; passed ");
        CHECK(passed == (here()->phase == GANGSTER_ACTION && here()->skipped));
        CHECK_INT(n_lines, __builtin_popcount(here()->scored));
        for (int i = 0; i < n_seats; i++)
            CHECK_INT(points[i], here()->points[i]);
        n_passed += passed;
        spk_buf_release(&told);
    }
    return 100 * n_lines + n_passed;
}

TEST(whole_games_are_told_as_they_are)
{
    int n = 0;
    for (uint64_t seed = 0; seed < 40; seed++)
        for (int seats = 2; seats <= 4; seats++)
            n += follow(seed, seats, seed % 2 ? "tie_rule=all_equal" : NULL);
    CHECK(n / 100 > 400 && n % 100 > 0);
}

TEST_MAIN()
