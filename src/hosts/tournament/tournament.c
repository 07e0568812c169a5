/* tournament.c: the log, line by line. Who meets whom is in pair.c, who stands where in standings.c. */
#include "hosts/tournament/tournament.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "base/str.h"
#include "hosts/tournament/inside.h"

const char *const tournament_kind_words[] = {"round_robin", "swiss", "knockout", "arena",
                                             "duplicate"};

/* -- Life ------------------------------------------------------------------------------------------------ */

static spk_err check_plan(const tournament_plan *p, spk_why *why)
{
    if (p->kind < 0 || p->kind >= TOURNAMENT_KIND_COUNT)
        return spk_fail(why, SPK_ERANGE, "There is no such kind of tournament.");
    if (p->least_seats < 2 || p->most_seats > TOURNAMENT_MOST_SEATS || p->seats < p->least_seats ||
        p->seats > p->most_seats)
        return spk_fail(why, SPK_ERANGE, "Players at a table: %d to %d.", p->least_seats,
                        p->most_seats);
    if (p->rounds < 0 || p->rounds > TOURNAMENT_MOST_ROUNDS)
        return spk_fail(why, SPK_ERANGE, "Rounds: 1 to %d.", TOURNAMENT_MOST_ROUNDS);
    if (p->late_rounds < 0 || p->late_rounds > TOURNAMENT_MOST_ROUNDS)
        return spk_fail(why, SPK_ERANGE, "Rounds for latecomers: 0 to %d.", TOURNAMENT_MOST_ROUNDS);
    return SPK_OK;
}

tournament *tournament_new(const tournament_plan *plan, spk_why *why)
{
    if (check_plan(plan, why) != SPK_OK)
        return NULL;
    tournament *t = spk_alloc(sizeof *t);
    t->plan = *plan;
    return t;
}

void tournament_free(tournament *t)
{
    if (!t)
        return;
    spk_free(t->entrants);
    spk_free(t->tables);
    spk_free(t->field);
    spk_free(t);
}

/* -- Lines: people ---------------------------------------------------------------------------------------- */

static bool can_join(const tournament *t)
{
    if (t->status == TOURNAMENT_OPEN)
        return true;
    if (t->status != TOURNAMENT_RUNNING)
        return false;
    switch (t->plan.kind) {
    case TOURNAMENT_ARENA: return true;
    case TOURNAMENT_SWISS:
    case TOURNAMENT_DUPLICATE: return t->round <= t->plan.late_rounds;
    case TOURNAMENT_ROUND_ROBIN:
    case TOURNAMENT_KNOCKOUT:
    case TOURNAMENT_KIND_COUNT: return false;
    }
    return false;
}

static spk_err on_join(tournament *t, spk_words *w, spk_why *why)
{
    char word[16];
    int strength = 0;
    if (spk_words_next(w, word, sizeof word) && !spk_str_int(word, 0, 100000, &strength))
        return spk_malformed(why, 0, "'%s' is not a rating.", word);
    if (!can_join(t))
        return spk_refuse(why, "", "It is too late to join this tournament.");
    if (t->n_entrants == TOURNAMENT_MOST_ENTRANTS)
        return spk_refuse_as(why, SPK_ERANGE, "This tournament is full.");
    if (t->n_entrants == t->cap_entrants) {
        t->cap_entrants = t->cap_entrants ? 2 * t->cap_entrants : 16;
        t->entrants = spk_realloc(t->entrants, (size_t)t->cap_entrants * sizeof *t->entrants);
    }
    spk_rng rng; /* an entrant's lot does not depend on who else is there */
    spk_rng_init(&rng, t->plan.seed, (uint64_t)t->n_entrants + 1);
    uint64_t lot = spk_rng_below_wide(&rng, UINT64_C(1) << 62);
    t->entrants[t->n_entrants++] = (entrant){.strength = strength, .lot = lot};
    return SPK_OK;
}

/* A number from 1 to 'most' as the next word. */
static spk_err read_number(spk_words *w, const char *what, int most, int *number, spk_why *why)
{
    char word[16];
    if (!spk_words_next(w, word, sizeof word) || !spk_str_int(word, 1, most, number))
        return spk_malformed(why, 0, "There should be the number of %s here, 1 to %d.", what, most);
    return SPK_OK;
}

static spk_err set_left(tournament *t, spk_words *w, bool left, spk_why *why)
{
    int who;
    spk_err err = read_number(w, "an entrant", t->n_entrants, &who, why);
    if (err != SPK_OK)
        return err;
    if (t->status == TOURNAMENT_OVER)
        return spk_refuse(why, "", "This tournament is over.");
    if (t->entrants[who - 1].has_left == left)
        return spk_refuse(why, "",
                          left ? "You have left this tournament already."
                               : "You are in this tournament already.");
    t->entrants[who - 1].has_left = left;
    return SPK_OK;
}

static spk_err on_leave(tournament *t, spk_words *w, spk_why *why)
{
    return set_left(t, w, true, why);
}

static spk_err on_back(tournament *t, spk_words *w, spk_why *why)
{
    return set_left(t, w, false, why);
}

/* -- Lines: the course of things ---------------------------------------------------------------------------- */

static int n_present(const tournament *t)
{
    int n = 0;
    for (int i = 0; i < t->n_entrants; i++)
        n += !t->entrants[i].has_left;
    return n;
}

static spk_err on_start(tournament *t, spk_words *w, spk_why *why)
{
    (void)w;
    if (t->status != TOURNAMENT_OPEN)
        return spk_refuse(why, "", "This tournament has begun already.");
    int least = t->plan.kind == TOURNAMENT_DUPLICATE ? 2 * t->plan.seats : t->plan.least_seats;
    if (n_present(t) < least)
        return spk_refuse(why, "", "This tournament needs at least {n} players.",
                          SPK_NUM("n", least));
    t->field = spk_alloc((size_t)t->n_entrants * sizeof *t->field);
    t->n_field = tournament_draw(t, t->field);
    t->status = TOURNAMENT_RUNNING;
    return SPK_OK;
}

static spk_err on_round(tournament *t, spk_words *w, spk_why *why)
{
    int round;
    spk_err err = read_number(w, "a round", TOURNAMENT_MOST_ROUNDS, &round, why);
    if (err != SPK_OK)
        return err;
    if (t->status != TOURNAMENT_RUNNING || t->n_open || round != t->round + 1)
        return spk_fail(why, SPK_EREFUSED, "Round %d does not follow.", round);
    t->round = round;
    return SPK_OK;
}

static spk_err on_table(tournament *t, spk_words *w, spk_why *why)
{
    tournament_table table = {.round = t->round};
    while (!spk_words_end(w)) {
        int who;
        if (table.n == t->plan.most_seats)
            return spk_malformed(why, 0, "A table has at most %d players.", t->plan.most_seats);
        spk_err err = read_number(w, "an entrant", t->n_entrants, &who, why);
        if (err != SPK_OK)
            return err;
        for (int i = 0; i < table.n; i++)
            if (table.who[i] == who)
                return spk_malformed(why, 0, "Entrant %d cannot sit there twice.", who);
        if (t->entrants[who - 1].table)
            return spk_fail(why, SPK_EREFUSED, "Entrant %d plays at another table.", who);
        table.who[table.n++] = who;
    }
    if (t->status != TOURNAMENT_RUNNING || !t->round || table.n < t->plan.least_seats)
        return spk_fail(why, SPK_EREFUSED, "There can be no such table now.");
    if (t->n_tables == t->cap_tables) {
        t->cap_tables = t->cap_tables ? 2 * t->cap_tables : 16;
        t->tables = spk_realloc(t->tables, (size_t)t->cap_tables * sizeof *t->tables);
    }
    t->tables[t->n_tables++] = table;
    t->n_open++;
    for (int i = 0; i < table.n; i++)
        t->entrants[table.who[i] - 1].table = t->n_tables;
    return SPK_OK;
}

static spk_err on_bye(tournament *t, spk_words *w, spk_why *why)
{
    int who;
    spk_err err = read_number(w, "an entrant", t->n_entrants, &who, why);
    if (err != SPK_OK)
        return err;
    entrant *e = &t->entrants[who - 1];
    if (t->status != TOURNAMENT_RUNNING || !t->round || e->table || e->last_bye == t->round)
        return spk_fail(why, SPK_EREFUSED, "Entrant %d cannot have a bye now.", who);
    e->byes++;
    e->last_bye = t->round;
    return SPK_OK;
}

/* -- Lines: results ------------------------------------------------------------------------------------------- */

static spk_err read_table(tournament *t, spk_words *w, tournament_table **table, spk_why *why)
{
    int number;
    spk_err err = read_number(w, "a table", t->n_tables, &number, why);
    if (err != SPK_OK)
        return err;
    *table = &t->tables[number - 1];
    if ((*table)->is_over)
        return spk_fail(why, SPK_EREFUSED, "Table %d has its result.", number);
    return SPK_OK;
}

static void close_table(tournament *t, tournament_table *table)
{
    table->is_over = true;
    t->n_open--;
    for (int i = 0; i < table->n; i++)
        t->entrants[table->who[i] - 1].table = 0;
}

static spk_err read_result(spk_words *w, int n, int *place, int *score, spk_why *why)
{
    char word[32];
    if (!spk_words_next(w, word, sizeof word))
        return spk_malformed(why, 0, "A result has a place and a score for every seat: 1:38.");
    char *colon = strchr(word, ':');
    if (colon)
        *colon = '\0';
    if (!colon || !spk_str_int(word, 1, n, place) ||
        !spk_str_int(colon + 1, -1000000, 1000000, score))
        return spk_malformed(why, 0, "A result has a place, 1 to %d, and a score: 1:38.", n);
    return SPK_OK;
}

static spk_err on_result(tournament *t, spk_words *w, spk_why *why)
{
    tournament_table *table;
    spk_err err = read_table(t, w, &table, why);
    if (err != SPK_OK)
        return err;
    tournament_table next = *table;
    for (int i = 0; i < next.n; i++)
        if ((err = read_result(w, next.n, &next.place[i], &next.score[i], why)) != SPK_OK)
            return err;
    if (!spk_words_end(w))
        return spk_malformed(why, 0, "There are more results than seats.");
    *table = next;
    close_table(t, table);
    tournament_count(t, table);
    return SPK_OK;
}

static spk_err on_void(tournament *t, spk_words *w, spk_why *why)
{
    tournament_table *table;
    spk_err err = read_table(t, w, &table, why);
    if (err != SPK_OK)
        return err;
    table->is_void = true;
    close_table(t, table);
    return SPK_OK;
}

static spk_err on_closing(tournament *t, spk_words *w, spk_why *why)
{
    (void)w;
    if (t->status != TOURNAMENT_RUNNING || t->plan.kind != TOURNAMENT_ARENA)
        return spk_fail(why, SPK_EREFUSED, "Only a running arena can be closed.");
    t->status = TOURNAMENT_CLOSING;
    return SPK_OK;
}

static spk_err on_end(tournament *t, spk_words *w, spk_why *why)
{
    (void)w;
    if (t->n_open || t->status == TOURNAMENT_OVER)
        return spk_fail(why, SPK_EREFUSED, "It cannot end now.");
    t->status = TOURNAMENT_OVER;
    return SPK_OK;
}

static const struct {
    const char *word;
    spk_err (*apply)(tournament *t, spk_words *w, spk_why *why);
} LINES[] = {{"join", on_join},   {"leave", on_leave},     {"back", on_back}, {"start", on_start},
             {"round", on_round}, {"table", on_table},     {"bye", on_bye},   {"result", on_result},
             {"void", on_void},   {"closing", on_closing}, {"end", on_end}};

spk_err tournament_apply(tournament *t, const char *line, spk_why *why)
{
    char word[16];
    spk_words w = spk_words_of(line);
    bool is_word = spk_words_next(&w, word, sizeof word);
    for (size_t i = 0; is_word && i < sizeof LINES / sizeof *LINES; i++)
        if (spk_str_eq(word, LINES[i].word)) {
            /* Words that are too many are noticed before anything is changed: only these lines take any number. */
            spk_words rest = w;
            int n = 0;
            while (spk_words_next(&rest, word, sizeof word))
                n++;
            bool takes_many = LINES[i].apply == on_table || LINES[i].apply == on_result;
            if (!takes_many && n > 1)
                return spk_malformed(why, 0, "There is too much in this line.");
            return LINES[i].apply(t, &w, why);
        }
    return spk_malformed(why, 0, "A tournament has no such line.");
}

/* -- Looking -------------------------------------------------------------------------------------------------- */

tournament_status tournament_state(const tournament *t) { return t->status; }

int tournament_round(const tournament *t) { return t->round; }

int tournament_rounds(const tournament *t)
{
    return tournament_rounds_of(t, t->status == TOURNAMENT_OPEN ? n_present(t) : t->n_field);
}

int tournament_entrants(const tournament *t) { return t->n_entrants; }

bool tournament_has_left(const tournament *t, int who) { return t->entrants[who - 1].has_left; }

int tournament_tables(const tournament *t) { return t->n_tables; }

const tournament_table *tournament_table_at(const tournament *t, int number)
{
    SPK_BUG_IF(number < 1 || number > t->n_tables);
    return &t->tables[number - 1];
}

int tournament_table_of(const tournament *t, int who) { return t->entrants[who - 1].table; }
