/* store_file_test.c: what the store promises of its file: it is recognised or refused with a reason,
 * brought up to date, shared, copied, cleaned, and sound after whatever happens to the disk. What is
 * kept in it, and that killing the process loses nothing, is tested in its neighbours. */
#include "store_kit.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>

#include "base/rng.h"
#include "hosts/server/store/sqlite.h"

static void set_file(stage *s, bool threads) { kit_set(s, true, threads); }

static void reopen(stage *s)
{
    srv_store_close(s->store);
    kit_open(s, false);
}

/* -- Files ------------------------------------------------------------------------------------------ */

static char *read_file(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    *n = 0;
    if (!f)
        return NULL;
    struct stat about;
    CHECK_INT(fstat(fileno(f), &about), 0);
    size_t size = (size_t)about.st_size;
    char *bytes = spk_alloc(size);
    *n = fread(bytes, 1, size, f);
    fclose(f);
    return bytes;
}

static void write_file(const char *path, const void *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");
    CHECK(f != NULL);
    CHECK_INT(fwrite(bytes, 1, n, f), n);
    CHECK_INT(fclose(f), 0);
}

static long size_of(const char *path, const char *end)
{
    char name[120];
    struct stat about;
    snprintf(name, sizeof name, "%s%s", path, end);
    return stat(name, &about) == 0 ? (long)about.st_size : -1;
}

/* Run SQL on the file behind the store's back. */
static void run_sql(const char *path, const char *text)
{
    sqlite3 *db;
    CHECK_INT(sqlite3_open(path, &db), SQLITE_OK);
    CHECK_INT(sqlite3_exec(db, text, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

TEST(everything_is_there_after_the_next_start)
{
    stage s;
    set_file(&s, true);
    kit_make(&s, "a", 1);
    kit_join(&s, "a", (srv_seat){.seat = 1, .name = "Ann", .token = kit_hash(3)});
    for (int i = 1; i <= 30; i++)
        CHECK_INT(kit_move(&s, "a", i, "0 recruit F0"), SPK_OK);
    reopen(&s);
    srv_found f = kit_load(&s, "a");
    CHECK_INT(f.answer.tables->n_entries, 30);
    CHECK_STR(f.answer.tables->seats[0].name, "Ann");
    srv_found_release(&f);
    CHECK_INT(kit_move(&s, "a", 31, "1 pass"), SPK_OK);
    CHECK(size_of(s.path, "-wal") >= 0);
    srv_store_close(s.store);
    CHECK_INT(size_of(s.path, "-wal"), -1); /* all of it is in the one file */
    kit_open(&s, false);
    kit_clear(&s);
}

TEST(nobody_else_can_read_the_file)
{
    static const char *const ends[] = {"", "-wal", "-shm"};
    stage s;
    mode_t before = umask(0);
    set_file(&s, false);
    umask(before);
    kit_make(&s, "a", 1);
    for (int i = 0; i < 3; i++) {
        char name[100];
        struct stat about;
        snprintf(name, sizeof name, "%s%s", s.path, ends[i]);
        CHECK_INT(stat(name, &about), 0);
        CHECK_INT(about.st_mode & 0777, 0600);
    }
    kit_clear(&s);
}

/* -- What is refused ---------------------------------------------------------------------------------- */

static void check_refused(stage *s, spk_err err, const char *reason)
{
    spk_why why = {0};
    size_t n_before, n_after;
    char *before = read_file(s->path, &n_before);
    s->store = srv_store_open(
        &(srv_store_options){
            .clock = host_clock_real, .path = s->path, .threads = true, .must_exist = true},
        &why);
    CHECK(s->store == NULL);
    CHECK_INT(why.err, err);
    if (!strstr(why.text, reason))
        fail_msg("'%s' does not say '%s'", why.text, reason);
    char *after = read_file(s->path, &n_after);
    CHECK_INT(n_before, n_after);
    CHECK(n_before == 0 || memcmp(before, after, n_after) == 0);
    spk_free(before);
    spk_free(after);
}

TEST(what_is_no_store_is_refused_and_left_alone)
{
    static const char text[] = "speakeasy-play 1\ngame famiglia\n";
    stage s = {.in_file = true};
    kit_place(&s);
    check_refused(&s, SPK_EIO, "No such file or directory");
    write_file(s.path, text, sizeof text);
    check_refused(&s, SPK_EIO, "It is not an SQLite file.");
    unlink(s.path);
    CHECK_INT(mkdir(s.path, 0700), 0);
    check_refused(&s, SPK_EIO, "Is a directory");
    rmdir(s.path);
    run_sql(s.path, "CREATE TABLE diary (day, text)");
    check_refused(&s, SPK_EREFUSED, "the SQLite file of another program");
    run_sql(s.path, "DROP TABLE diary; PRAGMA application_id = 77");
    check_refused(&s, SPK_EREFUSED, "the SQLite file of another program");
    snprintf(s.path, sizeof s.path, "%s/no/such/t.db", s.dir);
    check_refused(&s, SPK_EIO, "No such file or directory");
    kit_unplace(&s);
}

TEST(a_newer_schema_is_refused_and_left_alone)
{
    stage s;
    set_file(&s, false);
    kit_make(&s, "a", 1);
    srv_store_close(s.store);
    run_sql(s.path, "PRAGMA user_version = 7");
    check_refused(&s, SPK_EREFUSED,
                  "a newer Speakeasy: its schema is 7, and this one knows those up to 3");
    run_sql(s.path, "PRAGMA user_version = 3");
    kit_open(&s, false);
    CHECK_INT(kit_count(&s, "a"), 0);
    kit_clear(&s);
}

TEST(a_store_without_its_tables_is_refused)
{
    stage s;
    set_file(&s, false);
    srv_store_close(s.store);
    run_sql(s.path, "DROP TABLE fresh");
    check_refused(&s, SPK_EIO, "no such table: fresh");
    kit_unplace(&s);
}

TEST(a_store_whose_version_was_reset_is_refused_in_clear_words)
{
    stage s;
    set_file(&s, false);
    kit_make(&s, "a", 1);
    srv_store_close(s.store);
    run_sql(s.path, "PRAGMA user_version = 0");
    check_refused(&s, SPK_EREFUSED, "(user_version) is 0: something other than Speakeasy wrote");
    kit_unplace(&s);
}

/* -- Nothing is lost without a word ------------------------------------------------------------------- */

static void unlink_beside(const stage *s, const char *end)
{
    char name[120];
    snprintf(name, sizeof name, "%s%s", s->path, end);
    unlink(name);
}

/* The files of a process that was killed: as they are at this moment, elsewhere. */
static void crash(const stage *from, stage *to)
{
    static const char *const ends[] = {"", "-wal", ".tally"};
    *to = (stage){.in_file = true};
    kit_place(to);
    for (int i = 0; i < 3; i++) {
        char old[120], new[120];
        size_t n;
        snprintf(old, sizeof old, "%s%s", from->path, ends[i]);
        snprintf(new, sizeof new, "%s%s", to->path, ends[i]);
        char *bytes = read_file(old, &n);
        write_file(new, bytes, n);
        spk_free(bytes);
    }
}

/* A store that was killed after 20 moves at table a. */
static void killed_store(stage *to)
{
    stage s;
    set_file(&s, false);
    kit_make(&s, "a", 1000);
    for (int i = 1; i <= 20; i++)
        CHECK_INT(kit_move(&s, "a", i, "0 recruit F0"), SPK_OK);
    crash(&s, to);
    kit_clear(&s);
}

static void check_loss(stage *s, const char *reason)
{
    size_t n_before, n_after;
    char wal[120];
    snprintf(wal, sizeof wal, "%s-wal", s->path);
    char *before = read_file(wal, &n_before);
    check_refused(s, SPK_EREFUSED, reason);
    check_refused(s, SPK_EREFUSED, reason); /* nor does it help to try again */
    char *after = read_file(wal, &n_after);
    CHECK_INT(n_after, n_before); /* whoever looks into it finds it as it was */
    CHECK(!before || memcmp(before, after, n_before) == 0);
    spk_free(before);
    spk_free(after);
}

TEST(a_killed_store_opens_as_it_stood)
{
    stage s;
    killed_store(&s);
    kit_open(&s, false);
    CHECK_STR(srv_store_loss(s.store), "");
    CHECK_INT(kit_count(&s, "a"), 20);
    kit_clear(&s);
}

/* SQLite reads the log up to the damage and is content. Wherever the bit is, frames that were
 * acknowledged are gone. */
TEST(a_bit_that_flips_in_the_wal_is_noticed_and_named)
{
    for (int place = 0; place < 12; place++) {
        stage s;
        char wal[120];
        size_t n;
        killed_store(&s);
        snprintf(wal, sizeof wal, "%s-wal", s.path);
        char *bytes = read_file(wal, &n);
        size_t at = place == 0 ? 10 : place == 11 ? n - 1 : n / 12 * (size_t)place;
        bytes[at] ^= 4;
        write_file(wal, bytes, n);
        spk_free(bytes);
        check_loss(&s, "acknowledged writes are missing: after ");
        kit_unplace(&s);
    }
}

TEST(a_wal_that_was_removed_is_noticed)
{
    stage s;
    killed_store(&s);
    unlink_beside(&s, "-wal");
    check_loss(&s, "Its -wal is gone. Restore a backup, or start once with --accept-loss.");
    kit_unplace(&s);
}

TEST(an_older_copy_in_the_place_of_a_store_is_noticed)
{
    stage s;
    size_t n;
    set_file(&s, false);
    kit_make(&s, "a", 1000);
    srv_store_close(s.store);
    char *old = read_file(s.path, &n);
    kit_open(&s, false);
    CHECK_INT(kit_move(&s, "a", 1, "0 recruit F0"), SPK_OK);
    srv_store_close(s.store);
    write_file(s.path, old, n);
    spk_free(old);
    check_loss(&s, "1 acknowledged writes are missing: after 1970-01-01 00:00:01Z");
    kit_unplace(&s);
}

TEST(an_empty_file_where_a_store_was_is_no_new_house)
{
    static const char *const left[] = {"-wal", ".tally", ".time"};
    for (int i = 0; i < 3; i++) {
        stage s = {.in_file = true};
        char name[120];
        kit_place(&s);
        write_file(s.path, "", 0);
        snprintf(name, sizeof name, "%s%s", s.path, left[i]);
        write_file(name, "1", 1);
        check_loss(&s, "It is empty or missing, but a store was here");
        unlink(s.path);
        s.store =
            srv_store_open(&(srv_store_options){.clock = host_clock_real, .path = s.path}, NULL);
        CHECK(s.store == NULL && size_of(s.path, "") < 0);
        unlink(name);
        kit_unplace(&s);
    }
}

TEST(a_loss_that_is_accepted_is_said_once_and_the_store_goes_on)
{
    stage s;
    killed_store(&s);
    unlink_beside(&s, "-wal");
    srv_store_options options = {.clock = host_clock_real, .path = s.path, .accept_loss = true};
    s.store = srv_store_open(&options, NULL);
    CHECK(s.store && strstr(srv_store_loss(s.store), "21 acknowledged writes are missing"));
    CHECK_INT(kit_make(&s, "b", 2), SPK_OK);
    reopen(&s);
    CHECK_STR(srv_store_loss(s.store), "");
    CHECK_INT(kit_count(&s, "b"), 0);
    kit_clear(&s);
}

/* Where durability is normal, a power failure may take the newest changes: no reason to keep a house
 * closed, but one to say it. */
TEST(after_a_power_failure_the_loss_is_said_and_a_house_of_normal_durability_opens)
{
    stage s;
    char name[120];
    static const char other_boot[] =
        "00000000000000000021 00000000000000005020 11111111-2222-3333-4444-555555555555\n";
    killed_store(&s);
    unlink_beside(&s, "-wal");
    snprintf(name, sizeof name, "%s.tally", s.path);
    write_file(name, other_boot, sizeof other_boot - 1);
    srv_store_options options = {
        .clock = host_clock_real, .path = s.path, .alone = true, .durability = SRV_FULL};
    CHECK(!srv_store_open(&options, NULL));
    options.durability = SRV_NORMAL;
    s.store = srv_store_open(&options, NULL);
    CHECK(s.store && strstr(srv_store_loss(s.store), "21 acknowledged writes are missing"));
    kit_clear(&s);
}

static void move_file(const char *path, const char *end, const char *from, const char *to)
{
    char old[120], new[120];
    snprintf(old, sizeof old, "%s%s%s", path, end, from);
    snprintf(new, sizeof new, "%s%s%s", path, end, to);
    CHECK_INT(rename(old, new), 0);
}

TEST(nothing_is_acknowledged_while_the_files_are_not_there)
{
    static const char *const ends[] = {"", "-wal"};
    for (int i = 0; i < 2; i++) {
        stage s;
        spk_why why = {0};
        set_file(&s, false);
        kit_make(&s, "a", 1);
        CHECK_INT(srv_store_health(s.store, &why), SPK_OK);
        move_file(s.path, ends[i], "", ".away");
        CHECK_INT(srv_store_health(s.store, &why), SPK_EIO);
        CHECK(strstr(why.text, "removed while it was in use"));
        CHECK_INT(kit_move(&s, "a", 1, "0 recruit F0"), SPK_EIO);
        move_file(s.path, ends[i], ".away", "");
        CHECK_INT(kit_move(&s, "a", 1, "0 recruit F0"), SPK_OK); /* all is as it was */
        CHECK_INT(srv_store_health(s.store, &why), SPK_OK);
        kit_clear(&s);
    }
}

/* -- Migrations ----------------------------------------------------------------------------------------- */

static int version_of(sqlite3 *db)
{
    sqlite3_stmt *row;
    CHECK_INT(sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &row, NULL), SQLITE_OK);
    CHECK_INT(sqlite3_step(row), SQLITE_ROW);
    int version = sqlite3_column_int(row, 0);
    sqlite3_finalize(row);
    return version;
}

TEST(migrations_take_an_old_file_to_the_newest_or_leave_it)
{
    static const char *const steps[] = {
        "CREATE TABLE one (a); INSERT INTO one VALUES (1);",
        "ALTER TABLE one ADD COLUMN b; UPDATE one SET b = 2;",
        "CREATE TABLE two (a); INSERT INTO nowhere VALUES (1);", /* fails half way */
    };
    stage s = {.in_file = true};
    sqlite3 *db;
    spk_why why = {0};
    kit_place(&s);
    CHECK_INT(sqlite3_open(s.path, &db), SQLITE_OK);
    CHECK_INT(srv_sql_migrate(db, steps, 1, &why), SPK_OK);
    CHECK_INT(version_of(db), 1);
    CHECK_INT(srv_sql_migrate(db, steps, 3, &why), SPK_EIO);
    CHECK(strstr(why.text, "nowhere") != NULL);
    CHECK_INT(version_of(db), 1); /* not 2: all of them or none */
    CHECK_INT(sqlite3_exec(db, "SELECT b FROM one", NULL, NULL, NULL), SQLITE_ERROR);
    CHECK_INT(sqlite3_exec(db, "SELECT a FROM two", NULL, NULL, NULL), SQLITE_ERROR);
    CHECK_INT(srv_sql_migrate(db, steps, 2, &why), SPK_OK);
    CHECK_INT(version_of(db), 2);
    CHECK_INT(sqlite3_exec(db, "SELECT b FROM one", NULL, NULL, NULL), SQLITE_OK);
    CHECK_INT(srv_sql_migrate(db, steps, 2, &why), SPK_OK); /* nothing to do */
    CHECK_INT(srv_sql_migrate(db, steps, 1, &why), SPK_EREFUSED);
    sqlite3_close(db);
    kit_unplace(&s);
}

/* -- Others at the same file ------------------------------------------------------------------------------ */

TEST(one_server_at_a_time)
{
    stage s = {.in_file = true};
    spk_why why = {0};
    kit_place(&s);
    srv_store_options alone = {
        .clock = host_clock_real, .path = s.path, .threads = true, .alone = true};
    s.store = srv_store_open(&alone, &why);
    CHECK(s.store != NULL);
    CHECK(srv_store_open(&alone, &why) == NULL);
    CHECK_INT(why.err, SPK_EBUSY);
    CHECK(strstr(why.text, "Another server is using it.") != NULL);
    stage tool = s; /* a tool comes in beside it */
    kit_open(&tool, false);
    CHECK_INT(kit_make(&tool, "a", 1), SPK_OK);
    CHECK_INT(kit_count(&s, "a"), 0);
    srv_store_close(tool.store);
    srv_store_close(s.store);
    s.store = srv_store_open(&alone, &why);
    CHECK(s.store != NULL);
    kit_clear(&s);
}

TEST(two_writers_cannot_both_make_the_same_move)
{
    stage s, other;
    set_file(&s, true);
    kit_make(&s, "a", 1);
    other = s;
    kit_open(&other, true);
    CHECK_INT(kit_move(&s, "a", 1, "0 pass"), SPK_OK);
    CHECK_INT(kit_move(&other, "a", 1, "0 recruit F0"), SPK_ESTALE);
    CHECK_INT(kit_move(&other, "a", 2, "1 pass"), SPK_OK);
    CHECK_INT(kit_move(&s, "a", 2, "1 pass"), SPK_ESTALE);
    /* What a tool closes or deletes is closed to the server. */
    CHECK_INT(kit_write(&other, (srv_change){.table = "a", .status = ROOM_CLOSED}), SPK_OK);
    CHECK_INT(kit_move(&s, "a", 3, "0 pass"), SPK_EREFUSED);
    CHECK_INT(kit_write(&other, (srv_change){.table = "a", .forget_table = true}), SPK_OK);
    CHECK_INT(kit_move(&s, "a", 3, "0 pass"), SPK_EUNKNOWN);
    srv_store_close(other.store);
    kit_clear(&s);
}

static void *let_go(void *db)
{
    nanosleep(&(struct timespec){0, 150000000}, NULL);
    sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    return NULL;
}

TEST(while_somebody_holds_the_file_reads_go_on_and_writes_wait)
{
    stage s;
    sqlite3 *db;
    pthread_t thread;
    set_file(&s, true);
    kit_make(&s, "a", 1);
    CHECK_INT(sqlite3_open(s.path, &db), SQLITE_OK);
    CHECK_INT(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    CHECK_INT(pthread_create(&thread, NULL, let_go, db), 0);
    CHECK_INT(kit_count(&s, "a"), 0);
    CHECK(sqlite3_get_autocommit(db) == 0); /* it was still held */
    CHECK_INT(kit_move(&s, "a", 1, "0 pass"), SPK_OK);
    pthread_join(thread, NULL);
    sqlite3_close(db);
    kit_clear(&s);
}

/* -- A load, for what follows ------------------------------------------------------------------------------- */

typedef struct load {
    int n_done, n_ok, n_io, n_other;
    char why[240];
} load;

static void tally(void *context, const srv_answer *answer)
{
    load *l = context;
    l->n_done++;
    l->n_ok += answer->err == SPK_OK;
    l->n_io += answer->err == SPK_EIO;
    l->n_other += answer->err != SPK_OK && answer->err != SPK_EIO;
    if (answer->err == SPK_EIO)
        snprintf(l->why, sizeof l->why, "%s", answer->why);
}

/* One change with three long entries and a chat message. */
static void send_long(stage *s, const char *id, int n_before, load *l)
{
    static char line[1000];
    memset(line, 'x', sizeof line - 1);
    srv_entry e[3] = {{.line = line}, {.line = line}, {.line = line}};
    srv_chat chat = {.text = line};
    srv_change c = {.table = id,
                    .first_entry = 3 * n_before + 1,
                    .entries = e,
                    .n_entries = 3,
                    .first_chat = n_before + 1,
                    .chats = &chat,
                    .n_chats = 1};
    CHECK_INT(srv_store_write(s->store, &c, tally, l), SPK_OK);
}

/* -- The disk ------------------------------------------------------------------------------------------------- */

static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes;
    CHECK_INT(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void fill_the_disk(srv_durability durability)
{
    stage s = {.in_file = true};
    load l = {0};
    kit_place(&s);
    s.store = srv_store_open(
        &(srv_store_options){
            .clock = host_clock_real, .path = s.path, .durability = durability, .threads = true},
        NULL);
    CHECK(s.store != NULL);
    kit_make(&s, "a", 1);
    limit_files(300000);
    /* The next change is numbered by what was acknowledged: had one been half written, or kept in
     * spite of its failure, the next would be stale. */
    for (int i = 0; i < 150; i++) {
        send_long(&s, "a", l.n_ok, &l);
        kit_settle(&s, &l.n_done, i + 1);
    }
    CHECK(l.n_ok > 5 && l.n_io > 20);
    CHECK_INT(l.n_other, 0);
    CHECK(strstr(l.why, "cannot be read or written") != NULL || strstr(l.why, "full") != NULL);
    CHECK_INT(kit_count(&s, "a"), 3 * l.n_ok); /* reading goes on */
    limit_files(RLIM_INFINITY);
    int n_io = l.n_io;
    for (int i = 0; i < 150; i++)
        send_long(&s, "a", l.n_ok + i, &l);
    kit_settle(&s, &l.n_done, 300);
    CHECK_INT(l.n_io, n_io); /* and writing, once there is room */
    CHECK_INT(l.n_other, 0);
    CHECK_INT(srv_store_check(s.store, NULL), SPK_OK);
    reopen(&s);
    srv_found f = kit_load(&s, "a");
    CHECK_INT(f.answer.tables->n_entries, 3 * l.n_ok);
    CHECK_INT(f.answer.tables->n_chats, l.n_ok);
    srv_found_release(&f);
    kit_clear(&s);
}

TEST(a_full_disk_fails_changes_whole_and_is_got_over)
{
    void (*before)(int) = signal(SIGXFSZ, SIG_IGN);
    fill_the_disk(SRV_NORMAL);
    fill_the_disk(SRV_FULL);
    signal(SIGXFSZ, before);
}

/* A group that fails as a whole is tried again one by one: what fits is written. */
TEST(a_change_too_large_for_the_disk_does_not_take_others_with_it)
{
    void (*before)(int) = signal(SIGXFSZ, SIG_IGN);
    stage s;
    load l = {0};
    set_file(&s, true);
    static char huge[600000];
    memset(huge, 'x', sizeof huge - 1);
    srv_entry e = {.line = "0 pass"};
    srv_chat chat = {.text = huge};
    srv_change small = {.table = "a", .entries = &e, .n_entries = 1};
    srv_change large = {.table = "a", .first_chat = 1, .chats = &chat, .n_chats = 1};
    kit_make(&s, "a", 1);
    limit_files(500000);
    for (int i = 0; i < 10; i++) {
        small.first_entry = i + 1;
        CHECK_INT(srv_store_write(s.store, &small, tally, &l), SPK_OK);
        if (i % 3 == 1)
            CHECK_INT(srv_store_write(s.store, &large, tally, &l), SPK_OK);
    }
    kit_settle(&s, &l.n_done, 13);
    limit_files(RLIM_INFINITY);
    CHECK_INT(l.n_ok, 10);
    CHECK_INT(l.n_io, 3);
    CHECK_INT(kit_count(&s, "a"), 10);
    kit_clear(&s);
    signal(SIGXFSZ, before);
}

/* Never idle, some 60 MB in all. A group may add 16 MB to the 32 at which the writer steps in. */
TEST(the_write_ahead_log_does_not_grow_for_ever)
{
    enum { N = 4000, AHEAD = 200 };
    stage s;
    load l = {0};
    long most = 0;
    set_file(&s, true);
    kit_make(&s, "a", 1);
    for (int i = 0; l.n_done < N;) {
        for (; i < N && i < l.n_done + AHEAD; i++)
            send_long(&s, "a", i, &l);
        long now = size_of(s.path, "-wal");
        most = now > most ? now : most;
        if (srv_store_poll(s.store) == 0)
            nanosleep(&(struct timespec){0, 200000}, NULL);
    }
    CHECK_INT(l.n_ok, N);
    CHECK(most > 1 << 20);
    CHECK(most < 48 << 20);
    kit_clear(&s);
}

/* -- Fresh and settled entries ------------------------------------------------------------------------ */

static int64_t number_of(const char *path, const char *text)
{
    sqlite3 *db;
    sqlite3_stmt *row;
    CHECK_INT(sqlite3_open(path, &db), SQLITE_OK);
    CHECK_INT(sqlite3_prepare_v2(db, text, -1, &row, NULL), SQLITE_OK);
    CHECK_INT(sqlite3_step(row), SQLITE_ROW);
    int64_t number = sqlite3_column_int64(row, 0);
    sqlite3_finalize(row);
    sqlite3_close(db);
    return number;
}

static void move_numbered(stage *s, int table, int seq)
{
    char id[16], line[32];
    snprintf(id, sizeof id, "t%d", table);
    snprintf(line, sizeof line, "%d says %d", table, seq);
    CHECK_INT(kit_move(s, id, seq, line), SPK_OK);
}

static void check_numbered(stage *s, int table, int n)
{
    char id[16], line[32];
    snprintf(id, sizeof id, "t%d", table);
    srv_found f = kit_load(s, id);
    CHECK_INT(f.answer.err, SPK_OK);
    CHECK_INT(f.answer.tables->n_entries, n);
    CHECK_INT(f.answer.tables->updated, 5000 + n);
    for (int seq = 1; seq <= n; seq++) {
        snprintf(line, sizeof line, "%d says %d", table, seq);
        CHECK_STR(f.answer.tables->entries[seq - 1].line, line);
    }
    srv_found_release(&f);
}

/* 30 tables, each somewhat further than the one before; looked at from a store that has just opened, too. */
TEST(entries_settle_and_nobody_notices)
{
    enum { TABLES = 30, MOVES = 300 };
    stage s;
    spk_why why = {0};
    set_file(&s, false);
    for (int t = 0; t < TABLES; t++) {
        char id[16];
        snprintf(id, sizeof id, "t%d", t);
        kit_make(&s, id, t + 1);
    }
    for (int seq = 1; seq <= MOVES; seq++)
        for (int t = 0; t < TABLES; t++)
            if (seq <= MOVES - t)
                move_numbered(&s, t, seq);
    for (int round = 0; round < 2; round++) {
        int64_t n_fresh = number_of(s.path, "SELECT count(*) FROM fresh");
        CHECK(n_fresh > 3000 && n_fresh <= 4096);
        CHECK_INT(n_fresh + number_of(s.path, "SELECT count(*) FROM settled"),
                  number_of(s.path, "SELECT count(*) FROM entries"));
        for (int t = 0; t < TABLES; t++)
            check_numbered(&s, t, MOVES - t + round);
        CHECK_INT(srv_store_check(s.store, &why), SPK_OK);
        srv_store_close(s.store);
        kit_open(&s, false);
        for (int t = 0; t < TABLES && round == 0; t++)
            move_numbered(&s, t, MOVES - t + 1);
    }
    CHECK_INT(kit_move(&s, "t3", 7, "0 pass"), SPK_ESTALE); /* has settled */
    CHECK_INT(kit_write(&s, (srv_change){.table = "t3", .forget_table = true}), SPK_OK);
    CHECK_INT(number_of(s.path, "SELECT count(*) FROM settled WHERE place >> 20 = 4"), 0);
    CHECK_INT(number_of(s.path, "SELECT count(*) FROM fresh WHERE place >> 20 = 4"), 0);
    CHECK_INT(kit_make(&s, "t3", 77), SPK_OK);
    CHECK_INT(kit_count(&s, "t3"), 0);
    kit_clear(&s);
}

TEST(an_entry_of_no_table_is_damage)
{
    stage s;
    spk_why why = {0};
    set_file(&s, false);
    run_sql(s.path, "INSERT INTO settled VALUES (99 << 20 | 1, 1, '0 pass', NULL)");
    CHECK_INT(srv_store_check(s.store, &why), SPK_EIO);
    CHECK_STR(why.text, "An entry belongs to nothing.");
    kit_clear(&s);
}

TEST(a_note_that_nobody_can_have_written_is_damage)
{
    stage s;
    spk_why why = {0};
    set_file(&s, false);
    run_sql(s.path, "INSERT INTO notes VALUES ('alert', 'a', NULL, NULL, 0, '{}', 0)");
    CHECK_INT(srv_store_check(s.store, &why), SPK_EIO);
    CHECK_STR(why.text, "The note alert/a is damaged.");
    kit_clear(&s);
}

/* -- Damage ----------------------------------------------------------------------------------------------------- */

static const char *const damage_ids[] = {"a", "b", "c", "d", "e", "f", "g", "h"};

/* Whatever the file holds: an answer or a reason, and no crash. */
static void use_damaged(stage *s, int *n_refused, int *n_damaged)
{
    spk_why why = {0};
    s->store =
        srv_store_open(&(srv_store_options){.clock = host_clock_real, .path = s->path}, &why);
    if (!s->store) {
        CHECK(why.text[0] != '\0');
        ++*n_refused;
        return;
    }
    for (int i = 0; i < 8; i++) {
        srv_found f = kit_load(s, damage_ids[i]);
        CHECK((f.answer.err == SPK_OK) == (f.answer.why[0] == '\0'));
        int n = f.answer.err == SPK_OK ? f.answer.tables->n_entries : 0;
        srv_found_release(&f);
        kit_move(s, damage_ids[i], n + 1, "0 pass");
    }
    srv_found f = kit_ask(s, (srv_query){.what = SRV_ASK_ALL});
    srv_found_release(&f);
    f = kit_ask(s, (srv_query){.what = SRV_ASK_COUNTS});
    srv_found_release(&f);
    *n_damaged += srv_store_check(s->store, &why) != SPK_OK;
    srv_store_close(s->store);
}

static void scratch(char *bytes, size_t n, spk_rng *rng)
{
    int times = 1 + (int)spk_rng_below(rng, 40);
    for (int i = 0; i < times; i++) {
        /* every second one where SQLite keeps its own notes */
        size_t at = spk_rng_below(rng, (uint32_t)n);
        if (i % 2)
            at = at / 4096 * 4096 + at % 100;
        bytes[at] = (char)spk_rng_below(rng, 256);
    }
}

TEST(a_damaged_file_gives_reasons_and_no_crash)
{
    stage s;
    size_t n;
    int n_refused = 0, n_damaged = 0;
    set_file(&s, false);
    for (int i = 0; i < 8; i++) {
        kit_make(&s, damage_ids[i], i);
        kit_join(&s, damage_ids[i], (srv_seat){.seat = 0, .name = "Ann", .token = kit_hash(i)});
        for (int k = 1; k <= 40; k++)
            kit_move(&s, damage_ids[i], k, "0 recruit F3 exhaust F2");
    }
    srv_store_close(s.store);
    char *whole = read_file(s.path, &n), *bytes = spk_alloc(n);
    for (uint64_t seed = 0; seed < 100; seed++) {
        spk_rng rng;
        spk_rng_init(&rng, seed, 0);
        memcpy(bytes, whole, n);
        size_t kept = n;
        if (seed % 10 == 9)
            kept = spk_rng_below(&rng, (uint32_t)n); /* cut instead */
        else
            scratch(bytes, n, &rng);
        write_file(s.path, bytes, kept);
        unlink_beside(&s, ".tally"); /* or an older copy would be refused as such */
        use_damaged(&s, &n_refused, &n_damaged);
    }
    CHECK(n_refused > 5 && n_damaged > 20);
    spk_free(whole);
    spk_free(bytes);
    kit_unplace(&s);
}

TEST(a_missing_entry_is_damage)
{
    stage s;
    spk_why why = {0};
    set_file(&s, false);
    kit_make(&s, "a", 1);
    for (int i = 1; i <= 5; i++)
        kit_move(&s, "a", i, "0 pass");
    run_sql(s.path, "DELETE FROM fresh WHERE place & 1048575 = 3");
    srv_found f = kit_load(&s, "a");
    CHECK_INT(f.answer.err, SPK_EIO);
    CHECK_STR(f.answer.why, "The store is damaged: entry 3 is missing.");
    srv_found_release(&f);
    CHECK_INT(srv_store_check(s.store, &why), SPK_EIO);
    CHECK_STR(why.text, "Table a lacks an entry.");
    kit_clear(&s);
}

/* -- Copies and cleaning ------------------------------------------------------------------------------------------ */

TEST(a_backup_is_whole_while_writing_goes_on)
{
    stage s, copy;
    load l = {0};
    spk_why why = {0};
    set_file(&s, true);
    kit_make(&s, "a", 1);
    for (int i = 0; i < 300; i++)
        send_long(&s, "a", i, &l);
    copy = s;
    snprintf(copy.path, sizeof copy.path, "%s/copy.db", s.dir);
    CHECK_INT(srv_store_backup(s.store, copy.path, &why), SPK_OK);
    for (int i = 300; i < 400; i++)
        send_long(&s, "a", i, &l);
    kit_settle(&s, &l.n_done, 400);
    CHECK_INT(l.n_ok, 400);
    CHECK_INT(size_of(copy.path, ".part"), -1);
    kit_open(&copy, false);
    srv_found f = kit_load(&copy, "a");
    CHECK_INT(f.answer.err, SPK_OK);
    CHECK_INT(f.answer.tables->n_entries, 3 * f.answer.tables->n_chats); /* no half change */
    CHECK(f.answer.tables->n_entries <= 900);
    srv_found_release(&f);
    CHECK_INT(srv_store_check(copy.store, NULL), SPK_OK);
    srv_store_close(copy.store);
    CHECK_INT(srv_store_backup(s.store, copy.path, &why), SPK_ETAKEN);
    snprintf(copy.path, sizeof copy.path, "%s/no/copy.db", s.dir);
    CHECK_INT(srv_store_backup(s.store, copy.path, &why), SPK_EIO);
    kit_clear(&s);
}

TEST(a_vacuum_gives_room_back)
{
    stage s;
    load l = {0};
    set_file(&s, true);
    kit_make(&s, "a", 1);
    kit_make(&s, "b", 1);
    for (int i = 0; i < 300; i++)
        send_long(&s, "a", i, &l);
    kit_settle(&s, &l.n_done, 300);
    CHECK_INT(kit_write(&s, (srv_change){.table = "a", .forget_table = true}), SPK_OK);
    long before = size_of(s.path, "");
    CHECK_INT(srv_store_vacuum(s.store, NULL), SPK_OK);
    CHECK(size_of(s.path, "") < before / 4);
    CHECK_INT(kit_count(&s, "b"), 0);
    CHECK_INT(kit_move(&s, "b", 1, "0 pass"), SPK_OK);
    kit_clear(&s);
}

static bool files_mention(const stage *s, const char *word)
{
    static const char *const ends[] = {"", "-wal"};
    bool found = false;
    for (int i = 0; i < 2; i++) {
        char name[100];
        size_t n;
        snprintf(name, sizeof name, "%s%s", s->path, ends[i]);
        char *bytes = read_file(name, &n);
        found |= bytes && memmem(bytes, n, word, strlen(word)) != NULL;
        spk_free(bytes);
    }
    return found;
}

TEST(the_bytes_of_the_forgotten_are_gone)
{
    stage s;
    set_file(&s, true);
    kit_account(&s, "u1", "Giovannina");
    kit_make(&s, "a", 1);
    kit_join(&s, "a", (srv_seat){.seat = 0, .name = "Giovannina", .account = "u1"});
    for (int i = 1; i < 20; i++) {
        srv_chat chat = {.seat = 0, .text = "my telephone number is 555-1925"};
        kit_write(&s, (srv_change){.table = "a", .first_chat = i, .chats = &chat, .n_chats = 1});
    }
    srv_note note = {
        .kind = "alert", .key = "u1", .account = "u1", .text = "{\"to\":\"gio@home\"}"};
    kit_write(&s, (srv_change){.notes = &note, .n_notes = 1});
    CHECK(files_mention(&s, "Giovannina") && files_mention(&s, "555-1925"));
    CHECK(files_mention(&s, "gio@home"));
    CHECK_INT(kit_write(&s, (srv_change){.forget_account = "u1"}), SPK_OK);
    CHECK(!files_mention(&s, "Giovannina"));
    CHECK(!files_mention(&s, "giovannina"));
    CHECK(!files_mention(&s, "555-1925"));
    CHECK(!files_mention(&s, "gio@home"));
    kit_clear(&s);
}

TEST_MAIN()
