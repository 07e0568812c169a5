/* doctor_net.c: how guests reach a house: ports, certificate, address, proxy, open files. See doctor.h. */
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/str.h"
#include "hosts/cli/doctor.h"

enum { WAIT_MS = 1000, SOON_DAYS = 14 };

/* -- Ports --------------------------------------------------------------------------------------- */

/* "[::1]:80", "*:80", "localhost:80" as host and port; an empty host means all addresses. */
static bool split(const char *address, char host[256], char port[8])
{
    const char *colon = strrchr(address, ':');
    size_t n = colon ? (size_t)(colon - address) : 0;
    bool in_brackets = n > 1 && address[0] == '[' && address[n - 1] == ']';
    if (!colon || n >= 256 || strlen(colon + 1) >= 8)
        return false;
    snprintf(host, 256, "%.*s", (int)(in_brackets ? n - 2 : n), address + in_brackets);
    snprintf(port, 8, "%s", colon + 1);
    if (spk_str_eq(host, "*"))
        *host = '\0';
    return true;
}

static struct addrinfo *resolve(const char *host, const char *port)
{
    struct addrinfo *found = NULL, wanted = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
    return getaddrinfo(*host ? host : NULL, port, &wanted, &found) == 0 ? found : NULL;
}

/* 0: the server could listen there; else the error. */
static int try_port(const struct addrinfo *at)
{
    const int on = 1;
    int s = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0), error = 0;
    if (s < 0)
        return errno == EAFNOSUPPORT ? 0 : errno;
    setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (at->ai_family == AF_INET6)
        setsockopt(s, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
    if (bind(s, at->ai_addr, at->ai_addrlen) != 0 || listen(s, 1) != 0)
        error = errno;
    close(s);
    return error;
}

/* What answers "GET /healthz" there; an empty text if nothing does within a second. */
static void ask_health(const struct addrinfo *at, char answer[1024])
{
    static const char question[] =
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    struct timeval wait = {.tv_sec = WAIT_MS / 1000};
    size_t n = 0;
    int s = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    setsockopt(s, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait);
    if (connect(s, at->ai_addr, at->ai_addrlen) == 0 &&
        send(s, question, sizeof question - 1, MSG_NOSIGNAL) == sizeof question - 1)
        for (ssize_t got; n < 1023 && (got = recv(s, answer + n, 1023 - n, 0)) > 0;)
            n += (size_t)got;
    answer[n] = '\0';
    close(s);
}

static void look_at_guest(doctor *d, const char *address, const struct addrinfo *at)
{
    char answer[1024];
    ask_health(at, answer);
    bool is_ours = strstr(answer, "{\"ok\":") && strstr(answer, "\"version\":");
    if (is_ours && strstr(answer, "{\"ok\":true"))
        doctor_fine(d, "a Speakeasy is open at %s", address);
    else if (is_ours) {
        doctor_find(d, DOCTOR_WRONG, "the Speakeasy at %s says that it is not well", address);
        doctor_mend(d, "its log says why; so does http://%s/healthz", address);
    } else if (*d->config->tls[0]) {
        doctor_find(d, DOCTOR_ODD, "something is listening at %s already", address);
        doctor_mend(d, "fine if it is this server; else find it with: ss -ltnp");
    } else {
        doctor_find(d, DOCTOR_WRONG, "another program is listening at %s", address);
        doctor_mend(d, "find it with 'ss -ltnp', or choose another port with 'listen'");
    }
}

static void look_at_port(doctor *d, const char *address)
{
    char host[256], port[8];
    struct addrinfo *found = split(address, host, port) ? resolve(host, port) : NULL;
    int error = found ? try_port(found) : 0;
    if (!found || error == EADDRNOTAVAIL) {
        doctor_find(d, DOCTOR_WRONG, "%s is no address of this machine", address);
        doctor_mend(d, "'listen' takes one of those that 'ip address' shows, or *");
    } else if (error == EADDRINUSE)
        look_at_guest(d, address, found);
    else if (error == EACCES) {
        doctor_find(d, DOCTOR_WRONG, "this user may not listen at %s: ports below 1024 are root's",
                    address);
        doctor_mend(
            d, "put a proxy before it, or give the unit CAP_NET_BIND_SERVICE (docs/hosting.md)");
    } else if (error) {
        doctor_find(d, DOCTOR_WRONG, "%s: %s", address, strerror(error));
        doctor_mend(d, "choose another address with 'listen'");
    } else
        doctor_fine(d, "%s is free", address);
    if (found)
        freeaddrinfo(found);
}

void doctor_ports(doctor *d)
{
    for (const char *const *at = d->config->listen; *at; at++)
        look_at_port(d, *at);
}

/* -- The certificate ------------------------------------------------------------------------------ */

static X509 *read_certificate(const char *path)
{
    FILE *file = fopen(path, "re");
    X509 *found = file ? PEM_read_X509(file, NULL, NULL, NULL) : NULL;
    if (file)
        fclose(file);
    return found;
}

static EVP_PKEY *read_key(const char *path)
{
    FILE *file = fopen(path, "re");
    EVP_PKEY *found = file ? PEM_read_PrivateKey(file, NULL, NULL, (void *)"") : NULL;
    if (file)
        fclose(file);
    return found;
}

static void look_at_dates(doctor *d, const X509 *certificate, const char *path)
{
    int days = 0, seconds = 0;
    ASN1_TIME_diff(&days, &seconds, NULL, X509_get0_notAfter(certificate));
    if (days < 0 || seconds < 0) {
        doctor_find(d, DOCTOR_WRONG, "%s has expired", path);
        doctor_mend(d, "renew it, then: systemctl reload speakeasy");
    } else if (X509_cmp_current_time(X509_get0_notBefore(certificate)) > 0) {
        doctor_find(d, DOCTOR_WRONG, "%s is not valid yet", path);
        doctor_mend(d, "look at this machine's clock, or wait");
    } else if (days < SOON_DAYS) {
        doctor_find(d, DOCTOR_ODD, "%s expires in %d days", path, days);
        doctor_mend(d, "renew it, then: systemctl reload speakeasy");
    } else
        doctor_fine(d, "%s, for %d more days", path, days);
}

static void look_at_key(doctor *d, X509 *certificate, EVP_PKEY *key, const char *path)
{
    struct stat about;
    if (!key) {
        doctor_find(d, DOCTOR_WRONG, "%s cannot be read as a private key without a password", path);
        doctor_mend(d, "it takes a PEM file that this user may read: 'openssl pkey -in %s -check'",
                    path);
    } else if (X509_check_private_key(certificate, key) != 1) {
        doctor_find(d, DOCTOR_WRONG, "%s is not the key of %s", path, d->config->tls[0]);
        doctor_mend(d, "give 'tls' the two files that belong together");
    } else if (stat(path, &about) == 0 && about.st_mode & 04) {
        doctor_find(d, DOCTOR_ODD, "everybody on this machine may read %s", path);
        doctor_mend(d, "chmod o-r %s", path);
    }
}

void doctor_certificate(doctor *d)
{
    const char *const *tls = d->config->tls;
    if (!*tls[0])
        return;
    X509 *certificate = read_certificate(tls[0]);
    EVP_PKEY *key = read_key(tls[1]);
    if (certificate) {
        look_at_dates(d, certificate, tls[0]);
        look_at_key(d, certificate, key, tls[1]);
    } else {
        doctor_find(d, DOCTOR_WRONG, "%s cannot be read as a certificate", tls[0]);
        doctor_mend(d,
                    "it takes a PEM file that this user may read, the server's certificate first");
    }
    ERR_clear_error();
    EVP_PKEY_free(key);
    X509_free(certificate);
}

/* -- Address and proxy ---------------------------------------------------------------------------- */

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static bool is_near(const char *address)
{
    return begins(address, "127.") || begins(address, "[::1]") || begins(address, "localhost:");
}

static bool listens_outside(const srv_config *c)
{
    for (const char *const *at = c->listen; *at; at++)
        if (!is_near(*at))
            return true;
    return false;
}

void doctor_address(doctor *d)
{
    const char *url = d->config->public_url;
    bool has_tls = *d->config->tls[0], is_outside = listens_outside(d->config);
    if (is_outside && !*url) {
        doctor_find(d, DOCTOR_ODD, "guests from outside can come, but 'public-url' is not set");
        doctor_mend(d,
                    "set it to the address guests type: links show it, and pages under a name may "
                    "play only then");
    } else if (begins(url, "http://") && !strstr(url, "://localhost") && !strstr(url, "://127.")) {
        doctor_find(d, DOCTOR_ODD, "%s is not encrypted: seats' secrets travel in the open", url);
        doctor_mend(d, "use 'tls', or a proxy that does, and https:// in 'public-url'");
    } else if (begins(url, "https://") && !has_tls && !*d->config->proxy) {
        doctor_find(d, DOCTOR_WRONG, "%s is announced, but there is neither 'tls' nor a 'proxy'",
                    url);
        doctor_mend(d,
                    "set 'tls' to certificate and key, or 'proxy' to the address of what encrypts");
    } else
        doctor_fine(d, "%s", *url ? url : "this machine only");
}

void doctor_proxy(doctor *d)
{
    const char *const *proxy = d->config->proxy;
    bool all = false;
    for (int i = 0; proxy[i]; i++)
        all |= strstr(proxy[i], "/0") != NULL && strlen(strstr(proxy[i], "/0")) == 2;
    if (all) {
        doctor_find(d, DOCTOR_WRONG,
                    "'proxy' trusts X-Forwarded-For from everybody: addresses can be made up");
        doctor_mend(d, "name the proxy's own address only, such as 127.0.0.1 ::1");
    } else if (!*proxy && *d->config->public_url && !listens_outside(d->config)) {
        doctor_find(d, DOCTOR_ODD,
                    "guests come through a proxy, but none is trusted: all share one address and "
                    "its limits");
        doctor_mend(d,
                    "proxy = 127.0.0.1 ::1, and let it send X-Forwarded-For and X-Forwarded-Proto");
    } else
        doctor_fine(d, "%s",
                    *proxy ? "X-Forwarded-* is trusted from those that are named" : "none");
}

/* -- Open files ----------------------------------------------------------------------------------- */

void doctor_files(doctor *d)
{
    enum { OWN = 64 }; /* what the server itself needs; limits.c leaves as much */
    struct rlimit limit;
    uint32_t wanted = d->config->limits.connections;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < (rlim_t)wanted + OWN) {
        doctor_find(d, DOCTOR_ODD, "this user may open %llu files, too few for %u connections",
                    (unsigned long long)limit.rlim_max, wanted);
        doctor_mend(d, "LimitNOFILE= in the unit, or 'ulimit -Hn', or a lower 'connections'");
    } else
        doctor_fine(d, "enough for %u connections", wanted);
}
