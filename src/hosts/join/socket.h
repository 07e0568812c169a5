/* socket.h: a WebSocket to a server's table (RFC 6455, the guest's side), which never waits.
 *
 *     join_socket *w = join_socket_new(&address, ca_file, hear, ctx, &why);
 *     state = join_socket_step(w);               WAITS on its way, READY open, FAILED over; calls 'hear' for each message
 *     join_socket_send(w, text, n);              before it is READY: as soon as it is
 *     poll join_socket_fd / _events
 *     join_socket_free(w);
 *
 * Messages are text of at most TUI_MESSAGE_MOST bytes; larger ones end the conversation. */
#ifndef JOIN_SOCKET_H
#define JOIN_SOCKET_H

#include "hosts/join/stream.h"

typedef struct join_socket join_socket;
typedef void join_hear(void *ctx, const char *bytes, size_t n);

join_socket *join_socket_new(const join_address *a, const char *ca_file, join_hear *hear, void *ctx,
                             spk_why *why);
void join_socket_free(join_socket *w);
join_progress join_socket_step(join_socket *w);
void join_socket_send(join_socket *w, const char *text, size_t n);
void join_socket_close(join_socket *w); /* a goodbye; step on until it is over, or free it */

int join_socket_fd(const join_socket *w);
short join_socket_events(const join_socket *w);
bool join_socket_has_bytes(const join_socket *w); /* step again at once: poll would not tell */

/* Once it is over: why, and the code with which the house closed it; 0: it did not. */
const char *join_socket_fault(const join_socket *w);
int join_socket_code(const join_socket *w);

#endif
