/* node_fuzz.c: any bytes as a message between nodes (src/hosts/server/node/wire.c), at a node that has a table with a guest.
 * Whoever may write there is one of us; but a node of another version, or one that is broken, must not take the others down.
 *
 * An input is one message of the bus to node n1: "SIZE\nWORD NAME LIFE ...\nbytes", any number of them. TABLE_______ in it
 * stands for the table's id and a TOKEN padded with '_' for the token of its open seat, so that sizes stay true.
 *
 * After all of it the node answers; what it has sent to others is well-formed, and so is what it would forward: a request or
 * an answer that can be read at all is the same when it is written and read again. */
#include <stdio.h>

#include "base/str.h"
#include "fuzz.h"
#include "hosts/server/node/inside.h"
#include "hosts/server/server.h"

enum { TICKS = 40, TICK_MS = 100 };

typedef struct call {
    struct call *next;
    int64_t due_ms;
    void (*run)(void *context);
    void *context;
} call;

typedef struct place {
    srv_config config;
    srv_world world;
    srv_house *house;
    srv_store *store;
    srv_bus *bus;
    int64_t now_ms;
    call *calls;
    srv_job *jobs;
    spk_buf said; /* the last reply's body */
    int status;
    void *user; /* of the guest who came here; NULL: gone */
    char table[SRV_ID + 1], token[SRV_TOKEN];
} place;

/* -- A world of one thread, in which time passes when we say so ------------------------------------- */

static int64_t wall(void *loop) { return 1700000000000 + ((place *)loop)->now_ms; }
static uint64_t now(void *loop) { return (uint64_t)((place *)loop)->now_ms * 1000000; }
static void no_wait(void *loop, int ms) { (void)loop, (void)ms; }
static void no_wake(void *loop) { (void)loop; }
static void closed(void *loop) { (void)loop; }

static void later(void *loop, int ms, void (*run)(void *context), void *context)
{
    place *p = loop;
    call *c = spk_alloc(sizeof *c), **at = &p->calls;
    *c = (call){.due_ms = p->now_ms + ms, .run = run, .context = context};
    while (*at && (*at)->due_ms <= c->due_ms)
        at = &(*at)->next;
    c->next = *at;
    *at = c;
}

static void give(void *loop, srv_job *job, srv_rank rank)
{
    place *p = loop;
    (void)rank;
    job->next = p->jobs;
    p->jobs = job;
}

static void end_jobs(place *p, bool stopped)
{
    for (srv_job *job; (job = p->jobs);) {
        p->jobs = job->next;
        if (!stopped)
            job->work(job);
        job->done(job, stopped);
    }
}

static void pass_time(place *p, int ms)
{
    int64_t until = p->now_ms + ms;
    for (call *c; (c = p->calls) && c->due_ms <= until;) {
        p->calls = c->next;
        p->now_ms = c->due_ms > p->now_ms ? c->due_ms : p->now_ms;
        c->run(c->context);
        spk_free(c);
    }
    p->now_ms = until;
    end_jobs(p, false);
    srv_server_turn(p->house);
    srv_server_poll(p->house);
    srv_server_turn(p->house);
    srv_bus_poll(p->bus);
}

/* -- Its network: one guest, whose ticket is 1 --------------------------------------------------------- */

static bool reply(void *net, srv_ask ask, const srv_response *a)
{
    place *p = net;
    (void)ask;
    spk_buf_clear(&p->said);
    if (a->body)
        spk_buf_puts(&p->said, a->body);
    p->status = a->status;
    return true;
}

static srv_ws accept_ws(void *net, srv_ask ask, void *user)
{
    ((place *)net)->user = user;
    return (srv_ws){ask.n};
}

static bool send_ws(void *net, srv_ws ws, const char *text, size_t n)
{
    place *p = net;
    json_t *o = json_loadb(text, n, 0, NULL);
    SPK_BUG_IF(ws.n != 1 || !o); /* nobody is sent what is no message */
    json_decref(o);
    return p->user != NULL;
}

static bool offer_ws(void *net, srv_ws ws, int slot, const char *text, size_t n)
{
    (void)slot;
    return send_ws(net, ws, text, n);
}

static void end_guest(void *context)
{
    place *p = context;
    void *user = p->user;
    p->user = NULL;
    if (user)
        srv_server_closed(p->house, user, 1006);
}

static bool close_ws(void *net, srv_ws ws, int code, const char *reason)
{
    (void)ws, (void)code, (void)reason;
    later(net, 1, end_guest, net);
    return true;
}

static void *user_of(void *net, srv_ws ws) { return ws.n == 1 ? ((place *)net)->user : NULL; }

static void drain(void *net, const char *text, int ms) { (void)net, (void)text, (void)ms; }

/* -- What it says to others --------------------------------------------------------------------------------- */

/* "SIZE\n", so many bytes, and again; each begins with a word, its name and its life. */
static void on_said(void *context, const srv_bus_message *m)
{
    const char *at = m->bytes, *end = m->bytes + m->n;
    (void)context;
    if (spk_str_eq(m->subject, "speakeasy.node.n1"))
        return; /* that was us */
    while (at < end) {
        char *line, word[16], name[SRV_ID_ROOM + 1], life[NODE_LIFE + 1];
        unsigned long long size = strtoull(at, &line, 10);
        SPK_BUG_IF(*line != '\n' || size > (size_t)(end - line - 1));
        SPK_BUG_IF(!memchr(line + 1, '\n', (size_t)size));
        SPK_BUG_IF(sscanf(line + 1, "%15s %24s %17s", word, name, life) != 3);
        SPK_BUG_IF(!spk_str_eq(name, "n1"));
        at = line + 1 + size;
    }
}

/* -- Opening ------------------------------------------------------------------------------------------------ */

static void ask(place *p, srv_method method, const char *path, const char *body)
{
    p->status = 0;
    srv_server_request(p->house, &(srv_request){.ask = {7},
                                                .method = method,
                                                .path = path,
                                                .query = "",
                                                .host = "localhost",
                                                .peer = "192.0.2.7",
                                                .body = body,
                                                .n_body = strlen(body)});
    for (int i = 0; i < TICKS && !p->status; i++)
        pass_time(p, TICK_MS);
}

static void keep(const json_t *o, const char *name, char *to, size_t cap)
{
    const char *text = json_string_value(json_object_get(o, name));
    SPK_BUG_IF(!text || strlen(text) >= cap);
    memcpy(to, text, strlen(text) + 1);
}

static void make_table(place *p)
{
    char hello[200];
    ask(p, SRV_POST, "/api/tables",
        "{\"game\":\"famiglia\",\"seats\":[{\"kind\":\"me\",\"name\":\"A\"},{\"kind\":\"hotseat\","
        "\"name\":\"B\"}]}");
    json_t *made = json_loads(spk_buf_text(&p->said), 0, NULL);
    SPK_BUG_IF(p->status != 201);
    keep(made, "id", p->table, sizeof p->table);
    keep(json_array_get(json_object_get(made, "seats"), 1), "token", p->token, sizeof p->token);
    srv_server_upgrade(p->house, &(srv_request){.ask = {1}, .path = "/ws", .peer = "192.0.2.8"});
    int n = snprintf(hello, sizeof hello, "{\"t\":\"hello\",\"table\":\"%s\",\"token\":\"%s\"}",
                     p->table,
                     json_string_value(json_object_get(
                         json_array_get(json_object_get(made, "seats"), 0), "token")));
    SPK_BUG_IF(!p->user);
    srv_server_message(p->house, p->user, hello, (size_t)n);
    json_decref(made);
    pass_time(p, TICK_MS);
}

static void open_place(place *p)
{
    char *const nothing[] = {NULL};
    const char *memory = "memory";
    host_clock clock = {p, now, no_wait};
    *p = (place){.now_ms = 1000};
    p->store = srv_store_open(&(srv_store_options){.clock = clock}, NULL);
    p->bus = srv_bus_open(&(srv_bus_options){.clock = clock}, NULL);
    SPK_BUG_IF(!srv_bus_subscribe(p->bus, "speakeasy.>", NULL, on_said, p, NULL));
    srv_config_init(&p->config);
    srv_config_set(&p->config, "data", &memory, 1, NULL);
    SPK_BUG_IF(srv_config_finish(&p->config, nothing, NULL) != SPK_OK);
    p->config.node = "n1";
    p->world = (srv_world){.loop = p,
                           .wall_ms = wall,
                           .now_ns = now,
                           .wait = no_wait,
                           .later = later,
                           .give = give,
                           .wake = no_wake,
                           .closed = closed,
                           .store_beside = p->store,
                           .bus_beside = p->bus,
                           .net = p,
                           .reply = reply,
                           .accept = accept_ws,
                           .send = send_ws,
                           .offer = offer_ws,
                           .close = close_ws,
                           .user = user_of,
                           .drain = drain};
    p->house = srv_server_open(&p->world, &p->config, NULL, NULL);
    SPK_BUG_IF(!p->house);
}

static void close_place(place *p)
{
    end_jobs(p, true);
    p->user = NULL;
    srv_server_free(p->house);
    for (call *c; (c = p->calls);) {
        p->calls = c->next;
        spk_free(c);
    }
    srv_bus_close(p->bus);
    srv_store_close(p->store);
    srv_config_release(&p->config);
    spk_buf_release(&p->said);
}

/* -- Bytes --------------------------------------------------------------------------------------------------- */

static void fill_in(char *text, size_t n, const char *what, const char *with)
{
    size_t size = strlen(with);
    for (char *at = text; (at = memmem(at, (size_t)(text + n - at), what, strlen(what)));) {
        if ((size_t)(text + n - at) < size)
            return;
        memcpy(at, with, size);
        at += size;
    }
}

/* What can be read is the same when it is written and read again. */
static void go_round(const char *bytes, size_t n)
{
    spk_buf in = {0}, once = {0}, twice = {0};
    node_packed request;
    node_packed_response answer;
    spk_buf_add(&in, bytes, n);
    if (node_unpack_request(&in, &request)) {
        node_pack_request(&request.r, &once);
        SPK_BUG_IF(!node_unpack_request(&once, &request));
        node_pack_request(&request.r, &twice);
    } else if (node_unpack_response(&in, &answer)) {
        node_pack_response(&answer.a, &once);
        SPK_BUG_IF(!node_unpack_response(&once, &answer));
        node_pack_response(&answer.a, &twice);
    }
    SPK_BUG_IF(once.n != twice.n || (once.n && memcmp(once.bytes, twice.bytes, once.n) != 0));
    spk_buf_release(&in);
    spk_buf_release(&once);
    spk_buf_release(&twice);
}

static void go_round_from(const char *text, size_t n)
{
    const char *line = memchr(text, '\n', n), *rest = line ? line + 1 : NULL;
    line = rest ? memchr(rest, '\n', (size_t)(text + n - rest)) : NULL;
    go_round(text, n);
    if (line)
        go_round(line + 1, (size_t)(text + n - line - 1));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static place p;
    if (n > SRV_BUS_MOST_BYTES)
        return 0;
    char *text = fuzz_text(bytes, n);
    go_round_from(text, n);
    open_place(&p);
    make_table(&p);
    fill_in(text, n, "TABLE_______", p.table);
    fill_in(text, n, "TOKEN______________________________________", p.token);
    SPK_BUG_IF(srv_bus_publish(p.bus, "speakeasy.node.n1", text, n) != SPK_OK);
    for (int i = 0; i < TICKS; i++)
        pass_time(&p, TICK_MS);
    ask(&p, SRV_GET, "/healthz", "");
    SPK_BUG_IF(p.status != 200);
    close_place(&p);
    spk_free(text);
    return 0;
}
