/* arena.h: bots against bots, measured honestly.
 *
 * Games are played in sets. A set is one chance stream and the same bots with the seats rotated, so
 * that neither good cards nor a good seat can favour anybody. A bot's own random numbers come from
 * separate streams and never affect the chance of the table. Which bots meet in set number s, who
 * sits where, and all random numbers depend only on the plan, the seed and s. So figures do not
 * depend on the number of threads, as long as the bots' budgets are iterations, and an interrupted
 * run can be continued.
 *
 *     arena_plan plan = {.box = &box, .n_sets = 400, .seed = 1, .n_threads = 2};
 *     arena_entrant_parse("hard@20ms", &budget, &plan.bot[plan.n_bots++], &why);  two or more
 *     arena *a = arena_new(&plan);
 *     arena_play(a, tick, self, &why);
 *     arena_figures_make(a, ARENA_RESAMPLES, &figures);                   figures.h
 *     arena_json(a, &figures, version, &buf);                             store.h
 *     arena_free(a);
 *
 * Who meets whom, with n seats and m bots:
 *
 *     m = n         all of them, in all n rotations
 *     m = 2 < n     one of the first among n - 1 of the second, in every seat once; then the same the
 *                   other way round (not if plan.lone): 2n games
 *     m > n         n of them, chosen so that over the sets all bots and all pairs meet equally often
 *     2 < m < n     all of them; the extra seats rotate among them over the sets
 *
 * A bot's figures count the seats it holds; in the second case only those in which it is the lone
 * one. */
#ifndef ARENA_H
#define ARENA_H

#include <stdatomic.h>

#include "ai/luck.h"
#include "engine/match.h"
#include "hosts/arena/entrant.h"
#include "hosts/arena/stats.h"
#include "hosts/arena/times.h"

enum { ARENA_MAX_SETS = 1000000, ARENA_MAX_GAMES = 2 * SPK_MAX_SEATS };

typedef struct arena_game arena_game;

/* Receives every game that was played to its end, on the thread that played it: several may call at once. */
typedef void arena_keep(void *self, int set, int game, const arena_game *played,
                        const spk_match *m);

typedef struct arena_plan arena_plan;
typedef struct arena_effort arena_effort;

/* Plays one game, as arena_game_play does, perhaps in another process (errand.h). On the thread that wants it. */
typedef bool arena_player_of_games(void *self, const arena_plan *plan, int set, int game,
                                   const atomic_bool *stop, arena_game *out, arena_effort *effort);

struct arena_plan {
    const spk_box *box; /* borrowed */
    arena_entrant bot[ARENA_MAX_BOTS];
    int n_bots;
    int n_sets;
    uint64_t seed;
    int n_threads;
    bool lone;                   /* two bots at a larger table: only the first as the lone one */
    bool has_sprt;               /* two bots: stop as soon as this is decided */
    arena_sprt sprt;             /* is the first better? */
    arena_keep *keep;            /* NULL: nobody keeps the games */
    void *keeper;                /* its 'self' */
    arena_player_of_games *play; /* NULL: arena_game_play */
    void *playground;            /* its 'self' */
};

/* What is kept of a game. Luck is what chance did for a seat, in SPK_LUCK_UNIT (ai/luck.h). */
struct arena_game {
    int8_t bot[SPK_MAX_SEATS];
    int8_t rank[SPK_MAX_SEATS];
    int score[SPK_MAX_SEATS];
    int64_t luck[SPK_MAX_SEATS];
    int steps;
    bool unfinished; /* longer than any game can be: scored as it stood */
};

/* What a bot's thinking cost, over all games played. */
struct arena_effort {
    arena_times times;     /* of decisions with a choice */
    uint64_t over;         /* of these, longer than the budget plus a tenth */
    uint64_t faults;       /* answers that were not a move: the safe default was played */
    char first_fault[160]; /* what it did wrong first; "": nothing */
    double thinking_ms;    /* all decisions */
    uint64_t iterations;   /* of its searches */
    uint64_t transitions;
};

typedef struct arena {
    arena_plan plan;
    int n_seats, games_per_set;
    int8_t *tables;    /* n_seats bots a set */
    arena_game *games; /* games_per_set a set */
    uint8_t *done;     /* games played of a set */
    int n_done;        /* sets that are complete ... */
    int n_counted;     /* ... the first so many count: all, or up to the deciding one */
    arena_effort effort[ARENA_MAX_BOTS];
    bool interrupted;
    double seconds, seconds_before; /* of this run; of earlier runs it continues */
    arena_verdict verdict;
    int n_judged;          /* sets, from the first on, that the SPRT has seen */
    double judged_sums[2]; /* of their scores and squares */
} arena;

arena *arena_new(const arena_plan *plan);
void arena_free(arena *a);

/* Play what has not been played. 'tick' is called about ten times a second and at the end, while no
 * game is being added; false: stop soon and count what is complete (a->interrupted). SPK_ERANGE:
 * that many threads cannot be started. */
typedef bool arena_tick(void *self, const arena *a);
spk_err arena_play(arena *a, arena_tick *tick, void *self, spk_why *why);

static inline bool arena_is_complete(const arena *a, int set)
{
    return a->done[set] == a->games_per_set;
}

static inline arena_game *arena_game_of(const arena *a, int set, int game)
{
    return &a->games[(size_t)set * (size_t)a->games_per_set + (size_t)game];
}

/* Whether the seats of one bot against a table of another are counted (see above). */
static inline bool arena_has_lone(const arena_plan *p)
{
    return p->n_bots == 2 && p->box->n_seats > 2;
}

/* -- Inside the folder ------------------------------------------------------------------------- */

/* schedule.c: the bots of every set, n_seats per set, and who sits where in one game of it. */
void arena_schedule(const arena_plan *plan, int8_t *tables);
int arena_games_per_set(const arena_plan *plan);
void arena_seat_bots(const arena_plan *plan, const int8_t *table, int set, int game,
                     int8_t bot[SPK_MAX_SEATS]);

/* game.c: play one game; out->bot is set. False: *stop became true, keep nothing. */
bool arena_game_play(const arena_plan *plan, int set, int game, const atomic_bool *stop,
                     arena_game *out, arena_effort effort[ARENA_MAX_BOTS]);

/* The random streams of a set: for chance, for seating, and for everything in one game. */
typedef enum arena_dice { ARENA_CHANCE, ARENA_SEATING, ARENA_LUCK, ARENA_BOT } arena_dice;
void arena_dice_init(spk_rng *rng, uint64_t seed, int set, int game, arena_dice what,
                     spk_seat seat);

/* figures.c: the input of an SPRT: the first bot's score in one set, 0 to 1 (its points against the
 * second, or its share of the wins), and the result over all sets judged so far. */
double arena_set_score(const arena *a, int set);
double arena_llr(const arena *a);

#endif
