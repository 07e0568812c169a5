/* settings.c: the server's settings as the tool reads them: file, environment, command line. What a
 * setting means is decided in server/ops/config.c. */
#include "hosts/cli/settings.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "hosts/cli/cli.h"

const cli_option cli_serve_options[] = {
#define SETTING(field, option, value, kind, lo, hi, fallback, words)                               \
    {option, value, CLI_##kind, lo, hi, words},
#include "hosts/server/ops/config.def"
#undef SETTING
    {"open", NULL, CLI_FLAG, 0, 0, "open the page in a browser if there is one"},
    {"accept-loss", NULL, CLI_FLAG, 0, 0,
     "start although acknowledged moves are missing from the store"},
    {"config", "FILE", CLI_TEXT, 0, 0, "read settings from FILE first"},
    {"print-config", NULL, CLI_FLAG, 0, 0,
     "print the effective settings as a config file and exit"},
    {0},
};

static bool is_setting(const char *option)
{
    for (int i = 0; i < srv_n_settings; i++)
        if (spk_str_eq(option, srv_settings[i].option))
            return true;
    return false;
}

static int read_file(srv_config *config, const char *file)
{
    spk_why why = {0};
    if (!file || srv_config_read_file(config, file, &why) == SPK_OK)
        return 0;
    if (why.line)
        return cli_error("%s:%d: %s", file, why.line, why.text);
    return cli_error("%s: %s", file, why.text);
}

static int read_options(srv_config *config, const cli_args *args)
{
    spk_why why = {0};
    for (int i = 0; args->command->options[i].name; i++) {
        const char *option = args->command->options[i].name;
        bool is_flag = args->command->options[i].kind == CLI_FLAG;
        if (!args->given[i].n || !is_setting(option))
            continue;
        if (srv_config_set(config, option, args->given[i].text, is_flag ? 0 : args->given[i].n,
                           &why) != SPK_OK)
            return cli_error("--%s: %s", option, why.text);
    }
    return 0;
}

int cli_settings_read(srv_config *config, const cli_args *args)
{
    spk_why why = {0};
    const char *file = cli_text(args, "config");
    srv_config_init(config);
    int code = read_file(config, file ? file : srv_config_file_of(environ));
    if (code == 0 && srv_config_read_environment(config, environ, &why) != SPK_OK)
        code = cli_error("%s", why.text);
    return code ? code : read_options(config, args);
}

int cli_settings_load(srv_config *config, const cli_args *args)
{
    spk_why why = {0};
    int code = cli_settings_read(config, args);
    if (code == 0 && srv_config_finish(config, environ, &why) != SPK_OK)
        code = cli_error("%s", why.text);
    return code;
}

void cli_settings_print(const srv_config *config)
{
    spk_buf text = {0};
    srv_config_print(config, &text);
    fputs(spk_buf_text(&text), stdout);
    spk_buf_release(&text);
}

/* "connections=20000 connections at once, in all" */
static void print_limit(const char *line, size_t n)
{
    char room[400];
    size_t name = strcspn(line, " ");
    if (n >= sizeof room)
        n = sizeof room - 1;
    memcpy(room, line, n);
    room[n] = '\0';
    int at = printf("  %.*s ", (int)name, room);
    cli_wrap(room + name + 1, at, 36);
}

static void print_defaults(void)
{
    spk_buf text = {0};
    for (int i = 0; i < srv_n_settings; i++)
        if (*srv_settings[i].fallback)
            spk_buf_printf(&text, "%s%s %s", text.n ? ", " : "", srv_settings[i].option,
                           srv_settings[i].fallback);
    int at = printf("\nDefaults: ");
    cli_wrap(spk_buf_text(&text), at - 1, 2);
    spk_buf_release(&text);
}

void cli_settings_help(void)
{
    spk_buf text = {0};
    print_defaults();
    puts("\nEvery option can also be set in a config file as 'option = value' (yes or no for\n"
         "a flag; --print-config writes one to start from) and in the environment as\n"
         "SPEAKEASY_OPTION. The command line overrides the environment, which overrides\n"
         "the file, which overrides the defaults.\n\nLimits (--limit NAME=VALUE; 0: none; times in "
         "ms):");
    srv_config_print_limits(&text);
    for (const char *line = spk_buf_text(&text); *line;) {
        size_t n = strcspn(line, "\n");
        print_limit(line, n);
        line += n + (line[n] == '\n');
    }
    spk_buf_release(&text);
}
