/* http.h: one question to a server and its answer, as JSON. It waits, at most JOIN_HTTP_MS. */
#ifndef JOIN_HTTP_H
#define JOIN_HTTP_H

#include <jansson.h>

#include "hosts/join/address.h"

enum { JOIN_HTTP_MS = 10000, JOIN_BODY_MOST = 2 << 20 };

/* The request goes to the server of the address; a token that is not "" goes along as Bearer. 'body' may be NULL. Answers
 * with the JSON, which is the caller's, and NULL if there is none: 'why' says what the server said, or what went wrong. */
json_t *join_ask(const join_address *a, const char *ca_file, const char *method, const char *path,
                 const char *token, const json_t *body, spk_why *why);

#endif
