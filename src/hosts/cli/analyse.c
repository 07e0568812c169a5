/* analyse.c: `speakeasy analyse`: a saved game looked back at: what every move cost, what chance did. The
 * verdicts are ai/analysis.h's; here are the clock, the bar and the pages. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "ai/analysis.h"
#include "ai/luck.h"
#include "ai/rollouts.h"
#include "base/mem.h"
#include "base/str.h"
#include "hosts/budget.h"
#include "hosts/cli/analyse_chart.h"
#include "hosts/cli/bar.h"
#include "hosts/cli/cli.h"

enum { MAX_ROLLOUTS = 1000000 };

typedef struct desk {
    spk_analysis *a;
    const spk_box *box;
    const spk_step *steps;
    int n_steps;
    spk_summary sum;
    host_budget budget;
    uint64_t seed;
    int n_rollouts; /* of a marked decision; 0: none */
} desk;

/* -- Working ----------------------------------------------------------------------------------- */

static volatile sig_atomic_t interrupted; /* by which signal; 0: not yet */

static void on_signal(int number) { interrupted = number; }

/* The second time does what it always does. */
static void watch_signals(void)
{
    struct sigaction act = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND}, before;
    if (sigaction(SIGINT, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(SIGINT, &act, NULL);
}

/* "[####......]  40 %  31 of 78 decisions, 2 s left" */
static void draw_bar(const desk *d, double begin)
{
    spk_progress p = spk_analysis_progress(d->a);
    char room[128];
    spk_buf words = SPK_BUF_OVER(room);
    if (!cli_bar_is_seen() || !p.n_done)
        return;
    double seconds = (host_now_ms() - begin) / 1e3;
    spk_buf_printf(&words, cli_tr("%d of %d decisions"), p.n_done, p.n_asked);
    spk_buf_puts(&words, ", ");
    cli_bar_put_time(&words, seconds / p.n_done * (p.n_asked - p.n_done));
    cli_bar_draw((double)p.n_done / p.n_asked, spk_buf_text(&words));
}

static int some(void *self, int iterations) { return spk_analysis_think(self, iterations); }

static void work(desk *d)
{
    double begin = host_now_ms(), drawn = begin;
    for (int percent; !interrupted && (percent = spk_analysis_begin(d->a)) != 0;) {
        host_budget part = {spk_analysis_share(d->budget.ms, percent),
                            spk_analysis_share(d->budget.iterations, percent), d->budget.cpu};
        host_think_with(some, d->a, &part);
        spk_analysis_end(d->a);
        if (host_now_ms() - drawn > 100)
            draw_bar(d, begin), drawn = host_now_ms();
    }
    cli_bar_clear();
    d->steps = spk_analysis_steps(d->a, &d->n_steps);
    spk_analysis_sum(d->a, &d->sum);
}

/* -- Rollouts ---------------------------------------------------------------------------------- */

static bool is_marked(const spk_step *s)
{
    return s->verdict >= SPK_MISTAKE; /* or a blunder, or brilliant */
}

typedef struct opinion {
    int mean, low, high;
} opinion;

static opinion roll_out(const desk *d, const spk_step *s, spk_move move)
{
    spk_rollouts r = {0};
    spk_state view;
    opinion o;
    spk_match_state_at(spk_analysis_match(d->a), s->entry, &view);
    spk_redact(d->box, &view, s->seat);
    spk_rollouts_add(&r, d->box, &view, s->seat, move, d->n_rollouts, d->seed);
    o.mean = spk_rollouts_mean(&r, &o.low, &o.high);
    return o;
}

/* -- For people -------------------------------------------------------------------------------- */

static int percent(int64_t value, int64_t whole)
{
    return (int)((200 * value + (value < 0 ? -whole : whole)) / (2 * whole));
}

static void put_heading(const char *text)
{
    printf("\n%s%s%s\n", cli_paint(CLI_BOLD), text, cli_paint(CLI_PLAIN));
}

/* Phrases behind the number of an entry. */
static void put_numbered(const desk *d, int entry, spk_buf *phrases)
{
    spk_buf text = {0};
    cli_render(d->box, spk_buf_text(phrases), &text);
    cli_wrap(spk_buf_text(&text), printf("%5d  ", entry + 1), 7);
    spk_buf_release(&text);
    spk_buf_release(phrases);
}

static void put_rollouts(const desk *d, const spk_step *s)
{
    opinion made = roll_out(d, s, s->move), best = roll_out(d, s, s->best);
    spk_buf phrases = {0}, text = {0};
    spk_say(&phrases, N_("{n} rollouts: the move made wins {mean} % of them ({low} to {high})."),
            SPK_NUM("n", d->n_rollouts), SPK_NUM("mean", percent(made.mean, SPK_WIN)),
            SPK_NUM("low", percent(made.low, SPK_WIN)),
            SPK_NUM("high", percent(made.high, SPK_WIN)));
    if (s->best != s->move)
        spk_say(&phrases, N_("The better one wins {mean} % ({low} to {high})."),
                SPK_NUM("mean", percent(best.mean, SPK_WIN)),
                SPK_NUM("low", percent(best.low, SPK_WIN)),
                SPK_NUM("high", percent(best.high, SPK_WIN)));
    cli_render(d->box, spk_buf_text(&phrases), &text);
    cli_wrap(spk_buf_text(&text), printf("       "), 7);
    spk_buf_release(&phrases);
    spk_buf_release(&text);
}

static void put_seats(const desk *d)
{
    for (spk_seat i = 0; i < d->box->n_seats; i++) {
        spk_buf phrases = {0}, text = {0};
        spk_analysis_say_seat(d->a, &d->sum, i, &phrases);
        cli_render(d->box, spk_buf_text(&phrases), &text);
        cli_wrap(spk_buf_text(&text), 0, 0);
        spk_buf_release(&phrases);
        spk_buf_release(&text);
    }
}

/* A table with a column for every seat: five of them fit a narrow terminal. */
enum { LABEL = 16, CELL = 12 };

static void put_aligned(const char *text, int width, bool left)
{
    int gap = width - cli_columns(text, strlen(text));
    printf("%*s%s%*s", left || gap < 0 ? 0 : gap, "", text, left && gap > 0 ? gap : 0, "");
}

static void put_label(const char *label)
{
    fputs("  ", stdout);
    put_aligned(label, LABEL, true);
}

static void put_counts(const desk *d, spk_verdict verdict, const char *label)
{
    put_label(label);
    for (spk_seat i = 0; i < d->box->n_seats; i++)
        printf("%*d", CELL, d->sum.seat[i].n[verdict]);
    putchar('\n');
}

static void put_percent(double part)
{
    char text[32];
    snprintf(text, sizeof text, "%.1f %%", 100 * part);
    put_aligned(text, CELL, false);
}

static void put_parts(const desk *d)
{
    put_label(cli_tr("lost"));
    for (spk_seat i = 0; i < d->box->n_seats; i++)
        put_percent((double)d->sum.seat[i].lost / SPK_WIN);
    putchar('\n');
    if (!d->sum.has_luck)
        return;
    put_label(cli_tr("luck"));
    for (spk_seat i = 0; i < d->box->n_seats; i++)
        put_percent((double)d->sum.seat[i].luck / SPK_LUCK_UNIT);
    putchar('\n');
}

static void put_table(const desk *d)
{
    putchar('\n');
    put_label("");
    for (spk_seat i = 0; i < d->box->n_seats; i++)
        put_aligned(cli_seat_name(i), CELL, false);
    putchar('\n');
    put_counts(d, SPK_BRILLIANT, cli_tr("brilliant"));
    put_counts(d, SPK_BEST, cli_tr("best"));
    put_counts(d, SPK_GOOD, cli_tr("good"));
    put_counts(d, SPK_INACCURATE, cli_tr("inaccurate"));
    put_counts(d, SPK_MISTAKE, cli_tr("mistakes"));
    put_counts(d, SPK_BLUNDER, cli_tr("blunders"));
    put_parts(d);
}

static void put_points(const desk *d)
{
    if (d->sum.n_points)
        put_heading(cli_tr("Turning points"));
    for (int i = 0; i < d->sum.n_points; i++) {
        const spk_turning_point *p = &d->sum.point[i];
        spk_buf phrases = {0};
        spk_analysis_say_point(d->a, p, &phrases);
        put_numbered(d, d->steps[p->step].entry, &phrases);
    }
}

static void put_steps(const desk *d, bool all)
{
    bool begun = false;
    for (int i = 0; i < d->n_steps; i++) {
        spk_buf phrases = {0};
        if (!all && !is_marked(&d->steps[i]))
            continue;
        spk_analysis_say_step(d->a, i, &phrases);
        if (phrases.n && !begun)
            put_heading(all ? cli_tr("Step by step")
                            : cli_tr("Mistakes, blunders and brilliant moves"));
        begun = begun || phrases.n;
        if (phrases.n)
            put_numbered(d, d->steps[i].entry, &phrases);
        if (d->n_rollouts && is_marked(&d->steps[i]))
            put_rollouts(d, &d->steps[i]);
    }
}

static void print_people(const desk *d, bool all)
{
    char room[16];
    spk_buf head = {0};
    spk_progress p = spk_analysis_progress(d->a);
    spk_buf_printf(&head, cli_tr("%d players; %d of %d decisions looked at by %s, %s each"),
                   d->box->n_seats, p.n_done, p.n_asked, spk_analysis_kind(d->a)->name,
                   host_budget_print(&d->budget, room));
    printf("%s%s%s, ", cli_paint(CLI_BOLD), d->box->game->name, cli_paint(CLI_PLAIN));
    cli_wrap(spk_buf_text(&head), cli_columns(d->box->game->name, strlen(d->box->game->name)) + 2,
             2);
    putchar('\n');
    put_seats(d);
    put_table(d);
    put_points(d);
    put_steps(d, all);
    spk_buf_release(&head);
}

/* -- For programs ------------------------------------------------------------------------------ */

static void json_opinion(spk_json *j, const char *key, const opinion *o)
{
    spk_json_key(j, key), spk_json_open(j, '{');
    spk_json_key(j, "mean"), spk_json_int(j, o->mean);
    spk_json_key(j, "low"), spk_json_int(j, o->low);
    spk_json_key(j, "high"), spk_json_int(j, o->high);
    spk_json_close(j, '}');
}

static void json_rollouts(const desk *d, spk_json *j)
{
    spk_json_key(j, "rollouts"), spk_json_open(j, '[');
    for (int i = 0; i < d->n_steps; i++) {
        const spk_step *s = &d->steps[i];
        if (!is_marked(s))
            continue;
        opinion made = roll_out(d, s, s->move), best = roll_out(d, s, s->best);
        spk_json_open(j, '{');
        spk_json_key(j, "n"), spk_json_int(j, s->entry + 1);
        spk_json_key(j, "games"), spk_json_int(j, d->n_rollouts);
        json_opinion(j, "made", &made);
        json_opinion(j, "best", &best);
        spk_json_close(j, '}');
    }
    spk_json_close(j, ']');
}

static void print_json(const desk *d)
{
    char room[16];
    spk_buf out = {0};
    spk_json j = {.out = &out};
    spk_json_open(&j, '{');
    spk_analysis_print(d->a, &j);
    spk_json_key(&j, "budget"), spk_json_str(&j, host_budget_print(&d->budget, room));
    if (d->n_rollouts)
        json_rollouts(d, &j);
    spk_json_close(&j, '}');
    puts(spk_buf_text(&out));
    spk_buf_release(&out);
}

/* -- The command ------------------------------------------------------------------------------- */

static int save_svg(const desk *d, const char *file)
{
    spk_buf out = {0};
    spk_why why = {0};
    cli_analyse_chart(d->a, &out);
    spk_err err = cli_file_write(file, &out, &why);
    spk_buf_release(&out);
    return err == SPK_OK ? CLI_DONE : cli_refused(NULL, &why);
}

static int analyse(desk *d, const cli_args *args, const spk_match *m, const spk_bot_kind *kind)
{
    const char *svg = cli_text(args, "svg");
    d->a = spk_analysis_new(m, kind, d->seed);
    if (spk_analysis_progress(d->a).n_asked == 0)
        return cli_error("%s: nobody had a choice in this game", args->word[0]);
    watch_signals();
    work(d);
    if (cli_has(args, "json"))
        print_json(d);
    else
        print_people(d, cli_has(args, "all"));
    int code = svg ? save_svg(d, svg) : CLI_DONE;
    return code ? code : interrupted ? 128 + (int)interrupted : CLI_DONE;
}

static int read_args(desk *d, const cli_args *args, const spk_bot_kind **kind)
{
    const char *budget = cli_text(args, "budget"), *svg = cli_text(args, "svg");
    const char *bot = cli_has(args, "bot") ? cli_text(args, "bot") : "boss";
    spk_why why = {0};
    if (budget && !host_budget_parse(budget, &d->budget))
        return cli_error("--budget takes 20ms, 1.5s, 20cpu or 1000it, not '%s'", budget);
    *kind = spk_bot_find(bot);
    if (!*kind)
        return cli_error("there is no bot '%s'", bot);
    if ((*kind)->choose)
        return cli_error("--bot: '%s' does not think ahead, so it cannot judge", bot);
    d->seed = cli_number(args, "seed", 1);
    d->n_rollouts = (int)cli_number(args, "rollouts", 0);
    return svg && cli_file_check(svg, &why) != SPK_OK ? cli_refused(NULL, &why) : CLI_DONE;
}

static int run(const cli_args *args)
{
    desk d = {.budget = {.ms = 20}};
    const spk_bot_kind *kind = NULL;
    spk_record record;
    cli_language_take(args);
    int code = read_args(&d, args, &kind);
    if (code == 0)
        code = cli_record_load(&record, args->word[0], args);
    if (code)
        return code;
    d.box = &record.box;
    code = analyse(&d, args, record.match, kind);
    spk_analysis_free(d.a);
    spk_record_release(&record);
    return code;
}

static const cli_option options[] = {
    {"budget", "20ms|500it", CLI_TEXT, 0, 0,
     "thinking time per decision (default: 20ms); as much again to compare two moves"},
    {"bot", "NAME", CLI_TEXT, 0, 0, "who judges: a bot that searches (default: boss)"},
    {"all", NULL, CLI_FLAG, 0, 0,
     "every decision and every stroke of luck, not only what stands out"},
    {"rollouts", "N", CLI_NUMBER, 1, MAX_ROLLOUTS,
     "play every mistake, blunder and brilliant move on N times, with 95 % intervals"},
    {"json", NULL, CLI_FLAG, 0, 0, "print one JSON object (docs/analysis.md)"},
    {"svg", "FILE", CLI_TEXT, 0, 0, "draw the curve of prospects to FILE"},
    {"seed", "S", CLI_NUMBER, 0, INT64_MAX, "random seed (default: 1)"},
    {"edition", "FILE", CLI_TEXT, 0, 0, "the edition the record was played with"},
    CLI_LANG_OPTION,
    {0},
};

extern const cli_command cli_analyse;
const cli_command cli_analyse = {
    .name = "analyse",
    .about = "judge every move of a saved game, and tell skill from luck",
    .words = "FILE",
    .min_words = 1,
    .max_words = 1,
    .options = options,
    .help = "Every decision is judged by what the player could see. 'lost' is how much of a\n"
            "win a move gave away compared with the best one, whatever chance did later;\n"
            "'luck' is what cards and dice brought compared with their average. With\n"
            "iterations (500it) the same seed gives the same verdicts on every machine.\n"
            "docs/analysis.md explains the figures. Ctrl-C stops early and reports what has\n"
            "been looked at.\n",
    .run = run,
};
