/* ws.c: WebSocket conversations. wslay takes frames apart and puts them together; here are messages, limits,
 * closing, and the queue in which newer views replace older ones. The handshake is before this
 * (handshake.c).
 *
 * wslay's own event layer would keep 8.6 KB for each connection. Its frame layer keeps 4.2 KB, and only
 * a connection in the middle of a frame needs it: so a parser is borrowed from the net when bytes
 * come and given back when the last of them ended a frame, which for most is at once. */
#include "hosts/server/net/inside.h"

#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>

/* -- Frames out -------------------------------------------------------------------------------- */

static ssize_t on_framed(const uint8_t *data, size_t n, int flags, void *user)
{
    srv_chunk *chunk = ((srv_net *)user)->framed;
    (void)flags;
    memcpy(chunk->bytes + chunk->n, data, n);
    chunk->n += n;
    return (ssize_t)n;
}

void srv_framer_init(srv_net *net)
{
    struct wslay_frame_callbacks calls = {.send_callback = on_framed};
    SPK_BUG_IF(wslay_frame_context_init(&net->framer, &calls, net) != 0);
}

srv_chunk *srv_frame_chunk(srv_net *net, int opcode, const void *bytes, size_t n)
{
    enum { LONGEST_HEAD = 14 };
    struct wslay_frame_iocb frame = {
        .fin = 1, .opcode = (uint8_t)opcode, .payload_length = n, .data = bytes, .data_length = n};
    net->framed = srv_chunk_for_frame(net, n + LONGEST_HEAD);
    SPK_BUG_IF(wslay_frame_send(net->framer, &frame) != (ssize_t)n);
    return net->framed;
}

void srv_websocket_begun(srv_conn *c, srv_chunk *chunk)
{
    if (chunk->slot != SRV_NO_SLOT && c->websocket->slots[chunk->slot] == chunk)
        c->websocket->slots[chunk->slot] = NULL;
    chunk->slot = SRV_NO_SLOT;
}

/* Newest wins: the older one, if it still waits as a whole, makes room at its place in the queue. */
static void queue_frame(srv_conn *c, int slot, int opcode, const void *bytes, size_t n)
{
    srv_chunk *chunk = srv_frame_chunk(c->net, opcode, bytes, n);
    chunk->slot = (uint8_t)slot;
    if (slot != SRV_NO_SLOT) {
        if (c->websocket->slots[slot]) {
            srv_conn_unqueue(c, c->websocket->slots[slot]);
            c->net->counts.messages_replaced += slot != SRV_PONG_SLOT;
        }
        c->websocket->slots[slot] = chunk;
    }
    srv_conn_queue(c, chunk);
}

/* -- Closing ----------------------------------------------------------------------------------- */

static void remember_end(srv_websocket *t, int code, const char *reason, size_t n)
{
    if (t->code)
        return;
    t->code = (uint16_t)code;
    t->reason = spk_alloc(n + 1);
    if (n)
        memcpy(t->reason, reason, n);
}

enum { MAX_REASON = 123 };

static void send_close(srv_conn *c, int code, const char *reason)
{
    srv_websocket *t = c->websocket;
    char payload[2 + MAX_REASON + 1] = {(char)(code >> 8), (char)code};
    size_t n = strnlen(reason, MAX_REASON);
    if (t->sent_close)
        return;
    snprintf(payload + 2, sizeof payload - 2, "%s", reason);
    t->sent_close = true;
    remember_end(t, code, reason, n);
    queue_frame(c, SRV_NO_SLOT, WSLAY_CONNECTION_CLOSE, payload, code == 1005 ? 0 : n + 2);
    srv_conn_set_due(c, c->net->limits.close_ms);
}

/* The guest broke a rule: say which, and read no more of him. */
static void fail(srv_conn *c, srv_refusal reason)
{
    if (!c->websocket->sent_close)
        srv_refuse_count(c->net, reason);
    send_close(c, srv_refusal_status(reason), srv_refusal_words(reason));
    c->last = true;
}

/* He reads too slowly for what he is sent: all that has not begun is dropped, and he is told. */
static void cut_backlog(srv_conn *c)
{
    srv_chunk *keep = c->first && (c->first->at > 0 || c->flight) ? c->first : NULL;
    while (c->final && c->final != keep)
        srv_conn_unqueue(c, c->final);
    memset(c->websocket->slots, 0, sizeof c->websocket->slots);
    c->websocket->overfull = false;
    fail(c, SRV_REFUSED_WS_SLOW);
}

/* RFC 6455, 7.4: these may be sent; the rest are for nobody, or only for speaking of it. */
static bool is_close_code(int code)
{
    return (code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006) ||
           (code >= 3000 && code <= 4999);
}

static void on_close_frame(srv_conn *c)
{
    srv_websocket *t = c->websocket;
    const uint8_t *bytes = (const uint8_t *)t->control;
    int code = t->n_control >= 2 ? bytes[0] << 8 | bytes[1] : 1005;
    if (t->n_control == 1 || (t->n_control >= 2 && !is_close_code(code))) {
        fail(c, SRV_REFUSED_WS_PROTOCOL);
        return;
    }
    size_t n_reason = t->n_control > 2 ? t->n_control - 2u : 0;
    if (!srv_utf8_is_valid(bytes + 2, n_reason)) {
        fail(c, SRV_REFUSED_WS_UTF8);
        return;
    }
    t->got_close = true;
    remember_end(t, code, t->control + 2, n_reason);
    send_close(c, code, "");
    c->last = true;
}

/* -- Frames in --------------------------------------------------------------------------------- */

static ssize_t on_wanted(uint8_t *room, size_t cap, int flags, void *user)
{
    srv_websocket *t = *(srv_websocket **)user;
    size_t n = cap < t->n_in ? cap : t->n_in;
    (void)flags;
    if (n == 0)
        return WSLAY_ERR_WANT_READ;
    memcpy(room, t->in, n);
    t->in += n;
    t->n_in -= n;
    t->n_begun += n;
    return (ssize_t)n;
}

/* A parser's owner changes, its callback's argument cannot: so that is the word that names him. */
struct srv_parser {
    wslay_frame_context_ptr frames;
    srv_websocket *owner;
};

static void borrow_parser(srv_websocket *t)
{
    srv_net *net = t->c->net;
    if (t->parser)
        return;
    if (net->n_spare_parsers > 0) {
        t->parser = net->spare_parsers[--net->n_spare_parsers];
    } else {
        struct wslay_frame_callbacks calls = {.recv_callback = on_wanted};
        t->parser = spk_alloc(sizeof *t->parser);
        SPK_BUG_IF(wslay_frame_context_init(&t->parser->frames, &calls, &t->parser->owner) != 0);
    }
    t->parser->owner = t;
}

void srv_parser_free(srv_parser *parser)
{
    wslay_frame_context_free(parser->frames);
    spk_free(parser);
}

static void return_parser(srv_websocket *t)
{
    srv_net *net = t->c->net;
    if (!t->parser)
        return;
    bool between = !t->in_frame && t->n_begun == 0; /* else it has half a frame in its belly */
    if (between && net->n_spare_parsers < SRV_SPARES)
        net->spare_parsers[net->n_spare_parsers++] = t->parser;
    else
        srv_parser_free(t->parser);
    t->parser = NULL;
}

/* A frame's head is there: may it stand here? */
static srv_refusal check_frame(srv_websocket *t, const struct wslay_frame_iocb *frame)
{
    const srv_limits *limits = &t->c->net->limits;
    uint64_t now = srv_net_now(t->c->net);
    if (!srv_bucket_take(&t->frames, limits->messages_per_s, limits->messages_burst, 1, now))
        return SRV_REFUSED_WS_FLOOD;
    if (!frame->mask || frame->rsv)
        return SRV_REFUSED_WS_PROTOCOL;
    switch (frame->opcode) {
    case WSLAY_CONNECTION_CLOSE:
    case WSLAY_PING:
    case WSLAY_PONG: return SRV_NO_REFUSAL; /* wslay has seen that they are short and whole */
    case WSLAY_BINARY_FRAME: return SRV_REFUSED_WS_BINARY;
    case WSLAY_TEXT_FRAME:
    case WSLAY_CONTINUATION_FRAME: break;
    default: return SRV_REFUSED_WS_PROTOCOL;
    }
    if ((frame->opcode == WSLAY_CONTINUATION_FRAME) != t->in_message)
        return SRV_REFUSED_WS_PROTOCOL;
    if (frame->payload_length > limits->message_bytes ||
        t->message.n + frame->payload_length > limits->message_bytes)
        return SRV_REFUSED_WS_SIZE;
    t->n_fragments = t->in_message ? t->n_fragments + 1 : 1;
    t->in_message = true;
    return t->n_fragments > limits->message_fragments ? SRV_REFUSED_WS_FRAGMENTS : SRV_NO_REFUSAL;
}

static void on_message(srv_conn *c)
{
    srv_websocket *t = c->websocket;
    srv_net *net = c->net;
    t->in_message = false;
    if (!srv_utf8_is_valid((const uint8_t *)t->message.bytes, t->message.n)) {
        fail(c, SRV_REFUSED_WS_UTF8);
        return;
    }
    if (!t->sent_close) {
        net->counts.messages_in++;
        if (net->handlers.message)
            net->handlers.message(net->ctx, t->ticket, t->user, spk_buf_text(&t->message),
                                  t->message.n);
    }
    spk_buf_clear(&t->message);
}

static void on_frame_end(srv_conn *c, const struct wslay_frame_iocb *frame)
{
    srv_websocket *t = c->websocket;
    uint64_t n = frame->payload_length;
    t->in_frame = false;
    t->n_begun -= 6 + n + (n > 0xffff ? 8u : n > 125 ? 2u : 0u);
    if (frame->opcode == WSLAY_CONNECTION_CLOSE)
        on_close_frame(c);
    else if (frame->opcode == WSLAY_PING && !t->sent_close)
        queue_frame(c, SRV_PONG_SLOT, WSLAY_PONG, t->control, t->n_control);
    else if (!wslay_is_ctrl_frame(frame->opcode) && frame->fin)
        on_message(c);
}

static void on_part(srv_conn *c, const struct wslay_frame_iocb *frame)
{
    srv_websocket *t = c->websocket;
    if (!t->in_frame) {
        srv_refusal reason = check_frame(t, frame);
        if (reason) {
            fail(c, reason);
            return;
        }
        t->in_frame = true;
        t->frame_left = frame->payload_length;
        t->n_control = 0;
    }
    if (wslay_is_ctrl_frame(frame->opcode)) {
        SPK_BUG_IF(t->n_control + frame->data_length > sizeof t->control);
        if (frame->data_length)
            memcpy(t->control + t->n_control, frame->data, frame->data_length);
        t->n_control = (uint8_t)(t->n_control + frame->data_length);
    } else {
        spk_buf_add(&t->message, (const char *)frame->data, frame->data_length);
    }
    t->frame_left -= frame->data_length;
    if (t->frame_left == 0)
        on_frame_end(c, frame);
}

static void parse(srv_conn *c)
{
    srv_websocket *t = c->websocket;
    while (c->state == SRV_IS_WS && !c->last) {
        struct wslay_frame_iocb frame;
        ssize_t n = wslay_frame_recv(t->parser->frames, &frame);
        if (n == WSLAY_ERR_WANT_READ)
            return;
        if (n < 0)
            fail(c, SRV_REFUSED_WS_PROTOCOL);
        else
            on_part(c, &frame);
    }
}

/* The room for messages goes round too: whoever is in the middle of one keeps it. */
static void swap_message_room(srv_websocket *t, bool begin)
{
    srv_net *net = t->c->net;
    if (begin && !t->message.bytes) {
        t->message = net->message;
        net->message = (spk_buf){0};
    } else if (!begin && !t->in_message && !net->message.bytes) {
        net->message = t->message;
        spk_buf_clear(&net->message);
        t->message = (spk_buf){0};
    } else if (!begin && !t->in_message) {
        spk_buf_release(&t->message);
    }
}

void srv_websocket_read(srv_conn *c, const uint8_t *bytes, size_t n)
{
    srv_websocket *t = c->websocket;
    const srv_limits *limits = &c->net->limits;
    uint64_t now = srv_net_now(c->net);
    if (c->last)
        return;
    t->heard_ms = now;
    t->pinged = false;
    if (!srv_bucket_take(&t->bytes, limits->bytes_per_s, limits->bytes_burst, (double)n, now)) {
        fail(c, SRV_REFUSED_WS_FLOOD);
        return;
    }
    borrow_parser(t);
    swap_message_room(t, true);
    t->in = bytes;
    t->n_in = n;
    parse(c);
    swap_message_room(t, false);
    bool under_way = t->in_frame || t->in_message || t->n_begun > 0;
    if (!t->in_frame && t->n_begun == 0)
        return_parser(t);
    if (under_way && !t->message_due_ms)
        t->message_due_ms = now + limits->message_ms;
    else if (!under_way)
        t->message_due_ms = 0;
    srv_conn_wake_at(c, t->message_due_ms);
}

/* -- Looking after it -------------------------------------------------------------------------- */

/* Before its queue is written. The handshake's memory goes, the bytes that came with it are read. */
void srv_websocket_tend(srv_conn *c)
{
    srv_exchange_end(c);
    if (c->websocket->overfull)
        cut_backlog(c);
    if (c->rest.n) {
        spk_buf rest = c->rest;
        size_t at = c->rest_at;
        c->rest = (spk_buf){0};
        c->rest_at = 0;
        srv_websocket_read(c, (const uint8_t *)rest.bytes + at, rest.n - at);
        spk_buf_release(&rest);
    }
}

void srv_websocket_look(srv_conn *c)
{
    srv_websocket *t = c->websocket;
    const srv_limits *limits = &c->net->limits;
    uint64_t now = srv_net_now(c->net), ping_ms = t->heard_ms + limits->ping_ms;
    uint64_t give_up_ms = ping_ms + limits->pong_ms;
    if (t->sent_close)
        return;
    if (t->message_due_ms && t->message_due_ms <= now) {
        fail(c, SRV_REFUSED_WS_LATE);
    } else if (give_up_ms <= now && t->pinged) {
        fail(c, SRV_REFUSED_WS_SILENT);
    } else if (ping_ms <= now && !t->pinged) {
        t->pinged = true;
        give_up_ms = now + limits->pong_ms;
        queue_frame(c, SRV_NO_SLOT, WSLAY_PING, NULL, 0);
    }
    srv_conn_wake_at(c, t->message_due_ms);
    srv_conn_wake_at(c, t->pinged ? give_up_ms : ping_ms);
}

void srv_websocket_over(srv_conn *c)
{
    srv_websocket *t = c->websocket;
    srv_net *net = c->net;
    c->websocket = NULL;
    net->counts.websockets_open--;
    if (net->handlers.closed)
        net->handlers.closed(net->ctx, t->ticket, t->user, t->code ? t->code : 1006,
                             t->reason ? t->reason : "");
    return_parser(t);
    spk_buf_release(&t->message);
    spk_free(t->reason);
    spk_free(t);
}

/* -- For handlers ------------------------------------------------------------------------------ */

/* The kernel's own queue is a backlog too: let it ask for more only when little is unsent. */
static void keep_kernel_queue_short(srv_conn *c)
{
    int unsent = 16384;
    uv_os_fd_t fd;
    if (!c->sink && uv_fileno((uv_handle_t *)&c->tcp, &fd) == 0)
        setsockopt(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof unsent);
}

static void queue_welcome(srv_conn *c)
{
    spk_buf *out = &c->net->scratch;
    const char *protocol = c->net->subprotocol;
    spk_buf_clear(out);
    spk_buf_printf(out,
                   "HTTP/1.1 101 Switching Protocols\r\n"
                   "Upgrade: websocket\r\n"
                   "Connection: Upgrade\r\n"
                   "Sec-WebSocket-Accept: %s\r\n%s%s%s\r\n",
                   c->exchange->accept, protocol ? "Sec-WebSocket-Protocol: " : "",
                   protocol ? protocol : "", protocol ? "\r\n" : "");
    srv_conn_queue(c, srv_chunk_new(out->bytes, out->n));
}

srv_ws srv_net_accept(srv_net *net, srv_ask ask, void *user)
{
    srv_conn *c = srv_conn_of(net, ask.n);
    if (!c || c->state != SRV_IS_HTTP || !c->exchange || !c->exchange->is_upgrade ||
        c->exchange->phase != SRV_AWAITING_REPLY)
        return (srv_ws){0};
    queue_welcome(c);
    if (!c->guest && !c->sink) { /* came through a proxy: now we know who it is */
        c->guest = srv_caller_of(&net->guests, &c->exchange->ip);
        c->guest->n_connections++;
    }
    srv_conn_new_ticket(c);
    c->state = SRV_IS_WS;
    c->due_ms = 0;
    c->websocket = spk_alloc(sizeof *c->websocket);
    c->websocket->c = c;
    c->websocket->user = user;
    c->websocket->ticket.n = srv_conn_ticket(c);
    c->websocket->heard_ms = srv_net_now(net);
    srv_conn_wake_at(c, c->websocket->heard_ms + net->limits.ping_ms);
    keep_kernel_queue_short(c);
    net->counts.replies[1]++;
    net->counts.websockets++;
    net->counts.websockets_open++;
    return c->websocket->ticket;
}

static srv_conn *talking(const srv_net *net, srv_ws ws)
{
    srv_conn *c = srv_conn_of(net, ws.n);
    return c && c->state == SRV_IS_WS ? c : NULL;
}

static bool send_text(srv_net *net, srv_ws ws, int slot, const char *text, size_t n)
{
    srv_conn *c = talking(net, ws);
    if (!c || c->websocket->sent_close || c->websocket->overfull)
        return false;
    const srv_chunk *older = slot != SRV_NO_SLOT ? c->websocket->slots[slot] : NULL;
    size_t waiting = c->n_queued - (older ? older->n : 0);
    uint32_t most = net->limits.queue_bytes;
    if (most && waiting > 0 && waiting + n > most) {
        c->websocket->overfull = true;
        srv_conn_mark(c);
        return false;
    }
    queue_frame(c, slot, WSLAY_TEXT_FRAME, text, n);
    net->counts.messages_out++;
    return true;
}

bool srv_net_send(srv_net *net, srv_ws ws, const char *text, size_t n)
{
    return send_text(net, ws, SRV_NO_SLOT, text, n);
}

bool srv_net_offer(srv_net *net, srv_ws ws, int slot, const char *text, size_t n)
{
    SPK_BUG_IF(slot < 0 || slot >= SRV_SLOTS);
    return send_text(net, ws, slot, text, n);
}

bool srv_net_close(srv_net *net, srv_ws ws, int code, const char *reason)
{
    srv_conn *c = talking(net, ws);
    SPK_BUG_IF(!is_close_code(code) || strlen(reason) > MAX_REASON);
    if (!c || c->websocket->sent_close)
        return false;
    send_close(c, code, reason);
    return true;
}

bool srv_net_is_open(const srv_net *net, srv_ws ws)
{
    const srv_conn *c = talking(net, ws);
    return c && !c->websocket->sent_close && !c->websocket->overfull;
}

void *srv_net_user(const srv_net *net, srv_ws ws)
{
    const srv_conn *c = talking(net, ws);
    return c ? c->websocket->user : NULL;
}
