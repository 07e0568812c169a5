/* search.h: looking ahead, by Monte Carlo tree search. It knows a game only as game.h.
 *
 * One search serves all games: with chance or without, open or with secrets, for any number of
 * seats. Its tree is a table of *information sets*: a node is a decision of a seat, found by the
 * hash of what that seat sees there (its view). From that follows what other searches build in:
 *
 *     chance         is drawn anew on every way down and needs no nodes
 *     transpositions two orders of the same steps reach the same node: a turn of many small steps is
 *                    planned as a whole
 *     secrets        a seat cannot tell two worlds apart in which it sees the same, and neither can
 *                    its node
 *     sealed answers the view of who answers second does not show the first answer: its node is
 *                    simultaneous by itself, and is played by regret matching
 *     many seats     every node counts what its own seat wins (max^n)
 *     tree reuse     the table stays from move to move; whatever position comes up finds its node
 *
 * A world for an iteration is a guess that fits the root's view (resample). If every world held the
 * searcher's true hand, the rivals in the tree would learn to answer cards they cannot see. So in a
 * game with secrets some worlds (hints->doubt) are dealt again from a rival's view, in which the
 * searcher may hold anything; from the others only its own nodes learn.
 *
 *     spk_search *s = spk_search_new(&box, seat, &style);
 *     spk_search_begin(s, &view, &rng);
 *     spk_search_run(s, 1000);                    as often as there is time
 *     move = spk_search_best(s);
 *     spk_search_free(s);
 *
 * All memory is taken by spk_search_new: style.memory bytes, and nothing per iteration. The same
 * views, generator and iterations give the same moves on every machine: the arithmetic is integer
 * sums, and doubles through + - * / and sqrt only. */
#ifndef SPK_AI_SEARCH_H
#define SPK_AI_SEARCH_H

#include "engine/game.h"

typedef struct spk_style {
    bool knows;         /* uses the game's hints: values, weights, strolls, horizon */
    bool sets;          /* nodes are what the actor sees; else whole positions */
    bool doubt;         /* deals some worlds from a rival's view, where the game has secrets */
    int careless, wild; /* see spk_level */
    size_t memory;      /* bytes; 0: SPK_SEARCH_MEMORY */
} spk_style;

enum {
    SPK_SEARCH_MEMORY = 16 << 20,
    SPK_SEARCH_WIDE = 256, /* a node of a search that knows the game holds no more moves */
};

typedef struct spk_search spk_search;

spk_search *spk_search_new(const spk_box *box, spk_seat seat, const spk_style *style);
void spk_search_free(spk_search *s);

/* A new decision, the seat's view of it. The generator is the caller's and is used until the next
 * begin. */
void spk_search_begin(spk_search *s, const void *view, spk_rng *rng);

/* What a seat has promised (spk_talk), and how far that is believed, of 100. Guessed worlds in which a
 * promise is broken are thrown away that often, and so are moves that break one, whether they are
 * strolled or weighed. From now on the search counts with these, which are borrowed. */
typedef struct spk_pledge {
    spk_promise promise;
    uint32_t subject;
    spk_seat seat; /* the searcher's own are left out of account */
    int trust;
} spk_pledge;

void spk_search_believe(spk_search *s, const spk_pledge *pledges, int n);

/* Forget all that was found: it was found in other beliefs. Before the next begin. */
void spk_search_forget(spk_search *s);

/* So many iterations more. Does nothing where there is no choice. */
void spk_search_run(spk_search *s, int iterations);
bool spk_search_has_choice(const spk_search *s);

/* The move to make: the one most looked at; a careless search, or a sealed decision, draws one as
 * often as it was looked at, a wild one any. */
spk_move spk_search_best(spk_search *s);

/* Whether such a drawing is due, or may be. */
bool spk_search_draws_lots(const spk_search *s);

/* -- What it found ----------------------------------------------------------------------------- */

/* A move of the root: how often it was looked at, and its prospects (of SPK_WIN, for the seat). */
typedef struct spk_line {
    spk_move move;
    uint32_t visits;
    int value;
} spk_line;

/* The root's moves, most visited first, at most 'cap'; returns how many. */
int spk_search_lines(const spk_search *s, spk_line *out, int cap);

typedef struct spk_search_figures {
    uint64_t iterations, transitions; /* since spk_search_new */
    uint32_t n_nodes, max_nodes;
    size_t bytes;
} spk_search_figures;
void spk_search_measure(const spk_search *s, spk_search_figures *out);

#endif
