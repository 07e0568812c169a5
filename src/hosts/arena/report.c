/* report.c: see report.h. */
#include "hosts/arena/report.h"

#include <math.h>
#include <string.h>

static int name_width(const arena_plan *p)
{
    int widest = 8;
    for (int i = 0; i < p->n_bots; i++)
        widest = (int)fmax(widest, (double)strlen(p->bot[i].name));
    return widest;
}

static void put_head(spk_buf *out, const arena *a, const arena_figures *f)
{
    const char *game = a->plan.box->game->name;
    spk_buf_printf(out, "%s, %d players, seed %llu: ", game, a->n_seats,
                   (unsigned long long)a->plan.seed);
    spk_buf_printf(out, "%d sets of %d games, %.1f s on %d thread%s\n", f->n_sets, a->games_per_set,
                   a->seconds_before + a->seconds, a->plan.n_threads,
                   a->plan.n_threads == 1 ? "" : "s");
    if (a->interrupted)
        spk_buf_printf(out, "Interrupted: %d of %d sets were played.\n", a->n_done, a->plan.n_sets);
    if (f->n_unfinished)
        spk_buf_printf(out, "%d games did not end and were scored as they stood.\n",
                       f->n_unfinished);
    spk_buf_putc(out, '\n');
}

/* "97.2 (95.4-98.3)" */
static void put_percent(spk_buf *out, const arena_estimate *e)
{
    spk_buf_printf(out, "  %5.1f (%5.1f-%5.1f)", 100 * e->mean, 100 * e->low, 100 * e->high);
}

static void put_results(spk_buf *out, const arena *a, const arena_figures *f, int width)
{
    spk_buf_printf(out, "%-*s  win share %%, 95 %%    score %%  place  Elo, 95 %%\n", width, "");
    for (int i = 0; i < f->n_bots; i++) {
        const arena_standing *s = &f->bot[i];
        spk_buf_printf(out, "%-*s", width, a->plan.bot[i].name);
        put_percent(out, &s->win);
        spk_buf_printf(out, "   %6.1f  %5.2f", 100 * s->score.mean, s->rank.mean);
        if (s->has_elo)
            spk_buf_printf(out, "  %+5.0f", s->elo.mean);
        if (s->has_elo && s->elo.low < s->elo.high) /* not the anchor */
            spk_buf_printf(out, " (%+.0f to %+.0f)", s->elo.low, s->elo.high);
        spk_buf_putc(out, '\n');
    }
}

static void put_roles(spk_buf *out, const arena *a)
{
    const char *first = a->plan.bot[0].name, *second = a->plan.bot[1].name;
    int rest = a->n_seats - 1;
    spk_buf_printf(out, "A fair share is %.1f %%.", 100.0 / a->n_seats);
    if (arena_has_lone(&a->plan)) {
        spk_buf_printf(out, " %s counts as the only one among %d of %s", first, rest, second);
        if (a->plan.lone)
            spk_buf_printf(out, ";\n%s counts each of its %d seats there", second, rest);
        else
            spk_buf_printf(out, ",\n%s as the only one among %d of %s", second, rest, first);
        spk_buf_putc(out, '.');
    }
    spk_buf_putc(out, '\n');
}

static void put_luck(spk_buf *out, const arena *a, const arena_figures *f, int width)
{
    if (!f->bot[0].has_luck)
        return;
    spk_buf_printf(out, "\n%-*s  luck-adjusted %%, 95 %%  coefficient  variance\n", width, "");
    for (int i = 0; i < f->n_bots; i++) {
        const arena_adjusted *l = &f->bot[i].adjusted;
        if (!f->bot[i].has_luck)
            continue;
        spk_buf_printf(out, "%-*s", width, a->plan.bot[i].name);
        put_percent(out, &l->share);
        spk_buf_printf(out, "       %9.2f  %6.0f %%\n", l->coefficient, -100 * l->reduction);
    }
}

/* "1234567" as "1.23M": a table has no room for more. */
static void put_rate(spk_buf *out, double x)
{
    if (x >= 1e6)
        spk_buf_printf(out, "  %6.2fM", x / 1e6);
    else
        spk_buf_printf(out, "  %6.1fk", x / 1e3);
}

static void put_effort(spk_buf *out, const arena *a, int width)
{
    bool faults = false;
    spk_buf_printf(out,
                   "\n%-*s  decisions  mean ms     p50     p99     max  over  iter/s  trans/s\n",
                   width, "");
    for (int i = 0; i < a->plan.n_bots; i++) {
        const arena_effort *e = &a->effort[i];
        double seconds = e->thinking_ms / 1000;
        spk_buf_printf(out, "%-*s  %9llu %8.2f %7.2f %7.2f %7.1f", width, a->plan.bot[i].name,
                       (unsigned long long)e->times.n, arena_times_mean(&e->times),
                       arena_times_percentile(&e->times, 0.5),
                       arena_times_percentile(&e->times, 0.99), e->times.max_ms);
        if (a->plan.bot[i].budget.ms && !a->plan.bot[i].budget.cpu)
            spk_buf_printf(out, " %5llu", (unsigned long long)e->over);
        else
            spk_buf_puts(out, "     -");
        if (e->iterations && seconds > 0) {
            put_rate(out, (double)e->iterations / seconds);
            put_rate(out, (double)e->transitions / seconds);
        }
        spk_buf_putc(out, '\n');
        faults = faults || e->faults;
    }
    for (int i = 0; faults && i < a->plan.n_bots; i++)
        if (a->effort[i].faults)
            spk_buf_printf(out, "%s left %llu decisions to the safe default; first: %s\n",
                           a->plan.bot[i].name, (unsigned long long)a->effort[i].faults,
                           a->effort[i].first_fault);
}

/* What the row won against the column, by places at the same table. */
static void put_points(spk_buf *out, const arena *a, const arena_figures *f, int width)
{
    if (f->n_bots < 3)
        return;
    spk_buf_printf(out, "\n%-*s", width, "row v column, %");
    for (int j = 0; j < f->n_bots; j++)
        spk_buf_printf(out, "  %7.7s", a->plan.bot[j].name);
    spk_buf_putc(out, '\n');
    for (int i = 0; i < f->n_bots; i++) {
        spk_buf_printf(out, "%-*s", width, a->plan.bot[i].name);
        for (int j = 0; j < f->n_bots; j++) {
            double both = f->points[i][j] + f->points[j][i];
            if (both > 0)
                spk_buf_printf(out, "  %7.1f", 100 * f->points[i][j] / both);
            else
                spk_buf_printf(out, "  %7s", i == j ? "" : "-");
        }
        spk_buf_putc(out, '\n');
    }
}

/* "hard is more than 20 Elo better than mcts.", "hard wins less than 90 % against mcts." */
static void put_verdict(spk_buf *out, const arena *a)
{
    const arena_sprt *t = &a->plan.sprt;
    const char *first = a->plan.bot[0].name, *second = a->plan.bot[1].name;
    bool more = a->verdict == ARENA_H1;
    if (a->verdict == ARENA_OPEN)
        spk_buf_puts(out, "Not decided: more sets are needed.\n");
    else if (t->of_wins)
        spk_buf_printf(out, "H%d holds: %s wins %s than %g %% against %s%s.\n", more, first,
                       more ? "more" : "less", 100 * (more ? t->h0 : t->h1),
                       a->n_seats > 2 ? "a table of " : "", second);
    else
        spk_buf_printf(out, "H%d holds: %s is %s %g Elo better than %s.\n", more, first,
                       more ? "more than" : "not", more ? t->h0 : t->h1, second);
}

static void put_sprt(spk_buf *out, const arena *a, const arena_figures *f)
{
    const arena_sprt *t = &a->plan.sprt;
    double unit = t->of_wins ? 100 : 1;
    const char *word = t->of_wins ? "% of wins" : "Elo";
    if (!a->plan.has_sprt)
        return;
    spk_buf_printf(out, "\nSPRT, H0: %g %s, H1: %g %s: LLR %.2f after %d sets", unit * t->h0, word,
                   unit * t->h1, word, f->llr, a->n_judged);
    spk_buf_printf(out, " (H0 at %.2f, H1 at %.2f)\n", arena_sprt_low(t), arena_sprt_high(t));
    put_verdict(out, a);
}

void arena_report(const arena *a, const arena_figures *f, spk_buf *out)
{
    int width = name_width(&a->plan);
    put_head(out, a, f);
    if (f->n_sets == 0) {
        spk_buf_puts(out, "No set was completed: there is nothing to report.\n");
        return;
    }
    put_results(out, a, f, width);
    put_roles(out, a);
    put_luck(out, a, f, width);
    put_effort(out, a, width);
    put_points(out, a, f, width > 15 ? width : 15);
    put_sprt(out, a, f);
}

void arena_report_briefly(const arena *a, char *room, size_t n)
{
    spk_buf out = {.bytes = room, .cap = n, .fixed = true};
    *room = '\0';
    for (int i = 0; i < a->plan.n_bots && a->n_done; i++)
        spk_buf_printf(&out, "%s%s %.1f", i ? ", " : "", a->plan.bot[i].name,
                       100 * arena_win_share(a, i));
    if (a->n_done)
        spk_buf_puts(&out, " %");
}
