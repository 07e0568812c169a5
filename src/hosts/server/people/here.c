/* here.c: who is here now. See people.h. A table of hashes in memory, swept where it is written; nothing of it is stored. */
#include "base/mem.h"
#include "hosts/server/people/people.h"

enum { BUCKETS = 1024 };

typedef struct one {
    struct one *next;
    uint64_t who;
    int64_t heard_ms, told_ms; /* srv_house_ms */
} one;

struct srv_here {
    one *bucket[BUCKETS];
    int n; /* those not swept yet */
};

static one **bucket_of(const srv_house *h, uint64_t who) { return &h->here->bucket[who % BUCKETS]; }

static bool is_past(const srv_house *h, const one *o)
{
    return srv_house_ms(h) - o->heard_ms > SRV_HERE_LONG_MS;
}

static one *find(const srv_house *h, uint64_t who)
{
    for (one *o = h->here ? *bucket_of(h, who) : NULL; o; o = o->next)
        if (o->who == who)
            return o;
    return NULL;
}

/* Everybody in the bucket who has gone, or is this one. */
static void sweep(srv_house *h, one **at, uint64_t who)
{
    while (*at) {
        one *o = *at;
        if (o->who != who && !is_past(h, o)) {
            at = &o->next;
            continue;
        }
        *at = o->next;
        spk_free(o);
        h->here->n--;
    }
}

static one *add(srv_house *h, uint64_t who)
{
    one **bucket = bucket_of(h, who), *o = spk_alloc(sizeof *o);
    sweep(h, bucket, who);
    *o = (one){.next = *bucket, .who = who, .told_ms = INT64_MIN / 2};
    *bucket = o;
    h->here->n++;
    return o;
}

static one *hear(srv_house *h, const char *account)
{
    uint64_t who = srv_account_hash(account);
    if (!h->here)
        h->here = spk_alloc(sizeof *h->here);
    one *o = find(h, who);
    o = o ? o : add(h, who);
    o->heard_ms = srv_house_ms(h);
    return o;
}

void srv_here_hear(srv_house *h, const char *account) { hear(h, account); }

void srv_here_say(srv_house *h, const char *account)
{
    one *o = hear(h, account);
    if (o->heard_ms - o->told_ms < SRV_HERE_MS / 2)
        return;
    o->told_ms = o->heard_ms;
    srv_house_tell(h, SRV_TELL_HERE, account);
}

void srv_here_forget(srv_house *h, const char *account, bool tell)
{
    uint64_t who = srv_account_hash(account);
    if (h->here)
        sweep(h, bucket_of(h, who), who);
    if (tell)
        srv_house_tell(h, SRV_TELL_NOT_HERE, account);
}

bool srv_is_here(const srv_house *h, const char *account)
{
    const one *o = find(h, srv_account_hash(account));
    return o && !is_past(h, o);
}

int srv_n_here(const srv_house *h)
{
    int n = 0;
    for (int i = 0; h->here && i < BUCKETS; i++)
        for (const one *o = h->here->bucket[i]; o; o = o->next)
            n += !is_past(h, o);
    return n;
}

void srv_here_free(srv_house *h)
{
    for (int i = 0; h->here && i < BUCKETS; i++)
        while (h->here->bucket[i]) {
            one *o = h->here->bucket[i];
            h->here->bucket[i] = o->next;
            spk_free(o);
        }
    spk_free(h->here);
    h->here = NULL;
}
