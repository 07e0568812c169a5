/* board_test.c: the table as people see it, in every phase, and that it fits a terminal of 80
 * columns. What a program sees (JSON) is checked for all games by tests/contract. */
#include "games/gangster/tests/test_table.h"

static char picture[4000];

static const char *board_for(spk_seat viewer)
{
    spk_buf out = SPK_BUF_OVER(picture);
    spk_buf_clear(&out);
    box.game->board(&box, &now, viewer, &out);
    return picture;
}

static void shows(const char *words, const char *file, int line)
{
    if (!strstr(picture, words)) {
        print_error("'%s' is not in\n%s", words, picture);
        _fail(file, line);
    }
}

#define SHOWS(words) shows(words, __FILE__, __LINE__)

TEST(the_picture_of_a_table)
{
    AT(3, "active 1; locked c4; points 3 0 0; bullets 0 1 1; supplies 13 123 -; open Y2 G2; "
          "board R2 B1 Y1 G1 R1 B2 / . . xG3 . . ." ROWS(1) " / . . R3 . Y1 . / Y2 . . . . . / "
                                                            "Y3 . . . . .");
    CHECK_STR(board_for(0),
              "Turn 13, player 2 (blue): lay, move or shoot.\n"
              "       a     b     c     d     e     f        player 1, red, you       3 points\n"
              "    +-----+-----+-----+-----+-----+-----+       supply R1 -- R3      bullets 0\n"
              "[1] | R2  | B1  | Y1  | G1  | R1  | B2  |   > player 2, blue           0 points\n"
              "    +-----+-----+-----+-----+-----+-----+       supply B1 B2 B3      bullets 1\n"
              " 2  |     |     |xG3  |     |     |     |     player 3, yellow         0 points\n"
              "    +-----+-----+-----+-----+-----+-----+       supply -- -- --      bullets 1\n"
              " 3  |     |     |     |     |     |     |\n"
              "    +-----+-----+-----+-----+-----+-----+     open supply    1: Y2    2: G2\n"
              " 4  |     |     | R3* |     | Y1  |     |     face down      1: 9     2: 9\n"
              "    +-----+-----+-----+-----+-----+-----+     nobody's gang  grey\n"
              " 5  | Y2  |     |     |     |     |     |\n"
              "    +-----+-----+-----+-----+-----+-----+\n"
              " 6  | Y3  |     |     |     |     |     |\n"
              "    +-----+-----+-----+-----+-----+-----+\n"
              "     [ ] complete line  * just came, locked for now  x dead\n");
}

TEST(what_there_is_to_do)
{
    new_game(2, NULL);
    board_for(0);
    SHOWS("Lots are drawn for who begins.");
    PLAY("start 1");
    board_for(0);
    SHOWS("The open supply is filled up.");
    PLAY("reveal Y1", "reveal G1", "draw 1");
    board_for(0);
    SHOWS("Turn 1, player 2 (blue): a tile is turned over.");
    PLAY("reveal R3");
    board_for(0);
    SHOWS("Turn 1, player 2 (blue): lay the drawn R3.");
    SHOWS("nobody's gang  yellow grey");
    AT(2, "open R2 B3; board . B2 Y1 G1 B1 R1 / R3 . . . . . / Y1 . . . . . / Y1 . . . . . / "
          "G1 . . . . . / B1 . . . . .");
    PLAY("lay_own 1 a1");
    board_for(0);
    SHOWS("Turn 11, player 1 (red): row 1 or column a, which is scored first?");
    SHOWS("  [a] ");
    SHOWS("[1] |");
}

TEST(what_players_would_wonder_about)
{
    blue_alone("xR2", "0 0 0 1");
    PLAY("shoot c3");
    board_for(1);
    SHOWS("  Player 1 (red) could do nothing and was skipped.\n");
    AT_WITH(2, "stall_limit=3", "quiet_turns 2; locked a1; open Y2 G2; board R1 . . . . ." ROWS(5));
    board_for(0);
    SHOWS("2 moves in a row; after 3 somebody must lay or shoot.");
    AT_WITH(2, "stall_limit=3", "quiet_turns 3; locked a1; open Y2 G2; board R1 . . . . ." ROWS(5));
    board_for(0);
    SHOWS("3 moves in a row: nobody moves until somebody lays or shoots.");
}

TEST(how_it_ended)
{
    ANY(2, "phase game_over; turns 60; points 12 9; marks 7 6");
    board_for(0);
    SHOWS("The game is over after 60 turns. Player 1 (red) wins.\n");
    ANY(2, "phase game_over; turns 60; points 12 17; marks 7 8");
    board_for(0);
    SHOWS("Player 2 (blue) is Al Capone!\n");
    ANY(2, "phase game_over; turns 60");
    board_for(0);
    SHOWS("Player 1 (red) shares the victory. Player 2 (blue) shares the victory.\n");
}

/* No line of any table of whole games is wider than a small terminal. */
TEST(it_fits_80_columns)
{
    spk_rng rng;
    for (int n = 2; n <= 4; n++)
        for (uint64_t game = 0; game < 10; game++) {
            new_game(n, "colours=ybrg"); /* the longest name first */
            spk_rng_init(&rng, 80, game);
            while (!is_over()) {
                step(&rng, game % 2);
                for (const char *at = board_for(0); *at; at += strcspn(at, "\n") + 1)
                    CHECK(strcspn(at, "\n") < 80);
            }
        }
}

TEST_MAIN()
