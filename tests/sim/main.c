/* main.c: the simulator's command line. docs/simulation.md is its manual. */
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "sim.h"

typedef struct wish {
    uint64_t first, count; /* seeds; count 0: until the time is over */
    int seconds;           /* 0: no limit */
    bool trace, shrink, twice, quiet;
    unsigned without;
    int tables;
    int64_t play_ms;
} wish;

static sim the;
static sim_plan running;

static void print_failure(const sim_plan *plan, const char *why)
{
    spk_buf words = {0};
    sim_plan_print(plan, &words);
    printf("violation: %s\n  again: tools/sim %s --trace\n", why, spk_buf_text(&words));
    fflush(stdout);
    spk_buf_release(&words);
}

/* The house's own asserts end the process; which seed it was is worth a line. */
static void on_abort(int number)
{
    print_failure(&running, "the house stopped on a bug of its own");
    signal(number, SIG_DFL);
    raise(number);
}

static void make_plan(const wish *w, uint64_t seed, sim_plan *plan)
{
    sim_plan_make(plan, seed);
    plan->faults &= ~w->without;
    if (w->tables) {
        plan->n_tables = w->tables;
        plan->n_to_end = plan->n_to_end < w->tables ? plan->n_to_end : w->tables;
    }
    if (w->play_ms)
        plan->play_ms = w->play_ms;
}

static bool run(const sim_plan *plan, sim_figures *figures, bool trace, uint64_t *digest,
                spk_buf *why)
{
    running = *plan;
    bool well = sim_run(&the, plan, figures, trace);
    *digest = the.digest;
    if (why)
        spk_buf_puts(why, spk_buf_text(&the.why));
    spk_buf_release(&the.why);
    return well;
}

/* -- Shrinking ----------------------------------------------------------------------------------------------- */

/* Each try in a process of its own: a house may stop on a bug. */
static bool still_fails(const sim_plan *plan)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        sim_figures figures = {0};
        uint64_t digest;
        signal(SIGABRT, SIG_DFL);
        if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))
            _exit(0);
        bool well = run(plan, &figures, false, &digest, NULL);
        _exit(well ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return status != 0;
}

/* Fewer faults, fewer tables, less time: whatever still fails is smaller. */
static void shrink(sim_plan *plan)
{
    for (int i = 0; i < SIM_FAULT_COUNT; i++) {
        sim_plan less = *plan;
        less.faults &= ~(1u << i);
        if (less.faults != plan->faults && still_fails(&less))
            *plan = less;
    }
    for (int n = plan->n_tables / 2; n > 0; n /= 2) {
        sim_plan less = *plan;
        less.n_tables = plan->n_tables - n > 0 ? plan->n_tables - n : 1;
        less.n_to_end = less.n_to_end < less.n_tables ? less.n_to_end : less.n_tables;
        if (less.n_tables < plan->n_tables && still_fails(&less))
            *plan = less;
    }
    for (int64_t ms = plan->play_ms / 2; ms > 1000; ms /= 2) {
        sim_plan less = *plan;
        less.play_ms -= ms;
        if (less.play_ms > 0 && still_fails(&less))
            *plan = less;
    }
}

/* -- Figures --------------------------------------------------------------------------------------------------- */

static double cpu_s(void) { return (double)clock() / CLOCKS_PER_SEC; }

static int64_t all_faults(const sim_figures *f)
{
    int64_t n = 0;
    for (int i = 0; i < SIM_FAULT_COUNT; i++)
        n += f->faults[i];
    return n;
}

static void print_line(const sim_figures *f, const char *end)
{
    double s = cpu_s(), hours = f->table_ms / 3600000;
    printf("%lld seeds  %.0f table-hours (%.0f/s)  %lld moves (%.0f/s)  %lld views  %lld games "
           "over  %lld faults  %.0f s%s",
           (long long)f->seeds, hours, s > 0 ? hours / s : 0, (long long)f->moves,
           s > 0 ? (double)f->moves / s : 0, (long long)f->views, (long long)f->games_over,
           (long long)all_faults(f), s, end);
    fflush(stdout);
}

static void print_faults(const sim_figures *f)
{
    printf("faults:");
    for (int i = 0; i < SIM_FAULT_COUNT; i++)
        printf(" %s %lld", sim_fault_words[i], (long long)f->faults[i]);
    printf(
        "\npower failures with something unsynced: %lld; with a loss (durability normal): %lld\n",
        (long long)f->torn, (long long)f->losses);
}

/* A disk that forgets nothing proves nothing. */
static bool is_disk_forgetful(const sim_figures *f)
{
    bool well = f->faults[SIM_POWER] < 20 || f->torn > 0;
    if (!well)
        printf("violation: no power failure found anything that was not synced\n");
    return well;
}

/* -- Running ------------------------------------------------------------------------------------------------------ */

static bool run_twice(const sim_plan *plan, uint64_t digest)
{
    sim_figures again = {0};
    uint64_t other;
    run(plan, &again, false, &other, NULL);
    if (other == digest)
        return true;
    printf("seed %llu: two runs differ: %016llx and %016llx\n", (unsigned long long)plan->seed,
           (unsigned long long)digest, (unsigned long long)other);
    return false;
}

static bool run_seed(const wish *w, uint64_t seed, sim_figures *figures)
{
    sim_plan plan;
    spk_buf why = {0};
    uint64_t digest;
    make_plan(w, seed, &plan);
    bool well = run(&plan, figures, w->trace, &digest, &why);
    if (w->trace)
        printf("seed %llu: %s, digest %016llx\n", (unsigned long long)seed,
               well ? "well" : "a violation", (unsigned long long)digest);
    if (!well) {
        if (w->shrink)
            shrink(&plan);
        print_failure(&plan, spk_buf_text(&why));
    } else if (w->twice)
        well = run_twice(&plan, digest);
    spk_buf_release(&why);
    return well;
}

static int run_all(const wish *w)
{
    sim_figures figures = {0};
    bool live = isatty(1) && !w->trace;
    bool well = true;
    double told = 0;
    for (uint64_t i = 0; well && (w->count == 0 || i < w->count); i++) {
        well = run_seed(w, w->first + i, &figures);
        if (w->seconds && cpu_s() > w->seconds)
            break;
        if (live && cpu_s() - told > 0.5)
            print_line(&figures, "\r"), told = cpu_s();
        else if (!live && !w->quiet && w->count == 0 && cpu_s() - told > 60)
            print_line(&figures, "\n"), told = cpu_s();
    }
    print_line(&figures, "\n");
    print_faults(&figures);
    return well && is_disk_forgetful(&figures) ? 0 : 1;
}

static int fault_of(const char *word)
{
    for (int i = 0; i < SIM_FAULT_COUNT; i++)
        if (strcmp(sim_fault_words[i], word) == 0)
            return i;
    fprintf(stderr, "sim: there is no such fault: %s\n", word);
    exit(2);
}

static void usage(void)
{
    fprintf(stderr,
            "usage: sim [--seed N] [--seeds N] [--seconds N] [--trace] [--shrink] [--twice]\n"
            "           [--without FAULT]... [--only FAULT] [--tables N] [--play-ms N]\n");
    exit(2);
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"seed", 1, NULL, 's'},
                                            {"seeds", 1, NULL, 'n'},
                                            {"seconds", 1, NULL, 't'},
                                            {"trace", 0, NULL, 'v'},
                                            {"shrink", 0, NULL, 'k'},
                                            {"twice", 0, NULL, '2'},
                                            {"without", 1, NULL, 'w'},
                                            {"only", 1, NULL, 'o'},
                                            {"tables", 1, NULL, 'T'},
                                            {"play-ms", 1, NULL, 'm'},
                                            {0}};
    wish w = {.first = 1};
    bool one = false;
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;)
        switch (c) {
        case 's': w.first = strtoull(optarg, NULL, 10), one = true; break;
        case 'n': w.count = strtoull(optarg, NULL, 10); break;
        case 't': w.seconds = atoi(optarg); break;
        case 'v': w.trace = true; break;
        case 'k': w.shrink = true; break;
        case '2': w.twice = true; break;
        case 'w': w.without |= 1u << fault_of(optarg); break;
        case 'o': w.without |= ~(1u << fault_of(optarg)); break;
        case 'T': w.tables = atoi(optarg); break;
        case 'm': w.play_ms = atoll(optarg); break;
        default: usage();
        }
    if (one && !w.count && !w.seconds)
        w.count = 1;
    signal(SIGABRT, on_abort);
    return run_all(&w);
}
