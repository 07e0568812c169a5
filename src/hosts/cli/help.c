/* help.c: the manual, made from the commands' own tables. */
#include <stdio.h>
#include <string.h>

#include "games/registry.h"
#include "hosts/cli/cli.h"

#define COMMAND(name) extern const cli_command cli_##name;
#include "hosts/cli/commands.def"
#undef COMMAND

const cli_command *const cli_commands[] = {
#define COMMAND(name) &cli_##name,
#include "hosts/cli/commands.def"
#undef COMMAND
};

const int cli_n_commands = sizeof cli_commands / sizeof *cli_commands;

void cli_help(void)
{
    puts("Speakeasy: the back room where gangster games are dealt.\n");
    puts("usage: speakeasy <command> [...]\n");
    for (int i = 0; i < cli_n_commands; i++)
        printf("  %-10s %s\n", cli_commands[i]->name, cli_commands[i]->about);
    puts("\n'speakeasy <command> --help' explains one of them; --version prints the version.\n"
         "New here? Try:");
    printf("  speakeasy play %s\n", spk_games[0]->key);
}

void cli_help_for(const cli_command *command)
{
    printf("speakeasy %s: %s\n\nusage: speakeasy %s", command->name, command->about, command->name);
    printf("%s%s%s\n", *command->words ? " " : "", command->words,
           command->options[0].name ? " [options]" : "");
    for (const cli_option *o = command->options; o->name; o++) {
        fputs(o == command->options ? "\n" : "", stdout);
        int at = printf("  --%s%s%s ", o->name, o->value ? " " : "", o->value ? o->value : "");
        if (at > 24) /* too long to stand beside its words */
            putchar('\n'), at = 0;
        cli_wrap(o->help, at, 24);
    }
    printf("\n%s", command->help);
    if (command->more)
        command->more();
}
