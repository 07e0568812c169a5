/* address.h: addresses that people give us: of push services, webhooks and mailboxes. What can be refused before anything is
 * sent is refused here, with a reason; where a name leads is looked at when a connection is made (courier.h). */
#ifndef ALERT_ADDRESS_H
#define ALERT_ADDRESS_H

#include <stdbool.h>
#include <sys/socket.h>

#include "base/err.h"

enum {
    ALERT_URL = 1000, /* bytes of a URL, at most; push services' are long */
    ALERT_MAILBOX = 254
};

/* Only https, to a host that is not ours or our neighbours'. 'private': those too, and http. */
spk_err alert_url_check(const char *url, bool private, spk_why *why);

/* Whether this is an address of the open internet: not of this machine, its network, or of a use of its own. */
bool alert_is_public(const struct sockaddr *address);

/* One mailbox, "ann@example.org": what can be put into a header and a command as it is. */
spk_err alert_mailbox_check(const char *text, spk_why *why);

/* "ann@example.org" -> "a...@example.org": enough for its owner to know it by. */
void alert_mailbox_hint(const char *mailbox, char *room, size_t cap);

/* "https://push.example/abc" -> "push.example" */
void alert_url_host(const char *url, char *room, size_t cap);

#endif
