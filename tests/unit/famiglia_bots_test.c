/* famiglia_bots_test.c: what bots must not do though it no longer matters. How strong they are is measured, not tested
 * (docs/strength.md). */
#include "ai/bot.h"
#include "games/famiglia/tests/test_table.h"

/* Whether the bot makes the move whatever the generator says. */
static void check_makes(const char *name, const char *position, const char *want)
{
    char text[SPK_MOVE_TEXT];
    for (uint64_t seed = 0; seed < 20; seed++) {
        spk_rng rng;
        AT(position);
        spk_rng_init(&rng, seed, 1);
        spk_bot *bot = spk_bot_new(spk_bot_find(name), &box, actor(), &rng);
        CHECK_STR(spk_move_text(&box, spk_bot_choose(bot, &now, 300), text), want);
        spk_bot_free(bot);
    }
}

/* From a game: the first player is 46 points behind, and has just made an Accountant 4 payable with a Brute. Every move loses, so boss took a
 * Mercenary 1 for no points. */
TEST(whoever_has_lost_takes_the_points_that_are_there)
{
    check_makes("boss",
                "phase recruit; second_pass 1; active 0; start 0; brute 2; "
                "hand0 F0 F0 F1 A0 A1 A2 A2 B0 B1 M0 M0 M1; "
                "display0 F0 A0 A0 A0 A1 A1 B0 B0 B0 B1 B1 B2 M0; hand1 F1 F2 F3 F3 A2 M2; "
                "display1 F0 F0 F1 F2 B2 B2 B3 B4 M1 M1 M2 M2 M3; "
                "street F1 A3 A3 A4-1 B3 M1 M3 M3 M4; pile F4 B3 A1",
                "recruit A4-1 exhaust A2");
}

/* From a game: hard has laid down a Brute 2, so that a Mercenary 2 costs nothing, and took an Accountant 1 instead. */
TEST(whoever_lowers_a_card_takes_it)
{
    check_makes("hard",
                "phase recruit; active 0; start 1; brute 2; hand0 A0 A0 A1 B0 B0 B1 M0; "
                "display0 F0 A0 A0 A1 B0 B1 B2; hand1 F0 F0 F1 A0 B1 B2 M1 M2; "
                "display1 F0 B0 B0 B1 M0 M0 M1; street F1 F1 F2 F3 A1 A2 A2 A2 M0 M2-2; "
                "pile F0 F2 F2 A1 A3 B2 M0 M1 M1; discard F1 F3 F4 A3 A4 B3 B3 B4 M2 M3 M3 M4",
                "recruit M2-2");
}

TEST_MAIN()
