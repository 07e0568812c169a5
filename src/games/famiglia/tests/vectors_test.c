/* vectors_test.c: the README's worked examples, card by card, and its integration
 * script turn by turn. */
#include "games/famiglia/tests/test_table.h"

/* -- Examples of the rulebook ------------------------------------------------------------------ */

TEST(fa_v1_andrea_refreshes_with_a_2)
{
    AT("phase refresh; street F2 A1 B1 M1 B2 M3; pile A3 M1 F1");
    PLAY("refresh F2", "draw A3", "draw M1");
    HOLDS("discard F2; street A1 B1 B2 M1 M3 A3* M1*; pile F1");
}

TEST(fa_v2_hedwig_recruits_a_new_accountant)
{
    AT("phase recruit; hand0 A2 A2; street F1 A3*");
    PLAY("recruit A3* exhaust A2");
    HOLDS("hand0 A2 A3; display0 A2");
}

TEST(fa_v3_hedwig_draws_the_card_she_put_under)
{
    AT("phase refresh; second_pass 1; pile M1 F2; street B3 A1 F1");
    PLAY("refresh B3", "draw M1", "draw F2");
    HOLDS("street F1 A1 F2* B3* M1*; pile -; under -; phase recruit");
    PLAY("pass");
    CHECK(!is_over());
    PLAY("pass");
    CHECK_OVER("end_trigger");
}

TEST(fa_v4_an_exchange_of_two)
{
    AT("phase exchange; hand0 A2 B0 F1 M0; display0 M2 B3 A0; street F4");
    PLAY("play_accountant A2", "take B3", "take M2", "give F1", "give B0");
    HOLDS("hand0 B3 M0 M2; display0 F1 A0 A2 B0");
}

TEST(fa_v5_a_brute_lowers_the_price)
{
    AT("phase intimidate; hand0 M1 M1 B2; street M4 F1");
    PLAY("play_brute B2 M4 2", "recruit M4-2 exhaust M1");
    HOLDS("hand0 M1 M4; display0 B2 M1");
}

TEST(fa_v6_a_joker_and_the_natural_card_is_exhausted)
{
    AT("phase recruit; hand0 F2 M3; street F3 F1");
    PLAY("recruit F3 exhaust F2");
    HOLDS("hand0 F3 M3; display0 F2");
}

TEST(fa_v7_a_joker_is_exhausted)
{
    AT("phase recruit; hand0 F2 M3; street F3 F1");
    PLAY("recruit F3 exhaust M3");
    HOLDS("hand0 F2 F3; display0 M3");
}

/* Whether the natural card of (family, e - 1) and Mn together can take the card of rank e. */
static bool joker_fits(char family, int e, int n)
{
    char position[80], move[40];
    snprintf(position, sizeof position, "phase recruit; hand0 %c%d M%d; street %c%d F0", family,
             e - 1, n, family, e);
    snprintf(move, sizeof move, "recruit %c%d exhaust M%d", family, e, n);
    AT(position);
    return is_legal(move);
}

TEST(fa_v8_m3_stands_for_ranks_0_1_2_of_any_family)
{
    for (const char *family = "FAB"; *family; family++) {
        for (int rank = 0; rank <= 2; rank++)
            CHECK(joker_fits(*family, rank + 1, 3));
        CHECK(!joker_fits(*family, 4, 3));
    }
    CHECK(joker_fits('M', 1, 3) && joker_fits('M', 2, 3) && joker_fits('M', 3, 3));
}

/* -- Derived vectors --------------------------------------------------------------------------- */

TEST(fa_v9_the_deal)
{
    new_game("start_player=seat_1");
    PLAY("draw F1", "draw F1", "draw A1", "draw B1", "draw M1", "draw M2");
    plain p = plain_now();
    CHECK_INT(sum(p.pile), 46);
    CHECK_INT(sum(p.hand[0]), 4);
    CHECK_INT(sum(p.hand[1]), 4);
    CHECK_SCORE(1, 1);
}

/* Six draws; by symmetry the weights do not depend on which card without a 0 was drawn, so the
 * product along one path is the whole probability: compared as exact fractions. */
TEST(fa_v10_probability_of_a_first_street_without_a_zero)
{
    spk_outcome outcomes[SPK_MAX_OUTCOMES];
    uint64_t without = 1, all = 1;
    new_game("start_player=seat_1");
    for (int draw = 0; draw < 6; draw++) {
        int n = box.game->chance(&box, &now, outcomes);
        uint32_t weight = 0;
        spk_move next = 0;
        for (int i = 0; i < n; i++) {
            char text[SPK_MOVE_TEXT];
            if (spk_move_text(&box, outcomes[i].move, text)[6] != '0') {
                weight += outcomes[i].weight;
                next = outcomes[i].move;
            }
        }
        without *= weight;
        all *= spk_outcome_total(outcomes, n);
        CHECK_INT(spk_apply(&box, &now, SPK_SEAT_CHANCE, next, NULL), SPK_OK);
    }
    CHECK_INT(without / 720, 3838380); /* ordered draws: 6! for each street */
    CHECK_INT(all / 720, 20358520);
    CHECK_INT(without % 720 + all % 720, 0);
}

TEST(fa_v11_a_zero_is_free)
{
    AT("phase recruit; hand0 F0 A0 B0 M0; display0 F1; street B0 F1");
    PLAY("recruit B0");
    HOLDS("hand0 F0 A0 B0 B0 M0; display0 F1");
}

TEST(fa_v12_lowered_to_zero_is_free)
{
    AT("phase intimidate; hand0 B2; street F2 A4");
    int before = result().score[0];
    PLAY("play_brute B2 F2 2", "recruit F2-2");
    HOLDS("hand0 F2; display0 B2");
    CHECK_INT(result().score[0] - before, 6);
}

TEST(fa_v13_the_amount_decides_the_price)
{
    AT("phase intimidate; hand0 F2 F2 B2; street F4 A4");
    PLAY("play_brute B2 F4 1", "recruit F4-1 exhaust F2");
    HOLDS("hand0 F2 F4; display0 F2 B2");
    AT("phase intimidate; hand0 F2 F2 B2; street F4 A4");
    PLAY("play_brute B2 F4 2");
    REFUSED("recruit F4-2 exhaust F2", "FA-8.2");
}

TEST(fa_v14_a_brute_is_capped_by_the_target)
{
    AT("phase intimidate; hand0 B4; street F2");
    CHECK_MOVES("play_brute B4 F2 1; play_brute B4 F2 2; skip_intimidate");
    REFUSED("play_brute B4 F2 3", "FA-7.3");
    REFUSED("play_brute B4 F2 4", "FA-7.3");
}

TEST(fa_v15_a_joker_for_a_lowered_card)
{
    AT("phase intimidate; hand0 F2 M3 B1; street F4 A1");
    PLAY("play_brute B1 F4 1", "recruit F4-1 exhaust M3");
    HOLDS("hand0 F2 F4; display0 B1 M3");
    AT("phase intimidate; hand0 F2 M2 B1; street F4 A1");
    PLAY("play_brute B1 F4 1");
    REFUSED("recruit F4-1 exhaust M2", "FA-8.6");
}

TEST(fa_v16_the_joker_grid)
{
    for (const char *family = "FAB"; *family; family++) {
        int n_legal = 0;
        for (int e = 1; e <= 4; e++)
            for (int n = 1; n <= 4; n++) {
                CHECK_INT(joker_fits(*family, e, n), n >= e);
                n_legal += n >= e;
            }
        CHECK_INT(n_legal, 10);
    }
}

TEST(fa_v17_a_joker_for_a_mercenary)
{
    AT("phase recruit; hand0 M0 M2; street M1");
    CHECK_MOVES("recruit M1 exhaust M0; recruit M1 exhaust M2; pass");
}

TEST(fa_v18_no_natural_m0)
{
    AT("phase recruit; hand0 M1 M2; street M1");
    CHECK_MOVES("pass");
    REFUSED("recruit M1 exhaust M2", "FA-8.7");
}

TEST(fa_v19_m1_and_m2_take_m2)
{
    AT("phase recruit; hand0 M1 M2; street M2");
    CHECK_MOVES("recruit M2 exhaust M1; recruit M2 exhaust M2; pass");
}

TEST(fa_v20_two_jokers)
{
    AT("phase recruit; hand0 M3 M4; street F2");
    CHECK_MOVES("pass");
    REFUSED("recruit F2 exhaust M3", "FA-8.7");
}

TEST(fa_v21_m1_stands_for_rank_0_only)
{
    AT("phase recruit; hand0 A1 M1; street A2");
    CHECK_MOVES("pass");
    REFUSED("recruit A2 exhaust M1", "FA-8.6");
}

TEST(fa_v22_an_old_card_after_a_refresh)
{
    AT("phase refresh; hand0 F0 F0 A0 B0; street F1 B2 M2; pile A2 B3 M1");
    PLAY("refresh B2", "draw A2", "draw B3");
    HOLDS("street F1 M2 A2* B3*");
    PLAY("end_refresh");
    REFUSED("recruit F1 exhaust F0", "FA-3.8");
}

TEST(fa_v23_stopping_without_a_zero)
{
    AT("phase refresh; hand0 F0 F0 A0 B0; street F1 B2 M2; pile A2 B3 M1");
    PLAY("refresh B2", "draw A2", "draw B3");
    CHECK(is_legal("end_refresh") && is_legal("refresh F1"));
    PLAY("end_refresh");
    CHECK_MOVES("pass");
}

TEST(fa_v24_all_due_cards_are_laid)
{
    AT("phase refresh; street A1 M2; pile F0 B1 F1");
    PLAY("refresh M2", "draw F0", "draw B1");
    HOLDS("street A1 F0* B1*; phase recruit");
    REFUSED("refresh A1", "FA-3.1");
}

TEST(fa_v25_fa_v26_a_refresh_across_the_reshuffle_and_one_more)
{
    AT("phase refresh; street B3 F1; pile A1; discard F1 F2");
    PLAY("refresh B3", "draw A1");
    CHECK_CHANCE("1 draw F1; 1 draw F2; 1 draw B3");
    PLAY("draw F2", "draw B3");
    HOLDS("pile F1; discard -; second_pass 1; street F1 F2* A1* B3*; phase refresh");
    PLAY("refresh F1", "draw F1"); /* FA-V26 */
    HOLDS("pile -; under F1; street F1* F2* A1* B3*; phase recruit");
    REFUSED("refresh F1*", "FA-5.2");
}

TEST(fa_v27_the_reshuffle_does_not_yield_enough)
{
    AT("phase refresh; street B4 F1; pile A1");
    PLAY("refresh B4", "draw A1");
    CHECK_CHANCE("1 draw B4");
    PLAY("draw B4");
    HOLDS("street F1 A1* B4*; pile -; due 0; second_pass 1; phase recruit");
    REFUSED("refresh F1", "FA-R18");
    PLAY("pass", "pass");
    CHECK_OVER("end_trigger");
}

TEST(fa_v28_the_pile_ends_with_the_last_due_card)
{
    AT("phase refresh; street B2 M1; pile A1 A2; discard F1");
    PLAY("refresh B2", "draw A1", "draw A2");
    HOLDS("street M1 A1* A2*; pile F1 B2; second_pass 1; phase refresh");
    PLAY("refresh M1", "draw F1");
    REFUSED("refresh A1*", "FA-5.2");
}

TEST(fa_v29_a_second_pass_refresh)
{
    AT("phase refresh; second_pass 1; street B1 M2; pile A1 A2 A3 F1 F2");
    PLAY("refresh B1", "draw A1");
    HOLDS("pile F1 F2 A2 A3; under B1; street M2 A1*");
    REFUSED("refresh M2", "FA-5.2");
    PLAY("pass");
    CHECK(!is_over());
}

TEST(fa_v30_rank_above_the_pile)
{
    AT("phase refresh; second_pass 1; street B4 M2; pile A1");
    PLAY("refresh B4", "draw A1");
    HOLDS("street M2 A1* B4*; pile -; under -");
    PLAY("pass", "pass");
    CHECK_OVER("end_trigger");
}

TEST(fa_v31_no_refresh_without_a_pile)
{
    AT("phase recruit; second_pass 1; street B1 M2");
    REFUSED("refresh B1", "FA-R18");
}

TEST(fa_v32_a_refill_across_the_reshuffle)
{
    AT("phase recruit; street F0; pile F1 F1 A1 A1; discard B1 B1 B2 B2 M1 M1 M2");
    PLAY("recruit F0", "draw F1", "draw F1", "draw A1", "draw A1", "draw B1", "draw M2");
    HOLDS("street F1 F1 A1 A1 B1 M2; pile B1 B2 B2 M1 M1; discard -; second_pass 1; active 1; "
          "phase refresh");
}

TEST(fa_v33_trigger_by_the_refill_after_p1)
{
    AT("phase recruit; second_pass 1; street F1; hand0 F0 F0; pile A1 A1 A2");
    PLAY("recruit F1 exhaust F0", "draw A1", "draw A1", "draw A2");
    HOLDS("street A1 A1 A2; pile -; active 1");
    PLAY("pass");
    CHECK_OVER("end_trigger");
    HOLDS("turns 2");
}

TEST(fa_v34_trigger_by_the_refill_after_p2)
{
    AT("phase recruit; active 1; second_pass 1; street F1; hand1 F0 F0; pile A1 A1 A2");
    PLAY("recruit F1 exhaust F0", "draw A1", "draw A1", "draw A2", "pass");
    CHECK(!is_over());
    PLAY("pass");
    CHECK_OVER("end_trigger");
    HOLDS("turns 3"); /* two further turns */
}

TEST(fa_v35_the_first_pile_ends_and_nothing_was_discarded)
{
    AT("phase recruit; street F0; pile F1 F1 A1 A1 B1 B1");
    PLAY("recruit F0", "draw F1", "draw F1", "draw A1", "draw A1", "draw B1", "draw B1");
    HOLDS("second_pass 1; pile -; active 1; phase recruit");
    PLAY("pass");
    CHECK_OVER("end_trigger");
}

TEST(fa_v36_double_pass_p2_then_p1)
{
    AT("phase recruit; turns 4; passed 1; street F0; pile F1");
    PLAY("pass");
    CHECK_OVER("double_pass");
    HOLDS("turns 5");
}

TEST(fa_v37_the_trigger_comes_before_the_double_pass)
{
    AT("phase refresh; passed 1; second_pass 1; street B3 A1; pile A1 F1");
    PLAY("refresh B3", "draw A1", "draw F1", "pass");
    CHECK(!is_over());
    CHECK_INT(actor(), 1);
    PLAY("pass");
    CHECK_OVER("end_trigger");
}

TEST(fa_v38_only_action_4_makes_a_pass)
{
    AT("phase refresh; hand0 A1 B1 F0; display0 M0; street F1 A2; pile B2 B3 B3 M3");
    PLAY("refresh F1", "draw B2", "end_refresh", "play_accountant A1", "take M0", "give F0",
         "play_brute B1 B2* 1", "pass", "end_refresh", "pass");
    CHECK_OVER("double_pass");
}

TEST(fa_v39_nothing_to_take_back)
{
    AT("phase recruit; hand0 A3 F0; street F4");
    REFUSED("play_accountant A3", "FA-R30");
}

/* Every distinct whole exchange with the cards of this position: takes, then gives. */
static int count_exchanges(void)
{
    spk_move moves[SPK_MAX_MOVES];
    spk_state here = now;
    int n = legal_moves(moves), found = 0;
    for (int i = 0; i < n; i++) {
        spk_apply(&box, &now, actor(), moves[i], NULL);
        plain p = plain_now();
        bool going_on = plain_is(&p, "exchange_take") || plain_is(&p, "exchange_give");
        found += going_on ? count_exchanges() : 1;
        now = here;
    }
    return found;
}

TEST(fa_v40_the_hand_limits_the_exchange)
{
    AT("phase exchange; hand0 A3 F0; display0 M2 B1; street F4");
    PLAY("play_accountant A3");
    CHECK_MOVES("take B1; take M2");
    CHECK_INT(count_exchanges(), 2);
    PLAY("take M2");
    CHECK_MOVES("give F0");
}

TEST(fa_v41_an_equal_accountant_may_be_taken)
{
    AT("phase exchange; hand0 A2 A2 F0; display0 A2; street F4");
    PLAY("play_accountant A2", "take A2", "give F0");
    HOLDS("hand0 A2 A2; display0 F0 A2");
}

TEST(fa_v42_three_distinct_exchanges)
{
    AT("phase exchange; hand0 A2 F0 F1; display0 F0 B1; street F4");
    PLAY("play_accountant A2");
    CHECK_INT(count_exchanges(), 3);
    PLAY("take F0"); /* nothing else can be taken: only F1 could be given */
    CHECK_MOVES("give F1");
}

TEST(fa_v43_three_abilities_in_a_row)
{
    AT("phase exchange; hand0 A1 F0; display0 B3; street M3 F4");
    int before = result().score[0];
    PLAY("play_accountant A1", "take B3", "give F0", "play_brute B3 M3 3", "recruit M3-3");
    HOLDS("hand0 M3; display0 F0 A1 B3");
    CHECK_INT(result().score[0] - before, 6);
}

TEST(fa_v44_a_second_accountant)
{
    AT("phase exchange; hand0 A1 A2 F0; display0 M1; street F4");
    PLAY("play_accountant A1", "take M1", "give F0");
    REFUSED("play_accountant A2", "FA-2.5");
}

TEST(fa_v45_thirty_points)
{
    AT("phase over; hand0 F4 B2 M0; display0 A1 F0 B4");
    CHECK_SCORE(30, 0);
}

TEST(fa_v46_the_best_card_breaks_the_tie)
{
    AT("phase over; hand0 F0 F4 A0 B0 M0; hand1 F0 F1 F2 A3 A0 B0 M0");
    CHECK_SCORE(16, 16);
    CHECK_INT(result().winners, 1);
}

TEST(fa_v47_equal_best_cards_are_a_draw)
{
    AT("phase over; hand0 F0 F3 B4 A0 B0 M0; hand1 F0 M4 F3 A0 B0 M0");
    CHECK_SCORE(21, 21);
    CHECK_INT(result().winners, 3);
    CHECK_INT(result().rank[0] + result().rank[1], 2);
}

TEST(fa_v48_all_points_of_the_box)
{
    AT("phase over; hand0 F0 F0 F0 F0 F0 F1 F1 F1 F1 F2 F2 F2 F3 F3 F4; "
       "hand1 A0 A0 A0 A0 A0 A1 A1 A1 A1 A2 A2 A2 A3 A3 A4; "
       "display1 B0 B0 B0 B0 B0 B1 B1 B1 B1 B2 B2 B2 B3 B3 B4");
    CHECK_SCORE(70, 70);
    AT("phase over; hand0 M0 M0 M0 M0 M0 M1 M1 M1 M1 M2 M2 M2 M3 M3 M4");
    CHECK_SCORE(35, 0);
}

TEST(fa_v49_payment_is_no_ability)
{
    AT("phase exchange; hand0 A3 A1 F0; display0 A1; street A2 F4");
    PLAY("play_accountant A3", "take A1");
    REFUSED("give A1", "FA-R32");
    PLAY("give F0", "recruit A2 exhaust A1");
    HOLDS("hand0 A1 A2; display0 F0 A1 A3");
}

TEST(fa_v50_no_refill_of_a_short_street)
{
    AT("phase recruit; street B0 A1 M1; pile F1 F2");
    PLAY("recruit B0");
    HOLDS("street A1 M1; pile F1 F2; active 1");
    CHECK_MOVES("refresh A1; refresh M1; end_refresh");
}

TEST(fa_v51_descending_tie_break)
{
    static const char position[] =
        "phase over; hand0 F0 F3 B4 A0 B0 M0; hand1 F0 F3 A3 B2 M1 A0 B0 M0";
    AT(position);
    CHECK_SCORE(21, 21);
    CHECK_INT(result().winners, 3);
    AT_WITH("tie_break=descending", position);
    CHECK_INT(result().winners, 1);
}

TEST(fa_v52_joker_with_two_natural_cards)
{
    AT("phase recruit; hand0 F0 F0 M1; street F1 A1");
    PLAY("recruit F1 exhaust M1");
    HOLDS("hand0 F0 F0 F1; display0 M1");
    AT_WITH("joker_only_if_needed=on", "phase recruit; hand0 F0 F0 M1; street F1 A1");
    REFUSED("recruit F1 exhaust M1", "FA-R43");
    CHECK_MOVES("recruit F1 exhaust F0; pass");
}

TEST(fa_v53_a_zero_blocks_refreshes_until_it_is_taken)
{
    AT("phase recruit; second_pass 1; street M0 F3 B2 A0; pile F1 F1 F1 F2 F2 A1 A1 A2 A2");
    REFUSED("refresh F3", "FA-5.1");
    PLAY("recruit A0");
    REFUSED("refresh F3", "FA-5.1");
    PLAY("recruit M0");
    CHECK(is_legal("refresh F3"));
}

TEST(fa_v54_the_lowered_card_may_stay)
{
    AT("phase intimidate; hand0 B2 F0; street F3 B0");
    PLAY("play_brute B2 F3 2", "recruit B0");
    HOLDS("hand0 F0 B0; display0 B2; street F3");
    AT("phase intimidate; hand0 B2; hand1 F2 F2; street F3 B0");
    PLAY("play_brute B2 F3 2", "recruit B0");
    CHECK_MOVES("recruit F3 exhaust F2; pass"); /* rank 3 again */
}

TEST(fa_v55_m4_has_no_joker)
{
    AT("phase recruit; hand0 M3 M2 M1; street M4");
    CHECK_MOVES("pass");
    REFUSED("recruit M4 exhaust M3", "FA-8.6");
    AT("phase recruit; hand0 M3 M3; street M4");
    CHECK_MOVES("recruit M4 exhaust M3; pass");
}

TEST(fa_v56_trigger_in_p2s_turn)
{
    AT("phase refresh; active 1; second_pass 1; street F2 A3; pile M1");
    PLAY("refresh A3", "draw M1");
    HOLDS("street F2 A3* M1*; pile -");
    PLAY("pass");
    CHECK_OVER("end_trigger");
}

/* -- The integration script: twelve turns, ended by a double pass ------------------------------ */

TEST(fa_integration_script)
{
    new_game("start_player=seat_1");
    PLAY("draw F0", "draw A1", "draw B0", "draw M1", "draw F1", "draw B2");
    HOLDS("street F0 F1 A1 B0 B2 M1; turns 0");
    CHECK_INT(sum(plain_now().pile), 46);
    CHECK_SCORE(1, 1);
    PLAY("recruit F0"); /* turn 1 */
    HOLDS("hand0 F0 F0 A0 B0 M0");
    CHECK_SCORE(2, 1);
    PLAY("recruit B0"); /* turn 2 */
    HOLDS("hand1 F0 A0 B0 B0 M0; street F1 A1 B2 M1");
    PLAY("end_refresh", "recruit F1 exhaust F0"); /* turn 3 */
    HOLDS("hand0 F0 F1 A0 B0 M0; display0 F0; street A1 B2 M1");
    CHECK_SCORE(5, 1);
    PLAY("refresh B2", "draw M0", "draw A2");
    HOLDS("phase recruit"); /* a 0 lies: the refresh is over */
    PLAY("recruit M0*");    /* turn 4 */
    HOLDS("discard B2; street A1 A2 M1");
    CHECK_INT(sum(plain_now().pile), 44);
    PLAY("refresh A1", "draw B1", "refresh A2", "draw F2", "draw B3", "end_refresh");
    CHECK_MOVES("pass"); /* nothing payable */
    PLAY("pass");        /* turn 5 */
    HOLDS("discard A1 A2 B2; street F2 B1 B3 M1");
    CHECK_INT(sum(plain_now().pile), 41);
    PLAY("end_refresh", "recruit M1 exhaust M0"); /* turn 6 */
    HOLDS("hand1 F0 A0 B0 B0 M0 M1; display1 M0; street F2 B1 B3");
    CHECK_SCORE(5, 2);
    PLAY("end_refresh", "pass"); /* turn 7 */
    CHECK(!is_over());
    PLAY("end_refresh", "recruit B1 exhaust B0"); /* turn 8 */
    HOLDS("hand1 F0 A0 B0 B1 M0 M1; display1 B0 M0");
    CHECK_SCORE(5, 3);
    PLAY("end_refresh", "pass");                                          /* turn 9 */
    PLAY("end_refresh", "play_brute B1 F2 1", "recruit F2-1 exhaust M1"); /* turn 10 */
    HOLDS("hand1 F0 F2 A0 B0 M0; display1 B0 B1 M0 M1; street B3");
    CHECK_SCORE(5, 9);
    PLAY("end_refresh", "pass", "end_refresh", "pass"); /* turns 11 and 12 */
    CHECK_OVER("double_pass");
    HOLDS("turns 12");
    CHECK_SCORE(5, 9);
    CHECK_INT(result().winners, 2);
}

TEST_MAIN()
