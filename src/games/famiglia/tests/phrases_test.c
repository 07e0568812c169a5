/* phrases_test.c: Famiglia in sentences. That everything that can happen has a sentence without gaps is in
 * tests/contract/phrases_test.c. */
#include "games/famiglia/tests/test_table.h"

#include "table_phrases.h"

TEST(what_players_do)
{
    new_game(NULL);
    CHECK_STR(explained(0, "recruit F1"), "Player 1 recruits La Famiglia 1.");
    CHECK_STR(explained(1, "recruit B3 exhaust B2"),
              "Player 2 recruits Brute 3 and exhausts Brute 2.");
    CHECK_STR(explained(0, "refresh A0"), "Player 1 puts Accountant 0 away.");
    CHECK_STR(explained(0, "pass"), "Player 1 recruits nobody.");
}

/* Two who recruit nobody end the game; once the end is near anyway, nothing is said of it. */
TEST(fa_10_4_what_a_pass_brings)
{
    AT("phase recruit; street F1; pile A1");
    CHECK_STR(described("pass"), "Recruit nobody (if both do so, the game ends)");
    AT("phase recruit; street F1; pile A1; passed 1");
    CHECK_STR(described("pass"), "Recruit nobody: this ends the game");
    AT("phase recruit; street F1; passed 1; second_pass 1");
    CHECK_STR(described("pass"), "Recruit nobody");
}

TEST(a_card_is_called_new_only_where_that_tells_it_from_another)
{
    AT("phase recruit; street B2* F1-1");
    CHECK_STR(described("refresh B2*"), "Put Brute 2 away");
    CHECK_STR(described("recruit F1-1"), "Recruit La Famiglia 1");
    AT("phase recruit; street B2* F1-1 B2");
    CHECK_STR(described("recruit B2*"), "Recruit Brute 2 (new)");
    CHECK_STR(described("recruit B2"), "Recruit Brute 2");
}

TEST(what_things_are_called)
{
    new_game(NULL);
    CHECK_STR(named("M4"), "Mercenary 4");
    CHECK_STR(named("B2*-1"), "Brute 2 (new, 1 cheaper)");
}

TEST_MAIN()
