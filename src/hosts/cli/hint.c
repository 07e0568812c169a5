/* hint.c: what the strongest bot would do in a person's place, and what it expects. It is given the
 * person's own view, so a hint tells nothing that looking and thinking do not. */
#include <stdio.h>

#include "hosts/cli/play.h"

enum { SHOWN = 4, WORLDS = 64 };

/* Per cent of a win, rounded. */
static int percent(int value) { return (100 * value + SPK_WIN / 2) / SPK_WIN; }

/* The prospects as they stand, or right after a move, over guesses at what the seat cannot see. */
static void prospects(const spk_box *box, const spk_state *view, spk_seat seat,
                      const spk_move *move, int value[SPK_MAX_SEATS])
{
    int64_t sum[SPK_MAX_SEATS] = {0};
    spk_rng rng;
    spk_rng_init(&rng, 1, 0);
    for (int i = 0; i < WORLDS; i++) {
        spk_state world = *view;
        box->game->resample(box, &world, seat, &rng);
        if (move)
            box->game->apply(box, &world, seat, *move);
        box->game->hints->values(box, &world, value);
        for (spk_seat s = 0; s < box->n_seats; s++)
            sum[s] += value[s];
    }
    for (spk_seat s = 0; s < box->n_seats; s++)
        value[s] = (int)(sum[s] / WORLDS);
}

/* Every player's chances as the table stands and right after the move. */
static void show_reason(const spk_box *box, const spk_state *view, spk_seat seat, spk_move move)
{
    int before[SPK_MAX_SEATS], after[SPK_MAX_SEATS];
    prospects(box, view, seat, NULL, before);
    prospects(box, view, seat, &move, after);
    puts("  At a glance, as the table stands and right after it:");
    for (spk_seat s = 0; s < box->n_seats; s++)
        printf("    %-9s %3d %% -> %3d %%\n", s == seat ? "you" : cli_seat_name(s),
               percent(before[s]), percent(after[s]));
}

static void show_lines(const spk_box *box, const spk_line *lines, int n, uint64_t looked)
{
    char text[SPK_MOVE_TEXT];
    spk_buf out = {0};
    printf("%sHint: %s%s\n", cli_paint(CLI_BOLD), spk_move_text(box, lines[0].move, text),
           cli_paint(CLI_PLAIN));
    spk_buf_printf(&out, "You win with it about %d times in 100 (%llu ways to go on looked at).",
                   percent(lines[0].value), (unsigned long long)looked);
    for (int i = 1; i < n && lines[i].visits; i++)
        spk_buf_printf(&out, "%s %s %d", i == 1 ? " Next best:" : ",",
                       spk_move_text(box, lines[i].move, text), percent(lines[i].value));
    if (n > 1 && lines[1].visits)
        spk_buf_puts(&out, ".");
    fputs("  ", stdout);
    cli_wrap(spk_buf_text(&out), 2, 2);
    spk_buf_release(&out);
}

/* The same position gives the same dice; a budget of iterations also the same hint. */
void cli_hint(const cli_table *t, spk_seat seat, bool reason)
{
    spk_line lines[SHOWN];
    spk_search_figures figures;
    spk_state view;
    spk_rng rng;
    if (!spk_actors_has(spk_match_actors(t->match), seat)) {
        puts("Hints are for moves, and it is not yours.");
        return;
    }
    spk_rng_init(&rng, 1, (uint64_t)spk_match_seq(t->match, seat));
    spk_bot *bot = spk_bot_new(spk_bot_find("hard"), t->box, seat, &rng);
    spk_match_view(t->match, seat, &view);
    spk_bot_begin(bot, &view);
    host_think(bot, &t->budget);
    int n = spk_bot_lines(bot, lines, SHOWN);
    spk_bot_measure(bot, &figures);
    if (figures.iterations == 0) {
        puts("There is only one move.");
    } else {
        show_lines(t->box, lines, n, figures.iterations);
        if (reason && t->box->game->hints->values)
            show_reason(t->box, &view, seat, lines[0].move);
        else
            puts("  ('why hint' tells more.)");
    }
    spk_bot_free(bot);
}
