/* rate.h: rate limits: a bucket that fills steadily and from which every act takes one token. Times
 * are milliseconds of any monotonic clock.
 *
 *     srv_rate rate = {0};                              full
 *     if (!srv_rate_take(&rate, 10, 1.0, now_ms)) ...   too often: at most 10 at once, 1 per second
 *
 * Addresses keep theirs in a table of fixed size (srv_rates), so strangers cost no memory. If two
 * collide, the one that was quiet longer is forgotten. */
#ifndef SRV_RATE_H
#define SRV_RATE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct srv_rate {
    float used;     /* of the burst */
    uint32_t at_ms; /* low bits */
} srv_rate;

/* 'burst' 0: no limit. */
bool srv_rate_take(srv_rate *rate, uint32_t burst, double per_s, int64_t now_ms);

enum { SRV_RATE_PLACES = 4096 };

typedef struct srv_rates {
    struct {
        uint64_t key;
        srv_rate rate;
    } place[SRV_RATE_PLACES];
} srv_rates;

/* Where an address comes from, as a number that is never 0: itself or, for IPv6, its /64, since whoever has one of its
 * addresses has all of them. An IPv4 address is the same in both notations. Of any other text, such as a name: that. */
uint64_t srv_network_of(const char *who);

/* The same for a network or a name. */
bool srv_rates_take(srv_rates *rates, const char *who, uint32_t burst, double per_s,
                    int64_t now_ms);

#endif
