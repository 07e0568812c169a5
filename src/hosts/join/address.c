/* address.c: see address.h. */
#include "hosts/join/address.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/str.h"

enum { HTTP_PORT = 80, HTTPS_PORT = 443 };

/* The same letters as in a token and a table's id: nothing of a link goes into a request that has others. */
static bool is_code(const char *text, size_t n)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    return n > 0 && strspn(text, letters) >= n;
}

bool join_is_code(const char *text) { return is_code(text, strlen(text)); }

static bool take(const char *from, size_t n, char *to, size_t cap)
{
    if (n >= cap || !is_code(from, n))
        return false;
    memcpy(to, from, n);
    to[n] = '\0';
    return true;
}

/* "[::1]:8080", "example.org": the host's letters are those of names and numbers. */
static bool read_host(const char *text, size_t n, join_address *a)
{
    bool six = n > 0 && text[0] == '[';
    size_t skip = six ? 1 : 0, len = skip;
    while (len < n && text[len] != (six ? ']' : ':'))
        len++;
    size_t host = len - skip;
    if (host == 0 || host >= sizeof a->host || (six && len == n))
        return false;
    memcpy(a->host, text + skip, host);
    a->host[host] = '\0';
    if (strspn(a->host, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._:%") !=
        host)
        return false;
    len += six;
    if (len == n)
        return true;
    char port[8];
    if (text[len] != ':' || n - len - 1 >= sizeof port)
        return false;
    memcpy(port, text + len + 1, n - len - 1);
    port[n - len - 1] = '\0';
    return spk_str_int(port, 1, 65535, &a->port);
}

static bool is_here(const char *host)
{
    return strcasecmp(host, "localhost") == 0 || strncmp(host, "127.", 4) == 0 ||
           spk_str_eq(host, "::1");
}

static bool read_path(const char *path, join_address *a)
{
    size_t n = strcspn(path, "#");
    const char *token = path[n] == '#' ? path + n + 1 : "";
    const char *id = strncmp(path, "/t/", 3) == 0 ? path + 3 : NULL;
    const char *query = memchr(path, '?', n);
    if (!id && query && strncmp(query, "?t=", 3) == 0)
        id = query + 3;
    if (id && !take(id, strcspn(id, "#&?/"), a->table, sizeof a->table))
        return false;
    return !*token || (id && take(token, strlen(token), a->token, sizeof a->token));
}

spk_err join_address_read(const char *url, join_address *a, spk_why *why)
{
    static const struct {
        const char *scheme;
        bool tls;
    } schemes[] = {{"https://", true}, {"http://", false}, {"wss://", true}, {"ws://", false}};
    bool named = false;
    *a = (join_address){0};
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes && !named; i++) {
        size_t n = strlen(schemes[i].scheme);
        if (strncasecmp(url, schemes[i].scheme, n) == 0) {
            named = true;
            a->tls = schemes[i].tls;
            url += n;
        }
    }
    size_t n = strcspn(url, "/#?");
    if (!read_host(url, n, a) || !read_path(url + n, a))
        return spk_fail(why, SPK_EMALFORMED,
                        "that is no address of a server, a table or a seat "
                        "(https://example.org, https://example.org/t/ID)");
    if (!named)
        a->tls = !is_here(a->host);
    if (!a->port)
        a->port = a->tls ? HTTPS_PORT : HTTP_PORT;
    return SPK_OK;
}

void join_address_print_host(const join_address *a, spk_buf *out)
{
    bool six = strchr(a->host, ':') != NULL;
    spk_buf_printf(out, six ? "[%s]" : "%s", a->host);
    if (a->port != (a->tls ? HTTPS_PORT : HTTP_PORT))
        spk_buf_printf(out, ":%d", a->port);
}

void join_address_print(const join_address *a, spk_buf *out)
{
    spk_buf_puts(out, a->tls ? "https://" : "http://");
    join_address_print_host(a, out);
    if (*a->table)
        spk_buf_printf(out, "/t/%s", a->table);
    if (*a->token)
        spk_buf_printf(out, "#%s", a->token);
}
