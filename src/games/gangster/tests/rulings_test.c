/* rulings_test.c: one test at least per ruling of the README, and every table option with every
 * value. */
#include "games/gangster/tests/test_table.h"

#define EMPTY "; board . . . . . ." ROWS(5)

/* -- Before the game --------------------------------------------------------------------------- */

TEST(gb_r1_three_each_of_1_2_and_3)
{
    new_game(4, "start_player=seat_1"); /* two of each below the own supplies' one */
    CHECK_CHANCE("2 reveal R1; 2 reveal R2; 2 reveal R3; 2 reveal B1; 2 reveal B2; 2 reveal B3; "
                 "2 reveal Y1; 2 reveal Y2; 2 reveal Y3; 2 reveal G1; 2 reveal G2; 2 reveal G3");
    ANY(2, "supplies - -; open R3 R3; board R3 . . . . ." ROWS(5));
    PLAY("draw 1");
    CHECK_CHANCE("3 reveal R1; 3 reveal R2; 3 reveal B1; 3 reveal B2; 3 reveal B3; 3 reveal Y1; "
                 "3 reveal Y2; 3 reveal Y3; 3 reveal G1; 3 reveal G2; 3 reveal G3");
}

TEST(gb_r2_nobodys_colours_stay_in)
{
    new_game(2, "start_player=seat_1");
    PLAY("reveal Y3", "reveal G3");
    HOLDS("piles 14 14");
    PLAY("lay_open 1 a1", "reveal Y2");
    CHECK_STR(on("a1"), "Y3");
}

TEST(gb_r3_nobodys_gang_is_compared_and_its_points_are_lost)
{
    AT(3, "open Y2 G2; board . G3 G3 G2 R2 B1" ROWS(5));
    PLAY("lay_own 3 a1"); /* 8 of grey against 5 of red */
    HOLDS("points 0 0 0; scored 1");
    AT(4, "open Y2 G2; board . G3 G3 G2 R2 B1" ROWS(5)); /* with a fourth player they are his */
    PLAY("lay_own 3 a1");
    HOLDS("points 0 0 0 3");
}

TEST(gb_r4_colours_in_order_unless_chosen)
{
    for (int n = 2; n <= 4; n++) {
        new_game(n, NULL);
        const gangster_config *c = box.config;
        for (int seat = 0; seat < n; seat++)
            CHECK_INT(c->gang_of[seat], seat);
    }
}

/* Every order of the four colours is a value, and the seats get them in that order. */
TEST(gb_r4_option_colours_every_value)
{
    int n_values = 0;
    for (int code = 0; code < 256; code++) {
        int gang[4] = {code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6 & 3};
        char option[] = "colours=....";
        bool used[4] = {false}, fits = true;
        for (int i = 0; i < 4; i++) {
            option[8 + i] = "rbyg"[gang[i]];
            fits = fits && !used[gang[i]];
            used[gang[i]] = true;
        }
        CHECK_INT(open_box(3, option, NULL), fits ? SPK_OK : SPK_EUNKNOWN);
        n_values += fits;
        if (!fits)
            continue;
        static const char *const lay[] = {"lay_own 1 a1", "lay_own 2 b2", "lay_own 3 c3"};
        static const char *const cell[] = {"a1", "b2", "c3"};
        char tile[] = "R1";
        AT_WITH(3, option, "open - -" EMPTY "; piles 14 13; phase refill; turns 0");
        PLAY(gang[3] == 0 ? "reveal R1" : "reveal B2", gang[3] == 0 ? "reveal R1" : "reveal B2");
        for (int seat = 0; seat < 3; seat++) {
            PLAY(lay[seat]);
            tile[0] = "RBYG"[gang[seat]];
            tile[1] = (char)('1' + seat);
            CHECK_STR(on(cell[seat]), tile);
        }
    }
    CHECK_INT(n_values, 24);
    CHECK_INT(open_box(2, "colours=rb", NULL), SPK_EUNKNOWN);
    CHECK_INT(open_box(2, "colours=", NULL), SPK_EUNKNOWN);
}

TEST(gb_r5_the_odd_tile_to_the_first_pile)
{
    new_game(3, NULL);
    HOLDS("piles 14 13");
    new_game(2, NULL);
    HOLDS("piles 15 15");
}

TEST(gb_r6_one_open_tile_from_each_pile)
{
    new_game(3, "start_player=seat_1");
    PLAY("reveal R1");
    HOLDS("open R1 -; piles 13 13");
    PLAY("reveal B1");
    HOLDS("open R1 B1; piles 13 12");
}

TEST(gb_r7_refill_from_the_slots_own_pile)
{
    ANY(2, "open Y2 G2; piles 10 18" EMPTY);
    PLAY("lay_open 1 a1", "reveal Y3"); /* not from the larger one */
    HOLDS("piles 9 18; open Y3 G2");
}

TEST(gb_r8_refill_at_the_end_of_the_turn)
{
    AT(2, "open R1 G2; board . R3 B1 Y1 G1 B2" ROWS(5));
    PLAY("lay_open 1 a1");
    HOLDS("scored 1; points 1 0; phase refill; open - G2"); /* scored first */
    PLAY("reveal G3");
    HOLDS("open G3 G2; active 1");
}

TEST(gb_r9_sizes_are_public_the_order_is_nobodys)
{
    char room[4000];
    ANY(2, "open Y2 G2; piles 12 16" EMPTY);
    for (int viewer = 0; viewer < 2; viewer++) {
        spk_state view = now;
        spk_redact(&box, &view, viewer);
        spk_buf out = SPK_BUF_OVER(room);
        spk_buf_clear(&out);
        box.game->board(&box, &view, viewer, &out);
        CHECK(strstr(room, "1: 12") && strstr(room, "2: 16"));
    }
    /* Either pile may show anything nobody has seen. */
    for (int pile = 0; pile < 2; pile++) {
        ANY(2, "open Y2 G2; piles 12 16" EMPTY);
        PLAY(pile ? "draw 2" : "draw 1");
        CHECK_CHANCE("2 reveal R1; 2 reveal R2; 2 reveal R3; 2 reveal B1; 2 reveal B2; "
                     "2 reveal B3; 3 reveal Y1; 2 reveal Y2; 3 reveal Y3; 3 reveal G1; "
                     "2 reveal G2; 3 reveal G3");
    }
}

/* -- Laying ------------------------------------------------------------------------------------ */

TEST(gb_r10_first_look_then_choose_the_cell)
{
    AT(2, "open Y2 G2" EMPTY);
    REFUSED("draw 1 c4", "");
    PLAY("draw 1", "reveal B3");
    CHECK_N_MOVES("lay_drawn", 36);
    CHECK_N_MOVES("", 36); /* it cannot be refused */
}

TEST(gb_r11_everybody_sees_the_drawn_tile)
{
    char room[2000];
    AT(3, "phase place_drawn; drawn R3; open Y2 G2" EMPTY);
    for (int viewer = 0; viewer < 3; viewer++) {
        spk_state view = now;
        spk_redact(&box, &view, viewer);
        spk_buf out = SPK_BUF_OVER(room);
        spk_buf_clear(&out);
        box.game->print_state(&box, &view, &out);
        CHECK(strstr(room, "drawn R3;") != NULL);
    }
}

/* -- Moving ------------------------------------------------------------------------------------ */

TEST(gb_r12_with_two_players_the_mover_is_the_next_but_one)
{
    AT(2, "open Y2 G2" EMPTY);
    PLAY("lay_own 1 c3", "lay_own 1 a1");
    CHECK(is_legal("move c3-c4"));   /* Red's own tile of the turn before last */
    REFUSED("move a1-a2", "GB-4.2"); /* Blue's of the last */
}

TEST(gb_r13_a_shot_locks_neither_victim_nor_shooter)
{
    AT(2, "locked f6; open Y2 G2; board R1 Y1 . . . ." ROWS(4) " / . . . . . G1");
    PLAY("shoot b1");
    HOLDS("locked -");
    CHECK_MOVES("move", "move f6-f5; move f6-e6; move a1-a2");
}

TEST(gb_r14_the_lock_lapses_with_the_skipped_turn)
{
    /* Three players; Blue and Yellow have nothing, Red has tiles and moves the only free one. */
    AT(3, "supplies 123 - -; open - -; bullets 0 0 0; board . . Y1 G1 B1 B2 / Y2 . G2 B3 Y3 G3 / "
          "R1 xB1 xY1 G1 R2 B2 / " ROW_EVEN " / R1 xB1 Y1 G1 R2 B2 / " ROW_EVEN);
    PLAY("move a2-b2");
    /* Blue is barred and skipped; for Yellow the tile is free. */
    HOLDS("active 2; skipped 1; locked -");
    CHECK_MOVES("", "move b2-b1; move b2-a2");
}

TEST(gb_r15_a_locked_gangster_shoots_and_is_shot)
{
    AT(2, "open Y2 G2; board . Y1 . . . . / . B1 . . . ." ROWS(4));
    PLAY("lay_own 1 a2");
    HOLDS("locked a2");
    CHECK_MOVES("shoot", "shoot b1; shoot a2");
    AT(2, "locked b2; active 1; open Y2 G2; board . Y1 . . . . / . B1 . . . ." ROWS(4));
    CHECK_MOVES("shoot", "shoot b1");
}

TEST(gb_r16_columns_freeze_as_rows_do)
{
    AT(2, "open Y2 G2; board . . . R1 . . / . . . B1 . . / . . . Y1 . . / . . . G1 . . / "
          ". . . R2 . . / . . . B2 . .");
    CHECK_N_MOVES("move", 0);
    REFUSED("move d1-c1", "GB-4.5");
    REFUSED("move d4-e4", "GB-4.5");
}

TEST(gb_r17_nobody_enters_a_complete_line)
{
    AT(2,
       "open Y2 G2; board . . . . . . / . . Y2 . . . / R1 B1 Y1 G1 R2 B2 / . . . G2 . ." ROWS(2));
    CHECK_MOVES("move", "move c2-c1; move c2-b2; move d4-c4; move c2-d2; move d4-e4; move d4-d5");
    REFUSED("move c2-c3", "GB-4.1");
}

TEST(gb_r18_a_dead_tile_fills_its_cell)
{
    AT(2, "bullets 1 2; open Y2 G2; board xR3 B3 B1 G1 R1 . / . . . . . ." ROWS(4));
    REFUSED("lay_own 1 a1", "GB-3.1");
    PLAY("lay_own 2 f1");
    HOLDS("scored 1; points 0 1"); /* 3, 4, 0, 1 */
}

/* -- Shooting ---------------------------------------------------------------------------------- */

TEST(gb_r19_the_shooter_is_of_ones_own_colour)
{
    AT(4, "open Y2 G2; board R1 Y1 B1 G1 . ." ROWS(5));
    CHECK_MOVES("shoot", "shoot b1"); /* Red */
    PLAY("lay_own 1 f6");
    CHECK_MOVES("shoot", "shoot b1; shoot d1"); /* Blue */
    PLAY("lay_own 1 e5");
    CHECK_MOVES("shoot", "shoot a1; shoot c1"); /* Yellow */
    AT_WITH(2, "colours=ybrg", "open R2 G2; board R1 Y1 B1 G1 . ." ROWS(5));
    CHECK_MOVES("shoot", "shoot a1; shoot c1"); /* the first seat is yellow here */
}

#define BROTHERS "open Y2 G2; board R1 R2 . . . . / B1 . . . . ." ROWS(4)

TEST(gb_r20_option_shoot_own)
{
    AT(2, BROTHERS);
    CHECK_MOVES("shoot", "shoot a1; shoot b1; shoot a2");
    AT_WITH(2, "shoot_own=on", BROTHERS);
    CHECK_MOVES("shoot", "shoot a1; shoot b1; shoot a2");
    AT_WITH(2, "shoot_own=off", BROTHERS);
    CHECK_MOVES("shoot", "shoot a2");
    REFUSED("shoot b1", "GB-R20");
    REFUSED("shoot a1", "GB-R20");
    CHECK_INT(open_box(2, "shoot_own=maybe", NULL), SPK_EUNKNOWN);
}

TEST(gb_r21_nobodys_gangsters_are_shot_too)
{
    AT(2, "open Y2 G2; board R1 Y1 . . . . / G1 . . . . ." ROWS(4));
    CHECK_MOVES("shoot", "shoot b1; shoot a2");
}

TEST(gb_r22_nobody_dies_twice)
{
    AT(2, "bullets 1 2; open Y2 G2; board R1 xY1 . . . ." ROWS(5));
    CHECK_N_MOVES("shoot", 0);
    REFUSED("shoot b1", "GB-R22");
}

TEST(gb_r23_no_diagonals_no_wrapping)
{
    AT(2, "open Y2 G2; board . . . . . R1 / Y1 . . . Y2 ." ROWS(4));
    CHECK_N_MOVES("shoot", 0);
    CHECK_MOVES("move", "move a2-a1; move e2-e1; move f1-e1; move e2-d2; move a2-b2; move e2-f2; "
                        "move f1-f2; move a2-a3; move e2-e3");
}

TEST(gb_r24_one_bullet_a_turn)
{
    AT(2, "open Y2 G2; board R1 Y1 . . . . / G1 . . . . ." ROWS(4));
    PLAY("shoot b1");
    HOLDS("bullets 1 2; active 1; turns 4");
}

TEST(gb_r25_bullets_never_come_back)
{
    spk_rng rng;
    spk_rng_init(&rng, 25, 0);
    new_game(2, NULL);
    plain before = plain_now();
    while (!is_over()) {
        step(&rng, false);
        plain after = plain_now();
        for (int seat = 0; seat < 2; seat++) {
            bool shot = strncmp(last_move, "shoot", 5) == 0 && seat == before.active;
            CHECK_INT(after.bullets[seat], before.bullets[seat] - shot);
        }
        before = after;
    }
}

TEST(gb_r26_a_scored_line_is_not_scored_again)
{
    AT(2, "points 1 0; open Y2 G2; board R3 B2 Y1 Y1 G1 G1" ROWS(5));
    PLAY("lay_own 1 f6", "lay_own 1 a6", "shoot b1"); /* without the B2 red would be ahead by 1 */
    HOLDS("points 1 0; scored 1; marks 1 0");
}

/* -- Scoring ----------------------------------------------------------------------------------- */

#define CORNER                                                                                     \
    "open R2 B3; board . B2 Y1 G1 B1 R1 / R3 . . . . . / Y1 . . . . . / Y1 . . . . . / "           \
    "G1 . . . . . / B1 . . . . ."

TEST(gb_r27_a_move_never_completes_two)
{
    AT(2, CORNER);
    PLAY("move b1-a1");
    HOLDS("scored a; phase action");
    AT(2, CORNER);
    PLAY("move a2-a1");
    HOLDS("scored 1; phase action");
}

TEST(gb_r28_the_order_is_asked_even_if_it_cannot_matter)
{
    /* Both lines are nobody's. */
    AT(2, "open Y2 G1; board . Y3 Y3 Y2 G1 G1 / G3 . . . . . / G3 . . . . . / G2 . . . . . / "
          "Y1 . . . . . / Y1 . . . . .");
    PLAY("lay_own 1 a1");
    HOLDS("phase choose_order");
    CHECK_MOVES("", "choose_order row; choose_order column");
}

TEST(gb_r29_the_second_line_is_not_scored_after_a_17)
{
    ANY(2, "points 16 16; " CORNER);
    PLAY("lay_own 1 a1", "choose_order row");
    HOLDS("points 16 17; scored 1; phase game_over");
}

TEST(gb_r30_more_than_17_is_17)
{
    ANY(2, "points 13 0; open Y2 G2; board . R3 R3 R2 B1 Y1" ROWS(5));
    PLAY("lay_own 1 a1"); /* 13 + 9 - 1 */
    HOLDS("points 17 0; phase game_over");
}

#define SHARED_SECOND "open Y1 G1; board . R3 B3 B1 Y3 Y1" ROWS(5)

TEST(gb_r31_option_tie_rule)
{
    static const struct {
        const char *option, *points;
    } cases[] = {{NULL, "points 2 0 0 0"},
                 {"tie_rule=top_only", "points 2 0 0 0"},
                 {"tie_rule=all_equal", "points 6 0 0 0"}};
    for (int i = 0; i < 3; i++) {
        AT_WITH(4, cases[i].option, SHARED_SECOND);
        PLAY("lay_own 3 a1"); /* 6, 4, 4, 0 */
        HOLDS(cases[i].points);
    }
    AT_WITH(4, "tie_rule=all_equal", "open Y1 G2; board . R3 B2 Y2 G1 Y1" ROWS(5));
    PLAY("lay_own 3 a1"); /* 6, 2, 3, 1: no tie, no difference */
    HOLDS("points 3 0 0 0");
    CHECK_INT(open_box(2, "tie_rule=share", NULL), SPK_EUNKNOWN);
}

TEST(gb_r32_tied_and_tied_again_pays_nobody)
{
    for (int i = 0; i < 2; i++) {
        AT_WITH(4, i ? "tie_rule=all_equal" : "tie_rule=top_only",
                "open Y1 G1; board . R2 B3 B2 Y3 G3" ROWS(5));
        PLAY("lay_own 3 a1"); /* 5, 5, 3, 3 */
        HOLDS("points 0 0 0 0; scored 1");
    }
}

TEST(gb_r33_a_gang_alone_scores_all_its_power)
{
    AT(2, "supplies 1 123; open Y1 G1; board . R3 R3 R2 R2 R3" ROWS(5));
    PLAY("lay_own 1 a1");
    HOLDS("points 14 0");
}

/* -- Turns that are forced or skipped ---------------------------------------------------------- */

TEST(gb_r34_the_game_goes_on_without_who_can_do_nothing)
{
    blue_alone("xR2", "0 0 0 1");
    PLAY("shoot c3");
    CHECK(!is_over());
    HOLDS("active 1; skipped 0");
}

TEST(gb_r35_who_can_only_move_must_move)
{
    AT(3, "active 1; supplies 123 - -; open - -; bullets 0 0 0; "
          "board . . Y1 G1 B1 B2 / Y2 . G2 B3 Y3 G3 / "
          "R1 xB1 xY1 G1 R2 B2 / " ROW_EVEN " / R1 xB1 Y1 G1 R2 B2 / " ROW_EVEN);
    CHECK_MOVES("", "move a2-a1; move a2-b2");
    REFUSED("pass", "GB-2.4");
}

TEST(gb_r36_moves_in_a_row_and_then_none)
{
    AT_WITH(2, "stall_limit=3", "open Y2 G2; board R1 . B1 . Y1 . / . . . . . ." ROWS(4));
    PLAY("move a1-a2", "move c1-c2", "move e1-e2");
    HOLDS("quiet_turns 3");
    CHECK_N_MOVES("move", 0);
    REFUSED("move a2-a3", "GB-R36");
    CHECK(is_legal("lay_own 1 f6"));
    spk_state fork = now;
    PLAY("lay_own 1 f6");
    HOLDS("quiet_turns 0");
    CHECK(is_legal("move a2-a3"));
    now = fork;
    PLAY("draw 1", "reveal Y3");
    HOLDS("quiet_turns 3"); /* drawing alone ends nothing */
    PLAY("lay_drawn f6");
    HOLDS("quiet_turns 0");
}

TEST(gb_r36_a_shot_ends_the_row_too)
{
    AT_WITH(2, "stall_limit=1",
            "quiet_turns 1; locked a1; open Y2 G2; board Y1 R1 . . . ." ROWS(5));
    REFUSED("move b1-c1", "GB-R36");
    PLAY("shoot a1");
    HOLDS("quiet_turns 0");
    CHECK(is_legal("move b1-c1"));
}

TEST(gb_r36_skipped_turns_do_not_count)
{
    AT_WITH(2, "stall_limit=2",
            "supplies 123 -; open - -; bullets 0 0; board . . Y1 G1 B1 B2 / Y2 . G2 B3 Y3 G3 / "
            "R1 xB1 xY1 G1 R2 B2 / " ROW_EVEN " / R1 xB1 xY1 G1 R2 B2 / " ROW_EVEN);
    PLAY("move a2-b2");
    HOLDS("quiet_turns 1; skipped 1; active 0");
    PLAY("move b2-a2");
    HOLDS("quiet_turns 2; skipped 1; active 0"); /* Blue could not move at the limit either */
    REFUSED("move a2-b2", "GB-R36");
    CHECK_N_MOVES("", 9); /* Red must lay one of his three on one of three cells */
}

TEST(gb_r36_option_stall_limit)
{
    static const struct {
        const char *option;
        int n_seats, limit;
    } cases[] = {{NULL, 2, 12},           {NULL, 3, 18},           {NULL, 4, 24},
                 {"stall_limit=1", 4, 1}, {"stall_limit=5", 3, 5}, {"stall_limit=1000", 2, 1000}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        AT_WITH(cases[i].n_seats, cases[i].option, "open Y1 G2; board R1 . . . . Y2" ROWS(5));
        for (int turn = 0; turn < cases[i].limit; turn++)
            PLAY(turn % 4 == 0   ? "move a1-b1"
                 : turn % 4 == 1 ? "move f1-e1"
                 : turn % 4 == 2 ? "move b1-a1"
                                 : "move e1-f1");
        CHECK_N_MOVES("move", 0);
        CHECK(list_moves("", NULL) > 0);
    }
    AT_WITH(2, "stall_limit=0", "open Y1 G2; board R1 . . . . Y2" ROWS(5));
    for (int round = 0; round < 600; round++) /* as in the rulebook: for ever */
        PLAY("move a1-b1", "move f1-e1", "move b1-a1", "move e1-f1");
    HOLDS("turns 2402; quiet_turns 0");
    CHECK(list_moves("move", NULL) > 0);
    CHECK_INT(open_box(2, "stall_limit=1001", NULL), SPK_ERANGE);
    CHECK_INT(open_box(2, "stall_limit=-1", NULL), SPK_ERANGE);
    CHECK(open_box(2, "stall_limit=many", NULL) != SPK_OK);
}

TEST(gb_r37_option_start_player)
{
    for (int n = 2; n <= 4; n++) {
        static const char *const even[] = {"1 start 0; 1 start 1",
                                           "1 start 0; 1 start 1; 1 start 2",
                                           "1 start 0; 1 start 1; 1 start 2; 1 start 3"};
        new_game(n, NULL);
        CHECK_CHANCE(even[n - 2]);
        new_game(n, "start_player=random");
        CHECK_CHANCE(even[n - 2]);
        for (int seat = 1; seat <= 4; seat++) {
            char option[] = "start_player=seat_0";
            option[18] = (char)('0' + seat);
            if (seat > n) {
                CHECK_INT(open_box(n, option, NULL), SPK_EREFUSED);
                CHECK_STR(why.rule, "GB-R37");
                continue;
            }
            new_game(n, option);
            PLAY("reveal R1", "reveal B1");
            CHECK_INT(actor(), seat - 1);
        }
    }
}

/* -- The end ----------------------------------------------------------------------------------- */

TEST(gb_r38_no_play_after_the_36th_tile)
{
    /* Red still has a bullet; it is void. */
    AT(2, "active 1; supplies - 3; open - -; board " ROW_ODD " / " ROW_EVEN " / " ROW_ODD
          " / Y2 G2 R3 . Y3 G3 / " ROW_ODD " / " ROW_EVEN);
    PLAY("lay_own 3 d4", "choose_order column");
    CHECK_OVER("board_full");
    HOLDS("bullets 2 2; turns 36");
    REFUSED("shoot a1", "GB-7.4");
}

TEST(gb_r39_on_0_points_all_share_the_victory)
{
    ANY(3, "phase game_over; board " ROW_ODD " / " ROW_EVEN " / " ROW_ODD " / " ROW_EVEN
           " / " ROW_ODD " / " ROW_EVEN "; supplies - - -; open - -");
    CHECK_INT(result().winners, 7);
    for (int seat = 0; seat < 3; seat++)
        CHECK_INT(result().rank[seat], 1);
}

TEST(gb_r40_the_lower_places)
{
    ANY(4, "points 5 0 5 0; marks 3 0 2 0");
    spk_result r = result();
    CHECK_INT(r.rank[2], 1); /* 5 first */
    CHECK_INT(r.rank[0], 2); /* 5 later */
    CHECK_INT(r.rank[1], 3); /* both on 0 */
    CHECK_INT(r.rank[3], 3);
    CHECK_INT(r.winners, 4);
}

TEST(gb_r41_17_wins_on_anothers_turn)
{
    ANY(2, "points 0 16; open Y2 G2; board . B3 B3 R1 R1 Y1" ROWS(5));
    PLAY("lay_own 1 a1");
    CHECK_OVER("al_capone");
    CHECK_INT(result().winners, 2);
}

TEST(gb_r42_lines_are_scored_one_by_one)
{
    AT(2, CORNER);
    PLAY("lay_own 1 a1", "choose_order row");
    HOLDS("points 2 1; marks 2 1"); /* two awards with two numbers */
}

TEST(gb_r43_a_line_that_pays_nobody_moves_no_mark)
{
    ANY(2, "points 3 3; marks 2 1; open Y2 G2; board . R2 B2 B1 Y1 G1" ROWS(5));
    PLAY("lay_own 1 a1"); /* 3, 3, 1, 1: Blue is still the first on 3 */
    HOLDS("points 3 3; marks 2 1; scored 1");
    CHECK_INT(result().winners, 2);
    ANY(2, "points 3 3; marks 2 1; open Y1 G2; board . Y3 Y2 B1 Y1 G1" ROWS(5));
    PLAY("lay_own 1 a1"); /* nor does one that is nobody's */
    HOLDS("points 3 3; marks 2 1; scored 1");
}

TEST(gb_r44_the_own_supply_may_stay_where_it_is)
{
    AT(2, "open Y2 G2; board R1 Y1 . . . ." ROWS(5));
    CHECK(is_legal("lay_own 1 f6") && is_legal("lay_open 1 f6") && is_legal("draw 1") &&
          is_legal("move b1-c1") && is_legal("shoot b1"));
}

TEST(gb_r45_only_the_victim_is_named)
{
    AT(2, "open Y2 G2; board R1 Y1 R2 . . ." ROWS(5)); /* two who could */
    CHECK_MOVES("shoot", "shoot b1");
    REFUSED("shoot b1 a1", "");
}

TEST(gb_r46_no_empty_slot_beside_a_pile)
{
    AT(2, "supplies - -; open R1 B3; piles 2 0; board . B1 Y1 G1 R2 B2 / Y2 . R3 B3 Y3 G3 / "
          "R1 B1 . G1 R2 B2 / Y2 G2 R3 . Y3 G3 / " ROW_ODD " / " ROW_EVEN);
    PLAY("lay_open 2 a1", "choose_order row");
    HOLDS("phase refill"); /* from pile 1, since pile 2 is empty */
    PLAY("reveal Y1");
    HOLDS("open R1 Y1; piles 1 0");
}

TEST(gb_r47_forced_to_fire_the_last_bullet)
{
    blue_alone("R2", "1 0 0 1");
    PLAY("shoot c3");
    HOLDS("active 0; bullets 1 0 0 0");
    CHECK_INT(list_moves("shoot", NULL), list_moves("", NULL));
    PLAY("shoot d3");
    HOLDS("bullets 0 0 0 0; active 1");
}

TEST(gb_r47_forced_to_complete_a_rivals_line)
{
    /* One cell, one tile: Red must lay B3 into Blue's column. */
    AT(2, "supplies - -; open - B3; board " ROW_ODD " / " ROW_EVEN " / " ROW_ODD
          " / Y2 G2 xR3 . xY3 G3 / xR1 B1 Y1 G1 R2 xB2 / " ROW_EVEN "; bullets 0 0");
    CHECK_MOVES("", "lay_open 2 d4");
    PLAY("lay_open 2 d4", "choose_order row");
    HOLDS("points 0 6"); /* row 4: B3 and Y2 and G5: grey's, nobody's; column d: 9 - 3 */
}

TEST(gb_r48_rows_run_across_row_1_on_top)
{
    AT(2, "open Y2 G2; board R3 R2 B1 Y1 G1 ." ROWS(5));
    PLAY("lay_own 1 f1");
    HOLDS("scored 1");
    AT(2, "open Y2 G2; board R3 . . . . . / R2 . . . . . / B1 . . . . . / Y1 . . . . . / "
          "G1 . . . . . / . . . . . .");
    PLAY("lay_own 1 a6");
    HOLDS("scored a");
}

TEST(gb_r49_no_talk_no_resigning)
{
    AT(2, "open Y2 G2" EMPTY);
    CHECK(box.game->talk == NULL);
    REFUSED("resign", "");
}

TEST_MAIN()
