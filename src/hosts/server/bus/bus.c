/* bus.c: the calls of bus.h, whatever carries the messages: what is a subject, what has arrived, and requests.
 *
 *     backend, any thread: srv_bus_arrive -> [arrived] -> wake        owner's thread: srv_bus_poll -> handlers
 *
 * A request is a message whose reply subject is ours alone, "_INBOX.<ours>.<its number>". One subscription, number
 * INBOX, takes all answers. The lock guards what has arrived and the figures; the rest is the owner's. */
#include "hosts/server/bus/bus.h"

#include <inttypes.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/bus/inside.h"

enum { INBOX = 1, INBOX_RANDOM = 12 };

/* A message that has arrived, in one piece of memory with its texts. */
typedef struct letter {
    struct letter *next;
    int id;
    bool nobody;
    srv_bus_message message;
    char room[];
} letter;

typedef struct subscription {
    int id;
    srv_bus_on_message *on;
    void *context;
} subscription;

typedef struct request {
    uint64_t number;
    double until_ms;
    srv_bus_on_reply *done;
    void *context;
} request;

struct srv_bus {
    const srv_bus_backend *backend;
    void *self;
    srv_bus_options options;
    char inbox[40]; /* "_INBOX.<ours>." */

    subscription *subs;
    int n_subs, last_id;
    request *requests; /* the oldest first */
    int n_requests;
    uint64_t last_request;
    bool closing;
    bool reading; /* the owner itself, who polls next: nobody has to wake it */

    pthread_mutex_t lock; /* of what follows */
    letter *first, **end;
    bool gap;
    srv_bus_figures figures;
};

/* -- Subjects ------------------------------------------------------------------------------------- */

static bool is_word_char(char c)
{
    return (unsigned char)c > ' ' && c != '*' && c != '>' && c != 0x7f;
}

/* Words with dots between them; "*" for a word and ">" for the last ones only in a pattern. */
static spk_err check_subject(const char *text, bool is_pattern, spk_why *why)
{
    size_t n = strlen(text);
    if (n == 0 || n >= SRV_BUS_SUBJECT)
        return spk_fail(why, SPK_ERANGE, "A subject has 1 to %d characters.", SRV_BUS_SUBJECT - 1);
    for (const char *p = text;; p++) {
        size_t word = strcspn(p, ".");
        bool wild = is_pattern && word == 1 && (*p == '*' || (*p == '>' && !p[1]));
        bool plain = word > 0;
        for (size_t i = 0; i < word; i++)
            plain = plain && is_word_char(p[i]);
        if (!wild && !plain)
            return spk_fail(why, SPK_EMALFORMED, "'%s' is not a subject.", text);
        p += word;
        if (!*p)
            return SPK_OK;
    }
}

/* -- What has arrived ------------------------------------------------------------------------------ */

static letter *letter_new(int id, const srv_bus_message *m, bool nobody)
{
    size_t n_subject = strlen(m->subject) + 1, n_reply = strlen(m->reply) + 1;
    letter *l = spk_alloc(sizeof *l + n_subject + n_reply + m->n + 1);
    char *subject = l->room, *reply = subject + n_subject, *bytes = reply + n_reply;
    memcpy(subject, m->subject, n_subject);
    memcpy(reply, m->reply, n_reply);
    if (m->n)
        memcpy(bytes, m->bytes, m->n);
    l->id = id;
    l->nobody = nobody;
    l->message = (srv_bus_message){subject, reply, bytes, m->n};
    return l;
}

static size_t weight(const letter *l) { return sizeof *l + l->message.n; }

void srv_bus_wake(const srv_bus *bus)
{
    if (bus->options.wake)
        bus->options.wake(bus->options.wake_context);
}

/* One call of 'wake' is enough until the next poll. */
void srv_bus_arrive(srv_bus *bus, int id, const srv_bus_message *m, bool nobody)
{
    letter *l = letter_new(id, m, nobody);
    pthread_mutex_lock(&bus->lock);
    bool idle = !bus->first && !bus->gap;
    bool full = bus->figures.n_waiting_bytes + (int64_t)weight(l) > SRV_BUS_MOST_WAITING;
    if (full) {
        bus->figures.n_lost++;
        bus->figures.n_gaps += !bus->gap;
        bus->gap = true;
    } else {
        *bus->end = l;
        bus->end = &l->next;
        bus->figures.n_waiting_bytes += (int64_t)weight(l);
    }
    pthread_mutex_unlock(&bus->lock);
    if (full)
        spk_free(l);
    if (idle && !bus->reading)
        srv_bus_wake(bus);
}

void srv_bus_mind_the_gap(srv_bus *bus)
{
    pthread_mutex_lock(&bus->lock);
    bool idle = !bus->first && !bus->gap;
    bus->figures.n_gaps += !bus->gap;
    bus->gap = true;
    pthread_mutex_unlock(&bus->lock);
    if (idle)
        srv_bus_wake(bus);
}

static letter *take_all(srv_bus *bus, bool *gap)
{
    pthread_mutex_lock(&bus->lock);
    letter *first = bus->first;
    *gap = bus->gap;
    bus->gap = false;
    bus->first = NULL;
    bus->end = &bus->first;
    bus->figures.n_waiting_bytes = 0;
    for (letter *l = first; l; l = l->next)
        bus->figures.n_received++;
    pthread_mutex_unlock(&bus->lock);
    return first;
}

/* -- Requests -------------------------------------------------------------------------------------- */

/* Out of the list before 'done' runs, which may ask again. */
static void end_request(srv_bus *bus, int i, spk_err err, const srv_bus_message *reply)
{
    request r = bus->requests[i];
    bus->n_requests--;
    memmove(&bus->requests[i], &bus->requests[i + 1],
            (size_t)(bus->n_requests - i) * sizeof *bus->requests);
    if (err != SPK_OK) {
        pthread_mutex_lock(&bus->lock);
        bus->figures.n_unanswered++;
        pthread_mutex_unlock(&bus->lock);
    }
    r.done(r.context, err, reply);
}

/* An answer that comes too late, or a second one, finds no request. */
static bool take_answer(srv_bus *bus, const letter *l)
{
    uint64_t number = strtoull(l->message.subject + strlen(bus->inbox), NULL, 10);
    for (int i = 0; i < bus->n_requests; i++)
        if (bus->requests[i].number == number) {
            end_request(bus, i, l->nobody ? SPK_EUNKNOWN : SPK_OK, l->nobody ? NULL : &l->message);
            return true;
        }
    return false;
}

/* Those asked by a 'done' that runs here have their time still before them: this ends. */
static int end_late_requests(srv_bus *bus)
{
    double now_ms = host_clock_ms(&bus->options.clock);
    uint64_t last = bus->last_request;
    int n = 0;
    for (int i = 0; i < bus->n_requests && bus->requests[i].number <= last;)
        if (bus->requests[i].until_ms <= now_ms) {
            end_request(bus, i, SPK_EBUSY, NULL);
            i = 0; /* the list may be another one now */
            n++;
        } else {
            i++;
        }
    return n;
}

int srv_bus_wait_ms(const srv_bus *bus)
{
    double now_ms = host_clock_ms(&bus->options.clock), least = -1;
    for (int i = 0; i < bus->n_requests; i++) {
        double left = bus->requests[i].until_ms - now_ms;
        left = left > 0 ? left : 0;
        least = least < 0 || left < least ? left : least;
    }
    return least < 0 ? -1 : (int)least + 1;
}

/* -- The calls --------------------------------------------------------------------------------------- */

static spk_err send_on(srv_bus *bus, const char *subject, const char *reply, const void *bytes,
                       size_t n)
{
    spk_err err = n > SRV_BUS_MOST_BYTES ? SPK_ERANGE : check_subject(subject, false, NULL);
    if (err == SPK_OK)
        err = bus->backend->publish(bus->self, subject, reply, bytes, n);
    pthread_mutex_lock(&bus->lock);
    bus->figures.n_published += err == SPK_OK;
    pthread_mutex_unlock(&bus->lock);
    return err;
}

spk_err srv_bus_publish(srv_bus *bus, const char *subject, const void *bytes, size_t n)
{
    return send_on(bus, subject, "", bytes, n);
}

spk_err srv_bus_answer(srv_bus *bus, const srv_bus_message *m, const void *bytes, size_t n)
{
    return *m->reply ? send_on(bus, m->reply, "", bytes, n) : SPK_OK;
}

/* It is in the list before the answer can come; the answer is not looked at before the next poll. */
spk_err srv_bus_request(srv_bus *bus, const char *subject, const void *bytes, size_t n, int wait_ms,
                        srv_bus_on_reply *done, void *context)
{
    char reply[64];
    if (bus->closing)
        return SPK_EBUSY;
    snprintf(reply, sizeof reply, "%s%" PRIu64, bus->inbox, bus->last_request + 1);
    spk_err err = send_on(bus, subject, reply, bytes, n);
    if (err != SPK_OK)
        return err;
    bus->requests =
        spk_realloc(bus->requests, (size_t)(bus->n_requests + 1) * sizeof *bus->requests);
    bus->requests[bus->n_requests++] =
        (request){.number = ++bus->last_request,
                  .until_ms = host_clock_ms(&bus->options.clock) + wait_ms,
                  .done = done,
                  .context = context};
    pthread_mutex_lock(&bus->lock);
    bus->figures.n_requests++;
    pthread_mutex_unlock(&bus->lock);
    return SPK_OK;
}

int srv_bus_subscribe(srv_bus *bus, const char *pattern, const char *group, srv_bus_on_message *on,
                      void *context, spk_why *why)
{
    if (check_subject(pattern, true, why) != SPK_OK ||
        (group && check_subject(group, false, why) != SPK_OK))
        return 0;
    int id = bus->last_id + 1;
    if (bus->backend->subscribe(bus->self, id, pattern, group, why) != SPK_OK)
        return 0;
    bus->subs = spk_realloc(bus->subs, (size_t)(bus->n_subs + 1) * sizeof *bus->subs);
    bus->subs[bus->n_subs++] = (subscription){id, on, context};
    bus->last_id = id;
    return id;
}

static subscription *sub_of(srv_bus *bus, int id)
{
    for (int i = 0; i < bus->n_subs; i++)
        if (bus->subs[i].id == id)
            return &bus->subs[i];
    return NULL;
}

void srv_bus_unsubscribe(srv_bus *bus, int id)
{
    subscription *s = sub_of(bus, id);
    if (!s)
        return;
    bus->backend->unsubscribe(bus->self, id);
    *s = bus->subs[--bus->n_subs];
}

/* True if somebody got it: a handler may have ended its own subscription, or another's. */
static bool hand_out(srv_bus *bus, const letter *l)
{
    if (l->id == INBOX)
        return take_answer(bus, l);
    const subscription *s = sub_of(bus, l->id);
    if (s)
        s->on(s->context, &l->message);
    return s != NULL;
}

int srv_bus_poll(srv_bus *bus)
{
    bool gap;
    int n = 0;
    letter *l = take_all(bus, &gap);
    if (gap && bus->options.gap)
        bus->options.gap(bus->options.gap_context);
    while (l) {
        letter *next = l->next;
        n += hand_out(bus, l);
        spk_free(l);
        l = next;
    }
    return n + end_late_requests(bus);
}

/* -- In the owner's loop ------------------------------------------------------------------------------ */

int srv_bus_fd(const srv_bus *bus) { return bus->backend->fd ? bus->backend->fd(bus->self) : -1; }

void srv_bus_read(srv_bus *bus)
{
    if (!bus->backend->read)
        return;
    bus->reading = true;
    bus->backend->read(bus->self);
    bus->reading = false;
}

void srv_bus_flush(srv_bus *bus)
{
    if (bus->backend->flush)
        bus->backend->flush(bus->self);
}

/* -- Life -------------------------------------------------------------------------------------------- */

void *srv_bus_self(const srv_bus *bus) { return bus->self; }

/* Nobody else can guess it, and so answer in another's name, unless they may listen to everything. */
static void make_inbox(srv_bus *bus)
{
    uint8_t random[INBOX_RANDOM];
    char hex[2 * INBOX_RANDOM + 1];
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(hex, sizeof hex, random, sizeof random);
    snprintf(bus->inbox, sizeof bus->inbox, "_INBOX.%s.", hex);
}

static void bus_free(srv_bus *bus)
{
    bool gap;
    for (letter *l = take_all(bus, &gap), *next; l; l = next) {
        next = l->next;
        spk_free(l);
    }
    pthread_mutex_destroy(&bus->lock);
    spk_free(bus->subs);
    spk_free(bus->requests);
    spk_free(bus);
}

srv_bus *srv_bus_open(const srv_bus_options *options, spk_why *why)
{
    char pattern[48];
    SPK_BUG_IF(!options->clock.now_ns || !options->clock.wait);
    srv_bus *bus = spk_alloc(sizeof *bus);
    bus->backend = options->url ? &srv_bus_nats : &srv_bus_local;
    bus->options = *options;
    bus->options.url = bus->options.name = bus->options.user = bus->options.password = NULL;
    bus->options.credentials = bus->options.ca = bus->options.cert = bus->options.key = NULL;
    bus->end = &bus->first;
    bus->last_id = INBOX;
    pthread_mutex_init(&bus->lock, NULL);
    make_inbox(bus);
    snprintf(pattern, sizeof pattern, "%s*", bus->inbox);
    bus->self = bus->backend->open(bus, options, why);
    if (bus->self && bus->backend->subscribe(bus->self, INBOX, pattern, NULL, why) == SPK_OK)
        return bus;
    if (bus->self)
        bus->backend->close(bus->self);
    bus_free(bus);
    return NULL;
}

spk_err srv_bus_health(srv_bus *bus, spk_why *why) { return bus->backend->health(bus->self, why); }

void srv_bus_look(srv_bus *bus, srv_bus_figures *figures)
{
    pthread_mutex_lock(&bus->lock);
    *figures = bus->figures;
    pthread_mutex_unlock(&bus->lock);
}

void srv_bus_close(srv_bus *bus)
{
    if (!bus)
        return;
    bus->closing = true;
    while (bus->n_requests > 0)
        end_request(bus, 0, SPK_EBUSY, NULL);
    bus->backend->close(bus->self);
    bus_free(bus);
}

/* From the last '@' of each address on: a password may have one, too. */
bool srv_bus_is_url(const char *text)
{
    while (true) {
        size_t n = strcspn(text, ","), scheme = strncmp(text, "nats://", 7) == 0  ? 7
                                                : strncmp(text, "tls://", 6) == 0 ? 6
                                                                                  : n;
        if (scheme >= n || memchr(text, ' ', n))
            return false;
        if (!text[n])
            return true;
        text += n + 1;
    }
}

void srv_bus_name(const char *url, char *room, size_t cap)
{
    size_t n = 0;
    if (cap > 0)
        room[0] = '\0';
    while (*url && n < cap) {
        int length = (int)strcspn(url, ","), shown = length;
        const char *host = url, *scheme = strstr(url, "://");
        int n_scheme = scheme && scheme < url + length ? (int)(scheme - url) + 3 : 0;
        host += n_scheme, shown -= n_scheme;
        for (int i = length - 1; i >= n_scheme; i--)
            if (url[i] == '@') {
                host = url + i + 1, shown = length - i - 1;
                break;
            }
        int put =
            snprintf(room + n, cap - n, "%s%.*s%.*s", n ? "," : "", n_scheme, url, shown, host);
        n += put > 0 ? (size_t)put : 0;
        url += length + (url[length] == ',');
    }
}
