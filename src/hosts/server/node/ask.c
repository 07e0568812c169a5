/* ask.c: requests. One about a table goes to the node that has it; every other is answered here, from the store that all share.
 *
 *      here         it is in memory, or was claimed: the house answers, at once
 *      elsewhere    the request goes there as it came, with the address of whoever asks; the answer comes back in
 *                   parts, since a replay can be longer than a message, and is sent on
 *      astray       the node that was asked does not have the table: look again
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/node/inside.h"

enum { PART = 800 * 1000, MOST_TRIES = 8 };

typedef struct node_ask {
    node_find find;
    struct node_ask *next;
    uint64_t n;      /* ours; and, with NODE_FOREIGN, the ticket that the house answers */
    bool foreign;    /* asked at another door, 'other' */
    srv_ask ask;     /* of the network */
    uint64_t number; /* the door's */
    node_peer *other;
    spk_buf request, answer;
    int64_t until_ms;
    int n_tries;
    bool sent; /* to 'other' */
    bool finding, dead;
} node_ask;

static node_ask *ask_new(srv_node *n, bool foreign)
{
    node_ask *a = spk_alloc(sizeof *a);
    a->n = ++n->n_asks;
    a->foreign = foreign;
    a->until_ms = srv_house_ms(n->house) + NODE_ASK_MS;
    a->next = n->asks;
    n->asks = a;
    return a;
}

/* The store may still have a question of it. */
static void ask_end(srv_node *n, node_ask *a)
{
    node_ask **at = &n->asks;
    if (a->finding) {
        a->dead = true;
        return;
    }
    while (*at != a)
        at = &(*at)->next;
    *at = a->next;
    spk_buf_release(&a->request);
    spk_buf_release(&a->answer);
    spk_free(a);
}

static node_ask *ask_of(srv_node *n, uint64_t number)
{
    node_ask *a = n->asks;
    while (a && a->n != number)
        a = a->next;
    return a;
}

/* -- Which table a request is about --------------------------------------------------------------------- */

static bool read_id(const char *path, const char *prefix, char id[SRV_ID + 1])
{
    size_t n = strlen(prefix);
    if (strncmp(path, prefix, n) != 0 || strcspn(path + n, "/") != SRV_ID)
        return false;
    memcpy(id, path + n, SRV_ID);
    id[SRV_ID] = '\0';
    return srv_is_id(id);
}

static bool read_claimed(const srv_request *r, char id[SRV_ID + 1])
{
    json_t *o = r->n_body ? json_loadb(r->body, r->n_body, 0, NULL) : NULL;
    const char *table = json_string_value(json_object_get(o, "table"));
    bool well = table && srv_is_id(table);
    if (well)
        memcpy(id, table, SRV_ID + 1);
    json_decref(o);
    return well;
}

static bool is_about(const srv_request *r, char id[SRV_ID + 1])
{
    if (spk_str_eq(r->path, "/api/me/seats"))
        return r->method == SRV_POST && read_claimed(r, id);
    return read_id(r->path, "/api/tables/", id) || read_id(r->path, "/t/", id);
}

/* -- Answering here --------------------------------------------------------------------------------------- */

static void refuse(srv_node *n, node_ask *a)
{
    static const char busy[] = "{\"error\":\"busy\",\"text\":\"The server is busy. Try again.\"}";
    srv_response no = {.status = 503, .type = "application/json", .body = busy, .retry_after_s = 1};
    if (a->foreign)
        node_wire_send(n, a->other, "astray", "", 0, "%" PRIu64, a->number);
    else
        n->real->reply(n->real->net, a->ask, &no);
    ask_end(n, a);
}

/* One from elsewhere stays until the house has answered it. */
static void answer_here(srv_node *n, node_ask *a)
{
    node_packed packed;
    if (!node_unpack_request(&a->request, &packed)) {
        refuse(n, a);
        return;
    }
    packed.r.ask = a->foreign ? (srv_ask){NODE_FOREIGN | a->n} : a->ask;
    spk_buf bytes = a->request;
    a->request = (spk_buf){0};
    if (!a->foreign)
        ask_end(n, a);
    srv_http_request(n->house, &packed.r);
    spk_buf_release(&bytes);
}

static void send_on(srv_node *n, node_ask *a, node_peer *owner)
{
    a->other = owner;
    a->sent = true;
    spk_buf_clear(&a->answer);
    node_wire_send(n, owner, "ask", a->request.bytes, a->request.n, "%" PRIu64, a->n);
}

static void on_found(node_find *f, node_peer *owner, const spk_why *why)
{
    node_ask *a = (node_ask *)f;
    srv_node *n = f->node;
    a->finding = false;
    if (a->dead)
        ask_end(n, a);
    else if (why->err != SPK_OK || (owner && (a->foreign || a->request.n > PART)))
        refuse(n, a);
    else if (owner)
        send_on(n, a, owner);
    else
        answer_here(n, a);
}

static void look(srv_node *n, node_ask *a)
{
    a->find.then = on_found;
    a->finding = true;
    a->sent = false;
    node_find_start(n, &a->find, a->find.table);
}

void srv_node_request(srv_house *h, const srv_request *r)
{
    srv_node *n = h->node;
    char id[SRV_ID + 1];
    if (!is_about(r, id) || (srv_table_find(h, id) && node_is_sure(n)) || n->leaving) {
        srv_http_request(h, r);
        return;
    }
    node_ask *a = ask_new(n, false);
    a->ask = r->ask;
    memcpy(a->find.table, id, sizeof id);
    node_pack_request(r, &a->request);
    look(n, a);
}

/* -- Between nodes ------------------------------------------------------------------------------------------- */

void node_on_ask(srv_node *n, node_peer *p, char **word, const char *text, size_t n_text)
{
    node_packed packed;
    node_ask *a = ask_new(n, true);
    a->other = p;
    a->number = strtoull(word[3], NULL, 10);
    spk_buf_add(&a->request, text, n_text);
    if (n->leaving || !node_unpack_request(&a->request, &packed) ||
        !is_about(&packed.r, a->find.table))
        refuse(n, a);
    else
        look(n, a);
}

bool node_reply(void *net, srv_ask ask, const srv_response *answer)
{
    srv_node *n = net;
    spk_buf out = {0};
    if (!(ask.n & NODE_FOREIGN))
        return n->real->reply(n->real->net, ask, answer);
    node_ask *a = ask_of(n, ask.n & ~NODE_FOREIGN);
    if (!a || !a->foreign)
        return false;
    node_pack_response(answer, &out);
    for (size_t at = 0; at < out.n; at += PART) {
        size_t size = out.n - at < PART ? out.n - at : PART;
        node_wire_send(n, a->other, "answer", out.bytes + at, size, "%" PRIu64 " %zu %d", a->number,
                       at, at + size == out.n);
    }
    spk_buf_release(&out);
    ask_end(n, a);
    return true;
}

void node_on_answer(srv_node *n, node_peer *p, char **word, const char *text, size_t n_text)
{
    node_ask *a = ask_of(n, strtoull(word[3], NULL, 10));
    node_packed_response packed;
    if (!a || a->foreign || a->other != p || !a->sent)
        return;
    if (strtoull(word[4], NULL, 10) != a->answer.n) {
        refuse(n, a); /* a part is missing; it may have been done, so it is not asked for again */
        return;
    }
    spk_buf_add(&a->answer, text, n_text);
    if (atoi(word[5]) != 1)
        return;
    if (!node_unpack_response(&a->answer, &packed)) {
        refuse(n, a);
        return;
    }
    n->real->reply(n->real->net, a->ask, &packed.a);
    ask_end(n, a);
}

/* It was not done there. */
void node_on_astray(srv_node *n, node_peer *p, char **word, const char *text, size_t n_text)
{
    node_ask *a = ask_of(n, strtoull(word[3], NULL, 10));
    (void)text, (void)n_text;
    if (!a || a->foreign || a->other != p || !a->sent)
        return;
    node_forget_owner(n, a->find.table);
    if (++a->n_tries < MOST_TRIES)
        look(n, a);
    else
        refuse(n, a);
}

/* Whether it was done there nobody knows: what only asks is asked again, for the rest the guest decides. */
void node_asks_leave(srv_node *n, node_peer *p)
{
    node_packed packed;
    for (node_ask *a = n->asks, *next; a; a = next) {
        next = a->next;
        if (a->foreign || a->other != p || !a->sent)
            continue;
        node_forget_owner(n, a->find.table);
        if (node_unpack_request(&a->request, &packed) && packed.r.method == SRV_GET)
            look(n, a);
        else
            refuse(n, a);
    }
}

void node_asks_tick(srv_node *n)
{
    int64_t now = srv_house_ms(n->house);
    for (node_ask *a = n->asks, *next; a; a = next) {
        next = a->next;
        if (a->sent && now > a->until_ms)
            refuse(n, a);
    }
}

void node_asks_free(srv_node *n)
{
    while (n->asks) {
        n->asks->finding = false;
        ask_end(n, n->asks);
    }
}
