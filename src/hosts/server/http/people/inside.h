/* inside.h: what the files of this folder share: friends, blocks and who is here (docs/protocol.md, "People"). What may be done, and
 * what it makes of two people's ties, is decided in server/people; here they are read, changed and written back.
 *
 *     people.c   the routes; a walk through somebody's ties; who may know who sits at a table
 *     tie.c      doing something about somebody: asking, accepting, refusing, blocking, dropping
 *     list.c     the caller's list; what they let others see; "I am here"
 *     invite.c   invitations to tables
 *
 * An errand is a signed-in caller's (caller.h). Nothing that one person is told may depend on whether another has blocked them: an
 * answer is made from the caller's own tie. */
#ifndef SRV_HTTP_PEOPLE_INSIDE_H
#define SRV_HTTP_PEOPLE_INSIDE_H

#include "hosts/server/http/caller.h"
#include "hosts/server/people/people.h"

/* -- A walk (people.c) --------------------------------------------------------------------------------- */

typedef enum people_ties {
    PEOPLE_OWN,    /* the caller's */
    PEOPLE_ASKS,   /* others' requests to the caller ... */
    PEOPLE_NEWEST, /* ... as many of them as a list shows */
} people_ties;

/* An errand that walks through ties; first in its struct. */
typedef struct people_walker people_walker;
struct people_walker {
    srv_caller caller;
    people_ties ties;
    void (*each)(people_walker *w, const srv_note *note, const srv_tie *tie);
    void (*walked)(people_walker *w); /* after the last one */
    char after_id[SRV_KEY_ROOM];
    int64_t after_at;
};

/* A note's 'account' has the tie, its 'list' is the other one. */
void people_walk(people_walker *w, people_ties ties,
                 void (*each)(people_walker *w, const srv_note *note, const srv_tie *tie),
                 void (*walked)(people_walker *w));

/* True: this house has no friends; it was refused. */
bool people_friends_are_off(srv_caller *c);

/* Into an open object. */
void people_print_tie(const srv_tie *tie, const char *name, spk_json *j);

/* -- Routes ---------------------------------------------------------------------------------------------- */

srv_handler people_get, people_patch, people_post_here;      /* list.c */
srv_handler people_post, people_post_request, people_delete; /* tie.c */
srv_handler people_post_invite, people_delete_invite;        /* invite.c */

#endif
