/* tally.c: the hot loop of every simulation, and what it adds up. See simulate.h. */
#include <time.h>

#include "hosts/cli/simulate.h"

static void add_result(cli_tally *t, const spk_box *box, const void *state)
{
    spk_result result;
    box->game->result(box, state, &result);
    for (spk_seat i = 0; i < box->n_seats; i++) {
        int score = result.score[i];
        t->score[i] += score;
        t->score_squared[i] += (uint64_t)((int64_t)score * score);
        if (t->games == 0 || score < t->score_min[i])
            t->score_min[i] = score;
        if (t->games == 0 || score > t->score_max[i])
            t->score_max[i] = score;
    }
    if (__builtin_popcount(result.winners) == 1)
        t->wins[__builtin_ctz(result.winners)]++;
    else
        t->draws++;
}

void cli_tally_play(cli_tally *t, cli_walk *w, const spk_box *box, bool busy, uint64_t seed,
                    uint64_t stream)
{
    uint64_t decisions = 0, steps = 0, legal = 0, legal_max = t->legal_max;
    cli_walk_start(w, box, busy, seed, stream);
    while (cli_walk_choose(w)) {
        if (w->seat != SPK_SEAT_CHANCE) {
            decisions++;
            legal += (uint64_t)w->n;
            legal_max = (uint64_t)w->n > legal_max ? (uint64_t)w->n : legal_max;
        }
        cli_walk_make(w);
        steps++;
    }
    SPK_BUG_IF(steps > (uint64_t)box->game->max_steps);
    add_result(t, box, &w->state);
    t->games++;
    t->decisions += decisions;
    t->transitions += steps;
    t->legal += legal;
    t->legal_max = legal_max;
    t->length_max = decisions > t->length_max ? decisions : t->length_max;
}

static void add_seat(cli_tally *t, const cli_tally *more, spk_seat i)
{
    t->wins[i] += more->wins[i];
    t->score[i] += more->score[i];
    t->score_squared[i] += more->score_squared[i];
    if (t->games == 0 || more->score_min[i] < t->score_min[i])
        t->score_min[i] = more->score_min[i];
    if (t->games == 0 || more->score_max[i] > t->score_max[i])
        t->score_max[i] = more->score_max[i];
}

void cli_tally_add(cli_tally *t, const cli_tally *more)
{
    if (more->games == 0)
        return;
    for (spk_seat i = 0; i < SPK_MAX_SEATS; i++)
        add_seat(t, more, i);
    t->games += more->games;
    t->decisions += more->decisions;
    t->transitions += more->transitions;
    t->legal += more->legal;
    t->draws += more->draws;
    if (more->legal_max > t->legal_max)
        t->legal_max = more->legal_max;
    if (more->length_max > t->length_max)
        t->length_max = more->length_max;
}

double cli_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
