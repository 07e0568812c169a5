/* args.c: the reader of command lines. See args.h. */
#include "hosts/cli/args.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/str.h"
#include "hosts/cli/cli.h"
#include "hosts/nearest.h"

/* -- Looking up -------------------------------------------------------------------------------- */

static int place_of(const cli_command *command, const char *name, size_t length)
{
    for (int i = 0; command->options[i].name; i++) {
        SPK_BUG_IF(i == CLI_OPTIONS); /* a command has more options than there is room for */
        if (strlen(command->options[i].name) == length &&
            memcmp(command->options[i].name, name, length) == 0)
            return i;
    }
    return -1;
}

/* The place of an option that the command's own code asks for: it must be in its table. */
static int known(const cli_args *args, const char *name)
{
    int i = place_of(args->command, name, strlen(name));
    SPK_BUG_IF(i < 0);
    return i;
}

bool cli_has(const cli_args *args, const char *name) { return args->given[known(args, name)].n; }

uint64_t cli_number(const cli_args *args, const char *name, uint64_t fallback)
{
    int i = known(args, name);
    return args->given[i].n ? args->given[i].number : fallback;
}

const char *cli_text(const cli_args *args, const char *name)
{
    return args->given[known(args, name)].text[0];
}

const char *const *cli_list(const cli_args *args, const char *name, int *n)
{
    int i = known(args, name);
    *n = args->given[i].n;
    return args->given[i].text;
}

/* -- Reading ----------------------------------------------------------------------------------- */

/* Digits only: no sign, no blanks, no leading zeros but "0" itself. */
static bool read_number(const char *text, uint64_t lo, uint64_t hi, uint64_t *number)
{
    size_t n = strspn(text, "0123456789");
    if (n == 0 || text[n] || (text[0] == '0' && n > 1))
        return false;
    errno = 0;
    unsigned long long value = strtoull(text, NULL, 10);
    if (errno || value < lo || value > hi)
        return false;
    *number = value;
    return true;
}

static bool read_choice(const char *words, const char *text, uint64_t *place)
{
    size_t length = strlen(text);
    for (*place = 0;; ++*place) {
        size_t n = strcspn(words, "|");
        if (n == length && memcmp(words, text, n) == 0)
            return true;
        if (!words[n])
            return false;
        words += n + 1;
    }
}

static int unknown_option(const cli_command *command, const char *arg, size_t length)
{
    const char *names[CLI_OPTIONS];
    char word[64];
    int n = 0;
    for (; command->options[n].name; n++)
        names[n] = command->options[n].name;
    if (length >= sizeof word)
        length = sizeof word - 1;
    memcpy(word, arg, length);
    word[length] = '\0';
    const char *near = host_nearest(word + strspn(word, "-"), names, n);
    if (near)
        return cli_error("'%s' has no option '%s'; did you mean --%s?", command->name, word, near);
    return cli_error("'%s' has no option '%s'; 'speakeasy %s --help' lists them", command->name,
                     word, command->name);
}

static int take_value(cli_args *args, int i, const char *value)
{
    const cli_option *o = &args->command->options[i];
    if (args->given[i].n && o->kind != CLI_LIST)
        return cli_error("--%s is given twice", o->name);
    if (args->given[i].n == CLI_REPEATS)
        return cli_error("--%s is given more than %d times", o->name, CLI_REPEATS);
    if (o->kind == CLI_NUMBER && !read_number(value, o->lo, o->hi, &args->given[i].number))
        return cli_error("--%s takes a whole number from %llu to %llu, not '%s'", o->name,
                         (unsigned long long)o->lo, (unsigned long long)o->hi, value);
    if (o->kind == CLI_CHOICE && !read_choice(o->value, value, &args->given[i].number))
        return cli_error("--%s takes %s, not '%s'", o->name, o->value, value);
    args->given[i].text[args->given[i].n++] = value;
    return 0;
}

/* One option at argv[*at], and its value, which may be the next argument. */
static int take_option(cli_args *args, int argc, char **argv, int *at)
{
    const char *arg = argv[*at];
    const char *name = arg + (arg[1] == '-' ? 2 : 1);
    const char *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    int i = arg[1] == '-' ? place_of(args->command, name, length) : -1;
    if (i < 0)
        return unknown_option(args->command, arg, (size_t)(name - arg) + length);
    if (args->command->options[i].kind == CLI_FLAG)
        return equals ? cli_error("--%s takes no value", args->command->options[i].name)
                      : take_value(args, i, "");
    bool is_pair = args->command->options[i].kind == CLI_PAIR;
    if (*at + !equals + is_pair >= argc)
        return cli_error("--%s needs %s: --%s %s", args->command->options[i].name,
                         is_pair ? "two values" : "a value", args->command->options[i].name,
                         args->command->options[i].value);
    int code = take_value(args, i, equals ? equals + 1 : argv[++*at]);
    if (code == 0 && is_pair)
        args->given[i].text[args->given[i].n++] = argv[++*at];
    return code;
}

static int take_word(cli_args *args, const char *word)
{
    if (args->n_words == args->command->max_words)
        return cli_error("'%s' is one word too many for 'speakeasy %s%s%s'", word,
                         args->command->name, *args->command->words ? " " : "",
                         args->command->words);
    args->word[args->n_words++] = word;
    return 0;
}

static bool asks_for_help(int argc, char **argv)
{
    for (int i = 0; i < argc && !spk_str_eq(argv[i], "--"); i++)
        if (spk_str_eq(argv[i], "--help") || spk_str_eq(argv[i], "-h"))
            return true;
    return false;
}

int cli_args_read(cli_args *args, const cli_command *command, int argc, char **argv)
{
    *args = (cli_args){.command = command, .help = asks_for_help(argc, argv)};
    if (args->help)
        return 0;
    bool only_words = false;
    for (int i = 0; i < argc; i++) {
        int code = 0;
        if (!only_words && spk_str_eq(argv[i], "--"))
            only_words = true;
        else if (!only_words && argv[i][0] == '-' && argv[i][1])
            code = take_option(args, argc, argv, &i);
        else
            code = take_word(args, argv[i]);
        if (code)
            return code;
    }
    if (args->n_words < command->min_words)
        return cli_error("'%s' needs more: speakeasy %s %s", command->name, command->name,
                         command->words);
    return 0;
}
