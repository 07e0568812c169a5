/* clauses_test.c: the README's clauses, CH-1.1 to CH-15.7, one test each at least, in its order. */
#include "games/chicago/tests/test_table.h"

/* Blue's last step of a phase, on the way from 18,5 to 18,6. */
#define LAST_STEP "stage step; round 6; turn 3; points 1; "

static bool holds(spk_seat seat, chicago_goal goal)
{
    return chicago_holds(&box, here, seat, goal);
}

/* -- Goals ------------------------------------------------------------------------------------- */

TEST(ch_1_1_a_goal_counts_at_the_end_of_a_phase)
{
    TABLE(4, "");
    AT("stage step; round 5; turn 3; points 1; blue at 3,4:1 owns BC GC");
    PLAY("step 3,4 YC");
    HOLDS("stage roll; phase A; round 6");
    HOLDS("holds 3 goal_casinos 0");
    PLAY("roll 1", "step YC 3,4");
    HOLDS("stage over; phase A; round 6");
    CHECK_STR(result().reason, "goal_casinos");
    CHECK_INT(result().winners, 1 << 3);
}

TEST(ch_1_2_three_casinos)
{
    for (int n_seats = 3; n_seats <= 4; n_seats++) {
        TABLE(n_seats, "");
        AT_ANY("yellow owns YC RC GC");
        CHECK(holds(0, CHICAGO_GOAL_CASINOS));
        AT_ANY("yellow owns YC RC R22 G22; red owns GC");
        CHECK(!holds(0, CHICAGO_GOAL_CASINOS));
    }
}

/* CH-14.3 */
TEST(ch_1_3_ch_14_3_two_players_need_four_casinos)
{
    TABLE(2, "");
    AT(LAST_STEP "blue at 3,4:1 owns BC GC RC");
    PLAY("step 3,4 YC");
    CHECK_STR(result().reason, "goal_casinos");
    TABLE(2, "");
    AT(LAST_STEP "blue at 3,4:1 owns BC RC");
    PLAY("step 3,4 YC"); /* green keeps the fourth */
    HOLDS("stage hire; phase B");
}

TEST(ch_1_4_eight_bars_at_the_square)
{
    TABLE(4, "");
    AT(LAST_STEP "blue at 8,7:1 owns Y22 R19 R22 G19 G22 B19 B22");
    CHECK(!holds(3, CHICAGO_GOAL_SQUARE));
    PLAY("step 8,7 Y19");
    CHECK_STR(result().reason, "goal_square");
    CHECK_INT(result().winners, 1 << 3);
}

TEST(ch_1_5_five_members_of_four_rings)
{
    TABLE(4, "");
    AT(LAST_STEP "blue at 1,3:3 B02:4 B03:4 B04:4 B05:4; red at 1,4:1 RH:4");
    PLAY("step 1,3 1,4", "throw 6 1");
    CHECK_STR(result().reason, "goal_fours");
    CHECK_INT(result().winners, 1 << 3);
    AT_ANY("blue at B02:4 B03:4 B04:4 B05:4 B06:3");
    CHECK(!holds(3, CHICAGO_GOAL_FOURS));
}

TEST(ch_1_6_wealth_after_24_rounds)
{
    TABLE(4, "");
    AT("stage step; phase D; round 6; turn 3; points 1; green cash 30 at 18,5:1; yellow cash 41");
    PLAY("step 18,5 18,6");
    CHECK_STR(result().reason, "wealth"); /* all are paid 30k; green has a member of 10k */
    CHECK_INT(result().score[0], 71000);
    CHECK_INT(result().score[2], 70000);
    CHECK_INT(result().winners, 1 << 0);
}

/* -- Setup ------------------------------------------------------------------------------------- */

TEST(ch_2_1_a_home_bar_in_every_corner)
{
    static const int corner[][2] = {{0, 0}, {0, 19}, {19, 19}, {19, 0}};
    TABLE(4, "");
    for (int gang = 0; gang < CHICAGO_GANGS; gang++) {
        int home = chicago_home(gang);
        CHECK_INT(city()->row[home], corner[gang][0]);
        CHECK_INT(city()->col[home], corner[gang][1]);
        CHECK(chicago_has(here->gang[gang].owned, home));
        CHECK_INT(city()->seat_of[gang], gang);
    }
}

TEST(ch_2_2_the_bank_gives_and_takes)
{
    TABLE(4, "");
    PLAY("hire 1 1 0");
    GANG("yellow", "cash 90 reserve 17");
    HOLDS("bank 131"); /* 134 - 1 - 2 */
}

TEST(ch_2_3_ch_2_5_ch_2_6_what_a_gang_begins_with)
{
    for (int n_seats = 2; n_seats <= 4; n_seats++) {
        TABLE(n_seats, "");
        GANG("yellow", "cash 125 reserve 19 dead 0 bought 0 0 waiting 4 at owns");
        GANG("green", "cash 125 reserve 19 dead 0 bought 0 0 waiting 4 at owns");
        CHECK_INT(here->bank, 150 - 4 * city()->n_gangs);
    }
}

#define NINETEEN_CHIPS                                                                             \
    "owns R02 R03 R04 R05 R06 R07 R08 R09 R10 R11 R12 R13 R14 R15 R16 R17 R18 R19 R20"

TEST(ch_2_4_twenty_chips)
{
    TABLE(4, "chip_limit=on");
    AT("stage step; points 5; yellow at 1,5:1 1,6:1 " NINETEEN_CHIPS);
    PLAY("step 1,5 Y11"); /* the twentieth */
    REFUSED("step 1,6 Y09", "CH-R16");
}

TEST(ch_2_7_everything_lies_open)
{
    TABLE(4, "");
    PLAY("hire 3 2 1", "hire 1 1 0");
    for (spk_seat seat = 0; seat < 4; seat++) {
        chicago_state view = *here;
        spk_redact(&box, &view, seat);
        assert_memory_equal(&view, here, sizeof view);
    }
}

TEST(ch_2_8_the_markers)
{
    TABLE(4, "");
    HOLDS("phase A; round 1; turn 0; points 0");
    CHECK_INT(actor(), 0);
}

/* How often a number comes, of the six faces of one side's die. */
static int faces_of(int side, int number)
{
    spk_outcome outcomes[SPK_MAX_OUTCOMES];
    uint32_t weight = 0;
    int n = box.game->chance(&box, &now, outcomes);
    for (int i = 0; i < n; i++)
        if ((side ? chicago_move_b(outcomes[i].move) : chicago_move_a(outcomes[i].move)) == number)
            weight += outcomes[i].weight;
    return (int)weight / 6;
}

/* CH-10.2: the die of the strength, on either side. */
TEST(ch_2_9_ch_5_3_ch_10_2_the_dice)
{
    static const int faces[4][6] = {
        {1, 1, 1, 1, 1, 1}, {0, 0, 2, 2, 1, 1}, {0, 0, 0, 2, 2, 2}, {0, 0, 0, 0, 3, 3}};
    for (int a = 1; a <= 4; a++)
        for (int d = 1; d <= 4; d++) {
            char position[100];
            TABLE(4, "");
            snprintf(position, sizeof position,
                     "stage step; points 3; yellow at 1,3:%d; red at 1,4:%d", a, d);
            AT(position);
            PLAY("step 1,3 1,4");
            for (int number = 1; number <= 6; number++) {
                CHECK_INT(faces_of(0, number), faces[a - 1][number - 1]);
                CHECK_INT(faces_of(1, number), faces[d - 1][number - 1]);
            }
        }
}

/* -- Board ------------------------------------------------------------------------------------- */

TEST(ch_3_2_islands_are_no_fields)
{
    static const char *const islands[] = {"8,8", "8,11", "11,8", "11,11"};
    TABLE(4, "");
    for (int i = 0, n; i < 4; i++)
        CHECK(!chicago_parse_node(city(), islands[i], &n));
    AT("stage step; points 3; yellow at 8,7:1");
    CHECK_MOVES("step 8,7 Y19; step 8,7 7,7; step 8,7 9,7");
    REFUSED("step 8,7 8,8", "");
}

TEST(ch_3_3_a_building_is_one_field)
{
    TABLE(4, "");
    AT("stage step; points 4; yellow at 3,4:1");
    PLAY("step 3,4 YC", "step YC 4,3"); /* across the casino: two points */
    HOLDS("points 2");
}

TEST(ch_3_5_an_arrow_leads_into_one_building)
{
    int arrows = 0;
    TABLE(4, "");
    for (int street = CHICAGO_BUILDINGS; street < city()->n_nodes; street++) {
        int doors = 0;
        for (int i = city()->adj_start[street]; i < city()->adj_start[street + 1]; i++)
            doors += city()->adj[i] < CHICAGO_BUILDINGS;
        CHECK(doors <= 1);
        arrows += doors;
    }
    CHECK_INT(arrows, 100);
}

TEST(ch_3_6_who_has_two_doors)
{
    TABLE(4, "");
    for (int b = 0; b < CHICAGO_BUILDINGS; b++) {
        int doors = city()->adj_start[b + 1] - city()->adj_start[b];
        CHECK_INT(doors, b % 23 == 0 || b % 23 == 22 ? 2 : 1); /* YC, Y22 and their like */
    }
}

TEST(ch_3_7_only_by_the_arrow)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow at 5,7:1");
    CHECK_MOVES("step 5,7 Y22; step 5,7 4,7"); /* Y20 beside it opens to 4,8 */
    REFUSED("step 5,7 Y20", "CH-3.7");
}

TEST(ch_3_8_out_by_the_only_door)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow at Y12:1");
    CHECK_MOVES("step Y12 4,6");
    REFUSED("step Y12 4,7", "CH-3.8");
}

TEST(ch_3_9_out_by_either_door)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow at YC:1 Y22:1");
    CHECK_MOVES("step YC 3,4; step YC 4,3; step Y22 5,7; step Y22 7,7");
    REFUSED("step YC 4,4", "CH-3.9");
}

TEST(ch_3_10_a_chip_overrides_the_print)
{
    TABLE(4, "");
    CHECK_STR(owner("Y09"), "none");
    CHECK_STR(owner("R02"), "red");
    AT("stage step; points 3; yellow at 3,18:1");
    PLAY("step 3,18 R02");
    CHECK_STR(owner("R02"), "yellow");
}

TEST(ch_3_11_streets_have_fields)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow at 4,4:1");
    CHECK_MOVES("step 4,4 3,4; step 4,4 4,3; step 4,4 4,5; step 4,4 5,4");
}

TEST(ch_3_12_eight_fields_lead_off_the_board)
{
    static const char *const edges[] = {"0,9",  "0,10",  "9,0",  "9,19",
                                        "10,0", "10,19", "19,9", "19,10"};
    TABLE(4, "");
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            CHECK_INT(city()->distance[node(edges[i])][node(edges[j])], i != j);
    AT("stage step; points 3; yellow at 0,18:1"); /* at the edge of the board, too */
    CHECK_MOVES("step 0,18 RH; step 0,18 1,18");
}

/* -- Phases, rounds, turns --------------------------------------------------------------------- */

/* Nobody hires, everybody rolls 1 and keeps out of the way. */
static void quiet_step(void)
{
    spk_seat seat = actor();
    spk_move move = seat == SPK_SEAT_CHANCE ? chicago_move(CHICAGO_OP_ROLL, 1, 0, 0)
                                            : box.game->safe(&box, &now, seat);
    if (spk_apply(&box, &now, seat, move, &why) != SPK_OK)
        fail_msg("%s", why.text);
}

TEST(ch_3_13_ch_4_1_ch_4_4_four_phases_of_six_rounds)
{
    int rounds = 1;
    TABLE(4, "");
    while (!is_over()) {
        int phase = here->phase, round = here->round;
        quiet_step();
        if (is_over() || (here->phase == phase && here->round == round))
            continue;
        rounds++;
        CHECK_INT(6 * here->phase + here->round, rounds); /* one on, and never back */
        CHECK_INT(here->turn, 0);
    }
    CHECK_INT(rounds, 24);
    CHECK_STR(result().reason, "wealth");
}

TEST(ch_3_14_the_track_ends_at_22)
{
    TABLE(4, "movement_die=scale22");
    AT("stage roll; yellow at 1,3:1");
    REFUSED("roll 23", "");
    PLAY("roll 22");
    HOLDS("points 22");
}

/* The stages and gangs of a phase in order, a letter for each: "hY" yellow hires. */
static void course(int phase, char *out, size_t size)
{
    static const char stages[] = "hperms"; /* hire, place, enter, roll, step */
    size_t n = 0;
    while (!is_over() && here->phase <= phase) {
        if (here->phase == phase && here->stage != CHICAGO_STEP && n + 3 < size) {
            out[n++] = stages[here->stage];
            out[n++] = chicago_letters[chicago_on_turn(city(), here)];
        }
        quiet_step();
    }
    out[n] = '\0';
}

#define YRGB(s)    s "Y" s "R" s "G" s "B"
#define SIX(round) round round round round round round

/* The home bars are occupied and nothing is hired: nobody is asked to enter. */
TEST(ch_4_2_ch_4_5_the_course_of_a_phase)
{
    char got[200];
    TABLE(4, "");
    for (int gang = 0; gang < CHICAGO_GANGS; gang++)
        here->gang[gang].cash_k = 0;
    course(0, got, sizeof got);
    CHECK_STR(got, YRGB("h") YRGB("p") SIX(YRGB("r")));
}

TEST(ch_4_3_ch_12_6_the_start_player_changes)
{
    char got[200];
    TABLE(4, "");
    course(0, got, sizeof got);
    CHECK_INT(memcmp(got, "hYhRhGhB", 8), 0);
    TABLE(4, "");
    course(1, got, sizeof got);
    CHECK_INT(memcmp(got, "hRhGhBhY", 8), 0);
    TABLE(4, "");
    course(2, got, sizeof got);
    CHECK_INT(memcmp(got, "hGhBhYhR", 8), 0);
    TABLE(4, "");
    course(3, got, sizeof got);
    CHECK_INT(memcmp(got, "hBhYhRhG", 8), 0);
}

/* -- Members ----------------------------------------------------------------------------------- */

TEST(ch_5_1_no_member_without_rings)
{
    TABLE(4, "");
    CHECK_INT(box.game->parse_state(&box, "yellow at 1,3:0", &now, &why), SPK_EMALFORMED);
    CHECK_INT(box.game->parse_state(&box, "yellow at 1,3:5", &now, &why), SPK_EMALFORMED);
    AT("stage step; points 3; yellow at 1,3:2; red at 1,4:1");
    PLAY("step 1,3 1,4", "throw 3 3");
    GANG("red", "dead 1 bought 0 0 waiting at owns"); /* its last ring is lost, and so is it */
}

TEST(ch_5_2_the_values_of_members)
{
    TABLE(4, "");
    AT_ANY("yellow at 1,3:1; red at 1,4:2; green at 1,5:3; blue at 1,6:4");
    CHECK_INT(result().score[0], 10000);
    CHECK_INT(result().score[1], 25000);
    CHECK_INT(result().score[2], 40000);
    CHECK_INT(result().score[3], 50000);
}

/* -- Hiring ------------------------------------------------------------------------------------ */

TEST(ch_6_1_everybody_may_hire_before_round_1)
{
    TABLE(4, "");
    for (spk_seat seat = 0; seat < 4; seat++) {
        CHECK_INT(actor(), seat);
        CHECK(is_legal("hire 1 1 1"));
        PLAY("hire 0 0 0");
    }
    HOLDS("stage place");
    AT(LAST_STEP "yellow cash 50; blue at 18,5:1");
    PLAY("step 18,5 18,6");
    CHECK_INT(actor(), 1);
    PLAY("hire 1 0 0", "hire 0 0 0", "hire 0 0 0");
    CHECK_INT(actor(), 0);
    PLAY("hire 1 1 1"); /* 50k and the payout of 30k */
    GANG("yellow", "cash 5");
}

TEST(ch_6_2_prices)
{
    TABLE(4, "");
    PLAY("hire 1 0 0", "hire 0 1 0", "hire 0 0 1");
    GANG("yellow", "cash 115");
    GANG("red", "cash 100");
    GANG("green", "cash 85");
}

TEST(ch_6_3_four_rings_are_not_for_sale)
{
    TABLE(4, "");
    REFUSED("hire 0 0 0 1", "");
    AT("stage enter; yellow cash 125 at 1,3:1");
    REFUSED("enter buy 4", "CH-6.3");
}

TEST(ch_6_4_as_many_as_the_cash_allows)
{
    TABLE(4, "");
    AT("stage hire; yellow cash 35");
    CHECK_MOVES("hire 0 1 0; hire 1 0 0; hire 1 1 0; hire 0 0 0");
    AT("stage hire; yellow cash 40");
    CHECK_MOVES("hire 0 1 0; hire 1 0 0; hire 1 1 0; hire 0 0 1; hire 0 0 0");
    AT("stage hire; yellow cash 9");
    CHECK_MOVES("hire 0 0 0");
}

TEST(ch_6_5_one_of_three_rings_a_phase)
{
    TABLE(4, "");
    REFUSED("hire 0 0 2", "CH-6.5");
    PLAY("hire 0 0 1");
    AT("stage enter; yellow cash 100 at 1,3:1");
    REFUSED("enter buy 3", "CH-6.8");
    AT("stage hire; phase B; turn 3; yellow cash 50 at 1,3:3");
    CHECK(is_legal("hire 0 0 1")); /* every phase again */
}

TEST(ch_6_6_evenly)
{
    TABLE(4, "");
    CHECK(is_legal("hire 1 2 0") && is_legal("hire 2 1 0") && is_legal("hire 2 2 0"));
    REFUSED("hire 2 0 0", "CH-6.6");
    REFUSED("hire 0 2 0", "CH-6.6");
    REFUSED("hire 3 1 1", "CH-6.6");
}

TEST(ch_6_7_rings_stay_as_they_were_bought)
{
    TABLE(4, "");
    AT("stage hire; turn 3; blue cash 125 at B02:1");
    PLAY("hire 2 1 0", "place B03", "place B04", "place B05");
    GANG("blue", "at B02:1 B03:2 B04:1 B05:1");
}

TEST(ch_6_8_in_a_turn_one_or_two_rings)
{
    TABLE(4, "");
    AT("stage enter; yellow cash 100 at 1,3:1");
    CHECK_MOVES("enter buy 1; enter buy 2; enter none");
    PLAY("enter buy 2");
    GANG("yellow", "cash 75 reserve 18");
    GANG("yellow", "at YH:2 1,3:1");
}

/* -- Placing ----------------------------------------------------------------------------------- */

TEST(ch_7_1_placing_in_order)
{
    TABLE(4, "");
    AT("stage hire; phase B; turn 3; yellow waiting 4; red waiting 4; green waiting 4 1; blue "
       "waiting 4");
    PLAY("hire 0 0 0");
    CHECK_INT(actor(), 1);
    PLAY("place R02");
    CHECK_INT(actor(), 2);
    PLAY("place G02", "place G03", "place B02");
    CHECK_INT(actor(), 0);
    GANG("green", "at G02:4 G03:1"); /* the strongest first */
}

TEST(ch_7_2_one_member_in_an_own_building)
{
    TABLE(4, "");
    AT("stage place; yellow waiting 1 1 at YC:4 owns YC YH R02 Y09; red at 1,3:1 owns Y02 Y03 Y04 "
       "Y05 Y06 Y07 Y08");
    CHECK_MOVES("place YH; place Y09; place R02");
    PLAY("place Y09");
    CHECK_MOVES("place YH; place R02");
}

TEST(ch_7_3_the_printed_colours)
{
    TABLE(4, "");
    GANG("red", "owns RC RH R02 R03 R04 R05 R06 R07 R08");
    GANG("blue", "owns BC BH B02 B03 B04 B05 B06 B07 B08");
    for (int gang = 0; gang < CHICAGO_GANGS; gang++)
        CHECK_INT(chicago_count(here->gang[gang].owned, here->gang[gang].owned), 9);
}

TEST(ch_7_4_the_hired_start_from_the_home_bar)
{
    TABLE(4, "");
    AT("stage enter; yellow cash 100");
    PLAY("enter buy 1");
    GANG("yellow", "at YH:1");
    PLAY("roll 3");
    CHECK_MOVES("step YH 1,0");
}

TEST(ch_7_5_no_entry_by_a_lost_home_bar)
{
    TABLE(4, "");
    AT("stage step; turn 3; points 1; yellow cash 100 waiting 4; red owns YH; blue at 18,5:1");
    PLAY("step 18,5 18,6");
    HOLDS("stage roll; phase A; round 2; turn 3"); /* yellow can do nothing */
}

/* -- Movement ---------------------------------------------------------------------------------- */

TEST(ch_8_1_the_roll_sets_the_marker)
{
    TABLE(4, "");
    AT("stage roll; yellow at 1,3:1");
    CHECK_INT(actor(), SPK_SEAT_CHANCE);
    PLAY("roll 7");
    HOLDS("stage step; phase A; round 1; turn 0; points 7");
}

TEST(ch_8_2_every_direction)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow at 9,9:1");
    CHECK_MOVES("step 9,9 8,9; step 9,9 9,8; step 9,9 9,10; step 9,9 10,9");
}

TEST(ch_8_3_points_are_split_freely)
{
    TABLE(4, "");
    AT("stage step; points 4; yellow at 1,1:1 1,6:2");
    PLAY("step 1,1 1,2", "step 1,6 1,5", "step 1,2 1,3");
    GANG("yellow", "at 1,3:1 1,5:2");
    HOLDS("points 1");
}

TEST(ch_8_4_no_point_may_lapse)
{
    TABLE(4, "");
    AT("stage step; points 2; yellow at Y15:1");
    CHECK_MOVES("step Y15 1,7");
    REFUSED("pass", "CH-8.4");
    PLAY("step Y15 1,7");
    HOLDS("stage step");
}

TEST(ch_8_5_ch_8_6_a_field_a_point)
{
    TABLE(4, "");
    AT("stage step; points 4; yellow at 1,6:1");
    PLAY("step 1,6 1,7");
    HOLDS("points 3");
    PLAY("step 1,7 Y15");
    HOLDS("points 2");
    PLAY("step Y15 1,7");
    HOLDS("points 1");
}

TEST(ch_8_7_the_winner_moves_on)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow at 1,3:1; red at 1,4:1");
    PLAY("step 1,3 1,4", "throw 6 1");
    HOLDS("stage step; phase A; round 1; turn 0; points 2");
    PLAY("step 1,4 1,5");
    GANG("yellow", "at 1,5:2");
}

TEST(ch_8_8_at_zero_the_turn_passes)
{
    TABLE(4, "");
    AT("stage step; points 1; yellow at 1,3:1; red at R02:1; green at G02:1");
    PLAY("step 1,3 1,4");
    HOLDS("stage roll; phase A; round 1; turn 1; points 0");
}

TEST(ch_8_9_members_are_obstacles)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow at 1,5:1 1,6:1; red at R02:1 1,4:1");
    CHECK_MOVES("step 1,5 Y11; step 1,5 1,4; step 1,6 Y09; step 1,6 1,7");
    REFUSED("step 1,5 1,6", "CH-8.9");
    REFUSED("step 1,5 1,7", "CH-8.5"); /* nobody jumps over anybody */
    REFUSED("step 1,5 1,3", "CH-8.5");
}

/* -- Taking buildings -------------------------------------------------------------------------- */

TEST(ch_9_1_an_empty_building_is_taken_at_once)
{
    TABLE(4, "");
    AT("stage step; points 5; yellow at 1,6:1 3,18:1; red at 1,9:1");
    PLAY("step 1,6 Y09");
    CHECK_STR(owner("Y09"), "yellow");
    PLAY("step 3,18 R02");
    CHECK_STR(owner("R02"), "yellow");
    GANG("red", "owns RC RH R03 R04 R05 R06 R07 R08");
}

/* The twentieth chip of red lies on Y09 and comes home when yellow takes it. */
TEST(ch_9_2_a_chip_returns_to_its_owner)
{
    TABLE(4, "chip_limit=on");
    AT("stage step; points 1; yellow at 1,6:1; red at 1,14:1 1,5:1 owns Y09 G02 G03 G04 G05 G06 "
       "G07 G08 G09 G10 G11 G12 G13 G14 G15 G16 G17 G18 G19 G20");
    PLAY("step 1,6 Y09", "roll 3");
    CHECK_STR(owner("Y09"), "yellow");
    CHECK(is_legal("step 1,5 Y11"));
    PLAY("step 1,5 Y11");
    CHECK_STR(owner("Y11"), "red");
}

TEST(ch_9_3_in_and_out_in_one_move)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow at 1,6:1");
    PLAY("step 1,6 Y09", "step Y09 1,6");
    CHECK_STR(owner("Y09"), "yellow");
    GANG("yellow", "at 1,6:1");
}

TEST(ch_9_4_an_empty_building_keeps_its_owner)
{
    TABLE(4, "");
    AT(LAST_STEP "yellow at 1,6:1 owns Y09; blue at 18,5:1");
    PLAY("step 18,5 18,6");
    HOLDS("stage hire; phase B");
    CHECK_STR(owner("Y09"), "yellow");
    GANG("yellow", "cash 31"); /* the nine printed ones and Y09 */
}

TEST(ch_9_5_a_member_inside_is_fought)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow at 3,18:1; red at R02:1");
    PLAY("step 3,18 R02");
    HOLDS("stage duel");
    CHECK_STR(owner("R02"), "red"); /* still */
    PLAY("throw 6 1");
    CHECK_STR(owner("R02"), "yellow");
}

/* -- Duels ------------------------------------------------------------------------------------- */

TEST(ch_10_1_a_duel_in_the_street)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow at 1,3:3; red at 1,4:2");
    PLAY("step 1,3 1,4");
    HOLDS("stage duel; phase A; round 1; turn 0; points 2");
    HOLDS("battle 1,4 defender red rings 3 2 before 3 2");
}

TEST(ch_10_3_the_higher_number_wins)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow at 1,3:1 1,1:1; red at 1,4:3");
    PLAY("step 1,3 1,4", "throw 6 5");
    GANG("red", "dead 1");
    AT("stage step; points 3; yellow at 1,3:1 1,1:1; red at 1,4:3");
    PLAY("step 1,3 1,4", "throw 3 4");
    GANG("yellow", "dead 1");
}

TEST(ch_10_4_a_tie_costs_a_ring_each)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow at 1,3:3; red at 1,4:2");
    HOLDS("bank 145");
    PLAY("step 1,3 1,4", "throw 5 5");
    HOLDS("bank 147");
    HOLDS("battle 1,4 defender red rings 2 1 before 3 2");
    REFUSED("throw 3 7", "");
    CHECK_INT(faces_of(0, 3), 2); /* the dice of the new strengths */
    CHECK_INT(faces_of(1, 1), 1);
}

TEST(ch_10_5_until_one_is_higher)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow at 1,3:4; red at 1,4:4");
    PLAY("step 1,3 1,4", "throw 5 5", "throw 4 4", "throw 3 3");
    HOLDS("stage duel");
    HOLDS("rings 1 1 before 4 4");
    PLAY("throw 2 1");
    GANG("yellow", "at 1,4:2");
    GANG("yellow", "cash 50");
}

TEST(ch_10_6_without_rings_it_is_removed)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow at 1,3:1; red at 1,4:2 R02:1");
    PLAY("step 1,3 1,4", "throw 4 4");
    GANG("yellow", "dead 1");
    GANG("red", "at R02:1 1,4:2"); /* one lost, one won */
    AT("stage step; points 3; yellow at 1,3:1; red at 1,4:1 R02:1");
    PLAY("step 1,3 1,4", "throw 4 4");
    GANG("yellow", "dead 1");
    GANG("red", "dead 1");
}

TEST(ch_10_7_the_beaten_never_returns)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow at 1,3:2; red at 1,4:3 R02:1");
    HOLDS("bank 144");
    PLAY("step 1,3 1,4", "throw 6 4");
    HOLDS("bank 146"); /* three back, one for the winner */
    GANG("red", "reserve 18 dead 1");
    AT("stage hire; yellow cash 125 dead 18 waiting 4"); /* one figure is left */
    REFUSED("hire 1 1 0", "CH-R5");
    PLAY("hire 1 0 0");
    GANG("yellow", "reserve 0 dead 18");
}

/* -- Prize ------------------------------------------------------------------------------------- */

TEST(ch_11_1_a_ring_for_the_winner)
{
    static const char *const after[] = {"at 1,4:2", "at 1,4:3", "at 1,4:4", "at 1,4:4"};
    for (int rings = 1; rings <= 4; rings++) {
        char position[80];
        TABLE(4, "");
        snprintf(position, sizeof position, "stage step; points 3; yellow at 1,3:%d; red at 1,4:1",
                 rings);
        AT(position);
        PLAY("step 1,3 1,4", "throw 6 1");
        GANG("yellow", after[rings - 1]);
    }
}

TEST(ch_11_2_the_value_of_the_beaten)
{
    static const char *const cash[] = {"cash 10", "cash 25", "cash 40", "cash 50"};
    for (int rings = 1; rings <= 4; rings++) {
        char position[80];
        TABLE(4, "");
        snprintf(position, sizeof position, "stage step; points 3; yellow at 1,3:1; red at 1,4:%d",
                 rings);
        AT(position);
        PLAY("step 1,3 1,4", "throw 6 5");
        GANG("yellow", cash[rings - 1]);
        GANG("red", "cash 0");
    }
}

TEST(ch_11_3_the_defender_wins_the_same_prize)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow cash 3 at 1,3:3; red at 1,4:1");
    PLAY("step 1,3 1,4", "throw 4 5");
    GANG("red", "cash 40");
    GANG("red", "at 1,4:2");
    GANG("yellow", "cash 3 reserve 19 dead 1");
}

/* -- End of a phase ---------------------------------------------------------------------------- */

TEST(ch_12_1_a_phase_ends_after_its_sixth_round)
{
    TABLE(4, "");
    AT("stage step; round 5; turn 3; points 1; blue at 18,5:1");
    PLAY("step 18,5 18,6");
    HOLDS("stage roll; phase A; round 6; turn 3");
    PLAY("roll 1", "step 18,6 18,5");
    HOLDS("stage hire; phase B; round 1; turn 0");
}

TEST(ch_12_2_a_holder_wins)
{
    TABLE(4, "");
    AT(LAST_STEP "events 9; holds 1 goal_casinos 7; blue at 18,5:1; red cash 1 owns YC RC GC");
    PLAY("step 18,5 18,6");
    HOLDS("stage over");
    CHECK_INT(result().winners, 1 << 1);
    CHECK_STR(result().reason, "goal_casinos");
    GANG("red", "cash 1");
}

TEST(ch_12_3_everybody_is_paid)
{
    TABLE(4, "");
    AT(LAST_STEP "yellow cash 7 owns RC Y22 Y18; red cash 1; blue at 18,5:1");
    PLAY("step 18,5 18,6");
    GANG("yellow", "cash 66"); /* 7 + 30 printed + 20 + 5 + 4 */
    GANG("red", "cash 11");    /* without its casino */
    GANG("green", "cash 30");
    GANG("blue", "cash 30");
}

TEST(ch_12_4_ch_12_5_threefold_sets)
{
    TABLE(4, "");
    AT_ANY("red owns RH R02 R03 R04 R05 R06 R09 R10");
    CHECK_INT(payout(RED), 24000);
    AT_ANY("red owns R07 R08 R11 R12 R13 R14");
    CHECK_INT(payout(RED), 36000);
    AT_ANY("red owns RH R02 R03 R04 R05 R06 R09 R10 R07 R08 R11 R12 R13 R14");
    CHECK_INT(payout(RED), 60000);
    AT_ANY("red owns YH Y02 Y03 Y04 Y05 Y06 Y09 Y10 Y07 Y08 Y11 Y12 Y13 Y14");
    CHECK_INT(payout(RED), 20000); /* not its home quarter */
    AT_ANY("red owns R07 R08 R11 R12 R13 Y07 Y08");
    CHECK_INT(payout(RED), 14000);
}

/* -- End of the game --------------------------------------------------------------------------- */

TEST(ch_13_1_kept_to_the_last_round)
{
    TABLE(4, "");
    AT("stage step; phase B; round 6; turn 3; points 1; events 9; holds 1 goal_casinos 7; "
       "yellow at 3,4:1; red owns YC RC GC");
    PLAY("step 3,4 YC"); /* yellow's is the last turn of phase B */
    HOLDS("stage hire; phase C");
    CHECK(!is_over());
}

TEST(ch_13_2_a_last_payout)
{
    TABLE(4, "");
    AT("stage step; phase D; round 6; turn 3; points 1; green at 18,5:1; yellow cash 1 owns YC "
       "Y22");
    PLAY("step 18,5 18,6");
    HOLDS("stage over; phase D; round 6");
    GANG("yellow", "cash 36"); /* 1 + 30 + 5 */
    CHECK(is_over());
}

TEST(ch_13_3_members_and_cash)
{
    TABLE(4, "");
    AT("stage step; phase D; round 6; turn 3; points 1; green cash 3 at 18,5:2 G02:4; "
       "yellow cash 40 waiting 1 at YC:1");
    PLAY("step 18,5 18,6");
    CHECK_INT(result().score[2], 3000 + 30000 + 25000 + 50000);
    CHECK_INT(result().score[0], 40000 + 30000 + 10000 + 10000);
    CHECK_INT(result().winners, 1 << 2);
}

/* CH-13.5 */
TEST(ch_13_4_ch_13_5_who_is_out_still_counts)
{
    TABLE(4, "");
    AT("stage step; phase D; round 5; turn 3; points 1; green at 18,5:1; yellow cash 200 dead 20");
    PLAY("step 18,5 18,6", "roll 1", "step 18,6 18,5"); /* nobody else is asked */
    HOLDS("stage over");
    CHECK_INT(result().score[0], 230000);
    CHECK_INT(result().winners, 1 << 0);
}

/* -- Player counts ----------------------------------------------------------------------------- */

TEST(ch_14_1_two_players_two_gangs_each)
{
    static const spk_seat hires[] = {0, 1, 0, 1};
    TABLE(2, "");
    for (int i = 0; i < 4; i++) {
        CHECK_INT(actor(), hires[i]);
        PLAY("hire 1 1 0");
    }
    CHECK_INT(actor(), 0);
    CHECK_MOVES("place YC; place YH; place Y02; place Y03; place Y04; place Y05; place Y06; "
                "place Y07; place Y08"); /* yellow's, not green's */
}

TEST(ch_14_2_the_gangs_are_not_mixed)
{
    TABLE(2, "");
    AT("stage hire; yellow cash 9; green cash 125");
    REFUSED("hire 1 0 0", "CH-6.4");
    AT("stage step; points 3; yellow at 1,3:1; green at G02:1");
    REFUSED("step G02 18,16", "CH-14.2");
}

TEST(ch_14_4_three_gangs)
{
    TABLE(3, "");
    CHECK_INT(city()->n_gangs, 3);
    HOLDS("bank 138");
    PLAY("hire 0 0 0", "hire 0 0 0", "hire 0 0 0");
    HOLDS("stage place; phase A; round 1; turn 0");
    CHECK_STR(owner("BH"), "none");
}

/* -- Variants ---------------------------------------------------------------------------------- */

TEST(ch_15_1_any_number_in_a_building)
{
    TABLE(4, "variant_stacking=on");
    AT("stage step; points 3; yellow at 1,3:1 1,2:2 Y02:4");
    PLAY("step 1,3 Y02 1", "step 1,2 1,3 2");
    GANG("yellow", "at Y02:1 Y02:4 1,3:2");
    AT("stage step; points 3; yellow at 1,3:1 1,2:2");
    REFUSED("step 1,2 1,3 2", "CH-8.9"); /* in the street there is room for one */
}

TEST(ch_15_2_the_attacker_chooses_first)
{
    TABLE(4, "variant_stacking=on");
    AT("stage step; points 3; yellow at 1,14:4; red at R05:1 R05:3 R05:3");
    PLAY("step 1,14 R05 4", "fight");
    CHECK_INT(actor(), 0);
    CHECK_MOVES("pair 4 1; pair 4 3");
    PLAY("pair 4 3");
    HOLDS("battle R05 defender red right defender attackers rings 4 3 before 4 3");
}

TEST(ch_15_3_the_right_passes_after_each_duel)
{
    TABLE(4, "variant_stacking=on");
    AT("stage step; points 3; yellow at 1,14:4; red at R05:1 R05:2 R05:3 R05:4");
    PLAY("step 1,14 R05 4", "fight", "pair 4 1", "throw 6 1");
    CHECK_INT(actor(), 1);
    PLAY("pair 4 2", "throw 6 5");
    CHECK_INT(actor(), 0);
    CHECK_MOVES("pair 4 3; pair 4 4");
}

TEST(ch_15_4_every_duel_has_its_prize)
{
    TABLE(4, "variant_stacking=on");
    AT("stage step; points 3; yellow at 1,14:1; red at R05:1 R05:2");
    PLAY("step 1,14 R05 1", "fight", "pair 1 1", "throw 6 1");
    GANG("yellow", "cash 10");
    HOLDS("stage duel");
    HOLDS("rings 2 2 before 2 2"); /* stronger by the first */
    PLAY("throw 3 4");
    GANG("red", "cash 25");
    GANG("red", "at R05:3");
    CHECK_STR(owner("R05"), "red");
}

TEST(ch_15_5_until_one_colour_is_left)
{
    TABLE(4, "variant_stacking=on");
    AT("stage step; points 3; yellow at 1,14:1; red at R05:1 R05:1 R05:1");
    PLAY("step 1,14 R05 1", "fight", "throw 6 1");
    HOLDS("stage duel");
    CHECK_STR(owner("R05"), "red");
    PLAY("throw 6 1");
    HOLDS("stage duel");
    PLAY("throw 5 1");
    HOLDS("stage step; phase A; round 1; turn 0; points 2");
    CHECK_STR(owner("R05"), "yellow");
    GANG("yellow", "cash 30");
    GANG("yellow", "at R05:4");
    GANG("red", "dead 3");
}

TEST(ch_15_6_a_casino_pays_who_stands_in_it)
{
    TABLE(4, "variant_casino_presence=on");
    AT(LAST_STEP "yellow at YC:1 owns YC RC; red at R02:1; blue at 18,5:1");
    PLAY("step 18,5 18,6");
    GANG("yellow", "cash 30"); /* RC is empty */
    GANG("red", "cash 10");
    GANG("blue", "cash 10");
}

TEST(ch_15_7_both_variants)
{
    TABLE(4, "variant_stacking=on variant_casino_presence=on");
    AT(LAST_STEP "yellow at YC:1 YC:4 owns RC; blue at 18,5:1");
    PLAY("step 18,5 18,6 1");
    GANG("yellow", "cash 30"); /* once, however many stand there */
    GANG("blue", "cash 10");
}

TEST_MAIN()
