/* team.h: several searches on one decision, a thread each ("root parallel"): they share nothing,
 * think at the same time, and their visits are added up. A team of one is a bot and starts no thread.
 *
 *     host_team *team = host_team_new(kind, &box, seat, &rng, 2);
 *     move = host_team_choose(team, &view, &budget);
 *     host_team_free(team);
 *
 * With a budget of iterations every member does so many, and the same seed gives the same move
 * whatever the machine: a team of two is another player than a team of one, and a stronger one. */
#ifndef HOST_TEAM_H
#define HOST_TEAM_H

#include "hosts/budget.h"

enum { HOST_TEAM_MAX = 64 };

typedef struct host_team host_team;

/* The members get streams of their own, drawn from the generator, which is the caller's. */
host_team *host_team_new(const spk_bot_kind *kind, const spk_box *box, spk_seat seat,
                         const spk_rng *rng, int n);
void host_team_free(host_team *team);

/* The seat's move in the position it sees. */
spk_move host_team_choose(host_team *team, const void *view, const host_budget *budget);

/* -- Talk: the first member speaks for all ------------------------------------------------------ */

bool host_team_talks(const host_team *team);
void host_team_listen(host_team *team, const void *view, const spk_said *said, int n);

/* It has the word: plans, if there is something to plan, and says it. Returns the room. */
const char *host_team_say(host_team *team, const void *view, const spk_said *said, int n,
                          const host_budget *budget, char text[SPK_TALK_TEXT]);

/* What it found on the last decision, added up; 0: it does not search. See search.h. */
int host_team_lines(const host_team *team, spk_line *out, int cap);

/* The first member: for asking what it is and what it measured. */
spk_bot *host_team_bot(const host_team *team);

#endif
