/* train.c: `speakeasy train`: learned values for a game's bots. From the words of the command line to a
 * plan, a line for whoever waits, and files; how it is learned is in hosts/train/. */
#include "hosts/train/train.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "hosts/cli/cli.h"

/* Bytes: sixteen generations of a hundred thousand games are less. */
static const size_t MAX_WORK = (size_t)64 << 30;

static volatile sig_atomic_t interrupted;

static void on_signal(int number) { interrupted = number; }

static void watch_signals(void)
{
    struct sigaction act = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);
}

static bool tick(void *self, const train_progress *p)
{
    (void)self;
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[Kgeneration %d: %s, %ld of %ld", p->generation + 1, p->what,
                p->done, p->of);
    return !interrupted;
}

static void tell(const train_report *r, bool is_against)
{
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    printf("generation %d: %d games, %ld samples in %.0f s; %ld fitted in %.0f s; loss %.4f, "
           "before %.4f, "
           "on what was fitted %.4f",
           r->generation + 1, r->n_games, r->n_samples, r->play_seconds, r->n_fitted,
           r->fit_seconds, r->loss, r->loss_before, r->loss_fitted);
    if (r->taste > 0)
        printf("; on moves %.4f, before %.4f", r->taste, r->taste_before);
    if (is_against)
        printf("; won %.1f %%", 100 * r->won);
    putchar('\n');
    fflush(stdout);
}

static int save(const train_run *run, const char *file, const char *work)
{
    spk_net_file net = train_net_file(run);
    spk_buf bytes = {0};
    spk_why why;
    spk_buf_add(&bytes, (const char *)net.bytes, net.size);
    spk_err err = cli_file_write(file, &bytes, &why);
    if (err == SPK_OK && work) {
        spk_buf_clear(&bytes);
        train_save(run, &bytes);
        err = cli_file_write(work, &bytes, &why);
    }
    spk_buf_release(&bytes);
    return err == SPK_OK ? CLI_DONE : cli_refused(NULL, &why);
}

static int load(train_run *run, const char *work)
{
    spk_buf bytes = {0};
    spk_why why;
    int code = CLI_DONE;
    if (!work || !cli_file_exists(work))
        return CLI_DONE;
    code = cli_file_read(work, MAX_WORK, &bytes);
    if (code == CLI_DONE && train_load(run, bytes.bytes, bytes.n, &why) != SPK_OK)
        code = cli_refused(work, &why);
    spk_buf_release(&bytes);
    return code;
}

static int go_on(train_run *run, int n, bool is_against, const char *file, const char *work)
{
    train_report report;
    for (int i = 0; i < n; i++) {
        if (!train_generation(run, tick, NULL, &report))
            return 128 + (int)interrupted;
        tell(&report, is_against);
        int code = save(run, file, work);
        if (code != CLI_DONE)
            return code;
    }
    return CLI_DONE;
}

/* The net to begin with decides how wide the new one is. It may come from a table of another size: what was
 * learned there is a beginning too. */
static int begin_with(train_plan *plan, spk_buf *bytes, const cli_args *args)
{
    enum { MOST = 1 << 20, SEATS_AT = 16 };
    const char *file = cli_text(args, "net");
    uint16_t n_seats = (uint16_t)plan->box->n_seats;
    spk_net net;
    spk_why why;
    if (!file)
        return CLI_DONE;
    if (cli_file_read(file, MOST, bytes) != CLI_DONE)
        return CLI_WRONG;
    if (bytes->n >= SPK_NET_HEADER)
        memcpy(bytes->bytes + SEATS_AT, &n_seats, sizeof n_seats);
    plan->box->net =
        (spk_net_file){(const unsigned char *)bytes->bytes, bytes->n, plan->box->n_seats};
    if (spk_net_open(&net, plan->box, &why) != SPK_OK)
        return cli_refused(file, &why);
    plan->from = plan->box->net;
    plan->n_sums = net.n_sums, plan->n_hidden = net.n_hidden;
    return CLI_DONE;
}

/* The bot to learn against sits at a table of its own, with its own net: the game's, or one from a file. What
 * it knows is also where learning begins, unless --net says otherwise. */
static int face(train_plan *plan, spk_box *rival, spk_buf *bytes, const cli_args *args)
{
    const char *bot = cli_text(args, "against"), *file = cli_text(args, "against-net");
    enum { MOST = 1 << 20 };
    spk_net net;
    spk_why why;
    if (!bot && !file)
        return CLI_DONE;
    if (bot && strcmp(bot, "boss") != 0)
        return cli_error("--against boss is the only bot there is to learn against");
    if (cli_box_open(rival, plan->box->game, args) != 0)
        return CLI_WRONG;
    plan->against = rival;
    if (file && cli_file_read(file, MOST, bytes) != CLI_DONE)
        return CLI_WRONG;
    if (file)
        rival->net = (spk_net_file){(const unsigned char *)bytes->bytes, bytes->n, rival->n_seats};
    if (file && spk_net_open(&net, rival, &why) != SPK_OK)
        return cli_refused(file, &why);
    if (cli_text(args, "net") || !rival->net.bytes || spk_net_open(&net, rival, NULL) != SPK_OK)
        return CLI_DONE;
    plan->from = rival->net;
    plan->n_sums = net.n_sums, plan->n_hidden = net.n_hidden;
    return CLI_DONE;
}

static int run(const cli_args *args)
{
    const spk_game *game = cli_game(args->word[0]);
    const char *file = cli_text(args, "out"), *work = cli_text(args, "work");
    spk_box box;
    if (!game)
        return CLI_WRONG;
    if (!game->hints || !game->hints->features)
        return cli_error("%s has no features to learn from", game->key);
    if (!file)
        return cli_error("where to? --out FILE");
    if (cli_has(args, "only-moves") && cli_has(args, "only-values"))
        return cli_error("--only-moves and --only-values: then there is nothing to learn");
    if (cli_box_open(&box, game, args) != 0)
        return CLI_WRONG;
    train_plan plan = {.box = &box,
                       .n_games = (int)cli_number(args, "games", 4000),
                       .iterations = (int)cli_number(args, "iterations", 120),
                       .n_keep = (int)cli_number(args, "keep", 3),
                       .n_epochs = (int)cli_number(args, "epochs", 4),
                       .result = (int)cli_number(args, "result", 50),
                       .pace = (int)cli_number(args, "pace", 100),
                       .one_in = (int)cli_number(args, "one-in", 1),
                       .scripts = (int)cli_number(args, "scripts", 0),
                       .n_quick = (int)cli_number(args, "quick", 0),
                       .quick_games = (int)cli_number(args, "quick-games", 10000),
                       .n_sums = 16 * (int)cli_number(args, "sums", 2),
                       .n_hidden = 16 * (int)cli_number(args, "hidden", 2),
                       .n_threads = (int)cli_number(args, "threads", 2),
                       .seed = cli_number(args, "seed", 1),
                       .only_moves = cli_has(args, "only-moves"),
                       .only_values = cli_has(args, "only-values")};
    spk_buf bytes = {0}, rival_bytes = {0};
    spk_box rival = {0};
    train_run *training = NULL;
    int code = begin_with(&plan, &bytes, args);
    if (code == CLI_DONE)
        code = face(&plan, &rival, &rival_bytes, args);
    if (code == CLI_DONE) {
        training = train_new(&plan);
        watch_signals();
        code = load(training, work);
    }
    if (code == CLI_DONE)
        code = go_on(training, (int)cli_number(args, "generations", 4), plan.against != NULL, file,
                     work);
    train_free(training);
    spk_buf_release(&bytes);
    spk_buf_release(&rival_bytes);
    if (plan.against)
        spk_box_close(&rival);
    spk_box_close(&box);
    return code;
}

static const cli_option options[] = {
    {"out", "FILE", CLI_TEXT, 0, 0, "write the net here after every generation"},
    {"generations", "N", CLI_NUMBER, 1, 1000, "rounds of playing and fitting (default: 4)"},
    {"games", "N", CLI_NUMBER, 20, 1000000, "games per generation (default: 4000)"},
    {"iterations", "N", CLI_NUMBER, 2, 100000, "search iterations per decision (default: 120)"},
    {"work", "FILE", CLI_TEXT, 0, 0, "checkpoint file; resumes from it if it exists"},
    {"net", "FILE", CLI_TEXT, 0, 0, "start from this net, trained at a table of any size"},
    {"against", "boss", CLI_TEXT, 0, 0,
     "learn a best response to this bot, which learns nothing; begins with its net"},
    {"against-net", "FILE", CLI_TEXT, 0, 0, "the same against boss with this net"},
    {"only-moves", NULL, CLI_FLAG, 0, 0, "train move selection only; keep the values of positions"},
    {"only-values", NULL, CLI_FLAG, 0, 0,
     "train the values of positions only; keep move selection"},
    {"keep", "N", CLI_NUMBER, 1, 16, "number of generations to fit together (default: 3)"},
    {"epochs", "N", CLI_NUMBER, 1, 100, "passes over the games (default: 4)"},
    {"result", "N", CLI_NUMBER, 0, 100,
     "weight of the game result in the training target, in percent (the rest: the search's "
     "value; default: 50)"},
    {"pace", "N", CLI_NUMBER, 1, 1000,
     "learning rate in percent of the usual one; small for a net that begins well (default: 100)"},
    {"one-in", "N", CLI_NUMBER, 1, 1000,
     "keep one decision in N, for long games (default: 1, all)"},
    {"scripts", "N", CLI_NUMBER, 0, 100,
     "percentage of games in which one seat follows a script (default: 0)"},
    {"quick", "N", CLI_NUMBER, 0, 100,
     "number of first generations that play without search (default: 0)"},
    {"quick-games", "N", CLI_NUMBER, 20, 10000000,
     "games per generation without search (default: 10000)"},
    {"sums", "N", CLI_NUMBER, 1, SPK_NET_SUMS / 16,
     "width of the first layer, in 16s (default: 2)"},
    {"hidden", "N", CLI_NUMBER, 1, SPK_NET_HIDDEN / 16,
     "width of the second layer, in 16s (default: 2)"},
    {"threads", "N", CLI_NUMBER, 1, 256,
     "number of threads (default: 2); does not affect the result"},
    CLI_SEED_OPTION,
    CLI_BOX_OPTIONS,
    {0},
};

const cli_command cli_train = {
    .name = "train",
    .about = "train a net for a game's bots by self-play",
    .words = "<game>",
    .min_words = 1,
    .max_words = 1,
    .options = options,
    .help = "Each generation plays games with the net of the one before, then fits the net\n"
            "to the games of the last few. The same seed gives the same net. Try it with\n"
            "    speakeasy arena <game> --net FILE --bots boss,hard --sets 100 --budget 300it\n"
            "With --against one seat of every game learns, and boss has the others; what\n"
            "the seat won is printed. Without moves made at random, and with an interval:\n"
            "    speakeasy arena <game> --net FILE --bots \"boss,exec:speakeasy bot boss\" ...\n"
            "docs/bots.md describes the nets that come with the games.\n",
    .run = run,
};
