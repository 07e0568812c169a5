/* arena_away.h: games of an arena played by bot workers (server/work/), beside those played here.
 *
 *     cli_away *away = cli_away_open(&bus_options, n_here, &why);
 *     plan.play = cli_away_play;                   games go to whichever has room: a worker, or one of n_here threads
 *     plan.playground = away;
 *     plan.n_threads = n_here + cli_away_cores(away) ...
 *     ...
 *     cli_away_close(away);
 *
 * The arena's threads wait here for their games; one more thread looks after the bus. */
#ifndef CLI_ARENA_AWAY_H
#define CLI_ARENA_AWAY_H

#include "hosts/arena/arena.h"
#include "hosts/server/bus/bus.h"

typedef struct cli_away cli_away;

/* Opens the bus and waits a moment for workers to say that they are there. */
cli_away *cli_away_open(const srv_bus_options *bus, int n_here, spk_why *why);
void cli_away_close(cli_away *a);

/* Cores of the workers that are there now. */
int cli_away_cores(cli_away *a);

/* An arena_player_of_games. */
bool cli_away_play(void *self, const arena_plan *plan, int set, int game, const atomic_bool *stop,
                   arena_game *out, arena_effort *effort);

/* For the report: how many games workers have played, and how often one lost a game. */
void cli_away_look(cli_away *a, int *n_away, int *n_lost);

#endif
