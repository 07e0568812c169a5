/* phrases_test.c: Chicago in sentences, in plain English. */
#include "games/chicago/tests/test_table.h"

#include "table_phrases.h"

TEST(what_players_do)
{
    TABLE(4, "");
    CHECK_STR(explained(0, "hire 0 0 0"), "Player 1 hires nobody.");
    CHECK_STR(explained(1, "hire 2 1 0"),
              "Player 2 hires 2 men with one ring, a man with 2 rings.");
    CHECK_STR(explained(0, "place Y05; man 4"),
              "Player 1 places a man with 4 rings in bar Y05 (1k).");
    CHECK_STR(explained(0, "enter buy 2"),
              "Player 1 buys a man with 2 rings, who enters the home bar.");
    CHECK_STR(explained(0, "enter wait 1"), "Player 1: a man with one ring enters the home bar.");
    CHECK_STR(explained(0, "enter none"), "");
    CHECK_STR(explained(0, "step 1,5 1,6"), "Player 1 goes from 1,5 to 1,6.");
    CHECK_STR(explained(0, "step 1,5 1,5"), "Player 1 takes a walk and is back on 1,5.");
}

TEST(what_dice_do)
{
    TABLE(4, "");
    CHECK_STR(explained(SPK_SEAT_CHANCE, "roll 7; gang yellow"), "Player 1 rolls 7.");
    CHECK_STR(explained(SPK_SEAT_CHANCE, "roll 0; gang red"), "Player 2 rolls 0.");
    CHECK_STR(explained(SPK_SEAT_CHANCE, "throw 5 5; gang yellow; duel yellow 4 red 2; even"),
              "Player 1 throws 5, player 2 5. Even: each loses a ring.");
    CHECK_STR(
        explained(SPK_SEAT_CHANCE, "throw 6 3; gang yellow; duel yellow 3 red 2; dead red; "
                                   "won yellow 4 25000; took R05 from red"),
        "Player 1 throws 6, player 2 3. Player 1 wins and gets 25k; player 2 loses the man. The "
        "winner has 4 rings now. Player 1 takes bar R05 (1k) from player 2.");
    CHECK_STR(explained(SPK_SEAT_CHANCE,
                        "throw 3 3; gang blue; duel blue 1 red 1; even; dead blue; dead red"),
              "Player 4 throws 3, player 2 3. Even: each loses a ring. Both men are dead.");
}

TEST(what_comes_of_it)
{
    TABLE(2, "");
    CHECK_STR(
        explained(0, "step 1,14 R05; gang yellow; man 3; meets red 2 1"),
        "Player 1 (yellow) goes from 1,14 to R05. Fight: player 1 (yellow), man with 3 rings, "
        "against player 2 (red), a man with 2 rings, a man with one ring.");
    CHECK_STR(
        explained(0, "step 5,7 Y22; gang green; took Y22; holds 0 goal_square; lost 1 "
                     "goal_casinos"),
        "Player 1 (green) goes from 5,7 to Y22. Player 1 (green) takes bar Y22 (5k). Player 1 "
        "now holds a goal: square. Player 2 no longer holds a goal: casinos.");
    TABLE(3, "");
    CHECK_STR(
        explained(2, "step 1,1 1,2; paid A yellow 30000 red 31000 green 9000"),
        "Player 3 goes from 1,1 to 1,2. Phase A is over. The bank pays: player 1 +30k, player 2 "
        "+31k, player 3 +9k.");
}

/* The text may be anything: what cannot be read is left out. */
TEST(texts_that_nobody_wrote)
{
    static const char *const texts[] = {"",          "dance",         "roll", "roll 3",
                                        "throw 1 2", "step 1,5 99,9", "; ;",  "place Y05 Y06"};
    TABLE(4, "");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        CHECK_STR(explained(SPK_SEAT_CHANCE, texts[i]), "");
    CHECK_STR(explained(0, "fight; took; meets; dead; won; paid; holds 9; lost 0 fame"),
              "Player 1 begins the fight.");
}

TEST(what_can_be_done)
{
    TABLE(4, "variant_stacking=on");
    CHECK_STR(described("hire 0 0 0"), "Hire nobody");
    CHECK_STR(described("hire 1 0 1"), "Hire a man with one ring, a man with 3 rings");
    AT("stage place; yellow waiting 4 1");
    CHECK_STR(described("place YC"), "Place the man with 4 rings in casino YC (20k)");
    AT("stage enter; yellow cash 100 at 4,7:1");
    CHECK_STR(described("enter none"), "Nobody enters");
    CHECK_STR(described("enter buy 2"), "Buy a man with 2 rings for 25k");
    CHECK_STR(described("enter wait 3"), "A waiting man with 3 rings enters");
    AT("stage step; points 3; yellow at 1,14:4; red at R05:3 R05:2");
    CHECK_STR(described("step 1,14 R05 4"), "From street 1,14 to bar R05 (1k), man with 4 rings");
    CHECK_STR(described("reinforce 1,14 1"), "Man with one ring joins from street 1,14");
    CHECK_STR(described("fight"), "Fight with those who are here");
    CHECK_STR(described("pair 4 3"), "Man with 4 rings against man with 3 rings");
    TABLE(4, "");
    AT("stage step; points 3; yellow at 1,14:4");
    CHECK_STR(described("step 1,14 1,13"), "From street 1,14 to street 1,13");
}

TEST(what_things_are_called)
{
    TABLE(3, "");
    CHECK_STR(named("1,5"), "street 1,5");
    CHECK_STR(named("@Y11"), "Y11");
    CHECK_STR(named("YH"), "home bar YH (1k)");
    CHECK_STR(named("m1"), "man with one ring");
    CHECK_STR(named("green"), "player 3");
    CHECK_STR(named("blue"), "blue"); /* nobody plays it */
    CHECK_STR(named("wealth"), "Phase D is over: the greatest wealth wins.");
    CHECK_STR(named("goal_fours"), "Five men had four rings at the end of a phase.");
    CHECK_STR(named("m5"), "");
    CHECK_STR(named("Y99"), "");
}

/* -- What was done from one position to another ---------------------------------------------------- */

/* As the analysis says it. */
static const char *told(const void *before, const void *after)
{
    spk_buf deeds = {0}, phrases = {0};
    box.game->deeds(&box, before, after, 0, &deeds);
    spk_say(&phrases, "{deeds}.", SPK_LIST("deeds", spk_buf_text(&deeds)));
    spk_buf_release(&deeds);
    return in_english(&phrases);
}

/* Positions that no game leads to will do. */
static const char *done(const char *before, const char *after)
{
    spk_state from, to;
    CHECK_INT(box.game->parse_state(&box, before, &from, NULL), SPK_OK);
    CHECK_INT(box.game->parse_state(&box, after, &to, NULL), SPK_OK);
    return told(&from, &to);
}

#define STEPS(n) "stage step; points " #n "; "

TEST(what_a_walk_has_done)
{
    TABLE(4, "");
    CHECK_STR(done(STEPS(5) "yellow at 1,14:4; red owns R05", STEPS(1) "yellow at R05:4 owns R05"),
              "Take bar R05 (1k) from player 2.");
    CHECK_STR(done(STEPS(5) "yellow at 1,14:4", STEPS(1) "yellow at 1,16:4 owns R05"),
              "Take bar R05 (1k).");
    CHECK_STR(done(STEPS(5) "yellow at 1,14:4 owns YC", STEPS(1) "yellow at YC:4 owns YC"),
              "Stand guard in casino YC (20k).");
    CHECK_STR(done(STEPS(5) "yellow at YC:4 owns YC", STEPS(1) "yellow at 1,14:4 owns YC"),
              "Leave casino YC (20k) without a guard.");
    CHECK_STR(done(STEPS(5) "yellow at 1,14:4", STEPS(1) "yellow at 1,16:4"),
              "Go from street 1,14 to street 1,16.");
    CHECK_STR(done(STEPS(5) "yellow at 1,14:4", STEPS(1) "yellow at 1,14:4"),
              "Walk and be back where it began.");
    CHECK_STR(done(STEPS(5) "yellow at 1,14:4", STEPS(4) "yellow at 1,15:4"), ".");
}

TEST(what_it_does_to_goals)
{
    TABLE(4, "");
    CHECK_STR(done(STEPS(5) "yellow at 1,14:4 owns YC GC; red owns RC",
                   STEPS(1) "yellow at RC:4 owns YC GC RC"),
              "Take casino RC (20k) from player 2, complete a goal: casinos.");
    CHECK_STR(done(STEPS(5) "yellow at 1,14:4; red owns RC YC GC",
                   STEPS(1) "yellow at RC:4 owns RC; red owns YC GC"),
              "Take casino RC (20k) from player 2, break a goal of player 2: casinos.");
}

TEST(who_is_hired_and_who_fights)
{
    TABLE(4, "");
    CHECK_STR(done("stage hire; phase A; yellow cash 100",
                   "stage hire; phase A; turn 1; yellow cash 100"),
              "Keep the 100k.");
    AT(STEPS(5) "yellow at 1,14:4; red at 1,13:1");
    spk_state then = now;
    PLAY("step 1,14 1,13");
    CHECK_STR(told(&then, &now), "Fight player 2 at street 1,13, which is won 92 times in 100.");
}

TEST_MAIN()
