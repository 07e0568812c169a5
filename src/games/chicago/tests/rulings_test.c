/* rulings_test.c: one test per ruling of the README, CH-R1 to CH-R36, in its order. */
#include "games/chicago/tests/test_table.h"

/* Blue's last step of a phase. */
#define LAST_STEP "stage step; round 6; turn 3; points 1; "

/* Green's last step of the game. */
#define LAST_OF_ALL "stage step; phase D; round 6; turn 3; points 1; "

/* -- Dice, hiring ------------------------------------------------------------------------------ */

TEST(ch_r1_one_to_twelve)
{
    spk_outcome outcomes[SPK_MAX_OUTCOMES];
    TABLE(4, "");
    AT("stage roll; yellow at 1,3:1");
    CHECK_INT(box.game->chance(&box, &now, outcomes), 12);
    for (int i = 0; i < 12; i++) {
        CHECK_INT(chicago_move_a(outcomes[i].move), i + 1);
        CHECK_INT(outcomes[i].weight, 1);
    }
}

TEST(ch_r2_each_purchase_for_itself)
{
    TABLE(4, "");
    PLAY("hire 1 0 0", "hire 0 0 0", "hire 0 0 0", "hire 0 0 0");
    AT("stage enter; yellow cash 50 at Y02:1");
    PLAY("enter buy 1", "roll 1", "step YH 1,0"); /* another of one ring */
    HOLDS("stage enter; phase A; round 2; turn 0");
    CHECK_MOVES("enter buy 1; enter buy 2; enter none");
}

TEST(ch_r3_one_of_three_rings_in_every_phase)
{
    TABLE(4, "");
    AT("stage hire; phase B; turn 3; yellow cash 200 at YC:3"); /* from phase A */
    REFUSED("hire 0 0 2", "CH-6.5");                            /* a chance left out is lost */
    PLAY("hire 0 0 1");
    GANG("yellow", "cash 160");
}

TEST(ch_r4_a_purchase_makes_a_new_member)
{
    TABLE(4, "");
    AT("stage enter; yellow cash 50 at YC:1");
    PLAY("enter buy 1");
    GANG("yellow", "at YC:1 YH:1");
    AT("stage step; turn 3; points 1; yellow cash 50 dead 19 at YC:1; blue at 18,5:1");
    PLAY("step 18,5 18,6"); /* no figure, no purchase, whatever the cash */
    HOLDS("stage roll; phase A; round 2; turn 0");
}

/* Three rings are left in the bank. */
#define FEW_RINGS                                                                                  \
    "events 1; holds 1 goal_fours 0; holds 2 goal_fours 0; "                                       \
    "red waiting 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4; green waiting 4 4 4 4 4 4 4 4 4 4 4 4 4 4 "  \
    "4 "                                                                                           \
    "4 4 4 3; "

TEST(ch_r5_figures_and_rings_are_limited)
{
    TABLE(4, "");
    AT("stage hire; phase B; turn 3; " FEW_RINGS "yellow cash 300");
    HOLDS("bank 3");
    CHECK_MOVES("hire 0 1 0; hire 1 0 0; hire 1 1 0; hire 0 0 1; hire 0 0 0");
    REFUSED("hire 2 1 0", "CH-R5");
    AT("stage enter; phase B; turn 3; " FEW_RINGS "yellow cash 300 at YC:2");
    HOLDS("bank 1");
    CHECK_MOVES("enter buy 1; enter none");
    AT("stage hire; yellow cash 125 dead 19");
    CHECK_MOVES("hire 0 1 0; hire 1 0 0; hire 0 0 1; hire 0 0 0"); /* one figure */
    AT("stage hire; yellow cash 125 dead 19 at YC:1");
    CHECK_MOVES("hire 0 0 0");
}

/* The bank is empty; the loser's ring comes back first. */
TEST(ch_r5_a_prize_ring_is_never_missing)
{
    TABLE(4, "");
    AT("stage step; phase B; round 1; turn 3; points 2; " FEW_RINGS
       "yellow at 1,3:2; blue at 1,4:1");
    HOLDS("bank 0");
    PLAY("step 1,3 1,4", "throw 6 1");
    HOLDS("bank 0");
    GANG("yellow", "at 1,4:3");
}

TEST(ch_r6_the_bank_pays_whatever_it_owes)
{
    TABLE(4, "");
    AT("stage step; phase C; round 6; turn 3; points 1; yellow cash 780 dead 15; "
       "red cash 780 at 18,5:1 dead 15; green cash 780 dead 15; blue cash 780 dead 15");
    PLAY("step 18,5 18,6"); /* 1 025 000 FT were printed */
    GANG("yellow", "cash 810");
    GANG("blue", "cash 810");
}

/* -- Placing, entering ------------------------------------------------------------------------- */

#define ONLY_Y02 "owns Y02; red owns YC YH Y03 Y04 Y05 Y06 Y07 Y08"

TEST(ch_r7_the_surplus_waits)
{
    TABLE(4, "");
    AT("stage hire; turn 3; yellow waiting 4 2 " ONLY_Y02);
    PLAY("hire 0 0 0", "place Y02");
    GANG("yellow", "waiting 2 at Y02:4");
    CHECK_INT(result().score[0], 75000); /* it counts */
    AT("stage enter; yellow waiting 4 2 at 1,3:1");
    PLAY("enter wait 2"); /* later, and free of charge */
    GANG("yellow", "cash 0");
    GANG("yellow", "waiting 4 at YH:2 1,3:1");
    AT_ANY("yellow waiting 4 4 4 at Y02:4 Y03:4");
    CHECK(chicago_holds(&box, here, 0, CHICAGO_GOAL_FOURS));
}

TEST(ch_r8_placing_is_compulsory)
{
    TABLE(4, "");
    AT("stage place; yellow waiting 1 at 1,3:2 Y02:3 owns Y03 R02 G22; red owns YC YH Y04 Y05 Y06 "
       "Y07 Y08");
    CHECK_MOVES("place Y03; place R02; place G22"); /* in any quarter; no way not to */
    PLAY("place G22");
    GANG("yellow", "at Y02:3 G22:1 1,3:2"); /* the others stay where they are */
}

TEST(ch_r9_before_the_roll_and_at_once)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow cash 50 waiting 4 at 1,3:1");
    REFUSED("enter buy 1", "CH-R9");
    REFUSED("enter wait 4", "CH-R9");
    AT("stage enter; yellow cash 50 waiting 4 3 at 1,3:1");
    CHECK_MOVES("enter buy 1; enter buy 2; enter wait 3; enter wait 4; enter none");
    PLAY("enter wait 4");
    HOLDS("stage roll");
    GANG("yellow", "cash 50");
    GANG("yellow", "waiting 3 at YH:4 1,3:1");
}

TEST(ch_r10_one_a_turn)
{
    TABLE(4, "");
    AT("stage enter; yellow cash 100 waiting 4");
    PLAY("enter buy 2");
    HOLDS("stage roll");
    AT("stage step; turn 3; points 1; yellow cash 100 waiting 4 at YH:1; blue at 18,5:1");
    PLAY("step 18,5 18,6");
    HOLDS("stage roll; phase A; round 2; turn 0"); /* the home bar is occupied */
}

/* -- Movement ---------------------------------------------------------------------------------- */

TEST(ch_r11_back_and_forth)
{
    TABLE(4, "");
    AT("stage step; points 5; yellow at 1,3:1 1,6:2");
    PLAY("step 1,3 1,4", "step 1,6 1,7", "step 1,4 1,3", "step 1,3 1,4");
    GANG("yellow", "at 1,4:1 1,7:2");
    HOLDS("points 1");
}

TEST(ch_r12_points_lapse_when_there_is_no_step)
{
    TABLE(2, "");
    AT("stage step; points 9; yellow at 1,7:1; green at 1,6:4; red at R02:1");
    PLAY("step 1,7 Y15", "step Y15 1,7");
    CHECK_MOVES("step 1,7 Y15");
    AT("stage roll; yellow at Y15:1; green at 1,7:4; red at R02:1");
    PLAY("roll 12");
    HOLDS("stage roll; phase A; round 1; turn 1; points 0");
    AT("stage step; points 9; yellow at Y15:1; red at 1,7:4");
    CHECK_MOVES("step Y15 1,7"); /* an attack is a step */
}

TEST(ch_r13_one_point_from_edge_to_edge)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow at 9,0:1 19,9:2; red at 10,19:1 R02:1");
    REFUSED("step 9,0 19,9", "CH-8.9"); /* an own member is there */
    PLAY("step 9,0 0,10");
    HOLDS("points 2");
    PLAY("step 0,10 10,19");
    HOLDS("stage duel; phase A; round 1; turn 0; points 1");
    HOLDS("battle 10,19 defender red");
}

TEST(ch_r14_only_the_occupied_field_is_blocked)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow at 4,9:1 5,9:2");
    CHECK_MOVES("step 4,9 3,9; step 4,9 4,8; step 4,9 4,10; step 5,9 5,10; step 5,9 6,9");
    REFUSED("step 4,9 5,10", "CH-R14");
    REFUSED("step 4,9 5,9", "CH-8.9");
}

TEST(ch_r15_taken_in_passing)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow at 5,7:1");
    PLAY("step 5,7 Y22", "step Y22 7,7");
    CHECK_STR(owner("Y22"), "yellow");
}

#define TWENTY_CHIPS                                                                               \
    "owns R02 R03 R04 R05 R06 R07 R08 R09 R10 R11 R12 R13 R14 R15 R16 R17 R18 R19 R20 R21"

TEST(ch_r16_ownership_needs_no_chip)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow at 1,6:1 " TWENTY_CHIPS);
    PLAY("step 1,6 Y09");
    CHECK_STR(owner("Y09"), "yellow");
    CHECK_INT(chicago_count(here->gang[YELLOW].owned, here->gang[YELLOW].owned), 30);
}

TEST(ch_r16_the_chip_limit)
{
    TABLE(4, "chip_limit=on");
    AT("stage step; points 3; red at G02:1 owns Y02; yellow at 1,6:1 1,3:1 18,16:1 "
       "3,18:1 " TWENTY_CHIPS);
    REFUSED("step 1,6 Y09", "CH-R16");   /* white */
    REFUSED("step 18,16 G02", "CH-R16"); /* red stands in it */
    CHECK(is_legal("step 3,18 R02"));    /* its own */
    PLAY("step 1,3 Y02");                /* its own print */
}

/* -- Duels ------------------------------------------------------------------------------------- */

TEST(ch_r17_the_survivor_has_won)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow at 1,3:1; red at 1,4:4");
    PLAY("step 1,3 1,4", "throw 5 5");
    GANG("red", "cash 10");
    GANG("red", "at 1,4:4"); /* three were left, and one won */
    TABLE(4, "survivor_prize=off");
    AT("stage step; points 3; yellow at 1,3:1; red at 1,4:4");
    PLAY("step 1,3 1,4", "throw 5 5");
    GANG("red", "cash 0");
    GANG("red", "at 1,4:3");
    HOLDS("bank 147");
    AT("stage step; points 3; yellow at 1,3:2; red at 1,4:4");
    PLAY("step 1,3 1,4", "throw 5 5", "throw 4 6"); /* beaten by a number: the whole prize */
    GANG("red", "cash 25");
    GANG("red", "at 1,4:4");
}

TEST(ch_r18_nobody_wins_when_both_fall)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow cash 5 at 3,18:1 1,1:1; red cash 5 at R02:1");
    PLAY("step 3,18 R02", "throw 2 2");
    CHECK_STR(owner("R02"), "red");
    CHECK_INT(here->on[node("R02")], 0);
    GANG("yellow", "cash 5 reserve 18 dead 1");
    GANG("red", "cash 5 reserve 19 dead 1");
    HOLDS("stage step; phase A; round 1; turn 0; points 2");
}

TEST(ch_r18a_nobody_goes_back)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow at 1,3:1 1,1:1; red at 1,4:1");
    PLAY("step 1,3 1,4", "throw 1 6");
    GANG("yellow", "at 1,1:1");
    GANG("red", "at 1,4:2");
    HOLDS("stage step; phase A; round 1; turn 0; points 2");
    CHECK_MOVES("step 1,1 1,0; step 1,1 1,2; step 1,1 2,1"); /* yellow's others go on */
}

TEST(ch_r19_out_or_only_waiting)
{
    TABLE(4, "");
    AT("stage step; points 1; yellow at 1,3:1; red cash 10 dead 19 owns YH RH; blue at B02:1");
    PLAY("step 1,3 1,4");
    HOLDS("stage enter; phase A; round 1; turn 1"); /* red may hire */
    PLAY("enter none");
    HOLDS("stage roll; phase A; round 1; turn 3"); /* and does not roll */
    AT(LAST_STEP "events 9; holds 1 goal_casinos 3; red dead 20 owns RC YC GC; blue at 18,5:1");
    PLAY("step 18,5 18,6");
    CHECK_INT(result().winners, 1 << 1); /* out, and still the owner */
}

/* -- Goals ------------------------------------------------------------------------------------- */

TEST(ch_r20_the_goal_before_the_payout)
{
    TABLE(4, "");
    AT(LAST_STEP "yellow cash 3; blue cash 3 at 3,4:1 owns BC GC");
    PLAY("step 3,4 YC"); /* in the last turn */
    CHECK_STR(result().reason, "goal_casinos");
    GANG("yellow", "cash 3");
    GANG("blue", "cash 3");
}

/* Red was first, lost a casino and took it back: its present hold is the younger one. */
TEST(ch_r21_the_present_unbroken_hold)
{
    TABLE(4, "");
    AT("stage step; round 6; turn 0; points 1; events 9; holds 1 goal_casinos 2; "
       "holds 3 goal_fours 5; yellow at 3,4:1; red at 4,3:1 owns RC YC GC; "
       "blue at 18,5:1 B02:4 B03:4 B04:4 B05:4 B06:4");
    PLAY("step 3,4 YC", "roll 1", "step 4,3 YC", "throw 1 1"); /* both fall: yellow keeps it */
    HOLDS("events 11; holds 3 goal_fours 5");
    AT("stage step; round 6; turn 0; points 2; events 9; holds 1 goal_casinos 2; "
       "holds 3 goal_fours 5; yellow at 3,4:1; red at 4,3:1 owns RC YC GC; "
       "blue at 18,5:1 B02:4 B03:4 B04:4 B05:4 B06:4");
    PLAY("step 3,4 YC", "step YC 3,4", "roll 1", "step 4,3 YC");
    HOLDS("events 12; holds 1 goal_casinos 11; holds 3 goal_fours 5");
    PLAY("roll 1", "step 18,5 18,6");
    CHECK_INT(result().winners, 1 << 3);
    CHECK_STR(result().reason, "goal_fours");
}

TEST(ch_r21_by_wealth)
{
    static const char *const position =
        LAST_STEP "events 9; holds 0 goal_casinos 2; holds 1 goal_fours 5; yellow cash 100 owns YC "
                  "RC GC; red cash 100 at R02:4 R03:4 R04:4 R05:4 R06:4; green cash 120 at G02:4 "
                  "G03:4 G04:4 G05:4 G06:3 G07:3; blue at 18,5:1";
    TABLE(4, "");
    AT(position);
    PLAY("step 18,5 18,6");
    CHECK_INT(result().winners, 1 << 0);
    TABLE(4, "goal_tie=wealth");
    AT(position);
    PLAY("step 18,5 18,6");
    CHECK_INT(result().winners, 1 << 1); /* green is richer and holds nothing */
    CHECK_STR(result().reason, "goal_fours");
}

TEST(ch_r21_equal_wealth_of_holders)
{
    TABLE(4, "goal_tie=wealth");
    AT("stage step; phase B; round 6; turn 3; points 1; events 9; holds 0 goal_casinos 2; "
       "holds 1 goal_fours 5; yellow cash 240 at 1,3:1 owns YC RC GC; "
       "red at R02:4 R03:4 R04:4 R05:4 R06:4");
    PLAY("step 1,3 1,4");
    CHECK_INT(result().winners, 1 << 0 | 1 << 1);
}

/* One event gives yellow its third casino and its fifth 4-ring member: the casinos are named. */
TEST(ch_r21_two_goals_by_one_event)
{
    TABLE(4, "");
    AT("stage step; round 6; turn 3; points 1; phase B; yellow at 3,15:3 1,1:4 1,2:4 1,3:4 1,4:4 "
       "owns YC GC; red at RC:1");
    PLAY("step 3,15 RC", "throw 6 1");
    CHECK(is_over());
    CHECK_INT(here->since[0][CHICAGO_GOAL_CASINOS], here->since[0][CHICAGO_GOAL_FOURS]);
    CHECK_STR(result().reason, "goal_casinos");
}

TEST(ch_r22_buildings_count_through_the_payout_only)
{
    TABLE(4, "");
    AT(LAST_OF_ALL "yellow cash 1 owns RC Y22; green at 18,5:1");
    CHECK_INT(result().score[0], 1000);
    PLAY("step 18,5 18,6");
    CHECK_INT(result().score[0], 1000 + 30000 + 25000);
}

TEST(ch_r23_a_shared_victory)
{
    TABLE(4, "");
    AT(LAST_OF_ALL "yellow cash 20; blue cash 20; green at 18,5:1");
    PLAY("step 18,5 18,6");
    CHECK_INT(result().winners, 1 << 0 | 1 << 3);
    CHECK_INT(result().rank[0], 1);
    CHECK_INT(result().rank[3], 1);
    CHECK_INT(result().rank[2], 3);
    CHECK_INT(result().rank[1], 4);
}

/* -- Players ----------------------------------------------------------------------------------- */

/* The blue casino has its doors at 15,3 and 16,4. */
TEST(ch_r24_the_absent_gangs_marks_are_white)
{
    TABLE(3, "");
    CHECK_STR(owner("BC"), "none");
    CHECK_STR(owner("BH"), "none");
    AT("stage step; round 6; turn 2; points 1; green at 16,4:1 owns GC YC");
    PLAY("step 16,4 BC");
    CHECK_STR(result().reason, "goal_casinos"); /* three of four still win */
    CHECK_INT(result().winners, 1 << 2);
}

TEST(ch_r25_the_next_present_gang_starts)
{
    static const int want[4][4] = {{0, 1, 2, 0}, {1, 1, 2, 3}, {0, 2, 2, 3}, {0, 1, 3, 3}};
    static const char *const options[] = {"colours=YRGB", "colours=RGBY", "colours=GBYR",
                                          "colours=BYRG"};
    for (int i = 0; i < 4; i++) {
        TABLE(3, options[i]);
        for (int phase = 0; phase < CHICAGO_PHASES; phase++)
            CHECK_INT(city()->order[phase][0], want[i][phase]);
    }
}

TEST(ch_r26_opposite_gangs)
{
    TABLE(2, "");
    AT("stage step; points 3; yellow at 1,3:1; green at 1,4:1; red at 1,2:1; blue at 2,4:1");
    CHECK_MOVES("step 1,3 Y02; step 1,3 1,2"); /* red's member is a foe, green's is not */
    TABLE(2, "pairing=adjacent");
    AT("stage step; points 3; yellow at 1,3:1; green at 1,4:1; red at 1,2:1; blue at 2,4:1");
    CHECK_MOVES("step 1,3 Y02; step 1,3 1,4");
}

TEST(ch_r27_allies_block_and_never_fight)
{
    TABLE(2, "");
    AT("stage step; points 4; yellow cash 100 at 1,3:1 18,16:1; green at 1,4:1 G03:2 owns G02");
    REFUSED("step 1,3 1,4", "CH-R27");
    PLAY("step 18,16 G02");
    CHECK_STR(owner("G02"), "yellow");
    REFUSED("give green 10", "CH-R35");
    TABLE(2, "");
    PLAY("hire 0 0 1", "hire 0 0 1", "hire 0 0 1", "hire 0 0 1"); /* one for each gang */
    GANG("green", "waiting 4 3");
}

TEST(ch_r28_a_players_gangs_count_together)
{
    TABLE(2, "");
    AT_ANY("yellow at 1,3:4 1,4:4 1,5:4 owns Y19 Y22 R19 R22; "
           "green at 2,1:4 waiting 4 owns G19 G22 B19 B22");
    CHECK(chicago_holds(&box, here, 0, CHICAGO_GOAL_FOURS));
    CHECK(chicago_holds(&box, here, 0, CHICAGO_GOAL_SQUARE));
    CHECK_INT(result().score[0], 250000); /* and wealth */
    TABLE(2, "fours_scope=gang");
    AT_ANY("yellow at 1,3:4 1,4:4 1,5:4; green at 2,1:4 waiting 4 4 4");
    CHECK(!chicago_holds(&box, here, 0, CHICAGO_GOAL_FOURS));
    AT_ANY("yellow owns YC RC Y19 Y22 R19 R22; green owns GC BC G19 G22 B19 B22");
    CHECK(chicago_holds(&box, here, 0, CHICAGO_GOAL_CASINOS)); /* these still together */
    CHECK(chicago_holds(&box, here, 0, CHICAGO_GOAL_SQUARE));
    AT_ANY("yellow at 1,3:4 1,4:4 1,5:4; green at 2,1:4 waiting 4 4 4 4");
    CHECK(chicago_holds(&box, here, 0, CHICAGO_GOAL_FOURS));
}

TEST(ch_r29_sets_are_the_gangs_own)
{
    TABLE(2, "");
    AT_ANY("yellow owns YH Y02 Y03 Y04 Y05 Y06 Y09; green owns Y10");
    CHECK_INT(payout(YELLOW), 7000);
    CHECK_INT(payout(GREEN), 1000);
    AT_ANY("green owns YH Y02 Y03 Y04 Y05 Y06 Y09 Y10");
    CHECK_INT(payout(GREEN), 8000);
}

TEST(ch_r30_nothing_is_hidden)
{
    spk_rng rng;
    TABLE(3, "");
    spk_rng_init(&rng, 1, 1);
    for (int i = 0; i < 300; i++)
        random_step(&rng);
    for (spk_seat seat = -1; seat < 3; seat++) {
        chicago_state view = *here;
        spk_redact(&box, &view, seat < 0 ? SPK_SEAT_ONLOOKER : seat);
        assert_memory_equal(&view, here, sizeof view);
    }
}

TEST(ch_r31_the_home_bar_is_a_bar)
{
    TABLE(4, "");
    for (int gang = 0; gang < CHICAGO_GANGS; gang++)
        CHECK_INT(city()->value_k[chicago_home(gang)], 1);
    AT("stage step; points 3; red at R02:1 3,18:1; yellow at 0,18:1");
    PLAY("step 0,18 RH"); /* it is entered and taken as any other */
    CHECK_STR(owner("RH"), "yellow");
}

/* -- Variants ---------------------------------------------------------------------------------- */

TEST(ch_r32_the_whole_way_is_paid)
{
    TABLE(4, "variant_stacking=on");
    AT("stage step; points 8; yellow at 1,14:4 R14:1 R14:2; red at R05:3");
    PLAY("step 1,14 R05 4");
    CHECK_MOVES("reinforce R14 1; reinforce R14 2; fight"); /* 1,12 1,13 1,14 R05 */
    PLAY("reinforce R14 2");
    HOLDS("points 3");
    CHECK_MOVES("fight"); /* four points are too many now */
    HOLDS("battle R05 defender red right attacker attackers 4 2");
}

TEST(ch_r32_a_way_must_be_free)
{
    TABLE(4, "variant_stacking=on");
    AT("stage step; points 9; yellow at 1,14:4 1,12:1; red at R05:3; green at 1,13:1");
    PLAY("step 1,14 R05 4");
    CHECK_MOVES("fight"); /* green is in the way, and there is no other */
    AT("stage step; points 12; yellow at 7,7:4 4,7:1; red at Y22:3; green at 5,7:1");
    PLAY("step 7,7 Y22 4");
    CHECK_MOVES("reinforce 4,7 1; fight"); /* round the block: 4,8 4,9 .. 7,9 7,8 7,7 Y22 */
    PLAY("reinforce 4,7 1");
    HOLDS("points 3");
}

/* From 5,7 it would be four points through Y22, and ten round it. */
TEST(ch_r32_other_buildings_are_not_crossed)
{
    TABLE(4, "variant_stacking=on");
    AT("stage step; points 9; yellow at 8,7:4 5,7:1; red at Y19:3");
    PLAY("step 8,7 Y19 4");
    CHECK_MOVES("fight");
    AT("stage step; points 11; yellow at 8,7:4 5,7:1; red at Y19:3");
    PLAY("step 8,7 Y19 4", "reinforce 5,7 1");
    HOLDS("points 0");
}

TEST(ch_r32_no_attacker_left)
{
    TABLE(4, "variant_stacking=on");
    AT("stage step; points 8; yellow at 1,14:1 1,13:1 1,1:1; red at R05:3");
    PLAY("step 1,14 R05 1", "reinforce 1,13 1", "fight", "throw 1 6");
    HOLDS("rings 1 4 before 1 4");
    PLAY("throw 1 6");
    CHECK_STR(owner("R05"), "red");
    GANG("red", "cash 20");
    GANG("yellow", "reserve 17 dead 2");
    GANG("yellow", "at 1,1:1");
    HOLDS("stage step; phase A; round 1; turn 0; points 5"); /* one step, two of the way */
}

TEST(ch_r33_the_goal_needs_ownership_only)
{
    TABLE(4, "variant_casino_presence=on");
    AT(LAST_STEP "events 9; holds 1 goal_casinos 7; blue at 18,5:1; red owns YC RC GC");
    PLAY("step 18,5 18,6"); /* nobody is in them */
    CHECK_INT(result().winners, 1 << 1);
}

/* docs/games/chicago.md, "Payout": who fights stands nowhere. CH-15.6, CH-R33 */
TEST(ch_r33_a_casino_pays_nobody_while_its_only_member_fights)
{
    TABLE(4, "variant_casino_presence=on");
    AT("stage step; points 5; yellow at 3,15:4; red at RC:1");
    int before = payout(1), yellow = payout(0);
    PLAY("step 3,15 RC");
    CHECK_INT(payout(1), before - 20000);
    CHECK_INT(payout(0), yellow);
    PLAY("throw 6 1");
    CHECK_INT(payout(0), yellow + 20000);
}

TEST(ch_r34_stacks_are_placed_and_passed)
{
    TABLE(4, "variant_stacking=on");
    AT("stage place; turn 3; blue waiting 4 1 "
       "owns BC; yellow owns BH B02 B03 B04 B05 B06 B07 B08");
    PLAY("place BC");
    CHECK_MOVES("place BC");
    PLAY("place BC");
    GANG("blue", "at BC:1 BC:4");
    AT("stage step; points 9; yellow at 3,4:1 YC:2");
    PLAY("step 3,4 YC 1", "step YC 4,3 1"); /* through the own casino */
    GANG("yellow", "at YC:2 4,3:1");
    TABLE(2, "variant_stacking=on");
    AT("stage step; points 9; yellow at 18,16:1; green at G02:1");
    REFUSED("step 18,16 G02 1", "CH-R27");
}

TEST(ch_r35_no_passing_no_trade)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow cash 9 at 1,3:1");
    REFUSED("pass", "CH-8.4");
    REFUSED("stop", "CH-8.4");
    REFUSED("lend red 9", "CH-R35");
    REFUSED("trade YC RC", "CH-R35");
    REFUSED("pay red 9", "CH-R35");
}

TEST(ch_r36_ranks_by_wealth)
{
    TABLE(4, "");
    AT(LAST_STEP "yellow cash 30; red cash 20 at R02:2; green cash 44; blue at 3,4:1 owns BC GC");
    PLAY("step 3,4 YC");
    CHECK_INT(result().rank[3], 1); /* by the goal, with 10k */
    CHECK_INT(result().rank[1], 2);
    CHECK_INT(result().rank[2], 3);
    CHECK_INT(result().rank[0], 4);
}

TEST_MAIN()
