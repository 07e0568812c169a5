/* main.c: the words of the command, and the course of a run: the server is started, tables are made,
 * guests connect, a while to warm up, then what is measured, then the report (load.h). */
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/mem.h"
#include "load.h"

enum { SETTLE_MS = 500, GRACE_MS = 3000 };

static const char usage[] =
    "load: many tables of two on a server, and how long a move takes to reach both\n"
    "\n"
    "usage: load --serve SPEAKEASY [options] [-- more words for the server]\n"
    "\n"
    "  --serve PATH        start this `speakeasy` (or boardgame.io's server.js)\n"
    "  --at HOST:PORT      a server that runs already, its limits off; --pid N is its process\n"
    "  --makers PORT,...   other nodes of that server: requests go to these, in turn\n"
    "  --doors PORT,...    ... and guests to these\n"
    "  --peer boardgameio  the server is boardgame.io's\n"
    "  --tables N          tables of two; else 500\n"
    "  --every S           a move every S seconds at each table\n"
    "  --rate R            R moves a second in all. Without --every and --rate: flat out\n"
    "  --warm S            seconds of play before measuring; else 2\n"
    "  --seconds S         seconds that are measured; else 10\n"
    "  --durability WORD   normal (else) or full\n"
    "  --data DIR          the server's data, kept; else a temporary folder\n"
    "  --seed N            of all choices; else 1\n"
    "  --cores S,G         cores of server and generator; else 1,0. '-': wherever\n"
    "  --spin              never sleep: waking the generator is work for the server's core\n"
    "  --json FILE         the figures as JSON; '-': on stdout, instead of the report\n";

/* -- Phases --------------------------------------------------------------------------------------- */

static double seconds_since(uint64_t start) { return (double)(uv_hrtime() - start) / 1e9; }

static void after(load *l, double s, uv_timer_cb then)
{
    uv_timer_start(&l->clock, then, (uint64_t)(s * 1000), 0);
}

static void close_clock(load *l)
{
    if (!uv_is_closing((uv_handle_t *)&l->clock))
        uv_close((uv_handle_t *)&l->clock, NULL);
}

/* While this runs the loop looks for news without waiting for them. */
static void on_spin(uv_idle_t *idle) { (void)idle; }

static void hang_up(uv_timer_t *timer)
{
    load *l = timer->data;
    for (int i = 0; i < l->options.tables * LOAD_SEATS; i++) {
        load_seat *s = &l->tables[i / LOAD_SEATS].seats[i % LOAD_SEATS];
        if (s->ws)
            load_ws_drop(s->ws);
        s->ws = NULL;
    }
    load_web_close(l->web);
    close_clock(l);
    uv_close((uv_handle_t *)&l->spin, NULL);
    uv_stop(&l->loop);
}

static void end_measuring(uv_timer_t *timer)
{
    load *l = timer->data;
    l->measured_s = seconds_since(l->mark);
    l->at_end = load_server_usage(l);
    l->own_cpu_s = load_own_cpu_s() - l->own_cpu_s;
    l->phase = LOAD_ENDING;
    load_pace_stop(l);
    after(l, l->n_moving ? GRACE_MS / 1e3 : 0.01, hang_up);
}

static void start_measuring(uv_timer_t *timer)
{
    load *l = timer->data;
    l->mark = uv_hrtime();
    l->at_start = load_server_usage(l);
    l->own_cpu_s = load_own_cpu_s();
    l->phase = LOAD_MEASURING;
    after(l, l->options.seconds, end_measuring);
}

static void start_playing(uv_timer_t *timer)
{
    load *l = timer->data;
    l->with_guests = load_server_usage(l);
    l->phase = LOAD_WARMING;
    load_pace_start(l);
    after(l, l->options.warm_s, start_measuring);
}

static void start_connecting(uv_timer_t *timer)
{
    load *l = timer->data;
    l->with_tables = load_server_usage(l);
    l->phase = LOAD_CONNECTING;
    l->mark = uv_hrtime();
    for (int i = 0; i < l->options.tables; i++)
        load_table_connect(&l->tables[i]);
}

static void start_making(uv_timer_t *timer)
{
    load *l = timer->data;
    l->before = load_server_usage(l);
    l->phase = LOAD_MAKING;
    l->mark = uv_hrtime();
    for (int i = 0; i < l->options.tables; i++) {
        l->tables[i].l = l;
        l->tables[i].number = i;
        load_table_make(&l->tables[i]);
    }
}

void load_progress(load *l)
{
    if (l->phase == LOAD_MAKING && l->n_made == l->options.tables) {
        l->make_s = seconds_since(l->mark);
        after(l, SETTLE_MS / 1e3, start_connecting);
    } else if (l->phase == LOAD_CONNECTING && l->n_connected == l->options.tables) {
        l->connect_s = seconds_since(l->mark);
        after(l, SETTLE_MS / 1e3, start_playing);
    }
}

/* -- Words ---------------------------------------------------------------------------------------- */

static int wrong(const char *what, const char *value)
{
    fprintf(stderr, "load: %s '%s'; --help tells more\n", what, value);
    return 2;
}

static void take_cores(load_options *o, const char *words)
{
    const char *comma = strchr(words, ',');
    o->core_server = words[0] == '-' ? -1 : atoi(words);
    o->core_self = comma && comma[1] != '-' ? atoi(comma + 1) : -1;
}

static int take_ports(load_ports *ports, const char *value)
{
    char *end;
    for (const char *at = value;; at = end + 1) {
        long port = strtol(at, &end, 10);
        if (port < 1 || port > 65535 || ports->n == 8 || (*end && *end != ','))
            return wrong("ports with commas between them, not", value);
        ports->port[ports->n++] = (int)port;
        if (!*end)
            return 0;
    }
}

static int take(load *l, int option, const char *value)
{
    load_options *o = &l->options;
    switch (option) {
    case 's': o->serve = value; return 0;
    case 'a': o->at = value; return 0;
    case 'i': o->pid = atoi(value); return 0;
    case 'm': return take_ports(&o->makers, value);
    case 'o': return take_ports(&o->doors, value);
    case 'p':
        l->dialect = &load_boardgameio;
        return strcmp(value, "boardgameio") == 0 ? 0 : wrong("no such peer", value);
    case 't':
        o->tables = atoi(value);
        return o->tables > 0 && o->tables <= 14000 ? 0 : wrong("1 to 14000 tables, not", value);
    case 'e': o->every_s = atof(value); return o->every_s > 0 ? 0 : wrong("no time:", value);
    case 'r': o->rate = atof(value); return o->rate > 0 ? 0 : wrong("no rate:", value);
    case 'w': o->warm_s = atof(value); return 0;
    case 'n': o->seconds = atof(value); return o->seconds > 0 ? 0 : wrong("no time:", value);
    case 'd': o->durability = value; return 0;
    case 'D': o->data = value; return 0;
    case 'S': o->seed = strtoull(value, NULL, 10); return 0;
    case 'c': take_cores(o, value); return 0;
    case 'j': o->json = value; return 0;
    case 'P': o->spin = true; return 0;
    case 'h': fputs(usage, stdout); exit(0);
    default: return 2;
    }
}

static int read_words(load *l, int argc, char **argv)
{
    static const struct option options[] = {{"serve", 1, 0, 's'},
                                            {"at", 1, 0, 'a'},
                                            {"pid", 1, 0, 'i'},
                                            {"makers", 1, 0, 'm'},
                                            {"doors", 1, 0, 'o'},
                                            {"peer", 1, 0, 'p'},
                                            {"tables", 1, 0, 't'},
                                            {"every", 1, 0, 'e'},
                                            {"rate", 1, 0, 'r'},
                                            {"warm", 1, 0, 'w'},
                                            {"seconds", 1, 0, 'n'},
                                            {"durability", 1, 0, 'd'},
                                            {"data", 1, 0, 'D'},
                                            {"seed", 1, 0, 'S'},
                                            {"cores", 1, 0, 'c'},
                                            {"json", 1, 0, 'j'},
                                            {"spin", 0, 0, 'P'},
                                            {"help", 0, 0, 'h'},
                                            {0}};
    load_options *o = &l->options;
    int option, code;
    while ((option = getopt_long(argc, argv, "h", options, NULL)) >= 0)
        if ((code = take(l, option, optarg)) != 0)
            return code;
    for (int i = optind; i < argc && o->n_words < 16; i++)
        o->words[o->n_words++] = argv[i];
    if (o->every_s > 0)
        o->rate = o->tables / o->every_s;
    if (!o->serve == !o->at)
        return wrong("--serve or --at, one of them,", "");
    return 0;
}

/* -- The whole ------------------------------------------------------------------------------------ */

static void raise_file_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static void run(load *l)
{
    uv_loop_init(&l->loop);
    uv_ip4_addr(l->server.host, l->server.port, (struct sockaddr_in *)&l->address);
    uv_timer_init(&l->loop, &l->clock);
    l->clock.data = l;
    l->web = load_web_new(l);
    l->tables = spk_alloc((size_t)l->options.tables * sizeof *l->tables);
    uv_idle_init(&l->loop, &l->spin);
    if (l->options.spin)
        uv_idle_start(&l->spin, on_spin);
    after(l, SETTLE_MS / 1e3, start_making);
    uv_run(&l->loop, UV_RUN_DEFAULT);
}

int main(int argc, char **argv)
{
    static load whole; /* all it holds lives as long as the program */
    load *l = &whole;
    l->options = (load_options){.tables = 500,
                                .durability = "normal",
                                .warm_s = 2,
                                .seconds = 10,
                                .seed = 1,
                                .core_server = 1,
                                .core_self = 0};
    l->dialect = &load_house;
    int code = read_words(l, argc, argv);
    if (code != 0)
        return code;
    signal(SIGPIPE, SIG_IGN);
    raise_file_limit();
    load_pin(0, l->options.core_self);
    spk_rng_init(&l->rng, l->options.seed, 0);
    bool started = load_server_start(l);
    if (started)
        run(l);
    load_server_stop(l);
    if (!started)
        return 1;
    load_report(l);
    return l->tally.errors > 0 || l->tally.delivered == 0;
}
