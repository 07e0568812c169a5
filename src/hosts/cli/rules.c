/* rules.c: `speakeasy rules`: the rule text of a game by number, as its README words it.
 *
 * A numbered thing is a list item or a row of a table whose first cell is its ID:
 *
 *     - **FA-3.8** A player who laid out new cards ...
 *     | FA-R12 | How does the one extra refresh work? | discard; under the pile | ...
 *
 * Nothing else of the text is interpreted, so a game's README needs no special form. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "hosts/cli/cli.h"

enum { MAX_CELLS = 12 };

typedef struct span {
    const char *at;
    size_t n;
} span;

static span line_at(const char *text) { return (span){text, strcspn(text, "\n")}; }

static const char *after(span line) { return line.at + line.n + (line.at[line.n] == '\n'); }

static span trimmed(span s)
{
    while (s.n && s.at[0] == ' ')
        s.at++, s.n--;
    while (s.n && s.at[s.n - 1] == ' ')
        s.n--;
    return s;
}

/* -- Whether a thing is meant ------------------------------------------------------------------ */

/* "FA-3" means FA-3 and every FA-3.x; "FA-R" every ruling; "FA-3.8" that clause alone. */
static bool is_meant(span id, const char *wanted)
{
    size_t n = strlen(wanted);
    if (id.n < n || strncasecmp(id.at, wanted, n) != 0)
        return false;
    char next = id.n > n ? id.at[n] : '\0';
    return !next || next == '.' ||
           (isalpha((unsigned char)wanted[n - 1]) && isdigit((unsigned char)next));
}

/* The ID of a list item; empty if the line is none. */
static span item_id(span line)
{
    if (line.n < 6 || strncmp(line.at, "- **", 4) != 0)
        return (span){line.at, 0};
    return (span){line.at + 4, strcspn(line.at + 4, "*\n ")};
}

/* "### FA-3 Action 1 ...": the heading of a group. */
static span heading_id(span line)
{
    size_t hashes = strspn(line.at, "#");
    if (hashes == 0 || hashes >= line.n || line.at[hashes] != ' ')
        return (span){line.at, 0};
    return (span){line.at + hashes + 1, strcspn(line.at + hashes + 1, " \n")};
}

/* The cells of a table row; 0 if the line is none. A '|' behind a backslash is a letter. */
static int row_cells(span line, span cells[MAX_CELLS])
{
    int n = 0;
    if (line.n == 0 || line.at[0] != '|')
        return 0;
    const char *end = line.at + line.n, *from = line.at + 1;
    for (const char *p = from; p < end && n < MAX_CELLS; p++)
        if (*p == '|' && p[-1] != '\\') {
            cells[n++] = trimmed((span){from, (size_t)(p - from)});
            from = p + 1;
        }
    return n;
}

/* -- Printing ---------------------------------------------------------------------------------- */

static void put_bold(span s)
{
    printf("%s%.*s%s", cli_paint(CLI_BOLD), (int)s.n, s.at, cli_paint(CLI_PLAIN));
}

/* A paragraph without the marks that make letters bold. */
static void put_text(span s, int indent)
{
    spk_buf text = {0};
    for (size_t i = 0; i < s.n; i++)
        if (s.at[i] == '*' && i + 1 < s.n && s.at[i + 1] == '*')
            i++;
        else
            spk_buf_putc(&text, s.at[i]);
    cli_wrap(spk_buf_text(&text), indent, cli_width());
    spk_buf_release(&text);
}

static void put_item(span line, span id, int indent)
{
    span rest = {id.at + id.n, (size_t)(line.at + line.n - id.at) - id.n};
    while (rest.n && (rest.at[0] == '*' || rest.at[0] == ' '))
        rest.at++, rest.n--;
    printf("%*s", indent, "");
    put_bold(id);
    putchar('\n');
    put_text(rest, indent + 2);
}

/* A row as lines, each behind its column's head. */
static void put_row(span head, span line, int indent)
{
    span heads[MAX_CELLS], cells[MAX_CELLS];
    int n_heads = row_cells(head, heads), n = row_cells(line, cells);
    printf("%*s", indent, "");
    put_bold(cells[0]);
    putchar('\n');
    for (int i = 1; i < n; i++) {
        spk_buf text = {0};
        if (i < n_heads)
            spk_buf_printf(&text, "%.*s: ", (int)heads[i].n, heads[i].at);
        spk_buf_add(&text, cells[i].at, cells[i].n);
        if (cells[i].n)
            put_text((span){text.bytes, text.n}, indent + 2);
        spk_buf_release(&text);
    }
}

/* Everything the text has under the ID. */
static bool show(const char *text, const char *wanted, int indent)
{
    bool found = false;
    span head = {text, 0}, cells[MAX_CELLS];
    for (span line = line_at(text); *line.at; line = line_at(after(line))) {
        span group = heading_id(line), item = item_id(line);
        bool is_row = row_cells(line, cells) > 0;
        if (!is_row)
            head.n = 0;
        else if (head.n == 0)
            head = line;
        if (group.n && strcasecmp(wanted, "") != 0 && group.n == strlen(wanted) &&
            is_meant(group, wanted)) {
            printf("%*s", indent, "");
            put_bold((span){group.at, (size_t)(line.at + line.n - group.at)});
            putchar('\n');
        } else if (item.n && is_meant(item, wanted)) {
            put_item(line, item, indent);
        } else if (is_row && is_meant(cells[0], wanted)) {
            put_row(head, line, indent);
        } else {
            continue;
        }
        found = true;
    }
    return found;
}

bool cli_rule_show(const spk_game *game, const char *id, int indent)
{
    char wanted[64];
    size_t n = strlen(game->prefix);
    bool whole = strncasecmp(id, game->prefix, n) == 0 && id[n] == '-';
    if (!*id || strlen(id) > 32) /* no ID is longer; "" would mean everything */
        return false;
    snprintf(wanted, sizeof wanted, "%s%s%s", whole ? "" : game->prefix, whole ? "" : "-", id);
    return wanted[n + 1] && show(game->rules_text, wanted, indent);
}

static int run(const cli_args *args)
{
    const spk_game *game = cli_game(args->word[0]);
    if (!game)
        return CLI_WRONG;
    if (args->n_words == 1)
        fputs(game->rules_text, stdout);
    else if (!cli_rule_show(game, args->word[1], 0))
        return cli_error("the rules of %s have no '%s'", game->name, args->word[1]);
    return CLI_DONE;
}

static const cli_option options[] = {{0}};

extern const cli_command cli_rules;
const cli_command cli_rules = {
    .name = "rules",
    .about = "the rules of a game, or one of them by its number",
    .words = "<game> [ID]",
    .min_words = 1,
    .max_words = 2,
    .options = options,
    .help =
        "Without an ID the whole text is printed. Every refusal, option and test of a game names\n"
        "such a number:\n\n"
        "  speakeasy rules famiglia            the whole text\n"
        "  speakeasy rules famiglia FA-3.8     one clause\n"
        "  speakeasy rules famiglia 3.8        the same\n"
        "  speakeasy rules famiglia fa-3       a group of clauses\n"
        "  speakeasy rules famiglia FA-R43     a ruling, where the rulebook leaves a question\n"
        "  speakeasy rules famiglia FA-V12     a worked example\n"
        "  speakeasy rules famiglia FA-I3      what holds in every position\n",
    .run = run,
};
