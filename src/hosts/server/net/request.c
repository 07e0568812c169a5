/* request.c: from bytes to requests, one at a time. llhttp parses; here are the limits, the checks that
 * llhttp leaves to us, and the order of things: a connection's next request is read when the answer
 * to the last one has left. Answers are written in reply.c. */
#include "hosts/server/net/inside.h"

#include <string.h>
#include <strings.h>

#include "base/str.h"

/* -- While it is parsed ------------------------------------------------------------------------ */

static int refuse(srv_exchange *h, srv_refusal reason)
{
    h->refused = reason;
    return -1;
}

static int on_url(llhttp_t *parser, const char *at, size_t n)
{
    srv_exchange *h = parser->data;
    h->n_target += n;
    if (h->n_target > h->c->net->limits.target_bytes)
        return refuse(h, SRV_REFUSED_TARGET_SIZE);
    spk_buf_add(&h->text, at, n);
    return 0;
}

static int on_url_complete(llhttp_t *parser)
{
    srv_exchange *h = parser->data;
    spk_buf_putc(&h->text, '\0');
    return 0;
}

/* Names and values alike: printable, and not too many of them. Trailers, which come after a chunked body,
 * are nobody's business here; http.n_raw counts them. */
static int add_text(srv_exchange *h, const char *at, size_t n)
{
    if (h->text.n + n + 4u * (size_t)h->n_headers > h->c->net->limits.header_bytes)
        return refuse(h, SRV_REFUSED_HEADER_SIZE);
    for (size_t i = 0; i < n; i++) {
        if (((unsigned char)at[i] < 0x20 && at[i] != '\t') || at[i] == 0x7f)
            return refuse(h, SRV_REFUSED_BAD_REQUEST);
    }
    spk_buf_add(&h->text, at, n);
    return 0;
}

static int on_header_field(llhttp_t *parser, const char *at, size_t n)
{
    srv_exchange *h = parser->data;
    if (h->phase != SRV_READING_HEADERS)
        return 0;
    if (!h->in_name && h->n_headers == SRV_MAX_HEADERS)
        return refuse(h, SRV_REFUSED_HEADER_SIZE);
    if (!h->in_name)
        h->headers[h->n_headers].name = (uint32_t)h->text.n;
    h->in_name = true;
    size_t from = h->text.n;
    if (add_text(h, at, n) != 0)
        return -1;
    for (size_t i = from; i < h->text.n; i++) {
        if (h->text.bytes[i] >= 'A' && h->text.bytes[i] <= 'Z')
            h->text.bytes[i] |= 0x20;
    }
    return 0;
}

static int on_header_field_complete(llhttp_t *parser)
{
    srv_exchange *h = parser->data;
    if (h->phase != SRV_READING_HEADERS)
        return 0;
    if (!h->in_name || h->text.n == h->headers[h->n_headers].name)
        return refuse(h, SRV_REFUSED_BAD_REQUEST); /* ": value" */
    h->in_name = false;
    spk_buf_putc(&h->text, '\0');
    h->headers[h->n_headers].value = (uint32_t)h->text.n;
    return 0;
}

static int on_header_value(llhttp_t *parser, const char *at, size_t n)
{
    srv_exchange *h = parser->data;
    return h->phase == SRV_READING_HEADERS ? add_text(h, at, n) : 0;
}

static int on_header_value_complete(llhttp_t *parser)
{
    srv_exchange *h = parser->data;
    if (h->phase != SRV_READING_HEADERS)
        return 0;
    while (h->text.n > h->headers[h->n_headers].value &&
           strchr(" \t", h->text.bytes[h->text.n - 1]))
        h->text.n--; /* llhttp leaves the blanks behind a value to us */
    spk_buf_putc(&h->text, '\0');
    h->n_headers++;
    return 0;
}

const char *srv_exchange_header(const srv_exchange *h, const char *name)
{
    for (int i = 0; i < h->n_headers; i++) {
        if (spk_str_eq(h->text.bytes + h->headers[i].name, name))
            return h->text.bytes + h->headers[i].value;
    }
    return NULL;
}

static int count_headers(const srv_exchange *h, const char *name)
{
    int n = 0;
    for (int i = 0; i < h->n_headers; i++)
        n += spk_str_eq(h->text.bytes + h->headers[i].name, name);
    return n;
}

/* -- When the headers are there ---------------------------------------------------------------- */

static bool find_method(srv_exchange *h)
{
    switch (llhttp_get_method(&h->parser)) {
    case HTTP_HEAD: h->is_head = true; /* fall through */
    case HTTP_GET: h->method = SRV_GET; return true;
    case HTTP_POST: h->method = SRV_POST; return true;
    case HTTP_PUT: h->method = SRV_PUT; return true;
    case HTTP_PATCH: h->method = SRV_PATCH; return true;
    case HTTP_DELETE: h->method = SRV_DELETE; return true;
    case HTTP_OPTIONS: h->method = SRV_OPTIONS; return true;
    default: return false;
    }
}

/* Two readings of where a body ends are two requests for whoever stands behind a proxy: one length,
 * or chunks and nothing else, or neither. */
static bool has_clear_end(const srv_exchange *h)
{
    const char *coding = srv_exchange_header(h, "transfer-encoding");
    int n_lengths = count_headers(h, "content-length");
    if (!coding)
        return n_lengths <= 1;
    return n_lengths == 0 && count_headers(h, "transfer-encoding") == 1 &&
           strcasecmp(coding, "chunked") == 0 && h->parser.http_minor == 1;
}

/* "192.0.2.7", "2001:db8::7"; with a port, as some proxies write it: "192.0.2.7:5123", "[2001:db8::7]:5123". */
static bool read_address(const char *from, size_t n, srv_ip *ip)
{
    char word[INET6_ADDRSTRLEN + 1];
    const char *end = from + n, *colon = memchr(from, ':', n);
    if (n && *from == '[') {
        const char *close = memchr(from, ']', n);
        if (!close || (close + 1 < end && close[1] != ':'))
            return false;
        from++;
        end = close;
    } else if (colon && !memchr(colon + 1, ':', (size_t)(end - colon - 1)))
        end = colon;
    n = (size_t)(end - from);
    if (n >= sizeof word)
        return false;
    memcpy(word, from, n);
    word[n] = '\0';
    return srv_ip_parse(word, ip);
}

/* The last address in the list that no trusted proxy vouches for: those before it can be invented. */
static void look_through_proxies(srv_exchange *h)
{
    const srv_net *net = h->c->net;
    h->ip = h->c->ip;
    for (int i = h->n_headers; i-- > 0 && srv_net_trusts(net, &h->ip);) {
        if (!spk_str_eq(h->text.bytes + h->headers[i].name, "x-forwarded-for"))
            continue;
        const char *list = h->text.bytes + h->headers[i].value;
        const char *end = list + strlen(list);
        while (end > list && srv_net_trusts(net, &h->ip)) {
            const char *from = end;
            while (from > list && from[-1] != ',')
                from--;
            size_t n = strspn(from, " \t"), len = strcspn(from + n, " \t,");
            srv_ip ip;
            if (!read_address(from + n, len, &ip))
                return;
            h->ip = ip;
            end = from > list ? from - 1 : list;
        }
    }
}

static srv_refusal check_rates(srv_exchange *h)
{
    srv_net *net = h->c->net;
    const srv_limits *limits = &net->limits;
    uint64_t now = srv_net_now(net);
    srv_caller *guest = srv_caller_of(&net->guests, &h->ip);
    if (!srv_bucket_take(&guest->requests, limits->requests_per_s, limits->requests_burst, 1, now))
        return SRV_REFUSED_REQUESTS;
    if (!h->is_upgrade || h->c->guest)
        return SRV_NO_REFUSAL;
    /* Behind a proxy this is the moment in which one guest is one connection. */
    if (limits->connections_per_address && guest->n_connections >= limits->connections_per_address)
        return SRV_REFUSED_ADDRESS_CONNECTIONS;
    if (!srv_bucket_take(&guest->handshakes, limits->handshakes_per_s, limits->handshakes_burst, 1,
                         now))
        return SRV_REFUSED_HANDSHAKES;
    return SRV_NO_REFUSAL;
}

static srv_refusal check_expectation(srv_exchange *h)
{
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    const char *expect = srv_exchange_header(h, "expect");
    if (!expect)
        return SRV_NO_REFUSAL;
    if (strcasecmp(expect, "100-continue") != 0)
        return SRV_REFUSED_EXPECTATION;
    if (h->parser.http_minor == 1 && !h->is_upgrade)
        srv_conn_queue(h->c, srv_chunk_new(go_on, sizeof go_on - 1));
    return SRV_NO_REFUSAL;
}

static srv_refusal check_headers(srv_exchange *h)
{
    const srv_net *net = h->c->net;
    const char *upgrade = srv_exchange_header(h, "upgrade");
    const char *origin = srv_exchange_header(h, "origin");
    int n_hosts = count_headers(h, "host");
    if (!find_method(h))
        return SRV_REFUSED_METHOD;
    if (h->parser.http_major != 1 || h->parser.http_minor > 1 || !has_clear_end(h))
        return SRV_REFUSED_BAD_REQUEST;
    if (n_hosts > 1 || (n_hosts == 0 && h->parser.http_minor == 1))
        return SRV_REFUSED_BAD_HOST;
    if (h->parser.content_length > net->limits.body_bytes &&
        srv_exchange_header(h, "content-length"))
        return SRV_REFUSED_BODY_SIZE;
    h->is_upgrade = h->parser.upgrade && upgrade && strcasecmp(upgrade, "websocket") == 0;
    h->parser.upgrade = h->is_upgrade; /* to other protocols nobody has to change: go on as usual */
    if (origin && h->method != SRV_GET && h->method != SRV_OPTIONS &&
        !srv_origin_is_welcome(net, origin, srv_exchange_header(h, "host")))
        return SRV_REFUSED_ORIGIN;
    look_through_proxies(h);
    srv_refusal reason = check_rates(h);
    if (!reason && h->is_upgrade)
        reason = srv_handshake_check(h);
    return reason ? reason : check_expectation(h);
}

static int on_headers_complete(llhttp_t *parser)
{
    srv_exchange *h = parser->data;
    h->keep_alive = llhttp_should_keep_alive(parser);
    srv_refusal reason = check_headers(h);
    if (reason)
        return refuse(h, reason);
    h->phase = SRV_READING_BODY;
    srv_conn_set_due(h->c, h->c->net->limits.body_ms);
    return 0;
}

static int on_body(llhttp_t *parser, const char *at, size_t n)
{
    srv_exchange *h = parser->data;
    if (h->body.n + n > h->c->net->limits.body_bytes)
        return refuse(h, SRV_REFUSED_BODY_SIZE);
    spk_buf_add(&h->body, at, n);
    return 0;
}

static int on_message_complete(llhttp_t *parser)
{
    return parser->upgrade ? 0 : HPE_PAUSED; /* an upgrade pauses by itself */
}

void srv_exchange_settings(llhttp_settings_t *settings)
{
    llhttp_settings_init(settings);
    settings->on_url = on_url;
    settings->on_url_complete = on_url_complete;
    settings->on_header_field = on_header_field;
    settings->on_header_field_complete = on_header_field_complete;
    settings->on_header_value = on_header_value;
    settings->on_header_value_complete = on_header_value_complete;
    settings->on_headers_complete = on_headers_complete;
    settings->on_body = on_body;
    settings->on_message_complete = on_message_complete;
}

/* -- Life -------------------------------------------------------------------------------------- */

static void begin(srv_conn *c)
{
    srv_net *net = c->net;
    srv_exchange *h = net->spare_exchanges;
    if (h) {
        net->spare_exchanges = h->next_spare;
        net->n_spare_exchanges--;
    } else {
        h = spk_alloc(sizeof *h);
    }
    spk_buf text = h->text, body = h->body;
    memset(h, 0, offsetof(srv_exchange, headers));
    h->text = text, h->body = body;
    h->n_headers = 0;
    h->n_target = h->n_raw = 0;
    h->c = c;
    llhttp_init(&h->parser, HTTP_REQUEST, &net->http_settings);
    h->parser.data = h;
    c->exchange = h;
    srv_conn_set_due(c, net->limits.header_ms);
}

void srv_exchange_free(srv_exchange *h)
{
    spk_buf_release(&h->text);
    spk_buf_release(&h->body);
    spk_free(h);
}

static void trim(spk_buf *buf)
{
    if (buf->cap > 4096)
        spk_buf_release(buf);
    else
        spk_buf_clear(buf);
}

void srv_exchange_end(srv_conn *c)
{
    srv_exchange *h = c->exchange;
    srv_net *net = c->net;
    if (!h)
        return;
    c->exchange = NULL;
    if (net->n_spare_exchanges >= SRV_SPARES) {
        srv_exchange_free(h);
        return;
    }
    trim(&h->text);
    trim(&h->body);
    h->next_spare = net->spare_exchanges;
    net->spare_exchanges = h;
    net->n_spare_exchanges++;
}

/* -- Handing it over --------------------------------------------------------------------------- */

/* "http://host/path" is as good as "/path" (RFC 9112, 3.2.2): the Host is not asked again. */
static const char *origin_form(const char *target)
{
    if (strncasecmp(target, "http://", 7) == 0 || strncasecmp(target, "https://", 8) == 0) {
        const char *rest = strchr(target + 8, '/');
        return rest ? rest : "/";
    }
    return target;
}

static bool is_secure(const srv_exchange *h)
{
    const char *scheme = srv_exchange_header(h, "x-forwarded-proto");
    if (h->c->tls)
        return true;
    return scheme && srv_net_trusts(h->c->net, &h->c->ip) && strcasecmp(scheme, "https") == 0;
}

static void call(srv_exchange *h, srv_request *r)
{
    srv_net *net = h->c->net;
    srv_pair headers[SRV_MAX_HEADERS];
    for (int i = 0; i < h->n_headers; i++) {
        headers[i].name = h->text.bytes + h->headers[i].name;
        headers[i].value = h->text.bytes + h->headers[i].value;
    }
    const char *host = srv_exchange_header(h, "host");
    srv_ip_print(&h->ip, h->peer);
    r->ask.n = srv_conn_ticket(h->c);
    r->method = h->method;
    r->is_head = h->is_head;
    r->is_tls = is_secure(h);
    r->headers = headers;
    r->n_headers = h->n_headers;
    r->host = host ? host : "";
    r->peer = h->peer;
    r->body = spk_buf_text(&h->body);
    r->n_body = h->body.n;
    if (h->is_upgrade)
        net->handlers.upgrade(net->ctx, r);
    else if (net->handlers.request)
        net->handlers.request(net->ctx, r);
    else
        srv_net_reply_text(net, r->ask, 404, "There is nothing here.\n");
}

static void deliver(srv_conn *c)
{
    srv_exchange *h = c->exchange;
    const char *target = origin_form(h->text.bytes);
    size_t n_path = strcspn(target, "?#"), n_all = strcspn(target, "#");
    srv_pair params[SRV_MAX_PARAMS];
    char *room = spk_alloc(2 * n_all + 4);
    char *query = room + n_path + 2, *words = query + (n_all - n_path) + 1;
    if (n_all > n_path)
        memcpy(query, target + n_path + 1, n_all - n_path - 1);
    srv_request r = {.path = room, .query = query, .params = params};
    h->phase = SRV_AWAITING_REPLY;
    srv_conn_set_due(c, c->net->limits.reply_ms);
    srv_conn_new_ticket(c);
    c->net->counts.requests++;
    if (h->method == SRV_OPTIONS && spk_str_eq(target, "*")) {
        srv_conn_answer(c, &(srv_response){.status = 204, .allow = "GET, HEAD, POST, OPTIONS"});
    } else if (!srv_path_decode(target, n_path, room) ||
               (r.n_params =
                    srv_query_decode(query, strlen(query), words, params, SRV_MAX_PARAMS)) < 0) {
        srv_refuse_http(c, SRV_REFUSED_BAD_TARGET);
    } else {
        call(h, &r);
        if (c->exchange == h)
            trim(&h->body);
    }
    spk_free(room);
}

/* -- Reading ----------------------------------------------------------------------------------- */

static bool is_busy(const srv_conn *c)
{
    return c->state != SRV_IS_HTTP || c->last ||
           (c->exchange && c->exchange->phase >= SRV_AWAITING_REPLY);
}

/* A body in chunks of one byte is six times as long on the way: that much and no more. */
static bool is_too_long(const srv_exchange *h)
{
    const srv_limits *limits = &h->c->net->limits;
    return h->n_raw > (uint64_t)limits->header_bytes + 8u * (uint64_t)limits->body_bytes + 4096;
}

/* A header that goes on in the next line is one thing to us and another to the next reader; llhttp
 * still allows it (RFC 9112, 5.2: refuse). Returns how many bytes stand before such a line; looks at
 * the ends of lines only, as far as the headers go. */
static size_t before_folded_line(srv_exchange *h, const char *bytes, size_t n)
{
    const char *at = bytes, *end = bytes + n;
    while (!h->seen_blank && at < end) {
        if (h->at_line_start && (*at == ' ' || *at == '\t'))
            return (size_t)(at - bytes);
        h->seen_blank = h->at_line_start && (*at == '\r' || *at == '\n');
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        h->at_line_start = line_end != NULL;
        at = line_end ? line_end + 1 : end;
    }
    return n;
}

static size_t parse(srv_conn *c, const char *bytes, size_t n)
{
    srv_exchange *h = c->exchange;
    size_t n_all = n;
    if (h->phase == SRV_READING_HEADERS)
        n = before_folded_line(h, bytes, n);
    llhttp_errno_t err = llhttp_execute(&h->parser, bytes, n);
    size_t took = n;
    if (err != HPE_OK) {
        const char *stop = llhttp_get_error_pos(&h->parser);
        took = stop >= bytes && stop <= bytes + n ? (size_t)(stop - bytes) : n;
    }
    h->n_raw += took;
    if (err == HPE_PAUSED || err == HPE_PAUSED_UPGRADE)
        deliver(c);
    else if (err != HPE_OK)
        srv_refuse_http(c, h->refused                  ? h->refused
                           : err == HPE_INVALID_METHOD ? SRV_REFUSED_METHOD
                                                       : SRV_REFUSED_BAD_REQUEST);
    else if (n < n_all)
        srv_refuse_http(c, SRV_REFUSED_BAD_REQUEST);
    else if (is_too_long(h))
        srv_refuse_http(c, SRV_REFUSED_BODY_SIZE);
    return took;
}

/* Returns how much was read before the guest had to wait. */
static size_t run(srv_conn *c, const char *bytes, size_t n)
{
    size_t at = 0;
    while (at < n && !is_busy(c)) {
        if (!c->exchange && (bytes[at] == '\r' || bytes[at] == '\n')) {
            at++; /* a line too many after a body: RFC 9112, 2.2 */
            continue;
        }
        if (!c->exchange)
            begin(c);
        at += parse(c, bytes + at, n - at);
    }
    return at;
}

void srv_exchange_read(srv_conn *c, const char *bytes, size_t n)
{
    size_t at = c->rest.n == 0 && !srv_conn_has_unsent(c) ? run(c, bytes, n) : 0;
    if (at < n && c->state != SRV_IS_CLOSED && !c->last)
        spk_buf_add(&c->rest, bytes + at, n - at);
}

static void read_rest(srv_conn *c)
{
    c->rest_at += run(c, c->rest.bytes + c->rest_at, c->rest.n - c->rest_at);
    if (c->rest_at == c->rest.n && c->state == SRV_IS_HTTP) {
        spk_buf_release(&c->rest);
        c->rest_at = 0;
    }
}

bool srv_exchange_go_on(srv_conn *c)
{
    if (c->exchange && c->exchange->phase == SRV_AWAITING_REPLY)
        return false;
    if (c->last) {
        srv_conn_linger(c);
        return false;
    }
    if (c->exchange && c->exchange->phase == SRV_WRITING_REPLY) {
        srv_exchange_end(c);
        srv_conn_set_due(c, c->net->limits.idle_ms);
    }
    if (c->rest.n)
        read_rest(c);
    else if (!c->exchange && (c->saw_end || c->net->draining))
        srv_conn_linger(c);
    return c->state == SRV_IS_HTTP && c->first;
}

void srv_exchange_late(srv_conn *c)
{
    if (!c->exchange || c->exchange->phase == SRV_WRITING_REPLY)
        srv_conn_abort(c); /* it said nothing: there is nothing to answer */
    else if (c->exchange->phase == SRV_READING_HEADERS)
        srv_refuse_http(c, SRV_REFUSED_LATE_HEADERS);
    else if (c->exchange->phase == SRV_READING_BODY)
        srv_refuse_http(c, SRV_REFUSED_LATE_BODY);
    else
        srv_refuse_http(c, SRV_REFUSED_NO_REPLY);
}
