/* house_test.c: the small parts of the house on their own: secrets, rates, the boxes of boxes, workers. The
 * house as a whole is visited over sockets (serve_test.py). */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "games/registry.h"
#include "hosts/server/loop/workers.h"
#include "hosts/server/table/inside.h"
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

/* -- The boxes --------------------------------------------------------------------------------- */

TEST(tables_of_one_kind_share_a_box)
{
    srv_boxes *boxes = srv_boxes_new(NULL);
    spk_why why = {0};
    const spk_game *famiglia = spk_game_find("famiglia");
    const char *off[] = {"show_hands=off"};
    spk_choice plain = {.n_seats = 2}, other = {.n_seats = 2, .options = off, .n_options = 1};
    srv_box *a = srv_boxes_open(boxes, famiglia, "default", &plain, &why);
    srv_box *b = srv_boxes_open(boxes, famiglia, "default", &plain, &why);
    srv_box *c = srv_boxes_open(boxes, famiglia, "default", &other, &why);
    CHECK(a && a == b && c && c != a);
    char proved[2000];
    snprintf(proved, sizeof proved, "%sproof commitment 00\n", srv_box_header(c));
    srv_box *d = srv_boxes_get(boxes, proved, "default", &why);
    CHECK(d == c); /* the proof is not the box's */

    /* A table from before the option was there comes back with its default. */
    char old[2000], *line;
    snprintf(old, sizeof old, "%s", srv_box_header(a));
    line = strstr(old, "option joker_only_if_needed");
    memmove(line, strchr(line, '\n') + 1, strlen(strchr(line, '\n')));
    srv_box *e = srv_boxes_get(boxes, old, "default", &why);
    CHECK(e &&
          memcmp(srv_box_of(e)->option, srv_box_of(a)->option, sizeof srv_box_of(a)->option) == 0);
    srv_boxes_give_back(boxes, e);
    CHECK(!srv_boxes_open(boxes, famiglia, "gold", &plain, &why));
    CHECK_INT(why.err, SPK_EUNKNOWN);
    CHECK(!srv_boxes_open(boxes, famiglia, "../../etc/passwd", &plain, &why));
    CHECK(!srv_boxes_get(boxes, "speakeasy-play 1\ngame poker\n", "default", &why));
    srv_boxes_give_back(boxes, a), srv_boxes_give_back(boxes, b);
    srv_boxes_give_back(boxes, c), srv_boxes_give_back(boxes, d);
    srv_boxes_free(boxes);
}

static void write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "wb");
    CHECK(f != NULL);
    fputs(text, f);
    fclose(f);
}

/* Stored tables name their edition by its hash. What the folder says later is of no account. */
TEST(a_table_keeps_the_edition_it_was_made_with)
{
    char folder[] = "/tmp/spk_editions_XXXXXX", path[200], mine[4000], header[8000];
    const spk_game *famiglia = spk_game_find("famiglia");
    spk_why why = {0};
    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/famiglia", folder);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/famiglia/mine.edition", folder);
    snprintf(mine, sizeof mine, "%s", famiglia->edition_text);
    memcpy(strstr(mine, "la_famiglia 1 3 6 10 15"), "la_famiglia 1 3 6 10 16", 23);
    write_file(path, mine);

    srv_boxes *boxes = srv_boxes_new(folder);
    srv_box *a = srv_boxes_open(boxes, famiglia, "mine", &(spk_choice){.n_seats = 2}, &why);
    CHECK(a && strstr(srv_box_header(a), "\ntext points la_famiglia 1 3 6 10 16\n"));
    snprintf(header, sizeof header, "%s", srv_box_header(a));
    srv_boxes_give_back(boxes, a);
    srv_boxes_free(boxes);

    /* Tables made before headers carried the text need the file ... */
    char old[8000], *to = old;
    for (const char *at = header, *end; *at; at = end + 1) {
        end = strchr(at, '\n');
        if (strncmp(at, "text ", 5) != 0)
            to = (char *)memcpy(to, at, (size_t)(end + 1 - at)) + (end + 1 - at);
    }
    *to = '\0';
    boxes = srv_boxes_new(folder);
    a = srv_boxes_get(boxes, old, "mine", &why);
    CHECK(a != NULL);
    srv_boxes_give_back(boxes, a);
    srv_boxes_free(boxes);

    /* ... and the others not. */
    unlink(path);
    boxes = srv_boxes_new(folder);
    CHECK(!srv_boxes_get(boxes, old, "mine", &why));
    a = srv_boxes_get(boxes, header, "mine", &why);
    CHECK(a != NULL);
    srv_boxes_give_back(boxes, a);
    srv_boxes_free(boxes);
    snprintf(path, sizeof path, "%s/famiglia", folder);
    rmdir(path), rmdir(folder);
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
        srv_workers_give(w, &e->job);
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
        srv_workers_give(w, &e->job);
    }
    srv_workers_stop(w);
    uv_run(&loop, UV_RUN_DEFAULT);
    CHECK_INT(uv_loop_close(&loop), 0);
    CHECK_INT(n_stopped, N);
    srv_workers_free(w);
}

/* -- Shares -------------------------------------------------------------------------------------- */

enum { MANY = 45, SLICE = 100 };

/* Serves one at a time and returns how much was used until 'who' has had 'wants'. */
static int serve_until(srv_shares *s, const srv_wait *who, int wants)
{
    int used = 0;
    for (srv_wait *w; wants > 0 && (w = srv_shares_next(s, SLICE)); used += SLICE) {
        wants -= w == who ? SLICE : 0;
        srv_shares_back(s, w, SLICE, SLICE, w != who || wants > 0);
    }
    return used;
}

static void leave_all(srv_shares *s)
{
    while (srv_shares_empty(s))
        ;
    CHECK(!s->payers && s->n_waiting == 0);
}

TEST(one_address_with_many_tables_takes_at_most_half)
{
    srv_shares s = {0};
    srv_wait many[MANY], honest;
    for (int i = 0; i < MANY; i++)
        srv_shares_add(&s, &many[i], 1, (uint64_t)i, true);
    for (int i = 0; i < 1000; i++) { /* for a long time, alone */
        srv_wait *w = srv_shares_next(&s, SLICE);
        srv_shares_back(&s, w, SLICE, SLICE, true);
    }
    srv_shares_add(&s, &honest, 2, MANY, true);
    CHECK(serve_until(&s, &honest, 300) <= 2 * 300 + SLICE);
    srv_shares_add(&s, &honest, 2, MANY, true);
    CHECK(serve_until(&s, &honest, 2000) <= 2 * 2000 + SLICE); /* nor is it behind later */
    leave_all(&s);
}

TEST(tables_of_one_address_take_turns_and_begun_ones_end_first)
{
    srv_shares s = {0};
    srv_wait a, b, c;
    srv_shares_add(&s, &a, 1, 1, true);
    srv_shares_add(&s, &b, 1, 2, true);
    CHECK(srv_shares_next(&s, SLICE) == &a);
    srv_shares_back(&s, &a, SLICE, SLICE, true); /* it wants more: it is still its turn */
    CHECK(srv_shares_next(&s, SLICE) == &a);
    srv_shares_back(&s, &a, SLICE, 10, false);
    srv_shares_add(&s, &c, 1, 1, true); /* the same table again: behind the other */
    CHECK(srv_shares_next(&s, SLICE) == &b);
    CHECK(srv_shares_next(&s, SLICE) == &c);
    CHECK(!srv_shares_next(&s, SLICE));
    CHECK_INT(s.n_served, 2);
    leave_all(&s);
}

TEST(watched_tables_come_first_but_nobody_starves)
{
    srv_shares s = {0};
    srv_wait watched, lonely;
    int n = 0;
    srv_shares_add(&s, &lonely, 2, 2, false);
    srv_shares_add(&s, &watched, 1, 1, true);
    CHECK(srv_shares_next(&s, SLICE) == &watched);
    srv_shares_back(&s, &watched, SLICE, SLICE, true);
    for (int i = 0; i < 10 * SRV_SHARE_SPARE; i++) {
        srv_wait *w = srv_shares_next(&s, SLICE);
        n += w == &lonely;
        srv_shares_back(&s, w, SLICE, SLICE, true);
    }
    CHECK_INT(n, 10);
    srv_shares_watch(&s, 2, 2, true); /* somebody sits down while it waits */
    CHECK(lonely.watched);
    CHECK(srv_shares_next(&s, SLICE) == &lonely); /* it has used less */
    srv_shares_back(&s, &lonely, SLICE, SLICE, true);
    srv_shares_watch(&s, 2, 2, false);
    CHECK(!lonely.watched);
    leave_all(&s);
}

/* Two workers, 1 and 2: what has begun at one of them waits for that one, and is passed over while it is busy. */
TEST(whoever_fits_nowhere_keeps_its_place)
{
    srv_shares s = {0};
    srv_wait a, b, c;
    srv_shares_add(&s, &a, 1, 1, true);
    srv_shares_add(&s, &b, 1, 2, true);
    srv_shares_add(&s, &c, 2, 3, true);
    a.places = 1;
    b.places = 2;
    c.places = 1 | 2;
    CHECK(!srv_shares_next_at(&s, SLICE, 4));
    CHECK(srv_shares_next_at(&s, SLICE, 2) == &c); /* as poor as the other: the one who came last */
    CHECK(srv_shares_next_at(&s, SLICE, 2) == &b); /* though a came first */
    CHECK(!srv_shares_next_at(&s, SLICE, 2));
    srv_shares_back(&s, &b, SLICE, SLICE, true);
    CHECK(srv_shares_next_at(&s, SLICE, 1) == &a); /* the last of its line is another now */
    CHECK(!srv_shares_next_at(&s, SLICE, 1));
    srv_shares_back(&s, &a, SLICE, SLICE, true);
    srv_shares_back(&s, &c, SLICE, SLICE, true);
    srv_shares_watch(&s, 1, 1, false);
    CHECK(srv_shares_next_at(&s, SLICE, 1) == &c); /* watched tables first, here too */
    leave_all(&s);
}

TEST(an_address_that_rests_saves_nothing_up)
{
    srv_shares s = {0};
    srv_wait busy, late;
    int n = 0;
    srv_shares_add(&s, &busy, 1, 1, true);
    for (int i = 0; i < 1000; i++)
        srv_shares_back(&s, srv_shares_next(&s, SLICE), SLICE, SLICE, true);
    srv_shares_add(&s, &late, 2, 2, true);
    for (int i = 0; i < 100; i++) {
        srv_wait *w = srv_shares_next(&s, SLICE);
        n += w == &busy;
        srv_shares_back(&s, w, SLICE, SLICE, true);
    }
    CHECK(n >= 49 && n <= 51);
    leave_all(&s);
}

/* -- Networks ------------------------------------------------------------------------------------ */

TEST(one_network_is_one_guest)
{
    static const char *const same[][2] = {{"2001:db8::1", "2001:db8::ffff:1"},
                                          {"2001:db8::1", "2001:db8:0:0:5::9"},
                                          {"2001:db8::1", "2001:db8:0:0:abcd:ef01:2345:6789"},
                                          {"2001:db8:0:7::1", "2001:db8:0:7:8::"},
                                          {"::ffff:192.0.2.7", "192.0.2.7"},
                                          {"::ffff:c000:207", "192.0.2.7"}};
    static const char *const other[][2] = {{"2001:db8::1", "2001:db8:0:1::1"},
                                           {"2001:db8:1::1", "2001:db8:2::1"},
                                           {"192.0.2.7", "192.0.2.8"},
                                           {"::ffff:192.0.2.7", "::ffff:192.0.2.8"},
                                           {"Ann", "Bob"}};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        CHECK(srv_network_of(same[i][0]) == srv_network_of(same[i][1]));
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        CHECK(srv_network_of(other[i][0]) != srv_network_of(other[i][1]));
}

TEST_MAIN()
