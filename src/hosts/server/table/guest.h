/* guest.h: a parsed message from a guest. For guest.c and hello.c. */
#ifndef SRV_GUEST_H
#define SRV_GUEST_H

#include "hosts/server/table/inside.h"

enum {
#define MESSAGE(name, who, fields, answer) SRV_SAY_##name,
#include "hosts/server/table/messages.def"
#undef MESSAGE
    SRV_SAYS
};

typedef struct srv_message {
    int word; /* SRV_SAY_... */
    srv_actor actor;
    const char *text; /* borrowed; NULL: none */
    int n;            /* -1: none */
    int to;           /* of undo: the first event to take back; 0: the last move */
} srv_message;

bool srv_ref_read(const json_t *o, char ref[SRV_REF]); /* false, and "": missing or invalid */

/* The first message; 'o' is NULL if it was not JSON. */
void srv_hello(srv_guest *guest, const json_t *o);

#endif
