/* net_host.c: a house for tests of the network layer, with no game in it. Prints where it listens, one
 * address a line and then an empty one, and serves until SIGTERM, which drains it; SIGHUP reads the
 * certificate again.
 *
 *     net_host [LIMIT=NUMBER | tls=CERT,KEY | origin=O | proxy=P | folder=DIR | listen=A:P | drain=MS] ...
 *
 * Pages: /hello, /echo (the body), /about (what was understood), /later?ms=N, /never, /big?n=N, /metrics,
 * /memory (resident KB), /files/... (the folder). WebSocket: /open, and
 * /slowly?ms=N, which is let in later, /no, which is not. A message is echoed, but for
 *     send N BYTES     N messages of so many bytes, numbered
 *     offer N BYTES    the same, each offered in slot 0
 *     close CODE WORD  the house closes
 *     memory           resident KB */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/http/files.h"
#include "hosts/server/net/net.h"

typedef struct house {
    uv_loop_t loop;
    srv_net *net;
    srv_world world; /* as far as files need one */
    srv_files *folder;
    uv_signal_t on_term, on_hup;
    int drain_ms, n_open;
} house;

typedef struct later { /* an answer that takes its time */
    uv_timer_t timer;
    house *h;
    srv_ask ask;
    bool upgrade;
} later;

static long resident_kb(void)
{
    long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f) {
        if (fscanf(f, "%*s %ld", &pages) != 1)
            pages = 0;
        fclose(f);
    }
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

/* -- Later ------------------------------------------------------------------------------------- */

static void free_later(uv_handle_t *handle) { spk_free(handle->data); }

static void on_later(uv_timer_t *timer)
{
    later *l = timer->data;
    bool there = l->upgrade ? srv_net_accept(l->h->net, l->ask, NULL).n != 0
                            : srv_net_reply_text(l->h->net, l->ask, 200, "at last\n");
    if (there && l->upgrade)
        l->h->n_open++;
    /* A ticket is good once: a second use must do nothing. */
    SPK_BUG_IF(srv_net_reply_text(l->h->net, l->ask, 500, "twice\n"));
    uv_close((uv_handle_t *)timer, free_later);
}

static void answer_later(house *h, const srv_request *r, bool upgrade)
{
    const char *ms = srv_request_param(r, "ms");
    later *l = spk_alloc(sizeof *l);
    l->h = h;
    l->ask = r->ask;
    l->upgrade = upgrade;
    uv_timer_init(&h->loop, &l->timer);
    l->timer.data = l;
    uv_timer_start(&l->timer, on_later, (uint64_t)atoi(ms ? ms : "50"), 0);
}

/* -- Requests ---------------------------------------------------------------------------------- */

static void tell_about(house *h, const srv_request *r)
{
    spk_buf out = {0};
    spk_buf_printf(&out, "method %d\npath %s\nquery %s\nhost %s\npeer %s\ntls %d\n", (int)r->method,
                   r->path, r->query, r->host, r->peer, r->is_tls);
    for (int i = 0; i < r->n_params; i++)
        spk_buf_printf(&out, "param %s=%s\n", r->params[i].name, r->params[i].value);
    for (int i = 0; i < r->n_headers; i++)
        spk_buf_printf(&out, "header %s=%s\n", r->headers[i].name, r->headers[i].value);
    spk_buf_printf(&out, "body %zu\n", r->n_body);
    srv_net_reply_text(h->net, r->ask, 200, spk_buf_text(&out));
    spk_buf_release(&out);
}

static void send_big(house *h, const srv_request *r)
{
    const char *n = srv_request_param(r, "n");
    size_t size = n ? (size_t)atol(n) : 1000;
    char *bytes = spk_alloc(size + 1);
    memset(bytes, 'x', size);
    srv_net_reply(h->net, r->ask, &(srv_response){.status = 200, .body = bytes, .n_body = size});
    spk_free(bytes);
}

static void send_metrics(house *h, const srv_request *r)
{
    spk_buf out = {0};
    srv_net_print_metrics(h->net, &out);
    srv_net_reply_text(h->net, r->ask, 200, spk_buf_text(&out));
    spk_buf_release(&out);
}

static void on_request(void *ctx, const srv_request *r)
{
    house *h = ctx;
    char memory[32];
    snprintf(memory, sizeof memory, "%ld\n", resident_kb());
    if (spk_str_eq(r->path, "/hello"))
        srv_net_reply_text(h->net, r->ask, 200, "hello\n");
    else if (spk_str_eq(r->path, "/echo"))
        srv_net_reply(h->net, r->ask,
                      &(srv_response){.status = 200, .body = r->body, .n_body = r->n_body});
    else if (strncmp(r->path, "/about", 6) == 0)
        tell_about(h, r);
    else if (spk_str_eq(r->path, "/later"))
        answer_later(h, r, false);
    else if (spk_str_eq(r->path, "/big"))
        send_big(h, r);
    else if (spk_str_eq(r->path, "/metrics"))
        send_metrics(h, r);
    else if (spk_str_eq(r->path, "/memory"))
        srv_net_reply_text(h->net, r->ask, 200, memory);
    else if (spk_str_eq(r->path, "/injection"))
        srv_net_reply(h->net, r->ask,
                      &(srv_response){.status = 302, .location = srv_request_param(r, "to")});
    else if (h->folder && strncmp(r->path, "/files/", 7) == 0 &&
             srv_files_reply(h->folder, &h->world, r, r->path + 7))
        return;
    else if (!spk_str_eq(r->path, "/never"))
        srv_net_reply_text(h->net, r->ask, 404, "There is no such page.\n");
}

/* -- WebSocket --------------------------------------------------------------------------------- */

static void on_upgrade(void *ctx, const srv_request *r)
{
    house *h = ctx;
    if (spk_str_eq(r->path, "/slowly")) {
        answer_later(h, r, true);
    } else if (spk_str_eq(r->path, "/open")) {
        srv_ws ws = srv_net_accept(h->net, r->ask, h);
        SPK_BUG_IF(!srv_net_is_open(h->net, ws) || srv_net_user(h->net, ws) != h);
        SPK_BUG_IF(!spk_str_eq(r->path, "/open")); /* still there, whatever we answered */
        h->n_open++;
    } else {
        srv_net_reply_text(h->net, r->ask, 403, "Not you.\n");
    }
}

static void send_many(house *h, srv_ws ws, bool offer, const char *words)
{
    int n = 0, size = 0;
    if (sscanf(words, "%d %d", &n, &size) != 2 || size < 16 || size > 1 << 20)
        return;
    char *text = spk_alloc((size_t)size + 1);
    for (int i = 1; i <= n; i++) {
        memset(text, '.', (size_t)size);
        text[snprintf(text, 16, "%d of %d ", i, n)] = '.';
        if (!(offer ? srv_net_offer(h->net, ws, 0, text, (size_t)size)
                    : srv_net_send(h->net, ws, text, (size_t)size)))
            break;
    }
    spk_free(text);
}

static void on_message(void *ctx, srv_ws ws, void *user, const char *text, size_t n)
{
    house *h = ctx;
    char memory[32];
    (void)user;
    if (strncmp(text, "send ", 5) == 0) {
        send_many(h, ws, false, text + 5);
    } else if (strncmp(text, "offer ", 6) == 0) {
        send_many(h, ws, true, text + 6);
    } else if (strncmp(text, "close ", 6) == 0) {
        const char *reason = strchr(text + 6, ' ');
        srv_net_close(h->net, ws, atoi(text + 6), reason ? reason + 1 : "");
    } else if (spk_str_eq(text, "memory")) {
        int len = snprintf(memory, sizeof memory, "%ld", resident_kb());
        srv_net_send(h->net, ws, memory, (size_t)len);
    } else {
        srv_net_send(h->net, ws, text, n);
    }
}

static void on_closed(void *ctx, srv_ws ws, void *user, int code, const char *reason)
{
    house *h = ctx;
    (void)user;
    h->n_open--;
    SPK_BUG_IF(h->n_open < 0 || srv_net_is_open(h->net, ws) || srv_net_send(h->net, ws, "", 0));
    printf("closed %d %s\n", code, reason);
    fflush(stdout);
}

/* -- Life -------------------------------------------------------------------------------------- */

static void on_drained(void *ctx)
{
    house *h = ctx;
    SPK_BUG_IF(h->n_open != 0); /* everyone who came in was seen out */
    uv_close((uv_handle_t *)&h->on_term, NULL);
    uv_close((uv_handle_t *)&h->on_hup, NULL);
    printf("drained\n");
}

static void on_signal(uv_signal_t *handle, int number)
{
    house *h = handle->data;
    spk_why why = {0};
    if (number == SIGTERM)
        srv_net_drain(h->net, "the bar is closing", h->drain_ms);
    else
        printf("reload %s\n", srv_net_reload_tls(h->net, &why) == SPK_OK ? "well" : why.text);
    fflush(stdout);
}

static uint32_t *find_limit(srv_limits *limits, const char *name, size_t n)
{
    for (int i = 0; i < srv_n_limits; i++) {
        if (strlen(srv_limit_list[i].name) == n && memcmp(srv_limit_list[i].name, name, n) == 0)
            return (uint32_t *)(void *)((char *)limits + srv_limit_list[i].offset);
    }
    return NULL;
}

typedef struct words {
    srv_net_config config;
    const char *origins[4], *proxies[4], *listen[4];
    const char *folder;
    int n_origins, n_proxies, n_listen, drain_ms;
} words;

static bool take_word(words *w, char *word)
{
    char *value = strchr(word, '=');
    if (!value)
        return false;
    *value++ = '\0';
    uint32_t *limit = find_limit(&w->config.limits, word, strlen(word));
    char *comma = strchr(value, ',');
    if (limit) {
        *limit = (uint32_t)strtoul(value, NULL, 10);
    } else if (spk_str_eq(word, "tls") && comma) {
        *comma = '\0';
        w->config.tls_cert = value;
        w->config.tls_key = comma + 1;
    } else if (spk_str_eq(word, "origin") && w->n_origins < 3) {
        w->origins[w->n_origins++] = value;
    } else if (spk_str_eq(word, "proxy") && w->n_proxies < 3) {
        w->proxies[w->n_proxies++] = value;
    } else if (spk_str_eq(word, "listen") && w->n_listen < 3) {
        w->listen[w->n_listen++] = value;
    } else if (spk_str_eq(word, "folder")) {
        w->folder = value;
    } else if (spk_str_eq(word, "drain")) {
        w->drain_ms = atoi(value);
    } else {
        return false;
    }
    return true;
}

static bool open_house(house *h, words *w, spk_why *why)
{
    static const srv_net_handlers handlers = {.request = on_request,
                                              .upgrade = on_upgrade,
                                              .message = on_message,
                                              .closed = on_closed,
                                              .drained = on_drained};
    w->config.origins = w->origins;
    w->config.proxies = w->proxies;
    h->drain_ms = w->drain_ms;
    h->net = srv_net_new(&h->loop, &w->config, &handlers, h, why);
    if (!h->net)
        return false;
    srv_net_join(h->net, &h->world);
    h->folder = w->folder ? srv_files_from_folder(w->folder, why) : NULL;
    for (int i = 0; i < w->n_listen; i++) {
        if (srv_net_listen(h->net, w->listen[i], why) != SPK_OK)
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    static house h;
    words w = {.config = srv_net_defaults(), .drain_ms = 2000};
    spk_why why = {0};
    for (int i = 1; i < argc; i++) {
        if (!take_word(&w, argv[i])) {
            fprintf(stderr, "net_host: what is '%s'?\n", argv[i]);
            return 2;
        }
    }
    if (w.n_listen == 0)
        w.listen[w.n_listen++] = "127.0.0.1:0";
    uv_loop_init(&h.loop);
    if (!open_house(&h, &w, &why)) {
        fprintf(stderr, "net_host: %s\n", why.text);
        return 1;
    }
    uv_signal_init(&h.loop, &h.on_term);
    uv_signal_init(&h.loop, &h.on_hup);
    h.on_term.data = h.on_hup.data = &h;
    uv_signal_start(&h.on_term, on_signal, SIGTERM);
    uv_signal_start(&h.on_hup, on_signal, SIGHUP);
    for (int i = 0; srv_net_address(h.net, i); i++)
        printf("%s\n", srv_net_address(h.net, i));
    printf("\n");
    fflush(stdout);
    uv_run(&h.loop, UV_RUN_DEFAULT);
    srv_files_free(h.folder);
    srv_net_free(h.net);
    SPK_BUG_IF(uv_loop_close(&h.loop) != 0); /* nothing forgotten */
    return 0;
}
