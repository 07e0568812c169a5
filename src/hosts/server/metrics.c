/* metrics.c: figures for operators. See metrics.h. */
#include "hosts/server/metrics.h"

#include <inttypes.h>
#include <malloc.h>
#include <string.h>

#include "base/mem.h"
#include "hosts/server/house_inside.h"

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
#include "hosts/server/metrics.def"
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
    for (int i = 1; i < SRV_STATUS_COUNT; i++)
        spk_buf_printf(out, "speakeasy_tables{status=\"%s\"} %" PRId64 "\n", srv_status_words[i],
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

/* The names that Prometheus' own libraries use, and the heap. */
static void print_process(const srv_house *h, spk_buf *out)
{
    uv_rusage_t used;
    size_t resident = 0;
    struct mallinfo2 heap = mallinfo2();
    uv_resident_set_memory(&resident);
    print_number(out, "process_resident_memory_bytes", "gauge", "Memory of the process.",
                 (int64_t)resident);
    print_number(out, "speakeasy_heap_bytes", "gauge", "Bytes allocated.",
                 (int64_t)(heap.uordblks + heap.hblkhd));
    if (uv_getrusage(&used) == 0) {
        print_head(out, "process_cpu_seconds_total", "counter", "CPU time, of all threads.");
        spk_buf_printf(out, "process_cpu_seconds_total %.3f\n",
                       (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6);
    }
    print_head(out, "speakeasy_up_seconds", "gauge", "Seconds since the start.");
    spk_buf_printf(out, "speakeasy_up_seconds %.3f\n", (double)(uv_hrtime() - h->opened) / 1e9);
    print_head(out, "speakeasy_build_info", "gauge", "Which Speakeasy this is.");
    spk_buf_printf(out, "speakeasy_build_info{version=\"%s\"} 1\n", SPK_VERSION);
}

void srv_metrics_print(srv_house *h, const srv_counts *counts, spk_buf *out)
{
    srv_store_figures store;
    srv_store_look(h->store, &store);
    print_house(srv_house_look(h), out);
    print_store(&store, out);
    if (counts)
        print_counts(counts, out);
    srv_net_print_metrics(h->net, out);
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
    srv_reply(h->net, w->ask,
              &(srv_response){.status = 200,
                              .type = "text/plain; version=0.0.4; charset=utf-8",
                              .body = spk_buf_text(&out),
                              .n_body = out.n});
    spk_buf_release(&out);
    h->n_asks--;
    spk_free(w);
}

static void on_counts(void *context, const srv_answer *answer)
{
    answer_metrics(context, answer->err == SPK_OK ? answer->counts : NULL);
}

/* A proxy that nobody told us of makes every stranger look like this machine: it shows by its header. */
static bool may_read(const srv_house *h, const srv_request *r)
{
    bool is_strange = !h->config->proxy[0] && (srv_request_header(r, "x-forwarded-for") ||
                                               srv_request_header(r, "forwarded"));
    return !is_strange && srv_config_allows_metrics(h->config, r->peer);
}

static void get_metrics(srv_house *h, const srv_request *r, char *const *word)
{
    (void)word;
    if (!may_read(h, r)) {
        srv_refuse(h, r->ask, SRV_FORBIDDEN, "The figures are for the house alone.");
        return;
    }
    wait *w = spk_alloc(sizeof *w);
    *w = (wait){.house = h, .ask = r->ask};
    h->n_asks++;
    if (srv_store_ask(h->store, &(srv_query){.what = SRV_ASK_COUNTS}, on_counts, w) != SPK_OK)
        answer_metrics(w, NULL);
}

/* -- GET /healthz -------------------------------------------------------------------------------- */

static void get_health(srv_house *h, const srv_request *r, char *const *word)
{
    (void)word;
    spk_buf out = {0};
    spk_json j = {.out = &out};
    spk_json_open(&j, '{');
    spk_json_key(&j, "ok"), spk_json_bool(&j, !h->closing);
    spk_json_key(&j, "version"), spk_json_str(&j, SPK_VERSION);
    spk_json_close(&j, '}');
    srv_reply_buf(h, r->ask, h->closing ? 503 : 200, &out);
    spk_buf_release(&out);
}

const srv_route srv_watch_routes[] = {
    {SRV_GET, "/metrics", get_metrics},
    {SRV_GET, "/healthz", get_health},
    {0},
};
