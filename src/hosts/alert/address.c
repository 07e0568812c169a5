/* address.c: see address.h. */
#include "hosts/alert/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* -- Which addresses are public ------------------------------------------------------------------------------- */

/* The blocks of IPv4 that lead somewhere else than to a host of the internet (RFC 6890 and its successors). */
static const struct block {
    uint32_t start;
    int bits;
} kept[] = {
    {0x00000000, 8},  /* this network */
    {0x0a000000, 8},  /* private */
    {0x64400000, 10}, /* behind a provider's translator */
    {0x7f000000, 8},  /* this machine */
    {0xa9fe0000, 16}, /* this link; clouds answer here with secrets */
    {0xac100000, 12}, /* private */
    {0xc0000000, 24}, /* protocols */
    {0xc0000200, 24}, /* examples */
    {0xc0586300, 24}, /* 6to4 */
    {0xc0a80000, 16}, /* private */
    {0xc6120000, 15}, /* measuring */
    {0xc6336400, 24}, /* examples */
    {0xcb007100, 24}, /* examples */
    {0xe0000000, 3},  /* to many at once, and reserved */
};

static bool is_public_4(uint32_t address)
{
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if ((address ^ kept[i].start) >> (32 - kept[i].bits) == 0)
            return false;
    return true;
}

/* Of IPv6 only 2000::/3 leads to hosts, less what wraps or documents; an IPv4 address inside is judged as such. */
static bool is_public_6(const uint8_t a[16])
{
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff},
                         translated[12] = {0, 0x64, 0xff, 0x9b};
    uint32_t last = (uint32_t)a[12] << 24 | a[13] << 16 | a[14] << 8 | a[15];
    if (memcmp(a, mapped, 12) == 0 || memcmp(a, translated, 12) == 0)
        return is_public_4(last);
    if (a[0] == 0x20 && a[1] == 0x02) /* 6to4 */
        return is_public_4((uint32_t)a[2] << 24 | a[3] << 16 | a[4] << 8 | a[5]);
    if (a[0] == 0x20 && a[1] == 0x01 && (a[2] < 2 || (a[2] == 0x0d && a[3] == 0xb8)))
        return false; /* Teredo and the like; examples */
    return a[0] >> 5 == 1;
}

bool alert_is_public(const struct sockaddr *address)
{
    struct sockaddr_in in4;
    struct sockaddr_in6 in6;
    if (address->sa_family == AF_INET) {
        memcpy(&in4, address, sizeof in4);
        return is_public_4(ntohl(in4.sin_addr.s_addr));
    }
    if (address->sa_family != AF_INET6)
        return false;
    memcpy(&in6, address, sizeof in6);
    return is_public_6(in6.sin6_addr.s6_addr);
}

/* -- URLs ----------------------------------------------------------------------------------------------------- */

/* Where the host begins and how long it is, with the brackets of IPv6. 0: there is none. */
static size_t host_of(const char *url, const char **host)
{
    const char *start = strstr(url, "://");
    if (!start)
        return 0;
    *host = start + 3;
    return **host == '[' ? strcspn(*host, "]") + 1 : strcspn(*host, ":/?#");
}

void alert_url_host(const char *url, char *room, size_t cap)
{
    const char *host = "";
    size_t n = host_of(url, &host);
    snprintf(room, cap, "%.*s", (int)n, host);
}

/* A host that is spelled as a number, or is known to be no name of the internet. Other names are looked up by the courier. */
static bool is_private_host(const char *host)
{
    struct sockaddr_in in4 = {.sin_family = AF_INET};
    struct sockaddr_in6 in6 = {.sin6_family = AF_INET6};
    size_t n = strlen(host);
    char inner[80];
    snprintf(inner, sizeof inner, "%.*s", (int)(*host == '[' && n > 2 ? n - 2 : n),
             host + (*host == '['));
    if (inet_pton(AF_INET, inner, &in4.sin_addr) == 1)
        return !alert_is_public((const struct sockaddr *)&in4);
    if (inet_pton(AF_INET6, inner, &in6.sin6_addr) == 1)
        return !alert_is_public((const struct sockaddr *)&in6);
    return !strchr(host, '.') || (n > 6 && strcmp(host + n - 6, ".local") == 0) ||
           (n > 10 && strcmp(host + n - 10, ".localhost") == 0);
}

/* Visible ASCII, without what splits a header or hides a host ("https://good.example@bad.example/"). */
static bool is_plain(const char *url)
{
    for (const char *p = url; *p; p++)
        if (*p <= ' ' || *p >= 127 || strchr("\"\\<>^`{|}@", *p))
            return false;
    return true;
}

spk_err alert_url_check(const char *url, bool private, spk_why *why)
{
    char host[300];
    bool is_https = strncmp(url, "https://", 8) == 0, is_http = strncmp(url, "http://", 7) == 0;
    if (strlen(url) > ALERT_URL || !is_plain(url))
        return spk_fail(why, SPK_EMALFORMED, "This is not an address on the web.");
    if (!is_https && !(private && is_http))
        return spk_fail(why, SPK_EMALFORMED, "The address must begin with https://.");
    alert_url_host(url, host, sizeof host);
    if (!*host || strlen(host) > 253)
        return spk_fail(why, SPK_EMALFORMED, "This is not an address on the web.");
    if (!private && is_private_host(host))
        return spk_fail(why, SPK_EREFUSED, "This address is not on the public internet.");
    return SPK_OK;
}

/* -- Mailboxes ------------------------------------------------------------------------------------------------ */

spk_err alert_mailbox_check(const char *text, spk_why *why)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    char before[100], after[100];
    const char *at = strchr(text, '@');
    size_t n = at ? (size_t)(at - text) : 0, n_host = at ? strlen(at + 1) : 0;
    snprintf(before, sizeof before, "%s.!#$%%&'*+/=?^_`{|}~-", letters);
    snprintf(after, sizeof after, "%s.-", letters);
    if (n < 1 || n > 64 || n_host < 3 || n + n_host + 1 > ALERT_MAILBOX || text[0] == '-' ||
        strspn(text, before) != n || strspn(at + 1, after) != n_host || !strchr(at + 1, '.') ||
        strstr(text, "..") || at[1] == '.' || at[-1] == '.' || at[n_host] == '.')
        return spk_fail(why, SPK_EMALFORMED, "This is not a mail address.");
    return SPK_OK;
}

void alert_mailbox_hint(const char *mailbox, char *room, size_t cap)
{
    const char *at = strchr(mailbox, '@');
    snprintf(room, cap, "%.1s...%s", mailbox, at ? at : "");
}
