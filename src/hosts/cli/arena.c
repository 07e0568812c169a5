/* arena.c: `speakeasy arena`: bots against bots. From the words of the command line to a plan, and a
 * bar for whoever waits; what is played and counted is in hosts/arena/. */
#include "hosts/arena/arena.h"

#include <ctype.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "games/registry.h"
#include "hosts/arena/chart.h"
#include "hosts/arena/errand.h"
#include "hosts/arena/figures.h"
#include "hosts/arena/report.h"
#include "hosts/arena/store.h"
#include "hosts/cli/arena_away.h"
#include "hosts/cli/bar.h"
#include "hosts/cli/cli.h"
#include "hosts/cli/settings.h"

#ifndef SPK_VERSION
#define SPK_VERSION "unknown"
#endif

enum { MAX_THREADS = 256, MAX_BYTES = 1 << 30, SAVE_SECONDS = 30 };

typedef struct hall {
    const char *json, *svg, *resume; /* files; NULL: none */
    arena *arena;
    int n_before; /* sets that a resumed run had */
    double last_save, last_look;
    char brief[160];

    const char *save;     /* a folder; NULL: games are not kept */
    pthread_mutex_t lock; /* of the two that write there */
    bool save_failed;
    cli_away *away;   /* bot workers; NULL: all games are played here */
    spk_why save_why; /* the first time */
} hall;

/* -- Being interrupted ------------------------------------------------------------------------- */

static volatile sig_atomic_t interrupted; /* by which signal; 0: not yet */

/* The second time does what it always does; programs that play go first. */
static void on_signal(int number)
{
    if (interrupted) {
        struct sigaction usual = {.sa_handler = SIG_DFL};
        host_players_kill();
        sigaction(number, &usual, NULL);
        raise(number); /* as soon as this returns */
    }
    interrupted = number;
}

/* A signal that is ignored (nohup, a shell's background) stays so. */
static void watch_signals(bool on)
{
    static const int numbers[] = {SIGINT, SIGTERM};
    struct sigaction act = {.sa_handler = on ? on_signal : SIG_DFL}, before;
    for (int i = 0; i < 2; i++)
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(numbers[i], &act, NULL);
}

/* -- Writing ----------------------------------------------------------------------------------- */

static spk_err save_json(const hall *h, const arena *a, int resamples, spk_why *why)
{
    arena_figures f;
    spk_buf out = {0};
    arena_figures_make(a, resamples, &f);
    arena_json(a, &f, SPK_VERSION, &out);
    spk_err err = cli_file_write(h->json, &out, why);
    spk_buf_release(&out);
    return err;
}

static spk_err save_svg(const hall *h, const arena_figures *f, spk_why *why)
{
    spk_buf out = {0};
    arena_chart(h->arena, f, &out);
    spk_err err = cli_file_write(h->svg, &out, why);
    spk_buf_release(&out);
    return err;
}

/* A bot's name as part of a file's: "exec:old/speakeasy bot hard" -> "exec-old-speakeasy-bot-hard". */
static void add_bot_name(spk_buf *name, const char *bot)
{
    enum { MOST = 40 };
    spk_buf_putc(name, '_');
    for (int i = 0; bot[i] && i < MOST; i++)
        spk_buf_putc(name, isalnum((unsigned char)bot[i]) || strchr("-@#*", bot[i]) ? bot[i] : '-');
}

/* One file a game; names sort by set and game, and say who sat where, from seat 0 on:
 * "000012-1_hard_random.play". */
static void keep_game(void *self, int set, int game, const arena_game *played, const spk_match *m)
{
    hall *h = self;
    spk_buf name = {0}, text = {0};
    spk_why why = {0};
    spk_buf_printf(&name, "%s/%06d-%d", h->save, set + 1, game + 1);
    for (spk_seat i = 0; i < h->arena->n_seats; i++)
        add_bot_name(&name, h->arena->plan.bot[played->bot[i]].name);
    spk_buf_puts(&name, ".play");
    spk_record_save(m, &text);
    pthread_mutex_lock(&h->lock);
    if (cli_file_write(spk_buf_text(&name), &text, &why) != SPK_OK && !h->save_failed) {
        h->save_failed = true;
        h->save_why = why;
    }
    pthread_mutex_unlock(&h->lock);
    spk_buf_release(&name);
    spk_buf_release(&text);
}

/* The folder is there, or can be made. */
static int prepare_folder(const char *folder)
{
    struct stat about;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return cli_error("%s: %s", folder, strerror(errno));
    if (stat(folder, &about) != 0 || !S_ISDIR(about.st_mode))
        return cli_error("%s is not a folder", folder);
    if (access(folder, W_OK) != 0)
        return cli_error("%s: %s", folder, strerror(errno));
    return 0;
}

/* -- Waiting ----------------------------------------------------------------------------------- */

/* "[####......]  40 %  16 of 40 sets, 12 s left  hard 97.1, random 2.9 %" */
static void draw_bar(hall *h, const arena *a)
{
    int new_sets = a->n_done - h->n_before, left = a->plan.n_sets - a->n_done;
    char room[256];
    spk_buf words = SPK_BUF_OVER(room);
    if (a->seconds - h->last_look > 1 || !*h->brief) { /* it looks at all games: not every time */
        arena_report_briefly(a, h->brief, sizeof h->brief);
        h->last_look = a->seconds;
    }
    spk_buf_printf(&words, "%d of %d sets", a->n_done, a->plan.n_sets);
    if (new_sets > 0) {
        spk_buf_puts(&words, a->plan.has_sprt ? ", at most " : ", ");
        cli_bar_put_time(&words, a->seconds / new_sets * left);
        spk_buf_puts(&words, " left");
    }
    spk_buf_printf(&words, "  %s", h->brief);
    cli_bar_draw((double)a->n_done / a->plan.n_sets, spk_buf_text(&words));
}

/* ~30 s of work is the most that a crash may cost. */
static bool tick(void *self, const arena *a)
{
    hall *h = self;
    spk_why why;
    if (cli_bar_is_seen())
        draw_bar(h, a);
    if (h->json && a->seconds - h->last_save > SAVE_SECONDS) {
        save_json(h, a, ARENA_ROUGH_RESAMPLES,
                  &why); /* the last one is the one that must succeed */
        h->last_save = a->seconds;
    }
    return !interrupted && !h->save_failed;
}

static int finish(hall *h)
{
    arena_figures f;
    spk_buf out = {0};
    spk_why why;
    arena_figures_make(h->arena, ARENA_RESAMPLES, &f);
    arena_report(h->arena, &f, &out);
    fputs(spk_buf_text(&out), stdout);
    spk_buf_release(&out);
    int code = interrupted ? 128 + (int)interrupted : CLI_DONE;
    if (h->json && save_json(h, h->arena, ARENA_RESAMPLES, &why) != SPK_OK)
        code = cli_refused(NULL, &why);
    if (h->svg && save_svg(h, &f, &why) != SPK_OK)
        code = cli_refused(NULL, &why);
    if (h->save_failed)
        code = cli_refused(NULL, &h->save_why);
    return code;
}

/* -- Reading the command line ------------------------------------------------------------------ */

/* The same bot may play twice: then it is told apart by its number. */
static void number_twins(arena_plan *p)
{
    for (int i = p->n_bots - 1; i > 0; i--) {
        int twins = 1;
        for (int j = 0; j < i; j++)
            twins += strcmp(p->bot[i].name, p->bot[j].name) == 0;
        if (twins > 1)
            snprintf(p->bot[i].name + strlen(p->bot[i].name), 12, "#%d", twins);
    }
}

static int read_bots(arena_plan *p, const char *list, const host_budget *budget)
{
    spk_why why = {0};
    while (true) {
        size_t n = strcspn(list, ",");
        char spec[256];
        if (p->n_bots == ARENA_MAX_BOTS)
            return cli_error("--bots takes at most %d bots", ARENA_MAX_BOTS);
        snprintf(spec, sizeof spec, "%.*s", (int)(n < sizeof spec ? n : sizeof spec - 1), list);
        arena_entrant *who = &p->bot[p->n_bots++];
        if (arena_entrant_parse(spec, budget, who, &why) != SPK_OK ||
            arena_entrant_try(who, p->box, &why) != SPK_OK)
            return cli_refused(NULL, &why);
        if (!list[n])
            break;
        list += n + 1;
    }
    number_twins(p);
    return p->n_bots > 1 ? 0 : cli_error("--bots needs two bots or more: --bots hard,random");
}

/* Numbers with commas between; '%' after one makes it hundredths and sets its bit. */
static bool read_numbers(const char *text, double *out, int *n, int cap, unsigned *shares)
{
    for (*n = 0, *shares = 0; *n < cap; text++) {
        char *end;
        double x = strtod(text, &end);
        if (end == text || !(x > -4000 && x < 4000))
            return false;
        bool share = *end == '%';
        *shares |= (unsigned)share << *n;
        out[(*n)++] = share ? x / 100 : x;
        text = end + share;
        if (*text != ',')
            break;
    }
    return !*text;
}

static int read_sprt(arena_plan *p, const char *text)
{
    double x[4] = {0, 0, 0.05, 0.05};
    int n = 0;
    unsigned shares = 0;
    bool fine = read_numbers(text, x, &n, 4, &shares) && (n == 2 || n == 4);
    p->has_sprt = true;
    p->sprt = (arena_sprt){x[0], x[1], x[2], x[3], .of_wins = shares != 0};
    if (!fine || (shares != 0 && shares != 3))
        return cli_error("--sprt takes elo0,elo1 or 85%%,90%%, and perhaps ,alpha,beta; not '%s'",
                         text);
    if (!(x[0] < x[1]))
        return cli_error("--sprt: %s must be below %s, not '%s'", shares ? "the first" : "elo0",
                         shares ? "the second" : "elo1", text);
    if (shares && !(x[0] > 0 && x[1] < 1))
        return cli_error("--sprt: win shares lie between 0 and 100 %%, not '%s'", text);
    if (!(x[2] > 0 && x[2] < 0.5 && x[3] > 0 && x[3] < 0.5))
        return cli_error("--sprt: alpha and beta lie between 0 and 0.5, not '%s'", text);
    if (p->n_bots != 2)
        return cli_error("--sprt compares two bots, not %d", p->n_bots);
    return 0;
}

/* Under a time budget, threads that wait for each other would only weaken the bots. */
static int n_threads(const arena_plan *p, int wanted)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    bool timed = false;
    for (int i = 0; i < p->n_bots; i++)
        timed = timed || (p->bot[i].budget.ms && !p->bot[i].budget.cpu);
    if (!timed || cores < 1 || wanted <= cores)
        return wanted;
    fprintf(stderr, "speakeasy: under a time budget only as many threads as cores: %ld, not %d\n",
            cores, wanted);
    return (int)cores;
}

static int read_plan(arena_plan *p, const cli_args *args)
{
    host_budget budget = {.ms = 20};
    const char *text = cli_text(args, "budget");
    if (text && !host_budget_parse(text, &budget))
        return cli_error("--budget takes 20ms, 1.5s, 20cpu or 1000it, not '%s'", text);
    int code = read_bots(p, cli_text(args, "bots"), &budget);
    if (code == 0 && cli_has(args, "sprt"))
        code = read_sprt(p, cli_text(args, "sprt"));
    p->n_sets = (int)cli_number(args, "sets", 0);
    p->seed = cli_number(args, "seed", 1);
    p->lone = cli_has(args, "lone");
    if (code == 0 && p->lone && !arena_has_lone(p))
        code = cli_error("--lone is for two bots at a table for more than two");
    return code;
}

/* -- The command ------------------------------------------------------------------------------- */

static int take_over(hall *h)
{
    spk_buf text = {0};
    spk_why why = {0};
    int code = cli_file_read(h->resume, MAX_BYTES, &text);
    if (code == 0 && arena_resume(h->arena, spk_buf_text(&text), text.n, &why) != SPK_OK)
        code = cli_refused(h->resume, &why);
    h->n_before = h->arena->n_done;
    spk_buf_release(&text);
    return code;
}

/* What the environment says is for servers: an arena asks workers only when it is told to. */
static bool wants_workers(const cli_args *args)
{
    return cli_has(args, "bus") || cli_has(args, "config");
}

/* Games also go to bot workers: as many more threads wait for them as there are cores, and some, for workers that come
 * later. */
static int join_workers(hall *h, const cli_args *args)
{
    enum { FOR_LATER = 16 };
    srv_config config;
    srv_bus_options bus = {0};
    spk_why why = {0};
    arena_plan *p = &h->arena->plan;
    int code = cli_settings_read(&config, args);
    if (code == 0 &&
        (srv_config_check_bus(&config, &why) != SPK_OK || arena_errand_check(p, &why) != SPK_OK))
        code = cli_error("--bus: %s", why.text);
    if (code == 0 && !*config.bus)
        code = cli_error("--config: there is no bus in %s", cli_text(args, "config"));
    srv_config_to_bus(&config, &bus);
    if (code == 0 && !(h->away = cli_away_open(&bus, p->n_threads, &why)))
        code = cli_refused(NULL, &why);
    if (code == 0) {
        int n_cores = cli_away_cores(h->away);
        if (!n_cores)
            fprintf(stderr,
                    "speakeasy: no worker answers there; games are played here until one does\n");
        p->play = cli_away_play;
        p->playground = h->away;
        p->n_threads += n_cores + FOR_LATER;
        if (p->n_threads > MAX_THREADS)
            p->n_threads = MAX_THREADS;
    }
    srv_config_release(&config);
    return code;
}

static void leave_workers(hall *h)
{
    int n_away, n_lost;
    if (!h->away)
        return;
    cli_away_look(h->away, &n_away, &n_lost);
    fprintf(stderr, "speakeasy: workers played %d games", n_away);
    fprintf(stderr, n_lost ? ", and lost %d, which were played again\n" : "\n", n_lost);
    cli_away_close(h->away);
}

static int play(hall *h, int threads, const cli_args *args)
{
    spk_why why = {0};
    if (h->json && cli_file_check(h->json, &why) != SPK_OK)
        return cli_refused(NULL, &why);
    if (h->svg && cli_file_check(h->svg, &why) != SPK_OK)
        return cli_refused(NULL, &why);
    if (h->save && prepare_folder(h->save) != 0)
        return CLI_WRONG;
    if (h->resume && take_over(h) != 0)
        return CLI_WRONG;
    int n_here = h->arena->plan.n_threads = n_threads(&h->arena->plan, threads);
    if (wants_workers(args) && join_workers(h, args) != 0)
        return CLI_WRONG;
    watch_signals(true);
    spk_err err = arena_play(h->arena, tick, h, &why);
    cli_bar_clear();
    leave_workers(h);
    h->arena->plan.n_threads = n_here; /* those that wait for workers are no news */
    watch_signals(false);
    return err == SPK_OK ? finish(h) : cli_refused(NULL, &why);
}

static int run(const cli_args *args)
{
    const spk_game *game = cli_game(args->word[0]);
    spk_box box;
    arena_plan plan = {.box = &box};
    hall h = {.json = cli_text(args, "json"),
              .svg = cli_text(args, "svg"),
              .resume = cli_text(args, "resume"),
              .save = cli_text(args, "save"),
              .lock = PTHREAD_MUTEX_INITIALIZER};
    if (!game)
        return CLI_WRONG;
    if (!cli_has(args, "bots") || !cli_has(args, "sets"))
        return cli_error("'arena' needs --bots A,B and --sets N");
    if (cli_has(args, "net") && wants_workers(args))
        return cli_error("--net and --bus: workers play with the nets they have; leave one out");
    if (!h.json)
        h.json = h.resume;
    if (cli_box_open(&box, game, args) != 0)
        return CLI_WRONG;
    spk_buf net = {0};
    int code = cli_net_take(&box, &net, args);
    if (code == 0)
        code = read_plan(&plan, args);
    plan.keep = h.save ? keep_game : NULL;
    plan.keeper = &h;
    if (code == 0) {
        h.arena = arena_new(&plan);
        code = play(&h, (int)cli_number(args, "threads", 1), args);
        arena_free(h.arena);
    }
    spk_buf_release(&net);
    spk_box_close(&box);
    return code;
}

static void more(void)
{
    puts("\nThe bots:");
    for (int i = 0; i < spk_n_bot_kinds; i++)
        cli_wrap(spk_bot_kinds[i]->about, printf("  %-12s ", spk_bot_kinds[i]->name), 15);
    puts("\nScripts: fixed-strategy players that answer at once; each knows one game:");
    for (int i = 0; i < spk_n_games; i++)
        for (int k = 0; k < spk_games[i]->n_scripts; k++)
            printf("  %-17s %s\n", spk_games[i]->scripts[k].name, spk_games[i]->key);
}

static const cli_option options[] = {
    {"bots", "A,B[,C...]", CLI_TEXT, 0, 0,
     "bots to compare: names or exec:COMMAND, optionally each with a budget (hard@50ms); required"},
    {"sets", "N", CLI_NUMBER, 1, ARENA_MAX_SETS, "number of sets; required"},
    {"net", "FILE", CLI_TEXT, 0, 0, "a net for the bots that use one, instead of the game's own"},
    {"budget", "20ms|20cpu|1000it", CLI_TEXT, 0, 0,
     "thinking per decision: time, processor time in ms, or iterations (default: 20ms)"},
    {"sprt", "elo0,elo1", CLI_TEXT, 0, 0,
     "stop once it is decided whether the first bot is better by elo1 or only by elo0; with "
     "85%,90%: whether it wins 90 % or only 85 % (append ,alpha,beta; default: 0.05 each)"},
    {"lone", NULL, CLI_FLAG, 0, 0,
     "two bots at a larger table: seat only one of the first among the second"},
    CLI_BOX_OPTIONS,
    {"seed", "S", CLI_NUMBER, 0, INT64_MAX, "random seed (default: 1)"},
    {"threads", "T", CLI_NUMBER, 1, MAX_THREADS, "number of threads (default: 1)"},
    CLI_BUS_OPTIONS,
    {"config", "FILE", CLI_TEXT, 0, 0, "read the message server's settings from FILE first"},
    {"json", "FILE", CLI_TEXT, 0, 0,
     "write all figures and games to FILE, at the end and every 30 s"},
    {"svg", "FILE", CLI_TEXT, 0, 0, "draw win shares and Elo to FILE"},
    {"save", "DIR", CLI_TEXT, 0, 0,
     "write every game to DIR as a .play file; its name says which game it is and who sat where"},
    {"resume", "FILE", CLI_TEXT, 0, 0,
     "continue from a file written by --json; rewrites it unless --json names another"},
    {0},
};

extern const cli_command cli_arena;
const cli_command cli_arena = {
    .name = "arena",
    .about = "compare bots: win shares, Elo, which is better",
    .words = "<game> --bots A,B --sets N",
    .min_words = 1,
    .max_words = 1,
    .options = options,
    .help = "A set is one chance stream with the seats rotated; figures and their 95 %\n"
            "intervals count sets. Two bots at a table for two play 2 games a set. At a\n"
            "larger table one of the first sits among the second, once in every seat, then\n"
            "the other way round; win shares are those of the lone one. With more bots\n"
            "every set seats as many as there is room for, in all rotations. docs/arena.md\n"
            "explains the figures.\n\n"
            "A budget is the most a bot thinks about a decision. Bots with a fixed number\n"
            "of iterations (mcts-1000, ismcts-1000) ignore --budget; levels with a limit of\n"
            "their own (easy, normal) stop at whichever comes first; random, busy and\n"
            "greedy answer at once. With iterations (1000it) the same seed gives the same\n"
            "figures on every machine and any number of threads; with milliseconds it does\n"
            "not.\n\n"
            "With --bus, bot workers ('speakeasy work') play games too, beside --threads of\n"
            "this machine; with iterations the figures are the same. Programs (exec:) and\n"
            "nets from files play here only.\n\n"
            "Ctrl-C stops early: complete sets are reported and written, and --resume\n"
            "continues from there.\n",
    .more = more,
    .run = run,
};
