/* search.h: Monte Carlo tree search. It knows games only through game.h.
 *
 * One search serves all games: with chance or without, open or with secrets, for any number of
 * seats. Its tree is a table of *information sets*: a node is a decision of a seat, found by the
 * hash of what that seat sees there (its view). From this follows what other searches need special
 * machinery for:
 *
 *     chance         is drawn anew on every descent and needs no nodes
 *     transpositions two orders of the same steps reach the same node: a turn of many small steps is
 *                    planned as a whole
 *     secrets        a seat cannot distinguish two worlds in which it sees the same, and neither can
 *                    its node
 *     sealed answers whoever answers second does not see the first answer in its view: its node is
 *                    simultaneous automatically, and is played by regret matching
 *     many seats     every node counts what its own seat wins (max^n)
 *     tree reuse     the table is kept from move to move; any position that comes up finds its node
 *
 * A world for an iteration is a guess that fits the root's view (resample). If every world held the
 * searcher's true hand, the rivals in the tree would learn to respond to cards they cannot see. So
 * in a game with secrets some worlds (hints->rival_worlds) are dealt from a rival's view instead,
 * in which the searcher may hold anything; from the others only the searcher's own nodes learn.
 *
 *     spk_search *s = spk_search_new(&box, seat, &style);
 *     spk_search_begin(s, &view, &rng);
 *     spk_search_run(s, 1000);                    as often as there is time
 *     move = spk_search_best(s);
 *     spk_search_free(s);
 *
 * With a net (net.h) an iteration ends where it leaves the tree: the net says what the position is
 * worth, and nothing is played on but what chance owes, or what the game would rather have played on
 * (spk_features.is_settled). A game of long turns is judged between them, before the die (spk_features.on_turn): a turn that was
 * begun is ended by the likeliest moves, and of one that the tree does not know nothing is played. In a game with secrets the others then are no nodes: what they see hardly ever
 * comes twice, so they play by the game's hints, which look at nothing they could not see. Worlds are
 * guessed again that do not explain what was seen (spk_hints.likely), and a move is judged by what it
 * adds to what the net says of the world it was tried in: worlds differ more than moves do.
 *
 * With secrets but without a net, a game may have the moves of a decision compared instead (spk_hints.compares). All are
 * tried in the same guessed worlds with the same dice, each played by the hints until the round is over
 * (spk_features.is_settled where chance is to act), and judged there by the game's values: luck, which differs more than moves do,
 * is the same for all of them. The better half goes on to twice as many worlds, until one is left. Sealed answers are mixtures and
 * still come from a tree.
 *
 * Where a game has plans (spk_plans) a search may choose among them (style.plans), with a net or, if game and style say so
 * (by_values), by the game's values, asked where a net would be: an edge is a whole plan, carried out
 * move by move with whatever chance says meanwhile, and a node is a position between two plans. What is
 * played is the first move of the best plan; then there is a new decision and a new list, or one goes on
 * with the plan that was begun (spk_search_go_on). So a few iterations see whole turns, not the first steps
 * of many. A list of plans leaves moves out: that all of them lose proves nothing.
 *
 * A learned search of a game without secrets that overlooks nothing also keeps book of what is certain. A position is decided if the
 * game is over and one seat has won alone, if a move of that seat leads to such a position, or if all moves
 * of another seat do; what chance has still to say decides nothing. Sure losses are not looked at again, and
 * once the root is decided there is nothing left to think about.
 *
 * Once a game that a net judges is as good as won or lost, moves that are worth the same are told apart by the points they bring
 * (points.h): nobody throws points away only because it no longer matters.
 *
 * What a position is worth to a search that likes risk, or does not, is bent a little: prospects p count p + p (1 - p) / 5 for who is careful,
 * and as much less for who is bold. A sure half is then worth 55 and 45 hundredths of a win, a win and a loss what they always are; so of two moves that
 * bring as much on average, the one takes that whose results differ less, the other that whose results differ more. At most 5 hundredths
 * of a win are given up for it, and mostly far less.
 *
 * Memory grows with the budget: a few hundred kilobytes to begin with, doubled whenever half of it is
 * used, up to style.memory; nothing is allocated per iteration. The same views, generator and iterations give the same moves on every machine: the arithmetic is integer
 * sums, and doubles through + - * / and sqrt only. */
#ifndef SPK_AI_SEARCH_H
#define SPK_AI_SEARCH_H

#include "engine/game.h"

typedef struct spk_style {
    bool knows; /* uses the game's hints: values, weights, rollouts, horizon */
    bool
        learned; /* and the table's net (box->net), if there is one, in place of values and rollouts */
    bool sets; /* nodes are what the actor sees; else whole positions */
    bool
        plans; /* an edge is one of the game's plans (spk_plans), where they can be judged: by a net, ... */
    bool by_values; /* ... or by the game's values, where it prefers that (spk_plans.by_values) */
    bool rival_worlds; /* deals some worlds from a rival's view, where the game has secrets */
    int careless;      /* percentage of moves drawn from all that were looked at, not the best */
    int overlooks, notices; /* see spk_sight */
    spk_risk risk;          /* see below */
    size_t memory;          /* bytes, at most; 0: SPK_SEARCH_MEMORY */
} spk_style;

enum {
    SPK_SEARCH_MEMORY = 64 << 20,
    SPK_SEARCH_WIDE = 256, /* moves per node, at most, in a search that knows the game */
    SPK_SEARCH_FEW = 3,    /* moves of which none is overlooked */
};

typedef struct spk_search spk_search;

spk_search *spk_search_new(const spk_box *box, spk_seat seat, const spk_style *style);
void spk_search_free(spk_search *s);

/* A new decision, given the seat's view of it. The generator belongs to the caller and is used
 * until the next begin. */
void spk_search_begin(spk_search *s, const void *view, spk_rng *rng);

/* What a seat has promised (spk_talk), and how far that is believed, from 0 to 100. Guessed worlds
 * in which a promise is broken are discarded that often, and so are moves that break one, in
 * rollouts and in weights. From now on the search uses these pledges, which are borrowed. */
typedef struct spk_pledge {
    spk_promise promise;
    uint32_t subject;
    spk_seat seat; /* the searcher's own are ignored */
    int trust;
} spk_pledge;

void spk_search_believe(spk_search *s, const spk_pledge *pledges, int n);

/* From now on so many hundredths of that seat's prospects are worth as much to the searcher as its own; 0: nobody's are. Only where
 * moves are compared (spk_hints.compares). What it found is told without them. */
void spk_search_side_with(spk_search *s, spk_seat seat, int percent);

/* Forget everything found so far, because beliefs have changed. Call it before the next begin. */
void spk_search_forget(spk_search *s);

/* Run this many more iterations. Does nothing if there is no choice, or if the game is decided. */
void spk_search_run(spk_search *s, int iterations);
bool spk_search_has_choice(const spk_search *s);

/* The move to make: one that wins for sure, else the most visited one that does not lose for sure. With a net and more than two players,
 * if it overlooks nothing, it is the one that brought most, among those visited a tenth as often as that. A careless search, or a sealed decision, draws one in
 * proportion to the visits; one that overlooks moves does so among those it sees. */
spk_move spk_search_best(spk_search *s);

/* The next move of the plan whose first move was the last answer, given the view it has led to. False: it is
 * carried out, or a later turn: begin anew. For whoever would rather be quick than think again at every
 * step. */
bool spk_search_go_on(spk_search *s, const void *view, spk_move *move);

/* Whether the move may be drawn like that. */
bool spk_search_draws_lots(const spk_search *s);

/* -- What it found ----------------------------------------------------------------------------- */

/* A move of the root: how often it was visited, and its prospects (of SPK_WIN, for the seat). */
typedef struct spk_line {
    spk_move move;
    uint32_t visits;
    int value;
} spk_line;

/* Every seat's prospects, as the iterations since 'begin' found them; they add up to SPK_WIN. False: there
 * were none. */
bool spk_search_prospects(const spk_search *s, int value[SPK_MAX_SEATS]);

/* The root's moves, the one to make first and then the most visited, at most 'cap'; returns how many. Of plans that begin with the same
 * move only the best is told. */
int spk_search_lines(const spk_search *s, spk_line *out, int cap);

typedef struct spk_search_figures {
    uint64_t iterations, transitions; /* since spk_search_new */
    uint32_t n_nodes, max_nodes;
    size_t bytes, max_bytes;
} spk_search_figures;
void spk_search_measure(const spk_search *s, spk_search_figures *out);

#endif
