/* net.c: the net itself: settings, listening, the loop's callbacks, draining, counters. */
#include <signal.h>
#include <string.h>

#include "base/str.h"
#include "hosts/server/net/inside.h"

/* -- Settings ---------------------------------------------------------------------------------- */

srv_net_config srv_net_defaults(void)
{
    return (srv_net_config){
        .limits =
            {
#define LIMIT(name, value, words) .name = value,
#include "hosts/server/net/limits.def"
#undef LIMIT
            },
        .subprotocol = "speakeasy.1",
        .csp = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
               "img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'; "
               "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
               "frame-ancestors 'none'",
    };
}

static char *copy(const char *text)
{
    if (!text)
        return NULL;
    size_t n = strlen(text) + 1;
    return memcpy(spk_alloc(n), text, n);
}

static int count_list(const char *const *list)
{
    int n = 0;
    while (list && list[n])
        n++;
    return n;
}

static spk_err take_proxies(srv_net *net, const char *const *list, spk_why *why)
{
    net->n_proxies = count_list(list);
    net->proxies = spk_alloc((size_t)net->n_proxies * sizeof *net->proxies + 1);
    for (int i = 0; i < net->n_proxies; i++) {
        if (!srv_range_parse(list[i], &net->proxies[i]))
            return spk_fail(why, SPK_EMALFORMED,
                            "'%s' is neither an address nor a range of addresses.", list[i]);
    }
    return SPK_OK;
}

static spk_err take_origins(srv_net *net, const char *const *list, spk_why *why)
{
    int n = count_list(list);
    net->origins = spk_alloc((size_t)(n + 1) * sizeof *net->origins);
    for (int i = 0; i < n; i++) {
        net->origins[i] = copy(list[i]);
        const char *host = strstr(list[i], "://");
        if (!host || host[3] == '\0' || strchr(host + 3, '/'))
            return spk_fail(why, SPK_EMALFORMED,
                            "'%s' is not an origin: scheme://host[:port], without a path.",
                            list[i]);
    }
    return SPK_OK;
}

bool srv_net_trusts(const srv_net *net, const srv_ip *ip)
{
    for (int i = 0; i < net->n_proxies; i++) {
        if (srv_range_has(&net->proxies[i], ip))
            return true;
    }
    return false;
}

/* -- TLS --------------------------------------------------------------------------------------- */

spk_err srv_net_reload_tls(srv_net *net, spk_why *why)
{
    if (!net->tls_cert)
        return SPK_OK;
    SSL_CTX *fresh = srv_tls_context(net->tls_cert, net->tls_key, why);
    if (!fresh)
        return SPK_EIO;
    SSL_CTX_free(net->tls); /* connections that use it hold on to it */
    net->tls = fresh;
    return SPK_OK;
}

static spk_err take_tls(srv_net *net, const srv_net_config *config, spk_why *why)
{
    if (!config->tls_cert != !config->tls_key)
        return spk_fail(why, SPK_EMALFORMED, "TLS needs a certificate and a key.");
    net->tls_cert = copy(config->tls_cert);
    net->tls_key = copy(config->tls_key);
    if (net->tls_cert)
        net->bio = srv_tls_bio();
    return srv_net_reload_tls(net, why);
}

/* -- The loop ---------------------------------------------------------------------------------- */

enum { SPARE_FILES = 64, SWEEP_MS = 10000 };

uint64_t srv_net_now(const srv_net *net) { return uv_now(net->loop); }

void srv_net_tend(srv_net *net)
{
    if (net->dirty)
        srv_conn_tend_all(net);
}

static void on_prepare(uv_prepare_t *prepare) { srv_net_tend(prepare->data); }

static void abort_all(srv_net *net)
{
    for (uint32_t i = 0; i < net->n_slots; i++) {
        if (net->slots[i].c)
            srv_conn_abort(net->slots[i].c);
    }
}

static void on_tick(uv_timer_t *tick)
{
    srv_net *net = tick->data;
    uint64_t now = srv_net_now(net);
    srv_conn_turn_wheel(net);
    if (now >= net->sweep_ms) {
        srv_callers_sweep(&net->guests, now);
        net->sweep_ms = now + SWEEP_MS;
    }
    if (net->draining && net->drain_due_ms <= now)
        abort_all(net);
}

static void on_handle_closed(uv_handle_t *handle)
{
    srv_net *net = handle->data;
    if (--net->n_handles == 0 && net->handlers.drained)
        net->handlers.drained(net->ctx);
}

static void on_listener_closed(uv_handle_t *handle)
{
    srv_listener *listener = handle->data;
    srv_net *net = listener->net;
    spk_free(listener);
    net->n_listeners--;
    srv_net_remember(net);
}

/* The clock runs while somebody is here. When the house is closed and the last has gone, so do we. */
void srv_net_remember(srv_net *net)
{
    bool busy = net->n_conns > 0 || net->n_listeners > 0;
    if (net->n_conns > 0 && !uv_is_active((uv_handle_t *)&net->tick)) {
        net->wheel_at = srv_net_now(net) / SRV_TICK_MS;
        uv_timer_start(&net->tick, on_tick, SRV_TICK_MS, SRV_TICK_MS);
    }
    if (net->n_conns == 0)
        uv_timer_stop(&net->tick);
    if (!net->draining || busy || net->done)
        return;
    net->done = true;
    uv_close((uv_handle_t *)&net->prepare, on_handle_closed);
    uv_close((uv_handle_t *)&net->idle, on_handle_closed);
    uv_close((uv_handle_t *)&net->tick, on_handle_closed);
}

static void start_loop(srv_net *net)
{
    uv_prepare_init(net->loop, &net->prepare);
    uv_prepare_start(&net->prepare, on_prepare);
    uv_unref((uv_handle_t *)&net->prepare); /* a net nobody listens on keeps no loop alive */
    uv_idle_init(net->loop, &net->idle);
    uv_timer_init(net->loop, &net->tick);
    net->prepare.data = net->idle.data = net->tick.data = net;
    net->n_handles = 3;
}

/* -- Life -------------------------------------------------------------------------------------- */

/* 0 means no limit; in memory there is one all the same. */
static void lift_limits(srv_limits *limits)
{
    enum { ALL = 1 << 30 };
    uint32_t *const lifted[] = {&limits->target_bytes, &limits->header_bytes, &limits->body_bytes,
                                &limits->message_bytes, &limits->message_fragments};
    for (size_t i = 0; i < sizeof lifted / sizeof *lifted; i++)
        if (*lifted[i] == 0)
            *lifted[i] = ALL;
}

srv_net *srv_net_new(uv_loop_t *loop, const srv_net_config *config,
                     const srv_net_handlers *handlers, void *ctx, spk_why *why)
{
    srv_net *net = spk_alloc(sizeof *net);
    net->loop = loop;
    net->handlers = *handlers;
    net->ctx = ctx;
    net->limits = config->limits;
    lift_limits(&net->limits);
    net->csp = copy(config->csp);
    net->subprotocol = copy(config->subprotocol);
    srv_callers_init(&net->guests);
    if (take_proxies(net, config->proxies, why) != SPK_OK ||
        take_origins(net, config->origins, why) != SPK_OK || take_tls(net, config, why) != SPK_OK) {
        srv_net_free(net);
        return NULL;
    }
    signal(SIGPIPE, SIG_IGN);
    uint64_t n_open_files = srv_raise_open_files();
    uint64_t most = n_open_files > 2 * SPARE_FILES ? n_open_files - SPARE_FILES : 64;
    if (net->limits.connections == 0 || net->limits.connections > most)
        net->limits.connections = (uint32_t)(most < UINT32_MAX ? most : UINT32_MAX);
    srv_exchange_settings(&net->http_settings);
    srv_framer_init(net);
    net->read_room = spk_alloc(SRV_READ_BYTES);
    net->plain_room = net->tls ? spk_alloc(SRV_READ_BYTES) : NULL;
    start_loop(net);
    return net;
}

static void free_spares(srv_net *net)
{
    while (net->n_spare_parsers > 0)
        srv_parser_free(net->spare_parsers[--net->n_spare_parsers]);
    srv_chunks_free(net);
    for (srv_exchange *h = net->spare_exchanges, *next; h; h = next) {
        next = h->next_spare;
        srv_exchange_free(h);
    }
    if (net->framer)
        wslay_frame_context_free(net->framer);
    spk_buf_release(&net->cipher);
    spk_buf_release(&net->scratch);
    spk_buf_release(&net->message);
    spk_free(net->read_room);
    spk_free(net->plain_room);
}

void srv_net_free(srv_net *net)
{
    if (!net)
        return;
    SPK_BUG_IF(net->n_handles > 0 || net->n_conns > 0); /* drain it first */
    free_spares(net);
    srv_callers_release(&net->guests);
    for (char **it = net->origins; it && *it; it++)
        spk_free(*it);
    spk_free(net->origins);
    spk_free(net->proxies);
    SSL_CTX_free(net->tls);
    BIO_meth_free(net->bio);
    spk_free(net->csp);
    spk_free(net->subprotocol);
    spk_free(net->tls_cert);
    spk_free(net->tls_key);
    spk_free(net->slots);
    spk_free(net);
}

/* -- Listening --------------------------------------------------------------------------------- */

/* "host:port" taken apart; the brackets of [::1] removed. */
static bool read_address(const char *text, struct sockaddr_storage *address)
{
    char host[INET6_ADDRSTRLEN + 1] = "";
    const char *colon = strrchr(text, ':');
    size_t n = colon ? (size_t)(colon - text) : 0;
    int port;
    if (!colon || !spk_str_int(colon + 1, 0, 65535, &port))
        return false;
    if (n >= 2 && text[0] == '[' && text[n - 1] == ']') {
        text++;
        n -= 2;
    }
    if (n >= sizeof host)
        return false;
    memcpy(host, text, n);
    if (spk_str_eq(host, "*") || n == 0) /* both kinds of address */
        return uv_ip6_addr("::", port, (struct sockaddr_in6 *)address) == 0;
    if (spk_str_eq(host, "localhost"))
        memcpy(host, "127.0.0.1", sizeof "127.0.0.1");
    return uv_ip4_addr(host, port, (struct sockaddr_in *)address) == 0 ||
           uv_ip6_addr(host, port, (struct sockaddr_in6 *)address) == 0;
}

static void print_address(srv_listener *listener)
{
    struct sockaddr_storage real = {0};
    int n = sizeof real;
    char host[INET6_ADDRSTRLEN] = "";
    const char *scheme = listener->net->tls ? "https" : "http";
    uv_tcp_getsockname(&listener->tcp, (struct sockaddr *)&real, &n);
    srv_ip ip = srv_ip_of((struct sockaddr *)&real);
    srv_ip_print(&ip, host);
    int port = ntohs(real.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&real)->sin6_port
                                                : ((struct sockaddr_in *)&real)->sin_port);
    snprintf(listener->address, sizeof listener->address,
             strchr(host, ':') ? "%s://[%s]:%d" : "%s://%s:%d", scheme, host, port);
}

spk_err srv_net_listen(srv_net *net, const char *address, spk_why *why)
{
    struct sockaddr_storage where = {0};
    if (!read_address(address, &where))
        return spk_fail(why, SPK_EMALFORMED,
                        "'%s' is not an address to listen on: 127.0.0.1:1925, [::1]:1925, *:1925.",
                        address);
    srv_listener *listener = spk_alloc(sizeof *listener);
    listener->net = net;
    uv_tcp_init(net->loop, &listener->tcp);
    listener->tcp.data = listener;
    net->n_listeners++;
    int err = uv_tcp_bind(&listener->tcp, (struct sockaddr *)&where, 0);
    if (err == 0)
        err = uv_listen((uv_stream_t *)&listener->tcp, 4096, srv_conn_on_connection);
    if (err != 0) {
        uv_close((uv_handle_t *)&listener->tcp, on_listener_closed);
        return spk_fail(why, SPK_EIO, "%s: %s", address, uv_strerror(err));
    }
    print_address(listener);
    srv_listener **at = &net->listeners;
    while (*at)
        at = &(*at)->next;
    *at = listener;
    return SPK_OK;
}

const char *srv_net_address(const srv_net *net, int i)
{
    const srv_listener *it = net->listeners;
    while (it && i-- > 0)
        it = it->next;
    return it ? it->address : NULL;
}

const srv_limits *srv_net_limits(const srv_net *net) { return &net->limits; }

/* -- Draining ---------------------------------------------------------------------------------- */

static void stop_listening(srv_net *net)
{
    for (srv_listener *it = net->listeners, *next; it; it = next) {
        next = it->next;
        uv_close((uv_handle_t *)&it->tcp, on_listener_closed);
    }
    net->listeners = NULL;
}

void srv_net_drain(srv_net *net, const char *text, int ms)
{
    uint64_t due = srv_net_now(net) + (uint64_t)(ms > 0 ? ms : 0);
    if (net->draining) {
        net->drain_due_ms = due < net->drain_due_ms ? due : net->drain_due_ms;
        return;
    }
    net->draining = true;
    net->drain_due_ms = due;
    stop_listening(net);
    for (uint32_t i = 0; i < net->n_slots; i++) {
        srv_conn *c = net->slots[i].c;
        if (c && c->state == SRV_IS_WS) {
            srv_ws ws = c->websocket->ticket;
            if (text)
                srv_net_send(net, ws, text, strlen(text));
            srv_net_close(net, ws, 1001, "the house is closing");
        }
        if (c)
            srv_conn_mark(c); /* those who wait for a next request are let go */
    }
    srv_net_remember(net);
}

/* -- Counters ---------------------------------------------------------------------------------- */

const srv_net_figures *srv_net_counts(const srv_net *net) { return &net->counts; }

static void print_counter(spk_buf *out, const char *name, const char *kind, const char *words,
                          uint64_t n)
{
    const char *total = kind[0] == 'c' ? "_total" : "";
    spk_buf_printf(out, "# HELP speakeasy_net_%s%s %s\n# TYPE speakeasy_net_%s%s %s\n", name, total,
                   words, name, total, kind);
    spk_buf_printf(out, "speakeasy_net_%s%s %llu\n", name, total, (unsigned long long)n);
}

static void print_refusals(const srv_net_figures *counts, spk_buf *out)
{
    static const char *const names[SRV_REFUSAL_COUNT] = {
#define REFUSAL(name, status, retry_s, words) [SRV_REFUSED_##name] = #name,
#include "hosts/server/net/refusals.def"
#undef REFUSAL
    };
    spk_buf_puts(out, "# HELP speakeasy_net_refusals_total Refusals by reason.\n"
                      "# TYPE speakeasy_net_refusals_total counter\n");
    for (int i = 1; i < SRV_REFUSAL_COUNT; i++) {
        spk_buf_puts(out, "speakeasy_net_refusals_total{reason=\"");
        for (const char *at = names[i]; *at; at++)
            spk_buf_putc(out, *at >= 'A' && *at <= 'Z' ? (char)(*at | 0x20) : *at);
        spk_buf_printf(out, "\"} %llu\n", (unsigned long long)counts->refusals[i]);
    }
}

void srv_net_print_metrics(const srv_net *net, spk_buf *out)
{
#define COUNTER(name, kind, words) print_counter(out, #name, #kind, words, net->counts.name);
#include "hosts/server/net/counters.def"
#undef COUNTER
    spk_buf_puts(out, "# HELP speakeasy_net_replies_total HTTP replies by class.\n"
                      "# TYPE speakeasy_net_replies_total counter\n");
    for (int i = 1; i < 6; i++)
        spk_buf_printf(out, "speakeasy_net_replies_total{class=\"%dxx\"} %llu\n", i,
                       (unsigned long long)net->counts.replies[i]);
    print_refusals(&net->counts, out);
}

/* -- As a house sees it ------------------------------------------------------------------------- */

static bool join_reply(void *net, srv_ask ask, const srv_response *answer)
{
    return srv_net_reply(net, ask, answer);
}

static srv_ws join_accept(void *net, srv_ask ask, void *user)
{
    return srv_net_accept(net, ask, user);
}

static bool join_send(void *net, srv_ws ws, const char *text, size_t n)
{
    return srv_net_send(net, ws, text, n);
}

static bool join_offer(void *net, srv_ws ws, int slot, const char *text, size_t n)
{
    return srv_net_offer(net, ws, slot, text, n);
}

static bool join_close(void *net, srv_ws ws, int code, const char *reason)
{
    return srv_net_close(net, ws, code, reason);
}

static void *join_user(void *net, srv_ws ws) { return srv_net_user(net, ws); }
static void join_drain(void *net, const char *text, int ms) { srv_net_drain(net, text, ms); }

void srv_net_join(srv_net *net, srv_world *world)
{
    world->net = net;
    world->reply = join_reply;
    world->accept = join_accept;
    world->send = join_send;
    world->offer = join_offer;
    world->close = join_close;
    world->user = join_user;
    world->drain = join_drain;
}
