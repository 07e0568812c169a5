/* nats.c: a bus on NATS. NATS' library has threads of its own, on which messages and news of the connection come: here they are
 * handed to srv_bus_arrive and srv_bus_mind_the_gap, and nothing else happens there.
 *
 * A bus whose owner watches it (options.watched) reads and writes in the owner's thread. The library was made for that: it hands
 * out its socket, and another one after each reconnection, from whichever thread that was on. So that the owner need not follow,
 * the sockets are put into one epoll descriptor, which stays:
 *
 *     socket can be read -> epoll -> the owner's loop: srv_bus_read -> the library parses -> listeners' queues -> srv_bus_arrive
 *     srv_bus_publish -> the library's buffer -> 'unsent' ... the end of the turn: srv_bus_flush -> one write for all of it
 *
 * The library connects again by itself, for ever, to any of the servers; meanwhile it keeps what is published, up to
 * KEPT_BYTES. Core NATS promises nothing about what was under way: every time the connection was lost is a gap.
 *
 * A handler of the library may still run when its subscription or the connection has been ended. So closing waits
 * until the library has said of each of them that it was the last time. */
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/bus/inside.h"
#include "hosts/server/bus/libnats.h"

enum {
    CONNECT_MS = 2000,
    WRITE_MS = 500,        /* for a server that reads nothing */
    AGAIN_MS = 100,        /* between attempts to connect again ... */
    AGAIN_JITTER_MS = 100, /* ... and so much more, so that not everybody comes at once */
    PING_MS = 2000,        /* a server that is silent ... */
    MOST_PINGS = 2,        /* ... for so many counts as lost */
    KEPT_BYTES = 8 << 20,
    MOST_UNSENT = 1 << 20, /* bytes that wait for the end of a turn */
    MOST_SERVERS = 16
};

typedef struct listener {
    struct listener *next;
    struct nats_bus *owner;
    natsSubscription *sub;
    int id;
    bool queued; /* its messages wait for take_queued; else a thread of the library brings them */
} listener;

typedef struct nats_bus {
    srv_bus *bus;
    natsConnection *conn;
    listener *listeners; /* the owner's thread's */

    /* Watched by its owner; -1: not. */
    int watch;
    atomic_int socket;  /* in 'watch'; -1: none now. The library's calls set it, one at a time */
    pthread_t owner;    /* who reads and flushes */
    atomic_bool unsent; /* the library has something to write */
    bool is_full;       /* the owner's: the socket took only some of it */

    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t quiet;
    int n_alive; /* subscriptions and the connection, whose handlers may still run */
    bool connected;
    char refusal[160]; /* what the server did not allow since it was connected; "": nothing */
} nats_bus;

/* -- On the library's threads --------------------------------------------------------------------------- */

static void end_one(nats_bus *b)
{
    pthread_mutex_lock(&b->lock);
    b->n_alive--;
    pthread_cond_signal(&b->quiet);
    pthread_mutex_unlock(&b->lock);
}

static void hand_over(const listener *l, natsMsg *msg)
{
    const char *reply = natsMsg_GetReply(msg);
    srv_bus_arrive(l->owner->bus, l->id,
                   &(srv_bus_message){natsMsg_GetSubject(msg), reply ? reply : "",
                                      natsMsg_GetData(msg), (size_t)natsMsg_GetDataLength(msg)},
                   natsMsg_IsNoResponders(msg));
    natsMsg_Destroy(msg);
}

static void on_message(natsConnection *conn, natsSubscription *sub, natsMsg *msg, void *closure)
{
    (void)conn, (void)sub;
    hand_over(closure, msg);
}

static void on_last_message(void *closure)
{
    listener *l = closure;
    nats_bus *b = l->owner;
    spk_free(l);
    end_one(b);
}

static void set_connected(nats_bus *b, bool connected)
{
    pthread_mutex_lock(&b->lock);
    b->connected = connected;
    b->refusal[0] = '\0';
    pthread_mutex_unlock(&b->lock);
}

static void on_disconnected(natsConnection *conn, void *closure)
{
    (void)conn;
    set_connected(closure, false);
}

/* What was published in between by others is lost: that is known only now. */
static void on_reconnected(natsConnection *conn, void *closure)
{
    nats_bus *b = closure;
    (void)conn;
    set_connected(b, true);
    srv_bus_mind_the_gap(b->bus);
}

static void on_closed(natsConnection *conn, void *closure)
{
    (void)conn;
    end_one(closure);
}

/* Without a connection at hand: a subscription that was too slow, or something that is not allowed. */
static void on_error(natsConnection *conn, natsSubscription *sub, natsStatus status, void *closure)
{
    nats_bus *b = closure;
    const char *text = NULL; /* the server's own words */
    (void)sub;
    if (status == NATS_SLOW_CONSUMER) {
        srv_bus_mind_the_gap(b->bus);
        return;
    }
    natsConnection_GetLastError(conn, &text);
    pthread_mutex_lock(&b->lock);
    snprintf(b->refusal, sizeof b->refusal, "%s",
             text && *text ? text : natsStatus_GetText(status));
    pthread_mutex_unlock(&b->lock);
}

/* -- In the owner's loop -------------------------------------------------------------------------------- */

static bool is_watched(const nats_bus *b) { return b->watch >= 0; }

/* While the library connects again it holds its lock, for as long as a network that says nothing lets it wait; whoever calls it
 * then waits too. A loop must not: until there is a socket again it does not call, and what is published is lost. */
static bool is_cut_off(const nats_bus *b) { return is_watched(b) && b->socket < 0; }

static void watch_socket(nats_bus *b, int what, uint32_t events)
{
    if (b->socket >= 0)
        epoll_ctl(b->watch, what, b->socket, &(struct epoll_event){.events = events});
}

/* From whichever thread made the connection: the owner's, at first; the library's, when it was lost and made again. */
static natsStatus on_attach(void **user, void *loop, natsConnection *conn, natsSock socket)
{
    nats_bus *b = loop;
    (void)conn;
    *user = b;
    b->socket = socket;
    watch_socket(b, EPOLL_CTL_ADD, EPOLLIN);
    return NATS_OK;
}

/* Called with false when the socket is about to be closed; with true never but by on_attach's way. */
static natsStatus on_want_read(void *user, bool add)
{
    nats_bus *b = user;
    if (!add) {
        watch_socket(b, EPOLL_CTL_DEL, 0);
        b->socket = -1;
    }
    return NATS_OK;
}

/* The owner flushes at the end of its turn anyway; a ping comes from a thread of the library. */
static natsStatus on_want_write(void *user, bool add)
{
    nats_bus *b = user;
    atomic_store(&b->unsent, add);
    if (add && !pthread_equal(pthread_self(), b->owner))
        srv_bus_wake(b->bus);
    return NATS_OK;
}

static natsStatus on_detach(void *user) { return on_want_read(user, false); }

/* What the socket does not take is written when it can be. */
static void flush(void *self)
{
    nats_bus *b = self;
    if (!is_watched(b) || is_cut_off(b))
        return;
    if (atomic_load(&b->unsent))
        natsConnection_ProcessWriteEvent(b->conn);
    bool is_full = atomic_load(&b->unsent);
    if (is_full != b->is_full)
        watch_socket(b, EPOLL_CTL_MOD, is_full ? EPOLLIN | EPOLLOUT : EPOLLIN);
    b->is_full = is_full;
}

static void take_queued(const listener *l)
{
    natsMsg *msg;
    int n = 0;
    for (natsSubscription_GetPending(l->sub, &n, NULL);
         n > 0 && natsSubscription_NextMsg(&msg, l->sub, 0) == NATS_OK; n--)
        hand_over(l, msg);
}

static void read_now(void *self)
{
    nats_bus *b = self;
    if (!is_watched(b) || is_cut_off(b))
        return;
    natsConnection_ProcessReadEvent(b->conn);
    for (const listener *l = b->listeners; l; l = l->next)
        if (l->queued)
            take_queued(l);
    flush(b);
}

static int fd_of(void *self) { return ((nats_bus *)self)->watch; }

/* -- Messages ------------------------------------------------------------------------------------------ */

/* Very much is not kept until the turn ends. A server that reads nothing is given up by the library after a few pings; until
 * then KEPT_BYTES wait for it, and no more. */
static bool has_room(nats_bus *b)
{
    if (!is_watched(b) || natsConnection_Buffered(b->conn) < MOST_UNSENT)
        return true;
    flush(b);
    return natsConnection_Buffered(b->conn) < KEPT_BYTES;
}

static spk_err publish(void *self, const char *subject, const char *reply, const void *bytes,
                       size_t n)
{
    nats_bus *b = self;
    if (is_cut_off(b) || !has_room(b))
        return SPK_EIO;
    natsStatus status = *reply
                            ? natsConnection_PublishRequest(b->conn, subject, reply, bytes, (int)n)
                            : natsConnection_Publish(b->conn, subject, bytes, (int)n);
    return status == NATS_OK ? SPK_OK : SPK_EIO;
}

/* The library's words begin with the place in its own source, "(conn.c:733): ", which says nothing to an operator. */
static spk_err fail(spk_why *why, const char *what, natsStatus status)
{
    const char *text = nats_GetLastError(NULL);
    const char *end = text && *text == '(' ? strstr(text, "): ") : NULL;
    if (!text || !*text)
        text = natsStatus_GetText(status);
    else if (end)
        text = end + 3;
    return spk_fail(why, SPK_EIO, "%s: %s.", what, text);
}

/* From a queue the library hands out no word of "nobody listens", which answers a request: only a handler of its own gets that. */
static bool is_inbox(const char *pattern) { return strncmp(pattern, "_INBOX.", 7) == 0; }

static natsStatus subscribe_queue(nats_bus *b, listener *l, const char *pattern, const char *group)
{
    return group ? natsConnection_QueueSubscribeSync(&l->sub, b->conn, pattern, group)
                 : natsConnection_SubscribeSync(&l->sub, b->conn, pattern);
}

static natsStatus subscribe_thread(nats_bus *b, listener *l, const char *pattern, const char *group)
{
    natsStatus s =
        group ? natsConnection_QueueSubscribe(&l->sub, b->conn, pattern, group, on_message, l)
              : natsConnection_Subscribe(&l->sub, b->conn, pattern, on_message, l);
    if (s != NATS_OK)
        return s;
    pthread_mutex_lock(&b->lock);
    b->n_alive++;
    pthread_mutex_unlock(&b->lock);
    natsSubscription_SetOnCompleteCB(l->sub, on_last_message, l);
    return s;
}

static spk_err subscribe(void *self, int id, const char *pattern, const char *group, spk_why *why)
{
    nats_bus *b = self;
    listener *l = spk_alloc(sizeof *l);
    l->owner = b;
    l->id = id;
    l->queued = is_watched(b) && !is_inbox(pattern);
    natsStatus status =
        l->queued ? subscribe_queue(b, l, pattern, group) : subscribe_thread(b, l, pattern, group);
    if (status != NATS_OK) {
        spk_free(l);
        return fail(why, "NATS did not take a subscription", status);
    }
    l->next = b->listeners;
    b->listeners = l;
    return SPK_OK;
}

/* The listener is freed by its last handler, if it has any. */
static void end_listener(listener *l)
{
    natsSubscription *sub = l->sub;
    bool queued = l->queued; /* then nobody else will free it */
    natsSubscription_Unsubscribe(sub);
    natsSubscription_Destroy(sub);
    if (queued)
        spk_free(l);
}

static void unsubscribe(void *self, int id)
{
    nats_bus *b = self;
    for (listener **at = &b->listeners; *at; at = &(*at)->next)
        if ((*at)->id == id) {
            listener *l = *at;
            *at = l->next;
            end_listener(l);
            return;
        }
}

/* -- Opening -------------------------------------------------------------------------------------------- */

static natsStatus set_callbacks(natsOptions *o, nats_bus *b)
{
    natsStatus s = natsOptions_SetDisconnectedCB(o, on_disconnected, b);
    if (s == NATS_OK)
        s = natsOptions_SetReconnectedCB(o, on_reconnected, b);
    if (s == NATS_OK)
        s = natsOptions_SetClosedCB(o, on_closed, b);
    if (s == NATS_OK)
        s = natsOptions_SetErrorHandler(o, on_error, b);
    return s;
}

/* Sent at once: the library would otherwise wait a millisecond for more. One thread for all subscriptions. */
static natsStatus set_times(natsOptions *o)
{
    natsStatus s = natsOptions_SetTimeout(o, CONNECT_MS);
    if (s == NATS_OK)
        s = natsOptions_SetWriteDeadline(o, WRITE_MS);
    if (s == NATS_OK)
        s = natsOptions_SetMaxReconnect(o, -1);
    if (s == NATS_OK)
        s = natsOptions_SetReconnectWait(o, AGAIN_MS);
    if (s == NATS_OK)
        s = natsOptions_SetReconnectJitter(o, AGAIN_JITTER_MS, AGAIN_JITTER_MS);
    if (s == NATS_OK)
        s = natsOptions_SetReconnectBufSize(o, KEPT_BYTES);
    if (s == NATS_OK)
        s = natsOptions_SetPingInterval(o, PING_MS);
    if (s == NATS_OK)
        s = natsOptions_SetMaxPingsOut(o, MOST_PINGS);
    if (s == NATS_OK)
        s = natsOptions_SetSendAsap(o, true);
    return s == NATS_OK ? natsOptions_UseGlobalMessageDelivery(o, true) : s;
}

/* The addresses between the commas. */
static natsStatus set_servers(natsOptions *o, const char *url)
{
    const char *list[MOST_SERVERS];
    size_t size = strlen(url) + 1;
    char *words = memcpy(spk_alloc(size), url, size), *rest = words;
    int n = 0;
    for (char *word; n < MOST_SERVERS && (word = strsep(&rest, ",")) != NULL;)
        if (*word)
            list[n++] = word;
    natsStatus s = natsOptions_SetServers(o, list, n);
    spk_free(words);
    return s;
}

/* Certificates are always checked, and so is the server's name. */
static natsStatus set_security(natsOptions *o, const srv_bus_options *from)
{
    natsStatus s = NATS_OK;
    bool secure = from->ca || from->cert || strstr(from->url, "tls://");
    if (secure)
        s = natsOptions_SetSecure(o, true);
    if (s == NATS_OK && from->ca)
        s = natsOptions_LoadCATrustedCertificates(o, from->ca);
    if (s == NATS_OK && from->cert)
        s = natsOptions_LoadCertificatesChain(o, from->cert, from->key);
    if (s == NATS_OK && from->user)
        s = natsOptions_SetUserInfo(o, from->user, from->password ? from->password : "");
    if (s == NATS_OK && from->credentials)
        s = natsOptions_SetUserCredentialsFromFiles(o, from->credentials, NULL);
    return s;
}

static natsStatus connect_now(nats_bus *b, const srv_bus_options *from)
{
    natsOptions *o = NULL;
    natsStatus s = natsOptions_Create(&o);
    if (s == NATS_OK)
        s = set_servers(o, from->url);
    if (s == NATS_OK)
        s = natsOptions_SetName(o, from->name ? from->name : "speakeasy");
    if (s == NATS_OK)
        s = set_times(o);
    if (s == NATS_OK)
        s = set_security(o, from);
    if (s == NATS_OK)
        s = set_callbacks(o, b);
    if (s == NATS_OK && is_watched(b))
        s = natsOptions_SetEventLoop(o, b, on_attach, on_want_read, on_want_write, on_detach);
    if (s == NATS_OK)
        s = natsConnection_Connect(&b->conn, o);
    natsOptions_Destroy(o);
    return s;
}

static void bus_free(nats_bus *b)
{
    if (is_watched(b))
        close(b->watch);
    pthread_mutex_destroy(&b->lock);
    pthread_cond_destroy(&b->quiet);
    spk_free(b);
}

static void *open_nats(srv_bus *bus, const srv_bus_options *options, spk_why *why)
{
    char name[120], what[160];
    if (srv_libnats_load(why) != SPK_OK)
        return NULL;
    nats_bus *b = spk_alloc(sizeof *b);
    b->bus = bus;
    b->connected = true;
    b->n_alive = 1;
    b->owner = pthread_self();
    b->socket = -1;
    b->watch = options->watched ? epoll_create1(EPOLL_CLOEXEC) : -1;
    pthread_mutex_init(&b->lock, NULL);
    pthread_cond_init(&b->quiet, NULL);
    natsStatus status = connect_now(b, options);
    if (status == NATS_OK)
        return b;
    srv_bus_name(options->url, name, sizeof name);
    snprintf(what, sizeof what, "The bus %s cannot be used", name);
    fail(why, what, status);
    bus_free(b);
    return NULL;
}

/* What was published is on its way before the connection ends, if there is one. Nobody else reads for an owner who watches, so
 * the library's own call would wait in vain. */
static void flush_all(nats_bus *b)
{
    enum { STEP_MS = 10 };
    if (!is_watched(b)) {
        natsConnection_FlushTimeout(b->conn, WRITE_MS);
        return;
    }
    flush(b);
    for (int ms = 0; b->is_full && ms < WRITE_MS; ms += STEP_MS) {
        poll(&(struct pollfd){.fd = b->watch, .events = POLLIN}, 1, STEP_MS);
        read_now(b);
    }
}

static void close_nats(void *self)
{
    nats_bus *b = self;
    if (b->connected)
        flush_all(b);
    for (listener *l = b->listeners, *next; l; l = next) {
        next = l->next;
        end_listener(l);
    }
    natsConnection_Close(b->conn);
    pthread_mutex_lock(&b->lock);
    while (b->n_alive > 0)
        pthread_cond_wait(&b->quiet, &b->lock);
    pthread_mutex_unlock(&b->lock);
    natsConnection_Destroy(b->conn);
    bus_free(b);
}

static spk_err health(void *self, spk_why *why)
{
    nats_bus *b = self;
    spk_err err = SPK_OK;
    pthread_mutex_lock(&b->lock);
    if (!b->connected)
        err = spk_fail(why, SPK_EIO, "There is no connection to NATS.");
    else if (b->refusal[0])
        err = spk_fail(why, SPK_EREFUSED, "NATS: %s.", b->refusal);
    pthread_mutex_unlock(&b->lock);
    return err;
}

const srv_bus_backend srv_bus_nats = {
    .open = open_nats,
    .close = close_nats,
    .publish = publish,
    .subscribe = subscribe,
    .unsubscribe = unsubscribe,
    .health = health,
    .fd = fd_of,
    .read = read_now,
    .flush = flush,
};
