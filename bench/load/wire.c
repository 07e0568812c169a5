/* wire.c: a TCP connection (load.h). Everything that is read goes through one buffer of the load; only
 * what is left over, half a frame, is kept by its wire. Writing is tried at once, since a client's words
 * are few and short; only what the kernel does not take is copied and queued. */
#include <string.h>

#include "base/mem.h"
#include "load.h"

typedef struct late_write {
    uv_write_t request;
    char bytes[];
} late_write;

static void give_room(uv_handle_t *handle, size_t wanted, uv_buf_t *buf)
{
    load_wire *w = handle->data;
    (void)wanted;
    *buf = uv_buf_init(w->l->room, sizeof w->l->room);
}

/* Hand over what has come. Whoever takes it may close the wire meanwhile. */
static void take(load_wire *w, const char *bytes, size_t n)
{
    if (w->rest.n == 0) {
        size_t used = w->on_bytes(w, bytes, n);
        if (used < n && !w->closing)
            spk_buf_add(&w->rest, bytes + used, n - used);
        return;
    }
    spk_buf_add(&w->rest, bytes, n);
    size_t used = w->on_bytes(w, w->rest.bytes, w->rest.n);
    w->rest.n -= used;
    memmove(w->rest.bytes, w->rest.bytes + used, w->rest.n);
    if (w->rest.n == 0)
        spk_buf_release(&w->rest);
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    load_wire *w = stream->data;
    if (w->closing)
        return;
    if (n < 0)
        w->on_end(w, n == UV_EOF ? "the server hung up" : uv_strerror((int)n));
    else if (n > 0)
        take(w, buf->base, (size_t)n);
}

static void on_connect(uv_connect_t *request, int status)
{
    load_wire *w = request->data;
    if (w->closing)
        return;
    if (status < 0) {
        w->on_end(w, uv_strerror(status));
        return;
    }
    uv_tcp_nodelay(&w->tcp, 1);
    uv_read_start((uv_stream_t *)&w->tcp, give_room, on_read);
    w->on_open(w);
}

int load_port_next(load_ports *ports)
{
    return ports->n ? ports->port[ports->turn++ % ports->n] : 0;
}

void load_wire_connect(load_wire *w)
{
    uv_tcp_init(&w->l->loop, &w->tcp);
    w->tcp.data = w;
    w->connecting.data = w;
    struct sockaddr_storage address = w->l->address;
    if (w->port)
        ((struct sockaddr_in *)&address)->sin_port = htons((uint16_t)w->port);
    int status = uv_tcp_connect(&w->connecting, &w->tcp, (struct sockaddr *)&address, on_connect);
    if (status < 0)
        w->on_end(w, uv_strerror(status));
}

static void on_late_write(uv_write_t *request, int status)
{
    (void)status; /* reading will tell */
    spk_free(request->data);
}

void load_wire_send(load_wire *w, const char *bytes, size_t n)
{
    uv_buf_t buf = uv_buf_init((char *)bytes, (unsigned)n);
    int sent = uv_try_write((uv_stream_t *)&w->tcp, &buf, 1);
    size_t left = sent < 0 ? n : n - (size_t)sent;
    if (left == 0)
        return;
    late_write *later = spk_alloc(sizeof *later + left);
    memcpy(later->bytes, bytes + (n - left), left);
    later->request.data = later;
    buf = uv_buf_init(later->bytes, (unsigned)left);
    if (uv_write(&later->request, (uv_stream_t *)&w->tcp, &buf, 1, on_late_write) < 0)
        spk_free(later);
}

static void on_close(uv_handle_t *handle)
{
    load_wire *w = handle->data;
    spk_buf_release(&w->rest);
    w->on_closed(w);
}

void load_wire_close(load_wire *w)
{
    if (w->closing)
        return;
    w->closing = true;
    uv_close((uv_handle_t *)&w->tcp, on_close);
}
