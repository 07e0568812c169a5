/* main.c: `speakeasy <command>`. Finds the command in the one table (cli/commands.def), has its
 * arguments read, and runs it. What a command does is in the file of its name below cli/. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "hosts/cli/cli.h"
#include "hosts/nearest.h"

#ifndef SPK_VERSION
#define SPK_VERSION "unknown"
#endif

static const cli_command *find_command(const char *name)
{
    const char *names[32];
    int n = 0;
    for (; n < cli_n_commands; n++)
        names[n] = cli_commands[n]->name;
    int i = spk_str_find(name, names, n);
    if (i >= 0)
        return cli_commands[i];
    const char *near = host_nearest(name, names, n);
    if (near)
        cli_error("there is no command '%s'; did you mean '%s'?", name, near);
    else
        cli_error("there is no command '%s'; 'speakeasy --help' lists them", name);
    return NULL;
}

static int run(int argc, char **argv)
{
    const cli_command *command = find_command(argv[1]);
    cli_args args;
    if (!command)
        return CLI_WRONG;
    int code = cli_args_read(&args, command, argc - 2, argv + 2);
    if (code)
        return code;
    if (!args.help)
        return command->run(&args);
    cli_help_for(command);
    return CLI_DONE;
}

/* Output that did not arrive (a full disk) must not look like success. */
static int flush(int code)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    return cli_error("the output could not be written: %s", strerror(errno));
}

/* "speakeasy help play" is "speakeasy play --help" in another order. */
static int help(int argc, char **argv)
{
    const cli_command *command = NULL;
    if (argc > 3)
        return cli_error("'%s' is one word too many for 'speakeasy help [command]'", argv[3]);
    bool is_json = argc == 3 && spk_str_eq(argv[2], "--json");
    if (argc == 3 && !is_json && !(command = find_command(argv[2])))
        return CLI_WRONG;
    if (is_json)
        cli_help_json();
    else if (command)
        cli_help_for(command);
    else
        cli_help();
    return flush(CLI_DONE);
}

int main(int argc, char **argv)
{
    const char *first = argc > 1 ? argv[1] : "--help";
    if (spk_str_eq(first, "--help") || spk_str_eq(first, "-h") || spk_str_eq(first, "help"))
        return help(argc, argv);
    if (!spk_str_eq(first, "--version"))
        return flush(run(argc, argv));
    if (argc > 2)
        return cli_error("--version takes no other arguments");
    printf("speakeasy %s\n", SPK_VERSION);
    return flush(CLI_DONE);
}
