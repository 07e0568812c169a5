/* stats.h: what somebody has played: the tables of an account, and how often they won, from the results
 * that the store keeps. Answers GET /api/me. */
#ifndef SRV_STATS_H
#define SRV_STATS_H

#include "hosts/server/house.h"

/* One who has shown a session. */
typedef struct srv_person {
    char id[SRV_ID_ROOM];
    char name[SRV_NAME_ROOM];
    int64_t created;
} srv_person;

/* Reads all tables of the account, page by page, and answers 'ask'. 'done' runs once, after that. */
void srv_stats_reply(srv_house *h, srv_ask ask, const srv_person *who, void (*done)(void *context),
                     void *context);

#endif
