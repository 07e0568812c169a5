/* team.h: several searches on one decision, a thread each ("root parallel"): they share nothing,
 * think at the same time, and their visits are added up. A team of one is a bot and starts no thread.
 *
 *     host_team *team = host_team_new(kind, &box, seat, &rng, 2);
 *     room_thought_ask(&thought, match, seat, ROOM_ASK_MOVE);
 *     host_team_think(team, &thought, &budget);                    the answer is in thought.text
 *     host_team_free(team);
 *
 * With a budget of iterations every member runs that many, and the same seed gives the same move on
 * every machine. A team of two is a different, stronger player than a team of one. */
#ifndef HOST_TEAM_H
#define HOST_TEAM_H

#include "hosts/budget.h"
#include "hosts/room/thought.h"

enum { HOST_TEAM_MAX = 64 };

typedef struct host_team host_team;

/* Each member gets a stream of its own, drawn from the caller's generator. */
host_team *host_team_new(const spk_bot_kind *kind, const spk_box *box, spk_seat seat,
                         const spk_rng *rng, int n);
/* A team of this one bot, which it frees in the end. */
host_team *host_team_of(spk_bot *bot);
void host_team_free(host_team *team);

/* Answer a question: for a move all think; the first speaks for all. */
void host_team_think(host_team *team, room_thought *thought, const host_budget *budget);

/* What has happened at the table; bots that talk remember it. */
bool host_team_talks(const host_team *team);
void host_team_listen(host_team *team, const spk_match *m, spk_seat seat);

/* The same without a match: the seat's view now, and what was said since the last public move. */
void host_team_hear(host_team *team, const spk_state *view, const spk_said *said, int n);

/* What it found for the last decision, added up; 0: it does not search. See search.h. */
int host_team_lines(const host_team *team, spk_line *out, int cap);

/* The first member, for its kind and its figures. */
spk_bot *host_team_bot(const host_team *team);

#endif
