/* analysis_sum.c: what all the verdicts add up to: an account for every seat, and the turning points. */
#include <stdlib.h>
#include <string.h>

#include "ai/analysis_inside.h"
#include "ai/luck.h"

/* -- Accounts ---------------------------------------------------------------------------------- */

static void add_step(const spk_analysis *a, const spk_step *s, spk_summary *sum)
{
    for (spk_seat i = 0; i < a->box->n_seats; i++)
        sum->seat[i].luck += s->luck[i];
    if (s->seat == SPK_SEAT_CHANCE)
        return;
    sum->seat[s->seat].n[s->verdict]++;
    sum->seat[s->seat].lost += s->lost;
}

/* How the seats stood after the last decision that was looked at; nobody ahead if there was none. */
static void stand(const spk_analysis *a, spk_summary *sum)
{
    int last = a->at - 1;
    while (last >= 0 && a->steps[last].verdict == SPK_UNJUDGED)
        last--;
    for (spk_seat i = 0; i < a->box->n_seats; i++)
        sum->seat[i].result = last >= 0 ? a->steps[last].after[i] : SPK_WIN / a->box->n_seats;
}

static void add_result(const spk_analysis *a, spk_summary *sum)
{
    int value[SPK_MAX_SEATS];
    if (!sum->is_over) {
        stand(a, sum);
        return;
    }
    spk_share_end(a->box, spk_match_state(a->match), value);
    for (spk_seat i = 0; i < a->box->n_seats; i++)
        sum->seat[i].result = value[i];
}

/* -- Turning points ---------------------------------------------------------------------------- */

static int worst_step(const spk_analysis *a, int turn)
{
    int worst = a->turns[turn].first;
    for (int i = worst; i <= a->turns[turn].last; i++)
        if (a->steps[i].turn == turn && a->steps[i].lost > a->steps[worst].lost)
            worst = i;
    return worst;
}

static spk_turning_point point_of_turn(const spk_analysis *a, int turn)
{
    const spk_turn *t = &a->turns[turn];
    bool counts = t->verdict != SPK_UNJUDGED && t->lost > t->margin;
    return (spk_turning_point){worst_step(a, turn), turn, t->seat, counts ? -t->lost : 0};
}

/* For whom it was best or worst. */
static spk_turning_point point_of_chance(const spk_analysis *a, int step)
{
    const int64_t *luck = a->steps[step].luck;
    spk_seat most = 0;
    for (spk_seat i = 1; i < a->box->n_seats; i++)
        if (llabs(luck[i]) > llabs(luck[most]))
            most = i;
    return (spk_turning_point){step, -1, most, (int)(luck[most] / (SPK_LUCK_UNIT / SPK_WIN))};
}

static bool is_greater(const spk_turning_point *a, const spk_turning_point *b)
{
    return abs(a->change) > abs(b->change);
}

/* Of all that count the greatest, greatest first. */
static void offer_point(const spk_analysis *a, const spk_turning_point *p, spk_summary *sum)
{
    int at = sum->n_points;
    if (abs(p->change) < ai_threshold(a->box, SPK_INACCURATE))
        return;
    if (sum->n_points < SPK_TURNING_POINTS)
        sum->n_points++;
    else if (is_greater(p, &sum->point[--at]) == false)
        return;
    for (; at > 0 && is_greater(p, &sum->point[at - 1]); at--)
        sum->point[at] = sum->point[at - 1];
    sum->point[at] = *p;
}

static int in_order(const void *a, const void *b)
{
    return ((const spk_turning_point *)a)->step - ((const spk_turning_point *)b)->step;
}

static void find_points(const spk_analysis *a, spk_summary *sum)
{
    spk_turning_point p;
    for (int i = 0; i < a->n_turns; i++) {
        p = point_of_turn(a, i);
        offer_point(a, &p, sum);
    }
    for (int i = 0; i < a->at; i++)
        if (a->steps[i].seat == SPK_SEAT_CHANCE) {
            p = point_of_chance(a, i);
            offer_point(a, &p, sum);
        }
    qsort(sum->point, (size_t)sum->n_points, sizeof p, in_order);
}

void spk_analysis_sum(const spk_analysis *a, spk_summary *sum)
{
    *sum = (spk_summary){.is_over = spk_match_is_over(a->match),
                         .has_luck = spk_has_luck(a->box->game)};
    for (int i = 0; i < a->at; i++)
        add_step(a, &a->steps[i], sum);
    add_result(a, sum);
    find_points(a, sum);
}
