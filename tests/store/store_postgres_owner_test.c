/* store_postgres_owner_test.c: what can come between a node and its lease on PostgreSQL: time that passes inside a
 * transaction, a process that is stopped and goes on, a lost connection, a server that does not know of nodes. The rules
 * themselves are in store_lease_test.c. */
#define KIT_POSTGRES
#include "store_kit.h"

#include <signal.h>
#include <sys/wait.h>

#include "hosts/server/store/postgres.h"
#include "lease_kit.h"

static void sleep_ms(int ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL);
}

static stage open_as(const stage *s, srv_store_options o)
{
    spk_why why = {0};
    stage node = *s;
    o.clock = host_clock_real;
    o.path = s->path;
    node.store = srv_store_open(&o, &why);
    if (!node.store)
        fail_msg("%s", why.text);
    return node;
}

/* Until nobody has the table any more. */
static void wait_for_nobody(stage *s, const char *table)
{
    for (int i = 0; i < 3000 && strncmp(kit_owner(s, table), "nobody", 6) != 0; i++)
        sleep_ms(10);
}

/* -- Inside a transaction ------------------------------------------------------------------------------------ */

/* The writer of node a, whose store stays open beside it, step by step. */
static void become(srv_pg *pg, const stage *s, const char *name, int64_t epoch)
{
    *pg = (srv_pg){.clock = host_clock_real, .url = s->path};
    snprintf(pg->lease.node, sizeof pg->lease.node, "%s", name);
    pg->lease.ms = KIT_LONG_MS;
    pg->lease.epoch = epoch;
    srv_pg_init_writer(pg);
}

static void end_writer(srv_pg *pg)
{
    srv_pg_close(pg);
    spk_free(pg->known);
    spk_buf_release(&pg->lease.ids);
    spk_buf_release(&pg->lease.epochs);
}

static int64_t node_epoch(const stage *s, const char *name)
{
    char text[160];
    snprintf(text, sizeof text, "SELECT epoch FROM %s.nodes WHERE id = '%s'", s->dir, name);
    return pg_kit_sql(text);
}

TEST(a_lease_that_ends_between_begin_and_commit_undoes_the_group)
{
    stage tool;
    srv_pg pg;
    spk_why why = {0};
    kit_set_shared(&tool, true);
    stage a = kit_node(&tool, "a");
    kit_make(&a, "t", 1);
    become(&pg, &tool, "a", node_epoch(&tool, "a"));
    srv_change c = kit_moving("t", 1, 1);
    CHECK_INT(srv_pg_begin(&pg, &why), SPK_OK);
    CHECK_INT(srv_pg_apply(&pg, &c, &why), SPK_OK);
    kit_expire(&tool, "a", NULL, 0);
    CHECK_INT(srv_pg_commit(&pg, &why), SPK_ELOST);
    CHECK_STR(why.text, "The lease of node a is over.");
    srv_pg_rollback(&pg);
    CHECK_INT(kit_count(&tool, "t"), 0);
    CHECK_INT(kit_act(&a, SRV_RENEW), SPK_OK);
    CHECK_INT(kit_node_move(&a, "t", 1, 1), SPK_OK);
    end_writer(&pg);
    srv_store_close(a.store);
    kit_clear(&tool);
}

/* Its rows are written and wait for COMMIT; then it says nothing for a lease's time. Whoever takes over does not wait for
 * it, and what it had written is gone. */
TEST(a_takeover_waits_for_nobody_who_stopped_before_commit)
{
    stage tool;
    srv_pg pg;
    spk_why why = {0};
    kit_set_shared(&tool, true);
    stage a = open_as(&tool, (srv_store_options){.node = "a", .lease_ms = 3000});
    stage b = kit_node(&tool, "b");
    kit_make(&a, "t", 1);
    become(&pg, &tool, "a", node_epoch(&tool, "a"));
    srv_change c = kit_moving("t", 1, 1);
    CHECK_INT(srv_pg_begin(&pg, &why), SPK_OK);
    CHECK_INT(srv_pg_apply(&pg, &c, &why), SPK_OK);
    srv_pg_check(&pg); /* this, which locks its row, has arrived too */
    CHECK_INT(srv_pg_catch_up(&pg, &why), SPK_OK);
    CHECK_INT(kit_claim(&b, "t", NULL), 0);
    wait_for_nobody(&b, "t");
    double start_ms = host_now_ms();
    CHECK_INT(kit_claim(&b, "t", NULL), 2);
    CHECK(host_now_ms() - start_ms < 5000);
    CHECK_INT(kit_node_move(&b, "t", 2, 1), SPK_OK);
    CHECK_INT(srv_pg_commit(&pg, &why), SPK_ELOST);
    CHECK_STR(why.text, "The lease of node a is over.");
    srv_pg_rollback(&pg);
    CHECK_INT(kit_count(&tool, "t"), 1);
    CHECK_INT(kit_act(&a, SRV_RENEW), SPK_ELOST);
    end_writer(&pg);
    srv_store_close(a.store);
    srv_store_close(b.store);
    kit_clear(&tool);
}

/* Once the check has been made, a takeover comes after the commit and not before. */
TEST(a_takeover_waits_for_a_commit_under_way)
{
    stage tool;
    srv_pg pg;
    char text[200];
    spk_why why = {0};
    kit_set_shared(&tool, true);
    stage a = kit_node(&tool, "a");
    kit_make(&a, "t", 1);
    become(&pg, &tool, "a", node_epoch(&tool, "a"));
    srv_change c = kit_moving("t", 1, 1);
    CHECK_INT(srv_pg_begin(&pg, &why), SPK_OK);
    CHECK_INT(srv_pg_apply(&pg, &c, &why), SPK_OK);
    srv_pg_check(&pg);
    CHECK_INT(srv_pg_catch_up(&pg, &why), SPK_OK);
    snprintf(
        text, sizeof text,
        "SELECT count(*) FROM (SELECT 1 FROM %s.nodes WHERE id = 'a' FOR UPDATE SKIP LOCKED) x",
        tool.dir);
    CHECK_INT(pg_kit_sql(text), 0);
    CHECK_INT(srv_pg_commit(&pg, &why), SPK_OK);
    CHECK_INT(pg_kit_sql(text), 1);
    CHECK_INT(kit_count(&tool, "t"), 1);
    end_writer(&pg);
    srv_store_close(a.store);
    kit_clear(&tool);
}

TEST(nodes_do_not_wait_for_each_other)
{
    stage tool;
    srv_pg pg;
    spk_why why = {0};
    kit_set_shared(&tool, true);
    stage a = kit_node(&tool, "a"), b = kit_node(&tool, "b");
    kit_make(&a, "t", 1);
    kit_make(&b, "u", 1);
    become(&pg, &tool, "a", node_epoch(&tool, "a"));
    srv_change c = kit_moving("t", 1, 1);
    CHECK_INT(srv_pg_begin(&pg, &why), SPK_OK);
    CHECK_INT(srv_pg_apply(&pg, &c, &why), SPK_OK);
    srv_pg_check(&pg);
    CHECK_INT(srv_pg_catch_up(&pg, &why), SPK_OK);
    CHECK_INT(kit_node_move(&b, "u", 1, 1), SPK_OK); /* while a's group is open */
    CHECK_INT(kit_act(&b, SRV_RENEW), SPK_OK);
    CHECK_INT(kit_claim(&b, "t", NULL), 0);
    CHECK_INT(srv_pg_commit(&pg, &why), SPK_OK);
    end_writer(&pg);
    srv_store_close(a.store);
    srv_store_close(b.store);
    kit_clear(&tool);
}

/* -- Time -------------------------------------------------------------------------------------------------- */

TEST(a_lease_runs_by_the_databases_clock)
{
    stage tool;
    kit_set_shared(&tool, true);
    stage a = open_as(&tool, (srv_store_options){.node = "a", .lease_ms = 1500});
    stage b = kit_node(&tool, "b");
    kit_make(&a, "t", 1);
    double start_ms = host_now_ms();
    while (host_now_ms() < start_ms + 2500) { /* it would be over by now */
        CHECK_INT(kit_act(&a, SRV_RENEW), SPK_OK);
        CHECK_INT(kit_claim(&b, "t", NULL), 0);
        sleep_ms(100);
    }
    CHECK_INT(kit_node_move(&a, "t", 1, 1), SPK_OK);
    start_ms = host_now_ms();
    wait_for_nobody(&b, "t");
    CHECK(host_now_ms() - start_ms > 1000);
    CHECK_INT(kit_node_move(&a, "t", 1, 2), SPK_ELOST);
    CHECK_INT(kit_claim(&b, "t", NULL), 2);
    CHECK_INT(kit_node_move(&b, "t", 2, 2), SPK_OK);
    srv_store_close(a.store);
    srv_store_close(b.store);
    kit_clear(&tool);
}

/* -- A process that sleeps ------------------------------------------------------------------------------------ */

enum { SLEEPER_LEASE_MS = 1500 };

/* What the sleeper says at its end. */
typedef struct last_words {
    int n_acknowledged;
    spk_err err;
} last_words;

/* Moves as fast as it can until it is told that it must not. */
static _Noreturn void play_sleeper(const stage *s, int out)
{
    last_words said = {0};
    srv_store_options o = {
        .clock = host_clock_real, .path = s->path, .node = "a", .lease_ms = SLEEPER_LEASE_MS};
    stage a = {.store = srv_store_open(&o, NULL)};
    srv_found f;
    srv_lease claim = {.what = SRV_CLAIM, .table = "t"};
    said.err = a.store ? srv_store_lease_now(a.store, &claim, &f) : SPK_EBUSY;
    double renewed_ms = host_now_ms();
    while (said.err == SPK_OK) {
        said.err = kit_node_move(&a, "t", 1, said.n_acknowledged + 1);
        said.n_acknowledged += said.err == SPK_OK;
        if (said.err == SPK_OK && host_now_ms() > renewed_ms + SLEEPER_LEASE_MS / 3.0) {
            renewed_ms = host_now_ms();
            said.err = srv_store_lease_now(a.store, &(srv_lease){.what = SRV_RENEW}, &f);
        }
    }
    _exit(write(out, &said, sizeof said) == sizeof said ? 0 : 1);
}

/* Stopped somewhere in its work, robbed of its table, and woken up: it must not act. */
static void rob_a_sleeper(int moment_ms)
{
    stage tool;
    int pipe_ends[2];
    last_words said = {0};
    srv_entry own = {.line = "1 pass"};
    kit_set_shared(&tool, true);
    kit_make(&tool, "t", 1);
    CHECK_INT(pipe(pipe_ends), 0);
    pid_t pid = fork();
    if (pid == 0)
        play_sleeper(&tool, pipe_ends[1]);
    while (kit_count(&tool, "t") < 5)
        sleep_ms(5);
    sleep_ms(moment_ms);
    kill(pid, SIGSTOP);
    stage b = kit_node(&tool, "b");
    wait_for_nobody(&b, "t");
    CHECK_INT(kit_claim(&b, "t", NULL), 2);
    int n = kit_count(&tool, "t");
    srv_change c = kit_moving("t", 2, n + 1);
    c.entries = &own;
    CHECK_INT(kit_write(&b, c), SPK_OK);
    kill(pid, SIGCONT);
    CHECK_INT(read(pipe_ends[0], &said, sizeof said), sizeof said);
    CHECK_INT(waitpid(pid, NULL, 0), pid);
    CHECK_INT(said.err, SPK_ELOST);
    CHECK_INT(said.n_acknowledged, n); /* everything it was told is there, and nothing else */
    CHECK_INT(kit_count(&tool, "t"), n + 1);
    CHECK_INT(srv_store_check(tool.store, NULL), SPK_OK);
    close(pipe_ends[0]), close(pipe_ends[1]);
    srv_store_close(b.store);
    kit_clear(&tool);
}

TEST(a_process_that_was_stopped_can_write_no_more)
{
    for (int i = 0; i < 4; i++)
        rob_a_sleeper(3 + 17 * i);
}

/* -- Connections ------------------------------------------------------------------------------------------------ */

static int64_t count_named(const char *name, int64_t epoch)
{
    char text[200];
    snprintf(
        text, sizeof text,
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'speakeasy node %s %d'",
        name, (int)epoch);
    return pg_kit_sql(text);
}

TEST(a_node_survives_a_lost_connection)
{
    stage tool;
    kit_set_shared(&tool, true);
    stage a = kit_node(&tool, "a");
    int64_t epoch = node_epoch(&tool, "a");
    kit_make(&a, "t", 1);
    for (int i = 1; i <= 3; i++) {
        CHECK_INT(kit_node_move(&a, "t", 1, i), SPK_OK);
        CHECK_INT(count_named("a", epoch), 1); /* by which others find it */
        pg_kit_sql("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                   " WHERE application_name LIKE 'speakeasy%'");
    }
    CHECK_INT(kit_node_move(&a, "t", 1, 4), SPK_OK);
    CHECK_INT(kit_act(&a, SRV_RENEW), SPK_OK);
    CHECK_STR(kit_owner(&a, "t"), "a 1");
    CHECK_INT(node_epoch(&tool, "a"), epoch);
    srv_store_close(a.store);
    kit_clear(&tool);
}

static void crash_server(void)
{
    char name[200];
    int pid = 0;
    snprintf(name, sizeof name, "%s/data/postmaster.pid", getenv("SPK_TEST_PG_DIR"));
    FILE *file = fopen(name, "r");
    CHECK(file != NULL && fscanf(file, "%d", &pid) == 1 && pid > 1);
    fclose(file);
    kill(pid, SIGQUIT); /* at once, as if it had crashed */
    for (int i = 0; i < 2000 && kill(pid, 0) == 0; i++)
        sleep_ms(5);
}

/* Leases are kept as everything else is. Whoever is back first goes on. */
TEST(a_restarted_database_knows_who_has_what)
{
    stage tool;
    kit_set_shared(&tool, true);
    stage a = open_as(
        &tool, (srv_store_options){.node = "a", .lease_ms = KIT_LONG_MS, .durability = SRV_FULL});
    stage b = kit_node(&tool, "b");
    kit_make(&a, "t", 1);
    CHECK_INT(kit_node_move(&a, "t", 1, 1), SPK_OK);
    crash_server();
    spk_err err = SPK_EIO;
    for (int i = 0; i < 600 && err == SPK_EIO; i++) {
        err = kit_node_move(&a, "t", 1, 2);
        if (err == SPK_EIO)
            sleep_ms(50);
    }
    CHECK_INT(err, SPK_OK);
    for (int i = 0; i < 600 && kit_act(&b, SRV_RENEW) != SPK_OK; i++)
        sleep_ms(50);
    CHECK_INT(kit_claim(&b, "t", NULL), 0);
    for (int i = 0; i < 600 && kit_count(&tool, "t") < 0; i++)
        sleep_ms(50);
    CHECK_INT(kit_count(&tool, "t"), 2);
    for (int i = 0; i < 600 && spk_str_eq(kit_owner(&a, "t"), "IO"); i++)
        sleep_ms(50);
    CHECK_STR(kit_owner(&a, "t"), "a 1");
    srv_store_close(a.store);
    srv_store_close(b.store);
    kit_clear(&tool);
}

/* -- Others ------------------------------------------------------------------------------------------------- */

static void check_in_use(const stage *s, srv_store_options o)
{
    spk_why why = {0};
    o.clock = host_clock_real;
    o.path = s->path;
    CHECK(srv_store_open(&o, &why) == NULL);
    CHECK(strstr(why.text, "Another server is using it.") != NULL);
}

TEST(nodes_and_a_server_that_is_alone_exclude_each_other)
{
    stage tool;
    kit_set_shared(&tool, true);
    stage a = kit_node(&tool, "a");
    check_in_use(&tool, (srv_store_options){.alone = true});
    srv_store_close(a.store);
    stage alone = open_as(&tool, (srv_store_options){.alone = true});
    check_in_use(&tool, (srv_store_options){.node = "a"});
    kit_make(&alone, "t", 1);
    CHECK_INT(kit_move(&alone, "t", 1, "0 pass"), SPK_OK); /* needs no lease */
    srv_store_close(alone.store);
    kit_clear(&tool);
}

TEST(a_schema_without_leases_is_migrated)
{
    stage tool;
    char text[600];
    kit_set_shared(&tool, true);
    kit_make(&tool, "t", 1);
    kit_move(&tool, "t", 1, "0 pass");
    srv_store_close(tool.store);
    snprintf(text, sizeof text,
             "SET search_path = %s; SET client_min_messages = warning;"
             "DROP TABLE nodes, leases, departed CASCADE; DROP SEQUENCE epochs; DROP FUNCTION "
             "lease_runs,"
             " lease_holds, lease_left, lease_end, lease_hello, lease_note_departed;"
             "DROP FUNCTION IF EXISTS lease_claim;"
             "DROP TABLE notes; DROP FUNCTION note_set, note_drop, note_is_stale;"
             "UPDATE speakeasy SET version = 1",
             tool.dir);
    pg_kit_sql(text);
    stage a = kit_node(&tool, "a");
    CHECK_STR(kit_owner(&a, "t"), "nobody 0");
    CHECK_INT(kit_claim(&a, "t", NULL), 1);
    CHECK_INT(kit_node_move(&a, "t", 1, 2), SPK_OK);
    srv_store_close(a.store);
    kit_open(&tool, false);
    CHECK_INT(srv_store_vacuum(tool.store, NULL), SPK_OK);
    CHECK_INT(srv_store_check(tool.store, NULL), SPK_OK);
    kit_clear(&tool);
}

/* Leases stay where they are: a house that has moved is nobody's. */
TEST(a_house_moves_without_its_leases)
{
    stage from, to = {.in_file = true};
    char dir[] = "/tmp/spk_lease_XXXXXX", path[80], other[90];
    spk_why why = {0};
    srv_moved moved;
    kit_set_shared(&from, true);
    stage a = kit_node(&from, "a");
    kit_make(&a, "t", 1);
    CHECK_INT(kit_node_move(&a, "t", 1, 1), SPK_OK);
    srv_store_close(a.store);
    CHECK(mkdtemp(dir) != NULL);
    snprintf(path, sizeof path, "%s/t.db", dir);
    srv_store *file =
        srv_store_open(&(srv_store_options){.clock = host_clock_real, .path = path}, &why);
    CHECK_INT(srv_store_move(from.store, file, &moved, &why), SPK_OK);
    kit_place(&to);
    kit_open(&to, false);
    CHECK_INT(srv_store_move(file, to.store, &moved, &why), SPK_OK);
    CHECK_INT(kit_count(&to, "t"), 1);
    CHECK_STR(kit_owner(&to, "t"), "nobody 0");
    stage b = kit_node(&to, "b");
    CHECK_INT(kit_claim(&b, "t", NULL), 1);
    CHECK_INT(kit_node_move(&b, "t", 1, 2), SPK_OK);
    srv_store_close(b.store);
    srv_store_close(file);
    static const char *const ends[] = {"", "-wal", "-shm", ".lock", ".tally", ".time"};
    for (int i = 0; i < 6; i++) {
        snprintf(other, sizeof other, "%s%s", path, ends[i]);
        unlink(other);
    }
    CHECK_INT(rmdir(dir), 0);
    kit_clear(&to);
    kit_clear(&from);
}

TEST_MAIN()
