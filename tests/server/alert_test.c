/* alert_test.c: who is told what, when and how often (alert.h), in a whole house on made-up time: days pass in a moment. A
 * carrier of our own takes the parcels. That they arrive in the real world is tested by serve_alerts_test.py. */
#include "server/fake_world.h"

#include "hosts/alert/address.h"
#include "hosts/alert/hook.h"
#include "hosts/alert/letter.h"
#include "hosts/server/alert/alert.h"
#include "hosts/server/alert/inside.h"
#include "hosts/server/table/table.h"

enum { MINUTE = 60000, HOUR = 60 * MINUTE, DAY = 24 * HOUR };

/* -- The carrier --------------------------------------------------------------------------------------- */

typedef struct bag {
    int n;
    courier_fate fate; /* of the next ones */
    char url[16][80];
    char body[16][4000]; /* the newest 16 */
} bag;

static spk_err carry(void *context, const courier_parcel *parcel, courier_done *done, void *mine)
{
    bag *b = context;
    int at = b->n++ % 16;
    snprintf(b->url[at], sizeof b->url[at], "%s", parcel->to ? parcel->to : parcel->url);
    snprintf(b->body[at], sizeof b->body[at], "%.*s", (int)parcel->n_body, parcel->body);
    done(mine, b->fate, "because");
    return SPK_OK;
}

static const char *newest(const bag *b) { return b->n ? b->body[(b->n - 1) % 16] : ""; }

/* -- A house with two people who have accounts ------------------------------------------------------------ */

typedef struct evening {
    fake f;
    bag bag;
    char session[PEOPLE][64];
} evening;

static void make_account(evening *e, int who, const char *name)
{
    char body[120];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"correct horse\"}", name);
    ask(&e->f, SRV_POST, "/api/accounts", body, NULL);
    CHECK_INT(e->f.status, 201);
    snprintf(e->session[who], sizeof e->session[who], "%s",
             json_string_value(json_object_get(e->f.reply, "session")));
}

static void patch(evening *e, int who, const char *body)
{
    ask(&e->f, SRV_PATCH, "/api/me/alerts", body, e->session[who]);
    CHECK_INT(e->f.status, 200);
}

/* A webhook shows the words as they are. */
static void hook_up(evening *e, int who, const char *url)
{
    char body[160];
    snprintf(body, sizeof body, "{\"url\":\"%s\"}", url);
    ask(&e->f, SRV_POST, "/api/me/alerts/webhook", body, e->session[who]);
    CHECK_INT(e->f.status, 200);
}

static void open_house(evening *e)
{
    static const char *const ways[] = {"push", "mail", "webhook"};
    *e = (evening){0};
    fake_open(&e->f, 5);
    CHECK_INT(srv_config_set(&e->f.config, "alerts", ways, 3, NULL), SPK_OK);
    set(&e->f.config, "mail-server", "smtp://mail.example:587");
    set(&e->f.config, "mail-from", "house@play.example");
    srv_alerts_carry_by(e->f.house, carry, &e->bag);
    srv_alerts_start(e->f.house);
    make_account(e, 0, "Ann");
    make_account(e, 1, "Bob");
    wait(&e->f, 1000);
}

/* Ann makes a table, Bob joins: both with their accounts, neither connected. */
static void make_table(evening *e, char table[SRV_ID + 1])
{
    char path[80];
    ask(&e->f, SRV_POST, "/api/tables",
        "{\"game\":\"gangster\",\"players\":2,\"seats\":[{\"kind\":\"me\"},{\"kind\":\"open\"}]}",
        e->session[0]);
    CHECK_INT(e->f.status, 201);
    snprintf(table, SRV_ID + 1, "%s", json_string_value(json_object_get(e->f.reply, "id")));
    snprintf(path, sizeof path, "/api/tables/%s/seats/1", table);
    ask(&e->f, SRV_POST, path, "{\"name\":\"Bob\"}", e->session[1]);
    CHECK_INT(e->f.status, 200);
    for (int i = 0; i < PEOPLE; i++) /* a session opens its account's seat at any table */
        snprintf(e->f.people[i].token, sizeof e->f.people[i].token, "%s", e->session[i]);
}

/* Come, make moves until it is the other one's turn, go. */
static void take_turn(evening *e, int who, const char *table)
{
    person *p = &e->f.people[who];
    come(&e->f, who, table);
    for (int i = 0; i < 30 && *p->move; i++) {
        char text[SPK_MOVE_TEXT + 80];
        snprintf(text, sizeof text, "{\"t\":\"move\",\"ref\":\"r%d\",\"n\":%d,\"text\":\"%s\"}",
                 p->n_moves++, p->n, p->move);
        p->move[0] = '\0';
        say(&e->f, who, text);
    }
    go(&e->f, who);
}

static void close_house(evening *e)
{
    fake_shut(&e->f);
    spk_buf_release(&e->f.said);
}

static int whose_turn(evening *e, const char *table)
{
    char path[80];
    snprintf(path, sizeof path, "/api/tables/%s", table);
    ask(&e->f, SRV_GET, path, "", e->session[0]);
    return json_is_true(json_object_get(json_object_get(e->f.reply, "turn"), "yours")) ? 0 : 1;
}

/* -- Whom, what, when ---------------------------------------------------------------------------------------- */

TEST(two_days_between_two_who_are_never_there)
{
    evening e;
    char table[SRV_ID + 1];
    open_house(&e);
    hook_up(&e, 0, "https://ann.example/hook");
    hook_up(&e, 1, "https://bob.example/hook");
    make_table(&e, table);
    wait(&e.f, 2000);
    CHECK_INT(e.bag.n, 1); /* the deal: whoever begins */
    for (int turn = 0; turn < 4; turn++) {
        int who = whose_turn(&e, table);
        CHECK_STR(e.bag.url[turn], who ? "https://bob.example/hook" : "https://ann.example/hook");
        CHECK(strstr(newest(&e.bag), "Your turn: Gangster") && strstr(newest(&e.bag), table));
        CHECK(!strstr(newest(&e.bag), "Ann") && !strstr(newest(&e.bag), "Bob"));
        wait(&e.f, 12 * HOUR);
        CHECK_INT(e.bag.n, turn + 1); /* once, however long they take */
        take_turn(&e, who, table);
        wait(&e.f, 2000);
        CHECK_INT(e.bag.n, turn + 2); /* within two seconds of the move */
    }
    CHECK_INT(e.f.house->figures.alerts_sent, 5);
    CHECK_INT(e.f.house->figures.alerts_lost + e.f.house->figures.alerts_failed, 0);
    close_house(&e);
}

TEST(who_is_there_is_not_told)
{
    evening e;
    char table[SRV_ID + 1];
    open_house(&e);
    hook_up(&e, 0, "https://ann.example/hook");
    hook_up(&e, 1, "https://bob.example/hook");
    make_table(&e, table);
    wait(&e.f, 2000);
    int who = whose_turn(&e, table);
    come(&e.f, 1 - who, table); /* the other one waits at the table */
    int before = e.bag.n;
    take_turn(&e, who, table);
    wait(&e.f, HOUR);
    CHECK_INT(e.bag.n, before);
    close_house(&e);
}

TEST(several_tables_are_one_message)
{
    evening e;
    char table[3][SRV_ID + 1];
    open_house(&e);
    make_table(&e, table[0]);
    make_table(&e, table[1]);
    make_table(&e, table[2]); /* nobody is told: nobody has chosen a way */
    wait(&e.f, 10 * MINUTE);
    CHECK_INT(e.bag.n, 0);
    hook_up(&e, 0, "https://ann.example/hook");
    hook_up(&e, 1, "https://bob.example/hook");
    set(&e.f.config, "alert-gap", "60");
    for (int i = 0; i < 3; i++)
        take_turn(&e, whose_turn(&e, table[i]), table[i]);
    wait(&e.f, 2000);
    int first = e.bag.n; /* one at once to each who is asked ... */
    CHECK(first >= 1 && first <= 2);
    wait(&e.f, 2 * MINUTE);
    int n_tables = 0;
    for (int i = 0; i < e.bag.n; i++)
        for (const char *at = e.bag.body[i]; (at = strstr(at, "\"what\":\"turn\"")); at++)
            n_tables++;
    CHECK_INT(n_tables, 3);      /* ... and all tables are told of, once ... */
    CHECK(e.bag.n <= first + 2); /* ... in as few messages as can be */
    close_house(&e);
}

TEST(at_night_nobody_is_woken)
{
    evening e;
    char table[SRV_ID + 1];
    open_house(&e); /* 00:16 UTC, and an hour later where they are */
    for (int i = 0; i < PEOPLE; i++) {
        hook_up(&e, i, i ? "https://bob.example/hook" : "https://ann.example/hook");
        patch(&e, i, "{\"quiet\":{\"from\":1320,\"to\":480},\"offset\":60,\"language\":\"de\"}");
    }
    make_table(&e, table);
    wait(&e.f, 6 * HOUR + 30 * MINUTE); /* 07:47 there */
    CHECK_INT(e.bag.n, 0);
    wait(&e.f, 20 * MINUTE);
    CHECK_INT(e.bag.n, 1);
    CHECK(strstr(newest(&e.bag), "Du bist am Zug: Gangster"));
    take_turn(&e, whose_turn(&e, table), table);
    wait(&e.f, 2 * MINUTE);
    CHECK_INT(e.bag.n, 2); /* by day at once */
    close_house(&e);
}

/* The night of a Sunday in March, where clocks go from one hour before UTC's to two, and the one in October. */
TEST(in_the_night_when_clocks_change_the_morning_comes_by_the_new_time)
{
    static const char night[] = "{\"quiet\":{\"from\":1320,\"to\":480},\"offset\":%d,"
                                "\"shift\":{\"at\":%lld,\"offset\":%d}}";
    int64_t midnight = 20000LL * 24 * HOUR, at = midnight + HOUR; /* 01:00 UTC */
    char body[200];
    for (int spring = 0; spring < 2; spring++) {
        int before = spring ? 60 : 120, after = spring ? 120 : 60;
        int64_t morning = midnight + 8 * HOUR - after * (int64_t)MINUTE;
        json_t *ways = json_object();
        snprintf(body, sizeof body, night, before, (long long)at, after);
        json_t *o = json_loads(body, 0, NULL);
        CHECK_INT(srv_ways_patch(ways, o, NULL), SPK_OK);
        CHECK(srv_ways_quiet_until(ways, midnight) == morning);
        CHECK(srv_ways_quiet_until(ways, at + HOUR) == morning);
        CHECK(srv_ways_quiet_until(ways, morning) == 0);
        CHECK(srv_ways_quiet_until(ways, morning - MINUTE) == morning);
        CHECK(srv_ways_quiet_until(ways, morning + 24 * HOUR - MINUTE) == morning + 24 * HOUR);
        json_decref(o);
        o = json_loads("{\"shift\":null}", 0, NULL);
        CHECK_INT(srv_ways_patch(ways, o, NULL), SPK_OK);
        CHECK(srv_ways_quiet_until(ways, midnight) ==
              midnight + 8 * HOUR - before * (int64_t)MINUTE);
        json_decref(o);
        json_decref(ways);
    }
}

/* News that are no longer true are not told in the morning. */
TEST(what_was_done_meanwhile_is_not_told)
{
    evening e;
    char table[SRV_ID + 1];
    open_house(&e);
    make_table(&e, table);
    int who = whose_turn(&e, table);
    hook_up(&e, who, "https://who.example/hook");
    patch(&e, who, "{\"quiet\":{\"from\":0,\"to\":480},\"offset\":0}");
    wait(&e.f, HOUR);
    take_turn(&e, who, table);
    wait(&e.f, 12 * HOUR);
    CHECK_INT(e.bag.n, 0);
    close_house(&e);
}

TEST(a_table_can_be_muted_and_a_kind_of_news_refused)
{
    evening e;
    char table[SRV_ID + 1], body[80];
    open_house(&e);
    make_table(&e, table);
    hook_up(&e, 0, "https://ann.example/hook");
    hook_up(&e, 1, "https://bob.example/hook");
    snprintf(body, sizeof body, "{\"mute\":{\"%s\":true}}", table);
    patch(&e, 0, body);
    patch(&e, 1, "{\"news\":{\"turn\":false}}");
    for (int i = 0; i < 3; i++) {
        take_turn(&e, whose_turn(&e, table), table);
        wait(&e.f, 5 * MINUTE);
    }
    CHECK_INT(e.bag.n, 0);
    snprintf(body, sizeof body, "{\"mute\":{\"%s\":false}}", table);
    patch(&e, 0, body);
    for (int i = 0; i < 2; i++) {
        take_turn(&e, whose_turn(&e, table), table);
        wait(&e.f, 5 * MINUTE);
    }
    CHECK_INT(e.bag.n, 1);
    close_house(&e);
}

/* Each is looked for among those that are muted: a body full of them would keep the house busy. */
TEST(only_so_many_tables_are_muted_at_once)
{
    enum { MOST = 200 };
    evening e;
    spk_buf body = {0};
    open_house(&e);
    for (int n = MOST; n <= MOST + 1; n++) {
        spk_buf_clear(&body);
        for (int i = 0; i < n; i++)
            spk_buf_printf(&body, "%s\"table%07d\":true", i ? "," : "{\"mute\":{", i);
        spk_buf_puts(&body, "}}");
        ask(&e.f, SRV_PATCH, "/api/me/alerts", spk_buf_text(&body), e.session[0]);
        CHECK_INT(e.f.status, n > MOST ? 400 : 200);
    }
    spk_buf_release(&body);
    close_house(&e);
}

TEST(what_fails_is_tried_again_with_growing_pauses_and_then_given_up)
{
    evening e;
    char table[SRV_ID + 1];
    open_house(&e);
    hook_up(&e, 0, "https://ann.example/hook");
    hook_up(&e, 1, "https://bob.example/hook");
    e.bag.fate = COURIER_LATER;
    make_table(&e, table);
    wait(&e.f, 10000);
    CHECK_INT(e.bag.n, 1);
    wait(&e.f, MINUTE + 10000);
    CHECK_INT(e.bag.n, 2);
    wait(&e.f, 4 * MINUTE);
    CHECK_INT(e.bag.n, 2);
    wait(&e.f, 2 * MINUTE);
    CHECK_INT(e.bag.n, 3);
    wait(&e.f, DAY);
    CHECK_INT(e.bag.n, 7);
    CHECK_INT(e.f.house->figures.alerts_failed, 1);
    close_house(&e);
}

/* In doubt it may have arrived: better never than twice. */
TEST(what_may_have_arrived_is_not_sent_again)
{
    evening e;
    char table[SRV_ID + 1];
    open_house(&e);
    hook_up(&e, 0, "https://ann.example/hook");
    hook_up(&e, 1, "https://bob.example/hook");
    e.bag.fate = COURIER_DOUBT;
    make_table(&e, table);
    wait(&e.f, DAY);
    CHECK_INT(e.bag.n, 1);
    close_house(&e);
}

/* -- Mailboxes, and stopping ----------------------------------------------------------------------------------- */

static void decoded(const char *mail, char *text, size_t cap)
{
    const char *body = strstr(mail, "\r\n\r\n");
    size_t n = 0;
    CHECK(body != NULL);
    CHECK_INT(sodium_base642bin((uint8_t *)text, cap - 1, body + 4, strlen(body + 4), "\r\n", &n,
                                NULL, sodium_base64_VARIANT_ORIGINAL),
              0);
    text[n] = '\0';
}

/* The digits in the mail that came last. */
static void read_code(const evening *e, char code[SRV_CODE_DIGITS + 1])
{
    char text[2000];
    decoded(newest(&e->bag), text, sizeof text);
    const char *at = text;
    while (*at && strspn(at, "0123456789") != SRV_CODE_DIGITS)
        at++;
    snprintf(code, SRV_CODE_DIGITS + 1, "%.*s", SRV_CODE_DIGITS, at);
}

TEST(a_mailbox_is_used_only_once_its_owner_has_said_yes)
{
    evening e;
    char table[SRV_ID + 1], code[SRV_CODE_DIGITS + 1], body[80], text[2000];
    open_house(&e);
    for (int i = 0; i < PEOPLE; i++) {
        ask(&e.f, SRV_POST, "/api/me/alerts/mail", "{\"address\":\"ann@home.example\"}",
            e.session[i]);
        CHECK_INT(e.f.status, 200);
    }
    CHECK_INT(e.bag.n, 2);
    read_code(&e, code);
    make_table(&e, table);
    wait(&e.f, HOUR / 2);
    CHECK_INT(e.bag.n, 2); /* the code, and nothing else */
    ask(&e.f, SRV_POST, "/api/me/alerts/code", "{\"code\":\"00000000x\"}", e.session[1]);
    CHECK_INT(e.f.status, 422);
    snprintf(body, sizeof body, "{\"code\":\"%s\"}", code);
    ask(&e.f, SRV_POST, "/api/me/alerts/code", body, e.session[0]); /* somebody else's */
    CHECK_INT(e.f.status, 422);
    ask(&e.f, SRV_POST, "/api/me/alerts/code", body, e.session[1]);
    CHECK_INT(e.f.status, 200);
    for (int i = 0; i < 2; i++) {
        take_turn(&e, whose_turn(&e, table), table);
        wait(&e.f, 2 * MINUTE);
    }
    CHECK_INT(e.bag.n, 3);
    decoded(newest(&e.bag), text, sizeof text);
    CHECK(strstr(text, "Your turn: Gangster") && strstr(text, "/alerts/stop/"));

    /* the link in it stops it, for whoever has it */
    char path[160];
    snprintf(path, sizeof path, "%.*s", (int)strcspn(strstr(text, "/alerts/stop/"), "\r\n"),
             strstr(text, "/alerts/stop/"));
    ask(&e.f, SRV_GET, path, "", NULL);
    CHECK_INT(e.f.status, 200); /* a page that asks: a program that reads mail has opened it */
    for (int i = 0; i < 2; i++) {
        take_turn(&e, whose_turn(&e, table), table);
        wait(&e.f, 2 * MINUTE);
    }
    CHECK_INT(e.bag.n, 4);
    path[strlen(path) - 1] ^= 1;
    ask(&e.f, SRV_POST, path, "", NULL);
    CHECK_INT(e.f.status, 404);
    path[strlen(path) - 1] ^= 1;
    ask(&e.f, SRV_POST, path, "", NULL);
    CHECK_INT(e.f.status, 200);
    for (int i = 0; i < 4; i++) {
        take_turn(&e, whose_turn(&e, table), table);
        wait(&e.f, 2 * MINUTE);
    }
    CHECK_INT(e.bag.n, 4);
    close_house(&e);
}

TEST(a_code_cannot_be_guessed)
{
    evening e;
    char code[SRV_CODE_DIGITS + 1], body[80];
    open_house(&e);
    ask(&e.f, SRV_POST, "/api/me/alerts/mail", "{\"address\":\"ann@home.example\"}", e.session[0]);
    read_code(&e, code);
    for (int i = 0; i < 5; i++)
        ask(&e.f, SRV_POST, "/api/me/alerts/code", "{\"code\":\"1\"}", e.session[0]);
    snprintf(body, sizeof body, "{\"code\":\"%s\"}", code);
    ask(&e.f, SRV_POST, "/api/me/alerts/code", body, e.session[0]);
    CHECK_INT(e.f.status, 422);
    for (int i = 0; i < 10; i++) /* nor can a stranger's mailbox be filled */
        ask(&e.f, SRV_POST, "/api/me/alerts/mail", "{\"address\":\"bob@home.example\"}",
            e.session[0]);
    CHECK_INT(e.f.status, 503);
    CHECK(e.bag.n <= 7);
    close_house(&e);
}

TEST(who_is_forgotten_is_told_nothing)
{
    evening e;
    char table[SRV_ID + 1];
    open_house(&e);
    make_table(&e, table);
    int who = whose_turn(&e, table);
    hook_up(&e, who, "https://who.example/hook");
    patch(&e, who, "{\"quiet\":{\"from\":0,\"to\":480},\"offset\":0}");
    take_turn(&e, who, table), take_turn(&e, 1 - who, table);
    ask(&e.f, SRV_DELETE, "/api/me", "{\"password\":\"correct horse\"}", e.session[who]);
    CHECK_INT(e.f.status, 204);
    wait(&e.f, DAY);
    CHECK_INT(e.bag.n, 0);
    close_house(&e);
}

/* -- Secrets ------------------------------------------------------------------------------------------------------ */

/* What waits for a person in the store, to the byte. */
static void print_news(evening *e, const char *account, spk_buf *out)
{
    srv_found found;
    srv_query query = {.what = SRV_ASK_NOTES, .kind = "alert", .list = account};
    CHECK_INT(srv_store_ask_now(e->f.house->store, &query, &found), SPK_OK);
    for (int i = 0; i < found.answer.n_notes; i++)
        spk_buf_printf(out, "%lld %lld %s\n", (long long)found.answer.notes[i].rank,
                       (long long)found.answer.notes[i].version, found.answer.notes[i].text);
    srv_found_release(&found);
}

/* What everybody may know of a table: whose turn it is, and when it last changed. */
static char *public_facts(evening *e, const char *table)
{
    char path[80];
    snprintf(path, sizeof path, "/api/tables/%s", table);
    ask(&e->f, SRV_GET, path, "", NULL);
    json_t *both = json_pack("{s:O,s:O}", "turn", json_object_get(e->f.reply, "turn"), "updated",
                             json_object_get(e->f.reply, "updated"));
    char *text = json_dumps(both, 0);
    json_decref(both);
    return text;
}

static void make_secret_table(evening *e, char table[SRV_ID + 1], char account[PEOPLE][SRV_ID_ROOM])
{
    char path[80];
    ask(&e->f, SRV_POST, "/api/tables",
        "{\"game\":\"chicago_gangsters\",\"players\":3,\"seats\":[{\"kind\":\"me\"},{\"kind\":"
        "\"open\"},"
        "{\"kind\":\"bot\",\"bot\":\"random\"}]}",
        e->session[0]);
    CHECK_INT(e->f.status, 201);
    snprintf(table, SRV_ID + 1, "%s", json_string_value(json_object_get(e->f.reply, "id")));
    snprintf(path, sizeof path, "/api/tables/%s/seats/1", table);
    ask(&e->f, SRV_POST, path, "{\"name\":\"Bob\"}", e->session[1]);
    CHECK_INT(e->f.status, 200);
    for (int i = 0; i < PEOPLE; i++) {
        snprintf(e->f.people[i].token, sizeof e->f.people[i].token, "%s", e->session[i]);
        hook_up(e, i, "https://who.example/hook");
        patch(
            e, i,
            "{\"quiet\":{\"from\":0,\"to\":1439},\"offset\":0}"); /* so that everything stays in the store */
        snprintf(account[i], SRV_ID_ROOM, "%s",
                 srv_table_find(e->f.house, table)->places[i].account);
    }
}

/* One move of whoever can make one, and what waits for the other one. True: it was a step in secret. */
static bool step_in_secret(evening *e, const char *table, int who, const char *other)
{
    person *p = &e->f.people[who];
    spk_buf before = {0}, after = {0};
    char text[SPK_MOVE_TEXT + 80];
    print_news(e, other, &before);
    char *known = public_facts(e, table);
    wait(&e->f, 10);
    snprintf(text, sizeof text, "{\"t\":\"move\",\"ref\":\"r%d\",\"n\":%d,\"text\":\"%s\"}",
             p->n_moves++, p->n, p->move);
    p->move[0] = '\0';
    say(&e->f, who, text);
    print_news(e, other, &after);
    char *now = public_facts(e, table);
    bool is_secret = spk_str_eq(known, now);
    if (is_secret)
        CHECK_STR(spk_buf_text(&after), spk_buf_text(&before));
    free(known), free(now);
    spk_buf_release(&before), spk_buf_release(&after);
    return is_secret;
}

/* What nobody can see at the table is not to be seen in what others are told either. */
TEST(a_step_in_secret_is_no_news)
{
    evening e;
    char table[SRV_ID + 1];
    char account[PEOPLE][SRV_ID_ROOM];
    int n_secret = 0, n_open = 0;
    open_house(&e);
    make_secret_table(&e, table, account);
    for (int i = 0; i < 400 && n_secret < 20; i++) {
        int who = i % PEOPLE;
        come(&e.f, who, table); /* the other one is not there */
        for (int k = 0; k < 20 && *e.f.people[who].move; k++) {
            bool is_secret = step_in_secret(&e, table, who, account[1 - who]);
            n_secret += is_secret, n_open += !is_secret;
        }
        wait(&e.f, 8000); /* the bot */
        go(&e.f, who);
    }
    if (n_secret < 5 || n_open < 5)
        fail_msg("%d secret steps, %d others", n_secret, n_open);
    close_house(&e);
}

/* -- Bytes ------------------------------------------------------------------------------------------------------------ */

TEST(addresses_that_lead_inside_are_refused)
{
    static const char *const bad[] = {
        "http://push.example/a",
        "https://127.0.0.1/a",
        "https://10.1.2.3/",
        "https://192.168.0.1:8443/",
        "https://169.254.169.254/",
        "https://[::1]/",
        "https://[fe80::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://localhost/",
        "https://printer.local/",
        "https://intranet/",
        "https://good.example@127.0.0.1/",
        "https://a b.example/",
        "ftp://x.example/",
        "https://",
        "https://x.example/\r\nHost: y",
        "file:///etc/passwd",
        "https://[64:ff9b::7f00:1]/",
    };
    static const char *const good[] = {"https://push.example/a?b=c", "https://203.0.114.9/",
                                       "https://[2a00:1450::1]:8443/x"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (alert_url_check(bad[i], false, NULL) == SPK_OK)
            fail_msg("%s", bad[i]);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        CHECK_INT(alert_url_check(good[i], false, NULL), SPK_OK);
    CHECK_INT(alert_url_check("http://127.0.0.1:99/x", true, NULL), SPK_OK);
    CHECK(alert_url_check("file:///etc/passwd", true, NULL) != SPK_OK);
}

TEST(mailboxes_that_could_say_more_than_an_address_are_refused)
{
    static const char *const bad[] = {"",
                                      "ann",
                                      "ann@",
                                      "@home.example",
                                      "ann@home",
                                      "a b@c.de",
                                      "a@b@c.de",
                                      "a\n@c.de",
                                      "ann@home.example\r\nBcc: x@y.z",
                                      "a..b@c.de",
                                      "<a@b.cd>",
                                      "a@b.cd,c@d.ef",
                                      "\"a\"@b.cd",
                                      "-a@b.cd",
                                      "a@.cd",
                                      "a@b.c."};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (alert_mailbox_check(bad[i], NULL) == SPK_OK)
            fail_msg("%s", bad[i]);
    CHECK_INT(alert_mailbox_check("ann.b+games@mail.home-1.example", NULL), SPK_OK);
}

TEST(a_letter_survives_any_mail_server)
{
    spk_buf out = {0};
    char text[400];
    letter l = {.from = "house@play.example",
                .to = "ann@home.example",
                .subject = "Du bist am Zug: Gangster – Die Bosse von Chicago, wirklich",
                .text = "Zoë wartet.\n.\nEnde\n",
                .id = "abc",
                .stop = "https://play.example/alerts/stop/x",
                .at = 1794951000000};
    letter_print(&l, &out);
    const char *mail = spk_buf_text(&out);
    CHECK(strstr(mail, "Date: Tue, 17 Nov 2026 21:30:00 +0000\r\n"));
    CHECK(strstr(mail, "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"));
    CHECK(strstr(mail, "Subject: =?UTF-8?B?") &&
          strstr(mail, "Message-ID: <abc@play.example>\r\n"));
    for (const char *at = mail, *end; (end = strstr(at, "\r\n")); at = end + 2) {
        CHECK(end - at <= 150);
        for (const char *p = at; p < end; p++)
            CHECK((unsigned char)*p < 128 && *p != '\n');
    }
    decoded(mail, text, sizeof text);
    CHECK_STR(text, "Zoë wartet.\r\n.\r\nEnde\r\n");
    spk_buf_release(&out);
}

TEST(webhooks_say_it_as_each_room_reads_it)
{
    hook_line line = {.table = "t1",
                      .game = "famiglia",
                      .what = "turn",
                      .link = "https://p.example/t/t1",
                      .text = "Your turn: <b>"};
    hook_news news = {.at = 1000, .lines = &line, .n_lines = 1};
    static const char *const want[HOOK_STYLES] = {
        "{\"speakeasy\":1,\"text\":\"Your turn: <b> "
        "https://p.example/t/t1\",\"at\":1000,\"tables\":[{\"table\":\"t1\","
        "\"game\":\"famiglia\",\"what\":\"turn\",\"link\":\"https://p.example/t/t1\"}]}",
        "{\"content\":\"Your turn: <b> "
        "https://p.example/t/t1\",\"allowed_mentions\":{\"parse\":[]}}",
        "{\"text\":\"Your turn: <b> https://p.example/t/t1\"}",
        "{\"text\":\"Your turn: <b> https://p.example/t/t1\",\"html\":\"<a "
        "href=\\\"https://p.example/t/t1\\\">"
        "Your turn: &#60;b&#62;</a>\"}"};
    for (int i = 0; i < HOOK_STYLES; i++) {
        spk_buf body = {0};
        hook_print((hook_style)i, &news, &body);
        CHECK_STR(spk_buf_text(&body), want[i]);
        spk_buf_release(&body);
    }
}

TEST_MAIN()
