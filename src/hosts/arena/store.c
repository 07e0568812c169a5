/* store.c: see store.h. */
#include "hosts/arena/store.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>

#include "base/str.h"

enum { FORMAT = 1 };

/* -- Writing ----------------------------------------------------------------------------------- */

static void put_str(spk_json *o, const char *key, const char *value)
{
    spk_json_key(o, key);
    spk_json_str(o, value);
}

static void put_int(spk_json *o, const char *key, int64_t value)
{
    spk_json_key(o, key);
    spk_json_int(o, value);
}

static void put_bool(spk_json *o, const char *key, bool value)
{
    spk_json_key(o, key);
    spk_json_bool(o, value);
}

static void put_real(spk_json *o, const char *key, double value, int decimals)
{
    spk_json_key(o, key);
    spk_json_real(o, value, decimals);
}

/* "win_share": 0.61, "win_share_ci95": [0.55, 0.67] */
static void put_estimate(spk_json *o, const char *key, const arena_estimate *e, int decimals)
{
    char name[40];
    put_real(o, key, e->mean, decimals);
    snprintf(name, sizeof name, "%s_ci95", key);
    spk_json_key(o, name), spk_json_open(o, '[');
    spk_json_real(o, e->low, decimals), spk_json_real(o, e->high, decimals);
    spk_json_close(o, ']');
}

static void put_null(spk_json *o, const char *key)
{
    spk_json_key(o, key);
    spk_json_null(o);
}

static void hash_text(const spk_box *box, char room[24])
{
    snprintf(room, 24, "%016" PRIx64, box->edition_hash);
}

static void put_box(spk_json *o, const spk_box *box)
{
    char room[32];
    put_str(o, "game", box->game->key);
    put_int(o, "players", box->n_seats);
    spk_json_key(o, "options"), spk_json_open(o, '{');
    for (int i = 0; i < box->game->n_options; i++)
        put_str(o, box->game->options[i].name, spk_box_option_text(box, i, room));
    spk_json_close(o, '}');
    hash_text(box, room);
    put_str(o, "edition", box->edition_name);
    put_str(o, "edition_hash", room);
}

static void put_sprt(spk_json *o, const arena *a, const arena_figures *f)
{
    static const char *const verdicts[] = {"open", "H0", "H1"};
    const arena_sprt *t = &a->plan.sprt;
    spk_json_key(o, "sprt");
    if (!a->plan.has_sprt) {
        spk_json_null(o);
        return;
    }
    spk_json_open(o, '{');
    put_real(o, t->of_wins ? "win_share0" : "elo0", t->h0, 6);
    put_real(o, t->of_wins ? "win_share1" : "elo1", t->h1, 6);
    put_real(o, "alpha", t->alpha, 6), put_real(o, "beta", t->beta, 6);
    put_real(o, "llr", f->llr, 4);
    put_real(o, "low", arena_sprt_low(t), 4), put_real(o, "high", arena_sprt_high(t), 4);
    put_int(o, "sets", a->n_judged);
    put_str(o, "verdict", verdicts[a->verdict]);
    spk_json_close(o, '}');
}

static void put_luck(spk_json *o, const arena_standing *s)
{
    if (!s->has_luck) {
        put_null(o, "luck_adjusted");
        return;
    }
    spk_json_key(o, "luck_adjusted"), spk_json_open(o, '{');
    put_estimate(o, "win_share", &s->adjusted.share, 6);
    put_real(o, "coefficient", s->adjusted.coefficient, 4);
    put_real(o, "variance_reduction", s->adjusted.reduction, 4);
    spk_json_close(o, '}');
}

/* The buckets that are not empty, as place and count in turn. */
static void put_buckets(spk_json *o, const arena_times *t)
{
    spk_json_key(o, "histogram"), spk_json_open(o, '[');
    for (int i = 0; i < ARENA_TIME_BUCKETS; i++)
        if (t->bucket[i])
            spk_json_int(o, i), spk_json_int(o, t->bucket[i]);
    spk_json_close(o, ']');
}

static void put_effort(spk_json *o, const arena_effort *e)
{
    double seconds = e->thinking_ms / 1000;
    spk_json_key(o, "time"), spk_json_open(o, '{');
    put_int(o, "decisions", (int64_t)e->times.n);
    put_real(o, "mean_ms", arena_times_mean(&e->times), 4);
    put_real(o, "p50_ms", arena_times_percentile(&e->times, 0.5), 4);
    put_real(o, "p99_ms", arena_times_percentile(&e->times, 0.99), 4);
    put_real(o, "max_ms", e->times.max_ms, 4);
    put_int(o, "over_budget", (int64_t)e->over);
    put_real(o, "total_ms", e->times.total_ms, 3);
    put_real(o, "thinking_ms", e->thinking_ms, 3);
    put_buckets(o, &e->times);
    spk_json_close(o, '}');
    put_int(o, "faults", (int64_t)e->faults);
    put_str(o, "first_fault", e->first_fault);
    if (e->iterations == 0) {
        put_null(o, "search");
        return;
    }
    spk_json_key(o, "search"), spk_json_open(o, '{');
    put_int(o, "iterations", (int64_t)e->iterations);
    put_int(o, "transitions", (int64_t)e->transitions);
    put_real(o, "iterations_per_second", (double)e->iterations / seconds, 1);
    put_real(o, "transitions_per_second", (double)e->transitions / seconds, 1);
    spk_json_close(o, '}');
}

static bool has_budget(const arena_entrant *e) { return e->budget.ms || e->budget.iterations; }

static void put_bot(spk_json *o, const arena *a, const arena_figures *f, int i)
{
    const arena_standing *s = &f->bot[i];
    const arena_entrant *e = &a->plan.bot[i];
    char room[16];
    spk_json_open(o, '{');
    put_str(o, "name", e->name);
    if (has_budget(e))
        put_str(o, "budget", host_budget_print(&e->budget, room));
    else
        put_null(o, "budget");
    put_str(o, "role", arena_role_name(s->role));
    put_int(o, "sets", s->n_sets), put_int(o, "games", s->n_games);
    put_int(o, "wins", s->n_wins), put_int(o, "shared_wins", s->n_shared);
    put_real(o, "fair_share", 1.0 / a->n_seats, 6);
    put_estimate(o, "win_share", &s->win, 6);
    put_luck(o, s);
    put_estimate(o, "score_share", &s->score, 6);
    put_estimate(o, "mean_rank", &s->rank, 6);
    if (s->has_elo)
        put_estimate(o, "elo", &s->elo, 2);
    else
        put_null(o, "elo"), put_null(o, "elo_ci95");
    put_effort(o, &a->effort[i]);
    spk_json_close(o, '}');
}

static void put_pairs(spk_json *o, const arena_figures *f)
{
    spk_json_key(o, "points"), spk_json_open(o, '[');
    for (int i = 0; i < f->n_bots; i++) {
        spk_json_open(o, '[');
        for (int j = 0; j < f->n_bots; j++)
            spk_json_real(o, f->points[i][j], 1);
        spk_json_close(o, ']');
    }
    spk_json_close(o, ']');
}

#define PUT_SEATS(o, key, field)                                                                   \
    do {                                                                                           \
        spk_json_key(o, key), spk_json_open(o, '[');                                               \
        for (spk_seat seat = 0; seat < n_seats; seat++)                                            \
            spk_json_int(o, g->field[seat]);                                                       \
        spk_json_close(o, ']');                                                                    \
    } while (0)

static void put_game(spk_json *o, const arena_game *g, int n_seats)
{
    spk_json_open(o, '{');
    PUT_SEATS(o, "bots", bot);
    PUT_SEATS(o, "scores", score);
    PUT_SEATS(o, "ranks", rank);
    PUT_SEATS(o, "luck", luck);
    put_int(o, "steps", g->steps);
    if (g->unfinished)
        put_bool(o, "unfinished", true);
    spk_json_close(o, '}');
}

static void put_sets(spk_json *o, const arena *a)
{
    spk_json_key(o, "set_results"), spk_json_open(o, '[');
    for (int set = 0; set < a->plan.n_sets; set++) {
        if (!arena_is_complete(a, set))
            continue;
        spk_buf_puts(o->out, o->comma ? ",\n" : "\n"), o->comma = false;
        spk_json_open(o, '{');
        put_int(o, "set", set);
        spk_json_key(o, "games"), spk_json_open(o, '[');
        for (int game = 0; game < a->games_per_set; game++)
            put_game(o, arena_game_of(a, set, game), a->n_seats);
        spk_json_close(o, ']');
        spk_json_close(o, '}');
    }
    spk_json_close(o, ']');
}

void arena_json(const arena *a, const arena_figures *f, const char *version, spk_buf *out)
{
    spk_json o = {.out = out};
    spk_json_open(&o, '{');
    put_int(&o, "arena", FORMAT);
    put_str(&o, "version", version);
    put_box(&o, a->plan.box);
    put_int(&o, "seed", (int64_t)a->plan.seed);
    put_bool(&o, "lone", a->plan.lone);
    put_int(&o, "threads", a->plan.n_threads);
    put_int(&o, "sets_wanted", a->plan.n_sets);
    put_int(&o, "games_per_set", a->games_per_set);
    put_int(&o, "sets", f->n_sets), put_int(&o, "games", f->n_games);
    put_int(&o, "unfinished", f->n_unfinished);
    put_bool(&o, "interrupted", a->interrupted);
    put_real(&o, "seconds", a->seconds_before + a->seconds, 3);
    put_sprt(&o, a, f);
    spk_json_key(&o, "bots"), spk_json_open(&o, '[');
    for (int i = 0; i < f->n_bots; i++)
        spk_buf_puts(out, o.comma ? ",\n" : "\n"), o.comma = false, put_bot(&o, a, f, i);
    spk_json_close(&o, ']');
    put_pairs(&o, f);
    spk_json_key(&o, "seat_win_share"), spk_json_open(&o, '[');
    for (spk_seat i = 0; i < a->n_seats; i++)
        spk_json_real(&o, f->seat_win[i], 6);
    spk_json_close(&o, ']');
    put_sets(&o, a);
    spk_json_close(&o, '}');
    spk_buf_putc(out, '\n');
}

/* -- Reading: is it the same plan? ------------------------------------------------------------- */

static spk_err differs(spk_why *why, const char *what, const char *there, const char *here)
{
    return spk_fail(why, SPK_ESTALE, "it was played with %s %.60s, not %.60s", what,
                    there ? there : "none", here ? here : "none");
}

static spk_err same_str(const json_t *o, const char *key, const char *what, const char *here,
                        spk_why *why)
{
    const char *there = json_string_value(json_object_get(o, key));
    bool same = there && here ? spk_str_eq(there, here) : there == here;
    return same ? SPK_OK : differs(why, what, there, here);
}

static spk_err same_int(const json_t *o, const char *key, const char *what, int64_t here,
                        spk_why *why)
{
    char a[24], b[24];
    int64_t there = json_integer_value(json_object_get(o, key));
    if (there == here)
        return SPK_OK;
    snprintf(a, sizeof a, "%" PRId64, there);
    snprintf(b, sizeof b, "%" PRId64, here);
    return differs(why, what, a, b);
}

/* A file that does not know the option is older than it, and was played with its default. */
static spk_err same_option(const json_t *options, const spk_box *box, int i, spk_why *why)
{
    char here[32];
    const char *name = box->game->options[i].name;
    spk_box_option_text(box, i, here);
    if (json_object_get(options, name))
        return same_str(options, name, name, here, why);
    char usual[32];
    spk_box plain;
    SPK_BUG_IF(spk_box_open(&plain, box->game, &(spk_choice){.n_seats = box->n_seats}, NULL));
    spk_box_option_text(&plain, i, usual);
    spk_box_close(&plain);
    return spk_str_eq(here, usual) ? SPK_OK : differs(why, name, usual, here);
}

static spk_err same_box(const json_t *o, const spk_box *box, spk_why *why)
{
    char room[32];
    const json_t *options = json_object_get(o, "options");
    spk_err err = same_str(o, "game", "the game", box->game->key, why);
    if (err == SPK_OK)
        err = same_int(o, "players", "players:", box->n_seats, why);
    for (int i = 0; i < box->game->n_options && err == SPK_OK; i++)
        err = same_option(options, box, i, why);
    hash_text(box, room);
    return err == SPK_OK ? same_str(o, "edition_hash", "the edition", room, why) : err;
}

static spk_err same_bots(const json_t *bots, const arena_plan *plan, spk_why *why)
{
    char room[16];
    if ((int)json_array_size(bots) != plan->n_bots)
        return spk_fail(why, SPK_ESTALE, "it was played with %d bots, not %d",
                        (int)json_array_size(bots), plan->n_bots);
    for (int i = 0; i < plan->n_bots; i++) {
        const arena_entrant *e = &plan->bot[i];
        const json_t *there = json_array_get(bots, (size_t)i);
        const char *budget = has_budget(e) ? host_budget_print(&e->budget, room) : NULL;
        spk_err err = same_str(there, "name", "the bot", e->name, why);
        if (err == SPK_OK)
            err = same_str(there, "budget", "the budget", budget, why);
        if (err != SPK_OK)
            return err;
    }
    return SPK_OK;
}

static spk_err same_plan(const json_t *o, const arena *a, spk_why *why)
{
    spk_err err = same_int(o, "arena", "an arena of format", FORMAT, why);
    if (err == SPK_OK)
        err = same_box(o, a->plan.box, why);
    if (err == SPK_OK)
        err = same_bots(json_object_get(o, "bots"), &a->plan, why);
    if (err == SPK_OK)
        err = same_int(o, "seed", "seed", (int64_t)a->plan.seed, why);
    if (err == SPK_OK && json_is_true(json_object_get(o, "lone")) != a->plan.lone)
        err = differs(why, "sets", a->plan.lone ? "of both kinds" : "of --lone",
                      a->plan.lone ? "of --lone" : "of both kinds");
    return err;
}

/* -- Reading: the games ------------------------------------------------------------------------ */

/* n whole numbers from lo to hi. */
static bool read_ints(const json_t *list, int n, int64_t lo, int64_t hi, int64_t *out)
{
    if ((int)json_array_size(list) != n)
        return false;
    for (int i = 0; i < n; i++) {
        const json_t *number = json_array_get(list, (size_t)i);
        out[i] = json_integer_value(number);
        if (!json_is_integer(number) || out[i] < lo || out[i] > hi)
            return false;
    }
    return true;
}

static bool read_game(const json_t *o, int n, arena_game *g)
{
    int64_t bot[SPK_MAX_SEATS], score[SPK_MAX_SEATS], rank[SPK_MAX_SEATS], luck[SPK_MAX_SEATS];
    const int64_t far = INT64_C(1) << 50;
    bool first = false;
    if (!read_ints(json_object_get(o, "bots"), n, 0, ARENA_MAX_BOTS - 1, bot) ||
        !read_ints(json_object_get(o, "scores"), n, INT32_MIN, INT32_MAX, score) ||
        !read_ints(json_object_get(o, "ranks"), n, 1, n, rank) ||
        !read_ints(json_object_get(o, "luck"), n, -far, far, luck))
        return false;
    for (int i = 0; i < n; i++) {
        if (bot[i] != g->bot[i])
            return false;
        g->score[i] = (int)score[i];
        g->rank[i] = (int8_t)rank[i];
        g->luck[i] = luck[i];
        first = first || rank[i] == 1;
    }
    g->steps = (int)json_integer_value(json_object_get(o, "steps"));
    g->unfinished = json_is_true(json_object_get(o, "unfinished"));
    return first;
}

static bool read_set(arena *a, const json_t *o)
{
    int64_t set = json_integer_value(json_object_get(o, "set"));
    const json_t *games = json_object_get(o, "games");
    if (set < 0 || (int)json_array_size(games) != a->games_per_set)
        return false;
    if (set >= a->plan.n_sets) /* fewer are wanted now */
        return true;
    if (arena_is_complete(a, (int)set))
        return false;
    for (int game = 0; game < a->games_per_set; game++)
        if (!read_game(json_array_get(games, (size_t)game), a->n_seats,
                       arena_game_of(a, (int)set, game)))
            return false;
    a->done[set] = (uint8_t)a->games_per_set;
    a->n_done++;
    return true;
}

static double real(const json_t *o, const char *key)
{
    return json_number_value(json_object_get(o, key));
}

static uint64_t whole(const json_t *o, const char *key)
{
    int64_t n = json_integer_value(json_object_get(o, key));
    return n > 0 ? (uint64_t)n : 0;
}

static void read_effort(const json_t *bot, arena_effort *e)
{
    const json_t *time = json_object_get(bot, "time"), *search = json_object_get(bot, "search");
    const json_t *buckets = json_object_get(time, "histogram");
    for (size_t i = 0; i + 1 < json_array_size(buckets); i += 2) {
        int64_t place = json_integer_value(json_array_get(buckets, i));
        int64_t count = json_integer_value(json_array_get(buckets, i + 1));
        if (place < 0 || place >= ARENA_TIME_BUCKETS || count < 0 || count > UINT32_MAX)
            continue;
        e->times.bucket[place] = (uint32_t)count;
        e->times.n += (uint64_t)count;
    }
    e->times.total_ms = real(time, "total_ms");
    e->times.max_ms = real(time, "max_ms");
    e->thinking_ms = real(time, "thinking_ms");
    e->over = whole(time, "over_budget");
    e->faults = whole(bot, "faults");
    const char *first_fault = json_string_value(json_object_get(bot, "first_fault"));
    snprintf(e->first_fault, sizeof e->first_fault, "%s", first_fault ? first_fault : "");
    e->iterations = whole(search, "iterations");
    e->transitions = whole(search, "transitions");
}

static spk_err take_over(arena *a, const json_t *o, spk_why *why)
{
    const json_t *sets = json_object_get(o, "set_results"), *bots = json_object_get(o, "bots");
    spk_err err = same_plan(o, a, why);
    if (err != SPK_OK)
        return err;
    for (size_t i = 0; i < json_array_size(sets); i++)
        if (!read_set(a, json_array_get(sets, i)))
            return spk_malformed(why, 0, "set_results: entry %zu is not one of this run", i);
    for (int i = 0; i < a->plan.n_bots; i++)
        read_effort(json_array_get(bots, (size_t)i), &a->effort[i]);
    a->seconds_before = real(o, "seconds");
    return SPK_OK;
}

spk_err arena_resume(arena *a, const char *text, size_t n, spk_why *why)
{
    json_error_t error;
    json_t *o = json_loadb(text, n, JSON_REJECT_DUPLICATES, &error);
    if (!o)
        return spk_malformed(why, error.line > 0 ? error.line : 0, "no JSON: %.150s", error.text);
    spk_err err =
        json_is_object(o) ? take_over(a, o, why) : spk_malformed(why, 0, "no results of an arena");
    json_decref(o);
    return err;
}
