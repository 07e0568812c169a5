/* analysis_words.c: the analysis in sentences, as phrases (base/phrase.h): every host says the same. */
#include <stdlib.h>
#include <string.h>

#include "ai/analysis_inside.h"
#include "ai/luck.h"
#include "base/str.h"

enum { CERTAIN = SPK_WIN / 100 * 99 };

/* -- Moves ------------------------------------------------------------------------------------- */

/* A decision as it was, for its words. */
typedef struct scene {
    const spk_analysis *a;
    const spk_step *s;
    spk_state view;
    spk_buf move, best; /* phrases, or the moves' own texts where the game has no words */
} scene;

static void describe(const scene *c, spk_move move, spk_buf *out)
{
    const spk_box *box = c->a->box;
    char text[SPK_MOVE_TEXT];
    if (box->game->describe)
        box->game->describe(box, &c->view, c->s->seat, move, out);
    if (!out->n)
        spk_say(out, "{text}", SPK_TEXT("text", spk_move_text(box, move, text)));
}

static void set_scene(scene *c, const spk_analysis *a, int step)
{
    *c = (scene){.a = a, .s = &a->steps[step]};
    spk_match_state_at(a->match, c->s->entry, &c->view);
    spk_redact(a->box, &c->view, c->s->seat);
    describe(c, c->s->move, &c->move);
    describe(c, c->s->best, &c->best);
}

static void strike_scene(scene *c)
{
    spk_buf_release(&c->move);
    spk_buf_release(&c->best);
}

#define WHO(c)  SPK_WHO("who", (c)->s->seat)
#define MOVE(c) SPK_LIST("move", spk_buf_text(&(c)->move))
#define BEST(c) SPK_LIST("best", spk_buf_text(&(c)->best))

/* -- Decisions --------------------------------------------------------------------------------- */

static void say_verdict(const scene *c, spk_buf *out)
{
    switch (c->s->verdict) {
    case SPK_UNJUDGED:
    case SPK_VERDICT_COUNT: break;
    case SPK_BEST: spk_say(out, N_("{who}: “{move}”, the best move."), WHO(c), MOVE(c)); break;
    case SPK_GOOD: spk_say(out, N_("{who}: “{move}”, a good move."), WHO(c), MOVE(c)); break;
    case SPK_INACCURATE:
        spk_say(out, N_("{who}: “{move}”, not quite the best move."), WHO(c), MOVE(c));
        break;
    case SPK_MISTAKE: spk_say(out, N_("{who}: “{move}”, a mistake."), WHO(c), MOVE(c)); break;
    case SPK_BLUNDER: spk_say(out, N_("{who}: “{move}”, a blunder."), WHO(c), MOVE(c)); break;
    case SPK_BRILLIANT:
        spk_say(out, N_("{who}: “{move}”, a brilliant move."), WHO(c), MOVE(c));
        break;
    }
}

/* Among several rivals: who gains most by the move. */
static void say_who_gains(const scene *c, spk_buf *out)
{
    int n_seats = c->a->box->n_seats, gain[SPK_MAX_SEATS];
    spk_seat most = c->s->seat == 0;
    for (spk_seat i = 0; i < n_seats; i++) {
        gain[i] = c->s->after[i] - c->s->before[i];
        if (i != c->s->seat && gain[i] > gain[most])
            most = i;
    }
    if (n_seats > 2 && 2 * gain[most] >= c->s->lost)
        spk_say(out, N_("{who} gains most by it."), SPK_WHO("who", most));
}

/* The last step of the walk made that does something. */
static spk_move last_made(const scene *c)
{
    int i = c->s->until;
    while (c->a->steps + i > c->s && (c->a->steps[i].move & SPK_MOVE_IDLE))
        i--;
    return c->a->steps[i].move;
}

/* Where the better walk leads, and where the walk made did. */
static void say_walk(const scene *c, spk_buf *out)
{
    const ai_reason *why = &c->a->reasons[c->s - c->a->steps];
    spk_buf goal = {0}, made = {0};
    spk_say(out, N_("That is the whole walk up to entry {n} of the log."),
            SPK_NUM("n", c->a->steps[c->s->until].entry + 1));
    if (why->has_goal && why->goal != last_made(c) && !why->deeds[0].n) {
        describe(c, why->goal, &goal);
        describe(c, last_made(c), &made);
        spk_say(out, N_("The better one ends with “{goal}”, the one made with “{made}”."),
                SPK_LIST("goal", spk_buf_text(&goal)), SPK_LIST("made", spk_buf_text(&made)));
    }
    spk_buf_release(&goal);
    spk_buf_release(&made);
}

/* What one way does and the other does not. */
static void say_deeds(const scene *c, spk_buf *out)
{
    const spk_buf *deeds = c->a->reasons[c->s - c->a->steps].deeds;
    if (spk_str_eq(spk_buf_text(&deeds[0]), spk_buf_text(&deeds[1])))
        return;
    if (deeds[0].n)
        spk_say(out, N_("The better way: {better}."), SPK_LIST("better", spk_buf_text(&deeds[0])));
    if (deeds[1].n)
        spk_say(out, N_("The way taken: {made}."), SPK_LIST("made", spk_buf_text(&deeds[1])));
}

/* Large sums are told in thousands. */
typedef struct amount {
    char text[24];
} amount;

static amount amount_of(int n)
{
    enum { LARGE = 10000 };
    amount a = {0};
    spk_buf out = SPK_BUF_OVER(a.text);
    spk_buf_printf(&out, n >= LARGE ? "%dk" : "%d", n >= LARGE ? (n + 500) / 1000 : n);
    return a;
}

/* What it does to the scores, if that is the reason. */
static void say_scores(const scene *c, spk_buf *out)
{
    const ai_reason *why = &c->a->reasons[c->s - c->a->steps];
    if (!why->has_scores)
        return;
    if (ai_is_far_above(why->own[0], why->own[1]))
        spk_say(out, N_("Played on quickly, {who} ends with {best} instead of {made} on average."),
                WHO(c), SPK_TEXT("best", amount_of(why->own[0]).text),
                SPK_TEXT("made", amount_of(why->own[1]).text));
    if (ai_is_far_above(why->rivals[1], why->rivals[0]))
        spk_say(out, N_("It holds {rival} down: {best} instead of {made} on average."),
                SPK_WHO("rival", why->rival), SPK_TEXT("best", amount_of(why->rivals[0]).text),
                SPK_TEXT("made", amount_of(why->rivals[1]).text));
}

/* Whether a move does something by itself. Where games cannot tell, every move does. */
static bool is_deed(const scene *c, spk_move move)
{
    const spk_box *box = c->a->box;
    spk_state after = c->view;
    spk_buf deeds = {0};
    if (!box->game->deeds)
        return true;
    box->game->apply(box, &after, c->s->seat, move);
    box->game->deeds(box, &c->view, &after, c->s->seat, &deeds);
    bool any = deeds.n > 0;
    spk_buf_release(&deeds);
    return any;
}

/* What the move lets the next player do, and whether that was seen. A step on the way to something says neither. */
static void say_answer(const scene *c, spk_buf *out)
{
    int at = ai_answer_to(c->a, (int)(c->s - c->a->steps));
    if (at < 0)
        return;
    const spk_step *answer = &c->a->steps[at];
    scene then = {.a = c->a, .s = answer};
    spk_buf move = {0};
    spk_match_state_at(c->a->match, answer->entry, &then.view);
    if (!is_deed(&then, answer->lines[0].move))
        return;
    describe(&then, answer->lines[0].move, &move);
    if (answer->lines[0].move == answer->move)
        spk_say(out, N_("{who} answered with the best there was: “{move}”."), WHO(&then),
                SPK_LIST("move", spk_buf_text(&move)));
    else
        spk_say(out, N_("{who} could have answered “{move}”, and did not."), WHO(&then),
                SPK_LIST("move", spk_buf_text(&move)));
    spk_buf_release(&move);
}

static void say_better(const scene *c, spk_buf *out)
{
    int best = c->s->before[c->s->seat], made = c->s->after[c->s->seat];
    if (best >= CERTAIN)
        spk_say(out,
                N_("Better was “{best}”, because it wins for certain; the move made wins {made} "
                   "times in 100."),
                BEST(c), SPK_NUM("made", ai_percent(made, SPK_WIN)));
    else
        spk_say(out,
                N_("Better was “{best}”, because it wins {best_n} times in 100 and the move made "
                   "{made} times."),
                BEST(c), SPK_NUM("best_n", ai_percent(best, SPK_WIN)),
                SPK_NUM("made", ai_percent(made, SPK_WIN)));
    if (c->s->until > (int)(c->s - c->a->steps))
        say_walk(c, out);
    say_deeds(c, out);
    say_scores(c, out);
    say_answer(c, out);
    say_who_gains(c, out);
}

/* What is brilliant about it. */
static void say_praise(const scene *c, spk_buf *out)
{
    const ai_reason *why = &c->a->reasons[c->s - c->a->steps];
    spk_buf plain = {0};
    if (!why->is_tempting) {
        spk_say(out, N_("It is better than it looks: only a closer look shows how good it is."));
        return;
    }
    describe(c, why->tempting, &plain);
    spk_say(out,
            N_("Nothing else was nearly as good: “{plain}” looks better at first sight, but wins "
               "only {n} "
               "times in 100 instead of {made}."),
            SPK_LIST("plain", spk_buf_text(&plain)), SPK_NUM("n", ai_percent(why->tempts, SPK_WIN)),
            SPK_NUM("made", ai_percent(c->s->after[c->s->seat], SPK_WIN)));
    spk_buf_release(&plain);
}

static void say_decision(const spk_analysis *a, int step, spk_buf *out)
{
    scene c;
    set_scene(&c, a, step);
    say_verdict(&c, out);
    switch (c.s->verdict) {
    case SPK_UNJUDGED:
    case SPK_VERDICT_COUNT:
    case SPK_BEST:
    case SPK_GOOD: break;
    case SPK_INACCURATE:
    case SPK_MISTAKE:
    case SPK_BLUNDER: say_better(&c, out); break;
    case SPK_BRILLIANT: say_praise(&c, out); break;
    }
    strike_scene(&c);
}

/* -- Chance ------------------------------------------------------------------------------------ */

/* What happened, in the game's own words. */
static void say_event(const spk_analysis *a, const spk_step *s, spk_buf *out)
{
    char effects[SPK_TOLD_TEXT];
    spk_state before;
    spk_buf text = {0};
    spk_match_state_at(a->match, s->entry, &before);
    spk_effects_text(a->box, &before, s->seat, s->move, effects);
    spk_event_text(a->box, &before, s->seat, s->move, SPK_SEAT_ALL_SEEING, effects, &text);
    size_t n = out->n;
    if (a->box->game->explain)
        a->box->game->explain(a->box, s->seat, spk_buf_text(&text), out);
    if (out->n == n)
        spk_say(out, N_("Chance: {text}."), SPK_TEXT("text", spk_buf_text(&text)));
    spk_buf_release(&text);
}

static void say_luck(const spk_analysis *a, int step, spk_seat seat, spk_buf *out)
{
    int64_t luck = a->steps[step].luck[seat];
    int n = ai_percent(llabs(luck), SPK_LUCK_UNIT);
    say_event(a, &a->steps[step], out);
    if (luck >= 0)
        spk_say(out, N_("Good luck for {who}: {n} % of a win more than on average."),
                SPK_WHO("who", seat), SPK_NUM("n", n));
    else
        spk_say(out, N_("Bad luck for {who}: {n} % of a win less than on average."),
                SPK_WHO("who", seat), SPK_NUM("n", n));
}

static spk_seat luckiest(const spk_analysis *a, const spk_step *s)
{
    spk_seat most = 0;
    for (spk_seat i = 1; i < a->box->n_seats; i++)
        if (s->luck[i] > s->luck[most])
            most = i;
    return most;
}

/* Luck that is no whole per cent of a win is not worth a word. */
static bool is_worth_telling(const spk_step *s, spk_seat seat)
{
    return ai_percent(s->luck[seat], SPK_LUCK_UNIT) != 0;
}

void spk_analysis_say_step(const spk_analysis *a, int step, spk_buf *phrases)
{
    const spk_step *s = &a->steps[step];
    spk_seat seat = luckiest(a, s);
    if (s->seat != SPK_SEAT_CHANCE && s->verdict != SPK_UNJUDGED)
        say_decision(a, step, phrases);
    else if (s->seat == SPK_SEAT_CHANCE && is_worth_telling(s, seat))
        say_luck(a, step, seat, phrases);
}

/* A turn that lost by many small steps: what most of it was. */
static void say_little_by_little(const spk_analysis *a, const spk_turning_point *p, spk_buf *out)
{
    scene c;
    set_scene(&c, a, p->step);
    spk_say(out,
            N_("{who} lost {n} % of a win in this turn of {steps} steps, a little at a time; most "
               "of it with "
               "“{move}” instead of “{best}”."),
            WHO(&c), SPK_NUM("n", ai_percent(-p->change, SPK_WIN)),
            SPK_NUM("steps", a->turns[p->turn].n_asked), MOVE(&c), BEST(&c));
    strike_scene(&c);
}

static void say_turn(const spk_analysis *a, const spk_turning_point *p, spk_buf *out)
{
    const spk_turn *t = &a->turns[p->turn];
    if (t->n_asked > 1 && a->steps[p->step].verdict < SPK_INACCURATE) {
        say_little_by_little(a, p, out);
        return;
    }
    if (t->n_asked > 1)
        spk_say(out,
                N_("{who} lost {n} % of a win in this turn of {steps} steps. The worst of them:"),
                SPK_WHO("who", p->seat), SPK_NUM("n", ai_percent(-p->change, SPK_WIN)),
                SPK_NUM("steps", t->n_asked));
    say_decision(a, p->step, out);
}

void spk_analysis_say_point(const spk_analysis *a, const spk_turning_point *p, spk_buf *phrases)
{
    if (p->turn < 0)
        say_luck(a, p->step, p->seat, phrases);
    else
        say_turn(a, p, phrases);
}

/* -- Seats ------------------------------------------------------------------------------------- */

static void say_result(const spk_summary *sum, spk_seat seat, spk_buf *out)
{
    int part = sum->seat[seat].result;
    if (!sum->is_over)
        spk_say(out, N_("{who} would win {n} times in 100 from here."), SPK_WHO("who", seat),
                SPK_NUM("n", ai_percent(part, SPK_WIN)));
    else if (part == SPK_WIN)
        spk_say(out, N_("{who} won."), SPK_WHO("who", seat));
    else if (part)
        spk_say(out, N_("{who} shared the win."), SPK_WHO("who", seat));
    else
        spk_say(out, N_("{who} did not win."), SPK_WHO("who", seat));
}

static void say_seat_luck(const spk_summary *sum, spk_seat seat, spk_buf *out)
{
    const spk_account *own = &sum->seat[seat];
    int n = ai_percent(own->luck, SPK_LUCK_UNIT);
    if (n > 0)
        spk_say(out, N_("Luck gave {n} % of a win."), SPK_NUM("n", n));
    else if (n < 0)
        spk_say(out, N_("Bad luck cost {n} % of a win."), SPK_NUM("n", -n));
    else
        spk_say(out, N_("Luck was even."));
    int left = ai_percent(own->result, SPK_WIN) - n;
    if (sum->is_over) /* people read no more than all and no less than nothing */
        spk_say(out, N_("Adjusted for luck, the result is {n} % of a win."),
                SPK_NUM("n", left < 0     ? 0
                             : left > 100 ? 100
                                          : left));
}

void spk_analysis_say_seat(const spk_analysis *a, const spk_summary *sum, spk_seat seat,
                           spk_buf *phrases)
{
    const spk_account *own = &sum->seat[seat];
    int lost = ai_percent(own->lost, SPK_WIN);
    (void)a;
    say_result(sum, seat, phrases);
    if (sum->has_luck)
        say_seat_luck(sum, seat, phrases);
    spk_say(phrases, N_("The moves lost {n} % of a win in all."),
            SPK_NUM("n", lost > 0 ? lost : 0));
}
