/* daily_test.c: the deal of the day (daily.h) on simulated time: a week of it, midnight, and people who would like to know the
 * cards first. */
#include "hosts/server/daily.h"

#include "server/fake_world.h"

enum { DAY = 24 * 3600 * 1000, HOUR = 3600 * 1000 };

TEST(days_are_printed_and_read)
{
    char text[SRV_DAY];
    int64_t day = 0;
    for (int64_t d = 0; d < 60000; d++) {
        srv_day_print(d, text);
        CHECK(srv_day_parse(text, &day) && day == d);
    }
    CHECK(srv_day_parse("2026-11-17", &day) && day == 20774);
    CHECK(srv_day_parse("2024-02-29", &day) && !srv_day_parse("2026-02-29", &day));
    CHECK(!srv_day_parse("2026-13-01", &day) && !srv_day_parse("2026-00-01", &day));
    CHECK(!srv_day_parse("2026-1-1", &day) && !srv_day_parse("26-11-17", &day));
    CHECK(!srv_day_parse("2026-11-1x", &day) && !srv_day_parse("", &day));
    CHECK_INT(srv_day_of(20774 * (int64_t)DAY), 20774);
    CHECK_INT(srv_day_of(20774 * (int64_t)DAY - 1), 20773);
    CHECK_INT(srv_day_of(-1), -1);
}

/* -- People ------------------------------------------------------------------------------------------- */

static const char *text_of(const json_t *o, const char *key)
{
    const char *text = json_string_value(json_object_get(o, key));
    return text ? text : "";
}

static int number_of(const json_t *o, const char *key)
{
    return (int)json_integer_value(json_object_get(o, key));
}

typedef struct player {
    char session[64], table[SRV_ID + 1], commitment[80];
    bool rated, seen_here;
} player;

/* A day begins at an hour of our choice; seeds of the days to come are drawn a second later. */
static void open_at(fake *f, int64_t day, int hour)
{
    fake_open(f, 11);
    f->loop.wall_shift = day * DAY + hour * (int64_t)HOUR - START_MS;
    wait(f, 3000);
}

/* Hours go by: the wall clock is moved, and the house has a while to notice. */
static void pass(fake *f, int hours)
{
    enum { WHILE = 660 * 1000 };
    f->loop.wall_shift += hours * (int64_t)HOUR - WHILE;
    wait(f, WHILE);
}

static void sign_up(fake *f, player *p, const char *name)
{
    char body[120];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"a long enough secret\"}", name);
    ask(f, SRV_POST, "/api/accounts", body, NULL);
    CHECK_INT(f->status, 201);
    snprintf(p->session, sizeof p->session, "%s", text_of(f->reply, "session"));
}

static void sit(fake *f, player *p, const char *path, const char *body)
{
    ask(f, SRV_POST, path, body, *p->session ? p->session : NULL);
    if (f->status == 201)
        keep_token(&f->people[0], f->reply);
    snprintf(p->table, sizeof p->table, "%s", text_of(f->reply, "id"));
    snprintf(p->commitment, sizeof p->commitment, "%s", text_of(f->reply, "commitment"));
    p->rated = json_is_true(json_object_get(f->reply, "rated"));
    p->seen_here = json_is_true(json_object_get(f->reply, "seen_here"));
}

static bool is_over(const fake *f)
{
    const json_t *result = json_object_get(f->people[0].view, "result");
    return json_is_object(result);
}

/* To its end, or so many moves: always the move in the middle of the list. */
static void play_on(fake *f, const player *p, int most)
{
    person *me = &f->people[0];
    come(f, 0, p->table);
    for (int i = 0; i < 3000 && most > 0 && !is_over(f); i++) {
        char text[SPK_MOVE_TEXT + 80];
        if (!*me->move) {
            wait(f, 200);
            continue;
        }
        snprintf(text, sizeof text, "{\"t\":\"move\",\"ref\":\"r%d\",\"n\":%d,\"text\":\"%s\"}",
                 me->n_moves++, me->n, me->move);
        me->move[0] = '\0';
        say(f, 0, text);
        CHECK_STR(me->refused, "");
        most--;
    }
    go(f, 0);
}

static void whole_try(fake *f, player *p)
{
    sit(f, p, "/api/daily/famiglia", "{}");
    CHECK_INT(f->status, 201);
    play_on(f, p, 3000);
    CHECK(is_over(f));
}

/* The record as the one who played it may have it; it is no JSON. Yours to release. */
static spk_buf record_of(fake *f, const player *p)
{
    char path[80];
    size_t before = f->said.n;
    snprintf(path, sizeof path, "/api/tables/%s/record", p->table);
    ask(f, SRV_GET, path, "", *p->session ? p->session : f->people[0].token);
    CHECK_INT(f->status, 200);
    spk_buf found = {0};
    spk_buf_add(&found, f->said.bytes + before, f->said.n - before);
    return found;
}

static const char *log_of(const spk_buf *record)
{
    const char *at = strstr(spk_buf_text((spk_buf *)record), "\nlog\n");
    return at ? at : "";
}

/* -- The deal ------------------------------------------------------------------------------------------ */

TEST(everybody_has_the_same_deal_and_bots_answer_alike)
{
    fake f = {0};
    player ann = {0}, bob = {0}, guest = {0};
    open_at(&f, 20774, 1);
    sign_up(&f, &ann, "Ann"), sign_up(&f, &bob, "Bob");
    whole_try(&f, &ann);
    spk_buf first = record_of(&f, &ann);
    pass(&f, 5);
    whole_try(&f, &bob);
    spk_buf second = record_of(&f, &bob);
    CHECK(ann.rated && bob.rated);
    CHECK(strlen(log_of(&first)) > 500);
    CHECK_STR(log_of(&first), log_of(&second));
    CHECK(strstr(spk_buf_text(&first), "proof table daily-2026-11-17-famiglia\n"));
    CHECK(!strstr(spk_buf_text(&first), "proof seed")); /* or somebody else would have it */
    sit(&f, &guest, "/api/daily/famiglia", "{\"name\":\"Guest\"}");
    CHECK_INT(f.status, 201);
    CHECK(!guest.rated);
    CHECK_STR(guest.commitment, ann.commitment);
    spk_buf_release(&first);
    pass(&f, 20); /* the day after */
    first = record_of(&f, &ann);
    CHECK(strstr(spk_buf_text(&first), "proof seed "));
    spk_buf_release(&first), spk_buf_release(&second);
    fake_shut(&f);
    spk_buf_release(&f.said);
}

TEST(a_seed_is_committed_to_before_its_day_and_told_after_it)
{
    fake f = {0};
    char next[80];
    open_at(&f, 20774, 23);
    ask(&f, SRV_GET, "/api/daily", "", NULL);
    CHECK_STR(text_of(f.reply, "day"), "2026-11-17");
    const json_t *game = json_array_get(json_object_get(f.reply, "games"), 0);
    CHECK_STR(text_of(game, "game"), "famiglia");
    snprintf(next, sizeof next, "%s", text_of(game, "next_commitment"));
    CHECK_INT(strlen(next), 64);
    pass(&f, 2);
    ask(&f, SRV_GET, "/api/daily/famiglia/2026-11-18", "", NULL);
    CHECK_INT(f.status, 200);
    CHECK_STR(text_of(f.reply, "commitment"), next);
    CHECK(json_is_null(json_object_get(f.reply, "seed")));
    CHECK(json_integer_value(json_object_get(f.reply, "committed")) < srv_day_begins(20775));
    ask(&f, SRV_GET, "/api/daily/famiglia/2026-11-19", "", NULL);
    CHECK_INT(f.status, 404); /* its seed exists, and is nobody's business */
    pass(&f, 24);
    ask(&f, SRV_GET, "/api/daily/famiglia/2026-11-18", "", NULL);
    srv_fair fair = {.n_seats = 1};
    char hex[SRV_FAIR_HEX];
    CHECK(sodium_hex2bin(fair.seed, sizeof fair.seed, text_of(f.reply, "seed"), 64, NULL, NULL,
                         NULL) == 0);
    srv_fair_commitment(&fair, hex);
    CHECK_STR(hex, next);
    ask(&f, SRV_GET, "/api/daily/famiglia", "", NULL);
    CHECK_INT(json_array_size(json_object_get(f.reply, "days")), 3);
    CHECK(
        json_is_null(json_object_get(json_array_get(json_object_get(f.reply, "days"), 0), "seed")));
    ask(&f, SRV_GET, "/api/daily/famiglia/2026-11-01", "", NULL);
    CHECK_INT(f.status, 404);
    ask(&f, SRV_GET, "/api/daily/poker/2026-11-18", "", NULL);
    CHECK_INT(f.status, 404);
    fake_shut(&f);
    spk_buf_release(&f.said);
}

static int count(const char *text, const char *what)
{
    int n = 0;
    while ((text = strstr(text, what)))
        n++, text++;
    return n;
}

/* More of them than the house keeps seeds and results of: each errand holds on to its own. */
TEST(many_days_can_be_asked_for_at_the_same_moment)
{
    enum { DAYS = 20 };
    fake f = {0};
    char path[80], day[SRV_DAY];
    open_at(&f, 20774, 8);
    for (int i = 1; i < DAYS; i++)
        pass(&f, 24);
    spk_buf_clear(&f.said);
    for (int i = 0; i < DAYS; i++) {
        srv_day_print(20774 + i, day);
        snprintf(path, sizeof path, "/api/daily/famiglia/%s", day);
        begin_ask(&f, SRV_GET, path, "", NULL);
    }
    settle(&f);
    CHECK_INT(count(spk_buf_text(&f.said), "reply 200 {\"day\""), DAYS);
    fake_shut(&f);
    spk_buf_release(&f.said);
}

/* -- Tries ---------------------------------------------------------------------------------------------- */

TEST(one_try_counts_and_then_one_may_play_as_often_as_one_likes)
{
    fake f = {0};
    player ann = {0};
    open_at(&f, 20774, 8);
    sign_up(&f, &ann, "Ann");
    sit(&f, &ann, "/api/daily/gangster", "{}");
    CHECK(f.status == 201 && ann.rated);
    char first[SRV_ID + 1];
    memcpy(first, ann.table, sizeof first);
    play_on(&f, &ann, 2);
    sit(&f, &ann, "/api/daily/gangster", "{}"); /* another device: the same table */
    CHECK_INT(f.status, 200);
    CHECK_STR(ann.table, first);
    play_on(&f, &ann, 3000);
    sit(&f, &ann, "/api/daily/gangster", "{}");
    CHECK(f.status == 201 && !ann.rated);
    CHECK(strcmp(ann.table, first) != 0);
    whole_try(&f, &ann);
    CHECK(ann.rated);
    whole_try(&f, &ann);
    CHECK(!ann.rated);
    ask(&f, SRV_GET, "/api/daily/famiglia/2026-11-17", "", ann.session);
    CHECK_INT(number_of(f.reply, "finished"), 1);
    CHECK_INT(number_of(json_object_get(f.reply, "standing"), "same"), 1);
    fake_shut(&f);
    spk_buf_release(&f.said);
}

TEST(who_has_seen_the_deal_on_this_device_plays_unrated)
{
    static const char device[] = "{\"device\":\"k3x9\"}", other[] = "{\"device\":\"zz\"}";
    fake f = {0};
    player guest = {0}, ann = {0}, bob = {0};
    open_at(&f, 20774, 8);
    sit(&f, &guest, "/api/daily/famiglia", device);
    CHECK_INT(f.status, 201);
    sign_up(&f, &ann, "Ann"), sign_up(&f, &bob, "Bob");
    sit(&f, &ann, "/api/daily/famiglia", device);
    CHECK(f.status == 201 && !ann.rated && ann.seen_here);
    sit(&f, &bob, "/api/daily/famiglia", other);
    CHECK(bob.rated && !bob.seen_here);
    sit(&f, &ann, "/api/daily/gangster", device); /* another deal */
    CHECK(ann.rated);
    pass(&f, 24);
    sit(&f, &ann, "/api/daily/famiglia", device); /* another day */
    CHECK(ann.rated);
    sit(&f, &ann, "/api/daily/famiglia/2026-11-17", device); /* the archive */
    CHECK(f.status == 201 && !ann.rated);
    sit(&f, &ann, "/api/daily/famiglia/2026-11-19", device);
    CHECK_INT(f.status, 404);
    fake_shut(&f);
    spk_buf_release(&f.said);
}

TEST(nobody_tries_a_deal_out_beside_a_rated_try_in_the_same_browser)
{
    static const char device[] = "{\"device\":\"k3x9\"}";
    fake f = {0};
    player ann = {0}, guest = {0};
    open_at(&f, 20774, 8);
    sign_up(&f, &ann, "Ann");
    sit(&f, &ann, "/api/daily/famiglia", device);
    CHECK(ann.rated);
    ask(&f, SRV_POST, "/api/daily/famiglia", device, NULL); /* she signs out */
    CHECK_INT(f.status, 422);
    play_on(&f, &ann, 3000);
    sit(&f, &guest, "/api/daily/famiglia", device);
    CHECK_INT(f.status, 201);
    fake_shut(&f);
    spk_buf_release(&f.said);
}

/* Its seed was told meanwhile. */
TEST(a_day_that_was_over_once_counts_no_more_when_the_clock_goes_back)
{
    fake f = {0};
    player ann = {0}, bob = {0};
    open_at(&f, 20774, 20);
    sign_up(&f, &ann, "Ann"), sign_up(&f, &bob, "Bob");
    sit(&f, &ann, "/api/daily/famiglia", "{}");
    CHECK(ann.rated);
    pass(&f, 5);
    ask(&f, SRV_GET, "/api/daily/famiglia", "", NULL);
    pass(&f, -5);
    sit(&f, &bob, "/api/daily/famiglia", "{}");
    CHECK(f.status == 201 && !bob.rated);
    play_on(&f, &ann, 3000);
    ask(&f, SRV_GET, "/api/daily/famiglia/2026-11-17", "", ann.session);
    CHECK_INT(number_of(f.reply, "finished"), 0);
    fake_shut(&f);
    spk_buf_release(&f.said);
}

/* A list of results is read once a minute; who has finished since is added to it. */
TEST(everybody_is_on_the_list_at_once)
{
    fake f = {0};
    player people[3] = {0};
    open_at(&f, 20774, 8);
    for (int i = 0; i < 3; i++) {
        sign_up(&f, &people[i], (const char *[]){"Ann", "Bob", "Cid"}[i]);
        whole_try(&f, &people[i]);
        for (int times = 0; times < 2; times++) {
            ask(&f, SRV_GET, "/api/daily/famiglia/2026-11-17", "", people[i].session);
            CHECK_INT(number_of(f.reply, "finished"), i + 1);
            CHECK_INT(json_array_size(json_object_get(f.reply, "best")), i + 1);
            CHECK_INT(number_of(json_object_get(f.reply, "standing"), "same"), i + 1);
        }
    }
    fake_shut(&f);
    spk_buf_release(&f.said);
}

TEST(what_is_finished_after_midnight_does_not_count)
{
    fake f = {0};
    player ann = {0};
    open_at(&f, 20774, 23);
    sign_up(&f, &ann, "Ann");
    sit(&f, &ann, "/api/daily/famiglia", "{}");
    play_on(&f, &ann, 3);
    pass(&f, 2);
    play_on(&f, &ann, 3000);
    CHECK(is_over(&f));
    ask(&f, SRV_GET, "/api/daily/famiglia/2026-11-17", "", ann.session);
    CHECK_INT(number_of(f.reply, "finished"), 0);
    CHECK(!json_object_get(f.reply, "standing"));
    fake_shut(&f);
    spk_buf_release(&f.said);
}

/* -- A week ---------------------------------------------------------------------------------------------- */

static int streak_of(fake *f, const player *p)
{
    ask(f, SRV_GET, "/api/daily", "", p->session);
    return number_of(f->reply, "streak");
}

TEST(a_week_makes_a_streak_and_a_missed_day_ends_it)
{
    fake f = {0};
    player ann = {0};
    open_at(&f, 20774, 20);
    sign_up(&f, &ann, "Ann");
    for (int day = 1; day <= 7; day++) {
        CHECK_INT(streak_of(&f, &ann), day - 1); /* yesterday's still stands */
        whole_try(&f, &ann);
        CHECK(ann.rated);
        CHECK_INT(streak_of(&f, &ann), day);
        pass(&f, 24);
    }
    pass(&f, 24);
    CHECK_INT(streak_of(&f, &ann), 0);
    whole_try(&f, &ann);
    CHECK_INT(streak_of(&f, &ann), 1);
    ask(&f, SRV_GET, "/api/daily/famiglia", "", NULL);
    const json_t *days = json_object_get(f.reply, "days");
    CHECK(json_array_size(days) >= 9);
    CHECK(!json_object_get(json_array_get(days, 0), "mine") && !json_object_get(f.reply, "streak"));
    ask(&f, SRV_GET, "/api/daily/famiglia", "", ann.session);
    CHECK_INT(number_of(f.reply, "streak"), 1);
    CHECK_INT(number_of(f.reply, "longest"), 7);
    days = json_object_get(f.reply, "days");
    for (int i = 0; i < 9; i++) { /* newest first: today, the missed day, the week */
        const json_t *mine = json_object_get(json_array_get(days, (size_t)i), "mine");
        CHECK(i == 1 ? json_is_null(mine) : number_of(mine, "place") > 0);
    }
    ask(&f, SRV_GET, "/api/daily/gangster", "", ann.session); /* the other games' are theirs */
    CHECK(
        json_is_null(json_object_get(json_array_get(json_object_get(f.reply, "days"), 0), "mine")));
    fake_shut(&f);
    spk_buf_release(&f.said);
}

TEST(the_house_plays_every_deal_itself)
{
    static const char *const games[] = {"famiglia", "gangster", "chicago_gangsters", "chicago"};
    for (int i = 0; i < 4; i++) {
        fake f = {0};
        char path[80], first[200] = "";
        open_at(&f, 20774, 8);
        snprintf(path, sizeof path, "/api/daily/%s/2026-11-17", games[i]);
        for (int n = 0; n < 2000 && !*first; n++) {
            ask(&f, SRV_GET, path, "", NULL);
            const json_t *house = json_object_get(f.reply, "house");
            if (json_is_object(house))
                snprintf(first, sizeof first, "%d %d", number_of(house, "place"),
                         number_of(house, "score"));
            wait(&f, 1000);
        }
        CHECK(*first);
        snprintf(path, sizeof path, "/api/daily/%s", games[i]);
        ask(&f, SRV_GET, path, "", NULL);
        const json_t *today = json_array_get(json_object_get(f.reply, "days"), 0);
        CHECK(number_of(json_object_get(today, "house"), "place") > 0);
        fake_shut(&f);
        spk_buf_release(&f.said);
    }
}

TEST_MAIN()
