/* options_test.c: every table option with every value it can have, and what happens to the others.
 * What a value does is also seen in rulings_test.c; here each value is set, and its mark is seen. */
#include "games/chicago/tests/test_table.h"

static bool opens(int n_seats, const char *options)
{
    return open_box(n_seats, options, NULL) == SPK_OK;
}

TEST(every_value_opens_and_no_other_does)
{
    static const struct {
        const char *name, *good[5];
    } options[] = {
        {"variant_stacking", {"off", "on"}},
        {"variant_casino_presence", {"off", "on"}},
        {"movement_die", {"d12", "scale22", "3d6"}},
        {"balance_scope", {"purchase", "phase", "game"}},
        {"chip_limit", {"off", "on"}},
        {"survivor_prize", {"on", "off"}},
        {"goal_tie", {"earliest", "wealth"}},
        {"colours", {"YRGB", "RGBY", "GBYR", "BYRG"}},
        {"pairing", {"opposite", "adjacent"}},
        {"fours_scope", {"player", "gang"}},
    };
    static const char *const bad[] = {"", "ON", "yes", "1", "d6", "none", "YRGBY", "YR", "games"};
    char text[64];
    CHECK_INT(sizeof options / sizeof *options, CHICAGO_OPT_COUNT);
    for (int i = 0; i < CHICAGO_OPT_COUNT; i++) {
        for (int k = 0; k < 5 && options[i].good[k]; k++) {
            snprintf(text, sizeof text, "%s=%s", options[i].name, options[i].good[k]);
            for (int n_seats = 2; n_seats <= 4; n_seats++)
                CHECK(opens(n_seats, text));
            CHECK_INT(box.option[i], k);
        }
        for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
            snprintf(text, sizeof text, "%s=%s", options[i].name, bad[k]);
            CHECK(!opens(4, text));
            CHECK(why.text[0]);
        }
    }
}

/* The first value of each is the ledger's ruling. */
TEST(without_options_the_rulings_hold)
{
    TABLE(4, "");
    CHECK(!city()->stacking && !city()->casino_presence && !city()->chip_limit);
    CHECK(city()->survivor_prize && !city()->goal_tie_wealth && !city()->fours_by_gang);
    CHECK_INT(city()->balance_scope, CHICAGO_SCOPE_PURCHASE);
    CHECK_INT(city()->face[city()->n_faces - 1], 12);
}

/* CH-15.1 */
TEST(variant_stacking)
{
    TABLE(4, "variant_stacking=off");
    AT("stage step; points 3; yellow at 1,3:1 Y02:2");
    REFUSED("step 1,3 Y02", "CH-8.9");
    TABLE(4, "variant_stacking=on");
    AT("stage step; points 3; yellow at 1,3:1 Y02:2");
    PLAY("step 1,3 Y02 1");
}

/* CH-15.6 */
TEST(variant_casino_presence)
{
    TABLE(4, "variant_casino_presence=off");
    CHECK_INT(payout(RED), 30000);
    TABLE(4, "variant_casino_presence=on");
    CHECK_INT(payout(RED), 10000);
    AT_ANY("red at RC:1 owns RC");
    CHECK_INT(payout(RED), 20000);
}

/* CH-R1: three dice are three dice: 216 ways, 27 of them give 10. */
TEST(movement_die)
{
    static const int ways[] = {1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1};
    spk_outcome outcomes[SPK_MAX_OUTCOMES];
    TABLE(4, "movement_die=3d6");
    AT("stage roll; yellow at 1,3:1");
    CHECK_INT(box.game->chance(&box, &now, outcomes), 16);
    for (int i = 0; i < 16; i++) {
        CHECK_INT(chicago_move_a(outcomes[i].move), i + 3);
        CHECK_INT(outcomes[i].weight, ways[i]);
    }
    TABLE(4, "movement_die=scale22");
    AT("stage roll; yellow at 1,3:1");
    CHECK_INT(box.game->chance(&box, &now, outcomes), 12);
    for (int i = 0; i < 12; i++) {
        CHECK_INT(chicago_move_a(outcomes[i].move), i + 11);
        CHECK_INT(outcomes[i].weight, 1);
    }
}

/* CH-R2: the same two purchases, by each of the three scopes. */
TEST(balance_scope)
{
    TABLE(4, "balance_scope=purchase");
    PLAY("hire 1 0 0");
    AT("stage enter; phase B; turn 3; yellow cash 50 at YC:1");
    CHECK(is_legal("enter buy 1"));
    TABLE(4, "balance_scope=phase");
    AT("stage enter; phase B; turn 3; yellow cash 50 dead 5 bought 3 2 at YC:1");
    REFUSED("enter buy 1", "CH-R2");
    CHECK(is_legal("enter buy 2"));
    AT("stage hire; phase B; turn 3; yellow cash 35 dead 3 bought 1 2");
    REFUSED("hire 0 1 0", "CH-R2");
    CHECK_MOVES("hire 1 0 0; hire 1 1 0; hire 2 0 0; hire 0 0 0");
    TABLE(4, "balance_scope=game");
    AT("stage step; round 6; turn 3; points 1; yellow cash 50 dead 3 bought 2 1; blue at 18,5:1");
    PLAY("step 18,5 18,6", "hire 0 0 0", "hire 0 0 0", "hire 0 0 0");
    REFUSED("hire 1 0 0", "CH-R2"); /* the phase is new, the game is not */
    PLAY("hire 0 1 0");
    GANG("yellow", "bought 2 2");
}

/* CH-R16 */
TEST(chip_limit)
{
    static const char *const position = "stage step; points 3; yellow at 1,6:1 owns R02 R03 R04 "
                                        "R05 R06 R07 R08 R09 R10 R11 R12 R13 "
                                        "R14 R15 R16 R17 R18 R19 R20 R21";
    TABLE(4, "chip_limit=off");
    AT(position);
    CHECK(is_legal("step 1,6 Y09"));
    TABLE(4, "chip_limit=on");
    AT(position);
    CHECK_MOVES("step 1,6 1,5; step 1,6 1,7");
}

/* CH-R17 */
TEST(survivor_prize)
{
    for (int off = 0; off < 2; off++) {
        TABLE(4, off ? "survivor_prize=off" : "survivor_prize=on");
        AT("stage step; points 3; yellow at 3,18:3; red at R02:1 1,1:1");
        PLAY("step 3,18 R02", "throw 5 5");
        GANG("yellow", off ? "cash 0" : "cash 10");
        GANG("yellow", off ? "at R02:2" : "at R02:3");
        CHECK_STR(owner("R02"), "yellow");
    }
}

/* CH-R21 */
TEST(goal_tie)
{
    for (int wealth = 0; wealth < 2; wealth++) {
        TABLE(4, wealth ? "goal_tie=wealth" : "goal_tie=earliest");
        AT("stage step; round 6; turn 3; points 1; events 9; holds 2 goal_square 3; "
           "holds 0 goal_casinos 8; yellow cash 9 owns YC RC GC; "
           "green owns Y19 Y22 R19 R22 G19 G22 B19 B22; blue cash 125 at 18,5:1");
        PLAY("step 18,5 18,6");
        CHECK_INT(result().winners, wealth ? 1 << 0 : 1 << 2);
        CHECK_STR(result().reason, wealth ? "goal_casinos" : "goal_square");
    }
}

/* CH-R25: the seat of each colour, and who is left out of three. */
TEST(colours)
{
    static const char *const values[] = {"YRGB", "RGBY", "GBYR", "BYRG"};
    for (int i = 0; i < 4; i++)
        for (int n_seats = 3; n_seats <= 4; n_seats++) {
            char option[32];
            snprintf(option, sizeof option, "colours=%s", values[i]);
            TABLE(n_seats, option);
            for (int seat = 0; seat < n_seats; seat++)
                CHECK_INT(city()->seat_of[(i + seat) % 4], seat);
            CHECK_INT(city()->present[(i + 3) % 4], n_seats == 4);
            CHECK_INT(actor(), city()->seat_of[city()->order[0][0]]);
        }
}

/* CH-R26 */
TEST(pairing)
{
    static const spk_seat opposite[] = {0, 1, 0, 1}, adjacent[] = {0, 0, 1, 1};
    for (int i = 0; i < 2; i++) {
        TABLE(2, i ? "pairing=adjacent" : "pairing=opposite");
        for (int gang = 0; gang < CHICAGO_GANGS; gang++) {
            CHECK_INT(actor(), i ? adjacent[gang] : opposite[gang]);
            PLAY("hire 0 0 0");
        }
    }
}

/* CH-R28: red and blue have five between them. */
TEST(fours_scope)
{
    for (int gang = 0; gang < 2; gang++) {
        TABLE(2, gang ? "fours_scope=gang" : "fours_scope=player");
        AT_ANY("red at R02:4 R03:4 R04:4; blue waiting 4 4");
        CHECK_INT(chicago_holds(&box, here, 1, CHICAGO_GOAL_FOURS), !gang);
        AT_ANY("red at R02:4; blue waiting 4 4 4 4 4");
        CHECK(chicago_holds(&box, here, 1, CHICAGO_GOAL_FOURS));
    }
}

TEST(bad_options)
{
    CHECK(!opens(4, "variant_stacking=on variant_stacking=off"));
    CHECK(!opens(4, "variant_III=on"));
    CHECK(!opens(4, "movement_die"));
    CHECK(!opens(1, "") && !opens(5, "") && !opens(-1, ""));
}

/* CH-R2, CH-R17: the print, taken word for word; everything else is silent there or as we play it. */
TEST(to_the_letter)
{
    spk_choice choice = {.n_seats = 4, .preset = SPK_PRESET_LETTER};
    spk_box_close(&box);
    CHECK_INT(spk_box_open(&box, &spk_game_chicago, &choice, &why), SPK_OK);
    for (int i = 0; i < CHICAGO_OPT_COUNT; i++) {
        bool reading = i == CHICAGO_OPT_BALANCE_SCOPE || i == CHICAGO_OPT_SURVIVOR_PRIZE;
        CHECK_INT(spk_option_differs(&chicago_options[i]), reading);
        CHECK_INT(box.option[i], reading);
    }
    CHECK_INT(city()->balance_scope, CHICAGO_SCOPE_PHASE);
    CHECK(!city()->survivor_prize);
    CHECK(box.reconstruction);
}

TEST_MAIN()
