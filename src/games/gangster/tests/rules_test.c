/* rules_test.c: one test at least per clause of the README's Rules. Rulings and options are tested
 * in rulings_test.c, worked examples in vectors_test.c, refusals row by row in refusals_test.c, and
 * everything at once against a second, plain implementation in model_test.c. */
#include "games/gangster/tests/test_table.h"

#define EMPTY "; board . . . . . ." ROWS(5)

/* -- GB-1 Setup -------------------------------------------------------------------------------- */

TEST(gb_1_1_six_by_six_cells_all_empty)
{
    new_game(2, "start_player=seat_1");
    plain p = plain_now();
    CHECK_INT(plain_placed(&p), 0);
    PLAY("reveal Y1", "reveal G1");
    for (int cell = 0; cell < 36; cell++) {
        char move[] = "lay_own 1 a1";
        move[10] = (char)('a' + cell % 6);
        move[11] = (char)('1' + cell / 6);
        CHECK(is_legal(move));
    }
    CHECK_N_MOVES("lay_own", 3 * 36);
    REFUSED("lay_own 1 g1", "GB-1.1");
    REFUSED("lay_own 1 a7", "GB-1.1");
    REFUSED("lay_own 1 a0", "GB-1.1");
}

TEST(gb_1_2_two_to_four_players_each_with_a_colour)
{
    for (int n = 0; n <= 6; n++) {
        bool fits = n == 0 || (n >= 2 && n <= 4); /* 0: the smallest table */
        CHECK_INT(open_box(n, NULL, NULL), fits ? SPK_OK : SPK_EREFUSED);
        CHECK_STR(why.rule, fits ? "" : "GB-1.2");
    }
    for (int n = 2; n <= 4; n++) {
        static const char *const mine[] = {"R1", "B1", "Y1", "G1"};
        static const char *const lay[] = {"lay_own 1 a1", "lay_own 1 b2", "lay_own 1 c3",
                                          "lay_own 1 d4"};
        static const char *const cell[] = {"a1", "b2", "c3", "d4"};
        AT(n, "open Y2 G2" EMPTY);
        for (int seat = 0; seat < n; seat++) {
            PLAY(lay[seat]);
            CHECK_STR(on(cell[seat]), mine[seat]);
        }
    }
}

TEST(gb_1_3_everybody_starts_at_0)
{
    new_game(4, NULL);
    HOLDS("points 0 0 0 0; marks 0 0 0 0");
    for (int seat = 0; seat < 4; seat++)
        CHECK_INT(result().score[seat], 0);
}

TEST(gb_1_4_three_own_tiles_a_one_a_two_and_a_three)
{
    new_game(2, NULL);
    HOLDS("supplies 123 123");
    new_game(3, NULL);
    HOLDS("supplies 123 123 123");
    new_game(4, "start_player=seat_2");
    HOLDS("supplies 123 123 123 123");
    PLAY("reveal Y1", "reveal G1", "lay_own 1 a1", "lay_own 2 b1", "lay_own 3 c1");
    CHECK_STR(on("a1"), "B1");
    CHECK_STR(on("b1"), "Y2");
    CHECK_STR(on("c1"), "G3");
    REFUSED("lay_own 4 a2", "GB-1.4");
}

TEST(gb_1_5_everybody_sees_the_own_supplies)
{
    char house[2000], seen[2000];
    spk_buf out = SPK_BUF_OVER(house);
    AT(3, "supplies 12 3 -; open Y2 G2; board R3 B1 B2 Y1 Y2 Y3" ROWS(5));
    spk_buf_clear(&out);
    box.game->print_state(&box, &now, &out);
    CHECK(strstr(house, "supplies 12 3 -;") != NULL);
    for (int i = 0; i < 4; i++) {
        spk_state view = now;
        spk_redact(&box, &view, i < 3 ? i : SPK_SEAT_ONLOOKER);
        spk_buf look = SPK_BUF_OVER(seen);
        spk_buf_clear(&look);
        box.game->print_state(&box, &view, &look);
        CHECK_STR(seen, house);
    }
}

/* How many tiles the next event can show, and of which kinds. */
static int count_hidden(int n_kinds[4])
{
    spk_outcome outcomes[SPK_MAX_OUTCOMES];
    char text[SPK_MOVE_TEXT];
    int n = box.game->chance(&box, &now, outcomes), total = 0;
    memset(n_kinds, 0, 4 * sizeof *n_kinds);
    for (int i = 0; i < n; i++) {
        spk_move_text(&box, outcomes[i].move, text);
        n_kinds[tile_gang(plain_tile(text + 7))] += (int)outcomes[i].weight;
        total += (int)outcomes[i].weight;
    }
    return total;
}

TEST(gb_1_6_all_other_tiles_lie_face_down)
{
    for (int n = 2; n <= 4; n++) {
        int of_gang[4];
        new_game(n, "start_player=seat_1");
        CHECK_INT(count_hidden(of_gang), 36 - 3 * n);
        for (int gang = 0; gang < 4; gang++)
            CHECK_INT(of_gang[gang], gang < n ? 6 : 9);
    }
}

TEST(gb_1_7_two_piles_the_odd_tile_in_the_first)
{
    static const char *const piles[] = {"piles 15 15", "piles 14 13", "piles 12 12"};
    for (int n = 2; n <= 4; n++) {
        new_game(n, NULL);
        HOLDS(piles[n - 2]);
    }
}

TEST(gb_1_8_one_tile_of_each_pile_is_turned_up)
{
    static const char *const after_one[] = {"piles 14 15", "piles 13 13", "piles 11 12"};
    static const char *const after_two[] = {"piles 14 14", "piles 13 12", "piles 11 11"};
    for (int n = 2; n <= 4; n++) {
        new_game(n, "start_player=seat_1");
        HOLDS("open - -");
        PLAY("reveal Y3");
        HOLDS("open Y3 -; phase refill");
        HOLDS(after_one[n - 2]);
        PLAY("reveal R2");
        HOLDS("open Y3 R2; phase action");
        HOLDS(after_two[n - 2]);
    }
}

TEST(gb_1_8_an_open_tile_is_no_longer_face_down)
{
    new_game(4, "start_player=seat_1");
    PLAY("reveal Y3");
    CHECK_CHANCE("2 reveal R1; 2 reveal R2; 2 reveal R3; 2 reveal B1; 2 reveal B2; 2 reveal B3; "
                 "2 reveal Y1; 2 reveal Y2; 1 reveal Y3; 2 reveal G1; 2 reveal G2; 2 reveal G3");
    PLAY("reveal Y3", "draw 1");
    CHECK_CHANCE("2 reveal R1; 2 reveal R2; 2 reveal R3; 2 reveal B1; 2 reveal B2; 2 reveal B3; "
                 "2 reveal Y1; 2 reveal Y2; 2 reveal G1; 2 reveal G2; 2 reveal G3");
}

TEST(gb_1_9_two_bullets_each_for_two_players_else_one)
{
    new_game(2, NULL);
    HOLDS("bullets 2 2");
    new_game(3, NULL);
    HOLDS("bullets 1 1 1");
    new_game(4, NULL);
    HOLDS("bullets 1 1 1 1");
}

TEST(gb_1_10_power_is_all_that_tells_tiles_of_a_gang_apart)
{
    new_game(2, "start_player=seat_1");
    CHECK_CHANCE("2 reveal R1; 2 reveal R2; 2 reveal R3; 2 reveal B1; 2 reveal B2; 2 reveal B3; "
                 "3 reveal Y1; 3 reveal Y2; 3 reveal Y3; 3 reveal G1; 3 reveal G2; 3 reveal G3");
    AT(2, "open Y1 G1; board R3 R2 R1 Y1 G1 ." ROWS(5));
    PLAY("lay_open 1 f1"); /* 3+2+1 against 1+1 */
    HOLDS("points 4 0");
}

/* -- GB-2 Turn structure ----------------------------------------------------------------------- */

TEST(gb_2_1_one_player_begins)
{
    for (int seat = 0; seat < 3; seat++) {
        char start[] = "start 0";
        start[6] = (char)('0' + seat);
        new_game(3, NULL);
        CHECK_INT(actor(), SPK_SEAT_CHANCE);
        PLAY(start, "reveal Y1", "reveal G1");
        CHECK_INT(actor(), seat);
        REFUSED("start 1", "GB-2.1");
    }
}

TEST(gb_2_2_turns_go_round_clockwise)
{
    AT(4, "active 2; open Y2 G2" EMPTY);
    static const int order[] = {2, 3, 0, 1, 2};
    static const char *const lays[] = {"lay_own 1 a1", "lay_own 1 b2", "lay_own 1 c3",
                                       "lay_own 1 d4"};
    for (int turn = 0; turn < 4; turn++) {
        CHECK_INT(actor(), order[turn]);
        for (int seat = 0; seat < 4; seat++)
            if (seat != order[turn])
                REFUSED_TO(seat, "lay_own 2 f6", "GB-2.2");
        PLAY(lays[turn]);
    }
    CHECK_INT(actor(), order[4]);
}

TEST(gb_2_3_one_thing_a_turn)
{
    static const char *const acts[] = {"lay_own 2 f6", "lay_open 1 f6", "move b1-b2", "shoot b1"};
    for (int i = 0; i < 4; i++) {
        AT(2, "open Y2 G2; board R1 Y1 . . . ." ROWS(5));
        PLAY(acts[i]);
        if (i == 1)
            PLAY("reveal Y3");
        HOLDS("active 1; turns 3; phase action");
    }
}

TEST(gb_2_4_nobody_may_pass)
{
    AT(2, "open Y2 G2; board R1 Y1 . . . ." ROWS(5));
    REFUSED("pass", "GB-2.4");
    REFUSED("skip", "GB-2.5");
    AT(2, "phase place_drawn; drawn Y3; open Y2 G2; board R1 Y1 . . . ." ROWS(5));
    REFUSED("pass", "GB-2.4");
    blue_alone("R2", "1 0 0 1"); /* not even who can only shoot */
    PLAY("shoot c3");
    CHECK_INT(actor(), 0);
    REFUSED("pass", "GB-2.4");
}

TEST(gb_2_5_who_can_do_nothing_is_skipped)
{
    blue_alone("xR2", "0 0 0 1");
    PLAY("shoot c3");
    HOLDS("active 1; skipped 0; turns 38"); /* Red was skipped, and no turn is counted */
    PLAY("lay_own 2 a1", "choose_order row");
    HOLDS("active 1; skipped 0 2 3; turns 39"); /* two turns in a row */
}

TEST(gb_2_5_nobody_is_skipped_who_can_lay)
{
    /* Nothing can move and Red has no bullet and no tile: but the open supply is everybody's. */
    AT(2, "active 1; supplies - 3; bullets 0 2; open - B2; piles 0 0; "
          "board . B1 Y1 G1 R2 R1 / " ROW_EVEN " / " ROW_ODD " / Y2 G2 xR3 B3 Y3 G3 / "
          "R1 B1 Y1 G1 xR2 B2 / Y2 G2 R3 G3 Y3 .");
    PLAY("lay_own 3 a1", "choose_order row");
    HOLDS("active 0; skipped -");
    CHECK_MOVES("", "lay_open 2 f6");
}

/* -- GB-3 Lay a gangster ----------------------------------------------------------------------- */

TEST(gb_3_1_on_any_empty_cell)
{
    AT(2, "bullets 1 2; open Y2 G2; board R1 . . . . . / . . xB1 . . ." ROWS(4));
    CHECK_N_MOVES("lay_own", 3 * 34);
    CHECK_N_MOVES("lay_open", 2 * 34);
    CHECK(is_legal("lay_own 3 f6")); /* far from everybody */
    REFUSED("lay_own 3 a1", "GB-3.1");
    REFUSED("lay_own 3 c2", "GB-3.1");
    REFUSED("lay_open 1 c2", "GB-3.1");
    PLAY("draw 1", "reveal G1");
    CHECK_N_MOVES("lay_drawn", 34);
    REFUSED("lay_drawn a1", "GB-3.1");
}

TEST(gb_3_2_an_own_tile_is_gone_for_good)
{
    AT(2, "open Y2 G2" EMPTY);
    PLAY("lay_own 2 c4");
    CHECK_STR(on("c4"), "R2");
    HOLDS("supplies 13 123; open Y2 G2; piles 14 14; phase action");
    PLAY("lay_own 2 d4");
    CHECK_STR(on("d4"), "B2");
    CHECK_N_MOVES("lay_own", 2 * 34);
    REFUSED("lay_own 2 a1", "GB-3.2");
}

TEST(gb_3_3_an_open_tile_and_the_slot_is_refilled)
{
    AT(2, "open Y2 R1" EMPTY);
    PLAY("lay_open 2 c4");
    CHECK_STR(on("c4"), "R1");
    HOLDS("open Y2 -; phase refill; piles 14 14");
    PLAY("reveal B3");
    HOLDS("open Y2 B3; phase action; piles 14 13; supplies 123 123");
    PLAY("lay_open 1 a1");
    CHECK_STR(on("a1"), "Y2");
    PLAY("reveal G3");
    HOLDS("open G3 B3; piles 13 13");
}

TEST(gb_3_4_of_whatever_colour)
{
    AT(2, "open B2 G2" EMPTY);
    CHECK(is_legal("lay_open 1 a1") && is_legal("lay_open 2 a1")); /* a rival's, nobody's */
    PLAY("draw 1", "reveal B3", "lay_drawn a1", "lay_open 2 b1");
    CHECK_STR(on("a1"), "B3");
    CHECK_STR(on("b1"), "G2");
}

/* All but four tiles laid; the piles as the test wants them. */
#define LATE(open, piles)                                                                          \
    "supplies - -; open " open "; piles " piles "; board . B1 Y1 G1 R2 B2 / Y2 . R3 B3 Y3 G3 / "   \
    "R1 B1 . G1 R2 B2 / Y2 G2 R3 . Y3 G3 / " ROW_ODD " / " ROW_EVEN

TEST(gb_3_5_from_the_pile_of_the_same_number)
{
    AT(2, LATE("R1 B3", "1 1"));
    PLAY("lay_open 2 a1", "choose_order row", "reveal Y1");
    HOLDS("open R1 Y1; piles 1 0");
    AT(2, LATE("R1 B3", "1 1"));
    PLAY("lay_open 1 a1", "choose_order row", "reveal Y1");
    HOLDS("open Y1 B3; piles 0 1");
}

TEST(gb_3_5_else_from_the_other_pile)
{
    AT(2, LATE("R1 B3", "2 0"));
    PLAY("lay_open 2 a1", "choose_order row", "reveal Y1");
    HOLDS("open R1 Y1; piles 1 0");
    AT(2, LATE("R1 B3", "0 2"));
    PLAY("lay_open 1 a1", "choose_order row", "reveal Y1");
    HOLDS("open Y1 B3; piles 0 1");
}

TEST(gb_3_5_else_the_slot_stays_empty)
{
    AT(2, LATE("R1 B3", "1 1"));
    PLAY("draw 1", "reveal Y1", "lay_drawn a1", "choose_order row");
    PLAY("draw 2", "reveal G2", "lay_drawn b2", "choose_order row");
    HOLDS("open R1 B3; piles 0 0");
    PLAY("lay_open 1 c3", "choose_order row");
    HOLDS("open - B3; phase action; active 1");
    CHECK_MOVES("lay_open", "lay_open 2 d4");
    REFUSED("lay_open 1 d4", "GB-3.5");
}

TEST(gb_3_6_draw_look_and_lay)
{
    AT(2, "open Y2 G2" EMPTY);
    PLAY("draw 2");
    HOLDS("piles 14 13; phase reveal; open Y2 G2");
    CHECK_INT(actor(), SPK_SEAT_CHANCE);
    PLAY("reveal R3");
    HOLDS("phase place_drawn; drawn R3; active 0; turns 0");
    CHECK_N_MOVES("", 36);
    CHECK_N_MOVES("lay_drawn", 36);
    REFUSED("lay_own 1 a1", "GB-3.6");
    REFUSED("lay_open 1 a1", "GB-3.6");
    REFUSED("draw 2", "GB-3.6");
    PLAY("lay_drawn e5");
    CHECK_STR(on("e5"), "R3");
    HOLDS("drawn -; open Y2 G2; piles 14 13; active 1; turns 1; supplies 123 123; phase action");
    PLAY("draw 1", "reveal G3", "lay_drawn a1");
    HOLDS("piles 13 13; active 0; turns 2");
}

TEST(gb_3_7_never_from_anothers_supply)
{
    AT(2, "supplies - 123; open Y2 G2; board R1 R2 R3 . . ." ROWS(5));
    CHECK_N_MOVES("lay_own", 0);
    REFUSED("lay_own 2 a2", "GB-3.7");
    blue_alone("R2", "1 0 0 1"); /* nor when nothing else can be laid */
    PLAY("shoot c3");
    CHECK_INT(actor(), 0);
    CHECK_N_MOVES("lay_own", 0);
    REFUSED("lay_own 2 a1", "GB-3.7");
}

TEST(gb_3_8_refilled_after_all_scoring)
{
    AT(2, LATE("R1 B3", "1 1"));
    PLAY("lay_open 1 a1");
    HOLDS("phase choose_order; open - B3; piles 1 1; scored 5 6 e f");
    PLAY("choose_order row");
    HOLDS("phase refill; open - B3; scored 1 5 6 a e f");
    CHECK_CHANCE("1 reveal Y1; 1 reveal G2");
}

TEST(gb_3_8_not_refilled_after_the_end)
{
    ANY(2, "points 15 0; open R1 G1; board . R3 R2 B1 Y1 G1" ROWS(5));
    PLAY("lay_open 1 a1");
    CHECK_OVER("al_capone");
    HOLDS("open - G1; points 17 0");
}

/* -- GB-4 Move a gangster ---------------------------------------------------------------------- */

TEST(gb_4_1_any_living_gangster_one_cell_across_or_down)
{
    AT(2,
       "open Y2 G2; board R1 . . . . B1 / . . . . . . / . . Y1 G1 . ." ROWS(2) " / B2 . . . . R2");
    CHECK_MOVES("move", "move c3-c2; move d3-d2; move a6-a5; move f6-f5; move f1-e1; move c3-b3; "
                        "move f6-e6; move a1-b1; move d3-e3; move a6-b6; move a1-a2; move f1-f2; "
                        "move c3-c4; move d3-d4");
    PLAY("move d3-d4");
    CHECK_STR(on("d3"), "-");
    CHECK_STR(on("d4"), "G1");
}

TEST(gb_4_1_no_diagonals_no_jumping_no_way_round_the_edge)
{
    AT(2, "open Y2 G2; board R1 B1 . . . . / . . . . . . / . . . . . Y1" ROWS(3));
    REFUSED("move a1-b2", "GB-4.1");
    REFUSED("move a1-c1", "GB-4.1"); /* over Blue */
    REFUSED("move a1-a3", "GB-4.1");
    REFUSED("move f3-a4", "GB-4.1"); /* the next cell in the book, not on the map */
    REFUSED("move a1-f1", "GB-4.1");
    REFUSED("move a1-a6", "GB-4.1");
    REFUSED("move f3-a3", "GB-4.1");
    REFUSED("move a1-b1", "GB-4.1"); /* taken */
}

TEST(gb_4_1_a_moved_gangster_keeps_colour_and_power)
{
    spk_err err = open_box(2, NULL,
                           "game gangster\nedition test\ngang red 1 2 3 4 5 6 7 8 9\n"
                           "gang blue 1 2 3 4 5 6 7 8 9\ngang yellow 1 2 3 4 5 6 7 8 9\n"
                           "gang grey 1 2 3 4 5 6 7 8 9\n");
    CHECK_INT(err, SPK_OK);
    err = spk_state_read(&box, "open Y2 G2; board R9 B8 Y7 G6 R5 ." ROWS(5), &now, &why);
    CHECK_INT(err, SPK_OK);
    PLAY("move a1-a2", "move b1-b2", "move c1-c2", "move d1-d2", "move e1-f1");
    CHECK_STR(on("a2"), "R9");
    CHECK_STR(on("b2"), "B8");
    CHECK_STR(on("c2"), "Y7");
    CHECK_STR(on("d2"), "G6");
    CHECK_STR(on("f1"), "R5");
    plain p = plain_now();
    CHECK_INT(plain_placed(&p), 5);
}

TEST(gb_4_2_locked_for_the_next_seat_only)
{
    AT(3, "open Y2 G2; board Y1 . . . . ." ROWS(5));
    PLAY("lay_own 1 c4");
    HOLDS("locked c4");
    REFUSED("move c4-c5", "GB-4.2");
    CHECK_MOVES("move", "move a1-b1; move a1-a2");
    PLAY("move a1-b1"); /* and a moved one is locked as well as a laid one */
    HOLDS("locked b1");
    REFUSED("move b1-c1", "GB-4.2");
    REFUSED("move b1-a1", "GB-4.2");
    CHECK(is_legal("move c4-c5"));
    PLAY("draw 1", "reveal G3", "lay_drawn f6"); /* a drawn one too */
    REFUSED("move f6-f5", "GB-4.2");
    CHECK(is_legal("move b1-c1"));
}

TEST(gb_4_2_an_open_tile_is_locked_through_the_refill)
{
    AT(2, "open Y2 G2" EMPTY);
    PLAY("lay_open 1 c3", "reveal Y3");
    HOLDS("locked c3; active 1");
    REFUSED("move c3-c4", "GB-4.2");
}

TEST(gb_4_3_with_two_players_the_mover_may_go_on)
{
    AT(2, "open Y2 G2; board Y1 . . . . ." ROWS(5));
    PLAY("move a1-b1");
    REFUSED("move b1-c1", "GB-4.2");
    PLAY("lay_own 1 f6", "move b1-c1");
    CHECK_STR(on("c1"), "Y1");
}

TEST(gb_4_4_a_shot_locks_nothing_and_ends_a_lock)
{
    AT(3, "open Y2 G2; board B1 Y1 . . . ." ROWS(5));
    PLAY("lay_own 1 c4", "shoot b1");
    HOLDS("locked -");
    CHECK(is_legal("move a1-a2") && is_legal("move c4-c5")); /* the shooter, and the older lock */
}

TEST(gb_4_4_a_skipped_seat_locks_nothing)
{
    AT(2, "supplies 123 -; open - -; bullets 0 0; board . . Y1 G1 B1 B2 / Y2 . G2 B3 Y3 G3 / "
          "R1 xB1 xY1 G1 R2 B2 / " ROW_EVEN " / R1 xB1 xY1 G1 R2 B2 / " ROW_EVEN);
    PLAY("move a2-b2");
    HOLDS("skipped 1; active 0; locked -");
    CHECK(is_legal("move b2-a2"));
}

TEST(gb_4_4_the_lock_is_for_moving_only)
{
    AT(2, "active 1; locked a1; open Y2 G2; board B1 R1 . . . ." ROWS(5));
    REFUSED("move a1-a2", "GB-4.2");
    CHECK(is_legal("shoot b1")); /* the locked one shoots */
    AT(2, "active 1; locked b1; open Y2 G2; board B1 R1 . . . ." ROWS(5));
    CHECK(is_legal("shoot b1")); /* and is shot */
}

TEST(gb_4_5_nobody_leaves_a_complete_row)
{
    AT(2, "open Y2 G2; board . . . . . ." NOBODY " / R1 B1 Y1 G1 R2 B2 / . . Y3 . . ." ROWS(2));
    CHECK_MOVES("move", "move c4-b4; move c4-d4; move c4-c5");
    REFUSED("move a3-a2", "GB-4.5");
    REFUSED("move f3-f4", "GB-4.5");
}

TEST(gb_4_5_nobody_leaves_a_complete_column)
{
    AT(2, "open Y2 G2; board . R1 . . . . / . B1 . . . . / . Y1 . . . . / . G1 . . . . / "
          ". R2 . . . . / . B2 . Y3 . .");
    CHECK_MOVES("move", "move d6-d5; move d6-c6; move d6-e6");
    REFUSED("move b1-a1", "GB-4.5");
    REFUSED("move b6-c6", "GB-4.5");
}

TEST(gb_4_6_the_dead_stay_where_they_are)
{
    AT(2, "bullets 1 2; open Y2 G2; board . . . . . . / . xR1 . Y1 . ." ROWS(4));
    CHECK_MOVES("move", "move d2-d1; move d2-c2; move d2-e2; move d2-d3");
    REFUSED("move b2-b1", "GB-4.6");
}

/* -- GB-5 Shoot a gangster --------------------------------------------------------------------- */

TEST(gb_5_1_a_shot_costs_an_own_bullet)
{
    AT(2, "open Y2 G2; board R1 Y1 B1 . . ." ROWS(5));
    PLAY("shoot b1");
    HOLDS("bullets 1 2; active 1");
    AT(2, "bullets 0 2; open Y2 G2; board R1 Y1 B1 . . . / xY1 xG1 . . . ." ROWS(4));
    CHECK_N_MOVES("shoot", 0);
    REFUSED("shoot b1", "GB-5.1");
}

TEST(gb_5_2_the_shooter_is_alive_ones_own_and_beside_the_victim)
{
    /* Red b2: beside b1, a2, c2, b3; diagonal c1, c3; f1 and a3 are beside in the book alone. */
    AT(2, "open Y2 G3; board . Y1 Y2 . . B1 / G1 R1 B2 . . . / Y3 G2 Y3 . . ." ROWS(3));
    CHECK_MOVES("shoot", "shoot b1; shoot a2; shoot c2; shoot b3");
    REFUSED("shoot c1", "GB-5.2");
    REFUSED("shoot a3", "GB-5.2");
    REFUSED("shoot b2", "GB-5.2"); /* not himself */
    AT(2, "bullets 1 2; open Y2 G2; board . Y1 . . . . / . xR1 . . . ." ROWS(4));
    REFUSED("shoot b1", "GB-5.2"); /* dead */
    AT(2, "active 1; open Y2 G2; board . Y1 . . . . / . R1 . . . ." ROWS(4));
    REFUSED("shoot b1", "GB-5.2"); /* Red's, not Blue's */
}

TEST(gb_5_2_no_shot_round_the_edge)
{
    AT(2, "open Y2 G2; board . . . . . R1 / Y1 . . . . . / . . . . . ." ROWS(2) " / . . . . . B1");
    CHECK_N_MOVES("shoot", 0);
}

TEST(gb_5_3_any_other_living_gangster)
{
    AT(3, "open Y2 G2; board . B1 . . . . / G1 R1 R2 . . . / . Y1 . . . ." ROWS(3));
    CHECK_MOVES("shoot", "shoot b1; shoot a2; shoot b2; shoot c2; shoot b3");
    REFUSED("shoot f6", "GB-5.3"); /* nobody */
}

TEST(gb_5_4_the_bullet_stays_on_the_victim)
{
    AT(2, "open Y2 G2; board R1 Y1 B1 . . ." ROWS(5));
    PLAY("shoot b1", "lay_own 1 f6", "lay_own 1 e6", "move f6-f5");
    HOLDS("bullets 1 2");
    CHECK_STR(on("b1"), "xY1");
}

TEST(gb_5_5_the_dead_stay_do_not_move_do_not_shoot_and_count_nothing)
{
    AT(2, "open Y2 G2; board R1 B3 . . . . / R2 . . . . ." ROWS(4));
    PLAY("shoot b1");
    CHECK_STR(on("b1"), "xB3");
    REFUSED("move b1-c1", "GB-4.6");
    REFUSED("shoot a1", "GB-5.2"); /* Blue's only one there is dead */
    PLAY("lay_own 1 c1", "lay_open 1 d1", "reveal Y1", "lay_open 2 e1", "reveal Y3");
    PLAY("lay_own 1 f1"); /* 2, 1, 2, 2: the B3 is dead */
    HOLDS("scored 1; points 0 1");
}

TEST(gb_5_6_in_complete_lines_they_shoot_and_are_shot)
{
    AT(2, "open Y2 G2; board R1 B1 Y1 G1 R2 B2 / Y3 . . . . ." ROWS(4));
    CHECK_MOVES("shoot", "shoot b1; shoot d1; shoot f1; shoot a2");
    PLAY("shoot b1");
    CHECK_STR(on("b1"), "xB1");
}

TEST(gb_5_7_a_shot_scores_nothing_and_takes_nothing_back)
{
    AT(2, "active 1; points 2 0; open Y2 G2; board R3 R3 B3 B1 G1 G1" ROWS(5));
    PLAY("shoot b1");
    HOLDS("points 2 0; marks 1 0; scored 1; phase action");
    PLAY("lay_own 1 f6", "shoot d1"); /* now blue would be ahead */
    HOLDS("points 2 0; marks 1 0; scored 1");
}

TEST(gb_5_8_one_shot_a_turn)
{
    AT(2, "open Y2 G2; board . Y1 . . . . / G1 R1 . . . ." ROWS(4));
    PLAY("shoot b1");
    HOLDS("active 1; bullets 1 2");
    REFUSED_TO(0, "shoot a2", "GB-2.2");
    PLAY("lay_own 1 f6", "shoot a2"); /* the second one in the next turn */
    HOLDS("bullets 0 2");
}

/* -- GB-6 Scoring a line ----------------------------------------------------------------------- */

TEST(gb_6_1_at_once_when_the_sixth_tile_is_laid)
{
    AT(2, "open Y2 G2; board R3 R2 B1 Y1 . ." ROWS(5));
    PLAY("lay_own 1 e1");
    HOLDS("scored -; points 0 0"); /* five are not enough */
    PLAY("lay_open 2 f1");
    HOLDS("scored 1; points 4 0; phase refill");
}

TEST(gb_6_1_a_column_too_and_by_a_move_too)
{
    AT(2, "open Y2 G2; board . R3 . . . . / R2 . . . . . / B1 . . . . . / Y1 . . . . . / "
          "G1 . . . . . / G3 . . . . .");
    PLAY("move b1-a1");
    HOLDS("scored a; points 1 0; active 1; locked a1"); /* 3+2 against 1+3 */
    AT(2, "open Y2 G2; board . R2 B1 Y1 G1 G3 / R3 . . . . ." ROWS(4));
    PLAY("move a2-a1");
    HOLDS("scored 1; points 1 0");
    AT(2, "open Y2 G2; board . R2 B1 Y1 G1 G3" ROWS(5));
    PLAY("draw 1", "reveal R3", "lay_drawn a1");
    HOLDS("scored 1; points 1 0");
}

TEST(gb_6_2_the_dead_count_among_the_six)
{
    AT(2, "bullets 1 1; open Y2 G2; board R3 xB3 xY3 B1 G1 ." ROWS(5));
    PLAY("lay_own 1 f1");
    HOLDS("scored 1; points 3 0"); /* 3+1 against 1 and 1 */
}

TEST(gb_6_3_the_powers_of_the_living_added_up)
{
    AT(4, "bullets 0 1 1 1; open Y2 G2; board . R2 B2 B2 xR3 G3" ROWS(5));
    PLAY("lay_own 3 a1"); /* 3+2, 2+2, 3: the dead 3 would make it 8 */
    HOLDS("points 1 0 0 0");
    int power[GANGSTER_GANGS];
    gangster_powers((gangster_state *)&now, gangster_line(0), power);
    CHECK_INT(power[0], 5);
    CHECK_INT(power[1], 4);
    CHECK_INT(power[2], 0);
    CHECK_INT(power[3], 3);
}

TEST(gb_6_4_only_the_strongest_earns_what_it_is_ahead)
{
    AT(4, "open Y2 G2; board . R3 B3 Y3 G2 R2" ROWS(5));
    PLAY("lay_own 1 a1");
    HOLDS("points 3 0 0 0; marks 1 0 0 0"); /* 6 against 3, 3 and 2 */
}

TEST(gb_6_5_the_tied_strongest_cancel)
{
    AT(4, "open Y1 G1; board . R1 B3 B1 Y2 G1" ROWS(5));
    PLAY("lay_own 3 a1"); /* 4, 4, 2, 1 */
    HOLDS("points 0 0 1 0; marks 0 0 1 0");
}

TEST(gb_6_6_and_the_tied_next_cancel_too)
{
    AT(4, "open Y3 G1; board . R2 B3 B2 Y1 G1" ROWS(5));
    PLAY("lay_own 3 a1"); /* 5, 5, 1, 1 */
    HOLDS("points 0 0 0 0; marks 0 0 0 0; scored 1");
}

TEST(gb_6_7_a_tie_below_does_not_cancel)
{
    AT(4, "open Y1 G1; board . R3 B3 B1 Y3 Y1" ROWS(5));
    PLAY("lay_own 3 a1"); /* 6, 4, 4, 0 */
    HOLDS("points 2 0 0 0");
}

TEST(gb_6_8_an_unowned_gang_is_compared_and_paid_nothing)
{
    AT(2, "open Y2 G2; board . Y3 Y3 Y2 R2 B1" ROWS(5));
    PLAY("lay_own 1 a1");
    HOLDS("points 0 0; marks 0 0; scored 1");
    AT(3, "open Y2 G1; board . G3 G2 R3 R3 B1" ROWS(5)); /* its power is subtracted all the same */
    PLAY("lay_own 1 a1");
    HOLDS("points 2 0 0");
    AT(2, "open R3 G2; board . Y3 Y2 R2 B1 B2" ROWS(5)); /* and a tie with it cancels */
    PLAY("lay_open 1 a1");
    HOLDS("points 0 3");
}

TEST(gb_6_9_the_points_are_the_gangs_owners)
{
    AT(3, "active 2; open Y2 G2; board . B3 B2 R1 Y1 G1" ROWS(5));
    PLAY("lay_own 1 a1");
    HOLDS("points 0 3 0; active 0"); /* 5 against 2: Blue's, though Yellow laid the tile */
    AT_WITH(3, "colours=gbry", "active 2; open Y2 G2; board . G3 G2 B1 Y1 B2" ROWS(5));
    PLAY("lay_own 1 a1");
    HOLDS("points 2 0 0"); /* the first seat is grey, the third red */
}

/* R1 on a1 completes row 1 (Blue +1) and column a (Red +2). */
#define CROSSING                                                                                   \
    "open R2 B3; board . B2 Y1 G1 B1 R1 / R3 . . . . . / Y1 . . . . . / Y1 . . . . . / "           \
    "G1 . . . . . / B1 . . . . ."

TEST(gb_6_10_two_lines_the_active_player_chooses)
{
    AT(2, CROSSING);
    PLAY("lay_own 1 a1");
    HOLDS("phase choose_order; active 0; scored -; points 0 0");
    CHECK_MOVES("", "choose_order row; choose_order column");
    REFUSED_TO(1, "choose_order row", "GB-2.2");
    spk_state fork = now;
    PLAY("choose_order row");
    HOLDS("points 2 1; marks 2 1; scored 1 a; active 1; phase action; turns 11");
    now = fork;
    PLAY("choose_order column");
    HOLDS("points 2 1; marks 1 2; scored 1 a; active 1; phase action; turns 11");
}

TEST(gb_6_11_a_move_completes_one_line_at_most)
{
    AT(2, CROSSING);
    PLAY("move b1-a1"); /* across: the column */
    HOLDS("phase action; scored a");
    AT(2, CROSSING);
    PLAY("move a2-a1"); /* down: the row */
    HOLDS("phase action; scored 1");
}

TEST(gb_6_12_every_line_once)
{
    AT(2, "points 3 0; open Y2 G2; board R3 R2 B1 B1 Y2 G2 / . . . . . ." ROWS(4));
    PLAY("lay_own 1 a2", "shoot b1", "lay_own 2 b2"); /* beside and in the columns of row 1 */
    HOLDS("points 3 0; scored 1; marks 1 0");
    AT(2, "points 3 0; open Y2 G2; board R3 R2 B1 B1 Y2 G2 / . Y1 . . . . / Y1 . . . . . / "
          "G1 . . . . . / G1 . . . . . / Y3 . . . . .");
    PLAY("move b2-a2");                         /* column a crosses row 1, which stays as it was */
    HOLDS("points 3 0; scored 1 a; marks 1 0"); /* yellow's 5 are nobody's */
}

/* -- GB-7 End of the game ---------------------------------------------------------------------- */

TEST(gb_7_1_at_17_the_game_is_over_at_once)
{
    /* Red's turn, Blue's points: whose turn it is does not matter. */
    ANY(3, "points 4 12 9; marks 1 2 3; open Y2 G2; board . B3 B3 R1 R1 Y1" ROWS(5));
    PLAY("lay_own 1 a1"); /* 6 against 3, only 15 */
    CHECK(!is_over());
    ANY(3, "points 4 14 9; marks 1 2 3; open Y2 G2; board . B3 B3 R1 R1 Y1" ROWS(5));
    PLAY("lay_own 1 a1");
    CHECK_OVER("al_capone");
    CHECK_INT(result().winners, 2);
    HOLDS("points 4 17 9; phase game_over");
    REFUSED_TO(1, "lay_own 1 b1", "GB-7.4");
}

TEST(gb_7_2_points_beyond_17_are_lost)
{
    ANY(2, "points 16 0; open Y2 G2; board . R3 R3 R2 B1 Y1" ROWS(5));
    PLAY("lay_own 1 a1"); /* 9 against 1 */
    HOLDS("points 17 0");
    CHECK_INT(result().score[0], 17);
    CHECK_OVER("al_capone");
}

TEST(gb_7_3_at_once_also_between_two_scorings)
{
    ANY(2, "points 15 16; " CROSSING);
    PLAY("lay_own 1 a1", "choose_order column");
    CHECK_OVER("al_capone");
    HOLDS("points 17 16; scored a");
    ANY(2, "points 15 16; " CROSSING);
    PLAY("lay_own 1 a1", "choose_order row");
    CHECK_OVER("al_capone");
    HOLDS("points 15 17; scored 1");
    ANY(2, "points 15 10; " CROSSING); /* the second one ends it as well */
    PLAY("lay_own 1 a1", "choose_order row");
    CHECK_OVER("al_capone");
    HOLDS("points 17 11; scored 1 a");
}

/* 35 tiles lie, and Blue holds the last. */
#define LAST_TILE                                                                                  \
    "active 1; supplies - 3; open - -; board " ROW_ODD " / " ROW_EVEN " / " ROW_ODD                \
    " / Y2 G2 R3 . Y3 G3 / " ROW_ODD " / " ROW_EVEN

TEST(gb_7_4_else_when_all_36_lie_and_are_scored)
{
    AT(2, LAST_TILE);
    PLAY("lay_own 3 d4");
    CHECK(!is_over());
    PLAY("choose_order row");
    CHECK_OVER("board_full");
    HOLDS("scored 1 2 3 4 5 6 a b c d e f");
    REFUSED("lay_own 3 d4", "GB-7.4");
}

TEST(gb_7_5_then_the_highest_wins)
{
    AT(2, "points 5 9; " LAST_TILE);
    PLAY("lay_own 3 d4", "choose_order row"); /* row 4 pays nobody, column d pays Blue 9 - 3 */
    CHECK_OVER("board_full");
    HOLDS("points 5 15");
    CHECK_INT(result().winners, 2);
    CHECK_INT(result().rank[0], 2);
    CHECK_INT(result().score[1], 15);
}

TEST(gb_7_6_on_equal_points_who_was_there_first)
{
    for (int first = 0; first < 2; first++) {
        ANY(2, first ? "points 9 9; marks 7 5" : "points 9 9; marks 5 7");
        CHECK_INT(result().winners, 1 << first);
        CHECK_INT(result().rank[first], 1);
        CHECK_INT(result().rank[1 - first], 2);
    }
    /* What counts is the last gain: Blue was on 4 before Red, and comes to 5 after him. */
    ANY(2, "points 3 4; marks 2 1; " CROSSING);
    PLAY("lay_own 1 a1", "choose_order column");
    HOLDS("points 5 5; marks 3 4");
    CHECK_INT(result().winners, 1);
}

/* -- GB-8 Player counts and variants ----------------------------------------------------------- */

TEST(gb_8_1_all_36_tiles_at_every_table)
{
    spk_rng rng;
    for (int n = 2; n <= 4; n++)
        for (uint64_t game = 0; game < 20; game++) {
            spk_rng_init(&rng, 81, game);
            new_game(n, NULL);
            while (!is_over())
                step(&rng, false);
            plain p = plain_now();
            bool full = spk_str_eq(result().reason, "board_full");
            CHECK(plain_placed(&p) == 36 || !full);
        }
}

TEST(gb_8_2_an_unowned_gang_has_only_tiles_in_the_piles)
{
    static const char *const colours[] = {"red", "blue", "yellow", "grey"};
    for (int n = 2; n <= 4; n++) {
        new_game(n, "start_player=seat_1");
        const gangster_config *c = box.config;
        int of_gang[4];
        count_hidden(of_gang);
        for (int gang = 0; gang < 4; gang++) {
            CHECK_INT(c->owner_of[gang], gang < n ? gang : -1);
            CHECK_INT(of_gang[gang], gang < n ? 6 : 9);
            CHECK_STR(gangster_colours[gang], colours[gang]);
        }
        plain p = plain_now();
        for (int seat = n; seat < 4; seat++) /* no supply, no bullet, no figure */
            CHECK(!p.supply[seat][1] && !p.bullets[seat] && !p.points[seat]);
        CHECK_INT(result().n_seats, n);
    }
    AT(2, "open Y2 G2" EMPTY); /* and no turn */
    PLAY("lay_own 1 a1", "lay_own 1 c3");
    CHECK_INT(actor(), 0);
    REFUSED_TO(2, "lay_own 1 e5", "GB-2.2");
}

TEST(gb_8_3_no_variants_but_the_table_options)
{
    static const char *const names[] = {"colours", "start_player", "tie_rule", "shoot_own",
                                        "stall_limit"};
    new_game(2, NULL);
    CHECK_INT(box.game->n_options, 5);
    for (int i = 0; i < 5; i++)
        CHECK_STR(box.game->options[i].name, names[i]);
    CHECK_INT(open_box(2, "variant=long", NULL), SPK_EUNKNOWN);
}

TEST(gb_8_4_the_aim_is_to_be_al_capone)
{
    char room[4000];
    ANY(2, "phase game_over; points 17 3; open Y2 G2; board R3 R3 B3 B1 G1 G1" ROWS(5));
    CHECK_OVER("al_capone");
    CHECK_INT(result().winners, 1);
    spk_buf out = SPK_BUF_OVER(room);
    spk_buf_clear(&out);
    box.game->board(&box, &now, 0, &out);
    CHECK(strstr(room, "Player 1 (red) is Al Capone!") != NULL);
}

TEST_MAIN()
