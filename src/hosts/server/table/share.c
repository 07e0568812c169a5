/* share.c: see share.h. */
#include "hosts/server/table/share.h"

#include <stddef.h>

#include "base/mem.h"

struct srv_payer {
    srv_payer *next;
    uint64_t key;
    double used;
    int n_served;
    struct {
        srv_wait *first, *last;
    } line[2]; /* by 'watched' */
};

/* -- Lines --------------------------------------------------------------------------------------- */

static void put_last(srv_payer *p, srv_wait *w)
{
    w->next = NULL;
    *(p->line[w->watched].first ? &p->line[w->watched].last->next : &p->line[w->watched].first) = w;
    p->line[w->watched].last = w;
}

static void put_first(srv_payer *p, srv_wait *w)
{
    w->next = p->line[w->watched].first;
    if (!w->next)
        p->line[w->watched].last = w;
    p->line[w->watched].first = w;
}

static bool fits(const srv_wait *w, uint64_t places) { return !w->places || w->places & places; }

/* The first of a line that can be served at one of these places; NULL: none. */
static srv_wait *first_at(const srv_payer *p, bool watched, uint64_t places)
{
    srv_wait *w = p->line[watched].first;
    while (w && !fits(w, places))
        w = w->next;
    return w;
}

static srv_wait *take(srv_payer *p, bool watched, uint64_t places)
{
    srv_wait *before = NULL, *w = p->line[watched].first;
    for (; !fits(w, places); w = w->next)
        before = w;
    *(before ? &before->next : &p->line[watched].first) = w->next;
    if (!w->next)
        p->line[watched].last = before;
    return w;
}

static bool is_idle(const srv_payer *p)
{
    return !p->line[0].first && !p->line[1].first && !p->n_served;
}

/* -- Payers -------------------------------------------------------------------------------------- */

static srv_payer *find(const srv_shares *s, uint64_t key)
{
    srv_payer *p = s->payers;
    while (p && p->key != key)
        p = p->next;
    return p;
}

static srv_payer *get(srv_shares *s, uint64_t key)
{
    srv_payer *p = find(s, key);
    if (!p) {
        p = spk_alloc(sizeof *p);
        *p = (srv_payer){.next = s->payers, .key = key};
        s->payers = p;
    }
    if (is_idle(p) && p->used < s->level)
        p->used = s->level;
    return p;
}

/* Whoever rests and has used no more than the others need not be remembered. */
static void forget_idle(srv_shares *s)
{
    for (srv_payer **at = &s->payers; *at;) {
        srv_payer *p = *at;
        if (!is_idle(p) || p->used > s->level) {
            at = &p->next;
            continue;
        }
        *at = p->next;
        spk_free(p);
    }
}

static srv_payer *poorest(const srv_shares *s, bool watched, uint64_t places)
{
    srv_payer *best = NULL;
    for (srv_payer *p = s->payers; p; p = p->next)
        if ((!best || p->used < best->used) && first_at(p, watched, places))
            best = p;
    return best;
}

/* -- Turns --------------------------------------------------------------------------------------- */

void srv_shares_add(srv_shares *s, srv_wait *w, uint64_t payer, uint64_t table, bool watched)
{
    w->payer = get(s, payer);
    w->table = table;
    w->watched = watched;
    w->places = 0;
    put_last(w->payer, w);
    s->n_waiting++;
}

srv_wait *srv_shares_next(srv_shares *s, double cost)
{
    return srv_shares_next_at(s, cost, ~(uint64_t)0);
}

srv_wait *srv_shares_next_at(srv_shares *s, double cost, uint64_t places)
{
    bool watched = (s->turn + 1) % SRV_SHARE_SPARE != 0;
    srv_payer *p = poorest(s, watched, places);
    if (!p)
        p = poorest(s, watched = !watched, places);
    if (!p)
        return NULL;
    srv_wait *w = take(p, watched, places);
    s->turn++; /* a question that nobody answers is no turn */
    s->level = p->used;
    p->used += cost;
    p->n_served++;
    s->n_waiting--;
    s->n_served++;
    forget_idle(s);
    return w;
}

void srv_shares_back(srv_shares *s, srv_wait *w, double cost, double used, bool more)
{
    w->payer->used += used - cost;
    w->payer->n_served--;
    s->n_served--;
    if (!more)
        return;
    put_first(w->payer, w);
    s->n_waiting++;
}

void srv_shares_watch(srv_shares *s, uint64_t payer, uint64_t table, bool watched)
{
    srv_payer *p = find(s, payer);
    srv_wait *all = p ? p->line[!watched].first : NULL;
    if (!p)
        return;
    p->line[!watched].first = NULL;
    for (srv_wait *next; all; all = next) {
        next = all->next;
        all->watched = all->table == table ? watched : !watched;
        put_last(p, all);
    }
}

srv_wait *srv_shares_empty(srv_shares *s)
{
    for (srv_payer *p; (p = s->payers);) {
        if (p->line[0].first || p->line[1].first) {
            s->n_waiting--;
            return take(p, p->line[1].first != NULL, ~(uint64_t)0);
        }
        s->payers = p->next;
        spk_free(p);
    }
    return NULL;
}
