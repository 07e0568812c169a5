/* Tournaments: pairings, points, places, and what a log may say. Played here by made-up entrants, of whom the one with the
 * lower number always wins unless a test says otherwise. */
#include "test.h"

#include "base/rng.h"
#include "hosts/tournament/tournament.h"

/* -- A tournament that plays itself --------------------------------------------------------------------------- */

static tournament *new_one(tournament_kind kind, int seats, int least, int most, int rounds)
{
    spk_why why;
    tournament_plan plan = {.kind = kind,
                            .seats = seats,
                            .least_seats = least,
                            .most_seats = most,
                            .rounds = rounds,
                            .late_rounds = 2,
                            .seed = 11};
    tournament *t = tournament_new(&plan, &why);
    CHECK(t != NULL);
    return t;
}

static void line(tournament *t, const char *text)
{
    spk_why why = {0};
    if (tournament_apply(t, text, &why) != SPK_OK)
        fail_msg("'%s': %s", text, why.text);
}

static void number(tournament *t, const char *word, int n)
{
    char text[64];
    snprintf(text, sizeof text, "%s %d", word, n);
    line(t, text);
}

static void join(tournament *t, int n)
{
    for (int i = 0; i < n; i++)
        line(t, "join");
}

/* The next of several lines into 'one'; false: that was the last. */
static bool next_line(const char **text, char one[200])
{
    size_t n = strcspn(*text, "\n");
    CHECK(n < 200);
    memcpy(one, *text, n);
    one[n] = '\0';
    *text += n + ((*text)[n] == '\n');
    return n > 0;
}

/* Apply what follows; false: nothing does. */
static bool go_on(tournament *t)
{
    spk_buf lines = {0};
    int n = tournament_next(t, &lines), seen = 0;
    char one[200];
    for (const char *text = spk_buf_text(&lines); next_line(&text, one); seen++)
        line(t, one);
    CHECK_INT(seen, n);
    spk_buf_release(&lines);
    return n > 0;
}

/* Every open table ends: lower numbers come before higher ones, with 50 - number points. */
static void finish_tables(tournament *t)
{
    for (int k = 1; k <= tournament_tables(t); k++) {
        const tournament_table *table = tournament_table_at(t, k);
        if (table->is_over)
            continue;
        spk_buf text = {0};
        spk_buf_printf(&text, "result %d", k);
        for (int i = 0; i < table->n; i++) {
            int place = 1;
            for (int j = 0; j < table->n; j++)
                place += table->who[j] < table->who[i];
            spk_buf_printf(&text, " %d:%d", place, 5000 - table->who[i]);
        }
        line(t, spk_buf_text(&text));
        spk_buf_release(&text);
    }
}

static void play_out(tournament *t)
{
    int rounds = 0;
    while (tournament_state(t) != TOURNAMENT_OVER) {
        CHECK(rounds++ < TOURNAMENT_MOST_ROUNDS);
        CHECK(go_on(t));
        finish_tables(t);
    }
}

/* How often two have met, and the most that any two have. */
static int most_meetings(const tournament *t, int n)
{
    int most = 0;
    for (int a = 1; a <= n; a++)
        for (int b = a + 1; b <= n; b++) {
            int met = 0;
            for (int k = 1; k <= tournament_tables(t); k++) {
                const tournament_table *table = tournament_table_at(t, k);
                int there = 0;
                for (int i = 0; i < table->n; i++)
                    there += table->who[i] == a || table->who[i] == b;
                met += there == 2;
            }
            most = met > most ? met : most;
        }
    return most;
}

static int place_of(const tournament *t, int who)
{
    tournament_row rows[TOURNAMENT_MOST_ENTRANTS];
    tournament_standings(t, rows);
    for (int i = 0; i < tournament_entrants(t); i++)
        if (rows[i].entrant == who)
            return rows[i].place;
    return 0;
}

/* -- Round robin ------------------------------------------------------------------------------------------------ */

TEST(round_robin_everybody_meets_everybody_once)
{
    for (int n = 2; n <= 13; n++) {
        tournament *t = new_one(TOURNAMENT_ROUND_ROBIN, 2, 2, 2, 0);
        join(t, n);
        line(t, "start");
        CHECK_INT(tournament_rounds(t), n % 2 ? n : n - 1);
        play_out(t);
        CHECK_INT(tournament_tables(t), n * (n - 1) / 2);
        CHECK_INT(most_meetings(t, n), 1);
        CHECK_INT(tournament_round(t), tournament_rounds(t));
        tournament_row rows[16];
        tournament_standings(t, rows);
        for (int i = 0; i < n; i++) {
            CHECK_INT(rows[i].entrant, i + 1);
            CHECK_INT(rows[i].points, (n - 1 - i) * TOURNAMENT_POINT);
            CHECK_INT(rows[i].byes, n % 2);
        }
        tournament_free(t);
    }
}

TEST(round_robin_of_larger_tables_mixes_everybody)
{
    tournament *t = new_one(TOURNAMENT_ROUND_ROBIN, 4, 3, 5, 5);
    join(t, 16);
    line(t, "start");
    play_out(t);
    CHECK_INT(tournament_round(t), 5);
    CHECK_INT(tournament_tables(t), 20);
    CHECK(most_meetings(t, 16) <= 2);
    tournament_free(t);
}

TEST(round_robin_goes_on_without_whoever_leaves)
{
    tournament *t = new_one(TOURNAMENT_ROUND_ROBIN, 2, 2, 2, 0);
    join(t, 4);
    line(t, "start");
    go_on(t), finish_tables(t);
    number(t, "leave", 1);
    play_out(t);
    CHECK_INT(tournament_round(t), 3);
    CHECK_INT(tournament_tables(t), 2 + 1 + 1);
    CHECK(tournament_has_left(t, 1));
    tournament_free(t);
}

/* -- Swiss ---------------------------------------------------------------------------------------------------------- */

TEST(swiss_nobody_meets_twice_and_the_best_wins)
{
    for (int n = 6; n <= 33; n++) {
        tournament *t = new_one(TOURNAMENT_SWISS, 2, 2, 2, 5);
        join(t, n);
        line(t, "start");
        play_out(t);
        CHECK_INT(tournament_round(t), 5);
        CHECK_INT(most_meetings(t, n), 1);
        CHECK_INT(place_of(t, 1), 1);
        tournament_free(t);
    }
}

TEST(swiss_nobody_has_two_byes)
{
    tournament *t = new_one(TOURNAMENT_SWISS, 2, 2, 2, 5);
    join(t, 7);
    line(t, "start");
    play_out(t);
    tournament_row rows[7];
    tournament_standings(t, rows);
    int byes = 0;
    for (int i = 0; i < 7; i++) {
        CHECK(rows[i].byes <= 1);
        CHECK_INT(rows[i].games + rows[i].byes, 5);
        byes += rows[i].byes;
    }
    CHECK_INT(byes, 5);
    tournament_free(t);
}

TEST(swiss_of_larger_tables_needs_no_byes_where_sizes_can_vary)
{
    for (int n = 6; n <= 40; n++) {
        tournament *t = new_one(TOURNAMENT_SWISS, 4, 3, 5, 4);
        join(t, n);
        line(t, "start");
        play_out(t);
        tournament_row rows[40];
        tournament_standings(t, rows);
        for (int i = 0; i < n; i++)
            CHECK_INT(rows[i].byes, 0);
        CHECK_INT(place_of(t, 1), 1);
        tournament_free(t);
    }
}

TEST(swiss_latecomers_join_until_the_round_that_was_said)
{
    tournament *t = new_one(TOURNAMENT_SWISS, 2, 2, 2, 5);
    join(t, 8);
    line(t, "start");
    go_on(t);
    line(t, "join");
    finish_tables(t);
    go_on(t), finish_tables(t);
    line(t, "join"); /* the second round is the last one for this */
    go_on(t);
    spk_why why;
    CHECK_INT(tournament_apply(t, "join", &why), SPK_EREFUSED);
    finish_tables(t);
    play_out(t);
    tournament_row rows[10];
    tournament_standings(t, rows);
    for (int i = 0; i < 10; i++)
        CHECK_INT(rows[i].games + rows[i].byes, rows[i].entrant == 9    ? 4
                                                : rows[i].entrant == 10 ? 3
                                                                        : 5);
    tournament_free(t);
}

TEST(seats_go_round)
{
    tournament *t = new_one(TOURNAMENT_SWISS, 2, 2, 2, 6);
    join(t, 12);
    line(t, "start");
    play_out(t);
    for (int who = 1; who <= 12; who++) {
        int first = 0;
        for (int k = 1; k <= tournament_tables(t); k++)
            first += tournament_table_at(t, k)->who[0] == who;
        CHECK(first >= 2 && first <= 4);
    }
    tournament_free(t);
}

/* -- Knock-out -------------------------------------------------------------------------------------------------------- */

TEST(knockout_of_pairs_has_a_bracket)
{
    for (int n = 2; n <= 33; n++) {
        tournament *t = new_one(TOURNAMENT_KNOCKOUT, 2, 2, 2, 0);
        for (int i = 0; i < n; i++)
            number(t, "join", 2000 - i); /* as strong as their number says */
        line(t, "start");
        int rounds = tournament_rounds(t);
        play_out(t);
        CHECK_INT(tournament_round(t), rounds);
        CHECK_INT(tournament_tables(t), n - 1); /* everybody but one loses once */
        CHECK_INT(place_of(t, 1), 1);
        CHECK_INT(place_of(t, 2), 2);
        for (int k = 1; k < n - 1; k++) { /* the first two do not meet before the end */
            const tournament_table *table = tournament_table_at(t, k);
            CHECK(table->who[0] + table->who[1] != 3);
        }
        tournament_free(t);
    }
}

TEST(knockout_of_larger_tables_ends_with_one)
{
    for (int n = 3; n <= 40; n++) {
        tournament *t = new_one(TOURNAMENT_KNOCKOUT, 4, 3, 5, 0);
        join(t, n);
        line(t, "start");
        play_out(t);
        CHECK_INT(place_of(t, 1), 1);
        CHECK_INT(place_of(t, 2), 2);
        const tournament_table *last = tournament_table_at(t, tournament_tables(t));
        CHECK_INT(last->round, tournament_round(t));
        tournament_free(t);
    }
}

TEST(knockout_whoever_leaves_makes_room)
{
    tournament *t = new_one(TOURNAMENT_KNOCKOUT, 2, 2, 2, 0);
    join(t, 8);
    line(t, "start");
    go_on(t), finish_tables(t);
    for (int who = 1; who <= 8; who++) { /* of those who are left, all but two go */
        int games = 0;
        for (int k = 1; k <= tournament_tables(t); k++)
            games += tournament_table_at(t, k)->who[0] == who ||
                     tournament_table_at(t, k)->who[1] == who;
        CHECK_INT(games, 1);
    }
    number(t, "leave", 1);
    play_out(t);
    CHECK_INT(tournament_state(t), TOURNAMENT_OVER);
    CHECK(place_of(t, 1) > 1);
    tournament_free(t);
}

/* -- Arena --------------------------------------------------------------------------------------------------------------- */

TEST(arena_pairs_whoever_is_free)
{
    tournament *t = new_one(TOURNAMENT_ARENA, 2, 2, 2, 0);
    join(t, 5);
    line(t, "start");
    CHECK(go_on(t));
    CHECK_INT(tournament_tables(t), 2);
    CHECK(!go_on(t)); /* one waits */
    int waiting = 0;
    for (int who = 1; who <= 5; who++)
        waiting = tournament_table_of(t, who) ? waiting : who;
    line(t, "result 1 1:10 2:5");
    CHECK(go_on(t));
    CHECK_INT(tournament_tables(t), 3);
    CHECK(tournament_table_of(t, waiting) == 3); /* whoever has played less comes first */
    line(t, "closing");
    CHECK(!go_on(t));
    finish_tables(t);
    CHECK(go_on(t));
    CHECK_INT(tournament_state(t), TOURNAMENT_OVER);
    tournament_free(t);
}

TEST(arena_small_table_rather_than_none)
{
    tournament *t = new_one(TOURNAMENT_ARENA, 4, 2, 4, 0);
    join(t, 3);
    line(t, "start");
    CHECK(go_on(t));
    CHECK_INT(tournament_table_at(t, 1)->n, 3);
    line(t, "join");
    CHECK(!go_on(t));
    tournament_free(t);
}

/* -- Duplicate --------------------------------------------------------------------------------------------------------------- */

/* Seat 0 has all the luck: it scores 100 at every table, and nobody gains by that. */
TEST(duplicate_luck_cancels_out)
{
    tournament *t = new_one(TOURNAMENT_DUPLICATE, 2, 2, 2, 8);
    join(t, 8);
    line(t, "start");
    while (tournament_state(t) != TOURNAMENT_OVER) {
        go_on(t);
        for (int k = 1; k <= tournament_tables(t); k++)
            if (!tournament_table_at(t, k)->is_over) {
                char text[64];
                snprintf(text, sizeof text, "result %d 1:100 2:7", k);
                line(t, text);
            }
    }
    tournament_row rows[8];
    tournament_standings(t, rows);
    for (int i = 0; i < 8; i++)
        CHECK_INT(rows[i].points, 8 * TOURNAMENT_POINT / 2);
    tournament_free(t);
}

TEST(duplicate_compares_seats_with_the_same_cards)
{
    tournament *t = new_one(TOURNAMENT_DUPLICATE, 2, 2, 2, 1);
    join(t, 6);
    line(t, "start");
    go_on(t);
    line(t, "result 1 1:30 2:10");                      /* ahead by 20 */
    CHECK_INT(tournament_table_at(t, 1)->points[0], 0); /* nobody to compare with yet */
    line(t, "result 2 2:10 1:15");                      /* behind by 5 */
    line(t, "result 3 1:30 2:10");
    CHECK_INT(tournament_table_at(t, 1)->points[0], TOURNAMENT_POINT * 3 / 4);
    CHECK_INT(tournament_table_at(t, 3)->points[0], TOURNAMENT_POINT * 3 / 4);
    CHECK_INT(tournament_table_at(t, 2)->points[0], 0);
    CHECK_INT(tournament_table_at(t, 2)->points[1], TOURNAMENT_POINT);
    tournament_free(t);
}

TEST(duplicate_tables_have_one_size)
{
    tournament *t = new_one(TOURNAMENT_DUPLICATE, 4, 3, 5, 4);
    join(t, 10);
    line(t, "start");
    play_out(t);
    for (int k = 1; k <= tournament_tables(t); k++)
        CHECK_INT(tournament_table_at(t, k)->n, 4);
    tournament_free(t);
}

/* -- Points and places ----------------------------------------------------------------------------------------------------------- */

TEST(points_of_shared_places)
{
    tournament *t = new_one(TOURNAMENT_SWISS, 5, 3, 5, 1);
    join(t, 5);
    line(t, "start");
    go_on(t);
    line(t, "result 1 1:20 1:20 3:5 3:5 5:0");
    const int want[] = {7, 7, 3, 3, 0}; /* eighths */
    for (int i = 0; i < 5; i++)
        CHECK_INT(tournament_table_at(t, 1)->points[i], want[i] * TOURNAMENT_POINT / 8);
    tournament_free(t);
}

TEST(ties_are_explained)
{
    tournament *t = new_one(TOURNAMENT_SWISS, 2, 2, 2, 1);
    join(t, 4);
    line(t, "start");
    go_on(t);
    line(t, "result 1 1:30 2:10");
    line(t, "result 2 1:20 2:15");
    tournament_row rows[4];
    tournament_standings(t, rows);
    CHECK_INT(rows[0].share, 750);
    CHECK_INT(rows[0].before_next, TOURNAMENT_BY_SHARE);
    CHECK_INT(rows[1].before_next, TOURNAMENT_BY_POINTS);
    CHECK_INT(rows[3].place, 4);
    tournament_free(t);
}

TEST(equal_in_everything_shares_the_place)
{
    tournament *t = new_one(TOURNAMENT_SWISS, 2, 2, 2, 1);
    join(t, 4);
    line(t, "start");
    go_on(t);
    line(t, "result 1 1:30 2:10");
    line(t, "result 2 1:30 2:10");
    tournament_row rows[4];
    tournament_standings(t, rows);
    CHECK_INT(rows[0].before_next, TOURNAMENT_BY_NOTHING);
    CHECK_INT(rows[0].place, 1);
    CHECK_INT(rows[1].place, 1);
    CHECK_INT(rows[2].place, 3);
    tournament_free(t);
}

TEST(a_void_table_counts_for_nobody)
{
    tournament *t = new_one(TOURNAMENT_SWISS, 2, 2, 2, 1);
    join(t, 2);
    line(t, "start");
    go_on(t);
    line(t, "void 1");
    CHECK(go_on(t));
    tournament_row rows[2];
    tournament_standings(t, rows);
    CHECK_INT(rows[0].points, 0);
    CHECK_INT(rows[0].games, 0);
    tournament_free(t);
}

/* -- Bad lines -------------------------------------------------------------------------------------------------------------------- */

TEST(what_does_not_fit_is_refused_and_changes_nothing)
{
    static const char *const before[] = {
        "",        "dance",     "leave 1", "leave 5",          "join -3", "join x",  "join 1 2",
        "round 1", "table 1 2", "bye 1",   "result 1 1:0 2:0", "void 1",  "closing", "start"};
    tournament *t = new_one(TOURNAMENT_SWISS, 2, 2, 2, 3);
    spk_why why;
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        CHECK(tournament_apply(t, before[i], &why) != SPK_OK);
    CHECK_INT(tournament_entrants(t), 0);
    join(t, 4);
    line(t, "start");
    go_on(t);
    static const char *const after[] = {"start",
                                        "round 1",
                                        "round 3",
                                        "table 1 2",
                                        "table 1",
                                        "bye 1",
                                        "result 3 1:1 2:2",
                                        "result 1 1:1",
                                        "result 1 1:1 2:2 3:3",
                                        "result 1 0:1 2:2",
                                        "result 1 3:1 1:2",
                                        "result 1 1;1 2:2",
                                        "end",
                                        "leave 9",
                                        "result 1 1:1 2:99999999999",
                                        "closing",
                                        "back 1"};
    for (size_t i = 0; i < sizeof after / sizeof *after; i++)
        CHECK(tournament_apply(t, after[i], &why) != SPK_OK);
    CHECK_INT(tournament_round(t), 1);
    CHECK(!tournament_table_at(t, 1)->is_over);
    line(t, "result 1 1:1 2:0");
    CHECK(tournament_apply(t, "result 1 1:1 2:0", &why) != SPK_OK);
    tournament_free(t);
}

TEST(a_plan_that_cannot_be_is_refused)
{
    spk_why why;
    CHECK(!tournament_new(&(tournament_plan){.seats = 1, .least_seats = 1, .most_seats = 4}, &why));
    CHECK(!tournament_new(&(tournament_plan){.seats = 2, .least_seats = 3, .most_seats = 5}, &why));
    CHECK(!tournament_new(
        &(tournament_plan){.seats = 2, .least_seats = 2, .most_seats = 2, .rounds = 9999}, &why));
    CHECK(!tournament_new(
        &(tournament_plan){
            .kind = TOURNAMENT_KIND_COUNT, .seats = 2, .least_seats = 2, .most_seats = 2},
        &why));
}

/* People come and go at any time, in every kind: it always ends, and the log gives the same tournament again. */
TEST(whatever_happens_it_ends_and_replays)
{
    for (int seed = 0; seed < 300; seed++) {
        spk_rng rng;
        spk_rng_init(&rng, (uint64_t)seed, 1);
        int seats = 2 + (int)spk_rng_below(&rng, 3), least = seats > 2 ? seats - 1 : 2;
        tournament_kind kind = (tournament_kind)(seed % TOURNAMENT_KIND_COUNT);
        tournament *t = new_one(kind, seats, least, seats + (seats > 2), 0);
        tournament *again = new_one(kind, seats, least, seats + (seats > 2), 0);
        join(t, 2 * seats + (int)spk_rng_below(&rng, 20));
        join(again, tournament_entrants(t));
        line(t, "start"), line(again, "start");
        for (int step = 0; step < 600 && tournament_state(t) != TOURNAMENT_OVER; step++) {
            spk_buf lines = {0};
            tournament_next(t, &lines);
            int open = 0;
            for (int k = 1; k <= tournament_tables(t); k++)
                open += !tournament_table_at(t, k)->is_over;
            for (int k = 1; k <= tournament_tables(t) && !*spk_buf_text(&lines); k++)
                if (!tournament_table_at(t, k)->is_over &&
                    spk_rng_below(&rng, (uint32_t)open--) == 0) {
                    const tournament_table *table = tournament_table_at(t, k);
                    spk_buf_printf(&lines, "result %d", k);
                    for (int i = 0; i < table->n; i++)
                        spk_buf_printf(&lines, " %d:%d", i + 1, 40 - i);
                    spk_buf_putc(&lines, '\n');
                }
            if (spk_rng_below(&rng, 6) == 0)
                spk_buf_printf(&lines, "leave %d\n",
                               1 + (int)spk_rng_below(&rng, (uint32_t)tournament_entrants(t)));
            if (step == 60 && kind == TOURNAMENT_ARENA)
                spk_buf_puts(&lines, "closing\n");
            char one[200];
            for (const char *text = spk_buf_text(&lines); next_line(&text, one);) {
                spk_why why;
                spk_err err = tournament_apply(t, one, &why);
                CHECK_INT(tournament_apply(again, one, &why), err);
                CHECK(err == SPK_OK || strncmp(one, "leave", 5) == 0);
            }
            spk_buf_release(&lines);
        }
        CHECK_INT(tournament_state(t), TOURNAMENT_OVER);
        tournament_row a[64], b[64];
        memset(a, 0, sizeof a), memset(b, 0, sizeof b);
        tournament_standings(t, a), tournament_standings(again, b);
        for (int i = 0; i < tournament_entrants(t); i++)
            CHECK(a[i].entrant == b[i].entrant && a[i].points == b[i].points);
        tournament_free(t);
        tournament_free(again);
    }
}

TEST_MAIN()
