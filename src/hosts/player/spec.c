/* spec.c: from a word of the command line to a player: which bot, which budget, which command. */
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "games/registry.h"
#include "hosts/nearest.h"
#include "hosts/player/player.h"
#include "hosts/team.h"

/* The first n bytes, or as many as there is room for: then it is none of the names we know. */
static const char *copied(char *room, size_t cap, const char *text, size_t n)
{
    if (n >= cap)
        n = cap - 1;
    memcpy(room, text, n);
    room[n] = '\0';
    return room;
}

/* -- Bots and scripts -------------------------------------------------------------------------- */

/* No two scripts have the same name, so the game need not be known yet. */
static const spk_script *find_script(const char *name)
{
    const spk_script *script = NULL;
    for (int i = 0; i < spk_n_games && !script; i++)
        script = spk_script_find(spk_games[i], name);
    return script;
}

static int add_script_names(const char **names, int n, int cap)
{
    for (int i = 0; i < spk_n_games; i++)
        for (int k = 0; k < spk_games[i]->n_scripts && n < cap; k++)
            names[n++] = spk_games[i]->scripts[k].name;
    return n;
}

static spk_err no_such_bot(const char *name, spk_why *why)
{
    enum { MOST = 96 };
    const char *names[MOST];
    char room[160];
    spk_buf list = SPK_BUF_OVER(room);
    int n = 0;
    for (; n < spk_n_bot_kinds && n < MOST; n++) {
        names[n] = spk_bot_kinds[n]->name;
        spk_buf_printf(&list, "%s%s", n ? ", " : "", names[n]);
    }
    const char *near = host_nearest(name, names, add_script_names(names, n, MOST));
    if (near)
        return spk_fail(why, SPK_EUNKNOWN, "There is no bot '%.40s'; did you mean '%s'?", name,
                        near);
    return spk_fail(why, SPK_EUNKNOWN, "There is no bot '%.40s': %s; or exec:COMMAND.", name,
                    spk_buf_text(&list));
}

static spk_err read_budget(const char *text, host_budget *budget, spk_why *why)
{
    if (host_budget_parse(text, budget))
        return SPK_OK;
    return spk_fail(why, SPK_EMALFORMED, "'%.40s' is not a budget: 20ms, 1.5s, 20cpu or 1000it.",
                    text);
}

/* "*2" behind a bot's name, which loses it. */
static spk_err read_searches(char *name, host_spec *spec, spk_why *why)
{
    char *star = strchr(name, '*');
    if (!star)
        return SPK_OK;
    *star = '\0';
    if (spk_str_int(star + 1, 1, HOST_TEAM_MAX, &spec->n_searches))
        return SPK_OK;
    return spk_fail(why, SPK_EMALFORMED, "'*%.20s' is not a number of searches: *1 to *%d.",
                    star + 1, HOST_TEAM_MAX);
}

static spk_err read_bot(const char *text, host_spec *spec, spk_why *why)
{
    char name[64];
    const char *at = strchr(text, '@');
    copied(name, sizeof name, text, at ? (size_t)(at - text) : strlen(text));
    spk_err err = read_searches(name, spec, why);
    if (err != SPK_OK)
        return err;
    spec->kind = spk_bot_find(name);
    if (!spec->kind)
        spec->script = find_script(name);
    if (!spec->kind && !spec->script)
        return no_such_bot(name, why);
    return at ? read_budget(at + 1, &spec->budget, why) : SPK_OK;
}

/* -- Programs ---------------------------------------------------------------------------------- */

/* "exec:COMMAND" or "exec@BUDGET:COMMAND"; 'text' is what follows the first word. */
static spk_err read_program(const char *text, host_spec *spec, spk_why *why)
{
    char budget[24];
    const char *colon = strchr(text, ':');
    if (!colon)
        return spk_fail(why, SPK_EMALFORMED, "A program is exec:COMMAND or exec@20ms:COMMAND.");
    spec->command = colon + 1;
    if (*text == '@') {
        copied(budget, sizeof budget, text + 1, (size_t)(colon - text - 1));
        spk_err err = read_budget(budget, &spec->budget, why);
        if (err != SPK_OK)
            return err;
    }
    char **words = host_command_split(spec->command, why);
    spk_free(words);
    return words ? SPK_OK : SPK_EMALFORMED;
}

spk_err host_spec_read(const char *text, host_spec *spec, spk_why *why)
{
    *spec = (host_spec){0};
    if (strncmp(text, "exec", 4) == 0 && (text[4] == ':' || text[4] == '@'))
        return read_program(text + 4, spec, why);
    return read_bot(text + (strncmp(text, "bot:", 4) == 0 ? 4 : 0), spec, why);
}

/* -- A command in words ------------------------------------------------------------------------ */

/* One word from **from to *to, without its quotes; what follows it is left at *from. False: a quote
 * stays open, or a '\' stands at the end. */
static bool take_word(const char **from, char **to)
{
    char quote = '\0';
    for (; **from && (quote || (**from != ' ' && **from != '\t')); ++*from) {
        char c = **from;
        bool escapes =
            c == '\\' && quote != '\'' && (!quote || (*from)[1] == '"' || (*from)[1] == '\\');
        if (escapes && !*++*from)
            return false;
        if (!escapes && (c == quote || (!quote && (c == '\'' || c == '"'))))
            quote = quote ? '\0' : c;
        else
            *(*to)++ = **from;
    }
    *(*to)++ = '\0';
    return quote == '\0';
}

/* No command has more words than half its letters; the texts stand behind the pointers. */
char **host_command_split(const char *command, spk_why *why)
{
    size_t most = strlen(command) / 2 + 2, n = 0;
    char **words = spk_alloc(most * sizeof *words + strlen(command) + most);
    char *to = (char *)(words + most);
    bool whole = true;
    command += strspn(command, " \t");
    while (*command && whole) {
        words[n++] = to;
        whole = take_word(&command, &to);
        command += strspn(command, " \t");
    }
    if (whole && n > 0 && *words[0])
        return words;
    spk_free(words);
    spk_fail(why, SPK_EMALFORMED,
             whole ? "exec: needs a command: exec:./mybot." : "A quote in the command stays open.");
    return NULL;
}

/* -- Asking about it --------------------------------------------------------------------------- */

const char *host_spec_name(const host_spec *spec)
{
    return spec->kind ? spec->kind->name : spec->script ? spec->script->name : NULL;
}

bool host_spec_is_quick(const host_spec *spec)
{
    return spec->script || (spec->kind && spec->kind->choose);
}

host_team *host_spec_sit(const host_spec *spec, const spk_box *box, spk_seat seat,
                         const spk_rng *rng, spk_why *why)
{
    if (spec->kind)
        return host_team_new(spec->kind, box, seat, rng, spec->n_searches);
    if (spk_script_find(box->game, spec->script->name) == spec->script)
        return host_team_of(spk_bot_new_script(spec->script, box, seat, rng));
    spk_fail(why, SPK_EUNKNOWN, "'%s' is a script of another game, not of %s.", spec->script->name,
             box->game->key);
    return NULL;
}

host_budget host_spec_budget(const host_spec *spec, const host_budget *tables)
{
    if (spec->budget.ms || spec->budget.iterations)
        return spec->budget;
    if (spec->kind && spec->kind->iterations)
        return (host_budget){.iterations = spec->kind->iterations};
    return *tables;
}
