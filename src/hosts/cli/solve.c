/* solve.c: `speakeasy solve`: how well a bot plays what can be solved. It plays games against itself; then
 * each is walked backwards as far as exact values (ai/solve.h) can be had, and at every decision
 * on the way the bot is asked again and its move compared with the best. A game may begin at a position of a file: a
 * reduced game, most of the box out of play, that can be solved from its first move. */
#include "ai/solve.h"

#include <stdio.h>
#include <string.h>

#include "ai/bot.h"
#include "base/mem.h"
#include "hosts/cli/cli.h"

enum { MOST_DECISIONS = 4096, SHOWN = 12 };

/* Decisions so far from the end of their games. */
typedef struct tally {
    long n_solved, n_matter, n_wrong;
    double cost, worst; /* in games */
} tally;

typedef struct decision {
    spk_state state;
    spk_seat seat;
} decision;

typedef struct study {
    const spk_box *box;
    const spk_bot_kind *kind;
    int iterations;
    uint64_t seed;
    int random_percent; /* of the moves made in its games: so that they meet more positions */
    spk_state start;
    spk_solver *solver;
    decision *made; /* of the game that is being looked at */
    int n_made;
    tally at[SHOWN + 1]; /* by how many of a game's decisions follow; the last: that many or more */
    spk_move moves[SPK_MAX_MOVES];
    double value[SPK_MAX_MOVES];
} study;

static spk_move ask(const study *t, const decision *d, uint64_t stream)
{
    spk_state view = d->state;
    spk_rng rng;
    spk_rng_init(&rng, t->seed, stream);
    spk_bot *bot = spk_bot_new(t->kind, t->box, d->seat, &rng);
    spk_redact(t->box, &view, d->seat);
    spk_move move = spk_bot_choose(bot, &view, t->iterations);
    spk_bot_free(bot);
    return move;
}

/* What is played on the way: what the bot does, or any move. */
static spk_move make(const study *t, const decision *d, int n, uint64_t stream)
{
    spk_rng rng;
    spk_rng_init(&rng, t->seed, ~stream);
    if (spk_rng_below(&rng, 100) < (uint32_t)t->random_percent)
        return t->moves[spk_rng_below(&rng, (uint32_t)n)];
    return ask(t, d, stream);
}

/* A game of the bot against itself, with a new bot at every decision; those with a choice are kept. */
static void play(study *t, int game)
{
    const spk_game *rules = t->box->game;
    spk_state state;
    spk_rng chance;
    spk_actors who;
    spk_rng_init(&chance, t->seed, 2 * (uint64_t)game);
    state = t->start;
    t->n_made = 0;
    while ((who = rules->actors(t->box, &state)) != 0 && t->n_made < MOST_DECISIONS) {
        if (who == SPK_CHANCE_ACTS) {
            rules->apply(t->box, &state, SPK_SEAT_CHANCE, spk_chance_draw(t->box, &state, &chance));
            continue;
        }
        decision *d = &t->made[t->n_made];
        *d = (decision){state, spk_actors_first(who)};
        int n = rules->moves(t->box, &state, d->seat, t->moves);
        t->n_made += n > 1;
        spk_move move = make(t, d, n, ((uint64_t)game << 16) + (uint64_t)t->n_made);
        rules->apply(t->box, &state, d->seat, move);
    }
}

/* What a move costs whoever makes it, and whether there was anything to lose. */
static double cost_of(const study *t, int n, spk_move move, bool *matters)
{
    double best = t->value[0], least = t->value[0], got = 0;
    for (int i = 0; i < n; i++) {
        best = t->value[i] > best ? t->value[i] : best;
        least = t->value[i] < least ? t->value[i] : least;
        got = t->moves[i] == move ? t->value[i] : got;
    }
    *matters = best - least > SPK_SOLVE_EQUAL;
    return best - got;
}

/* False: this one is too far from the end, and so are those before it. */
static bool look(study *t, int game, int left)
{
    const decision *d = &t->made[t->n_made - 1 - left];
    tally *at = &t->at[left < SHOWN ? left : SHOWN];
    int n = spk_solve_moves(t->solver, &d->state, d->seat, t->moves, t->value);
    bool matters;
    if (n == 0)
        return false;
    spk_move move = ask(t, d, ((uint64_t)game << 16) + (uint64_t)(t->n_made - left));
    double cost = cost_of(t, n, move, &matters);
    at->n_solved++, at->n_matter += matters;
    if (cost <= SPK_SOLVE_EQUAL)
        return true;
    at->n_wrong++, at->cost += cost;
    at->worst = cost > at->worst ? cost : at->worst;
    return true;
}

static void print_line(const char *name, const tally *a)
{
    printf("%12s %8ld %8ld %8ld %12.4f %8.3f\n", name, a->n_solved, a->n_matter, a->n_wrong,
           a->n_matter ? 100 * a->cost / (double)a->n_matter : 0, 100 * a->worst);
}

static void print_study(const study *t, int n_games)
{
    tally all = {0};
    char name[16];
    printf("%s, %d players, %s with %d iterations, %d games\n\n", t->box->game->name,
           t->box->n_seats, t->kind->name, t->iterations, n_games);
    printf("%12s %8s %8s %8s %12s %8s\n", "still to come", "solved", "matter", "wrong", "cost %",
           "worst %");
    for (int i = 0; i <= SHOWN; i++) {
        const tally *a = &t->at[i];
        if (!a->n_solved)
            continue;
        snprintf(name, sizeof name, i < SHOWN ? "%d" : "%d or more", i);
        print_line(name, a);
        all.n_solved += a->n_solved, all.n_matter += a->n_matter, all.n_wrong += a->n_wrong;
        all.cost += a->cost, all.worst = a->worst > all.worst ? a->worst : all.worst;
    }
    print_line("all", &all);
}

/* -- Where games begin ---------------------------------------------------------------------------- */

/* The lines of a file, as one, without those that begin with '#'. */
static void join_lines(const char *from, spk_buf *out)
{
    for (size_t n; *from; from += n + (from[n] == '\n')) {
        n = strcspn(from, "\r\n");
        if (*from != '#' && n) {
            spk_buf_puts(out, out->n ? " " : "");
            spk_buf_add(out, from, n);
        }
        n += from[n] == '\r';
    }
}

static int read_position(study *t, const char *file)
{
    enum { LONGEST = 1 << 16 };
    spk_buf text = {0}, line = {0};
    spk_why why = {0};
    int code = cli_file_read(file, LONGEST, &text);
    if (code == CLI_DONE) {
        join_lines(spk_buf_text(&text), &line);
        if (t->box->game->parse_state(t->box, spk_buf_text(&line), &t->start, &why) != SPK_OK)
            code = cli_refused(file, &why);
    }
    spk_buf_release(&text);
    spk_buf_release(&line);
    return code;
}

/* As the rules set it up, or a position of a file. */
static int read_start(study *t, const char *file)
{
    t->box->game->setup(t->box, &t->start);
    if (file && !t->box->game->parse_state)
        return cli_error("%s cannot read positions", t->box->game->key);
    return file ? read_position(t, file) : CLI_DONE;
}

static int run(const cli_args *args)
{
    const spk_game *game = cli_game(args->word[0]);
    const char *bot = cli_text(args, "bot");
    int n_games = (int)cli_number(args, "games", 20);
    static study t; /* too large for a stack */
    spk_box box;
    t = (study){.box = &box,
                .kind = spk_bot_find(bot ? bot : "boss"),
                .iterations = (int)cli_number(args, "iterations", 300),
                .seed = cli_number(args, "seed", 1),
                .random_percent = (int)cli_number(args, "random", 0)};
    if (!game)
        return CLI_WRONG;
    if (!t.kind)
        return cli_error("there is no bot '%s'", bot);
    if (spk_has_secrets(game))
        return cli_error("%s has secrets: it cannot be solved", game->key);
    if (cli_box_open(&box, game, args) != 0)
        return CLI_WRONG;
    int code = read_start(&t, cli_text(args, "position"));
    if (code != CLI_DONE) {
        spk_box_close(&box);
        return code;
    }
    t.solver = spk_solver_new(&box, (long)cli_number(args, "positions", 200000));
    t.made = spk_alloc(MOST_DECISIONS * sizeof *t.made);
    for (int i = 0; i < n_games; i++) {
        play(&t, i);
        for (int left = 0; left < t.n_made && look(&t, i, left); left++)
            continue;
    }
    print_study(&t, n_games);
    spk_free(t.made);
    spk_solver_free(t.solver);
    spk_box_close(&box);
    return CLI_DONE;
}

static const cli_option options[] = {
    {"games", "N", CLI_NUMBER, 1, 1000000, "games the bot plays against itself (default: 20)"},
    {"iterations", "N", CLI_NUMBER, 2, 1000000,
     "its search iterations per decision (default: 300)"},
    {"bot", "NAME", CLI_TEXT, 0, 0, "the bot to try (default: boss)"},
    {"positions", "N", CLI_NUMBER, 100, 100000000,
     "give up on a decision after so many positions (default: 200000)"},
    {"position", "FILE", CLI_TEXT, 0, 0, "where the games begin (default: as the rules set it up)"},
    {"random", "PERCENT", CLI_NUMBER, 0, 100,
     "moves of those games made at random, to meet more positions (default: 0)"},
    CLI_SEED_OPTION,
    CLI_BOX_OPTIONS,
    {0},
};

extern const cli_command cli_solve;
const cli_command cli_solve = {
    .name = "solve",
    .about = "solve the ends of games and count a bot's mistakes there",
    .words = "<game>",
    .min_words = 1,
    .max_words = 1,
    .options = options,
    .help = "A bot plays games against itself; each is walked backwards as long as every\n"
            "move and every outcome of chance can be followed to the end of the game.\n"
            "solved  decisions on the way, by how many more follow in the game\n"
            "matter  those in which moves are not all equally good\n"
            "wrong   those in which the bot did not take one of the best\n"
            "cost    of a win, on average where it matters; and the worst\n\n"
            "Where a game can go on and on, shorten it: in Gangster by an option. bench/solve\n"
            "has reduced games, which are solved from the first move.\n"
            "  speakeasy solve gangster --option stall_limit=1\n"
            "  speakeasy solve famiglia --position bench/solve/famiglia_two_families.pos\n",
    .run = run,
};
