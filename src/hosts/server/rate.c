/* rate.c: see rate.h. */
#include "hosts/server/rate.h"

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

/* Whoever has one address of a /64 has all of them. */
static size_t network_length(const char *who)
{
    const char *at = who;
    if (!strchr(who, ':'))
        return strlen(who);
    for (int i = 0; i < 4 && at; i++)
        at = strchr(at + (i > 0), ':');
    return at ? (size_t)(at - who) : strlen(who);
}

bool srv_rates_take(srv_rates *rates, const char *who, uint32_t burst, double per_s, int64_t now_ms)
{
    enum { NEAR = 4 };
    uint64_t key = spk_hash(SPK_HASH_START, who, network_length(who)) | 1;
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
