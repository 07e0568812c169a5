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
#include <sodium.h>

#include "base/mem.h"
#include "base/rng.h"
#include "base/str.h"
#include "engine/match.h"
#include "hosts/server/server.h"

/* -- The made-up world ----------------------------------------------------------------------------- */

enum { PEOPLE = 2, START_MS = 1000000 };

typedef struct call {
    struct call *next;
    int64_t due_ms;
    void (*run)(void *context);
    void *context;
} call;

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
    int64_t now_ms;
    int64_t wall_shift; /* what somebody has set the wall clock by */
    call *calls;
    srv_job *jobs;
    bool woken, drained, closed;
    srv_house *house;
    person people[PEOPLE]; /* person i has the ticket i + 1 */
    json_t *reply;         /* to the last request */
    int status;
    spk_buf said; /* everything the house has said to anybody */
    srv_config config;
    srv_world world;
} fake;

static int64_t fake_wall(void *loop)
{
    const fake *f = loop;
    return START_MS + f->now_ms + f->wall_shift;
}
static uint64_t fake_now(void *loop) { return (uint64_t)((fake *)loop)->now_ms * 1000000u; }
static void fake_wait(void *loop, int ms) { ((fake *)loop)->now_ms += ms; }
static void fake_wake(void *loop) { ((fake *)loop)->woken = true; }
static void fake_closed(void *loop) { ((fake *)loop)->closed = true; }

static void fake_later(void *loop, int ms, void (*run)(void *context), void *context)
{
    fake *f = loop;
    call *c = spk_alloc(sizeof *c), **at = &f->calls;
    *c = (call){.due_ms = f->now_ms + ms, .run = run, .context = context};
    while (*at && (*at)->due_ms <= c->due_ms)
        at = &(*at)->next;
    c->next = *at;
    *at = c;
}

static void fake_give(void *loop, srv_job *job, srv_rank rank)
{
    srv_job **at = &((fake *)loop)->jobs;
    (void)rank;
    while (*at)
        at = &(*at)->next;
    job->next = NULL;
    *at = job;
}

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
    spk_buf_printf(&f->said, "%d %lld %.*s\n", (int)ws.n, (long long)f->now_ms, (int)n, text);
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

static void run_job(fake *f)
{
    srv_job *job = f->jobs;
    f->jobs = job->next;
    job->work(job);
    job->done(job, false);
}

/* The clock moves only when nothing else is left to do. */
static void run_call(fake *f)
{
    call *c = f->calls;
    f->calls = c->next;
    if (c->due_ms > f->now_ms)
        f->now_ms = c->due_ms;
    c->run(c->context);
    spk_free(c);
}

static void step(fake *f)
{
    if (f->woken) {
        f->woken = false;
        srv_server_poll(f->house);
    } else if (f->jobs)
        run_job(f);
    else
        run_call(f);
    srv_server_turn(f->house);
}

static void settle(fake *f)
{
    srv_server_turn(f->house);
    while (f->woken || f->jobs)
        step(f);
}

/* -- People ------------------------------------------------------------------------------------------ */

/* With a token, or NULL. */
static void ask(fake *f, srv_method method, const char *path, const char *body, const char *token)
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

static void keep_token(person *p, const json_t *o)
{
    snprintf(p->token, sizeof p->token, "%s", json_string_value(json_object_get(o, "token")));
}

static void set(srv_config *c, const char *name, const char *value)
{
    CHECK_INT(srv_config_set(c, name, &value, 1, NULL), SPK_OK);
}

static srv_world world_of(fake *f)
{
    return (srv_world){.loop = f,
                       .wall_ms = fake_wall,
                       .now_ns = fake_now,
                       .wait = fake_wait,
                       .later = fake_later,
                       .give = fake_give,
                       .wake = fake_wake,
                       .closed = fake_closed,
                       .net = f,
                       .reply = fake_reply,
                       .accept = fake_accept,
                       .send = fake_send,
                       .offer = fake_offer,
                       .close = fake_close,
                       .user = fake_user,
                       .drain = fake_drain};
}

/* Until so many simulated milliseconds have passed. */
static void wait(fake *f, int64_t ms)
{
    for (int64_t end = f->now_ms + ms; f->now_ms < end;)
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
    for (int i = 0; i < 100 && !f->closed; i++)
        step(f);
    CHECK(f->closed);
    srv_server_free(f->house);
    for (call *c = f->calls, *next; c; c = next) {
        next = c->next;
        spk_free(c);
    }
    json_decref(f->reply);
    for (int i = 0; i < PEOPLE; i++) {
        json_decref(f->people[i].facts);
        json_decref(f->people[i].view);
    }
    srv_config_release(&f->config);
}

/* Random bytes by seed: what libsodium would take from the system. */
static spk_rng dice;
static const char *dice_name(void) { return "dice"; }
static uint32_t dice_random(void) { return (uint32_t)spk_rng_next(&dice); }

static void dice_buf(void *const bytes, const size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)spk_rng_next(&dice);
}

static randombytes_implementation seeded = {
    .implementation_name = dice_name, .random = dice_random, .buf = dice_buf};

static void fake_open(fake *f, uint64_t seed)
{
    spk_why why = {0};
    char *const nothing[] = {NULL};
    spk_rng_init(&dice, seed, 0);
    randombytes_set_implementation(&seeded);
    srv_config_init(&f->config);
    set(&f->config, "data", "memory");
    CHECK_INT(srv_config_finish(&f->config, nothing, &why), SPK_OK);
    f->world = world_of(f);
    f->house = srv_server_open(&f->world, &f->config, NULL, &why);
    CHECK(f->house);
}

#endif
