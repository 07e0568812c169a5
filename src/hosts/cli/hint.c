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
        spk_resample(box, &world, seat, &rng);
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
    printf("  %s\n", cli_tr("At a glance, as the table stands and right after it:"));
    for (spk_seat s = 0; s < box->n_seats; s++)
        printf("    %-9s %3d %% -> %3d %%\n", s == seat ? cli_tr("you") : cli_seat_name(s),
               percent(before[s]), percent(after[s]));
}

static void show_best(const room_thought *h, spk_seat seat)
{
    char text[SPK_MOVE_TEXT];
    spk_buf out = {0};
    spk_buf_printf(&out, "%s: ", cli_tr("Hint"));
    cli_describe(h->box, &h->view, seat, h->lines[0].move, &out);
    spk_buf_printf(&out, "   [%s]", spk_move_text(h->box, h->lines[0].move, text));
    fputs(cli_paint(CLI_BOLD), stdout);
    cli_wrap(spk_buf_text(&out), 0, 0);
    fputs(cli_paint(CLI_PLAIN), stdout);
    spk_buf_release(&out);
}

/* What it expects, and of which moves it thinks next best. */
static void show_prospects(const room_thought *h, spk_seat seat)
{
    spk_buf phrases = {0}, out = {0};
    spk_say(&phrases,
            N_("You win with it about {n} times in 100 ({looked} ways to go on looked at)."),
            SPK_NUM("n", percent(h->lines[0].value)), SPK_NUM("looked", (int64_t)h->looked));
    cli_render(h->box, spk_buf_text(&phrases), &out);
    for (int i = 1; i < h->n_lines && i < SHOWN; i++) {
        if (i == 1)
            spk_buf_printf(&out, " %s: ", cli_tr("Next best"));
        else
            spk_buf_puts(&out, "; ");
        cli_describe(h->box, &h->view, seat, h->lines[i].move, &out);
        spk_buf_printf(&out, " (%d)", percent(h->lines[i].value));
    }
    if (h->n_lines > 1)
        spk_buf_puts(&out, ".");
    fputs("  ", stdout);
    cli_wrap(spk_buf_text(&out), 2, 2);
    spk_buf_release(&phrases);
    spk_buf_release(&out);
}

/* The same position gives the same dice; a budget of iterations also the same hint. */
void cli_hint_think(const cli_table *t, spk_seat seat, room_thought *h)
{
    spk_rng rng;
    spk_rng_init(&rng, 1, (uint64_t)spk_match_seq(t->match, seat));
    spk_bot *bot = spk_bot_new(spk_bot_find("boss"), t->box, seat, &rng);
    room_thought_ask(h, t->match, seat, ROOM_ASK_HINT);
    room_thought_begin(h, bot);
    host_think(bot, &t->budget);
    room_thought_end(h, bot);
    spk_bot_free(bot);
}

void cli_hint(const cli_table *t, spk_seat seat, bool reason)
{
    room_thought hint;
    if (!spk_actors_has(spk_match_actors(t->match), seat)) {
        puts(cli_tr("Hints are only given on your turn."));
        return;
    }
    cli_hint_think(t, seat, &hint);
    if (hint.n_lines == 0) {
        puts(cli_tr("There is only one move."));
        return;
    }
    show_best(&hint, seat);
    show_prospects(&hint, seat);
    if (reason && spk_has_values(t->box->game))
        show_reason(t->box, &hint.view, seat, hint.lines[0].move);
    else
        printf("  %s\n", cli_tr("('why hint' tells more.)"));
}
