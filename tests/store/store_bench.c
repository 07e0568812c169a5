/* store_bench.c: how fast the store is. Not a test: prints figures and judges none.
 *
 *     store_bench DIR [SECONDS [IDLE_TABLES [NODE]]]         4 seconds a run, 100,000 tables; NODE: as a node, with a lease
 *     tests/with_postgres --fsync sh -c 'store_bench "$SPK_TEST_PG"'           the same in PostgreSQL
 *
 * One thread keeps 500 moves on their way, as a server under full load does; then it sends them at a
 * pace; then a store of many idle tables is opened and asked. DIR should be on the disk that is meant,
 * and not a RAM disk. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "hosts/budget.h"
#include "hosts/server/store/store.h"

enum { TABLES = 500, MOST = 4000000 };

static const char header[] = "speakeasy-play 1\ngame famiglia\nseats 2\n"
                             "edition default 085b0ae6856fa534\noption start_player random\n"
                             "option tie_break draw\noption open_hands no\n";
static const char settings[] = "{\"clock\":{\"kind\":\"bank\",\"minutes\":20},\"talk\":true,"
                               "\"onlookers\":true,\"language\":\"de\",\"undo\":\"turn\"}";

typedef struct bench bench;

typedef struct table {
    bench *b;
    char id[16];
    int seq;
    double since;
    bool busy;
} table;

struct bench {
    srv_store *store;
    table tables[TABLES];
    double *late; /* milliseconds, of every move */
    int n, n_failed, n_busy;
    bool again; /* a table that was answered moves at once */
};

static const char *node; /* NULL: none */

static void nap(double ms) { nanosleep(&(struct timespec){0, (long)(ms * 1e6)}, NULL); }

static void die(const char *what, const spk_why *why)
{
    fprintf(stderr, "store_bench: %s: %s\n", what, why->text);
    exit(1);
}

static srv_store *open_as(const char *path, srv_durability durability, const char *name)
{
    spk_why why = {0};
    srv_store *s = srv_store_open(&(srv_store_options){.clock = host_clock_real,
                                                       .path = path,
                                                       .durability = durability,
                                                       .threads = true,
                                                       .node = name,
                                                       .lease_ms = 600000},
                                  &why);
    if (!s)
        die("open", &why);
    return s;
}

static srv_store *open_store(const char *path, srv_durability durability)
{
    return open_as(path, durability, node);
}

/* A database is emptied, as a tool does it: it is not ours to remove. */
static void empty_database(const char *url)
{
    srv_store *s = open_as(url, SRV_NORMAL, NULL);
    for (bool more = true; more;) {
        srv_found found;
        srv_store_ask_now(s, &(srv_query){.what = SRV_ASK_ALL}, &found);
        more = found.answer.n_tables > 0;
        for (int i = 0; i < found.answer.n_tables; i++)
            srv_store_write(s,
                            &(srv_change){.table = found.answer.tables[i].id, .forget_table = true},
                            NULL, NULL);
        srv_found_release(&found);
        while (srv_store_poll(s) == 0 && more)
            nap(1);
        srv_store_figures f;
        for (srv_store_look(s, &f); f.n_queued_changes > 0; srv_store_look(s, &f))
            nap(1);
    }
    spk_why why = {0};
    if (srv_store_vacuum(s, &why) != SPK_OK)
        die("vacuum", &why);
    srv_store_close(s);
}

static void remove_store(const char *path)
{
    char name[400];
    if (srv_store_is_url(path)) {
        empty_database(path);
        return;
    }
    static const char *const ends[] = {"", "-wal", "-shm", ".lock", ".copy", ".tally"};
    for (int i = 0; i < 6; i++) {
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        unlink(name);
    }
}

static void hash_of(unsigned long long n, uint8_t hash[SRV_HASH])
{
    for (int i = 0; i < 4; i++) {
        n = (n + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
        n ^= n >> 29;
        memcpy(hash + 8 * i, &n, 8);
    }
}

/* Ids as random as the server's, so that neighbours in time are none in the file. */
static void id_of(unsigned long long n, char id[16])
{
    uint8_t hash[SRV_HASH];
    hash_of(n, hash);
    for (int i = 0; i < SRV_ID; i++)
        id[i] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[hash[i] % 62];
    id[SRV_ID] = '\0';
}

static void finish(bench *b)
{
    srv_store_figures f;
    do {
        nap(0.2);
        srv_store_poll(b->store);
        srv_store_look(b->store, &f);
    } while (f.n_queued_changes > 0 || b->n_busy > 0);
}

static void on_made(void *context, const srv_answer *answer)
{
    table *t = context;
    t->b->n_failed += answer->err != SPK_OK;
    t->b->n_busy--;
}

static void make_table(bench *b, unsigned long long n, const char *id, int n_entries,
                       srv_done *done, void *context)
{
    uint8_t seed[SRV_HASH], tokens[3][SRV_HASH];
    srv_entry entries[64];
    char name[40];
    hash_of(5 * n, seed);
    for (int i = 0; i < 3; i++)
        hash_of(5 * n + 1 + (unsigned)i, tokens[i]);
    for (int i = 0; i < n_entries; i++)
        entries[i] = (srv_entry){.line = i % 3 ? "chance draw F2" : "0 recruit F3 exhaust F2",
                                 .ref = i % 3 ? NULL : "c17"};
    snprintf(name, sizeof name, "Guest %llu", n);
    srv_row t = {.game = "famiglia",
                 .players = 2,
                 .header = header,
                 .settings = settings,
                 .seed = seed,
                 .commitment = seed,
                 .listed = true,
                 .status = n % 10 ? ROOM_FINISHED : ROOM_WAITING};
    srv_seat seats[2] = {
        {.seat = 0, .kind = ROOM_PERSON, .name = name, .token = tokens[0], .joined = 1},
        {.seat = 1, .kind = ROOM_PERSON, .name = name, .token = tokens[1], .joined = 1}};
    srv_change c = {.table = id,
                    .at = 1700000000000 + (int64_t)n,
                    .create = &t,
                    .seats = seats,
                    .n_seats = 2,
                    .host_token = tokens[2],
                    .first_entry = 1,
                    .entries = entries,
                    .n_entries = n_entries};
    if (n % 1000 == 0)
        c.clock = "bank 1200000 1200000", c.due = c.at;
    while (srv_store_write(b->store, &c, done, context) == SPK_EBUSY) {
        srv_store_poll(b->store);
        nap(1);
    }
}

static void move(table *t);

static void on_written(void *context, const srv_answer *answer)
{
    table *t = context;
    bench *b = t->b;
    t->busy = false;
    b->n_busy--;
    b->n_failed += answer->err != SPK_OK;
    if (b->n < MOST)
        b->late[b->n++] = host_now_ms() - t->since;
    if (b->again)
        move(t);
}

static void move(table *t)
{
    srv_entry entry = {.line = "0 recruit F3 exhaust F2", .ref = "c1234567"};
    srv_change c = {.table = t->id,
                    .at = 1700000000000 + t->seq,
                    .epoch = 1, /* a node's own, which it has made */
                    .first_entry = ++t->seq,
                    .entries = &entry,
                    .n_entries = 1};
    t->since = host_now_ms();
    t->busy = true;
    t->b->n_busy++;
    if (srv_store_write(t->b->store, &c, on_written, t) != SPK_OK)
        abort();
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double cpu_ms(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1e3 +
           (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e3;
}

static void report(bench *b, const char *what, double ms, double cpu)
{
    srv_store_figures f;
    srv_store_look(b->store, &f);
    qsort(b->late, (size_t)b->n, sizeof *b->late, by_size);
    printf("%-28s %8.0f changes/s  p50 %6.2f  p99 %6.2f  p99.9 %6.2f  max %6.1f ms  %5.1f us CPU"
           "  largest group %d%s\n",
           what, b->n / ms * 1e3, b->late[b->n / 2], b->late[b->n * 99LL / 100],
           b->late[b->n * 999LL / 1000], b->late[b->n - 1], cpu * 1e3 / b->n, (int)f.largest_group,
           b->n_failed ? "  FAILED SOME" : "");
}

static void begin(bench *b, const char *path, srv_durability durability)
{
    remove_store(path);
    b->store = open_store(path, durability);
    b->n = b->n_failed = b->n_busy = 0;
    for (int i = 0; i < TABLES; i++) {
        table *t = &b->tables[i];
        *t = (table){.b = b};
        id_of((unsigned long long)i + 1, t->id);
        b->n_busy++;
        make_table(b, (unsigned long long)i + 1, t->id, 0, on_made, t);
    }
    finish(b);
}

static void run_full_speed(bench *b, const char *path, srv_durability durability, double seconds)
{
    begin(b, path, durability);
    double start = host_now_ms(), cpu = cpu_ms();
    b->again = true;
    for (int i = 0; i < TABLES; i++)
        move(&b->tables[i]);
    while (host_now_ms() - start < seconds * 1e3)
        if (srv_store_poll(b->store) == 0)
            nap(0.05);
    b->again = false;
    double ms = host_now_ms() - start;
    finish(b);
    report(b, durability == SRV_FULL ? "500 on their way, full" : "500 on their way, normal", ms,
           cpu_ms() - cpu);
    srv_store_close(b->store);
    remove_store(path);
}

static void run_pace(bench *b, const char *path, srv_durability durability, double seconds,
                     double per_second)
{
    char what[40];
    begin(b, path, durability);
    double start = host_now_ms(), cpu = cpu_ms();
    b->again = false;
    int sent = 0;
    for (double now; (now = host_now_ms() - start) < seconds * 1e3; nap(0.2)) {
        srv_store_poll(b->store);
        for (; sent < now * per_second / 1e3; sent++)
            if (!b->tables[sent % TABLES].busy)
                move(&b->tables[sent % TABLES]);
    }
    double ms = host_now_ms() - start;
    finish(b);
    snprintf(what, sizeof what, "%.0f a second, %s", per_second,
             durability == SRV_FULL ? "full" : "normal");
    report(b, what, ms, cpu_ms() - cpu);
    srv_store_close(b->store);
    remove_store(path);
}

/* -- Many idle tables ------------------------------------------------------------------------------- */

static void time_query(srv_store *s, const char *what, const srv_query *q)
{
    double best = 1e9, first = 0;
    int n = 0;
    for (int i = 0; i < 5; i++) {
        srv_found found;
        double start = host_now_ms();
        srv_store_ask_now(s, q, &found);
        double ms = host_now_ms() - start;
        first = i == 0 ? ms : first;
        best = ms < best ? ms : best;
        n = found.answer.n_tables;
        srv_found_release(&found);
    }
    printf("  %-26s first %7.3f ms, best of 5 %7.3f ms, %d tables\n", what, first, best, n);
}

static void ask_around(srv_store *s, int n)
{
    uint8_t token[SRV_HASH];
    char id[16];
    hash_of(5 * (unsigned long long)(n / 2) + 1, token);
    id_of((unsigned long long)n / 3 + 1000, id);
    time_query(s, "listed and open, first page",
               &(srv_query){.what = SRV_ASK_LISTED, .status = ROOM_WAITING, .limit = 50});
    time_query(s, "finished, page in the middle",
               &(srv_query){.what = SRV_ASK_LISTED,
                            .status = ROOM_FINISHED,
                            .limit = 50,
                            .after_at = 1700000000000 + n / 2,
                            .after_id = "z"});
    time_query(s, "all, 200", &(srv_query){.what = SRV_ASK_ALL});
    time_query(s, "due", &(srv_query){.what = SRV_ASK_DUE, .at = INT64_MAX, .limit = 50});
    time_query(s, "by token", &(srv_query){.what = SRV_ASK_TOKEN, .token = token});
    time_query(s, "one table with 30 entries", &(srv_query){.what = SRV_ASK_TABLE, .id = id});
    time_query(s, "counts", &(srv_query){.what = SRV_ASK_COUNTS});
}

static void run_idle(bench *b, const char *path, int n)
{
    char id[16], copy[400];
    spk_why why = {0};
    remove_store(path);
    b->store = open_store(path, SRV_NORMAL);
    b->n_busy = 0;
    double start = host_now_ms();
    for (int i = 0; i < n; i++) {
        id_of((unsigned long long)i + 1000, id);
        make_table(b, (unsigned long long)i + 1000, id, 30, NULL, NULL);
    }
    finish(b);
    srv_store_close(b->store);
    struct stat about = {0};
    stat(path, &about); /* of a database: nothing */
    printf("%d tables of 30 entries: made in %.1f s, %.0f MB\n", n, (host_now_ms() - start) / 1e3,
           (double)about.st_size / 1e6);
    start = host_now_ms();
    b->store = open_store(path, SRV_NORMAL);
    printf("  opened in %.1f ms\n", host_now_ms() - start);
    ask_around(b->store, n);
    snprintf(copy, sizeof copy, "%s.copy", path);
    unlink(copy);
    start = host_now_ms();
    if (!srv_store_is_url(path) && srv_store_backup(b->store, copy, &why) != SPK_OK)
        die("backup", &why);
    printf("  backup in %.0f ms\n", host_now_ms() - start);
    start = host_now_ms();
    if (srv_store_check(b->store, &why) != SPK_OK)
        die("check", &why);
    printf("  check in %.0f ms\n", host_now_ms() - start);
    srv_store_close(b->store);
    remove_store(path);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: store_bench DIR|URL [SECONDS [IDLE_TABLES [NODE]]]\n");
        return 2;
    }
    double seconds = argc > 2 ? atof(argv[2]) : 4;
    int idle = argc > 3 ? atoi(argv[3]) : 100000;
    node = argc > 4 ? argv[4] : NULL;
    char path[300];
    bool is_url = srv_store_is_url(argv[1]);
    snprintf(path, sizeof path, "%s%s", argv[1], is_url ? "" : "/bench.db");
    bench *b = spk_alloc(sizeof *b);
    b->late = spk_alloc(MOST * sizeof *b->late);
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (seconds > 0) {
        run_full_speed(b, path, SRV_NORMAL, seconds);
        run_full_speed(b, path, SRV_FULL, seconds);
        run_pace(b, path, SRV_NORMAL, seconds, 250);
        run_pace(b, path, SRV_FULL, seconds, 250);
        run_pace(b, path, SRV_NORMAL, seconds, 1000);
        run_pace(b, path, SRV_FULL, seconds, 1000);
    }
    if (idle > 0)
        run_idle(b, path, idle);
    spk_free(b->late);
    spk_free(b);
    return 0;
}
