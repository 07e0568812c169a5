/* net_test.c: the parts of the network layer that need no socket, and two nets on one loop. What guests
 * see over real sockets is tried by the scripts beside this file. */
#include "test.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/str.h"
#include "hosts/server/http/files.h"
#include "hosts/server/net/inside.h"

/* -- Paths and queries ------------------------------------------------------------------------- */

static const char *decoded(const char *raw)
{
    static char room[200];
    return srv_path_decode(raw, strlen(raw), room) ? room : "refused";
}

TEST(paths_are_decoded_once_and_made_plain)
{
    CHECK_STR(decoded("/"), "/");
    CHECK_STR(decoded("//a///b/"), "/a/b/");
    CHECK_STR(decoded("/./a/./b/."), "/a/b/");
    CHECK_STR(decoded("/a%20b%C3%A9"), "/a b\xc3\xa9");
    CHECK_STR(decoded("/%2541"), "/%41");
    CHECK_STR(decoded("/...a/..b/c.."), "/...a/..b/c..");
}

TEST(paths_that_could_mean_two_things_are_refused)
{
    static const char *const bad[] = {"",        "a",    "/..",   "/a/..", "/%2e%2E",
                                      "/.%2e/a", "/%00", "/%2f",  "/%5c",  "/\\",
                                      "/%1f",    "/%7f", "/%",    "/%a",   "/%ag",
                                      "/%c0%af", "/%ff", "/\xff", "/a\tb", "/%ed%a0%80"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_STR(decoded(bad[i]), "refused");
}

TEST(queries_are_taken_apart)
{
    srv_pair pairs[4];
    char room[100];
    const char *raw = "a=1&b=x+y%3D&&c&=d";
    CHECK_INT(srv_query_decode(raw, strlen(raw), room, pairs, 4), 4);
    CHECK_STR(pairs[1].name, "b");
    CHECK_STR(pairs[1].value, "x y=");
    CHECK_STR(pairs[2].name, "c");
    CHECK_STR(pairs[2].value, "");
    CHECK_STR(pairs[3].name, "");
    CHECK_STR(pairs[3].value, "d");
    CHECK_INT(srv_query_decode(raw, strlen(raw), room, pairs, 3), -1);
    CHECK_INT(srv_query_decode("a=%00", 5, room, pairs, 4), -1);
    CHECK_INT(srv_query_decode("a=%", 3, room, pairs, 4), -1);
    CHECK_INT(srv_query_decode("%ff", 3, room, pairs, 4), -1);
    CHECK_INT(srv_query_decode("a=%0A", 5, room, pairs, 4), 1); /* a line end may be said */
}

/* The table of RFC 3629, against the plain definition, over all sequences of up to three bytes. */
static bool plain_utf8(const uint8_t *s, size_t n)
{
    for (size_t i = 0; i < n;) {
        uint32_t c = s[i];
        size_t len = c < 0x80 ? 1 : c >> 5 == 6 ? 2 : c >> 4 == 14 ? 3 : c >> 3 == 30 ? 4 : 0;
        static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
        if (!len || i + len > n)
            return false;
        c = len == 1 ? c : c & (0x7fu >> len);
        for (size_t k = 1; k < len; k++) {
            if (s[i + k] >> 6 != 2)
                return false;
            c = c << 6 | (s[i + k] & 0x3f);
        }
        if (c < least[len] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
            return false;
        i += len;
    }
    return true;
}

TEST(utf8_is_told_from_everything_else)
{
    for (uint32_t word = 0; word < 1u << 24; word += 1 + (word >> 8) % 3) {
        uint8_t s[12] = {(uint8_t)(word >> 16), (uint8_t)(word >> 8), (uint8_t)word};
        if (srv_utf8_is_valid(s, 3) != plain_utf8(s, 3))
            CHECK_INT(word, -1);
        s[3] = 0x80; /* and as the beginning of four */
        if (srv_utf8_is_valid(s, 4) != plain_utf8(s, 4))
            CHECK_INT(word, -2);
    }
    CHECK(srv_utf8_is_valid((const uint8_t *)"12345678 plain \xf0\x9f\x8e\xb2 and on and on", 33));
    CHECK(!srv_utf8_is_valid((const uint8_t *)"12345678\x80", 9));
}

/* -- Limits ------------------------------------------------------------------------------------ */

TEST(buckets_fill_with_time)
{
    srv_bucket b = {0};
    for (int i = 0; i < 10; i++)
        CHECK(srv_bucket_take(&b, 2, 10, 1, 5000));
    CHECK(!srv_bucket_take(&b, 2, 10, 1, 5000));
    CHECK(!srv_bucket_take(&b, 2, 10, 1, 5400));
    CHECK(srv_bucket_take(&b, 2, 10, 1, 5600));
    CHECK(!srv_bucket_take(&b, 2, 10, 1, 5700));
    for (int i = 0; i < 10; i++)
        CHECK(srv_bucket_take(&b, 2, 10, 1, 900000));
    CHECK(!srv_bucket_take(&b, 2, 10, 1, 900000));
    CHECK(srv_bucket_take(&b, 0, 10, 1, 900000)); /* no limit */
}

static bool in_range(const char *range, const char *address)
{
    srv_range r;
    srv_ip ip;
    CHECK(srv_range_parse(range, &r) && srv_ip_parse(address, &ip));
    return srv_range_has(&r, &ip);
}

TEST(ranges_of_addresses)
{
    CHECK(in_range("10.0.0.0/8", "10.255.1.2") && !in_range("10.0.0.0/8", "11.0.0.0"));
    CHECK(in_range("192.0.2.128/25", "192.0.2.255") && !in_range("192.0.2.128/25", "192.0.2.1"));
    CHECK(in_range("0.0.0.0/0", "1.2.3.4") && !in_range("0.0.0.0/0", "2001:db8::1"));
    CHECK(in_range("2001:db8::/33", "2001:db8:7fff::1") &&
          !in_range("2001:db8::/33", "2001:db8:8000::1"));
    CHECK(in_range("::1", "::1") && !in_range("::1", "::2") &&
          in_range("127.0.0.1", "::ffff:127.0.0.1"));
    static const char *const bad[] = {"",  "10.0.0.0/33", "10.0.0.0/", "10.0.0/8",
                                      "x", "::/129",      "1.2.3.4/-1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        srv_range r;
        CHECK(!srv_range_parse(bad[i], &r));
    }
}

TEST(guests_are_remembered_and_forgotten)
{
    srv_callers g;
    srv_callers_init(&g);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 3000; i++) {
            srv_ip ip = {.bytes = {0x20, 1, (uint8_t)(i >> 8), (uint8_t)i, [15] = (uint8_t)round}};
            srv_caller *guest = srv_caller_of(&g, &ip); /* of one /64: the same guest */
            guest->n_connections += i % 3 == 0;
            CHECK_INT(guest->n_connections, i % 3 == 0 ? round + 1 : 0);
        }
        CHECK_INT(g.n, 3000);
    }
    srv_ip four;
    CHECK(srv_ip_parse("192.0.2.1", &four));
    srv_caller *guest = srv_caller_of(&g, &four);
    guest->requests.at_ms = 1000000;
    srv_callers_sweep(&g, 1000001);
    CHECK_INT(g.n, 1001); /* those who are here, and the one who just asked */
    srv_callers_sweep(&g, 2000000);
    CHECK_INT(g.n, 1000);
    srv_callers_release(&g);
}

TEST(kinds_of_files)
{
    CHECK_STR(srv_mime_type("a/b.WASM"), "application/wasm");
    CHECK_STR(srv_mime_type("x.tar.mjs"), "text/javascript; charset=utf-8");
    CHECK_STR(srv_mime_type("a.css/b"), "application/octet-stream");
    CHECK_STR(srv_mime_type(""), "application/octet-stream");
}

TEST(limits_have_names_and_defaults)
{
    srv_net_config config = srv_net_defaults();
    CHECK(srv_n_limits > 20);
    for (int i = 0; i < srv_n_limits; i++) {
        const char *field = (const char *)&config.limits + srv_limit_list[i].offset;
        uint32_t value;
        memcpy(&value, field, sizeof value);
        CHECK_INT(value, srv_limit_list[i].value);
        CHECK(srv_limit_list[i].words[0]);
    }
}

/* -- Two nets on one loop ---------------------------------------------------------------------- */

typedef struct room {
    srv_net *net;
    const char *name;
    bool drained;
} room;

static void on_request(void *ctx, const srv_request *r)
{
    room *its = ctx;
    srv_net_reply_text(its->net, r->ask, 200, its->name);
}

static void on_drained(void *ctx)
{
    room *its = ctx;
    its->drained = true;
    srv_net_free(its->net);
}

static void open_room(room *its, uv_loop_t *loop, const char *name)
{
    static const srv_net_handlers handlers = {.request = on_request, .drained = on_drained};
    srv_net_config config = srv_net_defaults();
    its->name = name;
    its->drained = false;
    its->net = srv_net_new(loop, &config, &handlers, its, NULL);
    CHECK(its->net && srv_net_listen(its->net, "127.0.0.1:0", NULL) == SPK_OK);
    CHECK(srv_net_limits(its->net)->connections >= 64);
}

/* One request, while the loop turns under our hands. */
static void visit(uv_loop_t *loop, const room *its)
{
    static const char ask[] = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    char reply[4096] = "";
    size_t n = 0;
    struct sockaddr_in where = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    where.sin_port = htons((uint16_t)atoi(strrchr(srv_net_address(its->net, 0), ':') + 1));
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    CHECK_INT(connect(fd, (struct sockaddr *)&where, sizeof where), 0);
    CHECK_INT(write(fd, ask, sizeof ask - 1), sizeof ask - 1);
    for (int turns = 0; turns < 10000 && !strstr(reply, its->name); turns++) {
        uv_run(loop, UV_RUN_NOWAIT);
        ssize_t got = recv(fd, reply + n, sizeof reply - 1 - n, MSG_DONTWAIT);
        n += got > 0 ? (size_t)got : 0;
        if (got < 0)
            usleep(100);
    }
    CHECK(strstr(reply, its->name) != NULL);
    close(fd);
}

TEST(two_nets_on_one_loop)
{
    uv_loop_t loop;
    room a, b;
    uv_loop_init(&loop);
    open_room(&a, &loop, "the bar");
    open_room(&b, &loop, "the back room");
    CHECK(srv_net_listen(b.net, srv_net_address(a.net, 0) + 7, NULL) == SPK_EIO); /* taken */
    visit(&loop, &a);
    visit(&loop, &b);
    srv_net_drain(a.net, NULL, 1000);
    for (int turns = 0; turns < 10000 && !a.drained; turns++)
        uv_run(&loop, UV_RUN_ONCE);
    CHECK(a.drained && !b.drained);
    visit(&loop, &b);
    srv_net_drain(b.net, NULL, 0);
    uv_run(&loop, UV_RUN_DEFAULT);
    CHECK(b.drained);
    CHECK_INT(uv_loop_close(&loop), 0);
}

TEST_MAIN()
