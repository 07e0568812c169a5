/* taste.c: what a net learns about moves: which of them a search came back to. A decision that was kept
 * has a row of features for every move, the weight that the game's hints gave it, and its share of the
 * visits; the table is fitted so that weights times taste come near the shares. */
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "hosts/train/train.h"

void train_choices_release(train_choices *c)
{
    spk_free(c->first), spk_free(c->rows);
    spk_free(c->weight), spk_free(c->share);
    *c = (train_choices){.n_slots = c->n_slots};
}

/* Room for so many decisions and moves more. */
static void make_room(train_choices *c, long n, long n_moves)
{
    while (c->room < c->n + n + 1) {
        c->room = c->room ? 2 * c->room : 16;
        c->first = spk_realloc(c->first, (size_t)c->room * sizeof *c->first);
    }
    if (c->n == 0)
        c->first[0] = 0;
    long all = c->first[c->n] + n_moves;
    if (all <= c->room_moves)
        return;
    while (c->room_moves < all)
        c->room_moves = c->room_moves ? 2 * c->room_moves : 256;
    size_t room = (size_t)c->room_moves;
    c->rows = spk_realloc(c->rows, room * (size_t)c->n_slots * sizeof *c->rows);
    c->weight = spk_realloc(c->weight, room * sizeof *c->weight);
    c->share = spk_realloc(c->share, room * sizeof *c->share);
}

void train_choices_add(train_choices *c, const train_choices *more)
{
    if (more->n == 0)
        return;
    long n_moves = more->first[more->n];
    make_room(c, more->n, n_moves);
    size_t at = (size_t)c->first[c->n], n = (size_t)n_moves, slots = (size_t)c->n_slots;
    memcpy(c->rows + at * slots, more->rows, n * slots * sizeof *c->rows);
    memcpy(c->weight + at, more->weight, n * sizeof *c->weight);
    memcpy(c->share + at, more->share, n * sizeof *c->share);
    for (long i = 1; i <= more->n; i++)
        c->first[c->n + i] = (long)at + more->first[i];
    c->n += more->n;
}

static float visits_of(spk_move move, const spk_line *lines, int n_lines)
{
    for (int i = 0; i < n_lines; i++)
        if (lines[i].move == move)
            return (float)lines[i].visits;
    return 0;
}

void train_choices_keep(train_choices *c, const spk_box *box, const void *state, spk_seat seat,
                        const spk_search *search)
{
    spk_move moves[SPK_MAX_MOVES];
    spk_line lines[SPK_SEARCH_WIDE];
    uint32_t weight[SPK_MAX_MOVES];
    int n = box->game->moves(box, state, seat, moves);
    int n_lines = spk_search_lines(search, lines, SPK_SEARCH_WIDE);
    float sum = 0;
    make_room(c, 1, n);
    long at = c->first[c->n];
    box->game->hints->weigh(box, state, seat, moves, n, weight);
    box->game->hints->features->moves->read(box, state, seat, moves, n, c->rows + at * c->n_slots);
    for (int i = 0; i < n; i++) {
        c->weight[at + i] = (float)spk_net_log(weight[i]) / SPK_NET_DOUBLING * logf(2);
        sum += c->share[at + i] = visits_of(moves[i], lines, n_lines);
    }
    if (sum <= 0)
        return;
    for (int i = 0; i < n; i++)
        c->share[at + i] /= sum;
    c->first[++c->n] = at + n;
}

/* -- Fitting ----------------------------------------------------------------------------------- */

/* How likely each move of a decision is by taste; returns how surprised it is by the visits. */
static double look(const train_choices *c, long at, const float *taste, float *likely)
{
    long first = c->first[at], n = c->first[at + 1] - first;
    float most = -INFINITY, sum = 0;
    double loss = 0;
    for (long i = 0; i < n; i++) {
        const uint16_t *row = c->rows + (first + i) * c->n_slots;
        likely[i] = c->weight[first + i];
        for (int k = 0; k < c->n_slots; k++)
            likely[i] += row[k] == SPK_NO_FEATURE ? 0 : taste[row[k]];
        most = likely[i] > most ? likely[i] : most;
    }
    for (long i = 0; i < n; i++)
        sum += likely[i] = expf(likely[i] - most);
    for (long i = 0; i < n; i++) {
        likely[i] /= sum;
        if (c->share[first + i] > 0)
            loss -= (double)c->share[first + i] * log((double)likely[i] + 1e-9);
    }
    return loss;
}

double train_taste_loss(const train_choices *c, const float *taste)
{
    float likely[SPK_MAX_MOVES];
    double sum = 0;
    for (long i = 0; i < c->n; i++)
        sum += look(c, i, taste, likely);
    return c->n ? sum / (double)c->n : 0;
}

/* Every feature at its own pace, by the squares of its slopes (AdaGrad, Duchi and others): most are rare. */
static void learn(const train_choices *c, long at, float *taste, float *square, float *likely)
{
    const float rate = 0.05f;
    long first = c->first[at], n = c->first[at + 1] - first;
    look(c, at, taste, likely);
    for (long i = 0; i < n; i++) {
        const uint16_t *row = c->rows + (first + i) * c->n_slots;
        float slope = likely[i] - c->share[first + i];
        for (int k = 0; k < c->n_slots; k++) {
            if (row[k] == SPK_NO_FEATURE)
                continue;
            square[row[k]] += slope * slope;
            taste[row[k]] -= rate * slope / (sqrtf(square[row[k]]) + 1e-3f);
        }
    }
}

void train_taste_fit(const train_choices *c, float *taste, int n_features, int n_epochs)
{
    float likely[SPK_MAX_MOVES];
    float *square = spk_alloc((size_t)n_features * sizeof *square);
    for (int epoch = 0; epoch < n_epochs; epoch++)
        for (long i = 0; i < c->n; i++)
            learn(c, i, taste, square, likely);
    spk_free(square);
}
