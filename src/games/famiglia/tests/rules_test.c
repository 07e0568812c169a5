/* rules_test.c: one test per clause of the README's Rules. Rulings are tested in
 * rulings_test.c, worked examples in vectors_test.c, refusals row by row in refusals_test.c. */
#include "games/famiglia/tests/test_table.h"

/* -- FA-1 Setup -------------------------------------------------------------------------------- */

TEST(fa_1_1_exactly_two_players)
{
    CHECK_INT(open_box(2, NULL, NULL), SPK_OK);
    for (int n = 1; n <= 5; n++)
        if (n != 2) {
            CHECK_INT(open_box(n, NULL, NULL), SPK_EREFUSED);
            CHECK_STR(why.rule, "FA-1.1");
        }
}

TEST(fa_1_2_four_zeros_in_each_hand)
{
    new_game(NULL);
    HOLDS("hand0 F0 A0 B0 M0; hand1 F0 A0 B0 M0");
}

TEST(fa_1_3_displays_start_empty)
{
    new_game(NULL);
    HOLDS("display0 -; display1 -");
    /* ... and exhausted gangsters go there. */
    AT("phase recruit; hand0 F0 F0; street F1 A1");
    PLAY("recruit F1 exhaust F0");
    HOLDS("display0 F0; display1 -");
}

TEST(fa_1_4_the_other_52_cards_are_the_draw_pile)
{
    new_game(NULL);
    plain p = plain_now();
    CHECK_INT(sum(p.pile), 52);
    for (int t = 0; t < TYPES; t++)
        CHECK_INT(p.pile[t] + p.hand[0][t] + p.hand[1][t], 5 - t % 5);
}

TEST(fa_1_5_the_discard_pile_starts_empty)
{
    new_game(NULL);
    HOLDS("discard -; under -; second_pass 0");
}

TEST(fa_1_6_one_player_is_the_start_player)
{
    for (int seat = 0; seat < 2; seat++) {
        new_game(NULL);
        PLAY(seat ? "start 1" : "start 0", "draw F0", "draw A0", "draw B0", "draw M0", "draw F1",
             "draw F2");
        CHECK_INT(actor(), seat);
        CHECK_INT(plain_now().start, seat);
    }
}

TEST(fa_1_7_six_cards_are_laid_out_last)
{
    new_game("start_player=seat_1");
    PLAY("draw F0", "draw A0", "draw B0", "draw M0", "draw F1");
    CHECK_INT(actor(), SPK_SEAT_CHANCE);
    PLAY("draw F2");
    HOLDS("street F0 F1 F2 A0 B0 M0; phase recruit"); /* a 0 lies, nobody can act otherwise */
    plain p = plain_now();
    CHECK_INT(sum(p.pile), 46);
}

/* -- FA-2 Turn structure ----------------------------------------------------------------------- */

TEST(fa_2_1_turns_alternate)
{
    AT("phase recruit; active 1; start 1; street F0 A0 B0 M0");
    PLAY("recruit F0");
    CHECK_INT(actor(), 0);
    REFUSED_TO(1, "pass", "FA-2.1");
    PLAY("recruit A0");
    CHECK_INT(actor(), 1);
    HOLDS("hand0 A0; hand1 F0");
}

TEST(fa_2_2_actions_come_in_order)
{
    AT("phase refresh; hand0 A1 B1 F0; display0 M0; street F1; pile F2");
    REFUSED("play_accountant A1", "FA-2.2");
    REFUSED("play_brute B1 F1 1", "FA-2.2");
    REFUSED("pass", "FA-2.2");
    PLAY("end_refresh");
    REFUSED("refresh F1", "FA-2.2");
    REFUSED("play_brute B1 F1 1", "FA-2.2");
    PLAY("skip_exchange");
    REFUSED("play_accountant A1", "FA-2.2");
    REFUSED("recruit F1 exhaust F0", "FA-2.2");
    PLAY("skip_intimidate");
    REFUSED("play_brute B1 F1 1", "FA-2.2");
    CHECK_MOVES("pass");
}

TEST(fa_2_3_actions_1_to_3_are_optional)
{
    AT("phase refresh; hand0 F0 F0 A1 B1; display0 M0; street F1 A1; pile F2");
    PLAY("end_refresh", "skip_exchange", "skip_intimidate", "recruit F1 exhaust F0");
    HOLDS("hand0 F0 F1 A1 B1; display0 F0 M0");
}

TEST(fa_2_4_one_street_card_or_a_pass)
{
    AT("phase recruit; hand1 A0; street F0 B0; pile M0; discard M1");
    CHECK_MOVES("recruit F0; recruit B0; pass");
    REFUSED("recruit A0", "FA-2.4"); /* in the opponent's hand */
    PLAY("recruit F0");
    CHECK_INT(actor(), 1); /* exactly one */
}

TEST(fa_2_5_each_ability_once_a_turn)
{
    AT("phase exchange; hand0 A1 A2 B1 B2 F0; display0 M0 M1; street F2");
    PLAY("play_accountant A1", "take M0", "give F0");
    REFUSED("play_accountant A2", "FA-2.5");
    PLAY("play_brute B1 F2 1");
    REFUSED("play_brute B2 F2 1", "FA-2.5");
    CHECK_MOVES("pass");
}

TEST(fa_2_6_abilities_of_several_families_in_one_turn)
{
    AT("phase exchange; hand0 A1 B1 F0 A0; display0 M1; street F2 A1");
    PLAY("play_accountant A1", "take M1", "give A0", "play_brute B1 F2 1",
         "recruit F2-1 exhaust M1");
    HOLDS("hand0 F0 F2; display0 A0 A1 B1 M1");
}

TEST(fa_2_7_zeros_have_no_ability)
{
    AT("phase recruit; hand0 A0 B0 M0 F0; display0 F1; street F1 F2");
    REFUSED("play_accountant A0", "FA-2.7");
    REFUSED("play_brute B0 F2 1", "FA-2.7");
    REFUSED("recruit F1 exhaust M0", "FA-2.7");
    CHECK_MOVES("pass");
}

TEST(fa_2_8_then_it_is_the_opponents_turn)
{
    AT("phase recruit; street F0 A1");
    PLAY("recruit F0");
    HOLDS("active 1; turns 1");
    PLAY("pass");
    HOLDS("active 0; turns 2");
}

TEST(fa_2_9_a_round_is_start_player_then_second_player)
{
    /* Seat 1 began: seat 0's turn is the second of the round, and so the last one. */
    AT("phase recruit; active 1; start 1; second_pass 1; street F1");
    PLAY("pass");
    CHECK(!is_over());
    PLAY("pass");
    CHECK_OVER("end_trigger");
}

/* -- FA-3 Refresh, first pass ------------------------------------------------------------------ */

TEST(fa_3_1_no_refresh_while_a_zero_lies_there)
{
    AT("phase recruit; street F0 A2; pile M1 M2");
    REFUSED("refresh A2", "FA-3.1");
    AT("phase recruit; active 1; street F0 A2; pile M1 M2");
    PLAY("recruit F0");
    CHECK_MOVES("refresh A2; end_refresh");
}

TEST(fa_3_2_a_refresh_is_never_compulsory)
{
    AT("phase refresh; hand0 F0 F0; street F1 A2; pile M1 M2");
    PLAY("end_refresh", "recruit F1 exhaust F0"); /* and wanting a card forbids nothing */
    HOLDS("hand0 F0 F1; discard -");
}

TEST(fa_3_3_a_street_card_of_ones_choice_is_discarded)
{
    AT("phase refresh; street F1 A2 B3; pile M1 M2 M3 F2");
    CHECK_MOVES("refresh F1; refresh A2; refresh B3; end_refresh");
    REFUSED("refresh M1", "FA-3.3");
    PLAY("refresh F1", "draw M1");
    HOLDS("discard F1; street A2 B3 M1*");
}

TEST(fa_3_4_as_many_cards_as_its_rank)
{
    static const char *const cards[] = {"refresh M1", "refresh M2", "refresh M3", "refresh M4"};
    for (int rank = 1; rank <= 4; rank++) {
        AT("phase refresh; street M1 M2 M3 M4; pile F1 F1 F1 F1 F2");
        PLAY(cards[rank - 1]);
        for (int i = 0; i < rank; i++)
            PLAY("draw F1");
        CHECK_INT(actor(), 0);
        CHECK_INT(plain_now().street[1][1], rank);
    }
    REFUSED("refresh F1* 2", "FA-3.4");
}

TEST(fa_3_5_revealed_cards_are_new_for_the_rest_of_the_turn)
{
    AT("phase refresh; street A2 B1; pile A1 F0 M3");
    PLAY("refresh A2", "draw A1", "draw F0");
    HOLDS("street B1 F0* A1*; phase recruit");
    PLAY("pass");
    HOLDS("street F0 A1 B1");
}

TEST(fa_3_6_repeat_until_a_zero_lies_there)
{
    AT("phase refresh; street A1 B1; pile M1 F1 F0 F2");
    PLAY("refresh A1", "draw M1", "refresh B1", "draw F1", "refresh M1*", "draw F0");
    HOLDS("phase recruit; street F0* F1*; discard A1 B1 M1");
    REFUSED("refresh F1*", "FA-3.1");
}

TEST(fa_3_7_old_and_new_cards_may_be_discarded_on_a_repetition)
{
    AT("phase refresh; street A1 B1; pile A1 F1 F2 F3");
    PLAY("refresh A1", "draw A1");
    CHECK_MOVES("refresh B1; refresh A1*; end_refresh");
    REFUSED("refresh A1", "FA-3.3"); /* the old one is gone; the new one is spelled A1* */
    PLAY("refresh A1*", "draw F2");
    HOLDS("street B1 F2*; discard A1 A1");
}

TEST(fa_3_8_only_new_cards_after_a_refresh)
{
    AT("phase refresh; hand0 F0 F0 B0 B0; street F1 A1; pile B1 F1 M1");
    PLAY("refresh A1", "draw B1", "end_refresh");
    CHECK_MOVES("recruit B1* exhaust B0; pass");
    REFUSED("recruit F1 exhaust F0", "FA-3.8");
}

/* -- FA-4 Empty street, reshuffle -------------------------------------------------------------- */

TEST(fa_4_1_an_empty_street_gets_six_cards)
{
    AT("phase recruit; street F0; pile F1 F1 A1 A1 B1 B1 M1");
    PLAY("recruit F0", "draw F1", "draw F1", "draw A1", "draw A1", "draw B1", "draw B1");
    HOLDS("street F1 F1 A1 A1 B1 B1; pile M1; active 1; phase refresh");
}

TEST(fa_4_2_no_other_topping_up)
{
    AT("phase recruit; street F0 A0 B0; pile F1 F1 A1");
    PLAY("recruit F0", "recruit A0"); /* two, then one card lie there: chance is not asked */
    HOLDS("street B0; pile F1 F1 A1");
    AT("phase refresh; street F1 F1 F2 F2 A1 A1 A2 A2 B1 B2 B3; pile M1 M1 M2");
    PLAY("refresh B3", "draw M1", "draw M1", "draw M2");
    CHECK_INT(plain_street_size(&(plain[]){plain_now()}[0]), 13); /* nor a limit */
}

TEST(fa_4_3_the_first_empty_pile_is_replaced_at_once)
{
    AT("phase refresh; street M1 A2; pile F1; discard B2 B3");
    PLAY("refresh M1", "draw F1");
    HOLDS("second_pass 1; pile B2 B3 M1; discard -");
}

TEST(fa_4_4_then_the_second_passs_rules_hold)
{
    AT("phase refresh; street M1 A1; pile F1; discard B2 B3");
    PLAY("refresh M1", "draw F1", "refresh A1", "draw B2");
    HOLDS("discard -; pile B3 M1; under A1; phase recruit"); /* under the pile, and only once */
    REFUSED("refresh B2*", "FA-5.2");
}

TEST(fa_4_5_a_refresh_goes_on_after_the_reshuffle)
{
    AT("phase refresh; street M4 A1; pile F1; discard B2 B3 A4");
    PLAY("refresh M4", "draw F1");
    CHECK_CHANCE("1 draw A4; 1 draw B2; 1 draw B3; 1 draw M4");
    PLAY("draw B2", "draw M4", "draw A4");
    HOLDS("street A1 F1* A4* B2* M4*; pile B3");
}

TEST(fa_4_6_one_more_refresh_after_it)
{
    AT("phase refresh; street M2 A1; pile F1; discard B2 B3 A4");
    PLAY("refresh M2", "draw F1", "draw B2");
    CHECK_MOVES("refresh A1; refresh F1*; refresh B2*; end_refresh");
    PLAY("refresh B2*", "draw A4", "draw B3");
    REFUSED("refresh A1", "FA-5.2");
    /* ... but not if a 0 lies there. */
    AT("phase refresh; street M2 A1; pile F0; discard B2 B3 A4");
    PLAY("refresh M2", "draw F0", "draw B2");
    REFUSED("refresh A1", "FA-5.1");
}

/* -- FA-5 Refresh, second pass ----------------------------------------------------------------- */

TEST(fa_5_1_no_refresh_while_a_zero_lies_there)
{
    AT("phase recruit; second_pass 1; street F0 A2; pile M1 M2");
    REFUSED("refresh A2", "FA-5.1");
}

TEST(fa_5_2_one_refresh_a_turn)
{
    AT("phase refresh; second_pass 1; street A1 B1; pile M1 M2");
    PLAY("refresh A1", "draw M1");
    REFUSED("refresh B1", "FA-5.2");
    PLAY("pass", "refresh B1"); /* the next player may */
}

TEST(fa_5_3_the_card_goes_under_the_pile_first)
{
    AT("phase refresh; second_pass 1; street A1 B1; pile M1 M2; under F1");
    PLAY("refresh A1");
    CHECK_CHANCE("1 draw M1; 1 draw M2"); /* never the card that was put under */
    HOLDS("under F1 A1; discard -");
}

TEST(fa_5_4_as_many_as_the_rank_or_all_there_are)
{
    AT("phase refresh; second_pass 1; street A3 B1; pile M1 M2 M3 F1");
    PLAY("refresh A3", "draw M1", "draw M2", "draw M3");
    HOLDS("pile F1; under A3");
    AT("phase refresh; second_pass 1; street A4 B1; pile M1 M2");
    PLAY("refresh A4", "draw M1", "draw M2");
    HOLDS("pile -; under -; street B1 A4* M1* M2*");
}

TEST(fa_5_5_the_card_itself_can_come_back_as_a_new_one)
{
    AT("phase refresh; hand0 A1 A1; second_pass 1; street A2 B1; pile M1");
    PLAY("refresh A2", "draw M1");
    HOLDS("street B1 A2* M1*");
    CHECK(is_legal("recruit A2* exhaust A1"));
}

TEST(fa_5_6_the_new_pile_holds_no_zero)
{
    spk_rng rng;
    int n_seen = 0;
    for (uint64_t game = 0; game < 50; game++) {
        new_game(NULL);
        spk_rng_init(&rng, 56, game);
        while (!is_over()) {
            bool first = !plain_now().second_pass;
            step(&rng);
            plain p = plain_now();
            if (first && p.second_pass) {
                CHECK_INT(sum_zeros(p.pile), 0);
                n_seen++;
            }
        }
    }
    CHECK(n_seen > 20);
}

TEST(fa_5_7_new_cards_only_holds_in_the_second_pass_too)
{
    AT("phase refresh; hand0 B0 B0 M0 M0; second_pass 1; street A1 B1; pile M1 M2 M2");
    PLAY("refresh A1", "draw M1");
    REFUSED("recruit B1 exhaust B0", "FA-3.8");
    CHECK_MOVES("recruit M1* exhaust M0; pass");
}

/* -- FA-6 Exchange ----------------------------------------------------------------------------- */

TEST(fa_6_1_one_accountant_from_hand_into_the_display)
{
    AT("phase exchange; hand0 A1 A2 F0; display0 M1 M2; street F1");
    CHECK_MOVES("play_accountant A1; play_accountant A2; skip_exchange");
    REFUSED("play_accountant A3", "FA-6.1");
    PLAY("play_accountant A2");
    HOLDS("hand0 F0 A1; display0 A2 M1 M2");
}

TEST(fa_6_2_one_to_rank_cards_come_back)
{
    AT("phase exchange; hand0 A2 F0 F1 F2; display0 B0 B1 B2; street F4");
    PLAY("play_accountant A2");
    CHECK_MOVES("take B0; take B1; take B2"); /* at least one: no stop yet */
    PLAY("take B0");
    CHECK_MOVES("take B1; take B2; stop");
    PLAY("take B2");
    HOLDS("phase exchange_give; to_give 2; hand0 F0 F1 F2 B0 B2; display0 A2 B1"); /* no third */
    REFUSED("take B1", "FA-6.2");
}

TEST(fa_6_3_the_same_number_goes_back)
{
    AT("phase exchange; hand0 A2 F0 F1 F2; display0 B0 B1 B2; street F4");
    PLAY("play_accountant A2", "take B0", "take B1", "give F0");
    REFUSED("stop", "FA-6.3");
    REFUSED("pass", "FA-2.2");
    CHECK_MOVES("give F1; give F2");
    PLAY("give F2");
    HOLDS("hand0 F1 B0 B1; display0 F0 F2 A2 B2");
}

TEST(fa_6_4_not_the_accountant_just_played)
{
    AT("phase exchange; hand0 A2 F0; display0 M1; street F4");
    PLAY("play_accountant A2");
    CHECK_MOVES("take M1");
    REFUSED("take A2", "FA-6.4");
}

TEST(fa_6_5_cards_taken_back_can_be_used_at_once)
{
    AT("phase exchange; hand0 A2 F0 A0; display0 B1 F0; street F2 A1");
    PLAY("play_accountant A2", "take B1", "give A0", "play_brute B1 F2 1");
    REFUSED("recruit F2-1 exhaust F0", "FA-8.2"); /* one F0 only */
    AT("phase exchange; hand0 A1 F0 A0; display0 B1 F0; street F1 A1");
    PLAY("play_accountant A1");
    REFUSED("take F0 F0", "");
    PLAY("take F0", "give A0", "recruit F1 exhaust F0");
    HOLDS("hand0 F0 F1");
}

/* -- FA-7 Intimidate --------------------------------------------------------------------------- */

TEST(fa_7_1_one_brute_from_hand_into_the_display)
{
    AT("phase intimidate; hand0 B1; street F1");
    CHECK_MOVES("play_brute B1 F1 1; skip_intimidate");
    REFUSED("play_brute B2 F1 1", "FA-7.1");
    PLAY("play_brute B1 F1 1");
    HOLDS("hand0 -; display0 B1; phase recruit");
}

TEST(fa_7_2_one_street_card_by_1_to_the_brutes_rank)
{
    AT("phase intimidate; hand0 B2; street A3 F4");
    CHECK_MOVES("play_brute B2 F4 1; play_brute B2 F4 2; play_brute B2 A3 1; play_brute B2 A3 2; "
                "skip_intimidate");
    PLAY("play_brute B2 A3 2");
    HOLDS("street F4 A3-2; brute 2");
}

TEST(fa_7_3_down_to_zero_and_not_below)
{
    AT("phase intimidate; hand0 B3; street A2");
    CHECK_MOVES("play_brute B3 A2 1; play_brute B3 A2 2; skip_intimidate");
    REFUSED("play_brute B3 A2 3", "FA-7.3");
    PLAY("play_brute B3 A2 2");
    CHECK_MOVES("recruit A2-2; pass");
}

TEST(fa_7_4_the_card_costs_what_its_effective_rank_costs)
{
    AT("phase intimidate; hand0 B1 A1 A1 A2 A2; street A3 M1");
    PLAY("play_brute B1 A3 1");
    CHECK_MOVES("recruit A3-1 exhaust A1; pass");
    REFUSED("recruit A3-1 exhaust A2", "FA-8.8");
}

/* -- FA-8 Recruit ------------------------------------------------------------------------------ */

TEST(fa_8_1_effective_rank_zero_is_free)
{
    AT("phase recruit; street F0 F1");
    CHECK_MOVES("recruit F0; pass");
    PLAY("recruit F0");
    HOLDS("hand0 F0; display0 -");
    AT("phase recruit; hand0 F0 F0; brute 2; display0 B2; street F2-2 F1 A1");
    CHECK_MOVES("recruit F1 exhaust F0; recruit F2-2; pass"); /* lowered to 0: free too */
    REFUSED("recruit F2-2 exhaust F0", "FA-8.1");
}

TEST(fa_8_2_two_identical_cards_one_rank_lower)
{
    AT("phase recruit; hand0 F1 F1; street F1 F2 F3 A2 M1");
    CHECK_MOVES("recruit F2 exhaust F1; pass");
    AT("phase recruit; hand0 F1; street F1 F2");
    REFUSED("recruit F2 exhaust F1", "FA-8.2");
    AT("phase recruit; hand0 F1 A1; street F2 A2");
    CHECK_MOVES("pass");
}

TEST(fa_8_3_the_display_does_not_pay)
{
    AT("phase recruit; hand0 A0; display0 F1 F1; street F2 A2");
    CHECK_MOVES("pass");
    REFUSED("recruit F2 exhaust F1", "FA-8.3");
    AT("phase recruit; hand0 F1; display0 F1 M4; street F2 A2");
    CHECK_MOVES("pass");
}

TEST(fa_8_4_one_of_the_two_is_exhausted)
{
    AT("phase recruit; hand0 F1 F1 F1; street F2 A2");
    PLAY("recruit F2 exhaust F1");
    HOLDS("hand0 F1 F1 F2; display0 F1; street A2");
}

TEST(fa_8_5_a_mercenary_may_be_the_second_card)
{
    AT("phase recruit; hand0 B1 M2; street B2 A2");
    CHECK_MOVES("recruit B2 exhaust B1; recruit B2 exhaust M2; pass");
}

TEST(fa_8_6_a_mercenary_stands_for_lower_ranks)
{
    AT("phase recruit; hand0 B2 M2; street B3 A2");
    CHECK_MOVES("pass");
    REFUSED("recruit B3 exhaust M2", "FA-8.6");
    AT("phase recruit; hand0 B2 M3; street B3 A2");
    CHECK_MOVES("recruit B3 exhaust B2; recruit B3 exhaust M3; pass");
}

TEST(fa_8_7_at_least_one_natural_card)
{
    AT("phase recruit; hand0 M3 M4; street B3 A2");
    CHECK_MOVES("pass");
    REFUSED("recruit B3 exhaust M3", "FA-8.7");
}

TEST(fa_8_8_with_a_joker_either_may_be_exhausted)
{
    AT("phase recruit; hand0 A0 M1; street A1 F1");
    PLAY("recruit A1 exhaust A0");
    HOLDS("hand0 A1 M1; display0 A0");
    AT("phase recruit; hand0 A0 M1; street A1 F1");
    PLAY("recruit A1 exhaust M1");
    HOLDS("hand0 A0 A1; display0 M1");
}

TEST(fa_8_9_new_cards_only_after_a_refresh)
{
    AT("phase recruit; hand0 A0 A0; street A1 F0 B0* A1*");
    CHECK_MOVES("recruit A1* exhaust A0; recruit B0*; pass");
    REFUSED("recruit F0", "FA-3.8");
}

/* -- FA-9 Passing ------------------------------------------------------------------------------ */

TEST(fa_9_1_passing_is_always_allowed)
{
    spk_rng rng;
    new_game(NULL);
    spk_rng_init(&rng, 91, 0);
    int n_asked = 0;
    for (; !is_over(); step(&rng))
        if (plain_is(&(plain[]){plain_now()}[0], "recruit")) {
            CHECK(is_legal("pass"));
            n_asked++;
        }
    CHECK(n_asked > 5);
}

TEST(fa_9_2_not_recruiting_is_passing)
{
    AT("phase refresh; street A1 F1; pile M2 M1 M1");
    PLAY("refresh A1", "draw M1", "end_refresh", "pass");
    HOLDS("passed 1; active 1");
}

/* -- FA-10 The end ----------------------------------------------------------------------------- */

TEST(fa_10_1_the_last_card_open_triggers_the_end)
{
    AT("phase refresh; active 1; second_pass 1; street A1 B2; pile M1");
    PLAY("refresh B2", "draw M1", "pass"); /* the second player's turn: the end comes with it */
    CHECK_OVER("end_trigger");
    AT("phase refresh; active 1; second_pass 1; street A1 B2; pile M1");
    PLAY("refresh A1", "draw M1", "pass"); /* a card is face down again: no end */
    CHECK(!is_over());
}

TEST(fa_10_2_the_round_is_completed)
{
    AT("phase refresh; second_pass 1; street A1 B2; pile M1");
    PLAY("refresh B2", "draw M1", "pass");
    CHECK(!is_over());
    PLAY("pass");
    CHECK_OVER("end_trigger");
    HOLDS("turns 2");
}

TEST(fa_10_3_the_first_empty_pile_is_no_trigger)
{
    AT("phase refresh; active 1; street A1 B2; pile M1; discard F1");
    PLAY("refresh A1", "draw M1", "end_refresh", "pass");
    HOLDS("second_pass 1; pile F1 A1; phase refresh");
    CHECK(!is_over());
}

TEST(fa_10_4_two_passes_in_a_row_end_it_early)
{
    AT("phase recruit; street F0 A1; pile F1");
    PLAY("pass", "pass");
    CHECK_OVER("double_pass");
    AT("phase recruit; street F0 A1; pile F1; passed 1");
    PLAY("recruit F0", "end_refresh", "pass"); /* a recruitment lies between */
    CHECK(!is_over());
}

/* -- FA-11 Scoring ----------------------------------------------------------------------------- */

TEST(fa_11_1_hand_and_display_count)
{
    AT("phase over; hand0 F1; display0 F2; hand1 A1");
    CHECK_SCORE(9, 1);
}

TEST(fa_11_2_street_and_piles_count_for_nobody)
{
    AT("phase over; hand0 F1; hand1 A1; street F4 B4; pile M4; under A4; discard F3");
    CHECK_SCORE(3, 1);
}

TEST(fa_11_3_the_higher_total_wins)
{
    AT("phase over; hand0 F1; hand1 F2");
    CHECK_INT(result().winners, 2);
    CHECK_INT(result().rank[0], 2);
    CHECK_INT(result().rank[1], 1);
    AT("phase over; hand0 F2; hand1 F1");
    CHECK_INT(result().winners, 1);
}

TEST(fa_11_4_then_the_best_single_card)
{
    AT("phase over; hand0 F1 F1; display1 F2"); /* 6 : 6, best card 3 : 6 */
    CHECK_SCORE(6, 6);
    CHECK_INT(result().winners, 2);
}

/* -- FA-12 Families ---------------------------------------------------------------------------- */

TEST(fa_12_1_accountants_act_in_action_2_only)
{
    AT("phase refresh; hand0 A1 F0; display0 M1; street F2; pile A2");
    REFUSED("play_accountant A1", "FA-2.2");
    PLAY("end_refresh");
    CHECK(is_legal("play_accountant A1"));
    PLAY("skip_exchange"); /* no Brute: straight to action 4 */
    REFUSED("play_accountant A1", "FA-2.2");
}

TEST(fa_12_2_brutes_act_in_action_3_only)
{
    AT("phase exchange; hand0 A1 B1; display0 M1; street F2");
    REFUSED("play_brute B1 F2 1", "FA-2.2");
    PLAY("skip_exchange");
    CHECK(is_legal("play_brute B1 F2 1"));
    PLAY("skip_intimidate");
    REFUSED("play_brute B1 F2 1", "FA-2.2");
}

TEST(fa_12_3_mercenaries_act_in_action_4_only)
{
    AT("phase exchange; hand0 A1 M3 B1; display0 F0; street F2");
    REFUSED("play_accountant M3", "FA-R45");
    PLAY("skip_exchange");
    REFUSED("play_brute M3 F2 1", "FA-R45");
    AT("phase recruit; hand0 F1 M3; street F2");
    CHECK(is_legal("recruit F2 exhaust M3"));
}

TEST(fa_12_4_la_famiglia_has_points_and_no_action)
{
    for (int rank = 0; rank < 5; rank++) {
        char position[80];
        snprintf(position, sizeof position, "phase over; hand0 F%d; hand1 A%d", rank, rank);
        AT(position);
        CHECK(result().score[0] > result().score[1]);
    }
    AT("phase recruit; hand0 F1 F2 F3 F4; display0 M1; street A1 F1");
    REFUSED("play_accountant F4", "FA-6.1");
    REFUSED("play_brute F4 A1 1", "FA-7.1");
    CHECK_MOVES("pass");
}

TEST(fa_12_5_higher_rank_more_points)
{
    for (const char *family = "FABM"; *family; family++)
        for (int rank = 1, before = -1; rank < 5; rank++) {
            char position[80];
            snprintf(position, sizeof position, "phase over; hand0 %c%d; hand1 %c%d", *family, rank,
                     *family, rank - 1);
            AT(position);
            CHECK(result().score[0] > result().score[1] && result().score[1] > before);
            before = result().score[1];
        }
}

TEST(fa_12_6_every_card_pays_for_its_own_family)
{
    for (const char *family = "FABM"; *family; family++)
        for (int rank = 1; rank < 4; rank++) { /* of rank 4 there is one, and none above */
            char position[80], move[40];
            snprintf(position, sizeof position, "phase recruit; hand0 %c%d %c%d; street %c%d F0",
                     *family, rank - 1, *family, rank - 1, *family, rank);
            snprintf(move, sizeof move, "recruit %c%d exhaust %c%d", *family, rank, *family,
                     rank - 1);
            AT(position);
            CHECK(is_legal(move));
        }
}

/* -- FA-13 Player counts ----------------------------------------------------------------------- */

TEST(fa_13_1_no_variant_for_more_players)
{
    CHECK_INT(open_box(3, NULL, NULL), SPK_EREFUSED);
    CHECK_STR(why.rule, "FA-1.1");
    CHECK(!box.config); /* a refused box is closed */
}

TEST(fa_13_2_no_solo_game)
{
    CHECK_INT(open_box(1, NULL, NULL), SPK_EREFUSED);
    CHECK_STR(why.rule, "FA-1.1");
}

TEST_MAIN()
