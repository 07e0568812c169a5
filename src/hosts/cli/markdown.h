/* markdown.h: a README as plain lines for a terminal. Only what our READMEs use is known: headings,
 * paragraphs, list items, tables, fenced blocks, and the marks for bold, slanted and code.
 *
 *     cli_markdown_show(cli_span_of(game->rules_text));           all of it, wrapped
 *     section = cli_markdown_section(game->rules_text, "In one minute");
 *
 * A span is a part of somebody else's text: borrowed, and not terminated. */
#ifndef CLI_MARKDOWN_H
#define CLI_MARKDOWN_H

#include <string.h>

#include "base/buf.h"

typedef struct cli_span {
    const char *at;
    size_t n;
} cli_span;

enum { CLI_CELLS = 12 }; /* of a table row; further ones are left out */

static inline cli_span cli_span_of(const char *text) { return (cli_span){text, strlen(text)}; }

/* -- Taking apart ------------------------------------------------------------------------------ */

/* The line at 'text', and the text after it. The end of the text is an empty line, and after it
 * comes itself. */
cli_span cli_line_at(const char *text);
const char *cli_line_after(cli_span line);

/* The line and those after it that belong to the same paragraph or item, up to 'end'. */
cli_span cli_paragraph_at(const char *text, const char *end);

/* The cells of a table row, trimmed; 0: the line is none. A '|' behind a backslash is a letter. */
int cli_markdown_cells(cli_span line, cli_span cells[CLI_CELLS]);

/* What stands under a heading of those words, subsections included; n is 0 if there is none. */
cli_span cli_markdown_section(const char *text, const char *heading);

/* What stands between the title and the first section. */
cli_span cli_markdown_opening(const char *text);

/* -- Showing ----------------------------------------------------------------------------------- */

/* Add the words of a paragraph or cell to *out, without the marks. */
void cli_markdown_plain(cli_span text, spk_buf *out);

/* The same, printed and wrapped behind 'indent' blanks. */
void cli_markdown_put(cli_span text, int indent);

/* A table row as lines: its first cell, then the others behind the heads of their columns. Cells
 * that say nothing are left out. */
void cli_markdown_put_row(cli_span head, cli_span row, int indent);

void cli_markdown_show(cli_span text);

#endif
