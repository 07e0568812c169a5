/* perft.c: `speakeasy perft`: how many ways there are to play on, by depth. No machine can change
 * the counts, so they tell at once whether two versions of the rules agree. */
#include <inttypes.h>
#include <stdio.h>

#include "hosts/cli/cli.h"
#include "hosts/cli/walk.h"

enum { MAX_DEPTH = 32 };

typedef struct counts {
    uint64_t lines[MAX_DEPTH + 1];  /* of that many moves and outcomes */
    uint64_t weight[MAX_DEPTH + 1]; /* the same, each outcome counted as often as it weighs */
    uint64_t over[MAX_DEPTH + 1];   /* of them: games that ended right there */
    bool too_heavy[MAX_DEPTH + 1];  /* the weight does not fit into 64 bits */
} counts;

static void add_weight(counts *c, int depth, uint64_t weight)
{
    if (__builtin_add_overflow(c->weight[depth], weight, &c->weight[depth]))
        c->too_heavy[depth] = true;
}

static void count(const spk_box *box, const void *state, int depth, int left, uint64_t weight,
                  counts *c);

/* Go on after one move. A weight beyond 64 bits spoils this depth and, for they are sums of its
 * parts, all deeper ones. */
static void follow(const spk_box *box, const void *state, spk_seat seat, spk_move move, int depth,
                   int left, uint64_t weight, counts *c)
{
    spk_state next;
    spk_state_copy(box, &next, state);
    box->game->apply(box, &next, seat, move);
    count(box, &next, depth, left, weight, c);
}

static void count_chance(const spk_box *box, const void *state, int depth, int left,
                         uint64_t weight, counts *c)
{
    spk_outcome outcomes[SPK_MAX_OUTCOMES];
    int n = box->game->chance(box, state, outcomes);
    for (int i = 0; i < n; i++) {
        uint64_t w = 0;
        if (__builtin_mul_overflow(weight, outcomes[i].weight, &w))
            for (int d = depth + 1; d <= MAX_DEPTH; d++)
                c->too_heavy[d] = true;
        follow(box, state, SPK_SEAT_CHANCE, outcomes[i].move, depth + 1, left - 1, w, c);
    }
}

static void count_moves(const spk_box *box, const void *state, spk_seat seat, int depth, int left,
                        uint64_t weight, counts *c)
{
    spk_move moves[SPK_MAX_MOVES];
    int n = box->game->moves(box, state, seat, moves);
    for (int i = 0; i < n; i++)
        follow(box, state, seat, moves[i], depth + 1, left - 1, weight, c);
}

static void count(const spk_box *box, const void *state, int depth, int left, uint64_t weight,
                  counts *c)
{
    spk_actors who = box->game->actors(box, state);
    c->lines[depth]++;
    c->over[depth] += who == 0;
    add_weight(c, depth, weight);
    if (left == 0 || who == 0)
        return;
    if (who == SPK_CHANCE_ACTS)
        count_chance(box, state, depth, left, weight, c);
    else
        count_moves(box, state, spk_actors_first(who), depth, left, weight, c);
}

static void print_counts(const counts *c, int depth)
{
    printf("%5s %20s %20s %20s\n", "depth", "lines", "weight", "over");
    for (int d = 0; d <= depth; d++) {
        printf("%5d %20" PRIu64, d, c->lines[d]);
        if (c->too_heavy[d])
            printf(" %20s", "over 2^64");
        else
            printf(" %20" PRIu64, c->weight[d]);
        printf(" %20" PRIu64 "\n", c->over[d]);
    }
}

/* The position after --skip random steps. 0, or CLI_WRONG after one line. */
static int skip(cli_walk *w, uint64_t steps)
{
    for (uint64_t i = 0; i < steps; i++) {
        if (!cli_walk_choose(w))
            return cli_error("this game is over after %" PRIu64 " steps; --skip fewer", i);
        cli_walk_make(w);
    }
    return 0;
}

static int run(const cli_args *args)
{
    const spk_game *game = cli_game(args->word[0]);
    int depth = (int)cli_number(args, "depth", 0);
    counts c = {0};
    cli_walk walk;
    spk_box box;
    if (!cli_has(args, "depth"))
        return cli_error("'perft' needs --depth D");
    if (!game || cli_box_open(&box, game, args) != 0)
        return CLI_WRONG;
    cli_walk_start(&walk, &box, cli_number(args, "policy", 0), cli_number(args, "seed", 1), 0);
    int code = skip(&walk, cli_number(args, "skip", 0));
    if (code == 0) {
        count(&box, &walk.state, 0, depth, 1, &c);
        print_counts(&c, depth);
    }
    spk_box_close(&box);
    return code;
}

static const cli_option options[] = {
    {"depth", "D", CLI_NUMBER, 0, MAX_DEPTH, "depth in moves and chance outcomes; required"},
    {"skip", "N", CLI_NUMBER, 0, 1000000,
     "start after N random steps (default: from the first position)"},
    CLI_POLICY_OPTION,
    CLI_SEED_OPTION,
    CLI_BOX_OPTIONS,
    {0},
};

extern const cli_command cli_perft;
const cli_command cli_perft = {
    .name = "perft",
    .about = "count move sequences; the same on every machine",
    .words = "<game> --depth D",
    .min_words = 1,
    .max_words = 1,
    .options = options,
    .help = "lines   sequences of that many moves and outcomes of chance, each counted once\n"
            "weight  the same, but each outcome counted as often as its weight says\n"
            "over    how many of the lines end the game with their last move\n"
            "Where several seats act at once they answer in the order of the seats.\n\n"
            "Counting starts at the first position, where many games begin with a long deal:\n"
            "a shallow count then sees only chance. --skip starts in mid-game, where the\n"
            "rules are at work; the same seed and policy always lead to the same position.\n\n"
            "  speakeasy perft famiglia --depth 4\n"
            "  speakeasy perft famiglia --skip 40 --policy busy --depth 4\n",
    .run = run,
};
