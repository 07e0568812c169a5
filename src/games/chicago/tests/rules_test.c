/* rules_test.c: what the worked examples leave open: rulings, options, variants, and random games in
 * which nothing may break. */
#include "games/chicago/tests/test_table.h"

/* -- Hiring ------------------------------------------------------------------------------------ */

TEST(ch_r2_the_scope_of_the_balance)
{
    TABLE(4, "");
    PLAY("hire 1 0 0");
    GANG("yellow", "bought 0 0");
    TABLE(4, "balance_scope=phase");
    PLAY("hire 1 0 0");
    GANG("yellow", "bought 1 0");
    AT("stage enter; yellow cash 50 bought 1 0 at 1,3:1");
    REFUSED("enter buy 1", "CH-R2");
    PLAY("enter buy 2");
    GANG("yellow", "bought 1 1");
    TABLE(4, "balance_scope=phase");
    AT("stage step; round 6; turn 3; points 1; yellow bought 1 0 at 1,3:1; blue at 18,5:1");
    PLAY("step 18,5 18,6");
    GANG("yellow", "bought 0 0");
    TABLE(4, "balance_scope=game");
    AT("stage step; round 6; turn 3; points 1; yellow bought 1 0 at 1,3:1; blue at 18,5:1");
    PLAY("step 18,5 18,6");
    GANG("yellow", "bought 1 0");
}

TEST(ch_r7_who_finds_no_room_waits)
{
    TABLE(4, "");
    AT("stage place; turn 3; blue waiting 4 3 owns B02; yellow owns BC BH B03 B04 B05 B06 B07 B08");
    PLAY("place B02");
    GANG("blue", "waiting 3 at B02:4");
    HOLDS("round 1; turn 3"); /* nobody but blue has a member */
}

TEST(ch_r10_one_enters_or_several_with_variant_i)
{
    TABLE(4, "");
    AT("stage enter; yellow cash 100 waiting 4");
    PLAY("enter buy 1");
    HOLDS("stage roll");
    TABLE(4, "variant_stacking=on");
    AT("stage enter; yellow cash 100 waiting 4");
    PLAY("enter buy 1");
    CHECK_MOVES("enter buy 2; enter wait 4; enter none"); /* even within the turn */
    PLAY("enter buy 2", "enter wait 4");
    HOLDS("stage enter");
    PLAY("enter none");
    HOLDS("stage roll");
    GANG("yellow", "bought 0 0");
    GANG("yellow", "at YH:1 YH:2 YH:4");
}

/* -- Movement ---------------------------------------------------------------------------------- */

TEST(ch_r1_the_movement_die)
{
    static const struct {
        const char *option;
        int faces, first, last, total;
    } dice[] = {{"movement_die=d12", 12, 1, 12, 12},
                {"movement_die=scale22", 12, 11, 22, 12},
                {"movement_die=3d6", 16, 3, 18, 216}};
    for (int i = 0; i < 3; i++) {
        spk_outcome outcomes[SPK_MAX_OUTCOMES];
        TABLE(4, dice[i].option);
        AT("stage roll; yellow at 1,3:1");
        int n = box.game->chance(&box, &now, outcomes);
        CHECK_INT(n, dice[i].faces);
        CHECK_INT(chicago_move_a(outcomes[0].move), dice[i].first);
        CHECK_INT(chicago_move_a(outcomes[n - 1].move), dice[i].last);
        CHECK_INT(spk_outcome_total(outcomes, n), dice[i].total);
    }
}

TEST(ch_r12_an_attack_must_be_made_if_nothing_else_is_left)
{
    TABLE(4, "");
    AT("stage roll; yellow at Y15:1; red at 1,7:4");
    PLAY("roll 3");
    CHECK_MOVES("step Y15 1,7");
    TABLE(2, "");
    AT("stage roll; yellow at Y15:1; green at 1,7:4; red at 1,1:1");
    PLAY("roll 3"); /* an ally bars the only door: the points lapse */
    HOLDS("stage roll; phase A; round 1; turn 1; points 0");
}

TEST(ch_r17_without_the_survivors_prize)
{
    TABLE(4, "survivor_prize=off");
    AT("stage step; points 3; yellow at 1,14:2; red at R05:1");
    PLAY("step 1,14 R05", "throw 4 4");
    GANG("yellow", "cash 0");
    GANG("yellow", "at R05:1");
    CHECK_STR(owner("R05"), "yellow");
}

TEST(ch_r27_an_allys_empty_building_changes_gangs)
{
    TABLE(2, "");
    AT("stage step; points 3; yellow at 18,16:1");
    PLAY("step 18,16 G02");
    CHECK_STR(owner("G02"), "yellow");
}

TEST(ch_r26_who_plays_whom)
{
    TABLE(2, "");
    CHECK_INT(city()->ally[YELLOW], GREEN);
    CHECK_INT(city()->seat_of[BLUE], 1);
    TABLE(2, "pairing=adjacent");
    CHECK_INT(city()->ally[YELLOW], RED);
    CHECK_INT(city()->seat_of[BLUE], 1);
    CHECK_INT(city()->seat_of[RED], 0);
}

TEST(ch_r25_colours_by_seat)
{
    TABLE(4, "colours=GBYR");
    CHECK_INT(city()->seat_of[GREEN], 0);
    CHECK_INT(actor(), 2); /* yellow begins phase A */
    TABLE(3, "colours=GBYR");
    CHECK(!city()->present[RED]);
    CHECK_INT(city()->order[1][0], GREEN); /* red's phase */
}

/* -- Variant I --------------------------------------------------------------------------------- */

TEST(ch_r32_reinforcements_take_the_shortest_free_way)
{
    TABLE(4, "variant_stacking=on");
    AT("stage step; points 9; yellow at 1,14:4 1,12:1 YH:2; red at R05:3");
    PLAY("step 1,14 R05 4");
    CHECK_MOVES("reinforce 1,12 1; fight");
    PLAY("reinforce 1,12 1"); /* 1,13 1,14 R05 */
    HOLDS("points 5");
    CHECK_MOVES("fight");
    PLAY("fight", "pair 1 3", "throw 1 6"); /* the attacker's right */
    HOLDS("stage duel");                    /* one pair is left: the four against the new four */
    HOLDS("rings 4 4 before 4 4");
    PLAY("throw 5 5", "throw 4 4", "throw 3 3", "throw 2 2");
    CHECK_STR(owner("R05"), "red"); /* nobody is left: the owner stays */
}

/* The edge jump counts as one field: 0,9 to 10,19 and so on. */
TEST(ch_r32_reinforcements_may_jump_at_the_edge)
{
    TABLE(4, "variant_stacking=on");
    AT("stage step; points 6; yellow at 9,17:4 0,9:1; red at R18:3");
    PLAY("step 9,17 R18 4");
    CHECK_MOVES("reinforce 0,9 1; fight"); /* 9,19 9,18 9,17 R18 */
    PLAY("reinforce 0,9 1");
    HOLDS("points 1");
}

TEST(ch_15_1_members_join_in_buildings_only)
{
    TABLE(4, "variant_stacking=on");
    AT("stage step; points 6; yellow at 1,3:4 1,4:1 Y02:2 Y02:2");
    CHECK_MOVES("step 1,3 Y02 4; step 1,3 1,2 4; step 1,4 1,5 1; step 1,4 2,4 1");
    PLAY("step 1,3 Y02 4");
    GANG("yellow", "at Y02:2 Y02:2 Y02:4 1,4:1");
    CHECK_MOVES("step Y02 1,3 2; step Y02 1,3 4; step 1,4 1,3 1; step 1,4 1,5 1; step 1,4 2,4 1");
}

/* -- The course of a game ---------------------------------------------------------------------- */

TEST(ch_13_4_a_gang_that_is_out_is_not_asked)
{
    TABLE(4, "");
    AT("stage step; round 6; turn 3; points 1; yellow cash 100 at 1,3:1; red cash 100 dead 20; "
       "green cash 100 at G02:1; blue at 18,5:1");
    PLAY("step 18,5 18,6");
    HOLDS("stage hire; phase B; round 1; turn 1"); /* red would begin phase B */
    GANG("red", "cash 130");
}

TEST(ch_4_3_the_start_player_of_each_phase)
{
    static const int starts[] = {YELLOW, RED, GREEN, BLUE};
    TABLE(4, "");
    for (int phase = 0; phase < CHICAGO_PHASES; phase++)
        CHECK_INT(city()->order[phase][0], starts[phase]);
}

/* Half of the steps of a hunting game go where somebody stands or where nothing is owned yet. */
static void hunting_step(spk_rng *rng)
{
    spk_move moves[SPK_MAX_MOVES], fights[SPK_MAX_MOVES];
    spk_seat seat = actor();
    if (seat == SPK_SEAT_CHANCE || here->stage != CHICAGO_STEP) {
        random_step(rng);
        return;
    }
    int n = box.game->moves(&box, &now, seat, moves), n_fights = 0;
    for (int i = 0; i < n; i++)
        if (chicago_foe_at(city(), here, chicago_on_turn(city(), here), chicago_move_b(moves[i])) >=
            0)
            fights[n_fights++] = moves[i];
    spk_move move = n_fights ? fights[spk_rng_below(rng, (uint32_t)n_fights)]
                             : moves[spk_rng_below(rng, (uint32_t)n)];
    box.game->apply(&box, &now, seat, move);
}

/* CH-I1 to CH-I21: 'unsound' counts them at every node; here also what one position cannot show:
 * the dead and the owned never become fewer, clocks go forwards, the game ends. */
static void play_hunting(int n_seats, const char *options, uint64_t seed)
{
    spk_rng rng;
    TABLE(n_seats, options);
    spk_rng_init(&rng, seed, (uint64_t)n_seats);
    int steps = 0, owned_before = 0, dead_before = 0;
    uint32_t turn_before = 0;
    while (!is_over()) {
        hunting_step(&rng);
        int owned = 0, dead = 0;
        for (int gang = 0; gang < CHICAGO_GANGS; gang++) {
            owned += chicago_count(here->gang[gang].owned, here->gang[gang].owned);
            dead += here->gang[gang].dead;
        }
        const char *broken = box.game->unsound(&box, &now);
        if (broken || owned < owned_before || dead < dead_before ||
            box.game->turn(&box, &now) < turn_before || ++steps > box.game->max_steps) {
            print_error("%d players, %s, seed %d: %s\n", n_seats, options, (int)seed,
                        broken ? broken : "something went backwards");
            show_position();
            fail();
        }
        owned_before = owned;
        dead_before = dead;
        turn_before = box.game->turn(&box, &now);
    }
    CHECK(result().reason && result().winners);
}

TEST(ch_i1_to_ch_i21_hold_in_games_with_fights)
{
    static const char *const options[] = {
        "",
        "variant_stacking=on",
        "variant_stacking=on variant_casino_presence=on movement_die=scale22",
        "chip_limit=on balance_scope=phase movement_die=scale22",
        "survivor_prize=off balance_scope=game goal_tie=wealth fours_scope=gang",
        "variant_stacking=on chip_limit=on movement_die=3d6 pairing=adjacent colours=BYRG",
    };
    for (int n_seats = 2; n_seats <= 4; n_seats++)
        for (size_t i = 0; i < sizeof options / sizeof *options; i++)
            for (uint64_t seed = 0; seed < 3; seed++)
                play_hunting(n_seats, options[i], seed);
}

/* -- Positions that cannot be ------------------------------------------------------------------ */

TEST(unsound_positions_are_refused)
{
    static const struct {
        const char *position, *law;
    } bad[] = {
        {"stage roll; round 1; bank 149; yellow reserve 18 at 1,3:1", "CH-I2"},
        {"stage roll; round 1; bank 148; yellow reserve 19 at 1,3:1", "CH-I1"},
        {"stage roll; round 1; bank 148; yellow reserve 18 at 1,3:1 1,3:1", "CH-I4"},
        {"stage roll; round 1; bank 149; yellow reserve 19 at Y09:1", "CH-I6"},
        {"stage step; round 1; bank 149; points 13; yellow reserve 19 at 1,3:1", "CH-I11"},
        {"stage step; round 1; bank 149; yellow reserve 19 at 1,3:1", "CH-I12"},
        {"stage over; phase D; round 5; turn 3; bank 150", "CH-I19"},
        {"stage over; phase C; round 6; turn 3; bank 150", "CH-I19"},
        {"stage enter; round 1; bank 150", "CH-I21"},
        {"stage hire; round 2; bank 150", "CH-I19"},
        {"stage roll; round 7; bank 149", "malformed"},
        {"stage roll; round 2; bank 149; holds 0 goal_square 0; events 1; yellow reserve 19 at "
         "1,3:1",
         "CH-1.1"},
        {"stage duel; round 1; bank 148; battle 1,3 defender yellow rings 1 1 before 1 1; yellow "
         "reserve 19; red reserve 19",
         "CH-I17"},
        {"stage duel; round 1; bank 147; battle 1,3 defender red rings 1 2 before 2 2; yellow "
         "reserve 19; red reserve 19",
         "CH-I15"},
        {"stage roll; round 1; bank 149; yellow reserve 19 bought 1 0 at 1,3:1", "CH-I14"},
        {"stage roll; round 1; bank 149; yellow cash 126 reserve 19 at 1,3:1", "CH-I10"},
        {"stage roll; round 1; bank 149; events 1; yellow reserve 19 at 1,3:1", "CH-I11"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[600];
        TABLE(4, "");
        snprintf(text, sizeof text, "%s%s%s%s%s", bad[i].position,
                 strstr(bad[i].position, "yellow ") ? "" : "; yellow reserve 20",
                 strstr(bad[i].position, "; red ") ? "" : "; red reserve 20", "; green reserve 20",
                 "; blue reserve 20");
        spk_state before = now;
        CHECK(spk_state_read(&box, text, &now, &why) != SPK_OK);
        if (!spk_str_eq(bad[i].law, "malformed") && !strstr(why.text, bad[i].law)) {
            print_error("'%s': %s\n", text, why.text);
            fail();
        }
        assert_memory_equal(&before, &now, sizeof before);
    }
}

TEST_MAIN()
