/* args.h: the arguments of `speakeasy <command>`, parsed strictly.
 *
 * A command declares in tables what it takes. Everything else is refused, so a command never sees a
 * wrong number, an unknown option or one given twice, and its help cannot be wrong:
 *
 *     static const cli_option options[] = {
 *         {"games", "N", CLI_NUMBER, 1, 1000000, "how many games"},
 *         {"json", NULL, CLI_FLAG, 0, 0, "one JSON object"},
 *         {0},
 *     };
 *     const cli_command cli_simulate = {.name = "simulate", .words = "<game>", .options = options,
 *                                       ...};
 *
 * An option is written --games 5 or --games=5. A lone -- ends the options. */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum cli_kind {
    CLI_FLAG,
    CLI_NUMBER, /* a whole number from lo to hi */
    CLI_TEXT,
    CLI_LIST,   /* a text that may be given repeatedly */
    CLI_CHOICE, /* one of the words of 'value', which is "uniform|busy" */
    CLI_PAIR,   /* two texts: --tls CERT KEY; cli_list gives them */
} cli_kind;

typedef struct cli_option {
    const char *name;  /* without the dashes; NULL ends a table */
    const char *value; /* what the help calls it: "N" */
    cli_kind kind;
    uint64_t lo, hi;
    const char *help;
} cli_option;

enum { CLI_WORDS = 3, CLI_OPTIONS = 64, CLI_REPEATS = 32 };

typedef struct cli_args cli_args;

typedef struct cli_command {
    const char *name;
    const char *about; /* one line */
    const char *words; /* what follows the name: "<game> [ID]" */
    int min_words, max_words;
    const cli_option *options; /* ends with {0} */
    const char *help;          /* the rest of the manual, whole lines */
    void (*more)(void);        /* NULL, or prints parts of the manual that come from other lists */
    int (*run)(const cli_args *args);
} cli_command;

struct cli_args {
    const cli_command *command;
    bool help; /* --help was given: nothing else was parsed */
    const char *word[CLI_WORDS];
    int n_words;
    struct {
        int n; /* how often it was given */
        uint64_t number;
        const char *text[CLI_REPEATS];
    } given[CLI_OPTIONS]; /* by index in command->options */
};

/* Parse what follows the command's name. 0, or an exit code after one line that says why. */
int cli_args_read(cli_args *args, const cli_command *command, int argc, char **argv);

/* What was given for an option of the command's table; the fallback if it was not. A CLI_CHOICE is
 * a number: the index of its word. */
bool cli_has(const cli_args *args, const char *name);
uint64_t cli_number(const cli_args *args, const char *name, uint64_t fallback);
const char *cli_text(const cli_args *args, const char *name);
const char *const *cli_list(const cli_args *args, const char *name, int *n);

#endif
