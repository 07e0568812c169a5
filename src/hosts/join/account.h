/* account.h: a person's account at a server, for as long as this program runs: whoever is signed in finds their tables, and the
 * seats they take are theirs in a browser too.
 *
 *     join_account who = {0};
 *     err = join_sign_in(&address, ca_file, "Ann", password, false, &who, &why);
 *     join_ask(..., who.session, ...);            as Bearer: a seat taken with it belongs to the account
 *     join_sign_out(&address, ca_file, &who);
 *
 * The session's token is kept in memory alone, and ends with join_sign_out. */
#ifndef JOIN_ACCOUNT_H
#define JOIN_ACCOUNT_H

#include <jansson.h>

#include "hosts/join/address.h"
#include "hosts/room/room.h"

typedef struct join_account {
    char name[ROOM_NAME];
    char session[48]; /* a token; "": nobody is signed in */
} join_account;

/* 'is_new': make the account first. *who is filled in only if that worked. */
spk_err join_sign_in(const join_address *a, const char *ca_file, const char *name,
                     const char *password, bool is_new, join_account *who, spk_why *why);

/* What the server does not hear, it forgets after its own time: nothing is reported. */
void join_sign_out(const join_address *a, const char *ca_file, join_account *who);

/* The account's tables, as docs/protocol.md has them (GET /api/me): the caller's. NULL: 'why' says why not. */
json_t *join_own_tables(const join_address *a, const char *ca_file, const join_account *who,
                        spk_why *why);

/* Whether the account has a seat at the table with this id. */
bool join_has_seat(const json_t *own_tables, const char *id);

/* The seat of the address's token becomes the account's. */
spk_err join_claim(const join_address *a, const char *ca_file, const join_account *who,
                   spk_why *why);

#endif
