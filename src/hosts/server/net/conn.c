/* conn.c: a connection: accepting it, its queue, its deadlines, its end. Bytes go through here in both
 * directions; what they mean is read in request.c and ws.c. Time is kept by a wheel of lists, one a
 * tick: a connection stands in the list of the tick in which it has to be looked at, and moves only
 * when that comes nearer, so that traffic costs no timers.
 *
 * Who owns what: the net owns every connection; a connection owns its queue of chunks and borrows the parser of a
 * request (exchange) or of a frame from the net while one is under way. Outside, a connection is only known by its
 * ticket, so it may go at any moment. Everything runs on the loop's thread; nothing here is locked.
 *
 *      socket --> on_read --> srv_conn_read --> (TLS) --> srv_conn_plain --> request.c or ws.c, by the state
 *                                                                                |  replies, messages
 *      socket <-- try_write <-- pump_plain or srv_tls_pump <-- srv_conn_tend <-- the queue (srv_conn_queue)
 *                     |  it takes no more
 *                     +--> launch: in flight with libuv until on_written; meanwhile the queue grows
 *
 * What is queued marks the connection dirty, and all dirty ones are tended together (srv_net_tend), at the latest before the
 * loop waits: so a view, a reply and a pong that belong to one event leave in one system call.
 *
 * Any call that reads, writes or tends may end the connection (srv_conn_abort). The struct outlives that, until libuv has
 * let go of the socket; so the habit here is to look at c->state after such a call, and then to return. */
#include "hosts/server/net/inside.h"

#include <netinet/tcp.h>
#include <string.h>

/* -- Tickets ----------------------------------------------------------------------------------- */

/* 24 bits say where, 40 bits count: at a million requests a second they last for twelve days each. The count of a slot goes
 * up when a ticket ends (answered, closed), so an old one finds another number and with it nobody. */
enum { INDEX_BITS = 24 };

srv_conn *srv_conn_of(const srv_net *net, uint64_t ticket)
{
    uint32_t index = (uint32_t)(ticket & ((1u << INDEX_BITS) - 1));
    if (index >= net->n_slots || net->slots[index].turn != ticket >> INDEX_BITS)
        return NULL;
    return net->slots[index].c;
}

uint64_t srv_conn_ticket(const srv_conn *c)
{
    return c->net->slots[c->index].turn << INDEX_BITS | c->index;
}

void srv_conn_new_ticket(srv_conn *c) { c->net->slots[c->index].turn++; }

static void more_slots(srv_net *net)
{
    uint32_t n = net->n_slots ? net->n_slots * 2 : 64;
    net->slots = spk_realloc(net->slots, n * sizeof *net->slots);
    for (uint32_t i = n; i-- > net->n_slots;) {
        net->slots[i] = (struct srv_slot){.turn = 1, .next_free = net->free_slot};
        net->free_slot = i + 1;
    }
    net->n_slots = n;
}

/* -- Deadlines --------------------------------------------------------------------------------- */

/*      wheel_at           due in 3 ticks
 *         v                   v
 *      [  .  |  .  |  c, c |  c  |  .  ...  ]     SRV_WHEEL lists, SRV_TICK_MS each; around and around
 *
 * A connection has up to three deadlines (due_ms, write_due_ms, and ws.c's own) and one place, that of the nearest. One
 * that moves away does not move the connection: it is looked at too early, finds nothing due and enters again. */
static void leave_wheel(srv_conn *c)
{
    if (!c->wake_ms)
        return;
    if (c->wheel_next)
        c->wheel_next->wheel_prev = c->wheel_prev;
    if (c->wheel_prev)
        c->wheel_prev->wheel_next = c->wheel_next;
    else
        c->net->wheel[c->wheel_slot] = c->wheel_next;
    c->wheel_prev = c->wheel_next = NULL;
    c->wake_ms = 0;
}

static void enter_wheel(srv_conn *c, uint64_t ms)
{
    srv_net *net = c->net;
    uint64_t tick = ms / SRV_TICK_MS + 1;
    if (tick <= net->wheel_at)
        tick = net->wheel_at + 1;
    if (tick > net->wheel_at + SRV_WHEEL - 1) /* farther than the wheel: look, and enter again */
        tick = net->wheel_at + SRV_WHEEL - 1;
    c->wheel_slot = (uint8_t)(tick % SRV_WHEEL);
    srv_conn **head = &net->wheel[c->wheel_slot];
    c->wake_ms = ms;
    c->wheel_prev = NULL;
    c->wheel_next = *head;
    if (*head)
        (*head)->wheel_prev = c;
    *head = c;
}

void srv_conn_wake_at(srv_conn *c, uint64_t ms)
{
    if (ms == 0 || c->state == SRV_IS_CLOSED || (c->wake_ms && c->wake_ms <= ms))
        return;
    leave_wheel(c);
    enter_wheel(c, ms);
}

void srv_conn_set_due(srv_conn *c, uint32_t in_ms)
{
    c->due_ms = in_ms ? srv_net_now(c->net) + in_ms : 0;
    srv_conn_wake_at(c, c->due_ms);
}

/* Its time has come: for what? A write that does not get on is worse than a peer that is silent, so it comes first. */
static void look_at(srv_conn *c, uint64_t now)
{
    if (c->write_due_ms && c->write_due_ms <= now) {
        srv_refuse_count(c->net, SRV_REFUSED_STALLED);
        srv_conn_abort(c);
    } else if (c->due_ms && c->due_ms <= now) {
        c->due_ms = 0;
        if (c->state == SRV_IS_HTTP)
            srv_exchange_late(c);
        else
            srv_conn_abort(c);
    } else if (c->state == SRV_IS_WS) {
        srv_websocket_look(c);
    }
    srv_conn_wake_at(c, c->due_ms);
    srv_conn_wake_at(c, c->write_due_ms);
}

/* After a pause (a suspended machine) longer than the wheel, one whole turn reaches every connection. */
void srv_conn_turn_wheel(srv_net *net)
{
    uint64_t now = srv_net_now(net), until = now / SRV_TICK_MS;
    if (until > net->wheel_at + SRV_WHEEL)
        net->wheel_at = until - SRV_WHEEL;
    while (net->wheel_at < until) {
        srv_conn **head = &net->wheel[++net->wheel_at % SRV_WHEEL];
        while (*head) {
            srv_conn *c = *head;
            uint64_t wake = c->wake_ms;
            leave_wheel(c);
            if (wake > now)
                enter_wheel(c, wake);
            else
                look_at(c, now);
        }
    }
}

/* -- The queue --------------------------------------------------------------------------------- */

/*      first                         final
 *      [ head | body ] [ frame ] [ frame, slot 2 ]      n: all of a chunk, at: sent so far
 *         ^ at
 * A chunk that has been begun must be finished; before that, a newer message may take its slot (ws.c). */

srv_chunk *srv_chunk_new(const void *bytes, size_t n)
{
    srv_chunk *chunk = spk_realloc(NULL, sizeof *chunk + n); /* its bytes need not be zeroed */
    *chunk = (srv_chunk){.n = n, .slot = SRV_NO_SLOT};
    if (bytes && n)
        memcpy(chunk->bytes, bytes, n);
    return chunk;
}

/* A view is longer than what malloc has at hand, and every move sends some: so a few chunks of that size go round. */
srv_chunk *srv_chunk_for_frame(srv_net *net, size_t n)
{
    enum { SHORT = 900, MOST = SRV_SPARE_BYTES - sizeof(srv_chunk) };
    bool fits = n > SHORT && n <= MOST;
    srv_chunk *chunk = fits ? net->spare_chunks : NULL;
    if (chunk) {
        net->spare_chunks = chunk->next;
        net->n_spare_chunks--;
    } else {
        chunk = spk_realloc(NULL, fits ? SRV_SPARE_BYTES : sizeof *chunk + n);
    }
    *chunk = (srv_chunk){.slot = SRV_NO_SLOT, .can_be_spare = fits};
    return chunk;
}

static void free_chunk(srv_net *net, srv_chunk *chunk)
{
    srv_blob_drop(chunk->blob);
    if (chunk->can_be_spare && net->n_spare_chunks < SRV_SPARES) {
        chunk->next = net->spare_chunks;
        net->spare_chunks = chunk;
        net->n_spare_chunks++;
    } else {
        spk_free(chunk);
    }
}

void srv_chunks_free(srv_net *net)
{
    for (srv_chunk *chunk = net->spare_chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        spk_free(chunk);
    }
    net->spare_chunks = NULL;
}

static const char *bytes_of(const srv_chunk *chunk)
{
    return (chunk->blob ? chunk->blob->bytes : chunk->bytes) + chunk->at;
}

void srv_conn_queue(srv_conn *c, srv_chunk *chunk)
{
    chunk->prev = c->final;
    if (c->final)
        c->final->next = chunk;
    else
        c->first = chunk;
    c->final = chunk;
    c->n_queued += chunk->n;
    c->net->counts.queued_bytes += chunk->n;
    srv_conn_mark(c);
}

void srv_conn_unqueue(srv_conn *c, srv_chunk *chunk)
{
    size_t left = chunk->n - chunk->at;
    if (chunk->prev)
        chunk->prev->next = chunk->next;
    else
        c->first = chunk->next;
    if (chunk->next)
        chunk->next->prev = chunk->prev;
    else
        c->final = chunk->prev;
    c->n_queued -= left;
    c->net->counts.queued_bytes -= left;
    free_chunk(c->net, chunk);
}

/* From now on the chunk cannot be replaced: a peer that has half a frame must get the other half. */
static void begin(srv_conn *c, srv_chunk *chunk)
{
    if (c->websocket)
        srv_websocket_begun(c, chunk);
}

void srv_conn_consume(srv_conn *c, size_t n)
{
    while (n > 0) {
        srv_chunk *chunk = c->first;
        size_t left = chunk->n - chunk->at;
        begin(c, chunk);
        if (n >= left) {
            n -= left;
            srv_conn_unqueue(c, chunk);
        } else {
            chunk->at += n;
            c->n_queued -= n;
            c->net->counts.queued_bytes -= n;
            n = 0;
        }
    }
}

bool srv_conn_has_unsent(const srv_conn *c) { return c->first || c->flight; }

/* -- Writing ----------------------------------------------------------------------------------- */

struct srv_flight { /* bytes that libuv holds because the socket took no more */
    uv_write_t req;
    srv_conn *c;
    srv_chunk *own; /* ciphertext; NULL: the first n bytes of the queue */
    size_t n;
};

static void launch(srv_conn *c, srv_chunk *own);

/* libuv has got rid of the piece. Only one is ever in flight; if the connection was closed meanwhile, this call is what frees
 * the piece, and nothing else may be touched. TLS records that were made in the meantime ('after') go next, before
 * anything new is encrypted: their order is part of the protocol. */
static void on_written(uv_write_t *req, int status)
{
    srv_flight *flight = req->data;
    srv_conn *c = flight->c;
    size_t n = flight->n;
    bool from_queue = !flight->own;
    if (flight->own)
        free_chunk(c->net, flight->own);
    spk_free(flight);
    c->flight = NULL;
    c->write_due_ms = 0;
    if (c->state == SRV_IS_CLOSED)
        return;
    if (status < 0) {
        srv_conn_abort(c);
        return;
    }
    c->net->counts.bytes_out += n;
    if (from_queue)
        srv_conn_consume(c, n);
    if (c->after.n > 0) {
        launch(c, srv_chunk_new(c->after.bytes, c->after.n));
        spk_buf_release(&c->after);
    }
    srv_conn_tend(c);
}

/* Give libuv one piece and a deadline. A large body goes in pieces, so that write_ms measures whether the peer reads at all
 * and not how fast its line is. */
static void launch(srv_conn *c, srv_chunk *own)
{
    srv_flight *flight = spk_alloc(sizeof *flight);
    srv_chunk *chunk = own ? own : c->first;
    size_t left = chunk->n - chunk->at;
    *flight = (srv_flight){.c = c, .own = own, .n = left};
    if (!own && left > SRV_PIECE_BYTES)
        flight->n = SRV_PIECE_BYTES;
    if (!own)
        begin(c, chunk);
    c->flight = flight;
    flight->req.data = flight;
    uv_buf_t buf = uv_buf_init((char *)bytes_of(chunk), (unsigned)flight->n);
    int err = uv_write(&flight->req, (uv_stream_t *)&c->tcp, &buf, 1, on_written);
    if (err < 0) {
        c->flight = NULL;
        if (own)
            free_chunk(c->net, own);
        spk_free(flight);
        srv_conn_abort(c);
        return;
    }
    c->write_due_ms = srv_net_now(c->net) + c->net->limits.write_ms;
    srv_conn_wake_at(c, c->write_due_ms);
}

/* What the socket takes without waiting; 0: nothing now. Below 0: it is broken. */
static int try_write(srv_conn *c, const uv_buf_t *bufs, unsigned n)
{
    int wrote = 0;
    if (c->sink) {
        for (unsigned i = 0; i < n; i++) {
            spk_buf_add(c->sink, bufs[i].base, bufs[i].len);
            wrote += (int)bufs[i].len;
        }
    } else {
        wrote = uv_try_write((uv_stream_t *)&c->tcp, bufs, n);
        wrote = wrote == UV_EAGAIN ? 0 : wrote;
    }
    if (wrote > 0)
        c->net->counts.bytes_out += (uint64_t)wrote;
    return wrote;
}

bool srv_conn_write(srv_conn *c, const char *bytes, size_t n)
{
    uv_buf_t buf = uv_buf_init((char *)bytes, (unsigned)n);
    if (c->flight) { /* a guest who makes OpenSSL speak and does not listen is soon no guest */
        spk_buf_add(&c->after, bytes, n);
        if (c->after.n > SRV_PIECE_BYTES)
            srv_conn_abort(c);
        return c->state != SRV_IS_CLOSED;
    }
    int wrote = try_write(c, &buf, 1);
    if (wrote < 0)
        srv_conn_abort(c);
    else if ((size_t)wrote < n)
        launch(c, srv_chunk_new(bytes + wrote, n - (size_t)wrote));
    return c->state != SRV_IS_CLOSED;
}

/* First without libuv's help: most of the time the socket takes everything at once, and nothing has to be kept. */
static void pump_plain(srv_conn *c)
{
    enum { AT_ONCE = 16 };
    while (c->first && !c->flight) {
        uv_buf_t bufs[AT_ONCE];
        unsigned n = 0;
        size_t total = 0;
        for (srv_chunk *it = c->first; it && n < AT_ONCE; it = it->next) {
            bufs[n++] = uv_buf_init((char *)bytes_of(it), (unsigned)(it->n - it->at));
            total += it->n - it->at;
        }
        int wrote = try_write(c, bufs, n);
        if (wrote < 0) {
            srv_conn_abort(c);
            return;
        }
        srv_conn_consume(c, (size_t)wrote);
        if ((size_t)wrote < total)
            launch(c, NULL);
        if (c->state == SRV_IS_CLOSED)
            return;
    }
}

/* -- Reading ----------------------------------------------------------------------------------- */

/* One buffer for all connections: what comes in is used up, or copied, before on_read returns. */
static void on_alloc(uv_handle_t *handle, size_t wanted, uv_buf_t *buf)
{
    const srv_conn *c = handle->data;
    (void)wanted;
    *buf = uv_buf_init(c->net->read_room, SRV_READ_BYTES);
}

/* The peer sends no more, but it may still read: a request under way is answered, and a last reply is sent, before we
 * close too. While LINGERING, it means that the peer has got everything. */
static void saw_end(srv_conn *c)
{
    c->saw_end = true;
    bool busy = c->state == SRV_IS_HTTP && c->exchange && c->exchange->phase >= SRV_AWAITING_REPLY;
    if (c->state == SRV_IS_LINGERING ? c->half_closed
                                     : !busy && !(c->last && srv_conn_has_unsent(c)))
        srv_conn_abort(c);
}

static void update_reading(srv_conn *c);

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    srv_conn *c = stream->data;
    if (n == 0 || c->state == SRV_IS_CLOSED)
        return;
    if (n == UV_EOF)
        saw_end(c);
    else if (n < 0)
        srv_conn_abort(c);
    else
        srv_conn_read(c, buf->base, (size_t)n);
    update_reading(c);
}

/* While a request is being answered nothing more is read from its client: what it sends then stays in the kernel, whose
 * window tells it to stop. So one client cannot queue requests in our memory. */
static void update_reading(srv_conn *c)
{
    bool want = c->state != SRV_IS_CLOSED && !c->saw_end;
    if (c->state == SRV_IS_HTTP &&
        (c->last || (c->exchange && c->exchange->phase >= SRV_AWAITING_REPLY)))
        want = false;
    if (want == c->reading || c->sink || c->state == SRV_IS_CLOSED)
        return;
    c->reading = want;
    if (!want)
        uv_read_stop((uv_stream_t *)&c->tcp);
    else if (uv_read_start((uv_stream_t *)&c->tcp, on_alloc, on_read) < 0)
        srv_conn_abort(c);
}

void srv_conn_read(srv_conn *c, const char *bytes, size_t n)
{
    c->net->counts.bytes_in += n;
    if (c->state == SRV_IS_LINGERING) {
        c->n_lingered += n;
        if (c->n_lingered > SRV_LINGER_BYTES)
            srv_conn_abort(c);
    } else if (c->tls) {
        srv_tls_read(c, bytes, n);
    } else {
        srv_conn_plain(c, bytes, n);
    }
    if (c->state != SRV_IS_CLOSED)
        srv_conn_tend(c);
}

/* 'rest': bytes that came in the same read as the end of a request, or as its upgrade. They go first. */
void srv_conn_plain(srv_conn *c, const char *bytes, size_t n)
{
    if (c->state == SRV_IS_WS && c->rest.n == 0)
        srv_websocket_read(c, (const uint8_t *)bytes, n);
    else if (c->state == SRV_IS_WS)
        spk_buf_add(&c->rest, bytes, n);
    else if (c->state == SRV_IS_HTTP && !c->last)
        srv_exchange_read(c, bytes, n);
}

/* -- Tending ----------------------------------------------------------------------------------- */

/* Connections are tended just before the loop waits (net.c's prepare handle). One that is marked after that would wait with
 * it; an idle handle does nothing but keep the loop from waiting, so that it is tended in the next turn, at once. */
static void on_idle(uv_idle_t *idle) { (void)idle; }

void srv_conn_mark(srv_conn *c)
{
    srv_net *net = c->net;
    if (c->dirty || c->state == SRV_IS_CLOSED)
        return;
    if (!net->dirty)
        uv_idle_start(&net->idle, on_idle);
    c->dirty = true;
    c->next_dirty = net->dirty;
    net->dirty = c;
}

/* The list is taken off first: tending one connection may mark others, for the next round. One that has gone in the meantime
 * was left in the list and is freed here. */
void srv_conn_tend_all(srv_net *net)
{
    srv_conn *c = net->dirty;
    net->dirty = NULL;
    uv_idle_stop(&net->idle);
    while (c) {
        srv_conn *next = c->next_dirty;
        c->dirty = false;
        if (c->gone)
            srv_conn_free(c);
        else if (c->state != SRV_IS_CLOSED)
            srv_conn_tend(c);
        c = next;
    }
}

/* Bring a connection as far as it gets now: frames into the queue, the queue to the socket, and when all is sent, what comes
 * after: the next pipelined request, or the end. */
void srv_conn_tend(srv_conn *c)
{
    do {
        if (c->state == SRV_IS_WS)
            srv_websocket_tend(c);
        if (c->state != SRV_IS_CLOSED && c->tls)
            srv_tls_pump(c);
        else if (c->state != SRV_IS_CLOSED)
            pump_plain(c);
        if (c->state == SRV_IS_CLOSED || srv_conn_has_unsent(c))
            break;
        if (c->state == SRV_IS_WS && c->last)
            srv_conn_linger(c);
    } while (c->state == SRV_IS_HTTP && srv_exchange_go_on(c)); /* pipelined requests, one by one */
    update_reading(c);
}

/* -- The end ----------------------------------------------------------------------------------- */

/* The last that libuv says about a socket. If it still stands in the list of dirty ones, srv_conn_tend_all frees it. */
static void on_closed(uv_handle_t *handle)
{
    srv_conn *c = handle->data;
    c->gone = true;
    if (!c->dirty)
        srv_conn_free(c);
}

/* What it counted for, it counts for no longer; and the handler hears the last of it. */
static void sign_off(srv_conn *c)
{
    srv_exchange_end(c);
    if (c->websocket)
        srv_websocket_over(c);
    spk_buf_release(&c->rest);
}

/* -> CLOSED, from anywhere and at once. The state comes first and the ticket ends before anybody is told, so that a handler
 * that answers from inside finds nobody. */
void srv_conn_abort(srv_conn *c)
{
    if (c->state == SRV_IS_CLOSED)
        return;
    leave_wheel(c);
    c->state = SRV_IS_CLOSED;
    srv_conn_new_ticket(c);
    sign_off(c);
    if (!c->sink)
        uv_close((uv_handle_t *)&c->tcp, on_closed);
}

static void on_shutdown(uv_shutdown_t *req, int status)
{
    srv_conn *c = req->data;
    spk_free(req);
    if (c->state == SRV_IS_CLOSED)
        return;
    c->half_closed = true;
    if (status < 0 || c->saw_end)
        srv_conn_abort(c);
}

/* A socket that is closed with bytes unread tells the peer to forget what he has not read yet: so say
 * that we are done, and read on for a moment. */
void srv_conn_linger(srv_conn *c)
{
    if (c->state == SRV_IS_CLOSED || c->state == SRV_IS_LINGERING)
        return;
    if (c->sink) {
        srv_conn_abort(c);
        return;
    }
    if (c->tls)
        srv_tls_bye(c);
    if (c->state == SRV_IS_CLOSED)
        return;
    c->state = SRV_IS_LINGERING;
    srv_conn_new_ticket(c);
    sign_off(c);
    srv_conn_set_due(c, SRV_LINGER_MS);
    uv_shutdown_t *req = spk_alloc(sizeof *req);
    req->data = c;
    if (uv_shutdown(req, (uv_stream_t *)&c->tcp, on_shutdown) < 0) {
        spk_free(req);
        srv_conn_abort(c);
        return;
    }
    update_reading(c);
}

void srv_conn_free(srv_conn *c)
{
    srv_net *net = c->net;
    while (c->first)
        srv_conn_unqueue(c, c->first);
    srv_tls_free(c);
    spk_buf_release(&c->after);
    if (c->guest)
        c->guest->n_connections--;
    if (c->refused)
        net->n_refused--;
    else
        net->counts.connections_open--;
    net->slots[c->index].c = NULL;
    net->slots[c->index].turn++;
    net->slots[c->index].next_free = net->free_slot;
    net->free_slot = c->index + 1;
    net->n_conns--;
    spk_free(c);
    srv_net_remember(net);
}

/* -- The door ---------------------------------------------------------------------------------- */

srv_conn *srv_conn_new(srv_net *net)
{
    srv_conn *c = spk_alloc(sizeof *c);
    if (!net->free_slot)
        more_slots(net);
    c->net = net;
    c->index = net->free_slot - 1;
    net->free_slot = net->slots[c->index].next_free;
    net->slots[c->index].c = c;
    net->n_conns++;
    net->counts.connections_open++;
    srv_net_remember(net);
    return c;
}

/* May it come in? The cheapest questions first: most of those who are turned away come in crowds. */
static srv_refusal greet(srv_conn *c)
{
    srv_net *net = c->net;
    const srv_limits *limits = &net->limits;
    uint64_t n_open = net->counts.connections_open; /* this one too */
    if (net->draining)
        return SRV_REFUSED_DRAINING;
    if (limits->connections && n_open > limits->connections)
        return SRV_REFUSED_CONNECTIONS;
    if (srv_net_trusts(net, &c->ip)) /* speaks for many: each is counted when he is named */
        return SRV_NO_REFUSAL;
    srv_caller *guest = srv_caller_of(&net->guests, &c->ip);
    if (limits->connections_per_address && guest->n_connections >= limits->connections_per_address)
        return SRV_REFUSED_ADDRESS_CONNECTIONS;
    if (!srv_bucket_take(&guest->handshakes, limits->handshakes_per_s, limits->handshakes_burst, 1,
                         srv_net_now(net)))
        return SRV_REFUSED_HANDSHAKES;
    c->guest = guest;
    guest->n_connections++;
    return SRV_NO_REFUSAL;
}

/* Turned away, with a reason if that costs us little; a TLS guest would not understand it. */
static void turn_away(srv_conn *c, srv_refusal reason)
{
    srv_net *net = c->net;
    c->refused = true;
    net->counts.connections_open--;
    if (net->n_refused++ >= SRV_REFUSED_MAX || net->tls) {
        srv_refuse_count(net, reason);
        srv_conn_abort(c);
        return;
    }
    srv_refuse_http(c, reason);
    srv_conn_tend(c);
}

void srv_conn_on_connection(uv_stream_t *stream, int status)
{
    srv_listener *listener = stream->data;
    srv_net *net = listener->net;
    struct sockaddr_storage address = {0};
    int n_address = sizeof address;
    if (status < 0)
        return;
    srv_conn *c = srv_conn_new(net);
    uv_tcp_init(net->loop, &c->tcp);
    c->tcp.data = c;
    if (uv_accept(stream, (uv_stream_t *)&c->tcp) < 0 ||
        uv_tcp_getpeername(&c->tcp, (struct sockaddr *)&address, &n_address) < 0) {
        srv_conn_abort(c);
        return;
    }
    uv_tcp_nodelay(&c->tcp, 1);
    c->ip = srv_ip_of((const struct sockaddr *)&address);
    net->counts.connections++;
    srv_refusal reason = greet(c);
    if (reason) {
        turn_away(c, reason);
        return;
    }
    if (net->tls)
        srv_tls_start(c);
    srv_conn_set_due(c, net->limits.header_ms);
    update_reading(c);
}
