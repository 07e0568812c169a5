/* analyse_chart.c: see analyse_chart.h.
 *
 *     100 %|            ___ player 1
 *          |    __/\_(1)                 a line is stepped: between decisions nothing is known
 *      50 %|---/----------
 *          |     \___(2)_  player 2
 *       0 %|_____________
 *           1   40   80   entry
 */
#include "hosts/cli/analyse_chart.h"

#include "hosts/cli/cli.h"
#include "hosts/svg.h"

enum { LEFT = 56, TOP = 60, WIDTH = 640, HEIGHT = 240, RIGHT = 110, FOOT = 64 };

typedef struct chart {
    const spk_analysis *a;
    const spk_box *box;
    const spk_step *steps;
    int n_steps, n_entries;
    spk_summary sum;
    spk_buf *out;
} chart;

static double x_of(const chart *c, int entry)
{
    return LEFT + (double)WIDTH * entry / (c->n_entries > 1 ? c->n_entries : 1);
}

static double y_of(int value) { return TOP + HEIGHT * (1 - (double)value / SPK_WIN); }

static void put_phrases(const chart *c, spk_buf *phrases)
{
    spk_buf words = {0};
    cli_render(c->box, spk_buf_text(phrases), &words);
    host_svg_text(c->out, spk_buf_text(&words));
    spk_buf_release(&words);
    spk_buf_release(phrases);
}

/* What the picture shows, in words. */
static void put_description(const chart *c)
{
    for (spk_seat i = 0; i < c->box->n_seats; i++) {
        spk_buf phrases = {0};
        spk_analysis_say_seat(c->a, &c->sum, i, &phrases);
        put_phrases(c, &phrases);
        spk_buf_putc(c->out, '\n');
    }
}

/* Never by colour alone: each seat's line has its own dashes, and its name at the end. */
static const char style[] =
    "svg{color:#1b1b1f;font:14px system-ui,sans-serif}\n"
    ".page{fill:#fff}text{fill:currentColor}.small{font-size:12px;fill:#5a5a66}\n"
    ".head{font-weight:600}.tick{text-anchor:end}.mid{text-anchor:middle}\n"
    ".grid{stroke:#d9d9e0}.line{fill:none;stroke-width:2.5;stroke-linejoin:round}\n"
    ".mark{fill:#fff;stroke-width:2}.number{font-size:11px;font-weight:600;text-anchor:middle}\n"
    ".s0{stroke:#0b63b0}.s1{stroke:#b3261e;stroke-dasharray:9 4}"
    ".s2{stroke:#2c7a2c;stroke-dasharray:3 3}.s3{stroke:#8a5a00;stroke-dasharray:12 3 2 3}\n"
    ".s4{stroke:#7b3fb0;stroke-dasharray:2 5}.s5{stroke:#006b75}.s6{stroke:#555}.s7{stroke:#a0007a}"
    "\n"
    "@media(prefers-color-scheme:dark){svg{color:#ececf1}.page,.mark{fill:#16161a}\n"
    ".small{fill:#a5a5b2}.grid{stroke:#33333c}\n"
    ".s0{stroke:#6db7ff}.s1{stroke:#ff8a80}.s2{stroke:#7bd67b}.s3{stroke:#f0b64a}\n"
    ".s4{stroke:#c9a2ff}.s5{stroke:#5fd3dd}.s6{stroke:#bbb}.s7{stroke:#ff8ade}}\n";

static void put_head(const chart *c)
{
    int width = LEFT + WIDTH + RIGHT, height = TOP + HEIGHT + FOOT;
    spk_buf_printf(c->out,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                   "height=\"%d\" role=\"img\" aria-labelledby=\"title desc\">\n<title "
                   "id=\"title\">",
                   width, height, width, height);
    host_svg_text(c->out, c->box->game->name);
    spk_buf_puts(c->out, ": ");
    host_svg_text(c->out, cli_tr("prospects over the game"));
    spk_buf_puts(c->out, "</title>\n<desc id=\"desc\">");
    put_description(c);
    spk_buf_printf(c->out, "</desc>\n<style>\n%s</style>\n", style);
    spk_buf_printf(c->out, "<rect class=\"page\" width=\"%d\" height=\"%d\"/>\n", width, height);
    spk_buf_puts(c->out, "<text class=\"head\" x=\"16\" y=\"28\">");
    host_svg_text(c->out, c->box->game->name);
    spk_buf_puts(c->out, ": ");
    host_svg_text(c->out, cli_tr("prospects over the game"));
    spk_buf_puts(c->out, "</text>\n");
}

static void put_scales(const chart *c)
{
    for (int percent = 0; percent <= 100; percent += 25) {
        double y = y_of(percent * SPK_WIN / 100);
        spk_buf_printf(c->out,
                       "<line class=\"grid\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>"
                       "<text class=\"small tick\" x=\"%d\" y=\"%.1f\">%d %%</text>\n",
                       LEFT, y, LEFT + WIDTH, y, LEFT - 8, y + 4, percent);
    }
    for (int i = 0; i <= 4; i++) {
        int entry = c->n_entries * i / 4;
        spk_buf_printf(c->out, "<text class=\"small mid\" x=\"%.1f\" y=\"%d\">%d</text>\n",
                       x_of(c, entry), TOP + HEIGHT + 20, entry);
    }
    spk_buf_printf(c->out, "<text class=\"small mid\" x=\"%d\" y=\"%d\">", LEFT + WIDTH / 2,
                   TOP + HEIGHT + 42);
    host_svg_text(c->out, cli_tr("entry of the log"));
    spk_buf_puts(c->out, "</text>\n");
}

/* From one decision to the next, and at last to the result. */
static void put_line(const chart *c, spk_seat seat)
{
    const char *go = "M";
    spk_buf_printf(c->out, "<path class=\"line s%d\" d=\"", seat);
    for (int i = 0; i < c->n_steps; i++) {
        const spk_step *s = &c->steps[i];
        if (s->verdict == SPK_UNJUDGED)
            continue;
        spk_buf_printf(c->out, "%s%.1f %.1f", go, x_of(c, s->entry), y_of(s->before[seat]));
        go = "L";
        if (s->lost > 0)
            spk_buf_printf(c->out, "V%.1f", y_of(s->after[seat]));
    }
    spk_buf_printf(c->out, "%s%.1f %.1f\"/>\n", go, x_of(c, c->n_entries),
                   y_of(c->sum.seat[seat].result));
}

static double apart(double y, double before)
{
    return before > 0 && y - before < 16 ? before + 16 : y;
}

/* The names stand at the ends of the lines, from the top down, never over each other. */
static void put_names(const chart *c)
{
    bool done[SPK_MAX_SEATS] = {false};
    double last = 0;
    for (int k = 0; k < c->box->n_seats; k++) {
        spk_seat top = -1;
        for (spk_seat i = 0; i < c->box->n_seats; i++)
            if (!done[i] && (top < 0 || c->sum.seat[i].result > c->sum.seat[top].result))
                top = i;
        double y = apart(y_of(c->sum.seat[top].result) + 5, last);
        done[top] = true;
        last = y;
        spk_buf_printf(c->out,
                       "<path class=\"line s%d\" d=\"M%d %.1fh18\"/><text x=\"%d\" y=\"%.1f\">",
                       top, LEFT + WIDTH + 6, y - 5, LEFT + WIDTH + 30, y);
        host_svg_text(c->out, cli_seat_name(top));
        spk_buf_puts(c->out, "</text>\n");
    }
}

/* A turning point stands where the prospects before it were: of the last decision up to there. */
static int value_at(const chart *c, int step, spk_seat seat)
{
    for (int i = step; i >= 0; i--)
        if (c->steps[i].verdict != SPK_UNJUDGED)
            return i == step ? c->steps[i].before[seat] : c->steps[i].after[seat];
    return SPK_WIN / c->box->n_seats;
}

static void put_marks(const chart *c)
{
    for (int i = 0; i < c->sum.n_points; i++) {
        const spk_turning_point *p = &c->sum.point[i];
        double x = x_of(c, c->steps[p->step].entry), y = y_of(value_at(c, p->step, p->seat));
        spk_buf phrases = {0};
        spk_analysis_say_point(c->a, p, &phrases);
        spk_buf_puts(c->out, "<g><title>");
        put_phrases(c, &phrases);
        spk_buf_printf(c->out,
                       "</title><circle class=\"mark s%d\" style=\"stroke-dasharray:none\" "
                       "cx=\"%.1f\" cy=\"%.1f\" r=\"9\"/>",
                       p->seat, x, y);
        spk_buf_printf(c->out, "<text class=\"number\" x=\"%.1f\" y=\"%.1f\">%d</text></g>\n", x,
                       y + 4, i + 1);
    }
}

void cli_analyse_chart(const spk_analysis *a, spk_buf *out)
{
    const spk_match *m = spk_analysis_match(a);
    chart c = {.a = a, .box = spk_match_box(m), .n_entries = spk_match_n_entries(m), .out = out};
    c.steps = spk_analysis_steps(a, &c.n_steps);
    spk_analysis_sum(a, &c.sum);
    put_head(&c);
    put_scales(&c);
    for (spk_seat i = 0; i < c.box->n_seats; i++)
        put_line(&c, i);
    put_marks(&c);
    put_names(&c);
    spk_buf_puts(out, "</svg>\n");
}
