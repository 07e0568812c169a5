/* pair.c: who meets whom in the next round. Every kind makes an order of those who play and fills tables from it;
 * then it tries to part those who have met before. Nothing here changes a tournament: the answer is lines of its log. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "hosts/tournament/inside.h"

enum { MOST_STEPS = 200000 }; /* of looking for pairs who have not met: a second at the very most */

/* What one round is made from. 'order' has the entrants that play, who had a bye beside them. */
typedef struct pairing {
    const tournament *t;
    spk_buf *out;
    int n_lines;
    int *order, n;
    uint8_t *met; /* how often two entrants have met, by number: met[a * size + b] */
    int *sat;     /* how often an entrant had a seat: sat[who * TOURNAMENT_MOST_SEATS + seat] */
    int size;
} pairing;

/* -- Memory of earlier rounds -------------------------------------------------------------------------------- */

static uint8_t *met_of(const pairing *p, int a, int b)
{
    return &p->met[(size_t)a * (size_t)p->size + (size_t)b];
}

static void note_table(pairing *p, const tournament_table *table)
{
    for (int i = 0; i < table->n; i++) {
        p->sat[table->who[i] * TOURNAMENT_MOST_SEATS + i]++;
        for (int j = 0; j < table->n; j++)
            if (i != j && *met_of(p, table->who[i], table->who[j]) < UINT8_MAX)
                ++*met_of(p, table->who[i], table->who[j]);
    }
}

static pairing begin(const tournament *t, spk_buf *out)
{
    pairing p = {.t = t, .out = out, .size = t->n_entrants + 1};
    size_t size = (size_t)p.size;
    p.order = spk_alloc(size * sizeof *p.order);
    p.met = spk_alloc(size * size);
    p.sat = spk_alloc(size * TOURNAMENT_MOST_SEATS * sizeof *p.sat);
    for (int i = 0; i < t->n_tables; i++)
        note_table(&p, &t->tables[i]);
    return p;
}

static int finish(pairing *p)
{
    spk_free(p->order), spk_free(p->met), spk_free(p->sat);
    return p->n_lines;
}

static const entrant *entrant_of(const pairing *p, int who) { return &p->t->entrants[who - 1]; }

static bool can_play(const pairing *p, int who)
{
    return !entrant_of(p, who)->has_left && !entrant_of(p, who)->table;
}

/* -- Lines --------------------------------------------------------------------------------------------------- */

static void say_bye(pairing *p, int who)
{
    spk_buf_printf(p->out, "bye %d\n", who);
    p->n_lines++;
}

/* Seats go round: each goes to whoever has had it least, the earlier in the order first. */
static void say_table(pairing *p, const int *who, int n)
{
    bool seated[TOURNAMENT_MOST_SEATS] = {false};
    spk_buf_puts(p->out, "table");
    for (int seat = 0; seat < n; seat++) {
        int best = -1;
        for (int i = 0; i < n; i++)
            if (!seated[i] && (best < 0 || p->sat[who[i] * TOURNAMENT_MOST_SEATS + seat] <
                                               p->sat[who[best] * TOURNAMENT_MOST_SEATS + seat]))
                best = i;
        seated[best] = true;
        spk_buf_printf(p->out, " %d", who[best]);
    }
    spk_buf_putc(p->out, '\n');
    p->n_lines++;
}

/* -- How many tables ----------------------------------------------------------------------------------------- */

/* The number of tables at which n can play, as near to the wanted size as the game allows; 0: some must have a
 * bye. */
static int tables_for(const tournament_plan *plan, int n)
{
    bool is_fixed = plan->kind == TOURNAMENT_DUPLICATE;
    int least = is_fixed ? plan->seats : plan->least_seats,
        most = is_fixed ? plan->seats : plan->most_seats;
    int best = 0, best_off = 0;
    for (int m = (n + most - 1) / most; m >= 1 && m * least <= n; m++) {
        int off = abs(n - m * plan->seats);
        if (!best || off < best_off)
            best = m, best_off = off;
    }
    return best;
}

/* Who plays least of all in this round, until the others fit at tables: those without a bye so far, from the end of the
 * order. They are taken out of it. */
static void give_byes(pairing *p)
{
    while (p->n && !tables_for(&p->t->plan, p->n)) {
        int at = p->n - 1;
        for (int i = p->n - 1; i >= 0; i--)
            if (entrant_of(p, p->order[i])->byes < entrant_of(p, p->order[at])->byes)
                at = i;
        say_bye(p, p->order[at]);
        memmove(&p->order[at], &p->order[at + 1], (size_t)(--p->n - at) * sizeof *p->order);
    }
}

/* -- Filling tables from an order ---------------------------------------------------------------------------- */

static int meetings(const pairing *p, const int *who, int n, int one)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += who[i] == one ? 0 : *met_of(p, who[i], one);
    return sum;
}

/* Move the best of the rest to order[from + k]: whoever has met those at the table (from 'from' on) least, and of those
 * the next in order. */
static void choose_next(pairing *p, int from, int k)
{
    int at = from + k, best = at, least = meetings(p, &p->order[from], k, p->order[at]);
    for (int i = at + 1; i < p->n && least; i++) {
        int met = meetings(p, &p->order[from], k, p->order[i]);
        if (met < least)
            best = i, least = met;
    }
    int one = p->order[best];
    memmove(&p->order[at + 1], &p->order[at], (size_t)(best - at) * sizeof *p->order);
    p->order[at] = one;
}

/* Whether a swap of order[a], at the table of n from a0 on, and order[b] lets fewer meet again; if so, it is done. */
static bool swap_helps(pairing *p, int a, int a0, int na, int b, int b0, int nb)
{
    int one = p->order[a], two = p->order[b];
    int before = meetings(p, &p->order[a0], na, one) + meetings(p, &p->order[b0], nb, two);
    p->order[a] = two, p->order[b] = one;
    int after = meetings(p, &p->order[a0], na, two) + meetings(p, &p->order[b0], nb, one);
    if (after < before)
        return true;
    p->order[a] = one, p->order[b] = two;
    return false;
}

/* Tables are filled one after the other, so those at the end get who is left, whether they have met or not: swap
 * with others, the nearest tables first, as long as that helps. */
static bool part_table(pairing *p, const int *start, int m, int k)
{
    int na = start[k + 1] - start[k];
    for (int far = 1; far < m; far++)
        for (int way = -1; way <= 1; way += 2) {
            int other = k + way * far;
            if (other < 0 || other >= m)
                continue;
            for (int a = start[k]; a < start[k + 1]; a++)
                for (int b = start[other]; b < start[other + 1]; b++)
                    if (swap_helps(p, a, start[k], na, b, start[other],
                                   start[other + 1] - start[other]))
                        return true;
        }
    return false;
}

static int meetings_at(const pairing *p, int from, int to)
{
    int sum = 0;
    for (int i = from; i < to; i++)
        sum += meetings(p, &p->order[from], to - from, p->order[i]);
    return sum;
}

static void part_those_who_met(pairing *p, const int *start, int m)
{
    for (int tries = 0; tries < 50; tries++) {
        bool helped = false;
        for (int k = 0; k < m; k++)
            helped |= meetings_at(p, start[k], start[k + 1]) && part_table(p, start, m, k);
        if (!helped)
            return;
    }
}

/* -- Pairs: nobody twice, if there is a way -------------------------------------------------------------------- */

typedef struct pairs {
    const pairing *p;
    int *partner; /* of order[i]; -1: none yet */
    int steps;
} pairs;

/* Pair order[i] and all after it; each with the next in order they have not met. */
static bool pair_from(pairs *s, int i)
{
    const pairing *p = s->p;
    while (i < p->n && s->partner[i] >= 0)
        i++;
    if (i == p->n)
        return true;
    for (int j = i + 1; j < p->n && s->steps < MOST_STEPS; j++) {
        if (s->partner[j] >= 0 || *met_of(p, p->order[i], p->order[j]))
            continue;
        s->steps++;
        s->partner[i] = j, s->partner[j] = i;
        if (pair_from(s, i + 1))
            return true;
        s->partner[i] = s->partner[j] = -1;
    }
    return false;
}

static bool pair_up(pairing *p)
{
    pairs s = {.p = p, .partner = spk_alloc((size_t)(p->n + 1) * sizeof(int))};
    for (int i = 0; i < p->n; i++)
        s.partner[i] = -1;
    bool found = pair_from(&s, 0);
    for (int i = 0; found && i < p->n; i++)
        if (s.partner[i] > i)
            say_table(p, (int[]){p->order[i], p->order[s.partner[i]]}, 2);
    spk_free(s.partner);
    return found;
}

/* Everybody in 'order' to a table, in that order as far as possible. */
static void seat_all(pairing *p)
{
    give_byes(p);
    int m = tables_for(&p->t->plan, p->n);
    if (!m || (p->n == 2 * m && pair_up(p)))
        return;
    int *start = spk_alloc((size_t)(m + 1) * sizeof *start);
    for (int k = 0; k <= m; k++)
        start[k] = (int)((int64_t)p->n * k / m);
    for (int k = 0; k < m; k++)
        for (int i = 1; i < start[k + 1] - start[k]; i++)
            choose_next(p, start[k], i);
    part_those_who_met(p, start, m);
    for (int k = 0; k < m; k++)
        say_table(p, &p->order[start[k]], start[k + 1] - start[k]);
    spk_free(start);
}

/* -- Orders ---------------------------------------------------------------------------------------------------- */

/* Those with the best rating first, those without one after them, by lot. */
static int by_strength(const void *a, const void *b)
{
    const entrant *x = *(entrant *const *)a, *y = *(entrant *const *)b;
    if (x->strength != y->strength)
        return y->strength - x->strength;
    return x->lot < y->lot ? -1 : x->lot > y->lot;
}

int tournament_draw(const tournament *t, int *field)
{
    const entrant **list = spk_alloc((size_t)(t->n_entrants + 1) * sizeof *list);
    int n = 0;
    for (int i = 0; i < t->n_entrants; i++)
        if (!t->entrants[i].has_left)
            list[n++] = &t->entrants[i];
    qsort(list, (size_t)n, sizeof *list, by_strength);
    for (int i = 0; i < n; i++)
        field[i] = (int)(list[i] - t->entrants) + 1;
    spk_free(list);
    return n;
}

/* The first round of pairs: the upper half against the lower one, as is usual, so that the strongest do not meet at once. */
static void interleave(pairing *p)
{
    int half = p->n / 2, *old = spk_alloc((size_t)(p->n + 1) * sizeof *old);
    memcpy(old, p->order, (size_t)p->n * sizeof *old);
    for (int i = 0; i < half; i++) {
        p->order[2 * i] = old[i];
        p->order[2 * i + 1] = old[half + i];
    }
    spk_free(old);
}

static void order_by_field(pairing *p)
{
    p->n = 0;
    for (int i = 0; i < p->t->n_field; i++)
        if (can_play(p, p->t->field[i]))
            p->order[p->n++] = p->t->field[i];
}

static void order_by_standings(pairing *p)
{
    tournament_row *rows = spk_alloc((size_t)p->size * sizeof *rows);
    tournament_standings(p->t, rows);
    p->n = 0;
    for (int i = 0; i < p->t->n_entrants; i++)
        if (can_play(p, rows[i].entrant))
            p->order[p->n++] = rows[i].entrant;
    spk_free(rows);
}

/* -- The kinds --------------------------------------------------------------------------------------------------- */

static void pair_swiss(pairing *p)
{
    if (p->t->round)
        order_by_standings(p);
    else
        order_by_field(p);
    give_byes(p);
    if (!p->t->round && p->t->plan.seats == 2)
        interleave(p);
    seat_all(p);
}

/* The circle: the first stays, the others move on by one each round; whoever faces an empty chair, or somebody who
 * left, has a bye. */
static void pair_circle(pairing *p)
{
    const tournament *t = p->t;
    int n = t->n_field + t->n_field % 2, turn = t->round % (n - 1);
    for (int i = 0; i < n / 2; i++) {
        int seat[2] = {i ? 1 + (i - 1 + turn) % (n - 1) : 0, 1 + (n - 2 - i + turn) % (n - 1)};
        int who[2], n_there = 0;
        for (int k = 0; k < 2; k++)
            if (seat[k] < t->n_field && can_play(p, t->field[seat[k]]))
                who[n_there++] = t->field[seat[k]];
        if (n_there == 2)
            say_table(p, who, 2);
        else if (n_there == 1)
            say_bye(p, who[0]);
    }
}

static void pair_round_robin(pairing *p)
{
    if (p->t->plan.seats == 2) {
        pair_circle(p);
    } else {
        order_by_field(p);
        seat_all(p);
    }
}

/* -- Knock-out --------------------------------------------------------------------------------------------------- */

/* In which place of its table of the last round somebody was, and how many were there; 0: at none. */
static int rank_of(const tournament *t, int who, int *n)
{
    for (int k = t->n_tables - 1; k >= 0 && t->tables[k].round == t->round; k--) {
        int ranked[TOURNAMENT_MOST_SEATS];
        tournament_rank(&t->tables[k], ranked);
        for (int i = 0; i < t->tables[k].n; i++)
            if (ranked[i] == who) {
                *n = t->tables[k].n;
                return i + 1;
            }
    }
    return 0;
}

/* The better half of three is two, so that there are enough for another table; of two it is one. */
static int n_better(int n) { return n > 2 ? (n + 1) / 2 : 1; }

/* Who is still in: everybody before the first round; then the better half of every table, and who had a bye. */
static bool goes_on(const tournament *t, int who)
{
    if (t->entrants[who - 1].has_left)
        return false;
    if (!t->round || t->entrants[who - 1].last_bye == t->round)
        return true;
    int n = 0, rank = rank_of(t, who, &n);
    return rank && rank <= n_better(n);
}

/* The places of a bracket: the first two of the field can meet in the last round only, the first four in the
 * last two. chair[i] is who sits there; 0: nobody, or nobody any more. */
static int make_bracket(const tournament *t, int **chairs)
{
    int size = 1;
    while (size < t->n_field)
        size *= 2;
    int *chair = spk_alloc((size_t)size * sizeof *chair);
    for (int n = 1; n < size;
         n *= 2) /* beside each comes whoever makes their sum the same for all */
        for (int i = n - 1; i >= 0; i--) {
            chair[2 * i] = chair[i];
            chair[2 * i + 1] = 2 * n - 1 - chair[2 * i];
        }
    for (int i = 0; i < size; i++) {
        int who = chair[i] < t->n_field ? t->field[chair[i]] : 0;
        chair[i] = who && goes_on(t, who) ? who : 0;
    }
    *chairs = chair;
    return size;
}

static void pair_bracket(pairing *p)
{
    int *chair, size = make_bracket(p->t, &chair);
    int width = 2 << p->t->round; /* chairs of which two meet in this round */
    for (int from = 0; from < size; from += width) {
        int who[2], n = 0;
        for (int i = from; i < from + width && i < size; i++)
            if (chair[i] && n < 2)
                who[n++] = chair[i];
        if (n == 2)
            say_table(p, who, 2);
        else if (n == 1)
            say_bye(p, who[0]);
    }
    spk_free(chair);
}

static void pair_knockout(pairing *p)
{
    const tournament *t = p->t;
    if (t->plan.seats == 2) {
        pair_bracket(p);
        return;
    }
    p->n = 0;
    for (int i = 0; i < t->n_field; i++)
        if (goes_on(t, t->field[i]))
            p->order[p->n++] = t->field[i];
    seat_all(p);
}

static int n_going_on(const tournament *t)
{
    int n = 0;
    for (int i = 0; i < t->n_field; i++)
        n += goes_on(t, t->field[i]);
    return n;
}

/* The last table has no better half: whoever won it won the tournament. */
static bool is_decided(const tournament *t)
{
    int n_tables = 0, n_byes = 0;
    for (int k = t->n_tables - 1; k >= 0 && t->tables[k].round == t->round; k--)
        n_tables++;
    for (int i = 0; i < t->n_field; i++)
        n_byes += t->round && t->entrants[t->field[i] - 1].last_bye == t->round;
    return n_going_on(t) < 2 || (n_tables == 1 && !n_byes);
}

/* -- Arena -------------------------------------------------------------------------------------------------------- */

/* Leave out one of those who wait: whoever has played most, the last of them in order. */
static void let_wait(pairing *p)
{
    int at = 0, most = -1;
    for (int i = 0; i < p->n; i++) {
        int games = 0;
        for (int seat = 0; seat < TOURNAMENT_MOST_SEATS; seat++)
            games += p->sat[p->order[i] * TOURNAMENT_MOST_SEATS + seat];
        if (games >= most)
            at = i, most = games;
    }
    memmove(&p->order[at], &p->order[at + 1], (size_t)(--p->n - at) * sizeof *p->order);
}

/* Whoever waits, by points. A smaller table than wanted only if nobody else will come free. */
static void pair_arena(pairing *p)
{
    const tournament *t = p->t;
    order_by_standings(p);
    if (p->n < t->plan.seats && (t->n_open || p->n < t->plan.least_seats))
        return;
    while (p->n > t->plan.seats && p->n % t->plan.seats)
        let_wait(p);
    seat_all(p);
}

/* -- The next lines -------------------------------------------------------------------------------------------------- */

int tournament_rounds_of(const tournament *t, int n)
{
    int seats = t->plan.seats, rounds = 0;
    if (n < 2)
        return t->plan.rounds;
    switch (t->plan.kind) {
    case TOURNAMENT_ARENA: return 0;
    case TOURNAMENT_ROUND_ROBIN:
        if (seats == 2)
            return n - 1 + n % 2;
        return t->plan.rounds ? t->plan.rounds : (n - 1 + seats - 2) / (seats - 1);
    case TOURNAMENT_KNOCKOUT:
        for (int left = n; left > 1; rounds++)
            left = seats > 2 && left <= t->plan.most_seats ? 1 : left / 2 + left % 2;
        return rounds;
    case TOURNAMENT_SWISS:
        for (int many = 1; many < n; many *= seats)
            rounds++;
        return t->plan.rounds ? t->plan.rounds : rounds + 1;
    case TOURNAMENT_DUPLICATE: return t->plan.rounds ? t->plan.rounds : 2 * seats;
    case TOURNAMENT_KIND_COUNT: break;
    }
    return 0;
}

static bool is_last_round_over(const tournament *t)
{
    if (t->plan.kind == TOURNAMENT_KNOCKOUT)
        return is_decided(t);
    return t->round >= tournament_rounds(t);
}

/* A round without a table is none, but in a bracket, where two who are left may be far apart. */
static bool is_round(const tournament *t, const char *lines)
{
    return strstr(lines, "table") || (t->plan.kind == TOURNAMENT_KNOCKOUT && t->plan.seats == 2);
}

static int next_round(const tournament *t, spk_buf *out)
{
    static void (*const PAIR[])(pairing *) = {pair_round_robin, pair_swiss, pair_knockout,
                                              pair_arena, pair_swiss};
    spk_buf lines = {0};
    pairing p = begin(t, &lines);
    spk_buf_printf(&lines, "round %d\n", t->round + 1);
    p.n_lines = 1;
    PAIR[t->plan.kind](&p);
    int n = finish(&p);
    bool goes = is_round(t, spk_buf_text(&lines));
    spk_buf_puts(out, goes ? spk_buf_text(&lines) : "end\n");
    spk_buf_release(&lines);
    return goes ? n : 1;
}

static int next_of_arena(const tournament *t, spk_buf *out)
{
    pairing p = begin(t, out);
    if (!t->round) {
        spk_buf_puts(out, "round 1\n");
        p.n_lines = 1;
    }
    pair_arena(&p);
    return finish(&p);
}

int tournament_next(const tournament *t, spk_buf *out)
{
    bool is_arena = t->plan.kind == TOURNAMENT_ARENA;
    if (t->status == TOURNAMENT_RUNNING && is_arena)
        return next_of_arena(t, out);
    if (t->n_open || t->status == TOURNAMENT_OPEN || t->status == TOURNAMENT_OVER)
        return 0;
    if (is_arena || is_last_round_over(t)) {
        spk_buf_puts(out, "end\n");
        return 1;
    }
    return next_round(t, out);
}
