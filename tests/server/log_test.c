/* log_test.c: what the operator reads, and what not. */
#include "test.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "hosts/server/ops/log.h"

static char path[64], text[1 << 16];
static int64_t now_ms;

static int64_t tell(void *context __attribute__((unused))) { return now_ms; }

static srv_log *open_log(srv_level level, srv_address_style addresses)
{
    spk_why why = {0};
    snprintf(path, sizeof path, "/tmp/spk_log_XXXXXX");
    close(mkstemp(path));
    now_ms = 1925000000123;
    srv_log *log = srv_log_new(
        &(srv_log_options){.path = path, .level = level, .addresses = addresses, .now = tell},
        &why);
    CHECK(log != NULL);
    return log;
}

static const char *lines(void)
{
    FILE *in = fopen(path, "r");
    CHECK(in != NULL);
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    return text;
}

static int count(const char *word)
{
    int n = 0;
    for (const char *p = lines(); (p = strstr(p, word)) != NULL; p++)
        n++;
    return n;
}

static void close_log(srv_log *log)
{
    srv_log_free(log);
    unlink(path);
}

TEST(one_event_is_one_line)
{
    srv_log *log = open_log(SRV_INFO, SRV_ADDRESS_SHORT);
    srv_log_event(log, SRV_EVENT_TABLE_MADE, SRV_KEY("table", "k7Rq0ZbT1xYv"),
                  SRV_NUM("players", 2), SRV_KEY("none", NULL), SRV_PEER("from", "192.0.2.77"));
    srv_log_plain(log, SRV_EVENT_DRAIN);
    CHECK_STR(lines(), "2031-01-01T02:13:20.123Z info  table.made table=k7Rq0ZbT1xYv players=2 "
                       "from=192.0.2.x\n"
                       "2031-01-01T02:13:20.123Z info  house.drain\n");
    close_log(log);
}

TEST(nothing_breaks_a_line)
{
    srv_log *log = open_log(SRV_INFO, SRV_ADDRESS_SHORT);
    srv_log_event(log, SRV_EVENT_TROUBLE, SRV_KEY("why", "a\nb \"c\" \\ \x1b[2J \xc3\xa9"),
                  SRV_KEY("empty", ""), SRV_KEY("pair", "a=b"));
    CHECK_STR(lines() + 25,
              "error house.trouble why=\"a\\x0ab \\\"c\\\" \\\\ \\x1b[2J \\xc3\\xa9\" "
              "empty=\"\" pair=\"a=b\"\n");
    close_log(log);
}

TEST(long_values_are_cut)
{
    static char long_one[5000];
    memset(long_one, 'x', sizeof long_one - 1);
    srv_log *log = open_log(SRV_INFO, SRV_ADDRESS_SHORT);
    srv_log_event(log, SRV_EVENT_TROUBLE, SRV_KEY("why", long_one));
    CHECK(strlen(lines()) < 500);
    CHECK(strstr(lines(), "x...\"\n") != NULL);
    close_log(log);
}

TEST(levels_decide_what_is_written)
{
    srv_log *log = open_log(SRV_WARN, SRV_ADDRESS_SHORT);
    srv_log_plain(log, SRV_EVENT_DRAIN);
    CHECK(!srv_log_wants(log, SRV_EVENT_DRAIN) && srv_log_wants(log, SRV_EVENT_TROUBLE));
    CHECK(!srv_log_wants(NULL, SRV_EVENT_TROUBLE));
    srv_log_plain(NULL, SRV_EVENT_TROUBLE);
    CHECK_STR(lines(), "");
    close_log(log);
}

TEST(addresses_are_shortened)
{
    char room[64];
    CHECK_STR(srv_log_address(SRV_ADDRESS_SHORT, "203.0.113.9", room), "203.0.113.x");
    CHECK_STR(srv_log_address(SRV_ADDRESS_SHORT, "2001:db8:1:2:3:4:5:6", room), "2001:db8:1::x");
    CHECK_STR(srv_log_address(SRV_ADDRESS_SHORT, "::ffff:203.0.113.9", room), "203.0.113.x");
    CHECK_STR(srv_log_address(SRV_ADDRESS_FULL, "203.0.113.9", room), "203.0.113.9");
    CHECK_STR(srv_log_address(SRV_ADDRESS_NONE, "203.0.113.9", room), "-");
    CHECK_STR(srv_log_address(SRV_ADDRESS_FULL, "evil\nline", room), "-");
    srv_log *log = open_log(SRV_INFO, SRV_ADDRESS_NONE);
    srv_log_event(log, SRV_EVENT_DRAIN, SRV_PEER("from", "203.0.113.9"));
    CHECK(strstr(lines(), "from") == NULL);
    close_log(log);
}

TEST(repeats_are_counted_instead_of_written)
{
    uint64_t written, lost;
    srv_log *log = open_log(SRV_INFO, SRV_ADDRESS_SHORT);
    for (int i = 0; i < 200; i++)
        srv_log_plain(log, SRV_EVENT_LOGIN_FAILED);
    CHECK_INT(count("account.refused"), SRV_LOG_BURST);
    srv_log_plain(log, SRV_EVENT_DRAIN); /* another kind is not held back */
    CHECK_INT(count("house.drain"), 1);
    now_ms += SRV_LOG_SPAN_MS;
    srv_log_plain(log, SRV_EVENT_DRAIN); /* whoever comes next tells */
    CHECK_INT(count("warn  log.repeated event=account.refused times=150\n"), 1);
    srv_log_counts(log, &written, &lost);
    CHECK_INT(written, SRV_LOG_BURST + 3);
    CHECK_INT(lost, 150);
    close_log(log);
}

TEST(what_was_left_out_is_said_at_the_end)
{
    srv_log *log = open_log(SRV_INFO, SRV_ADDRESS_SHORT);
    for (int i = 0; i < SRV_LOG_BURST + 2; i++)
        srv_log_plain(log, SRV_EVENT_DRAIN);
    srv_log_free(log);
    CHECK_INT(count("log.repeated event=house.drain times=2\n"), 1);
    unlink(path);
}

TEST(a_moved_file_is_opened_again)
{
    char moved[80];
    spk_why why = {0};
    srv_log *log = open_log(SRV_INFO, SRV_ADDRESS_SHORT);
    snprintf(moved, sizeof moved, "%s.1", path);
    srv_log_plain(log, SRV_EVENT_START);
    CHECK_INT(rename(path, moved), 0);
    srv_log_plain(log, SRV_EVENT_LISTEN);
    CHECK_INT(srv_log_reopen(log, &why), SPK_OK);
    srv_log_plain(log, SRV_EVENT_READY);
    CHECK_INT(count("house."), 1);
    unlink(moved);
    close_log(log);
}

TEST(a_full_disk_loses_lines_and_no_more)
{
    uint64_t written, lost;
    spk_why why = {0};
    srv_log *log = srv_log_new(&(srv_log_options){.path = "/dev/full", .level = SRV_INFO}, &why);
    CHECK(log != NULL);
    srv_log_plain(log, SRV_EVENT_START);
    srv_log_counts(log, &written, &lost);
    CHECK(written == 0 && lost == 1);
    srv_log_free(log);
    CHECK(srv_log_new(&(srv_log_options){.path = "/nowhere/at/all"}, &why) == NULL);
    CHECK(strstr(why.text, "No such file") != NULL);
}

/* Files may have no byte; then as many as they like. */
TEST(when_there_is_room_again_it_says_what_was_lost)
{
    struct rlimit old, none;
    CHECK_INT(getrlimit(RLIMIT_FSIZE, &old), 0);
    none = (struct rlimit){.rlim_cur = 0, .rlim_max = old.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    srv_log *log = open_log(SRV_INFO, SRV_ADDRESS_SHORT);
    CHECK_INT(setrlimit(RLIMIT_FSIZE, &none), 0);
    srv_log_plain(log, SRV_EVENT_START);
    srv_log_plain(log, SRV_EVENT_START);
    CHECK_INT(setrlimit(RLIMIT_FSIZE, &old), 0);
    srv_log_plain(log, SRV_EVENT_STOP);
    CHECK_INT(count("error log.lost lines=2\n"), 1);
    CHECK_INT(count("house.stop"), 1);
    CHECK_INT(count("house.start"), 0);
    close_log(log);
}

TEST_MAIN()
