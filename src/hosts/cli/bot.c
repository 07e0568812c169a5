/* bot.c: `speakeasy bot`: one of our bots as a program for somebody else's table, such as the arena of
 * another build. Lines in, lines out; what they mean is in hosts/player/answer.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hosts/cli/cli.h"
#include "hosts/player/answer.h"

/* Answers line by line until it is told to quit or its input ends. */
static int answer(host_answerer *a)
{
    char *line = NULL;
    size_t cap = 0;
    spk_buf out = {0};
    spk_why why = {0};
    spk_err err = SPK_OK;
    while (err == SPK_OK && !host_answerer_is_done(a) && getline(&line, &cap, stdin) > 0) {
        line[strcspn(line, "\r\n")] = '\0';
        spk_buf_clear(&out);
        err = host_answerer_take(a, line, &out, &why);
        fputs(spk_buf_text(&out), stdout);
        fflush(stdout);
    }
    free(line);
    spk_buf_release(&out);
    return err == SPK_OK ? CLI_DONE : cli_refused(NULL, &why);
}

static int read_limit(const char *text, const host_spec *spec, host_budget *limit)
{
    if (!text)
        return 0;
    if (spec->budget.ms || spec->budget.iterations)
        return cli_error("--budget and '@' both say how long it thinks; leave one out");
    if (host_spec_is_quick(spec))
        return cli_error("'%s' answers at once and takes no budget", host_spec_name(spec));
    if (!host_budget_parse(text, limit))
        return cli_error("--budget takes 20ms, 1.5s, 20cpu or 1000it, not '%s'", text);
    return 0;
}

static int run(const cli_args *args)
{
    host_spec spec;
    host_budget limit = {0};
    spk_why why = {0};
    uint64_t seed = cli_number(args, "seed", 0);
    if (host_spec_read(args->word[0], &spec, &why) != SPK_OK)
        return cli_refused(NULL, &why);
    if (spec.command)
        return cli_error("'bot' is for built-in bots; '%s' is a program already", args->word[0]);
    int code = read_limit(cli_text(args, "budget"), &spec, &limit);
    if (code)
        return code;
    host_answerer *a = host_answerer_new(&spec, cli_has(args, "seed") ? &seed : NULL);
    host_answerer_limit(a, &limit);
    code = answer(a);
    host_answerer_free(a);
    return code;
}

static const cli_option options[] = {
    {"budget", "20ms|20cpu|1000it", CLI_TEXT, 0, 0,
     "thinking per decision: time, processor time in ms, or iterations (default: the table's)"},
    {"seed", "S", CLI_NUMBER, 0, UINT64_MAX, "random seed (default: the table's)"},
    {0},
};

extern const cli_command cli_bot;
const cli_command cli_bot = {
    .name = "bot",
    .about = "run a built-in bot as an external program",
    .words = "<bot>",
    .min_words = 1,
    .max_words = 1,
    .options = options,
    .help = "Speaks the protocol of docs/bot-protocol.md on its input and output, so that two\n"
            "builds can meet:\n\n"
            "  speakeasy arena famiglia --sets 100 --bots \"hard,exec:old/speakeasy bot hard\"\n\n"
            "The other build must support the 'engine' request. The bot plays by the table's\n"
            "options and edition, and thinks as long as a built-in one would: for the\n"
            "table's time, or its iterations.\n",
    .run = run,
};
