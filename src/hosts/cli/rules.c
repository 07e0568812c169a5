/* rules.c: `speakeasy rules`: a game's rules.md, or what it and the README say under a number.
 *
 * A numbered thing is a list item or a row of a table whose first cell is its ID:
 *
 *     - **FA-3.8** A player who laid out new cards ...          (bold or not)
 *     | FA-R12 | How does the one extra refresh work? | discard; under the pile | ...
 *
 * Nothing else of the text is interpreted, so the texts need no special form. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "hosts/cli/cli.h"
#include "hosts/cli/markdown.h"
#include "rules_texts.h"

/* -- In whose language --------------------------------------------------------------------------- */

static const struct {
    const char *game, *german, *dutch;
} translated[] = {
#define GAME(key) {#key, key##_rules_de, key##_rules_nl},
#include "games/games.def"
#undef GAME
};

/* The rules as the reader reads them; those that nobody has translated are English. */
static const char *text_of(const spk_game *game)
{
    for (size_t i = 0; i < sizeof translated / sizeof *translated; i++)
        if (strcmp(translated[i].game, game->key) == 0)
            return cli_pick_text(game->rules_text, translated[i].german, translated[i].dutch);
    return game->rules_text;
}

/* -- Whether a thing is meant ------------------------------------------------------------------ */

/* "FA-3" means FA-3 and every FA-3.x; "FA-R" every ruling; "FA-3.8" that clause alone; "FA-" all. */
static bool is_meant(cli_span id, const char *wanted)
{
    size_t n = strlen(wanted);
    if (id.n < n || strncasecmp(id.at, wanted, n) != 0)
        return false;
    char next = id.n > n ? id.at[n] : '\0', last = wanted[n - 1];
    return !next || next == '.' || last == '-' ||
           (isalpha((unsigned char)last) && isdigit((unsigned char)next));
}

/* The ID of a list item, which may be bold; empty if the line is none. */
static cli_span item_id(cli_span line)
{
    if (line.n < 6 || strncmp(line.at, "- ", 2) != 0)
        return (cli_span){line.at, 0};
    const char *id = line.at + 2 + strspn(line.at + 2, "*");
    return (cli_span){id, strcspn(id, "*\n ")};
}

/* "### FA-3 Action 1 ...": the heading of a group. */
static cli_span heading_id(cli_span line)
{
    size_t hashes = strspn(line.at, "#");
    if (hashes == 0 || hashes >= line.n || line.at[hashes] != ' ')
        return (cli_span){line.at, 0};
    return (cli_span){line.at + hashes + 1, strcspn(line.at + hashes + 1, " \n")};
}

/* A group's heading is meant by its own number only: "### FA-3 ...", or "### 3 ..." for short. */
static bool is_group(cli_span id, const char *wanted)
{
    const char *number = strchr(wanted, '-') + 1;
    if (isdigit((unsigned char)id.at[0]) && !memchr(id.at, '.', id.n))
        wanted = number;
    return id.n && id.n == strlen(wanted) && strncasecmp(id.at, wanted, id.n) == 0;
}

/* -- Printing ---------------------------------------------------------------------------------- */

static void put_bold(cli_span s, int indent)
{
    printf("%*s%s%.*s%s\n", indent, "", cli_paint(CLI_BOLD), (int)s.n, s.at, cli_paint(CLI_PLAIN));
}

static void put_item(cli_span item, cli_span id, int indent)
{
    cli_span rest = {id.at + id.n, (size_t)(item.at + item.n - id.at) - id.n};
    while (rest.n && (rest.at[0] == '*' || rest.at[0] == ' '))
        rest.at++, rest.n--;
    put_bold(id, indent);
    cli_markdown_put(rest, indent + 2);
}

/* Everything the text has under the ID. */
static bool show(const char *text, const char *wanted, int indent)
{
    bool found = false;
    const char *end = text + strlen(text);
    cli_span head = {text, 0}, cells[CLI_CELLS];
    for (cli_span line = cli_line_at(text); *line.at; line = cli_line_at(cli_line_after(line))) {
        cli_span group = heading_id(line), item = item_id(line);
        bool is_row = cli_markdown_cells(line, cells) > 0;
        if (!is_row)
            head.n = 0;
        else if (head.n == 0)
            head = line;
        if (is_group(group, wanted))
            put_bold((cli_span){group.at, (size_t)(line.at + line.n - group.at)}, indent);
        else if (item.n && is_meant(item, wanted))
            put_item(cli_paragraph_at(line.at, end), item, indent);
        else if (is_row && is_meant(cells[0], wanted))
            cli_markdown_put_row(head, line, indent);
        else
            continue;
        found = true;
    }
    return found;
}

bool cli_rule_show(const spk_game *game, const char *id, int indent)
{
    char wanted[64];
    size_t n = strlen(game->prefix);
    bool whole = strncasecmp(id, game->prefix, n) == 0 && (id[n] == '-' || !id[n]);
    if (!*id || strlen(id) > 32) /* no ID is longer */
        return false;
    if (whole)
        id += n + (id[n] == '-');
    snprintf(wanted, sizeof wanted, "%s-%s", game->prefix, id);
    bool rules = show(text_of(game), wanted, indent);
    bool notes = game->notes_text && show(game->notes_text, wanted, indent);
    return rules || notes;
}

void cli_rules_short(const spk_game *game)
{
    const char *text = text_of(game);
    cli_span part = cli_markdown_section(text, cli_tr("In one minute"));
    if (!part.n)
        part = cli_markdown_section(text, "In one minute"); /* rules that are not translated */
    cli_markdown_show(part.n ? part : cli_markdown_opening(text));
}

static int show_whole(const spk_game *game, bool brief, bool markdown)
{
    if (brief && markdown)
        return cli_error("--short and --markdown do not go together");
    if (brief)
        cli_rules_short(game);
    else if (markdown)
        fputs(text_of(game), stdout);
    else
        cli_markdown_show(cli_span_of(text_of(game)));
    return CLI_DONE;
}

static int run(const cli_args *args)
{
    const spk_game *game = cli_game(args->word[0]);
    bool brief = cli_has(args, "short"), markdown = cli_has(args, "markdown");
    cli_language_take(args);
    if (!game)
        return CLI_WRONG;
    if (args->n_words == 1)
        return show_whole(game, brief, markdown);
    if (brief || markdown)
        return cli_error("--%s is for the whole text; leave out '%s'", brief ? "short" : "markdown",
                         args->word[1]);
    if (!cli_rule_show(game, args->word[1], 0))
        return cli_error("the rules of %s have no '%s'", game->name, args->word[1]);
    return CLI_DONE;
}

static const cli_option options[] = {
    {"short", NULL, CLI_FLAG, 0, 0, "print the game in one minute"},
    {"markdown", NULL, CLI_FLAG, 0, 0, "print the whole text as Markdown"},
    CLI_LANG_OPTION,
    {0},
};

extern const cli_command cli_rules;
const cli_command cli_rules = {
    .name = "rules",
    .about = "print the rules of a game, or one rule by its number",
    .words = "<game> [ID]",
    .min_words = 1,
    .max_words = 2,
    .options = options,
    .help = "Without an ID the whole text is printed. Every refusal, option and test of a\n"
            "game names such a number:\n\n"
            "  speakeasy rules famiglia --short    how to play, on one screen\n"
            "  speakeasy rules famiglia            the whole text\n"
            "  speakeasy rules famiglia FA-3.8     one clause\n"
            "  speakeasy rules famiglia 3.8        the same\n"
            "  speakeasy rules famiglia fa-3       a group of clauses\n"
            "  speakeasy rules famiglia fa         everything that has a number\n"
            "  speakeasy rules famiglia FA-R43     a ruling: where the rulebook is silent\n"
            "  speakeasy rules famiglia FA-V12     a worked example\n"
            "  speakeasy rules famiglia FA-I3      what holds in every position\n",
    .run = run,
};
