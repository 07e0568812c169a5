/* world_test.c: a whole house without libuv, sockets or a clock: it is opened on a world that this file makes up
 * (world.h), so that an hour passes in a moment and the same seed gives the same bytes. Two people and two bots sit at
 * a table, play, and then one of them says nothing any more. */
#include "hosts/server/tournament/inside.h"
#include "server/fake_world.h"

/* -- The evening ------------------------------------------------------------------------------------- */

/* Everybody who may do something does one thing. */
static void let_play(fake *f)
{
    for (int i = 0; i < PEOPLE; i++) {
        person *p = &f->people[i];
        char text[SPK_MOVE_TEXT + 80];
        if (!*p->move || p->silent)
            continue;
        snprintf(text, sizeof text, "{\"t\":\"move\",\"ref\":\"r%d\",\"n\":%d,\"text\":\"%s\"}",
                 p->n_moves++, p->n, p->move);
        p->answered = false;
        p->move[0] = '\0';
        say(f, i, text);
        CHECK(p->answered && !*p->refused);
    }
}

static void make_table(fake *f, char table[SRV_ID + 1])
{
    char path[80];
    ask(f, SRV_POST, "/api/tables",
        "{\"game\":\"gangster\",\"players\":4,\"clock\":\"move 30s\",\"seats\":[{\"kind\":\"me\"},"
        "{\"kind\":\"open\"},{\"kind\":\"bot\",\"bot\":\"greedy\"},"
        "{\"kind\":\"bot\",\"bot\":\"random\"}]}",
        NULL);
    CHECK_INT(f->status, 201);
    snprintf(table, SRV_ID + 1, "%s", json_string_value(json_object_get(f->reply, "id")));
    keep_token(&f->people[0], json_array_get(json_object_get(f->reply, "seats"), 0));
    snprintf(path, sizeof path, "/api/tables/%s/seats/1", table);
    ask(f, SRV_POST, path, "{\"name\":\"Bob\"}", NULL);
    CHECK_INT(f->status, 200);
    keep_token(&f->people[1], f->reply);
}

static void play(fake *f)
{
    char table[SRV_ID + 1];
    const srv_house_figures *figures = &f->house->figures;
    make_table(f, table);
    come(f, 0, table);
    come(f, 1, table);
    CHECK_INT(figures->guests, 2);
    for (int i = 0; i < 6; i++) {
        let_play(f);
        wait(f, 1000);
    }
    CHECK(f->people[0].n_moves >= 2 && f->people[1].n_moves >= 2 && figures->bot_moves >= 2);
    CHECK_INT(figures->time_outs, 0);

    f->people[1].silent = true; /* the clock runs out for Bob, and the house plays on for him */
    int before = f->people[0].n_moves;
    for (int i = 0; i < 60 && !(figures->safe_moves && f->people[0].n_moves > before + 1); i++) {
        let_play(f);
        wait(f, 2000);
    }
    CHECK(figures->time_outs >= 1);
    CHECK(figures->safe_moves >= 1 && f->people[0].n_moves > before + 1);
}

/* What the house said in an evening from this seed; yours to release. */
static spk_buf evening(uint64_t seed)
{
    fake f = {0};
    fake_open(&f, seed);
    play(&f);
    fake_shut(&f);
    return f.said;
}

TEST(a_house_runs_on_made_up_time)
{
    spk_buf said = evening(1);
    CHECK(said.n > 10000);
    spk_buf_release(&said);
}

TEST(the_same_seed_gives_the_same_bytes)
{
    spk_buf once = evening(7), again = evening(7), other = evening(8);
    CHECK(once.n == again.n && memcmp(once.bytes, again.bytes, once.n) == 0);
    CHECK(other.n != once.n || memcmp(once.bytes, other.bytes, once.n) != 0);
    spk_buf_release(&once);
    spk_buf_release(&again);
    spk_buf_release(&other);
}

/* -- The wall clock is set ---------------------------------------------------------------------------- */

enum { HOUR = 3600000 };

/* Connected, and not a word. */
static void stand_there(fake *f, int who)
{
    srv_request r = {.ask = {(uint64_t)who + 1}, .path = "/ws", .peer = "192.0.2.7"};
    f->people[who].closed = false;
    srv_server_upgrade(f->house, &r);
    settle(f);
}

static void check_clock_set(int64_t by)
{
    fake f = {0};
    char table[SRV_ID + 1];
    fake_open(&f, 3);
    make_table(&f, table);
    come(&f, 0, table);
    wait(&f, 3000);
    f.loop.wall_shift = by;
    stand_there(&f, 1);
    wait(&f, 8000);
    CHECK(!f.people[1].closed); /* nobody is hurried ... */
    CHECK_INT(f.house->figures.time_outs, 0);
    wait(&f, 4000);
    CHECK(f.people[1].closed); /* ... nor forgotten */
    go(&f, 1);
    come(&f, 1, table);
    wait(&f, 5000);
    CHECK_INT(f.house->figures.time_outs, 0); /* 20 s of thinking of 30 */
    for (int i = 0; i < 20 && !f.house->figures.time_outs; i++)
        wait(&f, 1000);
    CHECK_INT(f.house->figures.time_outs, 1);
    go(&f, 0), go(&f, 1);
    CHECK_INT(f.house->figures.tables_live, 1);
    wait(&f, 90000);
    CHECK_INT(f.house->figures.tables_live, 0); /* asleep */
    fake_shut(&f);
    spk_buf_release(&f.said);
}

TEST(a_wall_clock_that_is_set_back_or_forward_changes_no_duration)
{
    check_clock_set(0);
    check_clock_set(-HOUR);
    check_clock_set(24 * HOUR);
}

/* -- While a worker thinks ------------------------------------------------------------------------------ */

/* As ask(), but what was given to a worker stays there. */
static int look(fake *f, const char *path)
{
    begin_ask(f, SRV_GET, path, "", NULL);
    srv_server_turn(f->house);
    while (f->loop.woken)
        fake_loop_step(&f->loop, f->house);
    return f->status;
}

/* A table with a bot where a few moves were made, and its host closed it. */
static void make_old_table(fake *f, char path[80])
{
    char host[64], table[SRV_ID + 1];
    ask(f, SRV_POST, "/api/tables",
        "{\"game\":\"gangster\",\"players\":2,\"seats\":[{\"kind\":\"me\"},"
        "{\"kind\":\"bot\",\"bot\":\"random\"}]}",
        NULL);
    CHECK_INT(f->status, 201);
    snprintf(table, sizeof table, "%s", json_string_value(json_object_get(f->reply, "id")));
    snprintf(host, sizeof host, "%s", json_string_value(json_object_get(f->reply, "host")));
    keep_token(&f->people[0], json_array_get(json_object_get(f->reply, "seats"), 0));
    come(f, 0, table);
    for (int i = 0; i < 4; i++) {
        let_play(f);
        wait(f, 1000);
    }
    snprintf(path, 80, "/api/tables/%s", table);
    ask(f, SRV_PATCH, path, "{\"close\":true}", host);
    CHECK_INT(f->status, 200);
    snprintf(path, 80, "/api/tables/%s/analysis", table);
}

/* What the worker has printed is its own until the house has heard that it is done: before that nobody reads it, and it is not
 * dropped to make room. */
TEST(an_analysis_is_shown_when_its_worker_has_given_it_back)
{
    fake f = {0};
    char path[80];
    int n_turns = 0;
    fake_open(&f, 5);
    make_old_table(&f, path);
    CHECK_INT(look(&f, path), 202);
    for (srv_job *job; (job = f.loop.jobs); n_turns++) {
        f.loop.jobs = job->next;
        job->work(job);
        CHECK_INT(look(&f, path), 202);
        job->done(job, false);
    }
    CHECK(n_turns >= 2);
    CHECK_INT(look(&f, path), 200);
    fake_shut(&f);
    spk_buf_release(&f.said);
}

/* -- Tables that are not there yet ----------------------------------------------------------------------- */

/* The newest tournament of the house, as it is in memory. */
static const srv_tournament *cup_of(const fake *f) { return f->house->tournaments->first; }

/* Begins a tournament of two bots, and asks for its table at every step until the house comes to make it. */
static void begin_cup(fake *f, char path[80])
{
    char token[64], start[100], table[80];
    f->config.tournaments = SRV_TOURNAMENTS_OPEN;
    ask(f, SRV_POST, "/api/tournaments",
        "{\"name\":\"Cup\",\"game\":\"gangster\",\"players\":2,\"rounds\":1,\"bots\":2,\"bot\":"
        "\"random\"}",
        NULL);
    CHECK_INT(f->status, 201);
    snprintf(token, sizeof token, "%s", json_string_value(json_object_get(f->reply, "token")));
    snprintf(path, 80, "/api/tournaments/%s", json_string_value(json_object_get(f->reply, "id")));
    snprintf(start, sizeof start, "%s/start", path);
    begin_ask(f, SRV_POST, start, "", token);
    srv_server_turn(f->house);
    for (int i = 0; i < 20 && !(cup_of(f)->n_pairings && cup_of(f)->pairings[0].is_made); i++) {
        step(f);
        if (!cup_of(f)->n_pairings)
            continue;
        snprintf(table, sizeof table, "/api/tables/%s", cup_of(f)->pairings[0].id);
        begin_ask(f, SRV_GET, table, "", NULL);
        srv_server_turn(f->house);
    }
}

/* A table that is being looked for in the store is none: it would never be made, and in the end count for nobody. */
TEST(a_table_of_a_tournament_is_made_though_somebody_asks_for_it_before)
{
    fake f = {0};
    char path[80];
    fake_open(&f, 5);
    begin_cup(&f, path);
    wait(&f, 60000);
    ask(&f, SRV_GET, path, "", NULL);
    const json_t *table = json_array_get(json_object_get(f.reply, "tables"), 0);
    CHECK_STR(json_string_value(json_object_get(table, "status")), "over");
    fake_shut(&f);
    spk_buf_release(&f.said);
}

/* -- A full house ---------------------------------------------------------------------------------------- */

static int make_empty_table(fake *f)
{
    ask(f, SRV_POST, "/api/tables", "{\"game\":\"gangster\",\"players\":2}", NULL);
    return f->status;
}

/* Tables stay in memory for a while after the last guest, but not in the way of others. */
TEST(a_full_house_lets_go_of_tables_that_nobody_is_at)
{
    fake f = {0};
    fake_open(&f, 5);
    f.config.max_tables = 2;
    CHECK_INT(make_empty_table(&f), 201);
    CHECK_INT(make_empty_table(&f), 201);
    CHECK_INT(make_empty_table(&f), 503);
    wait(&f, 2000);
    CHECK_INT(make_empty_table(&f), 201);
    wait(&f, 2000);
    CHECK_INT(f.house->figures.tables_live, 1); /* there is room: it stays */
    fake_shut(&f);
    spk_buf_release(&f.said);
}

TEST_MAIN()
