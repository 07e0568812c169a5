/* rulings_test.c: one test per ruling of the README, and every table option with
 * every value. */
#include "games/famiglia/tests/test_table.h"

/* -- Before the game --------------------------------------------------------------------------- */

TEST(fa_r1_start_player)
{
    new_game(NULL);
    CHECK_CHANCE("1 start 0; 1 start 1"); /* the default: uniformly random */
    new_game("start_player=random");
    CHECK_CHANCE("1 start 0; 1 start 1");
    for (int seat = 0; seat < 2; seat++) {
        new_game(seat ? "start_player=seat_2" : "start_player=seat_1");
        plain p = plain_now();
        CHECK(plain_is(&p, "draw"));
        CHECK_INT(p.start, seat);
        CHECK_INT(p.active, seat);
    }
}

TEST(fa_r2_one_zero_of_each_family)
{
    new_game(NULL);
    HOLDS("hand0 F0 A0 B0 M0; hand1 F0 A0 B0 M0");
}

TEST(fa_r3_any_first_street_is_kept)
{
    new_game("start_player=seat_1");
    PLAY("draw F1", "draw A1", "draw B1", "draw M1", "draw F2", "draw A2");
    HOLDS("street F1 F2 A1 A2 B1 M1; phase refresh; turns 0");
    new_game("start_player=seat_1");
    PLAY("draw F0", "draw F0", "draw F0", "draw A0", "draw A0", "draw A0");
    HOLDS("street F0 F0 F0 A0 A0 A0; phase recruit; turns 0");
}

/* -- Refresh ----------------------------------------------------------------------------------- */

TEST(fa_r4_intentions_are_not_checked)
{
    AT("phase refresh; hand0 F0 F0 F1 F1; street F1 F2; pile A1 A2 A3");
    CHECK(is_legal("refresh F1") && is_legal("refresh F2")); /* both could be recruited */
}

TEST(fa_r5_one_may_stop_without_a_zero)
{
    AT("phase refresh; hand0 A0 A0 F0 F0; street A1 B1; pile F1 A2 A3");
    PLAY("refresh B1", "draw F1", "end_refresh");
    CHECK_MOVES("recruit F1* exhaust F0; pass"); /* FA-3.8 then holds */
}

TEST(fa_r6_all_batches_of_the_turn_are_new)
{
    AT("phase refresh; hand0 F0 F0 M0 M0; street A1 B1 B2; pile F1 M1 A3");
    PLAY("refresh A1", "draw F1", "refresh B1", "draw M1", "end_refresh");
    CHECK_MOVES("recruit F1* exhaust F0; recruit M1* exhaust M0; pass");
}

TEST(fa_r7_a_new_card_may_be_discarded_again)
{
    AT("phase refresh; street A1; pile F1 M1 A3");
    PLAY("refresh A1", "draw F1", "refresh F1*", "draw M1");
    HOLDS("street M1*; discard F1 A1");
}

TEST(fa_r8_a_four_may_be_discarded)
{
    AT("phase refresh; street A4; pile F1 F1 F2 F2 M1");
    PLAY("refresh A4", "draw F1", "draw F1", "draw F2", "draw F2");
    HOLDS("discard A4; pile M1; street F1* F1* F2* F2*");
}

TEST(fa_r9_drawing_does_not_stop_at_a_zero)
{
    AT("phase refresh; street A3; pile F0 F1 F2 M1");
    PLAY("refresh A3", "draw F0");
    HOLDS("phase draw; due 2");
    PLAY("draw F1", "draw F2");
    HOLDS("street F0* F1* F2*; phase recruit");
}

TEST(fa_r10_the_discarded_card_is_reshuffled_too)
{
    AT("phase refresh; hand0 A1 A1; street A2 B1; pile F1; discard M1");
    PLAY("refresh A2", "draw F1");
    CHECK_CHANCE("1 draw A2; 1 draw M1");
    PLAY("draw A2");
    HOLDS("street B1 F1* A2*");
    CHECK(is_legal("refresh B1"));
    PLAY("end_refresh", "recruit A2* exhaust A1"); /* it is new */
}

TEST(fa_r11_one_more_refresh_when_the_pile_ends_exactly)
{
    AT("phase refresh; street A1 B1; pile F1; discard M1 M2");
    PLAY("refresh A1", "draw F1", "refresh B1", "draw M2");
    HOLDS("phase recruit; pile A1 M1; under B1");
    REFUSED("refresh F1*", "FA-5.2");
}

TEST(fa_r12_the_extra_refresh_goes_under_the_pile)
{
    AT("phase refresh; street A2 B1; pile F1; discard M1 M2");
    PLAY("refresh A2", "draw F1", "draw M1", "refresh B1", "draw M2");
    HOLDS("discard -; under B1; pile A2");
}

TEST(fa_r13_too_few_cards_after_the_reshuffle)
{
    AT("phase refresh; street A4 B1; pile F1; discard M1");
    PLAY("refresh A4", "draw F1", "draw A4", "draw M1");
    HOLDS("street B1 F1* A4* M1*; due 0; pile -; phase recruit"); /* three of four */
    REFUSED("refresh B1", "FA-R18");
    PLAY("pass", "pass");
    CHECK_OVER("end_trigger");
}

TEST(fa_r14_a_refill_goes_on_after_the_reshuffle)
{
    AT("phase recruit; street F0; pile F1; discard A1 A2 B1");
    PLAY("recruit F0", "draw F1", "draw A1", "draw A2", "draw B1");
    HOLDS("street F1 A1 A2 B1; pile -; due 0; active 1"); /* as far as possible */
}

TEST(fa_r15_a_refill_uses_up_the_first_pile_exactly)
{
    AT("phase recruit; street F0; pile F1 F1 F2 A1 A1 A2; discard B1 B2");
    PLAY("recruit F0", "draw F1", "draw F1", "draw F2", "draw A1", "draw A1", "draw A2");
    HOLDS("second_pass 1; pile B1 B2; discard -; active 1; phase refresh");
}

TEST(fa_r16_nothing_was_ever_discarded)
{
    AT("phase recruit; street F0; pile F1 F2");
    PLAY("recruit F0", "draw F1", "draw F2");
    HOLDS("second_pass 1; pile -; street F1 F2; active 1");
    PLAY("pass");
    CHECK_OVER("end_trigger");
}

TEST(fa_r17_only_once_means_once_a_turn)
{
    AT("phase refresh; hand1 F1 F1; second_pass 1; street A1 B1; pile F1 F2 F3");
    PLAY("refresh A1", "draw F1", "pass", "refresh B1", "draw F2", "recruit F2* exhaust F1");
    CHECK(is_legal("refresh F1"));
}

TEST(fa_r18_no_refresh_from_an_empty_pile_or_street)
{
    AT("phase recruit; second_pass 1; street A1");
    REFUSED("refresh A1", "FA-R18");
    AT("phase recruit; pile A1");
    REFUSED("refresh A1", "FA-R18");
}

TEST(fa_r19_draw_all_when_the_rank_exceeds_the_pile)
{
    AT("phase refresh; second_pass 1; street A4; under F1 F2");
    PLAY("refresh A4");
    HOLDS("street F1* F2* A4*; under -; phase recruit"); /* known cards: no chance */
}

TEST(fa_r20_a_one_gets_the_top_card)
{
    AT("phase refresh; second_pass 1; street A1; under F1 F2");
    PLAY("refresh A1");
    HOLDS("street F1*; under F2 A1"); /* first in, first out; the pile keeps its size */
}

TEST(fa_r21_refill_cards_are_not_new)
{
    AT("phase recruit; street F0; hand1 A0 A0; pile A1 A1 F1 F1 B1 B1 B2");
    PLAY("recruit F0", "draw A1", "draw A1", "draw F1", "draw F1", "draw B1", "draw B1");
    HOLDS("street F1 F1 A1 A1 B1 B1");
    PLAY("end_refresh", "recruit A1 exhaust A0");
}

TEST(fa_r22_new_marks_end_with_the_turn)
{
    AT("phase recruit; street A0 F0* B1*");
    PLAY("recruit F0*");
    HOLDS("street A0 B1");
    CHECK_MOVES("recruit A0; pass");
}

/* -- The end ----------------------------------------------------------------------------------- */

TEST(fa_r23_trigger_during_a_refresh)
{
    AT("phase refresh; second_pass 1; street A2 F1; pile B1");
    PLAY("refresh A2", "draw B1", "pass");
    CHECK(!is_over()); /* P1's turn: P2 has one more */
    PLAY("pass");
    CHECK_OVER("end_trigger");
    AT("phase refresh; active 1; second_pass 1; street A2 F1; pile B1");
    PLAY("refresh A2", "draw B1", "pass");
    CHECK_OVER("end_trigger");
}

TEST(fa_r24_trigger_by_the_refill_after_p2)
{
    static const char position[] =
        "phase recruit; active 1; turns 7; second_pass 1; street A1; hand1 A0 A0; pile B1 B2";
    AT_WITH("end_on_refill_after_second=extra_round", position);
    PLAY("recruit A1 exhaust A0", "draw B1", "draw B2", "pass", "pass");
    CHECK_OVER("end_trigger");
    HOLDS("turns 10");
    AT_WITH("end_on_refill_after_second=end_now", position);
    PLAY("recruit A1 exhaust A0", "draw B1", "draw B2");
    CHECK_OVER("end_trigger");
    HOLDS("turns 8; street B1 B2");
}

TEST(fa_r24_end_now_changes_nothing_else)
{
    static const char option[] = "end_on_refill_after_second=end_now";
    /* the refill after the first player's turn */
    AT_WITH(option, "phase recruit; second_pass 1; street A1; hand0 A0 A0; pile B1 B2");
    PLAY("recruit A1 exhaust A0", "draw B1", "draw B2");
    CHECK(!is_over());
    /* a refill that leaves a pile */
    AT_WITH(option, "phase recruit; active 1; second_pass 1; street A1; hand1 A0 A0; "
                    "pile B1 B1 B2 B2 M1 M1 M2");
    PLAY("recruit A1 exhaust A0", "draw B1", "draw B1", "draw B2", "draw B2", "draw M1", "draw M1");
    CHECK(!is_over());
    /* a refill that brings the reshuffle */
    AT_WITH(option, "phase recruit; active 1; street F0; pile B1 B1 B2 B2 M1 M1; discard M2");
    PLAY("recruit F0", "draw B1", "draw B1", "draw B2", "draw B2", "draw M1", "draw M1");
    CHECK(!is_over());
}

TEST(fa_r25_trigger_by_the_refill_after_p1)
{
    AT("phase recruit; second_pass 1; street A1; hand0 A0 A0; pile B1 B2");
    PLAY("recruit A1 exhaust A0", "draw B1", "draw B2");
    CHECK_INT(actor(), 1);
    PLAY("pass");
    CHECK_OVER("end_trigger");
}

TEST(fa_r26_double_pass_in_either_order)
{
    AT("phase recruit; active 1; passed 1; turns 3; street F0; pile A1"); /* P1, then P2 */
    PLAY("pass");
    CHECK_OVER("double_pass");
    AT("phase recruit; active 0; passed 1; turns 4; street F0; pile A1"); /* P2, then P1 */
    PLAY("pass");
    CHECK_OVER("double_pass");
}

TEST(fa_r27_p2_still_plays_after_the_trigger)
{
    AT("phase refresh; passed 1; second_pass 1; street A2 F1; pile B1");
    PLAY("refresh A2", "draw B1", "pass");
    CHECK(!is_over());
    CHECK_INT(actor(), 1);
}

TEST(fa_r28_every_kind_of_pass_is_a_pass)
{
    AT("phase recruit; street F0; pile A1"); /* although a card is there */
    PLAY("pass");
    HOLDS("passed 1");
    AT("phase recruit; street F1; pile A1"); /* forced: asked all the same */
    CHECK_MOVES("pass");
    PLAY("pass");
    HOLDS("passed 1");
    AT("phase exchange; hand0 A1 B1 F0; display0 M1; street F1; pile A1"); /* after actions 2, 3 */
    PLAY("play_accountant A1", "take M1", "give F0", "play_brute B1 F1 1", "pass");
    HOLDS("passed 1; hand0 M1; display0 F0 A1 B1"); /* spent is spent */
}

TEST(fa_r29_an_empty_street)
{
    AT("phase recruit; second_pass 1; street F0; hand1 B1 F0");
    PLAY("recruit F0");
    HOLDS("street -; phase recruit"); /* no target for the Brute: action 3 is passed over */
    CHECK_MOVES("pass");
    REFUSED("play_brute B1 F1 1", "FA-7.2");
    PLAY("pass");
    HOLDS("passed 1");
}

/* -- Exchange ---------------------------------------------------------------------------------- */

TEST(fa_r30_at_least_one_card_is_exchanged)
{
    AT("phase exchange; hand0 A4 F0 F1; display0 B0 B1 B2 B3; street F4");
    PLAY("play_accountant A4");
    REFUSED("stop", "FA-R30");
    PLAY("take B0", "take B1"); /* min(4, 4, 2) = 2: no third */
    HOLDS("phase exchange_give; to_give 2");
    AT("phase recruit; hand0 A4 F0; street F4"); /* display empty */
    REFUSED("play_accountant A4", "FA-R30");
    AT("phase recruit; hand0 A4; display0 F0; street F4"); /* no card to give */
    REFUSED("play_accountant A4", "FA-R30");
}

TEST(fa_r31_only_the_physical_card_is_barred)
{
    AT("phase exchange; hand0 A1 F0; display0 A1; street F4");
    PLAY("play_accountant A1", "take A1", "give F0");
    HOLDS("hand0 A1; display0 F0 A1");
}

TEST(fa_r32_no_type_on_both_sides)
{
    AT("phase exchange; hand0 A2 F0 F1; display0 F0 B1; street F4");
    PLAY("play_accountant A2", "take F0");
    REFUSED("give F0", "FA-R32");
    AT("phase recruit; hand0 A2 F0 F0; display0 F0; street F4"); /* only identical cards */
    REFUSED("play_accountant A2", "FA-R32");
    AT("phase exchange; hand0 A1 A2; display0 A1; street F4");
    CHECK_MOVES("play_accountant A1; skip_exchange"); /* A2 would leave A1 for A1 */
    REFUSED("play_accountant A2", "FA-R32");
}

TEST(fa_r33_up_to_its_number)
{
    AT("phase exchange; hand0 A3 F0 F1 F2; display0 B0 B1 B2; street F4");
    PLAY("play_accountant A3", "take B1", "stop", "give F2");
    HOLDS("hand0 F0 F1 B1; display0 F2 A3 B0 B2");
}

/* -- Intimidate -------------------------------------------------------------------------------- */

TEST(fa_r34_any_amount_up_to_the_brutes_rank)
{
    AT("phase intimidate; hand0 B3; street F4");
    CHECK_MOVES("play_brute B3 F4 1; play_brute B3 F4 2; play_brute B3 F4 3; skip_intimidate");
    REFUSED("play_brute B3 F4 4", "FA-R34");
    REFUSED("play_brute B3 F4 0", "FA-R34");
}

TEST(fa_r35_no_brute_on_a_zero)
{
    AT("phase intimidate; hand0 B3; street F0 F1");
    CHECK_MOVES("play_brute B3 F1 1; skip_intimidate");
    REFUSED("play_brute B3 F0 1", "FA-R35");
}

TEST(fa_r36_a_brute_on_an_old_card)
{
    AT("phase intimidate; hand0 B1; street F1 A2*");
    PLAY("play_brute B1 F1 1");
    HOLDS("street F1-1 A2*");
    CHECK_MOVES("pass"); /* useless */
    REFUSED("recruit F1-1", "FA-3.8");
}

TEST(fa_r37_another_card_may_be_taken)
{
    AT("phase intimidate; hand0 B1 A0 A0; street F2 A1");
    PLAY("play_brute B1 F2 1", "recruit A1 exhaust A0");
    HOLDS("street F2");
    AT("phase intimidate; hand0 B1; street F2 A1; pile M1");
    PLAY("play_brute B1 F2 1", "pass");
    HOLDS("street F2 A1; passed 1");
}

TEST(fa_r38_printed_points_and_no_printed_price)
{
    AT("phase intimidate; hand0 B1 F1 F1; street F2 A1");
    PLAY("play_brute B1 F2 1");
    CHECK_MOVES("pass");
    REFUSED("recruit F2 exhaust F1", "FA-R38");
    /* of two F2 only one is lowered: the other keeps its price */
    AT("phase intimidate; hand0 B1 F1 F1 F0 F0; street F2 F2");
    PLAY("play_brute B1 F2 1");
    CHECK_MOVES("recruit F2 exhaust F1; recruit F2-1 exhaust F0; pass");
    PLAY("recruit F2-1 exhaust F0");
    HOLDS("street F2");
    CHECK_SCORE(6 + 3 + 3 + 1 + 1 + 1, 0);
}

TEST(fa_r39_lowered_to_zero_is_no_zero_for_refreshes)
{
    AT("phase intimidate; hand0 B1; street F1 A2; pile M1 M2");
    PLAY("play_brute B1 F1 1", "pass");
    CHECK(is_legal("refresh F1")); /* the next player is not blocked */
}

/* -- Jokers ------------------------------------------------------------------------------------ */

TEST(fa_r40_a_jokers_own_rank_is_not_in_its_range)
{
    AT("phase recruit; hand0 F3 M3; street F4 F0");
    CHECK_MOVES("recruit F0; pass");
    AT("phase recruit; hand0 M3 M3; street M4"); /* as natural Mercenaries */
    CHECK_MOVES("recruit M4 exhaust M3; pass");
}

TEST(fa_r41_a_joker_for_a_mercenary)
{
    AT("phase recruit; hand0 M0 M2; street M1");
    PLAY("recruit M1 exhaust M2");
    HOLDS("hand0 M0 M1; display0 M2");
}

TEST(fa_r42_two_mercenaries_for_a_mercenary)
{
    AT("phase recruit; hand0 M2 M2; street M3"); /* two naturals */
    CHECK_MOVES("recruit M3 exhaust M2; pass");
    AT("phase recruit; hand0 M2 M4; street M3"); /* a natural and a joker */
    CHECK_MOVES("recruit M3 exhaust M2; recruit M3 exhaust M4; pass");
    AT("phase recruit; hand0 M3 M4; street M3"); /* no natural */
    CHECK_MOVES("pass");
}

TEST(fa_r43_joker_only_if_needed)
{
    static const char two[] = "phase recruit; hand0 F0 F0 M1 M3; street F1";
    static const char one[] = "phase recruit; hand0 F0 M1 M3; street F1";
    AT_WITH("joker_only_if_needed=off", two);
    CHECK_MOVES("recruit F1 exhaust F0; recruit F1 exhaust M1; recruit F1 exhaust M3; pass");
    AT_WITH("joker_only_if_needed=on", two);
    CHECK_MOVES("recruit F1 exhaust F0; pass");
    AT_WITH("joker_only_if_needed=on", one);
    CHECK_MOVES("recruit F1 exhaust F0; recruit F1 exhaust M1; recruit F1 exhaust M3; pass");
}

TEST(fa_r44_one_joker_a_turn_never_binds)
{
    AT("phase exchange; hand0 A1 B1 F1 M2 A0; display0 M1; street F3");
    PLAY("play_accountant A1", "take M1", "give A0", "play_brute B1 F3 1",
         "recruit F3-1 exhaust M2"); /* all three abilities in one turn */
    HOLDS("hand0 F1 F3 M1; display0 A0 A1 B1 M2");
}

TEST(fa_r45_no_mercenary_for_actions_2_and_3)
{
    AT("phase exchange; hand0 A1 M4 B1; display0 F0; street F2");
    CHECK_MOVES("play_accountant A1; skip_exchange");
    REFUSED("play_accountant M4", "FA-R45");
    PLAY("skip_exchange");
    REFUSED("play_brute M4 F2 1", "FA-R45");
}

TEST(fa_r46_mercenaries_are_natural_payment)
{
    AT("phase recruit; hand0 M0 M0; street M1");
    CHECK_MOVES("recruit M1 exhaust M0; pass");
    AT("phase recruit; hand0 M3 M3; street M4");
    CHECK_MOVES("recruit M4 exhaust M3; pass");
}

TEST(fa_r47_payment_is_no_ability)
{
    AT("phase intimidate; hand0 B3 B1 B1; street B2 B4");
    PLAY("play_brute B3 B4 1", "recruit B2 exhaust B1");
    HOLDS("hand0 B1 B2; display0 B1 B3");
}

TEST(fa_r48_the_recruiting_player_chooses)
{
    AT("phase recruit; hand0 F0 M1 M2; street F1");
    CHECK_MOVES("recruit F1 exhaust F0; recruit F1 exhaust M1; recruit F1 exhaust M2; pass");
    REFUSED("recruit F1", "FA-8.4"); /* as part of the action */
}

TEST(fa_r49_the_recruited_card_is_not_used_this_turn)
{
    /* Taking F1 free, with F1 in hand, does not make the pair for an F2: the turn is over. */
    AT("phase recruit; hand0 F1; brute 1; display0 B1; street F1-1 F2; pile A1");
    CHECK_MOVES("recruit F1-1; pass");
    PLAY("recruit F1-1");
    CHECK_INT(actor(), 1);
    /* Nor can it be the card that is exhausted. */
    AT("phase recruit; hand0 F1 F1; street F2 A1; pile A1");
    REFUSED("recruit F2 exhaust F2", "FA-8.8");
}

/* -- Result and information -------------------------------------------------------------------- */

TEST(fa_r50_tie_break)
{
    static const char next_card[] = "phase over; hand0 F3 B3; hand1 B4 F2"; /* 10 6 : 10 6 */
    static const char longer[] = "phase over; hand0 F3 F1; hand1 B4 F0 F0 F0";
    AT(next_card);
    CHECK_INT(result().winners, 3);
    AT_WITH("tie_break=descending", next_card);
    CHECK_INT(result().winners, 3); /* equal throughout: a draw all the same */
    AT_WITH("tie_break=draw", longer);
    CHECK_INT(result().winners, 3);
    AT_WITH("tie_break=descending", longer); /* 10 3 : 10 1 1 1 */
    CHECK_INT(result().winners, 1);
}

static void print_for(spk_seat viewer, bool json, spk_buf *out)
{
    spk_json j = {.out = out};
    spk_state view = now;
    spk_redact(&box, &view, viewer);
    if (json)
        box.game->json(&box, &view, viewer, &j);
    else
        box.game->board(&box, &view, viewer, out);
}

TEST(fa_r51_only_the_order_of_the_pile_is_unknown)
{
    spk_buf out = {0};
    AT("phase recruit; hand0 F2; hand1 M3; street F0; pile A1");
    print_for(1, true, &out);
    CHECK(strstr(spk_buf_text(&out), "\"hand\":[\"F2\"]"));
    CHECK(strstr(spk_buf_text(&out), "\"hand\":[\"M3\"]"));
    spk_state view = now, again;
    spk_redact(&box, &view, 1);
    assert_memory_equal(&view, &now, box.game->state_size); /* the view is the state */
    again = view;
    spk_rng rng;
    spk_rng_init(&rng, 51, 0);
    spk_resample(&box, &again, 1, &rng);
    assert_memory_equal(&again, &now, box.game->state_size); /* and the only world that fits it */
    spk_buf_release(&out);
}

TEST(fa_r51_show_hands_off_leaves_out_the_other_hand)
{
    for (int json = 0; json < 2; json++) {
        spk_buf mine = {0}, all = {0}, nobody = {0};
        AT_WITH("show_hands=off", "phase recruit; hand0 F2; hand1 M3; street F0; pile A1");
        print_for(0, json, &mine);
        print_for(SPK_SEAT_ALL_SEEING, json, &all);
        print_for(SPK_SEAT_ONLOOKER, json, &nobody);
        CHECK(strstr(spk_buf_text(&mine), "F2") && !strstr(spk_buf_text(&mine), "M3"));
        CHECK(strstr(spk_buf_text(&all), "F2") && strstr(spk_buf_text(&all), "M3"));
        CHECK(!strstr(spk_buf_text(&nobody), "F2") && !strstr(spk_buf_text(&nobody), "M3"));
        spk_buf_release(&mine), spk_buf_release(&all), spk_buf_release(&nobody);
        AT_WITH("show_hands=on", "phase recruit; hand0 F2; hand1 M3; street F0; pile A1");
        print_for(0, json, &mine);
        CHECK(strstr(spk_buf_text(&mine), "F2") && strstr(spk_buf_text(&mine), "M3"));
        spk_buf_release(&mine);
    }
}

TEST(fa_r52_no_hand_or_display_limit)
{
    AT("phase recruit; hand0 F0 F0 F0 F0 A0 A0 A0 A0 B0 B0 B0 B0 M0 M0 M0 M0 F1 F1 A1 A1 B1 B1; "
       "display0 F1 F1 A1 A1 B1 B1 M1 M1 M1 F2 F2 A2 A2 B2 B2; street M0 F3");
    PLAY("recruit M0");
    plain p = plain_now();
    CHECK_INT(sum(p.hand[0]), 23);
}

TEST(fa_r53_the_order_of_the_street_does_not_matter)
{
    AT("phase recruit; street F0 A1 B2 M3*");
    spk_state one = now;
    AT("phase recruit; street M3* B2 F0 A1");
    assert_memory_equal(&one, &now, box.game->state_size);
}

TEST(fa_r54_sizes_and_discards_are_public)
{
    spk_buf out = {0};
    AT_WITH("show_hands=off",
            "phase recruit; hand0 F2; hand1 M3 M2; street F0; pile A1 A2; discard B1 B2");
    print_for(0, true, &out);
    CHECK(strstr(spk_buf_text(&out), "\"hand_size\":2"));
    CHECK(strstr(spk_buf_text(&out), "\"pile_size\":2"));
    CHECK(strstr(spk_buf_text(&out), "\"discard\":[\"B1\",\"B2\"]"));
    spk_buf_release(&out);
}

TEST(fa_r55_the_same_scoring_after_an_early_end)
{
    AT("phase recruit; passed 1; hand0 F1; display0 F2; hand1 B4; street F0; pile A1");
    PLAY("pass");
    CHECK_OVER("double_pass");
    CHECK_SCORE(9, 10);
    CHECK_INT(result().winners, 2);
}

TEST(fa_r56_an_empty_hand_plays_on)
{
    AT("phase refresh; display0 F0; street F1; pile A0 A1");
    CHECK_MOVES("refresh F1; end_refresh");
    PLAY("refresh F1", "draw A0");
    CHECK_MOVES("recruit A0*; pass");
}

TEST(fa_r57_no_solo_rules)
{
    CHECK_INT(open_box(1, NULL, NULL), SPK_EREFUSED);
    CHECK_STR(why.rule, "FA-1.1");
}

TEST(fa_r58_no_options_but_our_own)
{
    const spk_game *game = spk_game_find("famiglia"); /* Yucata's changes are not modelled */
    static const char *const names[] = {"start_player", "end_on_refill_after_second",
                                        "joker_only_if_needed", "tie_break", "show_hands"};
    CHECK_INT(game->n_options, 5);
    for (int i = 0; i < 5; i++)
        CHECK_STR(game->options[i].name, names[i]);
}

/* The rules know no undo: there is no such move, and a turn cannot be reopened. What a client may
 * take back before anything was revealed is the match's business (engine/match.h). */
TEST(fa_r59_no_undo_among_the_moves)
{
    AT("phase refresh; street F1; pile A0 A1");
    REFUSED("undo", "");
    uint32_t turn = box.game->turn(&box, &now);
    PLAY("refresh F1", "draw A0");
    CHECK_INT(box.game->turn(&box, &now), turn);
    PLAY("pass");
    CHECK(box.game->turn(&box, &now) != turn);
}

TEST(fa_r60_play_cannot_go_on_for_ever)
{
    /* Rank 1 refreshes in turns change nothing; but two passes in a row end it. */
    AT("phase refresh; second_pass 1; street A1 B1; pile F1 F1; passed 0");
    PLAY("refresh A1", "draw F1", "pass", "refresh B1", "draw F1", "pass");
    CHECK_OVER("double_pass");
}

TEST(fa_r61_starter_cards_never_leave_their_owner)
{
    spk_rng rng;
    for (uint64_t game = 0; game < 20; game++) {
        new_game(NULL);
        spk_rng_init(&rng, 61, game);
        for (; !is_over(); step(&rng)) {
            plain p = plain_now();
            for (int seat = 0; seat < 2; seat++)
                for (int t = 0; t < TYPES; t += 5)
                    CHECK(p.hand[seat][t] + p.display[seat][t] >= 1);
        }
    }
}

TEST(fa_r62_no_refill_after_the_last_turn)
{
    AT("phase recruit; active 1; second_pass 1; street F0");
    PLAY("recruit F0");
    CHECK_OVER("end_trigger");
    HOLDS("street -; due 0");
}

TEST(fa_r63_identical_is_family_and_rank)
{
    AT("phase recruit; hand0 F0 F0 F0; street F1 F1 F1");
    CHECK_MOVES("recruit F1 exhaust F0; pass"); /* one move, not nine */
}

TEST(fa_r64_printed_rank_counts_for_a_refresh)
{
    AT("phase intimidate; hand0 B2; street F3; pile A1 A1 A2 A2");
    PLAY("play_brute B2 F3 2", "pass", "refresh F3"); /* lowered to 1 in the turn before */
    HOLDS("due 3");
}

TEST(fa_r65_a_zero_may_be_left_lying)
{
    AT("phase recruit; hand0 F0 F0; street A0 F1 B1; pile M1 M2");
    PLAY("recruit F1 exhaust F0");
    HOLDS("street A0 B1; phase recruit");
    REFUSED("refresh B1", "FA-3.1");
    PLAY("pass");
    REFUSED("refresh B1", "FA-3.1");
}

TEST(fa_r66_double_pass_p1_then_p2)
{
    AT("phase recruit; turns 6; street F0; pile A1");
    PLAY("pass");
    CHECK(!is_over());
    PLAY("pass");
    CHECK_OVER("double_pass");
    HOLDS("turns 8"); /* four each */
}

TEST_MAIN()
