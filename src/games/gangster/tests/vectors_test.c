/* vectors_test.c: the README's worked examples: those of the rulebook (GB-E), scorings (GB-S, GB-N)
 * and interactions (GB-V). */
#include "games/gangster/tests/test_table.h"

/* -- Printed in the rulebook ------------------------------------------------------------------- */

TEST(gb_e1_setup_for_three_players)
{
    new_game(3, NULL);
    PLAY("start 0", "reveal R1", "reveal G3");
    HOLDS("supplies 123 123 123; piles 13 12; open R1 G3; bullets 1 1 1; points 0 0 0");
}

TEST(gb_e2_where_the_blue_gangster_can_go)
{
    AT(2, "open Y1 G1; board . . . . . ." NOBODY " / . . B1 . . ." ROWS(3));
    CHECK_MOVES("move", "move c3-c2; move c3-b3; move c3-d3; move c3-c4");
}

TEST(gb_e3_red_touches_grey_and_yellow_not_blue)
{
    AT(2, "open Y1 G1; board . . . . . . / . . G1 . . . / . . R1 Y1 . . / . . . B1 . ." ROWS(2));
    CHECK_MOVES("shoot", "shoot c2; shoot d3");
    REFUSED("shoot d4", "GB-5.2");
}

/* -- Scorings ---------------------------------------------------------------------------------- */

/* Row 1 gets its six tiles, the first living one last, and what it pays is told: "R+3", "-". The
 * players' own supplies do not matter here and would be in the way. */
static const char *pays(int n_seats, const char *tie_rule, const char *line)
{
    static char told[8];
    static const char *const nothing[] = {"", "", "- -", "- - -", "- - - -"};
    char position[200], rest[32] = "", option[40], tile[4] = "", word[4];
    spk_words words = spk_words_of(line);
    int at = -1;
    for (int i = 0; spk_words_next(&words, word, sizeof word); i++) {
        bool lay = at < 0 && word[0] != 'x';
        if (lay) {
            at = i;
            memcpy(tile, word, sizeof tile);
        }
        snprintf(rest + strlen(rest), sizeof rest - strlen(rest), " %s", lay ? "." : word);
    }
    snprintf(option, sizeof option, "tie_rule=%s", tie_rule);
    snprintf(position, sizeof position, "supplies %s; open %s -; board%s" ROWS(5), nothing[n_seats],
             tile, rest);
    ANY_WITH(n_seats, option, position);
    char move[] = "lay_open 1 a1";
    move[11] = (char)('a' + at);
    PLAY(move);
    HOLDS("scored 1");
    const gangster_state *s = (const gangster_state *)&now;
    snprintf(told, sizeof told, "-");
    for (int seat = 0; seat < n_seats; seat++)
        if (s->points[seat])
            snprintf(told, sizeof told, "%c+%d", "RBYG"[seat], s -> points[seat]);
    return told;
}

#define SCORES(line, top_only, all_equal)                                                          \
    (CHECK_STR(pays(4, "top_only", line), top_only),                                               \
     CHECK_STR(pays(4, "all_equal", line), all_equal))

TEST(gb_e4_six_against_four) { SCORES("R3 R3 B3 B1 G1 G1", "R+2", "R+2"); }
TEST(gb_e5_red_and_blue_cancel) { SCORES("R2 R1 B3 Y1 Y1 G1", "Y+1", "Y+1"); }
TEST(gb_s1_6_3_3_1) { SCORES("R3 R3 B3 Y2 Y1 G1", "R+3", "R+5"); }
TEST(gb_s2_6_4_4_0) { SCORES("R3 R3 B3 B1 Y3 Y1", "R+2", "R+6"); }
TEST(gb_s3_6_2_2_2) { SCORES("R3 R3 B2 Y2 G1 G1", "R+4", "R+6"); }
TEST(gb_s4_5_5_3_3) { SCORES("R3 R2 B3 B2 Y3 G3", "-", "-"); }
TEST(gb_s5_5_5_3_1) { SCORES("R3 R2 B3 B2 Y3 G1", "Y+2", "Y+2"); }
TEST(gb_s6_5_5_3_0) { SCORES("R3 R2 B3 B2 Y2 Y1", "Y+3", "Y+3"); }
TEST(gb_s7_3_3_3_2) { SCORES("R2 R1 B2 B1 Y3 G2", "G+2", "G+2"); }
TEST(gb_s8_3_3_3_3) { SCORES("R3 B3 Y2 Y1 G2 G1", "-", "-"); }
TEST(gb_s9_4_4_0_0) { SCORES("R2 R1 R1 B2 B1 B1", "-", "-"); }
TEST(gb_s10_15_0_0_0) { SCORES("R3 R3 R3 R2 R2 R2", "R+15", "R+15"); }
TEST(gb_s11_7_6_0_0) { SCORES("R3 R3 R1 B3 B2 B1", "R+1", "R+1"); }
TEST(gb_s12_1_4_4_3) { SCORES("R1 B3 B1 Y3 Y1 G3", "G+2", "G+2"); }
TEST(gb_s13_2_3_3_3) { SCORES("R2 B3 Y2 Y1 G2 G1", "R+2", "R+2"); }
TEST(gb_s14_8_1_1_0) { SCORES("R3 R3 R1 R1 B1 Y1", "R+7", "R+8"); }
TEST(gb_s15_4_4_1_1) { SCORES("R3 R1 B3 B1 Y1 G1", "-", "-"); }
TEST(gb_s16_9_3_0_0) { SCORES("R3 R3 R3 B1 B1 B1", "R+6", "R+6"); }
TEST(gb_s17_a_dead_three) { SCORES("R3 xR3 B3 B1 G1 G1", "B+1", "B+1"); }
TEST(gb_s18_a_dead_grey) { SCORES("R1 R1 B1 B1 Y1 xG3", "Y+1", "Y+1"); }
TEST(gb_s19_four_dead) { SCORES("xR3 xR2 xB3 xB2 Y3 G3", "-", "-"); }

TEST(gb_s20_all_powers_0)
{
    const int none[GANGSTER_GANGS] = {0};
    for (int all_equal = 0; all_equal < 2; all_equal++) {
        CHECK_INT(gangster_judge_line(none, all_equal).gang, -1);
        CHECK_INT(gangster_judge_line(none, all_equal).points, 0);
    }
}

/* Red and Blue play; yellow and grey are nobody's. */
TEST(gb_n1_yellow_scores_for_nobody) { CHECK_STR(pays(2, "top_only", "Y3 Y3 R2 R1 B2 B1"), "-"); }
TEST(gb_n2_an_unowned_5_is_subtracted)
{
    CHECK_STR(pays(2, "top_only", "R3 R3 Y3 Y2 B1 G1"), "R+1");
}
TEST(gb_n3_red_and_yellow_cancel) { CHECK_STR(pays(2, "top_only", "R3 R2 Y3 Y2 B2 G1"), "B+1"); }
TEST(gb_n4_yellow_and_grey_cancel) { CHECK_STR(pays(2, "top_only", "Y3 Y2 G3 G2 R3 B1"), "R+2"); }
TEST(gb_n5_grey_scores_for_nobody) { CHECK_STR(pays(2, "top_only", "R3 B3 Y2 Y1 G2 G2"), "-"); }

/* -- Interactions ------------------------------------------------------------------------------ */

/* a1 is missing in row 1 (R1 there: Blue +1) and in column a (R1 there: Red +2). Rows 5 and 6 are
 * where the points came from. */
#define TWO_LINES                                                                                  \
    "; open R2 B3; board . B2 Y1 G1 B1 R1 / R3 . . . . . / Y1 . . . . . / Y1 . . . . . / "         \
    "G1 G2 Y2 G2 Y2 G3 / B1 Y3 G3 Y3 G3 Y2"

TEST(gb_v1_column_first_red_wins)
{
    AT(2, "points 15 16" TWO_LINES);
    PLAY("lay_own 1 a1", "choose_order column");
    CHECK_OVER("al_capone");
    HOLDS("points 17 16; scored 5 6 a");
    CHECK_INT(result().winners, 1);
}

TEST(gb_v2_row_first_blue_wins_on_reds_turn)
{
    AT(2, "points 15 16" TWO_LINES);
    PLAY("lay_own 1 a1", "choose_order row");
    CHECK_OVER("al_capone");
    HOLDS("points 15 17; scored 1 5 6; active 0");
    CHECK_INT(result().winners, 2);
}

TEST(gb_v3_blue_reached_five_first)
{
    AT(2, "points 3 4" TWO_LINES);
    PLAY("lay_own 1 a1", "choose_order row");
    CHECK(!is_over());
    HOLDS("points 5 5; scored 1 5 6 a");
    CHECK_INT(result().rank[1], 1);
    CHECK_INT(result().rank[0], 2);
}

TEST(gb_v4_a_move_completes_one_line)
{
    AT(2, "points 0 0" TWO_LINES);
    PLAY("move b1-a1");
    HOLDS("phase action; active 1; scored 5 6 a; locked a1");
    CHECK_STR(on("b1"), "-");
}

TEST(gb_v5_nobody_leaves_a_complete_row)
{
    AT(2, "open Y2 G2; board . . . . . ." NOBODY " / R1 B1 Y1 G1 R2 B2" ROWS(3));
    REFUSED("move c3-c2", "GB-4.5");
    REFUSED("move c3-c4", "GB-4.5");
    CHECK_N_MOVES("move", 0);
}

TEST(gb_v6_with_two_players_the_mover_may_move_again)
{
    AT(2, "open Y2 G2; board . . . . . ." NOBODY " / . . Y1 . . ." ROWS(3));
    PLAY("move c3-c4");
    REFUSED("move c4-c5", "GB-4.2");
    PLAY("lay_own 1 a1");
    CHECK(is_legal("move c4-c5"));
}

TEST(gb_v7_the_seat_after_the_next_may_move_it)
{
    AT(3, "open Y2 G2; board . . . . B1 Y1" ROWS(5));
    PLAY("lay_own 1 c4", "shoot f1");
    CHECK_INT(actor(), 2);
    CHECK(is_legal("move c4-c5"));
}

TEST(gb_v8_locks_do_not_protect_from_shots)
{
    AT(2, "open Y2 G2; board . . . . . ." ROWS(3) " / . . B1 . . ." NOBODY);
    PLAY("lay_own 3 c4", "shoot c4");
    CHECK_STR(on("c4"), "xR3");
    HOLDS("bullets 2 1; locked -");
}

TEST(gb_v9_only_blue_can_act)
{
    blue_alone("xR2", "0 0 0 1");
    PLAY("shoot c3");
    HOLDS("active 1; skipped 0");
    CHECK_MOVES("", "lay_own 2 a1; lay_own 2 f6; lay_own 3 a1; lay_own 3 f6");
    PLAY("lay_own 2 a1", "choose_order row");
    HOLDS("active 1; skipped 0 2 3; locked -");
    PLAY("lay_own 3 f6", "choose_order column");
    CHECK_OVER("board_full");
}

TEST(gb_v10_red_must_shoot)
{
    blue_alone("R2", "1 0 0 1");
    PLAY("shoot c3");
    HOLDS("active 0; skipped -");
    CHECK(list_moves("", NULL) > 0);
    CHECK_INT(list_moves("shoot", NULL), list_moves("", NULL));
}

TEST(gb_v11_a_lock_lapses_with_a_skipped_turn)
{
    AT(2, "supplies 123 -; open - -; bullets 0 0; board . . Y1 G1 B1 B2 / Y2 . G2 B3 Y3 G3 / "
          "R1 xB1 xY1 G1 R2 B2 / " ROW_EVEN " / R1 xB1 xY1 G1 R2 B2 / " ROW_EVEN);
    PLAY("move a2-b2");
    HOLDS("active 0; skipped 1; locked -; quiet_turns 1");
    CHECK_MOVES("move", "move b2-b1; move b2-a2");
    CHECK_N_MOVES("lay_own", 9);
}

TEST(gb_v12_the_dead_fill_a_line_and_count_nothing)
{
    AT(2, "bullets 1 2; open Y2 G2; board xR3 B3 B1 G1 G1 ." ROWS(5));
    PLAY("lay_own 3 f1");
    HOLDS("scored 1; points 0 1");
}

TEST(gb_v13_points_are_not_taken_back)
{
    int power[GANGSTER_GANGS];
    AT(2, "active 1; points 2 0; open Y2 G2; board . . . . . . / R3 R3 B3 B1 G1 G1" ROWS(4));
    PLAY("shoot b2");
    HOLDS("points 2 0; scored 2; bullets 2 1");
    gangster_powers((gangster_state *)&now, gangster_line(7), power);
    CHECK_INT(power[0], 0);
}

TEST(gb_v14_the_figure_stops_at_17)
{
    AT(2, "points 12 0; supplies 12 123; open Y2 G1; board R3 R3 R3 . B1 Y1" ROWS(
              4) " / Y2 G2 Y2 G2 Y3 G3");
    PLAY("lay_own 1 d1");
    HOLDS("points 17 0");
    CHECK_OVER("al_capone");
}

TEST(gb_v15_a_slot_is_filled_from_the_other_pile)
{
    AT(2, "supplies - -; open R1 G2; piles 0 1; board . B1 Y1 G1 R2 B2 / Y2 . R3 B3 Y3 G3 / "
          "R1 B1 . G1 R2 B2 / " ROW_EVEN " / " ROW_ODD " / " ROW_EVEN);
    PLAY("lay_open 1 a1", "choose_order row", "reveal Y1");
    HOLDS("open Y1 G2; piles 0 0");
    PLAY("lay_open 1 b2", "choose_order row");
    HOLDS("open - G2; piles 0 0; phase action");
}

TEST(gb_v16_what_the_first_draw_shows_with_four_players)
{
    for (int pile = 1; pile <= 2; pile++) {
        AT(4, "open R3 B1; board . . . . . ." ROWS(5));
        PLAY(pile == 1 ? "draw 1" : "draw 2");
        CHECK_CHANCE("2 reveal R1; 2 reveal R2; 1 reveal R3; 1 reveal B1; 2 reveal B2; "
                     "2 reveal B3; 2 reveal Y1; 2 reveal Y2; 2 reveal Y3; 2 reveal G1; "
                     "2 reveal G2; 2 reveal G3");
    }
}

TEST(gb_v17_what_the_first_draw_shows_with_two_players)
{
    AT(2, "open Y3 G3; board . . . . . ." ROWS(5));
    PLAY("draw 1");
    CHECK_CHANCE("2 reveal R1; 2 reveal R2; 2 reveal R3; 2 reveal B1; 2 reveal B2; 2 reveal B3; "
                 "3 reveal Y1; 3 reveal Y2; 2 reveal Y3; 3 reveal G1; 3 reveal G2; 2 reveal G3");
}

TEST(gb_v18_the_last_tile_completes_two_lines)
{
    AT(4, "active 1; supplies - 3 - -; open - -; board " ROW_ODD " / " ROW_EVEN " / " ROW_ODD
          " / Y2 G2 R3 . Y3 G3 / " ROW_ODD " / " ROW_EVEN);
    PLAY("lay_own 3 d4");
    CHECK_MOVES("", "choose_order row; choose_order column");
    PLAY("choose_order row");
    HOLDS("scored 1 2 3 4 5 6 a b c d e f");
    CHECK_OVER("board_full");
}

TEST(gb_v19_who_reached_nine_first)
{
    ANY(3, "points 9 9 4; marks 7 5 6");
    spk_result r = result();
    CHECK_INT(r.rank[0], 2);
    CHECK_INT(r.rank[1], 1);
    CHECK_INT(r.rank[2], 3);
    CHECK_INT(r.winners, 2);
}

TEST(gb_v20_a_yellow_gangster_does_not_shoot_for_red)
{
    AT(2, "open Y2 G2; board . . . . . ." NOBODY " / . . B1 . . . / . . Y1 . . ." ROWS(2));
    REFUSED("shoot c3", "GB-5.2");
}

TEST(gb_v21_an_unowned_gangster_can_be_shot)
{
    AT(2, "open Y2 G2; board . . . . . ." NOBODY " / . . R1 . . . / . . Y1 . . ." ROWS(2));
    PLAY("shoot c4");
    HOLDS("bullets 1 2");
    CHECK_STR(on("c4"), "xY1");
}

#define TWO_REDS "open Y2 G2; board . . . . . ." NOBODY " / . . R1 . . . / . . R2 . . ." ROWS(2)

TEST(gb_v22_shooting_ones_own)
{
    AT(3, TWO_REDS);
    PLAY("shoot c4");
    CHECK_STR(on("c4"), "xR2");
    AT_WITH(3, "shoot_own=off", TWO_REDS);
    REFUSED("shoot c4", "GB-R20");
}

TEST(gb_v23_182_moves_on_the_empty_board)
{
    new_game(2, "start_player=seat_2");
    PLAY("reveal R1", "reveal G3");
    CHECK_N_MOVES("", 182);
    CHECK_N_MOVES("lay_own", 108);
    CHECK_N_MOVES("lay_open", 72);
    CHECK_N_MOVES("draw", 2);
}

TEST(gb_v24_moves_are_barred_at_the_stall_limit)
{
    AT(2, "active 1; quiet_turns 12; locked c3; open Y2 G2; "
          "board Y1 . . . . ." NOBODY " / . . R1 . . ." ROWS(3));
    REFUSED("move a1-b1", "GB-R36");
    PLAY("lay_own 1 f6");
    HOLDS("quiet_turns 0");
    CHECK(is_legal("move a1-b1"));
}

TEST(gb_v25_dead_gangsters_do_not_shoot)
{
    AT(2, "bullets 1 2; open Y2 G2; board . . . . . ." NOBODY
          " / . . xR1 . . . / . . Y1 . . ." ROWS(2));
    REFUSED("shoot c4", "GB-5.2");
}

TEST_MAIN()
