/* errand.c: see errand.h. */
#include "hosts/arena/errand.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "engine/record.h"
#include "hosts/box_text.h"

/* -- The question ---------------------------------------------------------------------------------- */

spk_err arena_errand_check(const arena_plan *plan, spk_why *why)
{
    host_spec spec;
    for (int i = 0; i < plan->n_bots; i++)
        if (host_spec_read(plan->bot[i].spec, &spec, why) != SPK_OK || spec.command)
            return spk_fail(why, SPK_EREFUSED,
                            "'%.60s' is a program: workers play with built-in bots only",
                            plan->bot[i].spec);
    return SPK_OK;
}

void arena_errand_print(const arena_plan *plan, int set, int game, const arena_game *played,
                        spk_buf *out)
{
    char room[16];
    host_box_print(plan->box, out);
    spk_buf_printf(out, "seed %" PRIu64 "\nset %d\nnumber %d\n", plan->seed, set, game);
    for (int i = 0; i < plan->n_bots; i++) {
        const host_budget *budget = &plan->bot[i].budget;
        bool given = budget->ms || budget->iterations;
        spk_buf_printf(out, "bot %s %s\n", given ? host_budget_print(budget, room) : "none",
                       plan->bot[i].spec);
    }
    for (int i = 0; i < plan->box->n_seats; i++)
        spk_buf_printf(out, "sits %d\n", played->bot[i]);
    if (plan->keep)
        spk_buf_puts(out, "record\n");
}

/* -- Elsewhere: reading ----------------------------------------------------------------------------- */

struct arena_errand {
    host_box_text text;
    spk_box box;
    bool has_box, wants_record;
    arena_plan plan;
    int set, number, n_sits;
    int8_t sits[SPK_MAX_SEATS];
    spk_buf record;
};

static spk_err take_seed(arena_errand *e, const char *rest, spk_why *why)
{
    char *end;
    e->plan.seed = strtoull(rest, &end, 10);
    return *rest && strspn(rest, "0123456789") == strlen(rest) && strlen(rest) <= 20
               ? SPK_OK
               : spk_fail(why, SPK_EMALFORMED, "'%.40s' is not a seed", rest);
}

static spk_err take_set(arena_errand *e, const char *rest, spk_why *why)
{
    return host_number_take(rest, 0, ARENA_MAX_SETS - 1, &e->set, why);
}

static spk_err take_number(arena_errand *e, const char *rest, spk_why *why)
{
    return host_number_take(rest, 0, ARENA_MAX_GAMES - 1, &e->number, why);
}

/* "1000it hard". Its budget is the plan's, whatever its name says; a program is never started. */
static spk_err take_bot(arena_errand *e, const char *rest, spk_why *why)
{
    char word[16];
    host_spec spec;
    host_budget budget = {0};
    spk_words w = spk_words_of(rest);
    arena_entrant *who = &e->plan.bot[e->plan.n_bots];
    bool fine = e->plan.n_bots < ARENA_MAX_BOTS && spk_words_next(&w, word, sizeof word) &&
                (spk_str_eq(word, "none") || host_budget_parse(word, &budget)) && *w.at == ' ' &&
                strlen(w.at + 1) < sizeof who->spec;
    if (!fine)
        return spk_fail(why, SPK_EMALFORMED, "'%.40s' is no bot with a budget", rest);
    spk_err err = host_spec_read(w.at + 1, &spec, why);
    if (err == SPK_OK && spec.command)
        err = spk_fail(why, SPK_EREFUSED, "no program is started for others");
    if (err != SPK_OK)
        return err;
    *who = (arena_entrant){.budget = budget};
    strcpy(who->spec, w.at + 1);
    strcpy(who->name, w.at + 1);
    e->plan.n_bots++;
    return SPK_OK;
}

static spk_err take_sits(arena_errand *e, const char *rest, spk_why *why)
{
    int bot = 0;
    if (e->n_sits == SPK_MAX_SEATS)
        return spk_fail(why, SPK_ERANGE, "too many seats");
    spk_err err = host_number_take(rest, 0, ARENA_MAX_BOTS - 1, &bot, why);
    if (err == SPK_OK)
        e->sits[e->n_sits++] = (int8_t)bot;
    return err;
}

static spk_err take_record(arena_errand *e, const char *rest, spk_why *why)
{
    (void)rest, (void)why;
    e->wants_record = true;
    return SPK_OK;
}

static spk_err take_line(arena_errand *e, const char *line, spk_why *why)
{
    static const struct {
        const char *word;
        spk_err (*take)(arena_errand *e, const char *rest, spk_why *why);
    } words[] = {
        {"seed", take_seed}, {"set", take_set},   {"number", take_number},
        {"bot", take_bot},   {"sits", take_sits}, {"record", take_record},
    };
    size_t n = strcspn(line, " ");
    spk_err err = SPK_OK;
    if (host_box_take(&e->text, line, &err, why))
        return err;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].word) == n && memcmp(words[i].word, line, n) == 0)
            return words[i].take(e, line + n + (line[n] == ' '), why);
    return spk_fail(why, SPK_EMALFORMED, "'%.40s' is no line of a game", line);
}

typedef spk_err on_line(void *self, const char *line, spk_why *why);

/* Each line of a text that is text, terminated. */
static spk_err for_each_line(const char *text, size_t n, on_line *take, void *self, spk_why *why)
{
    size_t bad_at;
    spk_err err = SPK_OK;
    if (!spk_str_is_clean(text, n, &bad_at))
        return spk_fail(why, SPK_EMALFORMED, "byte %zu is not text", bad_at);
    char *copy = memcpy(spk_alloc(n + 1), text, n);
    copy[n] = '\0';
    for (char *line = copy; *line && err == SPK_OK;) {
        size_t length = strcspn(line, "\n");
        bool last = !line[length];
        line[length] = '\0';
        err = take(self, line, why);
        line += length + !last;
    }
    spk_free(copy);
    return err;
}

static spk_err take_errand_line(void *self, const char *line, spk_why *why)
{
    return take_line(self, line, why);
}

static void keep_record(void *self, int set, int game, const arena_game *played, const spk_match *m)
{
    arena_errand *e = self;
    (void)set, (void)game, (void)played;
    spk_record_save(m, &e->record);
}

static spk_err set_table(arena_errand *e, spk_why *why)
{
    spk_err err = host_box_open(&e->text, &e->box, why);
    e->has_box = err == SPK_OK;
    if (err == SPK_OK && e->n_sits != e->box.n_seats)
        err = spk_fail(why, SPK_EMALFORMED, "%d bots sit at a table for %d", e->n_sits,
                       e->box.n_seats);
    for (int i = 0; i < e->n_sits && err == SPK_OK; i++)
        if (e->sits[i] >= e->plan.n_bots)
            err = spk_fail(why, SPK_ERANGE, "there is no bot %d", e->sits[i]);
    for (int i = 0; i < e->plan.n_bots && err == SPK_OK; i++)
        err = arena_entrant_try(&e->plan.bot[i], &e->box, why); /* a script of another game */
    e->plan.box = &e->box;
    e->plan.keep = e->wants_record ? keep_record : NULL;
    e->plan.keeper = e;
    return err;
}

arena_errand *arena_errand_read(const char *text, size_t n, spk_why *why)
{
    arena_errand *e = spk_alloc(sizeof *e);
    *e = (arena_errand){0};
    if (for_each_line(text, n, take_errand_line, e, why) == SPK_OK && set_table(e, why) == SPK_OK)
        return e;
    arena_errand_free(e);
    return NULL;
}

void arena_errand_free(arena_errand *e)
{
    if (!e)
        return;
    if (e->has_box)
        spk_box_close(&e->box);
    host_box_release(&e->text);
    spk_buf_release(&e->record);
    spk_free(e);
}

/* -- Elsewhere: playing ------------------------------------------------------------------------------- */

static void print_effort(int bot, const arena_effort *effort, spk_buf *out)
{
    const arena_times *t = &effort->times;
    spk_buf_printf(out,
                   "effort %d %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %.17g %" PRIu64
                   " %.17g %.17g\n",
                   bot, effort->over, effort->faults, effort->iterations, effort->transitions,
                   effort->thinking_ms, t->n, t->total_ms, t->max_ms);
    for (int i = 0; i < ARENA_TIME_BUCKETS; i++)
        if (t->bucket[i])
            spk_buf_printf(out, "times %d %d %" PRIu32 "\n", bot, i, t->bucket[i]);
    if (*effort->first_fault)
        spk_buf_printf(out, "fault %d %s\n", bot, effort->first_fault);
}

static void print_game(const arena_errand *e, const arena_game *g, const arena_effort *effort,
                       spk_buf *out)
{
    spk_buf_printf(out, "steps %d %d\n", g->steps, g->unfinished);
    for (int i = 0; i < e->box.n_seats; i++)
        spk_buf_printf(out, "seat %d %d %d %" PRId64 "\n", i, g->rank[i], g->score[i], g->luck[i]);
    for (int i = 0; i < e->plan.n_bots; i++)
        print_effort(i, &effort[i], out);
    host_lines_print("record", spk_buf_text(&e->record), out);
}

bool arena_errand_play(arena_errand *e, const atomic_bool *stop, spk_buf *out)
{
    arena_game g = {0};
    arena_effort *effort = spk_alloc(ARENA_MAX_BOTS * sizeof *effort);
    memcpy(g.bot, e->sits, sizeof g.bot);
    memset(effort, 0, ARENA_MAX_BOTS * sizeof *effort);
    bool whole = arena_game_play(&e->plan, e->set, e->number, stop, &g, effort);
    if (whole)
        print_game(e, &g, effort, out);
    spk_free(effort);
    return whole;
}

/* -- The answer --------------------------------------------------------------------------------------- */

typedef struct answer {
    const arena_plan *plan;
    arena_game game;
    arena_effort *effort;
    spk_buf record;
    unsigned seats; /* bits: those that were named */
    bool has_steps;
} answer;

static bool ends(const char *rest, int n) { return n > 0 && !rest[n]; }

static bool take_steps(answer *a, const char *rest)
{
    int n = 0, steps, unfinished;
    if (sscanf(rest, "%d %d%n", &steps, &unfinished, &n) != 2 || !ends(rest, n) || steps < 0 ||
        steps > a->plan->box->game->max_steps || (unfinished & ~1))
        return false;
    a->game.steps = steps;
    a->game.unfinished = unfinished;
    return a->has_steps = true;
}

static bool take_seat(answer *a, const char *rest)
{
    int n = 0, seat, rank, score;
    int64_t luck;
    if (sscanf(rest, "%d %d %d %" SCNd64 "%n", &seat, &rank, &score, &luck, &n) != 4 ||
        !ends(rest, n) || seat < 0 || seat >= a->plan->box->n_seats || rank < 0 ||
        rank > a->plan->box->n_seats || a->seats >> seat & 1)
        return false;
    a->seats |= 1u << seat;
    a->game.rank[seat] = (int8_t)rank;
    a->game.score[seat] = score;
    a->game.luck[seat] = luck;
    return true;
}

static bool is_time(double ms) { return ms >= 0 && ms < 1e12; }

static bool take_effort(answer *a, const char *rest)
{
    int n = 0, bot;
    arena_effort e = {0};
    if (sscanf(rest, "%d %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %lg %" SCNu64 " %lg %lg%n",
               &bot, &e.over, &e.faults, &e.iterations, &e.transitions, &e.thinking_ms, &e.times.n,
               &e.times.total_ms, &e.times.max_ms, &n) != 9 ||
        !ends(rest, n) || bot < 0 || bot >= a->plan->n_bots || !is_time(e.thinking_ms) ||
        !is_time(e.times.total_ms) || !is_time(e.times.max_ms))
        return false;
    a->effort[bot] = e;
    return true;
}

static bool take_times(answer *a, const char *rest)
{
    int n = 0, bot, bucket;
    uint32_t count;
    if (sscanf(rest, "%d %d %" SCNu32 "%n", &bot, &bucket, &count, &n) != 3 || !ends(rest, n) ||
        bot < 0 || bot >= a->plan->n_bots || bucket < 0 || bucket >= ARENA_TIME_BUCKETS)
        return false;
    a->effort[bot].times.bucket[bucket] = count;
    return true;
}

static bool take_fault(answer *a, const char *rest)
{
    int n = 0, bot;
    if (sscanf(rest, "%d %n", &bot, &n) != 1 || n == 0 || bot < 0 || bot >= a->plan->n_bots ||
        strlen(rest + n) >= sizeof a->effort[bot].first_fault)
        return false;
    strcpy(a->effort[bot].first_fault, rest + n);
    return true;
}

static bool take_record_line(answer *a, const char *rest)
{
    spk_buf_puts(&a->record, rest);
    spk_buf_putc(&a->record, '\n');
    return true;
}

static spk_err take_answer_line(void *self, const char *line, spk_why *why)
{
    static const struct {
        const char *word;
        bool (*take)(answer *a, const char *rest);
    } words[] = {
        {"steps", take_steps}, {"seat", take_seat},   {"effort", take_effort},
        {"times", take_times}, {"fault", take_fault}, {"record", take_record_line},
    };
    size_t n = strcspn(line, " ");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].word) == n && memcmp(words[i].word, line, n) == 0 &&
            words[i].take(self, line + n + (line[n] == ' ')))
            return SPK_OK;
    return spk_fail(why, SPK_EMALFORMED, "'%.60s' is no line of a result", line);
}

/* Every answer was counted in one bucket. */
static bool adds_up(const answer *a)
{
    for (int i = 0; i < a->plan->n_bots; i++) {
        uint64_t n = 0;
        for (int k = 0; k < ARENA_TIME_BUCKETS; k++)
            n += a->effort[i].times.bucket[k];
        if (n != a->effort[i].times.n)
            return false;
    }
    return a->has_steps && a->seats == (1u << a->plan->box->n_seats) - 1 &&
           (a->record.n > 0) == (a->plan->keep != NULL);
}

spk_err arena_errand_take(const arena_plan *plan, const char *text, arena_game *played,
                          arena_effort effort[ARENA_MAX_BOTS], spk_buf *record, spk_why *why)
{
    answer a = {.plan = plan, .game = *played};
    a.effort = spk_alloc(ARENA_MAX_BOTS * sizeof *effort);
    memset(a.effort, 0, ARENA_MAX_BOTS * sizeof *effort);
    spk_err err = for_each_line(text, strlen(text), take_answer_line, &a, why);
    if (err == SPK_OK && !adds_up(&a))
        err = spk_fail(why, SPK_EMALFORMED, "the result is not whole");
    if (err == SPK_OK) {
        *played = a.game;
        memcpy(effort, a.effort, ARENA_MAX_BOTS * sizeof *effort);
        spk_buf_puts(record, spk_buf_text(&a.record));
    }
    spk_buf_release(&a.record);
    spk_free(a.effort);
    return err;
}
