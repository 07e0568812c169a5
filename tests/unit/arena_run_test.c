/* arena_run_test.c: who meets whom and sits where, and that a run's figures depend on its plan alone:
 * not on threads, nor on having been broken off. */
#include "test.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/str.h"
#include "engine/box.h"
#include "games/registry.h"
#include "hosts/arena/chart.h"
#include "hosts/arena/report.h"
#include "hosts/arena/store.h"

typedef struct stage {
    spk_box box;
    arena_plan plan;
} stage;

/* A plan of "random,greedy,..." in so many iterations. */
static void set_up(stage *s, const char *game, int seats, const char *bots, int n_sets)
{
    spk_choice choice = {.n_seats = seats};
    host_budget budget = {.iterations = 30};
    char list[100], *rest = list;
    *s = (stage){.plan = {.n_sets = n_sets, .seed = 7, .n_threads = 1}};
    assert_int_equal(spk_box_open(&s->box, spk_game_find(game), &choice, NULL), SPK_OK);
    s->plan.box = &s->box;
    snprintf(list, sizeof list, "%s", bots);
    for (char *name; (name = rest) && *name;) {
        rest = strchr(name, ',');
        if (rest)
            *rest++ = '\0';
        spk_err err = arena_entrant_parse(name, &budget, &s->plan.bot[s->plan.n_bots++], NULL);
        assert_int_equal(err, SPK_OK);
    }
}

static void tear_down(stage *s) { spk_box_close(&s->box); }

/* -- Seats ------------------------------------------------------------------------------------- */

/* How often every bot held every seat, and every two bots met, over a whole run. */
typedef struct census {
    int seat[ARENA_MAX_BOTS][SPK_MAX_SEATS];
    int met[ARENA_MAX_BOTS][ARENA_MAX_BOTS];
} census;

static void count(const stage *s, census *c)
{
    arena *a = arena_new(&s->plan);
    memset(c, 0, sizeof *c);
    for (int set = 0; set < s->plan.n_sets; set++)
        for (int game = 0; game < a->games_per_set; game++) {
            const arena_game *g = arena_game_of(a, set, game);
            for (int i = 0; i < a->n_seats; i++) {
                c->seat[g->bot[i]][i]++;
                for (int j = 0; j < a->n_seats; j++)
                    c->met[g->bot[i]][g->bot[j]] += i != j;
            }
        }
    arena_free(a);
}

TEST(two_bots_take_both_seats)
{
    stage s;
    census c;
    set_up(&s, "famiglia", 2, "random,greedy", 10);
    CHECK_INT(arena_games_per_set(&s.plan), 2);
    count(&s, &c);
    for (int i = 0; i < 4; i++)
        CHECK_INT(c.seat[i / 2][i % 2], 10);
    tear_down(&s);
}

TEST(one_among_many_sits_everywhere_once)
{
    stage s;
    set_up(&s, "gangster", 4, "random,greedy", 1);
    CHECK_INT(arena_games_per_set(&s.plan), 8);
    arena *a = arena_new(&s.plan);
    for (int game = 0; game < 8; game++)
        for (int i = 0; i < 4; i++) {
            int lone = game / 4;
            CHECK_INT(arena_game_of(a, 0, game)->bot[i], i == game % 4 ? lone : 1 - lone);
        }
    arena_free(a);
    s.plan.lone = true;
    CHECK_INT(arena_games_per_set(&s.plan), 4);
    tear_down(&s);
}

TEST(as_many_bots_as_seats_rotate)
{
    stage s;
    census c;
    set_up(&s, "gangster", 3, "random,greedy,busy", 12);
    CHECK_INT(arena_games_per_set(&s.plan), 3);
    count(&s, &c);
    for (int b = 0; b < 3; b++)
        for (int i = 0; i < 3; i++)
            CHECK_INT(c.seat[b][i], 12);
    tear_down(&s);
}

TEST(more_bots_than_seats_meet_alike)
{
    static const struct {
        const char *game;
        int seats, sets;
    } cases[] = {{"famiglia", 2, 30}, {"gangster", 3, 40}, {"gangster", 4, 45}};
    for (int k = 0; k < 3; k++) {
        stage s;
        census c;
        set_up(&s, cases[k].game, cases[k].seats, "random,busy,greedy,easy,mcts,hard",
               cases[k].sets);
        count(&s, &c);
        int fewest = 1 << 30, most = 0;
        for (int i = 0; i < 6; i++) {
            for (int seat = 1; seat < cases[k].seats; seat++)
                CHECK_INT(c.seat[i][seat], c.seat[i][0]); /* rotated */
            CHECK(abs(c.seat[i][0] - c.seat[0][0]) <= 1);
            for (int j = 0; j < i; j++) {
                fewest = c.met[i][j] < fewest ? c.met[i][j] : fewest;
                most = c.met[i][j] > most ? c.met[i][j] : most;
            }
        }
        CHECK(fewest > 0 && most <= fewest * 1.3);
        tear_down(&s);
    }
}

TEST(free_seats_go_round)
{
    stage s;
    census c;
    set_up(&s, "gangster", 4, "random,greedy,busy", 30);
    CHECK_INT(arena_games_per_set(&s.plan), 4);
    count(&s, &c);
    for (int b = 0; b < 3; b++)
        for (int i = 0; i < 4; i++)
            CHECK_INT(c.seat[b][i], 40);
    tear_down(&s);
}

/* A longer run begins as the shorter one did. */
TEST(more_sets_change_nothing_before)
{
    stage s;
    set_up(&s, "gangster", 4, "random,busy,greedy,easy,mcts,hard", 20);
    arena *few = arena_new(&s.plan);
    s.plan.n_sets = 50;
    arena *many = arena_new(&s.plan);
    for (int set = 0; set < 20; set++)
        for (int game = 0; game < 4; game++)
            CHECK(memcmp(arena_game_of(few, set, game)->bot, arena_game_of(many, set, game)->bot,
                         SPK_MAX_SEATS) == 0);
    arena_free(few);
    arena_free(many);
    tear_down(&s);
}

/* -- Playing ----------------------------------------------------------------------------------- */

static bool go_on(void *self, const arena *a)
{
    (void)a;
    ++*(int *)self;
    return true;
}

static arena *play(const arena_plan *plan)
{
    int ticks = 0;
    arena *a = arena_new(plan);
    CHECK_INT(arena_play(a, go_on, &ticks, NULL), SPK_OK);
    CHECK(ticks > 0);
    return a;
}

static void check_same(const arena *a, const arena *b, int n_sets)
{
    CHECK_INT(a->n_done, b->n_done);
    for (int i = 0; i < n_sets * a->games_per_set; i++) {
        CHECK(memcmp(a->games[i].score, b->games[i].score, sizeof a->games[i].score) == 0);
        CHECK(memcmp(a->games[i].rank, b->games[i].rank, sizeof a->games[i].rank) == 0);
        CHECK(memcmp(a->games[i].luck, b->games[i].luck, sizeof a->games[i].luck) == 0);
        CHECK_INT(a->games[i].steps, b->games[i].steps);
    }
}

TEST(threads_make_no_difference)
{
    stage s;
    set_up(&s, "chicago_gangsters", 3, "random,mcts,easy", 4);
    arena *one = play(&s.plan);
    s.plan.n_threads = 3;
    arena *three = play(&s.plan);
    CHECK_INT(one->n_done, 4);
    check_same(one, three, 4);
    for (int i = 0; i < 3; i++)
        CHECK_INT(one->effort[i].iterations, three->effort[i].iterations);
    CHECK(one->effort[0].iterations == 0 && one->effort[1].iterations > 0);
    s.plan.seed = 8;
    arena *other = play(&s.plan);
    CHECK(memcmp(one->games[0].luck, other->games[0].luck, sizeof one->games[0].luck) != 0 ||
          one->games[0].steps != other->games[0].steps);
    arena_free(one);
    arena_free(three);
    arena_free(other);
    tear_down(&s);
}

/* Two of the same kind have their own dice, but at one table nobody is better. */
TEST(equals_are_equal)
{
    stage s;
    arena_figures f;
    set_up(&s, "famiglia", 2, "busy,busy", 200);
    arena *a = play(&s.plan);
    arena_figures_make(a, 200, &f);
    CHECK_INT(f.n_sets, 200);
    CHECK_INT(f.n_games, 400);
    CHECK(f.bot[0].win.low < 0.5 && 0.5 < f.bot[0].win.high);
    CHECK(f.bot[0].elo.low < 0 && 0 < f.bot[0].elo.high);
    CHECK(fabs(f.bot[0].win.mean + f.bot[1].win.mean - 1) < 1e-9);
    CHECK(fabs(f.bot[0].score.mean + f.bot[1].score.mean - 1) < 1e-9);
    CHECK(fabs(f.bot[0].rank.mean + f.bot[1].rank.mean - 3) < 1e-9);
    CHECK(fabs(f.seat_win[0] + f.seat_win[1] - 1) < 1e-9);
    CHECK_INT(f.n_unfinished, 0);
    arena_free(a);
    tear_down(&s);
}

/* Luck is fair: over many games no seat has had more of it than chance allows. */
TEST(luck_is_zero_on_average)
{
    for (int k = 0; k < spk_n_games; k++) {
        stage s;
        bool is_long = spk_str_eq(spk_games[k]->key, "chicago");
        int n_sets = is_long ? 8 : 40, n = 0;
        if (!spk_has_values(spk_games[k]))
            continue;
        set_up(&s, spk_games[k]->key, 0, "random,busy", n_sets);
        s.plan.lone = s.box.n_seats > 2;
        arena *a = play(&s.plan);
        double *x = spk_alloc((size_t)n_sets * sizeof *x);
        for (int set = 0; set < n_sets; set++, n++)
            x[n] = (double)arena_game_of(a, set, 0)->luck[0] / SPK_LUCK_UNIT;
        double reach = 4 * sqrt(arena_variance(x, n) / n) + 1e-9;
        CHECK(fabs(arena_mean(x, n)) <= reach);
        spk_free(x);
        arena_free(a);
        tear_down(&s);
    }
}

/* -- Elo over sets ----------------------------------------------------------------------------- */

/* Games that were never played: the first bot wins each with probability p. */
static void invent(arena *a, double p, spk_rng *rng)
{
    for (int set = 0; set < a->plan.n_sets; set++) {
        for (int game = 0; game < a->games_per_set; game++) {
            arena_game *g = arena_game_of(a, set, game);
            int winner = arena_uniform(rng) < p ? 0 : 1;
            for (int i = 0; i < 2; i++)
                g->rank[i] = g->bot[i] == winner ? 1 : 2;
        }
        a->done[set] = (uint8_t)a->games_per_set;
    }
    a->n_done = a->plan.n_sets;
}

TEST(resampled_elo_intervals_hold_the_truth)
{
    enum { RUNS = 120 };
    stage s;
    int held = 0;
    spk_rng rng;
    double truth = arena_elo_of_score(0.7) / 2;
    spk_rng_init(&rng, 3, 0);
    set_up(&s, "famiglia", 2, "busy,greedy", 60);
    for (int run = 0; run < RUNS; run++) {
        arena *a = arena_new(&s.plan);
        arena_figures f;
        invent(a, 0.7, &rng);
        arena_figures_make(a, 100, &f);
        held += f.bot[0].elo.low <= truth && truth <= f.bot[0].elo.high;
        arena_free(a);
    }
    CHECK(held >= RUNS * 0.90 && held < RUNS);
    tear_down(&s);
}

TEST(a_bot_that_never_lost_is_not_infinitely_strong)
{
    stage s;
    arena_figures f;
    spk_rng rng;
    spk_rng_init(&rng, 3, 0);
    set_up(&s, "famiglia", 2, "greedy,random", 10);
    arena *a = arena_new(&s.plan);
    invent(a, 2, &rng);
    arena_figures_make(a, 1000, &f);
    CHECK(fabs(f.bot[0].elo.mean - arena_elo_of_score(10.5 / 11)) < 0.1); /* a drawn set more */
    CHECK(f.bot[0].elo.low > 150 && f.bot[0].elo.low < 350); /* 10 of 10 may be three of four */
    CHECK(f.bot[0].elo.high > 900 && isfinite(f.bot[0].elo.high));
    CHECK(f.bot[1].elo.mean == 0); /* random is the anchor */
    CHECK_INT(f.bot[0].n_wins, 20);
    arena_free(a);
    tear_down(&s);
}

/* -- SPRT -------------------------------------------------------------------------------------- */

TEST(sprt_stops_at_the_same_set_on_any_number_of_threads)
{
    stage s;
    arena_figures one, four;
    set_up(&s, "famiglia", 2, "greedy,busy", 400);
    s.plan.has_sprt = true;
    s.plan.sprt = (arena_sprt){0, 40, 0.05, 0.05, .of_wins = false};
    arena *a = play(&s.plan);
    arena_figures_make(a, 100, &one);
    CHECK(a->verdict == ARENA_H1 && a->n_judged < 100);
    CHECK_INT(one.n_sets, a->n_judged);
    s.plan.n_threads = 4;
    arena *b = play(&s.plan);
    arena_figures_make(b, 100, &four);
    CHECK_INT(b->n_judged, a->n_judged);
    CHECK(one.llr == four.llr && one.bot[0].win.mean == four.bot[0].win.mean);
    arena_free(a);
    arena_free(b);
    tear_down(&s);
}

/* One greedy among three randoms is judged by the games it wins, whether or not the other half of the
 * sets is played too. */
TEST(sprt_of_wins_is_about_the_lone_bot)
{
    int n_judged[2];
    for (int lone = 0; lone < 2; lone++) {
        stage s;
        arena_figures f;
        spk_buf text = {0}, json = {0};
        set_up(&s, "gangster", 4, "greedy,random", 100);
        s.plan.lone = lone;
        s.plan.has_sprt = true;
        s.plan.sprt = (arena_sprt){0.5, 0.6, 0.05, 0.05, .of_wins = true};
        arena *a = play(&s.plan);
        arena_figures_make(a, 100, &f);
        CHECK(a->verdict == ARENA_H1 && a->n_judged < 20);
        CHECK(fabs(arena_win_share(a, 0) - a->judged_sums[0] / a->n_judged) < 1e-9);
        n_judged[lone] = a->n_judged;
        arena_report(a, &f, &text);
        assert_non_null(strstr(spk_buf_text(&text), "H0: 50 % of wins, H1: 60 % of wins"));
        assert_non_null(strstr(spk_buf_text(&text),
                               "H1 holds: greedy wins more than 50 % against a table of random."));
        arena_json(a, &f, "1", &json);
        assert_non_null(strstr(spk_buf_text(&json), "\"win_share0\":0.5"));
        spk_buf_release(&text);
        spk_buf_release(&json);
        arena_free(a);
        tear_down(&s);
    }
    CHECK_INT(n_judged[0], n_judged[1]);
}

/* -- Breaking off and going on ----------------------------------------------------------------- */

static bool stop_at_once(void *self, const arena *a)
{
    (void)self, (void)a;
    return false;
}

TEST(stopping_keeps_whole_sets_only)
{
    stage s;
    set_up(&s, "famiglia", 2, "random,easy", 20000);
    s.plan.n_threads = 2;
    arena *a = arena_new(&s.plan);
    CHECK_INT(arena_play(a, stop_at_once, NULL, NULL), SPK_OK);
    CHECK(a->interrupted && a->n_done < 20000);
    int n_whole = 0;
    for (int set = 0; set < 20000; set++) {
        CHECK(a->done[set] == 0 || a->done[set] == 2);
        n_whole += a->done[set] == 2;
    }
    CHECK_INT(n_whole, a->n_done);
    arena_free(a);
    tear_down(&s);
}

static void write_json(const arena *a, spk_buf *out)
{
    arena_figures f;
    arena_figures_make(a, 100, &f);
    arena_json(a, &f, "test", out);
}

TEST(a_run_that_was_broken_off_goes_on)
{
    stage s;
    spk_buf text = {0};
    int ticks = 0;
    set_up(&s, "chicago_gangsters", 4, "random,easy", 6);
    arena *whole = play(&s.plan), *part = play(&s.plan), *rest = arena_new(&s.plan);
    part->done[1] = part->done[4] = part->done[5] = 0;
    part->n_done = 3;
    write_json(part, &text);
    CHECK_INT(arena_resume(rest, spk_buf_text(&text), text.n, NULL), SPK_OK);
    CHECK_INT(rest->n_done, 3);
    CHECK_INT(rest->effort[1].iterations, part->effort[1].iterations);
    CHECK_INT(rest->effort[1].times.n, part->effort[1].times.n);
    rest->plan.n_threads = 2;
    CHECK_INT(arena_play(rest, go_on, &ticks, NULL), SPK_OK);
    check_same(whole, rest, 6);
    spk_buf_release(&text);
    arena_free(whole);
    arena_free(part);
    arena_free(rest);
    tear_down(&s);
}

/* Whether a run with that plan takes over what 'text' holds; the reason must have these words. */
static void check_refused(const arena_plan *plan, const spk_buf *text, const char *words)
{
    spk_why why = {0};
    arena *a = arena_new(plan);
    CHECK(arena_resume(a, spk_buf_text(text), text->n, &why) != SPK_OK);
    if (!strstr(why.text, words))
        print_error("'%s' is not in '%s'\n", words, why.text);
    CHECK(strstr(why.text, words) != NULL);
    arena_free(a);
}

TEST(another_run_is_not_gone_on_with)
{
    stage s, other;
    spk_buf text = {0};
    set_up(&s, "famiglia", 2, "random,mcts", 3);
    arena *a = play(&s.plan);
    write_json(a, &text);
    arena_free(a);
    arena_plan changed = s.plan;
    changed.seed = 9;
    check_refused(&changed, &text, "seed 7, not 9");
    changed = s.plan;
    changed.bot[1].budget.iterations = 31;
    check_refused(&changed, &text, "budget 30it, not 31it");
    set_up(&other, "famiglia", 2, "random,greedy", 3);
    check_refused(&other.plan, &text, "bot mcts, not greedy");
    tear_down(&other);
    set_up(&other, "famiglia", 2, "random,mcts,greedy", 3);
    check_refused(&other.plan, &text, "2 bots, not 3");
    tear_down(&other);
    set_up(&other, "gangster", 2, "random,mcts", 3);
    check_refused(&other.plan, &text, "famiglia, not gangster");
    tear_down(&other);
    spk_buf_release(&text);
    tear_down(&s);
}

TEST(what_is_no_result_is_refused)
{
    static const char *const texts[] = {
        "", "[", "[]", "7", "{}", "{\"arena\":1}", "{\"arena\":1,\"arena\":1}"};
    stage s;
    set_up(&s, "famiglia", 2, "random,greedy", 3);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        arena *a = arena_new(&s.plan);
        spk_why why = {0};
        CHECK(arena_resume(a, texts[i], strlen(texts[i]), &why) != SPK_OK && *why.text);
        arena_free(a);
    }
    tear_down(&s);
}

/* Every cut of a good file, and a changed letter here and there, is taken or refused: nothing else. */
TEST(damaged_results_do_no_harm)
{
    stage s;
    spk_buf text = {0};
    spk_rng rng;
    spk_rng_init(&rng, 1, 1);
    set_up(&s, "famiglia", 2, "random,greedy", 2);
    arena *a = play(&s.plan);
    write_json(a, &text);
    arena_free(a);
    for (int i = 0; i < 500; i++) {
        char *copy = spk_alloc(text.n);
        memcpy(copy, text.bytes, text.n);
        copy[spk_rng_below(&rng, (uint32_t)text.n)] = "0129-,.[]{}\""[spk_rng_below(&rng, 12)];
        arena *b = arena_new(&s.plan);
        size_t n = i % 2 ? text.n : spk_rng_below(&rng, (uint32_t)text.n);
        if (arena_resume(b, copy, n, NULL) == SPK_OK) {
            arena_figures f;
            arena_figures_make(b, 10, &f);
        }
        arena_free(b);
        spk_free(copy);
    }
    spk_buf_release(&text);
    tear_down(&s);
}

/* -- Saying ------------------------------------------------------------------------------------ */

TEST(reports_and_charts_of_anything)
{
    stage s;
    arena_figures f;
    spk_buf out = {0};
    set_up(&s, "gangster", 3, "random,greedy,busy,easy", 2); /* too few sets to link all four? */
    arena *a = arena_new(&s.plan);
    arena_figures_make(a, 100, &f);
    arena_report(a, &f, &out);
    CHECK(strstr(spk_buf_text(&out), "No set was completed"));
    arena_chart(a, &f, &out);
    arena_free(a);
    a = play(&s.plan);
    arena_figures_make(a, 100, &f);
    spk_buf_clear(&out);
    arena_report(a, &f, &out);
    CHECK(strstr(spk_buf_text(&out), "row v column"));
    spk_buf_clear(&out);
    arena_chart(a, &f, &out);
    CHECK(strstr(spk_buf_text(&out), "<desc") && strstr(spk_buf_text(&out), "greedy: win share"));
    spk_buf_release(&out);
    arena_free(a);
    tear_down(&s);
}

TEST(entrants_are_read)
{
    host_budget usual = {.ms = 20};
    arena_entrant e;
    spk_why why = {0};
    CHECK_INT(arena_entrant_parse("hard", &usual, &e, &why), SPK_OK);
    CHECK_INT(e.budget.ms, 20);
    CHECK_INT(arena_entrant_parse("hard@50ms", &usual, &e, &why), SPK_OK);
    CHECK_INT(e.budget.ms, 50);
    CHECK_STR(e.name, "hard@50ms");
    CHECK_INT(arena_entrant_parse("hard@50cpu", &usual, &e, &why), SPK_OK);
    CHECK(e.budget.ms == 50 && e.budget.cpu);
    CHECK_STR(e.name, "hard@50cpu");
    CHECK_INT(arena_entrant_parse("mcts-1000", &usual, &e, &why), SPK_OK);
    CHECK(e.budget.ms == 0 && e.budget.iterations == 1000); /* an anchor keeps its own */
    CHECK_INT(arena_entrant_parse("greedy", &usual, &e, &why), SPK_OK);
    CHECK(e.budget.ms == 0 && e.budget.iterations == 0);
    CHECK(arena_entrant_parse("nobody", &usual, &e, &why) != SPK_OK);
    CHECK(strstr(why.text, "nobody") && strstr(why.text, "random") && strstr(why.text, "hard"));
    CHECK_INT(arena_entrant_parse("exec@50ms:./mybot --bold", &usual, &e, &why), SPK_OK);
    CHECK_INT(e.budget.ms, 50);
    CHECK(arena_entrant_parse("exec:", &usual, &e, &why) != SPK_OK);
    CHECK(arena_entrant_parse("exec:\xff", &usual, &e, &why) != SPK_OK);
    CHECK(arena_entrant_parse("", &usual, &e, &why) != SPK_OK);
    CHECK(arena_entrant_parse("hard@", &usual, &e, &why) != SPK_OK);
    CHECK(arena_entrant_parse("hard@soon", &usual, &e, &why) != SPK_OK);
    CHECK(arena_entrant_parse("greedy@5ms", &usual, &e, &why) != SPK_OK);
}

TEST_MAIN()
