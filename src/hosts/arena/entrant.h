/* entrant.h: who plays in the arena: players of hosts/player/, as host_spec_read spells them.
 *
 *     name[@budget]          hard   hard@50ms   mcts@2000it   mcts-1000   greedy
 *     exec[@budget]:COMMAND  exec:./mybot   exec@50ms:./mybot --bold
 *
 * A player sits in one seat of one match and answers with the text of its move, as people do. */
#ifndef ARENA_ENTRANT_H
#define ARENA_ENTRANT_H

#include "engine/match.h"
#include "hosts/player/player.h"

typedef struct arena_entrant {
    char name[128];     /* as requested; a second one of the same is "hard#2" */
    char spec[116];     /* as requested */
    host_budget budget; /* both 0: it answers at once */
} arena_entrant;

/* Parse one. 'usual' is the budget of players without their own: anchors with a fixed number of
 * iterations keep that, bots that answer at once need none. */
spk_err arena_entrant_parse(const char *spec, const host_budget *usual, arena_entrant *who,
                            spk_why *why);

/* Whether it can play at all: a program is started and ended again. */
spk_err arena_entrant_try(const arena_entrant *who, const spk_box *box, spk_why *why);

typedef struct arena_player arena_player;

arena_player *arena_player_open(const arena_entrant *who, const spk_box *box, spk_seat seat,
                                const spk_rng *rng);
void arena_player_close(arena_player *p, const spk_match *m);

/* Ask, think and act in one; the seat must be among the actors. False: it had no legal answer, and
 * the game's safe default was played for it. */
bool arena_player_move(arena_player *p, spk_match *m);

/* What it did wrong since the last call, in a line for people; NULL: nothing. */
const char *arena_player_fault(arena_player *p);

/* For talk; NULL: it could not be started. */
host_player *arena_player_host(const arena_player *p);

/* What its searches did so far; zeros if it does not search. */
void arena_player_measure(const arena_player *p, spk_search_figures *out);

#endif
