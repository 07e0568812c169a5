/* desk.h: how a worker shares its cores among those who ask: houses and arenas. It knows no bus, thread or clock.
 *
 *     srv_desk desk = {.n_cores = 2};
 *     if (srv_desk_take(&desk, asker, now_ms)) ...          a core is the asker's; else it is told "busy" ...
 *     srv_desk_back(&desk, asker, 87);                      ... it was used for 87 ms
 *     srv_desk_want(&desk, asker, now_ms);                  ... and is remembered as one who wants
 *     while (srv_desk_offer(&desk, now_ms, asker)) ...      tell that one: a core is kept for it for a moment
 *
 * A free core goes to whoever asks, as long as nobody else wants one. When cores are short, each that gets free is
 * offered to the asker who has used least, and kept for it for SRV_DESK_KEPT_MS: so a house that always has something to
 * ask, and hears first that its own thought is done, cannot keep the others out. Who comes back after a rest starts level
 * with the others: nobody can save up. */
#ifndef SRV_WORK_DESK_H
#define SRV_WORK_DESK_H

#include <stdbool.h>
#include <stdint.h>

#include "hosts/server/work/worker.h"

enum {
    SRV_DESK_ASKERS = 64,    /* remembered; of more, the one that rested longest is forgotten */
    SRV_DESK_KEPT_MS = 200,  /* an offer stands */
    SRV_DESK_WANT_MS = 1200, /* who wants says so twice a second */
};

typedef struct srv_asker {
    char id[SRV_WORK_ID];
    double used_ms;
    int n_served;
    double want_until_ms, kept_until_ms; /* 0: does not want; nothing is kept */
    double seen_ms;
} srv_asker;

typedef struct srv_desk {
    int n_cores, n_taken;
    srv_asker asker[SRV_DESK_ASKERS];
    int n_askers;
    double level_ms; /* what the asker served last had used */
} srv_desk;

bool srv_desk_take(srv_desk *d, const char *asker, double now_ms);
void srv_desk_back(srv_desk *d, const char *asker, double used_ms);
void srv_desk_want(srv_desk *d, const char *asker, double now_ms);
bool srv_desk_offer(srv_desk *d, double now_ms, char asker[SRV_WORK_ID]);

/* Cores that anybody may ask for: neither taken nor kept. */
int srv_desk_n_free(const srv_desk *d, double now_ms);

#endif
