/* socket.c: handshake and frames; wslay takes them apart. See socket.h. */
#include "hosts/join/socket.h"

#include <openssl/evp.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <wslay/wslay.h>

#include "base/mem.h"
#include "base/str.h"

enum { HEAD_MOST = 8192, MESSAGE_MOST = 1 << 20 };

struct join_socket {
    join_stream *stream;
    join_hear *hear;
    void *ctx;
    bool begun, open, over;
    char key[32]; /* of the handshake */
    spk_buf out;  /* bytes that wait to be sent before it is open */
    char head[HEAD_MOST];
    size_t n_head, used; /* of the head: read so far; bytes behind it that wslay has had */
    wslay_event_context_ptr frames;
    char fault[200];
};

/* -- Frames ------------------------------------------------------------------------------------------- */

static ssize_t on_recv(wslay_event_context_ptr frames, uint8_t *bytes, size_t n, int flags,
                       void *user)
{
    join_socket *w = user;
    (void)flags;
    if (w->used < w->n_head) { /* what came along with the handshake */
        size_t rest = w->n_head - w->used;
        n = n < rest ? n : rest;
        memcpy(bytes, w->head + w->used, n);
        w->used += n;
        return (ssize_t)n;
    }
    ssize_t got = join_stream_read(w->stream, bytes, n);
    if (got == 0)
        wslay_event_set_error(frames, WSLAY_ERR_WOULDBLOCK);
    if (got < 0)
        wslay_event_set_error(frames, WSLAY_ERR_CALLBACK_FAILURE);
    return got > 0 ? got : -1;
}

static ssize_t on_send(wslay_event_context_ptr frames, const uint8_t *bytes, size_t n, int flags,
                       void *user)
{
    join_socket *w = user;
    (void)flags;
    ssize_t sent = join_stream_write(w->stream, bytes, n);
    if (sent == 0)
        wslay_event_set_error(frames, WSLAY_ERR_WOULDBLOCK);
    if (sent < 0)
        wslay_event_set_error(frames, WSLAY_ERR_CALLBACK_FAILURE);
    return sent > 0 ? sent : -1;
}

static int on_mask(wslay_event_context_ptr frames, uint8_t *bytes, size_t n, void *user)
{
    (void)frames, (void)user;
    return getrandom(bytes, n, 0) == (ssize_t)n ? 0 : -1;
}

static void on_message(wslay_event_context_ptr frames, const struct wslay_event_on_msg_recv_arg *m,
                       void *user)
{
    join_socket *w = user;
    (void)frames;
    if (m->opcode == WSLAY_TEXT_FRAME)
        w->hear(w->ctx, (const char *)m->msg, m->msg_length);
    if (m->opcode == WSLAY_CONNECTION_CLOSE && m->msg_length > 2)
        snprintf(w->fault, sizeof w->fault, "%.*s", (int)(m->msg_length - 2),
                 (const char *)m->msg + 2);
}

/* -- The handshake ------------------------------------------------------------------------------------ */

static void make_key(join_socket *w)
{
    unsigned char bytes[16];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        memset(bytes, 1, sizeof bytes); /* it keeps no secret: it only tells answers apart */
    EVP_EncodeBlock((unsigned char *)w->key, bytes, sizeof bytes);
}

join_socket *join_socket_new(const join_address *a, const char *ca_file, join_hear *hear, void *ctx,
                             spk_why *why)
{
    static const struct wslay_event_callbacks calls = {.recv_callback = on_recv,
                                                       .send_callback = on_send,
                                                       .genmask_callback = on_mask,
                                                       .on_msg_recv_callback = on_message};
    join_stream *stream = join_stream_new(a, ca_file, why);
    if (!stream)
        return NULL;
    join_socket *w = spk_alloc(sizeof *w);
    memset(w, 0, sizeof *w);
    w->stream = stream, w->hear = hear, w->ctx = ctx;
    SPK_BUG_IF(wslay_event_context_client_init(&w->frames, &calls, w) != 0);
    wslay_event_config_set_max_recv_msg_length(w->frames, MESSAGE_MOST);
    make_key(w);
    spk_buf_puts(&w->out, "GET /ws HTTP/1.1\r\nHost: ");
    join_address_print_host(a, &w->out);
    spk_buf_printf(&w->out,
                   "\r\nUser-Agent: speakeasy\r\nUpgrade: websocket\r\nConnection: "
                   "Upgrade\r\nSec-WebSocket-Key: %s\r\n"
                   "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: speakeasy.1\r\n\r\n",
                   w->key);
    return w;
}

void join_socket_free(join_socket *w)
{
    if (!w)
        return;
    wslay_event_context_free(w->frames);
    join_stream_free(w->stream);
    spk_buf_release(&w->out);
    spk_free(w);
}

static join_progress fail(join_socket *w, const char *fault)
{
    w->over = true;
    if (!*w->fault)
        snprintf(w->fault, sizeof w->fault, "%s", fault);
    return JOIN_FAILED;
}

/* What the server must answer to our key: nobody who does not speak WebSocket does. */
static bool is_accepted(const join_socket *w, const char *head)
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11",
                      name[] = "\nSec-WebSocket-Accept:";
    unsigned char hash[EVP_MAX_MD_SIZE], wanted[64];
    unsigned n;
    char both[80];
    snprintf(both, sizeof both, "%s%s", w->key, guid);
    const char *line = strcasestr(head, name);
    if (!line || !EVP_Digest(both, strlen(both), hash, &n, EVP_sha1(), NULL))
        return false;
    EVP_EncodeBlock(wanted, hash, (int)n);
    line += strlen(name);
    line += strspn(line, " ");
    return strncmp(line, (char *)wanted, strlen((char *)wanted)) == 0;
}

static join_progress read_head(join_socket *w)
{
    ssize_t n = join_stream_read(w->stream, w->head + w->n_head, sizeof w->head - 1 - w->n_head);
    if (n < 0)
        return fail(w, join_stream_fault(w->stream));
    w->n_head += (size_t)n;
    w->head[w->n_head] = '\0';
    char *end = strstr(w->head, "\r\n\r\n");
    if (!end)
        return w->n_head + 1 < sizeof w->head ? JOIN_WAITS
                                              : fail(w, "the server's answer has no end");
    *end = '\0';
    w->used = (size_t)(end - w->head) + 4;
    if (strncmp(w->head, "HTTP/1.1 101", 12) != 0 || !is_accepted(w, w->head))
        return fail(w, "the server opens no WebSocket there");
    w->open = true;
    return JOIN_READY;
}

static join_progress shake_hands(join_socket *w)
{
    while (w->out.n > 0) {
        ssize_t n = join_stream_write(w->stream, w->out.bytes, w->out.n);
        if (n < 0)
            return fail(w, join_stream_fault(w->stream));
        if (n == 0)
            return JOIN_WAITS;
        memmove(w->out.bytes, w->out.bytes + n, w->out.n - (size_t)n);
        w->out.n -= (size_t)n;
    }
    return read_head(w);
}

/* -- Going on ----------------------------------------------------------------------------------------- */

join_progress join_socket_step(join_socket *w)
{
    if (w->over)
        return JOIN_FAILED;
    if (!w->begun) {
        join_progress p = join_stream_step(w->stream);
        if (p == JOIN_FAILED)
            return fail(w, join_stream_fault(w->stream));
        if (p == JOIN_WAITS)
            return p;
        w->begun = true;
    }
    if (!w->open && shake_hands(w) != JOIN_READY)
        return w->over ? JOIN_FAILED : JOIN_WAITS;
    if (wslay_event_want_read(w->frames) && wslay_event_recv(w->frames) != 0)
        return fail(w, join_stream_fault(w->stream));
    if (wslay_event_want_write(w->frames) && wslay_event_send(w->frames) != 0)
        return fail(w, join_stream_fault(w->stream));
    if (!wslay_event_want_read(w->frames) && !wslay_event_want_write(w->frames))
        return fail(w, "the server closed the connection");
    return JOIN_READY;
}

void join_socket_send(join_socket *w, const char *text, size_t n)
{
    wslay_event_queue_msg(w->frames,
                          &(struct wslay_event_msg){WSLAY_TEXT_FRAME, (const uint8_t *)text, n});
    if (w->open && !w->over) /* else it waits until the line is open */
        wslay_event_send(w->frames);
}

void join_socket_close(join_socket *w)
{
    if (!w->open || w->over)
        return;
    wslay_event_queue_close(w->frames, WSLAY_CODE_NORMAL_CLOSURE, NULL, 0);
    wslay_event_send(w->frames);
}

int join_socket_fd(const join_socket *w) { return w->over ? -1 : join_stream_fd(w->stream); }

short join_socket_events(const join_socket *w)
{
    return join_stream_events(w->stream,
                              w->open ? wslay_event_want_write(w->frames) : w->out.n > 0);
}

bool join_socket_has_bytes(const join_socket *w)
{
    return !w->over && w->open && (w->used < w->n_head || join_stream_has_bytes(w->stream));
}

const char *join_socket_fault(const join_socket *w)
{
    return *w->fault ? w->fault : "the connection failed";
}

int join_socket_code(const join_socket *w)
{
    return wslay_event_get_close_received(w->frames)
               ? wslay_event_get_status_code_received(w->frames)
               : 0;
}
