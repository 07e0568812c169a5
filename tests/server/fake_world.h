/* fake_world.h: a world that a test makes up (world.h): a clock that moves when nothing else is left to do, people without
 * sockets, and random bytes by seed. A whole house runs in it, and an hour passes in a moment.
 *
 *     fake f = {0};
 *     fake_open(&f, 7);                              a house in memory, everything in it from this seed
 *     ask(&f, SRV_POST, "/api/tables", body, NULL);  f.status and f.reply
 *     keep_token(&f.people[0], ...);  come(&f, 0, table);  say(&f, 0, message);  go(&f, 0);
 *     wait(&f, 3600000);
 *     fake_shut(&f); */
#ifndef FAKE_WORLD_H
#define FAKE_WORLD_H

#include "test.h"

#include <jansson.h>

#include "base/mem.h"
#include "base/str.h"
#include "engine/match.h"
#include "server/fake_loop.h"

/* -- The made-up world ----------------------------------------------------------------------------- */

enum { PEOPLE = 2, START_MS = 1000000 };

typedef struct person {
    void *user; /* the house's guest; NULL: not there */
    bool closed;
    int n_moves, n; /* moves made; the newest event seen */
    bool answered;  /* the last move has been */
    bool silent;
    char token[64];
    char move[SPK_MOVE_TEXT]; /* what it may do now; "": nothing */
    char refused[200];        /* why the last thing was; "": nothing was */
    json_t *facts, *view;     /* the newest */
} person;

typedef struct fake {
    fake_loop loop;
    bool drained;
    srv_house *house;
    person people[PEOPLE]; /* person i has the ticket i + 1 */
    json_t *reply;         /* to the last request */
    int status;
    spk_buf said; /* everything the house has said to anybody */
    srv_config config;
    srv_world world;
} fake;

static bool fake_reply(void *net, srv_ask ask, const srv_response *answer)
{
    fake *f = net;
    size_t n = answer->n_body ? answer->n_body : answer->body ? strlen(answer->body) : 0;
    (void)ask;
    json_decref(f->reply);
    f->reply = json_loadb(answer->body, n, 0, NULL);
    f->status = answer->status;
    spk_buf_printf(&f->said, "reply %d %.*s\n", answer->status, (int)n, answer->body);
    return true;
}

static srv_ws fake_accept(void *net, srv_ask ask, void *user)
{
    ((fake *)net)->people[ask.n - 1].user = user;
    return (srv_ws){ask.n};
}

static void read_view(person *p, const json_t *view)
{
    const json_t *moves = json_object_get(view, "moves");
    const char *text = json_string_value(json_array_get(moves, json_array_size(moves) / 2));
    p->n = (int)json_integer_value(json_object_get(view, "n"));
    snprintf(p->move, sizeof p->move, "%s", text ? text : "");
}

static void take(json_t **place, json_t *o)
{
    json_decref(*place);
    *place = json_incref(o);
}

static bool fake_send(void *net, srv_ws ws, const char *text, size_t n)
{
    fake *f = net;
    person *p = &f->people[ws.n - 1];
    json_t *o = json_loadb(text, n, 0, NULL);
    const char *t = json_string_value(json_object_get(o, "t"));
    CHECK(t && !p->closed);
    spk_buf_printf(&f->said, "%d %lld %.*s\n", (int)ws.n, (long long)f->loop.now_ms, (int)n, text);
    if (spk_str_eq(t, "no"))
        snprintf(p->refused, sizeof p->refused, "%s",
                 json_string_value(json_object_get(o, "text")));
    p->answered |= spk_str_eq(t, "ok");
    if (spk_str_eq(t, "view"))
        read_view(p, o), take(&p->view, o);
    else if (spk_str_eq(t, "facts"))
        take(&p->facts, o);
    json_decref(o);
    return true;
}

static bool fake_offer(void *net, srv_ws ws, int slot, const char *text, size_t n)
{
    (void)slot; /* these people read at once */
    return fake_send(net, ws, text, n);
}

static bool fake_close(void *net, srv_ws ws, int code, const char *reason)
{
    (void)code, (void)reason;
    ((fake *)net)->people[ws.n - 1].closed = true;
    return true;
}

static void *fake_user(void *net, srv_ws ws) { return ((fake *)net)->people[ws.n - 1].user; }

static void fake_drain(void *net, const char *text, int ms)
{
    fake *f = net;
    (void)text, (void)ms;
    for (int i = 0; i < PEOPLE; i++)
        f->people[i].closed = true;
    f->drained = true;
}

/* -- One event after the other ----------------------------------------------------------------------- */

/* The clock moves only when nothing else is left to do. */
static void step(fake *f)
{
    if (fake_loop_is_busy(&f->loop))
        fake_loop_step(&f->loop, f->house);
    else
        fake_loop_call(&f->loop, f->house);
}

static void settle(fake *f)
{
    srv_server_turn(f->house);
    while (fake_loop_is_busy(&f->loop))
        step(f);
}

/* -- People ------------------------------------------------------------------------------------------ */

/* With a token, or NULL. The house has not done anything about it yet. */
static void begin_ask(fake *f, srv_method method, const char *path, const char *body,
                      const char *token)
{
    char bearer[80];
    snprintf(bearer, sizeof bearer, "Bearer %s", token ? token : "");
    srv_pair header = {"authorization", bearer};
    srv_request r = {.ask = {1},
                     .method = method,
                     .path = path,
                     .query = "",
                     .host = "localhost",
                     .peer = "192.0.2.7",
                     .headers = &header,
                     .n_headers = token != NULL,
                     .body = body,
                     .n_body = strlen(body)};
    f->status = 0;
    srv_server_request(f->house, &r);
}

static void ask(fake *f, srv_method method, const char *path, const char *body, const char *token)
{
    begin_ask(f, method, path, body, token);
    settle(f);
    CHECK(f->status != 0);
}

static void say(fake *f, int who, const char *text)
{
    f->people[who].refused[0] = '\0';
    srv_server_message(f->house, f->people[who].user, text, strlen(text));
    settle(f);
}

static void come(fake *f, int who, const char *table)
{
    char hello[200];
    srv_request r = {.ask = {(uint64_t)who + 1}, .path = "/ws", .peer = "192.0.2.7"};
    f->people[who].closed = false;
    srv_server_upgrade(f->house, &r);
    snprintf(hello, sizeof hello,
             "{\"t\":\"hello\",\"protocol\":1,\"table\":\"%s\",\"token\":\"%s\",\"seen\":0}", table,
             f->people[who].token);
    say(f, who, hello);
}

static inline void go(fake *f, int who)
{
    void *user = f->people[who].user;
    f->people[who].user = NULL;
    f->people[who].closed = true;
    srv_server_closed(f->house, user, 1000);
    settle(f);
}

static inline void keep_token(person *p, const json_t *o)
{
    snprintf(p->token, sizeof p->token, "%s", json_string_value(json_object_get(o, "token")));
}

static void set(srv_config *c, const char *name, const char *value)
{
    CHECK_INT(srv_config_set(c, name, &value, 1, NULL), SPK_OK);
}

static srv_world world_of(fake *f)
{
    return FAKE_LOOP(&f->loop, .net = f, .reply = fake_reply, .accept = fake_accept,
                     .send = fake_send, .offer = fake_offer, .close = fake_close, .user = fake_user,
                     .drain = fake_drain);
}

/* Until so many simulated milliseconds have passed. */
static void wait(fake *f, int64_t ms)
{
    for (int64_t end = f->loop.now_ms + ms; f->loop.now_ms < end;)
        step(f);
}

static void fake_shut(fake *f)
{
    srv_server_close(f->house);
    CHECK(f->drained);
    for (int i = 0; i < PEOPLE; i++)
        if (f->people[i].user)
            srv_server_closed(f->house, f->people[i].user, 1001);
    srv_server_drained(f->house);
    for (int i = 0; i < 100 && !f->loop.closed; i++)
        step(f);
    CHECK(f->loop.closed);
    srv_server_free(f->house);
    fake_loop_free(&f->loop);
    json_decref(f->reply);
    for (int i = 0; i < PEOPLE; i++) {
        json_decref(f->people[i].facts);
        json_decref(f->people[i].view);
    }
    srv_config_release(&f->config);
}

static void fake_open(fake *f, uint64_t seed)
{
    spk_why why = {0};
    char *const nothing[] = {NULL};
    fake_dice(seed);
    f->loop.start_ms = START_MS;
    srv_config_init(&f->config);
    set(&f->config, "data", "memory");
    CHECK_INT(srv_config_finish(&f->config, nothing, &why), SPK_OK);
    f->world = world_of(f);
    f->house = srv_server_open(&f->world, &f->config, NULL, &why);
    CHECK(f->house);
}

#endif
