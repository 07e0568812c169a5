/* share.h: fair sharing: who is served next when many are waiting, so that nobody can keep the others
 * waiting. It shares out bots' thinking (bot_turn.c) in slices of a tenth of a second, but knows no bot,
 * thread or clock itself.
 *
 *     srv_shares shares = {0};
 *     srv_shares_add(&shares, &job->wait, payer, table, watched);       start waiting
 *     srv_wait *w = srv_shares_next(&shares, 100);                      the next one; NULL: nobody waits
 *     ... it is served for a while ...
 *     srv_shares_back(&shares, w, 100, 87, true);                       87 were used, not 100; it wants more
 *     srv_shares_back(&shares, w, 100, 35, false);                      done
 *
 * The order:
 *   1. Watched before unwatched; but one turn in SRV_SHARE_SPARE goes to an unwatched one, if any is waiting.
 *   2. The payer who has used least. One who comes back after a rest starts level with the others: nobody can
 *      save up.
 *   3. Within one payer: those already begun first, so that few are left half done; then in order of arrival. A
 *      table whose bot has answered goes to the end, so tables take turns.
 *
 * So against one other payer, however many tables that one has, everybody gets at least half. */
#ifndef SRV_SHARE_H
#define SRV_SHARE_H

#include <stdbool.h>
#include <stdint.h>

enum { SRV_SHARE_SPARE = 8 };

typedef struct srv_payer srv_payer;

typedef struct srv_wait { /* embed it in a struct of your own */
    struct srv_wait *next;
    srv_payer *payer;
    uint64_t table;
    bool watched;
    uint64_t places; /* bits, for you to set: where it can be served; 0: anywhere */
} srv_wait;

typedef struct srv_shares {
    srv_payer *payers; /* waiting, being served, or ahead of their share */
    double level;      /* what the payer served last had used */
    int n_waiting, n_served;
    unsigned turn;
} srv_shares;

void srv_shares_add(srv_shares *s, srv_wait *w, uint64_t payer, uint64_t table, bool watched);

/* 'cost' is charged at once, so that several can be served at the same time; srv_shares_back corrects it. */
srv_wait *srv_shares_next(srv_shares *s, double cost);

/* The same where only some places are free: whoever can be served at none of them is passed over, and keeps its place in
 * the order. 'places' may change while it waits. */
srv_wait *srv_shares_next_at(srv_shares *s, double cost, uint64_t places);
void srv_shares_back(srv_shares *s, srv_wait *w, double cost, double used, bool more);

/* Somebody is now watching this table, or nobody is any longer. */
void srv_shares_watch(srv_shares *s, uint64_t payer, uint64_t table, bool watched);

/* For shutdown: any one that is waiting; NULL: none is left, and all memory is freed. */
srv_wait *srv_shares_empty(srv_shares *s);

#endif
