/* server.h: a whole house: open it on a world (world.h), pass in what arrives, close it. It knows
 * no libuv, socket or clock: loop/ drives it with real ones, a test with simulated ones.
 *
 *     srv_house *h = srv_server_open(&world, &config, log, &why);
 *     srv_server_request(h, &request);        ... as things happen
 *     srv_server_turn(h);                     at the end of a loop's turn: hands changes to the writer
 *     srv_server_poll(h);                     when woken: the store has answers
 *     srv_server_close(h);                    drain; world.closed is called once all is written
 *     srv_server_free(h);                     after that */
#ifndef SRV_SERVER_H
#define SRV_SERVER_H

#include "hosts/server/house.h"

/* NULL, and why: the store cannot be opened, or the folder with the page is missing. Config, log
 * and world are borrowed. */
srv_house *srv_server_open(const srv_world *world, const srv_config *config, srv_log *log,
                           spk_why *why);
void srv_server_free(srv_house *h); /* NULL is fine */

/* Refuse new tables, tell guests and disconnect them, finish writing. A second call does
 * nothing. */
void srv_server_close(srv_house *h);

/* -- What the network brings ----------------------------------------------------------------------- */

void srv_server_request(srv_house *h, const srv_request *r);
void srv_server_upgrade(srv_house *h, const srv_request *r);
void srv_server_message(srv_house *h, void *user, const char *text, size_t n);
void srv_server_closed(srv_house *h, void *user, int code);
void srv_server_drained(srv_house *h); /* after srv_server_close: every connection has gone */

/* -- What the loop brings -------------------------------------------------------------------------- */

void srv_server_poll(srv_house *h);
bool srv_server_poll_some(
    srv_house *h); /* a handful of the store's answers, and the bus; false: no more */
void srv_server_turn(srv_house *h);

#endif
