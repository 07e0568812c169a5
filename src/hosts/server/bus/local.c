/* local.c: a bus in the process. Those that are opened beside each other share a hub; a message goes straight into what has
 * arrived at each of them, in the order in which they subscribed. Nothing is lost, unless nobody polls. */
#include <pthread.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/bus/inside.h"

typedef struct listener {
    srv_bus *bus;
    int id;
    char pattern[SRV_BUS_SUBJECT], group[SRV_BUS_SUBJECT]; /* "": none */
} listener;

typedef struct hub {
    pthread_mutex_t lock;
    listener *list;
    int n;
    unsigned turn; /* whose it is in a group */
} hub;

typedef struct member {
    srv_bus *bus;
    hub *hub;
    bool joined; /* another one frees the hub */
} member;

/* -- Who listens ----------------------------------------------------------------------------------- */

static bool matches(const char *pattern, const char *subject)
{
    for (;;) {
        size_t n_pattern = strcspn(pattern, "."), n_subject = strcspn(subject, ".");
        if (*pattern == '>' && n_pattern == 1)
            return true;
        bool any = *pattern == '*' && n_pattern == 1;
        if (!any && (n_pattern != n_subject || memcmp(pattern, subject, n_subject) != 0))
            return false;
        pattern += n_pattern, subject += n_subject;
        if (!*pattern || !*subject)
            return !*pattern && !*subject;
        pattern++, subject++;
    }
}

static bool is_in(const listener *l, const char *group, const char *subject)
{
    return spk_str_eq(l->group, group) && matches(l->pattern, subject);
}

/* Whether a group's message goes to its member i: each in turn. */
static bool is_next(const hub *h, int i, const char *subject)
{
    const char *group = h->list[i].group;
    unsigned n = 0, place = 0;
    for (int k = 0; k < h->n; k++)
        if (is_in(&h->list[k], group, subject)) {
            if (k == i)
                place = n;
            n++;
        }
    return n > 0 && h->turn % n == place;
}

static bool gets(const hub *h, int i, const char *subject)
{
    const listener *l = &h->list[i];
    return matches(l->pattern, subject) && (!l->group[0] || is_next(h, i, subject));
}

/* -- The backend ------------------------------------------------------------------------------------- */

static spk_err publish(void *self, const char *subject, const char *reply, const void *bytes,
                       size_t n)
{
    const member *m = self;
    hub *h = m->hub;
    srv_bus_message message = {subject, reply, bytes, n};
    bool heard = false;
    pthread_mutex_lock(&h->lock);
    for (int i = 0; i < h->n; i++)
        if (gets(h, i, subject)) {
            srv_bus_arrive(h->list[i].bus, h->list[i].id, &message, false);
            heard = true;
        }
    for (int i = 0; *reply && !heard && i < h->n; i++)
        if (matches(h->list[i].pattern, reply))
            srv_bus_arrive(h->list[i].bus, h->list[i].id, &(srv_bus_message){reply, "", "", 0},
                           true);
    h->turn++;
    pthread_mutex_unlock(&h->lock);
    return SPK_OK;
}

static spk_err subscribe(void *self, int id, const char *pattern, const char *group, spk_why *why)
{
    const member *m = self;
    hub *h = m->hub;
    (void)why;
    pthread_mutex_lock(&h->lock);
    h->list = spk_realloc(h->list, (size_t)(h->n + 1) * sizeof *h->list);
    listener *l = &h->list[h->n++];
    *l = (listener){.bus = m->bus, .id = id};
    memcpy(l->pattern, pattern, strlen(pattern) + 1);
    if (group)
        memcpy(l->group, group, strlen(group) + 1);
    pthread_mutex_unlock(&h->lock);
    return SPK_OK;
}

/* id 0: all of them. */
static void unsubscribe(void *self, int id)
{
    const member *m = self;
    hub *h = m->hub;
    int n = 0;
    pthread_mutex_lock(&h->lock);
    for (int i = 0; i < h->n; i++)
        if (h->list[i].bus != m->bus || (id && h->list[i].id != id))
            h->list[n++] = h->list[i];
    h->n = n;
    pthread_mutex_unlock(&h->lock);
}

static void close_local(void *self)
{
    member *m = self;
    unsubscribe(m, 0);
    if (!m->joined) {
        pthread_mutex_destroy(&m->hub->lock);
        spk_free(m->hub->list);
        spk_free(m->hub);
    }
    spk_free(m);
}

static void *open_local(srv_bus *bus, const srv_bus_options *options, spk_why *why)
{
    member *m = spk_alloc(sizeof *m);
    (void)why;
    m->bus = bus;
    m->joined = options->beside != NULL;
    if (m->joined) {
        m->hub = ((member *)srv_bus_self(options->beside))->hub;
    } else {
        m->hub = spk_alloc(sizeof *m->hub);
        pthread_mutex_init(&m->hub->lock, NULL);
    }
    return m;
}

static spk_err well(void *self, spk_why *why)
{
    (void)self, (void)why;
    return SPK_OK;
}

const srv_bus_backend srv_bus_local = {
    .open = open_local,
    .close = close_local,
    .publish = publish,
    .subscribe = subscribe,
    .unsubscribe = unsubscribe,
    .health = well,
};
