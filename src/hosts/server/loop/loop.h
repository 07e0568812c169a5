/* loop.h: the real world: a house on one libuv loop, with sockets (net.h), threads (workers.h), the
 * system's clocks and signals. server.h says what a house does with them.
 *
 *     srv_loop *l = srv_loop_open(&config, log, &why);       NULL: why
 *     srv_loop_heed_signals(l);
 *     srv_loop_run(l);                                       until SIGTERM, SIGINT or srv_loop_close
 *     srv_loop_free(l);
 *
 * What runs where:
 *
 *     the loop's thread      net, house, tables, routes; every 'done'
 *     the workers            bots' thoughts, replays               work(job) -> uv_async -> done(job)
 *     libuv's pool           passwords                             the same
 *     the store's writer     transactions                          wake -> uv_async -> srv_server_poll
 *     the store's reader     queries                               the same */
#ifndef SRV_LOOP_H
#define SRV_LOOP_H

#include "hosts/server/net/net.h"
#include "hosts/server/server.h"

typedef struct srv_loop srv_loop;

/* Open store and house, and listen. NULL, and why: one of them failed. Config and log are
 * borrowed. */
srv_loop *srv_loop_open(const srv_config *config, srv_log *log, spk_why *why);

/* From now on SIGTERM and SIGINT close the house, and SIGHUP reloads. Call it before you announce
 * the address: whoever knows it may send a signal. */
void srv_loop_heed_signals(srv_loop *l);

/* Returns when the house has closed, at most about two seconds after it was asked to. */
void srv_loop_run(srv_loop *l);
void srv_loop_turn(srv_loop *l);  /* one turn of the loop; waits for an event */
void srv_loop_close(srv_loop *l); /* a second call does nothing */
void srv_loop_free(srv_loop *l);  /* after the loop has run to its end */

void srv_loop_reload(srv_loop *l); /* certificate and log file */

/* Open a browser at the first address, if there is a screen. */
void srv_loop_browse(srv_loop *l);

srv_net *srv_loop_net(srv_loop *l);
srv_house *srv_loop_house(srv_loop *l);

#endif
