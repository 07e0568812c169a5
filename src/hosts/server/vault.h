/* vault.h: passwords, turned into argon2id's text and compared with one, on worker threads: each takes 64 MB
 * and some 100 ms, so two at a time and no more, the rest waits its turn.
 *
 *     srv_vault *vault = srv_vault_new(loop);
 *     if (!srv_vault_make(vault, password, on_made, errand)) ...        too many wait: try later
 *     if (!srv_vault_check(vault, password, kept, on_checked, errand)) ...
 *     srv_vault_free(vault);                     when srv_vault_busy is 0
 *
 * The password is copied and wiped as soon as it was used. 'done' runs on the loop, exactly once. */
#ifndef SRV_VAULT_H
#define SRV_VAULT_H

#include <stdbool.h>
#include <uv.h>

typedef struct srv_vault srv_vault;

enum {
    SRV_PASSWORD_LEAST = 8,
    SRV_PASSWORD_MOST = 200,
    SRV_VAULT_WAITING = 64
}; /* bytes; passwords */

/* 'well': it was made, or it is the right one. 'text' is argon2id's of a new one; borrowed. */
typedef void srv_hashed(void *context, bool well, const char *text);

srv_vault *srv_vault_new(uv_loop_t *loop);
void srv_vault_free(srv_vault *vault);
int srv_vault_busy(const srv_vault *vault); /* under way or waiting */
void srv_vault_stop(srv_vault *vault);      /* those that wait are not well, at once */

bool srv_vault_make(srv_vault *vault, const char *password, srv_hashed *done, void *context);

/* 'kept' NULL: nobody has that name. It takes as long to say no, so that nobody learns it by the time. */
bool srv_vault_check(srv_vault *vault, const char *password, const char *kept, srv_hashed *done,
                     void *context);

#endif
