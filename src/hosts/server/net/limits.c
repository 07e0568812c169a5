/* limits.c: how much anybody may ask for: buckets of tokens, the addresses that are here, ranges of
 * addresses, and the system's limit on open files. What happens to who asks too much is decided where he
 * asks (conn.c, request.c, ws.c). */
#include <arpa/inet.h>
#include <string.h>
#include <sys/resource.h>

#include "base/hash.h"
#include "base/str.h"
#include "hosts/server/net/inside.h"

const srv_limit_info srv_limit_list[] = {
#define LIMIT(name, value, words) {#name, words, value, offsetof(srv_limits, name)},
#include "hosts/server/net/limits.def"
#undef LIMIT
};
const int srv_n_limits = sizeof srv_limit_list / sizeof *srv_limit_list;

/* -- Buckets ----------------------------------------------------------------------------------- */

bool srv_bucket_take(srv_bucket *b, uint32_t per_s, uint32_t burst, double cost, uint64_t now_ms)
{
    if (per_s == 0)
        return true;
    double room = burst > per_s ? burst : per_s;
    double level = room;
    if (b->at_ms)
        level = b->level + (double)(now_ms - b->at_ms) * per_s / 1000.0;
    b->level = level < room ? level : room;
    b->at_ms = now_ms ? now_ms : 1;
    if (b->level < cost)
        return false;
    b->level -= cost;
    return true;
}

/* -- Guests ------------------------------------------------------------------------------------ */

enum { FIRST_HEADS = 256, CALM_MS = 60000 };

void srv_callers_init(srv_callers *g)
{
    *g = (srv_callers){.n_heads = FIRST_HEADS, .heads = spk_alloc(FIRST_HEADS * sizeof *g->heads)};
    uv_random(NULL, NULL, &g->seed, sizeof g->seed, 0,
              NULL); /* or 0: then it is merely guessable */
}

void srv_callers_release(srv_callers *g)
{
    for (uint32_t i = 0; i < g->n_heads; i++) {
        for (srv_caller *it = g->heads[i], *next; it; it = next) {
            next = it->next;
            spk_free(it);
        }
    }
    spk_free(g->heads);
}

static srv_caller **head_of(srv_callers *g, const srv_ip *key)
{
    return &g->heads[spk_hash_words(g->seed, key->bytes, sizeof key->bytes) & (g->n_heads - 1)];
}

static void grow(srv_callers *g)
{
    srv_callers bigger = *g;
    bigger.n_heads = g->n_heads * 2;
    bigger.heads = spk_alloc(bigger.n_heads * sizeof *bigger.heads);
    for (uint32_t i = 0; i < g->n_heads; i++) {
        for (srv_caller *it = g->heads[i], *next; it; it = next) {
            srv_caller **head = head_of(&bigger, &it->key);
            next = it->next;
            it->next = *head;
            *head = it;
        }
    }
    spk_free(g->heads);
    *g = bigger;
}

static bool is_v4(const srv_ip *ip)
{
    static const uint8_t v4[12] = {[10] = 0xff, [11] = 0xff};
    return memcmp(ip->bytes, v4, sizeof v4) == 0;
}

/* A household has one IPv4 address, or 2^64 of IPv6: both are one guest. */
static srv_ip key_of(const srv_ip *ip)
{
    srv_ip key = *ip;
    if (!is_v4(ip))
        memset(key.bytes + 8, 0, 8);
    return key;
}

srv_caller *srv_caller_of(srv_callers *g, const srv_ip *ip)
{
    srv_ip key = key_of(ip);
    for (srv_caller *it = *head_of(g, &key); it; it = it->next) {
        if (memcmp(&it->key, &key, sizeof key) == 0)
            return it;
    }
    if (g->n >= g->n_heads)
        grow(g);
    srv_caller **head = head_of(g, &key);
    srv_caller *it = spk_alloc(sizeof *it);
    *it = (srv_caller){.key = key, .next = *head};
    *head = it;
    g->n++;
    return it;
}

void srv_callers_sweep(srv_callers *g, uint64_t now_ms)
{
    for (uint32_t i = 0; i < g->n_heads; i++) {
        for (srv_caller **at = &g->heads[i]; *at;) {
            srv_caller *it = *at;
            if (it->n_connections || it->handshakes.at_ms + CALM_MS > now_ms ||
                it->requests.at_ms + CALM_MS > now_ms) {
                at = &it->next;
                continue;
            }
            *at = it->next;
            spk_free(it);
            g->n--;
        }
    }
}

/* -- Addresses --------------------------------------------------------------------------------- */

bool srv_ip_parse(const char *text, srv_ip *ip)
{
    *ip = (srv_ip){.bytes = {[10] = 0xff, [11] = 0xff}};
    return uv_inet_pton(AF_INET, text, ip->bytes + 12) == 0 ||
           uv_inet_pton(AF_INET6, text, ip->bytes) == 0;
}

_Static_assert(SRV_IP_ROOM == INET6_ADDRSTRLEN, "room for an address");

void srv_ip_print(const srv_ip *ip, char room[SRV_IP_ROOM])
{
    if (is_v4(ip))
        uv_inet_ntop(AF_INET, ip->bytes + 12, room, INET6_ADDRSTRLEN);
    else
        uv_inet_ntop(AF_INET6, ip->bytes, room, INET6_ADDRSTRLEN);
}

srv_ip srv_ip_of(const struct sockaddr *address)
{
    srv_ip ip = {.bytes = {[10] = 0xff, [11] = 0xff}};
    if (address->sa_family == AF_INET6)
        memcpy(ip.bytes, &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr, 16);
    else if (address->sa_family == AF_INET)
        memcpy(ip.bytes + 12, &((const struct sockaddr_in *)(const void *)address)->sin_addr, 4);
    return ip;
}

bool srv_range_parse(const char *text, srv_range *range)
{
    char address[INET6_ADDRSTRLEN];
    const char *slash = strchr(text, '/');
    size_t n = slash ? (size_t)(slash - text) : strlen(text);
    if (n >= sizeof address)
        return false;
    memcpy(address, text, n);
    address[n] = '\0';
    if (!srv_ip_parse(address, &range->ip))
        return false;
    int before = strchr(address, ':') ? 0 : 96, bits = 128 - before;
    if (slash && !spk_str_int(slash + 1, 0, 128 - before, &bits))
        return false;
    range->n_bits = before + bits;
    return true;
}

bool srv_range_has(const srv_range *range, const srv_ip *ip)
{
    int whole = range->n_bits / 8, odd = range->n_bits % 8;
    if (memcmp(range->ip.bytes, ip->bytes, (size_t)whole) != 0)
        return false;
    return odd == 0 || (range->ip.bytes[whole] ^ ip->bytes[whole]) >> (8 - odd) == 0;
}

/* -- Open files -------------------------------------------------------------------------------- */

/* Debian starts programs with 1,024, and lets them have far more if they ask. */
uint64_t srv_raise_open_files(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 1024;
    if (limit.rlim_cur < limit.rlim_max) {
        struct rlimit more = {.rlim_cur = limit.rlim_max, .rlim_max = limit.rlim_max};
        if (setrlimit(RLIMIT_NOFILE, &more) == 0)
            limit = more;
    }
    return limit.rlim_cur;
}
