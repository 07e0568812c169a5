/* desk.c: see desk.h. */
#include "hosts/server/work/desk.h"

#include <stdio.h>
#include <string.h>

#include "base/str.h"

static srv_asker *find(srv_desk *d, const char *id)
{
    for (int i = 0; i < d->n_askers; i++)
        if (spk_str_eq(d->asker[i].id, id))
            return &d->asker[i];
    return NULL;
}

/* A place for a new one: at the end, or that of whoever rested longest. NULL: all are being served. */
static srv_asker *make_room(srv_desk *d)
{
    srv_asker *oldest = NULL;
    if (d->n_askers < SRV_DESK_ASKERS)
        return &d->asker[d->n_askers++];
    for (int i = 0; i < d->n_askers; i++)
        if (!d->asker[i].n_served && (!oldest || d->asker[i].seen_ms < oldest->seen_ms))
            oldest = &d->asker[i];
    return oldest;
}

static bool wants(const srv_asker *a, double now_ms) { return a->want_until_ms > now_ms; }
static bool is_kept(const srv_asker *a, double now_ms) { return a->kept_until_ms > now_ms; }

static srv_asker *get(srv_desk *d, const char *id, double now_ms)
{
    srv_asker *a = find(d, id);
    if (!a && (a = make_room(d))) {
        *a = (srv_asker){0};
        snprintf(a->id, sizeof a->id, "%s", id);
    }
    if (a && !a->n_served && !wants(a, now_ms) && a->used_ms < d->level_ms)
        a->used_ms = d->level_ms;
    if (a)
        a->seen_ms = now_ms;
    return a;
}

static int n_kept(const srv_desk *d, double now_ms)
{
    int n = 0;
    for (int i = 0; i < d->n_askers; i++)
        n += is_kept(&d->asker[i], now_ms);
    return n;
}

int srv_desk_n_free(const srv_desk *d, double now_ms)
{
    int n = d->n_cores - d->n_taken - n_kept(d, now_ms);
    return n > 0 ? n : 0;
}

bool srv_desk_take(srv_desk *d, const char *id, double now_ms)
{
    srv_asker *a = get(d, id, now_ms);
    if (!a || (!is_kept(a, now_ms) && srv_desk_n_free(d, now_ms) == 0))
        return false;
    a->kept_until_ms = a->want_until_ms = 0;
    a->n_served++;
    d->n_taken++;
    d->level_ms = a->used_ms;
    return true;
}

void srv_desk_back(srv_desk *d, const char *id, double used_ms)
{
    srv_asker *a = find(d, id);
    if (!a || !a->n_served)
        return;
    a->used_ms += used_ms;
    a->n_served--;
    d->n_taken--;
}

void srv_desk_want(srv_desk *d, const char *id, double now_ms)
{
    srv_asker *a = get(d, id, now_ms);
    if (a)
        a->want_until_ms = now_ms + SRV_DESK_WANT_MS;
}

/* Those served now have not been charged for it yet: they come after the others who have used as much. */
bool srv_desk_offer(srv_desk *d, double now_ms, char id[SRV_WORK_ID])
{
    srv_asker *best = NULL;
    if (srv_desk_n_free(d, now_ms) == 0)
        return false;
    for (int i = 0; i < d->n_askers; i++) {
        srv_asker *a = &d->asker[i];
        if (!wants(a, now_ms) || is_kept(a, now_ms))
            continue;
        if (!best || a->used_ms < best->used_ms ||
            (a->used_ms == best->used_ms && a->n_served < best->n_served))
            best = a;
    }
    if (!best)
        return false;
    best->want_until_ms = 0; /* it says so again, if there is more */
    best->kept_until_ms = now_ms + SRV_DESK_KEPT_MS;
    memcpy(id, best->id, sizeof best->id);
    return true;
}
