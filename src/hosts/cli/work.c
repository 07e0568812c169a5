/* work.c: `speakeasy work`: a process that thinks for servers and arenas elsewhere. What it does is in server/work/; here
 * are its settings, and the kinds of work it knows. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "hosts/arena/errand.h"
#include "hosts/cli/cli.h"
#include "hosts/cli/settings.h"
#include "hosts/server/work/work.h"

/* -- Kinds of work ---------------------------------------------------------------------------------- */

static void *begin_game(const char *text, size_t n, spk_why *why)
{
    return arena_errand_read(text, n, why);
}

static bool play_game(void *self, const atomic_bool *stop, spk_buf *out)
{
    return arena_errand_play(self, stop, out);
}

static void end_game(void *self) { arena_errand_free(self); }

static const srv_work_kind game = {.name = ARENA_ERRAND,
                                   .is_background = true,
                                   .begin = begin_game,
                                   .work = play_game,
                                   .end = end_game};

static const srv_work_kind *const kinds[] = {&srv_work_thought, &game, NULL};

/* -- Signals ---------------------------------------------------------------------------------------- */

static srv_worker *running;

static void on_signal(int number)
{
    (void)number;
    srv_worker_stop(running);
}

static void heed_signals(bool on)
{
    static const int numbers[] = {SIGINT, SIGTERM};
    struct sigaction act = {.sa_handler = on ? on_signal : SIG_DFL};
    for (int i = 0; i < 2; i++)
        sigaction(numbers[i], &act, NULL);
}

/* -- The command ------------------------------------------------------------------------------------ */

static void say(void *context, const char *line)
{
    (void)context;
    fprintf(stderr, "speakeasy: %s\n", line);
}

static int default_cores(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > SRV_WORK_CORES ? SRV_WORK_CORES : (int)n;
}

static int work(const srv_config *config, int n_cores)
{
    spk_why why = {0};
    char name[200];
    srv_worker_options options = {.kinds = kinds,
                                  .n_cores = n_cores,
                                  .version = SPK_VERSION,
                                  .fingerprint = srv_work_fingerprint(),
                                  .clock = host_clock_real,
                                  .say = say};
    srv_config_to_bus(config, &options.bus);
    options.bus.name = "speakeasy work";
    running = srv_worker_open(&options, &why);
    if (!running)
        return cli_refused(NULL, &why);
    srv_bus_name(config->bus, name, sizeof name);
    printf("Speakeasy works for whoever asks at %s, on %d core%s\n", name, n_cores,
           n_cores == 1 ? "" : "s");
    fflush(stdout);
    heed_signals(true);
    srv_worker_run(running);
    heed_signals(false);
    srv_worker_figures figures;
    srv_worker_look(running, &figures);
    printf("%lld done, %lld refused, %.1f s of thinking\n", (long long)figures.n_done,
           (long long)figures.n_refused, figures.busy_ms / 1000);
    srv_worker_close(running);
    return CLI_DONE;
}

static int run(const cli_args *args)
{
    srv_config config;
    spk_why why = {0};
    int code = cli_settings_read(&config, args);
    if (code == 0 && srv_config_check_bus(&config, &why) != SPK_OK)
        code = cli_error("%s", why.text);
    if (code == 0 && !*config.bus)
        code = cli_error("'work' needs --bus nats://HOST:PORT, or bus in the config file");
    if (code == 0)
        code = work(&config, (int)cli_number(args, "cores", (uint64_t)default_cores()));
    srv_config_release(&config);
    return code;
}

static const cli_option options[] = {
    CLI_BUS_OPTIONS,
    {"cores", "N", CLI_NUMBER, 1, SRV_WORK_CORES,
     "number of thoughts at the same time (default: as many as the machine has cores)"},
    {"config", "FILE", CLI_TEXT, 0, 0,
     "read settings from FILE first; those of a server may be in it"},
    {0},
};

extern const cli_command cli_work;
const cli_command cli_work = {
    .name = "work",
    .about = "think for servers and arenas elsewhere, over a message server",
    .words = "--bus URL",
    .options = options,
    .help = "A bot worker: servers that are started with the same --bus let it think for\n"
            "their bots, and 'speakeasy arena --bus' lets it play games. Start any number of\n"
            "workers, on any machines; they may come and go at any time. A server without\n"
            "workers thinks itself; one whose worker dies asks another, or thinks itself,\n"
            "within two seconds.\n\n"
            "A worker is told what the bot's seat may know, and nothing else. It stores\n"
            "nothing. Thoughts come in slices of a tenth of a second: each server decides\n"
            "whose bot is next, and servers that share a worker get equal parts of it. Games\n"
            "of an arena run at the lowest priority and take what the thoughts leave.\n\n"
            "Worker and server must be the same version, with the same games and nets;\n"
            "others are refused, and both say so. SIGTERM or Control-C: it takes nothing new\n"
            "and leaves within five seconds; a second one ends it at once. Put a user and a\n"
            "password into the config file or SPEAKEASY_BUS, not on the command line.\n"
            "docs/hosting.md, \"Bot workers\", has more.\n",
    .run = run,
};
