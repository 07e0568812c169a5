/* show.c: a match in plain lines: what can be done, how it ended. The board itself is drawn by the
 * game; what happened is log.c. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "hosts/cli/cli.h"

void cli_show_board(const spk_match *m, spk_seat viewer)
{
    spk_buf board = {0};
    spk_match_board(m, viewer, &board);
    cli_put_board(spk_buf_text(&board), spk_match_box(m)->game->tints);
    spk_buf_release(&board);
}

/* -- What can be done -------------------------------------------------------------------------- */

enum {
    NUMBER = 7, /* columns that a move's number takes */
    FEW = 20,   /* moves: each is shown with its own text */
};

/* The moves that are shown: their places in the whole list, which are their numbers. */
typedef struct choice {
    const spk_box *box;
    spk_state view;
    spk_seat seat;
    spk_move moves[SPK_MAX_MOVES];
    int place[SPK_MAX_MOVES];
    int n;
} choice;

static bool is_gap(char c) { return c && strchr(" _-", c); }

static bool is_same_letter(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* "lay", "LAY_" and "lay own 2" all begin "lay_own 2 c4". */
static bool begins(const char *text, const char *word)
{
    for (; *word; word++, text++)
        if (!(is_gap(*word) && is_gap(*text)) && !is_same_letter(*word, *text))
            return false;
    return true;
}

void cli_describe(const spk_box *box, const spk_state *view, spk_seat seat, spk_move move,
                  spk_buf *out)
{
    char text[SPK_MOVE_TEXT];
    spk_buf phrases = {0};
    if (box->game->describe)
        box->game->describe(box, view, seat, move, &phrases);
    if (phrases.n)
        cli_render(box, spk_buf_text(&phrases), out);
    else
        spk_buf_puts(out, spk_move_text(box, move, text));
    spk_buf_release(&phrases);
}

static void describe(const choice *c, int place, spk_buf *out)
{
    cli_describe(c->box, &c->view, c->seat, c->moves[place], out);
}

static void choose(choice *c, const spk_match *m, spk_seat seat, const char *word)
{
    char text[SPK_MOVE_TEXT];
    spk_buf words = {0};
    int all = spk_match_moves(m, seat, c->moves);
    c->box = spk_match_box(m);
    c->seat = seat;
    spk_match_view(m, seat, &c->view);
    for (int i = c->n = 0; i < all; i++) {
        spk_buf_clear(&words);
        describe(c, i, &words);
        if (begins(spk_move_text(c->box, c->moves[i], text), word) ||
            begins(spk_buf_text(&words), word))
            c->place[c->n++] = i;
    }
    spk_buf_release(&words);
}

/* As many columns as fit, read downwards; a short list is one column. */
static int columns_for(int n, int longest)
{
    int fit = (cli_width() - 1) / (longest + 8);
    if (n <= 10 || fit < 1)
        return 1;
    int wanted = (n + 9) / 10;
    return fit < wanted ? fit : wanted;
}

/* Behind its words a move's own text, which can be typed: "Lay red 3 on c4   [lay_own 3 c4]". In a
 * long list, or a line that is full, the words alone. */
static void put_label(const choice *c, int place, bool text_too, spk_buf *out)
{
    char text[SPK_MOVE_TEXT];
    spk_buf_clear(out);
    describe(c, place, out);
    spk_move_text(c->box, c->moves[place], text);
    int width = cli_columns(spk_buf_text(out), out->n) + 5 + (int)strlen(text);
    if (text_too && !spk_str_eq(spk_buf_text(out), text) && width + NUMBER <= cli_width())
        spk_buf_printf(out, "   [%s]", text);
}

static int longest_label(const choice *c, int n, bool text_too)
{
    int longest = 0;
    spk_buf label = {0};
    for (int i = 0; i < n; i++) {
        put_label(c, c->place[i], text_too, &label);
        int length = cli_columns(spk_buf_text(&label), label.n);
        longest = length > longest ? length : longest;
    }
    spk_buf_release(&label);
    return longest;
}

static void put_choice(const choice *c, int n)
{
    bool text_too = n <= FEW;
    int longest = longest_label(c, n, text_too);
    int columns = columns_for(n, longest), rows = (n + columns - 1) / columns;
    spk_buf label = {0};
    for (int i = 0; i < rows * columns; i++) {
        int k = i % columns * rows + i / columns;
        bool last = i % columns == columns - 1 || k + rows >= n; /* of its line */
        if (k < n) {
            put_label(c, c->place[k], text_too, &label);
            printf("  %s%3d%s  ", cli_paint(CLI_NOTE), c->place[k] + 1, cli_paint(CLI_PLAIN));
            int used = cli_columns(spk_buf_text(&label), label.n);
            if (!last)
                printf("%s%*s", spk_buf_text(&label), longest + 1 - used, "");
            else if (used + NUMBER <= cli_width())
                puts(spk_buf_text(&label));
            else
                cli_wrap(spk_buf_text(&label), NUMBER, NUMBER);
        }
    }
    spk_buf_release(&label);
}

/* What the moves begin with, each word with its number: "108 lay_own, 72 lay_open, 2 draw". */
static void put_kinds(const choice *c)
{
    spk_buf kinds = {0};
    char text[SPK_MOVE_TEXT], word[SPK_MOVE_TEXT], last[SPK_MOVE_TEXT] = "";
    for (int i = 0, run = 0; i <= c->n; i++) {
        word[0] = '\0';
        if (i < c->n) {
            spk_words words = spk_words_of(spk_move_text(c->box, c->moves[c->place[i]], text));
            spk_words_next(&words, word, sizeof word);
        }
        if (run && !spk_str_eq(word, last)) {
            spk_buf_printf(&kinds, "%s%d %s", kinds.n ? ", " : "", run, last);
            run = 0;
        }
        run++;
        memcpy(last, word, sizeof last);
    }
    spk_buf_puts(&kinds, ".");
    int at = printf("  %s: ", cli_tr("in all"));
    cli_wrap(spk_buf_text(&kinds), at, at);
    spk_buf_release(&kinds);
}

void cli_show_moves(const spk_match *m, spk_seat seat, const char *word, int limit)
{
    static choice c;
    choose(&c, m, seat, word);
    if (c.n == 0) {
        printf(cli_tr("No move begins with '%s'."), word);
        putchar('\n');
        return;
    }
    put_choice(&c, c.n > limit ? limit : c.n);
    if (c.n <= limit)
        return;
    printf("  ");
    printf(cli_tr("... and %d more; 'moves' lists all, 'moves WORD' those that begin with it"),
           c.n - limit);
    putchar('\n');
    put_kinds(&c);
}

/* -- How it ended ------------------------------------------------------------------------------ */

static void show_winners(const spk_result *result)
{
    spk_buf names = {0};
    int n = __builtin_popcount(result->winners);
    for (spk_seat seat = 0; seat < result->n_seats; seat++)
        if (result->winners >> seat & 1)
            spk_buf_printf(&names, "%s%s", names.n ? cli_tr(" and ") : "", cli_seat_name(seat));
    printf("%s", cli_paint(CLI_BOLD));
    printf(n > 1 ? cli_tr("A draw between %s.") : cli_tr("The winner is %s."),
           spk_buf_text(&names));
    printf("%s\n", cli_paint(CLI_PLAIN));
    spk_buf_release(&names);
}

static void show_how(const spk_box *box, const char *reason)
{
    spk_buf phrases = {0}, text = {0};
    if (box->game->name_thing)
        box->game->name_thing(box, reason, &phrases);
    spk_buf_printf(&text, "%s: ", cli_tr("How it ended"));
    if (phrases.n)
        cli_render(box, spk_buf_text(&phrases), &text);
    for (const char *p = reason; *p && !phrases.n; p++)
        spk_buf_putc(&text, *p == '_' ? ' ' : *p);
    if (!phrases.n)
        spk_buf_putc(&text, '.');
    cli_wrap(spk_buf_text(&text), 0, 0);
    spk_buf_release(&phrases);
    spk_buf_release(&text);
}

/* A name that says it already ("reconstruction-1") is not told twice. */
void cli_edition_print(const spk_box *box, spk_buf *out)
{
    static const char word[] = "reconstruction";
    bool mark = box->reconstruction && strncmp(box->edition_name, word, strlen(word)) != 0;
    spk_buf_puts(out, box->edition_name);
    if (mark)
        spk_buf_printf(out, " (%s)", cli_tr("reconstruction"));
}

void cli_show_result(const spk_box *box, const spk_result *result)
{
    for (spk_seat seat = 0; seat < box->n_seats; seat++) {
        int score = result->score[seat];
        printf("  %-9s %4d %s", cli_seat_name(seat), score,
               score == 1 ? cli_tr("point") : cli_tr("points"));
        if (result->reason)
            printf(", %s %d", cli_tr("place"), result->rank[seat]);
        putchar('\n');
    }
    if (!result->reason)
        return;
    show_winners(result);
    show_how(box, result->reason);
}
