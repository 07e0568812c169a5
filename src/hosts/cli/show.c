/* show.c: a match in plain lines: what happened, what can be done, how it ended. The board itself
 * is drawn by the game. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "hosts/cli/cli.h"

const char *cli_seat_name(spk_seat seat)
{
    static const char *const names[SPK_MAX_SEATS] = {"player 1", "player 2", "player 3",
                                                     "player 4", "player 5", "player 6",
                                                     "player 7", "player 8"};
    return seat >= 0 && seat < SPK_MAX_SEATS ? names[seat] : spk_seat_name(seat);
}

/* -- What happened ----------------------------------------------------------------------------- */

/* "12 0 recruit F0" cut into actor and words; false at the end of the text. */
static bool next_heard(const char **at, char actor[16], spk_buf *words)
{
    if (!**at)
        return false;
    size_t n = strcspn(*at, "\n");
    char line[SPK_RECORD_LINE + 1], number[16];
    snprintf(line, sizeof line, "%.*s", (int)n, *at);
    *at += n + ((*at)[n] == '\n');
    spk_words w = spk_words_of(line);
    if (!spk_words_next(&w, number, sizeof number) || !spk_words_next(&w, actor, 16))
        return false;
    spk_buf_clear(words);
    spk_buf_puts(words, w.at + strspn(w.at, " "));
    return true;
}

static const char *actor_name(const char *word, spk_seat viewer)
{
    int seat;
    if (!spk_str_int(word, 0, SPK_MAX_SEATS - 1, &seat))
        return word;
    return seat == viewer ? "you" : cli_seat_name(seat);
}

/* Lines of one actor in a row become one: a fresh street is six draws. */
void cli_show_history(const spk_match *m, spk_seat viewer, int first)
{
    spk_buf heard = {0}, words = {0}, run = {0};
    char actor[16], last[16] = "";
    spk_match_history(m, viewer, first, &heard);
    const char *at = spk_buf_text(&heard);
    for (bool more = true; more;) {
        more = next_heard(&at, actor, &words);
        if (*last && (!more || !spk_str_eq(actor, last))) {
            printf("%s  %-9s ", cli_paint(CLI_DIM), actor_name(last, viewer));
            cli_wrap(spk_buf_text(&run), 12, 12);
            fputs(cli_paint(CLI_PLAIN), stdout);
            spk_buf_clear(&run);
        }
        if (more) {
            spk_buf_printf(&run, "%s%s", run.n ? ", " : "", spk_buf_text(&words));
            memcpy(last, actor, sizeof last);
        }
    }
    spk_buf_release(&heard);
    spk_buf_release(&words);
    spk_buf_release(&run);
}

void cli_show_board(const spk_match *m, spk_seat viewer)
{
    spk_buf board = {0};
    spk_match_board(m, viewer, &board);
    cli_put_board(spk_buf_text(&board), spk_match_box(m)->game->tints);
    spk_buf_release(&board);
}

/* -- What can be done -------------------------------------------------------------------------- */

/* The moves that are shown: their places in the whole list, which are their numbers. */
typedef struct choice {
    const spk_box *box;
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

static void choose(choice *c, const spk_match *m, spk_seat seat, const char *word)
{
    char text[SPK_MOVE_TEXT];
    int all = spk_match_moves(m, seat, c->moves);
    c->box = spk_match_box(m);
    for (int i = c->n = 0; i < all; i++)
        if (begins(spk_move_text(c->box, c->moves[i], text), word))
            c->place[c->n++] = i;
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

static void put_choice(const choice *c, int n)
{
    char text[SPK_MOVE_TEXT];
    int longest = 0;
    for (int i = 0; i < n; i++) {
        int length = (int)strlen(spk_move_text(c->box, c->moves[c->place[i]], text));
        longest = length > longest ? length : longest;
    }
    int columns = columns_for(n, longest), rows = (n + columns - 1) / columns;
    for (int i = 0; i < rows * columns; i++) {
        int k = i % columns * rows + i / columns;
        bool last = i % columns == columns - 1 || k + rows >= n; /* of its line */
        if (k < n)
            printf("  %s%3d%s  %-*s", cli_paint(CLI_NOTE), c->place[k] + 1, cli_paint(CLI_PLAIN),
                   last ? 0 : longest + 1, spk_move_text(c->box, c->moves[c->place[k]], text));
        if (i % columns == columns - 1)
            putchar('\n');
    }
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
    fputs("  in all: ", stdout);
    cli_wrap(spk_buf_text(&kinds), 10, 10);
    spk_buf_release(&kinds);
}

void cli_show_moves(const spk_match *m, spk_seat seat, const char *word, int limit)
{
    static choice c;
    choose(&c, m, seat, word);
    if (c.n == 0) {
        printf("No move begins with '%s'.\n", word);
        return;
    }
    put_choice(&c, c.n > limit ? limit : c.n);
    if (c.n <= limit)
        return;
    printf("  ... and %d more; 'moves' lists all, 'moves WORD' those that begin with it\n",
           c.n - limit);
    put_kinds(&c);
}

/* -- How it ended ------------------------------------------------------------------------------ */

static void show_winners(const spk_result *result)
{
    int n = __builtin_popcount(result->winners), told = 0;
    printf("%s", cli_paint(CLI_BOLD));
    for (spk_seat seat = 0; seat < result->n_seats; seat++)
        if (result->winners >> seat & 1)
            printf("%s%s",
                   told++  ? " and "
                   : n > 1 ? "A draw between "
                           : "The winner is ",
                   cli_seat_name(seat));
    printf(".%s\n", cli_paint(CLI_PLAIN));
}

void cli_show_result(const spk_box *box, const spk_result *result)
{
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        printf("  %-9s %4d point%s%s%.0d\n", cli_seat_name(seat), result->score[seat],
               result->score[seat] == 1 ? "" : "s", result->reason ? ", place " : "",
               result->reason ? result->rank[seat] : 0);
    if (!result->reason)
        return;
    show_winners(result);
    printf("It ended by: ");
    for (const char *p = result->reason; *p; p++)
        putchar(*p == '_' ? ' ' : *p);
    puts(".");
}
