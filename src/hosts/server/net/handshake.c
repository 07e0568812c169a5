/* handshake.c: may this request become a WebSocket, and may this page ask? RFC 6455, section 4.2. What is
 * said afterwards is read in ws.c. */
#include <openssl/evp.h>
#include <string.h>
#include <strings.h>

#include "base/str.h"
#include "hosts/server/net/inside.h"

/* -- Origins ----------------------------------------------------------------------------------- */

/* host[:port] of an origin or of the Host header, without the port that its scheme implies. */
static bool host_of(const char *origin, char *room, size_t cap)
{
    const char *colon = strstr(origin, "://");
    const char *host = colon ? colon + 3 : origin;
    const char *usual = strncasecmp(origin, "https:", 6) == 0 ? ":443" : ":80";
    size_t n = strlen(host), n_usual = strlen(usual);
    if (colon && n > n_usual && spk_str_eq(host + n - n_usual, usual))
        n -= n_usual;
    if (n == 0 || n >= cap)
        return false;
    memcpy(room, host, n);
    room[n] = '\0';
    return true;
}

/* A name that no stranger can have pointed at us: a number, localhost, one without a dot, or .local. */
static bool is_house_name(const char *host)
{
    char name[256];
    srv_ip ip;
    size_t n = host[0] == '[' ? strcspn(host, "]") : strcspn(host, ":");
    const char *from = host[0] == '[' ? host + 1 : host;
    n -= (size_t)(from - host);
    if (n >= sizeof name)
        return false;
    memcpy(name, from, n);
    name[n] = '\0';
    if (srv_ip_parse(name, &ip) || !strchr(name, '.'))
        return true;
    return n > 6 && strcasecmp(name + n - 6, ".local") == 0;
}

bool srv_origin_is_welcome(const srv_net *net, const char *origin, const char *host)
{
    char theirs[256], ours[256];
    for (char **it = net->origins; it && *it; it++) {
        if (strcasecmp(*it, origin) == 0)
            return true;
    }
    if (strncasecmp(origin, "http://", 7) != 0 && strncasecmp(origin, "https://", 8) != 0)
        return false;
    if (!host || !host_of(origin, theirs, sizeof theirs))
        return false;
    /* The Host has no scheme of its own: it is read with the origin's. */
    snprintf(ours, sizeof ours, "%.*s%.200s", (int)(strstr(origin, "://") + 3 - origin), origin,
             host);
    char plain[256];
    return host_of(ours, plain, sizeof plain) && strcasecmp(plain, theirs) == 0 &&
           is_house_name(plain);
}

/* -- The handshake ----------------------------------------------------------------------------- */

/* Is 'word' in a list with commas? */
static bool has_word(const char *list, const char *word)
{
    size_t n = strlen(word);
    while (list && *list) {
        list += strspn(list, " \t,");
        size_t len = strcspn(list, " \t,");
        if (len == n && memcmp(list, word, n) == 0)
            return true;
        list += len;
    }
    return false;
}

/* 16 bytes in base64: 22 letters and "==". */
static bool is_key(const char *key)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return strlen(key) == 24 && strspn(key, letters) == 22 && spk_str_eq(key + 22, "==");
}

static void answer_key(const char *key, char accept[32])
{
    char text[64];
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned n = 0;
    snprintf(text, sizeof text, "%s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
    SPK_BUG_IF(!EVP_Digest(text, strlen(text), digest, &n, EVP_sha1(), NULL) || n != 20);
    EVP_EncodeBlock((unsigned char *)accept, digest, 20);
}

srv_refusal srv_handshake_check(srv_exchange *h)
{
    const srv_net *net = h->c->net;
    const char *key = srv_exchange_header(h, "sec-websocket-key");
    const char *version = srv_exchange_header(h, "sec-websocket-version");
    const char *origin = srv_exchange_header(h, "origin");
    bool has_body = h->parser.content_length > 0 || srv_exchange_header(h, "transfer-encoding");
    if (!net->handlers.upgrade)
        return SRV_REFUSED_NO_WEBSOCKET;
    if (net->draining)
        return SRV_REFUSED_DRAINING;
    if (h->method != SRV_GET || h->is_head || h->parser.http_minor != 1 || has_body)
        return SRV_REFUSED_BAD_HANDSHAKE;
    if (!version || !spk_str_eq(version, "13"))
        return SRV_REFUSED_WS_VERSION;
    if (!key || !is_key(key))
        return SRV_REFUSED_BAD_HANDSHAKE;
    if (origin && !srv_origin_is_welcome(net, origin, srv_exchange_header(h, "host")))
        return SRV_REFUSED_ORIGIN; /* no Origin: not a browser, and nobody's cookies to abuse */
    if (net->subprotocol &&
        !has_word(srv_exchange_header(h, "sec-websocket-protocol"), net->subprotocol))
        return SRV_REFUSED_SUBPROTOCOL;
    answer_key(key, h->accept);
    return SRV_NO_REFUSAL;
}
