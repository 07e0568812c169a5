/* server_net.h: a net without sockets, for fuzzing what stands behind them: bytes go in where libuv would
 * bring them, and what would be sent is kept. The house echoes; to paths of odd length it answers
 * late. Time stands still, so the same bytes always get the same answer. */
#ifndef SPK_FUZZ_SERVER_NET_H
#define SPK_FUZZ_SERVER_NET_H

#include "fuzz.h"
#include "hosts/server/net/inside.h"

typedef struct fuzz_house {
    uv_loop_t loop;
    srv_net *net;
    srv_ask late;
    int n_talking;
} fuzz_house;

static inline void fuzz_on_request(void *ctx, const srv_request *r)
{
    fuzz_house *house = ctx;
    spk_buf out = {0};
    SPK_BUG_IF(r->path[0] != '/' || strstr(r->path, "/../") || strstr(r->path, "//"));
    SPK_BUG_IF(!srv_utf8_is_valid((const uint8_t *)r->path, strlen(r->path)));
    for (int i = 0; i < r->n_params; i++)
        SPK_BUG_IF(!srv_request_param(r, r->params[i].name));
    for (int i = 0; i < r->n_headers; i++)
        SPK_BUG_IF(!srv_request_header(r, r->headers[i].name) || strchr(r->headers[i].value, '\n'));
    spk_buf_printf(&out, "%d %s %s %s %zu", (int)r->method, r->path, r->query, r->peer, r->n_body);
    if (strlen(r->path) % 2 == 0)
        house->late = r->ask;
    else
        srv_net_reply(
            house->net, r->ask,
            &(srv_response){.status = 200, .location = r->path, .body = spk_buf_text(&out)});
    spk_buf_release(&out);
}

static inline void fuzz_on_upgrade(void *ctx, const srv_request *r)
{
    fuzz_house *house = ctx;
    if (srv_net_accept(house->net, r->ask, house).n)
        house->n_talking++;
}

static inline void fuzz_on_message(void *ctx, srv_ws ws, void *user, const char *text, size_t n)
{
    fuzz_house *house = ctx;
    SPK_BUG_IF(user != ctx || text[n] != '\0' || n > srv_net_limits(house->net)->message_bytes);
    SPK_BUG_IF(!srv_utf8_is_valid((const uint8_t *)text, n));
    if (n == 5)
        srv_net_close(house->net, ws, 4000, "five");
    else
        srv_net_send(house->net, ws, text, n);
}

static inline void fuzz_on_closed(void *ctx, srv_ws ws, void *user, int code, const char *reason)
{
    fuzz_house *house = ctx;
    (void)user;
    SPK_BUG_IF(srv_net_send(house->net, ws, "x", 1));
    SPK_BUG_IF(code < 1000 || code > 4999 || strlen(reason) > 123);
    house->n_talking--;
}

static inline fuzz_house *fuzz_house_open(void)
{
    static fuzz_house house;
    static const srv_net_handlers handlers = {.request = fuzz_on_request,
                                              .upgrade = fuzz_on_upgrade,
                                              .message = fuzz_on_message,
                                              .closed = fuzz_on_closed};
    static const char *const proxies[] = {"127.0.0.0/8", NULL};
    if (!house.net) {
        srv_net_config config = srv_net_defaults();
        config.proxies = proxies;
        config.limits.requests_per_s = config.limits.handshakes_per_s = 0;
        config.limits.messages_per_s = config.limits.bytes_per_s = 0;
        config.limits.connections_per_address = 0;
        config.limits.message_bytes = 2000;
        config.limits.body_bytes = 2000;
        config.limits.queue_bytes = 1 << 20;
        SPK_BUG_IF(uv_loop_init(&house.loop) != 0);
        house.net = srv_net_new(&house.loop, &config, &handlers, &house, NULL);
    }
    return &house;
}

static inline srv_conn *fuzz_guest_new(fuzz_house *house, spk_buf *out)
{
    srv_conn *c = srv_conn_new(house->net);
    c->sink = out;
    SPK_BUG_IF(!srv_ip_parse("127.0.0.1", &c->ip));
    return c;
}

/* Bytes in portions; whoever is waiting for a late answer gets it after each. What is left to write after that (an upgrade
 * that stood behind the late one) is written in the loop's next turns. */
static inline void fuzz_guest_say(fuzz_house *house, srv_conn *c, const uint8_t *bytes, size_t n,
                                  size_t portion)
{
    for (size_t at = 0; at < n && c->state != SRV_IS_CLOSED; at += portion) {
        srv_conn_read(c, (const char *)bytes + at, n - at < portion ? n - at : portion);
        while (house->late.n) {
            srv_ask ask = house->late;
            house->late.n = 0;
            srv_net_reply_text(house->net, ask, 200, "late");
            SPK_BUG_IF(srv_net_reply_text(house->net, ask, 200, "twice"));
            srv_conn_tend_all(house->net);
        }
        for (int turn = 0; house->net->dirty && turn < 8; turn++)
            srv_conn_tend_all(house->net);
    }
}

static inline void fuzz_guest_free(fuzz_house *house, srv_conn *c)
{
    srv_conn_abort(c);
    srv_conn_tend_all(house->net);
    srv_conn_free(c);
    house->late.n = 0;
    SPK_BUG_IF(house->n_talking != 0 || house->net->n_conns != 0);
    SPK_BUG_IF(srv_net_counts(house->net)->queued_bytes != 0);
}

#endif
