/* hints_test.c: what bots are told of Gangster before they think: values that add up and mirror the
 * table, weights that put the right move first, rollouts that keep to the rules. How strong the bots
 * are that use it is measured, not tested. */
#include "games/gangster/hints.h"
#include "games/gangster/tests/test_table.h"
#include "table_hints.h"

/* Powers as uneven as an edition may have them. */
#define HOUSE                                                                                      \
    "game gangster\nedition own\n"                                                                 \
    "gang red    1 2 3 9 9 9 9 9 9\ngang blue   1 2 3 4 5 6 7 8 9\n"                               \
    "gang yellow 1 1 1 1 1 1 1 2 3\ngang grey   3 3 3 2 2 2 1 1 1\n"

/* -- Whole games ------------------------------------------------------------------------------- */

static void any_step(spk_rng *rng) { step(rng, false); }

static void look_at_games(int n_seats, const char *options, const char *edition, uint64_t n_games)
{
    spk_rng rng;
    CHECK_INT(open_box(n_seats, options, edition), SPK_OK);
    for (uint64_t game = 0; game < n_games; game++) {
        spk_rng_init(&rng, 6, game);
        box.game->setup(&box, &now);
        while (!is_over())
            look_and_step(&rng, game % 2, any_step);
        check_values();
    }
}

TEST(values_weights_and_rollouts_at_every_table)
{
    for (int n = 2; n <= 4; n++) {
        look_at_games(n, NULL, NULL, 30);
        look_at_games(n, "tie_rule=all_equal shoot_own=off colours=gybr", NULL, 10);
        look_at_games(n, "stall_limit=1", NULL, 10);
        look_at_games(n, NULL, HOUSE, 20);
    }
}

/* The lines of the survey against the rules' own count. */
TEST(the_survey_counts_as_the_rules_do)
{
    spk_rng rng;
    CHECK_INT(open_box(3, NULL, HOUSE), SPK_OK);
    for (uint64_t game = 0; game < 10; game++) {
        spk_rng_init(&rng, 7, game);
        for (box.game->setup(&box, &now); !is_over(); step(&rng, false)) {
            const gangster_state *s = (const gangster_state *)&now;
            gangster_survey map;
            gangster_survey_map(s, &map);
            for (int line = 0; line < GANGSTER_LINES; line++) {
                int power[GANGSTER_GANGS];
                gangster_powers(s, gangster_line(line), power);
                for (int gang = 0; gang < GANGSTER_GANGS; gang++)
                    CHECK_INT(map.power[gang][line], power[gang]);
                CHECK_INT(map.n_empty[line], gangster_size(map.empty & gangster_line(line)));
            }
        }
    }
}

/* For sixteen lines at once as for each by itself, and what they pay as the rules have it: all powers up to five. */
TEST(lines_side_by_side_stand_as_each_alone)
{
    for (int first = 0; first < 6 * 6 * 6 * 6; first += GANGSTER_LANES) {
        gangster_survey map = {0};
        gangster_tops tops;
        uint8_t lead[GANGSTER_LANES];
        for (int i = 0, n; i < GANGSTER_LANES; i++) {
            n = first + i;
            for (int gang = 0; gang < GANGSTER_GANGS; gang++, n /= 6)
                map.power[gang][i] = (uint8_t)(n % 6);
        }
        gangster_find_tops(map.power, &tops);
        gangster_find_leads(&tops, map.power[1], 3, lead);
        for (int i = 0; i < GANGSTER_LANES; i++) {
            int power[GANGSTER_GANGS];
            gangster_look look = {{0}, 0};
            for (int gang = 0; gang < GANGSTER_GANGS; gang++)
                power[gang] = look.power[gang] = map.power[gang][i];
            int ahead = gangster_lead(&look, gangster_top_of(&look), 1);
            CHECK_INT(lead[i], 3 + (ahead < -3 ? -3 : ahead > 3 ? 3 : ahead));
            for (int all_equal = 0; all_equal < 2; all_equal++) {
                gangster_award award = gangster_pays(&look, all_equal);
                gangster_award judged = gangster_judge_line(power, all_equal);
                CHECK_INT(award.gang, judged.gang);
                CHECK_INT(award.points, judged.points);
            }
        }
    }
}

/* -- Symmetry ---------------------------------------------------------------------------------- */

static int next_of_4(int i) { return (i + 1) % 4; }

static uint8_t recoloured(uint8_t tile)
{
    return tile ? (uint8_t)gangster_tile_of(next_of_4(gangster_gang(tile)), gangster_power(tile))
                : 0;
}

/* The same table of four, but everybody sits one place on and plays the next colour. */
static void turn_the_table(gangster_state *s)
{
    gangster_state old = *s;
    for (int i = 0; i < 4; i++) {
        int to = next_of_4(i);
        s->gang[to] = old.gang[i], s->unseen[to] = old.unseen[i];
        s->supply[to] = old.supply[i], s->bullets[to] = old.bullets[i];
        s->points[to] = old.points[i], s->mark[to] = old.mark[i];
    }
    s->active = (uint8_t)next_of_4(old.active);
    s->open[0] = recoloured(old.open[0]), s->open[1] = recoloured(old.open[1]);
    s->drawn = recoloured(old.drawn);
}

/* Shares are whole numbers, and seat 0 gets what is left over: three at most. */
TEST(no_seat_and_no_colour_is_better_than_another)
{
    spk_rng rng;
    for (uint64_t game = 0; game < 10; game++) {
        new_game(4, NULL);
        spk_rng_init(&rng, 8, game);
        for (; !is_over(); step(&rng, game % 2)) {
            spk_state turned = now;
            int value[SPK_MAX_SEATS], after[SPK_MAX_SEATS];
            turn_the_table((gangster_state *)&turned);
            hints()->values(&box, &now, value);
            hints()->values(&box, &turned, after);
            for (int seat = 0; seat < 4; seat++)
                CHECK(abs(value[seat] - after[next_of_4(seat)]) <= 3);
        }
    }
}

TEST(even_tables_are_even)
{
    ANY(2, "points 5 5; marks 1 2");
    CHECK_INT(value_of(0), value_of(1));
    AT(2, "open Y2 G2; board R2 B2 . . . ." ROWS(5));
    CHECK_INT(value_of(0), value_of(1));
}

/* -- Better is worth more ---------------------------------------------------------------------- */

static int value_at(int n_seats, const char *position)
{
    ANY(n_seats, position);
    return value_of(0);
}

TEST(more_points_are_worth_more)
{
    int before = 0;
    for (int points = 1; points <= 16; points++) {
        char position[40];
        snprintf(position, sizeof position, "points %d 5; marks 1 2", points);
        int value = value_at(2, position);
        CHECK(value > before);
        before = value;
    }
}

/* The same lead is surer the later it is. */
TEST(a_lead_grows_with_time)
{
    int early = value_at(2, "points 6 5; marks 2 1; open Y2 G2; board R2 B2 . . . ." ROWS(5));
    int late =
        value_at(2, "points 6 5; marks 2 1; supplies - -; open Y3 G3; board " ROW_ODD " / " ROW_EVEN
                    " / " ROW_ODD " / " ROW_EVEN " / " ROW_ODD " / . . . . . .");
    CHECK(early > SPK_WIN / 2);
    CHECK(late > early);
}

TEST(gangsters_together_are_worth_more_than_apart)
{
    int apart = value_at(2, "open Y2 G2; board R3 . . . . . / . R3 . . . ." ROWS(4));
    CHECK(value_at(2, "open Y2 G2; board R3 R3 . . . ." ROWS(5)) > apart);
}

TEST(tiles_in_hand_and_bullets_are_worth_something)
{
    int all = value_at(2, "open Y2 G2; supplies 123 123; bullets 2 2");
    CHECK(value_at(2, "open Y2 G2; supplies 12 123; bullets 2 2") < all);
    CHECK(value_at(2, "open Y2 G2; supplies 123 123; bullets 1 2") < all);
}

/* -- The move a good player thinks of first ---------------------------------------------------- */

TEST(it_completes_the_line_that_pays)
{
    AT(2, "open Y2 G1; board R3 R3 R2 B1 Y1 ." ROWS(5));
    CHECK_STR(first_thought(), "lay_own 3 f1");
}

TEST(it_completes_two_lines_at_once)
{
    AT(2, "open Y2 G1; board . R2 R2 B1 Y1 G1 / R3 . . . . . / R1 . . . . . / Y1 . . . . . / "
          "B1 . . . . . / G2 . . . . .");
    CHECK_STR(first_thought(), "lay_own 3 a1");
}

/* Blue is at 5 in row 1 and has a 3 in hand; with a third yellow gangster there it is yellow's. */
TEST(it_spoils_the_line_of_a_rival)
{
    AT(2, "active 0; supplies 1 123; open Y3 G1; "
          "board B3 Y2 Y1 G1 B2 . / . . . . . . / . R3 . R2 . ." ROWS(3));
    CHECK_STR(first_thought(), "lay_open 1 f1");
}

TEST(it_shoots_who_holds_a_line_against_it)
{
    AT(2, "active 0; supplies - 123; open B1 B2; board B3 B3 R3 Y1 . . / R1 . R2 . . . / . . . . . "
          ". / . . . . . ." ROWS(2));
    CHECK(strncmp(first_thought(), "shoot", 5) == 0);
}

TEST(it_steps_into_a_gap)
{
    AT(2, "active 0; supplies 1 123; open B1 B3; board R3 R2 B1 Y1 . G1 / . . . . R3 ." ROWS(4));
    CHECK_STR(first_thought(), "move e2-e1");
}

/* In a rollout, too, nobody leaves a line that pays. */
TEST(a_rollout_takes_what_is_ready)
{
    spk_rng rng;
    char text[SPK_MOVE_TEXT];
    AT(2, "open Y2 G1; board R3 R3 R2 B1 Y1 ." ROWS(5));
    spk_rng_init(&rng, 1, 1);
    for (int i = 0; i < 20; i++)
        CHECK_STR(spk_move_text(&box, hints()->rollout(&box, &now, 0, &rng), text), "lay_own 3 f1");
}

TEST_MAIN()
