/* match_size_test.c: what a match weighs. A server holds thousands of them, and 10 KB are for a table
 * in all: so the bytes of many matches of random play are counted, as the allocator counts them, its
 * own share included; after thirty moves and at the end. */
#include "test.h"

#include <malloc.h>

#include "engine/match.h"
#include "games/registry.h"

enum { MATCHES = 300, MOVES = 30 };

/* 0 where it is not counted: a sanitizer has an allocator of its own. */
static size_t bytes_in_use(void)
{
#if HAS_SANITIZER || !defined(__GLIBC__)
    return 0;
#else
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#endif
}

static spk_match *random_match(const spk_box *box, uint64_t seed, int n_moves)
{
    static spk_move moves[SPK_MAX_MOVES];
    spk_rng rng;
    spk_rng_init(&rng, seed, 0);
    spk_match *m = spk_match_new(box);
    spk_match_deal(m, &rng);
    for (int i = 0; i < n_moves && !spk_match_is_over(m); i++) {
        spk_seat seat = spk_actors_first(spk_match_actors(m));
        int n = spk_match_moves(m, seat, moves);
        while (n > 1 && moves[n - 1] & SPK_MOVE_IDLE)
            n--;
        CHECK(spk_match_move(m, seat, moves[spk_rng_below(&rng, (uint32_t)n)], NULL) == SPK_OK);
        spk_match_deal(m, &rng);
    }
    return m;
}

/* Bytes of one match, on average; all are there at the same time. */
static size_t weigh(const spk_box *box, int n_moves)
{
    spk_match *matches[MATCHES];
    size_t before = bytes_in_use();
    for (int i = 0; i < MATCHES; i++)
        matches[i] = random_match(box, (uint64_t)i, n_moves);
    size_t after = bytes_in_use();
    for (int i = 0; i < MATCHES; i++)
        spk_match_free(matches[i]);
    return (after - before) / MATCHES;
}

static void check_weight(const char *key, size_t early_limit, size_t end_limit)
{
    const spk_game *game = spk_game_find(key);
    spk_box box;
    CHECK(spk_box_open(&box, game, &(spk_choice){.n_seats = game->max_seats}, NULL) == SPK_OK);
    size_t early = weigh(&box, MOVES), end = weigh(&box, game->max_steps);
    print_message("# %s: %zu bytes after %d moves, %zu at the end\n", key, early, MOVES, end);
    if (early > early_limit || end > end_limit)
        fail_msg("%s weighs %zu and %zu bytes; %zu and %zu are the limits", key, early, end,
                 early_limit, end_limit);
    CHECK(bytes_in_use() == 0 || early > game->state_size);
    spk_box_close(&box);
}

TEST(famiglia_is_light) { check_weight("famiglia", 2500, 4000); }
TEST(gangster_is_light) { check_weight("gangster", 3000, 5000); }
TEST(chicago_is_light) { check_weight("chicago", 3000, 24000); }
TEST(chicago_gangsters_is_light) { check_weight("chicago_gangsters", 5000, 20000); }

/* A match whose next safe move does not end the turn. */
static spk_match *within_a_turn(const spk_box *box)
{
    for (int n_moves = 0;; n_moves++) {
        spk_match *m = random_match(box, 1, n_moves);
        spk_seat seat = spk_actors_first(spk_match_actors(m));
        CHECK(spk_match_play_safe(m, seat, NULL) == SPK_OK);
        if (spk_match_undo(m, seat, NULL) == SPK_OK)
            return m;
        spk_match_free(m);
    }
}

/* A move that is made and taken back for ever weighs its words and two entries. */
TEST(taking_back_weighs_eight_bytes)
{
    spk_box box;
    CHECK(spk_box_open(&box, spk_game_find("famiglia"), &(spk_choice){0}, NULL) == SPK_OK);
    size_t before = bytes_in_use();
    spk_match *m = within_a_turn(&box);
    spk_seat seat = spk_actors_first(spk_match_actors(m));
    for (int i = 0; i < 10000; i++) {
        CHECK(spk_match_play_safe(m, seat, NULL) == SPK_OK);
        CHECK(spk_match_undo(m, seat, NULL) == SPK_OK);
    }
    CHECK(bytes_in_use() - before < 10000 * (8 + 8 + sizeof "safe end_refresh") * 9 / 8 + 4000);
    spk_match_free(m);
    spk_box_close(&box);
}

TEST_MAIN()
