/* house.c: the table server as a whole: opening, listening, closing. */
#include "hosts/server/house.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/accounts.h"
#include "hosts/server/house_inside.h"
#include "hosts/server/workers.h"

/* -- Asking ------------------------------------------------------------------------------------ */

srv_net *srv_house_net(srv_house *h) { return h->net; }
srv_store *srv_house_store(srv_house *h) { return h->store; }
uv_loop_t *srv_house_loop(srv_house *h) { return h->loop; }
const srv_config *srv_house_config(const srv_house *h) { return h->config; }
srv_log *srv_house_log(srv_house *h) { return h->log; }
bool srv_house_is_closing(const srv_house *h) { return h->closing; }
const srv_house_figures *srv_house_look(const srv_house *h) { return &h->figures; }

int64_t srv_house_wall(const srv_house *h)
{
    struct timespec now;
    (void)h;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t srv_house_now(srv_house *h)
{
    return spk_time_now(&h->time, (int64_t)(uv_hrtime() / 1000000));
}

void srv_house_link(const srv_house *h, const char *path, spk_buf *out)
{
    spk_buf_printf(out, "%s%s", h->link, path);
}

/* -- The net's calls --------------------------------------------------------------------------- */

static void on_request(void *ctx, const srv_request *r) { srv_house_route(ctx, r); }

static void on_upgrade(void *ctx, const srv_request *r)
{
    srv_house *h = ctx;
    if (h->closing)
        srv_refuse(h, r->ask, SRV_BUSY, "The house is closing.");
    else if (spk_str_eq(r->path, "/ws"))
        srv_guest_came(h, r);
    else
        srv_refuse(h, r->ask, SRV_UNKNOWN, "WebSockets are at /ws.");
}

static void on_message(void *ctx, srv_ws ws, void *user, const char *text, size_t n)
{
    (void)ws;
    srv_guest_message(ctx, user, text, n);
}

static void on_closed(void *ctx, srv_ws ws, void *user, int code, const char *reason)
{
    (void)ws, (void)reason;
    srv_house *h = ctx;
    srv_guest *guest = user;
    srv_log_event(h->log, SRV_EVENT_GUEST_WENT,
                  SRV_KEY("table", guest->live ? guest->live->id : NULL), SRV_NUM("code", code));
    srv_guest_went(h, guest);
}

/* -- Closing ----------------------------------------------------------------------------------- */

/* When the net is empty and the store has answered everything, nothing keeps the loop. */
static void close_if_done(srv_house *h)
{
    if (!h->net_gone || h->n_busy || h->n_asks || uv_is_closing((uv_handle_t *)&h->woken))
        return;
    srv_beat_stop(h);
    srv_workers_stop(h->workers);
    uv_close((uv_handle_t *)&h->woken, NULL);
    uv_close((uv_handle_t *)&h->soon, NULL);
    uv_close((uv_handle_t *)&h->turn_end, NULL);
}

static void on_drained(void *ctx)
{
    srv_house *h = ctx;
    h->net_gone = true;
    close_if_done(h);
}

static void on_woken(uv_async_t *async)
{
    srv_house *h = async->data;
    srv_store_poll(h->store);
    if (h->closing)
        close_if_done(h);
}

/* Before the loop waits: whatever this turn brought is written in one go. */
static void on_turn_end(uv_prepare_t *prepare)
{
    srv_house *h = prepare->data;
    if (h->store)
        srv_store_go(h->store);
}

static void wake(void *context) { uv_async_send(context); }

void srv_house_close(srv_house *h)
{
    enum { DRAIN_MS = 2500 };
    static const char bye[] = "{\"t\":\"bye\",\"text\":\"The house is closing. Come back in a "
                              "moment: everything is written down.\"}";
    if (h->closing)
        return;
    h->closing = true;
    srv_log_plain(h->log, SRV_EVENT_DRAIN);
    srv_net_drain(h->net, bye, DRAIN_MS);
}

/* -- House time: kept in a file of its own, a number, written with every beat ------------------- */

static int64_t read_time(int file)
{
    char text[32] = "";
    long long ms = 0;
    if (file < 0 || pread(file, text, sizeof text - 1, 0) <= 0 || sscanf(text, "%lld", &ms) != 1)
        return 0;
    return ms;
}

static void open_time(srv_house *h, const char *store_path)
{
    spk_buf path = {0};
    h->time_file = -1;
    if (store_path) {
        spk_buf_printf(&path, "%s.time", store_path);
        h->time_file = open(spk_buf_text(&path), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        spk_buf_release(&path);
    }
    int64_t kept = read_time(h->time_file);
    spk_time_start(&h->time, kept > 0 ? kept : srv_house_wall(h), (int64_t)(uv_hrtime() / 1000000));
}

/* -- Opening ----------------------------------------------------------------------------------- */

static spk_err open_store(srv_house *h, spk_why *why)
{
    spk_buf path = {0};
    spk_err err = srv_config_store_path(h->config, true, &path, why);
    const char *file = path.n ? spk_buf_text(&path) : NULL;
    if (err == SPK_OK) {
        h->store = srv_store_open(&(srv_store_options){.path = file,
                                                       .durability = h->config->durability,
                                                       .threads = true,
                                                       .alone = true,
                                                       .held = true,
                                                       .wake = wake,
                                                       .wake_context = &h->woken},
                                  why);
        err = h->store ? SPK_OK : why->err ? why->err : SPK_EIO;
    }
    if (h->store)
        open_time(h, file);
    spk_buf_release(&path);
    return err;
}

static void set_link(srv_house *h)
{
    const char *text = *h->config->public_url ? h->config->public_url : srv_net_address(h->net, 0);
    size_t n = strlen(text);
    while (n && text[n - 1] == '/')
        n--;
    h->link = memcpy(spk_alloc(n + 1), text, n);
}

static spk_err open_net(srv_house *h, spk_why *why)
{
    static const srv_net_handlers handlers = {.request = on_request,
                                              .upgrade = on_upgrade,
                                              .message = on_message,
                                              .closed = on_closed,
                                              .drained = on_drained};
    srv_net_config net = srv_net_defaults();
    srv_net_lists lists;
    srv_config_to_net(h->config, &net, &lists);
    net.subprotocol = "speakeasy.1";
    h->net = srv_net_new(h->loop, &net, &handlers, h, why);
    if (!h->net)
        return SPK_EIO;
    for (const char *const *at = h->config->listen; *at; at++)
        if (srv_net_listen(h->net, *at, why) != SPK_OK)
            return SPK_EIO;
    if (!srv_net_address(h->net, 0))
        return spk_fail(why, SPK_EREFUSED, "There is no address to listen at.");
    set_link(h);
    for (int i = 0; srv_net_address(h->net, i); i++)
        srv_log_event(h->log, SRV_EVENT_LISTEN, SRV_KEY("at", srv_net_address(h->net, i)));
    return SPK_OK;
}

static spk_err set_up(srv_house *h, spk_why *why)
{
    spk_buf editions = {0};
    if (!host_budget_parse(h->config->bot_budget, &h->budget))
        return spk_fail(why, SPK_EMALFORMED, "bot-budget: '%s' is no budget, such as 300ms.",
                        h->config->bot_budget);
    if (h->budget.ms > SRV_BOT_MS)
        return spk_fail(why, SPK_ERANGE,
                        "bot-budget: at most %d ms, or closing would take too long.", SRV_BOT_MS);
    uv_async_init(h->loop, &h->woken, on_woken);
    h->woken.data = h;
    uv_prepare_init(h->loop, &h->turn_end);
    h->turn_end.data = h;
    uv_prepare_start(&h->turn_end, on_turn_end);
    uv_timer_init(h->loop, &h->soon);
    h->soon.data = h;
    spk_buf_printf(&editions, "%s/editions", h->config->data);
    h->shelf = srv_shelf_new(spk_buf_text(&editions));
    spk_buf_release(&editions);
    h->made = spk_alloc(sizeof *h->made);
    h->joined = spk_alloc(sizeof *h->joined);
    h->replayed = spk_alloc(sizeof *h->replayed);
    randombytes_buf(h->ref_key, sizeof h->ref_key);
    h->workers = srv_workers_new(h->loop, (int)h->config->workers);
    h->accounts = srv_accounts_new(h);
    spk_err err = open_store(h, why);
    if (err == SPK_OK && !(h->pages = srv_pages_new(h, why)))
        err = SPK_EIO;
    return err == SPK_OK ? open_net(h, why) : err;
}

/* Back out of what could not be opened. The loop runs once more, so that handles can go. */
static void give_up(srv_house *h)
{
    if (h->net)
        srv_net_drain(h->net, NULL, 1);
    else
        h->net_gone = true;
    h->closing = true;
    if (h->loop && h->woken.loop)
        close_if_done(h);
    uv_run(h->loop, UV_RUN_DEFAULT);
    srv_house_free(h);
}

srv_house *srv_house_open(uv_loop_t *loop, const srv_config *config, srv_log *log, spk_why *why)
{
    srv_house *h = spk_alloc(sizeof *h);
    *h = (srv_house){.loop = loop,
                     .config = config,
                     .log = log,
                     .time_file = -1,
                     .opened = uv_hrtime(),
                     .next_due = SPK_NEVER};
    if (sodium_init() < 0 || set_up(h, why) != SPK_OK) {
        give_up(h);
        return NULL;
    }
    srv_beat_start(h);
    srv_log_event(log, SRV_EVENT_READY,
                  SRV_NUM("ms", (int64_t)((uv_hrtime() - h->opened) / 1000000)));
    return h;
}

void srv_house_free(srv_house *h)
{
    if (!h)
        return;
    srv_workers_free(h->workers);
    srv_store_close(h->store);
    srv_accounts_free(h->accounts);
    spk_why closed = {0};
    spk_fail(&closed, SPK_EBUSY, "The house is closed.");
    for (int i = 0; i < h->n_buckets; i++)
        while (h->bucket[i])
            srv_live_fail(h->bucket[i], &closed);
    if (h->net)
        srv_net_free(h->net);
    srv_pages_free(h->pages);
    srv_shelf_free(h->shelf);
    if (h->time_file >= 0)
        close(h->time_file);
    spk_free(h->bucket);
    spk_free(h->entries);
    spk_free(h->made);
    spk_free(h->joined);
    spk_free(h->replayed);
    spk_free(h->link);
    spk_buf_release(&h->out);
    spk_buf_release(&h->lines);
    spk_buf_release(&h->extra);
    spk_buf_release(&h->shelf_text);
    spk_free(h);
}

void srv_house_reload(srv_house *h)
{
    spk_why why = {0};
    if (*h->config->tls[0] && srv_net_reload_tls(h->net, &why) != SPK_OK)
        srv_log_event(h->log, SRV_EVENT_TROUBLE, SRV_KEY("why", why.text));
    if (srv_log_reopen(h->log, &why) != SPK_OK)
        srv_log_event(h->log, SRV_EVENT_TROUBLE, SRV_KEY("why", why.text));
    srv_log_plain(h->log, SRV_EVENT_RELOAD);
}
