/* password.c: argon2id on worker threads. See password.h. */
#include "hosts/server/http/password.h"

#include <sodium.h>
#include <string.h>

#include "base/err.h"
#include "base/mem.h"

enum { AT_ONCE = 2 };

typedef struct job {
    srv_job job; /* while it runs */
    srv_passwords *passwords;
    struct job *next; /* while it waits */
    bool checks, well;
    char password[SRV_PASSWORD_MOST + 1];
    char text[crypto_pwhash_STRBYTES];
    srv_hashed *done;
    void *context;
} job;

struct srv_passwords {
    const srv_world *world;
    job *first, *last; /* those that wait */
    int n_running, n_waiting;
};

srv_passwords *srv_passwords_new(const srv_world *world)
{
    SPK_BUG_IF(sodium_init() < 0);
    srv_passwords *passwords = spk_alloc(sizeof *passwords);
    passwords->world = world;
    return passwords;
}

void srv_passwords_free(srv_passwords *passwords)
{
    SPK_BUG_IF(passwords && srv_passwords_busy(passwords));
    spk_free(passwords);
}

int srv_passwords_busy(const srv_passwords *passwords)
{
    return passwords->n_running + passwords->n_waiting;
}

/* On a worker. */
static void think(srv_job *work)
{
    job *j = (job *)work;
    size_t n = strlen(j->password);
    if (j->checks && *j->text)
        j->well = crypto_pwhash_str_verify(j->text, j->password, n) == 0;
    else
        j->well = crypto_pwhash_str(j->text, j->password, n, crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                    crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0 &&
                  !j->checks;
    sodium_memzero(j->password, sizeof j->password);
}

static void start_next(srv_passwords *passwords);

static void end(job *j, bool well)
{
    j->done(j->context, well, j->text);
    sodium_memzero(j, sizeof *j);
    spk_free(j);
}

static void finish(srv_job *work, bool stopped)
{
    job *j = (job *)work;
    j->passwords->n_running--;
    start_next(j->passwords);
    end(j, !stopped && j->well);
}

static job *take_first(srv_passwords *passwords)
{
    job *j = passwords->first;
    passwords->first = j->next;
    passwords->n_waiting--;
    return j;
}

static void start_next(srv_passwords *passwords)
{
    if (!passwords->first || passwords->n_running == AT_ONCE)
        return;
    job *j = take_first(passwords);
    passwords->n_running++;
    passwords->world->give(passwords->world->loop, &j->job, SRV_RANK_ASIDE);
}

void srv_passwords_stop(srv_passwords *passwords)
{
    while (passwords->first)
        end(take_first(passwords), false);
}

static bool add(srv_passwords *passwords, const char *password, const char *kept, bool checks,
                srv_hashed *done, void *context)
{
    size_t n = strlen(password), n_kept = kept ? strlen(kept) : 0;
    SPK_BUG_IF(n > SRV_PASSWORD_MOST);
    if (passwords->n_waiting >= SRV_PASSWORDS_WAITING || n_kept >= crypto_pwhash_STRBYTES)
        return false;
    job *j = spk_alloc(sizeof *j);
    *j = (job){.job = {.work = think, .done = finish},
               .passwords = passwords,
               .checks = checks,
               .done = done,
               .context = context};
    memcpy(j->password, password, n + 1);
    if (kept)
        memcpy(j->text, kept, n_kept + 1);
    if (passwords->first)
        passwords->last->next = j;
    else
        passwords->first = j;
    passwords->last = j;
    passwords->n_waiting++;
    start_next(passwords);
    return true;
}

bool srv_password_make(srv_passwords *passwords, const char *password, srv_hashed *done,
                       void *context)
{
    return add(passwords, password, NULL, false, done, context);
}

bool srv_password_check(srv_passwords *passwords, const char *password, const char *kept,
                        srv_hashed *done, void *context)
{
    return add(passwords, password, kept, true, done, context);
}
