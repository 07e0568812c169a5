/* markdown.c: a README as plain lines. See markdown.h. */
#include "hosts/cli/markdown.h"

#include <ctype.h>
#include <stdio.h>
#include <strings.h>

#include "hosts/cli/cli.h"

/* -- Taking apart ------------------------------------------------------------------------------ */

cli_span cli_line_at(const char *text) { return (cli_span){text, strcspn(text, "\n")}; }

const char *cli_line_after(cli_span line) { return line.at + line.n + (line.at[line.n] == '\n'); }

static cli_span trimmed(cli_span s)
{
    while (s.n && s.at[0] == ' ')
        s.at++, s.n--;
    while (s.n && s.at[s.n - 1] == ' ')
        s.n--;
    return s;
}

static bool begins(cli_span line, const char *with)
{
    size_t n = strlen(with);
    return line.n >= n && memcmp(line.at, with, n) == 0;
}

static bool is_fence(cli_span line) { return begins(line, "```"); }

/* How many '#' a heading has; 0: the line is none. */
static int heading_level(cli_span line)
{
    size_t hashes = 0;
    while (hashes < line.n && line.at[hashes] == '#')
        hashes++;
    return hashes && hashes < line.n && line.at[hashes] == ' ' ? (int)hashes : 0;
}

static cli_span heading_words(cli_span line)
{
    size_t hashes = (size_t)heading_level(line);
    return trimmed((cli_span){line.at + hashes, line.n - hashes});
}

/* The columns of "- " or "12. " with the blanks before it; 0: the line is no list item. */
static int item_mark(cli_span line)
{
    size_t i = 0, digits = 0;
    while (i < line.n && line.at[i] == ' ')
        i++;
    if (begins((cli_span){line.at + i, line.n - i}, "- "))
        return (int)i + 2;
    while (i + digits < line.n && isdigit((unsigned char)line.at[i + digits]))
        digits++;
    bool numbered = digits && begins((cli_span){line.at + i + digits, line.n - i - digits}, ". ");
    return numbered ? (int)(i + digits) + 2 : 0;
}

/* Whether a line starts something of its own, and so does not belong to the one before it. */
static bool stands_alone(cli_span line)
{
    return trimmed(line).n == 0 || heading_level(line) || item_mark(line) || is_fence(line) ||
           line.at[0] == '|';
}

cli_span cli_paragraph_at(const char *text, const char *end)
{
    cli_span whole = cli_line_at(text);
    for (;;) {
        cli_span next = cli_line_at(cli_line_after(whole));
        if (next.at >= end || stands_alone(next))
            return whole;
        whole.n = (size_t)(next.at + next.n - whole.at);
    }
}

int cli_markdown_cells(cli_span line, cli_span cells[CLI_CELLS])
{
    int n = 0;
    if (line.n == 0 || line.at[0] != '|')
        return 0;
    const char *end = line.at + line.n, *from = line.at + 1;
    for (const char *p = from; p < end && n < CLI_CELLS; p++)
        if (*p == '|' && p[-1] != '\\') {
            cells[n++] = trimmed((cli_span){from, (size_t)(p - from)});
            from = p + 1;
        }
    return n;
}

cli_span cli_markdown_section(const char *text, const char *heading)
{
    cli_span found = {text, 0};
    int level = 0;
    bool fenced = false; /* a '#' in there is no heading */
    for (cli_span line = cli_line_at(text); *line.at; line = cli_line_at(cli_line_after(line))) {
        fenced ^= is_fence(line);
        int here = fenced ? 0 : heading_level(line);
        cli_span words = heading_words(line);
        if (level && here && here <= level)
            break;
        if (level)
            found.n = (size_t)(cli_line_after(line) - found.at);
        else if (here && words.n == strlen(heading) &&
                 strncasecmp(words.at, heading, words.n) == 0) {
            found.at = cli_line_after(line);
            level = here;
        }
    }
    return found;
}

cli_span cli_markdown_opening(const char *text)
{
    const char *from = cli_line_after(cli_line_at(text)), *end = from;
    while (*end && heading_level(cli_line_at(end)) == 0)
        end = cli_line_after(cli_line_at(end));
    return (cli_span){from, (size_t)(end - from)};
}

/* -- Words without marks ----------------------------------------------------------------------- */

/* Whether the '*' at 'i' opens slanted words: one that closes them follows. In "F2*" it is a letter.
 */
static bool opens(cli_span s, size_t i)
{
    if (i + 1 >= s.n || s.at[i + 1] == ' ' || (i && isalnum((unsigned char)s.at[i - 1])))
        return false;
    for (size_t k = i + 2; k < s.n; k++)
        if (s.at[k] == '*' && s.at[k - 1] != ' ' &&
            (k + 1 == s.n || !isalnum((unsigned char)s.at[k + 1])))
            return true;
    return false;
}

void cli_markdown_plain(cli_span s, spk_buf *out)
{
    bool code = false, slanted = false;
    for (size_t i = 0; i < s.n; i++) {
        char c = s.at[i], next = '\0';
        if (i + 1 < s.n)
            next = s.at[i + 1];
        if (c == '`') {
            code = !code;
        } else if (c == '\\' && (next == '|' || next == '*')) {
            spk_buf_putc(out, next), i++;
        } else if (!code && c == '*' && next == '*') {
            i++;
        } else if (!code && c == '*' && (slanted || opens(s, i))) {
            slanted = !slanted;
        } else {
            spk_buf_putc(out, c == '\n' ? ' ' : c);
        }
    }
}

void cli_markdown_put(cli_span text, int indent)
{
    spk_buf plain = {0};
    cli_markdown_plain(text, &plain);
    cli_wrap(spk_buf_text(&plain), 0, indent);
    spk_buf_release(&plain);
}

/* -- Tables ------------------------------------------------------------------------------------ */

static void put_bold(cli_span s, int indent)
{
    spk_buf plain = {0};
    cli_markdown_plain(s, &plain);
    fputs(cli_paint(CLI_BOLD), stdout);
    cli_wrap(spk_buf_text(&plain), 0, indent);
    fputs(cli_paint(CLI_PLAIN), stdout);
    spk_buf_release(&plain);
}

static bool is_word(cli_span s, const char *word)
{
    return s.n == strlen(word) && strncasecmp(s.at, word, s.n) == 0;
}

/* "Table option?" of a ruling: "no" in it is nothing to tell, and "yes: goal" is its name. */
static bool asks_for_option(cli_span head)
{
    return is_word(head, "option") || is_word(head, "option?") || is_word(head, "table option") ||
           is_word(head, "table option?");
}

static void put_cell(cli_span head, cli_span cell, int indent)
{
    if (cell.n == 0 || is_word(cell, "-") || is_word(cell, "\u2013") || is_word(cell, "\u2014"))
        return;
    if (asks_for_option(head) && is_word(cell, "no"))
        return;
    if (asks_for_option(head) && begins(cell, "yes: "))
        cell = (cli_span){cell.at + 5, cell.n - 5};
    if (head.n && head.at[head.n - 1] == '?')
        head.n--;
    spk_buf text = {0};
    if (head.n)
        spk_buf_printf(&text, "%.*s: ", (int)head.n, head.at);
    spk_buf_add(&text, cell.at, cell.n);
    cli_markdown_put((cli_span){text.bytes, text.n}, indent);
    spk_buf_release(&text);
}

void cli_markdown_put_row(cli_span head, cli_span row, int indent)
{
    cli_span heads[CLI_CELLS], cells[CLI_CELLS];
    int n_heads = cli_markdown_cells(head, heads), n = cli_markdown_cells(row, cells);
    if (n && cells[0].n)
        put_bold(cells[0], indent);
    for (int i = 1; i < n; i++) /* a lone second column needs no name */
        put_cell(i < n_heads && n > 2 ? heads[i] : (cli_span){row.at, 0}, cells[i], indent + 2);
}

/* The columns of a cell as it will be shown. */
static int cell_width(cli_span cell)
{
    spk_buf plain = {0};
    cli_markdown_plain(cell, &plain);
    int width = cli_columns(spk_buf_text(&plain), plain.n);
    spk_buf_release(&plain);
    return width;
}

/* "|---|:--|": the line under the heads. */
static bool is_rule(cli_span row) { return strspn(row.at, "|-: ") >= row.n; }

/* How wide each column is, over all rows from 'text' on; the sum with two blanks between them. */
static int table_width(const char *text, int widths[CLI_CELLS])
{
    cli_span cells[CLI_CELLS];
    int n, sum = 0;
    for (cli_span row = cli_line_at(text); (n = cli_markdown_cells(row, cells)) > 0;
         row = cli_line_at(cli_line_after(row)))
        for (int i = 0; i < n && !is_rule(row); i++) {
            int width = cell_width(cells[i]);
            widths[i] = width > widths[i] ? width : widths[i];
        }
    for (int i = 0; i < CLI_CELLS; i++)
        sum += widths[i] ? widths[i] + 2 : 0;
    return sum;
}

static void put_aligned(cli_span row, const int widths[CLI_CELLS])
{
    cli_span cells[CLI_CELLS];
    int n = cli_markdown_cells(row, cells);
    spk_buf line = {0};
    for (int i = 0; i < n; i++) {
        spk_buf_puts(&line, "  ");
        cli_markdown_plain(cells[i], &line);
        for (int pad = cell_width(cells[i]); i + 1 < n && pad < widths[i]; pad++)
            spk_buf_putc(&line, ' ');
    }
    puts(spk_buf_text(&line));
    spk_buf_release(&line);
}

/* A table in columns if it fits, else row by row. Returns what follows it. */
static const char *show_table(const char *text)
{
    cli_span cells[CLI_CELLS], head = cli_line_at(text), row = head;
    int widths[CLI_CELLS] = {0};
    bool fits = table_width(text, widths) <= cli_width();
    for (; cli_markdown_cells(row, cells) > 0; row = cli_line_at(cli_line_after(row)))
        if (is_rule(row))
            continue;
        else if (fits)
            put_aligned(row, widths);
        else if (row.at != head.at)
            cli_markdown_put_row(head, row, 2);
    return row.at;
}

/* -- The whole text ---------------------------------------------------------------------------- */

static void show_heading(cli_span line)
{
    cli_span words = heading_words(line);
    int level = heading_level(line);
    put_bold(words, 0);
    for (int i = 0; level < 3 && i < cell_width(words); i++)
        putchar(level == 1 ? '=' : '-');
    if (level < 3)
        putchar('\n');
}

static const char *show_fenced(cli_span fence, const char *end)
{
    cli_span line = cli_line_at(cli_line_after(fence));
    for (; line.at < end && !is_fence(line); line = cli_line_at(cli_line_after(line)))
        printf("    %.*s\n", (int)line.n, line.at);
    return cli_line_after(line);
}

static const char *show_item(const char *text, const char *end)
{
    cli_span item = cli_paragraph_at(text, end);
    int mark = item_mark(item);
    printf("%.*s", mark, item.at);
    spk_buf plain = {0};
    cli_markdown_plain((cli_span){item.at + mark, item.n - (size_t)mark}, &plain);
    cli_wrap(spk_buf_text(&plain), mark, mark);
    spk_buf_release(&plain);
    return cli_line_after(item);
}

static const char *show_part(const char *text, const char *end)
{
    cli_span line = cli_line_at(text);
    if (is_fence(line))
        return show_fenced(line, end);
    if (line.n && line.at[0] == '|')
        return show_table(text);
    if (item_mark(line))
        return show_item(text, end);
    if (heading_level(line)) {
        show_heading(line);
    } else if (trimmed(line).n) {
        line = cli_paragraph_at(text, end);
        cli_markdown_put(line, 0);
    } else {
        putchar('\n');
    }
    return cli_line_after(line);
}

void cli_markdown_show(cli_span text)
{
    const char *end = text.at + text.n;
    while (text.at < end && text.at[0] == '\n')
        text.at++;
    while (end > text.at + 1 && end[-1] == '\n' && end[-2] == '\n')
        end--;
    for (const char *at = text.at; at < end;)
        at = show_part(at, end);
}
