/* store_crash_test.c: kill -9 at any moment loses no acknowledged change and leaves none half done.
 *
 * A child writes to eight tables as fast as the store answers, and tells over a pipe what was answered.
 * It is killed at a random moment, also while it opens the file; then everything that it told must be
 * there, whole; then the next child goes on with the same file. SPK_STORE_KILLS=50 kills fifty times
 * instead of eight. */
#include "store_kit.h"

#include <signal.h>
#include <sys/wait.h>

#include "base/rng.h"

enum { TABLES = 8, KILLS = 8 };

static const char *const ids[TABLES] = {"a", "b", "c", "d", "e", "f", "g", "h"};

/* -- The child --------------------------------------------------------------------------------------- */

typedef struct writer {
    stage *stage;
    int pipe;
    int n[TABLES]; /* changes that were answered */
} writer;

typedef struct line_of_work {
    writer *w;
    int table;
} work;

typedef struct told {
    int table, n;
} told;

static void send_next(work *k);

/* First it is written, then it is told, then comes the next. */
static void on_written(void *context, const srv_answer *answer)
{
    work *k = context;
    if (answer->err != SPK_OK)
        _exit(3);
    told t = {k->table, ++k->w->n[k->table]};
    if (write(k->w->pipe, &t, sizeof t) != sizeof t)
        _exit(4);
    send_next(k);
}

/* Change number n: entries 2n - 1 and 2n, chat n, and a clock that says n: all or nothing. */
static void send_next(work *k)
{
    char line[2][40], clock[20];
    int n = k->w->n[k->table] + 1;
    snprintf(line[0], sizeof line[0], "0 move %d", 2 * n - 1);
    snprintf(line[1], sizeof line[1], "chance %d", 2 * n);
    snprintf(clock, sizeof clock, "%d", n);
    srv_entry entries[2] = {{.line = line[0]}, {.line = line[1]}};
    srv_chat chat = {.seat = 0, .text = clock};
    srv_change c = {.table = ids[k->table],
                    .at = n,
                    .clock = clock,
                    .due = n,
                    .first_entry = 2 * n - 1,
                    .entries = entries,
                    .n_entries = 2,
                    .first_chat = n,
                    .chats = &chat,
                    .n_chats = 1};
    if (srv_store_write(k->w->stage->store, &c, on_written, k) != SPK_OK)
        _exit(5);
}

static _Noreturn void run_child(stage *s, int pipe, srv_durability durability)
{
    static work works[TABLES];
    writer w = {.stage = s, .pipe = pipe};
    s->store = srv_store_open(&(srv_store_options){.clock = host_clock_real,
                                                   .path = s->path,
                                                   .threads = true,
                                                   .durability = durability,
                                                   .alone = true},
                              NULL);
    if (!s->store)
        _exit(2);
    for (int i = 0; i < TABLES; i++) {
        int n = kit_count(s, ids[i]);
        if (n < 0 && kit_make(s, ids[i], i) != SPK_OK)
            _exit(6);
        w.n[i] = n < 0 ? 0 : n / 2;
        works[i] = (work){&w, i};
        send_next(&works[i]);
    }
    for (;;)
        if (srv_store_poll(s->store) == 0)
            nanosleep(&(struct timespec){0, 100000}, NULL);
}

/* -- The parent --------------------------------------------------------------------------------------- */

static void read_what_was_told(int pipe, int *n_told)
{
    told t;
    while (read(pipe, &t, sizeof t) == sizeof t) /* a pipe does not part so few bytes */
        if (t.n > n_told[t.table])
            n_told[t.table] = t.n;
}

static void check_table(const srv_row *t, int n_told)
{
    char want[40];
    int n = t->n_chats;
    CHECK(n >= n_told);
    CHECK(n <= n_told + 1); /* one may be written that nobody was told of */
    CHECK_INT(t->n_entries, 2 * n);
    for (int i = 0; i < t->n_entries; i++) {
        snprintf(want, sizeof want, i % 2 ? "chance %d" : "0 move %d", i + 1);
        CHECK_STR(t->entries[i].line, want);
    }
    for (int i = 0; i < n; i++)
        CHECK_INT(t->chats[i].n, i + 1);
    snprintf(want, sizeof want, "%d", n);
    CHECK_STR(t->clock ? t->clock : "0", want);
}

/* What is there now must be there after the next kill as well. Alone: a database may still be busy with the
 * last thing that the dead one asked of it. */
static int check_all(stage *s, int *n_told)
{
    int sum = 0;
    s->store = srv_store_open(
        &(srv_store_options){.clock = host_clock_real, .path = s->path, .alone = true}, NULL);
    CHECK(s->store != NULL);
    CHECK_INT(srv_store_check(s->store, NULL), SPK_OK);
    for (int i = 0; i < TABLES; i++) {
        srv_found f = kit_load(s, ids[i]);
        CHECK(f.answer.err == SPK_OK || (f.answer.err == SPK_EUNKNOWN && n_told[i] == 0));
        if (f.answer.err == SPK_OK) {
            check_table(f.answer.tables, n_told[i]);
            n_told[i] = f.answer.tables->n_chats;
        }
        sum += n_told[i];
        srv_found_release(&f);
    }
    srv_store_close(s->store);
    return sum;
}

/* Every third child is killed while it starts; the others some time after their first word. */
static void kill_in_time(pid_t pid, int pipe, int round, spk_rng *rng, int *n_told)
{
    told t;
    long us = spk_rng_below(rng, 60000);
    if (round % 3 == 2)
        us /= 12;
    else if (read(pipe, &t, sizeof t) == sizeof t)
        n_told[t.table] = t.n > n_told[t.table] ? t.n : n_told[t.table];
    nanosleep(&(struct timespec){0, us * 1000}, NULL);
    CHECK_INT(kill(pid, SIGKILL), 0);
}

TEST(kill_9_loses_nothing_that_was_acknowledged)
{
    const char *more = getenv("SPK_STORE_KILLS");
    int n_rounds = more ? atoi(more) : KILLS;
    int n_told[TABLES] = {0}, sum = 0;
    stage s = {.in_file = true};
    spk_rng rng;
    spk_rng_init(&rng, (uint64_t)time(NULL), 0); /* moments are never the same again anyway */
    kit_place(&s);
    for (int round = 0; round < n_rounds; round++) {
        int ends[2], status;
        CHECK_INT(pipe(ends), 0);
        pid_t pid = fork();
        CHECK(pid >= 0);
        if (pid == 0)
            run_child(&s, ends[1], round % 2 ? SRV_FULL : SRV_NORMAL);
        close(ends[1]);
        kill_in_time(pid, ends[0], round, &rng, n_told);
        read_what_was_told(ends[0], n_told);
        close(ends[0]);
        CHECK_INT(waitpid(pid, &status, 0), pid);
        CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL); /* and no end of its own */
        sum = check_all(&s, n_told);
    }
    print_message("# killed %d times, %d changes, none lost\n", n_rounds, sum);
    CHECK(sum > 10 * n_rounds);
    kit_unplace(&s);
}

TEST_MAIN()
