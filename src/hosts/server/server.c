/* server.c: the table server as a whole: store, tables and routes put together on one world, and taken apart again. */
#include "hosts/server/server.h"

#include <sodium.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/alert/alert.h"
#include "hosts/server/http/http.h"
#include "hosts/server/league/league.h"
#include "hosts/server/node/node.h"
#include "hosts/server/people/people.h"
#include "hosts/server/table/table.h"
#include "hosts/server/tournament/tournament.h"

/* -- What comes in ------------------------------------------------------------------------------- */

void srv_server_request(srv_house *h, const srv_request *r)
{
    (h->node ? srv_node_request : srv_http_request)(h, r);
}

void srv_server_upgrade(srv_house *h, const srv_request *r)
{
    if (h->closing)
        srv_refuse(h, r->ask, SRV_BUSY, "The house is closing.");
    else if (spk_str_eq(r->path, "/ws"))
        (h->node ? srv_node_upgrade : srv_guest_came)(h, r);
    else
        srv_refuse(h, r->ask, SRV_UNKNOWN, "WebSockets are at /ws.");
}

void srv_server_message(srv_house *h, void *user, const char *text, size_t n)
{
    (h->node ? srv_node_message : srv_guest_message)(h, user, text, n);
}

void srv_server_closed(srv_house *h, void *user, int code)
{
    (h->node ? srv_node_closed : srv_guest_went)(h, user, code);
}

/* -- Closing ------------------------------------------------------------------------------------- */

/*      open --close--> closing: the net drains, the store answers --both done--> closed: the world is told, once
 * The two end in any order, so each of them asks here. */
static void close_if_done(srv_house *h)
{
    if (!h->closing || !h->drained || h->closed || h->n_asks || srv_tables_are_busy(h))
        return;
    h->closed = true;
    srv_house_keep_time(h);
    h->world->closed(h->world->loop);
}

void srv_server_drained(srv_house *h)
{
    h->drained = true;
    close_if_done(h);
}

void srv_server_poll(srv_house *h)
{
    srv_store_poll(h->store);
    srv_alerts_poll(h);
    if (h->bus)
        srv_bus_poll(h->bus);
    close_if_done(h);
}

bool srv_server_poll_some(srv_house *h)
{
    enum { HANDFUL = 8 };
    bool any = srv_store_poll_some(h->store, HANDFUL) > 0;
    srv_alerts_poll(h);
    if (h->bus)
        any = srv_bus_poll(h->bus) > 0 || any;
    close_if_done(h);
    return any;
}

void srv_server_turn(srv_house *h)
{
    srv_store_go(h->store);
    if (h->node)
        srv_node_turn(h);
    if (h->bus)
        srv_bus_flush(h->bus);
}

void srv_server_close(srv_house *h)
{
    enum { DRAIN_MS = 2500 };
    static const char bye[] = "{\"t\":\"bye\",\"text\":\"The house is closing. Come back in a "
                              "moment: everything is written down.\"}";
    if (h->closing)
        return;
    h->closing = true;
    srv_log_plain(h->log, SRV_EVENT_DRAIN);
    srv_alerts_close(h);
    h->world->drain(h->world->net, bye, DRAIN_MS);
}

/* -- Opening ------------------------------------------------------------------------------------- */

static host_clock clock_of(const srv_world *world)
{
    return (host_clock){.self = world->loop, .now_ns = world->now_ns, .wait = world->wait};
}

/* A node that was killed comes back before its lease is over: it is waited for. Another one of that name renews it. */
static srv_store *open_as_node(srv_house *h, const srv_store_options *options, spk_why *why)
{
    enum { STEP_MS = 100, MORE_MS = 500 };
    srv_store *store = srv_store_open(options, why);
    for (int64_t ms = 0;
         !store && options->node && why->err == SPK_ETAKEN && ms < h->config->lease_ms + MORE_MS;
         ms += STEP_MS) {
        if (ms == 0)
            srv_log_event(h->log, SRV_EVENT_NODE_WAITS, SRV_KEY("why", why->text));
        h->world->wait(h->world->loop, STEP_MS);
        store = srv_store_open(options, why);
    }
    return store;
}

static spk_err open_store(srv_house *h, spk_why *why)
{
    spk_buf path = {0};
    spk_err err = srv_config_store_path(h->config, true, &path, why);
    const char *file = path.n ? spk_buf_text(&path) : NULL;
    bool is_node = *h->config->node != '\0';
    srv_store_options options = {.path = *h->config->store ? h->config->store : file,
                                 .durability = h->config->durability,
                                 .threads = h->world->threads,
                                 .alone = !is_node,
                                 .node = is_node ? h->config->node : NULL,
                                 .lease_ms = (int)h->config->lease_ms,
                                 .accept_loss = h->config->accept_loss,
                                 .held = true,
                                 .beside = h->world->store_beside,
                                 .wake = h->world->wake,
                                 .wake_context = h->world->loop,
                                 .clock = clock_of(h->world)};
    if (err == SPK_OK) {
        h->store = open_as_node(h, &options, why);
        err = h->store ? SPK_OK : why->err ? why->err : SPK_EIO;
    }
    if (h->store) /* nodes have the wall clock's in common; a table that changes hands is told the difference */
        srv_house_open_time(h, is_node ? NULL : file);
    if (h->store && *srv_store_loss(h->store))
        srv_log_event(h->log, SRV_EVENT_STORE_LOST, SRV_KEY("why", srv_store_loss(h->store)));
    if (h->store && srv_store_is_uncounted(h->store))
        srv_log_plain(h->log, SRV_EVENT_STORE_UNCOUNTED);
    spk_buf_release(&path);
    return err;
}

static void watch_health_of_bus(srv_house *h)
{
    spk_why why = {0};
    bool down = srv_bus_health(h->bus, &why) != SPK_OK;
    if (down && !h->bus_down)
        srv_log_event(h->log, SRV_EVENT_BUS_DOWN, SRV_KEY("why", why.text));
    if (!down && h->bus_down)
        srv_log_plain(h->log, SRV_EVENT_BUS_UP);
    h->bus_down = down;
}

/* Requests that nobody answers end by the time alone: nobody wakes us for those. */
static void on_bus_beat(void *context)
{
    enum { BEAT_MS = 100 };
    srv_house *h = context;
    srv_bus_poll(h->bus);
    watch_health_of_bus(h);
    h->world->later(h->world->loop, BEAT_MS, on_bus_beat, h);
}

static void on_gap(void *house) { srv_node_gap(house); }

static void on_bus_ready(void *house) { srv_bus_read(((srv_house *)house)->bus); }

static void watch_bus(srv_house *h)
{
    int fd = h->bus ? srv_bus_fd(h->bus) : -1;
    if (fd >= 0)
        h->world->watch(h->world->loop, fd, on_bus_ready, h);
}

static spk_err open_bus(srv_house *h, spk_why *why)
{
    srv_bus_options options = {.wake = h->world->wake,
                               .wake_context = h->world->loop,
                               .gap = on_gap,
                               .gap_context = h,
                               .watched = h->world->watch != NULL,
                               .clock = clock_of(h->world)};
    srv_config_to_bus(h->config, &options);
    options.beside = h->world->bus_beside;
    if (!options.url && !options.beside)
        return SPK_OK;
    h->bus = srv_bus_open(&options, why);
    if (h->bus)
        on_bus_beat(h);
    return h->bus ? SPK_OK : SPK_EIO;
}

srv_house *srv_server_open(const srv_world *world, const srv_config *config, srv_log *log,
                           spk_why *why)
{
    srv_house *h = spk_alloc(sizeof *h);
    *h = (srv_house){.world = world,
                     .config = config,
                     .log = log,
                     .time_file = -1,
                     .opened_ns = world->now_ns(world->loop)};
    srv_house_set_link(h, "");
    if (sodium_init() < 0 || !srv_tables_new(h, why) || open_store(h, why) != SPK_OK ||
        open_bus(h, why) != SPK_OK || srv_alerts_open(h, why) != SPK_OK ||
        (*config->node && srv_node_open(h, why) != SPK_OK) || !srv_http_new(h, why)) {
        srv_server_free(h);
        return NULL;
    }
    srv_tables_start(h);
    srv_alerts_start(h);
    srv_node_start(h);
    srv_league_open(h);
    srv_tournaments_open(h);
    watch_bus(h);
    return h;
}

void srv_server_free(srv_house *h)
{
    if (!h)
        return;
    srv_store_close(h->store);
    srv_tournaments_free(h);
    srv_league_free(h);
    srv_here_free(h);
    srv_alerts_free(h);
    srv_http_let_go(h);
    srv_tables_free(h);
    srv_node_free(h);
    srv_bus_close(h->bus);
    srv_http_free(h);
    srv_house_close_time(h);
    spk_free(h->link);
    spk_free(h);
}
