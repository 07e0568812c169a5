/* tls.c: OpenSSL between the socket and the rest. It reads what came from the socket and writes to what
 * goes there through a BIO of ours, which holds nothing: so a quiet connection keeps only what OpenSSL
 * itself needs. Large replies are encrypted piece by piece, as the socket takes them. */
#include <openssl/bio.h>
#include <openssl/err.h>
#include <string.h>

#include "hosts/server/net/inside.h"

struct srv_tls {
    SSL *ssl;
    const char *in; /* bytes from the socket that OpenSSL has not taken yet */
    size_t n_in;
    bool ready, broken;
};

/* -- The BIO ----------------------------------------------------------------------------------- */

static int bio_read(BIO *bio, char *room, int cap)
{
    srv_tls *tls = ((srv_conn *)BIO_get_data(bio))->tls;
    BIO_clear_retry_flags(bio);
    if (tls->n_in == 0) {
        BIO_set_retry_read(bio);
        return -1;
    }
    size_t n = tls->n_in < (size_t)cap ? tls->n_in : (size_t)cap;
    memcpy(room, tls->in, n);
    tls->in += n;
    tls->n_in -= n;
    return (int)n;
}

static int bio_write(BIO *bio, const char *bytes, int n)
{
    srv_conn *c = BIO_get_data(bio);
    BIO_clear_retry_flags(bio);
    spk_buf_add(&c->net->cipher, bytes, (size_t)n);
    return n;
}

static long bio_ctrl(BIO *bio, int command, long number, void *pointer)
{
    (void)bio, (void)number, (void)pointer;
    return command == BIO_CTRL_FLUSH || command == BIO_CTRL_DUP ? 1 : 0;
}

static int bio_create(BIO *bio)
{
    BIO_set_init(bio, 1);
    return 1;
}

BIO_METHOD *srv_tls_bio(void)
{
    BIO_METHOD *bio = BIO_meth_new(BIO_TYPE_SOURCE_SINK | 127, "speakeasy");
    SPK_BUG_IF(!bio);
    BIO_meth_set_read(bio, bio_read);
    BIO_meth_set_write(bio, bio_write);
    BIO_meth_set_ctrl(bio, bio_ctrl);
    BIO_meth_set_create(bio, bio_create);
    return bio;
}

/* -- The context ------------------------------------------------------------------------------- */

static int choose_protocol(SSL *ssl, const unsigned char **out, unsigned char *n_out,
                           const unsigned char *in, unsigned n_in, void *arg)
{
    static const unsigned char ours[] = "\x08http/1.1";
    unsigned char *found = NULL;
    (void)ssl, (void)arg;
    if (SSL_select_next_proto(&found, n_out, ours, sizeof ours - 1, in, n_in) !=
        OPENSSL_NPN_NEGOTIATED)
        return SSL_TLSEXT_ERR_NOACK;
    *out = found;
    return SSL_TLSEXT_ERR_OK;
}

static int no_password(char *room, int cap, int writing, void *arg)
{
    (void)room, (void)cap, (void)writing, (void)arg;
    return 0; /* nobody sits at the terminal of a server */
}

static spk_err say_error(spk_why *why, const char *what, const char *file)
{
    char text[120];
    ERR_error_string_n(ERR_peek_last_error(), text, sizeof text);
    ERR_clear_error();
    return spk_fail(why, SPK_EIO, "%s %s: %s", what, file, text);
}

SSL_CTX *srv_tls_context(const char *cert, const char *key, spk_why *why)
{
    SSL_CTX *ctx = SSL_CTX_new(TLS_server_method());
    SPK_BUG_IF(!ctx);
    SSL_CTX_set_min_proto_version(ctx, TLS1_2_VERSION);
    SSL_CTX_set_options(ctx, SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE |
                                 SSL_OP_NO_COMPRESSION | SSL_OP_IGNORE_UNEXPECTED_EOF);
    SSL_CTX_set_mode(ctx, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                              SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_session_cache_mode(ctx, SSL_SESS_CACHE_OFF); /* tickets need no memory of ours */
    SSL_CTX_set_alpn_select_cb(ctx, choose_protocol, NULL);
    SSL_CTX_set_default_passwd_cb(ctx, no_password);
    spk_err err = SPK_OK;
    if (SSL_CTX_use_certificate_chain_file(ctx, cert) != 1)
        err = say_error(why, "the certificate", cert);
    else if (SSL_CTX_use_PrivateKey_file(ctx, key, SSL_FILETYPE_PEM) != 1)
        err = say_error(why, "the key", key);
    else if (SSL_CTX_check_private_key(ctx) != 1)
        err = say_error(why, "the certificate does not belong to the key", key);
    if (err != SPK_OK) {
        SSL_CTX_free(ctx);
        return NULL;
    }
    return ctx;
}

/* -- A connection ------------------------------------------------------------------------------ */

void srv_tls_start(srv_conn *c)
{
    BIO *bio = BIO_new(c->net->bio);
    c->tls = spk_alloc(sizeof *c->tls);
    c->tls->ssl = SSL_new(c->net->tls);
    SPK_BUG_IF(!bio || !c->tls->ssl);
    BIO_set_data(bio, c);
    SSL_set_bio(c->tls->ssl, bio, bio);
    SSL_set_accept_state(c->tls->ssl);
}

void srv_tls_free(srv_conn *c)
{
    if (!c->tls)
        return;
    SSL_free(c->tls->ssl);
    spk_free(c->tls);
    c->tls = NULL;
}

static bool send_cipher(srv_conn *c)
{
    spk_buf *cipher = &c->net->cipher;
    bool well = true;
    if (cipher->n > 0)
        well = srv_conn_write(c, cipher->bytes, cipher->n);
    spk_buf_clear(cipher);
    return well;
}

static bool looks_like_http(const char *bytes, size_t n)
{
    return n >= 1 && bytes[0] >= 'A' && bytes[0] <= 'Z';
}

/* A browser sent to http:// on this port deserves a sentence, in the clear. */
static void give_up(srv_conn *c, const char *first, size_t n)
{
    bool plain = !c->tls->ready && looks_like_http(first, n);
    ERR_clear_error();
    if (c->tls->broken)
        return;
    c->tls->broken = true;
    if (plain) {
        spk_buf_clear(&c->net->cipher); /* an alert he could not read */
        srv_tls_free(c);
        srv_refuse_http(c, SRV_REFUSED_PLAIN_ON_TLS);
        return;
    }
    if (!c->tls->ready)
        srv_refuse_count(c->net, SRV_REFUSED_TLS);
    if (send_cipher(c)) /* the alert */
        srv_conn_linger(c);
}

static bool shake_hands(srv_conn *c, const char *first, size_t n)
{
    srv_tls *tls = c->tls;
    int done = SSL_do_handshake(tls->ssl);
    if (done == 1) {
        tls->ready = true;
        c->net->counts.tls_handshakes++;
        return true;
    }
    if (SSL_get_error(tls->ssl, done) != SSL_ERROR_WANT_READ)
        give_up(c, first, n);
    return false;
}

static void read_plain(srv_conn *c, const char *bytes, size_t n)
{
    srv_tls *tls = c->tls;
    if (tls->broken || (!tls->ready && !shake_hands(c, bytes, n)))
        return;
    while (c->state == SRV_IS_HTTP || c->state == SRV_IS_WS) {
        int got = SSL_read(tls->ssl, c->net->plain_room, SRV_READ_BYTES);
        if (got > 0) {
            srv_conn_plain(c, c->net->plain_room, (size_t)got);
            continue;
        }
        int err = SSL_get_error(tls->ssl, got);
        if (err == SSL_ERROR_ZERO_RETURN)
            c->saw_end = true;
        else if (err != SSL_ERROR_WANT_READ)
            give_up(c, bytes, 0);
        return;
    }
}

/* Reading may make OpenSSL write: its part of the handshake, an alert, a key update. */
void srv_tls_read(srv_conn *c, const char *bytes, size_t n)
{
    c->tls->in = bytes;
    c->tls->n_in = n;
    ERR_clear_error();
    read_plain(c, bytes, n);
    if (c->tls && c->state != SRV_IS_CLOSED)
        send_cipher(c);
    spk_buf_clear(&c->net->cipher);
    if (c->saw_end && c->state == SRV_IS_WS && !c->last)
        srv_conn_abort(c);
}

void srv_tls_pump(srv_conn *c)
{
    while (c->tls->ready && !c->tls->broken && c->first && !c->flight) {
        while (c->first && c->net->cipher.n < SRV_PIECE_BYTES) {
            srv_chunk *chunk = c->first;
            const char *from = (chunk->blob ? chunk->blob->bytes : chunk->bytes) + chunk->at;
            int wrote = SSL_write(c->tls->ssl, from, (int)(chunk->n - chunk->at));
            if (wrote <= 0) {
                ERR_clear_error();
                srv_conn_abort(c);
                spk_buf_clear(&c->net->cipher);
                return;
            }
            srv_conn_consume(c, (size_t)wrote);
        }
        if (!send_cipher(c))
            return;
    }
}

void srv_tls_bye(srv_conn *c)
{
    if (c->tls->ready && !c->tls->broken && !c->flight) {
        SSL_shutdown(c->tls->ssl);
        ERR_clear_error();
        send_cipher(c);
    }
}
