/* rate.h: how often somebody may do something: a bucket that fills steadily and from which every act takes
 * one. Times are milliseconds of any clock that does not go back.
 *
 *     srv_rate rate = {0};                                      full
 *     if (!srv_rate_take(&rate, 10, 1.0, now_ms)) ...           at most 10 at once, 1 a second: too often
 *
 * Addresses have theirs in a table of fixed size (srv_rates): a stranger costs no memory. If two of them
 * fall into one place, the one who was quiet longer is forgotten. */
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

/* The same for an address (of IPv6: its /64) or any other word, such as a name. */
bool srv_rates_take(srv_rates *rates, const char *who, uint32_t burst, double per_s,
                    int64_t now_ms);

#endif
