/* node.h: one server of several. A house that is given a name among others (--node), a PostgreSQL database and a bus stands
 * behind this folder: what the network brings comes here first, and goes to the house of whichever node has the table.
 *
 *      guest ---- door ------------------ bus ------------------ owner
 *                 the node that the       speakeasy.node.NAME    the node that has the table: a house
 *                 guest came to                                  that does not know how far away a guest is
 *
 *     srv_node_open(h, &why);                 before tables are opened: h->world is now the node's
 *     srv_node_request(h, &request);          in place of srv_http_request, srv_guest_came, srv_guest_message and
 *     srv_node_upgrade(h, &request);          srv_guest_went: to the house, at once or when it is known who has
 *     srv_node_message(h, user, text, n);     the table, or to another node's
 *     srv_node_closed(h, user, code);
 *     srv_node_free(h);
 *
 * A house knows the network as srv_world. The node gives it one of its own, in which tickets of guests at other doors
 * stand beside those of real connections. So an owner prints for a guest elsewhere the bytes it prints for one at home,
 * from that guest's view and nothing else, and the door passes them on as they are.
 *
 * WHO HAS A TABLE. It is in memory here; or the store says so when it is claimed (store.h, "Leases"). Whoever is asked for a
 * table that nobody has takes it.
 *
 * A GUEST AT THE DOOR
 *
 *      accepted        hello names a table             claimed, or here
 *     ---------> NEW ---------------------> FINDING -----------------> HOME: the house's own guest
 *                                           ^     \
 *                     the owner is gone, or |      \ another node has it
 *                     a message was lost,   |       v
 *                     or the table moved    +------ AWAY: what it says goes to the owner, what the owner says comes back
 *
 * A guest who was AWAY is let in at the new owner with the hello of before, brought up to date ('seen', 'heard'), and with
 * everything it asked for and was not answered. Its connection stays open; it is sent one new view. Messages between two
 * nodes are numbered for each guest, and counted once more every second: one that is lost is noticed, and the guest is
 * let in again.
 *
 * THE LEASE is renewed every third of its time. A node does nothing, and shows nothing, while it is not sure of it: by its own
 * clock, counted from before it asked. What comes meanwhile waits. If the lease was lost, every table goes (srv_tables_lose)
 * before anybody is heard, and the node begins anew.
 *
 * GOING. A node that closes says goodbye to the store as soon as nothing is being written, then tells the others, who take
 * its tables when a guest of theirs asks for one. Of a node that says nothing for NODE_DEAD_MS they ask the store. */
#ifndef SRV_NODE_H
#define SRV_NODE_H

#include "hosts/server/house.h"

spk_err srv_node_open(srv_house *h, spk_why *why); /* the house has its store and its bus */
void srv_node_start(srv_house *h);                 /* with the tables' own beat */
void srv_node_free(srv_house *h);                  /* before the bus is closed. Fine without one */
void srv_node_turn(srv_house *h);                  /* at the end of a turn of the loop */
void srv_node_gap(srv_house *h);                   /* the bus may have lost something */

/* -- What the network brings ----------------------------------------------------------------------- */

void srv_node_request(srv_house *h, const srv_request *r);
void srv_node_upgrade(srv_house *h, const srv_request *r);
void srv_node_message(srv_house *h, void *user, const char *text, size_t n);
void srv_node_closed(srv_house *h, void *user, int code);

#endif
