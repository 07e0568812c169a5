/* guest.h: a message of a guest, read. For guest.c and hello.c. */
#ifndef SRV_GUEST_H
#define SRV_GUEST_H

#include "hosts/server/house_inside.h"

enum {
#define MESSAGE(name, who, fields, answer) SRV_SAY_##name,
#include "hosts/server/messages.def"
#undef MESSAGE
    SRV_SAYS
};

typedef struct srv_said {
    int word; /* SRV_SAY_... */
    srv_actor actor;
    const char *text; /* borrowed; NULL: none */
    int n;            /* -1: none */
} srv_said;

bool srv_ref_read(const json_t *o, char ref[SRV_REF]); /* false, and "": none that counts */

/* The first message: 'o' is NULL if it was no JSON. */
void srv_hello(srv_guest *guest, const json_t *o);

#endif
