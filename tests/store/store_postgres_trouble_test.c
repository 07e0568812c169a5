/* store_postgres_trouble_test.c: what can be wrong with a database, and what can go wrong with it: wrong settings get
 * one line each, a connection that breaks costs what is under way and no more, and a commit whose answer was lost is
 * asked after. */
#define KIT_POSTGRES
#include "store_kit.h"

#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>

#include "hosts/server/store/postgres.h"

/* -- Refused ------------------------------------------------------------------------------------------- */

/* The store must not open, and the reason is one line with these words in it, and with no password. */
static void check_refused(const char *url, bool must_exist, const char *words)
{
    spk_why why = {0};
    srv_store *store = srv_store_open(
        &(srv_store_options){.clock = host_clock_real, .path = url, .must_exist = must_exist},
        &why);
    CHECK(store == NULL);
    if (!strstr(why.text, words) || strchr(why.text, '\n') || strstr(why.text, "secret"))
        fail_msg("'%s' instead of '%s'", why.text, words);
}

static const char *folder(void) { return getenv("SPK_TEST_PG_DIR"); }

TEST(wrong_settings_get_one_clear_line)
{
    char url[300];
    snprintf(url, sizeof url, "postgresql://guarded:secret@/house?host=%s", folder());
    check_refused(url, false, "password authentication failed for user \"guarded\"");
    snprintf(url, sizeof url, "postgresql://guarded@/house?host=%s", folder());
    check_refused(url, false, "no password supplied");
    snprintf(url, sizeof url, "postgresql://speakeasy@/nothing?host=%s", folder());
    check_refused(url, false, "database \"nothing\" does not exist");
    check_refused("postgresql://a:secret@no-such-host.invalid/house", false,
                  "could not translate host name \"no-such-host.invalid\"");
    check_refused("postgresql://a:secret@127.0.0.1:1/house", false, "Connection refused");
    check_refused("postgresql:///house?host=/nowhere", false, "No such file or directory");
    check_refused("postgresql://a:secret@host:seven/house", false, "\"seven\"");
    check_refused("postgresql://a?nonsense=1", false, "invalid URI query parameter: \"nonsense\"");
}

TEST(a_name_for_the_log_has_no_password)
{
    char name[100];
    srv_store_name("postgresql://ann:secret@db.example.org:5433/house?sslmode=require", name,
                   sizeof name);
    CHECK_STR(name, "postgresql://ann@db.example.org:5433/house");
    srv_store_name("postgres:///house?password=secret", name, sizeof name);
    CHECK_STR(name, "postgresql:///house");
    srv_store_name("/srv/speakeasy.db", name, sizeof name);
    CHECK_STR(name, "/srv/speakeasy.db");
}

TEST(only_a_database_of_ours_is_opened)
{
    char text[200];
    stage s = {.in_file = true};
    kit_place(&s);
    check_refused(s.path, true, "There is no house in it yet.");
    snprintf(text, sizeof text, "CREATE TABLE %s.cats (name text)", s.dir);
    pg_kit_sql(text);
    check_refused(s.path, false, "It is the database of another program.");
    snprintf(text, sizeof text,
             "SELECT count(*) FROM information_schema.tables WHERE table_schema = '%s'", s.dir);
    CHECK_INT(pg_kit_sql(text), 1); /* left as it was */
    kit_unplace(&s);
    kit_place(&s);
    kit_open(&s, false);
    srv_store_close(s.store);
    snprintf(text, sizeof text, "UPDATE %s.speakeasy SET version = 99", s.dir);
    pg_kit_sql(text);
    check_refused(s.path, false, "It was written by a newer Speakeasy: its schema is 99");
    kit_unplace(&s);
}

TEST(only_utf8_is_opened)
{
    char url[300];
    pg_kit_sql("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'"
               " TEMPLATE template0");
    snprintf(url, sizeof url, "postgresql://speakeasy@/latin?host=%s", folder());
    check_refused(url, false, "The database's encoding is LATIN1; it must be UTF8.");
    pg_kit_sql("DROP DATABASE latin");
}

/* A server that says it is an old one, to whoever comes first. */
static _Noreturn void play_old_server(int listening)
{
    static const char hello[] = "R\0\0\0\x08\0\0\0\0" /* come in */
                                "S\0\0\0\x1aserver_version\0"
                                "9.6.24\0"      /* this is what I am */
                                "Z\0\0\0\x05I"; /* ask */
    char said[1000];
    int guest = accept(listening, NULL, NULL);
    if (read(guest, said, sizeof said) < 8)
        _exit(1);
    if (said[3] == 8) /* whether we can encrypt: no */
        if (write(guest, "N", 1) != 1 || read(guest, said, sizeof said) < 8)
            _exit(1);
    if (write(guest, hello, sizeof hello - 1) < 1)
        _exit(1);
    while (read(guest, said, sizeof said) > 0)
        ;
    _exit(0);
}

TEST(an_old_postgresql_is_refused)
{
    char dir[] = "/tmp/spk_old_XXXXXX", url[200];
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    CHECK(mkdtemp(dir) != NULL);
    snprintf(name.sun_path, sizeof name.sun_path, "%s/.s.PGSQL.5432", dir);
    int listening = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    CHECK_INT(bind(listening, (struct sockaddr *)&name, sizeof name), 0);
    CHECK_INT(listen(listening, 4), 0);
    pid_t pid = fork();
    if (pid == 0)
        play_old_server(listening);
    snprintf(url, sizeof url, "postgresql://a@/house?host=%s", dir);
    check_refused(url, false, "PostgreSQL 9.6.24 is too old: Speakeasy needs 13 or newer.");
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    close(listening);
    unlink(name.sun_path);
    rmdir(dir);
}

TEST(a_second_server_is_refused)
{
    stage s = {.in_file = true};
    spk_why why = {0};
    kit_place(&s);
    srv_store_options alone = {.clock = host_clock_real, .path = s.path, .alone = true};
    s.store = srv_store_open(&alone, NULL);
    CHECK(s.store != NULL);
    CHECK(srv_store_open(&alone, &why) == NULL);
    CHECK(strstr(why.text, "Another server is using it.") != NULL);
    CHECK_INT(why.err, SPK_EBUSY);
    srv_store *tool =
        srv_store_open(&(srv_store_options){.clock = host_clock_real, .path = s.path}, NULL);
    CHECK(tool != NULL); /* a tool is welcome */
    srv_store_close(tool);
    srv_store_close(s.store);
    s.store = srv_store_open(&alone, &why);
    CHECK(s.store != NULL);
    kit_clear(&s);
}

/* -- Migrations ------------------------------------------------------------------------------------------ */

TEST(a_migration_is_made_completely_or_not_at_all)
{
    static const char *const steps[] = {
        "CREATE TABLE speakeasy (version integer); INSERT INTO speakeasy VALUES (0)",
        "CREATE TABLE second (x integer)", "CREATE TABLE third (x nonsense)"};
    char text[200];
    stage s = {.in_file = true};
    spk_why why = {0};
    kit_place(&s);
    srv_pg pg = {.clock = host_clock_real, .url = s.path};
    CHECK_INT(srv_libpq_load(NULL), SPK_OK);
    CHECK_INT(srv_pg_connect(&pg, NULL), SPK_OK);
    CHECK_INT(srv_pg_migrate(&pg, steps, 1, false, NULL), SPK_OK);
    CHECK(srv_pg_migrate(&pg, steps, 3, false, &why) != SPK_OK);
    CHECK(strstr(why.text, "nonsense") != NULL);
    snprintf(text, sizeof text, "SELECT version FROM %s.speakeasy", s.dir);
    CHECK_INT(pg_kit_sql(text), 1);
    CHECK_INT(srv_pg_migrate(&pg, steps, 2, true, NULL), SPK_OK);
    CHECK_INT(srv_pg_migrate(&pg, steps, 2, true, NULL), SPK_OK); /* nothing to do */
    CHECK_INT(pg_kit_sql(text), 2);
    srv_pg_close(&pg);
    kit_unplace(&s);
}

/* -- Two writers ----------------------------------------------------------------------------------------- */

TEST(what_another_process_wrote_is_not_overlooked)
{
    stage s, tool = {.in_file = true};
    kit_set(&s, true, false);
    kit_make(&s, "a", 1);
    CHECK_INT(kit_move(&s, "a", 1, "0 pass"), SPK_OK); /* now the table is remembered */
    memcpy(tool.path, s.path, sizeof s.path);
    kit_open(&tool, false);
    CHECK_INT(kit_move(&tool, "a", 2, "1 pass"), SPK_OK);
    CHECK_INT(kit_move(&s, "a", 2, "1 recruit F0"), SPK_ESTALE);
    CHECK_INT(kit_move(&s, "a", 3, "0 pass"), SPK_OK);
    CHECK_INT(kit_write(&tool, (srv_change){.table = "a", .status = ROOM_CLOSED}), SPK_OK);
    CHECK_INT(kit_move(&s, "a", 4, "1 pass"), SPK_EREFUSED);
    CHECK_INT(kit_write(&tool, (srv_change){.table = "a", .forget_table = true}), SPK_OK);
    CHECK_INT(kit_move(&s, "a", 4, "1 pass"), SPK_EUNKNOWN);
    srv_store_close(tool.store);
    kit_clear(&s);
}

/* A row that the judge cannot have foreseen is put behind its back: the key refuses, and only that change. */
TEST(the_key_judges_last)
{
    char text[200];
    stage s;
    spk_why why = {0};
    kit_set(&s, true, false);
    kit_make(&s, "a", 1);
    kit_make(&s, "b", 1);
    CHECK_INT(kit_move(&s, "a", 1, "0 pass"), SPK_OK);
    snprintf(text, sizeof text, "INSERT INTO %s.entries VALUES ('a', 2, 1, 'sly')", s.dir);
    pg_kit_sql(text); /* 'speakeasy' was not locked, so nobody knows */
    srv_entry e = {.line = "1 pass"};
    srv_change c = {.table = "a", .first_entry = 2, .entries = &e, .n_entries = 1};
    CHECK_INT(srv_store_write_now(s.store, &c, &why), SPK_ESTALE);
    CHECK_STR(why.text, "The table has moved on.");
    CHECK_INT(kit_move(&s, "a", 3, "0 pass"), SPK_OK);
    CHECK_INT(kit_move(&s, "b", 1, "0 pass"), SPK_OK);
    CHECK_INT(kit_write(&s, (srv_change){.table = "a", .header = "\xff"}), SPK_EMALFORMED);
    CHECK_INT(kit_move(&s, "b", 2, "0 pass"), SPK_OK);
    CHECK_INT(srv_store_check(s.store, NULL), SPK_OK);
    kit_clear(&s);
}

TEST(a_check_finds_what_is_missing)
{
    char text[200];
    stage s;
    spk_why why = {0};
    kit_set(&s, true, false);
    kit_make(&s, "a", 1);
    for (int i = 1; i < 4; i++)
        kit_move(&s, "a", i, "0 pass");
    snprintf(text, sizeof text, "DELETE FROM %s.entries WHERE seq = 2", s.dir);
    pg_kit_sql(text);
    CHECK_INT(srv_store_check(s.store, &why), SPK_EIO);
    CHECK_STR(why.text, "Table a lacks an entry.");
    srv_found f = kit_load(&s, "a");
    CHECK_INT(f.answer.err, SPK_EIO);
    srv_found_release(&f);
    CHECK_INT(srv_store_backup(s.store, "/tmp/never", &why), SPK_EREFUSED);
    CHECK(strstr(why.text, "pg_dump") != NULL);
    CHECK_INT(srv_store_vacuum(s.store, NULL), SPK_OK);
    CHECK_INT(kit_move(&s, "a", 4, "0 pass"), SPK_OK);
    kit_clear(&s);
}

/* -- Lost connections --------------------------------------------------------------------------------------- */

static void cut_all_connections(void)
{
    pg_kit_sql("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
               " WHERE application_name = 'speakeasy'");
}

TEST(a_connection_lost_between_two_groups_is_made_again)
{
    stage s = {.in_file = true};
    kit_place(&s);
    s.store = srv_store_open(
        &(srv_store_options){.clock = host_clock_real, .path = s.path, .alone = true}, NULL);
    CHECK(s.store != NULL);
    kit_make(&s, "a", 1);
    for (int i = 1; i <= 3; i++) {
        CHECK_INT(kit_move(&s, "a", i, "0 pass"), SPK_OK);
        cut_all_connections();
        CHECK_INT(kit_count(&s, "a"), i);
    }
    CHECK_INT(kit_move(&s, "a", 3, "0 pass"), SPK_ESTALE); /* and nothing is done twice */
    CHECK_INT(srv_store_health(s.store, NULL), SPK_OK);
    kit_clear(&s);
}

/* Inside a group: what was sent is gone, and the next group finds everything as it was. */
TEST(a_connection_lost_inside_a_group_undoes_the_group)
{
    stage s = {.in_file = true};
    spk_why why = {0};
    srv_entry e = {.line = "0 pass"};
    kit_set(&s, true, false);
    kit_make(&s, "a", 1);
    srv_pg pg = {.clock = host_clock_real, .url = s.path};
    srv_pg_init_writer(&pg);
    srv_change c = {.table = "a", .first_entry = 1, .entries = &e, .n_entries = 1};
    CHECK_INT(srv_pg_begin(&pg, &why), SPK_OK);
    CHECK_INT(srv_pg_apply(&pg, &c, &why), SPK_OK);
    cut_all_connections();
    CHECK_INT(srv_pg_commit(&pg, &why), SPK_EIO); /* asked after: it was not done */
    CHECK(strstr(why.text, "The connection to PostgreSQL was lost") != NULL);
    srv_pg_rollback(&pg);
    CHECK_INT(kit_count(&s, "a"), 0);
    CHECK_INT(srv_pg_begin(&pg, &why), SPK_OK);
    CHECK_INT(srv_pg_apply(&pg, &c, &why), SPK_OK);
    CHECK_INT(srv_pg_commit(&pg, &why), SPK_OK);
    CHECK_INT(kit_count(&s, "a"), 1);
    srv_pg_close(&pg);
    spk_free(pg.known);
    kit_clear(&s);
}

/* A go-between, as a bad network is one: it passes everything on, until it is told to swallow the next answer and hang
 * up. Whoever comes after that is served well again. */
typedef struct proxy {
    char dir[40];
    int *swallow; /* shared with its processes */
    pid_t pid;
} proxy;

static int socket_in(const char *dir, bool listening)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    snprintf(name.sun_path, sizeof name.sun_path, "%s/.s.PGSQL.5432", dir);
    int s = socket(AF_UNIX, SOCK_STREAM, 0);
    int failed = listening ? bind(s, (struct sockaddr *)&name, sizeof name) || listen(s, 8)
                           : connect(s, (struct sockaddr *)&name, sizeof name);
    return failed ? -1 : s;
}

static bool pass_on(int from, int to)
{
    char bytes[8192];
    ssize_t n = read(from, bytes, sizeof bytes);
    return n > 0 && write(to, bytes, (size_t)n) == n;
}

static _Noreturn void serve_one(int guest, int *swallow)
{
    int server = socket_in(folder(), false);
    struct pollfd ends[2] = {{.fd = guest, .events = POLLIN}, {.fd = server, .events = POLLIN}};
    while (poll(ends, 2, -1) > 0) {
        if (ends[1].revents && __atomic_exchange_n(swallow, 0, __ATOMIC_SEQ_CST))
            _exit(0);
        if (ends[0].revents && !pass_on(guest, server))
            _exit(0);
        if (ends[1].revents && !pass_on(server, guest))
            _exit(0);
    }
    _exit(0);
}

static _Noreturn void run_proxy(const proxy *p)
{
    int door = socket_in(p->dir, true);
    signal(SIGCHLD, SIG_IGN);
    for (int guest; (guest = accept(door, NULL, NULL)) >= 0; close(guest))
        if (fork() == 0)
            serve_one(guest, p->swallow);
    _exit(1);
}

static void start_proxy(proxy *p)
{
    snprintf(p->dir, sizeof p->dir, "/tmp/spk_proxy_XXXXXX");
    CHECK(mkdtemp(p->dir) != NULL);
    p->swallow =
        mmap(NULL, sizeof *p->swallow, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    p->pid = fork();
    if (p->pid == 0)
        run_proxy(p);
    for (int s = -1; s < 0; s = socket_in(p->dir, false)) /* the first to come is nobody */
        nanosleep(&(struct timespec){0, 1000000}, NULL);
}

static void end_proxy(proxy *p)
{
    char name[80];
    kill(p->pid, SIGKILL);
    waitpid(p->pid, NULL, 0);
    snprintf(name, sizeof name, "%s/.s.PGSQL.5432", p->dir);
    unlink(name);
    rmdir(p->dir);
    munmap(p->swallow, sizeof *p->swallow);
}

TEST(a_commit_whose_answer_was_lost_is_asked_after)
{
    stage s;
    proxy p;
    char url[300];
    spk_why why = {0};
    srv_entry e = {.line = "0 pass"};
    srv_change c = {.table = "a", .first_entry = 1, .entries = &e, .n_entries = 1};
    kit_set(&s, true, false);
    kit_make(&s, "a", 1);
    start_proxy(&p);
    snprintf(url, sizeof url, "postgresql://speakeasy@/house?host=%s&options=-csearch_path%%3D%s",
             p.dir, s.dir);
    srv_pg pg = {.clock = host_clock_real, .url = url};
    srv_pg_init_writer(&pg);
    CHECK_INT(srv_pg_begin(&pg, &why), SPK_OK);
    CHECK_INT(srv_pg_apply(&pg, &c, &why), SPK_OK);
    __atomic_store_n(p.swallow, 1, __ATOMIC_SEQ_CST);
    CHECK_INT(srv_pg_commit(&pg, &why), SPK_OK); /* it was done, and that is what is said */
    CHECK_INT(*p.swallow, 0);
    CHECK_INT(kit_count(&s, "a"), 1);
    c.first_entry = 2; /* and it goes on from there */
    CHECK_INT(srv_pg_begin(&pg, &why), SPK_OK);
    CHECK_INT(srv_pg_apply(&pg, &c, &why), SPK_OK);
    CHECK_INT(srv_pg_commit(&pg, &why), SPK_OK);
    CHECK_INT(kit_count(&s, "a"), 2);
    srv_pg_close(&pg);
    spk_free(pg.known);
    end_proxy(&p);
    kit_clear(&s);
}

/* -- The server restarts ------------------------------------------------------------------------------------- */

typedef struct load {
    stage *s;
    int n_ok, n_failed, n_done, next;
    bool lost; /* the last one failed: the table must be read again, as a house does */
} load;

static void on_move(void *context, const srv_answer *answer)
{
    load *l = context;
    l->n_done++;
    l->n_ok += answer->err == SPK_OK;
    l->n_failed += answer->err == SPK_EIO;
    if (answer->err != SPK_OK && answer->err != SPK_EIO)
        fail_msg("%s", answer->why);
    l->lost = answer->err != SPK_OK;
}

static void move_once(load *l)
{
    srv_entry e = {.line = "0 pass"};
    srv_change c = {.table = "a", .first_entry = l->next, .entries = &e, .n_entries = 1};
    int n = l->n_done;
    CHECK_INT(srv_store_write(l->s->store, &c, on_move, l), SPK_OK);
    while (l->n_done == n)
        if (srv_store_poll(l->s->store) == 0)
            nanosleep(&(struct timespec){0, 200000}, NULL);
}

static pid_t server_pid(void)
{
    char name[200];
    int pid = 0;
    snprintf(name, sizeof name, "%s/data/postmaster.pid", folder());
    FILE *file = fopen(name, "r");
    if (file && fscanf(file, "%d", &pid) != 1)
        pid = 0;
    if (file)
        fclose(file);
    return pid;
}

/* The reader notices by itself, a moment later, that the server is back. */
static int count_at_last(stage *s)
{
    int n = kit_count(s, "a");
    for (int i = 0; i < 600 && n < 0; i++, n = kit_count(s, "a"))
        nanosleep(&(struct timespec){0, 50000000}, NULL);
    return n;
}

/* What was acknowledged is there, and nothing is there that was reported as failed for sure. */
TEST(a_restarted_server_loses_nothing_that_was_acknowledged)
{
    stage s = {.in_file = true};
    kit_place(&s);
    s.store = srv_store_open(&(srv_store_options){.clock = host_clock_real,
                                                  .path = s.path,
                                                  .alone = true,
                                                  .threads = true,
                                                  .durability = SRV_FULL},
                             NULL);
    CHECK(s.store != NULL);
    kit_make(&s, "a", 1);
    load l = {.s = &s, .next = 1};
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 50; i++, l.next++)
            move_once(&l);
        CHECK(!l.lost);
        kill(server_pid(), SIGQUIT); /* at once, as if it had crashed */
        for (int i = 0, n = l.n_ok; i < 2000 && l.n_ok < n + 20; i++) {
            move_once(&l);
            if (!l.lost)
                l.next++;
            else
                nanosleep(&(struct timespec){0, 50000000}, NULL);
            int n_there = l.lost ? kit_count(&s, "a") : -1; /* read again: it may have been done */
            if (n_there >= 0)
                l.next = n_there + 1;
        }
        CHECK(!l.lost);
        CHECK(count_at_last(&s) >= 0);
        CHECK_INT(srv_store_health(s.store, NULL), SPK_OK);
    }
    int n_there = count_at_last(&s);
    CHECK(n_there >= l.n_ok && n_there <= l.n_ok + l.n_failed);
    CHECK_INT(srv_store_check(s.store, NULL), SPK_OK);
    print_message("# %d acknowledged, %d failed\n", l.n_ok, l.n_failed);
    kit_clear(&s);
}

TEST_MAIN()
