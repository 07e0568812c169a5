/* refusals_test.c: the README's table *Bad input*, row by row: refused with a rule or as no move at
 * all, and not a byte changes. */
#include "games/chicago/tests/test_table.h"

TEST(bad_turn)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow at 1,3:1; red at R02:1");
    REFUSED_TO(1, "step R02 3,18", "CH-4.2");
    REFUSED("hire 0 0 0", "CH-8.4");
    REFUSED("place YC", "CH-8.4");
    TABLE(4, "");
    REFUSED("step YC 3,4", "CH-6.1");
    AT("stage enter; yellow cash 50 at 1,3:1");
    REFUSED("step 1,3 1,4", "CH-8.1");
}

TEST(bad_purchase)
{
    TABLE(4, "");
    REFUSED("hire 3 1 0", "CH-6.6");
    REFUSED("hire 0 0 2", "CH-6.5");
    REFUSED("hire 4 4 0", "CH-6.4");
    REFUSED("hire -1 0 0", "");
    REFUSED("hire 1", "");
    REFUSED("hire a b c", "");
    REFUSED("hire 1 1 1 1", "");
    REFUSED("hire 100 100 0", "");
    REFUSED("hire 01 0 0", "");
    AT("stage hire; yellow cash 125 dead 19 waiting 4");
    REFUSED("hire 1 0 0", "CH-R5");
}

/* Three rings in the bank, and money enough. */
TEST(bad_purchase_without_rings)
{
    TABLE(4, "");
    AT("stage hire; phase B; turn 3; yellow cash 400 waiting 4; red waiting 4 4 4 4 4 4 4 4 4 4 4 "
       "4 4 4 4 4 4; "
       "green waiting 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 3; "
       "holds 1 goal_fours 0; holds 2 goal_fours 0; events 1");
    HOLDS("bank 3");
    REFUSED("hire 2 1 0", "CH-R5");
    CHECK(is_legal("hire 1 1 0"));
}

TEST(bad_place)
{
    TABLE(4, "");
    AT("stage place; yellow waiting 4 3 at YC:1");
    REFUSED("place R05", "CH-7.2");
    REFUSED("place Y09", "CH-7.2");
    REFUSED("place YC", "CH-7.2");
    REFUSED("place 1,1", "CH-7.2");
    REFUSED("place Y99", "");
    REFUSED("place Y01", "");
    REFUSED("place 3,3", ""); /* a building is called by its id */
    REFUSED("place", "");
}

TEST(bad_enter)
{
    TABLE(4, "");
    AT("stage enter; yellow cash 30 waiting 1 at 1,3:1");
    REFUSED("enter buy 3", "CH-6.8");
    REFUSED("enter buy 4", "CH-6.3");
    REFUSED("enter wait 3", "CH-R7");
    REFUSED("enter buy", "");
    REFUSED("enter", "");
    AT("stage step; points 3; yellow cash 30 at 1,3:1; red owns YH");
    REFUSED("enter buy 1", "CH-R9");
    AT("stage enter; yellow cash 15 at 1,3:1");
    REFUSED("enter buy 2", "CH-6.2");
}

/* A lost or an occupied home bar leaves nothing to enter by: the decision is not asked. */
TEST(bad_enter_without_a_home_bar)
{
    TABLE(4, "");
    AT("stage step; round 2; turn 3; points 1; yellow cash 50 at 1,3:1; red owns YH; "
       "blue at B02:1 18,5:1");
    PLAY("step 18,5 18,6");
    HOLDS("stage roll; phase A; round 3; turn 0");
    AT("stage step; round 2; turn 3; points 1; yellow cash 50 at YH:1; blue at 18,5:1");
    PLAY("step 18,5 18,6");
    HOLDS("stage roll; phase A; round 3; turn 0");
}

TEST(bad_step)
{
    TABLE(4, "");
    AT("stage step; points 5; yellow at 4,7:1 Y12:1 1,0:1 5,7:1 4,8:1 1,2:2; red at R02:1 4,9:1");
    REFUSED("step 1,4 1,5", "CH-8.3");
    REFUSED("step R02 3,18", "CH-8.3");
    REFUSED("step 4,7 5,8", ""); /* 5,8 is called Y20 */
    REFUSED("step 4,7 4,5", "CH-8.5");
    REFUSED("step 1,2 2,1", "CH-R14");
    REFUSED("step 4,7 Y20", "CH-3.7");
    REFUSED("step Y12 Y10", "CH-3.7");
    REFUSED("step Y12 4,5", "CH-3.8");
    REFUSED("step 4,7 4,8", "CH-8.9");
    REFUSED("step 1,0 0,18", "CH-3.12");
    REFUSED("step 4,7 8,8", "");
    REFUSED("step 4,7 3,8", "");
    REFUSED("step 4,7", "");
    REFUSED("step 4,7 4,6 1", "");
    CHECK(is_legal("step 4,8 4,9")); /* an attack */
}

TEST(bad_step_onto_an_ally)
{
    TABLE(2, "");
    AT("stage step; points 5; yellow at 4,7:1; green at 4,6:1 G02:1");
    REFUSED("step 4,7 4,6", "CH-R27");
    REFUSED("step 4,6 4,5", "CH-14.2");
}

TEST(bad_end_of_turn)
{
    TABLE(4, "");
    AT("stage step; points 5; yellow at 4,7:1");
    REFUSED("pass", "CH-8.4");
    REFUSED("end", "CH-8.4");
    REFUSED("roll 12", "CH-8.1");
    REFUSED("throw 6 1", "CH-10.2");
    REFUSED("give red 10", "CH-R35");
    REFUSED("transfer ring green", "CH-R35");
    REFUSED("dance", "");
    REFUSED("", "");
}

/* Whoever wants nothing is told how to say so where they are: hiring is no matter of CH-8.4. */
TEST(passing_is_refused_with_the_rule_of_the_moment)
{
    static const char *const words[] = {"pass", "end", "stop"};
    for (int i = 0; i < 3; i++) {
        TABLE(4, "");
        REFUSED(words[i], "CH-6.1");
        AT("stage place; yellow waiting 4");
        REFUSED(words[i], "CH-7.1");
        AT("stage enter; yellow cash 100 at 4,7:1");
        REFUSED(words[i], "CH-R9");
        AT("stage step; points 5; yellow at 4,7:1");
        REFUSED(words[i], "CH-8.4");
        REFUSED_TO(1, words[i], "CH-4.2");
    }
    TABLE(4, "variant_stacking=on");
    AT("stage step; points 3; yellow at 1,14:4; red at R05:3 R05:2");
    PLAY("step 1,14 R05 4");
    REFUSED("pass", "CH-R32");
    PLAY("fight");
    REFUSED("pass", "CH-15.2");
}

TEST(bad_variant_moves)
{
    TABLE(4, "");
    AT("stage step; points 5; yellow at 4,7:1");
    REFUSED("reinforce 4,7 1", "CH-15.1");
    REFUSED("fight", "CH-15.1");
    REFUSED("pair 1 1", "CH-15.1");
    TABLE(4, "variant_stacking=on");
    AT("stage step; points 3; yellow at 1,14:4 1,12:1 1,9:3 1,1:2; red at R05:3 R05:2 1,10:1");
    PLAY("step 1,14 R05 4");
    CHECK_MOVES("fight"); /* 1,12 is three fields away, and two points are left */
    REFUSED("reinforce 1,12 1", "CH-R32");
    REFUSED("reinforce 1,12 2", "CH-8.3");
    REFUSED("step 1,12 1,13 1", "CH-R32");
    PLAY("fight");
    REFUSED_TO(1, "pair 4 3", "CH-4.2");
    REFUSED("pair 3 3", "CH-15.2");
    REFUSED("pair 4 4", "CH-15.2");
    REFUSED("pair 5 1", "");
}

TEST(bad_setup)
{
    CHECK_INT(open_box(1, "", NULL), SPK_EREFUSED);
    CHECK_INT(open_box(5, "", NULL), SPK_EREFUSED);
    CHECK_INT(open_box(4, "colours=YRGX", NULL), SPK_EUNKNOWN);
    CHECK_INT(open_box(4, "colours=YYGB", NULL), SPK_EUNKNOWN);
    CHECK_INT(open_box(4, "movement_die=d20", NULL), SPK_EUNKNOWN);
    CHECK_INT(open_box(4, "colors=YRGB", NULL), SPK_EUNKNOWN);
}

TEST(bad_after_the_end)
{
    TABLE(4, "");
    AT("stage step; phase D; round 6; turn 3; points 1; green at 18,13:1");
    PLAY("step 18,13 18,14");
    CHECK(is_over());
    REFUSED("step 18,14 18,13", "CH-13.1");
    REFUSED("hire 0 0 0", "CH-13.1");
}

TEST_MAIN()
