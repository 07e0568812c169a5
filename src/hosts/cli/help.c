/* help.c: the manual, made from the commands' own tables. */
#include <stdio.h>
#include <string.h>

#include "ai/bot.h"
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

/* -- For programs -------------------------------------------------------------------------------- */

static void print_option(spk_json *j, const cli_option *o)
{
    static const char *const kinds[] = {"flag", "number", "text", "list", "choice", "pair"};
    spk_json_open(j, '{');
    spk_json_key(j, "name"), spk_json_str(j, o->name);
    spk_json_key(j, "kind"), spk_json_str(j, kinds[o->kind]);
    if (o->value)
        spk_json_key(j, "value"), spk_json_str(j, o->value);
    spk_json_key(j, "help"), spk_json_str(j, o->help);
    spk_json_close(j, '}');
}

static void print_command(spk_json *j, const cli_command *c)
{
    spk_json_open(j, '{');
    spk_json_key(j, "name"), spk_json_str(j, c->name);
    spk_json_key(j, "about"), spk_json_str(j, c->about);
    spk_json_key(j, "words"), spk_json_str(j, c->words);
    spk_json_key(j, "help"), spk_json_str(j, c->help);
    spk_json_key(j, "options"), spk_json_open(j, '[');
    for (const cli_option *o = c->options; o->name; o++)
        print_option(j, o);
    spk_json_close(j, ']');
    spk_json_close(j, '}');
}

/* All of it as one JSON object: tools/manuals makes manual pages and completions of it. */
void cli_help_json(void)
{
    spk_buf out = {0};
    spk_json j = {.out = &out};
    spk_json_open(&j, '{');
    spk_json_key(&j, "commands"), spk_json_open(&j, '[');
    for (int i = 0; i < cli_n_commands; i++)
        print_command(&j, cli_commands[i]);
    spk_json_close(&j, ']');
    spk_json_key(&j, "games"), spk_json_open(&j, '[');
    for (int i = 0; i < spk_n_games; i++)
        spk_json_str(&j, spk_games[i]->key);
    spk_json_close(&j, ']');
    spk_json_key(&j, "bots"), spk_json_open(&j, '[');
    for (int i = 0; i < spk_n_bot_kinds; i++)
        spk_json_str(&j, spk_bot_kinds[i]->name);
    spk_json_close(&j, ']');
    spk_json_close(&j, '}');
    puts(spk_buf_text(&out));
    spk_buf_release(&out);
}
