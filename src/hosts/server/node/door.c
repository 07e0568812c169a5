/* door.c: guests. Those who came here and play here (HOME), those who came here and play at another node's table (AWAY), and
 * those who came to another door and play here; the last have tickets of ours, and to the house all are alike.
 *
 * Between two nodes a guest is a link, numbered by the door. Each side counts what it sends and what it gets. Whatever is not
 * as it should be (a number is missing, the other side does not know the link, or began anew) ends the link, and the door
 * makes a new one. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/node/inside.h"

static bool is_foreign(const node_guest *g) { return g->ws.n & NODE_FOREIGN; }

/* -- Texts that are kept ---------------------------------------------------------------------------- */

static node_text *text_new(const char *text, size_t n)
{
    node_text *t = spk_alloc(sizeof *t + n + 1);
    t->n = n;
    memcpy(t->text, text, n);
    return t;
}

static void texts_add(node_text **list, node_text *t)
{
    while (*list)
        list = &(*list)->next;
    *list = t;
}

static node_text *texts_take(node_text **list)
{
    node_text *t = *list;
    if (t)
        *list = t->next;
    return t;
}

static void texts_free(node_text **list)
{
    for (node_text *t; (t = texts_take(list));)
        spk_free(t);
}

/* The ref in a guest's message; "": none. Whoever hides it in an odd spelling has it resent by nobody but themselves. */
static void read_ref(const char *text, size_t n_text, char ref[SRV_REF])
{
    static const char key[] = "\"ref\"";
    const char *at = memmem(text, n_text, key, sizeof key - 1), *end = text + n_text;
    size_t n = 0;
    ref[0] = '\0';
    for (at = at ? at + sizeof key - 1 : end; at < end && strchr(" \t\r\n:", *at);)
        at++;
    if (at == end || *at++ != '"')
        return;
    while (n < SRV_REF && at + n < end && at[n] != '"' && at[n] != '\\')
        n++;
    if (n == SRV_REF)
        return;
    memcpy(ref, at, n);
    ref[n] = '\0';
}

static bool begins(const char *text, size_t n, const char *with)
{
    size_t length = strlen(with);
    return n >= length && memcmp(text, with, length) == 0;
}

/* -- The lists -------------------------------------------------------------------------------------- */

static void link_in(srv_node *n, node_guest *g)
{
    g->next = n->guests;
    if (n->guests)
        n->guests->prev = g;
    n->guests = g;
}

static void link_out(srv_node *n, node_guest *g)
{
    if (g->next)
        g->next->prev = g->prev;
    *(g->prev ? &g->prev->next : &n->guests) = g->next;
}

static node_guest **bucket_of(srv_node *n, bool foreign, const node_peer *p, uint64_t link)
{
    uint64_t h = spk_hash(SPK_HASH_START, &link, sizeof link);
    if (foreign)
        h = spk_hash(h, p->name, strlen(p->name));
    return &n->bucket[h & (uint64_t)(n->n_buckets - 1)];
}

static void map_add(srv_node *n, node_guest *g);

static void map_grow(srv_node *n)
{
    node_guest **old = n->bucket;
    int n_old = n->n_buckets;
    n->n_buckets = n_old ? 2 * n_old : 256;
    n->n_foreign = 0;
    n->bucket = spk_alloc((size_t)n->n_buckets * sizeof *n->bucket);
    for (int i = 0; i < n_old; i++)
        for (node_guest *g = old[i], *next; g; g = next) {
            next = g->next_link;
            map_add(n, g);
        }
    spk_free(old);
}

static void map_add(srv_node *n, node_guest *g)
{
    if (n->n_foreign >= n->n_buckets)
        map_grow(n);
    node_guest **at = bucket_of(n, is_foreign(g), g->other, g->link);
    g->next_link = *at;
    *at = g;
    n->n_foreign++;
}

static void map_drop(srv_node *n, node_guest *g)
{
    if (!g->link)
        return;
    node_guest **at = bucket_of(n, is_foreign(g), g->other, g->link);
    while (*at != g)
        at = &(*at)->next_link;
    *at = g->next_link;
    n->n_foreign--;
    g->link = 0;
}

static node_guest *map_find(srv_node *n, bool foreign, const node_peer *p, const char *number)
{
    uint64_t link = strtoull(number, NULL, 10);
    node_guest *g = n->n_buckets ? *bucket_of(n, foreign, p, link) : NULL;
    while (g && (g->link != link || g->other != p || is_foreign(g) != foreign))
        g = g->next_link;
    return g;
}

/* -- Tickets of guests from elsewhere ----------------------------------------------------------------- */

enum { INDEX_BITS = 24 };

static uint64_t ticket_new(srv_node *n, node_guest *g)
{
    int i = n->n_tickets < n->n_slots ? n->next_slot : n->n_slots;
    while (i < n->n_slots && n->slots[i].guest)
        i = (i + 1) % n->n_slots;
    if (i == n->n_slots) {
        n->n_slots = n->n_slots ? 2 * n->n_slots : 64;
        n->slots = spk_realloc(n->slots, (size_t)n->n_slots * sizeof *n->slots);
        memset(n->slots + i, 0, (size_t)(n->n_slots - i) * sizeof *n->slots);
    }
    n->slots[i].guest = g;
    n->next_slot = (i + 1) % n->n_slots;
    n->n_tickets++;
    return NODE_FOREIGN | ++n->slots[i].turn << INDEX_BITS | (uint64_t)i;
}

static node_guest *guest_of(srv_node *n, srv_ws ws)
{
    if (!(ws.n & NODE_FOREIGN))
        return n->real->user(n->real->net, ws);
    uint64_t i = ws.n & ((1u << INDEX_BITS) - 1);
    node_guest *g = i < (uint64_t)n->n_slots ? n->slots[i].guest : NULL;
    return g && g->ws.n == ws.n ? g : NULL;
}

/* -- Coming and going --------------------------------------------------------------------------------- */

static node_guest *guest_new(srv_node *n, const char *peer)
{
    node_guest *g = spk_alloc(sizeof *g);
    g->node = n;
    g->came_ms = srv_house_ms(n->house);
    snprintf(g->peer, sizeof g->peer, "%s", peer);
    link_in(n, g);
    return g;
}

static void guest_free(node_guest *g)
{
    srv_node *n = g->node;
    map_drop(n, g);
    if (is_foreign(g)) {
        n->slots[g->ws.n & ((1u << INDEX_BITS) - 1)].guest = NULL;
        n->n_tickets--;
    }
    n->n_again -= g->place == NODE_HOME && g->again;
    link_out(n, g);
    spk_free(g->hello);
    texts_free(&g->waiting);
    texts_free(&g->open);
    spk_free(g);
}

/* One from elsewhere goes; the house hears it, as of a connection that ended. */
static void end_foreign(node_guest *g, int code)
{
    void *user = g->user;
    g->user = NULL;
    if (user)
        srv_guest_went(g->node->house, user, code);
    g->node->house->figures.guests_foreign--;
    guest_free(g);
}

static void send_moved(srv_node *n, node_peer *p, uint64_t link)
{
    node_wire_send(n, p, "moved", "", 0, "%" PRIu64 " 0", link);
}

/* -- At home ------------------------------------------------------------------------------------------ */

static void pass_on(node_guest *g, node_text *t)
{
    if (!g->closing && g->user)
        srv_guest_message(g->node->house, g->user, t->text, t->n);
    spk_free(t);
}

static void go_home(node_guest *g)
{
    srv_node *n = g->node;
    n->accepting = g;
    g->place = NODE_HOME;
    n->n_again += g->again;
    srv_guest_came(n->house, &(srv_request){.ask = {1}, .path = "/ws", .peer = g->peer});
    n->accepting = NULL;
    if (!g->user)
        return; /* the connection has gone; we shall hear */
    node_text *hello = g->hello;
    g->hello = NULL;
    pass_on(g, hello);
    for (node_text *t; (t = texts_take(&g->open));)
        pass_on(g, t);
    g->n_open = g->n_waiting = 0;
    for (node_text *t; (t = texts_take(&g->waiting));)
        pass_on(g, t);
}

srv_ws node_accept(void *net, srv_ask ask, void *user)
{
    srv_node *n = net;
    node_guest *g = n->accepting;
    (void)ask;
    SPK_BUG_IF(!g);
    g->user = user;
    return g->ws;
}

/* -- Away: the door's side ----------------------------------------------------------------------------- */

static void say(node_guest *g, const char *text, size_t n)
{
    node_wire_send(g->node, g->other, "said", text, n, "%" PRIu64 " %" PRIu64, g->link, ++g->sent);
    g->uncounted = NODE_COUNTS;
}

/* What waits for an answer is kept until that comes. */
static void say_and_keep(node_guest *g, node_text *t)
{
    enum { MOST_OPEN = 64 };
    say(g, t->text, t->n);
    read_ref(t->text, t->n, t->ref);
    if (!*t->ref || g->n_open >= MOST_OPEN) {
        spk_free(t);
        return;
    }
    t->next = NULL;
    texts_add(&g->open, t);
    g->n_open++;
}

static void answered(node_guest *g, const char *text, size_t n)
{
    char ref[SRV_REF];
    read_ref(text, n, ref);
    for (node_text **at = &g->open; *at; at = &(*at)->next)
        if (spk_str_eq((*at)->ref, ref)) {
            node_text *t = *at;
            *at = t->next;
            g->n_open--;
            spk_free(t);
            return;
        }
}

/* The hello of before, as the guest would say it now. */
static void renew_hello(node_guest *g)
{
    json_t *o = g->hello ? json_loadb(g->hello->text, g->hello->n, 0, NULL) : NULL;
    if (!o || !g->again) {
        json_decref(o);
        return;
    }
    json_object_set_new(o, "seen", json_integer(g->seen));
    json_object_set_new(o, "heard", json_integer(g->heard));
    char *text = json_dumps(o, JSON_COMPACT);
    spk_free(g->hello);
    g->hello = text_new(text, strlen(text));
    free(text);
    json_decref(o);
}

static void go_away(node_guest *g, node_peer *owner)
{
    srv_node *n = g->node;
    g->place = NODE_AWAY;
    g->other = owner;
    g->life[0] = '\0';
    g->link = ++n->n_links;
    g->sent = 1;
    g->got = 0;
    g->uncounted = NODE_COUNTS;
    map_add(n, g);
    n->house->figures.guests_away++;
    node_wire_send(n, owner, "come", g->hello->text, g->hello->n, "%" PRIu64 " 1 %s %s", g->link,
                   g->table, g->peer);
    for (node_text *t = g->open; t; t = t->next)
        say(g, t->text, t->n);
    g->n_waiting = 0;
    for (node_text *t; (t = texts_take(&g->waiting));)
        say_and_keep(g, t);
}

/* -- Finding ------------------------------------------------------------------------------------------- */

typedef struct guest_find {
    node_find find;
    srv_ws ws; /* the guest may go meanwhile */
} guest_find;

static void turn_away(node_guest *g)
{
    srv_node *n = g->node;
    if (is_foreign(g)) {
        send_moved(n, g->other, g->link);
        end_foreign(g, 1013);
    } else
        n->real->close(n->real->net, g->ws, 1013, "the house is busy: come again");
}

static void on_found(node_find *f, node_peer *owner, const spk_why *why)
{
    guest_find *find = (guest_find *)f;
    node_guest *g = guest_of(f->node, find->ws);
    spk_free(find);
    if (!g || g->closing || g->place != NODE_FINDING)
        return;
    if (why->err != SPK_OK || (owner && is_foreign(g)))
        turn_away(g);
    else {
        renew_hello(g);
        if (owner)
            go_away(g, owner);
        else
            go_home(g);
    }
}

static void find(node_guest *g)
{
    guest_find *f = spk_alloc(sizeof *f);
    *f = (guest_find){.find = {.then = on_found}, .ws = g->ws};
    g->place = NODE_FINDING;
    node_find_start(g->node, &f->find, g->table);
}

/* The link has ended, not the connection. */
static void find_again(node_guest *g)
{
    srv_node *n = g->node;
    map_drop(n, g);
    n->house->figures.guests_away--;
    n->house->figures.relinks++;
    node_forget_owner(n, g->table);
    find(g);
}

/* -- What the network brings ---------------------------------------------------------------------------- */

void srv_node_upgrade(srv_house *h, const srv_request *r)
{
    srv_node *n = h->node;
    node_guest *g = guest_new(n, r->peer);
    g->ws = n->real->accept(n->real->net, r->ask, g);
    if (!g->ws.n)
        guest_free(g);
}

/* Whoever names no table is the house's: it says what is wrong. */
static void hear_hello(node_guest *g, const char *text, size_t n)
{
    json_t *o = json_loadb(text, n, 0, NULL);
    const char *table = json_string_value(json_object_get(o, "table"));
    g->hello = text_new(text, n);
    if (table && srv_is_id(table)) {
        memcpy(g->table, table, sizeof g->table);
        find(g);
    } else
        go_home(g);
    json_decref(o);
}

static void hold(node_guest *g, const char *text, size_t n)
{
    if (++g->n_waiting <= NODE_MOST_WAITING)
        texts_add(&g->waiting, text_new(text, n));
    else if (is_foreign(g))
        turn_away(g);
    else
        g->node->real->close(g->node->real->net, g->ws, 1008, "too many messages");
}

static void hear(node_guest *g, const char *text, size_t n)
{
    if (g->place == NODE_NEW)
        hear_hello(g, text, n);
    else if (g->place == NODE_AWAY)
        say_and_keep(g, text_new(text, n));
    else if (g->place == NODE_HOME && !g->waiting && node_is_sure(g->node))
        srv_guest_message(g->node->house, g->user, text, n);
    else
        hold(g, text, n);
}

/* A node that leaves hears nobody any more: what was not answered is asked again elsewhere. */
void srv_node_message(srv_house *h, void *user, const char *text, size_t n)
{
    if (!h->node->leaving)
        hear(user, text, n);
}

void srv_node_closed(srv_house *h, void *user, int code)
{
    node_guest *g = user;
    if (g->place == NODE_AWAY && !g->closing) {
        node_wire_send(h->node, g->other, "gone", "", 0, "%" PRIu64 " %" PRIu64 " %d", g->link,
                       ++g->sent, code);
        h->figures.guests_away--;
    } else if (g->place == NODE_HOME && g->user)
        srv_guest_went(h, g->user, code);
    guest_free(g);
}

/* -- What the owner hears --------------------------------------------------------------------------------- */

void node_on_come(srv_node *n, node_peer *p, char **word, const char *text, size_t n_text)
{
    uint64_t link = strtoull(word[3], NULL, 10);
    if (n->leaving || !node_is_sure(n) || !srv_is_id(word[5]) || !link ||
        map_find(n, true, p, word[3])) {
        send_moved(n, p, link);
        return;
    }
    node_guest *g = guest_new(n, word[6]);
    g->ws.n = ticket_new(n, g);
    g->other = p;
    g->link = link;
    g->got = 1;
    snprintf(g->life, sizeof g->life, "%s", word[2]);
    memcpy(g->table, word[5], sizeof g->table);
    g->hello = text_new(text, n_text);
    map_add(n, g);
    n->house->figures.guests_foreign++;
    find(g);
}

void node_on_said(srv_node *n, node_peer *p, char **word, const char *text, size_t n_text)
{
    node_guest *g = map_find(n, true, p, word[3]);
    bool next = g && spk_str_eq(g->life, word[2]) && strtoull(word[4], NULL, 10) == g->got + 1;
    if (g && g->closing)
        return;
    if (!next || n->leaving || !node_is_sure(n)) {
        send_moved(n, p, strtoull(word[3], NULL, 10));
        if (g)
            end_foreign(g, 1006);
        return;
    }
    g->got++;
    hear(g, text, n_text);
}

void node_on_gone(srv_node *n, node_peer *p, char **word, const char *text, size_t n_text)
{
    node_guest *g = map_find(n, true, p, word[3]);
    (void)text, (void)n_text;
    if (g && !g->closing)
        end_foreign(g, atoi(word[5]));
}

/* -- What the door hears ---------------------------------------------------------------------------------- */

/* The guest's link, if that message is its next one. Otherwise: one that is not ours any more is told so, and one with
 * a gap is made anew. */
static node_guest *next_of(srv_node *n, node_peer *p, char **word)
{
    node_guest *g = map_find(n, false, p, word[3]);
    if (!g) {
        node_wire_send(n, p, "gone", "", 0, "%s 0 1006", word[3]);
        return NULL;
    }
    if (!*g->life)
        memcpy(g->life, word[2], strlen(word[2]) + 1);
    if (!spk_str_eq(g->life, word[2]))
        return NULL;
    if (strtoull(word[4], NULL, 10) == g->got + 1) {
        g->got++;
        return g;
    }
    node_wire_send(n, p, "gone", "", 0, "%s 0 1006", word[3]);
    find_again(g);
    return NULL;
}

/* What the guest has by now, so that the next owner can go on from there. False: it is not to be passed on. */
static bool note(node_guest *g, const char *text, size_t n)
{
    static const char hello[] = "{\"t\":\"hello\"",
                      view[] = "{\"t\":\"view\",\"n\":", chat[] = "{\"t\":\"chat\",\"n\":";
    if (begins(text, n, view))
        g->seen = atoi(text + sizeof view - 1);
    else if (begins(text, n, chat))
        g->heard = atoi(text + sizeof chat - 1);
    else if (begins(text, n, "{\"t\":\"ok\"") || begins(text, n, "{\"t\":\"no\""))
        answered(g, text, n);
    else if (begins(text, n, hello)) {
        bool again = g->again;
        g->again = true;
        return !again;
    }
    return true;
}

void node_on_tell(srv_node *n, node_peer *p, char **word, const char *text, size_t n_text)
{
    node_guest *g = next_of(n, p, word);
    int slot = atoi(word[5]);
    if (!g || g->closing || !note(g, text, n_text))
        return;
    /* Two that the owner sent one after the other may come here together. The newer must not push the older one aside:
     * that is for guests who read too slowly. */
    bool first = slot >= 0 && g->offered != n->n_turns;
    if (first)
        n->real->offer(n->real->net, g->ws, slot, text, n_text);
    else
        n->real->send(n->real->net, g->ws, text, n_text);
    g->offered = first ? n->n_turns : g->offered;
}

void node_on_shut(srv_node *n, node_peer *p, char **word, const char *text, size_t n_text)
{
    node_guest *g = next_of(n, p, word);
    char reason[124];
    if (!g)
        return;
    snprintf(reason, sizeof reason, "%.*s", (int)n_text, text);
    g->closing = true;
    map_drop(n, g);
    n->house->figures.guests_away--;
    n->real->close(n->real->net, g->ws, atoi(word[5]), reason);
}

void node_on_moved(srv_node *n, node_peer *p, char **word, const char *text, size_t n_text)
{
    node_guest *g = map_find(n, false, p, word[3]);
    (void)text, (void)n_text;
    if (g && !g->closing)
        find_again(g);
}

/* -- What the house says ------------------------------------------------------------------------------------ */

/* Nothing leaves while we are not sure: it might be old. Whoever missed something comes again. */
static bool may_send(srv_node *n, srv_ws ws)
{
    if (node_is_sure(n))
        return true;
    node_guest *g = guest_of(n, ws);
    if (g)
        g->missed = true;
    return false;
}

static bool tell(srv_node *n, srv_ws ws, int slot, const char *text, size_t n_text)
{
    node_guest *g = guest_of(n, ws);
    if (!g || g->closing || n_text > SRV_BUS_MOST_BYTES - 300)
        return false;
    node_wire_send(n, g->other, "tell", text, n_text, "%" PRIu64 " %" PRIu64 " %d", g->link,
                   ++g->sent, slot);
    g->uncounted = NODE_COUNTS;
    return true;
}

static bool is_hidden_hello(srv_node *n, srv_ws ws, const char *text, size_t n_text)
{
    node_guest *g = n->n_again && begins(text, n_text, "{\"t\":\"hello\"") ? guest_of(n, ws) : NULL;
    if (!g || !g->again)
        return false;
    g->again = false;
    n->n_again--;
    return true;
}

bool node_send(void *net, srv_ws ws, const char *text, size_t n_text)
{
    srv_node *n = net;
    if (!may_send(n, ws))
        return false;
    if (ws.n & NODE_FOREIGN)
        return tell(n, ws, -1, text, n_text);
    return is_hidden_hello(n, ws, text, n_text) || n->real->send(n->real->net, ws, text, n_text);
}

bool node_offer(void *net, srv_ws ws, int slot, const char *text, size_t n_text)
{
    srv_node *n = net;
    if (!may_send(n, ws))
        return false;
    return ws.n & NODE_FOREIGN ? tell(n, ws, slot, text, n_text)
                               : n->real->offer(n->real->net, ws, slot, text, n_text);
}

static void end_closed(void *context) { end_foreign(context, 1000); }

bool node_close(void *net, srv_ws ws, int code, const char *reason)
{
    srv_node *n = net;
    if (!(ws.n & NODE_FOREIGN))
        return n->real->close(n->real->net, ws, code, reason);
    node_guest *g = guest_of(n, ws);
    if (!g || g->closing)
        return false;
    g->closing = true;
    if (code == SRV_MOVED || n->leaving)
        send_moved(n, g->other, g->link);
    else
        node_wire_send(n, g->other, "shut", reason, strlen(reason), "%" PRIu64 " %" PRIu64 " %d",
                       g->link, ++g->sent, code);
    n->real->later(n->real->loop, 0, end_closed, g);
    return true;
}

void *node_user(void *net, srv_ws ws)
{
    node_guest *g = guest_of(net, ws);
    return g && g->place == NODE_HOME ? g->user : NULL;
}

/* -- From time to time ---------------------------------------------------------------------------------------- */

void node_guests_tick(srv_node *n)
{
    int64_t now = srv_house_ms(n->house);
    for (node_guest *g = n->guests; g; g = g->next)
        if (g->place == NODE_NEW && !g->closing && now - g->came_ms > NODE_HELLO_MS) {
            g->closing = true;
            n->real->close(n->real->net, g->ws, 4400, "the first message is hello");
        }
}

void node_guests_sure(srv_node *n)
{
    for (node_guest *g = n->guests, *next; g; g = next) {
        next = g->next;
        if (g->place != NODE_HOME || g->closing)
            continue;
        g->n_waiting = 0;
        if (g->missed)
            node_close(n, g->ws, SRV_MOVED, "the house was away: come again");
        for (node_text *t; !g->missed && (t = texts_take(&g->waiting));)
            pass_on(g, t);
    }
}

void node_guests_leave(srv_node *n, node_peer *p)
{
    for (node_guest *g = n->guests, *next; g; g = next) {
        next = g->next;
        if (g->other != p || !g->link || g->closing)
            continue;
        if (is_foreign(g))
            end_foreign(g, 1006);
        else
            find_again(g);
    }
}

/* Those that are being closed too: the house is told now, and nobody after it has closed. */
void node_guests_close_foreign(srv_node *n)
{
    for (node_guest *g = n->guests, *next; g; g = next) {
        next = g->next;
        if (!is_foreign(g))
            continue;
        if (!g->closing) {
            end_foreign(g, 1001);
            continue;
        }
        void *user = g->user;
        g->user = NULL;
        if (user)
            srv_guest_went(n->house, user, 1001);
    }
}

/* -- Counting once more ------------------------------------------------------------------------------------------ */

void node_guests_count(srv_node *n, bool all)
{
    for (node_guest *g = n->guests; g; g = g->next) {
        if (!g->link || g->closing || !(g->uncounted || all))
            continue;
        g->uncounted -= g->uncounted > 0;
        spk_buf_printf(&g->other->counts, "%c %" PRIu64 " %" PRIu64 "\n", is_foreign(g) ? 'o' : 'd',
                       g->link, g->sent);
        if (g->other->counts.n > SRV_BUS_MOST_BYTES / 2) {
            node_wire_send(n, g->other, "count", g->other->counts.bytes, g->other->counts.n, "%s",
                           "");
            spk_buf_clear(&g->other->counts);
        }
    }
    for (node_peer *p = n->peers; p; p = p->next) {
        if (!p->counts.n)
            continue;
        node_wire_send(n, p, "count", p->counts.bytes, p->counts.n, "%s", "");
        spk_buf_clear(&p->counts);
    }
}

static void check_count(srv_node *n, node_peer *p, const char *life, char side, char *link,
                        uint64_t sent)
{
    node_guest *g = map_find(n, side == 'd', p, link);
    bool sure = side != 'd' || node_is_sure(n); /* else another node may have the table by now */
    if (g && (g->closing || (sure && g->got == sent && (!*g->life || spk_str_eq(g->life, life)))))
        return;
    if (side == 'd') {
        send_moved(n, p, strtoull(link, NULL, 10));
        if (g)
            end_foreign(g, 1006);
        return;
    }
    node_wire_send(n, p, "gone", "", 0, "%s 0 1006", link);
    if (g)
        find_again(g);
}

/* Line by line out of its place: sscanf would measure the whole rest for each, and there can be thousands. */
void node_on_count(srv_node *n, node_peer *p, char **word, const char *text, size_t n_text)
{
    char line[64], link[24], side;
    uint64_t sent;
    for (const char *at = text, *end; (end = memchr(at, '\n', (size_t)(text + n_text - at)));
         at = end + 1) {
        size_t size = (size_t)(end - at);
        if (size >= sizeof line)
            continue;
        memcpy(line, at, size);
        line[size] = '\0';
        if (sscanf(line, "%c %23s %" SCNu64, &side, link, &sent) == 3)
            check_count(n, p, word[2], side, link, sent);
    }
}

void node_guests_free(srv_node *n)
{
    while (n->guests)
        guest_free(n->guests);
}
