/* stats.h: a person's statistics: the tables of an account and how often it won, from the results
 * in the store. Answers GET /api/me. */
#ifndef SRV_STATS_H
#define SRV_STATS_H

#include "hosts/server/http/inside.h"

/* A person with a valid session. */
typedef struct srv_person {
    char id[SRV_ID_ROOM];
    char name[SRV_NAME_ROOM];
    int64_t created;
} srv_person;

/* Read all tables of the account, page by page, and answer 'ask'. 'done' runs once, after that. */
void srv_stats_reply(srv_house *h, srv_ask ask, const srv_person *who, void (*done)(void *context),
                     void *context);

/* Its figures alone, as in GET /api/me: {"games", "wins", "by_game"}. 'then' runs once; NULL: they could not be read. */
void srv_stats_figures(srv_house *h, const srv_person *who,
                       void (*then)(void *context, const spk_buf *figures), void *context);

#endif
