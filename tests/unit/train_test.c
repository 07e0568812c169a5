/* train_test.c: learning by self-play, in small: the same seed gives the same net whatever the threads, an
 * interrupted run goes on as if nothing had happened, and what is learned is more than nothing. How strong
 * nets are is the arena's business (docs/strength.md). */
#include "hosts/train/train.h"

#include <math.h>

#include "ai/net.h"
#include "base/mem.h"
#include "base/str.h"
#include "engine/box.h"
#include "games/registry.h"
#include "test.h"

enum { GAMES = 60, ITERATIONS = 6 };

static const spk_game *any_game(void)
{
    for (int i = 0; i < spk_n_games; i++)
        if (spk_games[i]->hints && spk_games[i]->hints->features)
            return spk_games[i];
    return NULL;
}

static train_plan plan_for(spk_box *box, int n_seats, int n_threads)
{
    spk_why why;
    CHECK(spk_box_open(box, any_game(), &(spk_choice){.n_seats = n_seats}, &why) == SPK_OK);
    return (train_plan){.box = box,
                        .n_games = GAMES,
                        .iterations = ITERATIONS,
                        .n_keep = 2,
                        .n_epochs = 2,
                        .result = 50,
                        .n_sums = 16,
                        .n_hidden = 16,
                        .n_threads = n_threads,
                        .seed = 3};
}

static bool go_on(void *self, const train_progress *p)
{
    (void)self, (void)p;
    return true;
}

static bool stop(void *self, const train_progress *p)
{
    (void)self, (void)p;
    return false;
}

static void learn(train_run *run, int n, train_report *report)
{
    for (int i = 0; i < n; i++)
        CHECK(train_generation(run, go_on, NULL, report));
}

static bool is_same_net(const train_run *a, const train_run *b)
{
    spk_net_file x = train_net_file(a), y = train_net_file(b);
    return x.size == y.size && x.size > 0 && memcmp(x.bytes, y.bytes, x.size) == 0;
}

TEST(the_number_of_threads_changes_nothing)
{
    spk_box one, three;
    train_plan alone = plan_for(&one, 0, 1), together = plan_for(&three, 0, 3);
    train_run *a = train_new(&alone), *b = train_new(&together);
    train_report report;
    learn(a, 2, &report);
    learn(b, 2, &report);
    CHECK(is_same_net(a, b));
    CHECK_INT(report.generation, 1);
    train_free(a), train_free(b);
    spk_box_close(&one), spk_box_close(&three);
}

TEST(a_run_goes_on_where_it_was_saved)
{
    spk_box whole_box, first_box, second_box;
    train_plan plan = plan_for(&whole_box, 0, 2), before = plan_for(&first_box, 0, 2);
    train_plan after = plan_for(&second_box, 0, 1);
    train_run *whole = train_new(&plan), *first = train_new(&before), *second = train_new(&after);
    train_report report;
    spk_buf work = {0};
    spk_why why = {0};
    learn(whole, 3, &report);
    learn(first, 2, &report);
    train_save(first, &work);
    CHECK(train_load(second, work.bytes, work.n, &why) == SPK_OK);
    CHECK(is_same_net(first, second));
    learn(second, 1, &report);
    CHECK_INT(report.generation, 2);
    CHECK(is_same_net(whole, second));
    spk_buf_release(&work);
    train_free(whole), train_free(first), train_free(second);
    spk_box_close(&whole_box), spk_box_close(&first_box), spk_box_close(&second_box);
}

TEST(what_was_saved_by_another_run_or_cut_is_refused)
{
    spk_box box;
    train_plan plan = plan_for(&box, 0, 2), other;
    train_run *run = train_new(&plan), *fresh;
    train_report report;
    spk_buf work = {0};
    spk_why why = {0};
    learn(run, 1, &report);
    train_save(run, &work);
    train_free(run);
    other = plan;
    other.result = 30;
    fresh = train_new(&other);
    CHECK(train_load(fresh, work.bytes, work.n, &why) == SPK_EMALFORMED &&
          strstr(why.text, "settings"));
    train_free(fresh);
    fresh = train_new(&plan);
    CHECK(train_load(fresh, work.bytes, work.n - 1, &why) == SPK_EMALFORMED);
    CHECK(train_load(fresh, work.bytes, 10, &why) == SPK_EMALFORMED && strstr(why.text, "short"));
    CHECK(train_net_file(fresh).size == 0);
    CHECK(train_load(fresh, work.bytes, work.n, &why) == SPK_OK);
    train_free(fresh);
    spk_buf_release(&work);
    spk_box_close(&box);
}

TEST(a_run_that_is_stopped_stands_as_before)
{
    spk_box box;
    train_plan plan = plan_for(&box, 0, 2);
    train_run *run = train_new(&plan);
    train_report report;
    CHECK(!train_generation(run, stop, NULL, &report));
    CHECK(train_net_file(run).size == 0 && !box.net.bytes);
    learn(run, 1, &report);
    CHECK_INT(report.generation, 0);
    train_free(run);
    spk_box_close(&box);
}

/* A first generation without a search, then games with scripts in them, and not all decisions kept. */
TEST(quick_games_and_scripts_teach_too)
{
    spk_box one, three;
    train_plan alone = plan_for(&one, 0, 1), together = plan_for(&three, 0, 3);
    alone.n_quick = together.n_quick = 1;
    alone.quick_games = together.quick_games = 5 * GAMES;
    alone.scripts = together.scripts = 50;
    alone.one_in = together.one_in = 3;
    train_run *a = train_new(&alone), *b = train_new(&together);
    train_report quick, slow;
    learn(a, 1, &quick);
    CHECK_INT(quick.n_games, 5 * GAMES);
    CHECK(quick.loss < quick.loss_before);
    learn(a, 1, &slow);
    CHECK_INT(slow.n_games, GAMES);
    CHECK(slow.n_samples > 0 && slow.n_samples < quick.n_samples);
    learn(b, 2, &slow);
    CHECK(is_same_net(a, b));
    train_free(a), train_free(b);
    spk_box_close(&one), spk_box_close(&three);
}

/* With two players and with more: on games it was not fitted to, a net is less surprised than one that knows
 * nothing. Under a sanitizer, which is slow, only at the smallest tables: it looks for other things. */
TEST(something_is_learned_at_every_table)
{
    for (int i = 0; i < spk_n_games; i++) {
        const spk_game *game = spk_games[i];
        int most = HAS_SANITIZER ? game->min_seats : game->max_seats;
        for (int n = game->min_seats; game->hints->features && n <= most; n++) {
            spk_box box;
            train_report report;
            spk_why why;
            train_plan plan = plan_for(&box, 0, 2);
            spk_box_close(&box);
            CHECK(spk_box_open(&box, game, &(spk_choice){.n_seats = n}, &why) == SPK_OK);
            bool is_long = spk_str_eq(game->key, "chicago");
            plan.n_games = is_long ? 5 * GAMES : 3 * GAMES;
            plan.n_epochs = is_long ? 2 : 4;
            plan.one_in = is_long ? 8 : 0; /* else a few games are learned by heart */
            train_run *run = train_new(&plan);
            learn(run, 1, &report);
            CHECK(report.loss < report.loss_before);
            CHECK(report.n_samples > report.n_fitted && report.n_fitted > 0);
            train_free(run);
            spk_box_close(&box);
        }
    }
}

/* What the first net knows, the second begins with, taste included. */
TEST(a_run_may_begin_with_a_net)
{
    spk_box box, other;
    train_plan plan = plan_for(&box, 0, 2), next = plan_for(&other, 0, 2);
    train_run *run = train_new(&plan);
    train_report first, second;
    learn(run, 2, &first);
    next.from = train_net_file(run);
    next.seed = 9;
    train_run *later = train_new(&next);
    CHECK(is_same_net(run, later));
    learn(later, 1, &second);
    CHECK(second.loss_before < 0.69 && !is_same_net(run, later));
    CHECK(second.taste_before < first.taste_before);
    train_free(later), train_free(run);
    spk_box_close(&other), spk_box_close(&box);
}

/* A net's values come first in its file, its taste is the end of it. */
TEST(values_and_moves_can_be_learned_one_without_the_other)
{
    spk_box box, other;
    train_plan plan = plan_for(&box, 0, 2), next = plan_for(&other, 0, 2);
    train_run *run = train_new(&plan);
    train_report report;
    learn(run, 1, &report);
    spk_net_file first = train_net_file(run);
    size_t values = first.size - spk_net_taste_size(box.game->hints->features->moves);
    CHECK(values < first.size);
    for (int only_moves = 0; only_moves < 2; only_moves++) {
        next.from = first;
        next.only_moves = only_moves, next.only_values = !only_moves;
        train_run *later = train_new(&next);
        learn(later, 1, &report);
        const unsigned char *now = train_net_file(later).bytes, *then = first.bytes;
        CHECK((memcmp(now, then, values) == 0) == only_moves);
        CHECK((memcmp(now + values, then + values, first.size - values) == 0) == !only_moves);
        train_free(later);
    }
    train_free(run);
    spk_box_close(&other), spk_box_close(&box);
}

/* -- Against a bot that learns nothing --------------------------------------------------------- */

/* The seat that learns goes round, the rival's net stays as it is, and threads change nothing. */
TEST(a_best_response_is_learned_against_a_bot_that_stays_as_it_is)
{
    spk_box one, three, rival;
    train_plan alone = plan_for(&one, 0, 1), together = plan_for(&three, 0, 3);
    train_report a_report, b_report;
    spk_why why;
    CHECK(spk_box_open(&rival, any_game(), &(spk_choice){0}, &why) == SPK_OK);
    spk_net_file frozen = rival.net;
    alone.against = together.against = &rival;
    train_run *a = train_new(&alone), *b = train_new(&together);
    learn(a, 1, &a_report);
    learn(b, 1, &b_report);
    CHECK(is_same_net(a, b));
    CHECK(fabs(a_report.won - b_report.won) < 1e-12);
    CHECK(frozen.bytes && rival.net.bytes == frozen.bytes);
    if (a_report.won >= 0.5) /* without a net, and with moves at random, against boss */
        fail_msg("it won %.3f", a_report.won);
    train_free(a), train_free(b);
    spk_box_close(&one), spk_box_close(&three), spk_box_close(&rival);
}

TEST(work_against_a_bot_does_not_go_on_without_it)
{
    spk_box box, same, rival;
    train_plan plan = plan_for(&box, 0, 1), other = plan_for(&same, 0, 1);
    train_report report;
    spk_buf work = {0};
    spk_why why;
    CHECK(spk_box_open(&rival, any_game(), &(spk_choice){0}, &why) == SPK_OK);
    plan.against = &rival;
    plan.n_games = 20;
    other.n_games = 20;
    train_run *run = train_new(&plan), *without = train_new(&other);
    learn(run, 1, &report);
    train_save(run, &work);
    CHECK(train_load(without, work.bytes, work.n, &why) == SPK_EMALFORMED);
    train_free(run), train_free(without);
    spk_buf_release(&work);
    spk_box_close(&box), spk_box_close(&same), spk_box_close(&rival);
}

/* -- Whole numbers ----------------------------------------------------------------------------- */

/* The net in whole numbers says what the net in fractions says, to within a percent or so. */
TEST(rounding_loses_little)
{
    spk_box box;
    train_plan plan = plan_for(&box, 0, 2);
    train_run *run = train_new(&plan);
    train_report report;
    spk_net net;
    spk_why why;
    train_samples one;
    learn(run, 2, &report);
    CHECK(spk_net_open(&net, &box, &why) == SPK_OK);
    train_samples_init(&one, &box);
    train_play(&plan, 7, 0, &one);
    CHECK(one.n > 10);
    double whole = 0;
    for (long i = 0; i < one.n; i++) {
        int standing[SPK_MAX_SEATS] = {0}, value[SPK_MAX_SEATS];
        standing[0] = spk_net_row(&net, one.rows + i * one.n_slots);
        spk_share_wins(&box, standing, SPK_NET_DOUBLING, value);
        double p = fmin(fmax(value[0] / (double)SPK_WIN, 1e-6), 1 - 1e-6),
               w = (double)one.wanted[i];
        whole -= w * log(p) + (1 - w) * log(1 - p);
    }
    CHECK(fabs(whole / (double)one.n - train_loss(run, &one)) < 0.01);
    train_samples_release(&one);
    train_free(run);
    spk_box_close(&box);
}

TEST_MAIN()
