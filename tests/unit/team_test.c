/* team_test.c: several searches on one decision. */
#include "hosts/team.h"

#include "engine/box.h"
#include "games/registry.h"
#include "test.h"

static spk_box box;
static spk_match *match;
static spk_seat seat;

static host_team *sit(int n)
{
    spk_rng rng;
    spk_choice choice = {.n_seats = 2};
    CHECK_INT(spk_box_open(&box, spk_game_find("gangster"), &choice, NULL), SPK_OK);
    spk_rng_init(&rng, 5, 0);
    match = spk_match_new(&box);
    spk_match_deal(match, &rng);
    seat = spk_actors_first(spk_match_actors(match));
    return host_team_new(spk_bot_find("ismcts"), &box, seat, &rng, n);
}

static const char *choose(host_team *team, int iterations)
{
    static room_thought thought;
    room_thought_ask(&thought, match, seat, ROOM_ASK_MOVE);
    host_team_think(team, &thought, &(host_budget){.iterations = iterations});
    room_thought_release(&thought);
    return thought.text;
}

static void leave(host_team *team)
{
    host_team_free(team);
    spk_match_free(match);
    spk_box_close(&box);
}

static uint64_t visits(const host_team *team)
{
    static spk_line lines[SPK_MAX_MOVES];
    uint64_t sum = 0;
    int n = host_team_lines(team, lines, SPK_MAX_MOVES);
    for (int i = 0; i < n; i++) {
        sum += lines[i].visits;
        CHECK(i == 0 || lines[i].visits <= lines[i - 1].visits);
        for (int k = 0; k < i; k++)
            CHECK(lines[k].move != lines[i].move);
    }
    return sum;
}

TEST(the_visits_of_all_members_add_up)
{
    for (int n = 1; n <= 3; n++) {
        host_team *team = sit(n);
        choose(team, 300);
        CHECK_INT(visits(team), 300 * n);
        leave(team);
    }
}

TEST(the_same_seed_gives_the_same_move_whatever_thread_is_first)
{
    char first[SPK_MOVE_TEXT] = "";
    for (int again = 0; again < 5; again++) {
        host_team *team = sit(3);
        const char *move = choose(team, 200);
        if (again)
            CHECK_STR(move, first);
        strcpy(first, move);
        leave(team);
    }
}

TEST(a_team_of_one_is_the_bot_itself)
{
    host_team *team = sit(1);
    char text[SPK_MOVE_TEXT];
    const char *move = choose(team, 200);
    spk_bot *bot = host_team_bot(team);
    spk_line line;
    CHECK_INT(spk_bot_lines(bot, &line, 1), 1);
    CHECK_STR(move, spk_move_text(&box, line.move, text));
    leave(team);
}

/* Waits rather than thinks: portions of a millisecond and more. */
static int wait_a_moment(void *self, int iterations)
{
    int *left = self;
    (void)iterations;
    host_clock_wait(&host_clock_real, 1);
    return --*left > 0;
}

TEST(processor_time_is_not_spent_by_waiting)
{
    int by_the_clock = 100, by_the_processor = 100;
    CHECK(host_think_with(wait_a_moment, &by_the_clock, &(host_budget){.ms = 20}));
    CHECK(by_the_clock > 0);
    CHECK(
        !host_think_with(wait_a_moment, &by_the_processor, &(host_budget){.ms = 20, .cpu = true}));
    CHECK_INT(by_the_processor, 0);
}

/* Thinks rather than waits, for ever. */
static int think_a_moment(void *self, int iterations)
{
    volatile unsigned *sum = self;
    for (int i = 0; i < 1000 * iterations; i++)
        *sum += (unsigned)i;
    return 1;
}

TEST(processor_time_is_spent_by_thinking)
{
    unsigned sum = 0;
    double begin = host_thread_ms();
    CHECK(host_think_with(think_a_moment, &sum, &(host_budget){.ms = 20, .cpu = true}));
    CHECK(host_thread_ms() - begin >= 10);
}

TEST_MAIN()
