/* simulate.c: `speakeasy simulate`: many random games, as fast as the machine can, and what they
 * add up to. The games themselves are played in tally.c. */
#include "hosts/cli/simulate.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "hosts/cli/cli.h"

enum { BLOCK = 64, MAX_THREADS = 256 }; /* games handed out at a time */

typedef struct job {
    const spk_box *box;
    bool busy;
    uint64_t seed, games;
    atomic_uint_fast64_t next; /* game not handed out yet */
    atomic_uint_fast64_t done;
} job;

typedef struct worker {
    pthread_t thread;
    job *job;
    double end; /* when it was done */
    cli_tally tally;
    cli_walk walk;
} worker;

/* -- Playing ----------------------------------------------------------------------------------- */

static void *work(void *arg)
{
    worker *w = arg;
    job *j = w->job;
    uint64_t first;
    while ((first = atomic_fetch_add(&j->next, BLOCK)) < j->games) {
        uint64_t end = j->games - first < BLOCK ? j->games : first + BLOCK;
        for (uint64_t k = first; k < end; k++)
            cli_tally_play(&w->tally, &w->walk, j->box, j->busy, j->seed, k);
        atomic_fetch_add(&j->done, end - first);
    }
    w->end = cli_seconds();
    return NULL;
}

#define WIPE "\r\033[K"

/* Whoever interrupts gets a clean line back; then the signal does what it always does. */
static void on_interrupt(int number)
{
    ssize_t told = write(STDERR_FILENO, WIPE, sizeof WIPE - 1);
    (void)told;
    raise(number); /* the handler is off by now (SA_RESETHAND) */
}

/* A bar on stderr while the workers play; only where somebody can see it. */
static void watch(job *j, double start)
{
    enum { CELLS = 40 };
    uint64_t done;
    struct sigaction wipe = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND}, before;
    sigaction(SIGINT, &wipe, &before);
    while ((done = atomic_load(&j->done)) < j->games) {
        double part = (double)done / (double)j->games;
        char cells[CELLS + 1];
        for (int i = 0; i < CELLS; i++)
            cells[i] = i < (int)(part * CELLS) ? '#' : '.';
        cells[CELLS] = '\0';
        fprintf(stderr, "\r[%s] %3d %%  %" PRIu64 " games, %.0f s", cells, (int)(100 * part), done,
                cli_seconds() - start);
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
    fputs(WIPE, stderr);
    sigaction(SIGINT, &before, NULL);
}

/* 0, or CLI_WRONG after one line: a machine may refuse so many threads. */
static int play_all(job *j, int n_threads, cli_tally *total, double *seconds)
{
    worker *workers = spk_alloc((size_t)n_threads * sizeof *workers);
    double start = cli_seconds();
    int n = 0, code = 0;
    for (; n < n_threads; n++) {
        workers[n].job = j;
        if (pthread_create(&workers[n].thread, NULL, work, &workers[n]) != 0)
            break;
    }
    if (n < n_threads)
        atomic_store(&j->next, j->games);
    else if (isatty(STDERR_FILENO))
        watch(j, start);
    for (int i = 0; i < n; i++) {
        pthread_join(workers[i].thread, NULL);
        cli_tally_add(total, &workers[i].tally);
        if (workers[i].end - start > *seconds)
            *seconds = workers[i].end - start;
    }
    if (n < n_threads)
        code = cli_error("only %d of %d threads could be started", n, n_threads);
    spk_free(workers);
    return code;
}

/* -- Printing ---------------------------------------------------------------------------------- */

static double ratio(uint64_t a, uint64_t b) { return b ? (double)a / (double)b : 0; }

static double score_mean(const cli_tally *t, spk_seat seat)
{
    return (double)t->score[seat] / (double)t->games;
}

static double score_sd(const cli_tally *t, spk_seat seat)
{
    double mean = score_mean(t, seat);
    double variance = ratio(t->score_squared[seat], t->games) - mean * mean;
    return variance > 0 ? sqrt(variance) : 0;
}

static const char *policy(const job *j) { return j->busy ? "busy" : "uniform"; }

static void print_people(const job *j, const cli_tally *t, double seconds)
{
    printf("%s, %d players, %s play, seed %" PRIu64 ": %" PRIu64 " games in %.2f s\n",
           j->box->game->name, j->box->n_seats, policy(j), j->seed, t->games, seconds);
    printf("  games/s        %12.0f\n", (double)t->games / seconds);
    printf("  decisions/s    %12.0f\n", (double)t->decisions / seconds);
    printf("  transitions/s  %12.0f   (decisions and chance events)\n",
           (double)t->transitions / seconds);
    printf("  legal moves    %12.2f   a decision, at most %" PRIu64 "\n",
           ratio(t->legal, t->decisions), t->legal_max);
    printf("  length         %12.2f   decisions a game, at most %" PRIu64 "\n",
           ratio(t->decisions, t->games), t->length_max);
    printf("  with chance    %12.2f   transitions a game\n", ratio(t->transitions, t->games));
    for (spk_seat seat = 0; seat < j->box->n_seats; seat++)
        printf("  %s       wins %10" PRIu64 " (%5.2f %%)   score %.2f, sd %.2f, %d to %d\n",
               cli_seat_name(seat), t->wins[seat], 100 * ratio(t->wins[seat], t->games),
               score_mean(t, seat), score_sd(t, seat), t->score_min[seat], t->score_max[seat]);
    printf("  draws               %10" PRIu64 " (%5.2f %%)\n", t->draws,
           100 * ratio(t->draws, t->games));
}

static void put_number(spk_json *o, const char *key, uint64_t value)
{
    spk_json_key(o, key);
    cli_json_unsigned(o, value);
}

static void put_real(spk_json *o, const char *key, double value, int decimals)
{
    spk_json_key(o, key);
    spk_json_real(o, value, decimals);
}

static void put_scores(spk_json *o, const cli_tally *t, int n_seats)
{
    spk_json_key(o, "wins"), spk_json_open(o, '[');
    for (spk_seat i = 0; i < n_seats; i++)
        cli_json_unsigned(o, t->wins[i]);
    spk_json_close(o, ']');
    put_number(o, "draws", t->draws);
    spk_json_key(o, "scores"), spk_json_open(o, '[');
    for (spk_seat i = 0; i < n_seats; i++) {
        spk_json_open(o, '{');
        put_real(o, "mean", score_mean(t, i), 4);
        put_real(o, "sd", score_sd(t, i), 4);
        spk_json_key(o, "min"), spk_json_int(o, t->score_min[i]);
        spk_json_key(o, "max"), spk_json_int(o, t->score_max[i]);
        spk_json_close(o, '}');
    }
    spk_json_close(o, ']');
}

static void put_rates(spk_json *o, const cli_tally *t, double seconds)
{
    put_real(o, "seconds", seconds, 6);
    put_real(o, "games_per_second", (double)t->games / seconds, 1);
    put_real(o, "decisions_per_second", (double)t->decisions / seconds, 1);
    put_real(o, "transitions_per_second", (double)t->transitions / seconds, 1);
}

static void print_json(const job *j, const cli_tally *t, double seconds)
{
    spk_buf out = {0};
    spk_json o = {.out = &out};
    spk_json_open(&o, '{');
    spk_json_key(&o, "game"), spk_json_str(&o, j->box->game->key);
    spk_json_key(&o, "players"), spk_json_int(&o, j->box->n_seats);
    spk_json_key(&o, "policy"), spk_json_str(&o, policy(j));
    put_number(&o, "seed", j->seed);
    put_number(&o, "games", t->games);
    put_number(&o, "decisions", t->decisions);
    put_number(&o, "transitions", t->transitions);
    put_real(&o, "legal_mean", ratio(t->legal, t->decisions), 4);
    put_number(&o, "legal_max", t->legal_max);
    put_real(&o, "length_mean", ratio(t->decisions, t->games), 4);
    put_number(&o, "length_max", t->length_max);
    put_scores(&o, t, j->box->n_seats);
    put_rates(&o, t, seconds);
    spk_json_close(&o, '}');
    puts(spk_buf_text(&out));
    spk_buf_release(&out);
}

/* -- The command ------------------------------------------------------------------------------- */

static int run(const cli_args *args)
{
    const spk_game *game = cli_game(args->word[0]);
    cli_tally total = {0};
    spk_box box;
    if (!cli_has(args, "games"))
        return cli_error("'simulate' needs --games N");
    if (!game || cli_box_open(&box, game, args) != 0)
        return CLI_WRONG;
    job j = {.box = &box,
             .busy = cli_number(args, "policy", 0),
             .seed = cli_number(args, "seed", 1),
             .games = cli_number(args, "games", 0)};
    double seconds = 0;
    int code = play_all(&j, (int)cli_number(args, "threads", 1), &total, &seconds);
    if (code == 0 && cli_has(args, "json"))
        print_json(&j, &total, seconds);
    else if (code == 0)
        print_people(&j, &total, seconds);
    spk_box_close(&box);
    return code;
}

static const cli_option options[] = {
    {"games", "N", CLI_NUMBER, 1, 1000000000000, "number of games; required"},
    CLI_POLICY_OPTION,
    {"threads", "T", CLI_NUMBER, 1, MAX_THREADS, "number of threads (default: 1)"},
    CLI_SEED_OPTION,
    CLI_BOX_OPTIONS,
    {"json", NULL, CLI_FLAG, 0, 0, "print one JSON object instead of the table"},
    {0},
};

extern const cli_command cli_simulate;
const cli_command cli_simulate = {
    .name = "simulate",
    .about = "play many random games: rates, lengths, scores, wins",
    .words = "<game> --games N",
    .min_words = 1,
    .max_words = 1,
    .options = options,
    .help = "Game number k is stream k of the seed: the same seed gives the same figures\n"
            "whatever the number of threads; only the times differ. All legal moves are\n"
            "made at every decision.\n\n"
            "decision     a move of a seat          transition  a decision or a chance event\n"
            "length       decisions of a game       draw        more than one winner\n"
            "legal moves  over all decisions, those without a choice included\n\n"
            "--json: game players policy seed games decisions transitions legal_mean\n"
            "legal_max length_mean length_max wins (by seat) draws scores (by seat: mean sd\n"
            "min max) seconds games_per_second decisions_per_second transitions_per_second\n",
    .run = run,
};
