/* standings.c: points and places. See tournament.h. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "hosts/tournament/inside.h"

const char *const tournament_tiebreak_words[] = {"points", "round", "rivals",
                                                 "wins",   "share", "nothing"};

/* -- Points of a table ------------------------------------------------------------------------------------ */

/* One point for whoever leaves everybody of n behind, who beat some and tie with others. */
static int part_of_point(int beaten, int tied, int n)
{
    return n > 1 ? TOURNAMENT_POINT * (2 * beaten + tied) / (2 * (n - 1)) : 0;
}

static void count_places(tournament_table *table)
{
    for (int i = 0; i < table->n; i++) {
        int beaten = 0, tied = -1;
        for (int j = 0; j < table->n; j++) {
            beaten += table->place[j] > table->place[i];
            tied += table->place[j] == table->place[i];
        }
        table->points[i] = part_of_point(beaten, tied, table->n);
    }
}

/* How well a seat did with its cards: by how much it was ahead of the average of the others. Times the number of the
 * others, which is the same at all tables of a duplicate. */
static int margin(const tournament_table *table, int seat)
{
    int others = 0;
    for (int i = 0; i < table->n; i++)
        others += i == seat ? 0 : table->score[i];
    return table->score[seat] * (table->n - 1) - others;
}

static bool is_comparable(const tournament_table *a, const tournament_table *b)
{
    return b->is_over && !b->is_void && a->round == b->round;
}

/* A seat of a duplicate, against the same seat of the other tables with this deal. */
static int compare_seat(const tournament *t, const tournament_table *table, int seat)
{
    int beaten = 0, tied = 0, n = 1, own = margin(table, seat);
    for (int i = t->n_tables - 1; i >= 0 && t->tables[i].round == table->round; i--) {
        const tournament_table *other = &t->tables[i];
        if (other == table || !is_comparable(table, other))
            continue;
        n++;
        beaten += margin(other, seat) < own;
        tied += margin(other, seat) == own;
    }
    return part_of_point(beaten, tied, n);
}

/* One more result may change the points of every table with that deal. A deal is compared within its round, which is the
 * last one: no result comes after the next round has begun. */
static void count_deal(const tournament *t, int round)
{
    for (int i = t->n_tables - 1; i >= 0 && t->tables[i].round == round; i--) {
        tournament_table *table = &t->tables[i];
        for (int seat = 0; is_comparable(table, table) && seat < table->n; seat++)
            table->points[seat] = compare_seat(t, table, seat);
    }
}

void tournament_count(const tournament *t, tournament_table *table)
{
    if (t->plan.kind == TOURNAMENT_DUPLICATE)
        count_deal(t, table->round);
    else
        count_places(table);
}

/* -- Sums of the entrants ---------------------------------------------------------------------------------- */

static int points_of_byes(const tournament *t, int byes)
{
    switch (t->plan.kind) {
    case TOURNAMENT_ROUND_ROBIN: return 0;
    case TOURNAMENT_DUPLICATE: return byes * TOURNAMENT_POINT / 2;
    case TOURNAMENT_SWISS:
    case TOURNAMENT_KNOCKOUT:
    case TOURNAMENT_ARENA:
    case TOURNAMENT_KIND_COUNT: break;
    }
    return byes * TOURNAMENT_POINT;
}

static void add_table(const tournament_table *table, tournament_row *rows, int64_t *own,
                      int64_t *all)
{
    int64_t sum = 0;
    for (int i = 0; i < table->n; i++)
        sum += table->score[i];
    for (int i = 0; i < table->n; i++) {
        tournament_row *r = &rows[table->who[i] - 1];
        r->points += table->points[i];
        r->games++;
        r->wins += table->place[i] == 1;
        own[table->who[i] - 1] += table->score[i];
        all[table->who[i] - 1] += sum;
    }
}

static void add_rivals(const tournament_table *table, const int *points, tournament_row *rows)
{
    for (int i = 0; i < table->n; i++)
        for (int j = 0; j < table->n; j++)
            rows[table->who[i] - 1].rivals += i == j ? 0 : points[table->who[j] - 1];
}

void tournament_rank(const tournament_table *table, int *who)
{
    bool taken[TOURNAMENT_MOST_SEATS] = {false};
    for (int k = 0; k < table->n; k++) {
        int best = -1;
        for (int i = 0; i < table->n; i++)
            if (!taken[i] &&
                (best < 0 || table->place[i] < table->place[best] ||
                 (table->place[i] == table->place[best] && table->score[i] > table->score[best])))
                best = i;
        taken[best] = true;
        who[k] = table->who[best];
    }
}

/* How far those at a table have come. */
static void reach(const tournament_table *table, tournament_row *rows)
{
    int ranked[TOURNAMENT_MOST_SEATS];
    tournament_rank(table, ranked);
    for (int i = 0; i < table->n; i++) {
        tournament_row *r = &rows[ranked[i] - 1];
        if (table->round < r->reached)
            continue;
        r->reached = table->round;
        r->rank = i + 1;
    }
}

/* Rows by entrant, not yet in order. */
static void sum_up(const tournament *t, tournament_row *rows)
{
    int n = t->n_entrants;
    int64_t *own = spk_alloc((size_t)(n + 1) * sizeof *own),
            *all = spk_alloc((size_t)(n + 1) * sizeof *all);
    int *points = spk_alloc((size_t)(n + 1) * sizeof *points);
    for (int i = 0; i < n; i++)
        rows[i] = (tournament_row){.entrant = i + 1,
                                   .has_left = t->entrants[i].has_left,
                                   .byes = t->entrants[i].byes,
                                   .reached = t->entrants[i].last_bye,
                                   .points = points_of_byes(t, t->entrants[i].byes)};
    for (int k = 0; k < t->n_tables; k++) {
        const tournament_table *table = &t->tables[k];
        reach(table, rows);
        if (is_comparable(table, table))
            add_table(table, rows, own, all);
    }
    for (int i = 0; i < n; i++) {
        points[i] = rows[i].points;
        rows[i].share = all[i] > 0 ? (int)(own[i] * 1000 / all[i]) : 0;
    }
    for (int k = 0; k < t->n_tables; k++)
        if (is_comparable(&t->tables[k], &t->tables[k]))
            add_rivals(&t->tables[k], points, rows);
    spk_free(own), spk_free(all), spk_free(points);
}

/* -- Order ------------------------------------------------------------------------------------------------- */

/* What decides between two; *sign is below 0 if a comes first. In a knock-out, how far somebody came goes before
 * points. */
static tournament_tiebreak decide(bool by_round, const tournament_row *a, const tournament_row *b,
                                  int *sign)
{
    if (by_round && ((*sign = b->reached - a->reached) || (*sign = a->rank - b->rank)))
        return TOURNAMENT_BY_ROUND;
    if ((*sign = b->points - a->points))
        return TOURNAMENT_BY_POINTS;
    if ((*sign = b->rivals - a->rivals))
        return TOURNAMENT_BY_RIVALS;
    if ((*sign = b->wins - a->wins))
        return TOURNAMENT_BY_WINS;
    if ((*sign = b->share - a->share))
        return TOURNAMENT_BY_SHARE;
    return TOURNAMENT_BY_NOTHING;
}

static int order(bool by_round, const tournament_row *a, const tournament_row *b)
{
    int sign = 0;
    decide(by_round, a, b, &sign);
    return sign ? sign : a->entrant - b->entrant;
}

static int by_points(const void *a, const void *b) { return order(false, a, b); }

static int by_round_first(const void *a, const void *b) { return order(true, a, b); }

void tournament_standings(const tournament *t, tournament_row *rows)
{
    int n = t->n_entrants;
    bool by_round = t->plan.kind == TOURNAMENT_KNOCKOUT;
    sum_up(t, rows);
    qsort(rows, (size_t)n, sizeof *rows, by_round ? by_round_first : by_points);
    for (int i = 0; i < n; i++) {
        int sign = 0;
        rows[i].before_next =
            i + 1 < n ? decide(by_round, &rows[i], &rows[i + 1], &sign) : TOURNAMENT_BY_NOTHING;
        rows[i].place =
            i && rows[i - 1].before_next == TOURNAMENT_BY_NOTHING ? rows[i - 1].place : i + 1;
    }
}
