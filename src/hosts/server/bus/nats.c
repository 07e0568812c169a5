/* nats.c: a bus on NATS. NATS' library has threads of its own, on which messages and news of the connection come: here they are
 * handed to srv_bus_arrive and srv_bus_mind_the_gap, and nothing else happens there.
 *
 * The library connects again by itself, for ever, to any of the servers; meanwhile it keeps what is published, up to
 * KEPT_BYTES. Core NATS promises nothing about what was under way: every time the connection was lost is a gap.
 *
 * A handler of the library may still run when its subscription or the connection has been ended. So closing waits
 * until the library has said of each of them that it was the last time. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/bus/inside.h"
#include "hosts/server/bus/libnats.h"

enum {
    CONNECT_MS = 5000,
    WRITE_MS = 500,        /* for a server that reads nothing */
    AGAIN_MS = 100,        /* between attempts to connect again ... */
    AGAIN_JITTER_MS = 100, /* ... and so much more, so that not everybody comes at once */
    PING_MS = 2000,        /* a server that is silent ... */
    MOST_PINGS = 2,        /* ... for so many counts as lost */
    KEPT_BYTES = 8 << 20,
    MOST_SERVERS = 16
};

typedef struct listener {
    struct listener *next;
    struct nats_bus *owner;
    natsSubscription *sub;
    int id;
} listener;

typedef struct nats_bus {
    srv_bus *bus;
    natsConnection *conn;
    listener *listeners; /* the owner's thread's */

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

static void on_message(natsConnection *conn, natsSubscription *sub, natsMsg *msg, void *closure)
{
    const listener *l = closure;
    const char *reply = natsMsg_GetReply(msg);
    (void)conn, (void)sub;
    srv_bus_arrive(l->owner->bus, l->id,
                   &(srv_bus_message){natsMsg_GetSubject(msg), reply ? reply : "",
                                      natsMsg_GetData(msg), (size_t)natsMsg_GetDataLength(msg)},
                   natsMsg_IsNoResponders(msg));
    natsMsg_Destroy(msg);
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
    (void)conn, (void)sub;
    if (status == NATS_SLOW_CONSUMER) {
        srv_bus_mind_the_gap(b->bus);
        return;
    }
    pthread_mutex_lock(&b->lock);
    snprintf(b->refusal, sizeof b->refusal, "%s", natsStatus_GetText(status));
    pthread_mutex_unlock(&b->lock);
}

/* -- Messages ------------------------------------------------------------------------------------------ */

static spk_err publish(void *self, const char *subject, const char *reply, const void *bytes,
                       size_t n)
{
    nats_bus *b = self;
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

static spk_err subscribe(void *self, int id, const char *pattern, const char *group, spk_why *why)
{
    nats_bus *b = self;
    listener *l = spk_alloc(sizeof *l);
    l->owner = b;
    l->id = id;
    natsStatus status =
        group ? natsConnection_QueueSubscribe(&l->sub, b->conn, pattern, group, on_message, l)
              : natsConnection_Subscribe(&l->sub, b->conn, pattern, on_message, l);
    if (status != NATS_OK) {
        spk_free(l);
        return fail(why, "NATS did not take a subscription", status);
    }
    pthread_mutex_lock(&b->lock);
    b->n_alive++;
    pthread_mutex_unlock(&b->lock);
    natsSubscription_SetOnCompleteCB(l->sub, on_last_message, l);
    l->next = b->listeners;
    b->listeners = l;
    return SPK_OK;
}

/* The listener is freed by its last handler. */
static void end_listener(listener *l)
{
    natsSubscription *sub = l->sub;
    natsSubscription_Unsubscribe(sub);
    natsSubscription_Destroy(sub);
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
    if (s == NATS_OK)
        s = natsConnection_Connect(&b->conn, o);
    natsOptions_Destroy(o);
    return s;
}

static void bus_free(nats_bus *b)
{
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

/* What was published is on its way before the connection ends, if there is one. */
static void close_nats(void *self)
{
    nats_bus *b = self;
    if (b->connected)
        natsConnection_FlushTimeout(b->conn, WRITE_MS);
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
};
