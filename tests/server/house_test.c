/* house_test.c: the small parts of the house on their own: secrets, rates, the shelf of boxes, workers. The
 * house as a whole is visited over sockets (serve_test.py). */
#include <sodium.h>
#include <string.h>

#include "base/mem.h"
#include "games/registry.h"
#include "hosts/server/house_inside.h"
#include "hosts/server/workers.h"
#include "test.h"

/* -- Secrets ----------------------------------------------------------------------------------- */

TEST(a_token_has_one_spelling)
{
    char text[SRV_TOKEN], other[SRV_TOKEN];
    uint8_t hash[SRV_HASH], again[SRV_HASH];
    CHECK(sodium_init() >= 0);
    for (int i = 0; i < 200; i++) {
        srv_token_new(text, hash);
        CHECK_INT(strlen(text), SRV_TOKEN - 1);
        CHECK(srv_token_read(text, again) && srv_hash_eq(hash, again));
        memcpy(other, text, sizeof other); /* the last letter has two bits that mean nothing */
        const char *letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        other[42] = letters[(strchr(letters, text[42]) - letters) ^ 1];
        CHECK(!srv_token_read(other, again));
    }
    CHECK(!srv_token_read("", again));
    CHECK(!srv_token_read("short", again));
    memset(other, '=', 43), other[43] = '\0';
    CHECK(!srv_token_read(other, again));
    char longer[SRV_TOKEN + 8];
    snprintf(longer, sizeof longer, "%sAAAA", text);
    CHECK(!srv_token_read(longer, again));
}

TEST(derived_tokens_are_the_same_again_and_different_elsewhere)
{
    uint8_t from[SRV_HASH] = {1}, a[SRV_HASH], b[SRV_HASH];
    srv_token_derive(from, "rematch", "k7Rq0ZbT1xYv", a);
    srv_token_derive(from, "rematch", "k7Rq0ZbT1xYv", b);
    CHECK(srv_hash_eq(a, b));
    srv_token_derive(from, "rematch", "k7Rq0ZbT1xYw", b);
    CHECK(!srv_hash_eq(a, b));
    srv_token_derive(from, "next table", "k7Rq0ZbT1xYv", b);
    CHECK(!srv_hash_eq(a, b));
    from[0] = 2;
    srv_token_derive(from, "rematch", "k7Rq0ZbT1xYv", b);
    CHECK(!srv_hash_eq(a, b));
}

TEST(ids)
{
    char id[SRV_ID + 1];
    for (int i = 0; i < 1000; i++) {
        srv_id_new(id);
        CHECK(srv_is_id(id) && id[0] != '-');
    }
    CHECK(!srv_is_id("") && !srv_is_id("k7Rq0ZbT1xY") && !srv_is_id("k7Rq0ZbT1xYvv"));
    CHECK(!srv_is_id("k7Rq0ZbT1x/v") && !srv_is_id("k7Rq0ZbT1x\xc3\xbc"));
}

/* -- Rates ------------------------------------------------------------------------------------- */

TEST(a_rate_has_a_burst_and_fills_again)
{
    srv_rate rate = {0};
    for (int i = 0; i < 10; i++)
        CHECK(srv_rate_take(&rate, 10, 2.0, 5000));
    CHECK(!srv_rate_take(&rate, 10, 2.0, 5000));
    CHECK(!srv_rate_take(&rate, 10, 2.0, 5400));
    CHECK(srv_rate_take(&rate, 10, 2.0, 5600));
    CHECK(!srv_rate_take(&rate, 10, 2.0, 5600));
    for (int i = 0; i < 10; i++)
        CHECK(srv_rate_take(&rate, 10, 2.0, 60000));
    for (int i = 0; i < 100; i++)
        CHECK(srv_rate_take(&rate, 0, 2.0, 60000)); /* no limit */
}

TEST(addresses_have_rates_of_their_own)
{
    srv_rates *rates = spk_alloc(sizeof *rates);
    CHECK(srv_rates_take(rates, "192.0.2.7", 1, 0.01, 0));
    CHECK(!srv_rates_take(rates, "192.0.2.7", 1, 0.01, 0));
    CHECK(srv_rates_take(rates, "192.0.2.8", 1, 0.01, 0));
    CHECK(srv_rates_take(rates, "2001:db8:1:2:3:4:5:6", 1, 0.01, 0));
    CHECK(!srv_rates_take(rates, "2001:db8:1:2:ffff:4:5:6", 1, 0.01, 0)); /* of the same /64 */
    CHECK(srv_rates_take(rates, "2001:db8:1:3:3:4:5:6", 1, 0.01, 0));
    char who[32];
    int taken = 0;
    for (int i = 0; i < 1000; i++) {
        snprintf(who, sizeof who, "198.51.%d.%d", i / 256, i % 256);
        taken += srv_rates_take(rates, who, 1, 0.01, 0);
    }
    CHECK_INT(taken, 1000); /* strangers do not share a fate */
    spk_free(rates);
}

/* -- The shelf --------------------------------------------------------------------------------- */

TEST(tables_of_one_kind_share_a_box)
{
    srv_shelf *shelf = srv_shelf_new(NULL);
    spk_why why = {0};
    const spk_game *famiglia = spk_game_find("famiglia");
    const char *off[] = {"show_hands=off"};
    spk_choice plain = {.n_seats = 2}, other = {.n_seats = 2, .options = off, .n_options = 1};
    srv_box *a = srv_shelf_open(shelf, famiglia, "default", &plain, &why);
    srv_box *b = srv_shelf_open(shelf, famiglia, "default", &plain, &why);
    srv_box *c = srv_shelf_open(shelf, famiglia, "default", &other, &why);
    CHECK(a && a == b && c && c != a);
    char proved[2000];
    snprintf(proved, sizeof proved, "%sproof commitment 00\n", srv_box_header(c));
    srv_box *d = srv_shelf_get(shelf, proved, "default", &why);
    CHECK(d == c); /* the proof is not the box's */
    CHECK(!srv_shelf_open(shelf, famiglia, "gold", &plain, &why));
    CHECK_INT(why.err, SPK_EUNKNOWN);
    CHECK(!srv_shelf_open(shelf, famiglia, "../../etc/passwd", &plain, &why));
    CHECK(!srv_shelf_get(shelf, "speakeasy-play 1\ngame poker\n", "default", &why));
    srv_shelf_give_back(shelf, a), srv_shelf_give_back(shelf, b);
    srv_shelf_give_back(shelf, c), srv_shelf_give_back(shelf, d);
    srv_shelf_free(shelf);
}

/* -- Workers ----------------------------------------------------------------------------------- */

typedef struct errand {
    srv_job job;
    int n, *sum, *n_stopped;
} errand;

static void work(srv_job *job) { ((errand *)job)->n *= 2; }

static void done(srv_job *job, bool stopped)
{
    errand *e = (errand *)job;
    *e->sum += stopped ? 0 : e->n;
    *e->n_stopped += stopped;
    spk_free(e);
}

TEST(workers_do_everything_once)
{
    enum { N = 500 };
    uv_loop_t loop;
    int sum = 0, n_stopped = 0;
    CHECK_INT(uv_loop_init(&loop), 0);
    srv_workers *w = srv_workers_new(&loop, 3);
    for (int i = 1; i <= N; i++) {
        errand *e = spk_alloc(sizeof *e);
        *e = (errand){
            .job = {.work = work, .done = done}, .n = i, .sum = &sum, .n_stopped = &n_stopped};
        srv_workers_give(w, &e->job, (srv_rank)(i % SRV_RANK_COUNT));
    }
    while (sum < N * (N + 1) && n_stopped == 0)
        uv_run(&loop, UV_RUN_ONCE);
    CHECK_INT(sum, N * (N + 1));
    CHECK_INT(srv_workers_n_waiting(w), 0);
    for (int i = 1; i <= N;
         i++) { /* and once again, but the house closes: each is freed all the same */
        errand *e = spk_alloc(sizeof *e);
        *e = (errand){
            .job = {.work = work, .done = done}, .n = 0, .sum = &sum, .n_stopped = &n_stopped};
        srv_workers_give(w, &e->job, (srv_rank)(i % SRV_RANK_COUNT));
    }
    srv_workers_stop(w);
    uv_run(&loop, UV_RUN_DEFAULT);
    CHECK_INT(uv_loop_close(&loop), 0);
    CHECK_INT(n_stopped, N);
    srv_workers_free(w);
}

typedef struct turn {
    srv_job job;
    int n, *order, *n_done;
    uv_sem_t *gate;
} turn;

static void wait_at_gate(srv_job *job)
{
    turn *t = (turn *)job;
    if (t->n == 0)
        uv_sem_wait(t->gate);
}

static void note_turn(srv_job *job, bool stopped)
{
    turn *t = (turn *)job;
    CHECK(!stopped);
    t->order[(*t->n_done)++] = t->n;
}

TEST(who_is_waited_for_comes_first)
{
    static const srv_rank ranks[] = {SRV_RANK_TABLE,  SRV_RANK_NOBODY, SRV_RANK_GUEST,
                                     SRV_RANK_NOBODY, SRV_RANK_TABLE,  SRV_RANK_GUEST};
    static const int expected[] = {0, 4, 2, 5, 1, 3};
    enum { N = sizeof ranks / sizeof *ranks };
    turn turns[N];
    uv_loop_t loop;
    uv_sem_t gate;
    int order[N], n_done = 0;
    CHECK_INT(uv_loop_init(&loop), 0);
    CHECK_INT(uv_sem_init(&gate, 0), 0);
    srv_workers *w = srv_workers_new(&loop, 1);
    for (int i = 0; i < N; i++) {
        turns[i] = (turn){.job = {.work = wait_at_gate, .done = note_turn},
                          .n = i,
                          .order = order,
                          .n_done = &n_done,
                          .gate = &gate};
        srv_workers_give(w, &turns[i].job, ranks[i]);
        while (i == 0 && srv_workers_n_working(w) == 0)
            ; /* the first is at work, the others wait */
    }
    uv_sem_post(&gate);
    while (n_done < N)
        uv_run(&loop, UV_RUN_ONCE);
    for (int i = 0; i < N; i++)
        CHECK_INT(order[i], expected[i]);
    srv_workers_stop(w);
    uv_run(&loop, UV_RUN_DEFAULT);
    CHECK_INT(uv_loop_close(&loop), 0);
    uv_sem_destroy(&gate);
    srv_workers_free(w);
}

TEST_MAIN()
