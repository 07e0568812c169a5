/* web.c: HTTP requests, in the order they were asked for, over a few connections that stay (load.h). A
 * connection that the server closes between two requests is opened again for the next one; a request
 * that breaks is answered with status 0 and is its asker's to repeat. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/err.h"
#include "base/mem.h"
#include "load.h"

typedef struct ask {
    struct ask *next;
    load_answered *done;
    void *context;
    spk_buf text;
} ask;

typedef struct line { /* one connection */
    load_wire wire;
    load_web *web;
    ask *ask; /* under way */
    bool up, used;
} line;

struct load_web {
    load *l;
    line *lines[LOAD_ASKING];
    ask *first, *last;
    bool closed;
};

static void go_on(load_web *web);

static void finish(load_web *web, ask *a, int status, load_span body)
{
    a->done(a->context, status, body);
    spk_buf_release(&a->text);
    spk_free(a);
    go_on(web);
}

static int place_of(const line *c)
{
    int i = 0;
    while (c->web->lines[i] != c)
        i++;
    return i;
}

/* -- One connection ------------------------------------------------------------------------------ */

static void on_open(load_wire *w)
{
    line *c = w->user;
    c->up = true;
    if (c->ask)
        load_wire_send(w, c->ask->text.bytes, c->ask->text.n);
}

static void on_closed(load_wire *w) { spk_free(w->user); }

static void on_end(load_wire *w, const char *why)
{
    line *c = w->user;
    load_web *web = c->web;
    ask *a = c->ask;
    web->lines[place_of(c)] = NULL;
    c->ask = NULL;
    load_wire_close(w);
    if (a)
        finish(web, a, 0, (load_span){why, strlen(why)});
}

/* The number behind a header's name; -1: it is not there. */
static long header_number(const char *head, const char *end, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = head; p + n < end; p++)
        if (p[0] == '\n' && strncasecmp(p + 1, name, n) == 0)
            return strtol(p + 1 + n, NULL, 10);
    return -1;
}

static size_t on_bytes(load_wire *w, const char *bytes, size_t n)
{
    line *c = w->user;
    const char *end = memmem(bytes, n, "\r\n\r\n", 4);
    if (!end || !c->ask)
        return 0;
    long n_body = header_number(bytes, end + 2, "content-length:");
    size_t whole = (size_t)(end + 4 - bytes) + (size_t)(n_body < 0 ? 0 : n_body);
    if (n < whole)
        return 0;
    ask *a = c->ask;
    int status = n > 12 ? (int)strtol(bytes + 9, NULL, 10) : 0;
    c->ask = NULL;
    c->used = true;
    finish(c->web, a, status, (load_span){end + 4, n_body < 0 ? 0 : (size_t)n_body});
    return whole;
}

static line *open_line(load_web *web)
{
    line *c = spk_alloc(sizeof *c);
    c->web = web;
    c->wire = (load_wire){.l = web->l,
                          .user = c,
                          .on_open = on_open,
                          .on_bytes = on_bytes,
                          .on_end = on_end,
                          .on_closed = on_closed};
    return c;
}

/* -- All of them --------------------------------------------------------------------------------- */

static void give(load_web *web, int place)
{
    ask *a = web->first;
    web->first = a->next;
    if (!web->first)
        web->last = NULL;
    if (web->lines[place]) {
        line *c = web->lines[place];
        c->ask = a;
        if (c->up)
            load_wire_send(&c->wire, a->text.bytes, a->text.n);
        return;
    }
    line *c = web->lines[place] = open_line(web);
    c->ask = a;
    c->wire.port = load_port_next(&c->wire.l->options.makers);
    load_wire_connect(&c->wire);
}

static void go_on(load_web *web)
{
    for (int i = 0; i < LOAD_ASKING && web->first && !web->closed; i++)
        if (!web->lines[i] || !web->lines[i]->ask)
            give(web, i);
}

load_web *load_web_new(load *l)
{
    load_web *web = spk_alloc(sizeof *web);
    web->l = l;
    return web;
}

void load_web_ask(load_web *web, const char *method, const char *path, const char *body,
                  load_answered *done, void *context)
{
    ask *a = spk_alloc(sizeof *a);
    a->done = done;
    a->context = context;
    spk_buf_printf(&a->text, "%s %s HTTP/1.1\r\nHost: %s:%d\r\n", method, path, web->l->server.host,
                   web->l->server.port);
    if (body)
        spk_buf_printf(&a->text, "Content-Type: application/json\r\nContent-Length: %zu\r\n",
                       strlen(body));
    spk_buf_puts(&a->text, "\r\n");
    spk_buf_puts(&a->text, body ? body : "");
    *(web->last ? &web->last->next : &web->first) = a;
    web->last = a;
    go_on(web);
}

void load_web_close(load_web *web)
{
    web->closed = true;
    for (int i = 0; i < LOAD_ASKING; i++)
        if (web->lines[i])
            load_wire_close(&web->lines[i]->wire);
}

void load_web_free(load_web *web)
{
    for (ask *a = web->first, *next; a; a = next) {
        next = a->next;
        spk_buf_release(&a->text);
        spk_free(a);
    }
    spk_free(web);
}
