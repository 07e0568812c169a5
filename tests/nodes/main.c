/* main.c: several nodes of one house in one process, on one thread, from one seed (docs/simulation.md, "Several servers"):
 * houses as they are shipped, behind their nodes (src/hosts/server/node), on a store in memory that they share, a bus that
 * loses messages, and time that is simulated. Nodes are killed, leave, and are stopped for as long as it takes their
 * leases to run out. People play through whichever node they get, come again when a connection ends, and repeat what was
 * not answered.
 *
 *     sim_nodes [--seeds N] [--seconds S] [--seed FIRST] [--trace]
 *
 * What must hold:
 *     - One history: event n of a table is the same for a seat at every node, for ever.
 *     - Nothing old is shown as new: nobody who comes again is shown less than they had seen.
 *     - What was answered `ok` is in the store, once; what was sent again counts once.
 *     - When the faults have stopped, everything is answered and every table moves. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/str.h"
#include "hosts/server/bus/bus.h"
#include "server/fake_loop.h"

enum {
    NODES = 3,
    TABLES = 2,
    SEATS = 2,
    PEOPLE = TABLES * SEATS,
    MOST_EVENTS = 4000,
    LEASE_MS = 1000,
    PLAY_MS = 60000, /* with faults ... */
    CALM_MS = 60000, /* ... and without */
};

typedef struct sim sim;

/* -- What is kept of everything ------------------------------------------------------------------- */

typedef struct event { /* in the order they are due; those of a node that sleeps wait */
    struct event *next;
    int64_t due_ms;
    int node; /* -1: nobody's */
    uint64_t life;
    void (*run)(void *context);
    void *context;
} event;

typedef struct person {
    sim *s;
    int table, seat, node;
    uint64_t ticket; /* 0: not connected */
    void *user;      /* of the node's house */
    char token[64];
    int seen, n; /* the newest event it knows; of the view on this connection */
    char move[200];
    bool may_move, pending;
    char ref[24], text[400]; /* of what waits for its answer */
    int64_t sent_ms, came_ms;
    int n_refs, n_acked;
    char (*acked)[24];
    char *events[MOST_EVENTS]; /* as it was told them, by number */
} person;

typedef struct node {
    sim *s;
    int number;
    char name[8];
    uint64_t life;
    bool is_up, sleeps, woken, closed;
    srv_config config;
    srv_world world;
    srv_house *house;
    srv_job *jobs;
} node;

struct sim {
    uint64_t seed;
    int64_t now_ms;
    spk_rng dice;
    event *events;
    uint64_t n_tickets;
    node nodes[NODES];
    person people[PEOPLE];
    char table[TABLES][SRV_ID + 1];
    srv_store *store; /* a tool's, which all others are beside */
    srv_bus *bus;
    int loss_percent;
    bool calm, trace;
    int n_moves, n_kills, n_sleeps, n_leaves, n_lost, n_breaks;
    char why[1000]; /* "": all is well */
    json_t *reply;
    int status;
};

static sim *here;

static void __attribute__((format(printf, 2, 3))) fail(sim *s, const char *format, ...)
{
    va_list args;
    if (*s->why)
        return;
    va_start(args, format);
    vsnprintf(s->why, sizeof s->why, format, args);
    va_end(args);
}

static void __attribute__((format(printf, 2, 3))) tell(sim *s, const char *format, ...)
{
    va_list args;
    if (!s->trace)
        return;
    printf("%8lld  ", (long long)s->now_ms);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
}

static int below(sim *s, int n) { return (int)spk_rng_below(&s->dice, (uint32_t)n); }

/* -- Time ----------------------------------------------------------------------------------------- */

static void at(sim *s, int64_t ms, int number, void (*run)(void *context), void *context)
{
    event *e = spk_alloc(sizeof *e), **place = &s->events;
    *e = (event){.due_ms = s->now_ms + ms,
                 .node = number,
                 .life = number < 0 ? 0 : s->nodes[number].life,
                 .run = run,
                 .context = context};
    while (*place && (*place)->due_ms <= e->due_ms)
        place = &(*place)->next;
    e->next = *place;
    *place = e;
}

static int64_t wall(void *loop) { return 1000000000 + ((node *)loop)->s->now_ms; }
static uint64_t now(void *loop) { return (uint64_t)((node *)loop)->s->now_ms * 1000000u + 1; }
static void no_wait(void *loop, int ms) { (void)loop, (void)ms; }

static void later(void *loop, int ms, void (*run)(void *context), void *context)
{
    node *n = loop;
    at(n->s, ms, n->number, run, context);
}

static void poll(void *context)
{
    node *n = context;
    n->woken = false;
    srv_server_poll(n->house);
}

/* The store's answers and the bus's messages take their time. */
static void wake(void *loop)
{
    node *n = loop;
    if (!n->woken && n->is_up)
        at(n->s, 1 + below(n->s, 20), n->number, poll, n);
    n->woken = true;
}

static void do_job(void *context)
{
    node *n = context;
    srv_job *job = n->jobs;
    n->jobs = job->next;
    job->work(job);
    job->done(job, false);
}

static void give(void *loop, srv_job *job, srv_rank rank)
{
    node *n = loop;
    srv_job **place = &n->jobs;
    (void)rank;
    while (*place)
        place = &(*place)->next;
    job->next = NULL;
    *place = job;
    at(n->s, 1 + below(n->s, 30), n->number, do_job, n);
}

static void closed(void *loop) { ((node *)loop)->closed = true; }

/* -- The bus loses something ------------------------------------------------------------------------ */

spk_err __real_srv_bus_publish(srv_bus *bus, const char *subject, const void *bytes, size_t n);
spk_err __wrap_srv_bus_publish(srv_bus *bus, const char *subject, const void *bytes, size_t n);

spk_err __wrap_srv_bus_publish(srv_bus *bus, const char *subject, const void *bytes, size_t n)
{
    if (here && below(here, 1000) < here->loss_percent * 10) {
        here->n_lost++;
        return SPK_OK;
    }
    return __real_srv_bus_publish(bus, subject, bytes, n);
}

/* -- The network: no node knows another's guests ----------------------------------------------------- */

static person *person_of(node *n, uint64_t ticket)
{
    for (int i = 0; i < PEOPLE; i++)
        if (n->s->people[i].ticket == ticket && n->s->people[i].node == n->number)
            return &n->s->people[i];
    return NULL;
}

static bool reply(void *net, srv_ask ask, const srv_response *a)
{
    node *n = net;
    (void)ask;
    json_decref(n->s->reply);
    n->s->reply = a->body ? json_loads(a->body, 0, NULL) : NULL;
    n->s->status = a->status;
    return true;
}

static srv_ws accept_ws(void *net, srv_ask ask, void *user)
{
    person *p = person_of(net, ask.n);
    p->user = user;
    return (srv_ws){ask.n};
}

static void *user_of(void *net, srv_ws ws)
{
    person *p = person_of(net, ws.n);
    return p ? p->user : NULL;
}

static void come(void *person);

static void lose_line(person *p, bool tell_house)
{
    node *n = &p->s->nodes[p->node];
    void *user = p->user;
    p->ticket = 0;
    p->user = NULL;
    p->may_move = false;
    p->s->n_breaks++;
    if (user && tell_house && n->is_up)
        srv_server_closed(n->house, user, 1006);
    at(p->s, 100 + below(p->s, 400), -1, come, p);
}

typedef struct closing {
    person *p;
    uint64_t ticket;
} closing;

static void on_closed(void *context)
{
    closing *c = context;
    if (c->p->ticket == c->ticket)
        lose_line(c->p, true);
    spk_free(c);
}

static bool close_ws(void *net, srv_ws ws, int code, const char *reason)
{
    node *n = net;
    person *p = person_of(n, ws.n);
    if (!p)
        return false;
    tell(n->s, "%s closes the line of %d.%d: %d %s", n->name, p->table, p->seat, code, reason);
    if (code >= 4000)
        fail(n->s, "somebody was sent away: %d %s", code, reason);
    closing *c = spk_alloc(sizeof *c);
    *c = (closing){p, ws.n};
    at(n->s, 1, -1, on_closed, c);
    return true;
}

/* -- What people hear -------------------------------------------------------------------------------- */

static void hear_events(person *p, const json_t *list)
{
    size_t i;
    json_t *e;
    json_array_foreach((json_t *)list, i, e)
    {
        int n = (int)json_integer_value(json_object_get(e, "n"));
        char *text = json_dumps(e, JSON_COMPACT | JSON_SORT_KEYS);
        if (n < 1 || n >= MOST_EVENTS)
            fail(p->s, "event %d", n);
        else if (!p->events[n])
            p->events[n] = text, text = NULL;
        else if (strcmp(p->events[n], text) != 0)
            fail(p->s, "two histories: table %d seat %d heard %s and then %s", p->table, p->seat,
                 p->events[n], text);
        free(text);
    }
}

/* At random; but a game should last, so what only passes is rare. */
static const char *choose(sim *s, const json_t *moves)
{
    size_t n = json_array_size(moves);
    const char *text = NULL;
    for (int i = 0; n && i < 4; i++) {
        text = json_string_value(json_array_get(moves, (size_t)below(s, (int)n)));
        if (strncmp(text, "pass", 4) != 0)
            break;
    }
    return text;
}

static void hear_view(person *p, const json_t *view)
{
    int n = (int)json_integer_value(json_object_get(view, "n"));
    const char *text = choose(p->s, json_object_get(view, "moves"));
    if (n < p->seen)
        fail(p->s, "something old: table %d seat %d had seen %d and is shown %d by %s", p->table,
             p->seat, p->seen, n, p->s->nodes[p->node].name);
    hear_events(p, json_object_get(view, "events"));
    p->seen = p->n = n;
    p->may_move = text != NULL;
    snprintf(p->move, sizeof p->move, "%s", text ? text : "");
}

static void hear_answer(person *p, const json_t *o, bool ok)
{
    const char *ref = json_string_value(json_object_get(o, "ref"));
    if (!ref || !p->pending || strcmp(ref, p->ref) != 0)
        return;
    p->pending = false;
    p->s->n_moves += ok;
    if (ok) {
        p->acked = spk_realloc(p->acked, (size_t)(p->n_acked + 1) * sizeof *p->acked);
        memcpy(p->acked[p->n_acked++], p->ref, sizeof p->ref);
    }
}

static bool send_ws(void *net, srv_ws ws, const char *text, size_t n)
{
    person *p = person_of(net, ws.n);
    json_t *o = p ? json_loadb(text, n, 0, NULL) : NULL;
    const char *t = json_string_value(json_object_get(o, "t"));
    if (!p)
        return false;
    tell(p->s, "%d.%d hears %.*s", p->table, p->seat, n > 100 ? 100 : (int)n, text);
    if (spk_str_eq(t, "view"))
        hear_view(p, o);
    else if (spk_str_eq(t, "ok") || spk_str_eq(t, "no"))
        hear_answer(p, o, spk_str_eq(t, "ok"));
    json_decref(o);
    return true;
}

static bool offer_ws(void *net, srv_ws ws, int slot, const char *text, size_t n)
{
    (void)slot;
    return send_ws(net, ws, text, n);
}

static void drain(void *net, const char *text, int ms)
{
    node *n = net;
    (void)text, (void)ms;
    for (int i = 0; i < PEOPLE; i++)
        if (n->s->people[i].ticket && n->s->people[i].node == n->number)
            close_ws(n, (srv_ws){n->s->people[i].ticket}, 1001, "closing");
}

/* -- Nodes ------------------------------------------------------------------------------------------- */

static void start(void *context)
{
    node *n = context;
    spk_why why = {0};
    if (n->is_up)
        return;
    n->life++;
    n->closed = n->woken = false;
    n->world = (srv_world){.loop = n,
                           .wall_ms = wall,
                           .now_ns = now,
                           .wait = no_wait,
                           .later = later,
                           .give = give,
                           .wake = wake,
                           .closed = closed,
                           .store_beside = n->s->store,
                           .bus_beside = n->s->bus,
                           .net = n,
                           .reply = reply,
                           .accept = accept_ws,
                           .send = send_ws,
                           .offer = offer_ws,
                           .close = close_ws,
                           .user = user_of,
                           .drain = drain};
    n->is_up = true;
    n->house = srv_server_open(&n->world, &n->config, NULL, &why);
    if (n->house)
        return;
    n->is_up = false; /* its own old lease still runs */
    at(n->s, 200, -1, start, n);
}

static void free_jobs(node *n)
{
    for (srv_job *job; (job = n->jobs);) {
        n->jobs = job->next;
        job->done(job, true);
    }
}

/* kill -9: the process is gone; whoever was connected notices. What is freed says nothing to anybody. */
static void kill_node(node *n)
{
    sim *s = n->s;
    int loss = s->loss_percent;
    n->is_up = n->sleeps = false;
    n->life++;
    for (int i = 0; i < PEOPLE; i++)
        if (s->people[i].ticket && s->people[i].node == n->number)
            lose_line(&s->people[i], false);
    s->loss_percent = 100;
    free_jobs(n);
    srv_server_free(n->house);
    n->house = NULL;
    s->loss_percent = loss;
}

static void end_if_closed(void *context)
{
    node *n = context;
    if (!n->is_up || !n->house)
        return;
    if (!n->closed) {
        at(n->s, 20, n->number, end_if_closed, n);
        return;
    }
    n->is_up = false;
    n->life++;
    free_jobs(n);
    srv_server_free(n->house);
    n->house = NULL;
    at(n->s, 500, -1, start, n);
}

static void on_drained(void *context)
{
    node *n = context;
    if (n->is_up && n->house)
        srv_server_drained(n->house);
}

/* -- People ------------------------------------------------------------------------------------------- */

static void come_to(person *p, node *n)
{
    sim *s = p->s;
    char hello[300];
    if (p->ticket)
        return;
    if (!n->is_up || n->sleeps || !n->house || n->house->closing) {
        at(s, 100, -1, come, p);
        return;
    }
    p->node = n->number;
    p->ticket = ++s->n_tickets;
    p->came_ms = s->now_ms;
    srv_server_upgrade(n->house,
                       &(srv_request){.ask = {p->ticket}, .path = "/ws", .peer = "192.0.2.7"});
    if (!p->user) {
        p->ticket = 0;
        at(s, 100, -1, come, p);
        return;
    }
    tell(s, "%d.%d comes to %s, having seen %d", p->table, p->seat, n->name, p->seen);
    snprintf(hello, sizeof hello,
             "{\"t\":\"hello\",\"protocol\":1,\"table\":\"%s\",\"token\":\"%s\",\"seen\":%d}",
             s->table[p->table], p->token, p->seen);
    srv_server_message(n->house, p->user, hello, strlen(hello));
    if (p->pending)
        srv_server_message(n->house, p->user, p->text, strlen(p->text));
    srv_server_turn(n->house);
}

static void come(void *context)
{
    person *p = context;
    come_to(p, &p->s->nodes[below(p->s, NODES)]);
}

/* The worst moment: somebody who has played on elsewhere comes before the node has looked at its clock. */
static void wake_up(void *context)
{
    node *n = context;
    person *p = &n->s->people[below(n->s, PEOPLE)];
    if (!n->sleeps)
        return;
    tell(n->s, "%s goes on", n->name);
    n->sleeps = false;
    if (n->s->calm || !p->ticket || p->node == n->number || n->s->nodes[p->node].sleeps)
        return;
    lose_line(p, true);
    come_to(p, n);
}

/* Somebody whose line says nothing for long comes again, as the page does. */
static void act(person *p)
{
    enum { PATIENCE_MS = 28000 };
    sim *s = p->s;
    node *n = &s->nodes[p->node];
    if (!p->ticket || n->sleeps)
        return;
    if (p->pending) {
        if (s->now_ms - p->sent_ms > PATIENCE_MS && s->now_ms - p->came_ms > PATIENCE_MS) {
            if (s->calm)
                fail(s, "table %d seat %d: %s was not answered", p->table, p->seat, p->text);
            lose_line(p, true);
        }
        return;
    }
    if (!p->may_move)
        return;
    p->may_move = false;
    p->pending = true;
    p->sent_ms = s->now_ms;
    snprintf(p->ref, sizeof p->ref, "t%ds%dr%d", p->table, p->seat, ++p->n_refs);
    snprintf(p->text, sizeof p->text, "{\"t\":\"move\",\"ref\":\"%s\",\"n\":%d,\"text\":\"%s\"}",
             p->ref, p->n, p->move);
    tell(s, "%d.%d sends %s", p->table, p->seat, p->text);
    srv_server_message(n->house, p->user, p->text, strlen(p->text));
    srv_server_turn(n->house);
}

static void think(void *context)
{
    sim *s = context;
    for (int i = 0; i < PEOPLE; i++)
        if (below(s, 30) == 0) /* slowly enough for games to last until the faults have stopped */
            act(&s->people[i]);
    at(s, 40, -1, think, s);
}

/* -- Faults -------------------------------------------------------------------------------------------- */

static void break_something(void *context)
{
    sim *s = context;
    node *n = &s->nodes[below(s, NODES)];
    int what = below(s, 10);
    if (s->calm)
        return;
    at(s, 500 + below(s, 3000), -1, break_something, s);
    if (!n->is_up || !n->house || n->house->closing)
        return;
    if (what < 3 && !n->sleeps) {
        tell(s, "%s is killed", n->name);
        s->n_kills++;
        kill_node(n);
        at(s, 300 + below(s, 2000), -1, start, n);
    } else if (what < 7 && !n->sleeps) {
        tell(s, "%s is stopped", n->name);
        s->n_sleeps++;
        n->sleeps = true;
        at(s, below(s, 3 * LEASE_MS), -1, wake_up, n);
        for (int i = 0; i < PEOPLE; i++) /* some look for another node meanwhile */
            if (s->people[i].ticket && s->people[i].node == n->number && below(s, 2)) {
                person *p = &s->people[i];
                p->ticket = 0; /* the node still believes in it */
                p->user = NULL;
                p->may_move = false;
                at(s, 50, -1, come, p);
            }
    } else if (what < 8 && !n->sleeps) {
        tell(s, "%s is told to leave", n->name);
        s->n_leaves++;
        srv_server_close(n->house);
        at(s, 50, n->number, on_drained, n);
        at(s, 60, n->number, end_if_closed, n);
    } else {
        person *p = &s->people[below(s, PEOPLE)];
        if (p->ticket && !s->nodes[p->node].sleeps)
            lose_line(p, true);
    }
}

/* -- One run --------------------------------------------------------------------------------------------- */

static void step(sim *s)
{
    event **place = &s->events;
    while (*place && (*place)->node >= 0 && s->nodes[(*place)->node].sleeps &&
           (*place)->life == s->nodes[(*place)->node].life)
        place = &(*place)->next; /* it waits until its node goes on */
    event *e = *place;
    *place = e->next;
    if (e->due_ms > s->now_ms)
        s->now_ms = e->due_ms;
    node *n = e->node < 0 ? NULL : &s->nodes[e->node];
    if (!n || (n->is_up && n->life == e->life)) {
        e->run(e->context);
        if (n && n->is_up && n->house)
            srv_server_turn(n->house);
    }
    spk_free(e);
}

static void run_for(sim *s, int64_t ms)
{
    for (int64_t end = s->now_ms + ms; s->now_ms < end && !*s->why && s->events;)
        step(s);
}

static bool ask(sim *s, srv_method method, const char *path, const char *body)
{
    srv_request r = {.ask = {1},
                     .method = method,
                     .path = path,
                     .query = "",
                     .host = "localhost",
                     .peer = "192.0.2.7",
                     .body = body,
                     .n_body = strlen(body)};
    s->status = 0;
    srv_server_request(s->nodes[0].house, &r);
    srv_server_turn(s->nodes[0].house);
    for (int i = 0; i < 200 && !s->status; i++)
        step(s);
    return s->status == 200 || s->status == 201;
}

static void set_table(sim *s, int t)
{
    char path[80], body[120];
    snprintf(body, sizeof body,
             "{\"game\":\"%s\",\"players\":2,\"seats\":[{\"kind\":\"me\"},{\"kind\":\"open\"}]}",
             t % 2 ? "famiglia" : "gangster");
    if (!ask(s, SRV_POST, "/api/tables", body)) {
        fail(s, "no table: %d", s->status);
        return;
    }
    snprintf(s->table[t], sizeof s->table[t], "%s",
             json_string_value(json_object_get(s->reply, "id")));
    const json_t *first = json_array_get(json_object_get(s->reply, "seats"), 0);
    snprintf(s->people[t * SEATS].token, sizeof s->people[0].token, "%s",
             json_string_value(json_object_get(first, "token")));
    snprintf(path, sizeof path, "/api/tables/%s/seats/1", s->table[t]);
    if (!ask(s, SRV_POST, path, "{\"name\":\"Bob\"}"))
        fail(s, "no seat: %d", s->status);
    snprintf(s->people[t * SEATS + 1].token, sizeof s->people[0].token, "%s",
             json_string_value(json_object_get(s->reply, "token")));
}

static int count_ref(const srv_row *row, const char *ref)
{
    int n = 0;
    for (int i = 0; i < row->n_entries; i++)
        n += row->entries[i].ref && spk_str_eq(row->entries[i].ref, ref);
    return n;
}

/* What was answered is in the store, once. */
static void check_store(sim *s)
{
    for (int t = 0; t < TABLES; t++) {
        srv_found f;
        spk_err err =
            srv_store_ask_now(s->store, &(srv_query){.what = SRV_ASK_TABLE, .id = s->table[t]}, &f);
        for (int i = 0; err == SPK_OK && i < PEOPLE; i++)
            for (int k = 0; s->people[i].table == t && k < s->people[i].n_acked; k++)
                if (count_ref(&f.answer.tables[0], s->people[i].acked[k]) != 1)
                    fail(s, "%s was answered ok and is there %d times", s->people[i].acked[k],
                         count_ref(&f.answer.tables[0], s->people[i].acked[k]));
        if (err != SPK_OK)
            fail(s, "table %d is gone", t);
        srv_found_release(&f);
    }
}

static bool is_over(const sim *s, int t)
{
    srv_found f;
    srv_store_ask_now(s->store, &(srv_query){.what = SRV_ASK_TABLE, .id = s->table[t]}, &f);
    bool over = f.answer.err == SPK_OK && f.answer.tables[0].status == ROOM_FINISHED;
    srv_found_release(&f);
    return over;
}

/* Much is lost, and then nothing more: what was lost last is noticed all the same. The faults stop. Then every table goes
 * on. */
static void run_calm(sim *s)
{
    int before[TABLES] = {0};
    s->calm = true;
    s->loss_percent = s->loss_percent ? 40 : 0;
    run_for(s, 1500);
    s->loss_percent = 0;
    for (int i = 0; i < NODES; i++)
        wake_up(&s->nodes[i]);
    for (int i = 0; i < PEOPLE; i++)
        before[s->people[i].table] += s->people[i].n_acked;
    run_for(s, CALM_MS);
    for (int t = 0; t < TABLES && !*s->why; t++) {
        int after = 0;
        for (int i = 0; i < PEOPLE; i++)
            after += s->people[i].table == t ? s->people[i].n_acked : 0;
        if (after <= before[t] && !is_over(s, t))
            fail(s, "table %d stands still", t);
    }
    check_store(s);
}

static void open_all(sim *s)
{
    char *const nothing[] = {NULL};
    host_clock clock = {&s->nodes[0], now, no_wait};
    s->store = srv_store_open(&(srv_store_options){.clock = clock}, NULL);
    s->bus = srv_bus_open(&(srv_bus_options){.clock = clock}, NULL);
    for (int i = 0; i < NODES; i++) {
        node *n = &s->nodes[i];
        const char *memory = "memory";
        *n = (node){.s = s, .number = i};
        snprintf(n->name, sizeof n->name, "n%d", i);
        srv_config_init(&n->config);
        srv_config_set(&n->config, "data", &memory, 1, NULL);
        SPK_BUG_IF(srv_config_finish(&n->config, nothing, NULL) != SPK_OK);
        n->config.node = n->name;
        n->config.lease_ms = LEASE_MS;
        start(n);
        SPK_BUG_IF(!n->house);
    }
}

static void free_all(sim *s)
{
    for (int i = 0; i < NODES; i++) {
        if (s->nodes[i].is_up)
            kill_node(&s->nodes[i]);
        srv_config_release(&s->nodes[i].config);
    }
    for (event *e; (e = s->events);) {
        s->events = e->next;
        if (e->run == on_closed)
            spk_free(e->context);
        spk_free(e);
    }
    here = NULL;
    srv_bus_close(s->bus);
    srv_store_close(s->store);
    json_decref(s->reply);
    for (int i = 0; i < PEOPLE; i++) {
        for (int k = 0; k < MOST_EVENTS; k++)
            free(s->people[i].events[k]);
        spk_free(s->people[i].acked);
    }
}

static bool run(uint64_t seed, bool trace, sim *sums)
{
    sim *s = spk_alloc(sizeof *s);
    *s = (sim){.seed = seed, .trace = trace, .now_ms = 1000};
    spk_rng_init(&s->dice, seed, 1);
    fake_dice(seed);
    here = s;
    open_all(s);
    run_for(s, 1000);
    for (int t = 0; t < TABLES; t++)
        set_table(s, t);
    for (int i = 0; i < PEOPLE; i++) {
        s->people[i].s = s;
        s->people[i].table = i / SEATS;
        s->people[i].seat = i % SEATS;
        at(s, 10 * i, -1, come, &s->people[i]);
    }
    s->loss_percent = below(s, 2) ? 0 : 1 + below(s, 4);
    at(s, 0, -1, think, s);
    at(s, 1000, -1, break_something, s);
    run_for(s, PLAY_MS);
    if (!*s->why)
        check_store(s);
    if (!*s->why)
        run_calm(s);
    if (*s->why)
        printf("seed %llu, after %lld ms: violation: %s\n", (unsigned long long)seed,
               (long long)s->now_ms, s->why);
    bool well = !*s->why;
    sums->n_moves += s->n_moves, sums->n_kills += s->n_kills, sums->n_sleeps += s->n_sleeps;
    sums->n_leaves += s->n_leaves, sums->n_lost += s->n_lost, sums->n_breaks += s->n_breaks;
    free_all(s);
    spk_free(s);
    return well;
}

int main(int argc, char **argv)
{
    uint64_t first = 1, n = 20;
    double seconds = 1e9;
    bool trace = false;
    static sim sums;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i], *value = i + 1 < argc ? argv[i + 1] : "";
        if (spk_str_eq(word, "--trace"))
            trace = true;
        else if (spk_str_eq(word, "--seeds"))
            n = strtoull(value, NULL, 10), i++;
        else if (spk_str_eq(word, "--seed"))
            first = strtoull(value, NULL, 10), i++;
        else if (spk_str_eq(word, "--seconds"))
            seconds = atof(value), i++;
        else
            return fprintf(stderr,
                           "usage: sim_nodes [--seeds N] [--seconds S] [--seed FIRST] [--trace]\n"),
                   2;
    }
    uint64_t seed = first;
    bool well = true;
    for (; well && seed < first + n && (double)clock() / CLOCKS_PER_SEC < seconds; seed++)
        well = run(seed, trace, &sums);
    printf("%llu seeds, %d moves, %d kills, %d sleeps, %d goodbyes, %d messages lost, %d lines "
           "broken\n",
           (unsigned long long)(seed - first), sums.n_moves, sums.n_kills, sums.n_sleeps,
           sums.n_leaves, sums.n_lost, sums.n_breaks);
    if (well && sums.n_moves == 0)
        return printf("violation: nobody played\n"), 1;
    return !well;
}
