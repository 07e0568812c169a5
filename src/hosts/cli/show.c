/* show.c: a match in plain lines: what happened, what can be done, how it ended. The board itself
 * is drawn by the game. */
#include <stdio.h>
#include <stdlib.h>
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
            printf("  %s%-9s %s%s\n", cli_paint(CLI_DIM), actor_name(last, viewer),
                   spk_buf_text(&run), cli_paint(CLI_PLAIN));
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

/* -- What can be done -------------------------------------------------------------------------- */

/* As many columns as fit, read downwards; a short list is one column. */
static int columns_for(int n, int longest)
{
    int width = cli_width() ? cli_width() : 80;
    int fit = (width - 2) / (longest + 8);
    if (n <= 10 || fit < 1)
        return 1;
    int wanted = (n + 9) / 10;
    return fit < wanted ? fit : wanted;
}

void cli_show_moves(const spk_match *m, spk_seat seat)
{
    static spk_move moves[SPK_MAX_MOVES];
    char text[SPK_MOVE_TEXT];
    int n = spk_match_moves(m, seat, moves), longest = 0;
    for (int i = 0; i < n; i++) {
        int length = (int)strlen(spk_move_text(spk_match_box(m), moves[i], text));
        longest = length > longest ? length : longest;
    }
    int columns = columns_for(n, longest), rows = (n + columns - 1) / columns;
    for (int i = 0; i < rows * columns; i++) {
        int k = i % columns * rows + i / columns;
        if (k < n)
            printf("  %s%3d%s  %-*s", cli_paint(CLI_NOTE), k + 1, cli_paint(CLI_PLAIN),
                   columns > 1 ? longest + 1 : 0, spk_move_text(spk_match_box(m), moves[k], text));
        if (i % columns == columns - 1)
            putchar('\n');
    }
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
        printf("  %-9s %4d points%s%.0d\n", cli_seat_name(seat), result->score[seat],
               result->reason ? ", place " : "", result->reason ? result->rank[seat] : 0);
    if (!result->reason)
        return;
    show_winners(result);
    printf("It ended by: ");
    for (const char *p = result->reason; *p; p++)
        putchar(*p == '_' ? ' ' : *p);
    puts(".");
}
