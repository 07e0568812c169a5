/* serve.c: `speakeasy serve`: the table server. What it does is in server/; here are its settings, its
 * signals and what it says on the terminal. */
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hosts/cli/cli.h"
#include "hosts/cli/settings.h"
#include "hosts/server/house.h"

typedef struct service {
    uv_loop_t loop;
    uv_signal_t term, interrupt, hup;
    uv_process_t browser;
    srv_house *house;
} service;

static void on_end(uv_signal_t *handle, int number)
{
    service *s = handle->data;
    (void)number;
    srv_house_close(s->house);
    uv_close((uv_handle_t *)&s->term, NULL);
    uv_close((uv_handle_t *)&s->interrupt, NULL);
    uv_close((uv_handle_t *)&s->hup, NULL);
}

static void on_hup(uv_signal_t *handle, int number)
{
    service *s = handle->data;
    (void)number;
    srv_house_reload(s->house);
}

static void listen_to(service *s, uv_signal_t *handle, int number, uv_signal_cb then)
{
    uv_signal_init(&s->loop, handle);
    handle->data = s;
    uv_signal_start(handle, then, number);
}

static void announce(srv_house *h)
{
    for (int i = 0; srv_net_address(srv_house_net(h), i); i++)
        printf("Speakeasy is open at %s\n", srv_net_address(srv_house_net(h), i));
    fflush(stdout);
}

/* A browser, if there is one and somebody who could look at it. */
static void open_browser(service *s)
{
    const char *address = srv_net_address(srv_house_net(s->house), 0);
    const char *words[] = {"xdg-open", address, NULL};
    uv_process_options_t options = {
        .file = words[0], .args = (char **)words, .flags = UV_PROCESS_DETACHED};
    if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY"))
        return;
    uv_spawn(&s->loop, &s->browser, &options);
    uv_unref((uv_handle_t *)&s->browser);
}

static void log_start(srv_log *log, const srv_config *config)
{
    srv_log_event(log, SRV_EVENT_START, SRV_KEY("version", SPK_VERSION),
                  SRV_KEY("data", config->data),
                  SRV_KEY("durability", config->durability == SRV_FULL ? "full" : "normal"));
}

static bool is_loopback(const char *address)
{
    return strstr(address, "://127.") || strstr(address, "://[::1]") ||
           strstr(address, "://localhost");
}

/* What an operator may have overlooked. */
static void log_doubts(srv_log *log, const srv_config *config, srv_house *h)
{
    srv_net *net = srv_house_net(h);
    bool is_outside = false;
    for (int i = 0; srv_net_address(net, i); i++)
        is_outside |= !is_loopback(srv_net_address(net, i));
    if (srv_net_limits(net)->connections < config->limits.connections)
        srv_log_event(
            log, SRV_EVENT_CONFIG,
            SRV_KEY("why", "the system allows too few open files for that many connections"),
            SRV_NUM("connections", srv_net_limits(net)->connections));
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
    service s;
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
    uv_loop_init(&s.loop);
    s.house = srv_house_open(&s.loop, config, log, &why);
    if (s.house) {
        listen_to(&s, &s.term, SIGTERM, on_end);
        listen_to(&s, &s.interrupt, SIGINT, on_end);
        listen_to(&s, &s.hup, SIGHUP, on_hup);
        announce(s.house);
        log_doubts(log, config, s.house);
        if (browse)
            open_browser(&s);
        uv_run(&s.loop, UV_RUN_DEFAULT);
        srv_house_free(s.house);
        srv_log_plain(log, SRV_EVENT_STOP);
    }
    uv_loop_close(&s.loop);
    srv_log_free(log);
    return s.house ? CLI_DONE : cli_refused(NULL, &why);
}

static int run(const cli_args *args)
{
    srv_config config;
    int code = cli_settings_load(&config, args);
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
    .about = "open a house: tables for people and bots, over the network",
    .words = "",
    .options = cli_serve_options,
    .help = "Opens the house on this machine and prints where. Tables are made and joined by\n"
            "link; nothing that was acknowledged is lost, whatever happens. SIGTERM or\n"
            "Control-C closes it in an orderly way; SIGHUP opens log and certificate again.\n"
            "docs/hosting.md is for those who run one, docs/protocol.md for those who\n"
            "write a client.\n",
    .more = cli_settings_help,
    .run = run,
};
