/* serve.c: `speakeasy serve`: the table server. What it does is in server/; here are its settings and
 * what it says on the terminal. */
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "hosts/cli/cli.h"
#include "hosts/cli/settings.h"
#include "hosts/server/loop/loop.h"

static void announce(const srv_net *net)
{
    for (int i = 0; srv_net_address(net, i); i++)
        printf("Speakeasy is open at %s\n", srv_net_address(net, i));
    fflush(stdout);
}

static void log_start(srv_log *log, const srv_config *config)
{
    char store[200];
    srv_store_name(*config->store ? config->store : config->data, store, sizeof store);
    srv_log_event(log, SRV_EVENT_START, SRV_KEY("version", SPK_VERSION), SRV_KEY("data", store),
                  SRV_KEY("durability", config->durability == SRV_FULL ? "full" : "normal"));
}

static bool is_loopback(const char *address)
{
    return strstr(address, "://127.") || strstr(address, "://[::1]") ||
           strstr(address, "://localhost");
}

/* What an operator may have overlooked. */
static void log_warnings(srv_log *log, const srv_config *config, const srv_net *net)
{
    bool is_outside = false;
    for (int i = 0; srv_net_address(net, i); i++)
        is_outside |= !is_loopback(srv_net_address(net, i));
    if (srv_net_limits(net)->connections < config->limits.connections)
        srv_log_event(
            log, SRV_EVENT_CONFIG,
            SRV_KEY("why", "the system allows too few open files for that many connections"),
            SRV_NUM("connections", srv_net_limits(net)->connections));
    if (geteuid() == 0)
        srv_log_event(
            log, SRV_EVENT_CONFIG,
            SRV_KEY("why", "it runs as root, which it need not: give it a user of its own"));
    if (is_outside && !*config->public_url)
        srv_log_event(log, SRV_EVENT_CONFIG,
                      SRV_KEY("why", "without public-url, pages under a name of this house may not "
                                     "play here, and links show an address"));
}

/* What a turn of the loop lets go of, the next one wants again: a house that gave every free page back
 * to the system at once would spend its time asking for them. */
static void keep_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_TRIM_THRESHOLD, 8 << 20);
    mallopt(M_TOP_PAD, 256 << 10);
#endif
}

static int serve(const srv_config *config, bool browse)
{
    spk_why why = {0};
    srv_log *log =
        srv_log_new(&(srv_log_options){.path = config->log,
                                       .level = (srv_level)config->log_level,
                                       .addresses = (srv_address_style)config->log_addresses},
                    &why);
    if (!log)
        return cli_refused(NULL, &why);
    log_start(log, config);
    keep_memory();
    signal(SIGXFSZ, SIG_IGN); /* a limit on files is a full disk, not the end */
    srv_loop *loop = srv_loop_open(config, log, &why);
    if (loop) {
        srv_loop_heed_signals(loop);
        announce(srv_loop_net(loop));
        log_warnings(log, config, srv_loop_net(loop));
        if (browse)
            srv_loop_browse(loop);
        srv_loop_run(loop);
        srv_loop_free(loop);
        srv_log_plain(log, SRV_EVENT_STOP);
    }
    srv_log_free(log);
    return loop ? CLI_DONE : cli_refused(NULL, &why);
}

static int run(const cli_args *args)
{
    srv_config config;
    int code = cli_settings_load(&config, args);
    config.accept_loss = cli_has(args, "accept-loss");
    if (code == 0 && cli_has(args, "print-config"))
        cli_settings_print(&config);
    else if (code == 0)
        code = serve(&config, cli_has(args, "open"));
    srv_config_release(&config);
    return code;
}

extern const cli_command cli_serve;
const cli_command cli_serve = {
    .name = "serve",
    .about = "run the server: tables for people and bots, over the network",
    .words = "",
    .options = cli_serve_options,
    .help = "Runs the server on this machine and prints its address. People make tables\n"
            "and join them by link. An acknowledged move is never lost. SIGTERM or Control-C\n"
            "shuts the server down cleanly; SIGHUP reloads log file and certificate.\n"
            "To run a server, read docs/hosting.md; to write a client, docs/protocol.md.\n",
    .more = cli_settings_help,
    .run = run,
};
