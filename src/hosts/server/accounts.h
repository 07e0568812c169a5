/* accounts.h: accounts of the house: a name and a password that gather one's seats on all devices. Nobody
 * needs one. The requests are described in docs/protocol.md ("Accounts"); they are the routes
 * srv_account_routes (routes.def), and their state belongs to the house:
 *
 *     h->accounts = srv_accounts_new(h);
 *     ...
 *     srv_accounts_free(h->accounts);        after the store is closed; nothing is under way then
 *
 * Passwords are argon2id's (vault.h); sessions are 256 bits, of which the store has the hash. How often
 * passwords are tried is limited for each address and each name (house_limits.def). */
#ifndef SRV_ACCOUNTS_H
#define SRV_ACCOUNTS_H

#include "hosts/server/house.h"

typedef struct srv_accounts srv_accounts;

srv_accounts *srv_accounts_new(srv_house *h);
void srv_accounts_free(srv_accounts *accounts); /* NULL is fine */

/* Requests that wait for a worker or the store: the house closes its store when there are none. */
int srv_accounts_busy(const srv_accounts *accounts);

extern const srv_route srv_account_routes[];

#endif
