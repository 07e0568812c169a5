/* settings.h: the server's settings (server/config.h) as commands of the tool take them.
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
#include "hosts/server/config.h"

/* Every setting, and --config FILE, --print-config, --open. */
extern const cli_option cli_serve_options[];

/* Read all that was said. Options of the command that are no settings are left alone. *config is yours
 * to release whatever comes back: 0, or CLI_WRONG after one line. */
int cli_settings_load(srv_config *config, const cli_args *args);

/* For --print-config: the settings in force, on stdout. */
void cli_settings_print(const srv_config *config);

/* What the help says of limits, the environment and the file. */
void cli_settings_help(void);

#endif
