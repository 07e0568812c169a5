/* metrics.c: figures for operators. See metrics.h. */
#include "hosts/server/http/metrics.h"

#include <inttypes.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/http/inside.h"
#include "hosts/server/people/people.h"

/* -- Lines --------------------------------------------------------------------------------------- */

static void print_head(spk_buf *out, const char *name, const char *kind, const char *words)
{
    spk_buf_printf(out, "# HELP %s %s\n# TYPE %s %s\n", name, words, name, kind);
}

static void print_number(spk_buf *out, const char *name, const char *kind, const char *words,
                         int64_t n)
{
    print_head(out, name, kind, words);
    spk_buf_printf(out, "%s %" PRId64 "\n", name, n);
}

/* Buckets that each count their own; Prometheus wants them added up, in seconds. */
static void print_histogram(spk_buf *out, const char *name, const char *words,
                            const int64_t late[SRV_LATE_BUCKETS], double sum_ms)
{
    int64_t n = 0;
    print_head(out, name, "histogram", words);
    for (int i = 0; i < SRV_LATE_BUCKETS; i++) {
        n += late[i];
        if (i < SRV_LATE_BUCKETS - 1)
            spk_buf_printf(out, "%s_bucket{le=\"%g\"} %" PRId64 "\n", name, srv_late_ms[i] / 1000,
                           n);
        else
            spk_buf_printf(out, "%s_bucket{le=\"+Inf\"} %" PRId64 "\n", name, n);
    }
    spk_buf_printf(out, "%s_sum %.6f\n%s_count %" PRId64 "\n", name, sum_ms / 1000, name, n);
}

/* -- Parts --------------------------------------------------------------------------------------- */

static void print_house(const srv_house_figures *f, spk_buf *out)
{
#define SUFFIX_gauge   ""
#define SUFFIX_counter "_total"
#define METRIC(field, kind, words)                                                                 \
    print_number(out, "speakeasy_" #field SUFFIX_##kind, #kind, words, f->field);
#include "hosts/server/http/metrics.def"
#undef METRIC
    print_histogram(out, "speakeasy_act_seconds",
                    "From an act's coming in to its being written and shown.", f->late,
                    f->late_ms_sum);
}

static void print_store(const srv_store_figures *f, spk_buf *out)
{
    print_number(out, "speakeasy_store_changes_total", "counter", "Changes written.", f->n_written);
    print_number(out, "speakeasy_store_refused_total", "counter",
                 "Changes refused: somebody else was faster, or the table is closed.",
                 f->n_refused);
    print_number(out, "speakeasy_store_failed_total", "counter", "Changes that the disk failed.",
                 f->n_failed);
    print_number(out, "speakeasy_store_commits_total", "counter", "Transactions.", f->n_groups);
    print_number(out, "speakeasy_store_queries_total", "counter", "Queries.", f->n_asked);
    print_number(out, "speakeasy_store_queued_changes", "gauge", "Changes that wait for the disk.",
                 f->n_queued_changes);
    print_number(out, "speakeasy_store_queued_queries", "gauge", "Queries that wait.",
                 f->n_queued_queries);
    print_histogram(out, "speakeasy_store_write_seconds",
                    "From giving a change to the store to its being safe.", f->late,
                    f->late_ms_sum);
}

static void print_counts(const srv_counts *c, spk_buf *out)
{
    print_head(out, "speakeasy_tables", "gauge", "Tables in the store, by status.");
    for (int i = 1; i < ROOM_STATUS_COUNT; i++)
        spk_buf_printf(out, "speakeasy_tables{status=\"%s\"} %" PRId64 "\n", room_status_words[i],
                       c->tables[i]);
    print_number(out, "speakeasy_accounts", "gauge", "Accounts.", c->accounts);
    print_number(out, "speakeasy_sessions", "gauge", "Sessions of accounts.", c->sessions);
    print_number(out, "speakeasy_store_bytes", "gauge", "Bytes of the store's file.",
                 c->file_bytes);
}

static void print_log(const srv_log *log, spk_buf *out)
{
    uint64_t written, lost;
    if (!log)
        return;
    srv_log_counts(log, &written, &lost);
    print_number(out, "speakeasy_log_lines_total", "counter", "Lines written to the log.",
                 (int64_t)written);
    print_number(out, "speakeasy_log_lost_total", "counter",
                 "Lines left out of the log, as repeats or for want of room.", (int64_t)lost);
}

static void print_bus(srv_bus *bus, spk_buf *out)
{
    srv_bus_figures f;
    srv_bus_look(bus, &f);
    print_number(out, "speakeasy_bus_up", "gauge", "1: the bus is connected and allows what we do.",
                 srv_bus_health(bus, NULL) == SPK_OK);
    print_number(out, "speakeasy_bus_published_total", "counter", "Messages sent.", f.n_published);
    print_number(out, "speakeasy_bus_received_total", "counter", "Messages received.",
                 f.n_received);
    print_number(out, "speakeasy_bus_lost_total", "counter",
                 "Messages dropped here because too many were waiting.", f.n_lost);
    print_number(out, "speakeasy_bus_gaps_total", "counter",
                 "Times that messages may have been lost, as when the connection was.", f.n_gaps);
    print_number(out, "speakeasy_bus_requests_total", "counter", "Questions asked.", f.n_requests);
    print_number(out, "speakeasy_bus_unanswered_total", "counter", "Questions without an answer.",
                 f.n_unanswered);
    print_number(out, "speakeasy_bus_waiting_bytes", "gauge", "Bytes received and not yet read.",
                 f.n_waiting_bytes);
}

static void print_node(const srv_house *h, spk_buf *out)
{
    srv_node_state state;
    if (!srv_house_look(h, &state))
        return;
    print_head(out, "speakeasy_lease_seconds", "gauge",
               "How long this node's lease still runs; 0: it is over, and nothing is played here.");
    spk_buf_printf(out, "speakeasy_lease_seconds %.3f\n", (double)state.lease_ms / 1000);
    print_number(out, "speakeasy_nodes", "gauge", "Nodes that are heard, this one included.",
                 state.n_nodes);
}

static void print_process(const srv_house *h, spk_buf *out)
{
    print_head(out, "speakeasy_up_seconds", "gauge", "Seconds since the start.");
    spk_buf_printf(out, "speakeasy_up_seconds %.3f\n",
                   (double)(h->world->now_ns(h->world->loop) - h->opened_ns) / 1e9);
    print_head(out, "speakeasy_build_info", "gauge", "Which Speakeasy this is.");
    spk_buf_printf(out, "speakeasy_build_info{version=\"%s\"} 1\n", SPK_VERSION);
}

void srv_metrics_print(srv_house *h, const srv_counts *counts, spk_buf *out)
{
    srv_store_figures store;
    srv_store_look(h->store, &store);
    h->figures.people_here = srv_n_here(h);
    print_house(&h->figures, out);
    print_store(&store, out);
    if (counts)
        print_counts(counts, out);
    if (h->world->print_metrics)
        h->world->print_metrics(h->world->loop, out);
    if (h->bus)
        print_bus(h->bus, out);
    print_node(h, out);
    print_log(h->log, out);
    print_process(h, out);
}

/* -- GET /metrics -------------------------------------------------------------------------------- */

typedef struct wait { /* for the store's counts */
    srv_house *house;
    srv_ask ask;
} wait;

static void answer_metrics(wait *w, const srv_counts *counts)
{
    srv_house *h = w->house;
    spk_buf out = {0};
    srv_metrics_print(h, counts, &out);
    srv_reply(h->world, w->ask,
              &(srv_response){.status = 200,
                              .type = "text/plain; version=0.0.4; charset=utf-8",
                              .body = spk_buf_text(&out),
                              .n_body = out.n});
    spk_buf_release(&out);
    srv_house_end(h);
    spk_free(w);
}

static void on_counts(void *context, const srv_answer *answer)
{
    answer_metrics(context, answer->err == SPK_OK ? answer->counts : NULL);
}

/* A proxy makes every stranger look like this machine, unless we know it and it says who they are. It shows by its
 * headers, or by the name that people outside use. */
static bool may_read(const srv_house *h, const srv_request *r)
{
    static const char *const traces[] = {"x-forwarded-for",
                                         "x-forwarded-host",
                                         "x-forwarded-proto",
                                         "x-forwarded-server",
                                         "x-real-ip",
                                         "forwarded",
                                         "via",
                                         "cf-connecting-ip"};
    const char *name = strstr(h->config->public_url, "://");
    bool forwarded = name && spk_str_eq(name + 3, r->host);
    for (size_t i = 0; i < sizeof traces / sizeof *traces; i++)
        forwarded |= srv_request_header(r, traces[i]) != NULL;
    return srv_config_allows_metrics(h->config, r->peer, forwarded);
}

static void get_metrics(srv_house *h, const srv_request *r, char *const *word)
{
    (void)word;
    if (!may_read(h, r)) {
        srv_refuse(h, r->ask, SRV_FORBIDDEN, "Your address may not read the metrics.");
        return;
    }
    wait *w = spk_alloc(sizeof *w);
    *w = (wait){.house = h, .ask = r->ask};
    srv_house_begin(h);
    if (srv_store_ask(h->store, &(srv_query){.what = SRV_ASK_COUNTS}, on_counts, w) != SPK_OK)
        answer_metrics(w, NULL);
}

/* -- GET /healthz -------------------------------------------------------------------------------- */

/* A node without the bus stays: whoever comes to it can play at its tables. If all of them said 503 because NATS is down, the
 * balancer would let nobody in at all. 'state' NULL: this is no node. */
static void print_parts(srv_house *h, spk_json *j, const srv_node_state *state)
{
    if (state)
        spk_json_key(j, "lease"), spk_json_bool(j, state->is_sure);
    if (h->bus)
        spk_json_key(j, "bus"), spk_json_bool(j, srv_bus_health(h->bus, NULL) == SPK_OK);
}

static void get_health(srv_house *h, const srv_request *r, char *const *word)
{
    (void)word;
    spk_buf out = {0};
    spk_json j = {.out = &out};
    spk_why why = {0};
    srv_node_state state = {.is_sure = true};
    bool is_node = srv_house_look(h, &state);
    const char *trouble = state.is_sure ? "" : "This node waits for its lease.";
    if (srv_store_health(h->store, &why) != SPK_OK)
        trouble = why.text;
    if (h->closing)
        trouble = "The house is closing.";
    spk_json_open(&j, '{');
    spk_json_key(&j, "ok"), spk_json_bool(&j, !*trouble);
    spk_json_key(&j, "version"), spk_json_str(&j, SPK_VERSION);
    if (*trouble)
        spk_json_key(&j, "why"), spk_json_str(&j, trouble);
    print_parts(h, &j, is_node ? &state : NULL);
    spk_json_close(&j, '}');
    srv_reply_buf(h, r->ask, *trouble ? 503 : 200, &out);
    spk_buf_release(&out);
}

const srv_route srv_watch_routes[] = {
    {SRV_GET, "/metrics", get_metrics},
    {SRV_GET, "/healthz", get_health},
    {0},
};
