/* socket.c: a WebSocket as a client sees it (load.h; RFC 6455). No extensions, no fragments: what else
 * comes ends the connection as an error. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "load.h"

enum { OP_TEXT = 1, OP_CLOSE = 8, OP_PING = 9, OP_PONG = 10, MOST_HEADER = 14 };

struct load_ws {
    load_wire wire;
    load_seat *seat; /* NULL: we said goodbye */
    const char *path, *subprotocol;
    bool open;
};

static void send_frame(load_ws *ws, int op, const char *bytes, size_t n)
{
    char room[1024], *frame = n + MOST_HEADER <= sizeof room ? room : spk_alloc(n + MOST_HEADER);
    uint32_t mask = spk_rng_next(&ws->wire.l->rng);
    size_t at = 0;
    frame[at++] = (char)(0x80 | op);
    if (n < 126) {
        frame[at++] = (char)(0x80 | n);
    } else {
        frame[at++] = (char)(0x80 | 126);
        frame[at++] = (char)(n >> 8);
        frame[at++] = (char)n;
    }
    memcpy(frame + at, &mask, 4);
    const char *key = frame + at;
    at += 4;
    for (size_t i = 0; i < n; i++)
        frame[at + i] = (char)(bytes[i] ^ key[i & 3]);
    load_wire_send(&ws->wire, frame, at + n);
    if (frame != room)
        spk_free(frame);
}

void load_ws_send(load_ws *ws, const char *text, size_t n) { send_frame(ws, OP_TEXT, text, n); }

/* -- Ends ---------------------------------------------------------------------------------------- */

static void on_closed(load_wire *w) { spk_free(w->user); }

static void end(load_ws *ws, const char *why)
{
    load_seat *seat = ws->seat;
    ws->seat = NULL;
    load_wire_close(&ws->wire);
    if (seat)
        load_seat_ended(seat, why);
}

static void on_end(load_wire *w, const char *why) { end(w->user, why); }

void load_ws_leave(load_ws *ws)
{
    ws->seat = NULL;
    if (ws->open)
        send_frame(ws, OP_CLOSE, "\x03\xe8", 2); /* 1000; the server hangs up */
    else
        load_wire_close(&ws->wire);
}

void load_ws_drop(load_ws *ws)
{
    ws->seat = NULL;
    load_wire_close(&ws->wire);
}

/* -- What comes ---------------------------------------------------------------------------------- */

static void on_frame(load_ws *ws, int op, const char *bytes, size_t n)
{
    char why[160];
    if (op == OP_TEXT && ws->seat) {
        load_seat_message(ws->seat, (load_span){bytes, n});
    } else if (op == OP_PING) {
        send_frame(ws, OP_PONG, bytes, n);
    } else if (op == OP_CLOSE) {
        int code = n >= 2 ? (unsigned char)bytes[0] << 8 | (unsigned char)bytes[1] : 0;
        snprintf(why, sizeof why, "closed with %d %.*s", code, n > 2 ? (int)n - 2 : 0, bytes + 2);
        end(ws, why);
    } else if (op != OP_TEXT && op != OP_PONG) {
        end(ws, "a frame of an unknown kind");
    }
}

/* The next whole frame; returns its length, 0: it has not all come. */
static size_t read_frame(load_ws *ws, const char *bytes, size_t n)
{
    const unsigned char *p = (const unsigned char *)bytes;
    size_t head = 2, length;
    if (n < 2)
        return 0;
    length = p[1] & 127u;
    if (length == 126)
        head = 4, length = n < 4 ? 0 : (size_t)p[2] << 8 | p[3];
    else if (length == 127)
        head = 10,
        length = n < 10 ? 0 : (size_t)p[6] << 24 | (size_t)p[7] << 16 | (size_t)p[8] << 8 | p[9];
    if (n < head || n - head < length)
        return 0;
    if (!(p[0] & 0x80) || p[1] & 0x80)
        end(ws, "a fragment, or a masked frame");
    else
        on_frame(ws, p[0] & 15, bytes + head, length);
    return head + length;
}

static size_t read_handshake(load_ws *ws, const char *bytes, size_t n)
{
    const char *after = memmem(bytes, n, "\r\n\r\n", 4);
    char why[100];
    if (!after)
        return 0;
    if (n < 12 || memcmp(bytes + 9, "101", 3) != 0) {
        snprintf(why, sizeof why, "%.60s", bytes);
        why[strcspn(why, "\r\n")] = '\0';
        end(ws, why);
        return n;
    }
    ws->open = true;
    load_seat_opened(ws->seat);
    return (size_t)(after + 4 - bytes);
}

static size_t on_bytes(load_wire *w, const char *bytes, size_t n)
{
    load_ws *ws = w->user;
    size_t used = ws->open ? 0 : read_handshake(ws, bytes, n), more;
    if (!ws->open)
        return used;
    do {
        more = w->closing ? 0 : read_frame(ws, bytes + used, n - used);
        used += more;
    } while (more > 0);
    return used;
}

static void on_open(load_wire *w)
{
    load_ws *ws = w->user;
    char text[512];
    int n = snprintf(
        text, sizeof text,
        "GET %s HTTP/1.1\r\nHost: %s:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n%s%s%s"
        "\r\n",
        ws->path, w->l->server.host, w->l->server.port,
        ws->subprotocol ? "Sec-WebSocket-Protocol: " : "", ws->subprotocol ? ws->subprotocol : "",
        ws->subprotocol ? "\r\n" : "");
    load_wire_send(w, text, (size_t)n);
}

load_ws *load_ws_open(load_seat *seat, const char *path, const char *subprotocol)
{
    load_ws *ws = spk_alloc(sizeof *ws);
    ws->seat = seat;
    ws->path = path;
    ws->subprotocol = subprotocol;
    ws->wire = (load_wire){.l = seat->table->l,
                           .user = ws,
                           .on_open = on_open,
                           .on_bytes = on_bytes,
                           .on_end = on_end,
                           .on_closed = on_closed};
    ws->wire.port = load_port_next(&seat->table->l->options.doors);
    load_wire_connect(&ws->wire);
    return ws;
}
