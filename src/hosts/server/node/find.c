/* find.c: which node has a table. Whoever asks for one that nobody has takes it, so there is no other question than the
 * store's claim; what is remembered of earlier answers only saves asking. */
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/node/inside.h"

/* -- What is remembered: one place per hash, the newest wins ------------------------------------------ */

static size_t place_of(const char *table)
{
    return spk_hash(SPK_HASH_START, table, strlen(table)) % NODE_OWNERS;
}

static node_peer *remembered(const srv_node *n, const char *table)
{
    size_t i = place_of(table);
    return n->owners[i].owner && spk_str_eq(n->owners[i].table, table) ? n->owners[i].owner : NULL;
}

static void remember(srv_node *n, const char *table, node_peer *owner)
{
    size_t i = place_of(table);
    memcpy(n->owners[i].table, table, SRV_ID + 1);
    n->owners[i].owner = owner;
}

void node_forget_owner(srv_node *n, const char *table)
{
    if (remembered(n, table))
        n->owners[place_of(table)].owner = NULL;
}

/* -- Looking ------------------------------------------------------------------------------------------ */

static void take_out(srv_node *n, node_find *f)
{
    node_find **at = &n->finds;
    while (*at != f)
        at = &(*at)->next;
    *at = f->next;
}

/* A node that leaves lets nobody in any more. */
static void found(node_find *f, node_peer *owner, const spk_why *why)
{
    spk_why leaving = {0};
    take_out(f->node, f);
    if (f->node->leaving)
        spk_fail(&leaving, SPK_EBUSY, "The house is closing.");
    f->then(f, owner, leaving.err ? &leaving : why);
}

static void wait_for(node_find *f, int64_t ms) { f->again_ms = srv_house_ms(f->node->house) + ms; }

/* Who has it is somebody whom we hear, or will not have it for long. */
static void on_taken(node_find *f, const srv_owner *owner)
{
    enum { LEAST_MS = 20, MOST_MS = 300 };
    srv_node *n = f->node;
    node_peer *p = node_peer_of(n, owner->node);
    spk_why well = {0};
    if (node_is_alive(n, p)) {
        remember(n, f->table, p);
        found(f, p, &well);
        return;
    }
    wait_for(f, owner->left_ms < LEAST_MS  ? LEAST_MS
                : owner->left_ms > MOST_MS ? MOST_MS
                                           : owner->left_ms + 1);
}

/* EUNKNOWN: the house says so best. */
static void on_claimed(void *context, const srv_answer *a)
{
    enum { RETRY_MS = 150 };
    node_find *f = context;
    spk_why well = {0};
    f->asked = false;
    srv_house_end(f->node->house);
    if (a->err == SPK_OK && !f->node->leaving)
        srv_table_open(f->node->house, f->table, a->owner);
    if (a->err == SPK_OK || a->err == SPK_EUNKNOWN) {
        node_forget_owner(f->node, f->table);
        found(f, NULL, &well);
        return;
    }
    if (a->err == SPK_ETAKEN && a->owner && a->owner->node) {
        on_taken(f, a->owner);
        return;
    }
    if (a->err == SPK_ELOST)
        node_lost(f->node->house);
    wait_for(f, RETRY_MS);
}

static void claim(node_find *f)
{
    srv_house *h = f->node->house;
    srv_lease lease = {.what = SRV_CLAIM, .table = f->table};
    f->asked = srv_store_lease(h->store, &lease, on_claimed, f) == SPK_OK;
    if (f->asked)
        srv_house_begin(h);
    else
        wait_for(f, NODE_TICK_MS);
}

static void give_up(node_find *f)
{
    spk_why why = {0};
    spk_fail(&why, SPK_EBUSY, "%s", "The server is busy. Try again.");
    found(f, NULL, &why);
}

static void look(node_find *f)
{
    srv_node *n = f->node;
    node_peer *owner = remembered(n, f->table);
    spk_why well = {0};
    if (n->leaving || srv_house_ms(n->house) > f->until_ms)
        give_up(f);
    else if (!node_is_sure(n))
        wait_for(f, NODE_TICK_MS);
    else if (srv_table_find(n->house, f->table))
        found(f, NULL, &well);
    else if (owner && node_is_alive(n, owner))
        found(f, owner, &well);
    else
        claim(f);
}

void node_find_start(srv_node *n, node_find *f, const char *table)
{
    f->node = n;
    f->asked = false;
    f->until_ms = srv_house_ms(n->house) + NODE_FIND_MS;
    f->next = n->finds;
    n->finds = f;
    if (f->table != table)
        memcpy(f->table, table, SRV_ID + 1);
    look(f);
}

void node_finds_end(srv_node *n)
{
    for (node_find *f = n->finds; f;) {
        if (f->asked) {
            f = f->next;
            continue;
        }
        give_up(f);
        f = n->finds;
    }
}

/* One that is found may start others or end some: begin again after each. */
void node_find_tick(srv_node *n)
{
    int64_t now = srv_house_ms(n->house);
    for (node_find *f = n->finds; f;) {
        if (f->asked || now < f->again_ms) {
            f = f->next;
            continue;
        }
        f->again_ms = now + 1;
        look(f);
        f = n->finds;
    }
}
