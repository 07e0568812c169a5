/* accounts.h: accounts: a name and a password that collect a person's seats across devices. Nobody
 * needs one. docs/protocol.md ("Accounts") describes the requests. They are the routes
 * srv_account_routes (routes.def); their state belongs to the house:
 *
 *     h->http->accounts = srv_accounts_new(h);
 *     ...
 *     srv_accounts_free(h->http->accounts);        after the store is closed, when nothing is in progress
 *
 * Passwords are hashed with argon2id (password.h). A session is 256 random bits, of which the store
 * keeps only the hash. Login attempts are limited per address and per name (house_limits.def). */
#ifndef SRV_ACCOUNTS_H
#define SRV_ACCOUNTS_H

#include "hosts/server/http/inside.h"

typedef struct srv_accounts srv_accounts;

srv_accounts *srv_accounts_new(srv_house *h);
void srv_accounts_free(srv_accounts *accounts); /* NULL is fine */

extern const srv_route srv_account_routes[];

#endif
