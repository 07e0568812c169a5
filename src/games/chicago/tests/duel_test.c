/* duel_test.c: the odds of a whole duel, for all sixteen pairs of strengths (CH-10, the README's
 * "Duel distribution"): the game's chance nodes, walked to their ends with exact weights, against an
 * enumeration that knows nothing but the four dice, and both against the printed fractions. */
#include "games/chicago/tests/test_table.h"

/* In 36^4: a duel has at most four throws. */
typedef struct odds {
    uint64_t attacker, defender, nobody;
} odds;

enum { THROWS = 4 };

static void add(odds *sum, odds more, uint64_t times)
{
    sum->attacker += times * more.attacker;
    sum->defender += times * more.defender;
    sum->nobody += times * more.nobody;
}

static uint64_t power36(int n) { return n == 0 ? 1 : 36 * power36(n - 1); }

/* -- From the dice alone ----------------------------------------------------------------------- */

static odds plain_odds(int a, int d, int throws_left)
{
    static const int faces[5][6] = {
        {0}, {1, 2, 3, 4, 5, 6}, {3, 3, 4, 4, 5, 6}, {4, 4, 5, 5, 6, 6}, {5, 5, 5, 6, 6, 6}};
    odds sum = {0};
    if (a == 0 && d == 0)
        return (odds){0, 0, power36(throws_left)};
    if (a == 0)
        return (odds){0, power36(throws_left), 0};
    if (d == 0)
        return (odds){power36(throws_left), 0, 0};
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) {
            int x = faces[a][i], y = faces[d][j];
            uint64_t rest = power36(throws_left - 1);
            if (x == y)
                add(&sum, plain_odds(a - 1, d - 1, throws_left - 1), 1);
            else
                add(&sum, x > y ? (odds){rest, 0, 0} : (odds){0, rest, 0}, 1);
        }
    return sum;
}

/* -- From the game's chance nodes -------------------------------------------------------------- */

static odds played_odds(const chicago_state *s, int throws_left)
{
    odds sum = {0};
    if (s->stage != CHICAGO_DUEL) {
        bool yellow_fell = s->gang[YELLOW].dead > 0, red_fell = s->gang[RED].dead > 0;
        CHECK(yellow_fell || red_fell);
        uint64_t all = power36(throws_left);
        return (odds){red_fell && !yellow_fell ? all : 0, yellow_fell && !red_fell ? all : 0,
                      yellow_fell && red_fell ? all : 0};
    }
    spk_outcome outcomes[SPK_MAX_OUTCOMES];
    int n = box.game->chance(&box, s, outcomes);
    CHECK_INT(spk_outcome_total(outcomes, n), 36);
    for (int i = 0; i < n; i++) {
        chicago_state after = *s;
        box.game->apply(&box, &after, SPK_SEAT_CHANCE, outcomes[i].move);
        add(&sum, played_odds(&after, throws_left - 1), outcomes[i].weight);
    }
    return sum;
}

/* num / den of 36^4 */
static void check_share(uint64_t got, int num, int den)
{
    CHECK_INT(got * (uint64_t)den, (uint64_t)num * power36(THROWS));
}

/* The printed table: attacker wins, defender wins, both out. */
static const struct {
    int a, d, win[2], loss[2], both[2];
} printed[] = {
    {1, 1, {5, 12}, {5, 12}, {1, 6}},         {1, 2, {11, 36}, {25, 36}, {0, 1}},
    {1, 3, {1, 6}, {5, 6}, {0, 1}},           {1, 4, {1, 12}, {11, 12}, {0, 1}},
    {2, 1, {25, 36}, {11, 36}, {0, 1}},       {2, 2, {103, 216}, {103, 216}, {5, 108}},
    {2, 3, {19, 81}, {62, 81}, {0, 1}},       {2, 4, {1, 9}, {8, 9}, {0, 1}},
    {3, 1, {5, 6}, {1, 6}, {0, 1}},           {3, 2, {62, 81}, {19, 81}, {0, 1}},
    {3, 3, {319, 648}, {319, 648}, {5, 324}}, {3, 4, {119, 486}, {367, 486}, {0, 1}},
    {4, 1, {11, 12}, {1, 12}, {0, 1}},        {4, 2, {8, 9}, {1, 9}, {0, 1}},
    {4, 3, {367, 486}, {119, 486}, {0, 1}},   {4, 4, {643, 1296}, {643, 1296}, {5, 648}},
};

TEST(ch_10_the_odds_of_all_sixteen_duels)
{
    for (size_t i = 0; i < sizeof printed / sizeof *printed; i++) {
        char position[120];
        TABLE(4, "");
        snprintf(position, sizeof position,
                 "stage step; points 1; yellow at 1,3:%d; red at 1,4:%d 1,9:1", printed[i].a,
                 printed[i].d);
        AT(position);
        PLAY("step 1,3 1,4");
        odds played = played_odds(here, THROWS),
             plain = plain_odds(printed[i].a, printed[i].d, THROWS);
        CHECK_INT(played.attacker, plain.attacker);
        CHECK_INT(played.defender, plain.defender);
        CHECK_INT(played.nobody, plain.nobody);
        check_share(plain.attacker, printed[i].win[0], printed[i].win[1]);
        check_share(plain.defender, printed[i].loss[0], printed[i].loss[1]);
        check_share(plain.nobody, printed[i].both[0], printed[i].both[1]);
    }
}

/* What is drawn without a list is what the list would give, for both kinds of dice. */
TEST(drawing_is_drawing_from_the_list)
{
    static const char *const dice[] = {"movement_die=d12", "movement_die=scale22",
                                       "movement_die=3d6"};
    for (int k = 0; k < 3; k++) {
        spk_rng rng;
        TABLE(4, dice[k]);
        spk_rng_init(&rng, 5, (uint64_t)k);
        while (!is_over()) {
            if (actor() == SPK_SEAT_CHANCE) {
                spk_rng one = rng, other = rng;
                spk_outcome outcomes[SPK_MAX_OUTCOMES];
                int n = box.game->chance(&box, &now, outcomes);
                CHECK(spk_outcome_draw(outcomes, n, &one) == box.game->draw(&box, &now, &other));
                CHECK_INT(one.next, other.next);
            }
            random_step(&rng);
        }
    }
}

TEST_MAIN()
