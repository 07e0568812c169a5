/* bus_nats_trouble_test.c: what can be wrong with a NATS server, and what can go wrong with it: wrong settings get one line
 * each, a server that restarts costs what was under way and is a gap, and closing is safe at any moment. */
#define KIT_NATS
#include "bus_kit.h"

#include <signal.h>
#include <unistd.h>

static const char *in_folder(const char *name)
{
    static char path[4][200];
    static int next;
    char *room = path[next++ % 4];
    snprintf(room, sizeof path[0], "%s/%s", getenv("SPK_TEST_NATS_DIR"), name);
    return room;
}

static const char *url(const char *before, const char *variable)
{
    static char text[2][200];
    static int next;
    char *room = text[next++ % 2];
    snprintf(room, sizeof text[0], "%s%s", before, getenv(variable));
    return room;
}

/* -- Refused ------------------------------------------------------------------------------------------- */

static void check_refused(srv_bus_options o, const char *words)
{
    spk_why why = {0};
    o.clock = host_clock_real;
    srv_bus *bus = srv_bus_open(&o, &why);
    if (bus || !strstr(why.text, words) || strchr(why.text, '\n') || strstr(why.text, "secret"))
        fail_msg("'%s' instead of '%s'", why.text, words);
}

TEST(wrong_settings_get_one_clear_line)
{
    check_refused((srv_bus_options){.url = url("nats://speakeasy:secret@", "SPK_TEST_NATS")},
                  "Authorization Violation");
    check_refused((srv_bus_options){.url = url("nats://", "SPK_TEST_NATS")},
                  "Authorization Violation");
    check_refused((srv_bus_options){.url = url("nats://", "SPK_TEST_NATS"),
                                    .user = "speakeasy",
                                    .password = "secret"},
                  "Authorization Violation");
    check_refused((srv_bus_options){.url = "nats://a:secret@127.0.0.1:1"},
                  "The bus nats://127.0.0.1:1 cannot be used: ");
    check_refused((srv_bus_options){.url = "nats://no-such-host.invalid"}, "no-such-host.invalid");
    check_refused((srv_bus_options){.url = "nats://127.0.0.1:seven"}, "cannot be used: ");
    check_refused((srv_bus_options){.url = ","}, "cannot be used: ");
    check_refused(
        (srv_bus_options){.url = url("nats://", "SPK_TEST_NATS"), .credentials = "/nowhere/at.all"},
        "cannot be used: ");
    check_refused(
        (srv_bus_options){.url = url("tls://", "SPK_TEST_NATS_TLS"), .ca = "/nowhere/at.all"},
        "cannot be used: ");
}

TEST(only_a_server_that_is_trusted_is_talked_to)
{
    char by_number[100];
    const char *at = getenv("SPK_TEST_NATS_TLS");
    srv_bus_options good = {.url = url("tls://", "SPK_TEST_NATS_TLS"),
                            .ca = in_folder("ca.pem"),
                            .cert = in_folder("client.pem"),
                            .key = in_folder("client.key"),
                            .clock = host_clock_real};
    srv_bus_options bad = good;
    spk_why why = {0};
    srv_bus *bus = srv_bus_open(&good, &why);
    if (!bus)
        fail_msg("%s", why.text);
    CHECK_INT(srv_bus_health(bus, NULL), SPK_OK);
    srv_bus_close(bus);
    bad.ca = in_folder("other_ca.pem");
    check_refused(bad, "unable to get local issuer certificate");
    bad.ca = NULL; /* the system's */
    check_refused(bad, "unable to get local issuer certificate");
    bad = good;
    bad.cert = bad.key = NULL; /* the server wants one */
    check_refused(bad, "cannot be used: ");
    bad = good;
    snprintf(by_number, sizeof by_number, "tls://127.0.0.1%s", strchr(at, ':'));
    bad.url = by_number; /* its certificate says localhost */
    check_refused(bad, "cannot be used: ");
    bad.url = url("tls://", "SPK_TEST_NATS"); /* one that speaks no TLS */
    check_refused(bad, "cannot be used: ");
}

TEST(a_user_may_do_what_the_server_says)
{
    spk_why why = {0};
    ear e = {0};
    buses b;
    open_buses(&b, kit_url());
    hear(&b, 1, ">", NULL, &e);
    srv_bus *narrow = srv_bus_open(&(srv_bus_options){.url = url("nats://", "SPK_TEST_NATS"),
                                                      .user = "narrow",
                                                      .password = "right",
                                                      .clock = host_clock_real},
                                   &why);
    if (!narrow)
        fail_msg("%s", why.text);
    e = (ear){0};
    CHECK_INT(srv_bus_publish(narrow, "open.x", "1", 1), SPK_OK);
    settle(&b, &e.n, 1);
    CHECK_INT(srv_bus_health(narrow, NULL), SPK_OK);
    CHECK_INT(srv_bus_publish(narrow, "secret", "1", 1), SPK_OK); /* the answer comes later */
    for (int i = 0; i < 5000 && srv_bus_health(narrow, &why) == SPK_OK; i++)
        pause_and_poll(&b);
    CHECK_INT(srv_bus_health(narrow, &why), SPK_EREFUSED);
    CHECK(strstr(why.text, "NATS: ") == why.text);
    CHECK_INT(e.n, 1);
    srv_bus_close(narrow);
    close_buses(&b);
}

/* -- The server restarts ------------------------------------------------------------------------------------ */

static void kill_server(void)
{
    int pid = 0;
    FILE *file = fopen(in_folder("plain.pid"), "r");
    CHECK(file != NULL && fscanf(file, "%d", &pid) == 1 && pid > 1);
    fclose(file);
    kill(pid, SIGKILL);
}

static void restart_server(bool watched)
{
    buses b;
    ear e = {0};
    reply r = {0};
    open_buses_as(&b, kit_url(), watched);
    hear(&b, 1, "x", NULL, &e);
    for (int round = 1; round <= 3; round++) {
        b.n_gaps = 0;
        kill_server();
        for (int i = 0; i < 20000 && b.n_gaps < 2; i++) {
            if (i % 10 == 0) /* what is published meanwhile may arrive, late or never */
                srv_bus_publish(b.bus[0], "x", "?", 1);
            pause_and_poll(&b);
        }
        CHECK_INT(b.n_gaps, 2); /* each has noticed, once */
        CHECK_INT(srv_bus_health(b.bus[0], NULL), SPK_OK);
        meet(&b); /* whoever listened before listens again */
        int n = e.n;
        say(&b, 0, "x", "after");
        for (int i = 0; i < 20000 && e.n == n; i++)
            pause_and_poll(&b);
        CHECK(e.n > n);
        r = (reply){0};
        CHECK_INT(srv_bus_request(b.bus[0], "nobody", "", 0, 20000, on_answer, &r), SPK_OK);
        settle(&b, &r.n, 1);
        CHECK_INT(r.err, SPK_EUNKNOWN);
    }
    close_buses(&b);
}

TEST(a_server_that_restarts_is_a_gap)
{
    restart_server(false);
    restart_server(true);
}

static void lose_connection(bool watched)
{
    buses b;
    reply r = {0};
    spk_why why = {0};
    open_buses_as(&b, kit_url(), watched);
    bool was_down = false;
    for (int round = 0; round < 20 && !was_down; round++) {
        kill_server();
        for (int i = 0; i < 200 && !was_down; i++) {
            was_down = srv_bus_health(b.bus[0], &why) == SPK_EIO;
            pause_and_poll(&b);
        }
    }
    CHECK(was_down);
    CHECK_STR(why.text, "There is no connection to NATS.");
    spk_err err = srv_bus_request(b.bus[0], "x", "", 0, 60000, on_answer, &r);
    CHECK(err == SPK_OK || (watched && err == SPK_EIO));
    close_buses(&b);
    CHECK_INT(r.n, err == SPK_OK);
    CHECK_INT(r.err, err == SPK_OK ? SPK_EBUSY : SPK_OK);
}

TEST(a_lost_connection_shows_in_health_and_can_be_closed)
{
    lose_connection(false);
    lose_connection(true);
}

/* -- Closing ---------------------------------------------------------------------------------------------------- */

/* Messages rain down on a bus that comes and goes; its handlers must not run after it. */
static void close_in_the_rain(bool watched)
{
    buses b;
    open_buses_as(&b, kit_url(), watched);
    for (int round = 0; round < 30; round++) {
        ear e = {0}, other = {0};
        srv_bus *bus = srv_bus_open(
            &(srv_bus_options){.url = kit_url(), .watched = watched, .clock = host_clock_real},
            NULL);
        CHECK(bus != NULL);
        CHECK(srv_bus_subscribe(bus, "rain", NULL, on_ear, &e, NULL) != 0);
        int id = srv_bus_subscribe(bus, "rain", NULL, on_ear, &other, NULL);
        for (int i = 0; i < 200; i++) {
            say(&b, 0, "rain", "x");
            if (i == 100)
                srv_bus_unsubscribe(bus, id);
            turn(&b, bus);
            turn(&b, b.bus[0]);
        }
        srv_bus_close(bus);
    }
    close_buses(&b);
}

TEST(a_bus_can_be_closed_while_messages_arrive)
{
    close_in_the_rain(false);
    close_in_the_rain(true);
}

/* Not a test of speed; it says how fast it was. */
static void time_requests(bool watched)
{
    enum { N = 300 };
    buses b;
    open_buses_as(&b, kit_url(), watched);
    mouth m = {b.bus[1], "yes"};
    reply r = {0};
    CHECK(srv_bus_subscribe(b.bus[1], "ask", NULL, on_mouth, &m, NULL) != 0);
    meet(&b);
    double start_ms = host_now_ms();
    for (int i = 0; i < N; i++) {
        CHECK_INT(srv_bus_request(b.bus[0], "ask", "q", 1, 20000, on_answer, &r), SPK_OK);
        while (r.n == i) {
            turn(&b, b.bus[0]);
            turn(&b, b.bus[1]);
        }
    }
    CHECK_INT(r.err, SPK_OK);
    print_message("# %.0f us a request%s\n", 1000 * (host_now_ms() - start_ms) / N,
                  watched ? ", watched" : "");
    close_buses(&b);
}

TEST(a_request_is_sent_at_once)
{
    time_requests(false);
    time_requests(true);
}

TEST_MAIN()
