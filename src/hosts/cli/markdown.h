/* markdown.h: a rules.md or README.md as plain lines for a terminal. It knows only what these use:
 * headings, paragraphs, list items, tables, fenced blocks, bold, italics and code.
 *
 *     cli_markdown_show(cli_span_of(game->rules_text));           all of it, wrapped
 *     section = cli_markdown_section(game->rules_text, "In one minute");
 *
 * A span is part of another text: borrowed, and not terminated. */
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

/* The line at 'text', and the text after it. At the end of the text the line is empty and is
 * followed by itself. */
cli_span cli_line_at(const char *text);
const char *cli_line_after(cli_span line);

/* The line and those after it that belong to the same paragraph or item, up to 'end'. */
cli_span cli_paragraph_at(const char *text, const char *end);

/* The cells of a table row, trimmed; 0: the line is not a table row. An escaped '\|' is an ordinary
 * character. */
int cli_markdown_cells(cli_span line, cli_span cells[CLI_CELLS]);

/* The section under that heading, subsections included; n is 0 if there is none. */
cli_span cli_markdown_section(const char *text, const char *heading);

/* The text between the title and the first section. */
cli_span cli_markdown_opening(const char *text);

/* -- Showing ----------------------------------------------------------------------------------- */

/* Add the words of a paragraph or cell to *out, without the marks. */
void cli_markdown_plain(cli_span text, spk_buf *out);

/* The same, printed and wrapped with 'indent' spaces before each line. */
void cli_markdown_put(cli_span text, int indent);

/* A table row as lines: its first cell, then the others after their column heads. Empty cells are
 * left out. */
void cli_markdown_put_row(cli_span head, cli_span row, int indent);

void cli_markdown_show(cli_span text);

#endif
