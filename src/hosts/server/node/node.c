/* node.c: a node's life: opening it, its lease, the beat by which others know of it, and its end. See node.h. */
#include "hosts/server/node/node.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/node/inside.h"

/* -- The others ----------------------------------------------------------------------------------- */

node_peer *node_peer_of(srv_node *n, const char *name)
{
    node_peer *p = n->peers;
    while (p && !spk_str_eq(p->name, name))
        p = p->next;
    if (p)
        return p;
    p = spk_alloc(sizeof *p);
    snprintf(p->name, sizeof p->name, "%s", name);
    p->next = n->peers;
    return n->peers = p;
}

/* Of whom nothing was heard yet, because we have just come, it is taken for granted. */
bool node_is_alive(const srv_node *n, const node_peer *p)
{
    int64_t now = srv_house_ms(n->house);
    return p->heard_ms ? now - p->heard_ms < NODE_DEAD_MS
                       : !*p->life && now - n->opened_ms < NODE_DEAD_MS;
}

void node_hear(srv_node *n, node_peer *p, const char *life)
{
    if (spk_str_eq(p->life, life) && p->has_left)
        return; /* said before it left */
    if (*p->life && !spk_str_eq(p->life, life)) {
        node_guests_leave(n, p);
        node_asks_leave(n, p);
    }
    snprintf(p->life, sizeof p->life, "%s", life);
    p->heard_ms = srv_house_ms(n->house);
    p->is_silent = p->has_left = false;
}

void node_hear_bye(srv_node *n, node_peer *p)
{
    p->heard_ms = 0;
    p->has_left = p->is_silent = true;
    srv_log_event(n->house->log, SRV_EVENT_NODE_LEFT, SRV_KEY("node", p->name));
    node_guests_leave(n, p);
    node_asks_leave(n, p);
}

/* A node that has fallen silent: its guests here go to whoever has its tables next. */
static void look_at_peers(srv_node *n)
{
    for (node_peer *p = n->peers; p; p = p->next)
        if (!p->is_silent && !node_is_alive(n, p)) {
            p->is_silent = true;
            p->heard_ms = 0;
            srv_log_event(n->house->log, SRV_EVENT_NODE_SILENT, SRV_KEY("node", p->name));
            node_guests_leave(n, p);
            node_asks_leave(n, p);
        }
}

/* -- The lease ------------------------------------------------------------------------------------ */

bool node_is_sure(const srv_node *n)
{
    return !n->is_lost && n->real->now_ns(n->real->loop) < n->sure_until_ns;
}

static void on_lease(void *context, const srv_answer *a);

/* Counted from before it is asked: the store's own count begins later, and so ends later. */
static void ask_for_lease(srv_node *n, srv_lease_act what)
{
    srv_house *h = n->house;
    srv_lease lease = {.what = what, .house_ms = srv_house_now(h)};
    n->asked_ns = n->real->now_ns(n->real->loop);
    n->renewed_ms = srv_house_ms(h);
    n->asking = srv_store_lease(h->store, &lease, on_lease, n) == SPK_OK;
    if (n->asking)
        srv_house_begin(h);
}

/* Another node has ended it, or its time was over and somebody has claimed a table of ours. Nothing that is in memory counts
 * any more. */
static void lose(srv_node *n)
{
    srv_house *h = n->house;
    n->is_lost = true;
    h->figures.leases_lost++;
    srv_log_event(h->log, SRV_EVENT_NODE_LOST, SRV_KEY("node", h->config->node));
    srv_tables_lose(h);
    ask_for_lease(n, SRV_HELLO);
}

static void on_lease(void *context, const srv_answer *a)
{
    srv_node *n = context;
    n->asking = false;
    srv_house_end(n->house);
    if (n->left)
        return;
    if (a->err == SPK_OK) {
        n->is_lost = false;
        n->sure_until_ns = n->asked_ns + (uint64_t)n->lease_ms * 1000000;
    } else if (a->err == SPK_ELOST && !n->is_lost)
        lose(n);
}

/* The store has refused something: perhaps all is lost. Found out by renewing it. */
void node_lost(srv_house *h) { h->node->renewed_ms = 0; }

static void look_at_lease(srv_node *n)
{
    enum { HELLO_MS = 1000 };
    int64_t now = srv_house_ms(n->house);
    bool sure = node_is_sure(n);
    if (!n->asking && now - n->renewed_ms > (n->is_lost ? HELLO_MS : n->lease_ms / 3))
        ask_for_lease(n, n->is_lost ? SRV_HELLO : SRV_RENEW);
    if (sure && !n->was_sure)
        node_guests_sure(n);
    n->was_sure = sure;
}

/* -- The beat --------------------------------------------------------------------------------------- */

static void on_tick(void *context)
{
    srv_node *n = context;
    int64_t now = srv_house_ms(n->house);
    if (n->left)
        return;
    n->real->later(n->real->loop, NODE_TICK_MS, on_tick, n);
    if (n->leaving)
        return;
    look_at_lease(n);
    if (now - n->beaten_ms >= NODE_BEAT_MS) {
        n->beaten_ms = now;
        node_wire_tell_all(n, "beat", "");
        look_at_peers(n);
    }
    if (now - n->counted_ms >= NODE_COUNT_MS) {
        n->counted_ms = now;
        node_guests_count(n, ++n->n_counts % NODE_ALL_COUNTS == 0);
    }
    node_find_tick(n);
    node_asks_tick(n);
    node_guests_tick(n);
}

static void look(const srv_house *h, srv_node_state *state)
{
    const srv_node *n = h->node;
    uint64_t now = n->real->now_ns(n->real->loop);
    *state = (srv_node_state){.is_sure = node_is_sure(n), .n_nodes = 1};
    if (state->is_sure)
        state->lease_ms = (int64_t)((n->sure_until_ns - now) / 1000000);
    for (const node_peer *p = n->peers; p; p = p->next)
        state->n_nodes += p->heard_ms && node_is_alive(n, p);
}

static void tell(srv_house *h, srv_told_of what, const char *id)
{
    char text[SRV_ID_ROOM + 16];
    snprintf(text, sizeof text, "%d %s", (int)what, id);
    node_wire_tell_all(h->node, "news", text);
}

void srv_node_turn(srv_house *h)
{
    h->node->n_turns++;
    node_wire_flush(h->node);
}

/* News may have been among what was lost. */
void srv_node_gap(srv_house *h)
{
    if (!h->node || h->node->leaving)
        return;
    node_guests_count(h->node, true);
    srv_guests_check_sessions(h, NULL);
}

/* -- The end ---------------------------------------------------------------------------------------- */

static void on_goodbye(void *context, const srv_answer *a)
{
    srv_node *n = context;
    (void)a; /* lost or not: it is over */
    n->left = true;
    node_wire_flush(n);
    node_wire_tell_all(n, "bye", "");
    srv_house_end(n->house);
}

/* As soon as nothing is being written: what the store has taken is acknowledged, and what comes now is refused by it. */
static void leave(void *context)
{
    enum { SOON_MS = 2 };
    srv_node *n = context;
    srv_house *h = n->house;
    srv_lease lease = {.what = SRV_GOODBYE, .house_ms = srv_house_now(h)};
    if (srv_tables_are_busy(h))
        n->real->later(n->real->loop, SOON_MS, leave, n);
    else if (srv_store_lease(h->store, &lease, on_goodbye, n) != SPK_OK)
        on_goodbye(n, NULL);
}

static void begin_to_leave(void *context)
{
    srv_node *n = context;
    node_finds_end(n);
    node_guests_close_foreign(n);
    leave(n);
}

/* The house is closing. Connections here are told; guests at other doors need not know. */
static void drain(void *net, const char *text, int ms)
{
    srv_node *n = net;
    n->leaving = true;
    srv_house_begin(n->house);
    n->real->later(n->real->loop, 0, begin_to_leave, n);
    n->real->drain(n->real->net, text, ms);
}

/* -- The beginning ---------------------------------------------------------------------------------- */

spk_err srv_node_open(srv_house *h, spk_why *why)
{
    srv_node *n = spk_alloc(sizeof *n);
    *n = (srv_node){.house = h, .real = h->world, .world = *h->world};
    n->world.net = n;
    n->world.reply = node_reply;
    n->world.accept = node_accept;
    n->world.send = node_send;
    n->world.offer = node_offer;
    n->world.close = node_close;
    n->world.user = node_user;
    n->world.drain = drain;
    n->lease_ms = h->config->lease_ms;
    n->opened_ms = srv_house_ms(h);
    n->n_turns = 1;
    n->owners = spk_alloc(NODE_OWNERS * sizeof *n->owners);
    snprintf(n->life, sizeof n->life, "%08" PRIx32 "%08" PRIx32, randombytes_random(),
             randombytes_random());
    h->node = n;
    h->world = &n->world;
    h->lost = node_lost;
    h->tell = tell;
    h->send_after = node_send_after;
    h->look = look;
    return node_wire_open(n, why);
}

void srv_node_start(srv_house *h)
{
    srv_node *n = h->node;
    if (!n)
        return;
    srv_log_event(h->log, SRV_EVENT_NODE_CAME, SRV_KEY("node", h->config->node));
    ask_for_lease(n, SRV_RENEW); /* opening the store began it: now it is known since when */
    n->real->later(n->real->loop, 0, on_tick, n);
}

void srv_node_free(srv_house *h)
{
    srv_node *n = h->node;
    if (!n)
        return;
    for (int i = 0; i < 2; i++)
        if (n->sub[i])
            srv_bus_unsubscribe(h->bus, n->sub[i]);
    n->leaving = true;
    node_finds_end(n);
    node_guests_free(n);
    node_asks_free(n);
    for (node_peer *p = n->peers, *next; p; p = next) {
        next = p->next;
        spk_buf_release(&p->counts);
        spk_buf_release(&p->out);
        spk_free(p);
    }
    spk_free(n->owners);
    spk_free(n->bucket);
    spk_free(n->slots);
    h->world = n->real;
    h->node = NULL;
    spk_free(n);
}
