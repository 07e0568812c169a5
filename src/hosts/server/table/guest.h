/* guest.h: a parsed message from a guest. For guest.c, hello.c and message.c. */
#ifndef SRV_GUEST_H
#define SRV_GUEST_H

#include "hosts/server/table/inside.h"

enum {
#define MESSAGE(name, who, fields, answer) SRV_SAY_##name,
#include "hosts/server/table/messages.def"
#undef MESSAGE
    SRV_SAYS
};

enum { SRV_PLAIN_TEXT = 200 }; /* a move is shorter; a longer text is read by jansson */

typedef struct srv_message {
    int word; /* SRV_SAY_... */
    srv_actor actor;
    const char *text; /* borrowed; NULL: none */
    int n;            /* -1: none */
    int to;           /* of undo: the first event to take back; 0: the last move */
} srv_message;

/* -- Reading one (message.c) ------------------------------------------------------------------- */

/* A message as most are written; 'into' then holds its text. Word, ref, n, to and text of 'said' are set; who said it is not
 * touched. False: not one of those, which says nothing about whether it is a message: ask srv_message_read. */
bool srv_message_plain(const char *text, size_t n, char into[SRV_PLAIN_TEXT], srv_message *said);

/* The same from any JSON object; the text is borrowed from it. False: 'why' says what is wrong. */
bool srv_message_read(const json_t *o, srv_message *said, spk_why *why);

bool srv_ref_read(const json_t *o, char ref[SRV_REF]); /* false, and "": missing or invalid */

/* -- The first one (hello.c) ------------------------------------------------------------------- */

/* The first message; 'o' is NULL if it was not JSON. */
void srv_hello(srv_guest *guest, const json_t *o);

#endif
