/* model_test.c: the game against the README written down a second time (test_plain.h): at every step
 * of games with fights, with every number of players and all options, the same moves, the same position
 * after each, the same payouts, goals and wealth. */
#include "games/chicago/tests/test_plain.h"

static rules at_table;

static int compare_texts(const void *a, const void *b) { return strcmp(a, b); }

static void sort_list(list *l) { qsort(l->text, (size_t)l->n, sizeof *l->text, compare_texts); }

static void check_list(const plain *p)
{
    static list ours, theirs;
    spk_move moves[SPK_MAX_MOVES];
    char text[SPK_MOVE_TEXT];
    theirs.n = 0;
    int n = box.game->moves(&box, &now, actor(), moves);
    for (int i = 0; i < n; i++)
        ADD(&theirs, "%s", spk_move_text(&box, moves[i], text));
    plain_moves(p, &at_table, &ours);
    sort_list(&ours);
    sort_list(&theirs);
    for (int i = 0; i < ours.n || i < theirs.n; i++)
        if (i >= ours.n || i >= theirs.n || strcmp(ours.text[i], theirs.text[i]) != 0) {
            show_position();
            fail_msg("'%s' here, '%s' there", i < ours.n ? ours.text[i] : "nothing",
                     i < theirs.n ? theirs.text[i] : "nothing");
        }
}

/* The dice: every number of the strength's die, as often as it has faces. */
static void check_dice(const plain *p)
{
    static const char *const faces[] = {"", "123456", "334456", "445566", "555666"};
    int weight[7][7] = {{0}}, n;
    spk_outcome outcomes[SPK_MAX_OUTCOMES];
    for (const char *a = faces[p->rings[0]]; *a; a++)
        for (const char *d = faces[p->rings[1]]; *d; d++)
            weight[*a - '0'][*d - '0']++;
    n = box.game->chance(&box, &now, outcomes);
    for (int i = 0; i < n; i++) {
        int a = chicago_move_a(outcomes[i].move), d = chicago_move_b(outcomes[i].move);
        CHECK_INT(outcomes[i].weight, weight[a][d]);
        weight[a][d] = 0;
    }
    for (int i = 0; i < 49; i++)
        CHECK_INT(weight[i / 7][i % 7], 0);
}

static void check_money(const plain *p)
{
    for (int g = 0; g < 4; g++)
        CHECK_INT(payout(g), 1000 * plain_payout(p, &at_table, g));
    spk_result r = result();
    for (int seat = 0; !is_fighting(p) && seat < at_table.players; seat++) {
        CHECK_INT(r.score[seat], 1000 * plain_wealth(p, &at_table, seat));
        for (int goal = 0; goal < 3; goal++)
            CHECK_INT(chicago_holds(&box, here, seat, (chicago_goal)goal),
                      plain_holds(p, &at_table, seat, goal));
    }
}

/* Whose turn it is to say something. */
static spk_seat speaker(const plain *p)
{
    if (plain_is(p, "roll") || plain_is(p, "duel"))
        return SPK_SEAT_CHANCE;
    int gang = plain_is(p, "pair") && p->right ? p->defender : on_turn(p, &at_table);
    return at_table.seat[gang];
}

static void check_same(const plain *want, const plain *got, const char *move)
{
    if (memcmp(want, got, sizeof *want) == 0)
        return;
    size_t i = 0;
    while (((const char *)want)[i] == ((const char *)got)[i])
        i++;
    show_position();
    fail_msg("after '%s': stage %s here, %s there; byte %d", move, want->stage, got->stage, (int)i);
}

/* The winners by the README: holders by age or wealth, or the richest of all. */
static uint32_t winners_of(const plain *p, int *reason)
{
    int best = -1;
    uint32_t winners = 0;
    bool goal_held = anybody_holds(p);
    *reason = -1;
    for (int seat = 0; seat < at_table.players; seat++) {
        int first = -1;
        for (int goal = 0; goal < 3; goal++)
            if (p->since[seat][goal] >= 0 &&
                (first < 0 || p->since[seat][goal] < p->since[seat][first]))
                first = goal;
        if (goal_held && first < 0)
            continue;
        int worth = goal_held && !at_table.by_wealth ? 100000 - p->since[seat][first]
                                                     : plain_wealth(p, &at_table, seat);
        if (worth > best) {
            best = worth;
            winners = 0;
            *reason = first;
        }
        if (worth == best)
            winners |= 1u << seat;
    }
    return winners;
}

static void check_end(const plain *p)
{
    int reason;
    CHECK_INT(result().winners, winners_of(p, &reason));
    CHECK_STR(result().reason, reason < 0 ? "wealth" : goals[reason]);
}

/* One move, made by the game and by the plain rules. */
static void step_both(plain *p, spk_rng *rng)
{
    char text[SPK_MOVE_TEXT];
    spk_move move = hunting_move(rng);
    spk_move_text(&box, move, text);
    box.game->apply(&box, &now, actor(), move);
    plain_play(p, &at_table, text);
    plain got = plain_now();
    check_same(p, &got, text);
    if (plain_is(p, "over"))
        check_end(p);
}

static void play_both(int players, const char *options, uint64_t seed)
{
    spk_rng rng;
    TABLE(players, options);
    at_table = rules_of(players, options);
    spk_rng_init(&rng, seed, (uint64_t)players);
    for (plain p = plain_now(); !is_over();) {
        CHECK_INT(actor(), speaker(&p));
        if (plain_is(&p, "duel"))
            check_dice(&p);
        else if (!plain_is(&p, "roll"))
            check_list(&p);
        check_money(&p);
        step_both(&p, &rng);
    }
}

static const char *const option_sets[] = {
    "",
    "variant_stacking=on",
    "variant_stacking=on variant_casino_presence=on movement_die=scale22",
    "chip_limit=on balance_scope=phase movement_die=scale22 goal_tie=wealth",
    "survivor_prize=off balance_scope=game goal_tie=wealth fours_scope=gang colours=GBYR",
    ("variant_stacking=on chip_limit=on movement_die=3d6 pairing=adjacent colours=BYRG "
     "balance_scope=phase survivor_prize=off"),
    "variant_casino_presence=on pairing=adjacent colours=RGBY",
};

static void play_all(int players)
{
    for (size_t i = 0; i < sizeof option_sets / sizeof *option_sets; i++)
        play_both(players, option_sets[i], i);
}

TEST(the_decision_table_holds_with_two_players) { play_all(2); }
TEST(the_decision_table_holds_with_three_players) { play_all(3); }
TEST(the_decision_table_holds_with_four_players) { play_all(4); }

/* -- Where random games seldom come ------------------------------------------------------------ */

/* From this position on, a whole game as above. */
static void play_from(int players, const char *options, const char *position, uint64_t seed)
{
    spk_rng rng;
    TABLE(players, options);
    at_table = rules_of(players, options);
    AT(position);
    spk_rng_init(&rng, seed, 99);
    plain p = plain_now();
    for (int steps = 0; steps < 60 && !is_over(); steps++) {
        if (actor() != SPK_SEAT_CHANCE)
            check_list(&p);
        step_both(&p, &rng);
    }
}

/* Goals won and lost in the last turns, by all ways at once. */
#define NEAR_THE_END                                                                               \
    "stage roll; phase C; round 6; turn 2; events 500; holds 0 goal_casinos 400; "                 \
    "holds 2 goal_square 300; holds 3 goal_fours 450; yellow cash 60 at 4,16:2 1,3:4 owns YC RC "  \
    "GC; red cash 90 at 3,15:4 R02:4 R03:4 R04:4 R05:3 1,14:3; green cash 44 at 8,7:1 9,3:3 owns " \
    "Y19 Y22 R19 R22 G19 G22 B19 B22; blue at 7,7:3 B02:4 B03:4 B04:4 B05:4 B06:4"

TEST(goals_at_the_end_of_a_phase)
{
    for (uint64_t seed = 0; seed < 60; seed++)
        play_from(4, seed % 2 ? "goal_tie=wealth" : "", NEAR_THE_END, seed);
}

/* Crowds in and around one building. */
TEST(assaults_of_many)
{
    for (uint64_t seed = 0; seed < 60; seed++)
        play_from(seed % 3 == 0 ? 2 : 4, "variant_stacking=on movement_die=scale22",
                  "stage roll; events 4; phase B; turn 3; holds 1 goal_fours 0; "
                  "yellow at 4,7:4 Y12:2 Y12:2 Y12:1 Y10:3 4,6:1 0,9:4 9,9:2; "
                  "red at Y22:4 Y22:4 Y22:4 Y22:4 Y22:4 Y22:1 Y22:1 Y22:2; green at 7,7:3 6,9:1",
                  seed);
}

/* The last chip is put down and comes back. */
TEST(the_last_chips)
{
    for (uint64_t seed = 0; seed < 20; seed++)
        play_from(seed % 3 == 0 ? 2 : 4,
                  seed % 2 ? "chip_limit=on variant_stacking=on" : "chip_limit=on", MANY_CHIPS,
                  seed);
}

TEST_MAIN()
