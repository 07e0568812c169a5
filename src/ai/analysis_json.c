/* analysis_json.c: the analysis as JSON; docs/analysis.md is its manual. Values are of 10,000. */
#include "ai/analysis_inside.h"
#include "ai/luck.h"

static int64_t luck_of(int64_t luck) { return luck / (SPK_LUCK_UNIT / SPK_WIN); }

static void print_ints(spk_json *j, const char *key, const int *value, int n)
{
    spk_json_key(j, key), spk_json_open(j, '[');
    for (int i = 0; i < n; i++)
        spk_json_int(j, value[i]);
    spk_json_close(j, ']');
}

static void print_move(spk_json *j, const char *key, const spk_analysis *a, spk_move move)
{
    char text[SPK_MOVE_TEXT];
    spk_json_key(j, key), spk_json_str(j, spk_move_text(a->box, move, text));
}

static void print_words(spk_json *j, spk_buf *phrases)
{
    spk_json_key(j, "words"), spk_phrase_json(spk_buf_text(phrases), j);
    spk_buf_release(phrases);
}

static void print_lines(spk_json *j, const spk_analysis *a, const spk_step *s)
{
    spk_json_key(j, "lines"), spk_json_open(j, '[');
    for (int i = 0; i < s->n_lines; i++) {
        spk_json_open(j, '{');
        print_move(j, "text", a, s->lines[i].move);
        spk_json_key(j, "visits"), spk_json_int(j, s->lines[i].visits);
        spk_json_key(j, "value"), spk_json_int(j, s->lines[i].value);
        spk_json_close(j, '}');
    }
    spk_json_close(j, ']');
}

static void print_decision(spk_json *j, const spk_analysis *a, const spk_step *s)
{
    spk_json_key(j, "turn"), spk_json_int(j, s->turn);
    spk_json_key(j, "moves"), spk_json_int(j, s->n_moves);
    spk_json_key(j, "verdict"), spk_json_str(j, spk_verdict_words[s->verdict]);
    if (s->verdict == SPK_UNJUDGED)
        return;
    spk_json_key(j, "until"), spk_json_int(j, a->steps[s->until].entry + 1);
    print_move(j, "best", a, s->best);
    spk_json_key(j, "lost"), spk_json_int(j, s->lost);
    spk_json_key(j, "margin"), spk_json_int(j, s->margin);
    print_ints(j, "before", s->before, a->box->n_seats);
    print_ints(j, "after", s->after, a->box->n_seats);
    print_lines(j, a, s);
}

static void print_luck(spk_json *j, const spk_analysis *a, const spk_step *s)
{
    if (!spk_has_luck(a->box->game))
        return;
    spk_json_key(j, "luck"), spk_json_open(j, '[');
    for (spk_seat i = 0; i < a->box->n_seats; i++)
        spk_json_int(j, luck_of(s->luck[i]));
    spk_json_close(j, ']');
}

/* Entries are numbered as in the record, from 1; chance has no seat. */
static void print_step(spk_json *j, const spk_analysis *a, int i)
{
    const spk_step *s = &a->steps[i];
    spk_buf phrases = {0};
    spk_json_open(j, '{');
    spk_json_key(j, "n"), spk_json_int(j, s->entry + 1);
    spk_json_key(j, "seat");
    if (s->seat == SPK_SEAT_CHANCE)
        spk_json_null(j);
    else
        spk_json_int(j, s->seat);
    print_move(j, "text", a, s->move);
    if (s->seat == SPK_SEAT_CHANCE)
        print_luck(j, a, s);
    else
        print_decision(j, a, s);
    spk_analysis_say_step(a, i, &phrases);
    print_words(j, &phrases);
    spk_json_close(j, '}');
}

static void print_turn(spk_json *j, const spk_analysis *a, const spk_turn *t)
{
    spk_json_open(j, '{');
    spk_json_key(j, "seat"), spk_json_int(j, t->seat);
    spk_json_key(j, "from"), spk_json_int(j, a->steps[t->first].entry + 1);
    spk_json_key(j, "to"), spk_json_int(j, a->steps[t->last].entry + 1);
    spk_json_key(j, "decisions"), spk_json_int(j, t->n_asked);
    spk_json_key(j, "verdict"), spk_json_str(j, spk_verdict_words[t->verdict]);
    spk_json_key(j, "lost"), spk_json_int(j, t->lost);
    spk_json_key(j, "margin"), spk_json_int(j, t->margin);
    spk_json_close(j, '}');
}

static void print_seat(spk_json *j, const spk_analysis *a, const spk_summary *sum, spk_seat seat)
{
    const spk_account *own = &sum->seat[seat];
    spk_buf phrases = {0};
    spk_json_open(j, '{');
    spk_json_key(j, "result"), spk_json_int(j, own->result);
    spk_json_key(j, "lost"), spk_json_int(j, own->lost);
    if (sum->has_luck)
        spk_json_key(j, "luck"), spk_json_int(j, luck_of(own->luck));
    if (sum->has_luck && sum->is_over)
        spk_json_key(j, "adjusted"), spk_json_int(j, own->result - luck_of(own->luck));
    for (int v = 0; v < SPK_VERDICT_COUNT; v++)
        spk_json_key(j, spk_verdict_words[v]), spk_json_int(j, own->n[v]);
    spk_analysis_say_seat(a, sum, seat, &phrases);
    print_words(j, &phrases);
    spk_json_close(j, '}');
}

static void print_point(spk_json *j, const spk_analysis *a, const spk_turning_point *p)
{
    spk_buf phrases = {0};
    spk_json_open(j, '{');
    spk_json_key(j, "n"), spk_json_int(j, a->steps[p->step].entry + 1);
    spk_json_key(j, "kind"), spk_json_str(j, p->turn < 0 ? "luck" : "turn");
    spk_json_key(j, "seat"), spk_json_int(j, p->seat);
    spk_json_key(j, "change"), spk_json_int(j, p->change);
    spk_analysis_say_point(a, p, &phrases);
    print_words(j, &phrases);
    spk_json_close(j, '}');
}

static void print_head(spk_json *j, const spk_analysis *a, const spk_summary *sum)
{
    spk_json_key(j, "analysis"), spk_json_int(j, 1);
    spk_json_key(j, "game"), spk_json_str(j, a->box->game->key);
    spk_json_key(j, "players"), spk_json_int(j, a->box->n_seats);
    spk_json_key(j, "bot"), spk_json_str(j, a->kind->name);
    spk_json_key(j, "seed"), spk_json_int(j, (int64_t)a->seed);
    spk_json_key(j, "over"), spk_json_bool(j, sum->is_over);
    spk_json_key(j, "done"), spk_json_int(j, a->progress.n_done);
    spk_json_key(j, "decisions"), spk_json_int(j, a->progress.n_asked);
}

void spk_analysis_print(const spk_analysis *a, spk_json *j)
{
    spk_summary sum;
    spk_analysis_sum(a, &sum);
    print_head(j, a, &sum);
    spk_json_key(j, "seats"), spk_json_open(j, '[');
    for (spk_seat i = 0; i < a->box->n_seats; i++)
        print_seat(j, a, &sum, i);
    spk_json_close(j, ']');
    spk_json_key(j, "turning_points"), spk_json_open(j, '[');
    for (int i = 0; i < sum.n_points; i++)
        print_point(j, a, &sum.point[i]);
    spk_json_close(j, ']');
    spk_json_key(j, "steps"), spk_json_open(j, '[');
    for (int i = 0; i < a->at; i++)
        print_step(j, a, i);
    spk_json_close(j, ']');
    spk_json_key(j, "turns"), spk_json_open(j, '[');
    for (int i = 0; i < a->n_turns && a->turns[i].last < a->at; i++)
        print_turn(j, a, &a->turns[i]);
    spk_json_close(j, ']');
}
