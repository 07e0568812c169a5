/* address.h: where a table is: from the link that somebody was given to a host, a port, a table and a secret. */
#ifndef JOIN_ADDRESS_H
#define JOIN_ADDRESS_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"

typedef struct join_address {
    bool tls;
    char host[256];
    int port;
    char table[24]; /* "": none is named */
    char token[48]; /* of a seat; "": none */
} join_address;

/* "https://example.org", "http://[::1]:8080/t/k7Rq0ZbT1xYv#TOKEN", "example.org/t/ID", "wss://...": without a scheme it is
 * https, or http for this machine (localhost, 127.0.0.1, [::1]). The page's own address, /table.html?t=ID, is one too. */
spk_err join_address_read(const char *url, join_address *a, spk_why *why);

/* Whether the text has the letters of tokens and tables' ids alone, and any: only such goes into a request. */
bool join_is_code(const char *text);

/* The link to a table and, with a token, to a seat there. */
void join_address_print(const join_address *a, spk_buf *out);

/* host, or host:port where the scheme has another: for a Host header. */
void join_address_print_host(const join_address *a, spk_buf *out);

#endif
