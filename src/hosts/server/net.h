/* net.h: the door of the table server. HTTP/1.1, WebSocket and TLS on one libuv loop; knows no game, no
 * table and no JSON. Whoever builds on it sees requests, text messages and two kinds of ticket.
 *
 *     static void on_request(void *house, const srv_request *r)
 *     {
 *         if (spk_str_eq(r->path, "/healthz"))
 *             srv_reply_text(net, r->ask, 200, "well\n");
 *         else if (!srv_files_reply(files, net, r, r->path))
 *             srv_reply_text(net, r->ask, 404, "There is no such page.\n");
 *     }
 *     static void on_upgrade(void *house, const srv_request *r)
 *     {
 *         session *s = session_of(srv_request_param(r, "seat"));
 *         if (s)
 *             s->ws = srv_ws_accept(net, r->ask, s);
 *         else
 *             srv_reply_text(net, r->ask, 403, "No such seat.\n");
 *     }
 *
 *     srv_net_config config = srv_net_defaults();
 *     srv_net_handlers handlers = {.request = on_request, .upgrade = on_upgrade, ...};
 *     srv_net *net = srv_net_new(loop, &config, &handlers, house, &why);
 *     if (!net || srv_net_listen(net, "127.0.0.1:1925", &why) != SPK_OK) ...
 *     uv_run(loop, UV_RUN_DEFAULT);
 *
 * Promises:
 *   - A ticket (srv_ask, srv_ws) is a number. It may be kept, copied and used when the connection has
 *     long gone: then nothing happens, and the function returns false. {0} is nobody's ticket.
 *   - No handler is called from inside a function of this header. Replies and messages are put
 *     into a queue and leave before the loop waits for its next event, several in one system call.
 *   - Nothing is reordered: what is sent on a connection arrives in the order of the calls.
 *   - Everything a guest can make grow has a limit (limits.def), and every refusal is an answer
 *     with a reason (refusals.def), counted by that reason.
 *   - All of this belongs to the loop's thread. Results of other threads come in by the caller's own
 *     uv_async_t. There is no global state: a process may have several srv_net.
 *
 * The life of a net: new, listen (several times), ..., drain, the handler 'drained', free. */
#ifndef SRV_NET_H
#define SRV_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "base/buf.h"
#include "base/err.h"

typedef struct srv_net srv_net;

typedef struct srv_ask { /* a request that waits for its answer */
    uint64_t n;
} srv_ask;

typedef struct srv_ws { /* a WebSocket connection */
    uint64_t n;
} srv_ws;

/* -- Settings ---------------------------------------------------------------------------------- */

typedef struct srv_limits {
#define LIMIT(name, value, words) uint32_t name;
#include "hosts/server/limits.def"
#undef LIMIT
} srv_limits;

/* The same list for whoever reads config files and prints --help. */
typedef struct srv_limit_info {
    const char *name, *words;
    uint32_t value; /* the default */
    size_t offset;  /* in srv_limits */
} srv_limit_info;

extern const srv_limit_info srv_limit_list[];
extern const int srv_n_limits;

/* Lists end with NULL and may be NULL. All is copied. */
typedef struct srv_net_config {
    srv_limits limits;
    const char *tls_cert, *tls_key; /* PEM files: a chain and its key; both, or neither */
    const char *subprotocol;        /* what a WebSocket guest must offer; NULL: nothing */
    const char *csp;                /* Content-Security-Policy of every reply */

    /* Pages that may open a WebSocket or send anything but GET: "https://play.example". Our own are
     * known without being named if their host is a number, localhost, a name without a dot or one
     * in .local; any other name has to stand here, or a stranger could point his own name at us. */
    const char *const *origins;

    /* Who may say for whom he speaks (X-Forwarded-For): "127.0.0.1", "10.0.0.0/8", "::1". */
    const char *const *proxies;
} srv_net_config;

srv_net_config srv_net_defaults(void);

/* -- Requests ---------------------------------------------------------------------------------- */

typedef enum srv_method {
    SRV_GET, /* HEAD too: answer it like GET, the body is left out on the way */
    SRV_POST,
    SRV_PUT,
    SRV_PATCH,
    SRV_DELETE,
    SRV_OPTIONS,
    SRV_METHOD_COUNT
} srv_method;

typedef struct srv_pair {
    const char *name, *value;
} srv_pair;

/* All of it is borrowed until the handler returns. Texts are terminated, and without NUL inside but
 * for the body. */
typedef struct srv_request {
    srv_ask ask;
    srv_method method;
    bool is_head;
    bool is_tls;            /* to us, or to the trusted proxy before us */
    const char *path;       /* decoded: "/a/b c"; UTF-8, no "..", no "//", no control characters */
    const char *query;      /* as it came, without the '?'; "" if there is none */
    const srv_pair *params; /* the query taken apart and decoded */
    int n_params;
    const srv_pair *headers; /* names in small letters, in the order they came */
    int n_headers;
    const char *host; /* "play.example:1925" */
    const char *peer; /* the guest's address: "192.0.2.7"; trusted proxies looked through */
    const char *body;
    size_t n_body;
} srv_request;

/* The first of that name, or NULL. A header's name is given in small letters. */
const char *srv_request_header(const srv_request *r, const char *name);
const char *srv_request_param(const srv_request *r, const char *name);

/* The value of a cookie into room, or false: not there, or too long for the room. */
bool srv_request_cookie(const srv_request *r, const char *name, char *room, size_t cap);

/* -- Answers ----------------------------------------------------------------------------------- */

typedef struct srv_response {
    int status;       /* 200 ... 599 */
    const char *type; /* Content-Type; NULL: text/plain; charset=utf-8 */
    const char *body; /* copied; n_body 0: strlen of it, NULL: none */
    size_t n_body;
    const char *cache;       /* Cache-Control; NULL: no-store */
    const char *etag;        /* with its quotes; a matching If-None-Match makes it a 304 */
    const char *location;    /* for 201 and 3xx */
    const char *allow;       /* for 405 and OPTIONS: "GET, HEAD, POST" */
    int retry_after_s;       /* 0: none */
    const srv_pair *headers; /* more of them: Set-Cookie ... */
    int n_headers;
    bool last; /* close the connection after it */
} srv_response;

/* Answer a request, now or later (within limits.reply_ms). Every reply carries the security headers.
 * False: answered already, or the guest has gone. Line ends in header values become blanks. */
bool srv_reply(srv_net *net, srv_ask ask, const srv_response *answer);
bool srv_reply_text(srv_net *net, srv_ask ask, int status, const char *text);
bool srv_reply_json(srv_net *net, srv_ask ask, int status, const char *json, size_t n);

/* Is somebody still waiting for it? */
bool srv_ask_is_open(const srv_net *net, srv_ask ask);

/* -- Files ------------------------------------------------------------------------------------- */

/* Pages from a folder, or from memory. A folder's files are read when first asked for, kept (up to
 * 64 MB), and looked at again on each request, so that an edited page is the new one at once. Out of a
 * folder nothing leads: no "..", no symbolic link, no name that begins with a dot. If FILE.gz lies
 * beside FILE it is sent to those who take gzip. "/" and "/x/" mean their index.html.
 *
 * Files over 16 MB are not served. Reading is done on the loop's thread: keep slow disks away. */
typedef struct srv_files srv_files;

typedef struct srv_file {
    const char *path; /* "index.html", "src/main.js": no slash in front */
    const void *bytes;
    size_t n;
} srv_file;

srv_files *srv_files_from_folder(const char *folder, spk_why *why); /* NULL: no such folder */
srv_files *srv_files_from_memory(const srv_file *list, int n);      /* the list is borrowed */
void srv_files_free(srv_files *files); /* replies under way keep what they need */

/* Answer with the file of that path (usually r->path). False, and no answer: there is none. */
bool srv_files_reply(srv_files *files, srv_net *net, const srv_request *r, const char *path);

const char *srv_mime_type(const char *path); /* by its ending: "text/css; charset=utf-8" */

/* -- WebSocket --------------------------------------------------------------------------------- */

enum { SRV_SLOTS = 8 };

/* In the handler 'upgrade' or later: let the guest in. 'user' comes back with every message. The other
 * answer is srv_reply. Returns {0} if he has gone. */
srv_ws srv_ws_accept(srv_net *net, srv_ask ask, void *user);

/* A text message; must be UTF-8. False: he has gone or is going. If more than limits.queue_bytes
 * wait for him he is closed with 1013. */
bool srv_ws_send(srv_net *net, srv_ws ws, const char *text, size_t n);

/* The same, but newest wins: if an older message of the same slot (0 to SRV_SLOTS - 1) still waits as
 * a whole, it is dropped, and this one stands at the end of the queue. Offer views in one slot, and
 * a slow reader gets the newest, never a backlog. */
bool srv_ws_offer(srv_net *net, srv_ws ws, int slot, const char *text, size_t n);

/* Close with a code (1000, 1001, 1008, 1011, 3000 ... 4999) and a reason of at most 123 bytes, after all
 * that waits. From now on no message comes in; 'closed' is called when he has answered, or in
 * limits.close_ms. */
bool srv_ws_close(srv_net *net, srv_ws ws, int code, const char *reason);

bool srv_ws_is_open(const srv_net *net, srv_ws ws);
void *srv_ws_user(const srv_net *net, srv_ws ws);    /* NULL: gone */
size_t srv_ws_queued(const srv_net *net, srv_ws ws); /* bytes that wait for him */
void srv_ws_set_user(srv_net *net, srv_ws ws, void *user);

/* -- The net ----------------------------------------------------------------------------------- */

/* Those that are NULL are not called; without 'upgrade' there is no WebSocket. */
typedef struct srv_net_handlers {
    /* Answer it with srv_reply, at once or later. */
    void (*request)(void *ctx, const srv_request *r);

    /* A WebSocket handshake, all in order as far as the network knows: srv_ws_accept or srv_reply. */
    void (*upgrade)(void *ctx, const srv_request *r);

    /* A whole message: UTF-8, terminated, at most limits.message_bytes. Borrowed. */
    void (*message)(void *ctx, srv_ws ws, void *user, const char *text, size_t n);

    /* The last word about an accepted connection; called once. The code is the guest's, or ours if we
     * closed, or 1006 if it broke. 'ws' and 'user' are no longer known to the net. */
    void (*closed)(void *ctx, srv_ws ws, void *user, int code, const char *reason);

    void (*drained)(void *ctx); /* all is closed: srv_net_free may follow, here or later */
} srv_net_handlers;

/* NULL, and why: the certificate cannot be used, a list has an entry that cannot be read. Raises the
 * limit of open files as far as the system allows; if that is too low for limits.connections,
 * that is lowered (srv_net_limits, srv_net_open_files). Ignores SIGPIPE. */
srv_net *srv_net_new(uv_loop_t *loop, const srv_net_config *config,
                     const srv_net_handlers *handlers, void *ctx, spk_why *why);

/* "127.0.0.1:1925", "[::1]:0", "*:80" (all addresses), "localhost:1925". Port 0: the system's choice.
 * After a refusal the net is as before. */
spk_err srv_net_listen(srv_net *net, const char *address, spk_why *why);

/* Where it listens really: "http://127.0.0.1:1925"; NULL after the last. */
const char *srv_net_address(const srv_net *net, int i);

const srv_limits *srv_net_limits(const srv_net *net);
uint64_t srv_net_open_files(const srv_net *net); /* how many the system allows us now */

/* Read certificate and key again; on failure the old ones stay. New connections get the new one. */
spk_err srv_net_reload_tls(srv_net *net, spk_why *why);

/* Close the house: listen no more, send every WebSocket peer this text (NULL: none) and close 1001,
 * finish the replies under way, and after 'ms' cut off who is still there. Then 'drained' is called.
 * A second call can only shorten the time. */
void srv_net_drain(srv_net *net, const char *text, int ms);
void srv_net_free(srv_net *net); /* only after 'drained' */

/* -- Counters ---------------------------------------------------------------------------------- */

typedef enum srv_refusal {
    SRV_NO_REFUSAL,
#define REFUSAL(name, status, retry_s, words) SRV_REFUSED_##name,
#include "hosts/server/refusals.def"
#undef REFUSAL
    SRV_REFUSAL_COUNT
} srv_refusal;

typedef struct srv_net_figures {
#define COUNTER(name, kind, words) uint64_t name;
#include "hosts/server/counters.def"
#undef COUNTER
    uint64_t replies[6]; /* by class: [2] is 2xx */
    uint64_t refusals[SRV_REFUSAL_COUNT];
} srv_net_figures;

const srv_net_figures *srv_net_counts(const srv_net *net);

/* All of them in Prometheus' text format, as speakeasy_net_... */
void srv_net_print_metrics(const srv_net *net, spk_buf *out);

#endif
