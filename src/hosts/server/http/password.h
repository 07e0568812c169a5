/* password.h: hashing and checking passwords with argon2id, on worker threads. Each takes 64 MB and
 * about 100 ms, so only two run at a time and the rest wait.
 *
 *     srv_passwords *passwords = srv_passwords_new(world);
 *     if (!srv_password_make(passwords, password, on_made, errand)) ...        too many are waiting: try later
 *     if (!srv_password_check(passwords, password, kept, on_checked, errand)) ...
 *     srv_passwords_free(passwords);                     when srv_passwords_busy is 0
 *
 * The password is copied, and wiped after use. 'done' runs exactly once, on the house's thread. */
#ifndef SRV_PASSWORD_H
#define SRV_PASSWORD_H

#include <stdbool.h>

#include "hosts/server/world.h"

typedef struct srv_passwords srv_passwords;

enum {
    SRV_PASSWORD_LEAST = 8,
    SRV_PASSWORD_MOST = 200,
    SRV_PASSWORDS_WAITING = 64
}; /* bytes; passwords */

/* 'well': the hash was made, or the password is right. 'text' is the new hash; borrowed. */
typedef void srv_hashed(void *context, bool well, const char *text);

srv_passwords *srv_passwords_new(const srv_world *world);
void srv_passwords_free(srv_passwords *passwords);
int srv_passwords_busy(const srv_passwords *passwords); /* in progress or waiting */
void srv_passwords_stop(srv_passwords *passwords);      /* those waiting fail at once */

/* Whether it is among the commonest ones, the same character again and again, or the person's name
 * with a few digits behind it. */
bool srv_password_is_common(const char *password, const char *name); /* name NULL: not compared */

bool srv_password_make(srv_passwords *passwords, const char *password, srv_hashed *done,
                       void *context);

/* 'kept' NULL: nobody has that name. Saying no takes just as long, so that timing does not reveal
 * it. */
bool srv_password_check(srv_passwords *passwords, const char *password, const char *kept,
                        srv_hashed *done, void *context);

#endif
