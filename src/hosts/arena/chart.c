/* chart.c: see chart.h. Two panels share the rows; a row is a bot, a bar its interval and a dot its
 * figure:
 *
 *     hard     |        |--o-|   97.1 %   |         |--o--|  +540
 *     random   | |o|              2.9 %   |  o                  0
 *              0   25   50   75  100 %    -100  200   500  800
 */
#include "hosts/arena/chart.h"

#include <math.h>

#include "hosts/svg.h"

enum {
    NAME = 170,  /* columns: the names, ... */
    PANEL = 230, /* ... then twice a panel ... */
    FIGURE = 90, /* ... and its figure in words */
    GAP = 20,
    TOP = 84,
    ROW = 34,
    FOOT = 56,
};

typedef struct panel {
    int x;
    double low, high, step; /* of the scale */
} panel;

static double at(const panel *p, double value)
{
    return p->x + PANEL * (value - p->low) / (p->high - p->low);
}

static void put_words(spk_buf *out, const arena *a, const arena_figures *f)
{
    spk_buf_printf(out, "%s, %d players, %d sets of %d games, seed %llu. ", a->plan.box->game->name,
                   a->n_seats, f->n_sets, a->games_per_set, (unsigned long long)a->plan.seed);
    for (int i = 0; i < f->n_bots; i++) {
        const arena_standing *s = &f->bot[i];
        host_svg_text(out, a->plan.bot[i].name);
        spk_buf_printf(out, ": win share %.1f %% (%.1f to %.1f)", 100 * s->win.mean,
                       100 * s->win.low, 100 * s->win.high);
        if (s->has_elo)
            spk_buf_printf(out, ", Elo %+.0f (%+.0f to %+.0f)", s->elo.mean, s->elo.low,
                           s->elo.high);
        spk_buf_puts(out, ". ");
    }
}

static void put_head(spk_buf *out, const arena *a, const arena_figures *f, int width, int height)
{
    spk_buf_printf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
        "height=\"%d\" role=\"img\" aria-labelledby=\"title desc\">\n<title id=\"title\">",
        width, height, width, height);
    spk_buf_printf(out, "%s: win share and Elo</title>\n<desc id=\"desc\">",
                   a->plan.box->game->name);
    put_words(out, a, f);
    spk_buf_puts(out, "</desc>\n<style>\n"
                      "svg{color:#1b1b1f;font:14px system-ui,sans-serif}\n"
                      ".page{fill:#fff}text{fill:currentColor}.small{font-size:12px;fill:#5a5a66}\n"
                      ".name{text-anchor:end}.tick{text-anchor:middle}.head{font-weight:600}\n"
                      ".grid{stroke:#d9d9e0}.fair{stroke:#8a8a96;stroke-dasharray:4 3}\n"
                      ".bar{stroke:#0b63b0;stroke-width:3;stroke-linecap:round}\n"
                      ".dot{fill:#0b63b0;stroke:#fff;stroke-width:1.5}\n"
                      "@media(prefers-color-scheme:dark){svg{color:#ececf1}.page{fill:#16161a}\n"
                      ".small{fill:#a5a5b2}.grid{stroke:#33333c}.fair{stroke:#85859a}\n"
                      ".bar{stroke:#6db7ff}.dot{fill:#6db7ff;stroke:#16161a}}\n</style>\n");
    spk_buf_printf(out, "<rect class=\"page\" width=\"%d\" height=\"%d\"/>\n", width, height);
}

static void put_scale(spk_buf *out, const panel *p, int bottom, bool percent)
{
    for (double v = p->low; v <= p->high + p->step / 2; v += p->step) {
        spk_buf_printf(out, "<line class=\"grid\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>",
                       at(p, v), TOP - 8, at(p, v), bottom);
        spk_buf_printf(out, "<text class=\"small tick\" x=\"%.1f\" y=\"%d\">%.0f%s</text>\n",
                       at(p, v), bottom + 16, v, percent ? " %" : "");
    }
}

static void put_bar(spk_buf *out, const panel *p, const arena_estimate *e, int y)
{
    double low = fmax(e->low, p->low), high = fmin(e->high, p->high);
    spk_buf_printf(out, "<line class=\"bar\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>",
                   at(p, low), y, at(p, high), y);
    spk_buf_printf(out, "<circle class=\"dot\" cx=\"%.1f\" cy=\"%d\" r=\"5\"/>\n",
                   at(p, fmin(fmax(e->mean, p->low), p->high)), y);
}

/* A scale with four or five round steps that holds all figures. Intervals of bots that never lost
 * reach far: they are cut where that would squeeze the rest. */
static panel elo_panel(const arena_figures *f, int x)
{
    double low = 0, high = 0, step = 10;
    for (int i = 0; i < f->n_bots; i++) {
        const arena_estimate *e = &f->bot[i].elo;
        low = fmin(low, fmax(e->low, e->mean - 300));
        high = fmax(high, fmin(e->high, e->mean + 300));
    }
    for (int i = 0; (high - low) / step > 5; i++)
        step *= i % 3 == 1 ? 2.5 : 2;
    return (panel){x, step * floor(low / step), step * fmax(ceil(high / step), 1), step};
}

static void put_row(spk_buf *out, const arena *a, const arena_figures *f, int i, const panel *win,
                    const panel *elo)
{
    const arena_standing *s = &f->bot[i];
    int y = TOP + ROW / 2 + i * ROW;
    arena_estimate percent = {100 * s->win.mean, 100 * s->win.low, 100 * s->win.high};
    spk_buf_printf(out, "<text class=\"name\" x=\"%d\" y=\"%d\">", NAME - 12, y + 5);
    host_svg_text(out, a->plan.bot[i].name);
    spk_buf_puts(out, "</text>\n");
    put_bar(out, win, &percent, y);
    spk_buf_printf(out, "<text x=\"%d\" y=\"%d\">%.1f %%</text>\n", win->x + PANEL + 14, y + 5,
                   percent.mean);
    if (!s->has_elo)
        return;
    put_bar(out, elo, &s->elo, y);
    spk_buf_printf(out, "<text x=\"%d\" y=\"%d\">%+.0f</text>\n", elo->x + PANEL + 14, y + 5,
                   s->elo.mean);
}

void arena_chart(const arena *a, const arena_figures *f, spk_buf *out)
{
    int bottom = TOP + f->n_bots * ROW, width = NAME + 2 * (PANEL + FIGURE) + GAP;
    panel win = {NAME, 0, 100, 25}, elo = elo_panel(f, NAME + PANEL + FIGURE + GAP);
    double fair = at(&win, 100.0 / a->n_seats);
    put_head(out, a, f, width, bottom + FOOT);
    spk_buf_printf(out, "<text class=\"head\" x=\"16\" y=\"28\">%s, %d players</text>\n",
                   a->plan.box->game->name, a->n_seats);
    spk_buf_printf(out,
                   "<text class=\"small\" x=\"16\" y=\"48\">%d sets of %d games, seed %llu; bars: "
                   "95 %% intervals; dashed: a fair share</text>\n",
                   f->n_sets, a->games_per_set, (unsigned long long)a->plan.seed);
    spk_buf_printf(out, "<text class=\"head\" x=\"%d\" y=\"%d\">win share</text>", win.x, TOP - 14);
    spk_buf_printf(out, "<text class=\"head\" x=\"%d\" y=\"%d\">Elo</text>\n", elo.x, TOP - 14);
    put_scale(out, &win, bottom, true);
    put_scale(out, &elo, bottom, false);
    spk_buf_printf(out, "<line class=\"fair\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>\n",
                   fair, TOP - 8, fair, bottom);
    for (int i = 0; i < f->n_bots; i++)
        put_row(out, a, f, i, &win, &elo);
    spk_buf_puts(out, "</svg>\n");
}
