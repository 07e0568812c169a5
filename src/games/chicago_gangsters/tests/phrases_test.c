/* phrases_test.c: events, moves and things in English sentences. That everything that can happen has a
 * sentence without gaps is in tests/contract/phrases_test.c; talk is in talk_test.c. */
#include "games/chicago_gangsters/tests/test_play.h"

#include "table_phrases.h"

#define SAYS(actor, event, words) CHECK_STR(explained(actor, event), words)

/* -- What happened ----------------------------------------------------------------------------- */

TEST(what_chance_brings)
{
    new_game(4, NULL);
    SAYS(SPK_SEAT_CHANCE, "deal_person 1 thief", "Player 2 starts with this person: thief.");
    SAYS(SPK_SEAT_CHANCE, "deal 0 W4", "Player 1 draws weapons 4.");
    SAYS(SPK_SEAT_CHANCE, "deal 0 ?", "");
    SAYS(SPK_SEAT_CHANCE, "coalition C01",
         "A new round: player 2 + player 1 against player 3 + player 4.");
    SAYS(SPK_SEAT_CHANCE, "district the_loop", "The fight is for The Loop.");
    SAYS(SPK_SEAT_CHANCE, "loot L01", "");
    SAYS(SPK_SEAT_CHANCE, "person senator", "In the loot: senator.");
    SAYS(SPK_SEAT_CHANCE, "coalition C13",
         "The last card: the game ends, and everybody shows their hand.");
    new_game(3, NULL); /* the last clan is missing (CG-R1) */
    SAYS(SPK_SEAT_CHANCE, "coalition C01", "A new round: player 2 + player 1 against player 3.");
    new_game(5, NULL); /* clans change hands: CG-10.13 */
    SAYS(SPK_SEAT_CHANCE, "mr_x 4", "Player 5 is Mr. X.");
    SAYS(SPK_SEAT_CHANCE, "coalition C01",
         "A new round: Brennan + Amato against Czerny + Donnelly.");
}

TEST(a_lay_as_it_is_heard)
{
    new_game(5, NULL);
    SAYS(1, "laid - + 2 down", "Player 2 lays 2 cards face down.");
    SAYS(1, "laid - + 1 down", "Player 2 lays one card face down.");
    SAYS(1, "laid - + 0 down", "Player 2 lays nothing.");
    SAYS(1, "laid - + covered", "Player 2 lays cards and hides how many.");
    SAYS(1, "laid W4 W4 + covered", "Player 2 shows 2 × weapons 4 and covers the rest.");
    SAYS(1, "laid W4 B5 + 0 down", "Player 2 lays openly: weapons 4, bribe money 5.");
    SAYS(1, "laid W4 + 1 down", "Player 2 shows weapons 4 and lays one card face down.");
    SAYS(1, "laid W4 + 3 down", "Player 2 shows weapons 4 and lays 3 face down.");
    SAYS(4, "laid 3 down defender", "Player 5 joins the defenders with 3 cards.");
    SAYS(4, "laid 1 down challenger", "Player 5 joins the challengers with one card.");
    SAYS(4, "lay W2 E5 defender", "Player 5 joins the defenders and lays weapons 2, blackmail 5.");
    SAYS(1, "lay - cover", "Player 2 lays nothing, covered.");
    SAYS(0, "keep_hidden ?", "Player 1 keeps a card hidden.");
    SAYS(0, "keep_hidden E5", "Player 1 keeps blackmail 5 hidden.");
    SAYS(0, "keep_hidden none", "Player 1 keeps no card hidden.");
    SAYS(0, "use_thug no", "");
}

TEST(what_everybody_learns)
{
    new_game(4, "godfather=on");
    SAYS(1, "done; cards 0 B3; cards 1 B4 B4; back 1 W2; challengers 7",
         "Player 1 fights with bribe money 3. Player 2 fights with 2 × bribe money 4. Player 2 "
         "takes back weapons 2. The challengers show 7.");
    SAYS(1, "use_thug yes; challengers 9 defenders 9",
         "Player 2 uses the thug! Challengers 9, defenders 9: the challengers win.");
    SAYS(1, "done; challengers 7 defenders 9", "Challengers 7, defenders 9: the defenders win.");
    SAYS(0, "choose_package 1; gets 0 2 1 -; gets 1 0 0 senator; mr_x 1",
         "Player 1 takes package 1. Player 1 gets: 2 bottles, one card. Player 2 gets: senator. "
         "Player 2 is Mr. X now.");
}

TEST(cg_r43_claims_in_words)
{
    new_game(4, "godfather=on");
    SAYS(2, "claim", "Player 3 claims in secret.");
    SAYS(2, "claims 1 2", "Player 2, player 3 want to be the Godfather: a duel.");
    SAYS(2, "pass; claims 1",
         "Player 3 does not claim. Player 2 is the Godfather and fights alone.");
    SAYS(2, "claims -", "Nobody claims the Godfather.");
    SAYS(2, "duels 0:W4 2:none; godfather 0",
         "The duel: player 1 weapons 4, player 3 –. Player 1 wins, is the Godfather and fights "
         "alone.");
    SAYS(2, "duels 0:W4 2:B4; godfather -",
         "The duel: player 1 weapons 4, player 3 bribe money 4. A tie, and no Godfather before: "
         "nobody is it.");
    new_game(4, "godfather=on claims=spoken");
    SAYS(2, "claim", "Player 3 claims to be the Godfather.");
}

TEST(a_round_end_in_words)
{
    new_game(5, NULL);
    SAYS(0, "convert informer B5 E1", "Player 1 turns bribe money 5, blackmail 1 into a bottle.");
    SAYS(0, "swap_one fence W2", "Player 1 swaps weapons 2 for a new card.");
    SAYS(0, "poker_swap W2 B5 for B2 B5",
         "Player 1 gives weapons 2, bribe money 5 to the discard pile and takes bribe money 2, "
         "bribe money 5.");
    SAYS(0, "bonus_draw", "Player 1 draws one more card as Mr. X.");
    SAYS(0, "draw", "");
    SAYS(0, "end_turn", "");
}

/* -- What can be done -------------------------------------------------------------------------- */

TEST(moves_in_words)
{
    AT(4, "phase choose_package; stage loot_share; active 0; starter 0; winner challenger; sharing "
          "challenger; coalition C01; district uptown; loot L01; offer senator");
    CHECK_STR(described("choose_package 1"), "Take package 1: 2 bottles");
    CHECK_STR(described("choose_package 2"), "Take package 2: the person, one card");
    CHECK_STR(described("lay W4 W4 B5"), "Lay 2 × weapons 4, bribe money 5");
    CHECK_STR(described("lay W4 cover"), "Lay weapons 4, number covered");
    CHECK_STR(described("lay -"), "Lay nothing");
    CHECK_STR(described("lay - defender"), "Join the defenders without a card");
    CHECK_STR(described("convert informer B5 E1"),
              "Informer: bribe money 5, blackmail 1 for a bottle");
    CHECK_STR(described("swap_one mr_x W2"), "Mr. X: swap weapons 2 for a new one");
    CHECK_STR(described("keep_hidden none"), "Turn up all cards");
}

TEST(things_have_names)
{
    new_game(4, NULL);
    static const char *const names[][2] = {{"W4", "weapons 4"},
                                           {"explosives_expert", "explosives expert"},
                                           {"clan_b", "Brennan"},
                                           {"back_of_the_yards", "Back of the Yards"},
                                           {"challenger", "Challengers"},
                                           {"mr_x", "Mr. X"},
                                           {"game_end", "The game-end card was turned up."},
                                           {"nothing_of_this_game", ""}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        CHECK_STR(named(names[i][0]), names[i][1]);
}

TEST_MAIN()
