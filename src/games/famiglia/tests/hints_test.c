/* hints_test.c: what a bot is told of Famiglia: prospects that add up and rank positions as a player
 * would, rollouts that are legal, weights that fit. What a player must see within a turn is looked for
 * here by trying all of it; how strong the bots are that search further, the arena tells. */
#include "games/famiglia/tests/test_table.h"

#define HOUSE                                                                                      \
    "game famiglia\nedition own\ncopies 5 4 3 2 1\n"                                               \
    "points la_famiglia 600 700 800 900 1000\npoints accountants 0 1 2 3 4\n"                      \
    "points brutes 0 3 6 9 12\npoints mercenaries 1 3 5 7 9\n"                                     \
    "starter 1 la_famiglia_0 la_famiglia_0 brute_0 brute_0\n"                                      \
    "starter 2 accountant_0 accountant_0 accountant_0 mercenary_0\nstreet_size 6\n"

static const spk_hints *hints(void) { return box.game->hints; }

/* A seat's prospects; all of them are checked on the way. */
static int prospects(spk_seat seat)
{
    int value[SPK_MAX_SEATS];
    hints()->values(&box, &now, value);
    CHECK(value[0] >= 0 && value[1] >= 0);
    CHECK_INT(value[0] + value[1], SPK_WIN);
    return value[seat];
}

static int prospects_at(const char *position, spk_seat seat)
{
    AT(position);
    return prospects(seat);
}

/* -- At every node of random games ------------------------------------------------------------- */

static void check_weights(void)
{
    spk_move moves[SPK_MAX_MOVES];
    uint32_t weight[SPK_MAX_MOVES];
    uint64_t total = 0;
    int n = box.game->moves(&box, &now, actor(), moves);
    hints()->weigh(&box, &now, actor(), moves, n, weight);
    for (int i = 0; i < n; i++) {
        CHECK(weight[i] >= 1);
        total += weight[i];
    }
    CHECK(total <= UINT32_MAX);
}

static void check_rollout(spk_rng *rng)
{
    spk_state before = now;
    spk_why told = {0};
    spk_move move = hints()->rollout(&box, &now, actor(), rng);
    if (spk_judge(&box, &now, actor(), move, &told) != SPK_OK) {
        print_error("%s\n", told.text);
        show_position();
        fail();
    }
    CHECK(memcmp(&before, &now, box.game->state_size) == 0);
}

static void check_end(void)
{
    int share[SPK_MAX_SEATS];
    spk_share_end(&box, &now, share);
    CHECK_INT(prospects(0), share[0]);
}

/* One game: random steps (hands that no good player has), or rollouts with a random step here and
 * there (long games). */
static void walk(uint64_t seed, bool rollouts)
{
    spk_rng rng;
    spk_rng_init(&rng, seed, rollouts);
    for (box.game->setup(&box, &now); !is_over();) {
        prospects(0);
        if (actor() == SPK_SEAT_CHANCE) {
            step(&rng);
            continue;
        }
        check_weights();
        check_rollout(&rng);
        if (rollouts && spk_rng_below(&rng, 16))
            box.game->apply(&box, &now, actor(), hints()->rollout(&box, &now, actor(), &rng));
        else
            step(&rng);
    }
    check_end();
}

TEST(hints_hold_at_every_node_under_every_option)
{
    static const char *const options[] = {NULL, "start_player=seat_2 tie_break=descending",
                                          "joker_only_if_needed=on",
                                          "end_on_refill_after_second=end_now"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        CHECK_INT(open_box(2, options[i], NULL), SPK_OK);
        for (uint64_t seed = 0; seed < 60; seed++)
            walk(seed, seed % 2);
    }
}

TEST(hints_hold_in_an_odd_edition)
{
    CHECK_INT(open_box(2, NULL, HOUSE), SPK_OK);
    for (uint64_t seed = 0; seed < 60; seed++)
        walk(seed, seed % 2);
}

/* A good part of the rollouts must be more than skipping, or the walks above prove little. */
TEST(rollouts_play_whole_games)
{
    int turns = 0;
    new_game(NULL);
    for (uint64_t seed = 0; seed < 20; seed++) {
        spk_rng rng;
        spk_rng_init(&rng, seed, 9);
        for (box.game->setup(&box, &now); !is_over();) {
            if (actor() == SPK_SEAT_CHANCE)
                step(&rng);
            else
                box.game->apply(&box, &now, actor(), hints()->rollout(&box, &now, actor(), &rng));
        }
        turns += plain_now().turns;
    }
    CHECK(turns > 20 * 20);
}

/* -- Prospects --------------------------------------------------------------------------------- */

TEST(the_first_position_is_even)
{
    new_game(NULL);
    CHECK_INT(prospects(0), SPK_WIN / 2);
}

/* Seats changed, prospects changed: but for what rounding leaves over. */
TEST(the_same_for_either_seat)
{
    int first = prospects_at("phase recruit; active 0; start 0; hand0 F2 M3; hand1 B2 A0; "
                             "display1 F1; street F3 A1; pile F1 B3 M2 A2 A1",
                             0);
    int second = prospects_at("phase recruit; active 1; start 1; hand1 F2 M3; hand0 B2 A0; "
                              "display0 F1; street F3 A1; pile F1 B3 M2 A2 A1",
                              1);
    CHECK(abs(first - second) <= 1);
}

#define REST "; display1 F1; hand1 A0 M0; street A1 B1; pile F1 B3 M2 A2 A1 F2 B2 M1"

TEST(cards_in_hand_are_worth_more_than_exhausted_ones)
{
    static const char *const cards[] = {"A2", "B2", "M2", "M3", "B1"};
    for (size_t i = 0; i < sizeof cards / sizeof *cards; i++) {
        char in_hand[200], exhausted[200];
        snprintf(in_hand, sizeof in_hand, "phase recruit; hand0 F0 %s" REST, cards[i]);
        snprintf(exhausted, sizeof exhausted, "phase recruit; hand0 F0; display0 %s" REST,
                 cards[i]);
        CHECK(prospects_at(in_hand, 0) > prospects_at(exhausted, 0));
    }
}

TEST(points_are_worth_having)
{
    CHECK(prospects_at("phase recruit; hand0 F0; display0 F3" REST, 0) >
          prospects_at("phase recruit; hand0 F0; display0 F2" REST, 0));
}

TEST(who_leads_after_the_rival_passed_has_won)
{
    CHECK_INT(prospects_at("phase recruit; passed 1; hand0 F1; hand1 F0; street B4; pile A1", 0),
              SPK_WIN);
    CHECK(prospects_at("phase recruit; passed 1; hand0 F0; hand1 F1; street B4; pile A1", 0) <
          SPK_WIN / 2);
}

TEST(who_leads_on_the_last_turn_has_won)
{
    CHECK_INT(prospects_at("phase recruit; second_pass 1; active 0; start 1; hand0 F1; hand1 F0; "
                           "street B4",
                           0),
              SPK_WIN);
    CHECK(prospects_at("phase recruit; second_pass 1; active 0; start 1; hand0 A0 A0; hand1 F1; "
                       "street A1 B4",
                       0) < SPK_WIN / 4);
    CHECK(prospects_at("phase recruit; second_pass 1; active 0; start 1; hand0 M3 M3; hand1 F3; "
                       "display1 F2; street A1 M4",
                       0) > SPK_WIN * 3 / 4);
}

/* -- Moves that must be found ------------------------------------------------------------------ */

/* The best that can still be made of this turn, all of it tried, and the first step there. */
static int best_of_turn(const spk_state *from, spk_seat seat, spk_move *first)
{
    spk_move moves[SPK_MAX_MOVES], ignored;
    int value[SPK_MAX_SEATS], best = -1;
    int n = box.game->moves(&box, from, seat, moves);
    for (int i = 0; i < n; i++) {
        spk_state next = *from;
        box.game->apply(&box, &next, seat, moves[i]);
        if (box.game->turn(&box, &next) != box.game->turn(&box, from))
            hints()->values(&box, &next, value);
        else
            value[seat] = best_of_turn(&next, seat, &ignored);
        if (value[seat] > best)
            best = value[seat], *first = moves[i];
    }
    return best;
}

static const char *found(void)
{
    static char text[SPK_MOVE_TEXT];
    spk_move move = 0;
    best_of_turn(&now, actor(), &move);
    return spk_move_text(&box, move, text);
}

/* The move that is looked at first. */
static const char *heaviest(void)
{
    static char text[SPK_MOVE_TEXT];
    spk_move moves[SPK_MAX_MOVES];
    uint32_t weight[SPK_MAX_MOVES];
    int n = box.game->moves(&box, &now, actor(), moves), best = 0;
    hints()->weigh(&box, &now, actor(), moves, n, weight);
    for (int i = 1; i < n; i++)
        if (weight[i] > weight[best])
            best = i;
    return spk_move_text(&box, moves[best], text);
}

TEST(finds_the_pass_that_wins)
{
    AT("phase recruit; passed 1; hand0 F1 A0; hand1 F0; street A0 B4; pile A1 A2");
    CHECK_STR(found(), "pass");
    CHECK_STR(heaviest(), "pass");
}

TEST(does_not_pass_while_behind)
{
    AT("phase recruit; passed 1; hand0 A0 M0; hand1 F2; street A0 B4; pile A1 A2");
    CHECK_STR(found(), "recruit A0");
}

/* The last turn of all: only the ten points are enough, whatever they cost. */
TEST(takes_what_wins_on_the_last_turn)
{
    AT("phase recruit; second_pass 1; active 0; start 1; hand0 F2 F2 A0 A0 M0 M0 M0; hand1 F3; "
       "display1 F3; street A1 F3 M1");
    CHECK_STR(found(), "recruit F3 exhaust F2");
}

TEST(plays_a_brute_for_the_card_that_wins)
{
    AT("phase intimidate; second_pass 1; active 0; start 1; hand0 F1 F1 B1; hand1 F2; display1 F2; "
       "street A1 F3");
    CHECK_STR(found(), "play_brute B1 F3 1");
    PLAY("play_brute B1 F3 1");
    CHECK_STR(found(), "recruit F3-1 exhaust F1");
}

/* Two steps of an exchange before it pays: the pair of F2 lies exhausted. */
TEST(plays_an_accountant_for_the_pair_that_wins)
{
    AT("phase exchange; second_pass 1; active 0; start 1; hand0 A1 F2 A0; display0 F2; hand1 F3; "
       "display1 F3; street F3 A1");
    CHECK_STR(found(), "play_accountant A1");
    PLAY("play_accountant A1");
    while (!spk_str_eq(plain_now().phase, "recruit"))
        PLAY(found());
    CHECK_STR(found(), "recruit F3 exhaust F2");
}

/* A Mercenary in hand stays there: a spare natural card pays. */
TEST(exhausts_the_natural_card_and_keeps_the_mercenary)
{
    AT("phase recruit; hand0 F0 F0 M2 M0 A0 B0; hand1 F0 F0 A0 B0 M0; street F1 B4 A4; "
       "pile F1 F1 B1 B1 A1 M1 M2 F2 B2 A2 A0 B0 M0");
    CHECK_STR(found(), "recruit F1 exhaust F0");
}

/* -- What is looked at first ------------------------------------------------------------------- */

TEST(a_brute_is_weighed_by_what_he_brings)
{
    AT("phase intimidate; hand0 F1 F1 B2 A0; street F3 A3 M2; pile A1 A2");
    CHECK_STR(heaviest(), "play_brute B2 F3 1"); /* by 2 would cost F0s that are not there */
}

TEST(what_the_rival_could_pay_is_put_away_first)
{
    AT("phase refresh; hand0 A0 A0; hand1 F2 F2; street F3 A3 A1; pile A1 A2 B0");
    CHECK_STR(heaviest(), "end_refresh"); /* the A1 can be had */
    AT("phase refresh; hand0 A0 B0; hand1 F2 F2; street F3 A3 A1; pile A1 A2 B0");
    CHECK_STR(heaviest(), "refresh F3");
}

TEST(an_exchange_gives_what_is_missed_least)
{
    AT("phase exchange_take; accountant 2; hand0 F0 B2 M3; display0 A2 M0 B3 F1; street F3; pile "
       "A1");
    CHECK_STR(heaviest(), "take B3");
    AT("phase exchange_give; accountant 1; to_give 1; taken B3; hand0 F0 B2 B3 M3; display0 A1 M0; "
       "street "
       "F3; "
       "pile A1");
    CHECK_STR(heaviest(), "give F0");
}

TEST_MAIN()
