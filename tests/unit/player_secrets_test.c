/* player_secrets_test.c: a program is told nothing that its seat may not know. Two tables with the same
 * history, in whose other hands lie other cards: the truth, and a world drawn from all those that fit
 * what the seat sees (resample). What is said to a program in that seat must be the same bytes. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/str.h"
#include "games/registry.h"
#include "hosts/player/player.h"
#include "hosts/player/words.h"
#include "test.h"

enum { WORLDS = 3, RECORDED = 12, PLENTY_MS = 20000 };

typedef struct table {
    spk_box box;
    spk_match *match;
    spk_rng rng;
    int n_other; /* worlds that were not the truth */
} table;

static void set_table(table *t, const char *key, spk_choice choice, uint64_t seed)
{
    *t = (table){0};
    CHECK_INT(spk_box_open(&t->box, spk_game_find(key), &choice, NULL), SPK_OK);
    spk_rng_init(&t->rng, seed, 0);
    t->match = spk_match_new(&t->box);
    spk_match_deal(t->match, &t->rng);
}

static void clear_table(table *t)
{
    spk_match_free(t->match);
    spk_box_close(&t->box);
}

/* -- The truth and another world --------------------------------------------------------------- */

/* A match has no door for this: only a test puts another state under a match. */
static void put_state(table *t, const spk_state *state)
{
    memcpy((void *)spk_match_state(t->match), state, t->box.game->state_size);
}

/* Another truth that the seat cannot tell from this one. */
static void put_world(table *t, spk_seat seat, const spk_state *truth)
{
    spk_state world;
    spk_match_view(t->match, seat, &world);
    spk_resample(&t->box, &world, seat, &t->rng);
    t->n_other += !spk_state_eq(&t->box, truth, &world);
    put_state(t, &world);
}

static void all_words(const table *t, spk_seat seat, spk_buf *out)
{
    host_words_greet(&t->box, seat, out);
    host_words_table(t->match, seat, 1, out);
    host_words_board(t->match, seat, out);
    host_words_legal(t->match, seat, out);
    host_words_engine(&t->box, 1, out);
    host_words_state(t->match, seat, out);
}

static void compare_worlds(table *t, spk_seat seat)
{
    spk_buf told = {0}, again = {0};
    spk_state truth;
    spk_state_copy(&t->box, &truth, spk_match_state(t->match));
    all_words(t, seat, &told);
    for (int i = 0; i < WORLDS; i++) {
        put_world(t, seat, &truth);
        spk_buf_clear(&again);
        all_words(t, seat, &again);
        put_state(t, &truth);
        CHECK_STR(spk_buf_text(&again), spk_buf_text(&told));
    }
    spk_buf_release(&told);
    spk_buf_release(&again);
}

/* -- Whole games ------------------------------------------------------------------------------- */

static void somebody_speaks(table *t)
{
    spk_actors who = spk_match_speakers(t->match);
    if (who && spk_rng_below(&t->rng, 2))
        spk_match_talk(t->match, spk_actors_first(who), "aim win", NULL);
}

static void somebody_acts(table *t, spk_seat seat)
{
    static spk_move moves[SPK_MAX_MOVES];
    int n = spk_match_moves(t->match, seat, moves);
    spk_move move = spk_bot_pick(moves, n, true, &t->rng);
    CHECK_INT(spk_match_move(t->match, seat, move, NULL), SPK_OK);
}

/* Every seat is asked what it would be told, whoever's turn it is; returns how many worlds were
 * others than the truth. */
static int play_game(const char *key, spk_choice choice, uint64_t seed)
{
    table t;
    set_table(&t, key, choice, seed);
    while (!spk_match_is_over(t.match)) {
        if (spk_rng_below(&t.rng, 4) == 0)
            for (spk_seat seat = 0; seat < t.box.n_seats; seat++)
                compare_worlds(&t, seat);
        somebody_speaks(&t);
        somebody_acts(&t, spk_actors_first(spk_match_actors(t.match)));
        spk_match_deal(t.match, &t.rng);
    }
    clear_table(&t);
    return t.n_other;
}

TEST(what_a_seat_cannot_see_changes_no_byte)
{
    int n_other = 0;
    for (int n_seats = 3; n_seats <= 5; n_seats++)
        for (uint64_t seed = 1; seed <= 2; seed++)
            n_other += play_game("chicago_gangsters", (spk_choice){.n_seats = n_seats}, seed);
    CHECK(n_other > 1000); /* or nothing was proved */
}

TEST(nor_does_it_in_games_with_little_to_hide)
{
    spk_choice hidden = {.options = (const char *[]){"show_hands=off"}, .n_options = 1};
    play_game("famiglia", hidden, 1);
    play_game("gangster", (spk_choice){.n_seats = 3}, 1);
    play_game("chicago", (spk_choice){.n_seats = 4}, 1);
}

/* -- The same on the wire ---------------------------------------------------------------------- */

typedef struct recorder {
    host_player *player;
    char file[32]; /* every line it was sent */
} recorder;

static void start_recorder(recorder *r, table *t, spk_seat seat)
{
    host_spec spec;
    char command[100];
    strcpy(r->file, "/tmp/player_test_XXXXXX");
    int fd = mkstemp(r->file);
    CHECK(fd >= 0);
    close(fd);
    snprintf(command, sizeof command, "exec:tests/bots/rude record %s", r->file);
    CHECK_INT(host_spec_read(command, &spec, NULL), SPK_OK);
    r->player = host_player_open(&spec, &t->box, seat, &t->rng, NULL);
    CHECK(r->player != NULL);
}

static void end_recorder(recorder *r, spk_buf *out)
{
    char bytes[4096];
    host_player_close(r->player, NULL);
    FILE *f = fopen(r->file, "rb");
    CHECK(f != NULL);
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, f)) > 0;)
        spk_buf_add(out, bytes, n);
    fclose(f);
    unlink(r->file);
}

/* One decision: the first program is asked in the truth and moves, the second in another world. */
static void ask_both(table *t, recorder *first, recorder *second, spk_seat seat)
{
    host_budget budget = {.ms = PLENTY_MS};
    spk_state truth;
    spk_state_copy(&t->box, &truth, spk_match_state(t->match));
    put_world(t, seat, &truth);
    host_player_ask(second->player, t->match);
    put_state(t, &truth);
    host_player_think(second->player, &budget);
    CHECK(host_player_move(first->player, t->match, &budget));
}

TEST(two_programs_in_two_worlds_are_sent_the_same_bytes)
{
    table t;
    recorder first, second;
    spk_buf a = {0}, b = {0};
    set_table(&t, "chicago_gangsters", (spk_choice){.n_seats = 4}, 5);
    start_recorder(&first, &t, 2);
    start_recorder(&second, &t, 2);
    for (int n = 0; n < RECORDED && !spk_match_is_over(t.match);) {
        spk_actors who = spk_match_actors(t.match);
        somebody_speaks(&t);
        if (spk_actors_has(who, 2) && ++n)
            ask_both(&t, &first, &second, 2);
        else
            somebody_acts(&t, spk_actors_first(who));
        spk_match_deal(t.match, &t.rng);
    }
    end_recorder(&first, &a);
    end_recorder(&second, &b);
    CHECK(strstr(spk_buf_text(&a), "> go\n") && strstr(spk_buf_text(&a), "> quit\n"));
    CHECK_STR(spk_buf_text(&a), spk_buf_text(&b));
    CHECK(t.n_other > RECORDED / 2);
    spk_buf_release(&a);
    spk_buf_release(&b);
    clear_table(&t);
}

TEST_MAIN()
