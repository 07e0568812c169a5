/* wire.c: messages between nodes: one line of words, then bytes. All of one node's to another are on one subject, so they
 * arrive in order; what one turn of the loop has for one node goes as one message of the bus, since those are what
 * costs. Whoever can write to these subjects is one of us: they are for nodes alone (docs/cluster.md). */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/node/inside.h"

#define ALL "speakeasy.nodes"

/* -- Sending --------------------------------------------------------------------------------------- */

static void flush(srv_node *n, node_peer *to)
{
    char subject[SRV_BUS_SUBJECT];
    if (!to->out.n)
        return;
    snprintf(subject, sizeof subject, "speakeasy.node.%s", to->name);
    srv_bus_publish(n->house->bus, subject, to->out.bytes,
                    to->out.n); /* one that is lost is noticed */
    spk_buf_clear(&to->out);
}

void node_wire_send(srv_node *n, node_peer *to, const char *word, const char *text, size_t n_text,
                    const char *format, ...)
{
    char rest[200], line[300];
    va_list args;
    va_start(args, format);
    vsnprintf(rest, sizeof rest, format, args);
    va_end(args);
    int size =
        snprintf(line, sizeof line, "%s %s %s %s\n", word, n->house->config->node, n->life, rest);
    if (to->out.n + n_text + sizeof line > SRV_BUS_MOST_BYTES)
        flush(n, to);
    spk_buf_printf(&to->out, "%zu\n", (size_t)size + n_text);
    spk_buf_add(&to->out, line, (size_t)size);
    spk_buf_add(&to->out, text, n_text);
}

void node_wire_flush(srv_node *n)
{
    for (node_peer *p = n->peers; p; p = p->next)
        flush(n, p);
}

void node_wire_tell_all(srv_node *n, const char *word, const char *rest)
{
    char text[200], line[220];
    int size =
        snprintf(text, sizeof text, "%s %s %s %s\n", word, n->house->config->node, n->life, rest);
    size = snprintf(line, sizeof line, "%d\n%s", size, text);
    srv_bus_publish(n->house->bus, ALL, line, (size_t)size);
}

/* -- Receiving ------------------------------------------------------------------------------------- */

static void on_beat(srv_node *n, node_peer *p, char **word, const char *text, size_t n_text)
{
    (void)n, (void)p, (void)word, (void)text, (void)n_text; /* that something was heard is all */
}

static void on_bye(srv_node *n, node_peer *p, char **word, const char *text, size_t n_text)
{
    (void)text, (void)n_text, (void)word;
    node_hear_bye(n, p);
}

static void on_news(srv_node *n, node_peer *p, char **word, const char *text, size_t n_text)
{
    int what;
    (void)p, (void)text, (void)n_text;
    if (spk_str_int(word[3], 0, SRV_TELL_COUNT - 1, &what))
        srv_tables_hear(n->house, (srv_told_of)what, word[4]);
}

/* Every word, and how many follow it at least: those three that each has, included. */
static const struct {
    const char *word;
    int n_words;
    node_on_word *run;
} words[] = {
    {"beat", 3, on_beat},          {"bye", 3, on_bye},        {"news", 5, on_news},
    {"come", 7, node_on_come},     {"said", 5, node_on_said}, {"gone", 6, node_on_gone},
    {"tell", 6, node_on_tell},     {"shut", 6, node_on_shut}, {"moved", 5, node_on_moved},
    {"count", 3, node_on_count},   {"ask", 4, node_on_ask},   {"answer", 6, node_on_answer},
    {"astray", 4, node_on_astray}, {"take", 4, node_on_take},
};

static int split(char *line, char **word)
{
    int n = 0;
    for (char *rest = line, *one; n < NODE_WORDS && (one = strsep(&rest, " "));)
        word[n++] = one;
    return n;
}

static void hear(srv_node *n, const char *bytes, size_t n_bytes)
{
    char line[300], *word[NODE_WORDS] = {NULL};
    const char *end = memchr(bytes, '\n', n_bytes);
    size_t size = end ? (size_t)(end - bytes) : sizeof line;
    if (size >= sizeof line || n->left)
        return;
    memcpy(line, bytes, size);
    line[size] = '\0';
    int n_words = split(line, word);
    if (n_words < 3 || spk_str_eq(word[1], n->house->config->node) ||
        strlen(word[1]) >= SRV_ID_ROOM || strlen(word[2]) >= NODE_LIFE)
        return;
    node_peer *p = node_peer_of(n, word[1]);
    node_hear(n, p, word[2]);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (n_words >= words[i].n_words && spk_str_eq(word[0], words[i].word))
            words[i].run(n, p, word, end + 1, n_bytes - size - 1);
}

/* What one turn had: each with its size before it. */
static void on_message(void *context, const srv_bus_message *m)
{
    const char *at = m->bytes, *end = m->bytes + m->n;
    while (at < end) {
        char *line;
        unsigned long long size = strtoull(at, &line, 10);
        if (*line != '\n' || size > (size_t)(end - line - 1))
            return;
        hear(context, line + 1, (size_t)size);
        at = line + 1 + size;
    }
}

spk_err node_wire_open(srv_node *n, spk_why *why)
{
    char subject[SRV_BUS_SUBJECT];
    snprintf(subject, sizeof subject, "speakeasy.node.%s", n->house->config->node);
    n->sub[0] = srv_bus_subscribe(n->house->bus, subject, NULL, on_message, n, why);
    n->sub[1] = n->sub[0] ? srv_bus_subscribe(n->house->bus, ALL, NULL, on_message, n, why) : 0;
    return n->sub[1] ? SPK_OK : SPK_EIO;
}

/* -- Requests and answers as bytes: "5:hello", a text of five bytes; "-:" is none ---------------------- */

static void put(spk_buf *out, const char *text, size_t n)
{
    if (!text) {
        spk_buf_puts(out, "-:");
        return;
    }
    spk_buf_printf(out, "%zu:", n);
    spk_buf_add(out, text, n);
    spk_buf_putc(out, '\0');
}

static void put_text(spk_buf *out, const char *text) { put(out, text, text ? strlen(text) : 0); }

static void put_int(spk_buf *out, int64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRId64, value);
    put_text(out, text);
}

static void put_pairs(spk_buf *out, const srv_pair *pairs, int n)
{
    put_int(out, n);
    for (int i = 0; i < n; i++)
        put_text(out, pairs[i].name), put_text(out, pairs[i].value);
}

typedef struct reading {
    const char *at, *end;
    bool failed;
} reading;

static const char *take(reading *r, size_t *n)
{
    char *colon = r->failed ? NULL : memchr(r->at, ':', (size_t)(r->end - r->at));
    *n = 0;
    if (!colon) {
        r->failed = true;
        return NULL;
    }
    bool none = *r->at == '-';
    unsigned long long size = none ? 0 : strtoull(r->at, NULL, 10);
    const char *text = colon + 1;
    if (!none && (size >= (size_t)(r->end - text) || text[size] != '\0')) {
        r->failed = true;
        return NULL;
    }
    r->at = none ? text : text + size + 1;
    *n = (size_t)size;
    return none ? NULL : text;
}

static const char *take_text(reading *r)
{
    size_t n;
    return take(r, &n);
}

static int64_t take_int(reading *r)
{
    const char *text = take_text(r);
    return text ? strtoll(text, NULL, 10) : 0;
}

static const srv_pair *take_pairs(reading *r, srv_pair *pairs, int most, int *n)
{
    int64_t count = take_int(r);
    *n = 0;
    if (count < 0 || count > most)
        r->failed = true;
    for (; !r->failed && *n < count; ++*n) {
        pairs[*n].name = take_text(r);
        pairs[*n].value = take_text(r);
        r->failed |= !pairs[*n].name || !pairs[*n].value;
    }
    return pairs;
}

void node_pack_request(const srv_request *r, spk_buf *out)
{
    put_int(out, r->method), put_int(out, r->is_head), put_int(out, r->is_tls);
    put_text(out, r->path), put_text(out, r->query), put_text(out, r->host);
    put_text(out, r->peer);
    put_pairs(out, r->params, r->n_params);
    put_pairs(out, r->headers, r->n_headers);
    put(out, r->body ? r->body : "", r->n_body);
}

bool node_unpack_request(spk_buf *bytes, node_packed *out)
{
    reading in = {bytes->bytes, bytes->bytes + bytes->n, bytes->n == 0};
    srv_request *r = &out->r;
    *r = (srv_request){0};
    int method = (int)take_int(&in);
    r->method = (srv_method)method;
    r->is_head = take_int(&in), r->is_tls = take_int(&in);
    r->path = take_text(&in), r->query = take_text(&in), r->host = take_text(&in);
    r->peer = take_text(&in);
    r->params = take_pairs(&in, out->pairs, 64, &r->n_params);
    r->headers = take_pairs(&in, out->pairs + 64, 64, &r->n_headers);
    r->body = take(&in, &r->n_body);
    return !in.failed && method >= 0 && method < SRV_METHOD_COUNT && r->path && r->query &&
           r->host && r->peer && r->body;
}

void node_pack_response(const srv_response *a, spk_buf *out)
{
    const char *body = a->blob ? a->blob->bytes : a->body;
    size_t n = a->blob ? a->blob->n : a->n_body ? a->n_body : body ? strlen(body) : 0;
    put_int(out, a->status), put_int(out, a->retry_after_s), put_int(out, a->last);
    put_text(out, a->type), put_text(out, a->cache), put_text(out, a->etag);
    put_text(out, a->location), put_text(out, a->allow);
    put_pairs(out, a->headers, a->n_headers);
    put(out, body, n);
}

bool node_unpack_response(spk_buf *bytes, node_packed_response *out)
{
    reading in = {bytes->bytes, bytes->bytes + bytes->n, bytes->n == 0};
    srv_response *a = &out->a;
    *a = (srv_response){0};
    a->status = (int)take_int(&in), a->retry_after_s = (int)take_int(&in), a->last = take_int(&in);
    a->type = take_text(&in), a->cache = take_text(&in), a->etag = take_text(&in);
    a->location = take_text(&in), a->allow = take_text(&in);
    a->headers = take_pairs(&in, out->pairs, 32, &a->n_headers);
    a->body = take(&in, &a->n_body);
    return !in.failed && a->status >= 200 && a->status < 600;
}
