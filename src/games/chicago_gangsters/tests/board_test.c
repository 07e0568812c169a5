/* board_test.c: the table as a person sees it, line by line: three, four and five players, with and
 * without the Godfather, from a seat, from outside, and at the end. */
#include "games/chicago_gangsters/tests/test_play.h"

static void check_board(spk_seat viewer, const char *want, const char *file, int line)
{
    spk_state view = now;
    spk_buf out = {0};
    box.game->redact(&box, &view, viewer);
    box.game->board(&box, &view, viewer, &out);
    bool same = spk_str_eq(spk_buf_text(&out), want);
    if (!same)
        print_error("the board is\n%s", spk_buf_text(&out));
    spk_buf_release(&out);
    if (!same)
        _fail(file, line);
}

#define LOOKS(viewer, ...) check_board(viewer, __VA_ARGS__, __FILE__, __LINE__)

#define LEGEND "              * first if equal, ? may hide a card; A alcohol, P person, M means\n"

/* Seat 2 is alone, and has laid nothing for all to see. */
TEST(a_board_for_three)
{
    AT(3, LONE "district pilsen; hand0 W2 W4; hand1 E5; hand2 B1 B2; persons0 thug; persons1 "
               "mayor; persons2 fence");
    LOOKS(2, "Round 1, challengers' turn: player 3 lays cards.\n"
             "  challengers Donnelly* (missing), Czerny? (player 3)\n"
             "  defenders   Amato* (player 1), Brennan (player 2)\n"
             "  district    Pilsen: weapons blackmail, no persons\n"
             "  loot        winners 1: 2A  2: P 1M   losers 1: 1A  2: 2M\n"
             "  person      senator 4\n" LEGEND "  piles       draw 43; discard -\n"
             "  player 1  Amato           0 alcohol\n"
             "            hand    2: ? ?\n"
             "            persons thug 1\n"
             "  player 2  Brennan         0 alcohol\n"
             "            hand    1: ?\n"
             "            persons mayor 3\n"
             "  player 3  Czerny (you)    0 alcohol  alone: counts double\n"
             "            hand    2: B1 B2\n"
             "            persons fence 1\n");
    PLAY("lay -");
    LOOKS(0, "Round 1, defenders' turn: player 1 lays cards.\n"
             "  challengers Donnelly* (missing), Czerny? (player 3)\n"
             "  defenders   Amato* (player 1), Brennan (player 2)\n"
             "  strength    challengers 0\n"
             "  district    Pilsen: weapons blackmail, no persons\n"
             "  loot        winners 1: 2A  2: P 1M   losers 1: 1A  2: 2M\n"
             "  person      senator 4\n" LEGEND "  piles       draw 43; discard -\n"
             "  player 1  Amato (you)     0 alcohol\n"
             "            hand    2: W2 W4\n"
             "            persons thug 1\n"
             "  player 2  Brennan         0 alcohol\n"
             "            hand    1: ?\n"
             "            persons mayor 3\n"
             "  player 3  Czerny          0 alcohol  alone: counts double\n"
             "            hand    2: ? ?\n"
             "            laid    nothing\n"
             "            persons fence 1\n");
}

/* Seat 1 holds the card and is not asked, seat 2 has answered; then seat 0 takes it. */
TEST(a_board_with_a_godfather)
{
    AT_WITH(4, "godfather=on",
            "phase claim; asked 0 2 3; answered 2; coalition C01; district uptown; loot L01; "
            "offer senator; hand0 W2 B5 E1; hand1 W4 B4; hand2 B3 E3; hand3 E5; alcohol 3 0 12 1; "
            "rounds 11; godfather_points 4 1 3 3; godfather 1; persons0 thief; persons1 mayor; "
            "persons2 reporter; persons3 informer explosives_expert customs_officer police_chief "
            "senator");
    LOOKS(SPK_SEAT_ONLOOKER,
          "Round 12, challengers' turn: who will be Godfather? Asked: players 1, 4.\n"
          "  challengers Brennan* (player 2), Amato? (player 1)\n"
          "  defenders   Czerny* (player 3), Donnelly (player 4)\n"
          "  Godfather   player 2\n"
          "  district    Uptown: bribe, no persons\n"
          "  loot        winners 1: 2A  2: P 1M   losers 1: 1A  2: 2M\n"
          "  person      senator 4\n" LEGEND "  piles       draw 40; discard -\n"
          "  player 1  Amato           3 alcohol  4 godfather points\n"
          "            hand    3: ? ? ?\n"
          "            persons thief 1 (blackmail)\n"
          "  player 2  Brennan         0 alcohol  1 godfather point\n"
          "            hand    2: ? ?\n"
          "            persons mayor 3\n"
          "  player 3  Czerny         12 alcohol  3 godfather points\n"
          "            hand    2: ? ?\n"
          "            persons reporter 2 (blackmail)\n"
          "  player 4  Donnelly        1 alcohol  3 godfather points\n"
          "            hand    1: ?\n"
          "            persons informer 0, explosives expert 1 (weapons),\n"
          "                    customs officer 2 (bribe), police chief 3, senator 4\n");
    BY(3, "pass");
    BY(0, "claim");
    LOOKS(3, "Round 12, challengers' turn: player 1 lays cards.\n"
             "  challengers Brennan* (player 2, ousted), Amato? (player 1)\n"
             "  defenders   Czerny* (player 3), Donnelly (player 4)\n"
             "  Godfather   player 1, new: fights alone\n"
             "  district    Uptown: bribe, no persons\n"
             "  loot        winners 1: 2A  2: P 1M   losers 1: 1A  2: 2M\n"
             "  person      senator 4\n" LEGEND "  piles       draw 40; discard -\n"
             "  player 1  Amato           3 alcohol  4 godfather points\n"
             "            hand    3: ? ? ?\n"
             "            persons thief 1 (blackmail)\n"
             "  player 2  Brennan         0 alcohol  1 godfather point\n"
             "            hand    2: ? ?\n"
             "            persons mayor 3\n"
             "  player 3  Czerny         12 alcohol  3 godfather points\n"
             "            hand    2: ? ?\n"
             "            persons reporter 2 (blackmail)\n"
             "  player 4  Donnelly (you)  1 alcohol  3 godfather points\n"
             "            hand    1: E5\n"
             "            persons informer 0, explosives expert 1 (weapons),\n"
             "                    customs officer 2 (bribe), police chief 3, senator 4\n");
}

TEST(a_board_in_the_fight)
{
    AT(4, C01 "district uptown; hand0 W2 B5 E1; hand1 W4 B4; hand2 B3 E3; hand3 E5; "
              "known3 E5; persons1 mayor");
    PLAY("lay W4 B4 cover", "show W4");
    LOOKS(1, "Round 1, challengers' turn: player 2 lays cards and may show some.\n"
             "  challengers Brennan* (player 2), Amato? (player 1)\n"
             "  defenders   Czerny* (player 3), Donnelly (player 4)\n"
             "  district    Uptown: bribe, no persons\n"
             "  loot        winners 1: 2A 1M  2: P   losers 1: 1A  2: 1M\n"
             "  person      senator 4\n" LEGEND "  piles       draw 40; discard -\n"
             "  player 1  Amato           0 alcohol\n"
             "            hand    3: ? ? ?\n"
             "  player 2  Brennan (you)   0 alcohol\n"
             "            hand    0\n"
             "            laid    W4, face down B4, covered with the hand\n"
             "            persons mayor 3\n"
             "  player 3  Czerny          0 alcohol\n"
             "            hand    2: ? ?\n"
             "  player 4  Donnelly        0 alcohol\n"
             "            hand    1: E5\n");
    PLAY("done");
    LOOKS(1, "Round 1, challengers' turn: player 1 lays cards.\n"
             "  challengers Brennan* (player 2), Amato? (player 1)\n"
             "  defenders   Czerny* (player 3), Donnelly (player 4)\n"
             "  district    Uptown: bribe, no persons\n"
             "  loot        winners 1: 2A 1M  2: P   losers 1: 1A  2: 1M\n"
             "  person      senator 4\n" LEGEND "  piles       draw 40; discard -\n"
             "  player 1  Amato           0 alcohol\n"
             "            hand    3: ? ? ?\n"
             "  player 2  Brennan (you)   0 alcohol\n"
             "            hand    0\n"
             "            laid    W4, face down B4, covered with the hand\n"
             "            persons mayor 3\n"
             "  player 3  Czerny          0 alcohol\n"
             "            hand    2: ? ?\n"
             "  player 4  Donnelly        0 alcohol\n"
             "            hand    1: E5\n");
    LOOKS(0, "Round 1, challengers' turn: player 1 lays cards.\n"
             "  challengers Brennan* (player 2), Amato? (player 1)\n"
             "  defenders   Czerny* (player 3), Donnelly (player 4)\n"
             "  district    Uptown: bribe, no persons\n"
             "  loot        winners 1: 2A 1M  2: P   losers 1: 1A  2: 1M\n"
             "  person      senator 4\n" LEGEND "  piles       draw 40; discard -\n"
             "  player 1  Amato (you)     0 alcohol\n"
             "            hand    3: W2 B5 E1\n"
             "  player 2  Brennan         0 alcohol\n"
             "            hand    1: ?\n"
             "            laid    W4, covered with the hand\n"
             "            persons mayor 3\n"
             "  player 3  Czerny          0 alcohol\n"
             "            hand    2: ? ?\n"
             "  player 4  Donnelly        0 alcohol\n"
             "            hand    1: E5\n");
    PLAY("lay W2 B5 E1", "show W2", "done", "keep_hidden B5", "lay B3", "done");
    LOOKS(3, "Round 1, defenders' turn: player 4 lays cards.\n"
             "  challengers Brennan* (player 2), Amato? (player 1)\n"
             "  defenders   Czerny* (player 3), Donnelly (player 4)\n"
             "  strength    challengers 4 + a hidden card\n"
             "  district    Uptown: bribe, no persons\n"
             "  loot        winners 1: 2A 1M  2: P   losers 1: 1A  2: 1M\n"
             "  person      senator 4\n" LEGEND "  piles       draw 40; discard -\n"
             "  player 1  Amato           0 alcohol\n"
             "            hand    2: W2 E1\n"
             "            laid    1 face down\n"
             "  player 2  Brennan         0 alcohol  contributed 4\n"
             "            hand    1: W4\n"
             "            laid    B4\n"
             "            persons mayor 3\n"
             "  player 3  Czerny          0 alcohol\n"
             "            hand    1: ?\n"
             "            laid    1 face down\n"
             "  player 4  Donnelly (you)  0 alcohol\n"
             "            hand    1: E5\n");
    PLAY("lay -");
    LOOKS(0, "Round 1, loot: player 1 chooses a package.\n"
             "  challengers Brennan* (player 2), Amato? (player 1)\n"
             "  defenders   Czerny* (player 3), Donnelly (player 4)\n"
             "  strength    challengers won, 9 to 3; no loot for the losers\n"
             "  district    Uptown: bribe, no persons\n"
             "  loot        winners 1: 2A 1M  2: P   losers 1: 1A  2: 1M\n"
             "  person      senator 4\n" LEGEND "  piles       draw 40; discard B3 B4 B5\n"
             "  player 1  Amato (you)     0 alcohol  contributed 5\n"
             "            hand    2: W2 E1\n"
             "  player 2  Brennan         0 alcohol  contributed 4\n"
             "            hand    1: W4\n"
             "            persons mayor 3\n"
             "  player 3  Czerny          0 alcohol  contributed 3\n"
             "            hand    1: ?\n"
             "  player 4  Donnelly        0 alcohol\n"
             "            hand    1: E5\n");
}

TEST(a_board_for_five)
{
    AT(5, "phase mr_x_lay; active 4; coalition C01; district bridgeport; loot L12; offer judge; "
          "hand0 W4; hand1 W2; hand2 W2; hand3 B1; hand4 W2 W4 E5; known4 E5");
    PLAY("lay W4 E5 challenger", "lay - cover", "lay W4", "show W4");
    LOOKS(2, "Round 1, defenders' turn: player 3 lays cards.\n"
             "  challengers Brennan* (player 2), Amato? (player 1), Mr. X\n"
             "  defenders   Czerny* (player 3), Donnelly (player 4)\n"
             "  strength    challengers 4 + Mr. X\n"
             "  district    Bridgeport: weapons, persons\n"
             "  loot        winners 1: 2A 1M  2: 1A 2M   losers 1: P 1M  2: 1A\n"
             "  person      judge 4\n" LEGEND "  piles       draw 41; discard -\n"
             "  player 1  Amato           0 alcohol  contributed 4\n"
             "            hand    0\n"
             "            laid    W4\n"
             "  player 2  Brennan         0 alcohol\n"
             "            hand    1: ?\n"
             "            laid    nothing\n"
             "  player 3  Czerny (you)    0 alcohol\n"
             "            hand    1: W2\n"
             "  player 4  Donnelly        0 alcohol\n"
             "            hand    1: ?\n"
             "  player 5  Mr. X           0 alcohol\n"
             "            hand    1: ?   in hand or face down: E5\n"
             "            laid    2 face down\n");
}

TEST(a_board_at_the_end)
{
    AT_WITH(3, "godfather=on",
            "phase reveal_coalition; rounds 12; hand0 W4 B1; hand1 W4; hand2 E1 E3; persons0 "
            "mayor; persons1 priest; alcohol 10 9 8; godfather_points 4 4 2; godfather 1");
    PLAY("coalition C13");
    LOOKS(1, "After 12 rounds: the game is over.\n"
             "  Godfather   player 2\n"
             "  piles       draw 43; discard -\n"
             "  player 1  Amato          15 alcohol  4 godfather points\n"
             "            hand    2: W4 B1\n"
             "            persons mayor 3\n"
             "  player 2  Brennan (you)  14 alcohol  4 godfather points\n"
             "            hand    1: W4\n"
             "            persons priest 1\n"
             "  player 3  Czerny         10 alcohol  2 godfather points\n"
             "            hand    2: E1 E3\n"
             "  most weapons           +2 alcohol: players 1, 2\n"
             "  most bribe             +2 alcohol: player 1\n"
             "  most blackmail         +2 alcohol: player 3\n"
             "  most persons           +2 alcohol: player 2\n"
             "  most godfather points  +1 alcohol: players 1, 2\n");
}

/* Before the deal there is nothing to show but the players. */
TEST(a_board_before_the_deal)
{
    new_game(5, NULL);
    LOOKS(SPK_SEAT_ONLOOKER, "Round 1: lots are drawn for Mr. X.\n"
                             "  player 1                  0 alcohol\n"
                             "  player 2                  0 alcohol\n"
                             "  player 3                  0 alcohol\n"
                             "  player 4                  0 alcohol\n"
                             "  player 5                  0 alcohol\n");
}

TEST_MAIN()
