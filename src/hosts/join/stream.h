/* stream.h: bytes to a server and back, in the clear or by TLS, without ever waiting: poll(2) does that.
 *
 *     join_stream *s = join_stream_new(&address, ca_file, &why);        begins to connect; NULL: there is no such host
 *     switch (join_stream_step(s)) ...                                  WAITS: poll fd and events, and step again
 *     n = join_stream_read(s, bytes, cap);                              0: nothing yet, -1: it is over
 *     join_stream_free(s);
 *
 * By TLS the server's certificate must be valid for the host's name: by the system's authorities, and 'ca_file' if it is not
 * NULL. There is no way around that. */
#ifndef JOIN_STREAM_H
#define JOIN_STREAM_H

#include <sys/types.h>

#include "hosts/join/address.h"

typedef struct join_stream join_stream;

typedef enum join_progress { JOIN_WAITS, JOIN_READY, JOIN_FAILED } join_progress;

join_stream *join_stream_new(const join_address *a, const char *ca_file, spk_why *why);
void join_stream_free(join_stream *s);

join_progress join_stream_step(join_stream *s);
ssize_t join_stream_read(join_stream *s, void *bytes, size_t cap);
ssize_t join_stream_write(join_stream *s, const void *bytes, size_t n);

/* What to poll for, if there is something to send or not; and why it failed. */
int join_stream_fd(const join_stream *s);
short join_stream_events(const join_stream *s, bool to_send);
bool join_stream_has_bytes(
    const join_stream *s); /* read already, and not yet taken: poll would not tell */
const char *join_stream_fault(const join_stream *s);

#endif
