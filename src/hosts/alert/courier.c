/* courier.c: see courier.h. One thread with one curl_multi; the owner's thread and this one share two lists under a lock:
 *
 *     courier_send -> todo -> [curl_multi] -> told -> courier_poll
 *          curl_multi_wakeup ->        -> wake                       */
#include "hosts/alert/courier.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "hosts/alert/address.h"
#include "hosts/alert/libcurl.h"

enum {
    WAIT_MS = 15000,
    MOST = 10000,
    AT_ONCE = 64,    /* connections */
    FOR_ONE = 8,     /* to the same host */
    IDLE_MS = 60000, /* nothing to do: until woken */
};

#define C (alert_libcurl)

typedef struct parcel {
    struct parcel *next;
    courier *courier;
    courier_done *done;
    void *context;
    CURL *easy; /* NULL: not begun */
    struct curl_slist *headers, *to;
    char *url, *from, *body;
    size_t n_body, n_read;
    bool is_mail, is_blocked;
    courier_fate fate;
    char why[CURL_ERROR_SIZE];
} parcel;

typedef struct list {
    parcel *first, **end;
} list;

struct courier {
    courier_options options;
    char *ca;
    CURLM *multi;
    pthread_t thread;
    pthread_mutex_t lock; /* of the lists, 'n' and 'stop' */
    list todo, told;
    parcel *under_way; /* the thread's own */
    int n;
    bool stop, stopped;
};

/* -- Parcels ------------------------------------------------------------------------------------------------- */

static char *copy(const char *text, size_t n)
{
    char *own = spk_alloc(n + 1);
    memcpy(own, text, n);
    own[n] = '\0';
    return own;
}

static void add(list *l, parcel *p)
{
    if (!l->first)
        l->end = &l->first;
    p->next = NULL;
    *l->end = p;
    l->end = &p->next;
}

static parcel *parcel_new(courier *c, const courier_parcel *from)
{
    parcel *p = spk_alloc(sizeof *p);
    p->courier = c;
    p->is_mail = from->to != NULL;
    p->url = copy(from->url, strlen(from->url));
    p->body = copy(from->body, from->n_body);
    p->n_body = from->n_body;
    p->from = from->from ? copy(from->from, strlen(from->from)) : NULL;
    for (int i = 0; from->headers && from->headers[i]; i++)
        p->headers = C.curl_slist_append(p->headers, from->headers[i]);
    if (from->to)
        p->to = C.curl_slist_append(NULL, from->to);
    return p;
}

static void parcel_free(parcel *p)
{
    if (p->easy)
        C.curl_easy_cleanup(p->easy);
    C.curl_slist_free_all(p->headers);
    C.curl_slist_free_all(p->to);
    spk_free(p->url), spk_free(p->from), spk_free(p->body);
    spk_free(p);
}

/* -- What libcurl asks ----------------------------------------------------------------------------------------- */

/* By now the name has become an address: that is what counts. */
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
    parcel *p = context;
    (void)purpose;
    if (!p->is_mail && !p->courier->options.private && !alert_is_public(&address->addr)) {
        p->is_blocked = true;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static size_t read_mail(char *room, size_t size, size_t n, void *context)
{
    parcel *p = context;
    size_t left = p->n_body - p->n_read, some = size * n < left ? size * n : left;
    memcpy(room, p->body + p->n_read, some);
    p->n_read += some;
    return some;
}

/* Nobody wants to read it, and nobody may fill our memory with it. */
static size_t drop_answer(char *bytes, size_t size, size_t n, void *context)
{
    (void)bytes, (void)context;
    return size * n;
}

/* -- The thread ------------------------------------------------------------------------------------------------ */

static void set_request(parcel *p)
{
    bool private = p->courier->options.private;
    C.curl_easy_setopt(p->easy, CURLOPT_PROTOCOLS_STR, private ? "https,http" : "https");
    C.curl_easy_setopt(p->easy, CURLOPT_POST, 1L);
    C.curl_easy_setopt(p->easy, CURLOPT_POSTFIELDS, p->body);
    C.curl_easy_setopt(p->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)p->n_body);
    C.curl_easy_setopt(p->easy, CURLOPT_HTTPHEADER, p->headers);
    C.curl_easy_setopt(p->easy, CURLOPT_FOLLOWLOCATION, 0L);
    C.curl_easy_setopt(p->easy, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)1 << 20);
    C.curl_easy_setopt(p->easy, CURLOPT_USERAGENT, "speakeasy");
}

static void set_mail(parcel *p)
{
    C.curl_easy_setopt(p->easy, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    C.curl_easy_setopt(p->easy, CURLOPT_USE_SSL, (long)CURLUSESSL_ALL);
    C.curl_easy_setopt(p->easy, CURLOPT_MAIL_FROM, p->from);
    C.curl_easy_setopt(p->easy, CURLOPT_MAIL_RCPT, p->to);
    C.curl_easy_setopt(p->easy, CURLOPT_READFUNCTION, read_mail);
    C.curl_easy_setopt(p->easy, CURLOPT_READDATA, p);
    C.curl_easy_setopt(p->easy, CURLOPT_UPLOAD, 1L);
}

static bool begin(courier *c, parcel *p)
{
    long wait_ms = c->options.wait_ms > 0 ? c->options.wait_ms : WAIT_MS;
    p->easy = C.curl_easy_init();
    if (!p->easy)
        return false;
    C.curl_easy_setopt(p->easy, CURLOPT_URL, p->url);
    C.curl_easy_setopt(p->easy, CURLOPT_PRIVATE, p);
    C.curl_easy_setopt(p->easy, CURLOPT_NOSIGNAL, 1L);
    C.curl_easy_setopt(p->easy, CURLOPT_TIMEOUT_MS, wait_ms);
    C.curl_easy_setopt(p->easy, CURLOPT_PROXY, "");
    C.curl_easy_setopt(p->easy, CURLOPT_QUICK_EXIT, 1L); /* a slow name server holds nobody up */
    C.curl_easy_setopt(p->easy, CURLOPT_ERRORBUFFER, p->why);
    C.curl_easy_setopt(p->easy, CURLOPT_WRITEFUNCTION, drop_answer);
    C.curl_easy_setopt(p->easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    C.curl_easy_setopt(p->easy, CURLOPT_OPENSOCKETDATA, p);
    if (c->ca)
        C.curl_easy_setopt(p->easy, CURLOPT_CAINFO, c->ca);
    if (p->is_mail)
        set_mail(p);
    else
        set_request(p);
    if (C.curl_multi_add_handle(c->multi, p->easy) != CURLM_OK)
        return false;
    p->next = c->under_way;
    c->under_way = p;
    return true;
}

/* Of a transfer that broke: nothing has left us before all of TCP and TLS is done. */
static courier_fate fate_of_break(const parcel *p)
{
    curl_off_t us = 0;
    C.curl_easy_getinfo(p->easy, CURLINFO_PRETRANSFER_TIME_T, &us);
    if (p->is_mail) /* its words come before the text; only the text is the mail */
        return p->n_read > 0 ? COURIER_DOUBT : COURIER_LATER;
    return us > 0 ? COURIER_DOUBT : COURIER_LATER;
}

static courier_fate fate_of(const parcel *p, CURLcode code)
{
    long status = 0;
    C.curl_easy_getinfo(p->easy, CURLINFO_RESPONSE_CODE, &status);
    if (p->is_blocked || code == CURLE_UNSUPPORTED_PROTOCOL || code == CURLE_URL_MALFORMAT)
        return COURIER_NEVER;
    if (p->is_mail && code == CURLE_OK)
        return COURIER_SENT;
    if (p->is_mail && (code == CURLE_SEND_ERROR || code == CURLE_RECV_ERROR || status < 400))
        return fate_of_break(p);
    if (p->is_mail) /* a mailbox is refused for good by 5xx; that we may not send is ours to mend */
        return status < 500 || code == CURLE_LOGIN_DENIED ? COURIER_LATER : COURIER_NEVER;
    if (code != CURLE_OK && code != CURLE_FILESIZE_EXCEEDED)
        return fate_of_break(p);
    if (status / 100 == 2)
        return COURIER_SENT;
    if (status == 404 || status == 410)
        return COURIER_GONE;
    return status == 429 || status == 408 || status / 100 == 5 ? COURIER_LATER : COURIER_NEVER;
}

static void explain(parcel *p, CURLcode code)
{
    long status = 0;
    C.curl_easy_getinfo(p->easy, CURLINFO_RESPONSE_CODE, &status);
    if (p->is_blocked)
        snprintf(p->why, sizeof p->why, "the address is not on the public internet");
    else if (code == CURLE_OK || status >= 300)
        snprintf(p->why, sizeof p->why, "status %ld", status);
    else if (!*p->why)
        snprintf(p->why, sizeof p->why, "%s", C.curl_easy_strerror(code));
}

static void forget(courier *c, const parcel *p)
{
    parcel **at = &c->under_way;
    while (*at != p)
        at = &(*at)->next;
    *at = p->next;
}

/* The handle goes here, in its own thread; the owner's thread only hears of it. */
static void tell(courier *c, parcel *p, courier_fate fate)
{
    p->fate = fate;
    if (p->easy) {
        C.curl_multi_remove_handle(c->multi, p->easy);
        C.curl_easy_cleanup(p->easy);
        p->easy = NULL;
    }
    pthread_mutex_lock(&c->lock);
    add(&c->told, p);
    pthread_mutex_unlock(&c->lock);
    if (c->options.wake)
        c->options.wake(c->options.wake_context);
}

static void take_ended(courier *c)
{
    int n;
    for (CURLMsg *m; (m = C.curl_multi_info_read(c->multi, &n));) {
        parcel *p = NULL;
        if (m->msg != CURLMSG_DONE)
            continue;
        CURLcode code = m->data.result;
        C.curl_easy_getinfo(m->easy_handle, CURLINFO_PRIVATE, &p);
        explain(p, code);
        courier_fate fate = fate_of(p, code);
        forget(c, p);
        tell(c, p, fate);
    }
}

static parcel *take_todo(courier *c, bool *stop)
{
    pthread_mutex_lock(&c->lock);
    parcel *first = c->todo.first;
    c->todo = (list){0};
    *stop = c->stop;
    pthread_mutex_unlock(&c->lock);
    return first;
}

static void give_up(courier *c, parcel *todo)
{
    for (parcel *next; todo; todo = next) {
        next = todo->next;
        tell(c, todo, COURIER_LATER);
    }
    for (parcel *p; (p = c->under_way);) {
        c->under_way = p->next;
        tell(c, p, fate_of_break(p));
    }
}

static void *run(void *arg)
{
    courier *c = arg;
    bool stop;
    int n_running;
    for (;;) {
        parcel *todo = take_todo(c, &stop), *next;
        if (stop) {
            give_up(c, todo);
            return NULL;
        }
        for (; todo; todo = next) {
            next = todo->next;
            if (!begin(c, todo))
                tell(c, todo, COURIER_LATER);
        }
        C.curl_multi_perform(c->multi, &n_running);
        take_ended(c);
        C.curl_multi_poll(c->multi, NULL, 0, IDLE_MS, NULL);
    }
}

/* -- The owner's side -------------------------------------------------------------------------------------------- */

courier *courier_new(const courier_options *options, spk_why *why)
{
    if (alert_libcurl_load(why) != SPK_OK)
        return NULL;
    courier *c = spk_alloc(sizeof *c);
    c->options = *options;
    c->options.ca = NULL;
    if (c->options.most <= 0)
        c->options.most = MOST;
    c->ca = options->ca && *options->ca ? copy(options->ca, strlen(options->ca)) : NULL;
    c->multi = C.curl_multi_init();
    C.curl_multi_setopt(c->multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, (long)AT_ONCE);
    C.curl_multi_setopt(c->multi, CURLMOPT_MAX_HOST_CONNECTIONS, (long)FOR_ONE);
    pthread_mutex_init(&c->lock, NULL);
    if (pthread_create(&c->thread, NULL, run, c) == 0)
        return c;
    c->stopped = true;
    courier_free(c);
    spk_fail(why, SPK_EBUSY, "The system allows no more threads.");
    return NULL;
}

spk_err courier_send(courier *c, const courier_parcel *from, courier_done *done, void *context)
{
    pthread_mutex_lock(&c->lock);
    bool full = c->stop || c->n >= c->options.most;
    pthread_mutex_unlock(&c->lock);
    if (full)
        return SPK_EBUSY;
    parcel *p = parcel_new(c, from);
    p->done = done;
    p->context = context;
    pthread_mutex_lock(&c->lock);
    add(&c->todo, p);
    c->n++;
    pthread_mutex_unlock(&c->lock);
    C.curl_multi_wakeup(c->multi);
    return SPK_OK;
}

int courier_poll(courier *c)
{
    int n = 0;
    pthread_mutex_lock(&c->lock);
    parcel *told = c->told.first;
    c->told = (list){0};
    pthread_mutex_unlock(&c->lock);
    for (parcel *next; told; told = next, n++) {
        next = told->next;
        pthread_mutex_lock(&c->lock);
        c->n--;
        pthread_mutex_unlock(&c->lock);
        told->done(told->context, told->fate, told->fate == COURIER_SENT ? "" : told->why);
        parcel_free(told);
    }
    return n;
}

void courier_stop(courier *c)
{
    if (c->stopped)
        return;
    pthread_mutex_lock(&c->lock);
    c->stop = true;
    pthread_mutex_unlock(&c->lock);
    C.curl_multi_wakeup(c->multi);
    pthread_join(c->thread, NULL);
    c->stopped = true;
}

void courier_free(courier *c)
{
    if (!c)
        return;
    courier_stop(c);
    for (parcel *p = c->told.first, *next; p; p = next) {
        next = p->next;
        parcel_free(p);
    }
    C.curl_multi_cleanup(c->multi);
    pthread_mutex_destroy(&c->lock);
    spk_free(c->ca);
    spk_free(c);
}
