/* report.c: what a run came to, for people and for scripts (load.h). */
#include <stdio.h>

#include "base/json.h"
#include "load.h"

static double kb(uint64_t later, uint64_t before, int n)
{
    return ((double)later - (double)before) / 1024 / (n > 0 ? n : 1);
}

static double cores(const load *l) { return (l->at_end.cpu_s - l->at_start.cpu_s) / l->measured_s; }

static void print_text(load *l)
{
    load_tally *t = &l->tally;
    const int n = l->options.tables;
    printf("%s: %d tables, %d clients, %s, %.0f s\n", l->dialect->name, n, LOAD_SEATS * n,
           l->options.rate > 0 ? "paced" : "flat out", l->measured_s);
    if (l->options.rate > 0)
        printf("  asked for    %10.0f moves/s, %.1f s a move and table\n", l->options.rate,
               n / l->options.rate);
    printf("  committed    %10.0f moves/s\n", (double)t->committed / l->measured_s);
    printf("  delivered    %10.0f moves/s, %llu in all, %llu games ended\n",
           (double)t->delivered / l->measured_s, (unsigned long long)t->delivered,
           (unsigned long long)t->games);
    printf("  both see it  p50 %.2f  p99 %.2f  p99.9 %.2f  max %.2f ms\n",
           load_times_ms(&t->late, 0.5), load_times_ms(&t->late, 0.99),
           load_times_ms(&t->late, 0.999), load_times_ms(&t->late, 1));
    if (l->options.rate > 0)
        printf("  sent behind  p99 %.2f  max %.2f ms; no table ready %llu times\n",
               load_times_ms(&t->behind, 0.99), load_times_ms(&t->behind, 1),
               (unsigned long long)t->missed);
    printf("  server CPU   %10.3f cores, %.1f us a move; generator %.3f cores\n", cores(l),
           t->delivered ? cores(l) * l->measured_s * 1e6 / (double)t->delivered : 0,
           l->own_cpu_s / l->measured_s);
    printf("  memory       %.1f MB; +%.2f KB a table, +%.2f KB a connection; after play %.2f KB a "
           "table with both\n",
           (double)l->before.rss_bytes / 1048576,
           kb(l->with_tables.rss_bytes, l->before.rss_bytes, n),
           kb(l->with_guests.rss_bytes, l->with_tables.rss_bytes, LOAD_SEATS * n),
           kb(l->at_end.rss_bytes, l->before.rss_bytes, n));
    printf("  setting up   %.2f s for the tables, %.2f s for the clients\n", l->make_s,
           l->connect_s);
    printf("  errors       %llu %s\n", (unsigned long long)t->errors, t->first_error);
}

static void put(spk_json *j, const char *key, double value, int decimals)
{
    spk_json_key(j, key);
    spk_json_real(j, value, decimals);
}

static void print_json(load *l, FILE *f)
{
    load_tally *t = &l->tally;
    const int n = l->options.tables;
    spk_buf out = {0};
    spk_json j = {.out = &out};
    spk_json_open(&j, '{');
    spk_json_key(&j, "server"), spk_json_str(&j, l->dialect->name);
    put(&j, "tables", n, 0);
    put(&j, "seconds", l->measured_s, 3);
    put(&j, "asked_per_s", l->options.rate, 1);
    put(&j, "committed_per_s", (double)t->committed / l->measured_s, 1);
    put(&j, "delivered_per_s", (double)t->delivered / l->measured_s, 1);
    put(&j, "games", (double)t->games, 0);
    put(&j, "p50_ms", load_times_ms(&t->late, 0.5), 3);
    put(&j, "p99_ms", load_times_ms(&t->late, 0.99), 3);
    put(&j, "p999_ms", load_times_ms(&t->late, 0.999), 3);
    put(&j, "max_ms", load_times_ms(&t->late, 1), 3);
    put(&j, "behind_p99_ms", load_times_ms(&t->behind, 0.99), 3);
    put(&j, "missed", (double)t->missed, 0);
    put(&j, "server_cores", cores(l), 4);
    put(&j, "generator_cores", l->own_cpu_s / l->measured_s, 4);
    put(&j, "start_ms", l->server.start_ms, 1);
    put(&j, "rss_before_kb", (double)l->before.rss_bytes / 1024, 0);
    put(&j, "rss_end_kb", (double)l->at_end.rss_bytes / 1024, 0);
    put(&j, "kb_per_table", kb(l->with_tables.rss_bytes, l->before.rss_bytes, n), 3);
    put(&j, "kb_per_connection",
        kb(l->with_guests.rss_bytes, l->with_tables.rss_bytes, LOAD_SEATS * n), 3);
    put(&j, "kb_per_table_with_both", kb(l->at_end.rss_bytes, l->before.rss_bytes, n), 3);
    put(&j, "make_s", l->make_s, 3);
    put(&j, "connect_s", l->connect_s, 3);
    put(&j, "errors", (double)t->errors, 0);
    spk_json_key(&j, "first_error"), spk_json_str(&j, t->first_error);
    spk_json_close(&j, '}');
    fprintf(f, "%s\n", spk_buf_text(&out));
    spk_buf_release(&out);
}

void load_report(load *l)
{
    const char *file = l->options.json;
    bool alone = file && file[0] == '-' && file[1] == '\0';
    FILE *f = file && !alone ? fopen(file, "w") : NULL;
    if (!alone)
        print_text(l);
    if (alone || f)
        print_json(l, alone ? stdout : f);
    else if (file)
        perror(file);
    if (f)
        fclose(f);
}
