/* config_test.c: settings, whoever says them. */
#include "test.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/ops/config.h"
#include "hosts/server/store/store.h"

static srv_config config;
static spk_why why;
/* An environment: nobody writes to it. */
#define VARIABLES(...) ((char *const *)(const char *const[]){__VA_ARGS__, NULL})
#define HOME           VARIABLES("HOME=/home/ann")

static void open_config(void)
{
    why = (spk_why){0};
    srv_config_init(&config);
}

static spk_err read_text(const char *text)
{
    why = (spk_why){0};
    return srv_config_read_text(&config, text, strlen(text), &why);
}

static spk_err finish(void)
{
    why = (spk_why){0};
    return srv_config_finish(&config, HOME, &why);
}

static void has_words(const char *words)
{
    if (!strstr(why.text, words))
        print_error("'%s' is not in '%s'\n", words, why.text);
    CHECK(strstr(why.text, words) != NULL);
}

/* The file is refused at that line with these words, and nothing of it was taken. */
static void refuses(const char *text, int line, const char *words)
{
    open_config();
    CHECK(read_text(text) != SPK_OK);
    CHECK_INT(why.line, line);
    has_words(words);
    CHECK_STR(config.listen[0], "127.0.0.1:1925");
    CHECK_INT(config.limits.connections, 20000);
    srv_config_release(&config);
}

/* The file can be read, but does not fit together. */
static void misfits(const char *text, const char *words)
{
    open_config();
    CHECK_INT(read_text(text), SPK_OK);
    CHECK(finish() != SPK_OK);
    has_words(words);
    srv_config_release(&config);
}

TEST(defaults_are_loopback_and_the_users_own_folder)
{
    open_config();
    CHECK_INT(finish(), SPK_OK);
    CHECK_STR(config.listen[0], "127.0.0.1:1925");
    CHECK(config.listen[1] == NULL);
    CHECK_STR(config.data, "/home/ann/.local/share/speakeasy");
    CHECK_INT(config.durability, SRV_FULL);
    CHECK_STR(config.public_url, "");
    CHECK_STR(config.tls[0], "");
    CHECK_INT(config.limits.connections, 20000);
    CHECK_INT(config.house.logins_per_minute, 10);
    srv_config_release(&config);
}

TEST(xdg_data_home_wins_over_home)
{
    char *const *xdg = VARIABLES("XDG_DATA_HOME=/srv/xdg", "HOME=/home/ann");
    char *const *none = VARIABLES("PATH=/bin");
    open_config();
    CHECK_INT(srv_config_finish(&config, xdg, &why), SPK_OK);
    CHECK_STR(config.data, "/srv/xdg/speakeasy");
    srv_config_release(&config);
    open_config();
    CHECK(srv_config_finish(&config, none, &why) != SPK_OK);
    has_words("home directory");
    srv_config_release(&config);
}

TEST(a_file_says_options_with_comments_quotes_and_lists)
{
    open_config();
    CHECK_INT(read_text("# the house\n"
                        "listen = *:80 [::1]:1925   # two doors\r\n"
                        "  data=\"/srv/my games\"\n"
                        "tls = \"/etc/a cert.pem\" /etc/key.pem\n"
                        "\n"
                        "log_level = debug\n"
                        "public-url = https://play.example/\n"
                        "max-tables = 7\n"
                        "metrics = none\n"
                        "connections = 500\n"
                        "limit = idle_ms=5 tables_per_hour=0"),
              SPK_OK);
    CHECK_INT(finish(), SPK_OK);
    CHECK_STR(config.listen[0], "*:80");
    CHECK_STR(config.listen[1], "[::1]:1925");
    CHECK(config.listen[2] == NULL);
    CHECK_STR(config.data, "/srv/my games");
    CHECK_STR(config.tls[0], "/etc/a cert.pem");
    CHECK_STR(config.tls[1], "/etc/key.pem");
    CHECK_INT(config.log_level, 3);
    CHECK_STR(config.public_url, "https://play.example");
    CHECK_INT(config.max_tables, 7);
    CHECK_INT(config.limits.connections, 500);
    CHECK_INT(config.limits.idle_ms, 5);
    CHECK_INT(config.house.tables_per_hour, 0);
    CHECK(!srv_config_allows_metrics(&config, "127.0.0.1", false));
    srv_config_release(&config);
}

TEST(files_are_refused_with_line_and_reason_and_as_a_whole)
{
    refuses("connections = 5\nlisten = *:1\nlissten = *:80\n", 3, "did you mean 'listen'");
    refuses("connections = 5\ndurability = safe\n", 2, "durability takes normal|full, not 'safe'");
    refuses("\n\nmax-tables = many\n", 3, "from 1 to 10000000, not 'many'");
    refuses("max-tables = 0\n", 1, "max-tables");
    refuses("max-tables =\n", 1, "takes one value");
    refuses("data = a b\n", 1, "takes one value");
    refuses("tls = cert.pem\n", 1, "two words: CERT KEY");
    refuses("data = \"/srv\n", 1, "quote");
    refuses("listen\n", 1, "option = value");
    refuses("connections = -1\n", 1, "not '-1'");
    refuses("connections = 4294967296\n", 1, "to 4294967295");
    refuses("idle_ms = 0\n", 1, "from 1 to");
    refuses("limit = conections=5\n", 1, "no limit 'conections'; did you mean 'connections'");
    refuses("limit = connections\n", 1, "NAME=VALUE");
    refuses("data = a\001b\n", 0, "not a text file");
}

TEST(what_does_not_fit_together_is_refused)
{
    misfits("public-url = play.example\n", "http:// or https://");
    misfits("public-url = https://play.example/games\n", "without a path");
    misfits("origin = ftp://a.b\n", "origin takes http://");
    misfits("proxy = proxy.example\n", "proxy takes an address");
    misfits("metrics = 10.0.0.0/33\n", "metrics takes an address");
    misfits("bot-budget = 100it\n", "a time like 300ms");
    misfits("bot-budget = soon\n", "not 'soon'");
    misfits("listen =\n", "at least one");
}

TEST(the_environment_says_the_same)
{
    char *const *environment = VARIABLES(
        "HOME=/root", "SPEAKEASY_LISTEN=*:80 *:81", "SPEAKEASY_PUBLIC_URL=http://a.example",
        "SPEAKEASY_LIMIT=connections=3", "SPEAKEASY_CONFIG=/etc/s.conf");
    char *const *bad = VARIABLES("SPEAKEASY_DURABILITY=no"), *const *odd =
                                                                 VARIABLES("SPEAKEASY_LISTN=1");
    open_config();
    CHECK_STR(srv_config_file_of(environment), "/etc/s.conf");
    CHECK(srv_config_file_of(HOME) == NULL);
    CHECK_INT(read_text("listen = 1.2.3.4:5\nmax-tables = 9\nbody_bytes = 4\n"), SPK_OK);
    CHECK_INT(srv_config_read_environment(&config, environment, &why), SPK_OK);
    CHECK_STR(config.listen[0], "*:80"); /* wins over the file ... */
    CHECK_STR(config.listen[1], "*:81");
    CHECK_INT(config.max_tables, 9); /* ... which stays where it is silent */
    CHECK_INT(config.limits.connections, 3);
    CHECK_INT(config.limits.body_bytes, 4);
    CHECK_INT(srv_config_set(&config, "listen", (const char *[]){"[::]:7"}, 1, &why), SPK_OK);
    CHECK_STR(config.listen[0], "[::]:7");
    CHECK(config.listen[1] == NULL);
    CHECK(srv_config_read_environment(&config, bad, &why) != SPK_OK);
    has_words("SPEAKEASY_DURABILITY: durability takes normal|full");
    CHECK(srv_config_read_environment(&config, odd, &why) != SPK_OK);
    has_words("SPEAKEASY_LISTN: there is no setting");
    srv_config_release(&config);
}

/* What is printed is a config file that says the same, whatever was set. */
TEST(print_and_read_give_the_same_settings)
{
    spk_buf first = {0}, again = {0};
    open_config();
    CHECK_INT(read_text("listen = *:80 [::]:81\ndata = \"/a b#\\\"c\"\ntls = \"x y\" z\n"
                        "durability = normal\norigin = http://a http://b:9\nlog-addresses = full\n"
                        "ping_ms = 77\nchats_per_minute = 3\nproxy = 10.0.0.0/8\n"),
              SPK_OK);
    srv_config_print(&config, &first);
    srv_config_release(&config);
    open_config();
    CHECK_INT(read_text(spk_buf_text(&first)), SPK_OK);
    CHECK_STR(config.data, "/a b#\"c");
    CHECK_INT(config.limits.ping_ms, 77);
    srv_config_print(&config, &again);
    CHECK_STR(spk_buf_text(&first), spk_buf_text(&again));
    srv_config_release(&config);
    spk_buf_release(&first);
    spk_buf_release(&again);
}

TEST(who_may_read_the_metrics)
{
    open_config();
    CHECK(srv_config_allows_metrics(&config, "127.0.0.1", false));
    CHECK(srv_config_allows_metrics(&config, "::1", false));
    CHECK(!srv_config_allows_metrics(&config, "192.0.2.7", false));
    CHECK(!srv_config_allows_metrics(&config, "nobody", false));
    CHECK(!srv_config_allows_metrics(&config, "127.0.0.1", true));
    CHECK_INT(read_text("metrics = 192.0.2.0/24"), SPK_OK);
    CHECK(srv_config_allows_metrics(&config, "192.0.2.7", false));
    CHECK(!srv_config_allows_metrics(&config, "127.0.0.1", false));
    srv_config_release(&config);
}

TEST(the_net_hears_its_part)
{
    srv_net_config net = srv_net_defaults();
    srv_net_lists room;
    open_config();
    srv_config_to_net(&config, &net, &room);
    CHECK(net.tls_cert == NULL && net.origins[0] == NULL && net.proxies[0] == NULL);
    CHECK_INT(read_text("public-url = https://a.example\norigin = http://b\nproxy = ::1\n"
                        "tls = c k\nconnections = 9\n"),
              SPK_OK);
    srv_config_to_net(&config, &net, &room);
    CHECK_STR(net.origins[0], "https://a.example");
    CHECK_STR(net.origins[1], "http://b");
    CHECK(net.origins[2] == NULL);
    CHECK_STR(net.proxies[0], "::1");
    CHECK_STR(net.tls_key, "k");
    CHECK_INT(net.limits.connections, 9);
    srv_config_release(&config);
}

TEST(the_bus_hears_its_part)
{
    static const char *const good[] = {"nats://a", "tls://a:4222,nats://u:p@b:1"},
                             *const bad[] = {"",          "a:4222",     "http://a",  "nats://",
                                             "nats://a,", "nats://a,b", "nats://a b"};
    srv_bus_options bus = {0};
    open_config();
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        CHECK(srv_bus_is_url(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK(!srv_bus_is_url(bad[i]));
    srv_config_to_bus(&config, &bus);
    CHECK(!bus.url && !bus.credentials && !bus.ca && !bus.cert && !bus.key);
    CHECK_INT(srv_config_check_bus(&config, &why), SPK_OK); /* none is fine */
    CHECK_INT(read_text("bus = nats://a\nbus-ca = ca.pem\nbus-tls = c k\nbus-credentials = x"),
              SPK_OK);
    srv_config_to_bus(&config, &bus);
    CHECK_STR(bus.url, "nats://a");
    CHECK_STR(bus.credentials, "x");
    CHECK_STR(bus.ca, "ca.pem");
    CHECK_STR(bus.cert, "c");
    CHECK_STR(bus.key, "k");
    CHECK_INT(read_text("bus = a:secret@b"), SPK_OK);
    CHECK(srv_config_check_bus(&config, &why) != SPK_OK);
    CHECK(!strstr(why.text, "secret"));
    srv_config_release(&config);
}

TEST(the_data_folder_is_made_for_its_owner_alone)
{
    char dir[] = "/tmp/spk_config_XXXXXX", deep[64], middle[64];
    spk_buf path = {0};
    struct stat about;
    CHECK(mkdtemp(dir) != NULL);
    snprintf(deep, sizeof deep, "%s/a/b", dir);
    snprintf(middle, sizeof middle, "%s/a", dir);
    open_config();
    config.data = deep;
    CHECK(srv_config_store_path(&config, false, &path, &why) != SPK_OK);
    has_words("is not a directory");
    CHECK_INT(srv_config_store_path(&config, true, &path, &why), SPK_OK);
    CHECK(strstr(spk_buf_text(&path), "/a/b/speakeasy.db") != NULL);
    CHECK_INT(stat(deep, &about), 0);
    CHECK_INT(about.st_mode & 0777, 0700);
    spk_buf_clear(&path);
    CHECK_INT(srv_config_store_path(&config, true, &path, &why), SPK_OK); /* it is there already */
    config.data = "memory";
    spk_buf_clear(&path);
    CHECK_INT(srv_config_store_path(&config, true, &path, &why), SPK_OK);
    CHECK_INT(path.n, 0);
    spk_buf_release(&path);
    srv_config_release(&config);
    CHECK(rmdir(deep) == 0 && rmdir(middle) == 0 && rmdir(dir) == 0);
}

TEST(every_setting_has_words_and_a_name_of_its_own)
{
    for (int i = 0; i < srv_n_settings; i++) {
        CHECK(strlen(srv_settings[i].words) > 10);
        for (int k = 0; k < i; k++)
            CHECK(!spk_str_eq(srv_settings[i].option, srv_settings[k].option));
        for (int k = 0; k < srv_n_limits; k++)
            CHECK(!spk_str_eq(srv_settings[i].field, srv_limit_list[k].name));
    }
}

TEST_MAIN()
