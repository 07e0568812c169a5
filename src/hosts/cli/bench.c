/* bench.c: `speakeasy bench`: rates, times and sizes of a game on this machine, and a number that
 * no machine can change: a commit that alters it has changed what games are played. */
#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "ai/bot.h"
#include "ai/net.h"
#include "base/hash.h"
#include "base/mem.h"
#include "games/registry.h"
#include "hosts/cli/cli.h"
#include "hosts/cli/simulate.h"

enum {
    SIGNED_GAMES = 1000, /* games of each policy under the signature */
    RECORD_MOVES = 100,
    MAX_POSITIONS = 2000, /* decisions of busy games on which single calls are timed */
    MAX_LEAVES = 4000,    /* positions that a net is asked about ... */
    LEAVES = 8,           /* ... so many behind each decision, as a search meets them */
};

static const double AT_LEAST = 0.25; /* seconds a measurement takes */

typedef struct position {
    spk_state state;
    spk_seat seat;
    spk_move move;
} position;

typedef struct figures {
    double games[2], transitions[2]; /* a second; by policy: uniform, busy */
    double copy_ns, moves_ns, apply_ns;
    double searched[2], iterations[2]; /* transitions and iterations a second: plain, knowing */
    double net_ns[SPK_MAX_SEATS + 1];  /* by players; 0: no net */
    double load_us;
    int load_moves, load_entries;
    uint64_t signature, transitions_signed;
} figures;

/* The compiler must believe that somebody reads what is there. */
static void keep(void *p) { __asm__ volatile("" : : "g"(p) : "memory"); }

/* -- Rates and the signature ------------------------------------------------------------------- */

static void measure_rates(figures *f, const spk_box *box, cli_walk *w, bool busy)
{
    cli_tally t = {0};
    double start = cli_seconds(), seconds;
    do {
        for (int i = 0; i < 100; i++)
            cli_tally_play(&t, w, box, busy, 1, t.games);
        seconds = cli_seconds() - start;
    } while (seconds < AT_LEAST);
    f->games[busy] = (double)t.games / seconds;
    f->transitions[busy] = (double)t.transitions / seconds;
}

static void sign(figures *f, const spk_box *box, cli_walk *w)
{
    cli_tally t = {0};
    uint64_t hash = SPK_HASH_START;
    for (int busy = 0; busy < 2; busy++)
        for (uint64_t k = 0; k < SIGNED_GAMES; k++) {
            cli_tally_play(&t, w, box, busy, 1, k);
            hash = spk_hash(hash, &w->state, box->game->state_size);
        }
    f->transitions_signed = t.transitions;
    f->signature = hash + t.decisions + t.legal;
}

/* -- Single calls ------------------------------------------------------------------------------ */

static int collect(position *positions, const spk_box *box, cli_walk *w)
{
    int n = 0;
    for (uint64_t k = 0; k < 1000; k++) {
        cli_walk_start(w, box, true, 2, k);
        while (cli_walk_choose(w)) {
            if (n == MAX_POSITIONS)
                return n;
            if (w->seat != SPK_SEAT_CHANCE)
                positions[n++] = (position){w->state, w->seat, w->move};
            cli_walk_make(w);
        }
    }
    return n;
}

typedef enum call { COPY, MOVES, COPY_AND_APPLY } call;

static void make_call(call what, const spk_box *box, position *p, cli_walk *w)
{
    switch (what) {
    case COPY: spk_state_copy(box, &w->state, &p->state); break;
    case MOVES: w->n = box->game->moves(box, &p->state, p->seat, w->moves); break;
    case COPY_AND_APPLY:
        spk_state_copy(box, &w->state, &p->state);
        box->game->apply(box, &w->state, p->seat, p->move);
        break;
    }
    keep(w);
}

/* Nanoseconds of one call, over all positions in turn. */
static double time_call(call what, const spk_box *box, position *positions, int n, cli_walk *w)
{
    uint64_t calls = 0;
    double start = cli_seconds(), seconds;
    do {
        for (int i = 0; i < n; i++)
            make_call(what, box, &positions[i], w);
        calls += (uint64_t)n;
        seconds = cli_seconds() - start;
    } while (seconds < AT_LEAST);
    return 1e9 * seconds / (double)calls;
}

static void measure_search(figures *f, int which, const spk_box *box, position *positions, int n);

static void measure_calls(figures *f, const spk_box *box, cli_walk *w)
{
    position *positions = spk_alloc(MAX_POSITIONS * sizeof *positions);
    int n = collect(positions, box, w);
    f->copy_ns = time_call(COPY, box, positions, n, w);
    f->moves_ns = time_call(MOVES, box, positions, n, w);
    f->apply_ns = time_call(COPY_AND_APPLY, box, positions, n, w) - f->copy_ns;
    for (int which = 0; which < 2; which++)
        measure_search(f, which, box, positions, n);
    spk_free(positions);
}

/* -- Searching --------------------------------------------------------------------------------- */

static const char *const searchers[2] = {"ismcts", "hard"};

/* What a bot does in a second of thinking: some decisions of the collection one after the other, a
 * few hundred iterations each, as in a game. */
static void measure_search(figures *f, int which, const spk_box *box, position *positions, int n)
{
    spk_bot *bots[SPK_MAX_SEATS];
    spk_search_figures now, sum = {0};
    spk_rng rng;
    spk_rng_init(&rng, 3, 0);
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        bots[seat] = spk_bot_new(spk_bot_find(searchers[which]), box, seat, &rng);
    double start = cli_seconds(), seconds = 0;
    for (int i = 0; seconds < 4 * AT_LEAST; i = (i + 7) % n) {
        spk_state view = positions[i].state;
        spk_redact(box, &view, positions[i].seat);
        spk_bot_begin(bots[positions[i].seat], &view);
        spk_bot_think(bots[positions[i].seat], 500);
        seconds = cli_seconds() - start;
    }
    for (spk_seat seat = 0; seat < box->n_seats; seat++) {
        SPK_BUG_IF(!spk_bot_measure(bots[seat], &now));
        sum.transitions += now.transitions, sum.iterations += now.iterations;
        spk_bot_free(bots[seat]);
    }
    f->searched[which] = (double)sum.transitions / seconds;
    f->iterations[which] = (double)sum.iterations / seconds;
}

/* -- Nets -------------------------------------------------------------------------------------- */

/* Chance acts until somebody else does, or a net can judge. False: it cannot here. */
static bool settle(const spk_box *box, spk_state *state, spk_rng *rng)
{
    const spk_features *f = box->game->hints->features;
    if (f->is_settled)
        return !spk_is_over(box, state) && f->is_settled(box, state);
    while (box->game->actors(box, state) == SPK_CHANCE_ACTS)
        box->game->apply(box, state, SPK_SEAT_CHANCE, spk_chance_draw(box, state, rng));
    return !spk_is_over(box, state);
}

/* What lies behind the first moves of each decision. */
static int collect_leaves(spk_state *leaf, const spk_box *box, const position *positions, int n)
{
    static spk_move moves[SPK_MAX_MOVES];
    spk_rng rng;
    int n_leaves = 0;
    spk_rng_init(&rng, 4, 0);
    for (int i = 0; i < n; i++) {
        int n_moves = box->game->moves(box, &positions[i].state, positions[i].seat, moves);
        for (int k = 0; k < n_moves && k < LEAVES && n_leaves < MAX_LEAVES; k++) {
            leaf[n_leaves] = positions[i].state;
            box->game->apply(box, &leaf[n_leaves], positions[i].seat, moves[k]);
            n_leaves += settle(box, &leaf[n_leaves], &rng);
        }
    }
    return n_leaves;
}

/* The processor's time: an evaluation is too short to be measured between other work. */
static double processor_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double time_net(const spk_net *net, const spk_box *box, const spk_state *leaf, int n)
{
    spk_net_memo *memo = spk_alloc(sizeof *memo);
    int value[SPK_MAX_SEATS];
    uint64_t calls = 0;
    double start = processor_seconds(), seconds;
    do {
        for (int i = 0; i < n; i++) {
            spk_net_values(net, box, &leaf[i], memo, value);
            keep(value);
        }
        calls += (uint64_t)n;
        seconds = processor_seconds() - start;
    } while (seconds < AT_LEAST);
    spk_free(memo);
    return 1e9 * seconds / (double)calls;
}

/* An evaluation of the game's net, at every table that has one. */
static void measure_nets(figures *f, const spk_game *game, cli_walk *w)
{
    position *positions = spk_alloc(MAX_POSITIONS * sizeof *positions);
    spk_state *leaf = spk_alloc((MAX_LEAVES + 1) * sizeof *leaf);
    for (int n_seats = game->min_seats; n_seats <= game->max_seats; n_seats++) {
        spk_box box;
        spk_net net;
        SPK_BUG_IF(spk_box_open(&box, game, &(spk_choice){.n_seats = n_seats}, NULL) != SPK_OK);
        if (box.net.bytes && spk_net_open(&net, &box, NULL) == SPK_OK) {
            int n = collect_leaves(leaf, &box, positions, collect(positions, &box, w));
            f->net_ns[n_seats] = n ? time_net(&net, &box, leaf, n) : 0;
        }
        spk_box_close(&box);
    }
    spk_free(positions);
    spk_free(leaf);
}

/* -- Loading a record -------------------------------------------------------------------------- */

/* The first busy game of a hundred decisions; the longest where none is so long. */
static uint64_t find_long_game(const spk_box *box, cli_walk *w)
{
    uint64_t best = 0, longest = 0;
    for (uint64_t k = 0; k < 20000 && longest < RECORD_MOVES; k++) {
        cli_tally one = {0};
        cli_tally_play(&one, w, box, true, 1, k);
        if (one.decisions > longest) {
            longest = one.decisions;
            best = k;
        }
    }
    return best;
}

/* That game until its hundredth move of a seat, as a record. */
static void make_record(figures *f, const spk_box *box, cli_walk *w, spk_buf *text)
{
    spk_match *m = spk_match_new(box);
    cli_walk_start(w, box, true, 1, find_long_game(box, w));
    while (f->load_moves < RECORD_MOVES && cli_walk_choose(w)) {
        SPK_BUG_IF(spk_match_move(m, w->seat, w->move, NULL) != SPK_OK);
        f->load_moves += w->seat != SPK_SEAT_CHANCE;
        cli_walk_make(w);
    }
    spk_record_save(m, text);
    f->load_entries = spk_match_n_entries(m);
    spk_match_free(m);
}

static void measure_load(figures *f, const spk_box *box, cli_walk *w)
{
    spk_buf text = {0};
    spk_record record;
    int loads = 0;
    make_record(f, box, w, &text);
    double start = cli_seconds(), seconds;
    do {
        SPK_BUG_IF(spk_record_load(&record, text.bytes, text.n, spk_game_find, NULL, NULL) !=
                   SPK_OK);
        spk_record_release(&record);
        loads++;
        seconds = cli_seconds() - start;
    } while (seconds < AT_LEAST);
    f->load_us = 1e6 * seconds / loads;
    spk_buf_release(&text);
}

/* -- Printing ---------------------------------------------------------------------------------- */

static void print_people(const spk_box *box, const figures *f)
{
    printf("%s, %d players, one thread\n", box->game->name, box->n_seats);
    printf("  busy play      %12.0f games/s %14.0f transitions/s\n", f->games[1],
           f->transitions[1]);
    printf("  uniform play   %12.0f games/s %14.0f transitions/s\n", f->games[0],
           f->transitions[0]);
    printf("  state          %12zu bytes\n", box->game->state_size);
    printf("  copy           %12.1f ns\n", f->copy_ns);
    printf("  moves          %12.1f ns, all legal moves of a position\n", f->moves_ns);
    printf("  apply          %12.1f ns\n", f->apply_ns);
    for (int i = 0; i < 2; i++)
        printf("  search %-7s %12.0f iterations/s %9.0f transitions/s, %.0f %% of uniform play\n",
               searchers[i], f->iterations[i], f->searched[i],
               100 * f->searched[i] / f->transitions[0]);
    for (int n = 2; n <= SPK_MAX_SEATS; n++)
        if (f->net_ns[n] > 0)
            printf("  net            %12.1f ns, an evaluation with %d players\n", f->net_ns[n], n);
    printf("  load a record  %12.1f us, %d moves in %d entries\n", f->load_us, f->load_moves,
           f->load_entries);
    printf("  steps          %12" PRIu64 " in %d games of each policy\n", f->transitions_signed,
           SIGNED_GAMES);
    printf("Bench: %016" PRIx64 "\n", f->signature);
}

static void put_real(spk_json *j, const char *key, double value)
{
    spk_json_key(j, key);
    spk_json_real(j, value, 2);
}

static void print_json(const spk_box *box, const figures *f)
{
    spk_buf out = {0};
    spk_json j = {.out = &out};
    char hex[24];
    snprintf(hex, sizeof hex, "%016" PRIx64, f->signature);
    spk_json_open(&j, '{');
    spk_json_key(&j, "game"), spk_json_str(&j, box->game->key);
    spk_json_key(&j, "players"), spk_json_int(&j, box->n_seats);
    put_real(&j, "busy_games_per_second", f->games[1]);
    put_real(&j, "busy_transitions_per_second", f->transitions[1]);
    put_real(&j, "uniform_games_per_second", f->games[0]);
    put_real(&j, "uniform_transitions_per_second", f->transitions[0]);
    spk_json_key(&j, "state_bytes"), spk_json_int(&j, (int64_t)box->game->state_size);
    put_real(&j, "copy_ns", f->copy_ns);
    put_real(&j, "moves_ns", f->moves_ns);
    put_real(&j, "apply_ns", f->apply_ns);
    put_real(&j, "plain_search_iterations_per_second", f->iterations[0]);
    put_real(&j, "plain_search_transitions_per_second", f->searched[0]);
    put_real(&j, "search_iterations_per_second", f->iterations[1]);
    put_real(&j, "search_transitions_per_second", f->searched[1]);
    spk_json_key(&j, "net_ns_by_players"), spk_json_open(&j, '{');
    for (int n = 2; n <= SPK_MAX_SEATS; n++)
        if (f->net_ns[n] > 0) {
            char players[12];
            snprintf(players, sizeof players, "%d", n);
            put_real(&j, players, f->net_ns[n]);
        }
    spk_json_close(&j, '}');
    put_real(&j, "load_us", f->load_us);
    spk_json_key(&j, "load_moves"), spk_json_int(&j, f->load_moves);
    spk_json_key(&j, "load_entries"), spk_json_int(&j, f->load_entries);
    spk_json_key(&j, "steps"), cli_json_unsigned(&j, f->transitions_signed);
    spk_json_key(&j, "signature"), spk_json_str(&j, hex);
    spk_json_close(&j, '}');
    puts(spk_buf_text(&out));
    spk_buf_release(&out);
}

/* -- The command ------------------------------------------------------------------------------- */

static void bench(const spk_game *game, bool json)
{
    static cli_walk walk;
    figures f = {0};
    spk_box box;
    SPK_BUG_IF(spk_box_open(&box, game, &(spk_choice){0}, NULL) != SPK_OK);
    measure_rates(&f, &box, &walk, false);
    measure_rates(&f, &box, &walk, true);
    measure_calls(&f, &box, &walk);
    measure_nets(&f, game, &walk);
    measure_load(&f, &box, &walk);
    sign(&f, &box, &walk);
    if (json)
        print_json(&box, &f);
    else
        print_people(&box, &f);
    spk_box_close(&box);
}

static int run(const cli_args *args)
{
    const spk_game *game = args->n_words ? cli_game(args->word[0]) : NULL;
    if (args->n_words && !game)
        return CLI_WRONG;
    for (int i = 0; i < spk_n_games; i++)
        if (!game || game == spk_games[i])
            bench(spk_games[i], cli_has(args, "json"));
    return CLI_DONE;
}

static const cli_option options[] = {
    {"json", NULL, CLI_FLAG, 0, 0, "print one JSON object per game"},
    {0},
};

extern const cli_command cli_bench;
const cli_command cli_bench = {
    .name = "bench",
    .about = "measure speed and size; print a signature of the rules",
    .words = "[game]",
    .max_words = 1,
    .options = options,
    .help = "Without a game all are measured, each with its default table. The last line,\n"
            "Bench, is made from the last positions and the move counts of 1,000 seeded\n"
            "games of each policy: it is the same on every machine and changes only with\n"
            "the rules or the order of moves. Searches are those of bot:ismcts (plain) and\n"
            "bot:hard, 500 iterations a decision in the middle of busy games. A net is asked\n"
            "about the positions behind the first moves of such decisions. Rates are\n"
            "those of one thread with all legal moves made at every decision.\n",
    .run = run,
};
