/* refusals_test.c: every row of the README's table of bad input, in its order. */
#include "games/gangster/tests/test_table.h"

/* Red (seat 0) to act. Row 6 is complete; d2 is dead and has taken a bullet of Blue's. */
#define A_TABLE                                                                                    \
    "supplies 23 123; bullets 2 1; open Y2 G2; locked a1; board R1 . . . . . / . . B1 xY1 . . / "  \
    ". . . . . ." ROWS(2) " / Y1 G1 Y2 G2 Y3 G3"

TEST(gb_bad_input_malformed)
{
    static const char *const texts[] = {
        "",
        "dance",
        "lay_own",
        "lay_own 3",
        "lay_own c4",
        "lay_own -1 c4",
        "lay_own 3 c4 c5",
        "lay_own 99999999999 c4",
        "lay_open x c4",
        "draw",
        "draw one",
        "lay_drawn",
        "move c3",
        "move c3 c4",
        "move c3-",
        "shoot",
        "shoot c44",
        "choose_order",
        "LAY_OWN 3 c4",
        "lay_own  3 c4",
        "lay_own 03 c4",
        "pass now",
        "start 4",
        "reveal Z1",
    };
    AT(2, A_TABLE);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        REFUSED(texts[i], "");
}

TEST(gb_bad_input_game_over_and_not_your_turn)
{
    AT(2, A_TABLE);
    REFUSED_TO(1, "lay_own 1 c4", "GB-2.2");
    REFUSED_TO(2, "lay_own 1 c4", "GB-2.2");
    AT(2, "phase game_over; points 17 0; open Y2 G2; board R3 R3 B3 B1 G1 G1" ROWS(5));
    REFUSED("lay_own 1 c4", "GB-7.4");
    REFUSED("choose_order row", "GB-7.4");
}

TEST(gb_bad_input_wrong_phase)
{
    AT(2, A_TABLE);
    REFUSED("lay_drawn c4", "GB-3.6");
    REFUSED("choose_order row", "GB-6.10");
    REFUSED("choose_order diagonal", "GB-6.10"); /* bad_order */
    PLAY("draw 1", "reveal R1");
    static const char *const actions[] = {"lay_own 2 c4", "lay_open 1 c4", "draw 1",
                                          "move c2-c3",   "shoot c2",      "choose_order row"};
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        REFUSED(actions[i], "GB-3.6");
    AT(2, "phase choose_order; locked a1; scored -; open Y2 G2; board R1 B1 Y1 G1 R2 B2 / "
          "Y2 . . . . . / R1 . . . . . / G1 . . . . . / G2 . . . . . / Y1 . . . . .");
    for (size_t i = 0; i < sizeof actions / sizeof *actions - 1; i++)
        REFUSED(actions[i], "GB-6.10");
    REFUSED("lay_drawn c4", "GB-6.10");
}

TEST(gb_bad_input_pass_forbidden)
{
    AT(2, A_TABLE);
    REFUSED("pass", "GB-2.4");
    REFUSED("skip", "GB-2.5");
}

TEST(gb_bad_input_bad_cell)
{
    AT(2, A_TABLE);
    REFUSED("lay_own 2 g1", "GB-1.1");
    REFUSED("lay_open 1 a0", "GB-1.1");
    REFUSED("move a7-a6", "GB-1.1");
    REFUSED("move a6-a7", "GB-1.1");
    REFUSED("shoot z9", "GB-1.1");
}

TEST(gb_bad_input_bad_source)
{
    AT(2, A_TABLE);
    REFUSED("lay_own 0 c4", "GB-1.4");
    REFUSED("lay_own 4 c4", "GB-1.4");
    REFUSED("lay_open 3 c4", "GB-1.8");
    REFUSED("draw 0", "GB-1.6");
    REFUSED("draw 3", "GB-1.6");
}

TEST(gb_bad_input_sources_that_are_empty)
{
    AT(2, A_TABLE);
    REFUSED("lay_own 1 c4", "GB-3.7"); /* Blue still has his 1: it is Blue's */
    AT(2, "supplies - -; open R1 -; board . B1 Y1 G1 R2 B2 / " ROW_EVEN " / " ROW_ODD " / " ROW_EVEN
          " / " ROW_ODD " / " ROW_EVEN);
    REFUSED("lay_own 1 a1", "GB-3.2");
}

TEST(gb_bad_input_slot_and_pile_empty)
{
    AT(2, "supplies - -; open R1 -; board . B1 Y1 G1 R2 B2 / " ROW_EVEN " / " ROW_ODD " / " ROW_EVEN
          " / " ROW_ODD " / " ROW_EVEN);
    REFUSED("lay_open 2 a1", "GB-3.5");
    REFUSED("draw 1", "GB-3.6");
    REFUSED("draw 2", "GB-3.6");
}

TEST(gb_bad_input_cells)
{
    AT(2, A_TABLE);
    REFUSED("lay_own 2 a1", "GB-3.1");
    REFUSED("lay_open 1 d2", "GB-3.1");
    REFUSED("move c2-d2", "GB-4.1"); /* taken, by a dead one */
    REFUSED("move c2-c2", "GB-4.1"); /* its own cell */
    REFUSED("move c4-c5", "GB-4.1"); /* nobody there */
    REFUSED("shoot c4", "GB-5.3");
    REFUSED("move c2-b3", "GB-4.1"); /* diagonally */
    REFUSED("move c2-c4", "GB-4.1"); /* too far */
    REFUSED("move f6-a1", "GB-4.1"); /* across the edge, and taken */
}

TEST(gb_bad_input_gangsters_that_stay)
{
    AT(2, A_TABLE);
    REFUSED("move d2-d3", "GB-4.6");
    REFUSED("move a1-a2", "GB-4.2");
    REFUSED("move a6-a5", "GB-4.5");
    AT_WITH(2, "stall_limit=1",
            "quiet_turns 1; locked a1; open Y2 G2; board Y1 . . . . ." ROWS(4) " / . . G1 . . .");
    REFUSED("move c6-c5", "GB-R36");
}

TEST(gb_bad_input_shots)
{
    AT(2, A_TABLE);
    REFUSED("shoot d2", "GB-R22"); /* dead */
    REFUSED("shoot a1", "GB-5.2"); /* no other red one near */
    REFUSED("shoot a6", "GB-5.2");
    AT(2, "bullets 0 2; open Y2 G2; board R2 Y1 . . . ." ROWS(4) " / xY1 . xG1 . . .");
    REFUSED("shoot b1", "GB-5.1");
}

TEST(gb_bad_input_bad_setup)
{
    CHECK_INT(open_box(1, NULL, NULL), SPK_EREFUSED);
    CHECK_STR(why.rule, "GB-1.2");
    CHECK_INT(open_box(5, NULL, NULL), SPK_EREFUSED);
    CHECK_INT(open_box(2, "start_player=seat_3", NULL), SPK_EREFUSED);
    CHECK_STR(why.rule, "GB-R37");
    CHECK_INT(open_box(2, "start_player=seat_5", NULL), SPK_EUNKNOWN);
    CHECK_INT(open_box(2, "colours=rryg", NULL), SPK_EUNKNOWN);
    CHECK_INT(open_box(2, "stall_limit=1001", NULL), SPK_ERANGE);
    CHECK_INT(open_box(2, "speed=high", NULL), SPK_EUNKNOWN);
}

/* What is wrong with an edition, and on which line. */
static void bad_edition(const char *lines, int line, const char *says)
{
    char text[600];
    snprintf(text, sizeof text, "game gangster\nedition test\n%s", lines);
    CHECK_INT(open_box(2, NULL, text), SPK_EMALFORMED);
    CHECK_INT(why.line, line);
    if (!strstr(why.text, says))
        fail_msg("'%s' does not say '%s'", why.text, says);
}

#define RED    "gang red 1 1 1 2 2 2 3 3 3\n"
#define BLUE   "gang blue 1 2 3 4 5 6 7 8 9\n"
#define YELLOW "gang yellow 1 2 3 3 3 3 3 3 3\n"
#define GREY   "gang grey 9 9 9 9 9 9 3 2 1\n"

TEST(gb_bad_input_bad_edition)
{
    CHECK_INT(open_box(2, NULL, "game gangster\nedition test\n" RED BLUE YELLOW GREY), SPK_OK);
    bad_edition(RED BLUE YELLOW, 5, "without 'gang grey'");
    bad_edition(RED RED, 4, "before, on line 3");
    bad_edition("gang red 1 1 1 2 2 2 3 3\n", 3, "8 powers");
    bad_edition("gang red 1 1 1 2 2 2 3 3 3 3\n", 3, "10 powers");
    bad_edition("gang red 1 1 1 2 2 2 3 3 10\n", 3, "'10' is not a power");
    bad_edition("gang red 1 1 1 2 2 2 3 3 0\n", 3, "'0' is not a power");
    bad_edition("gang red 1 1 1 2 2 2 4 4 4\n", 3, "has no 3");
    bad_edition(RED "gang green 1 1 1 2 2 2 3 3 3\n", 4, "red blue yellow grey");
    bad_edition("gang\n", 3, "red blue yellow grey");
    bad_edition("tiles 36\n", 3, "'tiles'");
}

TEST_MAIN()
