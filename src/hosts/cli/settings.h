/* settings.h: the server's settings (server/ops/config.h) as options of a command.
 *
 *     const cli_command cli_serve = {.name = "serve", .options = cli_serve_options,
 *                                    .more = cli_settings_help, .run = run};
 *     static int run(const cli_args *args)
 *     {
 *         srv_config config;
 *         int code = cli_settings_load(&config, args);      file, environment, command line
 *         if (code || cli_has(args, "print-config")) ...
 */
#ifndef CLI_SETTINGS_H
#define CLI_SETTINGS_H

#include "hosts/cli/args.h"
#include "hosts/server/ops/ops.h"

/* Every setting, and --config FILE, --print-config, --open. */
extern const cli_option cli_serve_options[];

/* Read all settings that were given. Other options of the command are left alone. Release *config
 * whatever is returned: 0, or CLI_WRONG after one line. */
int cli_settings_load(srv_config *config, const cli_args *args);

/* The same without asking whether they make up a server's: for commands that need only some of them. */
int cli_settings_read(srv_config *config, const cli_args *args);

/* The settings of a message server, for commands that are no server: the same words as in config.def. */
#define CLI_BUS_OPTIONS                                                                            \
    {"bus",                                                                                        \
     "URL",                                                                                        \
     CLI_TEXT,                                                                                     \
     0,                                                                                            \
     0,                                                                                            \
     "nats:// address of the message server: nats://HOST:PORT or tls://HOST:PORT, several with "   \
     "commas between them"},                                                                       \
        {"bus-credentials", "FILE", CLI_TEXT, 0, 0, "file with the NATS user's JWT and key"},      \
        {"bus-ca", "FILE", CLI_TEXT,                                                               \
         0,        0,      "trust these certificates (PEM) instead of the system's"},              \
    {                                                                                              \
        "bus-tls", "CERT KEY", CLI_PAIR, 0, 0, "our own certificate and key (PEM files)"           \
    }

/* For --print-config: the settings in force, on stdout. */
void cli_settings_print(const srv_config *config);

/* The part of the help about limits, the environment and the file. */
void cli_settings_help(void);

#endif
