/* inside.h: what the files of this folder share: tournaments over HTTP (server/tournament, docs/tournaments.md).
 *
 *     tournaments.c   how an errand comes to its tournament, and writes to it; the routes
 *     show.c          GET    /api/tournaments                     those that are open or running; ?status=over: those that were
 *                     GET    /api/tournaments/ID                  all of it, live; with a token also "me"
 *                     GET    /api/tournaments/ID/results.json     plan, log and standings; results.csv: the standings
 *     make.c          POST   /api/tournaments                     a new one
 *                     POST   /api/tournaments/ID/start            its maker: now
 *                     DELETE /api/tournaments/ID                  its maker, before it has begun: call it off
 *     enter.c         POST   /api/tournaments/ID/entrants         join, or come back
 *                     DELETE /api/tournaments/ID/entrants/me      leave
 *
 * A request is an errand: whose token it has is asked, then it waits for the tournament. A change that somebody else was faster
 * with is made again on what is there now. */
#ifndef SRV_HTTP_TOURNAMENTS_INSIDE_H
#define SRV_HTTP_TOURNAMENTS_INSIDE_H

#include "hosts/server/http/caller.h"
#include "hosts/server/tournament/tournament.h"

typedef struct tournaments_errand tournaments_errand;
struct tournaments_errand {
    srv_caller caller; /* may be a guest */
    srv_tournament_task task;
    char id[SRV_ID + 1];
    bool has_token; /* a session's, or a guest's own, which only the tournament knows */
    uint8_t hash[SRV_HASH];
    char token[SRV_TOKEN]; /* a new one, for the answer */
    int n_tries, number;
    int strength; /* who joins: their rating, 0: none; -1: not asked yet */
    void (*at)(tournaments_errand *e, srv_tournament *t);
};

/* True: there are none here, or the house is closing; it was refused. */
bool tournaments_are_off(srv_house *h, const srv_request *r);

/* id NULL: about none yet. */
tournaments_errand *tournaments_begin(srv_house *h, const srv_request *r, const char *id);

/* The whole way: 'at' runs at the tournament, once it is known who asks, and again if somebody was faster. In steps: begin, set
 * 'at', and give tournaments_known to srv_caller_find. */
void tournaments_start(srv_house *h, const srv_request *r, const char *id,
                       void (*at)(tournaments_errand *e, srv_tournament *t));
void tournaments_known(srv_caller *c);
void tournaments_visit(tournaments_errand *e);

const uint8_t *tournaments_token(const tournaments_errand *e); /* NULL: none */
bool tournaments_is_maker(const tournaments_errand *e, const srv_tournament *t);

/* In 'at'. Then 'after' runs, unless it was refused. There: false: it is tried again, or was refused. */
void tournaments_write(tournaments_errand *e, srv_tournament *t, const srv_edit *edit,
                       srv_wrote *after);
bool tournaments_is_done(tournaments_errand *e, const spk_why *why);
srv_wrote tournaments_after_done; /* answers {"done":true} */

srv_handler tournaments_get_list, tournaments_get, tournaments_get_json, tournaments_get_csv;
srv_handler tournaments_post, tournaments_post_start, tournaments_delete;
srv_handler tournaments_post_entrant, tournaments_delete_entrant;

#endif
