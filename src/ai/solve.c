/* solve.c: see solve.h. A table of positions, found by the hash of their bytes. */
#include "ai/solve.h"

#include <string.h>

#include "base/err.h"
#include "base/hash.h"
#include "base/mem.h"

enum { MAX_DEPTH = 256 }; /* moves and outcomes; a game that goes on for longer is given up */

typedef struct entry {
    uint64_t key; /* 0: free */
    double value[];
} entry;

struct spk_solver {
    const spk_box *box;
    long most, n; /* positions */
    size_t mask;
    size_t size; /* bytes of an entry */
    char *table; /* at most half full */
};

spk_solver *spk_solver_new(const spk_box *box, long most)
{
    spk_solver *s = spk_alloc(sizeof *s);
    size_t n = 16;
    SPK_BUG_IF(spk_has_secrets(box->game));
    while (n < 2 * (size_t)most)
        n *= 2;
    *s = (spk_solver){.box = box, .most = most, .mask = n - 1};
    s->size = sizeof(entry) + (size_t)box->n_seats * sizeof(double);
    s->table = spk_alloc(n * s->size);
    return s;
}

void spk_solver_free(spk_solver *s)
{
    if (!s)
        return;
    spk_free(s->table);
    spk_free(s);
}

static void forget(spk_solver *s)
{
    memset(s->table, 0, (s->mask + 1) * s->size);
    s->n = 0;
}

/* Where the position is, or would be. */
static entry *find(const spk_solver *s, uint64_t key)
{
    for (size_t at = (size_t)(key >> 20);; at++) {
        entry *e = (entry *)(void *)(s->table + (at & s->mask) * s->size);
        if (e->key == key || e->key == 0)
            return e;
    }
}

static bool solve(spk_solver *s, const spk_state *state, int depth, double *value);

static bool solve_after(spk_solver *s, const spk_state *state, spk_seat seat, spk_move move,
                        int depth, double *value)
{
    spk_state next;
    memcpy(next.bytes, state->bytes, s->box->game->state_size);
    s->box->game->apply(s->box, &next, seat, move);
    return solve(s, &next, depth + 1, value);
}

static bool solve_chance(spk_solver *s, const spk_state *state, int depth, double *value)
{
    spk_outcome outcomes[SPK_MAX_OUTCOMES];
    int n = s->box->game->chance(s->box, state, outcomes);
    double total = spk_outcome_total(outcomes, n), after[SPK_MAX_SEATS];
    memset(value, 0, (size_t)s->box->n_seats * sizeof *value);
    for (int i = 0; i < n; i++) {
        if (!solve_after(s, state, SPK_SEAT_CHANCE, outcomes[i].move, depth, after))
            return false;
        for (spk_seat seat = 0; seat < s->box->n_seats; seat++)
            value[seat] += after[seat] * outcomes[i].weight / total;
    }
    return true;
}

/* With two seats a sure win is looked for no further. */
static bool solve_decision(spk_solver *s, const spk_state *state, spk_seat seat, int depth,
                           double *value)
{
    spk_move *moves = spk_alloc(SPK_MAX_MOVES * sizeof *moves);
    int n = s->box->game->moves(s->box, state, seat, moves);
    double after[SPK_MAX_SEATS];
    bool solved = true;
    for (int i = 0; i < n && solved; i++) {
        solved = solve_after(s, state, seat, moves[i], depth, after);
        if (solved && (i == 0 || after[seat] > value[seat] + SPK_SOLVE_EQUAL))
            memcpy(value, after, (size_t)s->box->n_seats * sizeof *value);
        if (solved && value[seat] >= 1)
            break;
    }
    spk_free(moves);
    return solved;
}

static void end_of_game(const spk_solver *s, const spk_state *state, double *value)
{
    int share[SPK_MAX_SEATS], n = 0;
    spk_share_end(s->box, state, share);
    for (spk_seat seat = 0; seat < s->box->n_seats; seat++)
        n += share[seat] > 0;
    for (spk_seat seat = 0; seat < s->box->n_seats; seat++)
        value[seat] = share[seat] > 0 ? 1.0 / n : 0;
}

static bool solve(spk_solver *s, const spk_state *state, int depth, double *value)
{
    const spk_game *game = s->box->game;
    spk_actors who = game->actors(s->box, state);
    uint64_t key = spk_hash_words(7, state, game->state_size) | 1;
    size_t bytes = (size_t)s->box->n_seats * sizeof *value;
    if (who == 0) {
        end_of_game(s, state, value);
        return true;
    }
    const entry *known = find(s, key);
    if (known->key) {
        memcpy(value, known->value, bytes);
        return true;
    }
    if (depth >= MAX_DEPTH || s->n >= s->most)
        return false;
    bool solved = who == SPK_CHANCE_ACTS
                      ? solve_chance(s, state, depth, value)
                      : solve_decision(s, state, spk_actors_first(who), depth, value);
    if (!solved || s->n >= s->most)
        return false;
    entry *e = find(s, key);
    e->key = key;
    memcpy(e->value, value, bytes);
    s->n++;
    return true;
}

bool spk_solve(spk_solver *s, const void *state, double value[SPK_MAX_SEATS])
{
    spk_state at;
    memcpy(at.bytes, state, s->box->game->state_size);
    if (solve(s, &at, 0, value))
        return true;
    forget(s); /* what others left behind may have been too much */
    return solve(s, &at, 0, value);
}

int spk_solve_moves(spk_solver *s, const void *state, spk_seat seat, spk_move *moves, double *value)
{
    int n = s->box->game->moves(s->box, state, seat, moves);
    for (int i = 0; i < n; i++) {
        spk_state next;
        double after[SPK_MAX_SEATS];
        memcpy(next.bytes, state, s->box->game->state_size);
        s->box->game->apply(s->box, &next, seat, moves[i]);
        if (!spk_solve(s, &next, after))
            return 0;
        value[i] = after[seat];
    }
    return n;
}
