/* entrant.h: who plays in the arena: the players of hosts/player/, by the words of host_spec_read.
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
    char name[128];     /* as it was asked for; a second one of the same is "hard#2" */
    char spec[116];     /* as it was asked for */
    host_budget budget; /* both 0: it answers at once */
} arena_entrant;

/* Read one. 'usual' is for whoever has no budget of its own: anchors with a fixed number of
 * iterations keep that, bots that answer at once need none. */
spk_err arena_entrant_parse(const char *spec, const host_budget *usual, arena_entrant *who,
                            spk_why *why);

/* Whether it can sit down at all: a program is started and let go again. */
spk_err arena_entrant_try(const arena_entrant *who, const spk_box *box, spk_why *why);

typedef struct arena_player arena_player;

arena_player *arena_player_open(const arena_entrant *who, const spk_box *box, spk_seat seat,
                                const spk_rng *rng);
void arena_player_close(arena_player *p, const spk_match *m);

/* Ask, think and act in one; the seat must be among the actors. False: it had no legal answer, and
 * the game's safe default was played for it. */
bool arena_player_move(arena_player *p, spk_match *m);

/* What it did wrong since this was last asked, in a line for people; NULL: nothing. */
const char *arena_player_news(arena_player *p);

/* For conversations; NULL: it could not sit down. */
host_player *arena_player_host(const arena_player *p);

/* What its searches did so far; zeros if it does not search. */
void arena_player_measure(const arena_player *p, spk_search_figures *out);

#endif
