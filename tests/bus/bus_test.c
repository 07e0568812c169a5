/* bus_test.c: what bus.h promises, in the process; and, as bus_nats_test.c, on a NATS server as well. What only NATS can
 * do is in bus_nats_trouble_test.c. */
#include "bus_kit.h"

/* -- Publishing ------------------------------------------------------------------------------------ */

BUS_TEST(a_message_reaches_everybody_who_listens)
{
    ear one = {0}, two = {0}, deaf = {0};
    hear(b, 0, "table.k7.say", NULL, &one);
    hear(b, 1, "table.k7.say", NULL, &two);
    hear(b, 1, "table.k8.say", NULL, &deaf);
    say(b, 0, "table.k7.say", "hello");
    settle(b, &one.n, 1);
    settle(b, &two.n, 1);
    CHECK_STR(one.text, "table.k7.say hello\n"); /* also of its own bus */
    CHECK_STR(two.text, "table.k7.say hello\n");
    CHECK_INT(deaf.n, 0);
}

BUS_TEST(bytes_arrive_as_they_are)
{
    ear e = {0};
    char bytes[1000];
    for (int i = 0; i < 1000; i++)
        bytes[i] = (char)(i * 7);
    hear(b, 0, "x", NULL, &e);
    CHECK_INT(srv_bus_publish(b->bus[1], "x", bytes, sizeof bytes), SPK_OK);
    CHECK_INT(srv_bus_publish(b->bus[1], "x", NULL, 0), SPK_OK);
    settle(b, &e.n, 2);
    CHECK_INT(e.n_bytes, 1000);
    CHECK(memcmp(e.bytes, bytes, sizeof bytes) == 0);
}

BUS_TEST(stars_stand_for_words)
{
    ear one = {0}, rest = {0}, all = {0}, middle = {0};
    hear(b, 0, "a.*", NULL, &one);
    hear(b, 0, "a.>", NULL, &rest);
    hear(b, 0, "*.*.c", NULL, &middle);
    hear(b, 1, "end", NULL, &all);
    static const char *const subjects[] = {"a", "a.b", "a.b.c", "a.b.c.d", "b.b.c", "ab", "end"};
    for (int i = 0; i < 7; i++)
        say(b, 1, subjects[i], "");
    settle(b, &all.n, 1);
    settle(b, &rest.n, 3);
    settle(b, &middle.n, 2);
    CHECK_STR(one.text, "a.b \n");
    CHECK_STR(rest.text, "a.b \na.b.c \na.b.c.d \n");
    CHECK_STR(middle.text, "a.b.c \nb.b.c \n");
}

BUS_TEST(messages_of_one_bus_keep_their_order)
{
    enum { N = 2000 };
    ear e = {0};
    char text[20];
    hear(b, 1, "count", NULL, &e);
    for (int i = 0; i < N; i++) {
        snprintf(text, sizeof text, "%d", i);
        say(b, 0, "count", text);
    }
    settle(b, &e.n, N);
    CHECK(e.in_order);
}

BUS_TEST(of_a_group_one_gets_each_message)
{
    enum { N = 300 };
    ear first = {0}, second = {0}, everybody = {0}, other = {0};
    hear(b, 0, "work", "thinkers", &first);
    hear(b, 1, "work", "thinkers", &second);
    hear(b, 1, "work", "other", &other);
    hear(b, 1, "work", NULL, &everybody);
    for (int i = 0; i < N; i++)
        say(b, 0, "work", "x");
    settle(b, &everybody.n, N);
    settle(b, &other.n, N);
    for (int i = 0; i < 2000 && first.n + second.n < N; i++)
        pause_and_poll(b);
    CHECK_INT(first.n + second.n, N);
    CHECK(first.n > N / 10 && second.n > N / 10);
}

BUS_TEST(nobody_hears_what_they_no_longer_listen_to)
{
    ear e = {0}, end = {0};
    int id = hear(b, 0, "x", NULL, &e);
    hear(b, 0, "end", NULL, &end);
    say(b, 1, "x", "1");
    settle(b, &e.n, 1);
    say(b, 1, "x", "2"); /* may have arrived already */
    srv_bus_unsubscribe(b->bus[0], id);
    srv_bus_unsubscribe(b->bus[0], id);
    say(b, 1, "x", "3");
    say(b, 1, "end", "");
    settle(b, &end.n, 1);
    CHECK_INT(e.n, 1);
}

BUS_TEST(what_is_not_a_subject_is_refused)
{
    static const char *const bad[] = {"a.", ".a", "a..b", "a b", "a.*", ">", "a\n", "a.b>"};
    char text[SRV_BUS_SUBJECT + 1];
    spk_why why = {0};
    for (int i = 0; i < 8; i++)
        CHECK_INT(srv_bus_publish(b->bus[0], bad[i], "", 0), SPK_EMALFORMED);
    CHECK_INT(srv_bus_publish(b->bus[0], "", "", 0), SPK_ERANGE);
    memset(text, 'a', sizeof text);
    text[SRV_BUS_SUBJECT] = '\0';
    CHECK_INT(srv_bus_publish(b->bus[0], text, "", 0), SPK_ERANGE);
    CHECK_INT(srv_bus_publish(b->bus[0], "a", text, SRV_BUS_MOST_BYTES + 1), SPK_ERANGE);
    CHECK_INT(srv_bus_subscribe(b->bus[0], "a.>.b", NULL, on_ear, NULL, &why), 0);
    CHECK_STR(why.text, "'a.>.b' is not a subject.");
    CHECK_INT(srv_bus_subscribe(b->bus[0], "a.b*", NULL, on_ear, NULL, &why), 0);
    CHECK_INT(srv_bus_subscribe(b->bus[0], "a", "two words", on_ear, NULL, &why), 0);
    CHECK_INT(srv_bus_health(b->bus[0], NULL), SPK_OK);
}

/* -- Asking ------------------------------------------------------------------------------------------ */

BUS_TEST(a_request_has_one_answer)
{
    mouth m = {b->bus[1], "yes"}, again = {b->bus[0], "me too"};
    reply r = {0};
    CHECK(srv_bus_subscribe(b->bus[1], "ask", NULL, on_mouth, &m, NULL) != 0);
    meet(b);
    CHECK_INT(srv_bus_wait_ms(b->bus[0]), -1);
    CHECK_INT(srv_bus_request(b->bus[0], "ask", "q", 1, 20000, on_answer, &r), SPK_OK);
    CHECK(srv_bus_wait_ms(b->bus[0]) > 10000 && srv_bus_wait_ms(b->bus[0]) <= 20001);
    settle(b, &r.n, 1);
    CHECK_INT(r.err, SPK_OK);
    CHECK_STR(r.text, "yes q");
    CHECK(srv_bus_subscribe(b->bus[0], "ask", NULL, on_mouth, &again, NULL) != 0);
    meet(b);
    for (int i = 0; i < 50; i++)
        CHECK_INT(srv_bus_request(b->bus[0], "ask", "q", 1, 20000, on_answer, &r), SPK_OK);
    settle(b, &r.n, 51); /* the first of two answers */
    meet(b);
    CHECK_INT(r.n, 51);
    srv_bus_figures f;
    srv_bus_look(b->bus[0], &f);
    CHECK_INT(f.n_requests, 51);
    CHECK_INT(f.n_unanswered, 0);
}

BUS_TEST(a_request_that_nobody_hears_is_told_so)
{
    reply r = {0};
    CHECK_INT(srv_bus_request(b->bus[0], "nobody.there", "q", 1, 20000, on_answer, &r), SPK_OK);
    settle(b, &r.n, 1);
    CHECK_INT(r.err, SPK_EUNKNOWN);
    CHECK_INT(srv_bus_request(b->bus[0], "not a subject", "q", 1, 20000, on_answer, &r),
              SPK_EMALFORMED);
    CHECK_INT(r.n, 1);
}

BUS_TEST(a_request_does_not_wait_for_ever)
{
    ear silent = {0};
    reply r = {0}, open = {0};
    hear(b, 1, "ask", NULL, &silent);
    CHECK_INT(srv_bus_request(b->bus[0], "ask", "q", 1, 50, on_answer, &r), SPK_OK);
    CHECK_INT(srv_bus_request(b->bus[0], "ask", "q", 1, 60000, on_answer, &open), SPK_OK);
    settle(b, &r.n, 1);
    CHECK_INT(r.err, SPK_EBUSY);
    settle(b, &silent.n, 2);
    CHECK_INT(open.n, 0);
    srv_bus_close(b->bus[b->last]); /* and closing answers what is open */
    b->bus[b->last] = NULL;
    CHECK_INT(open.n, b->last == 0);
}

/* A handler that asks, subscribes and ends its own subscription. */
typedef struct busybody {
    buses *b;
    int id;
    ear e;
    reply r;
} busybody;

static void on_busybody(void *context, const srv_bus_message *message)
{
    busybody *y = context;
    (void)message;
    srv_bus_unsubscribe(y->b->bus[0], y->id);
    y->id = srv_bus_subscribe(y->b->bus[0], "again", NULL, on_ear, &y->e, NULL);
    srv_bus_request(y->b->bus[0], "nobody", "", 0, 20000, on_answer, &y->r);
    srv_bus_publish(y->b->bus[0], "again", "x", 1);
}

BUS_TEST(a_handler_may_use_the_bus)
{
    busybody y = {.b = b};
    y.id = srv_bus_subscribe(b->bus[0], "start", NULL, on_busybody, &y, NULL);
    meet(b);
    say(b, 1, "start", "");
    say(b, 1, "start", "");
    settle(b, &y.r.n, 1);
    settle(b, &y.e.n, 1);
    CHECK_INT(y.e.n, 1);
}

/* -- Too much -------------------------------------------------------------------------------------------- */

/* Nobody polls: what does not fit is lost, and the owner hears of it. */
BUS_TEST(a_bus_that_nobody_polls_loses_messages_and_says_so)
{
    static char big[SRV_BUS_MOST_BYTES];
    ear e = {0};
    hear(b, 0, "x", NULL, &e);
    b->n_gaps = 0;
    srv_bus_figures f = {0};
    for (int i = 0, n = 0; i < 80 && n < 4000; n++) {
        bool sent = srv_bus_publish(b->bus[1], "x", big, sizeof big) == SPK_OK;
        i += sent;
        attend(b, b->bus[1]);
        attend(b, b->bus[0]);
        if (!sent) /* as much as is kept waits for the server to read */
            nanosleep(&(struct timespec){0, 5000000}, NULL);
    }
    for (int i = 0; i < 4000 && f.n_lost == 0; i++) {
        nanosleep(&(struct timespec){0, 5000000}, NULL);
        attend(b, b->bus[1]);
        attend(b, b->bus[0]);
        srv_bus_look(b->bus[0], &f);
    }
    CHECK(f.n_lost > 0 && f.n_waiting_bytes <= SRV_BUS_MOST_WAITING);
    srv_bus_poll(b->bus[0]);
    CHECK_INT(b->n_gaps, 1);
    CHECK(e.n > 50 && e.n < 80);
    /* A message that is half read when a connection is closed is never freed by NATS' library: the rest is read. */
    for (int i = 0; i < 4000 && e.n + (int)f.n_lost < 80; i++) {
        pause_and_poll(b);
        srv_bus_look(b->bus[0], &f);
    }
    CHECK_INT(e.n + (int)f.n_lost, 80);
}

TEST(a_log_reads_no_password)
{
    char name[100];
    srv_bus_name("nats://ann:se@cret@a.example:4222,tls://b.example", name, sizeof name);
    CHECK_STR(name, "nats://a.example:4222,tls://b.example");
    srv_bus_name("nats://token@a", name, sizeof name);
    CHECK_STR(name, "nats://a");
    srv_bus_name("ann:secret@a", name, sizeof name);
    CHECK_STR(name, "a");
    srv_bus_name("nats://a.example:4222", name, 10);
    CHECK_STR(name, "nats://a.");
}

TEST_MAIN()
