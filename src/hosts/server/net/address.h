/* address.h: IP addresses and ranges, for the network layer, the log and the configuration. Plain
 * data, no sockets. */
#ifndef SRV_ADDRESS_H
#define SRV_ADDRESS_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct srv_ip { /* IPv4 as ::ffff:a.b.c.d */
    uint8_t bytes[16];
} srv_ip;

typedef struct srv_range { /* addresses that begin with the same bits */
    srv_ip ip;
    int n_bits;
} srv_range;

bool srv_ip_parse(const char *text, srv_ip *ip);
void srv_ip_print(const srv_ip *ip, char room[INET6_ADDRSTRLEN]);
bool srv_range_parse(const char *text, srv_range *range);
bool srv_range_has(const srv_range *range, const srv_ip *ip);

#endif
