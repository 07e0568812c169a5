/* rate.c: see rate.h. */
#include "hosts/server/rate.h"

#include <arpa/inet.h>
#include <string.h>

#include "base/hash.h"

static float used_now(const srv_rate *rate, double per_s, int64_t now_ms)
{
    uint32_t passed = (uint32_t)now_ms - rate->at_ms;
    double left = rate->used - passed * per_s / 1000;
    return left < 0 ? 0 : (float)left;
}

bool srv_rate_take(srv_rate *rate, uint32_t burst, double per_s, int64_t now_ms)
{
    float used = used_now(rate, per_s, now_ms);
    if (!burst)
        return true;
    rate->used = used;
    rate->at_ms = (uint32_t)now_ms;
    if (used + 1 > (float)burst)
        return false;
    rate->used = used + 1;
    return true;
}

/* Read, not counted: "2001:db8::1" and "2001:db8:0:0:1::" are neighbours. */
uint64_t srv_network_of(const char *who)
{
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
    struct in6_addr ip;
    bool is_ip6 = inet_pton(AF_INET6, who, &ip) == 1;
    if (is_ip6 && memcmp(&ip, mapped, sizeof mapped) != 0)
        return spk_hash(SPK_HASH_START, &ip, 8) | 1;
    if (is_ip6)
        memmove(&ip, (uint8_t *)&ip + sizeof mapped, 4);
    if (is_ip6 || inet_pton(AF_INET, who, &ip) == 1)
        return spk_hash(SPK_HASH_START, &ip, 4) | 1;
    return spk_hash(SPK_HASH_START, who, strlen(who)) | 1;
}

bool srv_rates_take(srv_rates *rates, const char *who, uint32_t burst, double per_s, int64_t now_ms)
{
    enum { NEAR = 4 };
    uint64_t key = srv_network_of(who);
    size_t found = key % SRV_RATE_PLACES;
    for (size_t i = 0; i < NEAR; i++) {
        size_t at = (key + i) % SRV_RATE_PLACES;
        if (rates->place[at].key == key) {
            found = at;
            break;
        }
        if (used_now(&rates->place[at].rate, per_s, now_ms) <
            used_now(&rates->place[found].rate, per_s, now_ms))
            found = at;
    }
    if (rates->place[found].key != key) {
        rates->place[found].key = key;
        rates->place[found].rate = (srv_rate){.at_ms = (uint32_t)now_ms};
    }
    return srv_rate_take(&rates->place[found].rate, burst, per_s, now_ms);
}
