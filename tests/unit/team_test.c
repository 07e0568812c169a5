/* team_test.c: several searches on one decision. */
#include "hosts/team.h"

#include "engine/box.h"
#include "games/registry.h"
#include "test.h"

static spk_box box;
static spk_state view;

static host_team *sit(int n)
{
    spk_rng rng;
    spk_choice choice = {.n_seats = 2};
    CHECK_INT(spk_box_open(&box, spk_game_find("gangster"), &choice, NULL), SPK_OK);
    spk_rng_init(&rng, 5, 0);
    box.game->setup(&box, &view);
    while (box.game->actors(&box, &view) == SPK_CHANCE_ACTS)
        box.game->apply(&box, &view, SPK_SEAT_CHANCE, spk_chance_draw(&box, &view, &rng));
    spk_seat seat = spk_actors_first(box.game->actors(&box, &view));
    return host_team_new(spk_bot_find("ismcts"), &box, seat, &rng, n);
}

static void leave(host_team *team)
{
    host_team_free(team);
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
        host_team_choose(team, &view, &(host_budget){.iterations = 300});
        CHECK_INT(visits(team), 300 * n);
        leave(team);
    }
}

TEST(the_same_seed_gives_the_same_move_whatever_thread_is_first)
{
    spk_move first = 0;
    for (int again = 0; again < 5; again++) {
        host_team *team = sit(3);
        spk_move move = host_team_choose(team, &view, &(host_budget){.iterations = 200});
        CHECK(again == 0 || move == first);
        first = move;
        leave(team);
    }
}

TEST(a_team_of_one_is_the_bot_itself)
{
    host_team *team = sit(1);
    spk_move move = host_team_choose(team, &view, &(host_budget){.iterations = 200});
    spk_bot *bot = host_team_bot(team);
    spk_line line;
    CHECK_INT(spk_bot_lines(bot, &line, 1), 1);
    CHECK(line.move == move);
    leave(team);
}

TEST_MAIN()
