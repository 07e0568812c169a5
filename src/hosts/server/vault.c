/* vault.c: argon2id on worker threads. See vault.h. */
#include "hosts/server/vault.h"

#include <sodium.h>
#include <string.h>

#include "base/err.h"
#include "base/mem.h"

enum { AT_ONCE = 2 };

typedef struct job {
    uv_work_t work;
    srv_vault *vault;
    struct job *next;
    bool checks, well;
    char password[SRV_PASSWORD_MOST + 1];
    char text[crypto_pwhash_STRBYTES];
    srv_hashed *done;
    void *context;
} job;

struct srv_vault {
    uv_loop_t *loop;
    job *first, *last; /* those that wait */
    int n_running, n_waiting;
};

srv_vault *srv_vault_new(uv_loop_t *loop)
{
    SPK_BUG_IF(sodium_init() < 0);
    srv_vault *vault = spk_alloc(sizeof *vault);
    vault->loop = loop;
    return vault;
}

void srv_vault_free(srv_vault *vault)
{
    SPK_BUG_IF(vault && srv_vault_busy(vault));
    spk_free(vault);
}

int srv_vault_busy(const srv_vault *vault) { return vault->n_running + vault->n_waiting; }

/* On a worker. */
static void think(uv_work_t *work)
{
    job *j = (job *)(void *)work;
    size_t n = strlen(j->password);
    if (j->checks && *j->text)
        j->well = crypto_pwhash_str_verify(j->text, j->password, n) == 0;
    else
        j->well = crypto_pwhash_str(j->text, j->password, n, crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                    crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0 &&
                  !j->checks;
    sodium_memzero(j->password, sizeof j->password);
}

static void start_next(srv_vault *vault);

static void end(job *j, bool well)
{
    j->done(j->context, well, j->text);
    sodium_memzero(j, sizeof *j);
    spk_free(j);
}

static void finish(uv_work_t *work, int status)
{
    job *j = (job *)(void *)work;
    j->vault->n_running--;
    start_next(j->vault);
    end(j, status == 0 && j->well);
}

static job *take_first(srv_vault *vault)
{
    job *j = vault->first;
    vault->first = j->next;
    vault->n_waiting--;
    return j;
}

static void start_next(srv_vault *vault)
{
    if (!vault->first || vault->n_running == AT_ONCE)
        return;
    job *j = take_first(vault);
    vault->n_running++;
    SPK_BUG_IF(uv_queue_work(vault->loop, &j->work, think, finish) != 0);
}

void srv_vault_stop(srv_vault *vault)
{
    while (vault->first)
        end(take_first(vault), false);
}

static bool add(srv_vault *vault, const char *password, const char *kept, bool checks,
                srv_hashed *done, void *context)
{
    size_t n = strlen(password), n_kept = kept ? strlen(kept) : 0;
    SPK_BUG_IF(n > SRV_PASSWORD_MOST);
    if (vault->n_waiting >= SRV_VAULT_WAITING || n_kept >= crypto_pwhash_STRBYTES)
        return false;
    job *j = spk_alloc(sizeof *j);
    *j = (job){.vault = vault, .checks = checks, .done = done, .context = context};
    memcpy(j->password, password, n + 1);
    if (kept)
        memcpy(j->text, kept, n_kept + 1);
    if (vault->first)
        vault->last->next = j;
    else
        vault->first = j;
    vault->last = j;
    vault->n_waiting++;
    start_next(vault);
    return true;
}

bool srv_vault_make(srv_vault *vault, const char *password, srv_hashed *done, void *context)
{
    return add(vault, password, NULL, false, done, context);
}

bool srv_vault_check(srv_vault *vault, const char *password, const char *kept, srv_hashed *done,
                     void *context)
{
    return add(vault, password, kept, true, done, context);
}
