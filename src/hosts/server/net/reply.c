/* reply.c: answers on their way out. Every reply, refusals included, gets its status line, length, cache
 * rule and the security headers here and nowhere else. */
#include "hosts/server/net/inside.h"

#include <string.h>
#include <time.h>

#include "base/str.h"

/* -- Refusals ---------------------------------------------------------------------------------- */

static const struct {
    int status, retry_s;
    const char *words;
} refusals[SRV_REFUSAL_COUNT] = {
#define REFUSAL(name, status, retry_s, words) [SRV_REFUSED_##name] = {status, retry_s, words},
#include "hosts/server/net/refusals.def"
#undef REFUSAL
};

int srv_refusal_status(srv_refusal reason) { return refusals[reason].status; }
const char *srv_refusal_words(srv_refusal reason) { return refusals[reason].words; }
void srv_refuse_count(srv_net *net, srv_refusal reason) { net->counts.refusals[reason]++; }

void srv_refuse_http(srv_conn *c, srv_refusal reason)
{
    static const srv_pair version[] = {{"Sec-WebSocket-Version", "13"}, {"Upgrade", "websocket"}};
    char text[160];
    srv_refuse_count(c->net, reason);
    snprintf(text, sizeof text, "%s\n", refusals[reason].words);
    srv_conn_answer(c, &(srv_response){.status = refusals[reason].status,
                                       .body = text,
                                       .retry_after_s = refusals[reason].retry_s,
                                       .headers = version,
                                       .n_headers = reason == SRV_REFUSED_WS_VERSION ? 2 : 0,
                                       .last = true});
}

/* -- The head ---------------------------------------------------------------------------------- */

static const char *status_words(int status)
{
    switch (status) {
    case 200: return "OK";
    case 201: return "Created";
    case 202: return "Accepted";
    case 204: return "No Content";
    case 301: return "Moved Permanently";
    case 302: return "Found";
    case 303: return "See Other";
    case 304: return "Not Modified";
    case 307: return "Temporary Redirect";
    case 308: return "Permanent Redirect";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 408: return "Request Timeout";
    case 409: return "Conflict";
    case 410: return "Gone";
    case 413: return "Content Too Large";
    case 414: return "URI Too Long";
    case 415: return "Unsupported Media Type";
    case 417: return "Expectation Failed";
    case 422: return "Unprocessable Content";
    case 426: return "Upgrade Required";
    case 429: return "Too Many Requests";
    case 431: return "Request Header Fields Too Large";
    case 500: return "Internal Server Error";
    case 501: return "Not Implemented";
    case 503: return "Service Unavailable";
    default: return status < 400 ? "Well" : "Refused";
    }
}

/* A value may come from a guest: what would begin another header becomes a blank. */
static void add_header(spk_buf *out, const char *name, const char *value)
{
    if (!value)
        return;
    spk_buf_puts(out, name);
    spk_buf_puts(out, ": ");
    for (; *value; value++)
        spk_buf_putc(out, (unsigned char)*value < 0x20 || *value == 0x7f ? ' ' : *value);
    spk_buf_puts(out, "\r\n");
}

static const char *date_now(srv_net *net)
{
    uint64_t now_s = srv_net_now(net) / 1000 + 1;
    if (now_s != net->date_s) {
        time_t now = time(NULL);
        struct tm when;
        static const char days[] = "SunMonTueWedThuFriSat";
        static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
        gmtime_r(&now, &when); /* strftime would ask the locale */
        snprintf(net->date, sizeof net->date, "%.3s, %02u %.3s %u %02u:%02u:%02u GMT",
                 days + 3 * (when.tm_wday % 7), when.tm_mday & 31u, months + 3 * (when.tm_mon % 12),
                 (unsigned)(1900 + when.tm_year) % 10000, when.tm_hour & 31u, when.tm_min & 63u,
                 when.tm_sec & 63u);
        net->date_s = now_s;
    }
    return net->date;
}

static void add_security(spk_buf *out, const srv_net *net)
{
    add_header(out, "Content-Security-Policy", net->csp);
    spk_buf_puts(out, "X-Content-Type-Options: nosniff\r\n"
                      "Referrer-Policy: no-referrer\r\n" /* a seat's link is a secret */
                      "Cross-Origin-Opener-Policy: same-origin\r\n"
                      "Cross-Origin-Resource-Policy: same-origin\r\n");
    if (net->tls)
        spk_buf_puts(out, "Strict-Transport-Security: max-age=31536000\r\n");
}

static void add_head(srv_conn *c, const srv_response *a, int status, size_t n_body, spk_buf *out)
{
    bool has_body = status != 204 && status != 304;
    spk_buf_printf(out, "HTTP/1.1 %d %s\r\n", status, status_words(status));
    add_header(out, "Date", date_now(c->net));
    if (has_body)
        add_header(out, "Content-Type", a->type ? a->type : "text/plain; charset=utf-8");
    if (has_body)
        spk_buf_printf(out, "Content-Length: %zu\r\n", n_body);
    add_header(out, "Cache-Control", a->cache ? a->cache : "no-store");
    add_header(out, "ETag", a->etag);
    add_header(out, "Location", a->location);
    add_header(out, "Allow", a->allow);
    if (a->retry_after_s > 0)
        spk_buf_printf(out, "Retry-After: %d\r\n", a->retry_after_s);
    for (int i = 0; i < a->n_headers; i++)
        add_header(out, a->headers[i].name, a->headers[i].value);
    add_security(out, c->net);
    if (c->last)
        spk_buf_puts(out, "Connection: close\r\n");
    else if (c->exchange->parser.http_minor == 0)
        spk_buf_puts(out, "Connection: keep-alive\r\n");
    spk_buf_puts(out, "\r\n");
}

/* -- The answer -------------------------------------------------------------------------------- */

/* Is it one of the tags in the guest's list? A weak one of ours is as good (RFC 9110, 13.1.2). */
static bool has_tag(const char *list, const char *tag)
{
    size_t n = strlen(tag);
    for (const char *at = list; at; at = strchr(at, ',')) {
        at += strspn(at, " \t,");
        if (*at == '*')
            return true;
        if (strncmp(at, "W/", 2) == 0)
            at += 2;
        if (strncmp(at, tag, n) == 0)
            return true;
    }
    return false;
}

static bool knows_already(const srv_exchange *h, const srv_response *a)
{
    return h && a->etag && a->status == 200 && h->method == SRV_GET &&
           has_tag(srv_exchange_header(h, "if-none-match"), a->etag);
}

static void queue_body(srv_conn *c, const srv_response *a, size_t n)
{
    if (a->blob) {
        srv_chunk *chunk = srv_chunk_new(NULL, 0);
        chunk->blob = a->blob;
        chunk->n = n;
        a->blob->n_owners++;
        srv_conn_queue(c, chunk);
    } else {
        srv_conn_queue(c, srv_chunk_new(a->body, n));
    }
}

bool srv_conn_answer(srv_conn *c, const srv_response *a)
{
    srv_exchange *h = c->exchange;
    srv_net *net = c->net;
    size_t n = a->blob ? a->blob->n : a->n_body || !a->body ? a->n_body : strlen(a->body);
    int status = knows_already(h, a) ? 304 : a->status;
    SPK_BUG_IF(status < 200 || status > 599);
    c->last = !h || !h->keep_alive || h->is_upgrade || a->last || net->draining || c->saw_end;
    c->due_ms = 0;
    spk_buf_clear(&net->scratch);
    add_head(c, a, status, n, &net->scratch);
    srv_conn_queue(c, srv_chunk_new(net->scratch.bytes, net->scratch.n));
    if (n > 0 && status != 204 && status != 304 && !(h && h->is_head))
        queue_body(c, a, n);
    net->counts.replies[status / 100]++;
    if (h)
        h->phase = SRV_WRITING_REPLY;
    srv_conn_new_ticket(c);
    return true;
}

static srv_conn *asking(const srv_net *net, srv_ask ask)
{
    srv_conn *c = srv_conn_of(net, ask.n);
    bool waits =
        c && c->state == SRV_IS_HTTP && c->exchange && c->exchange->phase == SRV_AWAITING_REPLY;
    return waits ? c : NULL;
}

bool srv_net_reply(srv_net *net, srv_ask ask, const srv_response *answer)
{
    srv_conn *c = asking(net, ask);
    return c && srv_conn_answer(c, answer);
}

bool srv_net_reply_text(srv_net *net, srv_ask ask, int status, const char *text)
{
    return srv_net_reply(net, ask, &(srv_response){.status = status, .body = text});
}
