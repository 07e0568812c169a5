/* stream.c: a socket that never waits, and TLS on it. See stream.h. */
#include "hosts/join/stream.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/mem.h"

struct join_stream {
    int fd;
    bool connected, secured;
    struct addrinfo *all, *next; /* the host's addresses, and the one to try next */
    SSL_CTX *context;
    SSL *ssl;         /* NULL: in the clear */
    bool wants_write; /* TLS has to write before it can go on */
    char fault[200];
};

/* -- Opening ------------------------------------------------------------------------------------------ */

static bool prepare_tls(join_stream *s, const join_address *a, const char *ca_file)
{
    X509_VERIFY_PARAM *check;
    unsigned char number[sizeof(struct in6_addr)];
    s->context = SSL_CTX_new(TLS_client_method());
    if (!s->context || !SSL_CTX_set_min_proto_version(s->context, TLS1_2_VERSION))
        return false;
    SSL_CTX_set_default_verify_paths(s->context);
    if (ca_file && !SSL_CTX_load_verify_locations(s->context, ca_file, NULL)) {
        snprintf(s->fault, sizeof s->fault, "%.120s holds no certificates", ca_file);
        return false;
    }
    SSL_CTX_set_verify(s->context, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_mode(s->context,
                     SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    s->ssl = SSL_new(s->context);
    check = s->ssl ? SSL_get0_param(s->ssl) : NULL;
    if (!check)
        return false;
    bool is_number =
        inet_pton(AF_INET, a->host, number) == 1 || inet_pton(AF_INET6, a->host, number) == 1;
    if (is_number)
        return X509_VERIFY_PARAM_set1_ip_asc(check, a->host) == 1;
    return SSL_set_tlsext_host_name(s->ssl, a->host) == 1 && SSL_set1_host(s->ssl, a->host) == 1;
}

join_stream *join_stream_new(const join_address *a, const char *ca_file, spk_why *why)
{
    join_stream *s = spk_alloc(sizeof *s);
    struct addrinfo wanted = {.ai_socktype = SOCK_STREAM};
    char port[8];
    memset(s, 0, sizeof *s);
    s->fd = -1;
    snprintf(port, sizeof port, "%d", a->port);
    int code = getaddrinfo(a->host, port, &wanted, &s->all);
    s->next = s->all;
    if (code != 0)
        spk_fail(why, SPK_EIO, "%s: %s", a->host, gai_strerror(code));
    else if (!a->tls || prepare_tls(s, a, ca_file))
        return s;
    else
        spk_fail(why, SPK_EIO, "TLS: %s", *s->fault ? s->fault : "it cannot be prepared");
    join_stream_free(s);
    return NULL;
}

void join_stream_free(join_stream *s)
{
    if (!s)
        return;
    SSL_free(s->ssl);
    SSL_CTX_free(s->context);
    if (s->fd >= 0)
        close(s->fd);
    if (s->all)
        freeaddrinfo(s->all);
    spk_free(s);
}

/* -- Connecting --------------------------------------------------------------------------------------- */

static void fail(join_stream *s, int error)
{
    snprintf(s->fault, sizeof s->fault, "%s", strerror(error));
}

/* The next address of the host. False: there is none. */
static bool try_next(join_stream *s)
{
    for (; s->next; s->next = s->next->ai_next) {
        if (s->fd >= 0)
            close(s->fd);
        s->fd = socket(s->next->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (s->fd < 0) {
            fail(s, errno);
            continue;
        }
        setsockopt(s->fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
        if (connect(s->fd, s->next->ai_addr, s->next->ai_addrlen) == 0 || errno == EINPROGRESS) {
            s->next = s->next->ai_next;
            return true;
        }
        fail(s, errno);
    }
    return false;
}

/* The socket is connected, still on its way, or refused: then the host's next address is tried. */
static join_progress step_socket(join_stream *s)
{
    int error = 0;
    socklen_t n = sizeof error;
    struct pollfd now = {.fd = s->fd, .events = POLLOUT};
    if (s->fd < 0)
        return try_next(s) ? JOIN_WAITS : JOIN_FAILED;
    if (poll(&now, 1, 0) == 0)
        return JOIN_WAITS;
    getsockopt(s->fd, SOL_SOCKET, SO_ERROR, &error, &n);
    if (error) {
        fail(s, error);
        return try_next(s) ? JOIN_WAITS : JOIN_FAILED;
    }
    s->connected = true;
    if (s->ssl)
        SSL_set_fd(s->ssl, s->fd);
    return JOIN_READY;
}

static void note_tls(join_stream *s)
{
    long checked = SSL_get_verify_result(s->ssl);
    unsigned long error = ERR_get_error();
    if (checked != X509_V_OK)
        snprintf(s->fault, sizeof s->fault, "the server's certificate: %s",
                 X509_verify_cert_error_string(checked));
    else
        snprintf(s->fault, sizeof s->fault, "TLS: %s",
                 error ? ERR_reason_error_string(error) : "the line was cut");
}

static join_progress step_tls(join_stream *s)
{
    ERR_clear_error();
    int done = SSL_connect(s->ssl), error = done == 1 ? 0 : SSL_get_error(s->ssl, done);
    s->wants_write = error == SSL_ERROR_WANT_WRITE;
    if (done == 1) {
        s->secured = true;
        return JOIN_READY;
    }
    if (error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE)
        return JOIN_WAITS;
    note_tls(s);
    return JOIN_FAILED;
}

join_progress join_stream_step(join_stream *s)
{
    join_progress p = s->connected ? JOIN_READY : step_socket(s);
    if (p == JOIN_READY && s->ssl && !s->secured)
        p = step_tls(s);
    return p;
}

/* -- Bytes -------------------------------------------------------------------------------------------- */

static ssize_t after_tls(join_stream *s, int n)
{
    int error = n > 0 ? 0 : SSL_get_error(s->ssl, n);
    s->wants_write = error == SSL_ERROR_WANT_WRITE;
    if (n > 0)
        return n;
    if (error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE)
        return 0;
    snprintf(s->fault, sizeof s->fault, "the server closed the connection");
    return -1;
}

static ssize_t after_plain(join_stream *s, ssize_t n)
{
    if (n > 0)
        return n;
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
        return 0;
    if (n < 0)
        fail(s, errno);
    else
        snprintf(s->fault, sizeof s->fault, "the server closed the connection");
    return -1;
}

ssize_t join_stream_read(join_stream *s, void *bytes, size_t cap)
{
    ERR_clear_error();
    if (s->ssl)
        return after_tls(s, SSL_read(s->ssl, bytes, (int)cap));
    return after_plain(s, recv(s->fd, bytes, cap, 0));
}

ssize_t join_stream_write(join_stream *s, const void *bytes, size_t n)
{
    ERR_clear_error();
    if (s->ssl)
        return after_tls(s, SSL_write(s->ssl, bytes, (int)n));
    return after_plain(s, send(s->fd, bytes, n, MSG_NOSIGNAL));
}

int join_stream_fd(const join_stream *s) { return s->fd; }

short join_stream_events(const join_stream *s, bool to_send)
{
    bool out = to_send || s->wants_write || !s->connected;
    return (short)((s->connected ? POLLIN : 0) | (out ? POLLOUT : 0));
}

bool join_stream_has_bytes(const join_stream *s)
{
    return s->ssl && s->secured && SSL_pending(s->ssl) > 0;
}

const char *join_stream_fault(const join_stream *s)
{
    return *s->fault ? s->fault : "the connection failed";
}
